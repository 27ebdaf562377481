//! Long texts to be read: a sentence a paragraph, with a margin, stretches of
//! them marked.

use std::{borrow::Cow, ops::Range};

use ratatui::style::Style;

use super::super::wrap::{Flow, Piece};

/// The widest that is good to read, in columns.
pub(super) const WIDEST: u16 = 100;

/// A stretch of a text in a style of its own; later ones lie over earlier ones.
pub(super) struct Stretch {
    pub(super) range: Range<usize>,
    pub(super) style: Style,
}

/// `range` of `text` in pieces, each in the style of the stretches over it.
/// Line breaks of the source are blanks, since the text is wrapped anew.
pub(super) fn pieces<'a>(text: &'a str, range: Range<usize>, plain: Style, stretches: &[Stretch]) -> Vec<Piece<'a>> {
    let mut cuts = vec![range.start, range.end];
    for stretch in stretches {
        cuts.extend([stretch.range.start, stretch.range.end].into_iter().filter(|at| range.contains(at)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = Vec::new();
    for pair in cuts.windows(2) {
        let Some(part) = text.get(pair[0]..pair[1]) else { continue };
        let over = stretches.iter().filter(|s| s.range.start <= pair[0] && pair[1] <= s.range.end);
        let style = over.fold(plain, |style, stretch| style.patch(stretch.style));
        let part = if part.contains('\n') { Cow::Owned(part.replace('\n', " ")) } else { Cow::Borrowed(part) };
        out.push((part, style));
    }
    out
}

/// Where `words` stand in `range` of `text`, whatever their case.
pub(super) fn hits(text: &str, range: Range<usize>, words: &str) -> Vec<Range<usize>> {
    let words = words.trim().to_lowercase();
    let Some(part) = text.get(range.clone()).filter(|_| !words.is_empty()) else { return Vec::new() };
    let lower = part.to_lowercase().replace('\n', " ");
    // Lower case may have another length; then nothing is marked rather than the wrong thing.
    if lower.len() != part.len() {
        return Vec::new();
    }
    lower.match_indices(&words).map(|(at, hit)| range.start + at..range.start + at + hit.len()).collect()
}

/// A paragraph with a margin of `margin` columns in which `lead` stands.
pub(super) fn sentence(flow: &mut Flow, lead: &[Piece<'_>], margin: usize, pieces: &[Piece<'_>]) {
    let taken: usize = lead.iter().map(|(text, _)| super::super::wrap::width(text)).sum();
    let mut first = lead.to_vec();
    first.push((" ".repeat(margin.saturating_sub(taken)).into(), Style::default()));
    flow.para(&first, &[(" ".repeat(margin).into(), Style::default())], pieces);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_cut_the_text_where_they_begin_and_end() {
        let bold = Style::default().add_modifier(ratatui::style::Modifier::BOLD);
        let text = "One two\nthree four.";
        let made = pieces(text, 0..text.len(), Style::default(), &[Stretch { range: 4..13, style: bold }]);
        let made: Vec<(&str, bool)> = made.iter().map(|(t, s)| (t.as_ref(), *s == bold)).collect();
        assert_eq!(made, [("One ", false), ("two three", true), (" four.", false)]);
        assert_eq!(hits(text, 4..text.len(), "TWO three"), [4..13]);
        assert!(hits("İx", 0..3, "x").is_empty());
    }
}
