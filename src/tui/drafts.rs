//! Forms that were left with something written in them: opened again, they go on where they were left.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{domain::StatementId, text::Clean};

use super::{
    form::{self, Form, Input, area},
    messages::hint,
    state::{Overlay, Purpose, State},
};

/// How many are kept.
const KEPT: usize = 20;

/// Keeps a form that is left, if something is written in it.
pub(super) fn keep(state: &mut State, left: Overlay) {
    let unchanged = match &left {
        Overlay::Prompt { text, .. } => {
            let noted = state.detail().and_then(|d| d.note.as_ref()).map(|note| note.text.trim().to_owned());
            noted.is_some_and(|noted| noted == text.lines().join("\n").trim())
        }
        _ => false,
    };
    if unchanged || !is_written(&left) {
        return;
    }
    state.drafts.retain(|draft| !is_same(draft, &left));
    if state.drafts.len() == KEPT {
        state.drafts.remove(0);
    }
    state.drafts.push(left);
    hint(state, "not recorded; the draft is kept and comes back when you open this form again");
}

/// Opens a form, or the draft of it.
pub(super) fn open(state: &mut State, form: Overlay) {
    let draft = state.drafts.iter().position(|draft| is_same(draft, &form));
    let form = match draft {
        Some(at) => {
            hint(state, "your draft; Esc keeps it for later");
            let mut draft = state.drafts.remove(at);
            // A reopened draft starts in the first field, and why it was refused may no longer hold.
            if let Overlay::Form(form) = &mut draft {
                if let Some(why) = form.error.take() {
                    form.note = format!("Your draft from before, refused: {why}").into();
                }
                form.go_to_first();
            }
            draft
        }
        None => filled(state, form),
    };
    state.overlays.push(form);
}

/// The form with what it was left with before the program's start.
fn filled(state: &mut State, mut overlay: Overlay) -> Overlay {
    if let Overlay::Form(form) = &mut overlay
        && let Some(at) = state.form_drafts.iter().position(|draft| draft.purpose == purpose(form))
    {
        hint(state, "your draft; Esc keeps it for later");
        state.form_drafts.remove(at).fill(form);
    }
    overlay
}

fn is_written(overlay: &Overlay) -> bool {
    let written = |lines: &[String]| lines.iter().any(|line| !line.trim().is_empty());
    match overlay {
        Overlay::Prompt { purpose: Purpose::Note(_), text, .. } => written(text.lines()),
        Overlay::Form(form) => form.touched && is_work(form),
        _ => false,
    }
}

/// Whether somebody's words are lost with the form.
fn is_work(form: &Form) -> bool {
    use super::form::Purpose as For;
    // An act on many statements begins anew: Enter would carry out what was given up.
    !matches!(form.purpose, For::Filter(..) | For::Export | For::Rerun(..) | For::Cited(..) | For::Bulk)
        && form.fields.iter().any(|field| matches!(field.input, Input::Text(..)))
}

/// Whether two forms are for the same thing.
fn is_same(one: &Overlay, other: &Overlay) -> bool {
    match (one, other) {
        // The newest decision is another one by and by.
        (Overlay::Form(one), Overlay::Form(other)) => {
            one.purpose == other.purpose && (one.purpose != form::Purpose::Reason || one.title == other.title)
        }
        (
            Overlay::Prompt { purpose: Purpose::Note(one), .. },
            Overlay::Prompt { purpose: Purpose::Note(other), .. },
        ) => one == other,
        _ => false,
    }
}

/// A note as it is kept from one start of the program to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoteDraft {
    statement: StatementId,
    text: Clean,
}

/// A form that was left, as it is kept from one start of the program to the next: what is in it, to be filled in when the
/// reviewer opens it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormDraft {
    /// What the form is for.
    purpose: String,
    fields: Vec<FieldDraft>,
    /// The pages that were changed and left, by their places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    left: BTreeMap<usize, Vec<FieldDraft>>,
}

/// What is in a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum FieldDraft {
    Text(Clean),
    /// The option chosen, by its text: its place may be another one's by then.
    Choice(Clean),
    /// The options ticked.
    Ticks(Vec<Clean>),
}

impl FormDraft {
    fn of(form: &Form) -> Self {
        let kept = |field: &form::Field| match &field.input {
            Input::Text(area, _) => FieldDraft::Text(Clean::from(area.lines().join("\n"))),
            Input::Choice(options, at) => FieldDraft::Choice(options.get(*at).cloned().unwrap_or_default()),
            Input::Ticks(options, _) => {
                FieldDraft::Ticks(options.iter().filter(|(_, on)| *on).map(|(text, _)| text.clone()).collect())
            }
        };
        let all = |fields: &[form::Field]| fields.iter().map(kept).collect();
        let left = form.left_pages().map(|(at, fields)| (at, all(fields))).collect();
        Self { purpose: purpose(form), fields: all(&form.fields), left }
    }

    /// Fills a form in.
    fn fill(self, form: &mut Form) {
        let page = |kept| {
            let mut fields = form.fields.clone();
            fill(&mut fields, kept);
            fields
        };
        let left = self.left.into_iter().map(|(at, kept)| (at, page(kept))).collect();
        let fields = page(self.fields);
        form.restore(fields, left);
    }
}

/// Fills fields in. A field that no longer has the kept option keeps its value.
fn fill(fields: &mut [form::Field], kept: Vec<FieldDraft>) {
    for (field, kept) in fields.iter_mut().zip(kept) {
        match (&mut field.input, kept) {
            (Input::Text(text, _), FieldDraft::Text(kept)) => **text = area(&kept),
            (Input::Choice(options, at), FieldDraft::Choice(kept)) => {
                *at = options.iter().position(|option| *option == kept).unwrap_or(*at);
            }
            (Input::Ticks(options, _), FieldDraft::Ticks(kept)) => {
                options.iter_mut().for_each(|(text, on)| *on = kept.contains(text));
            }
            _ => {}
        }
    }
}

/// What a form is for, as text. The title tells one newest decision from another.
fn purpose(form: &Form) -> String {
    format!("{:?} {}", form.purpose, form.title)
}

/// The drafts of forms, with what is open and what has not been opened since the last start.
pub(super) fn list_forms(state: &State) -> Vec<FormDraft> {
    let drafts = state.drafts.iter().chain(&state.overlays).filter(|draft| is_written(draft));
    let made = drafts.filter_map(|draft| match draft {
        Overlay::Form(form) => Some(FormDraft::of(form)),
        _ => None,
    });
    made.chain(state.form_drafts.iter().cloned()).take(KEPT).collect()
}

/// The drafts of notes, with what is open.
pub(super) fn list_notes(state: &State) -> Vec<NoteDraft> {
    let drafts = state.drafts.iter().chain(&state.overlays).filter(|draft| is_written(draft));
    drafts
        .filter_map(|draft| match draft {
            Overlay::Prompt { purpose: Purpose::Note(statement), text, .. } => {
                Some(NoteDraft { statement: *statement, text: Clean::from(text.lines().join("\n")) })
            }
            _ => None,
        })
        .collect()
}

/// Puts back what [`list_notes`] kept.
pub(super) fn restore_notes(state: &mut State, notes: &[NoteDraft]) {
    state.drafts.extend(notes.iter().take(KEPT).map(|note| Overlay::Prompt {
        title: "Note, printed in the report",
        purpose: Purpose::Note(note.statement),
        text: Box::new(area(&note.text)),
    }));
}
