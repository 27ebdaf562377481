//! Opposites that the head of a clause decides: quantifiers, “there is”,
//! shares, nominal findings.

use crate::domain::rules::verbs::{self, Form};

use super::{
    super::lexicon,
    clauses, denials,
    finite::{Sure, main_verb},
    nouns::{plural, subject_plural},
    words::{
        AUXILIARIES, COPULAS, FINDINGS, PREPOSITIONS, REPORTERS, REPORTING, SUBORDINATORS, Token, article, is_number,
        joined, lower_first,
    },
};

/// Tokens between “none of” and its verb, at most.
const FAR: usize = 8;

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
    const HEADS: [&str; 12] =
        ["no", "nobody", "nothing", "all", "every", "each", "few", "many", "both", "neither", "none", "there"];
    if !head.is(&HEADS) {
        return None;
    }
    let negated = denials::affirm(tail).or_else(|| flip_quantifier(tail)).or_else(|| flip_existential(tail))?;
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
        "both" if tokens.iter().any(|t| t.is(&["not", "no", "never", "cannot"])) => return None,
        "both" if !second.is(PREPOSITIONS) => format!("Not both {rest}"),
        // “Only 1 patient had”
        "only" if second.text.bytes().all(|b| b.is_ascii_digit()) || second.is(&["one", "two", "three"]) => {
            format!("More than {rest}")
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
            // “None of this is” → “Some of this is”.
            let one = tokens.get(2).is_some_and(|t| t.is(&["this", "that", "it", "his", "her"]));
            if let Some(at) = rest.iter().take(FAR).position(|t| t.is(&["is", "was", "has"])).filter(|_| !one) {
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

/// “Group with A improved” → “The group with A improved”.
pub(super) fn with_group_article(text: &str) -> String {
    const GROUPS: [&str; 5] = ["Group", "Subgroup", "Arm", "Cohort", "Sample"];
    const BEHIND: [&str; 9] = ["with", "without", "of", "on", "receiving", "given", "treated", "that", "who"];
    match text.split_once(' ') {
        Some((noun, rest))
            if GROUPS.contains(&noun) && BEHIND.contains(&rest.split(' ').next().unwrap_or_default()) =>
        {
            format!("The {} {rest}", noun.to_lowercase())
        }
        _ => text.to_owned(),
    }
}

/// Whether the noun phrase at the head of `tokens` is a plural.
pub(super) fn plural_noun(tokens: &[Token]) -> bool {
    let end = main_verb(tokens, Sure::Rather).map_or(tokens.len(), |(at, _)| at);
    subject_plural(&tokens[..end]).unwrap_or(false)
}

/// “There is a …” ↔ “There is no …”.
pub(super) fn flip_existential(tokens: &[Token]) -> Option<String> {
    let [there, verb, next, rest @ ..] = tokens else { return None };
    if there.bare != "there" || !verb.is(COPULAS) && !verb.is(&["exists", "exist"]) {
        return None;
    }
    let (mut next, mut rest) = (next, rest);
    while next.is(&["now", "also", "currently", "still", "nonetheless", "nevertheless", "therefore", "thus"]) {
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
        && tokens.get(but + 1).is_some_and(|t| {
            let is_finite = verbs::read(&t.bare).is_some_and(|verb| verb.form == Form::Third && !verb.nounlike);
            !is_finite && !t.is(AUXILIARIES) && !t.is(&["also", "rather", "it", "they"])
        });
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
    let (first, _) = clauses::split_clauses(tokens);
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
