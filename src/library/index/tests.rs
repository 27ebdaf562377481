//! The index as a whole: what many transactions wrote is what one that kept everything in mind would say.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rusqlite::Connection;

use super::*;

fn made() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(TABLES).unwrap();
    connection
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn documents_that_come_change_and_go_leave_what_is_there(
        steps in prop::collection::vec(prop::collection::vec((0_usize..40, 1_i64..30, 0_u16..3), 1..20), 1..60),
    ) {
        let mut connection = made();
        let mut expected: BTreeMap<(String, i64), u16> = BTreeMap::new();
        for step in steps {
            let transaction = connection.transaction().unwrap();
            let mut changes = Changes::default();
            for (term, document, now) in step {
                let key = (format!("term{term}"), document << 20);
                let before = expected.get(&key).copied().unwrap_or(0);
                changes.set(&key.0, key.1, before, now);
                expected.insert(key, now);
            }
            changes.write(&transaction).unwrap();
            transaction.commit().unwrap();
        }
        let state = connection.transaction().unwrap();
        let index = Index::open(&state).unwrap();
        prop_assert!(index.segments.len() < 16, "{} segments", index.segments.len());
        for term in 0..40 {
            let term = format!("term{term}");
            let of_term: Vec<Posting> = expected
                .iter()
                .filter(|((other, _), often)| *other == term && **often > 0)
                .map(|((_, no), often)| Posting { no: *no, often: *often })
                .collect();
            let mut postings = Vec::new();
            index.read(&term, &mut postings).unwrap();
            prop_assert_eq!(&postings, &of_term, "{}", &term);
            prop_assert_eq!(index.passages(&term).unwrap(), i64::try_from(of_term.len()).unwrap());
        }
    }
}

/// Terms that are in most documents and terms that are in one, over as many blocks as a real index has.
#[test]
fn frequent_and_rare_terms_are_found_in_large_segments() {
    let mut connection = made();
    for batch in 0..20 {
        let transaction = connection.transaction().unwrap();
        let mut changes = Changes::default();
        for document in batch * 500..(batch + 1) * 500 {
            changes.set("common", document << 20, 0, 2);
            changes.set(&format!("rare{document}"), document << 20, 0, 1);
        }
        changes.write(&transaction).unwrap();
        transaction.commit().unwrap();
    }
    let state = connection.transaction().unwrap();
    let index = Index::open(&state).unwrap();
    assert!(index.segments.len() < 16);
    let mut postings = Vec::new();
    index.read("common", &mut postings).unwrap();
    assert!(postings.iter().map(|posting| posting.no).eq((0..10_000).map(|document| document << 20)));
    assert_eq!(index.passages("common").unwrap(), 10_000);
    for document in [0, 499, 500, 7_777, 9_999] {
        index.read(&format!("rare{document}"), &mut postings).unwrap();
        assert_eq!(postings, [Posting { no: document << 20, often: 1 }]);
    }
    for missing in ["a", "commo", "commons", "rare", "rare10000", "z"] {
        index.read(missing, &mut postings).unwrap();
        assert!(postings.is_empty() && index.passages(missing).unwrap() == 0, "{missing}");
    }
}

#[test]
fn a_damaged_block_is_an_error() {
    let mut connection = made();
    let transaction = connection.transaction().unwrap();
    let mut changes = Changes::default();
    changes.set("zinc", 1 << 20, 0, 1);
    changes.write(&transaction).unwrap();
    transaction.execute("UPDATE posting SET block = x'ffffffffffffffffffffff'", []).unwrap();
    let index = Index::open(&transaction).unwrap();
    assert!(matches!(index.read("zinc", &mut Vec::new()), Err(LibraryError::Damaged(_))));
    assert!(matches!(index.passages("zinc"), Err(LibraryError::Damaged(_))));
}
