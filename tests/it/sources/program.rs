//! The program with sources: fetching, refreshing, papers by their identifiers.

use std::{
    fs,
    path::Path,
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::{Value, json};

use crate::support::{
    program::gainsay,
    web::{Asked, Say, Web},
};

const JATS: &str = "<article><front><article-meta><title-group><article-title>Zinc and colds</article-title></title-group>\
    <article-id pub-id-type=\"doi\">10.1000/zinc</article-id></article-meta></front><body><sec><title>Results</title>\
    <p>Zinc lozenges shortened the common cold by two days in adults.</p></sec></body></article>";

/// Composed after Europe PMC's shapes.
fn core(n: u64, doi: &str, title: &str, text: Option<&str>) -> Value {
    json!({"id": n.to_string(), "source": "MED", "pmid": n.to_string(), "doi": doi, "title": title, "pubYear": "2015",
        "authorString": "Smith J, Jones K.", "journalInfo": {"journal": {"title": "Journal of Colds"}},
        "abstractText": text, "isOpenAccess": "N", "citedByCount": 12})
}

fn page(records: &[Value]) -> Say {
    Say::Json(json!({"version": "6.9", "hitCount": records.len(), "resultList": {"result": records}}))
}

fn run(home: &Path, web: &Web, args: &[&str]) -> (Output, String) {
    let mut command = gainsay(home);
    for kind in gainsay::sources::KINDS {
        command.env(format!("GAINSAY_SOURCES_{}_URL", kind.name.to_uppercase()), web.url());
    }
    let output = command.env("GAINSAY_SOURCES_BACKOFF", "1").args(args).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output, said)
}

#[test]
fn evidence_is_fetched_kept_with_its_origin_and_refreshed() {
    let home = tempfile::tempdir().unwrap();
    let retracted = Arc::new(AtomicBool::new(false));
    let known = Arc::clone(&retracted);
    let web = Web::start(move |_| {
        let mut zinc = core(17, "10.1000/zinc", "Zinc and colds.", Some("<h4>Results</h4>Zinc shortened colds."));
        if known.load(Ordering::SeqCst) {
            zinc["commentCorrectionList"] =
                json!({"commentCorrection": [{"type": "Retraction in", "reference": "J. 2016"}]});
        }
        page(&[zinc, core(18, "10.1000/bare", "No abstract", None)])
    });
    let (output, said) = run(home.path(), &web, &["library", "fetch", "zinc AND cold", "--max", "7"]);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("europepmc: 2 hits, 2 fetched: 1 new, 0 in the library before, 1 without an abstract"),
        "{said}"
    );
    assert!(said.contains("1 document in the library"), "{said}");
    assert_eq!((web.asked()[0].get("query"), web.asked()[0].get("pageSize")), ("zinc AND cold", "7"));
    // The answer is kept, so that it is not asked for again.
    run(home.path(), &web, &["library", "fetch", "zinc AND cold", "--max", "7"]);
    assert_eq!(web.asked().len(), 1);
    let (_, found) = run(home.path(), &web, &["library", "search", "zinc"]);
    let id = found.split_whitespace().nth(1).unwrap().to_owned();
    let (_, shown) = run(home.path(), &web, &["library", "show", &id]);
    for part in
        ["doi:10.1000/zinc", "PMID:17", "Results: Zinc shortened colds.", "rank 1 of 2 for zinc AND cold", "cited 12"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    retracted.store(true, Ordering::SeqCst);
    let (output, said) = run(home.path(), &web, &["library", "refresh"]);
    assert!(output.status.success() && said.contains("1 updated, 1 newly retracted"), "{said}");
    assert!(said.contains("retracted: Smith J, Jones K. Zinc and colds."), "{said}");
    let asked = web.asked();
    assert_eq!(asked.last().unwrap().get("query"), "DOI:\"10.1000/zinc\"");
    assert!(run(home.path(), &web, &["library", "show", &id]).1.contains("Retracted Publication"));
}

/// Composed after the columns of the table; the notice is not the paper.
#[test]
fn a_table_of_retractions_marks_the_papers_in_the_library_and_not_their_notices() {
    let home = tempfile::tempdir().unwrap();
    let corpus = "{\"title\": \"Zinc\", \"text\": \"Zinc shortens colds.\", \"doi\": \"10.1000/zinc\"}\n\
        {\"title\": \"Retraction: Zinc\", \"text\": \"We retract this paper.\", \"doi\": \"10.1000/notice\"}\n";
    std::fs::write(home.path().join("corpus.jsonl"), corpus).unwrap();
    let table = "Record ID,RetractionDate,RetractionDOI,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,\n\
        1,2/6/2010 0:00,10.1000/notice,10.1000/ZINC,0,Retraction,\n2,2/6/2010 0:00,10.1/x,10.1000/other,0,Retraction,\n";
    std::fs::write(home.path().join("table.csv"), table).unwrap();
    crate::support::program::succeed(home.path(), &["library", "add", "corpus.jsonl"]);
    for (newly, updated) in [("1 newly retracted", "1 updated"), ("0 newly retracted", "0 updated")] {
        let said = crate::support::program::succeed(home.path(), &["library", "retractions", "table.csv"]);
        assert!(said.contains("2 papers in the table, 1 of them in the library"), "{said}");
        assert!(said.contains(newly) && said.contains(updated), "{said}");
    }
    let output = crate::support::program::run(home.path(), &["library", "retractions", "corpus.jsonl"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("not the Retraction Watch table") && said.contains("retraction_watch.csv"), "{said}");
}

#[test]
fn a_source_that_fails_is_said_and_the_others_go_on() {
    let home = tempfile::tempdir().unwrap();
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" => page(&[core(17, "10.1000/zinc", "Zinc", Some("Zinc shortened colds."))]),
        _ => Say::Body(500, "text/plain", "broken".to_owned()),
    });
    let fetch = ["library", "fetch", "zinc", "--source", "europepmc,crossref", "--source", "openalex"];
    let (output, said) = run(home.path(), &web, &fetch);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("europepmc: 1 hit, 1 fetched: 1 new"), "{said}");
    assert!(said.contains("crossref: http://127.0.0.1") && said.contains("failed with status 500: broken"), "{said}");
    assert!(said.contains("openalex: OpenAlex is not searched without a key"), "{said}");
    let (output, said) = run(home.path(), &web, &["library", "fetch", "zinc", "--source", "scopus"]);
    assert!(
        output.status.code() == Some(1) && said.contains("“scopus” is not a source; name some of europepmc"),
        "{said}"
    );
    let (_, said) = run(home.path(), &web, &["library", "sources", "--sources", "pubmed"]);
    let used: Vec<_> = said.lines().filter(|line| line.contains(" used ")).collect();
    assert!(used.len() == 1 && used[0].starts_with("pubmed") && said.contains("needs a key"), "{said}");
}

#[test]
fn a_paper_is_reviewed_by_its_identifier_with_its_open_full_text() {
    let home = tempfile::tempdir().unwrap();
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" => {
            let mut zinc = core(17, "10.1000/zinc", "Zinc and colds.", Some("Zinc shortened colds."));
            zinc["pmcid"] = json!("PMC77");
            zinc["isOpenAccess"] = json!("Y");
            page(&[zinc])
        }
        "/PMC77/fullTextXML" => Say::Body(200, "application/xml", JATS.to_owned()),
        other => panic!("{other}"),
    });
    let (output, said) = run(home.path(), &web, &["check", "https://doi.org/10.1000/ZINC"]);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("doi:10.1000/zinc fetched from europepmc: the open full text (PMC77)"), "{said}");
    assert!(said.contains("shortened the common cold by two days"), "{said}");
    assert!(home.path().join("10.1000-zinc.gainsay").exists());
    let asked = web.asked().len();
    let (output, _) = run(home.path(), &web, &["check", "10.1000/zinc"]);
    assert!(output.status.success());
    assert_eq!(web.asked().len(), asked, "the review is there, so nothing is fetched");
}

#[test]
fn without_open_full_text_the_abstract_is_reviewed_and_an_unknown_paper_says_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" if asked.get("query").contains("EXT_ID:17") => page(&[core(
            17,
            "10.1000/zinc",
            "Zinc",
            Some("Zinc lozenges shortened the common cold by two days in adults."),
        )]),
        "/search" => page(&[]),
        "/works" => Say::Json(json!({"status": "ok", "message": {"total-results": 0, "items": []}})),
        other => panic!("{other}"),
    });
    let (output, said) = run(home.path(), &web, &["check", "PMID:17"]);
    assert!(output.status.success() && said.contains("the abstract only; there is no open full text"), "{said}");
    let (output, said) = run(home.path(), &web, &["check", "10.1000/none"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("europepmc and crossref do not know doi:10.1000/none"), "{said}");
    let (_, said) = run(home.path(), &web, &["check", "https://example.org/about"]);
    assert!(said.contains("is not an identifier of a paper") && said.contains("download the paper"), "{said}");
    // Nothing leaves the machine: this server is on another one.
    let offline = ["--offline", "--set", "sources.europepmc.url=https://epmc.invalid", "check", "10.1000/other"];
    let (output, said) = run(home.path(), &web, &offline);
    assert!(output.status.code() == Some(1) && said.contains("`offline` is set"), "{said}");
}

#[test]
fn mistakes_in_the_configuration_of_sources_are_said_with_their_line() {
    let home = tempfile::tempdir().unwrap();
    let text = "[sources]\nuse = [\"scopus\"]\nuntil = \"soon\"\n[sources.pubmed]\nurl = \"ftp://x\"\n";
    std::fs::write(home.path().join("config.toml"), text).unwrap();
    let output = gainsay(home.path()).args(["--config", "config.toml", "config"]).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("config.toml:2: `sources.use` names “scopus”, which is not a source"), "{said}");
    assert!(said.contains("config.toml:3: `sources.until` is a day as YYYY-MM-DD, not “soon”"), "{said}");
    assert!(said.contains("config.toml:5: `sources.pubmed.url`"), "{said}");
}

#[test]
fn a_library_without_identifiers_is_not_refreshed_and_says_why() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.jsonl"), "{\"title\": \"Zinc\", \"text\": \"Zinc shortens colds.\"}\n").unwrap();
    let web = Web::start(|_| page(&[]));
    let (output, said) = run(home.path(), &web, &["library", "add", "--no-vectors", "a.jsonl"]);
    assert!(output.status.success(), "{said}");
    let (output, said) = run(home.path(), &web, &["library", "refresh"]);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("1 document in the library, none with a DOI, PMID or PMCID"), "{said}");
    assert!(web.asked().is_empty());
    let (output, said) = run(home.path(), &web, &["library", "embed", "--server", "builtin"]);
    assert!(output.status.success() && said.contains("1 document by "), "{said}");
    let (_, said) = run(home.path(), &web, &["library", "stats"]);
    assert!(said.contains("vectors of passages, by"), "{said}");
}

#[test]
fn a_paper_that_is_not_looked_up_because_of_offline_is_not_called_unknown() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--offline", "check", "10.1136/bmj.n71"];
    let output = gainsay(home.path()).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("doi:10.1136/bmj.n71 was not looked up") && said.contains("`offline` is set"), "{said}");
}
