//! A correction of the builtin reasoner's confidence, fitted to decisions of reviewers and applied because somebody
//! asked for it (`docs/rules.md#decisions`).

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{domain::Digest, nli::Line, text::Clean};

use super::trees::logistic;

/// What a correction rests on, and what it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// Decisions that it was fitted to.
    pub decisions: usize,
    /// The reviews that they are in.
    pub reviews: Vec<Clean>,
    /// The day, `2026-03-09`.
    pub made: Clean,
    /// Log loss and calibration error as the reasoner is.
    pub before: [f64; 2],
    /// The same with the correction, each decision left out of its own fit.
    pub after: [f64; 2],
    /// For the log-odds of the confidence.
    pub line: Line,
}

/// Why a correction cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the correction {}: {why}; `gainsay calibrate --remove` removes it", path.display())]
pub struct CorrectionError {
    path: PathBuf,
    why: String,
}

/// The file in the configuration's `folder`.
#[must_use]
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("calibrations").join("verdicts.toml")
}

impl Correction {
    /// Reads the correction in the configuration's `folder`; `None` where none is applied.
    ///
    /// # Errors
    /// When there is one that cannot be used.
    pub fn read(folder: &Path) -> Result<Option<Self>, CorrectionError> {
        let path = file_in(folder);
        let failed = |why: String| CorrectionError { path: path.clone(), why };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(failed(e.to_string())),
        };
        let correction: Self = toml::from_str(&text).map_err(|e| failed(e.message().to_owned()))?;
        let Line { slope, offset } = correction.line;
        if !slope.is_finite() || !offset.is_finite() || slope <= 0.0 {
            return Err(failed(format!("a slope of {slope} with an offset of {offset} is not a correction")));
        }
        Ok(Some(correction))
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a figure cannot be written, such as one that is not a number.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The confidence that comes true, 0–1.
    #[must_use]
    pub fn apply(&self, confidence: f64) -> f64 {
        let confidence = confidence.clamp(0.01, 0.99);
        logistic(self.line.apply((confidence / (1.0 - confidence)).ln()))
    }

    /// By which results name it: `calibrated 1a2b3c4d (34 decisions)`.
    #[must_use]
    pub fn known_as(&self) -> String {
        let Line { slope, offset } = self.line;
        let digest = Digest::of_parts([slope, offset].map(f64::to_le_bytes)).short();
        format!("{MARK} {digest} ({} decisions)", self.decisions)
    }
}

/// What the version of a corrected result says.
const MARK: &str = "calibrated";

/// Whether a version says that a result was corrected.
#[must_use]
pub fn is_corrected(version: &str) -> bool {
    version.split(", ").any(|part| part.starts_with(MARK))
}
