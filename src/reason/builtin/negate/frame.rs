//! What surrounds a claim: statistics in brackets, “These data suggest that”,
//! a question's word order.

use crate::domain::rules::verbs::{self, Form};

use super::{
    finite::{Sure, main_verb},
    words::{
        AUXILIARIES, COPULAS, DETERMINERS, EVIDENCE, OPENERS, PREPOSITIONS, REPORTERS, REPORTING, Token, adverb, joined,
    },
};

/// The sentence without bracketed statistics and references to figures: they
/// belong to the finding and not to its opposite.
pub(super) fn without_asides(plain: &str) -> String {
    let plain = plain.split_once(", i.e.").map_or(plain, |(head, rest)| {
        // “A, i.e., B, fell”: what follows the explanation is left where it cannot be parted from it.
        if rest.trim_start_matches([',', ' ']).contains(", ") && !rest.contains(['(', '=']) { plain } else { head }
    });
    let mut out = String::with_capacity(plain.len());
    let mut rest = plain;
    while let Some(open) = rest.find(['(', '[']) {
        let close_char = if rest[open..].starts_with('(') { ')' } else { ']' };
        let mut depth = 0;
        let open_char = if close_char == ')' { '(' } else { '[' };
        let close = rest[open..].char_indices().find_map(|(at, c)| {
            depth += i32::from(c == open_char) - i32::from(c == close_char);
            (depth == 0).then_some(open + at)
        });
        let Some(close) = close else { break };
        let inner = &rest[open + 1..close];
        let attached = !rest[..open].is_empty() && !rest[..open].ends_with(' ');
        let named = ["equation", "eq.", "model", "reaction", "step", "group", "phase", "hypothesis", "type", "formula"]
            .iter()
            .any(|name| rest[..open].trim_end().to_lowercase().ends_with(name));
        // “95% CI = [0.16, 0.47]”
        let is_value = rest[..open].trim_end().ends_with('=');
        let is_part = attached || is_value || named && inner.len() <= LABEL;
        if is_aside(inner) && !is_part {
            out.push_str(rest[..open].trim_end());
        } else {
            out.push_str(&rest[..=close]);
        }
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    without_test(out.trim()).to_owned()
}

/// The sentence without the result of a test at its end: “…, t(58) = 3.12, p = .003”.
fn without_test(plain: &str) -> &str {
    const LONGEST: usize = 24;
    let is_test = |part: &str| {
        part.len() <= LONGEST
            && part.trim().split_once(['=', '<', '>', '≤', '≥']).is_some_and(|(name, figure)| {
                name.trim_end().rsplit(' ').count() <= 2
                    && figure.trim_start().starts_with(|c: char| c.is_ascii_digit() || ".−-".contains(c))
            })
    };
    let mut rest = plain;
    while let Some((head, part)) = rest.rsplit_once(", ").filter(|(_, part)| is_test(part)) {
        // The comma may be inside the brackets of its degrees of freedom: “F(1, 46) = 11.84”.
        rest = match head.rsplit_once(", ") {
            Some((before, opened)) if part.contains(')') && !part.contains('(') && opened.contains('(') => before,
            _ => head,
        };
    }
    rest
}

/// Bytes of what names an equation or a group behind it, at most: “group (1a)”.
const LABEL: usize = 5;

/// What is measured or estimated in brackets, beside a figure.
const STATISTICS: &[&str] = &[
    "adjusted",
    "auc",
    "ci",
    "coefficient",
    "elasticity",
    "expected",
    "frequency",
    "hr",
    "iqr",
    "irr",
    "mean",
    "median",
    "range",
    "rate",
    "ratio",
    "risk",
    "rr",
    "s.d",
    "s.e",
    "sd",
    "se",
    "sem",
    "versus",
    "vs",
    "wmd",
];

/// Whether what is in brackets is a statistic or a reference.
fn is_aside(inner: &str) -> bool {
    let lower = inner.to_lowercase();
    let figure = lower.contains(|c: char| c.is_ascii_digit());
    let is_word = |word: &str, of: &str| word.trim_matches(|c: char| !c.is_alphanumeric()) == of;
    let is_statistic = |word: &str| word == "OR" || STATISTICS.iter().any(|name| is_word(&word.to_lowercase(), name));
    let estimated = figure && inner.split([' ', ',']).any(is_statistic);
    let year = |word: &str| matches!(word.trim_matches(|c: char| !c.is_ascii_digit()).parse(), Ok(1900_u32..=2099));
    let cited = lower.contains("et al")
        || inner.starts_with(char::is_uppercase) && lower.rsplit(' ').next().is_some_and(year) && lower.contains(' ');
    const STARTS: &[&str] =
        &["see ", "fig", "table", "data not shown", "supplement", "additional file", "both p", "all p"];
    let numeric = !inner.is_empty()
        && inner.chars().any(|c| c.is_ascii_digit())
        && inner.chars().all(|c| c.is_ascii_digit() || ",;-–.% ±".contains(c));
    inner.trim().is_empty()
        || numeric
        || estimated
        || cited
        || lower.contains('=') && lower.chars().any(|c| c.is_ascii_digit())
        || lower.contains("95% ci")
        || lower.contains(" ci ")
        || ["p <", "p<", "p >", "p>", "p ≤", "p≤"].iter().any(|p| lower.contains(p))
        || STARTS.iter().any(|s| lower.starts_with(s))
}

/// The claim inside “Additionally, recent work strongly suggests that …”, and
/// without “however” and “also”, which tie it to a text that the opposite is not in.
pub(super) fn strip_report(tokens: &[Token]) -> Vec<Token> {
    let mut rest = tokens.to_vec();
    let however = rest.iter().skip(1).position(|t| t.is(&["however", "therefore", "thus", "moreover"]));
    if let Some(at) = however.map(|p| p + 1)
        && rest.len() > at + 1
        && (!rest[at - 1].ends_clause() || rest[at].ends_clause() && rest[at - 1].text.ends_with(','))
        && !rest[at - 1].is(&["and", "but"])
    {
        if rest[at].ends_clause() && !rest[0].is(PREPOSITIONS) {
            let before = rest[at - 1].text.trim_end_matches(',').to_owned();
            rest[at - 1].text = before;
        }
        rest.remove(at);
    }
    for _ in 0..4 {
        let before = rest.len();
        rest.drain(..opener_len(&rest));
        rest.drain(..report_len(&rest));
        if rest.len() == before {
            break;
        }
    }
    let also =
        |i: &usize| rest[*i].bare == "also" && !rest[*i].ends_clause() && !rest[i - 1].is(&["but", "and", "not"]);
    for at in (1..rest.len()).filter(also).collect::<Vec<_>>().into_iter().rev() {
        rest.remove(at);
    }
    rest
}

/// How many words at the head only tie the sentence to others.
fn opener_len(tokens: &[Token]) -> usize {
    let Some(comma) = tokens.iter().take(7).position(|t| t.text.ends_with([',', ':'])) else {
        let loose = tokens.first().is_some_and(|t| t.is(&["thus", "hence", "therefore"]));
        return usize::from(loose && tokens.len() > 3);
    };
    let head = joined(&tokens[..=comma]).to_lowercase();
    let head = head.trim_end_matches([',', ':']);
    const MORE: &[&str] = &[
        "accordingly",
        "after all",
        "again",
        "that is",
        "that is to say",
        "further",
        "as an example",
        "all in all",
        "altogether",
        "as a consequence",
        "as a result",
        "as expected",
        "by contrast",
        "clearly",
        "collectively",
        "for example",
        "for instance",
        "for that reason",
        "for this reason",
        "for these reasons",
        "in contrast",
        "in fact",
        "in other words",
        "in short",
        "in sum",
        "in particular",
        "in this article",
        "in this paper",
        "in this report",
        "in this study",
        "in the present study",
        "importantly",
        "instead",
        "intriguingly",
        "likewise",
        "more importantly",
        "not surprisingly",
        "of note",
        "on the contrary",
        "on the other hand",
        "presumably",
        "second",
        "secondly",
        "similarly",
        "specifically",
        "still",
        "strikingly",
        "subsequently",
        "third",
        "to our knowledge",
        "unexpectedly",
        "yet",
        "first",
        "firstly",
        "lastly",
        "nonetheless",
        "as such",
        "to this end",
        "to this aim",
        "more specifically",
    ];
    const BASES: &[&str] =
        &["result", "results", "finding", "findings", "data", "observation", "observations", "evidence"];
    let based = (head.starts_with("based on ") || head.starts_with("from these ") || head.starts_with("given these "))
        && tokens[comma].is(BASES);
    // “Unsurprisingly,” but not “Clinically,”, which narrows the claim.
    const NARROW: &[&str] = &[
        "clinic",
        "historic",
        "genetic",
        "global",
        "local",
        "tradition",
        "statistic",
        "morpholog",
        "histolog",
        "biochem",
        "radiolog",
        "economic",
        "national",
        "annual",
        "daily",
        "experimental",
        "socially",
        "politic",
    ];
    let comment = head.ends_with("ly")
        && !NARROW.iter().any(|n| head.starts_with(n))
        && (comma == 0 || comma == 1 && tokens[0].is(&["most", "more"]));
    // “A critical secondary finding: …”, “Most striking: …”
    let announced =
        tokens[comma].text.ends_with(':') && tokens[comma].is(&["finding", "findings", "striking", "surprising"]);
    if comment || announced || OPENERS.contains(&head) || MORE.contains(&head) || based { comma + 1 } else { 0 }
}

/// How many words report a claim: “These results demonstrate that”, “There is
/// clear evidence that”. None where the reporting is denied: that denial is the claim.
fn report_len(tokens: &[Token]) -> usize {
    const FARTHEST: usize = 32;
    // “Given that we observed that A is B, C is D.”
    if tokens.first().is_some_and(|first| first.is(&["given", "little", "no", "nobody", "nothing"])) {
        return 0;
    }
    // “Since A did not B, we conclude that …”
    let we = (1..tokens.len().saturating_sub(4)).find(|i| {
        tokens[*i].bare == "we"
            && tokens[i - 1].ends_clause()
            && tokens[i + 1].is(REPORTING)
            && tokens[i + 2].bare == "that"
    });
    if let Some(we) = we {
        return we + 3;
    }
    // “Studies in which A was blocked have revealed that …”
    if let Some((at, _)) = main_verb(tokens, Sure::Quite) {
        let verb = at + usize::from(tokens[at].is(AUXILIARIES));
        let verb = verb + usize::from(tokens.get(verb).is_some_and(adverb));
        // “Our results suggest A may be B.”
        const BARE: &[&str] = &[
            "suggest",
            "suggests",
            "suggested",
            "indicate",
            "indicates",
            "indicated",
            "believe",
            "conclude",
            "demonstrate",
            "demonstrates",
            "demonstrated",
            "reveal",
            "reveals",
            "revealed",
            "show",
            "shows",
            "showed",
        ];
        let bare = tokens.get(verb).is_some_and(|t| t.is(BARE))
            && tokens[..verb].iter().any(|t| t.is(REPORTERS))
            && !tokens[..verb].iter().any(|t| t.is(&["not", "no", "as"]));
        let rest = tokens.get(verb + 1..).unwrap_or_default();
        if bare
            && let Some((inner, None)) = main_verb(rest, Sure::Quite)
            && inner > 0
            && !rest[..inner].iter().any(|t| {
                t.is(&["that", "which", "who", "how", "whether", "where", "when", "and", "as", "if"]) || t.ends_clause()
            })
        {
            return verb + 1;
        }
        let that = tokens.get(verb + 1).is_some_and(|t| t.bare == "that");
        if that && tokens[verb].is(REPORTING) && verb + 3 < tokens.len() {
            return verb + 2;
        }
    }
    let mut brackets = 0_i32;
    let mut blocked = false;
    for (i, token) in tokens.iter().enumerate().take(FARTHEST) {
        brackets += token.text.matches(['(', '[']).count() as i32;
        let inside = brackets > 0;
        brackets -= token.text.matches([')', ']']).count() as i32;
        if inside {
            continue;
        }
        if token
            .is(&["which", "who", "whose", "if", "whether", "not", "no", "cannot", "nor", "never", "little", "scant"])
            || i > 0 && token.is(&["unlikely", "doubtful", "unclear"])
        {
            blocked = true;
        }
        if token.text.ends_with([';', ':']) {
            return 0;
        }
        if token.text.ends_with(',') {
            blocked = false;
        }
        if token.bare != "that" || i < 2 || i + 3 > tokens.len() {
            continue;
        }
        let before = &tokens[i - 1];
        let reporter = tokens[..i].iter().any(|t| t.is(REPORTERS)) || i > 4;
        let reports = before.is(REPORTING) && !before.text.ends_with(',')
            || before.is(&[
                "propose",
                "proposed",
                "proposes",
                "hypothesizes",
                "hypothesize",
                "hypothesized",
                "hypothesise",
                "hypothesised",
                "speculate",
                "postulate",
                "expect",
                "expected",
                "argue",
                "believe",
                "imply",
                "implies",
                "note",
                "noted",
                "argued",
                "infer",
                "confirms",
                "observe",
                "suspect",
                "reasoned",
            ]) && reporter;
        let known = before.is(&[
            "clear",
            "known",
            "established",
            "accepted",
            "evident",
            "apparent",
            "seems",
            "appears",
            "seemed",
            "appeared",
            "noteworthy",
            "notable",
            "important",
            "interesting",
            "noted",
        ]) && tokens[0].bare == "it";
        let evidence = before.is(EVIDENCE)
            && tokens[..i].iter().any(|t| {
                t.is(&[
                    "provide",
                    "provides",
                    "provided",
                    "support",
                    "supports",
                    "supported",
                    "offer",
                    "offers",
                    "found",
                    "add",
                    "adds",
                    "strengthens",
                    "strengthen",
                    "confirm",
                    "confirms",
                ])
            })
            || before.is(&["evidence"]) && tokens[0].bare == "there"
            || before.bare == "fact" && tokens[..i].iter().any(|t| t.is(&["by", "supported", "strengthened"]));
        return if !blocked && (reports || known || evidence) { i + 1 } else { 0 };
    }
    0
}

/// The statement that a question asks for: “Does A prevent B” → “A prevents B”.
pub(super) fn answer(tokens: &[Token]) -> Option<Vec<Token>> {
    let first = tokens.first()?;
    if !first.is(AUXILIARIES) || tokens.len() < 3 {
        return None;
    }
    let rest = &tokens[1..];
    let verb = |i: usize| verbs::read(&rest[i].bare).filter(|v| v.form == Form::Base);
    let at = if first.is(&["do", "does", "did", "can", "could", "may", "might", "should", "will", "would", "must"]) {
        let free = |i: &usize| !rest[*i - 1].is(PREPOSITIONS) && !rest[*i - 1].is(DETERMINERS);
        (1..rest.len())
            .filter(free)
            .find(|i| rest[*i].is(&["be", "have"]) || verb(*i).is_some_and(|v| !v.nounlike))
            .or_else(|| (1..rest.len()).filter(free).find(|i| verb(*i).is_some()))?
    } else {
        let predicate = |i: usize| {
            let t = &rest[i];
            adverb(t)
                || t.is(&[
                    "more",
                    "less",
                    "as",
                    "a",
                    "an",
                    "the",
                    "not",
                    "better",
                    "worse",
                    "superior",
                    "inferior",
                    "safe",
                    "effective",
                    "due",
                    "associated",
                    "linked",
                    "likely",
                    "able",
                ])
                || verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past)
                || t.bare.ends_with("er") && rest[i..].iter().any(|t| t.bare == "than")
                || t.bare.ends_with("ive")
                || t.bare.ends_with("ful")
                || t.bare.ends_with("ing")
                || t.bare.ends_with("ous")
        };
        (1..rest.len()).find(|i| predicate(*i))?
    };
    let mut out: Vec<Token> = rest[..at].to_vec();
    let mut tail = rest[at..].to_vec();
    match first.bare.as_str() {
        "does" => tail[0].put(&verbs::third(&rest[at].bare)),
        "did" => tail[0].put(&verbs::past(&rest[at].bare)),
        "do" => {}
        _ => out.push(Token::new(&first.bare)),
    }
    if first.is(COPULAS) && tail.is_empty() {
        return None;
    }
    out.extend(tail);
    Some(out)
}
