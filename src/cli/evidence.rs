//! Sources of evidence as the configuration and the command line name them.

use std::{sync::Arc, time::Duration};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    net::{Gate, Host},
    sources::{self, Access, Cache, EvidenceSource, Kind},
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
    let config = &cx.loaded.config.sources;
    let host = host(cx, kind)?;
    let secret = config.source(kind.name).map(crate::config::Source::secret).filter(crate::config::Secret::is_named);
    let whom = format!("source {}", kind.name);
    let key = secret.map(|secret| -> sources::KeyReader { Arc::new(move || secret.read(&whom)) });
    let folder = cx.loaded.cache_dir().filter(|_| config.keep_days > 0);
    let access = Access {
        proxy: egress::proxy(&host)?,
        host,
        gate,
        contact: config.contact.clone(),
        key,
        cache: folder.map(|folder| Cache::open(&folder.join("sources"))),
        keep: Duration::from_secs(u64::from(config.keep_days) * 24 * 3600),
        retries: config.retries,
        backoff: Duration::from_millis(config.backoff),
    };
    Ok(kind.connect(access)?)
}

/// A client of a source that the command itself asks for.
pub(super) fn connect_for_command(cx: &Context, kind: &Kind) -> eyre::Result<Arc<dyn EvidenceSource>> {
    connect(cx, kind, egress::asked_for(cx, SOURCE, &host(cx, kind)?))
}
