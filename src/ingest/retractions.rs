//! The Retraction Watch data: which papers were retracted, corrected or reinstated (`docs/rules.md#retractions`).

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
};

use crate::domain::{Record, Relation, SourceMeta, rules::hygiene::CORRECTED};

use crate::text::Clean;

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
    /// DOI and PMID of each correction.
    corrections: Vec<[Option<Clean>; 2]>,
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
    let column = |name: &[u8]| headers.iter().position(|header| header.trim_ascii() == name);
    let (notice_doi, notice_pmid) = (column(b"RetractionDOI"), column(b"RetractionPubMedID"));
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
        let pmid_in = |at: usize| meta::pmid(&cell(at)).filter(|pmid| **pmid != *"0");
        let (doi, pmid) = (meta::doi(&cell(doi)), pmid_in(pmid));
        let Some(key) = doi.as_ref().or(pmid.as_ref()).map(ToString::to_string) else { continue };
        let paper = papers.entry(key).or_default();
        paper.about.doi = paper.about.doi.take().or(doi);
        paper.about.pmid = paper.about.pmid.take().or(pmid);
        paper.notices.push((day(&cell(date)), nature));
        if nature == Nature::Correction {
            let notice = [notice_doi.and_then(|at| meta::doi(&cell(at))), notice_pmid.and_then(pmid_in)];
            paper.corrections.push(notice);
        }
    }
    // A notice on several papers would make them one work, as would a paper's own identifier in place of the notice's.
    let mut shared: BTreeMap<Clean, usize> = BTreeMap::new();
    for paper in papers.values() {
        let own = [&paper.about.doi, &paper.about.pmid].into_iter().flatten();
        let named: BTreeSet<&Clean> = own.chain(paper.corrections.iter().flatten().flatten()).collect();
        named.into_iter().for_each(|name| *shared.entry(name.clone()).or_default() += 1);
    }
    let link = |(key, mut paper): (String, Paper)| {
        let own = [paper.about.doi.clone(), paper.about.pmid.clone()];
        for notice in &mut paper.corrections {
            for name in notice {
                *name = name.take().filter(|name| shared[name] == 1 && !own.contains(&Some(name.clone())));
            }
        }
        record(&key, paper)
    };
    Ok(papers.into_iter().map(link).collect())
}

fn record(key: &str, paper: Paper) -> Record {
    let Paper { mut about, mut notices, corrections } = paper;
    notices.sort_by_key(|(day, _)| *day);
    let decisive =
        notices.iter().rev().find(|(_, nature)| matches!(nature, Nature::Retraction | Nature::Reinstatement));
    if decisive.is_some_and(|(_, nature)| *nature == Nature::Retraction) {
        meta::add_type(&mut about, "Retracted Publication");
    }
    for (_, nature) in &notices {
        match nature {
            Nature::Concern => meta::add_type(&mut about, "Expression of Concern"),
            Nature::Correction => meta::add_type(&mut about, CORRECTED),
            Nature::Retraction | Nature::Reinstatement => {}
        }
    }
    for [doi, pmid] in corrections {
        about.relate(Relation::Correction, doi, pmid);
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
        6,D,1/1/2011 0:00,10.1000/n,0,unavailable,0,Retraction,\n\
        7,E,1/1/2011 0:00,10.1000/e,0,10.1000/e,0,Correction,\n\
        8,F,1/1/2011 0:00,10.1000/both,91,10.1000/f,0,Correction,\n\
        9,G,1/1/2011 0:00,10.1000/both,92,10.1000/g,0,Correction,\n";

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
                of("10.1000/a", &["Retracted Publication", CORRECTED]),
                of("10.1000/c", &["Expression of Concern"]),
                of("10.1000/e", &[CORRECTED]),
                of("10.1000/f", &[CORRECTED]),
                of("10.1000/g", &[CORRECTED]),
                of("18", &[]),
            ]
        );
        // A notice on two papers makes them no single work.
        let linked: Vec<String> = records.iter().flat_map(|r| &r.meta.related).map(ToString::to_string).collect();
        assert_eq!(linked, ["correction doi:10.1000/later", "correction PMID:91", "correction PMID:92"]);
        assert!(read_retractions("claim\nX\n".as_bytes()).is_err());
    }
}
