//! What is in a paper and is not of it: captions, registration, funding, contributions, interests, licences.

use super::copies::is_about_copy;

/// Whether a lower-case sentence is about the paper’s publication or its figures.
pub(super) fn is_matter(lower: &str) -> bool {
    const HEADS: [&str; 22] = [
        "cite this",
        "to cite this",
        "how to cite",
        "this article is included",
        "figure",
        "fig.",
        "table",
        "supplementary",
        "supplemental",
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
        "corresponding author",
    ];
    const PARTS: [&str; 98] = [
        "(dashed line",
        "(dotted line",
        "(solid line",
        "are overlaid",
        "is overlaid",
        "¹department of",
        " 1department of",
        "hand panel",
        "left panel",
        "right panel",
        "top panel",
        "bottom panel",
        "upper panel",
        "lower panel",
        "panels show",
        "work was done while",
        "work was done at",
        "preliminary version of",
        "extended abstract of",
        "research supported by",
        "research partially supported by",
        "supported in part by",
        "postdoctoral fellowship",
        "research fellowship",
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
        "copyediting",
        "legal disclaimers",
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
        "work was supported by",
        "work is supported by",
        "study was supported by",
        "study is supported by",
        "research was supported by",
        "supported by a grant",
        "supported by grant",
        "corresponding author:",
        "corresponding author at",
        "by the corresponding author",
        "from the corresponding author",
        "to the corresponding author",
        "contributed equally",
        "conceived and designed",
        "did data collection",
        "did study design",
        "wrote the manuscript",
        "drafted the manuscript",
        "approved the final",
        "peer review",
        "peer-review",
        "data are available",
        "is available from the",
        "are available from the",
        "all authors",
        "acknowledge",
        "funder had no ",
        "funders had no ",
        "sponsor had no ",
        "sponsors had no ",
        "had no role in study ",
        "had no role in the study ",
        "had no role in the design ",
    ];
    HEADS.iter().any(|head| lower.starts_with(head))
        || PARTS.iter().any(|part| lower.contains(part))
        || is_about_copy(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial's main result would not even be a candidate.
    #[test]
    fn findings_with_a_word_of_the_matter_around_a_paper_are_findings() {
        for finding in [
            "supplementation of the diet with calcitriol lowered serum calcium in rats.",
            "manuscripts of corresponding authors that were women were rejected more often.",
            "the nitrogen of nucleic acids was greater than that available from the sum of 20 amino acids.",
        ] {
            assert!(!is_matter(finding), "{finding}");
        }
        assert!(
            is_matter("supplementary figure 2. mean weight by week.")
                && is_matter("data are available from the authors.")
                && is_matter("o.g. did data collection, data analysis, data interpretation, and article editing.")
        );
    }
}
