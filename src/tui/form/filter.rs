//! Which statements the list shows.

use std::collections::BTreeSet;

use crate::{
    domain::{Code, Severity, Triage, Verdict},
    text::{Clean, counted},
};

use super::{
    super::{
        action::Effect,
        listing::{Filter, Listing, Mark, Sort, WordedBasis},
        selection::narrowed,
        state::{Overlay, State},
    },
    Field, Form, Input, Purpose,
};

const NO_MATCH: &str = "No statement matches; clear a filter";
const SEVERITIES: [Severity; 3] = [Severity::Blocker, Severity::Major, Severity::Minor];
const TRIAGES: [Triage; 3] = [Triage::Decide, Triage::Check, Triage::Skim];

/// Counts the statements that a filter lets through.
fn count(state: &State, filter: Filter) -> usize {
    filter.count(&state.shown.rows, state.reviewer.as_ref(), &state.ticked)
}

/// What an option is called, and the filter that it stands for.
type Choice<T> = (fn(T) -> &'static str, fn(T) -> Filter);

/// Options with the number of statements behind each.
fn ticks<T: Copy + Ord>(
    state: &State,
    label: &'static str,
    all: &[T],
    on: &BTreeSet<T>,
    (name, filter): Choice<T>,
) -> Field {
    let option = |t: &T| (format!("{} {}", name(*t), count(state, filter(*t))), on.contains(t));
    Field::ticks(label, all.iter().map(option)).hint("Space ticks; a field without a tick shows all")
}

/// Opens the form.
pub(in super::super) fn open(state: &mut State) -> Vec<Effect> {
    let form = form(state, &state.listing.filter, state.listing.sort);
    super::open(state, form)
}

/// Counts again in an open form: the list was read again. Ticks and cursors stay where they are.
pub(in super::super) fn recount(state: &mut State) {
    let is_filter =
        |overlay: &&mut Overlay| matches!(overlay, Overlay::Form(form) if matches!(form.purpose, Purpose::Filter(..)));
    let mut overlays = std::mem::take(&mut state.overlays);
    if let Some(Overlay::Form(open)) = overlays.iter_mut().find(is_filter) {
        let mut counted = form(state, &filter(state, open), Sort::ALL.get(open.chosen(6)).copied().unwrap_or_default());
        for (field, before) in counted.fields.iter_mut().zip(&open.fields) {
            if let (Input::Ticks(options, at), Input::Ticks(known, here)) = (&mut field.input, &before.input) {
                // More kinds and bases may occur than before.
                let name = known.get(*here).map(|(text, _)| without_count(text));
                *at = options.iter().position(|(text, _)| Some(without_count(text)) == name).unwrap_or(0);
            }
        }
        (counted.at, counted.touched, counted.error) = (open.at, open.touched, open.error.take());
        **open = counted;
    }
    state.overlays = overlays;
}

/// The name of an option.
fn without_count(option: &Clean) -> &str {
    option.rsplit_once(' ').map_or(option.as_str(), |(name, _)| name)
}

/// The form with a filter and an order chosen in it.
fn form(state: &State, filter: &Filter, sort: Sort) -> Form {
    let of_code = |code: Code| Filter { codes: BTreeSet::from([code]), ..Filter::default() };
    let of_basis = |basis: WordedBasis| Filter { bases: BTreeSet::from([basis]), ..Filter::default() };
    // Of the many kinds only those that occur.
    let codes = Code::ALL.into_iter().filter(|c| filter.codes.contains(c) || count(state, of_code(*c)) > 0);
    let codes: Vec<Code> = codes.collect();
    let bases = WordedBasis::all().filter(|b| filter.bases.contains(b) || count(state, of_basis(*b)) > 0);
    let bases: Vec<WordedBasis> = bases.collect();
    let of_verdict: fn(Verdict) -> Filter = |v| Filter { verdicts: BTreeSet::from([v]), ..Filter::default() };
    let of_triage: fn(Triage) -> Filter = |t| Filter { triages: BTreeSet::from([t]), ..Filter::default() };
    let of_mark: fn(Mark) -> Filter = |m| Filter { marks: BTreeSet::from([m]), ..Filter::default() };
    let of_severity: fn(Severity) -> Filter = |s| Filter { severities: BTreeSet::from([s]), ..Filter::default() };
    let none = |what: &str| format!("no {what} yet");
    let kinds = ticks(state, "Kinds", &codes, &filter.codes, (Code::words, of_code));
    let grounds = ticks(state, "Basis", &bases, &filter.bases, (WordedBasis::name, of_basis));
    let fields = vec![
        ticks(state, "Verdict", &Verdict::ALL, &filter.verdicts, (Verdict::name, of_verdict)),
        ticks(state, "Triage", &TRIAGES, &filter.triages, (Triage::name, of_triage)),
        ticks(state, "Statements", &Mark::ALL, &filter.marks, (Mark::name, of_mark)),
        ticks(state, "Issues", &SEVERITIES, &filter.severities, (Severity::name, of_severity)),
        if codes.is_empty() { kinds.off(none("issue")) } else { kinds },
        if bases.is_empty() { grounds.off(none("verdict")) } else { grounds },
        Field::choice("Order", Sort::ALL.map(Sort::name), Sort::ALL.iter().position(|s| *s == sort).unwrap_or(0)),
    ];
    let mut form = Form::new("Show only", Purpose::Filter(codes, bases), "show", fields);
    changed(state, &mut form);
    form
}

/// The filter that the form describes, over what a view picked.
fn filter(state: &State, form: &Form) -> Filter {
    fn picked<T: Copy + Ord>(form: &Form, field: usize, all: &[T]) -> BTreeSet<T> {
        form.ticked(field).into_iter().filter_map(|i| all.get(i).copied()).collect()
    }
    let Purpose::Filter(codes, bases) = &form.purpose else { return Filter::default() };
    Filter {
        verdicts: picked(form, 0, &Verdict::ALL),
        triages: picked(form, 1, &TRIAGES),
        marks: picked(form, 2, &Mark::ALL),
        severities: picked(form, 3, &SEVERITIES),
        codes: picked(form, 4, codes),
        bases: picked(form, 5, bases),
        picked: state.listing.filter.picked.clone(),
    }
}

/// Says what the ticks come to.
pub(super) fn changed(state: &State, form: &mut Form) {
    if !matches!(form.purpose, Purpose::Filter(..)) {
        return;
    }
    let chosen = Listing { filter: filter(state, form), search: state.listing.search.clone(), sort: Sort::default() };
    let shown = chosen.visible(&state.shown.rows, state.reviewer.as_ref(), &state.ticked).len();
    let words = if chosen.is_whole() { "nothing ticked".to_owned() } else { chosen.words() };
    let all = state.shown.rows.len();
    // The advice comes first, since the words are cut where they are long.
    form.note = match shown {
        0 if all > 0 => format!("{NO_MATCH}: {words}").into(),
        _ => format!("{shown} of {}: {words}", counted(all, "statement")).into(),
    };
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let filter = filter(state, form);
    let sort = Sort::ALL.get(form.chosen(6)).copied().unwrap_or_default();
    let before = std::mem::replace(&mut state.listing.filter, filter);
    let old_sort = std::mem::replace(&mut state.listing.sort, sort);
    let rows = &state.shown.rows;
    if state.listing.visible(rows, state.reviewer.as_ref(), &state.ticked).is_empty() && !rows.is_empty() {
        (state.listing.filter, state.listing.sort) = (before, old_sort);
        return Err(NO_MATCH.into());
    }
    Ok(narrowed(state))
}
