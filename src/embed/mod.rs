//! Texts as vectors, so that what means the same is found whatever its words:
//! a table of token vectors distilled from a small sentence encoder. Nothing has
//! to be installed or asked for it; a text's vector is the sum of its tokens'.
//! How the table was made and what it is worth says `models/encoder/README.md`.

mod pieces;
mod sentence;

use std::sync::OnceLock;

use async_trait::async_trait;

use crate::text::Clean;

pub(crate) use pieces::Pieces;
pub use sentence::SentenceEncoder;

/// A model elsewhere that makes vectors of texts.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// By which its vectors are known to a library; another version has another name.
    fn model(&self) -> Clean;

    /// The vectors of `texts`, in their order.
    ///
    /// # Errors
    /// When they cannot be made, in words.
    async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean>;

    /// The same for texts that documents are searched for with, which some models want marked as such.
    ///
    /// # Errors
    /// As [`Embedder::embed`].
    async fn embed_queries(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean> {
        self.embed(texts).await
    }
}

static BUILTIN: &[u8] = include_bytes!("../../models/encoder/static.gstv");

/// What the file begins with.
const MAGIC: &[u8] = b"GSTV";
const VERSION: u32 = 1;

/// A token table.
#[derive(Debug)]
pub struct Table {
    pieces: Pieces,
    width: usize,
    weight: f64,
    scales: Vec<f32>,
    rows: Vec<i8>,
}

/// Why a file is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no table of token vectors: {0}")]
pub struct TableError(&'static str);

impl Table {
    /// By which settings and commands name it.
    pub const NAME: &'static str = "builtin";

    /// By which vectors of this table are known to a library.
    pub const MODEL: &'static str = "static-minilm-256";

    /// The table that comes with the program.
    ///
    /// # Errors
    /// When it is damaged, which no build that passed its tests is.
    pub fn builtin() -> Result<&'static Self, TableError> {
        static TABLE: OnceLock<Result<Table, TableError>> = OnceLock::new();
        TABLE.get_or_init(|| Self::read(BUILTIN)).as_ref().map_err(|error| *error)
    }

    /// Reads a table: little-endian, `GSTV`, version, width, tokens, bytes of the
    /// vocabulary (each a u32), its weight against BM25 (f32), the vocabulary
    /// (a token a line), a scale a token (f32), a row a token (i8).
    ///
    /// # Errors
    /// When the bytes are something else, or not all of it.
    pub fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableError("it begins with other letters"))?;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count).ok_or(TableError("it is cut short"))?;
            rest = left;
            Ok(taken)
        };
        let mut number = || Ok(take(4)?.try_into().map_or(0, u32::from_le_bytes));
        let [version, width, tokens, letters, weight] = [number()?, number()?, number()?, number()?, number()?];
        if version != VERSION || width == 0 {
            return Err(TableError("it is of another version"));
        }
        let (width, tokens) = (width as usize, tokens as usize);
        let vocabulary =
            std::str::from_utf8(take(letters as usize)?).map_err(|_| TableError("its words are no text"))?;
        let scales = take(tokens.saturating_mul(4))?.chunks_exact(4);
        let scales = scales.map(|four| four.try_into().map_or(0.0, f32::from_le_bytes)).collect();
        let rows = take(tokens.saturating_mul(width))?.iter().map(|byte| byte.cast_signed()).collect();
        if vocabulary.lines().count() != tokens || !rest.is_empty() {
            return Err(TableError("its parts do not fit together"));
        }
        let pieces = Pieces::new(vocabulary.lines());
        Ok(Self { pieces, width, weight: f32::from_bits(weight).into(), scales, rows })
    }

    /// The pieces of words that it has rows for; the encoder of stances has the same.
    #[cfg(feature = "encoder")]
    pub(crate) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// What a search by meaning counts for beside one by words, 0–1; tuned on SciFact's train claims.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether the vocabulary has a lower-case word as a whole.
    #[must_use]
    pub fn knows(&self, word: &str) -> bool {
        self.pieces.knows(word)
    }

    /// The vector of `text`, of length 1; all 0 for a text without a known token.
    #[must_use]
    pub fn embed(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0_f32; self.width];
        for id in self.pieces.of(text) {
            let (Some(scale), Some(row)) = (self.scales.get(id), self.rows.get(id * self.width..)) else { continue };
            for (sum, value) in sum.iter_mut().zip(row) {
                *sum += scale * f32::from(*value);
            }
        }
        let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length > 0.0 {
            sum.iter_mut().for_each(|x| *x /= length);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Reference {
        text: String,
        ids: Vec<usize>,
        vector: Vec<f32>,
    }

    #[test]
    fn tokens_and_vectors_are_those_of_the_original() {
        let table = Table::builtin().unwrap();
        let reference: Vec<Reference> =
            serde_json::from_str(include_str!("../../models/encoder/static.reference.json")).unwrap();
        assert!(!reference.is_empty());
        for Reference { text, ids, vector } in reference {
            assert_eq!(table.pieces.of(&text).collect::<Vec<_>>(), ids, "{text}");
            let near = table.embed(&text).iter().zip(&vector).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(near, "{text}");
        }
    }

    #[test]
    fn what_means_the_same_is_nearer_than_what_does_not() {
        let table = Table::builtin().unwrap();
        let near = |a: &str, b: &str| table.embed(a).iter().zip(table.embed(b)).map(|(a, b)| a * b).sum::<f32>();
        let claim = "Aspirin lowers the risk of heart attacks.";
        assert!(
            near(claim, "Acetylsalicylic acid and myocardial infarction")
                > near(claim, "Song learning in young finches") + 0.2
        );
        assert!(table.embed("").iter().all(|x| *x == 0.0));
    }

    #[test]
    fn a_damaged_table_is_no_table() {
        for cut in [0, 3, 4, 20, 24, 5000, BUILTIN.len() - 1] {
            assert!(Table::read(&BUILTIN[..cut]).is_err(), "{cut}");
        }
        let mut longer = BUILTIN.to_vec();
        longer.push(0);
        assert_eq!(Table::read(&longer).unwrap_err(), TableError("its parts do not fit together"));
    }
}
