//! How many tokens a text has, before a server has counted them.

/// No tokenizer needs fewer tokens than one for this many bytes of visible text.
const MOST_BYTES_A_TOKEN: u64 = 8;

/// The tokens of `text`, rather too many than too few. Prose comes to 3.2–4.7 bytes a token, tables and figures to
/// 1.1–1.6: every digit and mark counts as one, a word as one for each five letters, other scripts as one for each
/// two bytes.
#[must_use]
pub fn estimate(text: &str) -> u64 {
    let (mut tokens, mut letters, mut spaces) = (0, 0_u64, 0_u64);
    let word = |letters: u64| letters.div_ceil(5);
    for c in text.chars() {
        if c.is_ascii_alphabetic() {
            letters += 1;
            spaces = 0;
            continue;
        }
        tokens += word(std::mem::take(&mut letters));
        match c {
            // A single space belongs to the word after it.
            ' ' => {
                spaces += 1;
                tokens += u64::from(spaces > 1 && spaces % 4 == 2);
                continue;
            }
            _ if c.is_ascii() => tokens += 1,
            _ => tokens += (c.len_utf8() as u64).div_ceil(2),
        }
        spaces = 0;
    }
    tokens + word(letters)
}

/// Tokens that a text has at the very least, whatever the tokenizer.
#[must_use]
pub fn at_least(text: &str) -> u64 {
    text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count() as u64 / MOST_BYTES_A_TOKEN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_tables_and_other_scripts_are_estimated_within_their_known_rates() {
        let rate = |text: &str| text.len() as f64 / estimate(text) as f64;
        let prose = "Cognitive behavioural therapy reduced the severity of insomnia in adults of every age group. ";
        let table = "0.71 (0.58–0.87)\t12.4\t<0.001\n1.02 (0.91–1.14)\t3.8\t0.72\n";
        assert!((3.2..4.8).contains(&rate(&prose.repeat(20))), "{}", rate(prose));
        assert!((1.0..1.7).contains(&rate(&table.repeat(20))), "{}", rate(table));
        assert!(rate("睡眠障害の治療について") <= 2.0);
        assert_eq!(estimate(""), 0);
        for text in [prose, table] {
            assert!(at_least(text) < estimate(text));
        }
    }
}
