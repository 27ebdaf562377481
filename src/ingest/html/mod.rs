//! Web pages become documents: the main text of a page, and what the page says of itself.

mod about;
mod text;
mod token;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::{
    domain::{Page, SourceMeta},
    text::{Clean, word_count},
};

use super::{meta, pages::build, record::Work};

use about::About;
use text::Gatherer;
use token::{Token, tokens};

/// Where a page may name its character encoding, in bytes from its beginning.
const HEAD: usize = 2048;
/// With fewer words parts of the page are read that their names leave out, in words.
const FEW: usize = 60;

/// A web page as it can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebPage {
    /// Its title.
    pub title: Clean,
    /// Its authors, as far as they are names.
    pub authors: Vec<Clean>,
    /// The day on which it was published, or the beginning of that date.
    pub published: Option<Clean>,
    /// The address that it gives as its own.
    pub canonical: Option<Clean>,
    /// The journal that its article appeared in.
    pub journal: Option<Clean>,
    /// The volume of the journal.
    pub volume: Option<Clean>,
    /// The issue within the volume.
    pub issue: Option<Clean>,
    /// The pages of the article in the journal (`101-109`).
    pub in_journal: Option<Clean>,
    /// The DOI of its article.
    pub doi: Option<Clean>,
    /// The PMID of its article.
    pub pmid: Option<Clean>,
    /// Its main text.
    pub pages: Vec<Page>,
    /// The words of it.
    pub words: usize,
    /// Whether it says that it is not free to read.
    pub is_paid: bool,
    /// Whether scripts come with it, which may have to run before there is anything to read.
    pub has_scripts: bool,
}

/// Reads a web page. `encoding` is what its server says of its characters; a byte order mark comes before it, and what
/// the page says of itself after it.
#[must_use]
pub fn read_web_page(bytes: &[u8], encoding: Option<&str>) -> WebPage {
    let known = encoding.filter(|name| Encoding::for_label(name.as_bytes()).is_some());
    let html = decode_text(bytes, known.or_else(|| in_head(bytes).map(Encoding::name)));
    let mut about = About::default();
    let read = |by_name: bool, about: &mut Option<&mut About>| {
        let mut gatherer = Gatherer::new(by_name);
        tokens(&html, &mut |token| match token {
            Token::Text(text) => gatherer.text(&text),
            Token::Open(tag) => {
                if let Some(about) = about {
                    about.tag(&tag);
                }
                gatherer.open(&tag);
            }
            Token::Close(name) => gatherer.close(&name),
            Token::Raw(tag, content) => {
                gatherer.scripts += usize::from(tag.name == "script");
                if let Some(about) = about {
                    about.raw(&tag, content);
                }
            }
        });
        gatherer
    };
    let gathered = read(true, &mut Some(&mut about));
    let has_scripts = gathered.scripts > 0;
    let title = about.title().unwrap_or_default();
    let mut pages = build(vec![gathered.finish(&title)]).0;
    let count = |pages: &[Page]| pages.iter().map(|page| word_count(&page.text)).sum();
    let mut words: usize = count(&pages);
    if words < FEW {
        // A site that names its whole page after a part of it.
        let all = build(vec![read(false, &mut None).finish(&title)]).0;
        if count(&all) > 2 * words.max(FEW / 2) {
            (words, pages) = (count(&all), all);
        }
    }
    WebPage {
        authors: about.authors(),
        published: about.published(),
        canonical: about.canonical.as_deref().map(Clean::from),
        journal: about.journal.as_deref().and_then(meta::line),
        volume: about.volume.as_deref().and_then(meta::line),
        issue: about.issue.as_deref().and_then(meta::line),
        in_journal: about.pages(),
        doi: about.doi.as_deref().and_then(meta::doi),
        pmid: about.pmid.as_deref().and_then(meta::pmid),
        title,
        pages,
        words,
        is_paid: about.is_paid,
        has_scripts,
    }
}

/// A paper, or a document of the evidence, in a web page that was saved.
pub(super) fn paper(bytes: &[u8]) -> Work {
    let page = read_web_page(bytes, None);
    let paragraphs = |page: &Page| page.text.split("\n\n").map(str::to_owned).collect();
    let pages = page.pages.iter().map(paragraphs).collect();
    let is_article = page.journal.is_some() || page.doi.is_some();
    let year = page.published.as_deref().filter(|_| is_article).and_then(meta::year);
    let meta = SourceMeta {
        title: page.title,
        authors: page.authors,
        journal: page.journal,
        year,
        volume: page.volume,
        issue: page.issue,
        pages: page.in_journal,
        doi: page.doi,
        pmid: page.pmid,
        url: page.canonical,
        published: page.published,
        ..SourceMeta::default()
    };
    Work { meta, pages }
}

/// The paragraphs of a piece of HTML.
pub(super) fn paragraphs(html: &str) -> Vec<String> {
    let mut gatherer = Gatherer::new(false);
    tokens(html, &mut |token| match token {
        Token::Text(text) => gatherer.text(&text),
        Token::Open(tag) => gatherer.open(&tag),
        Token::Close(name) => gatherer.close(&name),
        Token::Raw(..) => {}
    });
    gatherer.finish("")
}

/// The characters of a text from the web; `encoding` as for [`read_web_page`].
#[must_use]
pub fn decode_text<'a>(bytes: &'a [u8], encoding: Option<&str>) -> Cow<'a, str> {
    let named = encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
    let plain = || if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 };
    // It looks at the byte order mark first.
    named.unwrap_or_else(plain).decode(bytes).0
}

/// The day of a date as pages and search engines write it (ISO 8601), or its beginning.
#[must_use]
pub fn read_day(text: &str) -> Option<Clean> {
    about::day(text)
}

/// The encoding that the first `charset=` of a page names.
fn in_head(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    let named = head.split_once("charset=")?.1.trim_start_matches(['"', '\'', ' ']);
    let end = named.find(|c: char| !(c.is_ascii_alphanumeric() || "-_:".contains(c))).unwrap_or(named.len());
    Encoding::for_label(&named.as_bytes()[..end])
}

#[cfg(test)]
mod tests;
