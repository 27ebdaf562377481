//! Claim sets: records become statements, and what cannot is reported.

use serde_json::Value;

use crate::{
    domain::{Dropped, GivenField, Kind, Place, Source, SourceKind, SourceMeta, Statement, StatementId},
    text::Clean,
};

use super::{
    IngestError,
    given::{self, Given},
    json::{Record, get, kind, scalar, strings},
    pages::PageBuilder,
    plain, record,
};

/// Longer than any claim; what is longer is a record gone wrong.
const LONGEST: usize = 20_000;

/// What a claim set looks like, for messages.
pub(super) const EXPECTED: &str =
    "a string or an object with `claim`, `text` or `statement` (and `id`, `context`, `kind` if there are)";

/// What a file of claims has.
pub(super) struct Claims {
    given: Vec<Result<Given, Dropped>>,
    /// The column that the claims are in, where its name does not say so.
    column: Option<String>,
    /// The columns or fields that gainsay does not read.
    unused: Vec<String>,
}

impl From<Vec<Result<Given, Dropped>>> for Claims {
    fn from(given: Vec<Result<Given, Dropped>>) -> Self {
        Self { given, column: None, unused: Vec::new() }
    }
}

/// The claims in JSON records, each with its value.
pub(super) fn from_records(values: &[(&Record<'_>, Result<Value, Dropped>)]) -> Claims {
    let mut unused: Vec<String> = Vec::new();
    for record in values.iter().filter_map(|(_, value)| value.as_ref().ok()?.as_object()) {
        let names = record.keys().filter(|_| !record::is_classification(record));
        let new: Vec<_> = names.filter(|name| !is_read(name) && !unused.contains(*name)).cloned().collect();
        unused.extend(new);
    }
    let of = |(record, value): &(&Record<'_>, Result<Value, Dropped>)| match value {
        Ok(value) => all_from_json(record, value),
        Err(why) => vec![Err(why.clone())],
    };
    Claims { given: values.iter().flat_map(of).collect(), column: None, unused }
}

/// The fields that a claim is read from.
const FIELDS: [&str; 8] = ["claim", "text", "statement", "context", "kind", "type", "id", "claim_id"];

fn is_read(name: &str) -> bool {
    let name = name.to_lowercase();
    FIELDS.contains(&name.as_str()) || given::is_field(&name)
}

/// The claims in a JSON record: one, or as many as it has classifications.
pub(super) fn all_from_json(found: &Record<'_>, value: &Value) -> Vec<Result<Given, Dropped>> {
    match value.as_object().filter(|record| record::is_classification(record)) {
        Some(record) => given::classifications(found, record),
        None => vec![from_json(found, value)],
    }
}

/// The claim in a JSON record.
fn from_json(found: &Record<'_>, value: &Value) -> Result<Given, Dropped> {
    let record = match value {
        Value::String(text) => return Ok(Given { line: found.line, text: text.clone(), ..Given::default() }),
        Value::Object(record) => record,
        other => return Err(found.dropped(&format!("this record is {}; expected {EXPECTED}", kind(other)), 0)),
    };
    if record::is_document(record) {
        return Err(
            found.dropped("this looks like an evidence document, not a claim; add it to the library instead", 0)
        );
    }
    let Some(claim) = get(record, &["claim", "text", "statement"]) else {
        return Err(found.dropped(&format!("there is no claim in this record; expected {EXPECTED}"), 0));
    };
    let Some(text) = claim.as_str() else {
        return Err(found.dropped(&format!("its claim is {}, not a string", kind(claim)), 0));
    };
    let optional = |names: &[&str]| get(record, names);
    let judgement = given::opinion(record).transpose().map_err(|why| found.dropped(&why, 0))?;
    Ok(Given {
        line: found.line,
        text: text.to_owned(),
        context: optional(&["context"]).and_then(strings).unwrap_or_default().join(" "),
        kind: optional(&["kind", "type"]).and_then(scalar).unwrap_or_default(),
        id: optional(&["id", "claim_id"]).and_then(scalar).unwrap_or_default(),
        evidence: given::evidence(record),
        judgement,
        fields: record.iter().filter(|(name, _)| !is_read(name)).map(field).collect(),
    })
}

/// A field that gainsay does not read; what is neither a text nor a number is kept as JSON.
fn field((name, value): (&String, &Value)) -> (String, String) {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    (name.clone(), text)
}

/// The claims of a text with one a line, without numbers and bullets in front.
pub(super) fn from_lines(text: &str) -> Vec<Result<Given, Dropped>> {
    let claim = |(line, text): (usize, &str)| match is_note(text) {
        true => Err(Dropped { line, why: "a note, since it begins with “# ”".into() }),
        false => Ok(Given { line, text: unnumbered(text).to_owned(), ..Given::default() }),
    };
    (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()).map(claim).collect()
}

/// Whether a line is a note of whoever wrote the list: it begins with `#` and a space.
pub(super) fn is_note(line: &str) -> bool {
    line.trim_start().starts_with("# ")
}

pub(super) fn unnumbered(line: &str) -> &str {
    let line = line.trim();
    if let Some(rest) = ["- ", "* ", "• ", "– ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return rest.trim_start();
    }
    let inner = line.strip_prefix('(').unwrap_or(line);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &inner[digits..];
    let numbered = (1..=4).contains(&digits).then(|| rest.strip_prefix(['.', ')'])).flatten();
    numbered.filter(|rest| rest.starts_with([' ', '\t'])).map_or(line, str::trim_start)
}

/// The claims of a table. A header that names its column of claims is found;
/// without one, a table of one column is a claim a row.
pub(super) fn from_csv(text: &str) -> Result<Claims, IngestError> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = [b',', b';', b'\t', b'|']
        .into_iter()
        .rev()
        .max_by_key(|delimiter| outside_quotes(first, *delimiter))
        .unwrap_or(b',');
    if let Some(line) = open_quote(text, delimiter) {
        let why =
            format!("the quotation mark at the start of a cell in line {line} is never closed; close or double it");
        return Err(IngestError::Malformed { format: super::Format::Csv, why: why.into() });
    }
    let reader = || {
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes())
    };
    // Looked through first and read then, so that no more than one row is in memory twice.
    let (mut written, mut even, mut count) = (Vec::new(), true, 0);
    let mut words: Vec<usize> = Vec::new();
    for row in reader().records() {
        let row = row.map_err(|error| IngestError::Malformed {
            format: super::Format::Csv,
            why: Clean::new(&error.to_string()),
        })?;
        if count == 0 {
            written = row.iter().map(|cell| cell.trim().to_owned()).collect();
            words = vec![0; written.len()];
        } else {
            words.iter_mut().zip(row.iter()).for_each(|(words, cell)| *words += cell.split_whitespace().count());
        }
        even &= row.len() == written.len();
        count += 1;
    }
    if count == 0 {
        return Err(IngestError::Empty);
    }
    let rows = || {
        let rows = reader().into_records().map_while(Result::ok);
        rows.map(|row| (row.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(usize::MAX)), row))
    };
    let names: Vec<String> = written.iter().map(|name| name.to_lowercase().replace([' ', '-'], "_")).collect();
    let column = |wanted: &[&str]| wanted.iter().find_map(|name| names.iter().position(|cell: &String| cell == name));
    let named = column(&["claim", "statement", "text", "claims", "statements", "claim_text", "statement_text"]);
    let is_table = names.len() > 1 && even && count > 1;
    let guessed = named.is_none().then(|| of_sentences(&written, &words, count - 1)).flatten().filter(|_| is_table);
    let Some(claim) = named.or(guessed) else {
        if is_table {
            let why = format!(
                "no column is called claim, text or statement; call the one with the claims “claim” in the first row; \
                 its columns are: {}",
                written.join(", ")
            );
            return Err(IngestError::Malformed { format: super::Format::Csv, why: Clean::new(&why).one_line() });
        }
        if names.len() > 1 || !even {
            // Commas of the sentences themselves, not of a table.
            return Ok(from_lines(text).into_iter().map(|given| given.map(unquote)).collect::<Vec<_>>().into());
        }
        let claims = rows().map(|(line, row)| Ok(Given { line, text: row[0].to_owned(), ..Given::default() }));
        return Ok(claims.collect::<Vec<_>>().into());
    };
    let columns = [column(&["context"]), column(&["kind", "type"]), column(&["id", "claim_id", "statement_id"])];
    let used = |at: usize| at == claim || columns.contains(&Some(at));
    let mut own: Vec<(usize, String)> = Vec::new();
    for (at, name) in written.iter().enumerate().filter(|(at, name)| !used(*at) && !name.is_empty()) {
        let is_new = |name: &String| own.iter().all(|(_, other)| other != name);
        let numbered = || (2..).map(|n| format!("{name} ({n})")).find(is_new);
        let name = Some(name.clone()).filter(is_new).or_else(numbered).unwrap_or_default();
        own.push((at, name));
    }
    let given = |(line, row): (usize, csv::StringRecord)| {
        let cell =
            |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default().trim().to_owned();
        if row.len() != names.len() {
            let why = format!(
                "this row has {} cells and the header {}; put cells that contain the delimiter between quotes",
                row.len(),
                names.len()
            );
            return Err(Dropped { line, why: why.into() });
        }
        let [context, kind, id] = columns.map(cell);
        let fields = own.iter().map(|(at, name)| (name.clone(), cell(Some(*at)))).collect();
        Ok(Given { line, text: cell(Some(claim)), context, kind, id, fields, ..Given::default() })
    };
    Ok(Claims {
        column: guessed.map(|at| written[at].clone()),
        given: rows().skip(1).map(given).collect(),
        unused: own.into_iter().map(|(_, name)| name).collect(),
    })
}

/// The only column that has sentences, by the words that each has in so many rows: four a row on average, and a name.
fn of_sentences(names: &[String], words: &[usize], rows: usize) -> Option<usize> {
    const FEWEST: usize = 4;
    let mut found = (0..words.len()).filter(|at| rows > 0 && words[*at] >= FEWEST * rows);
    let only = found.next().filter(|_| found.next().is_none())?;
    // The first row of a table without a header is a claim.
    let count = names[only].split_whitespace().count();
    (1..FEWEST).contains(&count).then_some(only)
}

/// The line on which a cell opens with a quotation mark that nothing closes: all that follows would be one cell.
fn open_quote(text: &str, delimiter: u8) -> Option<usize> {
    let (mut line, mut opened, mut starts) = (1, None, true);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        line += usize::from(byte == b'\n');
        match (opened, byte) {
            (Some(_), b'"') if bytes.next_if_eq(&b'"').is_none() => opened = None,
            (Some(_), _) => {}
            (None, b'"') if starts => opened = Some(line),
            (None, _) => starts = byte == delimiter || matches!(byte, b'\n' | b'\r'),
        }
    }
    opened
}

fn unquote(mut given: Given) -> Given {
    if let Some(inner) = given.text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        given.text = inner.replace("\"\"", "\"");
    }
    given
}

fn outside_quotes(line: &str, wanted: u8) -> usize {
    let mut quoted = false;
    line.bytes()
        .filter(|byte| {
            quoted ^= *byte == b'"';
            !quoted && *byte == wanted
        })
        .count()
}

/// A claim set out of its claims: one page with a paragraph a claim, a
/// statement for each, ids and order from 1 without gaps.
pub(super) fn source(claims: Claims) -> Result<Source, IngestError> {
    let Claims { given, column, unused } = claims;
    let mut page = PageBuilder::new(1);
    let mut kept = Vec::new();
    let mut dropped = Vec::new();
    for given in given {
        match given.and_then(usable) {
            Ok(given) => match page.paragraph(&plain::joined(&given.text)) {
                Some(range) => kept.push((given, range)),
                None => dropped.push(empty(given.line)),
            },
            Err(why) => dropped.push(why),
        }
    }
    if kept.is_empty() {
        let why = dropped.first().map_or_else(
            || format!("it has no records; each is {EXPECTED}"),
            |first| format!("line {}: {}", first.line, first.why),
        );
        return Err(IngestError::NoClaims { why: why.into() });
    }
    let (page, hidden) = page.finish();
    let mut claims = Vec::with_capacity(kept.len());
    let (mut evidence, mut judgements) = (Vec::new(), Vec::new());
    // A file without line breaks has all its claims on one line.
    let is_by_line = kept.windows(2).all(|pair| pair[0].0.line < pair[1].0.line);
    let mut paragraph = 0;
    for (given, range) in kept {
        paragraph += 1;
        for (piece, at) in given.evidence.into_iter().zip(1..) {
            match piece.and_then(|piece| given::cleaned(StatementId(paragraph), piece)) {
                Ok(piece) => evidence.push(piece),
                Err(why) => {
                    let why = format!("evidence {at} of this claim is left out: {why}");
                    dropped.push(Dropped { line: given.line, why: why.into() });
                }
            }
        }
        let mut fields = Vec::with_capacity(given.fields.len());
        for (name, text) in given.fields {
            let name = Clean::new(&name).one_line();
            if text.len() > LONGEST {
                let why =
                    format!("“{name}” of this claim has {} bytes, more than {LONGEST}, and is left out", text.len());
                dropped.push(Dropped { line: given.line, why: why.into() });
                continue;
            }
            fields.push(GivenField { name, text: Clean::new(&text).one_line() });
        }
        judgements.extend(given.judgement.map(|judgement| given::judged(StatementId(paragraph), judgement)));
        claims.push(Statement {
            id: StatementId(paragraph),
            order: paragraph,
            text: page.text.slice(range.clone()),
            context: Clean::new(&plain::joined(&given.context)).one_line(),
            words: None,
            kind: Kind::parse(&given.kind).unwrap_or(Kind::Claim),
            confidence: 1.0,
            place: Some(Place { page: 1, paragraph, start: range.start, end: range.end }),
            anchors: Vec::new(),
            given_id: super::meta::line(&given.id),
            also: Vec::new(),
            work: None,
            section: None,
            short_forms: Vec::new(),
            topic: None,
            sure_from: None,
            fields,
            line: u32::try_from(given.line).ok().filter(|_| is_by_line),
        });
    }
    Ok(Source {
        kind: SourceKind::Claims,
        name: Clean::default(),
        meta: SourceMeta::default(),
        works: Vec::new(),
        pages: vec![page],
        claims,
        evidence,
        judgements,
        hidden,
        dropped,
        column: column.map(|name| Clean::new(&name).one_line()),
        unused: unused.iter().map(|name| Clean::new(name).one_line()).collect(),
        file: crate::domain::Digest::of(b""),
    })
}

fn usable(given: Given) -> Result<Given, Dropped> {
    if !given.text.chars().any(char::is_alphanumeric) {
        return Err(empty(given.line));
    }
    if given.text.len() > LONGEST {
        let why = format!(
            "this claim has {} characters; a claim is a sentence or a few (a quotation mark that is never closed?)",
            given.text.chars().count()
        );
        return Err(Dropped { line: given.line, why: why.into() });
    }
    Ok(given)
}

fn empty(line: usize) -> Dropped {
    Dropped { line, why: "the claim is empty".into() }
}

#[cfg(test)]
mod tests {
    use crate::ingest::{Format, IngestError, ReadOptions, read_source};

    use super::*;

    fn read(format: Format, text: &str) -> Source {
        read_source("set", text.as_bytes(), &ReadOptions { format: Some(format), exe: None }).unwrap()
    }

    fn texts(source: &Source) -> Vec<&str> {
        source.claims.iter().map(|claim| claim.text.as_str()).collect()
    }

    #[test]
    fn every_shape_of_a_claim_set_gives_the_same_claims() {
        let shapes = [
            (Format::Json, r#"["Aspirin helps.", {"claim": "Beer, cold, harms."}]"#),
            (
                Format::Json,
                r#"{"name": "set", "claims": [{"text": "Aspirin helps."}, {"statement": "Beer, cold, harms."}]}"#,
            ),
            (
                Format::JsonLines,
                "{\"id\": 1, \"claim\": \"Aspirin helps.\", \"evidence\": {}, \"cited_doc_ids\": [3]}\n\n\"Beer, cold, harms.\"\n",
            ),
            (Format::Csv, "\u{feff}id,claim\r\n1,Aspirin helps.\r\n2,\"Beer, cold, harms.\"\r\n"),
            (Format::Csv, "Statement;Context\nAspirin helps.;\n\"Beer, cold,\nharms.\";\n"),
            (Format::Csv, "id\ttext\n1\tAspirin helps.\n2\tBeer, cold, harms.\n"),
            (Format::Csv, "Aspirin helps.\n\"Beer, cold, harms.\"\n"),
            (Format::Csv, "Aspirin helps.\nBeer, cold, harms.\n"),
            (Format::Lines, "1. Aspirin helps.\n\n  (2) Beer, cold, harms.\n"),
            (Format::Lines, "- Aspirin helps.\r\n• Beer, cold, harms."),
        ];
        for (format, text) in shapes {
            let source = read(format, text);
            assert_eq!(texts(&source), ["Aspirin helps.", "Beer, cold, harms."], "{text}");
            assert_eq!((source.kind, source.dropped.len()), (SourceKind::Claims, 0), "{text}");
        }
        let one = read(Format::Json, r#"{"claim": "Aspirin helps."}"#);
        assert_eq!(texts(&one), ["Aspirin helps."]);
    }

    #[test]
    fn each_claim_knows_what_was_given_and_where_it_is() {
        let source = read(
            Format::Json,
            r#"[{"id": 7, "claim": "Aspirin\nhelps.", "context": ["Before.", "After."], "kind": "Result"}, {"id": "b", "text": "Aspirin helps.", "kind": "odd"}]"#,
        );
        let [first, second] = source.claims.as_slice() else { panic!("both are kept") };
        assert_eq!(
            (first.id, first.order, first.kind, first.context.as_str()),
            (StatementId(1), 1, Kind::Finding, "Before. After.")
        );
        assert_eq!((first.given_id.as_deref(), second.given_id.as_deref()), (Some("7"), Some("b")));
        assert_eq!((second.order, second.kind, second.confidence), (2, Kind::Claim, 1.0));
        for claim in &source.claims {
            let place = claim.place.unwrap();
            assert_eq!(source.pages[0].text.slice(place.range()), claim.text);
            assert_eq!(place, Place::on(&source.pages[0], place.range()));
        }
    }

    /// Without its date and speaker a claim that was checked cannot be put back among the others.
    #[test]
    fn what_gainsay_does_not_read_is_kept_with_its_claim() {
        let csv = "id,Date,claim,note,,note\n1,2024-05-01,Aspirin helps.,\"a\nb\",x,\n2,,Beer harms.,,,c\n";
        let json = r#"[{"claim": "Aspirin helps.", "Date": "2024-05-01", "tags": ["a", 1], "evidence": []}]"#;
        for (format, text, expected) in [
            (Format::Csv, csv, vec!["Date=2024-05-01|note=a b|note (2)=", "Date=|note=|note (2)=c"]),
            (Format::Json, json, vec!["Date=2024-05-01|tags=[\"a\",1]"]),
        ] {
            let source = read(format, text);
            let kept = |claim: &Statement| {
                let fields = claim.fields.iter().map(|field| format!("{}={}", field.name, field.text));
                fields.collect::<Vec<_>>().join("|")
            };
            assert_eq!(source.claims.iter().map(kept).collect::<Vec<_>>(), expected);
        }
    }

    /// “page 1, paragraph 2” is nowhere in a file of claims.
    #[test]
    fn the_place_of_a_claim_is_its_line_in_the_file() {
        for (format, text, expected) in [
            (Format::Lines, "# My notes\n\nAspirin helps.\n\nBeer harms.\n", ["line 3", "line 5"]),
            (Format::Csv, "id,claim\n1,Aspirin helps.\n2,Beer harms.\n", ["line 2", "line 3"]),
            (Format::JsonLines, "\"Aspirin helps.\"\n{\"claim\": \"Beer harms.\"}\n", ["line 1", "line 2"]),
            (Format::Json, r#"["Aspirin helps.", "Beer harms."]"#, ["claim 1", "claim 2"]),
        ] {
            let source = read(format, text);
            let places: Vec<_> = source.claims.iter().map(|claim| claim.describe_place(&source).unwrap()).collect();
            assert_eq!(places, expected);
        }
    }

    #[test]
    fn one_bad_record_is_said_with_its_line_and_the_others_go_on() {
        let jsonl = "{\"claim\": \"One.\"}\n{\"claim\": 5}\n{\"claim\": \"Two\n[1]\n\n{\"title\": \"T\", \"abstract\": \"x\"}\n{\"claim\": \"  \"}\n{\"claim\": \"Three.\"}";
        let csv = "claim,id\nOne.,1\nTwo, or three,2\n,3\n\"Three.\",4\n";
        for (format, text, lines) in [(Format::JsonLines, jsonl, vec![2, 3, 4, 6, 7]), (Format::Csv, csv, vec![3, 4])] {
            let source = read(format, text);
            assert_eq!(texts(&source), ["One.", "Three."], "{:?}", source.dropped);
            assert_eq!(source.dropped.iter().map(|dropped| dropped.line).collect::<Vec<_>>(), lines);
            assert_eq!(source.claims[1].order, 2);
        }
    }

    #[test]
    fn numbers_that_belong_to_the_claim_stay() {
        let source = read(Format::Lines, "1.5 million cars were sold.\n2022 was warm.\n-5 °C was measured.\n3) Third.");
        assert_eq!(texts(&source), ["1.5 million cars were sold.", "2022 was warm.", "-5 °C was measured.", "Third."]);
    }

    #[test]
    fn a_quotation_mark_that_is_never_closed_is_an_error_with_its_line() {
        let text = "claim,id\nOne.,1\n\"Two.,2\nThree.,3\n";
        let error = read_source("x.csv", text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert!(error.to_string().contains("in line 3 is never closed"), "{error}");
        let text = "claim,id\nA 5\" screen sold.,1\n\"Say \"\"so\"\".\",2\n\"Two\nlines.\",3\n";
        assert_eq!(texts(&read(Format::Csv, text)), ["A 5\" screen sold.", "Say \"so\".", "Two lines."]);
    }

    #[test]
    fn a_set_without_claims_says_what_was_expected() {
        for (format, text) in [
            (Format::Json, "[]"),
            (Format::Json, "[1, 2]"),
            (Format::JsonLines, "not json"),
            (Format::Csv, "claim\n"),
            (Format::Lines, "…"),
        ] {
            let error =
                read_source("x", text.as_bytes(), &ReadOptions { format: Some(format), exe: None }).unwrap_err();
            assert!(matches!(error, IngestError::NoClaims { .. }), "{text}: {error}");
        }
        let table = read_source("x.csv", b"a,b\n1,2\n", &ReadOptions::default()).unwrap_err();
        assert!(table.to_string().contains("a, b"), "{table}");
    }
}
