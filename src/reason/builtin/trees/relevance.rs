//! How much of a claim a sentence speaks of, and what its place in the abstract tells.

use std::ops::Range;

use crate::text::sentences;

use super::{
    super::{
        cite,
        cues::{self, Cue},
        reading::is_aside,
        score::Asked,
        sections::Section,
    },
    rarity::Rarity,
    words::{Words, shared},
};

/// What is asked of a sentence, in the order of [`features`].
#[rustfmt::skip]
pub(super) const NAMES: [&str; 45] = [
    "coverage", "coverage by letters", "coverage by pairs", "score", "longest run", "overlap", "rarest missing word",
    "missing", "names covered", "names", "numbers covered", "numbers", "length", "claim length", "findings",
    "conclusions", "aims", "methods", "background", "hedges", "coverage by the document", "coverage by the title",
    "rarest word missing from the document", "rank", "best", "coverage above the mean", "coverage against the best",
    "score against the best", "coverage before", "coverage behind", "place", "last", "first", "sentences", "section",
    "rating by the rules", "rating against the best", "aside", "letters against the best", "rank by letters",
    "rank by rating", "pairs against the best", "coverage of both neighbours", "letters before", "letters behind",
];

/// The sentences of `text` with their words and features.
pub(super) fn features(
    claim: &Words,
    statement: &str,
    title: &Words,
    text: &str,
    rarity: &Rarity,
) -> Vec<(Range<usize>, Words, [f32; NAMES.len()])> {
    let asked = Asked::of(statement);
    let ranges = sentences(text);
    let rated = cite::rate(&asked.terms, (asked.subject, asked.outcome), text, ranges.clone());
    let best_rating = rated.iter().map(|rated| rated.rating).fold(1e-6, f64::max);
    let read: Vec<Words> = ranges.iter().map(|range| Words::of(&text[range.clone()], rarity)).collect();
    let all = claim.weight();
    let coverage: Vec<f32> = read.iter().map(|words| covered(claim, |stem| words.has(stem)) / all).collect();
    let scores: Vec<f32> = read
        .iter()
        .map(|words| covered(claim, |stem| words.has(stem)) / (0.4 + words.length as f32 / 24.0 * 0.6))
        .collect();
    let letters: Vec<f32> =
        read.iter().map(|words| shared(&claim.grams, &words.grams) as f32 / claim.grams.len().max(1) as f32).collect();
    let pairs: Vec<f32> = read
        .iter()
        .map(|words| claim.pairs.intersection(&words.pairs).count() as f32 / claim.pairs.len().max(1) as f32)
        .collect();
    let (most_letters, most_pairs) =
        (letters.iter().copied().fold(1e-6, f32::max), pairs.iter().copied().fold(1e-6, f32::max));
    let most = coverage.iter().copied().fold(1e-6, f32::max);
    let most_score = scores.iter().copied().fold(1e-6, f32::max);
    let n = read.len();
    let mean = coverage.iter().sum::<f32>() / n.max(1) as f32;
    let document = |stem: &str| read.iter().any(|words| words.has(stem));
    let (by_document, by_title) = (covered(claim, document) / all, covered(claim, |stem| title.has(stem)) / all);
    let rarest = rarest_missing(claim, document);
    let at = |i: Option<usize>| i.and_then(|i| coverage.get(i)).copied().unwrap_or(0.0);
    let is = |yes: bool| f32::from(u8::from(yes));
    let mut section = Section::Unknown;
    let mut rows = Vec::with_capacity(n);
    for (i, (range, words)) in ranges.into_iter().zip(read).enumerate() {
        let (label, bare) = Section::inline(&text[range.clone()]);
        section = label.unwrap_or(section);
        let cue = |kind| cues::count(&words.lower, kind).min(4) as f32;
        let missing: f32 = claim.content.iter().filter(|one| !words.has(&one.stem)).map(|one| one.rarity).sum();
        let share = |of: &dyn Fn(&super::words::Content) -> bool| {
            let own = claim.content.iter().filter(|one| of(one)).count();
            let met = claim.content.iter().filter(|one| of(one) && words.has(&one.stem)).count();
            if own > 0 { met as f32 / own as f32 } else { 0.5 }
        };
        let union = claim.content.len() + words.content.len();
        let common = claim.content.iter().filter(|one| words.has(&one.stem)).count();
        let rating = rated.get(i).map_or(0.0, |rated| rated.rating);
        let row = [
            coverage[i],
            letters[i],
            pairs[i],
            scores[i].ln_1p(),
            longest_run(claim, &words) / claim.content.len().max(1) as f32,
            common as f32 / (union - common).max(1) as f32,
            rarest_missing(claim, |stem| words.has(stem)),
            missing / all,
            share(&|one| one.entity && !one.number),
            is(claim.content.iter().any(|one| one.entity && !one.number)),
            share(&|one| one.number),
            is(claim.content.iter().any(|one| one.number)),
            (words.length as f32).ln_1p(),
            (claim.length as f32).ln_1p(),
            cue(Cue::Finding),
            cue(Cue::Conclusion),
            cue(Cue::Aim),
            cue(Cue::Method),
            cue(Cue::Background),
            cue(Cue::Hedge),
            by_document,
            by_title,
            rarest,
            coverage.iter().filter(|other| **other > coverage[i]).count() as f32,
            is(coverage[i] >= most),
            coverage[i] - mean,
            coverage[i] / most,
            scores[i] / most_score,
            at(i.checked_sub(1)),
            at(Some(i + 1)),
            if n > 1 { i as f32 / (n - 1) as f32 } else { 1.0 },
            is(i + 1 == n),
            is(i == 0),
            (n as f32).ln(),
            f32::from(section as u8),
            rating as f32,
            (rating / best_rating) as f32,
            is(is_aside(bare)),
            letters[i] / most_letters,
            letters.iter().filter(|other| **other > letters[i]).count() as f32,
            rated.iter().filter(|other| other.rating > rating).count() as f32,
            pairs[i] / most_pairs,
            at(i.checked_sub(1)).max(at(Some(i + 1))) - coverage[i],
            i.checked_sub(1).map_or(0.0, |i| letters[i]),
            letters.get(i + 1).copied().unwrap_or(0.0),
        ];
        rows.push((range, words, row));
    }
    rows
}

/// The rarity of the claim's content that is met.
fn covered(claim: &Words, met: impl Fn(&str) -> bool) -> f32 {
    claim.content.iter().filter(|one| met(&one.stem)).map(|one| one.rarity).sum()
}

fn rarest_missing(claim: &Words, met: impl Fn(&str) -> bool) -> f32 {
    claim.content.iter().filter(|one| !met(&one.stem)).map(|one| one.rarity).fold(0.0, f32::max)
}

/// The longest run of the claim's content that the sentence has.
fn longest_run(claim: &Words, words: &Words) -> f32 {
    let (mut run, mut longest) = (0.0, 0.0_f32);
    for one in &claim.content {
        run = if words.has(&one.stem) { run + 1.0 } else { 0.0 };
        longest = longest.max(run);
    }
    longest
}
