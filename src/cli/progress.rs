//! Bars on standard error for what takes a while.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// From so many documents on, bringing a library up to date takes longer than a moment.
const MANY: u64 = 5_000;

/// Runs `open`, and shows on standard error how far it is with bringing the library up to date.
pub(super) fn show_upgrade<T>(open: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let mut shown: Option<ProgressBar> = None;
    let opened = open(&mut |done, documents| {
        if documents >= MANY {
            let bar = shown.get_or_insert_with(|| {
                eprintln!(
                    "gainsay: the library was made by an older version; bringing its passages and word index up to \
                     date once, for {documents} documents (if interrupted, it stays as it was)"
                );
                bar(Some(documents))
            });
            bar.set_position(done);
        }
    });
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    opened
}

/// A bar for `length` documents, or a running count if that is unknown; hidden when standard error is not a terminal.
pub(super) fn bar(length: Option<u64>) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(length, target);
    let template =
        if length.is_some() { "{bar:32} {pos} of {len} documents  {elapsed}" } else { "{pos} documents  {elapsed}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
