//! `gainsay library fetch`, `refresh`, `retractions` and `show`: evidence from sources, and what they know of it.

use std::{io::Write, path::Path, sync::Arc};

use color_eyre::eyre::{self, WrapErr};
use futures_util::future::join_all;

use crate::{
    domain::{DocId, Record, Retrieval, UnreadPage, rules::reference::ama},
    ingest,
    library::{Library, Merged, RETRACTION_WATCH},
    sources::{self, EvidenceSource, Found, Identifier, Query, Reuse, SourceError, Wording},
    text::{Clean, counted},
};

use super::{Context, DONE, DONE_IN_PART, FAILED, assemble, evidence};

/// How many works are looked up before the library takes them in.
const BATCH: usize = 50;
/// How many papers of a table are compared with the library in one transaction.
const LOOKED_UP: usize = 5000;

/// Arguments of `library fetch`.
#[derive(Debug, clap::Args)]
pub(super) struct FetchArgs {
    /// What to search for, in the source's own syntax; or a DOI, PMID:…, PMC…, arXiv:….
    #[arg(required = true)]
    query: Vec<String>,
    /// The sources to search; by default those of the configuration (sources.use), else europepmc.
    #[arg(long = "source", value_name = "NAME", value_delimiter = ',')]
    named: Vec<String>,
    /// How many records to take of each source, up to 1000; by default sources.max. Of a web search, no more than
    /// sources.pages are fetched.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    max: Option<u16>,
    /// Query again even if an answer is kept.
    #[arg(long)]
    fresh: bool,
}

/// Arguments of `library refresh`.
#[derive(Debug, clap::Args)]
pub(super) struct RefreshArgs {
    /// The sources to ask; by default those of the configuration (sources.use), else europepmc.
    #[arg(long = "source", value_name = "NAME", value_delimiter = ',')]
    named: Vec<String>,
}

/// Searches sources and takes what they find into the library.
pub(super) fn fetch(cx: &Context, library: &Library, args: &FetchArgs, out: &mut impl Write) -> eyre::Result<u8> {
    let config = &cx.loaded.config.sources;
    let kinds = evidence::chosen(cx, &args.named)?;
    let sources = kinds.into_iter().map(|kind| evidence::connect_for_command(cx, kind));
    let sources = sources.collect::<eyre::Result<Vec<_>>>()?;
    let text = args.query.join(" ");
    let identifier = Identifier::parse(&text).ok();
    let query = Query {
        wording: Wording::Written(text.clone()),
        until: Some(config.until.as_str().into()).filter(|day: &Clean| !day.is_empty()),
        limit: args.max.map_or(config.max, usize::from),
        reuse: if args.fresh { Reuse::Never } else { Reuse::Recent },
    };
    let asked = sources.iter().map(|source| ask(&**source, &query, identifier.as_ref()));
    let answers = cx.runtime.block_on(join_all(asked));
    let (mut answered, mut failed) = (false, false);
    for (source, answer) in sources.iter().zip(answers) {
        match answer {
            Ok(Answer { retrieval, records, unread, trouble }) => {
                answered = true;
                let merged = library.merge(&retrieval, &records)?;
                let hits = counted(usize::try_from(retrieval.hits).unwrap_or(usize::MAX), "hit");
                writeln!(
                    out,
                    "{}: {hits}, {} fetched: {} new, {} in the library before, {} without an abstract left out",
                    source.name(),
                    records.len(),
                    merged.added(),
                    merged.known(),
                    merged.without_text
                )?;
                if let Some(left) = source.line().remaining() {
                    writeln!(out, "  {left} left of its limit, by its own count")?;
                }
                for page in unread {
                    writeln!(out, "  not read: {}: {}", page.address.one_line(), page.why)?;
                }
                say_retracted(library, &merged, out)?;
                if let Some(why) = trouble {
                    failed = true;
                    eprintln!("gainsay: {}: {why}", source.name());
                }
            }
            Err(why) => {
                failed = true;
                eprintln!("gainsay: {}: {why}", source.name());
            }
        }
    }
    Ok(outcome(answered, failed))
}

/// What one source answered.
struct Answer {
    retrieval: Retrieval,
    records: Vec<Record>,
    unread: Vec<UnreadPage>,
    trouble: Option<SourceError>,
}

/// The records of one source for a query, or for a work by its identifier.
async fn ask(
    source: &dyn EvidenceSource,
    query: &Query,
    identifier: Option<&Identifier>,
) -> Result<Answer, SourceError> {
    let name = source.name().into();
    let Some(identifier) = identifier else {
        let Found { sent, hits, records, at, unread, trouble } = source.search(query).await?;
        let retrieval = Retrieval { source: name, query: Some(sent), hits, at };
        return Ok(Answer { retrieval, records, unread, trouble });
    };
    let records = source.look_up(std::slice::from_ref(identifier), query.reuse).await?;
    let (sent, hits) = (identifier.to_string().into(), records.len() as u64);
    let retrieval = Retrieval { source: name, query: Some(sent), hits, at: jiff::Timestamp::now() };
    Ok(Answer { retrieval, records, unread: Vec::new(), trouble: None })
}

/// Asks sources anew what they know of the works in the library: corrections, retractions, missing fields.
pub(super) fn refresh(cx: &Context, library: &Library, args: &RefreshArgs, out: &mut impl Write) -> eyre::Result<u8> {
    let works: Vec<_> = library.list(0, usize::MAX, None)?.iter().map(|entry| Identifier::of(&entry.meta)).collect();
    let known: Vec<&Vec<Identifier>> = works.iter().filter(|identifiers| !identifiers.is_empty()).collect();
    let (mut answered, mut failed) = (false, false);
    if known.is_empty() && !works.is_empty() {
        eyre::bail!(
            "{} in the library, none with a DOI, PMID or PMCID, by which sources are asked; add documents with one, or \
             give it to these in the file that they are from and add that again",
            counted(works.len(), "document")
        );
    }
    for kind in evidence::chosen(cx, &args.named)? {
        let source = evidence::connect_for_command(cx, kind)?;
        let (mut merged, mut asked, mut found) = (Merged::default(), 0, 0);
        for batch in known.chunks(BATCH) {
            let one = |identifiers: &&Vec<Identifier>| preferred(identifiers, kind.name);
            let identifiers: Vec<Identifier> = batch.iter().filter_map(one).collect();
            let records = match cx.runtime.block_on(source.look_up(&identifiers, Reuse::Never)) {
                Ok(records) => records,
                Err(why) => {
                    failed = true;
                    eprintln!("gainsay: {}: {why}; {asked} of {} documents were asked for", kind.name, known.len());
                    break;
                }
            };
            answered = true;
            asked += batch.len();
            found += records.len();
            let retrieval = Retrieval {
                source: kind.name.into(),
                query: None,
                hits: records.len() as u64,
                at: jiff::Timestamp::now(),
            };
            merged.extend(library.merge(&retrieval, &records)?);
        }
        writeln!(
            out,
            "{}: {asked} of {} documents asked for, {found} known there, {} updated, {} newly retracted",
            kind.name,
            works.len(),
            merged.updated,
            merged.retracted.len()
        )?;
        say_retracted(library, &merged, out)?;
    }
    Ok(outcome(answered, failed))
}

/// Marks what a Retraction Watch table says was retracted, corrected or reinstated.
pub(super) fn retractions(library: &Library, file: &Path, out: &mut impl Write) -> eyre::Result<u8> {
    let (name, input) = assemble::open_input(file)?;
    let records = ingest::read_retractions(input).wrap_err_with(|| Clean::from(name).one_line().to_string())?;
    let at = jiff::Timestamp::now();
    let retrieval = Retrieval { source: RETRACTION_WATCH.into(), query: None, hits: records.len() as u64, at };
    let mut merged = Merged::default();
    for batch in records.chunks(LOOKED_UP) {
        merged.extend(library.merge(&retrieval, batch)?);
    }
    writeln!(
        out,
        "{} papers in the table, {} of them in the library: {} updated, {} newly retracted",
        records.len(),
        merged.brought.len(),
        merged.updated,
        merged.retracted.len()
    )?;
    say_retracted(library, &merged, out)?;
    Ok(DONE)
}

/// The identifier by which a source knows a work best.
fn preferred(identifiers: &[Identifier], source: &str) -> Option<Identifier> {
    let is_pmid = |identifier: &&Identifier| matches!(identifier, Identifier::Pmid(_));
    let own = identifiers.iter().find(is_pmid).filter(|_| source == "pubmed");
    own.or_else(|| identifiers.first()).cloned()
}

fn outcome(answered: bool, failed: bool) -> u8 {
    match (answered, failed) {
        (_, false) => DONE,
        (true, true) => DONE_IN_PART,
        (false, true) => FAILED,
    }
}

fn say_retracted(library: &Library, merged: &Merged, out: &mut impl Write) -> eyre::Result<()> {
    for meta in library.metas(&merged.retracted)?.into_iter().flatten() {
        writeln!(out, "  retracted: {}", ama(&meta))?;
    }
    if !merged.retracted.is_empty() {
        writeln!(out, "  reviews that cite a retracted work show it when they are opened in the interface")?;
    }
    Ok(())
}

/// Lists the sources: which are searched in reviews, where they are, and whether they have a key.
pub(super) fn sources(cx: &Context, out: &mut impl Write) -> eyre::Result<()> {
    let config = &cx.loaded.config.sources;
    for kind in &sources::KINDS {
        let used = if config.used.iter().any(|name| name == kind.name) { "used" } else { "" };
        let named = config.source(kind.name).is_some_and(|source| source.secret().is_named());
        let key = if named { ", key set" } else { "" };
        writeln!(out, "{:<16} {used:<5} {}{key}", kind.name, kind.about)?;
        writeln!(out, "{:22} {}", "", evidence::host(cx, kind)?)?;
    }
    Ok(())
}

/// Shows a document, and how it got into the library.
pub(super) fn show(library: &Arc<Library>, id: &str, out: &mut impl Write) -> eyre::Result<()> {
    let id = DocId::from(id);
    let Some(document) = library.get(&id)? else {
        eyre::bail!("there is no document {id} in the library; `gainsay library list` shows the ids");
    };
    let meta = &document.meta;
    writeln!(out, "{}", ama(meta))?;
    for identifier in Identifier::of(meta) {
        writeln!(out, "  {identifier}")?;
    }
    if !meta.publication_types.is_empty() {
        let types: Vec<_> = meta.publication_types.iter().map(|kind| kind.one_line().to_string()).collect();
        writeln!(out, "  {}", types.join("; "))?;
    }
    for related in &meta.related {
        writeln!(out, "  {related}")?;
    }
    for page in &document.pages {
        writeln!(out, "\n{}", page.text)?;
    }
    for origin in library.origins(&id)? {
        writeln!(out, "\n{} ({}), asked {:.0}", origin.source, origin.key, origin.at)?;
        for fact in origin.facts.describe() {
            writeln!(out, "  {fact}")?;
        }
        if let Some(fetched) = origin.facts.fetched {
            let from = origin.facts.address.map(|address| format!(" from {}", address.one_line())).unwrap_or_default();
            writeln!(out, "  fetched {fetched:.0}{from}")?;
        }
        for (query, rank, hits, at) in origin.found {
            writeln!(out, "  rank {rank} of {hits} for {query} ({at:.0})")?;
        }
    }
    Ok(())
}
