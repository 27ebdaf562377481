//! The paper with its statements marked.

use ratatui::{Frame, layout::Rect, style::Modifier};

use crate::domain::{Source, SourceKind};

use crate::text::Clean;

use super::{
    super::{
        keys::Pane,
        page::reading::{Search, Spot},
        state::State,
        theme::Role,
        wrap::Flow,
    },
    HitMap, RenderContext, parts,
    reader::{Key, Layout, Mark, Reader, Sign, Slot, View, columns, status},
};

/// How many removed characters and dropped records are listed one by one.
const LISTED: usize = 4;

/// Draws it.
pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    slot: &mut Slot,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) {
    let page = &state.pages.source;
    let Some(source) = &page.source else {
        frame.buffer_mut().set_string(area.x, area.y, "…", ink.get(Role::Muted));
        return;
    };
    let room = columns(area.width);
    let key = Key {
        version: 0,
        head: (state.version[Pane::Source], None),
        width: room,
        theme: format!("{} {}", ink.theme.name(), ink.ascii),
    };
    let kept = slot.take().filter(|(old, _)| *old == key);
    let (_, layout) = slot.insert(kept.unwrap_or_else(|| {
        let layout = Layout::new(head(ink, source, room), &source.pages, room);
        (key, layout)
    }));
    let items: Vec<Spot> = page.located.iter().map(|(spot, _)| *spot).collect();
    let at = state.at[Pane::Source];
    let reader = Reader {
        pane: Pane::Source,
        pages: &source.pages,
        items: &items,
        goal: page.search.here().filter(|_| page.at_hit).or_else(|| items.get(at).copied()),
    };
    let body = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let seen = reader.draw((state, ink, layout), frame, body, hits, |view| {
        let mut marks = Vec::new();
        for (_, spot) in items.iter().enumerate().filter(|(i, spot)| view.shows(spot) && *i != at) {
            marks.push(Mark { spot: *spot, style: ink.get(Role::Passage) });
        }
        if let Some(spot) = items.get(at) {
            marks.push(Mark { spot: *spot, style: ink.get(Role::Passage).add_modifier(Modifier::BOLD) });
        }
        marks.extend(found(ink, &page.search, |spot| view.shows(spot)));
        (marks, signs(state, ink, view))
    });
    let muted = ink.get(Role::Muted);
    let strong = ink.get(Role::Strong);
    let mut pieces = Vec::new();
    if page.search.is_on() {
        pieces.push((page.search.describe(), ink.get(Role::Badge)));
    }
    if source.pages.len() > 1 {
        let number = source.pages.get(seen.page).map_or(1, |p| p.number);
        pieces.push((format!("page {number} of {}", source.pages.len()), strong));
    }
    let what = if source.kind == SourceKind::Claims { ("claim", "claims") } else { ("statement", "statements") };
    pieces.push((format!("{} located", parts::count(items.len(), what.0, what.1)), ink.get(Role::Text)));
    if !page.unlocated.is_empty() {
        let some: Vec<String> = page.unlocated.iter().take(LISTED).map(ToString::to_string).collect();
        let more = if page.unlocated.len() > LISTED { " …" } else { "" };
        let text = format!("{} not located: {}{more}", page.unlocated.len(), some.join(" "));
        pieces.push((text, ink.get(Role::Major)));
    }
    if !source.hidden.is_empty() {
        let hidden = parts::count(source.hidden.len(), "hidden character removed", "hidden characters removed");
        pieces.push((format!("{} {hidden}", ink.glyphs.decide), ink.get(Role::Major)));
    }
    status(frame, area, pieces, (format!("  {}  ", ink.glyphs.dot), muted));
}

/// What was searched for, the hit that the reader is at most of all.
pub(super) fn found(ink: RenderContext<'_>, search: &Search, shows: impl Fn(&Spot) -> bool) -> Vec<Mark> {
    let style = ink.get(Role::Found);
    let here = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let hits = search.hits.iter().enumerate().filter(|(_, spot)| shows(spot));
    hits.map(|(i, spot)| Mark { spot: *spot, style: if i == search.at { here } else { style } }).collect()
}

fn signs(state: &State, ink: RenderContext<'_>, view: &View) -> Vec<Sign> {
    let located = state.pages.source.located.iter().enumerate();
    located
        .filter(|(_, (spot, _))| view.shows(spot))
        .map(|(i, (spot, id))| {
            let row = state.shown.rows.iter().find(|r| r.statement.id == *id);
            let verdict = row.and_then(|r| r.summary.verdict);
            let (symbol, style) = match verdict {
                Some((verdict, ..)) => parts::verdict(ink, verdict),
                None => (ink.glyphs.missing.to_owned(), ink.get(Role::Muted)),
            };
            let symbol = symbol.split(' ').next().unwrap_or_default().to_owned();
            let here = i == state.at[Pane::Source];
            Sign { spot: *spot, label: format!("{id} {symbol}"), bar: ink.glyphs.bar, style, here }
        })
        .collect()
}

/// What is known of the paper, and what was taken out of it.
fn head(ink: RenderContext<'_>, source: &Source, room: u16) -> Vec<ratatui::text::Line<'static>> {
    let mut flow = Flow::new(room);
    let muted = ink.get(Role::Muted);
    let title = source.meta.title.one_line();
    if title.is_empty() {
        flow.para(&[], &[], &[(source.name.as_str().into(), ink.get(Role::Strong))]);
    } else {
        flow.para(&[], &[], &[(title.as_str().into(), ink.get(Role::Strong))]);
        let work = super::document::describe(&source.meta);
        flow.para(&[], &[], &[(work.into(), muted)]);
    }
    let listed = |flow: &mut Flow, text: String| {
        flow.para(&[("  ".into(), muted)], &[("  ".into(), muted)], &[(text.into(), muted)])
    };
    if !source.hidden.is_empty() {
        let hidden = parts::count(source.hidden.len(), "hidden character was", "hidden characters were");
        let text = format!("{} {hidden} removed; nobody sees them, but a model would read them", ink.glyphs.decide);
        flow.para(&[], &[], &[(text.into(), ink.get(Role::Major))]);
        for (page, hidden) in source.hidden.iter().take(LISTED) {
            listed(&mut flow, format!("page {page}: {}", Clean::from(hidden.what.as_str())));
        }
        if source.hidden.len() > LISTED {
            listed(&mut flow, format!("and {} more", source.hidden.len() - LISTED));
        }
    }
    if !source.dropped.is_empty() {
        let text = format!("{} could not be used", source.count_dropped());
        flow.para(&[], &[], &[(text.into(), ink.get(Role::Major))]);
        for dropped in source.dropped.iter().take(LISTED) {
            listed(&mut flow, Clean::new(&dropped.to_string()).one_line().to_string());
        }
        if source.dropped.len() > LISTED {
            listed(&mut flow, format!("and {} more", source.dropped.len() - LISTED));
        }
    }
    flow.blank();
    flow.into_lines()
}
