//! What was written and not saved: a form stays until what it says is on disk, and comes back with the reason when it
//! cannot be saved.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use crate::{engine::Command, text::Clean};

use super::{
    action::Effect,
    copy,
    form::{self, Input},
    messages::{error, say},
    overlay::prompt,
    page::LoadRequest,
    state::{Overlay, Purpose, State},
};

/// What can be done with a text that was not saved.
const OFFER: &str = "F2 copies the text, F3 saves the review under another name and continues there";

/// The form on top, if something is written in it that becomes an act.
pub(super) fn written(state: &State) -> Option<Overlay> {
    let top = state.overlays.last()?;
    let is_work = match top {
        Overlay::Prompt { purpose: Purpose::Note(_) | Purpose::Reason(_), .. } => true,
        Overlay::Form(form) => {
            !matches!(form.purpose, form::Purpose::Filter(..) | form::Purpose::Export | form::Purpose::Rerun(..))
        }
        _ => false,
    };
    is_work.then(|| top.clone())
}

/// Whether the reviewer is asked for their name.
pub(super) fn asks_name(state: &State) -> bool {
    matches!(state.overlays.last(), Some(Overlay::Prompt { purpose: Purpose::Name(_), .. }))
}

fn is_act(effect: &Effect) -> bool {
    let Effect::Send(command) = effect else { return false };
    matches!(
        command,
        Command::Append(_) | Command::Attach { .. } | Command::Undo(_) | Command::Redo(_) | Command::Replace(_)
    )
}

fn ticket(effect: &Effect) -> Option<u64> {
    match effect {
        Effect::Send(Command::Retrieve { ticket, .. }) => Some(*ticket),
        _ => None,
    }
}

/// Keeps the form that was on top before these effects, when it was sent off by them.
pub(super) fn track(state: &mut State, before: Option<Overlay>, asked_name: bool, effects: &[Effect]) {
    let makes = |effect: &Effect| {
        matches!(effect, Effect::Read(LoadRequest::Change(_) | LoadRequest::Bulk(..) | LoadRequest::Attachment(..)))
            || is_act(effect)
            || ticket(effect).is_some()
    };
    let is_sent = effects.iter().any(makes) || asks_name(state);
    if before.is_some() && is_sent && written(state).is_none() {
        state.submitted = before;
    }
    // A question to a source keeps its form until it is answered.
    if let Some(asked) =
        effects.iter().find_map(ticket).and_then(|ticket| state.pages.literature.asking.get_mut(&ticket))
    {
        asked.form = state.submitted.take();
    }
    for _ in effects.iter().filter(|effect| is_act(effect)) {
        let form = state.submitted.take();
        state.sent.push_back(form);
    }
    // Without a name nothing is recorded, and what was written is still there.
    if asked_name && !is_sent {
        state.overlays.extend(state.submitted.take());
    }
}

/// What was to be made of the form could not be made.
pub(super) fn not_made(state: &mut State, why: Clean) {
    error(state, why.clone());
    if let Some(form) = state.submitted.take() {
        reopen(state, form, &why);
    }
}

/// The oldest act that was sent off is on disk.
pub(super) fn saved(state: &mut State) {
    state.sent.pop_front();
    state.unsaved = false;
}

/// The oldest act that was sent off could not be saved.
pub(super) fn not_saved(state: &mut State, why: &Clean) {
    state.unsaved = true;
    let form = state.sent.pop_front().flatten();
    let offer = if form.is_some() { format!("; {OFFER}") } else { String::new() };
    let why = Clean::from(format!("{why}{offer}"));
    error(state, why.clone());
    if let Some(form) = form {
        reopen(state, form, &why);
    }
}

/// What the oldest form that was sent off names could not be attached.
pub(super) fn not_attached(state: &mut State, why: &Clean) {
    state.attaching = None;
    let form = state.sent.pop_front().flatten();
    error(state, why.clone());
    if let Some(form) = form {
        reopen(state, form, why);
    }
}

/// The oldest act that was sent off, an undo or redo, had nothing to act on.
pub(super) fn nothing_to(state: &mut State, why: &Clean) {
    state.sent.pop_front();
    state.undone.pop_if(|undone| undone.is_none());
    let offer = state.keymap.text("{withdraw} withdraws a verdict");
    say(state, format!("{why}; {offer}"));
}

/// Opens a form again with why it was refused, which need not be said below it as well.
pub(super) fn reopen(state: &mut State, mut form: Overlay, why: &Clean) {
    if let Overlay::Form(form) = &mut form {
        form.error = Some(why.clone());
        state.toast.take_if(|toast| toast.text == why.one_line());
    }
    state.overlays.push(form);
}

/// A key that does something about what was not saved.
pub(super) fn key(state: &mut State, key: &KeyEvent) -> Option<Vec<Effect>> {
    match key.code {
        _ if !state.unsaved => None,
        KeyCode::F(2) => {
            let text = state.overlays.last().map(text).filter(|text| !text.trim().is_empty());
            let Some(text) = text else {
                say(state, "there is no text here to copy");
                return Some(Vec::new());
            };
            Some(copy::send(state, "what was not saved", &text))
        }
        KeyCode::F(3) => {
            prompt(state, "Save the whole review as a new file", Purpose::SaveAs, &Clean::default());
            Some(Vec::new())
        }
        _ => None,
    }
}

/// Everything that was written in a form.
fn text(overlay: &Overlay) -> Clean {
    let lines = |lines: &[String]| lines.join("\n");
    match overlay {
        Overlay::Prompt { text, .. } => lines(text.lines()).into(),
        Overlay::Form(form) => {
            let texts = form.fields.iter().filter_map(|field| match &field.input {
                Input::Text(area, _) => Some(format!("{}: {}", field.label, lines(area.lines()))),
                _ => None,
            });
            texts.collect::<Vec<_>>().join("\n").into()
        }
        _ => Clean::default(),
    }
}

/// Has the review saved under a name that was typed.
pub(super) fn save_as(state: &mut State, name: &Clean) -> Vec<Effect> {
    if name.trim().is_empty() {
        say(state, "without a name nothing is saved");
        return Vec::new();
    }
    let mut path = PathBuf::from(name.trim());
    if path.extension().is_none_or(|ending| ending != "gainsay") {
        path.as_mut_os_string().push(".gainsay");
    }
    vec![Effect::SaveAs(path)]
}

/// The review was saved elsewhere, or not.
pub(super) fn saved_as(state: &mut State, saved: Result<PathBuf, Clean>) {
    match saved {
        Ok(path) => {
            state.unsaved = false;
            state.pages.export.review = Some(path.clone());
            say(
                state,
                format!(
                    "the review is saved as {} and continues there; what you wrote can be recorded now",
                    path.display()
                ),
            );
        }
        Err(why) => error(state, format!("the review could not be saved elsewhere: {why}; F3 asks for another name")),
    }
}
