//! The counter-statement and the report, as a reviewer writes them.

use crate::{
    domain::{Citations, Counter, Report, Statement, Weighing},
    engine::checks::{self, prose::bare},
    text::Clean,
};

use super::{super::work::usable, EditError, refuse};

/// The opposite as the reviewer words it.
///
/// # Errors
/// When it is empty, or says the same as the statement.
pub fn counter(
    statement: &Statement,
    text: &Clean,
    keywords: Vec<Clean>,
    hyde: Vec<Clean>,
) -> Result<Counter, EditError> {
    let text = text.one_line();
    if text.trim().is_empty() {
        return refuse("write what speaks against the statement");
    }
    if bare(&text) == bare(&statement.text) {
        return refuse("this says the same as the statement; write its opposite");
    }
    let kept = |texts: Vec<Clean>| texts.into_iter().map(|t| t.one_line()).filter(|t| !t.trim().is_empty()).collect();
    Ok(Counter { text, hyde: kept(hyde), keywords: kept(keywords) })
}

/// The report as the reviewer words it, with the issues that the checks in code
/// find in it; `before` gives its counts.
///
/// # Errors
/// When it is empty.
pub fn report(
    before: &Report,
    statement: &Statement,
    counter: &Counter,
    citations: &Citations,
    weighing: &Weighing,
    text: &Clean,
) -> Result<Report, EditError> {
    if text.trim().is_empty() {
        return refuse("the report is empty; write it, or press w to return to the machine's");
    }
    let usable = usable(citations, weighing);
    Ok(checks::report::checked(statement, counter, &usable, before.statistics.clone(), text.trim().into()))
}
