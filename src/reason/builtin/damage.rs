//! Sentences whose words a PDF broke: its fonts lost letters (“dierent”, “*e study”), or its layout took words apart
//! (“w ere”) or ran them together (“thatthe”). Nobody can check them as they are.

use crate::embed::Table;

use super::lexicon;

/// What fonts lose most: letters that are set as one.
const LIGATURES: [&str; 5] = ["ff", "fi", "fl", "ffi", "ffl"];
/// Words that a lost blank runs into the next one, and those that it runs into the one before.
const HEADS: [&str; 3] = ["that", "these", "were"];
const TAILS: [&str; 5] = ["that", "the", "these", "were", "which"];
/// So many words that a single letter would complete, and so large a share, are no coincidence.
const LETTERS: (usize, f64) = (3, 0.1);

/// Words before the name of a figure to which a sentence points, rather than breaks off there.
const POINTS: [&str; 16] = [
    "also",
    "and",
    "by",
    "from",
    "in",
    "of",
    "or",
    "see",
    "supplemental",
    "supplementary",
    "supporting",
    "than",
    "to",
    "using",
    "via",
    "with",
];

/// Whether it numbers a figure: “2”, “S3”, “II”.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['S', 's']).unwrap_or(text);
    !text.is_empty() && (digits.bytes().all(|b| b.is_ascii_digit()) || text.bytes().all(|b| b"IVX".contains(&b)))
}

/// So many single letters are a word or a formula that was taken apart.
const SINGLE: usize = 5;

/// Whether the words of a sentence are broken.
pub(crate) fn is_damaged(text: &str) -> bool {
    let Ok(table) = Table::builtin() else { return false };
    let known = |word: &str| table.knows(word);
    let marks: &[char] = &['.', ',', ';', ':', '(', ')', '[', ']', '“', '”', '"', '?', '!'];
    let parts: Vec<&str> = text.split_whitespace().collect();
    // “*is study” has lost the letters of “Th”.
    let lost = |part: &str| {
        part.strip_prefix(['*', '+']).is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|c| c.is_ascii_lowercase()) && known(&format!("th{rest}"))
        })
    };
    // “∼does” has lost the symbol before it.
    let bare = |part: &str| part.strip_prefix(['∼', '~']).is_some_and(|rest| rest.len() > 2 && known(rest));
    if parts.iter().any(|part| lost(part) || bare(part)) {
        return true;
    }
    // The label of a table that a page's layout ran into the end of a sentence: “…, and Table 1.”
    if let [.., before, "and", "Table" | "Figure" | "Fig.", number] = parts.as_slice()
        && before.ends_with(',')
        && number.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit())
    {
        return true;
    }
    // A figure's caption begins where a page or column took the sentence apart: “… during the TABLE II.”
    if let [.., before, label, number] = parts.as_slice()
        && matches!(label.to_lowercase().rsplit('-').next(), Some("table" | "figure" | "fig."))
        && is_number(number.trim_end_matches('.'))
        && (label.contains('-')
            || !before.ends_with([',', ';', ':']) && !POINTS.contains(&before.to_lowercase().as_str()))
    {
        return true;
    }
    // A caption that was run in: “R ating Videos Only Figure 4: Study 2 results …”
    let is_label = |three: &[&str]| {
        matches!(three[0], "Figure" | "Fig." | "Table")
            && three[1].strip_suffix(':').is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
            && three[2].starts_with(char::is_uppercase)
    };
    if parts.windows(3).any(is_label) {
        return true;
    }
    // A row of a table: “Yes 1.41 [0.88, 2.26] No reference”.
    if let [_, number, interval, ..] = parts.as_slice()
        && number.parse::<f64>().is_ok()
        && interval.strip_prefix(['[', '(']).is_some_and(|low| low.trim_end_matches(',').parse::<f64>().is_ok())
    {
        return true;
    }
    // A stroke of a mathematical font: “below 1=100 per year”.
    let is_ratio = |part: &str| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        part.split_once('=').is_some_and(|(above, below)| digits(above) && digits(below))
    };
    if parts.iter().any(|part| is_ratio(part)) {
        return true;
    }
    // The sign before it was drawn in another font: “.80%” is “>80%”.
    let share = |part: &str| part.strip_prefix('.').and_then(|rest| rest.strip_suffix('%')?.parse::<u8>().ok());
    if parts.iter().any(|part| share(part).is_some_and(|share| share >= 10)) {
        return true;
    }
    if parts.windows(2).any(|pair| lacks_sign(pair[0], pair[1])) || parts.windows(4).any(descends) {
        return true;
    }
    // A mathematical font read as letters: “≤” is “ď”, and a graph's axis comes letter by letter.
    let odd = |part: &&&str| matches!(**part, "ď" | "ě" | "“" | "´" | "Ñ" | "˚" | "˘" | "ˇ" | "¨");
    let single =
        |part: &&str| part.len() == 1 && part.chars().all(|c| c.is_ascii_lowercase() && !matches!(c, 'a' | 'i'));
    // “n = 285” and “d = 0.42” are whole.
    let is_statistic = |at: usize| parts.get(at + 1).is_some_and(|next| next.starts_with(['=', '<', '>', '≤', '≥']));
    // A letter of a private font: “Thin-\u{e103}lm solar cells”.
    if text.contains(|c: char| c == char::REPLACEMENT_CHARACTER || matches!(c, '\u{e000}'..='\u{f8ff}'))
        || parts.iter().any(|part| odd(&part))
        || parts.iter().enumerate().filter(|(at, part)| single(part) && !is_statistic(*at)).count() >= SINGLE
    {
        return true;
    }
    let words: Vec<&str> = parts.iter().map(|part| part.trim_matches(marks)).collect();
    let plain = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    let apart = words.windows(2).zip(&parts).any(|(pair, part)| {
        let (head, tail) = (pair[0], pair[1]);
        plain(head) && plain(tail) && part.len() == head.len() && is_apart(head, tail, &known)
    });
    if apart {
        return true;
    }
    let unknown: Vec<&str> =
        words.iter().copied().filter(|word| word.len() > 3 && plain(word) && !known(word)).collect();
    let lacks = |word: &str, letters: &str| {
        (0..=word.len()).any(|at| {
            let whole = format!("{}{letters}{}", &word[..at], &word[at..]);
            whole.len() > 5 && known(&whole)
        })
    };
    let glued = |word: &&str| {
        let joined = |rest: Option<&str>| rest.is_some_and(|rest| rest.len() > 2 && known(rest));
        // No word begins with “using”.
        word.strip_prefix("using").is_some_and(|rest| rest.len() > 3)
            || HEADS.iter().any(|small| joined(word.strip_prefix(small)))
            || TAILS.iter().any(|small| joined(word.strip_suffix(small)))
    };
    if unknown.iter().any(|word| LIGATURES.iter().any(|letters| lacks(word, letters)) || glued(word)) {
        return true;
    }
    // “Throughthe above review …”
    let first =
        words.first().map(|word| word.to_lowercase()).filter(|word| word.len() > 5 && plain(word) && !known(word));
    if first.is_some_and(|word| HEADS.iter().chain(&TAILS).any(|small| word.strip_suffix(small).is_some_and(known))) {
        return true;
    }
    let letters = |word: &&&str| ('a'..='z').any(|letter| lacks(word, letter.encode_utf8(&mut [0; 4])));
    let count = unknown.iter().filter(letters).count();
    count >= LETTERS.0 && count as f64 >= LETTERS.1 * words.len() as f64
}

/// Whether four neighbours are an interval that lost its signs: “(95%CI 30.9 to 4.9)”.
fn descends(four: &[&str]) -> bool {
    let number = |part: &str| part.trim_matches([')', ']', ',', ';', '.']).parse::<f64>().ok();
    let is_interval = four[0].trim_end_matches([':', ',']).ends_with("CI") && four[2] == "to";
    is_interval && number(four[1]).zip(number(four[3])).is_some_and(|(low, high)| low > high)
}

/// Whether a font lost the sign between two neighbours: “p 0.003”, or those of an interval: “[0.601, 0.295]”.
fn lacks_sign(one: &str, next: &str) -> bool {
    let number = |part: &str| part.trim_matches(['[', ']', '(', ')', ',', ';', '.']).parse::<f64>().ok();
    let is_p_value = matches!(one, "p" | "P" | "(p" | "(P") && next.starts_with("0.") && number(next).is_some();
    // “[12, 3]” are references.
    let is_interval = one.starts_with('[') && one.ends_with(',') && one.contains('.') && next.contains(']');
    is_p_value || is_interval && number(one).zip(number(next)).is_some_and(|(low, high)| low > high)
}

/// Whether two neighbours are one word that a blank took apart.
fn is_apart(head: &str, tail: &str, known: &impl Fn(&str) -> bool) -> bool {
    let whole = format!("{head}{tail}");
    let scrap = |part: &str| part.len() == 1 && !matches!(part, "a" | "i") || part.len() > 1 && !known(part);
    let content = |part: &str| part.len() == 1 || lexicon::is_content(part);
    whole.len() > 3 && known(&whole) && (scrap(head) && content(tail) || scrap(tail) && content(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would be asked to check words that nobody wrote.
    #[test]
    fn broken_words_are_seen_and_rare_ones_are_not() {
        for broken in [
            "Both frameworks were robust, and the estimates w ere insensitive to tested priors.",
            "Gene expression was dierent between the groups after the treatment.",
            "*e calculated intakes of all plants did not exceed the recommended daily intake.",
            "We observed thatthe expression of the gene increased in the leaves of the plant.",
            "The eposure to snthesied particles was ealuated in all of the seleced strains.",
            "Seal Species M yo g lo b in c o n ce n tr a tio n in the muscle of the seals was measured.",
            "The antibodies neutralised the virus by \u{fffd}50% until 48 hours after the feeding.",
            "Thin-\u{e103}lm solar cells cost less than those of crystals.",
            "Physical burden raised stress (β = .258, p < .001), emotional burden too (β = .131, p < .001), and Table 1.",
            "Scores of the groups Figure 4: Study 2 results showing estimated marginal means and intervals.",
            "Differences between the two groups of patients were 17.9 mmHg (95%CI 30.9 to 4.9); P = 0.010.",
            "Including time as a predictor improved the fit of the model (p 0.0026).",
            "Negative foil evidence was found across the whole phase (mean 0.449; 95% CI [0.601, 0.295]).",
            "We find that ∼does not increase strongly with the Reynolds number of the flow.",
            "A signifi cant share of the patients in the two regions of the country had the disease.",
            "Individuals with the syndrome engaged in social gaze a fifth of the time during the TABLE II.",
            "The slopes with age are similar across both groups of the study, confirm-Figure 3.",
            "Yes 1.41 [0.88, 2.26] No reference Wald test of the adjusted models was significant.",
            "The first two components could account for .80% of the variance of the postures.",
            "The analyses identified the signal with a false alarm rate below 1=100 in the run.",
            "The efficiency rose by ˘ 16% at the expense of the radiation that reached the module.",
            "The module usingreflective control was found to be more sensitive to the temperature.",
            "Throughthe above review of the literature, we demonstrated how the analysis can be performed.",
        ] {
            assert!(is_damaged(broken), "{broken}");
        }
        for whole in [
            "The means of the groups differed by two points (95% CI [−1.20, −0.31], p = 0.02; see [12, 3]).",
            "Mortality was higher in the group that got the drug, and so were costs, as shown in Table 2.",
            "Mortality was higher in the group that got the drug, with the hazards in Supplementary Table S2.",
            "Vincristine administration was associated with mechanical hyperalgesia and cold allodynia.",
            "Group a and group b differed in the share of siRNA-treated hepatocytes (p = 0.02).",
            "The OSEO downregulated MMP-9 expression in lipopolysaccharide-induced macrophages dose-dependently.",
            "Rates rose by 4 weeks (n = 285 and n = 157; d = 0.42) and 12 weeks (n = 282 and n = 154; d = 0.34).",
            "Overexpression of rhomboid proteases rescued the vulvaless phenotype of the nematodes.",
            "The DNA polymorphism was lower with CP + C60 (8.9%) than with CP * VOO (9.8%) in both tissues.",
        ] {
            assert!(!is_damaged(whole), "{whole}");
        }
    }
}
