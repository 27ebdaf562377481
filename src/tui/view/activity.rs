//! What runs, what waits, what failed, and how quickly it goes.

use std::time::Duration;

use ratatui::{
    Frame,
    layout::{Constraint, Rect},
    text::{Line, Span},
    widgets::{Cell, Row, Table, Widget},
};

use crate::engine::{Activity, Done};

use crate::text::counted;

use super::{
    super::{
        action::Target,
        keys::Pane,
        state::State,
        theme::Role,
        wrap::{self, Piece, fit},
    },
    HitMap, RenderContext, parts, span,
};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let Some(activity) = &state.pages.activity.activity else { return String::new() };
    let rate = counted(activity.last_minute, "result");
    match (activity.doing.len(), activity.waiting) {
        (runs, waits) if state.paused => {
            let on = state.keymap.text("{pause} continues");
            format!("paused, {on}: {runs} running to their end, {waits} waiting")
        }
        (0, 0) => format!("idle, {rate} in the last minute"),
        (runs, waits) => format!("{runs} running, {waits} waiting, {rate} in the last minute"),
    }
}

/// Draws it.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let Some(activity) = state.pages.activity.activity.clone() else { return };
    let wide = area.width >= 100;
    let left = Rect { width: if wide { area.width / 2 - 1 } else { area.width }, ..area };
    let mut y = running(state, ink, frame, left, &activity);
    y = rates(ink, frame, Rect { y, height: left.bottom().saturating_sub(y), ..left }, &activity);
    y = failures(ink, frame, Rect { y, height: left.bottom().saturating_sub(y), ..left }, &activity);
    let right = if wide {
        Rect { x: area.x + area.width / 2 + 1, width: area.width - area.width / 2 - 1, ..area }
    } else {
        Rect { y, height: area.bottom().saturating_sub(y), ..area }
    };
    newest(state, ink, frame, right, &activity, hits);
}

fn heading(ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, y: u16, text: &str) -> u16 {
    if y < area.bottom() {
        frame.buffer_mut().set_line(area.x, y, &Line::from(span(text, ink.get(Role::Accent))), area.width);
    }
    y + 1
}

fn put(frame: &mut Frame<'_>, area: Rect, y: u16, line: &Line<'_>) -> u16 {
    if y < area.bottom() {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
    y + 1
}

fn running(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, activity: &Activity) -> u16 {
    let mut y = heading(ink, frame, area, area.y, if state.paused { "Paused" } else { "Running" });
    for doing in activity.doing.iter().take(8) {
        let whose = doing.statement.map_or_else(|| "the paper".to_owned(), |id| id.to_string());
        let line = Line::from(vec![
            span(format!("{} ", ink.turning()), ink.get(Role::Running)),
            span(format!("{whose:<10}{:<10}", doing.stage.name()), ink.get(Role::Text)),
            span(describe_duration(doing.since), ink.get(Role::Muted)),
        ]);
        y = put(frame, area, y, &line);
    }
    for asking in activity.asking.iter().rev().take(4) {
        let whose = asking.statement.map_or_else(|| "the paper".to_owned(), |id| id.to_string());
        let head = format!("  {whose:<8}{} asked for {:<9}", asking.call.model, asking.stage.name());
        // Of an answer that is being written its end is what is new.
        let room = usize::from(area.width).saturating_sub(head.chars().count());
        let said = asking.text.one_line();
        let newest = said.char_indices().rev().take(room).last().map_or("", |(at, _)| &said[at..]);
        let line = Line::from(vec![span(head, ink.get(Role::Muted)), span(newest.to_owned(), ink.get(Role::Text))]);
        y = put(frame, area, y, &line);
    }
    if activity.doing.is_empty() {
        let text = ink.keymap.text(match state.paused {
            true => "nothing runs; {pause} continues, {cancel} stops for good",
            false => "nothing runs; {run_all} runs what is missing or stale",
        });
        y = put(frame, area, y, &Line::from(span(text, ink.get(Role::Muted))));
    }
    if activity.waiting > 0 {
        let next: Vec<String> = activity.next.iter().map(ToString::to_string).collect();
        let rest = if activity.waiting > next.len() { " …" } else { "" };
        let waiting = match activity.doing.is_empty() {
            true => format!("{} waiting", activity.waiting),
            false => format!("then {} more", activity.waiting),
        };
        let text = format!("{waiting}: {}{rest}", next.join(" "));
        let text = fit(&text, usize::from(area.width));
        y = put(frame, area, y, &Line::from(span(text, ink.get(Role::Muted))));
    }
    y + 1
}

fn rates(ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, activity: &Activity) -> u16 {
    if activity.rates.is_empty() || area.height < 3 {
        return area.y;
    }
    let text = |text: String, role: Role| Cell::from(Span::styled(text, ink.get(role)));
    let head = Row::new(["Stage", "done", "failed", "mean", "95 of 100"].map(|h| text(h.to_owned(), Role::Accent)));
    let rows = activity.rates.iter().map(|rate| {
        let failed = if rate.failed == 0 { Role::Muted } else { Role::Blocker };
        Row::new([
            text(rate.stage.name().to_owned(), Role::Text),
            text(rate.count.to_string(), Role::Text),
            text(rate.failed.to_string(), failed),
            text(describe_duration(rate.mean), Role::Text),
            text(describe_duration(rate.p95), Role::Muted),
        ])
    });
    let widths = [
        Constraint::Length(10),
        Constraint::Length(7),
        Constraint::Length(7),
        Constraint::Length(9),
        Constraint::Length(10),
    ];
    let height = u16::try_from(activity.rates.len() + 1).unwrap_or(u16::MAX).min(area.height);
    let table = Table::new(rows, widths).header(head).column_spacing(1);
    Widget::render(table, Rect { height, ..area }, frame.buffer_mut());
    area.y + height + 1
}

fn failures(ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, activity: &Activity) -> u16 {
    if activity.failures.is_empty() || area.height < 2 {
        return area.y;
    }
    let mut y = heading(ink, frame, area, area.y, "Failures");
    for (why, count) in activity.failures.iter().take(6) {
        let lead = format!("{count:>4} × ");
        for (i, line) in
            wrap::wrap(&[(why.as_str().into(), ink.get(Role::Text))], usize::from(area.width).saturating_sub(7))
                .iter()
                .take(3)
                .enumerate()
        {
            let lead = if i == 0 { lead.clone() } else { " ".repeat(7) };
            let mut spans = vec![span(lead, ink.get(Role::Blocker))];
            spans.extend(line.spans.clone());
            y = put(frame, area, y, &Line::from(spans));
        }
    }
    y + 1
}

fn newest(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    activity: &Activity,
    hits: &mut HitMap,
) {
    if area.height < 3 {
        return;
    }
    let top = heading(ink, frame, area, area.y, "Newest");
    let rows = Rect { y: top, height: area.bottom().saturating_sub(top), ..area };
    let selected = state.at[Pane::Activity];
    let height = usize::from(rows.height);
    let first = (selected + 1).saturating_sub(height);
    if activity.done.is_empty() {
        let text = "no stage has run since the program was started";
        frame.buffer_mut().set_line(rows.x, rows.y, &Line::from(span(text, ink.get(Role::Muted))), rows.width);
    }
    for (place, done) in activity.done.iter().enumerate().skip(first).take(height) {
        let row = Rect { y: rows.y + u16::try_from(place - first).unwrap_or(0), height: 1, ..rows };
        let here = place == selected;
        frame.buffer_mut().set_line(row.x, row.y, &result(ink, done, here, usize::from(row.width)), row.width);
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Item(Pane::Activity, place));
    }
}

fn result(ink: RenderContext<'_>, done: &Done, here: bool, room: usize) -> Line<'static> {
    let whose = done.statement.map_or_else(|| "the paper".to_owned(), |id| id.to_string());
    let (symbol, role) =
        if done.failure.is_some() { (ink.glyphs.failed, Role::Blocker) } else { (ink.glyphs.done, Role::For) };
    let gutter = if here { ink.glyphs.here } else { " " };
    let why = done.failure.as_ref().map(|w| format!("  {}", w.one_line())).unwrap_or_default();
    let left: [Piece<'_>; 4] = [
        (format!("{gutter} ").into(), ink.get(Role::Accent)),
        (format!("{symbol} ").into(), ink.get(role)),
        (
            format!("{whose:<10}{:<10}{:>8}", done.stage.name(), describe_duration(done.took)).into(),
            ink.get(Role::Text),
        ),
        (why.into(), ink.get(Role::Muted)),
    ];
    wrap::ends(&left, &[(format!(" {} ago", ago(done.ago)).into(), ink.get(Role::Muted))], room)
}

/// A duration in a few characters.
pub(super) fn describe_duration(duration: Duration) -> String {
    match duration.as_secs_f64() {
        s if s < 0.001 => format!("{} µs", duration.as_micros()),
        s if s < 1.0 => format!("{} ms", duration.as_millis()),
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

/// Whole seconds, then minutes, then hours.
fn ago(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7_200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3_600),
    }
}
