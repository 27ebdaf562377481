//! What runs when: plans what is missing or stale, works it out, appends it.

pub mod checks;
pub mod search;
