//! The audit trail: every row of the journal in words, undone ones included.

use crate::{
    domain::Gist,
    review::{Act, Entry, Snapshot, Who},
};

use super::{
    super::{Options, view::name},
    Page,
    escape::{code, inline},
    front::time,
    level,
};

/// Writes the whole journal as a list, oldest first.
pub(super) fn write(out: &mut Page, snapshot: &Snapshot, options: &Options) {
    out.add("## Audit trail".to_owned());
    out.add("Everything that was done, oldest first. Nothing is ever removed; what was undone is marked.".to_owned());
    out.list(snapshot.entries.iter().map(|entry| row(entry, snapshot.fold.is_undone(entry.seq), options)));
    // The digest covers the times.
    if options.times {
        out.add(format!("The chain of these rows ends in {}.", code(&snapshot.head.to_string())));
    }
}

fn row(entry: &Entry, undone: bool, options: &Options) -> String {
    let mut text = format!("Act {}", entry.seq);
    if options.times {
        text.push_str(&format!(", {}", time(entry.at)));
    }
    let who = match &entry.who {
        Who::Engine => "machine".to_owned(),
        who => inline(&name(who, options)),
    };
    text.push_str(&format!(", {who}: {}", inline(&entry.act.describe())));
    text.push_str(&outcome(&entry.act));
    if let Some(reason) = reason(&entry.act) {
        text.push_str(&format!(". Reason: {}", inline(reason)));
    }
    if undone {
        text.push_str(" *(undone)*");
    }
    if let Act::Bulk { acts, .. } = &entry.act {
        for act in acts {
            text.push_str(&format!("\n  - {}{}", inline(&act.describe()), outcome(act)));
        }
    }
    text
}

/// What a result says, in brackets.
fn outcome(act: &Act) -> String {
    let verdict =
        |gist: &Gist| gist.verdict.map(|(v, c, basis)| format!("{}, {}, {}", v.name(), level(c), basis.name()));
    match act {
        Act::Result { gist, spec, .. } => match verdict(gist) {
            Some(verdict) => format!(" by {} ({verdict})", inline(&spec.reasoner)),
            None => format!(" by {}", inline(&spec.reasoner)),
        },
        Act::Override { gist, .. } => verdict(gist).map(|verdict| format!(" ({verdict})")).unwrap_or_default(),
        Act::Note { text, .. } if !text.is_empty() => format!(": {}", inline(text)),
        _ => String::new(),
    }
}

fn reason(act: &Act) -> Option<&str> {
    match act {
        Act::Override { reason, .. } | Act::Withdraw { reason, .. } | Act::Ruling { reason, .. } => {
            reason.as_deref().filter(|reason| !reason.is_empty())
        }
        _ => None,
    }
}
