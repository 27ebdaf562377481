//! Stage 7: a report composed from the cited passages.

use std::collections::BTreeSet;

use crate::{
    domain::Stance,
    reason::{ReportDraft, ReportInput, WeighedCitation},
    text::{sentence_case, word_count},
};

use super::{
    telling::{count, numbers, of_stance, quoted, reported, source, weight},
    terms::Terms,
};

/// At most this many words (`docs/rules.md#report`); room is kept for the closing sentences.
const MOST_WORDS: usize = 300;
const CLOSING_WORDS: usize = 90;
/// At most this many words of a passage of several sentences.
const QUOTE_WORDS: usize = 40;

/// The counter-report: evidence against, evidence for, and what is on neither
/// side, in the passages' own words. Nothing is padded.
pub fn report(input: ReportInput<'_>) -> ReportDraft {
    let terms = Terms::of(&input.statement.spelled_out());
    let against = of_stance(input.citations, Stance::Contradicts);
    let in_favour = of_stance(input.citations, Stance::Supports);
    let mixed = of_stance(input.citations, Stance::Mixed);
    let neither = of_stance(input.citations, Stance::NotAddressed);
    if against.is_empty() && in_favour.is_empty() && mixed.is_empty() && neither.is_empty() {
        return ReportDraft { text: "No passage is cited for or against the statement.".into() };
    }
    let told = within_budget([&against, &in_favour, &mixed], &terms);
    let mut paragraphs = Vec::new();
    let none = |others: &[&WeighedCitation<'_>], words: &str| {
        if others.is_empty() && mixed.is_empty() { format!(", and none speaks {words}") } else { String::new() }
    };
    let sides = [
        ("against the statement", none(&in_favour, "for it"), &against),
        ("for the statement", none(&against, "against it"), &in_favour),
        ("partly for and partly against the statement", String::new(), &mixed),
    ];
    for (words, none, side) in sides {
        let shown: Vec<&WeighedCitation<'_>> =
            side.iter().copied().filter(|i| told.contains(&i.citation.number)).collect();
        if !shown.is_empty() {
            paragraphs.push(paragraph((words, &none), side, &shown, &terms));
        }
    }
    // Each of these sentences has a citation, without repeating the lists above.
    let mut limits = Vec::new();
    let addressing = [against.as_slice(), in_favour.as_slice(), mixed.as_slice()].concat();
    let works: BTreeSet<u32> = addressing.iter().map(|i| i.weighed.work).collect();
    match (works.len(), addressing.as_slice()) {
        (1, [only]) => limits.push(format!("The evidence comes from a single source {}.", numbers(&[*only]))),
        (1, [first, ..]) => limits.push(format!("These passages come from one source {}.", numbers(&[*first]))),
        _ => {}
    }
    let left: Vec<&WeighedCitation<'_>> =
        addressing.iter().copied().filter(|i| !told.contains(&i.citation.number)).collect();
    match left.len() {
        0 => {}
        1 => limits.push(format!("A weaker passage {} is not quoted here.", numbers(&left))),
        _ => limits.push(format!("The weaker passages {} are not quoted here.", numbers(&left))),
    }
    match (addressing.as_slice(), neither.len()) {
        (_, 0) => {}
        ([], 1) => {
            limits.push(format!("The cited passage does not clearly address the statement {}.", numbers(&neither)));
        }
        ([], _) => {
            limits.push(format!("None of the cited passages clearly addresses the statement {}.", numbers(&neither)));
        }
        (_, 1) => limits.push(format!("One more passage is cited but takes neither side {}.", numbers(&neither))),
        (_, n) => {
            limits.push(format!(
                "{} more passages are cited but take neither side {}.",
                sentence_case(&count(n)),
                numbers(&neither)
            ));
        }
    }
    if !limits.is_empty() {
        paragraphs.push(limits.join(" "));
    }
    ReportDraft { text: paragraphs.join("\n\n") }
}

/// One side's evidence: how much there is, then source by source. `none` is the clause on the other side's lack
/// of any, where it has none.
fn paragraph(
    (words, none): (&str, &str),
    side: &[&WeighedCitation<'_>],
    shown: &[&WeighedCitation<'_>],
    terms: &Terms,
) -> String {
    match shown {
        [only] if side.len() == 1 => {
            let opening = if none.is_empty() { "Evidence" } else { "The only evidence is" };
            format!("{opening} {words}: {} {}.", source(only), reported(only, QUOTE_WORDS, terms))
        }
        _ => {
            // The passages of one work are kept together, in the order of each work's first.
            let mut shown = shown.to_vec();
            let first =
                |item: &WeighedCitation<'_>| side.iter().position(|other| other.weighed.work == item.weighed.work);
            shown.sort_by_key(|item| first(item));
            let mut works = 0;
            let mut told = Vec::new();
            for (at, item) in shown.iter().enumerate() {
                let again = at > 0 && shown[at - 1].weighed.work == item.weighed.work;
                told.push(if again { tell_more(item, terms) } else { tell(item, works, terms) });
                works += usize::from(!again);
            }
            let passages = sentence_case(&passages(side.len()));
            format!("{passages} speak {words} {}{none}. {}", numbers(side), told.join(" "))
        }
    }
}

/// “A cohort study by Smith et al. (2013) reports “…” [2].”
fn tell(item: &WeighedCitation<'_>, at: usize, terms: &Terms) -> String {
    let (source, reported) = (source(item), reported(item, QUOTE_WORDS, terms));
    sentence_case(&match at % 3 {
        0 => format!("{source} {reported}."),
        1 => format!("likewise, {source} {reported}."),
        _ => format!("{source} adds {}.", quoted(item, QUOTE_WORDS, terms)),
    })
}

/// “The same source also reports “…” [3].”
fn tell_more(item: &WeighedCitation<'_>, terms: &Terms) -> String {
    format!("The same source also {}.", reported(item, QUOTE_WORDS, terms))
}

/// The numbers of the citations that there is room to quote, the weightiest
/// first, each side's best before any side's second.
fn within_budget(sides: [&Vec<&WeighedCitation<'_>>; 3], terms: &Terms) -> Vec<u32> {
    let mut order: Vec<(usize, &WeighedCitation<'_>)> =
        sides.into_iter().flat_map(|side| side.iter().enumerate().map(|(rank, item)| (rank.min(1), *item))).collect();
    order.sort_by(|a, b| {
        a.0.cmp(&b.0).then(weight(b.1).total_cmp(&weight(a.1))).then(a.1.citation.number.cmp(&b.1.citation.number))
    });
    let mut words = 0;
    let mut told = Vec::new();
    for (_, item) in order {
        words += word_count(&tell(item, 1, terms)) + 3;
        if words > MOST_WORDS - CLOSING_WORDS {
            break;
        }
        told.push(item.citation.number);
    }
    told
}

fn passages(n: usize) -> String {
    if n == 1 { "one passage".into() } else { format!("{} passages", count(n)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::builtin::fixture::Case;

    /// “Likewise, a cohort study (2013) reports” would make a second study of the same paper.
    #[test]
    fn another_passage_of_the_same_work_is_not_told_as_another_work() {
        let mut case = Case::new(
            "Aspirin prevents stroke.",
            &[
                (Stance::Supports, "Aspirin prevented stroke in men."),
                (Stance::Supports, "Aspirin halved the risk of stroke."),
                (Stance::Supports, "Stroke was rarer with aspirin."),
            ],
        );
        case.set_works(&[1, 2, 1]);
        let report = case.report();
        assert_eq!(report.matches("The same source also reports").count(), 1, "{report}");
        assert_eq!(report.matches("Likewise").count(), 1, "{report}");
    }

    /// “Seven passages speak for the statement [4], [2], …; seven speak for it [4], [2], …” said it twice.
    #[test]
    fn the_passages_of_a_side_are_listed_once() {
        let (one, two) = ("Aspirin prevented stroke in men.", "Aspirin halved the risk of stroke.");
        let mut case = Case::new("Aspirin prevents stroke.", &[(Stance::Supports, one), (Stance::Supports, two)]);
        case.set_works(&[1, 2]);
        let report = case.report();
        assert!(
            report.starts_with("Two passages speak for the statement [1] and [2], and none speaks against it. "),
            "{report}"
        );
        assert_eq!(report.matches("[1]").count(), 2, "{report}");
        let alone = Case::new("Aspirin prevents stroke.", &[(Stance::Supports, one)]).report();
        assert!(alone.starts_with("The only evidence is for the statement: "), "{alone}");
        let both = [(Stance::Supports, one), (Stance::Contradicts, "Aspirin did not prevent stroke.")];
        let both = Case::new("Aspirin prevents stroke.", &both).report();
        assert!(both.contains("Evidence for the statement: ") && !both.contains("none speaks"), "{both}");
    }
}
