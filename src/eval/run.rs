//! What the stages of a review make of claims whose answers are known.

use std::{collections::BTreeMap, ops::Range, path::PathBuf, sync::Arc};

use crate::{
    domain::{
        Candidate, Citation, Counter, Digest, Passage, Scores3, Settings, Side, Stance, Statement, canonical,
        rules::pack::RulePack,
    },
    embed::Embedder,
    engine::{
        checks,
        search::{Meaning, SearchQuery, Searcher, make_vectors},
    },
    library::{KeywordQuery, Library, LibraryError},
    reason::{CiteInput, CounterInput, Failure, Reasoner, ScoreInput, StanceInput, ToScore},
    text::Clean,
};

use super::{Claim, Corpus, Judged, Label, Outcome, data::Abstract};

/// How many documents a search is asked for, for its recall.
const DEEPEST: usize = 100;

/// Which abstracts are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Those that have evidence.
    Oracle,
    /// Those that the claim's authors cited, with evidence or without.
    Cited,
    /// Those that a search finds.
    Open,
    /// The passage that comes with each claim; nothing is searched.
    Given,
}

impl Setting {
    /// By its name.
    ///
    /// # Errors
    /// With the names that there are.
    pub fn parse(name: &str) -> Result<Self, String> {
        match name {
            "oracle" => Ok(Self::Oracle),
            "cited" => Ok(Self::Cited),
            "open" => Ok(Self::Open),
            _ => Err("the settings are oracle, cited and open".into()),
        }
    }
}

/// Why claims could not be run.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A stage failed.
    #[error("claim {claim}: {why}")]
    Stage {
        /// The claim's number.
        claim: u64,
        /// Why.
        why: Failure,
    },
    /// The library failed.
    #[error("the abstracts cannot be searched: {0}")]
    Library(#[from] LibraryError),
    /// The sentence encoder failed.
    #[error("no vectors of the abstracts can be made: {0}")]
    Vectors(Clean),
    /// A folder for the abstracts cannot be made.
    #[error("cannot make a library in {path}: {why}")]
    Folder {
        /// Where.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// A task ended without a result.
    #[error("claim {0} did not run to its end")]
    Lost(u64),
}

/// The sentences of a text (the third) under a title (the second) by how well they serve as evidence for or against
/// a statement (the first), best first.
pub type Rank = fn(&str, &str, &str) -> Vec<Range<usize>>;

/// A reasoner with what its results rest on beside it, so that several can be evaluated side by side.
#[derive(Clone)]
pub struct Kit {
    /// Who does it.
    pub reasoner: Arc<dyn Reasoner>,
    /// The rules and tables that its results are checked by.
    pub rules: Arc<RulePack>,
    /// What makes vectors for searches by meaning, in place of what comes with the program.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Thresholds and limits.
    pub settings: Settings,
}

impl From<Arc<dyn Reasoner>> for Kit {
    fn from(reasoner: Arc<dyn Reasoner>) -> Self {
        Self { reasoner, rules: RulePack::builtin(), embedder: None, settings: Settings::default() }
    }
}

/// Which stages to run, and by which reasoner.
#[derive(Clone)]
pub struct Ask {
    /// By whom.
    pub kit: Kit,
    /// How it ranks sentences, if it can tell; else the cited ones are taken.
    pub rank: Option<Rank>,
    /// Which abstracts are looked at.
    pub setting: Setting,
    /// How many found documents are looked at in the open setting.
    pub top: usize,
    /// How many claims are worked on at a time.
    pub slots: usize,
}

/// Runs `claims` over `corpus`; `progress` hears how many are done.
///
/// # Errors
/// With the first claim that could not be run.
pub async fn evaluate(
    ask: &Ask,
    corpus: Arc<Corpus>,
    claims: Vec<Claim>,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Outcome>, EvalError> {
    let folder = tempfile::tempdir().map_err(|why| EvalError::Folder { path: std::env::temp_dir(), why })?;
    let library = Arc::new(Library::open(&folder.path().join("library.sqlite"))?);
    if ask.setting != Setting::Given {
        library.add(corpus.documents().cloned(), |_| {})?;
    }
    let mut searcher = Searcher::new(Arc::clone(&library));
    if let Some(embedder) = ask.kit.embedder.clone() {
        make_vectors(&*embedder, &library, |_| {}).await.map_err(EvalError::Vectors)?;
        searcher.meaning = Meaning::Served(embedder);
    }
    let bench = Arc::new(Bench { ask: ask.clone(), corpus, searcher, settings: ask.kit.settings.clone() });
    let mut waiting = claims.into_iter().enumerate();
    let mut running = tokio::task::JoinSet::new();
    let mut outcomes = BTreeMap::new();
    loop {
        while running.len() < ask.slots.max(1)
            && let Some((place, claim)) = waiting.next()
        {
            let bench = Arc::clone(&bench);
            running.spawn(async move { (place, claim.id, bench.claim(claim).await) });
        }
        let Some(joined) = running.join_next().await else { break };
        let (place, id, outcome) = joined.map_err(|_| EvalError::Lost(outcomes.len() as u64))?;
        outcomes.insert(place, outcome.map_err(|why| why.of(id))?);
        progress(outcomes.len());
    }
    Ok(outcomes.into_values().collect())
}

/// A claim that could not be run.
enum Trouble {
    Stage(Failure),
    Library(LibraryError),
}

impl Trouble {
    fn of(self, claim: u64) -> EvalError {
        match self {
            Self::Stage(why) => EvalError::Stage { claim, why },
            Self::Library(why) => EvalError::Library(why),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(why: Failure) -> Self {
        Self::Stage(why)
    }
}

impl From<LibraryError> for Trouble {
    fn from(why: LibraryError) -> Self {
        Self::Library(why)
    }
}

struct Bench {
    ask: Ask,
    corpus: Arc<Corpus>,
    searcher: Searcher,
    settings: Settings,
}

impl Bench {
    async fn claim(&self, claim: Claim) -> Result<Outcome, Trouble> {
        let statement = Statement::claim(1, claim.text.clone());
        let reasoner = &*self.ask.kit.reasoner;
        let draft = reasoner.counter(CounterInput { statement: &statement }).await?;
        let counter = checks::counter::counter(&statement, draft)?;
        let searches = self.ask.setting != Setting::Given;
        let (mut found, mut shipped, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
        if searches {
            let hits = self.searcher.library.keyword(&KeywordQuery::new(&claim.text), DEEPEST)?.hits;
            found = hits.iter().filter_map(|hit| self.corpus.number(&hit.doc)).collect();
            let sought = SearchQuery::on(Side::Statement, &statement, &counter);
            let by_claim = self.searcher.found(Side::Statement, sought, DEEPEST).await;
            shipped = by_claim.iter().filter_map(|doc| self.corpus.number(doc)).collect();
            candidates = self.searcher.search(&statement, &counter, &Arc::default(), &self.settings).await.candidates;
        }
        let fused: Vec<u64> = candidates.iter().filter_map(|candidate| self.corpus.number(&candidate.doc)).collect();
        let mut judged = BTreeMap::new();
        let looked: Vec<Candidate> = match self.ask.setting {
            Setting::Oracle => claim.gold.keys().filter_map(|doc| self.candidate(*doc)).collect(),
            Setting::Cited | Setting::Given => claim.cited.iter().filter_map(|doc| self.candidate(*doc)).collect(),
            Setting::Open => self.passing(&statement, &counter, candidates).await?,
        };
        for candidate in looked {
            if let Some(number) = self.corpus.number(&candidate.doc)
                && let Some(text) = self.corpus.get(number)
            {
                judged.insert(number, self.judge(&statement, &counter, &candidate, text).await?);
            }
        }
        Ok(Outcome { claim: claim.id, gold: claim.gold, cited: claim.cited, found, shipped, fused, judged })
    }

    /// An abstract as if a search had found it.
    fn candidate(&self, number: u64) -> Option<Candidate> {
        let document = &self.corpus.get(number)?.document;
        let page = document.pages.first()?;
        Some(Candidate {
            doc: document.id.clone(),
            meta: document.meta.clone(),
            passage: Passage { page: page.number, start: 0, end: page.text.len() },
            side: Side::Statement,
            fused: 0.0,
            lead: None,
            found_by: Vec::new(),
        })
    }

    /// Of what was found, that which a review would cite from first: scored, relevant enough, best first.
    async fn passing(
        &self,
        statement: &Statement,
        counter: &Counter,
        found: Vec<Candidate>,
    ) -> Result<Vec<Candidate>, Trouble> {
        let mut found = found;
        found.truncate(self.settings.score_batch as usize);
        let texts: Vec<_> =
            found.iter().filter_map(|c| Some((c, self.corpus.get(self.corpus.number(&c.doc)?)?))).collect();
        let batch: Vec<ToScore<'_>> =
            texts.iter().map(|(candidate, text)| ToScore { candidate, document: &text.document }).collect();
        let scored = self.ask.kit.reasoner.score(ScoreInput { statement, counter, batch: &batch }).await?;
        let scored = texts
            .iter()
            .map(|(candidate, _)| candidate.doc.clone())
            .zip(scored)
            .filter_map(|(doc, draft)| Some((doc, draft?)))
            .collect();
        let scores = checks::score::scores(&found, scored, &self.settings);
        let mut picker = checks::cite::Picker::new(&found, &scores, &self.settings);
        let picked = picker.next_batch(&[]);
        Ok(picked.into_iter().take(self.ask.top).map(|at| found[at].clone()).collect())
    }

    async fn judge(
        &self,
        statement: &Statement,
        counter: &Counter,
        candidate: &Candidate,
        text: &Abstract,
    ) -> Result<Judged, Trouble> {
        let reasoner = &*self.ask.kit.reasoner;
        let (document, passage) = (&text.document, candidate.passage);
        let draft = reasoner.cite(CiteInput { statement, counter, document, passage }).await?;
        let digest = Digest::of(&canonical(document));
        let located = checks::cite::locate(document, digest, candidate, self.settings.threshold, draft, &self.settings);
        let mut best: Option<([f64; 3], Label, Option<Label>)> = None;
        for citation in &located.citations {
            let draft = reasoner.stance(StanceInput { statement, citation, document }).await?;
            let checked = checks::weigh::stance(statement, citation, draft, &self.ask.kit.rules);
            let label = label(checked.stance);
            let given = probabilities(checked.scores, label, checked.confidence);
            if best.as_ref().is_none_or(|(other, ..)| given[2] < other[2]) {
                best = Some((given, label, Some(self::label(checked.proposed)).filter(|own| *own != label)));
            }
        }
        let cited = overlapped(text, located.citations.iter().map(|c: &Citation| c.place.range()));
        let page = document.pages.first().map(|page| page.text.as_str()).unwrap_or_default();
        let ranked = match self.ask.rank {
            Some(rank) => overlapped(text, rank(&statement.text, &document.meta.title, page).into_iter()),
            None => cited.clone(),
        };
        let (probabilities, label, overruled) = best.unwrap_or(([0.0, 0.0, 1.0], Label::NotEnough, None));
        Ok(Judged { label, overruled, probabilities, cited, ranked })
    }
}

fn label(stance: Stance) -> Label {
    match stance {
        Stance::Supports => Label::Supports,
        Stance::Contradicts => Label::Contradicts,
        Stance::Mixed | Stance::NotAddressed => Label::NotEnough,
    }
}

/// The reasoner's scores; where a rule in code gave another label, that one has
/// the confidence of the rule, and the others share the rest.
fn probabilities(scores: Scores3, label: Label, confidence: f64) -> [f64; 3] {
    let own = [scores.entailment, scores.contradiction, scores.neutral];
    let likeliest = (0..3).max_by(|a, b| own[*a].total_cmp(&own[*b])).unwrap_or(2);
    if likeliest == label.index() {
        return own;
    }
    let rest: f64 = own.iter().enumerate().filter(|(i, _)| *i != label.index()).map(|(_, p)| p).sum();
    let mut given = own.map(|p| if rest > 0.0 { p / rest * (1.0 - confidence) } else { 0.0 });
    given[label.index()] = confidence;
    given
}

/// The sentences that lie mostly in one of `ranges`, in the order of the ranges.
fn overlapped(text: &Abstract, ranges: impl Iterator<Item = Range<usize>>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for range in ranges {
        for (i, sentence) in text.sentences.iter().enumerate() {
            let common = range.end.min(sentence.end).saturating_sub(range.start.max(sentence.start));
            if 2 * common > sentence.len() && !found.contains(&i) {
                found.push(i);
            }
        }
    }
    found
}
