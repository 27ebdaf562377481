//! The widths of characters, each stated for itself.

use pdf_extract::{Dictionary, Document, Object};

/// Gives each character of a range its width, in the fonts that state one width for all of it (ISO 32000-1, 9.7.4.3). The
/// extractor takes the first character's number for the width there, and what Google Docs and Chrome write had blanks within
/// its words: “Po p ulatio n”.
pub(in super::super) fn spell_out_widths(document: &mut Document) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
