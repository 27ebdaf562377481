//! A document or a passage attached as evidence.

use std::{fs, io, path::Path, sync::Arc};

use crate::{
    domain::{Side, StatementId},
    engine::Attachment,
    files,
    ingest::{ReadOptions, read_documents},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        decide::{commit, make_documents},
        keys::Pane,
        paths::expand,
        state::{Pending, State},
    },
    Field, Form, Purpose,
};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 200_000_000;

/// Places of the fields.
const PASSAGE: usize = 0;
const FILE: usize = 1;
const SIDE: usize = 2;

/// Opens the form; in an evidence pane its side is set.
pub(in super::super) fn open(state: &mut State, statement: StatementId) -> Vec<Effect> {
    let fields = vec![
        Field::text("Passage", "", 5)
            .hint("pasted word for word: it is looked for in the library, and the source's own text is cited"),
        Field::path("File", "")
            .hint("or a file with a document: PDF, Word, web page, JATS, text, RIS, JSON; Tab completes the path"),
        side_field(state),
    ];
    super::open(state, Form::new(format!("Attach to {statement}"), Purpose::Attach(statement), "attach", fields))
}

/// A choice of the side on which a document is listed: in an evidence pane that of the pane, elsewhere none is chosen yet.
pub(super) fn side_field(state: &State) -> Field {
    let here = match state.focus {
        Pane::Against => Some(0),
        Pane::For => Some(1),
        _ => None,
    };
    Field::open_choice("Side", ["against", "for"], here)
        .hint("the side it is listed on; the machine still judges its stance")
}

/// The side that is chosen in a [`side_field`].
pub(super) fn side(form: &Form, field: usize) -> Result<Side, Clean> {
    let chosen = Side::BOTH.get(form.chosen(field)).copied();
    chosen.ok_or("choose the side it is listed on: against or for".into())
}

/// What a passage says is asked once it is found, where the statement has weights: then its side is not asked before.
pub(super) fn changed(state: &State, form: &mut Form) {
    let Purpose::Attach(id) = form.purpose else { return };
    let detail = state.detail().filter(|detail| detail.id == id);
    let is_weighed = detail.is_some_and(|detail| detail.weighing().shown().is_some());
    let is_later = is_weighed && !form.text(PASSAGE).trim().is_empty();
    form.fields[SIDE].off = is_later.then(|| "asked once the passage is found".into());
}

pub(super) fn submit(state: &mut State, statement: StatementId, form: &Form) -> Result<Vec<Effect>, Clean> {
    let (passage, file) = (form.text(PASSAGE), form.text(FILE));
    match (passage.trim().is_empty(), file.trim().is_empty()) {
        (true, true) => Err("paste a passage, or name a file".into()),
        (false, false) => Err("a passage or a file, one at a time".into()),
        (false, true) => {
            let is_later = form.fields[SIDE].off.is_some();
            let side = side(form, SIDE).or_else(|why| if is_later { Ok(Side::Counter) } else { Err(why) })?;
            Ok(commit(state, Pending::Attach { statement, side, what: Arc::new(Attachment::Passage(passage)) }))
        }
        (true, false) => {
            let path = expand(file.trim());
            // Before the side is asked for, which would not help.
            fs::metadata(&path).map_err(|why| unreadable(&path, &why))?;
            Ok(make_documents(state, statement, side(form, SIDE)?, path))
        }
    }
}

/// Why a file cannot be read, and what to do.
fn unreadable(path: &Path, why: &io::Error) -> Clean {
    let remedy = if why.kind() == io::ErrorKind::NotFound { "; check the path" } else { "" };
    format!("cannot read {}: {}{remedy}", path.display(), files::describe_error(why)).into()
}

/// Reads the documents of a file; takes its time.
///
/// # Errors
/// Why it cannot be read, and what to do.
pub(in super::super) fn read(statement: StatementId, side: Side, path: &Path) -> Result<Pending, Clean> {
    let cannot = |why: io::Error| unreadable(path, &why);
    let size = fs::metadata(path).map_err(cannot)?.len();
    if size > LARGEST {
        let shown = path.display();
        return Err(format!("{shown} has {size} bytes; put it into the library with `gainsay library add`").into());
    }
    let bytes = files::read_input(path).map_err(cannot)?;
    files::protect(path, "a file that was attached");
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let options = ReadOptions { exe: std::env::current_exe().ok(), ..ReadOptions::default() };
    let mut documents = Vec::new();
    let mut dropped = None;
    read_documents(&name, &bytes, &options, &mut |outcome| match outcome {
        Ok(document) => documents.push(document),
        Err(record) => dropped = dropped.take().or(Some(record)),
    })
    .map_err(|e| Clean::from(format!("{name}: {e}")))?;
    match (documents.is_empty(), dropped) {
        (true, Some(record)) => Err(record.describe_in(&name).into()),
        (true, None) => Err(format!("there is no document in {name}").into()),
        (false, _) => Ok(Pending::Attach { statement, side, what: Arc::new(Attachment::Documents(documents)) }),
    }
}
