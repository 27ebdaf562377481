//! What a page draws, in the words that the extractor knows.

use pdf_extract::{
    Document, Object, Stream,
    content::{Content, Operation},
};

/// Takes the bytes out of every picture and colour profile. The library reads whatever a page draws as drawing commands,
/// and the bytes of a photograph end the page where they are drawn; it unpacks a profile each time that a colour is set,
/// and figures of some hundred marks took 20 s.
pub(super) fn empty_pictures_and_profiles(document: &mut Document) {
    for object in document.objects.values_mut() {
        if let Object::Stream(stream) = object
            && (matches!(stream.dict.get(b"Subtype").and_then(Object::as_name), Ok(b"Image")) || is_profile(stream))
        {
            stream.content.clear();
            stream.dict.remove(b"Filter");
        }
    }
}

/// Whether a stream is an ICC profile, which gives its number of colours and has no type (ISO 32000-1, 8.6.5.5).
fn is_profile(stream: &Stream) -> bool {
    let has = |name: &[u8]| stream.dict.has(name);
    has(b"N") && ![&b"Type"[..], b"Subtype", b"FunctionType", b"ShadingType", b"PatternType"].into_iter().any(has)
}

/// Writes the two operators that go to the next line and show a text there (`'` and `"`, ISO 32000-1, 9.4.3) as those
/// that they stand for. The extractor passes over them, and Ghostscript ends most paragraphs with one: the last line of
/// an abstract was lost.
pub(super) fn spell_out_lines(document: &mut Document) {
    rewrite_contents(document, spelt_out);
}

/// Leaves the lines and areas out of large drawings: as commands a scatter plot of 100,000 points takes more memory than a
/// reader may have, and the file could not be read at all.
pub(super) fn leave_out_paths(document: &mut Document) {
    /// Contents up to this size are read whole, in bytes.
    const LARGE: usize = 1 << 20;
    rewrite_contents(document, |content| (content.len() > LARGE).then(|| without_paths(content)));
}

/// Replaces the contents of pages and forms for which `rewritten` has others.
fn rewrite_contents(document: &mut Document, rewritten: impl Fn(&[u8]) -> Option<Vec<u8>>) {
    for page in document.get_pages().into_values() {
        if let Some(content) = document.get_page_content(page).ok().as_deref().and_then(&rewritten) {
            // A page that cannot be changed is read as the file has it.
            let _ = document.change_page_content(page, content);
        }
    }
    for object in document.objects.values_mut() {
        if let Object::Stream(form) = object
            && is_form(form)
            && let Some(content) = form.get_plain_content().ok().as_deref().and_then(&rewritten)
        {
            form.set_plain_content(content);
        }
    }
}

/// The operators that draw lines and areas (ISO 32000-1, 8.5), which show no text.
const PATHS: &[&[u8]] = &[
    b"m", b"l", b"c", b"v", b"y", b"h", b"re", b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"n", b"W",
    b"W*",
];

/// The content without the operators of [`PATHS`] and their operands. What follows a picture within it stays.
fn without_paths(content: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    // Where the operands of the next operator begin.
    let (mut operands, mut at) = (0, 0);
    while at < content.len() {
        let end = token_end(content, at);
        let token = &content[at..end];
        at = end;
        if token == b"BI" {
            break;
        }
        if PATHS.contains(&token) {
            operands = at;
        } else if token.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'"')) {
            kept.extend_from_slice(&content[operands..at]);
            operands = at;
        }
    }
    kept.extend_from_slice(&content[operands..]);
    kept
}

/// Where the token ends that begins at `at`: a string, a word, or a single other byte.
fn token_end(content: &[u8], at: usize) -> usize {
    let is_regular = |byte: &u8| !byte.is_ascii_whitespace() && !b"()<>[]{}/%\0".contains(byte);
    let until = |is_end: &dyn Fn(&u8) -> bool| {
        content[at + 1..].iter().position(is_end).map_or(content.len(), |length| at + 1 + length)
    };
    match content[at] {
        b'(' => {
            let (mut depth, mut escaped) = (0_usize, false);
            let closes = |byte: &u8| {
                match byte {
                    _ if escaped => {}
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                escaped = !escaped && *byte == b'\\';
                depth == 0
            };
            content[at..].iter().position(closes).map_or(content.len(), |length| at + length + 1)
        }
        b'%' => until(&|byte| matches!(byte, b'\n' | b'\r')),
        b'/' => until(&|byte| !is_regular(byte)),
        b'<' if content.get(at + 1) != Some(&b'<') => until(&|byte| *byte == b'>'),
        ref byte if is_regular(byte) => until(&|byte| !is_regular(byte)),
        _ => at + 1,
    }
}

/// Whether a stream is a form: content that pages draw as one object.
pub(super) fn is_form(stream: &Stream) -> bool {
    matches!(stream.dict.get(b"Subtype").and_then(Object::as_name), Ok(b"Form"))
}

/// The content with its next-line operators spelt out; `None` where it has none or cannot be read.
fn spelt_out(content: &[u8]) -> Option<Vec<u8>> {
    if !may_show_next_line(content) {
        return None;
    }
    let mut operations = Vec::new();
    for Operation { operator, mut operands } in Content::decode(content).ok()?.operations {
        match (operator.as_str(), operands.len()) {
            ("'", 1) => {
                operations.extend([Operation::new("T*", Vec::new()), Operation::new("Tj", operands)]);
            }
            ("\"", 3) => {
                let text = operands.split_off(2);
                let spacing = operands.split_off(1);
                operations.extend([
                    Operation::new("Tw", operands),
                    Operation::new("Tc", spacing),
                    Operation::new("T*", Vec::new()),
                    Operation::new("Tj", text),
                ]);
            }
            // A picture within the content has no text, and cannot always be written again.
            ("BI", _) => {}
            _ => operations.push(Operation { operator, operands }),
        }
    }
    Content { operations }.encode().ok()
}

/// Whether a text may be followed by one of the operators, which is cheap to see; most files have none.
fn may_show_next_line(content: &[u8]) -> bool {
    memchr::memchr2_iter(b'\'', b'"', content).any(|at| {
        let before = content[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        matches!(before, Some(b')' | b'>'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(content: &str) -> Option<String> {
        spelt_out(content.as_bytes()).map(|content| String::from_utf8(content).unwrap())
    }

    /// An abstract would end with “is under noradrenergic” where it says “control.” on a last line.
    #[test]
    fn a_text_on_the_next_line_is_shown() {
        assert_eq!(
            spelt("BT (is under) Tj 12 TL (control.) ' ET").unwrap(),
            "BT\n(is under) Tj\n12 TL\nT*\n(control.) Tj\nET"
        );
        assert_eq!(spelt("BT 1 0.5 (control.)\" ET").unwrap(), "BT\n1 Tw\n0.5 Tc\nT*\n(control.) Tj\nET");
        assert_eq!(spelt("BT (it's \"new\") Tj ET"), None);
    }

    /// A paper with a large plot could not be added.
    #[test]
    fn lines_and_areas_are_left_out_and_texts_stay() {
        let drawn = "q 1 0 0 1 72 720 cm\n0.5 w 10 10 m 20.5 -3 l S\n/F1 9 Tf BT (1 2 m \\) (S)) Tj [(a) -3 <f>] TJ ET \
                     0 0 9 9 re W* n /Im1 Do % 1 l\nBT (c) ' ET Q";
        let kept = String::from_utf8(without_paths(drawn.as_bytes())).unwrap();
        let words: Vec<&str> = kept.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            "q 1 0 0 1 72 720 cm 0.5 w /F1 9 Tf BT (1 2 m \\) (S)) Tj [(a) -3 <f>] TJ ET /Im1 Do % 1 l BT (c) ' ET Q"
        );
        assert_eq!(without_paths(b"1 2 l BI /W 1 ID S \x01 n EI 3 4 l"), b" BI /W 1 ID S \x01 n EI 3 4 l");
    }

    /// A picture that stands in the text would end it.
    #[test]
    fn what_is_drawn_beside_stays_but_for_pictures() {
        let picture = "BI /W 1 /H 1 /CS /G /BPC 8 ID \u{1} EI";
        assert_eq!(spelt(&format!("q {picture} Q BT (a) ' ET")).unwrap(), "q\nQ\nBT\nT*\n(a) Tj\nET");
    }

    /// A figure of some hundred marks unpacked its colour profile for each, and the paper was given up.
    #[test]
    fn colour_profiles_are_emptied_and_contents_stay() {
        let mut document = Document::new();
        let mut add = |entries: &[(&str, Object)]| {
            let dictionary = entries.iter().map(|(name, value)| (*name, value.clone())).collect();
            document.add_object(Stream::new(dictionary, b"0 g".to_vec()))
        };
        let profile = add(&[("N", Object::Integer(4))]);
        let function = add(&[("N", Object::Integer(1)), ("FunctionType", Object::Integer(4))]);
        let page = add(&[]);
        empty_pictures_and_profiles(&mut document);
        let left = |id| document.get_object(id).and_then(Object::as_stream).unwrap().content.len();
        assert_eq!([profile, function, page].map(left), [0, 3, 3]);
    }
}
