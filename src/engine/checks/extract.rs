//! Stage 0: which of the reasoner's items are statements of this source, and
//! where they are (`docs/rules.md#extract`).

use std::{collections::BTreeSet, ops::Range};

use crate::{
    domain::{
        Dropped, Kind, Page, Place, Settings, ShortForm, Source, Stage, Statement, StatementCandidate, StatementId,
        Statements,
    },
    reason::{ExtractDraft, Failure, StatementDraft},
    text::{
        Clean,
        find::{Haystack, TOLERANCE},
    },
};

use super::{
    passage::{names, within},
    prose::{bare, strip_labels},
};

/// Fewest characters of a paper from which statements are taken.
const SHORTEST_SOURCE: usize = 50;

/// Fewest characters of a statement.
const SHORTEST: usize = 10;

/// Anchors of a statement at most.
const MOST_ANCHORS: usize = 12;

/// The statements of a paper, in the reasoner's order, numbered from 1 without
/// gaps. Unusable items are left out and said; those beyond the limit are
/// candidates. A statement that cannot be located has no place; an anchor that
/// is neither in the statement nor in its paragraph is left out.
///
/// # Errors
/// When the paper has fewer than 50 characters, or no item can be used.
pub fn statements(draft: ExtractDraft, source: &Source, settings: &Settings) -> Result<Statements, Failure> {
    let length: usize = source.pages.iter().map(|page| page.text.trim().chars().count()).sum();
    if length < SHORTEST_SOURCE {
        return Err(Failure::new(
            Stage::Extract,
            format!(
                "the text is too short to review: {length} characters, at least {SHORTEST_SOURCE} are needed; give \
                 the abstract or the whole paper"
            ),
        ));
    }
    let pages: Vec<(u32, &str)> = source.pages.iter().map(|page| (page.number, page.text.as_str())).collect();
    let haystack = Haystack::new(&pages);
    let most = settings.max_statements.limit(source) as usize;
    let explained = source.short_forms(None);
    let mut made = Statements::default();
    let mut seen = BTreeSet::new();
    let chosen = draft.items.len();
    for (item, position) in draft.items.into_iter().chain(draft.others).zip(1..) {
        let mut drop = |why: String| made.dropped.push(Dropped { line: position, why: why.into() });
        let text: Clean = strip_labels(&Clean::from(item.text.as_str()).one_line(), &["statement:", "claim:"]).into();
        if text.chars().count() < SHORTEST {
            drop(format!("item {position} has no text that could be checked and was left out"));
        } else if let Some(kind) = kind(&item.kind) {
            if seen.insert(bare(&text)) {
                let mut statement = statement(item, text, kind, made.statements.len(), source, &haystack);
                statement.short_forms = ShortForm::used_in(&statement.text, &explained);
                statement.topic = source.topic_of(&statement);
                if position <= chosen && made.statements.len() < most {
                    made.statements.push(statement);
                } else {
                    made.candidates.push(candidate(statement));
                }
            } else {
                drop(format!("item {position} says the same as an earlier one and was left out"));
            }
        } else {
            let given: String = item.kind.chars().take(40).collect();
            drop(format!(
                "item {position} was left out: “{given}” is not a kind of statement; use hypothesis, finding or conclusion"
            ));
        }
    }
    // A protocol or a commentary may have no finding, only sentences that a reviewer can add.
    if made.statements.is_empty() && made.candidates.is_empty() {
        let why = made.dropped.first().map_or("it gave none", |dropped| dropped.why.as_str());
        return Err(Failure::new(
            Stage::Extract,
            format!(
                "no usable statement came from the reasoner ({why}); run it again with another reasoner, or add \
                 statements yourself"
            ),
        ));
    }
    Ok(made)
}

fn candidate(statement: Statement) -> StatementCandidate {
    let Statement { text, kind, confidence, place, also, anchors, work, line, .. } = statement;
    StatementCandidate { text, kind, score: confidence, place, also, anchors, work, line }
}

/// Appends the statements of one work under review to those of the others.
pub fn append(made: &mut Statements, mut part: Statements, work: Option<u32>) {
    for statement in &mut part.statements {
        let order = u32::try_from(made.statements.len() + 1).unwrap_or(u32::MAX);
        (statement.id, statement.order, statement.work) = (StatementId(order), order, work);
        made.statements.push(statement.clone());
    }
    part.candidates.iter_mut().for_each(|candidate| candidate.work = work);
    made.candidates.append(&mut part.candidates);
    made.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    made.dropped.append(&mut part.dropped);
}

/// Says that one of several works gave no statement.
#[must_use]
pub fn without_statements(at: u32, source: &Source, failure: &Failure) -> Dropped {
    let title = if source.meta.title.is_empty() { String::new() } else { format!(" ({})", source.meta.title) };
    Dropped { line: at as usize + 1, why: format!("abstract {}{title} gave no statement: {failure}", at + 1).into() }
}

/// Gives each statement the id of an `earlier` one (newest first) with the same
/// words, else of one at the same place, so that what a reviewer decided stays
/// with its sentence; one that there never was gets an id from `next` on.
pub fn keep_ids(made: &mut Statements, earlier: &[Statement], next: StatementId) {
    let alike = [
        |a: &Statement, b: &Statement| bare(&a.text) == bare(&b.text),
        |a: &Statement, b: &Statement| a.place.zip(b.place).is_some_and(|(a, b)| is_same_place(a, b)),
    ];
    let mut ids: Vec<Option<StatementId>> = vec![None; made.statements.len()];
    for is_alike in alike {
        for at in 0..ids.len() {
            let free = |old: &&Statement| !ids.contains(&Some(old.id)) && is_alike(&made.statements[at], old);
            if ids[at].is_none() {
                ids[at] = earlier.iter().find(free).map(|old| old.id);
            }
        }
    }
    let mut next = earlier.iter().map(|old| old.id.0 + 1).fold(next.0, u32::max);
    for (statement, id) in made.statements.iter_mut().zip(ids) {
        statement.id = id.unwrap_or_else(|| {
            next += 1;
            StatementId(next - 1)
        });
    }
}

/// Whether two places share more than half of the longer one.
fn is_same_place(a: Place, b: Place) -> bool {
    let shared = a.end.min(b.end).saturating_sub(a.start.max(b.start));
    a.page == b.page && 2 * shared > (a.end - a.start).max(b.end - b.start)
}

/// The kind of a statement in a paper. Without one it is taken for a finding,
/// the most common kind; a word that is no kind is refused.
fn kind(word: &str) -> Option<Kind> {
    match Kind::parse(word) {
        Some(Kind::Claim) => Some(Kind::Finding),
        None if word.trim().is_empty() => Some(Kind::Finding),
        kind => kind,
    }
}

fn statement(
    draft: StatementDraft,
    text: Clean,
    kind: Kind,
    earlier: usize,
    source: &Source,
    haystack: &Haystack<'_>,
) -> Statement {
    let order = u32::try_from(earlier + 1).unwrap_or(u32::MAX);
    let located = located_in(source, haystack, &text);
    let claimed = Clean::from(draft.context).one_line();
    // A context that the source does not have would mislead every later stage.
    let (context, words) = match &located {
        Some((page, place)) => context_of(page, place),
        None if haystack.find(&claimed, None, TOLERANCE).is_ok() => (claimed, None),
        None => (Clean::default(), None),
    };
    let paragraph = located.as_ref().map_or(context.as_str(), |(page, place)| paragraph(page, place).1);
    let mut anchors: Vec<Clean> = Vec::new();
    for anchor in draft.anchors {
        let anchor = Clean::from(anchor).one_line();
        let stands = names(&text, &anchor) || names(paragraph, &anchor);
        let known = anchors.iter().any(|known| bare(known) == bare(&anchor));
        if stands && !known && anchors.len() < MOST_ANCHORS {
            anchors.push(anchor);
        }
    }
    let confidence = draft.confidence.filter(|c| !c.is_nan()).map_or(0.5, |c| c.clamp(0.0, 1.0));
    let place = located.map(|(_, place)| place);
    let mut also: Vec<Place> = Vec::new();
    for other in &draft.also {
        if let Some((_, other)) = located_in(source, haystack, other)
            && Some(other) != place
            && !also.contains(&other)
        {
            also.push(other);
        }
    }
    Statement {
        id: StatementId(order),
        order,
        text,
        context,
        words,
        kind,
        confidence,
        section: place.and_then(|place| source.section_of(&place)),
        place,
        anchors,
        given_id: None,
        also,
        work: None,
        short_forms: Vec::new(),
        line: None,
        topic: None,
        sure_from: draft.sure_from,
        fields: Vec::new(),
    }
}

/// Where a text is in the source.
fn located_in<'a>(source: &'a Source, haystack: &Haystack<'_>, text: &str) -> Option<(&'a Page, Place)> {
    let found = haystack.find(text, None, TOLERANCE).ok()?;
    let page = source.pages.iter().find(|page| page.number == found.page)?;
    Some((page, Place::on(page, found.range)))
}

/// The text at a place within the sentences around it, and its bytes there.
/// Headings and other paragraphs are no context of a sentence.
fn context_of(page: &Page, place: &Place) -> (Clean, Option<Range<usize>>) {
    let (from, paragraph) = paragraph(page, place);
    within(paragraph, place.start - from..(place.end - from).min(paragraph.len()))
}

/// Where a text that somebody wrote is in the source, with its context and its
/// bytes there; no place and no context when it is not there.
#[must_use]
pub fn place_of(source: &Source, text: &str) -> (Option<Place>, Clean, Option<Range<usize>>) {
    let pages: Vec<(u32, &str)> = source.pages.iter().map(|page| (page.number, page.text.as_str())).collect();
    let Some((page, place)) = located_in(source, &Haystack::new(&pages), text) else {
        return (None, Clean::default(), None);
    };
    let (context, words) = context_of(page, &place);
    (Some(place), context, words)
}

/// The paragraph that `place` is in, and where on the page it begins.
fn paragraph<'a>(page: &'a Page, place: &Place) -> (usize, &'a str) {
    let from = page.text.get(..place.start).and_then(|before| before.rfind("\n\n")).map_or(0, |at| at + 2);
    let to =
        page.text.get(place.end..).and_then(|after| after.find("\n\n")).map_or(page.text.len(), |at| place.end + at);
    (from, page.text.get(from..to).unwrap_or_default())
}

/// The statements of a claim set, as given, in their order and numbered from 1.
#[must_use]
pub fn given(source: &Source) -> Statements {
    let mut statements = source.claims.clone();
    for (statement, order) in statements.iter_mut().zip(1..) {
        statement.order = order;
        statement.id = StatementId(order);
    }
    Statements { statements, dropped: source.dropped.clone(), candidates: Vec::new() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{MaxStatements, fixtures::source};

    const TEXT: &str = "Diabetes is common and costly.\n\nWe gave metformin to 412 adults. HbA1c fell by 1.5% with \
                        metformin. Weight did not change.\n\nWe conclude that metformin lowers HbA1c.";

    fn item(text: &str, kind: &str) -> StatementDraft {
        StatementDraft { text: text.into(), kind: kind.into(), confidence: Some(0.8), ..StatementDraft::default() }
    }

    fn made(items: Vec<StatementDraft>) -> Statements {
        let settings = Settings { max_statements: MaxStatements::Count(5), ..Settings::default() };
        statements(ExtractDraft { items, others: Vec::new() }, &source(TEXT), &settings).unwrap()
    }

    #[test]
    fn another_paragraph_is_no_context() {
        let made = made(vec![item("We conclude that metformin lowers HbA1c.", "conclusion")]);
        assert_eq!(made.statements[0].context, "");
    }

    #[test]
    fn statements_are_located_with_context_and_anchors() {
        let mut draft = item("HbA1c fell by 1.5 % with metformin", "Result");
        draft.anchors = ["HbA1c", "hba1c", "412 adults", "insulin", " "].map(str::to_owned).to_vec();
        let statement = made(vec![draft]).statements.remove(0);
        let place = statement.place.unwrap();
        assert_eq!((place.paragraph, &TEXT[place.range()]), (2, "HbA1c fell by 1.5% with metformin"));
        let [before, words, after] = statement.in_context().unwrap();
        assert_eq!(before, "We gave metformin to 412 adults. ");
        assert_eq!((words, after), ("HbA1c fell by 1.5% with metformin", ". Weight did not change."));
        assert_eq!(statement.anchors, ["HbA1c", "412 adults"].map(Clean::from));
        assert_eq!((statement.kind, statement.order), (Kind::Finding, 1));
    }

    /// A reviewer would read “WA” without knowing what it is, and no search would find what others call it.
    #[test]
    fn a_statement_knows_the_abbreviations_that_its_paper_explains() {
        let text =
            "Walking abroad (WA) is common. Body mass index (BMI) was asked. WA lowered BMI, the body mass index.";
        let draft =
            ExtractDraft { items: vec![item("WA lowered BMI, the body mass index.", "finding")], others: Vec::new() };
        let made = statements(draft, &source(text), &Settings::default()).unwrap();
        let forms: Vec<String> = made.statements[0].short_forms.iter().map(ToString::to_string).collect();
        assert_eq!(forms, ["WA, Walking abroad"]);
    }

    #[test]
    fn a_statement_that_cannot_be_located_is_kept_without_a_place() {
        let mut draft = item("HbA1c fell by 2.5% with metformin", "finding");
        draft.context = "A context that the paper does not have at all.".into();
        let statement = made(vec![draft]).statements.remove(0);
        assert_eq!((statement.place, statement.context.as_str()), (None, ""));
    }

    #[test]
    fn taken_out_anew_a_sentence_keeps_its_id_and_another_one_gets_a_new_one() {
        let (fell, weight, lowers) =
            ("HbA1c fell by 1.5% with metformin", "Weight did not change.", "We conclude that metformin lowers HbA1c.");
        let first = made(vec![item(fell, ""), item(weight, "")]);
        let mut second = made(vec![item(lowers, ""), item("HbA1c fell by 1.5% with", ""), item(weight, "")]);
        keep_ids(&mut second, &first.statements, StatementId(3));
        assert_eq!(second.statements.iter().map(|s| (s.id.0, s.order)).collect::<Vec<_>>(), [(3, 1), (1, 2), (2, 3)]);
        let earlier = [second.statements, first.statements].concat();
        let mut third = made(vec![item("metformin lowers HbA1c", ""), item("We gave metformin to 412 adults.", "")]);
        keep_ids(&mut third, &earlier, StatementId(4));
        assert_eq!(third.statements.iter().map(|s| s.id.0).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn what_is_unusable_is_said_and_leaves_no_gap() {
        let made = made(vec![
            item("", "finding"),
            item("HbA1c fell by 1.5% with metformin", "observation"),
            item("Weight did not change.", "poem"),
            item("HbA1c fell by 1.5% with metformin.", "finding"),
            item("metformin lowers HbA1c", "implication"),
        ]);
        assert_eq!(made.statements.iter().map(|s| (s.order, s.id.0)).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
        assert_eq!(made.statements[1].kind, Kind::Conclusion);
        assert_eq!(made.dropped.iter().map(|d| d.line).collect::<Vec<_>>(), [1, 3, 4]);
        assert!(made.dropped[1].why.contains("poem"));
    }

    #[test]
    fn confidence_is_brought_into_range() {
        for (given, expected) in
            [(None, 0.5), (Some(f64::NAN), 0.5), (Some(7.0), 1.0), (Some(-1.0), 0.0), (Some(0.3), 0.3)]
        {
            let draft = StatementDraft { confidence: given, ..item("Weight did not change.", "") };
            assert_eq!(made(vec![draft]).statements[0].confidence, expected);
        }
    }

    #[test]
    fn refusals_say_what_to_do() {
        let draft =
            || ExtractDraft { items: vec![item("Weight did not change.", "finding")], ..ExtractDraft::default() };
        let short = statements(draft(), &source("Too little."), &Settings::default()).unwrap_err();
        assert!(short.reason.contains("too short") && short.reason.contains("at least 50"));
        let none = statements(ExtractDraft::default(), &source(TEXT), &Settings::default()).unwrap_err();
        assert!(none.reason.contains("run it again"));
        let many = ExtractDraft {
            items: vec![item("Weight did not change.", ""), item("HbA1c fell by 1.5%", "")],
            ..ExtractDraft::default()
        };
        let one = Settings { max_statements: MaxStatements::Count(1), ..Settings::default() };
        let made = statements(many, &source(TEXT), &one).unwrap();
        assert_eq!(made.statements.len(), 1);
        assert_eq!(made.candidates.len(), 1, "what is beyond the limit can be added");
    }

    proptest! {
        #[test]
        fn any_draft_gives_valid_statements_or_a_reason(
            items in prop::collection::vec(
                (".{0,40}|We conclude.{0,9}", ".{0,8}|finding", prop::option::of(any::<f64>()), prop::collection::vec(".{0,9}", 0..3)),
                0..6,
            ),
            most in 0u32..5,
        ) {
            let items = items.into_iter().map(|(text, kind, confidence, anchors)| StatementDraft {
                context: text.clone(), text, kind, confidence, anchors, also: Vec::new(), sure_from: None,
            }).collect();
            let settings = Settings { max_statements: MaxStatements::Count(most), ..Settings::default() };
            if let Ok(made) = statements(ExtractDraft { items, others: Vec::new() }, &source(TEXT), &settings) {
                prop_assert!(!made.statements.is_empty() && made.statements.len() <= most.max(1) as usize);
                for (statement, order) in made.statements.iter().zip(1..) {
                    prop_assert!(statement.order == order && (0.0..=1.0).contains(&statement.confidence));
                    prop_assert!(statement.place.is_none_or(|place| TEXT.get(place.range()).is_some()));
                }
            }
        }
    }
}
