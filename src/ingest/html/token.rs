//! HTML as a stream of tags and texts, in one pass and without a tree: a page of a stranger can be nested and broken in
//! any way, and costs time in proportion to its length all the same.

use std::borrow::Cow;

use super::super::xml;

/// The most attributes of a tag that are read.
const ATTRIBUTES: usize = 60;
/// Elements with text that holds no tags.
const RAW: [&str; 8] = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

/// A piece of a page.
pub(super) enum Token<'a> {
    /// Running text, its entities resolved.
    Text(Cow<'a, str>),
    /// An opening tag; its name in lower case.
    Open(Tag<'a>),
    /// A closing tag, its name in lower case.
    Close(String),
    /// An element of [`RAW`] as a whole.
    Raw(Tag<'a>, &'a str),
}

/// An opening tag.
pub(super) struct Tag<'a> {
    pub(super) name: String,
    attributes: Vec<(String, &'a str)>,
}

impl Tag<'_> {
    /// The value of an attribute, its entities resolved; empty for one without a value.
    pub(super) fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| unescape(value))
    }

    /// Whether an attribute is one of these words, in any case.
    pub(super) fn is(&self, name: &str, words: &[&str]) -> bool {
        self.get(name).is_some_and(|value| words.iter().any(|word| value.trim().eq_ignore_ascii_case(word)))
    }
}

/// Hands on the pieces of a page in their order.
pub(super) fn tokens<'a>(html: &'a str, take: &mut dyn FnMut(Token<'a>)) {
    let bytes = html.as_bytes();
    let (mut at, mut text) = (0, 0);
    while let Some(found) = memchr::memchr(b'<', &bytes[at..]) {
        let open = at + found;
        let Some((end, token)) = tag(html, open) else {
            at = open + 1;
            continue;
        };
        if text < open {
            take(Token::Text(unescape(&html[text..open])));
        }
        at = end;
        match token {
            Some(Token::Open(tag)) if RAW.contains(&tag.name.as_str()) => {
                let close = closing(html, end, &tag.name);
                let content = &html[end..close];
                at = close;
                take(Token::Raw(tag, content));
            }
            Some(token) => take(token),
            None => {}
        }
        text = at;
    }
    if text < html.len() {
        take(Token::Text(unescape(&html[text..])));
    }
}

/// The tag, comment or declaration at `open`, and where it ends; `None` where `<` is only a sign.
fn tag(html: &str, open: usize) -> Option<(usize, Option<Token<'_>>)> {
    let rest = &html[open + 1..];
    let to = |text: &str| rest.find(text).map_or(html.len(), |at| open + 1 + at + text.len());
    match rest.as_bytes().first()? {
        b'!' if rest.starts_with("!--") => Some((to("-->"), None)),
        b'!' | b'?' => Some((to(">"), None)),
        b'/' if rest.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) => {
            let name = &rest[1..][..name_length(&rest[1..])];
            Some((to(">"), Some(Token::Close(name.to_ascii_lowercase()))))
        }
        first if first.is_ascii_alphabetic() => {
            let length = name_length(rest);
            let name = rest[..length].to_ascii_lowercase();
            let (attributes, used) = attributes(&rest[length..]);
            Some((open + 1 + length + used, Some(Token::Open(Tag { name, attributes }))))
        }
        _ => None,
    }
}

fn name_length(text: &str) -> usize {
    text.bytes().position(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>')).unwrap_or(text.len())
}

/// The attributes of a tag, in lower case, and how far they and its end reach.
fn attributes(text: &str) -> (Vec<(String, &str)>, usize) {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let skip = |mut at: usize, test: fn(u8) -> bool| {
        while bytes.get(at).is_some_and(|b| test(*b)) {
            at += 1;
        }
        at
    };
    loop {
        at = skip(at, |b| b.is_ascii_whitespace() || b == b'/');
        match bytes.get(at) {
            None => return (found, text.len()),
            Some(b'>') => return (found, at + 1),
            Some(_) => {}
        }
        let begin = at;
        at = skip(at + 1, |b| !b.is_ascii_whitespace() && !matches!(b, b'/' | b'>' | b'='));
        let name = text.get(begin..at).unwrap_or_default().to_ascii_lowercase();
        let after = skip(at, |b| b.is_ascii_whitespace());
        let mut value = "";
        if bytes.get(after) == Some(&b'=') {
            let from = skip(after + 1, |b| b.is_ascii_whitespace());
            (value, at) = match bytes.get(from) {
                Some(quote @ (b'"' | b'\'')) => {
                    let end = memchr::memchr(*quote, &bytes[from + 1..]).map_or(text.len(), |end| from + 1 + end);
                    (&text[from + 1..end], (end + 1).min(text.len()))
                }
                _ => {
                    let end = skip(from, |b| !b.is_ascii_whitespace() && b != b'>');
                    (text.get(from..end).unwrap_or_default(), end)
                }
            };
        }
        if found.len() < ATTRIBUTES {
            found.push((name, value));
        }
    }
}

/// Where the closing tag of a raw element begins.
fn closing(html: &str, from: usize, name: &str) -> usize {
    let bytes = html.as_bytes();
    let mut at = from;
    while let Some(found) = memchr::memchr(b'<', &bytes[at..]) {
        let open = at + found;
        let after = open + 2 + name.len();
        let named = bytes.get(open + 2..after).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()));
        let ends = bytes.get(after).is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'));
        if bytes.get(open + 1) == Some(&b'/') && named && ends {
            return open;
        }
        at = open + 1;
    }
    html.len()
}

/// Resolves entities; what is none stays as it is.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    /// Longer names than this are not entities of HTML, in bytes.
    const LONGEST: usize = 32;
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        if at < done {
            continue;
        }
        let rest = &text.as_bytes()[at + 1..];
        let length = rest.iter().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
        let Some(c) = xml::character(&text[at + 1..at + 1 + length]) else { continue };
        out.push_str(&text[done..at]);
        out.push(c);
        done = at + 1 + length + usize::from(rest.get(length) == Some(&b';'));
    }
    out.push_str(&text[done..]);
    out.into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn described(html: &str) -> Vec<String> {
        let mut found = Vec::new();
        tokens(html, &mut |token| {
            found.push(match token {
                Token::Text(text) => format!("“{text}”"),
                Token::Open(tag) => {
                    format!("{} {:?} {:?}", tag.name, tag.get("a").as_deref(), tag.get("b").as_deref())
                }
                Token::Close(name) => format!("/{name}"),
                Token::Raw(tag, text) => format!("{}:{text}", tag.name),
            });
        });
        found
    }

    #[test]
    fn tags_texts_and_scripts_are_told_apart() {
        let html = "<!DOCTYPE html><P a='x > y' b=\"&quot;q&quot;\">1 < 2 &amp; 3 &#8211; &#x2014;&nbsp;&nothing; AT&T<br/>\
                    <script a=1>if (a</b) { '<p>' }</SCRIPT ><!-- <p> --></p>";
        assert_eq!(
            described(html),
            [
                "p Some(\"x > y\") Some(\"\\\"q\\\"\")",
                "“1 < 2 & 3 – —\u{a0}&nothing; AT&T”",
                "br None None",
                "script:if (a</b) { '<p>' }",
                "/script",
                "/p"
            ]
        );
        assert_eq!(described("<p a"), ["p Some(\"\") None"]);
        assert_eq!(described("<script>x"), ["script:x"]);
    }

    proptest! {
        #[test]
        fn nothing_that_a_page_says_stops_the_reading(html in "(<[/!?]?[a-z]{0,8}[ =\"'/>]{0,4}|script|&#?x?[0-9a-z]{0,4};?|é|[<>&\"'= ]){0,60}") {
            let mut length = 0;
            tokens(&html, &mut |token| if let Token::Text(text) = token { length += text.len() });
            prop_assert!(length <= 4 * html.len());
        }
    }
}
