//! Text as such, knowing nobody: what may be shown ([`Clean`]), where sentences
//! begin and end, and where a quoted passage stands in its source.

mod clean;

pub use clean::{Clean, Cleaned, Hidden};
