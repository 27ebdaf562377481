//! A workbook is opened as a spreadsheet would: the archive unpacked, its parts read by their relations, cell by cell.

use std::{collections::BTreeMap, io::Read};

use flate2::{Crc, read::DeflateDecoder};
use roxmltree::{Document, Node};

use crate::export::{Kind, Options, bytes, fixture};

use super::{super::csv, column};

/// The files of an archive by its directory, each checked.
fn unzip(archive: &[u8]) -> BTreeMap<String, String> {
    let short = |at: usize| usize::from(u16::from_le_bytes(archive[at..at + 2].try_into().unwrap()));
    let long = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().unwrap());
    let end = archive.len() - 22;
    assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
    let mut at = long(end + 16) as usize;
    let mut files = BTreeMap::new();
    for _ in 0..short(end + 10) {
        assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
        let (crc, packed, size) = (long(at + 16), long(at + 20) as usize, long(at + 24) as usize);
        let (length, local) = (short(at + 28), long(at + 42) as usize);
        let name = String::from_utf8(archive[at + 46..at + 46 + length].to_vec()).unwrap();
        assert_eq!(&archive[local..local + 4], b"PK\x03\x04");
        assert_eq!(&archive[local + 30..local + 30 + length], name.as_bytes());
        let from = local + 30 + short(local + 26) + short(local + 28);
        let mut text = String::new();
        DeflateDecoder::new(&archive[from..from + packed]).read_to_string(&mut text).unwrap();
        let mut sum = Crc::new();
        sum.update(text.as_bytes());
        assert_eq!((sum.sum(), text.len()), (crc, size), "{name}");
        files.insert(name, text);
        at += 46 + length;
    }
    assert_eq!(at, end);
    files
}

type Rows = Vec<BTreeMap<String, String>>;

/// The sheets by name: the cells of each row by the heads; texts and numbers as they are written.
fn open(archive: &[u8]) -> BTreeMap<String, Rows> {
    let files = unzip(archive);
    let xml = |name: &str| Document::parse(&files[name]).unwrap();
    let types = xml("[Content_Types].xml");
    let typed = |name: &str| types.descendants().any(|node| node.attribute("PartName") == Some(name));
    let (book, relations) = (xml("xl/workbook.xml"), xml("xl/_rels/workbook.xml.rels"));
    let sheets = book
        .descendants()
        .filter(|node| node.has_tag_name(("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "sheet")));
    let read = |sheet: Node<'_, '_>| {
        let id = sheet.attributes().find(|attribute| attribute.name() == "id").unwrap().value().to_owned();
        let target = relations.descendants().find(|node| node.attribute("Id") == Some(&id)).unwrap();
        let name = format!("xl/{}", target.attribute("Target").unwrap());
        assert!(typed(&format!("/{name}")), "{name}");
        let page = xml(&name);
        assert!(page.descendants().all(|node| node.tag_name().name() != "f"), "a formula");
        let mut rows = page.descendants().filter(|node| node.tag_name().name() == "row").map(|row| {
            let cells = row.children().map(|cell| {
                let column = cell.attribute("r").unwrap().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
                let text: String =
                    cell.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
                let kind = cell.attribute("t").unwrap_or("n");
                assert!(kind == "inlineStr" || text.parse::<f64>().is_ok(), "{kind} {text}");
                (column, text)
            });
            cells.collect::<BTreeMap<_, _>>()
        });
        let heads = rows.next().unwrap();
        let named =
            |row: BTreeMap<String, String>| row.into_iter().map(|(at, text)| (heads[&at].clone(), text)).collect();
        rows.map(named).collect::<Rows>()
    };
    sheets.map(|sheet| (sheet.attribute("name").unwrap().to_owned(), read(sheet))).collect()
}

/// A reader of the table would lose evidence or decisions, or run what a paper's text says.
#[test]
fn a_workbook_has_every_statement_passage_and_decision_as_text() {
    let review = fixture::plain();
    let options = Options::default();
    let archive = bytes(&review, Kind::Xlsx, &options).unwrap();
    assert_eq!(archive, bytes(&review, Kind::Xlsx, &options).unwrap(), "the same bytes");
    let book = open(&archive);
    assert_eq!(book.keys().map(String::as_str).collect::<Vec<_>>(), ["Decisions", "Evidence", "Statements"]);
    let fold = review.fold();
    assert_eq!(book["Statements"].len(), fold.statements().len());
    for (row, statement) in book["Statements"].iter().zip(fold.statements()) {
        assert_eq!(row["statement"], statement.text.one_line().as_str());
        let summary = fold.summary(statement.id);
        assert_eq!(row.get("verdict").map(String::as_str), summary.verdict.map(|(verdict, ..)| verdict.name()));
    }
    let citations: usize = fold
        .statements()
        .iter()
        .map(|statement| {
            let value = review.in_force(statement.id, crate::domain::Stage::Cite).unwrap();
            value.map_or(0, |value| match &*value {
                crate::domain::Value::Citations(citations) => citations.citations.len(),
                _ => 0,
            })
        })
        .sum();
    assert!(citations > 0);
    assert_eq!(book["Evidence"].len(), citations);
    assert!(book["Evidence"].iter().all(|row| !row["passage"].is_empty() && !row["title"].is_empty()));
    let opinions: usize = fold.statements().iter().map(|statement| fold.opinions(statement.id).len()).sum();
    assert!(opinions > 0);
    assert_eq!(book["Decisions"].len(), opinions);
}

/// Names would leave with a copy that is said to have none.
#[test]
fn nobody_is_named_in_an_anonymous_workbook() {
    let review = fixture::plain();
    let options = Options { reviewer_names: false, times: false, ..Options::default() };
    let all: String = unzip(&bytes(&review, Kind::Xlsx, &options).unwrap()).into_values().collect();
    assert!(!all.contains("Adler") && all.contains("a reviewer"), "{all}");
}

/// What a source says would run in a spreadsheet, break the file, or be read as another letter.
#[test]
fn hostile_text_is_text_in_a_workbook() {
    for payload in [
        "=cmd|' /C calc'!A0",
        "@SUM(A1:A2)",
        "</t></is></c><c><f>1+1</f></c>",
        "<!DOCTYPE x>&amp;&#65;]]>",
        "_x0041_",
        "\u{fffe}x",
    ] {
        let review = fixture::review(None, &|_| format!("{payload} x"));
        let book = open(&bytes(&review, Kind::Xlsx, &Options::default()).unwrap());
        let first = &review.fold().statements()[0].text.one_line().to_string();
        let shown = book["Statements"][0]["statement"].replace("_x005F_", "_").replace('\u{fffe}', "");
        assert_eq!(shown, first.replace('\u{fffe}', ""), "{payload}");
    }
}

/// In a narrow column a statement is a strip of letters; a time as text cannot be sorted, and without heads nobody knows
/// which column is which.
#[test]
fn a_workbook_keeps_its_heads_in_view_has_filters_widths_and_dates() {
    let review = fixture::plain();
    let files = unzip(&bytes(&review, Kind::Xlsx, &Options::default()).unwrap());
    for n in 1..=3 {
        let sheet = Document::parse(&files[&format!("xl/worksheets/sheet{n}.xml")]).unwrap();
        let find = |name: &str| sheet.descendants().filter(|node| node.tag_name().name() == name).collect::<Vec<_>>();
        let names: Vec<_> = sheet.root_element().children().map(|node| node.tag_name().name()).collect();
        assert_eq!(
            names,
            ["dimension", "sheetViews", "cols", "sheetData", "autoFilter"],
            "in the order of the standard"
        );
        assert_eq!(find("pane")[0].attribute("state"), Some("frozen"));
        let heads = find("row")[0].children().count();
        assert_eq!(find("col").len(), heads);
        let range = find("autoFilter")[0].attribute("ref").unwrap().to_owned();
        assert!(range.starts_with("A1:") && files["xl/workbook.xml"].contains("_xlnm._FilterDatabase"), "{range}");
    }
    let widths = |name: &str| {
        let place = csv::COLUMNS.iter().position(|column| column.name == name).unwrap();
        let sheet = Document::parse(&files["xl/worksheets/sheet1.xml"]).unwrap();
        let column = sheet.descendants().filter(|node| node.tag_name().name() == "col").nth(place).unwrap();
        column.attribute("width").unwrap().parse::<usize>().unwrap()
    };
    assert!(widths("statement") >= 60 && widths("page") < 12, "{} {}", widths("statement"), widths("page"));
    // A date is a number with the format of a date.
    let made = review.fold().opinions(review.fold().statements()[0].id)[0].made.at;
    let sheet = Document::parse(&files["xl/worksheets/sheet3.xml"]).unwrap();
    let cell = sheet.descendants().find(|node| node.attribute("r") == Some("L2")).unwrap();
    let day: f64 = cell.descendants().find_map(|node| node.text()).unwrap().parse().unwrap();
    assert!(((day - 25_569.0) * 86_400.0 - made.as_second() as f64).abs() < 0.001, "{day}");
    let styles = Document::parse(&files["xl/styles.xml"]).unwrap();
    let formats: Vec<_> = styles.descendants().filter(|node| node.tag_name().name() == "cellXfs").collect();
    let style: usize = cell.attribute("s").unwrap().parse().unwrap();
    let format = formats[0].children().nth(style).unwrap().attribute("numFmtId");
    let written = styles.descendants().find(|node| node.tag_name().name() == "numFmt").unwrap();
    assert_eq!((format, written.attribute("numFmtId")), (Some("164"), Some("164")));
    assert!(written.attribute("formatCode").unwrap().contains("yyyy"));
}

#[test]
fn columns_are_named_as_in_a_spreadsheet() {
    assert_eq!([0, 25, 26, 51, 52, 701, 702].map(column), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
}
