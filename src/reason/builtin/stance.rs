//! Stage 6: support or contradiction. For abstracts of papers, trees and encoder
//! estimate both; for shorter texts and pages, the encoder beside what the wording
//! says of negation, direction, opposites, scope, numbers and roles. Without the
//! encoder the wording decides alone on these. Effects and comparisons that could be
//! parsed on both sides count beside what was learnt. Models that the user named have
//! a say on every text. The reasoning names what it rests on.

use std::ops::Range;

use crate::{
    domain::{
        Citation, Document, Place, Stage,
        rules::{
            credibility::is_paper,
            effects::{self, Effect},
            factcheck, finding,
            numbers::{self, Numbers},
            pack::RulePack,
            roles::{self, Roles},
            wording::{self, Reading, Wording},
        },
    },
    nli::{self, Odds},
    reason::{Failure, StanceDraft, StanceInput},
    text::{Clean, sentences, short_forms, spelled_out},
};

use super::{
    Builtin,
    trees::{self, Cues, Kind, Models, Opinion, logistic, logit},
};

/// What a parsed effect or comparison adds to the log-odds of its side.
const PARSED: f64 = 2.0;
/// What it adds, beside that, to the log-odds of evidence: nothing was parsed in the 486 abstracts that SciFact's claims
/// cite and that have none.
const IS_EVIDENCE: f64 = 0.75;
/// What one from another sentence of the abstract adds.
const BY_ABSTRACT: f64 = 1.2;
/// What a comparison that only mentions what the statement speaks of takes from them.
const BESIDE: f64 = 2.0;
/// Coverage below which a passage does not address the statement (tuned on SciFact train).
const ADDRESSES: f64 = 0.45;
/// Coverage from which it clearly does.
const CLEARLY: f64 = 0.6;
/// Coverage from which a page says nearly the same words.
const VERBATIM: f64 = 0.9;
/// Probability of a side from which what was learnt bears out the wording of a page.
const SURE: f64 = 0.6;
/// What an agreeing number that is hardly so by chance adds to coverage.
const TELLING: f64 = 0.3;
/// Coverage from which a passage is on the matter though its first thing is not named.
const PASSING: f64 = 0.7;
/// What a number of the same quantity adds to it, whether it agrees or not.
const COMPARED: f64 = 0.15;

/// The stance of one citation.
///
/// # Errors
/// When a model that the user named fails.
pub async fn stance(by: &Builtin, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let (statement, citation) = (input.statement, input.citation);
    if !(by.rules.knows(&statement.text) && by.rules.knows(&citation.passage)) {
        return by_classifiers(by, input).await;
    }
    let nothing = |reasoning: &str| StanceDraft {
        entailment: 0.1,
        contradiction: 0.1,
        neutral: 0.8,
        reasoning: reasoning.into(),
    };
    if finding::is_none(&citation.passage) && !finding::is_open(&statement.text) {
        return Ok(nothing("The passage states an aim or an open question and reports no finding."));
    }
    if finding::is_outlook(&citation.passage) && !finding::is_outlook(&statement.text) {
        return Ok(nothing("The passage looks ahead to what may be and reports no finding."));
    }
    if !is_paper(&citation.meta) && finding::is_hearsay(&citation.passage) {
        return Ok(nothing("The passage repeats what others say and does not confirm it."));
    }
    let around = format!("{}. {} {}", citation.meta.title, citation.before, citation.after);
    let published = citation.meta.published.as_deref().unwrap_or_default();
    let page = input.document.page(citation.place.page).map_or("", |page| page.text.as_str());
    let whole = format!("{around} {page}");
    let forms = short_forms(&whole);
    let mut words = ByWords::of(&statement.in_words_of(&whole), &citation.passage, &around, published, &forms);
    words.take_abstract(input, &forms);
    let by_rules = || by_rules(&words.reading, &words.numbers);
    // How much of a whole is meant was hardly learnt from short texts, nor what a ratio says.
    let scope = words.reading.clashes.iter().any(|(rule, _)| *rule == "scope");
    let weighed = |opinion: Opinion| Opinion {
        evidence: logistic(logit(opinion.evidence) + IS_EVIDENCE * words.parsed().abs() - words.beside()),
        supports: logistic(logit(opinion.supports) + words.parsed()),
    };
    Ok(match learnt(by, input, &words).await? {
        Some(Learnt { opinion, kind: Kind::Page, .. })
            if by.classifiers.is_empty()
                && (words.decide() || is_fact_check(by, citation) || words.agree_with(opinion)) =>
        {
            by_rules()
        }
        Some(Learnt { kind: Kind::Short, .. }) if scope || words.numbers.ratio => by_rules(),
        Some(Learnt { opinion, read, .. }) => by_learning(weighed(opinion), &read, &words),
        None => by_rules(),
    })
}

/// Whether a citation is from a fact-check, whose claim and rating decide.
fn is_fact_check(by: &Builtin, citation: &Citation) -> bool {
    let Citation { meta, before, passage, after, .. } = citation;
    let site = by.rules.credibility().is_fact_check_site(meta);
    factcheck::recognise(factcheck::View { meta, before, passage, after, article: passage }, site).is_some()
}

/// The stance where statement or passage is in a language that the rules, the trees and the encoder do not know: what
/// the models that the user named make of it, else none.
async fn by_classifiers(by: &Builtin, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let mut reasons = vec![format!(
        "The statement or the passage is not in {}, the only language that the built-in rules know.",
        RulePack::LANGUAGE
    )];
    let mut opinions = Vec::new();
    for model in &by.classifiers {
        let reading = model.read(&input.statement.text, &input.citation.passage).await;
        let odds = reading.map_err(|why| Failure::new(Stage::Weigh, why))?.odds;
        reasons.push(describe_reading(&model.about().name, odds));
        opinions.push(odds);
    }
    let [entailment, contradiction, neutral] =
        nli::pooled(&opinions).map_or([0.0, 0.0, 1.0], |odds| odds.probabilities());
    Ok(StanceDraft { entailment, contradiction, neutral, reasoning: reasons.join(" ") })
}

/// What the words of statement and passage say by themselves.
pub(super) struct ByWords {
    reading: Reading,
    numbers: Numbers,
    roles: Roles,
    effects: Effect,
    /// The passage only says what is asked or planned, and the statement does not.
    asks: bool,
    /// Both deny something, or one frees from a duty.
    denied: bool,
    /// Effects and roles are those of the abstract, since the passage says nothing of them.
    by_abstract: bool,
}

impl ByWords {
    /// Reads `passage` beside `statement`; `around` is its title and the sentences beside it, `published` its date, `forms`
    /// the short forms that its document explains.
    pub(super) fn of(
        statement: &str,
        passage: &str,
        around: &str,
        published: &str,
        forms: &[(String, String)],
    ) -> Self {
        let (own, said) = (spelled_out(statement, forms), spelled_out(passage, forms));
        let (asked, found) = (Wording::of(statement), Wording::of(passage));
        Self {
            reading: wording::read(&asked, passage, &Wording::of(around)),
            numbers: numbers::compare(statement, passage, published),
            roles: roles::compare(&own, &said),
            effects: effects::compare(&own, &said),
            asks: finding::is_none(passage) && !finding::is_none(statement),
            denied: asked.negated() && found.negated() || asked.speaks_of_release() || found.speaks_of_release(),
            by_abstract: false,
        }
    }

    /// Where the passage settles neither effects nor roles, takes what the abstract that it is from says of them.
    fn take_abstract(&mut self, input: StanceInput<'_>, forms: &[(String, String)]) {
        let page = input.document.page(input.citation.place.page).filter(|page| page.text.len() <= ABSTRACT);
        let Some(page) = page.filter(|_| self.side() == 0.0 && is_paper(&input.document.meta)) else { return };
        let statement = input.statement.in_words_of(&page.text);
        let (own, said) = (spelled_out(&statement, forms), spelled_out(&page.text, forms));
        let (effects, roles) = (effects::compare(&own, &said), roles::compare(&own, &said));
        if side_of(effects, roles) != 0.0 {
            (self.effects, self.roles, self.by_abstract) = (effects, roles, true);
        }
    }

    /// The side that parsed roles and effects take: 1 for the statement, −1 against it, 0 neither.
    fn side(&self) -> f64 {
        side_of(self.effects, self.roles)
    }

    /// What that side adds to the log-odds of what was learnt.
    fn parsed(&self) -> f64 {
        self.side() * if self.by_abstract { BY_ABSTRACT } else { PARSED }
    }

    /// What it takes from the log-odds of evidence that the passage compares something else with the statement's subject, or
    /// only states a question or a plan.
    fn beside(&self) -> f64 {
        let beside = self.effects == Effect::Beside || self.roles == Roles::Beside;
        if self.side() == 0.0 && (beside || self.asks) { BESIDE } else { 0.0 }
    }

    /// Whether the wording of a page decides by itself: by a figure, a clash, an agreeing direction, a denial or release on
    /// both sides, or because it is the statement's nearly word for word. That its words are met and nothing clashes is no
    /// support yet, and a denial on one side alone no contradiction: it was right on a quarter of unread pages
    /// (`tests/eval/cases/everyday.jsonl`).
    fn decide(&self) -> bool {
        let Reading { coverage, polarity, clashes, .. } = &self.reading;
        let figures = self.numbers.agrees() || !self.numbers.conflict.is_empty();
        let denial_alone = !clashes.is_empty() && clashes.iter().all(|(rule, _)| *rule == "negation");
        self.denied || figures || *polarity != 0.0 && !denial_alone || !(ADDRESSES..VERBATIM).contains(coverage)
    }

    /// Whether what was learnt takes the side of the wording.
    fn agree_with(&self, opinion: Opinion) -> bool {
        let against = self.reading.polarity < AGAINST;
        opinion.evidence >= 0.5 && if against { opinion.supports <= 1.0 - SURE } else { opinion.supports >= SURE }
    }

    /// As the features of [`General`].
    pub(super) fn cues(&self) -> Cues {
        let sign = |yes: bool, no: bool| f64::from(u8::from(yes)) - f64::from(u8::from(no));
        Cues {
            coverage: self.reading.coverage,
            polarity: self.reading.polarity.clamp(-1.0, 1.0),
            numbers: sign(self.numbers.agrees(), !self.numbers.conflict.is_empty()),
            roles: sign(self.roles == Roles::Agree, self.roles == Roles::Clash),
        }
    }
}

fn side_of(effects: Effect, roles: Roles) -> f64 {
    match (effects, roles) {
        // Who reads both arms of a comparison knows more than who reads one.
        (_, Roles::Agree) | (Effect::Agree, Roles::None | Roles::Beside) => 1.0,
        (_, Roles::Clash) | (Effect::Clash, Roles::None | Roles::Beside) => -1.0,
        (Effect::None | Effect::Beside, Roles::None | Roles::Beside) => 0.0,
    }
}

/// Length of a page that is read as a whole, in bytes.
const ABSTRACT: usize = 4_000;

/// Below this probability of evidence, in the trees' opinion, the encoder does not read a passage: among the abstracts
/// that SciFact's train claims cite none was below.
pub(super) const WORTH_READING: f64 = 0.05;

/// What readers know the encoder by.
const BUILT_IN: &str = "The built-in language model";

/// What was learnt of a text.
struct Learnt {
    opinion: Opinion,
    /// The networks that were asked, each with its own reading.
    read: Vec<(Clean, Odds)>,
    kind: Kind,
}

/// What was learnt of the text around a citation: of abstracts of papers by trees and encoder, of shorter texts by the
/// encoder beside the wording. Models that the user named replace the encoder on shorter texts; elsewhere their opinions
/// and that of trees and encoder, or of the wording, count the same. `None` where nothing was learnt that applies.
async fn learnt(by: &Builtin, input: StanceInput<'_>, words: &ByWords) -> Result<Option<Learnt>, Failure> {
    let (models, meta, lead) = (Models::shipped(), &input.document.meta, input.citation.lead);
    let Some((text, cited)) = around(input.document, input.citation.place) else { return Ok(None) };
    let statement = &*input.statement.in_words_of(text);
    let look = trees::look(statement, &meta.title, text);
    let kind = Kind::of(meta, &look);
    let window = look.window(Some(cited.clone()));
    let own = by.classifiers.as_slice();
    let (built_in, mut read) = match kind {
        Kind::Page | Kind::Short if own.is_empty() => {
            let Some(read) = by.encoder.read(statement, window).await else { return Ok(None) };
            let opinion = models.general.opinion(read, words.cues());
            return Ok(Some(Learnt { opinion, read: vec![(BUILT_IN.into(), read.odds())], kind }));
        }
        Kind::Page => (Some(opinion_of(&by_rules(&words.reading, &words.numbers))), Vec::new()),
        Kind::Short => (None, Vec::new()),
        Kind::Abstract => {
            let Some(odds) = look.odds(Some(cited)) else { return Ok(None) };
            let opinion = models.opinion(odds, None, lead);
            if opinion.evidence < WORTH_READING {
                return Ok(Some(Learnt { opinion, read: Vec::new(), kind }));
            }
            let read = by.encoder.read(statement, window.clone()).await;
            let opinion = models.opinion(odds, read, lead);
            (Some(opinion), read.into_iter().map(|read| (BUILT_IN.into(), read.odds())).collect())
        }
    };
    let mut opinions: Vec<Odds> = built_in.into_iter().map(odds_of).collect();
    for model in own {
        let reading = model.read(statement, &window).await.map_err(|why| Failure::new(Stage::Weigh, why))?;
        opinions.push(reading.odds);
        read.push((model.about().name.clone(), reading.odds));
    }
    let opinion = match (built_in, nli::pooled(&opinions)) {
        (Some(opinion), _) if own.is_empty() => opinion,
        (_, Some(Odds { evidence, side })) => Opinion { evidence: logistic(evidence), supports: logistic(side) },
        (_, None) => return Ok(None),
    };
    Ok(Some(Learnt { opinion, read, kind }))
}

fn odds_of(opinion: Opinion) -> Odds {
    Odds { evidence: logit(opinion.evidence), side: logit(opinion.supports) }.bounded()
}

/// What a draft says, as an opinion.
fn opinion_of(draft: &StanceDraft) -> Opinion {
    let evidence = draft.entailment + draft.contradiction;
    let supports = if evidence > 0.0 { draft.entailment / evidence } else { 0.5 };
    Opinion { evidence, supports }
}

/// The page of a place where it is as short as an abstract, else the sentences
/// around it that come to about the length of one; and the place within.
fn around(document: &Document, place: Place) -> Option<(&str, Range<usize>)> {
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

/// A draft from learnt probabilities, with what they rest on.
fn by_learning(opinion: Opinion, read: &[(Clean, Odds)], words: &ByWords) -> StanceDraft {
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
        format!("{}, which is too little to count.", capitalised(&estimate))
    } else if clashes == (supports >= 0.5) {
        // What the words say and what was learnt differ.
        format!("Despite the wording, {estimate}.")
    } else {
        format!("{}.", capitalised(&estimate))
    });
    StanceDraft { entailment, contradiction, neutral, reasoning: reasons.join(" ") }
}

/// A network's own reading, with its confidence.
fn describe_reading(who: &str, odds: Odds) -> String {
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
    (!found.is_empty()).then(|| capitalised(&found.join("; ")) + ".")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A draft from the wording alone.
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
/// Polarity below which a passage speaks against the statement (tuned on SciFact train).
const AGAINST: f64 = -0.04;

#[cfg(test)]
mod tests {
    use super::*;
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
