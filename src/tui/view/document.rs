//! A document with its passages marked, a sentence a paragraph.

use ratatui::{style::Modifier, text::Line};

use crate::domain::{Document, Stance};

use super::{
    super::{keys::Pane, page, state::State, theme::Role, wrap::Piece},
    Content, Ink, empty, parts,
    reading::{self, Stretch},
};

/// Room at the left for numbers and marks.
const MARGIN: usize = 8;

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let page = &state.pages.document;
    let Some(document) = &page.document else { return String::new() };
    let mut parts = vec![format!("sentence {} of {}", state.at[Pane::Document] + 1, page.sentences.len())];
    if document.pages.len() > 1
        && let Some((number, _)) = page.sentences.get(state.at[Pane::Document])
    {
        parts.push(format!("page {number} of {}", document.pages.len()));
    }
    if !page.marked.is_empty() {
        parts.push(format!("{} marked", page.marked.len()));
    }
    if !page.search.is_empty() {
        parts.push(format!("“{}”", page.search));
    }
    parts.join(", ")
}

/// Its lines.
pub(super) fn content(state: &State, ink: Ink<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let page = &state.pages.document;
    let Some(document) = &page.document else {
        let text = if page.doc.is_some() { "…" } else { "No document was found for this statement." };
        empty(&mut content, ink, text, "");
        return content;
    };
    head(state, ink, &mut content, document);
    let detail = state.detail();
    let citations: Vec<_> = detail
        .and_then(|d| d.citations())
        .into_iter()
        .flat_map(|c| &c.citations)
        .filter(|c| c.doc == document.id)
        .collect();
    let anchors: Vec<&str> =
        detail.and_then(|d| d.statement()).into_iter().flat_map(|s| &s.anchors).map(|a| a.as_str()).collect();
    let mut last_page = 0;
    let mut last_end = 0;
    for (at, (number, range)) in page.sentences.iter().enumerate() {
        let Some(text) = document.page(*number).map(|p| p.text.as_str()) else { continue };
        if *number != last_page {
            if document.pages.len() > 1 {
                content.flow.blank();
                let rule = format!("{} page {number} ", ink.glyphs.rule.repeat(3));
                content.flow.push(Line::styled(rule, ink.get(Role::Faint)));
            }
            last_page = *number;
            content.flow.blank();
        } else if text.get(last_end..range.start).is_some_and(|gap| gap.contains("\n\n")) {
            content.flow.blank();
        }
        last_end = range.end;
        content.starts.push(content.flow.len());
        let here = state.at[Pane::Document] == at;
        let marked = page.marked.contains(&at);
        let mut stretches = Vec::new();
        let mut cited = None;
        for citation in &citations {
            if citation.place.page != *number || citation.place.end <= range.start || citation.place.start >= range.end
            {
                continue;
            }
            stretches.push(Stretch { range: citation.place.range(), style: ink.get(Role::Passage) });
            let stance =
                detail.and_then(|d| d.weighing()?.get(citation.number)).map_or(Stance::NotAddressed, |w| w.stance);
            cited = cited.or(Some((citation.number, parts::stance(ink, stance).1)));
        }
        let under = ratatui::style::Style::default().add_modifier(Modifier::UNDERLINED);
        for anchor in &anchors {
            stretches.extend(
                reading::hits(text, range.clone(), anchor).into_iter().map(|range| Stretch { range, style: under }),
            );
        }
        for range in reading::hits(text, range.clone(), &page.search) {
            stretches.push(Stretch { range, style: ink.get(Role::Input).add_modifier(Modifier::REVERSED) });
        }
        if marked {
            stretches.push(Stretch { range: range.clone(), style: ink.get(Role::Overridden) });
        }
        let gutter = if here { ink.glyphs.here } else { " " };
        let mark = if marked { ink.glyphs.set } else { " " };
        let mut lead: Vec<Piece<'_>> =
            vec![(gutter.into(), ink.get(Role::Accent)), (format!("{mark} ").into(), ink.get(Role::Overridden))];
        if let Some((number, style)) = cited {
            lead.push((format!("[{number}]").into(), style));
        }
        let plain = if here { ink.get(Role::Strong) } else { ink.get(Role::Text) };
        let pieces = reading::pieces(text, range.clone(), plain, &stretches);
        reading::sentence(&mut content.flow, &lead, MARGIN, &pieces);
    }
    content
}

fn head(state: &State, ink: Ink<'_>, content: &mut Content, document: &Document) {
    let meta = &document.meta;
    let title = meta.title.one_line();
    content.flow.para(&[], &[], &[(title.as_str().to_owned().into(), ink.get(Role::Strong))]);
    let authors: Vec<&str> = meta.authors.iter().take(6).map(|a| a.as_str()).collect();
    let mut line = authors.join(", ");
    if meta.authors.len() > 6 {
        line.push_str(" et al");
    }
    let journal = meta.journal.as_ref().or(meta.source_name.as_ref()).map(ToString::to_string);
    let ids = [
        journal,
        meta.year.map(|y| y.to_string()),
        meta.doi.as_ref().map(|d| format!("doi {d}")),
        meta.pmid.as_ref().map(|p| format!("PMID {p}")),
        meta.url.as_ref().map(ToString::to_string),
    ];
    let facts: Vec<String> = ids.into_iter().flatten().collect();
    for text in [
        line,
        facts.join(&format!(" {} ", ink.glyphs.dot)),
        meta.publication_types.iter().map(|t| t.as_str()).collect::<Vec<_>>().join(", "),
    ] {
        if !text.is_empty() {
            content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Muted))]);
        }
    }
    let Some(detail) = state.detail() else { return };
    let scored = detail.scores().and_then(|s| s.scored.iter().find(|s| s.doc == document.id));
    if let Some(scored) = scored {
        let text = format!("relevance {}/5  {}", scored.score, scored.reason.one_line());
        content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Text))]);
    }
    let cited = page::cited_passages(state).len();
    let text = match cited {
        0 => "nothing of it is cited; Space marks a sentence, c cites what is marked".to_owned(),
        n => format!("{} cited; n goes from one to the next", parts::count(n, "passage", "passages")),
    };
    content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Muted))]);
    content.flow.blank();
}
