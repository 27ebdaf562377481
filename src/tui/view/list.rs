//! The list of statements; only rows in view are built.

use ratatui::{Frame, layout::Rect, style::Style, text::Line};

use crate::{desk::Row, review::StageState, text::counted};

use super::{
    super::{
        action::Target,
        keys::Pane,
        state::{Extent, State},
        theme::Role,
        wrap::{self, Piece, fit, wrap},
    },
    Content, HitMap, RenderContext, empty, parts, span,
};

/// What the verdicts come to, below the list where it leaves room.
pub(super) fn assessment(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let content = assessment_lines(state, ink, area.width);
    if is_assessed(state, &content, area) {
        let lines = u16::try_from(content.flow.len()).unwrap_or(u16::MAX);
        put(frame, content, Rect { y: area.bottom() - lines, height: lines, ..area });
    }
}

/// Whether the list leaves room for the assessment.
fn is_assessed(state: &State, assessment: &Content, area: Rect) -> bool {
    state.visible.len() * (HEIGHT + 1) + assessment.flow.len() <= usize::from(area.height)
}

/// The assessment under a rule; empty while there is nothing to assess.
fn assessment_lines(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let counts = state.shown.counts;
    if counts.contradicted + counts.supported > 0 {
        let rule = ink.glyphs.rule.repeat(usize::from(width));
        content.flow.push(Line::styled(rule, ink.get(Role::Faint)));
        content.flow.para(&[], &[], &[(state.shown.assessment.as_str().into(), ink.get(Role::Muted))]);
    }
    content
}

/// Lines of a row where there are many, which is the least of a row.
const HEIGHT: usize = 3;

/// The lines of each row, and whether a blank line is between rows. Where all rows have room they take as many lines as
/// their statements need: all of them those of the longest, if they can. Only where that leaves every statement whole do
/// they take the blank lines, too.
fn row_heights(state: &State, ink: RenderContext<'_>, area: Rect) -> (Vec<usize>, bool) {
    let rows = state.visible.len();
    let mut room = usize::from(area.height);
    if rows * HEIGHT > room {
        return (vec![HEIGHT; rows], false);
    }
    let assessment = assessment_lines(state, ink, area.width);
    if is_assessed(state, &assessment, area) {
        room -= assessment.flow.len();
    }
    let text_room = usize::from(area.width).saturating_sub(INDENT).max(1);
    let needed = state.visible.iter().map(|place| {
        let row = &state.shown.rows[*place];
        let text = row.statement.text.one_line();
        let lines = wrap(&[(text.as_str().into(), Style::default())], text_room);
        1 + lines.len() + usize::from(needs_line(&lines, &marks(state, ink, row), text_room))
    });
    let needed: Vec<usize> = needed.map(|lines| lines.max(HEIGHT)).collect();
    let longest = needed.iter().copied().max().unwrap_or(HEIGHT);
    if rows * (longest + 1) <= room {
        return (vec![longest; rows], true);
    }
    let at_most = |most: usize| needed.iter().map(move |lines| (*lines).min(most));
    let is_whole = needed.iter().sum::<usize>() <= room;
    let blanks = if !is_whole && rows * (HEIGHT + 1) <= room + 1 { rows - 1 } else { 0 };
    let is_fitting = |most: &usize| at_most(*most).sum::<usize>() + blanks <= room;
    let most = (HEIGHT..=longest).rev().find(is_fitting).unwrap_or(HEIGHT);
    let heights: Vec<usize> = at_most(most).collect();
    let is_apart = heights.iter().sum::<usize>() + rows <= room + 1;
    (heights, is_apart)
}

/// Draws the rows in view.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    if state.visible.is_empty() {
        let mut content = Content::new(area.width);
        empty(&mut content, ink, "No statement matches.", "{back} shows all of them.");
        put(frame, content, area);
        return;
    }
    let room = usize::from(area.height);
    let count = state.visible.len();
    let (heights, is_apart) = row_heights(state, ink, area);
    let total = heights.iter().sum::<usize>() + usize::from(is_apart) * (count - 1);
    let fitting = if total <= room { count } else { (room / HEIGHT).max(1) };
    let most = count.saturating_sub(fitting);
    let mut first = state.extents[Pane::Statements].scroll.min(most);
    if !state.follow[Pane::Statements] {
        // The wheel may leave the selected one behind.
    } else if state.at[Pane::Statements] < first {
        first = state.at[Pane::Statements];
    } else if state.at[Pane::Statements] >= first + fitting {
        first = state.at[Pane::Statements] + 1 - fitting;
    }
    let mut next = area.y;
    for (place, &height) in heights.iter().enumerate().skip(first) {
        let y = next;
        if y >= area.bottom() {
            break;
        }
        next = y.saturating_add(u16::try_from(height + usize::from(is_apart)).unwrap_or(u16::MAX));
        let shown = height.min(usize::from(area.bottom() - y));
        let here = place == state.at[Pane::Statements];
        let row_area = Rect { y, height: u16::try_from(shown).unwrap_or(0), ..area };
        let row = &state.shown.rows[state.visible[place]];
        for (i, line) in lines(state, ink, row, here, usize::from(area.width), height).iter().take(shown).enumerate() {
            let y = y + u16::try_from(i).unwrap_or(0);
            frame.buffer_mut().set_line(area.x, y, line, area.width);
        }
        if here {
            parts::select(frame, ink, row_area);
        }
        hits.add(row_area, Target::Item(Pane::Statements, place));
    }
    parts::scrollbar(
        frame,
        ink,
        Rect { width: area.width + 1, ..area },
        first * HEIGHT,
        total,
        state.focus == Pane::Statements,
    );
    hits.extents[Pane::Statements] = Extent { scroll: first, most, height: room, items: None };
}

/// How far the text of a row is set in.
const INDENT: usize = 4;

/// The marks at the end of a row.
fn marks(state: &State, ink: RenderContext<'_>, row: &Row) -> Vec<Piece<'static>> {
    let (summary, id) = (&row.summary, row.statement.id);
    let open = summary.issues.iter().filter(|i| i.counts()).count();
    let mut marks: Vec<Piece<'static>> = Vec::new();
    for (on, mark) in [
        (state.ticked.contains(&id), ink.glyphs.tick),
        (summary.flagged, ink.glyphs.flag),
        (summary.noted, ink.glyphs.note),
    ] {
        if on {
            marks.push((format!(" {mark}").into(), ink.get(Role::Accent)));
        }
    }
    if row.statement.is_doubtful() && summary.by.is_none() {
        marks.push((" finding?".into(), ink.get(Role::Muted)));
    }
    if let Some(work) = row.statement.work {
        marks.push((format!(" abstract {}", work + 1).into(), ink.get(Role::Muted)));
    }
    if open > 0 {
        marks.push((format!(" {}", counted(open, "issue")).into(), ink.get(Role::Muted)));
    }
    marks
}

/// How wide marks are, with the blank before them.
fn marks_width(marks: &[Piece<'_>]) -> usize {
    let taken: usize = marks.iter().map(|(text, _)| wrap::width(text)).sum();
    taken + usize::from(taken > 0)
}

/// Whether the marks need a line of their own below the text.
fn needs_line(wrapped: &[Line<'_>], marks: &[Piece<'_>], room: usize) -> bool {
    wrapped.last().is_some_and(|last| last.width() + marks_width(marks) > room)
}

fn lines(
    state: &State,
    ink: RenderContext<'_>,
    row: &Row,
    here: bool,
    room: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let summary = &row.summary;
    let id = row.statement.id;
    let running = state.running.keys().find(|(i, _)| *i == Some(id)).map(|(_, stage)| *stage);
    let gutter = if here { ink.glyphs.here } else { " " };
    let mut left: Vec<Piece<'_>> = vec![
        (gutter.into(), ink.get(Role::Accent)),
        (format!("{:<2} ", row.statement.id.0).into(), ink.get(Role::Muted)),
    ];
    match summary.verdict {
        Some((verdict, ..)) => {
            let (text, style) = parts::verdict(ink, verdict);
            left.push((text.into(), style));
            let confidence = summary.confidence().map(|confidence| format!(" {confidence:.2}"));
            left.push((confidence.unwrap_or_default().into(), ink.get(Role::Text)));
        }
        None => {
            let why = if summary.hidden { "blind" } else { "no verdict yet" };
            left.push((format!("{} {why}", ink.glyphs.none).into(), ink.get(Role::Muted)));
        }
    }
    let status = if let Some(stage) = running {
        (format!("{} {stage}", ink.turning()), ink.get(Role::Running))
    } else if summary.failed() && summary.by.is_none() {
        (format!("{} failed", ink.glyphs.failed), ink.get(Role::Blocker))
    } else if summary.conflict.is_some() {
        (format!("{} conflict", ink.glyphs.check), ink.get(Role::Major))
    } else if summary.by.is_some() {
        let word = if summary.proposal {
            "proposal"
        } else if summary.is_outdated() {
            "set, outdated"
        } else if summary.accepted {
            "accepted"
        } else if summary.differs() {
            "differs"
        } else {
            "set"
        };
        let role = if summary.is_outdated() { Role::Stale } else { Role::Overridden };
        (format!("{} {word}", ink.glyphs.set), ink.get(role))
    } else if summary.is_outdated() {
        (format!("{} stale", ink.glyphs.stale), ink.get(Role::Stale))
    } else if summary.verdict.is_some() {
        parts::triage(ink, summary.triage)
    } else {
        (String::new(), ink.get(Role::Muted))
    };
    let right: [Piece<'_>; 1] = [(status.0.into(), status.1)];
    let mut lines = vec![wrap::ends(&left, &right, room)];
    let text_style = if here { ink.get(Role::Text) } else { ink.get(Role::Muted) };
    let text = row.statement.text.one_line();
    let wrapped = wrap(&[(text.as_str().into(), text_style)], room.saturating_sub(INDENT).max(1));
    let margin = || span(format!("{gutter}{}", " ".repeat(INDENT - 1)), ink.get(Role::Accent));
    let marks = marks(state, ink, row);
    // The marks have the end of the last line of text where it is free, and never that of the first.
    let apart = needs_line(&wrapped, &marks, room.saturating_sub(INDENT));
    let whole = wrapped.len().saturating_sub(usize::from(!apart)).clamp(1, height - 2);
    for i in 0..whole {
        let mut line = vec![margin()];
        line.extend(wrapped.get(i).cloned().unwrap_or_default().spans);
        lines.push(Line::from(line));
    }
    let rest: String = wrapped.iter().skip(whole).map(|l| format!("{l} ")).collect();
    let room_text = room.saturating_sub(INDENT + marks_width(&marks));
    let left: [Piece<'_>; 2] = [
        (format!("{gutter}{}", " ".repeat(INDENT - 1)).into(), ink.get(Role::Accent)),
        (fit(rest.trim_end(), room_text).into(), text_style),
    ];
    lines.push(wrap::ends(&left, &marks, room));
    lines
}

/// There are no statements: why, and what to do.
pub(super) fn no_statements(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let width = area.width.min(72);
    let area =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + area.height / 3, width, height: area.height / 2 };
    let mut content = Content::new(width);
    if !state.running.is_empty() {
        empty(
            &mut content,
            ink,
            &format!("{} Extracting statements from the paper …", ink.turning()),
            "{cancel} stops it.",
        );
    } else if let StageState::Failed(why) = &state.shown.extraction {
        let head = format!("{} The statements could not be extracted.", ink.glyphs.failed);
        content.flow.para(&[], &[], &[(head.into(), ink.get(Role::Blocker))]);
        content.flow.blank();
        if state.pages.source.is_damaged {
            empty(
                &mut content,
                ink,
                "The words of this text are damaged: letters are missing, or words are broken or joined.",
                "{source} shows it as it was read. Give a better copy (text, Markdown or JATS XML), or read a PDF anew with \
                 `ocrmypdf --force-ocr in.pdf out.pdf`; {statement_add} adds a statement by hand.",
            );
        } else {
            content.flow.para(&[], &[], &[(why.as_str().into(), ink.get(Role::Text))]);
            content.flow.blank();
            let hint =
                "{statement_add} adds a statement, {source} shows the text as it was read; {run_all} tries again.";
            empty(&mut content, ink, "", hint);
        }
    } else if state.shown.is_list_of_reviewer {
        empty(&mut content, ink, "Every statement has been dropped.", "{undo} undoes; {statement_add} adds one.");
    } else if state.shown.extraction == StageState::Done {
        let why = "No sentence of this paper reads like a finding, as in a review, a protocol or a commentary";
        let claims = "give the claims themselves: one a line, as CSV or as JSON.";
        let (why, hint) = match state.shown.candidates.len() {
            0 => (format!("{why}."), format!("{{statement_add}} adds a statement; or {claims}")),
            others => (
                format!("{why}: 0 of {} are statements.", counted(others, "candidate")),
                format!("{{statement_candidates}} lists the candidates, any of which can be added; or {claims}"),
            ),
        };
        empty(&mut content, ink, &why, &hint);
    } else {
        empty(
            &mut content,
            ink,
            "The statements have not been extracted yet.",
            "{run_all} starts working; {help} shows every key.",
        );
    }
    put(frame, content, area);
}

/// Draws lines from the top.
pub(super) fn put(frame: &mut Frame<'_>, content: Content, area: Rect) {
    parts::lines(frame, area, &content.flow.into_lines());
}
