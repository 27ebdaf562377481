//! How documents become evidence on a statement, counted as PRISMA 2020 does: identified, duplicates removed, screened,
//! excluded with reasons, included (`docs/rules.md#flow`). Pure; every number comes from the results of stages 2 to 4.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::text::Clean;

use super::{Candidate, Citations, DocId, Reason, Scores, SearchResult, Side, Strategy, StrategyOutcome};

/// What a source of evidence brought before the library was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FromSource {
    /// Records that were taken from its answers.
    pub fetched: u32,
    /// Of them, documents that the library did not have.
    pub new: u32,
}

/// The flow of one statement, or the sum over statements: a document that is found for two statements counts twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Flow {
    /// What the sources of evidence brought into the library, by their names.
    pub sources: BTreeMap<Clean, FromSource>,
    /// Records identified, by the side and the strategy that found them in the library (`against, keyword`).
    pub identified: BTreeMap<String, u32>,
    /// Records that came with the claim.
    pub given: u32,
    /// Records that a reviewer added.
    pub added: u32,
    /// The same document from more than one of these.
    pub duplicates: u32,
    /// Documents beyond the limit on candidates, not screened.
    pub beyond_limit: u32,
    /// Candidates that were not looked at, since enough had passed.
    pub not_screened: u32,
    /// Documents screened for relevance.
    pub screened: u32,
    /// Of them, excluded by their relevance score.
    pub not_relevant: u32,
    /// Excluded by a reviewer, by the reason given.
    pub by_reviewer: BTreeMap<Clean, u32>,
    /// Included.
    pub included: u32,
    /// Of them, with a passage cited.
    pub cited: u32,
}

/// In place of a reason that was not given.
const NO_REASON: &str = "no reason given";

impl Flow {
    /// The flow of one statement. `reason` says why a reviewer excluded a document. `scores` and `citations` are absent
    /// before their stages have run.
    pub fn of<'a>(
        search: &SearchResult,
        scores: Option<&Scores>,
        citations: Option<&Citations>,
        reason: impl Fn(&DocId) -> Option<&'a Reason>,
    ) -> Self {
        let mut flow = Self::default();
        for report in &search.sources {
            let from = flow.sources.entry(report.source.clone()).or_default();
            from.fetched += report.queries.iter().map(|query| query.fetched).sum::<u32>();
            from.new += report.new;
        }
        for report in &search.strategies {
            if let StrategyOutcome::Found(count) = report.outcome {
                *flow.identified.entry(label(report.side, report.strategy)).or_default() += count;
            }
        }
        let is_given = |found: &&Candidate| found.found_by.iter().any(|by| by.strategy == Strategy::Given);
        flow.given = count(search.candidates.iter().filter(is_given).count());
        // Whatever no search and no claim brought, somebody added.
        let searched = |strategy: Strategy| Strategy::ALL.contains(&strategy) || strategy == Strategy::Given;
        let added = search.candidates.iter().filter(|found| !found.found_by.iter().any(|by| searched(by.strategy)));
        flow.added = count(added.count());
        let listed = count(search.candidates.len());
        // What was found counts those that came with the claim, and not those that were added.
        let distinct = search.found.saturating_add(flow.added).max(listed).min(flow.all());
        flow.duplicates = flow.all() - distinct;
        flow.beyond_limit = distinct.saturating_sub(listed);
        let Some(scores) = scores else {
            flow.not_screened = listed;
            return flow;
        };
        let cited_below = citations.map(|citations| scores.cited_below(citations)).unwrap_or_default();
        for doc in search.candidates.iter().map(|found| &found.doc) {
            if scores.passes(doc) || cited_below.contains(doc) {
                flow.included += 1;
            } else if scores.excluded.contains(doc) {
                *flow.by_reviewer.entry(why(reason(doc))).or_default() += 1;
            } else if scores.scored.iter().any(|scored| scored.doc == *doc) {
                flow.not_relevant += 1;
            } else {
                flow.not_screened += 1;
            }
        }
        flow.screened = listed - flow.not_screened;
        let cited = |doc: &DocId| citations.is_some_and(|list| list.citations.iter().any(|cited| cited.doc == *doc));
        let included = search
            .candidates
            .iter()
            .map(|found| &found.doc)
            .filter(|doc| scores.passes(doc) || cited_below.contains(doc));
        flow.cited = count(included.filter(|doc| cited(doc)).count());
        flow
    }

    /// Records identified, from wherever.
    #[must_use]
    pub fn all(&self) -> u32 {
        self.identified.values().sum::<u32>() + self.given + self.added
    }

    /// Documents excluded after screening.
    #[must_use]
    pub fn excluded(&self) -> u32 {
        self.not_relevant + self.by_reviewer.values().sum::<u32>()
    }

    /// Adds the flow of another statement.
    pub fn add(&mut self, other: &Self) {
        for (name, from) in &other.sources {
            let sum = self.sources.entry(name.clone()).or_default();
            sum.fetched += from.fetched;
            sum.new += from.new;
        }
        for (name, records) in &other.identified {
            *self.identified.entry(name.clone()).or_default() += records;
        }
        for (why, documents) in &other.by_reviewer {
            *self.by_reviewer.entry(why.clone()).or_default() += documents;
        }
        self.given += other.given;
        self.added += other.added;
        self.duplicates += other.duplicates;
        self.beyond_limit += other.beyond_limit;
        self.not_screened += other.not_screened;
        self.screened += other.screened;
        self.not_relevant += other.not_relevant;
        self.included += other.included;
        self.cited += other.cited;
    }

    /// Every number with its name, in the order of the flow; what did not happen is left out.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, u32)> {
        let sources = self.sources.iter().map(|(name, from)| (format!("Fetched from {name}"), from.fetched));
        let new = (!self.sources.is_empty())
            .then(|| ("Of these, new to the library".to_owned(), self.sources.values().map(|from| from.new).sum()));
        let identified = self.identified.iter().map(|(name, records)| (format!("Identified {name}"), *records));
        let reasons =
            self.by_reviewer.iter().map(|(why, documents)| (format!("Excluded by a reviewer: {why}"), *documents));
        let plain = |name: &str, number: u32| (name.to_owned(), number);
        let optional = |name: &str, number: u32| (number > 0).then(|| plain(name, number));
        sources
            .chain(new)
            .chain(identified)
            .chain(optional("Came with the claim", self.given))
            .chain(optional("Added by a reviewer", self.added))
            .chain([plain("Duplicates removed", self.duplicates)])
            .chain(optional("Beyond the limit on candidates", self.beyond_limit))
            .chain(optional("Not screened, because enough had passed", self.not_screened))
            .chain([plain("Screened", self.screened), plain("Excluded: not relevant", self.not_relevant)])
            .chain(reasons)
            .chain([plain("Included", self.included), plain("Of these, cited", self.cited)])
            .collect()
    }

    /// The flow in a line: `records identified 120, duplicates 83, documents screened 37, excluded 25, included 12, cited 8`.
    #[must_use]
    pub fn describe(&self) -> String {
        let left = self.beyond_limit + self.not_screened;
        let left = if left > 0 { format!("not screened {left}, ") } else { String::new() };
        format!(
            "records identified {}, duplicates {}, {left}documents screened {}, excluded {}, included {}, cited {}",
            self.all(),
            self.duplicates,
            self.screened,
            self.excluded(),
            self.included,
            self.cited
        )
    }
}

/// The documents of a whole review: each counts once, however many searches found it and for however many statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewFlow {
    /// Documents in the library when it was searched last.
    pub library: u64,
    /// Found by at least one search.
    pub found: BTreeSet<DocId>,
    /// The most that a search left out beyond the limit on candidates; they are not in `found`.
    pub beyond_limit: u32,
    /// Came with a claim.
    pub given: BTreeSet<DocId>,
    /// Added by a reviewer.
    pub added: BTreeSet<DocId>,
    /// Screened for relevance to at least one statement.
    pub screened: BTreeSet<DocId>,
    /// Included for at least one statement.
    pub included: BTreeSet<DocId>,
    /// Excluded by a reviewer for at least one statement, by the reason given; they may be included for another one.
    pub by_reviewer: BTreeMap<Clean, BTreeSet<DocId>>,
    /// With a passage cited for at least one statement.
    pub cited: BTreeSet<DocId>,
}

impl ReviewFlow {
    /// Adds the documents of one statement; its results and `reason` are those of [`Flow::of`].
    pub fn add<'a>(
        &mut self,
        search: &SearchResult,
        scores: Option<&Scores>,
        citations: Option<&Citations>,
        reason: impl Fn(&DocId) -> Option<&'a Reason>,
    ) {
        self.library = self.library.max(search.library.documents);
        for candidate in &search.candidates {
            let is_by = |of: &dyn Fn(Strategy) -> bool| candidate.found_by.iter().any(|by| of(by.strategy));
            let is_found = is_by(&|strategy| Strategy::ALL.contains(&strategy));
            let is_given = is_by(&|strategy| strategy == Strategy::Given);
            let into = match (is_found, is_given) {
                (true, _) => &mut self.found,
                (false, true) => &mut self.given,
                (false, false) => &mut self.added,
            };
            into.insert(candidate.doc.clone());
        }
        self.beyond_limit = self.beyond_limit.max(search.found.saturating_sub(count(search.candidates.len())));
        let Some(scores) = scores else { return };
        let cited_below = citations.map(|citations| scores.cited_below(citations)).unwrap_or_default();
        for doc in search.candidates.iter().map(|candidate| &candidate.doc) {
            let is_included = scores.passes(doc) || cited_below.contains(doc);
            let is_excluded = scores.excluded.contains(doc);
            if is_included || is_excluded || scores.scored.iter().any(|scored| scored.doc == *doc) {
                self.screened.insert(doc.clone());
            }
            if is_included {
                self.included.insert(doc.clone());
            } else if is_excluded {
                self.by_reviewer.entry(why(reason(doc))).or_default().insert(doc.clone());
            }
        }
        let cited = citations.into_iter().flat_map(|citations| &citations.citations);
        self.cited.extend(cited.map(|citation| citation.doc.clone()).filter(|doc| self.included.contains(doc)));
    }

    /// Every number with its name, in the order of the flow; what did not happen is left out.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, u64)> {
        let row = |name: &str, documents: &BTreeSet<DocId>| (name.to_owned(), documents.len() as u64);
        let optional = |name: &str, documents: &BTreeSet<DocId>| Some(row(name, documents)).filter(|(_, n)| *n > 0);
        let kept = if self.beyond_limit > 0 { ", and kept" } else { "" };
        let excluded = self.by_reviewer.iter().map(|(why, of)| row(&format!("Excluded by a reviewer: {why}"), of));
        [("In the library".to_owned(), self.library), row(&format!("Found by at least one search{kept}"), &self.found)]
            .into_iter()
            .chain(optional("Came with a claim", &self.given))
            .chain(optional("Added by a reviewer", &self.added))
            .chain([row("Screened for relevance", &self.screened)])
            .chain(excluded)
            .chain([row("Relevant to at least one statement", &self.included), row("Cited", &self.cited)])
            .collect()
    }
}

/// The reason of a reviewer, in words.
fn why(reason: Option<&Reason>) -> Clean {
    let words = reason.map(Reason::words).filter(|words| !words.trim().is_empty());
    words.map_or(NO_REASON.into(), |words| words.one_line())
}

fn label(side: Side, strategy: Strategy) -> String {
    let side = if side == Side::Counter { "against" } else { "for" };
    format!("{side}, {}", strategy.name())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Provenance, Scored, fixtures};

    /// “1693 records” of a library of 75 files does not show an editor how much was read.
    #[test]
    fn a_document_counts_once_in_the_flow_of_a_review() {
        let documents = ["a", "b", "c"].map(|text| fixtures::document(text, &[text]));
        let by = |strategy| Provenance { side: Side::Counter, strategy, rank: 1, score: 1.0 };
        let candidate = |at: usize, by: Provenance| Candidate {
            found_by: vec![by, by],
            ..fixtures::candidate_of(&documents[at], Side::Counter)
        };
        let search = |found: &[usize]| SearchResult {
            candidates: found.iter().map(|at| candidate(*at, by(Strategy::Keyword))).collect(),
            found: 3,
            library: crate::domain::LibraryStamp { generation: 1, documents: 75 },
            ..SearchResult::default()
        };
        let scored = |at: usize, score| Scored { doc: documents[at].id.clone(), score, reason: "".into() };
        let scores = Scores { scored: vec![scored(0, 4), scored(1, 1)], threshold: 3, ..Scores::default() };
        let mut flow = ReviewFlow::default();
        flow.add(&search(&[0, 1, 2]), Some(&scores), None, |_| None);
        flow.add(&search(&[0, 1]), Some(&scores), None, |_| None);
        let rows = flow.rows();
        let rows: Vec<(&str, u64)> = rows.iter().map(|(name, number)| (name.as_str(), *number)).collect();
        assert_eq!(
            rows,
            [
                ("In the library", 75),
                ("Found by at least one search, and kept", 3),
                ("Screened for relevance", 2),
                ("Relevant to at least one statement", 1),
                ("Cited", 0),
            ]
        );
    }
}
