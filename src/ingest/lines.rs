//! Whether a plain text is a list of claims, one a line, or an article.

use crate::text::sentences;

use super::{
    claims::{is_note, unnumbered},
    plain::paragraphs,
};

/// From this share of numbered lines on a text is a list.
const MOST: f64 = 0.9;
/// In a numbered list a claim may have a second sentence: this share has one.
const SINGLE_IN_NUMBERED: f64 = 0.7;
/// A line of this length holds more than one claim, in characters.
const LONGEST: usize = 400;
/// From this share of lines that go on from others on a text is an article.
const GOING_ON: f64 = 0.34;
/// The same where its sentences have [`LONG_SENTENCES`].
const GOING_ON_AT_LENGTH: f64 = 0.15;
/// Claims are shorter on average, articles mostly longer, in words.
const LONG_SENTENCES: f64 = 17.0;
/// No list of claims has sentences as long as this on average, in words.
const LONGEST_SENTENCES: f64 = 24.0;

/// Whether the beginning of a plain text reads as one claim a line: lines of a sentence each that are numbered, or that
/// do not go on from one another. The sentences of an article are mostly longer, and speak of “he”, “this study” or what
/// somebody said. Thresholds: 240 lists out of four sets of claims, 100 news articles and 750 abstracts with a sentence a
/// line.
pub(super) fn are_claims(text: &str) -> bool {
    // The last line of a long file may be cut off where the guess ends.
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_note(line));
    // A scrap in a list of some length makes no article of it.
    let scraps = lines().filter(|line| words(line) < 3).count();
    let forgiven = scraps == 1 && lines().count() > 4;
    let lines: Vec<&str> = lines().filter(|line| !forgiven || words(line) >= 3).collect();
    if lines.len() < 2 || text.contains('\u{0c}') {
        return false;
    }
    let share =
        |holds: &dyn Fn(&str) -> bool| lines.iter().filter(|line| holds(line)).count() as f64 / lines.len() as f64;
    let is_numbered = share(&|line| unnumbered(line).len() < line.len()) >= MOST;
    let least = if is_numbered { SINGLE_IN_NUMBERED } else { MOST };
    if share(&is_one_sentence) < least || share(&|line| words(line) >= 3) < MOST {
        return false;
    }
    if is_numbered {
        return true;
    }
    let going_on = share(&goes_on);
    let length = lines.iter().map(|line| words(line)).sum::<usize>() as f64 / lines.len() as f64;
    let is_article = going_on >= GOING_ON
        || length >= LONG_SENTENCES && going_on >= GOING_ON_AT_LENGTH
        || length >= LONGEST_SENTENCES;
    !is_article && !is_wrapped(text) && !has_headings(&lines)
}

/// The sentence that a text is, on one line: a claim by itself, too short for an article.
pub(super) fn only_sentence(text: &str) -> Option<String> {
    let mut found = paragraphs(text);
    let only = found.pop().filter(|only| is_one_sentence(only) && words(only) >= 3)?;
    (found.is_empty() && !text.contains('\u{0c}')).then_some(only)
}

fn is_one_sentence(line: &str) -> bool {
    line.chars().count() <= LONGEST && sentences(unnumbered(line)).len() == 1
}

fn words(line: &str) -> usize {
    unnumbered(line).split_whitespace().count()
}

/// Whether a sentence needs the ones before it: it opens with a link or a pronoun, or reports what somebody said.
fn goes_on(line: &str) -> bool {
    const HEADS: [&str; 52] = [
        "we ",
        "our ",
        "this ",
        "these ",
        "those ",
        "however",
        "therefore",
        "thus",
        "here,",
        "here ",
        "in conclusion",
        "furthermore",
        "moreover",
        "in addition",
        "they ",
        "he ",
        "she ",
        "it ",
        "but ",
        "and ",
        "so ",
        "also",
        "meanwhile",
        "his ",
        "her ",
        "their ",
        "its ",
        "that ",
        "such ",
        "another ",
        "similarly",
        "overall",
        "finally",
        "instead",
        "then ",
        "in contrast",
        "to ",
        "yet ",
        "although ",
        "while ",
        "as a result",
        "for example",
        "there was",
        "there were",
        "background",
        "methods",
        "results",
        "conclusion",
        "objective",
        "abstract",
        "introduction",
        "i ",
    ];
    const PARTS: [&str; 14] = [
        " said", " told ", " added", " he ", " she ", " his ", " her ", " him ", " we ", " our ", "\"", "“", " i ",
        " my ",
    ];
    let lower = format!("{} ", line.to_lowercase());
    HEADS.iter().any(|head| lower.starts_with(head)) || PARTS.iter().any(|part| lower.contains(part))
}

/// Whether lines are broken at a margin: many end within a sentence, near the width of the widest.
fn is_wrapped(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let pairs: Vec<_> = lines.windows(2).filter(|pair| !pair[0].is_empty() && !pair[1].is_empty()).collect();
    let broken = pairs.iter().filter(|pair| {
        !pair[0].ends_with(['.', '!', '?', ':', ';', '”', '"'])
            && pair[1].starts_with(|c: char| c.is_lowercase())
            && pair[0].chars().count() * 10 >= widest * 7
    });
    broken.count() * 2 > pairs.len()
}

/// Whether headings are among sentences with full stops, as in an article.
fn has_headings(lines: &[&str]) -> bool {
    let ended = lines.iter().filter(|line| line.ends_with(['.', '!', '?', '”', '"'])).count();
    let open = lines.len() - ended;
    // A title above sentences is a heading, however few they are.
    let among = open == 1 || open > 0 && ended * 10 >= lines.len() * 6;
    among && !lines[0].ends_with(['.', '!', '?', ':', '”', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: [&str; 5] = [
        "Shares in the drug maker rose by 4 % after it won approval for a vaccine.",
        "The firm said the first doses would reach hospitals in March.",
        "But analysts warned that two rivals were close behind.",
        "\"We are ready to deliver,\" its chief executive told reporters.",
        "He added that prices would be set by the end of the year.",
    ];
    const CLAIMS: [&str; 5] = [
        "Vitamin C supports the immune system",
        "children are at lower risk of severe disease than adults.",
        "Smoking is associated with severe COVID-19.",
        "Masks reduce the spread of respiratory viruses",
        "loss of smell is a symptom of COVID-19",
    ];

    /// A reviewer would get each sentence of a news story as a claim of its own.
    #[test]
    fn an_article_with_a_sentence_a_line_is_no_list_of_claims() {
        for between in ["\n", "\n\n"] {
            assert!(!are_claims(&ARTICLE.join(between)));
        }
        assert!(!are_claims("Sleep and insomnia\n\nInsomnia can be treated with therapy in adults."));
        let story = format!("Vaccine approved\n{}", ARTICLE[0]);
        assert!(!are_claims(&story));
        let wrapped = "Daily walking lowered blood pressure by eight points in adults who were\n\
                       over sixty and had taken no medicine for it before the trial began and\n\
                       in those who had";
        assert!(!are_claims(wrapped));
    }

    /// Claims out of a table keep small letters, and some their full stops.
    #[test]
    fn claims_are_a_list_however_they_end_and_begin() {
        for between in ["\n", "\n\n"] {
            assert!(are_claims(&CLAIMS.join(between)));
        }
        assert!(are_claims("1. He was right.\n2. She said so.\n3. It works well."));
        let noted = format!("# My notes on masks.\n{}\nOK", CLAIMS.join("\n"));
        assert!(are_claims(&noted), "five claims vanished in a text");
    }
}
