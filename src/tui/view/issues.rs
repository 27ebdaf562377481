//! Issues: what is wrong or doubtful, and what the reviewer ruled.

use ratatui::style::Style;

use crate::{
    domain::{Ruling, Stage},
    review::{StageState, Who},
    text::counted,
};

use super::{
    super::{keys::Pane, state::State, theme::Role, wrap::Piece},
    Content, RenderContext, empty, parts,
};

/// The issues of the statement, worst first.
pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let Some(detail) = state.detail() else { return content };
    if detail.issues.is_empty() {
        if detail.is_hidden() {
            empty(&mut content, ink, "Blind: the machine's issues are shown once you have given a verdict.", "");
        } else if detail.inspection().shown().is_none() && detail.weighing().shown().is_none() {
            match Stage::OF_STATEMENT.into_iter().find(|stage| matches!(detail.state(*stage), StageState::Failed(_))) {
                Some(stage) => {
                    let what = format!("Not inspected: {stage} failed.");
                    empty(&mut content, ink, &what, parts::damage(detail).unwrap_or("{rerun} tries again."));
                }
                None => empty(&mut content, ink, "Not inspected yet.", "{run_statement} runs this statement."),
            }
        } else if detail.cites_nothing() {
            let hint = parts::damage(detail).unwrap_or_default();
            empty(&mut content, ink, "Nothing is cited, so there is nothing to inspect.", hint);
        } else {
            let done = |stage| matches!(detail.state(stage), StageState::Done | StageState::Overridden { .. });
            let checked = match (done(Stage::Weigh), done(Stage::Report)) {
                (false, _) => "Quotes, places and anchors were checked; stances and prose come later.",
                (true, false) => "Quotes, places, anchors and stances were checked; prose comes later.",
                (true, true) => "Quotes, places, anchors, stances and prose were checked.",
            };
            let cited = detail.citations().map_or(&[][..], |citations| &citations.citations);
            let remarks: usize = cited.iter().map(|citation| detail.remarks(citation.number).count()).sum();
            let (found, beside) = match remarks {
                0 => ("No issue was found.", String::new()),
                n => (
                    "No issue affects the verdict.",
                    format!(" {} on passages that do not count, shown with them.", counted(n, "remark")),
                ),
            };
            let is_stale =
                [Stage::Inspect, Stage::Weigh].iter().any(|stage| *detail.state(*stage) == StageState::Stale);
            if is_stale {
                let hint = "{run_statement} inspects what is cited now.";
                empty(&mut content, ink, "Not inspected since the citations changed.", hint);
            } else {
                let text = format!("{} {found}", ink.glyphs.supports);
                empty(&mut content, ink, &text, &format!("{checked}{beside}"));
            }
        }
    }
    for (place, group) in detail.issues.iter().enumerate() {
        let head = group.head();
        let messages = group.messages();
        content.starts.push(content.flow.len());
        let here = state.focus == Pane::Issues && state.at[Pane::Issues] == place;
        let (severity, style) = parts::severity(ink, head.severity);
        let counts = head.counts();
        let muted = ink.get(Role::Muted);
        let gutter: Piece<'_> =
            if here { (ink.glyphs.here.into(), ink.get(Role::Accent)) } else { (" ".into(), muted) };
        let ruling = match head.ruling.as_ref() {
            None => String::new(),
            Some(made) => {
                let word = match made.ruling {
                    Some(Ruling::Confirmed) => "confirmed",
                    Some(Ruling::Dismissed) => "dismissed",
                    Some(Ruling::Severity(_)) => "severity set",
                    None => "",
                };
                let why = made.reason.as_ref().filter(|reason| !reason.is_empty());
                let why = why.map(|reason| format!(": {}", reason.words().one_line())).unwrap_or_default();
                match &made.who {
                    Who::Reviewer(name) => format!("{} {word} by {name}{why}", ink.glyphs.set),
                    Who::Engine => format!("{word}{why}"),
                }
            }
        };
        // What all of them say is said once, behind the citations; else each says its own.
        let cited = |citations: &[u32]| citations.iter().map(|n| format!("[{n}] ")).collect::<String>();
        let citation = match messages.as_slice() {
            [(citations, _)] => cited(citations),
            _ => String::new(),
        };
        let code_style = if !counts {
            muted
        } else if here {
            ink.get(Role::Accent)
        } else {
            ink.get(Role::Strong)
        };
        // The words are worth more than the number.
        let taken = 12 + group.times().len() + citation.len() + head.code.words().len();
        let number = if head.number.is_some() && taken + 9 <= content.flow.width() {
            format!("  {}", head.id())
        } else {
            String::new()
        };
        let style = if counts { style } else { muted };
        content.flow.ends(
            &[
                gutter,
                (format!("{severity:<9} ").into(), style),
                (group.times().into(), code_style),
                (format!("{} ", head.code.words()).into(), code_style),
                (citation.into(), ink.get(Role::Text)),
            ],
            &[(number.into(), muted)],
        );
        let style = if counts { ink.get(Role::Text) } else { muted };
        let margin: [Piece<'_>; 1] = [("   ".into(), Style::default())];
        for (citations, message) in &messages {
            let about = if messages.len() > 1 { cited(citations) } else { String::new() };
            content.flow.para(&margin, &margin, &[(about.into(), muted), (message.as_str().into(), style)]);
        }
        if state.details {
            content.flow.push(ratatui::text::Line::styled(format!("   {}", head.code.name()), muted));
        }
        if !ruling.is_empty() {
            content.flow.para(&margin, &margin, &[(ruling.into(), ink.get(Role::Overridden))]);
        }
        content.flow.blank();
    }
    if let Some(inspection) = detail.inspection().shown() {
        if let Some(why) = &inspection.failure {
            empty(&mut content, ink, &format!("Not inspected: {why}"), "{rerun} on inspect tries again.");
        } else if let Some((quality, per_citation)) =
            detail.quality().filter(|_| !detail.cites_nothing() && !detail.counts_nothing())
        {
            let text = match per_citation {
                Some(each) => format!("quotation check {quality:.2}; per citation {each:.2}"),
                None => format!("quotation check {quality:.2}, set by a reviewer"),
            };
            content.flow.para(&[], &[], &[(text.into(), ink.get(Role::Muted))]);
        }
    } else if let StageState::Failed(why) = detail.state(Stage::Inspect) {
        empty(&mut content, ink, &format!("inspect failed: {why}"), "{rerun} tries again.");
    }
    content
}
