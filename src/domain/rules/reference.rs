//! References in AMA style (`docs/rules.md#cite`).

use crate::{domain::SourceMeta, text::Clean};

/// How many authors are named before “et al”.
const AUTHORS: usize = 3;

/// The title of a source, unless its address or DOI is all that is known as one.
#[must_use]
pub fn title(meta: &SourceMeta) -> Option<Clean> {
    let title = meta.title.one_line();
    let is_name = [&meta.url, &meta.doi].into_iter().flatten().all(|address| address.one_line() != title);
    (is_name && !title.trim().is_empty()).then_some(title)
}

/// The reference of a source: first three authors then et al, title, journal (or
/// the name of a web source), year with volume, issue and pages, doi (or address).
/// What is not known is left out; a source of which nothing is known is said to be so.
#[must_use]
pub fn ama(meta: &SourceMeta) -> Clean {
    let known = |part: &Clean| Some(part.one_line()).filter(|part| !part.trim().is_empty());
    let authors: Vec<_> = meta.authors.iter().filter_map(known).collect();
    let mut names = authors.iter().take(AUTHORS).map(|a| a.as_str()).collect::<Vec<_>>().join(", ");
    if authors.len() > AUTHORS {
        names.push_str(", et al");
    }
    let title = title(meta);
    let venue = meta.journal.as_ref().and_then(known).or_else(|| meta.source_name.as_ref().and_then(known));
    let venue = venue.filter(|venue| title.as_ref() != Some(venue));
    let year = meta.year.map(|year| year.to_string()).or_else(|| {
        let published = meta.published.as_ref()?;
        published.get(..4).filter(|year| year.bytes().all(|b| b.is_ascii_digit())).map(str::to_owned)
    });
    let published = [year, issue_and_pages(meta)].into_iter().flatten().collect::<Vec<_>>().join(";");
    let doi = meta.doi.as_ref().and_then(known).map(|doi| format!("doi:{doi}"));
    let address = doi.or_else(|| Some(meta.url.as_ref().and_then(known)?.to_string()));

    let mut out = String::new();
    let title = title.map(|title| title.to_string());
    for part in [Some(names), title, venue.map(|v| v.to_string()), Some(published)].into_iter().flatten() {
        if part.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&part);
        if !part.ends_with(['.', '?', '!']) {
            out.push('.');
        }
    }
    if let Some(address) = address {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&address);
    }
    if out.is_empty() { "Citation information unavailable.".into() } else { out.into() }
}

/// `8(5):1-9`
fn issue_and_pages(meta: &SourceMeta) -> Option<String> {
    let known = |part: &Option<Clean>| part.as_ref().map(Clean::one_line).filter(|part| !part.trim().is_empty());
    let mut out = known(&meta.volume).map(|volume| volume.to_string()).unwrap_or_default();
    out.extend(known(&meta.issue).map(|issue| format!("({issue})")));
    if let Some(pages) = known(&meta.pages) {
        out.push_str(if out.is_empty() { "" } else { ":" });
        out.push_str(&pages);
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(authors: &[&str]) -> SourceMeta {
        SourceMeta {
            title: "GLP-1 vs Metformin Study".into(),
            authors: authors.iter().map(|a| Clean::from(*a)).collect(),
            journal: Some("Diabetes Care".into()),
            year: Some(2023),
            doi: Some("10.1234/example".into()),
            ..SourceMeta::default()
        }
    }

    #[test]
    fn a_full_reference_has_all_its_parts() {
        let rest = "GLP-1 vs Metformin Study. Diabetes Care. 2023. doi:10.1234/example";
        assert_eq!(ama(&meta(&["Smith J"])), format!("Smith J. {rest}").as_str());
        assert_eq!(ama(&meta(&["Smith J", "Jones A", "Ho C"])), format!("Smith J, Jones A, Ho C. {rest}").as_str());
        let four = meta(&["Smith J", "Jones A", "Ho C", "Li D"]);
        assert_eq!(ama(&four), format!("Smith J, Jones A, Ho C, et al. {rest}").as_str());
    }

    #[test]
    fn volume_issue_and_pages_follow_the_year() {
        let in_issue = |volume: Option<&str>, issue: Option<&str>, pages: Option<&str>| {
            let of = |part: Option<&str>| part.map(Clean::from);
            let (volume, issue, pages) = (of(volume), of(issue), of(pages));
            let whole = ama(&SourceMeta { volume, issue, pages, doi: None, ..meta(&[]) }).to_string();
            whole.strip_prefix("GLP-1 vs Metformin Study. Diabetes Care. ").unwrap().to_owned()
        };
        assert_eq!(in_issue(Some("8"), Some("5"), Some("1-9")), "2023;8(5):1-9.");
        assert_eq!(in_issue(Some("8"), None, Some("e12")), "2023;8:e12.");
        assert_eq!(in_issue(Some("8"), Some("5"), None), "2023;8(5).");
        assert_eq!(in_issue(None, None, Some("1-9")), "2023;1-9.");
        assert_eq!(in_issue(None, None, None), "2023.");
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        assert_eq!(ama(&SourceMeta::default()), "Citation information unavailable.");
        assert_eq!(ama(&SourceMeta { title: "Does it?".into(), ..SourceMeta::default() }), "Does it?");
        let page = SourceMeta {
            title: "False: claim".into(),
            source_name: Some("Snopes".into()),
            url: Some("https://snopes.com/x".into()),
            published: Some("2021-03-04".into()),
            ..SourceMeta::default()
        };
        assert_eq!(ama(&page), "False: claim. Snopes. 2021. https://snopes.com/x");
        // An address or a name for want of a title would be printed twice.
        let named = |title: &str| SourceMeta { title: title.into(), ..page.clone() };
        assert_eq!(ama(&named("https://snopes.com/x")), "Snopes. 2021. https://snopes.com/x");
        assert_eq!(ama(&named("Snopes")), "Snopes. 2021. https://snopes.com/x");
    }
}
