use super::*;
use Comparator::{Approx, Eq, Ge, Gt, Le, Lt};
use QuantityKind::{Count, Date, Identifier, PValue, Percent, Plain, Ratio, Year};

fn usd() -> QuantityKind {
    QuantityKind::Money("USD".to_owned())
}

/// Text, and what is in it: value, unit ("" for none), kind, comparator.
type Case = (&'static str, Vec<(f64, &'static str, QuantityKind, Option<Comparator>)>);

fn cases() -> Vec<Case> {
    vec![
        ("$350 million", vec![(350e6, "", usd(), None)]),
        ("$350M", vec![(350e6, "", usd(), None)]),
        ("350,000,000 dollars", vec![(350e6, "", usd(), None)]),
        ("US$ 5.2 billion was spent", vec![(5.2e9, "", usd(), None)]),
        (
            "€20 and £3",
            vec![
                (20.0, "", QuantityKind::Money("EUR".into()), None),
                (3.0, "", QuantityKind::Money("GBP".into()), None),
            ],
        ),
        ("delivered 1.3 million vehicles in 2022", vec![(1.3e6, "vehicle", Count, None), (2022.0, "", Year, None)]),
        ("a 90,000-square-foot ballroom", vec![(90_000.0, "square foot", Plain, None)]),
        ("90,000 square feet", vec![(90_000.0, "square foot", Plain, None)]),
        ("rose by 23 %", vec![(23.0, "", Percent, None)]),
        ("23% of patients", vec![(23.0, "", Percent, None)]),
        ("23 percent", vec![(23.0, "", Percent, None)]),
        ("5 percentage points", vec![(5.0, "percentage", Count, None)]),
        ("(p < 0.05)", vec![(0.05, "", PValue, Some(Lt))]),
        ("P=.03", vec![(0.03, "", PValue, Some(Eq))]),
        ("a p-value of 0.2", vec![(0.2, "", PValue, None)]),
        ("p ≤ 0.001", vec![(0.001, "", PValue, Some(Le))]),
        (
            "OR 1.4 (95% CI 1.1-1.8)",
            vec![
                (1.4, "", Ratio, None),
                (95.0, "ci", Percent, None),
                (1.1, "ci", Ratio, None),
                (1.8, "ci", Ratio, None),
            ],
        ),
        (
            "efficacy 27.0%; 95% CI 4.9, 44.0%",
            vec![
                (27.0, "", Percent, None),
                (95.0, "ci", Percent, None),
                (4.9, "ci", Plain, None),
                (44.0, "ci", Percent, None),
            ],
        ),
        ("HR = 0.72", vec![(0.72, "", Ratio, Some(Eq))]),
        ("hazard ratio, 0.72", vec![(0.72, "", Ratio, None)]),
        ("a relative risk of 2.1", vec![(2.1, "", Ratio, None)]),
        ("two or 3 mice", vec![(2.0, "", Plain, None), (3.0, "mouse", Count, None)]),
        ("in 2022 it fell", vec![(2022.0, "", Year, None)]),
        ("in the 1990s", vec![(1990.0, "decade", Year, None)]),
        ("2000 patients", vec![(2000.0, "patient", Count, None)]),
        ("a phase 3 trial", vec![(3.0, "phase", Identifier, None)]),
        ("COVID-19", vec![(19.0, "covid19", Identifier, None)]),
        ("IL-6 and H1N1", vec![(6.0, "il6", Identifier, None), (1.0, "h1n1", Identifier, None)]),
        ("mutant p53", vec![(53.0, "p53", Identifier, None)]),
        ("see Fig. 2", vec![(2.0, "fig", Identifier, None)]),
        ("Study 329", vec![(329.0, "study", Identifier, None)]),
        ("twelve patients", vec![(12.0, "patient", Count, None)]),
        ("three hundred mice", vec![(300.0, "mouse", Count, None)]),
        ("twenty-five women", vec![(25.0, "woman", Count, None)]),
        ("half of them", vec![(0.5, "", Plain, None)]),
        ("a third of it", vec![(1.0 / 3.0, "", Plain, None)]),
        ("two-thirds agreed", vec![(2.0 / 3.0, "", Plain, None)]),
        ("10^6 cells", vec![(1e6, "cell", Count, None)]),
        ("10⁶ cells", vec![(1e6, "cell", Count, None)]),
        ("3 × 10⁶ cells", vec![(3e6, "cell", Count, None)]),
        ("5 × 10−3", vec![(5.0, "", Plain, None), (10.0, "", Plain, None), (3.0, "", Plain, None)]),
        ("5×10⁻³ M", vec![(0.005, "", Plain, None)]),
        ("1/2000 births", vec![(1.0 / 2000.0, "birth", Plain, None)]),
        ("10–15 mg", vec![(10.0, "mg", Plain, None), (15.0, "mg", Plain, None)]),
        ("10 to 15 mg daily", vec![(10.0, "mg", Plain, None), (15.0, "mg", Plain, None)]),
        ("between 3 and 5 years", vec![(3.0, "year", Plain, None), (5.0, "year", Plain, None)]),
        ("$1-2 million", vec![(1e6, "", usd(), None), (2e6, "", usd(), None)]),
        ("a change of −0.5 kg", vec![(-0.5, "kg", Plain, None)]),
        ("a change of -2%", vec![(-2.0, "", Percent, None)]),
        ("1,234,567 people", vec![(1_234_567.0, "person", Count, None)]),
        ("5 mg/kg", vec![(5.0, "mg/kg", Plain, None)]),
        ("10mg", vec![(10.0, "mg", Plain, None)]),
        ("5 mg per day", vec![(5.0, "mg/day", Plain, None)]),
        ("30 kg/m2", vec![(30.0, "kg/m2", Plain, None)]),
        ("30 kg/m²", vec![(30.0, "kg/m2", Plain, None)]),
        ("a 3-year-old child", vec![(3.0, "year", Plain, None)]),
        ("350 adult patients", vec![(350.0, "patient", Count, None)]),
        ("at least 5 studies", vec![(5.0, "study", Count, Some(Ge))]),
        ("no more than 5 days", vec![(5.0, "day", Plain, Some(Le))]),
        ("more than 1 million deaths", vec![(1e6, "death", Count, Some(Gt))]),
        ("aged 65 years or older", vec![(65.0, "year", Plain, Some(Ge))]),
        ("~5 days", vec![(5.0, "day", Plain, Some(Approx))]),
        ("fewer than 10 deaths", vec![(10.0, "death", Count, Some(Lt))]),
        ("on March 5, 2020", vec![(5.0, "march", Date, None), (2020.0, "", Year, None)]),
        ("on 5 March 2020", vec![(5.0, "march", Date, None), (2020.0, "march", Year, None)]),
        ("the 5th of March", vec![(5.0, "march", Date, None)]),
        ("on Dec. 12", vec![(12.0, "dec", Date, None)]),
        ("in May 2019", vec![(2019.0, "may", Year, None)]),
        ("in 1066 and 1889", vec![(1066.0, "", Year, None), (1889.0, "", Year, None)]),
        ("in 2000 sales rose", vec![(2000.0, "", Year, None)]),
        ("in 2000 patients", vec![(2000.0, "patient", Count, None)]),
        ("the risk ratio for death from any cause was 1.4", vec![(1.4, "", Ratio, None)]),
        ("certified to ISO 9001", vec![(9001.0, "ISO", Identifier, None)]),
        ("the A38 and BNT162b2", vec![(38.0, "a38", Identifier, None), (162.0, "bnt162b2", Identifier, None)]),
        ("ARRY-142886 and NHS-2019", vec![(142_886.0, "arry142886", Identifier, None), (2019.0, "", Year, None)]),
        ("on day 28", vec![(28.0, "day", Identifier, None)]),
        ("for 28 days", vec![(28.0, "day", Plain, None)]),
        ("flight 1549 landed", vec![(1549.0, "flight", Identifier, None)]),
        ("20 °C, 20 degrees Celsius, 20 degrees C", vec![(20.0, "°c", Plain, None); 3]),
        ("68°F and 5 degrees", vec![(68.0, "°f", Plain, None), (5.0, "°", Plain, None)]),
        ("10 m, 10 ft", vec![(10.0, "m", Plain, None), (10.0, "foot", Plain, None)]),
        ("60 m², 60 sq ft", vec![(60.0, "m2", Plain, None), (60.0, "square foot", Plain, None)]),
        ("120 km/h, 75 mph", vec![(120.0, "km/hour", Plain, None), (75.0, "mile/hour", Plain, None)]),
        ("75 miles per hour", vec![(75.0, "mile/hour", Plain, None)]),
        ("it weighs 12 pounds", vec![(12.0, "lb", Plain, None)]),
        ("it cost 12 pounds", vec![(12.0, "", QuantityKind::Money("GBP".into()), None)]),
        ("two dozen eggs", vec![(24.0, "egg", Count, None)]),
        ("half a million jobs", vec![(500e3, "job", Count, None)]),
        ("three times", vec![(3.0, "fold", Plain, None)]),
        ("90 000 jobs", vec![(90e3, "job", Count, None)]),
        (".72 and 1,2", vec![(0.72, "", Plain, None), (1.0, "", Plain, None), (2.0, "", Plain, None)]),
        ("10⁶ is not 106", vec![(1e6, "", Plain, None), (106.0, "", Plain, None)]),
        ("mid-2019", vec![(2019.0, "", Year, None)]),
        ("no one came", vec![]),
        ("no numbers here", vec![]),
        ("37.5 °C", vec![(37.5, "°c", Plain, None)]),
        ("0·72", vec![(0.72, "", Plain, None)]),
        ("a million dollars", vec![(1e6, "", usd(), None)]),
        ("12k users", vec![(12e3, "user", Count, None)]),
    ]
}

#[test]
fn numbers_are_read_with_what_belongs_to_them() {
    let mut wrong = String::new();
    for (text, expected) in cases() {
        let got = quantities(text);
        let same = got.len() == expected.len()
            && got.iter().zip(&expected).all(|(got, (value, unit, kind, comparator))| {
                (got.value - value).abs() <= value.abs() * 1e-9
                    && got.unit.as_deref().unwrap_or_default() == *unit
                    && got.kind == *kind
                    && got.comparator == *comparator
            });
        if !same {
            let told: Vec<_> = got.iter().map(|q| (q.value, q.unit.as_deref(), &q.kind, q.comparator)).collect();
            wrong.push_str(&format!("{text}: {told:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn words_of_approximation_and_precision_are_kept_apart() {
    let flags = |text: &str| quantities(text).first().map(|quantity| (quantity.approximate, quantity.precise));
    for text in [
        "roughly $350 million",
        "about 5 days",
        "nearly half",
        "some 300 people",
        "close to 5 km",
        "≈ 3 mg",
        "an estimated 4 million people",
    ] {
        assert_eq!(flags(text), Some((true, false)), "{text}");
    }
    assert_eq!(flags("exactly 12 deaths"), Some((false, true)));
    assert_eq!(flags("12 deaths"), Some((false, false)));
}

#[test]
fn the_stated_rounding_follows_the_figures() {
    let stated = |text: &str| quantities(text).first().map(|quantity| (quantity.digits, quantity.step));
    assert_eq!(stated("1.3 million cars"), Some((2, 100_000.0)));
    assert_eq!(stated("0.72"), Some((2, 0.01)));
    assert_eq!(stated("350"), Some((3, 1.0)));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_harm(text in "(\\PC|[0-9.,$%~<>= a-z×⁶^-]){0,60}") {
        for quantity in quantities(&text) {
            proptest::prop_assert!(text.get(quantity.range).is_some_and(|part| !part.is_empty()));
            proptest::prop_assert!(text.get(quantity.figures).is_some_and(|part| !part.is_empty()));
        }
    }
}
