//! Which documents to cite from, and in which order.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    domain::{Candidate, DocId, Scores, Settings},
    engine::checks::score::{halves, index},
};

use super::Located;

/// Hands out the documents to cite from: what the reviewer included first, then
/// the best scores, then the best ranks. Each side has half of the citations
/// until the other side runs dry. A document that gives no passage is replaced;
/// no more are handed out than there are citations left to fill.
#[derive(Clone, Debug)]
pub struct Picker {
    /// Positions of passing candidates not yet handed out, the next one first: counter side, statement side.
    waiting: [Vec<usize>; 2],
    /// Place of each position in the whole order.
    rank: BTreeMap<usize, usize>,
    scores: BTreeMap<DocId, u8>,
    threshold: u8,
    max: usize,
}

impl Picker {
    /// A picker over those of `candidates` that pass.
    #[must_use]
    pub fn new(candidates: &[Candidate], scores: &Scores, settings: &Settings) -> Self {
        let by_doc: BTreeMap<DocId, u8> = scores.scored.iter().map(|s| (s.doc.clone(), s.score)).collect();
        let mut order: Vec<usize> = (0..candidates.len()).filter(|i| scores.passes(&candidates[*i].doc)).collect();
        order.sort_by(|a, b| {
            let [a, b] = [*a, *b].map(|i| {
                let c = &candidates[i];
                let score = by_doc.get(&c.doc).copied().unwrap_or(scores.threshold);
                ((!scores.included.contains(&c.doc), Reverse(score)), c.fused, i)
            });
            a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2))
        });
        let mut waiting = [Vec::new(), Vec::new()];
        for i in &order {
            waiting[index(candidates[*i].side)].push(*i);
        }
        Self {
            waiting,
            rank: order.into_iter().zip(0..).collect(),
            scores: by_doc,
            threshold: scores.threshold,
            max: settings.max_citations as usize,
        }
    }

    /// Positions of the candidates to cite from next, best first, given all that
    /// was located so far. Empty when the citations are filled or no documents
    /// are left.
    pub fn next_batch(&mut self, located: &[Located]) -> Vec<usize> {
        let mut cited = [0, 0];
        for located in located.iter().filter(|l| !l.citations.is_empty()) {
            cited[index(located.side)] += 1;
        }
        let open = self.max.saturating_sub(cited[0] + cited[1]);
        let half = halves(self.max);
        let mut take = [0, 1].map(|side| half[side].saturating_sub(cited[side]).min(self.waiting[side].len()));
        take[0] = take[0].min(open);
        take[1] = take[1].min(open - take[0]);
        for side in 0..2 {
            let free = open - take[0] - take[1];
            take[side] += free.min(self.waiting[side].len() - take[side]);
        }
        let mut picked: Vec<usize> = self.waiting[0].drain(..take[0]).collect();
        picked.extend(self.waiting[1].drain(..take[1]));
        picked.sort_by_key(|i| self.rank.get(i).copied());
        picked
    }

    /// The relevance to note for a document, 1–5: its score; the threshold for
    /// one that the reviewer included before it was scored.
    #[must_use]
    pub fn score(&self, doc: &DocId) -> u8 {
        self.scores.get(doc).copied().unwrap_or(self.threshold).clamp(1, 5)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        domain::{
            Scored, Side,
            fixtures::{candidate, document},
        },
        engine::checks::cite::locate,
        reason::{CiteDraft, PassageDraft},
    };

    fn candidates(sides: &str) -> Vec<Candidate> {
        let side = |c| if c == 'c' { Side::Counter } else { Side::Statement };
        sides.chars().enumerate().map(|(i, c)| candidate(i, side(c))).collect()
    }

    fn scores(candidates: &[Candidate], given: &[u8]) -> Scores {
        let scored = candidates.iter().zip(given);
        let scored =
            scored.map(|(c, score)| Scored { doc: c.doc.clone(), score: *score, reason: "r".into() }).collect();
        Scores { scored, threshold: 3, ..Scores::default() }
    }

    /// Cites from everything handed out; `gives` says which positions have a passage.
    fn drain(candidates: &[Candidate], scores: &Scores, max: u32, gives: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let settings = Settings { max_citations: max, ..Settings::default() };
        let mut picker = Picker::new(candidates, scores, &settings);
        let text = document("t", &["Some sentence that can be cited."]);
        let (mut located, mut batches) = (Vec::new(), Vec::new());
        loop {
            let batch = picker.next_batch(&located);
            if batch.is_empty() {
                return batches;
            }
            for i in &batch {
                let quote = if gives(*i) { "Some sentence that can be cited." } else { "Nothing of the kind at all." };
                let draft = CiteDraft { passages: vec![PassageDraft { quote: quote.into(), page: None }] };
                let digest = crate::domain::Digest::of(b"x");
                let mut one = locate(&text, digest, &candidates[*i], 3, draft, &Settings::default());
                one.doc = candidates[*i].doc.clone();
                located.push(one);
            }
            batches.push(batch);
        }
    }

    #[test]
    fn the_best_come_first_and_the_sides_share() {
        let candidates = candidates("ccccccss");
        let all = scores(&candidates, &[3, 5, 3, 4, 3, 2, 3, 4]);
        assert_eq!(drain(&candidates, &all, 4, |_| true), [vec![1, 3, 7, 6]]);
        // The statement side runs dry: the counter side fills up.
        assert_eq!(drain(&candidates, &all, 6, |_| true), [vec![1, 3, 7, 0, 2, 6]]);
        // A document without a passage is replaced, and no more are asked than are needed.
        assert_eq!(drain(&candidates, &all, 2, |i| i != 1), [vec![1, 7], vec![3]]);
        // 5 scored below the threshold.
        assert_eq!(drain(&candidates, &all, 10, |_| true).concat().len(), 7);
    }

    #[test]
    fn the_reviewer_comes_first() {
        let candidates = candidates("cccs");
        let mut all = scores(&candidates, &[5, 5, 1]);
        all.unscored.push(candidates[3].doc.clone());
        all.included.extend([candidates[2].doc.clone(), candidates[3].doc.clone()]);
        all.excluded.insert(candidates[0].doc.clone());
        assert_eq!(drain(&candidates, &all, 10, |_| true), [vec![3, 2, 1]]);
        let picker = Picker::new(&candidates, &all, &Settings::default());
        assert_eq!([1, 2, 3].map(|i: usize| picker.score(&candidates[i].doc)), [5, 1, 3]);
    }

    proptest! {
        #[test]
        fn nothing_is_asked_twice_and_never_too_much(
            sides in "[cs]{0,30}", given in prop::collection::vec(1u8..6, 30), gives in prop::collection::vec(any::<bool>(), 30),
            max in 1u32..12,
        ) {
            let candidates = candidates(&sides);
            let all = scores(&candidates, &given);
            let batches = drain(&candidates, &all, max, |i| gives[i]);
            let asked = batches.concat();
            prop_assert_eq!(asked.iter().collect::<BTreeSet<_>>().len(), asked.len());
            let cited = asked.iter().filter(|i| gives[**i]).count();
            prop_assert!(cited <= max as usize);
            prop_assert!(cited == max as usize || asked.len() == all.passing());
        }
    }
}
