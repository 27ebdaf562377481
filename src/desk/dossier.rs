//! A review for who looks: a row for every statement, counts, and what holds for the whole review.

use std::{cell::OnceCell, collections::HashMap, sync::Arc};

use crate::{
    domain::{
        EngineSpec, Level, MaxStatements, ReasonLists, Settings, Source, Statement, StatementCandidate, StatementId,
        Triage, Verdict, describe_score,
        rules::assess::{Assessed, assess_so_far},
    },
    review::{Fold, Review, StageState, Summary, TimeSpent, Viewer, Who},
    text::{Clean, counted},
};

/// One row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The statement.
    pub statement: Arc<Statement>,
    /// What the fold says of it.
    pub summary: Arc<Summary>,
    /// Its number and text in small letters, to be searched.
    folded: Arc<str>,
    /// What it adds to the counts, and to the overall assessment.
    counted: Counted,
    assessed: Option<Assessed>,
    /// Time that reviewers spent on it, as far as the viewer may see it; none for most statements.
    times: Option<Arc<[TimeSpent]>>,
}

/// What one statement adds to each of the [`Counts`], in their order.
type Counted = [bool; COUNTS];

const COUNTS: usize = 15;

impl Row {
    /// A row of the list.
    pub(crate) fn new(statement: Arc<Statement>, summary: Arc<Summary>) -> Self {
        let folded = format!("{} {}", statement.id, statement.text).to_lowercase().into();
        let (counted, assessed) = (count_one(&summary), summary.assessed());
        Self { statement, summary, folded, counted, assessed, times: None }
    }

    fn of(fold: &Fold, statement: &Arc<Statement>, viewer: &Viewer) -> Self {
        let mut times = fold.times(statement.id);
        if fold.hides(statement.id, viewer) {
            times.retain(|time| *viewer == Viewer::Reviewer(time.who.clone()));
        }
        let row = Self::new(Arc::clone(statement), Arc::new(fold.summary_for(statement.id, viewer)));
        Self { times: (!times.is_empty()).then(|| times.into()), ..row }
    }

    /// What a search looks through: number and text, verdict, triage in the queue.
    pub(crate) fn searched(&self) -> [&str; 3] {
        let verdict = self.summary.verdict.map_or("", |(verdict, ..)| verdict.name());
        [&self.folded, verdict, self.summary.queued().map_or("", Triage::name)]
    }

    /// Whether the verdict in force is undecided.
    pub(crate) fn is_undecided(&self) -> bool {
        self.summary.verdict.is_some_and(|(verdict, ..)| verdict == Verdict::Undecided)
    }
}

/// How many statements there are of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Decided by a reviewer.
    pub reviewed: usize,
    /// Verdict in force: contradicts.
    pub contradicted: usize,
    /// Verdict in force: supports.
    pub supported: usize,
    /// Verdict in force: undecided, by the machine.
    pub undecided_by_machine: usize,
    /// Verdict in force: undecided, by a reviewer.
    pub undecided_by_reviewer: usize,
    /// To be decided, and not yet decided.
    pub to_decide: usize,
    /// Something missing or stale.
    pub pending: usize,
    /// A stage failed.
    pub failed: usize,
    /// A stage that the verdict in force depends on is missing or stale.
    pub unfinished: usize,
    /// No verdict that may be seen.
    pub without: usize,
    /// The machine's opinion is hidden from who looks (`docs/rules.md#blind`).
    pub blind: usize,
    /// Of these, nothing that reviewers say is shown either.
    pub hidden: usize,
    /// A reviewer's verdict is not the machine's.
    pub differs: usize,
    /// Decided by a reviewer where the machine's verdict may be compared with it.
    pub compared: usize,
    /// Reviewers of merged reviews differ, and nobody has adjudicated.
    pub conflicts: usize,
}

/// A sort of statements: its count, and whether a statement is of it.
type Sort = (fn(&mut Counts) -> &mut usize, fn(&Summary) -> bool);

const SORTS: [Sort; COUNTS] = [
    (|counts| &mut counts.reviewed, is_reviewed),
    (|counts| &mut counts.contradicted, |summary| has_verdict(summary, Verdict::Contradicts)),
    (|counts| &mut counts.supported, |summary| has_verdict(summary, Verdict::Supports)),
    (
        |counts| &mut counts.undecided_by_machine,
        |summary| has_verdict(summary, Verdict::Undecided) && !is_reviewed(summary),
    ),
    (
        |counts| &mut counts.undecided_by_reviewer,
        |summary| has_verdict(summary, Verdict::Undecided) && is_reviewed(summary),
    ),
    (|counts| &mut counts.to_decide, |summary| summary.queued() == Some(Triage::Decide)),
    (|counts| &mut counts.pending, Summary::pending),
    (|counts| &mut counts.failed, Summary::failed),
    (|counts| &mut counts.unfinished, Summary::unfinished),
    (|counts| &mut counts.without, |summary| summary.verdict.is_none()),
    (|counts| &mut counts.blind, |summary| summary.hidden),
    (|counts| &mut counts.hidden, Summary::is_closed),
    (|counts| &mut counts.differs, Summary::differs),
    (|counts| &mut counts.compared, |summary| is_reviewed(summary) && !summary.hidden),
    (|counts| &mut counts.conflicts, |summary| summary.conflict.is_some()),
];

fn is_reviewed(summary: &Summary) -> bool {
    summary.by.is_some()
}

fn has_verdict(summary: &Summary, verdict: Verdict) -> bool {
    summary.verdict.is_some_and(|(of, ..)| of == verdict)
}

/// What a statement adds to the counts.
fn count_one(summary: &Summary) -> Counted {
    SORTS.map(|(_, is_of)| is_of(summary))
}

impl Counts {
    fn of(rows: &[Row]) -> Self {
        let mut counts = Self::default();
        for row in rows {
            for ((count, _), counted) in SORTS.iter().zip(row.counted) {
                *count(&mut counts) += usize::from(counted);
            }
        }
        counts
    }

    /// In the order of [`Verdict::ALL`].
    pub(crate) fn by_verdict(&self) -> [usize; 3] {
        [self.contradicted, self.supported, self.undecided_by_machine + self.undecided_by_reviewer]
    }
}

/// How long reviewers looked at statements, without idle time, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// By all reviewers on all statements.
    pub total: u64,
    /// By each reviewer, with the number of statements looked at.
    pub by: Vec<(Who, u64, usize)>,
    /// The middle of the times on the statements that were looked at.
    pub median: u64,
}

impl Spent {
    fn of(rows: &[Row]) -> Self {
        let (mut by, mut each) = (Vec::<(Who, u64, usize)>::new(), Vec::new());
        for times in rows.iter().filter_map(|row| row.times.as_deref()) {
            each.extend(Some(times.iter().map(|time| time.millis).sum::<u64>()).filter(|sum| *sum > 0));
            for time in times {
                match by.iter_mut().find(|(who, ..)| *who == time.who) {
                    Some((_, sum, count)) => (*sum, *count) = (*sum + time.millis, *count + 1),
                    None => by.push((time.who.clone(), time.millis, 1)),
                }
            }
        }
        each.sort_unstable();
        Self { total: each.iter().sum(), by, median: median(&each) }
    }
}

/// The middle of sorted numbers: of an even count, halfway between the two in the middle. 0 of none.
fn median(sorted: &[u64]) -> u64 {
    let upper = sorted.get(sorted.len() / 2).copied().unwrap_or(0);
    let lower = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0);
    lower.midpoint(upper)
}

/// The list, and what holds for the whole review.
#[derive(Clone, Debug, PartialEq)]
pub struct Dossier {
    /// In order.
    pub rows: Vec<Row>,
    /// See [`Counts`].
    pub counts: Counts,
    /// Stage 0 of the whole paper.
    pub extraction: StageState,
    /// Why no statements could be extracted, when that is the newest word on it.
    pub extraction_failure: Option<Clean>,
    /// The overall assessment over the verdicts that may be seen, in words, and how many are hidden.
    pub assessment: Clean,
    /// The reasoner of the review.
    pub reasoner: Clean,
    /// The thresholds in force.
    pub settings: Settings,
    /// The reasons that the review offers.
    pub reasons: Arc<ReasonLists>,
    /// How long reviewers looked at the statements.
    pub spent: Spent,
    /// What else of the source could be a statement, best first.
    pub candidates: Arc<[StatementCandidate]>,
    /// Whether a reviewer added statements to the machine's list, or removed some.
    pub is_list_of_reviewer: bool,
    /// The newest row of the journal that all of it was read from.
    pub head: u64,
    /// For whom it was read.
    pub viewer: Viewer,
}

impl Dossier {
    /// Reads the list. The fold is held for a few statements at a time, so that
    /// the engine need not wait for a long list.
    #[must_use]
    pub fn read(review: &Review) -> Self {
        Self::since(&[], 0, review)
    }

    /// Reads what may look different since this list was read; the rest is shared with it. The result is
    /// what [`Dossier::read`] gives.
    #[must_use]
    pub fn update(&self, review: &Review) -> Self {
        let since = if self.viewer == review.viewer() { self.head } else { 0 };
        Self::since(&self.rows, since, review)
    }

    /// How many of the sentences that could be statements were chosen, and why not more; empty where all of them were.
    /// `source` is the one under review.
    #[must_use]
    pub fn describe_choice(&self, source: Option<&Source>) -> String {
        if self.is_list_of_reviewer && !self.candidates.is_empty() {
            // No score decided which statements are in it.
            let others = counted(self.candidates.len(), "other sentence");
            return format!("A reviewer changed the list of statements. {others} can be added.");
        }
        let most = self.settings.max_statements;
        let limit = source.map(|source| most.limit(source) as usize * source.works.len().max(1));
        let taken: Vec<f64> = self.rows.iter().map(|row| row.statement.confidence).collect();
        let others: Vec<f64> = self.candidates.iter().map(|candidate| candidate.score).collect();
        describe_choice(&taken, &others, limit.map(|limit| (limit, most)))
    }

    /// How many sentences of the paper could be statements, if the list is the machine's: in one that a reviewer changed,
    /// statements are not sentences, but halves of some or words of the reviewer's.
    #[must_use]
    pub fn sentences(&self) -> Option<usize> {
        (!self.is_list_of_reviewer).then(|| self.rows.len() + self.candidates.len())
    }

    fn since(known: &[Row], since: u64, review: &Review) -> Self {
        let viewer = review.viewer();
        let (head, statements, mut rows) = {
            let fold = review.fold();
            let same = SameRows { known, places: OnceCell::new() };
            let touched = fold.touched_since(since);
            let is_touched = |id: StatementId| touched.as_ref().is_none_or(|touched| touched.contains(&id));
            let kept = |(place, s): (usize, &Arc<Statement>)| {
                let row = same.find(place, s)?;
                (!is_touched(s.id)).then(|| row.clone())
            };
            let kept: Vec<_> = fold.statements().iter().enumerate().map(kept).collect();
            (fold.head(), fold.statements().to_vec(), kept)
        };
        let changed: Vec<usize> = (0..rows.len()).filter(|place| rows[*place].is_none()).collect();
        for some in changed.chunks(32) {
            let fold = review.fold();
            for place in some {
                rows[*place] = Some(Row::of(&fold, &statements[*place], &viewer));
            }
        }
        let rows = rows.into_iter().flatten().collect();
        // What came while it was read is in some rows and not in others: the
        // next update looks at all that was touched since the beginning.
        Self::of(rows, head, &review.fold(), viewer)
    }

    /// Of one state of the review, which may name its reviewers otherwise.
    pub(crate) fn at(fold: &Fold, viewer: Viewer) -> Self {
        let rows = fold.statements().iter().map(|statement| Row::of(fold, statement, &viewer)).collect();
        Self::of(rows, fold.head(), fold, viewer)
    }

    fn of(rows: Vec<Row>, head: u64, fold: &Fold, viewer: Viewer) -> Self {
        let counts = Counts::of(&rows);
        let verdicts: Vec<Assessed> = rows.iter().filter_map(|row| row.assessed).collect();
        Self {
            counts,
            extraction: fold.extraction(),
            extraction_failure: fold.extraction_failure().map(|failed| failed.reason.clone()),
            assessment: assessment(&verdicts, rows.len(), counts.hidden).into(),
            reasoner: fold.opened().map(|o| asked(&o.spec)).unwrap_or_default(),
            settings: fold.settings().clone(),
            reasons: Arc::new(fold.reasons()),
            spent: Spent::of(&rows),
            candidates: fold.statement_candidates(),
            is_list_of_reviewer: matches!(fold.extraction(), StageState::Overridden { .. }),
            head,
            viewer,
            rows,
        }
    }
}

/// `3 of 31 candidates were chosen. The other 28 score lower (0.41 at most).` The scores are 0–1;
/// `limit` is how many are chosen at most, with the setting that says so.
fn describe_choice(taken: &[f64], others: &[f64], limit: Option<(usize, MaxStatements)>) -> String {
    if others.is_empty() {
        return String::new();
    }
    if taken.is_empty() {
        return format!(
            "No sentence reads like a finding, as in a review, a protocol or a commentary: no statements. Any of {} can be added.",
            counted(others.len(), "other sentence")
        );
    }
    let verb = if taken.len() == 1 { "was" } else { "were" };
    let mut choice = format!("{} of {} candidates {verb} chosen", taken.len(), taken.len() + others.len());
    let lowest = taken.iter().copied().fold(f64::INFINITY, f64::min);
    let (as_likely, less): (Vec<f64>, Vec<f64>) = others.iter().partition(|score| **score >= lowest);
    let score = |count: usize| if count == 1 { "scores" } else { "score" };
    let best = describe_score(less.iter().copied().fold(0.0, f64::max));
    if as_likely.is_empty() {
        choice.push_str(&format!(". The other {} {} lower ({best} at most).", less.len(), score(less.len())));
        return choice;
    }
    match limit {
        Some((limit, setting)) if taken.len() >= limit => {
            choice.push_str(&format!(", the most that settings.max_statements = {setting} allows. "));
        }
        _ => choice.push_str(". "),
    }
    let [highest, lowest] = [as_likely.iter().copied().fold(0.0, f64::max), lowest].map(describe_score);
    let (others, is_same) = (counted(as_likely.len(), "other"), highest == lowest);
    choice.push_str(&match (as_likely.len(), is_same) {
        (1, true) => format!("{others} scores as high as the lowest of them ({lowest})"),
        (1, false) => format!("{others} scores {highest}, more than the lowest of them ({lowest})"),
        (_, true) => format!("{others} score as high as the lowest of them ({lowest})"),
        (_, false) => format!("{others} score up to {highest}, at least as high as the lowest of them ({lowest})"),
    });
    let were = if as_likely.len() == 1 { "was" } else { "were" };
    choice.push_str(&format!(
        ", and {were} not chosen: what an abstract labels as results and what a text calls its finding come first, \
         whatever their scores."
    ));
    choice
}

/// What the verdicts come to, and how many are hidden.
fn assessment(verdicts: &[Assessed], statements: usize, hidden: usize) -> String {
    let waiting = statements.saturating_sub(verdicts.len() + hidden);
    let blind = match hidden {
        0 => return assess_so_far(verdicts, waiting, 0) + &describe_low(verdicts),
        1 => "The review is blind: 1 statement waits for a reviewer’s verdict.".to_owned(),
        _ => format!("The review is blind: {hidden} statements wait for a reviewer’s verdict."),
    };
    match verdicts {
        [] => blind,
        verdicts => format!("{}{} {blind}", assess_so_far(verdicts, waiting, hidden), describe_low(verdicts)),
    }
}

/// How many of the statements that are supported or contradicted are so with low confidence, in a sentence behind a blank;
/// empty where none is.
fn describe_low(verdicts: &[Assessed]) -> String {
    let decided: Vec<&Assessed> = verdicts.iter().filter(|made| made.verdict != Verdict::Undecided).collect();
    let low = decided.iter().filter(|made| Level::of(made.confidence) == Level::Low).count();
    match (low, decided.len()) {
        (0, _) => String::new(),
        _ if verdicts.len() == 1 => " The verdict has low confidence.".to_owned(),
        (_, 1) => " The one that is supported or contradicted is so with low confidence.".to_owned(),
        (low, all) => {
            let have = if low == 1 { "has" } else { "have" };
            format!(" Of the {all} that are supported or contradicted, {low} {have} low confidence.")
        }
    }
}

/// The reasoner of a review, with its model where it asks one.
fn asked(spec: &EngineSpec) -> Clean {
    match &spec.model {
        Some(model) => format!("{} ({})", model.name, spec.reasoner).into(),
        None => spec.reasoner.clone(),
    }
}

/// Finds the row of a statement that is still the same in a list read before.
struct SameRows<'a> {
    known: &'a [Row],
    /// Places by statement, for a list in another order.
    places: OnceCell<HashMap<StatementId, usize>>,
}

impl<'a> SameRows<'a> {
    fn find(&self, place: usize, statement: &Arc<Statement>) -> Option<&'a Row> {
        let same = |row: &&Row| Arc::ptr_eq(&row.statement, statement);
        self.known.get(place).filter(same).or_else(|| {
            let all = || self.known.iter().enumerate().map(|(place, row)| (row.statement.id, place)).collect();
            let place = *self.places.get_or_init(all).get(&statement.id)?;
            self.known.get(place).filter(same)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement with one source for it and one against it counted as supported like any other.
    #[test]
    fn statements_with_low_confidence_are_counted_apart() {
        let made = |verdict, confidence| Assessed {
            verdict,
            confidence,
            addressed: true,
            mixed: false,
            unread: false,
            by_reviewer: false,
            groundless: false,
            differs: None,
        };
        let (low, high) = (made(Verdict::Supports, 0.3), made(Verdict::Contradicts, 0.9));
        let undecided = made(Verdict::Undecided, 0.3);
        let said = |verdicts: &[Assessed]| assessment(verdicts, verdicts.len(), 0);
        assert!(said(&[low]).ends_with("The verdict has low confidence."));
        let one = said(&[low, undecided]);
        assert!(one.ends_with("The one that is supported or contradicted is so with low confidence."), "{one}");
        let both = said(&[low, high, undecided]);
        assert!(both.ends_with("Of the 2 that are supported or contradicted, 1 has low confidence."), "{both}");
        assert!(!said(&[high, undecided]).contains("low confidence"));
    }

    #[test]
    fn the_median_of_an_even_number_is_halfway_between_the_middle_two() {
        assert_eq!([&[][..], &[7], &[2, 13], &[1, 2, 9], &[1, 2, 4, 9]].map(median), [0, 7, 7, 2, 3]);
    }

    /// “3 of 31 candidates are statements” left a reader to guess whether the paper or a limit made them so few.
    #[test]
    fn a_paper_with_few_statements_says_why() {
        let said = |taken: &[f64], others: &[f64], limit| describe_choice(taken, others, limit);
        let auto = Some((12, MaxStatements::Auto));
        assert_eq!(said(&[0.9], &[], auto), "");
        assert_eq!(
            said(&[0.9, 0.5], &[0.41, 0.2], auto),
            "2 of 4 candidates were chosen. The other 2 score lower (0.41 at most)."
        );
        assert_eq!(
            said(&[0.9, 0.8], &[0.85, 0.3], Some((2, MaxStatements::Count(2)))),
            "2 of 4 candidates were chosen, the most that settings.max_statements = 2 allows. 1 other scores 0.85, more \
             than the lowest of them (0.80), and was not chosen: what an abstract labels as results and what a text calls \
             its finding come first, whatever their scores."
        );
        let as_high = |others: &[f64]| said(&[0.5], others, auto);
        // It was said to score as high as one that scores less.
        assert!(as_high(&[0.85]).contains(". 1 other scores 0.85, more than the lowest of them (0.50), and was not"));
        assert!(as_high(&[0.5]).contains(". 1 other scores as high as the lowest of them (0.50), and was not chosen"));
        assert!(as_high(&[0.5, 0.85]).contains(". 2 others score up to 0.85, at least as high as the lowest"));
        assert!(
            said(&[], &[0.2, 0.1], auto)
                .contains("as in a review, a protocol or a commentary: no statements. Any of 2 other")
        );
    }
}
