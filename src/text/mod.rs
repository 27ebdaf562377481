//! Text as such, knowing nobody: what may be shown ([`Clean`]), where sentences
//! begin and end ([`sentences`]), words and stems ([`words`]), and where a
//! quoted passage is in its source ([`find`]).

mod abbreviation;
mod clean;
mod counted;
mod duration;
pub mod find;
mod lines;
mod quantity;
mod sentence;
mod short;
mod word;

pub use clean::{Clean, Cleaned, Hidden, escape_hidden, escape_hidden_json};
pub use counted::counted;
pub use duration::spell;
pub use lines::{KEPT_HYPHEN, join_line, without_broken_words};
pub use quantity::{
    Comparator, Quantity, QuantityKind, is_approximate, is_month, is_precise, month, number_word, quantities,
    says_how_much,
};
pub use sentence::{opens_in_lower_case, sentence_case, sentences};
pub use short::{in_words_of, is_form_of, parts, short_forms, spelled_out, spells};
pub use word::{DENIALS, STOP, content_stems, fold, is_hyphen, is_stop, stem, word_count, words};
