//! Markdown as running text: what a reader sees, without the marks.

use std::{mem, ops::Range};

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset,
};

use super::{
    debris, inline, labels, meta, plain,
    record::{self, Work},
    tex, yaml,
};

/// A Markdown text taken apart.
pub(super) struct Markdown {
    /// `key: value` pairs of its front matter, then of lines that say as much, keys in lower case, in order.
    pub front: Vec<(String, String)>,
    /// The first heading of the first level.
    pub title: Option<String>,
    /// The paragraphs of each page; headings and list items are paragraphs.
    pub pages: Vec<Vec<String>>,
}

/// Reads Markdown; nothing in it is ever an error.
pub(super) fn read(text: &str) -> Markdown {
    let (mut front, body) = yaml::front_matter(text);
    // An empty `date:` hides none that the text gives.
    front.retain(|(_, value)| !value.trim().is_empty());
    let (labelled, body) = labels::take(&without_comments(body));
    for (key, value) in labelled {
        if !front.iter().any(|(known, _)| *known == key) {
            front.push((key, value));
        }
    }
    let mut title = None;
    let mut pages: Vec<Vec<String>> = body.split('\u{0c}').map(|page| paragraphs(page, &mut title)).collect();
    // Quarto and R Markdown have the abstract in the front matter.
    let summary = front.iter().find(|(key, _)| key == "abstract").map(|(_, text)| inline(text.trim()));
    if let (Some(summary), Some(page)) = (summary.filter(|text| !text.is_empty()), pages.first_mut()) {
        page.splice(0..0, ["Abstract".to_owned(), summary]);
    }
    Markdown { front, title, pages }
}

/// A paper in Markdown, with what its front matter says.
pub(super) fn paper(text: &str) -> Work {
    let read = read(text);
    let front = read.front.into_iter().map(|(key, value)| (key, labels::before_label(&value).into())).collect();
    let mut meta = record::meta_of(&front);
    if meta.title.is_empty() {
        meta.title = read.title.as_deref().and_then(meta::line).unwrap_or_default();
    }
    Work { meta, pages: read.pages }
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

/// What is read beside CommonMark.
const MORE: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_MATH);

fn paragraphs(page: &str, title: &mut Option<String>) -> Vec<String> {
    // The definition of `[label][name]` may be on another page; `[1]` alone is text.
    let any = |link: BrokenLink<'_>| {
        (matches!(link.link_type, LinkType::Reference | LinkType::ReferenceUnknown))
            .then(|| (CowStr::Borrowed(""), CowStr::Borrowed("")))
    };
    let parser = Parser::new_with_broken_link_callback(page, MORE, Some(any));
    let mut read = Reading { page, ..Reading::default() };
    for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
        read.take(event, range, title);
    }
    read.flush();
    debris::without(read.found)
}

/// Markdown that is being read.
#[derive(Default)]
struct Reading<'a> {
    page: &'a str,
    found: Vec<String>,
    /// The paragraph so far.
    block: String,
    /// How deep in what is not text: code, images, tags.
    hidden: usize,
    /// The next numbers of the lists that are open, the innermost last; none where a list has no numbers.
    numbers: Vec<Option<u64>>,
    /// The number of the item that begins, where it is a year.
    year: Option<u64>,
    /// Whether each emphasis that is open is a product: `5*3*2`.
    products: Vec<bool>,
    /// Whether the paragraph so far is an emphasised heading with a number.
    run_in: bool,
}

/// From this number on, what begins like an item of a list begins with a year.
const YEARS: u64 = 1000;

impl Reading<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>, title: &mut Option<String>) {
        match event {
            Event::Text(text) | Event::Code(text) if self.hidden == 0 => {
                // “**2.1 Participants.** We asked …”
                if mem::take(&mut self.run_in) && text.trim_start().starts_with(char::is_uppercase) {
                    self.block.push('\n');
                }
                self.block.push_str(&text);
            }
            Event::End(TagEnd::Strong) => self.end_emphasis(),
            Event::InlineMath(math) if self.hidden == 0 => {
                // “$5 or US$6” are amounts.
                let is_amount = self.page[range.end..].starts_with(|c: char| c.is_ascii_digit());
                let shown = tex::plain(&math).filter(|_| !is_amount);
                self.block.push_str(&shown.unwrap_or_else(|| self.page[range].to_owned()));
            }
            // A formula on lines of its own is no sentence.
            Event::DisplayMath(_) => self.block.push(' '),
            Event::Html(text) => self.block.push_str(&without_tags(&text)),
            Event::SoftBreak | Event::HardBreak => self.block.push('\n'),
            Event::Start(Tag::Emphasis) => {
                let product = self.is_product(range.start);
                self.products.push(product);
                self.block.push_str(if product { "*" } else { "" });
            }
            Event::End(TagEnd::Emphasis) => match self.products.pop() {
                Some(true) => self.block.push('*'),
                _ => self.end_emphasis(),
            },
            Event::Start(Tag::Image { .. } | Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                self.hidden += 1;
            }
            Event::End(TagEnd::Image) => self.hidden -= 1,
            Event::End(TagEnd::CodeBlock) => {
                self.hidden = self.hidden.saturating_sub(1);
                self.flush();
            }
            Event::End(TagEnd::TableCell) => self.block.push_str(" | "),
            Event::End(TagEnd::Heading(level)) => {
                let heading = self.flush();
                if level == HeadingLevel::H1 && title.is_none() {
                    *title = heading;
                }
            }
            Event::Start(Tag::List(number)) => {
                self.flush();
                self.numbers.push(number);
            }
            Event::End(TagEnd::List(_)) => {
                self.flush();
                self.numbers.pop();
            }
            Event::Start(Tag::Item) => {
                self.flush();
                if let Some(Some(number)) = self.numbers.last_mut() {
                    self.year = Some(*number).filter(|number| *number >= YEARS);
                    *number += 1;
                }
            }
            Event::Start(
                Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::BlockQuote(_)
                | Tag::CodeBlock(_)
                | Tag::HtmlBlock
                | Tag::Table(_)
                | Tag::FootnoteDefinition(_),
            )
            | Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::BlockQuote(_)
                | TagEnd::HtmlBlock
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::FootnoteDefinition,
            )
            | Event::Rule => {
                self.flush();
            }
            _ => {}
        }
    }

    /// Whether the mark at a place is between figures.
    fn is_product(&self, at: usize) -> bool {
        let figure = |c: Option<char>| c.is_some_and(char::is_numeric);
        let (before, after) = self.page.split_at(at);
        figure(before.chars().next_back()) && figure(after.chars().nth(1))
    }

    fn end_emphasis(&mut self) {
        self.run_in = plain::is_run_in(self.block.rsplit('\n').next().unwrap_or_default());
    }

    /// Ends the paragraph and gives it, if there is one.
    fn flush(&mut self) -> Option<String> {
        let block = mem::take(&mut self.block);
        self.run_in = false;
        let before = self.found.len();
        for part in plain::headings_apart(block.trim_end_matches([' ', '|'])) {
            let mut text = without_pandoc(&plain::joined(part));
            if text.trim().is_empty() {
                continue;
            }
            if let Some(year) = self.year.take() {
                text.insert_str(0, &format!("{year}. "));
            }
            self.found.push(text);
        }
        self.found[before..].last().cloned()
    }
}

/// A line of Markdown as text.
fn inline(text: &str) -> String {
    paragraphs(text, &mut None).join(" ")
}

/// What Pandoc's subscript `~a~` or superscript `^2^` at the start of `text` shows, and the length of it.
fn script(text: &str) -> Option<(String, usize)> {
    const LONGEST: usize = 40;
    let mark = text.chars().next().filter(|c| matches!(c, '~' | '^'))?;
    let (end, _) = text.char_indices().skip(1).take(LONGEST).find(|(_, c)| *c == mark)?;
    let inner = &text[1..end];
    // A blank within has a stroke before it: “~ten and ~20” are about ten and about twenty.
    let blank = |(at, c): (usize, char)| c.is_whitespace() && !inner[..at].ends_with('\\');
    if inner.is_empty() || inner.char_indices().any(blank) || inner.contains(['~', '^', '$']) {
        return None;
    }
    let shown = match mark {
        '~' => inner.replace("\\ ", " "),
        _ => inner.chars().map(inline::raised).collect::<Option<String>>()?,
    };
    Some((shown, end + 1))
}

/// Text without Pandoc's citations and attributes.
fn without_pandoc(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((meant, taken)) = script(rest) {
            // “OR~East\ Asian~” is “OR_East Asian”.
            let is_name = c == '~' && meant.chars().filter(|c| c.is_alphabetic()).count() > 2;
            out.push_str(if is_name { "_" } else { "" });
            out.push_str(&meant);
            rest = &rest[taken..];
            continue;
        }
        if reference(rest) == 0
            && let Some((shown, taken)) = tex::command(rest)
        {
            out.push_str(&shown);
            rest = &rest[taken..];
            continue;
        }
        let taken = match c {
            '[' => citation(rest),
            '{' => attributes(rest),
            '\\' => reference(rest),
            _ => 0,
        };
        // “limited [@doi:10.1/x].” is “limited.”, “Fig [-@fig:one]C” is “Fig C”.
        let joins = rest[taken..].starts_with(char::is_alphanumeric);
        if taken > 0 && matches!(c, '[' | '\\') && !joins {
            out.truncate(out.trim_end().len());
        }
        let is_empty = taken > 0 && out.ends_with('(') && rest[taken..].starts_with(')');
        if is_empty {
            // Of “33 % (\\ref{figure}).” no brackets are left.
            out.pop();
            out.truncate(out.trim_end().len());
            rest = &rest[taken + 1..];
        } else if taken == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            rest = &rest[taken..];
        }
    }
    out
}

/// The text of a block of HTML.
fn without_tags(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tag = rest[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
        match rest[at..].find('>').filter(|_| tag) {
            Some(end) => rest = &rest[at + end + 1..],
            None => {
                out.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    out + rest
}

/// Length of Pandoc's citation `[@key; @other]` or `[-@key]` at the start of `text`, else 0.
fn citation(text: &str) -> usize {
    if !["[@", "[-@", "[see "].iter().any(|opening| text.starts_with(opening)) {
        return 0;
    }
    let end = text.char_indices().take(4 * LONGEST).find(|(_, c)| *c == ']').map(|(at, _)| at);
    let Some(inner) = end.map(|end| &text[1..end]) else { return 0 };
    let cites = !inner.starts_with("see ") || inner.contains(" @");
    if cites { inner.len() + 2 } else { 0 }
}

/// Length of LaTeX's reference `\ref{key}` or citation `\citep{key}` at the start of `text`, else 0.
fn reference(text: &str) -> usize {
    const COMMANDS: [&str; 7] = ["\\ref{", "\\autoref{", "\\eqref{", "\\label{", "\\cite{", "\\citep{", "\\citet{"];
    let is_one = COMMANDS.iter().any(|command| text.starts_with(command));
    let end = || text.char_indices().take(LONGEST).find(|(_, c)| *c == '}');
    is_one.then(end).flatten().map_or(0, |(end, _)| end + 1)
}

/// Length of Pandoc's attributes `{.class #id key=value}` at the start of `text`, else 0.
fn attributes(text: &str) -> usize {
    let named = text[1..].strip_prefix(['.', '#']).is_some_and(|name| name.starts_with(char::is_alphabetic));
    let end = || text.char_indices().take(LONGEST).find(|(_, c)| *c == '}');
    named.then(end).flatten().map_or(0, |(end, _)| end + 1)
}

/// The longest attributes, and a quarter of the longest citation, that are looked for, so that a file of opening
/// brackets stays fast.
const LONGEST: usize = 300;

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

    /// The review bore the running title, and the authors were a list of keys.
    #[test]
    fn what_is_nested_in_the_front_matter_is_not_the_papers() {
        let front = "title: Peat is deep\nauthor:\n  - name: A. Walker\n    affiliation: 1\n  - given_name: Ben\n    \
            surname: Runner\nrunning:\n  title: Peat\nsubtitle: |\n  In two\n  lines\n";
        let read = read(&format!("---\n{front}---\nText.\n"));
        let pairs: Vec<_> = read.front.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let expected = [("title", "Peat is deep"), ("author", "A. Walker"), ("subtitle", "In two lines")];
        assert_eq!(pairs, expected);
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

    /// The passages below were placed in the section above.
    #[test]
    fn a_heading_in_bold_type_is_apart_from_its_text() {
        for heading in
            ["**2.1 Participants**\n", "_2.1 Participants_  \n", "**2.1 Participants.** ", "2.1 Participants\n"]
        {
            let found = read(&format!("{heading}We asked *Apis* keepers.\n\n[Google Scholar](https://x.org)\n"));
            assert_eq!(found.pages, [["2.1 Participants", "We asked Apis keepers."]], "{heading}");
        }
        assert_eq!(read("**2.1 Participants** were asked.").pages, [["2.1 Participants were asked."]]);
    }

    /// Nobody finds “OR~East\ Asian~” in what a reader of the paper sees.
    #[test]
    fn scripts_of_pandoc_are_text() {
        let text = "Names (OR~East\\ Asian~ = 0.15, $\\beta$~1~ = 2) of 10^6^ at CO~2~ and ~10 to ~20 or $5 to $6.";
        let shown = "Names (OR_East Asian = 0.15, β1 = 2) of 10⁶ at CO2 and ~10 to ~20 or $5 to $6.";
        assert_eq!(read(text).pages, [[shown]]);
    }

    /// A statement would have “\ref{model}” in it.
    #[test]
    fn formulas_within_a_line_are_text() {
        let text = "It rose ($R^2 \\geq 0.5$, $p < 10^{-6}$) in 12 \\si{\\percent} of \\textit{Apis}, for $5 to US$6.\n\n$$x = 1$$\n";
        assert_eq!(read(text).pages, [["It rose (R² ≥ 0.5, p < 10⁻⁶) in 12 % of Apis, for $5 to US$6."]]);
    }

    #[test]
    fn references_of_latex_are_no_text() {
        let text = "The virome changed (Figure \\ref{model} A), as others found \\citep{one,two}. So did Fig [-@fig:b]C (\\ref{c}).";
        assert_eq!(read(text).pages, [["The virome changed (Figure A), as others found. So did Fig C."]]);
    }

    /// A year, a factor or a row of a table would be missing from what is searched and quoted.
    #[test]
    fn what_only_looks_like_a_mark_is_text() {
        let text = "2019. The trial began.\n\n5*3*2 mg &lt; 40 mg\n\n1. one\n\n   more of one\n2. two\n\n\
            | drug | n |\n|---|--:|\n| aspirin | 12 |\n\n    An indented paragraph.\n\n\
            <div class=\"note\">\nIn a box.\n</div>\n\nsee [the trial][t] and [3]; it fell.[^1]\n\n[^1]: By a tenth.\n";
        let expected = [
            "2019. The trial began.",
            "5*3*2 mg < 40 mg",
            "one",
            "more of one",
            "two",
            "drug | n",
            "aspirin | 12",
            "An indented paragraph.",
            "In a box.",
            "see the trial and [3]; it fell.",
            "By a tenth.",
        ];
        assert_eq!(read(text).pages, [expected]);
    }

    #[test]
    fn a_file_of_marks_is_read_in_no_time() {
        for c in ["[", "![", "<", "*", "[a](", "[[", "[@", "{", "{."] {
            assert!(!read(&c.repeat(10_000)).pages.is_empty());
        }
    }
}
