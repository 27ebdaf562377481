//! Whether a text is English, as far as script and commonest words tell.

use crate::text::words;

/// The commonest words of English that few other languages have.
const ENGLISH: &[&str] = &[
    "and", "are", "as", "at", "be", "by", "does", "for", "from", "has", "have", "in", "is", "it", "not", "of", "on",
    "or", "that", "the", "their", "this", "to", "was", "we", "were", "which", "with",
];
/// The commonest words of other languages in Latin script that English has not.
const OTHERS: &[&str] = &[
    "auf", "aus", "avec", "bei", "che", "como", "con", "dans", "das", "dei", "del", "della", "dem", "den", "der",
    "des", "det", "di", "die", "ein", "eine", "einer", "el", "en", "est", "et", "för", "het", "ist", "la", "las", "le",
    "les", "los", "mit", "nicht", "och", "para", "pas", "per", "por", "pour", "que", "qui", "sich", "sind", "som",
    "sono", "sont", "sur", "são", "um", "uma", "una", "une", "und", "werden", "wird", "zu", "zur", "está", "não",
    "più", "als", "auch", "durch", "bij", "een", "niet", "zijn",
];

/// Whether `text` is English. Short claims with few common words count as
/// English; no is said only when another script or another language's commonest
/// words prevail.
pub fn is_english(text: &str) -> bool {
    let (mut latin, mut other_script) = (0_usize, 0_usize);
    for part in text.split(|c: char| !c.is_alphabetic()) {
        let length = part.chars().count();
        if part.chars().all(|c| matches!(c, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')) {
            latin += length;
        } else if length > 1 || !part.starts_with(|c| matches!(c, '\u{370}'..='\u{3ff}')) {
            // A Greek letter alone is a symbol.
            other_script += length;
        }
    }
    if other_script > latin {
        return false;
    }
    let (mut english, mut others) = (0_usize, 0_usize);
    for (_, word) in words(text) {
        let lower = word.to_lowercase();
        english += usize::from(ENGLISH.contains(&lower.as_str()));
        // “DES” and “LA” are acronyms.
        let acronym = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
        others += usize::from(!acronym && OTHERS.contains(&lower.as_str()));
    }
    !(others >= 2 && others > english)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn short_claims_are_english_and_other_languages_are_not() {
        for text in [
            "Aspirin prevents stroke.",
            "p53 α β γ",
            "",
            "Van der Waals forces stabilise DNA.",
            "DRD1 proteins enable Pol V transcription in vivo.",
            "De novo assembly of sequence data has shorter contigs than unassembled data.",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "Die Behandlung mit Aspirin wird nicht empfohlen und ist teuer.",
            "Le traitement par aspirine réduit la mortalité chez les patients.",
            "El tratamiento con aspirina no reduce la mortalidad de los pacientes.",
            "アスピリンは脳卒中を予防する。",
            "Аспирин предотвращает инсульт.",
        ] {
            assert!(!is_english(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in "\\PC{0,200}") {
            let _ = is_english(&text);
        }
    }
}
