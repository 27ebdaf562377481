//! How much of a claim a sentence speaks of, and what its place in the abstract says.

use std::ops::Range;

use crate::text::sentences;

use super::{
    super::{
        cite::{self, Role},
        cues::Cue,
        score::Asked,
    },
    rarity::Rarity,
    words::{Content, Words, shared},
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
    let ranges = sentences(text);
    let read: Vec<Words> = ranges.iter().map(|range| Words::of(&text[range.clone()], rarity)).collect();
    let roles = Role::all(read.iter().map(|words| (words.text.as_str(), words.lower.as_str())));
    let ratings = cite::rate(&Asked::of(statement), text, &ranges, &roles);
    let best_rating = ratings.iter().copied().fold(1e-6, f64::max);
    let all = claim.weight();
    let met: Vec<Met> = read.iter().map(|words| Met::of(claim, words)).collect();
    let coverage: Vec<f32> = met.iter().map(|met| met.weight(claim) / all).collect();
    let scores: Vec<f32> = met
        .iter()
        .zip(&read)
        .map(|(met, words)| met.weight(claim) / (0.4 + words.length as f32 / 24.0 * 0.6))
        .collect();
    let letters: Vec<f32> =
        read.iter().map(|words| shared(&claim.grams, &words.grams) as f32 / claim.grams.len().max(1) as f32).collect();
    let pairs: Vec<f32> =
        read.iter().map(|words| shared(&claim.pairs, &words.pairs) as f32 / claim.pairs.len().max(1) as f32).collect();
    let (most_letters, most_pairs) =
        (letters.iter().copied().fold(1e-6, f32::max), pairs.iter().copied().fold(1e-6, f32::max));
    let most = coverage.iter().copied().fold(1e-6, f32::max);
    let most_score = scores.iter().copied().fold(1e-6, f32::max);
    let n = read.len();
    let mean = coverage.iter().sum::<f32>() / n.max(1) as f32;
    let document = Met::any(claim, &met);
    let (by_document, by_title) = (document.weight(claim) / all, Met::of(claim, title).weight(claim) / all);
    let rarest = document.rarest_missing(claim);
    let at = |i: Option<usize>| i.and_then(|i| coverage.get(i)).copied().unwrap_or(0.0);
    let is = |yes: bool| f32::from(u8::from(yes));
    let mut rows = Vec::with_capacity(n);
    for (i, (range, words)) in ranges.into_iter().zip(read).enumerate() {
        let (met, role, rating) = (&met[i], &roles[i], ratings[i]);
        let cue = |kind| role.cues.get(kind).min(4) as f32;
        let union = claim.content.len() + words.content.len();
        let common = met.count();
        let row = [
            coverage[i],
            letters[i],
            pairs[i],
            scores[i].ln_1p(),
            met.longest_run() / claim.content.len().max(1) as f32,
            common as f32 / (union - common).max(1) as f32,
            met.rarest_missing(claim),
            met.contents(claim, false).map(|one| one.rarity).sum::<f32>() / all,
            met.share(claim, |one| one.entity && !one.number),
            is(claim.content.iter().any(|one| one.entity && !one.number)),
            met.share(claim, |one| one.number),
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
            f32::from(role.section as u8),
            rating as f32,
            (rating / best_rating) as f32,
            is(role.aside),
            letters[i] / most_letters,
            letters.iter().filter(|other| **other > letters[i]).count() as f32,
            ratings.iter().filter(|other| **other > rating).count() as f32,
            pairs[i] / most_pairs,
            at(i.checked_sub(1)).max(at(Some(i + 1))) - coverage[i],
            i.checked_sub(1).map_or(0.0, |i| letters[i]),
            letters.get(i + 1).copied().unwrap_or(0.0),
        ];
        rows.push((range, words, row));
    }
    rows
}

/// Which of a claim's content a text has, in the claim's order.
struct Met(Vec<bool>);

impl Met {
    fn of(claim: &Words, text: &Words) -> Self {
        Self(claim.content.iter().map(|one| text.has(&one.stem)).collect())
    }

    /// What any of several texts has.
    fn any(claim: &Words, all: &[Self]) -> Self {
        Self((0..claim.content.len()).map(|at| all.iter().any(|met| met.0[at])).collect())
    }

    fn count(&self) -> usize {
        self.0.iter().filter(|met| **met).count()
    }

    fn contents<'a>(&'a self, claim: &'a Words, met: bool) -> impl Iterator<Item = &'a Content> {
        claim.content.iter().zip(&self.0).filter(move |(_, known)| **known == met).map(|(one, _)| one)
    }

    /// The rarity of what is met.
    fn weight(&self, claim: &Words) -> f32 {
        self.contents(claim, true).map(|one| one.rarity).sum()
    }

    fn rarest_missing(&self, claim: &Words) -> f32 {
        self.contents(claim, false).map(|one| one.rarity).fold(0.0, f32::max)
    }

    /// How much is met of some of the content; half where there is none of it.
    fn share(&self, claim: &Words, of: impl Fn(&Content) -> bool) -> f32 {
        let own = claim.content.iter().filter(|one| of(one)).count();
        let met = self.contents(claim, true).filter(|one| of(one)).count();
        if own > 0 { met as f32 / own as f32 } else { 0.5 }
    }

    /// The longest run of what is met.
    fn longest_run(&self) -> f32 {
        self.0.split(|met| !met).map(<[bool]>::len).max().unwrap_or(0) as f32
    }
}
