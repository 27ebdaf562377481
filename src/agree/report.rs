//! All figures on agreement, as text and as JSON.

use std::fmt;

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::domain::{Level, Verdict};

use crate::text::counted;

use super::{Alpha, Interval, Kappa, MachineAgreement, Metric, Unit, alpha, bootstrap, kappa, machine::category};

/// Coefficients over fewer statements or verdicts are not printed: one verdict more would change them altogether.
pub const FEWEST: usize = 10;

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
    /// Statements that one reviewer alone decided; they are in no figure on reviewers.
    pub single: usize,
    /// Statements on which somebody decided between the reviewers; that verdict is in no figure.
    pub adjudicated: usize,
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
        let levels: Vec<Vec<usize>> = units
            .iter()
            .map(|unit| unit.ratings.iter().filter_map(|rating| rating.confidence.map(level)).collect())
            .collect();
        Self {
            statements: units.len(),
            undecided: units.iter().filter(|unit| unit.ratings.is_empty() && unit.hidden.is_empty()).count(),
            hidden: units.iter().filter(|unit| !unit.hidden.is_empty()).count(),
            machine_hidden: units.iter().filter(|unit| unit.hides_machine && !unit.ratings.is_empty()).count(),
            reviewers,
            single: units.iter().filter(|unit| unit.ratings.len() == 1).count(),
            adjudicated: units.iter().filter(|unit| unit.adjudicated).count(),
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

/// A line of the table on agreement, in at most 76 columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What kind of line it is.
    pub kind: LineKind,
    /// What it says.
    pub text: String,
}

/// What a line of the table on agreement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The heading of a part.
    Heading,
    /// The headings of columns.
    Columns,
    /// Figures, or what is in none of them.
    Figures,
    /// Figures on statements that can be looked at.
    About(About),
}

/// Whose verdicts figures compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Two reviewers, by their place among the pairs.
    Pair(usize),
    /// All reviewers.
    All,
    /// A machine, by its place, where it said one thing and a reviewer any.
    Machine(usize, Verdict),
    /// A machine, by its place, where a reviewer is on the opposite side.
    Opposite(usize),
    /// A machine, by its place, where it was as confident as this.
    Confidence(usize, Level),
}

impl Agreement {
    /// The table, line by line; an empty one parts two parts.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = self.counts();
        let mut push = |kind: LineKind, text: String| lines.push(Line { kind, text });
        if !self.pairs.is_empty() {
            push(LineKind::Figures, String::new());
            let head = format!("{:<32} {:>5} {:>7} {:>6} {:>5}  95%", "Verdicts of two", "n", "agree", "κ", "SE");
            push(LineKind::Heading, head);
        }
        for (at, Pair { a, b, kappa, interval }) in self.pairs.iter().enumerate() {
            let names = column(&format!("{} – {}", short(a, 14), short(b, 14)), 32);
            let agree = 100.0 * kappa.agreement;
            let enough = |value: Option<f64>| number(value.filter(|_| kappa.n >= FEWEST));
            let (k, se) = (enough(kappa.kappa), enough(kappa.standard_error));
            let interval = between(interval.filter(|_| kappa.n >= FEWEST));
            let text = format!("{names} {:>5} {agree:>6.1}% {k:>6} {se:>5}  {interval}", kappa.n);
            push(LineKind::About(About::Pair(at)), text);
        }
        let overall = [
            ("verdicts (nominal)", &self.verdicts, LineKind::About(About::All)),
            ("confidence (ordinal)", &self.confidence, LineKind::Figures),
        ];
        if self.verdicts.is_some() {
            push(LineKind::Figures, String::new());
            let head = format!("{:<32} {:>5} {:>7} {:>6} {:>5}  95%", "All reviewers", "n", "agree", "α", "");
            push(LineKind::Heading, head);
        }
        for (name, overall, kind) in overall {
            let Some(Overall { alpha, interval, .. }) = overall else { continue };
            let (agree, a) = (100.0 * alpha.agreement, number(alpha.alpha.filter(|_| alpha.n >= FEWEST)));
            let interval = between(interval.filter(|_| alpha.n >= FEWEST));
            push(kind, format!("{name:<32} {:>5} {agree:>6.1}% {a:>6} {:>5}  {interval}", alpha.n, ""));
        }
        for (at, machine) in self.machines.iter().enumerate() {
            push(LineKind::Figures, String::new());
            machine.lines(at, &mut push);
        }
        if self.machine_hidden > 0 {
            let hidden = counted(self.machine_hidden, "statement");
            push(LineKind::Figures, String::new());
            let text = format!("The machine's verdicts on {hidden} are left out, and hidden until you decide them.");
            push(LineKind::Figures, text);
        }
        let notes = self.notes();
        if !notes.is_empty() {
            push(LineKind::Figures, String::new());
        }
        notes.into_iter().for_each(|note| push(LineKind::Figures, note));
        lines
    }

    /// What the coefficients mean, and which are left out.
    fn notes(&self) -> Vec<String> {
        let overall = self.verdicts.iter().chain(&self.confidence).map(|overall| overall.alpha.n);
        let few = self.pairs.iter().map(|pair| pair.kappa.n).chain(overall).any(|n| n < FEWEST);
        let few = few.then(|| format!("κ and α need at least {FEWEST} statements; of fewer there is a dash."));
        let none = self.pairs.is_empty() && self.machines.is_empty() && self.hidden == 0;
        let none = none.then(|| {
            "No figures yet: they need a statement that two reviewers decided, or a reviewer and the machine."
                .to_owned()
        });
        none.into_iter().chain(few).chain(self.explain_coefficients()).collect()
    }

    /// What the values of the coefficients that are printed mean; `None` where none is.
    pub(crate) fn explain_coefficients(&self) -> Option<String> {
        let machines = self.machines.iter().map(|machine| machine.kappa);
        let mut kappas = self.pairs.iter().map(|pair| pair.kappa).chain(machines);
        let has_kappa = kappas.any(|kappa| kappa.n >= FEWEST && kappa.kappa.is_some());
        let mut alphas = self.verdicts.iter().chain(&self.confidence).map(|overall| overall.alpha);
        let has_alpha = alphas.any(|alpha| alpha.n >= FEWEST && alpha.alpha.is_some());
        let names = match (has_kappa, has_alpha) {
            (true, true) => "κ and α",
            (true, false) => "κ",
            (false, true) => "α",
            (false, false) => return None,
        };
        Some(format!("{names}: 1 is full agreement, 0 what chance alone would give."))
    }

    /// Who decided how much, and what is in no figure.
    fn counts(&self) -> Vec<Line> {
        let (people, statements) = (counted(self.reviewers.len(), "reviewer"), counted(self.statements, "statement"));
        // “0 reviewers” would be untrue where every verdict is hidden.
        let head = if self.reviewers.is_empty() && self.hidden > 0 {
            statements
        } else {
            format!("{people}, {statements}, {} without a reviewer's verdict", self.undecided)
        };
        let mut texts: Vec<String> = Vec::new();
        if self.hidden > 0 {
            texts.push(format!("{} of blind reviews hidden until you decide", counted(self.hidden, "statement")));
        }
        texts.extend(self.reviewers.iter().map(|(name, count)| format!("{} {count:>5} decided", column(name, 32))));
        if self.single > 0 && self.reviewers.len() > 1 {
            let single = counted(self.single, "statement");
            texts.push(format!("{single} decided by one reviewer alone, so not compared"));
        }
        if self.adjudicated > 0 {
            let adjudicated = counted(self.adjudicated, "statement");
            texts.push(format!("{adjudicated} adjudicated; an adjudicator's verdict is in no figure"));
        }
        let head = Line { kind: LineKind::Heading, text: head };
        let figures = texts.into_iter().map(|text| Line { kind: LineKind::Figures, text: format!("  {text}") });
        std::iter::once(head).chain(figures).collect()
    }
}

impl MachineAgreement {
    fn lines(&self, at: usize, push: &mut impl FnMut(LineKind, String)) {
        push(LineKind::Heading, format!("{} against reviewers", self.describe()));
        let names = Verdict::ALL.map(Verdict::name);
        let head = format!("{:<22} {:>12} {:>12} {:>12}", "machine \\ reviewer", names[0], names[1], names[2]);
        push(LineKind::Columns, head);
        for (row, verdict) in self.confusion.iter().zip(Verdict::ALL) {
            let text = format!("  {:<20} {:>12} {:>12} {:>12}", verdict.name(), row[0], row[1], row[2]);
            push(LineKind::About(About::Machine(at, verdict)), text);
        }
        let (n, agree) = (self.kappa.n, 100.0 * self.kappa.agreement);
        let (k, se) = (number(self.kappa.kappa), number(self.kappa.standard_error));
        let coefficient = match n {
            FEWEST.. => format!(", κ {k} (SE {se}, 95% {})", between(self.interval)),
            _ => format!("; κ needs at least {FEWEST} verdicts"),
        };
        push(LineKind::Figures, format!("  n {n}, agree {agree:.1}%{coefficient}"));
        let text = format!("  {} on opposite sides; {} accepted as shown", self.opposite, self.accepted);
        push(LineKind::About(About::Opposite(at)), text);
        let head =
            format!("  {:<12} {:>5} {:>7} {:>7} {:>7}  95% (Wilson)", "confidence", "n", "stated", "right", "share");
        push(LineKind::Columns, head);
        for c in &self.calibration {
            let (name, interval) = (c.level.name(), between(c.interval));
            let text = format!("  {name:<12} {:>5} {:>7.2} {:>7} {:>7.2}  {interval}", c.n, c.stated, c.right, c.share);
            push(LineKind::About(About::Confidence(at, c.level)), text);
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|line| writeln!(f, "{}", line.text))
    }
}
