//! Forms of fields.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::Line,
};

use crate::{domain::Verdict, text::Clean};

use super::{
    super::{
        action::Target,
        form::{Field, Form, Input, Purpose, digits},
        theme::Role,
        wrap::{fit, width, wrap},
    },
    HitMap, RenderContext, overlays, parts, span,
};

/// The least room for the names of the fields.
const LABEL: usize = 14;

/// The width of a form.
const WIDTH: u16 = 84;

/// Lines for the hint of a field.
const FOOT: u16 = 2;

/// Lines that the reason for a refusal has at most.
const ERROR_LINES: u16 = 6;

/// How many lines a form takes at the foot of the screen.
pub(super) fn docked_height(form: &Form, body: Rect) -> u16 {
    /// Its border, and what is said of the field or of the choices.
    const AROUND: u16 = 3;
    let here = form.fields.get(form.at).map_or(0, |field| {
        choice_lines(field, form.has_remark(), option_room(form, body)).saturating_sub(docked_field_height(field))
    });
    let fields = form.fields.iter().map(docked_field_height).sum::<u16>() + here;
    let comfortable = (body.height * 2 / 5).clamp(9, 14);
    (fields + AROUND + u16::from(!form.note.is_empty())).max(comfortable).min(body.height * 2 / 3)
}

/// How many lines a field takes there at least.
fn docked_field_height(field: &Field) -> u16 {
    /// The name of the remark and a line of it; what is left over is for the rest.
    const REMARK: u16 = 2;
    if field.is_remark() { field.height().min(REMARK) } else { field.height() }
}

/// The room for the names of the fields.
fn label_width(form: &Form) -> u16 {
    let longest = form.fields.iter().map(|f| width(f.label)).max().unwrap_or(0);
    u16::try_from(if form.is_docked() { longest + 2 } else { LABEL.max(longest + 3) }).unwrap_or(0)
}

/// The room for what is in a form.
fn content_width(form: &Form, body: Rect) -> u16 {
    if form.is_docked() { overlays::DOCKED } else { WIDTH }.min(body.width - 2).saturating_sub(6)
}

/// The room for the options of a field.
fn option_room(form: &Form, body: Rect) -> usize {
    usize::from(content_width(form, body).saturating_sub(label_width(form)))
}

/// Draws a form; fields that do not fit are scrolled to.
pub(super) fn view(ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, form: &Form, hits: &mut HitMap) {
    let (multi, docked) = (form.is_in_long_text(), form.is_docked());
    let text = matches!(form.fields.get(form.at).map(|f| &f.input), Some(Input::Text(..)));
    let mut keys = format!("{} {}", if multi { "^S" } else { "Enter" }, form.submit);
    if multi {
        keys.push_str("   Enter new line");
    }
    if form.fields.len() > 1 {
        keys.push_str("   Tab next");
    }
    if docked {
        keys.push_str("   PgDn evidence   F1 criteria");
    }
    if text {
        keys.push_str("   ^E $EDITOR");
    }
    if matches!(form.purpose, Purpose::Rerun(_, true)) {
        keys.push_str("   ^P prompts");
    }
    keys.push_str("   Esc ");
    keys.push_str(form.escape());
    let (label, wide, room) = (label_width(form), content_width(form, body), option_room(form, body));
    let fields = || form.fields.iter().enumerate();
    let noted = u16::from(!form.note.is_empty());
    let (text, role) = match (&form.error, form.fields.get(form.at)) {
        (Some(error), _) => (format!("{} {}", ink.glyphs.failed, error.one_line()), Role::Blocker),
        (None, field) => (field.map(|field| field.hint.one_line().to_string()).unwrap_or_default(), Role::Muted),
    };
    let notes = wrap(&[(text.into(), ink.get(role))], usize::from(wide).max(1));
    let foot = if docked { 1 } else { FOOT };
    let most = if form.error.is_some() { ERROR_LINES.min(body.height / 3).max(foot) } else { foot };
    let note_lines = u16::try_from(notes.len()).unwrap_or(u16::MAX).clamp(foot, most);
    // At the foot of the screen the options of a choice leave the other fields in view, and scroll.
    let at_foot = docked_height(form, body);
    let least: u16 = form.fields.iter().map(docked_field_height).sum();
    let spare = at_foot.saturating_sub(2 + note_lines + noted + least);
    let height_of = |(place, field): (usize, &Field)| {
        let least = if docked { docked_field_height(field) } else { field.height() };
        let chosen = if place == form.at { choice_lines(field, form.has_remark(), room) } else { 0 };
        let chosen = if docked { chosen.min(least + spare) } else { chosen };
        least.max(tick_lines(ink, field, room)).max(chosen)
    };
    // Where it is tight, the fields follow each other without a blank line.
    let tall: u16 = fields().map(|f| height_of(f) + 1).sum();
    let around = 4 + note_lines + noted;
    let gap = u16::from(!docked && tall + around <= body.height);
    let inner = if docked {
        overlays::docked(ink, frame, body, at_foot, &form.title, &keys)
    } else {
        let height = fields().map(|f| height_of(f) + gap).sum::<u16>() + around;
        overlays::dialog(ink, frame, body, WIDTH, height.min(body.height), &form.title, &keys)
    };
    // What is left over at the foot of the screen is for the remark.
    let taken = fields().map(height_of).sum::<u16>() + note_lines + noted;
    let spare = if docked { inner.height.saturating_sub(taken) } else { 0 };
    let height_of = |field: (usize, &Field)| height_of(field) + if field.1.is_remark() { spare } else { 0 };
    let content: u16 = fields().map(|f| height_of(f) + gap).sum();
    let foot = Rect { y: inner.bottom().saturating_sub(note_lines), height: note_lines.min(inner.height), ..inner };
    let area = Rect { height: inner.height.saturating_sub(note_lines + noted), ..inner };
    if noted > 0 {
        let text = fit(&form.note, usize::from(inner.width));
        frame.buffer_mut().set_line(
            inner.x,
            area.bottom(),
            &Line::from(span(text, ink.get(Role::Strong))),
            inner.width,
        );
    }
    let mut first = 0;
    // The field that the keys go to is always in view.
    while first < form.at
        && fields().skip(first).take(form.at + 1 - first).map(|f| height_of(f) + gap).sum::<u16>() > area.height + gap
    {
        first += 1;
    }
    let mut y = area.y;
    for (place, field) in fields().skip(first) {
        let height = height_of((place, field)).min(area.bottom().saturating_sub(y));
        if height == 0 {
            break;
        }
        let row = Rect { y, height, ..area };
        hits.add(row, Target::Line(place));
        let spot = Spot { row, label, place, here: place == form.at, digits: form.has_remark() };
        draw(ink, frame, &spot, field, hits);
        y += height + gap;
    }
    let above: u16 = fields().take(first).map(|f| height_of(f) + gap).sum();
    let bar = Rect { width: area.width + 2, ..area };
    parts::scrollbar(frame, ink, bar, above.into(), content.saturating_sub(gap).into(), true);
    for (line, y) in notes.iter().zip(foot.y..foot.bottom()) {
        frame.buffer_mut().set_line(foot.x, y, line, foot.width);
    }
}

/// Where a field is drawn.
struct Spot {
    row: Rect,
    /// Room for its name.
    label: u16,
    /// Which of the fields it is.
    place: usize,
    /// Whether the keys go to it.
    here: bool,
    /// Whether the digits that choose are shown.
    digits: bool,
}

fn draw(ink: RenderContext<'_>, frame: &mut Frame<'_>, spot: &Spot, field: &Field, hits: &mut HitMap) {
    let (row, here) = (spot.row, spot.here);
    let gutter = if here { ink.glyphs.here } else { " " };
    let label_style = if here { ink.get(Role::Accent) } else { ink.get(Role::Muted) };
    let label = Line::from(vec![span(gutter, ink.get(Role::Accent)), span(field.label, label_style)]);
    frame.buffer_mut().set_line(row.x, row.y, &label, row.width);
    let area = if field.height() > 1 {
        Rect { y: row.y + 1, height: row.height.saturating_sub(1), x: row.x + 1, width: row.width - 1 }
    } else {
        Rect { x: row.x + spot.label, width: row.width.saturating_sub(spot.label), ..row }
    };
    if let Some(why) = &field.off {
        let text = fit(&why.one_line(), usize::from(area.width));
        let y = if field.height() > 1 { area.y } else { row.y };
        frame.buffer_mut().set_line(area.x, y, &Line::from(span(text, ink.get(Role::Muted))), area.width);
        return;
    }
    match &field.input {
        Input::Text(text, lines) => {
            overlays::text_area(ink, frame, area, text, here);
            // What an empty field means is seen before it is gone to.
            if let Some(meaning) = field.hint.strip_prefix("empty: ").filter(|_| !here && text.is_empty()) {
                let meaning = span(fit(meaning, usize::from(area.width)), ink.get(Role::Muted));
                frame.buffer_mut().set_line(area.x, area.y, &Line::from(meaning), area.width);
            }
            let room = usize::from(area.width).max(1);
            let needed: usize = text.lines().iter().map(|line| width(line).div_ceil(room).max(1)).sum();
            let all = usize::from(area.height);
            // More than is shown is said, on the line of the name.
            if *lines > 1 && needed > all {
                let more = format!("{all} of {needed} lines, {} scroll", if ink.ascii { "^v" } else { "↑↓" });
                let x = row.right().saturating_sub(u16::try_from(width(&more)).unwrap_or(0));
                frame.buffer_mut().set_line(x, row.y, &Line::from(span(more, ink.get(Role::Muted))), row.width);
            }
        }
        Input::Choice(options, at) => {
            let verdict = options.get(*at).and_then(|option| Verdict::ALL.into_iter().find(|v| v.name() == &**option));
            let strong = verdict.map_or_else(|| ink.get(Role::Strong), |verdict| parts::verdict(ink, verdict).1);
            let names = named(options, spot.digits).into_iter().enumerate();
            let marked: Vec<(String, bool)> = names.map(|(i, name)| (name, i == *at)).collect();
            if area.height == 1 {
                strip(ink, frame, &Spot { row: area, ..*spot }, &marked, (*at, strong), hits);
                return;
            }
            mark_more(ink, frame, &marked, area, *at);
            for (part, line, under) in in_view(&marked, area, *at) {
                let spot = Spot { row: part, ..*spot };
                option_line(ink, frame, &spot, (&marked, line, under), strong, hits);
            }
        }
        Input::Ticks(options, at) => {
            let marked = ticked(ink, options);
            mark_more(ink, frame, &marked, area, *at);
            for (part, line, under) in in_view(&marked, area, *at) {
                let (spot, under) = (Spot { row: part, ..*spot }, if spot.here { under } else { usize::MAX });
                option_line(ink, frame, &spot, (&marked, line, under), ink.get(Role::Strong), hits);
            }
        }
    }
}

/// Marks beside the options that lines of them are above or below those in view.
fn mark_more(ink: RenderContext<'_>, frame: &mut Frame<'_>, options: &[(String, bool)], area: Rect, at: usize) {
    let (lines, first) = scrolled(options, area, at);
    let (up, down) = if ink.ascii { ("^", "v") } else { ("↑", "↓") };
    let marks = [(first > 0, up, area.y), (lines.len() > first + usize::from(area.height), down, area.bottom() - 1)];
    for (_, mark, y) in marks.into_iter().filter(|(is_more, ..)| *is_more) {
        frame.buffer_mut().set_string(area.x.saturating_sub(2), y, mark, ink.get(Role::Accent));
    }
}

/// The lines of options, and the first of them that is in view, so that the option that the keys are on is.
fn scrolled(options: &[(String, bool)], area: Rect, at: usize) -> (Vec<Range<usize>>, usize) {
    let lines = broken(options, usize::from(area.width));
    let here = lines.iter().position(|line| line.contains(&at)).unwrap_or(0);
    let first = (here + 1).saturating_sub(usize::from(area.height).max(1));
    (lines, first)
}

/// The lines of options that are in view with where they are drawn, among them the one that the keys are on, and the option
/// of each that they are on.
fn in_view(options: &[(String, bool)], area: Rect, at: usize) -> Vec<(Rect, Range<usize>, usize)> {
    let (lines, first) = scrolled(options, area, at);
    let placed = lines.into_iter().skip(first).zip(area.y..area.bottom());
    let under = |line: &Range<usize>| if line.contains(&at) { at } else { usize::MAX };
    placed.map(|(line, y)| (Rect { y, height: 1, ..area }, line.clone(), under(&line))).collect()
}

/// The options, with the digits that choose them where those are shown.
fn named(options: &[Clean], with_digits: bool) -> Vec<String> {
    let name = |(digit, option): (Option<char>, &Clean)| match digit.filter(|_| with_digits) {
        Some(digit) if !option.trim_start_matches('[').starts_with(digit) => format!("{digit} {option}"),
        _ => option.to_string(),
    };
    digits(options).into_iter().zip(options).map(name).collect()
}

/// How many lines the options of a choice take while the keys go to it; 0 for other fields.
fn choice_lines(field: &Field, with_digits: bool, room: usize) -> u16 {
    match &field.input {
        Input::Choice(options, _) if field.off.is_none() => {
            let marked: Vec<(String, bool)> =
                named(options, with_digits).into_iter().map(|name| (name, false)).collect();
            u16::try_from(broken(&marked, room).len()).unwrap_or(u16::MAX)
        }
        _ => 0,
    }
}

/// The options with their ticks.
fn ticked(ink: RenderContext<'_>, options: &[(Clean, bool)]) -> Vec<(String, bool)> {
    let sign = |on| if on { ink.glyphs.tick } else { ink.glyphs.missing };
    options.iter().map(|(option, on)| (format!("{} {option}", sign(*on)), *on)).collect()
}

/// How many lines the options of a field take that are ticked; 0 for other fields.
fn tick_lines(ink: RenderContext<'_>, field: &Field, room: usize) -> u16 {
    match &field.input {
        Input::Ticks(options, _) if field.off.is_none() => {
            u16::try_from(broken(&ticked(ink, options), room).len()).unwrap_or(u16::MAX)
        }
        _ => 0,
    }
}

/// Options in lines of this width, by their places.
fn broken(options: &[(String, bool)], room: usize) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut taken = 0;
    for (i, (text, _)) in options.iter().enumerate() {
        let cell = width(text) + 3;
        match lines.last_mut() {
            Some(line) if taken + cell <= room + 1 => line.end = i + 1,
            _ => {
                lines.push(i..i + 1);
                taken = 0;
            }
        }
        taken += cell;
    }
    lines
}

/// One line of options, in the `chosen` style where they are chosen.
fn option_line(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    spot: &Spot,
    (options, line, at): (&[(String, bool)], Range<usize>, usize),
    chosen: Style,
    hits: &mut HitMap,
) {
    let Spot { row: area, place, here, .. } = *spot;
    let mut x = area.x;
    for i in line {
        let (text, on) = &options[i];
        let length = u16::try_from(width(text)).unwrap_or(u16::MAX);
        option(ink, frame, (x, area.y), (text, on.then_some(chosen)), (i == at, here));
        hits.add(Rect { x, y: area.y, width: length + 2, height: 1 }, Target::Choice(place, i));
        x = x.saturating_add(length).saturating_add(3);
    }
}

/// An option at a place, in this style where it is chosen; `at` says whether the keys are on it, in the field that they go
/// to or not.
fn option(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    (x, y): (u16, u16),
    (text, chosen): (&str, Option<Style>),
    at: (bool, bool),
) {
    let style = chosen.unwrap_or_else(|| ink.get(Role::Muted));
    let style =
        if at == (true, true) { style.patch(ink.get(Role::Selected)).add_modifier(Modifier::BOLD) } else { style };
    let (open, close) = if at.0 { if ink.ascii { (">", "<") } else { ("▸", "◂") } } else { (" ", " ") };
    let edge: Style = ink.get(Role::Accent);
    let line = Line::from(vec![span(open, edge), span(text.to_owned(), style), span(close, edge)]);
    let length = u16::try_from(width(text)).unwrap_or(u16::MAX);
    frame.buffer_mut().set_line(x, y, &line, length.saturating_add(2));
}

/// The options beside each other, from the first that leaves the one that the
/// keys are on in view.
fn strip(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    spot: &Spot,
    options: &[(String, bool)],
    (at, strong): (usize, Style),
    hits: &mut HitMap,
) {
    let Spot { row: area, place, here, .. } = *spot;
    let room = usize::from(area.width);
    let cell = |i: usize| width(&options[i].0) + 3;
    let mut first = 0;
    while first < at && at < options.len() && (first..=at).map(cell).sum::<usize>() + 2 > room {
        first += 1;
    }
    let mut x = area.x;
    let arrow = |text: &str| span(text.to_owned(), ink.get(Role::Muted));
    if first > 0 {
        frame.buffer_mut().set_line(x, area.y, &Line::from(arrow("‹ ")), 2);
        x += 2;
    }
    for (i, (text, on)) in options.iter().enumerate().skip(first) {
        let length = u16::try_from(width(text)).unwrap_or(u16::MAX);
        if x.saturating_add(length).saturating_add(2) > area.right() {
            frame.buffer_mut().set_line(area.right() - 1, area.y, &Line::from(arrow("›")), 1);
            break;
        }
        option(ink, frame, (x, area.y), (text, on.then_some(strong)), (i == at, here));
        hits.add(Rect { x, y: area.y, width: length + 2, height: 1 }, Target::Choice(place, i));
        x += length + 3;
    }
}
