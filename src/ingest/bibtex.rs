//! BibTeX and BibLaTeX, entry by entry, so that one that is broken leaves the others alone.

use std::collections::{BTreeMap, BTreeSet};

use biblatex::{Bibliography, ChunksExt, Entry, Person, RawBibliography, RawChunk};

use crate::domain::{Dropped, SourceMeta};

use super::{meta, plain, record::Work};

/// The deepest nesting of braces and the most braces that an entry may have: the parser takes time by the square of both.
const DEEPEST: usize = 100;
const MOST_BRACES: usize = 10_000;

/// The longest text that an abbreviation may stand for, in bytes.
const LONGEST_STRING: usize = 64 * 1024;

/// The definitions of abbreviations by their names, each with its place in the order of the file.
type Strings<'a> = BTreeMap<&'a str, (usize, &'a str)>;

/// Hands on each entry of `text` with its line.
pub(super) fn records(text: &str, on_record: &mut dyn FnMut(usize, Result<Work, Dropped>)) {
    let entries = split(text);
    let strings = entries.iter().filter(|(_, raw)| kind(raw) == "string");
    let strings: Strings<'_> = strings.filter_map(|(line, raw)| Some((string_name(raw)?, (*line, *raw)))).collect();
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

/// The name that `@string{name = …}` defines.
fn string_name(raw: &str) -> Option<&str> {
    let name = raw.split(['{', '(']).nth(1)?.split('=').next()?.trim();
    (!name.is_empty()).then_some(name)
}

/// The definitions that an entry uses, directly or through others. Only these are read with it, so that a long list of
/// abbreviations is not read again for every entry.
fn used<'a>(raw: &'a str, strings: &Strings<'a>) -> BTreeSet<(usize, &'a str)> {
    let mut found = BTreeSet::new();
    let mut texts = vec![raw];
    while let Some(text) = texts.pop() {
        for word in text.split(|c: char| c.is_whitespace() || c.is_control() || "@{}\"#'(),=%\\~".contains(c)) {
            if let Some(definition) = strings.get(word).filter(|definition| found.insert(**definition)) {
                texts.push(definition.1);
            }
        }
    }
    found
}

/// Whether an entry is one that the parser copes with.
fn check_braces(raw: &str) -> Result<(), String> {
    let (mut depth, mut deepest, mut braces, mut escaped) = (0_usize, 0, 0_usize, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => (depth, braces) = (depth + 1, braces + 1),
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEEPEST {
        return Err(format!("broken BibTeX: braces are nested more than {DEEPEST} deep"));
    }
    if braces > MOST_BRACES {
        return Err(format!("broken BibTeX: this entry has more than {MOST_BRACES} braces"));
    }
    Ok(())
}

/// Whether every abbreviation uses only earlier ones, as BibTeX demands, and stands for a text of some length. The
/// parser itself would go round in a circle for ever.
fn check_strings(parsed: &RawBibliography<'_>) -> Result<(), String> {
    let mut lengths: BTreeMap<&str, usize> = parsed.abbreviations.iter().map(|pair| (pair.key.v, usize::MAX)).collect();
    for pair in &parsed.abbreviations {
        let name = pair.key.v;
        let mut length = 0_usize;
        for chunk in &pair.value.v {
            length = length.saturating_add(match chunk.v {
                RawChunk::Normal(text) => text.len(),
                // One that is not defined is a month, or an error later.
                RawChunk::Abbreviation(other) => lengths.get(other).copied().unwrap_or(0),
            });
        }
        if length > LONGEST_STRING {
            let longest = LONGEST_STRING >> 10;
            return Err(format!(
                "broken BibTeX: the abbreviation {name} uses one that is not defined before it, or is longer than {longest} kB"
            ));
        }
        lengths.insert(name, length);
    }
    Ok(())
}

/// Parses an entry. What it inherits from others is not looked up: they are not read with it, and one that inherits
/// from itself would go round in a circle.
fn parse(source: &str) -> Result<Bibliography, String> {
    let broken = |error: biblatex::ParseError| format!("broken BibTeX: {}", error.kind);
    check_braces(source)?;
    let mut raw = RawBibliography::parse(source).map_err(broken)?;
    check_strings(&raw)?;
    let inherits =
        |name: &str| ["crossref", "xdata", "xref", "ids"].iter().any(|known| name.eq_ignore_ascii_case(known));
    raw.entries.iter_mut().for_each(|entry| entry.v.fields.retain(|field| !inherits(field.key.v)));
    Bibliography::from_raw(raw).map_err(broken)
}

fn read(raw: &str, strings: &Strings<'_>, line: usize) -> Result<Work, Dropped> {
    let dropped = |why: String| Dropped { line, why: crate::text::Clean::new(&why).one_line() };
    let mut source: String = used(raw, strings).iter().map(|(_, string)| format!("{string}\n")).collect();
    source.push_str(raw);
    let parsed = parse(&source).map_err(dropped)?;
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
        volume: of(&["volume"]),
        issue: of(&["number", "issue"]),
        pages: field(&["pages", "eid"]).as_deref().and_then(meta::pages),
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
              journal = jss, year = 2007, month = jan, volume = 18, number = {3}, pages = {1--46}, doi = {10.18637/JSS.v018.i03},\n  abstract = {We fit\n   models with \\\"o and 5\\% noise.},\n}\n\
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
        let issue = [&meta.volume, &meta.issue, &meta.pages].map(|part| part.as_deref());
        assert_eq!(issue, [Some("18"), Some("3"), Some("1-46")]);
        assert_eq!(meta.authors, ["Mullen KM", "van Stokkum IHM", "The Group"]);
        assert_eq!(meta.doi.as_deref(), Some("10.18637/jss.v018.i03"));
    }

    #[test]
    fn entries_that_refer_to_themselves_and_bombs_of_abbreviations_end() {
        let bomb: String = (1..40).map(|n| format!("@string{{s{n} = s{} # s{}}}\n", n - 1, n - 1)).collect();
        let text = format!(
            "@article{{a, crossref={{a}}, ids={{a,a}}, abstract={{One.}}}}\n@article{{b, xdata={{b}}, abstract={{Two.}}}}\n\
             @string{{t = t # t}}\n@article{{c, title=t, abstract={{Three.}}}}\n\
             @string{{s0 = \"words\"}}\n{bomb}@article{{d, title=s39, abstract={{Four.}}}}\n\
             @article{{e, title=s2, abstract={{Five.}}}}"
        );
        let mut found = Vec::new();
        records(&text, &mut |_, work| found.push(work));
        assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false, false, true]);
        assert!(found[3].as_ref().err().unwrap().why.contains("abbreviation"));
        assert_eq!(&*found[4].as_ref().ok().unwrap().meta.title, "wordswordswordswords");
    }
}
