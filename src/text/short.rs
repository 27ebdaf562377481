//! Short forms that a text explains: “body mass index (BMI)”.

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

/// `text` with each of these short forms, as it is or in the plural, replaced by what it stands for.
#[must_use]
pub fn spelled_out(text: &str, forms: &[(String, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (range, word) in words(text) {
        let is = |short: &str| word == short || word.strip_suffix('s') == Some(short);
        if let Some((_, long)) = forms.iter().find(|(short, _)| is(short)) {
            out.push_str(&text[end..range.start]);
            out.push_str(long);
            end = range.end;
        }
    }
    out.push_str(&text[end..]);
    out
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
    }
}
