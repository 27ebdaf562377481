//! What commands read: files and standard input, and how a source is to be read.

use std::{
    ffi::OsStr,
    io::{IsTerminal, Read},
    path::{Path, PathBuf},
};

use clap::{
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};
use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    domain::Source,
    files,
    ingest::{Format, ReadOptions, read_source},
    text::Clean,
};

/// How a source is to be read, as the commands that take one share it.
#[derive(Clone, Debug, clap::Args)]
pub(in super::super) struct SourceArgs {
    /// A paper (PDF, Word document, web page, text, Markdown, JATS XML), abstracts (JSON, PubMed XML, RIS, BibTeX), a claim
    /// set (JSON, JSONL, CSV, one claim per line), of which JSON and JSONL may bring evidence and ready judgements, a
    /// review, or - for standard input; or a paper to be fetched, by its DOI (10.1136/…), PMID:…, PMC…, arXiv:…, or
    /// address.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Keep the review here (by default next to the file, as NAME.gainsay).
    #[arg(long, value_name = "PATH")]
    pub review: Option<PathBuf>,
    /// The reasoner: builtin, ollama, or a model server of the configuration ([servers.NAME]). A review keeps the one
    /// that it was made with; another one is used for this run alone.
    #[arg(long, value_name = "NAME")]
    pub reasoner: Option<String>,
    /// Allow text of this review to be sent to model servers and sources of evidence on other machines; recorded in the
    /// review.
    #[arg(long)]
    pub consent: bool,
    /// Read FILE as this format instead of guessing it from its name and content.
    #[arg(long, value_parser = InputFormat, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// Reads `--format`, and says where the format of a report is named.
#[derive(Clone)]
struct InputFormat;

impl TypedValueParser for InputFormat {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        if value.eq_ignore_ascii_case("html") {
            let why = "`--format` says what FILE is, and web pages are not read; for a report as HTML give `--out NAME.html`, \
                       or `gainsay export --format html REVIEW`\n";
            return Err(command.clone().error(ErrorKind::InvalidValue, why));
        }
        let name = names().parse_ref(command, arg, value)?;
        Format::parse(&name).ok_or_else(|| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Format::ALL.into_iter().map(|format| PossibleValue::new(format.name()))))
    }
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
}

/// Reads a paper or claim set without making a review of it.
pub(in super::super) fn parse(name: &str, bytes: &[u8], format: Option<Format>) -> eyre::Result<Source> {
    let options = ReadOptions { format, exe: std::env::current_exe().ok() };
    read_source(name, bytes, &options).wrap_err_with(|| Clean::new(name).one_line().to_string())
}

/// Opens a file, or standard input for `-`, to be read in a stream.
pub(in super::super) fn open_input(path: &Path) -> eyre::Result<(String, Box<dyn Read + Send>)> {
    if path.as_os_str() == "-" {
        refuse_terminal()?;
        // Its lock belongs to this thread.
        drop(files::open_standard_input().wrap_err("cannot read standard input")?);
        return Ok(("standard input".to_owned(), Box::new(std::io::stdin())));
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let input = files::open_input(path).wrap_err_with(|| format!("cannot read {}", path.display()))?;
    files::protect(path, "an input of this command");
    Ok((name, Box::new(input)))
}

fn refuse_terminal() -> eyre::Result<()> {
    if std::io::stdin().is_terminal() {
        bail!("standard input is the terminal; pipe a text in, or name a file");
    }
    Ok(())
}

/// Reads a file, or standard input for `-`.
pub(in super::super) fn read(path: &Path) -> eyre::Result<(String, Vec<u8>)> {
    if path.as_os_str() == "-" {
        refuse_terminal()?;
        let bytes = files::read_standard_input().wrap_err("cannot read standard input")?;
        return Ok(("standard input".to_owned(), bytes));
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = files::read_input(path).wrap_err_with(|| format!("cannot read {}", path.display()))?;
    files::protect(path, "an input of this command");
    Ok((name, bytes))
}
