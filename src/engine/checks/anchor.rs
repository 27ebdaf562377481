//! Which anchors of a statement a text does not mention in any of their forms (`docs/rules.md#issues`,
//! `ANCHOR_MISSING`).

use std::{collections::BTreeSet, ops::Range};

use crate::{
    domain::{
        Kind, SourceMeta, Statement,
        rules::{nation, numbers},
    },
    text::{Clean, fold, is_stop, parts, short_forms, spells, stem, words},
};

/// The anchors of `statement` that `text`, from a source of which `meta` is known, mentions in no form:
/// plural, hyphenation, spelling, abbreviation, nationality, Roman numeral or a figure that the number rule compares.
/// Words that make up one name are one anchor. The figures of a paper's own statements are its estimates, which no other
/// work has: only those of a claim are looked for.
pub(super) fn missing(statement: &Statement, text: &str, meta: &SourceMeta) -> Vec<String> {
    let text = without_indices(&format!("{} {text}", meta.title));
    let mentions = Mentions::of(&text);
    let own = short_forms(&format!("{} {}", statement.text, statement.context));
    let compared = numbers::compare(&statement.text, &text, meta.published.as_deref().unwrap_or_default());
    let figures: Vec<&str> = compared.agree.iter().chain(&compared.conflict).map(String::as_str).collect();
    let year = meta.year.map(|year| year.to_string());
    let mentioned = |word: &str| {
        mentions.has(word)
            || own.iter().any(|(short, long)| squash(short) == squash(word) && mentions.has_all(long))
            || statement.short_forms.iter().any(|form| form.short == *word && mentions.has_all(&form.long))
            || figures.iter().any(|pair| is_figure(word) && own_figure(pair, word))
            || year.as_deref() == Some(word)
    };
    let names = names(statement);
    names.into_iter().filter(|name| !name.iter().any(|word| mentioned(word))).map(|name| name.join(" ")).collect()
}

/// A text with the letters of an index beside those of their name: `T(H)2` is `TH2`.
fn without_indices(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_index = |at: usize| {
        at > 0
            && letters[at - 1].is_uppercase()
            && letters.get(at + 1).is_some_and(|c| c.is_uppercase())
            && letters.get(at + 2) == Some(&')')
            && letters.get(at + 3).is_some_and(char::is_ascii_digit)
    };
    let opens: BTreeSet<usize> = (0..letters.len()).filter(|at| letters[*at] == '(' && is_index(*at)).collect();
    let kept = letters
        .iter()
        .enumerate()
        .filter(|(at, _)| !opens.contains(at) && !at.checked_sub(2).is_some_and(|open| opens.contains(&open)));
    kept.map(|(_, c)| *c).collect()
}

/// Whether `text` mentions `term` in any of its forms.
pub(super) fn has(text: &str, term: &str) -> bool {
    Mentions::of(text).has(term)
}

/// The anchors, each with the other words of the name that it belongs to.
fn names(statement: &Statement) -> Vec<Vec<String>> {
    let text = statement.text.as_str();
    let all: Vec<(Range<usize>, &str)> = words(text).collect();
    let capital = |word: &str| word.starts_with(char::is_uppercase) && !is_stop(word);
    let beside = |left: &Range<usize>, right: &Range<usize>| text[left.end..right.start].trim().is_empty();
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    let sought = |anchor: &&Clean| statement.kind == Kind::Claim || anchor.contains(char::is_alphabetic);
    for anchor in statement.anchors.iter().filter(sought) {
        let bare = anchor.trim_end_matches('%');
        let at = all.iter().position(|(_, word)| *word == bare).filter(|_| capital(bare));
        let Some(at) = at else {
            if seen.insert(anchor.to_string()) {
                names.push(vec![anchor.to_string()]);
            }
            continue;
        };
        let (mut first, mut last) = (at, at);
        while first > 0 && capital(all[first - 1].1) && beside(&all[first - 1].0, &all[first].0) {
            first -= 1;
        }
        while last + 1 < all.len() && capital(all[last + 1].1) && beside(&all[last].0, &all[last + 1].0) {
            last += 1;
        }
        let name: Vec<String> = all[first..=last].iter().map(|(_, word)| (*word).to_owned()).collect();
        if seen.insert(name.join(" ")) {
            names.push(name);
        }
    }
    names
}

/// A text, read for looking words up in it.
struct Mentions {
    stems: BTreeSet<String>,
    /// Words in order, in small letters, compounds taken apart.
    words: Vec<String>,
    /// Letters and digits only.
    squashed: String,
    abbreviations: Vec<(String, String)>,
}

impl Mentions {
    fn of(text: &str) -> Self {
        let stems = words(text).map(|(_, word)| spelling(&stem(word))).collect();
        let words = parts(text).map(fold).collect();
        Self { stems, words, squashed: squash(text), abbreviations: short_forms(text) }
    }

    /// Whether the text has every word of `phrase` that carries content.
    fn has_all(&self, phrase: &str) -> bool {
        let content = || words(phrase).filter(|(_, word)| !is_stop(word));
        content().next().is_some() && content().all(|(_, word)| self.stems.contains(&spelling(&stem(word))))
    }

    /// Whether the text has `term` in any of its forms.
    fn has(&self, term: &str) -> bool {
        let squashed = squash(term);
        if squashed.is_empty() || self.has_all(term) {
            return true;
        }
        if let Some(digit) = roman(term)
            && self.words.contains(&fold(digit))
        {
            return true;
        }
        if !is_figure(term) && squashed.chars().count() >= 4 && self.squashed.contains(&squashed) {
            return true;
        }
        self.compound(term)
            || self.abbreviations.iter().any(|(short, _)| squash(short) == squashed)
            || self.abbreviations.iter().any(|(_, long)| squash(long) == squashed)
            || self.spelled_out(term)
            || self.related(term)
            || self.nation(term)
    }

    /// Whether the text names the country of a nationality, or the other way round: `British`, “in the UK”.
    fn nation(&self, term: &str) -> bool {
        let forms = nation(&stem(term));
        // “They told us” names no country.
        forms.iter().any(|form| *form != "us" && self.stems.contains(*form))
            || forms.contains(&"uk") && self.has_all("United Kingdom")
            || forms.contains(&"us") && self.has_all("United States")
    }

    /// Whether the text has all parts of a compound: `p53-deficient`, `anti-TNF`.
    fn compound(&self, term: &str) -> bool {
        let parts: Vec<&str> = parts(term).filter(|part| !PREFIXES.contains(&fold(part).as_str())).collect();
        let has = |part: &&str| {
            let part = fold(part);
            self.stems.contains(&spelling(&stem(&part))) || self.words.contains(&part)
        };
        parts.len() > 1 && parts.iter().all(has)
    }

    /// Whether words of the text in a row spell an abbreviation: `BMI`, `CVD`, `T2D`.
    fn spelled_out(&self, term: &str) -> bool {
        /// Abbreviations of a single word.
        const OF_ONE_WORD: [(&str, &str); 5] = [
            ("IM", "intramuscular"),
            ("IP", "intraperitoneal"),
            ("IV", "intravenous"),
            ("SC", "subcutaneous"),
            ("TB", "tuberculosis"),
        ];
        let has = |long: &str| self.words.iter().any(|word| word.starts_with(long));
        if OF_ONE_WORD.iter().any(|(short, long)| *short == term && has(long)) {
            return true;
        }
        let upper = term.chars().filter(|c| c.is_uppercase()).count();
        let letters: Vec<char> = fold(term).chars().filter(|c| c.is_alphanumeric()).collect();
        let letters = if term.ends_with('s') && upper > 1 { &letters[..letters.len() - 1] } else { &letters[..] };
        if upper < 2 || !(2..=6).contains(&letters.len()) {
            return false;
        }
        (0..self.words.len()).any(|at| spells(&self.words[at..], letters))
    }

    /// Whether the text has a word of the same root: `Africa` and `African`.
    fn related(&self, term: &str) -> bool {
        let term = fold(term);
        if term.chars().any(|c| c.is_ascii_digit()) || term.chars().count() < 5 {
            return false;
        }
        self.words.iter().any(|word| {
            let shared = word.chars().zip(term.chars()).take_while(|(a, b)| a == b).count();
            shared >= 5 && word.chars().count() <= shared + 3 && term.chars().count() <= shared + 3
        })
    }
}

/// Parts of compounds that say nothing of what the compound is about.
const PREFIXES: &[&str] = &["anti", "co", "inter", "intra", "multi", "non", "post", "pre", "re", "sub"];

fn squash(text: &str) -> String {
    let alike = |c: char| {
        if c == 'α' {
            "alpha".to_owned()
        } else if c == 'β' {
            "beta".to_owned()
        } else {
            c.to_string()
        }
    };
    fold(text).chars().filter(|c| c.is_alphanumeric()).map(alike).collect()
}

/// British and American spelling alike.
fn spelling(stem: &str) -> String {
    stem.replace("ae", "e").replace("oe", "e").replace("our", "or").replace("isat", "izat").replace("ys", "yz")
}

/// The number that a Roman numeral stands for.
fn roman(word: &str) -> Option<&'static str> {
    const NUMERALS: [(&str, &str); 10] = [
        ("I", "1"),
        ("II", "2"),
        ("III", "3"),
        ("IV", "4"),
        ("V", "5"),
        ("VI", "6"),
        ("VII", "7"),
        ("VIII", "8"),
        ("IX", "9"),
        ("X", "10"),
    ];
    let by = |(roman, digit): (&'static str, &'static str)| {
        (roman == word).then_some(digit).or_else(|| (digit == word).then_some(roman))
    };
    NUMERALS.into_iter().find_map(by)
}

fn is_figure(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || "$€£".contains(c))
}

/// Whether the statement's figure in a pair such as `1.3 million / 1.31 million` is the anchor.
fn own_figure(pair: &str, anchor: &str) -> bool {
    let number = |text: &str| text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect::<String>();
    pair.split_once(" / ").is_some_and(|(own, _)| number(own) == number(anchor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixtures;

    fn missing_in(statement: &str, anchors: &[&str], text: &str) -> Vec<String> {
        let mut statement = fixtures::statement(statement);
        statement.anchors = anchors.iter().map(|a| (*a).into()).collect();
        missing(&statement, text, &SourceMeta::default())
    }

    #[test]
    fn a_term_in_another_form_is_no_false_alarm() {
        for (anchor, text) in [
            ("LDL-C", "LDL cholesterol fell by a third."),
            ("LDL-C", "Low-density lipoprotein cholesterol fell."),
            ("BMI", "The body mass index was 31."),
            ("CVD", "Death from cardiovascular disease was rarer."),
            ("T2D", "Adults with type 2 diabetes took part."),
            ("IV", "Intravenous iron was given."),
            ("II", "Patients with type 2 diabetes."),
            ("2", "Patients with type II diabetes."),
            ("statins", "A statin was given."),
            ("p53-deficient", "Mice deficient in p53 died early."),
            ("TNF-α", "TNFα was raised."),
            ("African", "Cohorts in Africa were followed."),
            ("British", "Patients in the UK were followed."),
            ("British", "Patients in the United Kingdom were followed."),
            ("American", "Cohorts of the United States were followed."),
            ("Germany", "German patients were followed."),
            ("anaemia", "Anemia was common."),
            ("GLP-1", "The GLP1 agonist was better."),
            ("Th2", "Survival of T(H)2 cells was better."),
        ] {
            assert_eq!(missing_in(&format!("It is {anchor}."), &[anchor], text), Vec::<String>::new(), "{anchor}");
        }
    }

    #[test]
    fn a_term_that_the_text_lacks_is_found_missing() {
        for (anchor, text) in [
            ("IL-6", "IL-17 was raised in all patients."),
            ("BMI", "Weight was measured at the start."),
            ("HIV", "Hepatitis was common in the cohort."),
            ("American", "Patients told us what they ate."),
            ("British", "Patients in Spain were followed."),
            ("2019", "The survey was made in 2003."),
        ] {
            assert_eq!(missing_in(&format!("It is {anchor}."), &[anchor], text), [anchor]);
        }
    }

    #[test]
    fn a_figure_that_the_number_rule_compares_is_not_missing() {
        let anchors = ["1.3"];
        let statement = "Tesla delivered 1.3 million vehicles.";
        assert_eq!(
            missing_in(statement, &anchors, "The company delivered 1.31 million vehicles."),
            Vec::<String>::new()
        );
        assert_eq!(missing_in(statement, &anchors, "The company opened a factory."), ["1.3"]);
    }

    /// Every other study was said to lack a key term, which was the paper's own result.
    #[test]
    fn the_estimates_of_a_paper_are_no_key_terms_of_other_works() {
        let mut statement = fixtures::statement("Walking lowered HbA1c by 0.6% in 240 adults, by 16S counts.");
        statement.anchors = ["HbA1c", "0.6%", "240", "16S"].map(Clean::from).to_vec();
        statement.kind = Kind::Finding;
        assert_eq!(missing(&statement, "Walking was studied.", &SourceMeta::default()), ["HbA1c", "16S"]);
    }

    #[test]
    fn a_name_is_looked_for_as_a_whole() {
        let statement = "The White House plans a ballroom.";
        let anchors = ["White", "House"];
        assert_eq!(
            missing_in(statement, &anchors, "The house of the president gets a ballroom."),
            Vec::<String>::new()
        );
        assert_eq!(missing_in(statement, &anchors, "A ballroom is planned."), ["White House"]);
    }
}
