//! Sentences with their role, out of structured abstracts, and abstracts whose claims a person marked.

use std::{collections::BTreeMap, fs, path::Path};

use color_eyre::eyre::{self, OptionExt};
use gainsay::reason::builtin::zones::Role;
use serde::Deserialize;

/// One abstract of SciFact's corpus.
#[derive(Deserialize)]
struct Abstract {
    doc_id: u64,
    #[serde(rename = "abstract")]
    sentences: Vec<String>,
    structured: bool,
}

/// A structured abstract: its sentences without their labels, and what each does.
pub struct Structured {
    pub sentences: Vec<String>,
    pub roles: Vec<Role>,
}

/// An abstract and which of its sentences are claims.
pub struct Marked {
    pub sentences: Vec<String>,
    pub claims: Vec<bool>,
}

/// First words of labels, by what the sentences under them do.
const LABELS: [(Role, &str); 5] = [
    (Role::Background, "BACKGROUND CONTEXT INTRODUCTION IMPORTANCE RATIONALE MOTIVATION BACKGROUND/AIMS HYPOTHESIS"),
    (Role::Objective, "OBJECTIVE OBJECTIVES PURPOSE AIMS AIM GOAL QUESTION"),
    (
        Role::Method,
        "METHODS METHOD DESIGN SETTING PARTICIPANTS PATIENTS STUDY INTERVENTION INTERVENTIONS MAIN MATERIALS SUBJECTS \
         MEASUREMENTS RESEARCH EXPOSURES DATA METHODOLOGY SEARCH SELECTION OUTCOME EXPERIMENTAL MATERIAL STATISTICAL",
    ),
    (Role::Result, "RESULTS RESULT FINDINGS PRINCIPAL METHODOLOGY/PRINCIPAL KEY"),
    (
        Role::Conclusion,
        "CONCLUSIONS CONCLUSION INTERPRETATION DISCUSSION IMPLICATIONS CONCLUSIONS/SIGNIFICANCE SIGNIFICANCE SUMMARY",
    ),
];

/// Labels that begin as one section's and are another's.
const RESULTS: [&str; 5] =
    ["DATA SYNTHESIS", "MAIN RESULTS", "METHODS AND FINDINGS", "METHODS AND RESULTS", "METHODOLOGY AND PRINCIPAL"];

/// Other words of labels.
const MORE: &str = "AND & OF IN FOR SYNTHESIS SOURCES EXTRACTION MEASURES MEASURE OUTCOMES PRIMARY STRATEGY CRITERIA \
    RELEVANCE POPULATION EVALUATION VARIABLES ANALYSIS ANALYSES APPROACH TYPE QUESTIONS ELIGIBILITY NUMBER LIMITATIONS \
    POINTS PROCEDURES LEVEL EVIDENCE";

/// Sections that are no part of what is learnt.
const ASIDE: [&str; 4] = ["FUNDING", "TRIAL", "AVAILABILITY", "DISCLAIMER"];

/// What the label at a sentence's head says, and the sentence without it.
fn labelled(sentence: &str) -> Option<(Option<Role>, String)> {
    let words: Vec<&str> = sentence.split(' ').collect();
    let capital =
        |word: &&&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || "/&,-()':".contains(c));
    let run: Vec<&str> = words.iter().take_while(capital).map(|word| word.trim_end_matches([':', ','])).collect();
    let first = *run.first()?;
    if ASIDE.contains(&first) {
        return Some((None, sentence.to_owned()));
    }
    let named = |list: &str, word: &str| list.split_whitespace().any(|name| name == word);
    let whole = run.join(" ");
    let role = if RESULTS.iter().any(|label| whole.starts_with(label)) {
        Role::Result
    } else {
        LABELS.iter().find(|(_, names)| named(names, first))?.0
    };
    let is_label =
        |word: &&&str| word.contains('/') || named(MORE, word) || LABELS.iter().any(|(_, names)| named(names, word));
    let length = run.iter().take_while(is_label).count();
    (length > 0 && length < words.len()).then(|| (Some(role), words[length..].join(" ")))
}

/// The sentences of each abstract, without labels, by its number.
pub type Sentences = BTreeMap<u64, Vec<String>>;

/// The structured abstracts that begin with a label and have results and
/// conclusions, and every abstract's sentences without labels.
pub fn corpus(path: &Path) -> eyre::Result<(Vec<Structured>, Sentences)> {
    let (mut structured, mut all) = (Vec::new(), BTreeMap::new());
    for line in fs::read_to_string(path)?.lines() {
        let Abstract { doc_id, sentences, structured: is_structured } = serde_json::from_str(line)?;
        let mut section = None;
        let (mut plain, mut kept, mut roles) = (Vec::new(), Vec::new(), Vec::new());
        for sentence in &sentences {
            let sentence = sentence.trim();
            let text = match labelled(sentence) {
                Some((role, text)) => {
                    section = role;
                    text
                }
                None => sentence.to_owned(),
            };
            if let Some(role) = section {
                kept.push(text.clone());
                roles.push(role);
            }
            plain.push(text);
        }
        let begins = labelled(sentences.first().map_or("", String::as_str)).is_some();
        if is_structured && begins && roles.contains(&Role::Result) && roles.contains(&Role::Conclusion) {
            structured.push(Structured { sentences: kept, roles });
        }
        all.insert(doc_id, plain);
    }
    Ok((structured, all))
}

/// An abstract of CSAbstruct with a label for each sentence.
#[derive(Deserialize)]
struct Annotated {
    sentences: Vec<String>,
    labels: Vec<String>,
}

/// The abstracts of CSAbstruct, which calls results and conclusions both “result”: `concludes` tells them apart. A
/// sentence under none of its roles (“other”) counts as background.
pub fn annotated(path: &Path, concludes: impl Fn(&str) -> bool) -> eyre::Result<Vec<Structured>> {
    let mut found = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let Annotated { sentences, labels } = serde_json::from_str(line)?;
        let role = |(sentence, label): (&String, &String)| match label.as_str() {
            "objective" => Role::Objective,
            "method" => Role::Method,
            "result" if concludes(sentence) => Role::Conclusion,
            "result" => Role::Result,
            _ => Role::Background,
        };
        let roles = sentences.iter().zip(&labels).map(role).collect();
        found.push(Structured { sentences, roles });
    }
    Ok(found)
}

/// The abstracts that labels.tsv marks: a number of SciFact's corpus, then the
/// positions of its claims from 0.
pub fn marked(text: &str, all: &Sentences) -> eyre::Result<Vec<Marked>> {
    let mut marked = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut numbers = line.split_whitespace();
        let document = numbers.next().ok_or_eyre("an empty line among the labels")?.parse()?;
        let sentences = all.get(&document).ok_or_eyre("the labels name an abstract that the corpus lacks")?.clone();
        let positions: Vec<usize> = numbers.map(str::parse).collect::<Result<_, _>>()?;
        let claims = (0..sentences.len()).map(|at| positions.contains(&at)).collect();
        marked.push(Marked { sentences, claims });
    }
    Ok(marked)
}
