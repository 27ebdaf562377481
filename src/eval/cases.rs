//! Cases with a known answer, each reviewed from end to end over a library of
//! its own: `{"claim", "documents": […], "expected"}`, one a line.

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{
    domain::{Document, Triage, Verdict},
    engine::{Command, Event, Scope, Setup},
    ingest::{ReadOptions, read_documents, read_source},
    library::Library,
    review::{Act, Clock, Review, StageState},
};

use super::{
    classes::{self, Bin},
    data::{DataError, lines},
    run::Kit,
};

/// A claim, what there is to read about it, and the verdict that a careful reader gives.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name in the file, or its line.
    pub id: String,
    /// What it tests; figures are given for each kind.
    pub kind: String,
    /// The claim.
    pub claim: String,
    /// Its opposite, if the case also asks for that: the documents must be found to say the other thing of it.
    pub counter: Option<String>,
    /// The whole library.
    pub documents: Vec<Document>,
    /// The verdict that the documents carry.
    pub expected: Verdict,
}

impl Case {
    /// Reads a file of cases. Documents have the fields of a library's JSONL.
    ///
    /// # Errors
    /// [`DataError`] when the file cannot be read or a record does not have this shape.
    pub fn read(path: &Path) -> Result<Vec<Self>, DataError> {
        #[derive(Deserialize)]
        struct Record {
            #[serde(default)]
            id: Option<serde_json::Value>,
            #[serde(default)]
            kind: Option<String>,
            claim: String,
            #[serde(default)]
            counter: Option<String>,
            #[serde(default)]
            documents: Vec<serde_json::Value>,
            #[serde(alias = "truth")]
            expected: Verdict,
        }
        let mut cases = Vec::new();
        for (line, record) in (1..).zip(lines::<Record>(path)?) {
            let texts: Vec<String> = record.documents.iter().map(ToString::to_string).collect();
            let documents = documents_of("documents.jsonl", texts.join("\n").as_bytes())
                .map_err(|why| DataError::Record { path: path.into(), line, why })?;
            cases.push(Self {
                id: match record.id {
                    Some(serde_json::Value::String(id)) => id,
                    // Many data sets number their claims.
                    Some(id @ serde_json::Value::Number(_)) => id.to_string(),
                    _ => line.to_string(),
                },
                kind: record.kind.unwrap_or_else(|| "all".to_owned()),
                claim: record.claim,
                counter: record.counter,
                documents,
                expected: record.expected,
            });
        }
        Ok(cases)
    }
}

/// The documents of a file of this name, as a library reads them.
fn documents_of(name: &str, bytes: &[u8]) -> Result<Vec<Document>, String> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let mut documents = Vec::new();
    let mut refused = None;
    read_documents(name, bytes, &ReadOptions::default(), &mut |item| match item {
        Ok(document) => documents.push(document),
        Err(dropped) => refused = Some(format!("line {}: {}", dropped.line, dropped.why)),
    })
    .map_err(|why| why.to_string())?;
    refused.map_or(Ok(documents), Err)
}

/// A library in memory of the documents in a file, or in the files of a folder, for cases that share one.
///
/// # Errors
/// [`CaseError`] when a file cannot be read or a document cannot be used.
pub fn shared_library(path: &Path) -> Result<Arc<Library>, CaseError> {
    let failed = |path: &Path, why: String| CaseError { id: path.display().to_string(), why };
    let files = files_of(path).map_err(|why| failed(path, why.to_string()))?;
    let mut documents = Vec::new();
    for file in &files {
        let bytes = std::fs::read(file).map_err(|why| failed(file, why.to_string()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        documents.extend(documents_of(&name, &bytes).map_err(|why| failed(file, why))?);
    }
    Ok(Arc::new(library_of(documents).map_err(|why| failed(path, why))?))
}

/// The file, or the files of the folder by name.
fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

pub(super) fn library_of(documents: Vec<Document>) -> Result<Library, String> {
    let library = Library::open_in_memory().map_err(|why| why.to_string())?;
    library.add(documents, |_| {}).map_err(|why| why.to_string())?;
    Ok(library)
}

/// What the program says of one claim.
#[derive(Clone, Debug, Serialize)]
pub struct Given {
    /// The machine's verdict.
    pub verdict: Verdict,
    /// Its confidence, 0–1.
    pub confidence: f64,
    /// Whether an abstention caps the confidence.
    pub is_capped: bool,
    /// What the reviewer is asked to do.
    pub triage: Triage,
    /// How each citation was read: passage, stance, reasoning.
    pub read: Vec<String>,
}

/// A case and what came out.
#[derive(Clone, Debug, Serialize)]
pub struct CaseOutcome {
    /// [`Case::id`].
    pub id: String,
    /// [`Case::kind`].
    pub kind: String,
    /// [`Case::claim`].
    pub claim: String,
    /// [`Case::expected`].
    pub expected: Verdict,
    /// For the claim.
    pub given: Given,
    /// For its opposite, where the case has one.
    pub counter: Option<Given>,
}

impl CaseOutcome {
    /// A side was taken, and it is not the expected one.
    fn is_wrong(&self) -> bool {
        self.given.verdict != Verdict::Undecided && self.given.verdict != self.expected
    }
}

/// Why a case could not be reviewed.
#[derive(Debug, thiserror::Error)]
#[error("{id}: {why}")]
pub struct CaseError {
    /// [`Case::id`], or the file.
    pub id: String,
    /// The cause.
    pub why: String,
}

/// Reviews every case; those without documents of their own over `shared`. `on_done` is called with the number of
/// finished ones.
///
/// # Errors
/// [`CaseError`] with the first case that could not be reviewed.
pub async fn review_cases(
    kit: &Kit,
    cases: &[Case],
    shared: Option<&Arc<Library>>,
    clock: &Clock,
    on_done: impl Fn(usize),
) -> Result<Vec<CaseOutcome>, CaseError> {
    let mut outcomes = Vec::new();
    for case in cases {
        let failed = |why: String| CaseError { id: case.id.clone(), why };
        let library = match shared.filter(|_| case.documents.is_empty()) {
            Some(shared) => Arc::clone(shared),
            None => Arc::new(library_of(case.documents.clone()).map_err(failed)?),
        };
        let review = |claim: String| review_one(kit.clone(), claim, Arc::clone(&library), Arc::clone(clock));
        let given = review(case.claim.clone()).await.map_err(failed)?;
        let counter = match &case.counter {
            Some(counter) => Some(review(counter.clone()).await.map_err(failed)?),
            None => None,
        };
        outcomes.push(CaseOutcome {
            id: case.id.clone(),
            kind: case.kind.clone(),
            claim: case.claim.clone(),
            expected: case.expected,
            given,
            counter,
        });
        on_done(outcomes.len());
    }
    Ok(outcomes)
}

pub(super) async fn review_one(
    Kit { reasoner, rules, embedder, settings }: Kit,
    claim: String,
    library: Arc<Library>,
    clock: Clock,
) -> Result<Given, String> {
    let line = serde_json::json!({ "claim": claim }).to_string();
    let source =
        read_source("claims.jsonl", line.as_bytes(), &ReadOptions::default()).map_err(|why| why.to_string())?;
    let spec = reasoner.spec();
    let open = |source| Act::Open { source, settings: Box::new(settings), spec };
    let review = Arc::new(Review::create(None, &source, open, clock).map_err(|why| why.to_string())?);
    let setup = Setup {
        review: Arc::clone(&review),
        library,
        reasoner,
        others: Vec::new(),
        literature: None,
        rules,
        embedder,
        slots: crate::processors(),
    };
    let (engine, mut events) = setup.spawn().map_err(|why| why.to_string())?;
    engine.send(Command::Run(Scope::Everything));
    while events.recv().await.is_some_and(|event| event != Event::Idle) {}
    let fold = review.fold();
    let statement = fold.statements().first().ok_or("the claim gave no statement")?.id;
    let summary = fold.summary(statement);
    if summary.failed() {
        let why = fold.resolve(statement).iter().find_map(|resolved| match &resolved.state {
            StageState::Failed(reason) => Some(reason.to_string()),
            _ => None,
        });
        return Err(why.unwrap_or_else(|| "a stage failed".to_owned()));
    }
    let (verdict, confidence) = summary.machine.map_or((Verdict::Undecided, 0.0), |(v, c, _)| (v, c));
    drop(fold);
    let is_capped = !summary.abstentions.is_empty();
    Ok(Given { verdict, confidence, is_capped, triage: summary.triage, read: read_of(&review, statement) })
}

/// How the citations of a statement were read, a line each.
fn read_of(review: &Review, statement: crate::domain::StatementId) -> Vec<String> {
    use crate::domain::{Stage, Value};
    let value = |stage| review.in_force(statement, stage).ok().flatten();
    let (Some(citations), Some(weighing)) = (value(Stage::Cite), value(Stage::Weigh)) else { return Vec::new() };
    let (Value::Citations(citations), Value::Weighing(weighing)) = (&*citations, &*weighing) else {
        return Vec::new();
    };
    let rows = citations.citations.iter().zip(&weighing.weighed);
    rows.map(|(citation, row)| {
        let notes: Vec<String> = row.notes.iter().map(|note| format!("{}: {}", note.rule, note.note)).collect();
        let scores = row.scores;
        format!(
            "“{}” {} ({:.2} {:.2} {:.2}){} {} {}",
            citation.passage,
            row.stance.name(),
            scores.entailment,
            scores.contradiction,
            scores.neutral,
            if row.blocked { " blocked" } else { "" },
            row.reasoning,
            notes.join("; ")
        )
    })
    .collect()
}

/// The figures of one kind of case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Cases whose documents carry a side.
    pub definite: usize,
    /// Of those, right.
    pub right: usize,
    /// Cases whose documents carry no side.
    pub open: usize,
    /// Of those, left undecided.
    pub left_open: usize,
    /// A side that is not the expected one, in any case.
    pub wrong: usize,
    /// Of the wrong ones, marked *skim*.
    pub wrong_skimmed: usize,
    /// Cases with an opposite for which either got a side.
    pub opposed: usize,
    /// Of those, the same side for claim and opposite.
    pub same_side: usize,
}

impl Tally {
    fn add(&mut self, outcome: &CaseOutcome) {
        let given = outcome.given.verdict;
        if outcome.expected == Verdict::Undecided {
            self.open += 1;
            self.left_open += usize::from(given == Verdict::Undecided);
        } else {
            self.definite += 1;
            self.right += usize::from(given == outcome.expected);
        }
        self.wrong += usize::from(outcome.is_wrong());
        self.wrong_skimmed += usize::from(outcome.is_wrong() && outcome.given.triage == Triage::Skim);
        if let Some(counter) = &outcome.counter {
            let sided = given != Verdict::Undecided || counter.verdict != Verdict::Undecided;
            self.opposed += usize::from(sided);
            self.same_side += usize::from(sided && counter.verdict == given);
        }
    }
}

/// All cases, by kind and together.
#[derive(Clone, Debug, Serialize)]
pub struct CaseReport {
    /// Who reviewed them.
    pub reasoner: String,
    /// By kind, in alphabetical order.
    pub kinds: BTreeMap<String, Tally>,
    /// Together.
    pub all: Tally,
    /// The confidence of the verdicts that took a side against how often they were right.
    pub calibration: Vec<Bin>,
    /// The same of those that no abstention caps.
    pub calibration_uncapped: Vec<Bin>,
}

impl CaseReport {
    /// Counts the outcomes.
    #[must_use]
    pub fn of(reasoner: String, outcomes: &[CaseOutcome]) -> Self {
        let sided = |outcome: &&CaseOutcome| outcome.given.verdict != Verdict::Undecided;
        let given = |outcome: &CaseOutcome| (outcome.given.confidence, !outcome.is_wrong());
        let mut report = Self {
            reasoner,
            kinds: BTreeMap::new(),
            all: Tally::default(),
            calibration: classes::bins(outcomes.iter().filter(sided).map(given).collect()),
            calibration_uncapped: classes::bins(
                outcomes.iter().filter(sided).filter(|outcome| !outcome.given.is_capped).map(given).collect(),
            ),
        };
        for outcome in outcomes {
            report.kinds.entry(outcome.kind.clone()).or_default().add(outcome);
            report.all.add(outcome);
        }
        report
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.kinds.keys().map(|kind| kind.chars().count()).max().unwrap_or(0).max(8);
        writeln!(f, "{}\n", self.reasoner)?;
        writeln!(f, "{:<width$}  right of definite  left open  wrong side  (skim)  same side", "kind")?;
        let rows = self.kinds.iter().map(|(kind, tally)| (kind.as_str(), tally)).chain([("together", &self.all)]);
        for (kind, tally) in rows {
            let pair = |part: usize, whole: usize| format!("{part} of {whole}");
            writeln!(
                f,
                "{kind:<width$}  {:>17}  {:>9}  {:>10}  {:>6}  {:>9}",
                pair(tally.right, tally.definite),
                pair(tally.left_open, tally.open),
                tally.wrong,
                tally.wrong_skimmed,
                pair(tally.same_side, tally.opposed),
            )?;
        }
        writeln!(f)?;
        describe_calibration(f, "verdicts took a side", &self.calibration)?;
        if self.calibration_uncapped != self.calibration {
            describe_calibration(f, "of these are capped by no abstention", &self.calibration_uncapped)?;
        }
        Ok(())
    }
}

fn describe_calibration(f: &mut fmt::Formatter<'_>, which: &str, bins: &[Bin]) -> fmt::Result {
    let Some(error) = classes::error_of(bins) else { return Ok(()) };
    let given: usize = bins.iter().map(|bin| bin.count).sum();
    let mean = |of: fn(&Bin) -> f64| bins.iter().map(|bin| bin.count as f64 * of(bin)).sum::<f64>() / given as f64;
    let (said, right) = (mean(|bin| bin.said), mean(|bin| bin.right));
    writeln!(f, "{given} {which}: mean confidence {said:.2}, right {right:.2}, calibration error {error:.2}")
}

/// A case that came out otherwise than expected, with how each citation was read.
#[must_use]
pub fn describe_miss(outcome: &CaseOutcome) -> Option<String> {
    if outcome.given.verdict == outcome.expected {
        return None;
    }
    let Given { verdict, confidence, triage, read, .. } = &outcome.given;
    let mut text = format!(
        "{} [{}] expected {}, given {} {confidence:.2} {}\n  {}",
        outcome.id,
        outcome.kind,
        outcome.expected.name(),
        verdict.name(),
        triage.name(),
        outcome.claim
    );
    for line in read {
        text += &format!("\n    {line}");
    }
    Some(text)
}
