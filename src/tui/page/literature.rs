//! The sources of evidence, what each query of the review found, and what is being asked.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    desk::Intent,
    domain::{
        SentQuery, Side, Stage, StatementId, StrategyOutcome, Value,
        consent::{allowance, is_for_pages},
    },
    engine::{
        Command, NotRetrieved, Retrieve,
        search::{Permission, SourceStatus},
    },
    review::Who,
    text::Clean,
};

use super::{
    super::{
        Link,
        action::Effect,
        decide::{intend, refuse_writing, uncited},
        form,
        keys::{Op, Pane},
        messages::{error, hint, news, say, with_caveat},
        state::{Overlay, State},
        unsaved,
    },
    LoadRequest,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What was read last.
    pub found: Option<Arc<Found>>,
    /// What is being asked, by its ticket.
    pub asking: BTreeMap<u64, Asked>,
    /// The host that the newest refused question needs consent for.
    pub wanted: Option<Clean>,
    ticket: u64,
}

/// A question that waits for its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    /// In a few words.
    pub what: Clean,
    /// The form that it was asked with, which comes back when it fails.
    pub form: Option<Overlay>,
    /// What the reviewer should know once it is answered.
    caveat: Option<Clean>,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Every source.
    pub sources: Vec<SourceStatus>,
    /// The queries of all statements, in their order.
    pub queries: Vec<Sent>,
}

/// What a source was asked for a statement.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The statement.
    pub statement: StatementId,
    /// The side.
    pub side: Side,
    /// The source.
    pub source: Clean,
    /// The query; none where the source failed before it answered one.
    pub query: Option<SentQuery>,
    /// Why the source failed or was not asked, on its last row.
    pub trouble: Option<Clean>,
}

/// What is selected.
pub(in super::super) enum Selected<'a> {
    Source(&'a SourceStatus),
    Query(&'a Sent),
}

/// Reads the sources and the searches in force; takes its time with many statements.
pub(super) fn read(link: &Link) -> Result<Found, Clean> {
    let review = link.review();
    let ids: Vec<StatementId> = review.fold().statements().iter().map(|statement| statement.id).collect();
    let mut queries = Vec::new();
    for id in ids {
        let value = review.in_force(id, Stage::Search).map_err(|e| Clean::from(e.to_string()))?;
        let Some(Value::Search(search)) = value.as_deref() else { continue };
        for report in &search.sources {
            let row = |query, trouble| Sent {
                statement: id,
                side: report.side,
                source: report.source.clone(),
                query,
                trouble,
            };
            queries.extend(report.queries.iter().map(|query| row(Some(query.clone()), None)));
            match &report.outcome {
                StrategyOutcome::Found(_) => {}
                StrategyOutcome::Failed(why) | StrategyOutcome::NotAvailable(why) => {
                    queries.push(row(None, Some(why.clone())));
                }
            }
        }
    }
    Ok(Found { sources: link.sources(), queries })
}

pub(super) fn open(_: &mut State) -> Vec<Effect> {
    vec![Effect::Read(LoadRequest::Literature)]
}

pub(super) fn on_loaded(state: &mut State, found: Arc<Found>) -> Vec<Effect> {
    state.pages.literature.found = Some(found);
    let last = items(state).saturating_sub(1);
    state.at[Pane::Literature] = state.at[Pane::Literature].min(last);
    Vec::new()
}

/// What can be selected: the sources, then the queries.
pub(super) fn items(state: &State) -> usize {
    state.pages.literature.found.as_ref().map_or(0, |found| found.sources.len() + found.queries.len())
}

/// What the cursor is on.
pub(in super::super) fn selected(state: &State) -> Option<Selected<'_>> {
    let found = state.pages.literature.found.as_ref()?;
    let at = state.at[Pane::Literature];
    match at.checked_sub(found.sources.len()) {
        None => found.sources.get(at).map(Selected::Source),
        Some(at) => found.queries.get(at).map(Selected::Query),
    }
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match (op, selected(state)?) {
        (Op::Open, Selected::Source(source)) => {
            let source = source.clone();
            Some(switch(state, &source))
        }
        (Op::Provide, Selected::Source(source)) => {
            let permission = source.permission.clone();
            Some(allow(state, permission))
        }
        // Of the statement of the query, not of the one that is selected in the list.
        (Op::Rerun, Selected::Query(sent)) => {
            let statement = sent.statement;
            Some(form::rerun(state, statement, Stage::Search))
        }
        (Op::Provide, Selected::Query(_)) => {
            say(state, "consent is given to a source; select it above");
            Some(Vec::new())
        }
        (Op::Open | Op::Edit, Selected::Query(sent)) => {
            let sent = sent.clone();
            Some(match sent.query {
                Some(query) => form::edit_query(state, sent.statement, &sent.source, sent.side, &query.text),
                None => {
                    hint(state, "no query was answered here; {rerun} re-runs the search");
                    Vec::new()
                }
            })
        }
        (Op::Edit, Selected::Source(_)) => {
            hint(state, "a query below can be edited; {open} switches the source on or off");
            Some(Vec::new())
        }
        _ => None,
    }
}

/// Has searches ask a source, or no longer.
fn switch(state: &mut State, source: &SourceStatus) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    let name = &source.name;
    match (&source.permission, source.on) {
        (_, true) => say(state, format!("{name} is off: searches do not ask it until the program ends")),
        (Permission::Missing(host), false) => {
            let what = if is_for_pages(host) {
                "fetching the pages that it finds"
            } else {
                "sending it terms of the statements"
            };
            hint(state, &format!("{name} is on; {{provide}} consents to {what}"));
        }
        (Permission::Refused(why), false) => {
            let text = format!("{name} is on, but {why}; kept answers still serve");
            say(state, text);
        }
        (Permission::Given, false) => {
            hint(state, &format!("{name} is on; {{rerun}} re-runs a search, `use` under [sources] keeps it on"));
        }
    }
    vec![Effect::Send(Command::UseSource(name.clone(), !source.on))]
}

/// Records that text of the review may be sent to a source.
fn allow(state: &mut State, permission: Permission) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    match permission {
        Permission::Missing(host) => intend(state, Intent::Consent(host)),
        Permission::Given => {
            say(state, "text of this review may be sent there already");
            Vec::new()
        }
        Permission::Refused(why) => {
            error(state, why);
            Vec::new()
        }
    }
}

/// Sends a question to the sources, with the consent that it needs.
pub(in super::super) fn ask(
    state: &mut State,
    who: Who,
    statement: StatementId,
    what: Retrieve,
    consent: Option<Clean>,
) -> Vec<Effect> {
    let is_work = matches!(what, Retrieve::Work { .. });
    let caveat = if is_work { uncited(state, statement) } else { None };
    let page = &mut state.pages.literature;
    let ticket = page.ticket;
    page.ticket += 1;
    let words: Clean = match &what {
        Retrieve::Query { source, .. } => format!("asking {source}").into(),
        Retrieve::FullText { .. } => "fetching a full text".into(),
        Retrieve::Work { identifier, .. } => format!("fetching {identifier}").into(),
    };
    page.asking.insert(ticket, Asked { what: words.clone(), form: None, caveat });
    let given = consent.map(|host| {
        let draft = Intent::Consent(host).act().signed(who.clone());
        Effect::Send(Command::Append(vec![draft]))
    });
    hint(state, &format!("{words} …; {{cancel}} stops it"));
    given.into_iter().chain([Effect::Send(Command::Retrieve { ticket, who, statement, what })]).collect()
}

/// A question was answered, or not; then its form comes back with the reason.
pub(in super::super) fn answered(state: &mut State, ticket: u64, outcome: Result<Clean, NotRetrieved>) -> Vec<Effect> {
    let asked = state.pages.literature.asking.remove(&ticket);
    let (form, caveat) = asked.map(|asked| (asked.form, asked.caveat)).unwrap_or_default();
    match outcome {
        Ok(said) => news(state, with_caveat(said, caveat)),
        Err(NotRetrieved { why, consent }) => {
            let allow = match (&form, &consent) {
                (None, Some(_)) => state.keymap.text("; {sources} lists the sources, {provide} there gives consent"),
                _ => String::new(),
            };
            error(state, format!("{why}{allow}"));
            if let Some(mut form) = form {
                if let (Overlay::Form(form), Some(host)) = (&mut form, &consent) {
                    form::ask_consent(form, host);
                    state.pages.literature.wanted = Some(host.clone());
                }
                let why = match &consent {
                    Some(host) => format!("nobody allowed {} yet: allow it here", allowance(host)).into(),
                    None => why,
                };
                unsaved::reopen(state, form, &why);
            }
        }
    }
    let shown = if state.focus == Pane::Literature { open(state) } else { Vec::new() };
    shown.into_iter().chain([Effect::Read(LoadRequest::Library)]).collect()
}

/// What is selected, to be copied.
pub(in super::super) fn words(state: &State) -> Option<(String, Clean)> {
    Some(match selected(state)? {
        Selected::Source(source) => ("the source's address".to_owned(), source.host.clone()),
        Selected::Query(sent) => match (&sent.query, &sent.trouble) {
            (Some(query), _) => ("the query".to_owned(), query.text.clone()),
            (None, why) => ("why it failed".to_owned(), why.clone()?),
        },
    })
}
