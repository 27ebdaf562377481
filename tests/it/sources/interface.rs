//! Sources in the interface: consent by one key, what each source found, which one failed.

use std::path::Path;

use gainsay::{
    engine::{Command, Event, Scope},
    reason::{Capabilities, Need},
    text::Clean,
};
use serde_json::json;

use crate::{
    fixture::{
        face::{open, text},
        paper,
    },
    support::{
        terminal::Terminal,
        web::{Asked, Say, Web},
    },
};

#[test]
fn a_source_is_allowed_by_one_key_and_no_reasoner_is_offered_in_its_place() {
    let review = paper();
    let mut tui = open(&review);
    tui.reasoners(vec![Capabilities { reasoner: "builtin".into(), ..Capabilities::default() }; 2]);
    let host = Clean::from("https://epmc.example.org:443/rest/");
    tui.event(Event::Halted { need: Need::Source(host.clone()), why: "it is on another machine".into(), waiting: 6 });
    tui.event(Event::Idle);
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("may not be sent to a source of evidence: P allows it"), "{said}");
    assert!(said.contains("no consent, 6 wait") && !said.contains("continues with"), "{said}");
    tui.press("P");
    assert!(review.fold().consents_to(&host));
    assert!(matches!(tui.commands().last(), Some(Command::Run(Scope::Everything))));
}

#[test]
fn the_list_of_documents_says_what_each_source_found_and_which_failed() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(
        home.path().join("claims.txt"),
        "Zinc lozenges shorten the common cold in healthy adults of every age.\n",
    )
    .unwrap();
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        // Composed after Europe PMC's shapes.
        "/search" => {
            Say::Json(json!({"hitCount": 25, "resultList": {"result": [{"id": "1", "source": "MED", "pmid": "1",
            "title": "Zinc lozenges and colds", "abstractText": "Zinc lozenges shortened the common cold in adults."}]}}))
        }
        _ => Say::Body(500, "text/plain", "broken".to_owned()),
    });
    let url = web.url();
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let environment = [
        ("GAINSAY_SOURCES_EUROPEPMC_URL", url.as_str()),
        ("GAINSAY_SOURCES_CROSSREF_URL", url.as_str()),
        ("GAINSAY_REASONER", "builtin"),
    ];
    let path = home.path().join("claims.txt");
    let args = ["review", path.to_str().unwrap(), "--sources", "europepmc,crossref"];
    let mut terminal = Terminal::start_with(program, &args, home.path(), (140, 40), &environment);
    terminal.see("● judge");
    terminal.keys("D");
    terminal.see("Retrieved documents");
    terminal.see("europepmc for the opposite: 1 document, 1 new (hits: 25)");
    terminal.see("failed with status 500: broken");
    terminal.see("from europepmc (no. 1)");
    terminal.keys("qq");
}
