//! Google's Fact Check Tools: claims that fact-checkers have reviewed. Each review is a document with the claim and the
//! rating in its own words; what it means for a statement is judged by its target, like any fact-check's
//! (`docs/rules.md#fact-checks`).

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    domain::{Record, RecordFacts, SourceMeta},
    ingest::{meta, pages::build},
    text::Clean,
};

use super::{
    EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording,
    line::{Request, message},
    markup::line,
    terms::harmless,
};

/// Claims of one page of results.
const PAGE: usize = 50;

/// A client of Fact Check Tools.
#[derive(Debug)]
pub(super) struct FactCheck(pub(super) Line);

#[async_trait]
impl EvidenceSource for FactCheck {
    fn name(&self) -> &'static str {
        "factcheck"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let key = self.0.required_key().await?;
        // Plain words without operators. Looser levels leave words out.
        let words = match &query.wording {
            Wording::Written(text) => text.clone(),
            Wording::Terms(terms, level) => {
                let taken = level.combine(terms).into_iter().next().unwrap_or_default();
                taken.into_iter().map(harmless).collect::<Vec<_>>().join(" ")
            }
        };
        let (mut token, mut records, mut at) = (String::new(), Vec::new(), None);
        while records.len() < query.limit && !words.is_empty() {
            let mut parameters = vec![("query", words.clone()), ("pageSize", PAGE.to_string())];
            if !token.is_empty() {
                parameters.push(("pageToken", token.clone()));
            }
            let request = Request {
                path: "claims:search".to_owned(),
                parameters,
                private: vec![("key", key.clone())],
                reuse: query.reuse,
                ..Request::default()
            };
            let (body, answered) = self.0.json(&request, in_body).await?;
            at = at.or(Some(answered));
            let Some(body) = body else { break };
            // Nothing found is an empty object.
            let claims = body["claims"].as_array().map(Vec::as_slice).unwrap_or_default();
            for (claim, review) in claims.iter().flat_map(reviews) {
                let known = record(claim, review, u32::try_from(records.len() + 1).unwrap_or(u32::MAX));
                let is_late = query.until.as_ref().zip(known.meta.published.as_ref()).is_some_and(|(day, on)| on > day);
                if !is_late && records.len() < query.limit {
                    records.push(known);
                }
            }
            let next = body["nextPageToken"].as_str().filter(|next| !next.is_empty() && *next != token);
            match next {
                Some(next) if !claims.is_empty() => token = next.to_owned(),
                _ => break,
            }
        }
        let until = query.until.as_ref().map(|day| format!(" until {day}")).unwrap_or_default();
        let at = at.unwrap_or_else(Timestamp::now);
        // It does not say how many there are.
        Ok(Found::new(format!("{words}{until}").into(), records.len() as u64, records, at))
    }

    /// It knows no identifiers of works.
    async fn look_up(&self, _: &[Identifier], _: Reuse) -> Result<Vec<Record>, SourceError> {
        Ok(Vec::new())
    }
}

fn in_body(body: &Value) -> Option<String> {
    match body.as_object() {
        Some(fields) if fields.contains_key("error") => message(body).or_else(|| Some("no reason given".to_owned())),
        Some(_) => None,
        None => Some("the answer has no claims".to_owned()),
    }
}

fn reviews(claim: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let reviews = claim["claimReview"].as_array().map(Vec::as_slice).unwrap_or_default();
    reviews.iter().map(move |review| (claim, review))
}

fn record(claim: &Value, review: &Value, rank: u32) -> Record {
    let text = |value: &Value| value.as_str().map(line).filter(|text| !text.is_empty());
    let clean = |value: &Value| text(value).as_deref().and_then(meta::line);
    // The beginning of a moment is its day.
    let day = |value: &Value| text(value).and_then(|moment| moment.get(..10).map(Clean::from));
    let said = text(&claim["text"]).unwrap_or_default();
    let about = SourceMeta {
        title: clean(&review["title"]).unwrap_or_else(|| said.as_str().into()),
        source_name: clean(&review["publisher"]["name"]).or_else(|| clean(&review["publisher"]["site"])),
        url: clean(&review["url"]),
        published: day(&review["reviewDate"]),
        year: day(&review["reviewDate"]).as_deref().and_then(meta::year),
        ..SourceMeta::default()
    };
    let closed =
        |text: &str| if text.ends_with(['.', '!', '?', '”', '"']) { text.to_owned() } else { format!("{text}.") };
    let mut words = Vec::new();
    if !said.is_empty() {
        words.push(format!("Claim: {}", closed(&said)));
    }
    words.extend(text(&claim["claimant"]).map(|claimant| format!("Claimed by: {}", closed(&claimant))));
    words.extend(text(&review["textualRating"]).map(|rating| format!("Verdict: {}", closed(&rating))));
    let (pages, _) = build(vec![if said.is_empty() { Vec::new() } else { vec![words.join(" ")] }]);
    Record { key: about.url.clone().unwrap_or_default(), meta: about, pages, rank, facts: RecordFacts::default() }
}
