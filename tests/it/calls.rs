//! The interface with a model, driven by keys over a review made by hand: what
//! is asked for, what is followed, and what is missing.

use crate::fixture::{calls::asking, paper};
use gainsay::{
    domain::{Stage, StatementId, canonical},
    engine::{Activity, Command, Event, Scope},
    reason::{Capabilities, Need, RunOverrides},
    text::Clean,
};

use crate::fixture::face::{open, text};

const ONE: StatementId = StatementId(1);

/// A model, and the reasoner without one.
fn reasoners() -> Vec<Capabilities> {
    let model = Capabilities {
        reasoner: "ollama".into(),
        models: vec!["gpt-oss:20b".into(), "judge:70b".into()],
        temperature: true,
        seed: true,
        context: true,
        fresh: true,
        prompts: false,
    };
    vec![model, Capabilities { reasoner: "builtin".into(), ..Capabilities::default() }]
}

#[test]
fn a_re_run_says_with_which_model_temperature_seed_and_context() {
    let review = paper();
    let mut tui = open(&review);
    tui.reasoners(reasoners());
    // What, stage, reasoner; then the second model, and so on down to a fresh answer.
    tui.press("r<Tab><Tab><Tab><Right><Right><Tab>0,7<Tab>7<Tab>32768<Tab><Right><Enter>");
    let Some(Command::RunOverrides { scope, again: true, with }) = tui.commands().last() else {
        panic!("{:?}", tui.commands())
    };
    assert_eq!(*scope, Scope::Stage(ONE, Stage::Verdict));
    let asked = RunOverrides {
        reasoner: None,
        model: Some("judge:70b".into()),
        temperature: Some(0.7),
        seed: Some(7),
        context: Some(32_768),
        fresh: true,
        prompts: std::collections::BTreeMap::new(),
    };
    assert_eq!(*with, asked);
    // What is no number is said and nothing runs.
    let before = tui.commands().len();
    tui.press("r<Tab><Tab><Tab><Tab><Tab><Tab>lots<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("the context is a whole number of tokens"));
    assert_eq!(tui.commands().len(), before);
}

#[test]
fn what_a_run_lacks_stays_in_view_until_a_run_begins_and_each_key_does_what_it_says() {
    let review = paper();
    let mut tui = open(&review);
    tui.reasoners(reasoners());
    tui.press("P");
    assert!(text(&tui.draw(120, 36)).contains("the run needs nothing that could be provided"));
    let why = Clean::from("the model server does not have gpt-oss:20b; `ollama pull gpt-oss:20b` gets it");
    tui.event(Event::Halted { need: Need::Model("gpt-oss:20b".into()), why, waiting: 4 });
    tui.event(Event::Idle);
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("no model gpt-oss:20b: P gets it, b continues with builtin"), "{said}");
    tui.press("<Esc>");
    assert!(text(&tui.draw(120, 36)).contains("no model gpt-oss:20b, 4 wait"), "the header goes on to say it");
    tui.press("P");
    assert!(matches!(tui.commands().last(), Some(Command::Fetch(name)) if name.as_str() == "gpt-oss:20b"));
    tui.event(Event::Fetching("gpt-oss:20b".into(), "pulling: 40% of 13.0 GB".into()));
    assert!(text(&tui.draw(120, 36)).contains("40% of 13.0 GB"));
    tui.event(Event::Fetched("gpt-oss:20b".into(), Ok(())));
    assert!(matches!(tui.commands().last(), Some(Command::Run(Scope::Everything))), "it goes on by itself");
    tui.event(Event::Started(Some(ONE), Stage::Counter));
    assert!(!text(&tui.draw(120, 36)).contains("no model gpt-oss:20b"));
    tui.press("b");
    let Some(Command::RunOverrides { scope: Scope::Everything, again: false, with }) = tui.commands().last() else {
        panic!()
    };
    assert_eq!(with.reasoner.as_deref(), Some("builtin"));
}

#[test]
fn a_running_call_is_followed_and_stays_selected_once_it_is_kept() {
    let review = paper();
    let mut tui = open(&review);
    let doing = |text: &str| Activity { asking: vec![asking(Stage::Report, text)], ..Activity::default() };
    tui.doing(doing("Two trials"));
    tui.event(Event::Started(Some(ONE), Stage::Report));
    tui.press("T<Enter>");
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("4 calls, 1 running") && said.contains("Answer so far"), "{said}");
    tui.doing(doing("Two trials found no difference"));
    tui.pass(300);
    assert!(text(&tui.draw(120, 36)).contains("Two trials found no difference"));
    let record = crate::fixture::calls::ended(&asking(Stage::Report, ""), "Two trials found no difference [1] [2].");
    review.keep_call(record.call.statement, record.request, &canonical(&record)).unwrap();
    tui.doing(Activity::default());
    tui.pass(300);
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("S001, 5 calls, 2 failed") && said.contains("no difference [1] [2]."), "{said}");
    tui.press("y");
    let copied = tui.copied().unwrap();
    assert!(copied.contains("Two trials found no difference [1] [2].") && copied.contains("Write the report."));
}

#[test]
fn leave_to_send_text_is_given_by_one_key_in_the_reviewers_name() {
    let review = paper();
    let mut tui = open(&review);
    tui.reasoners(reasoners());
    let host = Clean::from("http://gpu.example.org:11434/");
    let why = Clean::from("the model server is on another machine");
    tui.event(Event::Halted { need: Need::Consent(Some(host.clone())), why, waiting: 6 });
    tui.event(Event::Idle);
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("text may not leave this machine: P allows it, b continues with builtin"), "{said}");
    assert!(!review.fold().consents_to(&host));
    tui.press("P");
    assert!(review.fold().consents_to(&host));
    assert!(matches!(tui.commands().last(), Some(Command::Run(Scope::Everything))));
    // Where that is locked there is no key for it.
    tui.event(Event::Halted { need: Need::Consent(None), why: "`offline` is set".into(), waiting: 6 });
    tui.press("P");
    assert!(text(&tui.draw(120, 36)).contains("the run needs nothing that could be provided"));
}
