//! The report when there is nothing to cite: what truly happened.

use crate::domain::{Citations, Counter, Report, Scores, SearchResult, Statement, Statistics, StrategyOutcome};

/// The report without a reasoner, when no citation counts: nothing found, found
/// but none above the threshold, scored but no passage, all blocked, search
/// incomplete or failed. Names the threshold and how many documents were searched.
#[must_use]
pub fn computed(
    statement: &Statement,
    counter: &Counter,
    search: &SearchResult,
    scores: &Scores,
    citations: &Citations,
    statistics: Statistics,
) -> Report {
    let searched = match statistics.library {
        0 => "The library that was searched holds no documents.".to_owned(),
        1 => "1 document was searched.".to_owned(),
        n => format!("{n} documents were searched."),
    };
    let mut more = format!(" {searched} A document counts from a relevance of {} out of 5.\n\n", statistics.threshold);
    let failures = failures(search);
    let what = if search.strategies.is_empty() {
        "No search was made, so nothing can be said about the evidence.".to_owned()
    } else if !search.any_succeeded() {
        if failures.is_empty() {
            "No way of searching is available, so no search was made.".to_owned()
        } else {
            format!("The search failed, so nothing can be said about the evidence.{failures}")
        }
    } else if search.candidates.is_empty() {
        let own = match search.own.len() {
            0 => String::new(),
            _ => " The paper itself was found and excluded.".to_owned(),
        };
        if failures.is_empty() {
            format!("No document was found, neither for nor against the statement.{own}")
        } else {
            format!("The search is incomplete: what could be searched gave no document.{own}{failures}")
        }
    } else if scores.passing() == 0 {
        more = format!("\n\n{} {searched} ", nearest(scores));
        found_but_none_passing(search, scores)
    } else if citations.citations.is_empty() {
        let dropped = match citations.dropped.len() {
            0 => String::new(),
            1 => " 1 quote was dropped because its document does not have it.".to_owned(),
            n => format!(" {n} quotes were dropped because their documents do not have them."),
        };
        match scores.passing() {
            1 => format!("One of the documents found is relevant, but no passage of it could be cited.{dropped}"),
            n => format!("{n} of the documents found are relevant, but no passage of them could be cited.{dropped}"),
        }
    } else {
        none_counts(citations.citations.len(), statistics.blocked as usize)
    };
    let summary = format!(
        "{what}{more}The search looked for evidence for “{}” and for its opposite, “{}”. Finding no \
         evidence neither supports nor contradicts the statement.",
        statement.text.one_line().trim_end_matches('.'),
        counter.text.one_line().trim_end_matches('.'),
    );
    Report { summary: summary.into(), computed: true, statistics, issues: Vec::new() }
}

/// Why none of `all` citations counts; what the judge did not block is from sources that are not to be believed.
fn none_counts(all: usize, blocked: usize) -> String {
    match (all, blocked) {
        (1, 0) => "The only citation is from a source that does not count, such as a retracted one.".to_owned(),
        (1, _) => {
            "The only citation does not count: the judge or a reviewer found it unfit as evidence for this statement."
                .to_owned()
        }
        (all, 0) => format!("All {all} citations are from sources that do not count, such as retracted ones."),
        (all, blocked) if blocked >= all => format!(
            "None of the {all} citations counts: the judge or a reviewer found them unfit as evidence for this statement."
        ),
        (all, blocked) => format!(
            "None of the {all} citations counts: the judge or a reviewer found {blocked} unfit as evidence for this \
             statement, and the others are from sources that do not count, such as retracted ones."
        ),
    }
}

fn found_but_none_passing(search: &SearchResult, scores: &Scores) -> String {
    let found = search.found.max(u32::try_from(search.candidates.len()).unwrap_or(u32::MAX));
    let shut = match scores.excluded.len() {
        0 => String::new(),
        1 => " One was excluded by the reviewer.".to_owned(),
        n => format!(" {n} were excluded by the reviewer."),
    };
    match (found, scores.scored.len()) {
        (1, _) => format!("The one document that was found did not score high enough to be cited.{shut}"),
        (_, 0) => format!("Of the {found} documents found, none was scored.{shut}"),
        (_, 1) => format!("Of the {found} documents found, 1 was scored, and not high enough to be cited.{shut}"),
        (_, scored) if scored < found as usize => {
            // The limit on candidates keeps the best.
            let best = if scored < search.candidates.len() { "" } else { "the best " };
            format!("Of the {found} documents found, {best}{scored} were scored, none high enough to be cited.{shut}")
        }
        _ => format!("Of the {found} documents found, all were scored, none high enough to be cited.{shut}"),
    }
}

/// How near the scored documents came to being cited.
fn nearest(scores: &Scores) -> String {
    let best = scores.scored.iter().filter(|s| !scores.excluded.contains(&s.doc)).map(|s| s.score).max();
    match best {
        Some(best) => {
            format!("The best scores {best} out of 5 for relevance; a citation needs {}.", scores.threshold)
        }
        None => format!("A citation needs a relevance of {} out of 5.", scores.threshold),
    }
}

/// Which strategies failed and why, beginning with a blank; empty when none did.
fn failures(search: &SearchResult) -> String {
    let failed = search.strategies.iter().filter_map(|s| match &s.outcome {
        StrategyOutcome::Failed(why) => Some(format!(
            " The {} search for the {} failed: {}.",
            s.strategy.name(),
            s.side.target(),
            why.trim_end_matches('.')
        )),
        _ => None,
    });
    let sources = search.sources.iter().filter_map(|s| match &s.outcome {
        StrategyOutcome::Failed(why) => Some(format!(
            " The search of {} for the {} failed: {}.",
            s.source,
            s.side.target(),
            why.trim_end_matches('.')
        )),
        _ => None,
    });
    failed.chain(sources).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            LibraryStamp, Scored, Side, Stance, Strategy, StrategyReport, Weighed, Weighing,
            fixtures::{candidate, citation, statement, weighed},
        },
        engine::checks::report::statistics,
    };

    fn text(outcomes: &[StrategyOutcome], candidates: usize, score: Option<u8>, cited: usize) -> String {
        told(outcomes, candidates, score, cited, &[])
    }

    fn told(
        outcomes: &[StrategyOutcome],
        candidates: usize,
        score: Option<u8>,
        cited: usize,
        blocked: &[Weighed],
    ) -> String {
        let strategies = outcomes.iter().zip(Side::BOTH);
        let strategies = strategies
            .map(|(outcome, side)| StrategyReport { side, strategy: Strategy::Keyword, outcome: outcome.clone() })
            .collect();
        let search = SearchResult {
            candidates: (0..candidates).map(|i| candidate(i, Side::Counter)).collect(),
            strategies,
            found: u32::try_from(candidates).unwrap(),
            library: LibraryStamp { generation: 1, documents: 5183 },
            ..SearchResult::default()
        };
        let scored = search.candidates.iter().zip(score);
        let scored = scored.map(|(c, score)| Scored { doc: c.doc.clone(), score, reason: "r".into() }).collect();
        let scores = Scores { scored, threshold: 3, ..Scores::default() };
        let citations = Citations {
            citations: (1..).take(cited).map(|n| citation(n, "Some passage.")).collect(),
            ..Citations::default()
        };
        let weighing = Weighing { weighed: blocked.to_vec(), ..Weighing::default() };
        let statistics = statistics(&search, &scores, &citations, &weighing);
        let counter = Counter { text: "It does not.".into(), ..Counter::default() };
        let report = computed(&statement("It does."), &counter, &search, &scores, &citations, statistics);
        assert!(report.computed && report.summary.contains("“It does” and for its opposite, “It does not”. Finding"));
        assert!(report.summary.contains("5183 documents were searched."));
        assert_eq!(report.summary.matches("out of 5").count(), 1, "{}", report.summary);
        report.summary.split(" 5183").next().unwrap_or_default().to_owned()
    }

    /// “Best score: 5” of a document that a reviewer excluded, where a citation needs 3.
    #[test]
    fn what_a_reviewer_excluded_is_not_the_best() {
        let search = SearchResult {
            candidates: (0..2).map(|i| candidate(i, Side::Counter)).collect(),
            ..SearchResult::default()
        };
        let scored = search.candidates.iter().zip([5, 2]);
        let scored: Vec<_> =
            scored.map(|(c, score)| Scored { doc: c.doc.clone(), score, reason: "r".into() }).collect();
        let excluded = [scored[0].doc.clone()].into();
        let scores = Scores { scored, excluded, threshold: 3, ..Scores::default() };
        assert_eq!(nearest(&scores), "The best scores 2 out of 5 for relevance; a citation needs 3.");
        let said = found_but_none_passing(&search, &scores);
        assert!(said.ends_with("One was excluded by the reviewer."), "{said}");
    }

    /// “100” of the search and “104 found” read like a fault in counting.
    #[test]
    fn of_more_documents_than_the_limit_the_best_are_scored() {
        let search = SearchResult {
            candidates: (0..3).map(|i| candidate(i, Side::Counter)).collect(),
            found: 5,
            ..SearchResult::default()
        };
        let scored = |count: usize| Scores {
            scored: (search.candidates.iter().take(count))
                .map(|c| Scored { doc: c.doc.clone(), score: 1, reason: "r".into() })
                .collect(),
            threshold: 3,
            ..Scores::default()
        };
        for (count, expected) in [(3, "found, the best 3 were scored,"), (2, "found, 2 were scored,")] {
            let said = found_but_none_passing(&search, &scored(count));
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn the_text_says_what_truly_happened() {
        use StrategyOutcome::{Failed, Found, NotAvailable};
        let fine = [Found(1), Found(0)];
        let half = [Failed("the disk is gone.".into()), Found(0)];
        let none = [Failed("a".into()), Failed("b".into())];
        let blocked = |number| Weighed { blocked: true, ..weighed(number, Stance::Supports) };
        let blocked = [blocked(1), blocked(2)];
        for (got, expected) in [
            (text(&[], 0, None, 0), "No search was made, so nothing"),
            (text(&[NotAvailable("x".into())], 0, None, 0), "No way of searching is available"),
            (
                text(&none, 0, None, 0),
                "The search failed, so nothing can be said about the evidence. The keyword search for the opposite failed: a.",
            ),
            (text(&fine, 0, None, 0), "No document was found, neither for nor against"),
            (
                text(&half, 0, None, 0),
                "The search is incomplete: what could be searched gave no document. The keyword search for the opposite failed: the disk is gone.",
            ),
            (
                text(&fine, 2, Some(2), 0),
                "Of the 2 documents found, 1 was scored, and not high enough to be cited.\n\nThe best scores 2 out of 5 for relevance; a citation needs 3.",
            ),
            (
                text(&fine, 1, Some(4), 0),
                "One of the documents found is relevant, but no passage of it could be cited.",
            ),
            (told(&fine, 1, Some(4), 1, &blocked[..1]), "The only citation does not count: the judge or a reviewer"),
            (
                told(&fine, 1, Some(4), 2, &blocked),
                "None of the 2 citations counts: the judge or a reviewer found them unfit",
            ),
            (
                told(&fine, 1, Some(4), 2, &blocked[..1]),
                "None of the 2 citations counts: the judge or a reviewer found 1 unfit",
            ),
            (text(&fine, 1, Some(4), 1), "The only citation is from a source that does not count"),
            (text(&fine, 1, Some(4), 2), "All 2 citations are from sources that do not count"),
        ] {
            assert!(got.starts_with(expected), "{got}");
        }
    }
}
