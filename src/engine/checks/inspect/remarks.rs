//! Remarks of a reasoner on the evidence.

use crate::{
    domain::{Citations, Code, Severity, Subject},
    engine::checks::issues::Issues,
    reason::RemarkDraft,
    text::Clean,
};

/// A reasoner's remark, with V4's defaults (`docs/rules.md#inspect`): MAJOR, weak evidence. One
/// about a citation that does not exist is dropped.
pub(super) fn add(issues: &mut Issues, citations: &Citations, remark: RemarkDraft) {
    let mut message = Clean::from(remark.message).one_line();
    if message.trim().is_empty() {
        message = "The reasoner doubts this evidence and gave no reason.".into();
    }
    let citation = match remark.citation {
        None => None,
        Some(number) => match citations.get(number) {
            Some(citation) => Some(citation),
            None => return,
        },
    };
    let category = category(remark.code.as_deref().unwrap_or_default());
    let (code, settled) = code(remark.code.as_deref().unwrap_or_default());
    let mut severity = Severity::parse_or_major(remark.severity.as_deref().unwrap_or_default());
    if settled {
        // Code has looked: where it found nothing, the reasoner's word is a doubt and no finding.
        severity = Severity::Minor;
        message = format!("The reasoner says otherwise than what was checked in code: {message}").into();
    }
    let subject = citation.map_or(Subject::Statement, |c| Subject::Passage(c.doc.clone(), c.place));
    let issue = issues.with(code, subject, citation.map(|c| c.number), severity, &message);
    issue.category = category.or(issue.category.take());
}

/// V4's category, where the remark names one in place of a code or before it: `IG-3`.
fn category(word: &str) -> Option<Clean> {
    let category = word.trim().to_uppercase();
    let number = category.strip_prefix("IG-")?;
    let digits = number.len() <= 3 && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| category.into())
}

/// The code of a remark, and whether the matter is settled by code. Codes of
/// other stages count as weak evidence.
fn code(word: &str) -> (Code, bool) {
    let word = word.trim().to_uppercase().replace([' ', '-'], "_");
    let is = |code: &&Code| code.name() == word;
    let own = [
        Code::WeakEvidence,
        Code::ConfidenceMismatch,
        Code::AddedQualifier,
        Code::NumberMismatch,
        Code::TimeMismatch,
        Code::PopulationMismatch,
        Code::MetaClaim,
    ];
    let settled = [Code::FabricatedQuote, Code::MisplacedQuote, Code::AnchorMissing, Code::QuoteLength];
    (own.iter().find(is).copied().unwrap_or(Code::WeakEvidence), settled.iter().any(|code| is(&code)))
}
