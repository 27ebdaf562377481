//! RIS, as reference managers and databases export it.

use crate::domain::{Dropped, SourceMeta};

use super::{meta, plain, record::Work};

/// Hands on each record of `text` with its line.
pub(super) fn records(text: &str, on_record: &mut dyn FnMut(usize, Result<Work, Dropped>)) {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut begun = None;
    for (number, line) in (1..).zip(plain::lines(text)) {
        match tagged(line) {
            Some(("TY", kind)) => {
                if let Some(line) = begun {
                    on_record(line, read(&fields, line));
                }
                fields = vec![("TY".into(), kind.to_owned())];
                begun = Some(number);
            }
            Some(("ER", _)) => {
                if let Some(line) = begun.take() {
                    on_record(line, read(&fields, line));
                }
                fields.clear();
            }
            Some((tag, value)) if begun.is_some() => fields.push((tag.to_owned(), value.to_owned())),
            None if begun.is_some() && !line.trim().is_empty() => {
                if let Some((_, value)) = fields.last_mut() {
                    value.push('\n');
                    value.push_str(line.trim());
                }
            }
            _ if line.trim().is_empty() => {}
            _ => {
                on_record(number, Err(Dropped { line: number, why: "this line is outside a record (TY … ER)".into() }))
            }
        }
    }
    if let Some(line) = begun {
        on_record(line, read(&fields, line));
    }
}

/// Splits `AB  - text`.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = (line.get(..2)?, line.get(2..)?);
    let valid =
        tag.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) && tag.as_bytes()[0].is_ascii_uppercase();
    let value = rest.strip_prefix("  -").or_else(|| rest.strip_prefix(" -"))?;
    (valid && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

fn read(fields: &[(String, String)], line: usize) -> Result<Work, Dropped> {
    let values = |tags: &'static [&str]| {
        let found = |tag: &'static &str| {
            fields
                .iter()
                .filter(move |(known, value)| known == tag && !value.is_empty())
                .map(|(_, value)| value.as_str())
        };
        tags.iter().flat_map(found)
    };
    let first = |tags: &'static [&str]| values(tags).next();
    let of = |tags: &'static [&str]| first(tags).and_then(meta::line);
    let mut meta = SourceMeta {
        title: of(&["TI", "T1", "CT"]).unwrap_or_default(),
        journal: of(&["JO", "JF", "T2", "JA", "J2"]),
        volume: of(&["VL"]),
        issue: of(&["IS"]),
        pages: meta::pages_from(first(&["SP"]), first(&["EP"])),
        doi: values(&["DO", "M3", "UR"]).find_map(meta::doi),
        pmid: values(&["PM", "AN", "C7"]).find_map(meta::pmid),
        url: of(&["UR", "L2"]),
        source_name: of(&["DB", "DP"]).filter(|_| matches!(first(&["TY"]), Some("ELEC" | "NEWS" | "BLOG"))),
        ..SourceMeta::default()
    };
    let authors: &[&str] = if values(&["AU"]).next().is_some() { &["AU"] } else { &["A1"] };
    meta.authors = fields
        .iter()
        .filter(|(tag, _)| authors.contains(&tag.as_str()))
        .filter_map(|(_, name)| meta::author_of(name))
        .collect();
    let date = first(&["DA", "Y1", "PY"]).unwrap_or_default();
    let mut parts = date.split(['/', '-']);
    meta.published = meta::date(parts.next(), parts.next(), parts.next());
    meta.year = values(&["PY", "Y1", "DA"]).find_map(meta::year);
    for kind in values(&["M3"]).filter(|kind| meta::doi(kind).is_none()) {
        meta::add_type(&mut meta, kind);
    }
    meta::complete(&mut meta);
    let Some(text) = first(&["AB", "N2"]) else {
        return Err(Dropped { line, why: format!("it has no abstract, AB or N2 ({})", meta.title).into() });
    };
    Ok(Work { meta, pages: vec![plain::paragraphs(text)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_their_fields_and_lines() {
        let text = "\r\nTY  - JOUR\r\nTI  - A title\r\nAU  - Smith, John A.\r\nAU  - Jones, K\r\nPY  - 2019/05/01/\r\nJO  - J\r\n\
            AB  - First line\r\ncontinued here.\r\nDO  - https://doi.org/10.1000/X\r\nAN  - 12345\r\nVL  - 8\r\nIS  - 5\r\nSP  - 101\r\nEP  - 9\r\nM3  - Review\r\nER  - \r\n\r\n\
            TY  - JOUR\r\nTI  - No text\r\nER  - \r\nstray\r\nTY  - JOUR\r\nT1  - Cut off\r\nN2  - Text.";
        let mut found = Vec::new();
        records(text, &mut |line, work| found.push((line, work)));
        assert_eq!(
            found.iter().map(|(line, work)| (*line, work.is_ok())).collect::<Vec<_>>(),
            [(2, true), (19, false), (22, false), (23, true)]
        );
        let work = found.remove(0).1.ok().unwrap();
        assert_eq!(work.pages, [["First line continued here."]]);
        let meta = work.meta;
        assert_eq!(
            (meta.year, meta.published.as_deref(), meta.doi.as_deref(), meta.pmid.as_deref()),
            (Some(2019), Some("2019-05-01"), Some("10.1000/x"), Some("12345"))
        );
        let issue = [&meta.volume, &meta.issue, &meta.pages].map(|part| part.as_deref());
        assert_eq!(issue, [Some("8"), Some("5"), Some("101-109")]);
        assert_eq!(
            (meta.authors, meta.publication_types),
            (vec!["Smith JA".into(), "Jones K".into()], vec!["Review".into()])
        );
    }
}
