//! PubMed's XML, record by record: one that is broken leaves the others alone.

use roxmltree::Node;

use crate::domain::{Dropped, Relation, SourceMeta, rules::hygiene::CORRECTED};

use super::{
    inline::Inline,
    meta,
    record::Work,
    xml::{self, NameAny, child, text_at},
};

/// Hands on each record of `text` with its line.
pub(super) fn records(text: &str, on_record: &mut dyn FnMut(usize, Result<Work, Dropped>)) {
    with_funders(text, &mut |line, record| on_record(line, record.map(|(work, _)| work)));
}

/// A work and who paid for it.
type Funded = (Work, Vec<String>);

/// Hands on each record with its line and the funders that it names.
pub(super) fn with_funders(text: &str, on_record: &mut dyn FnMut(usize, Result<Funded, Dropped>)) {
    xml::elements(text, "PubmedArticle", |line, record| on_record(line, read(record, line)));
}

fn read(raw: &str, line: usize) -> Result<Funded, Dropped> {
    let dropped = |why: String| Dropped { line, why: why.into() };
    let raw = xml::entities(raw);
    let document = xml::parse(&raw).map_err(|error| dropped(format!("broken XML: {error}")))?;
    let citation =
        child(document.root_element(), "MedlineCitation").ok_or_else(|| dropped("it has no MedlineCitation".into()))?;
    let article = child(citation, "Article").ok_or_else(|| dropped("it has no Article".into()))?;
    let of_issue = |name| text_at(article, &["Journal", "JournalIssue", name]).as_deref().and_then(meta::line);
    let mut meta = SourceMeta {
        volume: of_issue("Volume"),
        issue: of_issue("Issue"),
        pages: pages(article),
        title: child(article, "ArticleTitle").and_then(|title| meta::line(&Inline::of(title))).unwrap_or_default(),
        journal: text_at(article, &["Journal", "Title"])
            .or_else(|| text_at(article, &["Journal", "ISOAbbreviation"]))
            .as_deref()
            .and_then(meta::line),
        pmid: text_at(citation, &["PMID"]).as_deref().and_then(meta::pmid),
        doi: doi(document.root_element(), article),
        pmcid: pmcid(document.root_element()),
        ..SourceMeta::default()
    };
    let list = child(article, "AuthorList");
    meta.authors = list
        .iter()
        .flat_map(Node::children)
        .filter(|node| node.has_tag_name_any("Author"))
        .filter_map(author)
        .collect();
    let issue = child(article, "Journal").and_then(|journal| child(journal, "JournalIssue"));
    if let Some(date) = issue.and_then(|issue| child(issue, "PubDate")).or_else(|| child(article, "ArticleDate")) {
        let part = |name| text_at(date, &[name]);
        let medline = part("MedlineDate");
        let (year, month) =
            medline.as_deref().map_or((part("Year"), part("Month")), |date| (Some(date.to_owned()), None));
        meta.published = meta::date(year.as_deref(), month.as_deref(), part("Day").as_deref());
    }
    let types = child(article, "PublicationTypeList");
    for kind in types.iter().flat_map(Node::children).filter(|node| node.has_tag_name_any("PublicationType")) {
        meta::add_type(&mut meta, &xml::all_text(kind));
    }
    corrections(citation, &mut meta);
    meta::complete(&mut meta);
    let mut parts = child(article, "Abstract").map(abstract_of).unwrap_or_default();
    for other in citation.children().filter(|node| node.has_tag_name_any("OtherAbstract")) {
        if parts.is_empty() && other.attribute("Language").is_none_or(|language| language == "eng") {
            parts = abstract_of(other);
        }
    }
    if parts.is_empty() {
        return Err(dropped(format!("it has no abstract ({})", meta.title)));
    }
    let grants = child(article, "GrantList");
    let grants = grants.iter().flat_map(Node::children).filter(|node| node.has_tag_name_any("Grant"));
    let funders = grants.filter_map(|grant| text_at(grant, &["Agency"])).collect();
    Ok((Work { meta, pages: vec![parts] }, funders))
}

/// A paragraph for each part, with its label in front: `BACKGROUND: …`.
fn abstract_of(node: Node<'_, '_>) -> Vec<String> {
    let part = |part: Node<'_, '_>| {
        let text = Inline::of(part);
        let label = part
            .attribute("Label")
            .filter(|label| !label.eq_ignore_ascii_case("unlabelled") && !label.trim().is_empty());
        (!text.is_empty()).then(|| label.map_or_else(|| text.clone(), |label| format!("{}: {text}", label.trim())))
    };
    node.children().filter(|node| node.has_tag_name_any("AbstractText")).filter_map(part).collect()
}

fn author(node: Node<'_, '_>) -> Option<crate::text::Clean> {
    let part = |name| text_at(node, &[name]).unwrap_or_default();
    let given =
        [part("Initials"), part("ForeName")].into_iter().find(|given| !given.trim().is_empty()).unwrap_or_default();
    meta::author(&part("LastName"), &given, &part("Suffix")).or_else(|| meta::line(&part("CollectiveName")))
}

fn pages(article: Node<'_, '_>) -> Option<crate::text::Clean> {
    let part = |name| text_at(article, &["Pagination", name]);
    let range = part("MedlinePgn").as_deref().and_then(meta::pages);
    range.or_else(|| meta::pages_from(part("StartPage").as_deref(), part("EndPage").as_deref()))
}

fn doi(root: Node<'_, '_>, article: Node<'_, '_>) -> Option<crate::text::Clean> {
    let ids = child(root, "PubmedData").and_then(|data| child(data, "ArticleIdList"));
    let from_ids = ids.iter().flat_map(Node::children).find(|id| id.attribute("IdType") == Some("doi"));
    let electronic = article
        .children()
        .find(|node| node.has_tag_name_any("ELocationID") && node.attribute("EIdType") == Some("doi"));
    from_ids.or(electronic).and_then(|id| meta::doi(&xml::all_text(id)))
}

fn pmcid(root: Node<'_, '_>) -> Option<crate::text::Clean> {
    let ids = child(root, "PubmedData").and_then(|data| child(data, "ArticleIdList"))?;
    ids.children().find(|id| id.attribute("IdType") == Some("pmc")).and_then(|id| meta::pmcid(&xml::all_text(id)))
}

/// What happened to the article afterwards, as publication types.
fn corrections(citation: Node<'_, '_>, meta: &mut SourceMeta) {
    let list = child(citation, "CommentsCorrectionsList");
    for note in list.iter().flat_map(Node::children) {
        let relation = match note.attribute("RefType") {
            Some("RetractionIn" | "PartialRetractionIn") => Some(Relation::Retraction),
            Some("ExpressionOfConcernIn") => Some(Relation::Concern),
            Some("ErratumIn") => Some(Relation::Correction),
            // A preprint and its article, or an updated review.
            Some("UpdateIn" | "UpdateOf" | "CorrectedandRepublishedIn" | "CorrectedandRepublishedFrom") => {
                Some(Relation::Version)
            }
            Some("RetractionOf" | "PartialRetractionOf" | "ExpressionOfConcernFor" | "ErratumFor") => {
                Some(Relation::Subject)
            }
            _ => None,
        };
        if let Some(relation) = relation {
            let pmid = text_at(note, &["PMID"]).as_deref().and_then(meta::pmid);
            let source = text_at(note, &["RefSource"]).unwrap_or_default();
            meta.relate(relation, source.split_whitespace().find_map(meta::doi), pmid);
        }
        match note.attribute("RefType") {
            Some("RetractionIn" | "PartialRetractionIn") => meta::add_type(meta, "Retracted Publication"),
            Some("ExpressionOfConcernIn") => meta::add_type(meta, "Expression of Concern"),
            Some("ErratumIn") => meta::add_type(meta, CORRECTED),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Vec<(usize, Result<Work, Dropped>)> {
        let mut all = Vec::new();
        records(text, &mut |line, work| all.push((line, work)));
        all
    }

    const RECORD: &str = r#"<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">123</PMID><Article>
<Journal><JournalIssue><Volume>8</Volume><Issue>5</Issue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue><Title>The Journal</Title></Journal>
<ArticleTitle>A trial of <i>x</i>.</ArticleTitle><Pagination><StartPage>101</StartPage><EndPage>9</EndPage></Pagination><ELocationID EIdType="doi">10.1000/X</ELocationID>
<Abstract><AbstractText Label="BACKGROUND">Why &alpha;.</AbstractText><AbstractText Label="RESULTS">10<sup>6</sup> found.</AbstractText>
<CopyrightInformation>Theirs</CopyrightInformation></Abstract>
<AuthorList><Author><LastName>Smith</LastName><ForeName>John A</ForeName><Initials>JA</Initials></Author>
<Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType UI="D1">Randomized Controlled Trial</PublicationType></PublicationTypeList></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"/><CommentsCorrections RefType="ErratumIn"/></CommentsCorrectionsList>
</MedlineCitation></PubmedArticle>"#;

    #[test]
    fn a_record_says_all_that_weighing_needs() {
        let found = read_all(RECORD);
        let work = found[0].1.as_ref().ok().unwrap();
        assert_eq!(work.pages, [["BACKGROUND: Why α.", "RESULTS: 10⁶ found."]]);
        let meta = &work.meta;
        assert_eq!(
            (&*meta.title, meta.journal.as_deref(), meta.year),
            ("A trial of x.", Some("The Journal"), Some(1998))
        );
        assert_eq!((meta.pmid.as_deref(), meta.doi.as_deref()), (Some("123"), Some("10.1000/x")));
        let issue = [&meta.volume, &meta.issue, &meta.pages].map(|part| part.as_deref());
        assert_eq!(issue, [Some("8"), Some("5"), Some("101-109")]);
        assert_eq!(meta.authors, ["Smith JA", "The Group"]);
        assert_eq!(meta.publication_types, ["Randomized Controlled Trial", "Retracted Publication", CORRECTED]);
    }

    #[test]
    fn broken_and_empty_records_are_said_with_their_lines() {
        let empty = "<PubmedArticle><MedlineCitation><Article><ArticleTitle>T</ArticleTitle></Article></MedlineCitation></PubmedArticle>";
        let broken = "<PubmedArticle><MedlineCitation><Artic";
        let set = format!("<PubmedArticleSet>\n{empty}\n{broken}\n{RECORD}\n{broken}");
        let found = read_all(&set);
        let told: Vec<_> = found.iter().map(|(line, work)| (*line, work.is_ok())).collect();
        assert_eq!(told, [(2, false), (3, false), (4, true), (14, false)]);
    }
}
