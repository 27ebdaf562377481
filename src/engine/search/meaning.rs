//! What embeds texts in a search: the table that comes with the
//! program, or a model whose vectors the library has.

use std::sync::Arc;

use crate::{
    embed::{Embedder, Table},
    engine::blocking::blocking,
    library::{Library, LibraryError},
    text::Clean,
};

use super::strategies::Ended;

/// What a whole encoder counts for beside a search by words: what was best for
/// all-MiniLM-L6-v2 on SciFact's train claims.
const ENCODER_WEIGHT: f64 = 0.7;

/// A document whose meaning is further away than this cosine is about something else, by the table.
const NEAR: f64 = 0.3;
/// The same by a whole encoder, whose cosines are higher.
const ENCODER_NEAR: f64 = 0.5;

/// How many passages a model is given at once.
const BATCH: usize = 32;

/// What makes the vectors that are compared.
#[derive(Clone, Default)]
pub enum Meaning {
    /// The table that comes with the program.
    #[default]
    Builtin,
    /// A model that has made vectors of all passages.
    Served(Arc<dyn Embedder>),
}

/// Texts as vectors.
pub(super) struct Meant {
    /// Of length 1.
    pub(super) vectors: Vec<Vec<f32>>,
    pub(super) model: Clean,
    /// The cosine that a document has at least.
    pub(super) near: f64,
}

impl Meaning {
    /// A model's, when it has made vectors of everything in `library`.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn of(embedder: &Arc<dyn Embedder>, library: &Library) -> Result<Option<Self>, LibraryError> {
        let complete = library.without_vector(&embedder.model())? == 0;
        Ok(complete.then(|| Self::Served(Arc::clone(embedder))))
    }

    /// By which its vectors are known.
    #[must_use]
    pub fn model(&self) -> Clean {
        match self {
            Self::Builtin => Table::MODEL.into(),
            Self::Served(embedder) => embedder.model(),
        }
    }

    /// What it counts for beside a search by words, 0–1.
    pub(super) fn weight(&self) -> f64 {
        match self {
            Self::Builtin => Table::builtin().map_or(0.5, Table::weight),
            Self::Served(_) => ENCODER_WEIGHT,
        }
    }

    /// The vectors of `texts`, which are hypothetical documents or ask for documents.
    pub(super) async fn of_texts(&self, texts: Vec<String>, documents: bool) -> Result<Meant, Ended> {
        let (vectors, near) = match self {
            Self::Builtin => {
                let table = Table::builtin().map_err(|error| Ended::Failed(error.to_string()))?;
                (texts.iter().map(|text| table.embed(text)).collect(), NEAR)
            }
            Self::Served(embedder) => {
                let made = if documents { embedder.embed(texts).await } else { embedder.embed_queries(texts).await };
                let made = made.map_err(|why| Ended::Failed(format!("{}: {why}", embedder.model())))?;
                (made.iter().map(|vector| unit(vector)).collect(), ENCODER_NEAR)
            }
        };
        Ok(Meant { vectors, model: self.model(), near })
    }
}

/// Has `embedder` make vectors of all passages that it made none of; `on_made` hears how many there are by now.
///
/// # Errors
/// When it cannot, or the library cannot be written; what was made before that stays.
pub async fn make_vectors(
    embedder: &dyn Embedder,
    library: &Arc<Library>,
    on_made: impl Fn(u64) + Send,
) -> Result<(), Clean> {
    let said = |error: LibraryError| Clean::from(error.to_string());
    let model = embedder.model();
    let mut done = 0;
    loop {
        let (from, name) = (Arc::clone(library), model.clone());
        let batch = blocking(move || from.unembedded(&name, BATCH)).await.map_err(said)?;
        if batch.is_empty() {
            return Ok(());
        }
        let (numbers, texts): (Vec<i64>, Vec<String>) = batch.into_iter().map(|p| (p.no, p.text)).unzip();
        let vectors = embedder.embed(texts).await?;
        let made: Vec<_> = numbers.into_iter().zip(vectors.iter().map(|vector| unit(vector))).collect();
        let (to, name) = (Arc::clone(library), model.clone());
        done += made.len() as u64;
        blocking(move || to.keep_vectors(&name, &made)).await.map_err(said)?;
        on_made(done);
    }
}

/// The vector at length 1, which makes products cosines.
fn unit(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
}
