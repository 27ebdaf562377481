//! What the encoder is to be asked about, and what it answered. It was asked in
//! Python, where there is one encoder for each fold that has not seen that fold.

use std::{collections::BTreeMap, path::Path};

use color_eyre::eyre::{self, WrapErr};
use gainsay::{domain::Digest, reason::builtin::encoder::Logits};
use serde::{Deserialize, Serialize};

use super::data::Pair;

/// What it reads of a claim and an abstract.
#[derive(Serialize)]
pub struct Window<'a> {
    id: u64,
    doc: u64,
    /// By which an answer to another window is known.
    window: String,
    fold: Option<usize>,
    claim: &'a str,
    text: String,
}

#[derive(Deserialize)]
struct Answer {
    id: u64,
    doc: u64,
    window: String,
    logits: [f64; 3],
}

impl<'a> Window<'a> {
    /// The window that trees choose by how likely they hold each sentence for.
    pub fn new(pair: &'a Pair, likely: &[f64]) -> Self {
        let text = pair.view.window(likely, None);
        let window = Digest::of(format!("{}\n{text}", pair.said).as_bytes()).short();
        Self { id: pair.claim, doc: pair.doc, window, fold: pair.encoder_fold, claim: &pair.said, text }
    }
}

impl Window<'_> {
    /// Whether it was answered by this.
    fn is(&self, answer: &Answer) -> bool {
        (self.id, self.doc, &self.window) == (answer.id, answer.doc, &answer.window)
    }
}

/// What it answered, by the places of the pairs.
pub type Read = BTreeMap<usize, Logits>;

/// Writes what is to be asked, for `models/encoder/recipe/score.py`.
pub fn write(path: &Path, windows: &[(usize, Window<'_>)]) -> eyre::Result<()> {
    let lines: Vec<String> =
        windows.iter().map(|(_, window)| serde_json::to_string(window)).collect::<Result<_, _>>()?;
    Ok(std::fs::write(path, lines.join("\n") + "\n")?)
}

/// The answer of the file at `path` to each window.
pub fn read(path: &Path, windows: &[(usize, Window<'_>)]) -> eyre::Result<Read> {
    let name = path.display();
    let text = std::fs::read_to_string(path).wrap_err_with(|| name.to_string())?;
    let answers: Vec<Answer> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    eyre::ensure!(
        answers.len() == windows.len() && answers.iter().zip(windows).all(|(one, (_, other))| other.is(one)),
        "{name} answers other windows; write them with --windows and have score.py answer them"
    );
    let logits = |((at, _), answer): (&(usize, Window<'_>), Answer)| {
        let [supports, contradicts, neutral] = answer.logits;
        (*at, Logits { supports, contradicts, neutral })
    };
    Ok(windows.iter().zip(answers).map(logits).collect())
}
