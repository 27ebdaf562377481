//! How reviewers and their files are named in what is exported.

use crate::{
    review::{ReadOpinion, Who},
    text::Clean,
};

use super::Options;

/// The file of the review that an opinion is from; without names, none.
pub(super) fn origin<'a>(opinion: &'a ReadOpinion, options: &Options) -> Option<&'a Clean> {
    opinion.file.as_ref().filter(|_| options.reviewer_names)
}

/// A reviewer who is not named.
pub(super) const NOBODY: &str = "a reviewer";

/// Who it was, in words.
pub(super) fn name(who: &Who, options: &Options) -> String {
    match who {
        Who::Engine => "the machine".to_owned(),
        Who::Reviewer(name) if options.reviewer_names && !name.trim().is_empty() => name.one_line().to_string(),
        Who::Reviewer(_) => NOBODY.to_owned(),
    }
}
