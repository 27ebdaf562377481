//! `gainsay calibrate`: corrects what a classifier says of its own certainty, by
//! claims whose answers are known.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    agree::collect,
    eval::{Calibrated, Corpus, Decided, DecisionReport, calibrate, claims, judge_pairs, pairs, passages},
    files,
    nli::{Calibration, file_of},
    review::Review,
};

use super::{Context, DONE, assemble, outputs, own};

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Labelled claims: a folder of SciFact's shape, or a file that `gainsay eval passages` reads. Or reviews with 30
    /// decisions and more: then the confidence of the machine's verdicts is compared with the decisions, cross-validated,
    /// and what a correction would change is reported; nothing is written.
    #[arg(value_name = "DIR_OR_FILE", required = true)]
    data: Vec<PathBuf>,
    /// The claims, if they are not the folder's claims_train.jsonl.
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// The model (by default every one of the configuration).
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Of reviews: write all figures as JSON here (- for standard output, in place of the text).
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Replace the calibration that there is.
    #[arg(long)]
    replace: bool,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    outputs::protect(args.data.iter().chain(&args.claims).map(PathBuf::as_path));
    outputs::check(&[&args.json])?;
    if args.data.iter().all(|path| assemble::is_review(path)) {
        return decisions(cx, &args);
    }
    let [data] = args.data.as_slice() else {
        bail!("name one folder or file of labelled claims, or reviews alone (files that end in .gainsay)");
    };
    let config = &cx.loaded.config.nli;
    let paths: Vec<&Path> = args.model.as_deref().map_or_else(|| config.paths(), |path| vec![path]);
    if paths.is_empty() {
        bail!("no model is named; set `[nli] model` in the configuration, or pass --model FOLDER");
    }
    let Some(folder) = cx.loaded.folder() else { return Err(crate::config::ConfigError::NoHome.into()) };
    let (data, pairs) = labelled(data, &args)?;
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

/// Reports what the decisions in reviews say of the machine's confidence.
fn decisions(cx: &Context, args: &Args) -> eyre::Result<u8> {
    let mut opened = Vec::new();
    for path in &args.data {
        files::protect(path, "an input of this command");
        opened.push(assemble::open_for_viewer(cx, path)?.review);
    }
    let reviews: Vec<&Review> = opened.iter().map(|review| &**review).collect();
    let report = DecisionReport::of(&Decided::all(&collect(&reviews)?)).map_err(|why| eyre::eyre!("{why}"))?;
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => report.to_string().lines().for_each(|line| println!("{line}")),
    }
    Ok(DONE)
}

/// The pairs of a claim and a passage, with the name of what they are from.
fn labelled(data: &Path, args: &Args) -> eyre::Result<(String, Vec<crate::eval::Pair>)> {
    let (corpus, claims, path) = if data.is_dir() {
        let corpus = Corpus::read(&data.join("corpus.jsonl"))?;
        let path = args.claims.clone().unwrap_or_else(|| data.join("claims_train.jsonl"));
        let claims = claims(&path, &corpus)?;
        (corpus, claims, path)
    } else {
        let (corpus, claims) = passages(data)?;
        (corpus, claims, data.to_owned())
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
