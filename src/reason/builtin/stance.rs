//! Stage 6: support or contradiction by a rule made by hand: how much of the
//! statement the passage speaks of, and whether negation, direction, opposites,
//! scope or numbers clash.

use crate::{
    domain::rules::{
        finding, numbers,
        wording::{self, Wording},
    },
    reason::{StanceDraft, StanceInput},
};

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
    if differ {
        reasons.push(format!("The numbers differ: {}.", numbers.conflict.join(", ")));
    } else if !numbers.agree.is_empty() {
        reasons.push(format!("The numbers agree: {}.", numbers.agree.join(", ")));
    }

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
        let told: Vec<String> = reading.clashes.iter().map(|(rule, note)| format!("{rule}: {note}")).collect();
        if !told.is_empty() {
            reasons.push(format!("Against the statement speaks {}.", told.join("; ")));
        }
    } else {
        reasons.push("Nothing in it clashes with the statement.".to_owned());
    }
    StanceDraft { entailment, contradiction, neutral: 1.0 - winner - other, reasoning: reasons.join(" ") }
}

/// How certain support is where the passage does not say the direction that the statement says.
const SILENT: f64 = 0.6;
/// Polarity below which a passage speaks against the statement (tuned on SciFact train).
const AGAINST: f64 = -0.04;
