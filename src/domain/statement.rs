//! The statements of a source and their counter-statements (stages 0 and 1).

use std::{borrow::Cow, fmt, ops::Range};

use serde::{Deserialize, Serialize};

use crate::text::{Clean, in_words_of, is_form_of, spelled_out, words};

use super::{Place, Source, SourceKind};

/// A record or item that could not be used, or a page that was read in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Line in the file, from 1, or position in the list; 0 where `why` names the place.
    pub line: usize,
    /// Why, and what to do.
    pub why: Clean,
}

impl Dropped {
    /// `claims.csv, line 3: …`, or `paper.pdf: …` where it is of no line.
    #[must_use]
    pub fn describe_in(&self, file: &str) -> String {
        let join = if self.line == 0 { ":" } else { "," };
        format!("{file}{join} {self}")
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

/// Identifies a statement within its review for good; `order` may change, this does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StatementId(pub u32);

impl fmt::Display for StatementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{:03}", self.0)
    }
}

/// What a statement is in its paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Put forward to be tested.
    Hypothesis,
    /// Observed.
    Finding,
    /// Concluded from findings.
    Conclusion,
    /// From a claim set.
    Claim,
}

impl Kind {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hypothesis => "hypothesis",
            Self::Finding => "finding",
            Self::Conclusion => "conclusion",
            Self::Claim => "claim",
        }
    }

    /// Reads a kind or one of its synonyms, in any case (`docs/rules.md#extract`).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_lowercase().as_str() {
            "hypothesis" | "hypotheses" | "hypo" | "prediction" => Self::Hypothesis,
            "finding" | "findings" | "result" | "results" | "observation" => Self::Finding,
            "conclusion" | "conclusions" | "interpretation" | "implication" | "summary" => Self::Conclusion,
            "claim" => Self::Claim,
            _ => return None,
        })
    }
}

/// A score, 0–1, to two places and rounded down: one below a bound must not seem to reach it.
#[must_use]
pub fn describe_score(score: f64) -> String {
    // 0.29 is 28.999… hundredths.
    const DUST: f64 = 1e-9;
    format!("{:.2}", (score * 100.0 + DUST).floor() / 100.0)
}

/// A score, 0–1, to two places, or to more where fewer would put it on the other side of one of the bounds, or on it.
#[must_use]
pub fn describe_beside(score: f64, bounds: &[f64]) -> String {
    let side = |score: f64| bounds.iter().map(|bound| score.partial_cmp(bound)).collect::<Vec<_>>();
    in_fewest_places(score, |read| side(read) == side(score))
}

/// A figure to two places, or to the fewest up to five with which what is read of it `keeps` its meaning.
pub(super) fn in_fewest_places(figure: f64, keeps: impl Fn(f64) -> bool) -> String {
    const MOST: usize = 5;
    let mut shown = (2..=MOST).map(|places| format!("{figure:.places$}"));
    let kept = shown.find(|shown| shown.parse().is_ok_and(&keeps));
    kept.unwrap_or_else(|| format!("{figure:.2}"))
}

/// One claim of the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// See [`StatementId`].
    pub id: StatementId,
    /// Position in the review, from 1, without gaps.
    pub order: u32,
    /// The statement, near-verbatim and self-contained.
    pub text: Clean,
    /// The sentences around it with its own among them; may be empty. In reviews of earlier versions, and where the
    /// source does not have it, without its own.
    pub context: Clean,
    /// The bytes of the context that are the statement, in the source's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Range<usize>>,
    /// What it is in its paper.
    pub kind: Kind,
    /// How sure the extraction is that this is a statement worth checking, 0–1; 1 where a reviewer chose it.
    pub confidence: f64,
    /// Where it is in the source; `None` when it could not be located.
    pub place: Option<Place>,
    /// Named entities, quantities and defined terms that it hangs on.
    pub anchors: Vec<Clean>,
    /// The id that the claim set gave it.
    pub given_id: Option<Clean>,
    /// Where else the source says the same, near enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Place>,
    /// Its position in [`Source::works`], where several works are under review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u32>,
    /// Its section and the paragraph there (`Results, paragraph 3`), where the source has sections and no pages; in
    /// reviews of earlier versions the section alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Clean>,
    /// Its abbreviations that the source explains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short_forms: Vec<ShortForm>,
    /// Its line in the file of a claim set, from 1, where each claim has one of its own; absent in earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The title of its work, where the statement leaves it to the title what it is about ([`Source::topic_of`]); absent in
    /// earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<Clean>,
    /// From this extraction score on it is sure to be a finding, 0–1: an abstract by itself is scored on another scale than a
    /// paper, and what a text states explicitly is one at any score. Absent in earlier versions, and where the reasoner has no
    /// such bound: 0.90.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure_from: Option<f64>,
    /// What the claim set has of it beside what gainsay reads, in the order of the file; absent in earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<GivenField>,
}

/// A cell of a table of claims, or a field of a claim's record, that is kept for the exports and means nothing to gainsay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenField {
    /// The head of its column; no two of a claim are the same.
    pub name: Clean,
    /// What is in it, on one line; may be empty.
    pub text: Clean,
}

/// An abbreviation that a source explains: CVD, cardiovascular disease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortForm {
    /// The abbreviation.
    pub short: Clean,
    /// What it stands for, in the words of the source.
    pub long: Clean,
}

impl ShortForm {
    /// Those of `explained` that `text` uses and does not explain itself.
    #[must_use]
    pub fn used_in(text: &str, explained: &[(String, String)]) -> Vec<Self> {
        let lower = text.to_lowercase();
        let mut used: Vec<Self> = Vec::new();
        for (_, word) in words(text) {
            let named = |(short, long): &&(String, String)| {
                is_form_of(word, short) && short.contains(char::is_uppercase) && long.starts_with(char::is_alphabetic)
            };
            let Some((short, long)) = explained.iter().find(named) else { continue };
            if !lower.contains(&long.to_lowercase()) && used.iter().all(|known| known.short.as_str() != short) {
                used.push(Self { short: short.as_str().into(), long: Clean::new(long).one_line() });
            }
        }
        used
    }
}

impl fmt::Display for ShortForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.short, self.long)
    }
}

/// A sentence that could be a statement and was not taken, because better ones
/// fill the limit. A reviewer can add it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatementCandidate {
    /// See [`Statement::text`].
    pub text: Clean,
    /// See [`Statement::kind`].
    pub kind: Kind,
    /// How likely it is one of the main findings, 0–1.
    pub score: f64,
    /// See [`Statement::place`].
    pub place: Option<Place>,
    /// See [`Statement::also`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Place>,
    /// See [`Statement::anchors`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Clean>,
    /// See [`Statement::work`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u32>,
    /// See [`Statement::line`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Statement {
    /// The candidate that it is when a reviewer drops it; `None` for what is no sentence of a paper.
    #[must_use]
    pub fn dropped(&self) -> Option<StatementCandidate> {
        let is_of_paper = self.place.is_some() && self.given_id.is_none();
        is_of_paper.then(|| StatementCandidate {
            text: self.text.clone(),
            kind: self.kind,
            score: self.confidence,
            place: self.place,
            also: self.also.clone(),
            anchors: self.anchors.clone(),
            work: self.work,
            line: self.line,
        })
    }

    /// A claim as it is given, of which nothing else is known.
    #[must_use]
    pub fn claim(order: u32, text: impl Into<Clean>) -> Self {
        Self {
            id: StatementId(order),
            order,
            text: text.into(),
            context: Clean::default(),
            words: None,
            kind: Kind::Claim,
            confidence: 1.0,
            place: None,
            anchors: Vec::new(),
            given_id: None,
            also: Vec::new(),
            work: None,
            section: None,
            short_forms: Vec::new(),
            line: None,
            topic: None,
            sure_from: None,
            fields: Vec::new(),
        }
    }

    /// Its text with its short forms spelled out, by which it is searched for.
    #[must_use]
    pub fn spelled_out(&self) -> Cow<'_, str> {
        self.spell_out(&self.text)
    }

    /// `text`, which says something of the statement, in the words to search with: with short forms spelled out, and with the
    /// title of its work where it leaves it to that what it is about.
    #[must_use]
    pub fn to_search(&self, text: &str) -> String {
        let spelled = self.spell_out(text);
        match &self.topic {
            Some(topic) => format!("{spelled} {topic}"),
            None => spelled.into_owned(),
        }
    }

    /// `text`, which says something of the statement, with the statement's short forms spelled out.
    #[must_use]
    pub fn spell_out<'a>(&self, text: &'a str) -> Cow<'a, str> {
        spelled_out(text, &self.forms())
    }

    /// Its text in the words of another, where one abbreviates what the other has in full.
    #[must_use]
    pub fn in_words_of(&self, text: &str) -> Cow<'_, str> {
        in_words_of(&self.text, &self.forms(), text)
    }

    fn forms(&self) -> Vec<(String, String)> {
        self.short_forms.iter().map(|form| (form.short.to_string(), form.long.to_string())).collect()
    }

    /// Its context in three parts: before it, the statement in the source's own words, and after it. `None` where the
    /// context leaves it out.
    #[must_use]
    pub fn in_context(&self) -> Option<[&str; 3]> {
        let words = self.words.clone().or_else(|| {
            let at = self.context.find(self.text.as_str()).filter(|_| !self.text.is_empty())?;
            Some(at..at + self.text.len())
        })?;
        let context = self.context.as_str();
        Some([context.get(..words.start)?, context.get(words.clone())?, context.get(words.end..)?])
    }

    /// Whether its extraction score is too low to be sure that it is a finding of the paper. Statements that a reviewer
    /// added and claims of a set are never doubtful. The bounds are measured: see “The score of a statement” in
    /// `models/findings.md`.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        const SURE: f64 = 0.90;
        self.kind != Kind::Claim && self.confidence < self.sure_from.unwrap_or(SURE)
    }

    /// Where it is in its source, in words: page or section, paragraph, and the other places; in a claim set, the line
    /// in the file or the number of the claim. `None` when it was not located.
    #[must_use]
    pub fn describe_place(&self, source: &Source) -> Option<String> {
        self.describe_place_of(source, self.work.map(numbered))
    }

    fn describe_place_of(&self, source: &Source, work: Option<String>) -> Option<String> {
        let place = self.place?;
        Some(match source.kind {
            SourceKind::Claims => describe_claim(place, self.line),
            SourceKind::Paper => {
                let section = |at: &Place| {
                    let own = || self.section.clone().filter(|_| *at == place);
                    source.section_of(at).or_else(own)
                };
                describe_places(place, &self.also, work, section)
            }
        })
    }

    /// The same with the title of its abstract, where several are under review: `abstract 2 (Zinc and colds), paragraph 1`.
    #[must_use]
    pub fn describe_place_in(&self, source: &Source) -> Option<String> {
        let titled = self.work.map(|at| {
            let title = source.work_of(self).title.one_line();
            match title.trim_end_matches('.') {
                "" => numbered(at),
                title => format!("{} ({title})", numbered(at)),
            }
        });
        self.describe_place_of(source, titled)
    }
}

impl StatementCandidate {
    /// Where it is in its source, as [`Statement::describe_place`] says it; without a section until that is read.
    #[must_use]
    pub fn describe_place(&self, source: Option<&Source>) -> Option<String> {
        let place = self.place?;
        if source.is_some_and(|source| source.kind == SourceKind::Claims) {
            return Some(describe_claim(place, self.line));
        }
        let section = |at: &Place| source.and_then(|source| source.section_of(at));
        Some(describe_places(place, &self.also, self.work.map(numbered), section))
    }
}

/// An abstract by its position among the works of the source.
fn numbered(work: u32) -> String {
    format!("abstract {}", work + 1)
}

/// A claim of a set by its line in the file, else by its number.
fn describe_claim(place: Place, line: Option<u32>) -> String {
    line.map_or_else(|| format!("claim {}", place.paragraph), |line| format!("line {line}"))
}

/// The place and those where the source says the same, each with its section.
fn describe_places(
    place: Place,
    also: &[Place],
    work: Option<String>,
    section: impl Fn(&Place) -> Option<Clean>,
) -> String {
    let of = |place: &Place| match section(place).filter(|_| work.is_none()) {
        Some(section) if section.contains(", paragraph ") => section.to_string(),
        Some(section) => format!("{section}, paragraph {}", place.paragraph),
        None if work.is_some() => format!("paragraph {}", place.paragraph),
        None => format!("page {}, paragraph {}", place.page, place.paragraph),
    };
    let mut text = match &work {
        Some(work) => format!("{work}, {}", of(&place)),
        None => of(&place),
    };
    let mut named = vec![of(&place)];
    for other in also.iter().map(of) {
        if !named.contains(&other) {
            named.push(other);
        }
    }
    let others = join_paragraphs(&named[1..]);
    if !others.is_empty() {
        text.push_str("; also ");
        text.push_str(&others.join("; "));
    }
    text
}

/// Places in one section behind each other as one: `Results, paragraphs 2, 5 and 7`.
fn join_paragraphs(places: &[String]) -> Vec<String> {
    const PARAGRAPH: &str = "paragraph ";
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for (section, number) in places.iter().map(|place| place.rsplit_once(PARAGRAPH).unwrap_or((place, ""))) {
        match sections.last_mut() {
            Some((last, numbers)) if *last == section => numbers.push(number),
            _ => sections.push((section, vec![number])),
        }
    }
    let joined = |(section, numbers): (&str, Vec<&str>)| match numbers.as_slice() {
        [] | [""] => section.to_owned(),
        [number] => format!("{section}{PARAGRAPH}{number}"),
        [first @ .., last] => format!("{section}paragraphs {} and {last}", first.join(", ")),
    };
    sections.into_iter().map(joined).collect()
}

/// The result of stage 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statements {
    /// In order.
    pub statements: Vec<Statement>,
    /// Items that could not be used, said.
    pub dropped: Vec<Dropped>,
    /// What else could be a statement, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<StatementCandidate>,
}

/// The result of stage 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counter {
    /// The precise opposite of the statement, at least 10 characters.
    pub text: Clean,
    /// Hypothetical abstracts that would support the counter-statement.
    pub hyde: Vec<Clean>,
    /// At most ten, most telling first.
    pub keywords: Vec<Clean>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list of candidates would show a score at the bound that the report says is below it.
    #[test]
    fn a_score_below_a_bound_is_shown_below_it() {
        for (score, shown) in [(0.8999, "0.89"), (0.90, "0.90"), (0.4075, "0.40"), (0.29, "0.29"), (1.0, "1.00")] {
            assert_eq!(describe_score(score), shown);
        }
    }

    /// “Results, paragraph 20; also paragraph 58” counted in two ways, and a place was named twice.
    #[test]
    fn every_place_of_a_statement_is_named_with_its_section_and_once() {
        let text = "Abstract\n\nZinc helps.\n\nResults\n\nIt was given.\n\nZinc helps.";
        let source = crate::domain::fixtures::source(text);
        let at = |start: usize| Place::on(&source.pages[0], start..start + 5);
        let places = [text.find("Zinc").unwrap(), text.rfind("Zinc").unwrap()].map(at);
        let mut statement = Statement { place: Some(places[0]), ..Statement::claim(1, "Zinc helps.") };
        statement.also = vec![places[0], places[1]];
        let place = statement.describe_place(&source);
        assert_eq!(place.as_deref(), Some("Abstract, paragraph 1; also Results, paragraph 2"));
        statement.also.insert(0, at(text.find("It was").unwrap()));
        let place = statement.describe_place(&source);
        assert_eq!(place.as_deref(), Some("Abstract, paragraph 1; also Results, paragraphs 1 and 2"));
    }

    /// A pane said that a side needs more than 0.70, and a confidence of 0.70 decided.
    #[test]
    fn a_score_beside_a_bound_does_not_seem_to_be_on_it() {
        for (score, shown) in
            [(0.7034, "0.703"), (0.7004, "0.7004"), (0.6996, "0.6996"), (0.7, "0.70"), (0.71, "0.71"), (0.4549, "0.45")]
        {
            assert_eq!(describe_beside(score, &[0.7]), shown);
        }
    }
}
