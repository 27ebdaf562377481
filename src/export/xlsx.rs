//! XLSX (ECMA-376): a sheet of statements, one of evidence, one of decisions, each with its heads in view, filters, and
//! columns as wide as what is in them. Every text is an inline string, which no spreadsheet takes for a formula; only numbers
//! and times of our own are numbers.

#[cfg(test)]
mod tests;
mod zip;

use std::io::Write;

use jiff::Timestamp;

use crate::{
    desk::Detail,
    domain::{Level, Side, Weighed},
    review::{Review, Seen},
    text::Clean,
};

use super::{
    BROKEN, ExportError, Options, csv,
    given::GivenColumns,
    names::{name, numbered},
    table::{Cells, Column, number, prose, time, words},
};

/// The most characters that a cell takes.
const LONGEST: usize = 32_767;

/// What a cell says of the machine's opinion that a blind review does not show.
const HIDDEN: &str = "hidden";

const EVIDENCE: [Column<'_>; 26] = [
    words("statement"),
    number("number"),
    words("retrieved_as"),
    words("stance"),
    number("confidence"),
    number("original_confidence"),
    number("credibility"),
    number("quality"),
    words("counts"),
    words("blocked"),
    number("score"),
    prose("title"),
    words("authors"),
    words("journal"),
    number("year"),
    words("doi"),
    words("pmid"),
    words("pmcid"),
    words("url"),
    number("page"),
    number("paragraph"),
    prose("passage"),
    prose("reference"),
    prose("reasoning"),
    words("set_by_reviewer"),
    words("document"),
];

const DECISIONS: [Column<'_>; 12] = [
    words("statement"),
    prose("text"),
    words("reviewer"),
    words("review"),
    words("verdict"),
    number("confidence"),
    words("level"),
    words("accepted"),
    prose("reason"),
    words("listed_reason"),
    prose("note"),
    time("at"),
];

/// A cell.
enum Cell {
    Text(String),
    Number(f64),
    Time(Timestamp),
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.to_owned()) }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Option<&Clean>> for Cell {
    fn from(text: Option<&Clean>) -> Self {
        text.map_or("", |text| text).into()
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// A number from 0 to 1, with two decimals.
fn share(number: f64) -> Cell {
    Cell::Number((number * 100.0).round() / 100.0)
}

fn yes(is: bool) -> Cell {
    if is { "yes" } else { "no" }.into()
}

/// Writes the review as a workbook.
pub(super) fn write(review: &Review, options: &Options, out: &mut dyn Write) -> Result<(), ExportError> {
    let options = &numbered(review, options)?;
    let (fold, head) = review.state()?;
    let head = if options.times { head.to_string() } else { String::new() };
    let given = GivenColumns::of(fold.statements());
    let heads = given.heads(csv::names());
    let own = csv::COLUMNS.into_iter().chain([words(csv::HEAD)]);
    let mut statements = Sheet::new(own.chain(heads.iter().map(|head| words(head))));
    let (mut evidence, mut decisions) = (Sheet::new(EVIDENCE), Sheet::new(DECISIONS));
    for statement in fold.statements() {
        let view = Detail::at(review, &fold, statement.id, &review.viewer())?;
        let row = csv::row(&view, options, &|text| Clean::new(text).one_line().to_string());
        let cells = row.into_iter().zip(csv::COLUMNS).map(|(text, column)| match text.parse::<f64>() {
            Ok(number) if column.cells == Cells::Number && number.is_finite() => Cell::Number(number),
            _ => text.into(),
        });
        statements.row(cells.chain([head.as_str().into()]).chain(given.row(statement).map(Cell::from)));
        add_evidence(&mut evidence, &view, options);
        add_decisions(&mut decisions, &view, options);
    }
    if !options.faults.is_empty() {
        statements.row([BROKEN.into()]);
    }
    Ok(zip::write(out, &parts([("Statements", statements), ("Evidence", evidence), ("Decisions", decisions)]))?)
}

fn add_evidence(sheet: &mut Sheet<'_>, view: &Detail, options: &Options) {
    let hidden = view.summary.hidden;
    for citation in view.citations().map(|c| c.citations.as_slice()).unwrap_or_default() {
        let meta = &citation.meta;
        let weighed = view.weighing().and_then(|weighing| weighing.get(citation.number));
        let shown = |cell: Cell| if hidden { HIDDEN.into() } else { cell };
        let authors: Vec<_> = meta.authors.iter().map(|author| author.one_line().to_string()).collect();
        let opinion = |cell: &dyn Fn(&Weighed) -> Cell| match weighed {
            Seen::Shown(weighed) => cell(weighed),
            Seen::Hidden => HIDDEN.into(),
            Seen::Missing => Cell::Empty,
        };
        let reviewer = weighed.shown().and_then(|w| w.by_reviewer.as_ref());
        sheet.row([
            view.statement.id.to_string().into(),
            citation.number.into(),
            shown(if citation.side == Side::Counter { "against" } else { "for" }.into()),
            opinion(&|w| w.stance.name().into()),
            opinion(&|w| share(w.opinion.adjusted)),
            opinion(&|w| share(w.confidence)),
            opinion(&|w| share(w.credibility.value)),
            opinion(&|w| share(w.opinion.quality)),
            opinion(&|w| yes(w.counts() && !w.blocked)),
            opinion(&|w| yes(w.blocked)),
            shown(u32::from(citation.score).into()),
            Some(&meta.title).into(),
            authors.join("; ").into(),
            meta.journal.as_ref().into(),
            meta.year.map_or(Cell::Empty, |year| Cell::Number(year.into())),
            meta.doi.as_ref().into(),
            meta.pmid.as_ref().into(),
            meta.pmcid.as_ref().into(),
            meta.url.as_ref().into(),
            citation.place.page.into(),
            citation.place.paragraph.into(),
            Some(&citation.passage).into(),
            Some(&citation.reference).into(),
            opinion(&|w| Some(&w.reasoning).into()),
            match reviewer {
                Some(why) if !why.is_empty() && options.reviewer_names => why.as_str().into(),
                Some(_) => "yes".into(),
                None => Cell::Empty,
            },
            citation.doc.as_str().into(),
        ]);
    }
}

fn add_decisions(sheet: &mut Sheet<'_>, view: &Detail, options: &Options) {
    for read in &view.opinions {
        let (verdict, ..) = read.opinion.verdict;
        let confidence = read.opinion.confidence();
        sheet.row([
            view.statement.id.to_string().into(),
            Some(&view.statement.text).into(),
            name(read.opinion.who(), options).into(),
            read.file.as_ref().filter(|_| options.reviewer_names).into(),
            verdict.name().into(),
            confidence.map_or(Cell::Empty, share),
            confidence.map(|confidence| Level::of(confidence).name()).unwrap_or_default().into(),
            yes(read.opinion.made.accepts),
            view.reason_of(read, &|who| name(who, options)).as_ref().into(),
            read.listed().into(),
            read.note.as_ref().map(|note| &note.text).into(),
            if options.times { Cell::Time(read.opinion.made.at) } else { Cell::Empty },
        ]);
    }
}

/// Rows of a sheet as XML.
struct Sheet<'a> {
    rows: String,
    count: usize,
    columns: Vec<Column<'a>>,
}

impl<'a> Sheet<'a> {
    /// A sheet with its heads.
    fn new(columns: impl IntoIterator<Item = Column<'a>>) -> Self {
        let mut sheet = Self { rows: String::new(), count: 0, columns: columns.into_iter().collect() };
        let heads: Vec<Cell> = sheet.columns.iter().map(|column| column.name.into()).collect();
        sheet.row(heads);
        sheet
    }

    fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.count += 1;
        let row = self.count;
        let style_of = |at: usize| match self.columns.get(at).map(|column| column.cells) {
            _ if row == 1 => HEADS,
            Some(Cells::Prose) => WRAPPED,
            _ => TOP,
        };
        self.rows.push_str(&format!("<row r=\"{row}\">"));
        for (at, cell) in cells.into_iter().enumerate() {
            let (place, style) = (format!("{}{row}", column(at)), style_of(at));
            match cell {
                Cell::Empty => {}
                Cell::Time(at) => {
                    self.rows.push_str(&format!("<c r=\"{place}\" s=\"{TIMES}\"><v>{}</v></c>", day(at)));
                }
                Cell::Number(number) => {
                    self.rows.push_str(&format!("<c r=\"{place}\" s=\"{style}\"><v>{number}</v></c>"));
                }
                Cell::Text(text) => self.rows.push_str(&format!(
                    "<c r=\"{place}\" s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
                    escaped(&text)
                )),
            }
        }
        self.rows.push_str("</row>");
    }

    /// The column and the row of its last cell.
    fn last(&self) -> (String, usize) {
        (column(self.columns.len().saturating_sub(1)), self.count.max(1))
    }

    fn xml(&self) -> String {
        let (column, row) = self.last();
        let last = format!("{column}{row}");
        let mut columns = String::new();
        for (at, column) in (1..).zip(&self.columns) {
            let (width, style) = (column.width(), if column.cells == Cells::Prose { WRAPPED } else { TOP });
            columns.push_str(&format!(
                "<col min=\"{at}\" max=\"{at}\" width=\"{width}\" style=\"{style}\" customWidth=\"1\"/>"
            ));
        }
        format!(
            "{HEAD}<worksheet xmlns=\"{MAIN}\"><dimension ref=\"A1:{last}\"/><sheetViews><sheetView \
             workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
             </sheetView></sheetViews><cols>{columns}</cols><sheetData>{}</sheetData><autoFilter ref=\"A1:{last}\"/></worksheet>",
            self.rows
        )
    }
}

/// Places of the formats in the list of styles: heads are bold, texts go on in the next line, times are dates.
const HEADS: usize = 1;
const TOP: usize = 2;
const WRAPPED: usize = 3;
const TIMES: usize = 4;

/// A time as spreadsheets count: days since the end of 1899 in UTC, to the second.
fn day(at: Timestamp) -> f64 {
    const EPOCH: f64 = 25_569.0;
    EPOCH + at.as_second() as f64 / 86_400.0
}

/// The name of a column, from 0: A, …, Z, AA, …
fn column(at: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(at % 26).unwrap_or(0));
    if at < 26 { letter.to_string() } else { format!("{}{letter}", column(at / 26 - 1)) }
}

/// A text as XML, cut where a cell takes no more. `Clean` has no characters that XML forbids but those that are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let text = Clean::new(text);
    for (at, c) in text.char_indices().take(LONGEST) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Excel reads `_x0041_` as an escaped letter, unless its underscore is escaped itself.
            '_' if is_escape(&text[at + 1..]) => out.push_str("_x005F_"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && !matches!(c, '\n' | '\t') => {}
            c => out.push(c),
        }
    }
    out
}

/// Whether what follows an underscore makes it the escape of a letter.
fn is_escape(after: &str) -> bool {
    let bytes = after.as_bytes();
    bytes.len() > 5 && bytes[0] == b'x' && bytes[5] == b'_' && bytes[1..5].iter().all(u8::is_ascii_hexdigit)
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// The files of the workbook.
fn parts<const N: usize>(sheets: [(&'static str, Sheet<'_>); N]) -> Vec<(String, String)> {
    let (mut types, mut list, mut relations, mut filters) =
        (String::new(), String::new(), String::new(), String::new());
    let mut files = Vec::new();
    for (n, (name, sheet)) in (1..).zip(&sheets) {
        types.push_str(&format!(
            "<Override PartName=\"/xl/worksheets/sheet{n}.xml\" ContentType=\"{TYPE}.worksheet+xml\"/>"
        ));
        list.push_str(&format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>"));
        relations.push_str(&format!(
            "<Relationship Id=\"rId{n}\" Type=\"{RELATIONS}/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>"
        ));
        // Excel keeps the range of a filter under this name as well.
        let (column, row) = sheet.last();
        filters.push_str(&format!(
            "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"{}\" hidden=\"1\">{name}!$A$1:${column}${row}\
             </definedName>",
            n - 1
        ));
        files.push((format!("xl/worksheets/sheet{n}.xml"), sheet.xml()));
    }
    let styles = N + 1;
    let types = format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
         ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" \
         ContentType=\"{TYPE}.sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" \
         ContentType=\"{TYPE}.styles+xml\"/>{types}</Types>"
    );
    let top = format!(
        "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" \
         Type=\"{RELATIONS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let workbook = format!(
        "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONS}\"><sheets>{list}</sheets><definedNames>{filters}\
         </definedNames></workbook>"
    );
    let relations = format!(
        "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">{relations}<Relationship Id=\"rId{styles}\" \
         Type=\"{RELATIONS}/styles\" Target=\"styles.xml\"/></Relationships>"
    );
    let styles = format!(
        "{HEAD}<styleSheet xmlns=\"{MAIN}\"><numFmts count=\"1\"><numFmt numFmtId=\"164\" \
         formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/></numFmts><fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>\
         <font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts><fills count=\"2\"><fill><patternFill \
         patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"1\">\
         <border/></borders><cellStyleXfs count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"5\"><xf xfId=\"0\"/><xf \
         fontId=\"1\" applyFont=\"1\" xfId=\"0\"/><xf applyAlignment=\"1\" xfId=\"0\"><alignment vertical=\"top\"/></xf>\
         <xf applyAlignment=\"1\" xfId=\"0\"><alignment vertical=\"top\" wrapText=\"1\"/></xf><xf numFmtId=\"164\" \
         applyNumberFormat=\"1\" applyAlignment=\"1\" xfId=\"0\"><alignment vertical=\"top\"/></xf></cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" \
         builtinId=\"0\"/></cellStyles></styleSheet>"
    );
    let mut all = vec![
        ("[Content_Types].xml".to_owned(), types),
        ("_rels/.rels".to_owned(), top),
        ("xl/workbook.xml".to_owned(), workbook),
        ("xl/_rels/workbook.xml.rels".to_owned(), relations),
        ("xl/styles.xml".to_owned(), styles),
    ];
    all.append(&mut files);
    all
}
