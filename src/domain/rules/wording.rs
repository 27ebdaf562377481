//! How the wording of a piece of evidence relates to that of a statement:
//! what is covered of it, and whether what they say agrees or clashes.

use crate::text::{fold, is_stop, sentences, stem, words};

use super::{figures::spelled, lexicon as lex};

/// A text taken apart, once for all comparisons.
#[derive(Clone, Debug)]
pub struct Wording {
    tokens: Vec<Token>,
}

#[derive(Clone, Debug)]
struct Token {
    word: String,
    stem: String,
    content: bool,
    number: bool,
    name: bool,
    /// It is capitalised, wherever it stands.
    capital: bool,
    /// An odd number of negations stands before it in its clause.
    negated: bool,
    /// +1 up, −1 down, 0 neither.
    direction: i8,
    /// A comma, bracket or semicolon stands before it.
    pause: bool,
    /// A percentage below 100.
    share: bool,
}

/// What a comparison of wordings gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// How much of the statement's content stands in the evidence and around it, 0–1.
    pub coverage: f64,
    /// Above 0 they agree, below 0 they clash; the size says how clearly.
    pub polarity: f64,
    /// The first thing that the statement speaks of is in view.
    pub subject: bool,
    /// The statement says that something goes up or down, and the passage says neither.
    pub silent: bool,
    /// What clashes, in words; empty when nothing does.
    pub clashes: Vec<(&'static str, String)>,
}

impl Wording {
    /// Takes `text` apart.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut end = 0;
        for (range, word) in words(text) {
            let gap = &text[end..range.start];
            let first = tokens.is_empty() || gap.contains(['.', '!', '?', ':', '“', '"']);
            let pause = gap.contains([',', ';', '(', ')', '.', ':', '!', '?', '—', '–']);
            end = range.end;
            let folded = fold(word).replace('\u{2019}', "'");
            let stem = stem(word);
            let number = folded.starts_with(|c: char| c.is_ascii_digit());
            let letters = word.chars().filter(|c| c.is_alphabetic()).count();
            let capital = word.starts_with(char::is_uppercase);
            let direction = direction(&stem);
            tokens.push(Token {
                content: !is_stop(&folded)
                    && !lex::AMOUNTS.contains(&folded.as_str())
                    && !folded.contains("n't")
                    && (letters > 1 || number),
                name: capital && !first && letters > 1 && !number && !is_stop(&folded),
                capital: capital && letters > 1 && !(first && opens_plainly(&folded)),
                word: folded,
                stem,
                number,
                negated: false,
                direction,
                pause,
                share: number && is_share(word, &text[range.end..]),
            });
        }
        let mut wording = Self { tokens };
        wording.mark_negations();
        wording
    }

    /// Whether the text as a whole is negated: a part of it, up to “and”, has an
    /// odd number of negations and undoings that are not part of a comparison or
    /// a phrase such as “not only”.
    #[must_use]
    pub fn negated(&self) -> bool {
        let (mut cues, mut undone) = (0, false);
        for (at, token) in self.tokens.iter().enumerate() {
            if matches!(token.word.as_str(), "and" | "but") {
                if (cues + usize::from(undone)) % 2 == 1 {
                    return true;
                }
                (cues, undone) = (0, false);
            }
            let down = self.tokens.get(at + 1).is_some_and(|next| next.word == "down");
            cues += usize::from(self.is_negation(at));
            undone |=
                lex::UNDOING.contains(&token.stem.as_str()) || down && lex::STRIKING.contains(&token.stem.as_str());
        }
        (cues + usize::from(undone)) % 2 == 1
    }

    /// Stems of names: capitalised words not at the start of a sentence.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter(|token| token.name).map(|token| token.stem.as_str())
    }

    /// Stems of names, those at the start of a sentence among them where no
    /// common word is capitalised otherwise: the words that a claim is about.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.tokens
            .iter()
            .filter(|token| token.capital && token.content && !token.number)
            .map(|token| token.stem.as_str())
    }

    /// The first word with this stem, folded.
    #[must_use]
    pub fn word_of(&self, stem: &str) -> Option<&str> {
        self.tokens.iter().find(|token| token.stem == stem).map(|token| token.word.as_str())
    }

    /// [`Self::covered_by`] over the words that are no names; 1 when there are only names.
    #[must_use]
    pub fn covered_without_names(&self, other: &Self, around: Option<&Self>) -> f64 {
        let tokens: Vec<Token> = self.tokens.iter().filter(|token| !token.capital).cloned().collect();
        if tokens.iter().any(|token| token.content && !token.number) {
            Self { tokens }.covered_by(other, around)
        } else {
            1.0
        }
    }

    /// Whether a word with this stem stands in the text.
    #[must_use]
    pub fn has_stem(&self, stem: &str) -> bool {
        self.tokens.iter().any(|token| same_stem(&token.stem, stem))
    }

    /// Whether a word with this stem, or one that says much the same, stands in the text.
    #[must_use]
    pub fn speaks_of(&self, stem: &str) -> bool {
        self.has_stem(stem) || lex::alike(stem).any(|stem| self.has_stem(stem))
    }

    /// Whether any of these words stands in the text as it is.
    #[must_use]
    pub fn has_any(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| words.contains(&token.word.as_str()))
    }

    /// The stems of `list` that stand in the text.
    pub fn stems_of<'a>(&'a self, list: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        list.iter().copied().filter(|stem| self.tokens.iter().any(|token| token.stem == *stem))
    }

    /// How much of this text's content stands in `other`, or with part of its
    /// weight in `around`, 0–1. Numbers are left out, they have rules of their own.
    #[must_use]
    pub fn covered_by(&self, other: &Self, around: Option<&Self>) -> f64 {
        let (mut all, mut found) = (0.0, 0.0);
        for (at, token) in self.tokens.iter().enumerate() {
            let earlier = self.tokens[..at].iter().any(|before| before.stem == token.stem);
            if !token.content || token.number || earlier {
                continue;
            }
            let weight = token.weight();
            all += weight;
            // Another direction fills the place of a direction; whether it agrees is not asked here.
            let direction = token.direction != 0 && other.tokens.iter().any(|token| token.direction != 0);
            let met =
                |text: &Self| text.has_stem(&token.stem) || lex::alike(&token.stem).any(|stem| text.has_stem(stem));
            if direction || met(other) {
                found += weight;
            } else if around.is_some_and(met) {
                found += weight * AROUND;
            }
        }
        if all > 0.0 { found / all } else { 0.0 }
    }

    fn speaks_of_absence(&self) -> bool {
        self.stems_of(lex::REMOVALS).next().is_some()
    }

    /// “Dropped its plan to …”, “the plan was scrapped”.
    fn gives_up_plan(&self) -> bool {
        const NEAR: usize = 4;
        let undone = |at: usize| lex::UNDOING.contains(&self.tokens[at].stem.as_str()) && !self.tokens[at].negated;
        let plan = |token: &Token| lex::PLANS.contains(&token.stem.as_str());
        (0..self.tokens.len())
            .filter(|&at| undone(at))
            .any(|at| self.tokens[at.saturating_sub(NEAR)..self.tokens.len().min(at + NEAR)].iter().any(plan))
    }

    fn mark_negations(&mut self) {
        let cues: Vec<usize> = (0..self.tokens.len()).filter(|&at| self.is_negation(at)).collect();
        for at in 0..self.tokens.len() {
            let reach = cues.iter().filter(|&&cue| {
                cue < at && at - cue <= SCOPE && self.tokens[cue + 1..=at].iter().all(|token| !token.breaks())
            });
            self.tokens[at].negated = reach.count() % 2 == 1;
        }
    }

    fn is_negation(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1).map_or("", |token| token.word.as_str());
        let cue = lex::NEGATIONS.contains(&token.word.as_str()) || token.word.ends_with("n't");
        let before = at.checked_sub(1).map_or("", |at| self.tokens[at].word.as_str());
        if token.word == "little" && before == "a" {
            return false;
        }
        // “not only”, “no longer than” and “no. 3” negate nothing; “no fewer than” compares.
        cue && !matches!(next, "only" | "just" | "merely" | "necessarily" | "least" | "fewer" | "less")
    }
}

/// How far a negation reaches, in words.
const SCOPE: usize = 5;
/// How much of the coverage hangs on what is said of the names.
const SAID: f64 = 0.5;
/// What a word in title or context is worth beside one in the passage.
const AROUND: f64 = 0.7;

impl Token {
    fn breaks(&self) -> bool {
        self.pause || matches!(self.word.as_str(), "but" | "however" | "although" | "whereas" | "while" | "though")
    }

    fn weight(&self) -> f64 {
        if lex::GENERIC.contains(&self.stem.as_str()) || self.direction != 0 {
            0.5
        } else if self.name || self.word.chars().any(|c| c.is_ascii_digit()) {
            1.25
        } else {
            1.0
        }
    }

    fn relation(&self) -> bool {
        lex::RELATIONS.contains(&self.stem.as_str())
    }
}

/// Words that are capitalised only because a sentence begins with them.
fn opens_plainly(word: &str) -> bool {
    spelled(word).is_some()
        || lex::NEGATIONS.contains(&word)
        || lex::OPENERS.contains(&word)
        || lex::AMOUNTS.contains(&word)
}

/// Whether a number with what follows it is a percentage below 100.
fn is_share(number: &str, rest: &str) -> bool {
    let rest = rest.trim_start();
    let percent = rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent");
    percent && number.parse::<f64>().is_ok_and(|value| value < 100.0)
}

fn direction(stem: &str) -> i8 {
    if lex::UP.contains(&stem) {
        1
    } else if lex::DOWN.contains(&stem) {
        -1
    } else {
        0
    }
}

/// Whether two stems are of one word: equal, or alike up to the ending.
fn same_stem(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    shared >= 5 && shared * 4 >= one.len().max(other.len()) * 3
}

/// Reads `passage` against `statement`; `around` is the title and the
/// sentences beside it, which tell what the passage speaks of.
#[must_use]
pub fn read(statement: &Wording, passage: &str, around: &Wording) -> Reading {
    let whole = Wording::of(passage);
    let ranges = sentences(passage);
    // That the names are met says little as long as nothing is met of what is said of them.
    let (all, said) =
        (statement.covered_by(&whole, Some(around)), statement.covered_without_names(&whole, Some(around)));
    let mut reading = Reading { coverage: all * (1.0 - SAID) + all.min(said) * SAID, ..Reading::default() };
    let first = statement.tokens.iter().find(|token| token.content && !token.number && token.direction == 0);
    reading.subject = first.is_none_or(|token| whole.speaks_of(&token.stem) || around.speaks_of(&token.stem));
    let parts: Vec<Wording> = match ranges.len() {
        0 | 1 => vec![whole],
        _ => ranges.into_iter().map(|range| Wording::of(&passage[range])).collect(),
    };
    let covers: Vec<f64> = parts.iter().map(|part| statement.covered_by(part, None)).collect();
    let best = covers.iter().copied().fold(0.0, f64::max);
    let mut weights = 0.0;
    for (part, cover) in parts.iter().zip(&covers) {
        // A sentence that hardly speaks of the statement has no say.
        if *cover < best * 0.6 {
            continue;
        }
        let weight = (cover / best.max(0.01)).powi(2);
        let (polarity, clashes) = polarity(statement, part);
        reading.polarity += polarity * weight;
        reading.clashes.extend(clashes);
        weights += weight;
    }
    if weights > 0.0 {
        reading.polarity /= weights;
    }
    let turns = |wording: &Wording| wording.tokens.iter().any(|token| token.direction != 0);
    reading.silent = reading.polarity == 0.0 && turns(statement);
    reading.clashes.dedup();
    reading
}

/// Whether a finding has a direction, denies one, or neither.
fn polarity(statement: &Wording, part: &Wording) -> (f64, Vec<(&'static str, String)>) {
    let mut clashes = Vec::new();
    let direction = directions(statement, part, &mut clashes);
    let null = nulls(statement, part, &mut clashes);
    let opposite = opposites(statement, part, &mut clashes);
    if direction != 0.0 && statement.gives_up_plan() != part.gives_up_plan() {
        clashes.push(("negation", "a plan is given up on one side only".to_owned()));
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
        wording
            .tokens
            .iter()
            .find(|token| (token.relation() && token.negated) || lex::NULLS.contains(&token.word.as_str()))
            .map(|token| token.word.clone())
    };
    let asserted = |wording: &Wording| {
        wording.tokens.iter().any(|token| (token.relation() || token.direction != 0) && !token.negated)
    };
    match (denied(statement), denied(part)) {
        (Some(_), Some(_)) => 0.5,
        (None, Some(word)) => {
            clashes.push(("negation", format!("the evidence denies it (“{word}”)")));
            -0.7
        }
        (Some(word), None) if asserted(part) => {
            clashes.push(("negation", format!("the statement denies it (“{word}”), the evidence does not")));
            -0.6
        }
        _ => 0.0,
    }
}

/// Opposites of which each side has one.
fn opposites(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    // Where one speaks of a thing and the other of its absence, opposite directions agree.
    let turned = statement.speaks_of_absence() != part.speaks_of_absence();
    let has = |wording: &Wording, stem: &str| wording.tokens.iter().find(|token| token.stem == stem).map(|t| t.negated);
    let mut value: f64 = 0.0;
    for (a, b) in lex::OPPOSITES.iter().copied().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let (Some(one), Some(other)) = (has(statement, a), has(part, b)) else { continue };
        let directions = direction(a) != 0 && direction(b) != 0;
        if directions && turned || has(statement, b).is_some() || has(part, a).is_some() {
            continue;
        }
        if one == other {
            clashes.push(("opposite", format!("“{a}” against “{b}”")));
            value -= 0.6;
        } else {
            value += 0.3;
        }
    }
    for token in statement.tokens.iter().filter(|token| token.content && token.stem.len() >= 4) {
        for other in part.tokens.iter().filter(|other| other.content && other.stem.len() >= 4) {
            let turned = |long: &Token, short: &Token| {
                lex::OPPOSING_PREFIXES
                    .iter()
                    .any(|prefix| long.word.strip_prefix(prefix).is_some_and(|rest| rest == short.word))
            };
            if (turned(token, other) || turned(other, token))
                && token.negated == other.negated
                && !part.has_stem(&token.stem)
                && !statement.has_stem(&other.stem)
            {
                clashes.push(("opposite", format!("“{}” against “{}”", token.word, other.word)));
                value -= 0.6;
            }
        }
    }
    // “Voted for” and “voted against”: small words are opposites behind the same word.
    for (one, two) in statement.tokens.windows(2).flat_map(|one| part.tokens.windows(2).map(move |two| (one, two))) {
        let (a, b) = (one[1].word.as_str(), two[1].word.as_str());
        let pair = lex::OPPOSITE_PARTICLES.iter().any(|(x, y)| (a == *x && b == *y) || (a == *y && b == *x));
        if pair && one[0].stem == two[0].stem && one[0].content {
            clashes.push(("opposite", format!("“{a}” against “{b}”")));
            value -= 0.6;
        }
    }
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
    let clash = (free != denied).then(|| format!("freed from it on one side, “{word}” on the other"));
    Some((if free == denied { 0.3 } else { -0.7 }, clash))
}

/// A negation, or an undoing, on one side only.
fn negations(statement: &Wording, part: &Wording, clashes: &mut Vec<(&'static str, String)>) -> f64 {
    if statement.negated() == part.negated() {
        return 0.0;
    }
    clashes.push(("negation", "negation on one side only".to_owned()));
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
        Some(_) => None,
        None => find(part, lex::PARTIAL)
            .or(fraction)
            .map(|(_, token)| token.word)
            .or_else(|| part.tokens.iter().find(|token| token.share).map(|token| format!("{} %", token.word)))
            .or_else(|| part.tokens.iter().any(|token| token.word == "only").then(|| "only".to_owned())),
    };
    let Some(partial) = partial else { return 0.0 };
    clashes.push(("scope", format!("“{}” against “{partial}”", all.word)));
    -1.0
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_plain(statement: &str, passage: &str) -> Reading {
        read(&Wording::of(statement), passage, &Wording::of(""))
    }

    #[test]
    fn what_clashes_is_told_from_what_agrees() {
        for (statement, passage, clashes) in [
            ("Aspirin lowers the risk of stroke.", "Aspirin reduced the risk of stroke.", false),
            ("Aspirin lowers the risk of stroke.", "Aspirin increased the risk of stroke.", true),
            ("Aspirin lowers the risk of stroke.", "Aspirin did not lower the risk of stroke.", true),
            ("Aspirin does not lower the risk of stroke.", "Aspirin did not reduce the risk of stroke.", false),
            ("Aspirin is associated with stroke.", "Aspirin was not associated with stroke.", true),
            ("Aspirin has no effect on stroke.", "Aspirin had no effect on stroke.", false),
            ("The cells are sensitive to heat.", "The cells are resistant to heat.", true),
            ("The method is safe.", "The method is unsafe.", true),
            ("All members voted.", "Only some members voted.", true),
            ("Loss of p53 increases tumour growth.", "Tumour growth was reduced by p53.", false),
        ] {
            let reading = read_plain(statement, passage);
            assert_eq!(reading.polarity < 0.0, clashes, "{statement} / {passage}: {reading:?}");
        }
    }

    #[test]
    fn names_alone_do_not_make_a_passage_speak_of_the_statement() {
        let met = read_plain("Greta Olsen resigned from the council.", "Greta Olsen resigned from the town council.");
        let names = read_plain("Greta Olsen resigned from the council.", "Greta Olsen likes sailing.");
        assert!(met.coverage > 0.9 && names.coverage < 0.4, "{met:?} {names:?}");
    }

    #[test]
    fn double_negation_is_none() {
        assert!(Wording::of("The law does not apply.").negated());
        assert!(!Wording::of("It is not so that the law does not apply.").negated());
        assert!(!Wording::of("It is not only cheap.").negated());
    }
}
