//! Which characters the fonts of a PDF draw.

mod tex;

use std::collections::BTreeSet;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, content::Content};

use super::drawing;

pub(super) use tex::name_tex_symbols;

/// Makes the extractor heed the encodings that the file states for its compact fonts (Type 1C): it would prefer those
/// that the fonts bring along, which a reader of PDF must not use where the file states others. “±” became “–”, and
/// whole papers became rubbish whose producer numbers its glyphs anew.
pub(super) fn prefer_stated_encodings(document: &mut Document) {
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

/// Gives each character of a range its width, in the fonts that state one width for all of it (ISO 32000-1, 9.7.4.3). The
/// extractor takes the first character's number for the width there, and what Google Docs and Chrome write had blanks within
/// its words: “Po p ulatio n”.
pub(super) fn spell_out_widths(document: &mut Document) {
    let spelt_out = |font: &Dictionary| {
        let widths = document.dereference(font.get(b"W").ok()?).ok()?.1.as_array().ok()?;
        without_ranges(widths)
    };
    let fonts = document.objects.iter().filter_map(|(id, object)| Some((*id, spelt_out(object.as_dict().ok()?)?)));
    for (id, widths) in fonts.collect::<Vec<_>>() {
        if let Ok(font) = document.get_object_mut(id).and_then(Object::as_dict_mut) {
            font.set("W", widths);
        }
    }
}

/// Widths of characters without ranges; `None` where there are none, or they make no sense.
fn without_ranges(widths: &[Object]) -> Option<Vec<Object>> {
    /// Characters of a font, at most.
    const MOST: i64 = 1 << 16;
    let (mut found, mut rest, mut has_range) = (Vec::new(), widths, false);
    while let [first, second, tail @ ..] = rest {
        if matches!(second, Object::Array(_) | Object::Reference(_)) {
            found.extend([first.clone(), second.clone()]);
            rest = tail;
        } else {
            let (width, tail) = tail.split_first()?;
            let count = second.as_i64().ok()?.checked_sub(first.as_i64().ok()?)?.clamp(-1, MOST) + 1;
            found.extend([first.clone(), Object::Array(vec![width.clone(); usize::try_from(count).ok()?])]);
            (rest, has_range) = (tail, true);
        }
    }
    has_range.then_some(found)
}

/// Signs by their names in the fonts of publishers (MathematicalPi, Universal Greek, those of ACS), and their usual names, by
/// which the extractor knows them. It left them out: “P 0.017” for “P = 0.017”.
const SIGNS: [(&str, &str); 48] = [
    ("H9003", "Gamma"),
    ("H9004", "Delta"),
    ("H9008", "Theta"),
    ("H9011", "Lambda"),
    ("H9016", "Pi"),
    ("H9018", "Sigma"),
    ("H9021", "Phi"),
    ("H9023", "Psi"),
    ("H9024", "Omega"),
    ("H9251", "alpha"),
    ("H9252", "beta"),
    ("H9253", "gamma"),
    ("H9254", "delta"),
    ("H9255", "epsilon"),
    ("H9256", "zeta"),
    ("H9257", "eta"),
    ("H9258", "theta"),
    ("H9259", "iota"),
    ("H9260", "kappa"),
    ("H9261", "lambda"),
    ("H9262", "mu"),
    ("H9263", "nu"),
    ("H9264", "xi"),
    ("H9265", "omicron"),
    ("H9266", "pi"),
    ("H9267", "rho"),
    ("H9268", "sigma"),
    ("H9270", "tau"),
    ("H9271", "upsilon"),
    ("H9272", "phi"),
    ("H9273", "chi"),
    ("H9274", "psi"),
    ("H9275", "omega"),
    ("H11001", "plus"),
    ("H11002", "minus"),
    ("H11003", "multiply"),
    ("H11005", "equal"),
    ("H11006", "plusminus"),
    ("H11009", "infinity"),
    ("H11011", "similar"),
    ("H11015", "approxequal"),
    ("H11021", "less"),
    ("H11022", "greater"),
    ("H11032", "minute"),
    ("H11034", "degree"),
    ("H11349", "lessequal"),
    ("H11350", "greaterequal"),
    ("betatwo", "beta"),
];

/// Gives the signs of publishers' fonts the names by which the extractor knows them.
pub(super) fn name_signs(document: &mut Document) {
    fn rename(names: &mut Object) {
        for entry in names.as_array_mut().into_iter().flatten() {
            if let Object::Name(name) = entry
                && let Some((_, known)) = SIGNS.iter().find(|(own, _)| own.as_bytes() == name.as_slice())
            {
                *name = known.as_bytes().to_vec();
            }
        }
    }
    for object in document.objects.values_mut() {
        match object {
            Object::Array(_) => rename(object),
            Object::Dictionary(font) => {
                if let Ok(names) = font.get_mut(b"Differences") {
                    rename(names);
                }
                if let Ok(names) = font.get_mut(b"Encoding").and_then(|own| own.as_dict_mut()?.get_mut(b"Differences"))
                {
                    rename(names);
                }
            }
            _ => {}
        }
    }
}

/// Takes the encoding from each ZapfDingbats without widths. The extractor looks up its glyphs by the names of letters
/// there and gives up the page, which is any page with a plot by R on it.
pub(super) fn leave_dingbats_their_encoding(document: &mut Document) {
    for object in document.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.get(b"BaseFont").and_then(Object::as_name).is_ok_and(|name| name == b"ZapfDingbats")
            && !font.has(b"Widths")
        {
            font.remove(b"Encoding");
        }
    }
}

/// The names of glyphs in a font, each with the usual name of the sign that it draws.
type Signs = &'static [(&'static str, &'static str)];

/// The symbols of TeX by their codes: “C20” is “≤”. Some have the name of what a font for text has in their places:
/// “onequarter” is “=”.
const SYMBOLS: Signs = &[
    ("C0", "minus"),
    ("C1", "periodcentered"),
    ("C2", "multiply"),
    ("C3", "asterisk"),
    ("C6", "plusminus"),
    ("C14", "degree"),
    ("C15", "bullet"),
    ("C20", "lessequal"),
    ("C21", "greaterequal"),
    ("C24", "similar"),
    ("C25", "approxequal"),
    ("C33", "arrowright"),
    ("Thorn", "parenright"),
    ("eth", "parenleft"),
    ("onehalf", "bracketleft"),
    ("onequarter", "equal"),
    ("thorn", "plus"),
];

/// The italics of TeX by their codes.
const ITALICS: Signs = &[
    ("C11", "alpha"),
    ("C12", "beta"),
    ("C13", "gamma"),
    ("C14", "delta"),
    ("C15", "epsilon"),
    ("C16", "zeta"),
    ("C17", "eta"),
    ("C18", "theta"),
    ("C20", "kappa"),
    ("C21", "lambda"),
    ("C22", "mu"),
    ("C24", "xi"),
    ("C25", "pi"),
    ("C26", "rho"),
    ("C27", "sigma"),
    ("C28", "tau"),
    ("C30", "phi"),
    ("C31", "chi"),
    ("C32", "psi"),
    ("C33", "omega"),
];

/// MathematicalPi by the keys that it is typed with.
const MATHEMATICAL_PI: Signs = &[
    ("comma", "less"),
    ("five", "equal"),
    ("one", "plus"),
    ("period", "greater"),
    ("semicolon", "similar"),
    ("six", "plusminus"),
    ("three", "multiply"),
    ("two", "minus"),
];

/// Universal Greek by the keys that it is typed with.
const UNIVERSAL_GREEK: Signs = &[
    ("a", "alpha"),
    ("b", "beta"),
    ("d", "delta"),
    ("e", "epsilon"),
    ("g", "gamma"),
    ("h", "eta"),
    ("k", "kappa"),
    ("l", "lambda"),
    ("m", "mu"),
    ("n", "nu"),
    ("p", "pi"),
    ("r", "rho"),
    ("s", "sigma"),
    ("t", "tau"),
    ("u", "theta"),
    ("z", "zeta"),
];

/// Fonts in which publishers set signs, by the ends of their names: those of Advent (Elsevier, Wiley, Springer,
/// societies), and of the University of Chicago Press.
const TYPED: [(&str, Signs); 12] = [
    ("AdvP4C4E59", ITALICS),
    ("AdvP4C4E74", SYMBOLS),
    ("AdvP7DA6", UNIVERSAL_GREEK),
    ("AdvP7DED", MATHEMATICAL_PI),
    ("AdvPS7DED", MATHEMATICAL_PI),
    ("AdvP80675", MATHEMATICAL_PI),
    ("AdvPS.MH4", MATHEMATICAL_PI),
    ("AdvPS586B", MATHEMATICAL_PI),
    ("AdvPSSPS-AS", &[("parenright", "minus")]),
    ("AdvTir_symb", &[("backslash", "less"), ("nine", "multiply")]),
    ("MathTechnicalP01", &[("exclam", "less"), ("one", "greater")]),
    ("MathTechnicalP03", &[("p", "equal")]),
];

/// Gives the signs of [`TYPED`] the names by which the extractor knows them. Their tables of characters lack them or have
/// the keys in their places: “cm y⁻¹” was “cm y¹”, “p < 0.05” was “p , 0.05”, “<50 copies” was “!50 copies” and “−0.53” was
/// “20.53”.
pub(super) fn name_typed_signs(document: &mut Document) {
    let signs = |font: &Dictionary| {
        let name = font.get(b"BaseFont").and_then(Object::as_name).ok()?;
        TYPED.iter().find(|(own, _)| name.ends_with(own.as_bytes())).map(|(_, signs)| *signs)
    };
    let resolved = |object: &Object| document.dereference(object).ok().map(|(_, object)| object.clone());
    let named = |font: &Dictionary| {
        let signs = signs(font)?;
        let mut encoding = match resolved(font.get(b"Encoding").ok()?)? {
            Object::Dictionary(encoding) => encoding,
            base @ Object::Name(_) => return Some(typed(base, signs)),
            _ => return None,
        };
        let Object::Array(mut names) = resolved(encoding.get(b"Differences").ok()?)? else { return None };
        for entry in &mut names {
            if let Object::Name(name) = entry
                && let Some((_, known)) = signs.iter().find(|(own, _)| own.as_bytes() == name.as_slice())
            {
                *name = known.as_bytes().to_vec();
            }
        }
        encoding.set("Differences", names);
        Some(encoding)
    };
    let fonts = document.objects.iter().filter_map(|(id, object)| Some((*id, named(object.as_dict().ok()?)?)));
    for (id, encoding) in fonts.collect::<Vec<_>>() {
        if let Ok(font) = document.get_object_mut(id).and_then(Object::as_dict_mut) {
            font.set("Encoding", encoding);
            font.remove(b"ToUnicode");
        }
    }
}

/// Gives the signs of MathematicalPi their characters where its table has them by their keys in the private use area
/// (“=” as U+E035), of which nothing is left in a text.
pub(super) fn name_private_signs(document: &mut Document) {
    /// The keys of [`MATHEMATICAL_PI`] with their signs.
    const SIGNS: [(u8, char); 8] =
        [(b',', '<'), (b'.', '>'), (b'1', '+'), (b'2', '−'), (b'3', '×'), (b'5', '='), (b'6', '±'), (b';', '∼')];
    let is_pi = |font: &Dictionary| {
        let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or_default();
        memchr::memmem::find(name, b"MathematicalPi").is_some()
    };
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok()).filter(|font| is_pi(font));
    let tables: Vec<_> = fonts.filter_map(|font| font.get(b"ToUnicode").ok()?.as_reference().ok()).collect();
    for id in tables {
        let Ok(stream) = document.get_object_mut(id).and_then(Object::as_stream_mut) else { continue };
        let Ok(table) = stream.get_plain_content() else { continue };
        let Ok(mut table) = String::from_utf8(table) else { continue };
        for (key, sign) in SIGNS {
            table = table.replace(&format!("<E0{key:02X}>"), &format!("<{:04X}>", u32::from(sign)));
        }
        stream.set_plain_content(table.into_bytes());
    }
}

/// An encoding by keys, with the signs in their places.
fn typed(base: Object, signs: Signs) -> Dictionary {
    let code = |name: &str| match name {
        "backslash" => Some(b'\\'),
        "comma" => Some(b','),
        "parenright" => Some(b')'),
        "period" => Some(b'.'),
        "semicolon" => Some(b';'),
        "one" => Some(b'1'),
        "two" => Some(b'2'),
        "three" => Some(b'3'),
        "five" => Some(b'5'),
        "six" => Some(b'6'),
        "nine" => Some(b'9'),
        letter if letter.len() == 1 => letter.bytes().next(),
        _ => None,
    };
    let placed = signs.iter().filter_map(|(name, sign)| Some((code(name)?, sign)));
    let names = placed.flat_map(|(code, sign)| [i64::from(code).into(), Object::Name(sign.as_bytes().to_vec())]);
    let mut encoding = Dictionary::new();
    encoding.set("BaseEncoding", base);
    encoding.set("Differences", names.collect::<Vec<_>>());
    encoding
}

/// Renames the fonts of each form so that no name occurs twice on a page. The extractor keeps one table of fonts by name
/// for a page and the forms on it, so a logo's font could decode the abstract and lose half its letters.
pub(super) fn rename_form_fonts(document: &mut Document) {
    let is_form = |object: &Object| matches!(object, Object::Stream(stream) if drawing::is_form(stream));
    let forms: Vec<ObjectId> =
        document.objects.iter().filter(|(_, object)| is_form(object)).map(|(id, _)| *id).collect();
    for id in forms {
        let renamed = document
            .get_object(id)
            .and_then(Object::as_stream)
            .ok()
            .and_then(|form| with_own_fonts(document, form, id));
        if let Some((resources, content)) = renamed
            && let Ok(form) = document.get_object_mut(id).and_then(Object::as_stream_mut)
        {
            form.dict.set("Resources", resources);
            form.set_plain_content(content);
        }
    }
}

/// The resources and the content of a form with its fonts renamed; `None` where it has none or cannot be read.
fn with_own_fonts(document: &Document, form: &Stream, id: ObjectId) -> Option<(Dictionary, Vec<u8>)> {
    let resolved = |object| document.dereference(object).ok().and_then(|(_, object)| object.as_dict().ok());
    let mut resources = resolved(form.dict.get(b"Resources").ok()?)?.clone();
    let fonts = resolved(resources.get(b"Font").ok()?)?;
    let own = |name: &[u8]| [name, format!("_{}_{}", id.0, id.1).as_bytes()].concat();
    let mut named = Dictionary::new();
    fonts.iter().for_each(|(name, font)| named.set(own(name), font.clone()));
    let mut content = Content::decode(&form.get_plain_content().ok()?).ok()?;
    // A picture within the content has no text, and cannot always be written again.
    content.operations.retain(|operation| operation.operator != "BI");
    for operation in content.operations.iter_mut().filter(|operation| operation.operator == "Tf") {
        if let Some(Object::Name(name)) = operation.operands.first_mut()
            && fonts.has(name)
        {
            *name = own(name);
        }
    }
    resources.set("Font", named);
    Some((resources, content.encode().ok()?))
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

    /// A preprint made with Google Docs had blanks in the middle of its words, and gave no statement.
    #[test]
    fn the_width_of_a_range_is_that_of_each_of_its_characters() {
        let [one, three, wide] = [Object::Integer(1), Object::Integer(3), Object::Integer(556)];
        let widths = vec![one.clone(), Object::Array(vec![wide.clone()]), one.clone(), three.clone(), wide.clone()];
        let each = Object::Array(vec![wide.clone(); 3]);
        assert_eq!(
            without_ranges(&widths).unwrap(),
            [one.clone(), Object::Array(vec![wide.clone()]), one.clone(), each]
        );
        assert_eq!(without_ranges(&widths[..2]), None, "nothing to spell out");
        assert_eq!(without_ranges(&[three, one, wide]).unwrap()[1], Object::Array(Vec::new()));
    }

    /// Half the letters of an abstract were lost to the font of an emblem that the page draws as well.
    #[test]
    fn the_fonts_of_a_form_have_names_that_the_page_has_not() {
        let mut document = Document::with_version("1.4");
        let font = document.add_object(Dictionary::new());
        let mut fonts = Dictionary::new();
        fonts.set("F1", font);
        let mut resources = Dictionary::new();
        resources.set("Font", fonts);
        let resources = document.add_object(resources);
        let mut form = Dictionary::new();
        form.set("Subtype", Object::Name(b"Form".to_vec()));
        form.set("Resources", resources);
        let id = document.add_object(Stream::new(form, b"BT /F1 9 Tf (Open) Tj /F2 9 Tf (Access) Tj ET".to_vec()));
        rename_form_fonts(&mut document);
        let form = document.get_object(id).and_then(Object::as_stream).unwrap();
        let own = format!("F1_{}_{}", id.0, id.1);
        let drawn = String::from_utf8(form.get_plain_content().unwrap()).unwrap();
        assert!(drawn.contains(&format!("/{own} 9 Tf")) && drawn.contains("/F2 9 Tf"), "{drawn}");
        let fonts = document.get_dict_in_dict(&form.dict, b"Resources").and_then(|own| own.get(b"Font")).unwrap();
        assert_eq!(fonts.as_dict().unwrap().get(own.as_bytes()).unwrap(), &Object::Reference(font));
        assert!(document.get_dictionary(resources).unwrap().get(b"Font").unwrap().as_dict().unwrap().has(b"F1"));
    }

    /// A result without its signs, or with “�” for them, is left out as damaged.
    #[test]
    fn signs_of_publishers_fonts_have_names_that_are_known() {
        let mut document = Document::with_version("1.4");
        let names = |own: &str| vec![Object::Integer(2), Object::Name(own.into()), Object::Name(b"a".to_vec())];
        let mut encoding = Dictionary::new();
        encoding.set("Differences", names("H11349"));
        let mut font = Dictionary::new();
        font.set("Encoding", encoding);
        let (font, list) = (document.add_object(font), document.add_object(names("H9253")));
        name_signs(&mut document);
        let of = document.get_dictionary(font).unwrap().get(b"Encoding").and_then(Object::as_dict).unwrap();
        assert_eq!(of.get(b"Differences").unwrap(), &Object::Array(names("lessequal")));
        assert_eq!(document.get_object(list).unwrap(), &Object::Array(names("gamma")));

        let mut encoding = Dictionary::new();
        encoding.set("Differences", names("C20"));
        let encoding = document.add_object(encoding);
        let mut font = Dictionary::new();
        font.set("BaseFont", Object::Name(b"GILBEP+AdvP4C4E74".to_vec()));
        font.set("Encoding", encoding);
        font.set("ToUnicode", Object::Integer(1));
        let font = document.add_object(font);
        name_typed_signs(&mut document);
        let font = document.get_dictionary(font).unwrap();
        let of = font.get(b"Encoding").and_then(Object::as_dict).unwrap();
        assert_eq!(of.get(b"Differences").unwrap(), &Object::Array(names("lessequal")));
        assert!(!font.has(b"ToUnicode"), "it names no sign");
        let mut font = Dictionary::new();
        font.set("BaseFont", Object::Name(b"IFACMK+AdvP80675".to_vec()));
        font.set("Encoding", Object::Name(b"WinAnsiEncoding".to_vec()));
        let font = document.add_object(font);
        name_typed_signs(&mut document);
        let of = document.get_dictionary(font).unwrap().get(b"Encoding").and_then(Object::as_dict).unwrap();
        let less = [Object::Integer(44), Object::Name(b"less".to_vec())];
        assert!(of.get(b"Differences").and_then(Object::as_array).unwrap().starts_with(&less));
        let mut font = Dictionary::new();
        font.set("BaseFont", Object::Name(b"AdvTir_symb".to_vec()));
        font.set("Encoding", Object::Name(b"WinAnsiEncoding".to_vec()));
        let font = document.add_object(font);
        name_typed_signs(&mut document);
        let of = document.get_dictionary(font).unwrap().get(b"Encoding").and_then(Object::as_dict).unwrap();
        let times = [Object::Integer(57), Object::Name(b"multiply".to_vec())];
        assert!(of.get(b"Differences").and_then(Object::as_array).unwrap().ends_with(&times));

        let table = document.add_object(Stream::new(Dictionary::new(), b"<0015> <E035> <0016> <E036>".to_vec()));
        let mut font = Dictionary::new();
        font.set("BaseFont", Object::Name(b"WOKTZW+MathematicalPi-One".to_vec()));
        font.set("ToUnicode", table);
        document.add_object(font);
        name_private_signs(&mut document);
        let said = document.get_object(table).and_then(Object::as_stream).unwrap().get_plain_content().unwrap();
        assert_eq!(String::from_utf8(said).unwrap(), "<0015> <003D> <0016> <00B1>");

        let table = document.add_object(Stream::new(Dictionary::new(), b"<01><15>[<FFFD>]".to_vec()));
        let mut font = Dictionary::new();
        font.set("BaseFont", Object::Name(b"ABCDEF+TeX_CM_Maths_Symbols".to_vec()));
        font.set("ToUnicode", table);
        document.add_object(font);
        name_tex_symbols(&mut document);
        let said = document.get_object(table).and_then(Object::as_stream).unwrap().get_plain_content().unwrap();
        assert!(String::from_utf8(said).unwrap().contains("<14><2264>"));
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
