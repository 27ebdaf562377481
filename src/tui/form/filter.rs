//! Which statements the list shows.

use std::collections::BTreeSet;

use crate::{
    domain::{Basis, Code, Severity, Triage, Verdict},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        listing::{Filter, Mark, Sort},
        state::State,
        update::narrowed,
    },
    Field, Form, Purpose,
};

const SEVERITIES: [Severity; 3] = [Severity::Blocker, Severity::Major, Severity::Minor];
const TRIAGES: [Triage; 3] = [Triage::Decide, Triage::Check, Triage::Skim];

/// Opens the form.
pub(in super::super) fn open(state: &mut State) -> Vec<Effect> {
    let (filter, sort) = (state.listing.filter.clone(), state.listing.sort);
    fn ticks<T: Copy + Ord>(label: &'static str, all: &[T], on: &BTreeSet<T>, name: fn(T) -> &'static str) -> Field {
        Field::ticks(label, all.iter().map(|t| (name(*t), on.contains(t)))).hint("Space ticks; none is all")
    }
    let fields = vec![
        ticks("Verdict", &Verdict::ALL, &filter.verdicts, Verdict::name),
        ticks("Triage", &TRIAGES, &filter.triages, Triage::name),
        ticks("Statements", &Mark::ALL, &filter.marks, Mark::name),
        ticks("Issues", &SEVERITIES, &filter.severities, Severity::name),
        ticks("Kinds", &Code::ALL, &filter.codes, Code::name),
        ticks("Basis", &Basis::ALL, &filter.bases, Basis::name),
        Field::choice("Order", Sort::ALL.map(Sort::name), Sort::ALL.iter().position(|s| *s == sort).unwrap_or(0)),
    ];
    super::open(state, Form::new("Show only", Purpose::Filter, "show", fields))
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    fn picked<T: Copy + Ord>(form: &Form, field: usize, all: &[T]) -> BTreeSet<T> {
        form.ticked(field).into_iter().filter_map(|i| all.get(i).copied()).collect()
    }
    let filter = Filter {
        verdicts: picked(form, 0, &Verdict::ALL),
        triages: picked(form, 1, &TRIAGES),
        marks: picked(form, 2, &Mark::ALL),
        severities: picked(form, 3, &SEVERITIES),
        codes: picked(form, 4, &Code::ALL),
        bases: picked(form, 5, &Basis::ALL),
    };
    let sort = Sort::ALL.get(form.chosen(6)).copied().unwrap_or_default();
    let before = std::mem::replace(&mut state.listing.filter, filter);
    let old_sort = std::mem::replace(&mut state.listing.sort, sort);
    let rows = &state.shown.rows;
    if state.listing.visible(rows, state.reviewer.as_ref(), &state.ticked).is_empty() && !rows.is_empty() {
        (state.listing.filter, state.listing.sort) = (before, old_sort);
        return Err("no statement is like that; take some ticks away".into());
    }
    Ok(narrowed(state))
}
