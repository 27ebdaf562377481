//! Acts in a few words.

use crate::{
    domain::{Ruling, Stage, StatementId, Verdict, consent::is_for_pages},
    text::{counted, spell},
};

use super::Act;

impl Act {
    /// What was done, in a few words, for toasts, history and the audit trail.
    #[must_use]
    pub fn describe(&self) -> String {
        let of = |statement: &Option<StatementId>| statement.map(|s| format!(" of {s}")).unwrap_or_default();
        match self {
            Self::Open { spec, .. } => format!("review made with the reasoner {}", spec.reasoner),
            Self::Result { stage, statement, .. } => format!("{stage}{} run", of(statement)),
            Self::Failed { stage, statement, reason, .. } => format!("{stage}{} failed: {reason}", of(statement)),
            Self::Number { issues } => format!("{} numbered", counted(issues.len(), "issue")),
            Self::Override { stage, statement: Some(s), accepts: true, gist, .. } => match gist.verdict {
                Some((verdict, ..)) => {
                    format!("machine's {} on {s} accepted: {}", stage.result(), verdict.name())
                }
                None => format!("machine's {} on {s} accepted", stage.result()),
            },
            Self::Override { stage: Stage::Extract, statement, .. } => match statement {
                Some(id) => format!("{id} edited"),
                None => "list of statements changed".to_owned(),
            },
            Self::Override { stage, statement, gist, .. } => match gist.verdict {
                Some((verdict, ..)) => format!("{}{} set to {}", stage.result(), of(statement), verdict.name()),
                None => format!("{}{} set", stage.result(), of(statement)),
            },
            Self::Withdraw { stage, statement, .. } => {
                format!("override of {}{} withdrawn", stage.result(), of(statement))
            }
            Self::Include { statement, doc } => format!("document {doc} included for {statement}"),
            Self::Exclude { statement, doc, .. } => format!("document {doc} excluded for {statement}"),
            Self::Ruling { statement, ruling, .. } => match ruling {
                Some(Ruling::Confirmed) => format!("issue of {statement} confirmed"),
                Some(Ruling::Dismissed) => format!("issue of {statement} dismissed"),
                Some(Ruling::Severity(severity)) => format!("issue of {statement} set to {}", severity.name()),
                None => format!("ruling on an issue of {statement} withdrawn"),
            },
            Self::Raise { statement, .. } => format!("issue raised on {statement}"),
            Self::Note { statement: Some(statement), text } if text.is_empty() => {
                format!("note on {statement} removed")
            }
            Self::Note { statement: Some(statement), .. } => format!("note on {statement}"),
            Self::Note { statement: None, .. } => "note on the review".to_owned(),
            Self::Flag { statement, on: true } => format!("{statement} flagged"),
            Self::Flag { statement, on: false } => format!("flag of {statement} removed"),
            Self::Consent { host } if is_for_pages(host) => format!("{host} may be fetched"),
            Self::Consent { host } => format!("text of this review may be sent to {host}"),
            Self::Configure { .. } => "settings changed".to_owned(),
            Self::Reasons { .. } => "reasons and criteria of the review set".to_owned(),
            Self::Trial { stage, statement, task, spec, .. } => {
                let digest = spec.model.as_ref().map(|model| format!(" (prompts {})", model.prompts.short()));
                format!(
                    "{stage} of {statement} tried with another prompt {}{}",
                    task.one_line(),
                    digest.unwrap_or_default()
                )
            }
            Self::Prompt { stage, task, text, prompts } => {
                let what = if text.is_some() { "kept" } else { "reset" };
                format!("prompt {} of {stage} {what} (prompts {})", task.one_line(), prompts.short())
            }
            Self::Repeat { statement, verdicts, .. } => {
                format!("verdict of {statement} repeated: {}", describe_repeats(verdicts))
            }
            Self::Time { statement, millis } => format!("{} spent on {statement}", spell(*millis)),
            Self::Redact { texts, reason } => {
                let count = if texts.len() == 1 { "a text".to_owned() } else { format!("{} texts", texts.len()) };
                format!("{count} taken out: {reason}")
            }
            Self::Bulk { what, acts } if acts.len() == 1 => what.to_string(),
            Self::Bulk { what, acts } => format!("{what} ({} acts)", acts.len()),
            Self::Blind { on: true } => "review made blind".to_owned(),
            Self::Blind { on: false } => "review no longer blind".to_owned(),
            Self::Reveal { statement, to, .. } => format!("machine's opinion on {statement} shown to {to}"),
            Self::Merge { base, origins, .. } => {
                let files: Vec<_> = origins.iter().map(|origin| origin.file.one_line().to_string()).collect();
                format!("merged into {}: {}", base.one_line(), files.join(", "))
            }
            Self::Imported { of, .. } => format!("imported: {}", of.describe()),
            Self::Undo { of } => format!("act {of} undone"),
            Self::Redo { of } => format!("act {of} redone"),
        }
    }
}

/// `supports 4, undecided 1: flips in 20%`
#[must_use]
pub fn describe_repeats(verdicts: &[(Verdict, u32)]) -> String {
    let mut ranked: Vec<_> = verdicts.to_vec();
    ranked.sort_by_key(|(verdict, count)| (std::cmp::Reverse(*count), *verdict));
    let times: u32 = ranked.iter().map(|(_, count)| count).sum();
    let most = ranked.first().map_or(0, |(_, count)| *count);
    let parts: Vec<String> = ranked.iter().map(|(verdict, count)| format!("{} {count}", verdict.name())).collect();
    match (times - most) * 100 / times.max(1) {
        0 if most == times => format!("{}: never flips", parts.join(", ")),
        share => format!("{}: flips in {share}%", parts.join(", ")),
    }
}
