//! The sections of a paper, told by their headings.

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

const HEADINGS: &[(&str, Section)] = &[
    ("abstract", Section::Abstract),
    ("synopsis", Section::Abstract),
    ("summary", Section::Abstract),
    ("author summary", Section::Abstract),
    ("introduction", Section::Background),
    ("background", Section::Background),
    ("objective", Section::Background),
    ("aim", Section::Background),
    ("purpose", Section::Background),
    ("context", Section::Background),
    ("related work", Section::Background),
    ("method", Section::Methods),
    ("materials and methods", Section::Methods),
    ("material and methods", Section::Methods),
    ("patients and methods", Section::Methods),
    ("experimental procedures", Section::Methods),
    ("study design", Section::Methods),
    ("design", Section::Methods),
    ("statistical analysis", Section::Methods),
    ("result", Section::Results),
    ("finding", Section::Results),
    ("principal findings", Section::Results),
    ("methodology/principal findings", Section::Results),
    ("methodology", Section::Methods),
    ("results and discussion", Section::Results),
    ("discussion", Section::Discussion),
    ("conclusion", Section::Conclusion),
    ("concluding remarks", Section::Conclusion),
    ("conclusions/significance", Section::Conclusion),
    ("significance", Section::Conclusion),
    ("interpretation", Section::Conclusion),
    ("reference", Section::Back),
    ("bibliography", Section::Back),
    ("literature cited", Section::Back),
    ("acknowledgement", Section::Back),
    ("acknowledgment", Section::Back),
    ("funding", Section::Back),
    ("competing interest", Section::Back),
    ("conflict of interest", Section::Back),
    ("conflicts of interest", Section::Back),
    ("author contribution", Section::Back),
    ("authors' contributions", Section::Back),
    ("authors’ contributions", Section::Back),
    ("supporting information", Section::Back),
    ("supplementary material", Section::Back),
    ("abbreviations", Section::Back),
    ("footnotes", Section::Back),
    ("pre-publication history", Section::Back),
    ("affiliation", Section::Back),
    ("appendix", Section::Back),
    ("keywords", Section::Back),
    ("computational details", Section::Back),
];

impl Section {
    /// The section that a paragraph opens, when it is nothing but a heading.
    pub(super) fn of_heading(paragraph: &str) -> Option<Self> {
        const LONGEST: usize = 60;
        if paragraph.chars().count() > LONGEST {
            return None;
        }
        let plain =
            paragraph.trim_start_matches(|c: char| c == '#' || c.is_ascii_digit() || c == '.' || c.is_whitespace());
        let plain = plain.trim_end_matches([':', '.', ' ', '*']).trim_start_matches('*').to_lowercase();
        let exact = |name: &str| plain == name || plain.strip_suffix('s') == Some(name);
        HEADINGS.iter().find(|(name, _)| exact(name)).map(|(_, section)| *section)
    }

    /// The section that a paragraph's own label opens (“Results: …”), and the rest.
    pub(super) fn labelled(paragraph: &str) -> (Option<Self>, &str) {
        const LONGEST: usize = 40;
        let cut = paragraph.char_indices().take(LONGEST).find(|(_, c)| *c == ':' || *c == '\n').map(|(i, _)| i);
        let Some((head, rest)) = cut.and_then(|i| Some((paragraph.get(..i)?, paragraph.get(i + 1..)?))) else {
            return (None, paragraph);
        };
        match Self::of_heading(head) {
            Some(section) => (Some(section), rest.trim_start()),
            None => (None, paragraph),
        }
    }

    /// Whether it holds text out of which statements may come.
    pub(super) fn is_running(self) -> bool {
        self != Self::Back
    }

    /// How much a sentence gains by standing there.
    pub(super) fn weight(self) -> f64 {
        match self {
            Self::Conclusion => 0.33,
            Self::Abstract => 0.33,
            Self::Results => 0.20,
            Self::Discussion => 0.15,
            Self::Unknown => 0.05,
            Self::Background => -0.15,
            Self::Methods => -0.3,
            Self::Back => -1.0,
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
    }
}
