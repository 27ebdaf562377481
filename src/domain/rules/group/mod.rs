//! Which part of a whole a sentence is on: “in women, …”, “pupils who …”, “overall” (`docs/rules.md#groups`).

mod part;
mod season;
mod unnamed;
pub mod variation;

use std::{fmt, ops::Range};

use crate::text::{content_stems, is_stop, sentences};

use part::{GENERIC, Part, Word, parts, read, speaks_of_whole};
use season::Times;

/// What a sentence of a document is on where the statement is on something else, in the words of the document or the
/// statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A part that the statement does not name, while another sentence says as much of the whole.
    Part(String),
    /// Not the part that the statement names and that another sentence is on.
    Outside(String),
    /// Not the part that the statement names, of which the document says nothing.
    Unnamed(String),
    /// Another time of the year.
    Season,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(part) => write!(f, "The passage covers only “{part}”, which the statement does not name."),
            Self::Outside(part) => {
                write!(f, "The statement covers “{part}”, which another sentence addresses and the passage does not.")
            }
            Self::Unnamed(part) => write!(f, "The statement covers “{part}”, which the document does not mention."),
            Self::Season => write!(f, "The passage is about another time of the year than the statement."),
        }
    }
}

/// Whether `passage` excepts what `statement` is on: “in every group except poor metabolizers” for one of poor metabolizers, or of
/// every group.
#[must_use]
pub fn excepts(statement: &str, passage: &str) -> bool {
    const EVERY: [&str; 8] = ["all", "any", "both", "each", "every", "irrespective", "regardless", "whatever"];
    let (own, said) = (read(statement), read(passage));
    let opens = |read: &[Word], at: usize| {
        let next = read.get(at + 1).map_or("", |word| word.text.as_str());
        matches!((read[at].text.as_str(), next), ("except" | "excepting", _) | ("apart", "from") | ("other", "than"))
    };
    if (0..own.len()).any(|at| opens(&own, at)) {
        return false;
    }
    let Some(at) = (0..said.len()).find(|&at| opens(&said, at)) else { return false };
    let end = (at + 1..said.len()).find(|&at| said[at].pause).unwrap_or(said.len());
    let is_telling = |word: &&Word| !is_stop(&word.text) && !GENERIC.contains(&word.stem.as_str());
    let of: Vec<&Word> = said[at + 1..end].iter().filter(is_telling).collect();
    let met = of.iter().filter(|word| own.iter().any(|own| own.stem == word.stem)).count();
    2 * met > of.len() || own.iter().any(|word| EVERY.contains(&word.text.as_str()))
}

/// The sentences of a document with the parts that they are on, beside a statement.
#[derive(Debug)]
pub struct Scopes<'a> {
    statement: &'a str,
    text: &'a str,
    /// Stems of the statement.
    own: Vec<String>,
    sentences: Vec<Range<usize>>,
    parts: Vec<Vec<Part>>,
    /// How many words of the statement each sentence has.
    covered: Vec<usize>,
    /// Stems of what is said before any part is named, and so of the whole.
    known: Vec<String>,
    unnamed: Option<String>,
    /// When in the year the statement is about.
    times: Times,
}

impl<'a> Scopes<'a> {
    /// Reads `text`, an abstract or a page of this `title`.
    #[must_use]
    pub fn new(statement: &'a str, title: &str, text: &'a str) -> Self {
        let sentences = sentences(text);
        let parts: Vec<Vec<Part>> = sentences.iter().map(|range| parts(&text[range.clone()])).collect();
        let first = parts.iter().position(|parts| !parts.is_empty());
        let before = first.map_or(text, |first| &text[..sentences[first].start]);
        let known = content_stems(&format!("{title} {before}"));
        let unnamed = unnamed::find(statement, &format!("{title} {text}"));
        let own = content_stems(statement);
        let covered = sentences.iter().map(|range| {
            let stems = content_stems(&text[range.clone()]);
            own.iter().filter(|stem| stems.contains(stem)).count()
        });
        let covered = covered.collect();
        Self { statement, text, own, sentences, parts, covered, known, unnamed, times: Times::of(statement) }
    }

    /// What the sentences at `cited` are on; `None` wherever they may be on what the statement is on.
    #[must_use]
    pub fn elsewhere(&self, cited: &Range<usize>) -> Option<Scope> {
        if let Some(part) = &self.unnamed {
            return Some(Scope::Unnamed(part.clone()));
        }
        let is_cited = |range: &Range<usize>| range.start < cited.end && cited.start < range.end;
        let at = self.sentences.iter().position(is_cited)?;
        let last = self.sentences.iter().rposition(is_cited)?;
        let passage = self.text.get(cited.clone())?;
        if self.times.exclude(Times::of(passage)) {
            return Some(Scope::Season);
        }
        let on_part = (at == last).then(|| self.on_part(at)).flatten();
        on_part.map(Scope::Part).or_else(|| self.outside(at..=last, passage).map(Scope::Outside))
    }

    /// The text without the sentences that are on something else, and where `cited` is in it; `None` where no other sentence
    /// is, or `cited` is itself.
    #[must_use]
    pub fn without_others(&self, cited: &Range<usize>) -> Option<(String, Range<usize>)> {
        let is_other = |range: &&Range<usize>| {
            (range.end <= cited.start || cited.end <= range.start) && self.elsewhere(range).is_some()
        };
        let others: Vec<_> = self.sentences.iter().filter(is_other).collect();
        if others.is_empty() || self.elsewhere(cited).is_some() {
            return None;
        }
        let (mut kept, mut end, mut before) = (String::new(), 0, 0);
        for other in others {
            kept.push_str(&self.text[end..other.start]);
            if other.end <= cited.start {
                before += other.len();
            }
            end = other.end;
        }
        kept.push_str(&self.text[end..]);
        Some((kept, cited.start - before..cited.end - before))
    }

    /// The part that a sentence is on and that the statement does not name, where the whole is spoken of as well.
    fn on_part(&self, at: usize) -> Option<String> {
        let [part] = &self.parts[at][..] else { return None };
        let is_on_whole = speaks_of_whole(self.statement);
        // Beside a statement that is expressly on the whole, a word of the title may distinguish a part.
        let telling: Vec<_> = part.stems.iter().filter(|stem| is_on_whole || !self.known.contains(stem)).collect();
        let named = telling.iter().filter(|stem| self.own.contains(stem)).count();
        let is_named = if is_on_whole { 2 * named > telling.len() } else { named > 0 };
        if at == 0 || !(part.opens || is_on_whole) || telling.is_empty() || is_named {
            return None;
        }
        let says_as_much = |other: usize| {
            speaks_of_whole(self.sentence(other)) || other > 0 && 5 * self.covered[other] >= 4 * self.covered[at]
        };
        let mut on_whole = (0..self.parts.len()).filter(|other| *other != at && self.parts[*other].is_empty());
        (is_on_whole || on_whole.any(says_as_much)).then(|| part.text.clone())
    }

    /// The part that the statement names and that a sentence beyond these is on, but these are not.
    fn outside(&self, cited: std::ops::RangeInclusive<usize>, passage: &str) -> Option<String> {
        const BACK: [&str; 3] = ["the same ", "these ", "those "];
        let lower = passage.to_lowercase();
        if BACK.iter().any(|word| lower.contains(word)) {
            return None;
        }
        let stems = content_stems(passage);
        let at = *cited.start();
        let is_new = !self.parts[at].is_empty() || speaks_of_whole(self.sentence(at));
        // What follows a sentence on a part may still be on it.
        let others = (1..self.parts.len()).filter(|other| !cited.contains(other) && (is_new || at != other + 1));
        let is_meant = |part: &&Part| {
            let of = part.beyond(&self.known);
            let meant: Vec<_> = of.iter().filter(|stem| self.own.contains(stem)).collect();
            2 * meant.len() > of.len() && !meant.iter().any(|stem| stems.contains(stem))
        };
        others.flat_map(|other| &self.parts[other]).find(is_meant).map(|part| part.text.clone())
    }

    fn sentence(&self, at: usize) -> &str {
        &self.text[self.sentences[at].clone()]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is said of the sentences of an abstract, each with the statement.
    fn scopes(statement: &str, text: &str) -> Vec<&'static str> {
        let scopes = Scopes::new(statement, "", text);
        let name = |scope| match scope {
            None => "on it",
            Some(Scope::Part(_)) => "part",
            Some(Scope::Outside(_)) => "outside",
            Some(Scope::Unnamed(_)) => "unnamed",
            Some(Scope::Season) => "season",
        };
        sentences(text).iter().map(|range| name(scopes.elsewhere(range))).collect()
    }

    const BLEEDING: &str = "We followed new users of edoxaban or warfarin. In patients aged 85 years or older, major bleeding was more \
                            frequent with edoxaban. In the cohort as a whole, edoxaban users had fewer major bleeds.";

    /// A reviewer would see what holds in the very old held against what holds in all.
    #[test]
    fn a_part_does_not_speak_for_the_whole_nor_the_whole_for_a_part() {
        let on_whole = "Major bleeding was less frequent with edoxaban than with warfarin.";
        assert_eq!(scopes(on_whole, BLEEDING), ["on it", "part", "on it"]);
        let text = "We randomised 11,870 ninth graders of all achievement. For all students taken together, grades were unaffected. Among \
                    lower-achieving students, grades were higher.";
        assert_eq!(scopes("Overall, the sessions raised grades.", text), ["on it", "on it", "part"]);
        let on_part = "Poor metabolizers had as many strokes on clopidogrel as on aspirin.";
        let text = "We randomised 2,933 people. Strokes were fewer with clopidogrel. Poor metabolizers had as many strokes. \
                    Extensive metabolizers had fewer strokes.";
        assert_eq!(scopes(on_part, text), ["outside", "outside", "on it", "outside"]);
        let both = "The tax fell on all. Purchases fell in the top quintile, whereas households in the lowest quintile bought as much. \
                    Purchases fell overall.";
        assert_eq!(scopes("Households in the lowest quintile bought less.", both), ["outside", "on it", "outside"]);
    }

    /// What was found in summer would be read beside what was found in winter.
    #[test]
    fn another_time_of_the_year_is_another_part() {
        let text = "Richness was lower in summer-grazed plots. Richness in winter-grazed plots was not lower.";
        assert_eq!(scopes("Grazing in winter lowers richness.", text), ["season", "on it"]);
    }

    /// A trial of aphasia would support what is claimed of depression.
    #[test]
    fn an_abstract_without_the_population_is_on_another() {
        let text = "Seventy-four people with aphasia were stimulated. The active group improved more.";
        for statement in
            ["In adults with depression, stimulation improved scores.", "Scores improved in adults with depression."]
        {
            assert_eq!(scopes(statement, text), ["unnamed", "unnamed"], "{statement}");
        }
        assert_eq!(scopes("In adults with aphasia, stimulation improved naming.", text), ["on it", "on it"]);
        let text = "In Hyderabad branches opened in 52 slums. Profits of households were no different.";
        assert_eq!(scopes("Among Muslim households in Hyderabad, profits rose.", text), ["unnamed", "unnamed"]);
        let text = "Patients had kidney disease and albuminuria. Dapagliflozin lowered their risk.";
        assert_eq!(
            scopes("Dapagliflozin lowers the risk of patients without albuminuria.", text),
            ["unnamed", "unnamed"]
        );
        let text = "Police officers were surveyed. Support was associated with fewer symptoms.";
        assert_eq!(scopes("Paramedics who perceive support have fewer symptoms.", text), ["unnamed", "unnamed"]);
        let text = "Oxytocin was given to 148 men. Oxytocin raised trust.";
        assert_eq!(scopes("Oxytocin raises trust in women.", text), ["unnamed", "unnamed"]);
    }

    /// Evidence would be lost wherever a sentence names a setting, an arm or the group that was exposed.
    #[test]
    fn settings_arms_and_exposures_are_no_parts() {
        for text in [
            "In 412 adults with asthma, tiotropium improved lung function. Lung function rose by 100 ml.",
            "Tiotropium was given. In the intervention group, lung function improved. Lung function rose by 100 ml.",
            "Infants were screened. Exposed infants had a better lung function. Lung function rose by 100 ml.",
            "We studied women. Women with low levels had a better lung function. Lung function rose by 100 ml.",
        ] {
            assert!(scopes("Tiotropium improved lung function.", text).iter().all(|scope| *scope == "on it"), "{text}");
        }
    }

    #[test]
    fn what_is_on_another_part_is_left_out_around_a_passage() {
        let scopes = Scopes::new("Major bleeding was less frequent with edoxaban than with warfarin.", "", BLEEDING);
        let cited = BLEEDING.find("In the cohort").unwrap()..BLEEDING.len();
        let (text, at) = scopes.without_others(&cited).unwrap();
        assert_eq!(&text[at], &BLEEDING[cited]);
        assert!(!text.contains("85"), "{text}");
    }

    #[test]
    fn what_is_excepted_is_not_what_is_said() {
        let passage = "Stroke was less frequent in every group except poor metabolizers.";
        assert!(excepts("Stroke was less frequent in poor metabolizers.", passage));
        assert!(excepts("Stroke was less frequent in every group.", passage));
        assert!(!excepts("Stroke was less frequent in carriers.", passage));
        assert!(!excepts("Stroke was less frequent in all except poor metabolizers.", passage));
    }

    proptest! {
        /// A slice outside a text, or within a letter, would break the stage.
        #[test]
        fn any_text_is_read(statement in "(in |women |who |were |, |é|[a-z ]){0,12}", text in "(In |women |, |\\. |; |but |é|\\(|[a-z ]){0,24}") {
            let scopes = Scopes::new(&statement, &statement, &text);
            for range in sentences(&text) {
                let scope = scopes.elsewhere(&range);
                if let Some((kept, cited)) = scopes.without_others(&range) {
                    prop_assert!(scope.is_none() && kept.get(cited).is_some());
                }
            }
            prop_assert!(!excepts(&statement, &statement.replace("who", "")) && variation::missing(&text, &text).is_none());
        }
    }
}
