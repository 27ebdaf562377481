//! The command line: one file a command, and here what they share. This is
//! where reasoners, library and review are put together.

/// In place of the standard library's, which panic where standard output or standard error is closed or full. They
/// come before the modules, so that none of these can use the others by mistake.
macro_rules! println {
    ($($text:tt)*) => { $crate::cli::streams::print_line(format_args!($($text)*)) };
}
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::cli::streams::say_line(format_args!($($text)*)) };
}

mod agreement;
mod assemble;
mod backup;
mod calibrate;
mod check;
mod compact;
mod compare;
mod completions;
mod config;
mod cost;
mod damage;
mod demo;
mod doctor;
mod egress;
mod eval;
mod evidence;
mod export;
mod fetch;
mod library;
mod man;
mod merge;
mod models;
mod outputs;
mod own;
mod paper;
mod progress;
mod prompt;
mod reading;
mod reasoners;
mod reasons;
mod recent;
mod redact;
mod repeat;
mod review;
mod sign;
mod start;
mod streams;
mod trial;
mod verify;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue},
};
use color_eyre::eyre::{self, WrapErr};

use crate::{
    config::Loaded,
    files,
    review::ReviewError,
    text::Clean,
    tui::{self, TuiError},
};

/// Standard output is full, or broken otherwise.
const NO_OUTPUT: &str = "cannot write to standard output";
/// Everything went as asked.
const DONE: u8 = 0;
/// It could not be done; the message says why.
const FAILED: u8 = 1;
/// Part of it was done: some stages failed, or some of the input could not be used.
const DONE_IN_PART: u8 = 3;
/// Another process has the review open for writing.
const LOCKED: u8 = 4;
/// The record of a review is not what was written.
const FAULTS: u8 = 5;
/// Stopped by Ctrl-C; results so far are kept.
const INTERRUPTED: u8 = 130;

const INPUTS: &str = "\
FILE of `review` and `check`:
  a paper      PDF, Word document, web page, text, Markdown, JATS XML; or its DOI, PMID:…, PMC…, arXiv:… or address
  abstracts    JSON, PubMed XML, RIS, BibTeX
  a claim set  JSON, JSONL, CSV, or one claim per line
  a review     NAME.gainsay
The format is seen from name and content; `--format` names it instead, and `gainsay check --help` lists the formats.";

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    it could not be done; the message says why
  2    the command line could not be understood
  3    done in part: some stages failed, or some input could not be used; the report or the message says which
  4    another process has the review open for writing
  5    the record of the review is broken; `verify` lists the faults
  130  stopped by Ctrl-C; results so far are kept";

/// Review the claims of a paper against the evidence, in the terminal.
#[derive(Debug, Parser)]
#[command(name = "gainsay", version, about, after_help = format!("{INPUTS}\n\n{EXIT_CODES}"))]
struct Args {
    /// Use this configuration file.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Set a value of the configuration for this run, such as settings.max_statements=20; `gainsay config` lists the
    /// keys.
    #[arg(long = "set", global = true, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use this library: a file, or the address of a PostgreSQL database (postgres://USER@HOST/DATABASE).
    #[arg(long, global = true, value_name = "FILE|ADDRESS")]
    library: Option<PathBuf>,
    /// Send nothing to another machine.
    #[arg(long, global = true)]
    offline: bool,
    /// Search these sources of evidence as well (europepmc, pubmed, crossref, openalex, semanticscholar, arxiv,
    /// factcheck, searxng, brave, tavily), or none; the same as sources.use.
    #[arg(long, global = true, value_name = "NAMES")]
    sources: Option<String>,
    /// Do not use the neural encoder of the builtin reasoner: its trees alone decide.
    #[arg(long, global = true)]
    no_encoder: bool,
    /// Show the interface in this theme; `gainsay config themes` lists them.
    #[arg(long, global = true, value_name = "NAME")]
    theme: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show a worked review of real claims over real abstracts.
    Demo(demo::Args),
    /// Review a paper or a claim set, or continue a review, in the terminal.
    Review(review::Args),
    /// Check a paper or a claim set from start to end, without the interface.
    Check(check::Args),
    /// Write the report of a review.
    Export(export::Args),
    /// The evidence that searches run over.
    #[command(subcommand)]
    Library(library::Command),
    /// List your own models and those of the model server, try one, or fetch what is missing.
    Models(models::Args),
    /// Show the configuration in force, and where each value comes from.
    Config(config::Args),
    /// Repeat every verdict of a review with other seeds and with the evidence in other orders, and report how often
    /// it flips.
    Repeat(repeat::Args),
    /// Measure how good the reasoner is, on claims with known answers.
    #[command(subcommand)]
    Eval(eval::Command),
    /// Merge reviews of one source by several reviewers into a new one, in which conflicts are decided.
    Merge(merge::Args),
    /// Compare reasoners or models on the same claims: agreement with labels, opposite errors, calibration, cost, time.
    Compare(compare::Args),
    /// Print the reasons that a review offers for decisions, or take others from a file.
    Reasons(reasons::Args),
    /// List the prompts that a review keeps for its stages, print one, keep another, or go back to the program's.
    Prompt(prompt::Args),
    /// Measure how far reviewers agree with each other, and the machine with them.
    Agreement(agreement::Args),
    /// Calibrate confidence: of the builtin reasoner on decisions of reviewers, or of your own models on claims with known answers.
    Calibrate(calibrate::Args),
    /// Check a review file: chain, texts, values.
    Verify(verify::Args),
    /// Write a consistent copy of a review, also while it is open elsewhere, and check it.
    Backup(backup::Args),
    /// Make a review file smaller: the same rows, texts and head without unused space.
    Compact(compact::Args),
    /// Check what gainsay runs on: terminal, configuration, library, models, other programs. Says what to do.
    Doctor,
    /// Remove texts from a review for good; who did so, when and why stays on record.
    Redact(redact::Args),
    /// Write completions for a shell.
    Completions(completions::Args),
    /// Write the manual page: `gainsay man > gainsay.1`.
    Man,
}

/// What every command needs.
struct Context {
    loaded: Loaded,
    runtime: tokio::runtime::Runtime,
    own: own::Own,
    typed: tui::TypedAhead,
}

/// Runs the command that the arguments name.
///
/// # Errors
/// With what went wrong, in words that say what to do.
pub fn main() -> eyre::Result<ExitCode> {
    // Without a terminal there is no page to start on, so the help is it.
    let command = Args::command().arg_required_else_help(tui::check_terminal().is_err());
    let args = match command.try_get_matches().and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        // Help and the version are errors to clap, with the exit code 0.
        Err(e) => {
            if let Some(given) = given_for_command(&e) {
                let file = Path::new(&given);
                assemble::must_exist(file)?;
                eprintln!("gainsay: {}", not_a_command(file));
                return Ok(ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(FAILED)));
            }
            streams::keep(e.print().or_else(|printed| if e.use_stderr() { Ok(()) } else { Err(printed) }));
            streams::finish().wrap_err(NO_OUTPUT)?;
            return Ok(ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(FAILED)));
        }
    };
    let mut flags = args.set;
    if let Some(library) = &args.library {
        flags.push(format!("library={}", library.display()));
    }
    if args.offline {
        flags.push("offline=true".to_owned());
    }
    if let Some(names) = &args.sources {
        flags.push(format!("sources.use={}", if names == "none" { "" } else { names }));
    }
    if args.no_encoder {
        flags.push("encoder=false".to_owned());
    }
    flags.extend(args.theme.map(|theme| format!("theme={theme}")));
    let loaded = Loaded::read(args.config.as_deref(), &flags, |name| std::env::var(name).ok())?;
    loaded.protect();
    files::set_limits(loaded.config.limits.in_bytes());
    if let Some(folder) = loaded.state_dir() {
        files::protect(&recent::file(&folder), "the list of recent reviews");
    }
    // The interface says them itself.
    if !matches!(args.command, None | Some(Command::Demo(_) | Command::Review(_))) {
        loaded.remarks.iter().for_each(|remark| eprintln!("gainsay: {}", Clean::from(remark.as_str())));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let cx = Context { loaded, runtime, own: own::Own::default(), typed: tui::TypedAhead::default() };
    let code = match args.command {
        None => start::run(&cx)?,
        Some(Command::Demo(args)) => demo::run(&cx, args)?,
        Some(Command::Review(args)) => review::run(&cx, args)?,
        Some(Command::Check(args)) => check::run(&cx, args)?,
        Some(Command::Export(args)) => export::run(&cx, args)?,
        Some(Command::Library(command)) => library::run(&cx, command)?,
        Some(Command::Models(args)) => models::run(&cx, args)?,
        Some(Command::Config(args)) => config::run(&cx, args)?,
        Some(Command::Repeat(args)) => repeat::run(&cx, args)?,
        Some(Command::Eval(command)) => eval::run(&cx, command)?,
        Some(Command::Compare(args)) => compare::run(&cx, &args)?,
        Some(Command::Merge(args)) => merge::run(&cx, &args)?,
        Some(Command::Reasons(args)) => reasons::run(&cx, &args)?,
        Some(Command::Prompt(args)) => prompt::run(&cx, &args)?,
        Some(Command::Agreement(args)) => agreement::run(&cx, &args)?,
        Some(Command::Calibrate(args)) => calibrate::run(&cx, args)?,
        Some(Command::Verify(args)) => verify::run(args)?,
        Some(Command::Backup(args)) => backup::run(&args)?,
        Some(Command::Compact(args)) => compact::run(&args)?,
        Some(Command::Doctor) => doctor::run(&cx)?,
        Some(Command::Redact(args)) => redact::run(&cx, args)?,
        Some(Command::Completions(args)) => completions::run(args)?,
        Some(Command::Man) => man::run()?,
    };
    streams::finish().wrap_err(NO_OUTPUT)?;
    Ok(ExitCode::from(code))
}

/// What was given where a command is expected, if it is a file or looks like one: no command has a dot or a slash.
fn given_for_command(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) if given.contains(['.', '/']) || Path::new(given).is_file() => {
            Some(given.clone())
        }
        _ => None,
    }
}

/// What a path is that was given where a command is expected, and how it is opened.
fn not_a_command(path: &Path) -> String {
    let shown = assemble::shown(path);
    if path.is_dir() {
        return format!("“{shown}” is a folder, not a command; `gainsay review FILE` opens a file");
    }
    let kind = if path.exists() { "a file" } else { "a paper" };
    format!("“{shown}” is {kind}, not a command; `gainsay review \"{shown}\"` opens it")
}

/// Says what went wrong and gives the exit code for it. A reader that has seen
/// enough (`gainsay library list | head`) is no error.
#[must_use]
pub fn report(error: &eyre::Report) -> ExitCode {
    let is_closed = |e: &(dyn std::error::Error + 'static)| {
        e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed) {
        return ExitCode::from(DONE);
    }
    // The message may quote file names and texts.
    let message = format!("gainsay: {}", Clean::from(describe(error)));
    // The terminal may be gone.
    let _ = writeln!(io::stderr(), "{message}");
    for cause in error.chain() {
        if let Some(ReviewError::Locked { .. }) = cause.downcast_ref() {
            return ExitCode::from(LOCKED);
        }
        if let Some(TuiError::Signal(signal)) = cause.downcast_ref() {
            return ExitCode::from(u8::try_from(128 + signal).unwrap_or(FAILED));
        }
    }
    ExitCode::from(FAILED)
}

/// An error with its causes; a cause that the message before it ends in is not said twice, and the number of an error of
/// the system not at all.
fn describe(error: &eyre::Report) -> String {
    let mut text = String::new();
    for cause in error.chain().map(|cause| files::without_number(cause.to_string())).filter(|cause| !cause.is_empty()) {
        if !text.ends_with(&cause) {
            let colon = if text.is_empty() { "" } else { ": " };
            text = format!("{text}{colon}{cause}");
        }
    }
    text
}
