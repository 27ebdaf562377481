//! `gainsay eval`: how good is a reasoner, on claims whose answers are known?

use std::{io::Write, path::PathBuf, sync::Arc};

use color_eyre::eyre::{self, WrapErr};

use crate::{
    eval::{
        Ask, Case, CaseReport, Corpus, Report, Setting, claims, describe_miss, evaluate, review_cases,
    },
    reason::builtin::Builtin,
    review::Clock,
};

use super::{Context, DONE, assemble, reasoners};

/// What can be evaluated on.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// On SciFact, or claims of its shape: a folder with corpus.jsonl and claims_dev.jsonl
    Scifact(Args),
    /// On cases with a known answer, each reviewed over its own documents: JSON lines of {"claim", "documents": […], "expected"}
    Cases(CaseArgs),
}

/// Arguments of `eval cases`.
#[derive(Debug, clap::Args)]
pub(super) struct CaseArgs {
    /// Files of cases
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Who is evaluated
    #[arg(long, default_value = "builtin", value_parser = ["builtin", "ollama"], value_name = "NAME")]
    reasoner: String,
    /// Print every case that came out otherwise than expected, with how its passages were read
    #[arg(long)]
    misses: bool,
    /// Write the figures as JSON here (- for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write what came out for each case as JSON lines here
    #[arg(long, value_name = "FILE")]
    outcomes: Option<PathBuf>,
}

/// Arguments of `eval scifact`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The claims, if they are not the folder's claims_dev.jsonl
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// Which abstracts are looked at: those with evidence (oracle), those that the claims cite (cited), or those that a search finds (open)
    #[arg(long, default_value = "open", value_parser = Setting::parse, value_name = "SETTING")]
    setting: Setting,
    /// Who is evaluated
    #[arg(long, default_value = "builtin", value_parser = ["builtin", "ollama"], value_name = "NAME")]
    reasoner: String,
    /// How many found abstracts are looked at in the open setting
    #[arg(long, default_value_t = 3, value_name = "N")]
    top: usize,
    /// Write all figures as JSON here (- for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write what was found for each claim as JSON lines here
    #[arg(long, value_name = "FILE")]
    outcomes: Option<PathBuf>,
}

pub(super) fn run(cx: &Context, command: Command) -> eyre::Result<u8> {
    match command {
        Command::Scifact(args) => scifact(cx, args),
        Command::Cases(args) => cases(cx, args),
    }
}

fn cases(cx: &Context, args: CaseArgs) -> eyre::Result<u8> {
    let mut cases = Vec::new();
    for path in &args.files {
        cases.extend(Case::read(path)?);
    }
    let reasoner = reasoners::alone(cx, &args.reasoner)?;
    let spec = reasoner.spec();
    let bar = assemble::progress("cases", false);
    bar.set_length(cases.len() as u64);
    let clock: Clock = Arc::new(jiff::Timestamp::now);
    let reviewed =
        cx.runtime.block_on(review_cases(&reasoner, &cases, &clock, |done| bar.set_position(done as u64)));
    bar.finish_and_clear();
    let outcomes = reviewed?;
    let report = CaseReport::of(format!("{} {}", spec.reasoner, spec.version), &outcomes);
    if let Some(path) = &args.outcomes {
        let lines: Result<Vec<String>, _> = outcomes.iter().map(serde_json::to_string).collect();
        assemble::write(path, (lines?.join("\n") + "\n").as_bytes())?;
    }
    let mut out = std::io::stdout().lock();
    if args.misses {
        for miss in outcomes.iter().filter_map(describe_miss) {
            writeln!(out, "{miss}\n").wrap_err("cannot write to standard output")?;
        }
    }
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => write!(out, "{report}").wrap_err("cannot write to standard output")?,
    }
    Ok(DONE)
}

fn scifact(cx: &Context, args: Args) -> eyre::Result<u8> {
    let corpus = Arc::new(Corpus::read(&args.folder.join("corpus.jsonl"))?);
    let path = args.claims.unwrap_or_else(|| args.folder.join("claims_dev.jsonl"));
    let claims = claims(&path, &corpus)?;
    let ask = Ask {
        rank: (args.reasoner == Builtin::NAME).then_some(Builtin::rank),
        reasoner: reasoners::alone(cx, &args.reasoner)?,
        setting: args.setting,
        top: args.top,
        // A model has places of its own, so that claims may wait for them.
        slots: crate::processors().max(cx.loaded.config.ollama.slots),
    };
    let spec = ask.reasoner.spec();
    let bar = assemble::progress("claims", false);
    bar.set_length(claims.len() as u64);
    let worked = cx.runtime.block_on(evaluate(&ask, corpus, claims, |done| bar.set_position(done as u64)));
    bar.finish_and_clear();
    let outcomes = worked?;
    let report = Report::of(
        format!("{} {}", spec.reasoner, spec.version),
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        args.setting,
        &outcomes,
    );
    if let Some(path) = &args.outcomes {
        let lines: Result<Vec<String>, _> = outcomes.iter().map(serde_json::to_string).collect();
        assemble::write(path, (lines?.join("\n") + "\n").as_bytes())?;
    }
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => write!(std::io::stdout().lock(), "{report}").wrap_err("cannot write to standard output")?,
    }
    Ok(DONE)
}
