//! Articles in JATS (and the NLM format before it): abstract, then body.

use memchr::memmem;
use roxmltree::Node;

use crate::domain::{Dropped, Relation, SourceMeta, rules::hygiene::CORRECTED};

use super::{
    Format, IngestError, html,
    inline::Inline,
    meta,
    record::Work,
    xml::{self, DEEPEST, NameAny, child, text_at},
};

/// The articles in `text`, each with its line; a file of PubMed Central may hold several.
pub(super) fn articles(text: &str) -> Result<Vec<(usize, Work)>, IngestError> {
    let text = xml::entities(text);
    let document = xml::parse(&text).map_err(malformed)?;
    let mut found = Vec::new();
    outermost(document.root_element(), 0, &mut found);
    if found.is_empty() {
        return Err(nothing());
    }
    // Counted on from one article to the next: from the beginning each time would take the square of the time.
    let (mut line, mut counted) = (1, 0);
    let with_line = |article: Node<'_, '_>| {
        let start = article.range().start;
        line += memchr::memchr_iter(b'\n', &document.input_text().as_bytes()[counted..start]).count();
        counted = start;
        (line, read(article))
    };
    Ok(found.into_iter().map(with_line).collect())
}

/// What is known of the first article in `text`, and the paragraphs of its body.
pub(super) fn body(text: &str) -> Result<(SourceMeta, Vec<String>), IngestError> {
    let text = xml::entities(text);
    let document = xml::parse(&text).map_err(malformed)?;
    let mut found = Vec::new();
    outermost(document.root_element(), 0, &mut found);
    let article = found.first().ok_or_else(nothing)?;
    let mut paragraphs = Vec::new();
    append_body(*article, &mut paragraphs);
    Ok((meta_of(*article), paragraphs))
}

fn malformed(why: String) -> IngestError {
    IngestError::Malformed {
        format: Format::Jats,
        why: format!("{why}; download the XML again from its publisher").into(),
    }
}

/// Why a file without articles cannot be used.
pub(super) fn nothing() -> IngestError {
    IngestError::Malformed { format: Format::Jats, why: "there is no <article> in it".into() }
}

/// What is before the first article of a collection and holds for each of them: its document type with the entities
/// that it declares, and its name spaces.
#[derive(Default)]
pub(super) struct Prologue {
    doctype: String,
    spaces: String,
}

impl Prologue {
    /// The root element of a collection that begins like this; `None` where an article is the root, or nothing is.
    pub fn of(beginning: &[u8]) -> Option<Self> {
        let before = String::from_utf8_lossy(&beginning[..start_of_article(beginning)?]);
        let before = &*before;
        let doctype = before.find("<!DOCTYPE").map(|start| {
            let rest = &before[start..];
            let plain = rest.find('>').unwrap_or(rest.len());
            let own = rest.find('[').filter(|open| *open < plain);
            let end = own.map_or(plain, |open| rest[open..].find("]>").map_or(rest.len(), |end| open + end + 1));
            &rest[..rest.len().min(end + 1)]
        });
        let elements = doctype.map_or(before, |doctype| &before[before.find(doctype).unwrap_or(0) + doctype.len()..]);
        let opens = |at: usize| elements[at + 1..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        elements.match_indices('<').find(|(at, _)| opens(*at))?;
        let mut spaces = String::new();
        for (at, _) in elements.match_indices(" xmlns:") {
            let declaration = &elements[at..];
            let quote =
                declaration.find(['"', '\'']).and_then(|open| declaration[open..].chars().next().map(|q| (open, q)));
            let Some((open, quote)) = quote else { continue };
            let Some(close) = declaration[open + 1..].find(quote) else { continue };
            let declaration = &declaration[..open + close + 2];
            let name = declaration.split('=').next().unwrap_or_default();
            if !spaces.contains(&format!("{name}=")) {
                spaces.push_str(declaration);
            }
        }
        Some(Self { doctype: doctype.unwrap_or_default().to_owned(), spaces })
    }
}

/// Hands on each article of `text`, a part of a collection, with its line in there. One that is broken leaves the
/// others alone. Returns how many there were.
pub(super) fn records(
    prologue: &Prologue,
    text: &str,
    on_record: &mut dyn FnMut(usize, Result<Work, Dropped>),
) -> usize {
    let (mut count, mut line, mut counted, mut at) = (0, 1, 0, 0);
    while let Some(start) = start_of_article(&text.as_bytes()[at..]).map(|start| at + start) {
        let end = text[start..].find(END_OF_ARTICLE).map_or(text.len(), |end| start + end + END_OF_ARTICLE.len());
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..start]).count();
        counted = start;
        let raw = format!("{}<articles{}>{}</articles>", prologue.doctype, prologue.spaces, &text[start..end]);
        let raw = xml::entities(&raw);
        let work = xml::parse(&raw).map_err(|why| Dropped { line, why: format!("broken XML: {why}").into() });
        on_record(line, work.map(|document| child(document.root_element(), "article").map(read).unwrap_or_default()));
        count += 1;
        at = end;
    }
    count
}

/// How an article ends; articles are not in one another.
pub(super) const END_OF_ARTICLE: &str = "</article>";

/// Where the first article starts.
fn start_of_article(text: &[u8]) -> Option<usize> {
    const START: &[u8] = b"<article";
    let starts = |at: &usize| {
        text.get(at + START.len()).is_some_and(|next| matches!(next, b'>' | b'/') || next.is_ascii_whitespace())
    };
    memmem::find_iter(text, START).find(starts)
}

fn outermost<'a, 'd>(node: Node<'a, 'd>, depth: usize, found: &mut Vec<Node<'a, 'd>>) {
    if node.has_tag_name_any("article") {
        found.push(node);
    } else if depth < DEEPEST {
        node.children().filter(Node::is_element).for_each(|child| outermost(child, depth + 1, found));
    }
}

/// An article has no pages: it is one, its headings short paragraphs.
fn read(article: Node<'_, '_>) -> Work {
    let mut paragraphs = Vec::new();
    let front = child(article, "front");
    let about = front.and_then(|front| child(front, "article-meta"));
    let mut abstracts: Vec<_> =
        about.iter().flat_map(Node::children).filter(|node| node.has_tag_name_any("abstract")).collect();
    // What the journal wrote for other readers would pass for a second abstract beside the authors' own.
    let own = abstracts.iter().any(|node| !node.has_attribute("abstract-type"));
    abstracts.retain(|node| match node.attribute("abstract-type") {
        Some("graphical" | "teaser" | "toc" | "precis" | "web-summary") => false,
        Some("synopsis" | "editor") => !own,
        _ => true,
    });
    abstracts.sort_by_key(|node| node.has_attribute("abstract-type"));
    for node in abstracts {
        if child(node, "title").is_none() {
            paragraphs.push("Abstract".to_owned());
        }
        let is_bare = |part: Node<'_, '_>| part.is_text() && part.text().is_some_and(|text| !text.trim().is_empty());
        // Some files have the text of an abstract in no paragraph.
        if node.children().any(is_bare) {
            paragraph(node, 0, &mut paragraphs);
        } else {
            blocks(node, 0, &mut paragraphs);
        }
    }
    append_body(article, &mut paragraphs);
    Work { meta: meta_of(article), pages: vec![paragraphs] }
}

fn append_body(article: Node<'_, '_>, paragraphs: &mut Vec<String>) {
    for name in ["body", "floats-group"] {
        if let Some(node) = child(article, name) {
            blocks(node, 0, paragraphs);
        }
    }
}

/// Appends the paragraphs among the children of `node`.
fn blocks(node: Node<'_, '_>, depth: usize, paragraphs: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    for part in node.children().filter(Node::is_element) {
        match part.tag_name().name() {
            "p" => paragraph(part, depth, paragraphs),
            "title" | "term" | "disp-formula" | "attrib" | "verse-line" => push(Inline::of(part), paragraphs),
            "fig" | "table-wrap" | "boxed-text" if child(part, "caption").is_some() => {
                push(caption(part), paragraphs);
                if part.has_tag_name_any("boxed-text") {
                    blocks(part, depth + 1, paragraphs);
                }
            }
            name if is_block(name) => {
                if let Some(label) = heading_label(part) {
                    push(label, paragraphs);
                }
                blocks(part, depth + 1, paragraphs);
            }
            _ => {}
        }
    }
}

/// The label of a section without a title, where it is a name and no number: “<label>CONCLUSION:</label>”.
fn heading_label(node: Node<'_, '_>) -> Option<String> {
    let label = child(node, "label").filter(|_| node.has_tag_name_any("sec") && child(node, "title").is_none())?;
    Some(Inline::of(label)).filter(|label| label.chars().filter(|c| c.is_alphabetic()).count() > 3)
}

/// Elements that hold paragraphs. Not among them: references, notes, tables'
/// cells, supplements, acknowledgements.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "sec"
            | "list"
            | "list-item"
            | "disp-quote"
            | "boxed-text"
            | "statement"
            | "def-list"
            | "def-item"
            | "def"
            | "fig-group"
            | "table-wrap-group"
            | "verse-group"
            | "speech"
            | "app"
            | "disp-formula-group"
            | "fig"
            | "table-wrap"
    )
}

/// A paragraph, taken apart where a list, a quotation or a figure is in it.
fn paragraph(node: Node<'_, '_>, depth: usize, paragraphs: &mut Vec<String>) {
    let mut text = Inline::default();
    for part in node.children() {
        let name = part.tag_name().name();
        if part.is_element() && is_block(name) {
            push(std::mem::take(&mut text).finish(), paragraphs);
            if matches!(name, "fig" | "table-wrap") {
                push(caption(part), paragraphs);
            } else {
                blocks(part, depth + 1, paragraphs);
            }
        } else if !matches!(name, "supplementary-material") {
            text.node(part, depth);
        }
    }
    push(text.finish(), paragraphs);
}

/// `Figure 1. Title. Text` of a figure or table.
fn caption(node: Node<'_, '_>) -> String {
    let label = text_at(node, &["label"]);
    let caption = child(node, "caption");
    let parts = caption.iter().flat_map(Node::children).filter(Node::is_element).map(Inline::of);
    let mut text = String::new();
    for part in label.into_iter().chain(parts).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()) {
        if !text.is_empty() {
            text.push_str(if text.ends_with(['.', '?', '!', ':']) { " " } else { ". " });
        }
        text.push_str(&part);
    }
    text
}

fn push(text: String, paragraphs: &mut Vec<String>) {
    if is_html(&text) {
        paragraphs.extend(html::paragraphs(&text));
        return;
    }
    if !text.trim().is_empty() {
        paragraphs.push(text);
    }
}

/// Whether a paragraph is the source of a web page, escaped: old articles have their whole body like this.
fn is_html(text: &str) -> bool {
    const TAGS: [&str; 9] = ["<br>", "<br />", "<p>", "<p ", "</p>", "<font ", "</font>", "<i>", "<b>"];
    const FEWEST: usize = 2;
    text.contains('<') && TAGS.iter().map(|tag| text.matches(tag).count()).sum::<usize>() >= FEWEST
}

fn meta_of(article: Node<'_, '_>) -> SourceMeta {
    let mut meta = SourceMeta::default();
    let Some(front) = child(article, "front") else { return meta };
    if let Some(journal) = child(front, "journal-meta") {
        let title = text_at(journal, &["journal-title-group", "journal-title"])
            .or_else(|| text_at(journal, &["journal-title"]));
        meta.journal = title.as_deref().and_then(meta::line);
    }
    let Some(about) = child(front, "article-meta") else { return meta };
    if let Some(title) = child(about, "title-group").and_then(|group| child(group, "article-title")) {
        meta.title = meta::line(&Inline::of(title)).unwrap_or_default();
    }
    for id in about.children().filter(|node| node.has_tag_name_any("article-id")) {
        let text = xml::all_text(id);
        match id.attribute("pub-id-type") {
            Some("doi") => meta.doi = meta::doi(&text),
            Some("pmid") => meta.pmid = meta::pmid(&text),
            Some("pmc" | "pmcid") => meta.pmcid = meta::pmcid(&text).or_else(|| meta::pmcid(&format!("PMC{text}"))),
            _ => {}
        }
    }
    let part = |name| text_at(about, &[name]).filter(|text| !text.trim().is_empty());
    meta.volume = part("volume").as_deref().and_then(meta::line);
    meta.issue = part("issue").as_deref().and_then(meta::line);
    // An article of a journal without pages has a number.
    meta.pages = meta::pages_from(part("fpage").or_else(|| part("elocation-id")).as_deref(), part("lpage").as_deref());
    for group in about.children().filter(|node| node.has_tag_name_any("contrib-group")) {
        let contributors = group.children().filter(|node| node.has_tag_name_any("contrib"));
        let authors = contributors.filter(|node| node.attribute("contrib-type").is_none_or(|kind| kind == "author"));
        meta.authors.extend(authors.filter_map(author));
    }
    let dates: Vec<_> = about.children().filter(|node| node.has_tag_name_any("pub-date")).collect();
    let of_kind = |kind: &str| {
        dates.iter().find(|date| date.attribute("pub-type") == Some(kind) || date.attribute("date-type") == Some(kind))
    };
    if let Some(date) = ["ppub", "epub", "pub", "collection"].into_iter().find_map(of_kind).or(dates.first()) {
        let part = |name| text_at(*date, &[name]);
        meta.published = meta::date(part("year").as_deref(), part("month").as_deref(), part("day").as_deref());
    }
    types(article, about, &mut meta);
    meta::complete(&mut meta);
    meta
}

fn author(contributor: Node<'_, '_>) -> Option<crate::text::Clean> {
    let name = child(contributor, "name").or_else(|| child(child(contributor, "name-alternatives")?, "name"));
    if let Some(name) = name {
        let part = |part| text_at(name, &[part]).unwrap_or_default();
        return meta::author(&part("surname"), &part("given-names"), &part("suffix"));
    }
    let group = child(contributor, "collab").or_else(|| child(contributor, "string-name"))?;
    // A group's members are inside its name.
    let words: String =
        group.children().filter(|node| !node.has_tag_name_any("contrib-group")).map(xml::all_text).collect();
    meta::line(&words)
}

/// What PubMed would call the article's type, where the XML says it, and what befell it.
fn types(article: Node<'_, '_>, about: Node<'_, '_>, meta: &mut SourceMeta) {
    let kind = match article.attribute("article-type") {
        Some("review-article") => "Review",
        Some("systematic-review") => "Systematic Review",
        Some("meta-analysis") => "Meta-Analysis",
        Some("case-report") => "Case Reports",
        Some("preprint") => "Preprint",
        Some("editorial") => "Editorial",
        Some("letter" | "reply") => "Letter",
        Some("article-commentary" | "discussion") => "Comment",
        Some("book-review" | "product-review") => "Book Review",
        Some("news") => "News",
        Some("retraction") => "Retraction of Publication",
        Some("correction") => "Published Erratum",
        Some("expression-of-concern") => "Expression of Concern",
        _ => "",
    };
    meta::add_type(meta, kind);
    for related in about.children().filter(|node| node.has_tag_name_any("related-article")) {
        match related.attribute("related-article-type") {
            Some("retraction-forward" | "retraction") => meta::add_type(meta, "Retracted Publication"),
            Some("correction-forward") => {
                meta::add_type(meta, CORRECTED);
                let address = related.attribute(("http://www.w3.org/1999/xlink", "href")).and_then(meta::doi);
                meta.relate(Relation::Correction, address, None);
            }
            Some("expression-of-concern-forward" | "concern-forward") => meta::add_type(meta, "Expression of Concern"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = r#"<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "JATS-archivearticle1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="review-article"><front>
<journal-meta><journal-title-group><journal-title>J &amp; K</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmid">17299597</article-id><article-id pub-id-type="doi">10.1371/J.x</article-id>
<title-group><article-title>On <italic>E. coli</italic><xref ref-type="fn" rid="f">*</xref></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Silander</surname><given-names>Olin K.</given-names></name>
<xref ref-type="aff" rid="a"><sup>1</sup></xref></contrib><contrib contrib-type="author"><collab>The X Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>No</surname><given-names>Body</given-names></name></contrib></contrib-group>
<pub-date pub-type="collection"><year>2008</year></pub-date><pub-date pub-type="epub"><day>4</day><month>2</month><year>2007</year></pub-date>
<volume>3</volume><issue>6</issue><fpage>e94</fpage>
<related-article related-article-type="retraction-forward"/>
<abstract abstract-type="summary"><title>Author Summary</title><p>Lay words.</p></abstract>
<abstract><sec><title>Results</title><p>We found 10<sup>6</sup>&nbsp;cells.</p></sec></abstract></article-meta></front>
<body><sec><title>Introduction</title><p>Known <xref ref-type="bibr" rid="b">[1]</xref>. A list:
<list><list-item><p>one</p></list-item></list> and more.</p>
<fig><label>Figure 1</label><caption><title>A plot</title><p>With n = 5.</p></caption><graphic xlink:href="x"/></fig>
<table-wrap><table><tr><td>cell</td></tr></table></table-wrap></sec></body>
<back><ref-list><ref><mixed-citation>Somebody 1999</mixed-citation></ref></ref-list></back></article>"#;

    /// Its conclusion was lost, and tags were read as words.
    #[test]
    fn labels_are_headings_and_escaped_pages_are_text() {
        let xml = "<article><front><article-meta><abstract><sec><label>CONCLUSION:</label><p>It fell.</p></sec></abstract>\
                   </article-meta></front><body><sec><label>2.</label><p>&lt;p align=\"left\"&gt;&lt;b&gt;Sleep&lt;/b&gt; is \
                   long, p &amp;lt; 0.05.&lt;/p&gt;&lt;p&gt;&lt;br /&gt; It ends.&lt;/p&gt;</p><p>p &lt; 0.05</p></sec></body></article>";
        let articles = articles(xml).unwrap();
        let expected = ["Abstract", "CONCLUSION:", "It fell.", "Sleep is long, p < 0.05.", "It ends.", "p < 0.05"];
        assert_eq!(articles[0].1.pages, [expected]);
    }

    #[test]
    fn an_article_is_its_abstract_and_body() {
        let articles = articles(ARTICLE).unwrap();
        let [(line, work)] = articles.as_slice() else { panic!("one article") };
        assert_eq!(*line, 3);
        assert_eq!(
            work.pages,
            [[
                "Abstract",
                "Results",
                "We found 10⁶ cells.",
                "Author Summary",
                "Lay words.",
                "Introduction",
                "Known. A list:",
                "one",
                "and more.",
                "Figure 1. A plot. With n = 5."
            ]]
        );
        let meta = &work.meta;
        assert_eq!((&*meta.title, meta.journal.as_deref(), meta.year), ("On E. coli", Some("J & K"), Some(2007)));
        let issue = [&meta.volume, &meta.issue, &meta.pages].map(|part| part.as_deref());
        assert_eq!(issue, [Some("3"), Some("6"), Some("e94")]);
        assert_eq!(
            (meta.doi.as_deref(), meta.pmid.as_deref(), meta.published.as_deref()),
            (Some("10.1371/j.x"), Some("17299597"), Some("2007-02-04"))
        );
        assert_eq!(meta.authors, ["Silander OK", "The X Group"]);
        assert_eq!(meta.publication_types, ["Review", "Retracted Publication"]);
    }

    /// What the journal says of a paper would be checked as if the paper said it, and each finding twice.
    #[test]
    fn a_synopsis_beside_the_abstract_is_left_out_and_alone_is_the_abstract() {
        let synopsis = ARTICLE.replace("\"summary\"><title>Author Summary", "\"synopsis\"><title>Synopsis");
        let has = |article: &str| articles(article).unwrap()[0].1.pages[0].iter().any(|part| part == "Lay words.");
        assert!(has(ARTICLE) && !has(&synopsis));
        let own = "<abstract><sec><title>Results</title><p>We found 10<sup>6</sup>&nbsp;cells.</p></sec></abstract>";
        assert!(has(&synopsis.replace(own, "")));
    }

    /// Of an essay sentences would be taken for findings.
    #[test]
    fn essays_and_book_reviews_are_known_by_their_type() {
        for (given, wanted) in [("discussion", "Comment"), ("book-review", "Book Review"), ("reply", "Letter")] {
            let article = ARTICLE.replace("\"review-article\"", &format!("\"{given}\""));
            assert_eq!(articles(&article).unwrap()[0].1.meta.publication_types[0], wanted);
        }
    }

    #[test]
    fn deep_nesting_and_broken_files_are_no_danger() {
        let deep =
            format!("<article><body>{}<p>x</p>{}</body></article>", "<sec>".repeat(50_000), "</sec>".repeat(50_000));
        assert_eq!(articles(&deep).unwrap().len(), 1);
        let deep = format!("<article><body><p>{}x{}</p></body></article>", "<b>".repeat(50_000), "</b>".repeat(50_000));
        assert_eq!(articles(&deep).unwrap().len(), 1);
        for cut in
            ["<!DOCTYPE", "<!DOCTYPE [", "<!DOCTYPE a [<!ENTITY x 'y'>", "<a xmlns:", "<a xmlns:x=", "<a xmlns:x='"]
        {
            drop(Prologue::of(format!("{cut}<article>").as_bytes()));
        }
        assert!(articles("<article><body>").is_err());
        assert!(articles("<other/>").is_err());
    }
}
