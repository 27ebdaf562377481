//! PubMed by NCBI's E-utilities: `esearch` for ids, `efetch` for records.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde_json::Value;

use crate::{
    domain::{Record, RecordFacts},
    ingest::funded_documents,
    text::Clean,
};

use super::{
    EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording,
    line::{Request, message},
    terms::boolean,
};

/// Ids in one `efetch`; 200 records are about 3.5 MB.
const BATCH: usize = 200;

/// A client of PubMed.
#[derive(Debug)]
pub(super) struct PubMed(pub(super) Line);

impl PubMed {
    async fn private(&self) -> Result<Vec<(&'static str, String)>, SourceError> {
        let mut private = vec![("tool", "gainsay".to_owned())];
        private.extend(self.0.contact().map(|contact| ("email", contact)));
        private.extend(self.0.key().await?.map(|key| ("api_key", key)));
        Ok(private)
    }

    /// The ids that a term finds, their number, the term as sent, and when.
    async fn ids(&self, term: &str, limit: usize, query: &Query) -> Result<(Vec<String>, Found), SourceError> {
        let mut parameters = vec![
            ("db", "pubmed".to_owned()),
            ("term", term.to_owned()),
            ("retmode", "json".to_owned()),
            ("retmax", limit.to_string()),
            ("sort", "relevance".to_owned()),
        ];
        if let Some(day) = &query.until {
            parameters.push(("datetype", "pdat".to_owned()));
            parameters.push(("mindate", "1500/01/01".to_owned()));
            parameters.push(("maxdate", day.replace('-', "/")));
        }
        let request = Request {
            path: "esearch.fcgi".to_owned(),
            parameters,
            private: self.private().await?,
            reuse: query.reuse,
            ..Request::default()
        };
        let (body, at) = self.0.json(&request, in_body).await?;
        let result = body.map(|body| body["esearchresult"].clone()).unwrap_or_default();
        let ids = result["idlist"].as_array().into_iter().flatten();
        let ids = ids.filter_map(|id| id.as_str().map(str::to_owned)).take(limit).collect();
        let hits = result["count"].as_str().and_then(|count| count.parse().ok()).unwrap_or_default();
        let dated = query.until.as_ref().map(|day| format!(" until {day}")).unwrap_or_default();
        Ok((ids, Found::new(format!("{term}{dated}").into(), hits, Vec::new(), at)))
    }

    /// The records with these ids, in their order. Records without an abstract are without a page.
    async fn fetch(&self, ids: &[String], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let mut known: BTreeMap<Clean, Record> = BTreeMap::new();
        for batch in ids.chunks(BATCH) {
            let parameters = vec![("db", "pubmed".to_owned()), ("id", batch.join(",")), ("retmode", "xml".to_owned())];
            let request = Request {
                path: "efetch.fcgi".to_owned(),
                parameters,
                private: self.private().await?,
                post: true,
                reuse,
                ..Request::default()
            };
            let answer = self.0.xml(&request, "PubmedArticleSet").await?;
            // What could not be read of it is missing from `known`, and is a record without a text below.
            funded_documents(&answer.body, &mut |document, funders| {
                let Some(key) = document.meta.pmid.clone() else { return };
                let mut facts = RecordFacts::default();
                funders.iter().for_each(|funder| facts.fund(Some(funder)));
                let (meta, pages) = (document.meta, document.pages);
                known.insert(key.clone(), Record { key, meta, pages, rank: 0, facts });
            });
        }
        let record = |(id, rank): (&String, u32)| {
            let pmid = Clean::from(id.as_str());
            match known.remove(&pmid) {
                Some(record) => Record { rank, ..record },
                None => {
                    let mut record = Record { key: pmid.clone(), rank, ..Record::default() };
                    record.meta.pmid = Some(pmid);
                    record
                }
            }
        };
        Ok(ids.iter().zip(1..).map(record).collect())
    }
}

#[async_trait]
impl EvidenceSource for PubMed {
    fn name(&self) -> &'static str {
        "pubmed"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let term = match &query.wording {
            Wording::Written(text) => text.clone(),
            Wording::Terms(terms, level) => {
                let words = boolean(&level.combine(terms), |term| format!("{term}[tiab]"));
                format!("({words}) AND hasabstract")
            }
        };
        let (ids, found) = self.ids(&term, query.limit, query).await?;
        let records = if ids.is_empty() { Vec::new() } else { self.fetch(&ids, query.reuse).await? };
        Ok(Found { records, ..found })
    }

    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let mut ids = Vec::new();
        let mut clauses = Vec::new();
        for identifier in identifiers {
            match identifier {
                Identifier::Pmid(pmid) => ids.push(pmid.to_string()),
                Identifier::Doi(doi) => clauses.push(format!("\"{}\"[doi]", doi.replace('"', ""))),
                Identifier::Pmcid(pmcid) => clauses.push(format!("{pmcid}[pmc]")),
                Identifier::Arxiv(_) => {}
            }
        }
        for batch in clauses.chunks(20) {
            let wording = Wording::Written(String::new());
            let query = Query { wording, until: None, limit: batch.len() * 2, reuse };
            ids.extend(self.ids(&batch.join(" OR "), query.limit, &query).await?.0);
        }
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let records = self.fetch(&ids, reuse).await?;
        Ok(records.into_iter().map(|record| Record { rank: 0, ..record }).collect())
    }
}

/// NCBI's errors come with status 200.
fn in_body(body: &Value) -> Option<String> {
    let result = &body["esearchresult"];
    let inner = result["ERROR"].as_str().map(str::to_owned);
    let missing = || body.get("esearchresult").is_none().then(|| "the answer has no result".to_owned());
    inner.or_else(|| message(body)).or_else(missing)
}
