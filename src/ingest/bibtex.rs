//! BibTeX and BibLaTeX, entry by entry, so that one that is broken leaves the others alone.

use biblatex::{Bibliography, ChunksExt, Entry, Person};

use crate::domain::{Dropped, SourceMeta};

use super::{meta, plain, record::Work};

/// Hands on each entry of `text` with its line.
pub(super) fn records(text: &str, on_record: &mut dyn FnMut(usize, Result<Work, Dropped>)) {
    let entries = split(text);
    let strings: Vec<&str> = entries.iter().filter(|(_, raw)| kind(raw) == "string").map(|(_, raw)| *raw).collect();
    for (line, raw) in &entries {
        if !matches!(kind(raw).as_str(), "string" | "comment" | "preamble") {
            on_record(*line, read(raw, &strings, *line));
        }
    }
}

/// The entries, each from its `@` at the start of a line to the next one's.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut starts = Vec::new();
    let mut at = 0;
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = content.trim_start();
        if trimmed.starts_with('@') && !kind(trimmed).is_empty() {
            starts.push((line, at + content.len() - trimmed.len()));
        }
        at += content.len();
    }
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([text.len()]);
    starts.iter().zip(ends).map(|((line, start), end)| (*line, &text[*start..end])).collect()
}

/// The word after the `@`, if a bracket follows it.
fn kind(raw: &str) -> String {
    let word: String = raw.chars().skip(1).take(40).take_while(|c| c.is_ascii_alphanumeric()).collect();
    let opened = raw.get(1 + word.len()..).is_some_and(|rest| rest.trim_start().starts_with(['{', '(']));
    if opened { word.to_lowercase() } else { String::new() }
}

fn read(raw: &str, strings: &[&str], line: usize) -> Result<Work, Dropped> {
    let dropped = |why: String| Dropped { line, why: crate::text::Clean::new(&why).one_line() };
    // Only the abbreviations that it uses, so that a long list of them is not read again for every entry.
    let used = |string: &&&str| {
        let name = string.split(['{', '(']).nth(1).and_then(|rest| rest.split('=').next()).unwrap_or_default().trim();
        !name.is_empty() && raw.contains(name)
    };
    let mut source: String = strings.iter().filter(used).map(|string| format!("{string}\n")).collect();
    source.push_str(raw);
    let parsed = Bibliography::parse(&source).map_err(|error| dropped(format!("broken BibTeX: {}", error.kind)))?;
    let entry = parsed.iter().next().ok_or_else(|| dropped("broken BibTeX: its brackets do not close".into()))?;
    let field = |names: &[&str]| {
        let text = |name: &&str| entry.get(name).map(|chunks| chunks.format_verbatim());
        names.iter().filter_map(text).find(|text| !text.trim().is_empty())
    };
    let of = |names: &[&str]| field(names).as_deref().and_then(meta::line);
    let date = field(&["date"]).unwrap_or_default();
    let mut parts = date.split('-');
    let mut meta = SourceMeta {
        title: of(&["title"]).unwrap_or_default(),
        authors: authors(entry),
        journal: of(&["journaltitle", "journal", "booktitle"]),
        year: field(&["year", "date"]).as_deref().and_then(meta::year),
        doi: field(&["doi"]).as_deref().and_then(meta::doi),
        pmid: field(&["pmid", "eprint"]).as_deref().and_then(meta::pmid),
        url: of(&["url"]),
        published: meta::date(parts.next(), parts.next(), parts.next())
            .or_else(|| meta::date(field(&["year"]).as_deref(), field(&["month"]).as_deref(), None)),
        ..SourceMeta::default()
    };
    if let Some(kind) = field(&["type", "entrysubtype"]) {
        meta::add_type(&mut meta, &kind);
    }
    meta::complete(&mut meta);
    let Some(text) = field(&["abstract"]) else {
        return Err(dropped(format!("{} has no abstract field", entry.key)));
    };
    Ok(Work { meta, pages: vec![plain::paragraphs(&text)] })
}

fn authors(entry: &Entry) -> Vec<crate::text::Clean> {
    let name = |person: &Person| {
        let family = format!("{} {}", person.prefix, person.name);
        meta::author(&family, &person.given_name, &person.suffix)
    };
    entry.author().map(|people| people.iter().filter_map(name).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_entry_is_said_and_the_others_are_read() {
        let text = "@string{jss = \"Journal of Statistical Software\"}\n\
            @article{mullen07,\n  title = {{TIMP}: An {R} package},\n  author = {Mullen, Katharine M. and van Stokkum, Ivo H. M. and {The Group}},\n\
              journal = jss, year = 2007, month = jan, doi = {10.18637/JSS.v018.i03},\n  abstract = {We fit\n   models with \\\"o and 5\\% noise.},\n}\n\
            @article{broken, title = {Never closed, abstract = {x}\n\n@book{none, title = {No abstract}}\n@comment{x}\n@misc{ok, title={T}, abstract={Text.}, date={2020-02-03}}";
        let mut found = Vec::new();
        records(text, &mut |line, work| found.push((line, work)));
        assert_eq!(
            found.iter().map(|(line, work)| (*line, work.is_ok())).collect::<Vec<_>>(),
            [(2, true), (9, false), (11, false), (13, true)]
        );
        assert_eq!(found[3].1.as_ref().ok().unwrap().meta.published.as_deref(), Some("2020-02-03"));
        let work = found.remove(0).1.ok().unwrap();
        assert_eq!(work.pages, [["We fit models with ö and 5% noise."]]);
        let meta = work.meta;
        assert_eq!(
            (&*meta.title, meta.journal.as_deref(), meta.year),
            ("TIMP: An R package", Some("Journal of Statistical Software"), Some(2007))
        );
        assert_eq!(meta.authors, ["Mullen KM", "van Stokkum IHM", "The Group"]);
        assert_eq!(meta.doi.as_deref(), Some("10.18637/jss.v018.i03"));
    }
}
