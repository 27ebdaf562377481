//! `gainsay prompt`: the prompts that a review keeps for its stages.

use std::{fs, path::PathBuf};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    desk::{Intent, KeepPrompt},
    domain::Stage,
    engine::{kept_prompts, unused_prompts},
    reason::{PromptText, asks_model, model::Prompts},
    review::Review,
    text::Clean,
};

use super::{
    Context, DONE,
    assemble::{self, is_review},
};

/// Arguments of `prompt`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// Print the prompt of this name as it is in force (verdict, stance, …); without it all prompts are listed, with
    /// who kept them and when.
    #[arg(value_name = "PROMPT")]
    prompt: Option<String>,
    /// Keep the text of this file as the prompt from now on; results of its stage become stale. The interface can try
    /// it on a statement first (`gp`).
    #[arg(long, value_name = "FILE", requires = "prompt", conflicts_with = "reset")]
    from: Option<PathBuf>,
    /// Go back to the prompt of the program, or of the configuration.
    #[arg(long, requires = "prompt")]
    reset: bool,
}

pub(super) fn run(cx: &Context, args: &Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        bail!("{} is not a review; name a file that ends in .gainsay", args.review.display());
    }
    let writes = args.from.is_some() || args.reset;
    let review = assemble::open_review(&args.review, !writes)?.review;
    let own = Prompts::read(cx.loaded.prompts().as_deref()).wrap_err("the prompts")?;
    let Some(name) = &args.prompt else { return list(&review, &own) };
    let Some(prompt) = own.texts().into_iter().find(|prompt| prompt.task == name) else {
        let names: Vec<&str> = own.texts().iter().map(|prompt| prompt.task).collect();
        bail!("there is no prompt {}; the prompts are {}", Clean::from(name.as_str()).one_line(), names.join(", "));
    };
    if writes {
        return keep(cx, args, &review, &own, &prompt);
    }
    let text = kept_prompts(&review).map_err(|why| eyre::eyre!("{why}"))?.remove(&Clean::from(prompt.task));
    text.unwrap_or(prompt.text).lines().for_each(|line| println!("{}", Clean::from(line)));
    Ok(DONE)
}

/// Prints every prompt with who keeps it.
fn list(review: &Review, own: &Prompts) -> eyre::Result<u8> {
    let kept_texts = kept_prompts(review).map_err(|why| eyre::eyre!("{why}"))?;
    let in_force = own.replaced(&kept_texts)?;
    let fold = review.fold();
    let kept = fold.prompts();
    for prompt in in_force.texts() {
        let origin = kept.get(&Clean::from(prompt.task)).map_or_else(
            || "as the program has it".to_owned(),
            |kept| format!("kept by {}, {}", kept.who, kept.at.strftime("%Y-%m-%d %H:%M UTC")),
        );
        println!("{:<8} {:<9} {}  {origin}", prompt.stage, prompt.task, prompt.digest.short());
    }
    let own = fold.opened().map(|opened| opened.spec.reasoner.clone()).filter(|name| !asks_model(name));
    drop(fold);
    if let Some(unused) = own.and_then(|name| unused_prompts(review, &name)) {
        println!("{unused}");
    }
    Ok(DONE)
}

/// Keeps a text as the prompt, or goes back to the program's.
fn keep(cx: &Context, args: &Args, review: &Review, own: &Prompts, prompt: &PromptText) -> eyre::Result<u8> {
    assemble::must_write(review)?;
    let (task, stage) = (Clean::from(prompt.task), prompt.stage);
    if stage == Stage::Extract {
        bail!(
            "the prompt extract finds the statements of a new review; put it as extract.md into the folder prompts \
             beside the configuration file instead"
        );
    }
    let before = kept_prompts(review).map_err(|why| eyre::eyre!("{why}"))?;
    let mut after = before.clone();
    let text = match &args.from {
        None => {
            after.remove(&task);
            None
        }
        Some(file) => {
            let shown = assemble::shown(file);
            let text = fs::read_to_string(file).wrap_err_with(|| format!("cannot read {shown}"))?;
            let text = Clean::from(text);
            Prompts::check(prompt.task, &text).wrap_err_with(|| format!("cannot use {shown}"))?;
            // A line break at the end, which printing adds, changes nothing.
            if before.get(&task).unwrap_or(&prompt.text).trim_end() == text.trim_end() {
                println!("unchanged: {task} is in force with this text already");
                return Ok(DONE);
            }
            after.insert(task.clone(), text.clone());
            Some(text)
        }
    };
    if before == after {
        println!("unchanged: {task}");
        return Ok(DONE);
    }
    let prompts = own.replaced(&after)?.digest(stage);
    let who = assemble::reviewer(cx, "a prompt is kept")?;
    let kept = Intent::Prompt(KeepPrompt { stage, task, text, prompts }).act();
    let said = kept.act.describe();
    review.append(vec![kept.signed(who)])?;
    println!("{said}; run the review again for what is stale now");
    Ok(DONE)
}
