//! The services that search the web: what each is asked, and the shape of its answer.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{
    ingest::read_day,
    sources::{
        Line, Reuse, SourceError,
        line::{Request, message},
        markup::line,
    },
    text::Clean,
};

/// The longest query that Brave and Tavily take, in characters.
const LONGEST: usize = 400;
/// The most words of a query to Brave.
const WORDS: usize = 50;
/// Results of one page of Brave, and the most of Tavily.
const PAGE: usize = 20;
/// Pages of results that are asked for.
const PAGES: usize = 10;

/// A service that searches the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sources) enum Service {
    /// A SearXNG that somebody runs; it passes queries on to search engines.
    SearXng,
    /// Brave Search.
    Brave,
    /// Tavily.
    Tavily,
}

/// A page that was found.
pub(super) struct Hit {
    pub(super) url: String,
    pub(super) title: String,
    /// When it was published, as the service knows.
    pub(super) published: Option<Clean>,
}

/// What a service found.
pub(super) struct Hits {
    pub(super) found: Vec<Hit>,
    /// How many it says there are.
    pub(super) total: u64,
    /// When it answered first.
    pub(super) at: Option<Timestamp>,
}

impl Service {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::SearXng => "searxng",
            Self::Brave => "brave",
            Self::Tavily => "tavily",
        }
    }

    /// The first pages for a query, in the service's order; `until` is a day that it may look at.
    pub(super) async fn ask(
        self,
        line: &Line,
        words: &str,
        until: Option<&Clean>,
        limit: usize,
        reuse: Reuse,
    ) -> Result<Hits, SourceError> {
        let mut hits = Hits { found: Vec::new(), total: 0, at: None };
        if self != Self::SearXng && (words.chars().count() > LONGEST || words.split_whitespace().count() > WORDS) {
            let why = format!("{} takes queries of up to {LONGEST} characters and {WORDS} words", self.name());
            return Err(SourceError::Unsupported(format!("{why}; shorten this one").into()));
        }
        for page in 0..PAGES {
            let request = Request { reuse, ..self.request(line, words, until, limit, page).await? };
            let (body, at) = line.json(&request, self.in_body()).await?;
            hits.at = hits.at.or(Some(at));
            let Some(body) = body else { break };
            let before = hits.found.len();
            hits.total = hits.total.max(body["number_of_results"].as_f64().map_or(0, |n| n.max(0.0) as u64));
            for hit in self.results(&body).iter().filter_map(|result| self.hit(result)) {
                if hits.found.iter().all(|known| known.url != hit.url) {
                    hits.found.push(hit);
                }
            }
            let new = hits.found.len() - before;
            if hits.found.len() >= limit || new == 0 || self == Self::Tavily || self == Self::Brave && new < PAGE / 2 {
                break;
            }
        }
        hits.total = hits.total.max(hits.found.len() as u64);
        Ok(hits)
    }

    async fn request(
        self,
        line: &Line,
        words: &str,
        until: Option<&Clean>,
        limit: usize,
        page: usize,
    ) -> Result<Request, SourceError> {
        let words = words.to_owned();
        Ok(match self {
            Self::SearXng => {
                let mut parameters = vec![("q", words), ("format", "json".to_owned())];
                if page > 0 {
                    parameters.push(("pageno", (page + 1).to_string()));
                }
                let forbidden = Some(
                    "it does not answer in JSON; add `json` to search.formats in its settings.yml, and restart it",
                );
                Request { path: "search".to_owned(), parameters, forbidden, ..Request::default() }
            }
            Self::Brave => {
                let mut parameters = vec![("q", words), ("count", limit.min(PAGE).to_string())];
                if page > 0 {
                    parameters.push(("offset", page.to_string()));
                }
                parameters.extend(until.map(|day| ("freshness", format!("1990-01-01to{day}"))));
                let headers = vec![("X-Subscription-Token", line.required_key().await?)];
                Request { path: "web/search".to_owned(), parameters, headers, ..Request::default() }
            }
            Self::Tavily => {
                let mut body = json!({"query": words, "max_results": limit.min(PAGE)});
                if let Some(day) = until {
                    body["end_date"] = json!(day);
                }
                let headers = vec![("Authorization", format!("Bearer {}", line.required_key().await?))];
                Request { path: "search".to_owned(), body: Some(body), headers, ..Request::default() }
            }
        })
    }

    /// Finds the error in an answer of status 200.
    fn in_body(self) -> fn(&Value) -> Option<String> {
        match self {
            Self::SearXng => |body| {
                let missing = "the answer has no results".to_owned();
                let Some(results) = body["results"].as_array() else { return message(body).or(Some(missing)) };
                let silent: Vec<String> = body["unresponsive_engines"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|engine| {
                        Some(format!("{}: {}", engine[0].as_str()?, engine[1].as_str().unwrap_or("?")))
                    })
                    .collect();
                // Nothing found by nobody is an outage.
                let is_outage = results.is_empty() && !silent.is_empty();
                is_outage.then(|| format!("none of its search engines answered ({})", silent.join("; ")))
            },
            // Without any result Brave leaves the list out.
            Self::Brave => |body| {
                let is_answer = body["web"].is_object() || body["query"].is_object();
                (!is_answer).then(|| message(body).unwrap_or_else(|| "the answer has no results".to_owned()))
            },
            Self::Tavily => |body| {
                let missing = || "the answer has no results".to_owned();
                let said = message(body).or_else(|| body["detail"]["error"].as_str().map(str::to_owned));
                (!body["results"].is_array()).then(|| said.unwrap_or_else(missing))
            },
        }
    }

    fn results(self, body: &Value) -> &[Value] {
        let list = if self == Self::Brave { &body["web"]["results"] } else { &body["results"] };
        list.as_array().map(Vec::as_slice).unwrap_or_default()
    }

    fn hit(self, result: &Value) -> Option<Hit> {
        let date = match self {
            Self::SearXng => "publishedDate",
            Self::Brave => "page_age",
            Self::Tavily => "published_date",
        };
        Some(Hit {
            url: result["url"].as_str().filter(|url| !url.is_empty())?.to_owned(),
            title: result["title"].as_str().map(line).unwrap_or_default(),
            published: result[date].as_str().and_then(read_day),
        })
    }
}
