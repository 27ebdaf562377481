//! Signs within a line: numbers of references in a quotation, which a source without raised figures runs into its text
//! (“unclear.31”), and percent signs.

/// `text` with the numbers of references behind a full stop as raised figures: “unclear.³¹”. The words stay as they are.
pub(super) fn raised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        let list = marker(&before[..at], after);
        out.extend(after[..list].chars().map(lifted));
        rest = &after[list..];
    }
    out + rest
}

/// `text` without the blank before a percent sign, but for what it quotes.
pub(super) fn joined_percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quotes = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '“' => quotes += 1,
            '”' => quotes = quotes.saturating_sub(1),
            _ => {}
        }
        let is_parting = c == ' ' && text[at + 1..].starts_with('%') && out.ends_with(|c: char| c.is_ascii_digit());
        if quotes > 0 || !is_parting {
            out.push(c);
        }
    }
    out
}

/// The length of the numbers of references that `after` begins with; 0 where it begins with none.
fn marker(before: &str, after: &str) -> usize {
    const MOST_DIGITS: usize = 3;
    // “Fig.3” names a figure.
    const NAMING: [&str; 6] = ["fig", "figs", "ref", "refs", "vol", "sec"];
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let ends_sentence = match before.chars().next_back() {
        Some(')' | ']' | '”') => true,
        _ => (word.chars().count() > 2 || word == "al") && !NAMING.contains(&word.to_lowercase().as_str()),
    };
    let list = after.find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '–' | '-')).unwrap_or(after.len());
    let list = after[..list].trim_end_matches([',', '–', '-']).len();
    let is_number = |part: &str| (1..=MOST_DIGITS).contains(&part.len()) && !part.starts_with('0');
    let mut behind = after[list..].chars();
    let is_apart = match behind.next() {
        None | Some('”') => true,
        Some(' ') => behind.next().is_none_or(|c| !c.is_lowercase() && !c.is_ascii_digit()),
        Some(_) => false,
    };
    if ends_sentence && is_apart && after[..list].split([',', '–', '-']).all(is_number) { list } else { 0 }
}

fn lifted(c: char) -> char {
    match c {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '-' | '–' => '⁻',
        c => c.to_digit(10).and_then(|digit| char::from_u32('⁰' as u32 + digit)).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{joined_percent, raised};

    /// “the factors are unclear.31” reads like a figure that the source gives.
    #[test]
    fn numbers_of_references_are_raised_and_figures_are_not() {
        for (text, expected) in [
            ("the factors are unclear.31", "the factors are unclear.³¹"),
            (
                "A similar background.34,35 Both differ (OCD).7–9 …",
                "A similar background.³⁴,³⁵ Both differ (OCD).⁷⁻⁹ …",
            ),
            ("it reports “severity.32” of it", "it reports “severity.³²” of it"),
            ("by Rae et al.12 Others", "by Rae et al.¹² Others"),
            ("OR 1.40 and p = .05, see Fig.3 Weight", "OR 1.40 and p = .05, see Fig.3 Weight"),
            ("version.2024 and file.12 of", "version.2024 and file.12 of"),
            ("at 10.1016/j.psychres.2023.115135", "at 10.1016/j.psychres.2023.115135"),
        ] {
            assert_eq!(raised(text), expected);
        }
    }

    /// A quotation would not be what its source says.
    #[test]
    fn a_percent_sign_is_at_its_number_but_for_quotations() {
        let said = "It is 80 % likely (91 %), and “fell by 5 %” in 3 % of them; a % alone.";
        assert_eq!(joined_percent(said), "It is 80% likely (91%), and “fell by 5 %” in 3% of them; a % alone.");
    }
}
