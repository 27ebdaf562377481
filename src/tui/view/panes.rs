//! The panes beside each other, one at a time, or above the form for a verdict.

use ratatui::{Frame, layout::Rect};

use crate::text::counted;

use super::{
    super::{
        action::Target,
        form::Form,
        keys::{Op, Pane},
        state::State,
        theme::Role,
        wrap::{fit, width},
    },
    HitMap, RenderContext, ViewCache, bars, content, form, framed, list, parts, prepared, span, statement,
};

/// The room for what the side of the evidence has that is not shown.
const OTHER_SIDE: usize = 40;

/// The statement and the evidence above a form, in what it leaves of the body.
pub(super) fn docked(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    form: &Form,
    body: Rect,
    hits: &mut HitMap,
) {
    let above = Rect { height: body.height.saturating_sub(form::docked_height(form, body)), ..body };
    let brief = 3.min(above.height);
    statement::brief(state, ink, frame, Rect { x: above.x + 1, width: above.width - 2, height: brief, ..above });
    let evidence = Rect { y: above.y + brief, height: above.height - brief, ..above };
    if evidence.height < 3 {
        return;
    }
    let items = [state.items(Pane::Against), state.items(Pane::For)];
    let left = beside(evidence.width, items);
    if evidence.width >= 100 {
        framed(state, ink, cache, frame, Rect { width: left, ..evidence }, Pane::Against, hits);
        let right = Rect { x: evidence.x + left, width: evidence.width - left, ..evidence };
        return framed(state, ink, cache, frame, right, Pane::For, hits);
    }
    let (side, other) = match form.side.unwrap_or(state.focus) {
        Pane::For => (Pane::For, Pane::Against),
        pane if pane != Pane::Against && items[0] == 0 => (Pane::For, Pane::Against),
        _ => (Pane::Against, Pane::For),
    };
    framed(state, ink, cache, frame, evidence, side, hits);
    // What the other side has, and how to get there.
    hits.extents[other].height = 0;
    let (name, counts) = bars::name(state, other, OTHER_SIDE);
    let keys = if side == Pane::Against { "PgDn" } else { "PgUp" };
    let words = vec![
        span(format!(" {keys} "), ink.get(Role::Key)),
        span(format!("{name} "), ink.get(Role::Text)),
        span(format!("{counts} "), ink.get(Role::Muted)),
    ];
    let length: usize = words.iter().map(|span| width(&span.content)).sum();
    let length = u16::try_from(length).unwrap_or(u16::MAX).min(evidence.width.saturating_sub(4));
    let edge = Rect { x: evidence.right() - 2 - length, y: evidence.bottom() - 1, width: length, height: 1 };
    parts::on_border(frame, ink, edge, words);
}

pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    body: Rect,
    hits: &mut HitMap,
) {
    if state.zoomed {
        return zoomed(state, ink, cache, frame, body, hits);
    }
    let beside = body.width >= 100 && state.list;
    let list_width = if beside { (body.width * 31 / 100).clamp(36, 48) } else { 0 };
    let main = Rect { x: body.x + list_width, width: body.width - list_width, ..body };
    if beside {
        statements(state, ink, frame, Rect { width: list_width, ..body }, hits);
    }
    if main.width >= 76 && main.height >= 28 && (beside || state.focus != Pane::Statements) {
        full(state, ink, cache, frame, main, hits);
    } else {
        narrow(state, ink, cache, frame, main, beside, hits);
    }
}

/// The list in its frame.
fn statements(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let focused = state.focus == Pane::Statements;
    let rows = state.visible.len();
    let words = state.listing.words();
    let ticked = if state.ticked.is_empty() { String::new() } else { format!("{} ticked ", state.ticked.len()) };
    let found = match (state.listing.is_whole(), words.is_empty()) {
        (false, _) => format!("{ticked}{rows} of {}: {words}", state.shown.rows.len()),
        (true, false) => format!("{ticked}{words}"),
        (true, true) => ticked.trim_end().to_owned(),
    };
    let found = fit(&found, usize::from(area.width).saturating_sub(18));
    let title = parts::title(ink, &state.keymap.name(Op::Go(Pane::Statements)), "Statements", &found, focused);
    let inner = parts::panel(frame, ink, area, title, Vec::new(), focused);
    hits.add(area, Target::Pane(Pane::Statements));
    of_candidates(state, ink, frame, Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }, hits);
    list::view(state, ink, frame, inner, hits);
    list::assessment(state, ink, frame, inner);
}

/// One pane over the whole body.
fn zoomed(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    body: Rect,
    hits: &mut HitMap,
) {
    if state.focus == Pane::Statements {
        statements(state, ink, frame, body, hits);
    } else {
        framed(state, ink, cache, frame, body, state.focus, hits);
    }
}

/// How many of the sentences that could be statements are, where some are not, at the end of a line of the list's frame.
fn of_candidates(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, line: Rect, hits: &mut HitMap) {
    let others = state.shown.candidates.len();
    if others == 0 {
        return;
    }
    let key = format!(" {}", state.keymap.name(Op::Candidates));
    let text = match state.shown.sentences() {
        Some(all) => format!(" {} of {all} candidates ", state.shown.rows.len()),
        None => format!(" {} ", counted(others, "other candidate")),
    };
    let length = u16::try_from(width(&key) + width(&text)).unwrap_or(u16::MAX).min(line.width.saturating_sub(4));
    let area = Rect { x: line.right().saturating_sub(2 + length), width: length, ..line };
    parts::on_border(frame, ink, area, vec![span(key, ink.get(Role::Key)), span(text, ink.get(Role::Muted))]);
    hits.add(area, Target::Op(Op::Candidates));
}

/// From this width on the verdict has a column of its own.
const THREE_COLUMNS: u16 = 130;

/// The least lines of a pane beside or above others.
const MEAGRE_HEIGHT: u16 = 6;

/// The width of the left of two panes beside each other: half, and less for one with nothing in it.
fn beside(width: u16, items: [usize; 2]) -> u16 {
    let meagre = (width * 30 / 100).max(26);
    match items.map(|n| n > 0) {
        [false, true] => meagre,
        [true, false] => width.saturating_sub(meagre),
        _ => width / 2,
    }
}

/// Everything at once.
fn full(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    main: Rect,
    hits: &mut HitMap,
) {
    let wide = main.width >= THREE_COLUMNS;
    let right = if wide { (main.width * 36 / 100).clamp(48, 64) } else { 0 };
    let left = main.width - right;
    let mut needs = |pane, width: u16| {
        let lines = prepared(state, ink, cache, width - 4, pane).lines.len();
        u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2)
    };
    let strip = 3;
    let half = beside(left, [state.items(Pane::Against), state.items(Pane::For)]);
    let evidence = needs(Pane::Against, half).max(needs(Pane::For, left - half));
    // The statement has a quarter, and beside a column of verdicts up to two fifths where evidence leaves them.
    let spare = if wide { main.height.saturating_sub(strip + evidence.max(main.height * 3 / 5)) } else { 0 };
    let top = needs(Pane::Statement, left).clamp(5, (main.height * 24 / 100).max(5).max(spare));
    // The verdict has the room that the issues leave.
    let column = if wide {
        let most = main.height.saturating_sub(needs(Pane::Issues, right)).min(main.height - 6);
        needs(Pane::Verdict, right).min(most).max(main.height * 62 / 100)
    } else {
        0
    };
    let rest = main.height - top - strip;
    // The evidence and what is below it leave each other the room that they do not need.
    let issues_width = beside(left, [state.items(Pane::Issues), 1]);
    let bottom = if wide {
        0
    } else {
        let below = needs(Pane::Issues, issues_width).max(needs(Pane::Verdict, left - issues_width));
        let usual = (rest * 44 / 100).clamp(8, 22);
        usual.max(rest.saturating_sub(evidence)).min(below).max(MEAGRE_HEIGHT).min(rest.saturating_sub(MEAGRE_HEIGHT))
    };
    let middle = rest - bottom;
    let at = |x: u16, y: u16, width: u16, height: u16| Rect { x: main.x + x, y: main.y + y, width, height };
    framed(state, ink, cache, frame, at(0, 0, left, top), Pane::Statement, hits);
    bars::strip(state, ink, frame, at(1, top, left - 2, strip), hits);
    let y = top + strip;
    framed(state, ink, cache, frame, at(0, y, half, middle), Pane::Against, hits);
    framed(state, ink, cache, frame, at(half, y, left - half, middle), Pane::For, hits);
    let [issues, verdict] = if wide {
        [at(left, column, right, main.height - column), at(left, 0, right, column)]
    } else {
        [at(0, y + middle, issues_width, bottom), at(issues_width, y + middle, left - issues_width, bottom)]
    };
    framed(state, ink, cache, frame, issues, Pane::Issues, hits);
    framed(state, ink, cache, frame, verdict, Pane::Verdict, hits);
}

/// One pane at a time under tabs, the statement above it.
fn narrow(
    state: &State,
    ink: RenderContext<'_>,
    cache: &mut ViewCache,
    frame: &mut Frame<'_>,
    main: Rect,
    beside: bool,
    hits: &mut HitMap,
) {
    let pane = if beside && state.focus == Pane::Statements { Pane::Verdict } else { state.focus };
    let mut y = main.y;
    if !matches!(pane, Pane::Statement | Pane::Statements) {
        let area = Rect { x: main.x + 1, y, width: main.width - 2, height: 3 };
        statement::brief(state, ink, frame, area);
        hits.add(area, Target::Pane(Pane::Statement));
        y += 4;
    }
    bars::strip(state, ink, frame, Rect { x: main.x + 1, y, width: main.width - 2, height: 2 }, hits);
    y += 3;
    bars::tabs(state, ink, frame, Rect { y, height: 2, ..main }, pane, beside, hits);
    if pane == Pane::Statements {
        of_candidates(state, ink, frame, Rect { y: y + 1, height: 1, ..main }, hits);
    }
    y += 2;
    let area = Rect { x: main.x + 1, y, width: main.width - 3, height: main.bottom() - y };
    hits.add(Rect { x: main.x, width: main.width, ..area }, Target::Pane(pane));
    if pane == Pane::Statements {
        list::view(state, ink, frame, area, hits);
    } else {
        content(state, ink, cache, frame, area, pane, hits);
    }
}
