//! Lists to choose from: everything that can be done, and the citations.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::domain::Citation;

use super::{
    super::{
        action::Target,
        jump,
        palette::{Offer, offers},
        state::State,
        theme::Role,
        wrap::{self, Piece, fit},
    },
    HitMap, RenderContext,
    overlays::{dialog, first_row, refusal, search_line},
    parts,
};

pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    filter: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let offers = offers(state, filter);
    let height = u16::try_from(offers.len().clamp(1, 14)).unwrap_or(14) + 6;
    let top = Rect { height: body.height.min(height + 2), ..body };
    let inner = dialog(ink, frame, top, 80, height, "Do", "Enter run   ↑↓ choose   Esc back");
    let area = search_line(ink, frame, inner, ": ", filter);
    if offers.is_empty() {
        let text = "Nothing is called that; Backspace widens the search.";
        frame.buffer_mut().set_line(area.x, area.y, &Line::styled(text, ink.get(Role::Muted)), area.width);
    }
    let first = first_row(selected, usize::from(area.height));
    for (place, offer) in offers.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let row = Rect { y: area.y + u16::try_from(place - first).unwrap_or(0), height: 1, ..area };
        let gutter = if place == selected { ink.glyphs.here } else { " " };
        let line = match offer {
            Offer::Do(binding) => {
                let refused = state.refusal(binding.op);
                let style = if refused.is_some() { ink.get(Role::Muted) } else { ink.get(Role::Text) };
                let why = refused.map(|why| format!(" ({})", refusal(ink, why))).unwrap_or_default();
                let left: [Piece<'_>; 3] = [
                    (format!("{gutter} ").into(), ink.get(Role::Accent)),
                    (format!("{:<19}", binding.label).into(), ink.get(Role::Strong)),
                    (format!("{}{why}", binding.help).into(), style),
                ];
                let keys = format!("  {}", state.keymap.name(binding.op));
                wrap::ends(&left, &[(keys.into(), ink.get(Role::Key))], usize::from(area.width))
            }
            Offer::Go(row) => {
                let statement = &state.shown.rows[*row].statement;
                let left: [Piece<'_>; 3] = [
                    (format!("{gutter} ").into(), ink.get(Role::Accent)),
                    (format!("{:<19}", statement.id.to_string()).into(), ink.get(Role::Strong)),
                    (statement.text.one_line().to_string().into(), ink.get(Role::Text)),
                ];
                wrap::ends(&left, &[], usize::from(area.width))
            }
        };
        frame.buffer_mut().set_line(row.x, row.y, &line, row.width);
        if place == selected {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
}

/// A line of the list of citations.
enum Listed<'a> {
    /// The title of the document that the passages below are of.
    Title(&'a Citation),
    /// A passage, with its place in the list.
    Passage(usize, &'a Citation),
}

/// The citations, to go to one of them; those of one document under its title.
pub(super) fn jump(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    typed: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let Some((detail, citations)) = state.detail().and_then(|d| Some((d, d.citations()?))) else { return };
    let mut lines: Vec<Listed<'_>> = Vec::new();
    let mut doc = None;
    for (place, citation) in jump::listed(state).into_iter().filter_map(|n| citations.get(n)).enumerate() {
        if doc.replace(&citation.doc) != Some(&citation.doc) {
            lines.push(Listed::Title(citation));
        }
        lines.push(Listed::Passage(place, citation));
    }
    let height = u16::try_from(lines.len()).unwrap_or(body.height).saturating_add(4).min(body.height);
    let title = if typed.is_empty() { "To citation".to_owned() } else { format!("To citation {typed}") };
    let inner = dialog(ink, frame, body, 78, height, &title, "its number   ↑↓ Enter go   Esc back");
    let here = lines.iter().position(|line| matches!(line, Listed::Passage(place, _) if *place == selected));
    let first = first_row(here.unwrap_or(0), usize::from(inner.height));
    for (line, y) in lines.iter().skip(first).zip(inner.y..inner.bottom()) {
        let row = Rect { y, height: 1, ..inner };
        let (place, citation) = match line {
            Listed::Title(citation) => {
                let title = fit(&citation.meta.title.one_line(), usize::from(row.width));
                frame.buffer_mut().set_line(row.x, y, &Line::styled(title, ink.get(Role::Strong)), row.width);
                continue;
            }
            Listed::Passage(place, citation) => (*place, citation),
        };
        let (stance, style) = match detail.weighing().shown().and_then(|w| w.get(citation.number)) {
            Some(w) => parts::stance(ink, w.stance),
            None if detail.is_hidden() => ("stance hidden".to_owned(), ink.get(Role::Muted)),
            None => (String::new(), ink.get(Role::Muted)),
        };
        let gutter = if place == selected { ink.glyphs.here } else { " " };
        let left: [Piece<'_>; 4] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{:<5}", format!("[{}]", citation.number)).into(), ink.get(Role::Key)),
            (format!("{stance:<16}").into(), style),
            (citation.passage.one_line().to_string().into(), ink.get(Role::Text)),
        ];
        frame.buffer_mut().set_line(row.x, y, &wrap::ends(&left, &[], usize::from(row.width)), row.width);
        if place == selected {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
}
