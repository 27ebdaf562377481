//! Durations in words.

/// How long something took, to the second: `45 s`, `3 min 20 s`, `1 h 05 min`.
#[must_use]
pub fn spell(millis: u64) -> String {
    let seconds = millis.saturating_add(500) / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, 0) => format!("{m} min"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_name_at_most_two_units() {
        let spelt = [400, 45_000, 120_000, 200_400, 3_900_000].map(spell);
        assert_eq!(spelt, ["0 s", "45 s", "2 min", "3 min 20 s", "1 h 05 min"]);
    }
}
