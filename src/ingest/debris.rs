//! Debris of saved pages: labels of links and buttons, and notices of a site. None of it is text of a paper.

/// Labels that are never text by themselves, in lower case without punctuation.
const LABELS: &str = "skip to main content|skip to content|skip to navigation|open in new tab|open in a new tab|\
    opens in a new tab|view in article|view article|download slide|download slides|download all slides|\
    download powerpoint|download powerpoint slide|open in figure viewer|open in viewer|full size image|full size table|\
    view large|view larger version|view full size|view large image|download high res image|download hi res image|\
    download full size image|view figure|google scholar|search ads|worldcat|pmc free article|free pmc article|\
    green version|crossref full text|download pdf|download pdf with cover|view pdf|download references|\
    download citation|download nbib|export citation|cite this article|cite this|share this article|about this article|\
    get shareable link|copy to clipboard|accept all cookies|accept all|accept cookies|manage preferences|\
    manage cookies|cookie settings|reject all|sign in|sign up|log in|log out|create account|\
    sign in or create an account|create an account|metrics details|article metrics|accesses|altmetric|\
    add to collections|add to favorites|track citation|request permissions|view on publisher site|view metrics|\
    split view|article navigation|article contents|article menu|permissions icon|back to top|share and cite|\
    mdpi and acs style|ama style|chicago turabian style|browse figures|versions notes|order article reprints|\
    submit to this journal|review for this journal|subscribe scifeed|recommended articles|cited by other articles|\
    links to ncbi databases|email alerts|article activity alert|advance article alerts|citing articles via|\
    search pmc full text archive|advanced search|pmc disclaimer|pmc copyright notice|check for updates|get access|\
    no article access statistics|this feature is available to subscribers only|advertisement";
/// Labels that may be a heading or a word of a table: they count among others.
const WORDS: &str = "article|cas|pubmed|pubmed central|crossref|doi|pdf|share|search|close|cite|views|permissions|\
    download|print|email|twitter|facebook|linkedin|reddit|wechat|copy|comments|citations|menu|settings|open access|\
    collections|web of science|scopus|article history|user guide|journal list|similar articles|help";
/// Words behind which a label of a figure follows.
const FIGURES: [&str; 3] = ["open in", "download", "full size"];
/// How the notices of a site begin, in lower case.
const NOTICES: [&str; 22] = [
    "click here if you are not automatically redirected",
    "we use cookies",
    "we use essential cookies",
    "this site uses cookies",
    "this website uses cookies",
    "we and our partners",
    "by using this site",
    "by using this website",
    "by continuing to use this site",
    "by accepting optional cookies",
    "you seem to have javascript disabled",
    "you are currently on the new version of our website",
    "an official website of the united states government",
    "as a library, nlm provides access to scientific literature",
    "anyone you share the following link with",
    "sorry, a shareable link is not currently available",
    "provided by the springer nature sharedit",
    "multiple requests from the same ip address",
    "for more information on the journal statistics",
    "disclaimer/publisher's note:",
    "disclaimer/publisher’s note:",
    "this feature is available to subscribers only",
];

/// What the labels of a text say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// One word that may be a label.
    Word,
    Debris,
}

/// Which paragraphs are debris. A word that may be text is so among others.
pub(super) fn find(parts: &[&str]) -> Vec<bool> {
    let kinds: Vec<Kind> = parts.iter().map(|part| kind(part)).collect();
    let mut found = Vec::with_capacity(parts.len());
    for run in kinds.chunk_by(|one, next| (*one == Kind::Text) == (*next == Kind::Text)) {
        found.extend(std::iter::repeat_n(run.contains(&Kind::Debris), run.len()));
    }
    found
}

/// Paragraphs without debris among them and at their ends.
pub(super) fn without(mut paragraphs: Vec<String>) -> Vec<String> {
    let parts: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
    let mut found = find(&parts).into_iter();
    paragraphs.retain(|_| !found.next().unwrap_or_default());
    for paragraph in &mut paragraphs {
        paragraph.truncate(before_labels(paragraph).len());
    }
    paragraphs
}

/// A text with a blank line in place of each line of debris.
pub(super) fn without_lines(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let found = find(&lines);
    let goes_on = |at: usize| lines.get(at).is_some_and(|next| next.trim_start().starts_with(char::is_lowercase));
    let kept = lines.iter().enumerate().map(|(at, line)| if found[at] && !goes_on(at + 1) { "" } else { line });
    kept.collect::<Vec<_>>().join("\n")
}

/// A paragraph without the labels that a page set behind its last sentence.
pub(super) fn before_labels(paragraph: &str) -> &str {
    const LONGEST: usize = 120;
    const NUMBERED: [&str; 3] = ["Fig", "Table", "Scheme"];
    let is_figure = NUMBERED.iter().any(|name| paragraph.starts_with(name));
    let ends = paragraph.char_indices().filter(|(at, c)| paragraph.len() - at <= LONGEST && (*c == ' ' || *c == '['));
    for (at, _) in ends {
        let (text, labels) = paragraph.split_at(at);
        let labels = labels.trim_start();
        let is_whole = text.ends_with(['.', '!', '?', ')', ']']);
        let is_of_figure = || {
            let lower = labels.to_lowercase();
            is_figure && FIGURES.iter().any(|start| lower.starts_with(start))
        };
        let is_bracketed = labels.starts_with('[') && labels.ends_with(']');
        let is_labelled = labels.starts_with(|c: char| c.is_alphabetic() || c == '[');
        if !is_labelled || !is_whole && !is_bracketed && !is_of_figure() {
            continue;
        }
        let kind = kind(labels);
        if kind == Kind::Debris || kind == Kind::Word && is_whole && is_bracketed {
            return text.trim_end();
        }
    }
    paragraph
}

fn kind(text: &str) -> Kind {
    const LONGEST: usize = 600;
    /// The words of the longest label.
    const MOST_WORDS: usize = 7;
    let text = text.trim();
    if text.len() > LONGEST || text.is_empty() {
        return Kind::Text;
    }
    let lower = text.to_lowercase();
    if NOTICES.iter().any(|notice| lower.starts_with(notice)) {
        return Kind::Debris;
    }
    if lower.ends_with(['.', '?', '!', ',', ';']) {
        return Kind::Text;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (mut at, mut labels, mut sure) = (0, 0, false);
    while at < words.len() {
        let longest = (1..=MOST_WORDS.min(words.len() - at)).rev().find_map(|count| {
            let label = words[at..at + count].join(" ");
            let is_label = LABELS.split('|').any(|known| known == label);
            (is_label || WORDS.split('|').any(|known| known == label)).then_some((count, is_label))
        });
        match longest {
            Some((count, is_label)) => {
                at += count;
                labels += 1;
                sure |= is_label;
            }
            // “2041 Accesses”, “PDF (1.2 MB)”
            None if words[at].chars().all(|c| c.is_ascii_digit()) || matches!(words[at], "mb" | "kb") => at += 1,
            None => return Kind::Text,
        }
    }
    match labels {
        0 => Kind::Text,
        1 if !sure => Kind::Word,
        _ => Kind::Debris,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “Skip to main content” was the section of a statement, and “View in article” the end of one.
    #[test]
    fn labels_and_notices_of_a_page_are_no_text() {
        let drop = |text: &str| without(text.split('\n').map(str::to_owned).collect()).join("\n");
        for debris in [
            "Skip to main content",
            "Article CAS PubMed Google Scholar",
            "Article PubMed Central",
            "[DOI] [PMC free article] [PubMed] [Google Scholar]",
            "2041 Accesses",
            "Download PDF (1.2 MB)",
            "Open in new tab Download slide",
            "Google Scholar\nCrossref\nSearch ADS\nPubMed\nWorldCat",
            "Sign In\nSearch",
            "PDF\nSplit View\nViews\nCite\nPermissions Icon Permissions\nShare",
            "We use cookies to improve your experience. By continuing to use this site you accept them.",
        ] {
            assert_eq!(drop(debris), "", "{debris}");
        }
        for (glued, text) in [
            ("Such changes remain unclear. View in article", "Such changes remain unclear."),
            ("It fell by 31% (p = 0.004). Open in a new tab", "It fell by 31% (p = 0.004)."),
            ("Chemosphere. 2003;64:187-208. [DOI] [PubMed] [Google Scholar]", "Chemosphere. 2003;64:187-208."),
            ("Chemosphere 2003, 64, 187. [CrossRef]", "Chemosphere 2003, 64, 187."),
            (
                "Toxicology volume 18, Article number: 45 (2018) Cite this article",
                "Toxicology volume 18, Article number: 45 (2018)",
            ),
            ("Figure 1 Open in new tab Download slide", "Figure 1"),
        ] {
            assert_eq!(drop(glued), text);
        }
        assert_eq!(without_lines("Figure 1\nOpen in new tab\nIt fell."), "Figure 1\n\nIt fell.");
    }

    /// A sentence or heading of the paper would be missing from what is reviewed.
    #[test]
    fn what_only_names_a_label_is_text() {
        for text in [
            "We searched PubMed and Google Scholar.",
            "We searched PubMed. Google Scholar was searched too.",
            "Sign in was by e-mail. Most chose Google Scholar",
            "Search",
            "Citations",
            "PubMed",
            "Articles shared on Twitter",
            "Table 2 Citations in Google Scholar",
            "It fell [1]. It rose [2]",
            "3 Results",
            "Cookies and cholesterol",
        ] {
            assert_eq!(without(vec![text.to_owned()]), [text]);
        }
        let wrapped = "The one that most of them used was\nGoogle Scholar\nwith a filter.";
        assert_eq!(without_lines(wrapped), wrapped);
    }
}
