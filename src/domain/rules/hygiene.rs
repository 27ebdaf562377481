//! Evidence hygiene (`docs/rules.md#hygiene`): what a reader should know of a source
//! beside what it says, and whether it is the paper under review itself (`docs/rules.md#search`).

use unicode_normalization::UnicodeNormalization;

use crate::{
    domain::{Related, Relation, SourceMeta},
    text::fold,
};

/// Fewest letters and digits of a title that tells papers apart; “Editorial” does not.
const TELLING_TITLE: usize = 16;

/// Something to know of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It shares these authors with the paper under review.
    SameAuthors(Vec<String>),
    /// A correction or an expression of concern was published on it; which, in words.
    Concern(&'static str),
}

/// What is to be known of `evidence` in a review of `paper`.
#[must_use]
pub fn remarks(paper: &SourceMeta, evidence: &SourceMeta) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let same = same_authors(paper, evidence);
    if !same.is_empty() {
        remarks.push(Remark::SameAuthors(same));
    }
    remarks.extend(concern(evidence).map(Remark::Concern));
    remarks
}

/// How many years before `paper` the `evidence` was published. Worth showing and
/// no fault, since most is older; only known where both years are.
#[must_use]
pub fn years_older(paper: &SourceMeta, evidence: &SourceMeta) -> Option<u32> {
    let (paper, evidence) = (year(paper)?, year(evidence)?);
    (evidence < paper).then(|| paper.abs_diff(evidence))
}

/// The words for it.
#[must_use]
pub fn older(years: u32) -> String {
    let unit = if years == 1 { "year" } else { "years" };
    format!("{years} {unit} older than the paper")
}

/// Authors of `evidence` who are authors of `paper` too: family name and first
/// initial agree. Names without an initial distinguish nobody and are left out.
fn same_authors(paper: &SourceMeta, evidence: &SourceMeta) -> Vec<String> {
    let key = |name: &str| {
        let folded = fold(name).replace([',', '.'], " ");
        let (family, given) = folded.trim().rsplit_once(' ')?;
        let initial = given.trim().chars().next()?;
        Some((family.split_whitespace().collect::<Vec<_>>().join(" "), initial))
    };
    let known: Vec<_> = paper.authors.iter().filter_map(|a| key(a)).collect();
    let shared = evidence.authors.iter().filter(|a| key(a).is_some_and(|key| known.contains(&key)));
    shared.map(|a| a.one_line().to_string()).collect()
}

/// Notices by publication type or by the beginning of the title. A retraction
/// is not among them: it takes all credibility, not some.
#[must_use]
pub fn concern(evidence: &SourceMeta) -> Option<&'static str> {
    const NOTICES: [(&str, &str); 8] = [
        ("expression of concern", "an expression of concern was published on it"),
        ("editorial expression of concern", "an expression of concern was published on it"),
        ("published erratum", "a correction was published on it"),
        ("corrected and republished article", "it was corrected and republished"),
        ("erratum", "a correction was published on it"),
        ("corrigendum", "a correction was published on it"),
        ("correction", "a correction was published on it"),
        ("withdrawn", "it was withdrawn"),
    ];
    let types = evidence.publication_types.iter().map(|t| fold(&t.one_line()));
    let by_type = |kind: String| NOTICES.iter().find(|(name, _)| kind.contains(name));
    let title = fold(&evidence.title.one_line());
    let by_title = || {
        NOTICES.iter().find(|(name, _)| title.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', ' ', '.'])))
    };
    types.filter_map(by_type).next().or_else(by_title).map(|(_, words)| *words)
}

/// In the list of publication types: a correction was published on the work. `Published Erratum` is the type of the notice.
pub const CORRECTED: &str = "Erratum in";

/// A notice that was published on a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice<'a> {
    /// What it is, in words.
    pub what: &'static str,
    /// The notice, where it is identified.
    pub published: Option<&'a Related>,
}

/// The corrections, expressions of concern and retractions that are known of a work. There are none of a notice.
#[must_use]
pub fn notices(meta: &SourceMeta) -> Vec<Notice<'_>> {
    const KINDS: [(Relation, &str, &str); 3] = [
        (Relation::Correction, "correction published", "erratum"),
        (Relation::Concern, "expression of concern published", "expression of concern"),
        (Relation::Retraction, "retracted", "retracted publication"),
    ];
    let title = fold(&meta.title.one_line());
    let is_notice = ["erratum", "corrigendum", "correction", "expression of concern", "retraction"]
        .iter()
        .any(|kind| title.strip_prefix(kind).is_some_and(|rest| rest.starts_with([':', ' ', '.'])));
    if is_notice || meta.related.iter().any(|related| related.relation == Relation::Subject) {
        return Vec::new();
    }
    let types: Vec<String> = meta.publication_types.iter().map(|kind| fold(&kind.one_line())).collect();
    let of_kind = |(relation, what, mark): (Relation, &'static str, &str)| {
        let identified: Vec<Notice<'_>> = meta
            .related
            .iter()
            .filter(|related| related.relation == relation)
            .map(|related| Notice { what, published: Some(related) })
            .collect();
        let is_marked = identified.is_empty() && types.iter().any(|kind| kind.contains(mark));
        identified.into_iter().chain(is_marked.then_some(Notice { what, published: None }))
    };
    KINDS.into_iter().flat_map(of_kind).collect()
}

fn year(meta: &SourceMeta) -> Option<i32> {
    meta.year.or_else(|| meta.published.as_ref()?.get(..4)?.parse().ok())
}

/// Whether `other` is the paper under review itself: by DOI or PMID where both
/// are known to differ or agree, else by normalised title. A title of few
/// letters says nothing.
#[must_use]
pub fn same_paper(paper: &SourceMeta, other: &SourceMeta) -> bool {
    let agree = |a: Option<String>, b: Option<String>| a.zip(b).map(|(a, b)| a == b);
    let doi = |meta: &SourceMeta| meta.doi.as_ref().map(|doi| plain_doi(doi)).filter(|doi| !doi.is_empty());
    let pmid = |meta: &SourceMeta| {
        let digits: String = meta.pmid.as_ref()?.chars().filter(char::is_ascii_digit).collect();
        Some(digits.trim_start_matches('0').to_owned()).filter(|pmid| !pmid.is_empty())
    };
    if agree(doi(paper), doi(other)) == Some(true) || agree(pmid(paper), pmid(other)) == Some(true) {
        return true;
    }
    let (a, b) = (telling_title(&paper.title), telling_title(&other.title));
    a.is_some() && a == b
}

/// Letters and digits of a title, which distinguish it from others; `None` for one of few.
pub(crate) fn telling_title(title: &str) -> Option<String> {
    let key: String = title.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (key.chars().count() >= TELLING_TITLE).then_some(key)
}

/// A DOI in lower case without resolver or prefix.
pub(crate) fn plain_doi(doi: &str) -> String {
    let doi = fold(doi.trim());
    doi.find("10.").map_or(doi.as_str(), |at| &doi[at..]).trim_end_matches(['.', '/']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Clean;

    fn meta(title: &str, authors: &[&str], year: Option<i32>) -> SourceMeta {
        let authors = authors.iter().map(|a| Clean::from(*a)).collect();
        SourceMeta { title: title.into(), authors, year, ..SourceMeta::default() }
    }

    #[test]
    fn shared_authors_and_age_are_reported_only_when_known() {
        let paper = meta("A", &["García López MJ", "Smith J"], Some(2020));
        let of = |authors: &[&str], year| remarks(&paper, &meta("B", authors, year));
        assert_eq!(of(&["Smith K", "Smith"], None), []);
        assert_eq!(of(&["GARCÍA LÓPEZ M"], Some(2020)), [Remark::SameAuthors(vec!["GARCÍA LÓPEZ M".into()])]);
        let older = |paper, evidence| years_older(&meta("A", &[], paper), &meta("B", &[], evidence));
        assert_eq!((older(Some(2020), Some(2011)), older(Some(2020), Some(2020))), (Some(9), None));
        assert_eq!((older(None, Some(1990)), older(Some(1990), Some(2000))), (None, None));
        assert_eq!(remarks(&SourceMeta::default(), &SourceMeta::default()), []);
    }

    /// A correction of a cited work was a remark in the appendix, and nobody could look it up.
    #[test]
    fn a_work_names_the_notices_on_it_and_a_notice_none() {
        let mut work = meta("Walking and sleep", &[], None);
        work.publication_types = vec!["Randomized Controlled Trial".into(), CORRECTED.into()];
        assert_eq!(notices(&work), [Notice { what: "correction published", published: None }]);
        work.relate(Relation::Correction, Some("10.1000/c".into()), None);
        work.relate(Relation::Preprint, Some("10.1000/p".into()), None);
        work.publication_types.push("Retracted Publication".into());
        let found: Vec<_> = notices(&work).iter().map(|notice| (notice.what, notice.published.is_some())).collect();
        assert_eq!(found, [("correction published", true), ("retracted", false)]);
        work.relate(Relation::Subject, Some("10.1000/s".into()), None);
        assert_eq!(notices(&work), []);
    }

    #[test]
    fn notices_are_found_by_type_and_by_title() {
        let plain = SourceMeta::default();
        let by_type = SourceMeta { publication_types: vec!["Expression of Concern".into()], ..SourceMeta::default() };
        assert!(matches!(remarks(&plain, &by_type)[..], [Remark::Concern(words)] if words.contains("concern")));
        let by_title = meta("Corrigendum: effects of x", &[], None);
        assert!(matches!(remarks(&plain, &by_title)[..], [Remark::Concern(words)] if words.contains("correction")));
        assert_eq!(remarks(&plain, &meta("Erratumology", &[], None)), []);
    }

    #[test]
    fn a_paper_is_never_its_own_evidence() {
        let with = |doi: Option<&str>, pmid: Option<&str>, title: &str| SourceMeta {
            doi: doi.map(Clean::from),
            pmid: pmid.map(Clean::from),
            ..meta(title, &[], None)
        };
        for (expected, a, b) in [
            (true, with(Some("10.1/AB"), None, "x"), with(Some("https://doi.org/10.1/ab"), None, "y")),
            (true, with(None, Some("0123"), "x"), with(None, Some("PMID: 123"), "y")),
            (
                true,
                with(None, None, "Metformin in Adults: A Trial"),
                with(None, None, "metformin in adults – a trial."),
            ),
            (false, with(None, None, "Editorial"), with(None, None, "Editorial")),
            (false, with(None, None, ""), with(None, None, "")),
            (false, with(Some("10.1/ab"), None, "x"), with(Some("10.1/abc"), None, "y")),
            (false, with(Some(""), Some(""), "x"), with(Some(""), Some(""), "y")),
        ] {
            assert_eq!(same_paper(&a, &b), expected, "{a:?} {b:?}");
        }
    }
}
