//! What a file is, by its name and its first bytes.

use super::{Format, IngestError, decode, docx, lines, nbib};

impl Format {
    /// What the file `name` with these `bytes` is. Content that cannot be
    /// mistaken goes before the name's ending, the ending before a guess.
    ///
    /// # Errors
    /// [`IngestError::Empty`], and [`IngestError::Unreadable`] for kinds of file
    /// that are recognised and not read (a word processor's, an archive, a web page, …).
    pub fn sniff(name: &str, bytes: &[u8]) -> Result<Self, IngestError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(IngestError::Empty);
        }
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        let is_archive = bytes.starts_with(b"PK\x03\x04");
        if is_archive
            && (ending.as_deref() == Some("docx") || memchr::memmem::find(bytes, docx::BODY.as_bytes()).is_some())
        {
            return Ok(Self::Docx);
        }
        if let Some((what, hint)) = foreign(bytes) {
            return Err(IngestError::Unreadable { what, hint });
        }
        if memchr::memmem::find(&bytes[..bytes.len().min(1024)], b"%PDF-").is_some() {
            return Ok(Self::Pdf);
        }
        let decoded = decode::decode(&bytes[..bytes.len().min(HEAD)])?;
        let head = decoded.text.trim_start();
        match ending.as_deref() {
            Some("md" | "markdown" | "mkd") => return Ok(Self::Markdown),
            Some("json") => return Ok(if head.starts_with(['{', '[']) { Self::Json } else { Self::JsonLines }),
            Some("jsonl" | "ndjson") => return Ok(Self::JsonLines),
            Some("csv" | "tsv") => return Ok(Self::Csv),
            Some("claims") => return Ok(Self::Lines),
            Some("ris") => return Ok(Self::Ris),
            Some("nbib") => return Ok(Self::PubMed),
            Some("bib" | "bibtex") => return Ok(Self::BibTex),
            Some("txt" | "text") => return Ok(plain_kind(head)),
            Some("pdf") => {
                return Err(IngestError::Unreadable {
                    what: "named .pdf but no PDF",
                    hint: "it may be cut off, or a web page saved under that name; download it again",
                });
            }
            _ => {}
        }
        by_content(head)
    }
}

/// How much is looked at to guess a format.
const HEAD: usize = 16 * 1024;

fn by_content(head: &str) -> Result<Format, IngestError> {
    if head.starts_with('<') {
        return xml_kind(head);
    }
    let squeezed: String = head.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    if matches!(squeezed.as_str(), "[{" | "[\"" | "[]" | "[[") {
        return Ok(Format::Json);
    }
    if matches!(squeezed.as_str(), "{\"" | "{}") {
        let mut lines = head.lines();
        let alone = lines.next().is_some_and(|line| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok());
        return Ok(if alone && lines.any(|line| !line.trim().is_empty()) { Format::JsonLines } else { Format::Json });
    }
    let first = head.lines().next().unwrap_or_default();
    if nbib::is_nbib(first) {
        return Ok(Format::PubMed);
    }
    if first.starts_with("TY  -") {
        return Ok(Format::Ris);
    }
    if first.strip_prefix('@').is_some_and(|rest| rest.trim_start_matches(char::is_alphabetic).starts_with(['{', '(']))
    {
        return Ok(Format::BibTex);
    }
    let columns: Vec<_> =
        first.split([',', ';', '\t']).map(|cell| cell.trim().trim_matches('"').to_lowercase()).collect();
    if columns.len() > 1 && columns.iter().any(|cell| matches!(cell.as_str(), "claim" | "statement")) {
        return Ok(Format::Csv);
    }
    Ok(plain_kind(head))
}

/// Running text, or one claim per line.
fn plain_kind(head: &str) -> Format {
    if lines::are_claims(head) { Format::Lines } else { Format::Text }
}

fn xml_kind(head: &str) -> Result<Format, IngestError> {
    let lower = head.to_lowercase();
    if lower.contains("<pubmedarticle") || lower.contains("<medlinecitation") {
        Ok(Format::PubMed)
    } else if lower.contains("<xml>") && lower.contains("<records>") {
        Ok(Format::EndNote)
    } else if lower.starts_with("<!doctype html") || lower.contains("<html") {
        Ok(Format::Html)
    } else if lower.contains("<article") || lower.contains("<pmc-articleset") {
        Ok(Format::Jats)
    } else if lower.starts_with("<?xml") || lower.starts_with("<!doctype") {
        Err(IngestError::Unreadable {
            what: "XML of an unknown kind",
            hint: "JATS full texts (<article>), PubMed records (<PubmedArticle>) and EndNote's export are read",
        })
    } else {
        Ok(Format::Markdown)
    }
}

/// Kinds of file that are known by their first bytes and not read.
fn foreign(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const KINDS: [(&[u8], &str, &str); 9] = [
        (b"SQLite format 3\0", "a gainsay review or another database", "open a review by itself, not as a paper"),
        (b"PK\x03\x04", "an archive", "unpack it first; a text of another word processor can be saved as .docx or PDF"),
        (b"\xd0\xcf\x11\xe0", "an old Word document", "save it as .docx or PDF"),
        (b"{\\rtf", "a rich text document", "save it as .docx or PDF"),
        (b"\x1f\x8b", "a compressed file", "unpack it first (gunzip)"),
        (b"\x89PNG", "an image", "run text recognition on it and give the text"),
        (b"\xff\xd8\xff", "an image", "run text recognition on it and give the text"),
        (b"%!PS", "PostScript", "turn it into a PDF first (ps2pdf)"),
        (b"\x28\xb5\x2f\xfd", "a compressed file", "unpack it first (unzstd)"),
    ];
    KINDS.iter().find(|(magic, ..)| bytes.starts_with(magic)).map(|(_, what, hint)| (*what, *hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_goes_before_the_name_and_the_name_before_a_guess() {
        let cases: [(&str, &str, Format); 21] = [
            ("a.xml", "<?xml version=\"1.0\" ?><xml><records><record>", Format::EndNote),
            ("a.txt", "%PDF-1.4", Format::Pdf),
            ("a.docx", "PK\x03\x04", Format::Docx),
            ("-", "PK\x03\x04 word/document.xml", Format::Docx),
            ("a.html", "<!doctype html><html>", Format::Html),
            ("a.txt", "plain", Format::Text),
            ("a.md", "plain", Format::Markdown),
            ("a.nxml", "<!DOCTYPE article><article>", Format::Jats),
            ("a.xml", "<?xml version='1.0'?><PubmedArticleSet><PubmedArticle/>", Format::PubMed),
            ("a.nbib", "\nPMID- 1\nTI  - T", Format::PubMed),
            ("a", "PMID- 1\nTI  - T", Format::PubMed),
            ("a.json", "[]", Format::Json),
            ("a.jsonl", "[]", Format::JsonLines),
            ("-", "[ {\"claim\": \"x\"}]", Format::Json),
            ("-", "{\"claim\": \"x\"}\n{\"claim\": \"y\"}\n", Format::JsonLines),
            ("-", "{\"claims\": [\n]}", Format::Json),
            ("-", "id;claim\n1;x", Format::Csv),
            ("-", "[1] Shown before, therefore.", Format::Text),
            ("-", "TY  - JOUR\nER  - ", Format::Ris),
            ("-", "@article{a, title={b}}", Format::BibTex),
            ("a.CLAIMS", "one\ntwo", Format::Lines),
        ];
        for (name, content, format) in cases {
            assert_eq!(Format::sniff(name, content.as_bytes()), Ok(format), "{name}: {content}");
        }
    }

    #[test]
    fn what_is_not_read_says_what_to_do() {
        for (name, bytes) in [
            ("a.xlsx", &b"PK\x03\x04rest"[..]),
            ("a.gainsay", b"SQLite format 3\0"),
            ("a.txt", b"text\0with\0zeros"),
            ("a.pdf", b"not one"),
        ] {
            assert!(matches!(Format::sniff(name, bytes), Err(IngestError::Unreadable { .. })), "{name}");
        }
        assert_eq!(Format::sniff("-", b" \n "), Err(IngestError::Empty));
    }
}
