//! Fitting the correction of a classifier's certainty: two logistic regressions
//! (is there evidence; which side), judged on abstracts that were left out.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    nli::{Classifier, Line, Odds},
    reason::builtin::trees,
    text::Clean,
};

use super::{Claim, Corpus, Judged, Label, Outcome, classes};

/// Parts that the abstracts are divided into.
const FOLDS: usize = 5;
/// Pairs of each label that a fit needs.
const LEAST: usize = 20;
/// Draws the slope to 1 and the offset to 0, as if by this many observations.
const PRIOR: f64 = 2.0;
/// Steps of Newton's method; it converges within ten.
const STEPS: usize = 50;

/// A claim and a passage with a known answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    claim: Clean,
    passage: String,
    /// The document, whose pairs are in one fold.
    document: u64,
    label: Label,
}

/// The pairs of `claims` and the abstracts that they cite, as a classifier reads them in a review.
#[must_use]
pub fn pairs(corpus: &Corpus, claims: &[Claim]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for claim in claims {
        let mut documents: Vec<u64> = claim.cited.iter().chain(claim.gold.keys()).copied().collect();
        documents.sort_unstable();
        documents.dedup();
        for number in documents {
            let Some(text) = corpus.get(number) else { continue };
            let page = text.document.pages.first().map(|page| page.text.as_str()).unwrap_or_default();
            let passage = trees::look(&claim.text, &text.document.meta.title, page).window(None);
            let label = claim.gold.get(&number).map_or(Label::NotEnough, |gold| gold.label);
            pairs.push(Pair { claim: claim.text.clone(), passage, document: number, label });
        }
    }
    pairs
}

/// A pair with what a classifier says of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The document, whose pairs are in one fold.
    pub document: u64,
    /// What people say.
    pub label: Label,
    /// What the classifier says.
    pub odds: Odds,
}

/// Has `model` judge `pairs`; `on_done` hears how many are done.
///
/// # Errors
/// When the model fails, in words.
pub async fn judge_pairs(
    model: &Arc<Classifier>,
    pairs: &[Pair],
    on_done: impl Fn(usize),
) -> Result<Vec<Judgement>, Clean> {
    let mut judged = Vec::with_capacity(pairs.len());
    for Pair { claim, passage, document, label } in pairs {
        let odds = model.read(claim, passage).await?.logits.odds();
        judged.push(Judgement { document: *document, label: *label, odds });
        on_done(judged.len());
    }
    Ok(judged)
}

/// Why no correction can be fitted.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum CalibrateError {
    /// There are too few answers.
    #[error(
        "{found} pairs are labelled “{}”, and a fit needs {LEAST} of each label; label more claims or use another data set",
        label.name()
    )]
    Few {
        /// Of which label.
        label: Label,
        /// How many there are.
        found: usize,
    },
    /// The model says the opposite of what people say, or nothing.
    #[error(
        "its scores for {what} do not rise with the labels (slope {slope:.2}), so no correction helps; check the labels \
         in `id2label` of its `config.json`, and whether it was made for the language and the kind of the claims"
    )]
    Opposite {
        /// What it was asked.
        what: &'static str,
        /// The slope that was fitted.
        slope: f64,
    },
}

/// A correction, with figures before it and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// For “is there evidence”.
    pub evidence: Line,
    /// For “does it support”.
    pub side: Line,
    /// Figures by their names.
    pub before: BTreeMap<String, f64>,
    /// The same where each abstract was left out of its own fit.
    pub after: BTreeMap<String, f64>,
}

/// The name of the figure that decides whether a correction helps.
const LOSS: &str = "log loss";

impl Calibrated {
    /// Whether the corrected probabilities are better ones on abstracts that were left out.
    #[must_use]
    pub fn helps(&self) -> bool {
        self.after.get(LOSS).zip(self.before.get(LOSS)).is_some_and(|(after, before)| after < before)
    }
}

/// Fits a correction.
///
/// # Errors
/// When there are too few pairs, or the scores do not rise with the labels.
pub fn calibrate(judged: &[Judgement]) -> Result<Calibrated, CalibrateError> {
    for label in Label::ALL {
        let found = judged.iter().filter(|one| one.label == label).count();
        if found < LEAST {
            return Err(CalibrateError::Few { label, found });
        }
    }
    let (evidence, side) = fit_both(judged.iter());
    for (what, Line { slope, .. }) in [("evidence", evidence), ("support", side)] {
        if slope <= 0.0 {
            return Err(CalibrateError::Opposite { what, slope });
        }
    }
    let mut documents: Vec<u64> = judged.iter().map(|one| one.document).collect();
    documents.sort_unstable();
    documents.dedup();
    let fold = |one: &Judgement| documents.binary_search(&one.document).unwrap_or_default() % FOLDS;
    let mut corrected = vec![Odds { evidence: 0.0, side: 0.0 }; judged.len()];
    for left_out in 0..FOLDS {
        let (evidence, side) = fit_both(judged.iter().filter(|one| fold(one) != left_out));
        for (one, to) in judged.iter().zip(&mut corrected).filter(|(one, _)| fold(one) == left_out) {
            *to = Odds { evidence: evidence.apply(one.odds.evidence), side: side.apply(one.odds.side) };
        }
    }
    let raw: Vec<Odds> = judged.iter().map(|one| one.odds).collect();
    Ok(Calibrated { evidence, side, before: figures(judged, &raw), after: figures(judged, &corrected) })
}

fn fit_both<'a>(judged: impl Iterator<Item = &'a Judgement>) -> (Line, Line) {
    let (mut evidence, mut side) = (Vec::new(), Vec::new());
    for Judgement { label, odds, .. } in judged {
        evidence.push((odds.evidence, *label != Label::NotEnough));
        if *label != Label::NotEnough {
            side.push((odds.side, *label == Label::Supports));
        }
    }
    (fit(&evidence), fit(&side))
}

/// Logistic regression on one feature by Newton's method, drawn to the model's own odds by [`PRIOR`].
pub(super) fn fit(points: &[(f64, bool)]) -> Line {
    let (mut slope, mut offset) = (1.0, 0.0);
    // Odds of hundreds would have the steps overflow, and say no more than odds of 20.
    let points: Vec<(f64, f64)> =
        points.iter().map(|(x, yes)| (x.clamp(-20.0, 20.0), f64::from(u8::from(*yes)))).collect();
    for _ in 0..STEPS {
        let (mut of_slope, mut of_offset) = (PRIOR * (slope - 1.0), PRIOR * offset);
        let (mut a, mut b, mut c) = (PRIOR, 0.0, PRIOR);
        for (x, yes) in &points {
            let probability = trees::logistic(slope * x + offset);
            let (gradient, weight) = (probability - yes, probability * (1.0 - probability));
            of_slope += gradient * x;
            of_offset += gradient;
            a += weight * x * x;
            b += weight * x;
            c += weight;
        }
        let determinant = a * c - b * b;
        let steps = [(c * of_slope - b * of_offset) / determinant, (a * of_offset - b * of_slope) / determinant];
        // A step from far away may overshoot.
        slope -= steps[0].clamp(-1.0, 1.0);
        offset -= steps[1].clamp(-1.0, 1.0);
        if steps.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    Line { slope, offset }
}

fn figures(judged: &[Judgement], odds: &[Odds]) -> BTreeMap<String, f64> {
    let outcomes: Vec<Outcome> = judged.iter().zip(odds).map(|(one, odds)| outcome(one, *odds)).collect();
    let all: Vec<&Outcome> = outcomes.iter().collect();
    let loss: f64 =
        judged.iter().zip(odds).map(|(one, odds)| -odds.probabilities()[one.label.index()].max(1e-9).ln()).sum();
    let named = [
        ("accuracy", classes::accuracy(&all)),
        ("macro-F1", classes::macro_f1(&all)),
        ("calibration error (ECE)", classes::calibration_error(&all)),
        ("support against contradict, AUC", classes::side_auc(&all)),
        (LOSS, Some(loss / judged.len() as f64)),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// As if the pair were a claim with one abstract.
fn outcome(one: &Judgement, odds: Odds) -> Outcome {
    let probabilities = odds.probabilities();
    let best = (0..3).max_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b])).unwrap_or(2);
    let judged =
        Judged { label: Label::ALL[best], overruled: None, probabilities, cited: Vec::new(), ranked: Vec::new() };
    let gold = super::Gold { label: one.label, rationales: Vec::new() };
    let known = (one.label != Label::NotEnough).then_some((one.document, gold));
    Outcome {
        claim: one.document,
        gold: known.into_iter().collect(),
        cited: vec![one.document],
        judged: BTreeMap::from([(one.document, judged)]),
        ..Outcome::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of a model that is three times as sure as it is right, and leans to contradiction; no randomness, so that
    /// every run sees the same.
    fn overconfident(turned: bool) -> Vec<Judgement> {
        let mut judged = Vec::new();
        for at in 0..3000_u64 {
            // Spread evenly over the unit interval, each by another irrational step.
            let even = |step: f64| (at as f64 * step).fract();
            let (evidence, side) = (4.0 * even(0.618_034) - 2.0, 4.0 * even(0.414_214) - 2.0);
            let says = trees::logistic(evidence) > even(0.732_051);
            let supports = trees::logistic(side) > even(0.645_751);
            let label = if !says {
                Label::NotEnough
            } else if supports {
                Label::Supports
            } else {
                Label::Contradicts
            };
            let side = if turned { -side } else { side };
            let odds = Odds { evidence: 3.0 * evidence, side: 3.0 * side - 1.5 };
            judged.push(Judgement { document: at / 3, label, odds });
        }
        judged
    }

    /// A reviewer would see 99 % where two of three are right.
    #[test]
    fn a_model_that_is_too_sure_is_brought_down_to_what_comes_true() {
        let fitted = calibrate(&overconfident(false)).unwrap();
        let Calibrated { evidence, side, before, after } = &fitted;
        assert!((evidence.slope - 1.0 / 3.0).abs() < 0.04 && evidence.offset.abs() < 0.12, "{evidence:?}");
        assert!((side.slope - 1.0 / 3.0).abs() < 0.05 && (side.offset - 0.5).abs() < 0.15, "{side:?}");
        let ece = "calibration error (ECE)";
        assert!(before[ece] > 0.15 && after[ece] < 0.05, "{} to {}", before[ece], after[ece]);
        assert!(fitted.helps() && after["accuracy"] > before["accuracy"]);
        assert!((after["support against contradict, AUC"] - before["support against contradict, AUC"]).abs() < 0.02);
    }

    /// A model with its labels exchanged would be "calibrated" into one that is right by accident.
    #[test]
    fn exchanged_labels_and_too_few_answers_are_refused() {
        let why = calibrate(&overconfident(true)).unwrap_err();
        assert!(matches!(why, CalibrateError::Opposite { what: "support", .. }), "{why}");
        let few: Vec<Judgement> =
            overconfident(false).into_iter().filter(|one| one.label != Label::Contradicts).collect();
        assert_eq!(calibrate(&few), Err(CalibrateError::Few { label: Label::Contradicts, found: 0 }));
    }
}
