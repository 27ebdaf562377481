//! What models make of JSON. Whatever it is, it ends in a value of the shape
//! asked for or in a reason that the model can be told, at once and without a panic.

use std::time::{Duration, Instant};

use gainsay::{
    llm::{answer, shaped},
    reason::model::{Task, Trial, shapes},
};
use serde_json::{Value, json};

/// What comes of an answer.
fn outcome(trial: &Trial, text: &str) -> Result<Value, String> {
    let begun = Instant::now();
    let read = answer::read(text).map_err(|e| e.to_string());
    let outcome = read.and_then(|read| {
        let (value, _) = shaped(read.value, &trial.schema);
        trial.read(value.clone()).map(|()| value)
    });
    assert!(begun.elapsed() < Duration::from_secs(2), "it hung over {} bytes", text.len());
    if let Err(why) = &outcome {
        assert!(why.len() > 10, "no reason: {why}");
    }
    outcome
}

/// A good answer of each shape.
fn good(task: Task) -> Value {
    match task {
        Task::Extract => json!({"a_statements": [{"a_text": "Metformin lowers HbA1c by 1.5 % (p < 0.001).",
            "b_context": "It was tested. It was safe.", "c_kind": "finding", "d_anchors": ["metformin", "HbA1c"],
            "e_confidence": 0.9}]}),
        Task::Counter => json!({"a_reasoning": "The effect is denied.", "b_counter": "Metformin doesn't lower HbA1c.",
            "c_hyde": ["An abstract with {braces} in it, long enough to be one: we gave metformin to two hundred adults and found \
             as high an HbA1c as with placebo.", "Another."], "d_keywords": ["metformin", "HbA1c"]}),
        Task::Score => json!({"a_scores": [{"a_document": 1, "b_reason": "It bears on it.", "c_score": 4},
            {"a_document": 2, "b_reason": "It doesn't.", "c_score": 1}]}),
        Task::Cite => {
            let quoted = json!([{"a_why": "It says so.", "b_quote": "It fell by \"1.5 %\" [95% CI 1.2–1.8]."}]);
            json!({"a_documents": [{"a_document": 1, "b_passages": quoted}, {"a_document": 2, "b_passages": []}]})
        }
        Task::Inspect => json!({"a_remarks": [{"a_message": "Another group.", "b_citation": 1,
            "c_code": "POPULATION_MISMATCH", "d_severity": "MAJOR"}]}),
        Task::Stance => {
            json!({"a_stances": [{"a_citation": 1, "b_reasoning": "It says the same.", "c_label": "supports",
                "d_confidence": "high"}, {"a_citation": 2, "b_reasoning": "It says nothing.", "c_label": "not_addressed",
                "d_confidence": "low"}]})
        }
        Task::Opinion => json!({"a_opinions": [{"a_citation": 1, "b_reasoning": "It says so.", "c_issue": null,
            "d_evidence_type": "explicit", "e_quality": 1.0, "f_valid": true}, {"a_citation": 2, "b_reasoning": "It hints.",
            "c_issue": null, "d_evidence_type": "weak", "e_quality": 0.4, "f_valid": true}]}),
        Task::Judge => json!({"a_reasoning": "It says so.", "b_issue": null,
            "c_evidence_type": "explicit", "d_quality": 1.0, "e_valid": true}),
        Task::Verdict => json!({"a_rationale": "Two trials say so [1], [2].", "b_confidence": "high",
            "c_verdict": "supports"}),
        Task::Critique => json!({"a_reasoning": "Nothing is wrong.", "b_problem": null}),
        Task::Report => unreachable!("a report is prose"),
    }
}

type Mangle = fn(&Value) -> String;

fn keys(value: &Value, change: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::Object(fields) => Value::Object(fields.iter().map(|(k, v)| (change(k), keys(v, change))).collect()),
        Value::Array(items) => items.iter().map(|item| keys(item, change)).collect(),
        other => other.clone(),
    }
}

fn numbers_as_words(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(k, v)| (k.clone(), numbers_as_words(v))).collect(),
        Value::Array(items) => items.iter().map(numbers_as_words).collect(),
        Value::Number(number) => Value::String(number.to_string()),
        Value::Bool(flag) => Value::String(if *flag { "Yes" } else { "No" }.to_owned()),
        other => other.clone(),
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap()
}

fn trailing_commas(value: &Value) -> String {
    let text = pretty(value);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for i in 1..lines.len() {
        if lines[i].trim_start().starts_with(['}', ']']) {
            lines[i - 1].push(',');
        }
    }
    lines.join("\n")
}

/// Ways of spoiling an answer from which it can still be understood.
const MENDED: &[(&str, Mangle)] = &[
    ("as asked", |v| v.to_string()),
    ("indented", pretty),
    ("blanks around", |v| format!("\n\n  {v}  \n")),
    ("byte order mark", |v| format!("\u{feff}{v}")),
    ("json fence", |v| format!("```json\n{v}\n```")),
    ("JSON fence, capitals", |v| format!("```JSON\n{v}\n```")),
    ("plain fence", |v| format!("```\n{v}\n```")),
    ("fence never closed", |v| format!("```json\n{v}")),
    ("fence among words", |v| format!("Here you are:\n```json\n{v}\n```\nI hope this helps!")),
    ("words before", |v| format!("Sure! The answer is: {v}")),
    ("words after", |v| format!("{v}\nLet me know if you need more.")),
    ("words with braces before", |v| format!("In set notation {{x}} this is {v}")),
    ("thinking", |v| format!("<think>Let me see. {{\"a\": 1}} is not it.</think>{v}")),
    ("thinking without its opening", |v| format!("So it must be this.</think>\n{v}")),
    ("thinking in another word", |v| format!("<thinking>hm</thinking>\n```json\n{v}\n```")),
    ("harmony channels", |v| {
        format!("<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>{v}<|return|>")
    }),
    ("trailing comma in the object", |v| pretty(v).replacen("\n}", ",\n}", 1)),
    ("trailing commas everywhere", trailing_commas),
    ("comment", |v| pretty(v).replacen('{', "{ // the answer\n", 1)),
    ("bare keys", |v| {
        let mut text = v.to_string();
        for key in [
            "a_statements",
            "a_reasoning",
            "a_scores",
            "a_documents",
            "a_stances",
            "a_opinions",
            "a_remarks",
            "a_rationale",
        ] {
            text = text.replace(&format!("\"{key}\""), key);
        }
        text
    }),
    ("last brace missing", |v| {
        v.to_string().trim_end_matches('}').to_owned() + if v.to_string().ends_with("}]}") { "}]" } else { "" }
    }),
    ("list around it", |v| json!([v]).to_string()),
    ("under a name", |v| json!({"answer": v}).to_string()),
    ("keys in capitals", |v| keys(v, &|k| k.to_uppercase()).to_string()),
    ("keys in camel case", |v| {
        keys(v, &|k| k.split('_').map(|p| p[..1].to_uppercase() + &p[1..]).collect()).to_string()
    }),
    ("keys without their letter", |v| keys(v, &|k| k[2..].to_owned()).to_string()),
    ("keys with hyphens", |v| keys(v, &|k| k.replace('_', "-")).to_string()),
    ("numbers as words", |v| numbers_as_words(v).to_string()),
    ("more than was asked for", |v| {
        let mut more = v.clone();
        more["z_note"] = json!({"anything": [1, 2]});
        more.to_string()
    }),
    ("twice", |v| format!("{v}\n{v}")),
    ("raw newlines in strings", |v| v.to_string().replace("It ", "It\n").replace("The ", "The\t")),
];

/// Ways of spoiling it after which either may come of it.
const SPOILT: &[(&str, Mangle)] = &[
    ("single quotes", |v| v.to_string().replace('"', "'")),
    ("smart quotes", |v| v.to_string().replace('"', "“")),
    ("Python", |v| v.to_string().replace("null", "None").replace("true", "True").replace('"', "'")),
    ("cut in the middle", |v| v.to_string()[..v.to_string().len() / 2].to_owned()),
    ("cut after ten bytes", |v| v.to_string().chars().take(10).collect()),
    ("all null", |v| {
        keys(v, &|k| k.to_owned())
            .as_object()
            .unwrap()
            .keys()
            .map(|k| (k.clone(), Value::Null))
            .collect::<Value>()
            .to_string()
    }),
    ("empty object", |_| "{}".to_owned()),
    ("empty list", |_| "[]".to_owned()),
    ("a string", |v| json!(v.to_string()).to_string()),
    ("a number", |_| "42".to_owned()),
    ("nothing", |_| String::new()),
    ("blanks", |_| " \n ".to_owned()),
    ("only thinking", |v| format!("<think>{v}")),
    ("a refusal", |_| "I'm sorry, but I cannot help with that.".to_owned()),
    ("Markdown", |v| v.as_object().unwrap().iter().map(|(k, v)| format!("- **{k}**: {v}\n")).collect()),
    ("a table", |v| v.as_object().unwrap().iter().map(|(k, v)| format!("| {k} | {v} |\n")).collect()),
    ("XML", |v| v.as_object().unwrap().iter().map(|(k, v)| format!("<{k}>{v}</{k}>")).collect()),
    ("every value a list", |v| {
        v.as_object().unwrap().iter().map(|(k, v)| (k.clone(), json!([v]))).collect::<Value>().to_string()
    }),
    ("every value an object", |v| {
        v.as_object().unwrap().iter().map(|(k, v)| (k.clone(), json!({"value": v}))).collect::<Value>().to_string()
    }),
    ("not a number", |v| v.to_string().replace("0.8", "NaN").replace("1.0", "Infinity")),
    ("nested a thousand times", |v| format!("{}{v}{}", "[".repeat(1000), "]".repeat(1000))),
    ("braces without end", |_| "{\"a\":".repeat(5000)),
    ("a schema instead", |_| r#"{"type": "object", "properties": {"a_reasoning": {"type": "string"}}}"#.to_owned()),
    ("control characters", |v| format!("\u{0}\u{1b}[31m{v}\u{7}")),
    ("right to left", |v| format!("\u{202e}{v}\u{202c}")),
];

#[test]
fn at_least_two_hundred_malformed_answers_are_understood_or_refused_with_a_reason() {
    let (mut tried, mut failed) = (0, Vec::new());
    for trial in shapes() {
        let good = good(trial.task);
        let wanted = shaped(good.clone(), &trial.schema).0;
        for (name, mangle) in MENDED {
            tried += 1;
            match outcome(&trial, &mangle(&good)) {
                Ok(value) if same(&value, &wanted) => {}
                Ok(value) => failed.push(format!("{:?}, {name}: {value}", trial.task)),
                Err(why) => failed.push(format!("{:?}, {name}: {why}", trial.task)),
            }
        }
        for (_, mangle) in SPOILT {
            tried += 1;
            let _ = outcome(&trial, &mangle(&good));
        }
    }
    assert!(tried >= 200, "{tried}");
    assert!(failed.is_empty(), "{} of {tried}:\n{}", failed.len(), failed.join("\n"));
}

/// Whether two answers say the same in the fields that were asked for, blanks aside.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            other.iter().all(|(key, value)| one.get(key).is_some_and(|found| same(found, value)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
        }
        (Value::String(one), Value::String(other)) => one.split_whitespace().eq(other.split_whitespace()),
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

/// A generator of pseudo-random numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides.max(1)
    }
}

/// Pieces that parsers trip over.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "\\",
    "\\u",
    "\\ud800",
    "```",
    "```json",
    "<think>",
    "</think>",
    "null",
    "NaN",
    "-",
    "1e999",
    "0x1",
    "//",
    "/*",
    "*/",
    "\n",
    "\t",
    "\u{0}",
    "é",
    "漢",
    "\u{202e}",
    "<|message|>",
    "<|end|>",
    "True",
    "\"\"",
    "{}",
    "[]",
    "\\\"",
    "…",
];

/// The fuzz target: answers cut, spliced and sprinkled. `GAINSAY_FUZZ=1000000`
/// goes on for longer.
#[test]
fn spliced_answers_never_panic_and_never_hang() {
    let rounds: usize = std::env::var("GAINSAY_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(6000);
    let trials = shapes();
    let mut dice = Dice(4);
    for _ in 0..rounds {
        let trial = &trials[dice.roll(trials.len())];
        let mangle = MENDED[dice.roll(MENDED.len())].1;
        let mut text: Vec<char> = mangle(&good(trial.task)).chars().collect();
        for _ in 0..=dice.roll(6) {
            let (from, length) = (dice.roll(text.len() + 1), dice.roll(20));
            let to = (from + length).min(text.len());
            match dice.roll(4) {
                0 => drop(text.drain(from..to)),
                1 => text.truncate(from),
                2 => {
                    let part: Vec<char> = text[from..to].to_vec();
                    let at = dice.roll(text.len() + 1);
                    text.splice(at..at, part);
                }
                _ => drop(text.splice(from..from, PIECES[dice.roll(PIECES.len())].chars())),
            }
        }
        let _ = outcome(trial, &text.into_iter().collect::<String>());
    }
}
