//! Stage 6: support or contradiction. For abstracts of papers, trees and encoder
//! estimate both; for shorter texts and pages, the encoder beside what the wording
//! says of negation, direction, opposites, scope, numbers and roles. Without the
//! encoder the wording decides alone on these. Effects and comparisons that could be
//! parsed on both sides count beside what was learnt. Models that the user named have
//! a say on every text. A statement that contrasts two claims is judged by each. The
//! reasoning names what it rests on.

mod draft;
mod words;

use std::ops::Range;

use crate::{
    domain::{
        Citation, Place, Stage, Statement,
        rules::{
            credibility::is_paper,
            effects, factcheck, finding,
            group::{Scopes, variation},
            pack::RulePack,
        },
    },
    nli::{self, Odds},
    reason::{Failure, StanceDraft, StanceInput},
    text::{Clean, sentences, short_forms},
};

use super::{
    Builtin, cite,
    context::{Context, Extent},
    findings::{calls_for_work, describes_people, is_on_frequency, recommends, reports_nothing, speculates},
    negate,
    trees::{self, Kind, Models, Opinion, logistic, logit},
};
use draft::{OfHalf, by_learning, by_rules, describe_reading, of_halves};
pub(super) use words::ByWords;
use words::IS_EVIDENCE;

/// The stance of one citation.
///
/// # Errors
/// When a model that the user named fails.
pub async fn stance(by: &Builtin, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let (statement, citation) = (input.statement, input.citation);
    if !(by.rules.knows(&statement.text) && by.rules.knows(&citation.passage)) {
        return by_classifiers(by, input).await;
    }
    if finding::is_none(&citation.passage) && !finding::is_open(&statement.text) {
        return Ok(nothing("The passage states an aim or an open question and reports no finding."));
    }
    if is_paper(&citation.meta) && reports_nothing(&citation.passage) && !reports_nothing(&statement.text) {
        return Ok(nothing("The passage says what was done or what the work is about, and reports no finding."));
    }
    if let Some(factor) = variation::missing(&statement.text, &citation.passage) {
        return Ok(nothing(&format!("The statement compares by “{factor}”, which the passage does not mention.")));
    }
    if let Some(outcome) = effects::unmentioned_outcome(&statement.in_words_of(&citation.passage), &citation.passage) {
        return Ok(nothing(&format!("The statement is on “{outcome}”, which the passage does not mention.")));
    }
    if is_paper(&citation.meta) && describes_people(&citation.passage) && !is_on_frequency(&statement.text) {
        return Ok(nothing("The passage describes those who were studied and reports no outcome."));
    }
    if finding::is_outlook(&citation.passage) && !finding::is_outlook(&statement.text) {
        return Ok(nothing("The passage looks ahead to what may be and reports no finding."));
    }
    let context = Context::of(input.document, citation.place).filter(|_| is_paper(&citation.meta));
    let is_running = context.as_ref().is_some_and(Context::is_running);
    if is_running && only_hedges(&citation.passage) && !only_hedges(&statement.text) {
        return Ok(nothing("The passage says what could be or should be done and reports no finding."));
    }
    if !is_paper(&citation.meta) && finding::is_hearsay(&citation.passage) {
        return Ok(nothing("The passage repeats what others say and does not confirm it."));
    }
    let whole = context.filter(|context| !context.is_running());
    let Some(Context { text, cited, .. }) = whole else { return judge_halves(by, input).await };
    let own = statement.in_words_of(text);
    let scopes = Scopes::new(&own, &citation.meta.title, text);
    if let Some(scope) = scopes.elsewhere(&cited) {
        return Ok(nothing(&scope.to_string()));
    }
    let Some((text, Range { start, end })) = scopes.without_others(&cited) else {
        return judge_halves(by, input).await;
    };
    // What the abstract says of another part would be read beside the passage.
    let mut document = input.document.clone();
    document
        .pages
        .iter_mut()
        .filter(|other| other.number == citation.place.page)
        .for_each(|page| page.text = text.as_str().into());
    let citation = Citation { place: Place { start, end, ..citation.place }, ..citation.clone() };
    judge_halves(by, StanceInput { statement, citation: &citation, document: &document }).await
}

/// Whether every sentence of a passage is a guess, advice or a call for work. “Trained children could read 20 words” gives
/// a figure.
fn only_hedges(passage: &str) -> bool {
    let guesses = |text: &str| speculates(text) && !text.contains(|c: char| c.is_ascii_digit());
    let hedges = |text: &str| guesses(text) || recommends(text) || calls_for_work(text);
    sentences(passage).into_iter().all(|range| hedges(&passage[range]))
}

/// That a passage does not address the statement.
fn nothing(reasoning: &str) -> StanceDraft {
    StanceDraft { entailment: 0.1, contradiction: 0.1, neutral: 0.8, reasoning: reasoning.into() }
}

/// As [`judge_claim`], by each half of a statement of two.
async fn judge_halves(by: &Builtin, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let statement = input.statement;
    let Some(halves) = negate::halves(&statement.text) else { return judge_claim(by, input).await };
    let [first, second] = halves.map(|half| Statement { text: half.into(), ..statement.clone() });
    Ok(of_halves([of_half(by, input, &first).await?, of_half(by, input, &second).await?]))
}

/// What the document says of one half of a statement, by the sentence that speaks most of it, and whether the citation is
/// that sentence.
async fn of_half(by: &Builtin, input: StanceInput<'_>, half: &Statement) -> Result<OfHalf, Failure> {
    let StanceInput { citation, document, .. } = input;
    let cited = citation.place.range();
    let context = Context::of(document, citation.place).filter(|context| !context.is_running());
    let found = context.and_then(|context| {
        let range = cite::foremost(&half.in_words_of(context.text), document, context.text)?;
        let begin = cited.start - context.cited.start;
        Some((context.text.get(range.clone())?, begin + range.start..begin + range.end))
    });
    let is_cited = found.as_ref().is_none_or(|(_, range)| range.start < cited.end && cited.start < range.end);
    let draft = match found {
        None => judge_claim(by, StanceInput { statement: half, ..input }).await?,
        Some((passage, Range { start, end })) => {
            let place = Place { start, end, ..citation.place };
            let citation = Citation { passage: passage.into(), place, ..citation.clone() };
            judge_claim(by, StanceInput { statement: half, citation: &citation, document }).await?
        }
    };
    Ok(OfHalf { half: half.text.clone(), draft, is_cited })
}

/// What the words of one claim and what was learnt make of a citation.
async fn judge_claim(by: &Builtin, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let (statement, citation) = (input.statement, input.citation);
    let around = format!("{}. {} {}", citation.meta.title, citation.before, citation.after);
    let published = citation.meta.published.as_deref().unwrap_or_default();
    let page = input.document.page(citation.place.page).map_or("", |page| page.text.as_str());
    let whole = format!("{around} {page}");
    let forms = short_forms(&whole);
    let mut words = ByWords::of(&statement.in_words_of(&whole), &citation.passage, &around, published, &forms);
    let context = Context::of(input.document, citation.place);
    let is_running = context.as_ref().is_some_and(Context::is_running);
    if let Some(whole) = context.as_ref().filter(|_| !is_running && is_paper(&input.document.meta)) {
        words.take_abstract(statement, whole.text, &forms);
    }
    if is_running && is_paper(&citation.meta) && words.reading.coverage < MIN_COVERAGE {
        return Ok(nothing("The passage and what is around it have too little of the statement to address it."));
    }
    let by_rules = || by_rules(&words.reading, &words.numbers);
    // How much of a whole is meant was hardly learnt from short texts, nor what a ratio says.
    let scope = words.reading.clashes.iter().any(|(rule, _)| *rule == "scope");
    // What holds in all but the statement's is learnt as if it held there too.
    let excepted = |supports: f64| if words.excepts { supports.min(1.0 - supports) } else { supports };
    let weighed = |opinion: Opinion| Opinion {
        evidence: logistic(logit(opinion.evidence) + IS_EVIDENCE * words.parsed().abs() - words.beside()),
        // What was learnt takes the amount of a cause for the direction of its effect.
        supports: excepted(logistic(
            if words.opposite_amounts { 0.0 } else { logit(opinion.supports) } + words.parsed(),
        )),
    };
    Ok(match learnt(by, input, context, &words).await? {
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

/// Below this probability of evidence, in the trees' opinion, the encoder does not read a passage: among the abstracts
/// that SciFact's train claims cite none was below.
pub(super) const WORTH_READING: f64 = 0.05;

/// What the abstract of a long document loses of the log-odds of evidence where no search compared it with others: those
/// that the trees were fitted on had been chosen for the claim, and a paper is full of sentences that bring it up.
const WITHIN_LONG: f64 = 1.0;
/// Coverage below which a passage in the running text of a paper does not address the statement: what the encoder made of
/// such passages was right 11 times of 36 (claims over 12 papers, `models/encoder/README.md`).
const MIN_COVERAGE: f64 = 0.5;

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
async fn learnt(
    by: &Builtin,
    input: StanceInput<'_>,
    context: Option<Context<'_>>,
    words: &ByWords,
) -> Result<Option<Learnt>, Failure> {
    let (models, meta, lead) = (Models::shipped(), &input.document.meta, input.citation.lead);
    let Some(Context { text, cited, extent }) = context else { return Ok(None) };
    let statement = &*input.statement.in_words_of(text);
    let look = trees::look(statement, &meta.title, text);
    let kind = match Kind::of(meta, &look) {
        // However long a paragraph is, it is no abstract.
        Kind::Abstract if extent == Extent::Paragraph => Kind::Short,
        kind => kind,
    };
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
            let mut opinion = models.opinion(odds, read, lead);
            if extent == Extent::Abstract && lead.is_none() {
                opinion.evidence = logistic(logit(opinion.evidence) - WITHIN_LONG);
            }
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

#[cfg(test)]
mod tests {
    use crate::{
        domain::{Digest, Document, Page, SourceMeta, fixtures},
        reason::Reasoner,
    };

    use super::*;

    /// What the builtin reasoner makes of a passage from the discussion of a long paper.
    async fn in_discussion(statement: &str, passage: &str) -> StanceDraft {
        let filler = "Nurses of two wards were asked about their work at night. ".repeat(80);
        let text = ["Walking and sleep", "Introduction", &filler, "Discussion", passage].join("\n\n");
        let start = text.find(passage).unwrap();
        let page = Page { number: 1, text: text.into() };
        let place = Place::on(&page, start..start + passage.len());
        let meta = SourceMeta { title: "Walking and sleep".into(), ..SourceMeta::default() };
        let document = Document::new(meta.clone(), vec![page]);
        let citation = Citation {
            doc: document.id.clone(),
            document: Digest::of_value(&document),
            meta,
            place,
            ..fixtures::citation(1, passage)
        };
        let statement = Statement::claim(1, statement);
        let input = StanceInput { statement: &statement, citation: &citation, document: &document };
        Builtin::default().stance(input).await.unwrap()
    }

    /// In two of three of such verdicts the evidence was a guess, a plan, or a sentence on something else.
    #[tokio::test]
    async fn in_the_running_text_guesses_and_what_hardly_speaks_of_the_statement_are_no_evidence() {
        let statement = "Walking lengthens the sleep of adults.";
        let found = in_discussion(statement, "Walking lengthened the sleep of adults.").await;
        assert!(found.entailment > found.neutral.max(found.contradiction), "{found:?}");
        for passage in [
            "It is possible that walking lengthens the sleep of adults.",
            "Whether walking lengthens the sleep of adults should be examined.",
            "Larger trials on the sleep of adults and on walking are warranted.",
            "The dose of caffeine was halved in the second week.",
        ] {
            let draft = in_discussion(statement, passage).await;
            assert!(draft.neutral > draft.entailment.max(draft.contradiction), "{draft:?}");
        }
    }
}
