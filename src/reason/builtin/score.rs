//! Stage 3: relevance by coverage, and by how likely evidence is in the opinion
//! of trees and encoder.

use std::{borrow::Cow, ops::Range, sync::Arc};

use crate::{
    domain::{
        Document, Passage, Statement,
        rules::{
            credibility::is_paper,
            numbers::{self, Numbers},
        },
    },
    reason::{ScoreDraft, ScoreInput, ToScore},
    text::short_forms,
};

use super::{
    encoder::Encoder,
    lexicon, negate,
    stance::{ByWords, WORTH_READING},
    terms::{Found, Terms},
    trees::{self, Kind, Look, Models, Odds, logistic, logit},
};

/// At most this much weight has a word that every abstract has.
const EMPTY: f64 = 0.2;

/// From which relevance on a score is given; tuned on SciFact's train claims.
const STEPS: [(f64, f64); 4] = [(0.80, 5.0), (0.63, 4.0), (0.40, 3.0), (0.28, 2.0)];
/// How much more informative a term is for each time that it is rarer in the batch by a factor of e.
const RARITY: f64 = 0.1;
/// Both what a statement speaks of and what it says of it should be covered to this share, 0–1.
const BOTH: f64 = 0.5;
/// What relevance loses when one of the two is not there at all, 0–1.
const ONE_SIDED: f64 = 0.15;

/// The score from which a document has some of the statement's words.
const COVERING: f64 = 2.0;

/// A document about something else than the topic of the statement has at most this score.
const BESIDE: f64 = 2.0;
/// A document on the same topic has this share of its words, by weight, 0–1.
const SAME_TOPIC: f64 = 0.3;

/// What a quantity of the same measure adds to relevance, where it is hardly the same by chance or differs.
const QUANTITY: f64 = 0.2;

/// How many short texts of a batch the encoder reads: those in which evidence is most likely without it.
const READ: usize = 8;
/// How many abstracts it reads, each of which takes it some ten times as long.
const READ_ABSTRACTS: usize = 3;
/// The trees' probability of evidence in an abstract for which the encoder can change whether it passes.
const UNCERTAIN: Range<f64> = WORTH_READING..0.5;

/// A score for every candidate of the batch, by position.
pub async fn score(encoder: Encoder, input: ScoreInput<'_>) -> Vec<ScoreDraft> {
    let statement = &*input.statement.text;
    let asked = Asked::of(statement);
    let amounts = asked.terms.amounts();
    let looked: Vec<(Found, Found, f64)> = input
        .batch
        .iter()
        .map(|item| {
            let title = asked.terms.find(&item.document.meta.title);
            let text = passage_text(item.document, item.candidate.passage);
            // The same quantity in another notation is the same term, whether the figures agree or not.
            let numbers = (amounts != 0).then(|| numbers::compare(statement, text, "")).filter(Numbers::compares);
            let same = if numbers.is_some() { amounts } else { 0 };
            let is_sure = numbers.is_some_and(|numbers| numbers.telling || numbers.agree.is_empty());
            let reworded = match input.statement.in_words_of(text) {
                Cow::Borrowed(_) => 0,
                Cow::Owned(reworded) => asked.terms.find_reworded(&reworded, text),
            };
            (title | asked.terms.find(text) | reworded | same, title, if is_sure { QUANTITY } else { 0.0 })
        })
        .collect();
    let found: Vec<_> = looked.iter().map(|(found, title, _)| (*found, *title)).collect();
    let weights = asked.weights(&found);
    let mut drafts: Vec<ScoreDraft> =
        looked.iter().map(|(found, title, quantity)| asked.one(&weights, *found, *title, *quantity)).collect();
    if asked.terms.list.is_empty() {
        return drafts;
    }
    let topic = input.statement.topic.as_ref().map(|topic| Terms::of(topic));
    let is_beside = |item: &ToScore<'_>| topic.as_ref().is_some_and(|topic| is_beside(topic, item));
    // To look at a document costs most of this stage, so what hardly covers a word is looked at only where there is
    // little else. Of SciFact's dev claims (open) this loses no evidence.
    let few = input.batch.iter().filter(|item| Candidate::can_be_read(item)).count() <= READ;
    let mut views: Vec<(usize, Candidate<'_>)> = input
        .batch
        .iter()
        .enumerate()
        .filter(|(at, _)| few || drafts[*at].score >= COVERING)
        .filter_map(|(at, item)| Some((at, Candidate::of(input.statement, item)?)))
        .collect();
    let likely = |at: usize, view: &Candidate<'_>| (drafts[at].score >= COVERING, view.prior(&drafts[at]));
    views.sort_by(|(a, one), (b, other)| {
        let ((covers, likelier), (other_covers, less)) = (likely(*a, one), likely(*b, other));
        other_covers.cmp(&covers).then(less.total_cmp(&likelier)).then(a.cmp(b))
    });
    let mut abstracts = 0;
    for (rank, (at, view)) in views.into_iter().enumerate() {
        let prior = view.prior(&drafts[at]);
        let read = if view.is_abstract {
            UNCERTAIN.contains(&prior) && abstracts < READ_ABSTRACTS
        } else {
            rank < READ && (few || prior >= WORTH_READING)
        };
        abstracts += usize::from(read && view.is_abstract);
        let Some(evidence) = view.evidence(read.then_some(encoder), drafts[at].score >= COVERING).await else {
            continue;
        };
        let draft = std::mem::replace(&mut drafts[at], ScoreDraft { score: 1.0, reason: String::new() });
        drafts[at] = by_evidence(draft, evidence, view.is_abstract);
    }
    for (draft, _) in drafts.iter_mut().zip(input.batch).filter(|(draft, item)| draft.score > BESIDE && is_beside(item))
    {
        draft.score = BESIDE;
        draft.reason.push_str("; not about what the title of the statement's paper names");
    }
    drafts
}

/// Whether a document is about something else than `topic`, the title of the statement's paper.
fn is_beside(topic: &Terms, item: &ToScore<'_>) -> bool {
    let text = passage_text(item.document, item.candidate.passage);
    topic.share(topic.find(&item.document.meta.title) | topic.find(text)) < SAME_TOPIC
}

/// A document that covers everything has at least this, and a page or sentence that passes, …
const COVERED: f64 = 3.0;
/// … where evidence is at least this likely, 0–1. Of SciFact's dev claims (open) and the cases in `tests/eval` none changes.
const LIKELY_ENOUGH: f64 = 0.05;

/// How much likelier evidence was, in log-odds, in the passages that the general weights were fitted on: somebody chose
/// them, and two of three had it.
const CHOSEN: f64 = 1.5;

/// A document as it is looked at for evidence.
struct Candidate<'a> {
    item: &'a ToScore<'a>,
    /// The statement in the words of the text.
    statement: Cow<'a, str>,
    text: &'a str,
    look: Arc<Look>,
    /// Whether the trees were trained on texts like it.
    is_abstract: bool,
    odds: Odds,
}

impl<'a> Candidate<'a> {
    /// Whether [`Self::of`] gives one.
    fn can_be_read(item: &ToScore<'_>) -> bool {
        let text = passage_text(item.document, item.candidate.passage);
        is_paper(&item.document.meta) && !text.trim().is_empty()
    }

    fn of(statement: &'a Statement, item: &'a ToScore<'a>) -> Option<Self> {
        let (meta, text) = (&item.document.meta, passage_text(item.document, item.candidate.passage));
        let statement = statement.in_words_of(text);
        let look = trees::look(&statement, &meta.title, text);
        let odds = look.odds(None).filter(|_| Kind::of(meta, &look) != Kind::Page)?;
        Some(Self { item, statement, text, is_abstract: Kind::of(meta, &look) == Kind::Abstract, look, odds })
    }

    /// How likely evidence is without the encoder, 0–1.
    fn prior(&self, draft: &ScoreDraft) -> f64 {
        if self.is_abstract {
            Models::shipped().opinion(self.odds, None, self.item.candidate.lead).evidence
        } else {
            (draft.score - 1.0) / 4.0
        }
    }

    /// How likely evidence is, 0–1, with the encoder where one is given; `None` where nothing was learnt that applies.
    async fn evidence(&self, encoder: Option<Encoder>, covers: bool) -> Option<f64> {
        let (models, statement, lead) = (Models::shipped(), &self.statement, self.item.candidate.lead);
        let read = match encoder {
            Some(encoder) => encoder.read(statement, self.look.window(None)).await,
            None => None,
        };
        match read {
            Some(read) if !self.is_abstract => {
                let words =
                    ByWords::of(statement, self.text, &self.item.document.meta.title, "", &short_forms(self.text));
                let odds = logit(models.general.opinion(read, words.cues()).evidence);
                Some(logistic(odds - CHOSEN))
            }
            Some(_) | None if self.is_abstract && (covers || read.is_some()) => {
                Some(models.opinion(self.odds, read, lead).evidence)
            }
            _ => None,
        }
    }
}

/// The score of a document with evidence that is this probable. That an abstract has a number to compare passed none
/// of SciFact's evidence that was not passed without it, and seven of eight documents beside the claims of a paper.
fn by_evidence(draft: ScoreDraft, evidence: f64, is_abstract: bool) -> ScoreDraft {
    let likely = f64::from(trees::relevance_score(evidence));
    let covered = (draft.score >= 5.0 || !is_abstract && draft.score >= COVERED) && evidence >= LIKELY_ENOUGH;
    let score = if covered { likely.max(COVERED) } else { likely };
    let reason = format!("{}; {:.0} % likely to contain evidence for or against it", draft.reason, 100.0 * evidence);
    ScoreDraft { score, reason }
}

/// The text of a passage; empty where the document does not have it.
pub(super) fn passage_text(document: &Document, passage: Passage) -> &str {
    document.page(passage.page).and_then(|page| page.text.get(passage.start..passage.end)).unwrap_or_default()
}

/// A statement's terms, and which of them are its subject.
pub(super) struct Asked {
    /// In the order of the statement.
    pub terms: Terms,
    /// Those before the main verb; nothing where that is not known.
    pub subject: Found,
    /// Those behind it.
    pub outcome: Found,
}

impl Asked {
    /// The terms of `statement`, parted at its main verb.
    pub fn of(statement: &str) -> Self {
        let terms = Terms::of(statement);
        let (mut subject, mut outcome) = (0, 0);
        if let Some(verb) = negate::verb_at(statement) {
            let before = Terms::of(statement.get(..verb).unwrap_or_default());
            for (i, term) in terms.list.iter().enumerate() {
                let first = before.list.iter().any(|t| t.stem == term.stem);
                *(if first { &mut subject } else { &mut outcome }) |= 1 << i;
            }
        }
        Self { terms, subject, outcome }
    }

    /// How informative each term is: its own weight, little for the words that every
    /// abstract has, more for those that are rare in the batch.
    fn weights(&self, batch: &[(Found, Found)]) -> Vec<f64> {
        let n = batch.len() as f64;
        let with = |i: usize| batch.iter().filter(|(found, _)| found & (1 << i) != 0).count() as f64;
        (0..self.terms.list.len())
            .map(|i| {
                let term = &self.terms.list[i];
                let own = if lexicon::is_empty_stem(&term.stem) { EMPTY.min(term.weight) } else { term.weight };
                own * (1.0 + RARITY * ((n + 1.0) / (with(i) + 1.0)).ln())
            })
            .collect()
    }

    fn one(&self, weights: &[f64], found: Found, title: Found, quantity: f64) -> ScoreDraft {
        if self.terms.list.is_empty() {
            return ScoreDraft { score: 1.0, reason: "the statement has no content words to look for".into() };
        }
        let relevance = self.relevance(weights, found, title) + quantity;
        let score = STEPS.iter().find(|(from, _)| relevance >= *from).map_or(1.0, |(_, score)| *score);
        let missing = self.terms.missing(found);
        let covered = self.terms.list.len() - missing.len();
        let shown = missing.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = missing.len().saturating_sub(4);
        let tail = match (missing.len(), more) {
            (0, _) => String::new(),
            (_, 0) => format!("; missing: {shown}"),
            _ => format!("; missing: {shown} and {more} more"),
        };
        ScoreDraft {
            score,
            reason: format!("covers {covered} of {} terms of the statement{tail}", self.terms.list.len()),
        }
    }

    /// How much of the statement title and passage have: coverage, with something
    /// for names and for terms in the title, less where subject or outcome is missing, 0–1.
    fn relevance(&self, weights: &[f64], found: Found, title: Found) -> f64 {
        let share = |set: Found, of: Found| {
            let sum = |set: Found| (0..weights.len()).filter(|i| set & (1 << i) != 0).map(|i| weights[i]).sum::<f64>();
            let total = sum(of);
            if total > 0.0 { sum(set & of) / total } else { 1.0 }
        };
        let coverage = share(found, Found::MAX);
        let named: Vec<usize> = (0..weights.len()).filter(|i| self.terms.list[*i].entity).collect();
        let names = if named.is_empty() {
            coverage
        } else {
            named.iter().filter(|i| found & (1 << **i) != 0).count() as f64 / named.len() as f64
        };
        let one_sided = if self.subject != 0 && self.outcome != 0 {
            1.0 - share(found, self.subject).min(share(found, self.outcome)).min(BOTH) / BOTH
        } else {
            0.0
        };
        0.75 * coverage + 0.10 * names + 0.15 * (2.0 * share(title, Found::MAX)).min(1.0) - ONE_SIDED * one_sided
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{Candidate, Counter, Page, Side, SourceMeta},
        reason::ToScore,
    };

    fn scores(claim: &str, documents: &[(&str, &str)]) -> Vec<ScoreDraft> {
        scores_of(&Statement::claim(1, claim), documents)
    }

    /// The scores of documents, each title and text, found together.
    fn scores_of(statement: &Statement, documents: &[(&str, &str)]) -> Vec<ScoreDraft> {
        let documents: Vec<Document> = documents
            .iter()
            .map(|(title, text)| {
                let meta = SourceMeta { title: (*title).into(), ..SourceMeta::default() };
                Document::new(meta, vec![Page { number: 1, text: (*text).into() }])
            })
            .collect();
        let candidates: Vec<Candidate> = documents
            .iter()
            .map(|document| Candidate {
                doc: document.id.clone(),
                meta: document.meta.clone(),
                passage: Passage { page: 1, start: 0, end: document.pages[0].text.len() },
                side: Side::Counter,
                fused: 0.0,
                lead: Some(0.0),
                found_by: Vec::new(),
            })
            .collect();
        let batch: Vec<ToScore<'_>> =
            candidates.iter().zip(&documents).map(|(candidate, document)| ToScore { candidate, document }).collect();
        let counter = Counter::default();
        let input = ScoreInput { statement, counter: &counter, batch: &batch };
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(score(Encoder::Asked, input))
    }

    #[test]
    fn what_is_on_the_subject_passes_and_what_is_not_does_not() {
        let given = scores(
            "Rapamycin delays aging in fruit flies.",
            &[
                (
                    "Mechanisms of life span extension by rapamycin in the fruit fly",
                    "Feeding rapamycin to adult flies delays aging and extends life span.",
                ),
                ("Aspirin after stroke", "Aspirin delays nothing in patients with stroke."),
            ],
        );
        assert!(given[0].score >= 4.0 && given[1].score <= 2.0, "{given:?}");
        assert!(given[1].reason.contains("missing") && given[1].reason.contains("Rapamycin"), "{given:?}");
    }

    #[test]
    fn words_that_every_abstract_has_make_no_document_relevant() {
        let given = scores(
            "Articles published in open access format are more likely to be cited than traditional journals.",
            &[
                (
                    "Open Access Increases Citation Rate.",
                    "Open access articles are cited twice as likely as others in journals.",
                ),
                (
                    "The FASEB Journal express article. Published online. Essential role for cholesterol in plasticity.",
                    "Cholesterol efflux impairs plasticity. Neurons likely degenerate.",
                ),
            ],
        );
        assert!(given[0].score >= 3.0 && given[1].score < 3.0, "{given:?}");
    }

    #[test]
    fn subject_without_outcome_is_worth_less_than_both() {
        let given = scores(
            "High cardiopulmonary fitness causes increased mortality.",
            &[
                ("", "Cardiopulmonary fitness is related to mortality."),
                ("", "Mortality of patients was high. Mortality increased."),
            ],
        );
        assert!(given[0].score >= 3.0 && given[1].score < 3.0, "{given:?}");
    }

    /// A trial of shoulder fractures supported a statement of one on meningitis, at 0.87.
    #[test]
    fn what_is_not_on_the_topic_of_the_paper_is_no_evidence_for_a_statement_without_subject() {
        let statement = Statement {
            topic: Some("Intensified Antituberculosis Therapy in Adults with Tuberculous Meningitis".into()),
            ..Statement::claim(
                1,
                "There were no significant differences in secondary outcomes between the treatment groups.",
            )
        };
        let text = "There were no significant differences in secondary outcomes between the treatment groups.";
        let given = scores_of(
            &statement,
            &[
                ("Surgical treatment of displaced fractures", text),
                ("Treatment of tuberculous meningitis in adults", text),
            ],
        );
        assert!(given[0].score < 3.0 && given[0].reason.contains("paper names"), "{given:?}");
        assert!(given[1].score >= 3.0, "{given:?}");
    }

    #[test]
    fn nothing_to_look_for_is_said() {
        let given = scores("It is not so.", &[("Anything", "Anything at all.")]);
        assert!(given[0].score == 1.0 && given[0].reason.contains("no content words"), "{given:?}");
    }
}
