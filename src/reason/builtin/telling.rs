//! How evidence is told in prose: short exact quotes, the source in words, lists of numbers.

use crate::{domain::Stance, reason::WeighedCitation};

/// Study designs as a credibility rule or a title names them, and how they are told.
const DESIGNS: &[(&str, &str)] = &[
    ("meta-analysis", "systematic review or meta-analysis"),
    ("systematic review", "systematic review or meta-analysis"),
    ("randomi", "randomised trial"),
    ("rct", "randomised trial"),
    ("cohort", "cohort study"),
    ("case-control", "case-control study"),
    ("cross-sectional", "cross-sectional study"),
    ("case report", "case report"),
    ("in vitro", "animal or in vitro study"),
    ("animal", "animal or in vitro study"),
    ("preprint", "preprint"),
];

/// The first words of a passage, at most `most` of them, exactly as they stand;
/// and whether that is not all.
pub(super) fn excerpt(passage: &str, most: usize) -> (&str, bool) {
    let passage = passage.trim();
    let mut ends =
        passage.match_indices(char::is_whitespace).map(|(i, _)| i).filter(|i| !passage[*i..].starts_with("\n\n"));
    // A run of blanks counts as several, which only makes the excerpt shorter.
    let end = ends.nth(most.saturating_sub(1)).unwrap_or(passage.len());
    let cut = end < passage.len();
    let text = passage[..end].trim_end();
    (if cut { text.trim_end_matches([',', ';', ':', '(', '.']) } else { text.trim_end_matches('.') }, cut)
}

/// The passage in quotation marks with its number: “…” [3].
pub(super) fn quoted(item: &WeighedCitation<'_>, most: usize) -> String {
    let (text, cut) = excerpt(&item.citation.passage, most);
    // A quotation within the quotation keeps its own marks.
    format!("“{text}{}” [{}]", if cut { " …" } else { "" }, item.citation.number)
}

/// The source in words: “a cohort study of 2013”, “BBC”, “a study”.
pub(super) fn source(item: &WeighedCitation<'_>) -> String {
    let meta = &item.citation.meta;
    let rule = item.weighed.credibility.rule.to_lowercase();
    let design = DESIGNS.iter().find(|(mark, _)| rule.contains(mark)).map(|(_, design)| *design);
    let year = meta.year.map(|year| format!(" of {year}")).unwrap_or_default();
    match (design, &meta.source_name) {
        (Some(design), _) => format!("{} {design}{year}", if design.starts_with('a') { "an" } else { "a" }),
        (None, Some(name)) if !name.trim().is_empty() && meta.url.is_some() => name.one_line().to_string(),
        _ => format!("a publication{year}"),
    }
}

/// “[1], [2] and [5]”.
pub(super) fn numbers(items: &[&WeighedCitation<'_>]) -> String {
    let marks: Vec<String> = items.iter().map(|i| format!("[{}]", i.citation.number)).collect();
    match marks.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A small count in words.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// How much a citation counts: credibility × judged confidence.
pub(super) fn weight(item: &WeighedCitation<'_>) -> f64 {
    item.weighed.credibility.value * item.weighed.opinion.adjusted
}

/// The citations of one stance, those that count most first.
pub(super) fn of_stance<'a, 'b>(items: &'b [WeighedCitation<'a>], stance: Stance) -> Vec<&'b WeighedCitation<'a>> {
    let mut found: Vec<_> = items.iter().filter(|i| !i.weighed.blocked && i.weighed.stance == stance).collect();
    found.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.citation.number.cmp(&b.citation.number)));
    found
}

/// The text with a capital at its head.
pub(super) fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{
        domain::{
            Citation, Counter, Credibility, Digest, DocId, EvidenceType, Fit, Kind, Opinion, Place, Report, Scores3,
            Side, Signal, SignalLabel, SourceMeta, Statement, StatementId, Statistics, Weighed,
        },
        reason::{
            ReportInput, VerdictDraft, VerdictInput,
            builtin::{report::report, verdict::verdict},
        },
    };

    /// A statement with weighed citations, for the tests of report and verdict.
    pub(in super::super) struct Case {
        statement: Statement,
        citations: Vec<(Citation, Weighed)>,
    }

    impl Case {
        pub(in super::super) fn new(statement: &str, cited: &[(Stance, &str)]) -> Self {
            let statement = Statement {
                id: StatementId(1),
                order: 1,
                text: statement.into(),
                context: "".into(),
                kind: Kind::Claim,
                confidence: 1.0,
                place: None,
                anchors: Vec::new(),
                given_id: None,
            };
            let citations = (1..).zip(cited).map(|(n, (stance, passage))| one(n, *stance, passage)).collect();
            Self { statement, citations }
        }

        fn with<T>(&self, f: impl FnOnce(&[WeighedCitation<'_>]) -> T) -> T {
            f(&self
                .citations
                .iter()
                .map(|(citation, weighed)| WeighedCitation { citation, weighed })
                .collect::<Vec<_>>())
        }

        pub(in super::super) fn verdict(&self, label: SignalLabel) -> VerdictDraft {
            let signal = Signal {
                label,
                consensus: Some(0.9),
                best_supporting: 0.9,
                best_contradicting: 0.9,
                sources: 1,
                ..Signal::default()
            };
            let (statement, report) = (&self.statement, &Report::default());
            self.with(|citations| {
                verdict(VerdictInput { statement, report, citations, signal: &signal, critique: None })
            })
        }

        pub(in super::super) fn report(&self) -> String {
            let (counter, statistics) = (&Counter::default(), &Statistics::default());
            self.with(|citations| {
                report(ReportInput { statement: &self.statement, counter, citations, statistics }).text
            })
        }
    }

    fn one(number: u32, stance: Stance, passage: &str) -> (Citation, Weighed) {
        let citation = Citation {
            number,
            doc: DocId::from("d"),
            document: Digest::of(b""),
            meta: SourceMeta { year: Some(2013), ..SourceMeta::default() },
            reference: "".into(),
            side: Side::Counter,
            passage: passage.into(),
            before: "".into(),
            after: "".into(),
            place: Place { page: 1, paragraph: 1, start: 0, end: passage.len() },
            fit: Fit::Exact,
            score: 4,
            claimed_page: None,
        };
        let weighed = Weighed {
            number,
            stance,
            proposed: stance,
            scores: Scores3 { entailment: 0.0, contradiction: 0.0, neutral: 1.0 },
            confidence: 0.9,
            reasoning: "".into(),
            notes: Vec::new(),
            credibility: Credibility { value: 0.8, rule: "cohort study".into() },
            opinion: Opinion {
                valid: true,
                quality: 1.0,
                evidence_type: EvidenceType::Explicit,
                issue: None,
                original: 0.9,
                adjusted: 0.9,
            },
            blocked: false,
            work: number,
        };
        (citation, weighed)
    }

    #[test]
    fn an_excerpt_is_the_passages_own_words() {
        assert_eq!(excerpt("one two, three.", 2), ("one two", true));
        assert_eq!(excerpt(" one two. ", 5), ("one two", false));
        assert_eq!(excerpt("", 5), ("", false));
    }
}
