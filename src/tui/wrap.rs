//! Text into lines: words wrapped by the width of their graphemes, styles kept.
//! Lines are made once for a width and then only sliced.

use std::borrow::Cow;

use ratatui::{
    style::Style,
    text::{Line, Span},
};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// A stretch of text in one style.
pub(super) type Piece<'a> = (Cow<'a, str>, Style);

/// The columns that `text` takes: the sum over its graphemes, which is how the
/// buffer is filled (the width of the whole string may differ).
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// `text` cut to `room` columns, with an ellipsis when something was cut.
pub(super) fn fit(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut taken = 0;
    for grapheme in text.graphemes(true) {
        let w = grapheme.width();
        if taken + w + 1 > room {
            break;
        }
        out.push_str(grapheme);
        taken += w;
    }
    let kept = out.trim_end().len();
    out.truncate(kept);
    if room > 0 {
        out.push('…');
    }
    out
}

/// Lines in the making.
pub(super) struct Flow {
    width: usize,
    lines: Vec<Line<'static>>,
}

struct Glyph<'a> {
    text: &'a str,
    width: usize,
    style: Style,
}

impl Flow {
    pub(super) fn new(width: u16) -> Self {
        Self { width: usize::from(width).max(1), lines: Vec::new() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn into_lines(self) -> Vec<Line<'static>> {
        self.lines
    }

    pub(super) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.spans.is_empty()) {
            self.lines.push(Line::default());
        }
    }

    pub(super) fn push(&mut self, line: Line<'static>) {
        self.lines.push(line);
    }

    /// A paragraph behind a margin; `lead` is in the margin of its first
    /// line, `rest` in that of the others (both of the same width).
    pub(super) fn para(&mut self, lead: &[Piece<'_>], rest: &[Piece<'_>], pieces: &[Piece<'_>]) {
        let margin: usize = rest.iter().map(|(text, _)| width(text)).sum();
        let room = self.width.saturating_sub(margin).max(1);
        for (i, line) in wrap(pieces, room).into_iter().enumerate() {
            let margin = if i == 0 { lead } else { rest };
            let mut spans: Vec<_> = margin.iter().map(|(t, s)| Span::styled(t.to_string(), *s)).collect();
            spans.extend(line.spans);
            self.lines.push(Line::from(spans));
        }
    }

    /// The same, of at most `most` lines, with an ellipsis when there is more.
    pub(super) fn at_most(&mut self, most: usize, indent: usize, text: &str, style: Style) {
        let room = self.width.saturating_sub(indent).max(1);
        let mut lines = wrap(&[(text.into(), style)], room);
        let cut = lines.len() > most;
        lines.truncate(most);
        for (i, line) in lines.into_iter().enumerate() {
            let mut spans = vec![Span::raw(" ".repeat(indent))];
            if cut && i + 1 == most {
                let flat: String = line.spans.iter().map(|s| s.content.as_ref()).collect();
                spans.push(Span::styled(fit(&format!("{} {}", flat.trim_end(), " ".repeat(room)), room), style));
            } else {
                spans.extend(line.spans);
            }
            self.lines.push(Line::from(spans));
        }
    }

    /// One line with something at its left and something at its right end. What
    /// does not fit beside the right part is cut.
    pub(super) fn ends(&mut self, left: &[Piece<'_>], right: &[Piece<'_>]) {
        self.lines.push(ends(left, right, self.width));
    }
}

/// See [`Flow::ends`].
pub(super) fn ends(left: &[Piece<'_>], right: &[Piece<'_>], room: usize) -> Line<'static> {
    let tail: usize = right.iter().map(|(text, _)| width(text)).sum();
    let tail = if tail + 4 > room { 0 } else { tail };
    let room_left = room.saturating_sub(tail + usize::from(tail > 0));
    let mut spans = Vec::new();
    let mut taken = 0;
    for (text, style) in left {
        let text = fit(text, room_left - taken);
        taken += width(&text);
        spans.push(Span::styled(text, *style));
        if taken >= room_left {
            break;
        }
    }
    if tail > 0 {
        spans.push(Span::raw(" ".repeat(room - tail - taken)));
        spans.extend(right.iter().map(|(text, style)| Span::styled(text.to_string(), *style)));
    }
    Line::from(spans)
}

/// Wraps at white space; a word wider than `room` is broken where it must be.
pub(super) fn wrap(pieces: &[Piece<'_>], room: usize) -> Vec<Line<'static>> {
    let room = room.max(1);
    let glyphs: Vec<Glyph<'_>> = pieces
        .iter()
        .flat_map(|(text, style)| text.graphemes(true).map(|text| Glyph { text, width: text.width(), style: *style }))
        .collect();
    let mut lines = Vec::new();
    let (mut start, mut at, mut taken) = (0, 0, 0);
    // One past the last blank on this line, where it may be broken.
    let mut chance = None;
    while at < glyphs.len() {
        let glyph = &glyphs[at];
        if glyph.text == "\n" {
            lines.push(line(&glyphs[start..at]));
            (start, at, taken, chance) = (at + 1, at + 1, 0, None);
            continue;
        }
        if glyph.text == " " {
            taken += 1;
            at += 1;
            chance = Some(at);
            continue;
        }
        if taken + glyph.width > room && at > start {
            let end = chance.filter(|c| *c > start).unwrap_or(at);
            lines.push(line(&glyphs[start..end]));
            start = end;
            taken = glyphs[start..at].iter().map(|g| g.width).sum();
            chance = None;
            continue;
        }
        taken += glyph.width;
        at += 1;
    }
    if start < glyphs.len() || lines.is_empty() {
        lines.push(line(&glyphs[start..]));
    }
    lines
}

fn line(glyphs: &[Glyph<'_>]) -> Line<'static> {
    let end = glyphs.iter().rposition(|g| g.text != " ").map_or(0, |i| i + 1);
    let mut spans: Vec<Span<'static>> = Vec::new();
    for glyph in &glyphs[..end] {
        match spans.last_mut() {
            Some(span) if span.style == glyph.style => span.content.to_mut().push_str(glyph.text),
            _ => spans.push(Span::styled(glyph.text.to_owned(), glyph.style)),
        }
    }
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, room: usize) -> Vec<String> {
        wrap(&[(text.into(), Style::default())], room).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_stay_whole_and_no_line_is_too_wide() {
        assert_eq!(plain("one two three", 8), ["one two", "three"]);
        assert_eq!(plain("one two", 7), ["one two"]);
        assert_eq!(plain("incomprehensibility is", 8), ["incompre", "hensibil", "ity is"]);
        assert_eq!(plain("a\n\nb", 8), ["a", "", "b"]);
        assert_eq!(plain("", 8), [""]);
        assert_eq!(plain("日本語の本", 4), ["日本", "語の", "本"]);
    }

    #[test]
    fn a_cut_text_says_that_it_was_cut() {
        assert_eq!(fit("metformin", 20), "metformin");
        assert_eq!(fit("metformin reduces", 11), "metformin…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("abc", 0), "");
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_or_too_wide(text in "[a-zé日 👩‍🔬\n]{0,60}", room in 2usize..20) {
            let lines = plain(&text, room);
            proptest::prop_assert!(lines.iter().all(|l| width(l) <= room), "{:?}", lines);
            let kept = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(kept(&lines.concat()), kept(&text));
        }
    }
}
