//! The opposite of an English sentence: the claim is freed of its frame, its
//! main verb is negated, an existing negation is removed, comparatives become
//! at-least-as.

mod agrees;
mod auxiliary;
mod clauses;
mod compare;
mod denials;
mod figures;
mod finite;
mod frame;
mod halves;
mod heads;
mod nouns;
mod participle;
mod predicate;
mod sound;
mod words;

use crate::{domain::rules::verbs, text::sentence_case};

use finite::{Sure, main_verb};
pub(crate) use halves::halves;
use sound::is_sound;
pub(super) use words::{AUXILIARIES, PREPOSITIONS};
use words::{OPENERS, REPORTERS, REPORTING, Token, joined, lower_first};

/// The opposite of `sentence`, ending in a full stop.
pub(super) fn opposite(sentence: &str) -> String {
    let plain = words::with_whole_numbers(&sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    // Where everything is in capitals, names look like all other words.
    let plain = if plain.contains(char::is_lowercase) { plain } else { plain.to_lowercase() };
    let asked = plain.ends_with('?');
    let plain = plain.trim_end_matches(ENDS);
    let plain = agrees::without_agreement(&frame::without_asides(plain));
    let claim = bare_claim(&plain);
    let claim = if claim.len() < plain.len() { first_finding(claim) } else { claim };
    let mut tokens: Vec<Token> = claim.split(' ').filter(|w| !w.is_empty()).flat_map(Token::read).collect();
    if asked && let Some(answered) = frame::answer(&tokens) {
        tokens = answered;
    }
    let framed = tokens.len();
    let tokens = frame::strip_report(&tokens);
    let reported = claim.len() < plain.len() || tokens.len() + 2 < framed;
    let negated = negate(&tokens, reported).unwrap_or_else(|| last_resort(&tokens));
    let mut text = heads::with_group_article(&sentence_case(&negated));
    if [claim, plain.as_str()].iter().any(|said| text.to_lowercase() == said.to_lowercase()) {
        text = last_resort(&tokens);
    }
    format!("{}.", text.trim_end_matches(['.', ' '])).replace(words::NO_BREAK, " ")
}

/// What may end a sentence.
const ENDS: [char; 7] = ['.', '!', '?', ' ', ';', ':', ','];

/// The words of what a sentence claims, without its frame and its asides.
fn claim_of(sentence: &str) -> Vec<Token> {
    let plain = words::with_whole_numbers(&sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = frame::without_asides(plain.trim_end_matches(ENDS));
    let tokens: Vec<Token> = bare_claim(&plain).split(' ').filter(|w| !w.is_empty()).flat_map(Token::read).collect();
    frame::strip_report(&tokens)
}

/// The opposite of a claim without its frame; `None` where no rule applies.
fn negate(tokens: &[Token], reported: bool) -> Option<String> {
    if denials::is_unknown(tokens) {
        return None;
    }
    if let Some(swapped) = heads::swap_contrast(tokens) {
        return Some(swapped);
    }
    if let Some(still) = heads::continue_still(tokens) {
        return Some(still);
    }
    // “A did not do it and neither did B” says of B what it says of A.
    let also =
        (2..tokens.len().saturating_sub(1)).find(|at| tokens[*at].bare == "neither" && tokens[at + 1].is(AUXILIARIES));
    let tokens = also.filter(|at| tokens[at - 1].is(&["and", "but"])).map_or(tokens, |at| &tokens[..at - 1]);
    if let Some(contrast) = halves::deny_contrast(tokens) {
        return Some(contrast);
    }
    let (first, rest) = clauses::split_clauses(tokens);
    let first = denials::affirm(first)
        .or_else(|| figures::deny_proportion(first))
        .or_else(|| heads::flip_quantifier(first))
        .or_else(|| heads::flip_existential(first))
        .or_else(|| heads::flip_correlative(first))
        .or_else(|| heads::flip_after_lead(first))
        .or_else(|| figures::deny_share(first))
        .or_else(|| figures::deny_count(first))
        .or_else(|| heads::deny_finding(first))
        .or_else(|| predicate::negate(first, Sure::Hardly))
        .or_else(|| heads::deny_fragment(first))
        .or_else(|| {
            // “Because A did B.” is a clause that its sentence was cut off from.
            let cut =
                first.first()?.is(&["because", "since", "as", "although", "while", "whereas", "and", "but", "so"]);
            if cut { predicate::negate(&first[1..], Sure::Hardly) } else { None }
        })
        .filter(|made| is_sound(first, made))
        .or_else(|| auxiliary::affirm_cannot(first))?;
    // A second finding is negated where its verb is certain, and left out otherwise.
    let second = rest.and_then(|clause| {
        // “…, and B did: it was C”: what explains the clause is left out.
        let explained = clause.iter().position(|token| token.text.ends_with(':'));
        let clause = &clause[..explained.map_or(clause.len(), |at| at + 1)];
        // “…, with C increasing to a greater extent” adds to what is denied.
        let clause = match clauses::split_clauses(clause) {
            (head, None) if clause.get(head.len()).is_some_and(|token| token.bare == "with") => head,
            _ => clause,
        };
        // “…, and they illustrate”: they are the results that the frame named.
        if reported && clause.first()?.is(&["they", "we", "it", "this", "these"]) {
            return None;
        }
        // “…, and less likely in those adapted to B” has the first one's verb.
        if clause.first()?.is(&["less", "more"]) && clause.get(1)?.bare == "likely" {
            return None;
        }
        let negated = heads::flip_quantifier(clause)
            .map(|flipped| lower_case(&flipped))
            .or_else(|| heads::flip_existential(clause))
            .or_else(|| predicate::negate(clause, Sure::Quite))
            .filter(|made| is_sound(clause, made))?;
        Some(format!("{}, or {}", first.trim_end_matches([',', ';']), negated.trim_end_matches([':', ','])))
    });
    Some(second.unwrap_or_else(|| first.trim_end_matches([',', ';', ':', ' ']).to_owned()))
}

/// A clause that is not the first, begun in lower case.
fn lower_case(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The plain denial, for texts in which no verb and no finding was recognised.
fn last_resort(tokens: &[Token]) -> String {
    let mut tokens = tokens.to_vec();
    lower_first(&mut tokens);
    format!("It is not the case that {}", joined(&tokens))
}

/// The sentence without “However,” and the like at its head.
pub(super) fn untied(plain: &str) -> &str {
    let mut rest = plain;
    while let Some((head, tail)) =
        rest.split_once([',', ':']).and_then(|(head, tail)| Some((head, tail.strip_prefix(' ')?)))
    {
        if !OPENERS.contains(&head.to_lowercase().as_str()) {
            break;
        }
        rest = tail;
    }
    rest
}

/// The claim without what leads up to it: “However,” and “We found that”.
pub(super) fn bare_claim(plain: &str) -> &str {
    let rest = untied(plain);
    let mut reported = false;
    let mut before = String::new();
    let mut at = 0;
    for (i, word) in rest.split(' ').enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let reports = REPORTERS.contains(&bare.as_str())
            || bare == "the"
                && rest.split(' ').skip(1).take(4).any(|w| {
                    ["results", "findings", "data", "evidence", "analysis", "study", "work", "paper", "review"]
                        .contains(&w)
                });
        let denies = ["not", "no", "nothing", "nobody", "cannot", "nor", "little", "scant"].contains(&bare.as_str());
        if i == 0 && !reports || i > 9 || denies || (i > 0 && word.ends_with(',') && reported) {
            break;
        }
        at += word.len() + 1;
        // “features that impact” is a relative clause and no report.
        let relative = |claim: &str| {
            let next = claim.split(' ').next().unwrap_or_default();
            !REPORTING.contains(&before.as_str())
                && (AUXILIARIES.contains(&next) || verbs::read(next).is_some_and(|v| v.form != verbs::Form::Past))
        };
        // “a pattern analogous to that of A”
        let refers = |claim: &str| claim.split(' ').next().is_some_and(|next| ["of", "for"].contains(&next));
        if bare == "that" && reported && at < rest.len() && (relative(&rest[at..]) || refers(&rest[at..])) {
            break;
        }
        if bare == "that" && reported && at < rest.len() {
            let claim = &rest[at..];
            // “suggested that that more time …”
            return claim.strip_prefix("that ").unwrap_or(claim);
        }
        reported |= REPORTING.contains(&bare.as_str());
        before = bare;
    }
    rest
}

/// The claim without what else its sentence reports: “…, which suggests that”,
/// “… and provide evidence that”.
fn first_finding(claim: &str) -> &str {
    const REST: &[&str] = &[" and provide evidence", " and suggest that", " and indicate that", ", which suggests"];
    let end = REST.iter().filter_map(|rest| claim.find(rest)).min().unwrap_or(claim.len());
    &claim[..end]
}

/// Where in the sentence its main verb begins, in bytes.
pub(super) fn verb_at(sentence: &str) -> Option<usize> {
    let claim = bare_claim(sentence);
    let starts: Vec<usize> =
        claim.split(' ').scan(0, |at, word| Some(std::mem::replace(at, *at + word.len() + 1))).collect();
    let tokens: Vec<Token> = claim.split(' ').map(Token::new).collect();
    let (at, _) = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(&tokens, sure))?;
    Some(sentence.len() - claim.len() + starts.get(at)?)
}

/// Whether `text` surely has a verb behind a subject, as a sentence by itself has.
pub(crate) fn has_verb(text: &str) -> bool {
    let tokens: Vec<Token> = bare_claim(text).split(' ').map(Token::new).collect();
    main_verb(&tokens, Sure::Quite).is_some_and(|(at, _)| at > 0)
}

#[cfg(test)]
mod tests;
