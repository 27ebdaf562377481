//! Header, the strip of stages, tabs and the titles of panes.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{desk::Detail, domain::Stage, reason::Need, review::StageState, text::counted};

use super::{
    super::{
        action::Target,
        keys::{Op, Pane},
        state::{Overlay, State},
        theme::Role,
        wrap::{self, Piece, fit, width},
    },
    HitMap, RenderContext,
    counts::{self, NARROW, Part},
    parts, span,
};

/// Who, what, how far.
pub(super) fn header(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let base = ink.get(Role::Header);
    frame.buffer_mut().set_style(area, base);
    let room = usize::from(area.width);
    let is_narrow = room < NARROW;
    let blank = if is_narrow { " " } else { "  " };
    let dot =
        || -> Piece<'static> { (format!("{blank}{}{blank}", ink.glyphs.dot).into(), base.patch(ink.get(Role::Faint))) };
    let tally = &state.shown.counts;
    let muted = base.patch(ink.get(Role::Muted));
    let mut right: Vec<Part> = Vec::new();
    if !state.running.is_empty() || state.busy {
        let how_far = state.progress.map_or_else(
            || "working".to_owned(),
            |(done, of)| if is_narrow { format!("{done}/{of} done") } else { format!("{done} of {of} done") },
        );
        right.push(vec![(format!("{} {how_far}", ink.turning()).into(), base.patch(ink.get(Role::Running)))]);
    }
    if let Some(asked) = state.pages.literature.asking.values().next() {
        let text = format!("{} {}", ink.turning(), asked.what);
        right.push(vec![(text.into(), base.patch(ink.get(Role::Running)))]);
    }
    if let Some((model, how_far)) = &state.fetching {
        let text = format!("{} {model}: {how_far}", ink.turning());
        right.push(vec![(text.into(), base.patch(ink.get(Role::Running)))]);
    } else if let Some((need, waiting)) = &state.halted {
        let what = match need {
            Need::Server if is_narrow => "no server".to_owned(),
            Need::Server => "no model server".to_owned(),
            Need::Model(name) => format!("no model {name}"),
            Need::Consent(_) | Need::Source(_) => "no consent".to_owned(),
        };
        let waiting = if is_narrow { String::new() } else { format!(", {waiting} wait") };
        let text = format!("{} {what}{waiting}", ink.glyphs.failed);
        right.push(vec![(text.into(), base.patch(ink.get(Role::Blocker)))]);
    }
    if state.paused {
        right.push(vec![(" PAUSED ".into(), base.patch(ink.get(Role::Badge)))]);
    }
    if state.broken {
        right.push(vec![(" BROKEN RECORD ".into(), base.patch(ink.get(Role::Blocker)))]);
    }
    if tally.blind > 0 {
        right.push(vec![(format!(" BLIND, {} hidden ", tally.blind).into(), base.patch(ink.get(Role::Badge)))]);
    }
    if state.read_only {
        right.push(vec![(" READ-ONLY ".into(), base.patch(ink.get(Role::Badge)))]);
    }
    let name = if is_narrow { " " } else { " gainsay  " };
    let (usual, least) = if is_narrow { (16, 10) } else { (28, 10) };
    let beside = |title: usize| width(&state.title).min(title) + width(name) + counts::length(&right, is_narrow);
    let rooms = [usual, least].map(|title| room.saturating_sub(beside(title)));
    let figures = counts::figures(state, ink, base, rooms, is_narrow);
    right.extend(figures);
    while right.len() > 1 && counts::length(&right, is_narrow) > room {
        right.pop();
    }
    let mut tail: Vec<Piece<'static>> = Vec::new();
    for (i, part) in right.into_iter().rev().enumerate() {
        if i > 0 {
            tail.push(dot());
        }
        tail.extend(part);
    }
    tail.push((" ".into(), base));
    let mut left: Vec<Piece<'_>> = vec![
        (name.into(), base.patch(ink.get(Role::Accent))),
        (state.title.as_str().into(), base.patch(ink.get(Role::Text))),
    ];
    // Half a name tells nothing.
    let reasoner: Piece<'_> = (format!("  {}", state.shown.reasoner).into(), muted);
    let used: usize = left.iter().chain(&tail).chain([&reasoner]).map(|(text, _)| width(text)).sum();
    if used < room {
        left.push(reasoner);
    }
    let line = wrap::ends(&left, &tail, room);
    frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
}

/// The stages of the statement: symbol and name, and below what came of each.
pub(super) fn strip(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let Some(detail) = state.detail() else { return };
    let stages: &[Stage] = if area.width >= 96 { &Stage::ALL } else { &Stage::OF_STATEMENT };
    let gaps = stages.len().saturating_sub(1).max(1);
    let room = usize::from(area.width);
    // Whole names where they fit, else their first letters.
    let needed = |most: usize| stages.iter().map(|s| s.name().len().min(most) + 2).sum::<usize>() + gaps;
    let most = [usize::MAX, 4].into_iter().find(|most| needed(*most) <= room).unwrap_or(3);
    let name_of = |stage: Stage| &stage.name()[..stage.name().len().min(most)];
    let gap = (1 + room.saturating_sub(needed(most)) / gaps).min(7);
    let picking = matches!(state.overlays.last(), Some(Overlay::Stages(_)));
    // Where the word does not fit below each stage that has not run, the symbols alone say it for all of them.
    let mut left = room;
    let names_missing = stages.iter().enumerate().all(|(i, stage)| {
        let cell = name_of(*stage).len() + 2;
        let note = if i + 1 == stages.len() { left } else { cell + gap - 1 };
        left = left.saturating_sub(cell + gap);
        !matches!(detail.state(*stage), StageState::Missing) || note >= "missing".len() + 2
    });
    let mut x = area.x;
    for (i, stage) in stages.iter().enumerate() {
        let is_running = state.is_running(detail.id, *stage);
        let (symbol, word, style) = parts::state(ink, detail, *stage, is_running);
        let here = picking && state.stage == *stage;
        let name_style = if here { ink.get(Role::Accent) } else { ink.get(Role::Text) };
        let name = if here && ink.theme.name() == "mono" {
            name_of(*stage).to_uppercase()
        } else {
            name_of(*stage).to_owned()
        };
        let last = i + 1 == stages.len();
        let mut spans = vec![span(symbol, style), span(format!(" {name}"), name_style)];
        let cell = name_of(*stage).len() + 2;
        if !last && gap > 2 {
            spans.push(span(format!(" {} ", ink.glyphs.rule.repeat(gap - 2)), ink.get(Role::Faint)));
        }
        let room = u16::try_from(cell + if last { 0 } else { gap }).unwrap_or(0);
        if x + u16::try_from(cell).unwrap_or(0) > area.right() {
            break;
        }
        frame.buffer_mut().set_line(x, area.y, &Line::from(spans), area.right() - x);
        let note_room = if last { usize::from(area.right() - x) } else { cell + gap.saturating_sub(1) };
        let plain = matches!(detail.state(*stage), StageState::Done) && word != "running";
        let note = match word {
            "missing" if !names_missing => String::new(),
            _ => note(detail, *stage, word, plain, note_room.saturating_sub(2)),
        };
        let note_style = if plain { ink.get(Role::Muted) } else { style };
        frame.buffer_mut().set_line(x + 2, area.y + 1, &Line::from(span(note, note_style)), area.right() - x - 2);
        hits.add(Rect { x, width: room.max(1), height: 2.min(area.height), ..area }, Target::Stage(*stage));
        x += room;
    }
}

/// What came of a stage, in as many words as there is room for.
fn note(detail: &crate::desk::Detail, stage: Stage, word: &str, plain: bool, room: usize) -> String {
    let n = |n: usize| n.to_string();
    let longer: Vec<String> = if plain {
        match stage {
            Stage::Search => detail.search().map_or(Vec::new(), |s| {
                let (found, failed) = (s.found, if s.any_failed() { "!" } else { "" });
                vec![format!("{found} found{failed}"), format!("{found}{failed}")]
            }),
            Stage::Score => detail.scores().shown().map_or(Vec::new(), |s| {
                let (passing, all) = (s.passing(), s.scored.len());
                vec![format!("{passing} of {all} pass"), format!("{passing}/{all}"), n(passing)]
            }),
            // That nothing was found is the machine's opinion, and a count that is left out only then would say so.
            Stage::Cite if detail.is_hidden() => Vec::new(),
            Stage::Cite => detail.citations().map_or(Vec::new(), |c| {
                let count = c.citations.len();
                vec![format!("{count} cited"), n(count)]
            }),
            Stage::Inspect if detail.cites_nothing() && !detail.is_hidden() => {
                vec!["nothing cited".to_owned(), "none".to_owned()]
            }
            Stage::Inspect if detail.counts_nothing() && !detail.is_hidden() => {
                vec!["nothing counts".to_owned(), "none".to_owned()]
            }
            Stage::Inspect => detail.inspection().shown().map_or(Vec::new(), |_| match detail.quality() {
                Some((q, _)) => vec![format!("quotes {q:.2}"), format!("{q:.2}")],
                None => vec!["not inspected".to_owned(), "unknown".to_owned()],
            }),
            Stage::Weigh => detail.weighing().shown().map_or(Vec::new(), |w| {
                let sources = w.signal.sources as usize;
                let short = if sources == 0 { "none".to_owned() } else { n(sources) };
                vec![w.signal.label.name().to_owned(), counted(sources, "source"), short]
            }),
            Stage::Verdict => detail.verdict().shown().map_or(Vec::new(), |v| vec![v.verdict.name().to_owned()]),
            Stage::Judge if (detail.judges_nothing() || detail.judges_undecided()) && !detail.is_hidden() => {
                vec!["nothing to judge".to_owned(), "none".to_owned()]
            }
            Stage::Judge if detail.judgement().shown().is_some_and(|j| !j.opinion.judged()) => {
                vec!["not judged".to_owned(), "none".to_owned()]
            }
            Stage::Judge => detail.judgement().shown().map_or(Vec::new(), |j| {
                let name = j.opinion.evidence_type.name();
                vec![name.to_owned(), format!("{:.2}", j.opinion.quality)]
            }),
            _ => Vec::new(),
        }
    } else {
        let words: &[&str] = match word {
            "set" => &["overridden", "override", "set"],
            "missing" => &["missing"],
            "running" => &["running", "runs", "…"],
            "failed" => &["failed", "fail", "!"],
            "stale" => &["stale", "old"],
            "not needed" => &["not needed"],
            "set, old" => &["override outdated", "set, outdated", "set, old", "old"],
            _ => &[],
        };
        words.iter().map(|w| (*w).to_owned()).collect()
    };
    longer
        .into_iter()
        .find(|text| width(text) <= room)
        .unwrap_or_else(|| if room >= word.len() { word.to_owned() } else { String::new() })
}

/// The panes as tabs, the one that is shown marked by a heavy line below it.
pub(super) fn tabs(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    shown: Pane,
    beside: bool,
    hits: &mut HitMap,
) {
    let rule = ink.glyphs.rule.repeat(usize::from(area.width));
    frame.buffer_mut().set_line(area.x, area.y + 1, &Line::from(span(rule, ink.get(Role::Faint))), area.width);
    let tight = area.width < 76 && !beside;
    let mut x = area.x + 1;
    for pane in Pane::PANES.into_iter().filter(|p| !(beside && *p == Pane::Statements)) {
        let short = match pane {
            Pane::Statements if tight => "List",
            Pane::Statements => "Statements",
            Pane::Statement if tight => "Text",
            Pane::Statement => "Statement",
            Pane::Against if state.detail().is_some_and(|d| d.is_hidden()) => "Passages",
            Pane::For if state.detail().is_some_and(|d| d.is_hidden()) => "More",
            Pane::Against => "Against",
            Pane::For => "For",
            Pane::Issues => "Issues",
            _ => pane.name(),
        };
        let count = match pane {
            Pane::Statements => state.visible.len().to_string(),
            Pane::Against | Pane::For if state.detail().is_some_and(|d| d.is_hidden()) => String::new(),
            Pane::Against | Pane::For => {
                let side = usize::from(pane == Pane::For);
                let floor = state.shown.settings.signal_floor;
                let weak = |d: &Detail| if !tight && d.too_weak(side, floor).is_some() { " weak" } else { "" };
                state.detail().map(|d| format!("{}{}", d.counting[side], weak(d))).unwrap_or_default()
            }
            Pane::Issues => state
                .detail()
                .filter(|d| !(d.is_hidden() && d.issues.is_empty()))
                .map(|d| d.summary.issues.iter().filter(|head| head.counts()).count().to_string())
                .unwrap_or_default(),
            _ => String::new(),
        };
        let here = pane == shown;
        let mut spans = vec![
            span(format!("{} ", state.keymap.name(Op::Go(pane))), ink.get(Role::Key)),
            span(short, if here { ink.get(Role::Accent) } else { ink.get(Role::Text) }),
        ];
        if !count.is_empty() {
            spans.push(span(format!(" {count}"), ink.get(Role::Muted)));
        }
        let length = u16::try_from(spans.iter().map(|s| width(&s.content)).sum::<usize>()).unwrap_or(0);
        if x + length > area.right() {
            break;
        }
        frame.buffer_mut().set_line(x, area.y, &Line::from(spans), length);
        if here {
            let mark = ink.glyphs.heavy.repeat(usize::from(length));
            frame.buffer_mut().set_line(x, area.y + 1, &Line::from(span(mark, ink.get(Role::Accent))), length);
        }
        hits.add(Rect { x, y: area.y, width: length, height: 2 }, Target::Pane(pane));
        x += length + if tight { 1 } else { 2 };
    }
}

/// Name of a pane, and what is in it, as much as `room` cells take.
pub(super) fn name(state: &State, pane: Pane, room: usize) -> (&'static str, String) {
    let detail = state.detail();
    match pane {
        Pane::Statements => ("Statements", String::new()),
        Pane::Statement => {
            let (place, of) = (state.at[Pane::Statements] + 1, state.visible.len());
            let text = state.row().map(|r| format!("{}, {place} of {of}", r.statement.id));
            ("Statement", text.unwrap_or_default())
        }
        Pane::Against | Pane::For if detail.is_some_and(|d| d.is_hidden()) => {
            (if pane == Pane::Against { "Passages" } else { "More passages" }, String::new())
        }
        Pane::Against => evidence(state, 0, room),
        Pane::For => evidence(state, 1, room),
        Pane::Issues => {
            let heads = detail.map_or(&[][..], |d| &d.summary.issues);
            let (all, open) = (heads.len(), heads.iter().filter(|head| head.counts()).count());
            let is_hidden = detail.is_some_and(Detail::is_hidden);
            let text = match all - open {
                0 if all == 0 && is_hidden => "hidden".to_owned(),
                0 if all == 0 => "none".to_owned(),
                0 => open.to_string(),
                dismissed => format!("{open}, {dismissed} dismissed"),
            };
            ("Issues", text)
        }
        view => (view.name(), String::new()),
    }
}

/// Name of a pane of evidence and what counts in it. Where that is too long the sources go first, and then what does not
/// count.
fn evidence(state: &State, side: usize, room: usize) -> (&'static str, String) {
    let name = if side == 0 { "Against" } else { "For" };
    let Some(d) = state.detail().filter(|d| d.citations().is_some()) else { return (name, String::new()) };
    let counting = d.counting[side];
    let others = d.cards[side].len() - counting;
    let weak = if d.too_weak(side, state.shown.settings.signal_floor).is_some() { ", weak" } else { "" };
    let other = if side == 0 { "for" } else { "against" };
    let sources = match d.sources(side) {
        _ if counting == 0 => String::new(),
        (1, 1) => format!(", source also {other}"),
        (all, 0) => format!(" in {}", counted(all, "source")),
        (all, both) => format!(" in {}, {both} also {other}", counted(all, "source")),
    };
    let count = if counting == 0 { "none".to_owned() } else { counting.to_string() };
    let weak = if counting == 0 { "" } else { weak };
    let others = if others == 0 { String::new() } else { format!(", {others} not counted") };
    let excluded = match d.excluded_cards(side) {
        0 => String::new(),
        excluded => format!(", {excluded} excluded"),
    };
    let whole = format!("{count}{sources}{weak}{others}{excluded}");
    let ways = [whole, format!("{count}{weak}{others}{excluded}")];
    let fitting = ways.into_iter().find(|text| width(name) + width(text) <= room);
    (name, fitting.unwrap_or_else(|| format!("{count}{weak}")))
}

/// Whose verdict is in force.
pub(super) fn decided_by(state: &State, ink: RenderContext<'_>) -> Vec<Span<'static>> {
    let Some(summary) = state.row().map(|r| &r.summary) else { return Vec::new() };
    let text = match (&summary.by, summary.accepted) {
        (Some(crate::review::Who::Reviewer(name)), accepted) => {
            let what = if accepted { "accepted by" } else { "set by" };
            let name = match summary.jointly.len() {
                0 if state.reviewer.as_ref() == Some(name) => "you".to_owned(),
                0 => fit(name, 18),
                others => format!("{} reviewers", others + 1),
            };
            format!(" {} {what} {name} ", ink.glyphs.set)
        }
        _ if summary.conflict.is_some() => " reviewers differ ".to_owned(),
        _ if summary.verdict.is_some() => " not yet reviewed ".to_owned(),
        _ => return Vec::new(),
    };
    let role = if summary.by.is_some() { Role::Overridden } else { Role::Muted };
    vec![span(text, ink.get(role))]
}

/// The score of the quotation check.
pub(super) fn quality(state: &State, ink: RenderContext<'_>) -> Vec<Span<'static>> {
    let Some(detail) = state.detail().filter(|d| !d.cites_nothing() && !d.counts_nothing()) else { return Vec::new() };
    if detail.inspection().shown().is_none() {
        return Vec::new();
    }
    let text = match detail.quality() {
        Some((quality, _)) => format!(" quotes {quality:.2} "),
        None => " not inspected ".to_owned(),
    };
    vec![span(text, ink.get(Role::Muted))]
}
