//! The opposites of statements from papers and the news, as an editor reads them.

mod table;

use gainsay::{
    domain::Statement,
    reason::{CounterInput, Reasoner, builtin::Builtin},
};

/// Collected and judged before the generator was read.
const FIRST: &str = include_str!("opposites/first.txt");

/// What the generator is known to get wrong: the sentence lacks a comma and agreement.
const KNOWN: &[&str] = &["As organisms move away from the optimum the effect of the mutation tend"];

async fn opposite(text: &str) -> String {
    let statement = Statement::claim(1, text);
    let draft =
        Builtin::default().counter(CounterInput { statement: &statement }).await.expect("the builtin needs no server");
    draft.text
}

/// A reviewer searches for and reads the opposite: it must be English and deny the statement.
#[tokio::test]
async fn an_editor_accepts_the_opposites_of_papers_and_news() {
    let entries = table::read(FIRST);
    assert!(entries.len() >= 120, "{} entries", entries.len());
    let mut wrong = Vec::new();
    for entry in &entries {
        let made = opposite(&entry.statement).await;
        if !entry.accepts(&made) && !KNOWN.iter().any(|known| entry.statement.starts_with(known)) {
            wrong.push(format!("{}\n  {made}", entry.statement));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), entries.len(), wrong.join("\n"));
}

/// “It is not the case that …” is the last resort, for texts without a verb.
#[tokio::test]
async fn the_plain_denial_is_the_last_resort() {
    let mut denied = Vec::new();
    for entry in table::read(FIRST) {
        let made = opposite(&entry.statement).await;
        if made.starts_with("It is not the case") {
            denied.push(made);
        }
    }
    assert!(denied.is_empty(), "{denied:#?}");
    assert!(opposite("Blue green slowly.").await.starts_with("It is not the case that"));
}

/// Drawn afresh and judged after the generator was made: 50 of 59 (85 %) at first.
const HELD_OUT: &str = include_str!("opposites/held_out.txt");

/// The share of fluent opposites on statements that the rules were not made on must not fall.
#[tokio::test]
async fn fresh_statements_get_fluent_opposites() {
    let entries = table::read(HELD_OUT);
    let mut refused = Vec::new();
    for entry in &entries {
        let made = opposite(&entry.statement).await;
        if !entry.accepts(&made) {
            refused.push(format!("{}\n  {made}", entry.statement));
        }
    }
    assert!(refused.len() * 10 <= entries.len(), "{} of {}:\n{}", refused.len(), entries.len(), refused.join("\n"));
}
