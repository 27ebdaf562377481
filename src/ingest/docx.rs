//! Word documents (WordprocessingML, ECMA-376 part 1): the running text of a manuscript with its headings. Deleted text,
//! cells of tables, notes, comments and drawings are left out.

use std::io::{Cursor, Read};

use roxmltree::Node;

use crate::{domain::SourceMeta, files::limits, text::Clean};

use super::{
    Format, IngestError,
    front::{self, without_marks},
    inline::Inline,
    meta,
    record::Work,
    xml::{self, DEEPEST, NameAny, all_text, child},
};

/// Where the text is in the archive.
pub(super) const BODY: &str = "word/document.xml";
const STYLES: &str = "word/styles.xml";

/// A paper in a Word document. It has no pages, which Word makes anew on each machine: it is one.
pub(super) fn paper(bytes: &[u8]) -> Result<Work, IngestError> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|why| malformed(&why.to_string()))?;
    let body = part(&mut archive, BODY)?.ok_or_else(|| malformed("it has no text; it may be a workbook or slides"))?;
    let title_style = part(&mut archive, STYLES)?.and_then(|styles| title_style(&styles));
    let document = xml::parse(&body).map_err(|why| malformed(&why))?;
    let mut reading = Reading { title_style, ..Reading::default() };
    if let Some(body) = child(document.root_element(), "body") {
        reading.blocks(body, 0);
    }
    let Reading { title, paragraphs, .. } = reading;
    let title = title.or_else(|| front::title_above_authors(paragraphs.iter().map(String::as_str)));
    let title = title.as_deref().map(without_marks).and_then(meta::line).unwrap_or_default();
    Ok(Work { meta: SourceMeta { title, ..SourceMeta::default() }, pages: vec![paragraphs] })
}

fn malformed(why: &str) -> IngestError {
    let why = Clean::from(format!("{why}; open it in a word processor and save it again, or as PDF")).one_line();
    IngestError::Malformed { format: Format::Docx, why }
}

/// Reads a file of the archive as text; `None` if the archive has no file of this name.
fn part(archive: &mut zip::ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Option<String>, IngestError> {
    let file = match archive.by_name(name) {
        Ok(file) => file,
        Err(zip::result::ZipError::FileNotFound) => return Ok(None),
        Err(why) => return Err(malformed(&why.to_string())),
    };
    let limit = limits().source;
    let mut text = String::new();
    // What a small archive unpacks to may be larger than memory.
    file.take(limit + 1).read_to_string(&mut text).map_err(|why| malformed(&why.to_string()))?;
    if text.len() as u64 > limit {
        return Err(IngestError::TooLarge { bytes: text.len() as u64, limit });
    }
    Ok(Some(text))
}

/// The identifier of the style of titles in this document; only its name is the same in all languages.
fn title_style(styles: &str) -> Option<String> {
    let document = xml::parse(styles).ok()?;
    let is_title = |style: &Node<'_, '_>| {
        child(*style, "name").and_then(value).is_some_and(|name| name.eq_ignore_ascii_case("title"))
    };
    let styles = document.root_element().children().filter(|node| node.has_tag_name_any("style"));
    styles.filter(is_title).find_map(|style| attribute(style, "styleId").map(str::to_owned))
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
}

/// `w:val` of an element.
fn value<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    attribute(node, "val")
}

/// A document that is being read.
#[derive(Default)]
struct Reading {
    title_style: Option<String>,
    title: Option<String>,
    paragraphs: Vec<String>,
    /// The fields that are open, the innermost last; a field may reach over paragraphs.
    fields: Vec<Field>,
}

/// A field: what it is, and then the text that Word shows for it.
#[derive(Default)]
struct Field {
    code: String,
    is_shown: bool,
    /// Of a citation, what is shown so far, with whether it is set above the line.
    label: String,
    is_raised: bool,
}

impl Field {
    /// Whether a program for references put it there.
    fn is_citation(&self) -> bool {
        ["ZOTERO_ITEM", "CSL_CITATION", "EN.CITE", "Mendeley Citation", "CITAVI", "ADDIN REFMGR"]
            .iter()
            .any(|mark| self.code.contains(mark))
            || self.code.trim_start().starts_with("CITATION ")
    }

    /// Whether it is a list of references or of contents, which are not running text.
    fn is_list(&self) -> bool {
        let code = self.code.trim_start();
        ["TOC", "BIBLIOGRAPHY", "ADDIN ZOTERO_BIBL", "ADDIN EN.REFLIST", "INDEX"]
            .iter()
            .any(|kind| code.starts_with(kind))
    }
}

impl Reading {
    fn blocks(&mut self, node: Node<'_, '_>, depth: usize) {
        for part in node.children().filter(|part| part.is_element() && depth < DEEPEST) {
            match part.tag_name().name() {
                "p" => self.paragraph(part),
                "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "smartTag" => self.blocks(part, depth + 1),
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, node: Node<'_, '_>) {
        let mut text = Inline::default();
        self.runs(node, 0, &mut text);
        let text = text.finish();
        if text.is_empty() {
            return;
        }
        let style = child(node, "pPr").and_then(|about| child(about, "pStyle")).and_then(value);
        if self.title.is_none() && style.is_some() && style == self.title_style.as_deref() {
            self.title = Some(text.clone());
        }
        self.paragraphs.push(text);
    }

    /// Appends the text in a paragraph or in a part of one.
    fn runs(&mut self, node: Node<'_, '_>, depth: usize, out: &mut Inline) {
        for part in node.children().filter(|part| part.is_element() && depth < DEEPEST) {
            match part.tag_name().name() {
                "r" => self.run(part, out),
                "oMath" | "oMathPara" => out.push(&all_text(part)),
                "fldSimple" => {
                    let code = attribute(part, "instr").unwrap_or_default().to_owned();
                    self.fields.push(Field { code, is_shown: true, ..Field::default() });
                    self.runs(part, depth + 1, out);
                    self.close(out);
                }
                "hyperlink" | "ins" | "moveTo" | "sdt" | "sdtContent" | "customXml" | "smartTag" | "dir" | "bdo" => {
                    self.runs(part, depth + 1, out);
                }
                _ => {}
            }
        }
    }

    /// Appends the text of a run, which is set in one way.
    fn run(&mut self, node: Node<'_, '_>, out: &mut Inline) {
        let look = child(node, "rPr");
        let has = |name: &str| look.and_then(|look| child(look, name));
        if has("vanish").is_some_and(|hidden| !matches!(value(hidden), Some("0" | "false"))) {
            return;
        }
        let level = has("vertAlign").and_then(value);
        for part in node.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "t" => self.text(part.text().unwrap_or_default(), level, out),
                "tab" | "br" | "cr" => self.text(" ", None, out),
                "noBreakHyphen" => self.text("-", level, out),
                "sym" => {
                    let code = attribute(part, "char").and_then(|code| u32::from_str_radix(code, 16).ok());
                    if let Some(symbol) = code.and_then(symbol) {
                        self.text(symbol.encode_utf8(&mut [0; 4]), level, out);
                    }
                }
                "instrText" => {
                    if let Some(field) = self.fields.last_mut().filter(|field| !field.is_shown) {
                        field.code.push_str(part.text().unwrap_or_default());
                    }
                }
                "fldChar" => match attribute(part, "fldCharType") {
                    Some("begin") => self.fields.push(Field::default()),
                    Some("separate") => {
                        if let Some(field) = self.fields.last_mut() {
                            field.is_shown = true;
                        }
                    }
                    Some("end") => self.close(out),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    fn text(&mut self, text: &str, level: Option<&str>, out: &mut Inline) {
        if self.fields.iter().any(|field| !field.is_shown || field.is_list()) {
            return;
        }
        if let Some(citation) = self.fields.iter_mut().find(|field| field.is_citation()) {
            citation.label.push_str(text);
            citation.is_raised |= level == Some("superscript");
            return;
        }
        match level {
            Some("superscript") => out.superscript(text),
            Some("subscript") => out.subscript(text),
            _ => out.push(text),
        }
    }

    /// Ends the innermost field; of a citation by number, a mark remains.
    fn close(&mut self, out: &mut Inline) {
        let Some(field) = self.fields.pop() else { return };
        if field.label.is_empty() || out.cite(&field.label) {
            return;
        }
        match field.is_raised {
            true => out.superscript(&field.label),
            false => out.push(&field.label),
        }
    }
}

/// A character of the font Symbol, which Word keeps at U+F000 and above; others are what they are.
fn symbol(code: u32) -> Option<char> {
    Some(match code {
        0xf061..=0xf07a => "αβχδεφγηιϕκλμνοπθρστυϖωξψζ".chars().nth(code as usize - 0xf061)?,
        0xf044 => 'Δ',
        0xf0a3 => '≤',
        0xf0b0 => '°',
        0xf0b1 => '±',
        0xf0b3 => '≥',
        0xf0b4 => '×',
        0xf0b9 => '≠',
        0xf0bb => '≈',
        0xf02d => '−',
        0xf000..=0xf8ff => return None,
        _ => return char::from_u32(code),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A document with this body, as Word packs it.
    fn document(body: &str, styles: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = zip::ZipWriter::new(Cursor::new(&mut bytes));
        let space = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
        for (name, text) in [
            ("[Content_Types].xml", "<Types/>".to_owned()),
            (BODY, format!("<w:document {space}><w:body>{body}</w:body></w:document>")),
            (STYLES, format!("<w:styles {space}>{styles}</w:styles>")),
        ] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap();
        bytes
    }

    fn paragraphs(body: &str) -> Vec<String> {
        paper(&document(body, "")).unwrap().pages.concat()
    }

    fn p(runs: &str) -> String {
        format!("<w:p>{runs}</w:p>")
    }

    fn r(text: &str) -> String {
        format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
    }

    #[test]
    fn what_was_deleted_is_gone_and_what_was_inserted_is_there() {
        let runs = format!(
            "{}<w:del><w:r><w:delText>not </w:delText></w:r></w:del><w:ins>{}</w:ins>{}",
            r("Zinc does "),
            r("clearly "),
            r("shorten colds.")
        );
        assert_eq!(paragraphs(&p(&runs)), ["Zinc does clearly shorten colds."]);
        let hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>";
        assert_eq!(paragraphs(&p(&format!("{hidden}{}", r("shown")))), ["shown"]);
        let table = format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", p(&r("cell")));
        let boxed = format!("<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>", p(&r("in a control")));
        assert_eq!(paragraphs(&format!("{table}{boxed}")), ["in a control"]);
    }

    #[test]
    fn citations_by_number_go_and_powers_stay() {
        let field = |code: &str, shown: &str| {
            format!(
                "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>\
                 <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>{shown}<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
            )
        };
        let raised =
            |text: &str| format!("<w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>{text}</w:t></w:r>");
        let zotero = " ADDIN ZOTERO_ITEM CSL_CITATION {\"citationID\":\"x\"}";
        for (runs, text) in [
            (format!("{}{}{}", r("Shown before"), field(zotero, &raised("12,13")), r(".")), "Shown before."),
            (format!("{}{}{}", r("Shown before "), field(zotero, &r("[12]")), r(".")), "Shown before."),
            (
                format!("{}{}{}", r("Shown before "), field(zotero, &r("(Wang, 2015)")), r(".")),
                "Shown before (Wang, 2015).",
            ),
            (format!("{}{}{}", r("At 10"), raised("6"), r(" cells")), "At 10⁶ cells"),
            (format!("{}{}", r("See "), field(" REF _Ref1 \\h ", &r("Table 2"))), "See Table 2"),
            (field(" TOC \\o ", &r("Introduction 3")), ""),
            (format!("{}<w:r><w:sym w:font=\"Symbol\" w:char=\"F0B1\"/></w:r>{}", r("5 "), r(" 2")), "5 ± 2"),
        ] {
            assert_eq!(paragraphs(&p(&runs)).concat(), text);
        }
    }

    #[test]
    fn the_title_is_what_is_styled_so_in_any_language() {
        let style = "<w:style w:styleId=\"Titel\"><w:name w:val=\"Title\"/></w:style>";
        let body = format!(
            "{}{}{}",
            p(&r("Draft of 3 May")),
            p(&format!("<w:pPr><w:pStyle w:val=\"Titel\"/></w:pPr>{}", r("Zinc against colds"))),
            p(&r("Results"))
        );
        let work = paper(&document(&body, style)).unwrap();
        assert_eq!(work.meta.title, "Zinc against colds");
        assert_eq!(work.pages, [["Draft of 3 May", "Zinc against colds", "Results"]]);
    }

    #[test]
    fn what_is_no_document_says_what_to_do() {
        let mut bytes = document(&p(&r("text")), "");
        bytes.truncate(bytes.len() / 2);
        for bytes in [&b"PK\x03\x04rest"[..], &bytes] {
            assert!(paper(bytes).unwrap_err().to_string().contains("save it again, or as PDF"));
        }
    }
}
