//! Stage 9: is the rationale backed by what it cites (spec 3.9, document 004).

use crate::{
    domain::{Basis, Code, EvidenceType, Judgement, Opinion, Settings, Stage, Subject, Verdict, VerdictValue},
    reason::{Failure, JudgeInput, OpinionDraft},
};

use super::{
    issues::Issues,
    prose::{Backing, mentions},
    report::made_from,
    verdict::rests_on_citations,
    weigh::opinion,
};

/// Whether there is a rationale over evidence for the reasoner to judge. When
/// not, it need not be asked, and its opinion would change nothing.
#[must_use]
pub fn worth_asking(verdict: &VerdictValue) -> bool {
    verdict.verdict != Verdict::Undecided || rests_on_citations(verdict.basis)
}

/// The judgement of `input.verdict`.
///
/// A rationale that cites, counts, quotes or names what does not exist has
/// quality 0 and raises `HALLUCINATION`, whatever the reasoner says. A quality
/// below `block_below` makes the machine's verdict undecided. An abstention then
/// caps the confidence. A verdict that rests on no evidence cannot lose it: only
/// a hallucination blocks it. When the verdict is a reviewer's nothing but the
/// citation numbers is checked, issues are raised, and the verdict stays.
#[must_use]
pub fn judgement(
    input: JudgeInput<'_>,
    reviewer_verdict: bool,
    draft: Result<OpinionDraft, Failure>,
    settings: &Settings,
) -> Judgement {
    let given = input.verdict;
    let mut issues = Issues::new(input.statement.id, Stage::Judge);
    check_citations(&mut issues, input);
    if !reviewer_verdict {
        check_backing(&mut issues, input);
    }
    let issues_found = issues.has(Code::Hallucination);
    let issues = issues.done();
    let asked = worth_asking(given);
    let mut opinion = if asked || reviewer_verdict {
        opinion(given.confidence, draft)
    } else {
        let plain = OpinionDraft { evidence_type: Some("explicit".into()), ..OpinionDraft::default() };
        opinion(given.confidence, Ok(plain))
    };
    if reviewer_verdict {
        return Judgement {
            opinion,
            verdict: given.verdict,
            confidence: given.confidence,
            basis: given.basis,
            blocked: false,
            issues,
        };
    }
    if issues_found {
        let first = issues.first().map(|issue| issue.message.to_string()).unwrap_or_default();
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
    let blocked = opinion.quality < settings.block_below;
    let cap = if input.weighing.abstentions.is_empty() { 1.0 } else { settings.abstain.cap };
    let confidence = opinion.adjusted.min(cap).clamp(0.0, 1.0);
    let (verdict, basis) =
        if blocked { (Verdict::Undecided, Basis::BlockedByJudge) } else { (given.verdict, given.basis) };
    Judgement { opinion, verdict, confidence, basis, blocked, issues }
}

/// Citation numbers beyond those that exist; to cite a blocked one is no
/// invention, but it carries nothing.
fn check_citations(issues: &mut Issues, input: JudgeInput<'_>) {
    let n = input.citations.citations.len();
    for number in mentions(&input.verdict.rationale).into_iter().flat_map(|mention| mention.numbers) {
        if input.citations.get(number).is_none() {
            let message = format!("The rationale cites [{number}], but there are {n} citations.");
            issues.add(Code::Hallucination, Subject::Rationale(format!("[{number}]").into()), message);
        }
    }
}

/// Numbers, quotes and documents that stand in nothing that was found.
fn check_backing(issues: &mut Issues, input: JudgeInput<'_>) {
    let texts = made_from(input.statement, input.counter, input.citations.citations.iter());
    let found = input.search.candidates.iter().map(|c| &c.meta);
    let metas = input.citations.citations.iter().map(|c| &c.meta).chain(found).collect();
    let statistics = &input.report.statistics;
    let count = u32::try_from(input.citations.citations.len()).unwrap_or(u32::MAX);
    for claim in Backing::new(texts, metas, statistics, count).missing(&input.verdict.rationale) {
        issues.add(Code::Hallucination, Subject::Rationale(claim.text().into()), claim.message());
    }
}
