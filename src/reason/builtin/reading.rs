//! A paper read as sentences, each with its section.

mod cited;
mod form;
mod margin;

use crate::{
    domain::Page,
    text::{join_line, sentences, word_count},
};

use super::{matter::is_matter, sections::Section};
use cited::{begins_to_cite, is_reference_list, own_citation};
pub(super) use cited::{cites, is_reference};
use form::untied;
pub(super) use form::{has_verb, is_aim, is_aside, outside_brackets};
use margin::{is_caption, is_caption_number, is_editors_line, is_margin, is_sheet};

/// A sentence of the paper.
pub(super) struct Sentence {
    /// Without the label of its section and without what only ties it to the sentence before.
    pub text: String,
    pub section: Section,
    /// Whether the abstract has it, under whichever of its headings.
    pub summary: bool,
    /// Number of its paragraph in the paper.
    pub paragraph: usize,
}

impl Sentence {
    /// Whether the paper's own conclusion has it, not that of its abstract.
    pub fn is_closing(&self) -> bool {
        !self.summary && self.section == Section::Conclusion
    }
}

/// Above this a text is a whole paper and not an abstract, in bytes.
const LONG: usize = 6_000;
/// Paragraphs of an abstract without labels, at most; what follows is the paper.
const SUMMARY_PARAGRAPHS: usize = 3;
/// From this length on an abstract of one paragraph is whole, in words.
const WHOLE_ABSTRACT: usize = 100;
/// From this length on an abstract below a heading of its own is whole where a paragraph ends, in words; the paragraphs
/// of a PDF are those of its layout.
const FULL_ABSTRACT: usize = 130;
/// The same where a layout may have broken it into paragraphs.
const FULL_ABSTRACT_OF_PAGES: usize = 150;
/// From this length on keywords end an abstract, in words; shorter ones come before it.
const SHORT_ABSTRACT: usize = 60;
/// The introduction begins on one of so many pages.
const FIRST_PAGES: usize = 3;
/// Sentences of an abstract, at most.
const SUMMARY_SENTENCES: usize = 30;

/// The sentences of running text with their sections; captions, and what is
/// behind the references, are left out.
pub(super) fn read(pages: &[Page]) -> Vec<Sentence> {
    let mut all: Vec<Sentence> = Vec::new();
    let total: usize = pages.iter().map(|p| p.text.len()).sum();
    let is_paper = total > LONG;
    let (mut before, mut section, mut paragraph) = (0, Section::Unknown, 0);
    // Paragraphs since the section's heading.
    let mut held = 0;
    let mut summary = false;
    // How far the abstract's headings have come: what goes back behind them is the paper.
    let mut passed = 0;
    // Whether the abstract begins behind its label (“Abstract—Walking …”): it is one paragraph then, unless the
    // page's layout breaks it.
    let mut single = false;
    // Where the text before the first heading ends that can be an abstract without one.
    let mut opening = None;
    // Whether keywords end that text, which come behind an abstract.
    let mut closed = false;
    // An abstract of several paragraphs goes on to the heading of the introduction where there is one.
    let is_opener = |part: &String| Section::of_heading(part.trim()).is_some() && Section::is_introduction(part.trim());
    let introduced = pages.iter().take(FIRST_PAGES).any(|page| paragraphs(&page.text).iter().any(is_opener));
    let numbered_parts = pages.iter().any(|page| page.text.split("\n\n").any(|part| Section::is_part(part.trim(), 2)));
    // Whether an abstract that a page broke off is still to go on behind what is at the foot of that page.
    let mut broken = false;
    // Whether what comes next goes on with the last sentence of it.
    let mut resumed = false;
    // Where the highlights begin that a cover has above the abstract, which says the same in sentences.
    let mut highlights = None;
    // Whether a box with key points goes on, which says the abstract again.
    let mut boxed = false;
    // Whether the last paragraph was the number of a figure or table, set apart from its caption.
    let mut numbered = false;
    let sheets = usize::from(pages.first().is_some_and(|page| is_sheet(&page.text)));
    for (at, page) in pages.iter().enumerate().skip(sheets) {
        // The columns of a page may have the introduction's beginning before an abstract in a box.
        let boxed_in = at < FIRST_PAGES && has_parts_of_abstract(&page.text);
        let mut parts = paragraphs(&page.text).into_iter();
        while let Some(mut part) = parts.next() {
            before += part.len() + 2;
            if let Some(rest) = continued(&part) {
                (broken, resumed) = (false, true);
                part = rest.trim_start().to_owned();
            } else if CONTINUES.iter().any(|mark| part.starts_with(mark)) && resumes(&pages[at + 1..]) {
                broken = true;
            }
            if broken || part.is_empty() {
                continue;
            }
            let early = before * 4 < total.max(LONG);
            let of_break =
                std::mem::take(&mut resumed).then(|| all.len().checked_sub(1).filter(|last| all[*last].summary));
            if is_paper
                && early
                && part.starts_with(char::is_lowercase)
                && let Some(open) = of_break.flatten().or_else(|| unfinished(&all, opening.is_none()))
            {
                // A column of dates and licences ran into the abstract; it goes on behind it.
                let head = all.swap_remove(open);
                all.truncate(open);
                (section, summary) = (head.section, head.summary);
                part = format!("{} {part}", head.text);
            }
            let part = part.trim();
            if let Some(next) = Section::of_heading(part) {
                if Section::is_highlights(part) {
                    let alone = !all.iter().any(|sentence| sentence.summary);
                    highlights = alone.then_some(all.len()).or(highlights);
                } else if next == Section::Abstract && early {
                    all.truncate(highlights.take().unwrap_or(all.len()));
                } else if Section::is_introduction(part) {
                    highlights = None;
                }
                // Dates, editors and licences come before an abstract without a heading as well as behind one.
                if next != Section::Back || has_prose(&all) {
                    opening.get_or_insert(all.len());
                }
                // The title and its authors may be set below the abstract's heading and above those of its parts.
                let begun = all.iter().any(|one| one.summary && is_prose(one));
                let goes_on = || next.order() >= passed && !(section == Section::Abstract && held > 0 && begun);
                summary = early && (next == Section::Abstract || Section::is_of_abstract(part) || summary && goes_on());
                // The heading may be set beside the abstract, in a column of its own.
                let alone = section == Section::Abstract && held == 0 && is_long_prose(&all);
                summary &= !(is_paper
                    && (alone || all.iter().any(|sentence| sentence.summary))
                    && Section::is_introduction(part));
                if next != Section::Back {
                    passed = next.order();
                }
                (section, held) = (next, 0);
                continue;
            }
            if is_paper && early && numbered_parts && Section::is_part(part, 1) && has_prose(&all) {
                // An abstract ends where the first part of the paper begins, whatever its name.
                opening.get_or_insert(all.len());
                (section, held, summary) = (Section::Background, 0, false);
                continue;
            }
            if Section::before_abstract(part).is_some() && early {
                opening.get_or_insert(all.len());
                (section, held, summary) = (Section::Abstract, 0, true);
                continue;
            }
            if early && is_paper && is_editors_line(part) {
                // The abstract has no heading, and the box beside it, which says it again, may come before it.
                all.iter_mut().for_each(|sentence| sentence.summary = false);
                opening.get_or_insert(all.len());
                (section, held, summary, single) = (Section::Abstract, 0, true, true);
                continue;
            }
            let captioned = std::mem::replace(&mut numbered, is_caption_number(part));
            if numbered
                || captioned
                || is_caption(part)
                || early && is_margin(part)
                || !early && is_reference_list(part)
            {
                continue;
            }
            let points = ["Findings ", "Meaning ", "Meanings "].iter().any(|label| part.starts_with(label));
            boxed = part.contains("Key Points Question") || boxed && points;
            if boxed {
                continue;
            }
            let whole = part;
            let (label, part) = match Section::labelled(part) {
                // A column of keywords ran into the abstract beside it: what comes behind its first sentence is whole.
                (Some(Section::Back), rest)
                    if is_paper && early && !all.iter().any(|one| one.summary) && Section::is_keywords(whole) =>
                {
                    match behind_keywords(rest) {
                        Some(rest) => {
                            (section, held, summary) = (Section::Abstract, 0, true);
                            (None, rest)
                        }
                        None => (Some(Section::Back), rest),
                    }
                }
                labelled => labelled,
            };
            if label == Some(Section::Back) {
                // “Keywords: …” and “Funding: …” are a paragraph, not all that follows; an abstract ends with them.
                if has_prose(&all) {
                    closed |= opening.is_none();
                    opening.get_or_insert(all.len());
                }
                if is_paper && summary && summary_words(&all) >= SHORT_ABSTRACT && unfinished(&all, false).is_none() {
                    (section, summary) = (Section::Background, false);
                }
                continue;
            }
            if label == Some(Section::Abstract) && early {
                (summary, single) = (true, true);
            }
            let opens = matches!(label, Some(Section::Background | Section::Methods | Section::Results));
            summary |= is_paper && early && opens && boxed_in && !all.iter().any(|sentence| sentence.summary);
            // A box beside an abstract, or the foot of a page, may come before its conclusion.
            summary |= label == Some(Section::Conclusion) && early && passed == Section::Results.order();
            if let Some(label) = label.filter(|_| summary) {
                passed = passed.max(label.order());
            }
            if label.is_some() && Section::is_introduction(whole) {
                if is_paper && early && opening.is_none() && Section::is_whole_abstract(whole) {
                    summary = true;
                }
                opening.get_or_insert(all.len());
            }
            (section, held) = label.map_or((section, held), |label| (label, 0));
            let length = summary_words(&all);
            let ended = all.last().is_some_and(|last| last.text.ends_with('.'));
            let full = if pages.len() == 1 { FULL_ABSTRACT } else { FULL_ABSTRACT_OF_PAGES };
            // The abstract ends where its conclusion does; many papers go on without a heading.
            let over = section == Section::Conclusion && held > 0
                || section == Section::Abstract
                    && held >= SUMMARY_PARAGRAPHS
                    && all.iter().any(|one| one.summary && is_prose(one))
                    && !goes_on(part)
                || single && length >= WHOLE_ABSTRACT && ended && !closes_abstract(parts.as_slice())
                || !introduced && section == Section::Abstract && length >= full && ended && !goes_on(part)
                || all.iter().filter(|sentence| sentence.summary).count() >= SUMMARY_SENTENCES;
            if is_paper && summary && over {
                (section, summary) = (Section::Background, false);
            }
            held += usize::from(word_count(part) > 12);
            if section == Section::Back && is_paper && early && !has_prose(&all) {
                // Above an abstract, “Correspondence” and the like introduce one paragraph only.
                section = Section::Unknown;
                continue;
            }
            if !section.is_running() || part.is_empty() {
                continue;
            }
            paragraph += 1;
            for range in sentences(part) {
                let (label, text) = Section::inline(&part[range.clone()]);
                if label == Some(Section::Back) {
                    if is_paper && summary && summary_words(&all) >= SHORT_ABSTRACT {
                        (section, summary) = (Section::Background, false);
                    }
                    break;
                }
                section = label.unwrap_or(section);
                // “Introduction and hypothesis” opens many an abstract.
                let opened = all.iter().any(|sentence| sentence.summary);
                if is_paper && summary && opened && held > 0 && Section::is_introduction(&part[range]) {
                    summary = false;
                }
                if label == Some(Section::Abstract) && early && !summary {
                    // What was before it are title and authors.
                    opening.get_or_insert(all.len());
                    (summary, single, held) = (true, true, 1);
                }
                // An old article has its abstract twice, above its body and within.
                let repeats = |one: &Sentence| one.summary && one.paragraph != paragraph && one.text == text;
                let again = is_paper && summary && all.iter().any(repeats);
                let own = if early { own_citation(text) } else { None };
                let text = &text[..own.unwrap_or(text.len())];
                if !text.trim().is_empty() && !text.starts_with('©') && !again {
                    all.push(Sentence { text: untied(text), section, summary, paragraph });
                }
                if own.is_some() {
                    (section, summary) = (Section::Background, false);
                    break;
                }
            }
        }
    }
    // An abstract whose only label is at its head is labelled as a whole, and all that it finds is below it.
    if let Some(first) = all.first().map(|sentence| sentence.section)
        && matches!(first, Section::Background | Section::Methods)
        && all.iter().all(|sentence| sentence.section == first)
    {
        all.iter_mut().for_each(|sentence| sentence.section = Section::Unknown);
    }
    if !is_paper {
        all.iter_mut().for_each(|sentence| sentence.summary = true);
    } else if !all.iter().any(|sentence| sentence.summary) {
        // Without a heading the abstract is the first prose before one.
        let (mut taken, mut words) = (0, 0);
        let (mut paragraph, mut concluded) = (0, false);
        let end = opening.unwrap_or(all.len());
        for sentence in &mut all[..end] {
            // An abstract whose parts have labels goes on to the last of them.
            let open = matches!(sentence.section, Section::Unknown | Section::Abstract | Section::Background);
            let full = if closed { 2 * FULL_ABSTRACT } else { FULL_ABSTRACT };
            let full = open && words >= full && !goes_on(&sentence.text);
            let ends = sentence.paragraph != paragraph && (full || concluded);
            if ends || taken >= if open { MOST_OPENING } else { SUMMARY_SENTENCES } {
                break;
            }
            paragraph = sentence.paragraph;
            concluded = sentence.section == Section::Conclusion;
            sentence.summary = is_prose(sentence);
            taken += usize::from(sentence.summary);
            words += if sentence.summary { word_count(&sentence.text) } else { 0 };
        }
    }
    if is_paper && let Some(end) = begins_to_cite(&all) {
        for sentence in all[end..].iter_mut().filter(|sentence| sentence.summary) {
            (sentence.summary, sentence.section) = (false, Section::Background);
        }
    }
    all
}

/// Whether a paragraph that begins so goes on with the abstract, which may have numbered paragraphs: no introduction
/// does.
fn goes_on(text: &str) -> bool {
    const HEADS: [&str; 13] = [
        "However,",
        "In conclusion,",
        "In contrast,",
        "Moreover,",
        "Our data ",
        "Our findings ",
        "Our results ",
        "Overall,",
        "Taken together,",
        "These findings ",
        "These results ",
        "Together,",
        "We conclude ",
    ];
    let numbered = text.starts_with(|c: char| c.is_ascii_digit()) && text[1..].starts_with(". ");
    numbered || HEADS.iter().any(|head| text.starts_with(head))
}

/// What is set where a page breaks off an abstract, and where the next page goes on with it (Springer, JAMA).
const CONTINUES: [&str; 2] = ["(Continued on next page)", "(continued)"];
const CONTINUED: [&str; 2] = ["(Continued from previous page)", "Abstract (continued)"];

/// What is behind the mark by which a page goes on with an abstract.
fn continued(part: &str) -> Option<&str> {
    CONTINUED.iter().find_map(|mark| part.strip_prefix(mark))
}

/// Whether the first of `pages` goes on with what was broken off.
fn resumes(pages: &[Page]) -> bool {
    pages.first().is_some_and(|page| paragraphs(&page.text).iter().any(|part| continued(part).is_some()))
}

/// Whether a page has methods, results and conclusion behind labels with a colon, as an abstract has.
fn has_parts_of_abstract(page: &str) -> bool {
    let has = |label: &str| page.contains(label) || page.contains(&label.to_uppercase());
    has("Methods:") && has("Results:") && (has("Conclusion:") || has("Conclusions:"))
}

/// Whether it is running text, and no name, address, date or licence.
fn is_prose(sentence: &Sentence) -> bool {
    word_count(&sentence.text) > 6
        && sentence.text.ends_with(['.', '?', '!', ')', ']'])
        && has_verb(&sentence.text)
        && !is_matter(&sentence.text.to_lowercase())
        && sentence.text.matches("Department of").count() < 2
}

/// Whether at least two sentences so far are running text: an abstract, and not what is around it.
fn has_prose(all: &[Sentence]) -> bool {
    prose_count(all) > 1
}

/// Whether enough of them are running text to be an abstract.
fn is_long_prose(all: &[Sentence]) -> bool {
    const LONG: usize = 5;
    prose_count(all) >= LONG
}

fn prose_count(all: &[Sentence]) -> usize {
    all.iter().filter(|sentence| is_prose(sentence)).count()
}

/// The sentence of the abstract that breaks off, with nothing but scraps behind it. Above all headings (`is_open`) a long
/// text may be an abstract without one.
fn unfinished(all: &[Sentence], is_open: bool) -> Option<usize> {
    let scraps = all.iter().rev().take_while(|one| !is_prose(one) && !breaks_off(one)).count();
    let open = all.len().checked_sub(scraps + 1)?;
    ((all[open].summary || is_open && is_long_prose(all)) && breaks_off(&all[open])).then_some(open)
}

fn breaks_off(sentence: &Sentence) -> bool {
    const ADDRESSES: [&str; 5] = ["@", "Department", "Hospital", "Institute", "University"];
    // What breaks off before its verb, and no address below the abstract.
    let is_head = || {
        sentence.summary
            && sentence.text.starts_with(char::is_uppercase)
            && !ADDRESSES.iter().any(|word| sentence.text.contains(word))
    };
    word_count(&sentence.text) > if sentence.summary { 2 } else { 4 }
        && sentence.text.ends_with(|c: char| c.is_lowercase() || c == ',')
        && (has_verb(&sentence.text) || is_head())
}

/// Whether keywords or the introduction come next, so the paragraph before them still belongs to the abstract.
fn closes_abstract(next: &[String]) -> bool {
    next.first().is_some_and(|part| {
        let (label, _) = Section::labelled(part.trim());
        label == Some(Section::Back) || Section::of_heading(part.trim()).is_some() && Section::is_introduction(part)
    })
}

/// The abstract in a paragraph that begins with keywords, from its second sentence on, since the keywords run into the
/// first; `None` if the paragraph has none.
fn behind_keywords(rest: &str) -> Option<&str> {
    const FEWEST: usize = 5;
    let found = sentences(rest);
    let is_abstract = found.len() >= FEWEST && word_count(rest) >= SHORT_ABSTRACT;
    is_abstract.then(|| &rest[found[1].start..])
}

/// How many words the abstract has so far.
fn summary_words(all: &[Sentence]) -> usize {
    all.iter().filter(|sentence| sentence.summary).map(|sentence| word_count(&sentence.text)).sum()
}

/// Whole sentences before the first heading that may be an abstract without labels, at most: what follows is the
/// introduction. Names and addresses of authors are not among them.
const MOST_OPENING: usize = 16;

/// The paragraphs of a page. One that goes on in small letters was broken by a
/// line's end or a page's layout, and is joined to the one before.
fn paragraphs(text: &str) -> Vec<String> {
    /// A page's layout may run the names of authors into the abstract behind them, or a note at its foot.
    const WITHIN: [&str; 6] = [
        " Abstract—",
        " ABSTRACT—",
        " Abstract: ",
        " ABSTRACT: ",
        " (Continued on next page)",
        " Electronic supplementary material The online version",
    ];
    let mut found: Vec<String> = Vec::new();
    let split = |part| match WITHIN.iter().find_map(|label| str::find(part, label)) {
        Some(at) => vec![&part[..at], &part[at + 1..]],
        None => heading_within(part).map_or(vec![part], Vec::from),
    };
    for part in text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).flat_map(split) {
        match found.last_mut() {
            Some(last)
                if last.ends_with(" vs.")
                    || closes_bracket(last, part)
                    || part.starts_with(|c: char| c.is_lowercase())
                    // What begins in small letters itself is an item of a list.
                    && !last.starts_with(char::is_lowercase)
                    && word_count(last) > 3
                    && !last.ends_with(['.', '!', '?', ':', ';'])
                    && Section::of_heading(part).is_none() =>
            {
                join_line(last, part);
            }
            _ => found.push(part.to_owned()),
        }
    }
    found
}

/// Whether the bracket that `last` ends in is closed in `part`: “a large proportion (roughly”, “60%) of smokers”.
fn closes_bracket(last: &str, part: &str) -> bool {
    let open = last.rfind('(').is_some_and(|at| !last[at..].contains([')', '.']));
    open && part.find(')').is_some_and(|at| !part[..at].contains(['(', ' ']))
}

/// A paragraph of the introduction into which the abstract at the head of the next column ran, parted at its heading:
/// “… which develops Abstract Sleep is rare.”
fn heading_within(part: &str) -> Option<[&str; 3]> {
    const HEADING: &str = " Abstract ";
    part.match_indices(HEADING).find_map(|(at, _)| {
        let (before, behind) = (&part[..at], &part[at + HEADING.len()..]);
        let word = before.rsplit(' ').next().unwrap_or_default();
        let within =
            word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase()) && behind.starts_with(char::is_uppercase);
        within.then_some([before, HEADING.trim(), behind])
    })
}

#[cfg(test)]
mod tests;
