//! The words that the built-in reasoner goes by: common science and directions.

use std::{collections::HashSet, sync::LazyLock};

use crate::{
    domain::rules::verbs,
    text::{is_stop, stem},
};

/// Words that half of all abstracts have, which therefore say little.
const COMMON: &str = "\
ability absence activation active activity acute addition adult affect age alter analysis analyses animal approach \
assess associate association base body case cause cell cellular change characterize chronic clinical cohort common \
compare complex component condition control correlate data day decrease deficient demonstrate dependent derive detect \
determine development develop difference different direct disease distinct drug early effect effective elevate enhance \
essential event evidence express expression factor find finding form formation function functional gene general \
generation group growth high human identify impact important improve include increase independent individual induce \
influence inhibit inhibition interaction involve large lead level life limit link loss low lower major male \
measure mechanism mediate medical method model molecular month mouse mice multiple necessary negative normal number \
outcome pathway patient people person play population positive possible potential predict presence present prevent \
process produce production promote protein provide range rate reduce reduction region regulate regulation relate release \
report require response result risk role sample severe show significant signal site small specific state status stimulate \
strong structure study subject suggest support suppress system target test time tissue treat treatment trial type \
use various woman women year young";

/// Words that say nothing of what a text is about.
const EMPTY: &str = "\
affect associate cause compare decrease different effect factor group high human important increase individual induce \
involve lead level likely low lower many new number online participant patient people publish rate reduce relate result \
role several show significant study subject use";

/// Words of direction: one side and the other, in the same form.
const DIRECTIONS: &[(&str, &str)] = &[
    ("increases", "decreases"),
    ("increase", "decrease"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("raises", "lowers"),
    ("higher", "lower"),
    ("greater", "smaller"),
    ("more", "less"),
    ("longer", "shorter"),
    ("better", "worse"),
    ("faster", "slower"),
    ("superior", "inferior"),
    ("improves", "worsens"),
    ("improve", "worsen"),
    ("improved", "worsened"),
    ("enhances", "impairs"),
    ("enhance", "impair"),
    ("enhanced", "impaired"),
    ("promotes", "inhibits"),
    ("promote", "inhibit"),
    ("promoted", "inhibited"),
    ("activates", "inactivates"),
    ("activate", "inactivate"),
    ("activated", "inactivated"),
    ("stimulates", "suppresses"),
    ("stimulate", "suppress"),
    ("stimulated", "suppressed"),
    ("upregulates", "downregulates"),
    ("upregulated", "downregulated"),
    ("accelerates", "delays"),
    ("accelerate", "delay"),
    ("accelerated", "delayed"),
    ("positively", "negatively"),
    ("positive", "negative"),
    ("gain", "loss"),
];
/// Words of direction that lead to one already named, but not back.
const LEANINGS: &[(&str, &str)] = &[
    ("reduces", "increases"),
    ("reduce", "increase"),
    ("reduced", "increased"),
    ("reducing", "increasing"),
    ("reduction", "increase"),
    ("prevents", "promotes"),
    ("prevent", "promote"),
    ("protects", "harms"),
    ("blocks", "promotes"),
    ("impedes", "promotes"),
    ("elevates", "lowers"),
    ("elevated", "lowered"),
    ("fewer", "more"),
    ("diminishes", "increases"),
    ("attenuates", "increases"),
    ("abolishes", "increases"),
    ("induces", "suppresses"),
    ("facilitates", "hinders"),
];

static COMMON_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| COMMON.split_whitespace().map(stem).collect());

static EMPTY_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| EMPTY.split_whitespace().map(stem).collect());

/// The word with the opposite direction, in the same form.
pub(super) fn opposite_direction(lower: &str) -> Option<&'static str> {
    DIRECTIONS
        .iter()
        .find_map(|(a, b)| {
            if *a == lower {
                Some(*b)
            } else if *b == lower {
                Some(*a)
            } else {
                None
            }
        })
        .or_else(|| LEANINGS.iter().find(|(a, _)| *a == lower).map(|(_, b)| *b))
}

/// Whether a lower-case word says something at all.
pub(super) fn is_content(lower: &str) -> bool {
    lower.chars().count() > 1 && lower.chars().any(char::is_alphanumeric) && !is_stop(lower)
}

/// Whether a lower-case word is one that half of all abstracts have.
pub(super) fn is_common(lower: &str) -> bool {
    is_common_stem(&stem(lower))
}

/// The same for a stem.
pub(super) fn is_common_stem(stem: &str) -> bool {
    COMMON_STEMS.contains(stem)
}

/// Whether a stem says nothing of what a text is about.
pub(super) fn is_empty_stem(stem: &str) -> bool {
    EMPTY_STEMS.contains(stem)
}

/// Whether a lower-case word is a finite verb form that is known.
pub(super) fn is_verb(lower: &str) -> bool {
    verbs::read(lower).is_some()
}

/// Whether a word is a name, an acronym or a quantity; `first` says that it
/// opens its sentence, where a capital letter means nothing.
pub(super) fn is_entity(word: &str, first: bool) -> bool {
    let digit = word.chars().any(|c| c.is_ascii_digit());
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    digit
        || capitals >= 2
        || capitals == 1 && (!first && word.starts_with(char::is_uppercase) || !word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_has_an_opposite_that_leads_back() {
        for (one, other) in DIRECTIONS {
            assert_eq!(opposite_direction(one), Some(*other));
            assert!(opposite_direction(other).is_some());
        }
        assert_eq!(opposite_direction("cell"), None);
    }

    #[test]
    fn names_and_quantities_are_told_from_plain_words() {
        for (word, first, entity) in [
            ("p53", true, true),
            ("DNA", true, true),
            ("Obesity", true, false),
            ("Drosophila", false, true),
            ("cell", false, false),
        ] {
            assert_eq!(is_entity(word, first), entity, "{word}");
        }
    }
}
