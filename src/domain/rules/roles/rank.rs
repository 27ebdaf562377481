//! What is the most of its kind: “Orm is the largest lake of the district”. Where something else is, the statement's is not.

use crate::{domain::rules::lexicon::is_negation, text::is_stop};

use super::sentence::{Word, overlap, read};

/// Superlatives by what they say.
const SUPERLATIVES: [&[&str]; 10] = [
    &["biggest", "greatest", "largest"],
    &["highest", "tallest"],
    &["lowest"],
    &["smallest"],
    &["longest"],
    &["shortest"],
    &["oldest"],
    &["youngest"],
    &["fastest"],
    &["slowest"],
];
/// Verbs between a thing and its rank.
const VERBS: [&str; 8] = ["are", "had", "has", "have", "is", "remains", "was", "were"];
/// What comes between a superlative without an article and what has it: “highest for A”.
const OF: [&str; 5] = ["among", "for", "in", "under", "with"];
/// What sets apart what else a sentence says.
const BREAKS: [&str; 6] = ["and", "but", "followed", "while", "whereas", "which"];
/// Share of the words of a thing that must be met, 0–1; of what it ranks among, all: the largest of Hungary is not yet that of
/// Europe.
const THING: f64 = 0.6;

/// A thing that ranks first.
struct Rank {
    class: usize,
    thing: Vec<String>,
    /// What it ranks among, and where.
    among: Vec<String>,
    denied: bool,
}

/// Whether a sentence bears out (true) or excludes (false) that the thing of `statement` ranks first; `None` where it does not
/// say it of the same kind.
pub(super) fn relate(statement: &str, sentence: &str) -> Option<bool> {
    let own = rank(&read(statement))?;
    let read = read(sentence);
    let other = rank(&read)?;
    let stems: Vec<String> = read.iter().map(|word| word.stem.clone()).collect();
    if own.class != other.class || overlap(&own.among, &stems) < 1.0 {
        return None;
    }
    // “Orm” distinguishes “Lake Orm” from other lakes.
    let thing: Vec<String> = own.thing.iter().filter(|stem| !own.among.contains(stem)).cloned().collect();
    if thing.is_empty() {
        return None;
    }
    let same = overlap(&thing, &other.thing) >= THING;
    // Who is named elsewhere in the sentence is among those that rank.
    let is_other = overlap(&thing, &other.thing) == 0.0 && overlap(&thing, &stems) >= THING;
    match (same, is_other) {
        (true, _) => Some(own.denied == other.denied),
        (_, true) if !other.denied => Some(own.denied),
        _ => None,
    }
}

/// The first rank of a sentence: “A is the largest B”, “the largest B is A”, “B was largest for A”.
fn rank(read: &[Word]) -> Option<Rank> {
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let class = |at: usize| SUPERLATIVES.iter().position(|list| list.contains(&text(at)));
    let is_of = |at: usize| VERBS.contains(&text(at - 1)) && OF.contains(&text(at + 1));
    let at = (1..read.len()).find(|&at| class(at).is_some() && (text(at - 1) == "the" || is_of(at)))?;
    let breaks = |at: &usize| read[*at].pause || BREAKS.contains(&text(*at));
    let end = (at + 1..read.len()).find(breaks).unwrap_or(read.len());
    let stems = |from: usize, to: usize| -> Vec<String> {
        let said = read[from..to]
            .iter()
            .filter(|word| !is_stop(&word.text) && !is_negation(&word.text) && word.text != "also");
        said.map(|word| word.stem.clone()).collect()
    };
    let start = |verb: usize| {
        (0..verb).rev().find(|&at| read[at + 1].pause || BREAKS.contains(&text(at))).map_or(0, |at| at + 1)
    };
    if is_of(at) {
        let from = start(at - 1);
        let denied = read[from..end].iter().any(|word| is_negation(&word.text));
        let (thing, among) = (stems(at + 2, end), stems(from, at - 1));
        return (!thing.is_empty() && !among.is_empty()).then_some(Rank { class: class(at)?, thing, among, denied });
    }
    let before = (0..at - 1).rev().take_while(|&at| !read[at + 1].pause);
    let verb = before.take(3).find(|&at| VERBS.contains(&text(at)));
    let (from, thing, among) = match verb {
        Some(verb) => {
            let from = start(verb);
            let thing = stems(from, verb);
            // “A, which B, also had the largest C.”
            let relative = (1..from).rev().find(|&at| matches!(text(at), "which" | "who")).filter(|_| thing.is_empty());
            let begins = |at: usize| (0..at).rev().find(|&at| read[at].pause).unwrap_or(0);
            let thing = relative.map_or(thing, |at| stems(begins(at), at));
            (from, thing, stems(at + 1, end))
        }
        None => {
            let verb = (at + 1..end).find(|&at| VERBS.contains(&text(at)))?;
            (at, stems(verb + 1, end), stems(at + 1, verb))
        }
    };
    let denied = read[from..end].iter().any(|word| is_negation(&word.text));
    (!thing.is_empty() && !among.is_empty()).then_some(Rank { class: class(at)?, thing, among, denied })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A runner-up would be supported by what is said of the first.
    #[test]
    fn where_another_ranks_first_the_statement_is_excluded() {
        let passage = "Of the 140 lakes in the district, Lake Orm has the largest area, followed by Lake Sild.";
        for (statement, passage, expected) in [
            ("Lake Sild is the largest lake in the district.", passage, Some(false)),
            ("Lake Orm is the largest lake in the district.", passage, Some(true)),
            ("Lake Sild is not the largest lake in the district.", passage, Some(true)),
            ("Lake Sild is the smallest lake in the district.", passage, None),
            ("Lake Orm is the largest lake in Europe.", passage, None),
            ("Lake Tarn is the largest lake in the district.", passage, None),
            ("Lake Sild is the largest lake in the district.", "Lake Orm is deep and Lake Sild is wide.", None),
            (
                "The highest yield was that of Aurora.",
                "Aurora had the highest yield, and Borealis the lowest.",
                Some(true),
            ),
            (
                "In Pará, Bothrops, which caused most bites, also had the highest case fatality.",
                "Case fatality was highest for Crotalus (1.9%), followed by Lachesis (1.1%) and Bothrops (0.4%).",
                Some(false),
            ),
            (
                "Crotalus had the highest case fatality.",
                "Case fatality was highest for Crotalus (1.9%), followed by Lachesis (1.1%) and Bothrops (0.4%).",
                Some(true),
            ),
            (
                "Borealis had the highest yield.",
                "The highest yield was that of Aurora, followed by Borealis.",
                Some(false),
            ),
        ] {
            assert_eq!(relate(statement, passage), expected, "{statement} / {passage}");
        }
    }
}
