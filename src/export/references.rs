//! The works that a review cites, for a reference manager: BibTeX, RIS, CSL-JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::{
    desk::Detail,
    domain::{
        SourceMeta, Stance,
        rules::{
            credibility::{is_paper, is_retracted},
            work,
        },
    },
    review::{Review, ReviewError},
};

use super::address;

/// A format that reference managers read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceFormat {
    /// For LaTeX.
    BibTex,
    /// For EndNote, Zotero and the like.
    Ris,
    /// For Zotero, pandoc and the like.
    Csl,
}

/// The works on which the review rests, each once, in the order of their first citation: those of passages that count
/// for a side. Before a statement is weighed, and while that is hidden, all that are cited.
///
/// # Errors
/// When the review cannot be read.
pub fn references(review: &Review, format: ReferenceFormat) -> Result<Vec<u8>, ReviewError> {
    let (fold, _) = review.state()?;
    let mut works: Vec<SourceMeta> = Vec::new();
    let mut documents = BTreeSet::new();
    for statement in fold.statements() {
        let view = Detail::at(review, &fold, statement.id, &review.viewer())?;
        let weighing = view.weighing().shown();
        let rests_on = |number: u32| {
            let weighed = weighing.and_then(|weighing| weighing.get(number));
            weighing.is_none() || weighed.is_some_and(|w| w.counts() && !w.blocked && w.stance != Stance::NotAddressed)
        };
        let citations = view.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
        for citation in citations.iter().filter(|citation| rests_on(citation.number)) {
            let known = |other: &SourceMeta| work::same(other, &citation.meta);
            if documents.insert(citation.doc.clone()) && !works.iter().any(known) {
                works.push(citation.meta.clone());
            }
        }
    }
    for work in &mut works {
        let is_identified = work.doi.is_some() || work.pmid.is_some();
        work.url = work.url.take().filter(|url| !is_identified || !address::is_search(&url.one_line()));
    }
    let written = match format {
        ReferenceFormat::BibTex => bibtex(&works),
        ReferenceFormat::Ris => works.iter().map(ris).collect(),
        ReferenceFormat::Csl => csl(&works),
    };
    Ok(written.into_bytes())
}

/// Family name and initials; a group has no initials.
fn parts(author: &str) -> (&str, Option<&str>) {
    let is_initials = |text: &str| text.chars().count() <= 4 && text.chars().all(char::is_uppercase);
    match author.rsplit_once(' ') {
        Some((family, initials)) if is_initials(initials) => (family, Some(initials)),
        _ => (author, None),
    }
}

/// A key for each work: family name of the first author and year, with a letter where that is taken.
fn names(works: &[SourceMeta]) -> Vec<String> {
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    let mut name = |work: &SourceMeta| {
        let first = work.authors.first().unwrap_or(&work.title).one_line();
        let family = parts(&first).0;
        let family: String = family.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        let year = work.year.map(|year| year.to_string()).unwrap_or_default();
        let base = format!("{}{year}", if family.is_empty() { "work" } else { &family }.to_lowercase());
        let count = taken.entry(base.clone()).or_default();
        *count += 1;
        if *count == 1 { base } else { format!("{base}-{count}") }
    };
    works.iter().map(&mut name).collect()
}

fn bibtex(works: &[SourceMeta]) -> String {
    let mut out = String::new();
    for (work, name) in works.iter().zip(names(works)) {
        let authors: Vec<String> = work
            .authors
            .iter()
            .map(|author| {
                let author = author.one_line();
                match parts(&author) {
                    (family, Some(initials)) => {
                        let spaced: Vec<String> = initials.chars().map(|c| format!("{c}.")).collect();
                        format!("{}, {}", latex(family), spaced.join(" "))
                    }
                    // Braces keep the name of a group whole.
                    (group, None) => format!("{{{}}}", latex(group)),
                }
            })
            .collect();
        let kind = if is_paper(work) { "article" } else { "misc" };
        let mut fields = vec![("title", format!("{{{}}}", latex(&work.title.one_line())))];
        fields.extend((!authors.is_empty()).then(|| ("author", authors.join(" and "))));
        fields.extend(work.journal.as_ref().map(|journal| ("journal", latex(&journal.one_line()))));
        for (name, value) in [("volume", &work.volume), ("number", &work.issue), ("pages", &work.pages)] {
            fields.extend(value.as_ref().map(|value| (name, latex(&value.one_line()))));
        }
        fields.extend(work.year.map(|year| ("year", year.to_string())));
        fields.extend(work.doi.as_ref().map(|doi| ("doi", latex(&doi.one_line()))));
        fields.extend(work.pmid.as_ref().map(|pmid| ("pmid", latex(&pmid.one_line()))));
        fields.extend(work.url.as_ref().map(|url| ("url", latex(&url.one_line()))));
        fields.extend(is_retracted(work).then(|| ("note", "Retracted".to_owned())));
        out.push_str(&format!("@{kind}{{{name},\n"));
        for (field, value) in fields {
            out.push_str(&format!("  {field} = {{{value}}},\n"));
        }
        out.push_str("}\n\n");
    }
    out
}

/// A text in which LaTeX finds no command.
fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '%' | '&' | '#' | '$' | '_' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

fn ris(work: &SourceMeta) -> String {
    let mut lines = vec![("TY", if is_paper(work) { "JOUR" } else { "ELEC" }.to_owned())];
    lines.push(("TI", work.title.one_line().to_string()));
    for author in &work.authors {
        let author = author.one_line();
        lines.push((
            "AU",
            match parts(&author) {
                (family, Some(initials)) => format!("{family}, {initials}"),
                (group, None) => group.to_owned(),
            },
        ));
    }
    let more = [
        ("JO", &work.journal),
        ("VL", &work.volume),
        ("IS", &work.issue),
        ("DO", &work.doi),
        ("AN", &work.pmid),
        ("C2", &work.pmcid),
        ("UR", &work.url),
    ];
    lines.extend(more.into_iter().filter_map(|(tag, value)| Some((tag, value.as_ref()?.one_line().to_string()))));
    if let Some(pages) = work.pages.as_ref().map(|pages| pages.one_line()) {
        let (first, last) = pages.split_once('-').map_or((pages.as_str(), None), |(first, last)| (first, Some(last)));
        lines.push(("SP", first.to_owned()));
        lines.extend(last.map(|last| ("EP", last.to_owned())));
    }
    lines.extend(work.year.map(|year| ("PY", year.to_string())));
    lines.extend(is_retracted(work).then(|| ("N1", "Retracted".to_owned())));
    lines.push(("ER", String::new()));
    lines.into_iter().map(|(tag, value)| format!("{tag}  - {value}\r\n")).collect::<String>() + "\r\n"
}

fn csl(works: &[SourceMeta]) -> String {
    let item = |(work, name): (&SourceMeta, String)| {
        let authors: Vec<Value> = work
            .authors
            .iter()
            .map(|author| {
                let author = author.one_line();
                match parts(&author) {
                    (family, Some(initials)) => json!({"family": family, "given": initials}),
                    (group, None) => json!({"literal": group}),
                }
            })
            .collect();
        let mut item = Map::new();
        item.insert("id".to_owned(), name.into());
        item.insert("type".to_owned(), if is_paper(work) { "article-journal" } else { "webpage" }.into());
        item.insert("title".to_owned(), work.title.one_line().to_string().into());
        if !authors.is_empty() {
            item.insert("author".to_owned(), authors.into());
        }
        let fields = [
            ("container-title", &work.journal),
            ("volume", &work.volume),
            ("issue", &work.issue),
            ("page", &work.pages),
            ("DOI", &work.doi),
            ("PMID", &work.pmid),
            ("PMCID", &work.pmcid),
            ("URL", &work.url),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                item.insert(name.to_owned(), value.one_line().to_string().into());
            }
        }
        let date: Vec<i32> = match &work.published {
            Some(published) => published.split('-').map_while(|part| part.parse().ok()).take(3).collect(),
            None => work.year.into_iter().collect(),
        };
        if !date.is_empty() {
            item.insert("issued".to_owned(), json!({"date-parts": [date]}));
        }
        if is_retracted(work) {
            item.insert("note".to_owned(), "Retracted".into());
        }
        Value::Object(item)
    };
    let items: Vec<Value> = works.iter().zip(names(works)).map(item).collect();
    format!("{:#}\n", Value::Array(items))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(authors: &[&str], title: &str, doi: &str) -> SourceMeta {
        SourceMeta {
            title: title.into(),
            authors: authors.iter().map(|author| (*author).into()).collect(),
            journal: Some("Journal of Colds".into()),
            volume: Some("8".into()),
            issue: Some("5".into()),
            pages: Some("1-9".into()),
            year: Some(2015),
            published: Some("2015-03".into()),
            doi: Some(doi.into()),
            ..SourceMeta::default()
        }
    }

    #[test]
    fn every_format_names_the_work_and_nothing_in_it_is_a_command() {
        let works = [
            work(&["Smith JA", "The Zinc Group"], "50% of \\input{x} & {y}", "10.1000/a_b"),
            SourceMeta {
                publication_types: vec!["Retracted Publication".into()],
                ..work(&["Smith J"], "Z\nER  - ", "10.1000/c")
            },
        ];
        let tex = bibtex(&works);
        assert!(
            tex.starts_with("@article{smith2015,\n  title = {{50\\% of \\textbackslash{}input\\{x\\} \\& \\{y\\}}},"),
            "{tex}"
        );
        assert!(tex.contains("author = {Smith, J. A. and {The Zinc Group}}") && tex.contains("doi = {10.1000/a\\_b}"));
        assert!(tex.contains("volume = {8},\n  number = {5},\n  pages = {1-9},"), "{tex}");
        assert!(tex.contains("@article{smith2015-2,") && tex.contains("note = {Retracted}"));
        let lines = works.iter().map(ris).collect::<String>();
        assert_eq!(lines.matches("\r\nER  - \r\n").count(), 2, "{lines}");
        assert!(
            lines.contains("AU  - Smith, JA\r\nAU  - The Zinc Group\r\n") && lines.contains("TI  - Z ER -"),
            "{lines}"
        );
        let items: Value = serde_json::from_str(&csl(&works)).unwrap();
        assert_eq!(items[0]["author"][1]["literal"], "The Zinc Group");
        assert_eq!((&items[0]["issued"]["date-parts"][0], &items[1]["note"]), (&json!([2015, 3]), &json!("Retracted")));
        assert!(lines.contains("VL  - 8\r\nIS  - 5\r\n") && lines.contains("SP  - 1\r\nEP  - 9\r\n"), "{lines}");
        let issue = ["volume", "issue", "page"].map(|name| items[0][name].as_str().unwrap());
        assert_eq!(issue, ["8", "5", "1-9"]);
        assert_eq!(items[1]["DOI"], "10.1000/c");
    }
}
