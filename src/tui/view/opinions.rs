//! What each reviewer says, side by side where there is room: verdict, reason, note, and the evidence decided on.

use ratatui::text::{Line, Span};

use crate::{
    domain::{Stance, Value},
    review::ReadOpinion,
    text::{Clean, counted},
};

use super::{
    super::{
        keys::Pane,
        minute,
        state::State,
        theme::Role,
        wrap::{Flow, fit},
    },
    Content, RenderContext, empty, parts,
    statement::labelled,
};

/// The narrowest column that is good to read.
const NARROWEST: usize = 36;
const GAP: usize = 3;

pub(super) fn title(state: &State) -> String {
    let Some(row) = state.row() else { return String::new() };
    let conflict = row.summary.conflict.map(|conflict| format!(", {}", conflict.name())).unwrap_or_default();
    let open = state.shown.counts.conflicts;
    let left = if open > 0 { format!(" ({open} in conflict)") } else { String::new() };
    format!("{}{conflict}{left}", row.statement.id)
}

pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let (Some(row), Some(detail)) = (state.row(), state.detail()) else { return content };
    content.flow.para(&[], &[], &[(row.statement.text.as_str().into(), ink.get(Role::Strong))]);
    content.flow.blank();
    if detail.opinions.is_empty() && detail.is_hidden() {
        empty(&mut content, ink, "What others decided is hidden until you give a verdict.", "{verdict} sets yours.");
        return content;
    }
    if detail.opinions.is_empty() {
        empty(&mut content, ink, "No reviewer has decided this statement.", "{verdict} sets a verdict of your own.");
        return content;
    }
    if let Some(conflict) = row.summary.conflict {
        let text = format!("{} In conflict: {}.", ink.glyphs.check, conflict.name());
        content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Major))]);
        empty(&mut content, ink, "", "{open} adopts the selected verdict; {verdict} sets one of your own.");
        content.flow.blank();
    }
    let whole = content.flow.width();
    let across = ((whole + GAP) / (NARROWEST + GAP)).clamp(1, detail.opinions.len());
    let column = (whole - GAP * (across - 1)) / across;
    let at = state.at[Pane::Opinions];
    for (first, group) in detail.opinions.chunks(across).enumerate() {
        let columns: Vec<Vec<Line<'static>>> = group
            .iter()
            .enumerate()
            .map(|(i, read)| {
                let reason = detail.reason_of(read, &ToString::to_string);
                let place = (first * across + i == at, state.focus == Pane::Opinions);
                opinion(ink, (read, reason), column, place)
            })
            .collect();
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        // One row of columns is one item to scroll to for each opinion in it.
        group.iter().for_each(|_| content.starts.push(content.flow.len()));
        for y in 0..height {
            let mut spans: Vec<Span<'static>> = Vec::new();
            for (i, lines) in columns.iter().enumerate() {
                let line = lines.get(y).cloned().unwrap_or_default();
                let taken = line.width();
                spans.extend(line.spans);
                if i + 1 < columns.len() {
                    spans.push(Span::raw(" ".repeat((column + GAP).saturating_sub(taken))));
                }
            }
            content.flow.push(Line::from(spans));
        }
        content.flow.blank();
    }
    content
}

/// One reviewer's column.
fn opinion(
    ink: RenderContext<'_>,
    (read, reason): (&ReadOpinion, Option<Clean>),
    width: usize,
    (selected, focused): (bool, bool),
) -> Vec<Line<'static>> {
    let mut flow = Flow::new(u16::try_from(width).unwrap_or(u16::MAX));
    let here = selected && focused;
    let mark = if here { ink.glyphs.here } else { " " };
    let style = ink.get(if here { Role::Accent } else { Role::Strong });
    let file = match &read.file {
        Some(file) => file.one_line().to_string(),
        None => "here".to_owned(),
    };
    let who = fit(&read.opinion.who().to_string(), width.saturating_sub(file.chars().count() + 4));
    flow.ends(&[(mark.into(), style), (format!(" {who}").into(), style)], &[(file.into(), ink.get(Role::Muted))]);
    let (verdict, ..) = read.opinion.verdict;
    let (word, style) = parts::verdict(ink, verdict);
    let level = parts::given_confidence(read.opinion.confidence());
    flow.ends(&[("  ".into(), style), (word.into(), style), (format!("  {level}").into(), ink.get(Role::Text))], &[]);
    let mut say = |label: &str, text: String, role: Role| {
        labelled(&mut flow, ink, label, &[(text.into(), ink.get(role))]);
    };
    if read.opinion.made.accepts {
        say("Accepted", "the machine's verdict as shown".to_owned(), Role::Muted);
    }
    match reason {
        Some(reason) => say("Reason", reason.to_string(), Role::Text),
        None => say("Reason", "none given".to_owned(), Role::Muted),
    }
    if let Some(note) = &read.note {
        say("Note", note.text.to_string(), Role::Text);
    }
    if let Some(wording) = &read.wording {
        say("Worded", format!("“{}”", wording.one_line()), Role::Major);
    }
    if let Some(((machine, confidence, _), spec)) = &read.machine {
        let text =
            format!("{} {} {} {}", machine.name(), parts::confidence(*confidence), ink.glyphs.dot, spec.describe());
        say("Machine", text, Role::Muted);
    }
    say("Decided", minute(read.opinion.made.at), Role::Muted);
    let same = match (read.same_evidence, read.same_citations) {
        (true, _) => "as here",
        (false, true) => "the same passages, other stances",
        (false, false) => "other than here",
    };
    say("Evidence", same.to_owned(), if read.same_evidence { Role::Muted } else { Role::Major });
    evidence(ink, &mut flow, read);
    flow.into_lines()
}

/// The citations that count, with their stances: those of the reviewer's own review.
fn evidence(ink: RenderContext<'_>, flow: &mut Flow, read: &ReadOpinion) {
    let Some(Value::Citations(citations)) = read.citations.as_deref() else { return };
    let Some(Value::Weighing(weighing)) = read.weighing.as_deref() else {
        let passages = counted(citations.citations.len(), "passage");
        flow.para(&[], &[], &[(format!("  {passages}").into(), ink.get(Role::Muted))]);
        return;
    };
    for citation in &citations.citations {
        let Some(weighed) = weighing.get(citation.number) else { continue };
        let (sign, role) = match weighed.stance {
            Stance::Contradicts => (ink.glyphs.against, Role::Against),
            Stance::Supports => (ink.glyphs.supports, Role::For),
            Stance::Mixed => (ink.glyphs.undecided, Role::Undecided),
            Stance::NotAddressed => continue,
        };
        let lead = format!("  {sign} [{}] ", citation.number);
        let margin = " ".repeat(lead.chars().count());
        let text = format!("{:.2} {}", weighed.opinion.adjusted, citation.meta.title.one_line());
        let margin = [(margin.into(), ink.get(Role::Muted))];
        flow.para(&[(lead.into(), ink.get(role))], &margin, &[(text.into(), ink.get(Role::Text))]);
    }
}
