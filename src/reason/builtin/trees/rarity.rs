//! How rare a stem is in scientific abstracts.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::content_stems;

use super::{ModelError, forest::Bytes};

/// How fine rarity is kept: steps per e.
const STEPS: f32 = 24.0;

/// The inverse document frequency of stems, as logarithms, by a hash of the stem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rarity {
    /// Of a stem that is not known.
    most: u8,
    /// Sorted by hash.
    known: Vec<(u32, u8)>,
}

impl Rarity {
    /// Counted over texts; stems that only one of them has are not kept.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        let mut all = 0_u32;
        for text in texts {
            all += 1;
            let stems: BTreeSet<u32> = content_stems(text).iter().map(|stem| hash(stem)).collect();
            for stem in stems {
                *counts.entry(stem).or_default() += 1;
            }
        }
        let step =
            |count: u32| ((((all + 1) as f32) / (count as f32 + 0.5)).ln() * STEPS).round().clamp(0.0, 255.0) as u8;
        let known = counts.into_iter().filter(|(_, count)| *count > 1).map(|(stem, count)| (stem, step(count)));
        Self { most: step(1), known: known.collect() }
    }

    /// How rare a stem is: 0 where all have it.
    #[must_use]
    pub fn get(&self, stem: &str) -> f32 {
        let hash = hash(stem);
        let at = self.known.binary_search_by_key(&hash, |(stem, _)| *stem);
        f32::from(at.map_or(self.most, |at| self.known[at].1)) / STEPS
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(self.most);
        out.extend((self.known.len() as u32).to_le_bytes());
        for (stem, step) in &self.known {
            out.extend(stem.to_le_bytes());
            out.push(*step);
        }
    }

    pub(super) fn read(from: &mut Bytes<'_>) -> Result<Self, ModelError> {
        let [most] = from.take()?;
        let count = from.number()?;
        let mut known = Vec::new();
        for _ in 0..count {
            let stem = from.number()?;
            let [step] = from.take()?;
            if known.last().is_some_and(|(last, _)| *last >= stem) {
                return Err(ModelError::Order);
            }
            known.push((stem, step));
        }
        Ok(Self { most, known })
    }
}

/// FNV-1a.
fn hash(stem: &str) -> u32 {
    stem.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
