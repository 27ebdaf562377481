//! Several reasoners over the same claims and documents, side by side.

use std::{fmt, sync::Arc, time::Instant};

use serde::Serialize;

use crate::{
    agree::{Interval, Kappa, kappa, wilson},
    domain::{Level, Triage, Verdict},
    library::Library,
    review::Clock,
    text::counted,
};

use super::{
    cases::{Case, library_of, review_one},
    run::Kit,
};

/// What one reasoner says of one claim.
#[derive(Clone, Debug, Serialize)]
pub struct ArmOutcome {
    /// The verdict with its confidence, 0–1; `None` where it could not be made.
    pub given: Option<(Verdict, f64)>,
    /// Triage, where there is a verdict.
    pub triage: Option<Triage>,
    /// Why there is no verdict.
    pub failure: Option<String>,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// Calls to models and what they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Calls, those that failed among them.
    pub calls: usize,
    /// Tokens that were read, as far as the server counts them.
    pub prompt_tokens: u64,
    /// Tokens that were written.
    pub answer_tokens: u64,
}

/// How often verdicts of a level of confidence are right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelShare {
    /// The confidence.
    pub level: Level,
    /// Verdicts with it.
    pub n: usize,
    /// Of these, equal to the label.
    pub right: usize,
    /// Of the share, by Wilson.
    pub interval: Option<Interval>,
}

/// The figures of one reasoner.
#[derive(Clone, Debug, Serialize)]
pub struct Arm {
    /// As it was named: `builtin`, `ollama:a`.
    pub name: String,
    /// The claims that it could not decide because a stage failed; they count as wrong in no figure.
    pub failed: usize,
    /// Agreement with the labels.
    pub kappa: Option<Kappa>,
    /// Of the share that is right, by Wilson.
    pub interval: Option<Interval>,
    /// A side that is the opposite of the label's.
    pub opposite: usize,
    /// Left undecided though the label has a side.
    pub undecided: usize,
    /// By level of confidence, low to high, without levels that did not occur.
    pub calibration: Vec<LevelShare>,
    /// The calls to models.
    pub cost: Cost,
    /// How long all claims took, in seconds.
    pub seconds: f64,
    /// By claim, in the order of [`Comparison::claims`].
    pub outcomes: Vec<ArmOutcome>,
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Id, text and label of each claim.
    pub claims: Vec<(String, String, Verdict)>,
    /// In the order in which they were named.
    pub arms: Vec<Arm>,
}

impl Arm {
    /// Reviews every case; those without documents of their own over `shared`. A case that cannot be reviewed is
    /// counted, and the others go on.
    pub async fn run(
        name: String,
        kit: &Kit,
        cases: &[Case],
        shared: Option<&Arc<Library>>,
        clock: &Clock,
        on_done: impl Fn(usize),
    ) -> Self {
        let begun = Instant::now();
        let mut outcomes = Vec::new();
        for case in cases {
            let started = Instant::now();
            let library = match shared.filter(|_| case.documents.is_empty()) {
                Some(shared) => Ok(Arc::clone(shared)),
                None => library_of(case.documents.clone()).map(Arc::new),
            };
            let given = match library {
                Ok(library) => review_one(kit.clone(), case.claim.clone(), library, Arc::clone(clock)).await,
                Err(why) => Err(why),
            };
            let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            outcomes.push(match given {
                Ok(given) => ArmOutcome {
                    given: Some((given.verdict, given.confidence)),
                    triage: Some(given.triage),
                    failure: None,
                    millis,
                },
                Err(why) => ArmOutcome { given: None, triage: None, failure: Some(why), millis },
            });
            on_done(outcomes.len());
        }
        Self::of(name, cases, outcomes, begun.elapsed().as_secs_f64())
    }

    fn of(name: String, cases: &[Case], outcomes: Vec<ArmOutcome>, seconds: f64) -> Self {
        let given = cases.iter().zip(&outcomes).filter_map(|(case, outcome)| Some((case.expected, outcome.given?)));
        let given: Vec<(Verdict, (Verdict, f64))> = given.collect();
        let pairs: Vec<(usize, usize)> =
            given.iter().map(|(label, (verdict, _))| (*verdict as usize, *label as usize)).collect();
        let right = pairs.iter().filter(|(ours, label)| ours == label).count();
        let is_opposite = |a: Verdict, b: Verdict| a != b && a != Verdict::Undecided && b != Verdict::Undecided;
        let calibration = |level: Level| {
            let own: Vec<_> = given.iter().filter(|(_, (_, confidence))| Level::of(*confidence) == level).collect();
            let right = own.iter().filter(|(label, (verdict, _))| verdict == label).count();
            (!own.is_empty()).then(|| LevelShare { level, n: own.len(), right, interval: wilson(right, own.len()) })
        };
        Self {
            name,
            failed: outcomes.iter().filter(|outcome| outcome.given.is_none()).count(),
            kappa: kappa(&pairs, Verdict::ALL.len()),
            interval: wilson(right, pairs.len()),
            opposite: given.iter().filter(|(label, (verdict, _))| is_opposite(*label, *verdict)).count(),
            undecided: given
                .iter()
                .filter(|(label, (verdict, _))| *verdict == Verdict::Undecided && *label != Verdict::Undecided)
                .count(),
            calibration: [Level::Low, Level::Medium, Level::High].into_iter().filter_map(calibration).collect(),
            cost: Cost::default(),
            seconds,
            outcomes,
        }
    }

    /// The name of each figure and what it is.
    fn figures(&self) -> Vec<(String, String)> {
        let judged = self.outcomes.len() - self.failed;
        // Of claims that were not judged nothing is known.
        let count = |count: usize| if judged > 0 { count.to_string() } else { "–".to_owned() };
        let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
        let mut rows = vec![
            ("claims".to_owned(), self.outcomes.len().to_string()),
            ("failed".to_owned(), self.failed.to_string()),
            (
                "right".to_owned(),
                self.kappa.map_or_else(|| "–".to_owned(), |kappa| format!("{:.1}%", 100.0 * kappa.agreement)),
            ),
            (
                "right, 95%".to_owned(),
                self.interval
                    .map_or_else(|| "–".to_owned(), |i| format!("{:.1} to {:.1}%", 100.0 * i.low, 100.0 * i.high)),
            ),
            ("κ with the labels".to_owned(), number(self.kappa.and_then(|kappa| kappa.kappa))),
            ("opposite side".to_owned(), count(self.opposite)),
            ("left undecided".to_owned(), count(self.undecided)),
        ];
        for level in [Level::Low, Level::Medium, Level::High] {
            let own = self.calibration.iter().find(|share| share.level == level);
            let right = own.map_or_else(|| "–".to_owned(), |share| format!("{} of {}", share.right, share.n));
            rows.push((format!("right at {}", level.name()), right));
        }
        let each = self.seconds / (self.outcomes.len().max(1) as f64);
        rows.extend([
            ("calls".to_owned(), self.cost.calls.to_string()),
            ("tokens read".to_owned(), self.cost.prompt_tokens.to_string()),
            ("tokens written".to_owned(), self.cost.answer_tokens.to_string()),
            ("seconds".to_owned(), format!("{:.1}", self.seconds)),
            ("seconds a claim".to_owned(), format!("{each:.2}")),
        ]);
        rows
    }
}

impl Comparison {
    /// The rows of both tables: figures, then the claims on which the reasoners differ.
    fn rows(&self) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
        let columns: Vec<Vec<(String, String)>> = self.arms.iter().map(Arm::figures).collect();
        let names = columns.first().into_iter().flatten().map(|(name, _)| name.clone());
        let figures = names
            .enumerate()
            .map(|(at, name)| std::iter::once(name).chain(columns.iter().map(|column| column[at].1.clone())).collect());
        let differ = (0..self.claims.len()).filter(|at| {
            let mut verdicts = self.verdicts(*at);
            let first = verdicts.next();
            verdicts.any(|other| Some(other) != first)
        });
        let differing = differ.map(|at| {
            let (id, text, label) = &self.claims[at];
            let verdict = |arm: &Arm| match arm.outcomes.get(at).and_then(|outcome| outcome.given) {
                Some((verdict, confidence)) => format!("{} {confidence:.2}", verdict.name()),
                None => "failed".to_owned(),
            };
            [id.clone(), label.name().to_owned()]
                .into_iter()
                .chain(self.arms.iter().map(verdict))
                .chain([crate::text::Clean::from(text.as_str()).one_line().to_string()])
                .collect()
        });
        (figures.collect(), differing.collect())
    }

    /// The verdicts on a claim; a reasoner that failed on it gave none.
    fn verdicts(&self, claim: usize) -> impl Iterator<Item = Verdict> {
        let given = move |arm: &Arm| arm.outcomes.get(claim).and_then(|outcome| outcome.given);
        self.arms.iter().filter_map(given).map(|(verdict, _)| verdict)
    }

    /// On how many claims they differ, of those that two or more of them judged.
    fn difference(&self, differing: usize) -> Option<String> {
        let shared = (0..self.claims.len()).filter(|claim| self.verdicts(*claim).count() > 1).count();
        let who = if self.arms.len() == 2 { "both" } else { "two or more of them" };
        match (self.arms.len(), shared) {
            (0 | 1, _) => None,
            (_, 0) => Some(format!("No claim was judged by {who}, so nothing is compared.")),
            (_, all) if all == self.claims.len() && differing == 0 => None,
            (_, all) if all == self.claims.len() => Some(format!("They differ on {differing} of {all} claims:")),
            (_, shared) => {
                let colon = if differing > 0 { ":" } else { "." };
                Some(format!("They differ on {differing} of the {} that {who} judged{colon}", counted(shared, "claim")))
            }
        }
    }

    /// Why reasoners failed, with how often: a line each.
    fn failures(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for arm in &self.arms {
            let mut reasons: Vec<(String, usize)> = Vec::new();
            for why in arm.outcomes.iter().filter_map(|outcome| outcome.failure.as_ref()) {
                let why = crate::text::Clean::from(why.to_string()).one_line().to_string();
                match reasons.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, count)) => *count += 1,
                    None => reasons.push((why, 1)),
                }
            }
            let line = |(why, count)| format!("{} failed on {}: {why}", arm.name, counted(count, "claim"));
            lines.extend(reasons.into_iter().map(line));
        }
        lines
    }

    fn names(&self) -> Vec<String> {
        self.arms.iter().map(|arm| arm.name.clone()).collect()
    }

    /// Both tables in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let cell = |text: &String| text.replace('\\', "\\\\").replace('|', "\\|");
        let line = |cells: &[String]| format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
        let table = |head: Vec<String>, rows: &[Vec<String>]| {
            let rule = format!("|{}\n", "---|".repeat(head.len()));
            let rows: String = rows.iter().map(|row| line(row)).collect();
            format!("{}{rule}{rows}", line(&head))
        };
        let (figures, differing) = self.rows();
        let head = std::iter::once(String::new()).chain(self.names()).collect();
        let mut out = table(head, &figures);
        if let Some(line) = self.difference(differing.len()) {
            out.push_str(&format!("\n{line}\n"));
        }
        if !differing.is_empty() {
            let head = ["claim".to_owned(), "label".to_owned()].into_iter().chain(self.names());
            out.push_str(&format!("\n{}", table(head.chain(["text".to_owned()]).collect(), &differing)));
        }
        let failures = self.failures();
        if !failures.is_empty() {
            out.push('\n');
            failures.iter().for_each(|line| out.push_str(&format!("- {}\n", cell(line))));
        }
        out
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (figures, differing) = self.rows();
        let wide = |text: &str| unicode_width::UnicodeWidthStr::width(text);
        let width = self.arms.iter().map(|arm| wide(&arm.name)).chain([16]).max().unwrap_or(16);
        let put = |f: &mut fmt::Formatter<'_>, text: &str, width: usize| {
            write!(f, "{text}{}", " ".repeat(width.saturating_sub(wide(text)) + 2))
        };
        put(f, "", 18)?;
        self.arms.iter().try_for_each(|arm| put(f, &arm.name, width))?;
        for row in &figures {
            writeln!(f)?;
            put(f, &row[0], 18)?;
            row[1..].iter().try_for_each(|cell| put(f, cell, width))?;
        }
        writeln!(f)?;
        for line in self.failures() {
            writeln!(f, "\n{line}")?;
        }
        if let Some(line) = self.difference(differing.len()) {
            writeln!(f, "\n{line}")?;
        }
        for row in &differing {
            let (text, cells) = row.split_last().map_or(("", &row[..]), |(text, cells)| (text.as_str(), cells));
            writeln!(f, "{}  label {}  {text}", cells[0], cells[1])?;
            for (name, cell) in self.names().iter().zip(&cells[2..]) {
                writeln!(f, "    {name}: {cell}")?;
            }
        }
        Ok(())
    }
}
