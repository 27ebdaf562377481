//! `gainsay compare`: several reasoners or models on the same claims.

use std::{io::Write, iter, path::PathBuf, sync::Arc};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    domain::{Document, Stage, Value},
    eval::{Arm, Case, Comparison, Cost, Kit, shared_library},
    review::{Clock, Review},
    text::Clean,
};

use super::{Context, DONE, DONE_IN_PART, assemble, cost, outputs, own, reasoners};

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Claims with labels: JSON lines of {"claim", "documents": […], "expected"}, or a review of which reviewers have
    /// decided statements: their verdicts are the labels, and the documents are those that it cites.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A reasoner to compare: builtin, ollama, a server of the configuration, or one of these with a model (ollama:qwen3:8b).
    /// Name it once for each.
    #[arg(long = "with", value_name = "REASONER[:MODEL]", required = true)]
    with: Vec<String>,
    /// Documents as JSON lines, the library of all claims that have none of their own.
    #[arg(long, value_name = "FILE")]
    library_file: Option<PathBuf>,
    /// Allow the claims and documents to be sent to model servers on other machines, in this run.
    #[arg(long)]
    consent: bool,
    /// Say what it will cost and stop: calls, tokens and time of each, from what was measured in the newest reviews of
    /// the start page.
    #[arg(long)]
    cost: bool,
    /// Take the first claims only.
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Write the tables as Markdown here (- for standard output, in place of the text).
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write all figures and verdicts as JSON here (- for standard output, in place of the text).
    #[arg(long, value_name = "FILE", conflicts_with = "markdown")]
    json: Option<PathBuf>,
}

pub(super) fn run(cx: &Context, args: &Args) -> eyre::Result<u8> {
    outputs::protect(iter::once(&*args.file).chain(args.library_file.as_deref()));
    outputs::check(&[&args.markdown, &args.json])?;
    let mut cases = if assemble::is_review(&args.file) {
        decided(&assemble::open_for_viewer(cx, &args.file)?.review)?
    } else {
        Case::read(&args.file)?
    };
    cases.truncate(args.first.unwrap_or(usize::MAX));
    if cases.is_empty() {
        bail!("{} has no claim with a label; decide some statements, or give `expected`", args.file.display());
    }
    if args.cost {
        let costs = cost::measured(cx, None)?;
        for named in &args.with {
            let payer = Clean::from(named.split_once(':').map_or(named.as_str(), |(_, model)| model));
            let claims = cases.len() as u64;
            cost::print(&named.as_str().into(), claims, &cost::estimate(&costs, &payer, claims));
        }
        return Ok(DONE);
    }
    let shared = args.library_file.as_deref().map(shared_library).transpose()?;
    let clock: Clock = Arc::new(jiff::Timestamp::now);
    // Every reasoner is made before the first is asked, so that a wrong name costs nothing.
    let made: Vec<_> =
        args.with.iter().map(|named| reasoners::recorded(cx, named, args.consent)).collect::<eyre::Result<_>>()?;
    let (rules, embedder) = (own::rules(cx)?, own::embedder(cx)?);
    let mut arms = Vec::new();
    for (named, (reasoner, record)) in args.with.iter().zip(made) {
        let bar = assemble::progress(&format!("claims with {named}"), false);
        bar.set_length(cases.len() as u64);
        let settings = cx.loaded.config.settings.clone();
        let kit = Kit { reasoner, rules: Arc::clone(&rules), embedder: embedder.clone(), settings };
        let run = Arm::run(named.clone(), &kit, &cases, shared.as_ref(), &clock, |n| bar.set_position(n as u64));
        let mut arm = cx.runtime.block_on(run);
        bar.finish_and_clear();
        for call in record.calls() {
            let reply = call.reply.as_ref();
            let Cost { calls, prompt_tokens, answer_tokens } = &mut arm.cost;
            *calls += 1;
            *prompt_tokens += reply.and_then(|reply| reply.prompt_tokens).unwrap_or(0);
            *answer_tokens += reply.and_then(|reply| reply.answer_tokens).unwrap_or(0);
        }
        arms.push(arm);
    }
    let failed = arms.iter().any(|arm| arm.failed > 0);
    let claims = cases.into_iter().map(|case| (case.id, case.claim, case.expected)).collect();
    let comparison = Comparison { claims, arms };
    match (&args.json, &args.markdown) {
        (Some(path), _) => assemble::write(path, &serde_json::to_vec_pretty(&comparison)?)?,
        (None, Some(path)) => assemble::write(path, comparison.markdown().as_bytes())?,
        (None, None) => {
            write!(std::io::stdout().lock(), "{comparison}").wrap_err("cannot write to standard output")?;
        }
    }
    Ok(if failed { DONE_IN_PART } else { DONE })
}

/// The statements that reviewers decided, with the documents that are cited on them.
pub(super) fn decided(review: &Review) -> eyre::Result<Vec<Case>> {
    let statements = review.fold().statements().to_vec();
    let mut cases = Vec::new();
    for statement in statements {
        let summary = review.fold().summary_for(statement.id, &review.viewer());
        let (Some((expected, ..)), Some(_)) = (summary.verdict, summary.by) else { continue };
        let mut documents: Vec<Document> = Vec::new();
        if let Some(value) = review.in_force(statement.id, Stage::Cite)?
            && let Value::Citations(citations) = &*value
        {
            for citation in &citations.citations {
                let document = review.document(citation.document)?;
                if documents.iter().all(|known| known.id != document.id) {
                    documents.push(document);
                }
            }
        }
        let (id, kind) = (statement.id.to_string(), "reviewed".to_owned());
        cases.push(Case { id, kind, claim: statement.text.to_string(), counter: None, documents, expected });
    }
    Ok(cases)
}
