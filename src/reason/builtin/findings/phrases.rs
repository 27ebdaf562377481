//! The phrases by which a sentence shows what it does, in groups; each group is a feature of the model.

mod context;
mod results;
mod work;

/// A group's name in the model, and its phrases in lower case. A sentence is searched with a blank before and behind it.
type Group = (&'static str, &'static [&'static str]);

/// All groups, in the order of the features.
pub(super) const GROUPS: &[Group] = &[
    results::WE_FOUND,
    results::RESULT_NOUN,
    results::THAT_PART,
    results::SHOWED,
    results::COMPARE,
    results::ASSOC,
    results::SIGNIF,
    results::NULL,
    results::ACTS,
    work::DONE,
    work::WE_DO,
    work::AIM,
    context::PAPER,
    context::FUTURE,
    context::PRAISE,
    context::BACKGR,
    context::HEDGE,
    results::CONCLUD,
    context::AVAIL,
    context::CAVEAT,
    work::STRUCTURE,
    work::POP,
];
