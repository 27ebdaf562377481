//! `gainsay calibrate`: corrects what a classifier says of its own certainty, by
//! claims whose answers are known.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    agree::collect,
    eval::{Calibrated, Corpus, Decided, DecisionReport, calibrate, claims, judge_pairs, pairs, passages},
    files,
    nli::{Calibration, Line, file_of},
    reason::builtin::correction::{self, Correction},
    review::Review,
    text::Clean,
};

use super::{Context, DONE, assemble, outputs, own};

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Labelled claims: a folder of SciFact's shape, or a file that `gainsay eval passages` reads. Or reviews with 30 or
    /// more decisions on statements where the machine gave a side (supports or contradicts; its undecided verdicts do not
    /// count): then the confidence of the machine's verdicts is compared with the decisions, cross-validated, and what a
    /// correction would change is reported.
    #[arg(value_name = "DIR_OR_FILE", required_unless_present = "remove")]
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
    /// Of reviews: have the builtin reasoner correct the confidence of its verdicts this way from now on. It is fitted
    /// to the decisions on verdicts that the builtin reasoner gave without a correction. Results that exist keep what
    /// they were made with.
    #[arg(long, conflicts_with_all = ["claims", "model"])]
    apply: bool,
    /// Apply a correction though it does not hold on decisions that it was not fitted on.
    #[arg(long, requires = "apply")]
    apply_without_gain: bool,
    /// Remove the correction of the builtin reasoner's confidence.
    #[arg(long, conflicts_with_all = ["data", "apply"])]
    remove: bool,
    /// Replace the calibration that there is.
    #[arg(long)]
    replace: bool,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    outputs::protect(args.data.iter().chain(&args.claims).map(PathBuf::as_path));
    outputs::check(&[&args.json])?;
    if args.remove {
        return remove(cx);
    }
    if args.data.iter().all(|path| assemble::is_review(path)) {
        return decisions(cx, &args);
    }
    if args.apply {
        bail!("--apply takes reviews with decisions (files that end in .gainsay), not labelled claims");
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
    let units = collect(&reviews)?;
    let decided = if args.apply { Decided::of_builtin(&units) } else { Decided::all(&units) };
    let report = DecisionReport::of(&decided).map_err(|why| match args.apply {
        true => eyre::eyre!("of verdicts by the builtin reasoner without a correction: {why}"),
        false => eyre::eyre!("{why}"),
    })?;
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&report)?)?,
        None => report.to_string().lines().for_each(|line| println!("{line}")),
    }
    if args.apply {
        return apply(cx, args, &report);
    }
    if args.json.is_none() {
        println!("Nothing was changed; --apply has the builtin reasoner use the correction.");
    }
    Ok(DONE)
}

/// Writes the correction for the builtin reasoner to use.
fn apply(cx: &Context, args: &Args, report: &DecisionReport) -> eyre::Result<u8> {
    let Some(folder) = cx.loaded.folder() else { return Err(crate::config::ConfigError::NoHome.into()) };
    if !report.helps() && !args.apply_without_gain {
        bail!(
            "the correction was not applied: it does not hold on decisions that it was not fitted on; decide more \
             statements, or pass --apply-without-gain to use it nevertheless"
        );
    }
    if report.slope <= 0.0 {
        bail!(
            "the correction was not applied: surer verdicts were right less often, which no correction of the confidence \
             mends"
        );
    }
    let file = correction::file_in(folder);
    if file.exists() && !args.replace {
        bail!(
            "a correction is applied already ({}); pass --replace to apply this one instead, or --remove to do without",
            assemble::shown(&file)
        );
    }
    let reviews = args.data.iter().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
    let correction = Correction {
        decisions: report.decisions,
        reviews: reviews.map(|name| Clean::from(name.into_owned())).collect(),
        made: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string().into(),
        before: [report.before.log_loss, report.before.calibration_error],
        after: [report.after.log_loss, report.after.calibration_error],
        line: Line { slope: report.slope, offset: report.offset },
    };
    if let Some(folder) = file.parent() {
        files::create_private_folder(folder)
            .wrap_err_with(|| format!("cannot make the folder {}", folder.display()))?;
    }
    files::write_private(&file, correction.write()?.as_bytes())
        .wrap_err_with(|| format!("cannot write {}", file.display()))?;
    println!(
        "Applied: verdicts of the builtin reasoner are made with the correction from now on, and name it ({}). Results \
         that exist keep what they were made with. It is in {}; `gainsay calibrate --remove` removes it.",
        correction.known_as(),
        assemble::shown(&file)
    );
    Ok(DONE)
}

/// Removes the correction of the builtin reasoner.
fn remove(cx: &Context) -> eyre::Result<u8> {
    let Some(folder) = cx.loaded.folder() else { return Err(crate::config::ConfigError::NoHome.into()) };
    let file = correction::file_in(folder);
    match std::fs::remove_file(&file) {
        Ok(()) => println!("removed {}; results that were made with it keep it", assemble::shown(&file)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => println!("no correction is applied"),
        Err(e) => return Err(e).wrap_err_with(|| format!("cannot remove {}", assemble::shown(&file))),
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
