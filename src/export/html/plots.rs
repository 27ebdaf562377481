//! Plots of single citations and statements: SVG with title and description, and the same figures as a table.

use crate::{
    export::page::{MapDot, WeightBar},
    text::sentence_case,
};

use super::{chart::WIDTH, escaped};

/// Height of a bar with its gap.
const STEP: usize = 22;

/// Room for the figures beside a bar.
const LABEL: f64 = 110.0;

/// Each citation of a statement: to the left against, to the right for, as long as its weight.
pub(super) fn weights(bars: &[WeightBar], note: Option<&str>, of: &str) -> String {
    let id = format!("{}-weights", of.to_lowercase().replace(' ', "-"));
    let middle = WIDTH / 2.0;
    let (mut shapes, mut rows, mut totals) = (String::new(), String::new(), [0.0, 0.0]);
    for (at, bar) in bars.iter().enumerate() {
        let y = (at + 1) * STEP;
        let weight = bar.credibility * bar.confidence;
        totals[usize::from(bar.against)] += weight;
        let length = (weight.clamp(0.0, 1.0) * (middle - LABEL)).max(1.0);
        let (class, side) = if bar.against { ("contradicted", "against") } else { ("supported", "for") };
        let (x, text, anchor) = if bar.against {
            (middle - length, middle - length - 6.0, "end")
        } else {
            (middle, middle + length + 6.0, "start")
        };
        shapes.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{}\" width=\"{length:.1}\" height=\"16\"/>\n\
             <text class=\"label\" x=\"{text:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{} {weight:.2}{}</text>\n",
            y + 3,
            y + 16,
            bar.reference,
            if bar.by_reviewer { " set" } else { "" },
        ));
        rows.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"#ref-{work}\">{label}</a></th><td>{}</td><td>{side}{}</td>\
             <td class=\"number\">{:.2}</td><td class=\"number\">{:.2}</td><td class=\"number\">{weight:.2}</td></tr>\n",
            escaped(&bar.title),
            if bar.by_reviewer { ", set by a reviewer" } else { "" },
            bar.credibility,
            bar.confidence,
            work = bar.reference.work,
            label = bar.reference,
        ));
    }
    let height = (bars.len() + 1) * STEP;
    let against = bars.iter().filter(|bar| bar.against).count();
    let [total_for, total_against] = totals;
    let set = match bars.iter().filter(|bar| bar.by_reviewer).count() {
        0 => "",
        set if set == bars.len() => " A reviewer set all of them.",
        _ => " A reviewer set those marked “set”; the others are the machine’s.",
    };
    let note = note.map(|note| format!(" <strong>{}</strong>", escaped(note))).unwrap_or_default();
    format!(
        "<figure>\n<svg class=\"weights\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n<title id=\"{id}-title\">{of}: weight of each cited passage</title>\n\
         <desc id=\"{id}-desc\">{against} to the left, against the statement; {} to the right, for it.</desc>\n\
         <text class=\"label\" x=\"{:.1}\" y=\"16\" text-anchor=\"end\">against</text>\n\
         <text class=\"label\" x=\"{:.1}\" y=\"16\">for</text>\n{shapes}\
         <line x1=\"{middle:.1}\" y1=\"0\" x2=\"{middle:.1}\" y2=\"{height}\"/>\n</svg>\n\
         <figcaption>Each bar: credibility of the source times confidence in its stance. Total: {total_against:.2} \
         against, {total_for:.2} for.{set}{note}</figcaption>\n\
         <details><summary>The figures as a table</summary>\n<table>\n<thead><tr><th scope=\"col\">Passage</th>\
         <th scope=\"col\">Source</th><th scope=\"col\">Side</th><th scope=\"col\" class=\"number\">Credibility</th>\
         <th scope=\"col\" class=\"number\">Confidence</th><th scope=\"col\" class=\"number\">Weight</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</details>\n</figure>\n",
        bars.len() - against,
        middle - 6.0,
        middle + 6.0,
    )
}

const COLUMNS: [(&str, &str); 4] = [
    ("contradicted", "contradicted"),
    ("supported", "supported"),
    ("undecided", "undecided"),
    ("without", "no verdict"),
];

/// The statements by triage and verdict; those on which opinions differ have a ring.
pub(super) fn map(dots: &[MapDot]) -> String {
    const ROWS: [&str; 4] = ["decide", "check", "skim", "done"];
    const NAMES: f64 = 70.0;
    const DOT: f64 = 32.0;
    // Between the numbers of two columns.
    const GAP: f64 = 16.0;
    let any_without = dots.iter().any(|dot| dot.column == COLUMNS.len() - 1);
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(!any_without)];
    let column = (WIDTH - NAMES) / columns.len() as f64;
    let across = ((column - GAP) / DOT) as usize;
    let of = |row: usize, verdict: usize| dots.iter().filter(move |dot| (dot.row, dot.column) == (row, verdict));
    let mut y = 24.0;
    let (mut shapes, mut table) = (String::new(), String::new());
    for (at, (_, name)) in columns.iter().enumerate() {
        let x = NAMES + column * at as f64;
        shapes.push_str(&format!("<text class=\"label\" x=\"{x:.1}\" y=\"14\">{name}</text>\n"));
    }
    let is_used = |row: &usize| dots.iter().any(|dot| dot.row == *row);
    for (row, name) in ROWS.iter().enumerate().filter(|(row, _)| is_used(row)) {
        let most = (0..columns.len()).map(|verdict| of(row, verdict).count()).max().unwrap_or(0);
        let lines = most.div_ceil(across).max(1);
        shapes.push_str(&format!(
            "<line x1=\"0\" y1=\"{y:.1}\" x2=\"{WIDTH}\" y2=\"{y:.1}\"/>\n\
             <text class=\"label\" x=\"0\" y=\"{:.1}\">{name}</text>\n",
            y + 21.0
        ));
        let mut cells = String::new();
        for (verdict, (class, _)) in columns.iter().enumerate() {
            let mut numbers = Vec::new();
            for (at, dot) in of(row, verdict).enumerate() {
                let x = NAMES + column * verdict as f64 + DOT * (at % across) as f64 + 14.0;
                let centre = y + 16.0 + DOT * (at / across) as f64;
                let ring = match (dot.outdated, dot.disputed) {
                    (true, _) => format!("<circle class=\"ring old\" cx=\"{x:.1}\" cy=\"{centre:.1}\" r=\"14\"/>"),
                    (false, true) => format!("<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{centre:.1}\" r=\"14\"/>"),
                    (false, false) => String::new(),
                };
                let number = dot.number;
                shapes.push_str(&format!(
                    "<a href=\"#statement-{number}\" aria-label=\"Statement {number}\">{ring}<circle class=\"{class}\" \
                     cx=\"{x:.1}\" cy=\"{centre:.1}\" r=\"12\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                     text-anchor=\"middle\">{number}</text></a>\n",
                    centre + 5.0
                ));
                let mark = match (dot.outdated, dot.disputed) {
                    (true, true) => " (out of date; opinions differ)",
                    (true, false) => " (out of date)",
                    (false, true) => " (opinions differ)",
                    (false, false) => "",
                };
                numbers.push(format!("<a href=\"#statement-{number}\">{number}</a>{mark}"));
            }
            cells.push_str(&format!("<td>{}</td>", numbers.join(", ")));
        }
        table.push_str(&format!("<tr><th scope=\"row\">{name}</th>{cells}</tr>\n"));
        y += DOT * lines as f64;
    }
    let heads: String = columns.iter().map(|(_, name)| format!("<th scope=\"col\">{name}</th>")).collect();
    let rings: Vec<&str> = [
        (
            dots.iter().any(|dot| dot.disputed && !dot.outdated),
            "ring: reviewers differ from each other or from the machine",
        ),
        (dots.iter().any(|dot| dot.outdated), "broken ring: the verdict is out of date"),
    ]
    .into_iter()
    .filter_map(|(is_used, meaning)| is_used.then_some(meaning))
    .collect();
    let caption = match sentence_case(&rings.join("; ")) {
        rings if rings.is_empty() => String::new(),
        rings => format!("<figcaption>{rings}.</figcaption>\n"),
    };
    format!(
        "<figure>\n<svg class=\"map\" role=\"group\" aria-labelledby=\"map-title map-desc\" viewBox=\"0 0 {WIDTH} \
         {y:.0}\">\n<title id=\"map-title\">Statements by triage and verdict</title>\n<desc id=\"map-desc\">{} \
         statements.</desc>\n{shapes}</svg>\n{caption}<details><summary>The map as a table</summary>\n<table>\n<thead><tr>\
         <th scope=\"col\">Triage</th>{heads}</tr></thead>\n<tbody>\n{table}</tbody>\n</table>\n</details>\n</figure>\n",
        dots.len(),
    )
}
