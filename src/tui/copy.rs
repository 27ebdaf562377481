//! What is copied: the thing that is selected, as it would be quoted.

use crate::{domain::Citation, text::Clean};

use super::{
    action::Effect,
    keys::Pane,
    shown::Detail,
    state::State,
    update::{hint, say},
};

/// Copies what is selected where the keys go to, and says what that was.
pub(super) fn copy(state: &mut State) -> Vec<Effect> {
    let Some((what, text)) = selected(state) else {
        hint(state, "there is nothing here to copy");
        return Vec::new();
    };
    let length = text.chars().count();
    say(state, format!("copied {what}: {length} characters"));
    vec![Effect::Copy(text)]
}

fn selected(state: &State) -> Option<(String, Clean)> {
    let id = state.id()?;
    let detail = state.detail();
    match state.focus {
        Pane::Statements | Pane::Statement | Pane::Source | Pane::Overview | Pane::History | Pane::Activity => {
            let own = detail.and_then(Detail::statement);
            let text = own.map_or_else(|| state.row().map(|r| r.statement.text.clone()), |s| Some(s.text.clone()))?;
            Some((format!("statement {id}"), text))
        }
        pane @ (Pane::Against | Pane::For) => {
            let number = *detail?.cards[usize::from(pane == Pane::For)].get(state.at[pane])?;
            Some((format!("citation [{number}]"), quoted(detail?.citations()?.get(number)?)))
        }
        Pane::Document => {
            let pane = if state.trail.contains(&Pane::For) { Pane::For } else { Pane::Against };
            let number = *detail?.cards[usize::from(pane == Pane::For)].get(state.at[pane])?;
            Some((format!("citation [{number}]"), quoted(detail?.citations()?.get(number)?)))
        }
        Pane::Issues => {
            let (head, issue) = detail?.issues.get(state.at[Pane::Issues])?;
            let about = issue.as_ref().and_then(|i| i.citation).map(|n| format!(" [{n}]")).unwrap_or_default();
            let message = issue.as_ref().map(|i| format!(": {}", i.message)).unwrap_or_default();
            let text = format!("{} {}{about} on {id}{message}", head.severity.name(), head.code.name());
            Some((format!("issue {}", head.id()), text.into()))
        }
        Pane::Verdict => {
            let (verdict, confidence, basis) = state.row()?.summary.verdict?;
            let statement = &state.row()?.statement.text;
            let mut text = format!("{statement}\n{}, {confidence:.2} ({})", verdict.name(), basis.name());
            let rationale = detail?.verdict().map(|v| v.rationale.trim().to_owned()).unwrap_or_default();
            if !rationale.is_empty() {
                text.push_str(&format!("\n{rationale}"));
            }
            Some((format!("the verdict on {id}"), text.into()))
        }
        Pane::Export => {
            let text = state.pages.export.text.clone()?;
            Some(("the report".to_owned(), text))
        }
    }
}

/// The words, then where they stand.
fn quoted(citation: &Citation) -> Clean {
    let words = citation.passage.one_line();
    let reference = if citation.reference.trim().is_empty() { &citation.meta.title } else { &citation.reference };
    Clean::from(format!("“{words}”\n{}", reference.one_line()))
}
