//! A document with its passages marked.

use ratatui::{Frame, layout::Rect, style::Modifier, text::Line};

use crate::{
    desk::Detail,
    domain::{
        Document, SourceMeta,
        rules::{
            credibility::is_retracted,
            hygiene::{Remark, remarks},
        },
    },
    review::Seen,
    text::counted,
};

use super::{
    super::{
        keys::Pane,
        page::{
            document::{Reading, cited},
            reading::{Spot, find_words},
        },
        state::State,
        theme::Role,
        wrap::Flow,
    },
    HitMap, RenderContext, parts,
    reader::{Key, Layout, Mark, Reader, Sign, Slot, columns, status},
    source::found,
};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let reading = state.pages.document.reading.as_ref();
    reading.map(|r| r.document.meta.title.one_line().to_string()).unwrap_or_default()
}

/// Draws it.
pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    slot: &mut Slot,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) {
    let page = &state.pages.document;
    let Some(reading) = &page.reading else {
        let mut content = super::Content::new(area.width);
        let how = "Select a citation and press {open}, or a document in the list of {documents}.";
        match &page.doc {
            Some(_) => super::empty(&mut content, ink, "…", ""),
            None => super::empty(&mut content, ink, "No document is open.", how),
        }
        super::list::put(frame, content, area);
        return;
    };
    let document = &reading.document;
    let room = columns(area.width);
    let key = Key {
        version: state.version[Pane::Document],
        head: (state.detail().map_or(0, |d| d.head), state.id()),
        width: room,
        theme: format!("{} {}", ink.theme.name(), ink.ascii),
    };
    let kept = slot.take().filter(|(old, _)| *old == key);
    let (_, layout) = slot.insert(kept.unwrap_or_else(|| {
        let layout = Layout::new(head(state, ink, reading, room), &document.pages, room);
        (key, layout)
    }));
    let passages = state.detail().map(|d| cited(d, document)).unwrap_or_default();
    let at = state.at[Pane::Document];
    let here = reading.sentences.get(at).copied();
    let reader = Reader {
        pane: Pane::Document,
        pages: &document.pages,
        items: &reading.sentences,
        goal: page.search.here().filter(|_| page.at_hit).or(here),
    };
    let body = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let seen = reader.draw((state, ink, layout), frame, body, hits, |view| {
        let mut marks: Vec<Mark> = passages
            .iter()
            .filter(|(_, spot)| view.shows(spot))
            .map(|(_, spot)| Mark { spot: *spot, style: ink.get(Role::Passage) })
            .collect();
        let marked = page.marked.iter().filter_map(|i| reading.sentences.get(*i));
        let style = ink.get(Role::Mark);
        marks.extend(marked.filter(|spot| view.shows(spot)).map(|spot| Mark { spot: *spot, style }));
        if let Some(spot) = here {
            marks.push(Mark { spot, style: ink.get(Role::Text).patch(ink.get(Role::Selected)) });
        }
        let anchors = state.detail().map(|detail| detail.statement.anchors.as_slice()).unwrap_or_default();
        for (i, range) in view.ranges(&document.pages) {
            for anchor in anchors {
                let text = &document.pages[i].text[range.clone()];
                let style = ratatui::style::Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
                let stand = find_words(text, anchor).into_iter();
                marks.extend(
                    stand.map(|r| Mark { spot: Spot::new(i, range.start + r.start..range.start + r.end), style }),
                );
            }
        }
        marks.extend(found(ink, &page.search, |spot| view.shows(spot)));
        (marks, signs(state, ink, reading, &passages, here))
    });
    let mut pieces = Vec::new();
    if page.search.is_on() {
        pieces.push((page.search.describe(), ink.get(Role::Badge)));
    }
    if !page.marked.is_empty() {
        let marked = counted(page.marked.len(), "sentence");
        pieces.push((ink.keymap.text(&format!("{marked} ticked, {{cite}} cites")), ink.get(Role::Overridden)));
    }
    if let Some((number, _)) = here.and_then(|here| passages.iter().find(|(_, spot)| spot.meets(&here))) {
        let weighed = state.detail().and_then(|d| d.weighing().shown()?.get(*number));
        let (text, style) = match weighed {
            Some(w) => {
                let (stance, style) = parts::stance(ink, w.stance);
                (format!("[{number}] {stance} {}", parts::confidence(w.opinion.adjusted)), style)
            }
            None if state.detail().is_some_and(Detail::is_hidden) => {
                (format!("[{number}] stance hidden"), ink.get(Role::Muted))
            }
            None => (format!("[{number}] {} not weighed", ink.glyphs.missing), ink.get(Role::Muted)),
        };
        pieces.push((text, style));
    }
    if document.pages.len() > 1 {
        let number = document.pages.get(seen.page).map_or(1, |p| p.number);
        pieces.push((format!("page {number} of {}", document.pages.len()), ink.get(Role::Strong)));
    }
    let id = state.id().map(|id| format!(" for {id}")).unwrap_or_default();
    pieces.push((format!("{} cited here{id}", counted(passages.len(), "passage")), ink.get(Role::Text)));
    if !reading.sentences.is_empty() {
        pieces.push((format!("sentence {} of {}", at + 1, reading.sentences.len()), ink.get(Role::Muted)));
    }
    status(frame, area, pieces, (format!("  {}  ", ink.glyphs.dot), ink.get(Role::Muted)));
}

fn signs(
    state: &State,
    ink: RenderContext<'_>,
    reading: &Reading,
    passages: &[(u32, Spot)],
    here: Option<Spot>,
) -> Vec<Sign> {
    let weighing = state.detail().and_then(|detail| detail.weighing().shown());
    let mut signs: Vec<Sign> = Vec::new();
    let marked = state.pages.document.marked.iter().filter_map(|i| reading.sentences.get(*i));
    signs.extend(marked.map(|spot| Sign {
        spot: *spot,
        label: format!("{} tick", ink.glyphs.set),
        bar: ink.glyphs.bar,
        style: ink.get(Role::Overridden),
        here: false,
    }));
    signs.extend(passages.iter().map(|(number, spot)| {
        let weighed = weighing.and_then(|w| w.get(*number));
        let (symbol, style) = match weighed {
            Some(w) if w.blocked => (ink.glyphs.failed.to_owned(), ink.get(Role::Blocker)),
            Some(w) => parts::stance(ink, w.stance),
            None => (ink.glyphs.missing.to_owned(), ink.get(Role::Muted)),
        };
        let symbol = symbol.split(' ').next().unwrap_or_default().to_owned();
        Sign { spot: *spot, label: format!("[{number}] {symbol}"), bar: ink.glyphs.bar, style, here: false }
    }));
    // The cursor has no name of its own: it is before the bars of others.
    signs.extend(here.map(|spot| Sign {
        spot,
        label: String::new(),
        bar: ink.glyphs.here,
        style: ink.get(Role::Accent),
        here: true,
    }));
    signs
}

/// Authors, where and when it appeared, how it is found.
pub(super) fn describe(meta: &SourceMeta) -> String {
    let mut parts = Vec::new();
    let authors: Vec<String> = meta.authors.iter().take(6).map(|a| a.one_line().to_string()).collect();
    if !authors.is_empty() {
        parts.push(authors.join(", ") + if meta.authors.len() > 6 { " et al" } else { "" });
    }
    let journal = meta.journal.as_ref().or(meta.source_name.as_ref()).map(|j| j.one_line().to_string());
    let year = meta.year.map(|y| y.to_string()).or_else(|| meta.published.as_ref().map(ToString::to_string));
    parts.extend(journal);
    parts.extend(year);
    parts.extend(meta.doi.as_ref().map(|doi| format!("doi {}", doi.one_line())));
    parts.extend(meta.pmid.as_ref().map(|pmid| format!("PMID {}", pmid.one_line())));
    parts.extend(meta.url.as_ref().map(|url| url.one_line().to_string()));
    parts.join(" · ")
}

/// What is known of the document, and what is made of it for the statement.
fn head(state: &State, ink: RenderContext<'_>, reading: &Reading, room: u16) -> Vec<Line<'static>> {
    let document = &reading.document;
    let mut flow = Flow::new(room);
    let muted = ink.get(Role::Muted);
    let meta = &document.meta;
    let mut para = |text: String, style| {
        if !text.is_empty() {
            flow.para(&[], &[], &[(text.into(), style)]);
        }
    };
    let title = meta.title.one_line();
    para(if title.is_empty() { "(no title)".to_owned() } else { title.to_string() }, ink.get(Role::Strong));
    para(describe(meta), muted);
    let types: Vec<String> = meta.publication_types.iter().map(|t| t.one_line().to_string()).collect();
    para(types.join(" · "), muted);
    let related: Vec<String> = meta.related.iter().map(ToString::to_string).collect();
    if !related.is_empty() {
        para(format!("Same work: {}", related.join("; ")), muted);
    }
    for (source, facts) in &reading.facts {
        let facts = facts.describe();
        if !facts.is_empty() {
            para(format!("{}: {}", source.one_line(), facts.join(" · ")), muted);
        }
    }
    if is_retracted(meta) {
        para(format!("{} RETRACTED: it counts for nothing", ink.glyphs.failed), ink.get(Role::Blocker));
    }
    for remark in remarks(&SourceMeta::default(), meta) {
        if let Remark::Concern(words) = remark {
            para(format!("{} {words}", ink.glyphs.check), ink.get(Role::Major));
        }
    }
    if let Some(detail) = state.detail() {
        let (text, why) = standing(state, detail, document);
        para(text, ink.get(Role::Text));
        para(why, muted);
        let legend = legend(detail);
        para(legend, muted);
    }
    flow.blank();
    flow.into_lines()
}

/// How it came to the statement and how relevant it is; and the reason.
fn standing(state: &State, detail: &Detail, document: &Document) -> (String, String) {
    let id = detail.id;
    let Some(candidate) = detail.candidate(&document.id) else {
        let text = format!("Not among the documents found for {id}; {{attach}} attaches it");
        return (state.keymap.text(&text), String::new());
    };
    let found = format!("Found: {}", candidate.describe_ways());
    let scores = match detail.scores() {
        Seen::Shown(scores) => scores,
        // The search that found it says for which side.
        Seen::Hidden => return (format!("Relevance for {id} hidden until you give a verdict"), String::new()),
        Seen::Missing => return (format!("Not scored yet for {id}. {found}"), String::new()),
    };
    let scored = scores.scored.iter().find(|s| s.doc == document.id);
    let how = match scored {
        _ if scores.excluded.contains(&document.id) => ", excluded by a reviewer",
        _ if scores.included.contains(&document.id) => ", included by a reviewer",
        Some(_) if scores.passes(&document.id) => ", passes",
        Some(_) => ", below the threshold",
        None => "",
    };
    match scored {
        Some(s) => (format!("Relevance {}/5 for {id}{how}. {found}", s.score), s.reason.one_line().to_string()),
        None => (format!("Not scored for {id}{how}. {found}"), String::new()),
    }
}

fn legend(detail: &Detail) -> String {
    let anchors = detail.statement.anchors.as_slice();
    if anchors.is_empty() {
        return String::new();
    }
    let names: Vec<String> = anchors.iter().map(|a| a.one_line().to_string()).collect();
    format!("Underlined: what the statement hangs on ({})", names.join(", "))
}
