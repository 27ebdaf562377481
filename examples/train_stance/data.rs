//! Claims over abstracts, with what people said of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use color_eyre::eyre;
use gainsay::{
    eval::{Claim, Corpus, Label},
    reason::builtin::trees::{Rarity, View},
};

use super::{flips::flips, search::hits};

/// How many folds the encoder was trained in, by `models/encoder/recipe/scifact.py`, which makes the same ones.
const ENCODER_FOLDS: usize = 3;

/// The least number of a written claim, by `models/encoder/recipe/written.py`.
const WRITTEN: u64 = 1_000_000;

/// One claim over one abstract.
pub struct Pair {
    /// The claim's text.
    pub said: String,
    /// The abstract's number.
    pub doc: u64,
    pub label: Label,
    /// Sets of sentences, each of which suffices.
    pub wholes: Vec<Vec<usize>>,
    pub view: View,
    /// The opposites of the claim over the same abstract.
    pub flipped: Vec<View>,
    /// Claims that are tied by an abstract are of one fold.
    pub fold: usize,
    /// The same for the encoder, which has fewer folds; none where no train claim is tied to it.
    pub encoder_fold: Option<usize>,
    /// Cited by the claim's authors, or else only found by a search.
    pub cited: bool,
    /// The claim's number.
    pub claim: u64,
    /// Written for the passages of an abstract (`models/encoder/recipe/written`), not for SciFact.
    pub written: bool,
    /// Where it is among the first that a search finds: its place, from 0, and how far it is ahead of the others.
    pub found: Option<(usize, f64)>,
}

impl Pair {
    /// How far a search found it ahead of the others; 0 where it did not find it.
    pub fn lead(&self) -> f64 {
        self.found.map_or(0.0, |(_, lead)| lead)
    }
}

/// Claims over the abstracts that they cite and those that a search finds first, in `folds` folds. The encoder knows
/// the claims of `train` in folds of its own; a claim that is tied to several of those is left out.
pub fn pairs(
    corpus: &Arc<Corpus>,
    all: &[Claim],
    rarity: &Rarity,
    (folds, train): (usize, &[Claim]),
) -> eyre::Result<Vec<Pair>> {
    let (folds, encoder_folds) = (folded(all, folds), tied(all, train));
    let hits = hits(corpus, all)?;
    let made = spread(all, |claim| {
        let Some(encoder_fold) = encoder_folds.get(&claim.id) else { return Vec::new() };
        let cited: BTreeSet<u64> = claim.cited.iter().copied().collect();
        let first = &hits[&claim.id];
        let more = first.iter().map(|hit| hit.doc).filter(|doc| !cited.contains(doc));
        let all = cited.iter().map(|doc| (true, *doc)).chain(more.map(|doc| (false, doc)));
        let made = all.filter_map(|(cited, doc)| {
            let pair = pair(claim, doc, corpus, rarity)?;
            let found = first.iter().position(|hit| hit.doc == doc).map(|at| (at, first[at].lead));
            Some(Pair { cited, fold: folds[&claim.id], encoder_fold: *encoder_fold, found, ..pair })
        });
        made.collect()
    });
    Ok(made.into_iter().flatten().collect())
}

/// The encoder's fold of each claim, by the train claims that share an abstract with it; claims of several folds are not among them.
fn tied(claims: &[Claim], train: &[Claim]) -> BTreeMap<u64, Option<usize>> {
    let folds = folded(train, ENCODER_FOLDS);
    let abstracts = |claim: &Claim| claim.cited.iter().chain(claim.gold.keys()).copied().collect::<BTreeSet<u64>>();
    let known: BTreeMap<u64, usize> =
        train.iter().flat_map(|claim| abstracts(claim).into_iter().map(|doc| (doc, folds[&claim.id]))).collect();
    let found = claims.iter().filter_map(|claim| {
        let own: BTreeSet<usize> = abstracts(claim).iter().filter_map(|doc| known.get(doc).copied()).collect();
        (own.len() < 2).then(|| (claim.id, own.first().copied()))
    });
    found.collect()
}

fn pair(claim: &Claim, doc: u64, corpus: &Corpus, rarity: &Rarity) -> Option<Pair> {
    let known = corpus.get(doc)?;
    let text = known.document.pages.first()?.text.as_str();
    let title = known.document.meta.title.as_str();
    let view = View::of(&claim.text, title, text, rarity);
    let ranges: Vec<Range<usize>> = view.ranges().collect();
    let gold = claim.gold.get(&doc);
    let is_gold = |set: &BTreeSet<usize>, range: &Range<usize>| {
        set.iter().filter_map(|s| known.sentences.get(*s)).any(|sentence| {
            let common = sentence.end.min(range.end).saturating_sub(sentence.start.max(range.start));
            2 * common > range.len()
        })
    };
    let wholes: Vec<Vec<usize>> = gold.map_or(Vec::new(), |gold| {
        gold.rationales.iter().map(|set| (0..ranges.len()).filter(|i| is_gold(set, &ranges[*i])).collect()).collect()
    });
    let label = gold.map_or(Label::NotEnough, |gold| gold.label);
    let wanted = label != Label::NotEnough;
    let flipped = if wanted {
        flips(&claim.text).iter().map(|claim| View::of(claim, title, text, rarity)).collect()
    } else {
        Vec::new()
    };
    let said = claim.text.to_string();
    let known = Pair {
        label,
        wholes,
        view,
        flipped,
        fold: 0,
        encoder_fold: None,
        cited: true,
        claim: claim.id,
        said,
        doc,
        written: claim.id >= WRITTEN,
        found: None,
    };
    Some(known)
}

/// The fold of each claim: those that share an abstract, over any number of others, are in one, and folds are of like size.
fn folded(claims: &[Claim], folds: usize) -> BTreeMap<u64, usize> {
    let mut root: Vec<usize> = (0..claims.len()).collect();
    fn find(root: &mut [usize], mut at: usize) -> usize {
        while root[at] != at {
            root[at] = root[root[at]];
            at = root[at];
        }
        at
    }
    let mut first: BTreeMap<u64, usize> = BTreeMap::new();
    for (i, claim) in claims.iter().enumerate() {
        for doc in claim.cited.iter().chain(claim.gold.keys()) {
            let other = *first.entry(*doc).or_insert(i);
            let (one, other) = (find(&mut root, i), find(&mut root, other));
            root[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for (i, claim) in claims.iter().enumerate() {
        groups.entry(find(&mut root, i)).or_default().push(claim.id);
    }
    let mut groups: Vec<Vec<u64>> = groups.into_values().collect();
    groups.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    let mut sizes = vec![0; folds];
    let mut found = BTreeMap::new();
    for group in groups {
        let fold = (0..folds).min_by_key(|fold| (sizes[*fold], *fold)).unwrap_or(0);
        sizes[fold] += group.len();
        found.extend(group.into_iter().map(|claim| (claim, fold)));
    }
    found
}

/// `work` on each of `all`, on as many threads as there are cores; in their order.
pub fn spread<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let size = all.len().div_ceil(cores).max(1);
    std::thread::scope(|scope| {
        let tasks: Vec<_> =
            all.chunks(size).map(|part| scope.spawn(|| part.iter().map(&work).collect::<Vec<R>>())).collect();
        tasks.into_iter().flat_map(|task| task.join().expect("a part of the work failed")).collect()
    })
}
