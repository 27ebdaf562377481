//! The appendix: everything behind the review. A passage is in it with the sentences around it; one without any is not
//! repeated where the review has it in full.

use std::collections::BTreeSet;

use crate::{
    desk::Detail,
    domain::{
        Band, Citation, DocId, QueryOrigin, ReviewFlow, Side, Stage, Stance, Strategy, StrategyOutcome, Weighed,
        describe_beside,
    },
    export::{
        Options,
        markers::{joined_percent, raised},
        names::name,
        page::{Block, Item, Line, Page, Span, line, strong, text},
    },
    review::{IssueHead, Review, Revision, Snapshot, StageState, Viewer, describe_ruling},
    text::{Clean, counted, sentence_case, spell, word_count},
};

use super::{
    audit,
    evidence::{LEAST_QUOTED, is_whole},
    front::time,
    reason_words,
    references::References,
    statement::{decided, describe_consensus, ended, verdict_name},
    title,
};

/// What the words and figures of the passages mean.
const PASSAGES: &str = "Relevance runs from 1 to 5, the other figures from 0 to 1. Confidence is how certain the stance \
    of the passage is; the judge lowers it where this kind of evidence is less suitable (its quality): explicit evidence says \
    it directly, contextual evidence implies it, weak evidence hints at it. Credibility is how far the source can be trusted. \
    The built-in language model comes with the program; what it reads in a passage is one sign beside wording and figures.";

/// Writes the appendix.
pub(super) fn write(
    page: &mut Page,
    views: &[Detail],
    references: &References,
    (review, snapshot, viewer): (&Review, &Snapshot, &Viewer),
    options: &Options,
) {
    let floor = snapshot.fold.settings().signal_floor;
    page.heading(2, "Appendix");
    flow(page, views);
    if views.iter().any(|view| view.citations().is_some_and(|cited| !cited.citations.is_empty())) {
        page.heading(3, "How passages are described");
        page.para(line(PASSAGES));
    }
    for view in views {
        page.heading(3, format!("Details of statement {}", view.statement.id.0));
        origin(page, view, references, options);
        report(page, view, references, options);
        passages(page, view, references, floor);
        let statistics = statistics(view, options);
        if !statistics.is_empty() {
            page.para(vec![strong("Search and quotation check")]);
            page.list(statistics);
        }
        rulings(page, view, options);
    }
    audit::write(page, views, references, (review, snapshot, viewer), options);
}

/// How documents came to be evidence, over all statements.
fn flow(page: &mut Page, views: &[Detail]) {
    let mut all = ReviewFlow::default();
    let searched = views.iter().filter(|view| view.add_to_flow(&mut all)).count();
    if searched == 0 {
        return;
    }
    page.heading(3, "Flow of documents");
    let over = counted(searched, "statement");
    page.para(line(format!(
        "Over {over}; each document counts once, and as a duplicate for every other search or statement that found it. \
         One that was excluded for a statement and read for another is among those read. \
         Documents are searched by their words (keyword), by their meaning (semantic), and by how much they resemble an \
         abstract that is written as if the opposite of the statement were true (hypothetical abstract)."
    )));
    page.0.push(Block::Flow(all));
}

/// Where the statement is from, and what was set by hand.
fn origin(page: &mut Page, view: &Detail, references: &References, options: &Options) {
    let statement = &view.statement;
    let place = statement.describe_place_in(&view.source);
    let place = place.unwrap_or_else(|| "not located in the source".to_owned());
    let given = statement.given_id.as_ref().map(|id| format!("; id in the claim set: {id}")).unwrap_or_default();
    let mut items =
        vec![line(format!("{} in the interface: a {}, {place}{given}.", statement.id, statement.kind.name()))];
    if let (Some(_), Some(machine)) = (&view.summary.by, view.summary.machine) {
        items.push(line(format!("{}: {}.", verdict_name(view), decided(machine))));
    }
    if let (Some(_), Some(own)) = (view.set_by_reviewer(Stage::Verdict), view.machine.as_ref().shown())
        && view.verdict().shown().is_none_or(|v| v.rationale != own.rationale)
    {
        items.push(references.prose(view, &format!("Rationale of the machine: {}", own.rationale)));
    }
    if let Some(critique) = view.verdict().shown().and_then(|v| v.critique.as_ref()) {
        let (first, why) = (critique.first.name(), &critique.finding);
        let said = format!("The rationale is a second draft. The first ({first}) was withdrawn: {why}");
        items.push(references.prose(view, &said));
    }
    // A judgement of another verdict than the one in force says nothing of this one.
    let is_current = matches!(view.stages.get(Stage::Judge).state, StageState::Done | StageState::Overridden { .. });
    if let Some(judged) = view.judgement().shown().filter(|_| is_current) {
        let opinion = &judged.opinion;
        let issue = opinion.issue.as_ref().map(|issue| format!("; {issue}")).unwrap_or_default();
        let kind = match opinion.judged() {
            _ if view.judges_undecided() => "an undecided verdict claims nothing that evidence has to carry".to_owned(),
            true => format!("{} evidence, quality {:.2}", opinion.evidence_type.name(), opinion.quality),
            false => "not judged".to_owned(),
        };
        let confidence = match view.judges_reviewer {
            _ if view.judges_undecided() && (opinion.original - opinion.adjusted).abs() < 0.005 => String::new(),
            true => format!("; confidence {:.2}", opinion.original),
            false => {
                format!("; confidence {:.2} before the judgement, {:.2} after it", opinion.original, opinion.adjusted)
            }
        };
        let said = match view.judges_nothing() {
            true => "Judgement of the rationale: there is no evidence to judge it by.".to_owned(),
            false => ended(&format!("Judgement of the rationale: {kind}{confidence}{issue}")),
        };
        items.push(references.prose(view, &said));
    }
    for resolved in view.stages.iter().filter(|r| r.stage != Stage::Verdict) {
        let Some(set) = view.set_by_reviewer(resolved.stage) else { continue };
        let when = if options.times { format!(" on {}", time(set.at)) } else { String::new() };
        let why =
            set.reason.as_ref().filter(|r| !r.is_empty()).map(|r| format!(": {}", reason_words(r))).unwrap_or_default();
        let (result, who) = (resolved.stage.result(), name(&set.who, options));
        let said = format!("Set by hand: {result}, by {who}{when}{why}");
        items.push(references.prose(view, &said));
    }
    if options.times {
        items.extend(view.times.iter().map(|time| {
            let (who, spent) = (name(&time.who, options), spell(time.millis));
            line(format!("{who} spent {spent} on it, idle time excluded."))
        }));
    }
    page.list(items);
}

/// The counter-report, and who wrote it.
fn report(page: &mut Page, view: &Detail, references: &References, options: &Options) {
    let Some(report) = view.report().shown() else { return };
    page.para(vec![strong("Counter-report")]);
    // The rationale of a verdict without evidence is the beginning of a report that the program wrote.
    let is_in_rationale = |paragraph: &str| {
        let rationale = view.verdict().shown().map(|value| &value.rationale);
        rationale.is_some_and(|rationale| rationale.split("\n\n").any(|part| part.trim() == paragraph.trim()))
    };
    let machine = view.machine.as_ref().shown().filter(|_| view.set_by_reviewer(Stage::Verdict).is_some());
    let above: Vec<&str> = view.verdict().shown().into_iter().chain(machine).map(|value| &*value.rationale).collect();
    for paragraph in report.summary.split("\n\n").filter(|p| !p.trim().is_empty() && !is_in_rationale(p)) {
        page.para(references.prose(view, &without_quoted(paragraph, &above)));
    }
    let Some(in_force) = &view.stages.get(Stage::Report).in_force else { return };
    let by = match &in_force.revision {
        Revision::Machine(machine) => machine.spec.describe(),
        Revision::Override(set) => name(&set.who, options),
    };
    let when = if options.times { format!(" at {}", time(in_force.revision.at())) } else { String::new() };
    let how = if report.computed { "Computed by" } else { "Generated with" };
    page.para(vec![Span::Em(format!("{how} {by}{when}."))]);
}

/// A paragraph of the counter-report that points to the quotations which the rationales `above` have word for word.
fn without_quoted(paragraph: &str, above: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = paragraph;
    while let Some((before, (quote, after))) =
        rest.split_once('“').and_then(|(before, quoted)| Some((before, quoted.split_once('”')?)))
    {
        let quotation = format!("“{quote}”");
        out.push_str(before);
        // What begins a sentence is the title of a work.
        let is_title = out.trim_end().is_empty() || out.trim_end().ends_with(['.', '!', '?', ']']);
        let is_above =
            !is_title && word_count(quote) >= LEAST_QUOTED && above.iter().any(|above| above.contains(&quotation));
        out.push_str(if is_above { "what is quoted above" } else { &quotation });
        rest = after;
    }
    out + rest
}

fn passages(page: &mut Page, view: &Detail, references: &References, floor: f64) {
    let citations = view.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
    if citations.is_empty() {
        return;
    }
    page.para(vec![strong("Passages")]);
    page.items(citations.iter().map(|citation| {
        let weighed = view.weighing().shown().and_then(|w| w.get(citation.number));
        let mut line = vec![references.span(citation)];
        line.push(text(format!(" {}", facts(citation, weighed, view.summary.hidden, floor).join("; "))));
        let mut nested = quoted(view, citation, weighed, floor);
        nested.extend(remarks(view, citation, weighed).iter().map(|words| references.prose(view, words)));
        Item { line, nested }
    }));
}

/// The number by which the program shows the passage and a reviewer cites it.
fn shown_as(citation: &Citation) -> String {
    format!("passage {} in the interface", citation.number)
}

fn facts(citation: &Citation, weighed: Option<&Weighed>, hidden: bool, floor: f64) -> Vec<String> {
    if hidden {
        // Score and side are part of the machine's opinion.
        return vec![
            shown_as(citation),
            citation.describe_place(),
            "the rest is hidden until a verdict is given".to_owned(),
        ];
    }
    let mut facts = vec![shown_as(citation)];
    match weighed {
        Some(w) if w.blocked => facts.push("blocked by the judge, not counted".to_owned()),
        Some(w) if !w.counts() => facts.push(format!("{}, but the source does not count", w.stance.name())),
        Some(w) if w.is_circular() => facts.push("cites the paper under review, so it is on neither side".to_owned()),
        Some(w) if w.stance == Stance::NotAddressed => facts.push("does not address the statement".to_owned()),
        Some(w) => facts.push(w.stance.name().to_owned()),
        None => facts.push("not weighed".to_owned()),
    }
    facts.push(citation.describe_place());
    facts.push(format!("relevance {}/5", citation.score));
    if let Some(w) = weighed {
        let [before, after] =
            [w.opinion.original, w.opinion.adjusted].map(|confidence| describe_beside(confidence, &[floor]));
        let lowered = if before == after { String::new() } else { format!(" ({before} before the judge)") };
        facts.push(format!("confidence {after}{lowered}"));
        facts.push(format!("credibility {:.2} ({})", w.credibility.value, w.credibility.describe()));
        facts.push(match w.opinion.judged() {
            true => format!("{} evidence, quality {:.2}", w.opinion.evidence_type.name(), w.opinion.quality),
            false => "not judged".to_owned(),
        });
    }
    facts.push(match citation.side {
        Side::Counter => "retrieved as evidence against".to_owned(),
        Side::Statement => "retrieved as evidence for".to_owned(),
    });
    facts
}

/// The passage within its context, or alone where there is none and the review does not have it whole.
fn quoted(view: &Detail, citation: &Citation, weighed: Option<&Weighed>, floor: f64) -> Vec<Line> {
    if [&citation.before, &citation.after].into_iter().any(|part| !part.trim().is_empty()) {
        return vec![within_context(citation)];
    }
    let passage = citation.passage.one_line();
    let shown = weighed.is_some_and(|w| w.counts() && w.stance != Stance::NotAddressed);
    let is_in_review = shown && weighed.is_some_and(|w| is_whole(view, citation, w.stance, floor));
    if is_in_review { Vec::new() } else { vec![line(format!("“{}”", raised(&passage)))] }
}

/// A passage, emphasised, between the sentences around it.
fn within_context(citation: &Citation) -> Line {
    let [before, after] = citation.context();
    let passage = Span::Strong(raised(&citation.passage.one_line()));
    vec![text("Context: "), text(raised(&before)), passage, text(raised(&after))]
}

/// What was made of the passage.
fn remarks(view: &Detail, citation: &Citation, weighed: Option<&Weighed>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(w) = weighed {
        if let Some(why) = &w.by_reviewer {
            lines.push(if why.trim().is_empty() {
                "Set by a reviewer.".to_owned()
            } else {
                format!("Set by a reviewer: {why}")
            });
        }
        let reasoning = Some(w.reasoning.trim()).filter(|own| !own.is_empty() && w.by_reviewer.as_deref() != Some(own));
        let whose = if w.by_reviewer.is_some() { "The machine’s reasoning, before that" } else { "Reasoning" };
        lines.extend(reasoning.map(|reasoning| format!("{whose}: {}", joined_percent(reasoning))));
        if w.proposed != w.stance {
            lines.push(format!("The reasoner proposed “{}”; a rule changed it.", w.proposed.name()));
        }
        // The reasoning gives the notes that it rests on, some of them at the head of a sentence.
        let reasoning = w.reasoning.to_lowercase();
        let notes = w.notes.iter().filter(|note| !reasoning.contains(&note.note.to_lowercase()));
        lines.extend(notes.map(|note| format!("Rule “{}”: {}", note.rule, joined_percent(&note.note))));
        lines.extend(w.opinion.issue.iter().map(|issue| format!("Judge: {issue}")));
    }
    lines.extend(
        view.remarks(citation.number)
            .map(|issue| format!("Remark ({}, {}): {}", issue.severity.name(), issue.code.words(), issue.message)),
    );
    lines
}

/// Whose embeddings a strategy compared, if it compares any.
fn vectors(strategy: Strategy, model: &Clean) -> String {
    let compares = matches!(strategy, Strategy::Semantic | Strategy::Hyde);
    if compares { format!(" (embedding model: {model})") } else { String::new() }
}

fn statistics(view: &Detail, options: &Options) -> Vec<Line> {
    let mut items: Vec<String> = Vec::new();
    if let Some(search) = view.search() {
        items.push(format!(
            "Searched {}: {} found{}, {} kept.",
            counted(usize::try_from(search.library.documents).unwrap_or(usize::MAX), "document"),
            search.found,
            view.describe_added(),
            search.candidates.len()
        ));
        items.extend(search.strategies.iter().map(|s| {
            let how = match &s.outcome {
                StrategyOutcome::Found(n) => format!("{n} found{}", vectors(s.strategy, &search.meaning)),
                StrategyOutcome::Failed(why) => format!("failed: {why}"),
                StrategyOutcome::NotAvailable(why) => format!("not available: {why}"),
            };
            let side = match s.side {
                Side::Counter => "against",
                Side::Statement => "for",
            };
            format!("Search for evidence {side}, {}: {how}", s.strategy.name())
        }));
        for source in &search.sources {
            let side = match source.side {
                Side::Counter => "against",
                Side::Statement => "for",
            };
            let how = match &source.outcome {
                StrategyOutcome::Found(n) => format!("{}, {} new", counted(*n as usize, "document"), source.new),
                StrategyOutcome::Failed(why) => format!("failed: {why}"),
                StrategyOutcome::NotAvailable(why) => format!("not available: {why}"),
            };
            items.push(format!("Source of evidence {side}, {}: {how}", source.source));
            items.extend(source.queries.iter().flat_map(|query| {
                let when = if options.times { format!(" on {}", time(query.at)) } else { String::new() };
                let origin = match &query.origin {
                    Some(QueryOrigin::Edited(before)) => format!("; worded by a reviewer instead of: {before}"),
                    Some(QueryOrigin::Identifier | QueryOrigin::FullText) => "; asked for by a reviewer".to_owned(),
                    Some(QueryOrigin::Built(_)) | None => String::new(),
                };
                let sent = format!(
                    "Query to {}{when}: {} ({} hits, {} fetched{origin})",
                    source.source, query.text, query.hits, query.fetched
                );
                let unread = query.unread.iter().map(|page| {
                    format!("Not read, number {} of {}: {}: {}", page.rank, source.source, page.address, page.why)
                });
                std::iter::once(sent).chain(unread).collect::<Vec<_>>()
            }));
        }
        if !search.own.is_empty() {
            items.push("The paper under review was found and excluded.".to_owned());
        }
    }
    if let Some(scores) = view.scores().shown() {
        let titles =
            |docs: &mut dyn Iterator<Item = &DocId>| docs.map(|doc| title(view, doc)).collect::<Vec<_>>().join("; ");
        let cited_below = view.citations().map(|citations| scores.cited_below(citations)).unwrap_or_default();
        items.push(format!(
            "Scored {}; {} included at relevance {} or above, or by a reviewer.",
            counted(scores.scored.len(), "document"),
            scores.passing() + cited_below.len(),
            scores.threshold
        ));
        if !scores.unscored.is_empty() {
            items.push(format!("Not scored, because enough had passed: {}.", scores.unscored.len()));
        }
        if !scores.included.is_empty() {
            items.push(format!("Included by a reviewer: {}", titles(&mut scores.included.iter())));
        }
    }
    if let Some(flow) = view.flow() {
        items.push(format!("Flow of documents, with a record for each search that found one: {}.", flow.describe()));
    }
    if let Some(citations) = view.citations() {
        let blocked = view.weighing().shown().map_or(0, |w| w.weighed.iter().filter(|w| w.blocked).count());
        let used = if blocked > 0 { format!(", {blocked} blocked by the judge") } else { String::new() };
        let documents = citations.citations.iter().map(|citation| &citation.doc).collect::<BTreeSet<_>>().len();
        let of = if documents > 0 { format!(" of {}", counted(documents, "document")) } else { String::new() };
        items.push(match citations.citations.len() {
            0 => "No passage was cited.".to_owned(),
            passages => format!("Cited {}{of}{used}.", counted(passages, "passage")),
        });
        if !citations.dropped.is_empty() {
            items.push(match citations.dropped.len() {
                1 => "1 quote was dropped because its source does not have it.".to_owned(),
                dropped => format!("{dropped} quotes were dropped because their sources do not have them."),
            });
        }
    }
    if let Some(inspection) =
        view.inspection().shown().filter(|_| view.citations().is_some_and(|c| !c.citations.is_empty()))
    {
        items.push(match view.quality() {
            _ if view.counts_nothing() => "Quotation check: no passage counts.".to_owned(),
            Some((quality, per_citation)) => {
                let per = per_citation.map(|q| format!("; per citation {q:.2}")).unwrap_or_default();
                format!("Quotation check {quality:.2} ({}){per}.", Band::of(quality).name())
            }
            None => {
                let why = inspection.failure.as_ref().map(|f| format!(": {f}")).unwrap_or_default();
                format!("Quotation check: not inspected{why}")
            }
        });
    }
    if let Some(weighing) = view.weighing().shown().filter(|weighing| !weighing.weighed.is_empty()) {
        let signal = &weighing.signal;
        let divided = signal.consensus.filter(|consensus| *consensus < 1.0);
        let divided = divided.map(|c| format!("; {}", describe_consensus(c))).unwrap_or_default();
        items.push(format!(
            "Weighed evidence: {}; weight {:.2} for, {:.2} against{divided}; {}.",
            signal.label.name(),
            signal.supporting,
            signal.contradicting,
            counted(signal.sources as usize, "independent source")
        ));
        if weighing.not_judged > 0 {
            items.push(format!("Not judged, because the judge failed: {}.", weighing.not_judged));
        }
    }
    items.into_iter().map(line).collect()
}

/// The issues by number, with what was ruled on them; the review has their texts.
fn rulings(page: &mut Page, view: &Detail, options: &Options) {
    let groups = view.issues.clone();
    if groups.is_empty() {
        return;
    }
    page.para(vec![strong("Issues and rulings")]);
    page.items(groups.iter().map(|group| {
        let head = group.head();
        let mut line = line(sentence_case(head.code.words()));
        let numbers: Vec<_> = group.issues.iter().filter_map(|(head, _)| Some(head.number?.to_string())).collect();
        let named = match numbers.as_slice() {
            [] => String::new(),
            [number] => format!("issue {number}; "),
            _ => format!("issues {}; ", numbers.join(", ")),
        };
        line.push(text(format!(" ({named}stage {})", head.stage)));
        Item { line, nested: ruling(head, options).into_iter().collect() }
    }));
}

fn ruling(head: &IssueHead, options: &Options) -> Option<Line> {
    let made = head.ruling.as_ref()?;
    let when = if options.times { format!(" on {}", time(made.at)) } else { String::new() };
    let what = sentence_case(&describe_ruling(made.ruling?));
    let why = made
        .reason
        .as_ref()
        .filter(|r| !r.is_empty())
        .map(|r| format!(": {}", reason_words(r)))
        .unwrap_or_else(|| ".".to_owned());
    Some(line(format!("{what} by {}{when}{why}", name(&made.who, options))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An editor would read the same quotation in the rationale and again in the counter-report.
    #[test]
    fn a_quotation_of_the_rationale_is_not_there_twice() {
        let quotation = "“Fitness was associated with a lower mortality rate at every age”";
        let above = format!("The evidence speaks against it: a cohort study reports {quotation} [1].");
        assert_eq!(
            without_quoted(&format!("A cohort study reports {quotation} [1]. It denies “causes” [2]."), &[&above]),
            "A cohort study reports what is quoted above [1]. It denies “causes” [2]."
        );
        assert_eq!(
            without_quoted(&format!("It reports {quotation} [1]."), &[]),
            format!("It reports {quotation} [1].")
        );
    }
}
