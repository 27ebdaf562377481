//! What holds of every command, by tables that are held against the program's own help: a command or an output that is
//! added without a row here fails.

#![cfg(unix)]

use std::{
    collections::BTreeSet,
    fs::{self, File},
    os::unix::fs::{MetadataExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use portable_pty::CommandBuilder;

use crate::{
    network::{PROXIES, Trap},
    safety::{home, said},
    support::{
        program::{gainsay, run, succeed},
        terminal::Terminal,
    },
};

/// Commands in the words that call them, each with what its help says.
fn commands(home: &Path, of: &[String], found: &mut Vec<(String, String)>) {
    let mut args: Vec<&str> = of.iter().map(String::as_str).collect();
    args.push("--help");
    let help = succeed(home, &args);
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
    for name in listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        commands(home, &[of, &[name.to_owned()]].concat(), found);
    }
    if listed.is_empty() {
        found.push((of.join(" "), help));
    }
}

/// Every command with what its help says.
fn every_command(home: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    commands(home, &[], &mut found);
    found
}

/// What every command writes, where its caller says: the command, the option, and a call with `OUT` for the file.
const OUTPUTS: [(&str, &str, &str); 24] = [
    ("check", "--out", "check claims.jsonl --quiet --out OUT"),
    ("check", "--json", "check claims.jsonl --quiet --json OUT"),
    ("check", "--csv", "check claims.gainsay --quiet --csv OUT"),
    ("export", "--out", "export claims.gainsay --out OUT"),
    ("export", "--out", "export claims.gainsay --trace --out OUT"),
    ("export", "--out", "export claims.gainsay --format json --out OUT"),
    ("export", "--out", "export claims.gainsay --format bibtex --out OUT"),
    ("export", "--out", "export claims.gainsay --format xlsx --out OUT"),
    ("eval scifact", "--json", "--no-encoder eval scifact . --claims claims_dev.jsonl --json OUT"),
    ("eval scifact", "--outcomes", "--no-encoder eval scifact . --claims claims_dev.jsonl --outcomes OUT"),
    ("eval passages", "--json", "--no-encoder eval passages passages.jsonl --json OUT"),
    ("eval passages", "--outcomes", "--no-encoder eval passages passages.jsonl --outcomes OUT"),
    ("eval cases", "--json", "--no-encoder eval cases cases.jsonl --json OUT"),
    ("eval cases", "--outcomes", "--no-encoder eval cases cases.jsonl --outcomes OUT"),
    ("eval extract", "--json", "eval extract sentences.json --json OUT"),
    ("merge", "--out", "merge claims.gainsay other.gainsay --out OUT"),
    ("compare", "--markdown", "compare cases.jsonl --with builtin --markdown OUT"),
    ("compare", "--json", "compare cases.jsonl --with builtin --json OUT"),
    ("agreement", "--json", "agreement claims.gainsay other.gainsay --json OUT"),
    ("calibrate", "--json", "calibrate claims.gainsay other.gainsay --json OUT"),
    ("backup", "--out", "backup claims.gainsay --out OUT"),
    ("check", "--review", "check claims.jsonl --quiet --review OUT"),
    ("review", "--review", "review claims.jsonl --review OUT"),
    ("verify", "--sign", "verify claims.gainsay --sign key --head OUT"),
];

/// Options that name a file or a folder which is only read. `--library` and `--config` are protected as such.
const INPUTS: [&str; 10] = [
    "--from",
    "--config",
    "--library",
    "--library-file",
    "--claims",
    "--model",
    "--signature",
    "--signers",
    "--theme",
    "--set",
];

#[test]
fn the_table_of_outputs_names_every_option_that_takes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut missing = BTreeSet::new();
    for (command, help) in every_command(folder.path()) {
        for line in help.lines() {
            let Some((option, rest)) = line.trim_start().split_once(" <") else { continue };
            let option = option.rsplit(' ').next().unwrap();
            let takes_a_file = ["FILE>", "PATH>", "FOLDER>", "DIR>", "KEY>"].iter().any(|name| rest.starts_with(name));
            if option.starts_with("--") && takes_a_file && !INPUTS.contains(&option) {
                let is_listed = OUTPUTS.iter().any(|(of, name, _)| *of == command && *name == option);
                if !is_listed {
                    missing.insert(format!("{command} {option}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no attack on: {missing:?}");
}

#[test]
fn no_output_replaces_a_review_a_library_an_input_or_a_configuration_by_any_name() {
    let folder = home();
    let home = folder.path();
    let at = |name: &str| home.join(name);
    let config = at("config/gainsay/config.toml");
    fs::create_dir_all(config.parent().unwrap().join("themes")).unwrap();
    fs::write(&config, "[settings]\nthreshold = 3\n").unwrap();
    let theme = at("config/gainsay/themes/own.toml");
    fs::write(&theme, "name = 'own'\n").unwrap();
    let library = at("data/gainsay/library.sqlite");
    // Another review and a library that no command opens.
    fs::copy(at("claims.gainsay"), at("other.gainsay")).unwrap();
    fs::copy(&library, at("other.sqlite")).unwrap();
    let case = r#"{"id": "a", "kind": "plain", "claim": "Aspirin reduces fever.", "expected": "supports", "documents": [{"title": "T", "text": "Aspirin reduced fever in all adults."}]}"#;
    fs::write(at("cases.jsonl"), case).unwrap();
    let passage = r#"{"claim": "Aspirin reduces fever.", "evidence": "Aspirin reduced fever.", "label": "SUPPORTS"}"#;
    fs::write(at("passages.jsonl"), passage).unwrap();
    fs::write(at("sentences.json"), r#"{"sentences": ["We did.", "It rose."], "labels": ["0", "1"]}"#).unwrap();
    fs::write(at("claims_dev.jsonl"), crate::safety::claims()).unwrap();
    let always = ["claims.gainsay", "other.gainsay", "other.sqlite"].map(at).into_iter();
    let always: Vec<PathBuf> = always.chain([config, theme, library]).collect();
    let calls = OUTPUTS.iter().filter(|(_, option, _)| !["--sign", "--review"].contains(option));
    for call in calls.map(|(_, _, call)| *call) {
        let words: Vec<&str> = call.split(' ').collect();
        // The paper or claim set of a review is read with it.
        let read = words.iter().chain(words.contains(&"claims.gainsay").then_some(&"claims.jsonl"));
        let read = read.map(|name| at(name)).filter(|path| path.is_file());
        for file in always.iter().cloned().chain(read).collect::<BTreeSet<PathBuf>>() {
            let (link, hard) = (at("link"), at("hard"));
            symlink(&file, &link).unwrap();
            fs::hard_link(&file, &hard).unwrap();
            let roundabout = at("data/..").join(file.strip_prefix(home).unwrap());
            let before = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().ino());
            for name in [&file, &link, &hard, &roundabout] {
                let name = name.to_str().unwrap();
                let args: Vec<&str> = words.iter().map(|word| if *word == "OUT" { name } else { *word }).collect();
                let output = run(home, &args);
                assert_eq!(output.status.code(), Some(1), "{args:?}: {}", said(&output));
                // A review with two names is not even opened for writing, and what makes reviews never replaces one.
                let refusals = [
                    "an output never replaces",
                    "has a second name",
                    "exists already",
                    "is there already",
                    "is not the name of a review",
                    // Nobody decided anything in these reviews, so there is nothing to write.
                    "a fit needs 30",
                ];
                assert!(refusals.iter().any(|why| said(&output).contains(why)), "{args:?}: {}", said(&output));
            }
            assert_eq!(
                (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().ino()),
                before,
                "{call} {}",
                file.display()
            );
            fs::remove_file(link).unwrap();
            fs::remove_file(hard).unwrap();
        }
    }
    assert!(succeed(home, &["verify", "claims.gainsay"]).contains("all as they were written"));
    // A review or a library is made nowhere that something else is, nor opened there.
    for file in ["claims.jsonl", "other.sqlite", "config/gainsay/config.toml"] {
        let before = fs::read(at(file)).unwrap();
        for args in [
            &["check", "corpus.jsonl", "--quiet", "--review", file][..],
            &["review", "corpus.jsonl", "--review", file],
            &["verify", "claims.gainsay", "--sign", file],
        ] {
            let output = run(home, args);
            assert_eq!(output.status.code(), Some(1), "{args:?}: {}", said(&output));
            assert_eq!(fs::read(at(file)).unwrap(), before, "{args:?}");
        }
    }
    for file in ["claims.jsonl", "claims.gainsay"] {
        let before = fs::read(at(file)).unwrap();
        let output = run(home, &["--library", file, "library", "add", "corpus.jsonl"]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert_eq!(fs::read(at(file)).unwrap(), before, "{file}");
    }
    // What SQLite and the lock keep beside a review belongs to it.
    for name in ["claims.gainsay-journal", "claims.gainsay-wal", ".claims.gainsay.lock"] {
        assert_eq!(run(home, &["export", "claims.gainsay", "--out", name]).status.code(), Some(1), "{name}");
        assert!(!at(name).exists());
    }
    // Nor a library that is still to be made, or standard input.
    let output = run(home, &["--library", "new.sqlite", "check", "claims.jsonl", "--out", "new.sqlite"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let input = File::open(at("claims.jsonl")).unwrap();
    let piped =
        gainsay(home).args(["check", "-", "--review", "in.gainsay", "--out", "claims.jsonl"]).stdin(input).output();
    assert_eq!(piped.unwrap().status.code(), Some(1));
    assert_eq!(fs::read_to_string(at("claims.jsonl")).unwrap(), crate::safety::claims());
    let twice = run(home, &["check", "claims.gainsay", "--out", "one", "--csv", "./one"]);
    assert_eq!(twice.status.code(), Some(1));
    assert!(said(&twice).contains("named for two outputs"), "{}", said(&twice));
}

/// Calls of every command that must connect to nothing: what another machine is for is called with `--offline`, all
/// else as anybody would, with a model server and all sources set up, and consent given by nobody.
const QUIET: [(&str, &str); 51] = [
    ("check", "check claims.jsonl --review new.gainsay"),
    ("check", "check claims.gainsay"),
    ("check", "--offline check claims.gainsay --consent --set reviewer=Ada"),
    ("check", "--offline check 10.1136/bmj.n71"),
    ("check", "--offline check arXiv:2101.00001"),
    ("check", "--set reasoner=builtin check claims.jsonl --review b.gainsay"),
    ("export", "export claims.gainsay"),
    ("export", "export claims.gainsay --format html"),
    ("check", "--offline --library postgres://ann@db.example.invalid/lib check claims.jsonl --review c.gainsay"),
    ("library init", "library init"),
    ("library init", "--offline --library postgres://ann@db.example.invalid/lib library init"),
    ("library add", "library add corpus.jsonl"),
    ("library add", "--offline library add postgres://ann@db.example.invalid/knowledgebase"),
    ("library fetch", "--offline library fetch zinc"),
    ("library fetch", "--offline library fetch zinc --source searxng,brave,tavily"),
    ("library refresh", "--offline library refresh"),
    ("library retractions", "library retractions retractions.csv"),
    ("library sources", "library sources"),
    ("library show", "library show DOC"),
    ("library embed", "library embed"),
    ("library search", "library search zinc"),
    ("library list", "library list"),
    ("library stats", "library stats"),
    ("library remove", "library remove DOC"),
    ("models", "--offline models"),
    ("models", "--offline models --check"),
    ("models", "--offline models --pull"),
    ("config", "config"),
    ("config", "config themes"),
    ("repeat", "repeat claims.gainsay"),
    ("eval scifact", "eval scifact . --claims claims.jsonl"),
    ("eval passages", "eval passages passages.jsonl"),
    ("eval cases", "eval cases cases.jsonl"),
    ("eval extract", "eval extract sentences.json"),
    ("merge", "merge claims.gainsay other.gainsay --out merged.gainsay"),
    ("compare", "compare cases.jsonl --with builtin"),
    ("compare", "compare cases.jsonl --with ollama"),
    ("agreement", "agreement claims.gainsay other.gainsay"),
    ("calibrate", "calibrate passages.jsonl"),
    ("calibrate", "calibrate claims.gainsay other.gainsay"),
    ("check", "check claims.jsonl --cost"),
    ("compare", "compare cases.jsonl --with ollama --cost"),
    ("reasons", "reasons claims.gainsay"),
    ("prompt", "prompt claims.gainsay"),
    ("verify", "verify claims.gainsay"),
    ("backup", "backup claims.gainsay --out copy.gainsay"),
    ("compact", "compact claims.gainsay"),
    ("doctor", "--offline doctor"),
    ("redact", "redact claims.gainsay"),
    ("completions", "completions bash"),
    ("man", "man"),
];

/// Commands with an interface, and a text that it shows once it is up.
const INTERFACES: [(&str, &str, &str); 3] =
    [("review", "review claims.gainsay", "S001"), ("demo", "demo", "S001"), ("", "", "claims.gainsay")];

/// Variables that set up a model server on another machine, every source of evidence, and a proxy for all protocols.
fn another_machine(proxy: &Trap) -> Vec<(String, String)> {
    let sources = "europepmc,pubmed,crossref,openalex,semanticscholar,arxiv,factcheck,searxng,brave,tavily";
    let settings = [
        ("OLLAMA_HOST", "http://gpu.example.invalid:11434"),
        ("GAINSAY_MODEL_NAME", "some:7b"),
        ("GAINSAY_REASONER", "ollama"),
        ("GAINSAY_SOURCES_USE", sources),
        ("GAINSAY_OLLAMA_RETRIES", "0"),
        ("GAINSAY_SOURCES_RETRIES", "0"),
    ];
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    settings.chain(PROXIES.iter().map(|name| ((*name).to_owned(), proxy.url()))).collect()
}

/// Where a log of `strace` says that a program connected to by the internet protocols, or asked for a name.
fn internet(log: &Path) -> Vec<String> {
    let log = fs::read_to_string(log).unwrap_or_default();
    log.lines().filter(|line| line.contains("AF_INET")).map(str::to_owned).collect()
}

#[test]
fn no_command_connects_to_anything_before_consent_or_offline() {
    let (folder, proxy) = (home(), Trap::closed());
    let home = folder.path();
    let every: BTreeSet<String> = every_command(home).into_iter().map(|(command, _)| command).collect();
    let rows = QUIET.iter().map(|(command, _)| *command).chain(INTERFACES.iter().map(|(command, _, _)| *command));
    let listed: BTreeSet<String> = rows.filter(|command| !command.is_empty()).map(str::to_owned).collect();
    assert_eq!(every, listed, "each command has a row");
    fs::copy(home.join("claims.gainsay"), home.join("other.gainsay")).unwrap();
    let case = r#"{"id": "a", "kind": "plain", "claim": "Aspirin reduces fever.", "expected": "supports", "documents": [{"title": "T", "text": "Aspirin reduced fever in all adults."}]}"#;
    fs::write(home.join("cases.jsonl"), case).unwrap();
    let passage = r#"{"claim": "Aspirin reduces fever.", "evidence": "Aspirin reduced fever.", "label": "SUPPORTS"}"#;
    fs::write(home.join("passages.jsonl"), passage).unwrap();
    fs::write(home.join("sentences.json"), r#"{"sentences": ["We did.", "It rose."], "labels": ["0", "1"]}"#).unwrap();
    fs::write(home.join("retractions.csv"), "Record ID,OriginalPaperDOI\n1,10.1/x\n").unwrap();
    let document = succeed(home, &["library", "list", "--limit", "1"]);
    let document = document.split_whitespace().next().unwrap().to_owned();
    let log = home.join("connections");
    let traced = Command::new("strace").arg("-V").output().is_ok();
    if !traced {
        eprintln!("strace is not installed, so only connections to the proxy are seen");
    }
    let program = env!("CARGO_BIN_EXE_gainsay");
    let trace = ["-f", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", log.to_str().unwrap(), program];
    for (_, call) in QUIET {
        let args: Vec<&str> = call.split(' ').map(|word| if word == "DOC" { &document } else { word }).collect();
        let mut command = gainsay(home);
        if traced {
            let mut outer = Command::new("strace");
            outer.args(trace).current_dir(home).env_clear();
            outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
            command = outer;
        }
        let output = command.args(&args).envs(another_machine(&proxy)).output().unwrap();
        assert!(output.status.code().is_some(), "{call}: {}", said(&output));
        assert_eq!(internet(&log), [""; 0], "{call}");
    }
    for (_, call, text) in INTERFACES {
        let mut command = CommandBuilder::new(if traced { "strace" } else { program });
        command.cwd(home);
        command.args(if traced { &trace[..] } else { &[] });
        command.args(call.split_whitespace());
        command.env_clear();
        let environment = gainsay(home);
        for (name, value) in environment.get_envs() {
            command.env(name, value.unwrap());
        }
        command.env("TERM", "xterm-256color");
        for (name, value) in another_machine(&proxy) {
            command.env(name, value);
        }
        let mut terminal = Terminal::spawn(command, (120, 36));
        terminal.see(text);
        terminal.keys("\u{3}");
        terminal.end();
        assert_eq!(internet(&log), [""; 0], "{call}");
    }
    assert_eq!(proxy.arrived(), 0);
}
