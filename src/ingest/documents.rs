//! Evidence documents out of one file, handed on one at a time.

use std::path::Path;

use crate::{
    domain::{
        Document, Dropped, SourceMeta,
        rules::credibility::{UNPUBLISHED, is_known_paper},
    },
    files::limits,
    text::{Clean, word_count},
};

use super::{
    Format, IngestError, ReadOptions, bibtex, claims, debris,
    decode::{check_size, decode},
    docx, endnote, front, html, jats, json, markdown, nbib,
    pages::build,
    pdf, plain, pubmed,
    record::{self, Work},
    ris,
};

/// What one record of a file gave: a document, or why it gave none.
pub type Outcome = Result<Document, Dropped>;

/// Reads evidence documents and hands each to `on_item`, in the order of the
/// file: JSON and JSONL (SciFact's corpus, and the general shape with `title`,
/// `text`, `abstract` or `pages`, …), PubMed XML, RIS, BibTeX, EndNote XML, or a single
/// document as JATS XML, PDF, Word document, web page, Markdown or plain text.
///
/// # Errors
/// [`IngestError`], when the file as a whole cannot be used, or ends too early; what was handed on before is good.
/// A single record that cannot be used is handed on as [`Dropped`], and the others go on.
pub fn read_documents(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    on_item: &mut dyn FnMut(Outcome),
) -> Result<(), IngestError> {
    check_size(bytes, limits().input)?;
    let format = options.format.map_or_else(|| Format::sniff(name, bytes), Ok)?;
    if format == Format::Pdf {
        let (work, torn) = pdf::read(options.exe.as_deref(), bytes)?;
        on_item(document(named(work, name), 1));
        torn.into_iter().for_each(|torn| on_item(Err(torn)));
        return Ok(());
    }
    if matches!(format, Format::Docx | Format::Html) {
        let work = if format == Format::Docx { docx::paper(bytes)? } else { html::paper(bytes) };
        on_item(document(named(noted(work), name), 1));
        return Ok(());
    }
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
        Format::Text => {
            let text = &debris::without_lines(&plain::without_ligatures(text));
            let mut pages = plain::pages(text);
            let title = plain::title(&pages);
            if title.is_some()
                && let Some(page) = pages.iter_mut().find(|page| !page.is_empty())
            {
                page.remove(0);
            }
            let meta = SourceMeta { title: title.unwrap_or_default(), ..SourceMeta::default() };
            on_item(document(named(noted(Work { meta, pages }), name), 1));
        }
        Format::Markdown => on_item(document(named(noted(markdown::paper(text)), name), 1)),
        Format::Csv | Format::Lines => {
            return Err(IngestError::WrongFormat {
                format,
                hint: "give evidence documents as JSON, JSONL, PubMed XML, RIS, BibTeX, EndNote XML, JATS XML, PDF, Word documents, web pages, Markdown or text",
            });
        }
        Format::Jats => match jats::Prologue::of(text.as_bytes()) {
            Some(prologue) => {
                let mut take = |line, work: Result<Work, Dropped>| on_item(work.and_then(|work| document(work, line)));
                jats::records(&prologue, text, &mut take);
            }
            None => jats::articles(text)?.into_iter().for_each(|(line, work)| on_item(document(work, line))),
        },
        Format::PubMed | Format::Ris | Format::BibTex | Format::EndNote => {
            let reader = reader_of(format);
            reader(text, &mut |line, work| on_item(work.and_then(|work| document(work, line))));
        }
        _ => return Err(IngestError::Empty),
    }
    Ok(())
}

/// A work that is a file of its own: where the file gives no title, its name is one, by which a reference can cite it.
fn named(mut work: Work, name: &str) -> Work {
    if work.meta.title.trim().is_empty() {
        let name = Path::new(name).file_name().map(|name| name.to_string_lossy());
        work.meta.title = name.unwrap_or_default().as_ref().into();
    }
    work
}

/// Fewest words of a text that may be a whole paper though it does not say where it appeared.
const SHORTEST_PAPER: usize = 400;

/// The DOI that a short line near the top ends with, as a reference to the text itself does.
fn doi_of_its_own(work: &Work) -> Option<Clean> {
    const LINES: usize = 4;
    const LONGEST: usize = 25;
    let top = work.pages.iter().flatten().take(LINES).filter(|line| word_count(line) <= LONGEST);
    let ends = |line: &&String, doi: &Clean| line.to_lowercase().trim_end_matches(['.', ' ']).ends_with(doi.as_str());
    top.filter_map(|line| Some((line, front::doi(line)?))).find(|(line, doi)| ends(line, doi)).map(|(_, doi)| doi)
}

/// A short text that names no publication is believed as a note is (`docs/rules.md#credibility`).
fn noted(mut work: Work) -> Work {
    if work.meta.doi.is_none() {
        work.meta.doi = doi_of_its_own(&work);
    }
    let is_named = is_known_paper(&work.meta) || work.meta.url.is_some() || work.meta.source_name.is_some();
    let words: usize = work.pages.iter().flatten().map(|paragraph| word_count(paragraph)).sum();
    if !is_named && words < SHORTEST_PAPER {
        work.meta.publication_types.push(UNPUBLISHED.into());
    }
    work
}

/// Hands on the works of a text, each with its line.
pub(super) type Reader = fn(&str, &mut dyn FnMut(usize, Result<Work, Dropped>));

/// The reader of a format that holds many records, none of which can spoil the others.
pub(super) fn reader_of(format: Format) -> Reader {
    match format {
        Format::PubMed => |text, on_record| {
            if nbib::is_nbib(text) { nbib::records(text, on_record) } else { pubmed::records(text, on_record) }
        },
        Format::Ris => ris::records,
        Format::EndNote => endnote::records,
        _ => bibtex::records,
    }
}

/// The body of an article in JATS, with what is known of it: its headings are short paragraphs, its abstract is left out.
///
/// # Errors
/// When it is not JATS, is broken, or has no body.
pub fn read_body(bytes: &[u8]) -> Result<(SourceMeta, Clean), IngestError> {
    check_size(bytes, limits().input)?;
    let body = jats::body(&decode(bytes)?.text)?;
    let (pages, _) = build(vec![body.1]);
    let text = pages.into_iter().next().map(|page| page.text).filter(|text| text.chars().any(char::is_alphanumeric));
    Ok((body.0, text.ok_or_else(jats::nothing)?))
}

/// Hands on each document of an answer of PubMed's, with who paid for the research. Records that cannot be read or have no
/// abstract are left out.
pub(crate) fn funded_documents(bytes: &[u8], take: &mut dyn FnMut(Document, Vec<String>)) {
    let Ok(decoded) = decode(bytes) else { return };
    pubmed::with_funders(&decoded.text, &mut |line, record| {
        if let Ok((work, funders)) = record
            && let Ok(document) = document(work, line)
        {
            take(document, funders);
        }
    });
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
    let json::Records { found, cut } = json::records(text, by_line);
    if is_claim_set(&found) {
        return Err(IngestError::LooksLikeClaims);
    }
    found.iter().for_each(|record| on_item(json_document(record)));
    cut.map_or(Ok(()), |why| Err(IngestError::Malformed { format: Format::Json, why: why.into() }))
}

/// How many records are looked at to find out what a file holds.
pub(super) const TELLING: usize = 20;

/// Whether these are claims, not evidence.
pub(super) fn is_claim_set(records: &[json::Record<'_>]) -> bool {
    let is_claim = |found: &json::Record<'_>| {
        found.value().is_ok_and(|value| {
            value.as_object().is_none_or(|record| !record::is_document(record))
                && claims::all_from_json(found, &value).iter().all(Result::is_ok)
        })
    };
    !records.is_empty() && records.iter().take(TELLING).all(is_claim)
}

/// The document in a JSON record.
pub(super) fn json_document(found: &json::Record<'_>) -> Outcome {
    let value = found.value()?;
    let Some(record) = value.as_object() else {
        let why = format!("this record is {}; expected an object with `title` and `text`", json::kind(&value));
        return Err(found.dropped(&why, 0));
    };
    let work = record::read(record).map_err(|why| found.dropped(&why, 0))?;
    document(work, found.line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ingest::read_source;

    fn read(name: &str, bytes: &[u8]) -> (Result<(), IngestError>, Vec<Document>, Vec<usize>) {
        let (mut documents, mut dropped) = (Vec::new(), Vec::new());
        let result = read_documents(name, bytes, &ReadOptions::default(), &mut |outcome| match outcome {
            Ok(document) => documents.push(document),
            Err(why) => dropped.push(why.line),
        });
        (result, documents, dropped)
    }

    #[test]
    fn scifact_corpus_is_read_line_by_line() {
        let corpus = "{\"doc_id\": 1, \"title\": \"T\", \"abstract\": [\"One.\", \"Two.\"], \"structured\": false}\n\
            {\"doc_id\": 2, \"title\": \"No text\", \"abstract\": []}\nbroken\n\
            {\"doc_id\": 3, \"title\": \"U\", \"abstract\": [\"Three.\"], \"structured\": true}\n";
        let (result, documents, dropped) = read("corpus.jsonl", corpus.as_bytes());
        assert_eq!((result, dropped), (Ok(()), vec![2, 3]));
        assert_eq!(
            documents.iter().map(|document| document.pages[0].text.as_str()).collect::<Vec<_>>(),
            ["One. Two.", "Three."]
        );
    }

    /// Its reference read “Citation information unavailable.”, and nobody could find the file again.
    #[test]
    fn a_file_without_a_title_is_cited_by_its_name() {
        for (name, text, title) in [
            ("notes/walking.txt", "Walking improves sleep in adults.", "walking.txt"),
            ("walking.md", "Walking improves sleep in adults.", "walking.md"),
            ("walking.md", "# Sleep\n\nWalking improves sleep in adults.", "Sleep"),
        ] {
            let (result, documents, _) = read(name, text.as_bytes());
            assert_eq!((result, documents[0].meta.title.as_str()), (Ok(()), title));
            assert!(crate::domain::rules::reference::ama(&documents[0].meta).starts_with(title));
        }
    }

    /// A trial with its journal and DOI below the title passed for a note.
    #[test]
    fn a_text_that_gives_its_own_doi_is_no_note() {
        for (text, doi) in [
            (
                "# A trial\n\nJournal of Sleep, 2016. doi:10.9999/sleep.2016.5\n\nWalking helps.",
                Some("10.9999/sleep.2016.5"),
            ),
            ("# A note\n\nSee doi:10.9999/sleep.2016.5 for the opposite view of it.", None),
        ] {
            let (_, documents, _) = read("walking.md", text.as_bytes());
            let meta = &documents[0].meta;
            assert_eq!(meta.doi.as_deref(), doi);
            assert_eq!(meta.publication_types.is_empty(), doi.is_some(), "{text}");
        }
    }

    #[test]
    fn every_format_of_evidence_arrives_as_a_document() {
        let files = [
            ("a.json", r#"[{"title": "T", "text": "Text.", "url": "https://x.org"}]"#),
            ("a.json", r#"{"articles": [{"title": "T", "pages": ["Text."]}]}"#),
            (
                "a.xml",
                "<PubmedArticle><MedlineCitation><Article><ArticleTitle>T</ArticleTitle><Abstract><AbstractText>Text.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>",
            ),
            (
                "a.nxml",
                "<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body><p>Text.</p></body></article>",
            ),
            ("a.ris", "TY  - JOUR\nTI  - T\nAB  - Text.\nER  - \n"),
            ("a.bib", "@article{k, title={T}, abstract={Text.}}"),
            ("a.md", "# T\n"),
            ("a.txt", "T"),
        ];
        for (name, content) in files {
            let (result, documents, dropped) = read(name, content.as_bytes());
            assert_eq!((result, documents.len(), dropped), (Ok(()), 1, vec![]), "{name}");
            if !matches!(name, "a.md" | "a.txt") {
                assert_eq!((&*documents[0].meta.title, documents[0].pages[0].text.as_str()), ("T", "Text."), "{name}");
            }
        }
    }

    #[test]
    fn claims_given_as_evidence_are_noticed() {
        assert_eq!(read("c.jsonl", br#"{"id": 1, "claim": "X."}"#).0, Err(IngestError::LooksLikeClaims));
        assert!(matches!(read("c.csv", b"claim\nX.").0, Err(IngestError::WrongFormat { .. })));
    }

    #[test]
    fn a_guessed_encoding_is_said_and_the_text_is_kept() {
        let (result, documents, dropped) = read("a.txt", b"Gr\xf6\xdfe");
        assert_eq!((result, documents[0].pages[0].text.as_str(), dropped), (Ok(()), "Größe", vec![1]));
    }

    const PIECES: [&str; 40] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "\\",
        "\n",
        "\r",
        "claim",
        "abstract",
        "pages",
        "<article>",
        "</article>",
        "<p>",
        "<sup>6",
        "</sup>",
        "<PubmedArticle>",
        "<MedlineCitation>",
        "<Article>",
        "&alpha;",
        "&",
        "<!--",
        "-->",
        "TY  - ",
        "AB  - ",
        "ER  - ",
        "@article{",
        "@string{",
        "=",
        "#",
        "```",
        "---",
        "](",
        "*",
        "ä\u{301}",
        "\u{200d}\u{202e}",
        "\u{c}",
        "1. ",
    ];

    proptest! {
        #[test]
        fn no_bytes_in_any_format_are_more_than_an_error(
            bytes in prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..200),
                proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat().into_bytes()),
            ],
            at in 0..Format::ALL.len(),
        ) {
            let format = Some(Format::ALL[at]).filter(|format| *format != Format::Pdf);
            let options = ReadOptions { format, exe: None };
            if let Ok(source) = read_source("any", &bytes, &options) {
                for claim in &source.claims {
                    prop_assert_eq!(&source.pages[0].text.slice(claim.place.unwrap().range()), &claim.text);
                }
                for (page, hidden) in &source.hidden {
                    let text = source.pages.iter().find(|known| known.number == *page).map_or("", |page| &page.text);
                    prop_assert!(hidden.at <= text.len() && text.is_char_boundary(hidden.at));
                }
            }
            drop(read_documents("any", &bytes, &options, &mut |_| {}));
        }
    }
}
