//! Keys, paste and mouse for what lies on top.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_textarea::TextArea;

use crate::{
    desk::Intent,
    domain::{Reason, Stage},
    review::Who,
    text::Clean,
};

use super::{
    action::{EditOf, Effect},
    candidates,
    decide::{commit, intend, picked, refuse_writing, under_form},
    documents, drafts,
    form::{self, area, type_into},
    jump,
    keys::{self, Binding, Key, Match, Op, Pane},
    legend::{self, Sign},
    messages::{error, hint, say},
    page, palette, pick, prompts, selection,
    state::{Overlay, Pending, Picking, Purpose, State},
    tour, unsaved,
    update::act,
};

/// Opens a form for a text.
pub(super) fn prompt(state: &mut State, title: &'static str, purpose: Purpose, text: &Clean) {
    // What a search finds is said below it.
    if matches!(purpose, Purpose::Search) {
        state.toast.take_if(|toast| !toast.error);
    }
    drafts::open(state, Overlay::Prompt { title, purpose, text: Box::new(area(text)) });
}

/// Asks for the reviewer's name, for what is recorded once it is known.
pub(super) fn ask_name(state: &mut State, pending: Pending) {
    state.typing_on = Some(state.now);
    prompt(state, "Your name, for the record", Purpose::Name(Box::new(pending)), &Clean::default());
}

/// What was written, cleaned: the form keeps what it was given.
fn written(area: &TextArea<'_>) -> Clean {
    Clean::from(area.lines().join("\n").trim().to_owned())
}

/// A line of the help.
#[derive(Clone, Copy, Debug)]
pub(super) enum HelpRow {
    /// A command and its keys.
    Command(&'static Binding),
    /// A symbol or a word of the screen.
    Sign(&'static Sign),
}

/// Lines of the help that match, in the order shown: a word of the screen that is asked for as a whole, commands of this
/// pane, other commands, symbols and words.
pub(super) fn help_rows(state: &State, filter: &str) -> Vec<HelpRow> {
    let filter = filter.to_lowercase();
    let mut rows: Vec<_> = keys::TABLE
        .iter()
        .filter(|b| {
            let text = format!("{} {} {}", b.label, b.help, b.group.name()).to_lowercase();
            text.contains(&filter)
        })
        .collect();
    rows.sort_by_key(|b| (!b.is_of(pane(state)), b.group));
    let signs = legend::LEGEND.iter().filter(|sign| sign.matches(&filter));
    let (asked, others): (Vec<&Sign>, Vec<&Sign>) = signs.partition(|sign| sign.is_called(&filter));
    let (asked, others) = (asked.into_iter().map(HelpRow::Sign), others.into_iter().map(HelpRow::Sign));
    asked.chain(rows.into_iter().map(HelpRow::Command)).chain(others).collect()
}

/// The pane by which keys are read: the list of documents speaks of them as the evidence does.
pub(super) fn pane(state: &State) -> Pane {
    if documents::is_open(state) { Pane::Against } else { state.focus }
}

/// Text pasted into whatever is being written.
pub(super) fn paste(state: &mut State, text: &Clean) -> Vec<Effect> {
    let mut search = None;
    match state.overlays.last_mut() {
        Some(Overlay::Prompt { text: area, purpose, .. }) => {
            let one_line = !matches!(purpose, Purpose::Note(_) | Purpose::Reason(_));
            area.insert_str(if one_line { text.one_line() } else { text.clone() }.as_str());
            search = matches!(purpose, Purpose::Search).then(|| written(area));
        }
        Some(Overlay::Form(_)) => form::pasted(state, text),
        Some(Overlay::Help { filter, selected } | Overlay::Palette { filter, selected }) => {
            filter.push_str(&text.one_line());
            *selected = 0;
        }
        _ => {}
    }
    search.map(|words| searched(state, &words)).unwrap_or_default()
}

/// Whether keys write in what lies on top.
fn takes_text(top: &Overlay) -> bool {
    matches!(top, Overlay::Help { .. } | Overlay::Palette { .. } | Overlay::Form(_) | Overlay::Prompt { .. })
}

/// What a key leads to elsewhere, where what lies on top has no meaning of its
/// own for it; `Err` while it may be one of several.
fn leads(state: &mut State, key: &KeyEvent) -> Result<Option<Op>, ()> {
    let top = state.overlays.last();
    let typing = top.is_some_and(takes_text);
    let own = matches!(key.code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char('0'..='9'));
    if typing || own {
        state.pressed.clear();
    }
    state.pressed.push(Key::of(key));
    let found = state.keymap.find(&state.pressed, pane(state));
    if found == Match::Prefix && !typing && !own {
        return Err(());
    }
    state.pressed.clear();
    Ok(if let Match::Op(op) = found { Some(op) } else { None })
}

/// A key for what lies on top.
pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let Ok(op) = leads(state, &key) else { return Vec::new() };
    match op {
        Some(Op::Quit) if ctrl => return vec![Effect::Quit],
        Some(Op::Suspend) if ctrl => return vec![Effect::Suspend],
        _ => {}
    }
    if let KeyCode::Char(c) = key.code
        && Clean::from(c.to_string()).is_empty()
    {
        // Typed or pasted, what cannot be seen is not taken in.
        return Vec::new();
    }
    let Some(top) = state.overlays.pop() else { return Vec::new() };
    if op == Some(Op::Help) && !takes_text(&top) && !matches!(top, Overlay::Criteria { .. }) {
        state.overlays.push(top);
        return act(state, Op::Help);
    }
    match top {
        Overlay::Help { filter, selected } => help(state, filter, selected, key, op),
        Overlay::Form(form) => form::key(state, form, key),
        Overlay::Palette { filter, selected } => palette::key(state, filter, selected, key, ctrl),
        Overlay::Jump { typed, selected } => jump::key(state, typed, selected, key, op),
        Overlay::Stages(picking) => {
            let step = |stage: Stage, by: usize| Stage::ALL[(stage.number() + by) % Stage::ALL.len()];
            match key.code {
                KeyCode::Esc => return Vec::new(),
                KeyCode::Left | KeyCode::Up | KeyCode::BackTab => state.stage = step(state.stage, Stage::ALL.len() - 1),
                KeyCode::Right | KeyCode::Down | KeyCode::Tab => state.stage = step(state.stage, 1),
                KeyCode::Char(c @ '0'..='9') => state.stage = Stage::ALL[usize::from(c as u8 - b'0')],
                KeyCode::Enter => return picked(state, picking, state.stage),
                KeyCode::Char('e') if ctrl && picking == Picking::Edit => {
                    return picked(state, Picking::Raw, state.stage);
                }
                _ => match op {
                    Some(Op::Quit) => return Vec::new(),
                    Some(Op::Previous | Op::PanePrevious) => state.stage = step(state.stage, Stage::ALL.len() - 1),
                    Some(Op::Next | Op::PaneNext) => state.stage = step(state.stage, 1),
                    Some(Op::Rerun) => {
                        let stage = state.stage;
                        return under_form(state, Overlay::Stages(picking), |state| {
                            picked(state, Picking::Rerun, stage)
                        });
                    }
                    Some(Op::Withdraw) => return picked(state, Picking::Withdraw, state.stage),
                    _ => {}
                },
            }
            state.overlays.push(Overlay::Stages(picking));
            Vec::new()
        }
        Overlay::Prompt { title, purpose, text } => written_prompt(state, title, purpose, text, key),
        Overlay::Unread { edit, error } => match key.code {
            KeyCode::Enter => vec![Effect::Edit(edit)],
            _ if op == Some(Op::Edit) => vec![Effect::Edit(edit)],
            KeyCode::Esc => {
                match edit.of {
                    EditOf::Stage(_, stage) => {
                        hint(state, &format!("the text is kept: {{edit}} on {stage} continues it"))
                    }
                    EditOf::Prompt(id, _, task) => {
                        hint(state, &format!("the text is kept: {{prompts}} on {id}, then {task}, continues it"));
                    }
                    EditOf::Field(_) => {}
                }
                state.kept = Some(edit);
                Vec::new()
            }
            _ => {
                state.overlays.push(Overlay::Unread { edit, error });
                Vec::new()
            }
        },
        Overlay::Documents { selected, doc } => documents::key(state, selected, doc, key, op),
        Overlay::Candidates { selected, ticked } => candidates::key(state, selected, ticked, key, op),
        Overlay::Themes { selected, before } => pick::key(state, selected, before, key, op),
        Overlay::Criteria { scroll } => {
            let scroll = scrolled(scroll, key, op);
            state.overlays.extend(scroll.map(|scroll| Overlay::Criteria { scroll }));
            Vec::new()
        }
        Overlay::Comparison { runs, scroll, trial } => {
            if trial && let Some(effects) = prompts::decide(state, op) {
                return effects;
            }
            let scroll = scrolled(scroll, key, op);
            state.overlays.extend(scroll.map(|scroll| Overlay::Comparison { runs, scroll, trial }));
            Vec::new()
        }
        Overlay::Prompts { rows, selected } => prompts::key(state, rows, selected, key, op),
        Overlay::NoPrompts { .. } => Vec::new(),
        Overlay::Tour { step } => tour::key(state, step, key, op),
        Overlay::Log { back } => {
            let back = match (key.code, op) {
                (KeyCode::Esc, _) | (_, Some(Op::Quit | Op::Log)) => return Vec::new(),
                // The newest is first.
                (KeyCode::Down, _) | (_, Some(Op::Next)) => back.saturating_add(1),
                (KeyCode::Up, _) | (_, Some(Op::Previous)) => back.saturating_sub(1),
                (KeyCode::PageDown, _) | (_, Some(Op::ScrollDown | Op::PageDown)) => back.saturating_add(10),
                (KeyCode::PageUp, _) | (_, Some(Op::ScrollUp)) => back.saturating_sub(10),
                _ => back,
            };
            let back = back.min(state.log.len().saturating_sub(1));
            state.overlays.push(Overlay::Log { back });
            Vec::new()
        }
        Overlay::Failure(stage, why) => match (key.code, op) {
            (KeyCode::Enter, _) | (_, Some(Op::Rerun)) => {
                if refuse_writing(state) {
                    return Vec::new();
                }
                under_form(state, Overlay::Failure(stage, why), |state| picked(state, Picking::Rerun, stage))
            }
            (KeyCode::Esc, _) | (_, Some(Op::Quit)) => Vec::new(),
            _ => {
                state.overlays.push(Overlay::Failure(stage, why));
                Vec::new()
            }
        },
    }
}

/// The first line of a text that lies on top after a key; `None` when the key leaves it.
fn scrolled(scroll: usize, key: KeyEvent, op: Option<Op>) -> Option<usize> {
    Some(match (key.code, op) {
        (KeyCode::Esc | KeyCode::F(1) | KeyCode::Enter, _) | (_, Some(Op::Quit)) => return None,
        (KeyCode::Down, _) | (_, Some(Op::Next)) => scroll + 1,
        (KeyCode::Up, _) | (_, Some(Op::Previous)) => scroll.saturating_sub(1),
        (KeyCode::PageDown, _) | (_, Some(Op::ScrollDown | Op::PageDown)) => scroll + 10,
        (KeyCode::PageUp, _) | (_, Some(Op::ScrollUp)) => scroll.saturating_sub(10),
        (KeyCode::Home, _) | (_, Some(Op::First)) => 0,
        _ => scroll,
    })
}

fn help(
    state: &mut State,
    mut filter: String,
    mut selected: usize,
    key: KeyEvent,
    leads_to: Option<Op>,
) -> Vec<Effect> {
    let typed = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    let rows = help_rows(state, &filter).len();
    match key.code {
        KeyCode::Esc => return Vec::new(),
        // What lies below has keys of its own.
        KeyCode::Enter if !state.overlays.is_empty() => return Vec::new(),
        KeyCode::Enter => match help_rows(state, &filter).get(selected) {
            Some(HelpRow::Command(binding)) if binding.op != Op::Help => return act(state, binding.op),
            Some(HelpRow::Sign(_)) => {}
            _ => return Vec::new(),
        },
        KeyCode::Up => selected = selected.saturating_sub(1),
        KeyCode::Down => selected = (selected + 1).min(rows.saturating_sub(1)),
        KeyCode::PageUp => selected = selected.saturating_sub(10),
        KeyCode::PageDown => selected = (selected + 10).min(rows.saturating_sub(1)),
        // No word begins with a blank.
        KeyCode::Char(' ') if filter.is_empty() => selected = (selected + 10).min(rows.saturating_sub(1)),
        KeyCode::Home => selected = 0,
        KeyCode::End => selected = rows.saturating_sub(1),
        KeyCode::Backspace => {
            filter.pop();
            selected = 0;
        }
        _ if leads_to == Some(Op::Help) && filter.is_empty() => return Vec::new(),
        KeyCode::Char(c) if typed => {
            filter.push_str(&Clean::from(c.to_string()));
            selected = 0;
        }
        _ => {}
    }
    state.overlays.push(Overlay::Help { filter, selected });
    Vec::new()
}

fn written_prompt(
    state: &mut State,
    title: &'static str,
    purpose: Purpose,
    mut text: Box<TextArea<'static>>,
    key: KeyEvent,
) -> Vec<Effect> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let newline = key.modifiers.contains(KeyModifiers::ALT) && matches!(purpose, Purpose::Note(_));
    match key.code {
        KeyCode::Esc => match purpose {
            Purpose::Search => return searched(state, &Clean::default()),
            // What was edited is not thrown away with the reason.
            Purpose::Reason(_) => {
                hint(state, "not recorded; the text is kept: {edit} continues it");
                return Vec::new();
            }
            Purpose::Note(_) => {
                drafts::keep(state, Overlay::Prompt { title, purpose, text });
                return Vec::new();
            }
            Purpose::Name(_) | Purpose::SaveAs => return Vec::new(),
        },
        KeyCode::Enter if !newline => return submitted(state, title, purpose, text),
        KeyCode::Char('s' | 'd') if ctrl => return submitted(state, title, purpose, text),
        _ => {
            type_into(&mut text, key);
        }
    }
    let search = matches!(purpose, Purpose::Search).then(|| written(&text));
    state.overlays.push(Overlay::Prompt { title, purpose, text });
    match search {
        Some(words) => searched(state, &words),
        None => Vec::new(),
    }
}

/// What lies beneath follows what is typed: the list of documents, the list of statements or the text of a view.
fn searched(state: &mut State, words: &Clean) -> Vec<Effect> {
    if documents::is_open(state) {
        documents::search(state, words);
        return Vec::new();
    }
    if state.focus.is_view() {
        page::search(state, words);
        return Vec::new();
    }
    state.listing.search = words.clone();
    selection::narrowed(state)
}

/// Takes in what was written. A note that cites what is not there stays open, as a verdict does: the report would print
/// that it does so within the reviewer's words.
fn submitted(state: &mut State, title: &'static str, purpose: Purpose, text: Box<TextArea<'static>>) -> Vec<Effect> {
    let words = written(&text);
    let noted = match purpose {
        Purpose::Note(statement) => state.detail.as_deref().filter(|detail| detail.id == statement),
        _ => None,
    };
    if let Some(why) = noted.and_then(|detail| form::describe_beyond(detail, "the note", &words)) {
        error(state, why);
        state.overlays.push(Overlay::Prompt { title, purpose, text });
        return Vec::new();
    }
    answered(state, purpose, words)
}

fn answered(state: &mut State, purpose: Purpose, text: Clean) -> Vec<Effect> {
    match purpose {
        Purpose::Name(pending) => {
            if text.is_empty() {
                say(state, "a name is needed; nothing has been recorded");
                ask_name(state, *pending);
                return Vec::new();
            }
            let name = text.one_line();
            state.reviewer = Some(name.clone());
            let mut effects = vec![Effect::SetViewer(Who::Reviewer(name))];
            effects.extend(commit(state, *pending));
            effects
        }
        Purpose::Note(statement) => {
            let noted = state.shown.rows.iter().any(|row| row.statement.id == statement && row.summary.noted);
            if text.trim().is_empty() && !noted {
                say(state, "no note was written, so nothing has been recorded");
                return Vec::new();
            }
            intend(state, Intent::Note(statement, text))
        }
        Purpose::Reason(pending) => {
            state.kept = None;
            let why = Reason::given(None, text);
            commit(
                state,
                match *pending {
                    Pending::Act(act) => Pending::Act(act.because(&why)),
                    other => other,
                },
            )
        }
        Purpose::Search => searched(state, &text),
        Purpose::SaveAs => unsaved::save_as(state, &text),
    }
}
