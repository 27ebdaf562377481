//! One list of references for the whole report: each work once, in the order in which the statements cite them, whether or
//! not a passage counts, so that no number changes with a verdict, a stance or a weight. A passage is cited by the number of
//! its work, with a letter where the review cites several passages of that work.

use std::collections::BTreeMap;

use crate::{
    desk::Detail,
    domain::{
        Citation, DocId, SourceMeta,
        rules::{
            hygiene,
            mention::{ends_in_quotation, mentions},
            work,
        },
    },
    export::{
        address,
        markers::raised,
        page::{Label, Line, Span, text},
    },
    text::Clean,
};

/// See the module's text.
#[derive(Default)]
pub(super) struct References {
    works: Vec<Work>,
    /// Positions in `works` by document.
    of_document: BTreeMap<DocId, usize>,
}

/// An article and its preprint are one.
#[derive(Default)]
struct Work {
    references: Vec<Line>,
    /// The passages that the review cites, in the order of the work's text: what counts and what is named may change, and
    /// with it the order of mention, while this stays.
    passages: Vec<(DocId, Clean)>,
}

impl References {
    /// Of the passages that the statements cite.
    pub(super) fn of(views: &[Detail], noticed: &BTreeMap<DocId, SourceMeta>) -> Self {
        let cited =
            |view| Detail::citations(view).into_iter().flat_map(move |c| c.citations.iter().map(move |c| (view, c)));
        let mut all: Vec<(&Detail, &Citation)> = views.iter().flat_map(cited).collect();
        // By the numbers of the statements, of which those that a reviewer adds come last.
        all.sort_by_key(|(view, _)| view.statement.id);
        let mut documents = BTreeMap::new();
        for (at, (_, citation)) in all.iter().enumerate() {
            documents.entry(&citation.doc).or_insert(at);
        }
        all.sort_by_key(|(_, Citation { doc, place, .. })| (documents[doc], place.page, place.start, place.end));
        // Another passage of the work may be the first that is cited.
        let given: BTreeMap<&DocId, &SourceMeta> = all
            .iter()
            .filter_map(|(view, citation)| Some((&citation.doc, &view.given(citation)?.document.meta)))
            .rev()
            .collect();
        let (mut by_key, mut out) = (BTreeMap::new(), Self::default());
        for (view, citation) in all {
            let keys = keys(citation);
            let at = keys.iter().find_map(|key| by_key.get(key)).copied().unwrap_or(out.works.len());
            if at == out.works.len() {
                out.works.push(Work::default());
            }
            keys.into_iter().for_each(|key| {
                by_key.entry(key).or_insert(at);
            });
            let work = &mut out.works[at];
            if out.of_document.insert(citation.doc.clone(), at).is_none() {
                let line = reference(view, citation, given.get(&citation.doc).copied(), noticed);
                if !work.references.contains(&line) {
                    work.references.push(line);
                }
            }
            let passage = (citation.doc.clone(), citation.passage.clone());
            if !work.passages.contains(&passage) {
                work.passages.push(passage);
            }
        }
        out
    }

    pub(super) fn is_empty(&self) -> bool {
        self.works.is_empty()
    }

    /// The references, in the order of their numbers.
    pub(super) fn lines(self) -> Vec<Line> {
        let joined = |work: Work| {
            let mut all = Line::new();
            for (at, line) in work.references.into_iter().enumerate() {
                if at > 0 {
                    all.push(text(" Also: "));
                }
                all.extend(line);
            }
            all
        };
        self.works.into_iter().map(joined).collect()
    }

    /// What the report cites a passage by.
    pub(super) fn label(&self, citation: &Citation) -> Label {
        let work = self.work(citation);
        let passages = self.works.get(work).map_or(&[][..], |work| &work.passages);
        let is_it = |(doc, text): &(DocId, Clean)| *doc == citation.doc && *text == citation.passage;
        let at = passages.iter().position(is_it).filter(|_| passages.len() > 1);
        Label { work: count(work) + 1, passage: at.map(count) }
    }

    /// What the report cites the work of a citation by, where it quotes no passage of it.
    pub(super) fn whole(&self, citation: &Citation) -> Label {
        Label { work: count(self.work(citation)) + 1, passage: None }
    }

    /// The position of the work that a citation is from.
    pub(super) fn work(&self, citation: &Citation) -> usize {
        self.of_document.get(&citation.doc).copied().unwrap_or(self.works.len())
    }

    /// The label as a span that leads to the work.
    pub(super) fn span(&self, citation: &Citation) -> Span {
        Span::Ref(self.label(citation), link(citation))
    }

    /// Prose as it was written, with the report's label in the place of each number that cites a passage of the statement.
    pub(super) fn prose(&self, view: &Detail, prose: &str) -> Line {
        let mut out = Line::new();
        let mut from = 0;
        for mention in mentions(prose) {
            let written = &prose[mention.range.clone()];
            out.push(text(raised(&prose[from..mention.range.start])));
            from = mention.range.end;
            // The numbers in a quotation are the source's own.
            if ends_in_quotation(&prose[..mention.range.start]) {
                out.push(text(written));
                continue;
            }
            // “citation 3” keeps its noun.
            let noun = written.find(|c: char| c.is_ascii_digit() || "[【".contains(c)).unwrap_or(0);
            out.push(text(&written[..noun]));
            for (at, number) in mention.numbers.iter().enumerate() {
                if at > 0 {
                    out.push(text(", "));
                }
                out.push(match view.citations().and_then(|cited| cited.get(*number)) {
                    Some(citation) => self.span(citation),
                    None if view.citations().is_some_and(|cited| *number <= cited.taken_out) => {
                        text(format!("[citation {number}, no longer cited]"))
                    }
                    None => text(format!("[citation {number}, which does not exist]")),
                });
            }
        }
        out.push(text(raised(&prose[from..])));
        // “Respectively” pairs the references with what is before them.
        if !prose.to_lowercase().contains("respectively") {
            put_in_order(&mut out);
        }
        out
    }
}

/// Puts the passages of one work that are listed together in ascending order: `[2a] and [2b]`. Those of several works may
/// belong to other parts of the sentence: “supported by [5], and [2] contradicts it”.
fn put_in_order(line: &mut Line) {
    let mut from = 0;
    while from < line.len() {
        let Span::Ref(first, _) = line[from] else {
            from += 1;
            continue;
        };
        let (mut places, mut between) = (vec![from], String::new());
        for (at, span) in line.iter().enumerate().skip(from + 1) {
            match span {
                // Nothing else is between references that are listed.
                Span::Ref(label, _)
                    if label.work == first.work && matches!(between.as_str(), "" | " " | ", " | " and " | ", and ") =>
                {
                    places.push(at);
                    between.clear();
                }
                Span::Text(text) => between.push_str(text),
                _ => break,
            }
        }
        let mut references: Vec<Span> = places.iter().map(|at| line[*at].clone()).collect();
        references.sort_by_key(|span| if let Span::Ref(label, _) = span { Some(*label) } else { None });
        from = places.last().map_or(from, |last| *last) + 1;
        for (at, reference) in places.into_iter().zip(references) {
            line[at] = reference;
        }
    }
}

/// What identifies the work of a citation; its document comes first.
fn keys(citation: &Citation) -> Vec<String> {
    std::iter::once(format!("document {}", citation.doc)).chain(work::identities(&citation.meta)).collect()
}

fn count(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX - 1)
}

fn link(citation: &Citation) -> Option<String> {
    let meta = &citation.meta;
    let doi = meta.doi.as_ref().and_then(|doi| address::doi(&doi.one_line()));
    doi.or_else(|| meta.pmid.as_ref().and_then(|pmid| address::pmid(&pmid.one_line())))
        .or_else(|| meta.url.as_ref().and_then(|url| address::url(&url.one_line())))
}

/// The reference of a citation, with the notices published on the work and a remark where it is much older than the paper
/// under review. What the library does not know of the work is taken from the claim that it came with.
fn reference(
    view: &Detail,
    citation: &Citation,
    given: Option<&SourceMeta>,
    noticed: &BTreeMap<DocId, SourceMeta>,
) -> Line {
    let mut meta = citation.meta.clone();
    if let Some(given) = given {
        meta.doi = meta.doi.or_else(|| given.doi.clone());
        meta.pmid = meta.pmid.or_else(|| given.pmid.clone());
        meta.url = meta.url.or_else(|| given.url.clone());
    }
    let mut line = linked(&citation.reference, &meta);
    line.extend(notices(noticed.get(&citation.doc).unwrap_or(&citation.meta)));
    if let Some(years) = hygiene::years_older(view.source.work_of(&view.statement), &citation.meta) {
        line.push(Span::Em(format!(" ({})", hygiene::older(years))));
    }
    line
}

/// The notices published on a work: ` (correction published: doi:10.1000/x)`.
pub(super) fn notices(meta: &SourceMeta) -> Line {
    let mut line = Line::new();
    for notice in hygiene::notices(meta) {
        line.push(text(format!(" ({}", notice.what)));
        let doi = notice.published.and_then(|published| published.doi.as_ref()).map(Clean::one_line);
        let pmid = notice.published.and_then(|published| published.pmid.as_ref()).map(Clean::one_line);
        let doi = doi.and_then(|doi| Some((format!("doi:{doi}"), address::doi(&doi)?)));
        let found = doi.or_else(|| pmid.and_then(|pmid| Some((format!("PMID {pmid}"), address::pmid(&pmid)?))));
        if let Some((shown, link)) = found {
            line.extend([text(": "), Span::Link(shown, link)]);
        }
        line.push(text(")"));
    }
    line
}

/// A reference in AMA style with its links. The DOI or address that the reference ends in becomes the link itself.
pub(super) fn linked(reference: &Clean, meta: &SourceMeta) -> Line {
    let mut words = reference.one_line();
    let mut links = Vec::new();
    let mut link = |known: Option<&Clean>, prefix: &str, make: fn(&str) -> Option<String>| {
        let Some(known) = known.map(Clean::one_line) else { return };
        let is_new = |made: &String| !links.iter().any(|link| matches!(link, Span::Link(_, to) if to == made));
        let Some(made) = make(&known).filter(is_new) else { return };
        let shown = format!("{prefix}{known}");
        if let Some(rest) = words.strip_suffix(shown.as_str()) {
            words = Clean::new(rest).one_line();
        }
        links.push(Span::Link(shown, made));
    };
    link(meta.doi.as_ref(), "doi:", address::doi);
    link(meta.pmid.as_ref(), "PMID ", address::pmid);
    // A search for the work says no more than its DOI.
    let is_identified = meta.doi.is_some() || meta.pmid.is_some();
    let own = meta.url.as_ref().filter(|url| !is_identified || !address::is_search(&url.one_line()));
    link(own, "", address::url);
    let mut line = styled(&words, meta.journal.as_ref());
    for link in links {
        // Of some works nothing but the address is known.
        line.extend((line.len() > 1 || !words.is_empty()).then(|| text(" ")));
        line.push(link);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// “[2b] and [2a]” reads as if the order meant something.
    #[test]
    fn references_that_are_listed_together_are_in_ascending_order() {
        let reference = |work, passage| Span::Ref(Label { work, passage }, None);
        let (a, b, fifth) = (reference(2, Some(0)), reference(2, Some(1)), reference(5, None));
        let mut line = vec![fifth.clone(), text(", and "), b.clone(), text(""), text(" and "), a.clone()];
        line.extend([text(" outweigh "), reference(1, None), text(".")]);
        put_in_order(&mut line);
        assert_eq!([&line[0], &line[2], &line[5], &line[7]], [&fifth, &a, &b, &reference(1, None)]);
    }
}
