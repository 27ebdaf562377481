//! The report as one HTML file: nothing is loaded from elsewhere, no script runs, and whatever the sources
//! contain is text.

mod chart;
mod flow;
mod plots;
#[cfg(test)]
mod tests;

use crate::{review::Review, text::Clean};

use super::{
    ExportError, Options,
    page::{Block, Item, Line, Span, clipped},
    report::{self, Matter, Report},
};

const STYLE: &str = include_str!("style.css");

/// Nothing may be loaded and nothing may run, whatever gets into the text.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The report as HTML, with the content of [`super::markdown`] and charts.
///
/// # Errors
/// When the review cannot be read.
pub fn html(review: &Review, options: &Options) -> Result<String, ExportError> {
    let report = report::build(review, options)?;
    Ok(document(&report))
}

fn document(report: &Report) -> String {
    let title = escaped(&report.title);
    let sections = sections(&report.page.0);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n"
    );
    for (key, value) in &report.matter {
        let value = match value {
            Matter::Text(text) => text.clone(),
            Matter::List(list) => list.join("; "),
            Matter::Count(n) => n.to_string(),
        };
        let name = if *key == "generator" { "generator".to_owned() } else { format!("gainsay:{key}") };
        out.push_str(&format!("<meta name=\"{name}\" content=\"{}\">\n", escaped(&value)));
    }
    out.push_str(&format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"));
    out.push_str("<a class=\"skip\" href=\"#main\">Skip to the report</a>\n");
    let is_title = |block: &&Block| matches!(block, Block::Heading(1, _));
    let heading = report.page.0.iter().find(is_title).map_or(title, |block| match block {
        Block::Heading(_, line) => inline(line),
        _ => String::new(),
    });
    out.push_str(&format!("<header>\n<h1>{heading}</h1>\n</header>\n"));
    out.push_str(&format!("<nav aria-label=\"Contents\">\n<ol>\n{}</ol>\n</nav>\n", contents(&sections)));
    out.push_str("<main id=\"main\" tabindex=\"-1\">\n");
    for section in &sections {
        if section.heading.is_empty() {
            out.push_str(&section.body);
            continue;
        }
        out.push_str(&format!(
            "<section id=\"{id}\" class=\"{class}\" aria-labelledby=\"{id}-heading\">\n\
             <h2 id=\"{id}-heading\">{}</h2>\n{}</section>\n",
            section.heading,
            section.body,
            id = section.id,
            class = section.class,
        ));
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// What is under one heading of level 2.
#[derive(Default)]
struct Section {
    id: String,
    class: &'static str,
    heading: String,
    /// What the contents call it: a statement by its first words.
    entry: String,
    body: String,
}

/// More statements than these are folded away: their list would fill the first screen of a phone.
const UNFOLDED: usize = 6;

/// Words of a statement in the contents.
const WORDS: usize = 8;

/// Links to the sections, with a list of its own for the statements.
fn contents(sections: &[Section]) -> String {
    let entry = |section: &Section| format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, section.entry);
    let is_statement = |section: &&Section| section.class == STATEMENT;
    let count = sections.iter().filter(is_statement).count();
    let list: String = sections.iter().filter(is_statement).map(entry).collect();
    let list = format!("<ol>\n{list}</ol>");
    let mut statements = match count {
        0..=UNFOLDED => format!("<li>{list}</li>\n"),
        _ => format!("<li><details><summary>{count} statements</summary>\n{list}\n</details></li>\n"),
    };
    let mut out = String::new();
    for section in sections.iter().filter(|section| !section.heading.is_empty()) {
        match section.class {
            STATEMENT => out.push_str(&std::mem::take(&mut statements)),
            _ => out.push_str(&entry(section)),
        }
    }
    out
}

const STATEMENT: &str = "statement";

fn sections(blocks: &[Block]) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    for block in blocks {
        match block {
            // The title is in the page's header.
            Block::Heading(1, _) => {}
            Block::Heading(2, line) => {
                let heading = inline(line);
                // Headings of level 2 are words of our own.
                let id: String = heading.to_lowercase().replace(' ', "-");
                let class = if id.starts_with("statement-") { STATEMENT } else { "part" };
                sections.push(Section { id, class, entry: heading.clone(), heading, body: String::new() });
            }
            block => {
                if let Some(section) = sections.last_mut() {
                    // A statement begins with its words.
                    if let (Some(number), "", Block::Quote(lines)) =
                        (section.id.strip_prefix("statement-"), section.body.as_str(), block)
                        && let Some([Span::Text(words)]) = lines.first().map(Vec::as_slice)
                    {
                        section.entry = format!("{number}. {}", escaped(&clipped(words, WORDS)));
                    }
                    let written = written(block, &section.heading);
                    section.body.push_str(&written);
                }
            }
        }
    }
    sections.retain(|section| !section.heading.is_empty() || !section.body.is_empty());
    sections
}

fn written(block: &Block, of: &str) -> String {
    match block {
        Block::Heading(level, line) => format!("<h{level}>{}</h{level}>\n", inline(line)),
        Block::Para(line) => format!("<p>{}</p>\n", inline(line)),
        Block::Quote(lines) => {
            let paragraphs: String = lines.iter().map(|line| format!("<p>{}</p>\n", inline(line))).collect();
            format!("<blockquote>\n{paragraphs}</blockquote>\n")
        }
        Block::List(items) => format!("<ul>\n{}</ul>\n", items.iter().map(item).collect::<String>()),
        Block::References(lines) => {
            let lines = lines.iter().enumerate();
            let items = lines.map(|(at, line)| format!("<li id=\"ref-{}\">{}</li>\n", at + 1, inline(line)));
            format!("<ol class=\"references\">\n{}</ol>\n", items.collect::<String>())
        }
        Block::Table(columns, rows) => table(columns, rows),
        Block::Verdicts(counts) => chart::verdicts(*counts),
        Block::Weights(bars, note) => plots::weights(bars, note.as_deref(), of),
        Block::Map(dots) => plots::map(dots),
        Block::Flow(sum) => flow::diagram(sum),
    }
}

fn table(columns: &[(&'static str, bool)], rows: &[Vec<Line>]) -> String {
    let class = |numeric: bool| if numeric { " class=\"number\"" } else { "" };
    let head = columns.iter().map(|(name, numeric)| format!("<th scope=\"col\"{}>{name}</th>", class(*numeric)));
    let mut out = format!(
        "<div class=\"wide\">\n<table>\n\
         <caption>Verdict on each statement</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        head.collect::<String>()
    );
    for row in rows {
        let cells = row.iter().zip(columns).enumerate().map(|(at, (cell, (name, numeric)))| {
            let words = inline(cell);
            match at {
                0 => format!("<th scope=\"row\"{}><a href=\"#statement-{words}\">{words}</a></th>", class(*numeric)),
                _ => format!("<td data-column=\"{name}\"{}>{words}</td>", class(*numeric)),
            }
        });
        out.push_str(&format!("<tr>{}</tr>\n", cells.collect::<String>()));
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    out
}

fn item(item: &Item) -> String {
    let nested: String = item.nested.iter().map(|line| format!("<li>{}</li>\n", inline(line))).collect();
    let nested = if nested.is_empty() { nested } else { format!("\n<ul>\n{nested}</ul>\n") };
    format!("<li>{}{nested}</li>\n", inline(&item.line))
}

fn inline(line: &[Span]) -> String {
    let span = |span: &Span| match span {
        Span::Text(words) => escaped(words),
        Span::Strong(words) => format!("<strong>{}</strong>", escaped(words)),
        Span::Em(words) => format!("<em>{}</em>", escaped(words)),
        Span::Cite(words) => format!("<cite>{}</cite>", escaped(words)),
        Span::Code(words) => format!("<code>{}</code>", escaped(words)),
        Span::Ref(label, _) => {
            let (work, shown) = (label.work, label.to_string());
            let read = shown.trim_matches(['[', ']']);
            format!("<a class=\"ref\" href=\"#ref-{work}\" aria-label=\"Reference {read}\">{shown}</a>")
        }
        Span::Link(words, address) => {
            format!("<a href=\"{}\" rel=\"noopener noreferrer\">{}</a>", escaped(address), escaped(words))
        }
    };
    line.iter().map(span).collect::<String>().trim().to_owned()
}

/// `text` as HTML text or as the value of an attribute, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in Clean::new(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
