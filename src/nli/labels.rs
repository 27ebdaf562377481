//! Which output of a classifier means what, by the names that its configuration gives them.

use crate::onnx::Json;

/// Where the logits of support, contradiction and neither are among the outputs.
pub(super) type Order = [usize; 3];

const NAMES: [(&str, &[&str]); 3] = [
    ("support", &["entailment", "entail", "entails", "entailed", "support", "supports", "supported"]),
    (
        "contradiction",
        &["contradiction", "contradict", "contradicts", "contradicted", "refute", "refutes", "refuted", "refutation"],
    ),
    (
        "neither",
        &["neutral", "notenoughinfo", "notenoughinformation", "nei", "unrelated", "notaddressed", "noinfo", "baseless"],
    ),
];

/// The order that `id2label` of `config.json` gives, or the problem and what helps.
pub(super) fn order(config: &Json) -> Result<Order, (String, String)> {
    const REMEDY: &str = "write the meaning of each output into `id2label` of `config.json`: entailment, contradiction, \
                          neutral (or supports, refutes, not enough info)";
    let Some(labels) = config.get("id2label").and_then(|labels| labels.as_object()) else {
        return Err(("`config.json` has no `id2label`".to_owned(), REMEDY.to_owned()));
    };
    let mut named: Vec<(usize, &str)> = Vec::new();
    for (id, label) in labels {
        let (Ok(id), Some(label)) = (id.parse(), label.as_str()) else {
            return Err((format!("`id2label` of `config.json` has an entry `{id}`: {label}"), REMEDY.to_owned()));
        };
        named.push((id, label));
    }
    named.sort_unstable();
    let listed: Vec<&str> = named.iter().map(|(_, label)| *label).collect();
    let listed = listed.join(", ");
    if named.len() == 2 {
        let problem = format!("it knows two labels ({listed}), so it cannot tell contradiction from not addressing");
        return Err((problem, "choose a model with three: entailment, neutral and contradiction".to_owned()));
    }
    if named.len() != 3 || named.iter().enumerate().any(|(at, (id, _))| at != *id) {
        let problem = format!("it has {} labels ({listed}) in place of three numbered from 0", named.len());
        return Err((problem, "choose a classifier of natural-language inference".to_owned()));
    }
    let mut order = [usize::MAX; 3];
    for (at, label) in named {
        let plain: String = label.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let Some(meaning) = NAMES.iter().position(|(_, names)| names.contains(&plain.as_str())) else {
            return Err((format!("its label `{label}` has no known meaning (all: {listed})"), REMEDY.to_owned()));
        };
        if order[meaning] != usize::MAX {
            return Err((format!("two of its labels mean {} ({listed})", NAMES[meaning].0), REMEDY.to_owned()));
        }
        order[meaning] = at;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(labels: &str) -> Result<Order, String> {
        let json = format!("{{\"id2label\": {labels}}}");
        order(&Json::parse(json.as_bytes()).unwrap()).map_err(|(problem, remedy)| format!("{problem}; {remedy}"))
    }

    /// A model with its labels in another order would have support and contradiction exchanged, in every verdict.
    #[test]
    fn labels_are_read_by_meaning_in_any_order_and_writing() {
        let three = |a: &str, b: &str, c: &str| of(&format!(r#"{{"0": "{a}", "1": "{b}", "2": "{c}"}}"#)).unwrap();
        assert_eq!(three("entailment", "neutral", "contradiction"), [0, 2, 1]);
        assert_eq!(three("CONTRADICTION", "ENTAILMENT", "NEUTRAL"), [1, 0, 2]);
        assert_eq!(three("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), [0, 1, 2]);
        assert_eq!(three("not_enough_info", "Supported", "Refuted"), [1, 2, 0]);
        assert_eq!(three("unrelated", "contradict", "support"), [2, 1, 0]);
    }

    #[test]
    fn labels_that_do_not_say_enough_are_refused_with_their_names() {
        let cases = [
            (r#"{"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}"#, "`LABEL_0` has no known meaning"),
            (r#"{"0": "entailment", "1": "not_entailment"}"#, "two labels (entailment, not_entailment)"),
            (r#"{"0": "supports", "1": "entailment", "2": "neutral"}"#, "two of its labels mean support"),
            (r#"{"0": "a", "1": "b", "2": "c", "3": "d"}"#, "4 labels (a, b, c, d)"),
            (r#"{"0": "entailment", "1": "neutral", "5": "contradiction"}"#, "three numbered from 0"),
            (r#"{"x": "entailment"}"#, "an entry `x`"),
            (r#"{"0": 7}"#, "an entry `0`"),
            ("null", "no `id2label`"),
        ];
        for (labels, problem) in cases {
            let why = of(labels).unwrap_err();
            assert!(why.contains(problem) && why.contains("; "), "{why}");
        }
    }
}
