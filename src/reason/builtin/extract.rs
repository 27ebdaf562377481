//! Stage 0: statements by cue words and position.

use std::collections::BTreeSet;

use crate::{
    domain::{Source, Stage},
    reason::{ExtractDraft, ExtractInput, Failure, StatementDraft},
    text::{content_stems, fold, opens_in_lower_case, word_count},
};

use super::{
    anchors::anchors,
    asides, background,
    caveats::is_caveat,
    damage,
    encoder::Encoder,
    findings::{self, Findings},
    matter::is_matter,
    no_findings,
    paraphrase::says_the_same,
    places,
    reading::{Sentence, has_verb, outside_brackets, read},
    sections::Section,
    selection::{ALONE, Found, MAIN, is_outcome, select},
    zones::{Reading, Roles, Zones},
};

/// Shorter texts are refused, in characters (`docs/rules.md#extract`).
const SHORTEST_TEXT: usize = 50;
/// Statements outside these lengths are not self-contained or not one statement, in words.
const LENGTHS: std::ops::RangeInclusive<usize> = 7..=90;
/// The same in an abstract, which may say all its results in one sentence with semicolons, or one in a few words: “The R0
/// resection rate was 93.5%.”
const LENGTHS_OF_SUMMARY: std::ops::RangeInclusive<usize> = 5..=160;
/// From this length on a sentence of an abstract is no heading, in words.
const LONG: usize = 12;
/// From this likelihood on a sentence counts as a claim: where F1 is best over the abstracts marked
/// for the trainer, out of fold.
pub(super) const CLAIM: f64 = 0.34;
/// Of the score of a sentence of an abstract by itself, how much is the likelihood of a claim, 0–1.
const CLAIM_SHARE: f64 = 0.75;
/// From this likelihood on a sentence can be added.
const LEAST: f64 = 0.03;
/// The most for what an abstract says before it turns to its own work: below what a statement needs anywhere.
const BACKGROUND: f64 = 0.3;
/// At most this many candidates are kept.
const MOST_CANDIDATES: usize = 100;
/// What a sentence is where no section says it.
const ANY_ROLE: Roles = [0.3, 0.05, 0.2, 0.3, 0.15];

/// Statements: the best `max_statements`, in the order of the paper, and what
/// else could be one, best first.
///
/// # Errors
/// When the text is shorter than 50 characters, or no sentence states anything.
pub fn extract(input: ExtractInput<'_>, encoder: Encoder) -> Result<ExtractDraft, Failure> {
    let length: usize = input.source.pages.iter().map(|p| p.text.trim().chars().count()).sum();
    if length < SHORTEST_TEXT {
        return Err(Failure::new(
            Stage::Extract,
            format!(
                "the text has {length} characters, at least {SHORTEST_TEXT} are needed; give the abstract or the whole paper"
            ),
        ));
    }
    let all = read(&input.source.pages);
    let Ranked { own, alone, found } = ranked(&all, &input.source.meta.title, encoder);
    if found.is_empty() {
        return Err(Failure::new(
            Stage::Extract,
            "no sentence reads like a finding or a conclusion; add statements by hand",
        ));
    }
    let of_kind = no_findings::is_kind_of(input.source, &all);
    let (mut items, mut others) = select(&all, own, found, of_kind, input.max_statements as usize);
    places::add(&all, &input.source.short_forms(None), &mut items);
    others.truncate(MOST_CANDIDATES);
    // What the text states in so many words to have found is a finding at any score (`models/findings.md`).
    let is_explicit = |sentence: &Sentence| !sentence.summary && findings::reports_own_finding(&sentence.text);
    let sure_from = |one: &Found| if alone { Some(CLAIM) } else { is_explicit(&all[one.at]).then_some(0.0) };
    let draft = |one: &Found| StatementDraft { sure_from: sure_from(one), ..draft(&all, one) };
    Ok(ExtractDraft { items: items.iter().map(draft).collect(), others: others.iter().map(draft).collect() })
}

/// How likely the paper has findings of its own, 0–1, whether it is an abstract by itself, and the sentences that could be
/// statements, best first.
struct Ranked {
    own: f64,
    alone: bool,
    found: Vec<Found>,
}

/// Every sentence that could be a statement with how likely it is one of the
/// claims of its paper, in the order of the paper.
pub(super) fn claims(source: &Source) -> Vec<(String, f64)> {
    let all = read(&source.pages);
    let readings = readings(&all);
    let usable = |(sentence, reading): (&Sentence, &Reading)| {
        is_usable(sentence, true).then(|| (sentence.text.clone(), reading.claim))
    };
    all.iter().zip(&readings).filter_map(usable).collect()
}

/// The sentences of `source` and the paper as a whole with what the trainer of the findings needs to know of them.
pub(super) fn examples(source: &Source) -> (Vec<findings::Example>, findings::PaperRow) {
    let all = read(&source.pages);
    let rows = findings::rows(&all, &readings(&all), &source.meta.title);
    let paper = findings::paper_row(&all, &rows, &source.meta.title);
    let example = |(sentence, row): (Sentence, findings::Row)| findings::Example {
        usable: is_usable(&sentence, false),
        part: findings::Part::of(&sentence),
        outcome: is_outcome(&sentence),
        text: sentence.text,
        row,
    };
    (all.into_iter().zip(rows).map(example).collect(), paper)
}

/// What the models say of each sentence: of those of the abstract together, of
/// the others by their section.
pub(super) fn readings(all: &[Sentence]) -> Vec<Reading> {
    let zones = Zones::shipped();
    // Names, addresses and headings that a page's layout ran into the abstract have no place in its order.
    let is_prose = |text: &str| word_count(text) > 3 && text.ends_with(['.', '!', '?', ')', ']', '”', '"', ':']);
    let summary: Vec<usize> = (0..all.len()).filter(|at| all[*at].summary && is_prose(&all[*at].text)).collect();
    let texts: Vec<&str> = summary.iter().map(|at| all[*at].text.as_str()).collect();
    let labels: Vec<Option<Roles>> = summary.iter().map(|at| all[*at].section.roles()).collect();
    // A sentence or two have no order to read roles from.
    let ordered = texts.len() > 2;
    let mut of_summary = zones.labelled(&texts, &labels).into_iter();
    let placed = |sentence: &Sentence| ordered && sentence.summary && is_prose(&sentence.text);
    let read = |sentence: &Sentence| match placed(sentence).then(|| of_summary.next()).flatten() {
        Some(reading) => reading,
        None => zones.body(&sentence.text, &sentence.section.roles().unwrap_or(ANY_ROLE)),
    };
    all.iter().map(read).collect()
}

/// The sentences that could be statements, each with those that say the same.
fn ranked(all: &[Sentence], title: &str, encoder: Encoder) -> Ranked {
    let stems: Vec<BTreeSet<String>> = all.iter().map(|s| content_stems(&s.text).into_iter().collect()).collect();
    let heading = fold(title.trim_end_matches(['.', ' ']));
    let readings = readings(all);
    let likely = Findings::shipped().likely(all, &readings, title, |part| encoder.findings(title, part));
    // An abstract by itself has no text that repeats its findings or says what kind of paper it is, so its claims count
    // more.
    let alone = all.iter().all(|sentence| sentence.summary);
    let own = if alone { 1.0 } else { likely.own };
    let begins = background::own_work_begins(all);
    let is_background = |at: usize| at < begins && all[at].summary && !background::is_own(&all[at].text);
    let score = |((likely, reading), sentence): ((f64, &Reading), &Sentence)| {
        let claimed = likely + CLAIM_SHARE * (reading.claim - likely);
        if !alone {
            likely
        } else if is_outcome(sentence) && likely >= MAIN {
            // What an abstract labels as results it calls its findings; what it claims comes first.
            claimed.max(likely * ALONE / MAIN)
        } else {
            claimed
        }
    };
    let mut rated: Vec<(usize, f64)> = likely
        .each
        .into_iter()
        .zip(&readings)
        .zip(all)
        .map(score)
        .enumerate()
        .map(|(at, score)| (at, if is_background(at) { score.min(BACKGROUND) } else { score }))
        .filter(|(at, _)| is_usable(&all[*at], false))
        .filter(|(at, _)| fold(all[*at].text.trim_end_matches(['.', ' '])) != heading)
        .collect();
    if rated.iter().any(|(_, score)| *score >= LEAST) {
        rated.retain(|(_, score)| *score >= LEAST);
    }
    rated.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut found: Vec<Found> = Vec::new();
    for (at, score) in rated {
        match found.iter_mut().find(|one| says_the_same(all, &stems, one.at, at)) {
            // The abstract's own words stand for the others.
            Some(one) if all[at].summary && !all[one.at].summary => {
                one.also.push(one.at);
                (one.at, one.score) = (at, score);
            }
            Some(one) => one.also.push(at),
            None => found.push(Found { at, score, also: Vec::new() }),
        }
    }
    found.iter_mut().for_each(|one| one.also.sort_unstable());
    Ranked { own, alone, found }
}

/// Whether a sentence can be checked by itself at all. An abstract's sentences
/// need not be long ones where they are only `counted`.
pub(super) fn is_usable(sentence: &Sentence, counted: bool) -> bool {
    let text = sentence.text.trim();
    let lower = text.to_lowercase();
    let count = word_count(text);
    let opens = text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || !c.is_ascii())
        || opens_in_lower_case(text);
    // “5At 4 GHz” is a footnote, “5-HT” and “3D” are words.
    let mut head = text.trim_start_matches(|c: char| c.is_ascii_digit()).chars();
    let footnote = text.starts_with(|c: char| c.is_ascii_digit())
        && head.next().is_some_and(char::is_uppercase)
        && head.next().is_some_and(char::is_lowercase)
        || is_note(text);
    // Figures in brackets are the finding's, not those of a table.
    let said = outside_brackets(text);
    let letters = said.chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).count();
    let prose = letters * 20 >= said.chars().count() * 13;
    let ends = [".", "!", "”", ".\"", ".]", ".)"].iter().any(|end| lower.ends_with(end));
    if counted {
        return count > 2;
    }
    // A long sentence of an abstract has a verb, known or not; what begins with a figure may be the rest of one.
    let figure = text.starts_with(|c: char| c.is_ascii_digit());
    let verb = sentence.summary && count >= LONG && !figure || has_verb(text);
    let lengths = if sentence.summary { LENGTHS_OF_SUMMARY } else { LENGTHS };
    lengths.contains(&count)
        && opens
        && !footnote
        && prose
        && ends
        && verb
        && !is_matter(&lower)
        && !hangs_on_the_last(&lower)
        && !asides::announces(&lower)
        && !is_caveat(&lower)
        && !damage::is_damaged(text)
        && !names_people(text)
}

/// Whether a sentence is hardly more than names, as the authors below a title are.
fn names_people(text: &str) -> bool {
    const FEWEST: usize = 8;
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).collect();
    let is_name = |word: &&&str| word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit());
    words.len() >= FEWEST && words.iter().filter(is_name).count() * 10 >= words.len() * 7
}

/// Whether a sentence is a footnote with its number in front: “20 The narrowing is also apparent.”
fn is_note(text: &str) -> bool {
    const OPENS: [&str; 9] = ["A", "For", "In", "It", "Our", "The", "These", "This", "We"];
    let mut words = text.split(' ');
    words.next().is_some_and(|number| number.parse::<u8>().is_ok())
        && words.next().is_some_and(|word| OPENS.contains(&word))
}

/// Whether a sentence says of “this” what nobody can check without the sentence before: “This has major implications”.
fn hangs_on_the_last(lower: &str) -> bool {
    const VERBS: [&str; 19] = [
        "has", "have", "had", "can", "may", "could", "will", "ensures", "ensure", "provides", "provide", "allows",
        "allow", "enables", "enable", "makes", "make", "opens", "offers",
    ];
    if ["each was ", "each of these ", "such an assumption "].iter().any(|head| lower.starts_with(head)) {
        return true;
    }
    // “It can be concluded that walking helps” says it.
    if lower.contains(" be concluded that ") {
        return false;
    }
    let mut words = lower.split(' ');
    matches!(words.next(), Some("this" | "these" | "it" | "they"))
        && words.next().is_some_and(|word| VERBS.contains(&word))
}

fn draft(all: &[Sentence], one: &Found) -> StatementDraft {
    let sentence = &all[one.at];
    let beside = |j: Option<usize>| j.and_then(|j| all.get(j)).filter(|s| s.paragraph == sentence.paragraph);
    let around = [beside(one.at.checked_sub(1)), Some(sentence), beside(Some(one.at + 1))];
    let context = around.into_iter().flatten().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ");
    StatementDraft {
        text: sentence.text.clone(),
        context,
        kind: kind(sentence).to_owned(),
        confidence: Some(one.score.clamp(0.05, 0.95)),
        anchors: anchors(&sentence.text),
        also: one.also.iter().map(|at| all[*at].text.clone()).collect(),
        sure_from: None,
    }
}

fn kind(sentence: &Sentence) -> &'static str {
    let lower = sentence.text.to_lowercase();
    if ["we hypothesi", "hypothesize that", "hypothesise that", "hypothesis is that", "we predict"]
        .iter()
        .any(|cue| lower.contains(cue))
    {
        "hypothesis"
    } else if sentence.section == Section::Conclusion
        || ["conclude", "conclusion", "suggest", "therefore", "thus", "taken together", "indicate that", "imply"]
            .iter()
            .any(|cue| lower.contains(cue))
    {
        "conclusion"
    } else {
        "finding"
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::fixtures::source;

    const ABSTRACT: &str = "Background\n\nType 2 diabetes is a major cause of death worldwide. Little is known about walking.\n\n\
        Methods\n\nWe recruited 240 adults with type 2 diabetes and randomly assigned them to walking or usual care.\n\n\
        Results\n\nWalking reduced HbA1c by 0.6% compared with usual care (p < 0.001). Weight did not change. \
        The daily walkers needed insulin later than the others.\n\n\
        Conclusions\n\nWe conclude that daily walking improves glycaemic control in adults with type 2 diabetes.\n\n\
        References\n\n1. Smith J. Walking reduced everything significantly in 2001. We found that it did.";

    #[test]
    fn authors_are_no_candidates() {
        assert!(names_people("Maxine Caws, Ph.D., Laura Merson, B.S., Tran T. V. Thinh, M.D., Guy E. Thwaites, M.D."));
        assert!(!names_people("Bevacizumab and Trastuzumab reduced the Risk of Death in Women of the trial."));
    }

    #[test]
    fn findings_and_conclusions_are_taken_before_background_and_methods() {
        let source = source(ABSTRACT);
        let draft = extract(ExtractInput { source: &source, max_statements: 3 }, Encoder::LeftOut).unwrap();
        let texts: Vec<&str> = draft.items.iter().map(|i| i.text.as_str()).collect();
        let [first, .., last] = draft.items.as_slice() else { panic!("{texts:?}") };
        assert!(first.text.starts_with("Walking reduced HbA1c by 0.6%"), "{texts:?}");
        assert!(last.text.starts_with("We conclude that daily walking"), "{texts:?}");
        assert_eq!((first.kind.as_str(), last.kind.as_str()), ("finding", "conclusion"));
        assert!(
            draft.items[0].anchors.contains(&"HbA1c".to_owned()) && draft.items[0].anchors.contains(&"0.6%".to_owned())
        );
    }

    #[test]
    fn an_abstract_by_itself_says_from_which_score_on_its_findings_are_sure() {
        let abstract_alone = source(
            "Walking is cheap. We recruited 240 adults with type 2 diabetes and assigned them to walking or usual care. \
             We conclude that daily walking improves glycaemic control.",
        );
        let draft = extract(ExtractInput { source: &abstract_alone, max_statements: 5 }, Encoder::LeftOut).unwrap();
        let concluded = draft.items.iter().find(|item| item.text.starts_with("We conclude")).unwrap();
        let score = concluded.confidence.unwrap();
        assert!(score < 0.9 && score >= concluded.sure_from.unwrap(), "{score} {:?}", concluded.sure_from);
    }

    #[test]
    fn no_reference_is_a_statement_and_what_is_said_twice_is_taken_once() {
        let twice = ABSTRACT.replace(
            "\n\nReferences",
            " In summary, daily walking improves glycaemic control of adults with type 2 diabetes.\n\nReferences",
        );
        let source = source(&twice);
        let draft = extract(ExtractInput { source: &source, max_statements: 50 }, Encoder::LeftOut).unwrap();
        assert!(draft.items.iter().all(|i| !i.text.contains("2001") && !i.text.contains("it did")));
        assert_eq!(draft.items.iter().filter(|i| i.text.contains("glycaemic control")).count(), 1);
    }

    /// Otherwise a protocol's plans would be checked as if they were findings.
    #[test]
    fn a_protocol_gives_no_statement_but_candidates() {
        let protocol = "Abstract\n\nBackground: Malnutrition is common in patients with esophageal cancer. The purpose of this \
            trial is to evaluate the effect of supplements on quality of life.\n\nMethods: Patients are divided randomly into \
            a supplement group and a control group. The nutritional status of each patient is recorded every week. \
            Differences between the groups are analysed with a t-test.\n\nDiscussion: This trial will provide evidence for \
            the use of supplements.\n\nIntroduction\n\nSurgery is the main treatment of esophageal cancer worldwide. \
            Supplements are recommended by current guidelines for weight loss.\n\nMethods\n\nPatients over 18 years are \
            included after they gave consent. Quality of life is measured with a questionnaire.";
        // As long as a paper, or it would be taken for an abstract by itself.
        let paper = format!("{protocol}{}", " Each visit takes place at the clinic of the hospital.".repeat(250));
        let draft = extract(ExtractInput { source: &source(&paper), max_statements: 12 }, Encoder::LeftOut).unwrap();
        assert_eq!(draft.items.len(), 0, "{:?}", draft.items);
        assert!(!draft.others.is_empty());
    }

    /// What others found would be checked as if the review had found it.
    #[test]
    fn a_review_gives_no_statement_but_candidates() {
        let review = "Abstract\n\nWalking is widely recommended for people with diabetes. Several trials have shown that walking \
            lowers blood glucose (1, 2). This review summarizes what is known about walking and discusses open questions. \
            Walking improves glycaemic control by several mechanisms.\n\nIntroduction\n\nDiabetes is a major challenge for \
            health systems worldwide [3].\n\nTypes of walking\n\n";
        let body = "Nordic walking has been used in many countries since the nineties [4]. It may improve insulin sensitivity \
            and could serve as a useful therapy [5, 6]. Smith et al. reported that brisk walking lowers HbA1c [7]. This review \
            will therefore consider which people are likely to benefit. What should clinicians do? They will need new \
            guidelines. ";
        let draft =
            |text: &str| extract(ExtractInput { source: &source(text), max_statements: 12 }, Encoder::LeftOut).unwrap();
        let draft = draft(&format!("{review}{}", body.repeat(40)));
        assert_eq!(draft.items.len(), 0, "{:?}", draft.items);
        assert!(draft.others.iter().any(|item| item.text.contains("improves glycaemic control")), "{:?}", draft.others);
    }

    /// Such a sentence may hold every result of the paper.
    #[test]
    fn a_long_sentence_of_an_abstract_and_one_that_opens_with_it_can_be_taken() {
        let long = (1..=12).map(|n| format!("walkers had a lower HbA1c at visit {n} than the others (p < 0.00{n})"));
        let long = format!("Compared with rest, {}.", long.collect::<Vec<_>>().join("; "));
        let last = "It can be concluded that walking lowers HbA1c in adults with diabetes.";
        let supported = "These results were supported by an increase of insulin sensitivity in the walkers.";
        let text = ABSTRACT.replace("Weight did not change.", &format!("{long} {supported} {last}"));
        let draft = extract(ExtractInput { source: &source(&text), max_statements: 50 }, Encoder::LeftOut).unwrap();
        for wanted in [long.as_str(), supported, last] {
            assert!(draft.items.iter().chain(&draft.others).any(|item| item.text == wanted), "{wanted}: {draft:?}");
        }
    }

    /// A paper of the abstract, much text, and what follows it.
    fn paper(rest: &str) -> String {
        let summary = ABSTRACT.split("\n\nReferences").next().unwrap();
        let body = "Walking is an old habit of many people in all towns. ".repeat(120);
        format!("Abstract\n\n{summary}\n\nIntroduction\n\n{body}\n\n{rest}")
    }

    fn statements(text: &str) -> Vec<String> {
        let draft = extract(ExtractInput { source: &source(text), max_statements: 12 }, Encoder::Asked).unwrap();
        draft.items.into_iter().map(|item| item.text).collect()
    }

    /// What only the conclusion says would have to be added by hand, and a long one goes on into what is no part of it.
    #[test]
    fn the_conclusion_of_a_paper_gives_findings_that_its_abstract_leaves_out() {
        let finding = "Walking also reduced blood pressure by 8 mmHg compared with usual care (p < 0.01).";
        let cited = "Walking reduced heart rate by 8 beats compared with usual care (Smith & Lee 2001).";
        let filler = " Walking is an old habit of many people.".repeat(20);
        let taken = |rest: &str, sentence: &str| {
            statements(&paper(&format!("Conclusion\n\n{rest}"))).iter().any(|text| text == sentence)
        };
        assert!(taken(finding, finding));
        assert!(taken(&format!("{finding}{filler}"), finding));
        assert!(!taken(&format!("{cited}{filler}"), cited));
        assert!(!taken(&format!("{filler} {finding}"), finding));
    }

    /// What the paper itself calls a finding would be missed where neither abstract nor conclusion has it, and be there
    /// twice where one of them has.
    #[test]
    fn what_the_text_calls_a_finding_of_its_own_is_one() {
        let finding = "We found that blood pressure was significantly lower after eight hours of sleep (p < 0.001).";
        let again = "We found that daily walking improves glycaemic control in adults with type 2 diabetes.";
        let found = statements(&paper(&format!("Discussion\n\n{finding} {again}")));
        assert!(found.iter().any(|text| text == finding), "{found:?}");
        assert_eq!(found.iter().filter(|text| text.contains("glycaemic control")).count(), 1, "{found:?}");
    }

    /// “We found significant differences …” had the mark of what may be no finding, since its score is that of the text.
    #[test]
    fn what_the_text_calls_a_finding_of_its_own_is_sure_to_be_one() {
        let finding = "We found that blood pressure was significantly lower after eight hours of sleep (p < 0.001).";
        let text = paper(&format!("Discussion\n\n{finding}"));
        let draft = extract(ExtractInput { source: &source(&text), max_statements: 12 }, Encoder::LeftOut).unwrap();
        let bound = |head: &str| draft.items.iter().find(|item| item.text.starts_with(head)).unwrap().sure_from;
        assert_eq!((bound("We found that blood"), bound("We conclude that")), (Some(0.0), None));
    }

    /// A paper whose abstract says little would give two statements, though its text states what else it found.
    #[test]
    fn a_paper_with_few_findings_gives_more_of_what_it_names() {
        let named = "We found that heart rate was lower in walkers than in others at eight weeks.";
        let whole = paper(&format!("Discussion\n\n{named}"));
        let more = "Sleep was longer in walkers than in others (p < 0.01). Blood pressure fell by 8 mmHg in walkers (p < 0.01).";
        let is_taken = |text: &str| statements(text).iter().any(|text| text == named);
        assert!(is_taken(&whole), "{:?}", statements(&whole));
        let full = whole.replace("Weight did not change.", more);
        assert!(!is_taken(&full), "{:?}", statements(&full));
    }

    /// A reviewer would get nothing of a paper that is written as few are.
    #[test]
    fn a_paper_that_seems_to_have_no_findings_gives_those_that_it_names() {
        let essay = "Walking is an old habit of many people in all towns. This review describes it. ".repeat(90);
        let finding =
            "We found that unemployed people had significantly higher levels of anxiety than others (p < 0.001).";
        let text = format!("Introduction\n\n{essay}\n\nConclusion\n\n{finding}");
        assert_eq!(statements(&text), [finding]);
        assert_eq!(statements(&text.replace(finding, "Walking is a habit.")), [""; 0]);
    }

    /// A reviewer would check a call for more research.
    #[test]
    fn a_call_for_research_is_a_candidate_alone() {
        let call = "More studies are necessary to improve understanding of the mechanism by which walking acts.";
        let summary = ABSTRACT.split("\n\nReferences").next().unwrap();
        let body = "Walking is an old habit of many people in all towns. ".repeat(200);
        let text = format!("Abstract\n\n{summary} {call}\n\nIntroduction\n\n{body}");
        let draft = extract(ExtractInput { source: &source(&text), max_statements: 12 }, Encoder::LeftOut).unwrap();
        let has = |drafts: &[StatementDraft]| drafts.iter().any(|item| item.text == call);
        assert!(!has(&draft.items) && has(&draft.others), "{draft:?}");
    }

    /// Findings on a gene would be lost for its spelling.
    #[test]
    fn a_finding_that_opens_with_a_gene_in_lower_case_can_be_taken() {
        let text =
            ABSTRACT.replace("Weight did not change.", "Weight did not change. hippo RNAi reduced weight by 3 kg.");
        let draft = extract(ExtractInput { source: &source(&text), max_statements: 12 }, Encoder::LeftOut).unwrap();
        let mut all = draft.items.iter().chain(&draft.others);
        assert!(all.any(|item| item.text.to_lowercase().starts_with("hippo rnai reduced")), "{draft:?}");
    }

    #[test]
    fn a_text_too_short_is_refused_with_its_length() {
        let error =
            extract(ExtractInput { source: &source("Too short."), max_statements: 2 }, Encoder::LeftOut).unwrap_err();
        assert!(error.to_string().contains("10 characters"), "{error}");
    }

    proptest! {
        #[test]
        fn statements_are_in_the_text_but_for_blanks_and_their_first_letter(text in "(\\PC{0,60}\\. ?\\n{0,2}){0,12}", most in 0_u32..60) {
            let source = source(&text);
            if let Ok(draft) = extract(ExtractInput { source: &source, max_statements: most }, Encoder::LeftOut) {
                prop_assert!(draft.items.len() <= 50);
                for item in draft.items {
                    let plain = |t: &str| fold(t).split_whitespace().collect::<String>();
                    prop_assert!(plain(&source.pages[0].text).contains(&plain(&item.text)));
                }
            }
        }
    }
}
