//! Flipped bits, and bytes of something else in a review: it is said, or what is read is what was written.

use std::{collections::BTreeMap, fs, panic};

use gainsay::{
    domain::{Digest, StatementId},
    export,
    review::{Act, Draft, Entry, Review, Who},
};

use super::{Chance, rounds};
use crate::support;

/// What a review says.
fn contents(review: &Review) -> (Vec<Entry>, BTreeMap<Digest, Vec<u8>>) {
    (review.entries().unwrap(), review.blobs().unwrap())
}

#[test]
fn a_damaged_review_says_so_and_never_lies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.gainsay");
    let review = support::review(Some(&path), &support::source(5), &gainsay::reason::builtin::Builtin::default());
    for n in 0..40 {
        let text = format!("note {n} ").repeat(n * 9 + 1);
        let act = Act::Note { statement: Some(StatementId(1)), text: text.as_str().into() };
        let blobs = vec![format!("text {n}").repeat(n * 50).into_bytes()];
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs }]).unwrap();
    }
    let good = contents(&review);
    drop(review);
    let bytes = fs::read(&path).unwrap();
    let mut chance = Chance::new(6);
    let rounds = rounds(60);
    let (mut said, mut unharmed) = (0, 0);
    for round in 0..rounds {
        let mut damaged = bytes.clone();
        match chance.below(4) {
            // One bit, a run of bytes, a page of another place, a cut.
            0 | 1 => damaged[chance.below(bytes.len())] ^= 1 << chance.below(8),
            2 => {
                let (from, to, length) = (chance.below(bytes.len()), chance.below(bytes.len()), chance.below(5000));
                let length = length.min(bytes.len() - from.max(to));
                damaged[to..to + length].copy_from_slice(&bytes[from..from + length]);
            }
            _ => damaged.truncate(chance.below(bytes.len())),
        }
        let at = folder.path().join("damaged.gainsay");
        fs::write(&at, &damaged).unwrap();
        let looked = panic::catch_unwind(|| {
            let Ok(verified) = Review::verify(&at) else { return None };
            let faults = verified.faults.len();
            // Whatever is wrong, looking at it must not break down.
            let read = Review::open_read_only(&at, support::clock()).ok().and_then(|review| {
                let _ = export::bytes(&review, export::Kind::Json, &export::Options::default());
                let _ = export::bytes(&review, export::Kind::Markdown, &export::Options::default());
                Some((review.entries().ok()?, review.blobs().ok()?))
            });
            Some((faults, read))
        });
        match looked.unwrap_or_else(|_| panic!("round {round}: a damaged review panics")) {
            None => said += 1,
            Some((faults, _)) if faults > 0 => said += 1,
            Some((_, read)) => {
                assert_eq!(read.as_ref(), Some(&good), "round {round}: damage that nobody says");
                unharmed += 1;
            }
        }
    }
    println!("damaged files: {rounds}, {said} refused or reported, {unharmed} unharmed, 0 unnoticed, 0 panics");
    assert!(said > 0);
}
