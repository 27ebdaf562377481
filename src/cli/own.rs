//! Models of the user's own: loaded once, when a command first needs them.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use color_eyre::eyre;

use crate::{
    embed::{self, SentenceEncoder},
    nli::{self, Calibration, Classifier},
    onnx::About,
    reason::builtin::correction::{self, Correction},
    text::Clean,
};

use super::{Context, DONE, FAILED, assemble};

/// Loads what the configuration names. A model that cannot be loaded stops the command: results without it would look
/// like results with it.
pub(super) fn load(cx: &Context) -> eyre::Result<()> {
    static LOADED: OnceLock<()> = OnceLock::new();
    if LOADED.get().is_some() {
        return Ok(());
    }
    let paths = cx.loaded.config.nli.paths();
    let models: eyre::Result<Vec<Arc<Classifier>>> =
        paths.into_iter().map(|path| Ok(Arc::new(classifier(cx, path)?))).collect();
    nli::choose(models?);
    if let Some(correction) = cx.loaded.folder().map(Correction::read).transpose()?.flatten() {
        correction::choose(correction);
    }
    load_embeddings(cx)?;
    let _ = LOADED.set(());
    Ok(())
}

/// Loads the sentence encoder alone, for commands that judge nothing.
pub(super) fn load_embeddings(cx: &Context) -> eyre::Result<()> {
    let path = &cx.loaded.config.embeddings.model;
    if !path.as_os_str().is_empty() && embed::chosen().is_none() {
        embed::choose(SentenceEncoder::open(path)?);
    }
    Ok(())
}

/// One classifier with its calibration.
pub(super) fn classifier(cx: &Context, path: &Path) -> eyre::Result<Classifier> {
    let model = Classifier::open(path)?;
    let calibration = match cx.loaded.folder() {
        Some(folder) => Calibration::read(folder, model.about().digest)?,
        None => None,
    };
    Ok(model.calibrated(calibration))
}

/// Lists the models that the configuration names and says whether each loads; `None` where it names none.
pub(super) fn list(cx: &Context) -> eyre::Result<Option<u8>> {
    let config = &cx.loaded.config;
    let (classifiers, encoder) = (config.nli.paths(), &config.embeddings.model);
    let encoder = (!encoder.as_os_str().is_empty()).then_some(encoder);
    if classifiers.is_empty() && encoder.is_none() {
        return Ok(None);
    }
    let mut code = DONE;
    let mut list = |path: &Path, purpose: &str, loaded: eyre::Result<(About, String)>| match loaded {
        Ok((about, details)) => {
            let About { name, digest, size, .. } = about;
            let size = size as f64 / 1e6;
            println!("{}  {purpose}, {size:.1} MB, loads\n  {name}@{digest}\n  {details}", assemble::shown(path));
        }
        Err(why) => {
            code = FAILED;
            println!(
                "{}  {purpose}, does not load\n  {}",
                assemble::shown(path),
                Clean::from(why.to_string()).one_line()
            );
        }
    };
    println!("# your own models");
    for path in classifiers {
        let loaded = classifier(cx, path).map(|model| {
            let [supports, contradicts, neutral] = model.labels();
            let calibration = match model.calibration() {
                Some(made) => format!("calibrated on {} pairs of {}", made.pairs, made.data),
                None => "not calibrated (`gainsay calibrate DIR_OR_FILE` does it)".to_owned(),
            };
            let details =
                format!("supports: {supports}, contradicts: {contradicts}, not addressed: {neutral}\n  {calibration}");
            (model.about().clone(), Clean::from(details).to_string())
        });
        list(path, "stances", loaded);
    }
    if let Some(path) = encoder {
        let loaded =
            SentenceEncoder::open(path).map(|model| (model.about().clone(), Clean::from(model.describe()).to_string()));
        list(path, "vectors", loaded.map_err(eyre::Report::from));
    }
    Ok(Some(code))
}
