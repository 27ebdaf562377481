//! What changed between two results of a stage, in words: texts by their words,
//! the rest by its fields.

use serde_json::{Map, Value as Json};
use similar::{ChangeTag, TextDiff};

use crate::text::Clean;

use super::Value;

/// A string of fewer characters is shown as a whole, before and after.
const SHORT: usize = 32;

/// Fields that follow from others or tell a reader nothing.
const SILENT: &[&str] = &["document", "key", "fused", "work", "start", "end", "reference", "per_citation"];

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: `confidence`, `weighed [3] stance`.
    pub place: Clean,
    /// What.
    pub what: What,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It is new.
    Added(Clean),
    /// It is gone.
    Removed(Clean),
    /// Something short is something else now.
    Set(Clean, Clean),
    /// A text has other words.
    Words(Vec<(Edit, Clean)>),
}

/// What became of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// They are as they were.
    Same,
    /// They are gone.
    Removed,
    /// They are new.
    Added,
}

/// What changed from `old` to `new`, in the order of the fields.
#[must_use]
pub fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let read = |value: &Value| serde_json::from_slice::<Json>(&value.bytes()).unwrap_or_default();
    let mut out = Vec::new();
    walk("", &read(old), &read(new), &mut out);
    out
}

fn walk(place: &str, old: &Json, new: &Json, out: &mut Vec<Change>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => fields(place, old, new, out),
        (Json::Array(old), Json::Array(new)) => items(place, old, new, out),
        (Json::String(old), Json::String(new)) if old.chars().count().max(new.chars().count()) > SHORT => {
            push(out, place, What::Words(words(old, new)));
        }
        (Json::Null, new) => push(out, place, What::Added(shown(new))),
        (old, Json::Null) => push(out, place, What::Removed(shown(old))),
        (old, new) => {
            let (old, new) = (shown(old), shown(new));
            // Beyond what is shown of a number nothing has changed for a reader.
            if old != new {
                push(out, place, What::Set(old, new));
            }
        }
    }
}

fn fields(place: &str, old: &Map<String, Json>, new: &Map<String, Json>, out: &mut Vec<Change>) {
    for (key, now) in new {
        if SILENT.contains(&key.as_str()) {
            continue;
        }
        let place = join(place, &key.replace('_', " "));
        match old.get(key) {
            Some(before) => walk(&place, before, now, out),
            None => push(out, &place, What::Added(shown(now))),
        }
    }
    for (key, before) in old.iter().filter(|(key, _)| !new.contains_key(*key) && !SILENT.contains(&key.as_str())) {
        push(out, &join(place, key), What::Removed(shown(before)));
    }
}

fn items(place: &str, old: &[Json], new: &[Json], out: &mut Vec<Change>) {
    let named = |list: &[Json]| list.iter().map(name).collect::<Option<Vec<_>>>();
    let (Some(before), Some(now)) = (named(old), named(new)) else {
        // Lists without names: by position.
        for i in 0..old.len().max(new.len()) {
            walk(
                &join(place, &(i + 1).to_string()),
                old.get(i).unwrap_or(&Json::Null),
                new.get(i).unwrap_or(&Json::Null),
                out,
            );
        }
        return;
    };
    for (item, name) in new.iter().zip(&now) {
        match before.iter().position(|b| b == name) {
            Some(at) if item.is_object() => walk(&join(place, name), &old[at], item, out),
            Some(_) => {}
            None => push(out, place, What::Added(shown(item))),
        }
    }
    for (item, _) in old.iter().zip(&before).filter(|(_, name)| !now.contains(name)) {
        push(out, place, What::Removed(shown(item)));
    }
}

/// By what an item of a list is known.
fn name(item: &Json) -> Option<String> {
    match item {
        Json::String(text) => Some(text.clone()),
        Json::Object(fields) => {
            let known = ["number", "key", "doc", "id", "claimed", "strategy", "rule"].into_iter();
            let value = known.filter_map(|key| fields.get(key)).next()?;
            let side = fields.get("side").map(shown).map(|s| format!(" {s}")).unwrap_or_default();
            match value {
                Json::Number(n) => Some(format!("[{n}]")),
                Json::String(text) => Some(format!("{}{side}", text.chars().take(16).collect::<String>())),
                _ => None,
            }
        }
        _ => None,
    }
}

fn join(place: &str, part: &str) -> String {
    if place.is_empty() { part.to_owned() } else { format!("{place} {part}") }
}

fn push(out: &mut Vec<Change>, place: &str, what: What) {
    out.push(Change { place: place.into(), what });
}

/// A value in a few words.
fn shown(value: &Json) -> Clean {
    match value {
        Json::Null => "nothing".into(),
        Json::Bool(on) => if *on { "yes" } else { "no" }.into(),
        Json::Number(n) => match n.as_f64().filter(|_| n.is_f64()) {
            Some(f) => format!("{f:.2}").into(),
            None => n.to_string().into(),
        },
        Json::String(text) => text.replace('_', " ").into(),
        Json::Array(list) => {
            let list: Vec<String> = list.iter().map(|item| shown(item).to_string()).collect();
            list.join(", ").into()
        }
        Json::Object(fields) => {
            let text = |key: &str| fields.get(key).map(|v| shown(v).to_string());
            let title = fields.get("meta").and_then(|m| m.get("title")).map(|t| shown(t).to_string());
            let number = fields.get("number").map(|n| format!("[{n}]"));
            let parts = [
                number,
                text("code"),
                text("stance"),
                text("score"),
                title,
                text("text"),
                text("passage"),
                text("message"),
                text("reason"),
                text("why"),
            ];
            let said: Vec<String> = parts.into_iter().flatten().collect();
            if said.is_empty() { value.to_string().into() } else { said.join(" ").into() }
        }
    }
}

/// The words of two texts, what is alike between them joined.
fn words(old: &str, new: &str) -> Vec<(Edit, Clean)> {
    let diff = TextDiff::from_words(old, new);
    let mut out: Vec<(Edit, String)> = Vec::new();
    for change in diff.iter_all_changes() {
        let edit = match change.tag() {
            ChangeTag::Equal => Edit::Same,
            ChangeTag::Delete => Edit::Removed,
            ChangeTag::Insert => Edit::Added,
        };
        match out.last_mut() {
            Some((last, text)) if *last == edit => text.push_str(change.value()),
            _ => out.push((edit, change.value().to_owned())),
        }
    }
    out.into_iter().map(|(edit, text)| (edit, text.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Basis, Counter, Scored, Scores, Verdict, VerdictValue};

    #[test]
    fn fields_texts_and_lists_are_told_as_what_changed_in_them() {
        let counter = |text: &str, keywords: &[&str]| {
            Value::Counter(Counter {
                text: text.into(),
                hyde: Vec::new(),
                keywords: keywords.iter().map(|k| (*k).into()).collect(),
            })
        };
        let told = changes(
            &counter("Metformin does not lower the mortality of adults.", &["metformin", "death"]),
            &counter("Metformin does not change the mortality of adults.", &["metformin", "mortality"]),
        );
        let place = |i: usize| told[i].place.as_str();
        assert_eq!((place(0), &told[0].what), ("keywords", &What::Added("mortality".into())));
        assert_eq!((place(1), &told[1].what), ("keywords", &What::Removed("death".into())));
        let What::Words(words) = &told[2].what else { panic!("{told:?}") };
        assert!(words.contains(&(Edit::Removed, "lower".into())) && words.contains(&(Edit::Added, "change".into())));

        let verdict = |verdict, confidence| {
            Value::Verdict(VerdictValue {
                verdict,
                confidence,
                rationale: "Two trials say so.".into(),
                basis: Basis::CitedSupport,
                critique: None,
                issues: Vec::new(),
            })
        };
        let told = changes(&verdict(Verdict::Supports, 0.71), &verdict(Verdict::Undecided, 0.601));
        assert_eq!(
            told,
            [
                Change { place: "confidence".into(), what: What::Set("0.71".into(), "0.60".into()) },
                Change { place: "verdict".into(), what: What::Set("supports".into(), "undecided".into()) },
            ]
        );
    }

    #[test]
    fn items_of_a_list_are_known_by_their_names_not_their_places() {
        let scores = |list: &[(&str, u8)]| {
            let scored =
                list.iter().map(|(doc, score)| Scored { doc: (*doc).into(), score: *score, reason: "so".into() });
            Value::Scores(Scores { scored: scored.collect(), threshold: 3, ..Scores::default() })
        };
        let told = changes(&scores(&[("aa", 2), ("bb", 4)]), &scores(&[("bb", 4), ("aa", 5), ("cc", 1)]));
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!((told[0].place.as_str(), &told[0].what), ("scored aa score", &What::Set("2".into(), "5".into())));
        assert!(matches!(&told[1].what, What::Added(text) if text.starts_with("1 so")));
        assert_eq!(changes(&scores(&[("aa", 2)]), &scores(&[("aa", 2)])), []);
    }
}
