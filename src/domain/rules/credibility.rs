//! How far a source is believed (`docs/rules.md#credibility`), by a table that the user
//! can edit.

use serde::Deserialize;

use crate::domain::{Credibility, SourceMeta};

use super::{design, hygiene::plain_doi};

/// The table: web sources by address or name, papers by design.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CredibilityTable {
    unknown_source: f64,
    unknown_design: f64,
    source: Vec<SourceRow>,
    design: Vec<DesignRow>,
    preprint: Preprint,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceRow {
    rule: String,
    value: f64,
    #[serde(default)]
    fact_check: bool,
    #[serde(default)]
    domains: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct DesignRow {
    rule: String,
    value: f64,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    cues: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Preprint {
    cap: f64,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    domains: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    dois: Vec<String>,
}

/// The table could not be used.
#[derive(Debug, thiserror::Error)]
pub enum CredibilityError {
    /// It is not TOML, or not of the table's form.
    #[error("the credibility table cannot be read: {0}; correct that line or start from the built-in table again")]
    Form(#[from] Box<toml::de::Error>),
    /// A value is not from 0 to 1.
    #[error("the credibility of “{rule}” is {value}; write a number from 0 to 1")]
    Range {
        /// The row.
        rule: String,
        /// What it says.
        value: f64,
    },
}

const BUILTIN: &str = include_str!("../../../prompts/credibility.toml");

impl CredibilityTable {
    /// The table that comes with the program.
    #[must_use]
    pub fn builtin() -> Self {
        Self::parse(BUILTIN).expect("our own table is in order, a test reads it")
    }

    /// Reads a table of the form of `prompts/credibility.toml`.
    ///
    /// # Errors
    /// When `text` is not of that form or a value is not from 0 to 1.
    pub fn parse(text: &str) -> Result<Self, CredibilityError> {
        let mut table: Self = toml::from_str(text).map_err(Box::new)?;
        let values = (table.source.iter().map(|row| (row.rule.as_str(), row.value)))
            .chain(table.design.iter().map(|row| (row.rule.as_str(), row.value)))
            .chain([
                ("preprint", table.preprint.cap),
                ("unknown_source", table.unknown_source),
                ("unknown_design", table.unknown_design),
            ]);
        for (rule, value) in values {
            if !(0.0..=1.0).contains(&value) {
                return Err(CredibilityError::Range { rule: rule.to_owned(), value });
            }
        }
        table.fold();
        Ok(table)
    }

    fn fold(&mut self) {
        let fold = |list: &mut Vec<String>, by: fn(&str) -> String| {
            list.iter_mut().for_each(|entry| *entry = by(entry));
        };
        for row in &mut self.source {
            fold(&mut row.domains, |entry| entry.trim().to_lowercase());
            fold(&mut row.names, source_key);
        }
        for row in &mut self.design {
            fold(&mut row.types, |entry| entry.trim().to_lowercase());
            fold(&mut row.cues, cue_key);
        }
        fold(&mut self.preprint.types, |entry| entry.trim().to_lowercase());
        fold(&mut self.preprint.domains, |entry| entry.trim().to_lowercase());
        fold(&mut self.preprint.names, source_key);
        fold(&mut self.preprint.dois, |entry| entry.trim().to_lowercase());
    }

    /// The credibility of a source and the row that gives it. `text` is what is
    /// in view of the document (passage, abstract), looked at for words that
    /// tell a study's design when its publication types do not.
    #[must_use]
    pub fn credibility(&self, meta: &SourceMeta, text: &str) -> Credibility {
        if is_retracted(meta) {
            return Credibility::by_rule(0.0, "retracted");
        }
        if let Some(given) = meta.credibility {
            return Credibility::by_rule(f64::from(given.min(100)) / 100.0, "given with the document");
        }
        let (value, rule) = if is_paper(meta) {
            self.by_design(meta, text)
        } else if let Some(row) = self.source_row(meta) {
            (row.value, row.rule.as_str())
        } else if self.is_preprint(meta) {
            self.by_design(meta, text)
        } else {
            (self.unknown_source, "unknown source")
        };
        if self.is_preprint(meta) && value > self.preprint.cap {
            return Credibility::by_rule(self.preprint.cap, format!("preprint ({rule})"));
        }
        Credibility::by_rule(value, rule)
    }

    /// Whether the source is a fact-check site, by its address or name.
    #[must_use]
    pub fn is_fact_check_site(&self, meta: &SourceMeta) -> bool {
        self.source_row(meta).is_some_and(|row| row.fact_check)
    }

    /// Whether the work has not been peer-reviewed, by type, address, journal or DOI.
    #[must_use]
    pub fn is_preprint(&self, meta: &SourceMeta) -> bool {
        let listed = |list: &[String], name: &str| list.iter().any(|entry| *entry == source_key(name));
        meta.publication_types.iter().any(|kind| self.preprint.types.contains(&kind.trim().to_lowercase()))
            || [&meta.journal, &meta.source_name].into_iter().flatten().any(|name| listed(&self.preprint.names, name))
            || meta.doi.as_ref().is_some_and(|doi| self.preprint.dois.iter().any(|form| doi_begins(doi, form)))
            || meta
                .url
                .as_ref()
                .and_then(|url| Address::of(url))
                .is_some_and(|address| self.preprint.domains.iter().any(|entry| address.matches(entry)))
    }

    /// Whether the source is a news, fact-check or other web page: it has an address
    /// or source name, and nothing says that it is a paper, not even its address.
    #[must_use]
    pub fn is_web_page(&self, meta: &SourceMeta) -> bool {
        const PAPERS: &[&str] = &["doi.org", "ncbi.nlm.nih.gov", "europepmc.org"];
        let address = meta.url.as_ref().and_then(|url| Address::of(url));
        let paper = address.is_some_and(|address| PAPERS.iter().any(|entry| address.matches(entry)));
        !is_paper(meta) && !paper && !self.is_preprint(meta)
    }

    fn by_design(&self, meta: &SourceMeta, text: &str) -> (f64, &str) {
        let types: Vec<String> = meta.publication_types.iter().map(|kind| kind.trim().to_lowercase()).collect();
        let title = cue_key(&meta.title);
        let by_type = || self.design.iter().find(|row| row.types.iter().any(|kind| types.contains(kind)));
        let by_title = || self.design.iter().find(|row| design::is_titled(&title, &row.cues));
        let by_text = || {
            let sentences = design::folded(text);
            self.design.iter().find(|row| design::is_own(&sentences, &row.cues))
        };
        by_type()
            .or_else(by_title)
            .or_else(by_text)
            .map_or((self.unknown_design, "unknown design"), |row| (row.value, row.rule.as_str()))
    }

    fn source_row(&self, meta: &SourceMeta) -> Option<&SourceRow> {
        let by_address = meta.url.as_ref().and_then(|url| Address::of(url)).and_then(|address| {
            let rows = self.source.iter().flat_map(|row| row.domains.iter().map(move |entry| (row, entry)));
            rows.filter(|(_, entry)| address.matches(entry)).max_by_key(|(_, entry)| entry.len()).map(|(row, _)| row)
        });
        by_address.or_else(|| {
            let name = source_key(meta.source_name.as_ref()?);
            self.source.iter().find(|row| row.names.contains(&name))
        })
    }
}

/// The publication type of a text that does not say where it appeared, as a reviewer's own notes.
pub const UNPUBLISHED: &str = "Unpublished Note";

/// The type of such a text that a reviewer attached to a statement: no search finds it for another one.
pub const ATTACHED: &str = "Attached Note";

/// Whether it is a note that a reviewer attached to a statement.
#[must_use]
pub fn is_attached_note(meta: &SourceMeta) -> bool {
    has_type(meta, ATTACHED)
}

/// Whether the source is a paper rather than a web page: it has a DOI, PMID,
/// journal or publication type, or no address and source name at all.
#[must_use]
pub fn is_paper(meta: &SourceMeta) -> bool {
    is_known_paper(meta) || (meta.url.is_none() && meta.source_name.is_none())
}

/// Whether something shows that the source is a paper: a DOI, PMID, journal or publication type.
#[must_use]
pub fn is_known_paper(meta: &SourceMeta) -> bool {
    meta.doi.is_some() || meta.pmid.is_some() || meta.journal.is_some() || !meta.publication_types.is_empty()
}

/// Whether the source was retracted, by its publication types or title.
#[must_use]
pub fn is_retracted(meta: &SourceMeta) -> bool {
    let title = meta.title.trim_start_matches(['[', '(', ' ']).to_lowercase();
    let marked = ["retracted:", "retracted article", "retracted]", "retracted)", "withdrawn:"];
    has_type(meta, "retracted publication") || marked.iter().any(|mark| title.starts_with(mark))
}

/// The same without what marks it as retracted.
#[must_use]
pub fn without_retraction(meta: &SourceMeta) -> SourceMeta {
    let mut meta = meta.clone();
    meta.publication_types.retain(|kind| !kind.trim().eq_ignore_ascii_case("retracted publication"));
    if is_retracted(&meta) {
        // The mark is the title's first word or bracket.
        let marked = meta.title.split_once([':', ']', ')']).map(|(_, rest)| rest.trim_start_matches([':', ' ']));
        meta.title = marked.unwrap_or_default().into();
    }
    meta
}

fn has_type(meta: &SourceMeta, wanted: &str) -> bool {
    meta.publication_types.iter().any(|kind| kind.trim().eq_ignore_ascii_case(wanted))
}

/// Host and path of a web address, without `www.`.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    host: String,
    path: String,
}

impl Address {
    pub(crate) fn of(url: &str) -> Option<Self> {
        let url = url.trim().to_lowercase();
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let host = authority.rsplit('@').next()?.split(':').next()?.trim_end_matches('.');
        let host = host.strip_prefix("www.").unwrap_or(host);
        host.contains('.').then(|| Self { host: host.to_owned(), path: path.to_owned() })
    }

    /// Whether an entry of the table covers this address.
    fn matches(&self, entry: &str) -> bool {
        let (domain, path) = entry.split_once('/').map_or((entry, None), |(domain, path)| (domain, Some(path)));
        let host = if let Some(level) = domain.strip_suffix(".*") {
            // `ac.*` is the second level of a country, never the name of a site.
            let mut labels = self.host.rsplit('.');
            let country = labels.next().is_some_and(|label| label.len() == 2);
            country && labels.next() == Some(level)
        } else {
            self.host == domain || self.host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
        };
        host && path.is_none_or(|path| self.path.trim_start_matches('/').starts_with(path))
    }

    /// The work at this address, as `domain::rules::work` compares it: a DOI or PMID of a resolver, else the page.
    /// `None` for the front page of a site.
    pub(crate) fn work(&self) -> Option<String> {
        let path = self.path.split('#').next()?.trim_end_matches('/');
        let name = path.trim_start_matches('/');
        let id = name.strip_prefix("pubmed/").unwrap_or(name).split('?').next()?.trim_end_matches('/');
        let is_pubmed =
            self.host == "pubmed.ncbi.nlm.nih.gov" || (self.host == "ncbi.nlm.nih.gov" && name.starts_with("pubmed/"));
        match self.host.as_str() {
            "doi.org" | "dx.doi.org" if id.starts_with("10.") => Some(format!("doi {}", plain_doi(id))),
            _ if is_pubmed && !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()) => Some(format!("pmid {id}")),
            _ => (!name.is_empty()).then(|| format!("address {}{path}", self.host)),
        }
    }

    /// The publisher: the host without its subdomains.
    pub(crate) fn publisher(&self) -> &str {
        let labels: Vec<usize> = self.host.match_indices('.').map(|(at, _)| at).collect();
        let second_level = |at: usize, end: usize| {
            matches!(&self.host[at..end], "co" | "com" | "ac" | "gov" | "gob" | "org" | "net" | "go" | "edu" | "or")
        };
        match labels.as_slice() {
            [.., third, second, last] if self.host.len() - last <= 3 && second_level(second + 1, *last) => {
                &self.host[third + 1..]
            }
            [second, last] if self.host.len() - last <= 3 && second_level(second + 1, *last) => &self.host,
            [.., second, _] => &self.host[second + 1..],
            _ => &self.host,
        }
    }
}

fn doi_begins(doi: &str, form: &str) -> bool {
    let mut doi = doi.chars();
    form.chars().all(|wanted| {
        doi.next().is_some_and(|c| if wanted == '#' { c.is_ascii_digit() } else { c.to_ascii_lowercase() == wanted })
    })
}

/// The form in which names of sources are compared.
pub(crate) fn source_key(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    name.strip_prefix("the ").map_or_else(|| name.clone(), str::to_owned)
}

/// Words between single spaces, so that a cue never matches inside a word.
pub(super) fn cue_key(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    for c in text.chars() {
        let c = if matches!(c, '\u{2010}'..='\u{2015}') { '-' } else { c };
        if c.is_alphanumeric() || c == '-' {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web(url: &str, name: &str) -> SourceMeta {
        SourceMeta {
            url: (!url.is_empty()).then(|| url.into()),
            source_name: (!name.is_empty()).then(|| name.into()),
            ..SourceMeta::default()
        }
    }

    fn paper(title: &str, types: &[&str]) -> SourceMeta {
        let publication_types = types.iter().map(|&kind| kind.into()).collect();
        SourceMeta { title: title.into(), publication_types, pmid: Some("1".into()), ..SourceMeta::default() }
    }

    fn value(meta: &SourceMeta, text: &str) -> f64 {
        CredibilityTable::builtin().credibility(meta, text).value
    }

    #[test]
    fn web_sources_have_the_value_of_their_tier() {
        for (url, name, expected) in [
            ("https://www.nps.gov/articles/x.htm", "", 0.95),
            ("https://www.ox.ac.uk/news", "", 0.95),
            ("https://data.gov.uk/x", "", 0.95),
            ("https://www.bbc.com/news/1", "BBC", 0.90),
            ("", "PBS", 0.90),
            ("https://apnews.com/article/deal-1", "", 0.90),
            ("https://apnews.com/ap-fact-check/x", "AP", 0.87),
            ("https://www.reuters.com/fact-check/x", "", 0.87),
            ("https://www.snopes.com/fact-check/x", "Snopes", 0.87),
            ("", "The New York Times", 0.85),
            ("https://www.bloomberg.com/a", "", 0.80),
            ("https://edition.cnn.com/a", "", 0.75),
            ("https://www.denverpost.com/a", "", 0.70),
            ("https://some.blog/a", "Some Blog", 0.60),
            ("https://notsnopes.com/a", "", 0.60),
            ("https://ac.example.com/a", "", 0.60),
        ] {
            assert_eq!(value(&web(url, name), ""), expected, "{url} {name}");
        }
    }

    #[test]
    fn fact_check_sites_rank_below_every_primary_news_agency() {
        assert!(value(&web("", "Snopes"), "") < value(&web("", "BBC"), ""));
        assert!(CredibilityTable::builtin().is_fact_check_site(&web("https://apnews.com/ap-fact-check/1", "")));
        assert!(!CredibilityTable::builtin().is_fact_check_site(&web("https://apnews.com/article/1", "")));
    }

    #[test]
    fn papers_have_the_value_of_their_design() {
        assert_eq!(value(&paper("", &["Journal Article", "Meta-Analysis"]), ""), 0.95);
        assert_eq!(value(&paper("A randomised trial of x", &[]), ""), 0.90);
        assert_eq!(value(&paper("", &[]), "We followed a cohort of nurses."), 0.80);
        assert_eq!(value(&paper("", &[]), "A case–control study was done."), 0.75);
        assert_eq!(value(&paper("", &["Case Reports"]), "randomized"), 0.65);
        assert_eq!(value(&paper("Loss of x in mice", &[]), ""), 0.60);
        assert_eq!(value(&paper("x", &[]), "y"), 0.80);
        assert_eq!(value(&SourceMeta::default(), "y"), 0.80, "an abstract of which nothing else is known is a paper");
        assert_eq!(value(&paper("x", &[]), "apricemiced"), 0.80, "cues are whole words");
    }

    /// A trial or a registry would count as a work of unknown design although its title says what it is.
    #[test]
    fn a_title_gives_the_design_in_the_words_of_its_field() {
        for (title, rule) in [
            ("Early tocilizumab in pneumonia: a pragmatic trial", "randomised controlled trial"),
            ("Tocilizumab and mortality: pooled trials", "systematic review or meta-analysis"),
            ("Statins and hip fracture: a pooled analysis of trials", "systematic review or meta-analysis"),
            ("Dexamethasone without oxygen: a registry study", "cohort study"),
        ] {
            assert_eq!(&*CredibilityTable::builtin().credibility(&paper(title, &[]), "").rule, rule, "{title}");
        }
    }

    #[test]
    fn preprints_are_capped_and_the_retracted_count_for_nothing() {
        let preprint = SourceMeta { doi: Some("10.1101/2020.03.01.123456".into()), ..paper("A randomized trial", &[]) };
        assert_eq!(value(&preprint, ""), 0.65);
        let article = SourceMeta { doi: Some("10.1101/gr.123".into()), ..paper("A randomized trial", &[]) };
        assert_eq!(value(&article, ""), 0.90);
        assert_eq!(value(&web("https://arxiv.org/abs/1", ""), ""), 0.65);
        assert_eq!(value(&paper("x", &["Retracted Publication"]), ""), 0.0);
        assert_eq!(value(&paper("RETRACTED: x", &[]), ""), 0.0);
    }

    #[test]
    fn a_table_that_cannot_be_meant_is_refused_with_the_row() {
        let text = BUILTIN.replacen("0.95", "9.5", 1);
        assert!(CredibilityTable::parse(&text).unwrap_err().to_string().contains("government"));
        assert!(CredibilityTable::parse("x = [").is_err());
    }

    #[test]
    fn publishers_are_told_apart_by_their_own_name() {
        for (url, publisher) in [
            ("https://news.bbc.co.uk/1", "bbc.co.uk"),
            ("https://bbc.co.uk/1", "bbc.co.uk"),
            ("http://user@edition.cnn.com:80/x", "cnn.com"),
            ("example.org/x", "example.org"),
        ] {
            assert_eq!(Address::of(url).unwrap().publisher(), publisher);
        }
    }
}
