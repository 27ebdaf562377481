//! Topics that the rules were not made on, through the whole program: if one
//! fails, a reviewer is told the wrong thing.

mod pages;
#[path = "../support/mod.rs"]
mod support;

use std::sync::Arc;

use gainsay::reason::builtin::Builtin;
use support::pages::{complaint, reviewed};

#[test]
fn topics_that_no_rule_was_made_on_come_out_right() {
    let mut wrong = Vec::new();
    for (claim, pages, expected) in pages::TOPICS {
        let outcome = reviewed(claim, pages, Arc::new(Builtin));
        wrong.extend(complaint(claim, &outcome, *expected));
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), pages::TOPICS.len(), wrong.join("\n\n"));
}
