//! A paper under review that is named by its identifier: it is fetched, as open full text where there is one.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{self, bail};
use serde_json::json;

use crate::{
    domain::Record,
    ingest::Format,
    sources::{self, EvidenceSource, Identifier, Reuse},
};

use super::{Context, evidence};

/// Who is asked for a paper, in this order.
const ASKED: [&str; 2] = ["europepmc", "crossref"];
/// Who is asked for a preprint of arXiv.
const ASKED_FOR_PREPRINT: [&str; 1] = ["arxiv"];

/// A paper that was fetched.
pub(super) struct Fetched {
    /// As a file would be called.
    pub(super) name: String,
    pub(super) format: Format,
    pub(super) bytes: Vec<u8>,
    /// What was fetched, and from where.
    pub(super) remark: String,
}

/// The identifier that a name on the command line is, unless there is a file of that name.
///
/// # Errors
/// When it is an address without an identifier.
pub(super) fn meant(file: &Path) -> eyre::Result<Option<Identifier>> {
    match file.to_str() {
        Some(text) if !file.exists() && Identifier::is_meant(text) => Ok(Some(Identifier::parse(text)?)),
        _ => Ok(None),
    }
}

/// What the review of a paper is called, in the current folder.
pub(super) fn file_name(identifier: &Identifier) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    identifier.to_string().trim_start_matches("doi:").chars().map(plain).collect()
}

/// The same as a path with an ending.
pub(super) fn path(identifier: &Identifier, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", file_name(identifier)))
}

/// Fetches a paper.
pub(super) fn fetch(cx: &Context, identifier: &Identifier) -> eyre::Result<Fetched> {
    let asked: &[&str] = if matches!(identifier, Identifier::Arxiv(_)) { &ASKED_FOR_PREPRINT } else { &ASKED };
    let (mut without_text, mut failed) = (None, None);
    for kind in asked.iter().filter_map(|name| sources::kind(name)) {
        let source = evidence::connect_for_command(cx, kind)?;
        let records = match cx.runtime.block_on(source.look_up(std::slice::from_ref(identifier), Reuse::Recent)) {
            Ok(records) => records,
            Err(why) => {
                failed = failed.or(Some(why));
                continue;
            }
        };
        let same = |record: &&Record| {
            matches!(identifier, Identifier::Arxiv(_)) || Identifier::of(&record.meta).contains(identifier)
        };
        let Some(record) = records.iter().find(same) else { continue };
        if let Some(full) = full_text(cx, &*source, identifier, record)? {
            return Ok(full);
        }
        if record.document().is_some() {
            return Ok(abstract_of(identifier, kind.name, record));
        }
        without_text = without_text.or(Some(kind.name));
    }
    if let Some(why) = failed {
        let what = if why.is_offline() { "was not looked up" } else { "was not found" };
        bail!("{identifier} {what}: {why}; or download the paper and name the file");
    }
    let asked = asked.join(" and ");
    match without_text {
        Some(source) => bail!(
            "{source} knows {identifier}, but neither its abstract nor an open full text; download the paper and name \
             the file"
        ),
        None => bail!("{asked} do not know {identifier}; check it, or download the paper and name the file"),
    }
}

fn full_text(
    cx: &Context,
    source: &dyn EvidenceSource,
    identifier: &Identifier,
    record: &Record,
) -> eyre::Result<Option<Fetched>> {
    let Some(pmcid) = record.meta.pmcid.as_deref().filter(|_| record.facts.open_access == Some(true)) else {
        return Ok(None);
    };
    let text = match cx.runtime.block_on(source.full_text(pmcid)) {
        Ok(text) => text,
        // The abstract will do, and the reviewer hears why it is all.
        Err(why) => {
            eprintln!("gainsay: the full text of {identifier} was not fetched: {why}");
            None
        }
    };
    Ok(text.map(|bytes| Fetched {
        name: format!("{}.xml", file_name(identifier)),
        format: Format::Jats,
        bytes,
        remark: format!("{identifier} fetched from {}: the open full text ({pmcid})", source.name()),
    }))
}

fn abstract_of(identifier: &Identifier, source: &str, record: &Record) -> Fetched {
    let meta = &record.meta;
    let text: Vec<&str> = record.pages.iter().map(|page| page.text.as_str()).collect();
    let body = json!([{"abstract": text.join("\n\n"), "metadata": {
        "title": meta.title, "authors": meta.authors, "journal": meta.journal, "year": meta.year, "doi": meta.doi,
        "pmid": meta.pmid, "pmcid": meta.pmcid, "published": meta.published,
        "publication_types": meta.publication_types,
    }}]);
    Fetched {
        name: format!("{}.json", file_name(identifier)),
        format: Format::Json,
        bytes: body.to_string().into_bytes(),
        remark: format!("{identifier} fetched from {source}: the abstract only; there is no open full text"),
    }
}
