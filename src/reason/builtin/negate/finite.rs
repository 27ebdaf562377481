//! Where the finite verb of a sentence is.

use crate::domain::rules::verbs::{self, Form, Verb};

use super::{
    super::lexicon,
    nouns::{ends_noun, noun_here, plural, plural_before},
    participle::{is_active, reduced},
    words::{AUXILIARIES, DETERMINERS, PREPOSITIONS, SUBORDINATORS, Token, adverb},
};

/// What may be taken for the main verb.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Sure {
    /// Known verbs that agree with what precedes them.
    Quite,
    /// Verbs recognised by their ending too, and those that a comma parts from their subject.
    Rather,
    /// Words that are nouns as likely.
    Hardly,
}

/// Where the main verb is; `None` beside it when it is an auxiliary.
pub(super) fn main_verb(tokens: &[Token], sure: Sure) -> Option<(usize, Option<Verb>)> {
    const LEADERS: &[&str] =
        &["except", "apart", "besides", "compared", "contrary", "following", "irrespective", "regardless", "similar"];
    let start = match tokens.first() {
        Some(first) if first.is(SUBORDINATORS) || first.bare == "where" => {
            match tokens.iter().position(Token::ends_clause) {
                Some(end) => {
                    // Behind one clause in front there may be another.
                    let again = tokens.get(end + 1).is_some_and(|t| t.is(SUBORDINATORS));
                    if again && let Some((at, verb)) = main_verb(&tokens[end + 1..], sure) {
                        return Some((end + 1 + at, verb));
                    }
                    end + 1
                }
                None if first.is(PREPOSITIONS) => 1,
                // “As A moves the effect grows”: the second verb is the main one.
                None => {
                    let (inner, _) = main_verb(tokens.get(1..)?, sure)?;
                    let (at, verb) = main_verb(tokens.get(inner + 2..)?, sure)?;
                    return Some((inner + 2 + at, verb));
                }
            }
        }
        // “Of the patients enrolled, 47 died.”
        Some(first) if first.is(PREPOSITIONS) || first.is(LEADERS) => {
            // “At 1 year the endpoint was met, …” has its verb before the comma.
            const RELATIVE: [&str; 6] = ["that", "which", "who", "whose", "whom", "where"];
            let is_clause = |end: usize| {
                let head = tokens.get(1..end).unwrap_or_default();
                let mut head = head.iter().take_while(|t| !t.is(&RELATIVE) && !t.is(SUBORDINATORS));
                end > 4 && head.any(|t| t.is(&["was", "were", "is", "are", "has", "have", "had"]))
            };
            let comma = tokens.iter().position(Token::ends_clause);
            let comma = comma.filter(|at| at + 2 < tokens.len() && !is_clause(*at));
            match comma.and_then(|at| Some((at, main_verb(&tokens[at + 1..], sure)?))) {
                Some((at, (verb_at, verb))) => return Some((at + 1 + verb_at, verb)),
                None => 0,
            }
        }
        _ => 0,
    };
    // “Especially when A rises, B falls.”
    if tokens.len() > 3 && (adverb(&tokens[0]) || tokens[0].bare == "just") && tokens[1].is(SUBORDINATORS) {
        return main_verb(&tokens[1..], sure).map(|(at, verb)| (at + 1, verb));
    }
    // “Whether A persists is unknown”: the first verb belongs to the subject.
    const ASKING: &[&str] = &["whether", "what", "how", "why"];
    let mut relative = i32::from(tokens.first().is_some_and(|t| t.is(ASKING)));
    let mut skipped = None;
    let mut brackets = 0_i32;
    let mut past: Option<(usize, Verb)> = None;
    for i in start..tokens.len() {
        let token = &tokens[i];
        let opened = token.text.matches(['(', '[']).count() as i32;
        let closed = token.text.matches([')', ']']).count() as i32;
        let inside = brackets > 0 || opened > 0;
        brackets = (brackets + opened - closed).max(0);
        let previous = i.checked_sub(1).filter(|p| *p >= start).map(|p| &tokens[p]);
        // In “double inlet left ventricle” nothing leaves.
        const SIDES: [&str; 5] = ["arm", "atrium", "hemisphere", "lung", "ventricle"];
        if token.bare == "left" && tokens.get(i + 1).is_some_and(|next| next.is(&SIDES)) {
            continue;
        }
        if inside || token.bare.is_empty() || token.bare == "whereas" {
            continue;
        }
        // “Rates fell after the drug was introduced.”
        if token.is(&["after", "before"]) && past.as_ref().is_some_and(|(p, _)| is_active(tokens, *p)) {
            break;
        }
        if token
            .is(&["since", "because", "although", "though", "whereas", "when", "whenever", "while", "until", "unless"])
            && past.as_ref().is_some_and(|(p, _)| !reduced(tokens, *p))
        {
            break;
        }
        if i > start && (token.is(&["that", "which", "who", "whose", "where"]) || token.is(ASKING)) {
            relative += 1;
            if past.is_some() && previous.is_some_and(Token::ends_clause) {
                break;
            }
            continue;
        }
        let Some(previous) = previous else { continue };
        // “The deficit persisted, even when A was B”: the main verb does not follow such a clause at the end.
        let subordinate = |at: usize| tokens.get(at).is_some_and(|t| t.is(SUBORDINATORS) || t.bare == "where");
        let tail = previous.ends_clause() && !tokens[i..tokens.len() - 1].iter().any(Token::ends_clause);
        if sure < Sure::Hardly
            && tail
            && (token.bare == "even" && subordinate(i + 1) || token.is(&["when", "whenever"]))
        {
            break;
        }
        // “Anti-White bias”: a noun behind such an adjective.
        let prefixed = ["anti-", "non-", "pro-"].iter().any(|prefix| previous.bare.starts_with(prefix));
        if prefixed && i > start + 1 && verbs::read(&token.bare).is_some_and(|v| v.form == Form::Base) {
            continue;
        }
        // “Most traits considered, including A, were …”
        let is_set_off = token.ends_clause() && token.is(&["considered", "examined", "studied", "tested"]);
        if is_set_off && tokens[i + 1..].iter().any(|t| t.is(AUXILIARIES)) {
            continue;
        }
        // “… more than did those in the other group”
        if i > start + 1 && previous.bare == "than" && token.is(&["are", "did", "do", "does", "is", "was", "were"]) {
            continue;
        }
        // “The Genomes Project”: a name is no verb.
        let capital = |t: &Token| t.text.starts_with(char::is_uppercase) && t.text.contains(char::is_lowercase);
        if i > start + 1 && capital(token) && capital(previous) {
            continue;
        }
        // “ImpACT participants”: a coined name is no verb.
        if token.is_coined() {
            continue;
        }
        // “in May” is a month.
        let auxiliary = token.is(AUXILIARIES) && !(i > 0 && token.text.starts_with("May"));
        let verb = if auxiliary {
            None
        } else if sure == Sure::Quite {
            let certain = || tokens.get(i + 1).is_some_and(|t| t.is(DETERMINERS)) && token.bare.ends_with("ed");
            verbs::read(&token.bare).or_else(|| if certain() { verbs::guess(&token.bare) } else { None })
        } else {
            verbs::read(&token.bare).or_else(|| verbs::guess(&token.bare)).or_else(|| governs(tokens, i))
        };
        if sure == Sure::Hardly && i + 1 == tokens.len() && verb.as_ref().is_some_and(|v| v.nounlike) {
            continue;
        }
        // “Literacy spread”: after a singular the base form can only be the past.
        let verb = match verb {
            Some(verb)
                if sure > Sure::Quite
                    && verb.form == Form::Base
                    && verbs::is_own_past(&verb.base)
                    && i > start
                    && !previous.is(PREPOSITIONS)
                    && !plural_before(&tokens[start..], i - start) =>
            {
                return Some((i, Some(Verb { form: Form::Past, ..verb })));
            }
            verb => verb,
        };
        // “a reciprocal link”, “twenty samples”: nouns behind adjectives and numbers.
        let described = ["able", "al", "ive", "ous", "ic", "ary", "ular"].iter().any(|e| previous.bare.ends_with(e))
            && !plural(&previous.bare)
            || previous.text.contains('-')
                && ["ed", "al", "ic", "ive", "free", "dependent", "like"].iter().any(|e| previous.bare.ends_with(e))
            || previous.is(&[
                "smaller", "greater", "larger", "higher", "lower", "better", "worse", "poorer", "poor", "good",
                "shorter", "longer", "safe", "informal", "small", "large",
            ])
            || NUMBERS.contains(&previous.bare.as_str());
        // “Most studies”, “several models”: nouns behind quantifiers.
        const QUANTIFIERS: &[&str] = &[
            "most", "many", "several", "few", "all", "both", "such", "other", "various", "recent", "previous", "any",
            "each", "every", "more", "fewer",
        ];
        if verb.as_ref().is_some_and(|v| v.nounlike)
            && previous.is(QUANTIFIERS)
            && !(previous.bare == "more" && i > start + 1)
        {
            continue;
        }
        let counted = previous.is(NUMBERS) && i > 1 && tokens[i - 2].is(&["of", "the", "in"]);
        // “Higher taxes on drinks lead”: a noun behind the adjective that opens the sentence.
        let compared =
            previous.bare.ends_with("er") && i == start + 1 && lexicon::opposite_direction(&previous.bare).is_some();
        if compared && verb.as_ref().is_some_and(|v| v.form != Form::Past) {
            continue;
        }
        if counted && !auxiliary
            || verb.as_ref().is_some_and(|v| v.nounlike && v.form == Form::Base) && described
            || verb.as_ref().is_some_and(|v| v.form == Form::Base)
                && described
                && tokens.get(i + 1).is_some_and(|t| t.bare == "of")
            || verb.as_ref().is_some_and(|v| v.nounlike) && previous.text.contains('-') && described
            || verb.as_ref().is_some_and(|v| v.nounlike && v.form == Form::Third) && previous.is(NUMBERS)
        {
            continue;
        }
        let mut governor = i - 1;
        while governor > start && adverb(&tokens[governor]) {
            governor -= 1;
        }
        // “to more strongly endorse”
        if governor > start && tokens[governor].is(&["more", "most", "less"]) {
            governor -= 1;
        }
        let governed = tokens[governor].is(MODALS) || tokens[governor].bare == "to";
        let infinitive = verb.as_ref().is_some_and(|v| v.form == Form::Base) && governed;
        if infinitive
            || !auxiliary && verb.is_none()
            || previous.bare == "to"
            || previous.is(DETERMINERS)
                && previous.bare != "that"
                && previous.text != "A"
                && !auxiliary
                && !(i == start + 1
                    && pronoun(previous, tokens.get(i + 1))
                    && !(previous.is(&["these", "those"]) && verb.as_ref().is_some_and(|v| v.form == Form::Third)))
        {
            continue;
        }
        if sure < Sure::Hardly && token.is(MEASURES) && verb.as_ref().is_some_and(|v| v.form != Form::Past) {
            continue;
        }
        let next = tokens.get(i + 1);
        if let Some(verb) = &verb {
            match verb.form {
                // “depressed brain mRNA levels”: the noun is the object of the past form before it.
                _ if verb.nounlike && past.as_ref().is_some_and(|(p, _)| !reduced(tokens, *p)) && relative == 0 => {
                    continue;
                }
                // “at three time points”
                Form::Third if token.bare == "points" && previous.is(&["cut", "data", "end", "set", "time"]) => {
                    continue;
                }
                // “Sugary drinks help people”: a plural, and the verb behind it.
                Form::Third
                    if token.is(THINGS)
                        && next.is_some_and(|n| verbs::read(&n.bare).is_some_and(|v| v.form == Form::Base)) =>
                {
                    continue;
                }
                Form::Third
                    if previous.is(PREPOSITIONS)
                        || sure < Sure::Hardly && previous.bare != "also" && noun_here(verb, &tokens[i..]) =>
                {
                    continue;
                }
                Form::Base
                    if previous.is(PREPOSITIONS)
                        // “permitted complete identification”
                        || !previous.ends_clause() && past.as_ref().is_some_and(|(p, _)| p + 1 == i && !reduced(tokens, *p))
                        || verbs::read(&previous.bare).is_some_and(|v| v.form == Form::Base && !v.nounlike)
                        || !(plural_before(&tokens[start..], i - start)
                            || sure != Sure::Quite && plural(&tokens[start].bare)
                            // “MET exert effects”
                            || !verb.nounlike && previous.is_name()
                            || sure == Sure::Hardly && !verb.nounlike && next.is_some_and(|n| n.is(DETERMINERS)))
                        || sure < Sure::Hardly && noun_here(verb, &tokens[i..]) =>
                {
                    continue;
                }
                Form::Past if relative > 0 && previous.is(&["that", "which", "who"]) => {
                    // “Whites who believed the status was legitimate were …”: a clause within the clause.
                    let believes = token.is(&["believed", "felt", "said", "thought"])
                        && next.is_some_and(|n| n.is(DETERMINERS) && n.bare != "that");
                    relative -= i32::from(!believes);
                    skipped = Some((i, Some(verb.clone())));
                    continue;
                }
                // “…, based on our model, …”
                Form::Past if ends_noun(tokens, i) || token.bare == "based" => continue,
                // “… compared to normal samples”
                Form::Past
                    if token.bare == "compared"
                        && next.is_some_and(|n| n.is(&["to", "with"]))
                        && !previous.is(&["we", "i", "they"]) =>
                {
                    continue;
                }
                Form::Past => {
                    // “Newly identified alterations”
                    let opening = tokens[start..i].iter().all(|t| adverb(t) || t.is(DETERMINERS));
                    let first =
                        !opening && past.as_ref().is_none_or(|(p, _)| reduced(tokens, *p) && !reduced(tokens, i));
                    if relative == 0
                        && first
                        && (participle_cannot(previous) || sure > Sure::Quite && previous.ends_clause())
                    {
                        let object = next.is_some_and(|n| n.is(DETERMINERS) || n.is(&["significantly"]));
                        if object || i == start + 1 && previous.is(&["we", "i", "they"]) {
                            return Some((i, Some(verb.clone())));
                        }
                        past = Some((i, verb.clone()));
                    }
                    continue;
                }
                _ => {}
            }
        }
        if relative > 0 {
            relative -= 1;
            skipped = Some((i, verb));
            continue;
        }
        // A finite verb after “and” is the second of two: a rarer one may come before it.
        if sure == Sure::Quite
            && past.is_none()
            && previous.is(&["and", "but"])
            && let Some(first) = main_verb(&tokens[..i - 1], Sure::Rather)
        {
            return Some(first);
        }
        // A finite verb after “and” or “but” is the second of two: the past form before it was the first.
        if past.is_some() && previous.is(&["and", "but", "or"]) {
            break;
        }
        return Some((i, verb));
    }
    // “Bees exposed to the pesticide foraged less”: a rarer verb comes after the participle.
    let is_outdone = |at: usize| {
        reduced(tokens, at)
            && (at + 2..tokens.len()).any(|i| {
                let is_past = || verbs::guess(&tokens[i].bare).is_some_and(|verb| verb.form == Form::Past);
                let is_known = verbs::read(&tokens[i].bare).is_some();
                let is_after_noun = participle_cannot(&tokens[i - 1]) && !tokens[i - 1].is(DETERMINERS);
                !is_known && is_past() && is_after_noun && !reduced(tokens, i) && !ends_noun(tokens, i)
            })
    };
    let past = past.filter(|(at, _)| sure > Sure::Quite || !is_outdone(*at));
    past.map(|(i, verb)| (i, Some(verb))).or(skipped.filter(|_| sure == Sure::Hardly))
}

/// Plurals that verbs are spelled like.
const THINGS: &[&str] = &[
    "drinks", "walks", "snacks", "naps", "baths", "shifts", "rides", "breaks", "runs", "talks", "waits", "jogs",
    "visits",
];

/// What is measured, which verbs are spelled like: “BCTQ-F scores correlated with speed”.
const MEASURES: &[&str] = &[
    "level", "levels", "mean", "pattern", "patterns", "rate", "rates", "sample", "samples", "score", "scores", "share",
    "shares", "speed", "speeds",
];

/// Auxiliaries with an infinitive behind them.
const MODALS: &[&str] =
    &["can", "cannot", "could", "may", "might", "must", "should", "will", "would", "do", "does", "did"];

/// Number words, behind which no verb follows directly.
const NUMBERS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "twenty",
    "thirty", "forty", "fifty", "sixty", "hundred", "thousand", "million",
];

/// An unknown word in “-s” between a noun and a determiner: “accomplishes a”.
fn governs(tokens: &[Token], at: usize) -> Option<Verb> {
    let word = tokens[at].bare.as_str();
    let object = tokens.get(at + 1)?.is(DETERMINERS) && !tokens[at].ends_clause();
    let before = tokens.get(at.checked_sub(1)?)?;
    if object
        && plural(&before.bare)
        && word.len() > 3
        && !adverb(&tokens[at])
        && word.chars().all(|c| c.is_ascii_lowercase())
        && !["ed", "ing", "s", "al", "ic"].iter().any(|e| word.ends_with(e))
        && !tokens[at].is(PREPOSITIONS)
        && !tokens[at].is(SUBORDINATORS)
        && !tokens[at].is(&[
            "across",
            "both",
            "about",
            "along",
            "around",
            "above",
            "below",
            "beyond",
            "except",
            "near",
            "such",
            "than",
            "then",
            "only",
            "even",
            "when",
            "where",
            "whereas",
            "throughout",
            "outside",
            "inside",
            "behind",
            "despite",
            "until",
            "unlike",
            "without",
            "whose",
            "onto",
            "off",
            "versus",
            "like",
        ])
    {
        return Some(Verb { form: Form::Base, base: word.to_owned(), nounlike: true });
    }
    let base = word.strip_suffix('s').filter(|b| b.len() > 3 && !b.ends_with(['s', 'u', 'i']))?;
    if !object || before.is(PREPOSITIONS) || before.is(DETERMINERS) || before.is(AUXILIARIES) {
        return None;
    }
    let base = match base.strip_suffix("ie") {
        Some(stem) => format!("{stem}y"),
        None if ["she", "che", "sse", "xe"].iter().any(|e| base.ends_with(e)) => base[..base.len() - 1].to_owned(),
        None => base.to_owned(),
    };
    Some(Verb { form: Form::Third, base, nounlike: true })
}

/// Whether “this” and the like is the subject: “This supported our view”.
fn pronoun(word: &Token, after_verb: Option<&Token>) -> bool {
    word.is(&["this", "these", "those"]) && after_verb.is_some_and(|t| t.is(DETERMINERS) || t.is(PREPOSITIONS))
}

/// Whether a past form after this word may be the finite verb and not an attribute of a noun to come.
fn participle_cannot(previous: &Token) -> bool {
    !previous.is(PREPOSITIONS)
        && !previous.is(AUXILIARIES)
        && !previous.is(&[
            "and",
            "or",
            "be",
            "been",
            "being",
            "not",
            "as",
            "when",
            "if",
            "once",
            "unless",
            "until",
            "though",
            "despite",
            "following",
        ])
        && !previous.ends_clause()
}
