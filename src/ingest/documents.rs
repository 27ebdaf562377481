//! Evidence documents out of one file, handed on one at a time.

use crate::domain::{Document, Dropped};

use super::{
    Format, IngestError, ReadOptions, bibtex, claims,
    decode::decode,
    jats, json,
    pages::build,
    plain, pubmed,
    record::{self, Work},
    ris,
    source::from_markdown,
};

/// What one record of a file gave: a document, or why it gave none.
pub type Outcome = Result<Document, Dropped>;

/// The most that is read of a file of evidence.
const LARGEST: usize = 2_000_000_000;

/// Reads evidence documents and hands each to `on_item`, in the order of the
/// file: JSON and JSONL (SciFact's corpus, and the general shape with `title`,
/// `text`, `abstract` or `pages`, …), PubMed XML, RIS, BibTeX, or a single
/// document as JATS XML, PDF, Markdown or plain text.
///
/// # Errors
/// [`IngestError`], when the file as a whole cannot be used. A single record
/// that cannot is handed on as [`Dropped`], and the others go on.
pub fn read_documents(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    on_item: &mut dyn FnMut(Outcome),
) -> Result<(), IngestError> {
    if bytes.len() > LARGEST {
        return Err(IngestError::TooLarge { bytes: bytes.len(), limit: LARGEST });
    }
    let format = options.format.map_or_else(|| Format::sniff(name, bytes), Ok)?;
    let decoded = decode(bytes)?;
    if let Some(notice) = decoded.notice {
        on_item(Err(notice));
    }
    let text = &*decoded.text;
    if text.trim().is_empty() {
        return Err(IngestError::Empty);
    }
    match format {
        Format::Json | Format::JsonLines => from_json(text, format == Format::JsonLines, on_item)?,
        Format::Text => on_item(document(Work { pages: plain::pages(text), ..Work::default() }, 1)),
        Format::Markdown => on_item(document(from_markdown(text), 1)),
        Format::Csv | Format::Lines => {
            return Err(IngestError::WrongFormat {
                format,
                hint: "give evidence documents as JSON, JSONL, PubMed XML, RIS, BibTeX, JATS XML, PDF, Markdown or text",
            });
        }
        Format::Jats => {
            for (line, work) in jats::articles(text)? {
                on_item(document(work, line));
            }
        }
        Format::PubMed | Format::Ris | Format::BibTex => {
            let reader = reader_of(format);
            reader(text, &mut |line, work| on_item(work.and_then(|work| document(work, line))));
        }
        _ => return Err(IngestError::Empty),
    }
    Ok(())
}

/// Hands on the works of a text, each with its line.
pub(super) type Reader = fn(&str, &mut dyn FnMut(usize, Result<Work, Dropped>));

/// The reader of a format that holds many records, none of which can spoil the others.
pub(super) fn reader_of(format: Format) -> Reader {
    match format {
        Format::PubMed => pubmed::records,
        Format::Ris => ris::records,
        _ => bibtex::records,
    }
}

/// The document that a work makes, unless it has no text.
pub(super) fn document(work: Work, line: usize) -> Outcome {
    let (pages, _) = build(work.pages);
    if !pages.iter().any(|page| page.text.chars().any(char::is_alphanumeric)) {
        return Err(Dropped {
            line,
            why: "it has no text, only what is known of it; give its abstract or full text".into(),
        });
    }
    Ok(Document::new(work.meta, pages))
}

fn from_json(text: &str, by_line: bool, on_item: &mut dyn FnMut(Outcome)) -> Result<(), IngestError> {
    let records = json::records(text, by_line);
    let claims_alone = records.iter().take(20).all(|found| {
        let value = found.value();
        value.is_ok_and(|value| {
            value.as_object().is_none_or(|record| !record::is_document(record))
                && claims::from_json(found, &value).is_ok()
        })
    });
    if claims_alone && !records.is_empty() {
        return Err(IngestError::LooksLikeClaims);
    }
    for found in records {
        on_item(found.value().and_then(|value| {
            let Some(record) = value.as_object() else {
                return Err(found.dropped(
                    &format!("this record is {}; expected an object with `title` and `text`", json::kind(&value)),
                    0,
                ));
            };
            let work = record::read(record).map_err(|why| found.dropped(&why, 0))?;
            document(work, found.line)
        }));
    }
    Ok(())
}
