//! Names for the fonts of forms, each unique on its page.

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, content::Content};

use crate::ingest::pdf::drawing;

/// Renames the fonts of each form so that no name occurs twice on a page. The extractor keeps one table of fonts by name
/// for a page and the forms on it, so a logo's font could decode the abstract and lose half its letters.
pub(in super::super) fn rename_form_fonts(document: &mut Document) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
