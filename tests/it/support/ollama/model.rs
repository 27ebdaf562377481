//! What a model says: one that reads what it is given and answers it plainly.

use serde_json::{Value, json};

use super::Asked;

/// What a model is asked for, by the names under which it answers.
pub const TASKS: [&str; 11] = [
    "statements",
    "counter",
    "scores",
    "passages",
    "remarks",
    "stances",
    "opinions",
    "report",
    "verdict",
    "critique",
    "judgement",
];

/// The texts of one kind in a prompt, between their marks.
pub fn fenced(prompt: &str, kind: &str) -> Vec<String> {
    let opening = format!("[[{kind} ");
    let mut found = Vec::new();
    let mut rest = prompt;
    while let Some(at) = rest.find(&opening) {
        let after = &rest[at + opening.len()..];
        let mark = &after[..after.find("]]").unwrap()];
        let closing = format!("\n[[/{kind} {mark}]]");
        let body = &after[after.find('\n').unwrap() + 1..];
        let end = body.find(&closing).unwrap();
        found.push(body[..end].to_owned());
        rest = &body[end + closing.len()..];
    }
    found
}

/// The numbers of the citations in a prompt.
pub fn numbers(prompt: &str) -> Vec<u32> {
    let heads = prompt.lines().filter_map(|line| line.strip_prefix("Citation ["));
    heads.filter_map(|rest| rest.split(']').next()?.parse().ok()).collect()
}

/// The first sentence of a text with a verb's worth of words.
pub fn sentence(text: &str) -> String {
    let sentences = gainsay::text::sentences(text);
    let long = sentences.iter().map(|range| text[range.clone()].trim()).find(|s| s.split_whitespace().count() >= 5);
    long.unwrap_or(text.trim()).to_owned()
}

/// How the passage reads to somebody who looks at little words only.
pub fn speaks_against(passage: &str) -> bool {
    let words = format!(" {} ", passage.to_lowercase());
    [" not ", " no ", " nor ", " without ", " fail", " neither "].iter().any(|word| words.contains(word))
}

/// A plain answer to whatever is asked.
pub fn plain(asked: &Asked) -> String {
    if asked.stage == "report" {
        return report(asked);
    }
    answer(asked).to_string()
}

pub fn report(asked: &Asked) -> String {
    let said: Vec<String> = numbers(&asked.prompt)
        .iter()
        .map(|n| format!("What was found bears on the statement as worded [{n}]."))
        .collect();
    format!("{} The evidence is limited in number.", said.join(" "))
}

pub fn answer(asked: &Asked) -> Value {
    let prompt = &asked.prompt;
    let first = |kind: &str| fenced(prompt, kind).into_iter().next().unwrap_or_default();
    match asked.stage.as_str() {
        "statements" => {
            let max: usize = prompt.split("at most ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            let paper = first("paper");
            let ranges = gainsay::text::sentences(&paper);
            let long = ranges.iter().map(|range| paper[range.clone()].trim()).filter(|s| s.len() > 60);
            let items: Vec<_> = long
                .take(max)
                .map(|text| {
                    json!({"a_text": text, "b_context": "", "c_kind": "finding", "d_anchors": [], "e_confidence": 0.9})
                })
                .collect();
            json!({"a_statements": items})
        }
        "counter" => {
            let statement = first("statement");
            let words: Vec<_> = statement.split_whitespace().filter(|w| w.len() > 5).take(8).collect();
            let hyde = format!(
                "We asked whether this holds and found that it does not: {statement} {}",
                "Not so. ".repeat(12)
            );
            json!({
                "a_reasoning": "The claim is denied.",
                "b_counter": format!("It does not hold that {statement}"),
                "c_hyde": [hyde.clone(), format!("{hyde} Again.")],
                "d_keywords": words,
            })
        }
        "scores" => {
            let count = fenced(prompt, "document").len();
            let scores = (1..=count).map(|n| json!({"a_document": n, "b_reason": "It bears on it.", "c_score": 4}));
            json!({"a_scores": scores.collect::<Vec<_>>()})
        }
        "passages" => passages(prompt, |text| vec![sentence(text)]),
        "remarks" => json!({"a_remarks": []}),
        "stances" => {
            let passages = fenced(prompt, "passage");
            stances(prompt, |at| if speaks_against(&passages[at]) { "contradicts" } else { "supports" })
        }
        "opinions" => opinions(prompt, "It says so directly."),
        "judgement" => json!({
            "a_reasoning": "It says so directly.", "b_issue": null, "c_evidence_type": "explicit", "d_quality": 1.0,
            "e_valid": true,
        }),
        "verdict" => {
            let count = |stance: &str| prompt.matches(&format!("read as {stance} ")).count();
            let verdict = match (count("contradicts"), count("supports")) {
                (against, support) if against > support => "contradicts",
                (against, support) if support > against => "supports",
                _ => "undecided",
            };
            let cited: Vec<_> = numbers(prompt).iter().map(|n| format!("[{n}]")).collect();
            json!({
                "a_rationale": format!("The passages cited say so {}.", cited.join(" ")),
                "b_confidence": "medium", "c_verdict": verdict,
            })
        }
        "critique" => json!({"a_reasoning": "Neither fault is there.", "b_problem": null}),
        other => panic!("no answer is scripted for {other}"),
    }
}

/// Passages of each document, as `quotes` picks them out of its text.
pub fn passages(prompt: &str, quotes: impl Fn(&str) -> Vec<String>) -> Value {
    let of = |document: &str| {
        let text = document.split_once("\n\n").map_or(document, |(_, text)| text);
        let quoted = quotes(text).into_iter().map(|quote| json!({"a_why": "It says so.", "b_quote": quote}));
        quoted.collect::<Vec<_>>()
    };
    let documents = fenced(prompt, "document");
    let each = (1..).zip(&documents).map(|(n, document)| json!({"a_document": n, "b_passages": of(document)}));
    json!({"a_documents": each.collect::<Vec<_>>()})
}

/// A stance on each citation, by its position.
pub fn stances(prompt: &str, label: impl Fn(usize) -> &'static str) -> Value {
    let each = numbers(prompt).into_iter().enumerate().map(|(at, number)| {
        json!({
            "a_citation": number, "b_reasoning": "The passage speaks of the same thing.", "c_label": label(at),
            "d_confidence": "high",
        })
    });
    json!({"a_stances": each.collect::<Vec<_>>()})
}

/// The best opinion of each citation.
pub fn opinions(prompt: &str, why: &str) -> Value {
    let each = numbers(prompt).into_iter().map(|number| {
        json!({
            "a_citation": number, "b_reasoning": why, "c_issue": null, "d_evidence_type": "explicit",
            "e_quality": 1.0, "f_valid": true,
        })
    });
    json!({"a_opinions": each.collect::<Vec<_>>()})
}

/// The plainest answer that follows the schema asked for.
pub fn any_shape(asked: &Asked) -> String {
    fn of(schema: &Value) -> Value {
        if let Some(options) = schema["enum"].as_array() {
            return options[0].clone();
        }
        let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or_default();
        match kind {
            "object" => {
                let fields = schema["properties"].as_object().unwrap();
                Value::Object(fields.iter().map(|(name, schema)| (name.clone(), of(schema))).collect())
            }
            "array" => {
                let count = schema["minItems"].as_u64().unwrap_or(1).max(1);
                // Where there is one answer for each of some numbers, they are in their order.
                let numbered = |n: u64| {
                    let mut item = of(&schema["items"]);
                    for name in ["a_document", "a_citation"] {
                        let numbers = &schema["items"]["properties"][name]["enum"];
                        if numbers.as_array().is_some_and(|numbers| numbers.len() as u64 == count) {
                            item[name] = numbers[usize::try_from(n - 1).unwrap()].clone();
                        }
                    }
                    item
                };
                (1..=count).map(numbered).collect()
            }
            "string" => json!("as was to be shown ".repeat(6)),
            "boolean" => json!(true),
            "integer" => json!(1),
            _ => json!(0.5),
        }
    }
    of(&asked.body["format"]).to_string()
}
