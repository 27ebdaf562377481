//! How likely each sentence of a paper is one of its main findings, which a reviewer would check: logistic regressions,
//! one each for the abstract, the conclusion and the rest of the text, one for whether the paper has findings of its own at
//! all, and one that adds what the encoder makes of a sentence of the abstract or the conclusion. `examples/train_findings` trains them.

mod conduct;
mod deeds;
mod explicit;
mod features;
mod paper;
mod phrases;

use std::{collections::BTreeMap, fmt::Write as _, sync::LazyLock};

use crate::domain::Source;

use super::{extract, reading::Sentence, zones::Reading};

pub(super) use conduct::{describes_people, describes_sample, is_on_frequency, reports_nothing};
pub(super) use explicit::{
    calls_for_work, continues_others, recommends, refers_to_others, reports_own_finding, speculates,
};
pub use features::Row;
pub(super) use features::rows;
pub use paper::PaperRow;
pub(super) use paper::paper_row;

/// Papers with a lower likelihood are taken to have no findings of their own, as reviews and essays.
pub const OWN: f64 = 0.5;

/// The part of a paper that a sentence is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The abstract, under whichever of its headings.
    Abstract,
    /// The paper's own conclusion.
    Conclusion,
    /// Anywhere else.
    Text,
}

impl Part {
    pub(super) fn of(sentence: &Sentence) -> Self {
        if sentence.summary {
            Self::Abstract
        } else if sentence.is_closing() {
            Self::Conclusion
        } else {
            Self::Text
        }
    }
}

/// A sentence as the trainer sees it.
#[derive(Clone, Debug)]
pub struct Example {
    /// As a statement would have it.
    pub text: String,
    /// The part of the paper that it is in.
    pub part: Part,
    /// Whether it could be a statement of a paper at all.
    pub usable: bool,
    /// Whether it is in a section that reports results.
    pub outcome: bool,
    /// Its features.
    pub row: Row,
}

/// The weights of one regression by the names of the features; `bias` is added to each sum.
pub type Weights = BTreeMap<String, f64>;

/// The models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Of a sentence of the abstract.
    pub summary: Weights,
    /// Of a sentence of the conclusion.
    pub closing: Weights,
    /// Of another sentence.
    pub body: Weights,
    /// That the paper has findings of its own.
    pub own: Weights,
    /// Of a sentence of the abstract or the conclusion by the log-odds of the regression for its part and those of the
    /// encoder.
    pub together: Weights,
}

/// What the models make of a paper.
#[derive(Clone, Debug)]
pub(super) struct Likely {
    /// How likely the paper has findings of its own, 0–1.
    pub own: f64,
    /// How likely each sentence is a main finding if it has, 0–1.
    pub each: Vec<f64>,
}

impl Findings {
    /// The models that come with the program.
    ///
    /// # Panics
    /// When the file that was built in is damaged, which a test excludes.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Findings> = LazyLock::new(|| {
            Findings::read(include_str!("../../../../models/findings.tsv")).expect("models/findings.tsv is whole")
        });
        &SHIPPED
    }

    /// Reads lines of model, feature and weight, separated by tabs; `None` where a line is anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut read = Self::default();
        for line in text.lines() {
            let [model, name, weight] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let weights = match model {
                "summary" => &mut read.summary,
                "closing" => &mut read.closing,
                "body" => &mut read.body,
                "own" => &mut read.own,
                "together" => &mut read.together,
                _ => return None,
            };
            weights.insert(name.to_owned(), weight.parse().ok()?);
        }
        Some(read)
    }

    /// Its lines.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        let models = [
            ("summary", &self.summary),
            ("closing", &self.closing),
            ("body", &self.body),
            ("own", &self.own),
            ("together", &self.together),
        ];
        for (model, weights) in models {
            for (name, weight) in weights {
                let _ = writeln!(out, "{model}\t{name}\t{weight:.4}");
            }
        }
        out
    }

    /// The sentences of a paper with their features, and those of the paper, for the trainer.
    #[must_use]
    pub fn examples(source: &Source) -> (Vec<Example>, PaperRow) {
        extract::examples(source)
    }

    /// The regression for a part of a paper.
    #[must_use]
    pub fn weights(&self, part: Part) -> &Weights {
        match part {
            Part::Abstract => &self.summary,
            Part::Conclusion => &self.closing,
            Part::Text => &self.body,
        }
    }

    /// How likely a paper has findings, and each sentence is a main one; `encoded` is what the encoder makes of the
    /// sentences of a part, in order, as log-odds, where it is asked.
    pub(super) fn likely(
        &self,
        all: &[Sentence],
        readings: &[Reading],
        title: &str,
        encoded: impl Fn(&[&str]) -> Option<Vec<f64>>,
    ) -> Likely {
        let rows = rows(all, readings, title);
        let mut each: Vec<f64> =
            all.iter().zip(&rows).map(|(sentence, row)| likely(self.weights(Part::of(sentence)), row)).collect();
        for part in [Part::Abstract, Part::Conclusion] {
            let of: Vec<usize> = (0..all.len()).filter(|at| Part::of(&all[*at]) == part).collect();
            let texts: Vec<&str> = of.iter().map(|at| all[*at].text.as_str()).collect();
            for (at, encoded) in of.into_iter().zip(encoded(&texts).unwrap_or_default()) {
                let features = log_odds(self.weights(part), &rows[at]);
                each[at] = likely(&self.together, &[("features", features), ("encoder", encoded)]);
            }
        }
        Likely { own: likely(&self.own, &paper_row(all, &rows, title)), each }
    }
}

/// What a regression makes of a row, 0–1.
#[must_use]
pub fn likely<N: AsRef<str>>(weights: &Weights, row: &[(N, f64)]) -> f64 {
    1.0 / (1.0 + (-log_odds(weights, row)).exp())
}

/// The same as log-odds.
#[must_use]
pub fn log_odds<N: AsRef<str>>(weights: &Weights, row: &[(N, f64)]) -> f64 {
    let weight = |name: &str| weights.get(name).copied().unwrap_or_default();
    weight("bias") + row.iter().map(|(name, value)| weight(name.as_ref()) * value).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::Page,
        reason::builtin::{extract::readings, reading::read},
    };

    #[test]
    fn a_finding_is_likelier_than_what_is_around_it() {
        let text = "Abstract\n\nSleep is important for health worldwide. We aimed to examine whether walking improves sleep. \
                    We recruited 240 adults and assigned them to walking or rest. Walking increased sleep by 40 minutes \
                    compared with rest (p < 0.001). Further research is needed to understand the mechanisms of this effect.";
        let all = read(&[Page { number: 1, text: text.into() }]);
        let likely = Findings::shipped().likely(&all, &readings(&all), "Walking and sleep", |_| None).each;
        let best = likely.iter().copied().fold(0.0, f64::max);
        assert_eq!(likely.iter().position(|p| *p == best), Some(3), "{likely:?}");
        assert!(best > 0.5 && likely.iter().filter(|p| **p > 0.3).count() == 1, "{likely:?}");
    }

    #[test]
    fn a_damaged_file_is_refused_and_a_whole_one_reads_back() {
        let shipped = Findings::shipped();
        assert_eq!(Findings::read(&shipped.write()).as_ref(), Some(shipped));
        assert_eq!(Findings::read("summary\tbias"), None);
        assert_eq!(Findings::read("abstract\tbias\t1"), None);
    }
}
