//! What is copied: the thing that is selected, as it would be quoted.

use crate::{
    domain::{Citation, rules::reference::ama},
    export::Kind,
    review::Who,
    text::Clean,
};

use super::{
    action::Effect,
    keys::Pane,
    messages::{hidden_or, say},
    page,
    state::State,
};

/// How many bytes are copied at most: tmux drops a sequence above 1 MiB whole, and Base64 makes four bytes of three.
const MOST: usize = 750_000;

/// Copies what is selected where the keys go to, and says what that was.
pub(super) fn copy(state: &mut State) -> Vec<Effect> {
    let Some((what, whole)) = selected(state).filter(|(_, text)| !text.trim().is_empty()) else {
        let is_hidden = state.row().is_some_and(|row| row.summary.hidden);
        hidden_or(state, is_hidden, "nothing here to copy");
        return Vec::new();
    };
    send(state, &what, &whole)
}

/// Copies `whole`, and says what it is.
pub(super) fn send(state: &mut State, what: &str, whole: &Clean) -> Vec<Effect> {
    let text = whole.slice(0..MOST);
    let said = if text.len() < whole.len() {
        format!("copied only the first {} of the {} kB of {what}", text.len() / 1000, whole.len() / 1000)
    } else {
        format!("copied {what}: {} characters", text.chars().count())
    };
    say(state, said);
    vec![Effect::Copy(text)]
}

/// What it is, and its text.
fn selected(state: &State) -> Option<(String, Clean)> {
    match state.focus {
        Pane::Statements | Pane::Statement | Pane::Map => {
            let row = state.row()?;
            let text = state.detail().map_or(&row.statement, |detail| &detail.statement).text.clone();
            Some((format!("statement {}", row.statement.id), text))
        }
        pane @ (Pane::Against | Pane::For) => {
            let detail = state.detail()?;
            let number = *detail.cards[usize::from(pane == Pane::For)].get(state.at[pane])?;
            Some((format!("citation [{number}]"), cited(detail.citations()?.get(number)?)))
        }
        Pane::Issues => issue(state),
        Pane::Verdict => verdict(state),
        Pane::Source => page::source_words(state),
        Pane::Document => {
            let (what, words, meta) = page::document_words(state)?;
            Some((what, quoted(&words, &ama(&meta))))
        }
        Pane::History => act(state),
        Pane::Overview => {
            let entry = page::overview_entry(state)?;
            Some((entry.label.clone(), format!("{}: {}", entry.label, entry.count).into()))
        }
        Pane::Activity => {
            let done = state.pages.activity.activity.as_ref()?.done.get(state.at[Pane::Activity])?;
            let whose = done.statement.map_or_else(|| "the paper".to_owned(), |id| id.to_string());
            let why = done.failure.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            let what = format!("{} of {whose}", done.stage);
            Some((what.clone(), format!("{what}{why}").into()))
        }
        Pane::Trace => page::trace::words(state),
        Pane::Agreement => page::agreement::words_of(state),
        Pane::Opinions => page::opinion_words(state),
        Pane::Literature => page::literature_words(state),
        Pane::Export => {
            let export = &state.pages.export;
            let what = match export.asked.kind {
                Kind::Html => "the text of the HTML page".to_owned(),
                kind => format!("the review as {}", kind.name()),
            };
            Some((what, export.text.clone()?))
        }
    }
}

/// The words, then where they are.
fn quoted(words: &Clean, reference: &Clean) -> Clean {
    format!("“{}”\n{}", words.trim(), reference.one_line()).into()
}

fn cited(citation: &Citation) -> Clean {
    let words = citation.passage.one_line();
    match citation.reference.trim() {
        "" => quoted(&words, &ama(&citation.meta)),
        _ => quoted(&words, &citation.reference),
    }
}

fn issue(state: &State) -> Option<(String, Clean)> {
    let detail = state.detail()?;
    let group = detail.issues.get(state.at[Pane::Issues])?;
    let head = group.head();
    let said = group.messages().into_iter().map(|(citations, message)| {
        let about = citations.iter().map(|n| format!("[{n}] ")).collect::<String>();
        format!(": {about}{message}")
    });
    let said: String = said.collect();
    let text = format!("{}{} {} on {}{said}", group.times(), head.severity.name(), head.code.name(), detail.id);
    Some((format!("issue {}", head.code.name()), text.into()))
}

fn verdict(state: &State) -> Option<(String, Clean)> {
    let row = state.row()?;
    let (verdict, confidence, basis) = row.summary.verdict?;
    let mut text = format!("{}\n{}, {confidence:.2} ({})", row.statement.text, verdict.name(), basis.describe(verdict));
    let rationale =
        state.detail().and_then(|detail| detail.verdict().shown()).map(|v| v.rationale.clone()).unwrap_or_default();
    if !rationale.trim().is_empty() {
        text.push_str(&format!("\n{}", rationale.trim()));
    }
    Some((format!("the verdict on {}", row.statement.id), text.into()))
}

/// An act of the history: what, by whom and when, why.
fn act(state: &State) -> Option<(String, Clean)> {
    let item = state.pages.history.history.as_ref()?.items.get(state.at[Pane::History])?;
    let who = match &item.who {
        Who::Engine => String::new(),
        Who::Reviewer(name) => format!("{}, ", name.one_line()),
    };
    let why = item.reason.as_ref().map(|why| format!("\n{why}")).unwrap_or_default();
    Some((format!("row {}", item.seq), format!("{}\n{who}{}{why}", item.what, item.when()).into()))
}
