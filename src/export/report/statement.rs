//! One statement of the review, a page at most: the verdict in force and whose it is, why, the evidence,
//! open issues and notes.

use crate::{
    desk::{Detail, adopting},
    domain::{
        Abstention, Basis, EngineSpec, Ruling, Signal, SourceKind, Stage, Stance, Verdict, VerdictValue,
        describe_score, diff::WeightSet,
    },
    export::{
        Options,
        names::{deciders, name},
        page::{Line, Page, Span, line, strong, text},
    },
    review::{IssueGroup, Note, RulingMade, StageState, Who, describe_repeats, describe_ruling},
    text::{counted, sentence_case},
};

use super::{adjective, evidence, front::time, given_level, level, reason_words, references::References};

/// Writes everything that the review says of one statement.
pub(super) fn write(page: &mut Page, view: &Detail, references: &References, floor: f64, options: &Options) {
    let statement = &view.statement;
    page.heading(2, format!("Statement {}", statement.id.0));
    page.quote(if statement.text.trim().is_empty() { "(empty)" } else { &statement.text });
    if let Some(counter) = view.counter() {
        page.para(line(format!("Opposite: {}", counter.text)));
    }
    if !statement.short_forms.is_empty() {
        let forms: Vec<String> = statement.short_forms.iter().map(ToString::to_string).collect();
        page.para(line(format!("Abbreviations: {}.", forms.join("; "))));
    }
    if statement.topic.is_some() && view.search().is_some() {
        page.para(line(
            "The statement alone says too little to search for, so the search added the title of its paper.",
        ));
    }
    if let Some(before) = &view.worded_before {
        page.para(line(format!("Worded by a reviewer. The source says: “{}”", before.one_line())));
    }
    if view.source.kind == SourceKind::Paper
        && let Some(place) = statement.describe_place_in(&view.source)
    {
        page.para(line(match view.source.works.is_empty() {
            true => format!("In the paper: {place}."),
            false => format!("{}.", sentence_case(&place)),
        }));
    }
    if view.may_be_no_finding() {
        let score = describe_score(statement.confidence);
        page.para(vec![
            strong("Possibly not a finding:"),
            text(format!(
                " the sentence scored {score} when the statements were extracted. Below 0.90 it may be background or \
                 method."
            )),
        ]);
    }
    page.para(verdict(view, references, options));
    page.para(correction(view, references, options));
    for line in incomplete(view, options) {
        page.para(line);
    }
    if let Some(value) = view.verdict().shown() {
        let is_own = view.set_by_reviewer(Stage::Verdict).is_some() && !view.summary.accepted;
        let paragraphs = value.rationale.split("\n\n").filter(|p| !p.trim().is_empty());
        for (at, paragraph) in paragraphs.enumerate() {
            let mut line = references.prose(view, paragraph);
            let label = match at {
                0 if view.summary.is_outdated() => Some("Rationale, out of date:"),
                0 if is_own => Some("Rationale:"),
                _ => None,
            };
            line.splice(0..0, label.into_iter().flat_map(|label| [strong(label), text(" ")]));
            page.para(line);
        }
        if lacks_rationale(view) && !view.summary.groundless {
            page.para(line("No rationale given."));
        }
    }
    evidence::write(page, view, references, floor);
    issues(page, view, references);
    dismissed(page, view, references, options);
    super::reviewers::opinions(page, view, references, options);
    // A listed opinion includes its reviewer's note.
    let is_listed =
        |note: &&Note| view.lists_opinions() && view.opinions.iter().any(|read| read.note.as_ref() == Some(note));
    for note in view.notes.iter().filter(|note| !is_listed(note)) {
        let when = if options.times { format!(", {}", time(note.at)) } else { String::new() };
        page.para(vec![strong(format!("Note by {}{when}:", name(&note.who, options)))]);
        page.quote_by(&note.text, |paragraph| references.prose(view, paragraph));
    }
    page.para(statistics(view));
}

/// Whether a verdict is in force for which nobody gave a rationale or a reason. Where opinions are listed each has its own.
pub(super) fn lacks_rationale(view: &Detail) -> bool {
    let reason = view.set_by_reviewer(Stage::Verdict).and_then(|set| set.reason.as_ref());
    let has_reason = reason.is_some_and(|reason| !reason.text.is_empty());
    let has_rationale = |value: &VerdictValue| !value.rationale.trim().is_empty();
    view.verdict().shown().is_some_and(|value| !has_rationale(value)) && !view.lists_opinions() && !has_reason
}

/// The verdict in force, how sure it is, and whose.
fn verdict(view: &Detail, references: &References, options: &Options) -> Line {
    let summary = &view.summary;
    if super::is_hidden(view) {
        return vec![strong("Blind."), text(" The machine’s opinion is hidden until you have given a verdict.")];
    }
    let Some((verdict, _, basis)) = summary.verdict else { return vec![strong("No verdict yet.")] };
    let mut out = vec![strong(format!("{}.", sentence_case(adjective(verdict))))];
    // A reason may cite passages by their numbers.
    let mut say = |words: String| out.append(&mut references.prose(view, &format!(" {words}")));
    say(format!("Confidence: {}.", given_level(summary.confidence())));
    if let Some(why) = reason(basis).filter(|_| !says_basis(view)) {
        say(format!("Basis: {why}."));
    }
    if let Some((repeated, _)) = &view.repeated {
        say(format!("Repeated with {}: {}.", repeated.spec.describe(), describe_repeats(&repeated.verdicts)));
    }
    match (&summary.by, summary.machine) {
        (Some(_), machine) => {
            let set = view.set_by_reviewer(Stage::Verdict);
            let dated = set.filter(|_| options.times && summary.jointly.is_empty());
            let when = dated.map(|o| format!(" on {}", time(o.at))).unwrap_or_default();
            let how =
                if summary.accepted { format!("{} accepted by", verdict_name(view)) } else { "Decided by".to_owned() };
            say(format!("{how} {}{when}.", deciders(summary, options)));
            match machine {
                None if summary.hidden => {
                    say("The machine’s verdict is left out, since the review is blind.".to_owned())
                }
                Some((theirs, confidence, _)) if !summary.accepted || summary.differs_from_newest() => {
                    say(format!("{}: {}, {}.", verdict_name(view), adjective(theirs), level(confidence)));
                }
                Some(_) => {}
                None => say("The machine gave no verdict.".to_owned()),
            }
            if let Some(reason) =
                set.and_then(|o| o.reason.as_ref()).filter(|r| !r.is_empty() && !view.is_said(&r.words()))
            {
                let adopted = view.adopted(reason).map(|who| adopting(&name(who, options)).to_string());
                say(ended(&format!("Reason: {}", adopted.unwrap_or_else(|| reason_words(reason)))));
            }
            let side = [Verdict::Contradicts, Verdict::Supports].iter().position(|of| *of == verdict);
            let is_bare = |side: usize| view.weighing().shown().is_some() && view.counting[side] == 0;
            if summary.groundless {
                say("It rests on no passage that counts and no written reason.".to_owned());
            } else if side.is_some_and(is_bare) {
                say("No passage that counts is on the side of this verdict.".to_owned());
            }
            if summary.proposal {
                say("The machine has produced a newer result since.".to_owned());
            }
        }
        (None, _) if summary.conflict.is_some() => {
            let mut said: Vec<(&str, usize)> = Vec::new();
            for opinion in &view.opinions {
                let word = adjective(opinion.opinion.verdict.0);
                match said.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, count)) => *count += 1,
                    None => said.push((word, 1)),
                }
            }
            let said: Vec<String> = said.iter().map(|(word, count)| format!("{count} {word}")).collect();
            say(format!(
                "The machine’s verdict; the reviewers differ ({}) and nobody has adjudicated.",
                said.join(", ")
            ));
        }
        (None, _) => {
            let checked = if is_given(view) { ", checked" } else { "" };
            let rests = if rests_on_reviewer(view) { " from stances or weights that a reviewer set" } else { "" };
            say(format!("{}{checked}{rests}, not yet reviewed.", verdict_name(view)));
        }
    }
    if let Some(judged) = view.judgement().shown().filter(|j| j.blocked)
        && let Some(own) = view.machine.as_ref().shown()
    {
        // A code is nothing to read.
        let words = judged.opinion.issue.as_ref().map(|issue| issue.trim_start_matches("HALLUCINATION: "));
        let issue = words.map(|words| format!(": {words}")).unwrap_or_default();
        let own = format!("{}, {}", adjective(own.verdict), level(own.confidence));
        let whose = if is_given(view) { "the given" } else { "the machine’s own" };
        say(format!("The judge blocked {whose} verdict ({own}){}", ended(&issue)));
    }
    // That no source addresses the statement is said as the basis.
    if let Some(weighing) = view.weighing().shown().filter(|w| !w.abstentions.is_empty() && w.signal.sources > 0) {
        let why: Vec<_> = weighing.abstentions.iter().map(|a| abstention(*a, &weighing.signal)).collect();
        let what = match (&summary.by, summary.machine) {
            (None, _) => "Confidence is capped",
            (Some(_), Some((Verdict::Contradicts | Verdict::Supports, ..))) => "The machine’s confidence is capped",
            (Some(_), _) => "The machine abstains",
        };
        say(format!("{what} because {}.", why.join(", and because ")));
    }
    if summary.flagged {
        say("Flagged by a reviewer.".to_owned());
    }
    out
}

/// What reviewers set of stances and weights: all of it behind the machine's verdict from before, where that is another
/// since, else the passages that they took from either side, which the lists of evidence lack.
fn correction(view: &Detail, references: &References, options: &Options) -> Line {
    if view.is_hidden() {
        return Line::new();
    }
    let before = view.summary.corrected().map(|(before, confidence, _)| (adjective(before), level(confidence)));
    let mut sentence = before.as_ref().map_or_else(String::new, |(before, confidence)| {
        format!("The machine’s first verdict was {before}, {confidence}")
    });
    let is_off = |set: &WeightSet| matches!(set.stance, Some((_, Stance::NotAddressed)));
    let mut by: Option<&Who> = None;
    for (who, set) in view.weights_set.iter().filter(|(_, set)| before.is_some() || is_off(set)) {
        let what = match set.stance {
            Some((_, stance)) => format!("[{}] to {}", set.number, stance.name()),
            None => format!("the {}", set.describe(&format!("[{}]", set.number))),
        };
        sentence.push_str(&match by {
            Some(known) if known == who => format!("; {what}"),
            _ if sentence.is_empty() => format!("{} set {what}", sentence_case(&name(who, options))),
            _ => format!("; {} set {what}", name(who, options)),
        });
        by = Some(who);
        let why = set.why.one_line();
        if !why.trim().is_empty() {
            sentence.push_str(&format!(": {}", why.trim_end_matches('.')));
        }
    }
    if sentence.is_empty() { Line::new() } else { references.prose(view, &ended(&sentence)) }
}

/// Whether the verdict was made after a reviewer set the stance or the weight of a passage.
fn rests_on_reviewer(view: &Detail) -> bool {
    !view.is_stale(Stage::Verdict)
        && view.weighing().shown().is_some_and(|weighing| weighing.weighed.iter().any(|one| one.by_reviewer.is_some()))
}

fn abstention(abstention: Abstention, signal: &Signal) -> String {
    match abstention {
        Abstention::InsufficientEvidence => {
            let kind = if signal.news { "independent news source" } else { "independent source" };
            match signal.required as usize {
                0 => format!("there are too few {kind}s"),
                required => format!("the verdict needs {} and has {}", counted(required, kind), signal.sources),
            }
        }
        Abstention::NoAuthoritativeSource => "no source is authoritative".to_owned(),
        Abstention::WeakConsensus => match signal.consensus {
            Some(consensus) => format!("the evidence is divided ({})", describe_consensus(consensus)),
            None => "the evidence is divided".to_owned(),
        },
        Abstention::ConflictingEvidence => "there are credible sources on both sides".to_owned(),
    }
}

/// 0.29 is 28.999… hundredths.
const DUST: f64 = 1e-9;

/// The share of the weight that is on one side: `57% of the weight is on one side`.
pub(super) fn describe_consensus(consensus: f64) -> String {
    // Rounded down: what is below a bound must not seem to reach it.
    format!("{:.0}% of the weight is on one side", (consensus * 100.0 + DUST).floor())
}

/// Whether the verdict came with the claim.
fn is_given(view: &Detail) -> bool {
    view.maker.as_deref().is_some_and(EngineSpec::is_given)
}

/// `Machine verdict`, or `Verdict given by gpt-4o`.
pub(super) fn verdict_name(view: &Detail) -> String {
    if is_given(view) { format!("Verdict {}", view.machine_name()) } else { "Machine verdict".to_owned() }
}

/// Text that ends in a full stop, or one alone.
pub(super) fn ended(words: &str) -> String {
    let words = words.trim_end();
    if words.ends_with(['.', '!', '?']) { words.to_owned() } else { format!("{words}.") }
}

/// Why there is no evidence behind a verdict; a verdict with evidence shows it.
fn reason(basis: Basis) -> Option<&'static str> {
    match basis {
        Basis::CitedContradiction | Basis::CitedSupport | Basis::CitedBoth | Basis::Reviewer => None,
        Basis::NothingAddressesIt => Some("no retrieved evidence addresses the statement"),
        Basis::NothingFound => Some("no evidence found"),
        Basis::SearchIncomplete => Some("the search was incomplete"),
        Basis::SearchFailed => Some("the search failed"),
        Basis::NotSearched => Some("no search was made"),
        Basis::BlockedByJudge => Some("blocked by the judge"),
        Basis::UnknownLanguage => Some("the reasoner does not know the language"),
    }
}

/// Whether the rationale says by itself why there is no evidence behind the verdict: that of the program does where the
/// judge has not set it aside, that of a model need not.
pub(super) fn says_basis(view: &Detail) -> bool {
    let has_rationale = view.verdict().shown().is_some_and(|value| !value.rationale.trim().is_empty());
    let is_own = view.report().shown().is_some_and(|report| report.computed)
        || view.maker.as_deref().is_some_and(|spec| spec.model.is_none() && !spec.is_given());
    has_rationale && is_own && view.judgement().shown().is_none_or(|judged| !judged.blocked)
}

/// What failed, is missing or is out of date, a line each.
fn incomplete(view: &Detail, options: &Options) -> Vec<Line> {
    let mut lines = Vec::new();
    let of = |wanted: fn(&StageState) -> bool| {
        let needed = view.stages.iter().filter(|r| view.summary.needs(r.stage));
        let stages = needed.filter(|r| wanted(&r.state)).map(|r| r.stage.name());
        stages.collect::<Vec<_>>().join(", ")
    };
    for resolved in view.stages.iter() {
        if let StageState::Failed(reason) = &resolved.state {
            lines.push(vec![strong("Incomplete:"), text(format!(" {} failed: {reason}", resolved.stage))]);
        }
    }
    for source in view.search().map(|search| search.failed_sources()).into_iter().flatten() {
        lines
            .push(vec![strong("Incomplete:"), text(format!(" the search of {source} failed; the appendix says why."))]);
    }
    for (source, why) in view.search().map(|search| search.unasked_sources()).into_iter().flatten() {
        lines.push(vec![strong("Incomplete:"), text(format!(" {source} was not asked: {why}."))]);
    }
    for (stage, redaction) in &view.removed {
        let why = match redaction {
            Some(redaction) => {
                format!(" the text of {stage} was removed by {}: {}", name(&redaction.who, options), redaction.reason)
            }
            None => format!(" the text of {stage} is missing from the review."),
        };
        lines.push(vec![strong("Not shown:"), text(why)]);
    }
    let missing = of(|state| *state == StageState::Missing);
    let is_untouched = view.stages.iter().all(|r| r.stage == Stage::Extract || r.state == StageState::Missing);
    if is_untouched {
        lines.push(line("Nothing has been searched for this statement yet."));
    } else if !missing.is_empty() {
        lines.push(vec![strong("Not run yet:"), text(format!(" {missing}."))]);
    }
    let stale = of(|state| *state == StageState::Stale);
    if !stale.is_empty() {
        let why = match view.summary.is_outdated() {
            true => format!(" the verdict was made before what it rests on was changed. To be run again: {stale}."),
            false => format!(" {stale} (their inputs have changed since)."),
        };
        lines.push(vec![strong("Out of date:"), text(why)]);
    }
    for resolved in view.stages.iter().filter(|resolved| view.summary.needs(resolved.stage)) {
        if matches!(resolved.state, StageState::Overridden { inputs_changed: true, .. }) {
            let (were, their) = if resolved.stage.makes_several() { ("were", "their") } else { ("was", "its") };
            let what = resolved.stage.result();
            let set = format!(" The {what} {were} set by a reviewer before {their} inputs changed.");
            lines.push(vec![strong("Out of date:"), text(set)]);
        }
    }
    lines
}

/// The issues that count, equal ones together.
fn issues(page: &mut Page, view: &Detail, references: &References) {
    let open: Vec<IssueGroup> = view.issues.clone().into_iter().filter(|group| group.head().counts()).collect();
    if open.is_empty() {
        return;
    }
    page.para(vec![strong("Open issues")]);
    page.list(open.iter().map(|group| issue(view, group, references)));
}

/// The issues that a reviewer dismissed, who did so and why: a line each.
fn dismissed(page: &mut Page, view: &Detail, references: &References, options: &Options) {
    let is_dismissed = |made: &&RulingMade| made.ruling == Some(Ruling::Dismissed);
    for group in &view.issues {
        let Some(made) = group.head().ruling.as_ref().filter(is_dismissed) else { continue };
        let what = if group.issues.len() > 1 { "Dismissed issues" } else { "Dismissed issue" };
        let mut out = vec![strong(format!("{what}, by {}:", name(&made.who, options))), text(" ")];
        out.append(&mut issue(view, group, references));
        let reason = made.reason.as_ref().map(reason_words).unwrap_or_default();
        out.extend(match reason.trim() {
            "" => vec![text(" No reason given.")],
            reason => references.prose(view, &ended(&format!(" Reason: {reason}"))),
        });
        page.para(out);
    }
}

/// `4 × MAJOR, key term missing: The cited text does not mention “LDL” [1], [3].`
pub(super) fn issue(view: &Detail, group: &IssueGroup, references: &References) -> Line {
    let head = group.head();
    let mut out = line(format!("{}{}, {}", group.times(), head.severity.name(), head.code.words()));
    if let Some(ruling) = head.ruling.as_ref().and_then(|made| made.ruling).filter(|made| *made != Ruling::Dismissed) {
        out.push(text(format!(" ({})", describe_ruling(ruling))));
    }
    for (at, (citations, message)) in group.messages().into_iter().enumerate() {
        out.push(text(if at == 0 { ": " } else { " " }));
        out.append(&mut references.prose(view, message.one_line().trim_end_matches('.')));
        let mut spans: Vec<Span> = Vec::new();
        for number in citations {
            let Some(citation) = view.citations().and_then(|c| c.get(number)) else { continue };
            let span = references.span(citation);
            if !spans.contains(&span) {
                spans.push(span);
            }
        }
        spans.sort_by_key(Span::place);
        for (at, span) in spans.into_iter().enumerate() {
            out.push(text(if at == 0 { " " } else { ", " }));
            out.push(span);
        }
        out.push(text("."));
    }
    out
}

/// The statistics line under a report (`docs/rules.md#report`).
fn statistics(view: &Detail) -> Line {
    let (Some(search), Some(scores), Some(citations)) = (view.search(), view.scores().shown(), view.citations()) else {
        return Line::new();
    };
    let mut docs: Vec<_> = citations.citations.iter().map(|c| &c.doc).collect();
    docs.sort();
    docs.dedup();
    // Where nothing is cited the rationale says what was found and scored.
    if docs.is_empty() {
        return Line::new();
    }
    vec![Span::Em(format!(
        "Search statistics: {} found{}, {} scored, {} cited{}{}.",
        counted(search.found as usize, "document"),
        view.describe_added(),
        scores.scored.len(),
        docs.len(),
        passages(citations.citations.len(), docs.len()),
        if view.counts_nothing() { ", on neither side" } else { "" }
    ))]
}

/// ` (3 passages)`, where more passages than documents are cited.
pub(super) fn passages(passages: usize, documents: usize) -> String {
    if passages == documents { String::new() } else { format!(" ({})", counted(passages, "passage")) }
}

/// A verdict, its confidence and its basis in words.
pub(super) fn decided((verdict, confidence, basis): (Verdict, f64, Basis)) -> String {
    format!("{}, confidence {}, basis: {}", adjective(verdict), level(confidence), basis.describe(verdict))
}
