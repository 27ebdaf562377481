//! The signs in fonts of publishers, by the names and characters that the extractor knows.

use pdf_extract::{Dictionary, Document, Object};

/// The names of glyphs in a font, each with the usual name of the sign that it draws.
type Signs = &'static [(&'static str, &'static str)];

/// Signs by their names in the fonts of publishers (MathematicalPi, Universal Greek, those of ACS), and their usual names, by
/// which the extractor knows them. It left them out: “P 0.017” for “P = 0.017”.
const SIGNS: Signs = &[
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
pub(in super::super) fn name_signs(document: &mut Document) {
    for object in document.objects.values_mut() {
        match object {
            Object::Array(names) => rename(names, SIGNS),
            Object::Dictionary(font) => {
                if let Ok(Object::Array(names)) = font.get_mut(b"Differences") {
                    rename(names, SIGNS);
                }
                let own = font.get_mut(b"Encoding").and_then(|own| own.as_dict_mut()?.get_mut(b"Differences"));
                if let Ok(Object::Array(names)) = own {
                    rename(names, SIGNS);
                }
            }
            _ => {}
        }
    }
}

/// Gives the signs in a list of glyphs their usual names.
fn rename(names: &mut [Object], signs: Signs) {
    for entry in names {
        if let Object::Name(name) = entry
            && let Some((_, known)) = signs.iter().find(|(own, _)| own.as_bytes() == name.as_slice())
        {
            *name = known.as_bytes().to_vec();
        }
    }
}

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
pub(in super::super) fn name_typed_signs(document: &mut Document) {
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
        rename(&mut names, signs);
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
pub(in super::super) fn name_private_signs(document: &mut Document) {
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

#[cfg(test)]
mod tests {
    use pdf_extract::Stream;

    use super::*;

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
    }
}
