//! The audit trail: every act of a reviewer in words, undone ones included, and
//! the machine's results, counted: the JSON lists them row by row.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    desk::{Detail, gives_reason},
    domain::{Digest, Gist, Reason, Stage, StatementId, adopted_verdict},
    export::{
        Options,
        names::{name, numbered_statements},
        page::{Item, Line, Page, line},
    },
    review::{Act, Entry, Review, Snapshot, Viewer, Who},
    text::sentence_case,
};

use super::{front::time, given_level, reason_words, references::References, title};

/// Writes who did what, oldest first; `views` know the titles of the documents.
pub(super) fn write(
    page: &mut Page,
    views: &[Detail],
    references: &mut References,
    (review, snapshot, viewer): (&Review, &Snapshot, &Viewer),
    options: &Options,
) {
    page.heading(3, "Audit trail");
    let here: Vec<Entry> = snapshot
        .entries
        .iter()
        .map(|entry| Entry { act: snapshot.fold.as_here(&entry.act), ..entry.clone() })
        .collect();
    // What was shown to whom, and when, is no work of the machine.
    let own = |entry: &Entry| matches!(entry.act, Act::Open { .. } | Act::Merge { .. } | Act::Reveal { .. });
    let (machine, reviewers): (Vec<_>, Vec<_>) = here.iter().partition(|entry| entry.who == Who::Engine && !own(entry));
    page.para(line("All acts in order. Nothing is deleted; undone acts are marked."));
    if snapshot.fold.statements().iter().any(|statement| snapshot.fold.hides(statement.id, viewer)) {
        page.para(line("The review is blind: acts of other reviewers on statements without a verdict are left out."));
    }
    let is_shown = |entry: &&&Entry| !snapshot.fold.withholds(&entry.who, entry.meant(&here), viewer);
    let mut weights = Weights { review, views, replaced: replaced(&here), references };
    let rows = reviewers.iter().filter(is_shown);
    page.items(rows.map(|entry| row(entry, &here, views, snapshot, &mut weights, options)).collect::<Vec<_>>());
    let fold = &snapshot.fold;
    let first: Vec<&Entry> =
        machine.into_iter().filter(|entry| !fold.withholds_rerun(entry.seq, &entry.act, viewer)).collect();
    let work = work(&first);
    if !work.is_empty() {
        page.para(line("Results of the machine:"));
        page.list(work);
    }
}

/// How often each stage was worked out by each reasoner.
type Stages = Vec<((Stage, String), usize)>;

/// The machine's work: one line for all statements that were worked out alike,
/// most statements first, and one for each failure.
fn work(entries: &[&Entry]) -> Vec<Line> {
    let mut done: BTreeMap<Option<StatementId>, BTreeMap<(Stage, String), usize>> = BTreeMap::new();
    let mut failed = Vec::new();
    for entry in entries {
        match &entry.act {
            Act::Result { statement, stage, spec, .. } => {
                *done.entry(*statement).or_default().entry((*stage, spec.describe())).or_default() += 1;
            }
            act @ (Act::Failed { .. } | Act::Trial { .. }) => failed.push(act.describe()),
            _ => {}
        }
    }
    let mut alike: BTreeMap<Stages, Vec<Option<StatementId>>> = BTreeMap::new();
    for (statement, stages) in done {
        alike.entry(stages.into_iter().collect()).or_default().push(statement);
    }
    let mut lines: Vec<_> = alike.into_iter().collect();
    lines.sort_by_key(|(_, statements)| (std::cmp::Reverse(statements.len()), statements.first().copied()));
    let described = |(stages, statements): (Stages, Vec<Option<StatementId>>)| {
        let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((stage, reasoner), times) in stages {
            let often = if times == 1 { String::new() } else { format!(" ({times} times)") };
            by.entry(reasoner).or_default().push(format!("{stage}{often}"));
        }
        let by: Vec<_> = by.into_iter().map(|(who, what)| format!("{} by {who}", what.join(", "))).collect();
        format!("{}: {}", whose(&statements), by.join("; "))
    };
    lines.into_iter().map(described).chain(failed).map(line).collect()
}

fn whose(statements: &[Option<StatementId>]) -> String {
    const NAMED: usize = 12;
    let named: Vec<_> =
        statements.iter().map(|s| s.map_or_else(|| "the source".to_owned(), |id| id.to_string())).collect();
    let named = match named.len() {
        0..=NAMED => named.join(", "),
        n => format!("{} and {} more", named[..NAMED].join(", "), n - NAMED),
    };
    sentence_case(&numbered_statements(&named))
}

/// The digest of the stances and weights that were in force before each act that set some, by its row and place in it.
fn replaced(entries: &[Entry]) -> BTreeMap<(u64, usize), Digest> {
    struct Made {
        seq: u64,
        value: Digest,
        by_reviewer: bool,
    }
    let mut made: BTreeMap<StatementId, Vec<Made>> = BTreeMap::new();
    let (mut undone, mut before) = (BTreeSet::new(), BTreeMap::new());
    for entry in entries {
        match entry.act {
            Act::Undo { of } => drop(undone.insert(of)),
            Act::Redo { of } => drop(undone.remove(&of)),
            _ => {}
        }
        for (at, act) in entry.act.parts().iter().enumerate() {
            match act {
                Act::Withdraw { stage: Stage::Weigh, statement: Some(id), .. } => {
                    made.entry(*id).or_default().retain(|made| !made.by_reviewer);
                }
                Act::Result { stage: Stage::Weigh, statement: Some(id), value, .. }
                | Act::Override { stage: Stage::Weigh, statement: Some(id), value, .. } => {
                    let by_reviewer = matches!(act, Act::Override { .. });
                    let known = made.entry(*id).or_default();
                    let in_force = known.iter().rev().filter(|made| !undone.contains(&made.seq));
                    // A result of the machine does not replace what a reviewer set.
                    let newest = in_force.clone().find(|made| made.by_reviewer).or(in_force.clone().next());
                    if let Some(newest) = newest.filter(|_| by_reviewer) {
                        before.insert((entry.seq, at), newest.value);
                    }
                    known.push(Made { seq: entry.seq, value: *value, by_reviewer });
                }
                _ => {}
            }
        }
    }
    before
}

/// What is needed to say which stances and weights an act set.
struct Weights<'a> {
    review: &'a Review,
    views: &'a [Detail],
    replaced: BTreeMap<(u64, usize), Digest>,
    references: &'a mut References,
}

impl Weights<'_> {
    /// Which passages an act set, from what to what, and why, where its reason does not say so; empty for other acts.
    fn describe(&mut self, (seq, at): (u64, usize), act: &Act) -> String {
        let Act::Override { stage: Stage::Weigh, statement: Some(id), value, .. } = act else { return String::new() };
        let Some(before) = self.replaced.get(&(seq, at)) else { return String::new() };
        let view = self.views.iter().find(|view| view.statement.id == *id);
        if view.is_some_and(Detail::is_hidden) {
            return String::new();
        }
        // The numbers are those of the citations at that time.
        let cited = |view: &&Detail| {
            let cite = &view.stages.get(Stage::Cite).in_force;
            cite.as_ref().is_some_and(|made| made.revision.seq() < seq)
        };
        let view = view.filter(cited);
        let reason = act.reason().map(|reason| reason.text.as_str()).unwrap_or_default();
        let mut words = Vec::new();
        for set in self.review.weights_set(*before, *value) {
            let citation = view.and_then(|view| Some((view, view.citations()?.get(set.number)?)));
            let label = match citation {
                Some((view, citation)) => self.references.label(view, citation).to_string(),
                None => format!("passage {}", set.number),
            };
            let why = set.why.one_line();
            let is_new = !why.trim().is_empty() && why.trim() != reason.trim();
            words.push(set.describe(&label) + &if is_new { format!(" ({why})") } else { String::new() });
        }
        if words.is_empty() { String::new() } else { format!(": {}", words.join("; ")) }
    }
}

fn row(
    entry: &Entry,
    here: &[Entry],
    views: &[Detail],
    snapshot: &Snapshot,
    weights: &mut Weights<'_>,
    options: &Options,
) -> Item {
    let mut text = format!("Act {}", entry.seq);
    if options.times {
        text.push_str(&format!(", {}", time(entry.at)));
    }
    let who = match &entry.who {
        Who::Engine => "machine".to_owned(),
        who => name(who, options),
    };
    text.push_str(&format!(", {who}"));
    if let Some(origin) = snapshot.fold.origin_of(entry.seq).and_then(|at| snapshot.fold.origins().get(at)) {
        text.push_str(&format!(
            " in {}",
            if options.reviewer_names { origin.file.one_line() } else { "their review".into() }
        ));
    }
    let said = match &entry.act {
        Act::Undo { of } if gives_reason(here, entry.seq, *of) => {
            format!("act {of} withdrawn; act {} replaces it and gives a reason", entry.seq + 1)
        }
        act => numbered_statements(&described(act, here, views, options)),
    };
    text.push_str(&format!(": {said}"));
    text.push_str(&outcome(&entry.act, views));
    text.push_str(&weights.describe((entry.seq, 0), &entry.act));
    if let Some(reason) = entry.act.reason() {
        match &entry.act {
            // It begins with the change itself, which the act is named by.
            Act::Override { stage: Stage::Extract, statement: None, .. } => {
                let why = reason.text.split_once(": ").map(|(_, why)| format!(". Reason: {why}"));
                text.push_str(&why.unwrap_or_default());
            }
            _ => text.push_str(&format!(". Reason: {}", reason_words(reason))),
        }
    }
    match snapshot.fold.undone_by(entry.seq) {
        Some(undo) if gives_reason(here, undo, entry.seq) => {
            text.push_str(&format!(" (replaced by act {}, which gives a reason)", undo + 1));
        }
        Some(_) => text.push_str(" (undone)"),
        None => {}
    }
    let nested = match &entry.act {
        Act::Bulk { acts, .. } => acts
            .iter()
            .enumerate()
            .map(|(at, act)| {
                let set = weights.describe((entry.seq, at), act);
                line(format!("{}{}{set}", numbered_statements(&titled(act, views)), outcome(act, views)))
            })
            .collect(),
        _ => Vec::new(),
    };
    Item { line: line(text), nested }
}

/// An act in words; the names of merged files may be those of reviewers.
fn described(act: &Act, here: &[Entry], views: &[Detail], options: &Options) -> String {
    let adopted = act.reason().and_then(Reason::adopted);
    if let Some(from) = adopted.and_then(|row| here.iter().find(|entry| entry.seq == row)) {
        let whose = format!("verdict of {} (act {})", name(&from.who, options), from.seq);
        return act.describe().replace(&adopted_verdict(from.seq), &whose);
    }
    match act {
        Act::Override { accepts: true, .. } => act.describe().replace("machine's", "machine’s"),
        Act::Reveal { statement, to, .. } => format!("machine’s opinion on {statement} shown to {}", name(to, options)),
        Act::Merge { origins, .. } if !options.reviewer_names => format!("merged with {} reviews", origins.len()),
        act => titled(act, views),
    }
}

/// An act in words, with the title of its document where the review knows it.
fn titled(act: &Act, views: &[Detail]) -> String {
    if let Act::Override { stage: Stage::Extract, statement: None, reason: Some(reason), .. } = act {
        return reason.text.split(": ").next().unwrap_or_default().to_owned();
    }
    let (Act::Include { doc, statement } | Act::Exclude { doc, statement, .. }) = act else { return act.describe() };
    match views.iter().find(|view| view.statement.id == *statement && view.candidate(doc).is_some()) {
        Some(view) => act.describe().replacen(&format!("document {doc}"), &format!("“{}”", title(view, doc)), 1),
        None => act.describe(),
    }
}

/// What an act says, in brackets.
fn outcome(act: &Act, views: &[Detail]) -> String {
    let verdict = |gist: &Gist| {
        gist.verdict.map(|(v, c, basis)| {
            format!("{}, {}, {}", v.name(), given_level((!gist.unrated).then_some(c)), basis.describe(v))
        })
    };
    match act {
        Act::Ruling { issue, .. } => {
            let mut heads = views.iter().flat_map(|view| &view.summary.issues);
            let head = heads.find(|head| head.key == *issue);
            let named = head.and_then(|head| Some(format!(" (issue {}, {})", head.number?, head.code.words())));
            named.unwrap_or_default()
        }
        Act::Raise { issue, .. } => format!(": {}", issue.message),
        Act::Override { gist, .. } => verdict(gist).map(|verdict| format!(" ({verdict})")).unwrap_or_default(),
        Act::Note { text, .. } if !text.is_empty() => format!(": {}", text),
        _ => String::new(),
    }
}
