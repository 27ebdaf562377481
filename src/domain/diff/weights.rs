//! What a reviewer set of stances and weights, citation by citation.

use crate::{
    domain::{Stance, Weighed, Weighing},
    text::Clean,
};

/// What a reviewer set of one citation.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSet {
    /// The number of the citation.
    pub number: u32,
    /// The stance before, unless nobody had weighed the citation, and the one that was set; `None` where it stayed.
    pub stance: Option<(Option<Stance>, Stance)>,
    /// The other figures that were set, by their names: before and after, 0–1.
    pub figures: Vec<(&'static str, f64, f64)>,
    /// The reason that the reviewer gave; may be empty.
    pub why: Clean,
}

/// What a reviewer set between two weighings, in the order of the citations.
#[must_use]
pub fn weights_set(before: &Weighing, after: &Weighing) -> Vec<WeightSet> {
    after.weighed.iter().filter_map(|row| set(before.get(row.number), row)).collect()
}

fn set(before: Option<&Weighed>, after: &Weighed) -> Option<WeightSet> {
    let why = after.by_reviewer.clone()?;
    let stance = before.map(|before| before.stance);
    let stance = (stance != Some(after.stance)).then_some((stance, after.stance));
    let mut figures = Vec::new();
    if let Some(before) = before {
        // Another stance has a confidence of its own, which says nothing of the old one.
        let confidence = stance.is_none().then_some((before.confidence, after.confidence));
        let all = [
            ("confidence", confidence),
            ("credibility", Some((before.credibility.value, after.credibility.value))),
            ("quality", Some((before.opinion.quality, after.opinion.quality)).filter(|_| stance.is_none())),
        ];
        let shows = |(one, other): &(f64, f64)| (one - other).abs() >= 0.005;
        figures.extend(all.into_iter().filter_map(|(name, two)| {
            let (one, other) = two.filter(shows)?;
            Some((name, one, other))
        }));
    }
    let is_set = stance.is_some() || !figures.is_empty();
    is_set.then_some(WeightSet { number: after.number, stance, figures, why })
}

impl WeightSet {
    /// What was set, from what to what: `[1] from contradicts to not addressed`. `label` names the citation.
    #[must_use]
    pub fn describe(&self, label: &str) -> String {
        let stance = self.stance.map(|(before, after)| match before {
            Some(before) => format!("{label} from {} to {}", before.name(), after.name()),
            None => format!("{label} to {}", after.name()),
        });
        let figures =
            self.figures.iter().map(|(name, one, other)| format!("{name} of {label} from {one:.2} to {other:.2}"));
        stance.into_iter().chain(figures).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixtures;

    fn weighing(rows: Vec<Weighed>) -> Weighing {
        Weighing { weighed: rows, ..Weighing::default() }
    }

    /// An editor could not learn from the trail which passage was corrected, from what, to what and why.
    #[test]
    fn what_was_set_is_named_with_what_it_was_before() {
        let machine = |number, stance| Weighed { number, ..fixtures::weighed(number, stance) };
        let by = |weighed: Weighed, why: &str| Weighed { by_reviewer: Some(why.into()), ..weighed };
        let before = weighing(vec![machine(1, Stance::Contradicts), machine(2, Stance::Supports)]);
        let mut second = by(machine(2, Stance::Supports), "");
        second.credibility.value = before.weighed[1].credibility.value - 0.2;
        let after = weighing(vec![
            by(machine(1, Stance::NotAddressed), "another outcome"),
            second,
            by(machine(3, Stance::Supports), ""),
            machine(4, Stance::Mixed),
        ]);
        let set = weights_set(&before, &after);
        let words: Vec<String> = set.iter().map(|one| one.describe(&format!("[{}]", one.number))).collect();
        assert_eq!(words[0], "[1] from contradicts to not addressed");
        assert!(words[1].starts_with("credibility of [2] from "), "{words:?}");
        assert_eq!(words[2..], ["[3] to supports"]);
        assert_eq!(set[0].why.as_str(), "another outcome");
        assert_eq!(weights_set(&after, &after), []);
    }
}
