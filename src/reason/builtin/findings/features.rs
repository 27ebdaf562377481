//! What the model weighs of each sentence: its words, its place, the roles read from it, and how the rest of the paper
//! repeats it. One piece of code for training and use.

use std::collections::BTreeSet;

use crate::text::{content_stems, word_count};

use super::{
    super::{
        appeals, asides,
        reading::{Sentence, cites},
        sections::Section,
        zones::Reading,
    },
    conduct,
    deeds::Deeds,
    phrases::GROUPS,
};

/// The features of one sentence by their names; what is not there is 0.
pub type Row = Vec<(&'static str, f64)>;

/// Groups of phrases that count twice where two of them occur.
const COUNTED: [&str; 4] = ["compare", "backgr", "praise", "acts"];
/// Openings that point to the sentence before.
const POINTING: [&str; 12] =
    ["these", "this", "it", "they", "such", "those", "their", "its", "both", "there", "another", "that"];
/// A rule and its name among the features.
type Rule = (&'static str, fn(&str) -> bool);
/// Rules for sentences about the work itself, other work or the future instead of a finding. They are weighed with all
/// other features: by themselves they were wrong on two of three sentences that the score would take
/// (`models/findings.md`).
const ASIDES: [Rule; 11] = [
    ("is_plan", asides::is_plan),
    ("is_procedure", asides::is_procedure),
    ("is_about_the_paper", asides::is_about_the_paper),
    ("is_enrolment", asides::is_enrolment),
    ("is_promise", asides::is_promise),
    ("is_of_others", asides::is_of_others),
    ("is_call", appeals::is_call),
    ("is_self_praise", appeals::is_self_praise),
    ("is_caveat", appeals::is_caveat),
    ("is_conduct", conduct::is_conduct),
    ("is_offer", conduct::is_offer),
];
/// The names of the roles' features, in the order of the roles.
const ROLES: [&str; 5] = ["role_background", "role_objective", "role_method", "role_result", "role_conclusion"];

/// The names of what the sentence before and the next one tell.
const BEFORE: [&str; 6] =
    ["before_done", "before_acts", "before_learns", "before_outcomes", "before_prospects", "before_results_tell"];
const NEXT: [&str; 6] =
    ["next_done", "next_acts", "next_learns", "next_outcomes", "next_prospects", "next_results_tell"];

/// How much of a sentence of an abstract the text repeats on average, for an abstract by itself.
const USUAL_ECHO: f64 = 0.4;

/// What is known of a sentence before its neighbours are looked at.
struct Seen<'a> {
    sentence: &'a Sentence,
    reading: &'a Reading,
    lower: String,
    stems: BTreeSet<String>,
    /// How many phrases of each group it has.
    hits: Vec<usize>,
    deeds: Deeds,
}

impl Seen<'_> {
    fn has(&self, group: &str) -> bool {
        GROUPS.iter().zip(&self.hits).any(|((name, _), hits)| *name == group && *hits > 0)
    }

    /// Whether it says that something came out.
    fn reports(&self) -> bool {
        self.has("we_found") || self.has("result_noun") || self.has("showed")
    }

    /// Whether it says that something was done.
    fn does(&self) -> bool {
        self.has("we_do") || self.has("done")
    }
}

/// The features of every sentence of a paper, in order.
pub(in super::super) fn rows(all: &[Sentence], readings: &[Reading], title: &str) -> Vec<Row> {
    let seen: Vec<Seen<'_>> = all.iter().zip(readings).map(|(sentence, reading)| see(sentence, reading)).collect();
    let title: BTreeSet<String> = content_stems(title).into_iter().collect();
    let (summary, body): (Vec<usize>, Vec<usize>) = (0..seen.len()).partition(|at| all[*at].summary);
    let is_outcome =
        |at: &&usize| matches!(all[**at].section, Section::Results | Section::Discussion | Section::Conclusion);
    let (outcomes, others): (Vec<usize>, Vec<usize>) = body.iter().partition(|at| is_outcome(at));
    let mut rows: Vec<Row> = seen.iter().map(|one| alone(one, &title)).collect();
    let closing: Vec<usize> = body.iter().copied().filter(|at| all[*at].is_closing()).collect();
    for part in [&summary, &closing] {
        let labelled = part.iter().any(|at| all[*at].section.roles().is_some());
        let turn = part.iter().position(|at| speaks_of_own_work(&seen[*at].lower)).filter(|_| !labelled);
        let most = part.iter().map(|at| readings[*at].claim).fold(1e-6, f64::max);
        for (place, at) in part.iter().copied().enumerate() {
            let row = &mut rows[at];
            let mut add = |name, value| row.push((name, value));
            let (last, share) = (part.len() - 1, place as f64 / part.len().saturating_sub(1).max(1) as f64);
            add("place", share);
            add("place_squared", share * share);
            add("first", is(place == 0));
            add("second", is(place == 1));
            add("last", is(place == last));
            add("last_but_one", is(place + 1 == last));
            add("labelled", is(labelled));
            add("labelled_outcome", is(labelled && matches!(all[at].section, Section::Results | Section::Conclusion)));
            add("short_abstract", is(part.len() <= 4));
            add("long_abstract", is(part.len() > 14));
            add("before_turn", is(turn.is_some_and(|turn| place < turn)));
            add("behind_turn", turn.map_or(0.0, |turn| place.saturating_sub(turn).min(3) as f64 / 3.0));
            add("claim_share", readings[at].claim / most);
            let echo = |among: &[usize]| if body.is_empty() { USUAL_ECHO } else { echo(&seen, at, among) };
            add("echo", echo(&outcomes));
            add("echo_lead", echo(&outcomes) - echo(&others));
            if !all[at].summary {
                add("echo_summary", echo(&summary));
            }
            let beside = |other: Option<&usize>, names: [&'static str; 3]| {
                let Some(other) = other.map(|at| &seen[*at]) else { return Vec::new() };
                let outcome = other.reading.roles[3] + other.reading.roles[4];
                vec![(names[0], is(other.reports())), (names[1], is(other.does())), (names[2], outcome)]
            };
            let before = place.checked_sub(1).and_then(|place| part.get(place));
            row.extend(beside(before, ["before_reports", "before_does", "before_outcome"]));
            let next = part.get(place + 1);
            row.extend(beside(next, ["next_reports", "next_does", "next_outcome"]));
            row.extend(before.into_iter().flat_map(|at| seen[*at].deeds.beside(BEFORE)));
            row.extend(next.into_iter().flat_map(|at| seen[*at].deeds.beside(NEXT)));
        }
    }
    for (place, at) in body.iter().copied().enumerate() {
        let share = place as f64 / body.len().saturating_sub(1).max(1) as f64;
        rows[at].extend([("depth", share), ("late", is(share > 0.8))]);
    }
    rows
}

fn see<'a>(sentence: &'a Sentence, reading: &'a Reading) -> Seen<'a> {
    let lower = with_plural_author(&format!(" {} ", sentence.text.to_lowercase()));
    let hits = GROUPS.iter().map(|(_, cues)| cues.iter().filter(|cue| lower.contains(*cue)).count()).collect();
    let deeds = Deeds::read(&lower, &tokens(&lower));
    Seen { sentence, reading, hits, deeds, stems: content_stems(&sentence.text).into_iter().collect(), lower }
}

/// What a sentence shows by itself.
fn alone(seen: &Seen<'_>, title: &BTreeSet<String>) -> Row {
    let Seen { sentence, reading, lower, stems, hits, deeds } = seen;
    let text = sentence.text.as_str();
    let plain = lower.trim();
    let words = word_count(text);
    let mut row: Row = ROLES.into_iter().zip(reading.roles).map(|(name, role)| (name, odds(role))).collect();
    let mut add = |name, value| row.push((name, value));
    for ((name, _), hits) in GROUPS.iter().zip(hits) {
        add(name, if COUNTED.contains(name) { (*hits).min(2) as f64 } else { is(*hits > 0) });
    }
    add("claim", odds(reading.claim));
    add(
        match sentence.section {
            Section::Unknown => "in_unknown",
            Section::Abstract => "in_abstract",
            Section::Background => "in_background",
            Section::Methods => "in_methods",
            Section::Results => "in_results",
            Section::Discussion => "in_discussion",
            Section::Conclusion => "in_conclusion",
            Section::Back => "in_back",
        },
        1.0,
    );
    let opens = |heads: &[&str]| is(heads.iter().any(|head| plain.starts_with(head)));
    add("opens_to", opens(&["to "]));
    add("opens_we", opens(&["we "]));
    add("opens_by", opens(&["using", "through", "by ", "in the", "across", "with "]));
    let first = plain.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    add("points", is(POINTING.contains(&first)));
    add("digits", is(text.contains(|c: char| c.is_ascii_digit())));
    add("percent", is(text.contains('%')));
    add("equals", is(text.contains('=')));
    add("colon", is(text.ends_with(':')));
    add("asks", is(text.contains('?')));
    add("length", words.min(50) as f64 / 25.0);
    add("short", is(words < 9));
    add("long", is(words > 45));
    add("cites", is(cites(text)));
    let shown = ["(fig", "fig.", "figure ", "table ", "(table", "section ", "appendix", "supplement"];
    add("shown_elsewhere", is(shown.iter().any(|mark| lower.contains(mark))));
    let tokens = tokens(plain);
    let any = |words: &[&str]| is(tokens.iter().any(|token| words.contains(token)));
    add("past", tokens.iter().filter(|token| token.len() > 4 && token.ends_with("ed")).count().min(3) as f64 / 3.0);
    add("was", any(&["was", "were"]));
    add("is", any(&["is", "are"]));
    add("has", any(&["has", "have"]));
    add("will", any(&["will"]));
    add("we", any(&["we", "our"]));
    add("i", any(&["i"]));
    let shared = stems.intersection(title).count() as f64;
    add("title_share", shared / stems.len().max(1) as f64);
    add("title_cover", shared / title.len().max(1) as f64);
    let states = ["we_found", "result_noun", "that_part", "signif", "showed", "compare"].iter().any(|g| seen.has(g));
    for (name, asides) in ASIDES {
        add(name, is(asides(plain)));
    }
    add("only_does", is(seen.does() && !states));
    let concrete = ["compare", "signif", "showed", "assoc"].iter().any(|group| seen.has(group))
        || text.contains(|c: char| c.is_ascii_digit());
    add("only_praises", is(seen.has("praise") && !concrete));
    row.extend(deeds.row(lower, &tokens));
    row
}

/// The largest share of a sentence's stems that another of `others` has, 0–1.
fn echo(seen: &[Seen<'_>], at: usize, others: &[usize]) -> f64 {
    let own = &seen[at].stems;
    let shared = |other: &usize| own.intersection(&seen[*other].stems).count();
    others.iter().filter(|other| **other != at).map(shared).max().unwrap_or_default() as f64 / own.len().max(4) as f64
}

/// Whether a lower-case sentence speaks of the authors' own work.
pub(super) fn speaks_of_own_work(lower: &str) -> bool {
    const WORKS: [&str; 9] =
        ["study", "paper", "work", "article", "review", "report", "results", "findings", "analysis"];
    let words = tokens(lower);
    words.iter().zip(words.iter().skip(1).chain([&""])).any(|(word, next)| match *word {
        // “All that we know”, “as we age” are everybody's.
        "we" => !matches!(*next, "know" | "are" | "have" | "live" | "age" | "see"),
        "this" | "our" | "present" | "current" => WORKS.contains(next),
        _ => false,
    })
}

/// A lower-case sentence with “we find that …” in place of a single author's “I find that …”.
pub(super) fn with_plural_author(lower: &str) -> String {
    const FINDS: [&str; 9] = [
        " i conclude ",
        " i confirm ",
        " i demonstrate ",
        " i document ",
        " i estimate ",
        " i find ",
        " i found ",
        " i provide evidence ",
        " i show ",
    ];
    FINDS.iter().fold(lower.to_owned(), |lower, cue| lower.replace(cue, &cue.replacen(" i ", " we ", 1)))
}

/// The words of a lower-case text.
pub(super) fn tokens(lower: &str) -> Vec<&str> {
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

pub(super) fn is(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}

fn odds(p: f64) -> f64 {
    let p = p.clamp(1e-3, 1.0 - 1e-3);
    (p / (1.0 - p)).ln() / 4.0
}
