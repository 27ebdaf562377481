//! Where the wordings of a statement and of evidence clash: direction, denial,
//! opposites, scope.

use std::{collections::HashMap, sync::LazyLock};

use super::{super::lexicon as lex, Token, Wording, same_stem, token::direction};

/// Whether a finding has a direction, denies one, or neither.
pub(super) fn polarity(statement: &Wording, part: &Wording) -> (f64, Vec<(&'static str, String)>) {
    let mut clashes = Vec::new();
    let direction = directions(statement, part, &mut clashes);
    let null = nulls(statement, part, &mut clashes);
    let opposite = opposites(statement, part, &mut clashes);
    if direction != 0.0 && statement.gives_up_plan() != part.gives_up_plan() {
        clashes.push(("negation", "only one of the two says that a plan was given up".to_owned()));
        return (-0.7 + scope(statement, part, &mut clashes), clashes);
    }
    let release = releases(statement, part);
    if let Some((polarity, clash)) = release {
        clashes.retain(|(rule, _)| *rule != "negation");
        clashes.extend(clash.map(|note| ("negation", note)));
        return (direction + polarity + opposite + scope(statement, part, &mut clashes), clashes);
    }
    let negation = if direction == 0.0 && null == 0.0 { negations(statement, part, &mut clashes) } else { 0.0 };
    let scope = scope(statement, part, &mut clashes);
    (direction + null + opposite + negation + scope, clashes)
}

/// Directions of the two compared pair by pair, each pair by how much of the
/// words around it is shared; a negated direction is turned around.
fn directions(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    let mut worst: Option<(f64, String)> = None;
    for (at, one) in statement.tokens.iter().enumerate().filter(|(_, token)| token.direction != 0) {
        for (to, other) in part.tokens.iter().enumerate().filter(|(_, token)| token.direction != 0) {
            let shared =
                neighbours(statement, at).filter(|stem| neighbours(part, to).any(|s| same_stem(s, stem))).count();
            let mut weight = 0.15 + shared as f64;
            if same_stem(&one.stem, &other.stem) {
                weight += 0.5;
            }
            let sign =
                f64::from(one.direction * other.direction) * if one.negated == other.negated { 1.0 } else { -1.0 };
            sum += sign * weight;
            all += weight;
            if sign < 0.0 && worst.as_ref().is_none_or(|(most, _)| weight > *most) {
                let not = |token: &Token| if token.negated { "not " } else { "" };
                let note = format!("“{}{}” against “{}{}”", not(one), one.word, not(other), other.word);
                worst = Some((weight, note));
            }
        }
    }
    if all == 0.0 {
        return 0.0;
    }
    // What the presence of a thing does, its absence does the other way round.
    let turned = if statement.speaks_of_absence() == part.speaks_of_absence() { 1.0 } else { -0.6 };
    let value = turned * sum / all * (all / (all + 0.5));
    if let Some((_, note)) = worst.filter(|_| value < 0.0) {
        clashes.push(("direction", note));
    }
    value
}

fn neighbours(wording: &Wording, at: usize) -> impl Iterator<Item = &str> {
    const NEAR: usize = 4;
    let range = at.saturating_sub(NEAR)..(at + NEAR + 1).min(wording.tokens.len());
    range
        .filter(move |&i| i != at)
        .map(|i| &wording.tokens[i])
        .filter(|token| token.content && token.direction == 0)
        .map(|token| token.stem.as_str())
}

/// A relation that one asserts and the other denies.
fn nulls(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    let denied = |wording: &Wording| {
        let denies = |at: &usize| {
            let token = &wording.tokens[*at];
            token.relation() && token.negated || wording.is_null(*at)
        };
        (0..wording.tokens.len()).find(denies).map(|at| wording.tokens[at].word.clone())
    };
    let asserted = |wording: &Wording| {
        wording.tokens.iter().any(|token| (token.relation() || token.direction != 0) && !token.negated)
    };
    match (denied(statement), denied(part)) {
        (Some(_), Some(_)) => 0.5,
        (None, Some(word)) => {
            clashes.push(("negation", format!("the passage denies “{word}”, while the statement claims an effect")));
            -0.7
        }
        (Some(word), None) if asserted(part) => {
            clashes.push(("negation", format!("the statement denies “{word}”, while the passage reports an effect")));
            -0.6
        }
        _ => 0.0,
    }
}

/// The pairs of opposites whose first the statement has, in the order of the list.
fn opposite_pairs(statement: &Wording) -> Vec<(&'static str, &'static str)> {
    type Pair = (usize, (&'static str, &'static str));
    static BY_FIRST: LazyLock<HashMap<&str, Vec<Pair>>> = LazyLock::new(|| {
        let both = lex::OPPOSITES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
        let mut by_first: HashMap<&str, Vec<Pair>> = HashMap::new();
        for (at, pair) in both.enumerate() {
            by_first.entry(pair.0).or_default().push((at, pair));
        }
        by_first
    });
    let known = statement.tokens.iter().filter_map(|token| BY_FIRST.get(token.stem.as_str())).flatten();
    let mut pairs: Vec<Pair> = known.copied().collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Opposites of which each side has one.
fn opposites(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    // Where one speaks of a thing and the other of its absence, opposite directions agree.
    let turned = statement.speaks_of_absence() != part.speaks_of_absence();
    let mut value: f64 = 0.0;
    for (a, b) in opposite_pairs(statement) {
        let (Some(one), Some(other)) = (statement.first(a), part.first(b)) else { continue };
        let directions = direction(a) != 0 && direction(b) != 0;
        if directions && turned || statement.first(b).is_some() || part.first(a).is_some() {
            continue;
        }
        if one.negated == other.negated {
            clashes.push(("opposite", format!("“{}” against “{}”", one.word, other.word)));
            value -= 0.6;
        } else {
            value += 0.3;
        }
    }
    // Deduplicated apart from the pairs above: the number of clashes is a feature of the trees.
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for token in statement.tokens.iter().filter(|token| token.content && token.stem.len() >= 4) {
        for other in part.tokens.iter().filter(|other| other.content && other.stem.len() >= 4) {
            let turned = |long: &Token, short: &Token| {
                let prefix = long.word.strip_suffix(&short.word);
                prefix.is_some_and(|prefix| lex::OPPOSING_PREFIXES.contains(&prefix))
            };
            if (turned(token, other) || turned(other, token))
                && token.negated == other.negated
                && !part.has_stem(&token.stem)
                && !statement.has_stem(&other.stem)
            {
                found.push(("opposite", format!("“{}” against “{}”", token.word, other.word)));
                value -= 0.6;
            }
        }
    }
    // “Voted for” and “voted against”: small words are opposites behind the same word.
    for (one, two) in statement.tokens.windows(2).flat_map(|one| part.tokens.windows(2).map(move |two| (one, two))) {
        let (a, b) = (one[1].word.as_str(), two[1].word.as_str());
        let pair = lex::OPPOSITE_PARTICLES.iter().any(|(x, y)| (a == *x && b == *y) || (a == *y && b == *x));
        if pair && one[0].stem == two[0].stem && one[0].content {
            found.push(("opposite", format!("“{a}” against “{b}”")));
            value -= 0.6;
        }
    }
    found.dedup();
    clashes.append(&mut found);
    value.clamp(-1.2, 0.6)
}

/// One frees from a duty, the other speaks of having it: to be exempt is not to have to.
fn releases(statement: &Wording, part: &Wording) -> Option<(f64, Option<String>)> {
    let freed = |wording: &Wording| {
        let released = |token: &&Token| lex::RELEASES.contains(&token.stem.as_str());
        wording.tokens.iter().find(released).map(|token| !token.negated)
    };
    // “Have” lays a duty on before “to” only; “need not” is denied from behind.
    let duty = |wording: &Wording| {
        let next = |at: usize| wording.tokens.get(at + 1).map_or("", |token| token.word.as_str());
        let lays = |at: usize, token: &Token| {
            lex::DUTIES.contains(&token.stem.as_str()) && (token.stem != "have" || next(at) == "to")
        };
        let found = wording.tokens.iter().enumerate().find(|(at, token)| lays(*at, token));
        found.map(|(at, token)| (token.negated || next(at) == "not", token.word.clone()))
    };
    let (free, (denied, word)) = match (freed(statement), freed(part)) {
        (Some(free), None) => (free, duty(part)?),
        (None, Some(free)) => (free, duty(statement)?),
        _ => return None,
    };
    let clash = (free != denied).then(|| format!("an exemption against “{word}”"));
    Some((if free == denied { 0.3 } else { -0.7 }, clash))
}

/// A negation, or an undoing, on one side only.
fn negations(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    // “Without the gene” is “lacking the gene”.
    let without = |wording: &Wording| wording.tokens.iter().any(|token| token.word == "without");
    let absence = without(statement) && part.speaks_of_absence() || without(part) && statement.speaks_of_absence();
    if absence || statement.negated() == part.negated() {
        return 0.0;
    }
    let (one, other) = if part.negated() { ("passage", "statement") } else { ("statement", "passage") };
    clashes.push(("negation", format!("the {one} is negated, the {other} is not")));
    -0.7
}

/// What the statement says of all, and the evidence of a part only.
fn scope(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    let find = |wording: &Wording, list: &[&str]| {
        wording
            .tokens
            .iter()
            .enumerate()
            .find(|(_, token)| list.contains(&token.word.as_str()))
            .map(|(at, token)| (at, token.clone()))
    };
    if let Some(note) = beyond_only(statement, part) {
        clashes.push(("scope", note));
        return -1.0;
    }
    let fraction = find(part, lex::FRACTIONS).filter(|(at, _)| part.tokens.get(at + 1).is_some_and(|t| t.word == "of"));
    let most = statement.tokens.windows(3).find(|three| {
        three[1].word == "most" && !matches!(three[0].word.as_str(), "the" | "at") || three[0].word == "most"
    });
    if most.is_some() && find(part, &["most", "majority"]).is_none() {
        let below = |token: &&Token| token.share && token.word.parse::<f64>().is_ok_and(|value| value < 50.0);
        let few = find(part, &["few", "minority"]).or(fraction).map(|(_, token)| token.word);
        if let Some(few) = few.or_else(|| part.tokens.iter().find(below).map(|token| format!("{} %", token.word))) {
            clashes.push(("scope", format!("“most” against “{few}”")));
            return -1.0;
        }
        return 0.0;
    }
    let Some((_, all)) = find(statement, lex::UNIVERSAL) else { return 0.0 };
    if find(statement, lex::PARTIAL).is_some() {
        return 0.0;
    }
    let not_all = find(part, lex::UNIVERSAL);
    let partial = match &not_all {
        Some((_, token)) if token.negated => Some(format!("not {}", token.word)),
        Some((at, token)) => almost(part, *at).map(|almost| format!("{almost} {}", token.word)),
        None => find(part, lex::PARTIAL)
            .or(fraction)
            .map(|(_, token)| token.word)
            .or_else(|| greater_part(statement, part))
            .or_else(|| part.tokens.iter().find(|token| token.share).map(|token| format!("{} %", token.word)))
            .or_else(|| part.tokens.iter().any(|token| token.word == "only").then(|| "only".to_owned())),
    };
    let Some(partial) = partial else { return 0.0 };
    clashes.push(("scope", format!("“{}” against “{partial}”", all.word)));
    -1.0
}

/// “Almost all”: the word before the universal at `at` that takes something from it.
fn almost(part: &Wording, at: usize) -> Option<&str> {
    const ALMOST: &[&str] = &["almost", "nearly", "virtually", "practically", "hardly", "scarcely"];
    let before = &part.tokens.get(at.checked_sub(1)?)?.word;
    ALMOST.contains(&before.as_str()).then_some(before)
}

/// “Most patients” where the statement speaks of all of them; “the most” and “many” of something else say nothing.
fn greater_part(statement: &Wording, part: &Wording) -> Option<String> {
    const FAR: usize = 3;
    let counts = |at: usize| {
        let before = at.checked_sub(1).map_or("", |at| part.tokens[at].word.as_str());
        let superlative = part.tokens[at].word != "majority" && matches!(before, "the" | "at" | "how" | "as" | "so");
        let next = part.tokens[at + 1..].iter().take(FAR).take_while(|token| !token.breaks());
        !superlative && next.into_iter().any(|token| token.content && statement.has_stem(&token.stem))
    };
    let named = |at: &usize| matches!(part.tokens[*at].word.as_str(), "most" | "many" | "majority");
    (0..part.tokens.len()).filter(named).find(|&at| counts(at)).map(|at| part.tokens[at].word.clone())
}

/// The statement says it of one thing only, and the evidence of that thing and another.
fn beyond_only(statement: &Wording, part: &Wording) -> Option<String> {
    const AND: &[&str] = &["and", "also", "well", "plus"];
    const FAR: usize = 4;
    let is_only = |token: &&Token| matches!(token.word.as_str(), "only" | "solely" | "exclusively");
    let at = statement.tokens.iter().position(|token| is_only(&token))?;
    if part.tokens.iter().any(|token| is_only(&token)) {
        return None;
    }
    let thing = statement.tokens[at + 1..].iter().find(|token| token.content)?;
    let met = part.tokens.iter().position(|token| same_stem(&token.stem, &thing.stem))?;
    let and = (met + 1..part.tokens.len().min(met + FAR)).find(|&i| AND.contains(&part.tokens[i].word.as_str()))?;
    let other = part.tokens[and + 1..].iter().take(FAR).find(|token| token.content && !token.number)?;
    (!statement.has_stem(&other.stem)).then(|| format!("“only {}” against “and {}”", thing.word, other.word))
}
