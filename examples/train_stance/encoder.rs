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
    /// What identifies its answer.
    fn key(&self) -> (u64, u64, String) {
        (self.id, self.doc, self.window.clone())
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

/// The answers of the files at `paths` to the windows, and how many windows have none, because sentences were cut otherwise
/// when the encoder was asked.
pub fn read(paths: &[&Path], windows: &[(usize, Window<'_>)]) -> eyre::Result<(Read, usize)> {
    let mut answers = BTreeMap::new();
    for path in paths {
        let text = std::fs::read_to_string(path).wrap_err_with(|| path.display().to_string())?;
        for line in text.lines() {
            let Answer { id, doc, window, logits: [supports, contradicts, neutral] } = serde_json::from_str(line)?;
            answers.insert((id, doc, window), Logits { supports, contradicts, neutral });
        }
    }
    let answer = |(at, window): &(usize, Window<'_>)| Some((*at, *answers.get(&window.key())?));
    let read: Read = windows.iter().filter_map(answer).collect();
    let missing = windows.len() - read.len();
    eyre::ensure!(
        missing <= windows.len() / 4,
        "{missing} of {} windows have no answer; write them with --windows and have score.py answer them",
        windows.len()
    );
    Ok((read, missing))
}
