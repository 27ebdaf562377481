//! What somebody with models of their own would lose: stances by another model
//! than the one named, without a word.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::program::{run, succeed};

/// A small export in the repository.
fn export(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name).display().to_string()
}

fn home(configuration: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("config/gainsay")).unwrap();
    // Nothing listens on port 9.
    let text = format!("{configuration}\n[ollama]\nhost = \"127.0.0.1:9\"\n");
    fs::write(home.path().join("config/gainsay/config.toml"), text).unwrap();
    home
}

/// What the program says on standard error when it fails.
fn refusal(home: &Path, args: &[&str]) -> String {
    let output = run(home, args);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

fn known_as(listed: &str, name: &str) -> String {
    let mut lines = listed.lines().map(str::trim);
    let found = lines.find(|line| line.starts_with(&format!("{name}@"))).unwrap();
    found[..name.len() + 13].to_owned()
}

fn figure(report: &Value, name: &str) -> f64 {
    let figures = report["figures"].as_array().unwrap();
    figures.iter().find(|figure| figure["name"] == name).unwrap()["value"].as_f64().unwrap()
}

#[test]
fn models_are_listed_with_labels_and_with_why_one_does_not_load() {
    let (bert, roberta, sentences) = (export("bert"), export("roberta"), export("sentences"));
    let home = home(&format!(
        "[nli]\nmodel = {bert:?}\nmodels = [{roberta:?}, {bert:?}]\n[embeddings]\nmodel = {sentences:?}\n"
    ));
    let listed = succeed(home.path(), &["models"]);
    let lines = [
        format!("{bert}  stances, 0.2 MB, loads"),
        "supports: entailment, contradicts: contradiction, not addressed: neutral".to_owned(),
        format!("{roberta}  stances, 0.2 MB, loads"),
        "supports: ENTAILMENT, contradicts: CONTRADICTION, not addressed: NEUTRAL".to_owned(),
        "not calibrated (`gainsay calibrate DIR_OR_FILE` does it)".to_owned(),
        format!("{sentences}  vectors, 0.1 MB, loads"),
        "32 numbers, mean of the tokens, “query: ” before queries and “passage: ” before documents".to_owned(),
        "# no model server: ".to_owned(),
    ];
    for line in lines {
        assert!(listed.contains(&line), "{listed}\ndoes not say {line}");
    }
    assert_eq!(listed.matches("  stances, ").count(), 2, "{listed}");

    let half = home.path().join("half");
    fs::create_dir(&half).unwrap();
    for file in ["tokenizer.json", "config.json"] {
        fs::copy(Path::new(&bert).join(file), half.join(file)).unwrap();
    }
    let bytes = fs::read(Path::new(&bert).join("model.onnx")).unwrap();
    fs::write(half.join("model.onnx"), &bytes[..bytes.len() / 2]).unwrap();
    let set = format!("nli.model={}", half.display());
    let output = run(home.path(), &["--set", &set, "models"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("half  stances, does not load\n"), "{said}");
    assert!(said.contains("damaged, cut off") && said.contains("download or export it again"), "{said}");
    // A review without the model would look like one with it.
    fs::write(home.path().join("claims.txt"), "Zinc lowers pain.\nGarlic lowers fever.\n").unwrap();
    let why = refusal(home.path(), &["--set", &set, "check", "--format", "lines", "claims.txt"]);
    assert!(why.contains("cannot use the model") && !home.path().join("claims.gainsay").exists(), "{why}");
}

/// Figures would be those of the built-in encoder, under the name of another model.
#[test]
fn a_model_is_measured_calibrated_and_measured_again() {
    let home = home(&format!("[nli]\nmodel = {:?}\n", export("bert")));
    let claims = export("claims.jsonl");
    let part = home.path().join("part.jsonl");
    fs::write(&part, fs::read_to_string(&claims).unwrap().lines().take(100).collect::<Vec<_>>().join("\n")).unwrap();
    let part = part.to_str().unwrap();
    let measured = |set: &str| -> Value {
        serde_json::from_str(&succeed(home.path(), &["--set", set, "eval", "passages", part, "--json", "-"])).unwrap()
    };
    let name = known_as(&succeed(home.path(), &["models"]), "bert");
    let without = measured("nli.model=");
    assert!(!without["reasoner"].as_str().unwrap().contains("bert"), "{without}");
    let before = measured("offline=true");
    assert!(before["reasoner"].as_str().unwrap().contains(&format!("{name} not calibrated")), "{before}");
    assert_ne!(before["figures"], without["figures"]);
    let right = |report: &Value| figure(report, "three-way accuracy");

    let exchanged = home.path().join("exchanged");
    fs::create_dir(&exchanged).unwrap();
    for file in ["model.onnx", "tokenizer.json", "config.json"] {
        fs::copy(Path::new(&export("bert")).join(file), exchanged.join(file)).unwrap();
    }
    let config = fs::read_to_string(exchanged.join("config.json")).unwrap();
    let config = config.replace("entailment", "REFUTES").replace("contradiction", "SUPPORTS");
    fs::write(exchanged.join("config.json"), config).unwrap();
    let why = refusal(home.path(), &["calibrate", &claims, "--model", exchanged.to_str().unwrap()]);
    assert!(
        why.contains("scores for support do not rise with the labels") && why.contains("check the labels"),
        "{why}"
    );
    let said = succeed(home.path(), &["calibrate", &claims]);
    for part in [
        &format!("{name} on 300 pairs of claims.jsonl"),
        "| accuracy | 0.8",
        "| macro-F1 | 0.8",
        "AUC |",
        "written to ",
    ] {
        assert!(said.contains(part), "{said}\ndoes not say {part}");
    }
    let why = refusal(home.path(), &["calibrate", &claims]);
    assert!(why.contains("is there already; pass --replace"), "{why}");
    assert!(succeed(home.path(), &["models"]).contains("calibrated on 300 pairs of claims.jsonl"));
    let after = measured("offline=true");
    assert!(after["reasoner"].as_str().unwrap().contains(&format!("{name} calibrated ")), "{after}");
    let error = |report: &Value| figure(report, "calibration error (ECE, 10 bins of equal mass)");
    // A third of the passages only say what was done, which needs no model.
    assert!(error(&after) + 0.01 < error(&before), "{} to {}", error(&before), error(&after));
    assert_eq!(right(&after), right(&before));

    let few = home.path().join("few.jsonl");
    fs::write(&few, fs::read_to_string(&claims).unwrap().lines().take(30).collect::<Vec<_>>().join("\n")).unwrap();
    let why = refusal(home.path(), &["calibrate", few.to_str().unwrap(), "--replace"]);
    assert!(why.contains("a fit needs 20 of each label; label more claims"), "{why}");
}

/// A reviewer could not tell which model said so, nor another one repeat it.
#[test]
fn results_name_the_models_that_judged_them() {
    let home = home(&format!("[nli]\nmodels = [{:?}, {:?}]\n", export("bert"), export("deberta")));
    let document = r#"{"title": "Zinc and pain", "text": "Zinc did not lower pain in adults."}"#;
    fs::write(home.path().join("documents.jsonl"), document).unwrap();
    fs::write(home.path().join("claims.jsonl"), r#"{"claim": "Zinc lowers pain in adults."}"#).unwrap();
    succeed(home.path(), &["library", "add", "documents.jsonl"]);
    let listed = succeed(home.path(), &["models"]);
    let names = [known_as(&listed, "bert"), known_as(&listed, "deberta")];
    succeed(home.path(), &["check", "claims.jsonl"]);
    let json = succeed(home.path(), &["export", "claims.gainsay", "--format", "json"]);
    let both = format!(", {} not calibrated, {} not calibrated", names[0], names[1]);
    assert!(json.contains(&both), "{json}");
    assert!(json.contains("bert reads the passage as contradicting the statement (") && json.contains("deberta reads"));
}

/// Documents would be searched with vectors of one model and queries of another.
#[test]
fn a_sentence_encoder_makes_the_vectors_of_library_and_search() {
    let home = home(&format!("[embeddings]\nmodel = {:?}\n", export("sentences")));
    let name = known_as(&succeed(home.path(), &["models"]), "sentences");
    let documents: Vec<String> = (0..6)
        .map(|at| format!(r#"{{"title": "Trial {at}", "text": "Zinc reduced pain in trial {at} of older patients."}}"#))
        .collect();
    fs::write(home.path().join("documents.jsonl"), documents.join("\n")).unwrap();
    succeed(home.path(), &["library", "add", "documents.jsonl"]);
    let stats = succeed(home.path(), &["library", "stats"]);
    assert!(stats.lines().any(|line| line.trim() == format!("6  {name}")), "{stats}");
    fs::write(home.path().join("claims.jsonl"), r#"{"claim": "Zinc lowers pain in older patients."}"#).unwrap();
    succeed(home.path(), &["check", "claims.jsonl"]);
    let json = succeed(home.path(), &["export", "claims.gainsay", "--format", "json"]);
    assert!(json.contains(&format!("\"meaning\": \"{name}\"")) || json.contains(&format!("\"meaning\":\"{name}\"")));

    let why = refusal(
        home.path(),
        &["--set", &format!("embeddings.model={}", export("bert")), "library", "add", "documents.jsonl"],
    );
    assert!(why.contains("no output `sentence_embedding` or `last_hidden_state`"), "{why}");
}
