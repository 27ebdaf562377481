//! Several items in one question, so that its instruction is sent once for all of them. An item whose answer cannot
//! be used fails alone.

use futures_util::{
    FutureExt,
    future::{BoxFuture, join_all},
};

use crate::{
    domain::{Stage, StatementId, rules::instruction},
    llm::CallError,
    reason::Failure,
    text::Clean,
};

use super::{
    Model, Task,
    ask::{Asked, failed},
};

/// A window up to which batches are small and excerpts short, in tokens.
const SMALL_WINDOW: u32 = 8192;
/// Items of a question about evidence, in a small window and in any other: models of 8–20 B parameters mix up the
/// items of longer lists.
const ITEMS: [usize; 2] = [3, 5];

/// An item without an answer.
#[derive(Clone, Debug)]
pub(super) struct Missed {
    pub(super) failure: Failure,
    /// Whether the item is the cause, asked about alone; otherwise the server or the model is.
    pub(super) stubborn: bool,
}

/// What came of the items, in their order.
pub(super) type Outcomes<T> = Vec<Result<T, Missed>>;

/// Asks about one batch of items and gives an answer for each, in their order.
pub(super) type AskBatch<'a, I, T> = dyn Fn(&'a [I]) -> BoxFuture<'a, Result<Vec<T>, Asked>> + Sync + 'a;

impl Model {
    /// Whether the model of a stage has a small window: position in pairs of limits.
    pub(super) fn roomy(&self, stage: Stage) -> usize {
        usize::from(self.options(stage).num_ctx > SMALL_WINDOW)
    }

    /// Asks about all items in batches of a size that fits the window. A batch is asked in halves when it does not fit
    /// or is not answered, and item by item when its answer cannot be used. An item with text that looks like an
    /// instruction is asked about alone, so that it cannot sway the answers on others.
    pub(super) async fn in_batches<'a, I: Sync, T: Send>(
        &self,
        task: Task,
        statement: StatementId,
        items: &'a [I],
        text: impl Fn(&I) -> &str,
        ask: &'a AskBatch<'a, I, T>,
    ) -> Outcomes<T> {
        // The server is not asked about its model for nothing.
        if items.is_empty() {
            return Vec::new();
        }
        if let Err(failure) = self.prepare(task, Some(statement)).await {
            return items.iter().map(|_| Err(Missed { failure: failure.clone(), stubborn: false })).collect();
        }
        let size = ITEMS[self.roomy(task.stage())];
        let batches = items
            .chunk_by(|a, b| !instructs(text(a)) && !instructs(text(b)))
            .flat_map(|run| run.chunks(size))
            .map(|batch| in_parts(task, batch, batch.len(), ask));
        join_all(batches).await.into_iter().flatten().collect()
    }
}

fn instructs(text: &str) -> bool {
    instruction::find_in(&Clean::new(text)).is_some()
}

/// Asks in batches of `size`, and in smaller ones where that helps.
pub(super) fn in_parts<'a, I: Sync, T: Send>(
    task: Task,
    items: &'a [I],
    size: usize,
    ask: &'a AskBatch<'a, I, T>,
) -> BoxFuture<'a, Outcomes<T>> {
    let part = move |batch: &'a [I]| async move {
        let asked = match ask(batch).await {
            Ok(answers) => return answers.into_iter().map(Ok).collect(),
            Err(asked) => asked,
        };
        let stubborn = asked.wants_less();
        if stubborn && batch.len() > 1 {
            let unusable = matches!(asked, Asked::Call(CallError::Unusable(_)));
            let size = if unusable { 1 } else { batch.len().div_ceil(2) };
            return in_parts(task, batch, size, ask).await;
        }
        let missed = Missed { failure: asked.into_failure(task), stubborn };
        batch.iter().map(|_| Err(missed.clone())).collect::<Outcomes<T>>()
    };
    async move { join_all(items.chunks(size.max(1)).map(part)).await.into_iter().flatten().collect() }.boxed()
}

/// The answers on single items: `None` where an item failed alone.
///
/// # Errors
/// When the server or the model is the cause of a failure, or no item has an answer.
pub(super) fn answered<T>(outcomes: Outcomes<T>) -> Result<Vec<Option<T>>, Failure> {
    let missed = |outcome: &Result<T, Missed>| outcome.as_ref().err().cloned();
    let all = outcomes.iter().all(Result::is_err);
    match outcomes.iter().filter_map(missed).find(|missed| all || !missed.stubborn) {
        Some(missed) => Err(missed.failure),
        None => Ok(outcomes.into_iter().map(Result::ok).collect()),
    }
}

/// The answers, one for each of `numbers` in their order; `named` reads the number out of an answer, where it has one.
/// `what` names items and answers.
pub(super) fn one_each<A>(
    answers: Vec<A>,
    numbers: &[u32],
    named: impl Fn(&A) -> Option<u32>,
    what: (&str, &str),
) -> Result<Vec<A>, String> {
    let (items, results) = what;
    if answers.len() != numbers.len() {
        return Err(format!("{} {items} were given and {} {results} came back", numbers.len(), answers.len()));
    }
    let in_order = answers.iter().zip(numbers).all(|(answer, number)| named(answer).is_none_or(|own| own == *number));
    if in_order { Ok(answers) } else { Err(format!("the {results} are not in the order of the {items}")) }
}

impl Asked {
    /// Whether the same question about fewer items can be answered.
    fn wants_less(&self) -> bool {
        match self {
            Self::Plan(failure) => failure.needs.is_none(),
            Self::Call(error) => error.asks_for_less(),
        }
    }

    /// A failure of the task's stage.
    pub(super) fn into_failure(self, task: Task) -> Failure {
        match self {
            Self::Plan(failure) => failure,
            Self::Call(error) => failed(task)(error),
        }
    }
}
