//! Statements and passages among the sentences around them, as their source has them.

use crate::{
    domain::{Citation, Source, Statement},
    text::Clean,
};

use super::page::{Line, Span, text};

/// The context of a statement with the statement in it, as the source has both. The stored context leaves the statement
/// out, so a connective that the statement lost (“However,”) would seem to belong to the next sentence. A context that
/// is not around the statement's place, such as one that a reviewer wrote, stays as it is.
pub(super) fn of_statement(statement: &Statement, source: &Source) -> Clean {
    within_source(statement, source).unwrap_or_else(|| statement.context.clone())
}

fn within_source(statement: &Statement, source: &Source) -> Option<Clean> {
    let place = statement.place.filter(|_| !statement.context.is_empty())?;
    let page = source.pages.iter().find(|page| page.number == place.page)?;
    let (before, words, after) =
        (page.text.get(..place.start)?, page.text.get(place.range())?, page.text.get(place.end..)?);
    // The context of a statement ends with its paragraph.
    let before = one_line(before.rsplit("\n\n").next().unwrap_or_default());
    let after = one_line(after.split("\n\n").next().unwrap_or_default());
    // The stored text goes on without the punctuation behind the statement.
    let rest = after.trim_start_matches(['.', ',', ';', ':', ')', ' ']);
    let context = statement.context.as_str();
    let splits = context.match_indices(' ').map(|(at, _)| at).chain([0, context.len()]);
    let at = splits
        .filter(|at| before.trim_end().ends_with(context[..*at].trim()) && rest.starts_with(context[*at..].trim()))
        .max()?;
    let from = before.trim_end().len() - context[..at].trim().len();
    let to = after.len() - rest.len() + context[at..].trim().len();
    Some(format!("{}{}{}", &before[from..], one_line(words), &after[..to]).trim().into())
}

/// A text on one line that keeps the blank at either end.
fn one_line(raw: &str) -> String {
    let inner = Clean::new(raw).one_line();
    let ends = [raw.starts_with(char::is_whitespace), raw.ends_with(char::is_whitespace)];
    let [first, last] = ends.map(|blank| if blank { " " } else { "" });
    format!("{first}{}{last}", inner.trim())
}

/// A passage, emphasised, between the sentences around it.
pub(super) fn of_passage(citation: &Citation) -> Line {
    let [before, passage, after] =
        [&citation.before, &citation.passage, &citation.after].map(|part| part.one_line().trim().to_owned());
    let mut line = vec![text("Context: ")];
    if !before.is_empty() {
        line.push(text(format!("{before} ")));
    }
    line.push(Span::Strong(passage));
    if !after.is_empty() {
        line.push(text(format!(" {after}")));
    }
    line
}

#[cfg(test)]
mod tests {
    use crate::domain::{Place, fixtures::source};

    use super::*;

    #[test]
    fn a_statement_is_shown_in_its_context_behind_its_own_connective() {
        let text = "Title\n\nSera were positive, suggesting recent exposure to RVFV. However, goats were spared.\nThe results of \
                    the study indicate spread. More is needed.";
        let source = source(text);
        let place = |words: &str| {
            let start = text.find(words).unwrap();
            Some(Place::on(&source.pages[0], start..start + words.len()))
        };
        let of = |words: &str, context: &str| {
            let place = place(words);
            let statement = Statement { place, context: context.into(), ..Statement::claim(1, words) };
            of_statement(&statement, &source).to_string()
        };
        let first = "Sera were positive, suggesting recent exposure to RVFV.";
        let last = "The results of the study indicate spread.";
        let whole = format!("{first} However, goats were spared. {last}");
        assert_eq!(of("goats were spared.", &format!("{first} However, {last}")), whole);
        assert_eq!(of("goats were spared", &format!("{first} However, {last}")), whole);
        assert_eq!(of("Sera were positive", "suggesting recent exposure to RVFV."), first);
        assert_eq!(of("More is needed.", last), format!("{last} More is needed."));
        assert_eq!(of("More is needed.", "As a reviewer put it."), "As a reviewer put it.");
        assert_eq!(of("More is needed.", ""), "");
    }
}
