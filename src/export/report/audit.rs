//! The audit trail: every act of a reviewer in words, undone ones included, and the runs of the machine between them;
//! the JSON lists its results row by row.

use jiff::Timestamp;

use crate::{
    desk::{Detail, gives_reason},
    domain::{Gist, Reason, Stage, adopted_verdict},
    export::{
        Options,
        names::{name, numbered_statements},
        page::{Item, Page, line},
    },
    review::{Act, Entry, Fold, Replaced, Review, Snapshot, Viewer, Who},
};

use super::{
    front::time,
    given_level, reason_words,
    references::References,
    runs::{self, Run},
    title,
};

/// Writes who did what, oldest first; `views` know the titles of the documents.
pub(super) fn write(
    page: &mut Page,
    views: &[Detail],
    references: &References,
    (review, snapshot, viewer): (&Review, &Snapshot, &Viewer),
    options: &Options,
) {
    page.heading(3, "Audit trail");
    let fold = &snapshot.fold;
    let here: Vec<Entry> =
        snapshot.entries.iter().map(|entry| Entry { act: fold.as_here(&entry.act), ..entry.clone() }).collect();
    page.para(line(
        "All acts in order, with the runs of the machine between them. Nothing is deleted; undone acts are marked.",
    ));
    if fold.statements().iter().any(|statement| fold.hides(statement.id, viewer)) {
        page.para(line("The review is blind: acts of other reviewers on statements without a verdict are left out."));
    }
    // A run gathers the results of the machine; numbers of issues are in the lists of issues.
    let is_act = |entry: &&Entry| {
        let is_run = entry.who == Who::Engine
            && matches!(entry.act, Act::Result { .. } | Act::Failed { .. } | Act::Number { .. });
        !is_run && !fold.withholds(&entry.who, entry.meant(&here), viewer)
    };
    let weights = Weights { review, views, replaced: fold.replaced(&here), references };
    let mut runs = runs::runs(&here, fold, viewer).into_iter().peekable();
    let mut items = Vec::new();
    for entry in here.iter().filter(is_act) {
        let earlier: Vec<Run> = std::iter::from_fn(|| runs.next_if(|run| run.last < entry.seq)).collect();
        items.extend(runs::grouped(earlier).iter().map(|group| ran(group, fold, options)));
        items.push(row(entry, &here, views, snapshot, &weights, options));
    }
    items.extend(runs::grouped(runs.collect()).iter().map(|group| ran(group, fold, options)));
    page.items(items);
}

/// A line of runs.
fn ran(group: &[Run], fold: &Fold, options: &Options) -> Item {
    let rows = (group.iter().map(|run| run.first).min(), group.iter().map(|run| run.last).max());
    let (Some(first), Some(last)) = rows else { return Item::default() };
    let newest = &group[group.len() - 1];
    let rows = if first == last { format!("Act {first}") } else { format!("Acts {first}–{last}") };
    let head = head(&rows, newest.at, "machine", last, fold, options);
    Item { line: line(format!("{head}: {}", runs::describe(group))), nested: Vec::new() }
}

/// `Act 13, 2024-05-01 08:12 UTC, Dr Ruth Adler in theirs.gainsay`
fn head(rows: &str, at: Timestamp, who: &str, seq: u64, fold: &Fold, options: &Options) -> String {
    let when = if options.times { format!(", {}", time(at)) } else { String::new() };
    let origin = fold.origin_of(seq).and_then(|at| fold.origins().get(at)).map(|origin| match options.reviewer_names {
        true => format!(" in {}", origin.file.one_line()),
        false => " in their review".to_owned(),
    });
    format!("{rows}{when}, {who}{}", origin.unwrap_or_default())
}

/// What is needed to say which stances and weights an act set.
struct Weights<'a> {
    review: &'a Review,
    views: &'a [Detail],
    replaced: Replaced,
    references: &'a References,
}

impl Weights<'_> {
    /// Which passages an act set, from what to what, and why, where its reason does not say so; empty for other acts.
    fn describe(&self, (seq, at): (u64, usize), act: &Act) -> String {
        let Act::Override { stage: Stage::Weigh, statement: Some(id), value, .. } = act else { return String::new() };
        let Some((before, _)) = self.replaced.get(&(seq, at)) else { return String::new() };
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
            let citation = view.and_then(|view| view.citations()?.get(set.number));
            let label = match citation {
                Some(citation) => self.references.label(citation).to_string(),
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
    weights: &Weights<'_>,
    options: &Options,
) -> Item {
    let who = match &entry.who {
        Who::Engine => "machine".to_owned(),
        who => name(who, options),
    };
    let mut text = head(&format!("Act {}", entry.seq), entry.at, &who, entry.seq, &snapshot.fold, options);
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
