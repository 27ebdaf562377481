//! How documents become evidence on a statement, counted as PRISMA 2020 does: identified, duplicates removed, screened,
//! excluded with reasons, included (`docs/rules.md#flow`). Pure; every number comes from the results of stages 2 to 4.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::text::Clean;

use super::{
    Candidate, Citations, DocId, Reason, Scores, SearchResult, Side, Strategy, StrategyOutcome, Weighed, Weighing,
};

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
/// Found is the sum of duplicates, excluded, not read and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewFlow {
    /// Documents in the library when it was searched last.
    pub library: u64,
    /// Records that searches found, over all statements, with those that came with a claim or that a reviewer added.
    pub records: u64,
    /// Of them, those that came with a claim.
    pub given: u64,
    /// Of them, those that a reviewer added.
    pub added: u64,
    /// Records that searches left out beyond the limit on candidates; what they are of is not kept.
    pub beyond_limit: u64,
    /// Candidates for at least one statement.
    listed: BTreeSet<DocId>,
    /// The paper under review, found and left out.
    own: BTreeSet<DocId>,
    /// Screened for relevance to at least one statement for which no reviewer excluded it.
    screened: BTreeSet<DocId>,
    /// Excluded by a reviewer for at least one statement, with the reason first given.
    excluded: BTreeMap<DocId, Clean>,
    /// With a passage cited that does not cite the paper under review.
    independent: BTreeSet<DocId>,
    /// With a passage cited that is on neither side since it cites the paper under review.
    circular: BTreeSet<DocId>,
    included: BTreeSet<DocId>,
    cited: BTreeSet<DocId>,
}

impl ReviewFlow {
    /// Adds the documents of one statement; its results and `reason` are those of [`Flow::of`].
    pub fn add<'a>(
        &mut self,
        search: &SearchResult,
        scores: Option<&Scores>,
        (citations, weighing): (Option<&Citations>, Option<&Weighing>),
        reason: impl Fn(&DocId) -> Option<&'a Reason>,
    ) {
        let flow = Flow::of(search, scores, citations, &reason);
        self.library = self.library.max(search.library.documents);
        let listed = search.candidates.len() + search.own.len();
        self.records += u64::from(flow.duplicates) + u64::from(flow.beyond_limit) + listed as u64;
        self.given += u64::from(flow.given);
        self.added += u64::from(flow.added);
        self.beyond_limit += u64::from(flow.beyond_limit);
        self.listed.extend(search.candidates.iter().map(|candidate| candidate.doc.clone()));
        self.own.extend(search.own.iter().cloned());
        let Some(scores) = scores else { return };
        let cited_below = citations.map(|citations| scores.cited_below(citations)).unwrap_or_default();
        for doc in search.candidates.iter().map(|candidate| &candidate.doc) {
            if scores.passes(doc) || cited_below.contains(doc) {
                self.included.insert(doc.clone());
            } else if scores.excluded.contains(doc) {
                self.excluded.entry(doc.clone()).or_insert_with(|| why(reason(doc)));
                continue;
            } else if scores.scored.iter().all(|scored| scored.doc != *doc) {
                continue;
            }
            self.screened.insert(doc.clone());
        }
        for citation in citations.into_iter().flat_map(|citations| &citations.citations) {
            let is_circular =
                weighing.and_then(|weighing| weighing.get(citation.number)).is_some_and(Weighed::is_circular);
            let into = if is_circular { &mut self.circular } else { &mut self.independent };
            into.insert(citation.doc.clone());
            if self.included.contains(&citation.doc) {
                self.cited.insert(citation.doc.clone());
            }
        }
    }

    /// Whether a document was screened, and not only to cite the paper under review.
    fn is_read(&self, doc: &DocId) -> bool {
        let is_circular = self.circular.contains(doc) && !self.independent.contains(doc);
        self.screened.contains(doc) && !is_circular && !self.own.contains(doc)
    }

    fn of_read(&self, documents: &BTreeSet<DocId>) -> u64 {
        documents.iter().filter(|doc| self.is_read(doc)).count() as u64
    }

    /// Records of a document that another search or another statement had found.
    #[must_use]
    pub fn duplicates(&self) -> u64 {
        self.records.saturating_sub(self.listed.union(&self.own).count() as u64 + self.beyond_limit)
    }

    /// The documents that were excluded from all of the review, by the reason.
    #[must_use]
    pub fn excluded(&self) -> Vec<(String, u64)> {
        let mut by_reviewer: BTreeMap<&Clean, u64> = BTreeMap::new();
        for (doc, why) in &self.excluded {
            if !self.screened.contains(doc) && !self.own.contains(doc) {
                *by_reviewer.entry(why).or_default() += 1;
            }
        }
        let is_circular = |doc: &&DocId| self.screened.contains(*doc) && !self.is_read(doc) && !self.own.contains(*doc);
        let own = ("the paper under review".to_owned(), self.own.len() as u64);
        let circular = (
            "all that is cited of it cites the paper under review".to_owned(),
            self.listed.iter().filter(is_circular).count() as u64,
        );
        let by_reviewer = by_reviewer.into_iter().map(|(why, number)| (format!("by a reviewer, {why}"), number));
        std::iter::once(own).chain(by_reviewer).chain([circular]).filter(|(_, number)| *number > 0).collect()
    }

    /// What was found and neither screened nor excluded.
    #[must_use]
    pub fn not_read(&self) -> u64 {
        let is_left = |doc: &&DocId| {
            !self.screened.contains(*doc) && !self.excluded.contains_key(*doc) && !self.own.contains(*doc)
        };
        self.beyond_limit + self.listed.iter().filter(is_left).count() as u64
    }

    /// Screened for relevance to at least one statement, and not excluded.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.of_read(&self.screened)
    }

    /// Of those read, relevant to at least one statement.
    #[must_use]
    pub fn relevant(&self) -> u64 {
        self.of_read(&self.included)
    }

    /// Of those read, with a passage cited for at least one statement.
    #[must_use]
    pub fn cited(&self) -> u64 {
        self.of_read(&self.cited)
    }

    /// Every number with its name, in the order of the flow; what did not happen is left out.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, u64)> {
        let row = |name: &str, number: u64| (name.to_owned(), number);
        let optional = |name: &str, number: u64| (number > 0).then(|| row(name, number));
        [row("In the library", self.library), row("Found, over all searches and statements", self.records)]
            .into_iter()
            .chain(optional("Of these, came with a claim", self.given))
            .chain(optional("Of these, added by a reviewer", self.added))
            .chain([row("Duplicates: found before", self.duplicates())])
            .chain(self.excluded().into_iter().map(|(why, number)| (format!("Excluded: {why}"), number)))
            .chain([
                row("Not read: beyond the limit, or enough had passed", self.not_read()),
                row("Read: screened for relevance", self.read()),
                row("Relevant to at least one statement", self.relevant()),
                row("Cited", self.cited()),
            ])
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
    use crate::domain::{Citation, Provenance, RuleNote, Scored, Stance, StrategyReport, fixtures, rules::circular};

    /// “1693 records” of a library of 75 files does not show an editor how much was read, and what was left out on the way
    /// was in no row.
    #[test]
    fn the_flow_of_a_review_adds_up() {
        let documents = ["a", "b", "c", "d", "e", "paper"].map(|text| fixtures::document(text, &[text]));
        let id = |at: usize| documents[at].id.clone();
        let by = |strategy| Provenance { side: Side::Counter, strategy, rank: 1, score: 1.0 };
        let candidate = |at: usize| Candidate {
            found_by: vec![by(Strategy::Keyword), by(Strategy::Semantic)],
            ..fixtures::candidate_of(&documents[at], Side::Counter)
        };
        // Two strategies find each candidate, and one of them seven more beyond the limit.
        let search = |found: &[usize]| {
            let (each, listed) = (found.len(), count(found.len()));
            let report = |strategy, found| StrategyReport {
                side: Side::Counter,
                strategy,
                outcome: StrategyOutcome::Found(found),
            };
            SearchResult {
                candidates: found.iter().map(|at| candidate(*at)).collect(),
                strategies: vec![report(Strategy::Keyword, listed + 7), report(Strategy::Semantic, listed)],
                found: count(each) + 7,
                library: crate::domain::LibraryStamp { generation: 1, documents: 75 },
                own: vec![id(5)],
                ..SearchResult::default()
            }
        };
        let scored = |at: usize, score| Scored { doc: id(at), score, reason: "".into() };
        let scores = |scored: Vec<Scored>| Scores { scored, threshold: 3, ..Scores::default() };
        let cited = |number: u32, at: usize| Citation { doc: id(at), ..fixtures::citation(number, "text") };
        let citations = Citations { citations: vec![cited(1, 0), cited(2, 3)], ..Citations::default() };
        let note = RuleNote { rule: circular::RULE.into(), note: "".into() };
        let weighed =
            Weighed { stance: Stance::NotAddressed, notes: vec![note], ..fixtures::weighed(2, Stance::Supports) };
        let weighing = Weighing { weighed: vec![weighed], ..Weighing::default() };
        let mut flow = ReviewFlow::default();
        // Of the first statement “c” was excluded and “e” not looked at.
        let first =
            Scores { excluded: [id(2)].into(), ..scores(vec![scored(0, 4), scored(1, 1), scored(2, 4), scored(3, 4)]) };
        flow.add(&search(&[0, 1, 2, 3, 4]), Some(&first), (Some(&citations), Some(&weighing)), |_| None);
        flow.add(&search(&[0, 1]), Some(&scores(vec![scored(0, 2), scored(1, 1)])), (None, None), |_| None);
        let rows = flow.rows();
        let rows: Vec<(&str, u64)> = rows.iter().map(|(name, number)| (name.as_str(), *number)).collect();
        assert_eq!(
            rows,
            [
                ("In the library", 75),
                ("Found, over all searches and statements", 30),
                ("Duplicates: found before", 10),
                ("Excluded: the paper under review", 1),
                ("Excluded: by a reviewer, no reason given", 1),
                ("Excluded: all that is cited of it cites the paper under review", 1),
                ("Not read: beyond the limit, or enough had passed", 15),
                ("Read: screened for relevance", 2),
                ("Relevant to at least one statement", 1),
                ("Cited", 1),
            ]
        );
        let excluded: u64 = flow.excluded().iter().map(|(_, number)| number).sum();
        assert_eq!(flow.records, flow.duplicates() + excluded + flow.not_read() + flow.read());
    }
}
