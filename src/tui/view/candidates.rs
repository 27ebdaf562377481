//! The sentences that could be statements, on top of everything.

use std::collections::BTreeSet;

use ratatui::{Frame, layout::Rect, style::Style, text::Line};

use super::{
    super::{
        action::Target,
        state::State,
        theme::Role,
        wrap::{fit, wrap},
    },
    HitMap, RenderContext, overlays, parts, span,
};

/// Room for the tick and the score.
const INDENT: u16 = 10;

/// Lines of text that a candidate has at most.
const LINES: usize = 3;

/// Lines of a candidate: its text, its place, a blank one.
const HEIGHT: u16 = LINES as u16 + 2;

pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    (selected, ticked): (usize, &BTreeSet<usize>),
    hits: &mut HitMap,
) {
    let candidates = &state.shown.candidates;
    let title = format!("Candidates not taken: {} of {}", candidates.len(), state.shown.rows.len() + candidates.len());
    let add = match ticked.len() {
        0 => "Enter add".to_owned(),
        ticked => format!("Enter add {ticked}"),
    };
    let wide = body.width.saturating_sub(4).min(110);
    let keys = format!("↑↓ choose   Space tick   {add}   Esc back");
    let mut inner = overlays::dialog(ink, frame, body, wide, body.height.saturating_sub(2), &title, &keys);
    let why = state.shown.describe_choice(state.pages.source.source.as_deref());
    let why = wrap(&[(why.as_str().into(), ink.get(Role::Muted))], usize::from(inner.width).max(1));
    // The list needs the room where there is little.
    if why.len() + usize::from(HEIGHT) * 2 <= usize::from(inner.height) {
        for (line, y) in why.iter().zip(inner.y..) {
            frame.buffer_mut().set_line(inner.x, y, line, inner.width);
        }
        let above = u16::try_from(why.len() + 1).unwrap_or(0);
        inner = Rect { y: inner.y + above, height: inner.height - above, ..inner };
    }
    let fitting = usize::from((inner.height / HEIGHT).max(1));
    let first = (selected + 1).saturating_sub(fitting);
    for (place, candidate) in candidates.iter().enumerate().skip(first).take(fitting) {
        let y = inner.y + u16::try_from(place - first).unwrap_or(0) * HEIGHT;
        let here = place == selected;
        let row = Rect { y, height: (HEIGHT - 1).min(inner.bottom().saturating_sub(y)), ..inner };
        let tick = if ticked.contains(&place) { ink.glyphs.tick } else { ink.glyphs.none };
        let head = Line::from(vec![
            span(if here { ink.glyphs.here } else { " " }, ink.get(Role::Accent)),
            span(format!(" {tick} "), ink.get(if ticked.contains(&place) { Role::Accent } else { Role::Faint })),
            span(format!("{:.2} ", candidate.score), ink.get(Role::Muted)),
        ]);
        frame.buffer_mut().set_line(row.x, row.y, &head, row.width);
        let room = row.width.saturating_sub(INDENT);
        let style = if here { ink.get(Role::Text) } else { ink.get(Role::Muted) };
        let text = candidate.text.one_line();
        let mut lines =
            clamp(wrap(&[(text.as_str().into(), style)], usize::from(room).max(1)), usize::from(room), style);
        let source = state.pages.source.source.as_deref();
        let section = candidate.place.and_then(|place| source?.section_of(&place));
        let origin =
            candidate.describe_place(section.as_ref()).unwrap_or_else(|| "not located in the source".to_owned());
        lines.push(Line::styled(fit(&origin, usize::from(room)), ink.get(Role::Muted)));
        for (line, y) in lines.iter().zip(row.y..row.bottom()) {
            frame.buffer_mut().set_line(row.x + INDENT, y, line, room);
        }
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
    let bar = Rect { width: inner.width + 2, ..inner };
    parts::scrollbar(frame, ink, bar, first, candidates.len(), true);
}

/// The first lines, the last of them with an ellipsis where there are more.
fn clamp(mut lines: Vec<Line<'static>>, room: usize, style: Style) -> Vec<Line<'static>> {
    if lines.len() > LINES {
        let rest: Vec<String> = lines.split_off(LINES - 1).iter().map(ToString::to_string).collect();
        lines.push(Line::styled(fit(&rest.join(" "), room), style));
    }
    lines
}
