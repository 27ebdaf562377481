//! `gainsay doctor`: what the program runs on, and what to do about what is missing.

use std::{env, fs, io::Write, process::Command};

use color_eyre::eyre;
use crossterm::terminal;

use crate::{
    library::Place,
    text::{Clean, counted},
    tui,
};

use super::{
    Context, DONE, FAILED, assemble, damage, describe, models, own,
    reasoners::{Endpoint, PROBE},
    recent,
};

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// As it should be.
    Good,
    /// It works without, or something is left to choose.
    Note,
    /// Something that was asked for cannot work.
    Problem,
}

/// One line of the report.
struct Finding {
    state: State,
    topic: &'static str,
    what: String,
    /// What to do.
    remedy: Option<String>,
}

fn good(topic: &'static str, what: impl Into<String>) -> Finding {
    Finding { state: State::Good, topic, what: what.into(), remedy: None }
}

fn note(topic: &'static str, what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { state: State::Note, topic, what: what.into(), remedy: Some(remedy.into()) }
}

fn problem(topic: &'static str, what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { state: State::Problem, topic, what: what.into(), remedy: Some(remedy.into()) }
}

/// Prints every finding; fails when there is a problem.
pub(super) fn run(cx: &Context) -> eyre::Result<u8> {
    let mut findings = terminal_findings();
    findings.extend(configuration(cx));
    findings.push(library(cx));
    findings.push(literature(cx));
    findings.extend(own_models(cx));
    findings.extend(servers(cx));
    findings.extend(programs());
    let mut out = std::io::stdout().lock();
    for Finding { state, topic, what, remedy } in &findings {
        let word = match state {
            State::Good => "ok",
            State::Note => "note",
            State::Problem => "problem",
        };
        writeln!(out, "{word:<8} {topic:<14} {}", Clean::from(what.as_str()).one_line())?;
        if let Some(remedy) = remedy {
            writeln!(out, "{:<23} → {}", "", Clean::from(remedy.as_str()).one_line())?;
        }
    }
    let problems = findings.iter().filter(|finding| finding.state == State::Problem).count();
    let notes = findings.iter().filter(|finding| finding.state == State::Note).count();
    writeln!(out, "{}, {}", counted(problems, "problem"), counted(notes, "note"))?;
    Ok(if problems == 0 { DONE } else { FAILED })
}

fn terminal_findings() -> Vec<Finding> {
    let mut findings = Vec::new();
    let (width, height) = tui::SMALLEST;
    findings.push(match (tui::check_terminal(), terminal::size()) {
        (Err(why), _) => note("terminal", why.to_string(), "the interface needs one; `gainsay check` does without"),
        (Ok(()), Ok((w, h))) if w < width || h < height => problem(
            "terminal",
            format!("{w} × {h} cells, the interface needs {width} × {height}"),
            "make the window larger, or its font smaller",
        ),
        (Ok(()), Ok((w, h))) => good("terminal", format!("{w} × {h} cells, TERM={}", variable("TERM"))),
        (Ok(()), Err(why)) => note("terminal", format!("its size is not known: {why}"), "use another terminal"),
    });
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default();
    let is_utf8 = ["utf-8", "utf8"].iter().any(|name| locale.to_lowercase().contains(name));
    findings.push(if is_utf8 {
        good("characters", format!("UTF-8 ({locale})"))
    } else {
        note(
            "characters",
            format!("the locale ({}) does not say UTF-8", if locale.is_empty() { "none" } else { &locale }),
            "set LANG to one that ends in .UTF-8; if signs look wrong, set `ascii = true`",
        )
    });
    let colours = match (variable("NO_COLOR").is_empty(), variable("COLORTERM").as_str()) {
        (false, _) => note("colours", "none, because NO_COLOR is set", "unset NO_COLOR for colours"),
        (true, "truecolor" | "24bit") => good("colours", "all (COLORTERM)"),
        (true, _) => note("colours", "16", "set COLORTERM=truecolor if the terminal shows 24-bit colours"),
    };
    findings.push(colours);
    findings
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn configuration(cx: &Context) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (_, wrong_keys) = assemble::keymap(cx);
    let wrong = cx.loaded.remarks.iter().cloned().chain(wrong_keys.iter().map(ToString::to_string));
    let wrong: Vec<String> = wrong.collect();
    findings.push(match &cx.loaded.file {
        Some(file) if file.exists() => good("configuration", file.display().to_string()),
        Some(file) => good("configuration", format!("{} is not there; all values are defaults", file.display())),
        None => note("configuration", "there is no home folder", "set HOME, or name a file with --config"),
    });
    findings.extend(
        wrong.into_iter().map(|why| problem("configuration", why, "`gainsay config` lists the keys and their values")),
    );
    findings.push(match cx.loaded.reviewer() {
        Some(name) => good("reviewer", name),
        None => note("reviewer", "no name yet", "the first decision asks for it; or set `reviewer`"),
    });
    if let Some(folder) = cx.loaded.state_dir() {
        let reachable = folder.ancestors().find(|part| part.exists());
        let writes = reachable.is_some_and(|part| {
            rustix::fs::access(part, rustix::fs::Access::WRITE_OK).is_ok()
                && fs::metadata(part).is_ok_and(|m| m.is_dir())
        });
        let (_, wrong) = recent::list(&cx.loaded);
        findings.push(match (writes, wrong) {
            (false, _) => problem(
                "state",
                format!("{} cannot be written", folder.display()),
                "give yourself the right to write there; the list of recent reviews is kept in it",
            ),
            (true, Some(why)) => problem("state", why, "delete the file; the list starts anew"),
            (true, None) => good("state", folder.display().to_string()),
        });
    }
    findings
}

fn library(cx: &Context) -> Finding {
    let place = cx.loaded.library().map(|path| Place::of(&path)).ok();
    let path = place.as_ref().map(Place::shown).unwrap_or_default();
    let found = assemble::library(cx).and_then(|library| Ok((library.count()?, damage::describe(&library)?)));
    match found {
        Ok((0, _)) => note("library", format!("{path} is empty"), "`gainsay library add FILE…` adds evidence"),
        Ok((count, None)) => good("library", format!("{path}: {count} documents")),
        Ok((count, Some(damage))) => note("library", format!("{path}: {count} documents; {damage}"), damage::REPAIR),
        // What to do about a server is a part of its errors.
        Err(why) if place.is_some_and(|place| place.file().is_none()) => {
            problem("library", describe(&why), "or name another with --library")
        }
        Err(why) => problem(
            "library",
            format!("{path}: {}", describe(&why)),
            "name another with --library, or move the file away",
        ),
    }
}

/// The sources of literature that reviews search. None is asked: that is for a person to allow.
fn literature(cx: &Context) -> Finding {
    match cx.loaded.config.sources.used.as_slice() {
        [] => note(
            "literature",
            "reviews search the library alone".to_owned(),
            "`--sources europepmc`, or `use` under [sources], searches the literature as well, after consent",
        ),
        used if cx.loaded.config.offline => problem(
            "literature",
            format!("reviews search {}, and `offline` is set", used.join(", ")),
            "unset `offline`, or empty `sources.use`",
        ),
        used => good("literature", format!("reviews search {}, after consent", used.join(", "))),
    }
}

fn own_models(cx: &Context) -> Option<Finding> {
    let config = &cx.loaded.config;
    let count = config.nli.paths().len() + usize::from(!config.embeddings.model.as_os_str().is_empty());
    if count == 0 {
        return None;
    }
    Some(match own::load(cx) {
        Ok(()) => good("own models", format!("{count} load")),
        Err(why) => problem("own models", describe(&why), "`gainsay models` says which; correct [nli] or [embeddings]"),
    })
}

/// The model servers: the one in use is a problem when it does not work, any other is worth a note.
fn servers(cx: &Context) -> Vec<Finding> {
    let config = &cx.loaded.config;
    let endpoints = match Endpoint::all(cx) {
        Ok(endpoints) => endpoints,
        Err(why) => return vec![problem("model server", describe(&why), "correct [ollama] or [servers]")],
    };
    let mut findings = Vec::new();
    for endpoint in endpoints {
        let used = *endpoint.name == *config.reasoner;
        let bad = |what: String, remedy: &str| match used {
            true => problem("model server", what, remedy),
            false => note("model server", what, remedy),
        };
        let (name, host) = (endpoint.name.one_line(), endpoint.address());
        if config.offline && !endpoint.is_loopback() {
            findings
                .push(bad(format!("{name} at {host} is on another machine, and `offline` is set"), "unset `offline`"));
            continue;
        }
        let settings = endpoint.settings(cx);
        let asked = cx.runtime.block_on(async {
            let server = endpoint.connect()?;
            let listed = tokio::time::timeout(PROBE, server.models()).await;
            let models = listed.map_err(|_| eyre::eyre!("it does not answer within {} s", PROBE.as_secs()))??;
            Ok::<_, eyre::Report>(models)
        });
        findings.push(match asked {
            Err(why) => bad(
                format!("{name} at {host}: {}", describe(&why)),
                "start it, or correct its address; without one `builtin` does the work",
            ),
            Ok(found) => match models::missing(&found, &settings).as_slice() {
                [] => good("model server", format!("{name} at {host} has {}", settings.name)),
                missing => {
                    let missing: Vec<String> = missing.iter().map(|name| name.one_line().to_string()).collect();
                    let what = format!("{name} at {host} does not have {}", missing.join(", "));
                    bad(what, "`gainsay models --pull` gets it from Ollama; or set `model.name`")
                }
            },
        });
    }
    findings
}

/// Other programs, of which each is for one thing.
fn programs() -> Vec<Finding> {
    let wanted = [
        ("pdftotext", "reads PDFs that cannot be read otherwise", "install poppler-utils"),
        ("ssh-keygen", "signs reviews (`gainsay verify --sign`)", "install OpenSSH"),
    ];
    let found = |name: &str| {
        Command::new("sh").args(["-c", "command -v \"$0\" >/dev/null 2>&1", name]).status().is_ok_and(|s| s.success())
    };
    let finding = |(name, purpose, remedy): (&str, &str, &str)| match found(name) {
        true => good("program", format!("{name} {purpose}")),
        false => note("program", format!("{name}, which {purpose}, is not installed"), remedy),
    };
    wanted.map(finding).into()
}
