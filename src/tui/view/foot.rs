//! The foot of the screen: messages, what the list is narrowed to, and the keys of what has the focus.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::text::counted;

use super::{
    super::{
        action::Target,
        keys::{self, Key, Op},
        page,
        state::{Overlay, Picking, Purpose, State},
        theme::Role,
        tour::STEPS,
        wrap::{self, Flow, Piece, fit, width},
    },
    HitMap, RenderContext, overlays, span,
};

/// How many lines an error has at most.
const ERROR_LINES: usize = 6;

/// From this width on the frame of the list of documents has room for all of its keys.
const DOCUMENTS: usize = 130;

/// The columns that stay free beside what the list is narrowed to.
const BLANKS: usize = 5;

/// How many lines the foot takes: the keys, and above them the messages; an error is shown in up to [`ERROR_LINES`] lines,
/// another message in up to two.
pub(super) fn footer_height(state: &State, ink: RenderContext<'_>, room: u16) -> u16 {
    let lines = match &state.toast {
        Some(toast) if toast.error => error_lines(ink, &toast.text, room).len(),
        Some(toast) if is_long(state, ink, &toast.text, room) => long(ink, &toast.text, room).len().min(2),
        _ => return 2,
    };
    1 + u16::try_from(lines).unwrap_or(u16::MAX) + u16::from(!state.listing.words().is_empty())
}

/// Whether a message that is no error needs a second line: for itself, or for what the list is narrowed to.
fn is_long(state: &State, ink: RenderContext<'_>, text: &str, room: u16) -> bool {
    let narrowed = narrowed(state, 0, usize::MAX);
    let beside = if narrowed.is_empty() { 0 } else { width(&narrowed) + 2 };
    width(ink.glyphs.set) + width(text) + 2 + beside > usize::from(room)
}

/// A message that takes two lines.
fn long(ink: RenderContext<'_>, text: &str, room: u16) -> Vec<Line<'static>> {
    let mut flow = Flow::new(room);
    let lead: [Piece<'_>; 1] = [(format!(" {} ", ink.glyphs.set).into(), ink.get(Role::Accent))];
    flow.para(&lead, &[("   ".into(), ink.get(Role::Text))], &[(text.into(), ink.get(Role::Text))]);
    flow.into_lines()
}

/// An error beside the key that dismisses it. The list of messages has all of one that is longer.
fn error_lines(ink: RenderContext<'_>, text: &str, room: u16) -> Vec<Line<'static>> {
    let mut flow = Flow::new(room.saturating_sub(16));
    let lead: [Piece<'_>; 1] = [(format!(" {} ", ink.glyphs.failed).into(), ink.get(Role::Blocker))];
    flow.para(&lead, &[("   ".into(), ink.get(Role::Text))], &[(text.into(), ink.get(Role::Text))]);
    let mut lines = flow.into_lines();
    if lines.len() > ERROR_LINES {
        lines.truncate(ERROR_LINES - 1);
        lines.push(Line::from(span(ink.keymap.text("   … {messages} shows all of it"), ink.get(Role::Muted))));
    }
    lines
}

/// The messages, and below them the keys of what has the focus.
pub(super) fn footer(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let keys = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let above = Rect { height: area.height.saturating_sub(1), ..area };
    messages(state, ink, frame, above, hits);
    // What lies on top has its own keys.
    if state.overlays.is_empty() {
        hints(state, ink, frame, keys, hits);
    }
}

/// The newest message, and what the list is narrowed to.
fn messages(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let room = usize::from(area.width);
    let most = room.saturating_sub(BLANKS);
    match &state.toast {
        Some(toast) if toast.error => {
            let area = narrowed_below(state, ink, frame, area);
            for (line, y) in error_lines(ink, &toast.text, area.width).iter().zip(area.y..area.bottom()) {
                frame.buffer_mut().set_line(area.x, y, line, area.width);
            }
            let tail = format!(" {} dismiss ", state.keymap.name(Op::Back));
            let end = area.right().saturating_sub(u16::try_from(width(&tail)).unwrap_or(0));
            frame.buffer_mut().set_line(end, area.y, &Line::from(span(tail, ink.get(Role::Key))), area.right() - end);
            hits.add(area, Target::Op(Op::Log));
            hits.add(Rect { x: end, width: area.right() - end, height: 1, ..area }, Target::Op(Op::Back));
        }
        Some(toast) if is_long(state, ink, &toast.text, area.width) => {
            let area = narrowed_below(state, ink, frame, area);
            for (line, y) in long(ink, &toast.text, area.width).iter().zip(area.y..area.bottom()) {
                frame.buffer_mut().set_line(area.x, y, line, area.width);
            }
            hits.add(area, Target::Op(Op::Log));
        }
        toast => {
            let message = toast.as_ref().map_or(0, |toast| width(&toast.text) + width(ink.glyphs.set) + 2);
            let narrowed = narrowed(state, most.saturating_sub(message), most);
            let narrowed = if narrowed.is_empty() { narrowed } else { format!("{narrowed} ") };
            let mut left: Vec<Piece<'_>> = Vec::new();
            if let Some(toast) = toast {
                left.push((format!(" {} ", ink.glyphs.set).into(), ink.get(Role::Accent)));
                left.push((toast.text.as_str().into(), ink.get(Role::Text)));
                hits.add(area, Target::Op(Op::Log));
            }
            let tail: [Piece<'_>; 1] = [(narrowed.clone().into(), ink.get(Role::Major))];
            let line = wrap::ends(&left, &tail, room);
            frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
            if !narrowed.is_empty() {
                let taken = u16::try_from(width(&narrowed)).unwrap_or(0).min(area.width);
                hits.add(Rect { x: area.right() - taken, width: taken, height: 1, ..area }, Target::Op(Op::Filter));
            }
        }
    }
}

/// Draws what the list is narrowed to on the last line, if it is; returns the room above.
fn narrowed_below(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let room = usize::from(area.width);
    let most = room.saturating_sub(BLANKS);
    let narrowed = narrowed(state, most, most);
    if narrowed.is_empty() {
        return area;
    }
    let line = wrap::ends(&[], &[(format!("{narrowed} ").into(), ink.get(Role::Major))], room);
    frame.buffer_mut().set_line(area.x, area.bottom() - 1, &line, area.width);
    Rect { height: area.height - 1, ..area }
}

/// What narrows or sorts the list, and how many statements that leaves; empty where nothing does. It is written out where
/// `usual` columns are enough, else shortened to `most`: the words are cut last, and the way back is never cut.
fn narrowed(state: &State, usual: usize, most: usize) -> String {
    let words = state.listing.words();
    // What orders the list says nothing of a view.
    if words.is_empty() || state.listing.is_whole() && state.focus.is_view() {
        return String::new();
    }
    if state.listing.is_whole() {
        return fit(&format!("sorted {words}"), most);
    }
    // One thing at a time: the search ends before the filter.
    let is_both = !state.listing.search.is_empty() && !state.listing.filter.is_empty();
    let what = if is_both { "ends the search" } else { "shows all" };
    let back = format!("  ({} {what})", state.keymap.name(Op::Back));
    let (shown, all) = (state.visible.len(), state.shown.rows.len());
    let full = format!("{shown} of {}: {words}{back}", counted(all, "statement"));
    if width(&full) <= usual {
        return full;
    }
    let short = fit(&format!("{shown} of {all}: {words}"), most.saturating_sub(width(&back)));
    format!("{short}{back}")
}

/// The keys of what has the focus, the most useful first; where there is no room for all, the way back stays.
fn hints(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let help = format!(" {} help ", state.keymap.name(Op::Help));
    let end = area.right().saturating_sub(u16::try_from(width(&help)).unwrap_or(0));
    let mut x = area.x + 1;
    let is_hidden = state.row().is_some_and(|row| row.summary.hidden);
    let hint = |op: &Op| {
        // What nobody has seen cannot be accepted.
        if *op == Op::Accept && is_hidden {
            return None;
        }
        let binding = keys::binding(*op)?;
        let is_match = *op == Op::NextMatch && page::is_searched(state);
        let (key, label) =
            (state.keymap.name(*op), if is_match { binding.label } else { binding.label_in(state.focus) });
        let length = u16::try_from(width(&key) + 1 + width(label)).unwrap_or(0);
        (!key.is_empty()).then_some((*op, key, label, length))
    };
    let is_empty = state.shown.rows.is_empty();
    let offered =
        if is_empty { keys::footer_without_statements(state.focus) } else { keys::footer(state.focus).into() };
    let is_possible = |op: &&Op| !is_empty || state.refusal(**op).is_none();
    let hints: Vec<_> = offered.iter().filter(is_possible).filter_map(hint).collect();
    let back = hints.iter().find(|(op, ..)| *op == Op::Back).map_or(0, |(.., length)| length + 3);
    let mut is_full = false;
    for (op, key, label, length) in hints {
        let kept = if op == Op::Back { 0 } else { back };
        is_full |= x + length + kept + 2 > end;
        if is_full && (op != Op::Back || x + length + 2 > end) {
            continue;
        }
        let refused = state.refusal(op).is_some();
        let (key_style, label_style) = if refused {
            (ink.get(Role::Muted), ink.get(Role::Muted))
        } else {
            (ink.get(Role::Key), ink.get(Role::Muted))
        };
        let line = Line::from(vec![span(key, key_style), span(format!(" {label}"), label_style)]);
        frame.buffer_mut().set_line(x, area.y, &line, length);
        hits.add(Rect { x, width: length, ..area }, Target::Op(op));
        x += length + 3;
    }
    let key = format!(" {}", state.keymap.name(Op::Help));
    let line = Line::from(vec![span(key, ink.get(Role::Key)), span(" help ", ink.get(Role::Muted))]);
    frame.buffer_mut().set_line(end, area.y, &line, area.right() - end);
    hits.add(Rect { x: end, width: area.right() - end, ..area }, Target::Op(Op::Help));
}

/// What the mouse can press while something lies on top: take it in, or leave it.
pub(super) fn keys_on_top(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let take = match state.overlays.last() {
        None => return,
        Some(
            Overlay::Log { .. }
            | Overlay::Documents { .. }
            | Overlay::Criteria { .. }
            | Overlay::Comparison { .. }
            | Overlay::NoPrompts { .. },
        ) => None,
        Some(Overlay::Help { .. }) if state.overlays.len() > 1 => None,
        Some(Overlay::Tour { step }) => Some(("enter", if step + 1 < STEPS.len() { "next" } else { "done" })),
        Some(Overlay::Jump { .. }) => Some(("enter", "go")),
        Some(Overlay::Themes { .. }) => Some(("enter", "keep")),
        Some(Overlay::Candidates { .. }) => Some(("enter", "add")),
        Some(Overlay::Prompts { .. }) => Some(("enter", "edit and try")),
        Some(Overlay::Failure(..)) => Some(("enter", "try again")),
        Some(Overlay::Stages(Picking::Withdraw)) => Some(("enter", "withdraw")),
        Some(Overlay::Stages(Picking::Rerun)) => Some(("enter", "choose how")),
        Some(Overlay::Stages(Picking::Edit)) => Some(("enter", "form")),
        Some(Overlay::Stages(Picking::Raw)) => Some(("enter", "edit")),
        Some(Overlay::Unread { .. }) => Some(("enter", "edit again")),
        Some(Overlay::Form(form)) => Some((if form.is_in_long_text() { "ctrl-s" } else { "enter" }, form.submit)),
        Some(Overlay::Prompt { purpose, .. }) => Some(("enter", overlays::prompt_keys(purpose).0)),
        Some(_) => Some(("enter", "run")),
    };
    let beside = match state.overlays.last() {
        Some(Overlay::Form(form)) if form.is_in_long_text() => Some(("enter", "new line")),
        Some(Overlay::Form(form)) if form.has_long_text() => Some(("ctrl-s", form.submit)),
        Some(Overlay::Prompt { purpose: Purpose::Note(_), .. }) => Some(("alt-enter", "new line")),
        _ => None,
    };
    let area = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let mut x = area.x + 1;
    let leave = match state.overlays.last() {
        Some(Overlay::Tour { .. }) => "leave",
        Some(Overlay::Themes { .. }) => "as before",
        Some(Overlay::Form(form)) => form.escape(),
        Some(Overlay::Prompt { purpose, .. }) => overlays::prompt_keys(purpose).1,
        Some(Overlay::Unread { .. }) => "keep for later",
        _ => "back",
    };
    for (key, label) in take.into_iter().chain(beside).chain([("esc", leave)]) {
        let Ok(key) = Key::parse(key) else { continue };
        let name = key.name();
        let length = u16::try_from(width(&name) + 1 + width(label)).unwrap_or(0);
        if x + length <= area.right() {
            let line =
                Line::from(vec![span(name, ink.get(Role::Key)), span(format!(" {label}"), ink.get(Role::Muted))]);
            frame.buffer_mut().set_line(x, area.y, &line, length);
            hits.add(Rect { x, width: length, ..area }, Target::Key(key));
        }
        x += length + 3;
    }
    if matches!(state.overlays.last(), Some(Overlay::Documents { .. })) && usize::from(area.width) < DOCUMENTS {
        let keys = "{uncite} remove   {search} find   {sort} sort   {filter} source   {undo} undo";
        let text = fit(&ink.keymap.text(keys), usize::from(area.right().saturating_sub(x)));
        frame.buffer_mut().set_line(x, area.y, &Line::from(span(text, ink.get(Role::Muted))), area.width);
    }
}
