//! Signs that fonts of publishers draw under the code of another character: “n ¼ 521” is “n = 521”.

use std::collections::BTreeSet;

/// The pages with the signs that were drawn, where that is sure.
pub(super) fn with_signs(pages: &[String]) -> Vec<String> {
    let mended: Vec<String> = pages.iter().map(|page| with_equals(page)).collect();
    // A file that draws “=” as a fraction draws its other operators from the same font.
    let is_swapped = pages.iter().zip(&mended).any(|(page, mended)| page.len() != mended.len());
    let operators = |page: String| if is_swapped { with_operators(&page) } else { page };
    let is_tied = pages.iter().map(|page| tied(page)).sum::<usize>() >= TIED;
    let ties = |page: String| if is_tied { with_ties(&page) } else { page };
    let comparisons = |page: String| with_limits(&with_comparisons(&page));
    let mended = mended.into_iter().map(operators).map(|page| with_micro(&comparisons(page))).map(ties);
    let mended: Vec<String> = mended.map(|page| with_figures(&page)).collect();
    let is_split = mended.iter().map(|page| split_ligatures(page).count()).sum::<usize>() >= SPLIT;
    let mended = if is_split { mended.iter().map(|page| without_split_ligatures(page)).collect() } else { mended };
    with_genotypes(with_points(mended))
}

/// The page without the codes beside a stroke that a font has no characters for.
fn without_codes(page: &str) -> String {
    let is_code = |c: &char| c.is_control() && !c.is_whitespace();
    let mut out = String::with_capacity(page.len());
    let mut chars = page.chars().peekable();
    while let Some(c) = chars.next() {
        if !(is_code(&c) && (out.ends_with('/') || chars.peek() == Some(&'/'))) {
            out.push(c);
        }
    }
    out
}

/// The pages with the signs of genotypes that a font lost: “Trpv4/ mice” are “Trpv4−/− mice”, “Trpv4+/ mice” are
/// “Trpv4+/− mice”.
fn with_genotypes(original: Vec<String>) -> Vec<String> {
    const FEWEST: usize = 3;
    const CARRIERS: [&str; 9] =
        ["animals", "cells", "embryos", "fibroblasts", "littermates", "mice", "mouse", "neurons", "tissue"];
    let pages: Vec<String> = original.iter().map(|page| without_codes(page)).collect();
    let gene =
        |before: &str| before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default().to_owned();
    let is_carrier =
        |rest: &str| CARRIERS.contains(&rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default());
    let found: Vec<String> = pages
        .iter()
        .flat_map(|page| page.match_indices("/ ").map(move |(at, _)| (&page[..at], &page[at + 2..])))
        .filter(|(_, rest)| is_carrier(rest))
        .map(|(before, _)| gene(before))
        .filter(|gene| gene.starts_with(char::is_alphabetic) && gene.chars().count() > 1)
        .collect();
    if found.len() < FEWEST {
        return original;
    }
    let genes: BTreeSet<String> = found.into_iter().collect();
    let mend = |page: String| {
        let mut out = String::with_capacity(page.len() + 64);
        let mut from = 0;
        for (at, _) in page.match_indices('/') {
            let ends = !page[at + 1..].starts_with(|c: char| c.is_alphanumeric() || "+-−–/".contains(c));
            if ends && genes.contains(&gene(&page[..at])) {
                out.push_str(&page[from..at]);
                out.push_str(if page[..at].ends_with('+') { "/−" } else { "−/−" });
                from = at + 1;
            }
        }
        out.push_str(&page[from..]);
        out
    };
    pages.into_iter().map(mend).collect()
}

/// “p # 0.05” is “p ≤ 0.05” in the mathematical font of some journals, and “˘ 16%” is “~ 16%” in another.
fn with_limits(page: &str) -> String {
    let is_of_p = |before: &str, after: &str| {
        let stem = before.trim_end().strip_suffix(['P', 'p']);
        let alone = stem.is_some_and(|stem| !stem.ends_with(char::is_alphanumeric));
        alone && after.trim_start().trim_start_matches('0').starts_with('.')
    };
    let page = replaced(page, '#', |before, after| is_of_p(before, after).then_some('≤'));
    let page = replaced(&page, '$', |before, after| is_of_p(before, after).then_some('≥'));
    // “by ˘ 16%”: no word has a breve by itself.
    let is_figure = |text: &str| text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    replaced(&page, '˘', |before, after| (before.ends_with(' ') && is_figure(after)).then_some('~'))
}

/// Common words in a font that draws ligatures under the codes of capitals. A file with this many of them uses one.
const TIED_WORDS: [&str; 7] = ["diVer", "eVect", "aVect", "signiWcan", "speciWc", "eYcien", "suYcien"];
const TIED: usize = 4;

fn tied(page: &str) -> usize {
    TIED_WORDS.iter().map(|word| page.matches(word).count()).sum()
}

/// “diVerence” is “difference” and “Wtness” is “fitness” in the fonts that keep their tied letters in these places.
fn with_ties(page: &str) -> String {
    let mut out = String::with_capacity(page.len() + 64);
    for (at, c) in page.char_indices() {
        let small = |c: char| c.is_ascii_lowercase();
        let rest = &page[at + c.len_utf8()..];
        let within = page[..at].ends_with(small) && rest.starts_with(small);
        let begins = !page[..at].ends_with(char::is_alphabetic)
            && (rest.starts_with(|c: char| small(c) && !"aeiouyhr".contains(c)) || rest.starts_with("rst"));
        match c {
            'V' if within => out.push_str("ff"),
            'X' if within => out.push_str("fl"),
            'Y' if within => out.push_str("ffi"),
            'W' if within || begins => out.push_str("fi"),
            _ => out.push(c),
        }
    }
    out
}

/// From this many on, blanks behind ligatures come from the font and not from words that end so.
const SPLIT: usize = 8;

/// Where a blank behind a ligature splits a word: “signifi cant”, “fl ower”.
fn split_ligatures(page: &str) -> impl Iterator<Item = usize> {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    ["fi ", "fl "].into_iter().flat_map(move |parts| {
        page.match_indices(parts).map(|(at, _)| at + 2).filter(move |blank| begins(&page[blank + 1..]))
    })
}

fn without_split_ligatures(page: &str) -> String {
    let blanks: BTreeSet<usize> = split_ligatures(page).collect();
    page.char_indices().filter(|(at, _)| !blanks.contains(at)).map(|(_, c)| c).collect()
}

/// “5 1 .2 2 %” is “51.22 %” on a page that sets all its figures apart.
fn with_figures(page: &str) -> String {
    const FEW: usize = 20;
    let is_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let figures = page.bytes().filter(u8::is_ascii_digit).count();
    if figures < FEW || page.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit)) {
        return page.to_owned();
    }
    let mut out = String::with_capacity(page.len());
    let mut chars = page.chars().peekable();
    while let Some(c) = chars.next() {
        let joins =
            |next: Option<&char>| next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | '%'));
        if c == ' ' && is_figure(out.chars().next_back()) && joins(chars.peek()) {
            continue;
        }
        out.push(c);
    }
    out
}

/// “p ¼ 0.03”: a fraction has no word in front of it and a figure behind it.
fn with_equals(page: &str) -> String {
    let signs = |before: &str, after: &str| {
        let name = before.trim_end().ends_with(|c: char| c.is_alphabetic() || matches!(c, ')' | ']' | '%' | '²'));
        let figure = after.trim_start().trim_start_matches(['À', '−', '-', '–', '.', '$']);
        (name && figure.starts_with(|c: char| c.is_ascii_digit())).then_some('=')
    };
    replaced(page, '¼', signs)
}

/// The signs that the same fonts have in the places of letters.
fn with_operators(page: &str) -> String {
    let is_figure = |c: char| c.is_ascii_digit();
    let page = replaced(page, '¼', |before, after| {
        let apart = before.ends_with(' ') && after.starts_with(' ');
        (apart && before.trim_end().ends_with(char::is_alphabetic)).then_some('=')
    });
    let page = replaced(&page, 'À', |before, after| {
        let free = !before.ends_with(char::is_alphabetic);
        (free && after.trim_start().starts_with(is_figure)).then_some('−')
    });
    let page = replaced(&page, 'þ', |_, after| (!after.starts_with(char::is_alphabetic)).then_some('+'));
    let page = replaced(&page, 'Â', |before, after| {
        (before.trim_end().ends_with(is_figure) && after.trim_start().starts_with(is_figure)).then_some('×')
    });
    replaced(&page, 'Æ', |before, after| {
        (before.trim_end().ends_with(is_figure) && after.trim_start().starts_with(is_figure)).then_some('±')
    })
}

/// “p <:005” and “z =−8:63” are “p <.005” and “z =−8.63” in a file that has the former more than once.
fn with_points(pages: Vec<String>) -> Vec<String> {
    const FEWEST: usize = 2;
    let is_sign = |c: char| matches!(c, '<' | '>' | '=' | '−');
    let is_figure = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let sure = |page: &String| {
        let colons = page.match_indices(':');
        colons.filter(|(at, _)| page[..*at].ends_with(is_sign) && is_figure(&page[at + 1..])).count()
    };
    if pages.iter().map(sure).sum::<usize>() < FEWEST {
        return pages;
    }
    let point = |before: &str, after: &str| {
        let whole = before.trim_end_matches(|c: char| c.is_ascii_digit());
        (is_figure(after) && whole.trim_end().ends_with(is_sign)).then_some('.')
    };
    pages.iter().map(|page| replaced(page, ':', point)).collect()
}

/// “P o 0.05”, “Po0.05” and “P,0.05” are “P < 0.05”.
fn with_comparisons(page: &str) -> String {
    let page = replaced(page, ',', |before, after| {
        let alone = before.strip_suffix(['P', 'p']).is_some_and(|stem| !stem.ends_with(char::is_alphanumeric));
        (alone && after.starts_with("0.0")).then_some('<')
    });
    replaced(&page, 'o', |before, after| {
        let name = before.trim_end();
        let stem = name.strip_suffix(['P', 'p']);
        let alone = stem.is_some_and(|stem| !stem.ends_with(char::is_alphanumeric));
        let share = after.trim_start().strip_prefix("0.").or_else(|| after.trim_start().strip_prefix('.'));
        (alone && share.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))).then_some('<')
    })
}

/// “60 lM” is “60 µM”: some fonts of publishers draw “µ” under the code of “l”. No unit begins so.
fn with_micro(page: &str) -> String {
    replaced(page, 'l', |before, after| {
        let figure = before.ends_with([' ', '\u{a0}']) && before.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let unit = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let is_unit = matches!(unit, "M" | "L" | "mol" | "Ci") || unit == "g" && after[1..].starts_with('/');
        (figure && is_unit).then_some('µ')
    })
}

/// `text` with `sign` replaced where `meant` knows what it stands for from what is before and behind it.
fn replaced(text: &str, sign: char, meant: impl Fn(&str, &str) -> Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(sign) {
        let end = at + sign.len_utf8();
        // A line's end is no end of a formula, but a blank line is.
        let before = &text[text[..at].rfind("\n\n").map_or(0, |gap| gap + 2)..at];
        out.push_str(&text[from..at]);
        out.push(meant(before, &text[end..]).unwrap_or(sign));
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mended(text: &str) -> String {
        with_signs(&[text.to_owned()]).concat()
    }

    /// “60 lM” is no dose that anybody could check.
    #[test]
    fn limits_of_p_values_are_read_as_such() {
        assert_eq!(mended("fell by ˘ 16% in Bras˘ov"), "fell by ~ 16% in Bras˘ov");
        assert_eq!(
            mended("faster (p # 0.005; P # .05), p $ 0.1, item # 3"),
            "faster (p ≤ 0.005; P ≤ .05), p ≥ 0.1, item # 3"
        );
    }

    #[test]
    fn micro_drawn_as_l_is_read_as_micro() {
        let drawn = "feeding at 60 lM, 5 lg/ml in 10 lL and 3 lmol; at 7 lg of it, 4 lm and the 2 lMP";
        let meant = "feeding at 60 µM, 5 µg/ml in 10 µL and 3 µmol; at 7 lg of it, 4 lm and the 2 lMP";
        assert_eq!(mended(drawn), meant);
    }

    /// An editor cannot print them, and no search finds them.
    #[test]
    fn tied_letters_and_figures_set_apart_are_joined_where_a_whole_text_has_them() {
        let tied = "SigniWcant diVerences beneWt the Wtness of Wve plants by 5 µm². Elaiosomes diVer in eVects and \
                    suYcient inXuence, With aVected oVspring Wrst seen by Wang.";
        let meant = "Significant differences benefit the fitness of five plants by 5 µm². Elaiosomes differ in effects and \
                     sufficient influence, With affected offspring first seen by Wang.";
        assert_eq!(mended(tied), meant);
        let parted =
            "Signifi cant changes in fl ower colour were identifi ed and confi rmed by fi ve fl oras. ".repeat(2);
        let whole = "Significant changes in flower colour were identified and confirmed by five floras. ".repeat(2);
        assert_eq!(mended(&parted), whole);
        assert_eq!(mended("They used wifi daily for sci-fi films."), "They used wifi daily for sci-fi films.");
        let notes = "aValues are means. cWhere 3 kWh is 4 kWh. bValues and dWhere eValues; iWave diVer by ².";
        assert_eq!(mended(notes), notes);
        let apart = "It was 5 1 .2 2 % (n = 8 4 ) and 4 .2 5 /1 0 0 ,0 0 0 in 2 0 2 0 –2 0 2 2 of 1 6 4 men";
        assert_eq!(mended(apart), "It was 51.22% (n = 84 ) and 4.25/100,000 in 2020 –2022 of 164 men");
        let plain = "Tables 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 and 10 more";
        assert_eq!(mended(plain), plain);
    }

    /// “z =−8:63” is no ratio, and “1:2” is one.
    #[test]
    fn decimal_points_that_a_font_draws_as_colons_are_points_again() {
        let lost = "It was longer (b =−:60; z =−8:63; p <:0001), and so were these (ratio 1:2, r =−:71; p <:005).";
        let meant = "It was longer (b =−.60; z =−8.63; p <.0001), and so were these (ratio 1:2, r =−.71; p <.005).";
        assert_eq!(mended(lost), meant);
        assert_eq!(mended("The ratio was =1:2 here."), "The ratio was =1:2 here.");
    }

    /// A knockout would read as a typing error.
    #[test]
    fn the_signs_of_genotypes_are_set_again_where_a_text_has_lost_them() {
        let lost = "In Trpv4\u{2}/\u{2} mice and Trpv4+/ mice (and in Trpv4/, Trpa1/ and wild-type ones) pain fell. Trpa1/ mice \
                    ate and/ or slept.";
        let meant = "In Trpv4−/− mice and Trpv4+/− mice (and in Trpv4−/−, Trpa1−/− and wild-type ones) pain fell. \
                     Trpa1−/− mice ate and/ or slept.";
        assert_eq!(mended(lost), meant);
        let kept = "Trpv4−/− mice and/ or mice/ men";
        assert_eq!(mended(kept), kept);
    }

    /// Nobody can check “n ¼ 521”, nor find it in the paper.
    #[test]
    fn signs_that_a_font_draws_as_fractions_and_letters_are_themselves_again() {
        for (drawn, meant) in [
            ("53.7% (n ¼ 521; p ¼ .03) of men", "53.7% (n = 521; p = .03) of men"),
            (
                "a loss (b ¼ À0.31) of CD4þ T cells, 3 Â 10, 2.1 Æ 0.4",
                "a loss (b = −0.31) of CD4+ T cells, 3 × 10, 2.1 ± 0.4",
            ),
            ("x ¼ 1 and y ¼ z", "x = 1 and y = z"),
            ("It fell (OR =1.20, P,0.05; p,0.001).", "It fell (OR =1.20, P<0.05; p<0.001)."),
            ("It fell (Po0.05; p o .001).", "It fell (P<0.05; p < .001)."),
        ] {
            assert_eq!(mended(drawn), meant);
        }
        for text in ["About ¼ of 12 men and 3 ¼ years", "À 5 heures, Þór and CD4þ", "Apo 0.05 and to 0.05", "Po 210"]
        {
            assert_eq!(mended(text), text);
        }
    }

    proptest! {
        /// A PDF would not be read at all.
        #[test]
        fn any_text_is_read_without_harm(text in "[\\PC\n]{0,80}") {
            with_ties(&text);
            with_signs(&[text]);
        }
    }
}
