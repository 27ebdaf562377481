//! A paper read as sentences, each with its section, and what a sentence's form shows.

use crate::{
    domain::{
        Page,
        rules::verbs::{self, Form},
    },
    text::{join_line, sentences, word_count, words},
};

use super::{
    asides,
    negate::{self, AUXILIARIES, PREPOSITIONS},
    sections::Section,
    telling::sentence_case,
};

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
/// From this length on keywords end an abstract, in words; shorter ones come before it.
const SHORT_ABSTRACT: usize = 60;
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
    let introduced = pages.len() == 1 && pages.iter().any(|page| paragraphs(&page.text).iter().any(is_opener));
    let numbered_parts = pages.iter().any(|page| page.text.split("\n\n").any(|part| Section::is_part(part.trim(), 2)));
    // Whether an abstract that a page broke off is still to go on behind what is at the foot of that page.
    let mut broken = false;
    // Where the highlights begin that a cover has above the abstract, which says the same in sentences.
    let mut highlights = None;
    // Whether the last paragraph was the number of a figure or table, set apart from its caption.
    let mut numbered = false;
    for (at, page) in pages.iter().enumerate() {
        let mut parts = paragraphs(&page.text).into_iter();
        while let Some(mut part) = parts.next() {
            before += part.len() + 2;
            if let Some(rest) = part.strip_prefix(CONTINUED) {
                broken = false;
                part = rest.trim_start().to_owned();
            } else if part.starts_with(CONTINUES) && resumes(&pages[at + 1..]) {
                broken = true;
            }
            if broken || part.is_empty() {
                continue;
            }
            let early = before * 4 < total.max(LONG);
            if is_paper
                && early
                && part.starts_with(char::is_lowercase)
                && let Some(open) = unfinished(&all)
            {
                // A column of dates and licences ran into the abstract; it goes on behind it.
                let head = all.swap_remove(open);
                all.truncate(open);
                (section, summary) = (head.section, true);
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
                let goes_on = || order(next) >= passed && !(section == Section::Abstract && held > 0);
                summary = early && (next == Section::Abstract || Section::is_of_abstract(part) || summary && goes_on());
                // A column beside the abstract may hold its heading and nothing else.
                let alone = section == Section::Abstract && held == 0 && is_long_prose(&all);
                summary &= !(is_paper
                    && (alone || all.iter().any(|sentence| sentence.summary))
                    && Section::is_introduction(part));
                if next != Section::Back {
                    passed = order(next);
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
            let captioned = std::mem::replace(&mut numbered, is_caption_number(part));
            if numbered || captioned || is_caption(part) || early && is_margin(part) {
                continue;
            }
            if Section::before_abstract(part).is_some() && early {
                opening.get_or_insert(all.len());
                (section, held, summary) = (Section::Abstract, 0, true);
                continue;
            }
            let whole = part;
            let (label, part) = Section::labelled(part);
            if label == Some(Section::Back) {
                // “Keywords: …” and “Funding: …” are a paragraph, not all that follows; an abstract ends with them.
                if has_prose(&all) {
                    closed |= opening.is_none();
                    opening.get_or_insert(all.len());
                }
                if is_paper && summary && summary_words(&all) >= SHORT_ABSTRACT && unfinished(&all).is_none() {
                    (section, summary) = (Section::Background, false);
                }
                continue;
            }
            if label == Some(Section::Abstract) && early {
                (summary, single) = (true, true);
            }
            // A box beside an abstract, or the foot of a page, may come before its conclusion.
            summary |= label == Some(Section::Conclusion) && early && passed == order(Section::Results);
            if let Some(label) = label.filter(|_| summary) {
                passed = passed.max(order(label));
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
            // The abstract ends where its conclusion does; many papers go on without a heading.
            let over = section == Section::Conclusion && held > 0
                || section == Section::Abstract && held >= SUMMARY_PARAGRAPHS
                || single && length >= WHOLE_ABSTRACT && ended && !closes_abstract(parts.as_slice())
                || pages.len() == 1 && !introduced && section == Section::Abstract && length >= FULL_ABSTRACT && ended
                || all.iter().filter(|sentence| sentence.summary).count() >= SUMMARY_SENTENCES;
            if is_paper && summary && over {
                (section, summary) = (Section::Background, false);
            }
            held += usize::from(word_count(part) > 12);
            if section == Section::Back && is_paper && early && !has_prose(&all) {
                // “Correspondence” and the like above an abstract head a line, not all that follows.
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
                if !text.trim().is_empty() && !text.starts_with('©') && !again {
                    all.push(Sentence { text: untied(text), section, summary, paragraph });
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
        let mut paragraph = 0;
        let end = opening.unwrap_or(all.len());
        for sentence in &mut all[..end] {
            // An abstract whose parts have labels goes on to the last of them.
            let open = matches!(sentence.section, Section::Unknown | Section::Abstract | Section::Background);
            let full = if closed { 2 * FULL_ABSTRACT } else { FULL_ABSTRACT };
            let ends = open && sentence.paragraph != paragraph && words >= full;
            if ends || taken == MOST_OPENING {
                break;
            }
            paragraph = sentence.paragraph;
            sentence.summary = is_prose(sentence);
            taken += usize::from(sentence.summary);
            words += if sentence.summary { word_count(&sentence.text) } else { 0 };
        }
    }
    all
}

/// What is set where a page breaks off an abstract, and where the next page goes on with it.
const CONTINUES: &str = "(Continued on next page)";
const CONTINUED: &str = "(Continued from previous page)";

/// Whether the first of `pages` goes on with what was broken off.
fn resumes(pages: &[Page]) -> bool {
    pages.first().is_some_and(|page| paragraphs(&page.text).iter().any(|part| part.starts_with(CONTINUED)))
}

/// Whether a paragraph is a footnote to title and authors, or says how the paper is to be cited and used: it may be
/// anywhere among the parts of an abstract.
fn is_margin(paragraph: &str) -> bool {
    const HEADS: [&str; 13] = [
        "©",
        "copyright ©",
        "copyright 19",
        "copyright 20",
        "* correspondence",
        "*correspondence",
        "cite this article",
        "to cite this",
        "how to cite",
        "this is an open access article",
        "this article is distributed under",
        "material published in",
        "permission to make digital",
    ];
    // A page's layout may run the abstract itself into such a line.
    const LONGEST: usize = 150;
    if word_count(paragraph) > LONGEST {
        return false;
    }
    let mut chars = paragraph.chars();
    let is_mark = chars.next().is_some_and(|c| matches!(c, '∗' | '†' | '‡' | '§' | '¶'));
    let head: String = paragraph.chars().take(60).flat_map(char::to_lowercase).collect();
    is_mark && chars.next().is_some_and(char::is_alphabetic) || HEADS.iter().any(|name| head.starts_with(name))
}

/// Whether it is running text, and no name, address, date or licence.
fn is_prose(sentence: &Sentence) -> bool {
    word_count(&sentence.text) > 6
        && sentence.text.ends_with(['.', '?', '!', ')', ']'])
        && has_verb(&sentence.text)
        && !asides::is_matter(&sentence.text.to_lowercase())
        && sentence.text.matches("Department of").count() < 2
}

/// Whether at least two sentences so far are running text: an abstract, and not what is around it.
fn has_prose(all: &[Sentence]) -> bool {
    all.iter().filter(|sentence| is_prose(sentence)).count() > 1
}

/// Whether so many of them are running text that they may be an abstract.
fn is_long_prose(all: &[Sentence]) -> bool {
    const LONG: usize = 5;
    all.iter().filter(|sentence| is_prose(sentence)).count() >= LONG
}

/// The sentence of the abstract that breaks off, with nothing but scraps behind it.
fn unfinished(all: &[Sentence]) -> Option<usize> {
    let scraps = all.iter().rev().take_while(|one| !is_prose(one) && !breaks_off(one)).count();
    let open = all.len().checked_sub(scraps + 1)?;
    (all[open].summary && breaks_off(&all[open])).then_some(open)
}

fn breaks_off(sentence: &Sentence) -> bool {
    word_count(&sentence.text) > 4
        && sentence.text.ends_with(|c: char| c.is_lowercase() || c == ',')
        && has_verb(&sentence.text)
}

/// Whether keywords come next, or the introduction, so that what is before them is of the abstract.
fn closes_abstract(next: &[String]) -> bool {
    next.first().is_some_and(|part| {
        let (label, _) = Section::labelled(part.trim());
        label == Some(Section::Back) || Section::of_heading(part.trim()).is_some() && Section::is_introduction(part)
    })
}

/// How many words the abstract has so far.
fn summary_words(all: &[Sentence]) -> usize {
    all.iter().filter(|sentence| sentence.summary).map(|sentence| word_count(&sentence.text)).sum()
}

/// Whole sentences before the first heading that may be an abstract, at most: what follows is the introduction. Names
/// and addresses of authors are not among them.
const MOST_OPENING: usize = 16;

/// Where a heading comes among those of a structured abstract.
fn order(section: Section) -> usize {
    match section {
        Section::Unknown | Section::Abstract => 0,
        Section::Background => 1,
        Section::Methods => 2,
        Section::Results => 3,
        Section::Discussion | Section::Conclusion => 4,
        Section::Back => 5,
    }
}

/// Whether a paragraph is the text below a figure or above a table.
fn is_caption(paragraph: &str) -> bool {
    const KINDS: [&str; 12] = [
        "figure",
        "fig.",
        "fig",
        "table",
        "supplementary figure",
        "supplementary table",
        "additional file",
        "box",
        "scheme",
        "appendix",
        "extended data fig.",
        "plate",
    ];
    let lower: String = paragraph.chars().take(60).flat_map(char::to_lowercase).collect();
    KINDS.iter().any(|kind| {
        lower.strip_prefix(kind).is_some_and(|rest| {
            let rest = rest.trim_start_matches([' ', '\u{a0}']);
            let number = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let short = rest.len() - number.len();
            // “Table 2 shows that …” is a sentence about it.
            (1..=4).contains(&short)
                && rest[..short].bytes().any(|b| b.is_ascii_digit() || b"ivxs".contains(&b))
                && (number.starts_with(['.', ':', '|', '—', '–', ')'])
                    || number.trim_start().starts_with(char::is_uppercase)
                    || paragraph[paragraph.len().min(kind.len() + 1 + short)..]
                        .trim_start()
                        .starts_with(char::is_uppercase))
        })
    })
}

/// Whether a paragraph is nothing but “FIGURE 1” or “Table 2”.
fn is_caption_number(paragraph: &str) -> bool {
    let Some((kind, number)) = paragraph.split_once(' ') else { return false };
    let number = number.trim_end_matches(['.', ':', '|', ' ']);
    ["figure", "fig.", "table"].iter().any(|name| kind.eq_ignore_ascii_case(name))
        && (1..=2).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// The paragraphs of a page. One that goes on in small letters was broken by a
/// line's end or a page's layout, and is joined to the one before.
fn paragraphs(text: &str) -> Vec<String> {
    /// A page's layout may run the names of authors into the abstract behind them.
    const WITHIN: [&str; 5] = [" Abstract—", " ABSTRACT—", " Abstract: ", " ABSTRACT: ", " (Continued on next page)"];
    let mut found: Vec<String> = Vec::new();
    let split = |part| match WITHIN.iter().find_map(|label| str::find(part, label)) {
        Some(at) => vec![&part[..at], &part[at + 1..]],
        None => vec![part],
    };
    for part in text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).flat_map(split) {
        match found.last_mut() {
            Some(last)
                if part.starts_with(|c: char| c.is_lowercase())
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

/// A sentence without “However,” or “In conclusion:” at its head, so
/// that it can be read alone.
fn untied(text: &str) -> String {
    let text = text.trim_start_matches(['•', '▪', '■', '●', '◦', '‣', '–', ' ']);
    // “We find that (1) …” and “(2) …” are two sentences.
    let text = text
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(") "))
        .filter(|(number, rest)| number.len() < 4 && rest.starts_with(char::is_uppercase))
        .map_or(text, |(_, rest)| rest);
    let bare = negate::untied(text);
    // “Surprisingly, and in contrast to genes, …” is tied by more than its first word.
    if bare.len() == text.len() || bare.starts_with("and ") { text.to_owned() } else { sentence_case(bare) }
}

/// Whether the sentence has a word that is likely a finite verb.
pub(super) fn has_verb(text: &str) -> bool {
    let mut before = String::new();
    words(text).any(|(_, word)| {
        let lower = word.to_lowercase();
        let governed =
            PREPOSITIONS.contains(&before.as_str()) || ["and", "or", "the", "a", "mean", ""].contains(&before.as_str());
        let finite = AUXILIARIES.contains(&lower.as_str())
            || verbs::read(&lower).is_some_and(|v| !v.nounlike || v.form != Form::Base && !governed);
        before = lower;
        finite
    })
}

/// Whether a sentence says no more than what was meant or where it was done:
/// “To examine the effects of …”, “Two hospitals in Leeds.”
pub(super) fn is_aside(text: &str) -> bool {
    is_aim(text) || !has_verb(text)
}

/// Whether a sentence opens as an aim: “To examine the effects of …”.
pub(super) fn is_aim(text: &str) -> bool {
    text.strip_prefix("To ").is_some_and(|rest| !rest.contains(", "))
}

/// Whether it gives authors with a year in brackets: “(Card and Krueger, 1994)”.
pub(super) fn cites_by_year(text: &str) -> bool {
    let brackets = text.split('(').skip(1).filter_map(|part| part.split(')').next());
    // What is before a semicolon may be a remark: “(quiet Sun; Vourlidas & Webb 2018)”.
    brackets.flat_map(|inside| inside.split(';')).map(str::trim_start).any(|inside| {
        inside.starts_with(char::is_uppercase)
            && inside.split([',', ' ', ';']).any(|word| {
                let year = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
                year.len() == 4
                    && (year.starts_with("19") || year.starts_with("20"))
                    && year.bytes().all(|b| b.is_ascii_digit())
            })
    })
}

/// The sentence without what is in brackets.
pub(super) fn outside_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(Section, String)> {
        read(&[Page { number: 1, text: text.into() }]).into_iter().map(|s| (s.section, s.text)).collect()
    }

    #[test]
    fn labels_open_sections_within_a_paragraph_and_are_no_part_of_a_statement() {
        let read = told("OBJECTIVE To see. RESULTS We found it. It was large. CONCLUSIONS It works.");
        assert_eq!(read[1], (Section::Results, "We found it.".into()));
        assert_eq!(read[2].0, Section::Results);
        assert_eq!(read[3], (Section::Conclusion, "It works.".into()));
        let read = told("Abstract\n\n**x** y.\nResults: We found it.\nConclusions: However, it faded.");
        assert_eq!(read.last(), Some(&(Section::Conclusion, "It faded.".into())));
    }

    #[test]
    fn what_a_page_layout_broke_is_one_sentence() {
        let read = told("The package fits models of many\n\nkinds in little memory.\n\nIt is free.");
        assert_eq!(read[0].1, "The package fits models of many kinds in little memory.");
        assert_eq!(read.len(), 2);
    }

    fn summary(pages: &[&str]) -> Vec<String> {
        let body = "Nobody slept in the laboratory on that day. ".repeat(200);
        let last = format!("Introduction\n\n{body}");
        let texts = pages.iter().copied().chain([last.as_str()]);
        let pages: Vec<Page> = texts.zip(1..).map(|(text, number)| Page { number, text: text.into() }).collect();
        read(&pages).into_iter().filter(|sentence| sentence.summary).map(|sentence| sentence.text).collect()
    }

    /// A journal sets the heading upright beside its abstract, so that it is read behind it, and all findings were lost.
    #[test]
    fn an_abstract_may_be_above_its_heading() {
        let found = "We found that walkers slept longer than others did. ".repeat(6);
        assert_eq!(summary(&[&format!("{found}\n\nABSTRACT")]).len(), 6);
    }

    /// An abstract below a journal's notices was lost, and one that opens so was read as the introduction.
    #[test]
    fn notices_and_an_introduction_of_its_own_end_no_abstract() {
        let noticed = "Correspondence:\n\nlee@example.org\n\nSleep is asked about in many surveys of adults. We found that \
                       walkers slept longer than others did.";
        assert_eq!(summary(&[noticed]).len(), 2);
        let opened = "Abstract\n\nIntroduction and hypothesis This is a study of the sleep of many adults who walk to work.\n\n\
                      Results Walkers slept longer.";
        assert_eq!(summary(&[opened]).last().map(String::as_str), Some("Walkers slept longer."));
    }

    /// What such an abstract found was read as the introduction, and lost.
    #[test]
    fn an_abstract_behind_its_label_goes_on_to_its_keywords() {
        let aims = "Sleep is asked about in many surveys of adults in cities. ".repeat(12);
        let first = format!("Abstract—{aims}");
        let found = "We found that walkers slept longer.";
        let with = |next: &str| summary(&[&format!("{first}\n\n{found}\n\n{next}")]).contains(&found.to_owned());
        assert!(with("Index Terms—Sleep, walking"));
        assert!(!with("Nobody slept in the laboratory on that day, whatever was asked of them at first."));
    }

    /// All five findings of such a paper were lost.
    #[test]
    fn headings_that_name_the_abstract_before_the_section_are_its_own() {
        let parted = "ABSTRACT.BACKGROUND:\n\nSleep is rare.\n\nABSTRACT.RESULTS:\n\nWalkers slept longer.\n\n\
                      BODY.BACKGROUND:\n\nMany people walk.";
        assert_eq!(summary(&[parted]), ["Sleep is rare.", "Walkers slept longer."]);
    }

    /// Its results and its conclusion were lost, and the licence was read as what it says.
    #[test]
    fn an_abstract_goes_on_behind_the_foot_of_its_first_page() {
        let first = "Abstract\n\nMethods: We asked 12 men how they\n\n(Continued on next page)\n\n\
                     © The Author(s). This article is distributed under a licence.\n\nFull list of authors is at the end.";
        let second = "Dodd et al. Page 2 of 19\n\n(Continued from previous page)\n\nslept at home.\n\n\
                      Results: Walkers slept longer.\n\nConclusions: Walking improves sleep.";
        let whole = ["We asked 12 men how they slept at home.", "Walkers slept longer.", "Walking improves sleep."];
        assert_eq!(summary(&[first, second]), whole);
        let alone = first.replace("how they", "how they slept.");
        assert_eq!(summary(&[&alone])[0], "We asked 12 men how they slept.", "nothing goes on");
    }

    /// Grants, licences and highlights would be checked as if they were findings.
    #[test]
    fn what_is_around_an_abstract_is_no_part_of_it() {
        let cover = "Highlights\n\nd Walkers slept longer\n\nAuthors\n\nA. Smith\n\nIn brief\n\n\
                     Smith et al. report that walkers slept longer.";
        let page = "SUMMARY\n\nWalkers slept longer than others did. © 2021 S. Karger AG, Basel\n\n\
                    ∗Part of the work was done while the authors were visiting.\n\n\
                    Cite this article: Smith A. 2022 Walkers slept longer.";
        assert_eq!(summary(&[cover, page]), ["Walkers slept longer than others did."]);
    }

    /// Captions would be offered as findings, and highlights as one sentence.
    #[test]
    fn captions_and_items_of_lists_are_no_running_text() {
        let read = told("Walkers slept longer.\n\nFIGURE 1\n\nSleep of walkers was long.\n\nThey woke late.");
        assert_eq!(
            read.into_iter().map(|(_, text)| text).collect::<Vec<_>>(),
            ["Walkers slept longer.", "They woke late."]
        );
        let read = told("Highlights\n\nwalkers slept longer than others\n\nothers woke up at night");
        assert_eq!(read.len(), 2);
    }

    /// A box beside the abstract would give statements that are none, and take its conclusion away.
    #[test]
    fn an_abstract_goes_on_behind_the_box_beside_it() {
        let text = "Walking and sleep\n\nABSTRACT\n\nObjectives: To see whether walking improves sleep in 240 adults of two cities.\n\n\
                    Results: Walking increased sleep by 40 minutes a night.\n\nStrengths and limitations of this study\n\n\
                    We did not collect data on costs in this study of two cities.\n\n\
                    Conclusions: Walking improves the sleep of adults in cities.\n\nINTRODUCTION\n\n";
        let body = "Sleep is short in cities, and few of their people walk as much as they should. ".repeat(120);
        let read = read(&[Page { number: 1, text: format!("{text}{body}").as_str().into() }]);
        let summary: Vec<&str> = read.iter().filter(|one| one.summary).map(|one| one.text.as_str()).collect();
        assert_eq!(summary.len(), 3, "{summary:?}");
        assert_eq!(summary[2], "Walking improves the sleep of adults in cities.");
        assert!(read.iter().all(|one| !one.text.contains("costs")));
    }

    /// The findings in the second paragraph of a Markdown abstract were read as the introduction's.
    #[test]
    fn an_abstract_of_several_paragraphs_goes_on_to_the_introduction() {
        let first = "Sleep is important for health in many ways that nobody has counted. ".repeat(12);
        let body = "Nobody slept in the laboratory on that day. ".repeat(200);
        let abstract_end = |heading: &str| {
            let text = format!("# Abstract\n\n{first}\n\nWalking improves sleep.\n\n{heading}\n\n{body}");
            let read = read(&[Page { number: 1, text: text.as_str().into() }]);
            let found = |wanted: &str| read.iter().find(|s| s.text.starts_with(wanted)).map(|s| s.summary);
            (found("Walking"), found("Nobody"))
        };
        assert_eq!(abstract_end("# Introduction"), (Some(true), Some(false)));
        assert_eq!(abstract_end("Many are tired."), (Some(false), Some(false)), "nothing says where it ends");
    }

    /// The abstract would be lost, or go on into the paper.
    #[test]
    fn an_abstract_without_a_heading_ends_where_the_paper_begins() {
        let labelled =
            "Introduction. Sleep is rare. Results. Walkers slept longer. Conclusion. Walking improves sleep.";
        let texts = ["Sleep is rare.", "Walkers slept longer.", "Walking improves sleep."];
        assert_eq!(summary(&[labelled]), texts);
        let plain = "Sleep is a rare good in the cities of today. Walkers slept longer than others did at home.";
        let parts = "1. The Sleep of Men\n\nMen sleep in the cities of today as they did in all times.\n\n2. The Night";
        assert_eq!(summary(&[&format!("{plain}\n\n{parts}")]).len(), 2);
        let again = "Abstract\n\nBackground: Sleep is rare.\n\nConclusions: Walking improves sleep.\n\nBackground\n\n\
                     Men sleep in the cities of today.";
        assert_eq!(summary(&[again]), ["Sleep is rare.", "Walking improves sleep."]);
    }

    #[test]
    fn forms_are_recognised() {
        assert!(has_verb("It works.") && !has_verb("Associations between scores and complaints."));
        assert!(
            cites_by_year("It fell (Card and Krueger, 1994a; Neumark, 2000).") && !cites_by_year("It fell (in 1994).")
        );
        assert_eq!(outside_brackets("a (b [c]) d"), "a  d");
    }
}
