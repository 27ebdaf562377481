//! Text as CommonMark in which nothing is markup, link destinations, and YAML
//! scalars. Everything that others wrote passes through here.

use unicode_segmentation::UnicodeSegmentation;

use crate::text::Clean;

/// Characters that are markup, or begin it, anywhere in a line of CommonMark,
/// of GitHub's dialect or of pandoc's.
const SPECIAL: &str = "\\`*_[]<>&|~$#^@";

/// `text` on one line, meaning itself wherever it stands, the start of a line included.
pub(super) fn inline(text: &str) -> String {
    let text = Clean::new(text).one_line();
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in text.char_indices() {
        if SPECIAL.contains(c) || opens_block(&text, at, c, digits) || opens_link(&text, at, c) {
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

/// `text` cut to `longest` characters as a reader counts them, with an ellipsis
/// when it was longer; after a whole word where one ends near.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    const NEAR: usize = 15;
    let text = Clean::new(text).one_line();
    let starts: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).take(longest + 1).collect();
    if starts.len() <= longest {
        return text.to_string();
    }
    let kept = &text[..starts[longest - 1]];
    let word = kept.rfind(' ').filter(|at| longest > NEAR && *at >= starts[longest - NEAR]);
    format!("{}…", kept[..word.unwrap_or(kept.len())].trim_end())
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
                // What stood around it does not come together.
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
            let escaped = inline(&raw);
            prop_assert!(!escaped.chars().any(char::is_control));
            prop_assert!(begins_no_block(&escaped), "{escaped:?}");
            let bare = unescaped(&escaped);
            prop_assert!(!bare.contains(['`', '*', '_', '[', ']', '<', '>', '&', '|', '~', '$', '#', '^']), "{escaped:?}");
            prop_assert!(!bare.contains("://"), "{escaped:?}");
            prop_assert_eq!(shown(&escaped), Clean::new(&raw).one_line().to_string());
        }

        #[test]
        fn a_block_has_only_paragraphs(raw in "([-+*#>`~|<=_:.)0-9a]| |\n|\t){0,40}") {
            for line in block(&raw).lines() {
                prop_assert!(begins_no_block(line), "{line:?}");
            }
            prop_assert!(!block(&raw).contains("\n\n\n"));
        }

        #[test]
        fn a_link_leads_only_where_it_says(raw in "[ -~]{0,40}|(https?|HTTP)://[ -~]{0,40}|10\\.[0-9]{2,5}/\\PC{0,20}") {
            for link in [url(&raw), doi(&raw), pmid(&raw)].into_iter().flatten() {
                let (text, destination) = link.rsplit_once("](").unwrap();
                let destination = destination.strip_suffix(')').unwrap();
                prop_assert!(destination.starts_with("http://") || destination.starts_with("https://"));
                prop_assert!(destination.bytes().all(|b| b.is_ascii_graphic() && !b"()<>[]\\\"`".contains(&b)), "{destination}");
                prop_assert!(!unescaped(&text[1..]).contains(['[', ']']));
            }
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
            assert_eq!(inline(plain), plain);
        }
        assert_eq!(inline("1. One"), "1\\. One");
        assert_eq!(inline("- one"), "\\- one");
    }

    #[test]
    fn only_web_addresses_that_do_not_mislead_are_linked() {
        assert!(
            url("https://bbc.co.uk/news?a=(1)")
                .is_some_and(|link| link.ends_with("](https://bbc.co.uk/news?a=%281%29)"))
        );
        for bad in [
            "javascript:alert(1)",
            "ftp://example.org",
            "https://good.example@bad.example/",
            "https://bücher.example/",
            "https:///path",
            "https://a b.example",
        ] {
            assert_eq!(url(bad), None, "{bad}");
        }
        assert_eq!(doi("10.x/abc"), None);
        assert_eq!(doi("https://doi.org/10.1/x"), None);
        assert_eq!(pmid("12 34"), None);
        assert_eq!(pmid("1234567890"), None);
    }

    #[test]
    fn shortening_counts_what_a_reader_counts() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        assert_eq!(shortened("Metformin prolongs the life of mice", 30), "Metformin prolongs the life…");
        assert_eq!(shortened("", 6), "");
        assert_eq!(shortened("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2), "👩‍👩‍👧…");
    }
}
