//! Numbers are compared only for the same quantity in the same unit, relative
//! to the statement's (`docs/rules.md#numbers`).

use crate::text::{self, fold};

use super::{
    attach::Attached,
    figures::{Bound, Figure, Sort, figures},
    lexicon::{AMOUNTS, DOWN, ONCE, UP},
    when::other_time,
    wording::Wording,
};

/// Tolerance with words of approximation.
const ROUGHLY: f64 = 0.15;
/// Tolerance without any.
const PLAINLY: f64 = 0.10;
/// Significance where the statement names no threshold of its own.
const SIGNIFICANCE: f64 = 0.05;
/// Below this, counts must be equal.
const SMALL_COUNT: f64 = 10.0;

/// Affinity from which two numbers are surely of the same quantity.
const SURELY_SAME: usize = 2;

/// What the comparison of two texts' numbers gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Pairs that agree, as `350 / 320`.
    pub agree: Vec<String>,
    /// An agreeing pair is hardly so by chance (`90,000 square feet`).
    pub telling: bool,
    /// An agreeing pair is no span of time, which mostly says when something was found and not what.
    pub measured: bool,
    /// Pairs of the same quantity that differ.
    pub conflict: Vec<String>,
    /// Odds ratios, hazard ratios or relative risks were compared.
    pub ratio: bool,
    /// The evidence speaks of other years or days than the statement, as `2022 / 2021`.
    pub other_time: Option<String>,
    /// The same is told in other money, in per cent or in another unit, as `$15 / 15`, and nothing agrees.
    pub other_measure: Option<String>,
    /// Numbers of the statement for which the evidence has another quantity or unit.
    pub not_comparable: Vec<String>,
}

impl Numbers {
    /// Whether they speak of other numbers or years.
    #[must_use]
    pub fn differs(&self) -> bool {
        !self.conflict.is_empty() || self.other_time.is_some()
    }

    /// Whether both speak of the same quantity, be it of the same size or not.
    #[must_use]
    pub fn compares(&self) -> bool {
        !self.agree.is_empty() || !self.conflict.is_empty()
    }

    /// Whether at least one number agrees and none differs.
    #[must_use]
    pub fn agrees(&self) -> bool {
        !self.agree.is_empty() && !self.differs()
    }
}

/// Compares the numbers of `evidence` with those of `statement`. `published` is
/// the evidence's date (ISO 8601 or its beginning; may be empty), by which
/// “last year” is understood.
#[must_use]
pub fn compare(statement: &str, evidence: &str, published: &str) -> Numbers {
    let own = figures(statement);
    // Sentences by the thousand are compared with a statement, and most statements have no number.
    if own.is_empty() {
        return Numbers::default();
    }
    let others = figures(evidence);
    let mut found = Numbers::default();
    let is_compared = |figure: &Figure| matches!(figure.sort, Sort::Ratio | Sort::Amount);
    // Most sentences have nothing to attach.
    let attached = (own.iter().any(is_compared) && others.iter().any(is_compared))
        .then(|| (Attached::new(statement, &own), Attached::new(evidence, &others)));
    for (at, one) in own.iter().enumerate() {
        match one.sort {
            // A number within a name is no quantity: the name is compared as a name (`rules::names`).
            Sort::Year | Sort::Date | Sort::Name | Sort::Identifier => {}
            Sort::PValue => p_value(one, &others, &mut found),
            Sort::Ratio | Sort::Amount => {
                let Some((stated, seen)) = &attached else { continue };
                let (context, reached) = (stated.context(at, statement), stated.is_reached(at, statement));
                let meant = |other: usize| seen.meant(other, &context, reached);
                amount(one, (&own, &others), seen, &meant, &mut found);
            }
        }
    }
    if !found.compares() {
        let mut pairs = own.iter().flat_map(|one| others.iter().map(move |two| (one, two)));
        let written = |(one, two): (&Figure, &Figure)| {
            format!("{} / {}", &statement[one.range.clone()], &evidence[two.range.clone()])
        };
        found.other_measure = pairs.find(|(one, two)| other_measure(one, two)).map(written);
    }
    if let Some(years) = other_time(&own, &others, evidence, published) {
        // The year of what happens once is what is said of it; else it is the time that is spoken of.
        let (own_words, other_words) = (Wording::of(statement), Wording::of(evidence));
        let once = own_words.stems_of(ONCE).any(|stem| other_words.stems_of(&[stem]).next().is_some());
        if once && own.iter().all(|figure| matches!(figure.sort, Sort::Year | Sort::Date)) {
            found.conflict.push(years);
        } else {
            found.other_time = Some(years);
        }
    }
    found
}

/// How many numbers a text has that say how much.
#[must_use]
pub fn count(text: &str) -> usize {
    figures(text).iter().filter(|figure| matches!(figure.sort, Sort::Amount | Sort::Ratio | Sort::PValue)).count()
}

/// Whether a word only says how much: a number, a magnitude, a unit, “roughly”.
#[must_use]
pub fn says_how_much(word: &str) -> bool {
    AMOUNTS.contains(&fold(word).as_str()) || text::says_how_much(word)
}

fn pair(one: &Figure, other: &Figure) -> String {
    format!("{} / {}", one.text, other.text)
}

fn p_value(one: &Figure, others: &[Figure], found: &mut Numbers) {
    let threshold = if one.bound == Bound::Exact { SIGNIFICANCE } else { one.value };
    let below = |figure: &Figure| match figure.bound {
        Bound::AtMost => figure.value <= threshold,
        Bound::AtLeast => false,
        Bound::Exact => figure.value < threshold,
    };
    let others: Vec<&Figure> = others.iter().filter(|other| other.sort == Sort::PValue).collect();
    if let Some(same) = others.iter().find(|other| below(other) == below(one)) {
        found.measured = true;
        found.agree.push(pair(one, same));
    } else if let Some(other) = others.first() {
        found.conflict.push(pair(one, other));
    }
}

fn amount(
    one: &Figure,
    (own, others): (&[Figure], &[Figure]),
    attached: &Attached,
    meant: &dyn Fn(usize) -> bool,
    found: &mut Numbers,
) {
    let others: Vec<_> = others.iter().map(|other| other.dosed_as(one)).collect();
    let alike = |at: &usize| others[*at].sort == one.sort && others[*at].unit == one.unit;
    let related: Vec<Option<usize>> = others.iter().map(|other| affinity(one, other)).collect();
    // Numbers of one sentence are of one quantity, if one of them is of the statement's.
    let in_group = |at: usize| {
        let group = (0..others.len()).filter(alike).filter(|&other| attached.same_group(at, other));
        group.filter_map(|other| related[other]).max()
    };
    let candidates: Vec<(usize, &Figure)> = (0..others.len())
        .filter(alike)
        .filter(|&at| meant(at))
        .filter_map(|at| Some((in_group(at)?, &*others[at])))
        .collect();
    let Some(most) = candidates.iter().map(|(affinity, _)| *affinity).max() else {
        let comparable = |other: &&Figure| other.sort == Sort::Amount && one.sort == Sort::Amount;
        if let Some(other) = others.iter().map(|other| &**other).find(comparable) {
            found.not_comparable.push(pair(one, other));
        }
        return;
    };
    let best: Vec<&Figure> =
        candidates.iter().filter(|(affinity, _)| *affinity == most).map(|(_, other)| *other).collect();
    let within_range = best
        .windows(2)
        .any(|pair| pair[0].value <= one.value && one.value <= pair[1].value && pair[0].value < pair[1].value);
    // “Fell from 6.1 % in 2018 to 5.3 % in 2019” has the stated figure beside another of the same quantity.
    let agreeing = || candidates.iter().map(|(_, other)| *other).find(|other| same_amount(one, other));
    if let Some(same) = best.iter().copied().find(|other| same_amount(one, other)).or_else(agreeing) {
        let digits = one.text.bytes().filter(u8::is_ascii_digit).count();
        found.telling |=
            distinctive(one) || one.sort == Sort::Amount && (one.magnitude > 1.0 || digits >= 3 && most >= SURELY_SAME);
        found.measured |= &*one.unit != "s";
        found.ratio |= one.sort == Sort::Ratio;
        found.agree.push(pair(one, same));
    } else if within_range {
        // That a range includes the figure neither confirms nor excludes it.
        found.not_comparable.push(pair(one, best[0]));
    } else if let Some(other) = best.iter().find(|other| !is_matched(other, own) && one.criterion == other.criterion) {
        found.ratio |= one.sort == Sort::Ratio;
        found.conflict.push(pair(one, other));
    } else {
        found.not_comparable.push(pair(one, best[0]));
    }
}

/// Whether a figure of the evidence is one that the statement gives beside the one compared: “six months against
/// three” does not conflict with “three months”.
fn is_matched(other: &Figure, own: &[Figure]) -> bool {
    own.iter().any(|one| (one.sort, &one.unit) == (other.sort, &other.unit) && same_amount(one, other))
}

/// Whether two numbers say the same in measures that cannot be compared: other
/// money, a share for a sum, the same round figure of another unit. “7489 nucleotides” are “7489 bp”.
fn other_measure(one: &Figure, two: &Figure) -> bool {
    let amounts = one.sort == Sort::Amount && two.sort == Sort::Amount;
    if !amounts || one.unit == two.unit {
        return false;
    }
    let is_round = one.text.trim_end_matches(['0', ',', '.']).bytes().filter(u8::is_ascii_digit).count() < 3;
    let same = one.text == two.text && is_round;
    if one.unit.is_empty() || two.unit.is_empty() {
        // “300,000 homes” and “300,000 cubic metres”.
        return same && distinctive(one);
    }
    let shared = one.near.iter().filter(|stem| two.near.contains(stem)).count();
    let pays = |figure: &Figure| figure.is_money() || figure.unit == "%";
    let alike = pays(one) && pays(two) || same;
    one.is_money() && two.is_money() || alike && shared >= SURELY_SAME
}

/// How surely two numbers are of the same quantity; `None` when they are not.
fn affinity(one: &Figure, other: &Figure) -> Option<usize> {
    let alike = |a: &str, b: &str| a == b || a.len().min(b.len()) >= 5 && (a.starts_with(b) || b.starts_with(a));
    let same_noun = one.noun.as_ref().zip(other.noun.as_ref()).is_some_and(|(a, b)| alike(a, b));
    let same_noun = same_noun || toll(one).is_some_and(|kind| toll(other) == Some(kind));
    let shared = one.near.iter().filter(|stem| other.near.contains(stem)).count();
    // By how much it rose is not how much it is.
    if one.change && !other.change && !other.near.iter().any(|stem| is_direction(stem)) {
        return None;
    }
    match one.sort {
        Sort::Ratio => Some(shared),
        // A bare count is a count of something: without a shared noun nothing is known to be the same.
        _ if one.unit.is_empty() => {
            let counted = one.noun.as_ref().is_none_or(|noun| other.near.contains(noun));
            (same_noun || counted && shared > 0).then_some(shared + 3 * usize::from(same_noun))
        }
        _ => (same_noun || shared > 0 || distinctive(one) && same_amount(one, other))
            .then_some(shared + 3 * usize::from(same_noun)),
    }
}

/// Which toll of an accident a count is of, by its noun or by the verb beside it: “180 deaths”, “killed 180 people”.
fn toll(figure: &Figure) -> Option<usize> {
    const TOLLS: [&[&str]; 2] =
        [&["death", "fatal", "kill", "die", "dead", "live"], &["injur", "injuri", "wound", "hurt", "casualti"]];
    const PEOPLE: &[&str] = &[
        "peopl", "person", "resid", "soldier", "civilian", "man", "men", "woman", "women", "children", "passeng",
        "worker", "other",
    ];
    if !figure.unit.is_empty() || figure.sort != Sort::Amount {
        return None;
    }
    let of = |stems: &[&str]| figure.noun.as_ref().is_some_and(|noun| stems.contains(&noun.as_str()));
    let beside: Vec<usize> =
        (0..2).filter(|&kind| figure.near.iter().any(|stem| TOLLS[kind].contains(&stem.as_str()))).collect();
    let named = (0..2).find(|&kind| of(TOLLS[kind]));
    named.or_else(|| beside.first().copied().filter(|_| beside.len() == 1 && (figure.noun.is_none() || of(PEOPLE))))
}

fn is_direction(stem: &str) -> bool {
    UP.contains(&stem) || DOWN.contains(&stem)
}

/// A number that is hardly the same by chance.
fn distinctive(figure: &Figure) -> bool {
    figure.text.bytes().filter(u8::is_ascii_digit).count() >= 3 && !matches!(&*figure.unit, "%" | "s")
}

fn same_amount(one: &Figure, other: &Figure) -> bool {
    let (stated, seen) = (one.value, other.value);
    let gap = (stated - seen).abs();
    // Where units are converted, their factors are rounded.
    let exact = gap <= stated.abs() * 1e-4;
    if one.sort == Sort::Ratio && (stated - 1.0) * (seen - 1.0) < 0.0 {
        return false;
    }
    match (one.bound, other.bound) {
        (Bound::AtLeast, Bound::Exact | Bound::AtLeast) => return seen >= stated * (1.0 - 1e-4),
        (Bound::AtMost, Bound::Exact | Bound::AtMost) => return seen <= stated * (1.0 + 1e-4),
        (Bound::AtLeast, Bound::AtMost) => return seen > stated,
        (Bound::AtMost, Bound::AtLeast) => return seen < stated,
        // “More than 1 million” is said of 1.3 million, hardly of 3.
        (Bound::Exact, Bound::AtLeast) if !one.precise => {
            return stated >= seen * (1.0 - PLAINLY) && stated <= seen * 1.5;
        }
        (Bound::Exact, Bound::AtMost) if !one.precise => {
            return stated <= seen * (1.0 + PLAINLY) && stated >= seen / 1.5;
        }
        _ => {}
    }
    let small_count = one.unit.is_empty() && one.plain && stated < SMALL_COUNT && one.sort == Sort::Amount;
    if one.precise || (small_count && !one.approximate) {
        return exact;
    }
    let tolerance = if one.approximate { ROUGHLY } else { PLAINLY };
    // The small extra lets a share that is just on the border in.
    let rounded = !one.plain && gap <= one.rounding;
    gap <= stated.abs() * tolerance * (1.0 + 1e-9) || rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(statement: &str, evidence: &str) -> &'static str {
        let found = compare(statement, evidence, "");
        if found.other_time.is_some() {
            "other time"
        } else if !found.conflict.is_empty() {
            "conflict"
        } else if found.agree.is_empty() {
            "not comparable"
        } else {
            "agree"
        }
    }

    #[test]
    fn the_tolerance_follows_the_words() {
        for (statement, evidence, expected) in [
            ("received roughly $350 million in donations", "received $320 million in donations", "agree"),
            (
                "In patients with an ejection fraction of 45% or more death was less common.",
                "Death from cardiac causes in patients occurred in 18.9% of the drug group.",
                "not comparable",
            ),
            (
                "The minimum wage lowered employment among people under 25 in exposed municipalities.",
                "Workers in 278 municipalities were bound by the minimum wage.",
                "not comparable",
            ),
            ("received roughly $350 million in donations", "received $200 million in donations", "conflict"),
            ("received exactly $350 million in donations", "received $349 million in donations", "conflict"),
            ("received precisely $350M in donations", "received $350 million in donations", "agree"),
            ("received $350 million in donations", "received $320 million in donations", "agree"),
            ("received $350 million in donations", "received $310 million in donations", "conflict"),
            ("received nearly $350 million in donations", "received $310 million in donations", "agree"),
            ("raised $350,000,000", "raised $350M", "agree"),
            ("an area of 90,000 square feet", "a 90,000-sq-ft building of that area", "agree"),
            ("sold 1.3 million vehicles", "sold 1.31 million vehicles", "agree"),
            ("sold 1.3 million vehicles", "sold 2 million vehicles", "conflict"),
            ("a rate of 40 % of adults", "a rate of 20 percent of adults", "conflict"),
            ("unemployment fell to 5.3 percent", "unemployment fell from 6.1 per cent to 5.3 per cent", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn a_number_is_compared_with_the_one_of_the_same_year_arm_or_end() {
        for (statement, evidence, expected) in [
            (
                "a rate of 3.1 percent in 2022",
                "the rate climbed from 3.1 percent in 2021 to 7.2 percent in 2022",
                "conflict",
            ),
            (
                "a rate of 7.2 percent in 2022",
                "the rate climbed from 3.1 percent in 2021 to 7.2 percent in 2022",
                "agree",
            ),
            ("a rate of 61 percent in 2010", "the rate, 54 percent in 2010, stood at 61 percent in 2020", "conflict"),
            ("43% responded with placebo", "responses were 43% with the drug and 12% with placebo", "conflict"),
            ("12% responded with placebo", "responses were 43% with the drug and 12% with placebo", "agree"),
            (
                "survival was 48% after surgery",
                "survival was 71% (95% CI 66 to 76) after surgery and 48% with drugs",
                "conflict",
            ),
            ("the rate of obesity dropped to 18%", "the rate of obesity fell from 24% to 18%", "agree"),
            ("the rate of obesity dropped to 24%", "the rate of obesity fell from 24% to 18%", "conflict"),
            (
                "placebo gave a response of 12%",
                "the drug and placebo gave responses of 43% and 12%, respectively",
                "agree",
            ),
            (
                "a specificity of 71% in the test",
                "the test had a sensitivity of 71% and a specificity of 99%",
                "conflict",
            ),
            (
                "the rate fell by 12 beats per minute with the lower dose",
                "the rate fell by 5 beats per minute with the lower dose and by 12 beats per minute with the higher dose",
                "conflict",
            ),
            (
                "nausea was reported by 22% of the placebo group",
                "in the metformin group 22% reported nausea; in the placebo group 8% did",
                "conflict",
            ),
            ("at age 65 men walked 4 km", "the 1,200 65-year-old men walked 4 km", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn some_numbers_must_be_equal() {
        for (statement, evidence, expected) in [
            ("the fire killed 9 people", "the fire killed 8 people", "conflict"),
            ("three astronauts died", "two astronauts died", "conflict"),
            ("three astronauts died", "3 astronauts died", "agree"),
            ("a phase 3 trial of the drug", "a phase 2 trial of the drug", "not comparable"),
            (
                "obesity protects against type 2 diabetes",
                "obesity raises the risk of type 2 diabetes",
                "not comparable",
            ),
            ("delivered 100 cars in 2022", "delivered 100 cars in 2021", "other time"),
            ("delivered 100 cars in 2022", "in 2022 it delivered 100 cars", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn significance_and_ratios_may_not_cross_their_lines() {
        for (statement, evidence, expected) in [
            ("mortality fell (p < 0.05)", "mortality fell (p = 0.20)", "conflict"),
            ("mortality fell (p < 0.05)", "mortality fell (p = 0.03)", "agree"),
            ("a hazard ratio of 1.05 for death", "a hazard ratio of 0.97 for death", "conflict"),
            ("a hazard ratio of 0.72 for death", "a hazard ratio of 0.12 for death", "conflict"),
            ("a hazard ratio of 0.72 for death", "a hazard ratio of 0.70 for death", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn other_quantities_are_not_compared() {
        for (statement, evidence) in [
            ("the trial had 200 patients", "follow-up took 36 months"),
            ("the ballroom costs $250 million", "the ballroom has 90,000 square feet"),
            ("Tesla delivered 1.3 million vehicles", "Tesla employs 120,000 workers"),
            ("IL-6 rose", "IL-8 and p53 rose in COVID-19"),
        ] {
            assert_eq!(verdict(statement, evidence), "not comparable", "{statement} / {evidence}");
        }
    }

    #[test]
    fn the_same_time_is_asked_for_to_the_day() {
        for (statement, evidence, expected) in [
            ("it sailed on 14 May 2019", "it sailed on 15 May 2019", "other time"),
            ("it sailed on 14 May 2019", "it sailed on May 14th, 2019", "not comparable"),
            ("it sailed on 14 May 2019", "it sailed in 2019", "not comparable"),
            ("it sailed in May 2019", "it sailed on 3 May 2019", "not comparable"),
            ("it sailed in May 2019", "it sailed in June 2019", "other time"),
            ("it sailed before 14 May", "it sailed on 3 April", "not comparable"),
            ("it sailed on 14 May", "it sailed from 12 May to 3 June", "not comparable"),
            ("the ship was launched on 14 May 2019", "the ship was launched on 15 May 2019", "conflict"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn units_are_brought_to_one() {
        for (statement, evidence, expected) in [
            ("kept at 20 °C", "kept at 68 °F", "agree"),
            ("kept at 20 °C", "kept at 68 °C", "conflict"),
            ("a rise of 2 °C", "a rise of 3.6 °F", "agree"),
            ("a rise of 2 °C", "a rise of 36 °F", "conflict"),
            ("a tower 10 m high", "a tower 10 ft high", "conflict"),
            ("a flat of 25 m2", "a flat of 60 m²", "conflict"),
            ("a speed of 120 km/h", "a speed of 75 mph", "agree"),
            ("a speed of 120 km/h", "a speed of 75 km/h", "conflict"),
            ("a weight of 10 pounds", "a weight of 4.5 kg", "agree"),
            ("a weight of 10 pounds", "a price of 10 pounds", "not comparable"),
            ("people who are 55 years old", "both 55- and 65-year-old people", "agree"),
            ("40 mg/day of folic acid", "40 mg of folic acid daily", "agree"),
            ("40 mg of folic acid", "60 mg/d of folic acid", "conflict"),
            ("a load of 40 kN", "a load of 30 kg", "not comparable"),
            ("the fund has 300 car shelters", "the fund has 500 carbon filters", "not comparable"),
            ("a prevalence of 12 per 1,000 inhabitants", "a prevalence of 12 per 100,000 inhabitants", "conflict"),
            ("4 deaths per 100,000 inhabitants", "40 deaths per million inhabitants", "agree"),
            ("a prevalence of 1.2 %", "a prevalence of 12 cases per 1000 inhabitants", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
        for (statement, evidence, other) in [
            ("The prize was £100.", "The prize was $100.", true),
            ("The stone bridge carries 40 kN.", "The stone bridge carries 40 kg.", true),
            ("The stone bridge carries 40 kN.", "The stone bridge is 300 m long.", false),
            ("The prize was £100.", "The prize was 100 pounds ($130).", false),
            ("The genome has 7489 nucleotides.", "The genome of the virus is 7489 bp long.", false),
        ] {
            assert_eq!(compare(statement, evidence, "").other_measure.is_some(), other, "{evidence}");
        }
    }

    #[test]
    fn bounds_and_ranges_are_understood() {
        for (statement, evidence, expected) in [
            ("more than 300 people died", "320 people died", "agree"),
            ("more than 300 people died", "250 people died", "conflict"),
            ("fewer than 300 people died", "320 people died", "conflict"),
            ("the plant cost $330 million", "the plant cost 300 to 350 million dollars", "agree"),
        ] {
            assert_eq!(verdict(statement, evidence), expected, "{statement} / {evidence}");
        }
    }

    #[test]
    fn a_year_in_a_name_is_not_a_time_and_last_year_is_one() {
        assert_eq!(
            compare("The Clean Air Act of 1970 covers lead", "In 2021 the act covers lead", "").other_time,
            None
        );
        let last_year =
            |published| compare("It sold 10 cars in 2022", "It sold 10 cars last year", published).other_time;
        assert_eq!(last_year("2023-01-05"), None);
        assert!(last_year("2020-01-05").is_some());
    }
}
