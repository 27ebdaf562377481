//! Statements: amended, added, split, merged, dropped.

use crate::{
    desk::{Intent, Unsigned},
    domain::{Digest, DocId, Kind, Reason, Stage, Statement, StatementId, Statements, Value},
    engine::edit::{self, NewText},
    reason,
    review::Fold,
    text::{Clean, sentence_case, sentences},
};

use super::{
    super::{
        Link,
        action::Effect,
        decide::make,
        keys::Pane,
        state::{Pending, State},
    },
    Field, Form, Purpose,
};

const KINDS: [Kind; 4] = [Kind::Finding, Kind::Conclusion, Kind::Hypothesis, Kind::Claim];

/// What is to be made of the statements. Places are those in the review.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A statement worded anew, with the reason.
    Amend(StatementId, NewText, Clean),
    /// A new one after this one, or at the end.
    Add(Option<StatementId>, NewText),
    /// These candidates, behind the other statements.
    Candidates(Vec<Clean>),
    /// Two of one, with these texts.
    Split(StatementId, [Clean; 2]),
    /// One of this and the next.
    Merge(StatementId),
    /// Without this one.
    Drop(StatementId),
}

/// Opens the form for the statement in view.
pub(in super::super) fn amend(state: &mut State) -> Vec<Effect> {
    let Some(statement) = state.row().map(|r| std::sync::Arc::clone(&r.statement)) else { return Vec::new() };
    let mut fields = fields(Some(&statement));
    fields.push(Field::remark("Why", "", 1).hint("may be left empty"));
    let form = Form::new(format!("Edit {}", statement.id), Purpose::Amend(statement.id), "record", fields);
    super::open(state, form)
}

/// Opens the form for a new statement.
pub(in super::super) fn add(state: &mut State) -> Vec<Effect> {
    let after = state.id();
    let title = after.map_or_else(|| "A new statement".to_owned(), |id| format!("A new statement after {id}"));
    super::open(state, Form::new(title, Purpose::Add(after), "record", fields(None)))
}

/// Opens the form to split the statement in view.
pub(in super::super) fn split(state: &mut State) -> Vec<Effect> {
    let Some(statement) = state.row().map(|r| std::sync::Arc::clone(&r.statement)) else { return Vec::new() };
    let [first, second] = propose_halves(&statement.text);
    let fields = vec![
        Field::text("First", &first, 3).hint("both become new statements, worded as you like"),
        Field::text("Second", &second, 3).hint("documents that you included stay included for both"),
    ];
    // A draft holds for this wording alone.
    let purpose = Purpose::Split(statement.id, Digest::of(statement.text.as_bytes()));
    super::open(state, Form::new(format!("Split {}", statement.id), purpose, "split", fields))
}

/// The two claims of a statement as sentences, or its parts where it falls into two.
fn propose_halves(text: &str) -> [String; 2] {
    if let Some(halves) = reason::halves(text) {
        return halves;
    }
    /// Words that a part has at least: “all but one” is no whole and a rest.
    const FEWEST: usize = 3;
    const JOINTS: [&str; 7] =
        ["; ", ", suggesting that ", ", indicating that ", ", which suggests that ", ", and ", ", but ", ", while "];
    let finish = |first: &str, second: &str| {
        let stop = if first.ends_with(['.', '!', '?']) { "" } else { "." };
        [format!("{}{stop}", first.trim_end()), sentence_case(second.trim())]
    };
    let is_part = |part: &str| part.split_whitespace().count() >= FEWEST;
    // “differences for school, and home activities” is one claim on two things.
    let are_claims = |first: &str, second: &str| reason::has_verb(first) && reason::has_verb(second);
    let parts = |first: &str, second: &str| (is_part(first) && is_part(second)).then(|| finish(first, second));
    let first_sentence = sentences(text).first().map(|range| range.end);
    let by_joint = || {
        let halves = JOINTS.iter().filter_map(|joint| text.split_once(joint)).find(|(a, b)| are_claims(a, b));
        halves.and_then(|(a, b)| parts(a, b))
    };
    let by_sentence = first_sentence.and_then(|end| parts(&text[..end], &text[end..]));
    by_sentence.or_else(by_joint).unwrap_or_else(|| [text.to_owned(), String::new()])
}

fn fields(statement: Option<&Statement>) -> Vec<Field> {
    let kind = statement.map_or(0, |s| KINDS.iter().position(|k| *k == s.kind).unwrap_or(0));
    let text = |of: fn(&Statement) -> String| statement.map(of).unwrap_or_default();
    vec![
        Field::text("Statement", &text(|s| s.text.to_string()), 4)
            .hint("self-contained, as near to the paper's words as can be"),
        Field::choice("Kind", KINDS.map(Kind::name), kind),
        Field::text("Context", &text(|s| s.context.to_string()), 3)
            .hint("sentences around it; empty for those of the paper"),
        Field::text("Anchors", &text(|s| s.anchors.iter().map(Clean::as_str).collect::<Vec<_>>().join(", ")), 1)
            .hint("terms that it hangs on, with commas between them; looked for around each citation"),
    ]
}

fn written(form: &Form) -> Result<NewText, Clean> {
    let text = form.text(0);
    if text.trim().is_empty() {
        return Err("a statement needs a text".into());
    }
    let anchors = form.text(3).split(',').map(str::trim).filter(|a| !a.is_empty()).map(Clean::from).collect();
    let kind = KINDS.get(form.chosen(1)).copied().unwrap_or(Kind::Claim);
    Ok(NewText { text, context: form.text(2), kind, anchors })
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let change = match form.purpose {
        Purpose::Amend(id) => Change::Amend(id, written(form)?, form.text(4)),
        Purpose::Add(after) => {
            let change = Change::Add(after, written(form)?);
            state.goes_to_added = true;
            change
        }
        Purpose::Split(id, _) => {
            let halves = [form.text(0), form.text(1)];
            if halves.iter().any(|half| half.trim().is_empty()) {
                return Err("each of the two needs a text; Esc keeps the statement whole".into());
            }
            state.goes_to_added = true;
            Change::Split(id, halves)
        }
        _ => return Ok(Vec::new()),
    };
    Ok(make(state, change))
}

/// Merges the statement in view with the next, or drops it.
pub(in super::super) fn merge_or_drop(state: &mut State, drop: bool) -> Vec<Effect> {
    let Some(id) = state.id() else { return Vec::new() };
    state.follow[Pane::Statements] = true;
    make(state, if drop { Change::Drop(id) } else { Change::Merge(id) })
}

/// Makes the act of a change; reads the source, so away from the screen.
///
/// # Errors
/// Why it cannot be made, and what to do.
pub(in super::super) fn act(link: &Link, change: &Change) -> Result<Pending, Clean> {
    let review = link.review();
    let source = review.source().map_err(|e| Clean::from(e.to_string()))?;
    let (statements, mut candidates, next, inputs) = {
        let fold = review.fold();
        let list: Vec<Statement> = fold.statements().iter().map(|s| (**s).clone()).collect();
        (list, fold.statement_candidates().to_vec(), fold.next_statement(), fold.extract_inputs())
    };
    let place = |id: StatementId| {
        let gone = || Clean::from(format!("{id} is not in this review any more"));
        statements.iter().position(|s| s.id == id).ok_or_else(gone)
    };
    let why = |e: edit::EditError| e.0;
    let mut included = Vec::new();
    if let Change::Amend(id, new, reason) = change {
        let made = edit::amend(&statements[place(*id)?], new.clone(), &source).map_err(why)?;
        return Ok(Pending::Act(set(Some(*id), inputs, Value::Statement(Box::new(made)), reason)));
    }
    let (list, what) = match change {
        Change::Add(after, new) => {
            let after = after.map(place).transpose()?;
            (edit::add(&statements, after, new.clone(), &source, next), format!("{next} added"))
        }
        Change::Candidates(texts) => {
            let (chosen, rest) = candidates.into_iter().partition(|c| texts.contains(&c.text));
            candidates = rest;
            (edit::add_candidates(&statements, chosen, &source, next), describe_added(next, texts.len()))
        }
        Change::Split(id, halves) => {
            let second = StatementId(next.0 + 1);
            included = included_by_hand(&review.fold(), *id);
            let list = edit::split(&statements, place(*id)?, halves.clone(), &source, next);
            (list, format!("{id} split into {next} and {second}"))
        }
        Change::Merge(id) => {
            let at = place(*id)?;
            let other = statements.get(at + 1).map(|s| s.id);
            let other = other.map(|id| format!(" and {id}")).unwrap_or_default();
            (edit::merge(&statements, at, &source, next), format!("{id}{other} merged into {next}"))
        }
        Change::Drop(id) => {
            let at = place(*id)?;
            if let Some(dropped) = statements[at].dropped() {
                let at = candidates.partition_point(|other| other.score >= dropped.score);
                candidates.insert(at, dropped);
            }
            (edit::drop_statement(&statements, at), format!("{id} dropped"))
        }
        Change::Amend(..) => return Err("nothing to do".into()),
    };
    let list = Statements { statements: list.map_err(why)?, dropped: Vec::new(), candidates };
    let set = set(None, inputs, Value::Statements(list), &what.as_str().into());
    if included.is_empty() {
        return Ok(Pending::Act(set));
    }
    let halves = [next, StatementId(next.0 + 1)];
    let included = halves.iter().flat_map(|half| included.iter().map(|doc| Intent::Include(*half, doc.clone()).act()));
    Ok(Pending::Act(Unsigned::several(what, std::iter::once(set).chain(included))))
}

/// The documents that a reviewer included for a statement.
fn included_by_hand(fold: &Fold, id: StatementId) -> Vec<DocId> {
    let stages = fold.resolve(id);
    let patches = stages.get(Stage::Score).in_force.as_ref().map(|found| found.patches.as_slice()).unwrap_or_default();
    patches.iter().filter(|patch| patch.included).map(|patch| patch.doc().clone()).collect()
}

/// What the record says of candidates that were added.
fn describe_added(first: StatementId, count: usize) -> String {
    match count {
        0 | 1 => format!("{first} added from the candidates"),
        _ => {
            let last = StatementId(first.0 + u32::try_from(count - 1).unwrap_or(0));
            format!("{first} {} {last} added from the candidates", if count == 2 { "and" } else { "to" })
        }
    }
}

fn set(statement: Option<StatementId>, inputs: Option<Digest>, value: Value, reason: &Clean) -> Unsigned {
    let act = Intent::Statements(statement, inputs, value).act();
    act.because(&Reason::given(None, reason.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_proposed_as_two_sentences() {
        for (whole, first, second) in [
            ("HbA1c fell by 1.5%, and weight did not change.", "HbA1c fell by 1.5%.", "Weight did not change."),
            ("One is here. Two is there.", "One is here.", "Two is there."),
            ("Tea, but not coffee, lowers pain.", "Tea lowers pain.", "Coffee does not lower pain."),
            ("Most of what was said in 2019, e.g. by him.", "Most of what was said in 2019, e.g. by him.", ""),
            ("All but one of the trials failed.", "All but one of the trials failed.", ""),
            ("word", "word", ""),
            (
                "There were differences for total, school, and home activities impairment scores.",
                "There were differences for total, school, and home activities impairment scores.",
                "",
            ),
        ] {
            assert_eq!(propose_halves(whole), [first, second], "{whole}");
        }
    }
}
