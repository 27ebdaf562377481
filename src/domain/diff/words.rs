//! Two texts, word by word.

use similar::{ChangeTag, TextDiff};

use crate::text::Clean;

/// Beyond this many bytes on both sides together a text is compared line by line.
const LONGEST: usize = 200_000;

/// What happened to a stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It is in both.
    Same,
    /// It is in the text before alone.
    Removed,
    /// It is in the text after alone.
    Added,
}

/// The words of both texts in order. What is left without [`Edit::Added`] is
/// `before`, without [`Edit::Removed`] it is `after`, white space included.
#[must_use]
pub fn words(before: &Clean, after: &Clean) -> Vec<(Edit, Clean)> {
    let diff = if before.len() + after.len() > LONGEST {
        TextDiff::from_lines(before.as_str(), after.as_str())
    } else {
        TextDiff::from_words(before.as_str(), after.as_str())
    };
    let mut made: Vec<(Edit, String)> = Vec::new();
    let changes: Vec<(Edit, &str)> = diff
        .iter_all_changes()
        .map(|change| {
            let edit = match change.tag() {
                ChangeTag::Equal => Edit::Same,
                ChangeTag::Delete => Edit::Removed,
                ChangeTag::Insert => Edit::Added,
            };
            (edit, change.value())
        })
        .collect();
    for (i, (edit, text)) in changes.iter().enumerate() {
        // A blank alone between two changes would tear one change into two.
        let torn = *edit == Edit::Same && text.trim().is_empty();
        let beside = |at: Option<usize>| at.and_then(|at| changes.get(at)).is_some_and(|(e, _)| *e != Edit::Same);
        if torn && beside(i.checked_sub(1)) && beside(Some(i + 1)) {
            push(&mut made, Edit::Removed, text);
            push(&mut made, Edit::Added, text);
        } else {
            push(&mut made, *edit, text);
        }
    }
    made.into_iter().map(|(edit, text)| (edit, Clean::from(text))).collect()
}

/// Appends to the newest stretch of the same kind since the last that is the same.
fn push(made: &mut Vec<(Edit, String)>, edit: Edit, text: &str) {
    let since = made.iter().rposition(|(e, _)| *e == Edit::Same).map_or(0, |i| i + 1);
    let found = match edit {
        Edit::Same => made.len().checked_sub(1).filter(|last| made[*last].0 == Edit::Same),
        _ => made[since..].iter().position(|(e, _)| *e == edit).map(|i| since + i),
    };
    match found {
        Some(at) => made[at].1.push_str(text),
        None if edit == Edit::Removed => made.insert(since, (edit, text.to_owned())),
        None => made.push((edit, text.to_owned())),
    }
}
