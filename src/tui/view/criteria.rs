//! What the words of a decision mean: the review's own criteria first, then the program's definitions.

use ratatui::{Frame, layout::Rect};

use crate::domain::{Level, Stance, Verdict};

use super::{
    super::{
        state::State,
        theme::Role,
        wrap::{Flow, Piece},
    },
    RenderContext, overlays,
};

/// How wide the names of the definitions are, in columns.
const NAMES: usize = 16;

const VERDICTS: [(Verdict, &str); 3] = [
    (Verdict::Contradicts, "The evidence, taken together, says the opposite of the statement as it is worded."),
    (Verdict::Supports, "The evidence, taken together, says the same as the statement as it is worded."),
    (
        Verdict::Undecided,
        "No evidence addresses the statement, it is too weak, or sources of equal standing disagree. Missing evidence \
         never supports a statement.",
    ),
];

const LEVELS: [(Level, &str); 3] = [
    (Level::High, "You would be surprised to be wrong; several independent sources, or one of high credibility."),
    (Level::Medium, "More likely than not; some doubt about the source, the population or the wording."),
    (Level::Low, "A lean; further evidence could well change it."),
];

const STANCES: [(Stance, &str); 4] = [
    (Stance::Supports, "The passage, by itself, says what the statement says."),
    (Stance::Contradicts, "The passage, by itself, says the opposite."),
    (Stance::Mixed, "The passage says both, for parts of the statement or for different groups."),
    (Stance::NotAddressed, "The passage is about something else, or about another population, measure or time."),
];

/// Draws it above whatever it was opened from.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, scroll: usize) {
    let inner =
        overlays::dialog(ink, frame, body, 84, body.height - 2, "Criteria and definitions", "↑↓ scroll   Esc back");
    let mut flow = Flow::new(inner.width);
    let criteria = &state.shown.reasons.criteria;
    if !criteria.trim().is_empty() {
        heading(ink, &mut flow, "Criteria of this review");
        for paragraph in criteria.lines() {
            flow.para(&[], &[], &[(paragraph.into(), ink.get(Role::Text))]);
        }
        flow.blank();
    }
    heading(ink, &mut flow, "Verdicts");
    VERDICTS.iter().for_each(|(verdict, meaning)| define(ink, &mut flow, verdict.name(), meaning));
    heading(ink, &mut flow, "Confidence");
    LEVELS.iter().for_each(|(level, meaning)| define(ink, &mut flow, level.name(), meaning));
    heading(ink, &mut flow, "Stances");
    STANCES.iter().for_each(|(stance, meaning)| define(ink, &mut flow, stance.name(), meaning));
    let lists = &state.shown.reasons;
    let kinds = [
        ("for verdicts", &lists.verdict),
        ("for exclusions", &lists.exclusion),
        ("for rulings", &lists.ruling),
        ("for drops", &lists.drop),
    ];
    heading(ink, &mut flow, "Reasons");
    for (kind, reasons) in kinds {
        let all: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
        define(ink, &mut flow, kind, &all.join("; "));
    }
    if criteria.trim().is_empty() {
        let text = ink.keymap.text("This review has no criteria of its own; {reasons} writes them.");
        flow.para(&[], &[], &[(text.into(), ink.get(Role::Muted))]);
    }
    overlays::scrolled(ink, frame, inner, &flow.into_lines(), scroll);
}

fn heading(ink: RenderContext<'_>, flow: &mut Flow, title: &str) {
    flow.para(&[], &[], &[(title.to_owned().into(), ink.get(Role::Accent))]);
}

fn define(ink: RenderContext<'_>, flow: &mut Flow, name: &str, meaning: &str) {
    let lead: [Piece<'_>; 1] = [(format!("  {name:<NAMES$}").into(), ink.get(Role::Strong))];
    let margin: [Piece<'_>; 1] = [(" ".repeat(NAMES + 2).into(), ink.get(Role::Text))];
    flow.para(&lead, &margin, &[(meaning.to_owned().into(), ink.get(Role::Text))]);
}
