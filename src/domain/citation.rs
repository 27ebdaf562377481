//! Verbatim citations and the inspection of their quality (stages 4 and 5).

use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Digest, DocId, Issue, Place, Side, SourceMeta};

/// How a claimed passage was found in its source (`docs/rules.md#quotes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// Letter for letter on squashed text.
    Exact,
    /// With this many edits on squashed text.
    Approximate(u32),
}

/// A verbatim passage of one document, with its place there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Citation {
    /// `[n]` in the report, from 1 without gaps, fixed at this stage.
    pub number: u32,
    /// The document.
    pub doc: DocId,
    /// Digest of the document's canonical bytes, which the review keeps as a blob.
    pub document: Digest,
    /// What is known of the document.
    pub meta: SourceMeta,
    /// AMA style.
    pub reference: Clean,
    /// On which side the document was found.
    pub side: Side,
    /// The source's own text at `place`.
    pub passage: Clean,
    /// The sentence before it; may be empty.
    pub before: Clean,
    /// The sentence after it; may be empty.
    pub after: Clean,
    /// Where it is.
    pub place: Place,
    /// How it was found.
    pub fit: Fit,
    /// The document's relevance, 1–5.
    pub score: u8,
    /// Where the reasoner said it is, when it said so and was wrong (`MISPLACED_QUOTE`).
    pub claimed_page: Option<u32>,
    /// How far ahead of the others a search found the document ([`super::Candidate::lead`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<f64>,
    /// Its section and the paragraph there (`Results, paragraph 3`), where the document has sections and no pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Clean>,
}

impl Citation {
    /// The sentences before and after the passage, each on one line and with the blank that is between it and the passage:
    /// a comma after the passage follows it without one.
    #[must_use]
    pub fn context(&self) -> [String; 2] {
        let [mut before, mut after] = [&self.before, &self.after].map(|part| part.one_line().to_string());
        if !before.is_empty() && !before.ends_with(['(', '[', '“', '‘']) {
            before.push(' ');
        }
        if !after.is_empty() && !after.starts_with(['.', ',', ';', ':', '?', '!', ')', ']', '”', '’', '%']) {
            after.insert(0, ' ');
        }
        [before, after]
    }

    /// Where it is in its document, in words.
    #[must_use]
    pub fn describe_place(&self) -> String {
        match &self.section {
            Some(section) => section.one_line().to_string(),
            None => format!("page {}, paragraph {}", self.place.page, self.place.paragraph),
        }
    }
}

/// A passage that could not be located and was dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DroppedQuote {
    /// The document that it was said to be in.
    pub doc: DocId,
    /// What was claimed.
    pub claimed: Clean,
    /// Why it was refused: missing, another number, another negation.
    pub why: Clean,
}

/// The result of stage 4.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Citations {
    /// Numbered 1..n.
    pub citations: Vec<Citation>,
    /// What was claimed and not found.
    pub dropped: Vec<DroppedQuote>,
    /// Documents that passed but from which no passage was taken.
    pub without_passage: Vec<DocId>,
    /// The largest number that a reviewer took out, so that it never means
    /// another passage; 0 for none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub taken_out: u32,
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

impl Citations {
    /// Citation `[number]`.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Citation> {
        self.citations.iter().find(|c| c.number == number)
    }
}

/// What a score of the quotation check means (`docs/rules.md#quotation-check`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// 1.0.
    AllVerified,
    /// [0.7, 1).
    Minor,
    /// [0.4, 0.7).
    Significant,
    /// Below 0.4.
    Critical,
}

impl Band {
    /// The band of a score of the quotation check.
    #[must_use]
    pub fn of(quality: f64) -> Self {
        match quality {
            q if q >= 1.0 => Self::AllVerified,
            q if q >= 0.7 => Self::Minor,
            q if q >= 0.4 => Self::Significant,
            _ => Self::Critical,
        }
    }

    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AllVerified => "all verified",
            Self::Minor => "minor issues",
            Self::Significant => "significant issues",
            Self::Critical => "critical issues",
        }
    }
}

/// The result of stage 5.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Inspection {
    /// On quote, place, anchor, length and aptness.
    pub issues: Vec<Issue>,
    /// 1 − Σ penalties, 0–1; `None` when the reasoner failed (“not inspected”).
    pub quality: Option<f64>,
    /// 1 − Σ penalties divided by the number of citations, 0–1.
    pub per_citation: Option<f64>,
    /// Why it was not inspected.
    pub failure: Option<Clean>,
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::citation;
    use super::*;

    /// A passage that is promised verbatim would lose the comma after it, or have a blank before it.
    #[test]
    fn punctuation_follows_a_passage_without_a_blank() {
        for (before, after, whole) in [
            (
                "It has been suggested that",
                ", i.e., exposure.",
                "It has been suggested that <they act>, i.e., exposure.",
            ),
            ("It fell (", ") twice.", "It fell (<they act>) twice."),
            ("It fell.", "It rose.", "It fell. <they act> It rose."),
            ("", ". It rose.", "<they act>. It rose."),
            ("", "", "<they act>"),
        ] {
            let cited = Citation { before: before.into(), after: after.into(), ..citation(1, "they act") };
            let [before, after] = cited.context();
            assert_eq!(format!("{before}<{}>{after}", cited.passage), whole);
        }
    }
}
