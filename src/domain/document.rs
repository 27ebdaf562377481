//! Evidence documents and places in texts.

use std::{borrow::Cow, fmt, ops::Range};

use serde::{Deserialize, Serialize};

use crate::text::{Clean, sentence_case};

use super::Digest;

/// One page of a text; a text without pages is one page, number 1.
/// Paragraphs are separated by a blank line (`\n\n`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// From 1.
    pub number: u32,
    /// The page's text.
    pub text: Clean,
}

impl Page {
    /// The section that the byte `at` is in, and the paragraph below its heading: `Results, paragraph 3`. A heading is a
    /// short paragraph that reads like one. Tables, with their labels and notes, are no paragraphs.
    #[must_use]
    pub fn section_of(&self, at: usize) -> Option<Clean> {
        let before = self.text.get(..at)?;
        let parts: Vec<&str> = self.text.split("\n\n").collect();
        let own = before.match_indices("\n\n").count();
        let tabular = in_tables(&parts[..parts.len().min(own + 3)]);
        let heading = (0..own).rev().find(|at| !tabular[*at] && is_heading(parts[*at]))?;
        let below = 1 + (heading + 1..own).filter(|at| !tabular[*at]).count();
        Some(format!("{}, paragraph {below}", in_lower_case(parts[heading].trim_end_matches('.'))).into())
    }
}

/// “DISCUSSION” → “Discussion”; of several words in capitals some may be names.
fn in_lower_case(heading: &str) -> Cow<'_, str> {
    const SHORTEST: usize = 5;
    let is_shouted = heading.len() >= SHORTEST && heading.chars().all(|c| c.is_ascii_uppercase());
    if is_shouted { Cow::Owned(sentence_case(&heading.to_lowercase())) } else { Cow::Borrowed(heading) }
}

/// Whether a paragraph reads like the heading of a section.
fn is_heading(part: &str) -> bool {
    const LONGEST: usize = 80;
    part.len() <= LONGEST
        && part.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && part.chars().any(char::is_alphabetic)
        && !part.contains("http")
        && !part.ends_with(['.', ',', ';', ':', '?', '!', ')'])
        && part.split_whitespace().count() <= 10
        && !is_row(part)
}

/// Which paragraphs are of a table: its label, its rows, what is set between them, and its notes.
fn in_tables(parts: &[&str]) -> Vec<bool> {
    let mut tabular: Vec<bool> = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let is_below = at > 0 && tabular[at - 1];
        let has_rows_below = parts[at + 1..].iter().take(2).any(|part| is_row(part));
        tabular.push(is_row(part) || is_label(part) || is_below && (is_note(part) || is_cell(part) && has_rows_below));
    }
    tabular
}

/// Whether a paragraph is the row of a table: mostly figures, and no sentence.
fn is_row(part: &str) -> bool {
    const LONGEST: usize = 300;
    const FIGURES: usize = 3;
    if part.len() > LONGEST || part.ends_with(['.', '?', '!']) {
        return false;
    }
    let is_figure = |word: &&str| {
        word.contains(|c: char| c.is_ascii_digit()) && !word.contains(|c: char| c.is_alphabetic() || c == '/')
    };
    let (words, figures) = (part.split_whitespace().count(), part.split_whitespace().filter(is_figure).count());
    figures >= FIGURES && figures * 5 >= words * 2
}

/// `Table 2.`, alone.
fn is_label(part: &str) -> bool {
    let number = part.strip_prefix("Table ").or_else(|| part.strip_prefix("TABLE "));
    number.is_some_and(|number| number.len() <= 4 && number.starts_with(|c: char| c.is_alphanumeric()))
}

/// Whether what follows a table is one of its notes.
fn is_note(part: &str) -> bool {
    ["Abbreviation", "Note:", "Note.", "Notes:", "NOTE:", "*", "†", "‡"].iter().any(|start| part.starts_with(start))
}

/// Whether a paragraph could be the heading of columns or of some rows.
fn is_cell(part: &str) -> bool {
    const LONGEST: usize = 200;
    part.len() <= LONGEST && !part.ends_with(['.', '?', '!'])
}

/// Where a passage is in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Page number, from 1.
    pub page: u32,
    /// Paragraph on the page, from 1.
    pub paragraph: u32,
    /// First byte in the page's text.
    pub start: usize,
    /// One past the last byte in the page's text.
    pub end: usize,
}

impl Place {
    /// The bytes of the page's text that it covers.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The place of `range` on `page`, its paragraph counted.
    #[must_use]
    pub fn on(page: &Page, range: Range<usize>) -> Self {
        let before = page.text.get(..range.start).unwrap_or_default();
        let paragraph = 1 + before.match_indices("\n\n").count();
        Self {
            page: page.number,
            paragraph: u32::try_from(paragraph).unwrap_or(u32::MAX),
            start: range.start,
            end: range.end,
        }
    }
}

/// Identifies an evidence document by its content, so that the same document
/// has the same id in every library: the first 16 hexadecimal digits of the
/// digest of the whole [`Document`] but its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Clean")]
pub struct DocId(String);

impl DocId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DocId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<Clean> for DocId {
    fn from(id: Clean) -> Self {
        Self(id.one_line().to_string())
    }
}

impl From<&str> for DocId {
    fn from(id: &str) -> Self {
        Clean::new(id).into()
    }
}

/// What is known of a document beside its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceMeta {
    /// Title of the paper or headline of the page.
    pub title: Clean,
    /// `Family Initials` each, in order.
    pub authors: Vec<Clean>,
    /// Journal, or whatever it appeared in.
    pub journal: Option<Clean>,
    /// Year of publication.
    pub year: Option<i32>,
    /// Volume of the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<Clean>,
    /// Issue within the volume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue: Option<Clean>,
    /// First and last page (`101-109`), or the number of the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Clean>,
    /// PubMed's publication types, as given (`Randomized Controlled Trial`, `Preprint`, `Retracted Publication`, …).
    pub publication_types: Vec<Clean>,
    /// Without resolver or prefix: `10.1000/xyz`.
    pub doi: Option<Clean>,
    /// Digits.
    pub pmid: Option<Clean>,
    /// Of PubMed Central: `PMC1790863`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmcid: Option<Clean>,
    /// Address of a web page.
    pub url: Option<Clean>,
    /// Name of the source (`BBC`, `Snopes`), which with the address carries the credibility of web pages.
    pub source_name: Option<Clean>,
    /// ISO 8601 date, or its beginning, on which it was published.
    pub published: Option<Clean>,
    /// How far it is believed, in hundredths, where whoever added it said so; else the table decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credibility: Option<u8>,
    /// Other publications of the work that a source of evidence links to it by their identifiers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

/// Another publication of the same work, with at least one identifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// What it is to this one.
    pub relation: Relation,
    /// Without resolver or prefix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<Clean>,
    /// Digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pmid: Option<Clean>,
}

/// What another publication is to a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Its preprint.
    Preprint,
    /// The article that this preprint became.
    Article,
    /// An earlier or a later version.
    Version,
    /// The notice of its correction.
    Correction,
    /// The notice of its retraction.
    Retraction,
    /// The expression of concern about it.
    Concern,
    /// The work that this one is a notice about.
    Subject,
}

impl Relation {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Preprint => "preprint",
            Self::Article => "published article",
            Self::Version => "other version",
            Self::Correction => "correction",
            Self::Retraction => "retraction notice",
            Self::Concern => "expression of concern",
            Self::Subject => "notice about",
        }
    }
}

impl fmt::Display for Related {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.relation.name())?;
        if let Some(doi) = &self.doi {
            write!(f, " doi:{}", doi.one_line())?;
        }
        if let Some(pmid) = &self.pmid {
            write!(f, " PMID:{}", pmid.one_line())?;
        }
        Ok(())
    }
}

impl SourceMeta {
    /// Links another publication of the work, once; without an identifier there is nothing to link.
    pub fn relate(&mut self, relation: Relation, doi: Option<Clean>, pmid: Option<Clean>) {
        let related = Related { relation, doi, pmid };
        if (related.doi.is_some() || related.pmid.is_some()) && !self.related.contains(&related) {
            self.related.push(related);
        }
    }
}

/// An evidence document: an abstract, a full text by page, a news or fact-check page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// See [`DocId`].
    pub id: DocId,
    /// What is known of it.
    pub meta: SourceMeta,
    /// Its text; an abstract is one page.
    pub pages: Vec<Page>,
}

impl Document {
    /// A document with the id that its content gives it.
    #[must_use]
    pub fn new(meta: SourceMeta, pages: Vec<Page>) -> Self {
        let digest = Digest::of_value(&(&meta, &pages));
        Self { id: DocId(digest.to_string()[..16].to_owned()), meta, pages }
    }

    /// The page with this number.
    #[must_use]
    pub fn page(&self, number: u32) -> Option<&Page> {
        self.pages.iter().find(|page| page.number == number)
    }

    /// The text at `place`, if the document has it.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<Clean> {
        let page = self.page(place.page)?;
        page.text.get(place.range())?;
        Some(page.text.slice(place.range()))
    }
}

/// A stretch of a long document (up to 250 words) that is searched, scored and
/// cited as one; an abstract is usually a single passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// Page number, from 1.
    pub page: u32,
    /// First byte in the page's text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_counted_from_one() {
        let page = Page { number: 3, text: "one\n\ntwo is longer\n\nthree".into() };
        let at = |needle: &str| {
            let start = page.text.find(needle).unwrap();
            Place::on(&page, start..start + needle.len()).paragraph
        };
        assert_eq!((at("one"), at("two"), at("longer"), at("three")), (1, 2, 2, 3));
    }

    /// “Page 1, paragraph 63” does not help anyone find the place in a text without pages.
    #[test]
    fn a_place_without_pages_is_named_by_its_section() {
        let text = "Title of it\n\nMethods\n\nWe asked.\n\nResults\n\nIt rose.\n\nIt fell at last.";
        let page = Page { number: 1, text: text.into() };
        let of = |needle: &str| page.section_of(text.find(needle).unwrap()).map(|section| section.to_string());
        assert_eq!(of("It rose").as_deref(), Some("Results, paragraph 1"));
        assert_eq!(of("at last").as_deref(), Some("Results, paragraph 2"));
        assert_eq!(of("We asked").as_deref(), Some("Methods, paragraph 1"));
        assert_eq!(of("Title"), None);
    }

    /// A statement in the third paragraph of the results was said to be in their twentieth.
    #[test]
    fn rows_of_tables_are_no_paragraphs_and_no_headings() {
        let text = "Results\n\nWe recruited 75 patients.\n\nTable 1.\n\nPure TS (n = 33) TS + OCD (n = 25) P\n\n\
            Male, n (%) 26 (78.8) 22 (88.0) .405\n\nCompleted by parents\n\nAge, mean (SD) 11.4 (2.8) 13.8 (3.4) .014\n\n\
            Abbreviations: TS, Tourette syndrome.\n\nNote: Significant differences in bold.\n\n\
            Table 2 shows the scores.\n\nDISCUSSION\n\nScores rose in 3 of 4 groups.";
        let page = Page { number: 1, text: text.into() };
        let of = |needle: &str| page.section_of(text.find(needle).unwrap()).unwrap().to_string();
        assert_eq!(of("We recruited"), "Results, paragraph 1");
        assert_eq!(of("Table 2 shows"), "Results, paragraph 2");
        assert_eq!(of("Scores rose"), "Discussion, paragraph 1");
    }

    #[test]
    fn the_id_follows_the_content() {
        let page = |text: &str| vec![Page { number: 1, text: text.into() }];
        let one = Document::new(SourceMeta::default(), page("a"));
        assert_eq!(one.id, Document::new(SourceMeta::default(), page("a")).id);
        assert_ne!(one.id, Document::new(SourceMeta::default(), page("b")).id);
    }
}
