//! How far the reviewers agree with each other and the machine with them, and the statements behind each figure.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    agree::{About, Agreement, Line, LineKind, Rating, Unit, units},
    domain::{Level, StatementId, Verdict},
    text::{Clean, counted},
};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        listing::{Filter, Picked},
        messages::say,
        selection::narrowed,
        state::State,
    },
    LoadRequest,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The figures, once they are computed.
    pub found: Option<Arc<Found>>,
    /// Whether they are being computed.
    reading: bool,
    /// Whether the review has changed since that began.
    changed: bool,
}

/// The figures.
#[derive(Clone, Debug)]
pub struct Found {
    /// How many reviewers decided.
    pub reviewers: usize,
    /// How many statements are hidden from who looks.
    pub hidden: usize,
    /// As `gainsay agreement` shows them.
    pub lines: Vec<Line>,
    /// For each line on statements, those on which opinions differ.
    pub differing: Vec<Picked>,
}

/// Computes all figures; with thousands of statements it takes its time.
pub(super) fn read(link: &Link) -> Found {
    let (ids, units) = {
        // Not held while the intervals are drawn: whoever appends waits for it.
        let fold = link.review().fold();
        let ids: Vec<StatementId> = fold.statements().iter().map(|statement| statement.id).collect();
        (ids, units(&fold, &link.review().viewer()))
    };
    let agreement = Agreement::of(&units);
    let lines = agreement.lines();
    let about = lines.iter().filter_map(|line| match line.kind {
        LineKind::About(about) => Some(about),
        LineKind::Heading | LineKind::Columns | LineKind::Figures => None,
    });
    let differing = about.map(|about| {
        let statements = ids.iter().zip(&units).filter(|(_, unit)| differs(&agreement, about, unit));
        Picked { what: words(&agreement, about), statements: statements.map(|(id, _)| *id).collect() }
    });
    let differing = differing.collect();
    Found { reviewers: agreement.reviewers.len(), hidden: agreement.hidden, lines, differing }
}

/// Whether opinions on a statement differ, among those that a figure compares.
fn differs(agreement: &Agreement, about: About, unit: &Unit) -> bool {
    let against = |at: usize, is: &dyn Fn(&Rating) -> bool| {
        let machine = agreement.machines.get(at);
        unit.ratings.iter().any(|rating| {
            let of = |spec| machine.is_some_and(|machine| machine.is_of(spec));
            rating.machine.as_ref().is_some_and(|said| of(&said.spec) && said.verdict != rating.verdict) && is(rating)
        })
    };
    let said = |rating: &Rating| rating.machine.as_ref().map(|said| (said.verdict, Level::of(said.confidence)));
    match about {
        About::Pair(at) => agreement.pairs.get(at).is_some_and(|pair| {
            let of = |name: &str| unit.ratings.iter().find(|rating| rating.rater == name).map(|rating| rating.verdict);
            of(&pair.a).zip(of(&pair.b)).is_some_and(|(one, other)| one != other)
        }),
        About::All => unit.ratings.iter().map(|rating| rating.verdict).collect::<BTreeSet<_>>().len() > 1,
        About::Opposite(at) => against(at, &|rating| {
            said(rating).is_some_and(|(of, _)| of != Verdict::Undecided) && rating.verdict != Verdict::Undecided
        }),
        About::Machine(at, verdict) => against(at, &|rating| said(rating).is_some_and(|(of, _)| of == verdict)),
        About::Confidence(at, level) => against(at, &|rating| said(rating).is_some_and(|(_, of)| of == level)),
    }
}

/// What the statements behind a figure have in common.
fn words(agreement: &Agreement, about: About) -> String {
    match about {
        About::Pair(at) => match agreement.pairs.get(at) {
            Some(pair) => format!("{} and {} differ", pair.a, pair.b),
            None => String::new(),
        },
        About::All => "reviewers differ".to_owned(),
        About::Machine(_, verdict) => format!("a reviewer differs from the machine’s “{}”", verdict.name()),
        About::Opposite(_) => "a reviewer is on the side opposite to the machine’s".to_owned(),
        About::Confidence(_, level) => {
            format!("a reviewer differs from the machine, whose confidence is {}", level.name())
        }
    }
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let page = &mut state.pages.agreement;
    (page.reading, page.changed) = (true, false);
    vec![Effect::Read(LoadRequest::Agreement)]
}

/// The journal went on. The figures are computed once at a time, however fast it goes.
pub(super) fn changed(state: &mut State) -> Vec<Effect> {
    if state.pages.agreement.reading {
        state.pages.agreement.changed = true;
        return Vec::new();
    }
    open(state)
}

pub(super) fn on_loaded(state: &mut State, found: Arc<Found>) -> Vec<Effect> {
    let page = &mut state.pages.agreement;
    let again = page.changed;
    (page.reading, page.changed) = (false, false);
    page.found = Some(found);
    state.version[Pane::Agreement] += 1;
    let last = items(state).saturating_sub(1);
    state.at[Pane::Agreement] = state.at[Pane::Agreement].min(last);
    if again && state.focus == Pane::Agreement { open(state) } else { Vec::new() }
}

pub(super) fn items(state: &State) -> usize {
    state.pages.agreement.found.as_ref().map_or(0, |found| found.differing.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    if op != Op::Open {
        return None;
    }
    let found = state.pages.agreement.found.clone()?;
    let picked = found.differing.get(state.at[Pane::Agreement])?;
    if picked.statements.is_empty() {
        say(state, "nobody differs there");
        return Some(Vec::new());
    }
    let count = counted(picked.statements.len(), "statement");
    state.listing.filter = Filter { picked: Some(picked.clone()), ..Filter::default() };
    state.trail.clear();
    state.focus = Pane::Statements;
    let back = state.keymap.text("{back} shows all again");
    say(state, format!("{count}: {}; {back}", picked.what));
    Some(narrowed(state))
}

/// The whole table, to be copied.
pub(in super::super) fn words_of(state: &State) -> Option<(String, Clean)> {
    let found = state.pages.agreement.found.as_ref()?;
    let lines: Vec<&str> = found.lines.iter().map(|line| line.text.as_str()).collect();
    Some(("the figures on agreement".to_owned(), lines.join("\n").into()))
}
