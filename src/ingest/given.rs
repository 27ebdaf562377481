//! What comes with a claim: evidence, and ready judgements as other programs write them
//! (`docs/rules.md#given`).

use serde_json::{Map, Value};

use crate::{
    domain::{
        Document, Dropped, GivenEvidence, GivenJudgement, GivenStance, Level, Stance, StatementId, UNTITLED, Verdict,
        rules::mention::mentions_of_given,
    },
    text::Clean,
};

use super::{
    json::{Record, get, kind, scalar, strings},
    pages::build,
    plain,
    record::{self, VALUES, Work, segments},
};

type Object = Map<String, Value>;

/// A claim as its file gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Given {
    pub line: usize,
    pub text: String,
    pub context: String,
    pub kind: String,
    pub id: String,
    pub evidence: Vec<Result<GivenWork, String>>,
    pub judgement: Option<GivenOpinion>,
    /// What gainsay does not read, by the name that it has in the file.
    pub fields: Vec<(String, String)>,
}

/// Evidence as it came with a claim.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GivenWork {
    pub work: Work,
    /// Whether its text came by page, so that a page number counts from its first page.
    pub paged: bool,
    pub snippet: String,
    pub page: Option<u32>,
    pub anchors: Vec<String>,
    pub stance: Option<GivenStance>,
}

/// A judgement as it came with a claim.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GivenOpinion {
    pub verdict: Verdict,
    pub confidence: f64,
    pub reasoning: String,
    pub origin: String,
    pub cites: Vec<u32>,
}

const VERDICTS: [&str; 5] = ["verdict", "decision", "judgement", "judgment", "label"];
const REASONING: [&str; 5] = ["reasoning", "rationale", "explanation", "reason", "justification"];
const EVIDENCE: [&str; 5] = ["evidence", "emails", "documents", "email_context", "top_evidence"];
const ORIGINS: [&str; 5] = ["by", "agent", "model", "origin", "made_by"];
/// Confidence where none is given, as for a level that is not named.
const UNKNOWN_CONFIDENCE: f64 = 0.5;

/// Whether a field of a claim's record is looked at for evidence or for a judgement.
pub(super) fn is_field(name: &str) -> bool {
    let of_judgement = ["confidence", "score", "email_numbers", "evidence_numbers", "cites"];
    [&VERDICTS[..], &REASONING, &EVIDENCE, &ORIGINS, &of_judgement].iter().any(|names| names.contains(&name))
}

/// The passages that came with a claim. An object is SciFact's answer and no
/// passage; a string is one.
pub(super) fn evidence(record: &Object) -> Vec<Result<GivenWork, String>> {
    match get(record, &EVIDENCE) {
        Some(Value::Array(items)) => items.iter().map(|item| piece(item, None)).collect(),
        Some(text @ Value::String(_)) => vec![piece(text, None)],
        _ => Vec::new(),
    }
}

/// One piece of evidence; `whole` is the document that it is from, where that is given once for all.
fn piece(item: &Value, whole: Option<&Work>) -> Result<GivenWork, String> {
    let record = match item {
        Value::String(text) if whole.is_none() => {
            let work = Work { pages: vec![plain::paragraphs(text)], ..Work::default() };
            return Ok(GivenWork { work: named(work), snippet: plain::joined(text), ..GivenWork::default() });
        }
        Value::String(text) => &Map::from_iter([("snippet".to_owned(), Value::from(text.as_str()))]),
        Value::Object(record) => record,
        other => return Err(format!("it is {}; expected an object with `snippet` or `text`", kind(other))),
    };
    let snippet =
        get(record, &["snippet", "quote", "passage", "evidence_text"]).and_then(strings).unwrap_or_default().join(" ");
    let page = get(record, &["page", "page_number"]).and_then(scalar).and_then(|page| page.trim().parse().ok());
    let work = match (whole, record::read(record)) {
        (Some(whole), Err(_)) => whole.clone(),
        (_, Ok(work)) => named(work),
        (None, Err(_)) if !snippet.trim().is_empty() => {
            named(Work { meta: record::meta_of(record), pages: vec![plain::paragraphs(&snippet)] })
        }
        (None, Err(why)) => return Err(format!("{why}, or a `snippet`")),
    };
    Ok(GivenWork {
        paged: whole.is_some() || get(record, &["pages"]).is_some_and(record::is_text),
        work,
        snippet,
        page,
        anchors: get(record, &["anchors_found", "anchors"]).and_then(strings).unwrap_or_default(),
        stance: stance(record),
    })
}

/// What has no title is named by where it is from.
fn named(mut work: Work) -> Work {
    if work.meta.title.is_empty() {
        let known = [&work.meta.source_name, &work.meta.url, &work.meta.doi].into_iter().flatten().next().cloned();
        work.meta.title = known.unwrap_or_else(|| UNTITLED.into());
    }
    work
}

/// What a passage is said to show.
fn stance(record: &Object) -> Option<GivenStance> {
    let word = get(record, &["stance", "label", "relation"])?.as_str()?;
    Some(GivenStance {
        stance: match verdict_of(word)? {
            Verdict::Supports => Stance::Supports,
            Verdict::Contradicts => Stance::Contradicts,
            Verdict::Undecided if word.trim().eq_ignore_ascii_case("mixed") => Stance::Mixed,
            Verdict::Undecided => Stance::NotAddressed,
        },
        confidence: confidence(record),
        reasoning: Clean::new(&get(record, &REASONING).and_then(scalar).unwrap_or_default()).one_line(),
    })
}

fn verdict_of(word: &str) -> Option<Verdict> {
    Verdict::parse(word).or_else(|| match word.trim().to_lowercase().replace(['_', '-'], " ").as_str() {
        "true" | "correct" | "yes" | "entailment" | "entailed" => Some(Verdict::Supports),
        "false" | "incorrect" | "no" | "contradiction" => Some(Verdict::Contradicts),
        "nei" | "not enough info" | "neutral" | "not addressed" | "unknown" | "unverified" | "mixture" => {
            Some(Verdict::Undecided)
        }
        _ => None,
    })
}

/// Confidence as a number from 0 to 1, in per cent, or as a level.
fn confidence(record: &Object) -> f64 {
    let Some(given) = get(record, &["confidence", "score"]).and_then(scalar) else { return UNKNOWN_CONFIDENCE };
    let text = given.trim();
    let percent = text.strip_suffix('%').map(str::trim);
    match (percent.unwrap_or(text).parse::<f64>(), Level::parse(text)) {
        (Ok(number), _) if number.is_finite() && (percent.is_some() || number > 1.0) => {
            (number / 100.0).clamp(0.0, 1.0)
        }
        (Ok(number), _) if number.is_finite() => number.max(0.0),
        (_, Some(level)) => level.number(),
        _ => UNKNOWN_CONFIDENCE,
    }
}

/// The judgement in a record with a claim of its own. A bare label without confidence or reasoning is the answer of a
/// data set, not a judgement to be checked.
pub(super) fn opinion(record: &Object) -> Option<Result<GivenOpinion, String>> {
    let word = get(record, &VERDICTS)?.as_str()?;
    get(record, &REASONING).or_else(|| get(record, &["confidence"]))?;
    let Some(verdict) = verdict_of(word) else {
        return Some(Err(format!("“{word}” is not a verdict; give supports, contradicts or undecided")));
    };
    Some(Ok(opinion_with(record, record, verdict)))
}

/// The judgement in `record`, which is itself or a part of `whole`: there it may say whose it is.
fn opinion_with(record: &Object, whole: &Object, verdict: Verdict) -> GivenOpinion {
    let cites = get(record, &["email_numbers", "evidence_numbers", "cites"]).and_then(Value::as_array);
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    GivenOpinion {
        verdict,
        confidence: confidence(record),
        reasoning: get(record, &REASONING).and_then(strings).unwrap_or_default().join(" "),
        origin: get(record, &ORIGINS).or_else(|| get(whole, &ORIGINS)).and_then(scalar).unwrap_or_default(),
        cites: cites.map(|all| all.iter().filter_map(number).collect()).unwrap_or_default(),
    }
}

/// The claims that the classifications in a record make, each with its evidence and judgement.
pub(super) fn classifications(found: &Record<'_>, record: &Object) -> Vec<Result<Given, Dropped>> {
    if let Some(segments) = segments(record) {
        return of_segments(found, record, segments);
    }
    match get(record, &["classifications"]).and_then(Value::as_array) {
        // All of them were made from the same evidence.
        Some(all) => all.iter().map(|one| of_value(found, one, record)).collect(),
        None => vec![of_value(found, &Value::Object(record.clone()), record)],
    }
}

/// `{"value": …, "confidence": …, "reasoning": …}`: that the value holds is the claim.
fn of_value(found: &Record<'_>, item: &Value, batch: &Object) -> Result<Given, Dropped> {
    let record = item.as_object().filter(|record| get(record, &VALUES).and_then(scalar).is_some());
    let Some(record) = record else {
        return Err(found.dropped("this classification has no `value`; give `value`, `confidence` and `reasoning`", 0));
    };
    let value = get(record, &VALUES).and_then(scalar).unwrap_or_default();
    let claim = get(record, &["claim", "statement"]).and_then(scalar);
    let section = get(record, &["section", "category", "field", "taxonomy"]).and_then(scalar);
    let text = claim.unwrap_or_else(|| section.map_or(value.clone(), |section| format!("{section}: {value}")));
    let mut evidence = evidence(record);
    if evidence.is_empty() {
        evidence = self::evidence(batch);
    }
    for (at, piece) in (1..).zip(&mut evidence) {
        if let Ok(piece) = piece
            && *piece.work.meta.title == *UNTITLED
        {
            piece.work.meta.title = format!("Evidence {at}").into();
            // The text as a whole was given, not a quotation from it.
            piece.snippet = String::new();
        }
    }
    let judgement = opinion_with(record, batch, Verdict::Supports);
    // What the classification names as its grounds is said to support it; all of it where it names none.
    let mut grounds: Vec<u32> = mentions_of_given(&judgement.reasoning).into_iter().flat_map(|m| m.numbers).collect();
    grounds.extend(&judgement.cites);
    for (number, piece) in (1..).zip(&mut evidence) {
        if let Ok(piece) = piece
            && (grounds.is_empty() || grounds.contains(&number))
        {
            piece.stance.get_or_insert_with(|| said_to_support(&text, judgement.confidence));
        }
    }
    let judgement = Some(judgement);
    let id = get(record, &["id"]).and_then(scalar).unwrap_or_default();
    Ok(Given { line: found.line, text, id, evidence, judgement, ..Given::default() })
}

/// A classification by segments, with the text of its document by page: that a segment is of a type is the claim.
fn of_segments(found: &Record<'_>, record: &Object, segments: &[Value]) -> Vec<Result<Given, Dropped>> {
    let bundle = get(record, &["document", "doc_bundle", "document_bundle"]).and_then(Value::as_object);
    let whole = record::read(bundle.unwrap_or(record));
    let Ok(mut whole) = whole else {
        let why = "this classification comes without the text of its document, so its snippets cannot be found in it; \
                   add `pages`, a list with the text of each page";
        return vec![Err(found.dropped(why, 0))];
    };
    let name = get(record, &["title", "file_name", "file", "document_id"]).and_then(scalar);
    if whole.meta.title.is_empty() {
        whole.meta.title = Clean::new(name.as_deref().unwrap_or("The classified document")).one_line();
    }
    let mut given = Vec::new();
    for segment in segments.iter().filter_map(Value::as_object) {
        let page = |name: &str| get(segment, &[name]).and_then(Value::as_u64);
        let pages = match (page("start_page"), page("end_page")) {
            (Some(from), Some(to)) if from < to => format!(" (pages {from} to {to})"),
            (Some(page), _) | (None, Some(page)) => format!(" (page {page})"),
            (None, None) => String::new(),
        };
        let parts = get(segment, &["segment_composition", "composition"]).and_then(Value::as_array);
        for part in parts.into_iter().flatten().filter_map(Value::as_object) {
            let names = ["doc_type", "document_type", "type", "classification", "category", "label", "name"];
            let Some(of_type) = get(part, &names).and_then(scalar) else {
                given.push(Err(found.dropped("a part of a segment has no type; give `doc_type`", 0)));
                continue;
            };
            let items = get(part, &["top_evidence", "evidence"]).and_then(Value::as_array);
            let mut judgement = opinion_with(part, record, Verdict::Supports);
            let said = said_to_support(&of_type, judgement.confidence);
            let evidence = items.into_iter().flatten().map(|item| {
                let mut piece = piece(item, Some(&whole))?;
                piece.stance.get_or_insert_with(|| said.clone());
                Ok(piece)
            });
            let evidence: Vec<_> = evidence.collect();
            if judgement.reasoning.trim().is_empty() {
                judgement.reasoning = if evidence.is_empty() {
                    "The classification gives neither reasoning nor evidence.".to_owned()
                } else {
                    "The classification gives no reasoning besides its evidence.".to_owned()
                };
            }
            let text = format!("{of_type}{pages}");
            given.push(Ok(Given { line: found.line, text, evidence, judgement: Some(judgement), ..Given::default() }));
        }
    }
    if given.is_empty() {
        given.push(Err(found.dropped("this classification has no segment with a `segment_composition`", 0)));
    }
    given
}

fn said_to_support(what: &str, confidence: f64) -> GivenStance {
    let reasoning = Clean::from(format!("Given as evidence for “{what}”.")).one_line();
    GivenStance { stance: Stance::Supports, confidence, reasoning }
}

/// Evidence of a claim, cleaned.
pub(super) fn cleaned(claim: StatementId, given: GivenWork) -> Result<GivenEvidence, String> {
    let alone = given.work.pages.len() == 1 && !given.paged;
    let (mut pages, _) = build(given.work.pages);
    if let (Some(page), [only], true) = (given.page, pages.as_mut_slice(), alone) {
        only.number = page;
    }
    if !pages.iter().any(|page| page.text.chars().any(char::is_alphanumeric)) {
        return Err("it has no text; give `snippet` or `text`".into());
    }
    Ok(GivenEvidence {
        claim,
        document: Document::new(given.work.meta, pages),
        snippet: Clean::new(&given.snippet).one_line(),
        page: given.page,
        anchors: given.anchors.iter().map(|anchor| Clean::new(anchor.trim()).one_line()).collect(),
        stance: given.stance,
    })
}

/// A judgement of a claim, cleaned.
pub(super) fn judged(claim: StatementId, given: GivenOpinion) -> GivenJudgement {
    GivenJudgement {
        claim,
        verdict: given.verdict,
        confidence: given.confidence,
        reasoning: Clean::new(&plain::joined(&given.reasoning)).one_line(),
        origin: Clean::new(given.origin.trim()).one_line(),
        cites: given.cites,
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        domain::{Source, Stance, Verdict},
        ingest::{Format, ReadOptions, read_source},
    };

    fn read(text: &str) -> Source {
        read_source("set", text.as_bytes(), &ReadOptions { format: Some(Format::Json), exe: None }).unwrap()
    }

    #[test]
    fn a_claim_comes_with_verdict_and_stances() {
        let source = read(
            r#"{"claim": "Aspirin helps.", "verdict": "Supported", "confidence": "80%", "rationale": "As [1] says.",
                "by": "gpt-4o", "evidence": [{"snippet": "It helps.", "text": "We saw. It helps.", "label": "entailment",
                "confidence": 0.7, "reason": "Plain."}]}"#,
        );
        let [judgement] = source.judgements.as_slice() else { panic!("one judgement") };
        assert_eq!((judgement.verdict, judgement.confidence, &*judgement.origin), (Verdict::Supports, 0.8, "gpt-4o"));
        let stance = source.evidence[0].stance.as_ref().unwrap();
        assert_eq!((stance.stance, stance.confidence, &*stance.reasoning), (Stance::Supports, 0.7, "Plain."));
    }

    /// A gold label would be shown as somebody's verdict.
    #[test]
    fn a_bare_label_is_the_answer_of_a_data_set() {
        let source = read(r#"[{"claim": "Aspirin helps.", "label": "SUPPORTS"}]"#);
        assert_eq!((source.claims.len(), source.judgements.len()), (1, 0));
    }

    #[test]
    fn classifications_share_the_evidence_of_their_batch() {
        let source = read(
            r#"{"classifications": [
                {"section": "Age", "value": "25-34", "confidence": 0.9, "reasoning": "Email 1 names the year.", "email_numbers": [1, 7]},
                {"section": "Sex", "value": "female", "confidence": 0.4, "reasoning": "Signed Ms. in Email 2."}],
                "emails": ["I finished college in 2015.", {"subject": "Hello", "body": "Best, Ms. Doe"}]}"#,
        );
        let texts: Vec<_> = source.claims.iter().map(|claim| &*claim.text).collect();
        assert_eq!((texts, source.evidence.len()), (vec!["Age: 25-34", "Sex: female"], 4));
        assert_eq!(source.judgements[0].cites, [1, 7]);
    }

    #[test]
    fn a_classification_by_segments_brings_its_pages() {
        let source = read(
            r#"{"segments": [{"start_page": 1, "end_page": 2, "segment_composition": [{"doc_type": "invoice", "confidence": 0.9,
                "top_evidence": [{"snippet": "Total due: 40 EUR", "page": 1, "anchors_found": ["Total due"]}]}]}],
                "pages": [{"text": "Invoice number 4"}, {"text": "Total due: 40 EUR"}]}"#,
        );
        assert_eq!(source.claims[0].text, "invoice (pages 1 to 2)");
        let given = &source.evidence[0];
        assert_eq!((given.document.pages.len(), given.page, given.anchors.len()), (2, Some(1), 1));
        let without = r#"{"segments": [{"segment_composition": [{"doc_type": "invoice"}]}]}"#;
        let error = read_source("a.json", without.as_bytes(), &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.contains("add `pages`"), "{error}");
    }
}
