//! The verdicts as inline SVG, with their figures in words for those who do not see it.

/// Width of a chart, in its own units.
pub(super) const WIDTH: f64 = 600.0;

/// How many statements have each verdict, with a line below what reviewers decided of it: supported, contradicted,
/// undecided, none.
pub(super) fn verdicts(counts: [(usize, usize); 4]) -> String {
    let total: usize = counts.iter().map(|(n, _)| n).sum();
    let reviewed: usize = counts.iter().map(|(_, reviewed)| reviewed).sum();
    if total == 0 {
        return String::new();
    }
    let names = ["supported", "contradicted", "undecided", "without a verdict"];
    let there = || names.iter().zip(counts).filter(|(_, (n, _))| *n > 0);
    let named = |name: &str, n: usize, reviewed: usize| match reviewed {
        0 => format!("{n} {name}"),
        reviewed if reviewed == n => format!("{n} {name}, by reviewers"),
        reviewed => format!("{n} {name}, {reviewed} of them by reviewers"),
    };
    let said: Vec<_> = there().map(|(name, (n, reviewed))| named(name, n, reviewed)).collect();
    let said = said.join("; ");
    let mut bars = String::new();
    let mut x = 0.0;
    for (name, (n, reviewed)) in there() {
        let width = WIDTH * n as f64 / total as f64;
        let class = name.split(' ').next().unwrap_or_default();
        bars.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"0\" width=\"{:.1}\" height=\"28\"/>\
             <text x=\"{:.1}\" y=\"19\" text-anchor=\"middle\">{n}</text>\n",
            (width - 2.0).max(1.0),
            x + width / 2.0,
        ));
        if reviewed > 0 {
            bars.push_str(&format!(
                "<rect class=\"reviewed\" x=\"{x:.1}\" y=\"31\" width=\"{:.1}\" height=\"4\"/>\n",
                (width * reviewed as f64 / n as f64 - 2.0).max(1.0),
            ));
        }
        x += width;
    }
    let key: String = there()
        .map(|(name, (n, reviewed))| {
            let class = name.split(' ').next().unwrap_or_default();
            format!(
                "<li><span class=\"swatch {class}\" aria-hidden=\"true\"></span>{}</li>\n",
                named(name, n, reviewed)
            )
        })
        .collect();
    let (height, line) = match reviewed {
        0 => (28, ""),
        _ => (36, "<p>The line below the bar marks what reviewers decided; the rest is the machine's.</p>\n"),
    };
    format!(
        "<figure>\n<svg class=\"verdicts\" role=\"img\" aria-label=\"Verdicts: {said}\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n{bars}</svg>\n<figcaption><ul class=\"key\">\n{key}</ul>\n{line}</figcaption>\n</figure>\n"
    )
}
