//! Three reviewers of 60 SciFact claims who disagree in known places: `tests/agreement/reference.py` makes them and
//! computes their agreement.

use std::path::Path;

use gainsay::{
    desk::{Ground, Intent},
    domain::{Basis, Digest, EngineSpec, Level, Settings, StatementId, Statements, Value, Verdict, VerdictValue},
    ingest::{ReadOptions, read_source},
    review::{Act, Draft, Review, Who},
};
use serde_json::Value as Json;

use super::clock;

pub const NAMES: [&str; 3] = ["Ada", "Ben", "Cleo"];

/// The reference figures, with the claims and the opinions that they are of.
pub fn reference() -> Json {
    serde_json::from_str::<Json>(include_str!("../../agreement/reference.json")).unwrap()["reviewers"].take()
}

fn spec() -> EngineSpec {
    EngineSpec { reasoner: "builtin".into(), version: "0.1.0".into(), model: None }
}

/// A review of the 60 claims on which the machine says “supports, high (0.9)” throughout.
pub fn undecided(path: &Path) -> Review {
    let claims = reference()["claims"].as_array().unwrap().clone();
    let lines: Vec<String> = claims.iter().map(|claim| serde_json::json!({ "claim": claim }).to_string()).collect();
    let source = read_source("claims.jsonl", lines.join("\n").as_bytes(), &ReadOptions::default()).unwrap();
    let open = |source| Act::Open { source, settings: Box::new(Settings::default()), spec: spec() };
    let review = Review::create(Some(path), &source, open, clock()).unwrap();
    let statements = Value::Statements(Statements { statements: source.claims.clone(), ..Statements::default() });
    result(&review, None, &statements);
    let machine = Value::Verdict(VerdictValue {
        verdict: Verdict::Supports,
        confidence: 0.9,
        rationale: "MACHINE-RATIONALE: the cited abstract reports it [1].".into(),
        basis: Basis::CitedSupport,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    });
    source.claims.iter().for_each(|statement| result(&review, Some(statement.id), &machine));
    review
}

pub fn result(review: &Review, statement: Option<StatementId>, value: &Value) {
    let bytes = value.bytes();
    let inputs = match statement {
        None => review.fold().extract_inputs().unwrap(),
        Some(_) => Digest::of(b"as if"),
    };
    let (stage, digest, gist) = (value.stage(), Digest::of(&bytes), value.gist());
    let act = Act::Result { stage, statement, spec: spec(), inputs, value: digest, gist, millis: 3 };
    review.append(vec![Draft { who: Who::Engine, act, blobs: vec![bytes] }]).unwrap();
}

/// Sets a verdict in the name of `who`.
pub fn decide(
    review: &Review,
    who: &str,
    statement: StatementId,
    verdict: Verdict,
    level: Level,
    reason: Option<&str>,
) {
    let value = Value::Verdict(VerdictValue {
        verdict,
        confidence: level.number(),
        rationale: reason.unwrap_or_default().into(),
        basis: Basis::Reviewer,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    });
    let stages = review.fold().resolve(statement);
    let act = Intent::Put(Ground { statement, stages: &stages }, value).act();
    review.append(vec![act.signed(Who::Reviewer(who.into()))]).unwrap();
}

/// The review of the reviewer in this column of the reference, decided as the reference says.
pub fn reviewed(path: &Path, column: usize) -> Review {
    let review = undecided(path);
    for (row, id) in reference()["opinions"].as_array().unwrap().iter().zip(1..) {
        let opinion = &row[column];
        if opinion.is_null() {
            continue;
        }
        let verdict = Verdict::parse(opinion["verdict"].as_str().unwrap()).unwrap();
        let level = Level::parse(opinion["level"].as_str().unwrap()).unwrap();
        decide(&review, NAMES[column], StatementId(id), verdict, level, opinion["reason"].as_str());
    }
    review
}
