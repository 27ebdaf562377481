//! `gainsay check`: the same engine as the interface, without one.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
};

use color_eyre::eyre;

use crate::{
    config::AUTO,
    desk::{Dossier, Row},
    domain::{Source, Stage, Value, rules::triage::Cause},
    engine::{Command, EngineHandle, Event},
    export,
    reason::Need,
    review::{Review, StageState, Summary},
    text::{Clean, counted},
};

use super::{
    Context, DONE, DONE_IN_PART, FAULTS, INTERRUPTED,
    assemble::{self, SourceArgs, is_review},
    cost, evidence, outputs, own, reasoners, recent, streams,
};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Write the report here (- for standard output), as what the name ends in (.html, .csv …), else as Markdown.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the whole state as JSON here (- for standard output).
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a table with one row per statement as CSV here (- for standard output).
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Say what it will cost and stop: calls, tokens and time, from what was measured in this review and in the newest
    /// ones of the start page. Nothing is written.
    #[arg(long)]
    cost: bool,
    /// Print errors only.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    if args.cost {
        return planned(cx, &args.source);
    }
    // Before a review is created, which would look as if it had been judged with the models.
    own::load(cx)?;
    let opened = assemble::open(cx, &args.source, false)?;
    for remark in opened.reading.iter().filter(|_| !args.quiet).chain(&opened.remarks) {
        eprintln!("gainsay: {}", Clean::from(remark.as_str()).one_line());
    }
    assemble::must_write(&opened.review)?;
    let library = assemble::library(cx)?;
    // Before the work, which may take hours.
    outputs::check(&[&args.out, &args.json, &args.csv])?;
    opened.review.set_viewer(assemble::viewer(cx));
    let report = args.out.as_deref().map_or(Some(export::Kind::Markdown), export::Kind::of_file);
    let Some(report) = report else {
        eyre::bail!("--out: name a file that ends in .md, .html, .json, .csv or .xlsx");
    };
    if args.json.is_some() || report == export::Kind::Json {
        assemble::refuse_hidden(&opened.review, "leave --json out, ")?;
    }
    if library.count()? == 0 && cx.loaded.config.sources.used.is_empty() {
        eprintln!(
            "gainsay: the library is empty, so nothing can be found; `gainsay library add FILE…` or `gainsay library \
             fetch QUERY` fills it, and --sources europepmc searches there"
        );
    }
    reasoners::consent(cx, &opened.review, args.source.reasoner.as_deref(), args.source.consent)?;
    reasoners::permitted(cx, &opened.review, args.source.reasoner.as_deref())?;
    if args.source.consent {
        evidence::consent(cx, &opened.review)?;
    }
    evidence::permitted(cx, &opened.review)?;
    let (engine, mut events) = assemble::engine(cx, opened.review.clone(), library)?;
    let named = args.source.reasoner.as_deref();
    if let (false, Some(own)) = (args.quiet, opened.review.fold().opened()) {
        eprintln!("gainsay: the reasoner is {}", named.unwrap_or(&own.spec.reasoner));
    }
    let order = reasoners::order(&opened.review, named);
    let before = opened.review.fold().head();
    let interrupted = cx.runtime.block_on(work(&engine, order, &mut events, args.quiet))?;
    let is_unchanged = !interrupted && opened.review.fold().head() == before;
    if let Some(named) = named.filter(|_| !args.quiet && is_unchanged) {
        eprintln!(
            "gainsay: nothing was missing, so {named} was asked nothing; `gainsay review` can re-run a stage with it"
        );
    }
    let review = opened.review;
    let dossier = Dossier::read(&review);
    let decided = Some((dossier.counts.reviewed, dossier.rows.len()));
    recent::remember(&cx.loaded, &review, &opened.title, decided, None);
    let faults = assemble::faults(&review)?;
    let broken = !faults.is_empty();
    let (stamp, noticed) = assemble::at_hand(cx, &review);
    let options = export::Options { library: stamp, noticed, faults, ..export::Options::default() };
    let kinds = [(&args.out, report), (&args.json, export::Kind::Json), (&args.csv, export::Kind::Csv)];
    for (path, kind) in kinds {
        if let Some(path) = path {
            assemble::export(path, &review, kind, &options)?;
            if !args.quiet {
                assemble::say_written(path);
            }
        }
    }
    let taken = [&args.out, &args.json, &args.csv]
        .iter()
        .any(|path| path.as_deref().is_some_and(|path| path.as_os_str() == "-"));
    if !args.quiet && !taken {
        streams::keep(print_results(&dossier, review.source().ok().as_deref(), broken, &mut io::stdout().lock()));
    }
    say_unasked(&review);
    if let Some(path) = review.path().filter(|_| !args.quiet) {
        eprintln!("gainsay: the review is {}; `gainsay review` opens it", assemble::shown(path));
    }
    let failed = dossier.extraction_failure.is_some() || dossier.counts.failed > 0;
    let failed = failed || opened.reading.is_some() && !review.source()?.dropped.is_empty();
    Ok(match (interrupted, broken, failed) {
        (true, ..) => INTERRUPTED,
        (false, true, _) => FAULTS,
        (false, false, true) => DONE_IN_PART,
        (false, false, false) => DONE,
    })
}

/// Says what a check will cost.
fn planned(cx: &Context, source: &SourceArgs) -> eyre::Result<u8> {
    let named = source.reasoner.as_deref().map(Clean::from);
    let read = if is_review(&source.file) { None } else { Some(assemble::read(&source.file)?) };
    let there = match &read {
        None => Some(source.file.clone()),
        Some((_, bytes)) => assemble::review_there(source, bytes)?,
    };
    if let Some(path) = there {
        let review = assemble::open_review(&path, true)?.review;
        let costs = cost::measured(cx, Some(&review))?;
        let payer = named.unwrap_or_else(|| costs.own.clone());
        let statements = costs.pending.values().copied().max().unwrap_or(0);
        cost::print(&payer, statements, &costs.estimate(&payer, costs.pending.clone()));
        return Ok(DONE);
    }
    let (name, bytes) = read.unwrap_or_default();
    let read = assemble::parse(&name, &bytes, source.format)?;
    let statements = match read.claims.len() {
        // How many a paper has is known once it was read; at most so many are taken.
        0 => u64::from(cx.loaded.config.settings.max_statements.limit(&read)),
        claims => claims as u64,
    };
    let payer = named.unwrap_or_else(|| Clean::from(cx.loaded.config.reasoner.as_str()));
    let payer = if *payer == *AUTO { reasoners::choose(cx, None)?.reasoner } else { payer };
    cost::print(&payer, statements, &cost::estimate(&cost::measured(cx, None)?, &payer, statements));
    Ok(DONE)
}

/// Runs everything to the end, or until Ctrl-C. Returns whether it was interrupted.
async fn work(
    engine: &EngineHandle,
    order: Command,
    events: &mut tokio::sync::mpsc::Receiver<Event>,
    quiet: bool,
) -> eyre::Result<bool> {
    engine.send(order);
    let bar = assemble::progress("statements", quiet);
    // One for the whole run: what listens anew at every turn does not hear what comes between two.
    let mut interrupt = std::pin::pin!(tokio::signal::ctrl_c());
    let mut interrupted = false;
    let mut told = 0;
    loop {
        tokio::select! {
            event = events.recv() => match event {
                None | Some(Event::Idle) => break,
                Some(Event::Progress { done, total }) => {
                    bar.set_length(total as u64);
                    bar.set_position(done as u64);
                    // Without a terminal a line a tenth says that it goes on.
                    if bar.is_hidden() && !quiet && total > 0 && done * 10 / total > told {
                        told = done * 10 / total;
                        eprintln!("gainsay: {done} of {}", counted(total, "statement"));
                    }
                }
                Some(Event::Started(Some(statement), stage)) => bar.set_message(format!("{statement} {stage}")),
                Some(Event::Started(None, _)) => bar.set_message("extracting statements"),
                Some(Event::Unused(what)) => bar.suspend(|| eprintln!("gainsay: {what}")),
                Some(Event::Halted { need, why, waiting }) => bar.suspend(|| say_halted(&need, &why, waiting)),
                Some(Event::Refused(reason) | Event::NotSaved(reason) | Event::NotAttached(reason)) => eyre::bail!("{reason}"),
                Some(_) => {}
            },
            signal = &mut interrupt, if !interrupted => {
                signal?;
                interrupted = true;
                engine.send(Command::Cancel);
            }
        }
    }
    bar.finish_and_clear();
    Ok(interrupted)
}

/// What a run waits for, and what goes on.
fn say_halted(need: &Need, why: &Clean, waiting: usize) {
    let again = match need {
        Need::Server => "the same command goes on once it is back",
        Need::Model(_) => "`gainsay models --pull` gets it, and the same command goes on then",
        Need::Consent(_) | Need::Source(_) => "the same command goes on with --consent, which is kept in the review",
    };
    let without = match need {
        Need::Source(_) => "--sources none searches the library alone",
        _ => "--reasoner builtin does it without",
    };
    let waiting = if waiting == 1 { "1 statement waits".to_owned() } else { format!("{waiting} statements wait") };
    eprintln!("gainsay: {}; {waiting}: {again}, or {without}", why.one_line());
}

/// Says which sources of evidence were not asked that were to be.
fn say_unasked(review: &Review) {
    let ids: Vec<_> = review.fold().statements().iter().map(|statement| statement.id).collect();
    let mut unasked = BTreeMap::new();
    for id in ids {
        let Ok(Some(value)) = review.in_force(id, Stage::Search) else { continue };
        if let Value::Search(search) = &*value {
            unasked.extend(search.unasked_sources().into_iter().map(|(name, why)| (name.to_owned(), why.clone())));
        }
    }
    for (source, why) in unasked {
        eprintln!("gainsay: the search is incomplete: {source} was not asked, since {why}", why = why.one_line());
    }
}

/// The verdict in force, its confidence and its basis.
fn describe_verdict(summary: &Summary) -> String {
    let Some((verdict, _, basis)) = summary.verdict else {
        return if summary.hidden { "hidden" } else { "not decided" }.to_owned();
    };
    let confidence = summary.confidence().map_or_else(|| "not given".to_owned(), |value| format!("{value:.2}"));
    format!("{:<11} {confidence}  {}", verdict.name(), basis.describe(verdict))
}

/// Least width of the column of verdicts, in characters.
const VERDICT_WIDTH: usize = 40;

/// A line a statement, then what they come to.
fn print_results(dossier: &Dossier, source: Option<&Source>, broken: bool, out: &mut impl Write) -> io::Result<()> {
    if broken {
        writeln!(out, "{}", export::BROKEN)?;
    }
    if let Some(reason) = &dossier.extraction_failure {
        writeln!(out, "No statements: {reason}")?;
    }
    let choice = dossier.describe_choice(source);
    if !choice.is_empty() {
        writeln!(out, "{choice} `*` in the interface lists the others.")?;
    }
    let verdicts: Vec<String> = dossier.rows.iter().map(|row| describe_verdict(&row.summary)).collect();
    let width = verdicts.iter().map(|verdict| verdict.chars().count()).fold(VERDICT_WIDTH, usize::max);
    for (Row { statement, summary, .. }, verdict) in dossier.rows.iter().zip(verdicts) {
        let triage = export::describe_triage(summary);
        writeln!(out, "{:<5} {verdict:<width$} {triage:<6} {}", statement.id, statement.text.one_line())?;
        // The basis of the verdict has said it already.
        let is_same = matches!(summary.cause(), Cause::NoEvidence | Cause::TooWeak | Cause::Contradicted);
        if let Some(why) = summary.triage_reason().filter(|_| !is_same) {
            writeln!(out, "      {triage}: {why}")?;
        }
        for (stage, state) in Stage::ALL.iter().zip(&summary.stages) {
            if let StageState::Failed(reason) = state {
                writeln!(out, "      {stage} failed: {}", reason.one_line())?;
            }
        }
    }
    writeln!(out, "{}", dossier.assessment)
}
