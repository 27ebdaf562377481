//! Search by words in a file: BM25 over the postings of the index.

use std::sync::Arc;

use rusqlite::Transaction;

use super::{
    Hit, KeywordQuery, LibraryError, Ranking, Spread, Sqlite,
    bm25::{Scale, keep_best},
    cache::Lengths,
    index::{Index, Posting},
    passages::{document_no, nth_of},
    read::generation,
    records::has_table,
    search::of_documents,
    store::lock,
    write::passage,
};

impl Lengths {
    fn read(state: &Transaction<'_>, generation: u64) -> Result<Self, LibraryError> {
        let (mut numbers, mut lengths, mut tokens) = (Vec::new(), Vec::new(), 0);
        let mut query = state.prepare("SELECT no, length FROM passage ORDER BY no")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let length: u32 = row.get(1)?;
            numbers.push(row.get(0)?);
            lengths.push(length);
            tokens += i64::from(length);
        }
        let longest = lengths.iter().copied().max().unwrap_or(0);
        Ok(Self { generation, first: first_passages(&numbers), numbers, lengths, tokens, longest })
    }

    /// The place of passage `no`.
    fn place(&self, no: i64) -> Option<usize> {
        if self.first.is_empty() {
            return self.numbers.binary_search(&no).ok();
        }
        let document = usize::try_from(document_no(no)).ok()?;
        let [first, end] = *self.first.get(document..document + 2)? else { return None };
        let place = first as usize + usize::try_from(nth_of(no)).ok()?;
        (place < end as usize).then_some(place)
    }
}

/// Where the first passage of each document is among `numbers`.
fn first_passages(numbers: &[i64]) -> Vec<u32> {
    /// How many times as many numbers as passages a table may have.
    const SPARE: usize = 4;
    let last = numbers.last().map_or(0, |no| document_no(*no));
    // The passages of a document are numbered from 0.
    let is_whole = |pair: &[i64]| nth_of(pair[1]) == 0 || pair[1] == pair[0] + 1;
    let is_regular = numbers.first().is_none_or(|no| *no >= 0 && nth_of(*no) == 0) && numbers.windows(2).all(is_whole);
    let Some(documents) = usize::try_from(last).ok().filter(|last| last / SPARE <= numbers.len()) else {
        return Vec::new();
    };
    if !is_regular || u32::try_from(numbers.len()).is_err() {
        return Vec::new();
    }
    let mut first = Vec::with_capacity(documents + 2);
    for (place, no) in (0..).zip(numbers) {
        while first.len() <= usize::try_from(document_no(*no)).unwrap_or(0) {
            first.push(place);
        }
    }
    first.resize(documents + 2, u32::try_from(numbers.len()).unwrap_or(u32::MAX));
    first
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
            if !has_table(state, "posting")? {
                return Err(LibraryError::Outdated);
            }
            let lengths = self.lengths(state)?;
            let index = Index::open(state)?;
            let passages = i64::try_from(lengths.numbers.len()).unwrap_or(i64::MAX);
            let scale = Scale::new(known(&index, query)?, passages, lengths.tokens);
            let damping: Vec<f64> = (0..=lengths.longest).map(|length| scale.damping(length.into())).collect();
            let mut scores = vec![0.0; lengths.numbers.len()];
            let mut postings = Vec::new();
            for (at, term) in scale.terms.iter().enumerate() {
                index.read(&term.term, &mut postings)?;
                for Posting { no, often } in &postings {
                    if let Some(place) = lengths.place(*no) {
                        scores[place] += scale.damped(at, *often, damping[lengths.lengths[place] as usize]);
                    }
                }
            }
            let scored = scores.into_iter().zip(lengths.numbers.iter().copied());
            self.ranking(state, of_documents(scored.filter(|(score, _)| *score > 0.0)), k)
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
        k: usize,
    ) -> Result<Ranking, LibraryError> {
        let documents = i64::try_from(self.stamp_of(state)?.1).unwrap_or(i64::MAX);
        let spread = Spread::of(best.iter().map(|(score, _)| *score), documents);
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
fn known(index: &Index<'_>, query: &KeywordQuery) -> Result<Vec<(i64, String)>, LibraryError> {
    let mut known = Vec::new();
    for term in &query.terms {
        let passages = index.passages(term)?;
        if passages > 0 {
            known.push((passages, term.clone()));
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::{
        domain::{Document, Page, SourceMeta},
        library::terms::Terms,
    };

    use super::*;

    /// Texts in which some words are rare, some frequent, and none in every fourth.
    fn document(i: usize) -> Document {
        let rare = if i.is_multiple_of(150) { "quercetin sirtuin" } else { "" };
        let common = ["yeast", "mouse", "human", "rabbit", "zebrafish"][i % 5];
        let text = format!("{rare} {common} {} {}", "cell ".repeat(i % 4), "dose ".repeat((i * 7 % 23).min(3)));
        let meta = SourceMeta { title: format!("Title {i} of {common}s").into(), ..SourceMeta::default() };
        Document::new(meta, vec![Page { number: 1, text: text.into() }])
    }

    #[test]
    fn a_passage_has_its_place_however_many_documents_went() {
        let passages: Vec<i64> = [3, 4, 7].iter().flat_map(|document| [document << 20, (document << 20) + 1]).collect();
        for numbers in [passages.clone(), vec![(900 << 20), (900 << 20) + 1], vec![(2 << 20) + 1], Vec::new()] {
            let lengths = Lengths {
                generation: 0,
                lengths: vec![1; numbers.len()],
                first: first_passages(&numbers),
                tokens: 0,
                longest: 1,
                numbers: numbers.clone(),
            };
            for no in
                passages.iter().chain(&numbers).copied().chain([0, 1, 5 << 20, (7 << 20) + 2, 8 << 20, i64::MAX, -1])
            {
                let place = numbers.iter().position(|other| *other == no);
                assert_eq!(lengths.place(no), place, "{no} of {numbers:?}");
            }
        }
    }

    /// Scores by the formula, straight from the texts.
    #[test]
    fn scores_are_those_of_the_texts() {
        let documents: Vec<Document> = (0..1500).map(document).collect();
        let library = Sqlite::open_in_memory().unwrap();
        library.add(documents.clone(), |_| {}).unwrap();
        let mut terms = Terms::new();
        let counts: Vec<_> =
            documents.iter().map(|document| terms.count(&document.meta.title, &document.pages[0].text)).collect();
        let tokens = counts.iter().map(|counts| i64::from(counts.length)).sum();
        let often: Vec<HashMap<&str, u16>> = counts.iter().map(|counts| counts.iter().collect()).collect();
        for text in ["quercetin in yeast", "title 1350 quercetin", "quercetin sirtuins cell dose"] {
            let query = KeywordQuery::new(text);
            let having = |term: &String| often.iter().filter(|often| often.contains_key(term.as_str())).count();
            let known = query.terms.iter().map(|term| (having(term) as i64, term.clone()));
            let scale = Scale::new(known.filter(|(passages, _)| *passages > 0).collect(), 1500, tokens);
            let part = |at: usize, of: usize| {
                let often = often[of].get(scale.terms[at].term.as_str()).copied().unwrap_or(0);
                scale.part(at, often, i64::from(counts[of].length))
            };
            let scores = (0..1500).map(|of| (0..scale.terms.len()).fold(0.0, |sum, at| sum + part(at, of)));
            let mut expected: Vec<(f64, &Document)> =
                scores.zip(&documents).filter(|(score, _)| *score > 0.0).collect();
            expected.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
            let found = library.keyword(&query, 20).unwrap().hits;
            let found: Vec<_> = found.iter().map(|hit| (hit.score, &hit.doc)).collect();
            let expected: Vec<_> = expected.iter().take(20).map(|(score, document)| (*score, &document.id)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
