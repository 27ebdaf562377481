//! `gainsay repeat`: how often a verdict flips when it is computed again; the review keeps it beside the verdict.

use std::path::PathBuf;

use color_eyre::eyre::{self, bail};

use crate::{
    domain::Stage,
    engine::{recorded, repeat, with_kept_prompts},
    review::{Act, describe_repeats},
    text::Clean,
};

use super::{
    Context, DONE, DONE_IN_PART,
    assemble::{self, is_review},
    own,
    reasoners::{self, Chosen},
};

/// Arguments of `repeat`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// Compute each verdict this many times.
    #[arg(long, short, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=100))]
    times: u32,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        bail!("{} is not a review; `gainsay check FILE` makes one", args.review.display());
    }
    let review = assemble::open_review(&args.review, false)?.review;
    assemble::must_write(&review)?;
    review.set_viewer(assemble::viewer(cx));
    assemble::refuse_hidden(&review, "")?;
    reasoners::permitted(cx, &review, None)?;
    let Chosen { own, .. } = reasoners::of(cx, &review)?;
    let own = with_kept_prompts(&review, &own).map_err(|why| eyre::eyre!("{why}"))?;
    if !own.capabilities().seed {
        bail!("the reasoner {} is deterministic: repeating it cannot change a verdict", own.capabilities().reasoner);
    }
    let rules = own::rules(cx)?;
    let statements: Vec<_> = review.fold().statements().to_vec();
    let mut code = DONE;
    for statement in statements {
        let text = statement.text.one_line();
        match cx.runtime.block_on(repeat(&review, &*own, &rules, statement.id, args.times)) {
            Err(failure) => {
                code = DONE_IN_PART;
                println!("{:<5} {:<44} {text}", statement.id, Clean::from(failure.to_string()).one_line());
            }
            Ok(verdicts) => {
                let draft = recorded(&review, own.spec_of(Stage::Verdict), statement.id, &verdicts);
                if let Act::Repeat { verdicts, .. } = &draft.act {
                    println!("{:<5} {:<44} {text}", statement.id, describe_repeats(verdicts));
                }
                review.append(vec![draft])?;
            }
        }
    }
    Ok(code)
}
