//! What a run will cost, before it starts: from what stages took in the newest reviews (`docs/rules.md#cost`).

use color_eyre::eyre;

use crate::{
    domain::Stage,
    engine::{Costs, Estimate},
    review::Review,
    text::{Clean, counted},
    tui,
};

use super::{Context, assemble, recent};

/// How many reviews of the start page are looked at.
const NEWEST: usize = 5;

/// What stages and calls took in `own`, if there is one, and in the newest reviews of the start page.
pub(super) fn measured(cx: &Context, own: Option<&Review>) -> eyre::Result<Costs> {
    let failed = |why: Clean| eyre::eyre!("{why}");
    let mut costs = own.map(tui::costs).transpose().map_err(failed)?.unwrap_or_default();
    let path = own.and_then(Review::path).and_then(|path| path.canonicalize().ok());
    let others = recent::list(&cx.loaded).0.into_iter().filter(|entry| Some(&entry.path) != path.as_ref());
    for entry in others.take(NEWEST) {
        // One that cannot be read was not measured.
        if let Ok(opened) = assemble::open_review(&entry.path, true) {
            costs.add(&tui::costs(&opened.review).map_err(failed)?);
        }
    }
    Ok(costs)
}

/// All stages of so many statements.
pub(super) fn estimate(costs: &Costs, payer: &Clean, statements: u64) -> Estimate {
    costs.estimate(payer, Stage::OF_STATEMENT.into_iter().map(|stage| (stage, statements)))
}

/// Prints what a run will cost.
pub(super) fn print(payer: &Clean, statements: u64, estimate: &Estimate) {
    let statements = match statements {
        0 => String::new(),
        some => format!("{}, ", counted(usize::try_from(some).unwrap_or(usize::MAX), "statement")),
    };
    println!("{}: {statements}{estimate}", payer.one_line());
}
