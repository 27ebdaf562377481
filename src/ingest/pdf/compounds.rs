//! Compounds that a line's end or the layout breaks at their hyphens: “neutral-wrapper”.

use std::collections::BTreeSet;

use crate::text::KEPT_HYPHEN;

const SOFT_HYPHEN: char = '\u{ad}';

/// The shortest parts of a compound that is known by them alone, in bytes: “there-fore” is one word.
const PARTS: (usize, usize) = (6, 5);

/// What is the second half of a compound wherever it is behind a hyphen: “model-based”.
const ENDS_COMPOUND: [&str; 21] = [
    "adjusted",
    "associated",
    "based",
    "controlled",
    "dependent",
    "derived",
    "diagnosed",
    "driven",
    "free",
    "induced",
    "like",
    "mediated",
    "negative",
    "positive",
    "rated",
    "related",
    "reported",
    "specific",
    "term",
    "treated",
    "wide",
];

/// The pages with the hyphens at line ends marked that belong to a compound: one that the text has within a line as well
/// or that it has both parts of, and never as one word.
pub(super) fn with_compounds(pages: &[String]) -> Vec<String> {
    let lower = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: BTreeSet<String> =
        pages.iter().flat_map(|page| page.split_whitespace()).map(lower).filter(|word| !word.is_empty()).collect();
    let lines = || pages.iter().flat_map(|page| page.lines());
    // What a line's end breaks off is no word.
    let breaks = |line: &str| line.trim_end().ends_with('-');
    let begins = lines().zip([""].into_iter().chain(lines())).map(|(line, before)| (line, breaks(before)));
    let whole: BTreeSet<String> = begins
        .flat_map(|(line, cut)| {
            let words = line.split_whitespace().skip(usize::from(cut));
            words.filter(|word| !word.ends_with('-')).map(lower)
        })
        .collect();
    let is_compound = |head: &str, tail: &str| {
        let (head, tail) = (lower(head), lower(tail));
        let parts = || {
            let is_long = head.len() >= PARTS.0 && tail.len() >= PARTS.1 || ENDS_COMPOUND.contains(&tail.as_str());
            // “cor-” and “related” are one word, also where a formula has “cor”.
            let is_long = is_long && head != "cor";
            is_long && whole.contains(&head) && whole.contains(&tail)
        };
        (words.contains(&format!("{head}-{tail}")) || parts()) && !words.contains(&format!("{head}{tail}"))
    };
    let parts: BTreeSet<&str> = whole.iter().flat_map(|word| word.split('-')).collect();
    // “Antibody-medi-” breaks off where no word ends, whether or not “mediated” is anywhere else.
    let is_scrap = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_lowercase()) && !parts.contains(part);
    let mark = |page: &String| {
        let lines: Vec<&str> = page.lines().collect();
        let marked = |(at, line): (usize, &&str)| {
            let stem = line.trim_end().strip_suffix('-')?;
            let head = stem.split_whitespace().next_back()?;
            let tail = lines.get(at + 1)?.split_whitespace().next()?;
            // “Co-ex-” and “pressed”: only the last part was broken.
            let broken = || {
                head.rsplit_once('-').is_some_and(|(_, part)| {
                    words.contains(&lower(&format!("{part}{tail}")))
                        || is_scrap(part) && tail.starts_with(|c: char| c.is_ascii_lowercase())
                })
            };
            if is_compound(head, tail) {
                Some(format!("{stem}{KEPT_HYPHEN}"))
            } else {
                broken().then(|| format!("{stem}{SOFT_HYPHEN}"))
            }
        };
        let kept = lines.iter().enumerate().map(|one| marked(one).unwrap_or_else(|| (*one.1).to_owned()));
        kept.map(|line| closed(&line, is_compound)).collect::<Vec<_>>().join("\n")
    };
    pages.iter().map(mark).collect()
}

/// A line with the hyphens closed up that its layout set apart within a compound: “platinum- based”.
fn closed(line: &str, is_compound: impl Fn(&str, &str) -> bool) -> String {
    let mut parts = line.split("- ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let head = out.split_whitespace().next_back().unwrap_or_default();
        let tail = part.split_whitespace().next().unwrap_or_default();
        let apart = tail == "versus" || !is_compound(head, tail);
        out.push_str(if apart { "- " } else { "-" });
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tidy::tidy;

    /// “Neutralwrapper” would be looked for in vain, and read as a word that nobody wrote.
    #[test]
    fn compounds_that_the_text_has_elsewhere_keep_their_hyphen_at_a_line_end() {
        let page = "A neutral-wrapper baseline and a neutral-\nwrapper test of inci-\ndence.".to_owned();
        let broken = "Genes were expressed, and co-ex-\npressed.".to_owned();
        let scrap = "Antibody-medi-\nated loss of cells, and N-\ndomain-selective drugs.".to_owned();
        assert_eq!(tidy(&[scrap]), [["Antibody-mediated loss of cells, and N-domain-selective drugs."]]);
        assert_eq!(tidy(&[broken]), [["Genes were expressed, and co-expressed."]]);
        assert_eq!(tidy(&[page]), [["A neutral-wrapper baseline and a neutral-wrapper test of incidence."]]);
    }

    /// “Hypoxiainducible” is a word that nobody wrote.
    #[test]
    fn compounds_of_two_whole_words_keep_their_hyphen_at_a_line_end() {
        let page =
            "Hypoxia is common, and an inducible gene is rare. A hypoxia-\ninducible factor was pho-\ntographed.";
        let text = "Hypoxia is common, and an inducible gene is rare. A hypoxia-inducible factor was photographed.";
        assert_eq!(tidy(&[page.to_owned()]), [[text]]);
    }

    /// “Platinumbased” is a word that nobody wrote.
    #[test]
    fn compounds_that_the_layout_sets_apart_within_a_line_are_closed_up() {
        let page =
            "Platinum is dear and based on ore. Platinum- based drugs, smoking- versus drinking, pre- and post-test.";
        assert_eq!(tidy(&[page.to_owned()]), [[page.replace("m- b", "m-b")]]);
    }
}
