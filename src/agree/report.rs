//! All figures on agreement, as text and as JSON.

use std::fmt;

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::domain::{Level, Verdict};

use crate::text::counted;

use super::{Alpha, Interval, Kappa, MachineAgreement, Metric, Unit, alpha, bootstrap, kappa, machine::category};

/// Two reviewers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// One.
    pub a: String,
    /// The other.
    pub b: String,
    /// On verdicts.
    pub kappa: Kappa,
    /// Of κ, over statements.
    pub interval: Option<Interval>,
}

/// All reviewers together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overall {
    /// How far apart two categories are.
    pub metric: Metric,
    /// The coefficient.
    pub alpha: Alpha,
    /// Of α, over statements.
    pub interval: Option<Interval>,
}

/// How far reviewers agree with each other, and the machine with them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Statements.
    pub statements: usize,
    /// Statements that nobody decided; they are in no figure.
    pub undecided: usize,
    /// Statements of blind reviews with verdicts that are in no figure, because who asks has not decided them.
    pub hidden: usize,
    /// Statements of blind reviews on which the viewer sees the reviewers' verdicts but not the machine's, which no figure
    /// includes.
    pub machine_hidden: usize,
    /// Reviewers and on how many statements each decided.
    pub reviewers: Vec<(String, usize)>,
    /// Every two reviewers who decided on a statement in common.
    pub pairs: Vec<Pair>,
    /// Verdicts of all reviewers; `None` where no statement was decided twice.
    pub verdicts: Option<Overall>,
    /// Their levels of confidence.
    pub confidence: Option<Overall>,
    /// The machine against people, by reasoner, model and prompts.
    pub machines: Vec<MachineAgreement>,
}

pub(super) fn level(confidence: f64) -> usize {
    Level::of(confidence) as usize
}

impl Agreement {
    /// Computes every figure.
    #[must_use]
    pub fn of(units: &[Unit]) -> Self {
        let mut reviewers: Vec<(String, usize)> = Vec::new();
        for rating in units.iter().flat_map(|unit| &unit.ratings) {
            match reviewers.iter_mut().find(|(name, _)| *name == rating.rater) {
                Some((_, count)) => *count += 1,
                None => reviewers.push((rating.rater.clone(), 1)),
            }
        }
        reviewers.sort();
        let mut pairs = Vec::new();
        for (at, (a, _)) in reviewers.iter().enumerate() {
            for (b, _) in &reviewers[at + 1..] {
                pairs.extend(Pair::of(a, b, units));
            }
        }
        let verdicts: Vec<Vec<usize>> =
            units.iter().map(|unit| unit.ratings.iter().map(|rating| category(rating.verdict)).collect()).collect();
        let levels: Vec<Vec<usize>> =
            units.iter().map(|unit| unit.ratings.iter().map(|rating| level(rating.confidence)).collect()).collect();
        Self {
            statements: units.len(),
            undecided: units.iter().filter(|unit| unit.ratings.is_empty() && unit.hidden.is_empty()).count(),
            hidden: units.iter().filter(|unit| !unit.hidden.is_empty()).count(),
            machine_hidden: units.iter().filter(|unit| unit.hides_machine && !unit.ratings.is_empty()).count(),
            reviewers,
            pairs,
            verdicts: Overall::of(&verdicts, Metric::Nominal),
            confidence: Overall::of(&levels, Metric::Ordinal),
            machines: MachineAgreement::all(units),
        }
    }
}

impl Pair {
    fn of(a: &str, b: &str, units: &[Unit]) -> Option<Self> {
        let verdict = |unit: &Unit, name: &str| {
            unit.ratings.iter().find(|rating| rating.rater == name).map(|rating| category(rating.verdict))
        };
        let pairs: Vec<(usize, usize)> =
            units.iter().filter_map(|unit| Some((verdict(unit, a)?, verdict(unit, b)?))).collect();
        let kappa_of = |pairs: &[(usize, usize)]| kappa(pairs, Verdict::ALL.len());
        Some(Self {
            a: a.to_owned(),
            b: b.to_owned(),
            kappa: kappa_of(&pairs)?,
            interval: bootstrap(&pairs, &|drawn| kappa_of(drawn)?.kappa),
        })
    }
}

impl Overall {
    /// Of categories of which there are three.
    fn of(units: &[Vec<usize>], metric: Metric) -> Option<Self> {
        let units: Vec<&[usize]> = units.iter().map(Vec::as_slice).collect();
        let alpha_of = |units: &[&[usize]]| alpha(units, 3, metric);
        Some(Self { metric, alpha: alpha_of(&units)?, interval: bootstrap(&units, &|drawn| alpha_of(drawn)?.alpha) })
    }
}

/// `0.62 to 0.89`; a dash where it is not defined, or of no width: the few draws there are say all the same.
fn between(interval: Option<Interval>) -> String {
    let interval = interval.map(|i| (two_digits(i.low), two_digits(i.high))).filter(|(low, high)| low != high);
    interval.map_or_else(|| "–".to_owned(), |(low, high)| format!("{low} to {high}"))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), two_digits)
}

/// With two digits; nothing is less than nothing.
fn two_digits(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

/// `name` in exactly `columns` of a terminal, cut or filled up.
fn column(name: &str, columns: usize) -> String {
    let name = short(name, columns);
    let blank = columns.saturating_sub(name.width());
    format!("{name}{}", " ".repeat(blank))
}

/// `name` in `columns` of a terminal at most.
fn short(name: &str, columns: usize) -> String {
    if name.width() <= columns {
        return name.to_owned();
    }
    let mut taken = String::new();
    for grapheme in name.graphemes(true) {
        if taken.width() + grapheme.width() >= columns {
            break;
        }
        taken.push_str(grapheme);
    }
    format!("{taken}…")
}

impl fmt::Display for Agreement {
    /// In at most 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (people, statements) = (counted(self.reviewers.len(), "reviewer"), counted(self.statements, "statement"));
        // A viewer from whom every verdict is hidden is not told that there are none.
        if self.reviewers.is_empty() && self.hidden > 0 {
            writeln!(f, "{statements}")?;
        } else {
            writeln!(f, "{people}, {statements}, {} without a reviewer's verdict", self.undecided)?;
        }
        if self.hidden > 0 {
            let hidden = counted(self.hidden, "statement");
            writeln!(f, "  {hidden} of blind reviews hidden; --set reviewer=NAME shows those that NAME decided")?;
        }
        for (name, count) in &self.reviewers {
            writeln!(f, "  {} {count:>5} decided", column(name, 32))?;
        }
        if !self.pairs.is_empty() {
            writeln!(f, "\n{:<32} {:>5} {:>7} {:>6} {:>5}  95 %", "Verdicts of two", "n", "agree", "κ", "SE")?;
        }
        for Pair { a, b, kappa, interval } in &self.pairs {
            let names = column(&format!("{} – {}", short(a, 14), short(b, 14)), 32);
            let (k, se) = (number(kappa.kappa), number(kappa.standard_error));
            let agree = 100.0 * kappa.agreement;
            writeln!(f, "{names} {:>5} {agree:>5.1} % {k:>6} {se:>5}  {}", kappa.n, between(*interval))?;
        }
        let overall = [("verdicts (nominal)", &self.verdicts), ("confidence (ordinal)", &self.confidence)];
        if self.verdicts.is_some() {
            writeln!(f, "\n{:<32} {:>5} {:>7} {:>6} {:>5}  95 %", "All reviewers", "n", "agree", "α", "")?;
        }
        for (name, overall) in overall {
            let Some(Overall { alpha, interval, .. }) = overall else { continue };
            let (agree, a) = (100.0 * alpha.agreement, number(alpha.alpha));
            writeln!(f, "{name:<32} {:>5} {agree:>5.1} % {a:>6} {:>5}  {}", alpha.n, "", between(*interval))?;
        }
        self.machines.iter().try_for_each(|machine| machine.fmt(f))?;
        if self.machine_hidden > 0 {
            let hidden = counted(self.machine_hidden, "statement");
            writeln!(f, "\nThe machine's verdicts on {hidden} are left out, and hidden until you decide them.")?;
        }
        Ok(())
    }
}

impl fmt::Display for MachineAgreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{} against reviewers", self.describe())?;
        let names = Verdict::ALL.map(Verdict::name);
        writeln!(f, "{:<22} {:>12} {:>12} {:>12}", "machine \\ reviewer", names[0], names[1], names[2])?;
        for (row, name) in self.confusion.iter().zip(names) {
            writeln!(f, "  {name:<20} {:>12} {:>12} {:>12}", row[0], row[1], row[2])?;
        }
        let (k, se) = (number(self.kappa.kappa), number(self.kappa.standard_error));
        let agree = 100.0 * self.kappa.agreement;
        let interval = between(self.interval);
        writeln!(f, "  n {}, agree {agree:.1} %, κ {k} (SE {se}, 95 % {interval})", self.kappa.n)?;
        writeln!(f, "  {} on opposite sides; {} accepted as shown", self.opposite, self.accepted)?;
        writeln!(f, "  {:<12} {:>5} {:>7} {:>7} {:>7}  95 % (Wilson)", "confidence", "n", "stated", "right", "share")?;
        for c in &self.calibration {
            let (name, interval) = (c.level.name(), between(c.interval));
            writeln!(f, "  {name:<12} {:>5} {:>7.2} {:>7} {:>7.2}  {interval}", c.n, c.stated, c.right, c.share)?;
        }
        Ok(())
    }
}
