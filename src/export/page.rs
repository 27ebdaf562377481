//! What a report consists of, before it is Markdown or HTML. Text in it is plain: the renderers escape
//! all of it, whoever wrote it.

use crate::domain::Flow;

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Span {
    /// Plain text.
    Text(String),
    /// Strong; for words of our own.
    Strong(String),
    /// Emphasised.
    Em(String),
    /// A digest or code; for words of our own.
    Code(String),
    /// The number of a reference, with the address of the work where one is known.
    Ref(u32, Option<String>),
    /// A link: what is shown, and an address that [`super::address`] made.
    Link(String, String),
}

/// A line of text.
pub(super) type Line = Vec<Span>;

/// An entry of a list, with entries of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Item {
    pub(super) line: Line,
    pub(super) nested: Vec<Line>,
}

/// A part of the report that begins on a new line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// A heading of this level; 1 is the title.
    Heading(u8, Line),
    Para(Line),
    /// Paragraphs that somebody else wrote.
    Quote(Vec<Line>),
    List(Vec<Item>),
    /// The references, numbered from 1.
    References(Vec<Line>),
    /// Column names, whether each is numeric, and rows.
    Table(Vec<(&'static str, bool)>, Vec<Vec<Line>>),
    /// How many statements have each verdict: supported, contradicted, undecided, none.
    Verdicts([usize; 4]),
    /// The weight of the evidence against and for a statement.
    Evidence(f64, f64),
    /// The weight of each citation that counts for or against a statement.
    Weights(Vec<WeightBar>),
    /// The statements by triage and verdict.
    Map(Vec<MapDot>),
    /// How documents came to be evidence on the whole review.
    Flow(Flow),
}

/// A citation in a plot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WeightBar {
    /// The number of its work among the references.
    pub(super) reference: u32,
    pub(super) title: String,
    pub(super) against: bool,
    /// 0–1.
    pub(super) credibility: f64,
    /// 0–1.
    pub(super) confidence: f64,
}

/// A statement on the map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MapDot {
    pub(super) order: u32,
    /// Its triage: decide, check, skim.
    pub(super) row: usize,
    /// Its verdict: contradicts, supports, undecided, none.
    pub(super) column: usize,
    /// Whether reviewers differ from each other or from the machine.
    pub(super) disputed: bool,
}

/// Text as a span.
pub(super) fn text(text: impl Into<String>) -> Span {
    Span::Text(text.into())
}

/// Our own words, strong.
pub(super) fn strong(text: impl Into<String>) -> Span {
    Span::Strong(text.into())
}

/// A line of text alone.
pub(super) fn line(text: impl Into<String>) -> Line {
    vec![Span::Text(text.into())]
}

/// Collects blocks.
#[derive(Debug, Default)]
pub(super) struct Page(pub(super) Vec<Block>);

impl Page {
    pub(super) fn heading(&mut self, level: u8, words: impl Into<String>) {
        self.0.push(Block::Heading(level, line(words)));
    }

    /// Adds a paragraph, unless there is nothing in it.
    pub(super) fn para(&mut self, line: Line) {
        if line.iter().any(|span| !matches!(span, Span::Text(text) if text.trim().is_empty())) {
            self.0.push(Block::Para(line));
        }
    }

    /// Adds a list, unless it is empty.
    pub(super) fn list(&mut self, items: impl IntoIterator<Item = Line>) {
        self.items(items.into_iter().map(|line| Item { line, nested: Vec::new() }));
    }

    /// The same with entries that have entries of their own.
    pub(super) fn items(&mut self, items: impl IntoIterator<Item = Item>) {
        let items: Vec<_> = items.into_iter().collect();
        if !items.is_empty() {
            self.0.push(Block::List(items));
        }
    }

    /// Adds what somebody else wrote, by paragraph.
    pub(super) fn quote(&mut self, written: &str) {
        let paragraphs: Vec<_> = written.split("\n\n").map(str::trim).filter(|p| !p.is_empty()).map(line).collect();
        if !paragraphs.is_empty() {
            self.0.push(Block::Quote(paragraphs));
        }
    }
}

/// `text` cut after `longest` words, with an ellipsis where it was longer.
pub(super) fn clipped(text: &str, longest: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.len() {
        n if n <= longest => words.join(" "),
        _ => format!("{} …", words[..longest].join(" ").trim_end_matches([',', ';', ':'])),
    }
}

/// The first letter as a capital.
pub(super) fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
