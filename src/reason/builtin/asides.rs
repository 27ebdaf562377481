//! Sentences beside the findings: what is still to do, and the matter around a paper.

/// A sentence says what is still to be done.
const PLANS: &[&str] = &[
    "future work",
    "future research",
    "future studies",
    "further work",
    "further research",
    "further studies",
    "should be explored",
    "should be investigated",
    "should be examined",
    "needs to be",
    "need to be",
    "is planned",
    "are planned",
    "also planned",
    "warrant",
    "remains to be",
    "remain to be",
    "further investigation",
    "more research",
    "more studies",
    "should stimulate",
    "left for future",
    "would yield a more",
    "motivate",
    "follow-up stud",
    "larger-scale",
    "large-scale validation",
    "large scale validation",
    "should be read",
    "should therefore be",
    "in our opinion",
    "we believe",
    "the remedy is",
    "we recommend",
    "we hope",
];

/// Whether a lower-case sentence says what is still to be done.
pub(super) fn is_plan(lower: &str) -> bool {
    PLANS.iter().any(|plan| lower.contains(plan))
}

/// Text about the paper and not of it: captions, registration, funding,
/// contributions, interests, licences.
pub(super) fn is_matter(lower: &str) -> bool {
    const HEADS: [&str; 16] = [
        "figure",
        "fig.",
        "table",
        "supplement",
        "doi",
        "copyright",
        "©",
        "received",
        "accepted",
        "published",
        "keyword",
        "http",
        "e-mail",
        "trial registration",
        "abbreviations",
        "correspondence",
    ];
    const PARTS: [&str; 55] = [
        "is available at",
        "are available at",
        "is available on",
        "is freely available",
        "data not shown",
        "are discussed",
        "is discussed",
        "also discussed",
        "limitations of",
        "http",
        "www.",
        "@",
        "the authors declare",
        "author declares",
        "conflict of interest",
        "conflicts of interest",
        "competing interest",
        "creative commons",
        "open access article",
        "open-access article",
        "all rights reserved",
        "permits unrestricted use",
        "permission to make digital",
        "for all other uses, contact",
        "classroom use",
        "copyright held",
        "open access citation",
        "licence, which permits",
        "(continued on next page)",
        "clinicaltrials.gov",
        "isrctn",
        "is registered",
        "was registered",
        "prospero",
        "informed consent",
        "ethics committee",
        "review board",
        "funded by",
        "financial support",
        "was supported by",
        "were supported by",
        "is supported by",
        "corresponding author",
        "contributed equally",
        "conceived and designed",
        "wrote the manuscript",
        "drafted the manuscript",
        "approved the final",
        "peer review",
        "peer-review",
        "data are available",
        "available from the",
        "all authors",
        "acknowledge",
        "the funders had no",
    ];
    HEADS.iter().any(|head| lower.starts_with(head)) || PARTS.iter().any(|part| lower.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A licence or an editor's note would be offered as a finding, or taken for the abstract.
    #[test]
    fn the_matter_around_a_paper_is_none_of_its_sentences() {
        for text in [
            "Licence, which permits unrestricted use, distribution, and reproduction in any medium.",
            "The trial is registered at ClinicalTrials.gov.",
            "Received 22 July 2014; accepted 2 October 2014.",
        ] {
            assert!(is_matter(&text.to_lowercase()), "{text}");
        }
        assert!(!is_matter("walking lowered blood pressure by 8 mmhg."));
        assert!(is_plan("further research is needed."));
    }
}
