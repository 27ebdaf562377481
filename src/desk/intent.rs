//! What a reviewer wants, and the acts that it comes to. Faces and engine say what is meant; here it becomes rows of the
//! journal, with the texts that they name.

use std::collections::BTreeMap;

use crate::{
    domain::{
        Basis, Code, Digest, DocId, Issue, IssueKey, Level, Reason, ReasonLists, Ruling, Settings, Severity, Stage,
        StatementId, Subject, Value, Verdict, VerdictValue, adopted_verdict,
    },
    review::{Act, Draft, Entry, IssueGroup, IssueHead, RulingMade, Stages, Who, describe_ruling},
    text::Clean,
};

/// What a result is set on: a statement and what is in force on it.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The statement.
    pub statement: StatementId,
    /// Its stages.
    pub stages: &'a Stages,
}

/// What a reviewer wants.
#[derive(Clone, Debug)]
pub enum Intent<'a> {
    /// The machine's verdict, accepted as it is.
    Accept(Ground<'a>, VerdictValue),
    /// A verdict without more words, and without a confidence: the reviewer does not say how sure they are.
    Set(Ground<'a>, Verdict),
    /// A verdict with confidence (0–1), reason from the list and rationale.
    Decide(Ground<'a>, Verdict, f64, Option<Clean>, Clean),
    /// Another reviewer's verdict, in this row, as one's own.
    Adopt(Ground<'a>, VerdictValue, u64),
    /// The result of a stage, made by hand.
    Put(Ground<'a>, Value),
    /// The list of statements, or one of them, made from these inputs.
    Statements(Option<StatementId>, Option<Digest>, Value),
    /// The machine's result of a stage again in place of a reviewer's.
    Withdraw(StatementId, Stage),
    /// A document counts, whatever its score.
    Include(StatementId, DocId),
    /// A document does not count.
    Exclude(StatementId, DocId),
    /// A ruling on equal issues; none withdraws the one in force.
    Rule(StatementId, &'a IssueGroup, Option<Ruling>),
    /// Dismissed issues count again, each with the ruling on it that the dismissal replaced.
    Restore(StatementId, &'a IssueGroup, &'a BTreeMap<IssueKey, RulingMade>),
    /// Issues are dismissed.
    Dismiss(StatementId, IssueKey),
    /// An issue of one's own: kind, severity, citation, words.
    Raise(StatementId, Code, Severity, Option<u32>, Clean),
    /// A note; without words it is removed.
    Note(StatementId, Clean),
    /// The statement is flagged, or not any more.
    Flag(StatementId, bool),
    /// So many milliseconds were spent on a statement.
    Time(StatementId, u64),
    /// Text of the review may be sent to this host.
    Consent(Clean),
    /// The review's thresholds.
    Configure(Settings),
    /// The reasons that the review offers.
    Reasons(ReasonLists),
    /// The review keeps this text as a prompt of a stage, or goes back to the program's.
    Prompt(KeepPrompt),
}

/// A prompt that a review keeps, or gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepPrompt {
    /// The stage.
    pub stage: Stage,
    /// The name of the prompt.
    pub task: Clean,
    /// Its text; none for the prompt of the program, or of the configuration.
    pub text: Option<Clean>,
    /// Digest of all prompts of the stage with this one in place.
    pub prompts: Digest,
}

/// An act with the texts that it names, for a reviewer to sign.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsigned {
    /// What is done.
    pub act: Act,
    /// The texts.
    pub texts: Vec<Vec<u8>>,
}

impl From<Act> for Unsigned {
    fn from(act: Act) -> Self {
        Self { act, texts: Vec::new() }
    }
}

impl Unsigned {
    /// Several acts as one, which is undone as one.
    pub(crate) fn several(what: impl Into<Clean>, parts: impl IntoIterator<Item = Self>) -> Self {
        let (mut acts, mut texts) = (Vec::new(), Vec::new());
        for part in parts {
            acts.push(part.act);
            texts.extend(part.texts);
        }
        Self { act: Act::Bulk { what: what.into(), acts }, texts }
    }

    /// The same act with what the record says of it.
    pub(crate) fn described(self, what: impl Into<Clean>) -> Self {
        Self::several(what, [self])
    }

    /// The same act with a reason, and each of several; acts without reasons stay as they are.
    pub(crate) fn because(mut self, why: &Option<Reason>) -> Self {
        give(&mut self.act, why);
        self
    }

    /// The act of this reviewer.
    #[must_use]
    pub fn signed(self, who: Who) -> Draft {
        Draft { who, act: self.act, blobs: self.texts }
    }
}

fn give(act: &mut Act, why: &Option<Reason>) {
    match act {
        Act::Override { reason, .. }
        | Act::Withdraw { reason, .. }
        | Act::Exclude { reason, .. }
        | Act::Ruling { reason, .. } => reason.clone_from(why),
        Act::Bulk { acts, .. } => acts.iter_mut().for_each(|act| give(act, why)),
        _ => {}
    }
}

impl Intent<'_> {
    /// The act that it comes to.
    #[must_use]
    pub fn act(self) -> Unsigned {
        let verdict = |verdict, confidence: Option<f64>, rationale| {
            let unrated = confidence.is_none();
            let confidence = confidence.unwrap_or(Level::Medium.number());
            let (basis, critique, issues) = (Basis::Reviewer, None, Vec::new());
            Value::Verdict(VerdictValue { verdict, confidence, unrated, rationale, basis, critique, issues })
        };
        match self {
            Self::Accept(ground, value) => result(ground, &Value::Verdict(value), true),
            Self::Set(ground, of) => result(ground, &verdict(of, None, Clean::default()), false),
            Self::Decide(ground, of, confidence, listed, rationale) => {
                result(ground, &verdict(of, Some(confidence), rationale), false)
                    .because(&Reason::given(listed, Clean::default()))
            }
            Self::Adopt(ground, value, row) => {
                let (id, of) = (ground.statement, value.verdict.name());
                let reason = Some(Reason::adopting(row));
                // By its row: copies without names keep what an act says of itself.
                let what = format!("{} adopted on {id}: {of}", adopted_verdict(row));
                result(ground, &Value::Verdict(value), false).because(&reason).described(what)
            }
            Self::Put(ground, value) => result(ground, &value, false),
            Self::Statements(statement, inputs, value) => set(statement, inputs, &value, false),
            Self::Withdraw(statement, stage) => {
                Act::Withdraw { stage, statement: Some(statement), reason: None }.into()
            }
            Self::Include(statement, doc) => Act::Include { statement, doc }.into(),
            Self::Exclude(statement, doc) => Act::Exclude { statement, doc, reason: None }.into(),
            Self::Rule(statement, group, ruling) => rule(statement, group, ruling),
            Self::Restore(statement, group, replaced) => restore(statement, group, replaced),
            Self::Dismiss(statement, issue) => {
                Act::Ruling { statement, issue, ruling: Some(Ruling::Dismissed), reason: None }.into()
            }
            Self::Raise(statement, code, severity, citation, message) => {
                // Its words are its subject, so that two such issues are two.
                let subject = Subject::Claimed(Digest::of(message.as_bytes()));
                let mut issue = Issue::new(statement, Stage::Judge, code, subject, message);
                (issue.severity, issue.citation) = (severity, citation);
                Act::Raise { statement, issue: Box::new(issue) }.into()
            }
            Self::Note(statement, text) => Act::Note { statement: Some(statement), text }.into(),
            Self::Flag(statement, on) => Act::Flag { statement, on }.into(),
            Self::Time(statement, millis) => Act::Time { statement, millis }.into(),
            Self::Consent(host) => Act::Consent { host }.into(),
            Self::Configure(settings) => Act::Configure { settings: Box::new(settings) }.into(),
            Self::Reasons(lists) => Act::Reasons { lists: Box::new(lists) }.into(),
            Self::Prompt(KeepPrompt { stage, task, text, prompts }) => {
                let texts: Vec<Vec<u8>> = text.iter().map(|text| text.as_bytes().to_vec()).collect();
                let text = texts.first().map(|bytes| Digest::of(bytes));
                Unsigned { act: Act::Prompt { stage, task, text, prompts }, texts }
            }
        }
    }
}

fn result(ground: Ground<'_>, value: &Value, accepts: bool) -> Unsigned {
    let inputs = ground.stages.get(value.stage()).inputs;
    set(Some(ground.statement), inputs, value, accepts)
}

fn set(statement: Option<StatementId>, inputs: Option<Digest>, value: &Value, accepts: bool) -> Unsigned {
    let bytes = value.bytes();
    let act = Act::Override {
        stage: value.stage(),
        statement,
        inputs,
        value: Digest::of(&bytes),
        gist: value.gist(),
        reason: None,
        accepts,
    };
    Unsigned { act, texts: vec![bytes] }
}

/// A ruling on equal issues, as one act.
fn rule(statement: StatementId, group: &IssueGroup, ruling: Option<Ruling>) -> Unsigned {
    let acts = group
        .issues
        .iter()
        .map(|(head, _)| Unsigned::from(Act::Ruling { statement, issue: head.key, ruling, reason: None }));
    let mut acts: Vec<Unsigned> = acts.collect();
    if acts.len() == 1 {
        return acts.remove(0);
    }
    let what = ruling.map_or_else(|| "ruling withdrawn".to_owned(), describe_ruling);
    Unsigned::several(format!("{}{}: {what}", group.times(), group.head().code.words()), acts)
}

/// Equal issues restored, as one act.
fn restore(statement: StatementId, group: &IssueGroup, replaced: &BTreeMap<IssueKey, RulingMade>) -> Unsigned {
    let before = |head: &IssueHead| replaced.get(&head.key);
    let ruling = |head: &IssueHead| before(head).and_then(|made| made.ruling);
    let acts = group.issues.iter().map(|(head, _)| {
        let (ruling, reason) = (ruling(head), before(head).and_then(|made| made.reason.clone()));
        Unsigned::from(Act::Ruling { statement, issue: head.key, ruling, reason })
    });
    let first = ruling(group.head());
    let as_before = match first {
        _ if group.issues.iter().any(|(head, _)| ruling(head) != first) => ", each as it was before".to_owned(),
        Some(Ruling::Severity(severity)) => format!(", {} as it was set before", severity.name()),
        Some(Ruling::Confirmed) => ", confirmed as before".to_owned(),
        Some(Ruling::Dismissed) | None => String::new(),
    };
    let what = match group.issues.len() {
        1 => format!("issue of {statement} restored{as_before}"),
        _ => format!("{}{} restored{as_before}", group.times(), group.head().code.words()),
    };
    Unsigned::several(what, acts)
}

/// Whether the undo in row `undo` makes way for the decision of row `of` with a reason, which follows it. `entries` may be
/// those of one statement alone.
#[must_use]
pub fn gives_reason(entries: &[Entry], undo: u64, of: u64) -> bool {
    let at = |seq: u64| entries.binary_search_by_key(&seq, |entry| entry.seq).ok().map(|at| &entries[at]);
    let bare = |act: &Act| Unsigned::from(act.clone()).because(&None).act;
    let Some((before, after)) = at(of).zip(at(undo + 1)) else { return false };
    before.who == after.who && before.act != after.act && bare(&before.act) == bare(&after.act)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message named the code, “2 × ANCHOR_MISSING: dismissed”, which is nowhere else on the screen.
    #[test]
    fn a_ruling_on_several_issues_has_the_words_of_the_pane() {
        let (statement, code) = (StatementId(1), Code::AnchorMissing);
        let head = |about: &str| IssueHead {
            key: IssueKey::of(statement, code, &Subject::Report(about.into())),
            number: None,
            stage: Stage::Inspect,
            code,
            severity: code.severity(),
            ruling: None,
        };
        let group = IssueGroup { issues: ["a", "b"].map(|about| (head(about), None)).into() };
        let ruled = Intent::Rule(statement, &group, Some(Ruling::Dismissed)).act();
        let Act::Bulk { what, acts } = ruled.act else { panic!("one act") };
        assert_eq!((&*what, acts.len()), ("2 × key term missing: dismissed", 2));
    }
}
