//! XML as it is found: with a DOCTYPE nobody fetches and entities of HTML.

use std::{borrow::Cow, collections::BTreeSet};

use memchr::{memchr_iter, memmem};
use roxmltree::{Document, Node, ParsingOptions};

use super::decode::windows_1252;

/// More nodes than any article has.
const MOST_NODES: u32 = 5_000_000;

/// Deeper nesting than any article has; what lies deeper is not read.
pub(super) const DEEPEST: usize = 200;

/// More attributes than any element has. The parser compares each with all others.
const MOST_ATTRIBUTES: usize = 1_000;

/// Hands each element `name` of `text` to `take`, with the line that it begins on. One that has no end ends where the next
/// one begins.
pub(super) fn elements(text: &str, name: &str, mut take: impl FnMut(usize, &str)) {
    let (opening, closing) = (format!("<{name}"), format!("</{name}>"));
    let (opening, closing) = (memmem::Finder::new(&opening), memmem::Finder::new(&closing));
    let bytes = text.as_bytes();
    let next_from = |mut at: usize| loop {
        let start = at + opening.find(&bytes[at..])?;
        at = start + opening.needle().len();
        if text[at..].starts_with(['>', ' ', '\n', '\r', '\t', '/']) {
            return Some(start);
        }
    };
    let (mut line, mut counted) = (1, 0);
    let mut next = next_from(0);
    while let Some(start) = next {
        next = next_from(start + opening.needle().len());
        let limit = next.unwrap_or(text.len());
        let end = closing.find(&bytes[start..limit]).map_or(limit, |end| start + end + closing.needle().len());
        line += memchr_iter(b'\n', &bytes[counted..start]).count();
        counted = start;
        take(line, &text[start..end]);
    }
}

/// Parses `text`, in which [`entities`] were replaced.
///
/// # Errors
/// When it is not well-formed, or larger than any article is; in words.
pub(super) fn parse(text: &str) -> Result<Document<'_>, String> {
    if let Some(line) = crowded_tag(text) {
        return Err(format!("the element at line {line} has more than {MOST_ATTRIBUTES} attributes"));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| error.to_string())
}

/// The line of the first tag with more than [`MOST_ATTRIBUTES`] equals signs outside of its values.
fn crowded_tag(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'<', &bytes[at..]).map(|found| at + found) {
        let (mut count, mut quote) = (0, None);
        at = start + 1;
        // Declarations have no attributes, and text in them need not be balanced.
        while let Some(&byte) = bytes.get(at).filter(|_| !text[start..].starts_with("<!")) {
            at += 1;
            match (quote, byte) {
                (Some(open), _) if byte != open => {}
                (Some(_), _) => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => count += 1,
                (None, b'>' | b'<') => break,
                _ => {}
            }
            if count > MOST_ATTRIBUTES {
                return Some(1 + memchr::memchr_iter(b'\n', &bytes[..start]).count());
            }
        }
    }
    None
}

/// Replaces HTML's named entities, which an XML parser does not know. Those
/// that the text declares itself are left to it, unknown ones become `\u{fffd}`.
pub(super) fn entities(text: &str) -> Cow<'_, str> {
    let declared = declared(text);
    let mut out = String::new();
    let mut done = 0;
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        let rest = &text[at + 1..];
        let length = rest.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
        if length == 0 || rest.as_bytes().get(length) != Some(&b';') || rest.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let name = &rest[..length];
        if matches!(name, "amp" | "lt" | "gt" | "quot" | "apos") || declared.contains(name) {
            continue;
        }
        out.push_str(&text[done..at]);
        out.push(named(name).unwrap_or(char::REPLACEMENT_CHARACTER));
        done = at + 1 + length + 1;
    }
    if done == 0 {
        return text.into();
    }
    out.push_str(&text[done..]);
    out.into()
}

/// The entities that the document type at the top of `text` declares.
fn declared(text: &str) -> BTreeSet<&str> {
    const TOP: usize = 64 * 1024;
    let end = (0..=text.len().min(TOP)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let top = &text[..end];
    let names =
        top.match_indices("<!ENTITY").filter_map(|(at, keyword)| top[at + keyword.len()..].split_whitespace().next());
    names.collect()
}

/// The character of a reference without its `&` and `;`: `amp`, `nbsp`, `#8211`, `#x2014`.
pub(super) fn character(reference: &str) -> Option<char> {
    let Some(number) = reference.strip_prefix('#') else {
        return match reference {
            "amp" | "AMP" => Some('&'),
            "lt" | "LT" => Some('<'),
            "gt" | "GT" => Some('>'),
            "quot" | "QUOT" => Some('"'),
            "apos" => Some('\''),
            name => named(name),
        };
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    // Numbers that are none of Unicode's are meant in Windows-1252.
    match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9f) => Some(windows_1252(byte)),
        _ => char::from_u32(code).filter(|c| *c != '\0'),
    }
}

/// The character of an HTML entity.
fn named(name: &str) -> Option<char> {
    // Latin-1 from U+00A0 and Greek from U+0391 on, in order; the rest by number.
    const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
        sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
    const GREEK: &str = "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau \
        Upsilon Phi Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron \
        pi rho sigmaf sigma tau upsilon phi chi psi omega";
    const OTHERS: [(&str, char); 52] = [
        ("OElig", 'Œ'),
        ("oelig", 'œ'),
        ("Scaron", 'Š'),
        ("scaron", 'š'),
        ("Zcaron", 'Ž'),
        ("zcaron", 'ž'),
        ("ccaron", 'č'),
        ("Ccaron", 'Č'),
        ("cacute", 'ć'),
        ("lstrok", 'ł'),
        ("nacute", 'ń'),
        ("sacute", 'ś'),
        ("eogon", 'ę'),
        ("aogon", 'ą'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("sbquo", '‚'),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("bdquo", '„'),
        ("dagger", '†'),
        ("Dagger", '‡'),
        ("bull", '•'),
        ("hellip", '…'),
        ("permil", '‰'),
        ("prime", '′'),
        ("Prime", '″'),
        ("euro", '€'),
        ("trade", '™'),
        ("larr", '←'),
        ("uarr", '↑'),
        ("rarr", '→'),
        ("darr", '↓'),
        ("harr", '↔'),
        ("part", '∂'),
        ("sum", '∑'),
        ("minus", '−'),
        ("radic", '√'),
        ("infin", '∞'),
        ("int", '∫'),
        ("sim", '∼'),
        ("cong", '≅'),
        ("asymp", '≈'),
        ("ne", '≠'),
        ("equiv", '≡'),
        ("le", '≤'),
        ("ge", '≥'),
        ("thinsp", ' '),
        ("ensp", ' '),
        ("emsp", ' '),
    ];
    let position =
        |names: &str| names.split_whitespace().position(|known| known == name).and_then(|at| u32::try_from(at).ok());
    if let Some(at) = position(LATIN) {
        return char::from_u32(0xa0 + at);
    }
    if let Some(at) = position(GREEK) {
        return char::from_u32(0x391 + at);
    }
    OTHERS.iter().find(|(known, _)| *known == name).map(|(_, c)| *c)
}

/// The first child element of this name.
pub(super) fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.has_tag_name_any(name))
}

/// The text of the element at the end of a path of child elements.
pub(super) fn text_at(node: Node<'_, '_>, path: &[&str]) -> Option<String> {
    let found = path.iter().try_fold(node, |node, name| child(node, name))?;
    Some(all_text(found))
}

/// All text below `node`, as it stands.
pub(super) fn all_text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Names without regard to their name space, which articles leave out or put in.
pub(super) trait NameAny {
    /// Whether it is an element of this local name.
    fn has_tag_name_any(&self, name: &str) -> bool;
}

impl NameAny for Node<'_, '_> {
    fn has_tag_name_any(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_of_html_read_and_unknown_ones_do_no_harm() {
        assert_eq!(entities("&alpha;-&Omega; &eacute;&yuml;&le;5 &amp; &#233; &lt;"), "α-Ω éÿ≤5 &amp; &#233; &lt;");
        assert_eq!(entities("a & b &; &nosuch; &x"), "a & b &; \u{fffd} &x");
        let declared = "<!DOCTYPE a [<!ENTITY own 'mine'>]><a>&own;&beta;</a>";
        assert_eq!(all_text(parse(&entities(declared)).unwrap().root()), "mineβ");
    }

    #[test]
    fn a_bomb_of_entities_is_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b0 'xx'><!ENTITY b1 '&b0;&b0;&b0;&b0;&b0;&b0;&b0;&b0;'>".to_owned()
            + &(2..12).map(|i| format!("<!ENTITY b{i} '{}'>", format!("&b{};", i - 1).repeat(8))).collect::<String>()
            + "]><a>&b11;</a>";
        assert!(parse(&entities(&bomb)).is_err());
    }
}
