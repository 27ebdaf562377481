//! Whether what an extractor gave reads like a text.

use super::margins::without_running_heads;

/// How much of a text there is, and whether it reads like one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quality {
    /// Words of at least two letters.
    pub words: usize,
    /// Letters and digits.
    letters: usize,
    /// Pages, empty ones included.
    pub pages: usize,
    /// Pages without a single word.
    blank: usize,
    /// Share of characters that are no text, 0–1.
    garbage: f64,
    /// Share of the longer Latin words that have a vowel, 0–1.
    spoken: f64,
    /// Share of the words in [`LOST`] that lost letters, 0–1.
    broken: f64,
}

/// Frequent words as they are left where a font does not say what its ligatures are.
const LOST: [(&str, &str); 24] = [
    ("dierent", "different"),
    ("dierence", "difference"),
    ("dierences", "differences"),
    ("eect", "effect"),
    ("eects", "effects"),
    ("eective", "effective"),
    ("ecient", "efficient"),
    ("eciency", "efficiency"),
    ("signicant", "significant"),
    ("signicantly", "significantly"),
    ("specic", "specific"),
    ("conrmed", "confirmed"),
    ("dened", "defined"),
    ("identied", "identified"),
    ("inuence", "influence"),
    ("ndings", "findings"),
    ("eld", "field"),
    ("rst", "first"),
    ("*e", "the"),
    ("*is", "this"),
    ("*ese", "these"),
    ("+e", "the"),
    ("+is", "this"),
    ("+ese", "these"),
];

impl Quality {
    /// That of what is left of `pages` without running heads, such as the stamp of a library.
    pub fn of(pages: &[String]) -> Self {
        let pages = without_running_heads(pages);
        let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
        let count = |page: &String| page.split_whitespace().filter(letters).count();
        let words = pages.iter().map(count).sum();
        let blank = pages.iter().filter(|page| count(page) == 0).count();
        let printed = || pages.iter().flat_map(|page| page.chars()).filter(|c| !c.is_whitespace());
        let odd =
            |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(c);
        let share = |part: usize, whole: usize| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
        let garbage = share(printed().filter(odd).count(), printed().count());
        let latin = || {
            pages.iter().flat_map(|page| page.split_whitespace()).filter(|word| {
                word.len() > 3 && word.chars().all(|c| c.is_ascii_alphabetic()) && word.chars().any(char::is_lowercase)
            })
        };
        let vowel = |word: &&str| word.contains(|c: char| "aeiouyAEIOUY".contains(c));
        Self {
            words,
            letters: printed().filter(|c| c.is_alphanumeric()).count(),
            pages: pages.len(),
            blank,
            garbage,
            spoken: share(latin().filter(vowel).count(), latin().count()),
            broken: lost(&pages),
        }
    }

    /// Enough text to be read: ten words, or as many letters as an abstract has at least (`docs/rules.md#extract`) where
    /// words are not apart.
    pub fn has_text(self) -> bool {
        self.words >= 10 || self.letters >= 50
    }

    /// Enough text that reads like text.
    pub fn is_readable(self) -> bool {
        self.has_text() && self.garbage < 0.1 && self.spoken > 0.7
    }

    /// Hardly any words on pages of which at least half are a picture. Where it is not known what the pages show, few
    /// words are enough.
    pub fn is_scan(self, pictures: Option<usize>) -> bool {
        self.words < 10 * self.pages && pictures.is_none_or(|pictures| pictures * 2 >= self.pages)
    }

    /// Readable, and no need to ask another extractor.
    pub fn is_good(self) -> bool {
        self.is_readable() && self.garbage < 0.02 && self.broken < 0.02 && self.blank * 4 <= self.pages
    }
}

/// Share of the words in [`LOST`] that lost letters, 0–1.
fn lost(pages: &[String]) -> f64 {
    let words = pages.iter().flat_map(|page| page.split_whitespace());
    let (mut broken, mut all) = (0, 0);
    for word in words.map(|word| word.trim_matches(['.', ',', ';', ':', '(', ')'])) {
        let lost = LOST.iter().any(|(left, _)| *left == word);
        broken += usize::from(lost);
        all += usize::from(lost || LOST.iter().any(|(_, whole)| whole.eq_ignore_ascii_case(word)));
    }
    broken as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::{super::margins::tests::book, *};

    /// A font that loses its ligatures makes sentences that nobody can check; another extractor may know them.
    #[test]
    fn a_text_that_lost_its_ligatures_is_not_good() {
        let page = "The dierent groups had no eect on the rate at which the signicant values rose over the years. ";
        let quality = Quality::of(&[page.repeat(9)]);
        assert!(quality.is_readable() && !quality.is_good());
        let whole = page.replace("dierent", "different").replace("eect", "effect").replace("signicant", "significant");
        assert!(Quality::of(&[whole.repeat(9)]).is_good());
    }

    #[test]
    fn a_scan_is_told_from_a_text() {
        assert!(Quality::of(&book(4)).is_good());
        assert!(!Quality::of(&[]).is_readable());
        assert!(!Quality::of(&vec![String::new(); 9]).is_readable());
        assert!(!Quality::of(&["3 of 7".to_owned()]).is_readable());
        assert!(!Quality::of(&["\u{fffd}\u{fffd}ab \u{e000}cd ".repeat(40)]).is_readable());
        assert!(!Quality::of(&["xkcd qwrt zzzpl bcdfg ".repeat(40)]).is_readable());
        let mostly_blank: Vec<String> =
            book(1).into_iter().map(|page| page.repeat(9)).chain(vec![String::new(); 5]).collect();
        assert!(Quality::of(&mostly_blank).is_readable() && !Quality::of(&mostly_blank).is_good());
    }
}
