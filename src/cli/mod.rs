//! The command line: one file a command, and here what they share. This is
//! where reasoners, library and review are put together.

mod assemble;
mod check;
mod completions;
mod config;
mod demo;
mod export;
mod library;
mod models;
mod reasoners;
mod repeat;
mod review;
mod verify;

use std::{io, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use color_eyre::eyre;

use crate::{config::Loaded, review::ReviewError, text::Clean, tui::TuiError};

/// Everything went as asked.
const DONE: u8 = 0;
/// It could not be done; the message says why.
const FAILED: u8 = 1;
/// The work went to its end, but some stages failed; the report says which.
const STAGES_FAILED: u8 = 3;
/// Another process has the review open for writing.
const LOCKED: u8 = 4;
/// `verify` found faults.
const FAULTS: u8 = 5;
/// Stopped by Ctrl-C; results so far are kept.
const INTERRUPTED: u8 = 130;

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    it could not be done; the message says why
  2    the command line could not be understood
  3    done, but some stages failed; the report says which
  4    another process has the review open for writing
  5    `verify` found faults
  130  stopped by Ctrl-C; results so far are kept";

/// Review the claims of a paper against the evidence, in the terminal.
#[derive(Debug, Parser)]
#[command(name = "gainsay", version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
struct Args {
    /// Use this configuration file.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Set a value of the configuration for this run; `gainsay config` lists the keys.
    #[arg(long = "set", global = true, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use this library.
    #[arg(long, global = true, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Send nothing to another machine.
    #[arg(long, global = true)]
    offline: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show a worked review of real claims over real abstracts.
    Demo(demo::Args),
    /// Review a paper or a claim set, or go on with a review, in the terminal.
    Review(review::Args),
    /// Work a paper or a claim set out to the end, without the interface.
    Check(check::Args),
    /// Write the report of a review.
    Export(export::Args),
    /// The evidence that searches run over.
    #[command(subcommand)]
    Library(library::Command),
    /// List the models of the model server, try one, or fetch what is missing.
    Models(models::Args),
    /// Show the configuration in force, and where each value comes from.
    Config(config::Args),
    /// Work each verdict of a review out several times, with other seeds and the evidence in other orders, and say
    /// how often it flips.
    Repeat(repeat::Args),
    /// Check a review file: chain, texts, values.
    Verify(verify::Args),
    /// Write completions for a shell.
    Completions(completions::Args),
}

/// What every command needs.
struct Context {
    loaded: Loaded,
    runtime: tokio::runtime::Runtime,
}

/// Runs the command that the arguments name.
///
/// # Errors
/// With what went wrong, in words that say what to do.
pub fn main() -> eyre::Result<ExitCode> {
    let args = Args::parse();
    let mut flags = args.set;
    if let Some(library) = &args.library {
        flags.push(format!("library={}", library.display()));
    }
    if args.offline {
        flags.push("offline=true".to_owned());
    }
    let loaded = Loaded::read(args.config.as_deref(), &flags, |name| std::env::var(name).ok())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let cx = Context { loaded, runtime };
    let code = match args.command {
        Command::Demo(args) => demo::run(&cx, args)?,
        Command::Review(args) => review::run(&cx, args)?,
        Command::Check(args) => check::run(&cx, args)?,
        Command::Export(args) => export::run(&cx, args)?,
        Command::Library(command) => library::run(&cx, command)?,
        Command::Models(args) => models::run(&cx, args)?,
        Command::Config(args) => config::run(&cx, args)?,
        Command::Repeat(args) => repeat::run(&cx, args)?,
        Command::Verify(args) => verify::run(args)?,
        Command::Completions(args) => completions::run(args),
    };
    Ok(ExitCode::from(code))
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
    eprintln!("gainsay: {}", Clean::from(format!("{error:#}")));
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
