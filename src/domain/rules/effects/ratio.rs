//! Ratios that a sentence gives as figures: “the hazard ratio for O among A was 0.76 (95 % CI 0.63 to 0.94)”.

use crate::text::words;

use super::{
    change::Change,
    clause::{Word, read},
    frame::{Frame, is_loss},
    phrase::{arm, core, thing},
    words::BE,
};

/// Measures that are 1 where there is no effect, by their two words.
const RATIOS: [(&str, &str); 7] = [
    ("hazard", "ratio"),
    ("hazards", "ratio"),
    ("odds", "ratio"),
    ("rate", "ratio"),
    ("relative", "hazard"),
    ("relative", "risk"),
    ("risk", "ratio"),
];
/// Prepositions behind which the cause, or the group that has it, is named.
const OPENS: [&str; 6] = ["among", "associated", "comparing", "for", "in", "with"];

/// What a ratio says of the outcome that it is of. Only statements in words are compared with it.
pub(super) fn frame(sentence: &str) -> Option<Frame> {
    let read = read(sentence);
    let text = |at: usize| read.get(at).map_or("", |word: &Word| word.text.as_str());
    let at = (0..read.len()).find(|&at| RATIOS.contains(&(text(at), text(at + 1))))?;
    let from = at + 3;
    if !matches!(text(at + 2), "of" | "for") {
        return None;
    }
    let be = (from..read.len()).find(|&at| BE.contains(&text(at)))?;
    let value: f64 = text(be + 1).parse().ok()?;
    let opens = (from + 1..be).find(|&at| OPENS.contains(&text(at)))?;
    let cause = opens + 1 + usize::from(text(opens) == "associated");
    let (agent, other) = match arm(&read, cause..be) {
        Some((cut, other)) => (cause..cut.start, other),
        None => (cause..be, Default::default()),
    };
    let outcome = from..opens;
    Some(Frame {
        change: change(value, interval(sentence, text(be + 1)))?,
        agent: core(&read, agent),
        other,
        loses: is_loss(&read, &outcome),
        outcome: core(&read, outcome.clone()),
        measured: thing(&read, outcome.clone()).near(),
        whole: thing(&read, outcome).near(),
        mutual: false,
        modal: false,
    })
}

/// Abbreviations of these, crude and adjusted.
const SHORT: [&str; 9] = ["HR", "RR", "OR", "aHR", "aRR", "aOR", "IRR", "SHR", "PR"];

/// Which way the ratio in a sentence's brackets goes, with its interval: “(hazard ratio, 0.65; 95% CI, 0.50 to 0.85)”.
pub(super) fn bracketed(sentence: &str) -> Option<Change> {
    let sentence = sentence.replace('·', ".");
    let mut brackets = sentence.split(['(', '[']).skip(1).filter_map(|part| part.split([')', ']']).next());
    let inside = brackets.find_map(behind_ratio)?;
    let (mut figures, mut at) = (Vec::new(), 0);
    while let Some(from) = inside[at..].find(|c: char| c.is_ascii_digit()).map(|from| at + from) {
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        at = inside[from..].find(|c| !is_part(c)).map_or(inside.len(), |to| from + to);
        // “95 %” says how sure the interval is.
        if !inside[at..].trim_start().starts_with('%') {
            figures.push(inside[from..at].trim_end_matches('.').parse::<f64>().ok()?);
        }
    }
    let [value, low, high, ..] = figures[..] else { return None };
    (low <= value && value <= high).then(|| change(value, Some((low, high)))).flatten()
}

/// What is behind the name of a ratio.
fn behind_ratio(inside: &str) -> Option<&str> {
    let lower = inside.to_ascii_lowercase();
    let spelled = RATIOS.iter().filter_map(|(one, two)| {
        let name = format!("{one} {two}");
        lower.find(&name).map(|at| at + name.len())
    });
    let short = words(inside).filter(|(_, word)| SHORT.contains(word)).map(|(range, _)| range.end);
    spelled.chain(short).min().map(|at| &inside[at..])
}

/// Which way a ratio goes; `None` where it is near 1 and nobody says how sure it is.
fn change(value: f64, interval: Option<(f64, f64)>) -> Option<Change> {
    const NEAR: f64 = 0.1;
    match interval {
        // An interval that ends at 1 says neither.
        Some((low, high)) if low == 1.0 || high == 1.0 => None,
        Some((low, high)) if low < 1.0 && 1.0 < high => Some(Change::SAME),
        None if (value - 1.0).abs() < NEAR => None,
        _ if value > 1.0 => Some(Change::MORE),
        _ => Some(Change::LESS),
    }
}

/// The confidence interval in the brackets behind `value`: its last two figures.
fn interval(sentence: &str, value: &str) -> Option<(f64, f64)> {
    let behind = &sentence[sentence.find(value)? + value.len()..];
    let inside = behind.trim_start().strip_prefix(['(', '['])?.split([')', ']']).next()?;
    let inside = inside.split(['P', 'p']).next()?;
    let figures = inside.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|part| part.parse::<f64>().ok());
    let figures: Vec<f64> = figures.collect();
    let [.., low, high] = figures[..] else { return None };
    (low <= high).then_some((low, high))
}
