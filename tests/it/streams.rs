//! Large reviews go out and come in piece by piece: who keeps every answer of a model needs no memory for all of them.

use std::{fs, io::Read, process::Stdio};

use gainsay::{
    domain::{Digest, StatementId},
    export::{self, Kind, Options},
    reason::builtin::Builtin,
    review::{Act, Draft, Who},
};

use crate::support::{self, program::gainsay};

/// The most memory that a process had so far, in bytes.
fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Text that hardly gets smaller by compression.
fn noise(seed: usize, length: usize) -> Vec<u8> {
    let mut state = seed as u64 + 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b'a' + ((state >> 33) % 26) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn an_export_in_json_is_written_as_it_is_read() {
    const TEXTS: usize = 40;
    const LENGTH: usize = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = home.join("large.gainsay");
    let review = support::review(Some(&path), &support::source(2), &Builtin::default());
    for n in 0..TEXTS {
        let act = Act::Note { statement: Some(StatementId(1)), text: format!("note {n}").as_str().into() };
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: vec![noise(n, LENGTH)] }]).unwrap();
    }
    let head = review.snapshot().unwrap().head;
    drop(review);
    let mut command = gainsay(home);
    command.args(["export", "large.gainsay", "--format", "json"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut exported = Vec::new();
    // Every text is in it twice as long, in hexadecimal digits. The program waits for the last of them to be read.
    let nearly_all = 2 * TEXTS as u64 * LENGTH as u64;
    out.by_ref().take(nearly_all).read_to_end(&mut exported).unwrap();
    let memory = most_memory(child.id());
    out.read_to_end(&mut exported).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(memory < 60_000_000, "{} MB for {} MB", memory / 1_000_000, exported.len() / 1_000_000);
    let again = export::import(&exported[..], Some(&home.join("again.gainsay")), support::clock()).unwrap();
    assert_eq!(again.snapshot().unwrap().head, head);
    assert!(again.text(Digest::of(&noise(7, LENGTH))).unwrap().is_some());
}

#[test]
fn a_copy_without_names_is_chained_as_it_would_be_under_that_name() {
    let review = support::review(None, &support::source(2), &Builtin::default());
    for n in 0..1_500 {
        let act = Act::Note { statement: Some(StatementId(1)), text: format!("note {n}").as_str().into() };
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    }
    let options = Options { reviewer_names: false, ..Options::default() };
    let copy = export::bytes(&review, Kind::Json, &options).unwrap();
    let again = export::import(&copy[..], None, support::clock()).unwrap();
    assert_eq!(again.fold().head(), review.fold().head());
    assert!(again.entries().unwrap().iter().all(|entry| entry.who != Who::Reviewer("Ada".into())));
    assert_eq!(
        export::bytes(&again, Kind::Csv, &options).unwrap().len(),
        export::bytes(&review, Kind::Csv, &options).unwrap().len()
    );
}
