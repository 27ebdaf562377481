//! One JSON record as an evidence document (or as the paper under review):
//! SciFact's corpus, PaperChecker's abstracts, and the general shape.

use serde_json::{Map, Value};

use crate::domain::{SourceMeta, rules::defects};

use super::{
    json::{get, scalar, strings},
    meta, plain,
};

type Object = Map<String, Value>;

/// A work taken from a record: what is known of it, and its paragraphs by page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Work {
    pub meta: SourceMeta,
    pub pages: Vec<Vec<String>>,
}

/// Where the abstract or full text may be.
const TEXTS: [&str; 6] = ["text", "full_text", "fulltext", "body", "content", "article_text"];

/// What only documents have, never claims.
const MARKS: [&str; 13] = [
    "abstract",
    "pages",
    "doc_id",
    "title",
    "headline",
    "doi",
    "pmid",
    "journal",
    "authors",
    "url",
    "publication_types",
    "published",
    "full_text",
];

/// Whether a record without a claim is a document.
pub(super) fn is_document(record: &Object) -> bool {
    get(record, &["claim", "statement"]).is_none() && !is_classification(record) && get(record, &MARKS).is_some()
}

/// The names under which a classification gives its value.
pub(super) const VALUES: [&str; 2] = ["value", "taxonomy_value"];

/// Whether a record is a classification, or several: a value with confidence and reasoning, or segments with theirs.
pub(super) fn is_classification(record: &Object) -> bool {
    let is_value = |record: &Object| {
        get(record, &VALUES).and_then(scalar).is_some() && get(record, &["reasoning", "confidence"]).is_some()
    };
    let list = |name: &str| get(record, &[name]).and_then(Value::as_array);
    is_value(record)
        || segments(record).is_some()
        || list("classifications").is_some_and(|all| all.iter().filter_map(Value::as_object).any(is_value))
}

pub(super) fn segments(record: &Object) -> Option<&Vec<Value>> {
    let inner = get(record, &["classification", "classification_output"]).and_then(Value::as_object);
    get(inner.unwrap_or(record), &["segments"])?.as_array()
}

/// The document in `record`, or why there is none.
pub(super) fn read(record: &Object) -> Result<Work, String> {
    let mut pages = Vec::new();
    if let Some(given) = get(record, &["pages"]).filter(|given| is_text(given)) {
        pages = pages_of(given)?;
    }
    if pages.is_empty()
        && let Some(text) = get(record, &TEXTS)
    {
        let parts = strings(text).ok_or("its text is not a string or list of strings")?;
        pages = parts.iter().flat_map(|part| plain::pages(part)).collect();
        if parts.len() > 1 {
            pages = vec![pages.concat()];
        }
    }
    if let Some(given) = get(record, &["abstract", "summary"]) {
        let sentences = strings(given).ok_or("its abstract is not a string or a list of sentences")?;
        let paragraphs = match sentences.as_slice() {
            [text] => plain::paragraphs(text),
            sentences => vec![sentences.iter().map(|text| text.trim()).collect::<Vec<_>>().join(" ")],
        };
        match pages.first_mut() {
            Some(page) if !paragraphs.iter().all(|text| page.contains(text)) => {
                page.splice(0..0, paragraphs);
            }
            Some(_) => {}
            None => pages.push(paragraphs),
        }
    }
    if !pages.iter().flatten().any(|text| text.chars().any(char::is_alphanumeric)) {
        return Err("it has no text; give `text`, `abstract` or `pages`".into());
    }
    Ok(Work { meta: meta_of(record), pages })
}

/// Whether `pages` are the text by page; a string or number says where in the journal the work is.
pub(super) fn is_text(pages: &Value) -> bool {
    !matches!(pages, Value::String(_) | Value::Number(_))
}

fn pages_of(given: &Value) -> Result<Vec<Vec<String>>, String> {
    let wrong = || "its pages are not a list of strings (or of objects with `text`)".to_owned();
    let items = given.as_array().ok_or_else(wrong)?;
    let text = |page: &Value| match page {
        Value::String(text) => Some(text.clone()),
        Value::Object(page) => get(page, &["text", "content"])?.as_str().map(str::to_owned),
        _ => None,
    };
    let pages: Option<Vec<String>> = items.iter().map(text).collect();
    Ok(pages.ok_or_else(wrong)?.iter().map(|page| plain::paragraphs(page)).collect())
}

/// What a record says of its work, on its first level or under `metadata`.
pub(super) fn meta_of(record: &Object) -> SourceMeta {
    let inner = get(record, &["metadata", "meta"]).and_then(Value::as_object);
    let find = |names: &[&str]| get(record, names).or_else(|| inner.and_then(|inner| get(inner, names)));
    let text = |names: &[&str]| find(names).and_then(scalar);
    let line = |names: &[&str]| text(names).as_deref().and_then(meta::line);
    let mut meta = SourceMeta {
        title: line(&["title", "headline", "subject"]).unwrap_or_default(),
        authors: find(&["authors", "author"]).map(authors).unwrap_or_default(),
        journal: line(&["journal", "journal_title", "container-title", "venue"]),
        year: text(&["year", "publication_year"]).as_deref().and_then(meta::year),
        volume: line(&["volume"]),
        issue: line(&["issue"]),
        pages: [Some(record), inner]
            .into_iter()
            .flatten()
            .find_map(|record| meta::pages(&scalar(get(record, &["pages"])?)?)),
        publication_types: Vec::new(),
        doi: text(&["doi"]).as_deref().and_then(meta::doi),
        pmid: text(&["pmid", "pubmed_id"]).as_deref().and_then(meta::pmid),
        pmcid: text(&["pmcid", "pmc"]).as_deref().and_then(meta::pmcid),
        url: line(&["url", "link"]),
        source_name: line(&["source_name"])
            .or_else(|| line(&["source"]).filter(|name| !defects::is_collection(name)))
            .or_else(|| line(&["publisher"])),
        published: line(&["published", "published_date", "publication_date", "date"]),
        credibility: find(&["credibility"]).and_then(scalar).and_then(|given| hundredths(&given)),
        related: Vec::new(),
    };
    for given in find(&["publication_types", "publication_type"]).and_then(strings).unwrap_or_default() {
        for name in given.split(';') {
            meta::add_type(&mut meta, name);
        }
    }
    if let Some(parts) = find(&["issued"]).and_then(|issued| issued.pointer("/date-parts/0")?.as_array()) {
        let part = |at: usize| parts.get(at).and_then(scalar);
        let date = meta::date(part(0).as_deref(), part(1).as_deref(), part(2).as_deref());
        meta.published = meta.published.or(date);
    }
    if find(&["retracted", "is_retracted"]).and_then(Value::as_bool) == Some(true) {
        meta::add_type(&mut meta, "Retracted Publication");
    }
    meta::complete(&mut meta);
    meta
}

/// A share from 0 to 1 in hundredths; what is not one is ignored.
fn hundredths(text: &str) -> Option<u8> {
    let share: f64 = text.trim().parse().ok()?;
    (0.0..=1.0).contains(&share).then(|| (share * 100.0).round() as u8)
}

fn authors(given: &Value) -> Vec<crate::text::Clean> {
    let one = |author: &Value| match author {
        Value::String(name) => meta::author_of(name),
        Value::Object(parts) => {
            let part = |names: &[&str]| get(parts, names).and_then(scalar).unwrap_or_default();
            let family = part(&["family", "last", "last_name", "surname"]);
            if family.is_empty() {
                meta::author_of(&part(&["name"]))
            } else {
                meta::author(&family, &part(&["given", "first", "first_name"]), "")
            }
        }
        _ => None,
    };
    match given {
        Value::Array(items) if items.iter().all(Value::is_string) => {
            let names = meta::parted(items.iter().filter_map(Value::as_str));
            names.iter().filter_map(|name| meta::author_of(name)).collect()
        }
        Value::Array(items) => items.iter().filter_map(one).collect(),
        Value::String(list) => meta::authors_of(list),
        other => one(other).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: Value) -> Result<Work, String> {
        read(value.as_object().unwrap())
    }

    #[test]
    fn a_work_of_a_reference_manager_in_csl_has_its_journal_and_date() {
        let work = of(json!({"type": "article-journal", "title": "T", "abstract": "A text.", "container-title": "J",
            "author": [{"family": "Smith", "given": "John A"}], "DOI": "10.1000/x", "PMID": "12",
            "issued": {"date-parts": [[2015, 3, 4]]}}))
        .unwrap();
        let meta = work.meta;
        assert_eq!(
            (meta.journal.as_deref(), meta.published.as_deref(), meta.year),
            (Some("J"), Some("2015-03-04"), Some(2015))
        );
        assert_eq!((meta.doi.as_deref(), meta.authors), (Some("10.1000/x"), vec!["Smith JA".into()]));
    }

    #[test]
    fn the_shapes_of_documents() {
        let work =
            of(json!({"doc_id": 4983, "title": "T", "abstract": ["One.", "Two."], "structured": false})).unwrap();
        assert_eq!((&*work.meta.title, work.pages), ("T", vec![vec!["One. Two.".to_owned()]]));
        let work = of(json!({
            "title": " A  title ", "text": "First.\n\nSecond.", "authors": "Smith, John; Jones K", "journal": "J", "year": "2019",
            "doi": "https://doi.org/10.1000/ABC", "pmid": 123, "publication_types": "Review; Journal Article; review", "url": "https://x.org",
            "source": "BBC", "date": "2019-05-01"
        }))
        .unwrap();
        assert_eq!(work.pages, [["First.", "Second."]]);
        let meta = work.meta;
        assert_eq!(
            (&*meta.title, meta.year, meta.doi.as_deref(), meta.pmid.as_deref()),
            ("A title", Some(2019), Some("10.1000/abc"), Some("123"))
        );
        assert_eq!(meta.authors, ["Smith J", "Jones K"]);
        assert_eq!(meta.publication_types, ["Review", "Journal Article"]);
        assert_eq!((meta.source_name.as_deref(), meta.published.as_deref()), (Some("BBC"), Some("2019-05-01")));
        let work = of(json!({"pages": ["one", {"text": "two"}], "published": "1999"})).unwrap();
        assert_eq!((work.pages.len(), work.meta.year), (2, Some(1999)));
        // A reference with its abstract was refused for the range that it is printed on.
        let work = of(json!({"abstract": "One.", "pages": "2851-8"})).unwrap();
        assert_eq!((work.pages.len(), work.meta.pages.as_deref()), (1, Some("2851-2858")));
    }

    /// A report attributed a finding to “PMC Web Scraping”.
    #[test]
    fn the_collection_that_a_record_is_from_is_no_source() {
        for (source, name) in [
            ("PMC Web Scraping", None),
            ("PubMed", None),
            ("Processed from scraped content", None),
            ("Reuters", Some("Reuters")),
            ("PubMed Health", Some("PubMed Health")),
        ] {
            let record = json!({"title": "T", "text": "Text.", "source": source});
            assert_eq!(meta_of(record.as_object().unwrap()).source_name.as_deref(), name, "{source}");
        }
        let record = json!({"text": "Text.", "source": "PubMed", "publisher": "BBC"});
        assert_eq!(meta_of(record.as_object().unwrap()).source_name.as_deref(), Some("BBC"));
    }

    #[test]
    fn a_title_alone_is_no_evidence() {
        for value in [
            json!({"title": "T"}),
            json!({"title": "T", "abstract": ""}),
            json!({"title": "T", "text": {"a": 1}}),
            json!({"pages": [1]}),
        ] {
            assert!(of(value).is_err());
        }
    }

    #[test]
    fn a_retraction_is_noticed() {
        for value in
            [json!({"title": "RETRACTED: T", "text": "x"}), json!({"title": "T", "text": "x", "is_retracted": true})]
        {
            assert_eq!(of(value).unwrap().meta.publication_types, ["Retracted Publication"]);
        }
    }

    /// The credibility that a document brings along would be read as a table's.
    #[test]
    fn a_document_can_carry_its_own_credibility() {
        for (given, expected) in
            [(json!(0.35), Some(35)), (json!("0.35"), Some(35)), (json!(7), None), (json!("high"), None)]
        {
            let record = json!({"title": "T", "text": "Text.", "credibility": given});
            assert_eq!(meta_of(record.as_object().unwrap()).credibility, expected);
        }
        let meta = SourceMeta { credibility: Some(35), ..SourceMeta::default() };
        let table = crate::domain::rules::credibility::CredibilityTable::builtin();
        assert_eq!(table.credibility(&meta, "").value, 0.35);
    }
}
