//! Where the first clause of a sentence ends, what of the rest belongs to its opposite, and what is left out.

use crate::domain::rules::verbs::{self, Form};

use super::{
    finite::{Sure, main_verb},
    nouns::plural,
    predicate,
    words::{AUXILIARIES, DETERMINERS, FINDINGS, PREPOSITIONS, REPORTING, SUBORDINATORS, Token, adverb, is_number},
};

/// What opens, behind a comma, what a finding means or leads to.
const ADDS: &[&str] = &[
    "suggesting",
    "indicating",
    "implying",
    "implicating",
    "demonstrating",
    "confirming",
    "supporting",
    "providing",
    "arguing",
    "improving",
    "achieving",
    "consistent",
    "excluding",
    "outperforming",
    "surpassing",
    "exceeding",
    "resulting",
    "reflecting",
    "representing",
    "leading",
    "revealing",
    "explaining",
    "highlighting",
    "underlining",
    "underscoring",
    "emphasizing",
    "establishing",
    "contributing",
    "causing",
    "allowing",
    "enabling",
    "rendering",
    "pointing",
];

/// The first clause and the one joined to it; what a participle adds (“…, suggesting that …”) is left out.
pub(super) fn split_clauses(tokens: &[Token]) -> (&[Token], Option<&[Token]>) {
    let mut brackets = 0_i32;
    for (i, token) in tokens.iter().enumerate() {
        brackets += token.text.matches(['(', '[']).count() as i32 - token.text.matches([')', ']']).count() as i32;
        if brackets > 0 || i == 0 || i + 3 > tokens.len() {
            continue;
        }
        let next = &tokens[i + 1];
        let head = &tokens[..=i];
        let explains = token.text.ends_with(':') && main_verb(&tokens[i + 1..], Sure::Quite).is_some();
        if explains && has_verb(head) && !head.iter().any(|t| t.bare == "following") {
            return (head, None);
        }
        if token.text.ends_with(':') {
            break;
        }
        if token.text.ends_with(';') && has_verb(head) {
            // “; instead, A is B” and “; for example, A is B” say nothing that the first clause's denial leaves true.
            if next.is(&["instead", "rather"]) || next.bare == "for" && tokens[i + 2].is(&["example", "instance"]) {
                return (head, None);
            }
            let contrast = next.is(&["in", "by"]) && tokens[i + 2].bare == "contrast" && tokens[i + 2].ends_clause();
            let start = i + if contrast { 2 } else { 0 };
            let skip = 1 + tokens[start + 1..]
                .iter()
                .take(2)
                .take_while(|t| {
                    (t.ends_clause() || t.is(&["but", "however"]))
                        && t.is(&[
                            "but",
                            "however",
                            "therefore",
                            "specifically",
                            "thus",
                            "moreover",
                            "hence",
                            "indeed",
                            "consequently",
                        ])
                })
                .count();
            let tail = &tokens[start + skip..];
            let aside = tail.first().is_none_or(|t| t.is(SUBORDINATORS));
            return (head, (!aside).then_some(tail));
        }
        if token.text.ends_with(',')
            && (adds(&tokens[i + 1..])
                || describes(&tokens[i + 1..])
                || next.bare == "which" && tokens.get(i + 2).is_some_and(|t| t.is(REPORTING))
                || next.bare == "in"
                    && tokens.get(i + 2).is_some_and(|t| t.is(&["line", "agreement", "accordance", "keeping"]))
                || next.is(&["a", "an"])
                    && tokens[i + 2..]
                        .iter()
                        .take(2)
                        .any(|t| t.is(&["finding", "pattern", "result"]) || t.is(FINDINGS)))
            && (has_verb(head)
                || next.is(&["suggesting", "indicating", "implying", "thereby"])
                    && main_verb(head, Sure::Hardly).is_some())
        {
            return (head, None);
        }
        // “…, 42 patients were free”: another sentence behind a comma.
        let counts = next.text.starts_with(|c: char| c.is_ascii_digit());
        let splices = || {
            let is_whole = main_verb(head, Sure::Quite).is_some_and(|(_, verb)| verb.is_none())
                && !head.iter().any(|t| t.is(&["who", "that", "which", "whose", "where"]));
            is_whole && tokens[i + 1..].iter().take(4).any(|t| t.is(&["was", "were", "had", "died"]))
        };
        if token.text.ends_with(',') && counts && splices() {
            return (head, None);
        }
        // “…, while B did” and “…, and B did”: a subject and a certain verb after the joint.
        let joint = next.is(&["and", "but", "while", "whereas", "yet"]);
        let reported = next.bare == "and" && tokens[i + 2].bare == "that";
        // “A is relevant to B and its loss contributes to C.”
        let loose = next.bare == "and"
            && tokens[i + 2].is(&["its", "their", "the", "these", "this", "those"])
            && main_verb(&tokens[i + 2..], Sure::Quite).is_some_and(|(at, verb)| {
                at <= 6
                    && verb.is_none_or(|v| v.form == Form::Third && !v.nounlike)
                    && !tokens[i + 2..i + 2 + at]
                        .iter()
                        .any(|t| t.is(&["that", "which", "who", "where"]) || t.ends_clause())
            })
            && main_verb(head, Sure::Quite).is_some_and(|(_, verb)| verb.is_none_or(|v| v.form != Form::Past))
            && !head.iter().any(|t| t.is(&["both", "between", "that", "which", "who", "because", "whether"]));
        // “Mortality fell and costs rose”: no object can be joined to a verb that has none.
        let ends = || {
            next.bare == "and"
                && main_verb(head, Sure::Quite)
                    .is_some_and(|(at, verb)| at == i && verb.is_some_and(|v| v.form == Form::Past))
        };
        let tied = loose
            || token.text.ends_with(',')
            || next.is(&["but", "whereas"]) && token.bare != "all"
            || ends()
            || reported
            || next.bare == "and" && tokens[i + 2].is(&["we", "they", "it", "this"])
            || next.bare == "and"
                && is_number(&tokens[i + 2].bare)
                && tokens.get(i + 3).is_some_and(|t| t.is(AUXILIARIES));
        if joint && tied && has_certain_verb(head) && !tokens[0].is(&["although", "though", "while", "if", "when"]) {
            let tail = without_connective(&tokens[i + 2 + usize::from(reported)..]);
            // “…, whereas at two years B did” can be neither denied nor affirmed.
            if next.is(&["while", "whereas"])
                && tail.first().is_some_and(|t| t.is(PREPOSITIONS))
                && main_verb(tail, Sure::Quite).is_some()
            {
                return (head, None);
            }
            let subordinate = next.bare == "and"
                && !reported
                && head.iter().any(|t| t.is(&["that", "which", "who", "whether", "because", "how"]));
            // “…, and an effective marine protected area”, “but low diversity and patterns displayed by the virus”
            let attributed = |at: usize| {
                let by = tail.get(at + 1).is_some_and(|t| t.bare == "by");
                by && tail[..at].iter().any(|t| t.bare == "and")
                    || tail[0].is(&["a", "an"])
                        && tail.get(at + 1).is_some_and(|t| !t.is(PREPOSITIONS) && !t.is(DETERMINERS) && !adverb(t))
            };
            if let Some((at, verb)) = main_verb(tail, Sure::Quite)
                && at > 0
                && !(attributed(at) && verb.as_ref().is_some_and(|v| v.form == Form::Past))
                && !subordinate
                && verb.is_none_or(|_| verbs::read(&tail[at].bare).is_some())
                && !(at == 1 && adverb(&tail[0]))
                && !tail[0].is(PREPOSITIONS)
                && !tail[0].is(&["not", "only", "that", "when", "if"])
                && !predicate::begins_finite(tail)
            {
                return (head, Some(tail));
            }
        }
    }
    (tokens, None)
}

/// Whether what follows a comma adds what the finding suggests or leads to (“thereby activating B”, “mediated by B”),
/// which its denial cannot carry.
fn adds(tokens: &[Token]) -> bool {
    let Some(first) = tokens.first() else { return false };
    let participle = |at: usize| tokens.get(at).is_some_and(|t| t.bare.ends_with("ing") && t.bare.len() > 4);
    let after_adverb = |at: usize| participle(at) || tokens.get(at).is_some_and(adverb) && participle(at + 1);
    match first.bare.as_str() {
        "thereby" | "thus" | "hence" | "while" => after_adverb(1),
        "mediated" | "explained" | "driven" | "followed" => tokens.get(1).is_some_and(|t| t.bare == "by"),
        _ => first.is(ADDS),
    }
}

/// Whether what follows a comma describes, up to the end, what its denial says did not happen: “…, with a mean of 3 days”,
/// “…, which was abolished by the inhibitor”.
fn describes(tokens: &[Token]) -> bool {
    let is_last = !tokens[..tokens.len() - 1].iter().any(Token::ends_clause);
    let measures = || {
        let is_figure = |t: &Token| t.text.contains(|c: char| c.is_ascii_digit());
        tokens.iter().any(|t| is_figure(t) || t.bare == "no" || t.bare.len() > 5 && t.bare.ends_with("ing"))
    };
    let is_relative = || tokens.get(1).is_some_and(|t| t.is(AUXILIARIES) || verbs::read(&t.bare).is_some());
    is_last && (tokens[0].bare == "with" && measures() || tokens[0].bare == "which" && is_relative())
}

/// A clause without what ties it to the one before: “on the contrary, B did”.
pub(super) fn without_connective(tokens: &[Token]) -> &[Token] {
    const CONNECTIVES: [&str; 7] =
        ["on the contrary", "in contrast", "by contrast", "conversely", "however", "in turn", "therefore"];
    let Some(end) = tokens.iter().take(3).position(Token::ends_clause) else { return tokens };
    let words: Vec<&str> = tokens[..=end].iter().map(|t| t.bare.as_str()).collect();
    let is_connective = CONNECTIVES.contains(&words.join(" ").as_str()) && tokens.len() > end + 2;
    if is_connective { &tokens[end + 1..] } else { tokens }
}

fn has_verb(tokens: &[Token]) -> bool {
    main_verb(tokens, Sure::Quite).or_else(|| main_verb(tokens, Sure::Rather)).is_some()
}

/// Whether a clause surely has a finite verb and not only a participle before its noun.
fn has_certain_verb(tokens: &[Token]) -> bool {
    main_verb(tokens, Sure::Quite).or_else(|| main_verb(tokens, Sure::Rather)).is_some_and(|(at, verb)| {
        let next = tokens.get(at + 1);
        verb.is_none_or(|v| v.form != Form::Past)
            || next.is_none_or(|t| t.is(PREPOSITIONS) || t.is(DETERMINERS) || adverb(t))
            || at > 2
            // “Treatment lowered blood pressure”, but “patients given placebo”
            || at == 1
                && !plural(&tokens[0].bare)
                && !tokens[0].is(DETERMINERS)
                && !tokens[0].is_name()
                && !adverb(&tokens[0])
                && !tokens[..tokens.len() - 1].iter().any(Token::ends_clause)
            || at == 2 && !adverb(&tokens[1]) && !tokens[1].is(DETERMINERS)
    })
}
