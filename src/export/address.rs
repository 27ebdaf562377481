//! Addresses that a report may link to: DOIs, PubMed records and plain web pages. Anything else is no link.

/// The address of a DOI, when it is one.
pub(super) fn doi(doi: &str) -> Option<String> {
    let (prefix, suffix) = doi.split_once('/')?;
    let registrant = prefix.strip_prefix("10.")?;
    let numeric = !registrant.is_empty() && registrant.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if !numeric || suffix.is_empty() || doi.len() > 2048 || doi.contains(char::is_whitespace) {
        return None;
    }
    Some(format!("https://doi.org/{prefix}/{}", percent(suffix, "-._/")))
}

/// The address of a PubMed record, when the number is one.
pub(super) fn pmid(pmid: &str) -> Option<String> {
    let number = (1..=9).contains(&pmid.len()) && pmid.bytes().all(|b| b.is_ascii_digit());
    number.then(|| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/"))
}

/// Whether an address is a search of PubMed rather than the record of a work.
pub(super) fn is_search(url: &str) -> bool {
    let lower = url.to_lowercase();
    let rest = lower.split_once("://").map_or(lower.as_str(), |(_, rest)| rest);
    let in_pubmed = ["pubmed.ncbi.nlm.nih.gov/", "www.ncbi.nlm.nih.gov/pubmed"].iter().any(|at| rest.starts_with(at));
    in_pubmed && rest.split_once('?').is_some_and(|(_, query)| query.split('&').any(|part| part.starts_with("term=")))
}

/// The address of a web page; `None` for anything but plain http and https.
pub(super) fn url(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = ["http", "https"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known))?;
    let host_ends = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_ends);
    // A name before the host (`https://good.example@bad.example`) misleads.
    let plain = host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:".contains(&b));
    if !plain || url.len() > 2048 || url.contains(char::is_whitespace) {
        return None;
    }
    Some(format!("{scheme}://{host}{}", percent(path, "-._~/?#=%;,:@+!$&")))
}

/// `text` with everything but letters, digits and `kept` percent-encoded.
fn percent(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b if b.is_ascii_alphanumeric() || (b.is_ascii() && kept.contains(char::from(b))) => out.push(char::from(b)),
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dois_pubmed_numbers_and_web_pages_become_links() {
        assert_eq!(doi("10.1234/(glp)<1>").as_deref(), Some("https://doi.org/10.1234/%28glp%29%3C1%3E"));
        for not in ["10.1/a b", "11.1/a", "10./a", "10.x/a", "10.1/", "javascript:alert(1)"] {
            assert_eq!(doi(not), None, "{not}");
        }
        assert_eq!(pmid("34567891").as_deref(), Some("https://pubmed.ncbi.nlm.nih.gov/34567891/"));
        assert!(is_search("https://pubmed.ncbi.nlm.nih.gov/?term=10.1016/j.bpsc.2025.09.017"));
        assert!(is_search("https://www.ncbi.nlm.nih.gov/pubmed/?sort=date&term=zinc"));
        assert!(!is_search("https://pubmed.ncbi.nlm.nih.gov/34567891/") && !is_search("https://a.org/?term=1"));
        assert_eq!((pmid("123a"), pmid(""), pmid("1234567890")), (None, None, None));
        assert_eq!(url("https://example.org/a_b?x=1&y=<").as_deref(), Some("https://example.org/a_b?x=1&y=%3C"));
        for not in ["javascript:alert(1)//https://x", "ftp://a", "https://good.example@bad.example/", "https:// x"] {
            assert_eq!(url(not), None, "{not}");
        }
    }
}
