//! Which sentences of a paper become statements; the others are candidates (`docs/rules.md#extract`). The likelihoods are
//! those of `models/findings.md`, which has the figures behind the limits.

use std::collections::BTreeSet;

use crate::text::content_stems;

use super::{extract::is_usable, findings, reading::Sentence, sections::Section};

/// From this likelihood on a sentence of the abstract is one of the main findings.
pub(super) const MAIN: f64 = 0.6;
/// The same of one that refers to no other work, recommends nothing and does not say what might be.
const LIKELY: f64 = 0.5;
/// The same where the abstract has fewer than so many: of eleven such sentences of 214 papers nine were among the findings
/// that readers had marked.
const LIKELY_OF_FEW: (usize, f64) = (4, 0.36);
/// The same of the paper's own conclusion, of a sentence that refers to no other work.
const MAIN_OF_CONCLUSION: f64 = 0.9;
/// A longer conclusion is a discussion or runs on into the next section, so only its first sentences are read.
const LONGEST_CONCLUSION: usize = 15;
/// The same of a sentence that states explicitly what the paper found, wherever it is.
const REPORTED: f64 = 0.5;
/// The same for a paper with fewer statements than this, until it has that many.
const REPORTED_OF_FEW: [(usize, f64); 2] = [(4, 0.2), (8, 0.3)];
/// The same of a sentence of results or discussion that does not say so in so many words, for a paper with fewer
/// statements than this.
const LIKELY_OF_BODY: (usize, f64) = (8, 0.75);
/// The same where the paper seems to have no findings of its own.
const REPORTED_ALONE: f64 = 0.8;
/// Explicit statements taken from a paper, at most.
const FROM_REPORTS: usize = 4;
/// Two sentences that share this much of the stems of the shorter one report the same finding, 0–1.
const REPORTED_AGAIN: f64 = 0.5;
/// A sentence of fewer stems is compared as if it had so many: most words of “Groups did not differ in quality of life” are
/// in any finding on the quality of life.
const FEW_STEMS: usize = 8;
/// The same of two sentences of the abstract.
const SUMMARISED_AGAIN: f64 = 0.8;
/// From this likelihood on a sentence of a text without an abstract is a finding; few of many sentences are.
const MAIN_WITHOUT_ABSTRACT: f64 = 0.12;
/// An abstract with so many sentences that could be statements says itself what the paper found, or that it found nothing.
const WHOLE_SUMMARY: usize = 3;
/// From this score on a sentence is a finding where there is no paper around the abstract.
pub(super) const ALONE: f64 = 0.32;
/// From so many sentences on a text without one of this likelihood is a letter or an essay and no abstract.
const LETTER: (usize, f64) = (12, 0.1);
/// So many findings come at most from the text of a paper without a whole abstract.
const FROM_BODY: usize = 3;
/// From this likelihood on a sentence is that an abstract labels as results or conclusion: those that the paper repeats,
/// and up to [`FROM_LABELS`] in all.
const LABELLED: f64 = 0.35;
const FROM_LABELS: usize = 3;

/// A sentence that could be a statement, and those that say the same.
pub(super) struct Found {
    /// Its place among the sentences of the paper.
    pub at: usize,
    /// How likely it is a main finding, 0–1.
    pub score: f64,
    pub also: Vec<usize>,
}

/// Whether a sentence is in a section that reports results.
pub(super) fn is_outcome(sentence: &Sentence) -> bool {
    matches!(sentence.section, Section::Results | Section::Discussion | Section::Conclusion)
}

/// The statements, `most` of them at most, in the order of the paper, and the other sentences in `found`, best first.
/// `found` has the best first; `own` is how likely the paper has findings, and `of_kind` whether it is of a kind that has
/// none.
pub(super) fn select(
    all: &[Sentence],
    own: f64,
    mut found: Vec<Found>,
    of_kind: bool,
    most: usize,
) -> (Vec<Found>, Vec<Found>) {
    let good = if of_kind {
        0
    } else if own < findings::OWN && !reports_in_abstract(all, &found) {
        let reported = reported(all, &found, (REPORTED_ALONE, FROM_REPORTS), |_| false);
        found.sort_by_key(|one| !reported.contains(&one.at));
        reported.len()
    } else {
        bring_forward(all, &mut found)
    };
    let mut others = found.split_off(good.min(most));
    others.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.sort_by_key(|one| one.at);
    (found, others)
}

/// Whether a likely finding of the abstract is stated explicitly (“we find that …”), so that the paper has some.
fn reports_in_abstract(all: &[Sentence], found: &[Found]) -> bool {
    let reports =
        |one: &Found| all[one.at].summary && one.score >= MAIN && findings::reports_own_finding(&all[one.at].text);
    found.iter().any(reports)
}

/// Puts the statements of a paper with findings first, and counts them.
fn bring_forward(all: &[Sentence], found: &mut [Found]) -> usize {
    let alone = all.iter().all(|sentence| sentence.summary);
    let floor = if alone { ALONE } else { MAIN };
    let closing: Vec<usize> = (0..all.len()).filter(|at| all[*at].is_closing()).collect();
    let closing = &closing[..closing.len().min(LONGEST_CONCLUSION)];
    let concludes = |at: usize| closing.contains(&at) && !findings::refers_to_others(&all[at].text);
    let outcome = |one: &Found| is_outcome(&all[one.at]);
    // What an abstract labels as results and conclusion it calls its findings, and what the paper says again it means.
    let is_labelled = |one: &Found| {
        let sentence = &all[one.at];
        sentence.summary && outcome(one) && one.score >= LABELLED && !findings::describes_sample(&sentence.text)
    };
    let is_repeated = |one: &Found| is_labelled(one) && one.also.iter().any(|at| !all[*at].summary);
    let is_finding = |one: &Found| {
        let text = &all[one.at].text;
        let is_plain = !findings::recommends(text) && !findings::speculates(text);
        // What an abstract recommends or thinks possible has been weighed in its likelihood.
        let is_main = all[one.at].summary
            && (one.score >= floor || one.score >= LIKELY && is_plain && !findings::refers_to_others(text));
        let is_said = is_main || alone || is_plain;
        let is_sample = !alone && findings::describes_sample(text);
        is_said && !is_sample && (is_main || is_repeated(one) || concludes(one.at) && one.score >= MAIN_OF_CONCLUSION)
    };
    let in_summary = all.iter().filter(|sentence| sentence.summary && is_usable(sentence, false)).count();
    // What precedes the text without a heading may be its introduction.
    let headed = all.iter().any(|sentence| sentence.summary && sentence.section != Section::Unknown);
    let whole_summary = !alone && headed && in_summary >= WHOLE_SUMMARY;
    let body_floor = if whole_summary { f64::INFINITY } else { MAIN_WITHOUT_ABSTRACT };
    let in_body = |one: &Found| !all[one.at].summary && outcome(one) && one.score >= body_floor;
    let mut explicit = reported(all, found, (REPORTED, FROM_REPORTS), is_finding);
    if !alone {
        let wanting = LIKELY_OF_FEW.0.saturating_sub(found.iter().filter(|one| is_finding(one)).count());
        let is_likely = |one: &&Found| {
            let text = &all[one.at].text;
            let is_plain = !findings::recommends(text) && !findings::speculates(text);
            all[one.at].summary
                && one.score >= LIKELY_OF_FEW.1
                && is_plain
                && !findings::refers_to_others(text)
                && !findings::describes_sample(text)
        };
        let likely = found.iter().filter(|one| !is_finding(one)).filter(is_likely);
        explicit.extend(likely.map(|one| one.at).take(wanting));
    }
    for (few, floor) in REPORTED_OF_FEW.into_iter().filter(|_| !alone) {
        let is_main = |one: &Found| is_finding(one) || explicit.contains(&one.at);
        let wanting = few.saturating_sub(found.iter().filter(|one| is_main(one)).count());
        let further = reported(all, found, (floor, wanting), is_main);
        explicit.extend(further);
    }
    let found_so_far = found.iter().filter(|one| is_finding(one) || explicit.contains(&one.at)).count();
    if !alone && found_so_far > 0 {
        let is_main = |one: &Found| is_finding(one) || explicit.contains(&one.at);
        let is_likely = |one: &Found| {
            let text = &all[one.at].text;
            let is_plain = !findings::recommends(text) && !findings::speculates(text);
            !all[one.at].summary && outcome(one) && is_plain && !findings::refers_to_others(text)
        };
        let wanting = LIKELY_OF_BODY.0.saturating_sub(found_so_far);
        let further = distinct(all, found, (LIKELY_OF_BODY.1, wanting), is_main, is_likely);
        explicit.extend(further);
    }
    let is_main = |one: &Found| is_finding(one) || explicit.contains(&one.at);
    found.sort_by_key(|one| (!is_main(one), !in_body(one), !is_labelled(one)));
    let main = found.iter().take_while(|one| is_main(one)).count();
    let of_body = found.iter().take_while(|one| in_body(one)).count().min(FROM_BODY);
    let labelled = found.iter().filter(|one| is_labelled(one)).count().min(FROM_LABELS);
    // Of a commentary nothing is taken; what is shorter than a paper was given to be checked.
    let letter = !alone || in_summary >= LETTER.0 && found.iter().all(|one| one.score < LETTER.1);
    main.max(of_body).max(labelled).max(usize::from(!whole_summary && !letter))
}

/// The sentences from `floor` on that state explicitly what the paper found and that no finding and none of each
/// other repeat: `most` of them at most.
fn reported(
    all: &[Sentence],
    found: &[Found],
    limits: (f64, usize),
    is_finding: impl Fn(&Found) -> bool,
) -> BTreeSet<usize> {
    distinct(all, found, limits, is_finding, |one| findings::reports_own_finding(&all[one.at].text))
}

/// The sentences from `floor` on that `counts` holds for and that no finding and none of each other repeat: `most` of
/// them at most.
fn distinct(
    all: &[Sentence],
    found: &[Found],
    (floor, most): (f64, usize),
    is_finding: impl Fn(&Found) -> bool,
    counts: impl Fn(&Found) -> bool,
) -> BTreeSet<usize> {
    let stems = |at: usize| content_stems(&all[at].text).into_iter().collect::<BTreeSet<String>>();
    let mut taken: Vec<(usize, BTreeSet<String>)> =
        found.iter().filter(|one| is_finding(one)).map(|one| (one.at, stems(one.at))).collect();
    let mut distinct = BTreeSet::new();
    let goes_on = |at: usize| {
        let before = at.checked_sub(1).map(|before| &all[before]).filter(|one| one.paragraph == all[at].paragraph);
        before.is_some_and(|before| findings::continues_others(&before.text, &all[at].text))
    };
    let reports = |one: &&Found| one.score >= floor && counts(one) && !goes_on(one.at);
    for one in found.iter().filter(|one| !is_finding(one)).filter(reports) {
        let own = stems(one.at);
        let again = |(at, other): &(usize, BTreeSet<String>)| {
            // An abstract has no room to say a thing twice.
            let share = if all[*at].summary && all[one.at].summary { SUMMARISED_AGAIN } else { REPORTED_AGAIN };
            let shorter = own.len().min(other.len()).max(FEW_STEMS);
            own.intersection(other).count() as f64 >= share * shorter as f64
        };
        if distinct.len() < most && !taken.iter().any(again) {
            distinct.insert(one.at);
            taken.push((one.at, own));
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “The primary endpoint was met” reads as no finding, and a reviewer would have to add it by hand.
    #[test]
    fn what_an_abstract_labels_as_a_result_and_the_paper_repeats_is_a_finding() {
        let sentence = |at: usize| Sentence {
            text: format!("The groups differed at visit {at}."),
            section: Section::Results,
            summary: at < 5,
            paragraph: at,
        };
        let all: Vec<Sentence> = (0..12).map(sentence).collect();
        let found = |again: &[usize]| {
            let scores = [0.9, 0.9, 0.9, 0.355, 0.355].into_iter().enumerate();
            let found = scores.map(|(at, score)| Found { at, score, also: Vec::new() });
            let mut found: Vec<Found> = found.collect();
            found[3].also = again.to_vec();
            select(&all, 1.0, found, false, 12).0.iter().map(|one| one.at).collect::<Vec<_>>()
        };
        assert_eq!(found(&[8]), [0, 1, 2, 3]);
        assert_eq!(found(&[4]), [0, 1, 2], "said twice in the abstract alone");
    }

    /// “This risk occurred at levels below the standards, suggesting that these may need to be reevaluated” (0.93) was a
    /// candidate alone: of nine such sentences in the abstracts of 60 papers readers had marked seven as findings.
    #[test]
    fn what_an_abstract_finds_and_recommends_is_a_finding() {
        let chosen = |summary: bool, score: f64| {
            let sentence = |at: usize| Sentence {
                text: match at {
                    1 => "The risk rose below the standards, suggesting that these need to be revised.".into(),
                    _ => format!("The groups differed at visit {at}."),
                },
                section: if summary || at != 1 { Section::Results } else { Section::Conclusion },
                summary: if at == 1 { summary } else { at != 5 },
                paragraph: at,
            };
            let all: Vec<Sentence> = (0..12).map(sentence).collect();
            let found = [(0, 0.9), (1, score)].map(|(at, score)| Found { at, score, also: Vec::new() });
            select(&all, 1.0, found.into(), false, 12).0.iter().any(|one| one.at == 1)
        };
        assert!(chosen(true, 0.9), "likely");
        assert!(chosen(true, 0.6), "main");
        assert!(!chosen(false, 0.9), "a conclusion's is mostly advice");
    }

    /// “The study population included 27,858 women” was the first statement of a paper, with a score of 0.95.
    #[test]
    fn who_was_studied_is_no_finding() {
        let sentence = |at: usize| Sentence {
            text: if at == 0 {
                "The study population included 278 women.".into()
            } else {
                format!("Group {at} slept less.")
            },
            section: Section::Results,
            summary: at < 3,
            paragraph: at,
        };
        let all: Vec<Sentence> = (0..12).map(sentence).collect();
        let found = (0..3).map(|at| Found { at, score: 0.95, also: Vec::new() });
        let chosen = select(&all, 1.0, found.collect(), false, 12).0;
        assert_eq!(chosen.iter().map(|one| one.at).collect::<Vec<_>>(), [1, 2]);
    }

    /// The findings that an abstract states in so many words were candidates alone where the rest of the paper reads like
    /// an essay.
    #[test]
    fn what_an_abstract_states_that_it_found_is_a_finding_of_an_unlikely_paper_too() {
        let chosen = |text: &str| {
            let sentence = |at: usize| Sentence {
                text: if at == 1 { text.into() } else { format!("The groups differed at visit {at}.") },
                section: Section::Unknown,
                summary: at < 3,
                paragraph: at,
            };
            let all: Vec<Sentence> = (0..12).map(sentence).collect();
            let found =
                [0.7, 0.7, 0.7].into_iter().enumerate().map(|(at, score)| Found { at, score, also: Vec::new() });
            select(&all, 0.1, found.collect(), false, 12).0.len()
        };
        assert_eq!(chosen("We find that fighters who were richer faced greater difficulties."), 3);
        assert_eq!(chosen("Fighters are often poor."), 0);
    }

    /// “Significant differences were apparent …” (0.80) was a candidate alone beside statements of 0.43, with places left.
    #[test]
    fn a_likely_finding_of_the_text_fills_a_place_that_is_left() {
        let chosen = |text: &str, in_abstract: bool| {
            let sentence = |at: usize| Sentence {
                text: match at {
                    0 => "There were no group differences in quality of life.".into(),
                    5 => text.into(),
                    _ => format!("The groups differed at visit {at}."),
                },
                section: if at == 5 { Section::Discussion } else { Section::Abstract },
                summary: at < 3,
                paragraph: at,
            };
            let all: Vec<Sentence> = (0..12).map(sentence).collect();
            let first = if in_abstract { 0.9 } else { 0.1 };
            let found = [(0, first), (5, 0.8)].map(|(at, score)| Found { at, score, also: Vec::new() });
            select(&all, 1.0, found.into(), false, 12).0.iter().any(|one| one.at == 5)
        };
        let compared = "Significant differences were apparent when comparing reports of children and parents on quality of \
            life.";
        assert!(chosen(compared, true));
        assert!(!chosen(compared, false), "a paper without a finding");
        assert!(!chosen("The groups might differ when parents report in place of their own children.", true));
        assert!(!chosen("Walker et al. showed differences between the reports of children and parents.", true));
        assert!(!chosen(
            "Groups did not differ in quality of life, and there were no differences between groups.",
            true
        ));
    }
}
