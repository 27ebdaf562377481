//! Stage 6: stances of all citations, then the judge's opinions of them.

use std::collections::BTreeMap;

use crate::{
    domain::{Stage, Value, rules::circular},
    engine::{
        checks::{
            self,
            weigh::{Cited, CitedFrom},
        },
        counts::counts,
        given,
    },
    reason::{Failure, OpinionInput, Reasoner, StanceDraft, StanceInput},
};

use super::{Inputs, StageOutput, StageRunner, unanswered};

impl StageRunner {
    pub(super) async fn weigh(&self, reasoner: &dyn Reasoner, inputs: &Inputs) -> Result<StageOutput, Failure> {
        let statement = inputs.statement(Stage::Weigh)?;
        let citations = inputs.citations(Stage::Weigh)?;
        let settings = self.review.fold().settings().clone();
        let documents = self.cited(Stage::Weigh, citations)?;
        let cited = || citations.citations.iter().zip(&documents);
        let given = |citation| given::stance(&self.source, statement, citation).filter(|_| inputs.with_given);
        let given: Vec<_> = citations.citations.iter().map(given).collect();
        let asked = cited().zip(&given).filter(|(_, given)| given.is_none());
        let asked: Vec<_> =
            asked.map(|((citation, document), _)| StanceInput { statement, citation, document }).collect();
        let mut said = reasoner.stances(&asked).await?.into_iter();
        let (rulings, mut failure) = (&inputs.rulings, None);
        let mut stances = Vec::new();
        for ((citation, document), given) in cited().zip(given) {
            let draft = given.or_else(|| said.next().flatten()).unwrap_or_else(|| {
                failure.get_or_insert_with(|| unanswered(Stage::Weigh, &format!("citation [{}]", citation.number)));
                let reasoning = "The reasoner gave no answer on this passage that could be used.".to_owned();
                StanceDraft { neutral: 1.0, reasoning, ..StanceDraft::default() }
            });
            let came_with_claim = given::is_of(&self.source, statement, citation);
            let mut own = self.source.own_of(statement);
            let pages = || document.pages.iter().map(|page| page.text.as_str());
            let cites_paper = own.any(|paper| circular::cites_paper(&citation.passage, pages(), paper));
            let cited = CitedFrom { citation, document: Some(document), came_with_claim, cites_paper };
            stances.push(checks::weigh::stance_after(rulings, statement, cited, draft, &self.rules));
        }
        let judged: Vec<_> = cited()
            .zip(&stances)
            .map(|((citation, document), checked)| OpinionInput {
                statement,
                citation,
                document,
                stance: checked.stance,
                confidence: checked.confidence,
                reasoning: &checked.reasoning,
            })
            .collect();
        let opinions = reasoner.opinions(&judged).await;
        let mut checked = Vec::new();
        for ((citation, stance), opinion) in citations.citations.iter().zip(stances).zip(opinions) {
            failure = failure.or_else(|| opinion.as_ref().err().cloned());
            let opinion = checks::weigh::opinion(stance.confidence, opinion);
            checked.push((stance, checks::weigh::opinion_after(rulings, statement, citation, opinion)));
        }
        // The result keeps the counts that it used.
        let works = citations.citations.iter().filter(|_| settings.citation_counts).map(|citation| &citation.doc);
        let counts = counts(&self.searcher.library, works).unwrap_or_else(|why| {
            let why = format!("the citation counts in the library cannot be read: {why}");
            failure.get_or_insert_with(|| Failure::new(Stage::Weigh, why));
            BTreeMap::new()
        });
        let (rules, cited) = (&*self.rules, Cited { documents: &documents, counts: &counts });
        let weighing = checks::weigh::weighing(rulings, statement, citations, cited, checked, &settings, rules);
        Ok(StageOutput { value: Value::Weighing(weighing), documents: Vec::new(), failure, by: None })
    }
}
