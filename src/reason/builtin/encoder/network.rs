//! Running it: tokens in, three numbers out, a passage on each core and off the
//! threads that others wait for.

use std::{
    collections::VecDeque,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool};
use rten_tensor::{AsView, NdTensor};
use tokio::sync::{OnceCell, Semaphore};

use crate::{
    domain::Digest,
    embed::{Pieces, Table},
};

use super::Logits;

/// The beginning of the digest of [`WEIGHTS`].
pub(super) const VERSION: &str = "0b4eba16";
static WEIGHTS: &[u8] = include_bytes!("../../../../models/encoder/encoder.onnx");

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
    pieces: &'static Pieces,
    /// As many as there are threads.
    places: Semaphore,
    /// Pools of one thread each that nothing runs on.
    free: Mutex<Vec<Arc<ThreadPool>>>,
}

impl Network {
    /// Loads what is built in; `None` never is, as the tests say.
    fn shipped() -> Option<Self> {
        let mut options = ModelOptions::with_all_ops();
        // Laid out once for the processor; else a tenth of all time goes into that, passage by passage.
        let model = options.prepack_weights(true).load(WEIGHTS.to_vec()).ok()?;
        let node = |name| model.find_node(name);
        let (inputs, output) = ([node("ids")?, node("segments")?], node("logits")?);
        let count = crate::processors().clamp(1, MOST_READ);
        let free = (0..count).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        let (places, free) = (Semaphore::new(count), Mutex::new(free));
        Some(Self { model, inputs, output, pieces: Table::builtin().ok()?.pieces(), places, free })
    }

    fn free(&self) -> MutexGuard<'_, Vec<Arc<ThreadPool>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, claim: &str, passage: &str) -> Option<Logits> {
        let (ids, segments) = tokens(self.pieces, claim, passage);
        let row = |values: Vec<i32>| NdTensor::from_data([1, values.len()], values);
        let (ids, segments) = (row(ids), row(segments));
        let inputs = vec![(self.inputs[0], ids.view().into()), (self.inputs[1], segments.view().into())];
        let pool = self.free().pop();
        let options = RunOptions::default().with_thread_pool(pool.clone());
        let logits = self.model.run_n(inputs, [self.output], Some(options));
        self.free().extend(pool);
        let [logits] = logits.ok()?;
        let logits: NdTensor<f32, 2> = logits.try_into().ok()?;
        let [supports, contradicts, neutral] = logits
            .to_vec()
            .try_into()
            .map(|three: [f32; 3]| three.map(|x| (f64::from(x) * STEPS).round() / STEPS))
            .ok()?;
        Some(Logits { supports, contradicts, neutral })
    }
}

/// The tokens of both, and for each token 0 for the claim and 1 for the passage.
fn tokens(pieces: &Pieces, claim: &str, passage: &str) -> (Vec<i32>, Vec<i32>) {
    let pieces = |text, most| pieces.or(text, UNKNOWN).take(most).map(|id| id as i32).chain([ENDS]).collect::<Vec<_>>();
    let claim = pieces(claim, MOST / 2);
    let passage = pieces(passage, MOST - 2 - claim.len());
    let segments = [vec![0; claim.len() + 1], vec![1; passage.len()]].concat();
    ([vec![OPENS], claim, passage].concat(), segments)
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
