//! What the panes are made of: symbols with their words, meters, frames.

use ratatui::{
    Frame,
    layout::Rect,
    style::{Color, Modifier, Style},
    symbols::border,
    text::{Line, Span},
    widgets::{Block, BorderType, Padding},
};

use crate::{
    desk::Detail,
    domain::{Level, Severity, Stage, Stance, Triage, Verdict, describe_beside},
    reason::builtin::is_damaged,
    review::{Revision, StageState, Who},
};

use super::{
    super::{
        keys::Keymap,
        theme::{Role, Theme},
        wrap::{Piece, width},
    },
    RenderContext,
};

/// The symbols, in Unicode or ASCII.
pub(super) struct Glyphs {
    pub(super) against: &'static str,
    pub(super) supports: &'static str,
    pub(super) undecided: &'static str,
    pub(super) none: &'static str,
    pub(super) done: &'static str,
    pub(super) stale: &'static str,
    pub(super) missing: &'static str,
    pub(super) failed: &'static str,
    pub(super) set: &'static str,
    pub(super) bar: &'static str,
    pub(super) here: &'static str,
    pub(super) flag: &'static str,
    pub(super) note: &'static str,
    pub(super) tick: &'static str,
    pub(super) decide: &'static str,
    pub(super) check: &'static str,
    pub(super) minor: &'static str,
    pub(super) dot: &'static str,
    pub(super) arrow: &'static str,
    pub(super) full: &'static str,
    pub(super) empty: &'static str,
    pub(super) rule: &'static str,
    pub(super) heavy: &'static str,
    pub(super) turning: [&'static str; 4],
}

const UNICODE: Glyphs = Glyphs {
    against: "✗",
    supports: "✓",
    undecided: "?",
    none: "·",
    done: "●",
    stale: "◐",
    missing: "○",
    failed: "✖",
    set: "◆",
    bar: "▎",
    here: "▌",
    flag: "⚑",
    note: "✎",
    tick: "☑",
    decide: "▲",
    check: "■",
    minor: "▪",
    dot: "·",
    arrow: "→",
    full: "━",
    empty: "─",
    rule: "─",
    heavy: "━",
    turning: ["◴", "◷", "◶", "◵"],
};

const ASCII: Glyphs = Glyphs {
    against: "x",
    supports: "+",
    undecided: "?",
    none: ".",
    done: "*",
    stale: "~",
    missing: "o",
    failed: "!",
    set: "#",
    bar: "|",
    here: ">",
    flag: "F",
    note: "N",
    tick: "x",
    decide: "!",
    check: "*",
    minor: "-",
    dot: "-",
    arrow: "->",
    full: "=",
    empty: "-",
    rule: "-",
    heavy: "=",
    turning: ["|", "/", "-", "\\"],
};

impl Glyphs {
    pub(super) fn of(ascii: bool) -> &'static Self {
        if ascii { &ASCII } else { &UNICODE }
    }
}

pub(super) fn verdict(ink: RenderContext<'_>, verdict: Verdict) -> (String, Style) {
    let (symbol, role) = match verdict {
        Verdict::Contradicts => (ink.glyphs.against, Role::Against),
        Verdict::Supports => (ink.glyphs.supports, Role::For),
        Verdict::Undecided => (ink.glyphs.undecided, Role::Undecided),
    };
    (format!("{symbol} {}", verdict.name()), ink.get(role))
}

pub(super) fn stance(ink: RenderContext<'_>, stance: Stance) -> (String, Style) {
    let (symbol, role) = match stance {
        Stance::Contradicts => (ink.glyphs.against, Role::Against),
        Stance::Supports => (ink.glyphs.supports, Role::For),
        Stance::Mixed => (ink.glyphs.undecided, Role::Undecided),
        Stance::NotAddressed => (ink.glyphs.none, Role::Muted),
    };
    (format!("{symbol} {}", stance.name()), ink.get(role))
}

pub(super) fn severity(ink: RenderContext<'_>, severity: Severity) -> (String, Style) {
    let (symbol, role) = match severity {
        Severity::Blocker => (ink.glyphs.decide, Role::Blocker),
        Severity::Major => (ink.glyphs.check, Role::Major),
        Severity::Minor => (ink.glyphs.minor, Role::Minor),
    };
    (format!("{symbol} {}", severity.name()), ink.get(role))
}

pub(super) fn triage(ink: RenderContext<'_>, triage: Triage) -> (String, Style) {
    match triage {
        Triage::Decide => (format!("{} decide", ink.glyphs.decide), ink.get(Role::Blocker)),
        Triage::Check => (format!("{} check", ink.glyphs.check), ink.get(Role::Major)),
        Triage::Skim => (format!("{} skim", ink.glyphs.minor), ink.get(Role::Minor)),
    }
}

/// Symbol, word and style of a stage's state.
pub(super) fn state(
    ink: RenderContext<'_>,
    detail: &Detail,
    stage: Stage,
    running: bool,
) -> (&'static str, &'static str, Style) {
    if running {
        return (ink.turning(), "running", ink.get(Role::Running));
    }
    if detail.is_not_needed(stage) {
        return (ink.glyphs.none, "not needed", ink.get(Role::Muted));
    }
    match detail.state(stage) {
        StageState::Missing => (ink.glyphs.missing, "missing", ink.get(Role::Muted)),
        StageState::Done => (ink.glyphs.done, "done", ink.get(Role::For)),
        StageState::Stale => (ink.glyphs.stale, "stale", ink.get(Role::Stale)),
        StageState::Failed(_) => (ink.glyphs.failed, "failed", ink.get(Role::Blocker)),
        // Its inputs have changed since, and no run replaces it.
        StageState::Overridden { inputs_changed: true, .. } => (ink.glyphs.set, "set, old", ink.get(Role::Stale)),
        StageState::Overridden { .. } => (ink.glyphs.set, "set", ink.get(Role::Overridden)),
    }
}

/// A share 0–1 as a line of `length` cells.
pub(super) fn meter(ink: RenderContext<'_>, value: f64, length: usize, style: Style) -> [Piece<'static>; 2] {
    let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
    let full = (0..length).filter(|cell| share(2 * cell + 1, 2 * length) <= value).count();
    [
        (ink.glyphs.full.repeat(full).into(), style),
        (ink.glyphs.empty.repeat(length - full).into(), ink.get(Role::Track)),
    ]
}

/// A part of a whole, 0–1.
pub(super) fn share(part: usize, whole: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    number(part) / number(whole).max(1.0)
}

/// `0.81 high`.
pub(super) fn confidence(value: f64) -> String {
    format!("{} {}", Level::describe(value), Level::of(value).name())
}

/// `0.81 high`, with more figures where the confidence is just beside the `floor` that a side must exceed to win.
pub(super) fn confidence_beside(value: f64, floor: f64) -> String {
    match describe_beside(value, &[floor]) {
        shown if shown.len() > "0.70".len() => format!("{shown} {}", Level::of(value).name()),
        _ => confidence(value),
    }
}

/// `0.81 high`, or that the reviewer gave none.
pub(super) fn given_confidence(value: Option<f64>) -> String {
    value.map_or_else(|| "confidence not given".to_owned(), confidence)
}

/// Who made a revision.
pub(super) fn maker(revision: &Revision, details: bool) -> String {
    match revision {
        Revision::Machine(made) if !details && !made.spec.is_given() => {
            let model = made.spec.model.as_ref().map(|model| &model.name).filter(|name| !name.trim().is_empty());
            model.unwrap_or(&made.spec.reasoner).one_line().to_string()
        }
        Revision::Machine(made) => made.spec.describe(),
        Revision::Override(set) => match &set.who {
            Who::Reviewer(name) => name.to_string(),
            Who::Engine => "engine".to_owned(),
        },
    }
}

/// What to do about a statement with broken words, for which nothing can be found; with `{name}` for keys.
pub(super) fn damage(detail: &Detail) -> Option<&'static str> {
    is_damaged(&detail.statement.text).then_some(
        "The words of this statement look damaged, so nothing is found by them; {statement_edit} corrects them.",
    )
}

/// A text in which the numbers of citations (`[3]`) stand out, to be clicked on.
pub(super) fn cited<'a>(ink: RenderContext<'_>, text: &'a str, numbers: &[u32], style: Style) -> Vec<Piece<'a>> {
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    let mut from = 0;
    for (open, _) in text.match_indices('[') {
        let Some(close) = text[open..].find(']').map(|length| open + length + 1) else { break };
        if number(&text[open..close]).is_some_and(|n| numbers.contains(&n)) {
            pieces.push((text[from..open].into(), style));
            pieces.push((text[open..close].into(), ink.get(Role::Key)));
            from = close;
        }
    }
    pieces.push((text[from..].into(), style));
    pieces
}

/// The number in brackets, if there is nothing else.
pub(super) fn number(text: &str) -> Option<u32> {
    text.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// `3 issues`, `1 issue`.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// Draws a frame with a title and returns the room in it. The focused one is
/// heavy, so that it is seen without colour too.
pub(super) fn panel(
    frame: &mut Frame<'_>,
    ink: RenderContext<'_>,
    area: Rect,
    title: Vec<Span<'static>>,
    right: Vec<Span<'static>>,
    focused: bool,
) -> Rect {
    let style = if focused { ink.get(Role::Accent) } else { ink.get(Role::Faint) };
    let mut block = Block::bordered().border_style(style).padding(Padding::horizontal(1));
    block = match (ink.ascii, focused) {
        (false, false) => block.border_type(BorderType::Rounded),
        (false, true) => block.border_type(BorderType::Thick),
        (true, false) => block.border_set(ascii_border("-", "|", "+")),
        (true, true) => block.border_set(ascii_border("=", "#", "#")),
    };
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let room = usize::from(area.width.saturating_sub(4));
    let mut title = title;
    while title.len() > 1 && title.iter().map(|s| width(&s.content)).sum::<usize>() > room {
        title.pop();
    }
    let taken: usize = title.iter().map(|s| width(&s.content)).sum();
    let tail: usize = right.iter().map(|s| width(&s.content)).sum();
    on_border(frame, ink, Rect { x: area.x + 2, width: area.width.saturating_sub(4), height: 1, ..area }, title);
    if tail > 0 && taken + tail < room {
        let tail = u16::try_from(tail).unwrap_or(0);
        let x = area.right().saturating_sub(2 + tail);
        on_border(frame, ink, Rect { x, width: tail, height: 1, ..area }, right);
    }
    inner
}

/// Draws words on a line of a frame, which they interrupt.
pub(super) fn on_border(frame: &mut Frame<'_>, ink: RenderContext<'_>, area: Rect, words: Vec<Span<'static>>) {
    let base = ink.get(Role::Base).fg.unwrap_or(Color::Reset);
    let plain = Style::default().fg(base).remove_modifier(Modifier::all());
    let taken = words.iter().map(|s| width(&s.content)).sum::<usize>();
    let length = u16::try_from(taken).unwrap_or(u16::MAX).min(area.width);
    frame.buffer_mut().set_style(Rect { width: length, ..area }, plain);
    frame.buffer_mut().set_line(area.x, area.y, &Line::from(words), area.width);
}

/// Marks a row as selected. Where that is reverse video, the row is one colour:
/// reversed colours beside each other are hard to read.
pub(super) fn select(frame: &mut Frame<'_>, ink: RenderContext<'_>, area: Rect) {
    let style = ink.get(Role::Selected);
    let style =
        if style.add_modifier.contains(Modifier::REVERSED) { style.fg(Color::Reset).bg(Color::Reset) } else { style };
    frame.buffer_mut().set_style(area, style);
}

fn ascii_border(h: &'static str, v: &'static str, c: &'static str) -> border::Set<'static> {
    border::Set {
        top_left: c,
        top_right: c,
        bottom_left: c,
        bottom_right: c,
        vertical_left: v,
        vertical_right: v,
        horizontal_top: h,
        horizontal_bottom: h,
    }
}

/// Shows where in a long text one is, on the right border of `area`.
pub(super) fn scrollbar(
    frame: &mut Frame<'_>,
    ink: RenderContext<'_>,
    area: Rect,
    scroll: usize,
    total: usize,
    focused: bool,
) {
    let height = usize::from(area.height);
    if total <= height || height == 0 {
        return;
    }
    let thumb = (height * height / total).max(1);
    let most = total - height;
    let top = (scroll.min(most) * (height - thumb) + most / 2) / most;
    let style = if focused { ink.get(Role::Accent) } else { ink.get(Role::Muted) };
    let symbol = if ink.ascii { "@" } else { "▐" };
    for i in 0..thumb {
        let y = area.y + u16::try_from(top + i).unwrap_or(0);
        if let Some(cell) = frame.buffer_mut().cell_mut((area.right(), y)) {
            cell.set_symbol(symbol).set_style(style.remove_modifier(Modifier::all()));
        }
    }
}

/// The title of a pane: its key, its name, what is in it.
pub(super) fn title(ink: RenderContext<'_>, key: &str, name: &str, detail: &str, focused: bool) -> Vec<Span<'static>> {
    let name_style = if focused { ink.get(Role::Accent) } else { ink.get(Role::Strong) };
    let lead = if key.is_empty() { " ".to_owned() } else { format!(" {key} ") };
    let mut spans = vec![Span::styled(lead, ink.get(Role::Key)), Span::styled(format!("{name} "), name_style)];
    if !detail.is_empty() {
        spans.push(Span::styled(format!("{detail} "), ink.get(Role::Muted)));
    }
    spans
}

/// Style lookup, shared by everything that draws.
impl<'a> RenderContext<'a> {
    pub(super) fn new(theme: &'a Theme, keymap: &'a Keymap, ascii: bool, now: u64) -> Self {
        Self { theme, keymap, glyphs: Glyphs::of(ascii), ascii, now }
    }

    pub(super) fn get(self, role: Role) -> Style {
        self.theme.get(role)
    }

    pub(super) fn turning(self) -> &'static str {
        let turn = usize::try_from(self.now / super::super::state::TURN).unwrap_or(0);
        self.glyphs.turning[turn % self.glyphs.turning.len()]
    }
}

/// Draws as many lines as fit, from the top.
pub(super) fn lines(frame: &mut Frame<'_>, area: Rect, lines: &[Line<'_>]) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
}
