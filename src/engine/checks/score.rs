//! Stage 3: which candidates to score next, and scores in range.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    domain::{Candidate, DocId, Scored, Scores, Settings, Side},
    reason::ScoreDraft,
    text::Clean,
};

/// Hands out the candidates to score, batch by batch: best-ranked first, the
/// sides by turns. A side stops when it has its half of the early-stop count,
/// unless the other side has run dry; then it may fill the whole count
/// (`docs/rules.md#search`, `docs/rules.md#score`).
#[derive(Clone, Debug)]
pub struct Queue {
    sides: BTreeMap<DocId, Side>,
    /// Positions not yet handed out, the next one last: counter side, statement side.
    waiting: [Vec<usize>; 2],
    threshold: u8,
    batch: usize,
    stop: usize,
}

impl Queue {
    /// A queue over `candidates`, which are in rank order.
    #[must_use]
    pub fn new(candidates: &[Candidate], settings: &Settings) -> Self {
        let of = |side| (0..candidates.len()).rev().filter(|i| candidates[*i].side == side).collect();
        Self {
            sides: candidates.iter().map(|c| (c.doc.clone(), c.side)).collect(),
            waiting: Side::BOTH.map(of),
            threshold: settings.threshold,
            batch: settings.score_batch.max(1) as usize,
            stop: settings.early_stop.max(1) as usize,
        }
    }

    /// Positions of the candidates to score next, given every draft so far.
    /// Empty when enough have passed or none are left.
    pub fn next_batch(&mut self, drafts: &[(DocId, ScoreDraft)]) -> Vec<usize> {
        let mut passing = [BTreeSet::new(), BTreeSet::new()];
        for (doc, draft) in drafts {
            if let Some(side) = self.sides.get(doc)
                && number(draft.score).is_some_and(|score| score >= self.threshold)
            {
                passing[index(*side)].insert(doc);
            }
        }
        let passing = passing.map(|docs| docs.len());
        if passing[0] + passing[1] >= self.stop {
            return Vec::new();
        }
        let half = halves(self.stop);
        let mut picked = Vec::new();
        while picked.len() < self.batch {
            let before = picked.len();
            for side in 0..2 {
                let wanted = passing[side] < half[side] || self.waiting[1 - side].is_empty();
                if wanted && picked.len() < self.batch {
                    picked.extend(self.waiting[side].pop());
                }
            }
            if picked.len() == before {
                break;
            }
        }
        picked
    }
}

/// A count shared between the two sides, the odd one to the counter side.
pub(crate) fn halves(count: usize) -> [usize; 2] {
    [count.div_ceil(2), count / 2]
}

/// Position of a side in pairs.
pub(crate) fn index(side: Side) -> usize {
    match side {
        Side::Counter => 0,
        Side::Statement => 1,
    }
}

/// A score as it counts: rounded and clamped to 1–5; none when it is no number.
fn number(score: f64) -> Option<u8> {
    score.is_finite().then(|| score.round().clamp(1.0, 5.0) as u8)
}

/// The scores of `candidates`, in their order: rounded and clamped to 1–5, what
/// is no number counts 1 and is said to. What has no draft is listed as not
/// scored; of several drafts for one document the first counts.
#[must_use]
pub fn scores(candidates: &[Candidate], drafts: Vec<(DocId, ScoreDraft)>, settings: &Settings) -> Scores {
    let mut by_doc = BTreeMap::new();
    for (doc, draft) in drafts {
        by_doc.entry(doc).or_insert(draft);
    }
    let mut scores = Scores { threshold: settings.threshold, ..Scores::default() };
    for candidate in candidates {
        let Some(draft) = by_doc.remove(&candidate.doc) else {
            if !scores.scored.iter().any(|s| s.doc == candidate.doc) && !scores.unscored.contains(&candidate.doc) {
                scores.unscored.push(candidate.doc.clone());
            }
            continue;
        };
        let reason = Clean::from(draft.reason).one_line();
        let (score, reason) = match number(draft.score) {
            Some(score) if reason.trim().is_empty() => (score, "No reason was given.".into()),
            Some(score) => (score, reason),
            None => (1, format!("The reasoner gave no number, which counts as 1. {reason}").trim_end().into()),
        };
        scores.scored.push(Scored { doc: candidate.doc.clone(), score, reason });
    }
    scores
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::fixtures::candidate;

    fn draft(score: f64) -> ScoreDraft {
        ScoreDraft { score, reason: "because".into() }
    }

    #[test]
    fn scores_are_brought_into_range_and_what_is_no_number_is_said() {
        let candidates: Vec<_> = (0..7).map(|i| candidate(i, Side::Counter)).collect();
        let given = [3.5, 9.0, -2.0, f64::NAN, f64::INFINITY, 2.4];
        let drafts = candidates.iter().zip(given).map(|(c, s)| (c.doc.clone(), draft(s))).collect();
        let scores = scores(&candidates, drafts, &Settings::default());
        assert_eq!(scores.scored.iter().map(|s| s.score).collect::<Vec<_>>(), [4, 5, 1, 1, 1, 2]);
        assert!(scores.scored[3].reason.starts_with("The reasoner gave no number"));
        assert_eq!(scores.unscored, [candidates[6].doc.clone()]);
        assert_eq!(scores.passing(), 2);
    }

    /// Scores everything handed out with `score` until the queue is done; gives the number scored a side.
    fn drain(candidates: &[Candidate], settings: &Settings, score: impl Fn(usize) -> f64) -> (Vec<usize>, [usize; 2]) {
        let mut queue = Queue::new(candidates, settings);
        let (mut drafts, mut order, mut sides) = (Vec::new(), Vec::new(), [0, 0]);
        loop {
            let batch = queue.next_batch(&drafts);
            if batch.is_empty() {
                return (order, sides);
            }
            assert!(batch.len() <= settings.score_batch as usize);
            for i in batch {
                sides[index(candidates[i].side)] += 1;
                order.push(i);
                drafts.push((candidates[i].doc.clone(), draft(score(i))));
            }
        }
    }

    #[test]
    fn each_side_has_half_until_the_other_runs_dry() {
        let settings = Settings { score_batch: 4, early_stop: 8, ..Settings::default() };
        let of = |counter: usize, statement: usize| -> Vec<_> {
            (0..counter + statement)
                .map(|i| candidate(i, if i < counter { Side::Counter } else { Side::Statement }))
                .collect()
        };
        // All pass: half from each side, by turns, although the counter side ranks first throughout.
        assert_eq!(drain(&of(20, 20), &settings, |_| 5.0), (vec![0, 20, 1, 21, 2, 22, 3, 23], [4, 4]));
        // One side is short: the other fills its share.
        assert_eq!(drain(&of(20, 2), &settings, |_| 5.0).1, [6, 2]);
        // One side never passes: it is read to its end, and the other one's half stays free until then.
        let candidates = of(20, 6);
        let (_, sides) = drain(&candidates, &settings, |i| if i < 20 { 5.0 } else { 1.0 });
        assert_eq!(sides[1], 6);
        assert!(sides[0] >= 8 && sides[0] < 20, "{sides:?}");
        // Nothing passes: everything is looked at.
        assert_eq!(drain(&of(7, 9), &settings, |_| 1.0).1, [7, 9]);
    }

    proptest! {
        #[test]
        fn the_queue_ends_and_hands_out_nothing_twice(
            sides in prop::collection::vec(any::<bool>(), 0..60), scores in prop::collection::vec(any::<f64>(), 60),
            batch in 0u32..30, stop in 0u32..30,
        ) {
            let settings = Settings { score_batch: batch.max(1), early_stop: stop, ..Settings::default() };
            let side = |counter: &bool| if *counter { Side::Counter } else { Side::Statement };
            let candidates: Vec<_> = sides.iter().enumerate().map(|(i, s)| candidate(i, side(s))).collect();
            let (order, _) = drain(&candidates, &settings, |i| scores[i]);
            let unique: BTreeSet<_> = order.iter().collect();
            prop_assert_eq!(unique.len(), order.len());
            let passing = order.iter().filter(|i| number(scores[**i]).is_some_and(|s| s >= 3)).count();
            prop_assert!(passing >= (stop.max(1) as usize) || order.len() == candidates.len());
        }
    }
}
