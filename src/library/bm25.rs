//! BM25 with the parameters of SQLite's FTS5, and which terms of a query are searched for, in which order. A library in
//! a file and one on a server score by it (`docs/rules.md#search`).

#[cfg(feature = "postgres")]
use super::search::Spread;

/// The parameters, as FTS5 has them.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The weight of a term at least, however common it is: FTS5's figure.
const LEAST: f64 = 1e-6;

/// A longer query is cut to its rarest terms, since the others cost most and contribute least.
const MOST_TERMS: usize = 32;

/// From this many passages on, terms that one in [`FREQUENT`] has are left out: they take most of the time, and without
/// them nDCG@10 on SciFact's training claims is .704 instead of .701. A small library is searched with all.
const MANY: i64 = 1000;

/// See [`MANY`].
const FREQUENT: i64 = 4;

/// What scores are made of.
pub(super) struct Scale {
    /// The terms that are searched for, the rarest first.
    pub(super) terms: Vec<Weighted>,
    /// The mean length of a passage, in words that are not stop words.
    mean_length: f64,
}

/// A term of a query.
pub(super) struct Weighted {
    pub(super) term: String,
    /// How many passages have it.
    #[cfg(feature = "postgres")]
    pub(super) passages: i64,
    weight: f64,
}

impl Scale {
    /// Of the terms of a query that a library knows, each with the number of its passages. The library has `passages`
    /// passages with `tokens` words together.
    pub(super) fn new(mut known: Vec<(i64, String)>, passages: i64, tokens: i64) -> Self {
        known.sort_unstable();
        known.truncate(MOST_TERMS);
        if passages >= MANY {
            // The rarest term stays, however frequent.
            let informative = known.iter().filter(|(n, _)| n * FREQUENT < passages).count();
            known.truncate(informative.max(1));
        }
        let weighted = |(n, term): (i64, String)| {
            let idf = ((passages as f64 - n as f64 + 0.5) / (n as f64 + 0.5)).ln();
            Weighted {
                term,
                #[cfg(feature = "postgres")]
                passages: n,
                weight: if idf <= 0.0 { LEAST } else { idf },
            }
        };
        let terms = known.into_iter().map(weighted).collect();
        Self { terms, mean_length: tokens as f64 / passages.max(1) as f64 }
    }

    /// What the term at `at` adds to the score of a passage of `length` words that has it `often` times. Summed from the
    /// rarest term on, as FTS5 does, equal scores are equal to the last bit.
    #[cfg(any(test, feature = "postgres"))]
    pub(super) fn part(&self, at: usize, often: u16, length: i64) -> f64 {
        self.damped(at, often, self.damping(length))
    }

    /// How much the length of a passage takes from the score of each term.
    pub(super) fn damping(&self, length: i64) -> f64 {
        K1 * (1.0 - B + B * length as f64 / self.mean_length)
    }

    /// What the term at `at` adds to the score of a passage with this damping that has it `often` times.
    pub(super) fn damped(&self, at: usize, often: u16, damping: f64) -> f64 {
        let often = f64::from(often);
        self.terms[at].weight * ((often * (K1 + 1.0)) / (often + damping))
    }

    /// The highest score of a passage that has none of the first `read` terms.
    #[cfg(feature = "postgres")]
    pub(super) fn most_without(&self, read: usize) -> f64 {
        self.terms[read..].iter().map(|term| term.weight * (K1 + 1.0)).sum()
    }

    /// The number of passages that the terms have together, a passage counted for each of them.
    #[cfg(feature = "postgres")]
    pub(super) fn postings(&self) -> i64 {
        self.terms.iter().map(|term| term.passages).sum()
    }
}

/// The passages read for one term.
#[cfg(feature = "postgres")]
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// How many have it.
    pub(super) passages: i64,
    /// What it adds to their scores in sum.
    pub(super) gained: f64,
}

#[cfg(feature = "postgres")]
impl Tally {
    pub(super) fn count(&mut self, part: f64) {
        if part > 0.0 {
            self.passages += 1;
            self.gained += part;
        }
    }
}

/// The spread of the scores of all documents, where a server did not read all: each of a term's other passages is taken to gain
/// by it the mean of those that were read.
#[cfg(feature = "postgres")]
pub(super) fn estimated(read: impl Iterator<Item = f64>, tallies: &[Tally], scale: &Scale, documents: i64) -> Spread {
    let (mut sum, mut squares) = read.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    for (tally, term) in tallies.iter().zip(&scale.terms) {
        let each = if tally.passages > 0 { tally.gained / tally.passages as f64 } else { term.weight };
        let others = (term.passages - tally.passages).max(0) as f64;
        sum += others * each;
        squares += others * each * each;
    }
    let mean = sum / documents.max(1) as f64;
    Spread { mean, deviation: (squares / documents.max(1) as f64 - mean * mean).max(0.0).sqrt() }
}

/// The score of the `k`-th best; 0 when there are fewer.
#[cfg(feature = "postgres")]
pub(super) fn nth(mut scores: Vec<f64>, k: usize) -> f64 {
    if scores.len() < k {
        return 0.0;
    }
    *scores.select_nth_unstable_by(k - 1, |a, b| b.total_cmp(a)).1
}

/// Keeps the `k` best of `best`, score and passage of each document, and those that score as the last of them: their
/// ids decide.
pub(super) fn keep_best(best: &mut Vec<(f64, i64)>, k: usize) {
    if best.len() > k {
        let (_, &mut (last, _), _) = best.select_nth_unstable_by(k - 1, |a, b| b.0.total_cmp(&a.0));
        best.retain(|(score, _)| *score >= last);
    }
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
}
