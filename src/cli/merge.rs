//! `gainsay merge`: reviews of one source by several reviewers as one.

use std::{collections::BTreeSet, path::PathBuf};

use color_eyre::eyre::{self, bail};

use crate::{
    desk::Dossier,
    files::FileId,
    review::{Conflict, Review, Who},
    text::{Clean, counted},
};

use super::{Context, DONE, FAULTS, assemble, recent};

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The reviews, of the same paper or claim set. The first one gives the statements, the evidence and the
    /// thresholds, and may be a merged one.
    #[arg(value_name = "REVIEW", required = true, num_args = 2..)]
    reviews: Vec<PathBuf>,
    /// The new review.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(cx: &Context, args: &Args) -> eyre::Result<u8> {
    if !assemble::is_review(&args.out) {
        bail!("{} is not the name of a review; let it end in .gainsay", args.out.display());
    }
    let mut opened = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &args.reviews {
        if !assemble::is_review(path) {
            bail!("{} is not a review; name files that end in .gainsay", path.display());
        }
        if !seen.insert(FileId::of(path)) {
            bail!("{} is named twice; each review is merged once", assemble::shown(path));
        }
        let review = assemble::open_review(path, true)?.review;
        let verified = review.inspect()?;
        if !verified.faults.is_empty() {
            assemble::report_faults(&verified.faults);
            eprintln!("gainsay: {} is not merged, because its record is broken", assemble::shown(path));
            return Ok(FAULTS);
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        opened.push((review, Clean::from(name).one_line(), verified.heads));
    }
    // A copy would count its reviewer twice. A file without verdicts may be the common starting point.
    let has_verdicts = |review: &Review| {
        let fold = review.fold();
        fold.statements().iter().any(|statement| !fold.opinions(statement.id).is_empty())
    };
    for (at, (_, name, heads)) in opened.iter().enumerate().filter(|(_, (review, ..))| has_verdicts(review)) {
        let head = heads.last();
        let mut others = opened.iter().enumerate().filter(|(other, _)| *other != at);
        if let Some((_, (_, of, _))) = others.find(|(_, (.., all))| head.is_some_and(|head| all.contains(head))) {
            bail!("{name} is {of} as it was before, or a copy of it; merge {of} without it");
        }
    }
    if args.out.exists() {
        bail!("{} exists already; name a new review with --out", assemble::shown(&args.out));
    }
    let reviews: Vec<(&Review, Clean)> = opened.iter().map(|(review, name, _)| (&**review, name.clone())).collect();
    let who = cx.loaded.reviewer().map_or(Who::Engine, |name| Who::Reviewer(Clean::from(name).one_line()));
    let merged = Review::merge(Some(&args.out), &reviews, who, assemble::clock())?;
    merged.set_viewer(assemble::viewer(cx));
    let dossier = Dossier::read(&merged);
    let counts = (dossier.counts.reviewed, dossier.rows.len());
    let title = args.out.file_stem().map(|name| Clean::from(name.to_string_lossy().into_owned())).unwrap_or_default();
    recent::remember(&cx.loaded, &merged, &title, Some(counts), None);
    let fold = merged.fold();
    let (mut verdicts, mut reasons, mut opinions) = (0, 0, 0);
    for row in &dossier.rows {
        opinions += if row.summary.is_closed() { 0 } else { fold.opinions(row.statement.id).len() };
        match row.summary.conflict {
            Some(Conflict::Verdict) => verdicts += 1,
            Some(Conflict::Reason) => reasons += 1,
            None => {}
        }
    }
    for origin in &fold.origins()[1..] {
        let edited = origin.statements.iter().filter(|matched| matched.wording.is_some()).count();
        let added = origin.statements.iter().filter(|matched| matched.added).count();
        let matched = origin.statements.len() - added;
        let matched = counted(matched, "statement");
        println!("{}: {matched} matched ({edited} of them edited), {added} added", origin.file.one_line());
    }
    let known = format!(
        "{}; {} in conflict ({verdicts} by verdict, {reasons} by reason)",
        counted(opinions, "verdict"),
        verdicts + reasons,
    );
    // What is hidden is no count of nothing.
    let said = match dossier.counts.hidden {
        0 => format!(", {known}"),
        hidden if hidden == dossier.rows.len() => {
            "; what is said of them is hidden until you have given a verdict".to_owned()
        }
        hidden => format!(", {known}; what is said of {hidden} is hidden until you have given a verdict"),
    };
    println!("{}: {}{said}", assemble::shown(&args.out), counted(fold.statements().len(), "statement"));
    if verdicts + reasons > 0 {
        println!("`gainsay review {}` and gr show who said what; your verdict decides", assemble::shown(&args.out));
    }
    if fold.is_blind() {
        let blind = opened.iter().filter(|(review, ..)| review.fold().is_blind()).map(|(_, name, _)| name.to_string());
        let (out, blind) = (assemble::shown(&args.out), blind.collect::<Vec<_>>());
        let verb = if blind.len() == 1 { "is" } else { "are" };
        println!("{out} is blind, since {} {verb}; `gainsay review {out} --blind=false` ends it", blind.join(", "));
    }
    Ok(DONE)
}
