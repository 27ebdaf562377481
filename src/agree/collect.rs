//! Ratings from reviews.

use crate::{
    domain::{EngineSpec, StatementId, Verdict},
    review::{Fold, Review, ReviewError, VerdictOpinion, Who, Wordings, is_same_source, match_statements},
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
    /// 0–1.
    pub confidence: f64,
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
}

/// One source: its first review, the statements of which others are matched with, and their units.
struct Group<'a> {
    review: &'a Review,
    wordings: Vec<Wordings>,
    units: Vec<Unit>,
}

/// The ratings of all reviewers in `reviews`. Reviews of the same source are matched statement by statement; a
/// reviewer who rated a statement in several of them counts with the newest rating.
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
            let units = units(&fold);
            groups.push(Group { review, wordings, units });
            continue;
        };
        let by_place = group.review.source()?.pages == source.pages;
        let matched = match_statements(&group.wordings, &wordings, by_place);
        for (own, to) in wordings.into_iter().zip(matched) {
            let ratings = ratings(&review.fold(), own.id);
            match to {
                Some(at) => group.units[at].add(ratings),
                None => {
                    group.wordings.push(own);
                    group.units.push(Unit { ratings });
                }
            }
        }
    }
    Ok(groups.into_iter().flat_map(|group| group.units).collect())
}

/// The ratings of all reviewers in one review, a unit for each of its statements.
#[must_use]
pub fn units(fold: &Fold) -> Vec<Unit> {
    fold.statements().iter().map(|statement| Unit { ratings: ratings(fold, statement.id) }).collect()
}

impl Unit {
    fn add(&mut self, ratings: Vec<Rating>) {
        for rating in ratings {
            self.ratings.retain(|earlier| earlier.rater != rating.rater);
            self.ratings.push(rating);
        }
    }
}

fn ratings(fold: &Fold, statement: StatementId) -> Vec<Rating> {
    let all = fold.opinions(statement);
    // In a merged review who adjudicates is no rater.
    let merged = !fold.origins().is_empty();
    let raters: Vec<&VerdictOpinion> = all.iter().filter(|opinion| opinion.origin.is_some() == merged).collect();
    let of = |opinion: &&VerdictOpinion| {
        let Who::Reviewer(name) = opinion.who() else { return None };
        let namesakes = raters.iter().filter(|other| other.who() == opinion.who()).count() > 1;
        let file = opinion.origin.filter(|_| namesakes).and_then(|at| fold.origins().get(at));
        let machine = fold.evidence(statement, opinion).machine;
        Some(Rating {
            rater: match file {
                Some(origin) => format!("{} ({})", name.one_line(), origin.file.one_line()),
                None => name.one_line().to_string(),
            },
            verdict: opinion.verdict.0,
            confidence: opinion.verdict.1,
            accepted: opinion.made.accepts,
            machine: machine.map(|((verdict, confidence, _), spec)| MachineRating {
                spec: (*spec).clone(),
                verdict,
                confidence,
            }),
        })
    };
    raters.iter().filter_map(of).collect()
}
