//! `gainsay` alone: the start page, and what is chosen there.

use std::sync::Arc;

use color_eyre::eyre;

use crate::{
    text::Clean,
    tui::{self, Chosen, Recent, TuiError},
};

use super::{Context, DONE, assemble, demo, recent, review};

/// Shows the page until a review was opened or nothing is wanted. One that cannot
/// be opened leads back to it.
pub(super) fn run(cx: &Context) -> eyre::Result<u8> {
    let mut failed = None;
    loop {
        let chosen = cx.runtime.block_on(tui::start(options(cx, failed.take())))?;
        let shown = match chosen {
            Chosen::Quit => return Ok(DONE),
            Chosen::Demo => demo::run(cx, demo::Args::default()),
            Chosen::Open(path) => review::open(cx, &path),
        };
        match shown {
            Err(error) if !error.is::<TuiError>() => failed = Some(format!("{error:#}")),
            shown => return shown,
        }
    }
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
        remark: failed.or(wrong).map(|told| Clean::from(told).one_line()),
    }
}
