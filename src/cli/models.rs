//! `gainsay models`: models of the user's own, what the model server has, how well a model obeys, and
//! fetching what is missing.

use std::{
    io::{self, Write},
    path::Path,
};

use color_eyre::eyre;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    config::AUTO,
    domain::Stage,
    embed::SentenceEncoder,
    llm::{Model, ModelServer, Pulled},
    onnx::About,
    reason::{
        self,
        model::{Model as ByModel, ModelSettings},
    },
    text::Clean,
};

use super::{Context, DONE, FAILED, assemble, own, reasoners::Endpoint, trial};

/// Arguments of `models`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ask a model (by default the configured one) for one answer in each format, and report whether it complies.
    #[arg(long, value_name = "MODEL", num_args = 0..=1, default_missing_value = "", conflicts_with = "pull")]
    check: Option<String>,
    /// Ask the server to download the configured models that it lacks.
    #[arg(long)]
    pull: bool,
    /// A server of the configuration, [servers.NAME]; by default the configured reasoner's, else the one of [ollama].
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    let own = if args.check.is_none() && !args.pull && args.server.is_none() { list_own(cx)? } else { None };
    let listed = served(cx, args);
    match (own, listed) {
        (None, listed) => listed,
        // Models of one's own need no server.
        (Some(code), Err(why)) => {
            println!("# no model server: {}", Clean::from(why.to_string()).one_line());
            Ok(code)
        }
        (Some(code), Ok(other)) => Ok(code.max(other)),
    }
}

fn served(cx: &Context, args: Args) -> eyre::Result<u8> {
    let configured = Some(cx.loaded.config.reasoner.clone()).filter(|name| *name != AUTO && reason::asks_model(name));
    let name = args.server.or(configured).unwrap_or_else(|| ByModel::NAME.to_owned());
    let endpoint = Endpoint::named(cx, &name)?;
    endpoint.check_offline(cx)?;
    let settings = endpoint.settings(cx);
    cx.runtime.block_on(async {
        let server = endpoint.connect()?;
        match args.check {
            Some(named) => {
                let model = if named.is_empty() { settings.name.clone() } else { Clean::from(named) };
                trial::check(cx, &endpoint, &settings, &model).await
            }
            None if args.pull => pull(&*server, &settings).await,
            None => list(&*server, &endpoint.address(), &settings).await,
        }
    })
}

/// Whether the server's `name` is what the settings call `wanted`.
fn is(name: &str, wanted: &str) -> bool {
    name == wanted || name.strip_suffix(":latest") == Some(wanted)
}

pub(super) fn missing(models: &[Model], settings: &ModelSettings) -> Vec<Clean> {
    let there = |wanted: &Clean| models.iter().any(|model| is(&model.name, wanted));
    settings.models().into_iter().filter(|wanted| !there(wanted)).collect()
}

async fn list(server: &dyn ModelServer, address: &str, settings: &ModelSettings) -> eyre::Result<u8> {
    let (product, models) = (server.product().await?, server.models().await?);
    let mut out = io::stdout().lock();
    writeln!(out, "# {product} at {address}")?;
    let width = models.iter().map(|model| model.name.chars().count()).max().unwrap_or_default();
    for model in &models {
        let facts = server.facts(&model.name).await.unwrap_or_default();
        let context = facts.context.map_or_else(|| "?".to_owned(), |tokens| tokens.to_string());
        let used = used_for(&model.name, settings);
        writeln!(
            out,
            "{:<width$}  {:>6.1} GB  {:>6} {:<8} context {context:<8} {used}",
            model.name.as_str(),
            gigabytes(model.size),
            model.parameters.as_deref().unwrap_or("?"),
            model.quantization.as_deref().unwrap_or("?"),
        )?;
    }
    let missing = missing(&models, settings);
    for wanted in &missing {
        writeln!(
            out,
            "{wanted} is named in the settings, and the server does not have it; name another one as `model.name`, or on \
             Ollama `ollama pull {wanted}` (or `gainsay models --pull`) gets it"
        )?;
    }
    Ok(if missing.is_empty() { DONE } else { FAILED })
}

#[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// The stages that a model computes.
fn used_for(name: &str, settings: &ModelSettings) -> String {
    let asked: Vec<Stage> = settings.stages.keys().copied().collect();
    let stages: Vec<&str> = asked.iter().filter(|s| is(name, &settings.model(**s))).map(|s| s.name()).collect();
    match stages.len() {
        0 => String::new(),
        n if n == asked.len() => "for every stage".to_owned(),
        _ => format!("for {}", stages.join(", ")),
    }
}

async fn pull(server: &dyn ModelServer, settings: &ModelSettings) -> eyre::Result<u8> {
    for wanted in missing(&server.models().await?, settings) {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {bytes} of {total_bytes}  {wide_msg}") {
            bar.set_style(style);
        }
        let mut progress = |pulled: Pulled| {
            bar.set_message(pulled.status.to_string());
            if let Some((done, total)) = pulled.bytes {
                bar.set_length(total);
                bar.set_position(done);
            }
        };
        server.pull(&wanted, &mut progress).await?;
        bar.finish_and_clear();
        println!("{wanted} is there");
    }
    Ok(DONE)
}

/// Lists the models that the configuration names and says whether each loads; `None` where it names none.
fn list_own(cx: &Context) -> eyre::Result<Option<u8>> {
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
        let loaded = own::classifier(cx, path).map(|model| {
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
