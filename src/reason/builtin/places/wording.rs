//! The words of a paper by which its sentences are compared.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use crate::{
    embed::Table,
    text::{fold, is_stop, stem, words},
};

use super::super::{lexicon::is_entity, reading::Sentence};

/// The weight of a word is the logarithm of how rare its sentences are, within these bounds: one that is found once is
/// wording as often as it is the subject.
const WEIGHTS: (f64, f64) = (1.0, 4.0);
/// The weight of a direction.
const DIRECTION: f64 = 1.5;
/// Words whose vectors are this close, or closer, begin to mean the same, and those this much closer do, as cosines:
/// “alter” and “modify”, “exposed” and “exposure”.
const CLOSE: (f64, f64) = (0.45, 0.25);

/// A rise and a fall, as terms.
pub(super) const UP: &str = "+";
pub(super) const DOWN: &str = "-";

/// Words of a rise or a fall, as stems.
const RISES: &str = "better elev enhanc greater heavier higher improv increas larger longer more posit promot rais rise \
rose stimul stronger";
const FALLS: &str = "attenu dampen declin decreas depress diminish drop fall fell fewer invers less lower negat poorer \
reduc reduct shorter smaller weaker wors";

/// Words that present a finding or are in any, as stems.
const FRAME: &str = "abl accompani across addit al almost also analys analysi associ author certain compar conclud conclus confirm \
consid correl data demonstr differ due effect estim et evid exhibit fig figur find first found further general group half \
hypothes import indic investig known larg level like main mean measur nearli number observ often one outcom overal particular \
possibl potenti present provid recent regard relat relationship report respect result reveal role show shown signific \
statist studi subject suggest support tabl taken term test three togeth two use valu versus vs whole";

/// A word that carries content.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub word: String,
    /// Whether it is a name, an acronym or the like.
    pub is_name: bool,
}

/// The terms of a text by their stems.
pub(super) type Terms = BTreeMap<String, Term>;

/// The words of a paper.
pub(super) struct Paper {
    /// Short forms as stems with the words of the long ones.
    forms: Vec<(String, Vec<String>)>,
    weights: HashMap<String, f64>,
    /// The terms of each sentence.
    pub each: Vec<Terms>,
    vectors: RefCell<HashMap<String, Vec<f32>>>,
}

impl Paper {
    pub fn new(all: &[Sentence], forms: &[(String, String)]) -> Self {
        let long = |text: &str| words(text).map(|(_, word)| fold(word)).collect::<Vec<_>>();
        let mut known: Vec<(String, Vec<String>)> = forms
            .iter()
            .filter(|(_, full)| !full.contains('('))
            .map(|(short, full)| (stem(short), long(full)))
            .collect();
        known.retain(|(_, words)| words.len() > 1);
        known.sort();
        known.dedup();
        let mut paper = Self { forms: known, weights: HashMap::new(), each: Vec::new(), vectors: RefCell::default() };
        paper.each = all.iter().map(|sentence| paper.terms(&sentence.text)).collect();
        let mut counts: HashMap<&str, (usize, bool)> = HashMap::new();
        for (terms, sentence) in paper.each.iter().zip(all) {
            for term in terms.keys() {
                let (count, in_body) = counts.entry(term).or_default();
                *count += 1;
                *in_body |= !sentence.summary;
            }
        }
        let weight = |(term, (count, in_body)): (&str, (usize, bool))| {
            let rare = (all.len() as f64 / count as f64).ln().clamp(WEIGHTS.0, WEIGHTS.1);
            // What the text never uses is wording of the abstract.
            (term.to_owned(), if in_body { rare } else { WEIGHTS.0 })
        };
        paper.weights = counts.into_iter().map(weight).collect();
        paper
    }

    /// The terms of a text, with long forms in short.
    pub fn terms(&self, text: &str) -> Terms {
        let found: Vec<(String, &str)> = words(text).map(|(_, word)| (fold(word), word)).collect();
        let mut terms = Terms::new();
        let mut at = 0;
        while at < found.len() {
            let begins = |(_, long): &&(String, Vec<String>)| {
                found.len() >= at + long.len() && found[at..].iter().zip(long).all(|((word, _), long)| word == long)
            };
            if let Some((short, long)) = self.forms.iter().find(begins) {
                terms.entry(short.clone()).or_insert(Term { word: short.clone(), is_name: true });
                at += long.len();
                continue;
            }
            let (lower, word) = &found[at];
            if let Some(stem) = self.content(lower) {
                let is_name = is_entity(word, at == 0);
                terms.entry(stem).or_insert(Term { word: lower.clone(), is_name });
            }
            at += 1;
        }
        terms
    }

    /// The term that a folded word is, if it carries content.
    fn content(&self, lower: &str) -> Option<String> {
        let has = |list: &str, stem: &str| list.split(' ').any(|known| known == stem);
        let mut stem = stem(lower);
        if let Some(single) =
            stem.strip_suffix('s').filter(|single| self.forms.iter().any(|(short, _)| short == single))
        {
            // “SDs” has the stem of “SD”.
            stem = single.to_owned();
        }
        if has(RISES, &stem) || has(FALLS, &stem) {
            return Some(if has(RISES, &stem) { UP } else { DOWN }.to_owned());
        }
        let is_number = stem.starts_with(|c: char| c.is_ascii_digit());
        let is_short = stem.chars().count() < 2 && stem.is_ascii();
        (!is_stop(lower) && !is_number && !is_short && !has(FRAME, &stem)).then_some(stem)
    }

    /// The weight of a term.
    pub fn weight(&self, term: &str) -> f64 {
        match term {
            UP | DOWN => DIRECTION,
            term => self.weights.get(term).copied().unwrap_or(WEIGHTS.0),
        }
    }

    /// The weight of terms together.
    pub fn total(&self, terms: &Terms) -> f64 {
        terms.keys().map(|term| self.weight(term)).sum()
    }

    /// How much of the weight of `terms` is in `others` under the same stems, 0–1.
    pub fn shared(&self, terms: &Terms, others: &Terms) -> f64 {
        let shared = terms.keys().filter(|term| others.contains_key(*term)).map(|term| self.weight(term)).sum::<f64>();
        shared / self.total(terms).max(f64::MIN_POSITIVE)
    }

    /// The same, with words that mean the same.
    pub fn covered(&self, terms: &Terms, others: &Terms, alternatives: &[(String, String)]) -> f64 {
        let covered: f64 =
            terms.keys().map(|term| self.weight(term) * self.has(terms, term, others, alternatives)).sum();
        covered / self.total(terms).max(f64::MIN_POSITIVE)
    }

    /// How far `others` have `term`, one of `terms`, or what that is an alternative to, 0–1.
    pub fn has(&self, terms: &Terms, term: &str, others: &Terms, alternatives: &[(String, String)]) -> f64 {
        let mut best = self.likeness(term, &terms[term], others);
        for (one, other) in alternatives {
            let alternative = if one == term {
                other
            } else if other == term {
                one
            } else {
                continue;
            };
            if let Some(known) = terms.get(alternative).filter(|_| best < 1.0) {
                best = best.max(self.likeness(alternative, known, others));
            }
        }
        best
    }

    fn likeness(&self, stem: &str, term: &Term, others: &Terms) -> f64 {
        if others.contains_key(stem) {
            return 1.0;
        }
        // T3 is not T4, however alike they look.
        let is_exact = |stem: &str| matches!(stem, UP | DOWN) || stem.bytes().any(|b| b.is_ascii_digit());
        if is_exact(stem) {
            return 0.0;
        }
        let plain = others.iter().filter(|(stem, _)| !is_exact(stem));
        let best = plain.map(|(_, other)| self.cosine(&term.word, &other.word)).fold(0.0, f64::max);
        ((best - CLOSE.0) / CLOSE.1).clamp(0.0, 1.0)
    }

    fn cosine(&self, one: &str, other: &str) -> f64 {
        let Ok(table) = Table::builtin() else { return 0.0 };
        let mut vectors = self.vectors.borrow_mut();
        for word in [one, other] {
            if !vectors.contains_key(word) {
                vectors.insert(word.to_owned(), table.embed(word));
            }
        }
        vectors[one].iter().zip(&vectors[other]).map(|(a, b)| f64::from(a * b)).sum()
    }
}

/// The figures of a text, as written but for separators.
pub(super) fn figures(text: &str) -> BTreeSet<String> {
    let text = text.replace('·', ".");
    let plain = |word: &str| {
        let mut groups = word.split(',');
        let first = groups.next().unwrap_or_default();
        let grouped = groups.all(|group| group.split('.').next().is_some_and(|digits| digits.len() == 3));
        (grouped && first.starts_with(|c: char| c.is_ascii_digit())).then(|| word.replace(',', ""))
    };
    let figures = words(&text).filter_map(|(_, word)| plain(word));
    figures.filter(|figure| figure.parse::<f64>().is_ok()).collect()
}
