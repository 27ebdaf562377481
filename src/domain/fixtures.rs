//! Small values for the unit tests of every room.

use super::{
    Candidate, Citation, Credibility, Digest, DocId, Document, EvidenceType, Fit, Opinion, Page, Passage, Place,
    Provenance, Scores3, Side, Source, SourceKind, SourceMeta, Stance, Statement, Strategy, Weighed,
};

/// A paper of one page, known by its text.
pub fn source(text: &str) -> Source {
    Source {
        kind: SourceKind::Paper,
        name: "paper.txt".into(),
        meta: SourceMeta::default(),
        works: Vec::new(),
        pages: vec![Page { number: 1, text: text.into() }],
        claims: Vec::new(),
        evidence: Vec::new(),
        judgements: Vec::new(),
        hidden: Vec::new(),
        dropped: Vec::new(),
        column: None,
        unused: Vec::new(),
        file: Digest::of(text.as_bytes()),
    }
}

/// A located statement without context.
pub fn statement(text: &str) -> Statement {
    Statement { place: Some(Place { page: 1, paragraph: 1, start: 0, end: text.len() }), ..Statement::claim(1, text) }
}

/// A candidate whose rank and fused score follow `i`.
pub fn candidate(i: usize, side: Side) -> Candidate {
    let rank = u32::try_from(i).unwrap() + 1;
    Candidate {
        doc: DocId::from(format!("doc{i:03}").as_str()),
        meta: SourceMeta::default(),
        passage: Passage { page: 1, start: 0, end: 0 },
        side,
        fused: 1.0 / f64::from(rank),
        lead: None,
        found_by: vec![Provenance { side, strategy: Strategy::Keyword, rank, score: 1.0 / f64::from(rank) }],
    }
}

/// A document of these pages, numbered from 1.
pub fn document(title: &str, pages: &[&str]) -> Document {
    let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
    let pages = (1..).zip(pages).map(|(number, text)| Page { number, text: (*text).into() }).collect();
    Document::new(meta, pages)
}

/// A candidate for a document's first page.
pub fn candidate_of(document: &Document, side: Side) -> Candidate {
    Candidate { doc: document.id.clone(), meta: document.meta.clone(), ..candidate(0, side) }
}

/// A citation of a document of its own.
pub fn citation(number: u32, passage: &str) -> Citation {
    Citation {
        number,
        doc: DocId::from(format!("doc{number:03}").as_str()),
        document: Digest::of(passage.as_bytes()),
        meta: SourceMeta::default(),
        reference: "Smith J. A trial. Lancet. 2021.".into(),
        side: Side::Counter,
        passage: passage.into(),
        before: "".into(),
        after: "".into(),
        place: Place { page: 1, paragraph: 1, start: 0, end: passage.len() },
        fit: Fit::Exact,
        score: 4,
        claimed_page: None,
        lead: None,
        section: None,
    }
}

/// An unblocked weight of this stance.
pub fn weighed(number: u32, stance: Stance) -> Weighed {
    Weighed {
        number,
        stance,
        proposed: stance,
        scores: Scores3 { entailment: 0.9, contradiction: 0.05, neutral: 0.05 },
        confidence: 0.9,
        reasoning: "It says so.".into(),
        notes: Vec::new(),
        credibility: Credibility::by_rule(0.9, "RCT"),
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
        by_reviewer: None,
    }
}
