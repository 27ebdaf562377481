//! Numbers with their nouns.

/// `1 document`, `2 documents`; of nouns that take an `s`.
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
