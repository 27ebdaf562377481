//! A review with everything in it, worked out by hand: one statement that a
//! reviewer decided differently from the machine, one on which nothing was found, one
//! with a stage that failed. Every free text goes through a function, so that
//! the same review can be made of hostile text.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use jiff::Timestamp;

use crate::{
    domain::*,
    review::{Act, Clock, Draft, Review, Who},
    text::{Clean, Hidden},
};

/// What becomes of a free text.
pub(super) type Words<'a> = &'a dyn Fn(&str) -> String;

/// A clock that goes on by a minute whenever it is asked.
pub(super) fn clock() -> Clock {
    let now = AtomicI64::new(1_714_550_400);
    Arc::new(move || Timestamp::from_second(now.fetch_add(60, Ordering::Relaxed)).unwrap())
}

struct Maker<'a> {
    review: Review,
    words: Words<'a>,
}

impl Maker<'_> {
    fn text(&self, text: &str) -> Clean {
        // Paragraphs stay paragraphs, so that the two reviews have the same shape.
        text.split("\n\n").map(|p| (self.words)(p)).collect::<Vec<_>>().join("\n\n").into()
    }

    fn spec(&self) -> EngineSpec {
        EngineSpec { reasoner: self.text("builtin"), version: self.text("1"), model: None }
    }

    fn who(&self) -> Who {
        Who::Reviewer(self.text("Dr Ruth Adler"))
    }

    fn inputs(&self, stage: Stage, id: Option<StatementId>) -> Option<Digest> {
        let fold = self.review.fold();
        id.map_or_else(|| fold.extract_inputs(), |id| fold.resolve(id).get(stage).inputs)
    }

    fn result(&self, id: Option<StatementId>, value: &Value, documents: &[Document]) {
        let bytes = value.bytes();
        let act = Act::Result {
            stage: value.stage(),
            statement: id,
            spec: self.spec(),
            inputs: self.inputs(value.stage(), id).unwrap(),
            value: Digest::of(&bytes),
            gist: value.gist(),
            millis: 12,
        };
        let blobs = std::iter::once(bytes).chain(documents.iter().map(canonical)).collect();
        self.review.append(vec![Draft { who: Who::Engine, act, blobs }]).unwrap();
    }

    fn set(&self, id: Option<StatementId>, value: &Value, reason: &str) {
        let bytes = value.bytes();
        let act = Act::Override {
            stage: value.stage(),
            statement: id,
            inputs: self.inputs(value.stage(), id),
            value: Digest::of(&bytes),
            gist: value.gist(),
            reason: Some(self.text(reason).into()),
            accepts: false,
        };
        self.review.append(vec![Draft { who: self.who(), act, blobs: vec![bytes] }]).unwrap();
    }

    fn act(&self, who: Who, act: Act) {
        self.review.append(vec![Draft { who, act, blobs: Vec::new() }]).unwrap();
    }

    fn statement(&self, id: u32, text: &str, context: &str) -> Statement {
        Statement {
            id: StatementId(id),
            order: id,
            text: self.text(text),
            context: self.text(context),
            words: None,
            kind: Kind::Finding,
            confidence: if id == 3 { 0.72 } else { 0.9 },
            place: (id != 3).then_some(Place { page: id, paragraph: 2, start: 0, end: 10 }),
            anchors: vec![self.text("HbA1c")],
            given_id: Some(self.text("claim-1")),
            also: Vec::new(),
            work: None,
            section: None,
            short_forms: Vec::new(),
            topic: None,
            sure_from: None,
            fields: vec![GivenField { name: self.text("speaker"), text: self.text("The minister") }],
            line: None,
        }
    }

    fn statements(&self) -> Statements {
        Statements {
            statements: vec![
                self.statement(1, "Metformin is superior to GLP-1 agonists in lowering HbA1c.", "Context."),
                self.statement(
                    2,
                    "Vitamin Q prevents diabetes in adults over 60 with a family history of the disease.",
                    "",
                ),
                self.statement(3, "Metformin prolongs life.", ""),
            ],
            dropped: Vec::new(),
            candidates: Vec::new(),
        }
    }

    fn meta(&self, n: u32) -> SourceMeta {
        SourceMeta {
            title: self.text("GLP-1 agonists versus metformin: a randomised trial"),
            authors: vec![self.text("Smith J")],
            journal: Some(self.text("Diabetes Care")),
            year: Some(2020 + i32::try_from(n).unwrap()),
            volume: None,
            issue: None,
            pages: None,
            publication_types: vec![self.text("Randomized Controlled Trial")],
            doi: Some(self.text(&format!("10.1234/(glp)<{n}>"))),
            pmid: (n != 2).then(|| self.text(&format!("3456789{n}"))),
            pmcid: None,
            related: Vec::new(),
            url: (n == 3).then(|| self.text("https://example.org/a_b?x=1&copy=2")),
            source_name: Some(self.text("BBC")),
            published: None,
            credibility: None,
        }
    }

    fn documents(&self) -> Vec<Document> {
        let text = self.text("Patients were followed for a year. HbA1c fell by 1.3 %. No deaths occurred.");
        (1..=3).map(|n| Document::new(self.meta(n), vec![Page { number: 1, text: text.clone() }])).collect()
    }

    fn citation(&self, n: u32, document: &Document) -> Citation {
        let reference =
            format!("Smith J. GLP-1 agonists versus metformin: a randomised trial. Diabetes Care. 202{n}. ");
        Citation {
            doc: document.id.clone(),
            document: Digest::of_value(document),
            meta: document.meta.clone(),
            reference: match &document.meta.doi {
                Some(doi) => format!("{}doi:{doi}", self.text(&reference)).into(),
                None => self.text(&reference),
            },
            side: if n == 2 { Side::Statement } else { Side::Counter },
            before: self.text("Patients were followed for a year."),
            after: self.text("No deaths occurred."),
            place: Place { page: 1, paragraph: 1, start: 5, end: 60 },
            ..fixtures::citation(
                n,
                &self.text("HbA1c fell by 1.3 % with the agonist and 0.9 % with metformin (p < 0.001)."),
            )
        }
    }

    fn weighed(&self, n: u32) -> Weighed {
        let contradicts = n != 2;
        let blocked = n == 3;
        Weighed {
            number: n,
            stance: if contradicts { Stance::Contradicts } else { Stance::Supports },
            proposed: if n == 2 { Stance::NotAddressed } else { Stance::Contradicts },
            scores: Scores3 { entailment: 0.1, contradiction: 0.8, neutral: 0.1 },
            confidence: 0.8,
            reasoning: self.text("The passage compares the two drugs and finds the opposite."),
            notes: vec![RuleNote { rule: self.text("numbers"), note: self.text("1.3 % against 0.9 %") }],
            credibility: Credibility::by_rule(0.9, self.text("randomised trial")),
            opinion: Opinion {
                valid: !blocked,
                quality: if blocked { 0.0 } else { 1.0 },
                evidence_type: if blocked { EvidenceType::Inappropriate } else { EvidenceType::Explicit },
                issue: blocked.then(|| self.text("This is an opinion piece.")),
                original: 0.8,
                adjusted: if blocked { 0.0 } else { 0.8 },
            },
            blocked,
            work: n,
            by_reviewer: None,
        }
    }

    fn verdict(&self, verdict: Verdict, confidence: f64, rationale: &str, basis: Basis) -> VerdictValue {
        VerdictValue {
            verdict,
            confidence,
            rationale: self.text(rationale),
            basis,
            unrated: false,
            critique: None,
            issues: Vec::new(),
        }
    }

    fn judgement(&self, verdict: &VerdictValue) -> Judgement {
        Judgement {
            opinion: Opinion {
                valid: true,
                quality: 1.0,
                evidence_type: EvidenceType::Explicit,
                issue: None,
                original: verdict.confidence,
                adjusted: verdict.confidence,
            },
            verdict: verdict.verdict,
            confidence: verdict.confidence,
            basis: verdict.basis,
            blocked: false,
            issues: Vec::new(),
        }
    }

    fn counter(&self, id: StatementId) {
        let counter = Counter {
            text: self.text("Metformin is no better than GLP-1 agonists."),
            hyde: vec![self.text("In this trial the agonist was better.")],
            keywords: vec![self.text("metformin")],
        };
        self.result(Some(id), &Value::Counter(counter), &[]);
    }

    fn search(&self, documents: &[Document]) -> SearchResult {
        let candidates = documents.iter().map(|d| Candidate {
            doc: d.id.clone(),
            meta: d.meta.clone(),
            passage: Passage { page: 1, start: 0, end: 10 },
            side: Side::Counter,
            fused: 0.0312,
            lead: None,
            found_by: vec![Provenance { side: Side::Counter, strategy: Strategy::Keyword, rank: 1, score: 12.5 }],
        });
        let found = u32::try_from(documents.len()).unwrap();
        let report = |strategy, outcome| StrategyReport { side: Side::Counter, strategy, outcome };
        SearchResult {
            candidates: candidates.collect(),
            strategies: vec![
                report(Strategy::Keyword, StrategyOutcome::Found(found)),
                report(Strategy::Semantic, StrategyOutcome::Found(found)),
                report(Strategy::Hyde, StrategyOutcome::Failed(self.text("the server did not answer"))),
            ],
            found,
            library: LibraryStamp { generation: 3, documents: 2101 },
            meaning: self.text("a <model> of *vectors*"),
            own: Vec::new(),
            sources: Vec::new(),
        }
    }

    fn scores(&self, id: StatementId, documents: &[Document]) {
        let scored =
            documents.iter().map(|d| Scored { doc: d.id.clone(), score: 4, reason: self.text("It compares both.") });
        let scores = Scores { scored: scored.collect(), threshold: 3, ..Scores::default() };
        self.result(Some(id), &Value::Scores(scores), &[]);
    }

    /// A statement with evidence on both sides, decided differently from the machine.
    fn first(&self) {
        let id = StatementId(1);
        let documents = self.documents();
        self.counter(id);
        self.result(Some(id), &Value::Search(self.search(&documents)), &[]);
        self.scores(id, &documents);
        let citations = Citations {
            citations: (1..).zip(&documents).map(|(n, d)| self.citation(n, d)).collect(),
            dropped: vec![DroppedQuote {
                doc: documents[0].id.clone(),
                claimed: self.text("HbA1c fell by 9 %"),
                why: self.text("another number"),
            }],
            ..Citations::default()
        };
        self.result(Some(id), &Value::Citations(citations), &documents);
        let issue =
            |code, subject, message: &str| Issue::new(id, Stage::Inspect, code, subject, self.text(message)).about(2);
        let quote = issue(Code::QuoteLength, Subject::Document(documents[1].id.clone()), "The passage has 61 words.");
        let claimed = Subject::Claimed(Digest::of(b"claimed"));
        let fabricated = issue(Code::FabricatedQuote, claimed, "“HbA1c fell by 9 %” is not in the source.");
        let keys = [quote.key, fabricated.key];
        let passage = Subject::Passage(documents[2].id.clone(), self.citation(3, &documents[2]).place);
        let anchor = issue(Code::AnchorMissing, passage, "The cited text does not mention “GLP-1”.").about(3);
        let inspection = Inspection {
            issues: vec![quote, fabricated, anchor],
            quality: Some(0.65),
            per_citation: Some(0.88),
            failure: None,
        };
        self.result(Some(id), &Value::Inspection(inspection), &[]);
        let weighing = Weighing {
            weighed: (1..=3).map(|n| self.weighed(n)).collect(),
            signal: Signal {
                label: SignalLabel::Contradicted,
                supporting: 0.4,
                contradicting: 0.72,
                consensus: Some(0.64),
                best_supporting: 0.5,
                best_contradicting: 0.8,
                sources: 2,
                required: 1,
                news: false,
            },
            abstentions: vec![Abstention::WeakConsensus],
            issues: Vec::new(),
            not_judged: 0,
        };
        self.result(Some(id), &Value::Weighing(weighing), &[]);
        let summary = "In a 2021 trial, HbA1c fell further with the agonist than with metformin [1].\n\n\
                       A second trial found no difference [2].";
        let report = Report { summary: self.text(summary), ..Report::default() };
        self.result(Some(id), &Value::Report(report), &[]);
        let rationale = "A randomised trial found a larger effect of the agonist than of metformin [1].";
        let own = self.verdict(Verdict::Contradicts, 0.3, rationale, Basis::CitedBoth);
        self.result(Some(id), &Value::Verdict(own.clone()), &[]);
        self.result(Some(id), &Value::Judgement(self.judgement(&own)), &[]);
        self.act(Who::Engine, Act::Number { issues: keys.to_vec() });

        let ruling = |ruling, reason: &str| Act::Ruling {
            statement: id,
            issue: keys[0],
            ruling: Some(ruling),
            reason: Some(self.text(reason).into()),
        };
        self.act(self.who(), ruling(Ruling::Dismissed, "It is a quotation of a table."));
        self.act(self.who(), Act::Note { statement: Some(id), text: self.text("Ask for the protocol.\n\nSoon.") });
        let raised = Subject::Statement;
        let issue = Issue::new(id, Stage::Verdict, Code::Reviewer, raised, self.text("The doses differ."));
        self.act(self.who(), Act::Raise { statement: id, issue: Box::new(issue) });
        let decided = self.verdict(
            Verdict::Undecided,
            0.6,
            "The trials disagree, and the doses are not comparable [1, 2].",
            Basis::Reviewer,
        );
        self.set(Some(id), &Value::Verdict(decided), "The doses are not comparable.");
        let bulk = Act::Bulk {
            what: self.text("flag all"),
            acts: vec![Act::Flag { statement: id, on: true }, Act::Flag { statement: StatementId(2), on: true }],
        };
        self.act(self.who(), bulk);
        self.review.undo(self.who()).unwrap();
    }

    /// A statement on which nothing was found.
    fn second(&self) {
        let id = StatementId(2);
        self.counter(id);
        self.result(Some(id), &Value::Search(self.search(&[])), &[]);
        self.scores(id, &[]);
        self.result(Some(id), &Value::Citations(Citations::default()), &[]);
        let inspection = Inspection { quality: Some(0.0), per_citation: Some(0.0), ..Inspection::default() };
        self.result(Some(id), &Value::Inspection(inspection), &[]);
        self.result(Some(id), &Value::Weighing(Weighing::default()), &[]);
        let summary = self.text("Nothing was found among the 2101 documents that were searched.");
        self.result(Some(id), &Value::Report(Report { summary, computed: true, ..Report::default() }), &[]);
        let rationale = "No document addresses this statement.";
        let own = self.verdict(Verdict::Undecided, 0.3, rationale, Basis::NothingFound);
        self.result(Some(id), &Value::Verdict(own.clone()), &[]);
        self.result(Some(id), &Value::Judgement(self.judgement(&own)), &[]);
    }

    /// A statement whose search failed.
    fn third(&self) {
        let id = StatementId(3);
        self.counter(id);
        let act = Act::Failed {
            stage: Stage::Search,
            statement: Some(id),
            spec: self.spec(),
            inputs: self.inputs(Stage::Search, Some(id)).unwrap(),
            reason: self.text("the library cannot be read; check its folder"),
        };
        self.act(Who::Engine, act);
    }
}

/// The review, in memory or in a file, with every free text put through `words`.
pub(super) fn review(path: Option<&Path>, words: Words<'_>) -> Review {
    let clean = |text: &str| Clean::from(words(text));
    let source = Source {
        name: clean("paper.nxml"),
        meta: SourceMeta { title: clean("Metformin in type 2 diabetes"), ..SourceMeta::default() },
        hidden: vec![(1, Hidden { at: 3, what: "\\u{202e}".into() })],
        dropped: vec![Dropped { line: 7, why: clean("no text; give each record one") }],
        file: Digest::of(b"file"),
        ..fixtures::source(&clean("Metformin is superior."))
    };
    let spec = EngineSpec { reasoner: clean("builtin"), version: clean("1"), model: None };
    let open = |source| Act::Open { source, settings: Box::default(), spec };
    let maker = Maker { review: Review::create(path, &source, open, clock()).unwrap(), words };
    maker.result(None, &Value::Statements(maker.statements()), &[]);
    maker.first();
    maker.second();
    maker.third();
    maker.act(maker.who(), Act::Note { statement: None, text: maker.text("For the editor only.") });
    maker.review
}

/// The review in plain words.
pub(super) fn plain() -> Review {
    review(None, &|text| text.to_owned())
}

/// The same, but the judge blocked a verdict on the second statement, and a
/// reviewer shut a document of the first one out.
pub(super) fn blocked() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    let (first, second) = (StatementId(1), StatementId(2));
    let own = maker.verdict(Verdict::Supports, 0.8, "It is well known to be true.", Basis::CitedSupport);
    maker.result(Some(second), &Value::Verdict(own.clone()), &[]);
    let mut judgement = maker.judgement(&own);
    judgement.opinion =
        Opinion { valid: false, quality: 0.0, issue: Some("Nothing is cited.".into()), ..judgement.opinion };
    let judgement = Judgement {
        verdict: Verdict::Undecided,
        basis: Basis::BlockedByJudge,
        confidence: 0.0,
        blocked: true,
        ..judgement
    };
    maker.result(Some(second), &Value::Judgement(judgement), &[]);
    let doc = maker.documents().remove(0).id;
    maker.act(maker.who(), Act::Exclude { statement: first, doc, reason: None });
    maker.review
}

/// The same, but nothing that the first statement cites has any weight.
pub(super) fn weightless() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    let mut weighed: Vec<Weighed> = (1..=3).map(|n| maker.weighed(n)).collect();
    weighed.iter_mut().for_each(|weighed| weighed.opinion.adjusted = 0.0);
    maker.result(Some(StatementId(1)), &Value::Weighing(Weighing { weighed, ..Weighing::default() }), &[]);
    maker.review
}

/// The same, but a reviewer dropped the second statement.
pub(super) fn dropped() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    let mut statements = maker.statements();
    statements.statements.remove(1);
    maker.set(None, &Value::Statements(statements), "S002 dropped");
    maker.review
}

/// The same, but every statement says too little by itself to be searched for.
pub(super) fn topical() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    let mut statements = maker.statements();
    statements.statements.iter_mut().for_each(|statement| statement.topic = Some("Metformin".into()));
    maker.set(None, &Value::Statements(statements), "topics set");
    maker.review
}

/// The same, but a reviewer added the third document of the first statement.
pub(super) fn added() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    let mut search = SearchResult { found: 2, ..maker.search(&maker.documents()) };
    search.strategies.truncate(1);
    search.strategies[0].outcome = StrategyOutcome::Found(2);
    search.candidates[2].found_by[0].strategy = Strategy::Attached;
    maker.result(Some(StatementId(1)), &Value::Search(search), &[]);
    maker.review
}

/// The same, but the reviewer took back the verdict on the first statement and set a stance: what the machine made of the
/// statement before is out of date.
pub(super) fn outdated() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    // The note on the whole review, then the verdict.
    for _ in 0..2 {
        maker.review.undo(maker.who()).unwrap();
    }
    let mut weighed: Vec<Weighed> = (1..=3).map(|n| maker.weighed(n)).collect();
    weighed[0].by_reviewer = Some("It answers the statement".into());
    let weighing = Value::Weighing(Weighing { weighed, ..Weighing::default() });
    maker.set(Some(StatementId(1)), &weighing, "It answers the statement.");
    maker.review
}

/// The same, and the reviewer ran what follows again.
pub(super) fn restanced() -> Review {
    let maker = Maker { review: outdated(), words: &|text| text.to_owned() };
    let first = Some(StatementId(1));
    let report = Report { summary: maker.text("The first trial speaks for it [1]."), ..Report::default() };
    maker.result(first, &Value::Report(report), &[]);
    let verdict = maker.verdict(Verdict::Supports, 0.76, "The first trial speaks for it [1].", Basis::CitedSupport);
    maker.result(first, &Value::Verdict(verdict), &[]);
    maker.review
}

/// The same, but the reviewer took back the verdict on the first statement, set its first passage to not addressed, ran what
/// follows again, and decided as the machine does now, with this `verdict`.
pub(super) fn corrected(verdict: Verdict) -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    // The note on the whole review, then the verdict.
    for _ in 0..2 {
        maker.review.undo(maker.who()).unwrap();
    }
    let first = Some(StatementId(1));
    let mut weighed: Vec<Weighed> = (1..=3).map(|n| maker.weighed(n)).collect();
    weighed[0].stance = Stance::NotAddressed;
    weighed[0].by_reviewer = Some("Another outcome".into());
    maker.set(first, &Value::Weighing(Weighing { weighed, ..Weighing::default() }), "Another outcome");
    let report = Report { summary: maker.text("The second trial speaks for it [2]."), ..Report::default() };
    maker.result(first, &Value::Report(report), &[]);
    let verdict = maker.verdict(verdict, 0.76, "The second trial speaks for it [2].", Basis::CitedSupport);
    maker.result(first, &Value::Verdict(verdict.clone()), &[]);
    maker.set(first, &Value::Verdict(VerdictValue { basis: Basis::Reviewer, ..verdict }), "It does.");
    maker.review
}

/// The same, but no passage of the first statement is sure enough to count, and nobody decided it.
pub(super) fn too_weak() -> Review {
    let maker = Maker { review: plain(), words: &|text| text.to_owned() };
    for _ in 0..2 {
        maker.review.undo(maker.who()).unwrap();
    }
    let first = Some(StatementId(1));
    let mut weighed: Vec<Weighed> = (1..=3).map(|n| maker.weighed(n)).collect();
    weighed.iter_mut().for_each(|row| (row.confidence, row.opinion.adjusted) = (0.4, 0.4));
    let signal = Signal { best_supporting: 0.4, best_contradicting: 0.4, sources: 1, ..Signal::default() };
    maker.result(first, &Value::Weighing(Weighing { weighed, signal, ..Weighing::default() }), &[]);
    let summary = maker.text("The evidence settles nothing.");
    maker.result(first, &Value::Report(Report { summary, ..Report::default() }), &[]);
    let verdict = maker.verdict(Verdict::Undecided, 0.3, "The evidence settles nothing.", Basis::CitedBoth);
    maker.result(first, &Value::Verdict(verdict), &[]);
    maker.review
}
