//! The list of prompts.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{engine::PromptInForce, text::counted};

use super::{
    super::{action::Target, minute, theme::Role, wrap::fit},
    HitMap, RenderContext, overlays, span,
};

/// Width of the list.
const WIDTH: u16 = 76;

/// Draws the prompts of a reasoner with what the review keeps of them.
pub(super) fn view(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    rows: &[PromptInForce],
    selected: usize,
    hits: &mut HitMap,
) {
    let height = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_add(6);
    let keys = "Enter edit and try   {cancel} back to the program's   Esc back";
    let inner = overlays::dialog(ink, frame, body, WIDTH, height, "Prompts", keys);
    let intro = "Edited in $EDITOR, tried on this statement, then kept or dropped.";
    frame.buffer_mut().set_line(inner.x, inner.y, &Line::styled(intro, ink.get(Role::Muted)), inner.width);
    let area = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    let first = (selected + 1).saturating_sub(usize::from(area.height));
    for ((place, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        let (gutter, role) = if place == selected { (ink.glyphs.here, Role::Strong) } else { (" ", Role::Text) };
        let origin = match &row.kept {
            Some(kept) => {
                let versions = counted(row.versions, "version");
                format!("kept by {}, {}; {versions}", kept.who, minute(kept.at))
            }
            None if row.versions > 0 => format!("as the program has it; {} before", counted(row.versions, "version")),
            None => "as the program has it".to_owned(),
        };
        let text = format!("{:<8} {:<9} {}  {origin}", row.prompt.stage, row.prompt.task, row.prompt.digest.short());
        let room = usize::from(area.width.saturating_sub(2));
        let line =
            Line::from(vec![span(format!("{gutter} "), ink.get(Role::Accent)), span(fit(&text, room), ink.get(role))]);
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
        hits.add(Rect { y, height: 1, ..area }, Target::Line(place));
    }
}
