//! What came with a claim (`docs/rules.md#given`). Documents are candidates before any search, and the passages named
//! are located and judged like any citation. A ready judgement is a verdict's first draft: it is checked and judged as
//! a reasoner's is.

use crate::{
    domain::{
        Candidate, Citation, Citations, DocId, Document, GivenEvidence, GivenJudgement, GivenStance, Scores,
        SearchResult, Side, Source, Stance, Statement, Strategy,
        rules::{mention::mentions_of_given, own::Own, work},
    },
    library::{KeywordQuery, Library, LibraryError, best_passage},
    reason::{CiteDraft, Confidence, PassageDraft, StanceDraft, VerdictDraft},
    text::find::Haystack,
};

/// How many documents of the library are looked through for a text that came with a claim.
const LOOKED_AT: usize = 10;

/// What came with `statement`.
pub(super) fn given<'a>(source: &'a Source, statement: &'a Statement) -> impl Iterator<Item = &'a GivenEvidence> {
    source.evidence.iter().filter(|given| given.claim == statement.id)
}

/// The documents in `source` with these ids, and the library's for the others.
pub(super) fn documents(
    source: &Source,
    library: &Library,
    ids: &[DocId],
) -> Result<Vec<Option<Document>>, LibraryError> {
    let mut found = library.get_many(ids)?;
    for (id, document) in ids.iter().zip(&mut found) {
        if document.is_none() {
            *document = source.evidence.iter().find(|given| given.document.id == *id).map(|g| g.document.clone());
        }
    }
    Ok(found)
}

/// Puts the documents that came with `statement` before those that were found, the library's own record in the place of
/// one that is in the library. The paper under review is no evidence for itself.
pub(super) fn put_first(search: &mut SearchResult, source: &Source, statement: &Statement, library: &Library) {
    let mut fresh: Vec<Candidate> = Vec::new();
    let own = Own::of(source, statement);
    let about = KeywordQuery::new(&statement.spelled_out());
    for given in given(source, statement) {
        let recorded = in_library(library, &given.document);
        let document = recorded.as_ref().unwrap_or(&given.document);
        if own.is(document) || fresh.iter().any(|candidate| candidate.doc == document.id) {
            continue;
        }
        let Some(passage) = best_passage(document, &about) else { continue };
        let side = Side::BOTH[fresh.len() % 2];
        let rank = u32::try_from(fresh.len() + 1).unwrap_or(u32::MAX);
        fresh.push(Candidate::brought(document, passage, side, Strategy::Given, rank));
    }
    let mut added = fresh.len();
    search.candidates.retain(|candidate| {
        let given = fresh.iter_mut().find(|given| given.doc == candidate.doc);
        let is_new = given.is_none();
        if let Some(given) = given {
            given.found_by.extend(&candidate.found_by);
            added -= 1;
        }
        is_new
    });
    search.found = search.found.saturating_add(u32::try_from(added).unwrap_or(u32::MAX));
    search.candidates.splice(..0, fresh);
}

/// The document of `library` that has all text of `given`; of several, the one that is known as the same work.
fn in_library(library: &Library, given: &Document) -> Option<Document> {
    let text = given.pages.iter().map(|page| page.text.as_str()).collect::<Vec<_>>().join("\n\n");
    // A library that cannot be read is reported by the search.
    let hits = library.keyword(&KeywordQuery::new(&text), LOOKED_AT).ok()?.hits;
    let ids: Vec<DocId> = hits.into_iter().map(|hit| hit.doc).collect();
    let is_known_as = |document: &Document| work::same(&given.meta, &document.meta);
    let has_text = |document: &Document| {
        (work::is_telling(&text) || is_known_as(document))
            && work::may_be_one(&given.meta, &document.meta)
            && given.pages.iter().all(|page| has(document, &page.text))
    };
    let found = library.get_many(&ids).ok()?.into_iter().flatten().filter(has_text);
    found.min_by_key(|document| !is_known_as(document))
}

/// Whether `text` is in `document`, word for word.
fn has(document: &Document, text: &str) -> bool {
    let pages: Vec<(u32, &str)> = document.pages.iter().map(|page| (page.number, page.text.as_str())).collect();
    Haystack::new(&pages).find(text, None, 0.0).is_ok()
}

/// Whether `citation` is from the evidence that came with the claim, as it was given or in the library.
fn is_from(citation: &Citation, given: &GivenEvidence) -> bool {
    citation.doc == given.document.id
        || work::may_be_one(&citation.meta, &given.document.meta) && has(&given.document, &citation.passage)
}

/// Whether `citation` is from any evidence that came with `statement`.
pub(super) fn is_of(source: &Source, statement: &Statement, citation: &Citation) -> bool {
    given(source, statement).any(|given| is_from(citation, given))
}

/// Has what came with the claim cited, whatever its score.
pub(super) fn pass(scores: &mut Scores, candidates: &[Candidate]) {
    let threshold = scores.threshold;
    for candidate in candidates.iter().filter(|candidate| is_given(candidate)) {
        if let Some(scored) = scores.scored.iter_mut().find(|scored| scored.doc == candidate.doc)
            && scored.score < threshold
        {
            scored.reason = format!("{} It came with the claim, so it is cited.", scored.reason).trim_start().into();
            scored.score = threshold;
        }
    }
}

/// Whether a candidate came with the claim.
pub(super) fn is_given(candidate: &Candidate) -> bool {
    candidate.found_by.iter().any(|found| found.strategy == Strategy::Given)
}

/// The passages that the claim names in `document`, the candidate that came with it; `None` where it names the whole
/// document.
pub(super) fn passages(source: &Source, statement: &Statement, document: &Document) -> Option<CiteDraft> {
    let is_it = |given: &&GivenEvidence| {
        given.document.id == document.id
            || work::may_be_one(&document.meta, &given.document.meta)
                && given.document.pages.iter().all(|page| has(document, &page.text))
    };
    let passages: Vec<PassageDraft> = given(source, statement)
        .filter(is_it)
        .filter(|given| !given.snippet.is_empty())
        .map(|given| PassageDraft {
            quote: given.snippet.to_string(),
            // Of a record without pages, no page can be the wrong one.
            page: given.page.filter(|_| given.document.id == document.id || document.pages.len() > 1),
        })
        .collect();
    (!passages.is_empty()).then_some(CiteDraft { passages })
}

/// What `citation` was said to show when it came with `statement`.
pub(super) fn stance(source: &Source, statement: &Statement, citation: &Citation) -> Option<StanceDraft> {
    let of_document = given(source, statement).filter(|given| is_from(citation, given));
    let said: Vec<_> = of_document.filter_map(|given| Some((given, given.stance.as_ref()?))).collect();
    let own = said.iter().find(|(given, _)| same_words(&given.snippet, &citation.passage));
    let (_, GivenStance { stance, confidence, reasoning }) = own.or(said.first().filter(|_| said.len() == 1))?;
    let rest = (1.0 - confidence).max(0.0);
    let [entailment, contradiction, neutral] = match stance {
        Stance::Supports => [*confidence, 0.0, rest],
        Stance::Contradicts => [0.0, *confidence, rest],
        Stance::Mixed => [0.4, 0.4, 0.2],
        Stance::NotAddressed => [rest / 2.0, rest / 2.0, *confidence],
    };
    let reasoning = if reasoning.is_empty() { "Given with the claim.".to_owned() } else { reasoning.to_string() };
    Some(StanceDraft { entailment, contradiction, neutral, reasoning })
}

/// Whether two texts have the same letters and digits in the same order.
fn same_words(one: &str, two: &str) -> bool {
    let squash =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    !one.is_empty() && squash(one) == squash(two)
}

/// What others have judged of `statement`.
pub(super) fn judgement<'a>(source: &'a Source, statement: &Statement) -> Option<&'a GivenJudgement> {
    source.judgements.iter().find(|given| given.claim == statement.id)
}

/// A judgement as the draft of a verdict, and the numbers by which it cites evidence that was not given. The others
/// become the numbers of the citations that were located for them.
pub(super) fn draft(
    source: &Source,
    statement: &Statement,
    judgement: &GivenJudgement,
    citations: &Citations,
) -> (VerdictDraft, Vec<u32>) {
    let items: Vec<&GivenEvidence> = given(source, statement).collect();
    let mut beyond: Vec<u32> = Vec::new();
    let mut located = |number: u32| {
        let item = usize::try_from(number).ok().and_then(|number| items.get(number.checked_sub(1)?));
        let Some(item) = item else {
            beyond.push(number);
            return None;
        };
        let of_document = || citations.citations.iter().filter(|citation| is_from(citation, item));
        let own = of_document().find(|citation| same_words(&item.snippet, &citation.passage));
        own.or_else(|| of_document().next().filter(|_| item.snippet.is_empty())).map(|citation| citation.number)
    };
    let reasoning = judgement.reasoning.as_str();
    let mut rationale = String::new();
    let mut from = 0;
    for mention in mentions_of_given(reasoning) {
        rationale.push_str(&reasoning[from..mention.range.start]);
        from = mention.range.end;
        let marks: Option<Vec<String>> =
            mention.numbers.iter().map(|number| Some(format!("[{}]", located(*number)?))).collect();
        match marks {
            Some(marks) => rationale.push_str(&marks.join(", ")),
            // Its number would be read as a citation of this review.
            None => rationale.push_str("(evidence that was not found)"),
        }
    }
    rationale.push_str(&reasoning[from..]);
    let cited: Vec<String> =
        judgement.cites.iter().filter_map(|number| Some(format!("[{}]", located(*number)?))).collect();
    if !cited.is_empty() && !cited.iter().all(|mark| rationale.contains(mark.as_str())) {
        rationale.push_str(&format!(" Evidence named: {}.", cited.join(", ")));
    }
    let rationale = match rationale.trim() {
        "" => "No reasoning was given with this judgement.".to_owned(),
        short if short.chars().count() < 20 => format!("The reasoning given is: {short}"),
        long => long.to_owned(),
    };
    beyond.sort_unstable();
    beyond.dedup();
    let confidence = Confidence::Number(judgement.confidence);
    (VerdictDraft { verdict: judgement.verdict.name().to_owned(), confidence, rationale }, beyond)
}
