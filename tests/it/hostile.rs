//! Text written by somebody else reaches neither the terminal nor a report nor
//! a table as anything but text. Looked at in the bytes.

use std::{io::Write, path::Path, process::Stdio};

use crate::support::program::{gainsay, run, succeed};

/// Everything that a statement or a document might carry, around words that
/// make it worth finding.
const HOSTILE: [&str; 9] = [
    "\u{1b}[2J\u{1b}[31mAspirin reduces fever in adults\u{1b}[0m with influenza",
    "\u{1b}]0;PWNED\u{7}Aspirin reduces fever\u{1b}]52;c;cm0gLXJm\u{7} in adults with influenza",
    "\u{9b}31mAspirin\u{9d}0;x\u{9c} reduces fever \u{90}q\u{9c}in adults with influenza",
    "Aspirin \u{202e}reduces\u{202c} fever \u{2066}in\u{2069} adults with influenza",
    "Aspi\u{200b}rin re\u{ad}duces fe\u{feff}ver in a\u{e0041}dults with influenza",
    "=HYPERLINK(\"http://evil.example\",\"Aspirin reduces fever in adults with influenza\")",
    "<script>alert('Aspirin')</script> <img src=x onerror=y> reduces fever in adults with influenza",
    "# Aspirin\n\n---\n> reduces fever\n\n```\n| in | adults |\n[with](javascript:influenza) ![x](http://t.example/p.png)",
    "Aspirin\t\r\nreduces\u{8}\u{8} fever\u{0} in\u{7f} adults\u{85} with\u{2028} 気温 influenza e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
];

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn prepare(home: &Path) {
    let mut corpus = std::fs::File::create(home.join("corpus.jsonl")).unwrap();
    let mut claims = std::fs::File::create(home.join("claims.jsonl")).unwrap();
    for (i, text) in HOSTILE.iter().enumerate() {
        let text = json(text);
        writeln!(
            corpus,
            r#"{{"title": {text}, "text": {text}, "authors": [{text}], "journal": {text}, "doi": {text}, "pmid": "{i}", "url": {text}, "source_name": {text}}}"#
        )
        .unwrap();
        writeln!(claims, r#"{{"id": {text}, "claim": {text}, "context": {text}}}"#).unwrap();
    }
    let long = "Aspirin reduces fever in adults with influenza ".repeat(25_000);
    writeln!(corpus, r#"{{"title": "A line of a megabyte", "text": {}}}"#, json(&long)).unwrap();
}

/// No control character but line feeds, no direction override, nothing invisible.
fn assert_inert(what: &str, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap();
    for c in text.chars() {
        let bad = (c.is_control() && c != '\n' && c != '\r')
            || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
            || matches!(c, '\u{ad}' | '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e007f}');
        assert!(!bad, "{what} has {c:?}");
    }
    assert!(!what.ends_with("report") || !text.contains('\r'), "{what} has a carriage return");
}

#[test]
fn hostile_text_is_only_text_in_output_report_table_and_state() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    prepare(home);
    let added = run(home, &["library", "add", "corpus.jsonl"]);
    assert_inert("what `library add` says", &added.stdout);
    assert_inert("what `library add` complains of", &added.stderr);
    let args = ["check", "claims.jsonl", "--out", "r.md", "--csv", "r.csv", "--json", "r.json"];
    let checked = run(home, &args);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_inert("what `check` says", &checked.stdout);
    assert_inert("what `check` complains of", &checked.stderr);
    for args in [["library", "list"], ["library", "stats"]] {
        assert_inert("what `library` says", &run(home, &args).stdout);
    }
    assert_inert("what `search` says", &run(home, &["library", "search", "aspirin", "fever"]).stdout);

    let report = std::fs::read(home.join("r.md")).unwrap();
    assert_inert("the report", &report);
    let report = String::from_utf8(report).unwrap();
    assert!(report.contains("Aspirin"), "the words themselves are there");
    let after_front = report.splitn(3, "---\n").nth(2).unwrap();
    for line in after_front.lines() {
        for opening in ["<script", "<img", "![x]", "[with]"] {
            let at = line.find(opening);
            assert!(at.is_none_or(|at| line[..at].ends_with('\\')), "{opening} is alive in: {line}");
        }
        assert_ne!(line.trim(), "# Aspirin");
        assert_ne!(line.trim(), "```");
    }

    let table = std::fs::read(home.join("r.csv")).unwrap();
    assert_inert("the table", &table);
    let mut rows = csv::Reader::from_reader(table.as_slice());
    for row in rows.records() {
        for cell in &row.unwrap() {
            let first = cell.trim_start().chars().next();
            let formula = matches!(first, Some('=' | '+' | '@')) || (cell.starts_with('-') && cell.len() > 1);
            assert!(!formula, "a formula: {cell}");
        }
    }
    let state = std::fs::read(home.join("r.json")).unwrap();
    assert_inert("the state", &state);
    serde_json::from_slice::<serde_json::Value>(&state).unwrap();
}

#[cfg(unix)]
#[test]
fn a_hostile_file_name_is_only_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let name = "a\u{1b}[31m\u{202e}b`<i>=1+1.jsonl";
    std::fs::write(home.join(name), "{\"claim\": \"Aspirin reduces fever in adults.\"}\nnot a record\n").unwrap();
    let checked = run(home, &["check", name, "--out", "r.md", "--csv", "r.csv"]);
    assert_eq!(checked.status.code(), Some(3), "the line that is no record is left out");
    assert_inert("what `check` says", &checked.stdout);
    assert_inert("what `check` complains of", &checked.stderr);
    assert_inert("the report", &std::fs::read(home.join("r.md")).unwrap());
    assert!(!std::fs::read_to_string(home.join("r.md")).unwrap().contains("\n# a`<i>"));
    let missing = run(home, &["check", "\u{1b}[31mno such file"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_inert("the error", &missing.stderr);
}

#[test]
fn hostile_text_reaches_the_terminal_only_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    prepare(home);
    run(home, &["library", "add", "corpus.jsonl"]);
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let mut terminal = crate::support::terminal::Terminal::start(program, &["review", "claims.jsonl"], home, (120, 36));
    terminal.see("Aspirin");
    for _ in 0..HOSTILE.len() {
        terminal.keys("j");
    }
    terminal.see("S009");
    terminal.keys("q");
    let (status, bytes) = terminal.end();
    assert!(status.success());
    let text = String::from_utf8_lossy(&bytes);
    for trace in [
        "PWNED",
        "\x1b]0;",
        "\x1b]52",
        "\u{9b}",
        "\u{9d}",
        "\u{90}",
        "\x1b[31mAspirin",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{feff}",
        "\u{ad}",
    ] {
        assert!(!text.contains(trace), "the terminal was sent {trace:?}");
    }
}

#[test]
fn standard_input_is_taken_and_a_closed_reader_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let text = "Background: fever is common. We found that aspirin reduced fever by 1.2 degrees in 200 adults with influenza. \
                We conclude that aspirin lowers fever.";
    let mut child = gainsay(home)
        .args(["check", "-", "--out", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.starts_with("---\n") && report.contains("aspirin"), "{report}");
    let mut child = gainsay(home).args(["config"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(
        succeed(home, &["config", "--path"]).trim(),
        home.join("config/gainsay/config.toml").display().to_string()
    );
}
