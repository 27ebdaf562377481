//! Sentences that say how a study went or what it is worth, and nothing that came out: who took part, what they were told
//! or given, and that the work “offers new insights”.

use super::{
    super::{asides, copies::is_about_copy, sections::Section},
    features::tokens,
    phrases::GROUPS,
};

/// Groups of phrases of which a sentence with an outcome has one.
const OUTCOMES: [&str; 6] = ["compare", "signif", "showed", "we_found", "null", "that_part"];
/// Verbs that relate things; “studies assessed the association” relates none.
const RELATES: [&str; 9] = [
    "associated with",
    "correlated",
    "correlates",
    "predict",
    "depend",
    "linked to",
    "influenc",
    "affect",
    "related to",
];
/// Who takes part in a study, or what a review counts.
const PEOPLE: &str = "patients participants studies articles trials subjects individuals women men children adults cases \
    papers records respondents samples isolates people students volunteers infants adolescents mice rats animals families \
    households physicians nurses publications groups group controls observers raters dogs sheep goats";
/// Numbers in words.
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred";
/// What participants are described by, which is no outcome: “192 were Black individuals”.
const TRAITS: &str = "female male women men girls boys black white asian hispanic caucasian aged married employed \
    smokers students";
/// What those counted did, which is no outcome: “Ten studies assessed …”.
const DID: &str = "assessed undertook completed received involved comprised underwent consisted participated included met \
    rated answered filled took examined investigated evaluated tested focused used performed attended agreed";
/// What participants underwent or did: “Participants were told …”.
const UNDERGONE: &str = "asked told instructed undertook completed received underwent rated answered performed given fed \
    exposed treated divided allocated assigned randomised randomized recruited selected included enrolled kept housed \
    administered injected followed interviewed surveyed watched viewed read listened played trained tested assessed \
    examined evaluated measured matched";
/// Those of them that need no “were”.
const UNDERTOOK: &str = "undertook completed received underwent rated answered performed watched viewed read listened \
    played trained";
/// What authors did with what they studied.
const WE_DID: &str = "randomised randomized followed exposed pooled applied recruited enrolled measured linked surveyed \
    interviewed conducted performed used exploit exploited combine combined compared assigned allocated administered gave \
    fed treated sampled collected selected searched reviewed extracted matched estimated analysed analyzed assessed \
    evaluated examined investigated tested studied asked invited trained ran carried tracked monitored recorded modelled \
    modeled simulated present";
/// What those counted did.
const TOOK: &str = "received completed took underwent ran worked participated learned read watched performed visited";
/// How lists of terms begin.
const KEYWORDS: [&str; 5] = ["keywords", "key words", "key terms", "index terms", "mesh terms"];
/// What speaks of something that came out.
#[rustfmt::skip]
const TELLS: [&str; 15] = [
    "%", "p =", "conclud", "confirm", "demonstrat", "detect", "identif", "indicat", "observ", "propos", "result in",
    "resulting in", "reveal", "show", "suggest",
];
/// Words before those who took part.
const BEFORE: &str = "the all both each these half of a total in";
/// Words between them and the verb.
const BETWEEN: &str = "then also subsequently first next each all were was had";
/// What a sample does with its members.
const MADE_UP: &str = "included comprised contained consisted";
/// Parts of a study that are numbered.
const PARTS: &str = "study experiment phase part step stage trial";
/// What a study is by its design.
const DESIGNS: &str = "retrospective prospective observational cross sectional longitudinal randomised randomized double \
    single blind open label multicentre multicenter case control cohort crossover pilot";
/// What has a design.
const DESIGNED: &str = "study trial analysis survey experiment series";
/// Words of a count or a head that may be of any kind: “44 eligible observational studies”.
const ANY: usize = 3;
/// Words between those counted and what they did: “Ten studies of young people assessed …”.
const BEHIND: usize = 6;
const OFFERS: &str = "offer offers offering provide provides provided providing yield yields give gives giving contribute \
    contributes represent represents constitute constitutes present presents";
/// What a work is said to offer.
const OFFERED: &str = "insight insights example examples overview framework platform basis foundation opportunity \
    opportunities perspective perspectives guidance resource tool step avenue knowledge understanding advance";
/// Words behind which something is stated.
const STATES: &str = "that we which explain explains";
/// How authors call what they made, and what that is: “a valuable exploration and sampling tool”.
const PRAISED: &str = "powerful valuable useful unique versatile convenient attractive";
const TOOLS: &str = "tool tools resource resources platform platforms means alternative alternatives";
/// Words between the verb and what is offered: “offers a unique and new insight”.
const OF_OFFER: usize = 5;

/// Whether a lower-case sentence says who took part and what was done with them, and no outcome.
pub(super) fn is_conduct(lower: &str) -> bool {
    let words = tokens(lower);
    (counts(&words)
        || is_sample(&words)
        || is_makeup(&words)
        || is_part(&words)
        || undergoes(&words)
        || is_design(&words))
        && !has_outcome(lower)
}

/// Whether a sentence opens by saying who was studied: “The study population included 27,858 women”.
pub(in super::super) fn describes_sample(text: &str) -> bool {
    is_makeup(&tokens(&text.to_lowercase()))
}

/// Whether a sentence of a paper reports nothing that could be evidence: it lists key terms, or says only what was done,
/// with whom, what the paper is about, or where its copy is from.
pub(in super::super) fn reports_nothing(sentence: &str) -> bool {
    let lower = sentence.trim_start_matches(['#', '*', ' ']).to_lowercase();
    if KEYWORDS.iter().any(|head| lower.starts_with(head)) || is_about_copy(&lower) {
        return true;
    }
    let bare = Section::inline(&lower).1;
    let words = tokens(bare);
    let is_deed = asides::is_procedure(bare) || is_conduct(bare) || asides::is_about_the_paper(bare);
    !TELLS.iter().any(|cue| lower.contains(cue))
        && !has_outcome(bare)
        && (is_deed || we_did(&words) || was_done(&words) || took_part(&words))
}

/// Whether a sentence gives what share of those studied are or have something, as a table of their characteristics does: “9 % used a
/// walking frame”.
pub(in super::super) fn describes_people(sentence: &str) -> bool {
    /// What shows that it reports an outcome, or compares.
    #[rustfmt::skip]
    const OUTCOME: [&str; 24] = [
        "adverse", " after ", "achiev", "associat", " ci", "compar", "complicat", "declin", "decreas", "died", "differ", "fell", "group",
        "improv", "increas", "mortality", "p <", "p<", "recover", "reduc", "respon", "risk", "surviv", " than ",
    ];
    const LONGEST: usize = 24;
    let lower = Section::inline(&sentence.to_lowercase()).1.to_owned();
    let is_share = lower.contains('%') || lower.contains("per cent") || lower.contains("percent");
    let words = tokens(&lower);
    let of = |at: usize| {
        words[at] == "of"
            && words[at + 1..].iter().take(3).any(|word| is_in(PEOPLE, word) || is_in("sample pupils", word))
    };
    is_share && words.len() <= LONGEST && (0..words.len()).any(of) && !OUTCOME.iter().any(|cue| lower.contains(cue))
}

/// Whether a statement is on how frequent something is.
pub(in super::super) fn is_on_frequency(statement: &str) -> bool {
    const CUES: [&str; 14] = [
        "%",
        "per cent",
        "percent",
        "prevalen",
        "common",
        "frequen",
        "proportion",
        "share",
        "most ",
        "many ",
        "half",
        "third",
        "majority",
        "rate",
    ];
    let lower = statement.to_lowercase();
    CUES.iter().any(|cue| lower.contains(cue))
}

/// “We then randomised 240 adults to …”, “I exploit differences in …”
fn we_did(words: &[&str]) -> bool {
    let acts = |at: usize| behind_adverbs(&words[at + 1..]).next().is_some_and(|word| is_in(WE_DID, word));
    (0..words.len()).any(|at| matches!(words[at], "we" | "i") && acts(at))
}

/// “In five hospitals 1,348 women were allocated to …”
fn was_done(words: &[&str]) -> bool {
    let done = |at: usize| {
        let mut behind = behind_adverbs(&words[at + 1..]);
        // “Growth was followed by death.”
        behind.next().is_some_and(|word| is_in(UNDERGONE, word)) && behind.next() != Some("by")
    };
    (0..words.len()).any(|at| matches!(words[at], "was" | "were") && done(at))
}

/// The words from the first that is no adverb on.
fn behind_adverbs<'a>(words: &[&'a str]) -> impl Iterator<Item = &'a str> {
    words.iter().copied().skip_while(|word| is_in(BETWEEN, word) || word.ends_with("ly"))
}

/// “Eighteen male cyclists completed four time trials.”
fn took_part(words: &[&str]) -> bool {
    let took = words.iter().position(|word| is_in(TOOK, word));
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) || is_in(NUMBERS, word);
    took.is_some_and(|at| words[..at].iter().any(is_number))
}

/// Whether a lower-case sentence says what the work offers, states nothing behind “that”, and reports no outcome.
pub(super) fn is_offer(lower: &str) -> bool {
    let words = tokens(lower);
    let offered = |at: usize| words[at + 1..].iter().take(OF_OFFER).any(|word| is_in(OFFERED, word));
    let is_tool =
        |at: usize| is_in(PRAISED, words[at]) && words[at + 1..].iter().take(OF_OFFER).any(|word| is_in(TOOLS, word));
    // “Our results provide new evidence on debts” says not which.
    let is_topic = lower.contains("evidence on ") || lower.contains("evidence about ");
    (0..words.len()).any(|at| is_in(OFFERS, words[at]) && (offered(at) || is_topic) || is_tool(at))
        && !words.iter().any(|word| is_in(STATES, word))
        && !has_outcome(lower)
        || words.starts_with(&["we", "offer", "a"]) && !has_outcome(lower)
}

/// “Ten studies assessed …”, “A total of 120 adult patients were enrolled”.
fn counts(words: &[&str]) -> bool {
    let head = words.iter().take_while(|word| is_in(BEFORE, word)).count();
    let is_number = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit()) || is_in(NUMBERS, word);
    let number = words[head..].iter().take_while(is_number).count();
    let rest = &words[head + number..];
    let Some(people) = rest.iter().take(ANY + 1).position(|word| is_in(PEOPLE, word)) else { return false };
    number > 0 && rest[people + 1..].iter().take(BEHIND).any(|word| is_in(DID, word))
}

/// “Of 2434 participants, 1923 were women and 511 were men.”
fn is_sample(words: &[&str]) -> bool {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut behind = words.split(|word| *word == "were" || *word == "was");
    let head = behind.next().is_some_and(|head| {
        head.first() == Some(&"of")
            && head.get(1).is_some_and(|word| is_number(word))
            && head.iter().any(|word| is_in(PEOPLE, word))
    });
    let mut parts = behind.peekable();
    let is_trait = |part: &[&str]| part.iter().take(2).any(|word| is_in(TRAITS, word) || is_in(PEOPLE, word));
    head && parts.peek().is_some() && parts.all(is_trait)
}

/// “The study population included 27,858 women …, among whom 1435 had migraine.”
fn is_makeup(words: &[&str]) -> bool {
    let head = &words[..words.len().min(6)];
    let of_whole = |pair: &[&str]| is_in("population sample cohort", pair[0]) && is_in(MADE_UP, pair[1]);
    head.windows(2).any(of_whole)
}

/// “In Study 2 one group was told …”.
fn is_part(words: &[&str]) -> bool {
    let at = usize::from(words.first() == Some(&"in"));
    let number = |word: &&str| word.parse::<u8>().is_ok() || is_in(NUMBERS, word);
    words.get(at).is_some_and(|word| is_in(PARTS, word)) && words.get(at + 1).is_some_and(number)
}

/// “Both groups then undertook a test”, “The goats were exposed to …”.
fn undergoes(words: &[&str]) -> bool {
    let head = words.iter().take_while(|word| is_in(BEFORE, word)).count();
    let Some(people) = words[head..].iter().take(ANY).position(|word| is_in(PEOPLE, word)) else { return false };
    let behind = &words[head + people + 1..];
    let between = behind.iter().take_while(|word| is_in(BETWEEN, word)).count();
    // “Patients assigned to walking slept longer” says what came out.
    let is_passive = behind[..between].iter().any(|word| matches!(*word, "was" | "were"));
    behind.get(between).is_some_and(|word| is_in(if is_passive { UNDERGONE } else { UNDERTOOK }, word))
}

/// “Retrospective cohort study of 120 patients.”
fn is_design(words: &[&str]) -> bool {
    let head = usize::from(matches!(words.first(), Some(&("a" | "an" | "this" | "the"))));
    let design = words[head.min(words.len())..].iter().take_while(|word| is_in(DESIGNS, word)).count();
    design > 0 && words.get(head + design).is_some_and(|word| is_in(DESIGNED, word))
}

fn has_outcome(lower: &str) -> bool {
    let padded = format!(" {lower} ");
    let tells = [" fail", " find", " found "].iter().chain(&RELATES).any(|word| padded.contains(word));
    tells || GROUPS.iter().any(|(name, cues)| OUTCOMES.contains(name) && cues.iter().any(|cue| padded.contains(cue)))
}

/// Whether `word` is one of `list`, words with a blank between them.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each was offered to a reviewer as a finding of its paper.
    #[test]
    fn who_took_part_and_what_was_done_with_them_is_conduct() {
        for sentence in [
            "ten studies experimentally assessed underage buy protocols and 44 the association between youth and sales.",
            "a total of 56 adult patients completed the questionnaire.",
            "in study 2 one group of participants were told about the hypothesis whilst a second control group were not.",
            "study 3 involved coding the eye movements of both liars and truth tellers.",
            "both groups then undertook a lie detection test.",
            "retrospective observational cohort study of 88,573 appearances by players of a league.",
            "of 2 434 320 participants, 192 346 were black individuals, 104 294 were hispanic individuals, and 892 177 were men.",
            "the goats were exposed to an experimentally controlled short photoperiod.",
            "the study population included 27 858 women, among whom 1435 (5.2%) had migraine with aura.",
        ] {
            assert!(is_conduct(sentence), "{sentence}");
        }
    }

    /// A reviewer would check each.
    #[test]
    fn what_came_out_of_them_is_not() {
        for sentence in [
            "in study 1 the eye movements of liars were coded, but did not match the pattern.",
            "ten patients received the drug and had a lower risk of stroke.",
            "two patients died within a year.",
            "of 240 goats, 29 were positive.",
            "of 130 men, 40 were smokers and 12 were at a higher risk.",
            "no significant differences emerged between the two groups.",
            "participants rated heavier bodies as more attractive.",
            "study 1 compared liars with others, and failed to find support for the claim.",
            "this randomised trial found that walkers slept longer.",
            "one mechanism explains the pattern in all patients.",
        ] {
            assert!(!is_conduct(sentence), "{sentence}");
        }
    }

    /// A reader would be shown “We randomised 240 adults” as evidence, or a finding would be no evidence.
    #[test]
    fn what_was_done_is_no_evidence_and_what_came_out_is() {
        for nothing in [
            "We randomised 1,036 students at two Dutch universities to an eight-week app or a waiting list.",
            "METHODS: In five Spanish hospitals 1,348 women were allocated to supervised exercise or to standard care.",
            "Eighteen male cyclists completed four 20-km time trials after ingesting 0, 1.5, 3 or 6 mg/kg of caffeine.",
            "Keywords: Anxiety, Gilles de la Tourette syndrome, Health-related quality of life, Tics",
            "In this study, we present the results of the first investigation of HR-QoL in young people.",
            "Our study provides a broad overview of TS among a nationally representative sample of children.",
        ] {
            assert!(reports_nothing(nothing), "{nothing}");
        }
        for finding in [
            "Women who were allocated to exercise had a lower risk of diabetes.",
            "We followed 3,905 colonies and found that bleaching killed every third.",
            "Bacterial growth was accelerated and was followed by necrotic death of overladen macrophages.",
            "Diarrhoea was reported by 10.2% of patients taking colchicine and 6.6% of those taking placebo.",
            "LDL cholesterol has a causal role in the development of cardiovascular disease.",
        ] {
            assert!(!reports_nothing(finding), "{finding}");
        }
    }

    #[test]
    fn what_the_work_offers_is_told_from_what_it_found() {
        let offers = [
            "we offer a general method for identifying targets that incorporates uncertainty.",
            "the integration of biology with profiling offers unique insights into the responses of pathogens.",
            "the analysis of phages by freshmen provides an example of an authentic research experience.",
            "the results suggest our methodology as a valuable exploration and sampling tool in simulations.",
            "by accounting for the correlation effects, the server is a unique online tool for computing properties.",
        ];
        assert!(is_offer("our results provide new evidence on the effects of protections during a crisis."));
        let found = [
            "our results provide evidence for a role of walking in sleep.",
            "we also describe an example, and the expansion of the cluster provides insights into immunity.",
            "the model provides a basis for the result that growth is limited by light.",
            "the treatment is a potentially valuable tool that can contribute to the control of malaria.",
            "the framework provides a higher accuracy than the tool in use.",
        ];
        assert!(offers.iter().all(|sentence| is_offer(sentence)));
        assert!(!found.iter().any(|sentence| is_offer(sentence)));
    }
}
