//! The counts of the review in its header.

use ratatui::style::Style;

use crate::{domain::Verdict, review::Who};

use super::{
    super::{
        state::State,
        theme::Role,
        wrap::{Piece, width},
    },
    RenderContext,
};

/// A window of fewer columns shows less of the title and not the program's name, so that the figures keep their words
/// longer.
pub(super) const NARROW: usize = 100;

/// A part of the header, between two dots.
pub(super) type Part = Vec<Piece<'static>>;

/// The columns that parts take, each with a dot between blanks on one side.
pub(super) fn length(parts: &[Part], is_narrow: bool) -> usize {
    parts.iter().map(|part| part.iter().map(|(t, _)| width(t)).sum::<usize>() + dot(is_narrow)).sum()
}

/// The columns that a dot between two parts takes.
fn dot(is_narrow: bool) -> usize {
    if is_narrow { 3 } else { 5 }
}

/// What waits, what has been reviewed, and the verdicts, in the first of `rooms` that leaves them their words: the title
/// gives up room for these. Who left a statement undecided is said at any width, and the counts of the three verdicts are
/// the last to go, and only together.
pub(super) fn figures(
    state: &State,
    ink: RenderContext<'_>,
    base: Style,
    rooms: [usize; 2],
    is_narrow: bool,
) -> Vec<Part> {
    let counts = &state.shown.counts;
    let total = state.shown.rows.len();
    if total == 0 {
        return Vec::new();
    }
    let part = |text: String, role: Role| -> Part { vec![(text.into(), base.patch(ink.get(role)))] };
    // While verdicts are hidden, a zero would say that there are none.
    let is_known = |count: usize| counts.hidden == 0 || count > 0;
    let decide = |words: &str| -> Option<Part> {
        let text = format!("{} {}{words}", ink.glyphs.decide, counts.to_decide);
        (counts.to_decide > 0).then(|| part(text, Role::Blocker))
    };
    let reviewed = part(format!("{} of {total} reviewed", counts.reviewed), Role::Strong);
    let reviewed_short = part(format!("{}/{total} reviewed", counts.reviewed), Role::Strong);
    let reviewed_shortest = part(format!("{}/{total}", counts.reviewed), Role::Strong);
    let undecided = undecided(state, ink).map(|text| text.map(|text| part(text, Role::Undecided)));
    let both = counts.undecided_by_machine + counts.undecided_by_reviewer;
    let others = [
        (ink.glyphs.supports, counts.supported, "supported", Role::For),
        (ink.glyphs.against, counts.contradicted, "contradicted", Role::Against),
    ];
    let words = others.iter().rev().filter(|(_, count, ..)| is_known(*count));
    let mut words: Vec<Part> =
        words.map(|(sign, count, word, role)| part(format!("{sign} {count} {word}"), *role)).collect();
    // Those that are hidden are counted beside the title.
    let without = counts.without.saturating_sub(counts.hidden);
    words.extend((without > 0).then(|| part(format!("{without} without a verdict"), Role::Muted)));
    let mut symbols: Part = Vec::new();
    let none = (ink.glyphs.undecided, both, "", Role::Undecided);
    for (sign, count, _, role) in others.into_iter().chain((both == 0).then_some(none)) {
        if is_known(count) {
            let gap = if symbols.is_empty() { "" } else { " " };
            symbols.extend(part(format!("{gap}{sign} {count}"), role));
        }
    }
    let symbols: Vec<Part> = if symbols.is_empty() { Vec::new() } else { vec![symbols] };
    let mut all = symbols.clone();
    if let Some(first) = all.first_mut().filter(|_| without > 0) {
        first.extend(part(format!(" {} {without}", ink.glyphs.missing), Role::Muted));
    }
    let [long, short, shortest] = match undecided {
        Some(undecided) => undecided.map(|part| vec![part]),
        None => [(); 3].map(|()| Vec::new()),
    };
    let layout = |decide: Option<Part>, reviewed: Option<&Part>, verdicts: [&Vec<Part>; 2]| -> Vec<Part> {
        decide.into_iter().chain(reviewed.cloned()).chain(verdicts.into_iter().flatten().cloned()).collect()
    };
    let long_layouts = [
        layout(decide(" to decide"), Some(&reviewed), [&long, &words]),
        layout(decide(" to decide"), Some(&reviewed), [&long, &all]),
        layout(decide(""), Some(&reviewed), [&long, &all]),
        layout(decide(""), Some(&reviewed_short), [&long, &all]),
        layout(decide(""), Some(&reviewed_short), [&short, &all]),
        layout(decide(""), Some(&reviewed_short), [&short, &symbols]),
        layout(None, Some(&reviewed_short), [&short, &symbols]),
    ];
    let short_layouts = [
        layout(decide(""), Some(&reviewed_shortest), [&shortest, &symbols]),
        layout(None, Some(&reviewed_shortest), [&shortest, &symbols]),
        layout(None, None, [&shortest, &symbols]),
    ];
    let last = short_layouts.last().cloned().unwrap_or_default();
    // There is no dot before the first part: a blank is there, and one after the last.
    let fits = |parts: &&Vec<Part>, room: usize| length(parts, is_narrow) + 2 <= room + dot(is_narrow);
    let mut fitting = rooms.into_iter().filter_map(|room| long_layouts.iter().find(|parts| fits(parts, room)));
    let fitting = fitting.next().or_else(|| short_layouts.iter().find(|parts| fits(parts, rooms[0])));
    fitting.cloned().unwrap_or(last)
}

/// How many verdicts are undecided and by whom, in full, in short, and as short as can be; `None` where none is.
fn undecided(state: &State, ink: RenderContext<'_>) -> Option<[String; 3]> {
    let counts = &state.shown.counts;
    let sign = ink.glyphs.undecided;
    let who = if is_reviewer_alone(state) { "you" } else { "reviewers" };
    let (machine, reviewer) = (counts.undecided_by_machine, counts.undecided_by_reviewer);
    match (machine, reviewer) {
        (0, 0) => None,
        (machine, 0) => Some([
            format!("{sign} {machine} undecided by the machine"),
            format!("{sign} undecided: {machine} machine"),
            format!("{sign} {machine} machine"),
        ]),
        (0, reviewer) => Some([
            format!("{sign} {reviewer} undecided by {who}"),
            format!("{sign} undecided: {reviewer} {who}"),
            format!("{sign} {reviewer} {who}"),
        ]),
        (machine, reviewer) => Some([
            format!("{sign} {machine} undecided by the machine, {reviewer} by {who}"),
            format!("{sign} undecided: {machine} machine, {reviewer} {who}"),
            format!("{sign} {machine} machine, {reviewer} {who}"),
        ]),
    }
}

/// Whether nobody but the reviewer here has left a statement undecided.
fn is_reviewer_alone(state: &State) -> bool {
    let summaries = state.shown.rows.iter().map(|row| &row.summary);
    let mut undecided = summaries.filter(|summary| matches!(summary.verdict, Some((Verdict::Undecided, ..))));
    undecided.all(|summary| match &summary.by {
        Some(Who::Reviewer(name)) => state.reviewer.as_ref() == Some(name) && summary.jointly.is_empty(),
        _ => true,
    })
}
