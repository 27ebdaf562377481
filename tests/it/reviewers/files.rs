//! `backup`, `compact` and `doctor`.

use gainsay::{
    domain::{Level, StatementId, Verdict},
    review::{Review, Who},
};

use crate::support::{
    clock,
    program::{gainsay, run, succeed},
    reviewers::{decide, undecided},
};

/// A copy taken while somebody works would be half a review.
#[test]
fn a_backup_of_an_open_review_is_whole_and_has_its_head() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let review = undecided(&home.join("claims.gainsay"));
    decide(&review, "Ada", StatementId(1), Verdict::Supports, Level::High, None);
    let said = succeed(home, &["backup", "claims.gainsay", "--out", "copy.gainsay"]);
    let head = review.snapshot().unwrap().head;
    assert!(said.contains(&format!("head {head}")) && said.contains("all as they were written"), "{said}");
    decide(&review, "Ada", StatementId(2), Verdict::Supports, Level::High, None);
    let copy = Review::open(&home.join("copy.gainsay"), clock()).unwrap();
    assert_eq!(copy.snapshot().unwrap().entries, review.snapshot().unwrap().entries[..copy.fold().head() as usize]);
    assert_eq!(copy.undo(Who::Reviewer("Ada".into())).unwrap().act.statement(), Some(StatementId(1)));
    copy.close();
    let again = run(home, &["backup", "claims.gainsay", "--out", "copy.gainsay"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"), "a backup replaces nothing");
    std::fs::create_dir(home.join("copies")).unwrap();
    succeed(home, &["backup", "claims.gainsay", "--out", "copies"]);
    assert_eq!(Review::verify(&home.join("copies/claims.gainsay")).unwrap().faults, []);
}

/// Space would stay lost, or a smaller file would be another review.
#[test]
fn a_compacted_review_is_smaller_and_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = home.join("old.gainsay");
    // Made by an earlier version, whose texts are not compressed.
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/acts-1.gainsay");
    std::fs::copy(golden, &path).unwrap();
    let (before, state) =
        (path.metadata().unwrap().len(), Review::open_read_only(&path, clock()).unwrap().snapshot().unwrap());
    let blobs = Review::open_read_only(&path, clock()).unwrap().blobs().unwrap();
    let said = succeed(home, &["compact", "old.gainsay"]);
    let after = path.metadata().unwrap().len();
    assert!(after < before && said.contains(&format!("{before} to {after} bytes")), "{said}");
    let now = Review::open(&path, clock()).unwrap();
    let same = now.snapshot().unwrap();
    assert_eq!((same.head, &same.entries), (state.head, &state.entries));
    assert_eq!(now.blobs().unwrap(), blobs);
    let locked = run(home, &["compact", "old.gainsay"]);
    assert_eq!(locked.status.code(), Some(4), "it is open elsewhere");
    now.close();
    assert!(succeed(home, &["compact", "old.gainsay"]).contains("cannot be made smaller and is as it was"));
    assert_eq!(std::fs::read_dir(home).unwrap().filter(|e| e.as_ref().unwrap().path() != path).count(), 0);
}

/// Who looks for the cause would find none, or be told that all is well.
#[test]
fn the_doctor_names_what_is_wrong_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let well = gainsay(home).args(["doctor", "--set", "reasoner=builtin"]).output().unwrap();
    let said = String::from_utf8(well.stdout).unwrap();
    assert!(well.status.success(), "{said}");
    assert!(said.contains("literature     reviews search the library alone"), "{said}");
    assert!(said.contains("is empty") && said.contains("→ `gainsay library add FILE…` adds evidence"), "{said}");
    std::fs::create_dir_all(home.join("config/gainsay")).unwrap();
    let config = "mouze = true\n[ollama]\nhost = \"127.0.0.1:9\"\n";
    std::fs::write(home.join("config/gainsay/config.toml"), config).unwrap();
    std::fs::write(home.join("broken.db"), "not a library").unwrap();
    let args = ["doctor", "--set", "reasoner=ollama", "--library", "broken.db"];
    let ill = gainsay(home).args(args).env_remove("GAINSAY_REASONER").output().unwrap();
    let said = String::from_utf8(ill.stdout).unwrap();
    assert_eq!(ill.status.code(), Some(1), "{said}");
    for line in ["problem  configuration", "problem  library", "problem  model server"] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert!(said.contains("mouze") && said.contains("127.0.0.1:9") && said.contains("3 problems"), "{said}");
}

/// Who copied a review that was cut off on the way would read SQLite's words and not what to do.
#[test]
fn a_review_that_is_cut_off_says_so_with_the_code_of_a_broken_record() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/acts-1.gainsay");
    let bytes = std::fs::read(golden).unwrap();
    std::fs::write(home.join("cut.gainsay"), &bytes[..bytes.len() / 2]).unwrap();
    let output = gainsay(home).args(["verify", "cut.gainsay"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("cut.gainsay") && said.contains("damaged, or cut off"), "{said}");
}
