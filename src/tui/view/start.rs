//! The start page.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::text::Clean;

use super::{
    super::{
        action::Target,
        keys::Key,
        start::{Entry, Recent, StartPage, Wanted},
        theme::Role,
        wrap::{self, Flow, Piece},
    },
    HitMap, RenderContext, SMALLEST, WIDEST,
    history::ago,
    overlays::first_row,
    parts, span, too_small,
};

/// Draws it.
pub(in super::super) fn view(page: &StartPage, frame: &mut Frame<'_>) -> HitMap {
    let ink = RenderContext::new(&page.theme, &page.keymap, page.options.ascii, 0);
    let area = frame.area();
    let mut hits = HitMap::default();
    frame.buffer_mut().set_style(area, ink.get(Role::Base));
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(frame, ink, area, "^C");
        return hits;
    }
    header(page, ink, frame, Rect { height: 1, ..area });
    let width = area.width.min(WIDEST);
    let body = Rect { x: area.x + (area.width - width) / 2, y: area.y + 2, width, height: area.height - 9 };
    let title = parts::title(ink, "", "Reviews", "opened before", true);
    let inner = parts::panel(frame, ink, body, title, Vec::new(), true);
    list(page, ink, frame, inner, &mut hits);
    let below = Rect { y: body.bottom() + 1, height: 4, x: body.x + 2, width: body.width - 4 };
    hints(page, ink, frame, below, &mut hits);
    message(page, ink, frame, Rect { y: area.bottom() - 3, height: 2, ..area });
    footer(page, ink, frame, Rect { y: area.bottom() - 1, height: 1, ..area });
    hits
}

fn header(page: &StartPage, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let base = ink.get(Role::Header);
    frame.buffer_mut().set_style(area, base);
    let left: [Piece<'_>; 2] = [
        (" gainsay".into(), base.patch(ink.get(Role::Accent))),
        ("  claims against the evidence".into(), base.patch(ink.get(Role::Muted))),
    ];
    let library = match page.options.documents {
        Some(1) => "1 document in the library ".to_owned(),
        Some(n) => format!("{n} documents in the library "),
        None => String::new(),
    };
    let line = wrap::ends(&left, &[(library.into(), base.patch(ink.get(Role::Text)))], usize::from(area.width));
    frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
}

/// What was typed, and below it what matches.
fn list(page: &StartPage, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let cursor = if ink.ascii { "_" } else { "▏" };
    if let Some((wanted, path)) = &page.asking {
        let label = match wanted {
            Wanted::Review => "Paper or claims to review: ",
            Wanted::Evidence => "Evidence to add to the library: ",
        };
        // The end of a long path is what is typed.
        let room = usize::from(area.width).saturating_sub(label.len() + 2);
        let hidden = path.chars().count().saturating_sub(room);
        let shown: String = path.chars().skip(hidden).collect();
        let asked: [Piece<'_>; 3] = [
            (label.into(), ink.get(Role::Accent)),
            (shown.into(), ink.get(Role::Strong)),
            (cursor.into(), ink.get(Role::Accent)),
        ];
        let line = wrap::ends(&asked, &[], usize::from(area.width));
        frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
    }
    let hint = if page.filter.is_empty() { "type to search" } else { "" };
    let search: [Piece<'_>; 4] = [
        ("/ ".into(), ink.get(Role::Muted)),
        (page.filter.as_str().into(), ink.get(Role::Strong)),
        (cursor.into(), ink.get(Role::Accent)),
        (hint.into(), ink.get(Role::Muted)),
    ];
    let line = wrap::ends(&search, &[], usize::from(area.width));
    if page.asking.is_none() {
        frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
    }
    let area = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let entries = page.entries();
    if entries.is_empty() {
        let line = Line::from(span("No review matches; Backspace widens the search.", ink.get(Role::Muted)));
        frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
        return;
    }
    // A line of air between them where there is room for it.
    let high = if entries.len() * 3 <= usize::from(area.height) + 1 { 3 } else { 2 };
    let fitting = (usize::from(area.height) / high).max(1);
    let first = first_row(page.selected, fitting);
    for (place, entry) in entries.iter().enumerate().skip(first).take(fitting) {
        let y = area.y + u16::try_from((place - first) * high).unwrap_or(0);
        let rows = Rect { y, height: 2.min(area.bottom().saturating_sub(y)), ..area };
        let here = place == page.selected;
        let [above, below] = match entry {
            Entry::Review(i) => review(page, ink, &page.options.recent[*i], area.width, here),
            Entry::Demo => demo(ink, area.width, here),
        };
        frame.buffer_mut().set_line(rows.x, rows.y, &above, rows.width);
        frame.buffer_mut().set_line(rows.x, rows.y + 1, &below, rows.width);
        if here {
            parts::select(frame, ink, rows);
        }
        hits.add(rows, Target::Line(place));
    }
}

fn gutter(ink: RenderContext<'_>, here: bool) -> Piece<'static> {
    (format!("{} ", if here { ink.glyphs.here } else { " " }).into(), ink.get(Role::Accent))
}

fn review(page: &StartPage, ink: RenderContext<'_>, recent: &Recent, width: u16, here: bool) -> [Line<'static>; 2] {
    let width = usize::from(width);
    let muted = ink.get(Role::Muted);
    let name = if here { ink.get(Role::Accent) } else { ink.get(Role::Strong) };
    let mut right: Vec<Piece<'static>> = Vec::new();
    if let Some(sort) = recent.sort.as_ref().filter(|_| !recent.missing) {
        right.push((format!("{sort}  ").into(), ink.get(Role::Major)));
    }
    match recent.counts {
        _ if recent.missing => right.push((" missing ".into(), ink.get(Role::Badge))),
        Some((decided, statements)) => {
            right.extend(parts::meter(ink, parts::share(decided, statements), 10, ink.get(Role::Chart)));
            right.push((format!(" {decided} of {statements} reviewed").into(), ink.get(Role::Text)));
        }
        None => {}
    }
    // One file each is how several reviewers work on one source.
    let is_namesake = |other: &&Recent| other.title == recent.title;
    let file = recent.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let file = file.filter(|_| page.options.recent.iter().filter(is_namesake).count() > 1);
    let file = file.map(|stem| format!(" {} {}", ink.glyphs.dot, Clean::from(stem).one_line())).unwrap_or_default();
    let lead = [gutter(ink, here), (recent.title.to_string().into(), name), (file.into(), ink.get(Role::Text))];
    let above = wrap::ends(&lead, &right, width);
    let path = Clean::from(recent.path.display().to_string()).one_line().to_string();
    let when: [Piece<'_>; 1] = [(format!("  {}", ago(recent.opened, page.options.now)).into(), muted)];
    [above, wrap::ends(&[gutter(ink, here), (path.into(), muted)], &when, width)]
}

fn demo(ink: RenderContext<'_>, width: u16, here: bool) -> [Line<'static>; 2] {
    let name = if here { ink.get(Role::Accent) } else { ink.get(Role::Strong) };
    let about = "twelve claims over sixty abstracts, to try it out";
    let line = |text: &'static str, style| wrap::ends(&[gutter(ink, here), (text.into(), style)], &[], width.into());
    [line("demo", name), line(about, ink.get(Role::Muted))]
}

/// How to begin something new.
fn hints(page: &StartPage, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let evidence = if page.options.documents == Some(0) {
        "Add evidence, the library is empty (PDF, Word, RIS, BibTeX, JSON)"
    } else {
        "Add evidence to the library (PDF, Word, HTML, RIS, BibTeX, JSON)"
    };
    let hints = [("ctrl-o", "Review a paper (PDF, Word, JATS, text) or claims (CSV, JSON)"), ("ctrl-a", evidence)];
    for (y, (key, what)) in (area.y..area.bottom()).zip(hints) {
        let Ok(key) = Key::parse(key) else { continue };
        let line =
            Line::from(vec![span(format!("{:<4}", key.name()), ink.get(Role::Key)), span(what, ink.get(Role::Text))]);
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
        hits.add(Rect { y, height: 1, ..area }, Target::Key(key));
    }
}

/// What went wrong, or what was done, above the keys.
fn message(page: &StartPage, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (lead, text) = match (&page.options.remark, &page.options.notice) {
        (Some(remark), _) => ((ink.glyphs.failed, ink.get(Role::Blocker)), remark),
        (None, Some(notice)) => ((ink.glyphs.set, ink.get(Role::Accent)), notice),
        (None, None) => return,
    };
    let style = ink.get(Role::Text);
    let mut flow = Flow::new(area.width);
    flow.para(&[(format!(" {} ", lead.0).into(), lead.1)], &[("   ".into(), style)], &[(text.as_str().into(), style)]);
    let lines = flow.into_lines();
    let first = area.bottom().saturating_sub(u16::try_from(lines.len()).unwrap_or(area.height)).max(area.y);
    for (y, line) in (first..area.bottom()).zip(&lines) {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
}

fn footer(page: &StartPage, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let choose = if ink.ascii { "up down" } else { "↑↓" };
    let keys = if page.asking.is_some() {
        [("Enter", if page.wants_evidence() { "add" } else { "open" }), ("Tab", "complete"), ("Esc", "back")]
    } else {
        let back = if page.filter.is_empty() { ("^C", "quit") } else { ("Esc", "show all") };
        [("Enter", "open"), (choose, "choose"), back]
    };
    let spans = keys.into_iter().flat_map(|(key, what)| {
        [span(format!(" {key}"), ink.get(Role::Key)), span(format!(" {what}  "), ink.get(Role::Muted))]
    });
    let line = Line::from(spans.collect::<Vec<_>>());
    frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
}
