//! What an archive, a repository or a scraper says of its copy of a paper: nothing that the paper reports.

/// What the copy is called.
const COPY: &str = "paper article document file text page pdf copy version record entry content abstract manuscript preprint \
    reprint item chapter";
/// What was done with it.
#[rustfmt::skip]
const KEPT: [&str; 28] = [
    "acquired", "aggregated", "archived", "auto-generated", "cached", "converted", "crawled", "deposited", "digitised", "digitized",
    "downloaded", "exported", "fetched", "generated", "harvested", "imported", "indexed", "ingested", "mirrored", "parsed", "processed",
    "retrieved", "saved", "scanned", "scraped", "transcribed", "translated", "uploaded",
];
/// Words between the copy and what was done with it.
const BETWEEN: &str = "was were is has have been being automatically originally also first";
/// How sentences of archives begin.
#[rustfmt::skip]
const HEADS: [&str; 23] = [
    "acquired from ", "archived at ", "archived from ", "author manuscript; available", "automatically acquired",
    "automatically extracted", "automatically generated", "brought to you by ", "converted from pdf", "downloaded by ",
    "downloaded from ", "downloaded on ", "extracted from pdf", "follow this and additional works", "hhs public access",
    "nih public access", "please cite the published version", "published in final edited form", "retrieved from http",
    "scraped from", "scraped on", "this content downloaded", "view metadata, citation",
];
/// What only archives say, wherever it is in a sentence.
#[rustfmt::skip]
const PARTS: [&str; 10] = [
    "accepted version of the manuscript", "brought to you for free and open access", "core.ac.uk",
    "final published version of this", "has been accepted for inclusion in", "is a pdf file of an unedited manuscript", "jstor",
    "peer reviewed version of the", "peer-reviewed version of the", "version of record of this",
];

/// Whether a lower-case sentence is about the copy of the paper: where it was found, how it was read, what may be done with it.
pub(super) fn is_about_copy(lower: &str) -> bool {
    let lower = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    HEADS.iter().any(|head| lower.starts_with(head)) || PARTS.iter().any(|part| lower.contains(part)) || was_kept(lower)
}

/// “This paper was automatically acquired …”, “The full text has been converted …”
fn was_kept(lower: &str) -> bool {
    /// How far in front the copy is named, in words.
    const FRONT: usize = 4;
    let is_in = |list: &str, word: &str| list.split(' ').any(|known| known == word);
    let words: Vec<&str> =
        lower.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let copy = words.iter().take(FRONT).skip(1).position(|word| is_in(COPY, word)).map(|at| at + 1);
    let Some(copy) = copy.filter(|_| matches!(words[0], "this" | "the" | "full")) else { return false };
    let behind = &words[copy + 1..];
    let between = behind.iter().take_while(|word| is_in(BETWEEN, word)).count();
    between > 0 && behind.get(between).is_some_and(|word| KEPT.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only statement of a saved record was that a program had saved it, and a finding must not go with it.
    #[test]
    fn what_is_said_of_a_copy_is_no_finding_and_findings_are_kept() {
        for about in [
            "*this paper was automatically acquired and processed for the neurodevelopmental disorders knowledge base.*",
            "this document was automatically processed from pubmed and added to the collection.",
            "this content was automatically scraped by agent a",
            "the full text has been converted from pdf.",
            "downloaded from https://example.org by guest on 2 may 2020.",
            "this is a pdf file of an unedited manuscript that has been accepted for publication.",
            "this article is brought to you for free and open access by the school of medicine.",
        ] {
            assert!(is_about_copy(about), "{about}");
        }
        for finding in [
            "this paper shows that sleep was shorter in children with tics.",
            "the record linkage was complete in 98% of patients.",
            "the content of iron was retrieved by imaging and was lower in patients.",
            "this text-message programme was processed faster by adults than by children.",
            "the image was processed faster in patients than in controls.",
            "the version with a visual cue was learned faster.",
            "acquired brain injury raised the risk of tics.",
        ] {
            assert!(!is_about_copy(finding), "{finding}");
        }
    }
}
