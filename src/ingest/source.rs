//! What is under review: a paper or a claim set out of one file.

use crate::{
    domain::{Digest, Dropped, Source, SourceKind, SourceMeta},
    files::limits,
    text::Clean,
};

use super::{
    Format, IngestError, ReadOptions, claims, debris,
    decode::{check_size, decode},
    documents, docx, front, html, jats, json, lines, markdown, meta,
    pages::build,
    pdf, plain,
    record::{self, Work},
};

/// The least text that a paper needs (`docs/rules.md#extract`).
const SHORTEST: usize = 50;

/// Reads the paper or claim set under review. `name` is the file's name (its
/// folder is left out), or `-` for standard input.
///
/// A file with one abstract (PaperChecker's `[{"abstract": …, "metadata": …}]`,
/// PubMed XML, RIS, BibTeX) is a paper; several abstracts are works of their own,
/// a page each, known by [`Source::works`].
///
/// # Errors
/// [`IngestError`], when the file as a whole cannot be used. Single records that
/// cannot are in [`Source::dropped`].
pub fn read_source(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Source, IngestError> {
    check_size(bytes, limits().source)?;
    let format = options.format.map_or_else(|| Format::sniff(name, bytes), Ok)?;
    let mut source = match format {
        Format::Pdf => {
            let (work, torn) = pdf::read(options.exe.as_deref(), bytes)?;
            Source { dropped: torn, ..paper(work)? }
        }
        Format::Docx => paper(docx::paper(bytes)?)?,
        Format::Html => paper(html::paper(bytes))?,
        _ => {
            let decoded = decode(bytes)?;
            let is_guessed = format == Format::Text && options.format.is_none();
            let mut source = match lines::only_sentence(&decoded.text).filter(|_| is_guessed) {
                Some(claim) => read_text(Format::Lines, &claim)?,
                None => read_text(format, &decoded.text)?,
            };
            source.dropped.splice(0..0, decoded.notice);
            source
        }
    };
    source.name = display_name(name);
    source.file = Digest::of(bytes);
    Ok(source)
}

/// The file's name without its folder, on one line.
pub(super) fn display_name(name: &str) -> Clean {
    if name == "-" {
        return "standard input".into();
    }
    let base = name.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(name);
    Clean::new(base).one_line()
}

fn read_text(format: Format, text: &str) -> Result<Source, IngestError> {
    if text.trim().is_empty() {
        return Err(IngestError::Empty);
    }
    match format {
        Format::Text => {
            let text = &debris::without_lines(&plain::without_ligatures(text));
            let pages = plain::pages(text);
            let title = front::title_above_authors(plain::lines(text));
            let title = title.as_deref().map(front::without_marks).and_then(meta::line).unwrap_or_default();
            paper(Work { meta: SourceMeta { title, ..SourceMeta::default() }, pages })
        }
        Format::Markdown => paper(markdown::paper(text)),
        Format::Lines => claims::source(claims::from_lines(text).into()),
        Format::Csv => claims::source(claims::from_csv(text)?),
        Format::Json | Format::JsonLines => from_json(text, format == Format::JsonLines),
        Format::Jats => several(jats::articles(text)?.into_iter().map(|(_, work)| Ok(work)).collect()),
        Format::PubMed | Format::Ris | Format::BibTex | Format::EndNote => {
            let mut works = Vec::new();
            documents::reader_of(format)(text, &mut |_, work| works.push(work));
            several(works)
        }
        Format::Pdf | Format::Docx | Format::Html => Err(IngestError::Empty),
    }
}

/// More records than this are a library and no set of abstracts to be reviewed.
const MOST_WORKS: usize = 200;

/// The paper that a file of records holds, or several works under review.
fn several(works: Vec<Result<Work, Dropped>>) -> Result<Source, IngestError> {
    if works.len() > MOST_WORKS {
        return Err(IngestError::LooksLikeEvidence { records: works.len() });
    }
    let alone = works.len() == 1;
    let (mut usable, mut dropped) = (Vec::new(), Vec::new());
    for (work, at) in works.into_iter().zip(1..) {
        match work {
            Err(record) => dropped.push(record),
            // One alone that is too short is no paper; among others it is a bad record.
            Ok(work) if !alone && characters(&work) < SHORTEST => {
                dropped.push(Dropped { line: at, why: too_short(&work).into() });
            }
            Ok(work) => usable.push(work),
        }
    }
    gathered(usable, dropped)
}

fn too_short(work: &Work) -> String {
    let characters = characters(work);
    format!("its text has {characters} characters and is left out; at least {SHORTEST} are needed")
}

/// One source out of the works under review, each of several on a page of its own.
fn gathered(works: Vec<Work>, mut dropped: Vec<Dropped>) -> Result<Source, IngestError> {
    if works.is_empty() {
        return Err(match dropped.first() {
            Some(first) => IngestError::Record { why: first.why.clone() },
            None => IngestError::Empty,
        });
    }
    let (whole, metas) = match <[Work; 1]>::try_from(works) {
        Ok([work]) => (work, Vec::new()),
        Err(works) => {
            let (metas, pages) = works.into_iter().map(|work| (work.meta, work.pages.concat())).unzip();
            (Work { pages, ..Work::default() }, metas)
        }
    };
    let mut source = paper(whole)?;
    source.works = metas;
    dropped.sort_by_key(|dropped| dropped.line);
    source.dropped = dropped;
    Ok(source)
}

/// A paper out of its pages, if there is enough of it.
fn paper(work: Work) -> Result<Source, IngestError> {
    let (pages, hidden) = build(work.pages);
    let characters = pages.iter().map(|page| page.text.chars().count()).sum();
    if characters < SHORTEST {
        return Err(IngestError::TooShort { characters });
    }
    Ok(Source {
        kind: SourceKind::Paper,
        name: Clean::default(),
        meta: work.meta,
        works: Vec::new(),
        pages,
        claims: Vec::new(),
        evidence: Vec::new(),
        judgements: Vec::new(),
        hidden,
        dropped: Vec::new(),
        column: None,
        unused: Vec::new(),
        file: Digest::of(b""),
    })
}

/// How much text there is before it is cleaned.
fn characters(work: &Work) -> usize {
    work.pages.iter().flatten().map(|paragraph| paragraph.trim().chars().count()).sum()
}

/// A claim set, or PaperChecker's abstracts.
fn from_json(text: &str, by_line: bool) -> Result<Source, IngestError> {
    let json::Records { found: records, cut } = json::records(text, by_line);
    if let Some(why) = cut {
        return Err(IngestError::Malformed { format: Format::Json, why: why.into() });
    }
    let values: Vec<_> = records.iter().map(|record| (record, record.value())).collect();
    let objects = || values.iter().filter_map(|(record, value)| Some((*record, value.as_ref().ok()?.as_object()?)));
    let documents = objects().filter(|(_, object)| record::is_document(object)).count();
    let claims = values.iter().filter(|(_, value)| value.as_ref().is_ok_and(|value| value.is_string())).count()
        + objects()
            .filter(|(_, object)| {
                !record::is_document(object) && json::get(object, &["claim", "text", "statement"]).is_some()
            })
            .count();
    if documents == 0 || claims > 0 {
        return claims::source(claims::from_records(&values));
    }
    // PaperChecker's records carry an abstract and `metadata`, a corpus says all on one level.
    let corpus = objects().any(|(_, object)| json::get(object, &["metadata"]).is_none() && object.len() > 1);
    if documents > 1 && corpus {
        return Err(IngestError::LooksLikeEvidence { records: documents });
    }
    let mut dropped: Vec<Dropped> = values.iter().filter_map(|(_, value)| value.as_ref().err().cloned()).collect();
    let mut works = Vec::new();
    for (found, object) in objects() {
        // One alone that is too short is no paper; among others it is a bad record.
        let usable = record::read(object).and_then(|work| match characters(&work) {
            short if documents > 1 && short < SHORTEST => Err(too_short(&work)),
            _ => Ok(work),
        });
        match usable {
            Ok(work) => works.push(work),
            Err(why) => dropped.push(found.dropped(&why, 0)),
        }
    }
    gathered(works, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<Source, IngestError> {
        read_source(name, text.as_bytes(), &ReadOptions::default())
    }

    const ABSTRACT: &str = "We followed a cohort of 5,000 people. Aspirin reduced the incidence of stroke by 20%.";

    #[test]
    fn a_paper_on_standard_input_needs_fifty_characters() {
        let source = read("-", ABSTRACT).unwrap();
        assert_eq!((source.kind, &*source.name, source.pages.len()), (SourceKind::Paper, "standard input", 1));
        assert_eq!(source.file, Digest::of(ABSTRACT.as_bytes()));
        assert_eq!(read("-", "Too short."), Err(IngestError::TooShort { characters: 10 }));
        assert_eq!(read("-", " \n"), Err(IngestError::Empty));
    }

    /// The report of a text that comes from a PDF said “signiﬁcantly” in a character that some fonts lack.
    #[test]
    fn a_text_has_no_ligatures() {
        let source = read("trial.txt", &ABSTRACT.replace("reduced", "signi\u{fb01}cantly reduced")).unwrap();
        assert!(source.pages[0].text.contains("Aspirin significantly reduced"));
    }

    /// A claim in a file of its own was refused as too short for a paper, or searched for findings like one.
    #[test]
    fn a_text_of_one_sentence_is_one_claim() {
        let wrapped = "Drinking three or more cups of filtered coffee every day lowers the risk of\ntype 2 diabetes.\n";
        for text in ["Coffee causes cancer.\n", "coffee causes cancer", wrapped] {
            let source = read_source("claim.txt", text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(source.kind, SourceKind::Claims, "{text}");
            let claims: Vec<&str> = source.claims.iter().map(|claim| &*claim.text).collect();
            assert_eq!(claims, [text.trim().replace('\n', " ")]);
        }
        let two = "We drank coffee for a year in a trial of adults. Nobody of those who drank it died.";
        let paper = ReadOptions { format: Some(Format::Text), ..ReadOptions::default() };
        for (text, options) in [(two, &ReadOptions::default()), (wrapped, &paper)] {
            let source = read_source("a.txt", text.as_bytes(), options).unwrap();
            assert_eq!(source.kind, SourceKind::Paper, "{text}");
        }
    }

    #[test]
    fn an_abstract_as_paperchecker_gives_it_is_a_paper() {
        let one = format!(
            r#"[{{"abstract": "{ABSTRACT}", "metadata": {{"pmid": 123, "doi": "doi:10.1000/X", "title": "T"}}}}]"#
        );
        let source = read("a.json", &one).unwrap();
        assert_eq!((source.kind, source.claims.len()), (SourceKind::Paper, 0));
        assert_eq!((source.meta.pmid.as_deref(), source.meta.doi.as_deref()), (Some("123"), Some("10.1000/x")));
        let two = format!(
            r#"[{{"abstract": "{ABSTRACT}", "metadata": {{"title": "T"}}}}, {{"abstract": "{ABSTRACT}", "metadata": {{}}}}, {{"abstract": ""}},
                {{"abstract": "Short.", "metadata": {{}}}}]"#
        );
        let source = read("a.json", &two).unwrap();
        assert_eq!(source.pages.iter().map(|page| page.number).collect::<Vec<_>>(), [1, 2]);
        let said: Vec<(usize, bool)> =
            source.dropped.iter().map(|d| (d.line, d.why.contains("6 characters"))).collect();
        assert_eq!((&source.meta, said), (&SourceMeta::default(), vec![(1, false), (2, true)]));
        let titles: Vec<_> = source.works.iter().map(|work| &*work.title).collect();
        assert_eq!(titles, ["T", ""], "none of them may be found as evidence for itself");
    }

    #[test]
    fn evidence_given_for_review_is_noticed() {
        let corpus = r#"{"doc_id": 1, "title": "T", "abstract": ["One."]}"#;
        assert_eq!(
            read("corpus.jsonl", &format!("{corpus}\n{corpus}")),
            Err(IngestError::LooksLikeEvidence { records: 2 })
        );
    }

    #[test]
    fn pages_keep_their_numbers_and_hidden_text_its_page() {
        let source = read("a/b/paper.txt", &format!("\u{0c}{ABSTRACT}\u{0c}more\u{202e}")).unwrap();
        assert_eq!(source.pages.iter().map(|page| page.number).collect::<Vec<_>>(), [2, 3]);
        assert_eq!((source.hidden.len(), source.hidden[0].0, source.hidden[0].1.at), (1, 3, 4));
        assert_eq!(source.name, "paper.txt");
    }

    #[test]
    fn markdown_says_what_paper_it_is() {
        let source = read("a.md", &format!("---\ntitle: On aspirin\nauthors: [\"Smith, John\"]\ndoi: 10.1000/x\ndate: 2020-02-01\n---\n# Else\n\n{ABSTRACT}")).unwrap();
        assert_eq!((&*source.meta.title, source.meta.year), ("On aspirin", Some(2020)));
        assert_eq!(source.pages[0].text, format!("Else\n\n{ABSTRACT}").as_str());
    }
}
