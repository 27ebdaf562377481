//! What a work is known by: DOI, PMID, PMCID, arXiv id.

use std::fmt;

use crate::{domain::SourceMeta, ingest::meta, text::Clean};

/// An identifier of a work, in one form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identifier {
    /// `10.1000/xyz`, in lower case.
    Doi(Clean),
    /// Digits.
    Pmid(Clean),
    /// `PMC` and digits.
    Pmcid(Clean),
    /// `2101.00001` or `math/0601001`, without its version.
    Arxiv(Clean),
}

/// A text that is not an identifier of a work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is not an identifier of a paper; write a DOI (10.1136/…), PMID:…, PMC…, arXiv:…, or an address with one of \
     these in it; for any other page, download the paper and name the file"
)]
pub struct IdentifierError(Clean);

/// The beginning of the DOIs that arXiv gives.
const ARXIV_DOI: &str = "10.48550/arxiv.";

impl Identifier {
    /// Whether a name on the command line looks like an identifier or an address rather than a file.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let lower = text.trim().to_lowercase();
        let address = lower.starts_with("https://") || lower.starts_with("http://");
        address || Self::parse(text).is_ok()
    }

    /// Reads an identifier, or the one that an address contains.
    ///
    /// # Errors
    /// When it contains no identifier.
    pub fn parse(text: &str) -> Result<Self, IdentifierError> {
        let error = || IdentifierError(Clean::from(text).one_line());
        let lower = decoded(text.trim()).to_lowercase();
        let address = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
        if let Some(address) = address {
            let address = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
            return in_address(address).ok_or_else(error);
        }
        let of = |prefix: &str| lower.strip_prefix(prefix).map(|rest| rest.trim_start_matches([':', ' ']));
        let found = match () {
            () if lower.starts_with("10.") || of("doi").is_some_and(|rest| rest.starts_with("10.")) => doi(&lower),
            () if of("pmcid").is_some()
                || of("pmc").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) =>
            {
                meta::pmcid(&lower).map(Self::Pmcid)
            }
            () if of("pmid").is_some() => meta::pmid(&lower).map(Self::Pmid),
            () if of("arxiv").is_some() => arxiv(of("arxiv").unwrap_or_default()),
            () => None,
        };
        found.ok_or_else(error)
    }

    /// The identifiers of a work.
    #[must_use]
    pub fn of(meta: &SourceMeta) -> Vec<Self> {
        let doi = meta.doi.as_deref().and_then(doi);
        let pmid = meta.pmid.as_deref().and_then(meta::pmid).map(Self::Pmid);
        let pmcid = meta.pmcid.as_deref().and_then(meta::pmcid).map(Self::Pmcid);
        doi.into_iter().chain(pmid).chain(pmcid).collect()
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doi(doi) => write!(f, "doi:{doi}"),
            Self::Pmid(pmid) => write!(f, "PMID:{pmid}"),
            Self::Pmcid(pmcid) => write!(f, "{pmcid}"),
            Self::Arxiv(id) => write!(f, "arXiv:{id}"),
        }
    }
}

fn doi(text: &str) -> Option<Identifier> {
    let doi = meta::doi(text)?;
    match doi.strip_prefix(ARXIV_DOI) {
        Some(id) => arxiv(id),
        None => Some(Identifier::Doi(doi)),
    }
}

/// An id of arXiv: four digits, a stop, four or five digits; or archive and seven digits.
fn arxiv(text: &str) -> Option<Identifier> {
    let text = text.trim().trim_end_matches(".pdf");
    let id = match text.rsplit_once('v') {
        Some((id, version)) if !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit()) => id,
        _ => text,
    };
    let digits = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    let new = id.split_once('.').is_some_and(|(month, number)| digits(month, 4, 4) && digits(number, 4, 5));
    let archive = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'.'));
    let old = id.split_once('/').is_some_and(|(before, number)| archive(before) && digits(number, 7, 7));
    (new || old).then(|| Identifier::Arxiv(id.into()))
}

/// The identifier in an address without its scheme.
fn in_address(address: &str) -> Option<Identifier> {
    let (host, path) = address.split_once('/')?;
    let last = path.rsplit('/').next().unwrap_or_default();
    let is = |domain: &str| host == domain || host.ends_with(&format!(".{domain}"));
    match () {
        () if is("arxiv.org") => arxiv(path.split_once('/')?.1),
        () if is("pubmed.ncbi.nlm.nih.gov") => meta::pmid(last).map(Identifier::Pmid),
        () if is("europepmc.org") && path.contains("/med/") => meta::pmid(last).map(Identifier::Pmid),
        () if last.starts_with("pmc") => meta::pmcid(last).map(Identifier::Pmcid),
        () => doi(path).map(|found| match found {
            // bioRxiv and medRxiv put the version and the kind of page behind the DOI.
            Identifier::Doi(doi) if doi.starts_with("10.1101/") => Identifier::Doi(without_version(&doi).into()),
            other => other,
        }),
    }
}

fn without_version(doi: &str) -> &str {
    let doi = doi.split(".full").next().unwrap_or(doi);
    match doi.rsplit_once('v') {
        Some((before, version)) if !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit()) => before,
        _ => doi,
    }
}

/// Without percent-encoding, as far as it is valid.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_read_however_they_are_written() {
        for (text, read) in [
            ("10.1136/bmj.n71", "doi:10.1136/bmj.n71"),
            ("DOI: 10.1136/BMJ.n71", "doi:10.1136/bmj.n71"),
            ("https://doi.org/10.1016/S0140-6736(97)11096-0", "doi:10.1016/s0140-6736(97)11096-0"),
            ("https://doi.org/10.1016%2Fs0140-6736(97)11096-0", "doi:10.1016/s0140-6736(97)11096-0"),
            ("https://www.biorxiv.org/content/10.1101/2020.03.01.123456v2.full", "doi:10.1101/2020.03.01.123456"),
            ("PMID:17299597", "PMID:17299597"),
            ("pmid 17299597", "PMID:17299597"),
            ("https://pubmed.ncbi.nlm.nih.gov/17299597/", "PMID:17299597"),
            ("https://europepmc.org/article/MED/17299597", "PMID:17299597"),
            ("PMC1790863", "PMC1790863"),
            ("https://pmc.ncbi.nlm.nih.gov/articles/PMC1790863/", "PMC1790863"),
            ("https://europepmc.org/articles/PMC1790863?pdf=render", "PMC1790863"),
            ("arXiv:2101.00001v3", "arXiv:2101.00001"),
            ("https://arxiv.org/pdf/2101.00001v3.pdf", "arXiv:2101.00001"),
            ("10.48550/arXiv.2101.00001", "arXiv:2101.00001"),
            ("arxiv:math/0601001", "arXiv:math/0601001"),
        ] {
            assert_eq!(Identifier::parse(text).map(|id| id.to_string()).as_deref(), Ok(read), "{text}");
        }
        for text in ["paper.pdf", "10", "17299597", "PMC", "arXiv:x", "https://example.org/about", "pmc-notes.txt"] {
            assert!(Identifier::parse(text).is_err(), "{text}");
        }
        let error = Identifier::parse("https://example.org/about").unwrap_err().to_string();
        assert!(error.contains("download the paper"), "{error}");
    }
}
