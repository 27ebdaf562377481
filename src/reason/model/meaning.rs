//! Vectors by an embedding model of the server.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{embed::Embedder, llm::Caller, text::Clean};

/// How long the vectors of one batch may take; a model is loaded first.
const PATIENCE: Duration = Duration::from_secs(120);

/// An embedding model of a server.
pub(super) struct Served {
    caller: Arc<Caller>,
    name: Clean,
    known: Clean,
}

impl Served {
    /// The model that settings ask for: `auto` is the first of the server's that
    /// makes vectors, `builtin` is none of them.
    pub(super) async fn find(caller: &Arc<Caller>, wanted: &str) -> Option<Self> {
        if wanted == "builtin" || caller.permitted().is_err() {
            return None;
        }
        let server = caller.server();
        let models = server.models().await.ok()?;
        for model in models {
            let named = *model.name == *wanted || *model.name == format!("{wanted}:latest");
            if named || wanted == "auto" && makes_vectors(caller, &model.name).await {
                let version: String = model.digest.chars().take(12).collect();
                let known = format!("{}@{version}", model.name).into();
                return Some(Self { caller: Arc::clone(caller), name: model.name, known });
            }
        }
        None
    }
}

async fn makes_vectors(caller: &Caller, model: &str) -> bool {
    let facts = caller.server().facts(model).await;
    facts.is_ok_and(|facts| facts.capabilities.iter().any(|capability| **capability == *"embedding"))
}

#[async_trait]
impl Embedder for Served {
    fn model(&self) -> Clean {
        self.known.clone()
    }

    async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean> {
        let said = |error: crate::llm::CallError| Clean::from(error.to_string());
        self.caller.permitted().map_err(said)?;
        let _place = self.caller.slots().take(None).await;
        self.caller.server().embed(&self.name, texts, PATIENCE).await.map_err(said)
    }
}
