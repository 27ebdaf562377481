//! The thresholds of a review. They are fixed in the review's journal, so that
//! a result can be told stale when one that it depends on changes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::text::Clean;

use super::{Digest, Source, Stage};

/// Which reasoner works a stage out, and how. Kept with every result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The reasoner's name: `builtin`, `ollama`.
    pub reasoner: Clean,
    /// Its version: what it computes may change with it.
    pub version: Clean,
    /// The model that it asks, if it asks one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelSpec>,
}

/// The name under which results that came with a claim are on record.
const GIVEN: &str = "given";

/// The name under which results are on record that were computed without the model of their review.
const PROGRAM: &str = "gainsay";

impl EngineSpec {
    /// The origin of a judgement that came with a claim (`docs/rules.md#given`); `by` may be empty.
    #[must_use]
    pub fn given(by: &Clean) -> Self {
        let by = by.one_line();
        let by = if by.is_empty() { "with the claim".to_owned() } else { format!("by {by}") };
        Self { reasoner: GIVEN.into(), version: by.into(), model: None }
    }

    /// The origin of a result that the program computed by itself, where the reasoner would have asked a model.
    #[must_use]
    pub fn program(version: Clean) -> Self {
        Self { reasoner: PROGRAM.into(), version, model: None }
    }

    /// Whether the program computed the result without asking the model of its review.
    #[must_use]
    pub fn is_program(&self) -> bool {
        *self.reasoner == *PROGRAM
    }

    /// Whether the result came with a claim.
    #[must_use]
    pub fn is_given(&self) -> bool {
        *self.reasoner == *GIVEN
    }

    /// The model and the reasoner that asks it: `gpt-oss:20b (ollama 0.1.0)`; the reasoner alone where it
    /// asks none.
    #[must_use]
    pub fn describe(&self) -> String {
        let reasoner = format!("{} {}", self.reasoner.one_line(), self.version.one_line()).trim().to_owned();
        match &self.model {
            Some(model) if !model.name.trim().is_empty() => format!("{} ({reasoner})", model.name.one_line()),
            _ => reasoner,
        }
    }

    /// Each reasoner and model of several results once, with all temperatures and the like that it was asked with and
    /// the digests of weights and prompts, for the record: `gpt-oss:20b (ollama 0.1.0), temperature 0 / 0.3, seed 42,
    /// weights 5c817ed0, prompts bc204bab4630 / febd930eed75`. A reasoner is not named beside its models.
    #[must_use]
    pub fn provenance<'a>(specs: impl IntoIterator<Item = &'a Self>) -> Vec<String> {
        let mut all: BTreeMap<String, Vec<(&Self, &ModelSpec)>> = BTreeMap::new();
        let mut plain: BTreeMap<String, &Self> = BTreeMap::new();
        for spec in specs {
            match &spec.model {
                Some(model) => {
                    let asked = all.entry(format!("{} {}", spec.describe(), model.digest)).or_default();
                    asked.push((spec, model));
                }
                None => drop(plain.insert(spec.describe(), spec)),
            }
        }
        let asks = |spec: &Self| {
            let mut asked = all.values().flatten();
            asked.any(|(other, _)| (&other.reasoner, &other.version) == (&spec.reasoner, &spec.version))
        };
        let alone = plain.into_iter().filter(|(_, spec)| !asks(spec)).map(|(described, _)| described);
        alone.chain(all.values().map(|asked| one_model(asked))).collect()
    }
}

/// A model with everything that it was asked with.
fn one_model(asked: &[(&EngineSpec, &ModelSpec)]) -> String {
    let Some((spec, first)) = asked.first() else { return String::new() };
    // `temperature 0.3`: the name of an option, then its values.
    let mut options: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut add = |name: &str, value: &str| match options.iter_mut().find(|(known, _)| known == name) {
        Some((_, values)) => drop(values.insert(value.to_owned())),
        None => options.push((name.to_owned(), BTreeSet::from([value.to_owned()]))),
    };
    for (_, model) in asked {
        for option in model.options.one_line().split(", ").filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once(' ').unwrap_or((option, ""));
            add(name, value);
        }
    }
    if !first.digest.trim().is_empty() {
        add("weights", &first.digest.one_line().chars().take(19).collect::<String>());
    }
    asked.iter().for_each(|(_, model)| add("prompts", &model.prompts.short()));
    let options = options.into_iter().map(|(name, values)| {
        let values: Vec<String> = values.into_iter().collect();
        format!("{name} {}", values.join(" / "))
    });
    std::iter::once(spec.describe()).chain(options).collect::<Vec<_>>().join(", ")
}

/// The model behind a result, and how it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelSpec {
    /// Its name.
    pub name: Clean,
    /// Digest of its weights as the server reports it; empty before it was asked.
    pub digest: Clean,
    /// Digest of the prompts.
    pub prompts: Digest,
    /// What was set, in words: `temperature 0.3, seed 42, context 16384`.
    pub options: Clean,
}

/// When the tool abstains (`docs/rules.md#abstention`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Abstaining {
    /// Independent sources that must address the statement; see [`Self::min_sources_news`].
    pub min_sources: u32,
    /// The same where every source that addresses it is a news, fact-check or other web page.
    pub min_sources_news: u32,
    /// Credibility that counts as authoritative, 0–1.
    pub authoritative: f64,
    /// Consensus below which the evidence is called weak, 0–1.
    pub min_consensus: f64,
    /// Credible sources on each side that make a conflict.
    pub conflict: u32,
    /// What an abstention caps the verdict's confidence at, 0–1.
    pub cap: f64,
}

impl Default for Abstaining {
    fn default() -> Self {
        Self { min_sources: 1, min_sources_news: 3, authoritative: 0.75, min_consensus: 0.65, conflict: 2, cap: 0.30 }
    }
}

/// How many statements are taken from a paper or abstract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaxStatements {
    /// 12 from a paper, 5 from an abstract.
    #[default]
    Auto,
    /// As many as this, 1–200.
    Count(u32),
}

impl MaxStatements {
    /// The most that can be set.
    pub const MOST: u32 = 200;

    /// How many are taken from `source`, where it is one work.
    #[must_use]
    pub fn limit(self, source: &Source) -> u32 {
        match self {
            Self::Auto if source.is_abstract() => 5,
            Self::Auto => 12,
            Self::Count(count) => count.clamp(1, Self::MOST),
        }
    }
}

impl fmt::Display for MaxStatements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Count(count) => count.fmt(f),
        }
    }
}

impl Serialize for MaxStatements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Count(count) => serializer.serialize_u32(*count),
        }
    }
}

impl<'de> Deserialize<'de> for MaxStatements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Count(u32),
            Word(String),
        }
        let wrong = || D::Error::custom("`max_statements` must be \"auto\" or a number from 1 to 200");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Count(count) => Ok(Self::Count(count)),
            Written::Word(word) if word.trim().eq_ignore_ascii_case("auto") => Ok(Self::Auto),
            Written::Word(word) => word.trim().parse().map(Self::Count).map_err(|_| wrong()),
        }
    }
}

/// The settings that stages read; `docs/rules.md` gives the defaults and their reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Statements taken from each paper or abstract.
    pub max_statements: MaxStatements,
    /// Documents that one strategy may bring.
    pub search_limit: u32,
    /// Candidates after de-duplication, both sides together.
    pub max_candidates: u32,
    /// Passing score, 1–5.
    pub threshold: u8,
    /// Candidates scored at a time.
    pub score_batch: u32,
    /// Passing documents after which scoring stops, both sides together.
    pub early_stop: u32,
    /// Citations a statement, both sides together.
    pub max_citations: u32,
    /// Largest edit distance at which a quote is still found, as a share of its length.
    pub quote_tolerance: f64,
    /// Best raw score above which a side can win, 0–1.
    pub signal_floor: f64,
    /// Quality below which the judge blocks, 0–1.
    pub block_below: f64,
    /// Whether a high citation count raises the credibility of a paper (`docs/rules.md#citation-counts`). Rows of reviews
    /// leave it out where it does not, so that they are the same as before there was such a setting.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub citation_counts: bool,
    /// When to abstain.
    pub abstain: Abstaining,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_statements: MaxStatements::Auto,
            search_limit: 50,
            max_candidates: 100,
            threshold: 3,
            score_batch: 20,
            early_stop: 20,
            max_citations: 10,
            quote_tolerance: 0.05,
            signal_floor: 0.7,
            block_below: 0.15,
            citation_counts: false,
            abstain: Abstaining::default(),
        }
    }
}

impl Settings {
    /// The digest of the settings that `stage` reads; the others do not make it stale.
    #[must_use]
    pub fn digest_for(&self, stage: Stage) -> Digest {
        match stage {
            Stage::Extract => Digest::of_value(&self.max_statements),
            Stage::Counter | Stage::Report | Stage::Verdict => Digest::of(&[]),
            Stage::Search => Digest::of_value(&(self.search_limit, self.max_candidates)),
            Stage::Score => Digest::of_value(&(self.threshold, self.score_batch, self.early_stop)),
            Stage::Cite => Digest::of_value(&(self.max_citations, self.quote_tolerance)),
            Stage::Inspect => Digest::of_value(&self.quote_tolerance),
            Stage::Weigh => {
                let thresholds = (self.signal_floor, self.block_below, &self.abstain);
                // Without counts it is what it was before there was such a setting, so that old results hold.
                if self.citation_counts { Digest::of_value(&(thresholds, true)) } else { Digest::of_value(&thresholds) }
            }
            Stage::Judge => Digest::of_value(&(self.block_below, self.abstain.cap)),
        }
    }

    /// Each setting by its name, also one that rows of reviews leave out.
    #[must_use]
    pub fn table(&self) -> toml::Table {
        let mut table = toml::Table::try_from(self).unwrap_or_default();
        table.insert("citation_counts".into(), self.citation_counts.into());
        table
    }

    /// What is wrong with these settings, if anything, in words that say what to change.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let share = |name: &str, value: f64| {
            (!(0.0..=1.0).contains(&value)).then(|| format!("`{name}` must be from 0 to 1, it is {value}"))
        };
        if let MaxStatements::Count(count) = self.max_statements
            && !(1..=MaxStatements::MOST).contains(&count)
        {
            let most = MaxStatements::MOST;
            return Some(format!("`max_statements` must be \"auto\" or a number from 1 to {most}, it is {count}"));
        }
        if !(1..=5).contains(&self.threshold) {
            return Some(format!("`threshold` must be from 1 to 5, it is {}", self.threshold));
        }
        for (name, value) in [
            ("search_limit", self.search_limit),
            ("max_candidates", self.max_candidates),
            ("score_batch", self.score_batch),
            ("early_stop", self.early_stop),
            ("max_citations", self.max_citations),
        ] {
            if value == 0 {
                return Some(format!("`{name}` must be at least 1"));
            }
        }
        share("quote_tolerance", self.quote_tolerance)
            .or_else(|| share("signal_floor", self.signal_floor))
            .or_else(|| share("block_below", self.block_below))
            .or_else(|| share("abstain.authoritative", self.abstain.authoritative))
            .or_else(|| share("abstain.min_consensus", self.abstain.min_consensus))
            .or_else(|| share("abstain.cap", self.abstain.cap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A printed report named the same model eight times, once for each digest of a prompt.
    #[test]
    fn a_model_is_named_once_with_all_that_it_was_asked_with() {
        let asked = |options: &str, prompts: &str| EngineSpec {
            reasoner: "ollama".into(),
            version: "0.1.0".into(),
            model: Some(ModelSpec {
                name: "gpt-oss:20b".into(),
                digest: "5c817ed0".into(),
                prompts: Digest::of(prompts.as_bytes()),
                options: options.into(),
            }),
        };
        let plain = |name: &str| EngineSpec { reasoner: name.into(), version: "0.1.0".into(), model: None };
        let all = [
            plain("ollama"),
            plain("builtin"),
            asked("temperature 0, seed 42", "a"),
            asked("temperature 0.3, seed 42", "b"),
            asked("temperature 0.3, seed 42", "a"),
        ];
        let named = EngineSpec::provenance(&all);
        let (a, b) = (Digest::of(b"a").short(), Digest::of(b"b").short());
        let mut digests = [a, b];
        digests.sort();
        let [a, b] = digests;
        let model =
            format!("gpt-oss:20b (ollama 0.1.0), temperature 0 / 0.3, seed 42, weights 5c817ed0, prompts {a} / {b}");
        assert_eq!(named, ["builtin 0.1.0".to_owned(), model]);
    }
}
