//! The review as a map, and the evidence on the selected statement as a chart.

use ratatui::text::{Line, Span};

use crate::{
    domain::{Stance, StatementId, Weighed},
    review::Summary,
    text::counted,
};

use super::{
    super::{
        keys::Pane,
        page::map::{HIDDEN, ROWS, VERDICTS, cell, order, row},
        state::State,
        theme::Role,
        wrap::{Piece, fit, width as measure},
    },
    Content, RenderContext, empty, parts,
};

/// Room for the names of the rows; in the smallest window it leaves enough for whole verdicts beside it.
const NAMES: usize = 8;

/// Room for the number of a citation before its bars, and for the figures after them.
const NUMBER: usize = 6;
const FIGURES: usize = 18;

pub(super) fn title(state: &State) -> String {
    let count =
        |is: fn(&Summary) -> bool| state.visible.iter().filter(|place| is(&state.shown.rows[**place].summary)).count();
    let differ = count(Summary::differs);
    let differs = if differ == 1 { "differs from the machine" } else { "differ from the machine" };
    let parts = [
        (count(|summary| summary.conflict.is_some()), "in conflict"),
        (differ, differs),
        (count(|summary| summary.hidden), "hidden"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    format!("{}{}", counted(state.visible.len(), "statement"), parts.collect::<String>())
}

pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let whole = content.flow.width();
    let column = whole.saturating_sub(NAMES) / VERDICTS.len();
    let hides = state.shown.counts.hidden > 0;
    let mut heads = vec![Span::raw(" ".repeat(NAMES))];
    for verdict in VERDICTS {
        let (word, style) = match verdict {
            // By its name: the sign is a verdict on a statement, which may be hidden.
            Some(verdict) => (verdict.name().to_owned(), parts::verdict(ink, verdict).1),
            None if hides => ("none or hidden".to_owned(), ink.get(Role::Muted)),
            None => ("none yet".to_owned(), ink.get(Role::Muted)),
        };
        heads.push(Span::styled(padded(&fit(&word, column.saturating_sub(1)), column), style));
    }
    content.flow.push(Line::from(heads));
    let order = order(state);
    let mut starts = vec![0; order.len()];
    for place in (0..ROWS.len()).filter(|place| *place != HIDDEN || hides) {
        grid_row(state, ink, &mut content, place, column, &order, &mut starts);
    }
    content.starts = starts;
    let marks = [("≠", "differs from the machine"), ("!", "reviewers differ"), ("·", "not yet reviewed")];
    let legend: Vec<String> = marks.iter().map(|(sign, meaning)| format!("{} {meaning}", plain(ink, sign))).collect();
    content.flow.para(&[], &[], &[(legend.join("   ").into(), ink.get(Role::Muted))]);
    content.flow.blank();
    chart(state, ink, &mut content);
    content
}

/// The place on the map of the statement that a stretch of it names.
pub(super) fn place(state: &State, text: &str) -> Option<usize> {
    let number = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).strip_prefix('S')?;
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    let id = StatementId(number.parse().ok()?);
    order(state).iter().position(|list| row(state, *list).is_some_and(|row| row.statement.id == id))
}

/// A sign, or one of ASCII that means the same.
fn plain(ink: RenderContext<'_>, sign: &'static str) -> &'static str {
    match (ink.ascii, sign) {
        (true, "≠") => "#",
        (true, "·") => ".",
        _ => sign,
    }
}

fn padded(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(measure(text))))
}

/// One row of the map, as many lines high as its fullest cell.
fn grid_row(
    state: &State,
    ink: RenderContext<'_>,
    content: &mut Content,
    place: usize,
    column: usize,
    order: &[usize],
    starts: &mut [usize],
) {
    const ITEM: usize = 6;
    let across = (column / ITEM).max(1);
    let mut cells: [Vec<usize>; VERDICTS.len()] = Default::default();
    for (at, list) in order.iter().enumerate() {
        let Some(row) = row(state, *list) else { continue };
        let (of, verdict) = cell(&row.summary);
        if of == place {
            cells[verdict].push(at);
        }
    }
    let first = content.flow.len() + 1;
    let height = cells.iter().map(|cell| cell.len().div_ceil(across)).max().unwrap_or(0).max(1);
    content.flow.push(Line::styled("─".repeat(content.flow.width()), ink.get(Role::Faint)));
    for line in 0..height {
        let name = if line == 0 { ROWS[place] } else { "" };
        let mut spans = vec![Span::styled(padded(name, NAMES), ink.get(Role::Strong))];
        for cell in &cells {
            let mut taken = 0;
            for at in cell.iter().skip(line * across).take(across) {
                let Some(row) = row(state, order[*at]) else { continue };
                // A row of the map is scrolled to as a whole.
                starts[*at] = first;
                let summary = &row.summary;
                let sign = match () {
                    () if summary.conflict.is_some() => "!",
                    () if summary.differs() => plain(ink, "≠"),
                    () if summary.by.is_none() => plain(ink, "·"),
                    () => " ",
                };
                let here = state.at[Pane::Map] == *at;
                let style = match () {
                    () if here => ink.get(Role::Selected),
                    () if summary.is_disputed() => ink.get(Role::Major),
                    () if summary.by.is_none() => ink.get(Role::Text),
                    () => ink.get(Role::Muted),
                };
                let gutter = if here { ink.glyphs.here } else { " " };
                let text = fit(&format!("{gutter}{}{sign}", row.statement.id), ITEM);
                taken += ITEM;
                let text = padded(&text, ITEM);
                spans.push(Span::styled(text, style));
            }
            spans.push(Span::raw(" ".repeat(column.saturating_sub(taken))));
        }
        content.flow.push(Line::from(spans));
    }
}

/// The evidence on the selected statement: a bar a citation, to the left against and to the right for, as long as the
/// credibility of its source times the confidence in its stance.
fn chart(state: &State, ink: RenderContext<'_>, content: &mut Content) {
    let (Some(row), Some(detail)) = (state.row(), state.detail()) else { return };
    let text: [Piece<'_>; 2] = [
        (format!("{}  ", row.statement.id).into(), ink.get(Role::Accent)),
        (row.statement.text.as_str().into(), ink.get(Role::Strong)),
    ];
    content.flow.para(&[], &[], &text);
    if detail.is_hidden() {
        empty(content, ink, "The weight of the evidence is hidden until you give a verdict.", "{verdict} sets it.");
        return;
    }
    let (Some(citations), Some(weighing)) = (detail.citations(), detail.weighing().shown()) else {
        empty(content, ink, "The evidence has not been weighed yet.", "{run_statement} runs the statement.");
        return;
    };
    let half = content.flow.width().saturating_sub(NUMBER + FIGURES + 1) / 2;
    let head = format!("{}{:>half$} {}", " ".repeat(NUMBER), "against ", "for");
    content.flow.push(Line::styled(head, ink.get(Role::Muted)));
    let doc = |weighed: &Weighed| citations.get(weighed.number).map(|citation| &citation.doc);
    let mut rows: Vec<&Weighed> = weighing.weighed.iter().collect();
    rows.sort_by_key(|row| weighing.weighed.iter().position(|first| doc(first) == doc(row)));
    let (mut others, mut titled) = (0, None);
    for weighed in rows {
        let against = match weighed.stance {
            _ if weighed.blocked => None,
            Stance::Contradicts => Some(true),
            Stance::Supports => Some(false),
            Stance::Mixed | Stance::NotAddressed => None,
        };
        let Some(against) = against else {
            others += 1;
            continue;
        };
        // One title for all passages of a document, which are one source.
        if let Some(citation) = citations.get(weighed.number)
            && titled.replace(&citation.doc) != Some(&citation.doc)
        {
            let margin: [Piece<'_>; 1] = [(" ".repeat(NUMBER).into(), ink.get(Role::Muted))];
            let title = fit(&citation.meta.title.one_line(), content.flow.width().saturating_sub(NUMBER));
            content.flow.para(&margin, &margin, &[(title.into(), ink.get(Role::Muted))]);
        }
        let (credibility, confidence) = (weighed.credibility.value, weighed.opinion.adjusted);
        let length = filled(credibility * confidence, half);
        let block = if ink.ascii { "#" } else { "█" };
        let bar = block.repeat(length);
        let (left, right) = if against {
            (format!("{}{bar}", " ".repeat(half - length)), " ".repeat(half))
        } else {
            (" ".repeat(half), format!("{bar}{}", " ".repeat(half - length)))
        };
        let middle = if ink.ascii { "|" } else { "│" };
        content.flow.push(Line::from(vec![
            Span::styled(format!("{:>5} ", format!("[{}]", weighed.number)), ink.get(Role::Key)),
            Span::styled(left, ink.get(Role::Against)),
            Span::styled(middle, ink.get(Role::Faint)),
            Span::styled(right, ink.get(Role::For)),
            Span::styled(format!(" {credibility:.2} × {confidence:.2}"), ink.get(Role::Text)),
        ]));
    }
    let figures = "credibility of the source × confidence in the stance";
    let more = if others > 0 { format!("; {} without a side", counted(others, "citation")) } else { String::new() };
    content.flow.para(&[], &[], &[(format!("{figures}{more}").into(), ink.get(Role::Muted))]);
}

/// How many of `most` cells a weight from 0 to 1 fills, at least one.
fn filled(weight: f64, most: usize) -> usize {
    let step = 1.0 / (most.max(1) as f64);
    (1..=most).filter(|cell| weight >= (*cell as f64 - 0.5) * step).count().max(1).min(most)
}
