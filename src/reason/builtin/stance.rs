//! Stage 6: support or contradiction. Of a paper the trained trees say how
//! probable each is; elsewhere, where nothing was trained, a rule made by hand
//! does: how much of the statement the passage speaks of, and whether negation,
//! direction, opposites, scope or numbers clash. Either way these are told.

use std::ops::Range;

use crate::{
    domain::{
        Document, Place,
        rules::{
            credibility::is_paper,
            finding,
            numbers::{self, Numbers},
            wording::{self, Reading, Wording},
        },
    },
    reason::{StanceDraft, StanceInput},
    text::sentences,
};

use super::trees::{Models, Opinion, View};

/// Coverage below which a passage does not address the statement (tuned on SciFact train).
const ADDRESSES: f64 = 0.45;
/// Coverage from which it clearly does.
const CLEARLY: f64 = 0.6;
/// What an agreeing number that is hardly so by chance adds to coverage.
const TELLING: f64 = 0.3;
/// Coverage from which a passage is on the matter though its first thing is not named.
const PASSING: f64 = 0.7;
/// What a number of the same quantity adds to it, whether it agrees or not.
const COMPARED: f64 = 0.15;

/// The stance of one citation.
pub fn stance(input: StanceInput<'_>) -> StanceDraft {
    let (statement, citation) = (input.statement, input.citation);
    if finding::is_none(&citation.passage) {
        let reasoning = "The passage states an aim or a question, no finding.".to_owned();
        return StanceDraft { entailment: 0.1, contradiction: 0.1, neutral: 0.8, reasoning };
    }
    let around = format!("{}. {} {}", citation.meta.title, citation.before, citation.after);
    let own = Wording::of(&statement.text);
    let reading = wording::read(&own, &citation.passage, &Wording::of(&around));
    let published = citation.meta.published.as_deref().unwrap_or_default();
    let numbers = numbers::compare(&statement.text, &citation.passage, published);
    // What the trees learnt nothing of: how much of a whole is meant, and numbers that are the same.
    let scope = reading.clashes.iter().any(|(rule, _)| *rule == "scope");
    match opinion(input).filter(|_| is_paper(&citation.meta) && !scope) {
        Some(opinion) if !numbers.agrees() || opinion.supports < 0.5 => by_trees(opinion, &reading, &numbers),
        _ => by_rules(&reading, &numbers),
    }
}

/// What the trees say of the text around a citation.
fn opinion(input: StanceInput<'_>) -> Option<Opinion> {
    let models = Models::shipped();
    let (text, cited) = around(input.document, input.citation.place)?;
    let view = View::of(&input.statement.text, &input.document.meta.title, text, &models.rarity);
    models.opinion(&view, Some(cited))
}

/// The page of a place where it is as short as an abstract, else the sentences
/// around it that come to about the length of one; and the place within.
fn around(document: &Document, place: Place) -> Option<(&str, Range<usize>)> {
    const ABSTRACT: usize = 4_000;
    let page = document.page(place.page)?.text.as_str();
    let cited = place.range();
    let mut view = 0..page.len();
    if page.len() > ABSTRACT {
        let spare = ABSTRACT.saturating_sub(cited.len()) / 2;
        let near = |range: &Range<usize>| range.start + spare >= cited.start && range.end <= cited.end + spare;
        let mut ranges = sentences(page).into_iter().filter(near);
        let first = ranges.next()?;
        let last = ranges.next_back().unwrap_or_else(|| first.clone());
        view = first.start.min(cited.start)..last.end.max(cited.end);
    }
    Some((page.get(view.clone())?, cited.start.checked_sub(view.start)?..cited.end.checked_sub(view.start)?))
}

/// The probabilities of the trees, and in words what they can have seen.
fn by_trees(opinion: Opinion, reading: &Reading, numbers: &Numbers) -> StanceDraft {
    let Opinion { evidence, supports } = opinion;
    let (entailment, contradiction) = (evidence * supports, evidence * (1.0 - supports));
    // Evidence whose side is not clear is no evidence on both sides.
    let (entailment, contradiction) = if entailment >= contradiction {
        (entailment, contradiction.min(ONE_SIDED))
    } else {
        (entailment.min(ONE_SIDED), contradiction)
    };
    let mut reasons = vec![format!("{:.0} % of the statement's wording is in view.", reading.coverage * 100.0)];
    reasons.extend(of_numbers(numbers, !numbers.conflict.is_empty()));
    let against = clashes(reading);
    if let Some(against) = against {
        reasons.push(against);
    } else if evidence >= 0.5 {
        reasons.push("Nothing in it clashes with the statement.".to_owned());
    }
    let told = match supports {
        _ if evidence < 0.5 => "it rather does not address the statement".to_owned(),
        p if p >= 0.5 => format!("if it does, it supports it ({:.0} %)", 100.0 * p),
        p => format!("if it does, it contradicts it ({:.0} %)", 100.0 * (1.0 - p)),
    };
    reasons.push(format!("Like findings in abstracts address a claim in {:.0} % of cases; {told}.", 100.0 * evidence));
    StanceDraft { entailment, contradiction, neutral: 1.0 - entailment - contradiction, reasoning: reasons.join(" ") }
}

/// The side that is less probable has at most this, which is below what makes evidence mixed.
const ONE_SIDED: f64 = 0.29;

/// What is to be said of numbers.
fn of_numbers(numbers: &Numbers, differ: bool) -> Option<String> {
    if differ {
        Some(format!("The numbers differ: {}.", numbers.conflict.join(", ")))
    } else if !numbers.agree.is_empty() {
        Some(format!("The numbers agree: {}.", numbers.agree.join(", ")))
    } else {
        None
    }
}

/// What clashes, in words.
fn clashes(reading: &Reading) -> Option<String> {
    let told: Vec<String> = reading.clashes.iter().map(|(rule, note)| format!("{rule}: {note}")).collect();
    (!told.is_empty()).then(|| format!("Against the statement speaks {}.", told.join("; ")))
}

/// The rule made by hand.
fn by_rules(reading: &Reading, numbers: &Numbers) -> StanceDraft {
    // Two numbers of the same sort may be of two things.
    let differ = !numbers.conflict.is_empty() && (reading.subject || reading.coverage >= PASSING);
    let mut coverage = reading.coverage;
    if numbers.telling {
        coverage = (coverage + TELLING).min(1.0);
    } else if !numbers.agree.is_empty() || differ {
        coverage = (coverage + COMPARED).min(1.0);
    }
    let conflict = differ && reading.polarity > -0.2;
    let polarity = if conflict { -0.8 } else { reading.polarity };
    let mut reasons = vec![format!("{:.0} % of the statement's wording is in view.", coverage * 100.0)];
    reasons.extend(of_numbers(numbers, differ));

    if coverage < ADDRESSES {
        reasons.push("That is too little to speak for or against it.".to_owned());
        let side = 0.4 * coverage / ADDRESSES;
        let (entailment, contradiction) = if polarity < AGAINST { (0.0, side) } else { (side, 0.0) };
        return StanceDraft { entailment, contradiction, neutral: 1.0 - side, reasoning: reasons.join(" ") };
    }
    // How clearly it addresses the statement, and how clearly it takes a side.
    let clear = ((coverage - ADDRESSES) / (CLEARLY - ADDRESSES)).clamp(0.0, 1.0);
    let speaks = 0.6 + 0.35 * clear;
    let (against, certain) = if polarity < AGAINST {
        (true, 0.72 + 0.28 * (-polarity).min(1.0))
    } else if reading.silent && numbers.agree.is_empty() {
        (false, SILENT)
    } else {
        // Without any clash, support is as likely as the wording is covered.
        (false, (0.78 + 0.2 * polarity.clamp(-1.0, 1.0)).max(0.6) + 0.1 * clear)
    };
    let winner = (speaks * certain.min(1.0)).max(0.36);
    let other = (speaks - winner).clamp(0.0, 0.28);
    let (entailment, contradiction) = if against { (other, winner) } else { (winner, other) };
    if against {
        reasons.extend(clashes(reading));
    } else {
        reasons.push("Nothing in it clashes with the statement.".to_owned());
    }
    StanceDraft { entailment, contradiction, neutral: 1.0 - winner - other, reasoning: reasons.join(" ") }
}

/// How certain support is where the passage does not say the direction that the statement says.
const SILENT: f64 = 0.6;
/// Polarity below which a passage speaks against the statement (tuned on SciFact train).
const AGAINST: f64 = -0.04;
