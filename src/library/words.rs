//! A map from words. Most words are short, and their letters are kept in the table itself: comparing with a word that is
//! somewhere else in memory took a quarter of the time of an import.

use std::collections::HashMap;

/// A map from words to values.
#[derive(Default)]
pub(super) struct Words<V> {
    /// Up to 15 bytes, and their number in the last byte.
    short: HashMap<u128, V>,
    long: HashMap<Box<str>, V>,
}

/// The number that a short word is kept by.
fn number(word: &str) -> Option<u128> {
    let mut bytes = [0; 16];
    bytes[15] = u8::try_from(word.len()).ok()?;
    bytes[..15].get_mut(..word.len())?.copy_from_slice(word.as_bytes());
    Some(u128::from_le_bytes(bytes))
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
