//! The passages that a verdict rests on, in short.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    desk::{Detail, LEAST_WEIGHT},
    domain::{Citation, Stance, Verdict, Weighed, describe_beside, rules::mention::numbers},
    export::{
        markers::raised,
        page::{Block, Label, Line, Page, Span, WeightBar, clipped, strong, text},
    },
    text::{sentences, word_count},
};

use super::{adjective, references::References, statement::ended};

/// Longest passage in the review, in words; the appendix has it whole.
const LONGEST: usize = 80;

/// Longest passage among those that are too weak to count, in words.
const SHORT: usize = 25;

/// Longest title beside a figure, in words.
const TITLE: usize = 12;

/// Writes the passages for and against, one entry a work; `floor` is what the surest of a side must exceed for it to win.
pub(super) fn write(page: &mut Page, view: &Detail, references: &References, floor: f64) {
    excluded(page, view);
    let Some(weighing) = view.weighing().shown() else {
        let label = if view.is_hidden() { "Cited:" } else { "Cited, not weighed yet:" };
        return names(page, label, view.citations().map(|cited| cited.citations.iter().collect()), references);
    };
    let sides = [("Against", Stance::Contradicts), ("For", Stance::Supports), ("Mixed", Stance::Mixed)];
    let is_weak = |stance: Stance| decides_nothing(view, stance, floor);
    let weak = [Stance::Contradicts, Stance::Supports].map(is_weak);
    let on = |stance: Stance| weighing.of(stance).filter(|weighed| weighed.opinion.adjusted >= LEAST_WEIGHT);
    // In the order of the lists below.
    let mut bars: Vec<WeightBar> = Vec::new();
    for stance in [Stance::Contradicts, Stance::Supports] {
        let mut rows: Vec<&Weighed> = on(stance).collect();
        rows.sort_by(|a, b| b.opinion.adjusted.total_cmp(&a.opinion.adjusted).then(a.number.cmp(&b.number)));
        bars.extend(rows.into_iter().filter_map(|weighed| {
            let citation = view.citations()?.get(weighed.number)?;
            Some(WeightBar {
                reference: references.label(citation),
                title: clipped(&citation.meta.title, TITLE),
                against: stance == Stance::Contradicts,
                by_reviewer: weighed.by_reviewer.is_some(),
                credibility: weighed.credibility.value,
                confidence: weighed.opinion.adjusted,
            })
        }));
    }
    // Weights that settle nothing are no sums for and against.
    let weighs = |bar: &WeightBar| !weak[usize::from(!bar.against)];
    if bars.iter().any(weighs) {
        let note = [in_force(view), uncounted(weak)].into_iter().flatten().collect::<Vec<_>>().join(" ");
        page.0.push(Block::Weights(bars, (!note.is_empty()).then_some(note)));
    }
    let mut listed: Vec<usize> = Vec::new();
    let mut on_both = BTreeSet::new();
    let mut pointing = Vec::new();
    for (label, stance) in sides {
        let mut rows: Vec<&Weighed> = on(stance).collect();
        rows.sort_by(|a, b| b.opinion.adjusted.total_cmp(&a.opinion.adjusted).then(a.number.cmp(&b.number)));
        let cited = |w: &&Weighed| view.citations().and_then(|c| c.get(w.number));
        let mut works: Vec<(usize, Vec<(&Weighed, &Citation)>)> = Vec::new();
        for (w, citation) in rows.iter().filter_map(|w| Some((*w, cited(w)?))) {
            let work = references.work(citation);
            match works.iter_mut().find(|(known, _)| *known == work) {
                Some((_, passages)) => passages.push((w, citation)),
                None => works.push((work, vec![(w, citation)])),
            }
        }
        if works.is_empty() {
            continue;
        }
        listed.extend(works.iter().map(|(work, _)| *work).filter(|_| is_weak(stance)));
        if is_weak(stance) {
            pointing.push((stance, works));
            continue;
        }
        let mut head = vec![strong(label)];
        let side = [Stance::Contradicts, Stance::Supports].iter().position(|of| *of == stance);
        if side.is_some_and(|side| view.too_weak(side, floor).is_some()) {
            let alone = if view.summary.by.is_some() { "by itself " } else { "" };
            head.push(text(format!(", {alone}too weak to settle the statement")));
        }
        if let Some(decided) = decided_otherwise(view, stance) {
            head.push(text(format!(", as read by the machine; the reviewer’s verdict is “{decided}”")));
        }
        page.para(head);
        page.list(works.iter().map(|(_, passages)| entry(view, passages, references, (floor, LONGEST))));
        for (work, passages) in &works {
            let is_mixed = stance == Stance::Mixed;
            if listed.contains(work) && !is_mixed {
                on_both.insert(references.whole(passages[0].1));
            }
            listed.push(*work);
        }
    }
    for (stance, works) in pointing {
        let where_to = if stance == Stance::Contradicts { "against the statement" } else { "towards support" };
        let mut line = vec![strong(format!("Read as pointing {where_to}, too weak to count:")), text(" ")];
        for (at, (_, passages)) in works.iter().enumerate() {
            line.extend((at > 0).then(|| text("; ")));
            line.extend(entry(view, passages, references, (floor, SHORT)));
        }
        line.push(text("."));
        page.para(line);
    }
    both_sides(page, on_both);
    aside(page, view, references, &listed);
}

/// Whether the verdict in force is undecided and the passages of a side are by themselves too weak to count.
fn decides_nothing(view: &Detail, stance: Stance, floor: f64) -> bool {
    let is_undecided = view.summary.verdict.is_some_and(|(verdict, ..)| verdict == Verdict::Undecided);
    let is_on_a_side = matches!(stance, Stance::Contradicts | Stance::Supports);
    is_undecided && is_on_a_side && view.too_weak(usize::from(stance == Stance::Supports), floor).is_some()
}

/// That the bars of a side are too weak to count; `weak` is against, for.
fn uncounted(weak: [bool; 2]) -> Option<String> {
    let side = match weak {
        [true, _] => "against",
        [_, true] => "for",
        [false, false] => return None,
    };
    Some(format!("The passages {side} the statement are too weak to count."))
}

/// The verdict in force, where the weights of the passages are not what it was made from.
fn in_force(view: &Detail) -> Option<String> {
    let (verdict, ..) = view.summary.verdict?;
    let verdict = adjective(verdict);
    let is_own = view.summary.by.is_some() && !view.summary.accepted;
    match (is_own, view.summary.is_outdated()) {
        (true, _) => {
            Some(format!("The verdict in force, “{verdict}”, is the reviewer’s and not made from these weights."))
        }
        (false, true) => Some(format!("The verdict in force, “{verdict}”, was made before these weights.")),
        (false, false) => None,
    }
}

/// Names the works that have passages for and against, which count once as a source.
fn both_sides(page: &mut Page, works: BTreeSet<Label>) {
    if works.is_empty() {
        return;
    }
    let words = if works.len() == 1 {
        " is one work with passages on both sides, and counts as one source."
    } else {
        " are works with passages on both sides; each counts as one source."
    };
    let mut line = vec![strong("On both sides:"), text(" ")];
    line.extend(comma_separated(works));
    line.push(text(words));
    page.para(line);
}

/// `[2], [5]`
fn comma_separated(labels: BTreeSet<Label>) -> impl Iterator<Item = Span> {
    let comma = |at: usize| (at > 0).then(|| text(", "));
    labels.into_iter().enumerate().flat_map(move |(at, label)| comma(at).into_iter().chain([Span::Ref(label, None)]))
}

/// What a reviewer decided, where that is not what passages of this stance speak for.
fn decided_otherwise(view: &Detail, stance: Stance) -> Option<&'static str> {
    let summary = &view.summary;
    let (verdict, ..) = summary.verdict.filter(|_| summary.by.is_some() && !summary.accepted)?;
    let spoken = match stance {
        Stance::Contradicts => Verdict::Contradicts,
        Stance::Supports => Verdict::Supports,
        _ => return None,
    };
    let is_machines =
        view.weighing().shown().is_some_and(|weighing| weighing.of(stance).any(|w| w.by_reviewer.is_none()));
    (verdict != spoken && is_machines).then(|| adjective(verdict))
}

/// Writes the cited works on neither side: quotes those that the rationale cites and names the others. Works in `listed`
/// already have an entry above.
fn aside(page: &mut Page, view: &Detail, references: &References, listed: &[usize]) {
    let Some(cited) = view.citations() else { return };
    let named = view.verdict().shown().map(|value| numbers(&value.rationale)).unwrap_or_default();
    let (named, others): (Vec<&Citation>, Vec<&Citation>) = cited
        .citations
        .iter()
        .filter(|citation| !listed.contains(&references.work(citation)))
        .partition(|citation| named.contains(&citation.number));
    if !named.is_empty() {
        page.para(vec![strong("Named in the rationale, on neither side")]);
        page.list(named.iter().map(|citation| {
            let mut line = vec![references.span(citation)];
            line.push(text(quoted(view, citation, LONGEST)));
            line
        }));
    }
    let is_named = |citation: &&Citation| named.iter().any(|known| references.work(known) == references.work(citation));
    let works = others.into_iter().filter(|citation| !is_named(citation)).collect();
    names(page, "Cited, on neither side:", Some(works), references);
}

/// Names cited works in a line, each once, in the order of their numbers.
fn names(page: &mut Page, label: &str, works: Option<Vec<&Citation>>, references: &References) {
    let labels: BTreeSet<Label> = works.into_iter().flatten().map(|citation| references.whole(citation)).collect();
    if labels.is_empty() {
        return;
    }
    let mut line = vec![strong(label), text(" ")];
    line.extend(comma_separated(labels));
    line.push(text("."));
    page.para(line);
}

/// Lists the documents that a reviewer excluded for this statement, with reasons.
fn excluded(page: &mut Page, view: &Detail) {
    let out: Vec<String> = view
        .excluded()
        .map(|(doc, reason)| {
            let why = reason.map(|reason| format!(" ({})", reason.words().one_line())).unwrap_or_default();
            format!("{}{why}", super::title(view, doc))
        })
        .collect();
    if !out.is_empty() {
        page.para(vec![strong("Excluded by a reviewer:"), text(format!(" {}", ended(&out.join("; "))))]);
    }
}

/// Whether the rationale quotes a passage, or most of it.
fn is_quoted(view: &Detail, passage: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let passage = plain(passage);
    let Some(verdict) = view.verdict().shown() else { return false };
    let quotes = verdict.rationale.split('“').skip(1).filter_map(|rest| rest.split('”').next());
    quotes
        .map(|quote| plain(quote.trim_matches(['…', ' ', '.'])))
        .any(|quote| quote.split(' ').count() >= LEAST_QUOTED && passage.contains(&quote))
}

/// A passage without the section's heading before it: `RESULTS`, `MAIN OUTCOME MEASURES`, `Conclusions:`, `3.2 Results`.
fn unlabelled(passage: &str) -> &str {
    const MOST_WORDS: usize = 6;
    let passage = unheaded(passage.trim());
    let (mut rest, mut before) = (passage, passage);
    for _ in 0..MOST_WORDS {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let letters = word.trim_end_matches([',', ':']);
        let label = letters.len() >= 3 && letters.chars().all(|c| c.is_uppercase());
        if !label {
            break;
        }
        (before, rest) = (rest, after.trim_start());
    }
    // “RESULTS CBT resulted in …”: the abbreviation belongs to the sentence.
    if rest.starts_with(char::is_lowercase) {
        rest = before;
    }
    let (labels, words) = (passage.len() - rest.len(), rest.chars().next());
    // An abbreviation begins a sentence as well: what follows a label begins one itself.
    if labels >= SHORTEST_LABEL && words.is_some_and(char::is_uppercase) { rest } else { passage }
}

/// The usual headings of sections, as a page's layout runs them into the first sentence below.
const HEADINGS: [&str; 22] = [
    "Abstract",
    "Aim",
    "Aims",
    "Background",
    "Conclusion",
    "Conclusions",
    "Discussion",
    "Findings",
    "Interpretation",
    "Introduction",
    "Main results",
    "Materials and methods",
    "Methods",
    "Objective",
    "Objectives",
    "Purpose",
    "Results",
    "Results and discussion",
    "Setting",
    "Significance",
    "Study design",
    "Summary",
];

/// A passage without such a heading: numbered or not, with a colon or before a sentence of its own.
fn unheaded(passage: &str) -> &str {
    let numbered = passage.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let begins = |heading: &&&str| {
        numbered.get(..heading.len()).is_some_and(|start| start.eq_ignore_ascii_case(heading))
            && numbered.starts_with(char::is_uppercase)
    };
    let Some(heading) = HEADINGS.iter().filter(begins).max_by_key(|heading| heading.len()) else { return passage };
    let rest = &numbered[heading.len()..];
    let (colon, after) = match rest.strip_prefix([':', '.']) {
        Some(after) => (true, after.trim_start()),
        None => (false, rest.trim_start()),
    };
    let sentence = after.starts_with(char::is_uppercase) && after.split(' ').count() > 2;
    let whole_word = colon || rest.starts_with(' ');
    // “Background Radiation Doses”, “Results of the trial” are sentences.
    let lower_next = after.split(' ').nth(1).is_some_and(|word| word.starts_with(char::is_lowercase));
    if whole_word && sentence && (colon || lower_next) { after } else { passage }
}

/// Fewest bytes of a section's label with the blank after it: `AIMS `.
const SHORTEST_LABEL: usize = 5;

/// Fewer words in common are no quotation.
pub(super) const LEAST_QUOTED: usize = 8;

/// The passage in short behind its label, with its page; one that the rationale quotes is above.
fn quoted(view: &Detail, citation: &Citation, longest: usize) -> String {
    let page = view.page(citation).map(|page| format!(", page {page}")).unwrap_or_default();
    match is_quoted(view, &citation.passage) {
        true => format!(" quoted above{page}"),
        false => {
            let passage = shortened(&citation.passage.one_line());
            let passage = if longest < LONGEST { clipped(&passage, longest) } else { passage };
            format!(" “{}”{page}", raised(&passage))
        }
    }
}

/// Whether the list of evidence has the passage as it is in its source.
pub(super) fn is_whole(view: &Detail, citation: &Citation, stance: Stance, floor: f64) -> bool {
    let passage = citation.passage.one_line();
    let is_clipped = decides_nothing(view, stance, floor) && word_count(&passage) > SHORT;
    !is_clipped && !is_quoted(view, &passage) && shortened(&passage) == *passage
}

/// A passage without labels of sections, an ellipsis in place of those within. What is too long loses its beginning,
/// sentence by sentence, then clause by clause: the outcome comes last.
fn shortened(passage: &str) -> String {
    let mut kept = String::new();
    for range in parts(passage).into_iter().rev() {
        let (start, sentence) = (range.start, &passage[range]);
        let plain = unlabelled(sentence);
        if word_count(&kept) + word_count(plain) > LONGEST {
            return match kept.trim_start_matches("… ") {
                "" => last_clauses(plain),
                kept => format!("… {kept}"),
            };
        }
        let gap = if start > 0 && plain.len() < sentence.len() { "… " } else { "" };
        kept = format!("{gap}{plain} {kept}").trim_end().to_owned();
    }
    kept
}

/// The sentences of a passage; one ends also before a heading in capitals that no full stop parts from it.
fn parts(passage: &str) -> Vec<Range<usize>> {
    let is_heading = |text: &str| {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        HEADINGS.iter().any(|heading| heading.to_uppercase() == word) && rest.starts_with(char::is_uppercase)
    };
    let mut parts = Vec::new();
    for Range { mut start, end } in sentences(passage) {
        for at in passage[start..end].match_indices(' ').map(|(at, _)| start + at).collect::<Vec<_>>() {
            if !passage[..at].ends_with(char::is_uppercase) && is_heading(&passage[at + 1..end]) {
                parts.push(start..at);
                start = at + 1;
            }
        }
        parts.push(start..end);
    }
    parts
}

/// The clauses at the end of a sentence, as many as there is room for.
fn last_clauses(sentence: &str) -> String {
    let has_room = |at: &usize| word_count(&sentence[*at..]) <= LONGEST;
    let is_open = |at: &usize| {
        let before = &sentence[..*at];
        before.matches(['(', '[']).count() > before.matches([')', ']']).count()
    };
    let clauses = sentence.match_indices([',', ';', ':']).filter(|(at, _)| sentence[at + 1..].starts_with(' '));
    let clause = clauses.map(|(at, _)| at + 2).find(|at| has_room(at) && !is_open(at));
    let word = || sentence.match_indices(' ').map(|(at, _)| at + 1).find(has_room);
    let start = clause.or_else(word).unwrap_or_default();
    format!("… {}", &sentence[start..])
}

/// `[3a] “Passage.” (randomised trial; confidence 0.80); [3b] “Another.” (confidence 0.60)`
fn entry(
    view: &Detail,
    passages: &[(&Weighed, &Citation)],
    references: &References,
    (floor, longest): (f64, usize),
) -> Line {
    let mut line = Line::new();
    let mut passages = passages.to_vec();
    passages.sort_by_key(|(_, citation)| references.label(citation).passage);
    for (at, (weighed, citation)) in passages.iter().enumerate() {
        if at > 0 {
            line.push(text("; "));
        }
        line.push(references.span(citation));
        line.push(text(quoted(view, citation, longest)));
        let mut facts: Vec<String> = if at == 0 { credibility(weighed).into_iter().collect() } else { Vec::new() };
        facts.push(format!("confidence {}", describe_beside(weighed.opinion.adjusted, &[floor])));
        if let Some(why) = &weighed.by_reviewer {
            facts.push(match why.one_line().trim_end_matches('.') {
                "" => "set by a reviewer".to_owned(),
                why => format!("set by a reviewer: {why}"),
            });
        }
        line.push(text(format!(" ({})", facts.join("; "))));
    }
    line
}

/// What the source is, by the rule of the table that says so; otherwise the number says more.
fn credibility(weighed: &Weighed) -> Option<String> {
    let rule = weighed.credibility.rule.one_line();
    match rule.as_str() {
        "" => None,
        "set by a reviewer" | "given with the document" => {
            Some(format!("credibility {:.2}, {rule}", weighed.credibility.value))
        }
        rule if rule.starts_with("unknown") && weighed.credibility.citations.is_none() => None,
        _ => Some(weighed.credibility.describe()),
    }
}

#[cfg(test)]
mod tests {
    use super::{shortened, unlabelled};

    /// A passage that is cut before its outcome does not show what it is evidence of, and a label in the middle of a
    /// quotation reads like a word of its sentence.
    #[test]
    fn a_long_passage_loses_its_beginning_and_labels() {
        let outcome = "Weight fell by 4 kg with walking and by 1 kg without.";
        assert_eq!(shortened(&format!("RESULTS {outcome}")), outcome);
        assert_eq!(
            shortened(&format!("RESULTS {outcome} CONCLUSIONS Walking lowers weight.")),
            format!("{outcome} … Walking lowers weight.")
        );
        assert_eq!(
            shortened("Weight fell (P=.02) CONCLUSION Walking lowers weight."),
            "Weight fell (P=.02) … Walking lowers weight."
        );
        let frame = "We asked adults in nine towns how often they walked and how much they weighed. ".repeat(5);
        assert_eq!(shortened(&format!("{frame}{outcome}")), format!("… {}{outcome}", &frame[..4 * frame.len() / 5]));
        let clauses = "in a town by the sea (with many, many old people), ".repeat(8);
        let cut = shortened(&format!("Among those who lived {clauses}weight fell."));
        assert!(cut.starts_with("… in a town") && cut.ends_with(", weight fell."), "{cut}");
        let words: Vec<String> = (0..90).map(|n| format!("w{n}")).collect();
        assert!(shortened(&words.join(" ")).starts_with("… w10 "));
    }

    #[test]
    fn a_sections_label_is_no_part_of_a_quotation() {
        for (passage, expected) in [
            ("RESULTS Weight fell.", "Weight fell."),
            ("RESULTS CBT resulted in better sleep.", "CBT resulted in better sleep."),
            ("MAIN OUTCOME MEASURES Association with weight.", "Association with weight."),
            ("DESIGN, SETTING, AND PARTICIPANTS Adults in Finland.", "Adults in Finland."),
            ("Results Weight fell in both arms.", "Weight fell in both arms."),
            ("3.2. Results and discussion Weight fell in both arms.", "Weight fell in both arms."),
            ("Conclusions: We saw less weight.", "We saw less weight."),
            ("Results of the trial were mixed.", "Results of the trial were mixed."),
            ("Background Radiation Doses rose.", "Background Radiation Doses rose."),
            ("Findings differed.", "Findings differed."),
            ("12 adults lost weight.", "12 adults lost weight."),
            ("DNA was extracted from blood.", "DNA was extracted from blood."),
            ("HIV infection was rare.", "HIV infection was rare."),
            ("Weight fell.", "Weight fell."),
            ("RESULTS", "RESULTS"),
        ] {
            assert_eq!(unlabelled(passage), expected);
        }
    }
}
