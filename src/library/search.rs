//! Keyword search: BM25 over stems, the title counting twice.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{OptionalExtension as _, Transaction};

use crate::domain::{DocId, Passage};

use super::{LibraryError, Sqlite, store::document_no, terms::Terms};

/// A longer query is cut to its rarest terms: the others cost most and tell least.
pub(super) const MOST_TERMS: usize = 32;

/// From this many passages on, terms that stand in one of [`FREQUENT`] are left
/// out: they cost most of the time, and without them nDCG@10 on SciFact's
/// training claims is .704 instead of .701. A small library is searched with all.
pub(super) const MANY: i64 = 1000;

/// See [`MANY`].
pub(super) const FREQUENT: i64 = 4;

/// What to search for. The text is data: no character of it is query syntax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeywordQuery {
    pub(super) terms: BTreeSet<String>,
}

/// A document that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The document.
    pub doc: DocId,
    /// Its best passage, which gives it its score.
    pub passage: Passage,
    /// Larger is better. Of words: BM25, above 0, not comparable between queries; of meaning: the cosine, −1–1.
    pub score: f64,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Best first; equals by id.
    pub hits: Vec<Hit>,
    /// How the scores of all documents of the library are spread.
    pub spread: Spread,
}

/// Mean and standard deviation of the scores of all documents, those without a hit included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; 0 when all score alike.
    pub deviation: f64,
}

impl Spread {
    /// Of `documents` scores, of which those that are not in `scores` are 0.
    pub(super) fn of(scores: impl Iterator<Item = f64>, documents: i64) -> Self {
        let count = documents.max(1) as f64;
        let (sum, squares) = scores.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
        let mean = sum / count;
        Self { mean, deviation: (squares / count - mean * mean).max(0.0).sqrt() }
    }

    /// How many deviations `score` is above the mean; 0 where all score alike.
    #[must_use]
    pub fn standard(self, score: f64) -> f64 {
        if self.deviation > 0.0 { (score - self.mean) / self.deviation } else { 0.0 }
    }
}

impl KeywordQuery {
    /// A query for a statement or any other text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::of([text])
    }

    /// A query for several texts at once, a statement and keywords say; a word
    /// counts once, however often it is said.
    #[must_use]
    pub fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut made = Terms::new();
        let mut terms = BTreeSet::new();
        for text in texts {
            made.each(text.as_ref(), |term| {
                terms.insert(term.to_owned());
            });
        }
        Self { terms }
    }

    /// Whether nothing is left to search for: stop words and punctuation find nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl Sqlite {
    /// The `k` best documents for `query`. A document scores as its best passage.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError> {
        if query.is_empty() || k == 0 {
            return Ok(Ranking::default());
        }
        self.read(|state| {
            let best = best_passages(state, &expression(state, query)?)?;
            ranking(state, best, k)
        })
    }
}

/// The query as FTS5 reads it: quoted terms, any of which may match.
fn expression(state: &Transaction<'_>, query: &KeywordQuery) -> Result<String, LibraryError> {
    let passages: i64 = state.query_row("SELECT count(*) FROM passage", [], |row| row.get(0))?;
    let mut frequency = state.prepare("SELECT doc FROM vocabulary WHERE term = ?1")?;
    let mut known: Vec<(i64, &str)> = Vec::new();
    for term in &query.terms {
        if let Some(n) = frequency.query_row([term], |row| row.get(0)).optional()? {
            known.push((n, term));
        }
    }
    known.sort_unstable();
    known.truncate(MOST_TERMS);
    if passages >= MANY {
        // The rarest term stays, however frequent.
        let telling = known.iter().filter(|(n, _)| n * FREQUENT < passages).count();
        known.truncate(telling.max(1));
    }
    // Terms are letters and digits; the quotes keep `and` and `near` words.
    let quoted: Vec<String> = known.into_iter().map(|(_, term)| format!("\"{term}\"")).collect();
    Ok(quoted.join(" OR "))
}

/// The score and number of the best passage of each document that matches.
fn best_passages(state: &Transaction<'_>, expression: &str) -> Result<Vec<(f64, i64)>, LibraryError> {
    if expression.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = state.prepare("SELECT rowid, bm25(terms, 2.0, 1.0) FROM terms WHERE terms MATCH ?1")?;
    let mut rows = query.query([expression])?;
    let mut best: HashMap<i64, (f64, i64)> = HashMap::new();
    while let Some(row) = rows.next()? {
        let no: i64 = row.get(0)?;
        // SQLite's is smaller when better.
        let score = -row.get::<_, f64>(1)?;
        let entry = best.entry(document_no(no)).or_insert((score, no));
        if score > entry.0 {
            *entry = (score, no);
        }
    }
    Ok(best.into_values().collect())
}

pub(super) fn ranking(state: &Transaction<'_>, mut best: Vec<(f64, i64)>, k: usize) -> Result<Ranking, LibraryError> {
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let documents = state.query_row("SELECT count(*) FROM document", [], |row| row.get(0))?;
    // Summed in order, so that it comes out the same to the last bit.
    let spread = Spread::of(best.iter().map(|(score, _)| *score), documents);
    // All that score as the last one stay until their ids decide.
    if let Some(&(last, _)) = best.get(k - 1) {
        best.retain(|(score, _)| *score >= last);
    }
    let mut query = state.prepare(
        "SELECT d.id, p.page, p.first, p.last FROM document AS d JOIN passage AS p ON p.no = ?2 WHERE d.no = ?1",
    )?;
    let mut hits = Vec::with_capacity(best.len());
    for (score, no) in best {
        let hit = query.query_row([document_no(no), no], |row| {
            let offset = |column| row.get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
            let passage = Passage { page: row.get(1)?, start: offset(2)?, end: offset(3)? };
            Ok(Hit { doc: row.get::<_, String>(0)?.as_str().into(), passage, score })
        })?;
        hits.push(hit);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.doc.cmp(&b.doc)));
    hits.truncate(k);
    Ok(Ranking { hits, spread })
}
