//! What a report consists of, before it is Markdown or HTML. Text in it is plain: the renderers escape
//! all of it, whoever wrote it.

use crate::domain::ReviewFlow;

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Span {
    /// Plain text.
    Text(String),
    /// Strong; for words of our own, and for a passage among the sentences around it.
    Strong(String),
    /// Emphasised.
    Em(String),
    /// The title of a work in a heading of our own.
    Cite(String),
    /// A digest or code; for words of our own.
    Code(String),
    /// A passage of a reference, with the address of the work where one is known.
    Ref(Label, Option<String>),
    /// A link: what is shown, and an address that [`super::address`] made.
    Link(String, String),
}

impl Span {
    /// Where a reference is in the order of works and their letters.
    pub(super) fn place(&self) -> Option<(u32, Option<u32>)> {
        match self {
            Self::Ref(label, _) => Some((label.work, label.passage)),
            _ => None,
        }
    }
}

/// What a passage is cited by: the number of its work, and a letter where the review cites several passages of that work.
/// `[2]`, `[3a]`, `[3b]`: the letters follow the order of the passages in the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    /// The number of the work among the references, from 1.
    pub(super) work: u32,
    /// The passage among those of its work, from 0; none for the only one, and for the work as a whole.
    pub(super) passage: Option<u32>,
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const LETTERS: u32 = 26;
        let mut letters = Vec::new();
        let mut left = self.passage.map_or(0, |passage| passage + 1);
        while let Some(digit) = left.checked_sub(1) {
            letters.push(char::from(b'a' + (digit % LETTERS) as u8));
            left = digit / LETTERS;
        }
        write!(f, "[{}{}]", self.work, letters.into_iter().rev().collect::<String>())
    }
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
    /// How many statements have each verdict, and how many of them reviewers decided: supported, contradicted, undecided,
    /// none.
    Verdicts([(usize, usize); 4]),
    /// The weight of each citation that counts for or against a statement, and which verdict the bars do not explain, in words.
    Weights(Vec<WeightBar>, Option<String>),
    /// The statements by triage and verdict.
    Map(Vec<MapDot>),
    /// How documents came to be evidence on the whole review.
    Flow(ReviewFlow),
}

/// A citation in a plot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WeightBar {
    pub(super) reference: Label,
    pub(super) title: String,
    pub(super) against: bool,
    /// Whether a reviewer set its stance or its weight.
    pub(super) by_reviewer: bool,
    /// 0–1.
    pub(super) credibility: f64,
    /// 0–1.
    pub(super) confidence: f64,
}

/// A statement on the map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MapDot {
    /// The number of its id.
    pub(super) number: u32,
    /// Its triage: decide, check, skim; 3 where a reviewer has decided.
    pub(super) row: usize,
    /// Its verdict: contradicts, supports, undecided, none.
    pub(super) column: usize,
    /// Whether reviewers differ from each other or from the machine.
    pub(super) disputed: bool,
    /// Whether what the verdict rests on was changed after it was made.
    pub(super) outdated: bool,
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
        self.quote_by(written, line);
    }

    /// The same with each paragraph made into a line by `read`.
    pub(super) fn quote_by<'a>(&mut self, written: &'a str, read: impl FnMut(&'a str) -> Line) {
        let paragraphs = written.split("\n\n").map(str::trim).filter(|p| !p.is_empty());
        let paragraphs: Vec<_> = paragraphs.map(read).collect();
        if !paragraphs.is_empty() {
            self.0.push(Block::Quote(paragraphs));
        }
    }
}

impl Block {
    /// Every label in the block, to be set once the whole report is known.
    pub(super) fn labels(&mut self) -> Vec<&mut Label> {
        let mut lines: Vec<&mut Line> = Vec::new();
        match self {
            Self::Heading(_, line) | Self::Para(line) => lines.push(line),
            Self::Quote(of) | Self::References(of) => lines.extend(of),
            Self::List(items) => {
                lines.extend(items.iter_mut().flat_map(|i| std::iter::once(&mut i.line).chain(&mut i.nested)))
            }
            Self::Table(_, rows) => lines.extend(rows.iter_mut().flatten()),
            Self::Weights(bars, _) => return bars.iter_mut().map(|bar| &mut bar.reference).collect(),
            Self::Verdicts(_) | Self::Map(_) | Self::Flow(_) => {}
        }
        let spans = lines.into_iter().flatten();
        spans.filter_map(|span| if let Span::Ref(label, _) = span { Some(label) } else { None }).collect()
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
