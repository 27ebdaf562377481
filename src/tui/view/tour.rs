//! A step of the tour, at the foot of the screen, so that the panes that it speaks of are in view.

use ratatui::{Frame, layout::Rect};

use super::{
    super::{theme::Role, tour::STEPS, wrap::Flow},
    RenderContext, overlays,
};

/// Lines of the box, its borders included.
const HEIGHT: u16 = 8;

pub(super) fn view(ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, step: usize, blind: bool) {
    let Some(shown) = STEPS.get(step) else { return };
    let height = HEIGHT.min(body.height);
    let foot = Rect { y: body.bottom() - height, height, ..body };
    let title = format!("Tour {} of {}: {}", step + 1, STEPS.len(), shown.title);
    let next = if step + 1 < STEPS.len() { "next" } else { "done" };
    let back = if step > 0 { "   ← back" } else { "" };
    let inner = overlays::dialog(ink, frame, foot, 84, height, &title, &format!("Enter {next}{back}   Esc leave"));
    let mut flow = Flow::new(inner.width);
    flow.para(
        &[],
        &[],
        &[(ink.keymap.text(shown.blind.filter(|_| blind).unwrap_or(shown.text)).into(), ink.get(Role::Text))],
    );
    for (line, y) in flow.into_lines().iter().zip(inner.y..inner.bottom()) {
        frame.buffer_mut().set_line(inner.x, y, line, inner.width);
    }
}
