//! A step of the tour, away from the pane that it speaks of.

use ratatui::{
    Frame,
    layout::{Constraint, Rect},
};

use super::{
    super::{theme::Role, tour::STEPS, wrap::Flow},
    RenderContext, overlays, parts,
};

/// Columns of the box.
const WIDTH: u16 = 84;

/// Columns and lines of the box around its text.
const AROUND: (u16, u16) = (6, 2);

/// `pane` is where the pane of the step is.
pub(super) fn view(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    (step, pane): (usize, Option<Rect>),
    blind: bool,
) {
    let Some(shown) = STEPS.get(step) else { return };
    let width = WIDTH.min(body.width - 2);
    let mut flow = Flow::new(width - AROUND.0);
    let text = ink.keymap.text(shown.blind.filter(|_| blind).unwrap_or(shown.text));
    flow.para(&[], &[], &[(text.into(), ink.get(Role::Text))]);
    let lines = flow.into_lines();
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(AROUND.1).min(body.height);
    let (head, foot) = (Rect { height, ..body }, Rect { y: body.bottom() - height, height, ..body });
    // A pane that fills the screen begins at its top, so the foot covers the least of it.
    let covered = |area: Rect| pane.map_or(0, |pane| pane.intersection(area).area());
    let area = if covered(head) < covered(foot) { head } else { foot };
    let title = format!("Tour {} of {}: {}", step + 1, STEPS.len(), shown.title);
    let next = if step + 1 < STEPS.len() { "next" } else { "done" };
    let back = if step > 0 { "   ← back" } else { "" };
    let area = area.centered_horizontally(Constraint::Length(width));
    let inner = overlays::frame_of(ink, frame, area, &title, &format!("Enter {next}{back}   Esc leave"));
    parts::lines(frame, inner, &lines);
}
