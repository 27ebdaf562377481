//! Text between quotation marks.

use std::ops::Range;

use crate::text::sentences;

/// Bytes of the quotations in `prose`, without their marks. A mark that is not
/// closed in its paragraph opens none.
#[must_use]
pub fn quotations(prose: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = prose[at..].find(['“', '"', '„', '«']).map(|open| at + open) {
        let mark = prose[open..].chars().next().unwrap_or('"');
        let start = open + mark.len_utf8();
        let closing: &[char] = match mark {
            '“' => &['”'],
            '„' => &['“', '”'],
            '«' => &['»'],
            _ => &['"'],
        };
        let rest = &prose[start..];
        let paragraph = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
        match paragraph.find(closing) {
            Some(length) => {
                found.push(start..start + length);
                at = start + length + prose[start + length..].chars().next().map_or(0, char::len_utf8);
            }
            None => at = start,
        }
    }
    found
}

/// Byte ranges of the sentences of `prose`; what is quoted does not end the
/// sentence that quotes it, and a citation behind the full stop belongs to it.
#[must_use]
pub fn whole_sentences(prose: &str) -> Vec<Range<usize>> {
    let quotations = quotations(prose);
    let mut whole: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(prose) {
        let inside = |at: usize| quotations.iter().any(|q| q.start < at && at <= q.end);
        match whole.last_mut() {
            Some(last) if inside(sentence.start) || is_mark(&prose[sentence.clone()]) => last.end = sentence.end,
            _ => whole.push(sentence),
        }
    }
    whole
}

/// Whether a would-be sentence is nothing but `[1].`
fn is_mark(sentence: &str) -> bool {
    sentence.starts_with(['[', '【']) && !sentence.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quotations_end_with_their_paragraph() {
        let of = |prose: &'static str| quotations(prose).into_iter().map(|q| &prose[q]).collect::<Vec<_>>();
        assert_eq!(of("He said “one” and \"two\" and «three»."), ["one", "two", "three"]);
        assert_eq!(of("A “quotation with \"one\" in it”"), ["quotation with \"one\" in it"]);
        assert_eq!(of("An “open one.\n\nAnd a “closed one”"), ["closed one"]);
    }

    #[test]
    fn a_quoted_full_stop_ends_no_sentence() {
        let prose = "A trial reports: “It fell by 1.5%. Weight did not change.” [1]. A second found none [2].";
        let sentences: Vec<_> = whole_sentences(prose).into_iter().map(|s| &prose[s]).collect();
        assert_eq!(sentences.len(), 2, "{sentences:?}");
        assert!(sentences[0].ends_with("[1]."));
    }

    proptest! {
        #[test]
        fn any_prose_is_read_without_panic(prose in "[“”\"«»„.A-Za-z \n]{0,60}|.*") {
            for range in quotations(&prose).into_iter().chain(whole_sentences(&prose)) {
                prop_assert!(prose.get(range).is_some());
            }
        }
    }
}
