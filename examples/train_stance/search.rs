//! What the program's own search finds, so that trees also learn from abstracts that nobody cited.

use std::{collections::HashMap, sync::Arc};

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    domain::{Settings, Statement},
    engine::{checks, search::Searcher},
    eval::{Claim, Corpus},
    library::Library,
    reason::{CounterInput, Reasoner, builtin::Builtin},
};

/// An abstract among those that a review scores first.
#[derive(Clone, Copy)]
pub struct Hit {
    /// Its number.
    pub doc: u64,
    /// How far ahead of the others it was found.
    pub lead: f64,
}

/// What is found for each claim, best first, as many as a review scores at once; by the numbers of the claims.
pub fn hits(corpus: &Arc<Corpus>, claims: &[Claim]) -> eyre::Result<HashMap<u64, Vec<Hit>>> {
    let folder = tempfile::tempdir()?;
    let library = Library::open(&folder.path().join("library.sqlite"))?;
    library.add(corpus.documents().cloned(), |_| {})?;
    let searcher = Searcher::new(Arc::new(library));
    let slots = gainsay::processors();
    tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
        let mut found = HashMap::new();
        let mut running = tokio::task::JoinSet::new();
        let mut waiting = claims.iter();
        loop {
            while running.len() < slots
                && let Some(claim) = waiting.next()
            {
                let (id, text) = (claim.id, claim.text.clone());
                let (corpus, searcher) = (Arc::clone(corpus), searcher.clone());
                running.spawn(async move { Ok::<_, eyre::Report>((id, of(&corpus, &searcher, &text).await?)) });
            }
            let Some(done) = running.join_next().await else { return Ok(found) };
            let (id, hits) = done??;
            found.insert(id, hits);
        }
    })
}

async fn of(corpus: &Corpus, searcher: &Searcher, claim: &str) -> eyre::Result<Vec<Hit>> {
    let settings = Settings::default();
    let statement = Statement::claim(1, claim);
    let draft = Builtin::default().counter(CounterInput { statement: &statement }).await?;
    let counter = checks::counter::counter(&statement, draft)?;
    let found = searcher.search(&statement, &counter, &Arc::default(), &settings).await;
    let first = found.candidates.iter().take(settings.score_batch as usize);
    let hit = |candidate: &gainsay::domain::Candidate| {
        let doc = corpus.number(&candidate.doc).ok_or_eyre("a candidate is no abstract")?;
        Ok(Hit { doc, lead: candidate.lead.unwrap_or_default() })
    };
    first.map(hit).collect()
}
