//! Which encodings the extractor takes for a font.

use std::collections::BTreeSet;

use pdf_extract::{Dictionary, Document, Object};

/// Makes the extractor heed the encodings that the file states for its compact fonts (Type 1C): it would prefer those
/// that the fonts bring along, which a reader of PDF must not use where the file states others. “±” became “–”, and
/// whole papers became rubbish whose producer numbers its glyphs anew.
pub(in super::super) fn prefer_stated_encodings(document: &mut Document) {
    let (mut stated, mut unstated) = (BTreeSet::new(), BTreeSet::new());
    for font in document.objects.values().filter_map(|object| object.as_dict().ok()) {
        let Ok(descriptor) = font.get(b"FontDescriptor").and_then(Object::as_reference) else { continue };
        let kind = font.get(b"Subtype").and_then(Object::as_name);
        let known = matches!(kind, Ok(b"Type1" | b"MMType1")) && !font.has(b"ToUnicode") && is_stated(document, font);
        if known {
            stated.insert(descriptor)
        } else {
            unstated.insert(descriptor)
        };
    }
    for id in stated.difference(&unstated) {
        if let Ok(descriptor) = document.get_object_mut(*id).and_then(Object::as_dict_mut) {
            descriptor.remove(b"FontFile3");
        }
    }
}

/// Whether the file states the encoding of all characters that the font is used for.
fn is_stated(document: &Document, font: &Dictionary) -> bool {
    const NAMES: [&[u8]; 3] = [b"WinAnsiEncoding", b"MacRomanEncoding", b"StandardEncoding"];
    let resolved = |object| document.dereference(object).map(|(_, object)| object);
    let named = |object: &Object| object.as_name().is_ok_and(|name| NAMES.contains(&name));
    match font.get(b"Encoding").and_then(resolved) {
        Ok(Object::Dictionary(encoding)) => {
            encoding.get(b"BaseEncoding").and_then(resolved).is_ok_and(named)
                || covered(document, encoding)
                    .is_some_and(|codes| used(document, font).is_some_and(|used| used.is_subset(&codes)))
        }
        Ok(encoding) => named(encoding),
        Err(_) => false,
    }
}

/// The codes for which an encoding names the characters.
fn covered(document: &Document, encoding: &Dictionary) -> Option<BTreeSet<i64>> {
    let (_, differences) = document.dereference(encoding.get(b"Differences").ok()?).ok()?;
    let (mut codes, mut code) = (BTreeSet::new(), 0_i64);
    for entry in differences.as_array().ok()? {
        match document.dereference(entry).ok()?.1 {
            Object::Integer(first) => code = *first,
            Object::Name(_) => {
                codes.insert(code);
                code = code.checked_add(1)?;
            }
            _ => return None,
        }
    }
    Some(codes)
}

/// The codes for which a font has widths.
fn used(document: &Document, font: &Dictionary) -> Option<BTreeSet<i64>> {
    let first = font.get(b"FirstChar").and_then(Object::as_i64).ok()?;
    let (_, widths) = document.dereference(font.get(b"Widths").ok()?).ok()?;
    let wide = |width: &Object| width.as_float().is_ok_and(|width| width > 0.0);
    let codes = widths.as_array().ok()?.iter().zip(first..);
    Some(codes.filter(|(width, _)| wide(width)).map(|(_, code)| code).collect())
}

/// Takes the encoding from each ZapfDingbats without widths. The extractor looks up its glyphs by the names of letters
/// there and gives up the page, which is any page with a plot by R on it.
pub(in super::super) fn leave_dingbats_their_encoding(document: &mut Document) {
    for object in document.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.get(b"BaseFont").and_then(Object::as_name).is_ok_and(|name| name == b"ZapfDingbats")
            && !font.has(b"Widths")
        {
            font.remove(b"Encoding");
        }
    }
}

#[cfg(test)]
mod tests {
    use pdf_extract::Stream;

    use super::*;

    /// Whether a font with these entries keeps the encoding that it brings along.
    fn keeps_its_own(entries: &[(&str, Object)]) -> bool {
        let mut document = Document::with_version("1.4");
        let file = document.add_object(Stream::new(Dictionary::new(), Vec::new()));
        let mut descriptor = Dictionary::new();
        descriptor.set("FontFile3", file);
        let descriptor = document.add_object(descriptor);
        let mut font = Dictionary::new();
        font.set("Subtype", Object::Name(b"Type1".to_vec()));
        font.set("FontDescriptor", descriptor);
        font.set("FirstChar", 33);
        font.set("Widths", vec![500.into(), 600.into(), 0.into()]);
        entries.iter().for_each(|(name, value)| font.set(*name, value.clone()));
        document.add_object(font);
        prefer_stated_encodings(&mut document);
        document.get_dictionary(descriptor).unwrap().has(b"FontFile3")
    }

    /// A page with a plot by R ended at its first point.
    #[test]
    fn dingbats_keep_their_own_encoding() {
        let mut document = Document::with_version("1.4");
        let mut add = |name: &[u8]| {
            let mut font = Dictionary::new();
            font.set("BaseFont", Object::Name(name.to_vec()));
            font.set("Encoding", Object::Name(b"WinAnsiEncoding".to_vec()));
            document.add_object(font)
        };
        let fonts = [add(b"ZapfDingbats"), add(b"Helvetica")];
        leave_dingbats_their_encoding(&mut document);
        let states = fonts.map(|font| document.get_dictionary(font).unwrap().has(b"Encoding"));
        assert_eq!(states, [false, true]);
    }

    /// “±” became “–”, and whole papers became rubbish.
    #[test]
    fn a_stated_encoding_comes_before_that_of_the_font_where_it_names_all_that_is_drawn() {
        let named = ("Encoding", Object::Name(b"WinAnsiEncoding".to_vec()));
        let differences = |names: &[&str]| {
            let names = names.iter().map(|name| Object::Name(name.as_bytes().to_vec()));
            let mut encoding = Dictionary::new();
            encoding.set("Differences", std::iter::once(Object::Integer(33)).chain(names).collect::<Vec<_>>());
            ("Encoding", Object::Dictionary(encoding))
        };
        assert!(!keeps_its_own(std::slice::from_ref(&named)));
        assert!(!keeps_its_own(&[differences(&["plusminus", "a"])]));
        assert!(keeps_its_own(&[differences(&["plusminus"])]), "a character is drawn that the file does not name");
        assert!(keeps_its_own(&[]));
        assert!(keeps_its_own(&[named, ("ToUnicode", Object::Integer(1))]), "the file says what each code means");
    }
}
