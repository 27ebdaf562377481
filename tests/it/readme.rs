//! README and guides tell the truth: the keys are those of the program, what they link to
//! is there, and the exit codes are those that `--help` prints.

use std::path::Path;

use crate::support::program::succeed;

#[test]
fn the_tables_are_those_of_the_program() {
    table("docs/keys.md", "keys", &gainsay::tui::key_table());
    table("README.md", "themes", &gainsay::tui::theme_table());
}

fn table(document: &str, name: &str, expected: &str) {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(&begin).unwrap();
    let (table, after) = rest.split_once(&end).unwrap();
    let expected = format!("{}\n", expected.trim_end());
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, format!("{before}{begin}{expected}{end}{after}")).unwrap();
        return;
    }
    assert_eq!(table, expected, "run the tests with UPDATE_README=1 to bring the table up to date");
}

#[test]
fn pictures_and_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guides = ["literature", "models", "keys", "figures", "architecture", "rules"];
    for document in std::iter::once("README.md".into()).chain(guides.map(|name| format!("docs/{name}.md"))) {
        let path = root.join(&document);
        let text = std::fs::read_to_string(&path).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let local: Vec<_> = targets.filter(|t| !t.starts_with("http") && !t.starts_with('#')).collect();
        for target in &local {
            let file = target.split('#').next().unwrap_or_default();
            assert!(path.with_file_name(file).exists(), "{document}: {target} is not there");
        }
        assert!(document != "README.md" || local.iter().any(|t| t.ends_with(".svg")));
    }
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    let folder = tempfile::tempdir().unwrap();
    let help = succeed(folder.path(), &["--help"]);
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let codes = help.split_once("Exit codes:\n").unwrap().1;
    for line in codes.lines() {
        let (code, meaning) = line.trim().split_once(' ').unwrap();
        assert!(readme.contains(&format!("| {code} | {} |", meaning.trim())), "{line}");
    }
}
