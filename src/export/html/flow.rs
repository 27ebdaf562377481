//! How documents of the library came to be evidence: SVG with title and description, and the same numbers as a table.

use crate::domain::ReviewFlow;

use super::{chart::WIDTH, escaped};

/// Width of a box.
const BOX: f64 = 270.0;
/// Height of a line in a box.
const LINE: f64 = 20.0;
/// Room above and below the lines of a box.
const PAD: f64 = 10.0;
/// Room between boxes for the arrow.
const GAP: f64 = 26.0;
/// Characters that fit into a line.
const FITS: usize = 36;

/// A stage of the flow with what leaves it.
struct Step {
    kept: Vec<String>,
    removed: Vec<String>,
}

fn steps(flow: &ReviewFlow) -> [Step; 5] {
    let listed = |name: &str, number: u64| (number > 0).then(|| format!("{name}: {number}"));
    let found = std::iter::once(format!("Found, all searches: {}", flow.records))
        .chain(listed("  came with a claim", flow.given))
        .chain(listed("  added by a reviewer", flow.added));
    let excluded = flow.excluded().into_iter().map(|(why, number)| format!("Excluded, {why}: {number}"));
    let removed = listed("Duplicates", flow.duplicates()).into_iter().chain(excluded);
    let removed = removed.chain(listed("Not read", flow.not_read())).collect();
    let (read, relevant, cited) = (flow.read(), flow.relevant(), flow.cited());
    let step =
        |kept: String, removed: Option<String>| Step { kept: vec![kept], removed: removed.into_iter().collect() };
    [
        step(format!("In the library: {}", flow.library), None),
        Step { kept: found.collect(), removed },
        step(format!("Read: {read}"), listed("Relevant to no statement", read.saturating_sub(relevant))),
        step(
            format!("Relevant to a statement: {relevant}"),
            listed("No passage cited", relevant.saturating_sub(cited)),
        ),
        step(format!("Cited: {cited}"), None),
    ]
}

/// The diagram of the whole review.
pub(super) fn diagram(flow: &ReviewFlow) -> String {
    let (mut shapes, mut y) = (String::new(), 1.0);
    let steps = steps(flow);
    let right = WIDTH - BOX - 1.0;
    for (at, step) in steps.iter().enumerate() {
        let height = |lines: &[String]| lines.len() as f64 * LINE + 2.0 * PAD;
        let (kept, removed) = (height(&step.kept), height(&step.removed));
        shapes.push_str(&frame(1.0, y, &step.kept));
        if !step.removed.is_empty() {
            let middle = y + kept.min(removed) / 2.0;
            shapes.push_str(&frame(right, y, &step.removed));
            shapes.push_str(&arrow((BOX + 1.0, middle), (right, middle)));
        }
        let bottom = y + if step.removed.is_empty() { kept } else { kept.max(removed) };
        if at + 1 < steps.len() {
            let x = 1.0 + BOX / 2.0;
            shapes.push_str(&arrow((x, y + kept), (x, bottom + GAP)));
        }
        y = bottom + GAP;
    }
    let described: Vec<String> = flow.rows().iter().map(|(name, number)| format!("{name}: {number}")).collect();
    let rows: String = flow
        .rows()
        .into_iter()
        .map(|(name, number)| {
            format!("<tr><th scope=\"row\">{}</th><td class=\"number\">{number}</td></tr>\n", escaped(&name))
        })
        .collect();
    format!(
        "<figure>\n<svg class=\"flow\" role=\"img\" aria-labelledby=\"flow-title flow-desc\" viewBox=\"0 0 {WIDTH} \
         {:.0}\">\n<title id=\"flow-title\">Flow of documents</title>\n<desc id=\"flow-desc\">{}.</desc>\n{shapes}</svg>\n\
         <details><summary>The flow as a table</summary>\n<table>\n<thead><tr><th scope=\"col\">Documents</th>\
         <th scope=\"col\" class=\"number\">Number</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</details>\n\
         </figure>\n",
        y - GAP + 1.0,
        escaped(&described.join(", ")),
    )
}

fn frame(x: f64, y: f64, lines: &[String]) -> String {
    let height = lines.len() as f64 * LINE + 2.0 * PAD;
    let mut out = format!("<rect class=\"step\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{BOX}\" height=\"{height:.1}\"/>\n");
    for (at, line) in lines.iter().enumerate() {
        let indent = if line.starts_with(' ') { 14.0 } else { 0.0 };
        let text: String = match line.trim().char_indices().nth(FITS) {
            // The number is at the end; the table has the whole line.
            Some(_) => {
                let (name, number) = line.trim().rsplit_once(": ").unwrap_or((line.trim(), ""));
                let short: String = name.chars().take(FITS - 8).collect();
                format!("{short}…: {number}")
            }
            None => line.trim().to_owned(),
        };
        out.push_str(&format!(
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            x + PAD + indent,
            y + PAD + LINE * (at as f64 + 0.75),
            escaped(&text)
        ));
    }
    out
}

/// A line with a head at its end, to the right or down.
fn arrow(from: (f64, f64), to: (f64, f64)) -> String {
    let (x, y) = to;
    let head = if (from.1 - y).abs() < 0.1 {
        format!("{x:.1},{y:.1} {:.1},{:.1} {:.1},{:.1}", x - 7.0, y - 4.0, x - 7.0, y + 4.0)
    } else {
        format!("{x:.1},{y:.1} {:.1},{:.1} {:.1},{:.1}", x - 4.0, y - 7.0, x + 4.0, y - 7.0)
    };
    format!(
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>\n<polygon class=\"head\" points=\"{head}\"/>\n",
        from.0, from.1
    )
}
