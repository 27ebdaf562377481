//! The evidence on one side: each passage in its context, what is made of it,
//! and what was found but does not count.

use ratatui::style::Style;

use crate::{
    desk::{Detail, side_index},
    domain::{Citation, DocId, Fit, Stage, StrategyOutcome, Verdict, Weighed, describe_beside, rules::hygiene},
    review::{StageState, Who},
    text::counted,
};

use super::{
    super::{keys::Pane, state::State, theme::Role, wrap::Piece},
    Content, RenderContext, empty, failed, parts,
};

/// The cards of one side.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16, pane: Pane) -> Content {
    let mut content = Content::new(width);
    let side = usize::from(pane == Pane::For);
    let Some(detail) = state.detail() else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    let Some(citations) = detail.citations() else {
        not_yet(state, ink, &mut content, detail);
        return content;
    };
    let counting = detail.counting[side];
    if detail.is_hidden() && side == 0 {
        let hint = "Blind: passages by number, without their stances until {verdict} sets a verdict. {documents} shows the documents that were retrieved.";
        empty(&mut content, ink, "", hint);
        content.flow.blank();
    }
    if counting == 0 && !detail.is_hidden() {
        nothing(ink, &mut content, detail, side);
        if !detail.cards[side].is_empty() {
            content.flow.blank();
        }
    }
    let floor = state.shown.settings.signal_floor;
    if let Some(best) = detail.too_weak(side, floor).map(|best| describe_beside(best, &[floor])) {
        let is_undecided = detail.summary.verdict.is_some_and(|(verdict, ..)| verdict == Verdict::Undecided);
        let so = if is_undecided { ", so it decided nothing" } else { "" };
        let text = format!(
            "Too weak to settle it{so}: the surest passage had a confidence of {best} before the judge, and a side needs more than {floor:.2}."
        );
        content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Major))]);
        content.flow.blank();
    }
    let sided = detail.sided[side];
    let cards: Vec<&Citation> = detail.cards[side].iter().filter_map(|number| citations.get(*number)).collect();
    let setter = setter(state, detail);
    for (place, citation) in cards.iter().enumerate() {
        let counts = detail.side_of(citation.number) == Some(side);
        if place == sided && !detail.is_hidden() {
            let text = if detail.weighing().shown().is_some() { "Neither side " } else { "Not weighed yet " };
            let rule = ink.glyphs.rule.repeat(content.flow.width().saturating_sub(text.len()));
            content.flow.ends(&[(text.into(), ink.get(Role::Muted)), (rule.into(), ink.get(Role::Faint))], &[]);
            content.flow.blank();
        }
        let follows = place > 0 && place != sided && cards[place - 1].doc == citation.doc;
        let weighed = detail.weighing().shown().and_then(|w| w.get(citation.number));
        content.starts.push(content.flow.len());
        if !follows {
            let is_sided = place < sided;
            let of_it = cards.iter().enumerate().filter(|(i, c)| (*i < sided) == is_sided && c.doc == citation.doc);
            heading(ink, &mut content, detail, citation, (is_sided, of_it.count()));
        }
        let here = state.focus == pane && state.at[pane] == place;
        let is_excluded = detail.is_excluded(&citation.doc);
        let shown = Shown { setter: &setter, here, counts, is_excluded, details: state.details, floor };
        card(ink, &mut content, detail, citation, weighed, &shown);
        content.flow.blank();
    }
    below(ink, &mut content, detail, side);
    of_library(state, ink, &mut content, detail);
    content
}

/// What has become of the library since the search.
fn of_library(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    match &state.library {
        Some(Ok(now)) => {
            if let Some(changed) = detail.library_growth(*now) {
                let again = ink.keymap.text(" {rerun} re-runs the search.");
                let pieces = [(changed.into(), ink.get(Role::Text)), (again.into(), ink.get(Role::Muted))];
                content.flow.para(&[], &[], &pieces);
            }
        }
        Some(Err(why)) => {
            let head = format!("{} Library unreachable: ", ink.glyphs.failed);
            let pieces = [(head.into(), ink.get(Role::Blocker)), (why.as_str().into(), ink.get(Role::Text))];
            content.flow.para(&[], &[], &pieces);
        }
        None => {}
    }
}

/// Who set stances and weights by hand, as far as it can be said of one of them.
fn setter(state: &State, detail: &Detail) -> String {
    match &detail.weigher {
        Some(Who::Reviewer(name)) if state.reviewer.as_ref() == Some(name) => "by you".to_owned(),
        Some(Who::Reviewer(name)) => format!("by {name}"),
        _ => "by one of several reviewers".to_owned(),
    }
}

/// How a card is shown.
struct Shown<'a> {
    /// Who set what was set by hand.
    setter: &'a str,
    /// Whether it is selected.
    here: bool,
    /// Whether it counts for the verdict.
    counts: bool,
    /// Whether a reviewer has excluded its document since it was cited.
    is_excluded: bool,
    /// Whether what the machine recorded of it is shown in full.
    details: bool,
    /// The confidence that a passage of a side must exceed for that side to win, 0–1.
    floor: f64,
}

/// The document that the cards below are of.
fn heading(
    ink: RenderContext<'_>,
    content: &mut Content,
    detail: &Detail,
    citation: &Citation,
    (counts, passages): (bool, usize),
) {
    let flow = &mut content.flow;
    let muted = ink.get(Role::Muted);
    let meta = &citation.meta;
    let title = meta.title.one_line();
    let is_excluded = detail.is_excluded(&citation.doc);
    let title_style = match counts {
        _ if is_excluded => muted,
        true => ink.get(Role::Strong),
        false => ink.get(Role::Text),
    };
    if !title.is_empty() {
        flow.at_most(2, 0, title.trim_end_matches('.'), title_style);
    }
    let mut source: Vec<String> = Vec::new();
    match meta.authors.as_slice() {
        [] => {}
        [one] => source.push(one.to_string()),
        [one, ..] => source.push(format!("{one} et al")),
    }
    source.extend(meta.journal.as_ref().or(meta.source_name.as_ref()).map(ToString::to_string));
    source.extend(meta.year.map(|year| year.to_string()));
    source.extend(detail.years_older(citation.number).map(hygiene::older));
    if passages > 1 {
        source.push(format!("{passages} passages, one source"));
    }
    if detail.is_included(&citation.doc) {
        source.push("included by a reviewer".to_owned());
    }
    if !source.is_empty() {
        flow.ends(&[(source.join(", ").into(), muted)], &[]);
    }
    if is_excluded {
        let text =
            ink.keymap.text("Excluded; {run_statement} updates the results without it, {include} includes it again");
        flow.para(&[], &[], &[(text.into(), ink.get(Role::Overridden))]);
    }
    if flow.width() >= 60 {
        flow.blank();
    }
}

fn card(
    ink: RenderContext<'_>,
    content: &mut Content,
    detail: &Detail,
    citation: &Citation,
    weighed: Option<&Weighed>,
    shown: &Shown<'_>,
) {
    let muted = ink.get(Role::Muted);
    let gutter: Piece<'_> =
        if shown.here { (ink.glyphs.here.into(), ink.get(Role::Accent)) } else { (" ".into(), muted) };
    let (label, style) = match weighed {
        Some(w) if w.blocked => (format!("{} blocked by the judge", ink.glyphs.failed), ink.get(Role::Blocker)),
        Some(w) => parts::stance(ink, w.stance),
        None if detail.is_hidden() => ("stance hidden".to_owned(), muted),
        None => (format!("{} not weighed", ink.glyphs.missing), muted),
    };
    let (label, style) = if shown.is_excluded { (format!("{label}, excluded"), muted) } else { (label, style) };
    let number_style = if shown.here { ink.get(Role::Accent) } else { ink.get(Role::Strong) };
    let confidence =
        weighed.filter(|_| shown.counts).map(|w| parts::confidence_beside(w.opinion.adjusted, shown.floor));
    let confidence = confidence.unwrap_or_default();
    content.flow.ends(
        &[gutter, (format!("[{}] ", citation.number).into(), number_style), (label.into(), style)],
        &[(confidence.into(), if shown.is_excluded { muted } else { ink.get(Role::Text) })],
    );
    let on_a_side = weighed.filter(|_| shown.counts && !shown.is_excluded);
    let bar = on_a_side.map_or(ink.get(Role::Faint), |w| parts::stance(ink, w.stance).1);
    passage(ink, content, citation, bar, if shown.is_excluded { muted } else { ink.get(Role::Passage) });
    if let Some(why) = weighed.and_then(|w| w.by_reviewer.as_ref()) {
        let by = shown.setter;
        let by = if why.is_empty() { by.to_owned() } else { format!("{by}: {}", why.one_line()) };
        line(content, ink, "set", &by, ink.get(Role::Accent));
    }
    let page = match &citation.section {
        Some(section) => section.one_line().to_string(),
        None if citation.place.page > 1 => format!("page {}", citation.place.page),
        None => String::new(),
    };
    if shown.details {
        if let Some(w) = weighed {
            judged(ink, content, w);
        }
        line(content, ink, "found", &retrieved(detail, citation, &page), muted);
        remarks(ink, content, detail, citation.number, true);
        return;
    }
    // A rule that changed the stance, or a judge who doubts it, is shown in any case.
    let doubted = weighed.is_some_and(|w| w.proposed != w.stance || w.opinion.dropped());
    let mut facts: Vec<String> = Vec::new();
    facts.extend(Some(page).filter(|page| !page.is_empty()));
    facts.extend(weighed.map(|w| format!("source {:.2}", w.credibility.value)));
    if !detail.is_hidden() {
        facts.push(format!("relevance {}/5", citation.score));
    }
    if let Some(w) = weighed.filter(|_| doubted) {
        facts.push(if w.proposed == w.stance {
            format!("judge lowered {:.2} to {:.2}", w.opinion.original, w.opinion.adjusted)
        } else {
            format!("the model proposed: {}", w.proposed.name())
        });
    }
    let facts = format!("   {}", facts.join(&format!(" {} ", ink.glyphs.dot)));
    let role = if doubted { Role::Major } else { Role::Muted };
    let key: Vec<Piece<'_>> =
        if shown.here { vec![(ink.keymap.text("{details} details").into(), ink.get(Role::Key))] } else { Vec::new() };
    content.flow.ends(&[(facts.into(), ink.get(role))], &key);
    remarks(ink, content, detail, citation.number, false);
}

/// What was noticed about a passage that no verdict rests on.
fn remarks(ink: RenderContext<'_>, content: &mut Content, detail: &Detail, number: u32, details: bool) {
    for (at, issue) in detail.remarks(number).enumerate() {
        let code = if details { issue.code.name() } else { issue.code.words() };
        let text = format!("{code}: {}", issue.message.one_line());
        line(content, ink, if at == 0 { "remark" } else { "" }, &text, ink.get(Role::Muted));
    }
}

/// How relevant the document is and how it was retrieved.
fn retrieved(detail: &Detail, citation: &Citation, page: &str) -> String {
    // How relevant it is, and on which side it was found, are the machine's opinion.
    let mut place = if detail.is_hidden() { String::new() } else { format!("relevance {}/5", citation.score) };
    if !page.is_empty() {
        place.push_str(&format!("  {page}"));
    }
    if let Fit::Approximate(edits) = citation.fit {
        place.push_str(&format!("  quoted with {}", counted(edits as usize, "edit")));
    }
    if let Some(candidate) = detail.candidate(&citation.doc).filter(|_| !detail.is_hidden()) {
        place.push_str(&format!("  {}", candidate.describe_ways()));
    }
    place
}

/// The passage in its own style within the sentences around it.
fn passage(ink: RenderContext<'_>, content: &mut Content, citation: &Citation, bar: Style, own: Style) {
    let muted = ink.get(Role::Muted);
    let [before, after] = citation.context();
    let words = citation.passage.one_line();
    let pieces: [Piece<'_>; 3] = [(before.into(), muted), (words.as_str().into(), own), (after.into(), muted)];
    let margin: [Piece<'_>; 3] = [(" ".into(), muted), (ink.glyphs.bar.into(), bar), (" ".into(), muted)];
    content.flow.para(&margin, &margin, &pieces);
}

fn judged(ink: RenderContext<'_>, content: &mut Content, w: &Weighed) {
    let muted = ink.get(Role::Muted);
    let text = ink.get(Role::Text);
    let scores = &w.scores;
    let three =
        format!("against {:.2}, for {:.2}, neither {:.2}", scores.contradiction, scores.entailment, scores.neutral);
    line(content, ink, "stance", &three, text);
    let opinion = &w.opinion;
    let mut judge = format!("{} {:.2}", opinion.evidence_type.name(), opinion.quality);
    if opinion.dropped() {
        judge.push_str(&format!("  confidence {:.2} {} {:.2}", opinion.original, ink.glyphs.arrow, opinion.adjusted));
    }
    line(content, ink, "judge", &judge, if opinion.dropped() { ink.get(Role::Major) } else { text });
    if let Some(issue) = &opinion.issue {
        line(content, ink, "", issue, muted);
    }
    line(content, ink, "source", &format!("{:.2} {}", w.credibility.value, w.credibility.describe()), text);
    if !w.reasoning.is_empty() && w.by_reviewer.as_ref() != Some(&w.reasoning) {
        line(content, ink, "why", &w.reasoning.one_line(), muted);
    }
    for note in &w.notes {
        line(content, ink, "rule", &format!("{}: {}", note.rule, note.note.one_line()), muted);
    }
    if w.proposed != w.stance {
        line(content, ink, "", &format!("the model proposed: {}", w.proposed.name()), muted);
    }
}

fn line(content: &mut Content, ink: RenderContext<'_>, label: &str, text: &str, style: Style) {
    let lead: [Piece<'_>; 1] = [(format!(" {label:<8}").into(), ink.get(Role::Muted))];
    content.flow.para(&lead, &[(" ".repeat(9).into(), Style::default())], &[(text.to_owned().into(), style)]);
}

/// No citations have been made.
fn not_yet(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    for stage in [Stage::Counter, Stage::Search, Stage::Score, Stage::Cite] {
        if let StageState::Failed(why) = detail.state(stage) {
            failed(content, ink, stage, why, "{rerun} tries again.");
            return;
        }
        if state.is_running(detail.id, stage) {
            empty(content, ink, &format!("{stage}: running …"), "{cancel} stops it.");
            return;
        }
    }
    if state.busy {
        empty(content, ink, "Queued …", "");
    } else {
        empty(
            content,
            ink,
            "No search has been run yet.",
            "{run_statement} runs this statement, {run_all} all of them.",
        );
    }
}

/// No citation counts on this side: why.
fn nothing(ink: RenderContext<'_>, content: &mut Content, detail: &Detail, side: usize) {
    let word = if side == 0 { "against" } else { "for" };
    if let Some(hint) = parts::damage(detail).filter(|_| detail.cites_nothing()) {
        empty(content, ink, "", hint);
    }
    let Some(search) = detail.search() else {
        empty(content, ink, &format!("No evidence {word} this statement."), "");
        return;
    };
    for strategy in search.strategies.iter().filter(|s| side_index(s.side) == side) {
        if let StrategyOutcome::Failed(why) = &strategy.outcome {
            let text = format!("{} {} search failed: {why}", ink.glyphs.failed, strategy.strategy.name());
            content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Blocker))]);
            empty(content, ink, "", "{rerun} re-runs the search.");
        }
    }
    for source in search.sources.iter().filter(|s| side_index(s.side) == side) {
        if let StrategyOutcome::Failed(why) = &source.outcome {
            let text = format!("{} {} failed: {why}", ink.glyphs.failed, source.source);
            content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Blocker))]);
            empty(content, ink, "", "{rerun} re-runs the search.");
        }
    }
    if search.library.documents == 0 {
        empty(
            content,
            ink,
            "The library is empty.",
            "{sources} lists the sources that can be searched, {attach_by_identifier} fetches a work by its DOI; \
             `gainsay library add FILE…` adds files.",
        );
    } else if search.candidates.is_empty() {
        let text = format!("No document was retrieved from the {} in the library.", search.library.documents);
        empty(content, ink, &text, "Add evidence with `gainsay library add FILE…`, then press {run_statement}.");
    } else {
        let text = format!("No evidence {word} this statement.");
        empty(content, ink, &text, "{documents}: all retrieved documents; include any of them.");
        // Said once, where nothing counts on either side.
        if side == 0 && detail.counting == [0, 0] {
            empty(content, ink, "", "{attach} adds evidence of your own; {sources} lists sources to search.");
        }
    }
}

/// Documents of this side that were not cited, said in a line each.
fn below(ink: RenderContext<'_>, content: &mut Content, detail: &Detail, side: usize) {
    let (Some(search), Some(scores), Some(citations)) = (detail.search(), detail.scores().shown(), detail.citations())
    else {
        return;
    };
    let cited = |doc: &DocId| citations.citations.iter().any(|c| c.doc == *doc);
    let rest: Vec<_> = search.candidates.iter().filter(|c| side_index(c.side) == side && !cited(&c.doc)).collect();
    if rest.is_empty() {
        return;
    }
    const SHOWN: usize = 5;
    let muted = ink.get(Role::Muted);
    content.flow.blank();
    let lead = format!("{} not cited", rest.len());
    content
        .flow
        .ends(&[(lead.into(), muted)], &[(ink.keymap.text("{documents} shows all").into(), ink.get(Role::Key))]);
    let scored = |doc: &DocId| scores.scored.iter().find(|scored| scored.doc == *doc);
    // What is about something else would only distract here.
    let is_unrelated = |doc: &DocId| {
        let decided = scores.excluded.contains(doc) || scores.included.contains(doc);
        !decided && scored(doc).is_some_and(|scored| scored.score <= 1)
    };
    for candidate in rest.iter().filter(|candidate| !is_unrelated(&candidate.doc)).take(SHOWN) {
        let scored = scored(&candidate.doc);
        let score = match scored {
            _ if scores.excluded.contains(&candidate.doc) => "out".to_owned(),
            _ if scores.included.contains(&candidate.doc) => "in ".to_owned(),
            Some(scored) => format!("{}/5", scored.score),
            None => "– ".to_owned(),
        };
        let title = candidate.meta.title.one_line();
        content.flow.ends(&[(format!(" {score} ").into(), ink.get(Role::Text)), (title.as_str().into(), muted)], &[]);
    }
}
