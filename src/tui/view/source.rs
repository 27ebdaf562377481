//! The paper with its statements marked in the margin.

use ratatui::{style::Modifier, text::Line};

use super::{
    super::{keys::Pane, page, state::State, theme::Role, wrap::Piece},
    Content, Ink, empty, parts,
    reading::{self, Stretch},
};

/// Room at the left for a statement's id and verdict.
const MARGIN: usize = 9;

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let located = state.shown.rows.iter().filter(|r| r.statement.place.is_some()).count();
    let all = state.shown.rows.len();
    let mut parts = vec![format!("{located} of {all} statements located")];
    if !state.pages.source.search.is_empty() {
        parts.push(format!("“{}”: {} found", state.pages.source.search, page::source_stops(state).len()));
    }
    parts.join(", ")
}

/// Its lines.
pub(super) fn content(state: &State, ink: Ink<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let shown = &state.pages.source;
    let Some(source) = &shown.source else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    let title = if source.meta.title.is_empty() { &source.name } else { &source.meta.title };
    content.flow.para(&[], &[], &[(title.one_line().to_string().into(), ink.get(Role::Strong))]);
    if !source.hidden.is_empty() {
        let count = parts::count(source.hidden.len(), "place", "places");
        let text = format!("{} hidden characters were taken out in {count}", ink.glyphs.check);
        content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Major))]);
    }
    let stops = page::source_stops(state);
    let selected = stops.get(state.at[Pane::Source]).copied();
    let mut starts = vec![0; stops.len()];
    let (mut last_page, mut last_end) = (0, 0);
    for (at, (number, range)) in shown.sentences.iter().enumerate() {
        let Some(text) = source.pages.iter().find(|p| p.number == *number).map(|p| p.text.as_str()) else { continue };
        if *number != last_page {
            content.flow.blank();
            if source.pages.len() > 1 {
                let rule = format!("{} page {number} ", ink.glyphs.rule.repeat(3));
                content.flow.push(Line::styled(rule, ink.get(Role::Faint)));
                content.flow.blank();
            }
            last_page = *number;
        } else if text.get(last_end..range.start).is_some_and(|gap| gap.contains("\n\n")) {
            content.flow.blank();
        }
        last_end = range.end;
        for (start, stop) in starts.iter_mut().zip(&stops) {
            if stop.sentence == at {
                *start = content.flow.len();
            }
        }
        let mut stretches = Vec::new();
        let mut lead: Vec<Piece<'_>> = Vec::new();
        let here = selected.is_some_and(|stop| stop.sentence == at);
        lead.push((if here { ink.glyphs.here } else { " " }.into(), ink.get(Role::Accent)));
        for row in &state.shown.rows {
            let Some(place) =
                row.statement.place.filter(|p| p.page == *number && p.start < range.end && p.end > range.start)
            else {
                continue;
            };
            let style = ink.get(Role::Passage);
            let chosen = selected.and_then(|s| s.statement) == Some(row.statement.id);
            let style = if chosen { style.add_modifier(Modifier::BOLD) } else { style };
            stretches.push(Stretch { range: place.range(), style });
            if range.contains(&place.start) && lead.len() < 3 {
                let (symbol, style) = match row.summary.verdict {
                    Some((verdict, ..)) => {
                        let (text, style) = parts::verdict(ink, verdict);
                        (text.split(' ').next().unwrap_or_default().to_owned(), style)
                    }
                    None => (ink.glyphs.none.to_owned(), ink.get(Role::Muted)),
                };
                lead.push((format!("{} ", row.statement.id).into(), ink.get(Role::Key)));
                lead.push((symbol.into(), style));
            }
        }
        for range in reading::hits(text, range.clone(), &shown.search) {
            stretches.push(Stretch { range, style: ink.get(Role::Input).add_modifier(Modifier::REVERSED) });
        }
        let pieces = reading::pieces(text, range.clone(), ink.get(Role::Text), &stretches);
        reading::sentence(&mut content.flow, &lead, MARGIN, &pieces);
    }
    content.starts = starts;
    content
}
