//! What can follow the first key of a chord; where nothing can, where it would.

use ratatui::{Frame, layout::Rect, text::Line, widgets::Clear};

use super::{
    super::{action::Target, keys::Binding, state::State, theme::Role, wrap::width},
    HitMap, RenderContext, parts, span,
};

/// Draws the keys that can follow, in the lower right corner, once the reviewer
/// has waited for a moment. Chords of other panes are named with these.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, hits: &mut HitMap) {
    if !state.shows_chords() {
        return;
    }
    let here = state.keymap.following(&state.pressed, state.focus);
    let is_here = !here.is_empty();
    let rows = if is_here { here } else { state.keymap.begun_by(&state.pressed).collect() };
    // Where all of them work in the same panes, the title says it once.
    let place = |row: &Binding| state.keymap.place(row);
    let shared =
        rows.first().map(|(_, row)| place(row)).filter(|first| rows.iter().all(|(_, row)| place(row) == *first));
    let shared = shared.filter(|_| !is_here);
    let label = |row: &Binding| match is_here || shared.is_some() {
        true => row.label.to_owned(),
        false => format!("{} in {}", row.label, place(row)),
    };
    let longest = |f: &dyn Fn(usize) -> usize| (0..rows.len()).map(f).max().unwrap_or(0);
    let keys = longest(&|i| width(&rows[i].0));
    let labels = longest(&|i| width(&label(rows[i].1)));
    let begun: Vec<String> = state.pressed.iter().map(|k| k.name()).collect();
    let title = match &shared {
        Some(place) => format!(" {} … works in {place} ", begun.join(" ")),
        None => format!(" {} … ", begun.join(" ")),
    };
    let w = u16::try_from((keys + labels + 7).max(width(&title) + 4)).unwrap_or(body.width).min(body.width);
    let h = u16::try_from(rows.len() + 2).unwrap_or(body.height).min(body.height);
    let area = Rect { x: body.right() - w, y: body.bottom() - h, width: w, height: h };
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ink.get(Role::Overlay));
    let inner = parts::panel(frame, ink, area, vec![span(title, ink.get(Role::Accent))], Vec::new(), true);
    for (i, (key, row)) in rows.iter().take(usize::from(inner.height)).enumerate() {
        let y = inner.y + u16::try_from(i).unwrap_or(0);
        let refused = !is_here || state.refusal(row.op).is_some();
        let (key_style, style) = if refused { (Role::Muted, Role::Muted) } else { (Role::Key, Role::Text) };
        let pad = " ".repeat(keys - width(key));
        let line = Line::from(vec![
            span(format!("{key}{pad} "), ink.get(key_style)),
            span(format!(" {}", label(row)), ink.get(style)),
        ]);
        frame.buffer_mut().set_line(inner.x, y, &line, inner.width);
        if is_here {
            hits.add(Rect { y, height: 1, ..inner }, Target::Op(row.op));
        }
    }
}
