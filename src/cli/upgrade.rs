//! A library of an older format is brought up to date when it is opened, which is shown where it takes a while.

use indicatif::ProgressBar;

use super::library::bar;

/// From so many documents on it takes longer than a moment.
const MANY: u64 = 5_000;

/// Runs `open`, and shows on standard error how far it is with bringing the library up to date.
pub(super) fn show_upgrade<T>(open: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let mut shown: Option<ProgressBar> = None;
    let opened = open(&mut |done, documents| {
        if documents >= MANY {
            let bar = shown.get_or_insert_with(|| {
                eprintln!(
                    "gainsay: the library was made by an older version; its index over words is being made again, once, \
                     for {documents} documents (interrupted, it stays as it was)"
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
