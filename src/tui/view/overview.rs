//! The review as a whole: progress, counts in bars, confidence.

use ratatui::{
    Frame,
    layout::{Direction, Rect},
    style::{Modifier, Style},
    text::Line,
    widgets::{Bar, BarChart, BarGroup, LineGauge, Widget},
};

use crate::text::spell;

use super::{
    super::{
        action::Target,
        keys::Pane,
        page::{Entry, Section},
        state::State,
        theme::Role,
        wrap::{Flow, fit, width},
    },
    HitMap, RenderContext, parts, span,
};

/// Draws it.
pub(super) fn view(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let page = &state.pages.overview;
    let y = summary(state, ink, frame, area);
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    let columns = match rest.width {
        0..=69 => 1,
        70..=129 => 2,
        _ => 3,
    };
    let gap = 3;
    let column = (rest.width.saturating_sub(gap * (columns - 1))) / columns;
    let skipped = skipped(state, rest, columns);
    let mut tops = vec![rest.y; usize::from(columns)];
    let mut place = page.sections[..skipped].iter().map(|s| s.entries.len()).sum();
    for section in &page.sections[skipped..] {
        // Each goes where there is most room.
        let Some(at) = (0..tops.len()).min_by_key(|i| tops[*i]) else { return };
        let x = rest.x + u16::try_from(at).unwrap_or(0) * (column + gap);
        let area = Rect { x, y: tops[at], width: column, height: rest.bottom().saturating_sub(tops[at]) };
        let taken = counts(state, ink, frame, area, section, place, hits);
        place += section.entries.len();
        tops[at] += taken + 1;
    }
    let Some(at) = (0..tops.len()).min_by_key(|i| tops[*i]) else { return };
    let x = rest.x + u16::try_from(at).unwrap_or(0) * (column + gap);
    confidence(
        state,
        ink,
        frame,
        Rect { x, y: tops[at], width: column, height: rest.bottom().saturating_sub(tops[at]) },
    );
}

/// How many sections are left out at the top, so that the count under the cursor is in view.
fn skipped(state: &State, area: Rect, columns: u16) -> usize {
    let sections = &state.pages.overview.sections;
    let at = state.at[Pane::Overview];
    let in_view = |skipped: usize| {
        let mut tops = vec![0; usize::from(columns)];
        let mut place: usize = sections[..skipped].iter().map(|s| s.entries.len()).sum();
        for section in &sections[skipped..] {
            let Some(top) = tops.iter_mut().min() else { return true };
            let room = usize::from(area.height).saturating_sub(*top + 1);
            if at < place + section.entries.len() {
                return at < place + room;
            }
            place += section.entries.len();
            *top += section.entries.len() + 2;
        }
        true
    };
    (0..sections.len()).find(|skipped| in_view(*skipped)).unwrap_or(0)
}

/// How far the reviewer is and what it comes to; returns where it ends.
fn summary(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) -> u16 {
    let counts = state.shown.counts;
    let total = state.shown.rows.len();
    let share = parts::share(counts.reviewed, total);
    let (differs, decided) = state.pages.overview.differs;
    let verb = if differs == 1 { "differs" } else { "differ" };
    let unlike = if decided > 0 { format!("; {differs} {verb} from the machine") } else { String::new() };
    let not_yet = state.shown.rows.iter().filter(|row| row.summary.is_unreviewed()).count();
    let differing = match total.saturating_sub(counts.reviewed + not_yet) {
        0 => String::new(),
        differing => format!(", {differing} with verdicts that differ"),
    };
    let label = format!("{} of {total} reviewed{differing}, {not_yet} not yet{unlike} ", counts.reviewed);
    let (full, empty) = if ink.ascii { ("=", "-") } else { ("━", "─") };
    let gauge = LineGauge::default()
        .ratio(share)
        .label(Line::from(span(label, ink.get(Role::Text))))
        .filled_symbol(full)
        .unfilled_symbol(empty)
        .filled_style(ink.get(Role::Chart))
        .unfilled_style(ink.get(Role::Track));
    gauge.render(Rect { height: 1, ..area }, frame.buffer_mut());
    let mut y = area.y + 1;
    let mut assessment = Flow::new(area.width);
    assessment.at_most(usize::from(area.height / 2), 0, &state.shown.assessment, ink.get(Role::Muted));
    for line in assessment.into_lines() {
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
        y += 1;
    }
    let spent = &state.shown.spent;
    if spent.total > 0 {
        let by: Vec<String> =
            spent.by.iter().map(|(who, sum, count)| format!("{who} {} on {count}", spell(*sum))).collect();
        let text = format!("Active time: {}; median {} a statement", by.join(", "), spell(spent.median));
        let mut time = Flow::new(area.width);
        time.at_most(2, 0, &text, ink.get(Role::Muted));
        for line in time.into_lines() {
            frame.buffer_mut().set_line(area.x, y, &line, area.width);
            y += 1;
        }
    }
    y + 1
}

/// A section: its title and a bar for each count. Returns the lines taken.
fn counts(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    section: &Section,
    first: usize,
    hits: &mut HitMap,
) -> u16 {
    if area.height < 2 {
        return 0;
    }
    frame.buffer_mut().set_line(
        area.x,
        area.y,
        &Line::from(span(section.title.clone(), ink.get(Role::Accent))),
        area.width,
    );
    let longest = section.entries.iter().map(|e| width(&e.label)).max().unwrap_or(0);
    let names = longest.min(usize::from(area.width).saturating_sub(FIGURES + BAR));
    let most = section.entries.iter().map(|e| e.count).max().unwrap_or(0).max(1);
    let shown = section.entries.len().min(usize::from(area.height - 1));
    for (i, entry) in section.entries.iter().take(shown).enumerate() {
        let row = Rect { y: area.y + 1 + u16::try_from(i).unwrap_or(0), height: 1, ..area };
        let here = state.at[Pane::Overview] == first + i;
        bar(ink, frame, row, entry, names, most, here);
        hits.add(row, Target::Item(Pane::Overview, first + i));
    }
    u16::try_from(shown).unwrap_or(0) + 1
}

/// Columns of the mark before a name and the count after it.
const FIGURES: usize = 8;

/// The least columns of a bar.
const BAR: usize = 4;

fn bar(ink: RenderContext<'_>, frame: &mut Frame<'_>, row: Rect, entry: &Entry, names: usize, most: u64, here: bool) {
    let gutter = if here { ink.glyphs.here } else { " " };
    let name_style = if here { ink.get(Role::Strong) } else { ink.get(Role::Text) };
    let name = fit(&entry.label, names);
    let pad = " ".repeat(names.saturating_sub(width(&name)));
    let lead = Line::from(vec![
        span(gutter, ink.get(Role::Accent)),
        span(format!("{name}{pad} "), name_style),
        span(format!("{:>5} ", entry.count), ink.get(Role::Text)),
    ]);
    let taken = u16::try_from(names + FIGURES).unwrap_or(row.width).min(row.width);
    frame.buffer_mut().set_line(row.x, row.y, &lead, taken);
    let area = Rect { x: row.x + taken, width: row.width - taken, ..row };
    if area.width < 3 || entry.count == 0 {
        return;
    }
    let style = ink.get(entry.role).remove_modifier(Modifier::all());
    if ink.ascii {
        // The chart's blocks are not ASCII.
        let length = u64::from(area.width) * entry.count / most;
        let text = "#".repeat(usize::try_from(length).unwrap_or(0).max(1));
        frame.buffer_mut().set_line(area.x, area.y, &Line::from(span(text, style)), area.width);
        return;
    }
    let one = Bar::default().value(entry.count).text_value(String::new()).style(style);
    let chart = BarChart::default()
        .direction(Direction::Horizontal)
        .bar_width(1)
        .max(most)
        .value_style(Style::default())
        .data(BarGroup::default().bars(&[one]));
    chart.render(area, frame.buffer_mut());
}

/// How sure the verdicts are, in tenths.
fn confidence(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    if area.height < 5 || area.width < 34 || ink.ascii {
        return;
    }
    let tenths = &state.pages.overview.confidence;
    frame.buffer_mut().set_line(
        area.x,
        area.y,
        &Line::from(span("Confidence of the verdicts", ink.get(Role::Accent))),
        area.width,
    );
    let height = (area.height - 1).min(8);
    let gap = 1;
    let bar_width = ((area.width - 9) / 10).clamp(2, 6);
    let bars: Vec<Bar<'_>> = tenths
        .iter()
        .enumerate()
        .map(|(i, n)| {
            let style = ink.get(Role::Chart).remove_modifier(Modifier::all());
            Bar::default()
                .value(*n)
                .text_value(if *n == 0 { String::new() } else { n.to_string() })
                .label(Line::from(span(format!(".{i}"), ink.get(Role::Muted))))
                .style(style)
                .value_style(style.add_modifier(Modifier::REVERSED))
        })
        .collect();
    let chart = BarChart::default().bar_width(bar_width).bar_gap(gap).data(BarGroup::default().bars(&bars));
    chart.render(Rect { y: area.y + 1, height, ..area }, frame.buffer_mut());
}
