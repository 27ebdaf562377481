//! The sentences that could be statements, on top of everything.

use std::collections::BTreeSet;

use ratatui::{Frame, layout::Rect, text::Line};

use crate::domain::{StatementCandidate, describe_score};

use super::{
    super::{
        action::Target,
        state::State,
        theme::Role,
        wrap::{self, Flow, Piece, fit, wrap},
    },
    HitMap, RenderContext, overlays, parts,
};

/// Columns of the list from which on it names sections.
const WIDE: u16 = 80;

/// Room for a section beside a text.
const SECTION: usize = 24;

/// Lines of the whole text beneath the list at most, with its place.
const FOOT: usize = 8;

/// Rows of the list at least where there is something above it.
const ROWS: u16 = 5;

/// Lines with the scores of what was chosen at most.
const CHOSEN: usize = 2;

pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    (selected, ticked): (usize, &BTreeSet<usize>),
    hits: &mut HitMap,
) {
    let candidates = &state.shown.candidates;
    let title = match state.shown.sentences() {
        Some(all) => format!("Candidates not chosen: {} of {all}", candidates.len()),
        None => format!("Candidates not chosen: {}", candidates.len()),
    };
    let add = match ticked.len() {
        0 => "Enter add".to_owned(),
        ticked => format!("Enter add {ticked}"),
    };
    let wide = body.width.saturating_sub(4).min(120);
    let keys = format!("↑↓ choose   Space tick   {add}   Esc back");
    let inner = overlays::dialog(ink, frame, body, wide, body.height.saturating_sub(2), &title, &keys);
    let (width, muted) = (usize::from(inner.width).max(1), ink.get(Role::Muted));
    let source = state.pages.source.source.as_deref();
    let why = state.shown.describe_choice(source);
    // Beneath the list is the whole of what is selected.
    let mut foot = vec![Line::styled(ink.glyphs.rule.repeat(width), ink.get(Role::Faint))];
    let section = |at: &StatementCandidate| at.place.and_then(|place| source?.section_of(&place));
    if let Some(candidate) = candidates.get(selected) {
        let mut lines = wrap(&[(candidate.text.one_line().as_str().into(), ink.get(Role::Text))], width);
        lines.truncate(FOOT - 2);
        foot.extend(lines);
        let origin = candidate.describe_place(source);
        let origin = origin.unwrap_or_else(|| "not located in the source".to_owned());
        foot.push(Line::styled(fit(&origin, width), muted));
    }
    let below = lines_of(&foot);
    // Above it is what there is room for beside some rows: why these were chosen, their scores, a line of air.
    let room = inner.height.saturating_sub(below + ROWS);
    let mut above = Flow::new(inner.width);
    above.para(&[], &[], &[(why.as_str().into(), muted)]);
    above.at_most(CHOSEN.min(usize::from(room).saturating_sub(above.len() + 1)), 0, &chosen(state), muted);
    above.blank();
    let above = above.into_lines();
    let head = Some(lines_of(&above)).filter(|head| *head <= room).unwrap_or(0);
    let rows = Rect { y: inner.y + head, height: inner.height.saturating_sub(head + below).max(1), ..inner };
    parts::lines(frame, Rect { height: head, ..inner }, &above);
    parts::lines(
        frame,
        Rect { y: rows.bottom(), height: inner.bottom().saturating_sub(rows.bottom()), ..inner },
        &foot,
    );
    let first = (selected + 1).saturating_sub(usize::from(rows.height));
    let listed = candidates.iter().enumerate().skip(first).zip(rows.y..rows.bottom());
    for ((place, candidate), y) in listed {
        let (here, is_ticked) = (place == selected, ticked.contains(&place));
        let tick = if is_ticked { ink.glyphs.tick } else { ink.glyphs.none };
        let text = candidate.text.one_line();
        let left: [Piece<'_>; 4] = [
            (if here { ink.glyphs.here } else { " " }.into(), ink.get(Role::Accent)),
            (format!(" {tick} ").into(), ink.get(if is_ticked { Role::Accent } else { Role::Faint })),
            (format!("{}  ", describe_score(candidate.score)).into(), muted),
            (text.as_str().into(), if here { ink.get(Role::Text) } else { muted }),
        ];
        let section = section(candidate).filter(|_| inner.width >= WIDE).map(|section| section.one_line());
        let right =
            section.map(|section| (format!("{:<SECTION$}", fit(&section, SECTION)).into(), ink.get(Role::Faint)));
        let line = wrap::ends(&left, right.as_slice(), width);
        frame.buffer_mut().set_line(rows.x, y, &line, rows.width);
        let row = Rect { y, height: 1, ..rows };
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
    let bar = Rect { width: rows.width + 2, ..rows };
    parts::scrollbar(frame, ink, bar, first, candidates.len(), true);
}

fn lines_of(lines: &[Line<'_>]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

/// The statements that were chosen with their scores, the best first; a reviewer's own have none.
fn chosen(state: &State) -> String {
    let mut chosen: Vec<_> = state.shown.rows.iter().map(|row| &row.statement).collect();
    chosen.retain(|statement| statement.place.is_some());
    chosen.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let each: Vec<String> = chosen.iter().map(|one| format!("{} {}", one.id, describe_score(one.confidence))).collect();
    if each.is_empty() { String::new() } else { format!("Chosen: {}", each.join(", ")) }
}
