//! Running it: tokens in, three numbers out, a passage on each core and off the
//! threads that others wait for. Its lowest layer is also that of the network
//! that reads findings.

use std::{
    collections::VecDeque,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
    thread,
};

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::{AsView, NdTensor};
use tokio::sync::{OnceCell, Semaphore};

use crate::{
    domain::Digest,
    embed::{Pieces, Table},
};

use super::Logits;

/// The beginning of the digest of [`WEIGHTS`].
pub(super) const VERSION: &str = "3a45cf0f";
static WEIGHTS: &[u8] = include_bytes!("../../../../models/encoder/encoder.onnx");
/// The layers above [`SHARED`] as they were trained to read findings.
static FINDINGS: &[u8] = include_bytes!("../../../../models/encoder/findings.onnx");
/// What the lowest of six layers gives, a row a token.
const SHARED: &str = "/body/layer.0/LayerNorm_1/LayerNormalization_output_0";
/// Tokens of a sentence of an abstract, of each neighbour, and of all of them with what separates them, at most.
const SENTENCE: usize = 60;
const NEIGHBOUR: usize = 24;
const WITH_NEIGHBOURS: usize = 96;
/// Between the sentences before and behind.
const BETWEEN: i32 = 2;

/// Tokens of a claim and a passage together, at most; a passage is cut behind, and a claim where it takes more than half.
const MOST: usize = 256;
/// The token that opens a claim, as in training.
const OPENS: i32 = 101;
/// The token that ends a claim and a passage.
const ENDS: i32 = 102;
/// Stands for what cannot be pieced together.
const UNKNOWN: usize = 1;
/// How fine logits are kept, so that processors that add in another order say the same: steps per 1.
const STEPS: f64 = 64.0;
/// Passages whose answers are kept, since the citations of a document are read in the same passage.
const KEPT: usize = 256;

/// Passages that are read at the same time, at most. A passage on each core is read quicker than one on all of them.
const MOST_READ: usize = 4;

/// The logits of a claim and a passage, known or still being computed.
type Answer = Arc<OnceCell<Option<Logits>>>;

/// The last answers by the digest of what was read, newest first.
static ANSWERS: Mutex<VecDeque<(Digest, Answer)>> = Mutex::new(VecDeque::new());
static NETWORK: LazyLock<Option<Network>> = LazyLock::new(Network::shipped);

pub(super) async fn read(claim: &str, passage: String) -> Option<Logits> {
    let answer = answer(Digest::of(format!("{claim}\0{passage}").as_bytes()));
    let read = answer.get_or_init(|| async {
        let network = NETWORK.as_ref()?;
        let _place = network.places.acquire().await.ok()?;
        let claim = claim.to_owned();
        tokio::task::spawn_blocking(move || network.read(&claim, &passage)).await.ok()?
    });
    *read.await
}

/// What is known of a passage, or the place for it.
fn answer(key: Digest) -> Answer {
    let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = answers.iter().find(|(known, _)| *known == key) {
        return Arc::clone(known);
    }
    let new = Answer::default();
    answers.truncate(KEPT - 1);
    answers.push_front((key, Arc::clone(&new)));
    new
}

struct Network {
    model: Model,
    inputs: [NodeId; 2],
    output: NodeId,
    shared: NodeId,
    findings: Findings,
    pieces: &'static Pieces,
    /// As many as there are threads.
    places: Semaphore,
    /// Pools of one thread each that nothing runs on.
    free: Mutex<Vec<Arc<ThreadPool>>>,
}

/// The layers that read findings.
struct Findings {
    model: Model,
    /// What the shared layer gave, and the tokens.
    inputs: [NodeId; 2],
    output: NodeId,
}

impl Findings {
    fn shipped() -> Option<Self> {
        let model = load(FINDINGS)?;
        let node = |name| model.find_node(name);
        let (inputs, output) = ([node("hidden")?, node("ids")?], node("logit")?);
        Some(Self { model, inputs, output })
    }
}

fn load(weights: &[u8]) -> Option<Model> {
    let mut options = ModelOptions::with_all_ops();
    // Laid out once for the processor; else a tenth of all time goes into that, passage by passage.
    options.prepack_weights(true).load(weights.to_vec()).ok()
}

impl Network {
    /// Loads what is built in; `None` never is, as the tests say.
    fn shipped() -> Option<Self> {
        let model = load(WEIGHTS)?;
        let node = |name| model.find_node(name);
        let (inputs, output, shared) = ([node("ids")?, node("segments")?], node("logits")?, node(SHARED)?);
        let count = crate::processors().clamp(1, MOST_READ);
        let free = (0..count).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        let (places, free) = (Semaphore::new(count), Mutex::new(free));
        let (findings, pieces) = (Findings::shipped()?, Table::builtin().ok()?.pieces());
        Some(Self { model, inputs, output, shared, findings, pieces, places, free })
    }

    fn free(&self) -> MutexGuard<'_, Vec<Arc<ThreadPool>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one of the two networks on a thread of its own.
    fn run(&self, model: &Model, inputs: Vec<(NodeId, ValueOrView<'_>)>, output: NodeId) -> Option<Value> {
        let pool = self.free().pop();
        let made = model.run_n(inputs, [output], Some(RunOptions::default().with_thread_pool(pool.clone())));
        self.free().extend(pool);
        let [made] = made.ok()?;
        Some(made)
    }

    fn encode(&self, (ids, segments): (Vec<i32>, Vec<i32>), output: NodeId) -> Option<Value> {
        let row = |values: Vec<i32>| NdTensor::from_data([1, values.len()], values);
        let (ids, segments) = (row(ids), row(segments));
        let inputs = vec![(self.inputs[0], ids.view().into()), (self.inputs[1], segments.view().into())];
        self.run(&self.model, inputs, output)
    }

    fn read(&self, claim: &str, passage: &str) -> Option<Logits> {
        let logits: NdTensor<f32, 2> =
            self.encode(tokens(self.pieces, claim, passage), self.output)?.try_into().ok()?;
        let [supports, contradicts, neutral] =
            logits.to_vec().try_into().map(|three: [f32; 3]| three.map(fine)).ok()?;
        Some(Logits { supports, contradicts, neutral })
    }

    fn finding(&self, around: Around<'_>) -> Option<f64> {
        let tokens = around.tokens(self.pieces);
        let ids = NdTensor::from_data([1, tokens.0.len()], tokens.0.clone());
        let hidden: NdTensor<f32, 3> = self.encode(tokens, self.shared)?.try_into().ok()?;
        let upper = &self.findings;
        let inputs = vec![(upper.inputs[0], hidden.view().into()), (upper.inputs[1], ids.view().into())];
        let logit: NdTensor<f32, 2> = self.run(&upper.model, inputs, upper.output)?.try_into().ok()?;
        logit.to_vec().first().copied().map(fine)
    }
}

/// Rounded, so that processors that add in another order say the same.
fn fine(logit: f32) -> f64 {
    (f64::from(logit) * STEPS).round() / STEPS
}

/// The tokens of both, and for each token 0 for the claim and 1 for the passage.
fn tokens(pieces: &Pieces, claim: &str, passage: &str) -> (Vec<i32>, Vec<i32>) {
    let pieces = |text, most| pieces.or(text, UNKNOWN).take(most).map(|id| id as i32).chain([ENDS]).collect::<Vec<_>>();
    let claim = pieces(claim, MOST / 2);
    let passage = pieces(passage, MOST - 2 - claim.len());
    let segments = [vec![0; claim.len() + 1], vec![1; passage.len()]].concat();
    ([vec![OPENS], claim, passage].concat(), segments)
}

/// A sentence of an abstract and those before and behind it.
#[derive(Clone, Copy)]
struct Around<'a> {
    before: &'a str,
    sentence: &'a str,
    behind: &'a str,
}

impl Around<'_> {
    /// The tokens of the sentence and of its neighbours, and for each token 0 for the sentence and 1 for the others.
    fn tokens(self, pieces: &Pieces) -> (Vec<i32>, Vec<i32>) {
        let pieces = |text| pieces.or(text, UNKNOWN).map(|id| id as i32).collect::<Vec<_>>();
        let (mut sentence, before, behind) = (pieces(self.sentence), pieces(self.before), pieces(self.behind));
        sentence.truncate(SENTENCE);
        let before = &before[before.len().saturating_sub(NEIGHBOUR)..];
        let behind = &behind[..behind.len().min(NEIGHBOUR)];
        let mut around = [before, &[BETWEEN], behind].concat();
        around.truncate(WITH_NEIGHBOURS - sentence.len() - 3);
        let segments = [vec![0; sentence.len() + 2], vec![1; around.len() + 1]].concat();
        let ids = [&[OPENS], sentence.as_slice(), &[ENDS], &around, &[ENDS]].concat();
        (ids, segments)
    }
}

/// The log-odds that each of an abstract's `sentences` is one of the findings of its paper, on all threads and while the
/// caller waits.
pub(super) fn findings(title: &str, sentences: &[&str]) -> Option<Vec<f64>> {
    let network = NETWORK.as_ref()?;
    let around = |at: usize| Around {
        before: at.checked_sub(1).map_or(title, |before| sentences[before]),
        sentence: sentences[at],
        behind: sentences.get(at + 1).copied().unwrap_or_default(),
    };
    let part = sentences.len().div_ceil(crate::processors().clamp(1, MOST_READ)).max(1);
    thread::scope(|scope| {
        let read = |from| move || (from..sentences.len()).take(part).map(|at| network.finding(around(at))).collect();
        let parts: Vec<_> = (0..sentences.len()).step_by(part).map(|from| scope.spawn(read(from))).collect();
        let parts: Option<Vec<Vec<f64>>> = parts.into_iter().map(|part| part.join().ok().flatten()).collect();
        Some(parts?.concat())
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// Inputs of layers are rounded by the largest of them, which tips over where another implementation adds in another
    /// order; against exact arithmetic the original itself is off by up to 0.77.
    const NEAR: f64 = 0.5;

    #[derive(Deserialize)]
    struct Reference {
        claim: String,
        passage: String,
        ids: Vec<i32>,
        logits: [f64; 3],
    }

    #[test]
    fn tokens_and_logits_are_those_of_the_original() {
        assert!(Digest::of(WEIGHTS).to_string().starts_with(VERSION), "{}", Digest::of(WEIGHTS));
        let network = NETWORK.as_ref().unwrap();
        let references = include_str!("../../../../models/encoder/reference.jsonl");
        for line in references.lines() {
            let Reference { claim, passage, ids, logits } = serde_json::from_str(line).unwrap();
            assert_eq!(tokens(network.pieces, &claim, &passage).0, ids, "{claim}");
            let Logits { supports, contradicts, neutral } = network.read(&claim, &passage).unwrap();
            for (own, other) in [supports, contradicts, neutral].into_iter().zip(logits) {
                assert!((own - other).abs() < NEAR, "{own} for {other}: {claim}");
            }
        }
    }

    #[derive(Deserialize)]
    struct Reading {
        before: String,
        sentence: String,
        behind: String,
        ids: Vec<i32>,
        log_odds: f64,
    }

    fn readings() -> Vec<Reading> {
        let lines = include_str!("../../../../models/encoder/findings.jsonl").lines();
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn sentences_of_an_abstract_are_read_as_in_training() {
        let network = NETWORK.as_ref().unwrap();
        let mut differences = Vec::new();
        for Reading { before, sentence, behind, ids, log_odds } in readings() {
            let around = Around { before: &before, sentence: &sentence, behind: &behind };
            assert_eq!(around.tokens(network.pieces).0, ids, "{sentence}");
            let own = network.finding(around).unwrap();
            // What is far from all abstracts depends on the processor most: 0.51 seen.
            assert!((own - log_odds).abs() < 2.0 * NEAR, "{own} for {log_odds}: {sentence}");
            differences.push((own - log_odds).abs());
        }
        differences.sort_by(f64::total_cmp);
        let median = differences[differences.len() / 2];
        assert!(median < 0.2 * NEAR, "{differences:?}");
    }

    #[test]
    fn every_sentence_of_an_abstract_is_read_between_its_neighbours() {
        // The first five are one abstract, in order, behind its title.
        let known = &readings()[..5];
        let sentences: Vec<&str> = known.iter().map(|reading| reading.sentence.as_str()).collect();
        let read = findings(&known[0].before, &sentences).unwrap();
        for (own, reading) in read.into_iter().zip(known) {
            assert!((own - reading.log_odds).abs() < NEAR, "{own} for {}: {}", reading.log_odds, reading.sentence);
        }
        assert_eq!(findings("", &[]), Some(Vec::new()));
    }

    #[test]
    fn a_claim_or_a_passage_of_any_length_fits() {
        let network = NETWORK.as_ref().unwrap();
        for (claim, passage) in [("", String::new()), ("A", "word ".repeat(1000)), (&"claim ".repeat(1000), "B".into())]
        {
            let (ids, segments) = tokens(network.pieces, claim, &passage);
            assert!(ids.len() <= MOST && ids.len() == segments.len());
            assert!(network.read(claim, &passage).is_some());
        }
    }
}
