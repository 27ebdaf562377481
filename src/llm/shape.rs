//! A model's JSON brought into the shape that was asked for, as far as it is
//! plain what was meant: keys in another case or without their letter in front,
//! numbers as words, one thing instead of a list, a list around one thing.

use serde_json::{Map, Value};

/// The value in the shape of `schema` (a JSON schema without references), and
/// whether anything had to be changed. What cannot be brought into shape stays
/// as it is, for the reader to refuse.
#[must_use]
pub fn shaped(value: Value, schema: &Value) -> (Value, bool) {
    let before = value.clone();
    let after = shape(value, schema);
    let changed = after != before;
    (after, changed)
}

fn shape(value: Value, schema: &Value) -> Value {
    if let Some(options) = schema["anyOf"].as_array() {
        // An optional value: null, or what the other one says.
        let some = options.iter().find(|option| option["type"] != "null");
        return if is_nothing(&value) { Value::Null } else { some.map_or(value.clone(), |some| shape(value, some)) };
    }
    let wanted = &schema["type"];
    let is = |name: &str| wanted == name || wanted.as_array().is_some_and(|kinds| kinds.iter().any(|k| k == name));
    if is("null") && is_nothing(&value) {
        return Value::Null;
    }
    if schema["enum"].as_array().is_some_and(|options| options.iter().any(Value::is_string)) {
        return choice(value, &schema["enum"]);
    }
    if is("object") {
        object(value, schema)
    } else if is("array") {
        list(value, schema)
    } else if is("number") || is("integer") {
        number(value, is("integer"))
    } else if is("boolean") {
        flag(value)
    } else if is("string") {
        text(value)
    } else {
        value
    }
}

fn is_nothing(value: &Value) -> bool {
    let word = |text: &str| matches!(text.trim().to_lowercase().as_str(), "" | "null" | "none" | "n/a" | "nil");
    value.is_null() || value.as_str().is_some_and(word)
}

fn object(value: Value, schema: &Value) -> Value {
    let Some(properties) = schema["properties"].as_object() else { return value };
    let mut fields = match value {
        Value::Object(fields) => fields,
        // A list around the one answer.
        Value::Array(mut items) if items.len() == 1 => return object(items.remove(0), schema),
        // The list that the object was to hold.
        Value::Array(items) => match lists(properties).as_slice() {
            [only] => Map::from_iter([((*only).clone(), Value::Array(items))]),
            _ => return Value::Array(items),
        },
        other => return other,
    };
    let knows = |fields: &Map<String, Value>| fields.keys().any(|key| property(properties, key).is_some());
    // The answer under a name of its own: {"answer": {…}}.
    if !knows(&fields)
        && fields.len() == 1
        && let Some(Value::Object(inner)) = fields.values().next()
        && knows(inner)
    {
        fields = inner.clone();
    }
    let mut out = Map::new();
    for (key, value) in fields {
        match property(properties, &key) {
            Some((name, schema)) => {
                let exact = *name == key;
                let value = shape(value, schema);
                if exact || !out.contains_key(name) {
                    out.insert(name.clone(), value);
                }
            }
            None => {
                out.insert(key, value);
            }
        }
    }
    for (name, schema) in properties {
        if out.get(name).is_some_and(Value::is_null) && schema["type"] == "array" {
            out.insert(name.clone(), Value::Array(Vec::new()));
        }
    }
    Value::Object(out)
}

/// The property that `key` stands for.
fn property<'a>(properties: &'a Map<String, Value>, key: &str) -> Option<(&'a String, &'a Value)> {
    let folded =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    // “b_label” may come back as “label”.
    let bare = |name: &str| name.split_once('_').filter(|(letter, _)| letter.len() == 1).map(|(_, rest)| folded(rest));
    properties.get_key_value(key).or_else(|| {
        let key = folded(key);
        properties.iter().find(|(name, _)| folded(name) == key || bare(name).as_deref() == Some(key.as_str()))
    })
}

fn lists(properties: &Map<String, Value>) -> Vec<&String> {
    properties.iter().filter(|(_, schema)| schema["type"] == "array").map(|(name, _)| name).collect()
}

fn list(value: Value, schema: &Value) -> Value {
    let items = match value {
        Value::Array(items) => items,
        value if is_nothing(&value) => Vec::new(),
        // {"1": …, "2": …}
        Value::Object(fields) if !fields.is_empty() && fields.keys().all(|key| key.parse::<u32>().is_ok()) => {
            let mut items: Vec<_> = fields.into_iter().collect();
            items.sort_by_key(|(key, _)| key.parse::<u32>().unwrap_or(u32::MAX));
            items.into_iter().map(|(_, item)| item).collect()
        }
        one => vec![one],
    };
    let of = &schema["items"];
    Value::Array(items.into_iter().filter(|item| !item.is_null()).map(|item| shape(item, of)).collect())
}

fn number(value: Value, whole: bool) -> Value {
    let read = match &value {
        Value::String(text) => read_number(text),
        Value::Array(items) => match items.as_slice() {
            [one] => return number(one.clone(), whole),
            _ => None,
        },
        Value::Number(number) => number.as_f64().filter(|_| whole && !number.is_i64() && !number.is_u64()),
        _ => None,
    };
    match read {
        #[expect(clippy::cast_possible_truncation, reason = "it was rounded, and out of range it saturates")]
        Some(read) if whole => Value::from(read.round() as i64),
        Some(read) => serde_json::Number::from_f64(read).map_or(value, Value::Number),
        None => value,
    }
}

/// “0.8”, “80 %”, “4/5” as a rating (the 4), “about 0.7”.
fn read_number(text: &str) -> Option<f64> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let from = if text[..from].ends_with('.') { from - 1 } else { from };
    let minus = text[..from].trim_end().ends_with('-');
    let end = text[from..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text.len(), |at| from + at);
    let read: f64 = text[from..end].trim_end_matches('.').parse().ok()?;
    let read = if text[end..].trim_start().starts_with('%') { read / 100.0 } else { read };
    Some(if minus { -read } else { read })
}

fn flag(value: Value) -> Value {
    match &value {
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "y" | "1" => Value::Bool(true),
            "false" | "no" | "n" | "0" => Value::Bool(false),
            _ => value,
        },
        Value::Number(number) => number.as_f64().map_or(value.clone(), |n| Value::Bool(n != 0.0)),
        _ => value,
    }
}

fn text(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::String(number.to_string()),
        Value::Bool(flag) => Value::String(flag.to_string()),
        Value::Array(parts) if !parts.is_empty() && parts.iter().all(Value::is_string) => {
            Value::String(parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
        }
        // {"text": "…"}
        Value::Object(fields) if fields.len() == 1 && fields.values().all(Value::is_string) => {
            fields.into_iter().next().map_or(Value::Null, |(_, only)| only)
        }
        other => other,
    }
}

fn choice(value: Value, options: &Value) -> Value {
    let folded = |text: &str| text.trim().to_lowercase().replace([' ', '-'], "_");
    let Some(given) = value.as_str().map(folded) else { return value };
    let known =
        options.as_array().into_iter().flatten().find(|option| option.as_str().map(folded).as_ref() == Some(&given));
    known.cloned().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "a_why": {"type": "string"},
            "b_items": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}},
            "c_score": {"type": "number"},
            "d_good": {"type": ["boolean", "null"]},
            "e_kind": {"type": "string", "enum": ["very_good", "bad"]},
        }})
    }

    #[test]
    fn what_is_plainly_meant_is_understood() {
        let wanted =
            json!({"a_why": "x", "b_items": [{"n": 1}], "c_score": 0.8, "d_good": true, "e_kind": "very_good"});
        for given in [
            json!({"a_why": "x", "b_items": [{"n": 1}], "c_score": 0.8, "d_good": true, "e_kind": "very_good"}),
            json!({"WHY": "x", "Items": {"n": "1"}, "score": "80 %", "good": "Yes", "kind": "Very good"}),
            json!([{"a_why": ["x"], "bItems": [{"n": 1.0}, null], "c-score": "0.8", "D_Good": 1, "e_kind": "VERY-GOOD"}]),
            json!({"answer": {"why": "x", "items": {"1": {"n": "1"}}, "score": [0.8], "good": true, "kind": "very_good"}}),
        ] {
            assert_eq!(shaped(given.clone(), &schema()).0, wanted, "{given}");
        }
        assert!(!shaped(wanted.clone(), &schema()).1);
        assert_eq!(shaped(json!([{"n": 1}, {"n": 2}]), &schema()).0, json!({"b_items": [{"n": 1}, {"n": 2}]}));
        assert_eq!(
            shaped(json!({"d_good": "n/a", "b_items": null}), &schema()).0,
            json!({"d_good": null, "b_items": []})
        );
    }

    #[test]
    fn numbers_in_words_keep_their_sign_and_size() {
        for (text, wanted) in [("-0.5", -0.5), ("4/5", 4.0), (".7", 0.7), ("about 3.", 3.0), ("85%", 0.85)] {
            assert_eq!(read_number(text), Some(wanted), "{text}");
        }
        assert_eq!(read_number("high"), None);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "\\PC{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-e]_?[a-z]{0,5}|why|items|[0-9]", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_json_comes_out(value in any_json()) {
            let (once, _) = shaped(value, &schema());
            let _ = shaped(once, &schema());
        }
    }
}
