//! A long text to be read: wrapped once for a width into stretches of its
//! bytes; what is marked in it is looked up for the lines in view alone.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};
use unicode_segmentation::UnicodeSegmentation;

use crate::domain::Page;

use super::{
    super::{
        action::Target,
        keys::Pane,
        page::reading::Spot,
        state::{Extent, State},
        theme::Role,
        wrap::{fit, width},
    },
    HitMap, RenderContext, parts, span,
};

/// The widest line that is read with ease.
const WIDEST: u16 = 96;
/// What the margin shows: a name and a symbol, a bar, a blank.
const MARGIN: u16 = 10;
/// Lines that stay in view around what is read.
const AROUND: usize = 3;

/// Where the wrapped text is kept, and for what it was wrapped.
pub(super) type Slot = Option<(Key, Layout)>;

/// What wrapping depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    /// Changes with the text.
    pub(super) version: u64,
    /// Changes with what is above it.
    pub(super) head: (u64, Option<crate::domain::StatementId>),
    /// Columns.
    pub(super) width: u16,
    /// The theme, which the head is styled by.
    pub(super) theme: String,
}

/// A text in lines.
#[derive(Debug)]
pub(super) struct Layout {
    head: Vec<Line<'static>>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Text,
    Heading,
    Blank,
    Break,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    spot: Spot,
    kind: Kind,
}

/// A stretch in another style; later ones lie over earlier ones.
pub(super) struct Mark {
    pub(super) spot: Spot,
    pub(super) style: Style,
}

/// What the margin says beside a stretch.
pub(super) struct Sign {
    pub(super) spot: Spot,
    pub(super) label: String,
    pub(super) bar: &'static str,
    pub(super) style: Style,
    /// Where the cursor is: it goes before others on its line.
    pub(super) here: bool,
}

/// A text with everything that is to be shown in it.
pub(super) struct Reader<'a> {
    pub(super) pane: Pane,
    pub(super) pages: &'a [Page],
    /// What can be selected, in the order of the text.
    pub(super) items: &'a [Spot],
    /// What is to be kept in view while the selection is followed.
    pub(super) goal: Option<Spot>,
}

/// The columns of the text in an area this wide.
pub(super) fn columns(area: u16) -> u16 {
    area.saturating_sub(MARGIN).clamp(1, WIDEST)
}

impl Layout {
    pub(super) fn new(head: Vec<Line<'static>>, pages: &[Page], room: u16) -> Self {
        let mut rows = Vec::new();
        for (i, page) in pages.iter().enumerate() {
            if pages.len() > 1 {
                rows.push(Row { spot: Spot::new(i, 0..0), kind: Kind::Break });
            }
            wrap_page(&mut rows, i, &page.text, usize::from(room));
        }
        Self { head, rows }
    }

    fn len(&self) -> usize {
        self.head.len() + self.rows.len()
    }

    /// The line in which a byte is.
    fn line_of(&self, page: usize, byte: usize) -> usize {
        self.head.len() + self.rows.partition_point(|r| (r.spot.page, r.spot.end) <= (page, byte))
    }

    /// Where to scroll to so that `goal` is in view with a few lines around it.
    fn follow(&self, goal: Spot, scroll: usize, height: usize) -> usize {
        let around = AROUND.min(height / 4);
        let first = self.line_of(goal.page, goal.start);
        let last = self.line_of(goal.page, goal.end.saturating_sub(1).max(goal.start));
        if first + around < height && last < height && scroll > 0 && first < scroll + around {
            return 0;
        }
        if first < scroll + around || last - first >= height {
            first.saturating_sub(around)
        } else if last + around >= scroll + height {
            last + around + 1 - height
        } else {
            scroll
        }
    }

    /// The page that is read when the lines from `scroll` on are in view.
    fn page_at(&self, scroll: usize, height: usize, goal: Option<Spot>) -> usize {
        let at = goal.map(|g| self.line_of(g.page, g.start)).filter(|at| (scroll..scroll + height).contains(at));
        let at = at.unwrap_or(scroll + height / 2).max(self.head.len()) - self.head.len();
        self.rows.get(at.min(self.rows.len().saturating_sub(1))).map_or(0, |r| r.spot.page)
    }
}

/// Paragraphs, words kept whole; a single line break is a blank.
fn wrap_page(rows: &mut Vec<Row>, page: usize, text: &str, room: usize) {
    let mut paragraph = 0;
    for part in text.split("\n\n") {
        let start = paragraph;
        paragraph += part.len() + 2;
        if part.trim().is_empty() {
            continue;
        }
        if rows.last().is_some_and(|r| matches!(r.kind, Kind::Text | Kind::Heading)) {
            rows.push(Row { spot: Spot::new(page, start..start), kind: Kind::Blank });
        }
        let kind = if is_heading(part) { Kind::Heading } else { Kind::Text };
        for range in wrap_paragraph(part, room) {
            rows.push(Row { spot: Spot::new(page, start + range.start..start + range.end), kind });
        }
    }
    if !rows.is_empty() {
        rows.push(Row { spot: Spot::new(page, text.len()..text.len()), kind: Kind::Blank });
    }
}

fn is_heading(part: &str) -> bool {
    let part = part.trim();
    let begins = part.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    begins && part.len() < 90 && !part.contains('\n') && !part.ends_with(['.', '?', '!', ';', ',', ')', ']'])
}

fn wrap_paragraph(text: &str, room: usize) -> Vec<Range<usize>> {
    // Claims are one line each, as a rule; of many of them the words need not be looked at.
    if text.len() <= room && text.is_ascii() && text.trim() == text {
        return std::iter::once(0..text.len()).collect();
    }
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut line = 0..0;
    let mut taken = 0;
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let word = word.trim_end();
        if word.is_empty() {
            continue;
        }
        let wide = width(word);
        let gap = text[line.end.min(start)..start].chars().count();
        if line.end > line.start && taken + gap + wide <= room {
            line.end = start + word.len();
            taken += gap + wide;
            continue;
        }
        if line.end > line.start {
            lines.push(line);
        }
        (line, taken) = (start..start + word.len(), wide);
        // A word wider than the line is broken where it must be.
        while taken > room {
            let mut cut = 0;
            let mut fits = 0;
            for grapheme in text[line.clone()].graphemes(true) {
                let w = width(grapheme);
                if fits + w > room && cut > 0 {
                    break;
                }
                fits += w;
                cut += grapheme.len();
            }
            if cut == line.len() {
                break;
            }
            lines.push(line.start..line.start + cut);
            line.start += cut;
            taken = width(&text[line.clone()]);
        }
    }
    if line.end > line.start {
        lines.push(line);
    }
    lines
}

/// What of the text is in view.
pub(super) struct View {
    /// From the first byte in view to the last.
    pub(super) from: (usize, usize),
    pub(super) to: (usize, usize),
    /// The page that is read, by its place.
    pub(super) page: usize,
}

impl View {
    /// Whether a stretch is in view.
    pub(super) fn shows(&self, spot: &Spot) -> bool {
        (spot.page, spot.end) > self.from && (spot.page, spot.start) < self.to
    }

    /// The bytes of each page that are in view.
    pub(super) fn ranges<'p>(&self, pages: &'p [Page]) -> impl Iterator<Item = (usize, Range<usize>)> + 'p {
        let (from, to) = (self.from, self.to);
        (from.0..=to.0.min(pages.len().saturating_sub(1))).filter_map(move |i| {
            let text = &pages.get(i)?.text;
            let start = if i == from.0 { from.1 } else { 0 };
            let end = if i == to.0 { to.1 } else { text.len() };
            text.get(start..end).map(|_| (i, start..end))
        })
    }
}

impl Reader<'_> {
    /// Draws the text from where it is scrolled to; `over` says what is marked in
    /// what is in view, and what is beside it.
    pub(super) fn draw(
        &self,
        (state, ink, layout): (&State, RenderContext<'_>, &Layout),
        frame: &mut Frame<'_>,
        area: Rect,
        hits: &mut HitMap,
        over: impl FnOnce(&View) -> (Vec<Mark>, Vec<Sign>),
    ) -> View {
        let pane = self.pane;
        let height = usize::from(area.height);
        let most = layout.len().saturating_sub(height);
        let mut scroll = state.extents[pane].scroll.min(most);
        if let Some(goal) = self.goal.filter(|_| state.follow[pane]) {
            scroll = layout.follow(goal, scroll, height).min(most);
        }
        let room = columns(area.width);
        let left = area.x + (area.width.saturating_sub(room + MARGIN)) / 2;
        let shown: Vec<Row> =
            layout.rows.iter().skip(scroll.saturating_sub(layout.head.len())).take(height).copied().collect();
        let edge = |row: Option<&Row>, end: bool| {
            row.map_or((0, 0), |r| (r.spot.page, if end { r.spot.end } else { r.spot.start }))
        };
        let page = layout.page_at(scroll, height, self.goal);
        let view = View { from: edge(shown.first(), false), to: edge(shown.last(), true), page };
        let (marks, signs) = over(&view);
        let signs: Vec<&Sign> = signs.iter().filter(|s| view.shows(&s.spot)).collect();
        let first = self.items.partition_point(|s| (s.page, s.end) <= view.from);
        let end = self.items.partition_point(|s| (s.page, s.start) < view.to).max(first);
        let mut y = area.y;
        for line in layout.head.iter().skip(scroll).take(height) {
            frame.buffer_mut().set_line(left + MARGIN, y, line, room);
            y += 1;
        }
        for row in shown.iter().take(usize::from(area.bottom() - y)) {
            let margin = Rect { x: left, y, width: MARGIN, height: 1 };
            let body = Rect { x: left + MARGIN, y, width: room, height: 1 };
            match row.kind {
                Kind::Blank => {}
                Kind::Break => self.page_break(ink, frame, body, row.spot.page),
                Kind::Text | Kind::Heading => {
                    sign(ink, frame, margin, row, &signs);
                    self.row(ink, frame, body, row, &marks);
                    self.targets(hits, body, row, first..end);
                }
            }
            y += 1;
        }
        parts::scrollbar(frame, ink, Rect { width: area.width + 1, ..area }, scroll, layout.len(), true);
        hits.extents[pane] = Extent { scroll, most, height, items: Some((first, end)) };
        view
    }

    fn page_break(&self, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, page: usize) {
        let label = format!(" page {} ", self.pages[page].number);
        let rest = usize::from(body.width).saturating_sub(3 + label.len());
        let line = Line::from(vec![
            span(ink.glyphs.rule.repeat(3), ink.get(Role::Faint)),
            span(label, ink.get(Role::Muted)),
            span(ink.glyphs.rule.repeat(rest), ink.get(Role::Faint)),
        ]);
        frame.buffer_mut().set_line(body.x, body.y, &line, body.width);
    }

    fn row(&self, ink: RenderContext<'_>, frame: &mut Frame<'_>, body: Rect, row: &Row, marks: &[Mark]) {
        let text = &self.pages[row.spot.page].text;
        let over: Vec<&Mark> = marks.iter().filter(|m| m.spot.meets(&row.spot)).collect();
        let mut cuts = vec![row.spot.start, row.spot.end];
        for mark in &over {
            cuts.extend(
                [mark.spot.start, mark.spot.end].into_iter().filter(|c| (row.spot.start..row.spot.end).contains(c)),
            );
        }
        cuts.sort_unstable();
        cuts.dedup();
        let base = ink.get(if row.kind == Kind::Heading { Role::Strong } else { Role::Text });
        let spans: Vec<Span<'static>> = cuts
            .windows(2)
            .filter_map(|cut| {
                let part = text.get(cut[0]..cut[1])?;
                let here = Spot::new(row.spot.page, cut[0]..cut[1]);
                let style = over.iter().filter(|m| m.spot.meets(&here)).fold(base, |style, m| style.patch(m.style));
                Some(Span::styled(part.replace('\n', " "), style))
            })
            .collect();
        frame.buffer_mut().set_line(body.x, body.y, &Line::from(spans), body.width);
    }

    /// What can be clicked on in a line.
    fn targets(&self, hits: &mut HitMap, body: Rect, row: &Row, items: Range<usize>) {
        let text = &self.pages[row.spot.page].text;
        for i in items {
            let item = &self.items[i];
            if !item.meets(&row.spot) {
                continue;
            }
            let (from, to) = (item.start.max(row.spot.start), item.end.min(row.spot.end));
            let cells = |range: Range<usize>| text.get(range).map_or(0, |t| u16::try_from(width(t)).unwrap_or(0));
            let x = body.x + cells(row.spot.start..from).min(body.width);
            let wide = cells(from..to).min(body.right().saturating_sub(x));
            hits.add(Rect { x, width: wide, ..body }, Target::Item(self.pane, i));
        }
    }
}

/// The margin of a line: a bar along a stretch, its name where it begins.
fn sign(ink: RenderContext<'_>, frame: &mut Frame<'_>, margin: Rect, row: &Row, signs: &[&Sign]) {
    let mut over: Vec<&&Sign> = signs.iter().filter(|s| s.spot.meets(&row.spot)).collect();
    over.sort_by_key(|s| !s.here);
    let begins = |s: &&&Sign| s.spot.start >= row.spot.start && !s.label.is_empty();
    let names = over.iter().copied().filter(|s| begins(s)).count();
    if let Some(name) = over.iter().copied().find(begins) {
        let more = if names > 1 { "+" } else { "" };
        let label = fit(&format!("{}{more}", name.label), usize::from(MARGIN) - 2);
        let style = if name.here { name.style.patch(ink.get(Role::Accent)) } else { name.style };
        frame.buffer_mut().set_string(margin.x, margin.y, label, style);
    }
    if let Some(first) = over.first() {
        let (bar, style) = if first.here { (ink.glyphs.here, ink.get(Role::Accent)) } else { (first.bar, first.style) };
        frame.buffer_mut().set_string(margin.right() - 2, margin.y, bar, style);
    }
}

/// The line above the text: what it is, and where one is in it.
pub(super) fn status(frame: &mut Frame<'_>, area: Rect, pieces: Vec<(String, Style)>, dot: (String, Style)) {
    let mut spans = Vec::new();
    let mut taken = 0;
    for (text, style) in pieces.into_iter().filter(|(text, _)| !text.is_empty()) {
        let gap = if spans.is_empty() { 0 } else { width(&dot.0) };
        let room = usize::from(area.width).saturating_sub(taken + gap);
        if room < 8 && !spans.is_empty() {
            break;
        }
        if gap > 0 {
            spans.push(Span::styled(dot.0.clone(), dot.1));
        }
        let text = fit(&text, room);
        taken += gap + width(&text);
        spans.push(Span::styled(text, style));
    }
    frame.buffer_mut().set_line(area.x, area.y, &Line::from(spans), area.width);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, room: usize) -> Vec<&str> {
        wrap_paragraph(text, room).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn a_line_is_a_stretch_of_the_text_itself() {
        assert_eq!(lines("one two\nthree", 8), ["one two", "three"]);
        assert_eq!(lines("one  two", 8), ["one  two"]);
        assert_eq!(lines("incomprehensibility is", 8), ["incompre", "hensibil", "ity is"]);
        assert_eq!(lines("日本語の本", 4), ["日本", "語の", "本"]);
        assert!(lines(" \n ", 4).is_empty());
    }

    #[test]
    fn every_byte_has_its_line() {
        let page = |number, text: &str| Page { number, text: text.into() };
        let pages = [page(1, "Title\n\nOne two three four.\n\n\n\nFive."), page(2, ""), page(3, "Six seven.")];
        let layout = Layout::new(vec![Line::raw("head")], &pages, 9);
        for (i, page) in pages.iter().enumerate() {
            for (at, c) in page.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let row = layout.rows[layout.line_of(i, at) - 1];
                assert!(row.spot.meets(&Spot::new(i, at..at + c.len_utf8())), "{c} of page {i}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_or_too_wide(text in "[a-zé日 👩‍🔬\n]{0,60}", room in 2usize..20) {
            let lines = lines(&text, room);
            proptest::prop_assert!(lines.iter().all(|l| width(&l.replace('\n', " ")) <= room), "{:?}", lines);
            let kept = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(kept(&lines.concat()), kept(&text));
        }
    }
}
