//! The report as Markdown (`docs/rules.md#report`): CommonMark with one table, in which whatever the sources contain is inert.

mod escape;

use crate::review::Review;

use super::{
    ExportError, Options,
    page::{Block, Item, Span},
    report::{self, Matter, Report},
};
use escape::{escaped, yaml};

/// The report as Markdown: front matter, overall assessment, results, every statement with its verdict and
/// evidence, references, and with [`Options::appendix`] everything behind them.
///
/// # Errors
/// When the review cannot be read.
pub fn markdown(review: &Review, options: &Options) -> Result<String, ExportError> {
    let report = report::build(review, options)?;
    let mut out = matter(&report);
    for block in &report.page.0 {
        let written = written(block);
        if !written.is_empty() {
            out.push('\n');
            out.push_str(&written);
            out.push('\n');
        }
    }
    Ok(out)
}

/// YAML front matter.
fn matter(report: &Report) -> String {
    let mut out = String::from("---\n");
    for (key, value) in &report.matter {
        let value = match value {
            Matter::Text(text) => yaml(text),
            Matter::List(list) => format!("[{}]", list.iter().map(|item| yaml(item)).collect::<Vec<_>>().join(", ")),
            Matter::Count(n) => n.to_string(),
        };
        out.push_str(&format!("{key}: {value}\n"));
    }
    out.push_str("---\n");
    out
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(level, line) => format!("{} {}", "#".repeat(usize::from(*level)), inline(line)),
        Block::Para(line) => inline(line),
        Block::Quote(lines) => {
            let lines: Vec<_> = lines.iter().map(|line| format!("> {}", inline(line))).collect();
            lines.join("\n>\n")
        }
        Block::List(items) => items.iter().map(item).collect::<Vec<_>>().join("\n"),
        Block::References(lines) => {
            let lines = lines.iter().enumerate().map(|(at, line)| format!("{}. {}", at + 1, inline(line)));
            lines.collect::<Vec<_>>().join("\n")
        }
        Block::Table(columns, rows) => {
            let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
            let align = columns.iter().map(|(_, numeric)| if *numeric { "---:|" } else { "---|" });
            let mut out = format!("| {} |\n|{}", names.join(" | "), align.collect::<String>());
            for row in rows {
                let cells: Vec<_> = row.iter().map(|cell| inline(cell)).collect();
                out.push_str(&format!("\n| {} |", cells.join(" | ")));
            }
            out
        }
        Block::Flow(flow) => {
            let rows = flow.rows().into_iter();
            let rows: String =
                rows.map(|(name, number)| format!("\n| {} | {number} |", escaped(&name, false))).collect();
            format!("| Documents | Number |\n|---|---:|{rows}")
        }
        Block::Verdicts(_) | Block::Weights(..) | Block::Map(_) => String::new(),
    }
}

fn item(item: &Item) -> String {
    let nested = item.nested.iter().map(|line| format!("\n  - {}", inline(line)));
    format!("- {}{}", inline(&item.line), nested.collect::<String>())
}

/// A line, with neighbouring text escaped as one so that nothing comes together unseen.
fn inline(line: &[Span]) -> String {
    let mut out = String::new();
    let mut text = String::new();
    let flush = |text: &mut String, out: &mut String| {
        let plain = escaped(text, out.is_empty());
        out.push_str(&plain);
        text.clear();
    };
    for span in line {
        if let Span::Text(words) = span {
            text.push_str(words);
            continue;
        }
        flush(&mut text, &mut out);
        match span {
            Span::Text(_) => {}
            Span::Strong(words) => out.push_str(&format!("**{}**", escaped(words, false).trim())),
            Span::Em(words) | Span::Cite(words) => {
                let inner = escaped(words, false);
                let lead = if inner.starts_with(' ') { " " } else { "" };
                out.push_str(&format!("{lead}*{}*", inner.trim()));
            }
            // Only words of our own, in which there is no back quote.
            Span::Code(words) => out.push_str(&format!("`{}`", words.replace('`', "'"))),
            Span::Ref(label, None) => out.push_str(&escaped(&label.to_string(), false)),
            Span::Ref(label, Some(address)) => out.push_str(&link(&label.to_string(), address)),
            Span::Link(shown, address) => out.push_str(&link(shown, address)),
        }
    }
    flush(&mut text, &mut out);
    out.trim_end().to_owned()
}

/// A link; an ampersand in the address could begin an entity. An address that it shows is no link of its own.
fn link(shown: &str, address: &str) -> String {
    format!("[{}]({})", escaped(shown, false).replace("\\://", "://"), address.replace('&', "&amp;"))
}
