//! The weight of a citation, set by hand: its stance, how credible its source is, and whether it is the right type of
//! evidence.

use std::collections::BTreeMap;

use crate::{
    desk::Detail,
    domain::{
        Citation, EvidenceType, Level, Stage, Stance, StatementId, Value, Weighed, Weighing, rules::signal::Criteria,
    },
    engine::edit::{self, EditError},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        keys::Pane,
        messages::{hidden_or, hint, say},
        state::{Overlay, State},
    },
    Field, Form, Purpose, Refusal,
    stage::{TYPES, missing, number},
};

const STANCES: [Stance; 4] = [Stance::Contradicts, Stance::Supports, Stance::Mixed, Stance::NotAddressed];
/// What Enter and ^S do where one citation was changed, and where several were.
const RECORD: &str = "record";
const RECORD_ALL: &str = "record all changed";
const ABOUT_STANCE: &str = "what the passage says about the statement as it is worded";
const LEVELS: [Level; 3] = [Level::High, Level::Medium, Level::Low];

/// Places of the fields in the form of one citation.
const CITATION: usize = 0;
const STANCE: usize = 1;
const WHY: usize = 3;
const CREDIBILITY: usize = 4;
const TYPE: usize = 5;
const QUALITY: usize = 6;

/// Opens the form of a citation; in an evidence pane that of the selected one.
pub(in super::super) fn stance(state: &mut State) -> Vec<Effect> {
    let Some(detail) = state.detail.clone() else { return Vec::new() };
    let (Some(citations), Some(_)) = (detail.citations(), detail.weighing().shown()) else {
        hidden_or(state, detail.is_hidden(), "no citation has been weighed yet; {run_statement} weighs them");
        return Vec::new();
    };
    let selected = match state.focus {
        pane @ (Pane::Against | Pane::For) => detail.cards[usize::from(pane == Pane::For)].get(state.at[pane]).copied(),
        _ => None,
    };
    if citations.citations.is_empty() {
        say(state, "no passage is cited");
        return Vec::new();
    }
    let at = selected.and_then(|n| citations.citations.iter().position(|c| c.number == n)).unwrap_or(0);
    let form = page(&detail, at, None);
    show(state, &detail, at);
    super::open(state, form)
}

/// The form at the page of the citation at this place, with the changes that were left there.
fn page(detail: &Detail, at: usize, left: Option<&[Field]>) -> Form {
    let mut fields = fields(detail, at);
    for (field, left) in fields.iter_mut().zip(left.unwrap_or_default()).skip(STANCE) {
        field.input = left.input.clone();
    }
    let title = format!("Weight of a citation of {}", detail.id);
    Form { page: at, ..Form::new(title, Purpose::Stance(detail.id), RECORD, fields) }
}

/// The fields with what is in force for the citation at this place.
fn fields(detail: &Detail, at: usize) -> Vec<Field> {
    let citations = detail.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
    let weighed = citations.get(at).and_then(|citation| detail.weighing().shown()?.get(citation.number));
    let (stance, level) = in_force(weighed);
    let mut fields = vec![Field::choice("Citation", citations.iter().map(|c| format!("[{}]", c.number)), at)];
    fields.extend(stance_fields(stance, level, given_reason(weighed)));
    if let Some(others) = of_the_same_work(detail, at) {
        // First what would be cut last: at the foot of the screen a hint has one line.
        fields[STANCE].hint = format!("{others}; {ABOUT_STANCE}").into();
    }
    if let Some(weighed) = weighed {
        let opinion = &weighed.opinion;
        let kind = TYPES.iter().position(|kind| *kind == opinion.evidence_type).unwrap_or(1);
        fields.extend([
            Field::text("Credibility", &two_digits(weighed.credibility.value), 1)
                .hint("of its source, 0 to 1; holds for all passages of that source"),
            Field::choice("Evidence", TYPES.map(EvidenceType::name), kind)
                .hint("is this the right type of evidence for such a statement?"),
            Field::text("Quality", &two_digits(opinion.quality), 1)
                .hint("the judge's, 0 to 1; below 0.15 the citation is blocked"),
        ]);
    }
    fields
}

/// Which side the other passages of the same work take, so that one work is not left on both by mistake.
fn of_the_same_work(detail: &Detail, at: usize) -> Option<String> {
    let (citations, weighing) = (&detail.citations()?.citations, detail.weighing().shown()?);
    let own = citations.get(at)?;
    let others = citations.iter().filter(|other| other.doc == own.doc && other.number != own.number);
    let sides = others.filter_map(|other| {
        let stance = weighing.get(other.number)?.stance;
        matches!(stance, Stance::Contradicts | Stance::Supports)
            .then(|| format!("[{}] {}", other.number, stance.name()))
    });
    let sides: Vec<String> = sides.collect();
    (!sides.is_empty()).then(|| format!("of the same work, {}", sides.join(" and ")))
}

fn two_digits(number: f64) -> String {
    format!("{number:.2}")
}

/// The stance in force, and how sure a reviewer was of it: what the machine chose is no choice of the reviewer's.
fn in_force(weighed: Option<&Weighed>) -> (Option<usize>, Option<Level>) {
    let stance = weighed.and_then(|w| STANCES.iter().position(|stance| *stance == w.stance));
    (stance, weighed.filter(|w| w.by_reviewer.is_some()).map(|w| Level::of(w.confidence)))
}

/// A choice of how sure the reviewer is.
pub(super) fn level_field(level: Option<Level>) -> Field {
    let at = level.and_then(|level| LEVELS.iter().position(|l| *l == level));
    Field::open_choice("Confidence", LEVELS.map(|l| format!("{} {:.1}", l.name(), l.number())), at)
}

/// The level that is chosen in a [`level_field`].
pub(super) fn level(form: &Form, field: usize) -> Option<Level> {
    LEVELS.get(form.chosen(field)).copied()
}

/// Why a reviewer set the weight that is in force.
fn given_reason(weighed: Option<&Weighed>) -> &str {
    weighed.and_then(|weighed| weighed.by_reviewer.as_deref()).unwrap_or_default()
}

fn stance_fields(stance: Option<usize>, level: Option<Level>, why: &str) -> [Field; 3] {
    [
        Field::open_choice("Stance", STANCES.map(Stance::name), stance).hint(ABOUT_STANCE),
        level_field(level).hint("how sure you are of the stance"),
        Field::remark("Why", why, 2).hint("optional; shown with the citation"),
    ]
}

/// Goes to the page of another citation; the changes to the one before are kept for it.
pub(super) fn changed(state: &mut State, form: &mut Form) {
    let Purpose::Stance(id) = form.purpose else { return };
    let Some(detail) = state.detail.clone().filter(|detail| detail.id == id) else { return };
    let (before, at) = (form.page, form.chosen(CITATION));
    if before == at {
        return;
    }
    let next = page(&detail, at, form.left.remove(&at).as_deref());
    let fields = std::mem::replace(&mut form.fields, next.fields);
    form.page = at;
    if is_changed(&detail, &page(&detail, before, Some(&fields))) {
        form.left.insert(before, fields);
    }
    form.note = note(&detail, form).into();
    form.submit = if form.left.is_empty() { RECORD } else { RECORD_ALL };
    form.side = None;
    show(state, &detail, at);
}

impl Form {
    /// The pages that were changed and left, with their places.
    pub(in super::super) fn left_pages(&self) -> impl Iterator<Item = (usize, &[Field])> {
        self.left.iter().map(|(at, fields)| (*at, fields.as_slice()))
    }

    /// Goes on with what was in its fields, and on the pages that were left.
    pub(in super::super) fn restore(&mut self, fields: Vec<Field>, left: BTreeMap<usize, Vec<Field>>) {
        (self.fields, self.left, self.touched) = (fields, left, true);
        if matches!(self.purpose, Purpose::Stance(_)) {
            self.page = self.chosen(CITATION);
        }
    }
}

/// Which other citations have changes that are recorded with this one.
fn note(detail: &Detail, form: &Form) -> String {
    let citations = detail.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
    let numbers: Vec<u32> = form.left.keys().filter_map(|at| Some(citations.get(*at)?.number)).collect();
    if numbers.is_empty() {
        String::new()
    } else {
        format!("Also changed: {}, recorded together with this one", listed(&numbers))
    }
}

/// Brings the citation at this place into view above the form; a document or another view stays where it is.
fn show(state: &mut State, detail: &Detail, at: usize) {
    if state.focus.is_view() {
        return;
    }
    let number = detail.citations().and_then(|citations| citations.citations.get(at)).map(|citation| citation.number);
    for (pane, cards) in [Pane::Against, Pane::For].into_iter().zip(&detail.cards) {
        if let Some(card) = number.and_then(|number| cards.iter().position(|card| *card == number)) {
            (state.focus, state.at[pane], state.follow[pane]) = (pane, card, true);
        }
    }
}

/// Says what becomes of passages that a reviewer cited and gave no stance.
pub(super) fn say_without_stance(state: &mut State, statement: StatementId, numbers: &[u32]) {
    let names = listed(numbers);
    let (are, they_say, them) = if numbers.len() == 1 { ("is", "it says", "it") } else { ("are", "they say", "them") };
    let detail = state.detail().filter(|detail| detail.id == statement);
    let is_by_hand = detail.is_some_and(|detail| detail.set_by_reviewer(Stage::Weigh).is_some());
    let what = if is_by_hand {
        format!("{names} {are} cited without a stance: no run changes weights set by hand, {{stance}} sets one")
    } else {
        format!("{names} {are} cited; the machine decides what {they_say} when {{run_statement}} runs it")
    };
    hint(state, &format!("{what}, {{undo}} takes {them} out"));
}

/// `[2] [3]`
fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(|number| format!("[{number}]")).collect::<Vec<_>>().join(" ")
}

/// Asks for the stance of passages that a reviewer has just cited. Escape leaves it to the machine.
pub(in super::super) fn stance_of(state: &mut State, numbers: Vec<u32>) {
    let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == state.id()) else { return };
    if numbers.is_empty() || detail.citations().is_none() || detail.weighing().shown().is_none() {
        return;
    }
    let title = format!("What does {} say about {}?", listed(&numbers), detail.id);
    // What the machine made of them, where it has read them by now.
    let weighed = detail.weighing().shown().and_then(|weighing| weighing.get(*numbers.first()?));
    let (stance, level) = in_force(weighed);
    let fields = stance_fields(stance, level, "").into();
    let form = Form::new(title, Purpose::Cited(detail.id, numbers), "record", fields);
    state.overlays.push(Overlay::Form(Box::new(form)));
    // The form takes a part of its room.
    state.follow[Pane::Document] = true;
}

/// The weights with all changes of the form, the number of the citation that was changed last, and why.
pub(super) fn of_all(detail: &Detail, criteria: Criteria<'_>, form: &Form) -> Result<(Value, u32, Clean), Refusal> {
    let mut made = detail.weighing().shown().ok_or_else(|| missing(Stage::Weigh))?.clone();
    let left = form.left.iter().map(|(at, fields)| page(detail, *at, Some(fields)));
    // The one in view goes last: the cursor goes with it.
    let pages = left.chain([form.clone()]).filter(|page| is_changed(detail, page));
    let mut reasons = Vec::new();
    for page in pages {
        let citation = cited(detail, &page)?;
        let of_which = |refusal: Refusal| match page.page == form.page {
            true => refusal,
            false => Refusal::at(CITATION, format!("[{}]: {}", citation.number, refusal.why)),
        };
        made = of_one(detail, &made, criteria, &page).map_err(of_which)?;
        reasons.push((citation.number, page.text(WHY)));
    }
    let Some((last, _)) = reasons.last().cloned() else {
        return Err("nothing has been changed; Esc leaves the form".into());
    };
    let why = match reasons.as_slice() {
        [(_, why)] => why.clone(),
        several => {
            let given = several.iter().filter(|(_, why)| !why.trim().is_empty());
            given.map(|(number, why)| format!("[{number}]: {why}")).collect::<Vec<_>>().join("; ").into()
        }
    };
    Ok((Value::Weighing(made), last, why))
}

/// The citation that a page of the form is of.
fn cited<'d>(detail: &'d Detail, form: &Form) -> Result<&'d Citation, Clean> {
    let citations = detail.citations().ok_or_else(|| missing(Stage::Cite))?;
    citations.citations.get(form.page).ok_or_else(|| missing(Stage::Cite))
}

/// Whether a page sets another stance, or the first one.
fn is_restanced(form: &Form, weighed: Option<&Weighed>) -> bool {
    let (stance, level) = in_force(weighed);
    let is_same = STANCES.get(form.chosen(STANCE)) == stance.and_then(|at| STANCES.get(at));
    !is_same || self::level(form, STANCE + 1) != level || weighed.is_none()
}

/// The weight in force, where a page changes the credibility of the source or the opinion of the judge.
fn rejudged<'d>(form: &Form, weighed: Option<&'d Weighed>) -> Option<&'d Weighed> {
    weighed.filter(|weighed| {
        *form.text(CREDIBILITY) != *two_digits(weighed.credibility.value)
            || TYPES.get(form.chosen(TYPE)) != Some(&weighed.opinion.evidence_type)
            || *form.text(QUALITY) != *two_digits(weighed.opinion.quality)
    })
}

/// Whether a page differs from what is in force. A citation without a weight is unchanged until a stance is chosen.
fn is_changed(detail: &Detail, form: &Form) -> bool {
    let weighed = cited(detail, form).ok().and_then(|citation| detail.weighing().shown()?.get(citation.number));
    let is_untouched = weighed.is_none() && form.chosen(STANCE) >= STANCES.len();
    !is_untouched && is_restanced(form, weighed)
        || rejudged(form, weighed).is_some()
        || form.text(WHY).trim() != given_reason(weighed).trim()
}

/// The weights with what a page of the form says of its citation.
fn of_one(detail: &Detail, before: &Weighing, criteria: Criteria<'_>, form: &Form) -> Result<Weighing, Refusal> {
    let citations = detail.citations().ok_or_else(|| missing(Stage::Cite))?;
    let number_of = cited(detail, form)?.number;
    let weighed = detail.weighing().shown().and_then(|weighing| weighing.get(number_of));
    let judged = rejudged(form, weighed);
    let mut made = before.clone();
    if is_restanced(form, weighed) || judged.is_none() {
        made = restanced(detail, before, criteria, &[number_of], form, STANCE)?;
    }
    if let Some(weighed) = judged {
        let kind = TYPES.get(form.chosen(TYPE)).copied().unwrap_or(weighed.opinion.evidence_type);
        let (credibility, quality) = (number(&form.text(CREDIBILITY))?, number(&form.text(QUALITY))?);
        made = edit::weight(&made, citations, number_of, credibility, (kind, quality), &form.text(WHY), criteria)
            .map_err(|EditError(why)| why)?;
    }
    Ok(made)
}

/// The weights with the stance of passages that were just cited.
pub(super) fn of_cited(
    detail: &Detail,
    criteria: Criteria<'_>,
    numbers: &[u32],
    form: &Form,
) -> Result<(Value, Clean), Refusal> {
    let before = detail.weighing().shown().ok_or_else(|| missing(Stage::Weigh))?;
    let made = restanced(detail, before, criteria, numbers, form, 0)?;
    Ok((Value::Weighing(made), form.text(2)))
}

/// The weights with the stance that the form has in its fields from `first` on.
fn restanced(
    detail: &Detail,
    before: &Weighing,
    criteria: Criteria<'_>,
    numbers: &[u32],
    form: &Form,
    first: usize,
) -> Result<Weighing, Refusal> {
    let citations = detail.citations().ok_or_else(|| missing(Stage::Cite))?;
    let mut made = before.clone();
    let stance =
        STANCES.get(form.chosen(first)).copied().ok_or_else(|| Refusal::at(first, "choose a stance: 1 to 4"))?;
    let level = level(form, first + 1);
    for number in numbers {
        let why = form.text(first + 2);
        // A level that was left as it was is the confidence that it stands for.
        let is_left = |w: &&Weighed| w.stance == stance && level.is_none_or(|level| Level::of(w.confidence) == level);
        let before = made.get(*number).filter(is_left).map(|weighed| weighed.confidence);
        // Nobody has to be sure of a stance that does not count.
        let of_none = (stance == Stance::NotAddressed).then_some(Level::Medium);
        let chosen = level.or(of_none).map(Level::number);
        let unsure = || Refusal::at(first + 1, "choose how sure you are of the stance: 1 to 3");
        let confidence = before.or(chosen).ok_or_else(unsure)?;
        made = edit::stance(&made, citations, *number, (stance, confidence), why, &detail.counts, criteria)
            .map_err(|EditError(why)| why)?;
    }
    Ok(made)
}
