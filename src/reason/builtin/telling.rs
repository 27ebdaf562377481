//! Evidence in prose: short exact quotes, the source in words, lists of numbers.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    domain::{Citation, Stance, rules::reference},
    reason::WeighedCitation,
    text::{Clean, sentences, word_count},
};

use super::{
    asides,
    cues::{self, Cue},
    reading::is_aside,
    sections::Section,
    terms::{Found, Terms},
};

/// A sentence is quoted whole up to this many words: a cut may take away what was found.
const LONGEST_SENTENCE: usize = 60;
/// A run of clauses that is quoted has at least so many words.
const SHORTEST_RUN: usize = 8;

/// Study designs as a credibility rule or a title names them, and how they are worded.
const DESIGNS: &[(&str, &str)] = &[
    ("genome-wide", "genome-wide association study"),
    ("meta-analysis", "systematic review or meta-analysis"),
    ("systematic review", "systematic review or meta-analysis"),
    ("randomi", "randomised trial"),
    ("rct", "randomised trial"),
    ("cohort", "cohort study"),
    ("case-control or cross-sectional", "case-control or cross-sectional study"),
    ("case-control", "case-control study"),
    ("cross-sectional", "cross-sectional study"),
    ("case report", "case report"),
    ("in vitro", "animal or in vitro study"),
    ("animal", "animal or in vitro study"),
    ("preprint", "preprint"),
    ("unpublished note", "note"),
];

/// Words that a clause's sense hangs on.
const TURNS: &[&str] = &[" not ", " no ", " without ", " fail", " neither ", "n't ", " lack", "contrary", "unlikely"];
/// Where a clause may begin, when what is before is left out.
const CLAUSES: &[&str] =
    &[", ", "; ", ": ", " – ", " whereas ", " but ", " while ", " although ", " because ", " when "];

/// What of a passage is quoted: the whole where that has at most `most` words
/// and is of one section, else its most telling sentence, else the most telling
/// run of its clauses. Always words of the passage itself, without the label of
/// a section. The terms in `known`, those of its title, tell no sentence from
/// another.
fn excerpt<'a>(passage: &'a str, most: usize, terms: &Terms, known: Found) -> &'a str {
    let whole = Section::inline(passage.trim()).1;
    let all = parts(whole);
    let is_of_one_section = all.iter().all(|range| Section::inline(&whole[range.clone()]).0.is_none());
    if word_count(whole) <= most && !whole.contains("\n\n") && is_of_one_section {
        return whole;
    }
    let telling = |part: &str| {
        let lower = part.to_lowercase();
        let turns = TURNS.iter().filter(|turn| lower.contains(*turn)).count().min(2) as f64;
        let found = (cues::count(&lower, Cue::Finding) + cues::count(&lower, Cue::Conclusion)).min(3) as f64;
        let aside = if is_aside(part) || asides::is_plan(&lower) { 0.3 } else { 0.0 };
        let aside = aside + 0.08 * cues::count(&lower, Cue::Method).min(2) as f64;
        terms.share(terms.find(part) | known) + 0.08 * turns + 0.05 * found - aside
    };
    let mut sentence = whole;
    let mut best = f64::NEG_INFINITY;
    for range in all {
        let part = Section::inline(&whole[range]).1;
        if telling(part) > best {
            (sentence, best) = (part, telling(part));
        }
    }
    if word_count(sentence) <= LONGEST_SENTENCE {
        return sentence;
    }
    let mut cuts: Vec<usize> = Vec::new();
    for clause in CLAUSES {
        // The comma stays with what is before it, the conjunction with what is behind.
        let kept = clause.find(' ').map_or(0, |blank| if blank == 0 { 0 } else { blank });
        cuts.extend(sentence.match_indices(clause).map(|(at, _)| at + kept));
    }
    cuts.retain(|at| !in_brackets(&sentence[..*at]));
    cuts.extend([0, sentence.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut chosen: Option<(f64, &str)> = None;
    for (i, from) in cuts.iter().enumerate() {
        for to in &cuts[i + 1..] {
            let part = sentence[*from..*to].trim();
            let words = word_count(part);
            if words > LONGEST_SENTENCE {
                break;
            }
            // A short run says little, and one that ends early may leave out the outcome.
            let worth = telling(part) + 0.01 * words as f64 - if *to < sentence.len() { 0.12 } else { 0.0 };
            if words >= SHORTEST_RUN && chosen.is_none_or(|(best, _)| worth > best) {
                chosen = Some((worth, part));
            }
        }
    }
    chosen.map_or_else(|| last_words(sentence, LONGEST_SENTENCE), |(_, part)| part)
}

/// The sentences of a text; one ends also before the label of a section that no full stop parts from it: “(P=.02)
/// CONCLUSION Among”.
fn parts(text: &str) -> Vec<Range<usize>> {
    const SHORTEST: usize = 6;
    let is_label = |text: &str| {
        let word = text.split(' ').next().unwrap_or_default();
        word.len() >= SHORTEST && word.chars().all(char::is_uppercase) && Section::inline(text).0.is_some()
    };
    let mut parts = Vec::new();
    for Range { mut start, end } in sentences(text) {
        for at in text[start..end].match_indices(' ').map(|(at, _)| start + at).collect::<Vec<_>>() {
            // A label has several words: “MAIN OUTCOME MEASURES”.
            let is_within = text[..at].ends_with(|c: char| c.is_uppercase() || c == ',');
            if !is_within && is_label(&text[at + 1..end]) {
                parts.push(start..at);
                start = at + 1;
            }
        }
        parts.push(start..end);
    }
    parts
}

/// Whether what follows this is in brackets.
fn in_brackets(before: &str) -> bool {
    before.matches(['(', '[']).count() > before.matches([')', ']']).count()
}

/// Characters that belong to the next word and are trimmed from the end of an excerpt.
const DANGLING: [char; 14] = [' ', '\n', '\t', '±', '+', '-', '/', '=', '<', '>', '≤', '≥', '(', '['];

/// The first words, at most `most`.
fn first_words(text: &str, most: usize) -> &str {
    // A run of blanks counts as several, which only makes it shorter.
    let end = text.match_indices(char::is_whitespace).nth(most.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    text[..end].trim_end_matches(DANGLING)
}

/// The last words, at most `most`.
fn last_words(text: &str, most: usize) -> &str {
    let start = text.rmatch_indices(char::is_whitespace).nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    text[start..].trim_start()
}

/// What of a cited passage is quoted.
fn quote<'a>(item: &WeighedCitation<'a>, most: usize, terms: &Terms) -> &'a str {
    excerpt(&item.citation.passage, most, terms, terms.find(&item.citation.meta.title))
}

/// The passage in quotation marks with its number: “…” [3].
pub(super) fn quoted(item: &WeighedCitation<'_>, most: usize, terms: &Terms) -> String {
    let (text, passage) = (quote(item, most, terms), item.citation.passage.trim());
    let before = passage.find(text).map_or("", |at| passage[..at].trim_end());
    let opens = before.is_empty()
        || before.ends_with(['.', '!', '?']) && text.starts_with(char::is_uppercase)
        || parts(passage).into_iter().any(|range| Section::inline(&passage[range]).1.starts_with(text));
    let ends = text.ends_with(['.', '!', '?', '”', '"']);
    let plain = text.trim_end_matches(DANGLING).trim_end_matches(['.', ',', ';', ':', ' ', '–']);
    // A quotation within the quotation keeps its own marks.
    format!("“{}{plain}{}” [{}]", if opens { "" } else { "… " }, if ends { "" } else { " …" }, item.citation.number)
}

/// The source in words: “a cohort study by Smith et al. (2013)”, “BBC”, “an
/// article (Statins and stroke, 2013)”.
pub(super) fn source(item: &WeighedCitation<'_>) -> String {
    let meta = &item.citation.meta;
    let rule = item.weighed.credibility.rule.to_lowercase();
    let design = DESIGNS.iter().find(|(mark, _)| rule.contains(mark)).map(|(_, design)| *design);
    if let (None, Some(name)) = (design, &meta.source_name)
        && !name.trim().is_empty()
        && meta.url.is_some()
    {
        return name.one_line().to_string();
    }
    let (names, title) = (authors(&meta.authors), reference::title(meta).and_then(|whole| title(&whole)));
    // “A cohort study (Smoking and stroke: a cohort study)” says it twice.
    let is_named = |design: &&str| names.is_none() && title.as_ref().is_some_and(|t| t.to_lowercase().contains(design));
    let is_named = design.as_ref().is_some_and(is_named);
    let kind = design.unwrap_or("article");
    let kind = format!("{} {kind}", if kind.starts_with('a') { "an" } else { "a" });
    let year = meta.year.map(|year| year.to_string());
    match (names, title, year) {
        (Some(names), _, Some(year)) => format!("{kind} by {names} ({year})"),
        (Some(names), _, None) => format!("{kind} by {names}"),
        (None, Some(title), Some(year)) if is_named => format!("“{title}” ({year})"),
        (None, Some(title), None) if is_named => format!("“{title}”"),
        (None, Some(title), Some(year)) => format!("{kind} ({title}, {year})"),
        (None, Some(title), None) => format!("{kind} ({title})"),
        (None, None, Some(year)) => format!("{kind} of {year}"),
        (None, None, None) => kind,
    }
}

/// “Smith”, “Smith and Jones”, “Smith et al.”
fn authors(authors: &[Clean]) -> Option<String> {
    let surname = |author: &Clean| {
        let name = author.one_line();
        let surname = match name.split_once(',') {
            Some((surname, _)) => surname.trim().to_owned(),
            None => {
                let initials = |w: &str| w.chars().count() <= 3 && w.chars().all(|c| c.is_uppercase() || c == '.');
                match name.rsplit_once(' ') {
                    // “Smith JA” and “John A. Smith”.
                    Some((before, last)) if initials(last) => before.to_owned(),
                    Some((_, last)) => last.to_owned(),
                    None => name.to_string(),
                }
            }
        };
        Some(surname).filter(|s| s.chars().any(char::is_alphabetic))
    };
    match authors {
        [] => None,
        [one] => surname(one),
        [one, two] => Some(format!("{} and {}", surname(one)?, surname(two)?)),
        [one, ..] => Some(format!("{} et al.", surname(one)?)),
    }
}

/// The first words of a title, for use in brackets.
fn title(title: &str) -> Option<String> {
    const MOST_WORDS: usize = 9;
    // What looks like a citation or a bracket would be read as one.
    if title.contains(['[', ']', '(', ')', '“', '”', '"', '\n']) {
        return None;
    }
    let whole = title.trim().trim_end_matches('.');
    let short = first_words(whole, MOST_WORDS).trim_end_matches([',', ':', ';', '.', '-', '–', ' ']);
    let ends = [
        " of", " the", " a", " an", " in", " and", " for", " with", " by", " to", " on", " from", " through", " after",
        " versus", " at",
    ];
    let short = ends.iter().find_map(|end| short.strip_suffix(end)).unwrap_or(short);
    let cut = if short.len() < whole.len() { " …" } else { "" };
    short.chars().any(char::is_alphabetic).then(|| format!("{short}{cut}"))
}

/// What the source does with the passage, and the passage: reports “…” [3].
pub(super) fn reported(item: &WeighedCitation<'_>, most: usize, terms: &Terms) -> String {
    let verb = if is_conclusion(item, quote(item, most, terms)) { "concludes" } else { "reports" };
    format!("{verb} {}", quoted(item, most, terms))
}

/// Whether what is quoted of a passage is in the conclusions of its source, or calls itself a conclusion.
fn is_conclusion(item: &WeighedCitation<'_>, quote: &str) -> bool {
    let Citation { before, passage, section, .. } = item.citation;
    let named = section.as_ref().and_then(|place| Section::of_heading(place.split(',').next()?));
    let until = passage.find(quote).map_or(passage.as_str(), |at| &passage[..at + quote.len()]);
    let label = |text: &str| parts(text).into_iter().rev().find_map(|range| Section::inline(&text[range]).0);
    let lower = quote.to_lowercase();
    label(until).or_else(|| label(before)).or(named) == Some(Section::Conclusion)
        || ["conclude", "in conclusion"].iter().any(|words| lower.contains(words))
}

/// “[1], [2] and [5]”.
pub(super) fn numbers(items: &[&WeighedCitation<'_>]) -> String {
    let numbers: BTreeSet<u32> = items.iter().map(|i| i.citation.number).collect();
    in_order(numbers)
}

/// The numbers, those of one work beside each other: the report letters them [2a] and [2b].
pub(super) fn numbers_by_work(items: &[&WeighedCitation<'_>]) -> String {
    let first = |item: &&WeighedCitation<'_>| items.iter().position(|other| other.weighed.work == item.weighed.work);
    let mut sorted = items.to_vec();
    sorted.sort_by_key(|item| (first(item), item.citation.number));
    in_order(sorted.into_iter().map(|item| item.citation.number))
}

fn in_order(numbers: impl IntoIterator<Item = u32>) -> String {
    let marks: Vec<String> = numbers.into_iter().map(|n| format!("[{n}]")).collect();
    match marks.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A small count in words.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// How much a citation counts: credibility × judged confidence.
pub(super) fn weight(item: &WeighedCitation<'_>) -> f64 {
    item.weighed.credibility.value * item.weighed.opinion.adjusted
}

/// The citations of one stance, in the order in which prose names them:
/// by weight and relevance.
pub(super) fn of_stance<'a, 'b>(items: &'b [WeighedCitation<'a>], stance: Stance) -> Vec<&'b WeighedCitation<'a>> {
    let mut found: Vec<_> = items.iter().filter(|i| i.weighed.counts() && i.weighed.stance == stance).collect();
    let rank = |item: &WeighedCitation<'_>| {
        let passage = item.citation.passage.trim();
        // What only states an aim or a plan is the last to be quoted.
        let aside = is_aside(Section::inline(passage).1) || asides::is_plan(&passage.to_lowercase());
        weight(item) * f64::from(item.citation.score) * if aside { 0.3 } else { 1.0 }
    };
    found.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.citation.number.cmp(&b.citation.number)));
    found
}

/// The text with a capital at its head.
pub(super) fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{
        domain::{
            Counter, Credibility, DocId, Report, Scores3, Signal, SignalLabel, SourceMeta, Statement, Weighed,
            fixtures, rules::pack::RulePack,
        },
        reason::{
            InspectDraft, InspectInput, ReportInput, VerdictDraft, VerdictInput,
            builtin::{Builtin, critique::critique, inspect::inspect, report::report, verdict::verdict},
        },
    };

    /// A statement with weighed citations, for the tests of report and verdict.
    pub(in super::super) struct Case {
        statement: Statement,
        citations: Vec<(Citation, Weighed)>,
    }

    impl Case {
        pub(in super::super) fn new(statement: &str, cited: &[(Stance, &str)]) -> Self {
            let statement = Statement::claim(1, statement);
            let citations = (1..).zip(cited).map(|(n, (stance, passage))| one(n, *stance, passage)).collect();
            Self { statement, citations }
        }

        fn with<T>(&self, f: impl FnOnce(&[WeighedCitation<'_>]) -> T) -> T {
            f(&self
                .citations
                .iter()
                .map(|(citation, weighed)| WeighedCitation { citation, weighed })
                .collect::<Vec<_>>())
        }

        pub(in super::super) fn verdict(&self, label: SignalLabel) -> VerdictDraft {
            let signal = signal(label);
            let (statement, report) = (&self.statement, &Report::default());
            self.with(|citations| {
                let input = VerdictInput { statement, report, citations, signal: &signal, critique: None };
                verdict(&Builtin::default(), input)
            })
        }

        /// The first draft, what its critique finds, and the second draft if one is made.
        pub(in super::super) fn criticised(
            &self,
            label: SignalLabel,
        ) -> (VerdictDraft, Option<String>, Option<VerdictDraft>) {
            let signal = signal(label);
            let (statement, report) = (&self.statement, &Report::default());
            self.with(|citations| {
                let input = VerdictInput { statement, report, citations, signal: &signal, critique: None };
                let builtin = Builtin::default();
                let (verdict, critique) =
                    (|input| verdict(&builtin, input), |input, draft: &_| critique(&builtin.rules, input, draft));
                let first = verdict(input);
                let finding = critique(input, &first).finding;
                let second = finding.as_deref().map(|finding| {
                    let input = VerdictInput { critique: Some(finding), ..input };
                    let second = verdict(input);
                    assert_eq!(critique(input, &second).finding, None, "a draft is made once more at most once");
                    second
                });
                (first, finding, second)
            })
        }

        /// The works that the citations are from.
        pub(in super::super) fn set_scores(&mut self, at: usize, scores: Scores3) {
            self.citations[at].1.scores = scores;
        }

        pub(in super::super) fn set_works(&mut self, works: &[u32]) {
            self.citations.iter_mut().zip(works).for_each(|((_, weighed), work)| weighed.work = *work);
        }

        pub(in super::super) fn name_sources(&mut self, names: &[&str]) {
            for ((citation, _), name) in self.citations.iter_mut().zip(names) {
                citation.meta.year = None;
                citation.meta.source_name = Some((*name).into());
                citation.doc = DocId::from(*name);
            }
        }

        pub(in super::super) fn reason(&mut self, reasoning: &str) {
            self.citations.iter_mut().for_each(|(_, weighed)| weighed.reasoning = reasoning.into());
        }

        pub(in super::super) fn inspect(&self) -> InspectDraft {
            let citations: Vec<Citation> = self.citations.iter().map(|(citation, _)| citation.clone()).collect();
            inspect(
                &RulePack::builtin(),
                InspectInput { statement: &self.statement, citations: &citations, documents: &[] },
            )
        }

        pub(in super::super) fn report(&self) -> String {
            let counter = &Counter::default();
            self.with(|citations| report(ReportInput { statement: &self.statement, counter, citations }).text)
        }
    }

    fn signal(label: SignalLabel) -> Signal {
        Signal {
            label,
            consensus: Some(0.9),
            best_supporting: 0.9,
            best_contradicting: 0.9,
            sources: 1,
            ..Signal::default()
        }
    }

    /// Citations of one document, by a cohort study of 2013.
    fn one(number: u32, stance: Stance, passage: &str) -> (Citation, Weighed) {
        let citation = Citation {
            doc: DocId::from("d"),
            meta: SourceMeta { year: Some(2013), ..SourceMeta::default() },
            reference: "".into(),
            ..fixtures::citation(number, passage)
        };
        let weighed = Weighed {
            reasoning: "".into(),
            credibility: Credibility::by_rule(0.8, "cohort study"),
            ..fixtures::weighed(number, stance)
        };
        (citation, weighed)
    }

    #[test]
    fn an_excerpt_is_the_telling_part_in_the_passages_own_words() {
        let terms = Terms::of("Aspirin prevents stroke.");
        assert_eq!(excerpt("CONCLUSIONS Aspirin failed.", 30, &terms, 0), "Aspirin failed.");
        let long = "We recruited 300 adults from four towns. Aspirin did not prevent stroke. More work is needed.";
        assert_eq!(excerpt(long, 8, &terms, 0), "Aspirin did not prevent stroke.");
        let two = "RESULTS Aspirin was well tolerated. CONCLUSIONS Aspirin did not prevent stroke.";
        assert_eq!(excerpt(two, 30, &terms, 0), "Aspirin did not prevent stroke.");
        let unparted = two.replace("tolerated.", "tolerated (P=.02)");
        assert_eq!(excerpt(&unparted, 30, &terms, 0), "Aspirin did not prevent stroke.");
        assert_eq!(excerpt("", 5, &terms, 0), "");
    }

    /// A quotation that breaks off before the outcome leaves out what it is quoted for.
    #[test]
    fn what_is_cut_from_a_long_sentence_is_its_beginning() {
        let terms = Terms::of("Aspirin prevents stroke.");
        let frame = "In a town by the sea with many old people who walked on every single day of the week, ";
        let outcome = "aspirin did not prevent any stroke at all among the men.";
        let sentence = format!("{frame}{outcome}");
        assert_eq!(excerpt(&sentence, 12, &terms, 0), sentence);
        let sentence = format!("{}{outcome}", frame.repeat(3));
        assert!(sentence.ends_with(excerpt(&sentence, 12, &terms, 0)));
        let words: Vec<String> = (0..70).map(|n| format!("w{n}")).collect();
        assert!(excerpt(&words.join(" "), 12, &terms, 0).starts_with("w10 "));
    }

    /// A result that a review is said to conclude reads as if its authors stood by it.
    #[test]
    fn only_conclusions_are_said_to_be_concluded() {
        let terms = Terms::of("Aspirin prevents stroke.");
        let said = |before: &str, passage: &str| {
            let (mut citation, mut weighed) = one(1, Stance::Supports, passage);
            citation.before = before.into();
            weighed.credibility.rule = "systematic review or meta-analysis".into();
            reported(&WeighedCitation { citation: &citation, weighed: &weighed }, 30, &terms)
        };
        assert_eq!(said("", "RESULTS Aspirin prevented stroke."), "reports “Aspirin prevented stroke” [1]");
        assert_eq!(said("", "CONCLUSIONS Aspirin prevents stroke."), "concludes “Aspirin prevents stroke” [1]");
        assert_eq!(said("CONCLUSIONS Aspirin is cheap.", "It prevents stroke."), "concludes “It prevents stroke” [1]");
        assert_eq!(said("", "We conclude that it fails."), "concludes “We conclude that it fails” [1]");
    }

    #[test]
    fn a_source_is_named_by_what_is_known_of_it() {
        let meta = |authors: &[&str], title: &str, year| SourceMeta {
            authors: authors.iter().map(|a| Clean::from(*a)).collect(),
            title: title.into(),
            year,
            ..SourceMeta::default()
        };
        let told = |meta: SourceMeta, rule: &str| {
            let (mut citation, mut weighed) = one(1, Stance::Supports, "x");
            citation.meta = meta;
            weighed.credibility.rule = rule.into();
            source(&WeighedCitation { citation: &citation, weighed: &weighed })
        };
        assert_eq!(
            told(meta(&["Smith JA", "Jones B", "Wu C"], "T", Some(2013)), "cohort study"),
            "a cohort study by Smith et al. (2013)"
        );
        assert_eq!(told(meta(&["John Smith", "Wu, Ann"], "T", None), "unknown design"), "an article by Smith and Wu");
        assert_eq!(told(meta(&[], "Aspirin and stroke.", None), "unknown design"), "an article (Aspirin and stroke)");
        assert_eq!(told(meta(&[], "", None), "unknown design"), "an article");
        assert_eq!(told(meta(&[], "Aspirin: a cohort study.", None), "cohort study"), "“Aspirin: a cohort study”");
    }
}
