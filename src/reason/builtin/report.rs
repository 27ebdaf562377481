//! Stage 7: a report composed from the cited passages.

use std::collections::BTreeSet;

use crate::{
    domain::Stance,
    reason::{ReportDraft, ReportInput, WeighedCitation},
    text::word_count,
};

use super::{
    telling::{count, numbers, of_stance, quoted, reported, sentence_case, source, weight},
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
    let sides = [
        ("against the statement", &against),
        ("for the statement", &in_favour),
        ("partly for and partly against the statement", &mixed),
    ];
    for (words, side) in sides {
        let shown: Vec<&WeighedCitation<'_>> =
            side.iter().copied().filter(|i| told.contains(&i.citation.number)).collect();
        if !shown.is_empty() {
            paragraphs.push(paragraph(words, side, &shown, &terms));
        }
    }
    let mut limits = Vec::new();
    let addressing = [against.as_slice(), in_favour.as_slice(), mixed.as_slice()].concat();
    match (against.as_slice(), in_favour.as_slice(), addressing.as_slice()) {
        (_, _, []) if neither.len() == 1 => {
            limits.push(format!("The cited passage does not clearly address the statement {}.", numbers(&neither)))
        }
        (_, _, []) => {
            limits.push(format!("None of the cited passages clearly addresses the statement {}.", numbers(&neither)))
        }
        ([], [], _) => limits
            .push(format!("The passages that address the statement speak for both sides {}.", numbers(&addressing))),
        ([], _, _) => limits.push(format!(
            "Nothing that is cited speaks against the statement; {} for it {}.",
            speaks(in_favour.len()),
            numbers(&in_favour)
        )),
        (_, [], _) => limits.push(format!(
            "Nothing that is cited speaks for the statement; {} against it {}.",
            speaks(against.len()),
            numbers(&against)
        )),
        _ => limits.push(format!(
            "The evidence disagrees: {} against the statement {}, {} for it {}.",
            speaks(against.len()),
            numbers(&against),
            speaks(in_favour.len()),
            numbers(&in_favour)
        )),
    }
    if !addressing.is_empty() && !neither.is_empty() {
        limits.push(format!("{} cited but on neither side {}.", are(neither.len()), numbers(&neither)));
    }
    let works: BTreeSet<u32> = addressing.iter().map(|i| i.weighed.work).collect();
    if works.len() == 1 {
        limits.push(match addressing.len() {
            1 => format!("The evidence comes from a single source {}.", numbers(&addressing)),
            _ => format!("The passages that address the statement come from one source {}.", numbers(&addressing)),
        });
    }
    let left: Vec<&WeighedCitation<'_>> =
        addressing.iter().copied().filter(|i| !told.contains(&i.citation.number)).collect();
    if !left.is_empty() {
        limits.push(format!("{} not quoted here, being weaker {}.", are(left.len()), numbers(&left)));
    }
    paragraphs.push(limits.join(" "));
    ReportDraft { text: paragraphs.join("\n\n") }
}

/// One side's evidence: how much there is, then source by source.
fn paragraph(words: &str, side: &[&WeighedCitation<'_>], shown: &[&WeighedCitation<'_>], terms: &Terms) -> String {
    match shown {
        [only] if side.len() == 1 => {
            format!("Evidence {words}: {} {}.", source(only), reported(only, QUOTE_WORDS, terms))
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
            format!("{} speak {words} {}. {}", sentence_case(&passages(side.len())), numbers(side), told.join(" "))
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

fn speaks(n: usize) -> String {
    if n == 1 { "one speaks".into() } else { format!("{} speak", count(n)) }
}

fn are(n: usize) -> String {
    sentence_case(&format!("{} {}", passages(n), if n == 1 { "is" } else { "are" }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::builtin::telling::tests::Case;

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
}
