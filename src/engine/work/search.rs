//! Stage 2: the sources of evidence that are on, then the library, by words and by meaning.

use std::sync::{Arc, PoisonError};

use crate::{
    domain::{Stage, StrategyOutcome, Value, rules::own::Own},
    engine::{
        given,
        search::{Meaning, make_vectors},
    },
    library::Library,
    reason::{Failure, Need, Reasoner},
};

use super::{Inputs, StageOutput, StageRunner};

/// Passages whose vectors a model on this machine makes while a search waits.
const FEW: u64 = 64;

impl StageRunner {
    pub(super) async fn search(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Search)?;
        let counter = inputs.counter(Stage::Search)?;
        let settings = self.review.fold().settings().clone();
        let own = Arc::new(Own::of(&self.source, statement));
        let sources = match &self.literature {
            None => Vec::new(),
            Some(literature) => {
                let asked = literature.search(&self.searcher.library, statement, counter).await;
                asked.map_err(|why| {
                    let consent = why.wants_consent().map(|host| Need::Source(host.clone()));
                    Failure::new(Stage::Search, why.to_string()).needing(consent)
                })?
            }
        };
        let mut searcher = self.searcher.clone();
        searcher.meaning = self.meaning(reasoner).await?;
        let mut found = searcher.search(statement, counter, &own, &settings).await;
        found.sources = sources;
        let (source, about) = (Arc::clone(&self.source), statement.clone());
        let reading = move |library: &Library| {
            given::put_first(&mut found, &source, &about, library);
            found
        };
        let found = self.searcher.reading(reading).await;
        // What was found is of use, and the next run asks again.
        let library = found.unsearched().map(|why| format!("the library could not be searched: {why}"));
        let source = || {
            found.sources.iter().find_map(|source| match &source.outcome {
                StrategyOutcome::Failed(why) => Some(format!("{}: {why}", source.source)),
                _ => None,
            })
        };
        let failure = library.or_else(source).map(|why| Failure::new(Stage::Search, why));
        Ok(StageOutput { failure, ..Value::Search(found).into() })
    }

    /// Makes the vectors: the sentence encoder of the configuration, else the
    /// reasoner's own model, once it has made vectors of the whole library, which
    /// it is set to beside everything else; the table that comes with the program
    /// until then. For few passages a search waits, so that it can be repeated.
    async fn meaning(&self, reasoner: &dyn Reasoner) -> Result<Meaning, Failure> {
        let failed = |why: String| Failure::new(Stage::Search, why);
        let library = &self.searcher.library;
        let own = self.embedder.clone();
        let is_own = own.is_some();
        let embedder = match own {
            Some(own) => own,
            None => match reasoner.embedder().await.map_err(|why| failed(why.to_string()))? {
                Some(embedder) => embedder,
                None => return Ok(Meaning::Builtin),
            },
        };
        let missing = library.without_vector(&embedder.model()).map_err(|e| failed(e.to_string()))?;
        if is_own && missing <= FEW && !library.is_read_only() {
            make_vectors(&*embedder, library, |_| {}).await.map_err(|why| failed(why.to_string()))?;
        }
        let of = Meaning::of(&embedder, library).map_err(|e| failed(e.to_string()))?;
        if of.is_none() && !self.searcher.library.is_read_only() {
            let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            // If it could not go on, the next search begins it anew.
            while making.try_join_next().is_some() {}
            if making.is_empty() {
                let library = Arc::clone(&self.searcher.library);
                making.spawn(async move { make_vectors(&*embedder, &library, |_| {}).await });
            }
        }
        Ok(of.unwrap_or_default())
    }
}
