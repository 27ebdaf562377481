//! Preprint, article, correction and retraction: linked by identifiers, shown, and one work in the verdict.

use serde_json::{Value, json};

use crate::support::{
    program::{gainsay, run},
    web::{Asked, Say, Web},
};

const TEXT: &str = "Zinc lozenges shortened the common cold by two days in healthy adults of every age.";

/// Composed after Europe PMC's shapes: an article, and its preprint under another title.
fn found(linked: bool) -> Say {
    let mut article = json!({"id": "1", "source": "MED", "pmid": "1", "doi": "10.1000/1", "title": "Zinc for the common cold",
        "pubYear": "2020", "journalInfo": {"journal": {"title": "Journal of Colds"}}, "abstractText": TEXT});
    if linked {
        article["commentCorrectionList"] = json!({"commentCorrection": [
            {"id": "PPR9", "source": "PPR", "type": "Preprint in", "reference": "medRxiv. 2019. doi: 10.1101/9."},
            {"id": "77", "source": "MED", "type": "Erratum in", "reference": "J Colds. 2021;3:4"},
            {"id": "78", "source": "MED", "type": "Comment in", "reference": "J Colds. 2021;3:5"},
        ]});
    }
    let preprint = json!({"id": "PPR9", "source": "PPR", "doi": "10.1101/9", "title": "A first look at lozenges in adults",
        "pubYear": "2019", "bookOrReportDetails": {"publisher": "medRxiv"}, "abstractText": TEXT});
    Say::Json(json!({"hitCount": 2, "resultList": {"result": [article, preprint]}}))
}

/// How many independent sources address the statement.
fn sources(value: &Value) -> Option<u64> {
    match value {
        Value::Object(fields) => match fields.get("signal").and_then(|signal| signal["sources"].as_u64()) {
            Some(found) => Some(found),
            None => fields.values().find_map(sources),
        },
        Value::Array(items) => items.iter().find_map(sources),
        _ => None,
    }
}

fn check(linked: bool) -> (tempfile::TempDir, Option<u64>) {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("claims.txt"), "Zinc lozenges shorten the common cold in healthy adults.\n")
        .unwrap();
    let web = Web::start(move |_| found(linked));
    let args = ["--sources", "europepmc", "check", "claims.txt", "--json", "all.json"];
    let output = gainsay(home.path()).env("GAINSAY_SOURCES_EUROPEPMC_URL", web.url()).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&std::fs::read(home.path().join("all.json")).unwrap()).unwrap();
    let count = sources(&json);
    (home, count)
}

#[test]
fn a_linked_preprint_is_no_second_source() {
    assert_eq!(check(false).1, Some(2), "without a link, two titles are two works");
    let (home, count) = check(true);
    assert_eq!(count, Some(1));
    let list = String::from_utf8_lossy(&run(home.path(), &["library", "list"]).stdout).into_owned();
    let line = list.lines().find(|line| line.contains("Zinc for the common cold")).unwrap();
    let id = line.split_whitespace().next().unwrap();
    let shown = String::from_utf8_lossy(&run(home.path(), &["library", "show", id]).stdout).into_owned();
    assert!(shown.contains("preprint doi:10.1101/9") && shown.contains("correction PMID:77"), "{shown}");
    assert!(!shown.contains("PMID:78"), "a comment is another work: {shown}");
}

#[test]
fn crossref_links_versions_and_notices_and_a_paper_is_no_version_of_itself() {
    let home = tempfile::tempdir().unwrap();
    // Composed after Crossref's shapes.
    let web = Web::start(|_: &Asked| {
        Say::Json(json!({"status": "ok", "message": {"total-results": 1, "items": [{
            "DOI": "10.1000/1", "title": ["Zinc for the common cold"], "abstract": TEXT, "type": "journal-article",
            "relation": {"has-preprint": [{"id-type": "doi", "id": "10.1101/9", "asserted-by": "subject"}],
                "is-supplemented-by": [{"id-type": "doi", "id": "10.5061/data"}]},
            "updated-by": [{"DOI": "10.1000/r", "type": "retraction", "source": "retraction-watch"}],
            "update-to": [{"DOI": "10.1000/1", "type": "new_version"}, {"DOI": "10.1000/1", "type": "correction"}]}]}}))
    });
    let args = ["library", "fetch", "zinc", "--source", "crossref"];
    let output = gainsay(home.path()).env("GAINSAY_SOURCES_CROSSREF_URL", web.url()).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8_lossy(&run(home.path(), &["library", "list"]).stdout).into_owned();
    let id = list.split_whitespace().next().unwrap();
    let shown = String::from_utf8_lossy(&run(home.path(), &["library", "show", id]).stdout).into_owned();
    assert!(shown.contains("preprint doi:10.1101/9") && shown.contains("retraction notice doi:10.1000/r"), "{shown}");
    assert!(!shown.contains("notice about") && !shown.contains("10.5061"), "{shown}");
}
