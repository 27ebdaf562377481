//! Whether a passage states a finding at all: an aim, a question, a method or
//! hearsay says nothing for or against a statement.

mod unsettled;

use super::verbs;
use crate::text::sentences;

/// How sentences begin that say what is asked or sought.
const AIMS: &[&str] = &[
    "to determine",
    "to investigate",
    "to assess",
    "to examine",
    "to evaluate",
    "to compare",
    "to test",
    "to estimate",
    "to explore",
    "to study",
    "to identify",
    "to describe",
    "to quantify",
    "to clarify",
    "to establish",
    "to analyze",
    "to analyse",
    "to measure",
    "we aimed to",
    "we sought to",
    "the aim of",
    "the aims of",
    "the objective of",
    "the objectives of",
    "the purpose of",
    "the goal of",
    "this study aims",
    "this study aimed",
    "our aim was",
    "our objective was",
    "it is not known",
    "it is unknown",
    "it remains unclear",
    "we hypothesized",
    "we hypothesised",
    "eligibility criteria",
    "main outcome measures",
    "inclusion criteria",
    "recruitment ",
    "we will ",
    "this study will ",
    "this trial will ",
    "the study will ",
    "the trial will ",
    "data sources",
    "interventions",
];

/// Headings that structured abstracts put before their sentences.
const HEADINGS: &[&str] = &[
    "objectives",
    "objective",
    "aims",
    "aim",
    "purpose",
    "background",
    "methods",
    "method",
    "context",
    "question",
    "introduction",
    "rationale",
    "importance",
    "and",
    "objective:",
    "design",
];

/// Whether every sentence of the passage only says what is asked, sought, to be measured, or still open.
#[must_use]
pub fn is_none(passage: &str) -> bool {
    let mut all = sentences(passage).into_iter().map(|range| &passage[range]).peekable();
    all.peek().is_some() && all.all(states_nothing)
}

/// Whether the passage says of a matter that it is open.
#[must_use]
pub fn is_open(passage: &str) -> bool {
    sentences(passage).into_iter().any(|range| unsettled::is_open(&passage[range]))
}

fn states_nothing(sentence: &str) -> bool {
    let lower = sentence.trim().to_lowercase();
    let mut rest = lower.as_str();
    while let Some(after) = HEADINGS
        .iter()
        .find_map(|heading| rest.strip_prefix(heading).filter(|after| after.starts_with([':', ' ', '/', '.'])))
    {
        rest = after.trim_start_matches([':', ' ', '/', '.', '-']);
    }
    // “Interventions were associated with” is no heading.
    let is_heading = |aim: &&str| rest.strip_prefix(*aim).is_some_and(|after| !after.starts_with(" were "));
    lower.ends_with('?') || AIMS.iter().any(is_heading) || unsettled::is_open(rest) || unsettled::is_aim(rest)
}

/// What says by itself that something is hoped for.
const HOPES: [&str; 9] = [
    "potentially provide insight",
    "potentially provide new insight",
    "potentially provide novel insight",
    "hold promise",
    "holds promise",
    "hold great promise",
    "holds great promise",
    "pave the way",
    "paves the way",
];
const MODALS: [&str; 5] = ["may", "might", "could", "can", "would"];
/// What results may do some day, as it stands behind a modal verb.
const PROSPECTS: [&str; 16] = [
    "help",
    "aid",
    "assist",
    "lead to",
    "contribute to",
    "facilitate",
    "accelerate",
    "enable",
    "guide",
    "inform",
    "provide",
    "offer",
    "open",
    "serve as",
    "be useful",
    "be used",
];
/// What it is for where it is an outlook: work that is still to be done. “May help patients to sleep” hedges a finding.
const WORK: [&str; 22] = [
    "discovery",
    "development of",
    "design of",
    "novel therap",
    "new therap",
    "novel treatment",
    "new treatment",
    "novel drug",
    "new drug",
    "novel strateg",
    "new strateg",
    "novel approach",
    "new approach",
    "new avenue",
    "novel target",
    "new target",
    "therapeutic target",
    "therapeutic strateg",
    "insight",
    "future research",
    "future studies",
    "better understand",
];
/// Verbs with which an outlook is introduced; another verb before it states something.
const INTRODUCING: [&str; 12] = [
    "suggest",
    "indicate",
    "believe",
    "hope",
    "speculate",
    "propose",
    "expect",
    "think",
    "have",
    "target",
    "result",
    "find",
];

/// Whether the passage is a single sentence whose main clause is an outlook: “These results might help in the discovery
/// of drugs”. “May increase the risk” hedges a finding, and is none.
#[must_use]
pub fn is_outlook(passage: &str) -> bool {
    if sentences(passage).len() > 1 {
        return false;
    }
    let lower = passage.trim().to_lowercase();
    let hope = HOPES.iter().filter_map(|hope| lower.find(hope)).min();
    let Some(at) = hope.into_iter().chain(prospect(&lower)).min() else { return false };
    let states =
        |word: &str| verbs::read(word).is_some_and(|verb| !verb.nounlike && !INTRODUCING.contains(&verb.base.as_str()));
    let (before, behind) = lower.split_at(at);
    let gives_reason = [" because ", " since ", " as it ", " by which ", " given that ", ";"];
    !before.contains([',', ';', ':'])
        && !before.split(|c: char| !c.is_alphanumeric() && c != '-').any(states)
        && !gives_reason.iter().any(|reason| behind.contains(reason))
}

/// Where a lower-case sentence says what may come of it: a modal verb, a prospect, and behind it work to be done.
fn prospect(lower: &str) -> Option<usize> {
    let potential = lower.match_indices("the potential to ").map(|(at, cue)| (at, at + cue.len()));
    let modal = MODALS.iter().flat_map(|modal| lower.match_indices(modal)).map(|(at, cue)| (at, at + cue.len() + 1));
    let is_word = |at: usize| at == 0 || lower[..at].ends_with(' ');
    let leads = |(at, behind): &(usize, usize)| {
        let Some(rest) = lower.get(*behind..).filter(|_| is_word(*at) && lower[..*behind].ends_with(' ')) else {
            return false;
        };
        let rest = rest.split_once("ly ").filter(|(adverb, _)| !adverb.contains(' ')).map_or(rest, |(_, rest)| rest);
        let rest = rest.strip_prefix("also ").unwrap_or(rest);
        PROSPECTS.iter().any(|prospect| rest.starts_with(prospect)) && WORK.iter().any(|work| rest.contains(work))
    };
    potential.chain(modal).filter(leads).map(|(at, _)| at).min()
}

/// Words by which a page passes on what others say without vouching for it.
const HEARSAY: &[&str] = &[
    "is said to",
    "are said to",
    "was said to",
    "were said to",
    "allegedly",
    "rumour has it",
    "rumor has it",
    "many on the net",
    "on social media claim",
    "posts claim",
    "posts say",
    "viral post",
    "users claim",
    "message says",
    "message claims",
    "messages say",
    "messages claim",
    "caption says",
    "caption claims",
    "post says",
    "post claims",
];

/// Whether every sentence of the passage only passes on what is said somewhere.
#[must_use]
pub fn is_hearsay(passage: &str) -> bool {
    let all: Vec<String> = sentences(passage).into_iter().map(|range| passage[range].to_lowercase()).collect();
    !all.is_empty() && all.iter().all(|sentence| HEARSAY.iter().any(|words| sentence.contains(words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would see a rumour that a page debunks filed as its finding.
    #[test]
    fn what_is_only_said_somewhere_is_hearsay() {
        for hearsay in [
            "A shaky video of marching people is said to have been shot at a protest in Tarsk.",
            "After the starlings fell, many on the net blamed the radio masts.",
            "A voice message says the tunnel was damaged and that nobody may know.",
        ] {
            assert!(is_hearsay(hearsay), "{hearsay}");
        }
        for finding in
            ["The minister said to the press that rents rose.", "It is said to be old. It was dated to 1203."]
        {
            assert!(!is_hearsay(finding), "{finding}");
        }
    }

    /// A hope for drugs was counted as the strongest evidence against a claim on cholesterol.
    #[test]
    fn an_outlook_is_no_finding_and_a_hedged_effect_is_one() {
        for outlook in [
            "These results potentially provide insight into the biological mechanisms that underlie the regulation of LDL \
             cholesterol and might help in the discovery of novel therapeutic targets for cardiovascular disease.",
            "Our findings could lead to new therapies for asthma.",
            "Inhibition of this pathway holds great promise for patients with asthma.",
            "These data suggest that statins have the potential to inform the development of vaccines.",
            "This could ultimately facilitate the design of vaccines.",
        ] {
            assert!(is_outlook(outlook), "{outlook}");
        }
        for finding in [
            "Statins may increase the risk of diabetes.",
            "Vitamin C may help to prevent colds.",
            "Untreated infection could lead to death.",
            "Statins lower cholesterol and may lead to new therapies for asthma.",
            "We showed that statins inhibit the enzyme, which could help in the discovery of drugs.",
            "This may help in the discovery of drugs because statins inhibit the enzyme.",
            "Mayo clinics provide insight. Statins lowered cholesterol.",
        ] {
            assert!(!is_outlook(finding), "{finding}");
        }
    }

    #[test]
    fn an_aim_is_no_finding_and_a_result_is_one() {
        for aim in [
            "OBJECTIVE To determine whether statins prevent stroke.",
            "Do statins prevent stroke?",
            "BACKGROUND AND AIMS: The aim of this study was to test statins.",
            "The CAPP2 trial aimed to investigate the effects of aspirin; we now report long-term follow-up.",
            "In this study, we investigated whether statins prevent stroke.",
            "Despite these data, there is a lack of consensus about the risks of aspirin, particularly at low risk.",
            "However, whether statins prevent stroke remains largely unknown.",
            "Statins have not yet been adequately studied in children. Their effect on stroke is unclear.",
            "An approach without confounding is needed to investigate the association between statins and stroke.",
            "Large endpoint trials of statins are underway to compare the effects of two of them.",
            "Thus, it might be possible to decrease the incidence of stroke.",
        ] {
            assert!(is_none(aim), "{aim}");
        }
        for finding in [
            "Statins prevented stroke.",
            "We sought the cause. Statins prevented stroke.",
            "Background noise fell.",
            "Interventions were associated with a reduced risk of pre-eclampsia.",
            "Statins prevented stroke, although the mechanism is unclear.",
            "We tested whether statins prevent stroke and found fewer strokes.",
            "Statins are not known to prevent stroke.",
            "Statins prevented stroke, but trials are needed to confirm this.",
            "The enzyme is needed to clear cholesterol.",
            "Inflammation of the arteries is ongoing in treated patients.",
            "The drug was designed to prevent stroke.",
            "Statins were not better than placebo.",
        ] {
            assert!(!is_none(finding), "{finding}");
        }
    }
}
