//! What can be wrong with a whole file.

use crate::text::Clean;

use super::Format;

/// Why a file could not be read at all. The messages do not name the file: the
/// caller knows it and says it in front.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IngestError {
    /// There are no bytes, or only white space.
    #[error("it is empty; give a paper, a claim set or evidence documents")]
    Empty,
    /// It is larger than what is read into memory.
    #[error(
        "it has {} MB and at most {} MB are read; split it, or raise the limit in the configuration under [limits]",
        bytes / 1_000_000,
        limit / 1_000_000
    )]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The most that is read.
        limit: u64,
    },
    /// A record has no end within reason.
    #[error(
        "the record that begins in line {line} is longer than {} MB; mend the file, or raise `limits.record_mb`",
        limit / 1_000_000
    )]
    LongRecord {
        /// Where it begins.
        line: usize,
        /// The longest that is read, in bytes.
        limit: u64,
    },
    /// The system stopped giving bytes.
    #[error("it cannot be read to its end: {why}")]
    Io {
        /// What the system said.
        why: Clean,
    },
    /// It is something that no reader here is for.
    #[error("this is {what}; {hint}")]
    Unreadable {
        /// What it seems to be.
        what: &'static str,
        /// What to do instead.
        hint: &'static str,
    },
    /// The paper has too little text for a statement (`docs/rules.md#extract`).
    #[error(
        "the text has only {characters} characters and a paper or abstract needs at least 50; \
         if these are claims, read them as a claim set (one claim per line, JSON, JSONL or CSV)"
    )]
    TooShort {
        /// How many characters there are.
        characters: usize,
    },
    /// The file does not follow the format that it was read as.
    #[error("it cannot be read as {format}: {why}")]
    Malformed {
        /// What it was read as.
        format: Format,
        /// What is wrong, and what to do.
        why: Clean,
    },
    /// The only record of the file cannot be used.
    #[error("its only record cannot be used: {why}")]
    Record {
        /// What is wrong with it.
        why: Clean,
    },
    /// A claim set without a single usable claim.
    #[error("there is no usable claim in it: {why}")]
    NoClaims {
        /// The first reason, and what was expected.
        why: Clean,
    },
    /// Evidence documents were given for review.
    #[error(
        "this looks like {records} evidence documents, not a paper or claim set; `gainsay library add` makes them \
         evidence, and up to 200 abstracts (PubMed XML, RIS, BibTeX, EndNote XML) can be reviewed together"
    )]
    LooksLikeEvidence {
        /// How many records it has.
        records: usize,
    },
    /// Claims were given as evidence.
    #[error("this looks like a claim set, not evidence documents; review it instead")]
    LooksLikeClaims,
    /// A format that papers come in, but documents do not, or the other way round.
    #[error("{format} is not read here; {hint}")]
    WrongFormat {
        /// What it is.
        format: Format,
        /// What is read here.
        hint: &'static str,
    },
    /// No text could be got out of a PDF.
    #[error(
        "no text can be read from this PDF ({why}); it may be cut off or damaged: fetch it again, or save it as text, \
         Markdown or JATS XML and give that"
    )]
    Pdf {
        /// What the extractors said.
        why: Clean,
    },
    /// A PDF whose pages are pictures.
    #[error(
        "this looks scanned: {words} readable words on {pages} page(s); \
         run text recognition on it first (for example `ocrmypdf in.pdf out.pdf`) and give the result"
    )]
    Scanned {
        /// Words that were found.
        words: usize,
        /// Pages that it has.
        pages: usize,
    },
    /// A PDF with text that nobody can read.
    #[error(
        "the text of this PDF cannot be read, because its fonts do not say which letters they draw; give it as text, \
         Markdown or JATS XML, or run text recognition on it (`ocrmypdf --force-ocr in.pdf out.pdf`){}",
        second_reader(*.second)
    )]
    Garbled {
        /// Whether `pdftotext` was asked too.
        second: bool,
    },
    /// A PDF without text, though its pages are no pictures.
    #[error(
        "there is hardly any text in this PDF: {words} readable words on {pages} page(s), and at least ten are needed; \
         if its pages show drawn text, run text recognition on it (for example `ocrmypdf in.pdf out.pdf`){}",
        second_reader(*.second)
    )]
    NoText {
        /// Words that were found.
        words: usize,
        /// Pages that it has.
        pages: usize,
        /// Whether `pdftotext` was asked too.
        second: bool,
    },
}

/// What else may help where no second reader was asked.
fn second_reader(asked: bool) -> &'static str {
    if asked { "" } else { "; with pdftotext (poppler-utils) installed, gainsay asks that as well" }
}
