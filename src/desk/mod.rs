//! What a review shows to who looks: the list with its counts ([`Dossier`]), and all that is in force on one statement
//! ([`Detail`]). Interface, exports and commands draw from here and read nothing else, so what a blind review hides is
//! left out in one place. What a reviewer wants in return is an [`Intent`], which becomes an act of the journal.

mod detail;
mod dossier;
mod intent;

pub use detail::Detail;
pub(crate) use detail::{LEAST_WEIGHT, adopting, side_index};
pub use dossier::{Counts, Dossier, Row};
pub use intent::{Ground, Intent, KeepPrompt, Unsigned, gives_reason};
