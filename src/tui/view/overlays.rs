//! What lies on top: help, forms, pickers, documents, messages.

use ratatui::{
    Frame,
    layout::{Constraint, Rect},
    style::Style,
    text::Line,
    widgets::Clear,
};
use ratatui_textarea::TextArea;

use crate::domain::{Level, Stage, Verdict};

use super::{
    super::{
        action::{EditOf, Target},
        overlay::help_rows,
        palette::{Offer, offers},
        state::{Field, Overlay, Picking, Purpose, State, VerdictForm},
        theme::Role,
        wrap::{self, Flow, Piece, fit, width},
    },
    Content, HitMap, Ink, list, parts, span,
};

/// Draws what lies on top, the uppermost last.
pub(super) fn view(state: &State, ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, hits: &mut HitMap) {
    for overlay in &state.overlays {
        if !matches!(overlay, Overlay::Stages(_)) {
            hits.targets.clear();
        }
        match overlay {
            Overlay::Help { filter, selected } => help(state, ink, frame, body, filter, *selected, hits),
            Overlay::Verdict(form) => verdict(ink, frame, body, form, hits),
            Overlay::Palette { filter, selected } => palette(state, ink, frame, body, filter, *selected, hits),
            Overlay::Jump { typed, selected } => jump(state, ink, frame, body, typed, *selected, hits),
            Overlay::Form(form) => super::form::view(ink, frame, body, form, hits),
            Overlay::Stages(picking) => stages(state, ink, frame, body, *picking, hits),
            Overlay::Prompt { title, purpose, text } => prompt(ink, frame, body, title, purpose, text),
            Overlay::Unread { edit, error } => {
                let inner = dialog(
                    ink,
                    frame,
                    body,
                    72,
                    9,
                    &match edit.of {
                        EditOf::Stage(_, stage) => format!("{stage} was not read"),
                        EditOf::Field(_) => "The text was not read".to_owned(),
                    },
                    "e edit again   Esc leave it for later",
                );
                let mut content = Content::new(inner.width);
                content.flow.para(&[], &[], &[(error.as_str().into(), ink.get(Role::Blocker))]);
                content.flow.blank();
                let text = "What you wrote is kept, and nothing has been recorded.";
                content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Text))]);
                list::put(frame, content, inner);
            }
            Overlay::Documents { selected } => documents(state, ink, frame, body, *selected, hits),
            Overlay::Log { back } => log(state, ink, frame, body, *back),
            Overlay::Failure(stage, why) => {
                let inner = dialog(ink, frame, body, 72, 9, &format!("{stage} failed"), "r try again   Esc back");
                let mut content = Content::new(inner.width);
                content.flow.para(&[], &[], &[(why.as_str().into(), ink.get(Role::Text))]);
                list::put(frame, content, inner);
            }
        }
    }
}

/// A box in the middle, with what can be done in it on its lower border.
pub(super) fn dialog(ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, w: u16, h: u16, title: &str, keys: &str) -> Rect {
    let area = body.centered(Constraint::Length(w.min(body.width - 2)), Constraint::Length(h.min(body.height)));
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ink.get(Role::Overlay));
    let title = vec![span(format!(" {title} "), ink.get(Role::Accent))];
    let inner = parts::panel(frame, ink, area, title, Vec::new(), true);
    let keys = fit(&format!(" {keys} "), usize::from(area.width.saturating_sub(4)));
    let x = area.right().saturating_sub(2 + u16::try_from(width(&keys)).unwrap_or(0));
    frame.buffer_mut().set_line(x, area.bottom() - 1, &Line::from(span(keys, ink.get(Role::Key))), area.width);
    // A line of air above and below.
    Rect {
        x: inner.x + 1,
        y: inner.y + 1,
        width: inner.width.saturating_sub(2),
        height: inner.height.saturating_sub(2),
    }
}

fn help(
    state: &State,
    ink: Ink<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    filter: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let inner = dialog(ink, frame, body, 88, body.height - 2, "Help", "type to search   Enter do it   Esc back");
    let search: [Piece<'_>; 3] = [
        ("Search  ".into(), ink.get(Role::Muted)),
        (filter.to_owned().into(), ink.get(Role::Strong)),
        (if ink.ascii { "_" } else { "▏" }.into(), ink.get(Role::Accent)),
    ];
    frame.buffer_mut().set_line(inner.x, inner.y, &wrap::ends(&search, &[], usize::from(inner.width)), inner.width);
    let area = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    let rows = help_rows(state, filter);
    if rows.is_empty() {
        frame.buffer_mut().set_line(
            area.x,
            area.y,
            &Line::styled("Nothing matches; Backspace widens the search.", ink.get(Role::Muted)),
            area.width,
        );
        return;
    }
    // Lines with their headings, so that the selected one can be kept in view.
    let mut lines: Vec<(Option<usize>, Line<'static>)> = Vec::new();
    let mut heading = None;
    for (i, row) in rows.iter().enumerate() {
        let here = row.is_of(state.focus);
        let name = if here { "In this pane" } else { row.group.name() };
        if heading != Some(name) {
            if heading.is_some() {
                lines.push((None, Line::default()));
            }
            lines.push((None, Line::styled(name, ink.get(Role::Accent))));
            heading = Some(name);
        }
        let elsewhere = !row.in_pane(state.focus);
        let refused = state.refusal(row.op);
        let text_style = if elsewhere || refused.is_some() { ink.get(Role::Muted) } else { ink.get(Role::Text) };
        let gutter = if i == selected { ink.glyphs.here } else { " " };
        let mut text = row.help.to_owned();
        if let Some(why) = refused {
            text = format!("{text} ({})", why.split(';').next().unwrap_or(why));
        }
        let pieces: [Piece<'_>; 3] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{:<14}", state.keymap.names(row.op)).into(), ink.get(Role::Key)),
            (text.into(), text_style),
        ];
        lines.push((Some(i), wrap::ends(&pieces, &[], usize::from(area.width))));
    }
    let at = lines.iter().position(|(i, _)| *i == Some(selected)).unwrap_or(0);
    let height = usize::from(area.height).max(1);
    let first = (at + 2).saturating_sub(height).max(if at < height { 0 } else { at + 2 - height }).min(lines.len());
    for (offset, (item, line)) in lines.iter().skip(first).take(height).enumerate() {
        let y = area.y + u16::try_from(offset).unwrap_or(0);
        let row = Rect { y, height: 1, ..area };
        frame.buffer_mut().set_line(area.x, y, line, area.width);
        if let Some(item) = item {
            if *item == selected {
                parts::select(frame, ink, row);
            }
            hits.add(row, Target::Line(*item));
        }
    }
    let bar = Rect { width: area.width + 2, ..area };
    parts::scrollbar(frame, ink, bar, first, lines.len(), true);
}

fn verdict(ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, form: &VerdictForm, hits: &mut HitMap) {
    let title = format!("Verdict on {}", form.statement);
    let keys = match form.field {
        Field::Choice => "Enter record   Tab rationale   Esc back",
        Field::Text => "^S record   Tab verdict   Esc back",
    };
    let inner = dialog(ink, frame, body, 68, 15, &title, keys);
    let mut y = inner.y;
    let choice = |frame: &mut Frame<'_>, y: u16, label: &str, items: Vec<(String, String, Style, bool)>| {
        let mut spans = vec![span(format!("{label:<12}"), ink.get(Role::Muted))];
        for (key, text, style, on) in items {
            let (open, close) = if on { ("▸", "◂") } else { (" ", " ") };
            let (open, close) = if ink.ascii { if on { (">", "<") } else { (" ", " ") } } else { (open, close) };
            let style = if on { style.add_modifier(ratatui::style::Modifier::BOLD) } else { ink.get(Role::Muted) };
            spans.push(span(open, ink.get(Role::Accent)));
            spans.push(span(format!("{key} "), ink.get(Role::Key)));
            spans.push(span(text, style));
            spans.push(span(format!("{close} "), ink.get(Role::Accent)));
        }
        frame.buffer_mut().set_line(inner.x, y, &Line::from(spans), inner.width);
    };
    let verdicts = [Verdict::Contradicts, Verdict::Supports, Verdict::Undecided].map(|v| {
        let (text, style) = parts::verdict(ink, v);
        (v.name()[..1].to_owned(), text, style, v == form.verdict)
    });
    choice(frame, y, "Verdict", verdicts.to_vec());
    let mut x = inner.x + 12;
    for (i, verdict) in Verdict::ALL.iter().enumerate() {
        let w = u16::try_from(verdict.name().len() + 7).unwrap_or(0);
        hits.add(Rect { x, y, width: w, height: 1 }, Target::Line(i));
        x += w;
    }
    y += 2;
    let levels = [Level::High, Level::Medium, Level::Low].map(|l| {
        (l.name()[..1].to_owned(), format!("{} {:.1}", l.name(), l.number()), ink.get(Role::Text), l == form.level)
    });
    choice(frame, y, "Confidence", levels.to_vec());
    y += 2;
    let label = if form.field == Field::Text { ink.get(Role::Accent) } else { ink.get(Role::Muted) };
    frame.buffer_mut().set_line(
        inner.x,
        y,
        &Line::from(span("Rationale   why, with [n] where you cite", label)),
        inner.width,
    );
    y += 1;
    let area = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
    hits.add(area, Target::Line(Verdict::ALL.len()));
    text_area(ink, frame, area, &form.text, form.field == Field::Text);
}

pub(super) fn text_area(ink: Ink<'_>, frame: &mut Frame<'_>, area: Rect, text: &TextArea<'static>, focused: bool) {
    let mut text = text.clone();
    text.set_style(ink.get(Role::Input));
    let cursor =
        if focused { Style::default().add_modifier(ratatui::style::Modifier::REVERSED) } else { Style::default() };
    text.set_cursor_style(cursor);
    frame.render_widget(&text, area);
}

fn prompt(ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, title: &str, purpose: &Purpose, text: &TextArea<'static>) {
    let (height, keys) = match purpose {
        Purpose::Note(_) => (11, "Enter record   Alt-Enter new line   Esc back"),
        Purpose::Reason(_) => (7, "Enter record   Esc leave it for later"),
        Purpose::Name(_) => (7, "Enter go on   Esc back"),
        Purpose::Search => (5, "Enter keep   Esc show all"),
    };
    let inner = dialog(ink, frame, body, 64, height, title, keys);
    let mut area = inner;
    if let Purpose::Name(_) = purpose {
        let hint = "Kept with every act of yours. It is asked once.";
        frame.buffer_mut().set_line(inner.x, inner.y, &Line::styled(hint, ink.get(Role::Muted)), inner.width);
        area = Rect { y: inner.y + 2, height: 1, ..inner };
    }
    text_area(ink, frame, area, text, true);
}

fn stages(state: &State, ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, picking: Picking, hits: &mut HitMap) {
    let Some(detail) = state.detail() else { return };
    let (title, what) = match picking {
        Picking::Rerun => ("Work out once more", "Enter choose how"),
        Picking::Edit => ("Set a result by hand", "Enter form   ^E as stored   r re-run   w withdraw"),
        Picking::Raw => ("Edit a result as it is stored", "Enter edit"),
        Picking::Withdraw => ("Take an override back", "Enter take back"),
    };
    let keys = format!("{what}   0-9 ↑↓ choose   Esc back");
    let inner = dialog(ink, frame, body, 62, 14, title, &keys);
    for stage in Stage::ALL {
        let y = inner.y + u16::try_from(stage.number()).unwrap_or(0);
        if y >= inner.bottom() {
            break;
        }
        let here = state.stage == stage;
        let running = state.is_running(detail.id, stage);
        let (symbol, word, style) = parts::state(ink, detail.state(stage), running);
        let word = if word == "set" { "overridden" } else { word };
        let revisions = detail.revisions.get(stage.number()).copied().unwrap_or_default();
        let count = if revisions == 0 { String::new() } else { parts::count(revisions, "revision", "revisions") };
        let gutter = if here { ink.glyphs.here } else { " " };
        let name_style = if here { ink.get(Role::Strong) } else { ink.get(Role::Text) };
        let left: [Piece<'_>; 4] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{} ", stage.number()).into(), ink.get(Role::Key)),
            (format!("{:<10}", stage.name()).into(), name_style),
            (format!("{symbol} {word}").into(), style),
        ];
        let row = Rect { y, height: 1, ..inner };
        let line = wrap::ends(&left, &[(count.into(), ink.get(Role::Muted))], usize::from(inner.width));
        frame.buffer_mut().set_line(inner.x, y, &line, inner.width);
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Stage(stage));
    }
}

fn documents(state: &State, ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, selected: usize, hits: &mut HitMap) {
    let w = (body.width - 4).min(120);
    let inner = dialog(
        ink,
        frame,
        body,
        w,
        body.height - 2,
        "Documents found",
        "Enter read   1-5 score   i in   o out   - drop   u undo",
    );
    let found = state.detail().and_then(|d| Some((d.search()?, d.scores())));
    let Some((search, scores)) = found.filter(|(s, _)| !s.candidates.is_empty()) else {
        let mut content = Content::new(inner.width);
        super::empty(&mut content, ink, "No document was found.", "More evidence: gainsay library add FILE…, then R.");
        list::put(frame, content, inner);
        return;
    };
    let foot = 6.min(inner.height / 3);
    let rows = Rect { height: inner.height - foot, ..inner };
    let height = usize::from(rows.height).max(1);
    let first = (selected + 1).saturating_sub(height);
    for (place, candidate) in search.candidates.iter().enumerate().skip(first).take(height) {
        let y = rows.y + u16::try_from(place - first).unwrap_or(0);
        let here = place == selected;
        let score = scores.and_then(|s| s.scored.iter().find(|s| s.doc == candidate.doc)).map(|s| s.score);
        let (mark, role) = match scores {
            Some(s) if s.shut_out.contains(&candidate.doc) => ("shut out", Role::Overridden),
            Some(s) if s.let_in.contains(&candidate.doc) => ("let in", Role::Overridden),
            Some(s) if s.passes(&candidate.doc) => ("passes", Role::For),
            Some(_) if score.is_some() => ("below", Role::Muted),
            Some(_) => ("not scored", Role::Muted),
            None => ("", Role::Muted),
        };
        let score = score.map_or_else(|| "  –  ".to_owned(), |s| format!(" {s}/5 "));
        let gutter = if here { ink.glyphs.here } else { " " };
        let title = candidate.meta.title.one_line();
        let year = candidate.meta.year.map(|y| format!("  {y}")).unwrap_or_default();
        let side = match candidate.side {
            crate::domain::Side::Counter => "against",
            crate::domain::Side::Statement => "for",
        };
        let left: [Piece<'_>; 4] = [
            (gutter.into(), ink.get(Role::Accent)),
            (score.into(), ink.get(Role::Text)),
            (format!("{mark:<11}").into(), ink.get(role)),
            (title.as_str().into(), ink.get(Role::Text)),
        ];
        let right: [Piece<'_>; 1] = [(format!("{year}  {side:<7}").into(), ink.get(Role::Muted))];
        let line = wrap::ends(&left, &right, usize::from(rows.width));
        frame.buffer_mut().set_line(rows.x, y, &line, rows.width);
        let row = Rect { y, height: 1, ..rows };
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
    let Some(candidate) = search.candidates.get(selected) else { return };
    let mut flow = Flow::new(inner.width);
    flow.push(Line::styled(ink.glyphs.rule.repeat(usize::from(inner.width)), ink.get(Role::Faint)));
    let reason = scores.and_then(|s| s.scored.iter().find(|s| s.doc == candidate.doc)).map(|s| s.reason.clone());
    let why = reason.filter(|r| !r.is_empty()).unwrap_or_else(|| "Not scored: enough had passed before it.".into());
    flow.para(
        &[("Why    ".into(), ink.get(Role::Muted))],
        &[("       ".into(), Style::default())],
        &[(why.as_str().into(), ink.get(Role::Text))],
    );
    let by: Vec<String> = candidate
        .found_by
        .iter()
        .map(|p| format!("{} #{} for the {} ({:.2})", p.strategy.name(), p.rank, p.side.name(), p.score))
        .collect();
    flow.para(
        &[("Found  ".into(), ink.get(Role::Muted))],
        &[("       ".into(), Style::default())],
        &[(by.join(", ").into(), ink.get(Role::Muted))],
    );
    let area = Rect { y: rows.bottom(), height: foot, ..inner };
    for (i, line) in flow.into_lines().iter().take(usize::from(foot)).enumerate() {
        frame.buffer_mut().set_line(area.x, area.y + u16::try_from(i).unwrap_or(0), line, area.width);
    }
}

fn log(state: &State, ink: Ink<'_>, frame: &mut Frame<'_>, body: Rect, back: usize) {
    let inner = dialog(ink, frame, body, 88, body.height - 4, "Messages", "↑↓ scroll   Esc back");
    let mut flow = Flow::new(inner.width);
    for toast in state.log.iter().rev().skip(back).take(usize::from(inner.height)) {
        let (symbol, style) = if toast.error {
            (ink.glyphs.failed, ink.get(Role::Blocker))
        } else {
            (ink.glyphs.none, ink.get(Role::Text))
        };
        let seconds = toast.at / 1000;
        let at = format!("{:>3}:{:02}  {symbol} ", seconds / 60, seconds % 60);
        let margin = " ".repeat(width(&at));
        flow.para(
            &[(at.into(), ink.get(Role::Muted))],
            &[(margin.into(), Style::default())],
            &[(toast.text.as_str().into(), style)],
        );
    }
    if state.log.is_empty() {
        flow.push(Line::styled("Nothing has been said yet.", ink.get(Role::Muted)));
    }
    for (i, line) in flow.into_lines().iter().take(usize::from(inner.height)).enumerate() {
        frame.buffer_mut().set_line(inner.x, inner.y + u16::try_from(i).unwrap_or(0), line, inner.width);
    }
}

/// Rows of which the selected one is kept in view.
fn first_row(selected: usize, height: usize) -> usize {
    (selected + 1).saturating_sub(height)
}

fn palette(
    state: &State,
    ink: Ink<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    filter: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let offers = offers(state, filter);
    let height = u16::try_from(offers.len().clamp(1, 14)).unwrap_or(14) + 6;
    let top = Rect { height: body.height.min(height + 2), ..body };
    let inner = dialog(ink, frame, top, 80, height, "Do", "Enter do it   ↑↓ choose   Esc back");
    let search: [Piece<'_>; 3] = [
        (": ".into(), ink.get(Role::Muted)),
        (filter.to_owned().into(), ink.get(Role::Strong)),
        (if ink.ascii { "_" } else { "▏" }.into(), ink.get(Role::Accent)),
    ];
    frame.buffer_mut().set_line(inner.x, inner.y, &wrap::ends(&search, &[], usize::from(inner.width)), inner.width);
    let area = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    if offers.is_empty() {
        let text = "Nothing is called that; Backspace widens the search.";
        frame.buffer_mut().set_line(area.x, area.y, &Line::styled(text, ink.get(Role::Muted)), area.width);
    }
    let first = first_row(selected, usize::from(area.height));
    for (place, offer) in offers.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let row = Rect { y: area.y + u16::try_from(place - first).unwrap_or(0), height: 1, ..area };
        let gutter = if place == selected { ink.glyphs.here } else { " " };
        let line = match offer {
            Offer::Do(binding) => {
                let refused = state.refusal(binding.op);
                let style = if refused.is_some() { ink.get(Role::Muted) } else { ink.get(Role::Text) };
                let why = refused.map(|why| format!(" ({})", why.split(';').next().unwrap_or(why))).unwrap_or_default();
                let left: [Piece<'_>; 3] = [
                    (format!("{gutter} ").into(), ink.get(Role::Accent)),
                    (format!("{:<18}", binding.label).into(), ink.get(Role::Strong)),
                    (format!("{}{why}", binding.help).into(), style),
                ];
                let keys = format!("  {}", state.keymap.name(binding.op));
                wrap::ends(&left, &[(keys.into(), ink.get(Role::Key))], usize::from(area.width))
            }
            Offer::Go(row) => {
                let statement = &state.shown.rows[*row].statement;
                let left: [Piece<'_>; 3] = [
                    (format!("{gutter} ").into(), ink.get(Role::Accent)),
                    (format!("{:<18}", statement.id.to_string()).into(), ink.get(Role::Strong)),
                    (statement.text.one_line().to_string().into(), ink.get(Role::Text)),
                ];
                wrap::ends(&left, &[], usize::from(area.width))
            }
        };
        frame.buffer_mut().set_line(row.x, row.y, &line, row.width);
        if place == selected {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
}

fn jump(
    state: &State,
    ink: Ink<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    typed: &str,
    selected: usize,
    hits: &mut HitMap,
) {
    let Some((detail, citations)) = state.detail().and_then(|d| Some((d, d.citations()?))) else { return };
    let height = u16::try_from(citations.citations.len()).unwrap_or(body.height).saturating_add(4).min(body.height);
    let title = if typed.is_empty() { "To citation".to_owned() } else { format!("To citation {typed}") };
    let inner = dialog(ink, frame, body, 78, height, &title, "its number   ↑↓ Enter go   Esc back");
    let first = first_row(selected, usize::from(inner.height));
    for (place, citation) in citations.citations.iter().enumerate().skip(first).take(usize::from(inner.height)) {
        let row = Rect { y: inner.y + u16::try_from(place - first).unwrap_or(0), height: 1, ..inner };
        let (stance, style) = match detail.weighing().and_then(|w| w.get(citation.number)) {
            Some(w) => parts::stance(ink, w.stance),
            None => (String::new(), ink.get(Role::Muted)),
        };
        let gutter = if place == selected { ink.glyphs.here } else { " " };
        let left: [Piece<'_>; 4] = [
            (format!("{gutter} ").into(), ink.get(Role::Accent)),
            (format!("{:<5}", format!("[{}]", citation.number)).into(), ink.get(Role::Key)),
            (format!("{stance:<16}").into(), style),
            (citation.meta.title.one_line().to_string().into(), ink.get(Role::Text)),
        ];
        frame.buffer_mut().set_line(row.x, row.y, &wrap::ends(&left, &[], usize::from(row.width)), row.width);
        if place == selected {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
}
