//! The time of the year that a statement or a sentence is on: “in winter”, “from May to October”.

use std::ops::RangeInclusive;

use crate::text;

use super::part::{Word, read};

/// Words for a season, by season.
const SEASONS: [&[&str]; 4] = [&["winter", "wintertime"], &["spring"], &["summer", "summertime"], &["autumn"]];
/// Words for a season of rain, before “season” or “period”, dry and wet.
const RAINS: [&[&str]; 2] = [&["dry"], &["monsoon", "rainy", "wet"]];
/// What is named by a season and not of it: winter wheat, a spring tide.
const NAMED: [&str; 10] =
    ["barley", "camp", "cereal", "cereals", "oilseed", "olympics", "rye", "school", "tide", "wheat"];

/// Times of the year as bits: seasons, months, and seasons of rain, of which only like is compared with like, as a month has
/// another season on the other half of the earth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    seasons: u16,
    months: u16,
    rains: u16,
}

impl Times {
    /// Those that a text names.
    pub fn of(text: &str) -> Self {
        let read = read(text);
        let mut found = Self::default();
        for (at, word) in read.iter().enumerate() {
            let next = read.get(at + 1).map_or("", |next| next.text.as_str());
            let is_of = |list: &[&[&str]]| list.iter().position(|words| words.contains(&word.text.as_str()));
            if let Some(season) = is_of(&SEASONS).filter(|_| !NAMED.contains(&next)) {
                found.seasons |= 1 << season;
            }
            if let Some(rain) = is_of(&RAINS).filter(|_| matches!(next, "season" | "seasons" | "period" | "periods")) {
                found.rains |= 1 << rain;
            }
            if let Some(month) = month(text, &read, at) {
                found.months |= 1 << month;
                let months = until(text, &read, at).map_or(month..=month, |last| month..=last);
                found.months |= bits(months);
            }
        }
        found
    }

    /// Whether these are other times than those of `other`, which names none of them.
    pub fn exclude(self, other: Self) -> bool {
        let pairs = [(self.seasons, other.seasons), (self.months, other.months), (self.rains, other.rains)];
        pairs.iter().any(|(one, two)| *one != 0 && *two != 0) && pairs.iter().all(|(one, two)| one & two == 0)
    }
}

/// The month at `at`, 0–11; `None` within a date, which says when something was done.
fn month(sentence: &str, read: &[Word], at: usize) -> Option<u16> {
    let month = text::month(&read[at].text)?;
    let is_capital = sentence[read[at].range.clone()].starts_with(char::is_uppercase);
    let is_number = |word: Option<&Word>| word.is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()));
    let before = at.checked_sub(1).and_then(|before| read.get(before));
    let is_dated = is_number(before) || is_number(read.get(at + 1));
    let opens =
        |word: &Word| matches!(word.text.as_str(), "and" | "between" | "during" | "from" | "in" | "through" | "to");
    (is_capital && !is_dated && before.is_some_and(opens)).then(|| u16::try_from(month).unwrap_or_default())
}

/// The month to which the span that begins at `at` goes: “from May to October”, “between November and April”.
fn until(text: &str, read: &[Word], at: usize) -> Option<u16> {
    let joint = read.get(at + 1)?.text.as_str();
    let is_between = at > 0 && read[at - 1].text == "between";
    let joins = matches!(joint, "through" | "to" | "until") || joint == "and" && is_between;
    if joins { month(text, read, at + 2) } else { None }
}

/// The months of a span, which may go beyond December.
fn bits(months: RangeInclusive<u16>) -> u16 {
    let (first, last) = (*months.start(), *months.end());
    let last = if last < first { last + 12 } else { last };
    (first..=last).fold(0, |bits, month| bits | 1 << (month % 12))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What holds in summer would be counted for what is claimed of winter.
    #[test]
    fn another_time_of_the_year_is_not_the_same() {
        for (statement, passage, expected) in [
            ("Ozone raises visits between November and April.", "From May to October ozone was harmful.", true),
            ("Ozone raises visits between November and April.", "From October to January ozone was harmful.", false),
            ("Richness fell where sheep graze in winter.", "Richness was lower in summer-grazed plots.", true),
            ("Richness fell where sheep graze in winter.", "Richness in winter and summer was alike.", false),
            ("Drugs protect in the dry season.", "They protected children in the rainy season.", true),
            ("Drugs protect in the dry season.", "They protected children.", false),
            ("Yields of winter wheat fell.", "In summer yields of wheat fell.", false),
            ("Ozone was harmful in summer.", "Patients were seen between 3 January and 7 March 2019.", false),
            ("Sleep may be shorter in June.", "Sleep may be shorter in January.", true),
        ] {
            assert_eq!(Times::of(statement).exclude(Times::of(passage)), expected, "{statement} / {passage}");
        }
    }
}
