//! The review before it is written, Markdown as it reads.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use ratatui::style::Style;

use crate::export::Kind;

use super::{
    super::{
        keys::Pane,
        state::State,
        theme::Role,
        wrap::{Piece, width as width_of},
    },
    Content, RenderContext, empty,
};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let asked = &state.pages.export.asked;
    let names = if asked.options.reviewer_names { "" } else { ", without names" };
    let appendix = if asked.options.appendix { ", with the appendix" } else { "" };
    let place = asked
        .path
        .as_ref()
        .map_or_else(|| state.pages.export.describe_default(asked.kind), |p| p.display().to_string());
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
        let is_hit = state.pages.export.is_hit(line);
        let found = is_hit.then(|| {
            let here = content.starts.len() == state.at[Pane::Export];
            content.starts.push(content.flow.len());
            ink.get(if here { Role::Found } else { Role::Passage })
        });
        // The front matter is for programs.
        let is_front = first_line.is_some_and(|first| place < first);
        if is_front && !line.is_empty() {
            content.flow.para(&[], &[], &[(line.into(), found.unwrap_or(ink.get(Role::Muted)))]);
        } else if !markdown {
            content.flow.para(&[], &[], &[(line.into(), found.unwrap_or(ink.get(Role::Text)))]);
        } else if let Some(look) = look(ink, line, &mut code) {
            let margin: [Piece<'_>; 1] = [(" ".repeat(width_of(&look.lead)).into(), Style::default())];
            let first: [Piece<'_>; 1] = [(look.lead.as_ref().into(), ink.get(Role::Muted))];
            content.flow.para(&first, &margin, &pieces(ink, &look, found));
        }
    }
    content
}

/// A line of Markdown by what it is.
struct Look<'a> {
    /// What goes in front, in the margin of the lines that follow.
    lead: Cow<'a, str>,
    words: Cow<'a, str>,
    style: Style,
    /// Whether the words are as they are in the file.
    is_code: bool,
}

/// How a line looks; `None` for one that only Markdown needs.
fn look<'a>(ink: RenderContext<'_>, line: &'a str, code: &mut bool) -> Option<Look<'a>> {
    let (plain, muted) = (ink.get(Role::Text), ink.get(Role::Muted));
    let as_is = |words: &'a str| Some(Look { lead: "".into(), words: words.into(), style: muted, is_code: true });
    let is_fence = line.starts_with("```");
    *code ^= is_fence;
    if is_fence {
        return None;
    }
    if *code || line.is_empty() {
        return as_is(line);
    }
    let look = |lead: &'a str, words: &'a str, style| {
        Some(Look { lead: lead.into(), words: words.into(), style, is_code: false })
    };
    if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
        // A column is seldom as wide as what is in it.
        let is_number = |cell: &str| cell == "No." || cell.bytes().all(|byte| byte.is_ascii_digit());
        let (number, rest) = row.split_once(" | ").filter(|(cell, _)| is_number(cell)).unwrap_or(("", row));
        let lead = if number.is_empty() { String::new() } else { format!("{number:<4}") };
        let style = if number == "No." { muted } else { plain };
        return Some(Look { lead: lead.into(), words: rest.replace(" | ", " · ").into(), style, is_code: false });
    }
    if line.starts_with("|--") || line.starts_with("|:-") {
        return None;
    }
    for (mark, role) in [("# ", Role::Accent), ("## ", Role::Accent), ("### ", Role::Strong), ("#### ", Role::Strong)] {
        if let Some(words) = line.strip_prefix(mark) {
            return look("", words, ink.get(role));
        }
    }
    if let Some(words) = line.strip_prefix("> ") {
        return look("> ", words, ink.get(Role::Passage));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (digits > 0 && line[digits..].starts_with(". ")).then_some(digits + 2);
    let bullet = ["- ", "* ", "  - ", "    - "].iter().find(|mark| line.starts_with(**mark)).map(|mark| mark.len());
    let (lead, words) = line.split_at(numbered.or(bullet).unwrap_or(0));
    look(lead, words, plain)
}

/// The words of a line without the marks of Markdown, in the styles that these stand for.
fn pieces<'a>(ink: RenderContext<'_>, look: &'a Look<'_>, found: Option<Style>) -> Vec<Piece<'a>> {
    if look.is_code {
        return vec![(look.words.as_ref().into(), found.unwrap_or(look.style))];
    }
    let (mut strong, mut faint) = (0_u32, 0_u32);
    let mut pieces = Vec::new();
    for event in Parser::new_ext(&look.words, Options::empty()) {
        let style = match (found, strong, faint) {
            (Some(style), ..) => style,
            (None, 1.., _) => ink.get(Role::Strong),
            (None, 0, 1..) => ink.get(Role::Muted),
            (None, 0, 0) => look.style,
        };
        match event {
            Event::Start(Tag::Strong) => strong += 1,
            Event::End(TagEnd::Strong) => strong -= 1,
            Event::Start(Tag::Emphasis) => faint += 1,
            Event::End(TagEnd::Emphasis) => faint -= 1,
            Event::Text(words) | Event::Code(words) => pieces.push((words.into_string().into(), style)),
            Event::SoftBreak | Event::HardBreak => pieces.push((" ".into(), style)),
            _ => {}
        }
    }
    pieces
}
