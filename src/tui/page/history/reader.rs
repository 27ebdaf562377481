//! Which acts bear on a statement, in what words, and what each put in the place of what.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    desk::{Detail, gives_reason},
    domain::{Reason, Stage, StatementId, Value, adopted_verdict, diff::Titles},
    review::{Act, Entry, Replaced, Review, ReviewError, Who},
    text::Clean,
    tui::{Link, documents, wrap::fit},
};

use super::{Fate, History, Item, Revision};

/// Reads the acts on `id`, or all of them, and what is in force of them.
pub(in super::super) fn read(link: &Link, id: Option<StatementId>) -> Result<History, Clean> {
    let review = link.review();
    let mut entries = entries(review, id).map_err(|e| Clean::from(e.to_string()))?;
    let mut files = BTreeMap::new();
    for entry in entries.iter_mut().filter(|entry| matches!(entry.act, Act::Imported { .. })) {
        let fold = review.fold();
        entry.act = fold.as_here(&entry.act);
        let origin = fold.origin_of(entry.seq).and_then(|at| fold.origins().get(at));
        files.extend(origin.map(|origin| (entry.seq, origin.file.clone())));
    }
    let reader = Reader::new(review, id, &entries, named_titles(review, id, &entries)?);
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
        if id.is_some() && !meant.parts().iter().any(about) {
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
            item.verdict = None;
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
    before: Replaced,
    forced: BTreeSet<(u64, Stage)>,
    /// Which stances and weights an act set, from what to what, by its row.
    weights: BTreeMap<u64, String>,
    fates: BTreeMap<u64, Fate>,
}

impl<'a> Reader<'a> {
    fn new(review: &Review, id: Option<StatementId>, entries: &'a [Entry], titles: Titles) -> Self {
        let mut me = Self {
            entries,
            titles,
            before: review.fold().replaced(entries),
            forced: BTreeSet::new(),
            weights: BTreeMap::new(),
            fates: BTreeMap::new(),
        };
        me.follow();
        me.read_weights(review);
        let (fold, viewer) = (review.fold(), review.viewer());
        for statement in fold.statements().iter().filter(|s| id.is_none_or(|id| id == s.id)) {
            for resolved in fold.resolve_for(statement.id, &viewer).iter() {
                if let Some(found) = &resolved.in_force {
                    me.forced.insert((found.revision.seq(), resolved.stage));
                }
            }
        }
        drop(fold);
        // In a list that a reviewer changed the machine's result holds for the statements that they left alone.
        let detail = id.and_then(|id| Detail::load(review, id).ok());
        me.forced.extend(detail.and_then(|detail| detail.extracted).map(|made| (made.seq, Stage::Extract)));
        me
    }

    /// What became of each act.
    fn follow(&mut self) {
        for entry in self.entries {
            let (of, fate) = match entry.act {
                Act::Undo { of } if gives_reason(self.entries, entry.seq, of) => (of, Fate::Reasoned),
                Act::Undo { of } => (of, Fate::Undone),
                Act::Redo { of } => (of, Fate::Redone),
                _ => continue,
            };
            self.fates.insert(of, fate);
        }
    }

    /// Reads what acts of reviewers set of stances and weights; a text that is not in the review any more says nothing.
    fn read_weights(&mut self, review: &Review) {
        for entry in self.entries {
            for (i, act) in entry.act.parts().iter().enumerate() {
                let Act::Override { stage: Stage::Weigh, statement: Some(id), value, .. } = act else { continue };
                if review.fold().hides(*id, &review.viewer()) {
                    continue;
                }
                let Some((before, _)) = self.before.get(&(entry.seq, i)) else { continue };
                let set = review.weights_set(*before, *value);
                let set: Vec<String> = set.iter().map(|one| one.describe(&format!("[{}]", one.number))).collect();
                if !set.is_empty() {
                    self.weights.insert(entry.seq, set.join("; "));
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
        let (mut what, reason) = self.describe(entry, id);
        if let Some(set) = self.weights.get(&entry.seq) {
            what = format!("{what}: {set}").into();
        }
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
            in_force: in_force && !fate.is_over(),
            failed,
            millis,
            reasoner: match &entry.act {
                Act::Result { spec, .. } => Some(spec.describe().into()),
                _ => None,
            },
            revisions,
            verdict: match &entry.act {
                Act::Result { gist, .. } => gist.verdict.map(|(verdict, confidence, _)| (verdict, confidence)),
                _ => None,
            },
            hidden: false,
        };
        // Results of the machine that follow each other are one line.
        if let Act::Result { spec, statement, .. } = &entry.act
            && let Some(last) = items.last_mut()
            && let Some(Act::Result { spec: before, statement: whose, .. }) = self.at(last.seq).map(|e| &e.act)
            && spec.reasoner == before.reasoner
            && statement == whose
            // A stage that it has, or one before its first, is of another run, which can be compared with it.
            && last.revisions.iter().map(|made| made.stage).min() < item.revisions.iter().map(|made| made.stage).min()
            && !last.revisions.iter().any(|made| item.revisions.iter().any(|again| again.stage == made.stage))
        {
            last.seq = item.seq;
            last.at = item.at;
            last.in_force |= item.in_force;
            last.revisions.extend(item.revisions);
            // The judge comes after the verdict.
            last.verdict = item.verdict.or(last.verdict);
            last.millis += item.millis;
            last.what = describe_run(last, &spec.reasoner, id);
            return;
        }
        items.push(item);
    }

    fn revisions(&self, entry: &Entry, id: Option<StatementId>) -> Vec<Revision> {
        let acts = entry.act.parts().iter().enumerate();
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
    fn describe(&self, entry: &Entry, id: Option<StatementId>) -> (Clean, Option<Clean>) {
        let reason = match &entry.act {
            act if act.reason().is_some() => act.reason().map(|reason| reason.words()),
            Act::Failed { reason, .. } => Some(reason.clone()),
            Act::Note { text, .. } if !text.is_empty() => Some(text.clone()),
            Act::Raise { issue, .. } => Some(issue.message.clone()),
            _ => None,
        };
        let what = match &entry.act {
            Act::Result { spec, stage, statement, millis, .. } => {
                let of = if id.is_none() {
                    statement.map(|s| format!(" of {s}")).unwrap_or_default()
                } else {
                    String::new()
                };
                if spec.is_given() {
                    format!("{stage}{of} {}", spec.describe())
                } else {
                    format!("{stage}{of} run by {}, {}", spec.reasoner, lasted(*millis))
                }
            }
            Act::Failed { stage, spec, .. } if id.is_some() => format!("{stage} failed with {}", spec.reasoner),
            Act::Undo { of } if gives_reason(self.entries, entry.seq, *of) => {
                format!("recorded again with a reason: {}", self.named(*of, id))
            }
            Act::Undo { of } => format!("undone: {}", self.named(*of, id)),
            Act::Redo { of } => format!("redone: {}", self.named(*of, id)),
            act => self.words(act, id),
        };
        (what.into(), reason.map(|r| r.one_line()).filter(|r| !r.is_empty()))
    }

    fn named(&self, of: u64, id: Option<StatementId>) -> String {
        self.at(of).map_or_else(|| format!("act {of}"), |entry| self.words(&entry.act, id))
    }

    /// What an act says of itself, with the title of a document for its number, and the reviewer whose verdict was adopted.
    fn words(&self, act: &Act, id: Option<StatementId>) -> String {
        let mut words = own_words(act, id);
        for part in act.parts() {
            if let Act::Include { doc, .. } | Act::Exclude { doc, .. } = part
                && let Some(title) = self.titles.get(doc)
            {
                let title = format!("“{}”", fit(&title.one_line(), documents::TITLE));
                words = words.replace(&format!("document {doc}"), &title);
            }
            if let Some(row) = part.reason().and_then(Reason::adopted)
                && let Some(Entry { who, .. }) = self.at(row)
            {
                words = words.replace(&adopted_verdict(row), &format!("verdict of {who}"));
            }
        }
        words
    }
}

/// `counter → judge run by builtin, 84 ms`.
fn describe_run(item: &Item, reasoner: &Clean, id: Option<StatementId>) -> Clean {
    let of = match (id, item.revisions.first().and_then(|r| r.statement)) {
        (None, Some(s)) => format!(" of {s}"),
        _ => String::new(),
    };
    format!("{}{of} run by {reasoner}, {}", item.stages(), lasted(item.millis)).into()
}

pub(super) fn lasted(millis: u64) -> String {
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

/// The titles of the documents that acts name: those found for `id`, or for every statement of such an act.
fn named_titles(review: &Review, id: Option<StatementId>, entries: &[Entry]) -> Result<Titles, Clean> {
    if id.is_some() {
        return titles(review, id);
    }
    let statement = |act: &Act| match act {
        Act::Include { statement, .. } | Act::Exclude { statement, .. } => Some(*statement),
        _ => None,
    };
    let statements: BTreeSet<StatementId> =
        entries.iter().flat_map(|entry| entry.act.parts()).filter_map(statement).collect();
    let mut all = Titles::new();
    for id in statements {
        // One that was dropped since has no search in force.
        all.extend(titles(review, Some(id)).unwrap_or_default());
    }
    Ok(all)
}

/// The titles of the documents found for a statement.
pub(super) fn titles(review: &Review, id: Option<StatementId>) -> Result<Titles, Clean> {
    let Some(id) = id else { return Ok(Titles::new()) };
    let search = review.in_force(id, Stage::Search).map_err(|e| Clean::from(e.to_string()))?;
    Ok(match search.as_deref() {
        Some(Value::Search(s)) => s.candidates.iter().map(|c| (c.doc.clone(), c.meta.title.clone())).collect(),
        _ => Titles::new(),
    })
}
