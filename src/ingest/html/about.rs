//! What a page says of itself: title, authors, date, its own address, whether it may be read without paying.

use jiff::civil::Date;
use serde_json::Value;

use crate::{ingest::meta, text::Clean};

use super::token::{Tag, unescape};

/// The most of a page's statements in JSON-LD that is read, in bytes each.
const LONGEST: usize = 300_000;
/// How deep a JSON-LD statement is searched.
const DEEPEST: usize = 6;
/// The most authors of a page.
const AUTHORS: usize = 50;
/// Names of the date of publication in `meta`, the most telling first.
const DATES: [&str; 14] = [
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "dcterms.issued",
    "dc.date.issued",
    "dc.date",
    "dcterms.date",
    "parsely-pub-date",
    "sailthru.date",
    "publishdate",
    "pubdate",
    "date",
];

/// What a page says of itself.
#[derive(Debug, Default)]
pub(super) struct About {
    pub(super) canonical: Option<String>,
    /// Whether it says that it is not free to read.
    pub(super) is_paid: bool,
    page_title: Option<String>,
    titles: [Option<String>; 3],
    authors: [Vec<String>; 2],
    dates: Vec<(usize, String)>,
    pub(super) journal: Option<String>,
    pub(super) volume: Option<String>,
    pub(super) issue: Option<String>,
    first_page: Option<String>,
    last_page: Option<String>,
    pub(super) doi: Option<String>,
    pub(super) pmid: Option<String>,
}

impl About {
    /// Takes in a tag of the page.
    pub(super) fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name.as_str() {
            "meta" => self.meta(tag),
            "link" if tag.is("rel", &["canonical"]) && self.canonical.is_none() => {
                self.canonical = tag.get("href").map(|href| href.trim().to_owned());
            }
            "time" if tag.is("itemprop", &["datePublished"]) || tag.get("pubdate").is_some() => {
                self.dates.extend(tag.get("datetime").map(|day| (DATES.len(), day.into_owned())));
            }
            _ => {}
        }
    }

    /// Takes in an element whose content is no HTML.
    pub(super) fn raw(&mut self, tag: &Tag<'_>, content: &str) {
        match tag.name.as_str() {
            "title" if self.page_title.is_none() => self.page_title = Some(unescape(content).into_owned()),
            "script" if tag.is("type", &["application/ld+json"]) && content.len() <= LONGEST => {
                if let Ok(value) = serde_json::from_str::<Value>(content.trim()) {
                    self.linked(&value, 0);
                }
            }
            _ => {}
        }
    }

    fn meta(&mut self, tag: &Tag<'_>) {
        let name = ["property", "name", "itemprop"].iter().find_map(|name| tag.get(name));
        let (Some(name), Some(content)) = (name, tag.get("content")) else { return };
        let (name, content) = (name.trim().to_lowercase(), content.trim().to_owned());
        if content.is_empty() {
            return;
        }
        match name.as_str() {
            "og:title" => self.titles[1] = self.titles[1].take().or(Some(content)),
            "citation_title" | "twitter:title" => self.titles[2] = self.titles[2].take().or(Some(content)),
            "citation_author" | "author" | "article:author" | "dc.creator" | "parsely-author" => {
                self.authors[1].push(content);
            }
            "citation_journal_title" => self.journal = self.journal.take().or(Some(content)),
            "citation_volume" => self.volume = self.volume.take().or(Some(content)),
            "citation_issue" => self.issue = self.issue.take().or(Some(content)),
            "citation_firstpage" => self.first_page = self.first_page.take().or(Some(content)),
            "citation_lastpage" => self.last_page = self.last_page.take().or(Some(content)),
            "citation_doi" => self.doi = self.doi.take().or(Some(content)),
            "citation_pmid" => self.pmid = self.pmid.take().or(Some(content)),
            _ => {
                if let Some(rank) = DATES.iter().position(|known| *known == name) {
                    self.dates.push((rank, content));
                }
            }
        }
    }

    /// Takes in what a statement in JSON-LD says of an article.
    fn linked(&mut self, value: &Value, depth: usize) {
        let Some(fields) = value.as_object() else {
            let parts = value.as_array().into_iter().flatten();
            return if depth < DEEPEST {
                parts.for_each(|part| self.linked(part, depth + 1))
            };
        };
        let types: Vec<&str> = match &value["@type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            other => other.as_str().into_iter().collect(),
        };
        let is = |word: &str| types.iter().any(|kind| kind.ends_with(word));
        if is("Article") || is("Posting") || is("Report") || is("WebPage") || is("ClaimReview") {
            let text = |name: &str| value[name].as_str().map(str::trim).filter(|text| !text.is_empty());
            if let (None, Some(headline), false) = (&self.titles[0], text("headline"), is("WebPage")) {
                self.titles[0] = Some(unescape(headline).into_owned());
            }
            if self.authors[0].is_empty() && !is("WebPage") {
                names(&value["author"], &mut self.authors[0]);
            }
            // What a page says of its article comes before what it says of itself.
            self.dates.extend(text("datePublished").map(|day| (usize::from(is("WebPage")), day.to_owned())));
            let free = &value["isAccessibleForFree"];
            self.is_paid |=
                *free == Value::Bool(false) || free.as_str().is_some_and(|f| f.eq_ignore_ascii_case("false"));
        }
        if depth < DEEPEST {
            for part in ["@graph", "mainEntity", "mainEntityOfPage"].iter().filter_map(|name| fields.get(*name)) {
                self.linked(part, depth + 1);
            }
        }
    }

    /// The title of its article, as given for sharing, else the page's own without the name of the site.
    pub(super) fn title(&self) -> Option<Clean> {
        let of_page = || {
            let title = self.page_title.as_deref()?;
            let without = [" | ", " – ", " — ", " - "].iter().find_map(|mark| title.rsplit_once(mark));
            Some(without.map(|(title, _)| title).filter(|title| title.split_whitespace().count() > 2).unwrap_or(title))
        };
        meta::line(self.titles.iter().find_map(Option::as_deref).or_else(of_page)?)
    }

    /// Its authors, as far as they are names.
    pub(super) fn authors(&self) -> Vec<Clean> {
        let named = self.authors.iter().find(|names| !names.is_empty()).map(Vec::as_slice).unwrap_or_default();
        let names = named.iter().filter(|name| !name.contains("://") && name.len() < 300);
        let mut found: Vec<Clean> = Vec::new();
        for name in names.flat_map(|name| meta::authors_of(name.strip_prefix("By ").unwrap_or(name))) {
            if !found.contains(&name) && found.len() < AUTHORS {
                found.push(name);
            }
        }
        found
    }

    /// The pages of its article in the journal.
    pub(super) fn pages(&self) -> Option<Clean> {
        meta::pages_from(self.first_page.as_deref(), self.last_page.as_deref())
    }

    /// The day on which it was published.
    pub(super) fn published(&self) -> Option<Clean> {
        let mut dates: Vec<_> = self.dates.iter().collect();
        dates.sort_by_key(|(rank, _)| *rank);
        dates.iter().find_map(|(_, text)| day(text))
    }
}

/// The names in a JSON-LD author: a text, an object with a name, or a list of them.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(name) => found.push(name.clone()),
        Value::Object(_) => found.extend(value["name"].as_str().map(str::to_owned)),
        Value::Array(list) => list.iter().filter(|part| !part.is_array()).for_each(|part| names(part, found)),
        _ => {}
    }
}

/// A day (ISO 8601), or its month or year, out of a date as pages write it.
pub(super) fn day(text: &str) -> Option<Clean> {
    let text = text.trim();
    let numbers = text.get(..text.len().min(10)).unwrap_or_default().replace(['/', '.'], "-");
    if let Some(date) = numbers.get(..10).and_then(|day| day.parse::<Date>().ok()) {
        return Some(date.to_string().into());
    }
    if let Ok(moment) = jiff::fmt::rfc2822::parse(text) {
        return Some(moment.date().to_string().into());
    }
    // “2024-05”, “2024”, “May 5, 2024”.
    let month = numbers.get(..7).filter(|month| format!("{month}-01").parse::<Date>().is_ok());
    month.map(Clean::from).or_else(|| Some(meta::year(text)?.to_string().into()))
}
