//! What a statement hangs on: the words by which its evidence is known.

use std::ops::Range;

use crate::text::words;

use super::lexicon;

/// At most this many anchors a statement.
const ANCHORS: usize = 8;

/// Names, acronyms and quantities, in order.
pub fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (range, word) in words(text) {
        let lower = word.to_lowercase();
        let number = word.chars().all(|c| c.is_ascii_digit());
        // A digit alone is found on every page.
        let says_nothing = number && word.len() == 1
            || is_part_of_paper(&lower)
            || is_numbered_part(&text[..range.start])
            || is_of_interval(text, &range)
            || is_of_test(&text[..range.start]);
        let telling = lexicon::is_entity(word, range.start == 0) && lexicon::is_content(&lower) && !says_nothing;
        let mut named = word.to_owned();
        if telling && text[range.end..].starts_with('%') {
            named.push('%');
        }
        if telling && anchors.len() < ANCHORS && !anchors.contains(&named) {
            anchors.push(named);
        }
    }
    anchors
}

/// Whether a word names a part of its own paper, which no other has: “(Fig. 1)”.
fn is_part_of_paper(lower: &str) -> bool {
    matches!(lower, "fig" | "figs" | "figure" | "figures" | "table" | "tables" | "supplementary" | "appendix" | "eq")
}

/// Whether what follows this text is the number of such a part: the 12 of “(Fig. 12)”.
fn is_numbered_part(before: &str) -> bool {
    let named = before.trim_end_matches(['.', ' ', '\u{a0}']);
    named.len() < before.len() && words(named).last().is_some_and(|(_, word)| is_part_of_paper(&word.to_lowercase()))
}

/// Whether a word of a text only says how sure a figure is: “CI”, “95%” in front of it, and the limits of an interval in
/// brackets.
fn is_of_interval(text: &str, word: &Range<usize>) -> bool {
    const NAMES: [&str; 5] = ["CI", "CrI", "IQR", "SD", "SE"];
    let names = |part: &str| words(part).any(|(_, word)| NAMES.contains(&word));
    let behind = text[word.end..].trim_start_matches('%').trim_start();
    if NAMES.contains(&&text[word.clone()]) || NAMES.iter().any(|name| behind.starts_with(name)) {
        return true;
    }
    // What follows the name within its brackets, up to the next semicolon.
    let opened = text[..word.start].rfind(['(', '[', ';']).map(|at| &text[at..word.start]);
    opened.is_some_and(|part| !part.contains([')', ']']) && names(part))
}

/// Whether a figure behind this text is that of a test, which no other paper gives: “p < 0.05”, “F(1, 50) = 32.97”.
fn is_of_test(before: &str) -> bool {
    const TESTS: [&str; 13] = ["p", "P", "F", "t", "z", "Z", "r", "d", "H", "U", "χ²", "χ2", "η²"];
    let is_named = |text: &str| {
        let name = text.trim_end().trim_end_matches(" value").trim_end_matches("-value");
        TESTS.contains(&name.rsplit(|c: char| c.is_whitespace() || "([,;".contains(c)).next().unwrap_or_default())
    };
    let within = before.rfind('(').filter(|at| !before[*at..].contains(')'));
    if within.is_some_and(|at| is_named(&before[..at]) && !before[..at].ends_with(' ')) {
        return true;
    }
    let Some(named) = before.trim_end_matches('.').trim_end().strip_suffix(['=', '<', '>', '≤', '≥']) else {
        return false;
    };
    let named = named.trim_end();
    let freed = named.strip_suffix(')').and_then(|inside| inside.rfind('(').map(|at| &inside[..at]));
    is_named(freed.unwrap_or(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “The passage does not mention 76” would be said of every paper that gives another interval.
    #[test]
    fn the_limits_of_an_interval_are_no_anchors() {
        let text = "49 patients (65%; 95% CI 54–76) had a response after MATRix in 26 months (IQR 16–37) and 12 of 40.";
        assert_eq!(anchors(text), ["49", "65%", "MATRix", "26", "12", "40"]);
        assert_eq!(anchors("HbA1c fell (Fig. 12)."), ["HbA1c"]);
    }

    /// An abstract was scored lower for not giving the P value of another.
    #[test]
    fn the_figures_of_tests_are_no_anchors() {
        for text in [
            "Grass pollen predicted admissions (P = 0.01).",
            "Valence had a main effect, F(1, 50) = 32.97, p<.001, and so had sex (t(13) = 2.19; p-value ≤ 0.03).",
            "Effects were small (d = 0.29, χ²(2) = 14.1).",
        ] {
            assert_eq!(anchors(text).iter().filter(|anchor| anchor.contains(char::is_numeric)).count(), 0, "{text}");
        }
        assert_eq!(anchors("Of 240 adults (n = 120 each) 45% slept."), ["240", "120", "45%"]);
    }
}
