//! Search by words: the server finds passages by its index, and they are scored here by the same BM25 as in SQLite.

use std::collections::{HashMap, HashSet};

use crate::{
    domain::Passage,
    library::{
        Hit, KeywordQuery, LibraryError, Ranking, Spread,
        search::{FREQUENT, MANY, MOST_TERMS},
        store::document_no,
    },
};

use super::{pool::Session, terms::Raw};

/// BM25's parameters, as SQLite's FTS5 has them.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What a term counts at least, however common it is: FTS5's figure.
const LEAST: f64 = 1e-6;

/// What scores are made of.
struct Scale {
    /// The terms that are searched for, the rarest first, each with the number of its passages and its weight.
    terms: Vec<(String, i64, f64)>,
    /// How long a passage is in the mean, in words that are no stop words.
    mean_length: f64,
}

impl Scale {
    fn of(known: Vec<(i64, String)>, passages: i64, tokens: i64) -> Self {
        let weight = |df: i64| {
            let idf = ((passages as f64 - df as f64 + 0.5) / (df as f64 + 0.5)).ln();
            if idf <= 0.0 { LEAST } else { idf }
        };
        let terms = known.into_iter().map(|(df, term)| (term, df, weight(df))).collect();
        Self { terms, mean_length: tokens as f64 / passages.max(1) as f64 }
    }

    /// What each term adds to the score of a passage, in the order in which FTS5 sums them.
    fn parts(&self, counts: &[u16], length: i64) -> impl Iterator<Item = f64> {
        let damping = K1 * (1.0 - B + B * length as f64 / self.mean_length);
        self.terms.iter().zip(counts).map(move |((_, _, weight), often)| {
            let often = f64::from(*often);
            weight * ((often * (K1 + 1.0)) / (often + damping))
        })
    }

    /// What a passage scores at most that has none of the first `known` terms.
    fn most_without(&self, known: usize) -> f64 {
        self.terms[known..].iter().map(|(_, _, weight)| weight * (K1 + 1.0)).sum()
    }
}

/// What the passages read so far score.
#[derive(Default)]
struct Seen {
    passages: HashSet<i64>,
    /// Score and number of the best passage of each document.
    best: HashMap<i64, (f64, i64)>,
    /// Of each term: in how many of the passages it stands, what it adds to them in sum.
    of_terms: Vec<(i64, f64)>,
}

impl Seen {
    fn read(&mut self, session: &mut Session<'_>, scale: &Scale, query: &str, most: i64) -> Result<(), LibraryError> {
        self.of_terms.resize(scale.terms.len(), (0, 0.0));
        let rows = session.rows(
            "SELECT no, tokens, terms FROM passage WHERE terms @@ $1::text::tsquery LIMIT $2",
            &[&query, &most],
        )?;
        let places: HashMap<&[u8], usize> =
            scale.terms.iter().enumerate().map(|(at, (term, ..))| (term.as_bytes(), at)).collect();
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
            for (part, (count, sum)) in scale.parts(&counts, length).zip(&mut self.of_terms) {
                score += part;
                if part > 0.0 {
                    *count += 1;
                    *sum += part;
                }
            }
            let entry = self.best.entry(document_no(no)).or_insert((score, no));
            if (score, -no) > (entry.0, -entry.1) {
                *entry = (score, no);
            }
        }
        Ok(())
    }

    /// The score of the `k`-th document; 0 when there are fewer.
    fn nth(&self, k: usize) -> f64 {
        let mut scores: Vec<f64> = self.best.values().map(|(score, _)| *score).collect();
        if scores.len() < k {
            return 0.0;
        }
        *scores.select_nth_unstable_by(k - 1, |a, b| b.total_cmp(a)).1
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
    let scale = Scale::of(telling(session, query, passages)?, passages, tokens);
    let quoted: Vec<String> = scale.terms.iter().map(|(term, ..)| format!("'{term}'")).collect();
    let mut seen = Seen::default();
    if quoted.is_empty() {
        return Ok(Ranking::default());
    }
    if scale.terms.iter().map(|(_, df, _)| df).sum::<i64>() <= most {
        seen.read(session, &scale, &quoted.join("|"), most)?;
        let best = seen.best.into_values().collect();
        return ranked(session, best, documents, None, k);
    }
    let mut left = most;
    for (at, (term, (_, df, _))) in quoted.iter().zip(&scale.terms).enumerate() {
        let tier = match at {
            0 => term.clone(),
            // No other passage can be among the best, or there are too many to read.
            _ if seen.nth(k) >= scale.most_without(at) || *df > left => break,
            _ => format!("{term}&!({})", quoted[..at].join("|")),
        };
        seen.read(session, &scale, &tier, left)?;
        left -= df;
    }
    let spread = estimated(&seen, &scale, documents);
    let best = seen.best.into_values().collect();
    ranked(session, best, documents, Some(spread), k)
}

/// The terms of the query that the library knows, the rarest first, without those that tell least.
fn telling(session: &mut Session<'_>, query: &KeywordQuery, passages: i64) -> Result<Vec<(i64, String)>, LibraryError> {
    let words: Vec<&str> = query.terms.iter().map(String::as_str).collect();
    let rows = session.rows("SELECT df, word FROM word WHERE word = ANY($1)", &[&words])?;
    let mut known = Vec::new();
    for row in rows {
        known.push((row.try_get::<_, i64>(0)?, row.try_get::<_, String>(1)?));
    }
    known.sort_unstable();
    known.truncate(MOST_TERMS);
    if passages >= MANY {
        // The rarest term stays, however frequent.
        let telling = known.iter().filter(|(df, _)| df * FREQUENT < passages).count();
        known.truncate(telling.max(1));
    }
    Ok(known)
}

/// How the scores of all documents are spread, where not all were read: of a term's other passages each is taken to
/// gain by it what those read gain in the mean.
fn estimated(seen: &Seen, scale: &Scale, documents: i64) -> Spread {
    let read = seen.best.values().map(|(score, _)| *score);
    let (mut sum, mut squares) = read.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    for ((count, gained), (_, df, weight)) in seen.of_terms.iter().zip(&scale.terms) {
        let each = if *count > 0 { gained / *count as f64 } else { *weight };
        let others = (df - count).max(0) as f64;
        sum += others * each;
        squares += others * each * each;
    }
    let mean = sum / documents.max(1) as f64;
    Spread { mean, deviation: (squares / documents.max(1) as f64 - mean * mean).max(0.0).sqrt() }
}

/// The `k` best of `best`, score and passage of each document; equals by id.
pub(super) fn ranked(
    session: &mut Session<'_>,
    mut best: Vec<(f64, i64)>,
    documents: i64,
    spread: Option<Spread>,
    k: usize,
) -> Result<Ranking, LibraryError> {
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Summed in order, so that it comes out the same to the last bit.
    let spread = spread.unwrap_or_else(|| Spread::of(best.iter().map(|(score, _)| *score), documents));
    // All that score as the last one stay until their ids decide.
    if let Some(&(last, _)) = k.checked_sub(1).and_then(|last| best.get(last)) {
        best.retain(|(score, _)| *score >= last);
    }
    let scores: HashMap<i64, f64> = best.iter().map(|(score, no)| (*no, *score)).collect();
    let numbers: Vec<i64> = best.iter().map(|(_, no)| *no).collect();
    let rows = session.rows(
        "SELECT p.no, d.id, p.page, p.first, p.last FROM passage AS p JOIN document AS d ON d.no = p.no >> 20
         WHERE p.no = ANY($1)",
        &[&numbers],
    )?;
    let mut hits = Vec::with_capacity(rows.len());
    for row in rows {
        let offset = |column| row.try_get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
        let page = u32::try_from(row.try_get::<_, i64>(2)?).unwrap_or(0);
        let passage = Passage { page, start: offset(3)?, end: offset(4)? };
        let score = scores.get(&row.try_get(0)?).copied().unwrap_or_default();
        hits.push(Hit { doc: row.try_get::<_, &str>(1)?.into(), passage, score });
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.doc.cmp(&b.doc)));
    hits.truncate(k);
    Ok(Ranking { hits, spread })
}
