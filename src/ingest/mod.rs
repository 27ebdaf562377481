//! Files become papers, claim sets and evidence documents.
