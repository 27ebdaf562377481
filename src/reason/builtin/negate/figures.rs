//! The opposites of sentences that count: another number, and not that what was counted did not happen.

use crate::domain::rules::verbs::Form;

use super::{
    finite::{Sure, main_verb},
    nouns::plural,
    words::{PREPOSITIONS, Token, joined, lower_first},
};

/// “Antibodies were found in 29 of 240 sera” → “Antibodies were found in a number other than 29 of 240 sera”; a count at
/// the head of the sentence likewise. Where two are compared, their difference is the claim.
pub(super) fn deny_proportion(tokens: &[Token]) -> Option<String> {
    const DENIALS: [&str; 8] = ["not", "no", "never", "neither", "nor", "none", "without", "cannot"];
    let found: Vec<usize> = (0..tokens.len()).filter(|at| is_proportion(&tokens[*at..])).collect();
    let &[at] = found.as_slice() else { return None };
    if tokens.iter().any(|t| t.is(&DENIALS)) || main_verb(tokens, Sure::Hardly).is_none() {
        return None;
    }
    // “up to 40% of the errors” is a bound.
    if at > 1 && tokens[at - 1].is(&["to"]) && tokens[at - 2].is(&["up"]) {
        return None;
    }
    // “94.7% showed it, compared to 69.3% of the others”: what is compared with is not the finding.
    if at > 0 && tokens[at - 1].is(&["to", "with", "than", "versus", "vs"]) {
        return None;
    }
    let percent = tokens[at].text.ends_with('%');
    let mut counted = tokens[at..].to_vec();
    let before = match &tokens[..at] {
        [only] if only.is(&["only", "just"]) => return Some(format!("More than {}", joined(&counted))),
        [] if percent => return None,
        [] => &[],
        [a, total, of] if a.is(&["a"]) && total.is(&["total"]) && of.is(&["of"]) => &[],
        before if before.last().is_some_and(|t| t.is(PREPOSITIONS) && !t.is(&["of", "than"])) => before,
        _ => return None,
    };
    if at == 0 {
        // A figure in words.
        counted[0].text = counted[0].text.to_lowercase();
    }
    let other = format!("a {} other than {}", if percent { "share" } else { "number" }, joined(&counted));
    Some(if before.is_empty() { other } else { format!("{} {other}", joined(before)) })
}

/// Whether `tokens` begin with “29 of 240”, “14 out of the 20”, “29/240” or “22% of”.
fn is_proportion(tokens: &[Token]) -> bool {
    let counts =
        |t: &Token| t.text.chars().all(|c| c.is_ascii_digit() || c == ',') || t.is(&COUNTS) || is_compound(&t.bare);
    let Some((first, rest)) = tokens.split_first() else { return false };
    let whole = match rest {
        [out, of, rest @ ..] if out.is(&["out"]) && of.is(&["of"]) => rest,
        [of, rest @ ..] if of.is(&["of"]) => rest,
        _ => return first.text.split_once('/').is_some_and(|(part, whole)| {
            matches!((part.parse::<u32>(), whole.parse::<u32>()), (Ok(part), Ok(whole)) if part < whole && whole > 4)
        }),
    };
    if let Some(percent) = first.text.strip_suffix('%') {
        return percent.parse::<f64>().is_ok() && !whole.is_empty();
    }
    let whole = match whole {
        [the, rest @ ..] if the.is(&["the", "these", "those", "our"]) => rest,
        whole => whole,
    };
    first.text.starts_with(char::is_alphanumeric) && counts(first) && whole.first().is_some_and(counts)
}

const COUNTS: [&str; 22] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
];

/// Whether it is “twenty-nine” or the like.
fn is_compound(word: &str) -> bool {
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    word.split_once('-').is_some_and(|(tens, ones)| TENS.contains(&tens) && COUNTS[..9].contains(&ones))
}

/// “Of 312 patients, 47 died” → “Of 312 patients, a number other than 47 died”.
pub(super) fn deny_count(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    let comma = tokens.iter().position(|t| t.text.ends_with(','))?;
    // “By Jan 2, 2020, 41 patients had died.”
    let is_year = |t: &Token| t.text.len() == 5 && t.text.ends_with(',') && t.bare.chars().all(|c| c.is_ascii_digit());
    let is_day = tokens[comma].bare.chars().all(|c| c.is_ascii_digit());
    let comma = comma + usize::from(is_day && tokens.get(comma + 1).is_some_and(is_year));
    let figure = tokens.get(comma + 1)?;
    let counted = figure.bare.chars().all(|c| c.is_ascii_digit()) || figure.text.ends_with('%');
    let verb = main_verb(&tokens[comma + 1..], Sure::Rather);
    let leads = first.is(PREPOSITIONS) || first.is(&["according", "after", "based"]);
    if !leads || figure.bare.is_empty() || !counted {
        return None;
    }
    let (verb, _) = verb?;
    let what = if figure.text.ends_with('%') { "a share" } else { "a number" };
    let lead = joined(&tokens[..=comma]);
    let rest = first_clause(&tokens[comma + 1..]);
    // “46 patients had”: it is the patients that are counted.
    if rest.len() > verb && verb == 2 && plural(&rest[1].bare) {
        return Some(format!("{lead} {what} of {} other than {}", rest[1].text, joined(&without(rest, 1))));
    }
    Some(format!("{lead} {what} other than {}", joined(rest)))
}

/// The tokens up to the first comma behind a verb: “…, with a median of 26 months”.
fn first_clause(tokens: &[Token]) -> &[Token] {
    let end = tokens.iter().position(Token::ends_clause).map(|at| &tokens[..=at]);
    end.filter(|head| main_verb(head, Sure::Rather).is_some()).unwrap_or(tokens)
}

fn without(tokens: &[Token], at: usize) -> Vec<Token> {
    let mut rest = tokens.to_vec();
    rest.remove(at);
    rest
}

/// “53% of deaths are due to A” → “The share of deaths that are due to A is not 53%”.
pub(super) fn deny_share(tokens: &[Token]) -> Option<String> {
    let near = tokens.first()?.is(&["approximately", "about", "roughly", "nearly", "almost", "some", "around"]);
    let at = usize::from(near);
    let figure = tokens.get(at)?;
    let counted = figure.text.starts_with(|c: char| c.is_ascii_digit())
        && figure.text.chars().all(|c| c.is_ascii_digit() || ",.%-–\u{a0}".contains(c));
    let word = figure.is(&["half", "two-thirds", "one-third"]);
    if !counted && !word || !near && figure.text.contains('-') {
        return None;
    }
    let percent = figure.text.ends_with('%') || tokens.get(at + 1).is_some_and(|t| t.is(&["percent"]));
    let end = at + 1 + usize::from(!figure.text.ends_with('%') && percent);
    // “196 (2.3%) patients”
    let share = tokens.get(end).is_some_and(|t| t.text.starts_with('(') && t.text.ends_with("%)"));
    let of = !share && tokens.get(end).is_some_and(|t| t.bare == "of");
    let noun = end + usize::from(of || share);
    let rest = tokens.get(noun..)?;
    let (verb_at, verb) = [Sure::Quite, Sure::Rather, Sure::Hardly].into_iter().find_map(|s| main_verb(rest, s))?;
    // “…, while 18% of the others do”
    let contrast = (verb_at..rest.len().saturating_sub(1))
        .find(|at| rest[*at].text.ends_with(',') && rest[at + 1].is(&["while", "whereas", "but"]));
    let rest = &rest[..contrast.map_or(rest.len(), |at| at + 1)];
    // “1000 Genomes Project data show”: the figure belongs to a name.
    let name =
        !of && rest.first()?.text.starts_with(char::is_uppercase) && rest.first()?.text.contains(char::is_lowercase);
    // “The 1,000 genomes project”: it is one thing, and no count.
    let counted = &rest[..verb_at];
    let compound = !of
        && !counted.iter().any(|token| token.is(PREPOSITIONS))
        && counted.first().is_some_and(|token| plural(&token.bare))
        && counted.last().is_some_and(|token| !plural(&token.bare));
    if verb_at == 0 || rest.first()?.bare == "out" || name || compound {
        return None;
    }
    // “69% of the one, 54% of the other …”: several shares are denied as a whole.
    if percent && rest[..verb_at].iter().any(|token| token.text.contains('%')) {
        return None;
    }
    let figure = joined(&tokens[..end]).to_lowercase();
    let past = rest[verb_at].is(&["was", "were", "had", "did"]) || verb.is_some_and(|v| v.form == Form::Past);
    let what = if percent || word { "share" } else { "number" };
    let copula = if past { "was" } else { "is" };
    let mut noun = rest[..verb_at].to_vec();
    lower_first(&mut noun);
    let rest = first_clause(rest);
    let said = joined(rest.get(verb_at..)?);
    Some(format!(
        "The {what} of {} that {} {copula} not {figure}",
        joined(&noun),
        said.trim_end_matches([',', ';', ':'])
    ))
}
