//! Stage 6: support or contradiction. Of a paper the trained trees and the
//! encoder say how probable each is; elsewhere, where nothing was trained, a rule made by hand
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
    text::{fold, sentences, words},
};

use super::{
    encoder::{self, Logits},
    trees::{self, Models, Opinion},
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
pub async fn stance(input: StanceInput<'_>) -> StanceDraft {
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
    // What was not learnt: how much of a whole is meant, numbers that are the same, and the statement word for word.
    let scope = reading.clashes.iter().any(|(rule, _)| *rule == "scope");
    let learnt = if is_paper(&citation.meta) { learnt(input).await } else { None };
    let Some((opinion, read)) = learnt else {
        return by_rules(&reading, &numbers);
    };
    let learnt = by_learning(opinion, read, &reading, &numbers);
    let prevails = if scope {
        "scope"
    } else if numbers.agrees() && side(&learnt).0 != AGAINST_IT {
        "numbers"
    } else if reading.clashes.is_empty() && repeats(&citation.passage, &statement.text) {
        "the same words"
    } else {
        return learnt;
    };
    overruled(&learnt, by_rules(&reading, &numbers), read.is_some(), prevails)
}

/// Whether a sentence of `passage` begins with all words of `statement`, one after the other as they stand there.
fn repeats(passage: &str, statement: &str) -> bool {
    let plain = |text: &str| {
        let words: Vec<String> = words(text).map(|(_, word)| fold(word)).collect();
        words.join(" ") + " "
    };
    let statement = plain(statement);
    sentences(passage).into_iter().any(|range| plain(&passage[range]).starts_with(&statement))
}

const AGAINST_IT: &str = "contradicts";

/// What a rule says where it prevails over what was learnt; that it does is told where they differ.
fn overruled(learnt: &StanceDraft, mut rule: StanceDraft, read: bool, name: &str) -> StanceDraft {
    let ((theirs, confidence), (own, _)) = (side(learnt), side(&rule));
    if theirs != own {
        let who = if read { "trees and encoder" } else { "trees" };
        let told = format!(" The {who} would say {theirs} ({confidence:.0} %); the rule on {name} prevails.");
        rule.reasoning.push_str(&told);
    }
    rule
}

/// The stance that has the largest score, and that score in per cent.
fn side(draft: &StanceDraft) -> (&'static str, f64) {
    let scores = [("supports", draft.entailment), (AGAINST_IT, draft.contradiction), ("not addressed", draft.neutral)];
    let (name, score) = scores.into_iter().fold(("", 0.0), |best, one| if one.1 > best.1 { one } else { best });
    (name, 100.0 * score)
}

/// Below this probability of evidence, in the trees' opinion, the encoder is not asked: among the abstracts that
/// SciFact's train claims cite none was below.
const WORTH_READING: f64 = 0.05;

/// What the trees say of the text around a citation, and the encoder of its likely sentences, where it is asked.
async fn learnt(input: StanceInput<'_>) -> Option<(Opinion, Option<Logits>)> {
    let (models, statement) = (Models::shipped(), &input.statement.text);
    let lead = input.citation.lead;
    let (text, cited) = around(input.document, input.citation.place)?;
    let look = trees::look(statement, &input.document.meta.title, text);
    let odds = look.odds(Some(cited.clone()))?;
    let opinion = models.opinion(odds, None, lead);
    if opinion.evidence < WORTH_READING {
        return Some((opinion, None));
    }
    let read = encoder::read(statement, look.window(Some(cited))).await;
    Some((models.opinion(odds, read, lead), read))
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

/// The probabilities that were learnt, and in words what they may rest on.
fn by_learning(opinion: Opinion, read: Option<Logits>, reading: &Reading, numbers: &Numbers) -> StanceDraft {
    let Opinion { evidence, supports } = opinion;
    let (entailment, contradiction) = (evidence * supports, evidence * (1.0 - supports));
    // Evidence whose side is not clear is no evidence on both sides.
    let (entailment, contradiction) = if entailment >= contradiction {
        (entailment, contradiction.min(ONE_SIDED))
    } else {
        (entailment.min(ONE_SIDED), contradiction)
    };
    let mut reasons: Vec<String> = clashes(reading).into_iter().collect();
    reasons.extend(of_numbers(numbers, !numbers.conflict.is_empty()));
    let clashes = !reading.clashes.is_empty() || !numbers.conflict.is_empty();
    if !clashes {
        reasons.push("Nothing clashes.".to_owned());
    }
    let (side, share) = if supports >= 0.5 { ("for", supports) } else { ("against", 1.0 - supports) };
    let told = format!("evidence {:.0} %, {side} the statement {:.0} %", 100.0 * evidence, 100.0 * share);
    let neutral = 1.0 - entailment - contradiction;
    reasons.extend(read.map(told_of));
    reasons.push(if neutral >= entailment.max(contradiction) {
        format!("{}: too little to count.", capitalised(&told))
    } else if clashes == (supports >= 0.5) {
        // What the words say and what was learnt differ.
        format!("Still, {told}.")
    } else {
        format!("{}.", capitalised(&told))
    });
    StanceDraft { entailment, contradiction, neutral, reasoning: reasons.join(" ") }
}

/// What the encoder says for itself.
fn told_of(read: Logits) -> String {
    let scores = [("supporting", read.supports), ("contradicting", read.contradicts), ("not addressing", read.neutral)];
    let (stance, best) = scores.into_iter().fold(scores[0], |best, one| if one.1 > best.1 { one } else { best });
    let certain = 1.0 / scores.iter().map(|(_, score)| (score - best).exp()).sum::<f64>();
    format!("The encoder reads it as {stance} it ({:.0} %).", 100.0 * certain)
}

/// The side that is less probable has at most this, which is below what makes evidence mixed.
const ONE_SIDED: f64 = 0.29;

/// What is to be said of numbers.
fn of_numbers(numbers: &Numbers, differ: bool) -> Option<String> {
    if differ {
        Some(format!("Numbers differ: {}.", numbers.conflict.join(", ")))
    } else if !numbers.agree.is_empty() {
        Some(format!("Numbers agree: {}.", numbers.agree.join(", ")))
    } else {
        None
    }
}

/// What clashes, in words.
fn clashes(reading: &Reading) -> Option<String> {
    let told: Vec<String> = reading.clashes.iter().map(|(rule, note)| format!("{rule}: {note}")).collect();
    (!told.is_empty()).then(|| capitalised(&told.join("; ")) + ".")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
    let mut reasons = vec![format!("{:.0} % of the statement's words are met.", coverage * 100.0)];
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
        reasons.push("Nothing clashes.".to_owned());
    }
    StanceDraft { entailment, contradiction, neutral: 1.0 - winner - other, reasoning: reasons.join(" ") }
}

/// How certain support is where the passage does not say the direction that the statement says.
const SILENT: f64 = 0.6;
/// Polarity below which a passage speaks against the statement (tuned on SciFact train).
const AGAINST: f64 = -0.04;

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(entailment: f64, contradiction: f64) -> StanceDraft {
        StanceDraft { entailment, contradiction, neutral: 1.0 - entailment - contradiction, reasoning: "Read.".into() }
    }

    /// A reviewer would not see what the machine went by, or would take a contradiction in its words for its opinion.
    #[test]
    fn the_reasoning_tells_what_clashes_and_how_probable_evidence_and_side_are() {
        let told = |passage: &str, evidence: f64, supports: f64| {
            let statement = "Aspirin lowers the risk of stroke.";
            let reading = wording::read(&Wording::of(statement), passage, &Wording::of(""));
            let numbers = numbers::compare(statement, passage, "");
            by_learning(Opinion { evidence, supports }, None, &reading, &numbers).reasoning
        };
        let against = "Aspirin increased the risk of stroke.";
        let clash = "Direction: “lowers” against “increased”.";
        assert_eq!(told(against, 0.83, 0.26), format!("{clash} Evidence 83 %, against the statement 74 %."));
        assert_eq!(told(against, 0.83, 0.74), format!("{clash} Still, evidence 83 %, for the statement 74 %."));
        assert_eq!(
            told(against, 0.3, 0.74),
            format!("{clash} Evidence 30 %, for the statement 74 %: too little to count.")
        );
        let plain = "Aspirin reduced the risk of stroke.";
        assert_eq!(told(plain, 0.83, 0.74), "Nothing clashes. Evidence 83 %, for the statement 74 %.");
        assert_eq!(told(plain, 0.83, 0.26), "Nothing clashes. Still, evidence 83 %, against the statement 74 %.");
    }

    #[test]
    fn a_passage_repeats_a_statement_only_with_all_its_words_in_order() {
        let statement = "Aspirin lowers the risk of stroke.";
        assert!(repeats("Much is known. Aspirin lowers the risk of stroke, whatever the dose.", statement));
        assert!(!repeats("We asked whether aspirin lowers the risk of stroke.", statement));
        assert!(!repeats("Aspirin lowers the risk of strokes.", statement));
        assert!(!repeats("The risk of stroke: aspirin lowers it.", statement));
    }

    /// A reviewer would take a rule's stance for that of the trees.
    #[test]
    fn where_a_rule_prevails_over_the_trees_it_says_so() {
        let told = overruled(&draft(0.2, 0.71), draft(0.7, 0.1), false, "numbers").reasoning;
        assert_eq!(told, "Read. The trees would say contradicts (71 %); the rule on numbers prevails.");
        let told = overruled(&draft(0.2, 0.71), draft(0.7, 0.1), true, "numbers").reasoning;
        assert!(told.contains("The trees and encoder would say"), "{told}");
        assert_eq!(overruled(&draft(0.6, 0.2), draft(0.7, 0.1), false, "numbers").reasoning, "Read.");
    }

    #[test]
    fn what_the_encoder_says_is_told_in_words_with_how_sure_it_is() {
        let read = |supports, contradicts, neutral| told_of(Logits { supports, contradicts, neutral });
        assert_eq!(read(0.0, 3.0, 0.0), "The encoder reads it as contradicting it (91 %).");
        assert_eq!(read(0.0, 0.0, 9.0), "The encoder reads it as not addressing it (100 %).");
    }
}
