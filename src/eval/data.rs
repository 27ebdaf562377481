//! Claims and abstracts of SciFact's shape.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::{
    domain::{DocId, Document, Page, SourceMeta},
    text::Clean,
};

use super::{Gold, Label};

/// Why the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("cannot read {path}: {why}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// A record is not of the shape.
    #[error("{path}, line {line}: {why}")]
    Record {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A claim speaks of an abstract that is not there.
    #[error("claim {claim} cites abstract {doc}, which the corpus does not have; is it the corpus of these claims?")]
    NoAbstract {
        /// The claim's number.
        claim: u64,
        /// The abstract's number.
        doc: u64,
    },
}

/// A claim with what people found out about it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its number.
    pub id: u64,
    /// Its words.
    pub text: Clean,
    /// Abstracts with evidence.
    pub gold: BTreeMap<u64, Gold>,
    /// Abstracts that its authors cited.
    pub cited: Vec<u64>,
}

/// An abstract and where its sentences are in it.
#[derive(Clone, Debug)]
pub struct Abstract {
    /// As the library has it.
    pub document: Document,
    /// In the text of its page.
    pub sentences: Vec<Range<usize>>,
}

/// The abstracts, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    abstracts: BTreeMap<u64, Abstract>,
    numbers: BTreeMap<DocId, u64>,
}

impl Corpus {
    /// Reads `corpus.jsonl`.
    ///
    /// # Errors
    /// When it cannot be read or a record is not of the shape.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        struct Record {
            doc_id: u64,
            title: Clean,
            r#abstract: Vec<Clean>,
        }
        let mut corpus = Self::default();
        for record in lines::<Record>(path)? {
            let mut text = String::new();
            let mut sentences = Vec::with_capacity(record.r#abstract.len());
            for sentence in &record.r#abstract {
                if !text.is_empty() {
                    text.push(' ');
                }
                let start = text.len();
                text.push_str(sentence.trim());
                sentences.push(start..text.len());
            }
            corpus.add(record.doc_id, record.title, text.into(), sentences);
        }
        Ok(corpus)
    }

    pub(super) fn add(&mut self, number: u64, title: Clean, text: Clean, sentences: Vec<Range<usize>>) {
        let meta = SourceMeta { title: title.one_line(), ..SourceMeta::default() };
        let document = Document::new(meta, vec![Page { number: 1, text }]);
        self.numbers.insert(document.id.clone(), number);
        self.abstracts.insert(number, Abstract { document, sentences });
    }

    /// An abstract by its number.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<&Abstract> {
        self.abstracts.get(&number)
    }

    /// The number of a document.
    #[must_use]
    pub fn number(&self, doc: &DocId) -> Option<u64> {
        self.numbers.get(doc).copied()
    }

    /// All documents.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.abstracts.values().map(|one| &one.document)
    }
}

/// Reads the claims of a file.
///
/// # Errors
/// When it cannot be read, a record is not of the shape, or a claim cites what
/// `corpus` does not have.
pub fn claims(path: &Path, corpus: &Corpus) -> Result<Vec<Claim>, DataError> {
    #[derive(Deserialize)]
    struct Rationale {
        sentences: BTreeSet<usize>,
        label: Given,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    enum Given {
        Support,
        Contradict,
    }
    #[derive(Deserialize)]
    struct Record {
        id: u64,
        claim: Clean,
        #[serde(default)]
        evidence: BTreeMap<u64, Vec<Rationale>>,
        cited_doc_ids: Vec<u64>,
    }
    let mut claims = Vec::new();
    for record in lines::<Record>(path)? {
        let mut gold = BTreeMap::new();
        for (doc, rationales) in record.evidence {
            let Some(first) = rationales.first() else { continue };
            let label = match first.label {
                Given::Support => Label::Supports,
                Given::Contradict => Label::Contradicts,
            };
            gold.insert(doc, Gold { label, rationales: rationales.into_iter().map(|r| r.sentences).collect() });
        }
        if let Some(doc) = gold.keys().chain(&record.cited_doc_ids).find(|doc| corpus.get(**doc).is_none()) {
            return Err(DataError::NoAbstract { claim: record.id, doc: *doc });
        }
        claims.push(Claim { id: record.id, text: record.claim.one_line(), gold, cited: record.cited_doc_ids });
    }
    Ok(claims)
}

pub(super) fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, DataError> {
    let text = fs::read_to_string(path).map_err(|why| DataError::Read { path: path.into(), why })?;
    let numbered = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    numbered
        .map(|(line, record)| {
            serde_json::from_str(record).map_err(|why| DataError::Record {
                path: path.into(),
                line,
                why: format!("this line is not a record of the expected kind ({why})"),
            })
        })
        .collect()
}
