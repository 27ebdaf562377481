//! Short forms that a text explains: “body mass index (BMI)”.

use std::{borrow::Cow, ops::Range};

use super::{fold, is_stop, words};

/// Most words that an abbreviation may stand for beyond its letters, as “of” and “the”.
const PASSED_OVER: usize = 2;

/// Whether the first of `words` begin with `letters`, or have the next ones within them.
#[must_use]
pub fn spells(words: &[String], letters: &[char]) -> bool {
    let Some((word, rest)) = words.split_first() else { return false };
    let mut chars = word.chars();
    if chars.next() != letters.first().copied() {
        return false;
    }
    // How many letters this word takes: its first, then those found further on in it.
    let mut taken = 1;
    loop {
        let left = &letters[taken..];
        if left.is_empty() {
            // A word alone has an abbreviation's letters by chance.
            return taken < letters.len() || letters.len() == 1;
        }
        if (0..=PASSED_OVER).any(|skipped| {
            rest.get(..skipped).is_some_and(|between| between.iter().all(|word| is_stop(word)))
                && ends(&rest[skipped..], left)
        }) {
            return true;
        }
        match chars.find(|c| *c == left[0]) {
            Some(_) => taken += 1,
            None => return false,
        }
    }
}

/// As [`spells`] for the words that follow the first.
fn ends(words: &[String], letters: &[char]) -> bool {
    let Some(word) = words.first() else { return false };
    word.chars().next() == letters.first().copied() && (letters.len() == 1 || spells(words, letters))
}

/// Words with compounds taken apart.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// The short forms that a text explains, with what they stand for: “body mass index (BMI)” and “BMI (body
/// mass index)”.
#[must_use]
pub fn short_forms(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let Some(length) = text[open..].find(')').filter(|length| *length <= 80) else { continue };
        let inside = text[open + 1..open + length].split([';', ',']).next().unwrap_or_default().trim();
        let before: Vec<&str> = text[..open].split_whitespace().rev().take(8).collect();
        let expanded = |short: &str, long: &[&str]| {
            let letters: Vec<char> = fold(short).chars().filter(|c| c.is_alphanumeric()).collect();
            let long: Vec<String> = long.iter().flat_map(|word| parts(word).map(fold)).collect();
            (2..=8).contains(&letters.len()) && spells(&long, &letters)
        };
        if !inside.contains(' ') {
            for count in 1..=before.len() {
                let long: Vec<&str> = before[..count].iter().rev().copied().collect();
                if expanded(inside, &long) {
                    found.push((inside.to_owned(), long.join(" ")));
                    break;
                }
            }
        } else if let Some(short) = before.first() {
            let long: Vec<&str> = inside.split_whitespace().collect();
            if expanded(short, &long) {
                found.push(((*short).to_owned(), inside.to_owned()));
            }
        }
    }
    found
}

/// A statement in the words of a text, where one abbreviates what the other has in full. `own` has the short forms that are
/// explained with the statement.
#[must_use]
pub fn in_words_of<'a>(statement: &'a str, own: &[(String, String)], text: &str) -> Cow<'a, str> {
    let used = |short: &str| text.contains(short) && words(text).any(|(_, word)| is_form_of(word, short));
    let mut forms: Vec<(String, String)> = own.iter().filter(|(short, _)| !used(short)).cloned().collect();
    forms.extend(find_spelled(statement, text).into_iter().filter(|(short, _)| !used(short)));
    let mut worded = spelled_out(statement, &forms);
    let spelled = find_spelled(text, statement);
    let explained = if spelled.is_empty() { Vec::new() } else { short_forms(text) };
    for (short, long) in spelled {
        if explained.iter().all(|(known, _)| *known != short) {
            worded = Cow::Owned(worded.replace(&long, &short));
        }
    }
    worded
}

/// Whether `word` is a short form or its plural.
#[must_use]
pub fn is_form_of(word: &str, short: &str) -> bool {
    word == short || word.strip_suffix('s') == Some(short)
}

/// The short forms in `text` that words of `other` in a row spell.
fn find_spelled(text: &str, other: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut long: Option<Vec<(Range<usize>, String)>> = None;
    // By far most words are none, and words proper take ten times as long to find.
    for word in parts(text) {
        let short = word.strip_suffix('s').unwrap_or(word);
        if !is_short_form(short) || found.iter().any(|(known, _)| known == short) {
            continue;
        }
        let letters: Vec<char> = fold(short).chars().collect();
        let long = long.get_or_insert_with(|| words(other).map(|(range, word)| (range, fold(word))).collect());
        let spelled = (0..long.len()).find_map(|from| {
            let count = match_initials(&long[from..], &letters).filter(|count| *count > 1)?;
            let phrase = &other[long[from].0.start..long[from + count - 1].0.end];
            let is_one = phrase.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’'));
            (is_one && words(phrase).all(|(_, word)| !word.starts_with(short))).then_some(phrase)
        });
        found.extend(spelled.map(|long| (short.to_owned(), long.to_owned())));
    }
    found
}

/// How many of `words` from the first on have `letters` as their initials; a long word may have one more at the head of its
/// second part (“cardio·vascular”).
fn match_initials(words: &[(Range<usize>, String)], letters: &[char]) -> Option<usize> {
    let ((_, word), (first, rest)) = (words.first()?, letters.split_first()?);
    if !word.starts_with(*first) || is_stop(word) {
        return None;
    }
    let behind = |letters: &[char]| {
        if letters.is_empty() { Some(1) } else { match_initials(&words[1..], letters).map(|count| 1 + count) }
    };
    behind(rest).or_else(|| rest.first().filter(|inner| has_part(word, **inner)).and_then(|_| behind(&rest[1..])))
}

/// Whether `word` has a second part that begins with `letter`, behind the vowel that joins the two.
fn has_part(word: &str, letter: char) -> bool {
    const SHORTEST: usize = 4;
    word.char_indices().any(|(at, c)| {
        c == letter && word[at..].len() >= SHORTEST && at >= SHORTEST && word[..at].ends_with(['o', 'i'])
    })
}

/// Whether a word is written like an abbreviation of several words: at least three capitals. Those of statistics are none, and
/// what everybody calls by the short form alone is not spelled out.
fn is_short_form(word: &str) -> bool {
    const OTHERS: [&str; 13] =
        ["ANCOVA", "AND", "ANOVA", "AUC", "DNA", "HDL", "IQR", "LDL", "NNT", "RMSE", "RNA", "ROC", "SEM"];
    (3..=6).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && word.bytes().filter(u8::is_ascii_uppercase).count() >= 3
        && !OTHERS.contains(&word)
}

/// `text` with each of these short forms, as it is or in the plural, replaced by what it stands for; one in brackets
/// behind that is left out.
#[must_use]
pub fn spelled_out<'a>(text: &'a str, forms: &[(String, String)]) -> Cow<'a, str> {
    let mut out = String::new();
    let mut end = 0;
    for (range, word) in if forms.is_empty() { None } else { Some(words(text)) }.into_iter().flatten() {
        let Some((_, long)) = forms.iter().find(|(short, _)| is_form_of(word, short)) else { continue };
        let before = text[end..range.start].strip_suffix('(').filter(|_| text[range.end..].starts_with(')'));
        let explains = |before: &str| fold(&format!("{out}{before}")).trim_end().ends_with(&fold(long));
        if let Some(before) = before.filter(|before| explains(before)) {
            out.push_str(before.trim_end());
            end = range.end + 1;
        } else {
            out.push_str(&text[end..range.start]);
            out.push_str(long);
            end = range.end;
        }
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[end..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would see a comparison of “CBT” missed in a claim about cognitive behavioural therapy.
    #[test]
    fn short_forms_are_spelled_out_where_the_text_explains_them() {
        let text = "Cognitive behavioral therapy (CBT) was compared with zopiclone; MI is myocardial infarction.";
        let forms = short_forms(text);
        assert_eq!(forms, [("CBT".to_owned(), "Cognitive behavioral therapy".to_owned())]);
        assert_eq!(
            spelled_out("CBT and MI, CBTs", &forms),
            "Cognitive behavioral therapy and MI, Cognitive behavioral therapy"
        );
        assert_eq!(spelled_out("CBTX", &forms), "CBTX");
        assert_eq!(
            spelled_out("For cognitive behavioral therapy (CBT) and (CBT)", &forms),
            "For cognitive behavioral therapy and (Cognitive behavioral therapy)"
        );
    }

    /// A reviewer would not find the study of cardiovascular disease for a claim on CVD.
    #[test]
    fn a_statement_is_read_in_the_words_of_a_text() {
        let read = |statement: &str, text: &str| in_words_of(statement, &[], text).into_owned();
        let text = "Deaths from cardiovascular disease and chronic obstructive pulmonary disease.";
        assert_eq!(read("CVD is rarer.", text), "cardiovascular disease is rarer.");
        assert_eq!(read("Mild COPD.", text), "Mild chronic obstructive pulmonary disease.");
        assert_eq!(read("HCC is rarer in CV.", text), "HCC is rarer in CV.");
        assert_eq!(read("Cardiovascular disease is rarer.", "CVD was common."), "CVD is rarer.");
        let explains = "Cardiovascular disease (CVD) was common.";
        assert_eq!(read("Cardiovascular disease is rarer.", explains), "Cardiovascular disease is rarer.");
        let own = [("WA".to_owned(), "walking abroad".to_owned())];
        assert_eq!(in_words_of("WA is rarer.", &own, "Those who were walking."), "walking abroad is rarer.");
        assert_eq!(in_words_of("WA is rarer.", &own, "WA was common."), "WA is rarer.");
    }
}
