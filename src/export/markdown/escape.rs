//! Text as CommonMark in which nothing is markup, and YAML scalars. Every text passes through here.

use crate::text::Clean;

/// Characters that are markup, or begin it, anywhere in a line of CommonMark,
/// of GitHub's dialect or of pandoc's.
const SPECIAL: &str = "\\`*_[]<>&|~$#^@";

/// `text` on one line, meaning itself; `starts` says that it begins a line. Blanks at its ends are kept in
/// the middle of a line.
pub(super) fn escaped(text: &str, starts: bool) -> String {
    let whole = Clean::new(text);
    let mut text = whole.one_line().to_string();
    if !starts && whole.starts_with(char::is_whitespace) {
        text.insert(0, ' ');
    }
    if whole.ends_with(char::is_whitespace) && !text.ends_with(' ') {
        text.push(' ');
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in text.char_indices() {
        let opens = starts && opens_block(&text, at, c, digits);
        if SPECIAL.contains(c) || opens || opens_link(&text, at, c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether `c` would begin a list, rule, underline or the like if `text` began a
/// line; in the middle of one it begins nothing. `digits` is how many `text` begins with.
fn opens_block(text: &str, at: usize, c: char, digits: usize) -> bool {
    match c {
        '-' | '+' | '=' | ':' | '(' | '%' | '{' => at == 0,
        '.' | ')' => digits > 0 && at == digits && text[at + 1..].chars().next().is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// Whether `c` would make a bare address a link, as it does in GitHub's dialect.
fn opens_link(text: &str, at: usize, c: char) -> bool {
    let after = |words: &[&str]| {
        let ends = |word: &str| at.checked_sub(word.len()).and_then(|start| text.get(start..at));
        words.iter().any(|word| ends(word).is_some_and(|found| found.eq_ignore_ascii_case(word)))
    };
    match c {
        ':' => text[at..].starts_with("://") || after(&["mailto", "xmpp"]),
        '.' => after(&["www"]),
        _ => false,
    }
}

/// `text` as a double-quoted YAML scalar on one line.
pub(super) fn yaml(text: &str) -> String {
    let text = Clean::new(text).one_line();
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Not printable in YAML.
            '\u{fffe}' | '\u{ffff}' => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `text` with every escaped character taken out.
    fn unescaped(text: &str) -> String {
        let mut out = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == '\\' {
                assert!(chars.next().is_some_and(|c| c.is_ascii_punctuation()), "a stray backslash in {text:?}");
                // Its neighbours must not join.
                out.push(' ');
            } else {
                out.push(c);
            }
        }
        out
    }

    /// What a renderer shows of it.
    fn shown(text: &str) -> String {
        let mut out = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            out.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        out
    }

    fn begins_no_block(line: &str) -> bool {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let marker = line[digits..].starts_with(['.', ')']);
        let after = line.get(digits + 1..).and_then(|rest| rest.chars().next());
        let numbered = digits > 0 && marker && after.is_none_or(char::is_whitespace);
        !numbered
            && !line.starts_with(['-', '+', '*', '=', '#', '>', '`', '~', '|', '<', ' ', '\t', '_', ':', '[', '&'])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_text_is_inert_and_says_the_same(raw in "[ -~]{0,40}|\\PC{0,40}|[\\x00-\\x7f]{0,40}|([-+*#>`~|<=_:.)0-9]| |\n|\t){0,12}") {
            let escaped = super::escaped(&raw, true).trim_end().to_owned();
            prop_assert!(!escaped.chars().any(char::is_control));
            prop_assert!(begins_no_block(&escaped), "{escaped:?}");
            let bare = unescaped(&escaped);
            prop_assert!(!bare.contains(['`', '*', '_', '[', ']', '<', '>', '&', '|', '~', '$', '#', '^']), "{escaped:?}");
            prop_assert!(!bare.contains("://"), "{escaped:?}");
            prop_assert_eq!(shown(&escaped), Clean::new(&raw).one_line().to_string());
        }

        #[test]
        fn a_yaml_scalar_stays_on_its_line(raw in "\\PC{0,40}|[ -~\n]{0,40}") {
            let scalar = yaml(&raw);
            let inner = scalar.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap();
            prop_assert!(!scalar.contains('\n'));
            let mut chars = inner.chars();
            while let Some(c) = chars.next() {
                prop_assert!(c != '"');
                if c == '\\' {
                    prop_assert!(chars.next().is_some());
                }
            }
        }
    }

    #[test]
    fn ordinary_prose_is_left_readable() {
        for plain in
            ["HbA1c fell by 1.3 % (p = 0.02); see Fig. 2 – really!", "1.3 % of 20", "2021: a year", "e.g. this"]
        {
            assert_eq!(escaped(plain, true), plain);
        }
        assert_eq!(escaped("1. One", true), "1\\. One");
        assert_eq!(escaped("- one", true), "\\- one");
        assert_eq!(escaped(" (one) ", false), " (one) ");
    }
}
