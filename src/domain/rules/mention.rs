//! Citation numbers in prose: `[1]`, `[1, 2]`, `[3-5]`, “citation 4”, “references 1 and 2”.

use std::{collections::BTreeSet, ops::Range};

/// A longer range is taken by its ends: nobody cites two hundred passages at once.
const LONGEST_RANGE: u32 = 200;

/// Longest inside of brackets, in bytes.
const LONGEST_INSIDE: usize = 120;

/// One place in prose that cites by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The numbers, as cited; ranges written out.
    pub numbers: Vec<u32>,
    /// Bytes of the prose.
    pub range: Range<usize>,
}

/// The mentions in `text`, in order. “Study 329” and “three studies” are none.
#[must_use]
pub fn mentions(text: &str) -> Vec<Mention> {
    mentions_by(text, &NOUNS)
}

/// The numbers by which `text` cites.
#[must_use]
pub fn numbers(text: &str) -> BTreeSet<u32> {
    mentions(text).into_iter().flat_map(|mention| mention.numbers).collect()
}

/// The numbers by which `text` cites and which do not `exist`. Those in a quotation are the source's own.
pub fn beyond(text: &str, exist: impl Fn(u32) -> bool) -> BTreeSet<u32> {
    let cited = mentions(text).into_iter().filter(|mention| !ends_in_quotation(&text[..mention.range.start]));
    cited.flat_map(|mention| mention.numbers).filter(|number| !exist(*number)).collect()
}

/// Whether a text ends within a quotation.
#[must_use]
pub fn ends_in_quotation(before: &str) -> bool {
    before.matches('“').count() > before.matches('”').count()
}

/// Citation numbers as prose has them: `[2], [9]`.
#[must_use]
pub fn bracketed<'a>(numbers: impl IntoIterator<Item = &'a u32>) -> String {
    numbers.into_iter().map(|number| format!("[{number}]")).collect::<Vec<_>>().join(", ")
}

/// The mentions in the reasoning of a judgement that came with a claim: it may number its evidence by other nouns.
#[must_use]
pub fn mentions_of_given(text: &str) -> Vec<Mention> {
    mentions_by(text, &GIVEN_NOUNS)
}

/// Nouns that citation numbers follow, and whether each is a plural.
type Nouns = [(&'static str, bool)];
const NOUNS: [(&str, bool); 6] = [
    ("citation", false),
    ("reference", false),
    ("ref", false),
    ("citations", true),
    ("references", true),
    ("refs", true),
];
const GIVEN_NOUNS: [(&str, bool); 15] = [
    ("citation", false),
    ("citations", true),
    ("reference", false),
    ("references", true),
    ("ref", false),
    ("refs", true),
    ("email", false),
    ("emails", true),
    ("evidence", true),
    ("snippet", false),
    ("snippets", true),
    ("passage", false),
    ("passages", true),
    ("document", false),
    ("documents", true),
];

fn mentions_by(text: &str, nouns: &Nouns) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let mention = match c {
            '[' | '【' => bracket(text, at, c),
            c if c.is_ascii_alphabetic() && !text[..at].ends_with(char::is_alphanumeric) => word(text, at, nouns),
            _ => None,
        };
        at = match mention {
            Some(mention) => {
                let end = mention.range.end;
                found.push(mention);
                end
            }
            None => at + c.len_utf8(),
        };
    }
    found
}

fn bracket(text: &str, start: usize, open: char) -> Option<Mention> {
    let close = if open == '[' { ']' } else { '】' };
    let from = start + open.len_utf8();
    let length = text[from..].find(close).filter(|length| *length <= LONGEST_INSIDE)?;
    let inside = &text[from..from + length];
    // Some models write 【1†L3】: what follows the dagger is about their own lines.
    let inside = inside.split('†').next().unwrap_or_default();
    let mut numbers = Vec::new();
    for item in inside.split([',', ';']) {
        let item = item.trim().trim_start_matches(['^', '#']);
        let mut ends = item.split(['-', '\u{2010}', '\u{2011}', '\u{2012}', '–', '—']).map(|end| digits(end.trim()));
        match (ends.next()??, ends.next(), ends.next()) {
            (number, None, _) => numbers.push(number),
            (first, Some(last), None) => push_range(&mut numbers, first, last?),
            _ => return None,
        }
    }
    Some(Mention { numbers, range: start..from + length + close.len_utf8() })
}

/// “citation 3”, “references 1, 2 and 5”, “ref. 4”.
fn word(text: &str, start: usize, nouns: &Nouns) -> Option<Mention> {
    let rest = &text[start..];
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let noun = rest[..length].to_ascii_lowercase();
    let plural = nouns.iter().find(|(known, _)| *known == noun).map(|(_, plural)| *plural)?;
    let mut at = start + length;
    at += skip(&text[at..], &["."]);
    for label in ["no.", "nos.", "number", "numbers", "#", "("] {
        at += skip(&text[at..], &[label]);
    }
    at += text[at..].len() - text[at..].trim_start_matches(' ').len();
    let mut numbers = Vec::new();
    let mut range_from = None;
    loop {
        let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = digits(&text[at..at + length]).filter(|_| is_whole(&text[at + length..]));
        let Some(number) = number.filter(|n| !(1900..2100).contains(n)) else { break };
        match range_from.take() {
            Some(first) => push_range(&mut numbers, first, number),
            None => numbers.push(number),
        }
        let end = at + length;
        let to = skip(&text[end..], &["-", "–", "to "]);
        let and = if plural { skip(&text[end..], &[", and ", ",", "and ", "& "]) } else { 0 };
        let next = if to > 0 { to } else { and };
        let next = next + text[end + next..].len() - text[end + next..].trim_start_matches(' ').len();
        if next == 0 || !text[end + next..].starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Mention { numbers, range: start..end });
        }
        if to > 0 {
            range_from = numbers.pop();
        }
        at = end + next;
    }
    // What followed “and” was no citation number after all.
    numbers.extend(range_from);
    (!numbers.is_empty()).then_some(Mention { numbers, range: start..at })
}

/// Length of the first of `labels` found here, after blanks.
fn skip(text: &str, labels: &[&str]) -> usize {
    let trimmed = text.trim_start_matches(' ');
    let found =
        labels.iter().find(|label| trimmed.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label)));
    found.map_or(0, |label| text.len() - trimmed.len() + label.len())
}

/// Whether a number that `rest` follows ended there: not `3.5`, `3,000`, `3%`, `3rd`.
fn is_whole(rest: &str) -> bool {
    let mut chars = rest.chars();
    match chars.next() {
        Some('.' | ',') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some('%') => false,
        Some(c) => !c.is_alphanumeric(),
        None => true,
    }
}

fn digits(text: &str) -> Option<u32> {
    let all = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // Too large for a number is still a number that does not exist.
    all.then(|| text.parse().unwrap_or(u32::MAX))
}

fn push_range(numbers: &mut Vec<u32>, first: u32, last: u32) {
    if first <= last && last - first <= LONGEST_RANGE {
        numbers.extend(first..=last);
    } else {
        numbers.extend([first, last]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(text: &str) -> Vec<u32> {
        mentions(text).into_iter().flat_map(|m| m.numbers).collect()
    }

    #[test]
    fn every_way_of_citing_is_read() {
        for (text, expected) in [
            ("seen [1].", vec![1]),
            ("[1, 2] and [3-5]", vec![1, 2, 3, 4, 5]),
            ("[1][2] [ 3 ; 4 ] [7–8]", vec![1, 2, 3, 4, 7, 8]),
            ("【2】 and 【3†L1-L9】", vec![2, 3]),
            ("[99999999999]", vec![u32::MAX]),
            ("[1-4000000000]", vec![1, 4_000_000_000]),
            ("[5-3]", vec![5, 3]),
            ("Citation 4 says", vec![4]),
            ("as reference 12.", vec![12]),
            ("(ref. 3)", vec![3]),
            ("Reference no. 7", vec![7]),
            ("citations 1, 2 and 5 agree", vec![1, 2, 5]),
            ("references 2-4", vec![2, 3, 4]),
            ("citation 3 and 40 patients", vec![3]),
            ("CITATION 9", vec![9]),
        ] {
            assert_eq!(all(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_citation_is_left_alone() {
        for text in [
            "Study 329",
            "three studies",
            "[95% CI 1.2-3.4]",
            "[0.5, 0.9]",
            "[sic]",
            "[]",
            "[,]",
            "reference range 3.5",
            "reference 3.5 mmol",
            "citation 2019 data",
            "preference 3",
            "reference 5%",
            "[1, a]",
            "[1-2-3]",
        ] {
            assert_eq!(all(text), Vec::<u32>::new(), "{text}");
        }
    }

    /// A rationale that quotes a source with its own reference marks was withdrawn, and the report listed numbers that
    /// do not exist.
    #[test]
    fn the_marks_within_a_quotation_are_the_sources_own() {
        let prose = "A cohort reports “infections rose, as before [9, 11]” [1], and another one agrees [4].";
        assert_eq!(beyond(prose, |number| number == 1), BTreeSet::from([4]));
    }

    proptest! {
        #[test]
        fn any_prose_is_read_without_panic(text in "[\\[\\]0-9,;–. a-z-]{0,60}|(citations?|refs?)[ .0-9,a-z–-]{0,30}|.*") {
            for mention in mentions(&text) {
                prop_assert!(text.get(mention.range).is_some());
                prop_assert!(!mention.numbers.is_empty() && mention.numbers.len() <= 20_000);
            }
        }
    }
}
