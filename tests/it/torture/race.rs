//! Processes that race for one review and one library: each does its work or says who is in its way.

use std::{
    fs,
    process::{Output, Stdio},
    thread,
};

use gainsay::{library::Library, review::Review};

use super::{Chance, rounds};
use crate::support::{
    self,
    program::{gainsay, succeed},
};

/// Exit codes: done, done in part, open elsewhere.
const EXPECTED: [i32; 3] = [0, 3, 4];

#[test]
fn processes_that_race_for_a_review_and_a_library_lose_nothing() {
    let mut chance = Chance::new(9);
    let rounds = rounds(2);
    let (mut processes, mut refused) = (0, 0);
    for round in 0..rounds {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("claims.jsonl"), support::CLAIMS.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
        fs::write(home.join("corpus.jsonl"), support::CORPUS).unwrap();
        succeed(home, &["library", "add", "corpus.jsonl"]);
        for file in 0..3 {
            let document =
                |n| format!("{{\"title\": \"T{file} {n}\", \"text\": \"Cohort {file} of trial {n} had fever.\"}}");
            fs::write(home.join(format!("{file}.jsonl")), (0..40).map(document).collect::<Vec<_>>().join("\n"))
                .unwrap();
        }
        let mut commands: Vec<Vec<String>> =
            (0..3).map(|n| vec!["library".into(), "add".into(), format!("{n}.jsonl")]).collect();
        for n in 0..4 {
            let out = format!("{n}.json");
            let words = ["--no-encoder", "check", "claims.jsonl", "--quiet", "--json", &out];
            commands.push(words.map(str::to_owned).to_vec());
        }
        for at in (1..commands.len()).rev() {
            commands.swap(at, chance.below(at + 1));
        }
        let outputs: Vec<(Vec<String>, Output)> = thread::scope(|scope| {
            let started = commands.into_iter().map(|words| {
                scope.spawn(move || {
                    let output = gainsay(home).args(&words).stdin(Stdio::null()).output().unwrap();
                    (words, output)
                })
            });
            started.collect::<Vec<_>>().into_iter().map(|running| running.join().unwrap()).collect()
        });
        for (words, output) in &outputs {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!said.contains("panicked") && !said.contains("UNIQUE"), "round {round}, {words:?}: {said}");
            let code = output.status.code();
            assert!(code.is_some_and(|code| EXPECTED.contains(&code)), "round {round}, {words:?}: {code:?} {said}");
            processes += 1;
            refused += usize::from(!output.status.success());
        }
        let of_library = outputs.iter().filter(|(words, _)| words[0] == "library");
        let added = of_library.filter(|(_, output)| output.status.success()).count() as u64;
        let documents = Library::open(&home.join("data/gainsay/library.sqlite")).unwrap().count().unwrap();
        let before = support::CORPUS.lines().count() as u64;
        assert_eq!((documents - before, added), (120, 3), "round {round}");
        let review = Review::open(&home.join("claims.gainsay"), support::clock()).unwrap();
        assert_eq!(review.inspect().unwrap().faults, [], "round {round}");
        drop(review);
        succeed(home, &["--no-encoder", "check", "claims.jsonl", "--quiet"]);
    }
    println!("races: {rounds}, {processes} processes, {refused} refused, 0 lost, 0 broken");
}
