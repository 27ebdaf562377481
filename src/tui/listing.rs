//! Which statements the list shows, and in which order.

use std::collections::BTreeSet;

use memchr::memmem::Finder;
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{Atom, AtomKind, CaseMatching, Normalization},
};
use serde::{Deserialize, Serialize};

use crate::{
    desk::Row,
    domain::{Basis, Severity, StatementId, Triage, Verdict},
    review::{StageState, Who},
    text::Clean,
};

/// In which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// As in the paper.
    #[default]
    Order,
    /// Statements that need a decision first, decided ones last.
    Triage,
    /// The least sure first.
    Doubt,
    /// By verdict.
    Verdict,
    /// Those with most issues first.
    Issues,
}

impl Sort {
    /// Every order.
    pub const ALL: [Self; 5] = [Self::Order, Self::Triage, Self::Doubt, Self::Verdict, Self::Issues];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "as in the paper",
            Self::Triage => "by triage",
            Self::Doubt => "least sure first",
            Self::Verdict => "by verdict",
            Self::Issues => "most issues first",
        }
    }
}

/// What a statement can be besides its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// No reviewer has decided it.
    NotReviewed,
    /// A reviewer has decided it.
    Reviewed,
    /// Another reviewer has decided it, not the one at the screen.
    ReviewedByOthers,
    /// The machine's verdict is undecided, and no reviewer has decided it.
    UndecidedByMachine,
    /// A reviewer's verdict is undecided.
    UndecidedByReviewer,
    /// There is no verdict at all yet.
    NoVerdict,
    /// A reviewer's verdict is not the machine's.
    Differs,
    /// What a verdict was set on has changed since, or there is a proposal.
    Changed,
    /// The verdict in force, of the machine or a reviewer, was given on something else than what is in force now.
    Outdated,
    /// A result of the machine is missing or stale, also one that a reviewer's verdict does not depend on.
    Pending,
    /// A stage failed.
    Failed,
    /// Flagged.
    Flagged,
    /// Reviewers of merged reviews differ, and nobody has adjudicated.
    Conflict,
    /// With a note.
    Noted,
    /// Ticked.
    Ticked,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Self; 15] = [
        Self::NotReviewed,
        Self::Reviewed,
        Self::ReviewedByOthers,
        Self::UndecidedByMachine,
        Self::UndecidedByReviewer,
        Self::NoVerdict,
        Self::Differs,
        Self::Changed,
        Self::Outdated,
        Self::Pending,
        Self::Failed,
        Self::Flagged,
        Self::Conflict,
        Self::Noted,
        Self::Ticked,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotReviewed => "not yet reviewed",
            Self::Reviewed => "reviewed",
            Self::ReviewedByOthers => "reviewed by others",
            Self::UndecidedByMachine => "undecided by the machine",
            Self::UndecidedByReviewer => "undecided by reviewers",
            Self::NoVerdict => "no verdict yet",
            Self::Differs => "differs from the machine",
            Self::Changed => "changed since review",
            Self::Outdated => "verdict out of date",
            Self::Pending => "results missing or stale",
            Self::Failed => "failed",
            Self::Flagged => "flagged",
            Self::Conflict => "in conflict",
            Self::Noted => "noted",
            Self::Ticked => "ticked",
        }
    }
}

/// The basis of a verdict as panes word it: where one side was cited, an undecided verdict does not rest on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WordedBasis {
    /// In words of its own.
    Plain(Basis),
    /// The side that was cited is too weak.
    TooWeak,
}

impl WordedBasis {
    /// Every basis.
    pub fn all() -> impl Iterator<Item = Self> {
        Basis::ALL.into_iter().map(Self::Plain).chain([Self::TooWeak])
    }

    /// That of a verdict.
    #[must_use]
    pub fn of(verdict: Verdict, basis: Basis) -> Self {
        if basis.describe(verdict) == basis.name() { Self::Plain(basis) } else { Self::TooWeak }
    }

    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain(basis) => basis.name(),
            Self::TooWeak => Basis::CitedSupport.describe(Verdict::Undecided),
        }
    }
}

/// What is let through. Within each field any of those named, all fields
/// together; an empty field lets all through.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// The verdict in force.
    pub verdicts: BTreeSet<Verdict>,
    /// Its basis; under another key than in earlier versions, which did not tell weak sides apart.
    #[serde(rename = "worded_bases")]
    pub bases: BTreeSet<WordedBasis>,
    /// The triage in the reviewer's queue, which only undecided statements are in.
    pub triages: BTreeSet<Triage>,
    /// Issues that count.
    pub severities: BTreeSet<Severity>,
    /// The kinds of issues that count.
    pub codes: BTreeSet<crate::domain::Code>,
    /// Everything else.
    pub marks: BTreeSet<Mark>,
    /// Statements that a view picked; `None` lets all through.
    pub picked: Option<Picked>,
}

/// Statements that were picked one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picked {
    /// What they have in common.
    pub what: String,
    /// Which.
    pub statements: BTreeSet<StatementId>,
}

impl Filter {
    /// Whether it lets all through.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What it lets through, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.verdicts.iter().map(|v| v.name().to_owned()));
        parts.extend(self.bases.iter().map(|b| b.name().to_owned()));
        parts.extend(self.triages.iter().map(|t| t.name().to_owned()));
        parts.extend(self.severities.iter().map(|s| s.name().to_owned()));
        parts.extend(self.codes.iter().map(|c| c.words().to_owned()));
        parts.extend(self.marks.iter().map(|m| m.name().to_owned()));
        parts.extend(self.picked.as_ref().map(|picked| picked.what.clone()));
        parts.join(", ")
    }

    /// How many of `rows` it lets through.
    #[must_use]
    pub fn count(&self, rows: &[Row], me: Option<&Clean>, ticked: &BTreeSet<StatementId>) -> usize {
        rows.iter().filter(|row| self.passes(row, me, ticked)).count()
    }

    fn passes(&self, row: &Row, me: Option<&Clean>, ticked: &BTreeSet<StatementId>) -> bool {
        let summary = &row.summary;
        let any = |none: bool, hit: bool| none || hit;
        let verdict = summary.verdict;
        let issues = || summary.issues.iter().filter(|i| i.counts());
        any(self.verdicts.is_empty(), verdict.is_some_and(|(v, ..)| self.verdicts.contains(&v)))
            && any(self.bases.is_empty(), verdict.is_some_and(|(v, _, b)| self.bases.contains(&WordedBasis::of(v, b))))
            && any(self.triages.is_empty(), summary.queued().is_some_and(|triage| self.triages.contains(&triage)))
            && any(self.severities.is_empty(), issues().any(|i| self.severities.contains(&i.severity)))
            && any(self.codes.is_empty(), issues().any(|i| self.codes.contains(&i.code)))
            && self.picked.as_ref().is_none_or(|picked| picked.statements.contains(&row.statement.id))
            && any(self.marks.is_empty(), self.marks.iter().any(|mark| has(row, *mark, me, ticked)))
    }
}

fn has(row: &Row, mark: Mark, me: Option<&Clean>, ticked: &BTreeSet<StatementId>) -> bool {
    let summary = &row.summary;
    match mark {
        Mark::NotReviewed => summary.is_unreviewed(),
        Mark::Reviewed => summary.by.is_some(),
        Mark::ReviewedByOthers => {
            let is_me = |who: &Who| matches!((who, me), (Who::Reviewer(name), Some(me)) if name == me);
            summary.by.is_some() && !summary.deciders().any(is_me)
        }
        Mark::UndecidedByMachine => row.is_undecided() && summary.by.is_none(),
        Mark::UndecidedByReviewer => row.is_undecided() && summary.by.is_some(),
        Mark::NoVerdict => summary.verdict.is_none(),
        Mark::Differs => summary.differs(),
        Mark::Changed => {
            let changed = |s: &StageState| {
                matches!(
                    s,
                    StageState::Overridden { inputs_changed: true, .. } | StageState::Overridden { proposal: true, .. }
                )
            };
            summary.proposal || summary.stages.iter().any(changed)
        }
        Mark::Outdated => summary.is_outdated(),
        Mark::Pending => summary.pending(),
        Mark::Failed => summary.failed(),
        Mark::Flagged => summary.flagged,
        Mark::Conflict => summary.conflict.is_some(),
        Mark::Noted => summary.noted,
        Mark::Ticked => ticked.contains(&row.statement.id),
    }
}

/// How the list is narrowed and ordered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// What is searched for.
    pub search: Clean,
    /// What is let through.
    pub filter: Filter,
    /// In which order.
    pub sort: Sort,
}

impl Listing {
    /// Whether it shows every statement.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.search.trim().is_empty() && self.filter.is_empty()
    }

    /// What it does, in a few words; empty when it shows all in the paper's order.
    #[must_use]
    pub fn words(&self) -> String {
        let mut parts = Vec::new();
        if !self.search.trim().is_empty() {
            parts.push(format!("“{}”", self.search.trim()));
        }
        if !self.filter.is_empty() {
            parts.push(self.filter.words());
        }
        if self.sort != Sort::Order {
            parts.push(self.sort.name().to_owned());
        }
        parts.join(", ")
    }

    /// The rows that are shown, in their order. `me` is the reviewer at the
    /// screen.
    #[must_use]
    pub fn visible(&self, rows: &[Row], me: Option<&Clean>, ticked: &BTreeSet<StatementId>) -> Vec<usize> {
        if self.is_whole() && self.sort == Sort::Order {
            return (0..rows.len()).collect();
        }
        let passing = rows.iter().enumerate().filter(|(_, row)| self.filter.passes(row, me, ticked)).map(|(i, _)| i);
        let mut visible = found(rows, passing.collect(), &self.search);
        let summary = |i: &usize| &rows[*i].summary;
        match self.sort {
            Sort::Order => {}
            Sort::Triage => visible.sort_by_cached_key(|i| summary(i).work_order()),
            Sort::Doubt => visible.sort_by(|a, b| {
                let doubt = |i| summary(i).verdict.map_or(f64::INFINITY, |(_, c, _)| c);
                doubt(a).total_cmp(&doubt(b))
            }),
            Sort::Verdict => visible.sort_by_key(|i| summary(i).verdict.map_or(3, |(v, ..)| v as usize)),
            Sort::Issues => {
                visible.sort_by_key(|i| std::cmp::Reverse(summary(i).issues.iter().filter(|i| i.counts()).count()));
            }
        }
        visible
    }
}

/// The rows that have every word: as it stands; where none has them all so,
/// with letters left out (`metfrmn`).
fn found(rows: &[Row], passing: Vec<usize>, search: &Clean) -> Vec<usize> {
    let words: Vec<String> = search.to_lowercase().split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        return passing;
    }
    let finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
    let has = |i: &usize| {
        let texts = rows[*i].searched();
        finders.iter().all(|word| texts.iter().any(|text| word.find(text.as_bytes()).is_some()))
    };
    let exact: Vec<usize> = passing.iter().copied().filter(has).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let atoms: Vec<Atom> = words
        .iter()
        .map(|word| Atom::new(word, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false))
        .collect();
    let mut buffer = Vec::new();
    let mut near = |i: &usize| {
        let texts = rows[*i].searched();
        atoms.iter().all(|atom| {
            // Letters of one word, not of the whole sentence, which has them all.
            texts
                .iter()
                .flat_map(|text| text.split_whitespace())
                .any(|word| atom.score(Utf32Str::new(word, &mut buffer), &mut matcher).is_some())
        })
    };
    passing.into_iter().filter(|i| near(i)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{domain::Statement, review::Summary};

    fn row(id: u32, text: &str, verdict: Option<(Verdict, f64, Basis)>, triage: Triage) -> Row {
        let statement = Statement::claim(id, text);
        let summary = Summary {
            verdict,
            unrated: false,
            by: None,
            jointly: Vec::new(),
            accepted: false,
            groundless: false,
            machine: verdict,
            machine_before: None,
            proposal: false,
            triage,
            issues: Vec::new(),
            abstentions: Vec::new(),
            stages: Vec::new(),
            flagged: id == 2,
            noted: false,
            conflict: None,
            hidden: false,
        };
        Row::new(Arc::new(statement), Arc::new(summary))
    }

    fn rows() -> Vec<Row> {
        let against = Some((Verdict::Contradicts, 0.9, Basis::CitedContradiction));
        let both = Some((Verdict::Undecided, 0.3, Basis::CitedBoth));
        let mut mine = row(4, "Metformin is safe.", against, Triage::Decide);
        Arc::make_mut(&mut mine.summary).by = Some(Who::Reviewer("Ada".into()));
        vec![
            row(1, "Metformin lowers HbA1c.", against, Triage::Check),
            row(2, "Vitamin D prevents fractures.", both, Triage::Decide),
            row(3, "Fasting helps.", None, Triage::Skim),
            mine,
        ]
    }

    fn shown(listing: &Listing) -> Vec<u32> {
        let rows = rows();
        let ticked = BTreeSet::from([StatementId(3)]);
        listing.visible(&rows, Some(&"Ada".into()), &ticked).iter().map(|i| rows[*i].statement.id.0).collect()
    }

    #[test]
    fn words_are_found_as_they_are_and_then_with_letters_left_out() {
        let search = |words: &str| shown(&Listing { search: words.into(), ..Listing::default() });
        assert_eq!(search("metformin"), [1, 4]);
        assert_eq!(search("hba1c METF"), [1]);
        assert_eq!(search("metfrmn"), [1, 4]);
        assert_eq!(search("S003"), [3]);
        assert_eq!(search("contradicts safe"), [4]);
        assert_eq!(search("zzz"), [] as [u32; 0]);
        assert_eq!(search("  "), [1, 2, 3, 4]);
    }

    #[test]
    fn fields_narrow_together_and_what_they_name_widens() {
        let of = |filter: Filter| shown(&Listing { filter, ..Listing::default() });
        let verdicts = |list: &[Verdict]| Filter { verdicts: list.iter().copied().collect(), ..Filter::default() };
        assert_eq!(of(verdicts(&[Verdict::Contradicts])), [1, 4]);
        assert_eq!(of(verdicts(&[Verdict::Contradicts, Verdict::Undecided])), [1, 2, 4]);
        let mark = |mark| Filter { marks: BTreeSet::from([mark]), ..Filter::default() };
        assert_eq!(of(mark(Mark::NotReviewed)), [1, 2, 3]);
        // An abstention of the machine, a statement without a verdict and one that nobody has reviewed are three things.
        assert_eq!(of(mark(Mark::UndecidedByMachine)), [2]);
        assert_eq!(of(mark(Mark::UndecidedByReviewer)), [] as [u32; 0]);
        assert_eq!(of(mark(Mark::NoVerdict)), [3]);
        assert_eq!(of(mark(Mark::Flagged)), [2]);
        assert_eq!(of(mark(Mark::Ticked)), [3]);
        let both = Filter { triages: BTreeSet::from([Triage::Check]), ..verdicts(&[Verdict::Contradicts]) };
        assert_eq!(of(both), [1]);
        // What a reviewer has decided does not ask to be decided.
        assert_eq!(of(Filter { triages: BTreeSet::from([Triage::Decide]), ..Filter::default() }), [2]);
        assert_eq!(shown(&Listing { search: "decide".into(), ..Listing::default() }), [2]);
        // What has no verdict yet has no triage either.
        assert_eq!(of(Filter { triages: BTreeSet::from([Triage::Skim]), ..Filter::default() }), [] as [u32; 0]);
    }

    /// “Evidence for it” listed an undecided statement, which its pane calls “one side, too weak”.
    #[test]
    fn the_basis_is_that_of_the_panes() {
        let weak = Some((Verdict::Undecided, 0.3, Basis::CitedSupport));
        let strong = Some((Verdict::Supports, 0.8, Basis::CitedSupport));
        let rows = [row(1, "Aspirin helps.", weak, Triage::Decide), row(2, "Zinc helps.", strong, Triage::Skim)];
        for (basis, expected) in [(WordedBasis::Plain(Basis::CitedSupport), 2), (WordedBasis::TooWeak, 1)] {
            let listing = Listing {
                filter: Filter { bases: BTreeSet::from([basis]), ..Filter::default() },
                ..Listing::default()
            };
            let shown = listing.visible(&rows, None, &BTreeSet::new());
            assert_eq!(shown.iter().map(|i| rows[*i].statement.id.0).collect::<Vec<_>>(), [expected]);
        }
        assert_eq!(WordedBasis::all().map(WordedBasis::name).collect::<BTreeSet<_>>().len(), Basis::ALL.len() + 1);
    }

    #[test]
    fn a_statement_that_reviewers_decided_differently_is_reviewed() {
        let mut disputed = row(1, "Aspirin helps.", None, Triage::Decide);
        Arc::make_mut(&mut disputed.summary).conflict = Some(crate::review::Conflict::Verdict);
        let count = |mark| {
            let filter = Filter { marks: BTreeSet::from([mark]), ..Filter::default() };
            filter.count(std::slice::from_ref(&disputed), None, &BTreeSet::new())
        };
        assert_eq!([Mark::NotReviewed, Mark::Conflict].map(count), [0, 1]);
    }

    #[test]
    fn the_order_is_what_it_says() {
        let by = |sort| shown(&Listing { sort, ..Listing::default() });
        assert_eq!(by(Sort::Triage), [2, 1, 3, 4]);
        assert_eq!(by(Sort::Doubt), [2, 1, 4, 3]);
        assert_eq!(by(Sort::Verdict), [1, 4, 2, 3]);
    }
}
