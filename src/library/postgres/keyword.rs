//! Search by words: the server finds passages by its index, and they are scored here by the same BM25 as in SQLite.

use std::collections::{HashMap, HashSet};

use crate::library::{
    Hit, KeywordQuery, LibraryError, Ranking, Spread,
    bm25::{Scale, Tally, estimated, keep_best, nth},
    passages::document_no,
};

use super::{pool::Session, read::passage, terms::Raw};

/// What the passages read so far score.
#[derive(Default)]
struct Seen {
    passages: HashSet<i64>,
    /// Score and number of the best passage of each document.
    best: HashMap<i64, (f64, i64)>,
    tallies: Vec<Tally>,
}

impl Seen {
    fn read(&mut self, session: &mut Session<'_>, scale: &Scale, query: &str, most: i64) -> Result<(), LibraryError> {
        self.tallies.resize(scale.terms.len(), Tally::default());
        let rows = session.rows(
            "SELECT no, tokens, terms FROM passage WHERE terms @@ $1::text::tsquery LIMIT $2",
            &[&query, &most],
        )?;
        let places: HashMap<&[u8], usize> =
            scale.terms.iter().enumerate().map(|(at, weighted)| (weighted.term.as_bytes(), at)).collect();
        let mut counts = vec![0; scale.terms.len()];
        for row in rows {
            let (no, length, Raw(terms)) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if !self.passages.insert(no) {
                continue;
            }
            counts.fill(0);
            for (term, often) in terms {
                if let Some(at) = places.get(term) {
                    counts[*at] = often;
                }
            }
            let mut score = 0.0;
            for (at, often) in counts.iter().enumerate() {
                let part = scale.part(at, *often, length);
                self.tallies[at].count(part);
                score += part;
            }
            let entry = self.best.entry(document_no(no)).or_insert((score, no));
            if (score, -no) > (entry.0, -entry.1) {
                *entry = (score, no);
            }
        }
        Ok(())
    }
}

/// The `k` best documents for `query`.
///
/// All passages with any term are scored as long as there are no more than `most`. Otherwise those with the rarest term
/// are, then those with the next rarest, and so on, until no other passage can be among the best, or so many have the
/// next term that more than `most` would be read.
pub(super) fn search(
    session: &mut Session<'_>,
    query: &KeywordQuery,
    k: usize,
    most: i64,
) -> Result<Ranking, LibraryError> {
    if query.is_empty() || k == 0 {
        return Ok(Ranking::default());
    }
    let Some(row) = session.row("SELECT documents, passages, tokens FROM library", &[])? else {
        return Ok(Ranking::default());
    };
    let (documents, passages, tokens): (i64, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let scale = Scale::new(known(session, query)?, passages, tokens);
    let quoted: Vec<String> = scale.terms.iter().map(|weighted| format!("'{}'", weighted.term)).collect();
    let mut seen = Seen::default();
    if quoted.is_empty() {
        return Ok(Ranking::default());
    }
    if scale.postings() <= most {
        seen.read(session, &scale, &quoted.join("|"), most)?;
        let best = seen.best.into_values().collect();
        return ranked(session, best, documents, None, k);
    }
    let mut left = most;
    for (at, (term, weighted)) in quoted.iter().zip(&scale.terms).enumerate() {
        let kth = || nth(seen.best.values().map(|(score, _)| *score).collect(), k);
        let tier = match at {
            0 => term.clone(),
            // No other passage can be among the best, or there are too many to read.
            _ if weighted.passages > left || kth() >= scale.most_without(at) => break,
            _ => format!("{term}&!({})", quoted[..at].join("|")),
        };
        seen.read(session, &scale, &tier, left)?;
        left -= weighted.passages;
    }
    let spread = estimated(seen.best.values().map(|(score, _)| *score), &seen.tallies, &scale, documents);
    let best = seen.best.into_values().collect();
    ranked(session, best, documents, Some(spread), k)
}

/// The terms of the query that the library has, each with the number of its passages.
fn known(session: &mut Session<'_>, query: &KeywordQuery) -> Result<Vec<(i64, String)>, LibraryError> {
    let words: Vec<&str> = query.terms.iter().map(String::as_str).collect();
    let rows = session.rows("SELECT df, word FROM word WHERE word = ANY($1)", &[&words])?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

/// The `k` best of `best`, score and passage of each document; equals by id.
pub(super) fn ranked(
    session: &mut Session<'_>,
    mut best: Vec<(f64, i64)>,
    documents: i64,
    spread: Option<Spread>,
    k: usize,
) -> Result<Ranking, LibraryError> {
    let spread = spread.unwrap_or_else(|| Spread::of(best.iter().map(|(score, _)| *score), documents));
    keep_best(&mut best, k);
    let scores: HashMap<i64, f64> = best.iter().map(|(score, no)| (*no, *score)).collect();
    let numbers: Vec<i64> = best.iter().map(|(_, no)| *no).collect();
    let rows = session.rows(
        "SELECT p.no, d.id, p.page, p.first, p.last FROM passage AS p JOIN document AS d ON d.no = p.no >> 20
         WHERE p.no = ANY($1)",
        &[&numbers],
    )?;
    let mut hits = Vec::with_capacity(rows.len());
    for row in rows {
        let passage = passage(&row, 2)?;
        let score = scores.get(&row.try_get(0)?).copied().unwrap_or_default();
        hits.push(Hit { doc: row.try_get::<_, &str>(1)?.into(), passage, score });
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.doc.cmp(&b.doc)));
    hits.truncate(k);
    Ok(Ranking { hits, spread })
}
