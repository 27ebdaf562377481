//! Texts → the terms by which they are found: folded, stemmed, without stop words.
//!
//! The same function serves documents and queries. A term consists of letters
//! and digits only, so nothing in a query can be read as query syntax.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::words::Words;

/// How often a term in the title counts.
const TITLE: u16 = 2;

/// Longer words are garbage (sequences, base64) and are cut, in characters.
const LONGEST: usize = 48;

/// Compounds of more parts than this (chemical names, ranges) get no joined form.
const MOST_JOINED: usize = 4;

/// Words that say nothing about what a text is about.
const STOP: &str = "
    a about above across after again against all almost alone along already also although always am among an and
    another any anyone anything are aren around as at be became because become becomes been before being below
    beside besides between beyond both but by can cannot could couldn did didn do does doesn doing don done down due
    during each either else enough etc even ever every few for from further had hadn has hasn have haven having he
    hence her here hers herself him himself his how however i if in indeed into is isn it its itself just less made
    many may me might more moreover most mostly much must my myself namely neither never nevertheless no nor not
    nothing now of off often on once one only onto or other others otherwise our ours ourselves out over own per
    perhaps quite rather really same several shall she should shouldn since so some something sometimes still such
    than that the their theirs them themselves then there thereby therefore these they this those though through
    throughout thus to together too toward towards under until up upon us very via was wasn we were weren what
    whatever when where whereas whether which while who whole whom whose why will with within without would wouldn
    yet you your yours yourself yourselves
";

/// So many words are remembered; most of the words of a large library are in few texts.
const MOST_KNOWN: usize = 500_000;

/// Makes terms; remembers the stems it has made, which is most of the work.
pub(super) struct Terms {
    stemmer: Stemmer,
    /// Word → number of its stem, from 1; 0 for stop words.
    known: Words<u32>,
    /// Stem → its number.
    numbers: Words<u32>,
    stems: Vec<Stem>,
    /// How many passages were counted so far.
    counted: u64,
}

struct Stem {
    term: Box<str>,
    /// The passage that it was in last, as the number of those counted before, and its place among the terms of that.
    last: (u64, usize),
}

/// The terms of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Each once, with a space behind it.
    terms: String,
    /// How often each is there; in the title counts [`TITLE`] times.
    often: Vec<u16>,
    /// How many words title and passage have that are not stop words.
    pub(super) length: u32,
}

impl Counts {
    /// Each term with how often it is there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u16)> {
        self.terms.split_terminator(' ').zip(self.often.iter().copied())
    }
}

impl Terms {
    pub(super) fn new() -> Self {
        let mut terms = Self {
            stemmer: Stemmer::create(Algorithm::English),
            known: Words::default(),
            numbers: Words::default(),
            stems: Vec::new(),
            counted: 0,
        };
        terms.forget();
        terms
    }

    fn forget(&mut self) {
        (self.known, self.numbers, self.stems) = (Words::default(), Words::default(), Vec::new());
        STOP.split_whitespace().for_each(|word| self.known.insert(word, 0));
    }

    /// Hands the terms of `text` to `take`, in order, as often as they are in it.
    pub(super) fn each(&mut self, text: &str, mut take: impl FnMut(&str)) {
        self.each_stem(text, |stem, _| take(&stem.term));
    }

    /// Counts the terms of a passage.
    pub(super) fn count(&mut self, title: &str, text: &str) -> Counts {
        if self.known.len() > MOST_KNOWN {
            self.forget();
        }
        self.counted += 1;
        let size = title.len() + text.len();
        // Half of a text is said again or says nothing.
        let mut counts =
            Counts { terms: String::with_capacity(size / 2), often: Vec::with_capacity(size / 12), length: 0 };
        for (part, weight) in [(title, TITLE), (text, 1)] {
            self.each_stem(part, |stem, passage| {
                counts.length = counts.length.saturating_add(1);
                if stem.last.0 != passage {
                    stem.last = (passage, counts.often.len());
                    counts.often.push(0);
                    counts.terms.push_str(&stem.term);
                    counts.terms.push(' ');
                }
                let often = &mut counts.often[stem.last.1];
                *often = often.saturating_add(weight);
            });
        }
        counts
    }

    fn each_stem(&mut self, text: &str, mut take: impl FnMut(&mut Stem, u64)) {
        let folded = fold(text);
        let mut rest = &*folded;
        while let Some((compound, is_word)) = next_compound(&mut rest) {
            if is_word {
                self.one(compound, &mut take);
                continue;
            }
            let parts = || compound.split('-').filter(|part| !part.is_empty());
            for part in parts() {
                self.one(part, &mut take);
            }
            let count = parts().count();
            if (2..=MOST_JOINED).contains(&count) && compound.chars().any(char::is_alphabetic) {
                let joined: String = parts().collect();
                self.one(&joined, &mut take);
            }
        }
    }

    fn one(&mut self, word: &str, take: &mut impl FnMut(&mut Stem, u64)) {
        let cut = if word.len() > LONGEST { word.char_indices().nth(LONGEST) } else { None };
        let word = cut.map_or(word, |(end, _)| &word[..end]);
        let number = match self.known.get(word) {
            Some(number) => *number,
            None => self.learn(word),
        };
        if let Some(stem) = (number as usize).checked_sub(1).and_then(|at| self.stems.get_mut(at)) {
            take(stem, self.counted);
        }
    }

    /// The number of the stem of a word that is met for the first time.
    fn learn(&mut self, word: &str) -> u32 {
        let stem = self.stemmer.stem(word);
        let number = self.numbers.entry(&stem);
        if *number == 0 {
            self.stems.push(Stem { term: (&*stem).into(), last: (0, 0) });
            *number = u32::try_from(self.stems.len()).unwrap_or_default();
        }
        self.known.insert(word, *number);
        *number
    }
}

/// Takes the first run of letters, digits and hyphens off `rest`, and says whether it has no hyphens.
fn next_compound<'t>(rest: &mut &'t str) -> Option<(&'t str, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    *rest = rest.trim_start_matches(|c| !is_part(c));
    let mut is_word = true;
    let end = rest.find(|c: char| {
        is_word &= c != '-';
        !is_part(c)
    });
    let (compound, behind) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = behind;
    (!compound.is_empty()).then_some((compound, is_word))
}

/// Lower case, without accents, compatibility forms resolved, every kind of
/// hyphen as `-`, Greek letters by name (`TNFα` → `tnf-alpha`) and endings
/// after an apostrophe cut (`Crohn's` → `crohn`).
fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 8);
    let mut rest = text;
    // No rule looks beyond a space, and few of the words are not ASCII.
    while let Some(odd) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let start = rest.as_bytes()[..odd].iter().rposition(|byte| *byte == b' ').map_or(0, |at| at + 1);
        let end = rest.as_bytes()[odd..].iter().position(|byte| *byte == b' ').map_or(rest.len(), |at| odd + at + 1);
        fold_ascii(&rest[..start], &mut out);
        out.push_str(&fold_any(&rest[start..end]));
        rest = &rest[end..];
    }
    fold_ascii(rest, &mut out);
    out
}

fn fold_any(text: &str) -> String {
    let plain: Vec<char> = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    let mut out = String::with_capacity(plain.len());
    let mut at = 0;
    while let Some(&c) = plain.get(at) {
        let run = |is: fn(char) -> bool| plain[at..].iter().take_while(|c| is(**c)).count();
        match c {
            '\'' | '\u{2019}' => {
                let ending = plain[at + 1..].iter().take_while(|c| c.is_alphanumeric()).count();
                let follows = at > 0 && plain[at - 1].is_alphabetic();
                out.push(' ');
                at += if follows && ending <= 2 { 1 + ending } else { 1 };
            }
            '\u{2010}'..='\u{2013}' | '\u{2212}' => {
                out.push('-');
                at += 1;
            }
            c if greek(c).is_some() => {
                let letters = run(|c| greek(c).is_some());
                // One or two are symbols; more are a Greek word.
                for &c in &plain[at..at + letters] {
                    match greek(c).filter(|_| letters <= 2) {
                        Some(name) => out.extend(["-", name, "-"]),
                        None => out.push(c),
                    }
                }
                at += letters;
            }
            c => {
                out.push(c);
                at += 1;
            }
        }
    }
    out
}

/// The same of most texts, in a third of the time.
fn fold_ascii(text: &str, out: &mut String) {
    let start = out.len();
    let mut parts = text.split('\'');
    let mut before = parts.next().unwrap_or_default();
    out.push_str(before);
    for part in parts {
        let ending = part.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let follows = before.ends_with(|c: char| c.is_ascii_alphabetic());
        out.push(' ');
        out.push_str(if follows && ending <= 2 { &part[ending..] } else { part });
        before = part;
    }
    out[start..].make_ascii_lowercase();
}

fn greek(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'ο' => "omicron",
        'π' => "pi",
        'ρ' => "rho",
        'σ' | 'ς' => "sigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> String {
        let mut line = Vec::new();
        Terms::new().each(text, |term| line.push(term.to_owned()));
        line.join(" ")
    }

    #[test]
    fn inflected_words_meet_in_their_stem() {
        assert_eq!(terms("studies of an increased risk"), terms("Study: increasing risks"));
    }

    #[test]
    fn names_are_found_however_they_are_spelt() {
        assert_eq!(terms("TNF-α"), terms("TNFα"));
        assert_eq!(terms("TNF-alpha"), terms("TNF\u{2011}α"));
        assert!(terms("IL-6").split(' ').any(|term| term == terms("IL6")));
        assert_eq!(terms("Crohn’s"), terms("crohn"));
        assert_eq!(terms("Sjögren"), terms("Sjogren"));
        assert_eq!(terms("ﬁbrosis"), terms("fibrosis"));
    }

    #[test]
    fn a_greek_text_is_not_spelt_out() {
        assert_eq!(terms("μελέτη"), "μελετη");
    }

    #[test]
    fn stop_words_leave_nothing() {
        assert_eq!(terms("It was not, and it won't be: they're the same."), "won");
        assert_eq!(terms("- -- ' \" * 'tis"), "tis");
    }

    #[test]
    fn a_passage_lists_each_term_once_and_the_title_counts_twice() {
        let mut made = Terms::new();
        for _ in 0..2 {
            let counts = made.count("Zinc and colds", "Zinc was given. Zinc, then café.");
            let terms: Vec<_> = counts.iter().collect();
            assert_eq!(terms, [("zinc", 4), ("cold", 2), ("given", 1), ("cafe", 1)]);
            assert_eq!(counts.length, 6);
        }
    }

    #[test]
    fn a_text_of_plain_letters_is_folded_like_any_other() {
        for text in ["Crohn's", "'tis", "it's 5' long", "a'b''c'def", "James' 'S", "x's'd", "rock'n'roll 2's", "'", ""]
        {
            // The sign at the end makes it a text that is not plain.
            assert_eq!(format!("{}\u{b6}", fold(text)), fold(&format!("{text}\u{b6}")), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_folded_word_by_word_as_it_is_in_one(text in "([a-zA-Z'’ α\u{301}é-]|\\PC){0,40}") {
            prop_assert_eq!(fold(&text), fold_any(&text));
        }

        #[test]
        fn terms_are_letters_and_digits_only(text in any::<String>()) {
            let mut made = Terms::new();
            made.each(&text, |term| {
                assert!(!term.is_empty() && term.chars().all(char::is_alphanumeric), "{term:?}");
            });
        }
    }
}
