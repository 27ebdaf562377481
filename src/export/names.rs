//! How reviewers and their files are named in what is exported.

use crate::{
    review::{Fold, ReadOpinion, Review, Summary, Who},
    text::Clean,
};

use super::{ExportError, Options};

/// The options with the reviewers of this review, by whose order they are numbered where they are not named.
pub(super) fn numbered(review: &Review, options: &Options) -> Result<Options, ExportError> {
    let reviewers = if options.reviewer_names { Vec::new() } else { review.reviewers()? };
    Ok(Options { reviewers, ..options.clone() })
}

/// The file of the review that an opinion is from; without names, none.
pub(super) fn origin<'a>(opinion: &'a ReadOpinion, options: &Options) -> Option<&'a Clean> {
    opinion.file.as_ref().filter(|_| options.reviewer_names)
}

/// A single reviewer who is not named.
const NOBODY: &str = "a reviewer";

/// Whose verdict is in force: `Ada, Ben and Cleo`. Empty where it is nobody's.
pub(super) fn deciders(summary: &Summary, options: &Options) -> String {
    let names: Vec<String> = summary.deciders().map(|who| name(who, options)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Who it was, in words.
pub(super) fn name(who: &Who, options: &Options) -> String {
    match who {
        Who::Engine => "the machine".to_owned(),
        Who::Reviewer(name) if options.reviewer_names && !name.trim().is_empty() => name.one_line().to_string(),
        Who::Reviewer(_) => match options.reviewers.iter().position(|reviewer| reviewer == who) {
            Some(at) if options.reviewers.len() > 1 => format!("reviewer {}", at + 1),
            _ => NOBODY.to_owned(),
        },
    }
}

/// The reviewer that is named where nobody is.
pub(super) fn renamed(who: &Who, options: &Options) -> Who {
    match who {
        Who::Engine => Who::Engine,
        Who::Reviewer(_) => Who::Reviewer(name(who, options).into()),
    }
}

/// The reviewer of a figure on agreement, by name or number, with their place in the order of the numbers. Reviewers of one
/// name in two merged reviews are two: the review is named too, or numbered.
pub(super) fn rater(rater: &str, fold: &Fold, options: &Options) -> (usize, String) {
    if options.reviewer_names {
        return (0, rater.to_owned());
    }
    let named = options.reviewers.iter().enumerate().find_map(|(at, who)| {
        let Who::Reviewer(name) = who else { return None };
        let review = match rater.strip_prefix(&*name.one_line())? {
            "" => String::new(),
            file => {
                let mut files = fold.origins().iter().map(|origin| format!(" ({})", origin.file.one_line()));
                format!(" (review {})", files.position(|known| known == file)? + 1)
            }
        };
        Some((at, format!("{}{review}", self::name(who, options))))
    });
    named.unwrap_or_else(|| (options.reviewers.len(), NOBODY.to_owned()))
}

/// Words of the program with `S003` as `statement 3` and `S009 and S010` as `statements 9 and 10`: the report names a
/// statement by its number.
pub(super) fn numbered_statements(words: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut noun = None;
    for word in words.split(' ') {
        let digits = word.trim_end_matches([',', ';', ':', '.']);
        let number = digits.strip_prefix('S').filter(|of| of.len() > 2).and_then(|of| of.parse::<u32>().ok());
        let Some(number) = number else {
            noun = noun.filter(|_| matches!(word, "and" | "to"));
            out.push(word.to_owned());
            continue;
        };
        match noun {
            Some(at) => out[at] = "statements".to_owned(),
            None => {
                noun = Some(out.len());
                out.push("statement".to_owned());
            }
        }
        out.push(format!("{number}{}", &word[digits.len()..]));
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::numbered_statements;

    /// The line on a split named S009 and S010, which are nowhere else in the report.
    #[test]
    fn the_report_names_statements_by_their_numbers() {
        for (words, expected) in [
            ("S003 split into S009 and S010", "statement 3 split into statements 9 and 10"),
            ("S008 to S011 added from the candidates", "statements 8 to 11 added from the candidates"),
            ("S003 and S004 merged into S012", "statements 3 and 4 merged into statement 12"),
            ("S001, S002, S1000: search", "statements 1, 2, 1000: search"),
            ("S100 protein dropped and kept", "statement 100 protein dropped and kept"),
            ("list changed", "list changed"),
        ] {
            assert_eq!(numbered_statements(words), expected);
        }
    }
}
