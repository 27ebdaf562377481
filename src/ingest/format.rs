//! The formats that files come in.

use std::{fmt, path::PathBuf};

/// A format that files come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Plain text; a form feed is a page break.
    Text,
    /// Markdown.
    Markdown,
    /// A full text in JATS (or NLM) XML.
    Jats,
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// A web page that was saved.
    Html,
    /// One JSON value: a list, an object around a list, or one record.
    Json,
    /// One JSON record per line.
    JsonLines,
    /// A table with a header; comma, semicolon or tab between its columns.
    Csv,
    /// One claim per line.
    Lines,
    /// PubMed's records, as XML or as text (`.nbib`).
    PubMed,
    /// RIS, as reference managers export it.
    Ris,
    /// BibTeX or BibLaTeX.
    BibTex,
    /// EndNote's XML.
    EndNote,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 14] = [
        Self::Text,
        Self::Markdown,
        Self::Jats,
        Self::Pdf,
        Self::Docx,
        Self::Html,
        Self::Json,
        Self::JsonLines,
        Self::Csv,
        Self::Lines,
        Self::PubMed,
        Self::Ris,
        Self::BibTex,
        Self::EndNote,
    ];

    /// Its short name, as it is given on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Jats => "jats",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Html => "html",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
            Self::Lines => "lines",
            Self::PubMed => "pubmed",
            Self::Ris => "ris",
            Self::BibTex => "bibtex",
            Self::EndNote => "endnote",
        }
    }

    /// The format with this short name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What it is, in words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Text => "plain text",
            Self::Markdown => "Markdown",
            Self::Jats => "JATS XML",
            Self::Pdf => "PDF",
            Self::Docx => "a Word document",
            Self::Html => "a web page",
            Self::Json => "JSON",
            Self::JsonLines => "JSONL",
            Self::Csv => "CSV",
            Self::Lines => "one claim per line",
            Self::PubMed => "PubMed records",
            Self::Ris => "RIS",
            Self::BibTex => "BibTeX",
            Self::EndNote => "EndNote XML",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.describe())
    }
}

/// How a file is to be read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What the file is; `None` finds out.
    pub format: Option<Format>,
    /// This program, which is started once more to take a PDF apart; without
    /// it only an installed `pdftotext` is used.
    pub exe: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(Format::parse(format.name()), Some(format));
        }
    }
}
