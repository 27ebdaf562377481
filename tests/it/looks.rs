//! What the interface says where room is short, where evidence is weak, and where a run has failed.

use std::sync::Arc;

use gainsay::{
    domain::{Stage, StatementId},
    engine::Event,
    review::{Act, Draft, Review, Who},
};

use crate::{
    fixture::{face, paper},
    support::{CORPUS, clock, program::succeed},
};

/// In the smallest window a reviewer would choose between verdicts that cannot be read, and be told half of what to do.
#[test]
fn the_smallest_window_shows_whole_verdicts_and_messages() {
    let mut tui = face::open(&paper());
    tui.draw(60, 18);
    tui.press("v");
    let form = face::text(&tui.draw(60, 18));
    for verdict in ["1 contradicts", "2 supports", "3 undecided"] {
        assert!(form.contains(verdict), "{verdict}\n{form}");
    }
    tui.press("<Esc>");
    tui.press("gv");
    let map = face::text(&tui.draw(60, 18));
    assert!(map.contains("contradicts supports undecided none yet"), "{map}");
    tui.press("<Esc>");
    tui.press("gp");
    let said = face::text(&tui.draw(60, 18));
    assert!(said.contains("builtin asks no model") && said.contains("Esc back"), "{said}");
}

/// Enter would only make lines, and nobody would find out how a text is saved.
#[test]
fn a_form_says_what_enter_does_in_a_text_of_several_lines() {
    let mut tui = face::open(&paper());
    tui.draw(80, 24);
    tui.press("e7<Enter>");
    let form = face::text(&tui.draw(80, 24));
    assert!(form.contains("^S") && form.contains("Enter new line"), "{form}");
}

/// A run would end with “Finished” while a statement has no verdict.
#[test]
fn the_end_of_a_run_counts_what_failed_in_it() {
    let review = paper();
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    let (statement, stage) = (Some(StatementId(1)), Stage::Verdict);
    let inputs = review.fold().resolve(StatementId(1)).get(stage).inputs.unwrap();
    let spec = review.fold().opened().unwrap().spec.clone();
    let failed = Act::Failed { stage, statement, spec, inputs, reason: "the server hung up".into() };
    review.append(vec![Draft { who: Who::Engine, act: failed, blobs: Vec::new() }]).unwrap();
    let count = |review: &Review| {
        let fold = review.fold();
        fold.statements().iter().filter(|statement| fold.summary(statement.id).failed()).count()
    };
    let failed = count(&review);
    assert!(failed > 0);
    tui.event(Event::Progress { done: 6, total: 6 });
    tui.event(Event::Idle);
    let said = face::text(&tui.draw(120, 36));
    assert!(said.contains(&format!("Finished: 6 statements, {failed} with a stage that failed")), "{said}");
}

/// Two passages “for” and a verdict “undecided” would look like a mistake.
#[test]
fn passages_that_are_too_weak_to_settle_a_statement_are_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let claim = "{\"claim\": \"Insomnia can be effectively treated with cognitive behavioral therapy.\"}\n";
    std::fs::write(home.join("claims.jsonl"), claim).unwrap();
    std::fs::write(home.join("corpus.jsonl"), CORPUS).unwrap();
    succeed(home, &["library", "add", "corpus.jsonl"]);
    succeed(home, &["check", "claims.jsonl", "--no-encoder"]);
    let report = succeed(home, &["export", "claims.gainsay"]);
    assert!(report.contains("The cited evidence is too weak to settle the statement."), "{report}");
    assert!(report.contains("**Read as pointing towards support, too weak to count:**"), "{report}");
    let review = Arc::new(Review::open(&home.join("claims.gainsay"), clock()).unwrap());
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    tui.press("4");
    let screen = face::text(&tui.draw(120, 36));
    assert!(screen.contains(", weak") && screen.contains("Too weak to settle it, so it decided nothing:"), "{screen}");
    // A verdict that a reviewer gave makes the evidence no stronger.
    tui.press("S");
    let screen = face::text(&tui.draw(120, 36));
    assert!(screen.contains("decided by a reviewer"), "{screen}");
    assert!(screen.contains(", weak") && screen.contains("Too weak to settle it"), "{screen}");
    drop((tui, review));
    let report = succeed(home, &["export", "claims.gainsay"]);
    let after = report.split("## Statement 1").nth(1).unwrap();
    assert!(after.contains("\nNo rationale given.\n\n**For**, by itself too weak to settle the statement"), "{after}");
}
