//! Where sentences begin and end in scientific English.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::abbreviation::{self, Abbreviation};

/// Byte ranges of the sentences of `text`, in order, without the white space
/// around them. Together they cover everything that is not white space. A blank
/// line always ends a sentence, a single line break never does.
#[must_use]
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        // A line break counts as the end of a sentence in Unicode's rules; a blank of the same length does not.
        let flat = text[paragraph.clone()].replace(['\n', '\r'], " ");
        let mut start = 0;
        for boundary in boundaries(&flat) {
            if boundary > start && ends_here(&flat[start..boundary], &flat[boundary..]) {
                push_trimmed(&mut found, &flat, start..boundary, paragraph.start);
                start = boundary;
            }
        }
        push_trimmed(&mut found, &flat, start..flat.len(), paragraph.start);
    }
    found
}

fn push_trimmed(found: &mut Vec<Range<usize>>, text: &str, range: Range<usize>, offset: usize) {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    let end = range.start + part.trim_end().len();
    if start < end {
        found.push(offset + start..offset + end);
    }
}

/// Ranges between blank lines.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.trim().is_empty() {
            found.push(start..at);
            start = end;
        }
        at = end;
    }
    found.push(start..text.len());
    found.retain(|range| !range.is_empty());
    found
}

/// Where a sentence might end: Unicode's boundaries, moved behind a reference
/// mark that follows the full stop, and those that Unicode's rules miss.
fn boundaries(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = text
        .split_sentence_bound_indices()
        .skip(1)
        .map(|(at, _)| {
            let at = before_bracket(text, at);
            at + reference_mark(&text[at..])
        })
        .collect();
    for (at, c) in text.char_indices() {
        if matches!(c, '.' | '?' | '!') {
            let after = at + 1;
            let mark = raised_number(&text[..at], &text[after..]);
            if mark > 0 {
                found.push(after + mark);
            } else if c == '.' && lost_blank(&text[..at], &text[after..]) {
                found.push(after);
            } else if let Some(rest) = text[after..].strip_prefix(' ')
                && (starts_with_symbol(rest.trim_start())
                    || c == '.' && starts_with_count(&text[..at], rest.trim_start())
                    || c == '.' && starts_with_gene(&text[..at], rest.trim_start()))
            {
                found.push(after);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a blank was lost between two sentences: `in Fig. 2D.We find`.
fn lost_blank(before: &str, rest: &str) -> bool {
    const OPENERS: [&str; 8] = ["However, ", "In ", "It ", "Our ", "The ", "These ", "This ", "We "];
    let is_word = before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, ')' | ']' | '%'));
    is_word && OPENERS.iter().any(|opener| rest.starts_with(opener)) && last_token(before).chars().count() > 1
}

/// Unicode breaks between `.[` and `12]`; the bracket belongs to what follows.
fn before_bracket(text: &str, at: usize) -> usize {
    let opening = text[..at].trim_end_matches(['[', '(', '“', '‘']);
    if opening.ends_with(['.', '?', '!']) { opening.len() } else { at }
}

/// Length of ` [12]`, `[3-5, 7]` or `¹³` at the start of what follows a full
/// stop, if a new sentence comes after it; else 0.
fn reference_mark(rest: &str) -> usize {
    let trimmed = rest.trim_start();
    let raised = trimmed.trim_start_matches(|c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒,–".contains(c));
    let after = if let Some(inside) = trimmed.strip_prefix('[') {
        let digits = inside.trim_start_matches(|c: char| c.is_ascii_digit() || ",;-– ".contains(c));
        match digits.strip_prefix(']') {
            Some(after) if digits.len() < inside.len() => after,
            _ => return 0,
        }
    } else if raised.len() < trimmed.len() {
        raised
    } else {
        return 0;
    };
    if after.trim_start().is_empty() || (after.starts_with(' ') && starts_capital(after.trim_start())) {
        rest.len() - after.len()
    } else {
        0
    }
}

/// More letters than an acronym has, so that a long word is not read again and again.
const LONGEST_ACRONYM: usize = 8;

/// Length of `13` or `3,4` in `opposite.13 However` or `in HIE.3,4 Rates`: a raised reference number
/// that lost its raising; else 0.
fn raised_number(before: &str, rest: &str) -> usize {
    let word = before.trim_end_matches([')', '”', '"']);
    let letters = word.chars().rev().take_while(|c| c.is_lowercase()).count();
    let capitals = word.chars().rev().take(LONGEST_ACRONYM + 1).take_while(|c| c.is_uppercase()).count();
    let before_it = || word.chars().rev().nth(capitals);
    let is_acronym =
        (3..=LONGEST_ACRONYM).contains(&capitals) && before_it().is_some_and(|c| c.is_whitespace() || c == '(');
    if letters < 3 && !is_acronym || abbreviation::of(last_token(before)).is_some() {
        return 0;
    }
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '–'));
    let mark = &rest[..rest.len() - after.len()];
    let plausible =
        mark.starts_with(|c: char| c.is_ascii_digit()) && mark.split([',', '-', '–']).all(|part| part.len() <= 3);
    if plausible && after.starts_with(' ') && starts_capital(after.trim_start()) { mark.len() } else { 0 }
}

fn starts_capital(text: &str) -> bool {
    text.trim_start_matches(['"', '“', '‘', '(', '[', '\'']).starts_with(char::is_uppercase)
}

/// Whether a sentence may start with this although it is in lower case: names
/// such as `mRNA`, `p53`, `mex3-1`.
fn starts_with_symbol(text: &str) -> bool {
    let word: &str = text.split([' ', ',']).next().unwrap_or_default();
    let mut chars = word.chars();
    let is_name = !word.trim_end_matches([';', '.', ':']).contains([':', '/', '.', '=', '<', '@']);
    is_name && chars.next().is_some_and(char::is_lowercase) && chars.any(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// Whether a count opens a sentence (“by ELISA. 29 out of 240 were”), which
/// Unicode's rules join to the one before.
fn starts_with_count(before: &str, rest: &str) -> bool {
    let word = last_token(before);
    let count = rest.split(' ').next().unwrap_or_default();
    let digits = count.trim_end_matches('%');
    // Nothing but a sentence ends with a full stop behind a bracket.
    let ends =
        before.ends_with([')', ']']) || word.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !word.contains('.');
    let is_share = digits.len() < count.len();
    let is_digit = |c: char| c.is_ascii_digit() || c == ',' || is_share && matches!(c, '.' | '·');
    // “596 (85%) of 705 had none”
    let behind = rest[count.len()..].strip_prefix(' ').unwrap_or_default();
    let behind = match behind.strip_prefix('(').and_then(|inside| inside.split_once("%) ")) {
        Some((share, behind)) if share.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '·')) => behind,
        _ => behind,
    };
    ends && !digits.is_empty()
        && digits.chars().count() <= 7
        && digits.split(['-', '–']).all(|part| !part.is_empty() && part.chars().all(is_digit))
        && behind.starts_with(char::is_lowercase)
}

/// Whether the lower-case name of a gene opens a sentence (“the organism. hippo RNAi led to”), known by the word behind it.
fn starts_with_gene(before: &str, rest: &str) -> bool {
    const BEHIND: [&str; 16] = [
        "RNA",
        "RNAi",
        "dsRNA",
        "expression",
        "gene",
        "heterozygotes",
        "homozygotes",
        "knockdown",
        "knockout",
        "morphants",
        "mRNA",
        "mutant",
        "mutants",
        "mutations",
        "overexpression",
        "transcripts",
    ];
    // Words that an unknown abbreviation with a full stop may have in front of it, and no gene is called.
    const PLAIN: [&str; 12] = ["and", "or", "of", "in", "for", "the", "a", "total", "relative", "gene", "wild", "mean"];
    let word = last_token(before);
    let mut next = rest.split(' ');
    let (name, behind) = (next.next().unwrap_or_default(), next.next().unwrap_or_default());
    word.chars().all(char::is_lowercase)
        && word.chars().count() >= 4
        && abbreviation::of(word).is_none()
        && name.chars().count() >= 2
        && name.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '-')
        && !PLAIN.contains(&name)
        && BEHIND.contains(&behind.trim_end_matches([',', '.', ';']))
}

/// Whether a lower-case sentence opens with a name that is never capitalised, “mRNA levels”, “hippo RNAi”, and is
/// therefore whole.
#[must_use]
pub fn opens_in_lower_case(sentence: &str) -> bool {
    starts_with_symbol(sentence) || starts_with_gene("said", sentence)
}

/// The last stretch without white space or opening brackets.
fn last_token(text: &str) -> &str {
    let from = text.rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '“' | '"'));
    &text[from.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))..]
}

/// Whether the sentence `before` really ends where `after` begins.
fn ends_here(before: &str, after: &str) -> bool {
    let before = before.trim_end();
    let after = after.trim_start();
    if after.is_empty() {
        return true;
    }
    let gene = || before.strip_suffix('.').is_some_and(|stem| starts_with_gene(stem, after));
    if after.starts_with(char::is_lowercase) && !starts_with_symbol(after) && !gene() {
        return false;
    }
    if within_brackets(before, after) {
        return false;
    }
    let Some(stem) = before.strip_suffix('.') else { return true };
    let token = last_token(stem);
    let next: &str = after.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default();
    let numbered = after.starts_with(|c: char| c.is_ascii_digit());
    // `1.` or `a.` that opens a list item
    if token.len() == stem.trim_start().len() && (token.len() <= 2 || token.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
    if after.starts_with(char::is_uppercase) && abbreviation::is_unit_of(&stem[..stem.len() - token.len()], token) {
        return true;
    }
    match abbreviation::of(token) {
        Some(Abbreviation::Never) => false,
        Some(Abbreviation::BeforeNumber) => !numbered,
        Some(Abbreviation::Perhaps) => abbreviation::STARTERS.binary_search(&next).is_ok(),
        Some(Abbreviation::Initial) => {
            let earlier = stem[..stem.len() - token.len()].trim_end();
            abbreviation::STARTERS.binary_search(&next).is_ok() && last_token(earlier).starts_with(char::is_lowercase)
        }
        None => true,
    }
}

/// Whether a bracket that was opened in `before` is closed soon in `after`.
fn within_brackets(before: &str, after: &str) -> bool {
    const SOON: usize = 200;
    [('(', ')'), ('[', ']')].into_iter().any(|(opens, closes)| {
        let is_open = before.rfind(opens).is_some_and(|open| !before[open..].contains(closes));
        let close = after.find(closes).filter(|close| *close < SOON);
        is_open && close.is_some_and(|close| !after[..close].contains(opens))
    })
}

/// The text as a sentence begins: with a capital, except where its first word is a symbol (“p53”, “miR-7”, “sHSP”).
#[must_use]
pub fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    let Some(initial) = chars.next() else { return String::new() };
    let word = text.split([' ', '-']).next().unwrap_or_default();
    let is_symbol = word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit())
        || word.chars().count() == 1 && text.starts_with("p-");
    if is_symbol { text.to_owned() } else { initial.to_uppercase().chain(chars).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each case with `|` where a sentence ends.
    const HARD: &[&str] = &[
        "Smith et al. found an effect.|It was small.",
        "This was seen by Smith et al. (2010) before.",
        "It was found by ELISA.|29 out of 240 were positive.",
        "They were likelier to (p < 0.001, 95% CI 1.6–3.2).|10 patients had cancer.",
        "All were included in this study.|596 (85%) of 705 had no plaque.|35.8% of the others had some.",
        "They were not vaccinated before blood collection.|5-14 months later blood was taken.",
        "Tubers of cv. Sarpo Mira and cvs. Bintje and Desiree rotted.|Others did not.",
        "This was reported by Jones et al.|However, others disagree.",
        "The effect was significant (p < 0.001).|It lasted.",
        "See Fig. 2 for details.|Figs. 3 and 4 show more.",
        "Small vessels, i.e. Capillaries, were counted.|They were many.",
        "Some drugs, e.g. Aspirin, help.|Others do not.",
        "We grew E. coli overnight.|S. aureus grew too.",
        "It was done in the U.S. Department of Health.|It ended.",
        "Patients lived in the U.S.|They were older.",
        "Dr. Smith and Mrs. Jones agreed.|Prof. Miller did not.",
        "It was drug A vs. Drug B in all.|A won.",
        "It took approx. 24 h.|The rest was short.",
        "This differs (cf. Table 2).|It is new.",
        "The trend was opposite.13 |However, it faded.",
        "The trend was opposite.13,14 |We disagree.",
        "Half of them have severe HIE.3,4 |Statements differ.",
        "Lee et al. [Evol. Hum. Behav. 23 (2002) 159; 24 (2003) 81] reported it. |It was so.",
        "This was shown earlier. [12] |A later study refuted it.",
        "This was shown earlier [12].|A later study refuted it.",
        "This was shown earlier.[12,13] |A later study refuted it.",
        "The value was 0.72 in men.|In women it was 1.5.",
        "J. Smith wrote it.|J. R. R. Tolkien did not.",
        "It was No. 5 on the list.|No. 6 followed.",
        "Was it so?|Yes!|It was.",
        "1. First item of the list.|2. Second item.",
        "They lacked vitamin C.|The rest was fine.",
        "It was hepatitis B.|We treated it.",
        "He said “It works.” |Then he left.",
        "“Why?” he asked.|Nobody knew.",
        "The firm Yahoo! announced it.|It sold.",
        "Levels fell (see Smith. 2010 for more).|They rose later.",
        "The p.m. dose was higher.|It helped.",
        "We used 5 mg/kg i.v. Animals slept.",
        "The gene was silenced.|mRNA levels fell.",
        "The cell died.|p53 was absent.",
        "It regulates lineage progression.|mex3-1 was required for it.",
        "The data are open. doi:10.1000/x1 has them.",
        "It rose by 3.5%.|Nine died.",
        "A break\nin a line does not end it.|This does.",
        "A heading without a stop\n\n|The text begins.",
        "See ref. 12 for it.|Refs. 3 and 4 differ.",
        "It was on pp. 12-15 of vol. 3 of it.|It sold.",
        "Controls were healthy (n = 20).|Cases were not (n = 21).",
        "The St. Louis cohort was large.|It was old.",
        "It came out in Resp. Med. and J. Clin. Invest. too.|It was read.",
        "It was Jan. 5 when it began.|It ended on Feb. 7.",
        "The species (Candida spp. and others) grew.|They spread.",
        "Genes, proteins, etc. were measured.|All fell.",
        "It failed...|Then it worked.",
        "It was shown.¹³ |However, it faded.",
        "Was the change real?|IL-6 rose.|TNF-α fell.",
        "The hazard ratio was 0.72 (95% CI 0.5-0.9; P = .03).|It held.",
        "The so-called “No. 1” drug failed.|It was withdrawn.",
        "Synthesis took around 20 min.|Microscopic images showed spheres.",
        "Samples were kept at 37 °C.|Samples of controls froze.",
        "They were heated to 65 C.|Buffer was added.",
        "Hearing loss was rare (min. Age 20).|It grew.",
        "In 1995 K. Smith wrote it.|He was read.",
        "Refs were long.|20. K. Smith and V. Miller wrote on it.",
        "Planarians are models for the whole organism.|hippo RNAi led to overgrowths.",
        "Larvae were smaller than controls.|unc-22 mutants twitched.",
        "Levels rose with conc. protein expression and time.|They fell later.",
        "This was found by the recomb. gene expression kit.|It failed.",
    ];

    #[test]
    fn a_blank_that_was_lost_between_two_sentences_ends_the_first() {
        let text = "They are plotted in Fig. 2D.We find an effect at www.the-site.org/In.The and in E.The.";
        let parts: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(parts[0], "They are plotted in Fig. 2D.");
        assert_eq!(sentences("The gene.This one.").len(), 2);
    }

    #[test]
    fn hard_sentences_end_where_they_end() {
        let (mut right, mut given, mut wanted, mut wrong) = (0, 0, 0, String::new());
        for case in HARD {
            let expected: Vec<&str> = case.split('|').map(str::trim).collect();
            let text = case.replace('|', " ");
            let got: Vec<&str> = sentences(&text).into_iter().map(|range| &text[range]).collect();
            given += got.len() - 1;
            wanted += expected.len() - 1;
            let starts = |parts: &[&str]| -> Vec<usize> {
                let mut from = 0;
                parts
                    .iter()
                    .map(|part| {
                        let at = from + text[from..].find(part).unwrap_or_default();
                        from = at + part.len();
                        at
                    })
                    .collect()
            };
            let wanted_starts = starts(&expected);
            right += starts(&got)[1..].iter().filter(|start| wanted_starts.contains(start)).count();
            if got != expected {
                wrong.push_str(&format!("{case}\n   {got:?}\n"));
            }
        }
        assert!(
            right == given && right * 100 >= wanted * 97,
            "{right} right of {given} given, {wanted} wanted\n{wrong}"
        );
    }

    /// “SHSP genes showed” names a gene that the paper does not.
    #[test]
    fn a_symbol_keeps_its_small_letter_at_the_head_of_a_sentence() {
        for (text, expected) in
            [("walking helps", "Walking helps"), ("sHSP genes", "sHSP genes"), ("p53 is lost", "p53 is lost"), ("", "")]
        {
            assert_eq!(sentence_case(text), expected);
        }
    }
}
