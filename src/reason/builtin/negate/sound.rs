//! Whether an opposite reads like English: a negation that took a noun for a verb or lies in a side clause is refused, and
//! the plain denial takes its place.

use crate::domain::rules::verbs::{self, Form};

use super::words::{AUXILIARIES, DETERMINERS, PREPOSITIONS, SUBORDINATORS, Token, adverb};

/// Auxiliaries that “not” is put behind where the verb has none of its own.
const SUPPORT: [&str; 3] = ["do", "does", "did"];
/// Where a clause ends within a sentence without a comma.
const BOUNDARIES: [&str; 17] = [
    "and", "as", "because", "but", "how", "if", "or", "so", "than", "that", "what", "when", "where", "whether",
    "which", "while", "who",
];
/// Words that no verb follows directly: the word behind them is a noun.
const NO_SUBJECTS: [&str; 22] = [
    "additional",
    "better",
    "close",
    "fewer",
    "greater",
    "high",
    "higher",
    "larger",
    "less",
    "long",
    "low",
    "lower",
    "smaller",
    "worse",
    "more",
    "most",
    "no",
    "not",
    "novel",
    "repeated",
    "short",
    "such",
];
/// Verbs that a clause may follow without “that”: “did not show patients were”.
const REPORTS: [&str; 14] = [
    "believe",
    "claim",
    "conclude",
    "confirm",
    "demonstrate",
    "feel",
    "find",
    "indicate",
    "know",
    "report",
    "say",
    "show",
    "suggest",
    "think",
];
/// How adjectives end.
const ENDINGS: [&str; 18] = [
    "able", "ary", "cial", "ental", "eral", "ful", "ible", "ic", "ical", "inal", "ional", "ive", "obal", "ocal", "ous",
    "rmal", "tral", "ural",
];
/// Nouns that end so.
const NOUNS: [&str; 22] = [
    "additive",
    "alternative",
    "antibiotic",
    "chemical",
    "clinic",
    "criminal",
    "derivative",
    "dictionary",
    "epidemic",
    "incentive",
    "library",
    "metric",
    "mineral",
    "pandemic",
    "primary",
    "professional",
    "salary",
    "statistic",
    "summary",
    "terminal",
    "topic",
    "variable",
];

/// Whether `text`, made of the clause `original`, reads like an English sentence that denies its main verb.
pub(super) fn is_sound(original: &[Token], text: &str) -> bool {
    let made: Vec<Token> = text.split(' ').filter(|word| !word.is_empty()).map(Token::new).collect();
    !has_stray_words(&made) && !supports_noun(&made) && !is_aside(original, &made)
}

/// Whether it has words that only a negation needs that is gone.
fn has_stray_words(made: &[Token]) -> bool {
    let any = |list: &[&str]| made.iter().any(|token| token.is(list));
    let stranded = any(&["nor"]) && !any(&["neither", "not", "no", "never"]);
    // “and not yielded no advantage”, “little to no evidence”
    let doubled = made.windows(3).any(|three| {
        three[0].bare == "not" && three[1].bare.ends_with("ed") && three[2].bare == "no"
            || three[1].bare == "to" && three[2].bare == "no"
    });
    // “far does not exceed”, “only did not become”
    let misplaced = made.windows(2).any(|two| two[0].is(&["far", "only"]) && two[1].is(&SUPPORT));
    // “did not have increased only in one group”
    let perfect = (0..made.len()).any(|at| {
        let of = |offset: usize| made.get(at + offset);
        made[at].is(&SUPPORT)
            && of(2).is_some_and(|word| word.bare == "have")
            && of(3).is_some_and(|word| word.bare.ends_with("ed"))
            && of(4).is_none_or(|next| next.is(PREPOSITIONS) || next.bare == "only")
    });
    // “Neither type did not predict”, “none of the groups did not”
    let twice = made.first().is_some_and(|first| first.is(&["neither", "no", "none"]))
        && made.windows(2).any(|two| two[0].is(&SUPPORT) && two[1].bare == "not");
    // “are still somewhat did not relate”
    let behind_be = (1..made.len()).any(|at| {
        let adverbs =
            made[..at].iter().rev().take_while(|word| adverb(word) || word.is(&["somewhat", "still"])).count();
        made[at].is(&SUPPORT) && at > adverbs && made[at - adverbs - 1].is(&["is", "are", "was", "were"])
    });
    stranded || doubled || misplaced || perfect || twice || behind_be
}

/// Whether “do not” is before a word that is a noun there.
fn supports_noun(made: &[Token]) -> bool {
    (0..made.len().saturating_sub(2)).any(|at| {
        if !(made[at].is(&SUPPORT) && made[at + 1].bare == "not") {
            return false;
        }
        // The verb may have an adverb before it.
        let verb = at + 2 + usize::from(made[at + 2].bare.ends_with("ly") && made.len() > at + 3);
        let before = at.checked_sub(1).map(|before| &made[before]).filter(|before| !before.ends_clause());
        // “were not significantly and did not associate”; a second verb is denied behind a first one.
        let joined = || {
            let denied = made[..at - 1].iter().any(|token| token.is(&["no", "not", "never"]));
            // “Reduced A or did not raise B” is the opposite of “did not reduce A but raised B”.
            let affirmed = !denied && made[at - 1].bare == "or";
            let shared = matches!(&made[..at - 1], [.., not, last] if not.bare == "not" && last.bare.ends_with("ly"));
            !denied && !affirmed || shared
        };
        let is_nounlike = verbs::read(&made[verb].bare).is_some_and(|verb| verb.nounlike);
        before.is_some_and(|before| is_no_subject(before, at == 1, (made[at].bare == "do", is_nounlike)))
            || before.is_some_and(|before| before.is(&["and", "or"]) && joined())
            || made.get(verb + 1).is_some_and(|next| next.is(AUXILIARIES)) && !made[verb].ends_clause()
            || (is_nounlike || !made[verb].is(&REPORTS))
                && has_second_verb(&made[verb + 1..], made[verb].ends_clause(), is_nounlike)
            || made.get(verb + 1).is_some_and(|next| next.bare == "such")
                && made.get(verb + 2).is_some_and(|next| next.bare == "that")
            || made[verb].is(&["include", "involve", "rate", "use"])
                && made.get(verb + 1).is_some_and(|next| next.is(PREPOSITIONS))
    })
}

/// Whether a word right before “do not” cannot end a subject: for one in the plural of the present, and for a verb that is a
/// noun as likely, it may be another word than elsewhere.
fn is_no_subject(before: &Token, is_first: bool, (is_plural, is_nounlike): (bool, bool)) -> bool {
    let word = before.bare.as_str();
    let adjective = is_nounlike
        && ENDINGS.iter().any(|end| word.ends_with(end))
        && word.len() > 4
        && !NOUNS.contains(&word)
        && (is_first || !before.text.starts_with(char::is_uppercase));
    let finite = verbs::read(word).is_some_and(|verb| verb.form == Form::Third && !verb.nounlike);
    let number = is_plural && !word.is_empty() && word.starts_with(|c: char| c.is_ascii_digit());
    adjective
        || finite
        || number
        || word.ends_with("-enough")
        || is_first && word.ends_with("ed")
        || before.is(&NO_SUBJECTS)
        || before.is(PREPOSITIONS)
        || before.is(&["after", "before", "since", "until"])
        || before.is(DETERMINERS) && !before.is(&["that", "these", "this", "those"])
}

/// Whether a second finite verb follows in the same clause, so that the first was none: “species do not encounter will …”.
/// Where the first is no noun, only an auxiliary is surely a second verb.
fn has_second_verb(rest: &[Token], ended: bool, is_nounlike: bool) -> bool {
    if ended {
        return false;
    }
    for (at, token) in rest.iter().enumerate() {
        if token.is(&BOUNDARIES) || token.is(SUBORDINATORS) || token.text.starts_with(['(', '[', '—', '–']) {
            return false;
        }
        let past = at == 0 && verbs::read(&token.bare).is_some_and(|verb| verb.form == Form::Past && !verb.nounlike);
        // “To have” and “to be” are no second verbs: “does not tend to have”.
        let infinitive = at > 0 && rest[at - 1].bare == "to";
        let auxiliary = token.is(AUXILIARIES) && !token.is(&["do", "does", "did"]) && !infinitive;
        // “The H3K27me3 does not profile across parasegments showed a pattern.”
        let governs = || {
            let is_past = verbs::read(&token.bare).is_some_and(|verb| verb.form == Form::Past && !verb.nounlike);
            is_past && rest.get(at + 1).is_some_and(|next| next.is(&["a", "an", "no", "the"]))
        };
        if auxiliary
            || is_nounlike && governs()
            || is_nounlike && past && rest.get(1).is_some_and(|next| !next.is(PREPOSITIONS))
        {
            return true;
        }
        if token.ends_clause() {
            return false;
        }
    }
    false
}

/// Whether all that was changed is in a side clause behind the main verb, or in an aside between dashes.
fn is_aside(original: &[Token], made: &[Token]) -> bool {
    const SIDE: [&str; 9] = ["as", "because", "if", "unless", "until", "when", "whenever", "whereas", "while"];
    let same = original.iter().zip(made).take_while(|(one, other)| one.bare == other.bare).count();
    let before = &original[..same];
    let dashed = before.iter().map(|token| token.text.matches(['—', '–']).count()).sum::<usize>() % 2 == 1
        && original[same..].iter().any(|token| token.text.contains('—'));
    let side = before.iter().rposition(|token| token.is(&SIDE)).filter(|at| *at > 1);
    let behind = side.is_some_and(|at| {
        let finite = |token: &Token| {
            token.is(AUXILIARIES)
                || verbs::read(&token.bare).is_some_and(|verb| verb.form == Form::Past && !verb.nounlike)
        };
        before[..at].iter().skip(1).any(finite) && !before[at..].iter().any(Token::ends_clause)
    });
    dashed || behind
}
