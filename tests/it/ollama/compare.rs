//! `gainsay compare`: reasoners and models side by side on the same claims.

use serde_json::Value;

use crate::support::{
    ollama::{MODEL, Ollama, model},
    program::gainsay,
};

const CASES: &str = r#"{"id": "one", "claim": "Aspirin reduces the risk of stroke in adults.", "documents": [{"title": "A trial", "text": "In 5,000 adults, aspirin reduced the risk of stroke. Headache was as frequent as before."}], "expected": "supports"}
{"id": "two", "claim": "Statins raise cholesterol in adults.", "documents": [{"title": "Another trial", "text": "Statins lowered cholesterol in adults. The effect was large."}], "expected": "contradicts"}
{"id": "three", "claim": "Eggs are bad for the heart.", "documents": [{"title": "A third trial", "text": "Walking was measured in schools. No child was hurt."}], "expected": "undecided"}
"#;

/// Somebody would choose a model by figures that are not of the same claims, or not know what it costs.
#[test]
fn reasoners_and_models_are_compared_on_the_same_claims_with_cost_and_time() {
    let (home, server) = (tempfile::tempdir().unwrap(), Ollama::start(model::plain));
    let home = home.path();
    std::fs::write(home.join("cases.jsonl"), CASES).unwrap();
    let with = format!("ollama:{MODEL}");
    let compare = |more: &[&str]| {
        let mut command = gainsay(home);
        command.env("OLLAMA_HOST", server.host()).env("GAINSAY_OLLAMA_BACKOFF", "1");
        let output = command.args(["compare", "cases.jsonl", "--with", "builtin", "--with", &with]).args(more).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let found: Value = serde_json::from_str(&compare(&["--json", "-"])).unwrap();
    let asked = server.asked().len() as u64;
    let arms = found["arms"].as_array().unwrap();
    let names: Vec<&str> = arms.iter().map(|arm| arm["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["builtin", with.as_str()]);
    assert_eq!((arms[0]["cost"]["calls"].as_u64(), arms[1]["cost"]["calls"].as_u64()), (Some(0), Some(asked)));
    assert!(asked > 0 && arms[1]["cost"]["answer_tokens"].as_u64().unwrap() > 0, "{found}");
    for arm in arms {
        // Every figure follows from the verdicts that are listed.
        let verdicts: Vec<&str> =
            arm["outcomes"].as_array().unwrap().iter().map(|o| o["given"][0].as_str().unwrap()).collect();
        let labels = ["supports", "contradicts", "undecided"];
        let right = verdicts.iter().zip(labels).filter(|(verdict, label)| **verdict == *label).count();
        assert!((arm["kappa"]["agreement"].as_f64().unwrap() - right as f64 / 3.0).abs() < 1e-12);
        let opposite = |v: &str, l: &str| v != l && v != "undecided" && l != "undecided";
        let opposite = verdicts.iter().zip(labels).filter(|(v, l)| opposite(v, l)).count() as u64;
        assert_eq!(arm["opposite"].as_u64(), Some(opposite));
        let calibrated: u64 =
            arm["calibration"].as_array().unwrap().iter().map(|level| level["n"].as_u64().unwrap()).sum();
        assert_eq!(calibrated, 3);
    }
    let text = compare(&[]);
    assert!(text.contains("opposite side") && text.contains("tokens written") && text.contains(&with), "{text}");
    let table = compare(&["--markdown", "-"]);
    assert!(table.starts_with(&format!("|  | builtin | {with} |\n|---|---|---|\n| claims | 3 | 3 |\n")), "{table}");
    let unknown = gainsay(home).args(["compare", "cases.jsonl", "--with", "nobody"]).output().unwrap();
    assert!(unknown.status.code() == Some(1) && server.asked().len() as u64 >= asked);
}

/// A column of dashes would pass for a model that could not answer, when its server was down.
#[test]
fn a_server_that_is_down_is_named_as_the_reason_in_the_tables() {
    let (home, server) = (tempfile::tempdir().unwrap(), Ollama::start(model::plain));
    let home = home.path();
    std::fs::write(home.join("cases.jsonl"), CASES).unwrap();
    server.down();
    let with = format!("ollama:{MODEL}");
    for more in [&[][..], &["--markdown", "-"]] {
        let mut command = gainsay(home);
        command.env("OLLAMA_HOST", server.host()).env("GAINSAY_OLLAMA_RETRIES", "0");
        let output = command.args(["compare", "cases.jsonl", "--with", "builtin", "--with", &with]).args(more).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        let why = text.lines().find(|line| line.contains(&format!("{with} failed on 3 claims: "))).unwrap_or(&text);
        assert!(why.contains(&server.host()), "{text}");
        // Who failed gave no verdict, which differs from none and is on no side.
        assert!(text.contains("No claim was judged by both, so nothing is compared."), "{text}");
        assert!(!text.contains("They differ"), "{text}");
        let row = text.lines().find(|line| line.contains("opposite side")).unwrap();
        let cells: Vec<&str> = row.split(['|', ' ']).filter(|cell| !cell.is_empty()).collect();
        assert!(cells[2].parse::<u32>().is_ok() && cells[3] == "–", "{row}");
    }
}
