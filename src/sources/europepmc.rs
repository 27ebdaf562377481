//! Europe PMC's REST service, version 6.9.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    domain::{Record, RecordFacts, Relation, SourceMeta, rules::hygiene::CORRECTED},
    ingest::{meta, pages::build},
    text::Clean,
};

use super::{
    EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording,
    line::{Request, message},
    markup::{line, paragraphs},
    terms::boolean,
};

/// The most records of one page of results.
const PAGE: usize = 100;
/// Identifiers in one request; their query must fit into an address.
const BATCH: usize = 25;

/// A client of Europe PMC.
#[derive(Debug)]
pub(super) struct EuropePmc(pub(super) Line);

impl EuropePmc {
    /// The first `limit` records of a query, page by page, in the service's order.
    async fn records(&self, query: &str, limit: usize, reuse: Reuse) -> Result<Found, SourceError> {
        let (mut cursor, mut records, mut hits, mut at) = ("*".to_owned(), Vec::new(), 0, None);
        while records.len() < limit {
            let request = Request {
                path: "search".to_owned(),
                parameters: vec![
                    ("query", query.to_owned()),
                    ("format", "json".to_owned()),
                    ("resultType", "core".to_owned()),
                    ("pageSize", (limit - records.len()).clamp(1, PAGE).to_string()),
                    ("cursorMark", cursor.clone()),
                ],
                reuse,
                ..Request::default()
            };
            let (body, answered) = self
                .0
                .json(&request, |body| {
                    let is_error = body.get("errMsg").is_some() || body.get("resultList").is_none();
                    is_error.then(|| {
                        body["errMsg"]
                            .as_str()
                            .map(str::to_owned)
                            .or_else(|| message(body))
                            .unwrap_or_else(|| "the answer has no list of results".to_owned())
                    })
                })
                .await?;
            at = at.or(Some(answered));
            let Some(body) = body else { break };
            hits = body["hitCount"].as_u64().unwrap_or(hits);
            let page = body["resultList"]["result"].as_array().map(Vec::as_slice).unwrap_or_default();
            for found in page.iter().take(limit - records.len()) {
                let rank = u32::try_from(records.len() + 1).unwrap_or(u32::MAX);
                records.push(record(found, rank));
            }
            // The count may promise more than comes, and the last cursor may be missing or repeat itself.
            let next = body["nextCursorMark"].as_str().filter(|next| *next != cursor);
            match next {
                Some(next) if !page.is_empty() => cursor = next.to_owned(),
                _ => break,
            }
        }
        let at = at.unwrap_or_else(Timestamp::now);
        Ok(Found::new(query.into(), hits, records, at))
    }
}

#[async_trait]
impl EvidenceSource for EuropePmc {
    fn name(&self) -> &'static str {
        "europepmc"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let until = |text: String| match &query.until {
            Some(day) => format!("({text}) AND FIRST_PDATE:[1500-01-01 TO {day}]"),
            None => text,
        };
        let text = match &query.wording {
            Wording::Written(text) => until(text.clone()),
            Wording::Terms(terms, level) => {
                let words = boolean(&level.combine(terms), field);
                until(format!("({words}) AND HAS_ABSTRACT:Y"))
            }
        };
        self.records(&text, query.limit, query.reuse).await
    }

    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let clauses: Vec<String> = identifiers
            .iter()
            .filter_map(|identifier| match identifier {
                Identifier::Doi(doi) => Some(format!("DOI:\"{}\"", doi.replace(['"', '\\'], ""))),
                Identifier::Pmid(pmid) => Some(format!("(EXT_ID:{pmid} AND SRC:MED)")),
                Identifier::Pmcid(pmcid) => Some(format!("PMCID:{pmcid}")),
                Identifier::Arxiv(_) => None,
            })
            .collect();
        let mut found = Vec::new();
        for batch in clauses.chunks(BATCH) {
            let some = self.records(&batch.join(" OR "), PAGE, reuse).await?;
            found.extend(some.records.into_iter().map(|record| Record { rank: 0, ..record }));
        }
        Ok(found)
    }

    async fn full_text(&self, pmcid: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let request = Request { path: format!("{pmcid}/fullTextXML"), ..Request::default() };
        let answer = self.0.xml(&request, "article").await?;
        Ok(answer.found.then_some(answer.body))
    }
}

/// A term in title or abstract. A phrase in quotes is matched to the letter, so a plain word goes without.
fn field(term: &str) -> String {
    let plain = term.chars().all(char::is_alphanumeric);
    if plain { format!("TITLE_ABS:{term}") } else { format!("TITLE_ABS:\"{term}\"") }
}

/// What the other publication of a comment or correction is to the work; `None` where it is another work.
fn relation(kind: &str) -> Option<Relation> {
    Some(match kind {
        "preprint in" => Relation::Preprint,
        "preprint of" => Relation::Article,
        "update in" | "update of" | "republished in" | "republished from" => Relation::Version,
        "erratum in" => Relation::Correction,
        "retraction in" | "partial retraction in" => Relation::Retraction,
        "expression of concern in" => Relation::Concern,
        "erratum for" | "retraction of" | "partial retraction of" | "expression of concern for" => Relation::Subject,
        _ => return None,
    })
}

/// A record of `resultType=core`.
fn record(found: &Value, rank: u32) -> Record {
    let text = |value: &Value| value.as_str().map(line).filter(|text| !text.is_empty());
    let clean = |value: &Value| text(value).as_deref().and_then(meta::line);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut about = SourceMeta {
        title: text(&found["title"]).map(|title| Clean::from(title.trim_end_matches('.'))).unwrap_or_default(),
        journal: clean(&found["journalInfo"]["journal"]["title"])
            .or_else(|| clean(&found["bookOrReportDetails"]["publisher"])),
        volume: clean(&found["journalInfo"]["volume"]),
        issue: clean(&found["journalInfo"]["issue"]),
        pages: text(&found["pageInfo"]).as_deref().and_then(meta::pages),
        year: text(&found["pubYear"]).as_deref().and_then(meta::year),
        published: clean(&found["firstPublicationDate"]),
        doi: text(&found["doi"]).as_deref().and_then(meta::doi),
        pmid: text(&found["pmid"]).as_deref().and_then(meta::pmid),
        pmcid: text(&found["pmcid"]).as_deref().and_then(meta::pmcid),
        ..SourceMeta::default()
    };
    about.authors = list(&found["authorList"]["author"])
        .iter()
        .filter_map(|author| clean(&author["fullName"]).or_else(|| clean(&author["collectiveName"])))
        .collect();
    if about.authors.is_empty() {
        about.authors =
            text(&found["authorString"]).map(|names| meta::authors_of(names.trim_end_matches('.'))).unwrap_or_default();
    }
    for kind in list(&found["pubTypeList"]["pubType"]) {
        let kind = kind.as_str().unwrap_or_default();
        // Its own words for all that is an article.
        if !matches!(kind, "research-article" | "journal article" | "brief-report" | "article-commentary") {
            meta::add_type(&mut about, kind);
        }
    }
    if found["source"] == "PPR" {
        meta::add_type(&mut about, "Preprint");
    }
    for note in list(&found["commentCorrectionList"]["commentCorrection"]) {
        let kind = note["type"].as_str().unwrap_or_default().to_lowercase();
        if let Some(relation) = relation(&kind) {
            // Of a preprint, only its DOI is known elsewhere, which is in the reference.
            let pmid = (note["source"] == "MED").then(|| note["id"].as_str().and_then(meta::pmid)).flatten();
            let doi = note["reference"].as_str().unwrap_or_default().split_whitespace().find_map(meta::doi);
            about.relate(relation, doi, pmid);
        }
        let befell = match kind.as_str() {
            "retraction in" | "partial retraction in" => "Retracted Publication",
            "expression of concern in" => "Expression of Concern",
            "erratum in" => CORRECTED,
            _ => continue,
        };
        meta::add_type(&mut about, befell);
    }
    meta::complete(&mut about);
    let (pages, _) = build(vec![found["abstractText"].as_str().map(paragraphs).unwrap_or_default()]);
    let key = found["source"].as_str().zip(found["id"].as_str()).map(|(source, id)| format!("{source}:{id}"));
    let mut facts = RecordFacts {
        cited_by: found["citedByCount"].as_u64(),
        open_access: found["isOpenAccess"].as_str().map(|open| open == "Y"),
        ..RecordFacts::default()
    };
    list(&found["grantsList"]["grant"]).iter().for_each(|grant| facts.fund(grant["agency"].as_str()));
    Record { key: key.unwrap_or_default().into(), meta: about, pages, rank, facts }
}
