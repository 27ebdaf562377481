//! A step of the tour, away from the pane that it speaks of.

use ratatui::{Frame, layout::Rect};

use super::{
    super::{theme::Role, tour::STEPS, wrap::Flow},
    RenderContext, overlays, parts,
};

/// Lines of the box, its borders included.
const HEIGHT: u16 = 8;

/// Columns of the box.
const WIDTH: u16 = 84;

/// `pane` is where the pane of the step is.
pub(super) fn view(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    (step, pane): (usize, Option<Rect>),
    blind: bool,
) {
    let Some(shown) = STEPS.get(step) else { return };
    let height = HEIGHT.min(body.height);
    let (head, foot) = (Rect { height, ..body }, Rect { y: body.bottom() - height, height, ..body });
    // A pane that fills the screen begins at its top, so the foot covers the least of it.
    let covered = |area: Rect| pane.map_or(0, |pane| pane.intersection(area).area());
    let area = if covered(head) < covered(foot) { head } else { foot };
    let title = format!("Tour {} of {}: {}", step + 1, STEPS.len(), shown.title);
    let next = if step + 1 < STEPS.len() { "next" } else { "done" };
    let back = if step > 0 { "   ← back" } else { "" };
    let inner = overlays::dialog(ink, frame, area, WIDTH, height, &title, &format!("Enter {next}{back}   Esc leave"));
    let mut flow = Flow::new(inner.width);
    flow.para(
        &[],
        &[],
        &[(ink.keymap.text(shown.blind.filter(|_| blind).unwrap_or(shown.text)).into(), ink.get(Role::Text))],
    );
    parts::lines(frame, inner, &flow.into_lines());
}
