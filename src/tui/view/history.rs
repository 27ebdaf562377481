//! What was done to a statement.

use jiff::Timestamp;
use ratatui::style::Modifier;

use crate::{
    domain::diff::{Change, Edit},
    review::Who,
};

use super::{
    super::{
        keys::Pane,
        page::history::{Changes, Compared, Fate, Item},
        state::State,
        theme::Role,
        wrap::Piece,
    },
    Content, RenderContext, empty,
};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let page = &state.pages.history;
    match state.row().filter(|_| !page.whole) {
        Some(row) => row.statement.id.to_string(),
        None => "of the whole review".to_owned(),
    }
}

/// Its lines.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let page = &state.pages.history;
    let Some(history) = &page.history else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    let muted = ink.get(Role::Muted);
    let other = if page.whole { "this statement" } else { "the whole review" };
    let acts = super::parts::count(history.items.len(), "entry, newest first", "entries, newest first");
    content.flow.ends(
        &[(acts.into(), muted)],
        &[(ink.keymap.text("{history_scope} ").into(), ink.get(Role::Key)), (other.into(), muted)],
    );
    content.flow.blank();
    if history.items.is_empty() {
        empty(&mut content, ink, "No acts yet.", "{run_statement} runs the statement.");
    }
    for (place, item) in history.items.iter().enumerate() {
        content.starts.push(content.flow.len());
        let here = state.at[Pane::History] == place;
        entry(&mut content, ink, item, history.now, here);
        if page.marked == Some(item.seq) {
            let text = ink.keymap.text("ticked; {mark} on another run compares them");
            margin(&mut content, ink, &[(text.into(), ink.get(Role::Accent))]);
        }
        if let Some(open) = page.open.get(&item.seq) {
            match open {
                Some(changes) => unfolded(&mut content, ink, changes),
                None => margin(&mut content, ink, &[("…".into(), muted)]),
            }
        }
    }
    content
}

fn entry(content: &mut Content, ink: RenderContext<'_>, item: &Item, now: Timestamp, here: bool) {
    let muted = ink.get(Role::Muted);
    let undone = item.fate.is_over();
    let machine = item.who == Who::Engine;
    let gutter: Piece<'_> = if here { (ink.glyphs.here.into(), ink.get(Role::Accent)) } else { (" ".into(), muted) };
    let (symbol, mark) = match item.who {
        _ if item.failed => (ink.glyphs.failed, ink.get(Role::Blocker)),
        Who::Engine => (ink.glyphs.done, muted),
        Who::Reviewer(_) => (ink.glyphs.set, ink.get(Role::Overridden)),
    };
    let mut style = match (here, machine) {
        (true, _) => ink.get(Role::Accent),
        (false, true) => ink.get(Role::Text),
        (false, false) => ink.get(Role::Strong),
    };
    if undone {
        style = muted.add_modifier(Modifier::CROSSED_OUT);
    }
    let mut left = vec![gutter, (format!("{symbol} ").into(), mark), (item.what.as_str().into(), style)];
    if let Some((verdict, confidence)) = item.verdict {
        left.push((format!("  {} {confidence:.2}", verdict.name()).into(), ink.get(Role::Strong)));
    }
    match item.fate {
        Fate::Undone => left.push(("  undone".into(), ink.get(Role::Major))),
        Fate::Reasoned => left.push(("  given a reason".into(), muted)),
        Fate::Redone => left.push(("  redone".into(), muted)),
        Fate::Stands => {}
    }
    if item.in_force {
        left.push(("  in force".into(), ink.get(Role::For)));
    }
    let who = match &item.who {
        Who::Engine => String::new(),
        Who::Reviewer(name) => format!("{}, ", name.one_line()),
    };
    let when = format!("{who}{}", ago(item.at, now));
    content.flow.ends(&left, &[(when.into(), muted)]);
    if here || item.reason.is_some() {
        let lead: [Piece<'_>; 1] = [("   ".into(), muted)];
        if let Some(reason) = &item.reason {
            content.flow.para(&lead, &lead, &[(reason.as_str().into(), ink.get(Role::Text))]);
        }
        if here {
            let more = if item.revisions.is_empty() { "" } else { " · {open} shows what it changed" };
            let text = ink.keymap.text(&format!("row {}, {}{more}", item.seq, item.when()));
            content.flow.para(&lead, &lead, &[(text.into(), muted)]);
        }
    }
}

fn margin(content: &mut Content, ink: RenderContext<'_>, pieces: &[Piece<'_>]) {
    let bar = ink.get(Role::Faint);
    let lead: [Piece<'_>; 3] = [("   ".into(), bar), (ink.glyphs.bar.into(), bar), (" ".into(), bar)];
    content.flow.para(&lead, &lead, pieces);
}

/// What changed. Signs tell what was and what is, colour only underlines it.
fn unfolded(content: &mut Content, ink: RenderContext<'_>, changes: &Changes) {
    let muted = ink.get(Role::Muted);
    let text = ink.get(Role::Text);
    let (removed, added) = (ink.get(Role::Removed), ink.get(Role::Added));
    let several = changes.len() > 1;
    for (stage, compared) in changes {
        let list = match compared {
            Compared::First => {
                margin(content, ink, &[(format!("{stage}: the first result").into(), muted)]);
                continue;
            }
            Compared::Changed(list) if list.is_empty() => {
                margin(content, ink, &[(format!("{stage}: as before").into(), muted)]);
                continue;
            }
            Compared::Changed(list) => list,
        };
        if several {
            margin(content, ink, &[(format!("{stage}").into(), ink.get(Role::Strong))]);
        }
        for change in list {
            match change {
                Change::Field { what, before, after } => {
                    let arrow = format!(" {} ", ink.glyphs.arrow);
                    margin(
                        content,
                        ink,
                        &[
                            (format!("{what}  ").into(), muted),
                            (before.as_str().into(), removed),
                            (arrow.into(), muted),
                            (after.as_str().into(), added),
                        ],
                    );
                }
                Change::Added { what, text } => margin(
                    content,
                    ink,
                    &[("+ ".into(), added), (format!("{what}  ").into(), muted), (text.as_str().into(), added)],
                ),
                Change::Removed { what, text } => margin(
                    content,
                    ink,
                    &[("− ".into(), removed), (format!("{what}  ").into(), muted), (text.as_str().into(), removed)],
                ),
                Change::Text { what, pieces } => {
                    margin(content, ink, &[(what.as_str().into(), muted)]);
                    let mut shown: Vec<Piece<'_>> = Vec::new();
                    for (edit, words) in pieces {
                        let (sign, style) = match edit {
                            Edit::Same => ("", text),
                            Edit::Removed => ("− ", removed),
                            Edit::Added => ("+ ", added),
                        };
                        // The sign is at the word, not at the blank before it; the blank after it tells it from a minus.
                        let trimmed = words.trim_start();
                        let blank = &words[..words.len() - trimmed.len()];
                        shown.push((blank.into(), text));
                        shown.push((sign.into(), style));
                        shown.push((trimmed.into(), style));
                    }
                    margin(content, ink, &shown);
                }
            }
        }
    }
    content.flow.blank();
}

/// How long ago something was.
pub(super) fn ago(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.as_second() - at.as_second();
    let of = |n: i64, one: &str, many: &str| if n == 1 { format!("1 {one} ago") } else { format!("{n} {many} ago") };
    match seconds {
        ..60 => "just now".to_owned(),
        60..3_600 => of(seconds / 60, "minute", "minutes"),
        3_600..86_400 => of(seconds / 3_600, "hour", "hours"),
        86_400..5_184_000 => of(seconds / 86_400, "day", "days"),
        _ => at.strftime("%Y-%m-%d").to_string(),
    }
}
