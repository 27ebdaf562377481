//! What reviewers' decisions say of the machine's confidence: a correction fitted to them, judged on statements that
//! were left out of it (`docs/rules.md#decisions`). It is a report; nothing is changed by it.

use std::fmt;

use serde::Serialize;

use crate::{
    agree::{Interval, Unit, wilson},
    domain::{Level, Verdict},
    nli::Line,
    reason::{
        asks_model,
        builtin::{correction::is_corrected, trees::logistic},
    },
};

use super::calibrate::fit;

/// Decisions that a fit needs, on verdicts of the machine for a side.
pub const LEAST: usize = 30;

/// Parts that the decisions are divided into.
const FOLDS: usize = 5;

/// The share of right verdicts that the threshold is looked for.
const WANTED: f64 = 0.9;

/// A verdict of the machine on which a reviewer decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// The machine's verdict.
    pub verdict: Verdict,
    /// The machine's confidence, 0–1.
    pub confidence: f64,
    /// Whether the reviewer gave the same verdict.
    pub right: bool,
    /// Whether the reviewer accepted it as shown, which says less than a verdict of their own.
    pub accepted: bool,
}

impl Decided {
    /// Every verdict of the machine with a reviewer's beside it.
    #[must_use]
    pub fn all(units: &[Unit]) -> Vec<Self> {
        let ratings = units.iter().flat_map(|unit| &unit.ratings);
        let both = ratings.filter_map(|rating| Some((rating, rating.machine.as_ref()?)));
        both.map(|(rating, machine)| Self {
            verdict: machine.verdict,
            confidence: machine.confidence,
            right: machine.verdict == rating.verdict,
            accepted: rating.accepted,
        })
        .collect()
    }

    /// Of these, the verdicts that the builtin reasoner gave without a correction: those that a correction of it can
    /// be fitted to.
    #[must_use]
    pub fn of_builtin(units: &[Unit]) -> Vec<Self> {
        let mut own = units.to_vec();
        for rating in own.iter_mut().flat_map(|unit| &mut unit.ratings) {
            rating.machine.take_if(|machine| asks_model(&machine.spec.reasoner) || is_corrected(&machine.spec.version));
        }
        Self::all(&own)
    }

    /// The log-odds of the confidence, within what a fit can use.
    fn odds(&self) -> f64 {
        let confidence = self.confidence.clamp(0.01, 0.99);
        (confidence / (1.0 - confidence)).ln()
    }
}

/// Figures of a set of confidences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The mean distance of confidence and share right over ten equal ranges, by their sizes.
    pub calibration_error: f64,
    /// The mean negative logarithm of the probability that was given to what came true.
    pub log_loss: f64,
}

/// How many verdicts would move from one level of confidence to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The level now.
    pub from: Level,
    /// The level with the correction.
    pub to: Level,
    /// How many verdicts.
    pub verdicts: usize,
}

/// What the decisions say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionReport {
    /// Verdicts of the machine for a side that a reviewer decided.
    pub decisions: usize,
    /// Undecided verdicts of the machine that a reviewer decided. They are left out: their confidence says how little the
    /// evidence settles, not how likely the verdict is right.
    pub undecided: usize,
    /// Of these, accepted as shown.
    pub accepted: usize,
    /// Of all, the same as the reviewer's.
    pub right: usize,
    /// Of the share right, by Wilson.
    pub interval: Option<Interval>,
    /// The mean confidence, 0–1.
    pub stated: f64,
    /// Slope and offset for the log-odds of the confidence.
    pub slope: f64,
    /// See `slope`.
    pub offset: f64,
    /// As the machine says.
    pub before: Figures,
    /// With the correction, each decision left out of its own fit.
    pub after: Figures,
    /// What the correction would change in these reviews.
    pub moves: Vec<Move>,
    /// The lowest confidence from which on nine of ten verdicts and more are the reviewer's, if there is one.
    pub threshold: Option<f64>,
}

impl DecisionReport {
    /// Fits a correction and judges it.
    ///
    /// # Errors
    /// When there are fewer than [`LEAST`] decisions, or all of them say the same, in words.
    pub fn of(decided: &[Decided]) -> Result<Self, String> {
        let sides: Vec<Decided> = decided.iter().filter(|one| one.verdict != Verdict::Undecided).copied().collect();
        let undecided = decided.len() - sides.len();
        let decided = &sides[..];
        let right = decided.iter().filter(|one| one.right).count();
        if decided.len() < LEAST {
            let others = match undecided {
                0 => String::new(),
                1 => "; 1 decision where it was undecided does not count".to_owned(),
                n => format!("; {n} decisions where it was undecided do not count"),
            };
            return Err(format!(
                "a fit needs {LEAST} decisions on statements where the machine gave a side (supports or contradicts), and \
                 there {} {}{others}: decide more statements or name more reviews",
                if decided.len() == 1 { "is" } else { "are" },
                decided.len()
            ));
        }
        if right == 0 || right == decided.len() {
            return Err("the machine was always right or always wrong, so its confidence cannot be judged; name more \
                        reviews"
                .to_owned());
        }
        let points = |left_out: Option<usize>| -> Vec<(f64, bool)> {
            let kept = decided.iter().enumerate().filter(|(at, _)| left_out.is_none_or(|fold| at % FOLDS != fold));
            kept.map(|(_, one)| (one.odds(), one.right)).collect()
        };
        let corrected = |line: Line, one: &Decided| logistic(line.apply(one.odds()));
        let Line { slope, offset } = fit(&points(None));
        let mut crossed = vec![0.0; decided.len()];
        for fold in 0..FOLDS {
            let line = fit(&points(Some(fold)));
            for (at, one) in decided.iter().enumerate().filter(|(at, _)| at % FOLDS == fold) {
                crossed[at] = corrected(line, one);
            }
        }
        let plain: Vec<f64> = decided.iter().map(|one| one.confidence).collect();
        let whole: Vec<f64> = decided.iter().map(|one| corrected(Line { slope, offset }, one)).collect();
        let mut moves: Vec<Move> = Vec::new();
        for (from, to) in plain.iter().zip(&whole).map(|(from, to)| (Level::of(*from), Level::of(*to))) {
            match moves.iter_mut().find(|known| (known.from, known.to) == (from, to)) {
                _ if from == to => {}
                Some(known) => known.verdicts += 1,
                None => moves.push(Move { from, to, verdicts: 1 }),
            }
        }
        Ok(Self {
            decisions: decided.len(),
            undecided,
            accepted: decided.iter().filter(|one| one.accepted).count(),
            right,
            interval: wilson(right, decided.len()),
            stated: plain.iter().sum::<f64>() / decided.len() as f64,
            slope,
            offset,
            before: figures(decided, &plain),
            after: figures(decided, &crossed),
            moves,
            threshold: threshold(decided),
        })
    }

    /// Whether the corrected confidences are better on decisions that were left out.
    #[must_use]
    pub fn helps(&self) -> bool {
        self.after.log_loss < self.before.log_loss
    }
}

fn figures(decided: &[Decided], confidences: &[f64]) -> Figures {
    let mut ranges = [(0usize, 0.0, 0usize); 10];
    let mut loss = 0.0;
    for (one, confidence) in decided.iter().zip(confidences) {
        let range = (1..10).filter(|tenth| confidence * 10.0 >= f64::from(*tenth)).count();
        let (count, sum, right) = &mut ranges[range];
        (*count, *sum, *right) = (*count + 1, *sum + confidence, *right + usize::from(one.right));
        let given = if one.right { *confidence } else { 1.0 - confidence };
        loss -= given.max(1e-6).ln();
    }
    let whole = decided.len() as f64;
    let error = ranges.iter().filter(|(count, ..)| *count > 0);
    let error: f64 = error.map(|(_, sum, right)| (sum - *right as f64).abs() / whole).sum();
    Figures { calibration_error: error, log_loss: loss / whole }
}

/// See [`DecisionReport::threshold`].
fn threshold(decided: &[Decided]) -> Option<f64> {
    let mut steps: Vec<f64> = decided.iter().map(|one| one.confidence).collect();
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    steps.into_iter().find(|from| {
        let above: Vec<&Decided> = decided.iter().filter(|one| one.confidence >= *from).collect();
        let right = above.iter().filter(|one| one.right).count();
        above.len() * 5 >= LEAST && right as f64 >= WANTED * above.len() as f64
    })
}

impl fmt::Display for DecisionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.right as f64 / self.decisions as f64;
        let interval =
            self.interval.map(|i| format!(" (95% {:.0} to {:.0}%)", 100.0 * i.low, 100.0 * i.high)).unwrap_or_default();
        writeln!(
            f,
            "{} verdicts of the machine for a side were decided; {} were accepted as shown, which says less.",
            self.decisions, self.accepted
        )?;
        if self.undecided > 0 {
            writeln!(
                f,
                "{} undecided ones are left out: their confidence says how little the evidence settles, not how likely \
                 the verdict is right.",
                self.undecided
            )?;
        }
        writeln!(
            f,
            "The reviewers gave the same verdict on {} of them, {:.0}%{interval}; the mean confidence is {:.0}%.",
            self.right,
            100.0 * share,
            100.0 * self.stated
        )?;
        writeln!(f, "\n| figure | now | corrected, cross-validated |\n|---|---:|---:|")?;
        writeln!(
            f,
            "| calibration error (ECE) | {:.3} | {:.3} |",
            self.before.calibration_error, self.after.calibration_error
        )?;
        writeln!(f, "| log loss | {:.3} | {:.3} |", self.before.log_loss, self.after.log_loss)?;
        writeln!(f, "\nCorrection: log-odds of the confidence × {:.3} {:+.3}", self.slope, self.offset)?;
        if !self.helps() {
            writeln!(f, "It does not hold on decisions that it was not fitted on: leave the confidence as it is.")?;
        } else if self.moves.is_empty() {
            writeln!(f, "It would move no verdict to another level of confidence.")?;
        } else {
            writeln!(f, "It would change the level of confidence of:")?;
            for Move { from, to, verdicts } in &self.moves {
                writeln!(f, "  {verdicts} from {} to {}", from.name(), to.name())?;
            }
        }
        match self.threshold {
            Some(from) => writeln!(f, "From a confidence of {from:.2} on, nine of ten verdicts are the reviewer's.")?,
            None => writeln!(f, "At no confidence are nine of ten verdicts the reviewer's.")?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decisions(count: usize, confidence: f64, every: usize) -> impl Iterator<Item = Decided> {
        let verdict = Verdict::Supports;
        (0..count).map(move |at| Decided { verdict, confidence, right: at % every != 0, accepted: false })
    }

    /// A machine that says 95 % where two of three are right would be believed.
    #[test]
    fn a_machine_that_is_too_sure_is_found_out_on_decisions_that_were_left_out() {
        let decided: Vec<Decided> = decisions(90, 0.95, 3).chain(decisions(30, 0.6, 2)).collect();
        let report = DecisionReport::of(&decided).unwrap();
        assert_eq!((report.decisions, report.right), (120, 75));
        assert!((report.before.calibration_error - 0.237_5).abs() < 1e-9, "{:?}", report.before);
        assert!(report.helps() && report.after.calibration_error < 0.05, "{:?}", report.after);
        assert_eq!(report.threshold, None);
        assert!(report.moves.iter().any(|moved| moved.from == Level::High && moved.verdicts == 90));
        assert!(report.to_string().contains("It would change the level of confidence of"), "{report}");
    }

    /// That nothing settles a statement would be made more or less sure by how often sides were right.
    #[test]
    fn undecided_verdicts_are_counted_and_enter_no_fit() {
        let sides: Vec<Decided> = decisions(90, 0.95, 3).collect();
        let undecided = decisions(60, 0.3, 10).map(|one| Decided { verdict: Verdict::Undecided, ..one });
        let with: Vec<Decided> = sides.iter().copied().chain(undecided).collect();
        let (with, without) = (DecisionReport::of(&with).unwrap(), DecisionReport::of(&sides).unwrap());
        assert_eq!(DecisionReport { undecided: 0, ..with.clone() }, without);
        assert!(with.to_string().contains("60 undecided ones are left out"), "{with}");
    }

    #[test]
    fn too_few_or_uniform_decisions_are_refused() {
        let few: Vec<Decided> = decisions(29, 0.9, 2).collect();
        assert!(
            DecisionReport::of(&few)
                .unwrap_err()
                .contains("where the machine gave a side (supports or contradicts), and there are 29:")
        );
        let undecided = decisions(40, 0.3, 2).map(|one| Decided { verdict: Verdict::Undecided, ..one });
        let why = DecisionReport::of(&few.into_iter().chain(undecided).collect::<Vec<_>>()).unwrap_err();
        assert!(
            why.contains("and there are 29; 40 decisions where it was undecided do not count: decide more"),
            "{why}"
        );
        let uniform: Vec<Decided> = decisions(40, 0.9, 2).map(|one| Decided { right: true, ..one }).collect();
        assert!(DecisionReport::of(&uniform).unwrap_err().contains("always right"));
    }
}
