//! Whether a text is English, as far as script and commonest words show.

use crate::text::{is_stop, words};

use super::{verbs, wording};

/// The commonest words of English that few other languages have.
const ENGLISH: &[&str] = &[
    "and", "are", "as", "at", "be", "by", "does", "for", "from", "has", "have", "in", "is", "it", "not", "of", "on",
    "or", "that", "the", "their", "this", "to", "was", "we", "were", "which", "with",
];
/// The commonest words of other languages in Latin script that English has not.
const OTHERS: &[&str] = &[
    "ai", "al", "alla", "auf", "aus", "av", "är", "att", "avec", "bei", "che", "como", "con", "dans", "das", "dei",
    "del", "della", "dem", "den", "der", "des", "det", "di", "die", "ein", "eine", "einer", "el", "en", "est", "et",
    "gli", "ikke", "il", "inte", "för", "het", "ist", "la", "las", "le", "les", "lo", "los", "nel", "nella", "og",
    "mit", "nicht", "och", "para", "pas", "per", "por", "pour", "que", "qui", "sich", "sind", "som", "sono", "sont",
    "på", "til", "sur", "são", "um", "uma", "una", "une", "und", "werden", "wird", "zu", "zur", "está", "não", "più",
    "als", "auch", "durch", "bij", "een", "niet", "zijn", "em", "foi", "fue",
];

/// Whether `text` is English, the only language that the rules know. Short claims with few common words count as
/// English; no is said only when another script or another language's commonest
/// words prevail.
#[must_use]
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
    let (mut english, mut shared, mut others) = (0_usize, 0_usize, 0_usize);
    for (_, word) in words(text) {
        let lower = word.to_lowercase();
        english += usize::from(ENGLISH.contains(&lower.as_str()));
        // German, Dutch and Italian have it too.
        shared += usize::from(lower == "in");
        // “DES” and “LA” are acronyms.
        let acronym = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
        others += usize::from(!acronym && OTHERS.contains(&lower.as_str()));
    }
    !(others >= 2 && others > english) && (english > shared || !is_strange(text))
}

/// Whether none of at least three words is known or has an English ending.
fn is_strange(text: &str) -> bool {
    const SHORTEST: usize = 3;
    let other = |word: &String| OTHERS.contains(&word.as_str());
    let plain = |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().count() >= SHORTEST;
    let acronym = |word: &&str| word.chars().skip(1).any(char::is_uppercase);
    let listed: Vec<String> =
        words(text).map(|(_, word)| word).filter(plain).filter(|word| !acronym(word)).map(str::to_lowercase).collect();
    // “Die” is a verb of English too, and “Studie” has the stem of “study”.
    let (others, own): (Vec<_>, Vec<_>) = listed.iter().partition(|word| other(word));
    let known = own.iter().filter(|word| is_known(word)).count();
    listed.len() >= SHORTEST && if others.is_empty() { known == 0 } else { 2 * known < own.len() }
}

/// Whether a word is known, or looks English by its ending.
fn is_known(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "ing", "tion", "tions", "sion", "ly", "ness", "ment", "ity", "ous", "ism", "ogy", "th", "ck", "ght", "ful",
        "ish", "able", "ible", "ance", "ence", "ary", "ory", "ed", "ee", "ow", "ay",
    ];
    // Plurals and third persons, as other languages hardly end.
    let plural =
        word.strip_suffix('s').is_some_and(|rest| rest.ends_with(['d', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 't', 'y']));
    is_stop(word)
        || verbs::read(word).is_some()
        || wording::is_common(word)
        || plural
        || word.is_ascii() && ENDINGS.iter().any(|ending| word.ends_with(ending))
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
            "Flight 370 vanished.",
            "Tigers eat meat.",
            "Bitcoin hit record highs.",
            "Messi scored twice.",
            "Zebrafish regenerate fins.",
            "Rapamycin extends lifespan.",
            "Coffee harms sleep.",
            "Vitamin D prevents rickets.",
            "Norway won gold.",
            "La Niña causes droughts.",
            "PKG-la plays a role in pain hypersensitivity in PKG-la mice.",
            "In utero exposure lowers birth weight.",
            "Emmanuel Macron visited Kigali.",
            "Insulin lowers glucose.",
            "Children learn quickly.",
            "De novo assembly of sequence data has shorter contigs than unassembled data.",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "Die Behandlung mit Aspirin wird nicht empfohlen und ist teuer.",
            "Le traitement par aspirine réduit la mortalité chez les patients.",
            "El tratamiento con aspirina no reduce la mortalidad de los pacientes.",
            "Il fumo provoca il cancro ai polmoni.",
            "Tobak orsakar lungcancer.",
            "Rökning orsakar lungcancer.",
            "Rauchen verursacht Lungenkrebs.",
            "Tabak veroorzaakt longkanker.",
            "El tabaco causa cáncer de pulmón.",
            "Le tabac provoque le cancer du poumon.",
            "Die Studie umfasste 1.200 Patienten.",
            "In 2021 stierven 1.250 mensen in het verkeer.",
            "A inflação foi de 10,1 % em 2022.",
            "Røyking gir lungekreft og hjertesykdom på sikt.",
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
