//! What lies on top: help, forms, pickers, documents, messages.

use ratatui::{
    Frame,
    layout::{Constraint, Rect},
    style::Style,
    text::Line,
    widgets::Clear,
};
use ratatui_textarea::TextArea;

use crate::{domain::Stage, text::counted};

use super::{
    super::{
        action::{EditOf, Target},
        overlay::{self, HelpRow, help_rows},
        state::{Overlay, Picking, Purpose, State},
        theme::Role,
        tour::STEPS,
        wrap::{self, Flow, Piece, fit, width},
    },
    Content, HitMap, RenderContext, candidates, documents, list, palette, parts, span,
};

/// Draws what lies on top, the uppermost last.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, hits: &mut HitMap) {
    for overlay in &state.overlays {
        let explained = match overlay {
            Overlay::Tour { step } => STEPS.get(*step).and_then(|step| hits.area_of(step.pane)),
            _ => None,
        };
        if !matches!(overlay, Overlay::Stages(_)) {
            hits.targets.clear();
        }
        match overlay {
            Overlay::Help { filter, selected } => help(state, ink, frame, body, filter, *selected, hits),
            Overlay::Palette { filter, selected } => palette::view(state, ink, frame, body, filter, *selected, hits),
            Overlay::Jump { typed, selected } => palette::jump(state, ink, frame, body, typed, *selected, hits),
            Overlay::Form(form) => super::form::view(ink, frame, body, form, hits),
            Overlay::Stages(picking) => stages(state, ink, frame, body, *picking, hits),
            Overlay::Prompt { title, purpose, text } => prompt(ink, frame, body, title, purpose, text),
            Overlay::Unread { edit, error } => {
                let inner = dialog(
                    ink,
                    frame,
                    body,
                    72,
                    9,
                    &match edit.of {
                        EditOf::Stage(_, stage) => format!("{stage} could not be read"),
                        EditOf::Prompt(_, _, task) => format!("The prompt {task} could not be tried"),
                        EditOf::Field(_) => "The text could not be read".to_owned(),
                    },
                    "{edit} edit again   Esc keep for later",
                );
                let mut content = Content::new(inner.width);
                content.flow.para(&[], &[], &[(error.as_str().into(), ink.get(Role::Blocker))]);
                content.flow.blank();
                let text = "Your text is kept; nothing has been recorded.";
                content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Text))]);
                list::put(frame, content, inner);
            }
            Overlay::Documents { selected, doc } => {
                let selected = super::super::documents::place(state, *selected, doc.as_ref());
                documents::view(state, ink, frame, body, selected, hits);
            }
            Overlay::Candidates { selected, ticked } => {
                candidates::view(state, ink, frame, body, (*selected, ticked), hits);
            }
            Overlay::Themes { selected, .. } => super::pick::view(state, ink, frame, body, *selected, hits),
            Overlay::Comparison { runs, scroll, trial } => {
                super::compare::view(ink, frame, body, runs, (*scroll, *trial));
            }
            Overlay::Prompts { rows, selected } => super::prompts::view(ink, frame, body, rows, *selected, hits),
            Overlay::NoPrompts { reasoner, others } => super::prompts::none(ink, frame, body, reasoner, others),
            Overlay::Criteria { scroll } => super::criteria::view(state, ink, frame, body, *scroll),
            Overlay::Tour { step } => {
                super::tour::view(ink, frame, body, (*step, explained), state.shown.counts.blind > 0)
            }
            Overlay::Log { back } => log(state, ink, frame, body, *back),
            Overlay::Failure(stage, why) => {
                let inner = dialog(ink, frame, body, 72, 9, &format!("{stage} failed"), "{rerun} try again   Esc back");
                let mut content = Content::new(inner.width);
                content.flow.para(&[], &[], &[(why.as_str().into(), ink.get(Role::Text))]);
                list::put(frame, content, inner);
            }
        }
    }
}

/// A box in the middle, with what can be done in it on its lower border: `{name}`
/// stands for the keys of something.
pub(super) fn dialog(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    w: u16,
    h: u16,
    title: &str,
    keys: &str,
) -> Rect {
    let area = body.centered(Constraint::Length(w.min(body.width - 2)), Constraint::Length(h.min(body.height)));
    let inner = frame_of(ink, frame, area, title, keys);
    // A line of air above and below.
    Rect { y: inner.y + 1, height: inner.height.saturating_sub(2), ..inner }
}

/// The most room that is used of a box at the foot of the screen, in columns.
pub(super) const DOCKED: u16 = 100;

/// The same at the foot of the screen, as wide as it is, without the lines of air; returns the room in its middle.
pub(super) fn docked(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    h: u16,
    title: &str,
    keys: &str,
) -> Rect {
    let inner = frame_of(ink, frame, Rect { y: body.bottom() - h, height: h, ..body }, title, keys);
    let width = inner.width.min(DOCKED);
    Rect { x: inner.x + (inner.width - width) / 2, width, ..inner }
}

/// A box with what can be done in it on its lower border; returns the room in it.
pub(super) fn frame_of(ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, title: &str, keys: &str) -> Rect {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ink.get(Role::Overlay));
    let title = vec![span(format!(" {title} "), ink.get(Role::Accent))];
    let inner = parts::panel(frame, ink, area, title, Vec::new(), true);
    let keys = format!(" {} ", whole_entries(&ink.keymap.text(keys), usize::from(area.width.saturating_sub(6))));
    let x = area.right().saturating_sub(2 + u16::try_from(width(&keys)).unwrap_or(0));
    frame.buffer_mut().set_line(x, area.bottom() - 1, &Line::from(span(keys, ink.get(Role::Key))), area.width);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// The keys of a dialog that fit in `room` columns, none of them cut: the first ones, and the last, which is the way back.
fn whole_entries(keys: &str, room: usize) -> String {
    const BETWEEN: &str = "   ";
    let mut entries: Vec<&str> = keys.split(BETWEEN).collect();
    while entries.len() > 1 && width(&entries.join(BETWEEN)) > room {
        entries.remove(entries.len() - 2);
    }
    fit(&entries.join(BETWEEN), room)
}

/// What is typed to search by, with a cursor behind it; returns the room below.
pub(super) fn search_line(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    inner: Rect,
    label: &str,
    typed: &str,
) -> Rect {
    let search: [Piece<'_>; 3] = [
        (label.into(), ink.get(Role::Muted)),
        (typed.into(), ink.get(Role::Strong)),
        (if ink.ascii { "_" } else { "▏" }.into(), ink.get(Role::Accent)),
    ];
    frame.buffer_mut().set_line(inner.x, inner.y, &wrap::ends(&search, &[], usize::from(inner.width)), inner.width);
    Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner }
}

/// Lines in a dialog from `scroll` on, as far as there are so many, with a scrollbar on its border.
pub(super) fn scrolled(ink: RenderContext<'_>, frame: &mut Frame<'_>, inner: Rect, lines: &[Line<'_>], scroll: usize) {
    let height = usize::from(inner.height);
    let first = scroll.min(lines.len().saturating_sub(height));
    for (line, y) in lines.iter().skip(first).zip(inner.y..inner.bottom()) {
        frame.buffer_mut().set_line(inner.x, y, line, inner.width);
    }
    let bar = Rect { width: inner.width + 2, ..inner };
    parts::scrollbar(frame, ink, bar, first, lines.len(), true);
}

fn help(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    filter: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let run = if state.overlays.len() > 1 { "" } else { "Enter run   " };
    let page = if filter.is_empty() { "Space page   " } else { "" };
    let keys = format!("type to search   {run}{page}End symbols   Esc back");
    let inner = dialog(ink, frame, body, 88, body.height - 2, "Help: keys, symbols and words", &keys);
    let area = search_line(ink, frame, inner, "Search  ", filter);
    let (rows, pane) = (help_rows(state, filter), overlay::pane(state));
    if rows.is_empty() {
        frame.buffer_mut().set_line(
            area.x,
            area.y,
            &Line::styled("No match; Backspace widens the search.", ink.get(Role::Muted)),
            area.width,
        );
        return;
    }
    // Lines with their headings, so that the selected one can be kept in view.
    let mut lines: Vec<(Option<usize>, Line<'static>)> = Vec::new();
    let mut heading = None;
    let commands = || rows.iter().filter_map(|row| if let HelpRow::Command(b) = row { Some(*b) } else { None });
    let keys = commands().map(|row| width(&state.keymap.names(row.op))).max().unwrap_or(0).clamp(6, 14);
    let names = |sign: &super::super::legend::Sign| sign.name(ink.ascii);
    for (i, row) in rows.iter().enumerate() {
        let name = match row {
            HelpRow::Command(row) if row.is_of(pane) => "In this pane",
            HelpRow::Command(row) => row.group.name(),
            HelpRow::Sign(sign) => sign.heading,
        };
        if heading != Some(name) {
            if heading.is_some() {
                lines.push((None, Line::default()));
            }
            lines.push((None, Line::styled(name, ink.get(Role::Accent))));
            heading = Some(name);
        }
        let gutter = if i == selected { ink.glyphs.here } else { " " };
        let row = match row {
            HelpRow::Command(row) => row,
            HelpRow::Sign(sign) => {
                let lead: [Piece<'_>; 2] = [
                    (format!("{gutter} ").into(), ink.get(Role::Accent)),
                    (format!("{:<16}  ", names(sign)).into(), ink.get(Role::Strong)),
                ];
                let mut flow = Flow::new(area.width);
                let margin: [Piece<'_>; 1] = [(" ".repeat(20).into(), Style::default())];
                flow.para(&lead, &margin, &[(sign.meaning.into(), ink.get(Role::Text))]);
                lines.extend(flow.into_lines().into_iter().map(|line| (Some(i), line)));
                continue;
            }
        };
        let elsewhere = !row.in_pane(pane);
        let refused = state.refusal(row.op);
        let text_style = if elsewhere || refused.is_some() { ink.get(Role::Muted) } else { ink.get(Role::Text) };
        let mut text = row.help.to_owned();
        if let Some(why) = refused {
            text = format!("{text} ({})", refusal(ink, why));
        }
        let names = state.keymap.names(row.op);
        let lead: [Piece<'_>; 2] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{names:<keys$}  ").into(), ink.get(Role::Key)),
        ];
        let mut flow = Flow::new(area.width);
        let margin: [Piece<'_>; 1] = [(" ".repeat(keys.max(width(&names)) + 4).into(), Style::default())];
        flow.para(&lead, &margin, &[(text.into(), text_style)]);
        lines.extend(flow.into_lines().into_iter().map(|line| (Some(i), line)));
    }
    let at = lines.iter().rposition(|(i, _)| *i == Some(selected)).unwrap_or(0);
    let height = usize::from(area.height).max(1);
    let first = (at + 2).saturating_sub(height).max(if at < height { 0 } else { at + 2 - height }).min(lines.len());
    for (offset, (item, line)) in lines.iter().skip(first).take(height).enumerate() {
        let y = area.y + u16::try_from(offset).unwrap_or(0);
        let row = Rect { y, height: 1, ..area };
        frame.buffer_mut().set_line(area.x, y, line, area.width);
        if let Some(item) = item {
            if *item == selected {
                parts::select(frame, ink, row);
            }
            hits.add(row, Target::Line(*item));
        }
    }
    let bar = Rect { width: area.width + 2, ..area };
    parts::scrollbar(frame, ink, bar, first, lines.len(), true);
}

pub(super) fn text_area(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    text: &TextArea<'static>,
    focused: bool,
) {
    let mut text = text.clone();
    text.set_style(ink.get(Role::Input));
    frame.buffer_mut().set_style(area, ink.get(Role::Input));
    let cursor =
        if focused { Style::default().add_modifier(ratatui::style::Modifier::REVERSED) } else { Style::default() };
    text.set_cursor_style(cursor);
    frame.render_widget(&text, area);
}

/// What Enter and Escape do in a prompt.
pub(super) fn prompt_keys(purpose: &Purpose) -> (&'static str, &'static str) {
    match purpose {
        Purpose::Note(_) => ("record", "back"),
        Purpose::Reason(_) => ("record", "keep for later"),
        Purpose::Name(_) => ("use this name", "back"),
        Purpose::SaveAs => ("save", "back"),
        Purpose::Search => ("keep", "end the search"),
    }
}

fn prompt(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    title: &str,
    purpose: &Purpose,
    text: &TextArea<'static>,
) {
    let (enter, escape) = prompt_keys(purpose);
    let newline = if matches!(purpose, Purpose::Note(_)) { "   Alt-Enter new line" } else { "" };
    let keys = format!("Enter {enter}{newline}   Esc {escape}");
    // The foot of the screen, so that what is found stays in view.
    if let Purpose::Search = purpose {
        let inner = docked(ink, frame, body, 3, title, &keys);
        text_area(ink, frame, inner, text, true);
        return;
    }
    let height = match purpose {
        Purpose::Note(_) => 11,
        Purpose::Name(_) => 8,
        Purpose::Reason(_) | Purpose::SaveAs | Purpose::Search => 7,
    };
    let inner = dialog(ink, frame, body, 64, height, title, &keys);
    let mut area = inner;
    if let Purpose::Name(_) = purpose {
        let hints =
            ["Recorded with each of your acts, from now on.", "reviewer = \"…\" in the configuration changes it."];
        for (hint, y) in hints.into_iter().zip(inner.y..inner.bottom()) {
            frame.buffer_mut().set_line(inner.x, y, &Line::styled(hint, ink.get(Role::Muted)), inner.width);
        }
        const LABEL: &str = "Name  ";
        let taken = u16::try_from(LABEL.len()).unwrap_or(0);
        frame.buffer_mut().set_line(inner.x, inner.y + 3, &Line::styled(LABEL, ink.get(Role::Accent)), taken);
        area = Rect { x: inner.x + taken, y: inner.y + 3, width: inner.width.saturating_sub(taken), height: 1 };
    }
    text_area(ink, frame, area, text, true);
}

fn stages(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    picking: Picking,
    hits: &mut HitMap,
) {
    let Some(detail) = state.detail() else { return };
    let (title, what) = match picking {
        Picking::Rerun => ("Re-run", "Enter choose how"),
        Picking::Edit => ("Set a result by hand", "Enter form   ^E as stored   {rerun} re-run   {withdraw} withdraw"),
        Picking::Raw => ("Edit the stored result", "Enter edit"),
        Picking::Withdraw => ("Withdraw an override", "Enter withdraw"),
    };
    let keys = format!("{what}   0-9 choose   Esc back");
    let inner = dialog(ink, frame, body, 80, 14, title, &keys);
    for stage in Stage::ALL {
        let y = inner.y + u16::try_from(stage.number()).unwrap_or(0);
        if y >= inner.bottom() {
            break;
        }
        let here = state.stage == stage;
        let running = state.is_running(detail.id, stage);
        let (symbol, word, style) = parts::state(ink, detail, stage, running);
        let word = if word == "set" { "overridden" } else { word };
        let revisions = detail.revisions.get(stage.number()).copied().unwrap_or_default();
        let count = if revisions == 0 { String::new() } else { counted(revisions, "revision") };
        let gutter = if here { ink.glyphs.here } else { " " };
        let name_style = if here { ink.get(Role::Strong) } else { ink.get(Role::Text) };
        let left: [Piece<'_>; 4] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{} ", stage.number()).into(), ink.get(Role::Key)),
            (format!("{:<10}", stage.name()).into(), name_style),
            (format!("{symbol} {word}").into(), style),
        ];
        let row = Rect { y, height: 1, ..inner };
        let line = wrap::ends(&left, &[(count.into(), ink.get(Role::Muted))], usize::from(inner.width));
        frame.buffer_mut().set_line(inner.x, y, &line, inner.width);
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Stage(stage));
    }
}

fn log(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, back: usize) {
    let inner = dialog(ink, frame, body, 88, body.height - 4, "Messages", "↑↓ scroll   Esc back");
    let mut flow = Flow::new(inner.width);
    for toast in state.log.iter().rev().skip(back).take(usize::from(inner.height)) {
        let (symbol, style) = if toast.error {
            (ink.glyphs.failed, ink.get(Role::Blocker))
        } else {
            (ink.glyphs.none, ink.get(Role::Text))
        };
        let seconds = toast.at / 1000;
        let at = format!("{:>3}:{:02}  {symbol} ", seconds / 60, seconds % 60);
        let margin = " ".repeat(width(&at));
        flow.para(
            &[(at.into(), ink.get(Role::Muted))],
            &[(margin.into(), Style::default())],
            &[(toast.text.as_str().into(), style)],
        );
    }
    if state.log.is_empty() {
        flow.push(Line::styled("No messages yet.", ink.get(Role::Muted)));
    }
    for (i, line) in flow.into_lines().iter().take(usize::from(inner.height)).enumerate() {
        frame.buffer_mut().set_line(inner.x, inner.y + u16::try_from(i).unwrap_or(0), line, inner.width);
    }
}

/// Why something cannot be done, without what could be done about it.
pub(super) fn refusal(ink: RenderContext<'_>, why: &str) -> String {
    ink.keymap.text(why.split(';').next().unwrap_or(why).trim())
}

/// Rows of which the selected one is kept in view.
pub(super) fn first_row(selected: usize, height: usize) -> usize {
    (selected + 1).saturating_sub(height)
}
