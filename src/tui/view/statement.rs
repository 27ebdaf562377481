//! The statement in its context, with its opposite.

use ratatui::{Frame, layout::Rect, style::Style};

use crate::{
    desk::Detail,
    domain::{Stage, Statement, describe_score},
    review::{Revision, StageState, Who},
    text::counted,
};

use super::{
    super::{
        minute,
        state::State,
        theme::Role,
        wrap::{Flow, Piece},
    },
    Content, RenderContext, list, parts,
};

/// The statement in three lines.
pub(super) fn brief(state: &State, ink: RenderContext<'_>, frame: &mut Frame<'_>, area: Rect) {
    let Some(row) = state.row() else { return };
    let mut content = Content::new(area.width);
    let statement = &row.statement;
    let label = format!("{}  ", statement.id);
    let margin = " ".repeat(label.len());
    let mut flow = Flow::new(area.width);
    flow.para(
        &[(label.into(), ink.get(Role::Muted))],
        &[(margin.into(), Style::default())],
        &[(statement.text.as_str().into(), ink.get(Role::Strong))],
    );
    let all = flow.into_lines();
    let counter = state.detail().and_then(Detail::counter).filter(|_| all.len() < 3);
    for line in all.into_iter().take(3) {
        content.flow.push(line);
    }
    if let Some(counter) = counter {
        let room = usize::from(area.width).saturating_sub(6);
        let text = super::super::wrap::fit(&counter.text.one_line(), room);
        let left: [Piece<'_>; 2] = [
            (if ink.ascii { "  !=  " } else { "   ≠  " }.into(), ink.get(Role::Against)),
            (text.into(), ink.get(Role::Muted)),
        ];
        content.flow.ends(&left, &[]);
    }
    list::put(frame, content, area);
}

/// The statement with everything around it.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let Some(row) = state.row() else { return content };
    let detail = state.detail();
    let statement = detail.map_or(&row.statement, |detail| &detail.statement);
    let text = statement.text.one_line();
    content.flow.para(&[], &[], &[(text.as_str().into(), ink.get(Role::Strong))]);
    let Some(detail) = detail else {
        context(&mut content.flow, ink, statement);
        return content;
    };
    if let Some(why) = detail.redacted(Stage::Counter) {
        labelled(&mut content.flow, ink, "Opposite", &[(why.as_str().into(), ink.get(Role::Muted))]);
    }
    match detail.counter() {
        Some(counter) => {
            labelled(&mut content.flow, ink, "Opposite", &[(counter.text.as_str().into(), ink.get(Role::Text))]);
        }
        None if detail.removed.contains_key(&Stage::Counter) => {}
        None => match detail.state(Stage::Counter) {
            StageState::Failed(why) => {
                labelled(
                    &mut content.flow,
                    ink,
                    "Opposite",
                    &[
                        (format!("{} failed: ", ink.glyphs.failed).into(), ink.get(Role::Blocker)),
                        (why.as_str().into(), ink.get(Role::Text)),
                        (ink.keymap.text(" {rerun} tries again.").into(), ink.get(Role::Muted)),
                    ],
                );
            }
            _ => {
                let text = if state.is_running(detail.id, Stage::Counter) {
                    "running …".to_owned()
                } else {
                    ink.keymap.text("not run yet; {run_statement} runs it")
                };
                labelled(&mut content.flow, ink, "Opposite", &[(text.into(), ink.get(Role::Muted))]);
            }
        },
    }
    for note in &detail.notes {
        let who = match &note.who {
            Who::Reviewer(name) => format!("  {name}"),
            Who::Engine => String::new(),
        };
        labelled(
            &mut content.flow,
            ink,
            "Note",
            &[(note.text.as_str().into(), ink.get(Role::Text)), (who.into(), ink.get(Role::Muted))],
        );
    }
    context(&mut content.flow, ink, statement);
    let keywords = detail.counter().map(|counter| counter.keywords.as_slice()).unwrap_or_default();
    if !keywords.is_empty() {
        let words: Vec<&str> = keywords.iter().map(AsRef::as_ref).collect();
        let text = words.join(&format!(" {} ", ink.glyphs.dot));
        labelled(&mut content.flow, ink, "Keywords", &[(text.into(), ink.get(Role::Muted))]);
    }
    more(&mut content.flow, ink, detail, statement, (state.details, row.summary.by.is_some()));
    content
}

/// The facts of a statement, in detail or not; what has been `decided` is no longer doubted.
fn more(
    flow: &mut Flow,
    ink: RenderContext<'_>,
    detail: &Detail,
    statement: &Statement,
    (details, decided): (bool, bool),
) {
    let is_doubtful = statement.is_doubtful() && !decided;
    let mut facts = vec![statement.kind.name().to_owned()];
    if let Some(id) = &statement.given_id {
        facts.push(format!("id {id}"));
    }
    facts.push(statement.describe_place(&detail.source).unwrap_or_else(|| "not located in the source".to_owned()));
    facts.extend((details && !is_doubtful).then(|| format!("extraction {}", describe_score(statement.confidence))));
    let hidden = detail.source.hidden.len();
    if hidden > 0 {
        facts.push(format!("{} in the source", counted(hidden, "hidden character")));
    }
    let text = facts.join(&format!(" {} ", ink.glyphs.dot));
    let mut pieces: Vec<Piece<'_>> = vec![(text.into(), ink.get(Role::Muted))];
    if matches!(detail.state(Stage::Extract), StageState::Overridden { .. }) {
        let mark = format!(" {} {} set by a reviewer", ink.glyphs.dot, ink.glyphs.set);
        pieces.push((mark.into(), ink.get(Role::Overridden)));
    }
    if is_doubtful {
        let doubt = format!(
            " {} may not be a finding of the paper (score {}); {{statement_drop}} drops it",
            ink.glyphs.dot,
            describe_score(statement.confidence)
        );
        pieces.push((ink.keymap.text(&doubt).into(), ink.get(Role::Muted)));
    }
    labelled(flow, ink, "Source", &pieces);
    if let Some(before) = &detail.worded_before {
        labelled(flow, ink, "Before", &[(before.as_str().into(), ink.get(Role::Muted))]);
    }
    if !statement.anchors.is_empty() {
        let anchors: Vec<&str> = statement.anchors.iter().map(AsRef::as_ref).collect();
        let text = anchors.join(&format!(" {} ", ink.glyphs.dot));
        labelled(flow, ink, "Anchors", &[(text.into(), ink.get(Role::Muted))]);
    }
    if !statement.short_forms.is_empty() {
        let forms: Vec<String> = statement.short_forms.iter().map(ToString::to_string).collect();
        let text = forms.join(&format!(" {} ", ink.glyphs.dot));
        labelled(flow, ink, "In full", &[(text.into(), ink.get(Role::Muted))]);
    }
    if let Some(topic) = &statement.topic {
        let text = format!("{topic} {} searched with it: the statement does not say what it is about", ink.glyphs.dot);
        labelled(flow, ink, "Topic", &[(text.into(), ink.get(Role::Muted))]);
    }
    made(flow, ink, detail, details);
    invented(flow, ink, detail, details);
}

/// Abstracts that were made up to search by their wording. They read like findings, so they are folded away by default
/// and each says what it is.
fn invented(flow: &mut Flow, ink: RenderContext<'_>, detail: &Detail, unfolded: bool) {
    let abstracts = detail.counter().map(|counter| counter.hyde.as_slice()).unwrap_or_default();
    if abstracts.is_empty() {
        return;
    }
    if !unfolded {
        let count = counted(abstracts.len(), "abstract");
        let them = if abstracts.len() == 1 { "it" } else { "them" };
        let text = ink.keymap.text(&format!("{count}, used for the search only; {{details}} shows {them}"));
        labelled(flow, ink, "Invented", &[(text.into(), ink.get(Role::Muted))]);
        return;
    }
    for text in abstracts {
        let warning = ("Not evidence, used for the search only: ".into(), ink.get(Role::Major));
        labelled(flow, ink, "Invented", &[warning, (text.as_str().into(), ink.get(Role::Muted))]);
    }
}

/// Of every stage: what state it is in, who made it and when; in `details` also by which version and in what time.
fn made(flow: &mut Flow, ink: RenderContext<'_>, detail: &Detail, details: bool) {
    for (i, stage) in Stage::ALL.into_iter().enumerate() {
        let resolved = detail.stages.get(stage);
        let (symbol, word, style) = parts::state(ink, detail, stage, false);
        let mut facts = Vec::new();
        if let Some(in_force) = &resolved.in_force {
            let machine = detail.extracted.clone().filter(|_| stage == Stage::Extract).map(Revision::Machine);
            let revision = machine.as_ref().unwrap_or(&in_force.revision);
            facts.push(parts::maker(revision, details));
            if let Revision::Machine(made) = revision
                && details
            {
                facts.push(format!("{} ms", made.millis));
            }
            facts.push(minute(revision.at()));
            facts.extend(detail.revisions.get(stage.number()).filter(|n| **n > 1).map(|n| format!("{n} revisions")));
            let patches = in_force.patches.len();
            facts.extend((patches > 0).then(|| parts::count(patches, "patch", "patches")));
        }
        facts.extend(detail.redacted(stage).map(|why| why.to_string()));
        if let StageState::Failed(why) = &resolved.state {
            facts.push(why.to_string());
        }
        let facts = facts.join(&format!(" {} ", ink.glyphs.dot));
        let label = if i == 0 { "Stages" } else { "" };
        let pieces: [Piece<'_>; 3] = [
            (format!("{symbol} ").into(), style),
            (format!("{:<9}{word:<11}", stage.to_string()).into(), ink.get(Role::Text)),
            (facts.into(), ink.get(Role::Muted)),
        ];
        labelled(flow, ink, label, &pieces);
    }
}

/// The sentences around it. Its own words among them are left out where they are the statement, which is above.
fn context(flow: &mut Flow, ink: RenderContext<'_>, statement: &Statement) {
    let [strong, muted] = [Role::Strong, Role::Muted].map(|role| ink.get(role));
    let bare = |text: &str| text.trim_end_matches(['.', ' ']).to_owned();
    match statement.in_context() {
        Some([before, words, after]) => {
            let is_same = bare(words) == bare(&statement.text.one_line());
            let (words, style) = if is_same { ("[…]", muted) } else { (words, strong) };
            if !is_same || !before.trim().is_empty() || !after.trim().is_empty() {
                labelled(flow, ink, "Context", &[(before.into(), muted), (words.into(), style), (after.into(), muted)]);
            }
        }
        None if statement.context.is_empty() => {}
        None => labelled(flow, ink, "Context", &[(statement.context.one_line().as_str().into(), muted)]),
    }
}

/// A paragraph behind a label in a column of its own.
pub(super) fn labelled(flow: &mut Flow, ink: RenderContext<'_>, label: &str, pieces: &[Piece<'_>]) {
    let lead = format!("{label:<10}");
    flow.para(&[(lead.into(), ink.get(Role::Muted))], &[(" ".repeat(10).into(), Style::default())], pieces);
}
