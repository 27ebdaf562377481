//! How the wording of a piece of evidence relates to that of a statement:
//! what is covered of it, and whether what they say agrees or clashes.

mod clash;

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use crate::text::{DENIALS, fold, is_month, is_stop, number_word, sentences, stem, words};

use super::lexicon as lex;

/// A text taken apart, once for all comparisons.
#[derive(Clone, Debug)]
pub struct Wording {
    tokens: Vec<Token>,
}

/// A word as the rules see it.
#[derive(Clone, Debug)]
pub struct Token {
    /// Folded.
    pub word: String,
    /// Its stem.
    pub stem: String,
    /// It says something of what the text is about.
    pub content: bool,
    /// It is a number.
    pub number: bool,
    /// It is capitalised within a sentence.
    pub name: bool,
    /// It is capitalised, wherever it occurs.
    capital: bool,
    /// An odd number of negations precedes it in its clause.
    pub negated: bool,
    /// +1 up, −1 down, 0 neither.
    pub direction: i8,
    /// A comma, bracket or semicolon precedes it.
    pause: bool,
    /// A percentage below 100.
    share: bool,
}

/// What a comparison of wordings gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// How much of the statement's content is in the evidence and around it, 0–1.
    pub coverage: f64,
    /// Above 0 they agree, below 0 they clash; the size says how clearly.
    pub polarity: f64,
    /// The first thing that the statement speaks of is in view.
    pub subject: bool,
    /// The statement says that something goes up or down, and the passage says neither.
    pub silent: bool,
    /// What clashes, in words; empty when nothing does.
    pub clashes: Vec<(&'static str, String)>,
}

impl Reading {
    /// What clashes, each once: two rules may name the same pair of words.
    pub fn distinct_clashes(&self) -> impl Iterator<Item = &(&'static str, String)> {
        let is_first = move |(at, clash): &(usize, &(&'static str, String))| !self.clashes[..*at].contains(*clash);
        self.clashes.iter().enumerate().filter(is_first).map(|(_, clash)| clash)
    }
}

impl Wording {
    /// Takes `text` apart.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut end = 0;
        let spoken = words(text).flat_map(|(range, word)| {
            ratio(word)
                .map_or(vec![(range.clone(), word)], |names| names.iter().map(|name| (range.clone(), *name)).collect())
        });
        for (range, word) in spoken {
            let gap = text.get(end..range.start).unwrap_or_default();
            let first = tokens.is_empty() || gap.contains(['.', '!', '?', ':', '“', '"']);
            let pause = gap.contains([',', ';', '(', ')', '.', ':', '!', '?', '—', '–']);
            end = range.end;
            let known = Known::of(word);
            let number = known.token.number;
            tokens.push(Token {
                name: known.capital && !first && !number && !known.stop,
                capital: known.capital && !(first && known.opens),
                pause,
                share: number && is_share(word, &text[range.end..]),
                ..known.token
            });
        }
        let mut wording = Self { tokens };
        wording.mark_negations();
        wording
    }

    /// Whether the text as a whole is negated: a part of it, up to “and”, has an
    /// odd number of negations and undoings that are not part of a comparison or
    /// a phrase such as “not only”.
    #[must_use]
    pub fn negated(&self) -> bool {
        let (mut cues, mut undone) = (0, false);
        for (at, token) in self.tokens.iter().enumerate() {
            if matches!(token.word.as_str(), "and" | "but") {
                if (cues + usize::from(undone)) % 2 == 1 {
                    return true;
                }
                (cues, undone) = (0, false);
            }
            let down = self.tokens.get(at + 1).is_some_and(|next| next.word == "down");
            cues += usize::from(self.is_negation(at));
            undone |=
                lex::UNDOING.contains(&token.stem.as_str()) || down && lex::STRIKING.contains(&token.stem.as_str());
        }
        (cues + usize::from(undone)) % 2 == 1
    }

    /// Its words, in order.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Stems of names: capitalised words not at the start of a sentence.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter(|token| token.name).map(|token| token.stem.as_str())
    }

    /// Stems of names, those at the start of a sentence among them where no
    /// common word is capitalised otherwise: the words that a claim is about.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.tokens
            .iter()
            .filter(|token| token.capital && token.content && !token.number && !is_month(&token.word))
            .map(|token| token.stem.as_str())
    }

    /// The first word with this stem, folded.
    #[must_use]
    pub fn word_of(&self, stem: &str) -> Option<&str> {
        self.first(stem).map(|token| token.word.as_str())
    }

    fn first(&self, stem: &str) -> Option<&Token> {
        self.tokens.iter().find(|token| token.stem == stem)
    }

    /// [`Self::covered_by`] over the words that are no names; 1 when there are only names.
    #[must_use]
    pub fn covered_without_names(&self, other: &Self, around: Option<&Self>) -> f64 {
        let tokens: Vec<Token> = self.tokens.iter().filter(|token| !token.capital).cloned().collect();
        if tokens.iter().any(|token| token.content && !token.number) {
            Self { tokens }.covered_by(other, around)
        } else {
            1.0
        }
    }

    /// Whether a word with this stem is in the text.
    #[must_use]
    pub fn has_stem(&self, stem: &str) -> bool {
        self.tokens.iter().any(|token| same_stem(&token.stem, stem))
    }

    /// Whether a word with this stem, or one that says much the same, is in the text.
    #[must_use]
    pub fn speaks_of(&self, stem: &str) -> bool {
        self.has_stem(stem) || lex::alike(stem).any(|stem| self.has_stem(stem))
    }

    /// Whether any of these words is in the text as it is.
    #[must_use]
    pub fn has_any(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| words.contains(&token.word.as_str()))
    }

    /// The stems of `list` that are in the text.
    pub fn stems_of<'a>(&'a self, list: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        list.iter().copied().filter(|stem| self.tokens.iter().any(|token| token.stem == *stem))
    }

    /// How much of this text's content is in `other`, or with part of its
    /// weight in `around`, 0–1. Numbers are left out, they have rules of their own.
    #[must_use]
    pub fn covered_by(&self, other: &Self, around: Option<&Self>) -> f64 {
        let (mut all, mut found) = (0.0, 0.0);
        for (at, token) in self.tokens.iter().enumerate() {
            let earlier = self.tokens[..at].iter().any(|before| before.stem == token.stem);
            if !token.content || token.number || earlier {
                continue;
            }
            let weight = token.weight();
            all += weight;
            // Another direction fills the place of a direction; whether it agrees is not asked here.
            let direction = token.direction != 0 && other.tokens.iter().any(|token| token.direction != 0);
            let met =
                |text: &Self| text.has_stem(&token.stem) || lex::alike(&token.stem).any(|stem| text.has_stem(stem));
            if direction || met(other) {
                found += weight;
            } else if around.is_some_and(met) {
                found += weight * AROUND;
            }
        }
        if all > 0.0 { found / all } else { 0.0 }
    }

    /// Whether it speaks of a thing's absence: a loss, a deletion, a knockout.
    #[must_use]
    pub fn speaks_of_absence(&self) -> bool {
        self.stems_of(lex::REMOVALS).next().is_some()
    }

    /// Whether it frees from a duty: exempt, freed, waived.
    #[must_use]
    pub fn speaks_of_release(&self) -> bool {
        self.stems_of(lex::RELEASES).next().is_some()
    }

    /// “Dropped its plan to …”, “the plan was scrapped”.
    fn gives_up_plan(&self) -> bool {
        const NEAR: usize = 4;
        let undone = |at: usize| lex::UNDOING.contains(&self.tokens[at].stem.as_str()) && !self.tokens[at].negated;
        let plan = |token: &Token| lex::PLANS.contains(&token.stem.as_str());
        (0..self.tokens.len())
            .filter(|&at| undone(at))
            .any(|at| self.tokens[at.saturating_sub(NEAR)..self.tokens.len().min(at + NEAR)].iter().any(plan))
    }

    fn mark_negations(&mut self) {
        let cues: Vec<usize> = (0..self.tokens.len()).filter(|&at| self.is_negation(at)).collect();
        for at in 0..self.tokens.len() {
            let reach = cues.iter().filter(|&&cue| {
                cue < at && at - cue <= SCOPE && self.tokens[cue + 1..=at].iter().all(|token| !token.breaks())
            });
            self.tokens[at].negated = reach.count() % 2 == 1;
        }
    }

    fn is_negation(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1).map_or("", |token| token.word.as_str());
        let rules_out = token.stem == "rule" && next == "out";
        let cue = lex::is_negation(&token.word) || token.word.ends_with("n't") || rules_out;
        let before = at.checked_sub(1).map_or("", |at| self.tokens[at].word.as_str());
        // “No, it did not” denies once.
        let answers = token.word == "no" && self.tokens.get(at + 1).is_some_and(|token| token.pause);
        if token.word == "little" && before == "a" || answers {
            return false;
        }
        // “not only”, “no longer than” and “no. 3” negate nothing; “no fewer than” compares.
        cue && !matches!(next, "only" | "just" | "merely" | "necessarily" | "least" | "fewer" | "less")
    }
}

/// What a word is wherever it stands.
#[derive(Clone, Debug)]
struct Known {
    /// The token as it stands within a sentence, with no pause before it.
    token: Token,
    /// It begins with a capital and has more than one letter.
    capital: bool,
    /// A sentence may begin with it without making a name of it.
    opens: bool,
    /// It is among the words that say nothing of what a text is about.
    stop: bool,
}

/// How many words a thread remembers: most words of a text were in the one before.
const REMEMBERED: usize = 1 << 14;

thread_local! {
    static REMEMBERED_WORDS: RefCell<HashMap<Box<str>, Known>> = RefCell::default();
}

impl Known {
    /// What is known of `word`, read once by each thread.
    fn of(word: &str) -> Self {
        REMEMBERED_WORDS.with_borrow_mut(|remembered| {
            if let Some(known) = remembered.get(word) {
                return known.clone();
            }
            let known = Self::read(word);
            if remembered.len() == REMEMBERED {
                remembered.clear();
            }
            remembered.insert(word.into(), known.clone());
            known
        })
    }

    fn read(word: &str) -> Self {
        let folded = fold(word).replace('\u{2019}', "'");
        let stem = stem(word);
        let number = folded.starts_with(|c: char| c.is_ascii_digit());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let stop = is_stop(&folded);
        let content =
            !stop && !lex::AMOUNTS.contains(&folded.as_str()) && !folded.contains("n't") && (letters > 1 || number);
        Self {
            capital: word.starts_with(char::is_uppercase) && letters > 1,
            opens: opens_plainly(&folded),
            stop,
            token: Token {
                content,
                number,
                direction: direction(&stem),
                word: folded,
                stem,
                name: false,
                capital: false,
                negated: false,
                pause: false,
                share: false,
            },
        }
    }
}

/// What an acronym of a ratio stands for; “or” in small letters is a conjunction.
fn ratio(word: &str) -> Option<&'static [&'static str]> {
    Some(match word {
        "RR" => &["risk", "ratio"],
        "HR" => &["hazard", "ratio"],
        "OR" => &["odds", "ratio"],
        _ => return None,
    })
}

/// How far a negation reaches, in words.
const SCOPE: usize = 5;
/// Whether a folded word is in the lists of common words that the rules go by.
#[must_use]
pub fn is_common(word: &str) -> bool {
    let stem = stem(word);
    let stems = [lex::UP, lex::DOWN, lex::RELATIONS, lex::GENERIC, lex::UNDOING, lex::ONCE, lex::ARTEFACTS];
    let words = [lex::UNIVERSAL, lex::PARTIAL, DENIALS, lex::NEGATIONS, lex::OPENERS, lex::AMOUNTS];
    stems.iter().any(|list| list.contains(&stem.as_str()))
        || words.iter().any(|list| list.contains(&word))
        || lex::POPULATIONS.iter().any(|(_, _, list)| list.contains(&stem.as_str()))
        || lex::OPPOSITES.iter().any(|(one, other)| stem == *one || stem == *other)
        || lex::alike(&stem).next().is_some()
}

/// How much of the coverage hangs on what is said of the names.
const SAID: f64 = 0.5;
/// What a word in title or context is worth beside one in the passage.
const AROUND: f64 = 0.7;

impl Token {
    fn breaks(&self) -> bool {
        self.pause || matches!(self.word.as_str(), "but" | "however" | "although" | "whereas" | "while" | "though")
    }

    fn weight(&self) -> f64 {
        if lex::GENERIC.contains(&self.stem.as_str()) || self.direction != 0 {
            0.5
        } else if self.name || self.word.chars().any(|c| c.is_ascii_digit()) {
            1.25
        } else {
            1.0
        }
    }

    /// A number in words: “thirteen”, “thirds”.
    fn is_spelled(&self) -> bool {
        number_word(&self.word).is_some() || lex::FRACTIONS.contains(&self.word.as_str())
    }

    /// Whether it is a word for a relation between two things.
    #[must_use]
    pub fn relation(&self) -> bool {
        lex::RELATIONS.contains(&self.stem.as_str())
    }
}

/// Words that are capitalised only because a sentence begins with them.
fn opens_plainly(word: &str) -> bool {
    number_word(word).is_some()
        || lex::is_negation(word)
        || lex::OPENERS.contains(&word)
        || lex::AMOUNTS.contains(&word)
}

/// Whether a number with what follows it is a percentage below 100.
fn is_share(number: &str, rest: &str) -> bool {
    let rest = rest.trim_start();
    let percent = rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent");
    percent && number.parse::<f64>().is_ok_and(|value| value < 100.0)
}

/// Whether two stems are opposites.
#[must_use]
pub fn opposed(one: &str, other: &str) -> bool {
    static OPPOSED: LazyLock<HashSet<(&str, &str)>> =
        LazyLock::new(|| lex::OPPOSITES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect());
    let opposed: &HashSet<(&str, &str)> = &OPPOSED;
    opposed.contains(&(one, other))
}

fn direction(stem: &str) -> i8 {
    static DIRECTIONS: LazyLock<HashMap<&str, i8>> = LazyLock::new(|| {
        let down = lex::DOWN.iter().map(|stem| (*stem, -1));
        down.chain(lex::UP.iter().map(|stem| (*stem, 1))).collect()
    });
    DIRECTIONS.get(stem).copied().unwrap_or_default()
}

/// Whether two stems are of one word: equal, or alike up to the ending.
fn same_stem(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    shared >= 5 && shared * 4 >= one.len().max(other.len()) * 3
}

/// Reads `passage` against `statement`; `around` is the title and the
/// sentences beside it, which tell what the passage speaks of.
#[must_use]
pub fn read(statement: &Wording, passage: &str, around: &Wording) -> Reading {
    let whole = Wording::of(passage);
    let ranges = sentences(passage);
    if ranges.len() < 2 {
        return read_sentence(statement, &whole, around);
    }
    let parts: Vec<Wording> = ranges.into_iter().map(|range| Wording::of(&passage[range])).collect();
    read_parts(statement, &whole, &parts, around)
}

/// [`read`] for a passage of one sentence, taken apart before.
#[must_use]
pub fn read_sentence(statement: &Wording, sentence: &Wording, around: &Wording) -> Reading {
    read_parts(statement, sentence, std::slice::from_ref(sentence), around)
}

fn read_parts(statement: &Wording, whole: &Wording, parts: &[Wording], around: &Wording) -> Reading {
    // That the names are met says little as long as nothing is met of what is said of them.
    let (all, said) = (statement.covered_by(whole, Some(around)), statement.covered_without_names(whole, Some(around)));
    let mut reading = Reading { coverage: all * (1.0 - SAID) + all.min(said) * SAID, ..Reading::default() };
    let names = |token: &&Token| token.content && !token.number && token.direction == 0 && !token.is_spelled();
    let first = statement.tokens.iter().find(names);
    reading.subject = first.is_none_or(|token| whole.speaks_of(&token.stem) || around.speaks_of(&token.stem));
    let covers: Vec<f64> = parts.iter().map(|part| statement.covered_by(part, None)).collect();
    let best = covers.iter().copied().fold(0.0, f64::max);
    let mut weights = 0.0;
    for (part, cover) in parts.iter().zip(&covers) {
        // A sentence that hardly speaks of the statement has no say.
        if *cover < best * 0.6 {
            continue;
        }
        let weight = (cover / best.max(0.01)).powi(2);
        let (polarity, clashes) = clash::polarity(statement, part);
        reading.polarity += polarity * weight;
        let new: Vec<_> = clashes.into_iter().filter(|clash| !reading.clashes.contains(clash)).collect();
        reading.clashes.extend(new);
        weights += weight;
    }
    if weights > 0.0 {
        reading.polarity /= weights;
    }
    let turns = |wording: &Wording| wording.tokens.iter().any(|token| token.direction != 0);
    reading.silent = reading.polarity == 0.0 && turns(statement);
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_plain(statement: &str, passage: &str) -> Reading {
        read(&Wording::of(statement), passage, &Wording::of(""))
    }

    #[test]
    fn what_clashes_is_told_from_what_agrees() {
        for (statement, passage, clashes) in [
            ("Aspirin lowers the risk of stroke.", "Aspirin reduced the risk of stroke.", false),
            ("Aspirin lowers the risk of stroke.", "Aspirin increased the risk of stroke.", true),
            ("Aspirin lowers the risk of stroke.", "Aspirin did not lower the risk of stroke.", true),
            ("Aspirin does not lower the risk of stroke.", "Aspirin did not reduce the risk of stroke.", false),
            ("Aspirin is associated with stroke.", "Aspirin was not associated with stroke.", true),
            ("Aspirin has no effect on stroke.", "Aspirin had no effect on stroke.", false),
            ("The cells are sensitive to heat.", "The cells are resistant to heat.", true),
            ("The method is safe.", "The method is unsafe.", true),
            ("All members voted.", "Only some members voted.", true),
            ("Loss of p53 increases tumour growth.", "Tumour growth was reduced by p53.", false),
            ("Yeast without YAR1 grows on glucose.", "Cells lacking YAR1 were found to grow on glucose.", false),
            ("The dye acts on DNA.", "The new data rule out that the dye acts on DNA.", true),
            ("The dye does not act on DNA.", "The new data rule out that the dye acts on DNA.", false),
        ] {
            let reading = read_plain(statement, passage);
            assert_eq!(reading.polarity < 0.0, clashes, "{statement} / {passage}: {reading:?}");
        }
    }

    /// A reviewer read “caus” against “prevent”, which neither text says.
    #[test]
    fn clashes_are_named_in_the_words_of_the_texts_each_once() {
        for (statement, passage, named) in [
            ("Aspirin causes ulcers.", "Aspirin prevents ulcers.", "opposite: “causes” against “prevents”"),
            ("The drug is effective.", "The drug is ineffective.", "opposite: “effective” against “ineffective”"),
            (
                "The law applies to shops.",
                "The law does not apply to shops. It does not apply to shops.",
                "negation: the passage denies it, the statement does not",
            ),
        ] {
            let reading = read_plain(statement, passage);
            let clashes: Vec<String> =
                reading.distinct_clashes().map(|(rule, note)| format!("{rule}: {note}")).collect();
            assert!(clashes.iter().any(|clash| clash == named), "{clashes:?}");
            assert_eq!(clashes.iter().filter(|clash| *clash == named).count(), 1, "{clashes:?}");
        }
    }

    #[test]
    fn names_alone_do_not_make_a_passage_speak_of_the_statement() {
        let met = read_plain("Greta Olsen resigned from the council.", "Greta Olsen resigned from the town council.");
        let names = read_plain("Greta Olsen resigned from the council.", "Greta Olsen likes sailing.");
        assert!(met.coverage > 0.9 && names.coverage < 0.4, "{met:?} {names:?}");
    }

    #[test]
    fn double_negation_is_none() {
        assert!(Wording::of("The law does not apply.").negated());
        assert!(!Wording::of("It is not so that the law does not apply.").negated());
        assert!(!Wording::of("It is not only cheap.").negated());
    }
}
