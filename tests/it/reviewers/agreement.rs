//! `gainsay agreement` over three reviewers' files.

use serde_json::Value as Json;

use crate::support::{
    program::{run, succeed},
    reviewers::{NAMES, reference, reviewed},
};

fn same(ours: &Json, reference: &Json) {
    let (ours, reference) = (ours.as_f64().unwrap(), reference.as_f64().unwrap());
    assert!((ours - reference).abs() < 1e-9, "{ours} is not {reference}");
}

fn same_interval(ours: &Json, reference: &Json) {
    same(&ours["low"], &reference[0]);
    same(&ours["high"], &reference[1]);
}

/// Compares the figures of `gainsay agreement --json` with the reference.
pub fn check_figures(found: &Json) {
    let reference = reference();
    for (pair, expected) in found["pairs"].as_array().unwrap().iter().zip(reference["pairs"].as_array().unwrap()) {
        let name = |key: &str| NAMES[usize::try_from(expected[key].as_u64().unwrap()).unwrap()];
        assert_eq!((pair["a"].as_str().unwrap(), pair["b"].as_str().unwrap()), (name("a"), name("b")));
        assert_eq!(pair["kappa"]["n"], expected["n"]);
        same(&pair["kappa"]["kappa"], &expected["kappa"]);
        same(&pair["kappa"]["standard_error"], &expected["se"]);
        same(&pair["kappa"]["agreement"], &expected["agreement"]);
        same_interval(&pair["interval"], &expected["interval"]);
    }
    for (ours, data, metric) in [("verdicts", "verdicts", "nominal"), ("confidence", "levels", "ordinal")] {
        same(&found[ours]["alpha"]["alpha"], &reference[data][metric]);
        same_interval(&found[ours]["interval"], &reference[data][format!("{metric}_interval")]);
    }
}

/// Reviewers would publish a wrong agreement, or one over the wrong statements.
#[test]
fn three_files_on_sixty_claims_agree_as_the_reference_says() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let files = ["ada.gainsay", "ben.gainsay", "cleo.gainsay"];
    files.iter().enumerate().for_each(|(column, file)| reviewed(&home.join(file), column).close());
    let json = succeed(home, &["agreement", files[0], files[1], files[2], "--json", "-"]);
    let found: Json = serde_json::from_str(&json).unwrap();
    check_figures(&found);
    assert_eq!((found["statements"].as_u64(), found["undecided"].as_u64()), (Some(60), Some(0)));
    // The machine says “supports” of each, so its row counts every reviewer's verdicts.
    let machine = &found["machines"][0];
    let opinions = reference()["opinions"].clone();
    let given = || opinions.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).filter(|o| !o.is_null());
    let of = |verdict: &str| given().filter(|o| o["verdict"] == verdict).count() as u64;
    let row: Vec<u64> = machine["confusion"][1].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(row, [of("contradicts"), of("supports"), of("undecided")]);
    assert_eq!(machine["opposite"].as_u64(), Some(of("contradicts")));
    assert_eq!(machine["calibration"][0]["n"].as_u64(), Some(given().count() as u64));
    assert_eq!(machine["calibration"][0]["right"].as_u64(), Some(of("supports")));
    let table = succeed(home, &["agreement", files[0], files[1], files[2]]);
    assert!(table.contains("Ada – Ben                           60   73.3%   0.59  0.09  0.39 to 0.77"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let alone = succeed(home, &["agreement", files[0]]);
    assert!(alone.contains("1 reviewer, 60 statements, 0 without a reviewer's verdict"), "{alone}");
}

#[test]
fn what_is_no_review_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["agreement", "paper.pdf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("paper.pdf is not a review; name files that end in"));
}

/// “κ 0.00 over 2 verdicts” says that reviewers agree as often as by chance, and the next verdict turns it round.
#[test]
fn coefficients_of_a_few_statements_are_left_out_and_those_of_many_explained() {
    use gainsay::domain::{Level, StatementId, Verdict};
    const MEANS: &str = "κ and α: 1 is full agreement, 0 what chance alone would give.";
    for (count, is_enough) in [(4, false), (10, true)] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        for (name, file, other) in [("Ada", "a.gainsay", 1), ("Ben", "b.gainsay", count)] {
            let review = crate::support::reviewers::undecided(&home.join(file));
            for id in 1..=count {
                let verdict = if id == other { Verdict::Contradicts } else { Verdict::Supports };
                crate::support::reviewers::decide(&review, name, StatementId(id), verdict, Level::High, None);
            }
            review.close();
        }
        let table = succeed(home, &["agreement", "a.gainsay", "b.gainsay"]);
        succeed(home, &["merge", "a.gainsay", "b.gainsay", "--out", "all.gainsay"]);
        let report = succeed(home, &["export", "all.gainsay"]);
        assert_eq!((table.contains(MEANS), report.contains(MEANS)), (is_enough, is_enough), "{table}{report}");
        let pair = table.lines().find(|line| line.starts_with("Ada – Ben")).unwrap();
        assert_eq!(pair.contains(" 0."), is_enough, "{pair}");
        for few in ["κ and α need at least 10 statements", "κ needs at least 10 verdicts"] {
            assert_eq!(table.contains(few), !is_enough, "{few}: {table}");
        }
        for few in ["Krippendorff’s α needs at least 10.", "Cohen’s κ needs at least 10.", "8 verdicts; κ needs"]
        {
            assert_eq!(report.contains(few), !is_enough, "{few}: {report}");
        }
    }
}

/// Columns would be out of line under names of wide characters.
#[test]
fn wide_names_keep_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    for (name, file) in [("田中太郎", "a.gainsay"), ("Ada", "b.gainsay")] {
        let review = crate::support::reviewers::undecided(&folder.path().join(file));
        for id in 1..=4 {
            let (verdict, level) = (gainsay::domain::Verdict::Supports, gainsay::domain::Level::High);
            crate::support::reviewers::decide(&review, name, gainsay::domain::StatementId(id), verdict, level, None);
        }
        review.close();
    }
    let said = succeed(folder.path(), &["agreement", "a.gainsay", "b.gainsay"]);
    let before = |line: &str, mark: &str| {
        line.split(mark).next().unwrap().chars().map(|c| if c > '\u{2e80}' { 2 } else { 1 }).sum::<usize>()
    };
    let lines: Vec<usize> =
        said.lines().filter(|line| line.ends_with(" decided")).map(|line| before(line, "decided")).collect();
    assert!(lines.len() == 2 && lines[0] == lines[1], "{said}");
    let (head, pair) = (
        said.lines().find(|line| line.starts_with("Verdicts of two")),
        said.lines().find(|line| line.contains(" – ") && line.contains('%')),
    );
    assert_eq!(before(head.unwrap(), "agree") + "agree".len(), before(pair.unwrap(), "%") + "%".len(), "{said}");
}
