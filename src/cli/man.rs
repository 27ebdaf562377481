//! `gainsay man`: the manual page, from the tables that the help and the interface are made from.

use std::{fmt::Write as _, path::Path};

use clap::{Arg, Command, CommandFactory};
use color_eyre::eyre;

use crate::tui;

use super::{DONE, EXIT_CODES, assemble};

pub(super) fn run() -> eyre::Result<u8> {
    assemble::write(Path::new("-"), page().as_bytes())?;
    Ok(DONE)
}

fn page() -> String {
    let mut command = super::Args::command();
    command.build();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let version = command.get_version().unwrap_or_default();
    let mut out = format!(".TH GAINSAY 1 \"\" \"gainsay {version}\" \"User Commands\"\n");
    section(&mut out, "Name");
    line(&mut out, &format!("gainsay - {}", uncapitalised(about.trim_end_matches('.'))));
    section(&mut out, "Synopsis");
    out.push_str(".B gainsay\n[\\fIoptions\\fR] [\\fIcommand\\fR]\n");
    section(&mut out, "Description");
    line(&mut out, "Without a command, a start page with recent reviews opens.");
    options(&mut out, &command, true);
    section(&mut out, "Commands");
    commands(&mut out, &command, "");
    section(&mut out, "Keys");
    line(&mut out, "The keys of the keymap `vim`, the default; `gainsay config keys` lists those in force.");
    for (keys, help) in tui::key_list() {
        tagged(&mut out, &keys, help);
    }
    section(&mut out, "Exit status");
    for code in EXIT_CODES.lines().skip(1) {
        if let Some((code, meaning)) = code.trim().split_once(' ') {
            tagged(&mut out, code, meaning.trim());
        }
    }
    section(&mut out, "Environment");
    tagged(&mut out, "GAINSAY_*", "Values of the configuration, such as GAINSAY_REASONER; flags go before them.");
    tagged(&mut out, "EDITOR", "The editor for long texts.");
    section(&mut out, "Files");
    line(&mut out, "`gainsay config --path` prints where the configuration file is.");
    out
}

/// Every command below `parent` with its options.
fn commands(out: &mut String, parent: &Command, before: &str) {
    for command in parent.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help") {
        let name = format!("{before}{}", command.get_name());
        let values = command.get_positionals().map(|arg| format!(" {}", shown_value(arg))).collect::<String>();
        let _ = writeln!(out, ".SS \"gainsay {}{}\"", escaped(&name), escaped(&values));
        if let Some(about) = command.get_long_about().or_else(|| command.get_about()) {
            line(out, &ended(&about.to_string()));
        }
        options(out, command, false);
        commands(out, command, &format!("{name} "));
    }
}

/// The arguments and options of a command; those that every command takes only `with_global`.
fn options(out: &mut String, command: &Command, with_global: bool) {
    let shown = |arg: &&Arg| !arg.is_hide_set() && (with_global || !arg.is_global_set()) && arg.get_id() != "help";
    if with_global {
        section(out, "Options");
    }
    for arg in command.get_arguments().filter(shown) {
        let flags: Vec<String> =
            [arg.get_long().map(|long| format!("--{long}")), arg.get_short().map(|short| format!("-{short}"))]
                .into_iter()
                .flatten()
                .collect();
        let value =
            if arg.is_positional() || arg.get_action().takes_values() { shown_value(arg) } else { String::new() };
        let name = if flags.is_empty() { value } else { format!("{} {value}", flags.join(", ")).trim_end().to_owned() };
        let mut help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
        let values: Vec<_> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        if !values.is_empty() && arg.get_action().takes_values() {
            help = format!("{} One of: {}.", ended(&help), values.join(", "));
        }
        tagged(out, &name, &ended(&help));
    }
}

/// Help as a sentence: the parser takes its full stop away.
fn ended(help: &str) -> String {
    let help = help.trim_end();
    if help.is_empty() || help.ends_with(['.', '!', '?']) { help.to_owned() } else { format!("{help}.") }
}

fn shown_value(arg: &Arg) -> String {
    let names = arg.get_value_names().map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>());
    let name = names.map_or_else(|| arg.get_id().to_string().to_uppercase(), |names| names.join(" "));
    format!("<{name}>")
}

fn section(out: &mut String, title: &str) {
    let _ = writeln!(out, ".SH {}", title.to_uppercase());
}

fn tagged(out: &mut String, tag: &str, text: &str) {
    let _ = writeln!(out, ".TP\n\\fB{}\\fR", escaped(tag));
    line(out, text);
}

fn line(out: &mut String, text: &str) {
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        // A line that begins with a dot or quote would be a request to the formatter.
        let guard = if part.starts_with(['.', '\'']) { "\\&" } else { "" };
        let _ = writeln!(out, "{guard}{}", escaped(part));
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
