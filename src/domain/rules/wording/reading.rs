//! How a passage reads against a statement: what it covers, and whether the two agree or clash.

use crate::text::sentences;

use super::{Token, Wording, clash};

/// What a comparison of wordings gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// How much of the statement's content is in the evidence and around it, 0–1.
    pub coverage: f64,
    /// Above 0 they agree, below 0 they clash; the size says how clearly.
    pub polarity: f64,
    /// The first thing that the statement speaks of is in view.
    pub subject: bool,
    /// The statement says that something goes up or down, and the passage says neither.
    pub silent: bool,
    /// What clashes, in words; empty when nothing does.
    pub clashes: Vec<(&'static str, String)>,
}

impl Reading {
    /// What clashes, each once: two rules may name the same pair of words.
    pub fn distinct_clashes(&self) -> impl Iterator<Item = &(&'static str, String)> {
        let is_first = move |(at, clash): &(usize, &(&'static str, String))| !self.clashes[..*at].contains(*clash);
        self.clashes.iter().enumerate().filter(is_first).map(|(_, clash)| clash)
    }
}

/// How much of the coverage hangs on what is said of the names.
const SAID: f64 = 0.5;

/// Reads `passage` against `statement`; `around` is the title and the
/// sentences beside it, which tell what the passage speaks of.
#[must_use]
pub fn read(statement: &Wording, passage: &str, around: &Wording) -> Reading {
    let whole = Wording::of(passage);
    let ranges = sentences(passage);
    if ranges.len() < 2 {
        return read_sentence(statement, &whole, around);
    }
    let parts: Vec<Wording> = ranges.into_iter().map(|range| Wording::of(&passage[range])).collect();
    read_parts(statement, &whole, &parts, around)
}

/// [`read`] for a passage of one sentence, taken apart before.
#[must_use]
pub fn read_sentence(statement: &Wording, sentence: &Wording, around: &Wording) -> Reading {
    read_parts(statement, sentence, std::slice::from_ref(sentence), around)
}

fn read_parts(statement: &Wording, whole: &Wording, parts: &[Wording], around: &Wording) -> Reading {
    // That the names are met says little as long as nothing is met of what is said of them.
    let (all, said) = (statement.covered_by(whole, Some(around)), statement.covered_without_names(whole, Some(around)));
    let mut reading = Reading { coverage: all * (1.0 - SAID) + all.min(said) * SAID, ..Reading::default() };
    let names = |token: &&Token| token.content && !token.number && token.direction == 0 && !token.is_spelled();
    let first = statement.tokens.iter().find(names);
    reading.subject = first.is_none_or(|token| whole.speaks_of(&token.stem) || around.speaks_of(&token.stem));
    let covers: Vec<f64> = parts.iter().map(|part| statement.covered_by(part, None)).collect();
    let best = covers.iter().copied().fold(0.0, f64::max);
    let mut weights = 0.0;
    for (part, cover) in parts.iter().zip(&covers) {
        // A sentence that hardly speaks of the statement has no say.
        if *cover < best * 0.6 {
            continue;
        }
        let weight = (cover / best.max(0.01)).powi(2);
        let (polarity, clashes) = clash::polarity(statement, part);
        reading.polarity += polarity * weight;
        let new: Vec<_> = clashes.into_iter().filter(|clash| !reading.clashes.contains(clash)).collect();
        reading.clashes.extend(new);
        weights += weight;
    }
    if weights > 0.0 {
        reading.polarity /= weights;
    }
    let turns = |wording: &Wording| wording.tokens.iter().any(|token| token.direction != 0);
    reading.silent = reading.polarity == 0.0 && turns(statement);
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_plain(statement: &str, passage: &str) -> Reading {
        read(&Wording::of(statement), passage, &Wording::of(""))
    }

    #[test]
    fn what_clashes_is_told_from_what_agrees() {
        for (statement, passage, clashes) in [
            ("Aspirin lowers the risk of stroke.", "Aspirin reduced the risk of stroke.", false),
            ("Aspirin lowers the risk of stroke.", "Aspirin increased the risk of stroke.", true),
            ("Aspirin lowers the risk of stroke.", "Aspirin did not lower the risk of stroke.", true),
            ("Aspirin does not lower the risk of stroke.", "Aspirin did not reduce the risk of stroke.", false),
            ("Aspirin is associated with stroke.", "Aspirin was not associated with stroke.", true),
            ("Aspirin has no effect on stroke.", "Aspirin had no effect on stroke.", false),
            ("The cells are sensitive to heat.", "The cells are resistant to heat.", true),
            ("The method is safe.", "The method is unsafe.", true),
            ("All members voted.", "Only some members voted.", true),
            ("Loss of p53 increases tumour growth.", "Tumour growth was reduced by p53.", false),
            ("Yeast without YAR1 grows on glucose.", "Cells lacking YAR1 were found to grow on glucose.", false),
            ("The dye acts on DNA.", "The new data rule out that the dye acts on DNA.", true),
            ("The dye does not act on DNA.", "The new data rule out that the dye acts on DNA.", false),
        ] {
            let reading = read_plain(statement, passage);
            assert_eq!(reading.polarity < 0.0, clashes, "{statement} / {passage}: {reading:?}");
        }
    }

    /// A reviewer read “caus” against “prevent”, which neither text says.
    #[test]
    fn clashes_are_named_in_the_words_of_the_texts_each_once() {
        for (statement, passage, named) in [
            ("Aspirin causes ulcers.", "Aspirin prevents ulcers.", "opposite: “causes” against “prevents”"),
            ("The drug is effective.", "The drug is ineffective.", "opposite: “effective” against “ineffective”"),
            (
                "The law applies to shops.",
                "The law does not apply to shops. It does not apply to shops.",
                "negation: the passage is negated, the statement is not",
            ),
        ] {
            let reading = read_plain(statement, passage);
            let clashes: Vec<String> =
                reading.distinct_clashes().map(|(rule, note)| format!("{rule}: {note}")).collect();
            assert!(clashes.iter().any(|clash| clash == named), "{clashes:?}");
            assert_eq!(clashes.iter().filter(|clash| *clash == named).count(), 1, "{clashes:?}");
        }
    }

    #[test]
    fn names_alone_do_not_make_a_passage_speak_of_the_statement() {
        let met = read_plain("Greta Olsen resigned from the council.", "Greta Olsen resigned from the town council.");
        let names = read_plain("Greta Olsen resigned from the council.", "Greta Olsen likes sailing.");
        assert!(met.coverage > 0.9 && names.coverage < 0.4, "{met:?} {names:?}");
    }
}
