//! Messages to the reviewer: one line at the foot, and all of them in a list.

use crate::text::Clean;

use super::{
    keys::{self, Op, Pane},
    page,
    state::{State, Toast},
};

/// Shows a message for a while.
pub(super) fn say(state: &mut State, text: impl Into<Clean>) {
    message(state, text.into(), false);
}

/// Says why something cannot be shown: blind mode hides it, or else `otherwise`.
pub(super) fn hidden_or(state: &mut State, is_blind: bool, otherwise: &str) {
    hint(state, if is_blind { "hidden until you give a verdict; {verdict} sets it" } else { otherwise });
}

/// Says until the next key what can be done, with `{name}` for the keys of something.
pub(super) fn hint(state: &mut State, template: &str) {
    let text = state.keymap.text(template);
    say(state, text);
    if let Some(toast) = &mut state.toast {
        toast.is_hint = true;
    }
}

/// A key was pressed: what could be done before it no longer applies.
pub(super) fn drop_hint(state: &mut State) {
    state.toast.take_if(|toast| toast.is_hint);
}

/// Says what nobody asked for just now: an error that is still shown stays.
pub(super) fn news(state: &mut State, text: impl Into<Clean>) {
    let shown = state.toast.take().filter(|toast| toast.error);
    say(state, text);
    state.toast = shown.or(state.toast.take());
}

/// Says that an act is about the statement selected in the list, which this view does not show, and which keys go there.
pub(super) fn out_of_view(state: &mut State, op: Op) {
    let label = keys::binding(op).map_or("this", |binding| binding.label);
    if state.focus == Pane::Source
        && let Some(marked) = page::marked_in_source(state)
    {
        let text =
            format!("nothing changed: {marked} is marked here but not selected in the list; {{open}} selects it");
        hint(state, &text);
        return;
    }
    let selected = state.id().map(|id| format!(" {id}")).unwrap_or_default();
    let text = format!(
        "nothing changed: “{label}” acts on a statement, and this view shows none; {{statement}} goes to{selected}, \
         {{statements}} to the list"
    );
    hint(state, &text);
}

/// What was done, with what the reviewer should know of it.
pub(super) fn with_caveat(what: Clean, caveat: Option<Clean>) -> Clean {
    match caveat {
        Some(caveat) => format!("{what}; {caveat}").into(),
        None => what,
    }
}

/// Shows a message until it is dismissed.
pub(super) fn error(state: &mut State, text: impl Into<Clean>) {
    message(state, text.into(), true);
}

/// Shows the remarks at the start; of several the first, and the keys that list all.
pub(super) fn remark(state: &mut State, remarks: &[Clean]) {
    for remark in remarks {
        error(state, remark.clone());
    }
    if let [first, others @ ..] = remarks
        && !others.is_empty()
    {
        let all = state.keymap.text(&format!("{} remarks, {{messages}} lists them: ", remarks.len()));
        state.toast = Some(Toast { at: state.now, text: format!("{all}{first}").into(), error: true, is_hint: false });
    }
}

fn message(state: &mut State, text: Clean, error: bool) {
    let toast = Toast { at: state.now, text: text.one_line(), error, is_hint: false };
    state.log.push(toast.clone());
    state.toast = Some(toast);
}
