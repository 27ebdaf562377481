//! Kinds of claim and what counts as evidence for each (`docs/rules.md#evidence-judge`), from
//! `prompts/guidelines.toml`.

use serde::Deserialize;

use crate::text::{QuantityKind, quantities};

/// What a claim says, which decides the type of evidence that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// One thing brings another about.
    Causal,
    /// One thing is more, less or as much as another.
    Comparative,
    /// Two things go together, whatever the cause.
    Association,
    /// How common something is.
    Prevalence,
    /// By which steps something works.
    Mechanism,
    /// How much of something there is.
    Quantity,
    /// Something is so, or has happened.
    Event,
}

/// The guidelines for one kind of claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guideline {
    /// The kind.
    #[serde(rename = "name")]
    pub kind: ClaimKind,
    /// Words or phrases that show the kind, as they are searched for; in the file a final `*` stands for any ending.
    #[serde(default)]
    cues: Vec<String>,
    /// Cues that show it where no kind has one of its `cues`.
    #[serde(default)]
    weak_cues: Vec<String>,
    /// What is evidence for it.
    pub valid: Vec<String>,
    /// What is none.
    pub invalid: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    kind: Vec<Guideline>,
}

/// The guidelines for every kind of claim, in the order of the file: where cues of several kinds occur, the first
/// kind holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Guidelines(Vec<Guideline>);

impl Guidelines {
    /// The guidelines that come with the program.
    #[must_use]
    pub fn builtin() -> Self {
        Self::parse(include_str!("../../../prompts/guidelines.toml"))
            .expect("our own file is in order, a test reads it")
    }

    /// Reads guidelines of the form of `prompts/guidelines.toml`.
    ///
    /// # Errors
    /// In words, when `text` is not of that form or leaves a kind out.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut read = toml::from_str::<File>(text).map_err(|e| e.to_string())?.kind;
        for cue in read.iter_mut().flat_map(|guideline| guideline.cues.iter_mut().chain(&mut guideline.weak_cues)) {
            *cue = searched(cue);
        }
        match ClaimKind::ALL.into_iter().find(|kind| read.iter().all(|guideline| guideline.kind != *kind)) {
            Some(missing) => Err(format!("there are no guidelines for the kind “{}”", missing.name())),
            None => Ok(Self(read)),
        }
    }

    /// The kind of a claim, by its words: the first kind with a cue, else the first with a weak cue, else a
    /// quantity if the claim states one.
    #[must_use]
    pub fn kind_of(&self, claim: &str) -> ClaimKind {
        let words = pad(claim);
        let first = |cues: fn(&Guideline) -> &[String]| {
            let found = self.0.iter().find(|guideline| cues(guideline).iter().any(|cue| has(&words, cue)));
            found.map(|guideline| guideline.kind)
        };
        let by_cue = first(|guideline| &guideline.cues).or_else(|| first(|guideline| &guideline.weak_cues));
        by_cue.unwrap_or_else(|| if states_quantity(claim) { ClaimKind::Quantity } else { ClaimKind::Event })
    }

    /// What counts as evidence for a kind of claim and what does not.
    #[must_use]
    pub fn of(&self, kind: ClaimKind) -> &Guideline {
        let found = self.0.iter().find(|guideline| guideline.kind == kind);
        found.unwrap_or_else(|| unreachable!("what leaves a kind out is refused when it is read"))
    }
}

impl ClaimKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Causal,
        Self::Comparative,
        Self::Association,
        Self::Prevalence,
        Self::Mechanism,
        Self::Quantity,
        Self::Event,
    ];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Causal => "causal",
            Self::Comparative => "comparative",
            Self::Association => "association",
            Self::Prevalence => "prevalence",
            Self::Mechanism => "mechanism",
            Self::Quantity => "quantity",
            Self::Event => "event",
        }
    }
}

/// A cue as it is looked for in padded words: without the space behind it where it is open.
fn searched(cue: &str) -> String {
    match cue.strip_suffix('*') {
        Some(stem) => pad(stem).trim_end().to_owned(),
        None => pad(cue),
    }
}

/// Whether padded words have a cue. `than` before a number compares with a figure, not with another thing.
fn has(words: &str, cue: &str) -> bool {
    words.match_indices(cue).any(|(at, _)| {
        let rest = &words[at + cue.len()..];
        cue != " than " || !rest.starts_with(|next: char| next.is_ascii_digit())
    })
}

fn states_quantity(statement: &str) -> bool {
    quantities(statement)
        .iter()
        .any(|found| !matches!(found.kind, QuantityKind::Year | QuantityKind::Date | QuantityKind::Identifier))
}

/// Words between single spaces, so that cues are found as whole words.
fn pad(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.chars() {
        if c == '%' {
            out.push_str(if out.ends_with(' ') { "% " } else { " % " });
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_guidelines_of_both_sorts() {
        let guidelines = Guidelines::builtin();
        for kind in ClaimKind::ALL {
            let guideline = guidelines.of(kind);
            assert!(guideline.valid.len() >= 2 && guideline.invalid.len() >= 2, "{}", kind.name());
        }
    }

    #[test]
    fn the_kind_is_read_from_the_words() {
        let table = include_str!("claim_kind/cases.txt");
        let cases: Vec<(&str, &str)> = table.lines().filter_map(|line| line.split_once(": ")).collect();
        assert!(cases.len() > 100, "{}", cases.len());
        let guidelines = Guidelines::builtin();
        for (kinds, claim) in cases {
            let found = guidelines.kind_of(claim).name();
            assert!(kinds.split('/').any(|kind| kind == found), "{claim}: {found}, not {kinds}");
        }
    }
}
