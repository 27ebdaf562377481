//! What citation counts add to the credibility of a paper, where the reviewer turned that on
//! (`docs/rules.md#citation-counts`).

use crate::{
    domain::{Counted, Credibility, SourceMeta},
    text::Clean,
};

use super::credibility::{CredibilityTable, is_paper, is_retracted};

/// Citations a year from which a paper gains, and what it gains, the highest step first.
const STEPS: [(u64, f64); 2] = [(100, 0.05), (10, 0.03)];

/// What counts raise a credibility to at most.
const MOST: f64 = 0.95;

/// How often a source of evidence says that a work is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitationCount {
    /// The source.
    pub source: Clean,
    /// Its count.
    pub count: u64,
    /// The year in which it counted.
    pub year: i16,
}

impl CitationCount {
    /// The count that bears on a work: the lowest of those known, so that no source overstates it.
    #[must_use]
    pub fn lowest(counts: impl IntoIterator<Item = Self>) -> Option<Self> {
        counts.into_iter().min_by_key(|known| known.count)
    }

    /// What a work published in `published` gains, 0–0.05. The year of publication counts as a whole one.
    fn raise(&self, published: i32) -> f64 {
        let years = u64::try_from(i32::from(self.year) - published + 1).unwrap_or(0).max(1);
        STEPS.iter().find(|(from, _)| self.count >= from * years).map_or(0.0, |(_, raise)| *raise)
    }
}

impl CredibilityTable {
    /// The credibility by [`Self::credibility`], raised where the work is a paper that is cited often. A retracted work, a
    /// preprint, a web page, a work of unknown year and one with a credibility of its own gain nothing.
    #[must_use]
    pub fn with_citations(&self, meta: &SourceMeta, text: &str, count: Option<&CitationCount>) -> Credibility {
        let found = self.credibility(meta, text);
        let gains = is_paper(meta) && !is_retracted(meta) && !self.is_preprint(meta) && meta.credibility.is_none();
        let (Some(known), Some(published)) = (count.filter(|_| gains), meta.year) else { return found };
        // Never above the cap, and never below what the table says. Four decimals hide what floats add.
        let value = ((found.value + known.raise(published)).min(MOST).max(found.value) * 1e4).round() / 1e4;
        let raise = value - found.value;
        if raise < 0.005 {
            return found;
        }
        let counted = Counted { source: known.source.clone(), count: known.count, raise: (raise * 1e4).round() / 1e4 };
        Credibility { value, citations: Some(counted), ..found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cohort() -> SourceMeta {
        SourceMeta {
            title: "A cohort of nurses".into(),
            pmid: Some("1".into()),
            year: Some(2016),
            ..SourceMeta::default()
        }
    }

    fn weighed(meta: &SourceMeta, count: u64) -> Credibility {
        let count = CitationCount { source: "europepmc".into(), count, year: 2025 };
        CredibilityTable::builtin().with_citations(meta, "", Some(&count))
    }

    /// A reviewer could not tell why a paper weighs more than its design.
    #[test]
    fn a_paper_that_is_cited_often_gains_a_little_and_the_reason_says_so() {
        let cases = [(0, 0.80), (99, 0.80), (100, 0.83), (412, 0.83), (999, 0.83), (1000, 0.85), (u64::MAX, 0.85)];
        for (count, expected) in cases {
            assert_eq!(weighed(&cohort(), count).value, expected, "{count} citations in ten years");
        }
        let raised = weighed(&cohort(), 412);
        assert_eq!(raised.describe(), "cohort study, 0.80; cited 412 times by europepmc’s count: +0.03");
        assert_eq!(*raised.rule, *"cohort study", "the design is still what models and reports read");
        assert_eq!(weighed(&cohort(), 99).describe(), "cohort study");
        let early = SourceMeta { year: Some(2026), ..cohort() };
        assert_eq!(weighed(&early, 10).value, 0.83, "printed ahead of its year");
    }

    /// Fame would stand in for truth.
    #[test]
    fn no_count_helps_what_is_retracted_or_not_reviewed_or_at_the_cap() {
        let of = |change: &dyn Fn(&mut SourceMeta)| {
            let mut meta = cohort();
            change(&mut meta);
            let raised = weighed(&meta, 1_000_000);
            assert_eq!(raised.citations, None, "{}", meta.title);
            raised.value
        };
        assert_eq!(of(&|meta| meta.title = "RETRACTED: a cohort of nurses".into()), 0.0);
        assert_eq!(of(&|meta| meta.publication_types = vec!["Preprint".into()]), 0.65);
        assert_eq!(of(&|meta| meta.title = "A meta-analysis of cohorts".into()), 0.95);
        assert_eq!(of(&|meta| meta.credibility = Some(35)), 0.35);
        assert_eq!(of(&|meta| meta.year = None), 0.80);
        let page = |meta: &mut SourceMeta| {
            (meta.pmid, meta.url) = (None, Some("https://www.bbc.com/news/1".into()));
        };
        assert_eq!(of(&page), 0.90);
        let trial = SourceMeta { title: "A randomized trial".into(), ..cohort() };
        assert_eq!(weighed(&trial, 1_000_000).value, 0.95);
    }

    /// The source with the most generous count would decide.
    #[test]
    fn of_several_counts_the_lowest_bears() {
        let count = |source: &str, count| CitationCount { source: source.into(), count, year: 2025 };
        let lowest = CitationCount::lowest([count("openalex", 530), count("europepmc", 412), count("crossref", 480)]);
        assert_eq!(lowest, Some(count("europepmc", 412)));
        assert_eq!(CitationCount::lowest([]), None);
    }
}
