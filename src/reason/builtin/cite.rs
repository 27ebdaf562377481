//! Stage 4: the sentences of a document that speak most of the statement.

use std::ops::Range;

use crate::{
    domain::{
        Document, Passage,
        rules::{credibility::is_paper, group::Scopes},
    },
    reason::{CiteDraft, CiteInput, PassageDraft},
    text::{fold, sentences, word_count},
};

use super::{
    asides,
    context::{PARAGRAPH, abstract_of, is_short},
    cues::{Counts, Cue},
    listing::{begins_entry, is_keywords, is_listed},
    negate,
    reading::{is_aside, is_reference},
    score::{Asked, passage_text},
    sections::Section,
    trees,
};

/// A neighbour joins the best sentence when it rates at least this share of it.
const JOINS: f64 = 0.85;
/// Sentences of a paper that are cited, at most.
const MOST: usize = 3;
/// How likely a sentence must be, in the trees' opinion, to be cited beside the likeliest (tuned on SciFact train).
const LIKELY: f64 = 0.3;
/// The fewest words of three letters or more in a sentence that can be cited: “S. Wann, A. h.” has one.
const FEWEST: usize = 2;
/// The rating of what cannot be cited.
const NEVER: f64 = f64::MIN;
/// Longer passages are an issue (`QUOTE_LENGTH`).
const LONGEST: usize = 60;
/// Paragraphs of a long paper beside its abstract and the passage that was found out of which sentences are cited, at most.
const OTHERS: usize = 2;
/// The share of the statement that such a paragraph has at least, by weight, 0–1.
const COVERS: f64 = 0.45;

/// One sentence as evidence.
#[derive(Clone, Debug)]
struct Rated {
    /// Its place in the text.
    range: Range<usize>,
    /// How likely it is to be what a reader would cite.
    rating: f64,
    /// Higher ranks are cited first; a paper's sentence of rank 0 is never cited beside another.
    rank: f64,
}

/// Passages of one document, best first. Of a paper those that the trees hold for
/// likely; else one, of one sentence or of two that are side by side. A statement that
/// contrasts two claims has those of both.
pub fn cite(input: CiteInput<'_>) -> CiteDraft {
    let (document, text) = (input.document, passage_text(input.document, input.passage));
    let statement = input.statement.in_words_of(text);
    let stretches = stretches(&statement, document, input.passage);
    let of = |statement: &str| find_passages(statement, document, &stretches);
    let mut passages = match negate::halves(&statement) {
        None => of(&statement),
        Some(halves) => {
            // The best of each first, so that neither crowds the other out.
            let [first, second] = halves.map(|half| of(&half));
            let (mut first, mut second) = (first.into_iter(), second.into_iter());
            let best = [first.next(), second.next()].into_iter().flatten();
            best.chain(first).chain(second).fold(Vec::new(), |passages, one| merge_into(passages, one, document))
        }
    };
    passages.truncate(MOST);
    let draft =
        |passage: Passage| PassageDraft { quote: passage_text(document, passage).to_owned(), page: Some(passage.page) };
    CiteDraft { passages: passages.into_iter().map(draft).collect() }
}

/// Where sentences are cited from: the passage that the search found and, of a long paper, its abstract and the
/// paragraphs that have most of the statement.
fn stretches(statement: &str, document: &Document, passage: Passage) -> Vec<Passage> {
    let mut stretches = vec![passage];
    if !is_paper(&document.meta) || is_short(document) {
        return stretches;
    }
    let terms = Asked::of(statement).terms;
    let mut others: Vec<(f64, Passage)> = Vec::new();
    // A list of references goes on over pages.
    let mut is_running = true;
    for page in &document.pages {
        let on_page = |range: Range<usize>| Passage { page: page.number, start: range.start, end: range.end };
        let summary = abstract_of(&page.text).map(on_page);
        stretches.extend(summary.filter(|summary| !overlap(*summary, passage)));
        let mut start = 0;
        for part in page.text.split("\n\n") {
            let paragraph = on_page(start..start + part.len());
            start = paragraph.end + 2;
            if let Some(section) = Section::of_heading(part.trim()) {
                is_running = section.is_running();
            } else if is_running && part.len() <= PARAGRAPH && !stretches.iter().any(|known| overlap(*known, paragraph))
            {
                others.push((terms.share(terms.find(part)), paragraph));
            }
        }
    }
    others.retain(|(share, _)| *share >= COVERS);
    others.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    stretches.extend(others.into_iter().take(OTHERS).map(|(_, paragraph)| paragraph));
    stretches
}

fn overlap(one: Passage, other: Passage) -> bool {
    one.page == other.page && one.start < other.end && other.start < one.end
}

/// One passage of two on the same page.
fn join(one: Passage, other: Passage) -> Passage {
    Passage { page: one.page, start: one.start.min(other.start), end: one.end.max(other.end) }
}

/// The passages with one more, which makes one with those that it overlaps or adjoins.
fn merge_into(passages: Vec<Passage>, one: Passage, document: &Document) -> Vec<Passage> {
    let mut whole = one;
    let mut others = Vec::new();
    let mut place = None;
    for passage in passages {
        if overlap(passage, whole) || are_adjacent(passage, whole, document) {
            place = place.or(Some(others.len()));
            whole = join(passage, whole);
        } else {
            others.push(passage);
        }
    }
    others.insert(place.unwrap_or(others.len()), whole);
    others
}

/// Whether nothing is between two passages, and they make one that is not too long.
fn are_adjacent(one: Passage, other: Passage, document: &Document) -> bool {
    let between = Passage { page: one.page, start: one.end.min(other.end), end: one.start.max(other.start) };
    let gap = document.page(one.page).and_then(|page| page.text.get(between.start..between.end));
    one.page == other.page
        && gap.is_some_and(|gap| gap.trim().is_empty() && !gap.contains("\n\n"))
        && word_count(passage_text(document, join(one, other))) <= LONGEST
}

/// The sentence of a document's `text` that speaks most of the statement.
pub(super) fn foremost(statement: &str, document: &Document, text: &str) -> Option<Range<usize>> {
    let is_paper = is_paper(&document.meta);
    let mut rated = if is_paper { learned(statement, &document.meta.title, text) } else { by_rules(statement, text) };
    let best = best(&rated).filter(|best| rated[*best].rating > NEVER)?;
    Some(rated.swap_remove(best).range)
}

fn find_passages(statement: &str, document: &Document, stretches: &[Passage]) -> Vec<Passage> {
    let within = |stretch: Passage, range: &Range<usize>| Passage {
        page: stretch.page,
        start: stretch.start + range.start,
        end: stretch.start + range.end,
    };
    if is_paper(&document.meta) {
        let rated = stretches.iter().flat_map(|stretch| {
            let rated = learned(statement, &document.meta.title, passage_text(document, *stretch));
            rated.into_iter().map(|rated| (within(*stretch, &rated.range), rated))
        });
        return likely(rated.collect(), document);
    }
    let [stretch, ..] = *stretches else { return Vec::new() };
    let text = passage_text(document, stretch);
    let rated = by_rules(statement, text);
    let Some(best) = best(&rated).filter(|best| rated[*best].rating > NEVER) else { return Vec::new() };
    let mut range = rated[best].range.clone();
    for neighbour in [best.checked_sub(1), Some(best + 1)].into_iter().flatten() {
        let Some(other) = rated.get(neighbour) else { continue };
        let joined = range.start.min(other.range.start)..range.end.max(other.range.end);
        let between =
            text.get(rated[best].range.end.min(other.range.end)..rated[best].range.start.max(other.range.start));
        let together = between.is_some_and(|gap| !gap.contains("\n\n"));
        let bears = !is_aside(Section::inline(text.get(other.range.clone()).unwrap_or_default()).1);
        if together
            && bears
            && other.rating >= JOINS * rated[best].rating
            && word_count(&text[joined.clone()]) <= LONGEST
        {
            range = joined;
            break;
        }
    }
    vec![within(stretch, &range)]
}

/// The likeliest sentence and what others are likely, best first; those that are side by side are one passage.
fn likely(mut rated: Vec<(Passage, Rated)>, document: &Document) -> Vec<Passage> {
    // Of equals the first.
    rated.sort_by(|(_, a), (_, b)| b.rank.total_cmp(&a.rank));
    let mut passages: Vec<Passage> = Vec::new();
    for (place, (passage, Rated { rating, rank, .. })) in rated.into_iter().take(MOST).enumerate() {
        if place > 0 && (rating < LIKELY || rank == 0.0) {
            break;
        }
        match passages.iter_mut().find(|known| are_adjacent(**known, passage, document)) {
            Some(known) => *known = join(*known, passage),
            None => passages.push(passage),
        }
    }
    passages
}

/// The sentences of a paper's `text`, best first.
pub(super) fn ranked(statement: &str, title: &str, text: &str) -> Vec<Range<usize>> {
    let mut rated = learned(statement, title, text);
    rated.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    rated.into_iter().map(|rated| rated.range).collect()
}

/// Rates every sentence of a paper's `text`, in their order, as the trained trees do.
fn learned(statement: &str, title: &str, text: &str) -> Vec<Rated> {
    let look = trees::look(statement, title, text);
    let scopes = Scopes::new(statement, title, text);
    let rated = look.ranked().filter(|(range, ..)| can_be_cited(text, range));
    rated
        .map(|(range, rating, rank)| {
            let rank = if scopes.elsewhere(&range).is_some() { 0.0 } else { rank };
            Rated { range, rating, rank }
        })
        .collect()
}

/// Rates every sentence of `text`, in their order, by how likely it is to be what a reader would cite.
fn by_rules(statement: &str, text: &str) -> Vec<Rated> {
    let ranges = sentences(text);
    let lower: Vec<String> = ranges.iter().map(|range| fold(&text[range.clone()])).collect();
    let roles = Role::all(ranges.iter().map(|range| &text[range.clone()]).zip(lower.iter().map(String::as_str)));
    let ratings = rate(&Asked::of(statement), text, &ranges, &roles);
    let rate = |(range, rating)| {
        let rating = if can_be_cited(text, &range) { rating } else { NEVER };
        Rated { range, rating, rank: rating }
    };
    ranges.into_iter().zip(ratings).map(rate).collect()
}

/// Whether a sentence can be evidence at all: scraps of a page, keywords and entries of a list of references cannot.
fn can_be_cited(text: &str, range: &Range<usize>) -> bool {
    let sentence = text.get(range.clone()).unwrap_or_default();
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
    sentence.split_whitespace().filter(is_word).count() >= FEWEST
        && !is_reference(sentence)
        && !begins_entry(sentence)
        && !is_keywords(sentence)
        && !is_listed(text, range.start)
}

fn best(rated: &[Rated]) -> Option<usize> {
    // The first of equals.
    (0..rated.len()).rev().max_by(|a, b| rated[*a].rank.total_cmp(&rated[*b].rank))
}

/// What a sentence is for in its document, whatever the statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    /// The section that it is in.
    pub section: Section,
    /// It is a heading, a label or an aim.
    pub aside: bool,
    /// The phrases that show what it is.
    pub cues: Counts,
    plan: bool,
    question: bool,
    words: usize,
}

impl Role {
    /// Those of sentences that follow each other, each with its folded form.
    pub fn all<'a>(sentences: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Self> {
        let mut section = Section::Unknown;
        let roles = sentences.map(|(text, lower)| {
            let (label, bare) = Section::inline(text);
            section = label.unwrap_or(section);
            Self {
                section,
                aside: is_aside(bare),
                cues: Counts::of(lower),
                plan: asides::is_plan(lower),
                question: lower.ends_with('?'),
                words: word_count(lower),
            }
        });
        roles.collect()
    }
}

/// Rates every sentence of `text`, those at `ranges` with their roles, in their order. What counts: coverage of the
/// statement, in which terms that the whole text has count less; coverage
/// against the text's own mean; the neighbours'; place; cues.
pub(super) fn rate(asked: &Asked, text: &str, ranges: &[Range<usize>], roles: &[Role]) -> Vec<f64> {
    let terms = &asked.terms;
    let found: Vec<u64> = ranges.iter().map(|range| terms.find(&text[range.clone()])).collect();
    let n = ranges.len() as f64;
    let rarity: Vec<f64> = (0..terms.list.len())
        .map(|i| ((n + 1.0) / (found.iter().filter(|f| *f & (1 << i) != 0).count() as f64 + 0.5)).ln().max(0.3).sqrt())
        .collect();
    let total: f64 = terms.list.iter().zip(&rarity).map(|(t, r)| t.weight * r).sum::<f64>().max(f64::MIN_POSITIVE);
    let coverage: Vec<f64> = found.iter().map(|f| terms.weigh(*f, |i| rarity[i]) / total).collect();
    let mean = coverage.iter().sum::<f64>() / n.max(1.0);
    let at = |i: usize| coverage.get(i).copied().unwrap_or(0.0);
    let rated = roles.iter().enumerate().map(|(i, role)| {
        let cue = |kind, most: usize| role.cues.get(kind).min(most) as f64;
        let bounded = match role.section {
            Section::Conclusion => 0.08,
            Section::Results => 0.04,
            Section::Background | Section::Methods => -0.06,
            _ => 0.0,
        };
        // The sentence that speaks of the subject and says something of it.
        let both = if asked.subject & found[i] != 0 && asked.outcome & found[i] != 0 { 0.06 } else { 0.0 };
        let place = if n > 1.0 { i as f64 / (n - 1.0) } else { 1.0 };
        let neighbours = (i.checked_sub(1).map_or(0.0, at) + at(i + 1)) / 2.0;
        let rating = coverage[i] + 0.25 * (coverage[i] - mean) + 0.08 * neighbours + 0.14 * place + bounded + both
            - if role.aside { 0.35 } else { 0.0 }
            - if role.plan { 0.12 } else { 0.0 }
            + 0.04 * cue(Cue::Finding, 3)
            + 0.05 * cue(Cue::Conclusion, 2)
            - 0.10 * cue(Cue::Aim, 2)
            - 0.05 * cue(Cue::Method, 2)
            - 0.07 * cue(Cue::Background, 2)
            - 0.02 * cue(Cue::Hedge, 1)
            - if role.question { 0.2 } else { 0.0 }
            - if role.words < 6 { 0.25 } else { 0.0 }
            - 0.002 * role.words.saturating_sub(40) as f64;
        rating.max(0.0)
    });
    rated.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{Counter, Page, Passage, SourceMeta, Statement};

    #[test]
    fn the_finding_is_cited_and_not_the_aim() {
        let text = "Statins are widely used. We aimed to determine whether statins reduce mortality in older adults. \
                    We recruited 200 people. Statins did not reduce mortality in older adults. More work is needed.";
        let rated = by_rules("Statins reduce mortality in older adults.", text);
        let best = &rated[best(&rated).unwrap()];
        assert_eq!(&text[best.range.clone()], "Statins did not reduce mortality in older adults.");
    }

    #[test]
    fn a_document_is_cited_by_its_finding_word_for_word() {
        let text = "OBJECTIVE To determine whether statins reduce mortality in older adults. SETTING Two hospitals. \
                    RESULTS Mortality was 12% with statins and 11% without. CONCLUSIONS Statins did not reduce mortality \
                    in older adults. Funding was public.";
        let page = Page { number: 1, text: text.into() };
        let document = Document::new(SourceMeta::default(), vec![page]);
        let statement = Statement::claim(1, "Statins reduce mortality in older adults.");
        let cited = |passage| {
            cite(CiteInput { statement: &statement, counter: &Counter::default(), document: &document, passage })
                .passages
        };
        let passages = cited(Passage { page: 1, start: 0, end: text.len() });
        assert!(passages.len() == 1 && passages[0].page == Some(1), "{passages:?}");
        assert!(text.contains(&passages[0].quote), "{passages:?}");
        assert!(passages[0].quote.contains("Statins did not reduce mortality in older adults."), "{passages:?}");
        assert!(!passages[0].quote.contains("Two hospitals"), "{passages:?}");
        // A passage that the document does not have gives nothing.
        assert!(cited(Passage { page: 7, start: 0, end: 10 }).is_empty());
    }

    /// The sentence that answers the second half would be missing beside the one on the first.
    #[test]
    fn a_statement_of_two_halves_is_cited_by_what_is_said_of_both() {
        let text = "Metformin was given for six months. Body weight fell by 4 kg with metformin. Adherence was 83%. No \
                    severe events occurred. Fasting glucose also fell with metformin. Growth was normal.";
        let page = Page { number: 1, text: text.into() };
        let document = Document::new(SourceMeta::default(), vec![page]);
        let statement = Statement::claim(1, "Metformin reduced body weight but had no effect on fasting glucose.");
        let passage = Passage { page: 1, start: 0, end: text.len() };
        let counter = Counter::default();
        let cited = cite(CiteInput { statement: &statement, counter: &counter, document: &document, passage });
        let quotes: Vec<&str> = cited.passages.iter().map(|passage| passage.quote.as_str()).collect();
        assert_eq!(quotes, ["Body weight fell by 4 kg with metformin.", "Fasting glucose also fell with metformin."]);
    }

    /// A verdict rested on the keywords of one paper, and on an entry in the list of references of another.
    #[test]
    fn keywords_and_references_are_not_cited() {
        let text = "Tic severity was measured once.\n\nKeywords\n\nTics, Tourette syndrome, Anxiety in children, Quality of \
                    life\n\nReferences\n\n6.Lee M-Y, Chen Y-C. Anxiety lowers the quality of life in children with tics.";
        let page = Page { number: 1, text: text.into() };
        for meta in [SourceMeta::default(), SourceMeta { url: Some("https://x.org/a".into()), ..SourceMeta::default() }]
        {
            let document = Document::new(meta, vec![page.clone()]);
            let statement = Statement::claim(1, "Anxiety lowers the quality of life in children with tics.");
            let passage = Passage { page: 1, start: 0, end: text.len() };
            let counter = Counter::default();
            let cited = cite(CiteInput { statement: &statement, counter: &counter, document: &document, passage });
            let quotes: Vec<&str> = cited.passages.iter().map(|passage| passage.quote.as_str()).collect();
            assert_eq!(quotes, ["Tic severity was measured once."]);
        }
    }

    /// The search finds one passage of a document; what answers the statement may be in the abstract.
    #[test]
    fn a_long_paper_is_cited_from_its_abstract_and_its_best_paragraphs_as_well() {
        let filler = "Nurses were asked about their work in the wards of the two hospitals. ".repeat(70);
        let (found, best) = ("Metformin was given with meals.", "Body weight fell by 4 kg with metformin in adults.");
        let result = "Metformin did not change body weight in adults.";
        let list = format!("References\n\n{best} J Sleep 2011.");
        let text = ["Abstract", result, "Introduction", &filler, found, "Discussion", best, &list].join("\n\n");
        let page = Page { number: 1, text: text.as_str().into() };
        let document = Document::new(SourceMeta::default(), vec![page]);
        let statement = Statement::claim(1, "Metformin reduces body weight in adults.");
        let start = text.find(found).unwrap();
        let passage = Passage { page: 1, start, end: start + found.len() };
        let counter = Counter::default();
        let cited = cite(CiteInput { statement: &statement, counter: &counter, document: &document, passage });
        let mut quotes: Vec<&str> = cited.passages.iter().map(|passage| passage.quote.as_str()).collect();
        quotes.sort_unstable();
        assert_eq!(quotes, [best, result]);
    }

    proptest! {
        #[test]
        fn any_text_is_rated_and_every_range_is_inside_it(statement in ".{0,80}", text in ".{0,300}") {
            for rated in by_rules(&statement, &text) {
                prop_assert!(text.get(rated.range).is_some() && rated.rating.is_finite());
            }
        }
    }
}
