//! Statements: amended, added, split, merged, dropped.

use crate::{
    domain::{Kind, ShortForm, Source, Statement, StatementCandidate, StatementId},
    engine::checks::extract::place_of,
    text::Clean,
};

use super::{EditError, refuse};

/// What a reviewer wrote of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct NewText {
    /// The statement.
    pub text: Clean,
    /// Its surrounding sentences; empty for those of the source.
    pub context: Clean,
    /// What it is in its paper.
    pub kind: Kind,
    /// Terms that it hangs on.
    pub anchors: Vec<Clean>,
}

/// `statement` with what the reviewer wrote, located in the source again; one
/// that cannot be located is kept without a place.
///
/// # Errors
/// When there is no text.
pub fn amend(statement: &Statement, new: NewText, source: &Source) -> Result<Statement, EditError> {
    let text = new.text.one_line();
    if text.trim().is_empty() {
        return refuse("a statement needs a text; to take it out of the review, drop it");
    }
    let unmoved = text == statement.text;
    let (place, around, words) = if unmoved {
        (statement.place, statement.context.clone(), statement.words.clone())
    } else {
        place_of(source, &text)
    };
    let context = if new.context.trim().is_empty() { around.clone() } else { new.context };
    let words = words.filter(|_| context == around);
    let section = place.and_then(|place| source.section_of(&place));
    let work = place.filter(|_| !source.works.is_empty()).map(|place| place.page - 1).or(statement.work);
    let short_forms = ShortForm::used_in(&text, &source.short_forms(work));
    let also = if unmoved { statement.also.clone() } else { Vec::new() };
    let mut amended = Statement {
        text,
        context,
        words,
        kind: new.kind,
        place,
        anchors: new.anchors,
        section,
        work,
        also,
        short_forms,
        line: statement.line.filter(|_| unmoved),
        // The reviewer who worded it vouches for it.
        confidence: if unmoved { statement.confidence } else { 1.0 },
        ..statement.clone()
    };
    amended.topic = source.topic_of(&amended);
    Ok(amended)
}

/// A statement of the reviewer's own after the one at `after` (by its position),
/// or at the end, under an `id` that no statement of the review ever had.
///
/// # Errors
/// When there is no text.
pub fn add(
    statements: &[Statement],
    after: Option<usize>,
    new: NewText,
    source: &Source,
    id: StatementId,
) -> Result<Vec<Statement>, EditError> {
    let blank = Statement { id, kind: new.kind, ..Statement::claim(0, "") };
    let made = amend(&blank, new, source)?;
    let mut list = statements.to_vec();
    let at = after.map_or(list.len(), |at| (at + 1).min(list.len()));
    list.insert(at, made);
    Ok(ordered(list))
}

/// With `chosen` candidates as statements behind the others, under ids from `next` on: in the order of the list, a reader
/// finds S002 where it is looked for.
///
/// # Errors
/// When none was chosen.
pub fn add_candidates(
    statements: &[Statement],
    chosen: Vec<StatementCandidate>,
    source: &Source,
    next: StatementId,
) -> Result<Vec<Statement>, EditError> {
    if chosen.is_empty() {
        return refuse("these candidates are not in this review any more; open the list again");
    }
    let mut list = statements.to_vec();
    for (candidate, id) in chosen.into_iter().zip(next.0..) {
        let StatementCandidate { text, kind, score: _, place, also, anchors, work, line } = candidate;
        let (_, context, words) = place_of(source, &text);
        let id = StatementId(id);
        let mut made = Statement {
            id,
            order: 0,
            short_forms: ShortForm::used_in(&text, &source.short_forms(work)),
            text,
            context,
            words,
            kind,
            // The reviewer who chose it vouches for it.
            confidence: 1.0,
            section: place.and_then(|place| source.section_of(&place)),
            place,
            anchors,
            given_id: None,
            also,
            work,
            line,
            topic: None,
            sure_from: None,
            fields: Vec::new(),
        };
        made.topic = source.topic_of(&made);
        list.push(made);
    }
    Ok(ordered(list))
}

/// The statement at `at` as two with these texts. Both are new statements, `id` and the one after it, since what was found
/// for the whole holds for neither. One that is not in the source in these words keeps the place of the whole.
///
/// # Errors
/// When one of them has no words.
pub fn split(
    statements: &[Statement],
    at: usize,
    halves: [Clean; 2],
    source: &Source,
    id: StatementId,
) -> Result<Vec<Statement>, EditError> {
    let Some(whole) = statements.get(at) else { return refuse("there is no statement to split") };
    if !halves.iter().all(|half| has_words(half)) {
        return refuse("each half needs words");
    }
    let part = |text: Clean, id: u32| {
        let lower = text.to_lowercase();
        let anchors = whole.anchors.iter().filter(|a| lower.contains(&a.to_lowercase())).cloned().collect();
        let new = NewText { text, context: Clean::default(), kind: whole.kind, anchors };
        let base = Statement { id: StatementId(id), given_id: None, text: Clean::default(), ..whole.clone() };
        let half = amend(&base, new, source)?;
        if half.place.is_some() {
            return Ok(half);
        }
        let Statement { place, context, words, section, work, .. } = whole.clone();
        Ok(Statement { place, context, words, section, work, ..half })
    };
    let [first, second] = halves;
    let (first, second) = (part(first, id.0)?, part(second, id.0 + 1)?);
    let mut list = statements.to_vec();
    list.splice(at..=at, [first, second]);
    Ok(ordered(list))
}

/// The statement at `at` and the next one as one new statement, `id`.
///
/// # Errors
/// When there is no next one.
pub fn merge(
    statements: &[Statement],
    at: usize,
    source: &Source,
    id: StatementId,
) -> Result<Vec<Statement>, EditError> {
    let (Some(one), Some(two)) = (statements.get(at), statements.get(at + 1)) else {
        return refuse("there is no next statement to merge with");
    };
    let first = one.text.trim();
    let stop = if first.ends_with(['.', '!', '?']) { "" } else { "." };
    let mut anchors = one.anchors.clone();
    anchors.extend(two.anchors.iter().filter(|a| !one.anchors.contains(a)).cloned());
    let new = NewText {
        text: format!("{first}{stop} {}", two.text.trim()).into(),
        context: Clean::default(),
        kind: one.kind,
        anchors,
    };
    let base = Statement { id, given_id: None, text: Clean::default(), ..one.clone() };
    let merged = amend(&base, new, source)?;
    let mut list = statements.to_vec();
    list.splice(at..=at + 1, [merged]);
    Ok(ordered(list))
}

/// Without the statement at `at`.
///
/// # Errors
/// When it is the only one: a review without statements is none.
pub fn drop_statement(statements: &[Statement], at: usize) -> Result<Vec<Statement>, EditError> {
    if statements.get(at).is_none() {
        return refuse("there is no statement to drop");
    }
    if statements.len() == 1 {
        return refuse("it is the only statement of this review; add another one before you drop it");
    }
    let mut list = statements.to_vec();
    list.remove(at);
    Ok(ordered(list))
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn ordered(mut list: Vec<Statement>) -> Vec<Statement> {
    for (statement, order) in list.iter_mut().zip(1..) {
        statement.order = order;
    }
    list
}
