//! Which sentences of an abstract are taken for claims, against people's labels.

use std::{collections::BTreeSet, fmt, fs, ops::Range, path::Path};

use serde::{Deserialize, Serialize};

use crate::{
    domain::{Digest, Page, Settings, Source, SourceKind, SourceMeta},
    engine::checks::extract::statements,
    reason::{ExtractInput, builtin::Builtin},
};

use super::DataError;

/// An abstract whose sentences are labelled.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledAbstract {
    /// Its title, where there is one.
    #[serde(default)]
    pub title: String,
    /// In order.
    pub sentences: Vec<String>,
    /// `1` for each sentence that is a claim.
    pub labels: Vec<String>,
}

/// Reads JSON lines, or a JSON list, of labelled abstracts.
///
/// # Errors
/// When the file cannot be read, or a record has not as many labels as sentences.
pub fn labelled_abstracts(path: &Path) -> Result<Vec<LabelledAbstract>, DataError> {
    let text = fs::read_to_string(path).map_err(|why| DataError::Read { path: path.to_owned(), why })?;
    let wrong = |line: usize, why: String| DataError::Record { path: path.to_owned(), line, why };
    let read: Vec<LabelledAbstract> = if text.trim_start().starts_with('[') {
        serde_json::from_str(&text).map_err(|e| wrong(e.line(), e.to_string()))?
    } else {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        lines
            .map(|(line, at)| serde_json::from_str(line).map_err(|e| wrong(at, e.to_string())))
            .collect::<Result<_, _>>()?
    };
    for (one, at) in read.iter().zip(1..) {
        if one.sentences.len() != one.labels.len() {
            let (sentences, labels) = (one.sentences.len(), one.labels.len());
            return Err(wrong(at, format!("{sentences} sentences and {labels} labels; give each sentence a label")));
        }
    }
    Ok(read)
}

/// How many sentences were labelled and taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Labelled as claims.
    pub labelled: usize,
    /// Taken for claims.
    pub taken: usize,
    /// Both.
    pub both: usize,
}

impl Counts {
    fn precision(self) -> f64 {
        self.both as f64 / self.taken.max(1) as f64
    }

    fn recall(self) -> f64 {
        self.both as f64 / self.labelled.max(1) as f64
    }

    fn f1(self) -> f64 {
        2.0 * self.both as f64 / (self.taken + self.labelled).max(1) as f64
    }
}

/// The figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExtractReport {
    /// Abstracts.
    pub abstracts: usize,
    /// From this likelihood on a sentence counts as a claim.
    pub threshold: f64,
    /// Sentences from that likelihood on.
    pub claims: Counts,
    /// Sentences that a review takes as its statements, by default.
    pub statements: Counts,
}

impl ExtractReport {
    /// Measures the builtin reasoner. Each abstract is read as running text and
    /// split by the program; what it takes counts for the labelled sentence that
    /// has most of it.
    #[must_use]
    pub fn of(abstracts: &[LabelledAbstract], threshold: f64) -> Self {
        let (mut claims, mut chosen) = (Counts::default(), Counts::default());
        for one in abstracts {
            let source = source(one);
            let text = source.pages[0].text.as_str();
            let spans = spans(&one.sentences);
            let labelled: BTreeSet<usize> = (0..spans.len()).filter(|at| one.labels[*at] == "1").collect();
            let likely = Builtin::claims(&source).into_iter().filter(|(_, claim)| *claim >= threshold);
            let likely = likely.filter_map(|(sentence, _)| home(text, &sentence, &spans)).collect();
            add(&mut claims, &labelled, &likely);
            let settings = Settings::default();
            let input = ExtractInput { source: &source, max_statements: settings.max_statements.limit(&source) };
            let made =
                Builtin::statements(input).and_then(|draft| statements(draft, &source, &settings)).unwrap_or_default();
            let taken = made.statements.iter().filter_map(|s| home(text, &s.text, &spans)).collect();
            add(&mut chosen, &labelled, &taken);
        }
        Self { abstracts: abstracts.len(), threshold, claims, statements: chosen }
    }
}

fn add(counts: &mut Counts, labelled: &BTreeSet<usize>, taken: &BTreeSet<usize>) {
    counts.labelled += labelled.len();
    counts.taken += taken.len();
    counts.both += taken.intersection(labelled).count();
}

fn source(one: &LabelledAbstract) -> Source {
    Source {
        kind: SourceKind::Paper,
        name: "abstract".into(),
        meta: SourceMeta { title: one.title.as_str().into(), ..SourceMeta::default() },
        works: Vec::new(),
        pages: vec![Page { number: 1, text: one.sentences.join(" ").as_str().into() }],
        claims: Vec::new(),
        evidence: Vec::new(),
        judgements: Vec::new(),
        hidden: Vec::new(),
        dropped: Vec::new(),
        column: None,
        unused: Vec::new(),
        file: Digest::of(b""),
    }
}

/// Where each sentence is in the text that they make together.
fn spans(sentences: &[String]) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut span = |sentence: &String| {
        let start = at;
        at += sentence.len() + 1;
        start..start + sentence.len()
    };
    sentences.iter().map(&mut span).collect()
}

/// The labelled sentence that has most of `taken`.
fn home(text: &str, taken: &str, spans: &[Range<usize>]) -> Option<usize> {
    // The first letters may have been raised where an introductory word was cut off.
    let tail = taken.char_indices().nth(2).map_or(taken, |(at, _)| &taken[at..]);
    let start = text.find(tail)?;
    let end = start + tail.len();
    let shared = |span: &Range<usize>| span.end.min(end).saturating_sub(span.start.max(start));
    (0..spans.len()).max_by_key(|at| shared(&spans[*at]))
}

impl fmt::Display for ExtractReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} abstracts, {} labelled claims", self.abstracts, self.claims.labelled)?;
        writeln!(f, "{:<46} {:>6} {:>10} {:>7} {:>6}", "", "taken", "precision", "recall", "F1")?;
        let likely = format!("sentences with a likelihood of {:.2} or more", self.threshold);
        for (name, counts) in [(likely.as_str(), self.claims), ("statements of a review, by default", self.statements)]
        {
            let (precision, recall, f1) = (counts.precision(), counts.recall(), counts.f1());
            writeln!(f, "{name:<46} {:>6} {precision:>10.3} {recall:>7.3} {f1:>6.3}", counts.taken)?;
        }
        Ok(())
    }
}
