//! PubMed's records as text (`.nbib`, the MEDLINE format), as its page and reference managers export them.

use crate::domain::{Dropped, SourceMeta};

use super::{meta, plain, record::Work};

/// Whether a text begins with a record of this format.
pub(super) fn is_nbib(text: &str) -> bool {
    text.trim_start().starts_with("PMID- ")
}

/// Hands on each record of `text` with its line.
pub(super) fn records(text: &str, on_record: &mut dyn FnMut(usize, Result<Work, Dropped>)) {
    let mut fields: Vec<(&str, String)> = Vec::new();
    let mut begun = 1;
    for (number, line) in (1..).zip(plain::lines(text)) {
        match tagged(line) {
            Some((tag, value)) => {
                if tag == "PMID" {
                    if !fields.is_empty() {
                        on_record(begun, read(&fields, begun));
                    }
                    fields.clear();
                    begun = number;
                }
                fields.push((tag, value.to_owned()));
            }
            // A long value goes on below, indented.
            None if line.starts_with("      ") => {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            }
            None => {}
        }
    }
    if !fields.is_empty() {
        on_record(begun, read(&fields, begun));
    }
}

/// Splits `AB  - text`: a tag in four columns.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, value) = (line.get(..4)?.trim_end(), line.get(4..)?.strip_prefix('-')?);
    (!tag.is_empty() && tag.bytes().all(|b| b.is_ascii_uppercase())).then(|| (tag, value.trim()))
}

fn read(fields: &[(&str, String)], line: usize) -> Result<Work, Dropped> {
    let values =
        |wanted: &'static str| fields.iter().filter(move |(tag, _)| *tag == wanted).map(|(_, value)| value.as_str());
    let first = |tag| values(tag).next();
    let identifiers = || values("LID").chain(values("AID"));
    let mut meta = SourceMeta {
        title: first("TI").and_then(meta::line).unwrap_or_default(),
        journal: first("JT").or_else(|| first("TA")).and_then(meta::line),
        volume: first("VI").and_then(meta::line),
        issue: first("IP").and_then(meta::line),
        pages: first("PG").and_then(meta::pages),
        pmid: first("PMID").and_then(meta::pmid),
        pmcid: first("PMC").and_then(meta::pmcid),
        doi: identifiers().filter(|value| value.ends_with("[doi]")).find_map(meta::doi),
        ..SourceMeta::default()
    };
    // In full, else with initials.
    let full = values("FAU").next().is_some();
    meta.authors = values(if full { "FAU" } else { "AU" }).chain(values("CN")).filter_map(meta::author_of).collect();
    let mut date = first("DP").unwrap_or_default().split(' ');
    meta.published = meta::date(date.next(), date.next(), date.next());
    for kind in values("PT") {
        meta::add_type(&mut meta, kind);
    }
    meta::complete(&mut meta);
    let Some(text) = first("AB") else {
        return Err(Dropped { line, why: format!("it has no abstract, AB ({})", meta.title).into() });
    };
    Ok(Work { meta, pages: vec![plain::paragraphs(text)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_their_fields_and_lines() {
        let text = "\nPMID- 12345\nOWN - NLM\nDP  - 2015 Mar 3\nTI  - Zinc lozenges and\n      the common cold.\nLID - 10.1000/X.1 [doi]\n\
            LID - S0140 [pii]\nAB  - Zinc shortened\n      colds.\nFAU - Smith, John A\nAU  - Smith JA\nJT  - Journal of colds\n\
            VI  - 8\nIP  - 5\nPG  - 101-9\nPT  - Journal Article\nPT  - Retracted Publication\nPMC - PMC777\n\nPMID- 2\nTI  - No text\n";
        assert!(is_nbib(text));
        let mut found = Vec::new();
        records(text, &mut |line, work| found.push((line, work)));
        assert_eq!(
            found.iter().map(|(line, work)| (*line, work.is_ok())).collect::<Vec<_>>(),
            [(2, true), (21, false)]
        );
        let Work { meta, pages } = found.remove(0).1.ok().unwrap();
        assert_eq!(
            (&*meta.title, &pages),
            ("Zinc lozenges and the common cold.", &vec![vec!["Zinc shortened colds.".to_owned()]])
        );
        assert_eq!(
            (meta.pmid.as_deref(), meta.pmcid.as_deref(), meta.doi.as_deref(), meta.published.as_deref()),
            (Some("12345"), Some("PMC777"), Some("10.1000/x.1"), Some("2015-03-03"))
        );
        assert_eq!((meta.journal.as_deref(), meta.authors), (Some("Journal of colds"), vec!["Smith JA".into()]));
        let issue = [&meta.volume, &meta.issue, &meta.pages].map(|part| part.as_deref());
        assert_eq!(issue, [Some("8"), Some("5"), Some("101-109")]);
        assert!(meta.publication_types.iter().any(|kind| **kind == *"Retracted Publication"));
    }
}
