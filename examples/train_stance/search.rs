//! What a search by words finds, so that trees also learn from abstracts that nobody cited.

use std::collections::{BTreeMap, HashMap};

use gainsay::{eval::Corpus, text::content_stems};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index for BM25; the words of a title count twice.
pub struct Index {
    postings: HashMap<String, Vec<(u32, f64)>>,
    docs: Vec<u64>,
    lengths: Vec<f64>,
    mean: f64,
}

impl Index {
    pub fn of(corpus: &Corpus) -> Self {
        let mut index = Self { postings: HashMap::new(), docs: Vec::new(), lengths: Vec::new(), mean: 0.0 };
        for document in corpus.documents() {
            let Some(number) = corpus.number(&document.id) else { continue };
            let title = content_stems(&document.meta.title);
            let body = document.pages.iter().flat_map(|page| content_stems(&page.text));
            let stems: Vec<String> = title.iter().chain(&title).cloned().chain(body).collect();
            let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
            for stem in &stems {
                *counts.entry(stem).or_default() += 1.0;
            }
            let at = index.docs.len() as u32;
            for (stem, count) in counts {
                index.postings.entry(stem.to_owned()).or_default().push((at, count));
            }
            index.docs.push(number);
            index.lengths.push(stems.len() as f64);
        }
        index.mean = index.lengths.iter().sum::<f64>() / index.lengths.len().max(1) as f64;
        index
    }

    /// The numbers of the first `k` abstracts for `claim`, best first.
    pub fn first(&self, claim: &str, k: usize) -> Vec<u64> {
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        let mut stems = content_stems(claim);
        stems.sort();
        stems.dedup();
        for posting in stems.iter().filter_map(|stem| self.postings.get(stem)) {
            let n = posting.len() as f64;
            let rarity = (1.0 + (self.docs.len() as f64 - n + 0.5) / (n + 0.5)).ln();
            for (at, count) in posting {
                let length = self.lengths[*at as usize] / self.mean;
                *scores.entry(*at).or_default() += rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
            }
        }
        let mut order: Vec<(u32, f64)> = scores.into_iter().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        order.into_iter().take(k).map(|(at, _)| self.docs[at as usize]).collect()
    }
}
