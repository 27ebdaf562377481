//! Which keywords can find a document (`docs/rules.md#counter`): bare numbers and statistical
//! vocabulary are in every paper and therefore find nothing.

use std::{collections::BTreeSet, sync::LazyLock};

use crate::text::{is_stop, number_word, stem, words};

/// Words that report a result and name no subject.
const STATISTICS: &str = "\
adjusted alpha analysis analyses anova auc average baseline beta bonferroni chi-square chi-squared ci cis coefficient \
coefficients cohen's confidence correlation covariance cronbach's degrees deviation deviations difference differences \
effect effects error errors estimate estimates exact f f-test fisher's freedom hazard hazards hr hrs icc interquartile \
interval intervals iqr kappa least likelihood log-rank logistic mean means median medians model multivariable multivariate \
n nonsignificant non-significant ns odds or ors p p-value p-values percent percentage percentile point points power \
predictor proportion quartile r r2 random range rank ratio ratios regression relative rr rrs sample sd sds se sem \
significance significant significantly size sizes standard standardised standardized statistic statistical statistically \
statistics student's t t-test tailed test tests trend univariate value values variable variables variance versus vs \
wilcoxon z z-score";

/// Words that report, relate, measure or say in which direction something goes, in all their forms: they name no
/// subject of research, and evidence for and against a statement differs in them.
const GENERAL: &str = "\
ability able accelerate accord achieve activity affect aid alleviate allow alter ameliorate amount associate \
association attenuate base boost case cause change compare comparison conduct contain contribute control cut data day \
decline decrease delay demonstrate depend determine diminish doubled drop due effective efficacy elevate eliminate \
enhance evaluate evidence examine exhibit extend factor fail fall favor find fold found function gain good great group \
grow help high hinder hour impact impair importance important improve improvement include increase indicate induce \
inferior influence inhibit involve know large late lead lengthen less level likely limit link little long lose loss low \
lower maintain major many markedly measure method mild minor mitigate moderate modify month more new number observe \
observed occur outcome participant patient people percent persist play positive predict prevent produce prolong promote \
protect protective provide raise rate reach recommend reduce reduction relate relation remain report require rest result \
reveal rise risk role serve sever severe short shorten show shown significance similar slow small stop strong study \
subject substantial suggest superior support therapy time treat treatment trigger type use weak week worse worsen year";

/// Words that belong to a number.
const MAGNITUDES: &[&str] =
    &["billion", "dozen", "half", "hundred", "million", "thousand", "third", "times", "trillion", "twice", "fold"];

/// Whether a keyword names something to search for, and not only numbers and
/// statistics: not “0.023”, “95% CI”, “odds ratio”.
#[must_use]
pub fn is_searchable(keyword: &str) -> bool {
    keyword
        .split(|c: char| c.is_whitespace() || matches!(c, '·' | ';' | '/' | '='))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('\u{2019}', "'"))
        .any(|word| {
            word.chars().any(char::is_alphabetic)
                && !number(&word)
                && !MAGNITUDES.contains(&word.as_str())
                && !STATISTICS.split_whitespace().any(|other| other == word)
        })
}

/// The stem of a word that names a subject of research: no number, no word of reporting or statistics, no stop word.
#[must_use]
pub fn subject_stem(word: &str) -> Option<String> {
    static GENERAL_STEMS: LazyLock<BTreeSet<String>> = LazyLock::new(|| GENERAL.split_whitespace().map(stem).collect());
    let lower = word.to_lowercase();
    let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'));
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let stemmed = stem(&lower);
    let names = plain
        && letters > 1
        && !is_stop(&lower)
        && number_word(&lower).is_none()
        && !GENERAL_STEMS.contains(&stemmed)
        && is_searchable(word);
    names.then_some(stemmed)
}

/// The stems of the subjects that a text names.
#[must_use]
pub fn subject_stems(text: &str) -> BTreeSet<String> {
    words(text).filter_map(|(_, word)| subject_stem(word)).collect()
}

/// Whether a word is a number as prose writes it: “1.3m”, “2.5-fold”, “10th”, “3×10⁶”.
fn number(word: &str) -> bool {
    const SUFFIXES: &[&str] = &["", "m", "k", "bn", "st", "nd", "rd", "th", "s", "x", "-fold", "fold"];
    let digits = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_numeric() || matches!(c, '.' | ',' | '-' | '–' | '−' | '%' | '×' | '±' | '·'))
    };
    SUFFIXES.iter().any(|suffix| word.strip_suffix(suffix).is_some_and(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_statistics_alone_find_nothing() {
        for keyword in [
            "29",
            "0.023",
            "21%",
            "29 · 21 · 0.023",
            "1.3 million",
            "2.5-fold",
            "2022",
            "p",
            "P < 0.05",
            "CI",
            "95% CI",
            "odds ratio",
            "Odds Ratio (OR)",
            "hazard ratio 1.8",
            "statistically significant",
            "mean difference",
            "n = 312",
            "±",
            "",
        ] {
            assert!(!is_searchable(keyword), "{keyword}");
        }
    }

    #[test]
    fn names_with_digits_and_subjects_with_statistics_remain() {
        for keyword in [
            "p53",
            "IL-6",
            "type 2 diabetes",
            "HbA1c",
            "5-HT",
            "H1N1",
            "COVID-19",
            "mortality risk ratio",
            "1,25-dihydroxyvitamin D",
            "90,000-square-foot ballroom",
            "mean arterial pressure",
            "Fisher",
        ] {
            assert!(is_searchable(keyword), "{keyword}");
        }
    }
}
