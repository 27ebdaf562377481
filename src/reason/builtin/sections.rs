//! The sections of a paper, recognised by their headings.

mod headings;

use crate::text::sentences;

use super::zones::Roles;
use headings::HEADINGS;

/// What a part of a paper is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Before any heading that is known.
    Unknown,
    /// The abstract or an author's summary.
    Abstract,
    /// Introduction, background, aims.
    Background,
    /// How it was done.
    Methods,
    /// What was found.
    Results,
    /// What it may mean.
    Discussion,
    /// What is concluded.
    Conclusion,
    /// References, acknowledgements, funding: nothing to check.
    Back,
}

/// Labels that a page's layout runs into the sentence after them: “Results Eight studies met …”.
const LABELS: [&str; 14] = [
    "Abstract",
    "Results",
    "Methods",
    "Method",
    "Conclusions",
    "Conclusion",
    "Objectives",
    "Objective",
    "Background",
    "Findings",
    "Interpretation",
    "Purpose",
    "Aims",
    "Introduction",
];

/// Whether a heading in lower case is `name` set with spaces between its letters: “a b s t r a c t”, “ab stra ct”.
fn is_spaced(heading: &str, name: &str) -> bool {
    let parts = heading.split_whitespace();
    // Whatever the parts of a single long word are, together they are nothing else: “ABSTRAC T”.
    let is_word = name.len() > 6 && !name.contains(' ');
    parts.clone().count() > name.split(' ').count()
        && (is_word || parts.clone().all(|part| part.chars().count() <= 4))
        && parts.flat_map(str::chars).eq(name.chars().filter(|c| *c != ' '))
}

/// What follows “Abstract.”, “Abstract—” or “ABSTRACT -” at a paragraph's head.
fn after_abstract(paragraph: &str) -> Option<&str> {
    if let Some(text) = after_spaced_abstract(paragraph) {
        return Some(text);
    }
    let (head, rest) = paragraph.split_at_checked("abstract".len())?;
    let rest = rest.trim_start();
    let text = rest.trim_start_matches(['.', '—', '–', '-', ' ']);
    (head.eq_ignore_ascii_case("abstract")
        && text.len() < rest.len()
        && text.starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic()))
    .then_some(text)
}

/// What follows “A B S T R A C T” or “AB S T R A C T” on its line.
fn after_spaced_abstract(paragraph: &str) -> Option<&str> {
    const NAME: &str = "ABSTRACT";
    let letters = paragraph.char_indices().filter(|(_, c)| *c != ' ');
    let (at, last) = letters.take(NAME.len()).last()?;
    let (head, text) = paragraph.split_at(at + last.len_utf8());
    let text = text.strip_prefix([' ', ':'])?.trim_start();
    (is_spaced(head, NAME) && text.starts_with(char::is_uppercase)).then_some(text)
}

/// A heading without its number: “2.1”, “IV.”, “3)”.
fn unnumbered(heading: &str) -> &str {
    let plain =
        heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '|') || c.is_whitespace());
    let roman = plain.trim_start_matches(['I', 'V', 'X']);
    match roman.strip_prefix('.') {
        Some(rest) if roman.len() < plain.len() => rest.trim_start(),
        _ => plain,
    }
}

/// The part of a paper, and the section within it, of a heading in lower case as some collections have them:
/// “abstract.results”.
fn within_part(heading: &str) -> Option<(&str, &str)> {
    heading.split_once('.').filter(|(part, section)| matches!(*part, "abstract" | "body") && !section.starts_with(' '))
}

/// The section that a heading in lower case has in the table, in singular or plural.
fn named(heading: &str) -> Option<Section> {
    let exact = |name: &str| heading == name || heading.strip_suffix('s') == Some(name);
    HEADINGS.iter().find(|(name, _)| exact(name)).map(|(_, section)| *section)
}

/// The section of a heading whose parts are all known: “background and aims”, “key results”, “methods/design”. Results
/// take precedence; otherwise the last part decides.
fn of_parts(heading: &str) -> Option<Section> {
    const QUALIFIERS: [&str; 5] = ["key ", "main ", "principal ", "major ", "primary "];
    let plain = |part: &str| {
        let part = part.trim();
        named(QUALIFIERS.iter().find_map(|word| part.strip_prefix(word)).unwrap_or(part))
    };
    let pieces = heading.split(['/', '&', ',']).flat_map(|part| part.split("and "));
    let parts: Option<Vec<Section>> = pieces.filter(|part| !part.trim().is_empty()).map(plain).collect();
    let parts = parts?;
    parts.iter().find(|part| **part == Section::Results).or(parts.last()).copied()
}

impl Section {
    /// The section that a paragraph opens, when it is nothing but a heading.
    pub(super) fn of_heading(paragraph: &str) -> Option<Self> {
        const LONGEST: usize = 60;
        if paragraph.chars().count() > LONGEST {
            return None;
        }
        let plain = unnumbered(paragraph.trim_start_matches(['#', ' ', '*', '•']));
        let plain = plain.trim_end_matches([':', '.', ' ', '*']).trim_start_matches('*').to_lowercase();
        let spaced = || HEADINGS.iter().find(|(name, _)| is_spaced(&plain, name)).map(|(_, section)| *section);
        // A page's layout may part the letters of capitals: “AUTHOR CONTRIB UTIONS”.
        let capitals = !paragraph.contains(char::is_lowercase);
        let squashed = |text: &str| text.split_whitespace().collect::<String>();
        let parted = || {
            let letters = squashed(&plain);
            let is = |name: &str| squashed(name) == letters || letters.strip_suffix('s') == Some(&squashed(name));
            HEADINGS.iter().find(|(name, _)| capitals && is(name)).map(|(_, section)| *section)
        };
        let plain = within_part(&plain).map_or(plain.as_str(), |(_, section)| section);
        // “Appendix A”, “Appendix B: proofs”
        if plain.starts_with("appendix ") && !plain.contains(" is ") {
            return Some(Self::Back);
        }
        named(plain).or_else(spaced).or_else(parted).or_else(|| of_parts(plain))
    }

    /// Whether a heading opens a section of the abstract: “ABSTRACT.RESULTS:”.
    pub(super) fn is_of_abstract(heading: &str) -> bool {
        within_part(&heading.to_lowercase()).is_some_and(|(part, _)| part == "abstract")
    }

    /// Whether a heading opens the highlights that a journal sets beside an abstract.
    pub(super) fn is_highlights(heading: &str) -> bool {
        heading.trim_start_matches(['#', ' ', '*']).trim_end_matches([':', '*', ' ']).eq_ignore_ascii_case("highlights")
    }

    /// Whether a heading or a sentence's label opens the paper itself.
    pub(super) fn is_introduction(text: &str) -> bool {
        let head = unnumbered(text.trim_start_matches(['#', ' ', '*']));
        head.get(.."introduction".len()).is_some_and(|head| head.eq_ignore_ascii_case("introduction"))
    }

    /// Whether a paragraph is the heading of a paper's part `number`, of whichever name: “1. The Notch Pathway”.
    pub(super) fn is_part(heading: &str, number: u32) -> bool {
        const LONGEST: usize = 80;
        let name = heading.strip_prefix(&number.to_string()).and_then(|rest| rest.strip_prefix([' ', '.']));
        heading.len() <= LONGEST
            && !heading.ends_with(['.', ',', ';', ':'])
            && name.is_some_and(|name| name.trim_start_matches(['.', ' ']).starts_with(char::is_uppercase))
    }

    /// Whether a paragraph is an abstract whose parts have labels, though its first is “Introduction.”: it has what was
    /// found or concluded as well.
    pub(super) fn is_whole_abstract(paragraph: &str) -> bool {
        Self::is_introduction(paragraph)
            && sentences(paragraph)
                .into_iter()
                .any(|range| matches!(Self::inline(&paragraph[range]).0, Some(Self::Results | Self::Conclusion)))
    }

    /// A paragraph without the “a b s t r a c t” that a page's layout ran into its end.
    pub(super) fn before_abstract(paragraph: &str) -> Option<&str> {
        const NAME: &str = "abstract";
        let letters = paragraph.char_indices().rev().filter(|(_, c)| !c.is_whitespace());
        let (at, _) = letters.take(NAME.len()).last()?;
        is_spaced(&paragraph[at..].to_lowercase(), NAME).then(|| paragraph[..at].trim_end())
    }

    /// Whether a paragraph begins with the label of keywords.
    pub(super) fn is_keywords(paragraph: &str) -> bool {
        let head: String = paragraph.chars().take(12).collect::<String>().to_lowercase();
        ["keywords", "key words", "key-words", "keyword"].iter().any(|label| head.starts_with(label))
    }

    /// The section that a paragraph's own label opens (“Results: …”), and the rest.
    pub(super) fn labelled(paragraph: &str) -> (Option<Self>, &str) {
        const LONGEST: usize = 40;
        if let Some(rest) = after_abstract(paragraph) {
            return (Some(Self::Abstract), rest);
        }
        // “Keywords evolution, threat, disgust”
        let keywords = ["keywords ", "key words "].into_iter().find_map(|label| {
            let head = paragraph.get(..label.len())?;
            head.eq_ignore_ascii_case(label).then(|| &paragraph[label.len()..])
        });
        if let Some(rest) = keywords.filter(|rest| !rest.ends_with('.')) {
            return (Some(Section::Back), rest);
        }
        // “Results. Walking lowered …”
        if let Some((head, rest)) = paragraph.split_once(". ")
            && rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && let Some(section) = Self::of_heading(head).filter(|_| !head.starts_with(|c: char| c.is_ascii_digit()))
        {
            return (Some(section), rest);
        }
        // “Findings – Walking lowered …”, as Emerald's journals have it.
        if let Some((head, rest)) = paragraph.split_once(" – ")
            && head.chars().count() < LONGEST
            && let Some(section) = Self::of_heading(head)
        {
            return (Some(section), rest);
        }
        let mut heads = paragraph.char_indices().take(LONGEST);
        let cut = heads.find(|(_, c)| matches!(c, ':' | '\n' | '—')).map(|(at, c)| (at, at + c.len_utf8()));
        let Some((head, rest)) = cut.and_then(|(at, end)| Some((paragraph.get(..at)?, paragraph.get(end..)?))) else {
            return (None, paragraph);
        };
        match Self::of_heading(head) {
            Some(section) => (Some(section), rest.trim_start()),
            None => (None, paragraph),
        }
    }

    /// The section that a sentence's own label opens, with or without a colon
    /// (“RESULTS We found …”), and the sentence without it.
    pub(super) fn inline(sentence: &str) -> (Option<Self>, &str) {
        const MOST_WORDS: usize = 5;
        if let (Some(section), rest) = Self::labelled(sentence) {
            return (Some(section), rest);
        }
        if let Some(section) = sentence.strip_suffix('.').and_then(Self::of_heading) {
            return (Some(section), "");
        }
        if let Some((head, rest)) = sentence.split_once(' ')
            && LABELS.contains(&head)
            && rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        {
            return (Self::of_heading(head), rest);
        }
        let capital = |word: &str| {
            word.chars().any(char::is_alphabetic)
                && !word.chars().any(char::is_lowercase)
                && !word.ends_with(['.', ','])
        };
        let mut ends: Vec<usize> = Vec::new();
        let mut at = 0;
        for word in sentence.split_inclusive(' ').take(MOST_WORDS) {
            let plain = word.trim().trim_end_matches(|c: char| c.is_ascii_digit());
            at += word.len();
            // “FINDINGS1.” carries the number of a list.
            if !capital(word.trim()) && !capital(plain.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit())) {
                break;
            }
            ends.push(at);
        }
        for end in ends.into_iter().rev() {
            let (head, rest) = sentence.split_at(end);
            let head = head.trim().trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':'));
            // An acronym may open a sentence; a section is known by its name.
            if let Some(section) = Self::of_heading(head).filter(|_| head.chars().count() > 2)
                && rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || !c.is_ascii())
            {
                return (Some(section), rest);
            }
        }
        (None, sentence)
    }

    /// Whether it holds text out of which statements may come.
    pub(super) fn is_running(self) -> bool {
        self != Self::Back
    }

    /// Where it comes in a paper and in an abstract, from 0.
    pub(super) fn order(self) -> usize {
        match self {
            Self::Unknown | Self::Abstract => 0,
            Self::Background => 1,
            Self::Methods => 2,
            Self::Results => 3,
            Self::Discussion | Self::Conclusion => 4,
            Self::Back => 5,
        }
    }

    /// How likely each role is for a sentence in it, where it says anything.
    pub(super) fn roles(self) -> Option<Roles> {
        match self {
            Self::Background => Some([0.75, 0.2, 0.02, 0.02, 0.01]),
            Self::Methods => Some([0.02, 0.03, 0.9, 0.04, 0.01]),
            Self::Results => Some([0.02, 0.01, 0.05, 0.85, 0.07]),
            Self::Discussion => Some([0.2, 0.02, 0.05, 0.33, 0.4]),
            Self::Conclusion => Some([0.02, 0.01, 0.01, 0.06, 0.9]),
            Self::Unknown | Self::Abstract | Self::Back => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_labels_open_sections_and_prose_does_not() {
        assert_eq!(Section::of_heading("## 4. Results"), Some(Section::Results));
        assert_eq!(Section::of_heading("REFERENCES"), Some(Section::Back));
        assert_eq!(Section::of_heading("Results were good."), None);
        assert_eq!(Section::labelled("Conclusions: it works."), (Some(Section::Conclusion), "it works."));
        assert_eq!(Section::labelled("It works: well."), (None, "It works: well."));
        assert_eq!(Section::labelled("Results. Weight fell."), (Some(Section::Results), "Weight fell."));
        assert_eq!(Section::inline("Conclusions."), (Some(Section::Conclusion), ""));
        for (label, text) in [("Abstract. ", "It works."), ("Abstract—", "It works."), ("ABSTRACT - ", "It works.")] {
            assert_eq!(Section::labelled(&format!("{label}{text}")), (Some(Section::Abstract), text));
        }
        assert_eq!(Section::labelled("Index Terms—commits."), (Some(Section::Back), "commits."));
        // An abstract of which one heading is unknown would end there.
        for (heading, section) in [
            ("Background and Aims", Section::Background),
            ("Key Results", Section::Results),
            ("Methods/Design", Section::Methods),
            ("Design, Setting, and Participants", Section::Methods),
            ("Results & Conclusions", Section::Results),
            ("Main Findings", Section::Results),
        ] {
            assert_eq!(Section::of_heading(heading), Some(section), "{heading}");
        }
        for heading in ["Walking and results of it", "Key", "and", "Sex and aims of men"] {
            assert_eq!(Section::of_heading(heading), None, "{heading}");
        }
        assert_eq!(Section::of_heading("a b s t r a c t"), Some(Section::Abstract));
        assert_eq!(Section::of_heading("ar ti c l e i nf o"), Some(Section::Back));
        assert_eq!(Section::of_heading("AUTHOR CONTRIB UTIONS"), Some(Section::Back));
        assert_eq!(Section::of_heading("Res ults of it"), None);
        assert_eq!(Section::before_abstract("Keywords: Posture ab stra ct"), Some("Keywords: Posture"));
        assert_eq!(Section::before_abstract("JEL classification: I20 ABSTRAC T"), Some("JEL classification: I20"));
        assert_eq!(Section::before_abstract("This is abstract"), None);
        assert_eq!(
            Section::labelled("AB S T R A C T Despite care, it fell."),
            (Some(Section::Abstract), "Despite care, it fell.")
        );
        let emerald = "Findings – Walkers slept longer.";
        assert_eq!(Section::labelled(emerald), (Some(Section::Results), "Walkers slept longer."));
        assert_eq!(Section::labelled("Walking – and sleep – helped.").0, None);
        assert_eq!(Section::labelled("• Key results: It fell."), (Some(Section::Results), "It fell."));
        assert_eq!(Section::of_heading("Premise of the study:"), Some(Section::Background));
        assert_eq!(Section::of_heading("Methods/Design:"), Some(Section::Methods));
        assert_eq!(Section::of_heading("Background & Aims"), Some(Section::Background));
        assert_eq!(Section::labelled("Discussion/Conclusion: It fell."), (Some(Section::Conclusion), "It fell."));
        assert_eq!(Section::of_heading("Sleep and results"), None);
        assert_eq!(Section::labelled("Abstract art is old."), (None, "Abstract art is old."));
        assert_eq!(Section::labelled("Keywords sleep, walking").0, Some(Section::Back));
        assert_eq!(Section::labelled("Keywords were chosen by us.").0, None);
        assert_eq!(Section::inline("CONCLUSIONS It works."), (Some(Section::Conclusion), "It works."));
        assert_eq!(Section::inline("METHODS AND FINDINGS We saw it."), (Some(Section::Results), "We saw it."));
        assert_eq!(Section::inline("PRINCIPAL FINDINGS1. Fat fell."), (Some(Section::Results), "Fat fell."));
        assert_eq!(Section::inline("Results Eight studies met."), (Some(Section::Results), "Eight studies met."));
        assert_eq!(Section::inline("Abstract Plants grow."), (Some(Section::Abstract), "Plants grow."));
        for prose in ["RESULTS", "Results are good.", "DNA RESULTS in RNA.", "AIM2 binds DNA.", ""] {
            assert_eq!(Section::inline(prose), (None, prose));
        }
    }
}
