//! Opposites that the head of a clause decides: quantifiers, “there is”,
//! shares, nominal findings; and where one clause ends and the next begins.

use crate::domain::rules::verbs::{self, Form};

use super::{
    super::lexicon,
    finite::{Sure, main_verb},
    nouns::{plural, subject_plural},
    predicate,
    words::{
        AUXILIARIES, COPULAS, DETERMINERS, FINDINGS, PREPOSITIONS, REPORTERS, REPORTING, SUBORDINATORS, Token, article,
        joined, lower_first,
    },
};

/// Tokens between “none of” and its verb, at most.
const FAR: usize = 8;

/// Participles behind a comma that say what a finding means, leads to or is.
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

type Second<'a> = Option<(&'static str, &'a [Token])>;

/// The first clause and the one joined to it; what a participle adds
/// (“…, suggesting that …”) is left out.
pub(super) fn split_clauses(tokens: &[Token]) -> (&[Token], Second<'_>) {
    let mut brackets = 0_i32;
    for (i, token) in tokens.iter().enumerate() {
        brackets += token.text.matches(['(', '[']).count() as i32 - token.text.matches([')', ']']).count() as i32;
        if brackets > 0 || i < 2 || i + 3 > tokens.len() {
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
            return (head, (!aside).then_some(("and", tail)));
        }
        if token.text.ends_with(',')
            && (adds(&tokens[i + 1..])
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
        let tied = loose
            || token.text.ends_with(',')
            || next.is(&["but", "whereas"])
            || reported
            || next.bare == "and" && tokens[i + 2].is(&["we", "they", "it", "this"])
            || next.bare == "and"
                && is_number(&tokens[i + 2].bare)
                && tokens.get(i + 3).is_some_and(|t| t.is(AUXILIARIES));
        if joint && tied && has_certain_verb(head) && !tokens[0].is(&["although", "though", "while", "if", "when"]) {
            let tail = &tokens[i + 2 + usize::from(reported)..];
            let subordinate = next.bare == "and"
                && !reported
                && head.iter().any(|t| t.is(&["that", "which", "who", "whether", "because", "how"]));
            if let Some((at, verb)) = main_verb(tail, Sure::Quite)
                && at > 0
                && !subordinate
                && verb.is_none_or(|_| verbs::read(&tail[at].bare).is_some())
                && !(at == 1 && super::words::adverb(&tail[0]))
                && !tail[0].is(PREPOSITIONS)
                && !tail[0].is(&["not", "only", "that", "when", "if"])
                && !predicate::begins_finite(tail)
            {
                return (head, Some(("and", tail)));
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
    let after_adverb =
        |at: usize| participle(at) || tokens.get(at).is_some_and(super::words::adverb) && participle(at + 1);
    match first.bare.as_str() {
        "thereby" | "thus" | "hence" => after_adverb(1),
        "while" => after_adverb(1),
        "mediated" | "explained" | "driven" | "followed" => tokens.get(1).is_some_and(|t| t.bare == "by"),
        _ => first.is(ADDS),
    }
}

fn has_verb(tokens: &[Token]) -> bool {
    main_verb(tokens, Sure::Quite).or_else(|| main_verb(tokens, Sure::Rather)).is_some()
}

/// Whether a clause surely has a finite verb and not only a participle before its noun.
fn has_certain_verb(tokens: &[Token]) -> bool {
    main_verb(tokens, Sure::Quite).or_else(|| main_verb(tokens, Sure::Rather)).is_some_and(|(at, verb)| {
        let next = tokens.get(at + 1);
        verb.is_none_or(|v| v.form != Form::Past)
            || next.is_none_or(|t| t.is(PREPOSITIONS) || t.is(DETERMINERS) || super::words::adverb(t))
            || at > 2
            || at == 2 && !super::words::adverb(&tokens[1]) && !tokens[1].is(DETERMINERS)
    })
}

/// “The later A, the less B” → “The later A, the more B”.
pub(super) fn flip_correlative(tokens: &[Token]) -> Option<String> {
    let degree = |i: usize| {
        let t = tokens.get(i)?;
        (tokens.get(i.checked_sub(1)?)?.bare == "the").then(|| lexicon::opposite_direction(&t.bare)).flatten()
    };
    let first = tokens.get(1)?;
    let comma = tokens.iter().position(|t| t.text.ends_with(','))?;
    if tokens[0].bare != "the" || !first.bare.ends_with("er") && !first.is(&["more", "less"]) {
        return None;
    }
    let other = degree(comma + 2)?;
    let mut out = tokens.to_vec();
    out[comma + 2].put(other);
    Some(joined(&out))
}

/// “In adults, no effect was found”: the quantifier behind what leads up to it.
pub(super) fn flip_after_lead(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    if !first.is(PREPOSITIONS) && !first.is(SUBORDINATORS) {
        return None;
    }
    let comma = tokens.iter().position(|t| t.text.ends_with(','))?;
    let tail = tokens.get(comma + 1..)?;
    let head = tail.first()?;
    if !head.is(&["no", "all", "every", "each", "few", "many", "both", "neither", "none", "there"]) {
        return None;
    }
    let negated = flip_quantifier(tail).or_else(|| flip_existential(tail))?;
    let mut small: Vec<Token> = negated.split(' ').map(Token::new).collect();
    lower_first(&mut small);
    Some(format!("{} {}", joined(&tokens[..=comma]), joined(&small)))
}

/// Quantifiers at the head: all → not all, no → some, many ↔ few, bounds turned round.
pub(super) fn flip_quantifier(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    let rest = joined(&tokens[1..]);
    if rest.is_empty() {
        return None;
    }
    let second = tokens.get(1)?;
    let third = tokens.get(2).map(|t| joined(std::slice::from_ref(t))).unwrap_or_default();
    let after = |n: usize| joined(tokens.get(n..).unwrap_or_default());
    Some(match first.bare.as_str() {
        "all" => format!("Not all {rest}"),
        "each" if rest.starts_with("of ") => format!("Not each {rest}"),
        "every" | "each" => format!("Not every {rest}"),
        "both" if second.bare.ends_with('s') => {
            let noun = second.bare.strip_suffix('s')?;
            let (at, verb) = main_verb(tokens, Sure::Rather)?;
            let mut out = tokens.to_vec();
            if at != 2 || verb.as_ref().is_none_or(|v| v.form != Form::Past) {
                return None;
            }
            out[0].put("neither");
            out[1].put(noun);
            joined(&out)
        }
        "both" => {
            let and = tokens.iter().take(8).position(|t| t.bare == "and")?;
            let mut out = tokens.to_vec();
            out[0].put("neither");
            out[and].put("nor");
            joined(&out)
        }
        "only" if !second.ends_clause() => format!("Not only {}", joined(&tokens[1..])),
        "not" if second.is(&["all", "every", "only"]) => rest,
        "neither" => {
            let nor = tokens.iter().position(|t| t.bare == "nor")?;
            let mut out = tokens.to_vec();
            out[0].put("either");
            out[nor].put("or");
            joined(&out)
        }
        "zero" => format!("Some {rest}"),
        "hardly" | "scarcely" if second.bare == "any" => format!("Some {}", after(2)),
        "no" if !first.is_no() => return None,
        "no" => affirm_no(tokens)?,
        "none" => {
            // “None of them is” → “Some of them are”.
            let mut rest = tokens[1..].to_vec();
            if let Some(at) = rest.iter().take(FAR).position(|t| t.is(&["is", "was", "has"])) {
                let plural = [("is", "are"), ("was", "were"), ("has", "have")];
                let form = plural.iter().find(|(one, _)| *one == rest[at].bare).map(|(_, many)| *many)?;
                rest[at].put(form);
            }
            format!("Some {}", joined(&rest))
        }
        "some" if second.bare != "of" => {
            let (at, verb) = main_verb(tokens, Sure::Rather)?;
            let negative = tokens[at..].iter().take(3).any(|t| t.is(&["not", "no", "never", "cannot"]));
            let positive = tokens.get(at + 1).map(|t| t.bare.as_str());
            match (tokens[at].bare.as_str(), verb, positive) {
                _ if negative => return None,
                // “Some A may be B” → “No A are B”
                ("may" | "might", None, Some("be")) => {
                    format!("No {} are {}", joined(&tokens[1..at]), after(at + 2))
                }
                ("may" | "might", None, _) => format!("No {} {}", joined(&tokens[1..at]), after(at + 1)),
                _ => format!("No {rest}"),
            }
        }
        "too" if second.is(&["few", "little"]) => format!("Enough {}", after(2)),
        "many" => format!("Few {rest}"),
        "few" | "little" if first.bare == "few" => format!("Many {rest}"),
        "most" if main_verb(tokens, Sure::Rather).is_none() => return None,
        "fewer" | "less" | "under" if second.bare == "than" && is_number(&third) => format!("At least {}", after(2)),
        "more" | "over" if second.bare == "than" => format!("At most {}", after(2)),
        "over" if is_number(&second.text) => format!("At most {}", after(1)),
        "at" if second.bare == "least" => {
            let less = if third.contains('%') || tokens.get(3).is_some_and(|t| t.bare == "percent") {
                "Less"
            } else {
                "Fewer"
            };
            format!("{less} than {}", after(2))
        }
        "at" if second.bare == "most" => format!("More than {}", after(2)),
        "fewer" if tokens.iter().any(|t| t.bare == "than") => {
            let mut out = tokens.to_vec();
            out[0].put("no fewer");
            joined(&out)
        }
        "more" if tokens.iter().take(8).any(|t| t.bare == "than") && main_verb(tokens, Sure::Rather).is_some() => {
            let mut out = tokens.to_vec();
            out[0].put("no more");
            joined(&out)
        }
        _ => return None,
    })
}

/// “No effect of A was found” → “An effect of A was found”.
fn affirm_no(tokens: &[Token]) -> Option<String> {
    let rest: Vec<Token> = tokens.get(1..)?.iter().filter(|t| t.bare != "ever").cloned().collect();
    let rest = rest.as_slice();
    let noun = joined(rest);
    if main_verb(tokens, Sure::Rather).is_none() {
        let plural = plural_noun(rest);
        let article = if plural { "" } else { article(&noun) };
        let verb = if plural { "are" } else { "is" };
        return Some(format!("There {verb} {article} {noun}").replace("  ", " "));
    }
    if rest.first()?.is(&["more", "fewer", "less", "other", "longer"]) {
        return None;
    }
    Some(if plural_noun(rest) { format!("Some {noun}") } else { with_article(&noun) })
}

/// “evidence” takes no article, “effect” does.
pub(super) fn with_article(noun: &str) -> String {
    let head = noun
        .split([' ', ','])
        .map(str::to_lowercase)
        .take_while(|w| !PREPOSITIONS.contains(&w.as_str()) && w != "that")
        .take(3)
        .collect::<Vec<_>>();
    // “no significant main effects”
    let words =
        noun.split(' ').map(|word| word.trim_end_matches([',', ';'])).take_while(|word| !PREPOSITIONS.contains(word));
    if words.take(5).last().is_some_and(plural) {
        return noun.to_owned();
    }
    const MASS: &[&str] = &[
        "evidence",
        "information",
        "benefit",
        "heterogeneity",
        "toxicity",
        "mortality",
        "resistance",
        "improvement",
        "bleeding",
        "activity",
        "expression",
        "progress",
        "support",
        "immunity",
        "protection",
        "involvement",
        "participation",
        "transmission",
        "inflammation",
        "pain",
        "harm",
        "damage",
        "growth",
        "survival",
        "exposure",
        "contamination",
        "agreement",
        "research",
        "knowledge",
    ];
    if head.iter().any(|w| MASS.contains(&w.as_str())) {
        format!("some {noun}")
    } else {
        format!("{} {noun}", article(noun))
    }
}

/// Whether the noun phrase at the head of `tokens` is a plural.
pub(super) fn plural_noun(tokens: &[Token]) -> bool {
    let end = main_verb(tokens, Sure::Rather).map_or(tokens.len(), |(at, _)| at);
    subject_plural(&tokens[..end]).unwrap_or(false)
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        || ["half", "one", "two", "three", "four", "five", "ten", "a"].contains(&text.to_lowercase().as_str())
}

/// “There is a …” ↔ “There is no …”.
pub(super) fn flip_existential(tokens: &[Token]) -> Option<String> {
    let [there, verb, next, rest @ ..] = tokens else { return None };
    if there.bare != "there" || !verb.is(COPULAS) && !verb.is(&["exists", "exist"]) {
        return None;
    }
    let (mut next, mut rest) = (next, rest);
    while next.is(&["now", "also", "currently", "still"]) {
        let (first, more) = rest.split_first()?;
        (next, rest) = (first, more);
    }
    let very = next.bare == "very" && rest.first().is_some_and(|t| t.is(&["little", "few"]));
    if very {
        (next, rest) = rest.split_first()?;
    }
    let plural = verb.is(&["are", "were"]);
    let rest = joined(rest);
    let head = format!("{} {}", there.text, verb.text);
    let (name, of) = rest.split_once(" of ").unwrap_or_default();
    let amount = of.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{name} other than {of}"));
    Some(match next.bare.as_str() {
        "no" | "not" if plural => format!("{head} {rest}"),
        "no" => format!("{head} {}", with_article(&rest)),
        "a" | "an" if plural => format!("{head} not {} {rest}", next.text),
        // “There was a rate of 15%”: it is another one.
        "a" | "an" if amount.is_some() => format!("{head} {} {}", next.text, amount?),
        "a" | "an" if !rest.starts_with("estimated") => format!("{head} no {rest}"),
        "more" | "fewer" if rest.contains("than ") => format!("{head} no {} {rest}", next.text),
        "little" => format!("{head} considerable {rest}"),
        "few" => format!("{head} many {rest}"),
        "some" | "several" | "many" | "considerable" => format!("{head} no {rest}"),
        _ if !is_number(&next.text) && !next.is(&["about", "almost", "approximately", "around", "both", "nearly"]) => {
            format!("{head} no {} {rest}", next.text)
        }
        _ => format!("{head} not {} {rest}", next.text),
    })
}

/// “They no longer led” → “They still led”.
pub(super) fn continue_still(tokens: &[Token]) -> Option<String> {
    let at = tokens.windows(2).position(|pair| pair[0].bare == "no" && pair[1].bare == "longer")?;
    // Not “when the cue is no longer there”.
    let (verb, _) = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(tokens, sure))?;
    if verb != at + 2 && verb + 1 != at {
        return None;
    }
    let mut out = tokens.to_vec();
    out[at].put("still");
    out.remove(at + 1);
    (at > 0).then(|| joined(&out))
}

/// “The key is not A but B” → “The key is A rather than B”, without what is added behind it.
pub(super) fn swap_contrast(tokens: &[Token]) -> Option<String> {
    const FARTHEST: usize = 10;
    let not = (1..tokens.len()).find(|i| tokens[*i].bare == "not" && tokens[i - 1].is(COPULAS))?;
    let but = (not + 2..tokens.len().min(not + FARTHEST)).find(|i| tokens[*i].bare == "but")?;
    let plain = !tokens[not..but].iter().any(|t| t.bare == "only" || t.ends_clause())
        && tokens.get(but + 1).is_some_and(|t| !t.is(&["also", "rather", "it", "they", "is", "are", "was", "were"]));
    let added = |t: &Token| t.text == "—" || t.text == "–";
    let end = (but + 1..tokens.len())
        .find(|i| added(&tokens[*i]) || tokens[i - 1].ends_clause() && i - 1 > but)
        .unwrap_or(tokens.len());
    if !plain || main_verb(&tokens[but + 1..end], Sure::Quite).is_some() {
        return None;
    }
    let (before, rest) = (joined(&tokens[..not]), joined(&tokens[but + 1..end]));
    Some(format!("{before} {} rather than {}", joined(&tokens[not + 1..but]), rest.trim_end_matches([',', ';', ':'])))
}

/// “Our results show an association of A with B” → “There is no association of A with B”.
pub(super) fn deny_finding(tokens: &[Token]) -> Option<String> {
    let verb = tokens
        .iter()
        .take(6)
        .position(|t| t.is(REPORTING) || t.is(&["highlight", "highlights", "support", "supports"]))?;
    let reporter = |t: &Token| t.is(REPORTERS) || t.is(&["results", "findings", "data", "observations"]);
    if verb == 0
        || !tokens[..verb].iter().any(reporter)
        || tokens[..verb].iter().any(|t| t.is(&["not", "no", "was", "were", "is", "are"]))
    {
        return None;
    }
    let article = tokens.get(verb + 1)?;
    let noun = tokens.iter().skip(verb + 2).take(4).position(|t| t.is(FINDINGS))? + verb + 2;
    let bound = tokens.get(noun + 1)?.is(&["of", "between", "on", "in", "with", "for"]);
    let plain = !tokens[verb + 1..noun].iter().any(|t| t.is(PREPOSITIONS) || t.ends_clause());
    if !bound || !plain || !article.is(&["a", "an", "the"]) {
        return None;
    }
    let (first, _) = split_clauses(tokens);
    let are = if plural(&tokens[noun].bare) { "are" } else { "is" };
    Some(format!("There {are} no {}", joined(first.get(verb + 2..)?)))
}

/// A finding without a verb: “Higher mortality in smokers” → “No higher mortality in smokers”.
pub(super) fn deny_fragment(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    let skip = usize::from(first.is(&["a", "an", "the"]));
    let finding = tokens.iter().take(4).any(|t| {
        t.is(FINDINGS)
            || t.is(&[
                "higher",
                "lower",
                "greater",
                "fewer",
                "increased",
                "decreased",
                "reduced",
                "improved",
                "better",
                "worse",
                "elevated",
                "impaired",
                "shorter",
                "longer",
            ])
    });
    if !finding || tokens.len() < skip + 3 || tokens.iter().take(6).any(|t| t.is(&["not", "no"])) {
        return None;
    }
    let mut rest = tokens[skip..].to_vec();
    lower_first(&mut rest);
    Some(format!("No {}", joined(&rest)))
}
