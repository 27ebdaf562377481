//! Fact-check articles are claims about claims (`docs/rules.md#fact-checks`): what counts is the
//! claim that is checked, the target, and its rating.

use crate::{
    domain::{SourceMeta, Stance},
    text::sentences,
};

use super::{
    credibility::{is_known_paper, is_paper},
    lexicon, numbers, qualifiers,
    roles::{self, Roles},
    wording::{Wording, read},
};

mod parse;
mod rating;

use parse::{claim_in, final_rating, headline, parse};

/// What a fact-check says of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// True, mostly true, accurate, …
    True,
    /// False, fake, debunked, not true, …
    False,
    /// Mixture, half true, unproven, lacking context, …
    Mixture,
}

/// A fact-check article, as far as it is in view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactCheck {
    /// The claim that it checks, in its own words.
    pub target: Option<String>,
    /// What it says of it.
    pub rating: Option<Rating>,
    /// Neither site nor label shows a fact-check: the text calls a claim false or true in passing.
    pub casual: bool,
}

/// How the target relates to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is the statement.
    Same,
    /// It denies the statement.
    Negation,
    /// It asserts an opposite, of which the statement is not the denial.
    Opposite,
    /// It is another claim.
    Other,
}

/// What is in view of an article.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Address and name.
    pub meta: &'a SourceMeta,
    /// The sentence before the passage.
    pub before: &'a str,
    /// The passage.
    pub passage: &'a str,
    /// The sentence after it.
    pub after: &'a str,
    /// The whole article where it is short; its rating is often far from the passage.
    pub article: &'a str,
}

/// Reads a fact-check; `None` when the source is none. `site` says that its
/// address or name is that of a fact-check site; others are recognised by
/// wording such as “verdict: fake” or “FALSE: claim that …”.
#[must_use]
pub fn recognise(view: View<'_>, site: bool) -> Option<FactCheck> {
    if !site && is_known_paper(view.meta) {
        return None;
    }
    let mut labelled = site;
    let (mut target, mut rating) = (None, None);
    // What is only mentioned in passing needs both, a claim and what is said of it.
    let (mut told, mut said) = (None, None);
    for segment in &segments(view) {
        let found = parse(segment, site);
        labelled |= found.labelled;
        let (to, by) = if found.casual { (&mut told, &mut said) } else { (&mut target, &mut rating) };
        if let (Some(claim), Some(rated)) = (&found.target, found.rating)
            && (labelled || found.casual && !is_paper(view.meta))
        {
            let casual = found.casual && !labelled;
            return Some(FactCheck { target: Some(claim.clone()), rating: Some(rated), casual });
        }
        *to = to.take().or(found.target);
        *by = by.take().or(found.rating);
    }
    if rating.is_none()
        && let Some(found) = verdict_of(view.article)
    {
        (labelled, rating) = (true, Some(found));
        target = target.or_else(|| claim_in(&plain(view.article)));
    }
    if !labelled {
        // A source of unknown kind is not a fact-check because of what it says in passing.
        let target = told.filter(|_| !is_paper(view.meta))?;
        return Some(FactCheck { target: Some(target), rating: Some(said?), casual: true });
    }
    // The headline names what is checked where the text does not.
    let target = target.or(told).or_else(|| (!view.meta.title.trim().is_empty()).then(|| headline(&view.meta.title)));
    Some(FactCheck { target, rating: rating.or(said), casual: false })
}

/// The rating that an article gives last in a sentence of its own.
fn verdict_of(article: &str) -> Option<Rating> {
    let article = plain(article);
    sentences(&article).into_iter().rev().find_map(|range| final_rating(&article[range]))
}

/// Whether a passage says more of the statement than the claim that it rates in
/// passing: then it speaks for itself.
#[must_use]
pub fn speaks_for_itself(statement: &str, check: &FactCheck, passage: &str) -> bool {
    const MORE: f64 = 0.2;
    let own = Wording::of(statement);
    let covered = |text: &str| own.covered_by(&Wording::of(text), None);
    check.casual && check.target.as_ref().is_some_and(|target| covered(passage) >= covered(target) + MORE)
}

/// What the fact-check says about the statement, and the note that says why.
#[must_use]
pub fn resolve(statement: &str, check: &FactCheck) -> (Stance, String) {
    let Some(target) = &check.target else {
        return (Stance::NotAddressed, "fact-check without its target in view".to_owned());
    };
    let relation = relation(statement, target);
    let Some(rating) = check.rating else {
        return (Stance::NotAddressed, format!("fact-check of “{target}” without its rating in view"));
    };
    let stance = match (relation, rating) {
        (Relation::Other, _) | (Relation::Opposite, Rating::False) => Stance::NotAddressed,
        (_, Rating::Mixture) => Stance::Mixed,
        (Relation::Same, Rating::True) | (Relation::Negation, Rating::False) => Stance::Supports,
        (Relation::Same, Rating::False) | (Relation::Negation | Relation::Opposite, Rating::True) => {
            Stance::Contradicts
        }
    };
    let rated = match rating {
        Rating::True => "true",
        Rating::False => "false",
        Rating::Mixture => "a mixture",
    };
    let is = match relation {
        Relation::Same => "this statement",
        Relation::Negation => "the negation of this statement",
        Relation::Opposite => "an opposite of this statement",
        Relation::Other => "another claim",
    };
    (stance, format!("fact-check of {is}, “{target}”, rated {rated}"))
}

/// Share of the words of statement and target that the other must have, for both to be about one claim.
const MET: f64 = 0.65;

/// How a target relates to the statement.
#[must_use]
pub fn relation(statement: &str, target: &str) -> Relation {
    let (own, other) = (Wording::of(statement), Wording::of(target));
    let artefact = other.stems_of(lexicon::ARTEFACTS).any(|stem| !own.has_stem(stem));
    let missing = own.names().any(|name| !other.has_stem(name)) && own.names().next().is_some();
    let foreign = other.names().any(|name| !own.has_stem(name));
    if artefact
        || (missing && foreign)
        || own.covered_by(&other, None) < MET
        || other.covered_by(&own, None) < MET
        || own.covered_without_names(&other, None).min(other.covered_without_names(&own, None)) < 0.4
        // “Never” denies, which is asked below.
        || qualifiers::beyond(statement, target).iter().any(|word| !matches!(word.as_str(), "never" | "none"))
        || numbers::compare(statement, target, "").differs()
    {
        return Relation::Other;
    }
    let reading = read(&own, target, &Wording::of(""));
    if own.negated() != other.negated() {
        return Relation::Negation;
    }
    let swapped = roles::compare(statement, target) == Roles::Clash;
    if swapped || reading.polarity < -0.2 { Relation::Opposite } else { Relation::Same }
}

/// With straight quotation marks.
fn plain(text: &str) -> String {
    text.replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\"")
}

/// Title, passage and its neighbours by sentence, the passage first.
fn segments(view: View<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for text in [view.passage, &*view.meta.title, view.before, view.after] {
        let text = plain(text);
        found.push(text.trim().to_owned());
        let ranges = sentences(&text);
        if ranges.len() > 1 {
            found.extend(ranges.into_iter().map(|range| text[range].to_owned()));
        }
    }
    found.retain(|text| !text.is_empty());
    found
}
