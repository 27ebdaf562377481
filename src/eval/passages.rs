//! Claims with the passage that they are judged against, in the formats of
//! public data sets that the user has: Check-COVID, HealthVer, COVID-Fact,
//! Climate-FEVER, and plain JSON lines of `{"claim", "evidence", "label"}`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde::Deserialize;

use crate::text::{Clean, sentences};

use super::{
    Claim, Corpus, Gold, Label,
    data::{DataError, lines},
};

/// A claim and one passage.
struct Row {
    claim: String,
    title: String,
    evidence: String,
    label: Label,
}

/// Reads a file of claims with passages; its fields say which format it has. Every row becomes a claim with one passage.
///
/// # Errors
/// [`DataError`] when the file cannot be read, has none of the known formats, or a record lacks a field.
pub fn passages(path: &Path) -> Result<(Corpus, Vec<Claim>), DataError> {
    let rows = match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => table(path, b',')?,
        Some("tsv") => table(path, b'\t')?,
        _ => records(path)?,
    };
    let mut corpus = Corpus::default();
    let mut claims = Vec::with_capacity(rows.len());
    let mut known = BTreeMap::new();
    for (number, row) in (1..).zip(rows) {
        let text: Clean = row.evidence.into();
        let title: Clean = row.title.into();
        // Two rows on one passage share it, so that the numbers of documents stay distinct.
        let doc = *known.entry((title.to_string(), text.to_string())).or_insert(number);
        let ranges = sentences(&text);
        let rationale: BTreeSet<usize> = (0..ranges.len()).collect();
        if doc == number {
            corpus.add(doc, title, text, ranges);
        }
        let mut gold = BTreeMap::new();
        if row.label != Label::NotEnough {
            gold.insert(doc, Gold { label: row.label, rationales: vec![rationale] });
        }
        claims.push(Claim { id: number, text: Clean::from(row.claim).one_line(), gold, cited: vec![doc] });
    }
    Ok((corpus, claims))
}

/// As many claims of each label as there are of the rarest, the first of each in the order of the file.
#[must_use]
pub fn balanced(claims: Vec<Claim>) -> Vec<Claim> {
    let label = |claim: &Claim| claim.gold.values().next().map_or(Label::NotEnough, |gold| gold.label);
    let count = |wanted: Label| claims.iter().filter(|claim| label(claim) == wanted).count();
    let most = Label::ALL.map(count).into_iter().filter(|n| *n > 0).min().unwrap_or(0);
    let mut taken = [0; 3];
    let mut kept = claims;
    kept.retain(|claim| {
        let taken = &mut taken[label(claim).index()];
        *taken += 1;
        *taken <= most
    });
    kept
}

/// HealthVer's CSV and COVID-Fact's TSV.
fn table(path: &Path, delimiter: u8) -> Result<Vec<Row>, DataError> {
    let text = fs::read_to_string(path).map_err(|why| DataError::Read { path: path.into(), why })?;
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).quoting(delimiter == b',').from_reader(text.as_bytes());
    let record = |line: usize, why: String| DataError::Record { path: path.into(), line, why };
    let header = reader.headers().map_err(|why| record(1, why.to_string()))?.clone();
    let column = |names: &[&str]| {
        let found = header.iter().position(|column| names.iter().any(|name| column.trim().eq_ignore_ascii_case(name)));
        found.ok_or_else(|| record(1, format!("no column is named {}", names.join(" or "))))
    };
    let (claim, evidence) = (column(&["claim", "sentence2"])?, column(&["evidence", "sentence1"])?);
    let label = column(&["label", "entailment"])?;
    let mut rows = Vec::new();
    for (line, row) in (2..).zip(reader.records()) {
        let row = row.map_err(|why| record(line, why.to_string()))?;
        let field = |at: usize| row.get(at).unwrap_or_default().to_owned();
        let label = parse(&field(label)).map_err(|why| record(line, why))?;
        rows.push(Row { claim: field(claim), title: String::new(), evidence: field(evidence), label });
    }
    Ok(rows)
}

/// The JSON lines of Check-COVID, Climate-FEVER, COVID-Fact and our own.
fn records(path: &Path) -> Result<Vec<Row>, DataError> {
    #[derive(Deserialize)]
    struct Vote {
        evidence: String,
        #[serde(default)]
        article: String,
        evidence_label: String,
    }
    #[derive(Deserialize)]
    struct Sentence {
        sent_index: usize,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Passage {
        One(String),
        Several(Vec<String>),
    }
    #[derive(Deserialize)]
    struct Record {
        claim: String,
        #[serde(default)]
        label: Option<String>,
        #[serde(default)]
        title: Option<String>,
        #[serde(default)]
        evidence: Option<Passage>,
        #[serde(default)]
        evidences: Vec<Vote>,
        #[serde(default)]
        cord_id: Option<String>,
        #[serde(default)]
        evidence_set: Vec<Sentence>,
    }
    let mut abstracts = None;
    let mut rows = Vec::new();
    for (line, record) in (1..).zip(lines::<Record>(path)?) {
        let failed = |why: String| DataError::Record { path: path.into(), line, why };
        let label = |given: Option<&str>| parse(given.unwrap_or_default()).map_err(failed);
        let Record { claim, title, .. } = record;
        if !record.evidences.is_empty() {
            for vote in record.evidences {
                let label = label(Some(&vote.evidence_label))?;
                rows.push(Row { claim: claim.clone(), title: vote.article, evidence: vote.evidence, label });
            }
        } else if let Some(id) = record.cord_id {
            if abstracts.is_none() {
                abstracts = Some(cord_abstracts(path)?);
            }
            let Some((title, text)) = abstracts.as_ref().and_then(|all| all.get(&id)) else {
                return Err(failed(format!("the corpus has no abstract {id}")));
            };
            let chosen = record.evidence_set.iter().filter_map(|sentence| text.get(sentence.sent_index));
            let evidence = chosen.map(String::as_str).collect::<Vec<_>>().join(" ");
            rows.push(Row { claim, title: title.clone(), evidence, label: label(record.label.as_deref())? });
        } else {
            let evidence = match record.evidence {
                Some(Passage::One(text)) => text,
                Some(Passage::Several(texts)) => texts.join(" "),
                None => return Err(failed("`evidence` is missing".to_owned())),
            };
            let label = label(record.label.as_deref())?;
            rows.push(Row { claim, title: title.unwrap_or_default(), evidence, label });
        }
    }
    Ok(rows)
}

/// Title and sentences of each abstract of Check-COVID's `corpus.json`, beside the claims or a folder above.
fn cord_abstracts(claims: &Path) -> Result<BTreeMap<String, (String, Vec<String>)>, DataError> {
    #[derive(Deserialize)]
    struct Record {
        cord_id: String,
        title: String,
        r#abstract: Vec<String>,
    }
    let folders = claims.ancestors().skip(1).take(2);
    let path = folders.map(|folder| folder.join("corpus.json")).find(|path| path.exists());
    let path = path.unwrap_or_else(|| claims.with_file_name("corpus.json"));
    let records = lines::<Record>(&path)?;
    Ok(records.into_iter().map(|record| (record.cord_id, (record.title, record.r#abstract))).collect())
}

fn parse(label: &str) -> Result<Label, String> {
    match label.trim().to_lowercase().replace(['_', '-', ' '], "").as_str() {
        "s" | "support" | "supports" | "supported" | "entailment" => Ok(Label::Supports),
        "c" | "refute" | "refutes" | "refuted" | "contradict" | "contradicts" | "contradiction" | "notentailment" => {
            Ok(Label::Contradicts)
        }
        "n" | "neutral" | "notenoughinfo" | "nei" => Ok(Label::NotEnough),
        _ => Err(format!("`{label}` is not a label; use supports, refutes or neutral")),
    }
}
