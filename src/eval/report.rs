//! All figures of an evaluation, as a table and as JSON.

use std::fmt;

use serde::Serialize;

use crate::agree::bootstrap;

use super::{
    Interval, Label, Outcome, Setting,
    classes::{self, Bin},
    evidence::{self, Prf},
    retrieval::{self, List},
};

/// The shares of the evidence at which selective accuracy is reported.
const COVERAGES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 1.0];

/// What an official metric counts over claims.
type Over = fn(&[&Outcome]) -> Prf;

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// `None` where it is not defined, such as an accuracy over nothing.
    pub value: Option<f64>,
    /// 95 %, by drawing claims anew.
    pub interval: Option<Interval>,
}

/// What an evaluation found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Who was evaluated.
    pub reasoner: String,
    /// On which claims.
    pub claims: String,
    /// Which abstracts were looked at.
    pub setting: Setting,
    /// How many claims.
    pub count: usize,
    /// Abstracts with evidence, over all claims.
    pub evidence: usize,
    /// In the order of the table.
    pub figures: Vec<Figure>,
    /// Rows are people's labels, columns the machine's, both in the order supports, contradicts, not enough.
    pub confusion: [[u32; 3]; 3],
    /// What the probability of a label says against how often it is right, from low to high.
    pub reliability: Vec<Bin>,
}

impl Report {
    /// Works the figures out.
    #[must_use]
    pub fn of(reasoner: String, claims: String, setting: Setting, outcomes: &[Outcome]) -> Self {
        let all: Vec<&Outcome> = outcomes.iter().collect();
        let mut figures = Vec::new();
        let mut add = |name: &str, figure: &dyn Fn(&[&Outcome]) -> Option<f64>| {
            figures.push(Figure { name: name.into(), value: figure(&all), interval: bootstrap(&all, figure) });
        };
        let lists: [(&str, List); 2] =
            [("search for the claim's words", |o| &o.found), ("search for the claim", |o| &o.shipped)];
        for (name, list) in lists {
            add(&format!("{name}, nDCG@10"), &|o| retrieval::ndcg(o, list, 10));
            for k in [3, 10, 100] {
                add(&format!("{name}, R@{k}"), &|o| retrieval::recall(o, list, k));
            }
        }
        for k in [3, 10] {
            add(&format!("contradicting abstract in the first {k}, by the claim alone"), &|o| {
                retrieval::contradicted(o, |outcome| &outcome.found, k)
            });
            add(&format!("contradicting abstract in the first {k}, with the counter side"), &|o| {
                retrieval::contradicted(o, |outcome| &outcome.fused, k)
            });
        }
        add("a whole rationale in the first 3 sentences", &|o| evidence::rationale_within(o, 3));
        add("three-way accuracy", &|o| classes::accuracy(o));
        add("three-way macro-F1", &|o| classes::macro_f1(o));
        add("support against contradict, accuracy", &|o| classes::side_accuracy(o));
        add("support against contradict, balanced accuracy", &|o| classes::side_balanced(o));
        add("support against contradict, AUC", &|o| classes::side_auc(o));
        add("the opposite side, of the sides given", &|o| classes::opposite(o));
        if outcomes.iter().any(|outcome| outcome.judged.values().any(|judged| judged.overruled.is_some())) {
            add("right where a rule overruled", &|o| classes::overruled(o, |judged| Some(judged.label)));
            add("right there without the rule", &|o| classes::overruled(o, |judged| judged.overruled));
        }
        add("evidence against none, AUC", &|o| classes::evidence_auc(o));
        for coverage in COVERAGES {
            let name = format!("support against contradict, accuracy of the surest {:.0}%", 100.0 * coverage);
            add(&name, &|o| classes::selective(o, coverage));
        }
        add("calibration error (ECE, 10 bins of equal mass)", &|o| classes::calibration_error(o));
        let official: [(&str, Over); 4] = [
            ("abstracts, label only", evidence::label_only),
            ("abstracts, rationalised", evidence::rationalised),
            ("sentences, selection", evidence::selection),
            ("sentences, selection and label", evidence::selection_and_label),
        ];
        for (name, of) in official {
            add(&format!("{name}, precision"), &|o| of(o).precision());
            add(&format!("{name}, recall"), &|o| of(o).recall());
            add(&format!("{name}, F1"), &|o| of(o).f1());
        }
        Self {
            reasoner,
            claims,
            setting,
            count: outcomes.len(),
            evidence: outcomes.iter().map(|outcome| outcome.gold.len()).sum(),
            figures,
            confusion: classes::confusion(&all),
            reliability: classes::reliability(&all),
        }
    }

    /// A figure by its name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name == name)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let looked = match self.setting {
            Setting::Oracle => "the abstracts with evidence",
            Setting::Cited => "the abstracts cited",
            Setting::Open => "the abstracts found",
            Setting::Given => "the passages given",
        };
        writeln!(f, "{} on {} claims of {}, over {looked}", self.reasoner, self.count, self.claims)?;
        writeln!(f, "\n| figure | value | 95% |\n|---|---:|---|")?;
        for figure in &self.figures {
            let value = figure.value.map_or("–".into(), |value| format!("{value:.3}"));
            let interval = figure.interval.map_or("–".into(), |i| format!("{:.3}–{:.3}", i.low, i.high));
            writeln!(f, "| {} | {value} | {interval} |", figure.name)?;
        }
        writeln!(f, "\n| people \\ machine | supports | contradicts | not enough |\n|---|---:|---:|---:|")?;
        for label in Label::ALL {
            let [supports, contradicts, neither] = self.confusion[label.index()];
            writeln!(f, "| {} | {supports} | {contradicts} | {neither} |", label.name())?;
        }
        writeln!(f, "\n| labels | said | right |\n|---:|---:|---:|")?;
        for bin in &self.reliability {
            writeln!(f, "| {} | {:.3} | {:.3} |", bin.count, bin.said, bin.right)?;
        }
        Ok(())
    }
}
