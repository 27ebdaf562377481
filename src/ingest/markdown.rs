//! Markdown as running text: what a reader sees, without the marks.

use super::plain;

/// A Markdown text taken apart.
pub(super) struct Markdown {
    /// `key: value` pairs of its front matter, keys in lower case, in order.
    pub front: Vec<(String, String)>,
    /// The first heading of the first level.
    pub title: Option<String>,
    /// The paragraphs of each page; headings and list items are paragraphs.
    pub pages: Vec<Vec<String>>,
}

/// Reads Markdown; nothing in it is ever an error.
pub(super) fn read(text: &str) -> Markdown {
    let (front, body) = front_matter(text);
    let body = without_comments(body);
    let mut title = None;
    let mut pages: Vec<Vec<String>> = body.split('\u{0c}').map(|page| paragraphs(page, &mut title)).collect();
    // Quarto and R Markdown have the abstract in the front matter.
    let summary = front.iter().find(|(key, _)| key == "abstract").map(|(_, text)| inline(text.trim()));
    if let (Some(summary), Some(page)) = (summary.filter(|text| !text.is_empty()), pages.first_mut()) {
        page.splice(0..0, ["Abstract".to_owned(), summary]);
    }
    Markdown { front, title, pages }
}

/// The YAML block at the top, read as far as `key: value` lines and lists go.
fn front_matter(text: &str) -> (Vec<(String, String)>, &str) {
    let Some(rest) = text.strip_prefix("---").filter(|rest| rest.starts_with(['\n', '\r'])) else {
        return (Vec::new(), text);
    };
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        let line = line.trim_end();
        if matches!(line, "---" | "...") {
            return (pairs, &rest[at..]);
        }
        let goes_on = line.starts_with(' ') && pairs.last().is_some_and(|(key, _)| key == "abstract");
        if let Some((_, text)) = pairs.last_mut().filter(|_| goes_on) {
            // The lines of a block: `abstract: |`.
            let before = std::mem::take(text);
            *text = format!("{} {}", before.trim_matches(['|', '>', '-', '+', ' ']), line.trim());
        } else if let Some(item) = line.trim_start().strip_prefix("- ") {
            if let Some((_, value)) = pairs.last_mut() {
                let separator = if value.is_empty() { "" } else { "; " };
                value.push_str(separator);
                value.push_str(unquoted(item));
            }
        } else if let Some((key, value)) = line.split_once(':') {
            let value = unquoted(value);
            let list = value.strip_prefix('[').and_then(|value| value.strip_suffix(']'));
            let value = list
                .map_or_else(|| value.to_owned(), |list| list.split(',').map(unquoted).collect::<Vec<_>>().join("; "));
            pairs.push((key.trim().to_lowercase(), value));
        }
    }
    (Vec::new(), text)
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    let inner = |quote| value.strip_prefix(quote).and_then(|value: &str| value.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

fn without_comments(mut text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    while let Some(at) = text.find("<!--") {
        let Some(end) = text[at..].find("-->") else { break };
        kept.push_str(&text[..at]);
        text = &text[at + end + 3..];
    }
    kept + text
}

fn paragraphs(page: &str, title: &mut Option<String>) -> Vec<String> {
    let mut found = Vec::new();
    let mut block = String::new();
    let mut fence: Option<&str> = None;
    let flush = |block: &mut String, found: &mut Vec<String>| {
        let text = inline(&plain::joined(block));
        if !text.trim().is_empty() {
            found.push(text);
        }
        block.clear();
    };
    for line in plain::lines(page) {
        let trimmed = line.trim_start().trim_start_matches("> ").trim_start_matches('>');
        let marker = ["```", "~~~"].into_iter().find(|marker| trimmed.starts_with(marker));
        if let Some(open) = fence {
            if trimmed.starts_with(open) {
                fence = None;
            }
        } else if marker.is_some() {
            flush(&mut block, &mut found);
            fence = marker;
        } else if is_rule(trimmed) {
            // Under a line of text it makes that a heading, else it is a line across the page.
            if trimmed.starts_with('=') && title.is_none() && !block.trim().is_empty() {
                *title = Some(inline(block.trim()));
            }
            flush(&mut block, &mut found);
        } else if let Some((level, heading)) = heading(trimmed) {
            flush(&mut block, &mut found);
            let heading = inline(heading);
            if level == 1 && title.is_none() && !heading.is_empty() {
                *title = Some(heading.clone());
            }
            if !heading.is_empty() {
                found.push(heading);
            }
        } else if let Some(item) = list_item(trimmed) {
            flush(&mut block, &mut found);
            block.push_str(item);
            block.push('\n');
        } else if trimmed.trim().is_empty() {
            flush(&mut block, &mut found);
        } else if !is_definition(trimmed) {
            block.push_str(trimmed);
            block.push('\n');
        }
    }
    flush(&mut block, &mut found);
    found
}

fn is_rule(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3
        && ["-", "=", "*", "_"].iter().any(|mark| line.replace(' ', "").trim_matches(|c| mark.contains(c)).is_empty())
        || (line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')))
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let rest = &line[level..];
    ((1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t'])))
        .then(|| (level, without_attributes(rest.trim().trim_end_matches('#').trim_end())))
}

/// A heading without Pandoc's attributes: `Abstract {.unnumbered #abs}`.
fn without_attributes(heading: &str) -> &str {
    let cut = heading.strip_suffix('}').and_then(|inner| inner.rfind('{'));
    let is_attribute = |at: usize| heading[at + 1..].starts_with(['.', '#', '-', '=']) || heading[at..].contains('=');
    cut.filter(|at| is_attribute(*at)).map_or(heading, |at| heading[..at].trim_end())
}

fn list_item(line: &str) -> Option<&str> {
    let bulleted = ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet));
    bulleted.or_else(|| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &line[digits..];
        (1..=3).contains(&digits).then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))).flatten()
    })
}

/// A link's or footnote's definition: `[name]: address`.
fn is_definition(line: &str) -> bool {
    line.starts_with('[') && !line.starts_with("[^") && line.find("]:").is_some_and(|at| !line[..at].contains(' '))
}

/// Text without the marks for links, images, emphasis and code.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.push_str(&rest[1..2]);
                2
            }
            '!' if rest[1..].starts_with('[') => link(&rest[1..]).map_or(0, |(_, length)| 1 + length),
            '[' => match citation(rest) {
                0 => link(rest).map_or(0, |(label, length)| {
                    out.push_str(&inline(label));
                    length
                }),
                length => {
                    // “limited [@doi:10.1/x].” is “limited.”
                    out.truncate(out.trim_end().len());
                    length
                }
            },
            '{' => attributes(rest),
            '<' => autolink(rest, &mut out),
            '`' => 1,
            '*' | '_' => emphasis(rest, c, out.chars().next_back()),
            '~' if rest.starts_with("~~") => 2,
            _ => 0,
        };
        if taken == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            rest = &rest[taken..];
        }
    }
    out
}

/// Length of Pandoc's citation `[@key; @other]` or `[-@key]` at the start of `text`, else 0.
fn citation(text: &str) -> usize {
    let end = text.char_indices().take(4 * LONGEST_LINK).find(|(_, c)| *c == ']').map(|(at, _)| at);
    let Some(inner) = end.map(|end| &text[1..end]) else { return 0 };
    let cites = inner.starts_with('@') || inner.starts_with("-@") || inner.contains(" @") && inner.starts_with("see ");
    if cites { inner.len() + 2 } else { 0 }
}

/// Length of Pandoc's attributes `{.class #id key=value}` at the start of `text`, else 0.
fn attributes(text: &str) -> usize {
    let end = text.char_indices().take(LONGEST_LINK).find(|(_, c)| *c == '}').map(|(at, _)| at);
    let Some(end) = end else { return 0 };
    let named = text[1..end].strip_prefix(['.', '#']).is_some_and(|name| name.starts_with(char::is_alphabetic));
    if named { end + 1 } else { 0 }
}

/// The longest label and address that are looked for, so that a file of opening
/// brackets stays fast.
const LONGEST_LINK: usize = 300;

/// The label of `[label](address)` or `[label][name]` and the length of all of it.
fn link(text: &str) -> Option<(&str, usize)> {
    let near = |text: &str, end: char, open: char| {
        let mut depth = 0_usize;
        text.char_indices().take(LONGEST_LINK).find_map(|(at, c)| {
            if c == open {
                depth += 1;
            } else if c == end {
                if depth <= 1 {
                    return Some(at);
                }
                depth -= 1;
            }
            None
        })
    };
    let close = near(text, ']', '[')?;
    let rest = &text[close + 1..];
    let end = match rest.chars().next()? {
        '(' => near(rest, ')', '(')?,
        '[' => near(rest, ']', '[')?,
        _ => return None,
    };
    // A label with links of its own would be taken apart once more for each of its brackets.
    let label = &text[1..close];
    (label.matches('[').count() <= 4).then_some((label, close + 1 + end + 1))
}

/// `<https://…>` keeps its address; HTML tags go.
fn autolink(text: &str, out: &mut String) -> usize {
    let Some(end) = text.char_indices().take(LONGEST_LINK).find(|(_, c)| *c == '>').map(|(at, _)| at) else { return 0 };
    let inner = &text[1..end];
    if inner.starts_with("http://") || inner.starts_with("https://") {
        out.push_str(inner);
        return end + 1;
    }
    let name = inner.trim_start_matches('/');
    let tag = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !inner.contains('<');
    if tag { end + 1 } else { 0 }
}

/// How many marks of emphasis stand at the start of `text`; a mark between
/// letters (`a_b`) or between spaces (`2 * 3`) is none.
fn emphasis(text: &str, mark: char, before: Option<char>) -> usize {
    // A longer run is none, however long.
    let run = text.chars().take(4).take_while(|c| *c == mark).count();
    let after = text[run..].chars().next();
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let alone = blank(before) && blank(after);
    let inside = mark == '_' && letter(before) && letter(after);
    let number = |c: Option<char>| c.is_some_and(char::is_numeric);
    let product = mark == '*' && run == 1 && number(before) && number(after);
    if run > 3 || alone || inside || product { 0 } else { run }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its findings would be missing from the statements.
    #[test]
    fn the_abstract_in_the_front_matter_is_text() {
        let body = "---\n# Introduction\n\nText.";
        for front in
            ["abstract: \"Walking *helps*: a trial.\"", "abstract: |\n  Walking *helps*:\n  a trial.\nyear: 2020"]
        {
            let read = read(&format!("---\ntitle: T\n{front}\n{body}"));
            assert_eq!(read.pages, [["Abstract", "Walking helps: a trial.", "Introduction", "Text."]]);
        }
    }

    #[test]
    fn a_reader_sees_the_text_and_not_the_marks() {
        let text = "---\ntitle: \"On *Aspirin*\"\nauthors:\n  - Smith, John\n  - Jones, Karl\nyear: 2020\n---\n# On Aspirin\n\n<!-- hidden\nnote -->\n\
            We **show** a _clear_ effect [as before](https://x.org/a_(b)) in `n = 5` and\nsnake_case 2 * 3.\n\n\
            - one\n- two\n\n```r\ncode()\n```\n> quoted ![alt](i.png) text<br/>\n\n[1]: https://x.org\n\nSetext\n------\np < 0.05 and q > 0.1 \\*";
        let read = read(text);
        assert_eq!(read.title.as_deref(), Some("On Aspirin"));
        assert_eq!(read.front[1], ("authors".into(), "Smith, John; Jones, Karl".into()));
        assert_eq!(
            read.pages,
            [vec![
                "On Aspirin",
                "We show a clear effect as before in n = 5 and snake_case 2 * 3.",
                "one",
                "two",
                "quoted  text",
                "Setext",
                "p < 0.05 and q > 0.1 *",
            ]]
        );
    }

    #[test]
    fn attributes_and_citations_of_pandoc_are_no_text() {
        let read = read(
            "# On *x* {#top}\n\n## Abstract {.page_break_before}\n\nIt fell [@doi:10.1/x; @y] by {3}, [see @z].\n\n![a](b.png){#fig:a width=2in}\n",
        );
        assert_eq!(read.title.as_deref(), Some("On x"));
        assert_eq!(read.pages[0][..3], ["On x", "Abstract", "It fell by {3},."]);
    }

    #[test]
    fn a_file_of_marks_is_read_in_no_time() {
        for c in ["[", "![", "<", "*", "[a](", "[[", "[@", "{", "{."] {
            assert!(!read(&c.repeat(10_000)).pages.is_empty());
        }
    }
}
