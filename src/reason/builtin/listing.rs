//! Lists around the text of a work, which state nothing: references and keywords.

use super::{reading::has_verb, sections::Section};

/// Whether the part of `text` that begins at `start` is in a list of references or is keywords.
pub(super) fn is_listed(text: &str, start: usize) -> bool {
    let before = &text[..start];
    let head = before.rfind("\n\n").map_or(0, |at| at + 2);
    let paragraph = &text[head..];
    let paragraph = paragraph.split("\n\n").next().unwrap_or_default().trim();
    let heading = before[..head].trim_end().rsplit("\n\n").find(|part| Section::of_heading(part).is_some());
    begins_entry(paragraph) || heading.is_some_and(is_references) || is_keywords(paragraph)
}

/// Whether a sentence is an entry of a list of references, or its beginning: “6. Lee M-Y, Chen Y-C, Wang H-S.”
pub(super) fn begins_entry(text: &str) -> bool {
    /// How far into an entry its year or its identifier is, in characters.
    const NEAR: usize = 400;
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | '.' | ')' | '•' | ' '));
    let is_numbered = bare.len() < text.len();
    let mut names = bare.split(", ").map(|name| name.split(['.', ':', ';']).next().unwrap_or_default());
    let named = names.by_ref().take_while(|name| is_author(name)).count();
    let near: String = bare.chars().take(NEAR).collect();
    let is_placed = places(&near) > 0 || ["doi:", "doi.org/", "et al"].iter().any(|mark| near.contains(mark));
    named >= 2
        || named == 1 && (is_numbered || is_placed) && (is_placed || bare.starts_with(|c: char| c.is_uppercase()))
}

/// Whether it is an author as lists have them: “Lee M-Y”, “van den Berg AB”.
fn is_author(name: &str) -> bool {
    let Some((family, initials)) = name.trim().rsplit_once(' ') else { return false };
    let letters = initials.chars().filter(|c| c.is_alphabetic()).count();
    let is_initials = (1..=3).contains(&letters) && initials.chars().all(|c| c.is_uppercase() || c == '-');
    let words = family.split(' ').count();
    is_initials
        && words <= 3
        && family
            .split(' ')
            .next_back()
            .is_some_and(|word| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase))
}

/// How often a text names a place in a journal: “2017;152:1901”.
fn places(text: &str) -> usize {
    let is_place = |(at, _): &(usize, &str)| {
        let year = text.get(at.saturating_sub(4)..*at).unwrap_or_default();
        let rest = text[at + 1..].trim_start();
        year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(|c: char| c.is_ascii_digit())
    };
    text.match_indices(';').filter(is_place).count()
}

fn is_references(heading: &str) -> bool {
    const NAMES: [&str; 6] =
        ["references", "reference list", "bibliography", "literature cited", "literature", "works cited"];
    let name = heading.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end_matches([':', '.', ' ', '*']);
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a paragraph or sentence is keywords: behind their label, or phrases with commas between them and no verb.
pub(super) fn is_keywords(text: &str) -> bool {
    /// Fewest phrases, and the most words of one.
    const PHRASES: (usize, usize) = (4, 5);
    const LABELS: [&str; 6] = ["keywords", "key words", "key-words", "key terms", "index terms", "mesh terms"];
    /// Behind a label follows no more than this, in characters.
    const LONGEST: usize = 400;
    let lower = text.to_lowercase();
    let label = LABELS.iter().find_map(|label| lower.trim_start_matches(['*', '#', ' ']).strip_prefix(label));
    if label.is_some_and(|rest| rest.len() <= LONGEST && !rest.starts_with(" were") && !rest.starts_with(" in ")) {
        return true;
    }
    let phrases: Vec<&str> =
        text.trim_end_matches(['.', ' ']).split([',', ';', '·', '•', '|']).map(str::trim).collect();
    let is_phrase =
        |phrase: &&str| !phrase.is_empty() && phrase.split(' ').count() <= PHRASES.1 && !phrase.contains(". ");
    let is_prose = |phrase: &&str| ["and ", "or ", "but "].iter().any(|word| phrase.starts_with(word));
    // “Health-related” has no verb.
    let plain = text.split(' ').filter(|word| !word.trim_matches(|c: char| !c.is_alphabetic()).contains('-'));
    let without_compounds = plain.collect::<Vec<_>>().join(" ");
    phrases.len() >= PHRASES.0
        && phrases.iter().all(is_phrase)
        && !phrases.iter().any(is_prose)
        && !has_verb(&without_compounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry of another paper, or a line of keywords, carried a verdict.
    #[test]
    fn entries_and_keywords_are_known() {
        for text in [
            "6.Lee M-Y, Chen Y-C, Wang H-S, Chen D-R. Parenting stress and related factors. doi: 10.1097/01.",
            "[12] Müller KR, van den Berg AB. Tics in adults. Brain 2017;152:1901.",
            "Robertson MM. Tourette syndrome. Brain 2000;123:425-62.",
            "Eddy CM, Cavanna AE, et al.",
        ] {
            assert!(begins_entry(text), "{text}");
        }
        for text in [
            "Anxiety, Gilles de la Tourette syndrome, Health-related quality of life, Tics",
            "Key Terms: Epidemiology, prevalence, health care, comorbidity, parenting",
            "**Keywords:** tics",
        ] {
            assert!(is_keywords(text), "{text}");
        }
    }

    /// A finding would not be cited.
    #[test]
    fn findings_are_neither() {
        for text in [
            "12 months later, patients of group A, B and C had fewer tics.",
            "Patients with ADHD, OCD, and tics had lower scores.",
            "Vitamin D, calcium and exercise reduced falls.",
            "Keywords were chosen by two readers.",
            "Adherence fell, tics rose, sleep worsened, and mood declined.",
            "HbA1c 6.1%, LDL 2.5 mmol, weight 81 kg and age 51 years were means.",
        ] {
            assert!(!begins_entry(text) && !is_keywords(text), "{text}");
        }
    }

    #[test]
    fn a_title_in_a_list_of_references_is_part_of_it() {
        let text = "Tics fell.\n\nReferences\n\nTics rise under stress. Brain 2000.\n\nAppendix\n\nTics were counted.";
        let at = |part: &str| is_listed(text, text.find(part).unwrap());
        assert!(at("Tics rise") && at("Brain"));
        assert!(!at("Tics fell") && !at("Tics were"));
        let entry = "Tics fell.\n\n3. Lee M-Y, Chen Y-C. Stress worsens tics in children. Brain 2000;123:425.";
        assert!(is_listed(entry, entry.find("Stress").unwrap()) && !is_listed(entry, 0));
    }
}
