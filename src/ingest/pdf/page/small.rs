//! Digits and signs that are set above and below their line, so that 10⁶ does not read 106.

/// A character that is set above its line.
pub(super) fn superscript(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '+' => '⁺',
        '-' | '−' | '–' => '⁻',
        '.' => '·',
        _ => return None,
    })
}

/// A character that is set below its line.
pub(super) fn subscript(c: char) -> Option<char> {
    Some(match c {
        '0'..='9' => char::from_u32(u32::from('₀') + u32::from(c) - u32::from('0'))?,
        '+' => '₊',
        '-' | '−' | '–' => '₋',
        '.' => '·',
        _ => return None,
    })
}

/// Whether a character is a digit or sign that is set above or below its line.
pub(super) fn is_set_small(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | '⁺' | '⁻' | '₀'..='₉' | '₊' | '₋' | '·')
}
