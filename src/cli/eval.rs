//! `gainsay eval`: how good is a reasoner, on claims whose answers are known?

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    domain::Stage,
    eval::{
        Ask, Case, CaseReport, Claim, Corpus, ExtractReport, Kit, Report, Setting, balanced, claims, describe_miss,
        evaluate, labelled_abstracts, passages, review_cases, shared_library,
    },
    reason::{Reasoner, asks_model, builtin::Builtin},
    review::Clock,
};

use super::{Context, DONE, assemble, compare, outputs, own, reasoners};

/// What can be evaluated on.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// On SciFact, or claims of its shape: a folder with corpus.jsonl and claims_dev.jsonl
    Scifact(Args),
    /// On claims with the passage that they are judged against: Check-COVID's, HealthVer's, COVID-Fact's or Climate-FEVER's files, or JSON lines of {"claim", "evidence", "label"}
    Passages(PassageArgs),
    /// On cases with a known answer, each reviewed over its own documents: JSON lines of {"claim", "documents": […], "expected"}
    Cases(CaseArgs),
    /// Which sentences of abstracts are taken for claims: JSON lines of {"sentences": […], "labels": ["0" or "1", …]}, as in titipata/detecting-scientific-claim
    Extract(ExtractArgs),
}

/// Arguments of `eval extract`.
#[derive(Debug, clap::Args)]
pub(super) struct ExtractArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// From this likelihood on a sentence counts as a claim, 0 to 1
    #[arg(long, default_value_t = Builtin::CLAIM, value_name = "P")]
    threshold: f64,
    /// Write the figures as JSON here (- for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Arguments of `eval passages`.
#[derive(Debug, clap::Args)]
pub(super) struct PassageArgs {
    /// The file; its fields say which format it has
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Take as many claims of each label as there are of the rarest
    #[arg(long)]
    balanced: bool,
    /// The reasoner to evaluate
    #[arg(long, default_value = "builtin", value_name = "NAME")]
    reasoner: String,
    /// Allow the claims and documents to be sent to a model server on another machine, in this run
    #[arg(long)]
    consent: bool,
    /// Write all figures as JSON here (- for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write what was found for each claim as JSON lines here
    #[arg(long, value_name = "FILE")]
    outcomes: Option<PathBuf>,
}

/// Arguments of `eval cases`.
#[derive(Debug, clap::Args)]
pub(super) struct CaseArgs {
    /// Files of cases, or reviews, of which the statements that reviewers decided are the cases
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// A file of documents, or a folder with such files, as `library add` reads them: the library of all cases that have none of their own
    #[arg(long, value_name = "PATH")]
    library: Option<PathBuf>,
    /// The reasoner to evaluate
    #[arg(long, default_value = "builtin", value_name = "NAME")]
    reasoner: String,
    /// Allow the claims and documents to be sent to a model server on another machine, in this run
    #[arg(long)]
    consent: bool,
    /// Print every case with an unexpected result, and how its passages were read
    #[arg(long)]
    misses: bool,
    /// Write the figures as JSON here (- for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the result of each case as JSON lines here
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
    /// The reasoner to evaluate
    #[arg(long, default_value = "builtin", value_name = "NAME")]
    reasoner: String,
    /// Allow the claims and documents to be sent to a model server on another machine, in this run
    #[arg(long)]
    consent: bool,
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

/// What does the work, with the configuration's rules, models and settings.
fn kit(cx: &Context, reasoner: Arc<dyn Reasoner>) -> eyre::Result<Kit> {
    let settings = cx.loaded.config.settings.clone();
    Ok(Kit { reasoner, rules: own::rules(cx)?, embedder: own::embedder(cx)?, settings })
}

pub(super) fn run(cx: &Context, command: Command) -> eyre::Result<u8> {
    match command {
        Command::Scifact(args) => scifact(cx, args),
        Command::Passages(args) => passages_of(cx, args),
        Command::Cases(args) => cases(cx, args),
        Command::Extract(args) => extract(&args),
    }
}

fn extract(args: &ExtractArgs) -> eyre::Result<u8> {
    outputs::protect([&*args.file]);
    outputs::check(&[&args.json])?;
    let report = ExtractReport::of(&labelled_abstracts(&args.file)?, args.threshold);
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => write!(std::io::stdout().lock(), "{report}").wrap_err("cannot write to standard output")?,
    }
    Ok(DONE)
}

fn cases(cx: &Context, args: CaseArgs) -> eyre::Result<u8> {
    outputs::protect(args.files.iter().chain(&args.library).map(PathBuf::as_path));
    outputs::check(&[&args.json, &args.outcomes])?;
    let mut cases = Vec::new();
    for path in &args.files {
        if assemble::is_review(path) {
            cases.extend(compare::decided(&assemble::open_for_viewer(cx, path)?.review)?);
        } else {
            cases.extend(Case::read(path)?);
        }
    }
    if cases.is_empty() {
        bail!("no case to evaluate: the files are empty, or nobody has decided a statement of the reviews");
    }
    let reasoner = reasoners::alone(cx, &args.reasoner, args.consent)?;
    let spec = reasoner.spec_of(Stage::Weigh);
    let kit = kit(cx, reasoner)?;
    let bar = assemble::progress("cases", false);
    bar.set_length(cases.len() as u64);
    let clock: Clock = Arc::new(jiff::Timestamp::now);
    let shared = args.library.as_deref().map(shared_library).transpose()?;
    let on_done = |done| bar.set_position(done as u64);
    let reviewed = cx.runtime.block_on(review_cases(&kit, &cases, shared.as_ref(), &clock, on_done));
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
    let corpus = args.folder.join("corpus.jsonl");
    let path = args.claims.unwrap_or_else(|| args.folder.join("claims_dev.jsonl"));
    outputs::protect([&*corpus, &path]);
    outputs::check(&[&args.json, &args.outcomes])?;
    let corpus = Corpus::read(&corpus)?;
    let claims = claims(&path, &corpus)?;
    let reasoner = reasoners::alone(cx, &args.reasoner, args.consent)?;
    let wanted = Wanted { name: args.reasoner, reasoner, setting: args.setting, top: args.top, path };
    measure(cx, wanted, corpus, claims, args.json.as_deref(), args.outcomes.as_deref())
}

fn passages_of(cx: &Context, args: PassageArgs) -> eyre::Result<u8> {
    outputs::protect([&*args.file]);
    outputs::check(&[&args.json, &args.outcomes])?;
    let (corpus, claims) = passages(&args.file)?;
    let claims = if args.balanced { balanced(claims) } else { claims };
    let reasoner = reasoners::alone(cx, &args.reasoner, args.consent)?;
    let wanted = Wanted { name: args.reasoner, reasoner, setting: Setting::Given, top: 1, path: args.file };
    measure(cx, wanted, corpus, claims, args.json.as_deref(), args.outcomes.as_deref())
}

/// The reasoner that is evaluated, how, and on which file.
struct Wanted {
    name: String,
    reasoner: Arc<dyn Reasoner>,
    setting: Setting,
    top: usize,
    path: PathBuf,
}

fn measure(
    cx: &Context,
    wanted: Wanted,
    corpus: Corpus,
    claims: Vec<Claim>,
    json: Option<&Path>,
    outcomes_to: Option<&Path>,
) -> eyre::Result<u8> {
    let Wanted { name, reasoner, setting, top, path } = wanted;
    let ask = Ask {
        rank: (!asks_model(&name)).then_some(Builtin::rank),
        kit: kit(cx, reasoner)?,
        setting,
        top,
        // A model has places of its own, so that claims may wait for them.
        slots: crate::processors().max(cx.loaded.config.ollama.slots),
    };
    let spec = ask.kit.reasoner.spec_of(Stage::Weigh);
    let bar = assemble::progress("claims", false);
    bar.set_length(claims.len() as u64);
    let evaluated = cx.runtime.block_on(evaluate(&ask, Arc::new(corpus), claims, |done| bar.set_position(done as u64)));
    bar.finish_and_clear();
    let outcomes = evaluated?;
    let report = Report::of(
        format!("{} {}", spec.reasoner, spec.version),
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        setting,
        &outcomes,
    );
    if let Some(path) = outcomes_to {
        let lines: Result<Vec<String>, _> = outcomes.iter().map(serde_json::to_string).collect();
        assemble::write(path, (lines?.join("\n") + "\n").as_bytes())?;
    }
    match json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => write!(std::io::stdout().lock(), "{report}").wrap_err("cannot write to standard output")?,
    }
    Ok(DONE)
}
