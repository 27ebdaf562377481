//! How often works are cited, by what the library says now.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use crate::{
    domain::{DocId, rules::citation_count::CitationCount},
    library::{Library, LibraryError},
};

/// The count that bears on each of these works, where a source gave one.
pub(super) fn counts<'d>(
    library: &Library,
    docs: impl IntoIterator<Item = &'d DocId>,
) -> Result<BTreeMap<DocId, CitationCount>, LibraryError> {
    let mut counts = BTreeMap::new();
    for doc in docs {
        if counts.contains_key(doc) {
            continue;
        }
        let known = library.origins(doc)?.into_iter().filter_map(|origin| {
            let year = origin.at.to_zoned(TimeZone::UTC).year();
            Some(CitationCount { source: origin.source, count: origin.facts.cited_by?, year })
        });
        counts.extend(CitationCount::lowest(known).map(|lowest| (doc.clone(), lowest)));
    }
    Ok(counts)
}
