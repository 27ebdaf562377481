//! Pages as an extractor gives them become paragraphs to quote from.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use crate::{
    ingest::plain,
    text::{KEPT_HYPHEN, join_line, without_broken_words},
};

use super::symbols;

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
        let running = running_lines(pages);
        let pages: Vec<String> = pages.iter().map(|page| without_running(page, &running)).collect();
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

/// The paragraphs of each page, without running heads and page numbers, with
/// ligatures written out and broken lines joined.
pub(super) fn tidy(pages: &[String]) -> Vec<Vec<String>> {
    let pages = with_letters(pages);
    let running = running_lines(&pages);
    let paragraphs = |page: &String| {
        let page = with_wide_lines_apart(&without_running(page, &running));
        plain::paragraphs(&page).iter().map(|p| without_broken_words(p)).collect()
    };
    pages.iter().map(paragraphs).collect()
}

/// The pages with their letters as they are meant, without the numbers of their lines.
fn with_letters(pages: &[String]) -> Vec<String> {
    let pages: Vec<String> =
        pages.iter().map(|page| with_ranges(&with_accents(&without_ligatures(page)).replace("+−", "±"))).collect();
    let pages: Vec<String> = pages.iter().map(|page| without_banner(page)).collect();
    with_compounds(&symbols::with_signs(&without_line_numbers(pages)))
}

/// A page without the licence that bioRxiv and medRxiv print across it, line by line in the midst of its text.
fn without_banner(page: &str) -> String {
    const PARTS: [&str; 8] = [
        "bioRxiv preprint",
        "medRxiv preprint",
        "not certified by peer review",
        "preprint in perpetuity",
        "perpetuity. It is made available under",
        "The copyright holder for this",
        "this version posted",
        "International license",
    ];
    if !page.contains("certified by peer review") {
        return page.to_owned();
    }
    let is_part = |line: &&str| PARTS.iter().any(|part| line.contains(part)) || [".", ";"].contains(&line.trim());
    page.lines().filter(|line| !is_part(line)).collect::<Vec<_>>().join("\n")
}

/// The lines of a title as one, mended as the pages that they are from.
pub(super) fn title(lines: &str, pages: &[String]) -> String {
    let all: Vec<String> = pages.iter().cloned().chain([lines.to_owned()]).collect();
    let mut title = String::new();
    for line in with_letters(&all).last().into_iter().flat_map(|lines| lines.lines()) {
        join_line(&mut title, line.trim());
    }
    without_broken_words(&title)
}

/// A page's widest lines, of a footer in small type, in blocks of their own: beside one of them every line of an abstract
/// would pass for a paragraph that nobody broke.
fn with_wide_lines_apart(page: &str) -> String {
    let is_wide = |line: &str| line.chars().count() > plain::WIDEST;
    let mut out = String::with_capacity(page.len());
    let mut last = None;
    for line in page.lines() {
        if last.is_some_and(|last| last != is_wide(line)) {
            out.push('\n');
        }
        last = Some(is_wide(line));
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// “15---92” is “15–92”: TeX's dash, as a producer wrote it out; so is “1– 5”.
fn with_ranges(page: &str) -> String {
    let joined = |text: &str, dash: &str| {
        let mut parts = text.split(dash);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_range =
                out.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit());
            out.push_str(if is_range { "–" } else { dash });
            out.push_str(part);
        }
        out
    };
    joined(&joined(page, "---"), "– ")
}

fn without_ligatures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
            c => out.push(c),
        }
    }
    out
}

/// TeX sets an accent before its letter: `Lemaˆıtre` is Lemaître.
fn with_accents(text: &str) -> String {
    let combining = |accent| {
        Some(match accent {
            '\u{b4}' => '\u{301}',
            '\u{2c6}' => '\u{302}',
            '\u{a8}' => '\u{308}',
            '\u{2dc}' => '\u{303}',
            '\u{b8}' => '\u{327}',
            '\u{2c7}' => '\u{30c}',
            '\u{2da}' => '\u{30a}',
            _ => return None,
        })
    };
    const VOWELS: &str = "aeiouAEIOU";
    // No accent is on these letters: it belongs to the vowel in front of it, here and on the page.
    let letters: Vec<char> = text.chars().collect();
    let behind = letters
        .windows(3)
        .any(|at| VOWELS.contains(at[0]) && matches!(at[1], '\u{b4}' | '\u{a8}') && "bdfghkmptvwx".contains(at[2]));
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(mark) = combining(c) else {
            out.push(c);
            continue;
        };
        // Other producers set it behind the letter, and a blank behind it: “Gonza´ lez”.
        let next = chars.peek().copied();
        if let Some(vowel) = out.chars().next_back().filter(|c| VOWELS.contains(*c))
            && (behind || next == Some(' ') && chars.clone().nth(1).is_some_and(char::is_lowercase))
        {
            out.pop();
            out.extend([vowel, mark].into_iter().nfc());
            let goes_on = chars.clone().nth(1).is_some_and(char::is_lowercase);
            chars.next_if(|next| *next == ' ' && goes_on && !behind);
            continue;
        }
        match chars.next_if(|next| next.is_alphabetic()) {
            None => out.push(c),
            Some('ı') => out.extend(['i', mark].into_iter().nfc()),
            Some(letter) => out.extend([letter, mark].into_iter().nfc()),
        }
    }
    out
}

const SOFT_HYPHEN: char = '\u{ad}';

/// The shortest parts of a compound that is known by them alone, in bytes: “there-fore” is one word.
const PARTS: (usize, usize) = (6, 5);

/// What is the second half of a compound wherever it is behind a hyphen: “model-based”.
const ENDS_COMPOUND: [&str; 21] = [
    "adjusted",
    "associated",
    "based",
    "controlled",
    "dependent",
    "derived",
    "diagnosed",
    "driven",
    "free",
    "induced",
    "like",
    "mediated",
    "negative",
    "positive",
    "rated",
    "related",
    "reported",
    "specific",
    "term",
    "treated",
    "wide",
];

/// The pages with the hyphens at line ends marked that belong to a compound: one that the text has within a line as well
/// or that it has both parts of, and never as one word.
fn with_compounds(pages: &[String]) -> Vec<String> {
    let lower = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: BTreeSet<String> =
        pages.iter().flat_map(|page| page.split_whitespace()).map(lower).filter(|word| !word.is_empty()).collect();
    let lines = || pages.iter().flat_map(|page| page.lines());
    // What a line's end breaks off is no word.
    let breaks = |line: &str| line.trim_end().ends_with('-');
    let begins = lines().zip([""].into_iter().chain(lines())).map(|(line, before)| (line, breaks(before)));
    let whole: BTreeSet<String> = begins
        .flat_map(|(line, cut)| {
            let words = line.split_whitespace().skip(usize::from(cut));
            words.filter(|word| !word.ends_with('-')).map(lower)
        })
        .collect();
    let is_compound = |head: &str, tail: &str| {
        let (head, tail) = (lower(head), lower(tail));
        let parts = || {
            let is_long = head.len() >= PARTS.0 && tail.len() >= PARTS.1 || ENDS_COMPOUND.contains(&tail.as_str());
            // “cor-” and “related” are one word, also where a formula has “cor”.
            let is_long = is_long && head != "cor";
            is_long && whole.contains(&head) && whole.contains(&tail)
        };
        (words.contains(&format!("{head}-{tail}")) || parts()) && !words.contains(&format!("{head}{tail}"))
    };
    let parts: BTreeSet<&str> = whole.iter().flat_map(|word| word.split('-')).collect();
    // “Antibody-medi-” breaks off where no word ends, whether or not “mediated” is anywhere else.
    let is_scrap = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_lowercase()) && !parts.contains(part);
    let mark = |page: &String| {
        let lines: Vec<&str> = page.lines().collect();
        let marked = |(at, line): (usize, &&str)| {
            let stem = line.trim_end().strip_suffix('-')?;
            let head = stem.split_whitespace().next_back()?;
            let tail = lines.get(at + 1)?.split_whitespace().next()?;
            // “Co-ex-” and “pressed”: only the last part was broken.
            let broken = || {
                head.rsplit_once('-').is_some_and(|(_, part)| {
                    words.contains(&lower(&format!("{part}{tail}")))
                        || is_scrap(part) && tail.starts_with(|c: char| c.is_ascii_lowercase())
                })
            };
            if is_compound(head, tail) {
                Some(format!("{stem}{KEPT_HYPHEN}"))
            } else {
                broken().then(|| format!("{stem}{SOFT_HYPHEN}"))
            }
        };
        let kept = lines.iter().enumerate().map(|one| marked(one).unwrap_or_else(|| (*one.1).to_owned()));
        kept.map(|line| closed(&line, is_compound)).collect::<Vec<_>>().join("\n")
    };
    pages.iter().map(mark).collect()
}

/// A line with the hyphens closed up that its layout set apart within a compound: “platinum- based”.
fn closed(line: &str, is_compound: impl Fn(&str, &str) -> bool) -> String {
    let mut parts = line.split("- ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let head = out.split_whitespace().next_back().unwrap_or_default();
        let tail = part.split_whitespace().next().unwrap_or_default();
        let apart = tail == "versus" || !is_compound(head, tail);
        out.push_str(if apart { "- " } else { "-" });
        out.push_str(part);
    }
    out
}

/// A manuscript's pages without the numbers that their lines carry at their beginning or end: those of its author, and those
/// that a journal's system adds to them.
fn without_line_numbers(pages: Vec<String>) -> Vec<String> {
    match without_a_series(&pages) {
        Some(once) => without_a_series(&once).unwrap_or(once),
        None => pages,
    }
}

/// The pages without the numbers on one side of their lines; `None` where no page has any.
fn without_a_series(pages: &[String]) -> Option<Vec<String>> {
    /// Numbered lines on a page, at least; a table has fewer rows in a series.
    const FEWEST: usize = 8;
    /// The same on a page of a manuscript with numbered pages, which may be half empty or have a list of references.
    const FEWEST_OF_REST: usize = 3;
    let mut bare: Vec<Option<String>> = pages.iter().map(|page| unnumbered(page, FEWEST, 0.5)).collect();
    bare.iter().find(|bare| bare.is_some())?;
    for (bare, page) in bare.iter_mut().zip(pages).filter(|(bare, _)| bare.is_none()) {
        *bare = unnumbered(page, FEWEST_OF_REST, 0.0);
    }
    Some(pages.iter().zip(bare).map(|(page, bare)| bare.unwrap_or_else(|| page.clone())).collect())
}

/// The page without the numbers of its lines where at least `fewest` lines and this `share` of all are numbered in series.
fn unnumbered(page: &str, fewest: usize, share: f64) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let ending = |line: &str| {
        let text = line.trim_end().trim_end_matches(is_digit);
        (line.trim_end()[text.len()..].parse::<u32>().ok(), text.trim_end().to_owned())
    };
    let opening = |line: &str| {
        let text = line.trim_start().trim_start_matches(is_digit);
        let number = line.trim_start();
        (number[..number.len() - text.len()].parse::<u32>().ok(), text.trim_start().to_owned())
    };
    let lines: Vec<&str> = page.lines().collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    let sides: [Vec<(Option<u32>, String)>; 2] =
        [lines.iter().map(|line| ending(line)).collect(), lines.iter().map(|line| opening(line)).collect()];
    for side in sides {
        let numbers: Vec<(usize, u32)> =
            side.iter().enumerate().filter_map(|(at, (number, _))| Some((at, (*number)?))).collect();
        let follows = |one: &(usize, u32), next: &(usize, u32)| one.1.checked_add(1) == Some(next.1);
        let mut counted: BTreeSet<usize> = BTreeSet::new();
        for pair in numbers.windows(2).filter(|pair| follows(&pair[0], &pair[1])) {
            counted.extend([pair[0].0, pair[1].0]);
        }
        if counted.len() >= fewest && counted.len() as f64 >= share * filled as f64 {
            let kept = lines
                .iter()
                .enumerate()
                .map(|(at, line)| if counted.contains(&at) { side[at].1.as_str() } else { *line });
            return Some(kept.collect::<Vec<_>>().join("\n"));
        }
    }
    None
}

/// How many lines at the top and bottom of a page may be running heads.
const EDGE: usize = 2;

/// The lines at a page's edge, by number.
fn edges(lines: &[&str]) -> BTreeSet<usize> {
    let filled: Vec<usize> = (0..lines.len()).filter(|at| !lines[*at].trim().is_empty()).collect();
    filled.iter().take(EDGE).chain(filled.iter().rev().take(EDGE)).copied().collect()
}

/// A running head without what changes from page to page; its number may be set small and raised.
fn shape(line: &str) -> String {
    let letters = line.chars().filter(|c| !c.is_numeric() && !c.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// The shapes that are at the edge of at least three pages and a third of
/// them (left and right pages differ).
fn running_lines(pages: &[String]) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let lines: Vec<&str> = page.lines().collect();
        let shapes: BTreeSet<String> = edges(&lines).into_iter().map(|at| shape(lines[at])).collect();
        for shape in shapes.into_iter().filter(|shape| !shape.is_empty()) {
            *seen.entry(shape).or_default() += 1;
        }
    }
    seen.retain(|_, pages_with| *pages_with >= 3 && *pages_with * 3 >= pages.len());
    seen.into_keys().collect()
}

fn without_running(page: &str, running: &BTreeSet<String>) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let edges = edges(&lines);
    let runs = |at: usize| edges.contains(&at) && (is_page_number(lines[at]) || running.contains(&shape(lines[at])));
    let mut kept = String::with_capacity(page.len());
    for (at, line) in lines.iter().enumerate() {
        // What a head was apart from stays apart.
        kept.push_str(if runs(at) { "" } else { line });
        kept.push('\n');
    }
    kept
}

fn is_page_number(line: &str) -> bool {
    let bare = line.trim().trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '|' | ' '));
    let bare = bare.strip_prefix("Page ").or_else(|| bare.strip_prefix("page ")).unwrap_or(bare);
    let number = |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    number(bare)
        || bare
            .split_once(" of ")
            .or_else(|| bare.split_once('/'))
            .is_some_and(|(page, all)| number(page) && number(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_that_are_set_before_their_letters_are_put_on_them() {
        assert_eq!(with_accents("Lema\u{2c6}\u{131}tre, G\u{a8}odel ´ x"), "Lemaître, Gödel ´ x");
        assert_eq!(with_accents("Gonza´ lez and Scho¨ n, a ´ x"), "González and Schön, a ´ x");
        assert_eq!(with_accents("Socie´te´ de Biologie Mole´culaire"), "Société de Biologie Moléculaire");
    }

    /// “Neutralwrapper” would be looked for in vain, and read as a word that nobody wrote.
    #[test]
    fn compounds_that_the_text_has_elsewhere_keep_their_hyphen_at_a_line_end() {
        let page = "A neutral-wrapper baseline and a neutral-\nwrapper test of inci-\ndence.".to_owned();
        let broken = "Genes were expressed, and co-ex-\npressed.".to_owned();
        let scrap = "Antibody-medi-\nated loss of cells, and N-\ndomain-selective drugs.".to_owned();
        assert_eq!(tidy(&[scrap]), [["Antibody-mediated loss of cells, and N-domain-selective drugs."]]);
        assert_eq!(tidy(&[broken]), [["Genes were expressed, and co-expressed."]]);
        assert_eq!(tidy(&[page]), [["A neutral-wrapper baseline and a neutral-wrapper test of incidence."]]);
    }

    /// “Hypoxiainducible” is a word that nobody wrote.
    #[test]
    fn compounds_of_two_whole_words_keep_their_hyphen_at_a_line_end() {
        let page =
            "Hypoxia is common, and an inducible gene is rare. A hypoxia-\ninducible factor was pho-\ntographed.";
        let text = "Hypoxia is common, and an inducible gene is rare. A hypoxia-inducible factor was photographed.";
        assert_eq!(tidy(&[page.to_owned()]), [[text]]);
    }

    /// “Platinumbased” is a word that nobody wrote.
    #[test]
    fn compounds_that_the_layout_sets_apart_within_a_line_are_closed_up() {
        let page =
            "Platinum is dear and based on ore. Platinum- based drugs, smoking- versus drinking, pre- and post-test.";
        assert_eq!(tidy(&[page.to_owned()]), [[page.replace("m- b", "m-b")]]);
    }

    /// The abstract would end after three of its lines, and its findings would be lost.
    #[test]
    fn a_wide_footer_above_an_abstract_leaves_it_one_paragraph() {
        let wide =
            "Abbreviations of the paper are listed here in small type over the whole width of the page. ".repeat(2);
        let page = format!(
            "{wide}\nWalking is a cheap way to sleep better\nEPNEC is rare and walkers slept longer\nthan others."
        );
        let text = "Walking is a cheap way to sleep better EPNEC is rare and walkers slept longer than others.";
        assert_eq!(tidy(&[page]), [[wide.trim(), text]]);
    }

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
    fn the_licence_across_a_preprint_is_not_text() {
        let page = "representing genes and cells\n.\nCC-BY-ND 4.0 International license\nperpetuity. It is made available under a\n\
            preprint (which was not certified by peer review) is the author/funder, who has granted bioRxiv a license to \
            display the preprint in\nThe copyright holder for this\nthis version posted November 28, 2025.\n;\nand single cells.";
        assert_eq!(without_banner(page), "representing genes and cells\nand single cells.");
        let other = "The license is an International license\n.\nand more";
        assert_eq!(without_banner(other), other);
    }

    /// The numbers of a manuscript's lines would be in the middle of every quoted sentence.
    #[test]
    fn line_numbers_of_a_manuscript_are_not_text() {
        let line = |n: usize| format!("line of letters and figures {}", ["one", "two", "three"][n % 3]);
        let page = |number: &dyn Fn(usize) -> String| (20..40).map(number).collect::<Vec<_>>().join("\n");
        let bare = page(&line);
        let behind = page(&|n| format!("{}{n}", line(n)));
        let before = page(&|n| format!("{n}   {}", line(n)));
        assert_eq!(without_line_numbers(vec![behind.clone(), before]), [bare.clone(), bare.clone()]);
        let table = "Dose 1\nDose 2\nDose 3\nThe other lines of the page\nhave no number at their end.";
        assert_eq!(without_line_numbers(vec![table.to_owned()]), [table]);
        // The last page of a manuscript goes on with references, which have no number.
        let last = format!("of sheer 447\nscale and 448\nyears. 449\n{}", "A reference of a paper.\n".repeat(9).trim());
        let text = last.replace(" 447", "").replace(" 448", "").replace(" 449", "");
        assert_eq!(without_line_numbers(vec![behind, last.clone()]), [bare.clone(), text]);
        assert_eq!(without_line_numbers(vec![last.clone()]), [last]);
        // Its author numbered the lines, and so did the journal.
        let twice = page(&|n| format!("{n} {} {}", n + 31, line(n)));
        assert_eq!(without_line_numbers(vec![twice]), [bare]);
    }

    /// A list of papers would call it “InXuence of platinum- based syn- dromes”.
    #[test]
    fn a_title_is_mended_as_its_pages_are() {
        let page = "The eVect of diVerent signiWcant drugs was speciWc to platinum-based care. ".repeat(3);
        assert_eq!(
            title("InXuence and syn-\ndromes in platinum-\nbased care", &[page]),
            "Influence and syndromes in platinum-based care"
        );
    }

    fn book(pages: usize) -> Vec<String> {
        let page = |n: usize| {
            let word = char::from(b'a' + n as u8).to_string().repeat(5);
            let head = if n.is_multiple_of(2) { format!("{n} Journal of X") } else { format!("A title {n}") };
            format!(
                "{head}\n\nThe \u{fb01}rst sentence of page {word} is bro-\nken over lines and tells of {word} words in a row.\n\n{n}\n"
            )
        };
        (1..=pages).map(page).collect()
    }

    #[test]
    fn running_heads_and_page_numbers_are_not_text() {
        let pages = tidy(&book(8));
        for (page, letter) in pages.iter().zip('b'..) {
            let word = letter.to_string().repeat(5);
            let text =
                format!("The first sentence of page {word} is broken over lines and tells of {word} words in a row.");
            assert_eq!(*page, [text]);
        }
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
