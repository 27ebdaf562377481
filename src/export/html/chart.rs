//! The verdicts as inline SVG, with their figures in words for those who do not see it.

/// Width of a chart, in its own units.
pub(super) const WIDTH: f64 = 600.0;

/// How many statements have each verdict: supported, contradicted, undecided, none.
pub(super) fn verdicts(counts: [usize; 4]) -> String {
    let total: usize = counts.iter().sum();
    if total == 0 {
        return String::new();
    }
    let names = ["supported", "contradicted", "undecided", "without a verdict"];
    let there = || names.iter().zip(counts).filter(|(_, n)| *n > 0);
    let said: Vec<_> = there().map(|(name, n)| format!("{n} {name}")).collect();
    let said = said.join(", ");
    let mut bars = String::new();
    let mut x = 0.0;
    for (name, n) in there() {
        let width = WIDTH * n as f64 / total as f64;
        let class = name.split(' ').next().unwrap_or_default();
        bars.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"0\" width=\"{:.1}\" height=\"28\"/>\
             <text x=\"{:.1}\" y=\"19\" text-anchor=\"middle\">{n}</text>\n",
            (width - 2.0).max(1.0),
            x + width / 2.0,
        ));
        x += width;
    }
    let key: String = there()
        .map(|(name, n)| {
            let class = name.split(' ').next().unwrap_or_default();
            format!("<li><span class=\"swatch {class}\" aria-hidden=\"true\"></span>{n} {name}</li>\n")
        })
        .collect();
    format!(
        "<figure>\n<svg class=\"verdicts\" role=\"img\" aria-label=\"Verdicts: {said}\" \
         viewBox=\"0 0 {WIDTH} 28\">\n{bars}</svg>\n<figcaption><ul class=\"key\">\n{key}</ul></figcaption>\n</figure>\n"
    )
}
