//! arXiv's query interface: an Atom feed, in which errors are entries.

use async_trait::async_trait;
use roxmltree::{Document as Xml, Node};

use crate::{
    domain::{Record, RecordFacts, SourceMeta},
    ingest::{meta, pages::build},
    text::Clean,
};

use super::{
    EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording, line::Request, terms::boolean,
};

/// A client of arXiv.
#[derive(Debug)]
pub(super) struct Arxiv(pub(super) Line);

impl Arxiv {
    async fn feed(
        &self,
        parameters: Vec<(&'static str, String)>,
        reuse: Reuse,
    ) -> Result<(Vec<Record>, u64, jiff::Timestamp), SourceError> {
        let request = Request { path: "query".to_owned(), parameters, reuse, ..Request::default() };
        let answer = self.0.xml(&request, "feed").await?;
        let host = || Clean::from(self.0.host().to_string());
        let text = String::from_utf8_lossy(&answer.body);
        let garbage = |e: roxmltree::Error| SourceError::NotData {
            host: host(),
            what: format!("XML that is not well-formed ({e})").into(),
        };
        let xml = Xml::parse(&text).map_err(garbage)?;
        let root = xml.root_element();
        let entries: Vec<_> = root.children().filter(|node| node.tag_name().name() == "entry").collect();
        if let [only] = entries.as_slice()
            && part(*only, "id").contains("/api/errors")
        {
            return Err(SourceError::Refused { host: host(), status: 200, why: part(*only, "summary").into() });
        }
        let hits = part(root, "totalResults").parse().unwrap_or_default();
        let records = entries.into_iter().zip(1..).map(|(entry, rank)| record(entry, rank)).collect();
        Ok((records, hits, answer.at))
    }
}

#[async_trait]
impl EvidenceSource for Arxiv {
    fn name(&self) -> &'static str {
        "arxiv"
    }

    fn line(&self) -> &Line {
        &self.0
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let mut text = match &query.wording {
            Wording::Written(text) => text.clone(),
            Wording::Terms(terms, level) => boolean(&level.combine(terms), |term| format!("all:\"{term}\"")),
        };
        if let Some(day) = &query.until {
            text = format!("({text}) AND submittedDate:[199001010000 TO {}2359]", day.replace('-', ""));
        }
        let parameters = vec![
            ("search_query", text.clone()),
            ("max_results", query.limit.to_string()),
            ("sortBy", "relevance".to_owned()),
        ];
        let (records, hits, at) = self.feed(parameters, query.reuse).await?;
        Ok(Found::new(text.into(), hits, records, at))
    }

    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError> {
        let ids: Vec<String> = identifiers
            .iter()
            .filter_map(|identifier| match identifier {
                Identifier::Arxiv(id) => Some(id.to_string()),
                _ => None,
            })
            .collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let parameters = vec![("id_list", ids.join(",")), ("max_results", ids.len().to_string())];
        let (records, ..) = self.feed(parameters, reuse).await?;
        Ok(records.into_iter().map(|record| Record { rank: 0, ..record }).collect())
    }
}

/// The text of the child of this name, on one line; empty without one.
fn part(node: Node<'_, '_>, name: &str) -> String {
    let found = node.children().find(|child| child.tag_name().name() == name);
    let text: String =
        found.iter().flat_map(Node::descendants).filter_map(|n| n.text().filter(|_| n.is_text())).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn record(entry: Node<'_, '_>, rank: u32) -> Record {
    let address = part(entry, "id");
    let id = Identifier::parse(&address).ok();
    let known = |name: &str| meta::line(&part(entry, name));
    let own = id.as_ref().and_then(|id| match id {
        Identifier::Arxiv(id) => meta::doi(&format!("10.48550/arxiv.{id}")),
        _ => None,
    });
    let mut about = SourceMeta {
        title: known("title").unwrap_or_default(),
        journal: known("journal_ref").or_else(|| Some("arXiv".into())),
        published: part(entry, "published").get(..10).and_then(meta::line),
        // The DOI of the article belongs to another version of the work.
        doi: own,
        url: meta::line(&address),
        ..SourceMeta::default()
    };
    let authors = entry.children().filter(|child| child.tag_name().name() == "author");
    about.authors = authors.filter_map(|author| meta::author_of(&part(author, "name"))).collect();
    meta::add_type(&mut about, "Preprint");
    meta::complete(&mut about);
    let (pages, _) = build(vec![vec![part(entry, "summary")]]);
    let key = id.map_or_else(|| address.into(), |id| id.to_string().into());
    Record { key, meta: about, pages, rank, facts: RecordFacts { open_access: Some(true), ..RecordFacts::default() } }
}
