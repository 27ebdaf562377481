//! The verdict in force, the machine's beside it, why, and the report.

use crate::{
    desk::{Detail, adopting},
    domain::{
        Abstention, Basis, Signal, SignalLabel, Stage, Verdict, describe_beside,
        rules::leave_out::{leave_one_out, verdict_of},
    },
    reason::Asking,
    review::{Revision, Seen, StageState, Summary, describe_repeats},
    text::counted,
};

use super::{
    super::{
        jump, minute,
        state::State,
        theme::Role,
        wrap::{Piece, width},
    },
    Content, RenderContext, empty, failed, parts,
    statement::labelled,
};

/// The verdict, its grounds, the report.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let (Some(row), Some(detail)) = (state.row(), state.detail()) else { return content };
    let summary = &row.summary;
    if summary.hidden && summary.verdict.is_none() {
        empty(
            &mut content,
            ink,
            "Blind: what the machine makes of it is shown once you have given a verdict.",
            "{verdict} sets one; {set_contradicts}, {set_supports} and {set_undecided} set it at once.",
        );
        content.flow.blank();
        conflict(ink, &mut content, summary);
        return content;
    }
    let Some((verdict, confidence, basis)) = summary.verdict else {
        none_yet(state, ink, &mut content, detail);
        report(state, ink, &mut content, detail);
        return content;
    };
    let (word, style) = parts::verdict(ink, verdict);
    let level = parts::given_confidence(summary.confidence());
    let taken = word.len() + level.len() + 6;
    let mut head: Vec<Piece<'_>> = vec![(word.into(), style.add_modifier(ratatui::style::Modifier::BOLD))];
    head.push(("   ".into(), style));
    if let Some(confidence) = summary.confidence() {
        let length = content.flow.width().saturating_sub(taken).min(20);
        head.extend(parts::meter(ink, confidence, length, style));
        head.push(("  ".into(), style));
    }
    head.push((level.into(), ink.get(Role::Text)));
    content.flow.ends(&head, &[]);
    let mut why = Vec::new();
    let queued = summary.queued().zip(summary.triage_reason());
    // Of a reviewer's verdict the basis says whose it is.
    if verdict == Verdict::Undecided && summary.by.is_none() {
        why.push("undecided by the machine".to_owned());
    }
    match (&summary.by, summary.conflict) {
        (Some(_), _) => {}
        // Its triage says so.
        (None, _) if queued.is_some() => {}
        (None, Some(_)) => why.push("reviewers differ".to_owned()),
        (None, None) => why.push("not yet reviewed".to_owned()),
    }
    let basis_words = basis.describe(verdict);
    // The reason for the triage may say the same, be it in other words.
    let is_silent = basis == Basis::NothingAddressesIt;
    let says_so = |reason: &str| reason.ends_with(basis_words) || is_silent && reason.ends_with("addresses it");
    if queued.as_ref().is_none_or(|(_, reason)| !says_so(reason)) {
        why.push(basis_words.to_owned());
    }
    if let Some((repeated, is_fresh)) = &detail.repeated {
        let then = if *is_fresh { "" } else { " (on other evidence)" };
        why.push(format!("repeated: {}{then}", describe_repeats(&repeated.verdicts)));
    }
    if let Some(signal) = detail.weighing().shown().map(|w| &w.signal).filter(|_| !is_silent) {
        let both = match detail.sources(0).1 {
            0 => String::new(),
            1 if signal.sources == 1 => ", on both sides".to_owned(),
            both => format!(", {both} on both sides"),
        };
        why.push(format!("{}{both}", counted(signal.sources as usize, "source")));
    }
    let dot = format!(" {} ", ink.glyphs.dot);
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    if let Some((triage, reason)) = queued {
        let (word, style) = parts::triage(ink, triage);
        pieces.push((word.into(), style));
        pieces.push((format!(": {reason}{dot}").into(), ink.get(Role::Text)));
    }
    pieces.push((why.join(&dot).into(), ink.get(Role::Muted)));
    content.flow.para(&[], &[], &pieces);
    if detail.is_stale(Stage::Verdict) {
        let text =
            format!("{} its inputs have changed since; {{run_statement}} brings it up to date", ink.glyphs.stale);
        content.flow.para(&[], &[], &[(ink.keymap.text(&text).into(), ink.get(Role::Stale))]);
    }
    content.flow.blank();
    let numbers = jump::numbers(state);
    if let Some(value) = detail.verdict().shown() {
        let rationale = value.rationale.trim();
        if rationale.is_empty() {
            empty(&mut content, ink, "", "No rationale given.");
        } else {
            content.flow.para(&[], &[], &parts::cited(ink, rationale, &numbers, ink.get(Role::Text)));
        }
        content.flow.blank();
    }
    conflict(ink, &mut content, summary);
    if detail.is_hidden() {
        let text = ink.keymap.text("hidden until you give a verdict; {reviewers} shows who said what");
        labelled(&mut content.flow, ink, "Machine", &[(text.into(), ink.get(Role::Muted))]);
    }
    machine(ink, &mut content, state, detail, (verdict, confidence, basis));
    if let Some((first, confidence, _)) = summary.corrected() {
        let (word, style) = parts::verdict(ink, first);
        let text = format!("  {}, before a reviewer set stances or weights", parts::confidence(confidence));
        labelled(&mut content.flow, ink, "First", &[(word.into(), style), (text.into(), ink.get(Role::Muted))]);
    }
    if summary.by.is_some()
        && let Some(uncounted) = detail.describe_uncounted(verdict)
    {
        let text = format!("{} {uncounted}", ink.glyphs.check);
        labelled(&mut content.flow, ink, "Evidence", &[(text.into(), ink.get(Role::Major))]);
    }
    judge(ink, &mut content, detail);
    if let Some(weighing) = detail.weighing().shown() {
        let signal = &weighing.signal;
        let text =
            if state.details { figures(signal, state.shown.settings.signal_floor) } else { words(signal).to_owned() };
        let mut pieces = vec![(text.into(), ink.get(Role::Text))];
        pieces.extend(stale(ink, detail, Stage::Weigh));
        labelled(&mut content.flow, ink, "Signal", &pieces);
        rests_on(state, ink, &mut content, detail);
        for abstention in &weighing.abstentions {
            let code = if state.details { format!("{}: ", abstention.name()) } else { String::new() };
            let text = format!("{} {code}{}", ink.glyphs.check, abstention.describe(signal));
            labelled(&mut content.flow, ink, "Abstains", &[(text.into(), ink.get(Role::Major))]);
        }
        if weighing.not_judged > 0 {
            let text = format!("{} not judged", counted(weighing.not_judged as usize, "citation"));
            labelled(&mut content.flow, ink, "Judge", &[(text.into(), ink.get(Role::Major))]);
        }
    }
    if let Some(critique) = detail.verdict().shown().and_then(|v| v.critique.as_ref()) {
        let text = format!("first {}: {}", critique.first.name(), critique.finding);
        labelled(&mut content.flow, ink, "Critique", &[(text.into(), ink.get(Role::Muted))]);
    }
    made(state, ink, &mut content, detail);
    report(state, ink, &mut content, detail);
    content.flow.blank();
    labelled(&mut content.flow, ink, "Overall", &[(state.shown.assessment.as_str().into(), ink.get(Role::Text))]);
    content
}

/// The mark of a result with outdated inputs.
fn stale(ink: RenderContext<'_>, detail: &Detail, stage: Stage) -> Option<Piece<'static>> {
    detail.is_stale(stage).then(|| (format!("  {} stale", ink.glyphs.stale).into(), ink.get(Role::Stale)))
}

/// What the weights say, in words.
fn words(signal: &Signal) -> &'static str {
    match signal.label {
        _ if signal.sources == 0 => "no source speaks for or against the statement",
        SignalLabel::Supported => "the evidence weighs for the statement",
        SignalLabel::Contradicted => "the evidence weighs against the statement",
        SignalLabel::Uncertain => "the evidence settles neither side",
    }
}

/// What the weights say, with the sums and the best score of each side.
fn figures(signal: &Signal, floor: f64) -> String {
    let consensus = signal.consensus.map(|consensus| format!(", consensus {consensus:.2}")).unwrap_or_default();
    format!(
        "{}, for {:.2} (best {}), against {:.2} (best {}){consensus}",
        signal.label.name(),
        signal.supporting,
        describe_beside(signal.best_supporting, &[floor]),
        signal.contradicting,
        describe_beside(signal.best_contradicting, &[floor])
    )
}

/// That reviewers differ, and where they are read.
fn conflict(ink: RenderContext<'_>, content: &mut Content, summary: &Summary) {
    let Some(conflict) = summary.conflict else { return };
    let text = ink.keymap.text(&format!("{}; {{reviewers}} shows who said what", conflict.name()));
    labelled(&mut content.flow, ink, "Conflict", &[(text.into(), ink.get(Role::Major))]);
}

/// Where the machine's verdict is not the one in force, it is shown beside it.
fn machine(
    ink: RenderContext<'_>,
    content: &mut Content,
    state: &State,
    detail: &Detail,
    in_force: (Verdict, f64, Basis),
) {
    let Some(summary) = state.row().map(|r| &r.summary) else { return };
    if summary.by.is_some() {
        if let Some((verdict, confidence, basis)) = summary.machine {
            let (word, style) = parts::verdict(ink, verdict);
            let text = format!("  {} {} {}", parts::confidence(confidence), ink.glyphs.dot, basis.describe(verdict));
            let new = if detail.stages.verdict_lags() {
                ink.keymap.text("  made with earlier evidence; {run_statement} brings it up to date")
            } else if detail.stages.get(Stage::Verdict).is_behind() {
                ink.keymap.text("  made before stances were set by hand; {rerun} asks for another")
            } else if summary.proposal {
                ink.keymap.text("  newer than yours; {accept} accepts it")
            } else {
                String::new()
            };
            labelled(
                &mut content.flow,
                ink,
                "Machine",
                &[(word.into(), style), (text.into(), ink.get(Role::Text)), (new.into(), ink.get(Role::Stale))],
            );
        }
        let reason = match detail.stages.get(Stage::Verdict).in_force.as_ref().map(|f| &f.revision) {
            Some(Revision::Override(set)) => set.reason.clone(),
            _ => None,
        };
        if let Some(reason) = reason {
            let adopted = detail.adopted(&reason).map(|who| adopting(&who.to_string()));
            let words = adopted.unwrap_or_else(|| reason.words());
            labelled(&mut content.flow, ink, "Reason", &[(words.as_str().into(), ink.get(Role::Text))]);
        }
        if let StageState::Overridden { inputs_changed: true, .. } = detail.state(Stage::Verdict) {
            let text = format!("{} the evidence has changed since you set it", ink.glyphs.stale);
            labelled(&mut content.flow, ink, "", &[(text.into(), ink.get(Role::Stale))]);
        }
        return;
    }
    let Seen::Shown(own) = &detail.machine else { return };
    if own.verdict != in_force.0 || (own.confidence - in_force.1).abs() > 0.005 {
        let (word, style) = parts::verdict(ink, own.verdict);
        let until = match detail.judgement().shown() {
            Some(judged) if judged.blocked => "  before the judge blocked it",
            Some(judged) if judged.opinion.adjusted > in_force.1 + 0.005 => "  before its confidence was capped",
            _ => "  before the judge adjusted its confidence",
        };
        labelled(
            &mut content.flow,
            ink,
            "At first",
            &[
                (word.into(), style),
                (format!("  {}", parts::confidence(own.confidence)).into(), ink.get(Role::Text)),
                (until.into(), ink.get(Role::Muted)),
            ],
        );
    }
}

/// The citations without which the weighed evidence would say something else.
fn rests_on(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    let (Some(weighing), Some(citations)) = (detail.weighing().shown(), detail.citations()) else { return };
    if weighing.signal.sources == 0 {
        return;
    }
    let now = verdict_of(&weighing.signal);
    let mut found = leave_one_out(weighing, &citations.citations, state.criteria());
    // What is undecided already would abstain without it, too.
    found.retain(|left| now != Verdict::Undecided || left.verdict != now);
    if found.is_empty() {
        let text = "no single citation or source: without any one of them the weights would say the same";
        labelled(&mut content.flow, ink, "Rests on", &[(text.into(), ink.get(Role::Muted))]);
    }
    for left in found {
        let numbers: Vec<String> = left.numbers.iter().map(|number| format!("[{number}]")).collect();
        let mut says = Vec::new();
        if left.verdict != now {
            says.push(format!("the weights would say “{}”", left.verdict.name()));
        }
        says.extend(left.abstentions.iter().map(|abstention| {
            let why = if state.details { abstention.name() } else { reason_to_abstain(*abstention) };
            format!("the machine would abstain ({why})")
        }));
        let text = format!("{}: without {}, {}", numbers.join(" "), it(&numbers), says.join(" and "));
        let numbers = jump::numbers(state);
        labelled(&mut content.flow, ink, "Rests on", &parts::cited(ink, &text, &numbers, ink.get(Role::Text)));
    }
}

/// Why the machine would abstain, without the figures of now.
fn reason_to_abstain(abstention: Abstention) -> &'static str {
    match abstention {
        Abstention::InsufficientEvidence => "too few independent sources",
        Abstention::NoAuthoritativeSource => "no authoritative source",
        Abstention::WeakConsensus => "the evidence is divided",
        Abstention::ConflictingEvidence => "credible sources on both sides",
    }
}

fn it(numbers: &[String]) -> &'static str {
    if numbers.len() > 1 { "this source" } else { "it" }
}

fn judge(ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    let Some(judgement) = detail.judgement().shown() else {
        if let StageState::Failed(why) = detail.state(Stage::Judge) {
            labelled(
                &mut content.flow,
                ink,
                "Judge",
                &[
                    (format!("{} failed: ", ink.glyphs.failed).into(), ink.get(Role::Blocker)),
                    (why.as_str().into(), ink.get(Role::Text)),
                ],
            );
        }
        return;
    };
    let opinion = &judgement.opinion;
    // Nothing has to be judged again for a verdict of a reviewer's; what was said of an earlier one of theirs is of no use.
    if detail.is_not_needed(Stage::Judge) && (detail.judges_reviewer || detail.judges_nothing()) {
        return;
    }
    // The machine's own verdict claimed nothing either.
    let was_nothing =
        detail.counts_nothing() && detail.machine.as_ref().shown().is_some_and(|own| own.verdict == Verdict::Undecided);
    if was_nothing && detail.is_not_needed(Stage::Judge) {
        labelled(&mut content.flow, ink, "Judge", &[("not needed".into(), ink.get(Role::Muted))]);
        return;
    }
    // The judgement is of a result that is no longer in force.
    if detail.is_stale(Stage::Judge) && !detail.is_not_needed(Stage::Judge) {
        let mark = format!("{} stale", ink.glyphs.stale);
        labelled(&mut content.flow, ink, "Judge", &[(mark.into(), ink.get(Role::Stale))]);
        return;
    }
    let kind = match opinion.judged() {
        _ if detail.judges_nothing() || detail.judges_undecided() => "nothing to judge".to_owned(),
        true => format!("{} {:.2}", opinion.evidence_type.name(), opinion.quality),
        false => "not judged".to_owned(),
    };
    let mut pieces: Vec<Piece<'_>> = vec![(kind.into(), ink.get(Role::Text))];
    if judgement.blocked {
        pieces.push((format!("  {} blocked", ink.glyphs.failed).into(), ink.get(Role::Blocker)));
    }
    // The judge adjusts no confidence of a reviewer; older records have a figure all the same.
    if !detail.judges_reviewer && (opinion.original - opinion.adjusted).abs() > 0.005 {
        let role = if opinion.dropped() { Role::Major } else { Role::Muted };
        let text = format!("  {:.2} {} {:.2}", opinion.original, ink.glyphs.arrow, opinion.adjusted);
        pieces.push((text.into(), ink.get(role)));
    }
    if detail.summary.by.is_some() && !detail.judges_reviewer {
        pieces.push(("  of the machine's verdict".into(), ink.get(Role::Muted)));
    }
    if let Some(issue) = &opinion.issue {
        pieces.push((format!("  {issue}").into(), ink.get(Role::Muted)));
    }
    labelled(&mut content.flow, ink, "Judge", &pieces);
}

/// By whom and when, and how many revisions there are.
fn made(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    if detail.is_hidden() {
        return;
    }
    let Some(in_force) = &detail.stages.get(Stage::Verdict).in_force else { return };
    let (by, at) = (parts::maker(&in_force.revision, state.details), minute(in_force.revision.at()));
    let revisions = detail.revisions.get(Stage::Verdict.number()).copied().unwrap_or_default();
    let more =
        if revisions > 1 { format!(" {} {revisions} revisions on record", ink.glyphs.dot) } else { String::new() };
    labelled(&mut content.flow, ink, "Made by", &[(format!("{by}, {at}{more}").into(), ink.get(Role::Muted))]);
}

fn report(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    let written = |asking: &&Asking| asking.statement == Some(detail.id) && asking.stage == Stage::Report;
    let open = state.is_running(detail.id, Stage::Report) && !detail.is_hidden();
    let asking = state.pages.asking.iter().find(written).filter(|_| open);
    if let Some(asking) = asking.filter(|asking| !asking.text.is_empty()) {
        content.flow.blank();
        let head = [("Report, being written".into(), ink.get(Role::Strong))];
        content.flow.ends(&head, &[(asking.call.model.as_str().into(), ink.get(Role::Muted))]);
        content.flow.para(&[], &[], &[(asking.text.as_str().into(), ink.get(Role::Running))]);
        return;
    }
    let Some(report) = detail.report().shown() else { return };
    content.flow.blank();
    let title = if report.computed { "Counter-report (computed)" } else { "Counter-report" };
    let s = &report.statistics;
    let added = detail.describe_added();
    let (found, scored, passing, cited) = (s.found, s.scored, s.passing, s.documents_cited);
    let counts = format!("{found} found{added}, {scored} scored, {passing} pass, {cited} cited");
    let mark = stale(ink, detail, Stage::Report);
    let taken = title.len() + mark.as_ref().map_or(0, |(text, _)| width(text));
    let title: Vec<Piece<'_>> = std::iter::once((title.into(), ink.get(Role::Strong))).chain(mark).collect();
    if taken + counts.len() + 2 <= content.flow.width() {
        content.flow.ends(&title, &[(counts.into(), ink.get(Role::Muted))]);
    } else {
        content.flow.ends(&title, &[]);
        content.flow.para(&[], &[], &[(counts.into(), ink.get(Role::Muted))]);
    }
    if let Some(flow) = detail.flow() {
        let flow = flow.describe();
        content.flow.para(&[], &[], &[(format!("Flow: {flow}").into(), ink.get(Role::Muted))]);
    }
    content.flow.para(&[], &[], &parts::cited(ink, &report.summary, &jump::numbers(state), ink.get(Role::Text)));
}

fn none_yet(state: &State, ink: RenderContext<'_>, content: &mut Content, detail: &Detail) {
    for stage in Stage::OF_STATEMENT {
        if let StageState::Failed(why) = detail.state(stage) {
            failed(content, ink, stage, why, "{rerun} tries again; {verdict} sets a verdict of your own.");
            return;
        }
    }
    if state.busy && state.paused {
        empty(
            content,
            ink,
            "No verdict yet: the run is paused.",
            "{pause} continues; {verdict} sets a verdict of your own.",
        );
    } else if state.busy {
        empty(
            content,
            ink,
            "No verdict yet: the run is under way …",
            "{cancel} stops it; {verdict} sets a verdict of your own.",
        );
    } else {
        empty(
            content,
            ink,
            "No verdict yet.",
            "{run_statement} runs this statement; {verdict} sets a verdict of your own.",
        );
    }
}
