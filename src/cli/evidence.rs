//! Sources of evidence as the configuration and the command line name them.

use std::{sync::Arc, time::Duration};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    engine::search::{Catalog, Entry, Literature},
    net::{ClientError, Gate, Host, Refusal},
    review::Review,
    sources::{self, Access, Cache, EvidenceSource, KeyUse, Kind, PageAccess},
    text::Clean,
};

use super::{Context, egress};

/// What the messages about consent call it.
pub(super) const SOURCE: &str = "source of evidence";
/// The source that is asked when none is named.
const USUAL: &str = "europepmc";

/// Sources by their names, which commas may part.
///
/// # Errors
/// When one is not a source.
pub(super) fn by_name(names: &[String]) -> eyre::Result<Vec<&'static Kind>> {
    let mut kinds: Vec<&Kind> = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')).map(str::trim).filter(|name| !name.is_empty()) {
        let Some(kind) = sources::kind(name) else {
            bail!("“{}” is not a source; name some of {}", Clean::from(name).one_line(), sources::names());
        };
        if kinds.iter().all(|known| known.name != kind.name) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

/// The sources for a command: those named, else those of the configuration, else Europe PMC.
pub(super) fn chosen(cx: &Context, named: &[String]) -> eyre::Result<Vec<&'static Kind>> {
    let kinds = by_name(named)?;
    if !kinds.is_empty() {
        return Ok(kinds);
    }
    let configured = by_name(&cx.loaded.config.sources.used)?;
    Ok(if configured.is_empty() { sources::kind(USUAL).into_iter().collect() } else { configured })
}

/// Where a source is.
pub(super) fn host(cx: &Context, kind: &Kind) -> eyre::Result<Host> {
    let url = cx.loaded.config.sources.source(kind.name).map(|source| source.url.as_str()).unwrap_or_default();
    kind.host(url).wrap_err_with(|| format!("sources.{}.url", kind.name))
}

/// A client of a source behind `gate`. Nothing is sent.
pub(super) fn connect(cx: &Context, kind: &Kind, gate: Gate) -> eyre::Result<Arc<dyn EvidenceSource>> {
    let access = access(cx, kind, Arc::clone(&gate), gate, &host(cx, kind)?).map_err(|why| eyre::eyre!("{why}"))?;
    Ok(kind.connect(access)?)
}

/// How a source is reached; `pages` is asked before pages are fetched that a web search found.
///
/// # Errors
/// Why its proxy cannot be used.
fn access(cx: &Context, kind: &Kind, gate: Gate, pages: Gate, host: &Host) -> Result<Access, Clean> {
    let config = &cx.loaded.config.sources;
    let secret = config.source(kind.name).map(crate::config::Source::secret).filter(crate::config::Secret::is_named);
    let whom = format!("source {}", kind.name);
    let key = secret.map(|secret| -> sources::KeyReader { Arc::new(move || secret.read(&whom)) });
    let folder = cx.loaded.cache_dir().filter(|_| config.keep_days > 0);
    Ok(Access {
        proxy: egress::proxy(host).map_err(|why| Clean::from(why.to_string()))?,
        host: host.clone(),
        gate,
        contact: config.contact.clone(),
        key,
        cache: folder.map(|folder| Cache::open(&folder.join("sources"))),
        keep: Duration::from_secs(u64::from(config.keep_days) * 24 * 3600),
        retries: config.retries,
        backoff: Duration::from_millis(config.backoff),
        pages: kind.is_web.then(|| PageAccess {
            gate: pages,
            proxy: Arc::new(egress::proxy),
            exe: std::env::current_exe().ok(),
            most: config.pages,
        }),
    })
}

/// A client of a source that the command itself asks for.
pub(super) fn connect_for_command(cx: &Context, kind: &Kind) -> eyre::Result<Arc<dyn EvidenceSource>> {
    let host = host(cx, kind)?;
    let gate = if kind.is_web { egress::web_asked_for(cx, &host) } else { egress::asked_for(cx, SOURCE, &host) };
    connect(cx, kind, gate)
}

/// Whether a review may be searched in a source.
fn gate(cx: &Context, review: &Arc<Review>, kind: &Kind, host: &Host) -> Result<Gate, ClientError> {
    if kind.is_web { egress::web_gate(cx, review, host) } else { egress::gate(cx, review, SOURCE, host) }
}

/// What a review is searched in beside the library: every source, each behind the consent that the review keeps. Those
/// of the configuration are on.
pub(super) fn literature(cx: &Context, review: &Arc<Review>) -> eyre::Result<Literature> {
    let config = &cx.loaded.config.sources;
    let used = by_name(&config.used)?;
    let entries = sources::KINDS.iter().map(|kind| -> eyre::Result<Entry> {
        let host = host(cx, kind)?;
        let gates = gate(cx, review, kind, &host).and_then(|gate| Ok((gate, egress::pages_gate(cx, review)?)));
        let (gate, pages) = match gates {
            Ok(gates) => gates,
            // A proxy that cannot be used matters where it is needed.
            Err(why) if used.iter().all(|used| used.name != kind.name) => {
                (egress::closed(&why.to_string()), egress::closed(&why.to_string()))
            }
            Err(why) => return Err(why.into()),
        };
        let on = used.iter().any(|used| used.name == kind.name);
        let access = access(cx, kind, Arc::clone(&gate), pages, &host);
        let has_key = config.source(kind.name).is_some_and(|source| source.secret().is_named());
        let lacks = (kind.key != KeyUse::Optional && !has_key).then(|| Clean::from(kind.key.missing(kind.name)));
        let connect = move || {
            let access = access.as_ref().map_err(Clone::clone)?;
            kind.connect(access.clone()).map_err(|why| Clean::from(why.to_string()))
        };
        Ok(Entry::new(kind.name, kind.about, host.to_string().into(), on, gate, connect).without_key(lacks))
    });
    let sources = Catalog::new(entries.collect::<eyre::Result<Vec<_>>>()?);
    let until = Some(Clean::from(config.until.as_str())).filter(|day| !day.is_empty());
    Ok(Literature { sources, until, max: config.max })
}

/// Keeps in the review that its text may be sent to the sources of the configuration.
pub(super) fn consent(cx: &Context, review: &Review) -> eyre::Result<()> {
    for kind in by_name(&cx.loaded.config.sources.used)? {
        let consent = if kind.is_web { egress::web_consent } else { egress::consent };
        consent(cx, review, &host(cx, kind)?)?;
    }
    Ok(())
}

/// Refuses to begin while nobody consented to a source that will be searched. Offline, no source is searched, and the
/// work goes on.
pub(super) fn permitted(cx: &Context, review: &Arc<Review>) -> eyre::Result<()> {
    for kind in by_name(&cx.loaded.config.sources.used)? {
        if let Err(Refusal { why, host: Some(_) }) = gate(cx, review, kind, &host(cx, kind)?)?() {
            bail!("{why}; --consent allows it, and is kept in the review; --sources none searches the library alone");
        }
    }
    Ok(())
}
