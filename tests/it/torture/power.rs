//! Power losses: a program that writes a review is traced, and its writes are replayed up to any moment with those
//! that were not synced lost or torn. Every row that was acknowledged must be there.

use std::{collections::BTreeMap, path::Path, process::Command};

use gainsay::{
    domain::{Digest, StatementId},
    reason::builtin::Builtin,
    review::{Act, Draft, Review, Who},
};

use super::{
    Chance, rounds,
    trace::{Disk, Step, trace},
};
use crate::support;

/// Names the folder for [`writer`].
const FOLDER: &str = "GAINSAY_TORTURE_FOLDER";
/// How every line of the writer begins that says what is on disk: a row and its digest.
const ACKNOWLEDGED: &str = "on disk: ";

/// Not a test: the program that is traced. It says after every act which row is on disk.
#[test]
#[ignore = "is run by the test of power losses"]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let path = Path::new(&folder).join("r.gainsay");
    let acknowledge = |review: &Review| {
        let head = review.snapshot().unwrap().head;
        println!("{ACKNOWLEDGED}{} {head}", review.fold().head());
    };
    let ada = || Who::Reviewer("Ada".into());
    let note = |text: String| Act::Note { statement: Some(StatementId(1)), text: text.as_str().into() };
    let review = support::review(Some(&path), &support::source(3), &Builtin::default());
    acknowledge(&review);
    let mut review = std::sync::Arc::into_inner(review).unwrap();
    for n in 0..40_usize {
        // From none to some dozens of pages.
        let blobs: Vec<Vec<u8>> =
            (0..n % 4).map(|nth| format!("{n} {nth} ").repeat(n * n * 7 + 3).into_bytes()).collect();
        let texts: Vec<Digest> = blobs.iter().map(|blob| Digest::of(blob)).collect();
        let drafts = (0..=n % 3).map(|nth| Draft { who: ada(), act: note(format!("{n} {nth}")), blobs: blobs.clone() });
        review.append(drafts.collect()).unwrap();
        acknowledge(&review);
        match n % 10 {
            3 => drop(review.undo(ada()).unwrap()),
            5 => review.keep().unwrap(),
            7 => {
                let act = Act::Redact { texts, reason: "private".into() };
                review.append(vec![Draft { who: ada(), act, blobs: Vec::new() }]).unwrap();
            }
            9 => {
                drop(review);
                review = Review::open(&path, support::clock()).unwrap();
            }
            _ => continue,
        }
        acknowledge(&review);
    }
}

/// What the program said so far that is on disk.
fn acknowledged(said: &str) -> Option<(u64, String)> {
    let line = said.lines().rev().find_map(|line| Some(line.split_once(ACKNOWLEDGED)?.1))?;
    let (row, head) = line.split_once(' ')?;
    Some((row.parse().unwrap(), head.to_owned()))
}

#[test]
fn a_power_loss_at_any_moment_loses_nothing_that_was_acknowledged() {
    let home = tempfile::tempdir().unwrap();
    let folder = std::fs::canonicalize(home.path()).unwrap().join("reviews");
    std::fs::create_dir(&folder).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "torture::power::writer", "--ignored", "--nocapture"]);
    command.env(FOLDER, &folder);
    let Some(steps) = trace(&command, &home.path().join("trace")) else {
        return eprintln!("strace is not installed, so power losses are not tried");
    };
    let said = steps.iter().filter(|step| matches!(step, Step::Said(text) if text.contains(ACKNOWLEDGED))).count();
    assert!(said > 50, "the trace has what the program said: {said}");
    let waits = waits_of_a_commit(&steps);
    println!("a commit waits for the disk {waits} times");
    // For the rollback journal twice, for the review, and for the journal's end.
    assert!(waits <= 4, "a commit waits for the disk {waits} times, which a slow one feels");
    let mut chance = Chance::new(7);
    // A program that waits for no disk would lose acts, and this would see it.
    let careless: Vec<Step> = steps.iter().filter(|step| !matches!(step, Step::Sync(_))).cloned().collect();
    let (lost, _) = lose(&careless, &folder, 30, &mut chance);
    assert!(lost.len() > 5, "the attack finds only {} losses where nothing was synced", lost.len());
    let rounds = rounds(60);
    let (lost, torn) = lose(&steps, &folder, rounds, &mut chance);
    println!("power losses: {rounds}, {torn} in the middle of a commit, {} lost", lost.len());
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// How often most commits wait for the disk.
fn waits_of_a_commit(steps: &[Step]) -> usize {
    let commits = steps.split(|step| matches!(step, Step::Said(text) if text.contains(ACKNOWLEDGED)));
    let mut waits: Vec<usize> =
        commits.map(|steps| steps.iter().filter(|step| matches!(step, Step::Sync(_))).count()).collect();
    waits.sort_unstable();
    waits[waits.len() / 2]
}

/// Loses power at `rounds` moments. Returns what was lost, and how often an unfinished commit was left.
fn lose(steps: &[Step], folder: &Path, rounds: usize, chance: &mut Chance) -> (Vec<String>, usize) {
    let (mut lost, mut torn) = (Vec::new(), 0);
    for round in 0..rounds {
        let moment = chance.below(steps.len() + 1);
        let mut disk = Disk::new(folder);
        let mut said = String::new();
        for step in &steps[..moment] {
            disk.take(step);
            if let Step::Said(text) = step {
                said.push_str(text);
            }
        }
        let left = tempfile::tempdir().unwrap();
        disk.lose_power(left.path(), chance);
        let rollback = std::fs::metadata(left.path().join("r.gainsay-journal"));
        torn += usize::from(rollback.is_ok_and(|file| file.len() > 0));
        if let Err(why) = look(&left.path().join("r.gainsay"), acknowledged(&said)) {
            lost.push(format!("round {round}, after {moment} of {} calls: {why}", steps.len()));
        }
    }
    (lost, torn)
}

/// Whether the review at `path` has what was acknowledged, is whole, and goes on.
fn look(path: &Path, acknowledged: Option<(u64, String)>) -> Result<(), String> {
    let Some((row, head)) = acknowledged else {
        // Its creation was not over: there is a whole review, nothing, or a left-over that does not block the next try.
        if !path.exists() {
            return Ok(());
        }
        return Review::open(path, support::clock())
            .map(drop)
            .map_err(|e| format!("the new review does not open: {e}"));
    };
    let review = Review::open(path, support::clock()).map_err(|e| format!("row {row} was acknowledged: {e}"))?;
    let newest = review.fold().head();
    if newest < row {
        return Err(format!("row {row} was acknowledged, and the newest is {newest}"));
    }
    let verified = review.inspect().map_err(|e| e.to_string())?;
    if let Some(fault) = verified.faults.first() {
        return Err(format!("{fault}"));
    }
    let heads: BTreeMap<u64, String> = verified.heads.iter().map(|(row, head)| (*row, head.to_string())).collect();
    if heads[&row] != head {
        return Err(format!("row {row} is another one than the one that was acknowledged"));
    }
    let who = Who::Reviewer("Ada".into());
    let act = Act::Note { statement: None, text: "after the power loss".into() };
    review.append(vec![Draft { who, act, blobs: Vec::new() }]).map_err(|e| format!("it does not go on: {e}"))?;
    Ok(())
}
