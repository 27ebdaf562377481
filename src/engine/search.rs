//! Stage 2: stand-in until the checks branch lands.
use crate::{
    domain::{Counter, SearchResult, Settings, SourceMeta, Statement},
    library::Library,
};
/// Nothing yet.
pub fn search(_l: &Library, _s: &Statement, _c: &Counter, _p: &SourceMeta, _t: &Settings) -> SearchResult {
    SearchResult::default()
}
