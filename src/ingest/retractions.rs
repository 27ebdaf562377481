//! The Retraction Watch data: which papers were retracted, corrected or reinstated (`docs/rules.md#retractions`).

use std::{collections::BTreeMap, io::Read};

use crate::domain::{Record, SourceMeta};

use super::{IngestError, meta};

/// Columns that are needed, by the names of the export.
const COLUMNS: [&str; 4] = ["OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionNature", "RetractionDate"];

/// What a row says of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    Retraction,
    Reinstatement,
    Concern,
    Correction,
}

/// Year, month, day.
type Day = (u32, u32, u32);

/// The rows on one paper.
#[derive(Default)]
struct Paper {
    /// Its identifiers.
    about: SourceMeta,
    notices: Vec<(Day, Nature)>,
}

/// A record for each paper of the table, with what holds of it: the newest of its retractions and reinstatements, which
/// a later correction does not undo; and every expression of concern and correction. The notices themselves are not
/// retracted and are not among them.
///
/// # Errors
/// When the columns are missing, or the table cannot be read.
pub fn read_retractions(input: impl Read) -> Result<Vec<Record>, IngestError> {
    let malformed = |why: String| IngestError::Unreadable {
        what: if why.is_empty() { "not the Retraction Watch table" } else { "a table that breaks off" },
        hint: "download `retraction_watch.csv` from gitlab.com/crossref/retraction-watch-data and name that file",
    };
    let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(input);
    let headers = table.byte_headers().map_err(|e| malformed(e.to_string()))?.clone();
    let at = COLUMNS.map(|name| headers.iter().position(|header| header.trim_ascii() == name.as_bytes()));
    let [Some(doi), Some(pmid), Some(nature), Some(date)] = at else { return Err(malformed(String::new())) };
    let mut papers: BTreeMap<String, Paper> = BTreeMap::new();
    for row in table.byte_records() {
        let row = row.map_err(|e| malformed(e.to_string()))?;
        let cell = |at: usize| String::from_utf8_lossy(row.get(at).unwrap_or_default()).trim().to_owned();
        let nature = match cell(nature).to_lowercase().as_str() {
            "retraction" => Nature::Retraction,
            "reinstatement" => Nature::Reinstatement,
            "expression of concern" => Nature::Concern,
            "correction" => Nature::Correction,
            _ => continue,
        };
        // “unavailable” and 0 stand for no identifier.
        let (doi, pmid) = (meta::doi(&cell(doi)), meta::pmid(&cell(pmid)).filter(|pmid| **pmid != *"0"));
        let Some(key) = doi.as_ref().or(pmid.as_ref()).map(ToString::to_string) else { continue };
        let paper = papers.entry(key).or_default();
        paper.about.doi = paper.about.doi.take().or(doi);
        paper.about.pmid = paper.about.pmid.take().or(pmid);
        paper.notices.push((day(&cell(date)), nature));
    }
    Ok(papers.into_iter().map(|(key, paper)| record(&key, paper)).collect())
}

fn record(key: &str, paper: Paper) -> Record {
    let Paper { mut about, mut notices } = paper;
    notices.sort_by_key(|(day, _)| *day);
    let decisive =
        notices.iter().rev().find(|(_, nature)| matches!(nature, Nature::Retraction | Nature::Reinstatement));
    if decisive.is_some_and(|(_, nature)| *nature == Nature::Retraction) {
        meta::add_type(&mut about, "Retracted Publication");
    }
    for (_, nature) in &notices {
        match nature {
            Nature::Concern => meta::add_type(&mut about, "Expression of Concern"),
            Nature::Correction => meta::add_type(&mut about, "Published Erratum"),
            Nature::Retraction | Nature::Reinstatement => {}
        }
    }
    Record { key: key.into(), meta: about, ..Record::default() }
}

/// `M/D/YYYY H:MM`; what is not a date comes before all others.
fn day(text: &str) -> Day {
    let date = text.split(' ').next().unwrap_or_default();
    let parts: Vec<u32> = date.split('/').filter_map(|part| part.parse().ok()).collect();
    if let [month, day, year] = parts[..] { (year, month, day) } else { (0, 0, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Composed after the columns of the export; its header ends in a comma.
    const TABLE: &str = "Record ID,Title,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,\n\
        1,A,2/6/2010 0:00,10.1000/notice,0,10.1000/A,17,Retraction,\n\
        2,A,3/1/2012 0:00,10.1000/later,0,10.1000/a,0,Correction,\n\
        3,B,1/1/2011 0:00,10.1000/n,0,unavailable,18,Retraction,\n\
        4,B,5/1/2011 0:00,10.1000/n,0,Unavailable,18,Reinstatement,\n\
        5,C,1/1/2011 0:00,10.1000/n,0,10.1000/c,0,Expression of concern,\n\
        6,D,1/1/2011 0:00,10.1000/n,0,unavailable,0,Retraction,\n";

    #[test]
    fn the_newest_decision_holds_and_notices_are_not_papers() {
        let records = read_retractions(TABLE.as_bytes()).unwrap();
        let said: Vec<(String, Vec<String>)> = records
            .iter()
            .map(|r| (r.key.to_string(), r.meta.publication_types.iter().map(ToString::to_string).collect()))
            .collect();
        let of = |key: &str, types: &[&str]| (key.to_owned(), types.iter().map(|&kind| kind.to_owned()).collect());
        assert_eq!(
            said,
            [
                of("10.1000/a", &["Retracted Publication", "Published Erratum"]),
                of("10.1000/c", &["Expression of Concern"]),
                of("18", &[]),
            ]
        );
        assert!(read_retractions("claim\nX\n".as_bytes()).is_err());
    }
}
