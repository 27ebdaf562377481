//! The calls to models, each with all that was asked and answered once it is
//! unfolded; running ones come first, with the end of the answer so far.

use crate::{
    llm::{Call, CallRecord},
    reason::Asking,
    text::{Clean, counted},
};

use super::{
    super::{
        keys::Pane,
        page::trace::{self, Kept, Part},
        state::State,
        theme::Role,
        wrap::{self, Piece},
    },
    Content, RenderContext,
    activity::describe_duration,
    empty,
    history::ago,
    span,
};

/// How many lines of an answer that is being written are shown.
const TAIL: usize = 6;

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    let page = &state.pages.trace;
    let whose = state.id().map(|id| id.to_string()).unwrap_or_default();
    if state.row().is_some_and(|row| row.summary.hidden) {
        return format!("{whose}, hidden");
    }
    if page.id != state.id() {
        return whose;
    }
    let failed = page.kept.iter().filter(|kept| kept.record.failure.is_some()).count();
    let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
    let runs = if page.running.is_empty() { String::new() } else { format!(", {} running", page.running.len()) };
    format!("{whose}, {}{runs}{failed}", counted(page.kept.len(), "call"))
}

/// Its lines.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let page = &state.pages.trace;
    if page.id.is_none() || page.id != state.id() {
        let (text, hint) = match &state.toast {
            _ if state.row().is_some_and(|row| row.summary.hidden) => {
                ("The calls are hidden until you give a verdict.", "{verdict} sets it.")
            }
            _ if state.id().is_none() => ("No statement is selected.", "{statements} goes to the list."),
            Some(toast) if toast.error => ("The calls are not shown.", "The message at the foot says why."),
            _ => ("Reading the calls …", ""),
        };
        empty(&mut content, ink, text, hint);
        return content;
    }
    if page.running.is_empty() && page.kept.is_empty() {
        let hint = "{rerun} re-runs a stage with another reasoner; builtin asks no model.";
        empty(&mut content, ink, "No model was asked about this statement.", hint);
    }
    let at = state.at[Pane::Trace];
    for (place, (_, asking)) in page.running.iter().enumerate() {
        content.starts.push(content.flow.len());
        running(&mut content, ink, asking, place == at, page.is_open(place));
    }
    for (place, kept) in page.kept.iter().enumerate() {
        let place = place + page.running.len();
        content.starts.push(content.flow.len());
        ended(&mut content, ink, kept, &ago(kept.at, page.now), place == at, page.is_open(place));
    }
    content
}

/// Which stage, and which of its tasks.
fn task(call: &Call) -> String {
    let title = call.schema.as_ref().and_then(|schema| schema["title"].as_str());
    format!("{:<8} {:<10} ", call.stage.name(), title.unwrap_or("prose").to_lowercase())
}

fn gutter(ink: RenderContext<'_>, here: bool) -> Piece<'static> {
    (format!("{} ", if here { ink.glyphs.here } else { " " }).into(), ink.get(Role::Accent))
}

fn running(content: &mut Content, ink: RenderContext<'_>, asking: &Asking, here: bool, open: bool) {
    let style = ink.get(if here { Role::Accent } else { Role::Text });
    let left = [
        gutter(ink, here),
        (format!("{} ", ink.glyphs.stale).into(), ink.get(Role::Running)),
        (task(&asking.call).into(), style),
        (asking.call.model.as_str().into(), ink.get(Role::Muted)),
    ];
    content
        .flow
        .ends(&left, &[(format!("asked {} ago", describe_duration(asking.since)).into(), ink.get(Role::Running))]);
    if open {
        unfolded(content, ink, &trace::running(asking));
        return;
    }
    let room = content.flow.width().saturating_sub(5);
    let lines = wrap::wrap(&[(asking.text.as_str().into(), ink.get(Role::Text))], room);
    // Of an answer that is being written its end is what is new.
    let newest = lines.len().saturating_sub(TAIL);
    for line in lines.into_iter().skip(newest).filter(|_| !asking.text.is_empty()) {
        let mut spans = vec![span(format!("   {} ", ink.glyphs.bar), ink.get(Role::Running))];
        spans.extend(line.spans);
        content.flow.push(spans.into());
    }
}

fn ended(content: &mut Content, ink: RenderContext<'_>, kept: &Kept, when: &str, here: bool, open: bool) {
    let record = &kept.record;
    let (symbol, role) = match record.failure {
        Some(_) => (ink.glyphs.failed, Role::Blocker),
        None => (ink.glyphs.done, Role::For),
    };
    let muted = ink.get(Role::Muted);
    let style = ink.get(if here { Role::Accent } else { Role::Text });
    let mut left = vec![
        gutter(ink, here),
        (format!("{symbol} ").into(), ink.get(role)),
        (task(&record.call).into(), style),
        (
            format!("{:>7}  ", describe_duration(std::time::Duration::from_millis(record.took))).into(),
            ink.get(Role::Text),
        ),
        (record.call.model.as_str().into(), muted),
    ];
    left.extend(remarks(ink, record));
    content.flow.ends(&left, &[(when.into(), muted)]);
    let lead: [Piece<'_>; 1] = [("     ".into(), muted)];
    if let Some(why) = record.failure.as_ref().filter(|_| !open) {
        content.flow.para(&lead, &lead, &[(why.as_str().into(), ink.get(Role::Text))]);
    }
    if open {
        unfolded(content, ink, &trace::ended(record));
    } else if here {
        let text = ink.keymap.text(&format!("call {}: {{open}} shows all of it, {{copy}} copies it", kept.id));
        content.flow.para(&lead, &lead, &[(text.into(), muted)]);
    }
}

/// What is out of the ordinary about a call, after its tokens.
fn remarks(ink: RenderContext<'_>, record: &CallRecord) -> Vec<Piece<'static>> {
    let mut said = Vec::new();
    if let Some((asked, answered)) = record.reply.as_ref().and_then(|r| r.prompt_tokens.zip(r.answer_tokens)) {
        said.push((format!("  {asked} {} {answered} tokens", ink.glyphs.arrow).into(), ink.get(Role::Muted)));
    }
    if !record.retries.is_empty() {
        said.push((format!("  try {}", record.retries.len() + 1).into(), ink.get(Role::Major)));
    }
    for step in &record.repairs {
        said.push((format!("  {}", step.name()).into(), ink.get(Role::Minor)));
    }
    for note in &record.notes {
        said.push((format!("  {note}").into(), ink.get(Role::Minor)));
    }
    said
}

fn unfolded(content: &mut Content, ink: RenderContext<'_>, parts: &[Part]) {
    let bar = ink.get(Role::Faint);
    let lead: [Piece<'_>; 2] = [(format!("   {} ", ink.glyphs.bar).into(), bar), ("  ".into(), bar)];
    for (name, text) in parts {
        content.flow.para(&lead[..1], &lead[..1], &[((*name).into(), ink.get(Role::Strong))]);
        let style = ink.get(if *name == "Failure" { Role::Blocker } else { Role::Text });
        for line in shown(text).lines() {
            content.flow.para(&lead, &lead, &[(line.to_owned().into(), style)]);
        }
    }
    content.flow.blank();
}

/// Answers in JSON are easier to read when they are indented; what is copied is as it came.
fn shown(text: &Clean) -> String {
    let parsed = Some(text.trim()).filter(|text| text.starts_with('{'));
    let parsed = parsed.and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
    parsed.and_then(|value| serde_json::to_string_pretty(&value).ok()).unwrap_or_else(|| text.to_string())
}
