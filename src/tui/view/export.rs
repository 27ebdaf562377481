//! The review before it is written, Markdown by what its lines are.

use ratatui::style::Style;

use crate::export::Kind;

use super::{
    super::{keys::Pane, state::State, theme::Role, wrap::Piece},
    Content, RenderContext, empty,
};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let asked = &state.pages.export.asked;
    let names = if asked.options.reviewer_names { "" } else { ", without names" };
    let appendix = if asked.options.appendix { ", with the appendix" } else { "" };
    let place = asked.path.as_ref().map_or_else(|| "next to the review".to_owned(), |p| p.display().to_string());
    format!("{}{names}{appendix}, {place}", asked.kind.name())
}

/// Its lines.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let Some(text) = &state.pages.export.text else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    let kind = state.pages.export.asked.kind;
    if kind == Kind::Html {
        let note = "The text of the HTML page. The file has it laid out for a browser or a printer, with charts.";
        content.flow.para(&[], &[], &[(note.into(), ink.get(Role::Muted))]);
        content.flow.push(ratatui::text::Line::default());
    }
    let markdown = matches!(kind, Kind::Markdown | Kind::Html);
    let mut code = false;
    let first_line = state.pages.export.first_line();
    for (place, line) in text.lines().enumerate() {
        // Without a search the start of the review is what can be gone to.
        if Some(place) == first_line && state.pages.export.search.is_empty() {
            content.starts.push(content.flow.len());
        }
        let (lead, words, style) = if markdown { look(ink, line, &mut code) } else { ("", line, ink.get(Role::Text)) };
        if words.is_empty() {
            content.flow.push(ratatui::text::Line::default());
            continue;
        }
        let style = if state.pages.export.is_hit(line) {
            let here = content.starts.len() == state.at[Pane::Export];
            content.starts.push(content.flow.len());
            ink.get(if here { Role::Found } else { Role::Passage })
        } else {
            style
        };
        let margin: [Piece<'_>; 1] = [(" ".repeat(lead.len()).into(), Style::default())];
        let first: [Piece<'_>; 1] = [(lead.into(), ink.get(Role::Muted))];
        content.flow.para(&first, &margin, &[(words.into(), style)]);
    }
    content
}

/// The mark of a line, what follows it, and how it looks.
fn look<'a>(ink: RenderContext<'_>, line: &'a str, code: &mut bool) -> (&'a str, &'a str, Style) {
    if line.starts_with("```") {
        *code = !*code;
        return ("", line, ink.get(Role::Muted));
    }
    let (plain, muted) = (ink.get(Role::Text), ink.get(Role::Muted));
    if *code {
        return ("", line, muted);
    }
    let split = |mark: &str| line.split_at(mark.len());
    if line.starts_with("# ") || line.starts_with("## ") {
        return ("", line, ink.get(Role::Accent));
    }
    if line.starts_with("###") {
        return ("", line, ink.get(Role::Strong));
    }
    if line.starts_with("> ") {
        let (mark, rest) = split("> ");
        return (mark, rest, ink.get(Role::Passage));
    }
    if line.starts_with("- ") || line.starts_with("* ") {
        let (mark, rest) = split("- ");
        return (mark, rest, plain);
    }
    if line.starts_with('|') || line.starts_with("---") {
        return ("", line, muted);
    }
    ("", line, plain)
}
