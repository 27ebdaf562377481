//! Which records are of one work, and what they say together (`docs/rules.md#merging-records`).

use crate::{
    domain::{
        SourceMeta,
        rules::{defects::is_collection, hygiene::plain_doi},
    },
    text::Clean,
};

/// DOI, PMID and PMCID as they are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// In lower case, without resolver.
    pub doi: Option<String>,
    /// Digits.
    pub pmid: Option<String>,
    /// `pmc` and digits.
    pub pmcid: Option<String>,
}

impl Keys {
    /// The keys of a work.
    #[must_use]
    pub fn of(meta: &SourceMeta) -> Self {
        let key = |text: &Clean| Some(text.trim().to_lowercase()).filter(|key| !key.is_empty());
        Self {
            doi: meta.doi.as_ref().map(|doi| plain_doi(doi)).filter(|doi| !doi.is_empty()),
            pmid: meta.pmid.as_ref().and_then(key),
            pmcid: meta.pmcid.as_ref().and_then(key),
        }
    }

    /// Whether both are of one work: an identifier agrees and none differs. A title alone says nothing: most records
    /// with the same title and year are of different works.
    #[must_use]
    pub fn agree(&self, other: &Self) -> bool {
        self.compared(other).any(|same| same) && !self.differ(other)
    }

    /// Whether an identifier that both have differs.
    #[must_use]
    pub fn differ(&self, other: &Self) -> bool {
        self.compared(other).any(|same| !same)
    }

    /// Whether each identifier that both have is the same.
    fn compared(&self, other: &Self) -> impl Iterator<Item = bool> {
        let pairs = [(&self.doi, &other.doi), (&self.pmid, &other.pmid), (&self.pmcid, &other.pmcid)];
        pairs.into_iter().filter_map(|(a, b)| Some(a.as_ref()? == b.as_ref()?))
    }
}

/// What records of one work say together, the most trusted first: of each field the first that is not empty, of the
/// date the most precise form, of publication types all.
#[must_use]
pub fn merge<'a>(records: impl IntoIterator<Item = &'a SourceMeta>) -> SourceMeta {
    let mut all = SourceMeta::default();
    for one in records {
        let fill = |field: &mut Option<Clean>, with: &Option<Clean>| {
            if field.as_ref().is_none_or(|text| text.trim().is_empty()) {
                field.clone_from(with);
            }
        };
        if all.title.trim().is_empty() {
            all.title.clone_from(&one.title);
        }
        if all.authors.is_empty() {
            all.authors.clone_from(&one.authors);
        }
        fill(&mut all.journal, &one.journal);
        // Volume, issue and pages of two records may be those of two publications, as of a preprint and its article.
        if [&all.volume, &all.issue, &all.pages].into_iter().all(Option::is_none) {
            all.volume.clone_from(&one.volume);
            all.issue.clone_from(&one.issue);
            all.pages.clone_from(&one.pages);
        }
        fill(&mut all.doi, &one.doi);
        fill(&mut all.pmid, &one.pmid);
        fill(&mut all.pmcid, &one.pmcid);
        fill(&mut all.url, &one.url);
        // What a scraper is called says nothing of the work.
        fill(&mut all.source_name, &one.source_name.clone().filter(|name| !is_collection(name)));
        fill(&mut all.published, &one.published);
        if let (Some(known), Some(other)) = (&all.published, &one.published)
            && other.len() > known.len()
            && other.starts_with(known.as_str())
        {
            all.published.clone_from(&one.published);
        }
        all.year = all.year.or(one.year);
        all.credibility = all.credibility.or(one.credibility);
        for related in &one.related {
            all.relate(related.relation, related.doi.clone(), related.pmid.clone());
        }
        for kind in &one.publication_types {
            if !all.publication_types.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
                all.publication_types.push(kind.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(doi: &str, pmid: &str, title: &str) -> SourceMeta {
        let some = |text: &str| (!text.is_empty()).then(|| Clean::from(text));
        SourceMeta { doi: some(doi), pmid: some(pmid), title: title.into(), ..SourceMeta::default() }
    }

    #[test]
    fn identifiers_alone_make_one_work_and_one_that_differs_makes_two() {
        let agree = |a: SourceMeta, b: SourceMeta| Keys::of(&a).agree(&Keys::of(&b));
        assert!(agree(meta("10.1000/A", "", "x"), meta("https://doi.org/10.1000/a", "1", "y")));
        assert!(agree(meta("", "17", ""), meta("10.1000/a", "17", "")));
        assert!(!agree(meta("10.1000/a", "17", "t"), meta("10.1000/b", "17", "t")));
        assert!(!agree(meta("", "", "The same long title of a paper"), meta("", "", "The same long title of a paper")));
    }

    #[test]
    fn an_empty_field_never_wins_and_a_retraction_always_does() {
        let one = SourceMeta {
            published: Some("2019-05".into()),
            publication_types: vec!["Review".into()],
            ..meta("10.1000/a", "", "Title")
        };
        let other = SourceMeta {
            published: Some("2019-05-04".into()),
            publication_types: vec!["review".into(), "Retracted Publication".into()],
            authors: vec!["Smith J".into()],
            ..meta("", "17", "")
        };
        let all = merge([&one, &other]);
        assert_eq!((&*all.title, all.doi.as_deref(), all.pmid.as_deref()), ("Title", Some("10.1000/a"), Some("17")));
        assert_eq!(all.published.as_deref(), Some("2019-05-04"));
        assert_eq!(all.publication_types, ["Review", "Retracted Publication"]);
        assert_eq!(all.authors, ["Smith J"]);
    }
}
