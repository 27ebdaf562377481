//! Vectors of passages, by the model that made them, and the search over them:
//! an exact scan in memory.

use std::{sync::Arc, thread};

use rusqlite::{Transaction, params};

use crate::domain::Document;

use super::{
    LibraryError, Ranking, Sqlite, cache::Loaded, passages::document_no, read::generation, search::of_documents,
    store::lock,
};

/// How many passages are handed out, and written, at once.
const BATCH: usize = 1000;

/// From this many vectors on they are shared out among the processors.
const MANY: usize = 50_000;

/// A passage that a model has made no vector of yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unembedded {
    /// The passage's number in the library.
    pub no: i64,
    /// Title and text.
    pub text: String,
}

impl Loaded {
    fn is_of(&self, model: &str, generation: u64) -> bool {
        (self.model.as_str(), self.generation) == (model, generation)
    }

    /// The cosine of each vector with the nearest of `queries`.
    fn scores(&self, queries: &[(f32, Vec<i8>)]) -> Vec<f64> {
        let mut scores = vec![f64::NEG_INFINITY; self.numbers.len()];
        let parts = if scores.len() < MANY { 1 } else { crate::processors() };
        let part = scores.len().div_ceil(parts).max(1);
        thread::scope(|threads| {
            for (nth, scores) in scores.chunks_mut(part).enumerate() {
                let mut compare = move || self.compare(queries, nth * part, scores);
                if parts == 1 {
                    compare();
                } else {
                    threads.spawn(compare);
                }
            }
        });
        scores
    }

    /// Raises `scores`, of the vectors from `first` on, to the cosine with each query.
    fn compare(&self, queries: &[(f32, Vec<i8>)], first: usize, scores: &mut [f64]) {
        for (scale, query) in queries {
            let rows = self.rows[first * self.width..].chunks_exact(self.width);
            for ((best, own), row) in scores.iter_mut().zip(&self.scales[first..]).zip(rows) {
                let dot: i32 = row.iter().zip(query).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
                *best = best.max(f64::from(own * scale) * f64::from(dot));
            }
        }
    }
}

impl Sqlite {
    /// How many passages `model` has made no vector of.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn without_vector(&self, model: &str) -> Result<u64, LibraryError> {
        let kept = lock(&self.vectors.0).clone();
        self.read(|state| match kept {
            // What is complete stays so until the library changes, and counting takes its time.
            Some(kept) if kept.missing == 0 && kept.is_of(model, generation(state)?) => Ok(0),
            _ => Ok(missing(state, model)?.max(0).unsigned_abs()),
        })
    }

    /// Has vectors made of all passages that `model` has made none of; `embed`
    /// makes them, `progress` hears how many are done. Says how many were made.
    ///
    /// # Errors
    /// When the library cannot be read or written; what was made before that stays.
    pub fn embed(
        &self,
        model: &str,
        embed: impl Fn(&str) -> Vec<f32>,
        mut progress: impl FnMut(u64),
    ) -> Result<u64, LibraryError> {
        let _alone = lock(&self.embedding);
        let (mut made, mut after) = (0, 0);
        loop {
            let batch = self.unembedded_after(model, after, BATCH)?;
            let Some(last) = batch.last() else {
                if after == 0 {
                    return Ok(made);
                }
                // Once more from the beginning: a document may have been replaced meanwhile.
                after = 0;
                continue;
            };
            after = last.no;
            let vectors: Vec<_> = batch.into_iter().map(|passage| (passage.no, embed(&passage.text))).collect();
            self.keep_vectors(model, &vectors)?;
            made += vectors.len() as u64;
            progress(made);
        }
    }

    /// Keeps vectors that `model` made of passages; of one that has gone meanwhile it is forgotten.
    ///
    /// # Errors
    /// When the library cannot be written.
    pub fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<f32>)]) -> Result<(), LibraryError> {
        self.write(|transaction| {
            let mut put = transaction.prepare(
                "INSERT OR REPLACE INTO vector (model, no, scale, row) SELECT ?1, no, ?3, ?4 FROM passage WHERE no = ?2",
            )?;
            for (no, vector) in vectors {
                let (scale, row) = small(vector);
                let row: Vec<u8> = row.into_iter().map(i8::cast_unsigned).collect();
                put.execute(params![model, no, f64::from(scale), row])?;
            }
            Ok((false, ()))
        })
    }

    /// The first `count` passages that `model` has made no vector of.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn unembedded(&self, model: &str, count: usize) -> Result<Vec<Unembedded>, LibraryError> {
        self.unembedded_after(model, 0, count)
    }

    /// As [`Self::unembedded`], of those behind a number: looking through all that are done takes longer and longer.
    fn unembedded_after(&self, model: &str, after: i64, count: usize) -> Result<Vec<Unembedded>, LibraryError> {
        self.read(|state| {
            let mut passages = state.prepare(
                "SELECT p.no, p.page, p.first, p.last FROM passage AS p
                 WHERE p.no > ?3 AND NOT EXISTS (SELECT 1 FROM vector AS v WHERE v.model = ?1 AND v.no = p.no)
                 ORDER BY p.no LIMIT ?2",
            )?;
            let mut contents = state.prepare("SELECT content FROM document WHERE no = ?1")?;
            let mut rows = passages.query(params![model, i64::try_from(count).unwrap_or(i64::MAX), after])?;
            let mut known: Option<(i64, Option<Document>)> = None;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (no, page): (i64, u32) = (row.get(0)?, row.get(1)?);
                let offset = |column| row.get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
                let range = offset(2)?..offset(3)?;
                let whose = document_no(no);
                if known.as_ref().is_none_or(|(other, _)| *other != whose) {
                    let content: String = contents.query_row([whose], |row| row.get(0))?;
                    // A damaged one is found by its title alone, that is not at all.
                    known = Some((whose, serde_json::from_str(&content).ok()));
                }
                let document = known.as_ref().and_then(|(_, document)| document.as_ref());
                let text = document.map_or_else(String::new, |document| {
                    let text = document.page(page).and_then(|page| page.text.get(range)).unwrap_or_default();
                    format!("{} {text}", document.meta.title)
                });
                found.push(Unembedded { no, text });
            }
            Ok(found)
        })
    }

    /// The `k` documents of which a passage is nearest to any of `queries`,
    /// vectors of `model`; scores are cosines.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn semantic(&self, model: &str, queries: &[Vec<f32>], k: usize) -> Result<Ranking, LibraryError> {
        if k == 0 {
            return Ok(Ranking::default());
        }
        let loaded = self.vectors(model)?;
        let queries: Vec<(f32, Vec<i8>)> = (queries.iter())
            .filter(|query| query.len() == loaded.width && query.iter().any(|x| *x != 0.0))
            .map(|query| small(query))
            .collect();
        let scores = loaded.scores(&queries);
        let scored = scores.into_iter().zip(loaded.numbers.iter().copied()).filter(|(score, _)| score.is_finite());
        let best = of_documents(scored);
        self.read(|state| self.ranking(state, best, k))
    }

    /// The vectors of `model`, read again when the library has changed.
    fn vectors(&self, model: &str) -> Result<Arc<Loaded>, LibraryError> {
        let mut cache = lock(&self.vectors.0);
        let loaded = self.read(|state| {
            let generation = generation(state)?;
            let count = || -> rusqlite::Result<i64> {
                state.query_row("SELECT count(*) FROM vector WHERE model = ?1", [model], |row| row.get(0))
            };
            if let Some(kept) = cache.as_ref().filter(|kept| kept.is_of(model, generation))
                && (kept.missing == 0 || kept.count == count()?)
            {
                return Ok(Arc::clone(kept));
            }
            let mut loaded = Loaded {
                model: model.to_owned(),
                generation,
                count: 0,
                missing: 0,
                width: 0,
                numbers: Vec::new(),
                scales: Vec::new(),
                rows: Vec::new(),
            };
            let passages: i64 = state.query_row("SELECT count(*) FROM passage", [], |row| row.get(0))?;
            let mut query = state.prepare("SELECT no, scale, row FROM vector WHERE model = ?1 ORDER BY no")?;
            let mut rows = query.query([model])?;
            while let Some(row) = rows.next()? {
                loaded.count += 1;
                let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
                if loaded.width == 0 {
                    loaded.width = bytes.len();
                    let most = usize::try_from(passages).unwrap_or_default();
                    loaded.numbers.reserve_exact(most);
                    loaded.scales.reserve_exact(most);
                    loaded.rows.reserve_exact(most.saturating_mul(loaded.width));
                }
                if bytes.len() == loaded.width && !bytes.is_empty() {
                    loaded.numbers.push(row.get(0)?);
                    loaded.scales.push(row.get::<_, f64>(1)? as f32);
                    loaded.rows.extend(bytes.iter().map(|byte| byte.cast_signed()));
                }
            }
            loaded.missing = passages - loaded.count;
            Ok(Arc::new(loaded))
        })?;
        *cache = Some(Arc::clone(&loaded));
        Ok(loaded)
    }
}

/// How many passages `model` has made no vector of.
fn missing(state: &Transaction<'_>, model: &str) -> Result<i64, LibraryError> {
    let sql = "SELECT (SELECT count(*) FROM passage) - (SELECT count(*) FROM vector WHERE model = ?1)";
    Ok(state.query_row(sql, [model], |row| row.get(0))?)
}

/// A vector in eight bits a number, and what to multiply them by.
pub(super) fn small(vector: &[f32]) -> (f32, Vec<i8>) {
    let most = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let scale = if most > 0.0 { most / 127.0 } else { 1.0 };
    (scale, vector.iter().map(|x| (x / scale).round() as i8).collect())
}
