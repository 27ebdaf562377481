//! Plain text: pages, paragraphs, and lines that were broken by hand or by a page.

use crate::text::{Clean, join_line, word_count};

use super::debris;

/// The text with each letter by itself: “ﬁ” is one character in a text that comes from a PDF.
pub(super) fn without_ligatures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
            c => out.push(c),
        }
    }
    out
}

/// The paragraphs of each page; a form feed is a page break.
pub(super) fn pages(text: &str) -> Vec<Vec<String>> {
    text.split('\u{0c}').map(|page| debris::without(paragraphs(page))).collect()
}

/// What a page breaks a line with, where it is no new paragraph.
pub(super) const BREAK: char = '\u{2028}';

/// The parts of a paragraph with broken lines, with headings apart from the text below them: “2.1 Participants” above
/// “We asked …”. Headings come without a full stop.
pub(super) fn headings_apart(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split_inclusive(['\n', BREAK]).collect();
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    let mut may_begin = true;
    for (nth, line) in lines.iter().enumerate() {
        let end = at + line.len();
        let is_one = is_heading(line.trim()) || is_numbered_heading(line);
        let next = lines[nth + 1..].iter().find(|next| !next.trim().is_empty());
        if may_begin && is_one && next.is_some_and(|next| begins(next)) {
            parts.extend([&text[start..at], line.trim().trim_end_matches(['.', ':'])]);
            start = end;
        } else if !line.trim().is_empty() {
            may_begin = ends_sentence(line);
        }
        at = end;
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Whether a text in emphasis is a numbered heading, which may have the text below it on its line.
pub(super) fn is_run_in(text: &str) -> bool {
    is_numbered_heading(text) || text.starts_with(|c: char| c.is_ascii_digit()) && is_heading(text.trim())
}

/// Whether a line is the numbered heading of a part of a section, of whichever name: “2.1. Animals and housing”.
fn is_numbered_heading(line: &str) -> bool {
    const LONGEST: usize = 80;
    const MOST_WORDS: usize = 12;
    const NUMBER: usize = 8;
    let line = line.trim().trim_end_matches(['.', ':']);
    let name = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &line[..line.len() - name.len()];
    let levels: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let is_level = |level: &&str| matches!(level.len(), 1 | 2) && !level.starts_with('0');
    levels.len() > 1
        && number.len() <= NUMBER
        && levels.iter().all(is_level)
        && (name.starts_with(char::is_whitespace) || number.ends_with('.'))
        && line.chars().count() <= LONGEST
        && name.trim_start().starts_with(char::is_uppercase)
        && name.ends_with(|c: char| c.is_alphanumeric() || c == ')')
        && name.split_whitespace().count() <= MOST_WORDS
        && name.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 3)
        && !name.contains([';', '%', '=', '<'])
        && !name.contains(". ")
        && !OPEN.contains(&name.rsplit(' ').next().unwrap_or_default())
}

/// The paragraphs of `text`, each on one line.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let all: Vec<&str> = lines(text).collect();
    let blocks: Vec<&[&str]> =
        all.split(|line| line.trim().is_empty()).filter(|block: &&[&str]| !block.is_empty()).collect();
    if is_double_spaced(&blocks) {
        join_block(&blocks.concat(), &mut found);
    } else {
        blocks.iter().for_each(|block| join_block(block, &mut found));
    }
    found
}

/// Whether a blank line is between every two lines, as a manuscript for review has it, and not between paragraphs.
fn is_double_spaced(blocks: &[&[&str]]) -> bool {
    const FEWEST: usize = 8;
    let single: Vec<&str> = blocks.iter().filter(|block| block.len() == 1).map(|block| block[0]).collect();
    blocks.len() >= FEWEST
        && single.len() * 4 >= blocks.len() * 3
        && is_broken(&single)
        && single.iter().all(|line| line.chars().count() <= WIDEST)
}

/// The title of a text: its first paragraph, where that is no sentence and others follow.
pub(super) fn title(pages: &[Vec<String>]) -> Option<Clean> {
    const WORDS: std::ops::RangeInclusive<usize> = 3..=30;
    let mut paragraphs = pages.iter().flatten();
    let first = paragraphs.next().filter(|_| paragraphs.next().is_some())?.trim();
    let is_title = first.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && !first.ends_with(['.', '!', ';', ':', ','])
        && WORDS.contains(&word_count(first))
        && !is_heading(first)
        && !first.contains("://");
    is_title.then(|| first.into())
}

/// The lines of `text` as one paragraph.
pub(super) fn joined(text: &str) -> String {
    let mut paragraph = String::new();
    for line in lines(text) {
        join_line(&mut paragraph, line.trim());
    }
    paragraph
}

/// Splits at every kind of line end.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| {
        line.strip_suffix('\r').unwrap_or(line).split(['\r', '\u{0b}', '\u{85}', '\u{2028}', '\u{2029}'])
    })
}

/// Lines wider than this were not broken by hand: each is a paragraph of its own.
pub(super) const WIDEST: usize = 160;

fn join_block(lines: &[&str], paragraphs: &mut Vec<String>) {
    let widths = lines.iter().map(|line| line.chars().take(WIDEST + 1).count());
    // An extractor that takes a hyphen out of a line's end makes one line of two, wider than the page ever was.
    let of_page = |width: &usize| *width <= WIDEST || !is_broken(lines);
    let widest = widths.filter(of_page).max().unwrap_or(0);
    let mut current = String::new();
    let mut last = "";
    let mut alone = false;
    for (at, line) in lines.iter().enumerate() {
        let below_heading = alone;
        let next = lines.get(at + 1);
        let is_numbered = || is_numbered_heading(line) && next.is_some_and(|next| begins(next));
        alone = (is_unlisted_heading(line, next, widest) || is_numbered())
            && (at == 0 || below_heading || ends_sentence(last));
        let starts = widest > WIDEST
            || below_heading
            || alone
            || is_heading(last.trim())
            || is_heading(line.trim())
            || is_item(line.trim_start())
            || (is_indented(line) && !is_indented(last) && !is_item(&current))
            || (ends_short(last, widest)
                && line.trim_start().starts_with(|c: char| c.is_uppercase() || c.is_numeric()));
        if starts && !current.is_empty() {
            paragraphs.push(std::mem::take(&mut current));
        }
        join_line(&mut current, line.trim());
        last = line;
    }
    if !current.is_empty() {
        paragraphs.push(current);
    }
}

/// Whether lines go on in the next ones: paragraphs never begin with a small letter, a quarter of broken lines does.
fn is_broken(lines: &[&str]) -> bool {
    let small = lines.iter().filter(|line| line.trim_start().starts_with(char::is_lowercase)).count();
    small * 4 >= lines.len()
}

/// A section's usual name alone on its line, numbered or not.
pub(super) fn is_heading(line: &str) -> bool {
    const NAMES: [&str; 22] = [
        "abstract",
        "summary",
        "introduction",
        "background",
        "objective",
        "objectives",
        "methods",
        "materials and methods",
        "patients and methods",
        "results",
        "findings",
        "results and discussion",
        "discussion",
        "conclusion",
        "conclusions",
        "interpretation",
        "limitations",
        "acknowledgements",
        "acknowledgments",
        "references",
        "bibliography",
        "appendix",
    ];
    if line.len() > 40 {
        return false;
    }
    let name = line
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '))
        .trim_end_matches([':', '.', ' ']);
    NAMES.contains(&name.to_lowercase().as_str())
}

fn is_item(line: &str) -> bool {
    ["• ", "- ", "* ", "– ", "‣ ", "◦ "].iter().any(|bullet| line.starts_with(bullet))
}

fn is_indented(line: &str) -> bool {
    line.starts_with('\t') || line.starts_with("  ")
}

/// Words after which a line goes on in the next one.
const OPEN: [&str; 16] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "versus", "with"];

/// Whether a line begins as a paragraph does.
fn begins(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

/// Whether a short line without closing punctuation is a heading whose name [`is_heading`] does not list: a sentence that
/// continues on the next line would fill this one.
fn is_unlisted_heading(line: &str, next: Option<&&str>, widest: usize) -> bool {
    const NARROWEST: usize = 40;
    const MOST_WORDS: usize = 8;
    let text = line.trim();
    let last = text.rsplit(' ').next().unwrap_or_default();
    widest >= NARROWEST
        && text.chars().count() * 10 < widest * 6
        && begins(text)
        && next.is_some_and(|next| begins(next))
        && text.ends_with(|c: char| c.is_alphanumeric() || c == ')')
        && text.split(' ').count() <= MOST_WORDS
        && !OPEN.contains(&last)
}

fn ends_sentence(line: &str) -> bool {
    line.trim_end().ends_with(['.', '?', '!'])
}

/// A line that ends a sentence well before the margin ends its paragraph.
fn ends_short(line: &str, widest: usize) -> bool {
    const NARROWEST: usize = 50;
    widest >= NARROWEST && ends_sentence(line) && line.trim_end().chars().count() * 10 < widest * 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_lines_are_joined_so_that_quotes_are_found() {
        let text = "Abstract\r\nAspirin reduced the inci-\r\ndence of stroke in a self-\nreported co\u{ad}\nhort.\n\n\nSecond paragraph\nwent on.\u{0c}Page two";
        let pages = pages(text);
        assert_eq!(
            pages,
            [
                vec![
                    "Abstract",
                    "Aspirin reduced the incidence of stroke in a self-reported cohort.",
                    "Second paragraph went on."
                ],
                vec!["Page two"]
            ]
        );
    }

    /// Sentences of a double-spaced manuscript fell apart at every line that begins with a name.
    #[test]
    fn a_double_spaced_page_has_its_paragraphs() {
        let lines = [
            "Results",
            "Concordant with our first hypothesis, dementia of one kind was more strongly associated than",
            "Alzheimer's disease with mistakes due to being too trusting or wasteful and even careless;",
            "contrary to our second hypothesis, both groups were similarly likely to make mistakes due to",
            "memory. No differences were found between Alzheimer's disease and another kind of",
            "dementia.",
            "Exploratory analyses indicated associations between financial errors and atrophy in right",
            "prefrontal and insular cortex, which are known to be vulnerable to normal and pathological",
            "processes.",
        ];
        let found = paragraphs(&lines.join("\n\n"));
        assert_eq!(found.len(), 3, "{found:#?}");
        assert!(found[1].contains("associated than Alzheimer's disease with mistakes"), "{found:#?}");
        assert_eq!(paragraphs(&["Walking helps.", "It rains."].repeat(9).join("\n\n")).len(), 18);
    }

    /// `pdftotext` takes a hyphen out of a line's end and sets the next line behind it: every line of the abstract was a
    /// paragraph, and none of its sentences was whole.
    #[test]
    fn a_line_that_an_extractor_made_of_two_does_not_break_its_paragraph() {
        let text = "Our analyses revealed that competition varies in importance but not in intensity along two\n\
                    major gradients. Observed patterns of competition importance differed between shade-tolerant and \
                    shade-intolerant tree species. First, the mean importance of competition was found to be\n\
                    much higher for shade-intolerant species.";
        assert_eq!(paragraphs(text), [text.replace('\n', " ")]);
    }

    #[test]
    fn paragraphs_without_blank_lines_are_told_apart() {
        let wide = "A sentence that is so long that nobody broke it by hand. ".repeat(4);
        assert_eq!(paragraphs(&format!("{wide}\n{wide}")).len(), 2);
        let indented = "The first paragraph goes on over\ntwo lines of text.\n   The second one is indented\nonce.";
        assert_eq!(paragraphs(indented).len(), 2);
        let short = "The first paragraph runs over a line of some width and\nends early.\nThe second paragraph starts right at the margin again.";
        assert_eq!(paragraphs(short).len(), 2);
        assert_eq!(paragraphs("Items:\n- one\n- two goes\n  on").len(), 3);
    }

    /// “Year 9 participants Questionnaire data showed” is a sentence that nobody wrote.
    #[test]
    fn a_short_line_above_a_paragraph_is_a_heading_of_whatever_name() {
        let read = |text: &str| paragraphs(text);
        assert_eq!(
            read(
                "PROCESS EVALUATION\nYear 9 participants\nQuestionnaire data showed that most boys and girls\nliked it."
            ),
            [
                "PROCESS EVALUATION",
                "Year 9 participants",
                "Questionnaire data showed that most boys and girls liked it."
            ]
        );
        for whole in [
            "They were asked by the staff of the two\nHospitals in the north and the south of the town.",
            "The trial was done in\nBerlin and in several other towns of the north.",
            "We asked the members of one club, the\nBright Walkers,\nWho had all agreed to be asked again.",
        ] {
            assert_eq!(read(whole).len(), 1, "{whole}");
        }
    }

    /// Passages of the methods were placed in the introduction: its heading was the last that was seen.
    #[test]
    fn a_numbered_heading_is_apart_from_the_text_below_it() {
        for (text, heading) in [
            ("2.1 Participants\nWe asked adults.", "2.1 Participants"),
            ("2.1.Participants\nWe asked adults.", "2.1.Participants"),
            (
                "2.3. Measurement of plasma thyroxine.\u{2028}\u{2028} Plasma was frozen.",
                "2.3. Measurement of plasma thyroxine",
            ),
            ("2 Materials and methods\n2.1 Animals\nMinnows were kept.", "2 Materials and methods"),
            ("Results\u{2028} It fell.", "Results"),
        ] {
            let parts = headings_apart(text);
            assert!(parts.len() > 1 && parts[0] == heading, "{parts:?}");
        }
        for whole in [
            "It rose by\n2.1 Percent\nEach year.",
            "2.1 Million of them\nwere asked.",
            "0.5 Litres\nWere drunk.",
            "2.4 GHz\nWas the rate.",
            "1.5 Times the rate of\nBerlin was seen.",
            "The mean was\n2.1.",
        ] {
            assert_eq!(headings_apart(whole), [whole]);
        }
        let wide = "2.3 Measurement of plasma thyroxine and triiodothyronine\nPlasma was frozen within an hour of the \
            dissection, and thawed\nonce.";
        assert_eq!(paragraphs(wide).len(), 2, "as wide as its page");
    }

    #[test]
    fn minus_signs_and_ranges_stay() {
        assert_eq!(paragraphs("from 5-\n10 mg and IL-\n6 or anti-\nTNF"), ["from 5-10 mg and IL-6 or anti-TNF"]);
    }
}
