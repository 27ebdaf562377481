//! The draft of a stance with its reasoning, from what was learnt or from the wording alone.

use crate::{
    domain::rules::{effects::Effect, numbers::Numbers, roles::Roles, wording::Reading},
    nli::Odds,
    reason::StanceDraft,
    text::{Clean, sentence_case},
};

use super::{
    super::trees::Opinion,
    words::{ADDRESSES, AGAINST, ByWords},
};

/// Coverage from which a passage clearly addresses the statement.
const CLEARLY: f64 = 0.6;
/// What an agreeing number that is hardly so by chance adds to coverage.
const TELLING: f64 = 0.3;
/// Coverage from which a passage is on the matter though its first thing is not named.
const PASSING: f64 = 0.7;
/// What a number of the same quantity adds to it, whether it agrees or not.
const COMPARED: f64 = 0.15;

/// A draft from learnt probabilities, with what they rest on.
pub(super) fn by_learning(opinion: Opinion, read: &[(Clean, Odds)], words: &ByWords) -> StanceDraft {
    let ByWords { reading, numbers, roles, effects, .. } = words;
    let Opinion { evidence, supports } = opinion;
    let (entailment, contradiction) = (evidence * supports, evidence * (1.0 - supports));
    // Evidence whose side is not clear is no evidence on both sides.
    let (entailment, contradiction) = if entailment >= contradiction {
        (entailment, contradiction.min(ONE_SIDED))
    } else {
        (entailment.min(ONE_SIDED), contradiction)
    };
    let mut reasons: Vec<String> = describe_clashes(reading).into_iter().collect();
    reasons.extend(describe_numbers(numbers, !numbers.conflict.is_empty()));
    let source = if words.by_abstract { "abstract" } else { "passage" };
    if *roles == Roles::Clash {
        reasons.push(format!("The {source} compares the same two things the other way round."));
    }
    match effects {
        Effect::Agree => reasons.push(format!("The {source} reports the effect that the statement claims.")),
        Effect::Clash => reasons.push(format!("The {source} reports an effect that rules out the statement’s.")),
        Effect::Beside => reasons.push(format!("The {source} compares something else with the statement’s subject.")),
        Effect::None => {}
    }
    let clashes = !reading.clashes.is_empty() || !numbers.conflict.is_empty() || words.side() < 0.0;
    if !clashes && *effects == Effect::None {
        reasons.push("The wording shows no clash.".to_owned());
    }
    let (side, share) = if supports >= 0.5 { ("support", supports) } else { ("contradict", 1.0 - supports) };
    let estimate = format!(
        "all signs together make the passage {:.0} % likely to be evidence at all and, if so, {:.0} % likely to {side} \
         the statement",
        100.0 * evidence,
        100.0 * share
    );
    let neutral = 1.0 - entailment - contradiction;
    reasons.extend(read.iter().map(|(who, odds)| describe_reading(who, *odds)));
    reasons.push(if neutral >= entailment.max(contradiction) {
        format!("{}, which is too little to count.", sentence_case(&estimate))
    } else if clashes == (supports >= 0.5) {
        // What the words say and what was learnt differ.
        format!("Despite the wording, {estimate}.")
    } else {
        format!("{}.", sentence_case(&estimate))
    });
    StanceDraft { entailment, contradiction, neutral, reasoning: reasons.join(" ") }
}

/// What a document says of one of the two claims that a statement contrasts.
pub(super) struct OfHalf {
    pub half: Clean,
    pub draft: StanceDraft,
    /// The citation is what the document says of it.
    pub is_cited: bool,
}

/// What a citation says of a statement of two halves: the statement holds where both hold, and not where one does not.
/// That one does not hold is said by the sentence on it.
pub(super) fn of_halves(halves: [OfHalf; 2]) -> StanceDraft {
    let is_any_cited = halves.iter().any(|one| one.is_cited);
    let entailment = halves.iter().map(|one| one.draft.entailment).fold(1.0, f64::min);
    let speaks = halves.iter().filter(|one| one.is_cited || !is_any_cited);
    let contradiction = speaks.map(|one| one.draft.contradiction).fold(0.0, f64::max);
    let reasons = halves.iter().map(|one| format!("On “{}”: {}", one.half.trim_end_matches('.'), one.draft.reasoning));
    StanceDraft {
        entailment,
        contradiction,
        neutral: 1.0 - entailment - contradiction,
        reasoning: format!("The statement holds if both its halves hold. {}", reasons.collect::<Vec<_>>().join(" ")),
    }
}

/// A network's own reading, with its confidence.
pub(super) fn describe_reading(who: &str, odds: Odds) -> String {
    let stances = ["supporting", "contradicting", "not addressing"].into_iter().zip(odds.probabilities());
    let (stance, certain) = stances.fold(("", -1.0), |best, one| if one.1 > best.1 { one } else { best });
    format!("{who} reads the passage as {stance} the statement ({:.0} % likely).", 100.0 * certain)
}

/// The side that is less probable has at most this, which is below what makes evidence mixed.
const ONE_SIDED: f64 = 0.29;

/// The numbers that agree or differ, if any.
fn describe_numbers(numbers: &Numbers, differ: bool) -> Option<String> {
    if differ {
        Some(format!("Numbers differ: {}.", numbers.conflict.join(", ")))
    } else if !numbers.agree.is_empty() {
        let is_same = |pair: &String| pair.split_once(" / ").is_some_and(|(own, other)| own == other);
        let how = if numbers.agree.iter().all(is_same) { "agree" } else { "agree, near enough" };
        Some(format!("Numbers {how}: {}.", numbers.agree.join(", ")))
    } else {
        None
    }
}

/// The clashes of wording, if any.
fn describe_clashes(reading: &Reading) -> Option<String> {
    let describe = |(rule, note): &(&str, String)| match *rule {
        // Its note is a sentence of its own.
        "negation" => note.clone(),
        rule => format!("{rule}: {note}"),
    };
    let found: Vec<String> = reading.distinct_clashes().map(describe).collect();
    (!found.is_empty()).then(|| sentence_case(&found.join("; ")) + ".")
}

/// A draft from the wording alone.
pub(super) fn by_rules(reading: &Reading, numbers: &Numbers) -> StanceDraft {
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
    let mut reasons = vec![format!("The passage covers {:.0} % of the statement’s words.", coverage * 100.0)];
    reasons.extend(describe_numbers(numbers, differ));

    if coverage < ADDRESSES {
        reasons.push("That is too little to count for or against it.".to_owned());
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
        reasons.extend(describe_clashes(reading));
    } else {
        reasons.push("The wording shows no clash.".to_owned());
    }
    StanceDraft { entailment, contradiction, neutral: 1.0 - winner - other, reasoning: reasons.join(" ") }
}

/// How certain support is where the passage does not say the direction that the statement says.
const SILENT: f64 = 0.6;

#[cfg(test)]
mod tests {
    use super::{super::BUILT_IN, *};
    use crate::nli::Logits;

    /// A reviewer would not see what the machine went by, or would take a contradiction in its words for its opinion.
    #[test]
    fn the_reasoning_tells_what_clashes_and_how_probable_evidence_and_side_are() {
        let told = |passage: &str, evidence: f64, supports: f64| {
            let statement = "Aspirin lowers the risk of stroke.";
            by_learning(Opinion { evidence, supports }, &[], &ByWords::of(statement, passage, "", "", &[])).reasoning
        };
        let against = "Aspirin increased the risk of stroke.";
        let clash =
            "Direction: “lowers” against “increased”. The passage reports an effect that rules out the statement’s.";
        let signs = |opening, evidence, side| {
            format!(
                "{opening} signs together make the passage {evidence} % likely to be evidence at all and, if so, \
                 {side} the statement"
            )
        };
        let (contradicts, supports) = ("74 % likely to contradict", "74 % likely to support");
        assert_eq!(told(against, 0.83, 0.26), format!("{clash} {}.", signs("All", 83, contradicts)));
        assert_eq!(told(against, 0.83, 0.74), format!("{clash} {}.", signs("Despite the wording, all", 83, supports)));
        assert_eq!(
            told(against, 0.3, 0.74),
            format!("{clash} {}, which is too little to count.", signs("All", 30, supports))
        );
        let plain = "Aspirin reduced the risk of stroke.";
        let same = "The passage reports the effect that the statement claims.";
        assert_eq!(told(plain, 0.83, 0.74), format!("{same} {}.", signs("All", 83, supports)));
        assert_eq!(told(plain, 0.83, 0.26), format!("{same} {}.", signs("Despite the wording, all", 83, contradicts)));
    }

    /// “A fell, but B did not” was supported by what is said of A alone, though the next sentence refutes the rest.
    #[test]
    fn a_statement_holds_by_its_weaker_half_and_falls_by_the_one_that_is_refuted() {
        let one = |is_cited, entailment, contradiction| {
            let neutral = 1.0 - entailment - contradiction;
            let draft = StanceDraft { entailment, contradiction, neutral, reasoning: "As read.".into() };
            OfHalf { half: "A fell.".into(), draft, is_cited }
        };
        let sides = |halves| {
            let made = of_halves(halves);
            [made.entailment, made.contradiction].map(|share| (share * 100.0).round())
        };
        assert_eq!(sides([one(true, 0.9, 0.05), one(true, 0.6, 0.2)]), [60.0, 20.0]);
        assert_eq!(sides([one(true, 0.9, 0.05), one(true, 0.1, 0.8)]), [10.0, 80.0]);
        // The sentence on the one half is not cited against the other.
        assert_eq!(sides([one(true, 0.9, 0.05), one(false, 0.1, 0.8)]), [10.0, 5.0]);
        let said = of_halves([one(true, 0.9, 0.0), one(true, 0.8, 0.0)]).reasoning;
        assert_eq!(said, "The statement holds if both its halves hold. On “A fell”: As read. On “A fell”: As read.");
    }

    /// A reviewer would see the winner of a comparison confused with the loser and not be told.
    #[test]
    fn things_compared_the_other_way_round_are_named() {
        let words = ByWords::of("Trams are faster than buses.", "Buses are faster than trams.", "", "", &[]);
        let said = by_learning(Opinion { evidence: 0.9, supports: 0.1 }, &[], &words).reasoning;
        assert!(said.contains("The passage compares the same two things the other way round."), "{said}");
    }

    #[test]
    fn what_the_encoder_says_is_put_into_words_with_how_sure_it_is() {
        let read = |supports, contradicts, neutral| {
            describe_reading(BUILT_IN, Logits { supports, contradicts, neutral }.odds())
        };
        let said = |words| format!("The built-in language model reads the passage as {words} likely).");
        assert_eq!(read(0.0, 3.0, 0.0), said("contradicting the statement (91 %"));
        assert_eq!(read(0.0, 0.0, 9.0), said("not addressing the statement (100 %"));
    }
}
