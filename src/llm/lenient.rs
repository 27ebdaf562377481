//! A reader of what was meant to be JSON: quotes of every kind or none, commas
//! too many or too few, comments, Python's words, an end that never came. It
//! looks at each character a bounded number of times, so that no answer makes
//! it hang, however odd.

use serde_json::{Map, Number, Value};

/// How far it looks ahead to tell whether a quote ends its string.
const AHEAD: usize = 64;

/// Reads the value at the beginning of `text`; `None` when it is nested deeper
/// than `deepest`, or nothing is in it.
pub(super) fn read(text: &str, deepest: usize) -> Option<Value> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0, room: deepest };
    let value = reader.value()?;
    let empty = match &value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    (!empty).then_some(value)
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    /// How many levels more are allowed.
    room: usize,
}

/// What closes a string that this character opens.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`', '\''],
        '“' | '”' | '„' => &['”', '“', '"'],
        '‘' | '’' | '‚' => &['’', '‘', '\''],
        '«' => &['»'],
        _ => return None,
    })
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn starts(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.chars.get(self.at + i) == Some(&c))
    }

    /// Passes over blanks, comments and these.
    fn skip(&mut self, also: &[char]) {
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() || c.is_control() || also.contains(&c) => self.at += 1,
                Some('/') if self.starts("//") => self.pass_line(),
                Some('#') => self.pass_line(),
                Some('/') if self.starts("/*") => {
                    self.at += 2;
                    while self.at < self.chars.len() && !self.starts("*/") {
                        self.at += 1;
                    }
                    self.at = (self.at + 2).min(self.chars.len());
                }
                _ => return,
            }
        }
    }

    fn pass_line(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.skip(&[]);
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some(c) if closing(c).is_some() => Some(Value::String(self.string())),
            Some(_) => Some(word(&self.bare(&[',', '}', ']', '\n']))),
            None => Some(Value::Null),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        self.room = self.room.checked_sub(1)?;
        self.at += 1;
        let value = read(self);
        self.room += 1;
        value
    }

    /// What comes after `{`. A bracket of another kind ends it too, and is left for whoever opened it.
    fn object(&mut self) -> Option<Value> {
        let mut fields = Map::new();
        loop {
            self.skip(&[',', ';']);
            match self.peek() {
                None | Some(']') => return Some(Value::Object(fields)),
                Some('}') => {
                    self.at += 1;
                    return Some(Value::Object(fields));
                }
                Some(c) => {
                    let before = self.at;
                    let key = match closing(c) {
                        Some(_) => self.string(),
                        None => self.bare(&[':', '=', ',', '}', ']', '\n']),
                    };
                    self.skip(&[]);
                    if matches!(self.peek(), Some(':' | '=')) {
                        self.at += 1;
                        let value = self.value()?;
                        fields.insert(key, value);
                    }
                    self.advance(before);
                }
            }
        }
    }

    /// What comes after `[`.
    fn array(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        loop {
            self.skip(&[',', ';']);
            match self.peek() {
                None | Some('}') => return Some(Value::Array(items)),
                Some(']') => {
                    self.at += 1;
                    return Some(Value::Array(items));
                }
                Some(_) => {
                    let before = self.at;
                    items.push(self.value()?);
                    self.advance(before);
                }
            }
        }
    }

    /// Something is taken in every round.
    fn advance(&mut self, before: usize) {
        if self.at == before {
            self.at += 1;
        }
    }

    /// The text up to one of these, without blanks at its ends.
    fn bare(&mut self, ends: &[char]) -> String {
        let from = self.at;
        while self.peek().is_some_and(|c| !ends.contains(&c)) {
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect::<String>().trim().to_owned()
    }

    fn string(&mut self) -> String {
        let closing = self.peek().and_then(closing).unwrap_or(&['"']);
        self.at += 1;
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                '\\' => self.escaped(&mut text),
                c if closing.contains(&c) && self.ends_here() => return text,
                c => text.push(c),
            }
        }
        text.trim_end().to_owned()
    }

    /// Whether a quote that was just read ends its string, by what comes after
    /// it; one within the text is part of it.
    fn ends_here(&self) -> bool {
        let rest = &self.chars[self.at..];
        let mut ahead = rest.iter().take(AHEAD).copied().filter(|c| !c.is_whitespace());
        match ahead.next() {
            None | Some(':' | '}' | ']' | '/' | '#' | '=') => true,
            Some(',' | ';') => match ahead.next() {
                None => true,
                Some(c) => {
                    closing(c).is_some()
                        || matches!(c, '{' | '[' | '}' | ']' | '-' | '/' | '0'..='9')
                        || self.word_ahead()
                }
            },
            // A comma that was forgotten: another key on the next line.
            Some(c) => closing(c).is_some() && rest.iter().take_while(|c| c.is_whitespace()).any(|c| *c == '\n'),
        }
    }

    /// Whether the comma ahead is followed by a word that is a value or a bare key.
    fn word_ahead(&self) -> bool {
        let after = self.chars[self.at..].iter().take(AHEAD).skip_while(|c| **c != ',').skip(1);
        let text: String = after.skip_while(|c| c.is_whitespace()).collect();
        let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let next = text[name.len()..].trim_start().chars().next();
        match name.to_lowercase().as_str() {
            "true" | "false" | "null" | "none" | "nan" => matches!(next, None | Some(',' | '}' | ']')),
            "" => false,
            _ => next == Some(':'),
        }
    }

    fn escaped(&mut self, text: &mut String) {
        let Some(c) = self.peek() else { return };
        self.at += 1;
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' | 'f' => {}
            'u' => {
                let mut unit = self.unit();
                if let Some(high @ 0xd800..=0xdbff) = unit {
                    unit = None;
                    if self.starts("\\u") {
                        self.at += 2;
                        let low = self.unit().filter(|low| (0xdc00..=0xdfff).contains(low));
                        unit = low.map(|low| 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                    }
                }
                text.push(unit.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => text.push(other),
        }
    }

    fn unit(&mut self) -> Option<u32> {
        let digits: String = self.chars.get(self.at..self.at + 4)?.iter().collect();
        let unit = u32::from_str_radix(&digits, 16).ok()?;
        self.at += 4;
        Some(unit)
    }
}

/// A word without quotes: a number, one of the words of JSON or Python, or itself.
fn word(text: &str) -> Value {
    match text.to_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" | "none" | "nan" | "undefined" | "" => Value::Null,
        _ => {
            let number = || text.trim_start_matches('+').parse::<f64>().ok().and_then(Number::from_f64);
            let whole = text.parse::<i64>().ok().map(Number::from);
            whole.or_else(number).map_or_else(|| Value::String(text.to_owned()), Value::Number)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_meant_is_read() {
        for (text, meant) in [
            (r#"{"a": 1, "b": [1, 2,],}"#, json!({"a": 1, "b": [1, 2]})),
            ("{'a': 'It doesn't', 'b': True}", json!({"a": "It doesn't", "b": true})),
            ("{“a”: “x”, “b”: None}", json!({"a": "x", "b": null})),
            ("{a: b c, d: 0.5 // why\n}", json!({"a": "b c", "d": "0.5 // why"})),
            ("{\"a\": \"line\nbreak\"\n\"b\": 2}", json!({"a": "line\nbreak", "b": 2})),
            (r#"{"a": "he said "yes", and left", "b": 1}"#, json!({"a": "he said \"yes\", and left", "b": 1})),
            (r#"{"a": [{"b": "cut of"#, json!({"a": [{"b": "cut of"}]})),
            (r#"{"a": "\u00e9\ud83d\ude00\ud800\q\"", /* x */ "b": 1}"#, json!({"a": "é😀\u{fffd}q\"", "b": 1})),
            (r#"{"a": [1, 2}, "b": 3}"#, json!({"a": [1, 2]})),
            (r#"{"a": "x", b: true}"#, json!({"a": "x", "b": true})),
        ] {
            assert_eq!(read(text, 64), Some(meant), "{text}");
        }
        assert_eq!(read(&"[".repeat(100), 64), None);
        assert_eq!(read("{x}", 64), None);
    }

    proptest! {
        #[test]
        fn json_is_read_as_it_is(
            text in "[a-zA-Z0-9 .,:;'é\\\\\"\n\\]\\[{}]{0,30}", number in any::<i64>(), flag in any::<bool>(),
        ) {
            // A quote or comma within a text is escaped or not, so only what needs no guess must come back.
            let plain = text.replace(['"', '\\'], "");
            let value = json!({"a": plain, "b": [number, flag, null], "c": {"d": 0.25}});
            prop_assert_eq!(read(&value.to_string(), 64), Some(value.clone()));
            prop_assert_eq!(read(&serde_json::to_string_pretty(&value).unwrap(), 64), Some(value));
        }

        #[test]
        fn anything_comes_to_an_end(text in "[\\[\\]{}\"':,\\\\ua`“#/*\n 01x-]{0,200}") {
            let _ = read(&text, 64);
        }
    }
}
