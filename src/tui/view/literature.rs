//! The sources of evidence, and what each query found.

use ratatui::{Frame, layout::Rect, style::Style, text::Line};

use crate::{
    domain::{QueryOrigin, Side, consent::allowance},
    engine::search::{Permission, SourceStatus},
    text::counted,
};

use super::{
    super::{
        action::Target,
        keys::Pane,
        minute,
        page::{
            self,
            literature::{Found, Selected, Sent},
        },
        state::State,
        theme::Role,
        wrap::{self, Flow, Piece},
    },
    HitMap, RenderContext,
    activity::describe_duration,
    parts, span,
};

/// The least lines for the queries, with their heading.
const LEAST: u16 = 4;
/// The same while a source is selected.
const LEAST_BESIDE: u16 = 2;
/// How much of a statement is shown, in columns.
const STATEMENT: usize = 150;
/// The most lines for what is selected, where that is more than half of the view.
const MOST: u16 = 7;

pub(super) fn title(state: &State) -> String {
    let Some(found) = &state.pages.literature.found else { return String::new() };
    let on = found.sources.iter().filter(|source| source.on).count();
    format!("{on} of {} on", found.sources.len())
}

/// Draws it: sources above, queries below, what is selected in full at the foot.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let Some(found) = state.pages.literature.found.clone() else { return };
    let room = usize::from(area.width);
    let at = state.at[Pane::Literature];
    let mut detail = Flow::new(area.width);
    describe(state, ink, &mut detail);
    let mut detail = detail.into_lines();
    let count = u16::try_from(found.sources.len()).unwrap_or(0);
    // What consent is for must be read before it is given, also where room is short.
    let least = if at < found.sources.len() { LEAST_BESIDE } else { LEAST };
    let spare = area.height.saturating_sub(count + 2 + least);
    let foot = u16::try_from(detail.len() + 1).unwrap_or(u16::MAX).min(MOST.max(area.height / 2)).min(spare);
    let room_for_detail = usize::from(foot.saturating_sub(1));
    if room_for_detail > 0 && detail.len() > room_for_detail {
        let hidden = detail.len() + 1 - room_for_detail;
        let text = ink.keymap.text(&format!("… {hidden} more lines; the report lists them all: {{export}}"));
        detail.truncate(room_for_detail - 1);
        detail.push(Line::from(span(text, ink.get(Role::Muted))));
    }
    let mut y = area.y;
    if found.sources.is_empty() {
        let text = "None here: the demo brings its evidence along. Other reviews have sources.";
        put(frame, area, y, &Line::from(span(text, ink.get(Role::Muted))));
        y += 1;
    }
    for (place, source) in found.sources.iter().enumerate() {
        row(frame, ink, Rect { y, height: 1, ..area }, place, at, hits, &source_line(ink, source, place == at, room));
        y += 1;
    }
    y += 1;
    let queries = Rect { y, height: area.bottom().saturating_sub(y + foot), ..area };
    list(ink, frame, queries, &found, at, hits);
    let rule = ink.glyphs.rule.repeat(room);
    if foot > 0 {
        put(frame, area, area.bottom() - foot, &Line::styled(rule, ink.get(Role::Faint)));
    }
    for (line, y) in detail.iter().zip(area.bottom() - foot.saturating_sub(1)..area.bottom()) {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
}

fn put(frame: &mut Frame<'_>, area: Rect, y: u16, line: &Line<'_>) {
    if y < area.bottom() {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
}

fn row(
    frame: &mut Frame<'_>,
    ink: RenderContext<'_>,
    area: Rect,
    place: usize,
    at: usize,
    hits: &mut HitMap,
    line: &Line<'_>,
) {
    if area.y >= frame.area().bottom() {
        return;
    }
    frame.buffer_mut().set_line(area.x, area.y, line, area.width);
    if place == at {
        parts::select(frame, ink, area);
    }
    hits.add(area, Target::Item(Pane::Literature, place));
}

fn source_line(ink: RenderContext<'_>, source: &SourceStatus, here: bool, room: usize) -> Line<'static> {
    let gutter = if here { ink.glyphs.here } else { " " };
    let (tick, word, role) =
        if source.on { (ink.glyphs.tick, "on ", Role::For) } else { (ink.glyphs.none, "off", Role::Muted) };
    let missing = if source.on { Role::Blocker } else { Role::Muted };
    let (permission, permission_role) = match &source.permission {
        Permission::Refused(_) => ("offline", Role::Muted),
        _ if source.lacks.is_some() => ("no key", missing),
        Permission::Given => ("may be asked", Role::Muted),
        Permission::Missing(_) => ("no consent", missing),
    };
    let last: Piece<'_> = match &source.last {
        None => ("not asked yet".into(), ink.get(Role::Muted)),
        Some(last) if last.error.is_some() => {
            (format!("{} failed {}", ink.glyphs.failed, clock(last.at)).into(), ink.get(Role::Blocker))
        }
        Some(last) if last.is_kept => (format!("kept answer of {}", minute(last.at)).into(), ink.get(Role::Text)),
        Some(last) => {
            (format!("answered {} in {}", clock(last.at), describe_duration(last.took)).into(), ink.get(Role::Text))
        }
    };
    let left: [Piece<'_>; 6] = [
        (format!("{gutter} ").into(), ink.get(Role::Accent)),
        (format!("{tick} ").into(), ink.get(role)),
        (format!("{:<16}", source.name).into(), ink.get(Role::Text)),
        (format!("{word}  ").into(), ink.get(role)),
        (format!("{permission:<14}").into(), ink.get(permission_role)),
        last,
    ];
    let right = source.remaining.as_ref().map(|left| (format!("  {left} left").into(), ink.get(Role::Muted)));
    wrap::ends(&left, right.as_slice(), room)
}

/// The time of day.
fn clock(at: jiff::Timestamp) -> String {
    at.strftime("%H:%M:%S").to_string()
}

fn list(ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, found: &Found, at: usize, hits: &mut HitMap) {
    put(frame, area, area.y, &Line::from(span("Queries of this review", ink.get(Role::Accent))));
    let rows = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    if found.queries.is_empty() {
        let text = match found.sources.is_empty() {
            true => "none".to_owned(),
            false => ink.keymap.text("none yet: switch a source on, then {rerun} re-runs the search of a statement"),
        };
        put(frame, rows, rows.y, &Line::from(span(text, ink.get(Role::Muted))));
        return;
    }
    let (height, before) = (usize::from(rows.height), found.sources.len());
    let here = at.checked_sub(before);
    let first = here.map_or(0, |here| (here + 1).saturating_sub(height));
    for (place, sent) in found.queries.iter().enumerate().skip(first).take(height) {
        let y = rows.y + u16::try_from(place - first).unwrap_or(0);
        let line = query_line(ink, sent, Some(place) == here, usize::from(rows.width));
        row(frame, ink, Rect { y, height: 1, ..rows }, before + place, at, hits, &line);
    }
    parts::scrollbar(frame, ink, Rect { width: rows.width + 1, ..rows }, first, found.queries.len(), true);
}

fn side(sent: &Sent) -> &'static str {
    if sent.side == Side::Counter { "against" } else { "for" }
}

/// How the query came about, in a word.
fn level(sent: &Sent) -> &'static str {
    match sent.query.as_ref().and_then(|query| query.origin.as_ref()) {
        Some(QueryOrigin::Built(level)) => level.name(),
        Some(QueryOrigin::Edited(_)) => "edited",
        Some(QueryOrigin::Identifier) => "by id",
        Some(QueryOrigin::FullText) => "text",
        None => "",
    }
}

fn query_line(ink: RenderContext<'_>, sent: &Sent, here: bool, room: usize) -> Line<'static> {
    let gutter = if here { ink.glyphs.here } else { " " };
    let head =
        format!("{gutter} {:<6}{:<8}{:<16}{:<7}", sent.statement.to_string(), side(sent), sent.source, level(sent));
    let mut left: Vec<Piece<'_>> = vec![(head.into(), ink.get(Role::Text))];
    let mut right: Vec<Piece<'_>> = Vec::new();
    match (&sent.query, &sent.trouble) {
        (Some(query), _) => {
            let new = query.new.map_or_else(String::new, |new| format!("{new} new"));
            let hits = counted(usize::try_from(query.hits).unwrap_or(usize::MAX), "hit");
            left.push((format!("{hits:>12}{new:>8}  ").into(), ink.get(Role::Text)));
            left.push((query.text.one_line().to_string().into(), ink.get(Role::Muted)));
            right.push((format!("  {}", query.at.strftime("%Y-%m-%d")).into(), ink.get(Role::Muted)));
        }
        (None, why) => {
            let why = why.as_ref().map(|why| why.one_line().to_string()).unwrap_or_default();
            left.push((format!("{} {why}", ink.glyphs.failed).into(), ink.get(Role::Blocker)));
        }
    }
    wrap::ends(&left, &right, room)
}

/// What is selected, in full.
fn describe(state: &State, ink: RenderContext<'_>, flow: &mut Flow) {
    let mut line = |name: &str, text: &str, role: Role| {
        let lead = [(format!("{name:<12}").into(), ink.get(Role::Muted))];
        let rest = [(" ".repeat(12).into(), Style::default())];
        flow.para(&lead, &rest, &[(text.to_owned().into(), ink.get(role))]);
    };
    match page::literature_selected(state) {
        Some(Selected::Source(source)) => {
            if let Some(why) = &source.lacks {
                line("Key", why, if source.on { Role::Major } else { Role::Muted });
            }
            match &source.permission {
                Permission::Given => {}
                Permission::Missing(host) => {
                    let text = ink.keymap.text(&format!("nobody allowed {}; {{provide}} consents", allowance(host)));
                    line("Consent", &text, Role::Major);
                }
                Permission::Refused(why) => line("Offline", why, Role::Muted),
            }
            if let Some(why) = source.last.as_ref().and_then(|last| last.error.as_ref()) {
                line("Failed", why, Role::Blocker);
            }
            line("Good for", &source.about, Role::Text);
            line("Address", &source.host, Role::Text);
        }
        Some(Selected::Query(sent)) => {
            if let Some(row) = state.shown.rows.iter().find(|row| row.statement.id == sent.statement) {
                line("Statement", &wrap::fit(&row.statement.text.one_line(), STATEMENT), Role::Text);
            }
            if let Some(query) = &sent.query {
                let hits = usize::try_from(query.hits).unwrap_or(usize::MAX);
                let unread = match query.unread.len() {
                    0 => String::new(),
                    n => format!("{n} not read, "),
                };
                let text = format!("{}, {} taken, {unread}{}", counted(hits, "hit"), query.fetched, minute(query.at));
                line("Answer", &text, Role::Muted);
                line("Sent", &query.text, Role::Text);
                // The list of pages may be longer than the pane.
                if let Some(why) = &sent.trouble {
                    line("Failed", why, Role::Blocker);
                }
                for page in &query.unread {
                    line("Not read", &format!("{}: {}", page.address.one_line(), page.why), Role::Muted);
                }
                if let Some(QueryOrigin::Edited(before)) = &query.origin {
                    line("Instead of", before, Role::Muted);
                }
            } else if let Some(why) = &sent.trouble {
                line("Failed", why, Role::Blocker);
            }
        }
        None => {}
    }
}
