//! The documents found, on top of everything.

use ratatui::{Frame, layout::Rect, style::Style, text::Line};

use crate::{
    desk::Detail,
    domain::{Candidate, DocId, Provenance, Scores, SearchResult, Stage, Stance, Strategy, StrategyOutcome},
};

use super::{
    super::{
        action::Target,
        state::State,
        theme::Role,
        wrap::{self, Flow, Piece},
    },
    Content, HitMap, RenderContext, list,
    overlays::dialog,
    parts,
};

/// Columns of the list from which on it says which search found a document.
const WIDE: u16 = 96;

/// Columns of the list below which titles have the room of the years, and of stances that are not there.
const NARROW: u16 = 64;

/// Room for the columns after the titles.
const YEAR: usize = 6;
const SEARCH: usize = 12;
const STANCE: usize = 16;

/// What the passages cited from a document say together; `None` where none is cited.
fn stance(detail: &Detail, ink: RenderContext<'_>, doc: &DocId) -> Option<(String, Style)> {
    let cited = detail.citations()?.citations.iter().filter(|citation| citation.doc == *doc);
    let cited: Vec<u32> = cited.map(|citation| citation.number).collect();
    let weighed = detail.weighing().shown().map(|weighing| weighing.weighed.as_slice()).unwrap_or_default();
    let weighed: Vec<_> = weighed.iter().filter(|weighed| cited.contains(&weighed.number)).collect();
    let says = |stance: Stance| weighed.iter().any(|weighed| !weighed.blocked && weighed.stance == stance);
    let together = match (says(Stance::Contradicts), says(Stance::Supports)) {
        _ if cited.is_empty() => return None,
        _ if detail.is_hidden() => return Some(("stance hidden".to_owned(), ink.get(Role::Muted))),
        _ if weighed.is_empty() => return Some(("cited".to_owned(), ink.get(Role::Muted))),
        _ if weighed.iter().all(|weighed| weighed.blocked) => {
            return Some(("blocked".to_owned(), ink.get(Role::Muted)));
        }
        (true, true) => Stance::Mixed,
        _ if says(Stance::Mixed) => Stance::Mixed,
        (true, false) => Stance::Contradicts,
        (false, true) => Stance::Supports,
        (false, false) => Stance::NotAddressed,
    };
    Some(parts::stance(ink, together))
}

pub(super) fn view(
    state: &State,
    ink: RenderContext<'_>,
    frame: &mut Frame<'_>,
    body: Rect,
    selected: usize,
    hits: &mut HitMap,
) {
    let order = super::super::documents::order(state);
    let is_blind = state.detail().is_some_and(Detail::is_hidden);
    let count = order.len();
    let listing = &state.documents;
    let words = listing.words.trim();
    let retrieved = state.detail().and_then(Detail::search).map_or(0, |search| search.candidates.len());
    let title = if count == 0 && retrieved == 0 {
        "Retrieved documents".to_owned()
    } else {
        let with = if words.is_empty() { String::new() } else { format!(" with “{words}”") };
        let how = match super::super::documents::only(state) {
            Some(source) => format!("from {source}"),
            None if listing.by_score && !is_blind => "by score".to_owned(),
            None => "as retrieved".to_owned(),
        };
        // Who changed the list may have taken the best out of it.
        let unchanged = state.detail().filter(|detail| detail.set_by_reviewer(Stage::Search).is_none());
        let found = unchanged.and_then(Detail::search).map_or(0, |search| search.found as usize);
        let beyond = if found > retrieved { format!(", the best of {found} found") } else { String::new() };
        format!("Retrieved documents{with} {how}, {} of {count}{beyond}", (selected + 1).min(count))
    };
    let keys = "Enter read   {attach_by_identifier} full text   {stance} score   {include} include   {exclude} exclude   \
                {uncite} remove   {search} find   {sort} sort   {filter} source   {undo} undo   Esc ";
    let keys = format!("{keys}{}", if words.is_empty() { "back" } else { "show all" });
    let w = (body.width - 4).min(120);
    let inner = dialog(ink, frame, body, w, body.height - 2, &title, &keys);
    let found = state.detail().and_then(|d| Some((d.search()?, d.scores().shown())));
    let Some((search, scores)) = found.filter(|(s, _)| !s.candidates.is_empty()) else {
        let mut content = Content::new(inner.width);
        super::empty(
            &mut content,
            ink,
            "No document was retrieved.",
            "Add evidence with `gainsay library add FILE…`, then press {run_statement}.",
        );
        for (source, style) in found.iter().flat_map(|(search, _)| self::sources(search, ink)) {
            content.flow.para(&[], &[], &[(source.into(), style)]);
        }
        list::put(frame, content, inner);
        return;
    };
    if count == 0 && !words.is_empty() {
        let mut content = Content::new(inner.width);
        let none = format!(
            "None of the {retrieved} retrieved documents has “{words}” in its title, authors, journal or year."
        );
        super::empty(&mut content, ink, &none, "Esc in {search} shows all of them.");
        list::put(frame, content, inner);
        return;
    }
    let sources = sources(search, ink);
    let candidate = order.get(selected).and_then(|i| search.candidates.get(*i));
    let describe = |candidate| described(state, ink, inner.width, (search, scores), candidate, &sources);
    let mut lines = candidate.map(describe).unwrap_or_default();
    // The list keeps its height from one document to the next where all that is said of them fits.
    let usual = match u16::try_from(sources.len()).unwrap_or(0) {
        0 => 7.min(inner.height * 2 / 5),
        asked => (7 + asked).min(inner.height / 2),
    };
    let needed = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let foot = needed.max(usual).min(inner.height * 3 / 5);
    if needed > foot {
        lines.truncate(usize::from(foot).saturating_sub(1));
        lines.push(Line::styled("       …", ink.get(Role::Muted)));
    }
    let (is_wide, is_narrow) = (inner.width >= WIDE, inner.width < NARROW);
    let found_by = if is_wide { format!("{:<SEARCH$}", "search for") } else { String::new() };
    let heads = match is_narrow {
        true => "cited as".to_owned(),
        false => format!("{:<YEAR$}{found_by}{:<STANCE$}", "year", "cited as"),
    };
    let muted = ink.get(Role::Muted);
    let head =
        wrap::ends(&[("score use        title".into(), muted)], &[(heads.into(), muted)], usize::from(inner.width));
    frame.buffer_mut().set_line(inner.x, inner.y, &head, inner.width);
    let rows = Rect { y: inner.y + 1, height: (inner.height - foot).saturating_sub(1), ..inner };
    let height = usize::from(rows.height).max(1);
    let first = (selected + 1).saturating_sub(height);
    let listed = order.iter().filter_map(|i| search.candidates.get(*i));
    for (place, candidate) in listed.enumerate().skip(first).take(height) {
        let y = rows.y + u16::try_from(place - first).unwrap_or(0);
        let here = place == selected;
        let score = scores.and_then(|s| s.scored.iter().find(|s| s.doc == candidate.doc)).map(|s| s.score);
        let (mark, role) = match scores {
            Some(s) if s.excluded.contains(&candidate.doc) => ("excluded", Role::Overridden),
            Some(s) if s.included.contains(&candidate.doc) => ("included", Role::Overridden),
            Some(s) if s.passes(&candidate.doc) => ("passes", Role::For),
            Some(_) if score.is_some() => ("below", Role::Muted),
            Some(_) => ("not scored", Role::Muted),
            None if is_blind => ("hidden", Role::Muted),
            None => ("", Role::Muted),
        };
        let score = score.map_or_else(|| "  –  ".to_owned(), |s| format!(" {s}/5 "));
        let gutter = if here { ink.glyphs.here } else { " " };
        let title = candidate.meta.title.one_line();
        let year = candidate.meta.year.map(|y| y.to_string()).unwrap_or_default();
        let side = if is_blind { "" } else { candidate.side.target() };
        let side = if is_wide { format!("{side:<SEARCH$}") } else { String::new() };
        let stance = state.detail().and_then(|detail| stance(detail, ink, &candidate.doc));
        let (stance, style) = stance.unwrap_or_default();
        let left: [Piece<'_>; 4] = [
            (gutter.into(), ink.get(Role::Accent)),
            (score.into(), ink.get(Role::Text)),
            (format!("{mark:<11}").into(), ink.get(role)),
            (title.as_str().into(), ink.get(Role::Text)),
        ];
        let right: [Piece<'_>; 2] = if is_narrow {
            [("".into(), muted), (stance.into(), style)]
        } else {
            let stance = format!("{}{}", stance, " ".repeat(STANCE.saturating_sub(wrap::width(&stance))));
            [(format!("{year:<YEAR$}{side}").into(), muted), (stance.into(), style)]
        };
        let line = wrap::ends(&left, &right, usize::from(rows.width));
        frame.buffer_mut().set_line(rows.x, y, &line, rows.width);
        let row = Rect { y, height: 1, ..rows };
        if here {
            parts::select(frame, ink, row);
        }
        hits.add(row, Target::Line(place));
    }
    parts::scrollbar(frame, ink, Rect { width: rows.width + 2, ..rows }, first, count, true);
    parts::lines(frame, Rect { y: rows.bottom(), height: foot, ..inner }, &lines);
}

/// What is known of the selected document, under a rule.
fn described(
    state: &State,
    ink: RenderContext<'_>,
    width: u16,
    (search, scores): (&SearchResult, Option<&Scores>),
    candidate: &Candidate,
    sources: &[(String, Style)],
) -> Vec<Line<'static>> {
    let is_blind = state.detail().is_some_and(Detail::is_hidden);
    let mut flow = Flow::new(width);
    flow.push(Line::styled(ink.glyphs.rule.repeat(usize::from(width)), ink.get(Role::Faint)));
    let whole = candidate.meta.title.one_line();
    flow.para(&[], &[], &[(whole.as_str().into(), ink.get(Role::Strong))]);
    let reason = scores.and_then(|s| s.scored.iter().find(|s| s.doc == candidate.doc)).map(|s| s.reason.clone());
    let why = reason.filter(|r| !r.is_empty()).unwrap_or_else(|| match is_blind {
        true => "hidden until you give a verdict".into(),
        false => "Not scored: enough documents had passed before it.".into(),
    });
    flow.para(
        &[("Why    ".into(), ink.get(Role::Muted))],
        &[("       ".into(), Style::default())],
        &[(why.as_str().into(), ink.get(Role::Text))],
    );
    let way = |p: &Provenance| match p.strategy {
        Strategy::Attached | Strategy::Given => p.describe(),
        Strategy::Semantic | Strategy::Hyde | Strategy::Keyword => format!("{}, score {:.2}", p.describe(), p.score),
    };
    let by: Vec<String> = search
        .brought_by(&candidate.doc)
        .into_iter()
        .map(|(source, rank)| format!("from {source} (no. {rank})"))
        .chain(candidate.found_by.iter().filter(|_| !is_blind).map(way))
        .collect();
    flow.para(
        &[("Found  ".into(), ink.get(Role::Muted))],
        &[("       ".into(), Style::default())],
        &[(by.join("; ").into(), ink.get(Role::Muted))],
    );
    for (head, source) in std::iter::once("Asked  ").chain(std::iter::repeat("       ")).zip(sources) {
        flow.para(
            &[(head.into(), ink.get(Role::Muted))],
            &[("       ".into(), Style::default())],
            &[(source.0.as_str().into(), source.1)],
        );
    }
    flow.into_lines()
}

/// What each source of evidence found on both sides, a line each; failures are marked.
fn sources(search: &SearchResult, ink: RenderContext<'_>) -> Vec<(String, Style)> {
    let mut lines = Vec::new();
    for report in &search.sources {
        let hits: Vec<String> = report.queries.iter().map(|query| query.hits.to_string()).collect();
        let hits = if hits.is_empty() { String::new() } else { format!(" (hits: {})", hits.join(", ")) };
        let (how, role) = match &report.outcome {
            StrategyOutcome::Found(n) => {
                let documents = if *n == 1 { "document" } else { "documents" };
                (format!("{n} {documents}, {} new{hits}", report.new), Role::Muted)
            }
            StrategyOutcome::Failed(why) => (format!("{} failed: {why}", ink.glyphs.failed), Role::Blocker),
            StrategyOutcome::NotAvailable(why) => (format!("not asked: {why}"), Role::Muted),
        };
        lines.push((format!("{} for the {}: {how}", report.source, report.side.target()), ink.get(role)));
    }
    lines
}
