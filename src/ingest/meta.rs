//! What is known of a work, brought into one form whatever it was read from.

use crate::{
    domain::{SourceMeta, rules::defects},
    text::Clean,
};

/// A text on one line, or `None` when nothing is left of it.
pub(crate) fn line(raw: &str) -> Option<Clean> {
    let clean = Clean::new(raw).one_line();
    (!clean.is_empty()).then_some(clean)
}

/// A DOI without resolver or prefix, in lower case: `10.1000/xyz`.
pub(crate) fn doi(raw: &str) -> Option<Clean> {
    let lower = Clean::new(raw).one_line().to_lowercase();
    let rest = lower.find("10.").map(|at| &lower[at..])?;
    let rest = rest.split(' ').next()?.trim_end_matches(['.', ',', ';', ')', ']', '>', '"']);
    let (registrant, suffix) = rest.split_once('/')?;
    let digits = registrant.strip_prefix("10.")?;
    let good = digits.len() >= 4 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') && !suffix.is_empty();
    good.then(|| rest.into())
}

/// A PubMed id: the digits of `12345`, `PMID: 12345` or its address.
pub(crate) fn pmid(raw: &str) -> Option<Clean> {
    let lower = raw.trim().to_lowercase();
    let rest = lower.strip_prefix("pmid").map_or(lower.as_str(), |rest| rest.trim_start_matches([':', ' ']));
    let rest = rest
        .rsplit_once("pubmed.ncbi.nlm.nih.gov/")
        .or_else(|| rest.rsplit_once("/pubmed/"))
        .map_or(rest, |(_, id)| id);
    let rest = rest.trim_end_matches('/').trim();
    (!rest.is_empty() && rest.len() <= 9 && rest.bytes().all(|b| b.is_ascii_digit())).then(|| rest.into())
}

/// A range of pages without abbreviation, as references have it: `101-109` out of `101-9`, `101--109` or `101–109`.
pub(crate) fn pages(raw: &str) -> Option<Clean> {
    let given = line(&raw.replace("--", "-").replace(['–', '—'], "-"))?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match given.split_once('-').map(|(first, last)| (first.trim(), last.trim())) {
        Some((first, last)) if is_number(first) && is_number(last) => {
            let omitted = &first[..first.len().saturating_sub(last.len())];
            Some(if first == last { first.into() } else { format!("{first}-{omitted}{last}").into() })
        }
        _ => Some(given),
    }
}

/// The same out of the first and the last page.
pub(crate) fn pages_from(first: Option<&str>, last: Option<&str>) -> Option<Clean> {
    let first = first.and_then(line)?;
    match last.and_then(line) {
        // Some databases put the whole range into the first field.
        Some(last) if !first.contains(['-', '–']) && first != last => pages(&format!("{first}-{last}")),
        _ => pages(&first),
    }
}

/// The first number from 1500 to 2199 with exactly four digits.
pub(crate) fn year(raw: &str) -> Option<i32> {
    raw.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1500..2200).contains(year))
}

/// An ISO 8601 date, or its beginning, out of numbers and month names
/// (`2007`, `Feb`, `3`); what is missing cuts it short.
pub(crate) fn date(year: Option<&str>, month: Option<&str>, day: Option<&str>) -> Option<Clean> {
    let year = self::year(year?)?;
    let Some(month) = month.and_then(month_number) else {
        return Some(format!("{year:04}").into());
    };
    let day = day.and_then(|day| day.trim().parse::<u8>().ok()).filter(|day| (1..=31).contains(day));
    Some(day.map_or_else(|| format!("{year:04}-{month:02}"), |day| format!("{year:04}-{month:02}-{day:02}")).into())
}

fn month_number(month: &str) -> Option<u8> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let month = month.trim().to_lowercase();
    if let Ok(number) = month.parse() {
        return (1..=12).contains(&number).then_some(number);
    }
    (1..).zip(MONTHS).find(|(_, name)| month.starts_with(name)).map(|(number, _)| number)
}

/// `Family Initials` from a family name and given names.
pub(crate) fn author(family: &str, given: &str, suffix: &str) -> Option<Clean> {
    let family = line(family)?;
    let mut name = family.to_string();
    let initials = initials(given);
    for part in [initials.as_str(), suffix.trim()] {
        if !part.is_empty() {
            name.push(' ');
            name.push_str(part);
        }
    }
    line(&name)
}

fn initials(given: &str) -> String {
    let given = given.trim();
    if given.chars().count() <= 4 && given.chars().all(char::is_uppercase) {
        return given.to_owned();
    }
    given
        .split(|c: char| c.is_whitespace() || matches!(c, '.' | '-' | '‐' | '\u{a0}'))
        .filter_map(|part| part.chars().find(|c| c.is_alphabetic()))
        .flat_map(char::to_uppercase)
        .collect()
}

/// One author's name in whatever order it was written: `Family, Given`,
/// `Family Initials` or `Given Family`. Groups stay as they are.
pub(crate) fn author_of(name: &str) -> Option<Clean> {
    const GROUPS: [&str; 22] = [
        "agency",
        "association",
        "center",
        "centre",
        "collaboration",
        "collaborators",
        "committee",
        "consortium",
        "department",
        "foundation",
        "group",
        "institute",
        "investigators",
        "ministry",
        "network",
        "news",
        "organization",
        "press",
        "society",
        "staff",
        "team",
        "university",
    ];
    let name = line(name)?;
    if let Some((family, given)) = name.split_once(',') {
        let (given, suffix) = given.split_once(',').unwrap_or((given, ""));
        return author(family, given, suffix);
    }
    let words: Vec<&str> = name.split(' ').collect();
    let bare = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'));
    let is_initials = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() <= 3 && letters.clone().all(char::is_uppercase)
    };
    let person = (2..=4).contains(&words.len())
        && words.iter().all(|word| bare(word))
        && words[0].starts_with(char::is_uppercase)
        && !words.iter().any(|word| GROUPS.contains(&word.to_lowercase().as_str()));
    let [given @ .., last] = words.as_slice() else { return Some(name) };
    if !person || is_initials(last) {
        return Some(name);
    }
    // A particle belongs to the family name: "Ivo van Stokkum".
    let first_of_family =
        given.iter().skip(1).position(|word| word.starts_with(char::is_lowercase)).map_or(given.len(), |at| at + 1);
    author(&words[first_of_family..].join(" "), &given[..first_of_family].join(" "), "")
}

/// Names with the blank that a scraper lost between given and family name, “AnnaWalker”, “Ben RRunner”; as they are unless
/// most of several have lost it, since “McDonald” is a name.
pub(crate) fn parted<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let parted: Vec<Option<String>> = names.iter().map(|name| parted_name(name)).collect();
    let lost = parted.iter().flatten().count();
    let is_lost = lost > 1 && 2 * lost > names.len();
    names.into_iter().zip(parted).map(|(name, parted)| parted.filter(|_| is_lost).unwrap_or(name.to_owned())).collect()
}

/// A name parted where another one begins within its last word.
fn parted_name(name: &str) -> Option<String> {
    let start = name.trim_end().rfind(' ').map_or(0, |at| at + 1);
    let at = start + defects::joint(&name[start..])?;
    Some(format!("{} {}", &name[..at], &name[at..]))
}

/// A list of authors in one string: `A; B`, `A and B`, or `Family AB, Family CD`.
pub(crate) fn authors_of(list: &str) -> Vec<Clean> {
    let separated: Vec<&str> = if list.contains(';') {
        list.split(';').collect()
    } else if list.contains(" and ") {
        list.split(" and ")
            .flat_map(|part| if part.matches(',').count() > 1 { commas(part) } else { vec![part] })
            .collect()
    } else {
        commas(list)
    };
    parted(separated.into_iter().map(str::trim)).iter().filter_map(|name| author_of(name)).collect()
}

/// Splits at commas when every part is a whole name.
fn commas(list: &str) -> Vec<&str> {
    let parts: Vec<&str> = list.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 && parts.iter().all(|part| part.contains(' ')) { parts } else { vec![list] }
}

/// A PubMed Central id: `PMC1790863` out of itself, `PMCID: 1790863` or its address.
pub(crate) fn pmcid(raw: &str) -> Option<Clean> {
    let lower = raw.trim().to_lowercase();
    let rest = &lower[lower.rfind("pmc").map(|at| at + 3)?..];
    let rest = rest.trim_start_matches("id").trim_start_matches([':', ' ']);
    let digits = rest.trim_start_matches("pmc").trim_end_matches('/');
    let digits = digits.split_once('.').map_or(digits, |(digits, _version)| digits);
    let good = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
    good.then(|| format!("PMC{digits}").into())
}

/// Appends a publication type that is not there yet.
pub(crate) fn add_type(meta: &mut SourceMeta, name: &str) {
    if let Some(name) = line(name)
        && !meta.publication_types.iter().any(|known| known.eq_ignore_ascii_case(&name))
    {
        meta.publication_types.push(name);
    }
}

/// What follows from the rest: the year from the date, and a retraction that
/// only the title mentions.
pub(crate) fn complete(meta: &mut SourceMeta) {
    if meta.year.is_none() {
        meta.year = meta.published.as_deref().and_then(year);
    }
    let title = meta.title.trim_start_matches('[').to_lowercase();
    if title.starts_with("retracted:") || title.starts_with("retracted]") || title.starts_with("retracted article") {
        add_type(meta, "Retracted Publication");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(clean: Option<Clean>) -> String {
        clean.unwrap_or_default().to_string()
    }

    #[test]
    fn identifiers_have_one_form() {
        for raw in [
            "10.1371/Journal.PONE.0000217",
            "doi:10.1371/journal.pone.0000217",
            "https://dx.doi.org/10.1371/journal.pone.0000217.",
        ] {
            assert_eq!(text(doi(raw)), "10.1371/journal.pone.0000217");
        }
        assert_eq!(
            text(doi("10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2")),
            "10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2"
        );
        assert!(["none", "10.1/", "doi:", "10.x/y"].into_iter().all(|raw| doi(raw).is_none()));
        for raw in ["17299597", " PMID: 17299597", "https://pubmed.ncbi.nlm.nih.gov/17299597/"] {
            assert_eq!(text(pmid(raw)), "17299597");
        }
        assert!(["PMC1790863", "", "1.5"].into_iter().all(|raw| pmid(raw).is_none()));
        for raw in
            ["PMC1790863", "pmcid: PMC1790863", "https://pmc.ncbi.nlm.nih.gov/articles/PMC1790863/", "PMC1790863.2"]
        {
            assert_eq!(text(pmcid(raw)), "PMC1790863", "{raw}");
        }
        assert!(["1790863", "PMC", "PMCx"].into_iter().all(|raw| pmcid(raw).is_none()));
    }

    #[test]
    fn pages_are_a_range_without_abbreviation() {
        for (raw, range) in [
            ("101-9", "101-109"),
            ("101--109", "101-109"),
            ("101 – 109", "101-109"),
            ("98-102", "98-102"),
            ("5-5", "5"),
            ("S345-50", "S345-50"),
            ("e1002", "e1002"),
            ("1-4; discussion 5", "1-4; discussion 5"),
        ] {
            assert_eq!(text(pages(raw)), range);
        }
        assert_eq!(text(pages_from(Some("1"), Some("9"))), "1-9");
        assert_eq!(text(pages_from(Some("1-9"), Some("9"))), "1-9");
        assert_eq!(text(pages_from(Some("e7"), None)), "e7");
        assert!(pages_from(None, Some("9")).is_none() && pages(" ").is_none());
    }

    #[test]
    fn dates_keep_what_is_known() {
        assert_eq!(year("1998 Dec-1999 Jan"), Some(1998));
        assert_eq!((year("12345"), year("Winter")), (None, None));
        assert_eq!(text(date(Some("2007"), Some("Feb"), Some("4"))), "2007-02-04");
        assert_eq!(text(date(Some("2007"), Some("9"), Some("x"))), "2007-09");
        assert_eq!(text(date(Some("2007"), None, Some("4"))), "2007");
    }

    /// References named “VBaglioni” and “AnnaPisarenko”.
    #[test]
    fn names_that_a_scraper_ran_together_are_parted() {
        assert_eq!(
            authors_of("Victoria M.Pratt; Stylianos EAntonarakis; MunirPirmohamed; Anna McDonald"),
            ["Pratt VM", "Antonarakis SE", "Pirmohamed M", "McDonald A"]
        );
        assert_eq!(authors_of("Anna McDonald; Ben DeLong; C. MacKay"), ["McDonald A", "DeLong B", "MacKay C"]);
        assert_eq!(authors_of("JohnSmith; Anna Walker; Ben Runner"), ["JohnSmith", "Walker A", "Runner B"]);
    }

    #[test]
    fn names_are_family_and_initials() {
        for (raw, name) in [
            ("Tenaillon, Jean-Philippe", "Tenaillon JP"),
            ("Silander OK", "Silander OK"),
            ("Olin K. Silander", "Silander OK"),
            ("Ivo van Stokkum", "van Stokkum I"),
            ("King, Martin Luther, Jr.", "King ML Jr."),
            ("BBC News", "BBC News"),
            ("World Health Organization", "World Health Organization"),
            ("Plato", "Plato"),
        ] {
            assert_eq!(text(author_of(raw)), name);
        }
        for list in ["Smith J; Jones K", "Smith J, Jones K", "Smith, John and Jones, Karl", "John Smith, Karl Jones"] {
            assert_eq!(authors_of(list), ["Smith J", "Jones K"], "{list}");
        }
    }
}
