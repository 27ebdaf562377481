//! What a page draws, in the words that the extractor knows.

use pdf_extract::{
    Document, Object, Stream,
    content::{Content, Operation},
};

/// Takes the bytes out of every picture: the library reads whatever a page draws as drawing commands, and the bytes of a
/// photograph end the page where they are drawn.
pub(super) fn empty_pictures(document: &mut Document) {
    for object in document.objects.values_mut() {
        if let Object::Stream(stream) = object
            && matches!(stream.dict.get(b"Subtype").and_then(Object::as_name), Ok(b"Image"))
        {
            stream.content.clear();
            stream.dict.remove(b"Filter");
        }
    }
}

/// Writes the two operators that go to the next line and show a text there (`'` and `"`, ISO 32000-1, 9.4.3) as those
/// that they stand for. The extractor passes over them, and Ghostscript ends most paragraphs with one: the last line of
/// an abstract was lost.
pub(super) fn spell_out_lines(document: &mut Document) {
    for page in document.get_pages().into_values() {
        if let Some(content) = document.get_page_content(page).ok().as_deref().and_then(spelt_out) {
            // A page that cannot be changed is read as it is.
            let _ = document.change_page_content(page, content);
        }
    }
    for object in document.objects.values_mut() {
        if let Object::Stream(form) = object
            && is_form(form)
            && let Some(content) = form.get_plain_content().ok().as_deref().and_then(spelt_out)
        {
            form.set_plain_content(content);
        }
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

    /// A picture that stands in the text would end it.
    #[test]
    fn what_is_drawn_beside_stays_but_for_pictures() {
        let picture = "BI /W 1 /H 1 /CS /G /BPC 8 ID \u{1} EI";
        assert_eq!(spelt(&format!("q {picture} Q BT (a) ' ET")).unwrap(), "q\nQ\nBT\nT*\n(a) Tj\nET");
    }
}
