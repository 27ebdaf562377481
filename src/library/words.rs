//! A map from words. Most words are short, and their letters are kept in the table itself: comparing with a word that is
//! somewhere else in memory took a quarter of the time of an import, and the standard hash another one.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::{BuildHasher, Hasher},
};

/// A map from words to values.
#[derive(Default)]
pub(super) struct Words<V> {
    /// Up to 15 bytes, and their number in the last byte.
    short: HashMap<u128, V, Seeds>,
    long: HashMap<Box<str>, V>,
}

/// The number that a short word is kept by.
fn number(word: &str) -> Option<u128> {
    let bytes = word.as_bytes();
    let last = bytes.len().checked_sub(1);
    let letter = |at: usize| u128::from(bytes[at]) << (8 * at);
    // Where its parts overlap they say the same.
    let letters = match (bytes.first_chunk(), bytes.last_chunk(), bytes.first_chunk(), bytes.last_chunk(), last) {
        (.., Some(15..)) => return None,
        (Some(first), Some(end), ..) => {
            u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*end)) << (8 * (bytes.len() - 8))
        }
        (_, _, Some(first), Some(end), _) => {
            u128::from(u32::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*end)) << (8 * (bytes.len() - 4))
        }
        (.., Some(last)) => letter(0) | letter(last / 2) | letter(last),
        (.., None) => 0,
    };
    Some(letters | (bytes.len() as u128) << 120)
}

/// Hashes the numbers of words by a multiplication. The seeds are of one map, so that nobody can choose words that meet
/// in one place.
#[derive(Clone, Copy)]
struct Seeds(u64, u64);

impl Default for Seeds {
    fn default() -> Self {
        let random = RandomState::new();
        Self(random.hash_one(0), random.hash_one(1))
    }
}

impl BuildHasher for Seeds {
    type Hasher = Folded;

    fn build_hasher(&self) -> Folded {
        Folded { seeds: *self, hash: 0 }
    }
}

struct Folded {
    seeds: Seeds,
    hash: u64,
}

impl Hasher for Folded {
    fn write_u128(&mut self, number: u128) {
        let (low, high) = (number as u64 ^ self.seeds.0 ^ self.hash, (number >> 64) as u64 ^ self.seeds.1);
        let product = u128::from(low) * u128::from(high);
        self.hash = product as u64 ^ (product >> 64) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u128((*byte).into()));
    }

    fn finish(&self) -> u64 {
        self.hash
    }
}

impl<V: Default> Words<V> {
    pub(super) fn get(&self, word: &str) -> Option<&V> {
        match number(word) {
            Some(number) => self.short.get(&number),
            None => self.long.get(word),
        }
    }

    /// The value of `word`, which is the default where it has none so far.
    pub(super) fn entry(&mut self, word: &str) -> &mut V {
        match number(word) {
            Some(number) => self.short.entry(number).or_default(),
            None => self.long.entry(word.into()).or_default(),
        }
    }

    pub(super) fn insert(&mut self, word: &str, value: V) {
        *self.entry(word) = value;
    }

    pub(super) fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes all words with their values out, in no order.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (Box<str>, V)> {
        let word = |number: u128| {
            let bytes = number.to_le_bytes();
            String::from_utf8_lossy(&bytes[..usize::from(bytes[15]).min(15)]).into()
        };
        self.short.drain().map(move |(number, value)| (word(number), value)).chain(self.long.drain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_length_are_kept_apart() {
        let words = ["", "a", "a\0", "fifteen letters", "sixteen letters!", "sixteen letters?", "ααααααα", "αααααααα"];
        let mut kept = Words::default();
        for (place, word) in words.iter().enumerate() {
            assert_eq!(*kept.entry(word), 0);
            kept.insert(word, place + 1);
        }
        assert_eq!(kept.get("b"), None);
        assert_eq!(kept.get("seventeen letters"), None);
        let mut all: Vec<_> = kept.drain().collect();
        all.sort_by_key(|(_, place)| *place);
        assert_eq!(all.iter().map(|(word, _)| &**word).collect::<Vec<_>>(), words);
        assert!(kept.is_empty());
    }
}
