//! Stage 7: does the prose cite only what exists (`docs/rules.md#report`).

mod computed;

use crate::{
    domain::{
        Citations, Code, Counter, Digest, Report, Scores, SearchResult, Stage, Statement, Statistics, Strategy,
        StrategyOutcome, Subject, Weighing,
    },
    reason::{Failure, ReportDraft, WeighedCitation},
    text::{Clean, word_count},
};

pub use computed::computed;

use super::{
    issues::Issues,
    prose::{Backing, mentions, strip_labels, whole_sentences},
};

/// Fewest characters of a report.
const SHORTEST: usize = 50;

/// A sentence of fewer words is a heading or a transition.
const SENTENCE_WORDS: usize = 4;

/// What models put before the report (`docs/rules.md#report`).
const LABELS: &[&str] = &[
    "summary:",
    "report:",
    "counter-report:",
    "counter-evidence summary:",
    "counter-evidence report:",
    "evidence summary:",
    "here is the summary:",
    "here's the summary:",
    "here is the report:",
    "here's the report:",
    "here is the counter-report:",
    "here is the counter-evidence summary:",
];

/// The counter-report, freed of labels, code fences and a list of references of
/// its own, and [`checked`].
///
/// # Errors
/// When fewer than 50 characters are left.
pub fn report(
    statement: &Statement,
    counter: &Counter,
    citations: &[WeighedCitation<'_>],
    statistics: Statistics,
    draft: ReportDraft,
) -> Result<Report, Failure> {
    let summary = cleaned(&Clean::from(draft.text));
    let length = summary.chars().count();
    if length < SHORTEST {
        return Err(Failure::new(
            Stage::Report,
            format!(
                "the report is too short: {length} characters, at least {SHORTEST} are needed; run the stage again"
            ),
        ));
    }
    Ok(checked(statement, counter, citations, statistics, summary))
}

/// The counter-report of these words with the issues that code finds in it.
/// `citations` are those that count. What it cites, counts, quotes or
/// names and does not exist there is a `HALLUCINATION`; sentences without a
/// citation are listed.
#[must_use]
pub fn checked(
    statement: &Statement,
    counter: &Counter,
    citations: &[WeighedCitation<'_>],
    statistics: Statistics,
    summary: Clean,
) -> Report {
    let mut issues = Issues::new(statement.id, Stage::Report);
    let subject = |text: &str| Subject::Report(text.into());
    let exists = |number: u32| citations.iter().any(|c| c.citation.number == number);
    let texts = made_from(statement, counter, citations.iter().map(|c| c.citation));
    let metas = citations.iter().map(|c| &c.citation.meta).collect();
    let count = u32::try_from(citations.len()).unwrap_or(u32::MAX);
    let backing = Backing::new(texts, metas, &statistics, count);
    for mention in backing.citations(&summary) {
        for number in mention.numbers.into_iter().filter(|number| !exists(*number)) {
            let message = if (1..=statistics.citations).contains(&number) {
                format!("The report cites [{number}], which counts for nothing.")
            } else {
                format!("The report cites [{number}], which does not exist.")
            };
            issues.add(Code::Hallucination, subject(&format!("[{number}]")), message);
        }
    }
    for claim in backing.missing(&summary) {
        issues.add(Code::Hallucination, subject(claim.text()), claim.message());
    }
    for range in whole_sentences(&summary) {
        let sentence = &summary[range];
        let heading = sentence.starts_with('#') || sentence.ends_with(':');
        if !heading && word_count(sentence) >= SENTENCE_WORDS && mentions(sentence).is_empty() {
            let digest = Digest::of(sentence.as_bytes());
            let message = format!("This sentence has no citation: {sentence}");
            issues.add(Code::UncitedSentence, Subject::Sentence(digest), message);
        }
    }
    Report { summary, computed: false, statistics, issues: issues.done() }
}

/// The texts that prose about these citations may draw on.
pub(super) fn made_from<'a>(
    statement: &'a Statement,
    counter: &'a Counter,
    citations: impl Iterator<Item = &'a crate::domain::Citation>,
) -> Vec<&'a str> {
    let mut texts = vec![statement.text.as_str(), statement.context.as_str(), counter.text.as_str()];
    for citation in citations {
        let parts = [&citation.passage, &citation.before, &citation.after, &citation.reference, &citation.meta.title];
        texts.extend(parts.map(Clean::as_str));
        texts.extend(citation.meta.published.as_deref());
    }
    texts
}

/// The clean-up of `docs/rules.md#report`, repeated until nothing is left to remove.
fn cleaned(raw: &Clean) -> Clean {
    let mut text = raw.trim().to_owned();
    loop {
        let next = strip_labels(without_references(without_fence(&text)), LABELS);
        if next == text {
            return next.into();
        }
        text = next;
    }
}

/// Without a code fence around the whole.
fn without_fence(text: &str) -> &str {
    let Some(inside) = text.trim().strip_prefix("```") else { return text.trim() };
    // The language after the opening fence.
    let inside = inside
        .split_once('\n')
        .map_or(inside, |(first, rest)| if first.trim().chars().all(char::is_alphanumeric) { rest } else { inside });
    inside.trim_end().strip_suffix("```").unwrap_or(inside).trim()
}

/// Without a list of references at the end: the export makes its own, from the record.
fn without_references(text: &str) -> &str {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let heading = line.trim().trim_matches(['#', '*', '_', ':', ' ']);
        if at > 0 && ["references", "reference list", "citations", "sources"].contains(&heading.to_lowercase().as_str())
        {
            return text[..at].trim_end();
        }
        at += line.len();
    }
    text
}

/// The counts under a report. A strategy counts the candidates that it found.
#[must_use]
pub fn statistics(search: &SearchResult, scores: &Scores, citations: &Citations, weighing: &Weighing) -> Statistics {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let ran = |strategy| {
        search.strategies.iter().any(|s| s.strategy == strategy && matches!(s.outcome, StrategyOutcome::Found(_)))
    };
    let found_by = |strategy| {
        let of = |c: &&crate::domain::Candidate| c.found_by.iter().any(|p| p.strategy == strategy);
        count(search.candidates.iter().filter(of).count())
    };
    let mut cited: Vec<_> = citations.citations.iter().map(|c| &c.doc).collect();
    cited.sort_unstable();
    cited.dedup();
    Statistics {
        found: search.found,
        scored: count(scores.scored.len()),
        passing: count(scores.passing() + scores.cited_below(citations).len()),
        documents_cited: count(cited.len()),
        citations: count(citations.citations.len()),
        blocked: count(weighing.weighed.iter().filter(|w| w.blocked).count()),
        library: search.library.documents,
        threshold: scores.threshold,
        by_strategy: Strategy::ALL.into_iter().filter(|s| ran(*s)).map(|s| (s, found_by(s))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{
        Citation, Severity, Stance, Weighed,
        fixtures::{citation, statement, weighed},
    };

    fn cited() -> Vec<(Citation, Weighed)> {
        [
            (1, "Metformin lowered HbA1c by 1.5% in 412 adults.", Stance::Supports),
            (3, "Weight did not change over two years.", Stance::NotAddressed),
        ]
        .map(|(number, passage, stance)| (citation(number, passage), weighed(number, stance)))
        .to_vec()
    }

    fn made(text: &str) -> Result<Report, Failure> {
        let cited = cited();
        let citations: Vec<_> = cited.iter().map(|(citation, weighed)| WeighedCitation { citation, weighed }).collect();
        let counter = Counter { text: "Metformin does not lower HbA1c.".into(), ..Counter::default() };
        let statistics = Statistics { citations: 3, blocked: 1, found: 40, ..Statistics::default() };
        report(
            &statement("Metformin lowers HbA1c."),
            &counter,
            &citations,
            statistics,
            ReportDraft { text: text.into() },
        )
    }

    const GOOD: &str = "Metformin lowered HbA1c by 1.5% in 412 adults [1]. Weight did not change over two years [3].";

    #[test]
    fn a_sound_report_raises_nothing() {
        assert_eq!(made(GOOD).unwrap().issues, []);
    }

    #[test]
    fn what_surrounds_the_report_is_removed() {
        for raw in [
            GOOD.to_owned(),
            format!("  Summary: {GOOD}\n"),
            format!("**Report:** {GOOD}"),
            format!("```markdown\n{GOOD}\n```"),
            format!("Here's the summary:\n\n```\nSummary: {GOOD}\n```"),
            format!("## Counter-Evidence Summary:\n\n{GOOD}\n\n### References\n\n1. Invented A. 1999."),
        ] {
            assert_eq!(made(&raw).unwrap().summary, GOOD, "{raw}");
        }
    }

    #[test]
    fn too_short_is_an_error_that_says_what_to_do() {
        for raw in ["", "Summary: nothing.", "```\n```", "References\n1. A."] {
            let failure = made(raw).unwrap_err();
            assert!(failure.reason.contains("run the stage again"), "{failure}");
        }
    }

    #[test]
    fn citations_that_do_not_exist_or_are_blocked_are_told_apart() {
        let report =
            made("Metformin lowered HbA1c in adults [1, 2]. Weight did not change [3-5], says citation 9.").unwrap();
        let seen: Vec<_> = report.issues.iter().map(|i| (i.code, i.severity, i.message.as_str())).collect();
        let bad = |message| (Code::Hallucination, Severity::Blocker, message);
        assert_eq!(
            seen,
            [
                bad("The report cites [2], which counts for nothing."),
                bad("The report cites [4], which does not exist."),
                bad("The report cites [5], which does not exist."),
                bad("The report cites [9], which does not exist."),
            ]
        );
    }

    #[test]
    fn invented_numbers_and_uncited_sentences_are_listed() {
        let report =
            made("Metformin lowered HbA1c by 2.5% in adults [1]. This is seen in practice everywhere.\n\nLimits:")
                .unwrap();
        let seen: Vec<_> = report.issues.iter().map(|i| (i.code, i.severity)).collect();
        assert_eq!(seen, [(Code::Hallucination, Severity::Blocker), (Code::UncitedSentence, Severity::Minor)]);
        assert!(report.issues[0].message.contains("2.5") && report.issues[1].message.contains("in practice"));
    }

    #[test]
    fn what_a_quotation_has_from_its_source_is_the_sources() {
        let mut cited = cited();
        cited[0].0.passage = "HbA1c fell, as was shown before [12]. It did so by 1.5% in adults.".into();
        let citations: Vec<_> = cited.iter().map(|(citation, weighed)| WeighedCitation { citation, weighed }).collect();
        let text = "A trial says “HbA1c fell, as was shown before [12]. It did so by 1.5% in adults” [1].";
        let draft = ReportDraft { text: text.into() };
        let made = report(&statement("It falls."), &Counter::default(), &citations, Statistics::default(), draft);
        assert_eq!(made.unwrap().issues, []);
    }

    proptest! {
        #[test]
        fn any_text_gives_a_report_or_a_reason(text in "(```|Summary:|[a-z ]|\\[[0-9]\\]|\n){0,80}|.{0,120}") {
            if let Ok(report) = made(&text) {
                prop_assert!(report.summary.chars().count() >= SHORTEST);
            }
        }
    }
}
