//! What a sentence says of other findings, which its opposite does not share: “as reported by previous studies”, “consistent
//! with the literature”, “contrary to our hypothesis”.

use crate::text::sentence_case;

/// How such a remark begins, whatever follows.
const WHOLE: [&str; 9] = [
    "as expected",
    "as predicted",
    "as hypothesi",
    "as anticipated",
    "as previously ",
    "as has been ",
    "as have been ",
    "as in other ",
    "as in previous ",
];
/// How it begins where it names somebody else's finding or an expectation.
const HEADS: [&str; 16] = [
    "as reported ",
    "as described ",
    "as shown ",
    "as found ",
    "as seen ",
    "as observed ",
    "as suggested ",
    "consistent with ",
    "consistently with ",
    "in line with ",
    "in agreement with ",
    "in accordance with ",
    "in keeping with ",
    "similar to ",
    "contrary to ",
    "in contrast to ",
];
/// What names it.
const OTHERS: [&str; 15] = [
    "previous",
    "prior ",
    "earlier",
    "before",
    "elsewhere",
    "literature",
    "et al",
    "other studies",
    "other authors",
    "studies",
    "hypothes",
    "expectation",
    "prediction",
    "findings of ",
    "findings by ",
];
/// Words of such a remark, at most.
const LONGEST: usize = 16;

/// The sentence without such remarks between commas, and without a short one at its end.
pub(super) fn without_agreement(plain: &str) -> String {
    let parts: Vec<&str> = plain.split(", ").collect();
    let mut out = String::with_capacity(plain.len());
    let mut dropped = false;
    for part in &parts {
        if parts.len() > 1 && agrees(part) {
            dropped = true;
            continue;
        }
        // “Tics, as expected, fell” is one clause.
        let opens_clause = ["and ", "but ", "or ", "while ", "whereas "].iter().any(|word| part.starts_with(word));
        out.push_str(match (out.is_empty(), dropped && !opens_clause) {
            (true, _) => "",
            (false, true) => " ",
            (false, false) => ", ",
        });
        out.push_str(part);
        dropped = false;
    }
    if out.split(' ').count() < 2 {
        return plain.to_owned();
    }
    let ends = [" as expected", " as predicted", " as previously reported", " as previously described"];
    let out = ends.iter().find_map(|end| out.strip_suffix(end)).unwrap_or(&out);
    if out.len() < plain.len() { sentence_case(out) } else { out.to_owned() }
}

fn agrees(part: &str) -> bool {
    let lower = part.to_lowercase();
    let starts = |heads: &[&str]| heads.iter().any(|head| lower.starts_with(head));
    part.split(' ').count() <= LONGEST
        && (starts(&WHOLE) || starts(&HEADS) && OTHERS.iter().any(|other| lower.contains(other)))
}
