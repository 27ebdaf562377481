//! Keys, clicks and pasted text for a form that lies on top.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_textarea::TextArea;

use crate::text::Clean;

use super::{
    super::{
        action::{Edit, EditOf, Effect},
        drafts,
        keys::Pane,
        messages::say,
        moves::scroll,
        state::{Overlay, State},
    },
    Field, Form, Input, Purpose, area, changed, digits, rerun, submit, weigh,
};

/// A key for a text, as a shell's line takes it: ^U deletes what is before the cursor, ^_ undoes. Returns whether the text
/// changed.
pub(in super::super) fn type_into(area: &mut TextArea<'static>, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => area.delete_line_by_head(),
        // Terminals send ^_ under several names.
        KeyCode::Char('_' | '7' | '/') if key.modifiers == KeyModifiers::CONTROL => area.undo(),
        _ => area.input(key),
    }
}

/// A key for a form that lies on top.
pub(in super::super) fn key(state: &mut State, mut form: Box<Form>, key: KeyEvent) -> Vec<Effect> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    if let Some(said) = form.route_typed(key) {
        say(state, said);
    }
    let at = form.at;
    let lines = match form.fields.get(at).map(|f| &f.input) {
        Some(Input::Text(_, lines)) => *lines,
        _ => 0,
    };
    let submits = match key.code {
        KeyCode::Enter => ctrl || lines <= 1,
        KeyCode::Char('s') => ctrl,
        _ => false,
    };
    if submits {
        match submit(state, &form) {
            Ok(effects) => {
                // What the form was opened from is done with, too.
                state.overlays.retain(|o| !matches!(o, Overlay::Stages(_) | Overlay::Failure(..)));
                return effects;
            }
            Err(refusal) => {
                form.error = Some(state.keymap.text(&refusal.why).into());
                form.go_to(refusal.field);
            }
        }
        state.overlays.push(Overlay::Form(form));
        return Vec::new();
    }
    match key.code {
        KeyCode::Esc => {
            if let Purpose::Cited(statement, numbers) = &form.purpose {
                weigh::say_without_stance(state, *statement, numbers);
            }
            drafts::keep(state, Overlay::Form(form));
            return Vec::new();
        }
        KeyCode::F(1) => {
            state.overlays.push(Overlay::Form(form));
            state.overlays.push(Overlay::Criteria { scroll: 0 });
            return Vec::new();
        }
        KeyCode::Char('p') if ctrl && matches!(form.purpose, Purpose::Rerun(..)) => {
            return rerun::prompts(state, form);
        }
        KeyCode::Char('j') if lines == 0 => form.step(true),
        KeyCode::Char('k') if lines == 0 => form.step(false),
        KeyCode::Tab => match form.complete(at) {
            None => form.step(true),
            Some(remark) if !remark.is_empty() => say(state, remark),
            Some(_) => {}
        },
        KeyCode::BackTab => form.step(false),
        KeyCode::Down | KeyCode::Up if lines <= 1 || leaves(&form.fields[at].input, key) => {
            form.step(key.code == KeyCode::Down);
        }
        KeyCode::Char('e') if ctrl && lines > 0 => {
            let text = form.text(at).to_string();
            let edit = Edit { of: EditOf::Field(at), original: text.clone(), text };
            state.overlays.push(Overlay::Form(form));
            return vec![Effect::Edit(edit)];
        }
        KeyCode::PageDown | KeyCode::PageUp if form.is_docked() => {
            scroll_evidence(state, &mut form, key.code == KeyCode::PageDown);
        }
        _ => {
            form.error = None;
            if let KeyCode::Char(typed) = key.code
                && let Some(remark) = form.remark()
                && let Some((first, last)) = form.missed(typed)
            {
                let label = form.fields[remark].label;
                say(state, format!("{typed} is not a choice here: {first} to {last} choose, letters go into {label}"));
            }
            if let Some(field) = form.fields.get_mut(at).filter(|f| f.off.is_none()) {
                form.touched |= input(&mut field.input, key);
            }
            changed(state, &mut form);
        }
    }
    state.overlays.push(Overlay::Form(form));
    Vec::new()
}

/// Scrolls what is above a form: a view, or the evidence. Where there is room for one side, it goes on to the other one at its end.
fn scroll_evidence(state: &mut State, form: &mut Form, down: bool) {
    let sides = [Pane::Against, Pane::For].into_iter().filter(|side| state.extents[*side].height > 0);
    let shown: Vec<Pane> = if state.focus.is_view() { vec![state.focus] } else { sides.collect() };
    if let [only] = shown.as_slice() {
        let extent = state.extents[*only];
        let other = if down { Pane::For } else { Pane::Against };
        let is_at_end = extent.scroll == if down { extent.most } else { 0 };
        if is_at_end && !only.is_view() && other != *only {
            form.side = Some(other);
            state.extents[other].scroll = if down { 0 } else { usize::MAX };
            return;
        }
    }
    for pane in shown {
        let by = state.extents[pane].height.saturating_sub(2).max(1);
        scroll(state, pane, by, down);
    }
}

/// Whether a key goes beyond the first or last line of a text.
fn leaves(input: &Input, key: KeyEvent) -> bool {
    let Input::Text(area, _) = input else { return false };
    let mut moved = area.clone();
    moved.input(key);
    moved.cursor() == area.cursor()
}

/// A key for a field; whether it changed what is in it.
fn input(input: &mut Input, key: KeyEvent) -> bool {
    let is_control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match input {
        Input::Text(area, _) => type_into(area, key),
        // Ctrl-U clears a line and chooses nothing that begins with a U.
        Input::Choice(..) | Input::Ticks(..) if is_control => false,
        Input::Choice(options, at) => {
            let (count, before) = (options.len().max(1), *at);
            match key.code {
                KeyCode::Right | KeyCode::Char(' ') => *at = if *at < count { (*at + 1) % count } else { 0 },
                KeyCode::Left => *at = if *at < count { (*at + count - 1) % count } else { count - 1 },
                KeyCode::Home => *at = 0,
                KeyCode::End => *at = count - 1,
                KeyCode::Char(c @ '0'..='9') => {
                    *at = digits(options).iter().position(|digit| *digit == Some(c)).unwrap_or(*at)
                }
                KeyCode::Char(c) => *at = starting(options.iter(), *at, c).unwrap_or(*at),
                _ => {}
            }
            *at != before
        }
        Input::Ticks(options, at) => {
            let count = options.len().max(1);
            match key.code {
                KeyCode::Right | KeyCode::Char('l') => *at = (*at + 1) % count,
                KeyCode::Left | KeyCode::Char('h') => *at = (*at + count - 1) % count,
                KeyCode::Char(' ') => {
                    if let Some((_, on)) = options.get_mut(*at) {
                        *on = !*on;
                    }
                }
                KeyCode::Char(c) => *at = starting(options.iter().map(|(text, _)| text), *at, c).unwrap_or(*at),
                _ => {}
            }
            key.code == KeyCode::Char(' ')
        }
    }
}

/// The next option after `at` that starts with a letter.
fn starting<'a>(options: impl Iterator<Item = &'a Clean>, at: usize, c: char) -> Option<usize> {
    let c = c.to_lowercase().next();
    let hits: Vec<usize> =
        options.enumerate().filter(|(_, o)| o.to_lowercase().chars().next() == c).map(|(i, _)| i).collect();
    hits.iter().find(|i| **i > at).or(hits.first()).copied()
}

/// A click on a field of the form on top, or on one of its options.
pub(in super::super) fn click(state: &mut State, place: usize, option: Option<usize>) {
    let Some(Overlay::Form(mut form)) = state.overlays.pop_if(|top| matches!(top, Overlay::Form(_))) else { return };
    press(&mut form, place, option);
    changed(state, &mut form);
    state.overlays.push(Overlay::Form(form));
}

pub(super) fn press(form: &mut Form, place: usize, option: Option<usize>) {
    let Some(field) = form.fields.get_mut(place).filter(|f| f.off.is_none()) else { return };
    form.at = place;
    match (&mut field.input, option) {
        // Their number takes the choice back.
        (Input::Choice(options, at), Some(option)) if option <= options.len() => *at = option,
        (Input::Ticks(options, at), Some(option)) => {
            if let Some((_, on)) = options.get_mut(option) {
                *on = !*on;
                *at = option;
            }
        }
        _ => {}
    }
}

/// Text pasted into the form on top.
pub(in super::super) fn pasted(state: &mut State, text: &Clean) {
    let Some(Overlay::Form(mut form)) = state.overlays.pop_if(|top| matches!(top, Overlay::Form(_))) else { return };
    paste(&mut form, text);
    changed(state, &mut form);
    state.overlays.push(Overlay::Form(form));
}

pub(super) fn paste(form: &mut Form, text: &Clean) {
    form.write();
    if let Some(Field { input: Input::Text(area, lines), off: None, .. }) = form.fields.get_mut(form.at) {
        area.insert_str(if *lines > 1 { text.clone() } else { text.one_line() }.as_str());
        form.touched = true;
    }
}

/// A field's text comes back from the editor.
pub(in super::super) fn edited(state: &mut State, field: usize, text: &str) {
    let Some(Overlay::Form(mut form)) = state.overlays.pop_if(|top| matches!(top, Overlay::Form(_))) else { return };
    if let Some(Field { input: Input::Text(old, _), .. }) = form.fields.get_mut(field) {
        **old = area(text.trim_end());
        form.touched = true;
    }
    changed(state, &mut form);
    state.overlays.push(Overlay::Form(form));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “Clear the line” over the verdict chose “undecided”, and the reviewer recorded it.
    #[test]
    fn control_keys_choose_nothing() {
        let mut verdict = Input::Choice(vec!["contradicts".into(), "supports".into(), "undecided".into()], 0);
        assert!(!input(&mut verdict, KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
        assert!(input(&mut verdict, KeyEvent::new(KeyCode::Char('u'), KeyModifiers::NONE)));
    }
}
