//! Two runs side by side, stage by stage.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::domain::diff::{Change, Edit};

use super::{
    super::{
        page::history::Comparison,
        theme::Role,
        wrap::{Flow, Piece, wrap},
    },
    RenderContext, overlays,
};

const GAP: usize = 3;

/// Draws the comparison above the history.
pub(super) fn view(
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    runs: &Comparison,
    (scroll, trial): (usize, bool),
) {
    let (w, h) = (body.width.saturating_sub(2), body.height);
    let (title, keys) = match trial {
        true => {
            ("A trial beside the run in force", "{accept} keep   {edit} edit again   {cancel} drop   Esc decide later")
        }
        false => (runs.title.as_str(), "↑↓ scroll   Esc back"),
    };
    let inner = overlays::dialog(ink, frame, body, w, h, title, keys);
    let column = (usize::from(inner.width).saturating_sub(GAP)) / 2;
    let mut lines: Vec<Line<'static>> = Vec::new();
    let heads = [&runs.left, &runs.right].map(|head| wrap(&[(head.as_str().into(), ink.get(Role::Strong))], column));
    let [left, right] = heads;
    beside(&mut lines, column, left, right);
    for (stage, changes) in &runs.stages {
        lines.push(Line::default());
        let same = if changes.is_empty() { ": the same in both" } else { "" };
        lines.push(Line::styled(format!("{stage}{same}"), ink.get(Role::Accent)));
        for change in changes {
            let (left, right) = sides(ink, change, column);
            beside(&mut lines, column, left, right);
        }
    }
    for (stage, in_left) in &runs.alone {
        let which = if *in_left { "left" } else { "right" };
        lines.push(Line::styled(format!("{stage}: only in the run on the {which}"), ink.get(Role::Muted)));
    }
    overlays::scrolled(ink, frame, inner, &lines, scroll);
}

/// Puts two columns beside each other.
fn beside(lines: &mut Vec<Line<'static>>, column: usize, left: Vec<Line<'static>>, right: Vec<Line<'static>>) {
    for at in 0..left.len().max(right.len()) {
        let one = left.get(at).cloned().unwrap_or_default();
        let mut spans: Vec<Span<'static>> = one.spans;
        let taken: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat((column + GAP).saturating_sub(taken))));
        spans.extend(right.get(at).cloned().unwrap_or_default().spans);
        lines.push(Line::from(spans));
    }
}

/// What a change is on each side. Signs mark what only one side has; colour underlines it.
fn sides(ink: RenderContext<'_>, change: &Change, column: usize) -> (Vec<Line<'static>>, Vec<Line<'static>>) {
    let (muted, removed, added) = (ink.get(Role::Muted), ink.get(Role::Removed), ink.get(Role::Added));
    let column = |pieces: &[Piece<'_>]| {
        let mut flow = Flow::new(u16::try_from(column).unwrap_or(u16::MAX));
        let margin: [Piece<'_>; 1] = [("  ".into(), muted)];
        if !pieces.is_empty() {
            flow.para(&margin, &margin, pieces);
        }
        flow.into_lines()
    };
    match change {
        Change::Field { what, before, after } => {
            let label = format!("{what}  ");
            (
                column(&[(label.clone().into(), muted), (before.clone().into(), removed)]),
                column(&[(label.into(), muted), (after.clone().into(), added)]),
            )
        }
        Change::Added { what, text } => (
            column(&[]),
            column(&[("+ ".into(), added), (format!("{what}  ").into(), muted), (text.to_string().into(), added)]),
        ),
        Change::Removed { what, text } => (
            column(&[("− ".into(), removed), (format!("{what}  ").into(), muted), (text.to_string().into(), removed)]),
            column(&[]),
        ),
        Change::Text { what, pieces } => {
            let side = |own: Edit, sign: &'static str, style| {
                let mut shown: Vec<Piece<'_>> = vec![(format!("{what}: ").into(), muted)];
                for (edit, words) in pieces.iter().filter(|(edit, _)| *edit == Edit::Same || *edit == own) {
                    if *edit == Edit::Same {
                        shown.push((words.to_string().into(), ink.get(Role::Text)));
                        continue;
                    }
                    // The sign is at the word, not at the blank before it; the blank after it tells it from a minus.
                    let trimmed = words.trim_start();
                    let blank = &words[..words.len() - trimmed.len()];
                    shown.push((blank.to_owned().into(), ink.get(Role::Text)));
                    shown.push((sign.into(), style));
                    shown.push((trimmed.to_owned().into(), style));
                }
                column(&shown)
            };
            (side(Edit::Removed, "− ", removed), side(Edit::Added, "+ ", added))
        }
    }
}
