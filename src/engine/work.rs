//! Working one stage out: gathers what it is made from, asks the reasoner, and
//! has `checks` turn the draft into a value.

mod search;
mod weigh;

use std::sync::{Arc, Mutex, OnceLock, atomic::Ordering};

use tokio::task::JoinSet;

use crate::{
    domain::{
        Citations, Code, Counter, Digest, DocId, Document, EngineSpec, GivenJudgement, Issue, Report, Rulings, Scores,
        SearchResult, Source, Stage, Statement, Statements, Subject, Value, VerdictValue, Weighing, canonical,
        rules::pack::RulePack,
    },
    embed::Embedder,
    reason::{
        CiteDraft, CiteInput, CounterInput, ExtractInput, Failure, InspectInput, JudgeInput, Notes, OpinionDraft,
        Reasoner, ReportInput, ScoreInput, ToScore, VerdictInput, WeighedCitation, builtin::Builtin,
    },
    review::Review,
    text::Clean,
};

use super::{
    checks, given,
    search::{Literature, Searcher},
};

/// What every stage may need, for the whole of a run.
pub(super) struct StageRunner {
    pub(super) review: Arc<Review>,
    pub(super) source: Arc<Source>,
    /// What is searched, and by whom.
    pub(super) searcher: Searcher,
    /// What is searched before it.
    pub(super) literature: Option<Arc<Literature>>,
    pub(super) rules: Arc<RulePack>,
    /// What makes vectors, where the user named it.
    pub(super) embedder: Option<Arc<dyn Embedder>>,
    /// What in the paper speaks to a model, looked for once.
    pub(super) instruction: OnceLock<Option<Clean>>,
    /// The vectors that are being made.
    pub(super) making: Mutex<JoinSet<Result<(), Clean>>>,
}

/// A stage that was run.
pub(super) struct StageOutput {
    pub(super) value: Value,
    /// Canonical bytes of the documents that the review must keep with it.
    pub(super) documents: Vec<Vec<u8>>,
    /// What of the work failed, the value being of use without it; it is done
    /// again with the next run.
    pub(super) failure: Option<Failure>,
    /// Who made it, when that was not the reasoner.
    pub(super) by: Option<EngineSpec>,
}

impl From<Value> for StageOutput {
    fn from(value: Value) -> Self {
        Self { value, documents: Vec::new(), failure: None, by: None }
    }
}

/// The values in force that a stage of one statement is made from, as they
/// were when it was planned.
#[derive(Clone, Default)]
pub(super) struct Inputs {
    statement: Option<Statement>,
    values: Vec<Arc<Value>>,
    /// Whether the verdict in force is a reviewer's.
    pub(super) reviewer_verdict: bool,
    /// Whether a judgement that came with the claim stands in for the reasoner's: not when that is asked for.
    pub(super) with_given: bool,
    /// What reviewers ruled on the issues that bear on the stage.
    rulings: Rulings,
}

impl Inputs {
    /// Reads what `stage` is made from.
    pub(super) fn gather(review: &Review, statement: Statement, stage: Stage) -> Result<Self, Failure> {
        let id = statement.id;
        let mut values = Vec::new();
        for input in stage.inputs().iter().filter(|s| **s != Stage::Extract) {
            let value = review.in_force(id, *input).map_err(|e| Failure::new(stage, e.to_string()))?;
            let missing = || Failure::new(stage, format!("nothing is known of the stage “{input}”; run that first"));
            values.push(value.ok_or_else(missing)?);
        }
        let rulings = review.fold().rulings(id, stage);
        Ok(Self { statement: Some(statement), values, reviewer_verdict: false, with_given: true, rulings })
    }
}

macro_rules! input {
    ($name:ident, $variant:ident, $type:ty, $needs:expr) => {
        fn $name(&self, stage: Stage) -> Result<&$type, Failure> {
            let found = self.values.iter().find_map(|v| match &**v {
                Value::$variant(value) => Some(value),
                _ => None,
            });
            found.ok_or_else(|| {
                Failure::new(stage, concat!("the result of the stage “", $needs, "” is missing; run it first"))
            })
        }
    };
}

impl Inputs {
    input!(counter, Counter, Counter, "counter");
    input!(search, Search, SearchResult, "search");
    input!(scores, Scores, Scores, "score");
    input!(citations, Citations, Citations, "cite");
    input!(weighing, Weighing, Weighing, "weigh");
    input!(report, Report, Report, "report");
    input!(verdict, Verdict, VerdictValue, "verdict");

    /// What a verdict is made from.
    pub(super) fn grounds<'a>(&'a self, rules: &'a RulePack) -> Result<checks::verdict::Grounds<'a>, Failure> {
        Ok(checks::verdict::Grounds {
            rules,
            statement: self.statement(Stage::Verdict)?,
            search: self.search(Stage::Verdict)?,
            citations: self.citations(Stage::Verdict)?,
            weighing: self.weighing(Stage::Verdict)?,
            report: self.report(Stage::Verdict)?,
        })
    }

    /// The same, with nothing that came along with the claim in place of what the reasoner says.
    pub(super) fn asked_anew(self) -> Self {
        Self { with_given: false, ..self }
    }

    fn statement(&self, stage: Stage) -> Result<&Statement, Failure> {
        self.statement.as_ref().ok_or_else(|| Failure::new(stage, "the statement is no longer in the review"))
    }
}

impl StageRunner {
    /// Has `reasoner` work `stage` out.
    pub(super) async fn work(
        &self,
        reasoner: &dyn Reasoner,
        stage: Stage,
        inputs: Inputs,
    ) -> Result<StageOutput, Failure> {
        let notes = Arc::<Notes>::default();
        let noting = reasoner.noting(&notes);
        let mut worked = self.worked(noting.as_deref().unwrap_or(reasoner), stage, &inputs).await?;
        if notes.repaired.load(Ordering::Relaxed)
            && let Some(statement) = &inputs.statement
            && let Some(issues) = worked.value.issues_mut()
        {
            let message = "An answer of the model had to be repaired or asked for twice; the trace shows it.";
            issues.push(Issue::new(statement.id, stage, Code::RepairedOutput, Subject::Statement, message));
        }
        if worked.by.is_none() && noting.is_some() && !notes.asked.load(Ordering::Relaxed) {
            worked.by = Some(EngineSpec::program(reasoner.spec().version));
        }
        Ok(worked)
    }

    async fn worked(&self, reasoner: &dyn Reasoner, stage: Stage, inputs: &Inputs) -> Result<StageOutput, Failure> {
        match stage {
            Stage::Extract => self.extract(reasoner).await,
            Stage::Counter => self.counter(reasoner, inputs).await,
            Stage::Search => self.search(reasoner, inputs).await,
            Stage::Score => self.score(reasoner, inputs).await,
            Stage::Cite => self.cite(reasoner, inputs).await,
            Stage::Inspect => self.inspect(reasoner, inputs).await,
            Stage::Weigh => self.weigh(reasoner, inputs).await,
            Stage::Report => self.report(reasoner, inputs).await,
            Stage::Verdict => self.verdict(reasoner, inputs).await,
            Stage::Judge => self.judge(reasoner, inputs).await,
        }
    }

    async fn extract(&self, reasoner: &dyn Reasoner) -> Result<StageOutput, Failure> {
        if self.source.kind == crate::domain::SourceKind::Claims {
            let mut given = checks::extract::given(&self.source);
            for statement in &mut given.statements {
                // Evidence that names its own terms is looked through for those.
                if given::given(&self.source, statement).any(|given| !given.anchors.is_empty()) {
                    continue;
                }
                // A claim set names none; what is given by rules needs no model.
                if self.rules.knows(&statement.text) {
                    statement.anchors = Builtin::anchors(&statement.text).into_iter().map(Clean::from).collect();
                }
            }
            return Ok(Value::Statements(given).into());
        }
        let settings = self.review.fold().settings().clone();
        let mut made = Statements::default();
        let mut failed = None;
        for (work, source) in self.source.split_works() {
            let input = ExtractInput { source: &source, max_statements: settings.max_statements.limit(&source) };
            let draft = reasoner.extract(input).await;
            match draft.and_then(|draft| checks::extract::statements(draft, &source, &settings)) {
                Ok(part) => checks::extract::append(&mut made, part, work),
                // One abstract without findings does not stop the others.
                Err(failure) => match work {
                    None => return Err(failure),
                    Some(at) => {
                        made.dropped.push(checks::extract::without_statements(at, &source, &failure));
                        failed = Some(failure);
                    }
                },
            }
        }
        if let Some(failure) = failed.filter(|_| made.statements.is_empty()) {
            return Err(failure);
        }
        let earlier = self.review.statements_ever().map_err(|e| Failure::new(Stage::Extract, e.to_string()))?;
        checks::extract::keep_ids(&mut made, &earlier, self.review.fold().next_statement());
        Ok(Value::Statements(made).into())
    }

    async fn counter(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Counter)?;
        let draft = reasoner.counter(CounterInput { statement }).await?;
        Ok(Value::Counter(checks::counter::counter(statement, draft)?).into())
    }

    async fn score(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Score)?;
        let (counter, found) = (inputs.counter(Stage::Score)?, inputs.search(Stage::Score)?);
        let settings = self.review.fold().settings().clone();
        let mut queue = checks::score::Queue::new(&found.candidates, &settings);
        let mut drafts = Vec::new();
        loop {
            let batch = queue.next_batch(&drafts);
            if batch.is_empty() {
                break;
            }
            let ids: Vec<_> = batch.iter().map(|i| found.candidates[*i].doc.clone()).collect();
            let documents = self.documents(Stage::Score, &ids)?;
            let to_score: Vec<_> = batch
                .iter()
                .zip(&documents)
                .map(|(i, document)| ToScore { candidate: &found.candidates[*i], document })
                .collect();
            let scored = reasoner.score(ScoreInput { statement, counter, batch: &to_score }).await?;
            if scored.len() != ids.len() {
                let reason = format!("{} documents were given and {} scores came back", ids.len(), scored.len());
                return Err(Failure::new(Stage::Score, reason));
            }
            let scored = ids.into_iter().zip(scored);
            drafts.extend(scored.filter_map(|(id, draft)| Some((id, draft?))));
        }
        let mut scores = checks::score::scores(&found.candidates, drafts, &settings);
        given::pass(&mut scores, &found.candidates);
        Ok(Value::Scores(scores).into())
    }

    async fn cite(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Cite)?;
        let (counter, found) = (inputs.counter(Stage::Cite)?, inputs.search(Stage::Cite)?);
        let scores = inputs.scores(Stage::Cite)?;
        let settings = self.review.fold().settings().clone();
        let mut picker = checks::cite::Picker::new(&found.candidates, scores, &settings);
        let (mut located, mut failure) = (Vec::new(), None);
        let mut texts = std::collections::BTreeMap::new();
        loop {
            let batch = picker.next_batch(&located);
            if batch.is_empty() {
                break;
            }
            let ids: Vec<_> = batch.iter().map(|i| found.candidates[*i].doc.clone()).collect();
            let documents = self.documents(Stage::Cite, &ids)?;
            let named = |(i, document): (&usize, &Document)| {
                let is_given = given::is_given(&found.candidates[*i]);
                is_given.then(|| given::passages(&self.source, statement, document)).flatten()
            };
            let named: Vec<_> = batch.iter().zip(&documents).map(named).collect();
            // A record of the library has more to say than what the claim quotes of it.
            let is_asked = |document: &Document, named: &Option<CiteDraft>| {
                named.is_none() || given::given(&self.source, statement).all(|given| given.document.id != document.id)
            };
            let asked: Vec<_> = batch
                .iter()
                .zip(&documents)
                .zip(&named)
                .filter(|((_, document), named)| is_asked(document, named))
                .map(|((i, document), _)| CiteInput {
                    statement,
                    counter,
                    document,
                    passage: found.candidates[*i].passage,
                })
                .collect();
            let mut said = reasoner.cite_all(&asked).await?.into_iter();
            let draft = |(named, document): (Option<CiteDraft>, &Document)| {
                let said = is_asked(document, &named).then(|| said.next().flatten()).flatten();
                match (named, said) {
                    (Some(mut named), Some(said)) => {
                        named.passages.extend(said.passages);
                        Some(named)
                    }
                    (named, said) => named.or(said),
                }
            };
            let drafts: Vec<_> = named.into_iter().zip(&documents).map(draft).collect();
            for ((i, document), draft) in batch.iter().zip(documents).zip(drafts) {
                let bytes = canonical(&document);
                let (digest, candidate) = (Digest::of(&bytes), &found.candidates[*i]);
                let draft = draft.unwrap_or_else(|| {
                    failure.get_or_insert_with(|| unanswered(Stage::Cite, &document.meta.title));
                    CiteDraft::default()
                });
                let score = picker.score(&document.id);
                located.push(checks::cite::locate(&document, digest, candidate, score, draft, &settings));
                texts.insert(digest, bytes);
            }
        }
        let citations = checks::cite::citations(located, settings.max_citations);
        let documents = citations.citations.iter().filter_map(|c| texts.remove(&c.document)).collect();
        Ok(StageOutput { value: Value::Citations(citations), documents, failure, by: None })
    }

    async fn inspect(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Inspect)?;
        let citations = inputs.citations(Stage::Inspect)?;
        let settings = self.review.fold().settings().clone();
        let documents = self.cited(Stage::Inspect, citations)?;
        let input = InspectInput { statement, citations: &citations.citations, documents: &documents };
        let draft = reasoner.inspect(input).await;
        let failure = draft.as_ref().err().cloned();
        let own: Vec<_> = self.source.own_of(statement).collect();
        let mut inspection =
            checks::inspect::inspection(&self.rules, statement, &own, citations, &documents, draft, &settings);
        checks::inspect::claimed_anchors(&mut inspection, statement, citations, given::given(&self.source, statement));
        let instruction = self.instruction.get_or_init(|| checks::inspect::instruction_in(&self.source)).as_ref();
        inspection.issues.extend(instruction.map(|text| checks::inspect::instructed(statement, text)));
        inspection.issues.extend(checks::abstract_figures::find_unrepeated(statement, &self.source));
        Ok(StageOutput { value: Value::Inspection(inspection), documents: Vec::new(), failure, by: None })
    }

    async fn report(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Report)?;
        let (counter, found) = (inputs.counter(Stage::Report)?, inputs.search(Stage::Report)?);
        let (scores, citations) = (inputs.scores(Stage::Report)?, inputs.citations(Stage::Report)?);
        let weighing = inputs.weighing(Stage::Report)?;
        let statistics = checks::report::statistics(found, scores, citations, weighing);
        let usable = usable(citations, weighing);
        if usable.is_empty() {
            let report = checks::report::computed(statement, counter, found, scores, citations, statistics);
            return Ok(Value::Report(report).into());
        }
        let input = ReportInput { statement, counter, citations: &usable };
        let draft = reasoner.report(input).await?;
        Ok(Value::Report(checks::report::report(statement, counter, &usable, statistics, draft)?).into())
    }

    async fn verdict(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let grounds = inputs.grounds(&self.rules)?;
        let checks::verdict::Grounds { statement, citations, weighing, report, .. } = grounds;
        let given = given::judgement(&self.source, statement).filter(|_| inputs.with_given);
        if let Some(judgement) = given {
            return self.given_verdict(grounds, judgement);
        }
        let language_known = reasoner.knows_language(&statement.text);
        if let Some(verdict) = checks::verdict::computed(grounds, language_known) {
            return Ok(Value::Verdict(verdict).into());
        }
        let usable = usable(citations, weighing);
        let input = VerdictInput { statement, report, citations: &usable, signal: &weighing.signal, critique: None };
        let first = reasoner.verdict(input).await?;
        let critique = reasoner.critique(input, &first).await?;
        let (draft, critique) = match checks::verdict::needs_second_draft(grounds, &first, &critique) {
            None => (first, None),
            Some(finding) => {
                let second = reasoner.verdict(VerdictInput { critique: Some(&finding), ..input }).await?;
                (second, Some(checks::verdict::critique(&first, &finding)))
            }
        };
        Ok(Value::Verdict(checks::verdict::verdict(grounds, draft, critique, language_known)?).into())
    }

    /// The verdict that came with the claim, checked.
    fn given_verdict(
        &self,
        grounds: checks::verdict::Grounds<'_>,
        judgement: &GivenJudgement,
    ) -> Result<StageOutput, Failure> {
        let (draft, beyond) = given::draft(&self.source, grounds.statement, judgement, grounds.citations);
        let count = self.source.evidence.iter().filter(|given| given.claim == grounds.statement.id).count();
        let mut verdict = checks::verdict::verdict(grounds, draft, None, true)?;
        checks::verdict::cites_beyond(&mut verdict, grounds.statement, &beyond, count);
        Ok(StageOutput { by: Some(EngineSpec::given(&judgement.origin)), ..Value::Verdict(verdict).into() })
    }

    async fn judge(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let citations = inputs.citations(Stage::Judge)?;
        let documents: Vec<Document> =
            citations.citations.iter().filter_map(|citation| self.review.document(citation.document).ok()).collect();
        let input = JudgeInput {
            statement: inputs.statement(Stage::Judge)?,
            counter: inputs.counter(Stage::Judge)?,
            search: inputs.search(Stage::Judge)?,
            citations,
            documents: &documents,
            weighing: inputs.weighing(Stage::Judge)?,
            report: inputs.report(Stage::Judge)?,
            verdict: inputs.verdict(Stage::Judge)?,
        };
        let settings = self.review.fold().settings().clone();
        let draft = if checks::judge::worth_asking(input.verdict) {
            reasoner.judge(input).await
        } else {
            Ok(OpinionDraft::default())
        };
        let failure = draft.as_ref().err().cloned();
        let judgement = checks::judge::judgement(&inputs.rulings, input, inputs.reviewer_verdict, draft, &settings);
        Ok(StageOutput { value: Value::Judgement(judgement), documents: Vec::new(), failure, by: None })
    }

    /// The documents of the citations, as the review keeps them.
    fn cited(&self, stage: Stage, citations: &Citations) -> Result<Vec<Document>, Failure> {
        let documents = citations.citations.iter().map(|c| self.review.document(c.document));
        documents.collect::<Result<_, _>>().map_err(|e| Failure::new(stage, e.to_string()))
    }

    fn documents(&self, stage: Stage, ids: &[DocId]) -> Result<Vec<Document>, Failure> {
        let found = given::documents(&self.source, &self.searcher.library, ids)
            .map_err(|e| Failure::new(stage, e.to_string()))?;
        let gone = |id: &DocId| {
            Failure::new(stage, format!("document {id} is no longer in the library; run the stage “search” again"))
        };
        ids.iter().zip(found).map(|(id, document)| document.ok_or_else(|| gone(id))).collect()
    }
}

/// That the reasoner gave no answer on one of several things, even when it was asked about that alone.
fn unanswered(stage: Stage, about: &str) -> Failure {
    Failure::new(stage, format!("no answer on {about} could be used; the trace shows the answers"))
}

/// Citations that count, with their weights.
pub(super) fn usable<'a>(citations: &'a Citations, weighing: &'a Weighing) -> Vec<WeighedCitation<'a>> {
    let weighed = citations.citations.iter().filter_map(|citation| {
        let weighed = weighing.get(citation.number)?;
        weighed.counts().then_some(WeighedCitation { citation, weighed })
    });
    weighed.collect()
}
