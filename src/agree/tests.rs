//! Every figure equals published examples and established implementations: `tests/agreement/reference.py` computes
//! the reference with krippendorff, statsmodels and scikit-learn.

use serde_json::Value as Json;

use super::*;

fn reference() -> Json {
    serde_json::from_str(include_str!("../../tests/agreement/reference.json")).unwrap()
}

fn same(ours: f64, reference: &Json) {
    let reference = reference.as_f64().unwrap();
    assert!((ours - reference).abs() < 1e-9, "{ours} is not {reference}");
}

fn same_interval(ours: Option<Interval>, reference: &Json) {
    let ours = ours.unwrap();
    same(ours.low, &reference[0]);
    same(ours.high, &reference[1]);
}

fn pairs(data: &Json) -> Vec<(usize, usize)> {
    let number = |n: &Json| usize::try_from(n.as_u64().unwrap()).unwrap();
    data["pairs"].as_array().unwrap().iter().map(|pair| (number(&pair[0]), number(&pair[1]))).collect()
}

fn units(data: &Json) -> Vec<Vec<usize>> {
    let ratings = |unit: &Json| {
        let given = unit.as_array().unwrap().iter().filter_map(Json::as_u64);
        given.map(|rating| usize::try_from(rating).unwrap()).collect()
    };
    data["units"].as_array().unwrap().iter().map(ratings).collect()
}

/// A reviewer would publish a wrong agreement.
#[test]
fn kappa_and_its_standard_error_are_those_of_the_literature() {
    let reference = reference();
    for name in ["cohen_1960", "fleiss_2003", "two_raters"] {
        let data = &reference[name];
        let found = kappa(&pairs(data), 3).unwrap();
        same(found.kappa.unwrap(), &data["kappa"]);
        same(found.standard_error.unwrap(), &data["se"]);
        same(found.agreement, &data["agreement"]);
        assert_eq!(found.n as u64, data["n"].as_u64().unwrap());
    }
    // As printed by Cohen 1960, and by Fleiss, Levin and Paik 2003.
    let printed = |name: &str| kappa(&pairs(&reference[name]), 3).unwrap();
    assert_eq!(format!("{:.3}", printed("cohen_1960").kappa.unwrap()), "0.492");
    assert_eq!(format!("{:.2}", printed("fleiss_2003").kappa.unwrap()), "0.68");
}

#[test]
fn alpha_with_gaps_is_that_of_the_literature() {
    let reference = reference();
    for name in ["krippendorff_2011", "gaps"] {
        let data = &reference[name];
        let units = units(data);
        let units: Vec<&[usize]> = units.iter().map(Vec::as_slice).collect();
        let categories = usize::try_from(data["categories"].as_u64().unwrap()).unwrap();
        for (metric, key) in [(Metric::Nominal, "nominal"), (Metric::Ordinal, "ordinal")] {
            same(alpha(&units, categories, metric).unwrap().alpha.unwrap(), &data[key]);
        }
    }
    // As printed by Krippendorff 2011.
    let units = units(&reference["krippendorff_2011"]);
    let units: Vec<&[usize]> = units.iter().map(Vec::as_slice).collect();
    let nominal = alpha(&units, 5, Metric::Nominal).unwrap();
    assert_eq!(format!("{:.3}", nominal.alpha.unwrap()), "0.743");
    assert_eq!((nominal.n, nominal.ratings), (11, 40), "one of the 12 units has a single rating");
    assert_eq!(format!("{:.3}", alpha(&units, 5, Metric::Ordinal).unwrap().alpha.unwrap()), "0.815");
}

#[test]
fn intervals_are_those_of_the_same_draws_elsewhere() {
    let reference = reference();
    let two = &reference["two_raters"];
    same_interval(bootstrap(&pairs(two), &|drawn| kappa(drawn, 3)?.kappa), &two["interval"]);
    let gaps = &reference["gaps"];
    let rated = units(gaps);
    let rated: Vec<&[usize]> = rated.iter().map(Vec::as_slice).collect();
    for (metric, key) in [(Metric::Nominal, "nominal_interval"), (Metric::Ordinal, "ordinal_interval")] {
        same_interval(bootstrap(&rated, &|drawn| alpha(drawn, 3, metric)?.alpha), &gaps[key]);
    }
    for case in reference["wilson"].as_array().unwrap() {
        let number = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
        same_interval(wilson(number("part"), number("whole")), &case["interval"]);
    }
}

/// A table full of NaN, or a perfect score where there is nothing to score.
#[test]
fn what_is_not_defined_has_no_number() {
    assert_eq!(kappa(&[], 3), None);
    let constant = kappa(&[(1, 1), (1, 1)], 3).unwrap();
    assert_eq!((constant.agreement, constant.kappa, constant.standard_error), (1.0, None, None));
    assert_eq!(alpha(&[&[1], &[]], 3, Metric::Nominal), None);
    assert_eq!(alpha(&[&[1, 1], &[1, 1]], 3, Metric::Ordinal).unwrap().alpha, None);
    assert_eq!(wilson(0, 0), None);
    assert_eq!(bootstrap::<usize>(&[], &|_| None), None);
}
