//! The themes to pick from.

use ratatui::{Frame, layout::Rect};

use super::{
    super::{
        action::Target,
        state::State,
        theme::Role,
        wrap::{self, Piece, width},
    },
    HitMap, RenderContext, overlays, parts,
};

/// The themes, at the lower right so that the panes are seen in them.
pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    selected: usize,
    hits: &mut HitMap,
) {
    let themes = state.themes.list();
    let height = u16::try_from(themes.len()).unwrap_or(u16::MAX).saturating_add(4).min(body.height);
    let wide = body.width.min(76);
    let corner = Rect { x: body.right() - wide, y: body.bottom() - height, width: wide, height };
    let inner = overlays::dialog(ink, frame, corner, wide, height, "Themes", "↑↓ try on   Enter keep   Esc as before");
    let names = themes.iter().map(|theme| width(&theme.name)).max().unwrap_or(0);
    let first = overlays::first_row(selected, usize::from(inner.height));
    for (place, theme) in themes.iter().enumerate().skip(first).take(usize::from(inner.height)) {
        let row = Rect { y: inner.y + u16::try_from(place - first).unwrap_or(0), height: 1, ..inner };
        let gutter = if place == selected { ink.glyphs.here } else { " " };
        let pad = " ".repeat(names - width(&theme.name));
        let (wrong, role) = if theme.usable { ("", Role::Muted) } else { ("wrong: ", Role::Blocker) };
        let left: [Piece<'_>; 3] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{}{pad}  ", theme.name).into(), ink.get(Role::Strong)),
            (format!("{wrong}{}", theme.about).into(), ink.get(role)),
        ];
        frame.buffer_mut().set_line(row.x, row.y, &wrap::ends(&left, &[], usize::from(row.width)), row.width);
        if place == selected {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
}
