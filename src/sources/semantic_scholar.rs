//! Semantic Scholar's graph. Without a key its common pool refuses nearly everything, so it is asked with one only.

use async_trait::async_trait;
use serde_json::Value;

use crate::{
    domain::{Record, RecordFacts, SourceMeta},
    ingest::{meta, pages::build},
    text::Clean,
};

use super::{
    EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording,
    line::{Request, message},
    markup::{line, paragraphs},
    terms::harmless,
};

/// Records of one page of results.
const PAGE: usize = 100;
const FIELDS: &str = "title,abstract,year,publicationDate,authors,venue,externalIds,publicationTypes,citationCount,\
                      isOpenAccess";

/// A client of Semantic Scholar.
#[derive(Debug)]
pub(super) struct SemanticScholar(pub(super) Line);

impl SemanticScholar {
    async fn headers(&self) -> Result<Vec<(&'static str, String)>, SourceError> {
        Ok(vec![("x-api-key", self.0.required_key().await?)])
    }
}

#[async_trait]
impl EvidenceSource for SemanticScholar {
    fn name(&self) -> &'static str {
        "semanticscholar"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let headers = self.headers().await?;
        // Plain words without operators, in which hyphens do harm. Looser levels leave words out.
        let words = match &query.wording {
            Wording::Written(text) => text.clone(),
            Wording::Terms(terms, level) => {
                let taken = level.combine(terms).into_iter().next().unwrap_or_default();
                taken.into_iter().map(|term| harmless(term).replace('-', " ")).collect::<Vec<_>>().join(" ")
            }
        };
        let (mut records, mut hits, mut at) = (Vec::new(), 0, None);
        while records.len() < query.limit && !words.is_empty() {
            let limit = (query.limit - records.len()).min(PAGE);
            let mut parameters = vec![
                ("query", words.clone()),
                ("fields", FIELDS.to_owned()),
                ("offset", records.len().to_string()),
                ("limit", limit.to_string()),
            ];
            parameters.extend(query.until.as_ref().map(|day| ("publicationDateOrYear", format!(":{day}"))));
            let request = Request {
                path: "paper/search".to_owned(),
                parameters,
                headers: headers.clone(),
                reuse: query.reuse,
                ..Request::default()
            };
            let (body, answered) = self.0.json(&request, in_body).await?;
            at = at.or(Some(answered));
            let Some(body) = body else { break };
            hits = body["total"].as_u64().unwrap_or(hits);
            // Without hits there is no `data`.
            let page = body["data"].as_array().map(Vec::as_slice).unwrap_or_default();
            for paper in page.iter().take(limit) {
                records.push(record(paper, u32::try_from(records.len() + 1).unwrap_or(u32::MAX)));
            }
            if page.len() < limit || body["next"].is_null() {
                break;
            }
        }
        let until = query.until.as_ref().map(|day| format!(" until {day}")).unwrap_or_default();
        let at = at.unwrap_or_else(jiff::Timestamp::now);
        Ok(Found::new(format!("{words}{until}").into(), hits, records, at))
    }

    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let headers = self.headers().await?;
        let mut records = Vec::new();
        for identifier in identifiers {
            let id = match identifier {
                Identifier::Doi(doi) => format!("DOI:{doi}"),
                Identifier::Pmid(pmid) => format!("PMID:{pmid}"),
                Identifier::Pmcid(pmcid) => format!("PMCID:{}", pmcid.trim_start_matches("PMC")),
                Identifier::Arxiv(id) => format!("ARXIV:{id}"),
            };
            let request = Request {
                path: format!("paper/{id}"),
                parameters: vec![("fields", FIELDS.to_owned())],
                headers: headers.clone(),
                reuse,
                ..Request::default()
            };
            let (body, _) = self.0.json(&request, in_body).await?;
            records.extend(body.map(|paper| record(&paper, 0)));
        }
        Ok(records)
    }
}

fn in_body(body: &Value) -> Option<String> {
    message(body).or_else(|| (!body.is_object()).then(|| "the answer is not an object".to_owned()))
}

fn record(paper: &Value, rank: u32) -> Record {
    let text = |value: &Value| value.as_str().map(line).filter(|text| !text.is_empty());
    let ids = &paper["externalIds"];
    let mut about = SourceMeta {
        title: text(&paper["title"]).as_deref().and_then(meta::line).unwrap_or_default(),
        journal: text(&paper["venue"]).as_deref().and_then(meta::line),
        year: paper["year"].as_i64().and_then(|year| i32::try_from(year).ok()),
        published: text(&paper["publicationDate"]).as_deref().and_then(meta::line),
        doi: text(&ids["DOI"]).as_deref().and_then(meta::doi),
        pmid: text(&ids["PubMed"]).as_deref().and_then(meta::pmid),
        pmcid: text(&ids["PubMedCentral"]).and_then(|id| meta::pmcid(&format!("PMC{}", id.trim_start_matches("PMC")))),
        ..SourceMeta::default()
    };
    let authors = paper["authors"].as_array().into_iter().flatten();
    about.authors = authors.filter_map(|author| meta::author_of(&text(&author["name"])?)).collect();
    for kind in paper["publicationTypes"].as_array().into_iter().flatten() {
        let name = match kind.as_str() {
            Some("Review") => "Review",
            Some("MetaAnalysis") => "Meta-Analysis",
            Some("ClinicalTrial") => "Clinical Trial",
            Some("CaseReport") => "Case Reports",
            _ => continue,
        };
        meta::add_type(&mut about, name);
    }
    meta::complete(&mut about);
    let (pages, _) = build(vec![paper["abstract"].as_str().map(paragraphs).unwrap_or_default()]);
    Record {
        key: Clean::from(paper["paperId"].as_str().unwrap_or_default()),
        meta: about,
        pages,
        rank,
        facts: RecordFacts {
            cited_by: paper["citationCount"].as_u64(),
            open_access: paper["isOpenAccess"].as_bool(),
            ..RecordFacts::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_shapes_of_its_errors_are_errors() {
        assert_eq!(in_body(&json!({"message": "Forbidden"})).as_deref(), Some("Forbidden"));
        assert_eq!(in_body(&json!({"error": "Title match not found"})).as_deref(), Some("Title match not found"));
        assert_eq!(in_body(&json!({"total": 0, "offset": 0})), None);
    }
}
