//! `gainsay models --check`: one question of each shape, read as a review reads it, and what the settings should be.

use std::{sync::Arc, time::Instant};

use color_eyre::eyre;

use crate::{
    llm::{Call, CallOptions, CallRecord, Caller, InMemory, Known, Question},
    reason::model::{ModelSettings, Trial, shapes},
    text::{Clean, counted},
};

use super::{Context, DONE, FAILED, reasoners::Endpoint};

/// Asks a model for one made-up answer of each shape, and says what it can do.
pub(super) async fn check(
    cx: &Context,
    endpoint: &Endpoint,
    settings: &ModelSettings,
    model: &Clean,
) -> eyre::Result<u8> {
    let record = Arc::new(InMemory::default());
    let caller = endpoint.caller(cx, record.clone())?;
    println!("# {model} by {} at {}", caller.server().product().await?, endpoint.address());
    let known = caller.learn(model, None).await?;
    println!("# {}", abilities(&known, settings, model));
    println!("# {}", embeddings(&caller, settings).await);
    let mut failed = 0;
    for trial in shapes() {
        let before = record.calls().len();
        let begun = Instant::now();
        let question = question(&trial, settings, model, &caller.known(model).unwrap_or_default());
        let answered = caller.structured(question, |value, _| trial.read(value)).await;
        let calls = record.calls().split_off(before);
        let said = match answered {
            Ok(_) => obeyed(&calls),
            Err(error) if calls.is_empty() => return Err(error.into()),
            Err(error) => {
                failed += 1;
                format!("failed: {error}")
            }
        };
        println!("{:<9} {:>6.1} s  {said}", trial.task.name(), begun.elapsed().as_secs_f64());
    }
    println!("{}", summary(&record.calls(), &caller));
    println!("{}", advice(&caller.known(model).unwrap_or_default(), settings, model, failed));
    Ok(if failed == 0 { DONE } else { FAILED })
}

fn question(trial: &Trial, settings: &ModelSettings, model: &Clean, known: &Known) -> Question {
    let stage = trial.task.stage();
    let context = context(known, settings, model);
    let call = Call {
        stage,
        statement: None,
        model: model.clone(),
        model_digest: Clean::default(),
        system: "You try out a format. Nothing that you say is taken for true.".to_owned(),
        prompt: format!(
            "Make up a plausible answer of the kind “{}” about the claim “Metformin lowers HbA1c in adults” and two \
             documents or citations on it. Answer with one JSON object that follows this schema:\n{}",
            trial.task.name(),
            trial.schema
        ),
        schema: Some(trial.schema.clone()),
        options: CallOptions {
            temperature: 0.0,
            seed: 42,
            num_ctx: context,
            num_predict: settings.answer(context, known.thinks()),
            think: settings.think,
        },
    };
    Question { call, limits: settings.limits(stage), fresh: true, notes: Vec::new() }
}

/// The window in which the model would be asked, in tokens.
fn context(known: &Known, settings: &ModelSettings, model: &str) -> u32 {
    let wanted = settings.context(model);
    known.context().map_or(wanted, |own| own.min(wanted))
}

fn abilities(known: &Known, settings: &ModelSettings, model: &str) -> String {
    let window = match known.context() {
        Some(own) => format!("context {own} tokens, {} used", context(known, settings, model)),
        None => format!("context not reported, {} used", settings.context(model)),
    };
    let thinking = match (known.thinks(), known.needs_thinking()) {
        (_, true) => "thinks, and gives no answer without",
        (true, false) => "thinks",
        (false, false) => "does not think, as far as the server says",
    };
    format!("{window}; {thinking}")
}

async fn embeddings(caller: &Caller, settings: &ModelSettings) -> String {
    let models = caller.server().models().await.unwrap_or_default();
    let mut makers = Vec::new();
    for model in models {
        if caller.server().facts(&model.name).await.is_ok_and(|facts| facts.can("embedding")) {
            makers.push(model.name.to_string());
        }
    }
    let has = if makers.is_empty() { "none that the server names".to_owned() } else { makers.join(", ") };
    format!("embedding models: {has}; `model.embeddings` is {}", settings.embeddings)
}

/// How an answer came to be usable.
fn obeyed(calls: &[CallRecord]) -> String {
    let Some(last) = calls.last() else { return String::new() };
    let mut parts: Vec<String> = last.repairs.iter().map(|step| step.name().to_owned()).collect();
    if calls.len() > 1 {
        let why = calls.first().and_then(|first| first.failure.clone()).unwrap_or_default();
        parts.insert(0, format!("asked twice ({why})"));
    }
    let format = last.reply.as_ref().and_then(|reply| reply.format.clone());
    parts.extend(format.filter(|format| **format != *"json_schema").map(|format| format!("by {format}")));
    if parts.is_empty() { "as asked".to_owned() } else { parts.join(", ") }
}

fn summary(calls: &[CallRecord], caller: &Caller) -> String {
    let tokens: u64 = calls.iter().filter_map(|call| call.reply.as_ref()?.answer_tokens).sum();
    let took: u64 = calls.iter().map(|call| call.took).sum();
    let tally = caller.tally();
    #[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
    let rate = tokens as f64 * 1000.0 / took.max(1) as f64;
    format!(
        "# {} calls, {} of them tried again, {tokens} tokens answered, {rate:.1} tokens a second",
        tally.asked, tally.retried
    )
}

/// A configuration for what was found.
fn advice(known: &Known, settings: &ModelSettings, model: &Clean, failed: usize) -> String {
    if failed > 0 {
        return format!(
            "# {} failed: {model} is not fit for a review as it is; try a larger model, another `model.think`, \
             or a longer `model.max_answer`",
            counted(failed, "shape")
        );
    }
    let mut lines = vec!["# suggested configuration:".to_owned(), "[model]".to_owned(), format!("name = \"{model}\"")];
    lines.push(format!("num_ctx = {}", context(known, settings, model)));
    if known.needs_thinking() {
        lines.push("think = \"low\"".to_owned());
    }
    lines.join("\n")
}
