//! Stage 9: is the rationale backed by what it cites (`docs/rules.md#judge`).

use crate::{
    domain::{Basis, Code, EvidenceType, Judgement, Opinion, Rulings, Settings, Stage, Subject, Verdict, VerdictValue},
    reason::{Failure, JudgeInput, OpinionDraft},
};

use super::{
    issues::Issues,
    prose::Backing,
    report::made_from,
    verdict::rests_on_citations,
    weigh::{by_ruling, opinion},
};

/// Whether there is a rationale over evidence for the reasoner to judge. When
/// not, it need not be asked, and its opinion would change nothing.
#[must_use]
pub fn worth_asking(verdict: &VerdictValue) -> bool {
    let is_without_reason = verdict.basis == Basis::Reviewer && verdict.rationale.trim().is_empty();
    !is_without_reason && (verdict.verdict != Verdict::Undecided || rests_on_citations(verdict.basis))
}

/// What stands in for the opinion of a reviewer's verdict of which the judge was not asked.
fn not_asked(verdict: &VerdictValue) -> Opinion {
    let why = if verdict.rationale.trim().is_empty() {
        "The reviewer gave no rationale."
    } else {
        "An undecided verdict of a reviewer is not judged."
    };
    Opinion {
        valid: true,
        quality: EvidenceType::Unknown.quality(),
        evidence_type: EvidenceType::Unknown,
        issue: Some(why.into()),
        original: verdict.confidence,
        adjusted: verdict.confidence,
    }
}

/// The judgement of `input.verdict`.
///
/// A rationale that cites, counts, quotes or names what does not exist has
/// quality 0 and raises `HALLUCINATION`, whatever the reasoner says. A quality
/// below `block_below` makes the machine's verdict undecided. An abstention then
/// caps the confidence. A verdict that rests on no evidence cannot lose it: only
/// a hallucination blocks it. When the verdict is a reviewer's nothing but the
/// citation numbers is checked, with a minor issue for each that is missing, and
/// verdict and confidence stay.
///
/// `rulings` are the reviewer's on prose and confidence: a hallucination that was dismissed blocks nothing, and an issue
/// that was confirmed lowers the quality as one on a citation does.
#[must_use]
pub fn judgement(
    rulings: &Rulings,
    input: JudgeInput<'_>,
    reviewer_verdict: bool,
    draft: Result<OpinionDraft, Failure>,
    settings: &Settings,
) -> Judgement {
    let given = input.verdict;
    let mut issues = Issues::new(input.statement.id, Stage::Judge);
    let backing = backing(input);
    check_citations(&mut issues, input, &backing, reviewer_verdict);
    if !reviewer_verdict {
        check_backing(&mut issues, input, &backing);
    }
    let issues = issues.done();
    let invention =
        issues.iter().chain(&given.issues).find(|i| i.code == Code::Hallucination && !rulings.dismissed(i.key));
    let asked = worth_asking(given);
    let mut opinion = if asked {
        opinion(given.confidence, draft)
    } else if reviewer_verdict {
        not_asked(given)
    } else {
        let plain = OpinionDraft { evidence_type: Some("explicit".into()), ..OpinionDraft::default() };
        opinion(given.confidence, Ok(plain))
    };
    if reviewer_verdict {
        return Judgement {
            opinion: Opinion { adjusted: opinion.original, ..opinion },
            verdict: given.verdict,
            confidence: given.confidence,
            basis: given.basis,
            blocked: false,
            issues,
        };
    }
    if let Some(invention) = invention {
        let first = &invention.message;
        let also = opinion.issue.map(|issue| format!(" The judge: {issue}")).unwrap_or_default();
        opinion = Opinion {
            valid: false,
            quality: 0.0,
            evidence_type: EvidenceType::Inappropriate,
            issue: Some(format!("HALLUCINATION: {first}{also}").into()),
            original: opinion.original,
            adjusted: 0.0,
        };
    }
    if let Some(worst) = rulings.issues.values().flatten().max().filter(|_| asked) {
        opinion = by_ruling(*worst, opinion);
    }
    let blocked = opinion.quality < settings.block_below;
    let cap = if input.weighing.abstentions.is_empty() { 1.0 } else { settings.abstain.cap };
    let confidence = opinion.adjusted.min(cap).clamp(0.0, 1.0);
    let (verdict, basis) =
        if blocked { (Verdict::Undecided, Basis::BlockedByJudge) } else { (given.verdict, given.basis) };
    Judgement { opinion, verdict, confidence, basis, blocked, issues }
}

/// What the rationale may draw on.
fn backing(input: JudgeInput<'_>) -> Backing<'_> {
    let mut texts = made_from(input.statement, input.counter, input.citations.citations.iter());
    // Computed in code from the record: it can be drawn on like any source.
    texts.extend(Some(input.report.summary.as_str()).filter(|_| input.report.computed));
    let found = input.search.candidates.iter().map(|c| &c.meta);
    let metas = input.citations.citations.iter().map(|c| &c.meta).chain(found).collect();
    let count = u32::try_from(input.citations.citations.len()).unwrap_or(u32::MAX);
    Backing::new(texts, metas, &input.report.statistics, count)
}

/// Citation numbers beyond those that exist; to cite a blocked one is no
/// invention, but it carries nothing. A reviewer may have excluded the passage
/// after writing the rationale, so theirs is not called an invention.
fn check_citations(issues: &mut Issues, input: JudgeInput<'_>, backing: &Backing<'_>, reviewer_verdict: bool) {
    let n = input.citations.citations.len();
    for number in backing.citations(&input.verdict.rationale).into_iter().flat_map(|mention| mention.numbers) {
        if input.citations.get(number).is_none() {
            let (code, message) = if reviewer_verdict {
                let message = format!("The reviewer’s rationale cites [{number}], but there is no such citation now.");
                (Code::UncitedSentence, message)
            } else {
                (Code::Hallucination, format!("The rationale cites [{number}], but there are {n} citations."))
            };
            issues.add(code, Subject::Rationale(format!("[{number}]").into()), message);
        }
    }
}

/// Numbers, quotes and documents that are in nothing that was found.
fn check_backing(issues: &mut Issues, input: JudgeInput<'_>, backing: &Backing<'_>) {
    for claim in backing.missing(&input.verdict.rationale) {
        issues.add(Code::Hallucination, Subject::Rationale(claim.text().into()), claim.message());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{
        Abstention, Citations, Counter, Level, Report, SearchResult, Severity, Side, Stance, Statement, Statistics,
        Weighing,
        fixtures::{candidate, citation, statement, weighed},
    };

    struct Case {
        statement: Statement,
        counter: Counter,
        search: SearchResult,
        citations: Citations,
        weighing: Weighing,
        report: Report,
        verdict: VerdictValue,
    }

    fn case(rationale: &str) -> Case {
        let mut found = candidate(0, Side::Counter);
        found.meta.authors = vec!["Novak P".into()];
        Case {
            statement: statement("Metformin lowers HbA1c."),
            counter: Counter { text: "Metformin does not lower HbA1c.".into(), ..Counter::default() },
            search: SearchResult { candidates: vec![found], ..SearchResult::default() },
            citations: Citations {
                citations: vec![
                    citation(1, "Metformin lowered HbA1c by 1.5% in 412 adults."),
                    citation(2, "In Study 329 the weight did not change."),
                ],
                ..Citations::default()
            },
            weighing: Weighing { weighed: vec![weighed(1, Stance::Supports)], ..Weighing::default() },
            report: Report { statistics: Statistics { found: 87, ..Statistics::default() }, ..Report::default() },
            verdict: VerdictValue {
                verdict: Verdict::Supports,
                confidence: 0.9,
                rationale: rationale.into(),
                basis: Basis::CitedSupport,
                unrated: false,
                critique: None,
                issues: Vec::new(),
            },
        }
    }

    impl Case {
        fn judge(&self, reviewer: bool, draft: Result<OpinionDraft, Failure>) -> Judgement {
            let Self { statement, counter, search, citations, weighing, report, verdict } = self;
            let input = JudgeInput { statement, counter, search, citations, documents: &[], weighing, report, verdict };
            judgement(&Rulings::default(), input, reviewer, draft, &Settings::default())
        }
    }

    fn said(kind: &str, quality: f64) -> Result<OpinionDraft, Failure> {
        Ok(OpinionDraft { quality: Some(quality), evidence_type: Some(kind.into()), ..OpinionDraft::default() })
    }

    /// A reviewer who says that a number is no invention would still see the verdict blocked for it.
    #[test]
    fn a_hallucination_that_was_dismissed_blocks_nothing_and_a_confirmed_doubt_lowers_confidence() {
        let invented = case("A trial of 5,000 adults found a fall of 1.5% [1].");
        let judge = |case: &Case, rulings: &Rulings| {
            let Case { statement, counter, search, citations, weighing, report, verdict } = case;
            let input = JudgeInput { statement, counter, search, citations, documents: &[], weighing, report, verdict };
            judgement(rulings, input, false, said("explicit", 1.0), &Settings::default())
        };
        let before = judge(&invented, &Rulings::default());
        assert!(before.blocked && before.issues.len() == 1);
        let dismissed = Rulings { issues: [(before.issues[0].key, None)].into(), ..Rulings::default() };
        let after = judge(&invented, &dismissed);
        assert_eq!((after.verdict, after.confidence, after.blocked), (Verdict::Supports, 0.9, false));
        assert_eq!(after.issues, before.issues, "it stays on record");
        let confirmed =
            Rulings { issues: [(before.issues[0].key, Some(Severity::Major))].into(), ..Rulings::default() };
        let doubted = judge(&case(GOOD), &confirmed);
        assert!((doubted.confidence - 0.9 * 0.65).abs() < 1e-9, "{doubted:?}");
    }

    const GOOD: &str =
        "Citation 1 reports a fall of 1.5% in 412 adults [1]; Study 329 and three studies say no more [2].";

    #[test]
    fn a_backed_rationale_keeps_its_verdict() {
        let judged = case(GOOD).judge(false, said("explicit", 1.0));
        assert_eq!((judged.verdict, judged.confidence, judged.blocked), (Verdict::Supports, 0.9, false));
        assert_eq!((judged.basis, judged.issues.len()), (Basis::CitedSupport, 0));
        let contextual = case(GOOD).judge(false, said("contextual", 0.7));
        assert!((contextual.confidence - 0.765).abs() < 1e-9, "{}", contextual.confidence);
    }

    #[test]
    fn what_does_not_exist_blocks_whatever_the_judge_says() {
        for (rationale, named) in [
            ("Metformin lowered HbA1c in adults [3].", "[3]"),
            ("As reference 12 shows, HbA1c fell.", "[12]"),
            ("It “lowered HbA1c by 1.5% in 412 adults [7]”.", "[7]"),
            ("HbA1c fell by 2.5% in adults [1].", "2.5"),
            ("It says “HbA1c rose in all of the adults” [1].", "HbA1c rose"),
            ("Jones et al. found the same [1].", "Jones et al"),
        ] {
            let judged = case(rationale).judge(false, said("explicit", 1.0));
            assert!(judged.blocked, "{rationale}");
            assert_eq!((judged.verdict, judged.basis), (Verdict::Undecided, Basis::BlockedByJudge));
            assert_eq!((judged.opinion.quality, judged.opinion.valid, judged.confidence), (0.0, false, 0.0));
            assert!(judged.opinion.issue.unwrap().starts_with("HALLUCINATION"));
            assert!(
                judged.issues.iter().any(|i| i.code == Code::Hallucination && i.message.contains(named)),
                "{named}"
            );
        }
    }

    #[test]
    fn a_retrieved_document_may_be_named_though_it_is_not_cited() {
        assert!(
            !case("Novak et al. and [1] agree on 1.5%, of 87 documents found.")
                .judge(false, said("explicit", 1.0))
                .blocked
        );
    }

    #[test]
    fn the_wrong_type_of_evidence_blocks() {
        let judged = case(GOOD).judge(false, said("inappropriate", 0.0));
        assert!(judged.blocked && judged.issues.is_empty());
        assert_eq!((judged.verdict, judged.basis), (Verdict::Undecided, Basis::BlockedByJudge));
    }

    #[test]
    fn a_judge_that_fails_blocks_nothing() {
        let judged = case(GOOD).judge(false, Err(Failure::new(Stage::Judge, "no answer")));
        assert!(!judged.blocked && !judged.opinion.judged());
        assert_eq!(judged.verdict, Verdict::Supports);
        assert_eq!(judged.opinion.issue.as_deref(), Some("Judge error: no answer"));
    }

    #[test]
    fn an_abstention_caps_confidence_after_the_judge() {
        let mut capped = case(GOOD);
        capped.weighing.abstentions.push(Abstention::WeakConsensus);
        let judged = capped.judge(false, said("explicit", 1.0));
        assert_eq!((judged.verdict, judged.confidence), (Verdict::Supports, 0.3));
        assert_eq!(Level::of(judged.confidence), Level::Low);
    }

    #[test]
    fn a_reviewers_verdict_is_never_changed() {
        let mut own = case("I know of a trial of 5,000 adults, and [9] agrees.");
        own.weighing.abstentions.push(Abstention::WeakConsensus);
        let judged = own.judge(true, said("inappropriate", 0.0));
        assert_eq!((judged.verdict, judged.confidence, judged.blocked), (Verdict::Supports, 0.9, false));
        // What a reviewer knows is not invented; a citation number that is none is worth telling.
        assert_eq!(judged.issues.iter().map(|i| i.message.contains("[9]")).collect::<Vec<_>>(), [true]);
    }

    /// A reviewer who cites a passage and then excludes its document was accused of inventing it.
    #[test]
    fn a_reviewer_who_excluded_what_they_cited_is_not_accused_of_inventing_it() {
        let mut own = case("The trial speaks for it [1].");
        own.citations.citations.clear();
        own.weighing.weighed.clear();
        let judged = own.judge(true, said("explicit", 1.0));
        let raised: Vec<_> = judged.issues.iter().map(|i| (i.code, i.severity, i.message.as_str())).collect();
        let message = "The reviewer’s rationale cites [1], but there is no such citation now.";
        assert_eq!(raised, [(Code::UncitedSentence, Severity::Minor, message)]);
        assert_eq!(own.judge(false, said("explicit", 1.0)).issues[0].code, Code::Hallucination);
    }

    /// A reviewer's high confidence would be shown, and exported, as adjusted to 0.
    #[test]
    fn the_judge_lowers_no_confidence_of_a_reviewer_and_is_not_asked_without_a_rationale() {
        for (rationale, verdict, is_asked) in [
            ("", Verdict::Supports, false),
            ("Mixed trials.", Verdict::Undecided, false),
            (GOOD, Verdict::Supports, true),
        ] {
            let mut own = case(rationale);
            (own.verdict.basis, own.verdict.verdict) = (Basis::Reviewer, verdict);
            assert_eq!(worth_asking(&own.verdict), is_asked, "{rationale}");
            let draft = if is_asked { said("inappropriate", 0.0) } else { Ok(OpinionDraft::default()) };
            let judged = own.judge(true, draft);
            assert_eq!((judged.opinion.original, judged.opinion.adjusted), (0.9, 0.9), "{rationale}");
            assert_eq!((judged.opinion.judged(), judged.opinion.dropped()), (is_asked, false), "{rationale}");
        }
    }

    #[test]
    fn a_verdict_without_evidence_keeps_its_reason() {
        let mut nothing = case("Of 5183 documents none reached the score of 3 out of 5.");
        nothing.report.computed = true;
        nothing.report.summary = nothing.verdict.rationale.clone();
        nothing.verdict.verdict = Verdict::Undecided;
        nothing.verdict.confidence = 0.3;
        nothing.verdict.basis = Basis::NothingFound;
        assert!(!worth_asking(&nothing.verdict));
        let judged = nothing.judge(false, said("inappropriate", 0.0));
        assert_eq!((judged.blocked, judged.basis, judged.confidence), (false, Basis::NothingFound, 0.3));
    }

    proptest! {
        #[test]
        fn any_opinion_leaves_confidence_in_range(
            rationale in "([a-z ]|\\[[0-9]\\]|[0-9.]){0,40}|.{0,40}", kind in prop::option::of("explicit|weak|.{0,9}"),
            quality in prop::option::of(any::<f64>()), confidence in any::<f64>(), reviewer in any::<bool>(),
        ) {
            let mut any = case(&rationale);
            any.verdict.confidence = confidence;
            let draft = OpinionDraft { quality, evidence_type: kind, ..OpinionDraft::default() };
            let judged = any.judge(reviewer, Ok(draft));
            prop_assert!(reviewer || (0.0..=1.0).contains(&judged.confidence));
            prop_assert!(!reviewer || (judged.verdict == Verdict::Supports && !judged.blocked));
        }
    }
}
