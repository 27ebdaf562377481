//! JSON out of whatever a model wrote (`docs/rules.md#answers`): thinking and fences
//! off, then the strict reader, then repair. Nothing in the answer is taken on
//! trust, and what had to be done to read it is on record.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lenient;

/// The longest answer that is looked at, in bytes; a longer one is a model that
/// does not stop.
const LONGEST: usize = 1 << 20;

/// How deep an answer may be nested.
const DEEPEST: usize = 64;

/// What had to be done to read an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Thinking before the answer was taken off.
    Thinking,
    /// It was in a code fence.
    Fence,
    /// It was among other words.
    Among,
    /// It was no JSON and was repaired.
    Repaired,
    /// It was JSON of another shape.
    Reshaped,
}

impl Step {
    /// In a few words, for the trace.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thinking => "thinking taken off",
            Self::Fence => "taken out of a code fence",
            Self::Among => "taken out of other words",
            Self::Repaired => "repaired",
            Self::Reshaped => "brought into shape",
        }
    }
}

/// An answer as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// An object or a list.
    pub value: Value,
    /// What had to be done, in order.
    pub steps: Vec<Step>,
}

/// Why there is no JSON in an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// There is nothing in it.
    #[error("the answer is empty")]
    Empty,
    /// It is longer than any answer should be.
    #[error("the answer has {0} bytes, more than can be an answer")]
    Long(usize),
    /// It holds no object and no list.
    #[error("there is no JSON object in the answer")]
    NoJson,
    /// What looks like JSON cannot be read, even after repair.
    #[error("the JSON in the answer cannot be read: {0}")]
    Broken(String),
}

/// Reads the JSON in a model's answer.
///
/// # Errors
/// [`Unreadable`], in words that can be shown to the model when it is asked again.
pub fn read(text: &str) -> Result<Answer, Unreadable> {
    if text.len() > LONGEST {
        return Err(Unreadable::Long(text.len()));
    }
    let mut steps = Vec::new();
    let text = text.trim_start_matches('\u{feff}').trim();
    let answer = without_thinking(text).trim();
    if answer.len() != text.len() {
        steps.push(Step::Thinking);
    }
    if answer.is_empty() {
        return Err(Unreadable::Empty);
    }
    let candidates = candidates(answer);
    if candidates.is_empty() {
        return Err(Unreadable::NoJson);
    }
    let mut why = None;
    for (candidate, step) in &candidates {
        match strict(candidate) {
            Ok(value) => return Ok(Answer { value, steps: with(steps, *step, None) }),
            Err(e) => why = why.or(Some(e)),
        }
    }
    for (candidate, step) in &candidates {
        if let Some(value) = repaired(candidate) {
            return Ok(Answer { value, steps: with(steps, *step, Some(Step::Repaired)) });
        }
    }
    Err(Unreadable::Broken(why.unwrap_or_default()))
}

fn with(mut steps: Vec<Step>, first: Option<Step>, second: Option<Step>) -> Vec<Step> {
    steps.extend(first);
    steps.extend(second);
    steps
}

fn strict(text: &str) -> Result<Value, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    if holds_something(&value) { Ok(value) } else { Err("it is neither an object nor a list".to_owned()) }
}

/// An object or a list; a lone word or number is no answer to anything we ask.
fn holds_something(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

fn repaired(text: &str) -> Option<Value> {
    lenient::read(text, DEEPEST).filter(holds_something)
}

/// Tags between which models think.
const OPENS: [&str; 4] = ["<think>", "<thinking>", "<thought>", "<reasoning>"];
const CLOSES: [&str; 4] = ["</think>", "</thinking>", "</thought>", "</reasoning>"];

/// The prose in a model's answer: what comes after its thinking. One that never
/// ends to think has said nothing.
#[must_use]
pub fn prose(text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    let end = CLOSES.iter().filter_map(|tag| lower.rfind(tag).map(|at| at + tag.len())).max();
    let thinks_on = OPENS.iter().any(|tag| lower.trim_start().starts_with(tag));
    match end {
        Some(end) => message(&text[end..]),
        None if thinks_on => "",
        None => message(text),
    }
    .trim()
}

/// What comes after the thinking: after the last closing tag, whether or not
/// the opening one is there; an opening one that is never closed hides nothing.
fn without_thinking(text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    let mut rest = text;
    let end = CLOSES.iter().filter_map(|tag| lower.rfind(tag).map(|at| at + tag.len())).max();
    // A closing tag within the answer's own strings closes nothing.
    if let Some(end) = end.filter(|end| text[*end..].contains(['{', '[']) || !text[..*end].contains(['{', '['])) {
        rest = &text[end..];
    } else if let Some(open) = OPENS.iter().find_map(|tag| lower.trim_start().starts_with(tag).then_some(tag.len())) {
        rest = &text.trim_start()[open..];
    }
    message(rest)
}

/// What the harmony format of gpt-oss leaves when a server does not parse it.
fn message(mut rest: &str) -> &str {
    const MESSAGE: &str = "<|message|>";
    if let Some(at) = rest.rfind(MESSAGE) {
        rest = &rest[at + MESSAGE.len()..];
    }
    match rest.find("<|end|>").or_else(|| rest.find("<|return|>")) {
        Some(end) => &rest[..end],
        None => rest,
    }
}

/// Where the JSON may be, most likely first, with what it took to get there.
fn candidates(text: &str) -> Vec<(&str, Option<Step>)> {
    let mut found: Vec<(&str, Option<Step>)> = Vec::new();
    if text.starts_with(['{', '[']) && strict(text).is_ok() {
        return vec![(text, None)];
    }
    let fences = fences(text);
    let tagged = fences.iter().filter(|(tag, _)| tag.eq_ignore_ascii_case("json") || tag.eq_ignore_ascii_case("jsonc"));
    let plain =
        fences.iter().filter(|(tag, _)| !tag.eq_ignore_ascii_case("json") && !tag.eq_ignore_ascii_case("jsonc"));
    for (_, body) in tagged.chain(plain) {
        let body = body.trim();
        if body.contains(['{', '[']) {
            found.push((body, Some(Step::Fence)));
        }
    }
    for part in balanced(text) {
        let step = (part.len() != text.len()).then_some(Step::Among);
        found.push((part, step));
    }
    let opening = text.find(['{', '[']);
    if let Some(from) = opening {
        // Cut off, or with a bracket too many: the reader finds its end itself.
        found.push((&text[from..], (from > 0).then_some(Step::Among)));
    }
    // Fields without the braces around them.
    if opening.is_none() && text.starts_with(['"', '\'']) && text.contains(':') {
        found.push((text, None));
    }
    found
}

/// Code fences with what follows the opening one; one that is never
/// closed goes to the end.
fn fences(text: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("```") {
        let after = rest[at..].trim_start_matches('`');
        let tag_end = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
        let (tag, body) = after.split_at(tag_end);
        match body.find("```") {
            Some(end) => {
                out.push((tag, &body[..end]));
                rest = body[end..].trim_start_matches('`');
            }
            None => {
                out.push((tag, body));
                break;
            }
        }
    }
    out
}

/// Objects and lists at the top of the text whose brackets match, strings
/// looked at as strings; the longest first, since an example in the prose is
/// shorter than the answer.
fn balanced(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(from) = bytes[at..].iter().position(|b| matches!(b, b'{' | b'[')).map(|i| at + i) {
        match end_of(bytes, from) {
            Some(to) => {
                out.push(&text[from..to]);
                at = to;
            }
            None => break,
        }
    }
    out.sort_by_key(|part| std::cmp::Reverse(part.len()));
    out
}

/// One past the bracket that closes the one at `from`.
fn end_of(bytes: &[u8], from: usize) -> Option<usize> {
    let mut open = Vec::new();
    let (mut string, mut escaped) = (false, false);
    for (i, byte) in bytes.iter().enumerate().skip(from) {
        if string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => string = true,
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' => {
                if open.pop() != Some(*byte) {
                    return None;
                }
                if open.is_empty() {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
    }
    None
}
