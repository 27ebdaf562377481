//! Records that an older import damaged: how many there are, and what to do.

use std::collections::BTreeMap;

use color_eyre::eyre;

use crate::{
    domain::rules::defects::{self, Defect},
    library::{Entry, Library},
    text::counted,
};

/// What to do about a record that is damaged in its file.
pub(super) const CORRECT: &str = "correct it in the file and add that again";

/// What to do about damaged records.
pub(super) const REPAIR: &str = "`gainsay library list --damaged` lists them; `gainsay library add` with the same \
    files replaces what an older import damaged, and names what is damaged in the file";

/// The damaged records, or those of them that contain `filter`, each with what is wrong.
pub(super) fn damaged(library: &Library, filter: Option<&str>) -> eyre::Result<Vec<(Entry, Defect)>> {
    const AT_ONCE: usize = 1_000;
    let (mut found, mut read) = (Vec::new(), 0);
    loop {
        let some = library.list(read, AT_ONCE, filter)?;
        read += some.len();
        let is_last = some.len() < AT_ONCE;
        found.extend(some.into_iter().filter_map(|entry| {
            let defect = defects::find(&entry.meta)?;
            Some((entry, defect))
        }));
        if is_last {
            return Ok(found);
        }
    }
}

/// How many records are damaged, and how; `None` where none is known to be.
pub(super) fn describe(library: &Library) -> eyre::Result<Option<String>> {
    let found = damaged(library, None)?;
    let mut kinds: BTreeMap<Defect, usize> = BTreeMap::new();
    found.iter().for_each(|(_, defect)| *kinds.entry(*defect).or_default() += 1);
    let kinds: Vec<String> = kinds.iter().map(|(defect, count)| format!("{count} {}", defect.name())).collect();
    let verb = if found.len() == 1 { "looks" } else { "look" };
    let records = counted(found.len(), "record");
    Ok((!found.is_empty()).then(|| format!("{records} {verb} damaged: {}", kinds.join("; "))))
}
