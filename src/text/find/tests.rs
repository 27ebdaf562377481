use super::*;

/// A tolerance at which other words would pass, if words were all that is compared.
const LOOSE: f64 = 0.125;

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
        let answer = hay.find(quote, Some(1), LOOSE);
        let got = match &answer {
            Err(Missing::Differs(difference)) => Some(difference.kind),
            _ => None,
        };
        assert_eq!(got, Some(expected), "{quote}: {answer:?}");
    }
    assert_eq!(kind("nothing like this stands anywhere"), None);
}

#[test]
fn shuffled_words_are_not_a_quote() {
    let quote = "treated the in seen was mg −0.5 of rise significant A group after 12 weeks";
    assert_eq!(found(quote), Err(Missing::NotFound));
    // Two words changed places: few edits, another meaning.
    let source = "The survivors of the first trial took drug A for longer than drug B in all centres.";
    let hay = Haystack::new(&[(1, source)]);
    let swapped = "The survivors of the first trial took drug B for longer than drug A in all centres.";
    assert!(matches!(hay.find(swapped, None, 0.05), Err(Missing::Differs(d)) if d.kind == TokenKind::Order));
}

#[test]
fn a_quote_over_a_page_break_is_found_on_both_pages() {
    let pages = [(4, "An end of a page. The treat-"), (5, "ment helped many patients. More follows.")];
    let hay = Haystack::new(&pages);
    let found = hay.find("The treatment helped many patients.", Some(4), 0.05).unwrap();
    assert_eq!((found.page, &pages[1].1[found.range.clone()]), (5, "ment helped many patients."));
    assert_eq!(found.rest, [(4, 18..27)]);
    assert!(!found.elsewhere && found.edits == 0);
    let apart = Haystack::new(&[(4, pages[0].1), (6, pages[1].1)]);
    assert_eq!(apart.find("The treatment helped many patients.", None, 0.0), Err(Missing::NotFound));
}

#[test]
fn the_claimed_page_comes_first_and_another_is_said() {
    let pages = [(1, "Mice were fed twice a day."), (2, "Rats slept. Mice were fed twice a day.")];
    let hay = Haystack::new(&pages);
    let at = |claimed| hay.find("Mice were fed twice a day", claimed, 0.05).map(|f| (f.page, f.elsewhere)).unwrap();
    assert_eq!((at(Some(2)), at(None), at(Some(9))), ((2, false), (1, false), (1, true)));
    assert_eq!(hay.find("Rats slept. Mice", Some(1), 0.05).map(|f| f.elsewhere), Ok(true));
}

#[test]
fn a_place_with_the_same_numbers_is_preferred() {
    let text = "Arm one: the response rate was 12 % at week four. Arm two: the response rate was 17 % at week four.";
    let hay = Haystack::new(&[(1, text)]);
    let found = hay.find("the response rate was 17 % at week four", None, 0.125).unwrap();
    assert_eq!(&text[found.range], "the response rate was 17 % at week four");
}

#[test]
fn an_ellipsis_joins_parts_that_are_close_together() {
    let found = |quote| {
        let hay = Haystack::new(&[(1, SOURCE)]);
        hay.find(quote, None, 0.05).map(|found| (SOURCE[found.range].to_owned(), found.elided))
    };
    let (text, elided) = found("The trial was effective … which was not expected.").unwrap();
    assert!(elided && text.starts_with("The trial") && text.ends_with("not expected."), "{text}");
    assert!(found("which was not expected [...] The trial was effective.").is_err());
}

#[test]
fn half_words_and_scraps_are_no_quotes() {
    let hay = Haystack::new(&[(1, "The treatment was ineffective in patients. A heart attack was deadly in men.")]);
    assert!(hay.find("effective in patients", None, 0.05).is_err());
    assert!(hay.find("art attack was deadly in men", None, 0.0).is_err());
    assert_eq!(hay.find("was", None, 0.05), Err(Missing::TooShort));
    assert_eq!(hay.find("", None, f64::NAN), Err(Missing::TooShort));
}

mod any_text {
    use proptest::prelude::*;

    use super::*;
    use crate::text::find::squash::squash;

    proptest! {
        #[test]
        fn is_searched_without_harm(
            pages in proptest::collection::vec("(\\PC|[a-f0-9 .%<\n-]){0,80}", 0..4),
            quote in "(\\PC|[a-f0-9 .%<…\n-]){0,60}", claimed in 0_u32..5, tolerance in -1.0..2.0_f64,
        ) {
            let numbered: Vec<(u32, &str)> = (1..).zip(pages.iter().map(String::as_str)).collect();
            let hay = Haystack::new(&numbered);
            let mut queries = vec![Query { quote: &quote, claimed_page: Some(claimed), tolerance }];
            queries.extend(pages.iter().map(|page| Query { quote: page, claimed_page: None, tolerance }));
            for (query, answer) in queries.iter().zip(hay.find_all(&queries)) {
                if let Ok(found) = answer {
                    for (page, range) in found.rest.iter().chain([&(found.page, found.range.clone())]) {
                        prop_assert!(pages[*page as usize - 1].get(range.clone()).is_some());
                    }
                } else if query.claimed_page.is_none() {
                    prop_assert!(squash(query.quote).len() < SHORTEST, "a whole page is always found: {:?}", query.quote);
                }
            }
        }

        #[test]
        fn words_taken_from_it_are_found_as_they_are(
            text in "([a-zé]{3,9}[ \n]){20,60}", from in 0_usize..10, length in 3_usize..10,
        ) {
            let words: Vec<&str> = text.split_whitespace().skip(from).take(length).collect();
            let quote = words.join(" ");
            let hay = Haystack::new(&[(1, &text)]);
            let found = hay.find(&quote, Some(1), 0.05).unwrap();
            prop_assert_eq!(found.edits, 0);
            prop_assert_eq!(squash(&text[found.range]), squash(&quote));
        }
    }
}

/// A book too large to be searched whole: pages of words with a number and a negation in every sentence.
fn book() -> Vec<String> {
    const SYLLABLES: [&str; 16] =
        ["ra", "lo", "mi", "ten", "sor", "val", "que", "pin", "dar", "hem", "ox", "gly", "car", "zol", "ib", "ust"];
    let mut state = 7_u64;
    let mut below = |end: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    let mut word = || (0..3).map(|_| SYLLABLES[usize::try_from(below(16)).unwrap()]).collect::<String>();
    (0..40)
        .map(|page| {
            let sentence = |at: usize, word: &mut dyn FnMut() -> String| {
                let mut words: Vec<String> = (0..16).map(|_| word()).collect();
                words[4] = format!("{page}.{at}5");
                words[9] = "not".to_owned();
                words.join(" ")
            };
            (0..6).map(|at| sentence(at, &mut word)).collect::<Vec<_>>().join(".\n") + "."
        })
        .collect()
}

#[test]
fn in_a_book_true_quotes_are_found_and_fakes_refused() {
    let pages = book();
    let numbered: Vec<(u32, &str)> = (1..).zip(pages.iter().map(String::as_str)).collect();
    let hay = Haystack::new(&numbered);
    let mut quotes: Vec<(String, bool)> = Vec::new();
    for page in &pages {
        let sentence = page.split(".\n").nth(2).unwrap();
        let words: Vec<&str> = sentence.split(' ').collect();
        let number = words[4];
        let noisy = format!("{}q{}", &sentence[..3], &sentence[4..]);
        quotes.push((words.join("\n").to_uppercase(), true));
        quotes.push((noisy, true));
        quotes.push((sentence.replace(number, &number.replace(".25", ".75")), false));
        quotes.push((sentence.replace(" not ", " "), false));
        quotes.push((words.iter().rev().copied().collect::<Vec<_>>().join(" "), false));
    }
    let queries: Vec<Query<'_>> =
        quotes.iter().map(|(quote, _)| Query { quote, claimed_page: None, tolerance: TOLERANCE }).collect();
    for ((at, (quote, must)), answer) in quotes.iter().enumerate().zip(hay.find_all(&queries)) {
        assert_eq!(answer.as_ref().is_ok_and(|found| found.page as usize == at / 5 + 1), *must, "{quote}: {answer:?}");
    }
}
