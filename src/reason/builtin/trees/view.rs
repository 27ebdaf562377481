//! A claim over an abstract: the features that the trees ask for, by one piece
//! of code for training and for use.

use std::{ops::Range, sync::Arc};

use super::{
    rarity::Rarity,
    relevance, stance,
    words::{Tone, Words},
};

/// How many sentences are looked at for the abstract's stance.
const TOP: usize = 3;
/// Features of the whole abstract, before those of its best sentence.
#[rustfmt::skip]
const WHOLE: [&str; 7] = [
    "best sentence", "second sentence", "third sentence", "all sentences", "lead of the best", "best coverage",
    "best letters",
];
/// How many features a sentence has.
pub(super) const SENTENCE: usize = relevance::NAMES.len();
/// How many an abstract has where it is asked whether it has evidence.
pub(super) const EVIDENCE: usize = WHOLE.len() + SENTENCE + stance::NAMES.len();
/// How many it has where it is asked which side it takes.
pub(super) const SIDE: usize = 2 * stance::NAMES.len() + WHOLE.len();

/// The names of all features, by which a model knows whether it is made for them.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    relevance::NAMES.into_iter().chain(stance::NAMES).chain(WHOLE)
}

/// A claim over an abstract or a passage of like length.
#[derive(Clone, Debug)]
pub struct View {
    claim: Arc<Claim>,
    title: Words,
    sentences: Vec<Seen>,
}

/// A claim taken apart.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    words: Words,
    tone: Tone,
}

impl Claim {
    pub fn of(statement: &str, rarity: &Rarity) -> Self {
        let words = Words::of(statement, rarity);
        Self { tone: words.tone(), words }
    }

    /// As it was given.
    pub fn text(&self) -> &str {
        &self.words.text
    }
}

#[derive(Clone, Debug)]
struct Seen {
    range: Range<usize>,
    words: Words,
    row: [f32; SENTENCE],
}

impl View {
    /// Takes both apart.
    #[must_use]
    pub fn of(statement: &str, title: &str, text: &str, rarity: &Rarity) -> Self {
        Self::over(Arc::new(Claim::of(statement, rarity)), title, text, rarity)
    }

    /// The same for a claim that was taken apart before.
    pub(super) fn over(claim: Arc<Claim>, title: &str, text: &str, rarity: &Rarity) -> Self {
        let title = Words::of(title, rarity);
        let rows = relevance::features(&claim.words, claim.text(), &title, text, rarity);
        let sentences = rows.into_iter().map(|(range, words, row)| Seen { range, words, row }).collect();
        Self { claim, title, sentences }
    }

    /// Where the sentences are in the text.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.sentences.iter().map(|seen| seen.range.clone())
    }

    /// The sentences.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.sentences.iter().map(|seen| seen.words.text.as_str())
    }

    /// The features of each sentence.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.sentences.iter().map(|seen| &seen.row[..])
    }

    /// The sentences, those of the cited passage first, then by how likely they are.
    fn order(&self, likely: &[f64], cited: Option<Range<usize>>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sentences.len()).collect();
        let of = |i: usize| likely.get(i).copied().unwrap_or(0.0);
        let is_cited = |i: usize| cited.as_ref().is_some_and(|range| overlaps(range, &self.sentences[i].range));
        order.sort_by(|a, b| is_cited(*b).cmp(&is_cited(*a)).then(of(*b).total_cmp(&of(*a))).then(a.cmp(b)));
        order
    }

    /// What the encoder reads: the title, then the sentences that [`Self::whole`] looks at, in the order of the text.
    #[must_use]
    pub fn window(&self, likely: &[f64], cited: Option<Range<usize>>) -> String {
        let mut shown = self.order(likely, cited);
        shown.truncate(TOP);
        shown.sort_unstable();
        let title = self.title.text.trim_end_matches(['.', ' ']);
        let title = (!title.is_empty()).then(|| format!("{title}."));
        let sentences = shown.into_iter().map(|i| self.sentences[i].words.text.clone());
        title.into_iter().chain(sentences).collect::<Vec<_>>().join(" ")
    }

    /// The features of the abstract, for “is there evidence” and “which side”;
    /// `likely` says how likely each sentence is to be a rationale, and `cited`
    /// where the cited passage is, if there is one. `None` where there is no sentence.
    #[must_use]
    pub fn whole(&self, likely: &[f64], cited: Option<Range<usize>>) -> Option<(Vec<f32>, Vec<f32>)> {
        let order = self.order(likely, cited);
        let of = |i: usize| likely.get(i).copied().unwrap_or(0.0);
        let top = &self.sentences[*order.first()?];
        let at = |rank: usize| order.get(rank).map_or(0.0, |i| of(*i)) as f32;
        let all: f64 = (0..self.sentences.len()).map(of).sum();
        let best = |feature: usize| self.sentences.iter().map(|seen| seen.row[feature]).fold(0.0, f32::max);
        let whole = [at(0), at(1), at(2), all as f32, at(0) - at(1), best(0), best(1)];
        let claim = (&self.claim.words, &self.claim.tone);
        let stances: Vec<_> = order
            .iter()
            .take(TOP)
            .map(|i| stance::features(claim, &self.sentences[*i].words, &self.title.wording))
            .collect();
        let evidence = whole.iter().chain(&top.row).chain(&stances[0]).copied().collect();
        let mut mean = [0.0; stance::NAMES.len()];
        let weights: f64 = order.iter().take(TOP).map(|i| of(*i) + 1e-3).sum();
        for (i, stance) in order.iter().zip(&stances) {
            let weight = ((of(*i) + 1e-3) / weights) as f32;
            for (sum, value) in mean.iter_mut().zip(stance) {
                *sum += weight * value;
            }
        }
        let side = stances[0].iter().chain(&mean).chain(&whole).copied().collect();
        Some((evidence, side))
    }
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    2 * one.end.min(other.end).saturating_sub(one.start.max(other.start)) > other.len()
}
