//! Text that is safe to show, print and export, made once where it comes in.
//!
//! Papers, evidence, model answers, file names and error messages are all
//! written by somebody else. A terminal obeys escape sequences, a reader is
//! misled by direction overrides, and a model by what no human sees; so every
//! such text is cleaned once, and from there on only [`Clean`] is passed on.

use std::{
    borrow::Cow,
    fmt::{self, Write},
    ops::Deref,
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::char::is_combining_mark;

/// How many combining marks one base character may carry; the rest are dropped
/// (a pile of them would paint over the neighbouring lines).
const MAX_MARKS: usize = 8;

/// Text without control characters, escape sequences, direction overrides and
/// invisible characters. Lines end in `\n`, tabs are four spaces.
///
/// Cleaning is idempotent, and deserialising cleans, so no route into the
/// program leads around it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clean(Arc<str>);

/// One thing that cleaning took out, as it is shown to the reviewer: hidden text
/// in a paper is itself worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// Byte offset in the cleaned text at which it was.
    pub at: usize,
    /// What it was, escaped (`\u{202e}`, or the escape sequence's first characters).
    pub what: Clean,
}

/// A cleaned text and what was taken out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// The text that may be shown.
    pub text: Clean,
    /// What was removed, in order; white space that was merely normalised is not listed.
    pub hidden: Vec<Hidden>,
}

impl Clean {
    /// Cleans `raw`, forgetting what was removed.
    #[must_use]
    pub fn new(raw: &str) -> Self {
        Cleaned::of(raw).text
    }

    /// The text itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text on one line: every run of white space becomes one space.
    #[must_use]
    pub fn one_line(&self) -> Self {
        let joined = self.split_whitespace().collect::<Vec<_>>().join(" ");
        Self(joined.into())
    }

    /// The part of the text at `range`, which is clean since the whole is.
    /// Offsets that do not fall on characters are moved inwards to ones that do.
    #[must_use]
    pub fn slice(&self, range: std::ops::Range<usize>) -> Self {
        let mut start = range.start.min(self.len());
        while !self.is_char_boundary(start) {
            start += 1;
        }
        let mut end = range.end.clamp(start, self.len());
        while !self.is_char_boundary(end) {
            end -= 1;
        }
        Self(self.0[start..end].into())
    }
}

impl Cleaned {
    /// Cleans `raw` and says what was removed.
    #[must_use]
    pub fn of(raw: &str) -> Self {
        if raw.bytes().all(is_plain) {
            return Self { text: Clean(raw.into()), hidden: Vec::new() };
        }
        let mut out = String::with_capacity(raw.len());
        let mut hidden = Vec::new();
        let mut marks = 0;
        let mut rest = raw;
        loop {
            // Most of a text is plain, and goes in one piece.
            let plain = rest.bytes().position(|b| !is_plain(b)).unwrap_or(rest.len());
            if plain > 0 {
                out.push_str(&rest[..plain]);
                marks = 0;
                rest = &rest[plain..];
            }
            let Some(c) = rest.chars().next() else { break };
            let (taken, kept) = step(rest, c);
            match kept {
                Kept::As(text) => {
                    out.push_str(text);
                    marks = 0;
                }
                Kept::Char if is_combining_mark(c) => {
                    marks += 1;
                    if marks <= MAX_MARKS {
                        out.push(c);
                    } else if marks == MAX_MARKS + 1 {
                        hidden.push(Hidden { at: out.len(), what: "piled-up marks".into() });
                    }
                }
                Kept::Char => {
                    out.push(c);
                    marks = 0;
                }
                Kept::Joiner => {
                    let after = rest[c.len_utf8()..].chars().next();
                    // A mark may still be dropped, and then the joiner would be beside something else.
                    if joins(out.chars().next_back()) && joins(after) && !after.is_some_and(is_combining_mark) {
                        out.push(c);
                    } else {
                        hidden.push(Hidden { at: out.len(), what: escape(&rest[..taken]).into() });
                    }
                }
                Kept::Nothing => {
                    hidden.push(Hidden { at: out.len(), what: escape(&rest[..taken]).into() });
                }
            }
            rest = &rest[taken..];
        }
        Self { text: Clean(out.into()), hidden }
    }
}

/// Whether a byte is a character that stays as it is, whatever is beside it.
fn is_plain(byte: u8) -> bool {
    byte == b'\n' || (0x20..0x7f).contains(&byte)
}

enum Kept {
    As(&'static str),
    Char,
    Joiner,
    Nothing,
}

/// What becomes of the text at the start of `rest`, whose first character is
/// `c`: how many bytes it takes, and what is kept of them.
fn step(rest: &str, c: char) -> (usize, Kept) {
    match c {
        '\n' => (1, Kept::Char),
        '\t' => (1, Kept::As("    ")),
        '\r' => (if rest[1..].starts_with('\n') { 2 } else { 1 }, Kept::As("\n")),
        '\u{0b}' | '\u{0c}' => (1, Kept::As("\n")),
        '\u{85}' | '\u{2028}' | '\u{2029}' => (c.len_utf8(), Kept::As("\n")),
        '\u{a0}' | '\u{2007}' | '\u{202f}' => (c.len_utf8(), Kept::As(" ")),
        '\u{1b}' => (escape_sequence(rest), Kept::Nothing),
        '\u{9b}' => (2 + control_sequence(&rest[2..]), Kept::Nothing),
        '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => (2 + control_string(&rest[2..]), Kept::Nothing),
        '\u{200c}' | '\u{200d}' => (3, Kept::Joiner),
        c if c.is_control() || is_invisible(c) => (c.len_utf8(), Kept::Nothing),
        c => (c.len_utf8(), Kept::Char),
    }
}

/// The text with what a terminal would obey, or a reader not see, written out as TOML writes it: `\u202e`. Nothing is
/// lost: within quotes TOML reads it back.
#[must_use]
pub fn escape_hidden(text: &str) -> Cow<'_, str> {
    escape_with(text, |c, out| {
        let digits = u32::from(c);
        let _ = if digits > 0xffff { write!(out, "\\U{digits:08x}") } else { write!(out, "\\u{digits:04x}") };
    })
}

/// As [`escape_hidden`], for a line of JSON, where such characters are in strings alone.
#[must_use]
pub fn escape_hidden_json(json: &str) -> Cow<'_, str> {
    escape_with(json, |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

fn escape_with(text: &str, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let hides = |c: char| c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.chars().any(hides) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hides(c) { escape(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Characters that show nothing, or change the direction of what follows.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a zero-width joiner makes sense beside `c`: scripts and emoji that
/// use it, never plain ASCII, where it only hides.
fn joins(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        let joiner = matches!(c, '\u{200c}' | '\u{200d}');
        !c.is_ascii() && !c.is_whitespace() && !c.is_control() && !is_invisible(c) && !joiner
    })
}

/// Length in bytes of the escape sequence that `rest` starts with.
fn escape_sequence(rest: &str) -> usize {
    let mut chars = rest[1..].chars();
    match chars.next() {
        Some('[') => 2 + control_sequence(&rest[2..]),
        Some(']' | 'P' | 'X' | '^' | '_') => 2 + control_string(&rest[2..]),
        Some(c @ ' '..='/') => {
            let more = chars.as_str().chars().next().filter(|c| ('0'..='~').contains(c));
            1 + c.len_utf8() + more.map_or(0, char::len_utf8)
        }
        Some(c @ '0'..='~') => 1 + c.len_utf8(),
        _ => 1,
    }
}

/// Length of a control sequence's parameters and final byte, after `ESC [`.
fn control_sequence(rest: &str) -> usize {
    let parameters = rest.bytes().take_while(|b| (0x20..0x40).contains(b)).count();
    let ended = rest.as_bytes().get(parameters).is_some_and(|b| (0x40..0x7f).contains(b));
    parameters + usize::from(ended)
}

/// Length of a control string (a window title, a link, a clipboard) up to and
/// with its terminator. One that is not ended within its line and 4 kB takes
/// nothing but its introducer, so that a stray byte cannot swallow a paper.
fn control_string(rest: &str) -> usize {
    const LONGEST: usize = 4096;
    let mut chars = rest.char_indices().take_while(|(i, c)| *i < LONGEST && *c != '\n').peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            '\u{07}' | '\u{9c}' => return i + c.len_utf8(),
            '\u{1b}' if chars.peek().is_some_and(|(_, c)| *c == '\\') => return i + 2,
            // Any other control ends the attempt, so that a million introducers are not a million long looks ahead.
            c if c.is_control() => return 0,
            _ => {}
        }
    }
    0
}

fn escape(raw: &str) -> String {
    const SHOWN: usize = 24;
    let mut text = String::new();
    for c in raw.chars().take(SHOWN) {
        if c.is_ascii_graphic() || c == ' ' {
            text.push(c);
        } else {
            text.extend(c.escape_unicode());
        }
    }
    if raw.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text
}

impl Default for Clean {
    fn default() -> Self {
        Self("".into())
    }
}

impl Deref for Clean {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Clean {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl From<&str> for Clean {
    fn from(raw: &str) -> Self {
        Self::new(raw)
    }
}

impl From<String> for Clean {
    fn from(raw: String) -> Self {
        Self::new(&raw)
    }
}

impl PartialEq<str> for Clean {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Clean {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl Serialize for Clean {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Clean {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from(String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_gone_whole() {
        for (raw, clean) in [
            ("\u{1b}[31mred", "red"),
            ("\u{1b}]0;PWNED\u{7}end", "end"),
            ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{1b}]52;c;aGk=\u{7}copied", "copied"),
            ("\u{1b}Pdata\u{1b}\\end", "end"),
            ("\u{9b}2Jend", "end"),
            ("\u{9d}0;title\u{9c}end", "end"),
            ("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{61c}d", "abcd"),
            ("a\u{200b}b\u{feff}c\u{2060}d\u{ad}e\u{3164}f", "abcdef"),
            ("a\u{e0041}\u{e007f}b", "ab"),
            ("a\u{200d}b", "ab"),
            ("a\tb", "a    b"),
            ("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f", "a\nb\nc\nd\ne\nf"),
            ("a\u{8}\u{7}\0\u{7f}b", "ab"),
            ("\u{fff9}a\u{fffb}", "a"),
        ] {
            assert_eq!(Clean::new(raw).as_str(), clean, "{raw:?}");
        }
    }

    #[test]
    fn joined_emoji_and_scripts_stay_and_piles_of_marks_do_not() {
        assert_eq!(Clean::new("👩\u{200d}🔬").as_str(), "👩\u{200d}🔬");
        let pile = format!("e{}", "\u{301}".repeat(50));
        assert_eq!(Clean::new(&pile).chars().count(), 1 + MAX_MARKS);
    }

    #[test]
    fn the_reviewer_is_told_what_was_hidden_and_where() {
        let cleaned = Cleaned::of("ab\u{202e}c\u{1b}[2Jd");
        assert_eq!(cleaned.text.as_str(), "abcd");
        let told: Vec<(usize, &str)> = cleaned.hidden.iter().map(|hidden| (hidden.at, hidden.what.as_str())).collect();
        assert_eq!(told, [(2, "\\u{202e}"), (3, "\\u{1b}[2J")]);
        assert!(Cleaned::of("tabs\tand\r\nlines").hidden.is_empty());
    }

    #[test]
    fn what_is_hidden_is_written_out_and_read_back() {
        let text = "a\u{202e}b\u{9b}c\u{7f}d\u{e0041}e\u{2028}f";
        assert_eq!(escape_hidden(text), "a\\u202eb\\u009bc\\u007fd\\U000e0041e\\u2028f");
        let json = serde_json::to_string(text).unwrap();
        let escaped = escape_hidden_json(&json);
        assert!(escaped.is_ascii(), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
        assert!(matches!(escape_hidden("plain\u{e9}"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_stray_escape_cannot_swallow_a_paper() {
        let long = format!("\u{1b}]0;{}", "word ".repeat(200_000));
        assert!(Clean::new(&long).len() > 900_000);
        let many = "\u{1b}]".repeat(200_000);
        assert_eq!(Clean::new(&many).as_str(), "");
    }

    proptest! {
        #[test]
        fn cleaning_leaves_nothing_dangerous_and_nothing_to_clean(
            raw in "(\\PC|[\u{0}-\u{9f}]|[\u{1b}\u{200b}-\u{202e}\u{2060}-\u{206f}\\[\\];m]){0,200}"
        ) {
            let clean = Clean::new(&raw);
            prop_assert_eq!(Clean::new(&clean), clean.clone());
            for c in clean.chars() {
                prop_assert!(c == '\n' || !c.is_control(), "{c:?}");
                prop_assert!(!is_invisible(c), "{c:?}");
            }
        }
    }
}
