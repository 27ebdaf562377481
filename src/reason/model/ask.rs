//! Asking: prompts that fit, answers of a shape, failures in words.

use std::sync::atomic::Ordering;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    domain::{Stage, StatementId},
    llm::{Answered, Call, CallError, CallOptions, Question, Think, Turn, shaped},
    reason::{Failure, Need},
    text::Clean,
};

use super::{Model, Task, prompts::Rendered};

/// Tokens that templates of chat take.
const MARGIN: u32 = 128;
/// How often a question is fitted anew after a server has said how much it can read, or that the model thinks.
const FITTED_AGAIN: u32 = 2;

/// A prompt that fits into the model's window, and what was left out of it.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    rendered: Rendered,
    notes: Vec<Clean>,
}

/// What an answer must be. Its fields are in alphabetical order, since servers
/// emit them so, and what is to be thought of first comes first.
pub(super) trait Shape: DeserializeOwned + JsonSchema {}
impl<A: DeserializeOwned + JsonSchema> Shape for A {}

/// The JSON schema of an answer, without references.
fn schema<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    require_all(&mut schema);
    schema
}

/// The schema of a list of `count` answers, one for each of `numbers`.
pub(super) fn one_for_each(schema: &mut Value, list: &str, number: &str, numbers: &[u32]) {
    let list = &mut schema["properties"][list];
    (list["minItems"], list["maxItems"]) = (numbers.len().into(), numbers.len().into());
    list["items"]["properties"][number] = serde_json::json!({"type": "integer", "enum": numbers});
}

/// The schema of a list of at most `count` answers about any of `numbers`.
pub(super) fn some_of(schema: &mut Value, list: &str, number: &str, numbers: &[u32], count: usize) {
    let list = &mut schema["properties"][list];
    list["maxItems"] = count.into();
    list["items"]["properties"][number] = serde_json::json!({"type": "integer", "enum": numbers});
}

/// Servers may leave out what is not required, however well it can be read without.
fn require_all(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    // The width of a number in Rust says nothing to a model.
    fields.remove("format");
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.values_mut().for_each(require_all);
        let names = properties.keys().cloned().map(Value::String).collect();
        fields.insert("required".to_owned(), Value::Array(names));
    }
    if let Some(items) = fields.get_mut("items") {
        require_all(items);
    }
}

/// Reads an answer; what is wrong with it is in words that the model can be sent.
fn parse<A: Shape>(value: Value) -> Result<A, String> {
    let fields = value.as_object().into_iter().flatten();
    let nulls: Vec<String> = fields.filter(|(_, v)| v.is_null()).map(|(name, _)| name.clone()).collect();
    serde_json::from_value(value).map_err(|e| match nulls.is_empty() {
        true => format!("it does not follow the schema: {e}"),
        false => format!("it does not follow the schema: {e}; {} must not be null", nulls.join(", ")),
    })
}

type Read = Box<dyn Fn(Value) -> Result<(), String> + Send + Sync>;

/// A question outside of any review by which a model can be tried.
pub struct Trial {
    /// The task.
    pub task: Task,
    /// The schema of its answers.
    pub schema: Value,
    reads: Read,
}

impl Trial {
    pub(super) fn of<A: Shape, T>(
        task: Task,
        bind: impl Fn(&mut Value),
        check: impl Fn(A, Turn) -> Result<T, String> + Send + Sync + 'static,
    ) -> Self {
        let mut schema = schema::<A>();
        bind(&mut schema);
        Self { task, schema, reads: Box::new(move |value| check(parse(value)?, Turn::First).map(|_| ())) }
    }

    /// Whether a value is an answer that a review could use; if not, why.
    ///
    /// # Errors
    /// In words that the model can be sent.
    pub fn read(&self, value: Value) -> Result<(), String> {
        (self.reads)(shaped(value, &self.schema).0)
    }
}

/// Every task that is answered in JSON, with the shape of its answers, over two documents or citations.
#[must_use]
pub fn shapes() -> Vec<Trial> {
    use super::{conclude, find, weigh};
    [find::trials(), weigh::trials(), conclude::trials()].into_iter().flatten().collect()
}

impl Model {
    /// Learns what the server says about the model of a stage, by which its questions are planned.
    pub(super) async fn prepare(&self, task: Task, statement: Option<StatementId>) -> Result<(), Failure> {
        self.notes.asked.store(true, Ordering::Relaxed);
        let learnt = self.caller_of(task.stage()).learn(&self.model_of(task.stage()), statement).await;
        learnt.map(|_| ()).map_err(failed(task))
    }

    /// What is set at calls of a stage.
    pub(super) fn options(&self, stage: Stage) -> CallOptions {
        let set = self.settings.stage(stage);
        let model = self.model_of(stage);
        let known = self.caller_of(stage).known(&model).unwrap_or_default();
        let wanted = self.context_of(&model);
        let context = known.context().map_or(wanted, |own| own.min(wanted));
        let think = match self.settings.think {
            Think::Off if known.needs_thinking() => Think::Low,
            think => think,
        };
        CallOptions {
            temperature: self.with.temperature.unwrap_or(set.temperature),
            seed: self.with.seed.unwrap_or(set.seed),
            num_ctx: context,
            num_predict: self.settings.answer(context, known.thinks() && think != Think::Off),
            think,
        }
    }

    /// How many tokens a prompt of this stage may have, system text included.
    fn room(&self, stage: Stage) -> u64 {
        let options = self.options(stage);
        options.num_ctx.saturating_sub(options.num_predict).saturating_sub(MARGIN).into()
    }

    /// The tokens of a prompt by what is known of its model.
    fn tokens(&self, stage: Stage, rendered: &Rendered) -> u64 {
        let known = self.caller_of(stage).known(&self.model_of(stage)).unwrap_or_default();
        known.tokens(&rendered.system) + known.tokens(&rendered.prompt)
    }

    /// A prompt without anything that could be left out.
    pub(super) fn whole(&self, task: Task, data: &minijinja::Value) -> Result<Fitted, Failure> {
        self.fitting(task, &[], |_| data.clone())
    }

    /// A prompt over numbered items of evidence (`least_first`: their numbers,
    /// the least relevant first), of which as many are left out as it takes to
    /// fit. `data` makes the prompt's data of the numbers that are kept.
    pub(super) fn fitting(
        &self,
        task: Task,
        least_first: &[u32],
        data: impl Fn(&[u32]) -> minijinja::Value,
    ) -> Result<Fitted, Failure> {
        let stage = task.stage();
        let room = self.room(stage);
        for dropped in 0..=least_first.len() {
            let (left_out, kept) = least_first.split_at(dropped);
            let rendered = self.prompts.render(task, &data(kept)).map_err(|why| Failure::new(stage, why))?;
            if self.tokens(stage, &rendered) > room {
                continue;
            }
            let mut numbers = left_out.to_vec();
            numbers.sort_unstable();
            let numbers: Vec<String> = numbers.iter().map(|number| format!("[{number}]")).collect();
            let context = self.options(stage).num_ctx;
            let note = format!("left out, to fit into {context} tokens: {}", numbers.join(" "));
            let notes = if numbers.is_empty() { Vec::new() } else { vec![note.into()] };
            return Ok(Fitted { rendered, notes });
        }
        Err(Failure::new(stage, "the question does not fit into the model's context; raise `num_ctx`"))
    }

    /// A prompt over one long text, of which the middle is left out to fit: a
    /// paper says at its head and at its end what it claims. `data` makes the
    /// prompt's data of the text.
    pub(super) fn shortened(
        &self,
        task: Task,
        text: &str,
        data: impl Fn(&str) -> minijinja::Value,
    ) -> Result<Fitted, Failure> {
        let stage = task.stage();
        let render = |text: &str| self.prompts.render(task, &data(text)).map_err(|why| Failure::new(stage, why));
        let room = self.room(stage);
        let mut bytes = text.len();
        loop {
            let (short, left_out) = without_middle(text, bytes);
            let rendered = render(&short)?;
            let tokens = self.tokens(stage, &rendered);
            if tokens > room && bytes > 0 {
                // In proportion, and at least a twentieth less.
                bytes = bytes * usize::try_from(room * 1000 / tokens).unwrap_or(0).min(950) / 1000;
                continue;
            }
            let context = self.options(stage).num_ctx;
            let note =
                || format!("left out of the middle of the paper, to fit into {context} tokens: {left_out} bytes");
            let notes = if left_out == 0 { Vec::new() } else { vec![note().into()] };
            return Ok(Fitted { rendered, notes });
        }
    }

    /// Asks for JSON of the shape `A` that `bind` narrows; `check` makes of it what is wanted, or says what is wrong
    /// with it. A question that the server finds too long is fitted and asked again.
    pub(super) async fn ask<A: Shape, T>(
        &self,
        task: Task,
        statement: Option<StatementId>,
        fit: impl Fn() -> Result<Fitted, Failure> + Send + Sync,
        bind: impl Fn(&mut Value) + Send + Sync,
        check: impl Fn(A, Turn) -> Result<T, String> + Send + Sync,
    ) -> Result<T, Asked> {
        self.prepare(task, statement).await?;
        let mut schema = schema::<A>();
        bind(&mut schema);
        let mut round = 0;
        loop {
            let question = self.question(task, statement, fit()?, Some(schema.clone()));
            let planned = question.call.options.clone();
            match self.caller_of(task.stage()).structured(question, |value, turn| check(parse(value)?, turn)).await {
                Ok(answered) => return Ok(self.noted(answered)),
                Err(error) if round < FITTED_AGAIN && self.fits_anew(task, &error, &planned) => {}
                Err(error) => return Err(Asked::Call(error)),
            }
            round += 1;
        }
    }

    /// Asks for prose.
    pub(super) async fn ask_prose<T>(
        &self,
        task: Task,
        statement: Option<StatementId>,
        fit: impl Fn() -> Result<Fitted, Failure> + Send + Sync,
        check: impl Fn(&str) -> Result<T, String> + Send + Sync,
    ) -> Result<T, Asked> {
        self.prepare(task, statement).await?;
        let mut round = 0;
        loop {
            let question = self.question(task, statement, fit()?, None);
            let planned = question.call.options.clone();
            match self.caller_of(task.stage()).prose(question, &check).await {
                Ok(answered) => return Ok(self.noted(answered)),
                Err(error) if round < FITTED_AGAIN && self.fits_anew(task, &error, &planned) => {}
                Err(error) => return Err(Asked::Call(error)),
            }
            round += 1;
        }
    }

    /// Whether a failure taught something by which the same question is planned in another way.
    fn fits_anew(&self, task: Task, error: &CallError, planned: &CallOptions) -> bool {
        match error {
            CallError::TooLong { tokens, window, .. } => tokens.is_some() || window.is_some(),
            CallError::ThinkingBudget { .. } => self.options(task.stage()).num_predict > planned.num_predict,
            _ => false,
        }
    }

    /// The answer, once it is noted whether it had to be repaired.
    fn noted<T>(&self, answered: Answered<T>) -> T {
        if answered.repaired {
            self.notes.repaired.store(true, Ordering::Relaxed);
        }
        answered.value
    }

    fn question(&self, task: Task, statement: Option<StatementId>, fitted: Fitted, schema: Option<Value>) -> Question {
        let stage = task.stage();
        let mut call = Call {
            stage,
            statement,
            model: self.model_of(stage),
            model_digest: Clean::default(),
            system: fitted.rendered.system,
            prompt: fitted.rendered.prompt,
            schema,
            options: self.options(stage),
        };
        // The judge on a stance is as cool as the judge on a verdict, though it belongs to another stage.
        if task == Task::Opinion && self.with.temperature.is_none() {
            call.options.temperature = self.settings.stage(Stage::Judge).temperature;
        }
        Question { call, limits: self.settings.limits(stage), fresh: self.with.fresh, notes: fitted.notes }
    }
}

/// Why a question came to nothing.
#[derive(Debug)]
pub(super) enum Asked {
    /// It could not be put.
    Plan(Failure),
    /// It was not answered.
    Call(CallError),
}

impl From<Failure> for Asked {
    fn from(failure: Failure) -> Self {
        Self::Plan(failure)
    }
}

/// A failure of a task's stage.
pub(super) fn failed(task: Task) -> impl Fn(CallError) -> Failure {
    move |error| {
        let needs = match &error {
            CallError::Unreachable { .. } => Some(Need::Server),
            CallError::Forbidden { host, .. } => Some(Need::Consent(host.clone())),
            CallError::MissingModel(name) => Some(Need::Model(name.clone())),
            _ => None,
        };
        Failure::new(task.stage(), error.to_string()).needing(needs)
    }
}

/// The last place at or before `at` where a character begins.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A text of at most `room` bytes, cut out of the middle at paragraphs where
/// there are any, and how many bytes were left out.
fn without_middle(text: &str, room: usize) -> (String, usize) {
    const GAP: &str = "\n\n[…]\n\n";
    if text.len() <= room {
        return (text.to_owned(), 0);
    }
    let room = room.saturating_sub(GAP.len());
    let (head, tail) = (room * 3 / 5, room - room * 3 / 5);
    let mut from = floor(text, head);
    if let Some(at) = text[..from].rfind("\n\n").filter(|at| *at > head / 2) {
        from = at;
    }
    let mut to = floor(text, text.len() - tail);
    if let Some(at) = text[to..].find("\n\n").filter(|at| *at < tail / 2) {
        to += at + 2;
    }
    (format!("{}{GAP}{}", &text[..from], &text[to..]), to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_lists_its_fields_in_the_order_in_which_a_model_shall_think() {
        fn walk(schema: &Value) {
            if let Some(properties) = schema["properties"].as_object() {
                let mut names: Vec<&String> = properties.keys().collect();
                let required: Vec<&str> =
                    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                names.sort();
                for (name, letter) in names.iter().zip('a'..) {
                    assert!(name.starts_with(letter) && name.as_bytes()[1] == b'_', "{name}");
                }
                assert_eq!(required.len(), names.len(), "servers may leave out what is not required: {names:?}");
                assert!(schema.get("format").is_none());
                properties.values().for_each(walk);
            }
            assert!(schema.get("$ref").is_none());
            if let Some(items) = schema.get("items") {
                walk(items);
            }
        }
        for trial in shapes() {
            assert_eq!(trial.schema["type"], "object", "{:?}", trial.task);
            walk(&trial.schema);
        }
        let titles: std::collections::BTreeSet<_> = shapes().iter().map(|t| t.schema["title"].to_string()).collect();
        assert_eq!(titles.len(), shapes().len());
    }

    #[test]
    fn the_middle_of_a_long_text_goes_and_its_ends_stay() {
        let text: String = (0..100).map(|i| format!("Paragraph {i} sagt etwas über Öl.\n\n")).collect();
        for room in [0, 10, 200, 1000, 3000, text.len()] {
            let (short, left_out) = without_middle(&text, room);
            assert!(short.len() <= room.max(9) + 3, "{room}: {}", short.len());
            assert_eq!(left_out == 0, room == text.len());
        }
        let (short, _) = without_middle(&text, 1000);
        assert!(short.starts_with("Paragraph 0 ") && short.contains("Paragraph 99 "), "{short}");
    }
}
