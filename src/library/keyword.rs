//! Search by words in a file: BM25 over the postings of the index.
//!
//! FTS5's own `bm25` takes ten times as long for a passage as reading the places of a term (`fts5vocab`), so the scores
//! are made here, of the same figures.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use rusqlite::{OptionalExtension as _, Transaction};
use serde::Deserialize;

use crate::domain::Passage;

use super::{
    Hit, KeywordQuery, LibraryError, Ranking, Spread, Sqlite,
    bm25::{Scale, TITLE, Tally, estimated, keep_best},
    cache::Lengths,
    read::generation,
    search::of_documents,
    store::{document_no, lock},
    terms::Terms,
};

/// How many postings a search reads; those of the rarest terms come first. In a library of a million abstracts nDCG@10 of 60
/// SciFact claims is .6475 with so many, .6479 with all and .6263 with half as many.
const POSTINGS: i64 = 200_000;

/// How many times the documents that are asked for have the terms counted in their texts that were not read.
const COMPLETED: usize = 2;

impl Lengths {
    fn read(state: &Transaction<'_>, generation: u64) -> Result<Self, LibraryError> {
        let mut lengths = Self { generation, numbers: Vec::new(), lengths: Vec::new(), tokens: 0 };
        let mut query = state.prepare("SELECT id, sz FROM terms_docsize ORDER BY id")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let length = sizes(row.get_ref(1)?.as_blob().unwrap_or_default());
            lengths.numbers.push(row.get(0)?);
            lengths.lengths.push(u32::try_from(length).unwrap_or(u32::MAX));
            lengths.tokens += length;
        }
        Ok(lengths)
    }

    /// The place of passage `no`, at `from` or behind it.
    fn place(&self, no: i64, from: usize) -> Option<usize> {
        let mut step = 1;
        while self.numbers.get(from + step).is_some_and(|other| *other < no) {
            step *= 2;
        }
        let (low, high) = (from + step / 2, self.numbers.len().min(from + step + 1));
        let at = low + self.numbers.get(low..high)?.partition_point(|other| *other < no);
        (self.numbers.get(at) == Some(&no)).then_some(at)
    }
}

/// The sum of the lengths of a row's columns, as FTS5 keeps them: each a number of SQLite's variable length.
fn sizes(bytes: &[u8]) -> i64 {
    let mut sum = 0;
    let mut number = 0;
    for byte in bytes {
        number = (number << 7) | i64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            sum += number;
            number = 0;
        }
    }
    sum
}

/// What the postings that were read add up to.
struct Scores<'l> {
    lengths: &'l Lengths,
    /// The score of each passage; 0 of those that none of the terms is in.
    scores: Vec<f64>,
    /// How many are above 0.
    found: usize,
    tallies: Vec<Tally>,
}

impl Scores<'_> {
    /// Reads where the term at `at` is.
    fn read(&mut self, state: &Transaction<'_>, scale: &Scale, at: usize) -> Result<(), LibraryError> {
        let mut query = state.prepare_cached("SELECT doc, col FROM temp.posting WHERE term = ?1")?;
        let mut rows = query.query([scale.terms[at].term.as_str()])?;
        let (mut place, mut open) = (0, None);
        while let Some(row) = rows.next()? {
            let no: i64 = row.get(0)?;
            let weight = if row.get_ref(1)?.as_bytes().is_ok_and(|column| column == b"title") { TITLE } else { 1 };
            match &mut open {
                Some((last, often)) if *last == no => *often = u16::saturating_add(*often, weight),
                _ => {
                    self.add(scale, at, open.replace((no, weight)), &mut place);
                }
            }
        }
        self.add(scale, at, open, &mut place);
        Ok(())
    }

    fn add(&mut self, scale: &Scale, at: usize, posting: Option<(i64, u16)>, place: &mut usize) {
        let Some((no, often)) = posting else { return };
        let Some(found) = self.lengths.place(no, *place) else { return };
        let part = scale.part(at, often, self.lengths.lengths[found].into());
        self.tallies[at].count(part);
        self.found += usize::from(self.scores[found] == 0.0);
        self.scores[found] += part;
        *place = found;
    }

    /// Score and passage of each document that has a term, by number: its best passage.
    fn best(&self) -> Vec<(f64, i64)> {
        let scored = self.scores.iter().copied().zip(self.lengths.numbers.iter().copied());
        of_documents(scored.filter(|(score, _)| *score > 0.0))
    }

    /// Adds to the scores of the most promising documents what the terms from `read` on add, counted in their texts.
    fn complete(
        &mut self,
        state: &Transaction<'_>,
        scale: &Scale,
        read: usize,
        best: &mut [(f64, i64)],
    ) -> Result<(), LibraryError> {
        let places: HashMap<&str, usize> =
            (read..scale.terms.len()).map(|at| (scale.terms[at].term.as_str(), at)).collect();
        let mut terms = Terms::new();
        for (score, no) in best {
            let mut counts = vec![0_u16; scale.terms.len()];
            let Some((title, text)) = text_of(state, *no)? else { continue };
            for (part, weight) in [(title, TITLE), (text, 1)] {
                terms.each(&part, |term| {
                    if let Some(at) = places.get(term) {
                        counts[*at] = counts[*at].saturating_add(weight);
                    }
                });
            }
            let length = self.lengths.place(*no, 0).map_or(0, |place| self.lengths.lengths[place].into());
            for (at, count) in counts.iter().enumerate().skip(read) {
                let part = scale.part(at, *count, length);
                self.tallies[at].count(part);
                *score += part;
            }
        }
        Ok(())
    }
}

/// The words of a document, read without the care that a text from outside takes.
#[derive(Deserialize)]
struct Words<'d> {
    #[serde(borrow)]
    meta: Titled<'d>,
    #[serde(borrow)]
    pages: Vec<Numbered<'d>>,
}

#[derive(Deserialize)]
struct Titled<'d> {
    #[serde(borrow, default)]
    title: Cow<'d, str>,
}

#[derive(Deserialize)]
struct Numbered<'d> {
    number: u32,
    #[serde(borrow)]
    text: Cow<'d, str>,
}

/// Title and text of a passage.
fn text_of(state: &Transaction<'_>, no: i64) -> Result<Option<(String, String)>, LibraryError> {
    let mut content = state.prepare_cached("SELECT content FROM document WHERE no = ?1")?;
    let content: Option<String> = content.query_row([document_no(no)], |row| row.get(0)).optional()?;
    // A damaged document is found by what the index says of it.
    let document = content.as_deref().and_then(|content| serde_json::from_str::<Words<'_>>(content).ok());
    let Some(Words { meta, pages }) = document else { return Ok(None) };
    let mut place = state.prepare_cached("SELECT page, first, last FROM passage WHERE no = ?1")?;
    let Some(passage) = place.query_row([no], |row| passage(row, 0)).optional()? else { return Ok(None) };
    let page = pages.iter().find(|page| page.number == passage.page);
    let text = page.and_then(|page| page.text.get(passage.start..passage.end));
    Ok(Some((meta.title.into_owned(), text.unwrap_or_default().to_owned())))
}

/// The passage whose page, start and end are in the columns from `first` on.
fn passage(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Passage> {
    let offset = |column| row.get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
    Ok(Passage { page: row.get(first)?, start: offset(first + 1)?, end: offset(first + 2)? })
}

impl Sqlite {
    /// The `k` best documents for `query`. A document scores as its best passage.
    ///
    /// As long as the terms have no more than 200,000 postings all are read. Otherwise those of the rarest terms are, until
    /// the next has too many; then the terms that were not read are counted in the texts of the best.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError> {
        self.keyword_within(query, k, POSTINGS)
    }

    /// The same with at most `postings` read, but for a query that has found fewer than `k` documents by then.
    pub(super) fn keyword_within(
        &self,
        query: &KeywordQuery,
        k: usize,
        postings: i64,
    ) -> Result<Ranking, LibraryError> {
        if query.is_empty() || k == 0 {
            return Ok(Ranking::default());
        }
        self.read(|state| {
            let lengths = self.lengths(state)?;
            let passages = i64::try_from(lengths.numbers.len()).unwrap_or(i64::MAX);
            let scale = Scale::new(known(state, query)?, passages, lengths.tokens);
            let scores = vec![0.0; lengths.numbers.len()];
            let tallies = vec![Tally::default(); scale.terms.len()];
            let mut scores = Scores { lengths: &lengths, scores, found: 0, tallies };
            let (mut left, mut read) = (postings, 0);
            for (at, term) in scale.terms.iter().enumerate() {
                if term.passages > left && scores.found >= k {
                    break;
                }
                scores.read(state, &scale, at)?;
                left -= term.passages;
                read = at + 1;
            }
            let mut best = scores.best();
            if read == scale.terms.len() {
                return self.ranking(state, best, None, k);
            }
            keep_best_first(&mut best, k.saturating_mul(COMPLETED));
            let contenders = best.len().min(k.saturating_mul(COMPLETED));
            scores.complete(state, &scale, read, &mut best[..contenders])?;
            let documents = i64::try_from(self.stamp_of(state)?.documents).unwrap_or(i64::MAX);
            let spread = estimated(best.iter().map(|(score, _)| *score), &scores.tallies, &scale, documents);
            self.ranking(state, best, Some(spread), k)
        })
    }

    /// The lengths of the passages, read again when the library has changed.
    fn lengths(&self, state: &Transaction<'_>) -> Result<Arc<Lengths>, LibraryError> {
        let generation = generation(state)?;
        let mut cache = lock(&self.lengths);
        if let Some(kept) = cache.as_ref().filter(|kept| kept.generation == generation) {
            return Ok(Arc::clone(kept));
        }
        let lengths = Arc::new(Lengths::read(state, generation)?);
        *cache = Some(Arc::clone(&lengths));
        Ok(lengths)
    }

    /// The `k` best of `best`, score and passage of each document; equals by id.
    pub(super) fn ranking(
        &self,
        state: &Transaction<'_>,
        mut best: Vec<(f64, i64)>,
        spread: Option<Spread>,
        k: usize,
    ) -> Result<Ranking, LibraryError> {
        let documents = i64::try_from(self.stamp_of(state)?.documents).unwrap_or(i64::MAX);
        let spread = spread.unwrap_or_else(|| Spread::of(best.iter().map(|(score, _)| *score), documents));
        keep_best(&mut best, k);
        let mut query = state.prepare_cached(
            "SELECT d.id, p.page, p.first, p.last FROM document AS d JOIN passage AS p ON p.no = ?2 WHERE d.no = ?1",
        )?;
        let mut hits = Vec::with_capacity(best.len());
        for (score, no) in best {
            let hit = query.query_row([document_no(no), no], |row| {
                Ok(Hit { doc: row.get::<_, String>(0)?.as_str().into(), passage: passage(row, 1)?, score })
            })?;
            hits.push(hit);
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.doc.cmp(&b.doc)));
        hits.truncate(k);
        Ok(Ranking { hits, spread })
    }
}

/// The terms of the query that the library has, each with the number of its passages.
fn known(state: &Transaction<'_>, query: &KeywordQuery) -> Result<Vec<(i64, String)>, LibraryError> {
    let mut frequency = state.prepare_cached("SELECT doc FROM vocabulary WHERE term = ?1")?;
    let mut known = Vec::new();
    for term in &query.terms {
        if let Some(n) = frequency.query_row([term], |row| row.get(0)).optional()? {
            known.push((n, term.clone()));
        }
    }
    Ok(known)
}

/// Puts the `k` best in front.
fn keep_best_first(best: &mut [(f64, i64)], k: usize) {
    if best.len() > k {
        best.select_nth_unstable_by(k, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Document, Page, SourceMeta};

    /// Texts in which some words are rare, some frequent, and none in every fourth.
    fn library(documents: usize) -> Sqlite {
        let library = Sqlite::open_in_memory().unwrap();
        let document = |i: usize| {
            let rare = if i.is_multiple_of(150) { "quercetin sirtuin" } else { "" };
            let common = ["yeast", "mouse", "human", "rabbit", "zebrafish"][i % 5];
            let text = format!("{rare} {common} {} {}", "cell ".repeat(i % 4), "dose ".repeat((i * 7 % 23).min(3)));
            let meta = SourceMeta { title: format!("Title {i} of {common}s").into(), ..SourceMeta::default() };
            Document::new(meta, vec![Page { number: 1, text: text.into() }])
        };
        library.add((0..documents).map(document), |_| {}).unwrap();
        library
    }

    #[test]
    fn scores_are_those_of_the_index() {
        let library = library(1500);
        for (query, terms) in [
            ("quercetin in yeast", "\"quercetin\" OR \"yeast\""),
            ("title 1350 quercetin", "\"1350\" OR \"quercetin\""),
        ] {
            let ranking = library.keyword(&KeywordQuery::new(query), 20).unwrap();
            let expected: Vec<f64> = library
                .read(|state| {
                    let sql = "SELECT -bm25(terms, 2.0, 1.0) AS score FROM terms WHERE terms MATCH ?1 ORDER BY 1 DESC LIMIT 20";
                    let mut query = state.prepare(sql)?;
                    Ok(query.query_map([terms], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
                })
                .unwrap();
            assert_eq!(ranking.hits.iter().map(|hit| hit.score).collect::<Vec<_>>(), expected, "{query}");
        }
    }

    #[test]
    fn rarest_words_first_finds_the_same_best_documents() {
        let library = library(1500);
        for text in ["quercetin sirtuins in yeast", "quercetin yeast mouse dose cell", "title 1350 quercetin"] {
            let query = KeywordQuery::new(text);
            let exact = library.keyword(&query, 10).unwrap();
            let few = library.keyword_within(&query, 10, 100).unwrap();
            assert_eq!(exact.hits, few.hits, "{text}");
            let near = |a: f64, b: f64| (a - b).abs() < 0.3 * a;
            assert!(near(exact.spread.mean, few.spread.mean), "{exact:?} {few:?}");
            assert!(near(exact.spread.deviation, few.spread.deviation), "{exact:?} {few:?}");
        }
        // A frequent word alone is still found.
        assert_eq!(library.keyword_within(&KeywordQuery::new("yeast"), 5, 10).unwrap().hits.len(), 5);
    }

    #[test]
    fn a_length_is_read_as_the_index_writes_it() {
        assert_eq!(sizes(&[5, 0x81, 0x00]), 5 + 128);
        assert_eq!(sizes(&[]), 0);
    }
}
