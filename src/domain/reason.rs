//! Why a reviewer decided: a reason from the review's lists, words of their own, or both (`docs/rules.md#reasons`).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Digest, Ruling, grounds};

/// A reason for a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Reason {
    /// One from the review's list for this kind of decision, in the words that the list had then.
    pub listed: Option<Clean>,
    /// The reviewer's own words; may be empty.
    pub text: Clean,
}

/// How a reason is written: words alone as a text, as they were before there were lists.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Words(Clean),
    Listed {
        listed: Clean,
        #[serde(default, skip_serializing_if = "is_nothing")]
        text: Clean,
    },
}

fn is_nothing(text: &Clean) -> bool {
    text.is_empty()
}

impl From<Written> for Reason {
    fn from(written: Written) -> Self {
        match written {
            Written::Words(text) => Self { listed: None, text },
            Written::Listed { listed, text } => Self { listed: Some(listed), text },
        }
    }
}

impl From<Reason> for Written {
    fn from(Reason { listed, text }: Reason) -> Self {
        match listed {
            None => Self::Words(text),
            Some(listed) => Self::Listed { listed, text },
        }
    }
}

impl<T: Into<Clean>> From<T> for Reason {
    fn from(text: T) -> Self {
        Self { listed: None, text: text.into() }
    }
}

/// How [`Reason::adopting`] begins; the number of the act and a bracket follow.
const ADOPTS: &str = "adopts another reviewer's verdict (act ";

/// What the record calls a verdict of another reviewer that was adopted, by its row; who shows it may put a name there.
#[must_use]
pub fn adopted_verdict(row: u64) -> String {
    format!("another reviewer's verdict (act {row})")
}

impl Reason {
    /// The reason, unless nothing is given.
    #[must_use]
    pub fn given(listed: Option<Clean>, text: Clean) -> Option<Self> {
        Some(Self { listed, text }).filter(|reason| !reason.is_empty())
    }

    /// The reason of a reviewer who took over another's verdict, named by the number of its act in the record. It names
    /// nobody, since copies without names keep reasons; [`Reason::adopted`] reads it.
    #[must_use]
    pub fn adopting(act: u64) -> Self {
        format!("{ADOPTS}{act})").into()
    }

    /// The number of the act whose verdict was taken over, if that is the reason.
    #[must_use]
    pub fn adopted(&self) -> Option<u64> {
        self.text.strip_prefix(ADOPTS)?.strip_suffix(')')?.parse().ok()
    }

    /// Whether neither a listed reason nor words are given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_none() && self.text.trim().is_empty()
    }

    /// `wrong population: children only`
    #[must_use]
    pub fn words(&self) -> Clean {
        match &self.listed {
            Some(listed) if self.text.trim().is_empty() => listed.clone(),
            Some(listed) => format!("{listed}: {}", self.text).into(),
            None => self.text.clone(),
        }
    }

    /// What two reasons are compared by: the listed one, which means the same whatever is added to it, else the words.
    #[must_use]
    pub fn grounds(&self) -> Option<Digest> {
        grounds(self.listed.as_ref().unwrap_or(&self.text))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

/// What a decision is about, which has its own list of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A verdict other than the machine's, or the machine's accepted.
    Verdict,
    /// A document that does not count.
    Exclusion,
    /// An issue confirmed, dismissed, or given another severity.
    Ruling,
    /// A statement dropped from the review.
    Drop,
}

/// The reasons that a review offers, and the criteria that its reviewers agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReasonLists {
    /// When which verdict is given; shown beside the program's own definitions. May be empty.
    pub criteria: Clean,
    /// For verdicts.
    pub verdict: Vec<Clean>,
    /// For excluding documents.
    pub exclusion: Vec<Clean>,
    /// For rulings on issues.
    pub ruling: Vec<Clean>,
    /// For dropping statements.
    pub drop: Vec<Clean>,
}

/// The program's own reasons for rulings, each with whether it is one for confirming an issue, for dismissing it, and for
/// another severity. Reasons of a review's own may be for any.
const RULINGS: [(&str, [bool; 3]); 5] = [
    ("checked against the source", [true, true, true]),
    ("does not affect the verdict", [false, true, true]),
    ("false alarm", [false, true, false]),
    ("duplicate issue", [false, true, false]),
    ("affects the verdict", [true, false, true]),
];

impl Default for ReasonLists {
    fn default() -> Self {
        let list = |reasons: &[&str]| reasons.iter().map(|reason| Clean::from(*reason)).collect();
        Self {
            criteria: Clean::default(),
            verdict: list(&[
                "evidence misread",
                "evidence too weak",
                "evidence missing",
                "wrong population",
                "wrong intervention or comparison",
                "wrong outcome",
                "statement broader than evidence",
                "statement narrower than evidence",
                "figures differ",
                "sources conflict",
                "statement not checkable",
            ]),
            exclusion: list(&[
                "off topic",
                "wrong population",
                "wrong intervention or comparison",
                "wrong outcome",
                "wrong study design",
                "duplicate or same data",
                "retracted",
                "source not credible",
                "full text needed",
            ]),
            ruling: list(&RULINGS.map(|(reason, _)| reason)),
            drop: list(&[
                "not a finding of the paper",
                "background",
                "duplicate statement",
                "extracted wrongly",
                "statement not checkable",
                "outside the scope of the review",
            ]),
        }
    }
}

impl ReasonLists {
    /// The most reasons that a list can have.
    pub const MOST: usize = 60;

    /// The reasons for a kind of decision.
    #[must_use]
    pub fn of(&self, decision: Decision) -> &[Clean] {
        match decision {
            Decision::Verdict => &self.verdict,
            Decision::Exclusion => &self.exclusion,
            Decision::Ruling => &self.ruling,
            Decision::Drop => &self.drop,
        }
    }

    /// The reasons for a ruling that can be meant with it: nobody dismisses an issue because it affects the verdict.
    pub fn for_ruling(&self, ruling: Ruling) -> impl Iterator<Item = &Clean> {
        let use_of = match ruling {
            Ruling::Confirmed => 0,
            Ruling::Dismissed => 1,
            Ruling::Severity(_) => 2,
        };
        let fits = move |reason: &&Clean| RULINGS.iter().all(|(own, fits)| *own != reason.as_str() || fits[use_of]);
        self.ruling.iter().filter(fits)
    }

    /// With the reasons of `other` that are not in it, at the end. Criteria are kept; without any, the other's hold.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        for (ours, theirs) in [
            (&mut self.verdict, &other.verdict),
            (&mut self.exclusion, &other.exclusion),
            (&mut self.ruling, &other.ruling),
            (&mut self.drop, &other.drop),
        ] {
            for reason in theirs {
                if !ours.iter().any(|known| grounds(known) == grounds(reason)) {
                    ours.push(reason.clone());
                }
            }
        }
        if self.criteria.trim().is_empty() {
            self.criteria = other.criteria.clone();
        }
        self
    }

    /// What is wrong with the lists, if anything, in words that say what to change.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let lists = [&self.verdict, &self.exclusion, &self.ruling, &self.drop];
        for (name, list) in ["verdict", "exclusion", "ruling", "drop"].into_iter().zip(lists) {
            if list.len() > Self::MOST {
                return Some(format!("`{name}` has {} reasons; keep at most {}", list.len(), Self::MOST));
            }
            for (at, reason) in list.iter().enumerate() {
                if grounds(reason).is_none() {
                    return Some(format!("`{name}` has an empty reason; remove it"));
                }
                if list[..at].iter().any(|earlier| grounds(earlier) == grounds(reason)) {
                    return Some(format!("`{name}` has “{}” twice; remove one", reason.one_line()));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_alone_are_written_as_before_there_were_lists() {
        let words: Reason = "children only".into();
        assert_eq!(serde_json::to_string(&words).unwrap(), r#""children only""#);
        let listed = Reason { listed: Some("wrong population".into()), text: "children only".into() };
        let written = serde_json::to_string(&listed).unwrap();
        assert_eq!(serde_json::from_str::<Reason>(&written).unwrap(), listed);
        assert_eq!(serde_json::from_str::<Reason>(r#""children only""#).unwrap(), words);
        assert_eq!(&*listed.words(), "wrong population: children only");
    }

    #[test]
    fn an_adopted_verdict_is_found_again() {
        assert_eq!(Reason::adopting(145).adopted(), Some(145));
        assert_eq!(Reason::from("adopts another reviewer's verdict (act of kindness)").adopted(), None);
    }

    #[test]
    fn a_listed_reason_is_the_same_whatever_is_added_to_it() {
        let one = Reason { listed: Some("Wrong population".into()), text: "children".into() };
        let other = Reason { listed: Some("wrong population".into()), text: "rats".into() };
        assert_eq!(one.grounds(), other.grounds());
        assert_ne!(one.grounds(), Reason::from("children").grounds());
    }

    #[test]
    fn lists_of_two_reviews_are_joined_without_repeats() {
        let ours = ReasonLists { verdict: vec!["a b".into()], ..ReasonLists::default() };
        let theirs = ReasonLists {
            verdict: vec!["A, b".into(), "c".into()],
            criteria: "As in the protocol.".into(),
            ..ReasonLists::default()
        };
        let joined = ours.with(&theirs);
        assert_eq!(joined.verdict, ["a b", "c"].map(Clean::from));
        assert_eq!(&*joined.criteria, "As in the protocol.");
        assert_eq!(joined.complaint(), None);
        assert!(ReasonLists { ruling: vec![" ".into()], ..joined }.complaint().unwrap().contains("`ruling`"));
    }
}
