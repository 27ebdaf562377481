//! The record that the demo starts from: how it is made, and how it is read.

use std::{collections::BTreeMap, io::Read, sync::Arc};

use color_eyre::eyre::{self, OptionExt};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use crate::{
    desk::{Ground, Intent},
    domain::{
        Basis, Level, Settings, Stage, Stance, StatementId, Value, Verdict, VerdictValue,
        rules::{pack::RulePack, signal::Criteria},
    },
    engine::{Command, Event, Scope, edit},
    export,
    library::Library,
    reason::Control,
    review::{Review, Who},
};

use super::{
    super::{Context, assemble, own},
    CLAIMS, RECORD, claims, library,
};

/// The claim on which the reasoner takes the wrong side, as [`CLAIMS`] numbers it, and why it is wrong.
const OVERRIDDEN: &str = "501";
const REVIEWER: &str = "Demo reviewer";
const STANCE: &str = "The passage denies the association, as the claim does: it supports the claim.";
const RATIONALE: &str = "The abstract says that evidence of an association between headache and cognitive impairment was \
                         lacking. The claim denies that association as well, so the two agree: the machine read the \
                         denial in the abstract and missed the one in the claim.";

/// Checks every claim, has the reviewer correct the one that came out wrong, and exports the review.
pub(super) fn make(cx: &Context) -> eyre::Result<Vec<u8>> {
    let settings = Settings::default();
    let review = Arc::new(assemble::create(None, &claims()?, CLAIMS.as_bytes(), settings, own::builtin(cx)?.spec())?);
    let library = Arc::new(library()?);
    check(cx, &review, &library, Scope::Everything)?;
    let id = {
        let fold = review.fold();
        let claim = fold.statements().iter().find(|s| s.given_id.as_deref() == Some(OVERRIDDEN));
        claim.map(|claim| claim.id).ok_or_eyre("the claim to be overridden is not among the demo's claims")?
    };
    let rules = own::rules(cx)?;
    set_stances(&review, &rules, id)?;
    // The verdict is set on the evidence as the reviewer sees it, so that its inputs are up to date.
    check(cx, &review, &library, Scope::Stage(id, Stage::Report))?;
    let verdict = VerdictValue {
        verdict: Verdict::Supports,
        confidence: Level::High.number(),
        rationale: RATIONALE.into(),
        basis: Basis::Reviewer,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    };
    put(&review, id, &Value::Verdict(verdict), None)?;
    check(cx, &review, &library, Scope::Everything)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    export::write(&review, export::Kind::Json, &export::Options::default(), &mut packed)?;
    Ok(packed.finish()?)
}

/// The record as JSON.
pub(super) fn read() -> impl Read {
    GzDecoder::new(RECORD)
}

/// Has the engine run what is missing or stale.
fn check(cx: &Context, review: &Arc<Review>, library: &Arc<Library>, scope: Scope) -> eyre::Result<()> {
    let (engine, mut events) = assemble::engine(cx, Arc::clone(review), Arc::clone(library))?;
    engine.send(Command::Run(scope));
    cx.runtime.block_on(async { while events.recv().await.is_some_and(|event| event != Event::Idle) {} });
    Ok(())
}

/// The reviewer reads every passage that the machine counts against the claim as one for it.
fn set_stances(review: &Review, rules: &RulePack, id: StatementId) -> eyre::Result<()> {
    let citations = review.in_force(id, Stage::Cite)?;
    let weighing = review.in_force(id, Stage::Weigh)?;
    let (Some(Value::Citations(citations)), Some(Value::Weighing(weighing))) =
        (citations.as_deref(), weighing.as_deref())
    else {
        eyre::bail!("the claim to be overridden has no weighed evidence");
    };
    let settings = review.fold().settings().clone();
    let criteria = Criteria { settings: &settings, table: rules.credibility() };
    let none = BTreeMap::new();
    let mut set = weighing.clone();
    for row in weighing.weighed.iter().filter(|row| row.stance == Stance::Contradicts) {
        let sure = Level::High.number();
        set = edit::stance(&set, citations, row.number, (Stance::Supports, sure), STANCE.into(), &none, criteria)
            .map_err(|why| eyre::eyre!("{}", why.0))?;
    }
    put(review, id, &Value::Weighing(set), Some(STANCE))
}

fn put(review: &Review, id: StatementId, value: &Value, reason: Option<&str>) -> eyre::Result<()> {
    let stages = review.fold().resolve(id);
    let act = Intent::Put(Ground { statement: id, stages: &stages }, value.clone()).act();
    let act = act.because(&reason.map(Into::into));
    review.append(vec![act.signed(Who::Reviewer(REVIEWER.into()))])?;
    Ok(())
}
