//! The list of prompts.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    engine::PromptInForce,
    reason::model::Task,
    text::{Clean, counted},
};

use super::{
    super::{action::Target, minute, theme::Role, wrap::fit},
    Content, HitMap, RenderContext, list, overlays, span,
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

/// Says that a reasoner has no prompts, and which stages of which others have.
pub(super) fn none(ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, reasoner: &Clean, others: &[Clean]) {
    let names: Vec<_> = others.iter().map(|name| name.one_line().to_string()).collect();
    let height = if others.is_empty() { 9 } else { 12 };
    let inner = overlays::dialog(ink, frame, body, WIDTH, height, "Prompts", "Esc back");
    let mut content = Content::new(inner.width);
    let mut say = |text: String, role| content.flow.para(&[], &[], &[(text.into(), ink.get(role))]);
    say(format!("{} asks no model, so none of its stages has a prompt.", reasoner.one_line()), Role::Text);
    say(String::new(), Role::Text);
    if names.is_empty() {
        let text = "No reasoner that asks a model is set up for this review: `gainsay doctor` says what is missing.";
        say(text.to_owned(), Role::Muted);
    } else {
        let mut stages: Vec<_> = Task::ALL.map(Task::stage).into_iter().filter(|stage| stage.number() > 0).collect();
        stages.dedup();
        let stages: Vec<_> = stages.iter().map(ToString::to_string).collect();
        say(format!("{} has prompts for {}.", names.join(", "), stages.join(", ")), Role::Text);
        say(String::new(), Role::Text);
        let text = format!("{{rerun}} opens the run: choose {} as the reasoner there, then ^P.", names.join(" or "));
        say(ink.keymap.text(&text), Role::Muted);
    }
    list::put(frame, content, inner);
}
