//! One list of references for the whole report: each work once, in the order of its first mention.

use std::collections::BTreeMap;

use crate::{
    desk::Detail,
    domain::{
        Citation,
        rules::{credibility::is_paper, hygiene, mention::mentions},
    },
    export::{
        address,
        page::{Line, Span, text},
    },
    text::Clean,
};

/// See the module's text.
#[derive(Default)]
pub(super) struct References {
    /// The references of each work: an article and its preprint are one.
    works: Vec<Vec<Line>>,
    /// Positions of works by document, DOI, PMID and title.
    known: BTreeMap<String, usize>,
}

impl References {
    pub(super) fn is_empty(&self) -> bool {
        self.works.is_empty()
    }

    /// The references, in the order of their numbers.
    pub(super) fn lines(self) -> Vec<Line> {
        let joined = |lines: Vec<Line>| {
            let mut all = Line::new();
            for (at, line) in lines.into_iter().enumerate() {
                if at > 0 {
                    all.push(text(" Also: "));
                }
                all.extend(line);
            }
            all
        };
        self.works.into_iter().map(joined).collect()
    }

    /// The number of the work that a citation is from.
    pub(super) fn number(&mut self, view: &Detail, citation: &Citation) -> u32 {
        let document = format!("document {}", citation.doc);
        let keys = keys(citation);
        let same = self.known.get(&document).or_else(|| keys.iter().find_map(|key| self.known.get(key))).copied();
        let at = same.unwrap_or(self.works.len());
        if at == self.works.len() {
            self.works.push(Vec::new());
        }
        if !self.known.contains_key(&document) {
            let line = reference(view, citation);
            if !self.works[at].contains(&line) {
                self.works[at].push(line);
            }
        }
        for key in keys.into_iter().chain([document]) {
            self.known.entry(key).or_insert(at);
        }
        u32::try_from(at + 1).unwrap_or(u32::MAX)
    }

    /// The number as a span that leads to the work.
    pub(super) fn span(&mut self, view: &Detail, citation: &Citation) -> Span {
        Span::Ref(self.number(view, citation), link(citation))
    }

    /// Prose that cites by the numbers of the statement's citations, with the report's numbers in their place.
    pub(super) fn prose(&mut self, view: &Detail, prose: &str) -> Line {
        let mut out = Line::new();
        let mut from = 0;
        let mentions = mentions(prose);
        let mut next = 0;
        while let Some(mention) = mentions.get(next) {
            out.push(text(&prose[from..mention.range.start]));
            // What is cited in a row is one list: two passages may be of one work.
            let start = next;
            while let Some(beside) = mentions.get(next + 1)
                && BETWEEN.contains(&&prose[mentions[next].range.end..beside.range.start])
            {
                next += 1;
            }
            from = mentions[next].range.end;
            next += 1;
            let mut cited: Vec<Span> = Vec::new();
            for (mention, number) in mentions[start..next].iter().flat_map(|m| m.numbers.iter().map(move |n| (m, *n))) {
                let span = match view.citations().and_then(|c| c.get(number)) {
                    Some(citation) => Span::Ref(self.number(view, citation), None),
                    None if quoted(&prose[..mention.range.start]) => text(&prose[mention.range.clone()]),
                    None => text(format!("[citation {number}, which does not exist]")),
                };
                if !cited.contains(&span) {
                    cited.push(span);
                }
            }
            for (at, span) in cited.into_iter().enumerate() {
                if at > 0 {
                    out.push(text(", "));
                }
                out.push(span);
            }
        }
        out.push(text(&prose[from..]));
        out
    }
}

/// What joins citations in a row.
const BETWEEN: [&str; 5] = ["", " ", ", ", " and ", ", and "];

/// Whether a text ends within a quotation, whose numbers are the source's own.
fn quoted(before: &str) -> bool {
    before.matches('“').count() > before.matches('”').count()
}

/// By what a work is known besides its document. The name of a publisher is none: two pages of one site are two works.
fn keys(citation: &Citation) -> Vec<String> {
    let meta = &citation.meta;
    let mut keys = Vec::new();
    keys.extend(meta.doi.as_ref().map(|doi| format!("doi {}", doi.trim().to_lowercase())));
    keys.extend(meta.pmid.as_ref().map(|pmid| format!("pmid {}", pmid.trim())));
    if is_paper(meta) {
        keys.extend(hygiene::telling_title(&meta.title).map(|title| format!("title {title}")));
    }
    keys
}

fn link(citation: &Citation) -> Option<String> {
    let meta = &citation.meta;
    let doi = meta.doi.as_ref().and_then(|doi| address::doi(&doi.one_line()));
    doi.or_else(|| meta.pmid.as_ref().and_then(|pmid| address::pmid(&pmid.one_line())))
        .or_else(|| meta.url.as_ref().and_then(|url| address::url(&url.one_line())))
}

/// A reference in AMA style with its links. The DOI or address that the reference ends in becomes the link itself.
fn reference(view: &Detail, citation: &Citation) -> Line {
    let meta = &citation.meta;
    let mut words = citation.reference.one_line();
    let mut links = Vec::new();
    let mut link = |known: Option<&Clean>, prefix: &str, make: fn(&str) -> Option<String>| {
        let Some(known) = known.map(Clean::one_line) else { return };
        let Some(made) = make(&known) else { return };
        let shown = format!("{prefix}{known}");
        if let Some(rest) = words.strip_suffix(shown.as_str()) {
            words = Clean::new(rest).one_line();
        }
        links.push(Span::Link(shown, made));
    };
    link(meta.doi.as_ref(), "doi:", address::doi);
    link(meta.pmid.as_ref(), "PMID ", address::pmid);
    link(meta.url.as_ref(), "", address::url);
    let mut line = styled(&words, meta.journal.as_ref());
    for link in links {
        line.push(text(" "));
        line.push(link);
    }
    if let Some(years) = hygiene::years_older(&view.source.meta, meta) {
        line.push(Span::Em(format!(" ({})", hygiene::older(years))));
    }
    line
}

/// A reference with the journal in italics.
fn styled(words: &str, journal: Option<&Clean>) -> Line {
    let journal = journal.map(Clean::one_line).filter(|journal| !journal.is_empty());
    let found = journal.and_then(|journal| {
        let at = words.rfind(&format!(". {journal}."))? + 2;
        Some((at, at + journal.len()))
    });
    match found {
        Some((from, to)) => vec![text(&words[..from]), Span::Em(words[from..to].to_owned()), text(&words[to..])],
        None => vec![text(words)],
    }
}
