//! Who did what to whom: “the Holy League defeated the Ottoman fleet”.

use super::{
    comparison::RECOGNISED,
    sentence::{Voice, Word, agent_start, apart, is_denied, overlap, phrase_after, stems, voice},
    words::{IRREGULAR, MUTUAL},
};

/// How far before a statement's verb its subject begins, in words; a passage may have an apposition between.
const SUBJECT: usize = 5;
const APPOSITION: usize = 14;

/// A transitive verb with its agent and patient, as stems.
pub(super) struct Deed {
    verb: String,
    agent: Vec<String>,
    patient: Vec<String>,
}

/// The deeds of a statement.
pub(super) fn of_statement(statement: &[Word]) -> Vec<Deed> {
    deeds(statement, SUBJECT)
}

/// Whether the passage has one of a statement's deeds with agent and patient exchanged.
pub(super) fn is_swapped(own: &[Deed], passage: &[Word]) -> bool {
    let others = if own.is_empty() { Vec::new() } else { deeds(passage, APPOSITION) };
    own.iter().any(|own| others.iter().any(|other| own.verb == other.verb && own.is_swapped_in(other)))
}

impl Deed {
    fn is_swapped_in(&self, other: &Self) -> bool {
        let straight = overlap(&self.agent, &other.agent).max(overlap(&self.patient, &other.patient));
        let crossed = overlap(&self.agent, &other.patient).min(overlap(&self.patient, &other.agent));
        straight == 0.0 && crossed >= RECOGNISED
    }
}

/// The deeds that a sentence asserts.
fn deeds(read: &[Word], subject: usize) -> Vec<Deed> {
    (1..read.len()).filter_map(|at| deed(read, at, subject)).collect()
}

fn deed(read: &[Word], at: usize, subject: usize) -> Option<Deed> {
    const MODAL: &[&str] = &["would", "could", "may", "might", "should", "to", "will", "if"];
    let verb = verb(&read[at])?;
    let modal = read[at.saturating_sub(3)..at].iter().any(|word| MODAL.contains(&word.text.as_str()));
    let voice = voice(read, at);
    if modal || voice == Voice::PassiveWithoutAgent || is_denied(read, at) {
        return None;
    }
    let passive = voice == Voice::Passive;
    let before = stems(read, at.saturating_sub(subject)..at);
    let behind = stems(read, phrase_after(read, if passive { agent_start(read, at) } else { at + 1 }));
    let (before, behind) = apart(&before, &behind);
    if before.is_empty() || behind.is_empty() {
        return None;
    }
    let (agent, patient) = if passive { (behind, before) } else { (before, behind) };
    Some(Deed { verb, agent, patient })
}

/// The stem of a finite or participle form, of verbs that are not mutual.
fn verb(word: &Word) -> Option<String> {
    let text = word.text.as_str();
    let irregular = IRREGULAR.iter().find(|(form, _)| *form == text).map(|(_, stem)| (*stem).to_owned());
    let regular = || (text.len() > 4 && text.ends_with("ed") || text == "beat").then(|| word.stem.clone());
    irregular.or_else(regular).filter(|stem| !MUTUAL.contains(&stem.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{super::sentence::read, is_swapped, of_statement};

    /// A reviewer would see the loser's report filed as support for the victory.
    #[test]
    fn the_one_who_did_it_is_told_from_the_one_it_was_done_to() {
        for (statement, passage, expected) in [
            (
                "At Lepanto in 1571 the Ottoman fleet defeated the fleet of the Holy League.",
                "The fleet of the Holy League, a coalition of states, defeated the Ottoman fleet in one day.",
                true,
            ),
            ("Kelland sued Norrby Mills.", "Kelland was sued by Norrby Mills.", true),
            ("Kelland sued Norrby Mills.", "Norrby Mills was sued on Friday by Kelland.", false),
            ("Brightwater acquired Halvorsen.", "Halvorsen has acquired Brightwater.", true),
            ("Brightwater was acquired by Halvorsen.", "Halvorsen has acquired Brightwater.", false),
            ("Brightwater acquired Halvorsen.", "Halvorsen, acquired by Brightwater in May, makes pumps.", false),
            ("Foxes infected horses.", "Horses did not infect foxes.", false),
            ("Ticks infected the dogs.", "The dogs would have infected the ticks.", false),
            ("The senator was arrested in Miami.", "Police in Miami arrested the senator.", false),
            ("The drug reduced the pain.", "The pain reduced sleep.", false),
        ] {
            assert_eq!(
                is_swapped(&of_statement(&read(statement)), &read(passage)),
                expected,
                "{statement} / {passage}"
            );
        }
    }
}
