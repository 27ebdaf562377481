//! Ratings from reviews.

use crate::{
    domain::{EngineSpec, StatementId, Verdict},
    review::{
        Fold, Hides, Review, ReviewError, VerdictOpinion, Viewer, Who, Wordings, is_same_source, match_statements,
    },
};

/// What the machine said of a statement in the end, after judge and abstention.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineRating {
    /// Which machine.
    pub spec: EngineSpec,
    /// Its verdict.
    pub verdict: Verdict,
    /// 0–1.
    pub confidence: f64,
}

/// A reviewer's verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The reviewer.
    pub rater: String,
    /// The verdict.
    pub verdict: Verdict,
    /// 0–1; `None` where the reviewer gave none.
    pub confidence: Option<f64>,
    /// Whether it is the machine's, accepted as shown.
    pub accepted: bool,
    /// What the machine said in the same review.
    pub machine: Option<MachineRating>,
}

/// A statement with one rating of each reviewer at most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// In the order of the reviews.
    pub ratings: Vec<Rating>,
    /// Those that who asks may not see yet, because one of the reviews is blind.
    pub hidden: Vec<Rating>,
    /// Whether the viewer sees the reviewers' verdicts but not yet the machine's.
    pub hides_machine: bool,
    /// Whether somebody who is no rater has decided between the reviewers, and the viewer sees it.
    pub adjudicated: bool,
}

/// One source: its first review, the statements of which others are matched with, and their units.
struct Group<'a> {
    review: &'a Review,
    wordings: Vec<Wordings>,
    units: Vec<Unit>,
    /// Whether one of the reviews hides the statement of a unit from who asks.
    hides: Vec<bool>,
}

/// The ratings of all reviewers in `reviews`. Reviews of the same source are matched statement by statement; a
/// reviewer who rated a statement in several of them counts with the newest rating. What is said of a
/// statement that one of the reviews hides from its viewer is apart, also where another is open, until the viewer has
/// rated the statement in one of the reviews.
///
/// # Errors
/// When a review cannot be read.
pub fn collect(reviews: &[&Review]) -> Result<Vec<Unit>, ReviewError> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for review in reviews {
        let source = review.source()?;
        let mut same = None;
        for (at, group) in groups.iter().enumerate() {
            if is_same_source(&*group.review.source()?, &source) {
                same = Some(at);
            }
        }
        let wordings = Wordings::all(review)?;
        let Some(group) = same.map(|at| &mut groups[at]) else {
            let fold = review.fold();
            let viewer = review.viewer();
            let (units, hides) = (
                units(&fold, &viewer),
                fold.statements().iter().map(|s| fold.hidden_of(s.id, &viewer) == Hides::Everything),
            );
            groups.push(Group { review, wordings, units, hides: hides.collect() });
            continue;
        };
        let by_place = group.review.source()?.pages == source.pages;
        let matched = match_statements(&group.wordings, &wordings, by_place);
        for (own, to) in wordings.into_iter().zip(matched) {
            let unit = unit(&review.fold(), own.id, &review.viewer());
            let hides = review.fold().hidden_of(own.id, &review.viewer()) == Hides::Everything;
            match to {
                Some(at) => {
                    group.units[at].add(unit);
                    group.hides[at] |= hides;
                }
                None => {
                    group.wordings.push(own);
                    group.units.push(unit);
                    group.hides.push(hides);
                }
            }
        }
    }
    let mut units: Vec<(Unit, bool)> =
        groups.into_iter().flat_map(|group| group.units.into_iter().zip(group.hides)).collect();
    // Who has given a verdict in one of the reviews is blind to none of them.
    let viewer = reviews.first().map(|review| review.viewer()).unwrap_or_default();
    let own = |rating: &Rating| matches!(&viewer, Viewer::Reviewer(who) if *who.to_string() == *rating.rater);
    for (unit, hides) in &mut units {
        if unit.ratings.iter().any(own) {
            let ratings = std::mem::take(&mut unit.hidden);
            unit.add(Unit { ratings, ..Unit::default() });
        } else if *hides {
            unit.hidden.append(&mut unit.ratings);
            unit.adjudicated = false;
        }
    }
    Ok(units.into_iter().map(|(unit, _)| unit).collect())
}

/// The ratings of all reviewers in one review, a unit for each of its statements.
#[must_use]
pub fn units(fold: &Fold, viewer: &Viewer) -> Vec<Unit> {
    fold.statements().iter().map(|statement| unit(fold, statement.id, viewer)).collect()
}

impl Unit {
    fn add(&mut self, unit: Unit) {
        for rating in unit.ratings {
            self.ratings.retain(|earlier| earlier.rater != rating.rater);
            self.ratings.push(rating);
        }
        self.hidden.extend(unit.hidden);
        self.hides_machine |= unit.hides_machine;
        self.adjudicated |= unit.adjudicated;
    }
}

fn unit(fold: &Fold, statement: StatementId, viewer: &Viewer) -> Unit {
    let all = fold.opinions(statement);
    // In a merged review who adjudicates is no rater.
    let merged = !fold.origins().is_empty();
    let hides = fold.hidden_of(statement, viewer);
    let raters: Vec<&VerdictOpinion> = all.iter().filter(|opinion| opinion.origin.is_some() == merged).collect();
    let of = |opinion: &&VerdictOpinion| {
        let Who::Reviewer(name) = opinion.who() else { return None };
        let namesakes = raters.iter().filter(|other| other.who() == opinion.who()).count() > 1;
        let file = opinion.origin.filter(|_| namesakes).and_then(|at| fold.origins().get(at));
        // Who decides between reviewers sees how far they agree, not with what.
        let machine = fold.evidence(statement, opinion).machine.filter(|_| hides != Hides::Machine);
        Some(Rating {
            rater: match file {
                Some(origin) => format!("{} ({})", name.one_line(), origin.file.one_line()),
                None => name.one_line().to_string(),
            },
            verdict: opinion.verdict.0,
            confidence: opinion.confidence(),
            accepted: opinion.made.accepts && hides != Hides::Machine,
            machine: machine.map(|((verdict, confidence, _), spec)| MachineRating {
                spec: (*spec).clone(),
                verdict,
                confidence,
            }),
        })
    };
    let ratings = raters.iter().filter_map(of);
    match hides {
        Hides::Everything => Unit { hidden: ratings.collect(), ..Unit::default() },
        Hides::Machine | Hides::Nothing => Unit {
            ratings: ratings.collect(),
            hidden: Vec::new(),
            hides_machine: hides == Hides::Machine,
            adjudicated: raters.len() < all.len(),
        },
    }
}
