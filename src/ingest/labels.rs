//! Lines of a saved record that say what a work is, `**Date:** 2023-03-07`: metadata, and no text to cite.

/// Labels of such lines and the keys of front matter that they give; without a key they are only left out.
const LABELS: [(&str, Option<&str>); 30] = [
    ("acquisition date", None),
    ("acquisition method", None),
    ("author", Some("authors")),
    ("authors", Some("authors")),
    ("category", None),
    ("content type", None),
    ("date", Some("date")),
    ("date published", Some("date")),
    ("doi", Some("doi")),
    ("issue", Some("issue")),
    ("journal", Some("journal")),
    ("pages", Some("pages")),
    ("pmcid", Some("pmcid")),
    ("pmid", Some("pmid")),
    ("primary topics", None),
    ("publication date", Some("date")),
    ("published", Some("date")),
    ("retrieved", None),
    ("scraped", None),
    ("scraped at", None),
    ("scraping date", None),
    ("search query", None),
    ("source", None),
    ("source url", Some("url")),
    ("tags", None),
    ("topics", None),
    ("title", Some("title")),
    ("url", Some("url")),
    ("volume", Some("volume")),
    ("year", Some("year")),
];

/// The text without lines of metadata, and their pairs, keys in lower case. A label is in bold type, or several lines in a
/// row have one: “Source: World Bank” alone is under a table.
pub(super) fn take(text: &str) -> (Vec<(String, String)>, String) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let labelled: Vec<_> = lines.iter().map(|line| labelled(line)).collect();
    let is_one = |at: usize| labelled.get(at).is_some_and(Option::is_some);
    let (mut pairs, mut kept) = (Vec::new(), String::with_capacity(text.len()));
    for (at, line) in lines.iter().enumerate() {
        let among = is_one(at + 1) || (at > 0 && is_one(at - 1));
        match labelled[at].filter(|found| found.is_bold || among) {
            Some(found) => {
                let (value, rest) = found.value();
                if let Some(key) = found.key.filter(|_| !value.is_empty()) {
                    pairs.push((key.to_owned(), value.to_owned()));
                }
                // “## AbstractThey slept.”: a heading without its mark is no part of the sentence.
                let rest = rest.trim_start_matches(['#', ' ']);
                let text = rest.strip_prefix("Abstract").filter(|text| text.starts_with(char::is_uppercase));
                kept.push_str(text.unwrap_or(rest));
                kept.push('\n');
            }
            None => kept.push_str(before_label(line)),
        }
    }
    (pairs, kept)
}

#[derive(Clone, Copy)]
struct Labelled<'a> {
    key: Option<&'static str>,
    text: &'a str,
    is_bold: bool,
}

impl<'a> Labelled<'a> {
    /// The value, and the text that a page left on the same line behind an address or before a heading.
    fn value(self) -> (&'a str, &'a str) {
        match self.key {
            Some("url") => {
                let end = self.text.find([' ', '#']).unwrap_or(self.text.len());
                let end = if self.text.starts_with("http") { end } else { 0 };
                (&self.text[..end], &self.text[end..])
            }
            // “**Scraping date:** 2025-10-21## AbstractThey slept.”
            _ => self.text.split_at(self.text.find("##").unwrap_or(self.text.len())),
        }
    }
}

fn labelled(line: &str) -> Option<Labelled<'_>> {
    let line = line.trim().trim_start_matches(['#', ' ']);
    let bold = line.strip_prefix("**");
    let (label, text) = bold.unwrap_or(line).split_once(':')?;
    let text = match bold {
        Some(_) => text.strip_prefix("**").or_else(|| label.ends_with("**").then_some(text))?,
        None => text.strip_prefix(' ')?,
    };
    let label = label.trim_end_matches('*').to_lowercase();
    let (_, key) = LABELS.iter().find(|(name, _)| *name == label)?;
    Some(Labelled { key: *key, text: text.trim(), is_bold: bold.is_some() })
}

/// A line without a label in bold type that was set behind it: “Sparrows sleep longer.**DOI:** 10.1000/b2”.
pub(super) fn before_label(line: &str) -> &str {
    let mut marks = line.match_indices("**").filter(|(at, _)| *at > 0);
    marks.find(|(at, _)| labelled(&line[*at..]).is_some()).map_or(line, |(at, _)| line[..at].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “Date: 2023-03-07 Category: … Scraped at: …” was cited as evidence, and the year was missing from the reference.
    #[test]
    fn lines_of_metadata_are_read_and_are_no_text() {
        let text = "# Sparrows sleep longer.**DOI:** 10.1000/b2\n\n**Authors:** A. Walker\n**Journal**: Birds\n\n\
            **Date:** 2023-03-07\n**Scraped at:** 2025-10-21\n**Source URL:** https://x.org/a## AbstractThey slept.\n\
            **Source URL:**  AbstractThey woke.\n**Scraping date:** 2025-10-21T11:07## AbstractThey ate.\n\nYear: 2020\nVolume: 3\n";
        let (pairs, kept) = take(text);
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let expected = [
            ("authors", "A. Walker"),
            ("journal", "Birds"),
            ("date", "2023-03-07"),
            ("url", "https://x.org/a"),
            ("year", "2020"),
            ("volume", "3"),
        ];
        assert_eq!(pairs, expected);
        let lines: Vec<&str> = kept.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["# Sparrows sleep longer.", "They slept.", "They woke.", "They ate."]);
    }

    /// A finding would be missing from what is searched and quoted.
    #[test]
    fn what_only_looks_like_metadata_is_text() {
        for text in [
            "**Results:** They slept longer.\n",
            "Source: World Bank.\nThey slept longer.\n",
            "Date palms grew: they were watered.\nThe year: a dry one.\n",
            "They **slept:** longer.\n",
        ] {
            assert_eq!(take(text), (Vec::new(), text.to_owned()));
        }
    }
}
