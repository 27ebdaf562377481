//! The records of a JSON or JSONL file, each with its line, so that one that is
//! broken does not take the others with it.

use memchr::memchr_iter;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::{domain::Dropped, text::Clean};

/// One record as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record<'a> {
    /// Line on which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub raw: &'a str,
}

/// The names under which files wrap their list of records.
const WRAPPERS: [&str; 9] =
    ["claims", "statements", "documents", "articles", "papers", "records", "results", "data", "items"];

impl<'a> Record<'a> {
    /// Its value, or why it has none.
    pub fn value(&self) -> Result<Value, Dropped> {
        serde_json::from_str(self.raw).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line").map_or(message.as_str(), |(message, _)| message);
            let message = message.replace("EOF while parsing", "it ends in the middle of").replace(" value", " record");
            self.dropped(&format!("broken JSON: {message} (column {})", error.column()), error.line().saturating_sub(1))
        })
    }

    /// Says that it cannot be used, `below` lines below its beginning.
    pub fn dropped(&self, why: &str, below: usize) -> Dropped {
        Dropped { line: self.line + below, why: Clean::new(why).one_line() }
    }
}

/// The records of a text.
#[derive(Debug, Default)]
pub(super) struct Records<'a> {
    /// Those that are there, broken ones included.
    pub found: Vec<Record<'a>>,
    /// Why they are not all: the list does not end where the text does.
    pub cut: Option<String>,
}

impl<'a> From<Vec<Record<'a>>> for Records<'a> {
    fn from(found: Vec<Record<'a>>) -> Self {
        Self { found, cut: None }
    }
}

/// The records of `text`: the items of a list (bare, or in an object under a
/// usual name), a record a line, or a single object.
pub(super) fn records(text: &str, by_line: bool) -> Records<'_> {
    let all = Cursor::new(text);
    let start = all.text.len() - text.trim_start().len();
    let first = all.record(start, text.len());
    let mut lines = first.raw.lines().filter(|line| !line.trim().is_empty());
    let whole = lines.next().is_some_and(|line| serde_json::from_str::<IgnoredAny>(line).is_ok());
    let more = lines.next().is_some();
    match first.raw.as_bytes().first() {
        Some(b'[') if !(by_line && more && whole) => elements(text, start, true),
        Some(b'{') if !(by_line || whole && more || second_is_whole(first.raw)) => {
            wrapped(text, start).unwrap_or_else(|| vec![first].into())
        }
        Some(b'{') if !more => wrapped(text, start).unwrap_or_else(|| vec![first].into()),
        _ => each_line(text).into(),
    }
}

/// Whether the second line is a record by itself: then the first one is broken,
/// and the file is not one big object.
fn second_is_whole(text: &str) -> bool {
    let second = text.lines().filter(|line| !line.trim().is_empty()).nth(1);
    second.is_some_and(|line| line.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(line).is_ok())
}

/// A record for each line that is not blank.
pub(super) fn each_line(text: &str) -> Vec<Record<'_>> {
    (1..).zip(text.lines()).filter(|(_, raw)| !raw.trim().is_empty()).map(|(line, raw)| Record { line, raw }).collect()
}

/// Counts lines while offsets only grow.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn record(&self, start: usize, end: usize) -> Record<'a> {
        let line = self.line + memchr_iter(b'\n', &self.text.as_bytes()[self.at..start]).count();
        Record { line, raw: self.text[start..end].trim_end() }
    }

    fn advance(&mut self, to: usize) {
        self.line += memchr_iter(b'\n', &self.text.as_bytes()[self.at..to]).count();
        self.at = to;
    }
}

/// The items of the list that opens at `open`. A bare list is all that the text has.
fn elements(text: &str, open: usize, is_bare: bool) -> Records<'_> {
    let mut cursor = Cursor::new(text);
    let mut found = Vec::new();
    let mut at = open + 1;
    loop {
        let start = at + (text[at..].len() - text[at..].trim_start().len());
        let end = value_end(text, start);
        cursor.advance(start);
        if end > start {
            found.push(cursor.record(start, end));
        }
        let cut = match text.as_bytes().get(end) {
            Some(b',') => {
                at = end + 1;
                continue;
            }
            Some(b']') => {
                let rest = text[end + 1..].trim_start();
                let line = cursor.record(text.len() - rest.len(), text.len()).line;
                (is_bare && !rest.is_empty()).then(|| format!("there is more text after its list, from line {line} on"))
            }
            Some(_) => Some(format!("its list ends with a bracket of another kind after line {}", cursor.line)),
            None => Some(format!(
                "its list is never closed with ] after the record of line {}; the file may have been cut off",
                cursor.line
            )),
        };
        return Records { found, cut };
    }
}

/// The records of an object that wraps them: the first list under a usual name.
fn wrapped(text: &str, open: usize) -> Option<Records<'_>> {
    let mut at = open + 1;
    loop {
        let start = at + (text[at..].len() - text[at..].trim_start().len());
        let end = value_end(text, start);
        let (key, value) = member(&text[start..end])?;
        if WRAPPERS.contains(&key.to_lowercase().as_str()) && value.starts_with('[') {
            return Some(elements(text, end - value.len(), false));
        }
        match text.as_bytes().get(end) {
            Some(b',') => at = end + 1,
            _ => return None,
        }
    }
}

/// Splits `"key": value`.
fn member(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('"')?;
    let (key, rest) = rest.split_once('"')?;
    Some((key, rest.trim_start().strip_prefix(':')?.trim_start()))
}

/// Where the value (or member) that starts at `start` ends: at the comma or
/// bracket after it, or at the end of the text.
fn value_end(text: &str, start: usize) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth > 0 => depth -= 1,
            b']' | b'}' => return at,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// The value under the first of `names` that is there, in any case, and not null.
pub(super) fn get<'a>(record: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    let find = |name: &&str| {
        record.get(*name).or_else(|| record.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v))
    };
    names.iter().filter_map(find).find(|value| !value.is_null())
}

/// A string, or a number written out; `None` for anything else, and for a blank one.
pub(super) fn scalar(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// A string, or a list of strings: its parts.
pub(super) fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(items) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => scalar(value).map(|text| vec![text]),
    }
}

/// What a value is, for messages.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, by_line: bool) -> Vec<(usize, &str)> {
        records(text, by_line).found.into_iter().map(|record| (record.line, record.raw)).collect()
    }

    #[test]
    fn every_way_to_hold_records() {
        assert_eq!(found("[\n\"a\",\n\n{\"x\": [1, \"],\"]}\n]", false), [(2, "\"a\""), (4, "{\"x\": [1, \"],\"]}")]);
        assert_eq!(
            found("{\"meta\": {\"claims\": 1},\n \"claims\": [\n\"a\", \"b\"]}", false),
            [(3, "\"a\""), (3, "\"b\"")]
        );
        assert_eq!(found("\n{\"claim\": \"a\"}\n\n\"b\"\n", true), [(2, "{\"claim\": \"a\"}"), (4, "\"b\"")]);
        assert_eq!(found("{\"claim\": \"a\"}\n{\"claim\": \"b\"}", false).len(), 2);
        assert_eq!(found("{\"claim\": \n\"a\"}", false), [(1, "{\"claim\": \n\"a\"}")]);
        assert_eq!(found("[\"a\", \"b\"]", true).len(), 2);
        assert!(found("[]", false).is_empty());
    }

    #[test]
    fn a_broken_record_is_reported_with_its_line_and_the_others_stay() {
        let text = "[{\"claim\": \"a\"},\n {\"claim\": },\n {\"claim\": \"c\"}]";
        let values: Vec<_> = records(text, false).found.iter().map(Record::value).collect();
        assert!(values[0].is_ok() && values[2].is_ok());
        assert_eq!(values[1].as_ref().unwrap_err().line, 2);
        let lines = records("{\"claim\": \"a\n{\"claim\": \"b\"}\n", false).found;
        assert_eq!((lines.len(), lines[0].value().is_err(), lines[1].value().is_ok()), (2, true, true));
    }

    #[test]
    fn a_list_that_does_not_end_with_the_text_is_said() {
        for (text, words) in [
            ("[\"a\",\n\"b\"", "never closed with ] after the record of line 2"),
            ("[\"a\", \"b", "never closed"),
            ("{\"claims\": [\"a\", \"b\"", "never closed"),
            ("[\"a\"}", "another kind"),
            ("[\"a\"]\n[\"b\"]", "more text after its list, from line 2"),
        ] {
            let cut = records(text, false).cut.unwrap_or_default();
            assert!(cut.contains(words), "{text}: {cut}");
        }
        for text in ["[\"a\"]\n", "{\"claims\": [\"a\"], \"x\": 1}", "\"a\"\n\"b\"", "{\"claim\": \"a\"}"] {
            assert_eq!(records(text, false).cut, None, "{text}");
        }
    }
}
