//! Figures that a paper gives in its abstract and nowhere else (`docs/rules.md#issues`, `UNREPEATED_FIGURE`).

use std::ops::Range;

use crate::{
    domain::{
        Code, Issue, Place, Source, Stage, Statement, Subject,
        rules::figures::{Sort, figures},
    },
    text::{QuantityKind, quantities},
};

/// A statement that begins before this byte of a source, and in its first quarter, is taken to be of the abstract.
const OPENING: usize = 10_000;
/// A source with fewer bytes is an abstract, or little more, in which nothing need be repeated.
const SHORTEST_PAPER: usize = 15_000;
/// A figure with fewer significant digits is found elsewhere by chance.
const LEAST_DIGITS: usize = 2;

/// Characters of the text on each side of a number that say what it is.
const BESIDE: usize = 24;

/// Reports the figures of a statement of the abstract that the paper does not repeat. This is not a fault of the evidence, so
/// the quotation check does not count it.
#[must_use]
pub fn find_unrepeated(statement: &Statement, source: &Source) -> Option<Issue> {
    let figures = unrepeated(statement, source);
    if figures.is_empty() {
        return None;
    }
    let quoted: Vec<String> = figures.iter().map(|figure| format!("“{figure}”")).collect();
    let are = if figures.len() == 1 { "is" } else { "are" };
    let message = format!("{} {are} nowhere else in the paper: compare with its results.", quoted.join(", "));
    Some(Issue::new(statement.id, Stage::Inspect, Code::UnrepeatedFigure, Subject::Statement, message))
}

/// The figures of a statement that its paper does not repeat, as they are written.
fn unrepeated(statement: &Statement, source: &Source) -> Vec<String> {
    // Of a source without pages, as of JATS, the tables are not read.
    let is_paper = source.works.is_empty() && source.pages.len() > 1;
    let Some(place) = statement.place.filter(|_| is_paper) else { return Vec::new() };
    let length: usize = source.pages.iter().map(|page| page.text.len()).sum();
    let before = source.pages.iter().take_while(|page| page.number < place.page).map(|page| page.text.len());
    let start = before.sum::<usize>() + place.start;
    let Some(own) = own_words(source, place).filter(|_| length >= SHORTEST_PAPER && start < OPENING.min(length / 4))
    else {
        return Vec::new();
    };
    let given = figures(own).into_iter().filter(|figure| matches!(figure.sort, Sort::Amount | Sort::Ratio));
    let ranges: Vec<Range<usize>> = given.map(|figure| figure.range).collect();
    let written = numbers(own);
    let is_part = |one: &Number<'_>| written.iter().any(|other| other.contains(one));
    let claimed: Vec<&Number<'_>> = written
        .iter()
        .filter(|number| number.digits >= LEAST_DIGITS && ranges.iter().any(|range| range.contains(&number.at)))
        .filter(|number| !is_part(number))
        .collect();
    if claimed.is_empty() {
        return Vec::new();
    }
    let elsewhere: Vec<Number<'_>> = source
        .pages
        .iter()
        .flat_map(|page| {
            let cut = |number: &Number<'_>| page.number == place.page && (place.start..place.end).contains(&number.at);
            numbers(&page.text).into_iter().filter(move |number| !cut(number))
        })
        .collect();
    let mut found: Vec<String> = Vec::new();
    for number in claimed.iter().filter(|number| !elsewhere.iter().any(|other| number.agrees_with(other))) {
        let text = if number.percent { format!("{}%", number.text) } else { number.text.to_owned() };
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The words of a statement as its source has them.
fn own_words(source: &Source, place: Place) -> Option<&str> {
    source.pages.iter().find(|page| page.number == place.page)?.text.get(place.start..place.end)
}

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
struct Number<'a> {
    at: usize,
    text: &'a str,
    value: f64,
    /// Half of the last significant place: 500 for “781 000”.
    half: f64,
    /// Whether it has decimals.
    decimal: bool,
    percent: bool,
    /// Significant digits.
    digits: usize,
    /// The number with the words beside it.
    around: &'a str,
}

impl Number<'_> {
    /// Whether `other` is a part of it: “781” of “781 000”.
    fn contains(&self, other: &Number<'_>) -> bool {
        self.text.len() > other.text.len() && (self.at..self.at + self.text.len()).contains(&other.at)
    }

    /// Whether `other`, from elsewhere in the paper, is the same number: equal, more exact, rounded likewise, or as a share
    /// instead of in percent.
    fn agrees_with(&self, other: &Number<'_>) -> bool {
        let near = |factor: f64| {
            let half = if other.decimal { self.half.max(other.half * factor) } else { self.half };
            (self.value - other.value * factor).abs() <= half * (1.0 + 1e-9)
        };
        near(1.0)
            || (self.percent && near(100.0) && other.is_share())
            || (other.percent && near(0.01) && self.is_share())
    }

    /// Whether it may be a share of one: a bare number, no measure, ratio or p value.
    fn is_share(&self) -> bool {
        self.decimal
            && quantities(self.around).iter().any(|one| {
                one.kind == QuantityKind::Plain && one.unit.is_none() && self.around[one.figures.clone()] == *self.text
            })
    }
}

/// The numbers of a text. Groups of three digits count both as one number and as several.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let bytes = text.as_bytes();
    let run = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = run(at);
        if digits == 0 {
            at += 1;
            continue;
        }
        let first = at + digits;
        // “p53” is a name, and the decimals of a number are none.
        let mut before = text[..at].chars().rev();
        let mark = before.next();
        let is_decimal = mark.is_some_and(|mark| matches!(mark, '.' | '·' | '∙'))
            && before.next().is_some_and(|c| c.is_ascii_digit());
        if !is_decimal && !mark.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            found.extend(number(text, at..first));
            let mut end = first;
            while digits <= 3
                && let Some(mark) = text[end..].chars().next().filter(|mark| mark.is_whitespace() || *mark == ',')
                && run(end + mark.len_utf8()) == 3
            {
                end += mark.len_utf8() + 3;
            }
            found.extend((end > first).then(|| number(text, at..end)).flatten());
        }
        // The groups may be numbers of their own.
        at = first;
    }
    found
}

/// The number in `whole`, with the decimals behind it.
fn number(text: &str, whole: Range<usize>) -> Option<Number<'_>> {
    let point = text[whole.end..].chars().next().filter(|point| matches!(point, '.' | '·' | '∙'));
    let decimals =
        point.map_or(0, |point| text[whole.end + point.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count());
    let end = if decimals == 0 { whole.end } else { whole.end + point?.len_utf8() + decimals };
    let plain: String = text[whole.start..end]
        .chars()
        .filter_map(|c| match c {
            '·' | '∙' => Some('.'),
            c if c.is_ascii_digit() || c == '.' => Some(c),
            _ => None,
        })
        .collect();
    let start = text[..whole.start].char_indices().rev().nth(BESIDE).map_or(0, |(at, _)| at);
    let stop = text[end..].char_indices().nth(BESIDE).map_or(text.len(), |(at, _)| end + at);
    let zeros = if decimals == 0 { plain.len() - plain.trim_end_matches('0').len() } else { 0 };
    let place = i32::try_from(zeros).ok()? - i32::try_from(decimals).ok()?;
    Some(Number {
        at: whole.start,
        text: &text[whole.start..end],
        value: plain.parse().ok()?,
        half: 0.5 * 10f64.powi(place),
        decimal: decimals > 0,
        percent: text[end..].trim_start().starts_with('%'),
        digits: plain.replace('.', "").trim_start_matches('0').len(),
        around: &text[start..stop],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Page, fixtures};

    /// What is reported of an abstract, before a text that says `text` among much else.
    fn reported(summary: &str, text: &str) -> Vec<String> {
        let rest = "The nets were set at dusk and lifted at dawn on each of the days. ".repeat(300);
        let first = Page { number: 1, text: format!("A title\n\n{summary}\n\n{rest}").into() };
        let second = Page { number: 2, text: format!("{text} {rest}").into() };
        let start = first.text.find(summary).unwrap();
        let source = Source { pages: vec![first, second], ..fixtures::source("") };
        let place = Some(Place { page: 1, paragraph: 2, start, end: start + summary.len() });
        unrepeated(&Statement { place, ..Statement::claim(1, summary) }, &source)
    }

    /// The reviewer of a paper whose abstract was not brought up to date would not hear of it.
    #[test]
    fn a_figure_of_the_abstract_alone_is_reported_and_one_that_is_rounded_is_not() {
        let rows: &[(&str, &str, &[&str])] = &[
            ("Larvae took up 74% more oxygen.", "Uptake was 75.5% higher in larvae.", &["74%"]),
            ("Larvae took up 74% more oxygen.", "Uptake was 74.3% higher in larvae.", &[]),
            ("Larvae took up 74% more oxygen.", "The share of 0.742 was higher.", &[]),
            ("Larvae took up 74% more oxygen.", "They weighed 0.74 mg (p = 0.74).", &["74%"]),
            ("The odds ratio was 1.38.", "OR 1.377 (1.1–1.6)", &[]),
            ("The odds ratio was 1.38.", "OR 1.83 (1.1–1.6)", &["1.38"]),
            ("Some 781 000 people died.", "deaths 780 975", &[]),
            ("Of 1,234 patients 57 died.", "1234 patients, of whom 75 died", &["57"]),
            ("Rates fell from 12·5 to 9·25.", "12.5 fell to 9.27", &["9·25"]),
            ("Type 2 diabetes in 2019 rose with COVID-19 and p53.", "nothing", &[]),
            ("Mortality fell by 7 points (P = 0.0132).", "nothing", &[]),
        ];
        for (summary, text, expected) in rows {
            assert_eq!(reported(summary, text), *expected, "{summary} / {text}");
        }
    }
}
