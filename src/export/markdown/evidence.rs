//! The evidence on one statement: counter-report, references, the passages
//! themselves, and the counts of what was searched.

use crate::{
    domain::{Citation, DocId, Side, Stage, Strategy, StrategyOutcome, Weighed, rules::hygiene},
    review::Revision,
    text::Clean,
};

use super::{
    super::{
        Options,
        view::{View, name},
    },
    Page, counted,
    escape::{block, doi, inline, pmid, quote, shortened, url},
    front::time,
};

/// Writes all that was found.
pub(super) fn write(out: &mut Page, view: &View, options: &Options) {
    if view.counter().is_some() || view.report().is_some() {
        out.add("### Counter-report".to_owned());
    }
    if let Some(counter) = view.counter() {
        out.add(format!("Counter-statement: {}", inline(&counter.text)));
    }
    if let Some(report) = view.report() {
        out.add(block(&report.summary));
        out.add(format!("*{}*", origin(view, report.computed, options)));
    }
    references(out, view);
    passages(out, view);
    statistics(out, view, options);
}

/// Who wrote the report, and when.
fn origin(view: &View, computed: bool, options: &Options) -> String {
    let Some(in_force) = &view.stages[Stage::Report.number()].in_force else { return String::new() };
    let by = match &in_force.revision {
        Revision::Machine(machine) => inline(&format!("{} {}", machine.spec.reasoner, machine.spec.version)),
        Revision::Override(set) => inline(&name(&set.who, options)),
    };
    let when = if options.times { format!(", {}", time(in_force.revision.at())) } else { String::new() };
    let how = if computed { "Computed from what happened, there being nothing to cite; by" } else { "Written by" };
    format!("{how} {by}{when}.")
}

fn cited(view: &View) -> &[Citation] {
    view.citations().map(|c| c.citations.as_slice()).unwrap_or_default()
}

fn weighed<'a>(view: &'a View, citation: &Citation) -> Option<&'a Weighed> {
    view.weighing().and_then(|w| w.get(citation.number))
}

fn references(out: &mut Page, view: &View) {
    if cited(view).is_empty() {
        return;
    }
    out.add("### References".to_owned());
    let items = cited(view).iter().map(|citation| {
        let unused = match weighed(view, citation) {
            Some(w) if w.blocked => " *(not used: blocked by the judge)*",
            Some(w) if !w.counts() => " *(not used: the source counts for nothing)*",
            _ => "",
        };
        let older = hygiene::years_older(&view.paper.meta, &citation.meta);
        let older = older.map(|years| format!(" *({})*", hygiene::older(years))).unwrap_or_default();
        format!("{}. {}{older}{unused}", citation.number, reference(citation))
    });
    out.add(items.collect::<Vec<_>>().join("\n"));
}

/// A reference with its links. The DOI or address that the reference ends in
/// becomes the link itself.
fn reference(citation: &Citation) -> String {
    let meta = &citation.meta;
    let mut text = citation.reference.one_line();
    let mut links = Vec::new();
    let mut link = |known: Option<&Clean>, prefix: &str, make: fn(&str) -> Option<String>| {
        let Some(known) = known.map(Clean::one_line) else { return };
        let Some(made) = make(&known) else { return };
        let shown = format!("{prefix}{known}");
        if let Some(rest) = text.strip_suffix(shown.as_str()) {
            text = Clean::new(rest).one_line();
        }
        links.push(made);
    };
    link(meta.doi.as_ref(), "doi:", doi);
    link(meta.pmid.as_ref(), "PMID ", pmid);
    link(meta.url.as_ref(), "", url);
    let mut parts = vec![if text.is_empty() { String::new() } else { inline(&text) }];
    parts.extend(links);
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn passages(out: &mut Page, view: &View) {
    if cited(view).is_empty() {
        return;
    }
    out.add("### Passages cited".to_owned());
    for citation in cited(view) {
        let weighed = weighed(view, citation);
        let mut facts = Vec::new();
        match weighed {
            Some(w) if w.blocked => facts.push("blocked by the judge, counts for nothing".to_owned()),
            Some(w) if !w.counts() => facts.push(format!("{}, but the source counts for nothing", w.stance.name())),
            Some(w) => facts.push(w.stance.name().to_owned()),
            None => facts.push("not weighed".to_owned()),
        }
        facts.push(format!("page {}, paragraph {}", citation.place.page, citation.place.paragraph));
        facts.push(format!("relevance {} of 5", citation.score));
        if let Some(w) = weighed {
            facts.push(format!("confidence {:.2}", w.opinion.adjusted));
            facts.push(format!("credibility {:.2} ({})", w.credibility.value, inline(&w.credibility.rule)));
            facts.push(match w.opinion.judged() {
                true => format!("{} evidence", w.opinion.evidence_type.name()),
                false => "not judged".to_owned(),
            });
        }
        let side = match citation.side {
            Side::Counter => "found when looking for evidence against",
            Side::Statement => "found when looking for evidence for",
        };
        facts.push(side.to_owned());
        out.add(format!("**\\[{}\\]** {}", citation.number, facts.join("; ")));
        out.add(quote(&in_context(citation)));
        let Some(w) = weighed else { continue };
        let mut remarks = Vec::new();
        if !w.reasoning.trim().is_empty() {
            remarks.push(format!("Reasoning: {}", inline(&w.reasoning)));
        }
        if w.proposed != w.stance {
            remarks.push(format!("The reasoner had said “{}”; the rules changed it.", w.proposed.name()));
        }
        remarks.extend(w.notes.iter().map(|note| format!("Rule “{}”: {}", inline(&note.rule), inline(&note.note))));
        if w.opinion.dropped() {
            let (from, to) = (w.opinion.original, w.opinion.adjusted);
            remarks.push(format!("The judge lowered confidence from {from:.2} to {to:.2}."));
        }
        if let Some(issue) = &w.opinion.issue {
            remarks.push(format!("The judge: {}", inline(issue)));
        }
        out.list(remarks);
    }
}

/// The passage with the sentences around it, itself in bold.
fn in_context(citation: &Citation) -> String {
    let bold = Some(inline(&citation.passage)).filter(|p| !p.is_empty()).map(|p| format!("**{p}**"));
    let parts = [inline(&citation.before), bold.unwrap_or_default(), inline(&citation.after)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whose vectors a strategy compared, if it compares any.
fn vectors(strategy: Strategy, model: &Clean) -> String {
    let compares = matches!(strategy, Strategy::Semantic | Strategy::Hyde);
    if compares { format!(" (vectors by {})", inline(model)) } else { String::new() }
}

fn statistics(out: &mut Page, view: &View, options: &Options) {
    let mut items = Vec::new();
    if let Some(search) = view.search() {
        items.push(format!(
            "Searched {}; found {}, of which {} were kept.",
            counted(usize::try_from(search.library.documents).unwrap_or(usize::MAX), "document"),
            search.found,
            search.candidates.len()
        ));
        items.extend(options.library.and_then(|now| now.since(search.library)));
        items.extend(search.strategies.iter().map(|s| {
            let how = match &s.outcome {
                StrategyOutcome::Found(n) => format!("found {n}{}", vectors(s.strategy, &search.meaning)),
                StrategyOutcome::Failed(why) => format!("**failed**: {}", inline(why)),
                StrategyOutcome::NotAvailable(why) => format!("not available: {}", inline(why)),
            };
            let side = match s.side {
                Side::Counter => "against",
                Side::Statement => "for",
            };
            format!("Search for evidence {side} it, {}: {how}", s.strategy.name())
        }));
        if !search.own.is_empty() {
            items.push("The paper under review was found itself and left out.".to_owned());
        }
    }
    if let Some(scores) = view.scores() {
        let titles = |docs: &mut dyn Iterator<Item = &DocId>| {
            docs.map(|doc| inline(&document(view, doc))).collect::<Vec<_>>().join("; ")
        };
        items.push(format!(
            "Scored {}; {} at relevance {} or above, or let in.",
            counted(scores.scored.len(), "document"),
            scores.passing(),
            scores.threshold
        ));
        if !scores.unscored.is_empty() {
            items.push(format!("Not scored, since enough had passed: {}.", scores.unscored.len()));
        }
        if !scores.let_in.is_empty() {
            items.push(format!("Let in by a reviewer: {}", titles(&mut scores.let_in.iter())));
        }
        if !scores.shut_out.is_empty() {
            items.push(format!("Shut out by a reviewer: {}", titles(&mut scores.shut_out.iter())));
        }
    }
    if let Some(citations) = view.citations() {
        let mut docs: Vec<_> = citations.citations.iter().map(|c| &c.doc).collect();
        docs.sort();
        docs.dedup();
        let blocked = view.weighing().map_or(0, |w| w.weighed.iter().filter(|w| w.blocked).count());
        let used = if blocked > 0 { format!(", {blocked} of them blocked by the judge") } else { String::new() };
        items.push(format!(
            "Cited {} from {}{used}.",
            counted(citations.citations.len(), "passage"),
            counted(docs.len(), "document")
        ));
        if !citations.dropped.is_empty() {
            let dropped = counted(citations.dropped.len(), "claimed passage");
            items.push(format!("Dropped, since found nowhere in the sources: {dropped}."));
        }
    }
    if let Some(inspection) = view.inspection() {
        items.push(match (inspection.quality, inspection.band()) {
            (Some(quality), Some(_)) if cited(view).is_empty() => {
                format!("Evidence quality {quality:.2}, there being no citations.")
            }
            (Some(quality), Some(band)) => {
                let per = inspection.per_citation.map(|q| format!("; spread over the citations {q:.2}"));
                format!("Evidence quality {quality:.2} ({}){}.", band.name(), per.unwrap_or_default())
            }
            _ => {
                let why = inspection.failure.as_ref().map(|f| format!(": {}", inline(f))).unwrap_or_default();
                format!("Evidence quality: not inspected{why}")
            }
        });
    }
    if let Some(weighing) = view.weighing() {
        let signal = &weighing.signal;
        let consensus = signal.consensus.map(|c| format!(", consensus {c:.2}")).unwrap_or_default();
        items.push(format!(
            "Weighed: {}; {:.2} for, {:.2} against{consensus}, from {}.",
            signal.label.name(),
            signal.supporting,
            signal.contradicting,
            counted(signal.sources as usize, "independent source")
        ));
        if weighing.not_judged > 0 {
            items.push(format!("Not judged, since the judge failed: {}.", weighing.not_judged));
        }
    }
    if items.is_empty() {
        return;
    }
    out.add("### Search and statistics".to_owned());
    out.list(items);
}

/// A document by its title, or its id when it is not among the candidates.
fn document(view: &View, doc: &DocId) -> String {
    let candidate = view.search().and_then(|s| s.candidates.iter().find(|c| c.doc == *doc));
    let title = candidate.map(|c| shortened(&c.meta.title, 120)).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| doc.to_string())
}
