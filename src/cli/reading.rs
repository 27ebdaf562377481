//! How a file was read, and how to have it read in another way.

use crate::{
    domain::{Source, SourceKind},
    ingest::Format,
    text::counted,
};

/// What a file was taken for and what is in it, and how to say otherwise.
pub(super) fn describe(name: &str, bytes: &[u8], given: Option<Format>, source: &Source) -> String {
    let format = given.or_else(|| Format::sniff(name, bytes).ok());
    let held = match source.kind {
        SourceKind::Claims => counted(source.claims.len(), "claim"),
        SourceKind::Paper if !source.works.is_empty() => counted(source.works.len(), "abstract"),
        SourceKind::Paper if source.is_abstract() => "an abstract".to_owned(),
        SourceKind::Paper if source.pages.len() < 2 => "a paper".to_owned(),
        SourceKind::Paper => format!("a paper of {}", counted(source.pages.len(), "page")),
    };
    let mut left_out = match source.dropped.len() {
        0 => String::new(),
        _ => format!("; {} left out", source.count_dropped()),
    };
    if let Some(columns) = source.describe_columns() {
        left_out.push_str(&format!("; {columns}"));
    }
    let otherwise = match (given, format) {
        (None, Some(Format::Text)) => "; --format lines reads a claim on each line",
        (None, Some(Format::Lines)) => "; --format text reads it as one text",
        (None, _) => "; --format overrides this",
        (Some(_), _) => "",
    };
    format!("{}: {held}{left_out}{otherwise}", format.map_or("", Format::describe))
}
