//! Text as CommonMark in which nothing is markup, link destinations, and YAML
//! scalars. Everything that others wrote passes through here.

use unicode_segmentation::UnicodeSegmentation;

use crate::text::Clean;

/// Characters that are markup, or begin it, anywhere in a line of CommonMark,
/// of GitHub's dialect or of pandoc's.
const SPECIAL: &str = "\\`*_[]<>&|~$#^@";

/// `text` on one line, meaning itself wherever it stands in a line.
pub(super) fn inline(text: &str) -> String {
    let text = Clean::new(text).one_line();
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    // What could begin a heading, list, rule, underline or table does so only
    // at the start of a line; there and nowhere else it is escaped.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for (i, c) in text.char_indices() {
        let rest = &text[i..];
        let opens = match c {
            '-' | '+' | '=' | ':' | '(' | '%' | '{' => i == 0,
            '.' | ')' => i > 0 && i == digits,
            _ => false,
        };
        // Bare addresses become links in GitHub's dialect.
        let links = rest.starts_with("://")
            || c == ':' && ends_with_scheme(&text[..i])
            || c == '.' && ends_with_www(&text[..i]);
        if opens || links || SPECIAL.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn ends_with_scheme(before: &str) -> bool {
    ["mailto", "xmpp"].iter().any(|scheme| ends_with_ignoring_case(before, scheme))
}

fn ends_with_www(before: &str) -> bool {
    ends_with_ignoring_case(before, "www")
}

fn ends_with_ignoring_case(text: &str, end: &str) -> bool {
    text.len().checked_sub(end.len()).and_then(|at| text.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// `text` as paragraphs, each on one line, with a blank line between them.
pub(super) fn block(text: &str) -> String {
    let text = Clean::new(text);
    let paragraphs = text.split("\n\n").map(inline).filter(|p| !p.is_empty());
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Lines as a block quote.
pub(super) fn quote(block: &str) -> String {
    let lines = block.lines().map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") });
    lines.collect::<Vec<_>>().join("\n")
}

/// `text` cut to `longest` characters as a reader counts them, with an ellipsis when it was longer.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    let text = Clean::new(text).one_line();
    match text.grapheme_indices(true).nth(longest) {
        None => text.to_string(),
        Some(_) => {
            let cut = text.grapheme_indices(true).nth(longest - 1).map_or(0, |(at, _)| at);
            format!("{}…", text[..cut].trim_end())
        }
    }
}

/// `text` as a code span. Only for words of our own: nothing of it may be a back quote.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A link to a DOI, when it is one.
pub(super) fn doi(doi: &str) -> Option<String> {
    let (prefix, suffix) = doi.split_once('/')?;
    let registrant = prefix.strip_prefix("10.")?;
    let numeric = !registrant.is_empty() && registrant.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if !numeric || suffix.is_empty() || doi.len() > 2048 || doi.contains(char::is_whitespace) {
        return None;
    }
    Some(format!("[doi:{}](https://doi.org/{prefix}/{})", inline(doi), percent(suffix, "-._/")))
}

/// A link to a PubMed record, when the number is one.
pub(super) fn pmid(pmid: &str) -> Option<String> {
    let number = (1..=9).contains(&pmid.len()) && pmid.bytes().all(|b| b.is_ascii_digit());
    number.then(|| format!("[PMID {pmid}](https://pubmed.ncbi.nlm.nih.gov/{pmid}/)"))
}

/// A link to a web page that shows where it leads; `None` for anything but plain http and https.
pub(super) fn url(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = ["http", "https"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known))?;
    let host_ends = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_ends);
    // A name before the host (`https://good.example@bad.example`) misleads.
    let plain = host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:".contains(&b));
    if !plain || url.len() > 2048 || url.contains(char::is_whitespace) {
        return None;
    }
    Some(format!("[{}]({scheme}://{host}{})", inline(url), percent(path, "-._~/?#=%;,:@+!$&")))
}

/// `text` with everything but letters, digits and `kept` percent-encoded.
fn percent(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            // An ampersand could begin an entity.
            b'&' if kept.contains('&') => out.push_str("&amp;"),
            b if b.is_ascii_alphanumeric() || (b.is_ascii() && kept.contains(char::from(b))) => out.push(char::from(b)),
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
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
