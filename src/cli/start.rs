//! `gainsay` alone: the start page, and what is chosen there.

use std::{path::PathBuf, sync::Arc};

use color_eyre::eyre;

use crate::{
    text::Clean,
    tui::{self, Chosen, Recent, TuiError},
};

use super::{Context, DONE, assemble, demo, describe, library, recent, review};

/// Shows the page until a review was opened or nothing is wanted. One that cannot
/// be opened leads back to it.
pub(super) fn run(cx: &Context) -> eyre::Result<u8> {
    let (mut failed, mut notice, mut refused) = (None, None, None);
    loop {
        let page = tui::StartOptions { notice: notice.take(), refused: refused.take(), ..options(cx, failed.take()) };
        let chosen = cx.runtime.block_on(tui::start(page))?;
        let again = chosen.clone();
        let shown = match chosen {
            Chosen::Quit => return Ok(DONE),
            Chosen::Demo => demo::run(cx, demo::Args::default()),
            Chosen::Open(path) => review::open(cx, &path),
            Chosen::File(path) => review::open_source(cx, path),
            Chosen::Evidence(path) => {
                match add_evidence(cx, path) {
                    Ok(added) => notice = Some(added),
                    Err(error) => (failed, refused) = (Some(describe(&error)), Some(again)),
                }
                continue;
            }
        };
        match shown {
            Err(error) if !error.is::<TuiError>() => {
                cx.typed.clear();
                (failed, refused) = (Some(describe(&error)), Some(again));
            }
            shown => return shown,
        }
    }
}

/// Adds a file to the library, and says how many documents came of it.
fn add_evidence(cx: &Context, path: PathBuf) -> eyre::Result<Clean> {
    let count = || assemble::library(cx).and_then(|library| Ok(library.count()?));
    let before = count()?;
    let name = path
        .file_name()
        .map_or_else(|| assemble::shown(&path), |n| Clean::from(n.to_string_lossy().into_owned()).one_line());
    let code = library::run(cx, library::Command::Add { files: vec![path], no_vectors: false })?;
    if code != DONE {
        eyre::bail!("{name} could not be read as evidence; `gainsay library add {name}` says why");
    }
    let now = count()?;
    let added = match now.saturating_sub(before) {
        1 => "1 new document".to_owned(),
        n => format!("{n} new documents"),
    };
    Ok(format!("{name}: {added}, {now} in the library").into())
}

fn options(cx: &Context, failed: Option<String>) -> tui::StartOptions {
    let config = &cx.loaded.config;
    let (entries, wrong) = recent::list(&cx.loaded);
    let recent = entries.into_iter().map(|entry| Recent {
        missing: !entry.path.exists(),
        title: Clean::from(entry.title).one_line(),
        path: entry.path,
        opened: entry.opened,
        counts: entry.counts,
        sort: entry.sort.map(|sort| Clean::from(sort).one_line()),
    });
    tui::StartOptions {
        theme: assemble::theme(cx),
        themes: Arc::new(tui::Themes::read(cx.loaded.file.as_deref())),
        mouse: config.mouse,
        ascii: config.ascii,
        recent: recent.collect(),
        demo: demo::path(cx).and_then(|path| path.canonicalize().ok()),
        documents: assemble::library(cx).ok().and_then(|library| library.count().ok()),
        now: assemble::clock()(),
        notice: None,
        refused: None,
        typed: cx.typed.clone(),
        remark: failed.or(wrong).map(|told| Clean::from(told).one_line()),
    }
}
