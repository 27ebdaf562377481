//! How far raters agree, and how far the machine agrees with people: chance-corrected coefficients with their
//! uncertainty, and the collection of ratings from reviews (`docs/rules.md#agreement`).

mod alpha;
mod collect;
mod interval;
mod kappa;
mod machine;
mod report;
#[cfg(test)]
mod tests;

pub use alpha::{Alpha, Metric, alpha};
pub use collect::{MachineRating, Rating, Unit, collect, units};
pub use interval::{Interval, bootstrap, wilson};
pub use kappa::{Kappa, kappa};
pub use machine::{Calibration, MachineAgreement};
pub use report::{About, Agreement, FEWEST, Line, LineKind, Overall, Pair};
