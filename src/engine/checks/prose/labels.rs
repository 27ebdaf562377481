//! What surrounds an answer and does not belong to it.

use crate::text::fold;

/// The text without labels before it and without one pair of quotation marks or
/// asterisks around it. `labels` are in lower case and end in a colon.
#[must_use]
pub fn strip_labels(text: &str, labels: &[&str]) -> String {
    let mut text = text.trim();
    loop {
        let before = text;
        for label in labels {
            let rest = text.trim_start_matches(['*', '#', '_', ' ']);
            if rest.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label)) {
                text = rest[label.len()..].trim_start_matches(['*', '_']).trim_start();
            }
        }
        text = unquoted(text);
        if text == before {
            return text.to_owned();
        }
    }
}

/// Without the quotation marks around the whole, if they are one pair.
fn unquoted(text: &str) -> &str {
    for (open, close) in [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“'), ('\'', '\''), ('`', '`')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
            && !inner.contains([open, close])
        {
            return inner.trim();
        }
    }
    text
}

/// The text as compared: folded, letters and digits only, single spaces between.
#[must_use]
pub fn bare(text: &str) -> String {
    let folded = fold(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
