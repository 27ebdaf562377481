//! A review of any length, all ten stages worked out, with values of the size
//! that the builtin reasoner makes of SciFact's claims.

use std::{error::Error, path::Path, sync::Arc};

use gainsay::{
    domain::{
        Abstention, Basis, Candidate, Citation, Citations, Code, Counter, Credibility, Digest, DocId, EngineSpec,
        EvidenceType, Fit, Inspection, Issue, Judgement, Kind, LibraryStamp, Opinion, Page, Passage, Place, Provenance,
        Report, Scored, Scores, Scores3, SearchResult, Side, Signal, Source, SourceKind, SourceMeta, Stage, Stance,
        Statement, StatementId, Statements, Statistics, Strategy, StrategyOutcome, StrategyReport, Subject, Value,
        Verdict, VerdictValue, Weighed, Weighing,
    },
    review::{Act, Clock, Draft, Review, Who},
    text::Clean,
};
use jiff::Timestamp;

/// How many statements go into one commit.
const BATCH: usize = 500;

/// The system's clock.
pub fn clock() -> Clock {
    Arc::new(Timestamp::now)
}

fn spec() -> EngineSpec {
    EngineSpec { reasoner: "builtin".into(), version: "0.1.0".into(), model: None }
}

/// Makes a review of `count` statements, everything worked out.
pub fn review(path: &Path, count: u32) -> Result<(), Box<dyn Error>> {
    let mut claims: Vec<Statement> = (1..=count).map(statement).collect();
    let mut start = 0;
    for claim in &mut claims {
        let end = start + claim.text.len();
        claim.place = Some(Place { page: 1, paragraph: claim.id.0, start, end });
        start = end + 2;
    }
    let text = claims.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let source = Source {
        kind: SourceKind::Claims,
        name: "claims.jsonl".into(),
        meta: SourceMeta::default(),
        works: Vec::new(),
        pages: vec![Page { number: 1, text: text.as_str().into() }],
        claims: claims.clone(),
        evidence: Vec::new(),
        judgements: Vec::new(),
        hidden: Vec::new(),
        dropped: Vec::new(),
        column: None,
        unused: Vec::new(),
        file: Digest::of(text.as_bytes()),
    };
    let open = |source| Act::Open { source, settings: Box::default(), spec: spec() };
    let review = Review::create(Some(path), &source, open, clock())?;
    let ids: Vec<StatementId> = claims.iter().map(|s| s.id).collect();
    let extracted = Value::Statements(Statements { statements: claims, dropped: Vec::new(), candidates: Vec::new() });
    let inputs = review.fold().extract_inputs();
    review.append(vec![result(None, inputs, &extracted)])?;
    for batch in ids.chunks(BATCH) {
        for stage in Stage::OF_STATEMENT {
            let drafts = batch.iter().map(|id| {
                let inputs = review.fold().resolve(*id).get(stage).inputs;
                result(Some(*id), inputs, &value(stage, id.0))
            });
            let mut drafts: Vec<Draft> = drafts.collect();
            if stage == Stage::Judge {
                let keys = batch.iter().flat_map(|id| review.fold().unnumbered(*id)).collect();
                drafts.push(Draft { who: Who::Engine, act: Act::Number { issues: keys }, blobs: Vec::new() });
            }
            review.append(drafts)?;
        }
    }
    Ok(())
}

fn result(statement: Option<StatementId>, inputs: Option<Digest>, value: &Value) -> Draft {
    let bytes = value.bytes();
    let act = Act::Result {
        stage: value.stage(),
        statement,
        spec: spec(),
        inputs: inputs.unwrap_or_else(|| Digest::of(&[])),
        value: Digest::of(&bytes),
        gist: value.gist(),
        millis: 3,
    };
    Draft { who: Who::Engine, act, blobs: vec![bytes] }
}

/// `words` words that are other ones for every `seed`.
fn words(seed: u32, words: u32) -> Clean {
    const WORDS: [&str; 16] = [
        "patients",
        "mortality",
        "the",
        "expression",
        "of",
        "cohort",
        "treatment",
        "significantly",
        "in",
        "interleukin-6",
        "reduces",
        "microRNA",
        "with",
        "randomised",
        "increases",
        "risk",
    ];
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(7);
    let mut text = format!("Finding {seed}:");
    for _ in 0..words {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.push(' ');
        text.push_str(WORDS[(state >> 60) as usize]);
    }
    text.as_str().into()
}

fn statement(id: u32) -> Statement {
    Statement {
        id: StatementId(id),
        order: id,
        text: words(id, 12),
        context: "".into(),
        words: None,
        kind: Kind::Claim,
        confidence: 1.0,
        place: None,
        anchors: vec!["interleukin-6".into(), "microRNA".into()],
        given_id: Some(id.to_string().as_str().into()),
        also: Vec::new(),
        work: None,
        section: None,
        short_forms: Vec::new(),
        topic: None,
        sure_from: None,
        fields: Vec::new(),
        line: None,
    }
}

fn doc(n: u32) -> DocId {
    DocId::from(format!("{:07}", n % 5183).as_str())
}

fn meta(n: u32) -> SourceMeta {
    SourceMeta { title: words(n % 5183, 11), ..SourceMeta::default() }
}

fn issue(id: u32, stage: Stage) -> Issue {
    Issue::new(StatementId(id), stage, Code::WeakEvidence, Subject::Statement, "The passage is short.")
}

fn opinion() -> Opinion {
    Opinion {
        valid: true,
        quality: 0.7,
        evidence_type: EvidenceType::Contextual,
        issue: None,
        original: 0.6,
        adjusted: 0.51,
    }
}

/// A result of `stage`, about as long as those of the builtin reasoner are.
fn value(stage: Stage, id: u32) -> Value {
    let confidence = 0.3 + f64::from(id % 50) / 100.0;
    let verdict = Verdict::ALL[(id % 3) as usize];
    let basis = [Basis::CitedContradiction, Basis::CitedSupport, Basis::NothingAddressesIt][(id % 3) as usize];
    match stage {
        Stage::Extract => unreachable!("stage 0 is worked out for all statements together"),
        Stage::Counter => {
            Value::Counter(Counter { text: words(id, 13), hyde: vec![words(id, 60); 2], keywords: Vec::new() })
        }
        Stage::Search => {
            let passage = Passage { page: 1, start: 0, end: 1400 };
            let candidates = (0..50 + id % 9).map(|n| Candidate {
                doc: doc(id + n),
                meta: meta(id + n),
                passage,
                side: Side::Counter,
                fused: 0.016,
                lead: None,
                found_by: Side::BOTH
                    .map(|side| Provenance { side, strategy: Strategy::Keyword, rank: n + 1, score: 11.25 })
                    .to_vec(),
            });
            let candidates: Vec<_> = candidates.collect();
            let found = 50 + id % 9;
            let outcome = StrategyOutcome::Found(found);
            let strategies = vec![StrategyReport { side: Side::Counter, strategy: Strategy::Keyword, outcome }];
            let library = LibraryStamp { generation: 1, documents: 5183 };
            Value::Search(SearchResult { candidates, strategies, found, library, ..SearchResult::default() })
        }
        Stage::Score => {
            let scored = |n| Scored { doc: doc(id + n), score: if n < 4 { 4 } else { 1 }, reason: words(n, 8) };
            Value::Scores(Scores { scored: (0..50).map(scored).collect(), threshold: 3, ..Scores::default() })
        }
        Stage::Cite => {
            let citations = (1..=4).map(|number| Citation {
                number,
                doc: doc(id + number),
                document: Digest::of(b"document"),
                meta: meta(id + number),
                reference: words(number, 14),
                side: Side::Statement,
                passage: words(id + number, 24),
                before: words(number, 20),
                after: words(number, 20),
                place: Place { page: 1, paragraph: 1, start: 100, end: 300 },
                fit: Fit::Exact,
                score: 4,
                claimed_page: None,
                lead: None,
                section: None,
            });
            Value::Citations(Citations { citations: citations.collect(), ..Citations::default() })
        }
        Stage::Inspect => {
            let issues = if id.is_multiple_of(4) { vec![issue(id, stage)] } else { Vec::new() };
            Value::Inspection(Inspection { issues, quality: Some(0.85), per_citation: Some(0.9), failure: None })
        }
        Stage::Weigh => {
            let weighed = (1..=4).map(|number| Weighed {
                number,
                stance: Stance::NotAddressed,
                proposed: Stance::Supports,
                scores: Scores3 { entailment: 0.4, contradiction: 0.2, neutral: 0.4 },
                confidence: 0.6,
                reasoning: words(number, 22),
                notes: Vec::new(),
                credibility: Credibility::by_rule(0.8, "unknown design"),
                opinion: opinion(),
                blocked: false,
                work: number,
                by_reviewer: None,
            });
            let abstentions = if id.is_multiple_of(3) { vec![Abstention::InsufficientEvidence] } else { Vec::new() };
            let (weighed, signal) = (weighed.collect(), Signal::default());
            Value::Weighing(Weighing { weighed, signal, abstentions, issues: Vec::new(), not_judged: 0 })
        }
        Stage::Report => Value::Report(Report {
            summary: words(id, 90),
            computed: true,
            statistics: Statistics::default(),
            issues: Vec::new(),
        }),
        Stage::Verdict => Value::Verdict(VerdictValue {
            verdict,
            confidence,
            rationale: words(id, 40),
            basis,
            unrated: false,
            critique: None,
            issues: if id.is_multiple_of(20) { vec![issue(id, stage)] } else { Vec::new() },
        }),
        Stage::Judge => Value::Judgement(Judgement {
            opinion: opinion(),
            verdict,
            confidence: confidence * 0.85,
            basis,
            blocked: false,
            issues: Vec::new(),
        }),
    }
}
