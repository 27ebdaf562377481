//! The open web as a source of evidence: a service searches it, and the pages that it finds are fetched and read. Its
//! snippets are evidence of nothing (`docs/rules.md#pages-of-the-web`).

mod address;
mod fetch;
mod robots;
mod service;

use std::{collections::BTreeSet, fmt, sync::Arc};

use async_trait::async_trait;
use futures_util::future::join_all;
use jiff::Timestamp;
use reqwest::Url;
use tokio::sync::Semaphore;

use crate::{
    domain::{Page, QueryLevel, Record, RecordFacts, SourceMeta, UnreadPage},
    ingest::{self, meta, pages::build, pdf::read_pdf},
    text::{Clean, counted, word_count},
};

use super::{EvidenceSource, Found, Identifier, Line, Query, Reuse, SourceError, Wording, terms::harmless};

use fetch::{Body, Fetcher, Type, Unread};
use service::Hit;
pub(super) use service::Service;

/// Pages that are fetched at a time, all hosts together.
const AT_ONCE: usize = 4;
/// With fewer words a page has nothing to read, in words.
const FEWEST: usize = 40;
/// With fewer words a page that is not free to read shows its beginning alone, in words.
const STUB: usize = 200;
/// Parameters of addresses that only say where a link was found.
const TRACKING: [&str; 6] = ["fbclid", "gclid", "msclkid", "mc_cid", "mc_eid", "igshid"];

/// A client of a service that searches the web.
pub(super) struct WebSearch {
    line: Line,
    service: Service,
    fetcher: Result<Arc<Fetcher>, Clean>,
}

impl WebSearch {
    pub(super) fn new(line: Line, service: Service) -> Self {
        let fetcher = Fetcher::new(line.access()).map(Arc::new);
        Self { line, service, fetcher }
    }
}

impl fmt::Debug for WebSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} by {:?}", self.service, self.line)
    }
}

#[async_trait]
impl EvidenceSource for WebSearch {
    fn name(&self) -> &'static str {
        self.service.name()
    }

    fn line(&self) -> &Line {
        &self.line
    }

    async fn search(&self, query: &Query) -> Result<Found, SourceError> {
        let fetcher = self.fetcher.as_ref().map_err(|why| SourceError::Unsupported(why.clone()))?;
        // A result without its page is of no use.
        fetcher.permitted().map_err(SourceError::Forbidden)?;
        // Search engines weigh words themselves. Looser levels ask nothing else.
        let words = match &query.wording {
            Wording::Written(text) => text.trim().to_owned(),
            Wording::Terms(terms, QueryLevel::Strict) => {
                terms.iter().map(|term| harmless(term)).collect::<Vec<_>>().join(" ")
            }
            Wording::Terms(..) => String::new(),
        };
        if words.is_empty() {
            return Ok(Found::new(Clean::default(), 0, Vec::new(), Timestamp::now()));
        }
        let limit = query.limit.min(fetcher.most());
        let hits = self.service.ask(&self.line, &words, query.until.as_ref(), limit, query.reuse).await?;
        let places = Semaphore::new(AT_ONCE);
        let pages = hits.found.into_iter().take(limit).zip(1..).map(|(hit, rank)| {
            let (fetcher, places, until) = (Arc::clone(fetcher), &places, query.until.clone());
            async move {
                // The semaphore is never closed.
                let _place = places.acquire().await;
                let address = hit.url.clone();
                let read = read(fetcher, hit, rank, until, query.reuse).await;
                read.map_err(|unread| {
                    (UnreadPage { address: address.into(), rank, why: unread.why.into() }, unread.may_pass)
                })
            }
        });
        let (mut records, mut unread, mut passing, mut known) =
            (Vec::<Record>::new(), Vec::new(), Vec::new(), BTreeSet::new());
        for page in join_all(pages).await {
            match page {
                Ok(record) if known.insert(record.key.clone()) => records.push(record),
                Ok(_) => {}
                Err((page, may_pass)) => {
                    passing.extend(may_pass.then_some(unread.len()));
                    unread.push(page);
                }
            }
        }
        let until = query.until.as_ref().map(|day| format!(" until {day}")).unwrap_or_default();
        let at = hits.at.unwrap_or_else(Timestamp::now);
        let trouble = trouble(&unread, &passing, records.is_empty());
        Ok(Found { unread, trouble, ..Found::new(format!("{words}{until}").into(), hits.total, records, at) })
    }

    /// It knows no identifiers of works.
    async fn look_up(&self, _: &[Identifier], _: Reuse) -> Result<Vec<Record>, SourceError> {
        Ok(Vec::new())
    }
}

/// Why a search is incomplete: pages, those at `passing`, may be there later, or none could be read.
fn trouble(unread: &[UnreadPage], passing: &[usize], none: bool) -> Option<SourceError> {
    let first = unread.get(passing.first().copied().unwrap_or_default())?;
    let pages = |n: usize| counted(n, "page");
    let why = match () {
        () if none => format!("none of the {} that it found could be read", pages(unread.len())),
        () if !passing.is_empty() => format!("{} that it found could not be fetched now", pages(passing.len())),
        () => return None,
    };
    Some(SourceError::Unsupported(format!("{why}; {}: {}", first.address.one_line(), first.why).into()))
}

/// The record of a page that was found.
async fn read(
    fetcher: Arc<Fetcher>,
    hit: Hit,
    rank: u32,
    until: Option<Clean>,
    reuse: Reuse,
) -> Result<Record, Unread> {
    let url = Url::parse(&hit.url).map_err(|why| Unread::lasting(format!("it is not an address ({why})")))?;
    let body = fetcher.get(&url, reuse).await?;
    // Reading a PDF starts a process, and a large page takes its time.
    let read = tokio::task::spawn_blocking(move || record(&body, &hit, rank, until.as_ref(), fetcher.exe()));
    read.await.map_err(|_| Unread::lasting("reading it broke down, which is a fault of gainsay: please report it"))?
}

/// What there is to read on a page.
struct Text {
    title: Clean,
    authors: Vec<Clean>,
    published: Option<Clean>,
    canonical: Option<Clean>,
    pages: Vec<Page>,
}

fn record(
    body: &Body,
    hit: &Hit,
    rank: u32,
    until: Option<&Clean>,
    exe: Option<&std::path::Path>,
) -> Result<Record, Unread> {
    let text = text(body, exe)?;
    let address = Url::parse(&body.head.url).map_err(|why| Unread::lasting(why.to_string()))?;
    let published = text.published.or_else(|| hit.published.clone());
    if let Some(until) = until {
        match &published {
            None => {
                return Err(Unread::lasting(format!("it has no date, and only pages until {until} are searched for")));
            }
            Some(day) if last_day(day).as_str() > until.as_str() => {
                return Err(Unread::lasting(format!("it is of {day}, and only pages until {until} are searched for")));
            }
            Some(_) => {}
        }
    }
    let url = own_address(&address, text.canonical.as_deref());
    let found_at = Clean::from(address.as_str());
    // Who a page is, and how far it is believed, follows from its address and not from what it says.
    let site = url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    let title = Some(text.title).filter(|title| !title.trim().is_empty()).or_else(|| meta::line(&hit.title));
    let url = Clean::from(url.as_str());
    let about = SourceMeta {
        title: title.unwrap_or_else(|| site.as_str().into()),
        authors: text.authors,
        year: published.as_deref().and_then(meta::year),
        published,
        source_name: Some(site.into()),
        url: Some(url.clone()),
        ..SourceMeta::default()
    };
    let address = (found_at != url).then_some(found_at);
    let facts = RecordFacts { fetched: Some(body.at), address, ..RecordFacts::default() };
    Ok(Record { key: url, meta: about, pages: text.pages, rank, facts })
}

fn text(body: &Body, exe: Option<&std::path::Path>) -> Result<Text, Unread> {
    let plain = |pages| Text { title: Clean::default(), authors: Vec::new(), published: None, canonical: None, pages };
    match body.head.kind {
        Type::Pdf => {
            let read = read_pdf(exe, &body.bytes);
            Ok(plain(read.map_err(|why| Unread::lasting(Clean::from(why.to_string()).one_line().to_string()))?))
        }
        Type::Text => {
            let text = ingest::decode_text(&body.bytes, body.head.encoding.as_deref());
            let paragraphs = text.replace("\r\n", "\n").split("\n\n").map(str::to_owned).collect();
            let pages = build(vec![paragraphs]).0;
            let words: usize = pages.iter().map(|page| word_count(&page.text)).sum();
            if words < FEWEST { Err(few(words, "")) } else { Ok(plain(pages)) }
        }
        Type::Html => {
            let page = ingest::read_web_page(&body.bytes, body.head.encoding.as_deref());
            match page.words {
                words if page.is_paid && words < STUB => {
                    Err(Unread::lasting(format!("it is not free to read, and shows {} only", counted(words, "word"))))
                }
                words if words < FEWEST && page.has_scripts => Err(few(words, "; scripts may have to run before")),
                words if words < FEWEST => Err(few(words, "")),
                _ => Ok(Text {
                    title: page.title,
                    authors: page.authors,
                    published: page.published,
                    canonical: page.canonical,
                    pages: page.pages,
                }),
            }
        }
    }
}

fn few(words: usize, why: &str) -> Unread {
    Unread::lasting(format!("there is nothing to read on it ({}{why})", counted(words, "word")))
}

/// The last day that the beginning of a date may mean.
fn last_day(day: &str) -> String {
    format!("{day}{}", "-12-31".get(day.len().saturating_sub(4)..).unwrap_or_default())
}

/// The address of a page: the one that it gives as its own, if that is at the same host, else where it was. Fragments
/// and traces of where a link was found are not part of it.
fn own_address(found: &Url, canonical: Option<&str>) -> Url {
    let bare = |url: &Url| url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    let given = canonical.and_then(|address| found.join(address).ok());
    let given = given.filter(|given| matches!(given.scheme(), "http" | "https") && bare(given) == bare(found));
    let mut url = given.unwrap_or_else(|| found.clone());
    url.set_fragment(None);
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !name.starts_with("utm_") && !TRACKING.contains(&name.as_ref()))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    if kept.len() < url.query_pairs().count() {
        url.set_query(None);
        if !kept.is_empty() {
            url.query_pairs_mut().extend_pairs(kept);
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_cannot_give_the_address_of_another_host_as_its_own() {
        let found = Url::parse("https://www.example.org/a?utm_source=x&id=7#top").unwrap();
        let own = |canonical: Option<&str>| own_address(&found, canonical).to_string();
        assert_eq!(own(None), "https://www.example.org/a?id=7");
        assert_eq!(own(Some("/news/a")), "https://www.example.org/news/a");
        assert_eq!(own(Some("https://example.org/a")), "https://example.org/a");
        assert_eq!(own(Some("https://www.bbc.co.uk/a")), "https://www.example.org/a?id=7");
        assert_eq!(own(Some("javascript:x")), "https://www.example.org/a?id=7");
    }

    #[test]
    fn a_date_that_is_not_complete_counts_as_its_last_day() {
        for (day, last) in [("2019-05-03", "2019-05-03"), ("2019-05", "2019-05-31"), ("2019", "2019-12-31")] {
            assert_eq!(last_day(day), last);
        }
    }
}
