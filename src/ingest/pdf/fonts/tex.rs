//! The fonts of TeX, in tables that lack some of their signs or are those of another font.

use pdf_extract::{Dictionary, Document, Object};

/// What the symbols font of TeX draws for its codes: the operators and comparisons of OMS.
const TEX_SYMBOLS: [(u8, char); 21] = [
    (0x00, '−'),
    (0x01, '·'),
    (0x02, '×'),
    (0x03, '∗'),
    (0x06, '±'),
    (0x14, '≤'),
    (0x15, '≥'),
    (0x18, '∼'),
    (0x19, '≈'),
    (0x1c, '≪'),
    (0x1d, '≫'),
    (0x21, '→'),
    (0x30, '′'),
    (0x31, '∞'),
    (0x6a, '|'),
    (0x85, '('),
    (0x86, ')'),
    (0x87, '+'),
    (0x88, '='),
    (0x89, '['),
    (0x8a, ']'),
];

/// What the fonts of TeX draw for their first code, which Elsevier's tables of them lack: a page ended at its first minus.
const TEX_FIRST: [(&[u8], char); 4] = [
    (b"TeX_CM_Maths_Extension", '('),
    (b"TeX_CM_Maths_Italic", 'Γ'),
    (b"TeX_CM_Maths_Symbols", '−'),
    (b"TeX_CM_Roman", 'Γ'),
];

/// Says what the fonts of TeX draw, where their tables lack the first code, or where a producer gave that of the symbols
/// the table of a font for text: PLOS' papers have “�” for each “≤” then.
pub(in super::super) fn name_tex_symbols(document: &mut Document) {
    let first = |font: &Dictionary| {
        let name = font.get(b"BaseFont").and_then(Object::as_name).ok()?;
        TEX_FIRST.iter().find(|(own, _)| name.ends_with(own))
    };
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
    let tables: Vec<_> =
        fonts.filter_map(|font| Some((font.get(b"ToUnicode").ok()?.as_reference().ok()?, first(font)?))).collect();
    let entries = |signs: &[(u8, char)]| {
        let lines: String =
            signs.iter().map(|(code, sign)| format!("<{code:02X}><{:04X}>\n", u32::from(*sign))).collect();
        format!("{} beginbfchar\n{lines}endbfchar\n", signs.len())
    };
    let symbols = format!(
        "/CIDInit/ProcSet findresource begin\n12 dict begin begincmap\n/CMapName/TeX-Symbols def\n/CMapType 2 def\n\
         1 begincodespacerange\n<00><FF>\nendcodespacerange\n{}endcmap\n\
         CMapName currentdict /CMap defineresource pop end end\n",
        entries(&TEX_SYMBOLS)
    );
    for (id, (name, sign)) in tables {
        let Ok(stream) = document.get_object_mut(id).and_then(Object::as_stream_mut) else { continue };
        let Ok(table) = stream.get_plain_content() else { continue };
        let has = |text: &[u8]| memchr::memmem::find(&table, text).is_some();
        // A table with both is the font's own.
        let is_own = !name.ends_with(b"Symbols") || has(b"<2264>") && has(b"<2265>");
        if !is_own {
            stream.set_plain_content(symbols.clone().into_bytes());
        } else if let Some(end) = memchr::memmem::find(&table, b"endcmap").filter(|_| !has(b"<00><0")) {
            stream.set_plain_content([&table[..end], entries(&[(0, *sign)]).as_bytes(), &table[end..]].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use pdf_extract::Stream;

    use super::*;

    /// Pages of Elsevier's papers ended at their first minus, and abstracts at “(n”.
    #[test]
    fn tables_of_tex_fonts_get_the_signs_that_they_lack_and_keep_theirs() {
        let named = |name: &str, table: &str| {
            let mut document = Document::with_version("1.4");
            let table = document.add_object(Stream::new(Dictionary::new(), table.as_bytes().to_vec()));
            let mut font = Dictionary::new();
            font.set("BaseFont", Object::Name(name.into()));
            font.set("ToUnicode", table);
            document.add_object(font);
            name_tex_symbols(&mut document);
            let stream = document.get_object(table).and_then(Object::as_stream).unwrap();
            String::from_utf8(stream.get_plain_content().unwrap()).unwrap()
        };
        let own = "<00><FF>endcodespacerange 1 beginbfrange <14><15>[<2264><2265>]endbfrange\nendcmap";
        let added = "<00><FF>endcodespacerange 1 beginbfrange <14><15>[<2264><2265>]endbfrange\n\
                     1 beginbfchar\n<00><2212>\nendbfchar\nendcmap";
        assert_eq!(named("ABCDEF+TeX_CM_Maths_Symbols", own), added);
        let foreign = named("ABCDEF+TeX_CM_Maths_Symbols", "<14><FFFD> endcmap");
        assert!(foreign.contains("<14><2264>") && foreign.contains("<88><003D>"), "{foreign}");
        assert!(named("ABCDEF+TeX_CM_Roman", "<01><0394> endcmap").contains("<00><0393>"));
        assert_eq!(named("ABCDEF+Times", "<01><0394> endcmap"), "<01><0394> endcmap");
    }
}
