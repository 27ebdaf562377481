//! `gainsay calibrate`: corrects what a classifier says of its own certainty, by
//! claims whose answers are known.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    eval::{Calibrated, Corpus, calibrate, claims, judge_pairs, pairs, passages},
    files,
    nli::{Calibration, file_of},
};

use super::{Context, DONE, assemble, own};

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Labelled claims: a folder of SciFact's shape, or a file that `gainsay eval passages` reads.
    #[arg(value_name = "DIR_OR_FILE")]
    data: PathBuf,
    /// The claims, if they are not the folder's claims_train.jsonl.
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// The model (by default every one of the configuration).
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Replace the calibration that there is.
    #[arg(long)]
    replace: bool,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    let config = &cx.loaded.config.nli;
    let paths: Vec<&Path> = args.model.as_deref().map_or_else(|| config.paths(), |path| vec![path]);
    if paths.is_empty() {
        bail!("no model is named; set `[nli] model` in the configuration, or pass --model FOLDER");
    }
    let Some(folder) = cx.loaded.folder() else { return Err(crate::config::ConfigError::NoHome.into()) };
    let (data, pairs) = labelled(&args)?;
    for path in paths {
        let model = std::sync::Arc::new(own::classifier(cx, path)?.calibrated(None));
        let file = file_of(folder, model.about().digest);
        if file.exists() && !args.replace {
            bail!(
                "{} is there already; pass --replace to fit it again, or remove the file to do without",
                assemble::shown(&file)
            );
        }
        let bar = assemble::progress("passages", false);
        bar.set_length(pairs.len() as u64);
        let judged = cx.runtime.block_on(judge_pairs(&model, &pairs, |done| bar.set_position(done as u64)));
        bar.finish_and_clear();
        let fitted = calibrate(&judged.map_err(|why| eyre::eyre!("{why}"))?);
        let fitted = fitted.wrap_err_with(|| format!("the model {}", model.about().known_as()))?;
        println!("{} on {} pairs of {data}, cross-validated by abstract", model.about().known_as(), pairs.len());
        print(&fitted);
        if !fitted.helps() {
            println!("the correction does not hold on abstracts that it was not fitted on; nothing was written");
            continue;
        }
        let Calibrated { evidence, side, before, after, .. } = fitted;
        let about = model.about();
        let calibration = Calibration {
            model: about.digest,
            name: about.name.clone(),
            data: data.as_str().into(),
            pairs: pairs.len(),
            evidence,
            side,
            before,
            after,
        };
        if let Some(folder) = file.parent() {
            files::create_private_folder(folder)
                .wrap_err_with(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::write_private(&file, calibration.write()?.as_bytes())
            .wrap_err_with(|| format!("cannot write {}", file.display()))?;
        println!("written to {}; it counts from now on", assemble::shown(&file));
    }
    Ok(DONE)
}

/// The pairs of a claim and a passage, with the name of what they are from.
fn labelled(args: &Args) -> eyre::Result<(String, Vec<crate::eval::Pair>)> {
    let (corpus, claims, path) = if args.data.is_dir() {
        let corpus = Corpus::read(&args.data.join("corpus.jsonl"))?;
        let path = args.claims.clone().unwrap_or_else(|| args.data.join("claims_train.jsonl"));
        let claims = claims(&path, &corpus)?;
        (corpus, claims, path)
    } else {
        let (corpus, claims) = passages(&args.data)?;
        (corpus, claims, args.data.clone())
    };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok((name, pairs(&corpus, &claims)))
}

fn print(fitted: &Calibrated) {
    println!("\n| figure | before | after |\n|---|---:|---:|");
    for (name, before) in &fitted.before {
        let after = fitted.after.get(name).copied().unwrap_or(f64::NAN);
        println!("| {name} | {before:.3} | {after:.3} |");
    }
    let Calibrated { evidence, side, .. } = fitted;
    println!(
        "\nlog-odds of evidence × {:.3} {:+.3}, of support × {:.3} {:+.3}",
        evidence.slope, evidence.offset, side.slope, side.offset
    );
}
