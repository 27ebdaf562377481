//! The screen: a function of the state. Only rows in view are built; longer
//! texts are wrapped once for a width and then sliced.

mod activity;
mod agreement;
mod bars;
mod candidates;
mod chords;
mod compare;
mod counts;
mod criteria;
mod document;
mod documents;
mod evidence;
mod export;
mod foot;
mod form;
mod history;
mod issues;
mod list;
mod literature;
mod map;
mod opinions;
mod overlays;
mod overview;
mod palette;
mod panes;
mod parts;
mod pick;
mod prompts;
mod reader;
mod source;
pub(super) mod start;
mod statement;
mod tour;
mod trace;
mod verdict;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use crate::domain::{Stage, StatementId};

use super::{
    action::Target,
    keys::{Keymap, Op, Pane},
    state::{Extent, Overlay, PerPane, State},
    theme::{Role, Theme},
    wrap::{Flow, fit, wrap},
};
use parts::Glyphs;

/// The widest that is good to read, in columns.
const WIDEST: u16 = 110;

/// Below this nothing useful fits.
pub const SMALLEST: (u16, u16) = (60, 18);

/// What lies where, the uppermost last, and how far the panes can be scrolled.
#[derive(Clone, Debug, Default)]
pub struct HitMap {
    targets: Vec<(Rect, Target)>,
    /// What drawing found out.
    pub extents: PerPane<Extent>,
}

impl HitMap {
    /// What lies at a place.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Target> {
        let here = Position::new(column, row);
        self.targets.iter().rev().find(|(area, _)| area.contains(here)).map(|(_, target)| *target)
    }

    /// Where a pane is, if it is on the screen.
    fn area_of(&self, pane: Pane) -> Option<Rect> {
        self.targets.iter().find(|(_, target)| *target == Target::Pane(pane)).map(|(area, _)| *area)
    }

    fn add(&mut self, area: Rect, target: Target) {
        self.targets.push((area, target));
    }
}

/// Styles and symbols.
#[derive(Clone, Copy)]
struct RenderContext<'a> {
    theme: &'a Theme,
    keymap: &'a Keymap,
    glyphs: &'static Glyphs,
    ascii: bool,
    now: u64,
}

/// Wrapped texts of the panes, kept until something in them changes.
#[derive(Debug, Default)]
pub struct ViewCache {
    panes: [Option<Cached>; Pane::COUNT],
    texts: [reader::Slot; 2],
}

#[derive(Debug)]
struct Cached {
    key: Key,
    lines: Vec<Line<'static>>,
    /// First lines of the items in it, if it has items.
    starts: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Key {
    id: StatementId,
    head: u64,
    width: u16,
    selected: usize,
    version: u64,
    running: u16,
    theme: String,
}

/// A pane's content: lines, and where its items start.
struct Content {
    flow: Flow,
    starts: Vec<usize>,
}

impl Content {
    fn new(width: u16) -> Self {
        Self { flow: Flow::new(width), starts: Vec::new() }
    }
}

/// Draws everything.
pub fn view(state: &State, cache: &mut ViewCache, frame: &mut Frame<'_>) -> HitMap {
    let ink = RenderContext::new(&state.theme, &state.keymap, state.ascii, if state.motion { state.now } else { 0 });
    let area = frame.area();
    let mut hits = HitMap { targets: Vec::new(), extents: state.extents };
    frame.buffer_mut().set_style(area, ink.get(Role::Base));
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(frame, ink, area, "{quit}");
        return hits;
    }
    let header = Rect { height: 1, ..area };
    let foot = foot::footer_height(state, ink, area.width);
    let footer = Rect { y: area.bottom() - foot, height: foot, ..area };
    let body = Rect { y: area.y + 1, height: area.height - 1 - foot, ..area };
    bars::header(state, ink, frame, header);
    foot::footer(state, ink, frame, footer, &mut hits);
    let docked = match state.overlays.last() {
        Some(Overlay::Form(form)) if form.is_docked() => Some(form),
        _ => None,
    };
    if state.shown.rows.is_empty() && !state.focus.is_view() {
        list::no_statements(state, ink, frame, body);
    } else if state.focus.is_view() {
        let taken = docked.map_or(0, |form| form::docked_height(form, body));
        let above = Rect { height: body.height - taken, ..body };
        page(state, ink, cache, frame, above, &mut hits);
    } else if let Some(form) = docked {
        panes::docked(state, ink, cache, frame, form, body, &mut hits);
    } else {
        panes::view(state, ink, cache, frame, body, &mut hits);
    }
    overlays::view(state, ink, frame, body, &mut hits);
    foot::keys_on_top(state, ink, frame, footer, &mut hits);
    chords::view(state, ink, frame, body, &mut hits);
    if ink.ascii {
        plain(frame);
    }
    hits
}

/// What ASCII has for signs in texts and in the names of keys.
const PLAIN: [(&str, &str); 14] = [
    ("…", "~"),
    ("–", "-"),
    ("—", "-"),
    ("‹", "<"),
    ("›", ">"),
    ("“", "\""),
    ("”", "\""),
    ("‘", "'"),
    ("’", "'"),
    ("↑", "^"),
    ("↓", "v"),
    ("←", "<"),
    ("→", ">"),
    ("⇧", "+"),
];

/// Puts signs of ASCII in the place of others that mean the same.
fn plain(frame: &mut Frame<'_>) {
    for cell in &mut frame.buffer_mut().content {
        if let Some((_, sign)) = PLAIN.iter().find(|(own, _)| cell.symbol() == *own) {
            cell.set_symbol(sign);
        }
    }
}

/// Of what a pane or view is drawn.
enum Draw {
    /// Lines, wrapped once for a width; whether they may be as wide as the screen. Long lines are hard to read.
    Lines(fn(&State, RenderContext<'_>, u16) -> Content, bool),
    /// Widgets.
    Widgets(fn(&State, RenderContext<'_>, &mut Frame<'_>, Rect, &mut HitMap)),
    /// A text that is only sliced, kept in this slot.
    Text(usize, fn(&State, RenderContext<'_>, &mut reader::Slot, &mut Frame<'_>, Rect, &mut HitMap)),
}

/// Every pane and view, a row each: what follows its name where it has the screen to itself, and how it is drawn.
#[rustfmt::skip]
fn look(pane: Pane) -> (fn(&State) -> String, Draw) {
    let untitled: fn(&State) -> String = |_| String::new();
    let (narrow, wide) = (false, true);
    match pane {
        Pane::Statements | Pane::Statement => (untitled, Draw::Lines(statement::content, narrow)),
        Pane::Against => (untitled, Draw::Lines(|s, ink, width| evidence::content(s, ink, width, Pane::Against), narrow)),
        Pane::For => (untitled, Draw::Lines(|s, ink, width| evidence::content(s, ink, width, Pane::For), narrow)),
        Pane::Issues => (untitled, Draw::Lines(issues::content, narrow)),
        Pane::Verdict => (untitled, Draw::Lines(verdict::content, narrow)),
        Pane::Overview => (untitled, Draw::Widgets(overview::view)),
        Pane::Map => (map::title, Draw::Lines(map::content, wide)),
        Pane::Source => (|state| state.title.to_string(), Draw::Text(0, source::view)),
        Pane::Document => (document::title, Draw::Text(1, document::view)),
        Pane::History => (history::title, Draw::Lines(history::content, narrow)),
        Pane::Activity => (activity::title, Draw::Widgets(activity::view)),
        Pane::Trace => (trace::title, Draw::Lines(trace::content, narrow)),
        Pane::Export => (export::title, Draw::Lines(export::content, narrow)),
        Pane::Opinions => (opinions::title, Draw::Lines(opinions::content, wide)),
        Pane::Agreement => (untitled, Draw::Lines(agreement::content, narrow)),
        Pane::Literature => (literature::title, Draw::Widgets(literature::view)),
    }
}

/// A view that has the screen to itself.
fn page(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    body: Rect,
    hits: &mut HitMap,
) {
    let view = state.focus;
    let (title, draw) = look(view);
    let room = usize::from(body.width).saturating_sub(view.name().len() + 9);
    let lacks_statement = view.is_of_a_statement() && state.shown.rows.is_empty();
    let title = if lacks_statement { String::new() } else { fit(&title(state), room) };
    let title = parts::title(ink, "", view.name(), &title, true);
    let inner = parts::panel(frame, ink, body, title, Vec::new(), true);
    hits.add(body, Target::Pane(view));
    if lacks_statement {
        let mut content = Content::new(inner.width);
        empty(
            &mut content,
            ink,
            "This view shows one statement, and the review has none yet.",
            "{statements} says why.",
        );
        list::put(frame, content, inner);
        return;
    }
    match draw {
        Draw::Widgets(draw) => draw(state, ink, frame, inner, hits),
        Draw::Text(slot, draw) => draw(state, ink, &mut cache.texts[slot], frame, inner, hits),
        Draw::Lines(_, is_wide) => {
            let width = inner.width.min(if is_wide { inner.width } else { WIDEST });
            let area = Rect { x: inner.x + (inner.width - width) / 2, width, ..inner };
            content(state, ink, cache, frame, area, view, hits);
        }
    }
}

fn framed(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    area: Rect,
    pane: Pane,
    hits: &mut HitMap,
) {
    let focused = state.focus == pane;
    let key = state.keymap.name(Op::Go(pane));
    let room = usize::from(area.width).saturating_sub(key.len() + 8);
    let (name, detail) = bars::name(state, pane, room);
    let right = match pane {
        Pane::Verdict => bars::decided_by(state, ink),
        Pane::Issues => bars::quality(state, ink),
        _ => Vec::new(),
    };
    let detail = fit(&detail, room.saturating_sub(name.len()));
    let inner = parts::panel(frame, ink, area, parts::title(ink, &key, name, &detail, focused), right, focused);
    hits.add(area, Target::Pane(pane));
    content(state, ink, cache, frame, inner, pane, hits);
}

/// Panes with fewer lines than this show the passage of a citation rather than the heading of its document.
const LOW: usize = 8;

/// The lines of a pane, from where it is scrolled to.
fn content(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    area: Rect,
    pane: Pane,
    hits: &mut HitMap,
) {
    let cached = prepared(state, ink, cache, area.width, pane);
    let height = usize::from(area.height);
    let total = cached.lines.len();
    let most = total.saturating_sub(height);
    let mut scroll = state.extents[pane].scroll.min(most);
    let selected = state.at[pane];
    if let Some(start) = cached.starts.get(selected).copied().filter(|_| state.follow[pane]) {
        let end = cached.starts.get(selected + 1).copied().unwrap_or(total);
        // The top of a card tells more than its end.
        if start < scroll || end - start >= height {
            // In a low pane the passage is shown rather than the heading above it.
            let is_number =
                |line: &usize| cached.lines[*line].spans.iter().any(|s| parts::number(s.content.trim()).is_some());
            let passage = (start..end).find(is_number).filter(|_| height < LOW);
            scroll = passage.unwrap_or(start);
        } else if end > scroll + height {
            scroll = end - height;
        }
        scroll = scroll.min(most);
    }
    let mut numbers = Vec::new();
    for (i, line) in cached.lines.iter().skip(scroll).take(height).enumerate() {
        let y = area.y + u16::try_from(i).unwrap_or(0);
        frame.buffer_mut().set_line(area.x, y, line, area.width);
        let mut x = area.x;
        for span in &line.spans {
            let width = u16::try_from(span.width()).unwrap_or(0);
            if let Some(number) = parts::number(&span.content) {
                numbers.push((Rect { x, y, width, height: 1 }, Target::Citation(number)));
            }
            if let Some(place) = (pane == Pane::Map).then(|| map::place(state, &span.content)).flatten() {
                numbers.push((Rect { x, y, width, height: 1 }, Target::Item(pane, place)));
            }
            x = x.saturating_add(width);
        }
    }
    // A row of the map is many statements, each with a place of its own; the start of a report is nothing to open.
    let is_item = |place: usize| pane != Pane::Map && (pane != Pane::Export || place < state.items(pane));
    let items = cached.starts.iter().enumerate().filter(|(place, _)| is_item(*place));
    for (i, start) in items {
        let end = cached.starts.get(i + 1).copied().unwrap_or(total);
        let (from, to) = (start.max(&scroll) - scroll, end.clamp(scroll, scroll + height) - scroll);
        if from < to {
            let y = area.y + u16::try_from(from).unwrap_or(0);
            let item = Rect { y, height: u16::try_from(to - from).unwrap_or(0), ..area };
            hits.add(item, Target::Item(pane, i));
        }
    }
    hits.targets.append(&mut numbers);
    parts::scrollbar(frame, ink, Rect { width: area.width + 1, ..area }, scroll, total, state.focus == pane);
    hits.extents[pane] = Extent { scroll, most, height, items: None };
}

/// The wrapped content of a pane, made anew when something in it changed.
fn prepared<'c>(state: &State, ink: RenderContext<'_>, cache: &'c mut ViewCache, width: u16, pane: Pane) -> &'c Cached {
    let mut running = u16::from(state.busy) << 12;
    if let Some(id) = state.id() {
        running |= state.running.keys().filter(|(i, _)| *i == Some(id)).fold(0, |bits, (_, s)| bits | 1 << s.number());
    }
    if state.focus == pane {
        running |= 1 << 13;
    }
    let key = Key {
        id: state.id().unwrap_or(StatementId(u32::MAX)),
        head: state.detail().map_or(0, |d| d.head) << 1 | u64::from(state.detail().is_some()),
        width,
        selected: state.at[pane],
        version: state.version[pane],
        running,
        theme: ink.theme.name().to_owned(),
    };
    let slot = &mut cache.panes[pane.index()];
    let fresh = slot.take().filter(|c| c.key == key);
    slot.insert(fresh.unwrap_or_else(|| {
        let made = match look(pane).1 {
            Draw::Lines(lines, _) => lines(state, ink, width),
            Draw::Widgets(_) | Draw::Text(..) => Content::new(width),
        };
        Cached { key, lines: made.flow.into_lines(), starts: made.starts }
    }))
}

fn too_small(frame: &mut Frame<'_>, ink: RenderContext<'_>, area: Rect, quit: &str) {
    let text = format!(
        "gainsay needs {} × {} cells; here are {} × {}. Make the window larger; {quit} quits.",
        SMALLEST.0, SMALLEST.1, area.width, area.height
    );
    let text = ink.keymap.text(&text);
    let lines = wrap(&[(text.into(), ink.get(Role::Text))], usize::from(area.width.max(1)));
    for (i, line) in lines.iter().take(usize::from(area.height)).enumerate() {
        frame.buffer_mut().set_line(area.x, area.y + u16::try_from(i).unwrap_or(0), line, area.width);
    }
}

/// A hint in an empty pane: what is the case, and what to do, with `{name}` for
/// the keys of something.
fn empty(content: &mut Content, ink: RenderContext<'_>, what: &str, hint: &str) {
    if !what.is_empty() {
        content.flow.para(&[], &[], &[(what.to_owned().into(), ink.get(Role::Text))]);
    }
    if !hint.is_empty() {
        content.flow.para(&[], &[], &[(ink.keymap.text(hint).into(), ink.get(Role::Muted))]);
    }
}

/// That a stage failed and why, with what can be done.
fn failed(content: &mut Content, ink: RenderContext<'_>, stage: Stage, why: &str, hint: &str) {
    let head = format!("{} {stage} failed", ink.glyphs.failed);
    content.flow.para(&[], &[], &[(head.into(), ink.get(Role::Blocker))]);
    content.flow.para(&[], &[], &[(why.to_owned().into(), ink.get(Role::Text))]);
    content.flow.blank();
    empty(content, ink, "", hint);
}

fn span(text: impl Into<String>, style: ratatui::style::Style) -> Span<'static> {
    Span::styled(text.into(), style)
}
