//! Models and tables of the user's own: each is read once, when a command first needs it.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use color_eyre::eyre::{self, WrapErr};

use crate::{
    domain::rules::pack::RulePack,
    embed::{Embedder, SentenceEncoder},
    files,
    nli::{Calibration, Classifier},
    reason::builtin::{Builtin, correction::Correction, encoder::Encoder},
};

use super::Context;

/// What the configuration names, once it was read.
#[derive(Default)]
pub(super) struct Own {
    rules: OnceLock<Arc<RulePack>>,
    builtin: OnceLock<Arc<Builtin>>,
    embedder: OnceLock<Option<Arc<dyn Embedder>>>,
}

/// The value of `cell`, made at the first call.
fn once<T: Clone>(cell: &OnceLock<T>, make: impl FnOnce() -> eyre::Result<T>) -> eyre::Result<T> {
    match cell.get() {
        Some(made) => Ok(made.clone()),
        None => {
            let made = make()?;
            Ok(cell.get_or_init(|| made).clone())
        }
    }
}

/// The rules, with the tables of the user's own.
pub(super) fn rules(cx: &Context) -> eyre::Result<Arc<RulePack>> {
    once(&cx.own.rules, || {
        let mut pack = RulePack::clone(&RulePack::builtin());
        if let Some((path, text)) = cx.loaded.prompt("guidelines.toml")? {
            let used = pack.with_guidelines(&text);
            pack = used.map_err(|why| eyre::eyre!("the guidelines {} cannot be used: {why}", path.display()))?;
        }
        let path = &cx.loaded.config.credibility;
        if !path.as_os_str().is_empty() {
            let text = files::read_input(path).and_then(|b| String::from_utf8(b).map_err(std::io::Error::other));
            let text = text.wrap_err_with(|| format!("cannot read {}", path.display()))?;
            let used = pack.with_credibility(&text);
            pack = used.wrap_err_with(|| format!("the credibility table {}", path.display()))?;
        }
        Ok(Arc::new(pack))
    })
}

/// The builtin reasoner with everything that the configuration names. A model that cannot be loaded stops the command:
/// results without it would look like results with it.
pub(super) fn builtin(cx: &Context) -> eyre::Result<Arc<Builtin>> {
    once(&cx.own.builtin, || {
        let config = &cx.loaded.config;
        let classifiers = config.nli.paths().into_iter().map(|path| Ok(Arc::new(classifier(cx, path)?)));
        Ok(Arc::new(Builtin {
            rules: rules(cx)?,
            encoder: if config.encoder { Encoder::Asked } else { Encoder::LeftOut },
            classifiers: classifiers.collect::<eyre::Result<_>>()?,
            correction: cx.loaded.folder().map(Correction::read).transpose()?.flatten(),
        }))
    })
}

/// The sentence encoder that the configuration names, if any.
pub(super) fn embedder(cx: &Context) -> eyre::Result<Option<Arc<dyn Embedder>>> {
    once(&cx.own.embedder, || {
        let path = &cx.loaded.config.embeddings.model;
        let open = || Ok(Arc::new(SentenceEncoder::open(path)?) as Arc<dyn Embedder>);
        (!path.as_os_str().is_empty()).then(open).transpose()
    })
}

/// Reads everything, so that what is wrong with it is said before a review is made.
pub(super) fn load(cx: &Context) -> eyre::Result<()> {
    builtin(cx)?;
    embedder(cx)?;
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
