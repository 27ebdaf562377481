//! A verdict computed several times over the same evidence, in other orders
//! and with other seeds: how far it hangs on chance.

use futures_util::future::join_all;

use crate::{
    domain::{Digest, EngineSpec, Stage, StatementId, Verdict, VerdictValue, rules::pack::RulePack},
    reason::{Failure, Reasoner, RunOverrides, VerdictInput},
    review::{Act, Draft, Review, Who},
};

use super::{
    checks,
    work::{Inputs, usable},
};

/// The verdicts on a statement, each from another seed and another order of the citations.
///
/// # Errors
/// When a stage before the verdict is missing, there is nothing cited that
/// counts, or the reasoner fails or has no seed.
pub async fn repeat(
    review: &Review,
    reasoner: &dyn Reasoner,
    rules: &RulePack,
    statement: StatementId,
    times: u32,
) -> Result<Vec<VerdictValue>, Failure> {
    let gone = || Failure::new(Stage::Verdict, "the statement is not in the review");
    let found = review.fold().statement(statement).cloned().ok_or_else(gone)?;
    let language_known = reasoner.knows_language(&found.text);
    let inputs = Inputs::gather(review, found, Stage::Verdict)?;
    let grounds = inputs.grounds(rules)?;
    if checks::verdict::computed(grounds, language_known).is_some() {
        return Err(Failure::new(Stage::Verdict, "nothing is cited, so the verdict cannot vary"));
    }
    let once = |seed: u32| async move {
        let with = RunOverrides { seed: i32::try_from(seed).ok(), ..RunOverrides::default() };
        let varied = reasoner.with(&with).map_err(|why| Failure::new(Stage::Verdict, why))?;
        let mut citations = usable(grounds.citations, grounds.weighing);
        citations.sort_by_key(|item| Digest::of_value(&(seed, item.citation.number)));
        let input = VerdictInput {
            statement: grounds.statement,
            report: grounds.report,
            citations: &citations,
            signal: &grounds.weighing.signal,
            critique: None,
        };
        let draft = varied.as_deref().unwrap_or(reasoner).verdict(input).await?;
        checks::verdict::verdict(grounds, draft, None, language_known)
    };
    join_all((1..=times).map(once)).await.into_iter().collect()
}

/// The act that keeps how often each verdict came out, beside what the verdict is made from now.
#[must_use]
pub fn recorded(review: &Review, spec: EngineSpec, statement: StatementId, verdicts: &[VerdictValue]) -> Draft {
    let inputs = review.fold().resolve(statement).get(Stage::Verdict).inputs;
    let count = |verdict: Verdict| verdicts.iter().filter(|made| made.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| (verdict, u32::try_from(count(verdict)).unwrap_or(u32::MAX)));
    let verdicts = counts.into_iter().filter(|(_, count)| *count > 0).collect();
    Draft { who: Who::Engine, act: Act::Repeat { statement, spec, inputs, verdicts }, blobs: Vec::new() }
}
