//! How reviewers and their files are named in what is exported.

use crate::{
    review::{ReadOpinion, Summary, Who},
    text::Clean,
};

use super::Options;

/// The file of the review that an opinion is from; without names, none.
pub(super) fn origin<'a>(opinion: &'a ReadOpinion, options: &Options) -> Option<&'a Clean> {
    opinion.file.as_ref().filter(|_| options.reviewer_names)
}

/// A reviewer who is not named.
pub(super) const NOBODY: &str = "a reviewer";

/// Whose verdict is in force: `Ada, Ben and Cleo`, or how many of them where nobody is named. Empty where it is nobody's.
pub(super) fn deciders(summary: &Summary, options: &Options) -> String {
    let names: Vec<String> = summary.deciders().map(|who| name(who, options)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        all if !options.reviewer_names => format!("{} reviewers", all.len()),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Who it was, in words.
pub(super) fn name(who: &Who, options: &Options) -> String {
    match who {
        Who::Engine => "the machine".to_owned(),
        Who::Reviewer(name) if options.reviewer_names && !name.trim().is_empty() => name.one_line().to_string(),
        Who::Reviewer(_) => NOBODY.to_owned(),
    }
}
