//! For whom a review is read, and what a blind one hides from them.

use std::path::Path;

use color_eyre::eyre::{self, bail};

use crate::{
    review::{Review, Viewer, Who},
    text::{Clean, counted},
};

use super::{super::Context, Opened, open_review, shown};

/// For whom something is written: the reviewer of the configuration. From somebody who is not named, a blind review
/// hides everything (`docs/rules.md#blind`).
pub(in super::super) fn viewer(cx: &Context) -> Viewer {
    let name = cx.loaded.reviewer().map(|name| Clean::from(name).one_line());
    name.map_or(Viewer::Unknown, |name| Viewer::Reviewer(Who::Reviewer(name)))
}

/// Refuses to do what shows everything while a blind review hides some of it from its viewer; `instead` is what can be
/// done now. A blind review without statements hides those to come.
pub(in super::super) fn refuse_hidden(review: &Review, instead: &str) -> eyre::Result<()> {
    let (hidden, fold) = (review.hidden(), review.fold());
    let on = match hidden {
        0 if !(fold.is_blind() && fold.statements().is_empty()) => return Ok(()),
        0 => "statements that are not decided".to_owned(),
        1 => "1 statement that is not decided".to_owned(),
        _ => format!("{hidden} statements that are not decided"),
    };
    let (who, name) = match review.viewer() {
        Viewer::Unknown => (String::new(), ", say who you are with --set reviewer=NAME"),
        Viewer::Reviewer(who) => (format!("{who} "), ""),
    };
    bail!(
        "the review is blind, and this would show {who}the machine's opinion on {on}; {instead}decide them{name}, or end \
         it with `gainsay review REVIEW --blind=false`"
    )
}

/// What a blind review can be exported as, for [`refuse_hidden`].
pub(in super::super) const WITHOUT_HIDDEN: &str =
    "export Markdown, HTML, CSV or XLSX, hand it on unseen with `gainsay backup REVIEW`, ";

/// Opens a review to be read for [`viewer`], and says what to do where all of it is hidden.
pub(in super::super) fn open_for_viewer(cx: &Context, path: &Path) -> eyre::Result<Opened> {
    let opened = open_review(path, true)?;
    opened.review.set_viewer(viewer(cx));
    if let (Viewer::Unknown, hidden @ 1..) = (opened.review.viewer(), opened.review.hidden()) {
        eprintln!(
            "gainsay: {} is blind and no reviewer is named, so what the machine and reviewers say of {} is hidden; --set \
             reviewer=NAME shows what NAME has decided, `gainsay review REVIEW --blind=false` ends it",
            shown(path),
            counted(hidden, "statement"),
        );
    }
    Ok(opened)
}
