//! What was done to a statement, and what it changed.

mod comparison;

use std::{collections::BTreeMap, sync::Arc};

use jiff::Timestamp;

use crate::{
    domain::{Digest, Stage, StatementId, Value, diff::Titles},
    review::{Act, Entry, Review, ReviewError, Who},
    text::Clean,
};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        messages::{hidden_or, say},
        minute,
        state::State,
    },
    LoadRequest,
};

pub(in super::super) use comparison::beside;
pub(super) use comparison::compare;
pub use comparison::{Changes, Compared, Comparison, Run};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The acts, once read.
    pub history: Option<Arc<History>>,
    /// The whole review's, not the selected statement's.
    pub whole: bool,
    /// The run that the next one is compared with, by its row.
    pub marked: Option<u64>,
    /// What is unfolded, by its row: the changes, once worked out.
    pub open: BTreeMap<u64, Option<Arc<Changes>>>,
}

/// The acts on a statement, or on the whole review.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub id: Option<StatementId>,
    /// Newest first.
    pub items: Vec<Item>,
    /// When it was read.
    pub now: Timestamp,
}

/// An act, or several results of the machine in a row.
#[derive(Clone, Debug)]
pub struct Item {
    /// The row, or the newest of the rows.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Whose act.
    pub who: Who,
    /// What was done.
    pub what: Clean,
    /// Why.
    pub reason: Option<Clean>,
    /// What became of it.
    pub fate: Fate,
    /// Whether something of it is in force.
    pub in_force: bool,
    /// The machine could not do it.
    pub failed: bool,
    /// How long the machine took, in milliseconds.
    pub millis: u64,
    /// The reasoner that ran, with its model; `None` for an act of a reviewer.
    pub reasoner: Option<Clean>,
    /// Results that came of it.
    pub revisions: Vec<Revision>,
    /// Whether the review is blind and what came of it is left out.
    pub hidden: bool,
}

impl Item {
    /// When, to the minute.
    #[must_use]
    pub fn when(&self) -> String {
        minute(self.at)
    }

    /// The first stage and the last that it has results of.
    fn stages(&self) -> String {
        match (self.revisions.first(), self.revisions.last()) {
            (Some(first), Some(last)) if first.stage != last.stage => format!("{} → {}", first.stage, last.stage),
            (Some(first), _) => first.stage.to_string(),
            (None, _) => String::new(),
        }
    }
}

/// What became of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Stands,
    /// It was taken back.
    Undone,
    /// It was taken back and done again.
    Redone,
}

/// A result, and the one of its stage before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Revision {
    /// The stage.
    pub stage: Stage,
    /// Whose.
    pub statement: Option<StatementId>,
    /// Its value.
    pub value: Digest,
    /// The value before, and whether it is one statement's.
    pub before: Option<(Digest, bool)>,
}

/// The acts within an act of several.
fn parts(act: &Act) -> &[Act] {
    match act {
        Act::Bulk { acts, .. } => acts,
        act => std::slice::from_ref(act),
    }
}

/// Reads the acts on `id`, or all of them, and what is in force of them.
pub(super) fn read(link: &Link, id: Option<StatementId>) -> Result<History, Clean> {
    let review = link.review();
    let mut entries = entries(review, id).map_err(|e| Clean::from(e.to_string()))?;
    let mut files = BTreeMap::new();
    for entry in entries.iter_mut().filter(|entry| matches!(entry.act, Act::Imported { .. })) {
        let fold = review.fold();
        entry.act = fold.as_here(&entry.act);
        let origin = fold.origin_of(entry.seq).and_then(|at| fold.origins().get(at));
        files.extend(origin.map(|origin| (entry.seq, origin.file.clone())));
    }
    let reader = Reader::new(review, id, &entries, titles(review, id)?);
    let viewer = review.viewer();
    let mut items: Vec<Item> = Vec::new();
    for entry in &entries {
        // That there are such acts is hidden with them: that a statement has issues, that another reviewer did something on
        // it, or has seen the machine's opinion.
        let meant = entry.meant(&entries);
        let tells = entry.who != Who::Engine || matches!(meant, Act::Number { .. } | Act::Reveal { .. });
        let fold = review.fold();
        let is_others = tells && fold.withholds(&entry.who, meant, &viewer);
        if is_others || fold.withholds_rerun(entry.seq, &entry.act, &viewer) {
            continue;
        }
        drop(fold);
        let whole_paper = |act: &Act| {
            matches!(
                act,
                Act::Result { statement: None, stage: Stage::Extract, .. }
                    | Act::Override { statement: None, .. }
                    | Act::Prompt { .. }
            )
        };
        let about = |act: &Act| act.statement() == id || whole_paper(act);
        if id.is_some() && !parts(meant).iter().any(about) {
            continue;
        }
        reader.add(&mut items, entry, id);
    }
    // What an act on a blind statement changed is the machine's opinion.
    for (item, entry) in items.iter_mut().filter_map(|item| {
        let at = entries.binary_search_by_key(&item.seq, |entry| entry.seq).ok()?;
        Some((item, &entries[at]))
    }) {
        let meant = entry.meant(&entries);
        if review.fold().withholds(&entry.who, meant, &viewer) {
            item.revisions.clear();
            item.hidden = true;
            if let Act::Repeat { .. } = meant {
                item.what = "verdict repeated, shown once you have given one".into();
            }
        }
    }
    for item in &mut items {
        if let Some(file) = files.get(&item.seq) {
            item.what = format!("{} (from {})", item.what, file.one_line()).into();
        }
    }
    items.reverse();
    Ok(History { id, items, now: review.now() })
}

/// The acts that bear on a statement, those on the whole review among them; or all.
fn entries(review: &Review, id: Option<StatementId>) -> Result<Vec<Entry>, ReviewError> {
    if id.is_none() {
        return review.entries();
    }
    let mut entries = review.history(id)?;
    entries.extend(review.history(None)?);
    entries.sort_by_key(|entry| entry.seq);
    entries.dedup_by_key(|entry| entry.seq);
    Ok(entries)
}

/// What is known while the acts are gone through.
struct Reader<'a> {
    entries: &'a [Entry],
    titles: Titles,
    before: BTreeMap<(u64, usize), (Digest, bool)>,
    forced: std::collections::BTreeSet<(u64, Stage)>,
    fates: BTreeMap<u64, Fate>,
}

impl<'a> Reader<'a> {
    fn new(review: &Review, id: Option<StatementId>, entries: &'a [Entry], titles: Titles) -> Self {
        let mut me = Self {
            entries,
            titles,
            before: BTreeMap::new(),
            forced: std::collections::BTreeSet::new(),
            fates: BTreeMap::new(),
        };
        me.follow();
        let (fold, viewer) = (review.fold(), review.viewer());
        for statement in fold.statements().iter().filter(|s| id.is_none_or(|id| id == s.id)) {
            for resolved in fold.resolve_for(statement.id, &viewer).iter() {
                if let Some(found) = &resolved.in_force {
                    me.forced.insert((found.revision.seq(), resolved.stage));
                }
            }
        }
        me
    }

    /// Goes through the acts as they came: which result was before which, what
    /// was taken back by then left out.
    fn follow(&mut self) {
        type Stack = Vec<(u64, Digest)>;
        let mut stacks: BTreeMap<(Option<StatementId>, Stage), Stack> = BTreeMap::new();
        for entry in self.entries {
            match entry.act {
                Act::Undo { of } => {
                    self.fates.insert(of, Fate::Undone);
                }
                Act::Redo { of } => {
                    self.fates.insert(of, Fate::Redone);
                }
                _ => {}
            }
            for (i, act) in parts(&entry.act).iter().enumerate() {
                // A trial is compared with the run before it, and is itself the run before none.
                let (stage, statement, value, stays) = match act {
                    Act::Result { stage, statement, value, .. } | Act::Override { stage, statement, value, .. } => {
                        (stage, *statement, value, true)
                    }
                    Act::Trial { stage, statement, value, .. } => (stage, Some(*statement), value, false),
                    _ => continue,
                };
                let stands = |(seq, _): &&(u64, Digest)| self.fates.get(seq) != Some(&Fate::Undone);
                let newest = |key| stacks.get(&key).and_then(|s| s.iter().rev().find(stands)).map(|(_, d)| *d);
                let own = newest((statement, *stage)).map(|d| (d, statement.is_some()));
                // A statement of its own was one of the paper's before.
                let before = own.or_else(|| newest((None, *stage)).map(|d| (d, false)));
                if let Some(before) = before {
                    self.before.insert((entry.seq, i), before);
                }
                if stays {
                    stacks.entry((statement, *stage)).or_default().push((entry.seq, *value));
                }
            }
        }
    }

    fn at(&self, seq: u64) -> Option<&'a Entry> {
        self.entries.binary_search_by_key(&seq, |entry| entry.seq).ok().map(|at| &self.entries[at])
    }

    fn add(&self, items: &mut Vec<Item>, entry: &Entry, id: Option<StatementId>) {
        let revisions = self.revisions(entry, id);
        let fate = self.fates.get(&entry.seq).copied().unwrap_or(Fate::Stands);
        let in_force = revisions.iter().any(|r| self.forced.contains(&(entry.seq, r.stage)));
        let (what, reason) = self.told(entry, id);
        let failed = matches!(entry.act, Act::Failed { .. });
        let millis = match entry.act {
            Act::Result { millis, .. } | Act::Trial { millis, .. } => millis,
            _ => 0,
        };
        let item = Item {
            seq: entry.seq,
            at: entry.at,
            who: entry.who.clone(),
            what,
            reason,
            fate,
            in_force: in_force && fate != Fate::Undone,
            failed,
            millis,
            reasoner: match &entry.act {
                Act::Result { spec, .. } => Some(spec.describe().into()),
                _ => None,
            },
            revisions,
            hidden: false,
        };
        // Results of the machine that follow each other are one line.
        if let Act::Result { spec, statement, .. } = &entry.act
            && let Some(last) = items.last_mut()
            && let Some(Act::Result { spec: before, statement: whose, .. }) = self.at(last.seq).map(|e| &e.act)
            && spec.reasoner == before.reasoner
            && statement == whose
            // The same stage again is another run, which can be compared with the one before.
            && !last.revisions.iter().any(|made| item.revisions.iter().any(|again| again.stage == made.stage))
        {
            last.seq = item.seq;
            last.at = item.at;
            last.in_force |= item.in_force;
            last.revisions.extend(item.revisions);
            last.millis += item.millis;
            last.what = worked_out(last, &spec.reasoner, id);
            return;
        }
        items.push(item);
    }

    fn revisions(&self, entry: &Entry, id: Option<StatementId>) -> Vec<Revision> {
        let acts = parts(&entry.act).iter().enumerate();
        acts.filter_map(|(i, act)| match act {
            Act::Result { stage, statement, value, .. } | Act::Override { stage, statement, value, .. }
                if id.is_none() || statement.is_none() || *statement == id =>
            {
                let before = self.before.get(&(entry.seq, i)).copied();
                Some(Revision { stage: *stage, statement: *statement, value: *value, before })
            }
            Act::Trial { stage, statement, value, .. } if id.is_none_or(|id| *statement == id) => {
                let before = self.before.get(&(entry.seq, i)).copied();
                Some(Revision { stage: *stage, statement: Some(*statement), value: *value, before })
            }
            _ => None,
        })
        .collect()
    }

    /// What was done and why, in words that need not name the statement.
    fn told(&self, entry: &Entry, id: Option<StatementId>) -> (Clean, Option<Clean>) {
        let reason = match &entry.act {
            act if act.reason().is_some() => act.reason().map(|reason| reason.words()),
            Act::Failed { reason, .. } => Some(reason.clone()),
            Act::Note { text, .. } if !text.is_empty() => Some(text.clone()),
            Act::Raise { issue, .. } => Some(issue.message.clone()),
            Act::Include { doc, .. } | Act::Exclude { doc, .. } => self.titles.get(doc).cloned(),
            _ => None,
        };
        let what = match &entry.act {
            Act::Result { spec, stage, statement, millis, .. } => {
                let of = if id.is_none() {
                    statement.map(|s| format!(" of {s}")).unwrap_or_default()
                } else {
                    String::new()
                };
                format!("{stage}{of} run by {}, {}", spec.reasoner, lasted(*millis))
            }
            Act::Failed { stage, spec, .. } if id.is_some() => format!("{stage} failed with {}", spec.reasoner),
            Act::Undo { of } => format!("undone: {}", self.named(*of, id)),
            Act::Redo { of } => format!("redone: {}", self.named(*of, id)),
            act => own_words(act, id),
        };
        (what.into(), reason.map(|r| r.one_line()).filter(|r| !r.is_empty()))
    }

    fn named(&self, of: u64, id: Option<StatementId>) -> String {
        self.at(of).map_or_else(|| format!("act {of}"), |entry| own_words(&entry.act, id))
    }
}

/// `counter → judge worked out by builtin, 84 ms`.
fn worked_out(item: &Item, reasoner: &Clean, id: Option<StatementId>) -> Clean {
    let of = match (id, item.revisions.first().and_then(|r| r.statement)) {
        (None, Some(s)) => format!(" of {s}"),
        _ => String::new(),
    };
    let ends = item.revisions.first().zip(item.revisions.last());
    let stages = ends.map(|(a, b)| format!("{} → {}", a.stage, b.stage)).unwrap_or_default();
    format!("{stages}{of} run by {reasoner}, {}", lasted(item.millis)).into()
}

fn lasted(millis: u64) -> String {
    if millis < 10_000 { format!("{millis} ms") } else { format!("{} s", millis / 1000) }
}

/// What an act says of itself, without the statement that all of it is about.
fn own_words(act: &Act, id: Option<StatementId>) -> String {
    let words = act.describe();
    match id {
        Some(id) => {
            words.replace(&format!(" of {id}"), "").replace(&format!(" on {id}"), "").replace(&format!(" for {id}"), "")
        }
        None => words,
    }
}

/// The titles of the documents found for a statement.
fn titles(review: &Review, id: Option<StatementId>) -> Result<Titles, Clean> {
    let Some(id) = id else { return Ok(Titles::new()) };
    let search = review.in_force(id, Stage::Search).map_err(|e| Clean::from(e.to_string()))?;
    Ok(match search.as_deref() {
        Some(Value::Search(s)) => s.candidates.iter().map(|c| (c.doc.clone(), c.meta.title.clone())).collect(),
        _ => Titles::new(),
    })
}

fn whose(state: &State) -> Option<StatementId> {
    if state.pages.history.whole { None } else { state.id() }
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(LoadRequest::History(whose(state)))]
}

pub(super) fn on_loaded(state: &mut State, history: Arc<History>) -> Vec<Effect> {
    if history.id != whose(state) {
        return Vec::new();
    }
    let page = &mut state.pages.history;
    // The cursor stays at its act when others come in above it.
    let at = state.at[Pane::History];
    let same = page.history.as_ref().filter(|h| h.id == history.id);
    let seq = same.filter(|_| at > 0).and_then(|h| h.items.get(at)).map(|item| item.seq);
    if same.is_none() {
        page.open.clear();
    }
    let place = seq.and_then(|seq| history.items.iter().position(|item| item.seq == seq));
    state.at[Pane::History] = place.unwrap_or(0);
    state.follow[Pane::History] = true;
    page.history = Some(history);
    state.version[Pane::History] += 1;
    Vec::new()
}

/// An act was compared.
pub(super) fn compared(state: &mut State, seq: u64, changes: Arc<Changes>) -> Vec<Effect> {
    if let Some(open) = state.pages.history.open.get_mut(&seq) {
        *open = Some(changes);
        state.follow[Pane::History] = true;
        state.version[Pane::History] += 1;
    }
    Vec::new()
}

pub(super) fn items(state: &State) -> usize {
    state.pages.history.history.as_ref().map_or(0, |h| h.items.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => Some(unfold(state)),
        Op::Mark => Some(comparison::mark(state)),
        Op::WholeReview => {
            let page = &mut state.pages.history;
            page.whole = !page.whole;
            page.history = None;
            page.open.clear();
            state.at[Pane::History] = 0;
            state.version[Pane::History] += 1;
            Some(open(state))
        }
        Op::NextMatch | Op::PreviousMatch => {
            // From one revision that a reviewer made to the next.
            let history = state.pages.history.history.clone()?;
            let at = state.at[Pane::History];
            let own = |i: &usize| matches!(history.items[*i].who, Who::Reviewer(_));
            let found =
                if op == Op::NextMatch { (at + 1..history.items.len()).find(own) } else { (0..at).rev().find(own) };
            match found {
                Some(place) => {
                    state.at[Pane::History] = place;
                    state.follow[Pane::History] = true;
                }
                None => say(state, "no further act of a reviewer"),
            }
            Some(Vec::new())
        }
        _ => None,
    }
}

/// Unfolds what the selected act changed, or folds it again.
fn unfold(state: &mut State) -> Vec<Effect> {
    let Some(history) = state.pages.history.history.clone() else { return Vec::new() };
    let Some(item) = history.items.get(state.at[Pane::History]) else { return Vec::new() };
    state.version[Pane::History] += 1;
    state.follow[Pane::History] = true;
    if state.pages.history.open.remove(&item.seq).is_some() {
        return Vec::new();
    }
    if item.revisions.is_empty() {
        let is_hidden = item.hidden;
        hidden_or(state, is_hidden, "this act set no result; there is nothing more to show");
        return Vec::new();
    }
    state.pages.history.open.insert(item.seq, None);
    vec![Effect::Read(LoadRequest::Changes(item.seq, history.id, item.revisions.clone()))]
}
