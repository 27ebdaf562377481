use super::*;
use crate::{
    domain::{EngineSpec, Settings, Stage, StatementId, fixtures},
    engine::Event,
    review::{Act, Draft, Review, Who},
    tui::theme::{Choice, Ground, Screen, Themes},
};

fn review() -> Review {
    let spec = EngineSpec { reasoner: "builtin".into(), version: "1".into(), model: None };
    let open = |source| Act::Open { source, settings: Box::new(Settings::default()), spec };
    let source = fixtures::source("Aspirin lowers fever.");
    Review::create(None, &source, open, Arc::new(jiff::Timestamp::now)).unwrap()
}

fn state(shown: Arc<Dossier>) -> State {
    let (theme, _) = Themes::default().choose(&Choice::from("dark"), Screen::Full(Ground::Dark)).unwrap();
    State::new(shown, "r".into(), Some("Ada".into()), false, false, theme)
}

/// “Finished: 1 statement. No evidence addresses any” was the message when one stage had run and the others had not.
#[test]
fn a_run_of_one_stage_says_what_is_left_to_run() {
    let mut shown = Dossier::read(&review());
    shown.counts.unfinished = 2;
    let mut state = state(Arc::new(shown));
    say_ended(&mut state, (1, 1));
    let text = state.toast.map(|toast| toast.text.to_string());
    assert_eq!(text.as_deref(), Some("Finished: 1 statement; 2 statements have stages left to run, ^R runs them"));
}

/// Ten thousand statements are read in many milliseconds, and the pauses between two readings are ten times as long:
/// a reviewer would wait for their own verdict.
#[test]
fn the_list_shows_a_verdict_without_the_pause_between_two_readings() {
    let review = review();
    let shown = Arc::new(Dossier::read(&review));
    let mut state = state(Arc::clone(&shown));
    let engine = |state: &mut State, event| update(state, 0, Action::Engine(event));
    let hurries = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Hurry));

    let of_the_run = engine(&mut state, Event::Finished(Some(StatementId(1)), Stage::Judge));
    assert!(matches!(of_the_run.as_slice(), [Effect::Refresh]), "{of_the_run:?}");
    let note = Act::Note { statement: None, text: "checked".into() };
    let entries = review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act: note, blobs: Vec::new() }]);
    let row = entries.unwrap()[0].seq;
    let of_the_reviewer = engine(&mut state, Event::Appended { head: row, what: None });
    assert!(hurries(&of_the_reviewer), "a reading is under way: {of_the_reviewer:?}");

    // What was being read does not have the act yet.
    let again = update(&mut state, 0, Action::Shown(shown));
    assert!(matches!(again.as_slice(), [Effect::Refresh, ..]) && state.awaited == Some(row), "{again:?}");
    update(&mut state, 0, Action::Shown(Arc::new(Dossier::read(&review))));
    assert_eq!(state.awaited, None);
}
