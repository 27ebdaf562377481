use super::*;

const SOURCE: &str = "The trial was effec-\ntive. Mortality fell from 23 % to 12 % (HR = 0.72, p < 0.05), \
    which was not expected. We counted 10⁶ cells and 1,000 patients, without any loss. \
    A signiﬁcant rise of −0.5 mg was seen in the treated group after 12 weeks.";

fn found(quote: &str) -> Result<String, Missing> {
    let hay = Haystack::new(&[(1, SOURCE)]);
    hay.find(quote, Some(1), TOLERANCE).map(|found| SOURCE[found.range].to_owned())
}

fn kind(quote: &str) -> Option<TokenKind> {
    match found(quote) {
        Err(Missing::Differs(difference)) => Some(difference.kind),
        _ => None,
    }
}

#[test]
fn the_sources_own_text_is_given_with_its_punctuation() {
    for (quote, expected) in [
        ("the trial was effective.", "The trial was effec-\ntive."),
        ("Mortality fell from 23% to 12%", "Mortality fell from 23 % to 12 %"),
        ("(HR = 0.72, p < 0.05)", "(HR = 0.72, p < 0.05)"),
        ("A significant rise of -0.5 mg was seen", "A signiﬁcant rise of −0.5 mg was seen"),
        ("We counted 10^6 cells and 1000 patients", "We counted 10⁶ cells and 1,000 patients"),
    ] {
        assert_eq!(found(quote).as_deref(), Ok(expected), "{quote}");
    }
}

#[test]
fn another_number_negation_or_comparison_is_another_finding() {
    use TokenKind::{Comparison, Negation, Number};
    for (quote, expected) in [
        ("to 12 % (HR = 0.12, p < 0.05), which was not expected", Number),
        ("to 12 % (HR = 0.72, p > 0.05), which was not expected", Number),
        ("We counted 106 cells and 1,000 patients", Number),
        ("A significant rise of 0.5 mg was seen in the treated group", Number),
        ("Mortality fell from 23 to 12 %", Number),
        ("(HR = 0.72, p < 0.05), which was expected. We counted 10⁶ cells", Negation),
        ("We counted 10⁶ cells and 1,000 patients, with any loss", Negation),
        ("A insignificant rise of −0.5 mg was seen in the treated group after 12 weeks.", Negation),
        ("A significant rise of −0.5 mg was seen in the treated group before 12 weeks. ", Comparison),
    ] {
        let hay = Haystack::new(&[(1, SOURCE)]);
        let answer = hay.find(quote, Some(1), TOLERANCE_SCANNED);
        let got = match &answer {
            Err(Missing::Differs(difference)) => Some(difference.kind),
            _ => None,
        };
        assert_eq!(got, Some(expected), "{quote}: {answer:?}");
    }
    assert_eq!(kind("nothing like this stands anywhere"), None);
}
