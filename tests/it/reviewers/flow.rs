//! The counts of a systematic review (PRISMA 2020), held against the rows of the journal.

use std::collections::BTreeSet;

use gainsay::{
    domain::{DocId, Reason, Stage, StatementId},
    engine::Scope,
    export::{Kind, Options, bytes},
    reason::builtin::Builtin,
    review::{Act, Draft, Who},
};
use serde_json::Value as Json;

use crate::{
    fixture::face,
    support::{engine, library, review, run, source},
};

const ONE: StatementId = StatementId(1);

/// The newest result of a stage of a statement, as the journal's rows and texts have it.
fn newest<'a>(json: &'a Json, stage: &str, statement: &Json) -> &'a Json {
    let rows = json["journal"].as_array().unwrap().iter().rev();
    let mut rows = rows.map(|row| &row["act"]);
    let row =
        rows.find(|act| act["act"] == "result" && act["stage"] == stage && act["statement"] == *statement).unwrap();
    &json["texts"][row["value"].as_str().unwrap()]["json"]
}

fn number(json: &Json) -> u64 {
    json.as_u64().unwrap()
}

/// An author would report counts that do not add up, or are not those of the search.
#[tokio::test]
async fn the_flow_adds_up_and_is_that_of_the_journal() {
    let review = review(None, &source(6), &Builtin::default());
    let (engine, mut events) = engine(&review, &library(), std::sync::Arc::new(Builtin::default()), 2);
    run(&engine, &mut events, Scope::Everything).await;
    let fold = review.fold();
    let included = fold.statements().iter().find_map(|statement| {
        let value = review.in_force(statement.id, Stage::Score).unwrap()?;
        let gainsay::domain::Value::Scores(scores) = &*value else { return None };
        let doc = scores.scored.iter().map(|scored| &scored.doc).find(|doc| scores.passes(doc))?;
        Some((statement.id, doc.clone()))
    });
    drop(fold);
    let (id, doc): (StatementId, DocId) = included.unwrap();
    let reason = Some(Reason { listed: Some("wrong population".into()), text: "".into() });
    let act = Act::Exclude { statement: id, doc: doc.clone(), reason };
    review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();

    let json: Json = serde_json::from_slice(&bytes(&review, Kind::Json, &Options::default()).unwrap()).unwrap();
    let mut sums = [0; 4];
    let (mut found, mut screened) = (BTreeSet::new(), BTreeSet::new());
    let ids = |list: &Json, field: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
    };
    for (statement, position) in json["statements"].as_array().unwrap().iter().zip(1..) {
        let flow = &statement["flow"];
        let id_of = Json::from(position);
        let (search, scores) = (newest(&json, "search", &id_of), newest(&json, "score", &id_of));
        found.extend(ids(&search["candidates"], "doc"));
        screened.extend(ids(&scores["scored"], "doc"));
        let strategies = search["strategies"].as_array().unwrap();
        let identified: u64 = strategies.iter().filter_map(|report| report["outcome"]["found"].as_u64()).sum();
        let by: u64 = flow["identified"].as_object().unwrap().values().map(number).sum();
        assert_eq!(by, identified, "{flow}");
        let distinct = number(&search["found"]);
        let listed = search["candidates"].as_array().unwrap().len() as u64;
        assert_eq!(number(&flow["duplicates"]), identified - distinct);
        assert_eq!(number(&flow["beyond_limit"]), distinct - listed);
        let (scored, unscored) = (scores["scored"].as_array().unwrap(), scores["unscored"].as_array().unwrap());
        assert_eq!(number(&flow["screened"]), scored.len() as u64);
        assert_eq!(number(&flow["not_screened"]), unscored.len() as u64);
        let threshold = number(&scores["threshold"]);
        let excluded = u64::from(statement["id"] == id.to_string());
        let passing = scored.iter().filter(|scored| number(&scored["score"]) >= threshold).count() as u64;
        assert_eq!(number(&flow["included"]), passing - excluded);
        assert_eq!(number(&flow["not_relevant"]), scored.len() as u64 - passing);
        let reasons: Vec<_> = flow["by_reviewer"].as_object().unwrap().iter().collect();
        assert_eq!(reasons.len() as u64, excluded, "{flow}");
        if let [(why, documents)] = reasons.as_slice() {
            assert_eq!((why.as_str(), number(documents)), ("wrong population", 1));
        }
        for (sum, more) in sums.iter_mut().zip([identified, scored.len() as u64, passing - excluded, excluded]) {
            *sum += more;
        }
    }
    let flow = &json["flow"];
    let by: u64 = flow["identified"].as_object().unwrap().values().map(number).sum();
    let excluded: u64 = flow["by_reviewer"].as_object().unwrap().values().map(number).sum();
    assert_eq!([by, number(&flow["screened"]), number(&flow["included"]), excluded], sums);
    assert!(sums.iter().all(|sum| *sum > 0), "{sums:?}");

    let options = Options { appendix: true, ..Options::default() };
    let markdown = String::from_utf8(bytes(&review, Kind::Markdown, &options).unwrap()).unwrap();
    // In the report each document counts once: “1693 records” of 75 files said nothing of what was read.
    let (found, screened) = (found.len() as u64, screened.len() as u64);
    assert!(found < sums[0] && screened < sums[1], "some are found for several statements: {sums:?}");
    let row = |name: &str| {
        let row = markdown.lines().find_map(|line| line.strip_prefix(&format!("| {name} | ")));
        row.and_then(|row| row.trim_end_matches(" |").parse::<u64>().ok())
            .unwrap_or_else(|| panic!("{name}: {markdown}"))
    };
    let read = row("Read: screened for relevance");
    assert!(read <= screened, "{markdown}");
    let left = row("Not read: beyond the limit, or enough had passed");
    let out: u64 = markdown
        .lines()
        .filter_map(|line| line.strip_prefix("| Excluded: "))
        .map(|line| line.trim_end_matches(" |").rsplit(' ').next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(row("Found, over all searches and statements"), row("Duplicates: found before") + out + left + read);
    let html = String::from_utf8(bytes(&review, Kind::Html, &options).unwrap()).unwrap();
    assert!(html.contains(&format!(">Read: {read}<")) && html.contains("The flow as a table"), "{html}");
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    tui.press("6z");
    let screen = face::text(&tui.draw(120, 36));
    let own = &json["statements"][0]["flow"];
    assert_eq!(json["statements"][0]["id"], ONE.to_string());
    assert!(screen.contains(&format!("screened {},", number(&own["screened"]))), "{screen}");
}
