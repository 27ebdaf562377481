//! What several reviewers say of a statement, and how far they agree.

use crate::{
    agree::{Agreement, FEWEST, Overall, units},
    desk::{Detail, adopting},
    domain::Value,
    export::{
        Options,
        names::{name, origin, rater},
        page::{Item, Line, Page, line, strong, text},
    },
    review::{Fold, ReadOpinion, Viewer},
    text::{Clean, counted},
};

use super::{adjective, given_level, reason_words, references::References};

/// Every reviewer's verdict, where there are several: who, what, why, and on which evidence.
pub(super) fn opinions(page: &mut Page, view: &Detail, references: &References, options: &Options) {
    if !view.lists_opinions() {
        return;
    }
    let mut head = vec![strong("Reviewers")];
    if let Some(conflict) = view.summary.conflict {
        head.push(text(format!(" (not adjudicated: {})", conflict.name())));
    }
    page.para(head);
    if view.opinions.is_empty() && view.is_hidden() {
        page.para(line("What other reviewers say is hidden until you have given a verdict."));
    } else if view.opinions.is_empty() {
        page.para(line("No reviewer has decided this statement."));
    }
    let items: Vec<Item> = view.opinions.iter().map(|opinion| item(view, opinion, references, options)).collect();
    page.items(items);
}

fn item(view: &Detail, read: &ReadOpinion, references: &References, options: &Options) -> Item {
    let (verdict, ..) = read.opinion.verdict;
    let file = origin(read, options).map(|file| format!(" ({})", file.one_line())).unwrap_or_default();
    let mut said = vec![
        strong(format!("{}{file}:", name(read.opinion.who(), options))),
        text(format!(" {}, {}.", adjective(verdict), given_level(read.opinion.confidence()))),
    ];
    let mut say = |words: String| said.push(text(format!(" {words}")));
    if view.is_adjudicated_by(read) {
        say("This verdict adjudicates.".to_owned());
    }
    if read.opinion.made.accepts {
        say("Accepted as the machine’s verdict.".to_owned());
    }
    let adopted = read.opinion.made.reason.as_ref().and_then(|reason| view.adopted(reason));
    if let Some(who) = adopted {
        say(format!("Reason: {}.", adopting(&name(who, options))));
    } else if let Some(reason) = read.reason() {
        said.push(text(" Reason: "));
        let given = read.opinion.made.reason.as_ref().filter(|given| given.words() == reason);
        let words = Clean::from(given.map_or_else(|| reason.to_string(), reason_words)).one_line().to_string();
        // Numbers are those of the evidence that it was decided on, which the reference list has only if it is in force.
        if view.is_said(&reason) {
            said.push(text("the rationale above."));
        } else if read.same_evidence {
            said.append(&mut references.prose(view, &words));
        } else {
            said.push(text(words));
        }
    }
    let mut nested: Vec<Line> = Vec::new();
    if let Some(note) = &read.note {
        let mut note_line = line("Note: ");
        note_line.append(&mut references.prose(view, &note.text.one_line()));
        nested.push(note_line);
    }
    if let Some(wording) = &read.wording {
        nested.push(line(format!("The statement was worded: “{}”", wording.one_line())));
    }
    if !read.same_evidence && read.same_citations {
        nested.push(line("Decided on other stances of the same passages."));
    } else if let (false, Some(Value::Citations(citations))) = (read.same_evidence, read.citations.as_deref()) {
        let mut documents: Vec<String> = Vec::new();
        for title in citations.citations.iter().map(|c| c.meta.title.one_line().to_string()) {
            if !documents.contains(&title) {
                documents.push(title);
            }
        }
        let count = counted(citations.citations.len(), "passage");
        nested.push(line(format!("Decided on other evidence, {count}: {}", documents.join("; "))));
    }
    Item { line: said, nested }
}

/// How far the reviewers agree, before anybody adjudicated; the figures are those of `gainsay agreement`.
pub(super) fn agreement(page: &mut Page, fold: &Fold, viewer: &Viewer, options: &Options) {
    let found = Agreement::of(&units(fold, viewer));
    if found.reviewers.len() < 2 {
        return;
    }
    page.heading(2, "Agreement");
    let mut lines = Vec::new();
    let number = |value: Option<f64>| value.map_or_else(|| "not defined".to_owned(), |value| format!("{value:.2}"));
    let equal = |share: f64| format!("{:.1}% equal", 100.0 * share);
    let overall = [("verdicts", &found.verdicts), ("confidence, ordinal", &found.confidence)];
    for (what, overall) in overall {
        let Some(Overall { alpha, interval, .. }) = overall else { continue };
        let interval = interval.map(|i| format!(" (95% {:.2} to {:.2})", i.low, i.high)).unwrap_or_default();
        let coefficient = format!("Krippendorff’s α {}{interval}", number(alpha.alpha));
        let (equal, over) = (equal(alpha.agreement), counted(alpha.n, "statement"));
        lines.push(line(match alpha.n {
            FEWEST.. => format!("All reviewers, {what}: {coefficient}, {equal}, over {over} that two or more decided."),
            _ => format!(
                "All reviewers, {what}: {equal}, over {over} that two or more decided; Krippendorff’s α needs at least \
                 {FEWEST}."
            ),
        }));
    }
    let rater = |named: &str| rater(named, fold, options);
    let mut pairs: Vec<_> = found.pairs.iter().map(|pair| ([rater(&pair.a), rater(&pair.b)], pair)).collect();
    if !options.reviewer_names {
        // The order of the names would say something of them.
        pairs.iter_mut().for_each(|(two, _)| two.sort());
        pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    for ([(_, a), (_, b)], pair) in pairs {
        let interval = pair.interval.map(|i| format!(", 95% {:.2} to {:.2}", i.low, i.high)).unwrap_or_default();
        let (kappa, error) = (number(pair.kappa.kappa), number(pair.kappa.standard_error));
        let (equal, over) = (equal(pair.kappa.agreement), counted(pair.kappa.n, "statement"));
        lines.push(line(match pair.kappa.n {
            FEWEST.. => {
                format!("{a} and {b}: Cohen’s κ {kappa} (standard error {error}{interval}), {equal}, over {over}.")
            }
            _ => format!("{a} and {b}: {equal}, over {over}; Cohen’s κ needs at least {FEWEST}."),
        }));
    }
    for machine in &found.machines {
        let (name, opposite) = (machine.describe(), machine.opposite);
        let (equal, over) = (equal(machine.kappa.agreement), counted(machine.kappa.n, "verdict"));
        let (kappa, few) = match machine.kappa.n {
            FEWEST.. => (format!(", κ {}", number(machine.kappa.kappa)), String::new()),
            _ => (String::new(), format!("; κ needs at least {FEWEST}")),
        };
        lines.push(line(format!(
            "{name} and the reviewers: {equal}{kappa}, {opposite} on opposite sides, over {over}{few}."
        )));
    }
    lines.extend(found.explain_coefficients().map(line));
    if found.machine_hidden > 0 {
        let hidden = counted(found.machine_hidden, "statement");
        lines.push(line(format!("The machine’s verdicts on {hidden} are left out, since the review is blind.")));
    }
    page.list(lines);
}
