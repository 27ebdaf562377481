//! Vectors by an embedding model of the server.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    embed::{Embedder, Table},
    llm::{CallError, Caller, Model},
    text::Clean,
};

/// How long the vectors of one batch may take; a model is loaded first.
const DEADLINE: Duration = Duration::from_secs(120);

/// An embedding model of a server.
pub(super) struct Served {
    caller: Arc<Caller>,
    name: Clean,
    known: Clean,
}

/// Why no embedding model can be used.
pub(super) struct Unfit {
    pub(super) why: Clean,
    /// It will not be otherwise as long as the program runs, so it is not tried again.
    pub(super) for_good: bool,
}

impl Served {
    /// The model that the settings ask for: `auto` is the first of the server's that makes vectors, `builtin` is none
    /// of them. A server that cannot hold it in memory beside `chat` would load one of the two at every call, so such
    /// a model is not used.
    ///
    /// # Errors
    /// When the model is missing, makes no vectors, or cannot be held beside `chat`.
    pub(super) async fn find(caller: &Arc<Caller>, wanted: &str, chat: &str) -> Result<Option<Self>, Unfit> {
        if wanted == Table::NAME || caller.permitted().is_err() {
            return Ok(None);
        }
        let auto = wanted == "auto";
        let wrong = |why: String| Unfit { why: why.into(), for_good: false };
        let remedy = "set `model.embeddings` to another model, to auto or to builtin";
        let listed = caller.server().models().await;
        let models = listed.map_err(|e| wrong(format!("cannot look for the embedding model {wanted}: {e}")))?;
        let named = |model: &Model| *model.name == *wanted || *model.name == format!("{wanted}:latest");
        let found = if auto { first(caller, models).await } else { models.into_iter().find(named) };
        let Some(model) = found else {
            return match auto {
                true => Ok(None),
                false => Err(wrong(format!("the model server does not have the embedding model {wanted}; {remedy}"))),
            };
        };
        let version: String = model.digest.chars().take(12).collect();
        let known = format!("{}@{version}", model.name).into();
        let served = Self { caller: Arc::clone(caller), name: model.name, known };
        match served.fits_beside(chat).await {
            Ok(true) => Ok(Some(served)),
            Ok(false) => {
                let why = format!(
                    "the model server cannot hold {} and {chat} in memory at once and would load one of them at every \
                     call; give it more memory, or {remedy}",
                    served.name
                );
                Err(Unfit { why: why.into(), for_good: true })
            }
            Err(why) => Err(wrong(format!("the embedding model {} makes no vectors ({why}); {remedy}", served.name))),
        }
    }

    /// Makes one vector and looks whether the chat model is still in memory afterwards.
    async fn fits_beside(&self, chat: &str) -> Result<bool, CallError> {
        let has_chat = async || {
            let loaded = self.caller.server().loaded().await.ok().flatten();
            let is_chat = |name: &Clean| **name == *chat || **name == format!("{chat}:latest");
            loaded.map(|loaded| loaded.iter().any(is_chat))
        };
        // Held to the end, so that no call of ours loads the chat model again in between.
        let _slot = self.caller.slots().take(None).await;
        let before = has_chat().await;
        self.caller.server().embed(&self.name, vec!["evidence".to_owned()], DEADLINE).await?;
        Ok(before != Some(true) || has_chat().await != Some(false))
    }
}

/// The first model that makes vectors: by what the server says, else by its name.
async fn first(caller: &Caller, models: Vec<Model>) -> Option<Model> {
    for model in models {
        let facts = caller.server().facts(&model.name).await.unwrap_or_default();
        if facts.can("embedding") || facts.capabilities.is_empty() && model.name.contains("embed") {
            return Some(model);
        }
    }
    None
}

#[async_trait]
impl Embedder for Served {
    fn model(&self) -> Clean {
        self.known.clone()
    }

    async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean> {
        let words = |error: CallError| Clean::from(error.to_string());
        self.caller.permitted().map_err(words)?;
        let _slot = self.caller.slots().take(None).await;
        self.caller.server().embed(&self.name, texts, DEADLINE).await.map_err(words)
    }
}
