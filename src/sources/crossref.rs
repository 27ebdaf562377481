//! Crossref's REST API: metadata of all fields, retractions and corrections.

use async_trait::async_trait;
use serde_json::Value;

use crate::{
    domain::{QueryLevel, Record, RecordFacts, Relation, SourceMeta, rules::hygiene::CORRECTED},
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
/// DOIs in one request.
const BATCH: usize = 50;

/// A client of Crossref.
#[derive(Debug)]
pub(super) struct Crossref(pub(super) Line);

impl Crossref {
    async fn works(&self, parameters: Vec<(&'static str, String)>, reuse: Reuse) -> Result<Works, SourceError> {
        let private = self.0.contact().map(|contact| ("mailto", contact)).into_iter().collect();
        let request = Request { path: "works".to_owned(), parameters, private, reuse, ..Request::default() };
        let (body, at) = self.0.json(&request, in_body).await?;
        let message = body.map(|body| body["message"].clone()).unwrap_or_default();
        let items = message["items"].as_array().cloned().unwrap_or_default();
        Ok(Works { items, hits: message["total-results"].as_u64().unwrap_or_default(), at })
    }
}

struct Works {
    items: Vec<Value>,
    hits: u64,
    at: jiff::Timestamp,
}

#[async_trait]
impl EvidenceSource for Crossref {
    fn name(&self) -> &'static str {
        "crossref"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        // It knows no operators: words are words, and the best match comes first. Looser levels ask nothing else.
        let words = match &query.wording {
            Wording::Written(text) => text.clone(),
            Wording::Terms(terms, QueryLevel::Strict) => {
                terms.iter().map(|term| harmless(term)).collect::<Vec<_>>().join(" ")
            }
            Wording::Terms(..) => String::new(),
        };
        let (mut records, mut hits, mut at) = (Vec::new(), 0, None);
        while records.len() < query.limit && !words.is_empty() {
            let mut filter = "has-abstract:true".to_owned();
            if let Some(day) = &query.until {
                filter.push_str(&format!(",until-pub-date:{day}"));
            }
            let rows = (query.limit - records.len()).min(PAGE);
            let mut parameters = vec![("query.bibliographic", words.clone()), ("rows", rows.to_string())];
            parameters.push(("filter", filter));
            if !records.is_empty() {
                parameters.push(("offset", records.len().to_string()));
            }
            let works = self.works(parameters, query.reuse).await?;
            at = at.or(Some(works.at));
            hits = works.hits;
            let before = records.len();
            for item in works.items.iter().take(query.limit - before) {
                records.push(record(item, u32::try_from(records.len() + 1).unwrap_or(u32::MAX)));
            }
            if works.items.len() < rows {
                break;
            }
        }
        let until = query.until.as_ref().map(|day| format!(" until {day}")).unwrap_or_default();
        let at = at.unwrap_or_else(jiff::Timestamp::now);
        Ok(Found::new(format!("{words}{until}").into(), hits, records, at))
    }

    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let dois = identifiers.iter().filter_map(|identifier| match identifier {
            // A comma would end the value of the filter.
            Identifier::Doi(doi) if !doi.contains(',') => Some(format!("doi:{doi}")),
            _ => None,
        });
        let dois: Vec<String> = dois.collect();
        let mut records = Vec::new();
        for batch in dois.chunks(BATCH) {
            let parameters = vec![("filter", batch.join(",")), ("rows", PAGE.to_string())];
            let works = self.works(parameters, reuse).await?;
            records.extend(works.items.iter().map(|item| record(item, 0)));
        }
        Ok(records)
    }
}

fn in_body(body: &Value) -> Option<String> {
    if body["status"] == "ok" && body["message"].is_object() {
        return None;
    }
    Some(message(body).unwrap_or_else(|| "the answer has no list of works".to_owned()))
}

fn record(item: &Value, rank: u32) -> Record {
    let first = |value: &Value| value.as_array().and_then(|list| list.first()?.as_str()).map(line);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut about = SourceMeta {
        title: first(&item["title"]).as_deref().and_then(meta::line).unwrap_or_default(),
        journal: first(&item["container-title"])
            .or_else(|| item["institution"][0]["name"].as_str().map(str::to_owned))
            .as_deref()
            .and_then(meta::line),
        volume: item["volume"].as_str().and_then(meta::line),
        issue: item["issue"].as_str().and_then(meta::line),
        pages: item["page"].as_str().or(item["article-number"].as_str()).and_then(meta::pages),
        doi: item["DOI"].as_str().and_then(meta::doi),
        ..SourceMeta::default()
    };
    let dates = ["published-print", "published-online", "published", "posted", "issued"];
    about.published = dates.into_iter().filter_map(|name| date(&item[name])).min();
    about.authors = list(&item["author"])
        .iter()
        .filter_map(|author| {
            let part = |name: &str| author[name].as_str().unwrap_or_default();
            meta::author(part("family"), part("given"), part("suffix")).or_else(|| meta::line(part("name")))
        })
        .collect();
    if item["type"] == "posted-content" {
        meta::add_type(&mut about, "Preprint");
    }
    // `update-to` is on the notice itself; the paper has `updated-by`.
    for notice in list(&item["updated-by"]) {
        let befell = match notice["type"].as_str().unwrap_or_default().replace('-', "_").as_str() {
            "retraction" | "partial_retraction" | "withdrawal" | "removal" => "Retracted Publication",
            "expression_of_concern" => "Expression of Concern",
            "correction" | "corrigendum" | "erratum" => CORRECTED,
            _ => continue,
        };
        meta::add_type(&mut about, befell);
        let relation = match befell {
            "Retracted Publication" => Relation::Retraction,
            "Expression of Concern" => Relation::Concern,
            _ => Relation::Correction,
        };
        about.relate(relation, notice["DOI"].as_str().and_then(meta::doi), None);
    }
    let of_notice = list(&item["update-to"]).into_iter().filter(|work| work["type"] != "new_version");
    let linked = of_notice.map(|work| (Relation::Subject, work["DOI"].clone()));
    let relations = [
        ("is-preprint-of", Relation::Article),
        ("has-preprint", Relation::Preprint),
        ("is-version-of", Relation::Version),
        ("has-version", Relation::Version),
    ];
    let versions = relations.into_iter().flat_map(|(name, relation)| {
        let works = list(&item["relation"][name]).into_iter().filter(|work| work["id-type"] == "doi");
        works.map(move |work| (relation, work["id"].clone()))
    });
    for (relation, doi) in linked.chain(versions) {
        // A journal may name an article's newest version as an update to itself.
        let doi = doi.as_str().and_then(meta::doi).filter(|doi| about.doi.as_ref() != Some(doi));
        about.relate(relation, doi, None);
    }
    meta::complete(&mut about);
    let (pages, _) = build(vec![item["abstract"].as_str().map(paragraphs).unwrap_or_default()]);
    let mut facts = RecordFacts { cited_by: item["is-referenced-by-count"].as_u64(), ..RecordFacts::default() };
    list(&item["funder"]).iter().for_each(|funder| facts.fund(funder["name"].as_str()));
    Record { key: about.doi.clone().unwrap_or_default(), meta: about, pages, rank, facts }
}

/// `{"date-parts": [[2019, 5, 4]]}`; parts may be missing or null.
fn date(value: &Value) -> Option<Clean> {
    let part = |at: usize| value["date-parts"][0][at].as_i64().map(|part| part.to_string());
    meta::date(part(0).as_deref(), part(1).as_deref(), part(2).as_deref())
}
