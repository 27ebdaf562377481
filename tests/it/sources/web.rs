//! Evidence from the open web, over services and pages on loopback. All bodies are composed, the answers after the shapes
//! of SearXNG, Brave and Tavily.

use std::{
    fs,
    path::Path,
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use gainsay::sources::{EvidenceSource, PageAccess, Query, SourceError, kind};
use serde_json::{Value, json};

use crate::{
    pdf::{lines, pdf_of},
    support::{
        program::gainsay,
        web::{Asked, Say, Web},
    },
};

use super::setup::{access, cached_web, wait, written};

const HTML: &str = "text/html; charset=utf-8";

/// A news page with all that comes around the text of one.
fn article(title: &str, first: &str) -> String {
    format!(
        r#"<!DOCTYPE html><html><head><title>{title} | The Daily</title>
        <meta property="article:published_time" content="2023-11-02T08:00:00Z"><meta name="author" content="Ada Lovelace">
        <meta property="og:site_name" content="Reuters"><meta name="citation_doi" content="10.1000/fake"></head><body>
        <nav><a href="/">Home</a></nav><div class="cookie-banner"><p>We use cookies. Accept them all to read on, please.</p></div>
        <article><h1>{title}</h1><p>{first}</p><p>The volunteers took a lozenge every two to three hours while they were
        awake, and kept a diary of what they felt for up to two weeks. Neither they nor their doctors knew who was given
        zinc and who was given tablets that only tasted like it.</p></article><footer>All rights reserved</footer>
        </body></html>"#
    )
}

const ZINC: &str =
    "Zinc lozenges shortened the common cold by 2.7 days in healthy adults, a trial with 320 people found.";

fn searxng(urls: &[String]) -> Say {
    let results: Vec<Value> = urls
        .iter()
        .map(|url| {
            json!({"url": url, "title": "A <strong>page</strong>", "content": "Zinc cures everything at once.",
            "engine": "x", "engines": ["x"], "score": 1.0, "category": "general", "publishedDate": null})
        })
        .collect();
    Say::Json(json!({"query": "q", "results": results, "answers": [], "unresponsive_engines": []}))
}

fn pages_of(most: usize) -> Option<PageAccess> {
    let exe = env!("CARGO_BIN_EXE_gainsay").into();
    Some(PageAccess { gate: Arc::new(|| Ok(())), proxy: Arc::new(|_| Ok(None)), exe: Some(exe), most })
}

fn source(name: &str, web: &Web) -> Arc<dyn EvidenceSource> {
    let key: gainsay::sources::KeyReader = Arc::new(|| Ok("sk-secret".to_owned()));
    let access = gainsay::sources::Access { key: Some(key), pages: pages_of(10), retries: 1, ..access(web) };
    kind(name).unwrap().connect(access).unwrap()
}

/// A server that is a SearXNG with these pages on it.
fn site(pages: impl Fn(&Asked) -> Say + Send + Sync + 'static, paths: &'static [&'static str]) -> Web {
    Web::start(move |asked: &Asked| match asked.path.as_str() {
        "/search" => {
            let host = asked.header("host");
            searxng(&paths.iter().map(|path| format!("http://{host}{path}")).collect::<Vec<_>>())
        }
        "/robots.txt" => Say::Body(404, HTML, "<html>not here</html>".to_owned()),
        _ => pages(asked),
    })
}

#[test]
fn pages_become_documents_with_where_and_when_and_without_what_is_around_them() {
    let web = site(
        |asked| match asked.path.as_str() {
            "/zinc" => Say::Header(302, "Location: /news/zinc?utm_source=feed".to_owned(), String::new()),
            _ => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
        },
        &["/zinc"],
    );
    let found = wait(source("searxng", &web).search(&written("zinc cold"))).unwrap();
    assert_eq!((found.hits, found.records.len(), found.unread.len()), (1, 1, 0));
    assert_eq!(found.trouble, None);
    let record = &found.records[0];
    let host = web.url().replace("http://", "");
    let meta = &record.meta;
    assert_eq!((&*meta.title, meta.authors[0].as_str()), ("Zinc shortens colds", "Lovelace A"));
    assert_eq!((meta.published.as_deref(), meta.year), (Some("2023-11-02"), Some(2023)));
    assert_eq!(meta.url.as_deref(), Some(format!("http://{host}/news/zinc").as_str()));
    // What a page says that it is would make it as credible as that.
    assert_eq!((meta.source_name.as_deref(), &meta.doi), (Some("127.0.0.1"), &None));
    let text = record.pages[0].text.as_str();
    assert!(text.starts_with(ZINC) && text.ends_with("tasted like it."), "{text}");
    assert!(!text.contains("cures everything"), "the snippet is evidence of nothing");
    assert!(record.facts.fetched.is_some());
    assert_eq!(record.facts.address.as_deref(), Some(format!("http://{host}/news/zinc?utm_source=feed").as_str()));
    for asked in web.asked() {
        let head = asked.head.to_lowercase();
        assert!(head.contains(concat!("user-agent: gainsay/", env!("CARGO_PKG_VERSION"))), "{head}");
        assert!(!head.contains("cookie:") && !head.contains("referer:"), "{head}");
        assert_eq!(head.contains("mailto:"), asked.path == "/search", "{head}");
    }
}

#[test]
fn each_service_is_asked_in_its_own_way_and_its_key_goes_nowhere_else() {
    let web = Web::start(|asked: &Asked| {
        let url = format!("http://{}/news", asked.header("host"));
        match asked.path.as_str() {
            "/search" if asked.method == "POST" => Say::Json(
                json!({"query": "q", "results": [{"url": url, "title": "A page", "content": "c", "score": 0.9}]}),
            ),
            "/web/search" => Say::Json(json!({"type": "search", "query": {"original": "q"}, "web": {"results": [
                {"url": url, "title": "A page", "description": "d", "page_age": "2023-11-02T00:00:00"}]}})),
            "/robots.txt" => Say::Body(200, "text/plain", String::new()),
            _ => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
        }
    });
    let until = Query { until: Some("2023-12-31".into()), ..written("zinc cold") };
    for name in ["brave", "tavily"] {
        let found = wait(source(name, &web).search(&until)).unwrap();
        assert_eq!((found.records.len(), &*found.sent), (1, "zinc cold until 2023-12-31"), "{:?}", found.unread);
    }
    let asked = web.asked();
    let brave = asked.iter().find(|asked| asked.path == "/web/search").unwrap();
    assert_eq!((brave.get("freshness"), brave.header("x-subscription-token")), ("1990-01-01to2023-12-31", "sk-secret"));
    let tavily = asked.iter().find(|asked| asked.method == "POST").unwrap();
    let body: Value = serde_json::from_str(&tavily.body).unwrap();
    assert_eq!(body, json!({"query": "zinc cold", "max_results": 10, "end_date": "2023-12-31"}));
    assert_eq!(tavily.header("authorization"), "Bearer sk-secret");
    for page in asked.iter().filter(|asked| asked.path == "/news" || asked.path == "/robots.txt") {
        assert!(!page.head.contains("sk-secret"), "{}", page.head);
    }
    for name in ["brave", "tavily"] {
        let keyless = kind(name).unwrap().connect(gainsay::sources::Access { pages: pages_of(1), ..access(&web) });
        let refused = wait(keyless.unwrap().search(&written("x"))).unwrap_err().to_string();
        assert!(refused.contains("without a key; get one") && refused.contains("key_env"), "{refused}");
        let long = wait(source(name, &web).search(&written(&"x".repeat(401)))).unwrap_err().to_string();
        assert!(long.contains("up to 400 characters"), "{long}");
    }
    assert_eq!(web.asked().len(), asked.len(), "nothing is sent without a key, or too long");
}

#[test]
fn a_page_that_cannot_be_read_says_why_and_the_others_are() {
    static ONCE: AtomicUsize = AtomicUsize::new(0);
    let trap = Web::start(|_| Say::Body(200, HTML, article("Inside", ZINC)));
    let inside = trap.url();
    let paths: &[&str] = &[
        "/good",
        "/stub",
        "/script",
        "/cyrillic",
        "/forbidden",
        "/busy",
        "/closed",
        "/inside",
        "/endless",
        "/picture",
    ];
    let web = site(
        move |asked| match asked.path.as_str() {
            "/good" => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
            "/stub" => Say::Body(
                200,
                HTML,
                format!(
                    r#"<script type="application/ld+json">{{"@type": "NewsArticle", "isAccessibleForFree": false}}</script>
                    <article><p>{ZINC}</p><p>{ZINC}</p><p>{ZINC}</p><p>Subscribe to read on.</p></article>"#
                ),
            ),
            "/script" => Say::Body(200, HTML, "<div id=root></div><script src=a.js></script>".to_owned()),
            "/cyrillic" => Say::Bytes("text/html; charset=windows-1251", cyrillic()),
            "/forbidden" => Say::Body(403, HTML, "no programs".to_owned()),
            "/busy" if ONCE.fetch_add(1, Ordering::SeqCst) == 0 => {
                Say::Header(429, "Retry-After: 0".to_owned(), String::new())
            }
            "/busy" => Say::Body(200, HTML, article("Zinc after all", ZINC)),
            "/closed" => Say::Body(503, HTML, "later".to_owned()),
            "/inside" => Say::Header(301, format!("Location: {inside}/admin"), String::new()),
            "/endless" => Say::Endless(HTML),
            _ => Say::Body(200, "image/png", "\u{89}PNG".to_owned()),
        },
        paths,
    );
    let found = wait(source("searxng", &web).search(&written("zinc"))).unwrap();
    let titles: Vec<_> = found.records.iter().map(|record| (record.rank, record.meta.title.to_string())).collect();
    let expected = [(1, "Zinc shortens colds"), (4, "Цинк и простуда"), (6, "Zinc after all")];
    assert_eq!(titles, expected.map(|(rank, title)| (rank, title.to_owned())));
    let whys: Vec<_> = found.unread.iter().map(|page| (page.rank, page.why.to_string())).collect();
    for (rank, why) in [
        (2, "it is not free to read, and shows"),
        (3, "there is nothing to read on it (0 words; scripts may have to run before)"),
        (5, "its host refuses programs or strangers (status 403)"),
        (7, "its host failed (status 503)"),
        (8, "it is on this machine or its network, from which no page is fetched"),
        (9, "it is longer than 5 MB"),
        (10, "it is neither a page, a text nor a PDF, but image/png"),
    ] {
        let told = whys.iter().find(|(at, _)| *at == rank).map_or("", |(_, why)| why);
        assert!(told.contains(why), "{rank}: {told:?}");
    }
    assert!(trap.asked().is_empty(), "a redirect into this machine is not followed");
    let trouble = found.trouble.unwrap().to_string();
    assert!(trouble.starts_with("1 page that it found could not be fetched now"), "{trouble}");
}

/// A page in the encoding that its host names, which is not UTF-8.
fn cyrillic() -> Vec<u8> {
    let text = "<title>Цинк и простуда</title><p>".to_owned() + &"Цинк сокращает простуду на два дня. ".repeat(8);
    let code = |c: char| match u32::from(c) {
        code @ 0x410..=0x44f => u8::try_from(code - 0x410 + 0xc0).unwrap(),
        code => u8::try_from(code).unwrap(),
    };
    text.chars().map(code).collect()
}

#[test]
fn a_pdf_that_was_found_is_read_like_any_other() {
    let words = "Zinc lozenges shortened the common cold by two days in healthy adults of all ages.";
    let pdf = pdf_of(&[lines(&(0..30).map(|n| (700 - 20 * n, 11, words)).collect::<Vec<_>>())]);
    let web = site(move |_| Say::Bytes("application/pdf", pdf.clone()), &["/paper.pdf"]);
    let found = wait(source("searxng", &web).search(&written("zinc"))).unwrap();
    assert_eq!(found.unread, []);
    assert!(found.records[0].pages[0].text.contains("Zinc lozenges"), "{}", found.records[0].pages[0].text);
    let broken = site(|_| Say::Body(200, "application/pdf", "%PDF-1.7 broken".to_owned()), &["/broken.pdf"]);
    let found = wait(source("searxng", &broken).search(&written("zinc"))).unwrap();
    assert!(found.unread[0].why.contains("PDF"), "{}", found.unread[0].why);
    assert!(
        found.trouble.unwrap().to_string().contains("none of the 1 page"),
        "a search without a page to read failed"
    );
}

#[test]
fn robots_are_asked_once_and_obeyed_and_a_host_that_does_not_say_is_left_alone() {
    let web = Web::start(|asked: &Asked| {
        let host = asked.header("host").to_owned();
        match asked.path.as_str() {
            "/search" => searxng(&["/open", "/closed/a"].map(|path| format!("http://{host}{path}"))),
            "/robots.txt" => Say::Body(200, "text/plain", "User-agent: *\nDisallow: /closed/\n".to_owned()),
            _ => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
        }
    });
    let found = wait(source("searxng", &web).search(&written("zinc"))).unwrap();
    assert_eq!((found.records.len(), found.unread[0].rank), (1, 2));
    assert!(found.unread[0].why.contains("robots.txt"), "{}", found.unread[0].why);
    let asked: Vec<_> = web.asked().iter().map(|asked| asked.path.clone()).collect();
    assert_eq!(asked.iter().filter(|path| *path == "/robots.txt").count(), 1);
    assert!(!asked.iter().any(|path| path == "/closed/a"));
    let silent = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" => searxng(&[format!("http://{}/a", asked.header("host"))]),
        "/robots.txt" => Say::Body(500, HTML, String::new()),
        _ => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
    });
    let found = wait(source("searxng", &silent).search(&written("zinc"))).unwrap();
    assert!(found.unread[0].why.contains("what its host allows programs is unknown"), "{}", found.unread[0].why);
}

#[test]
fn an_outage_and_garbage_are_failures_and_never_an_empty_result() {
    let outage = Web::start(|_| {
        Say::Json(
            json!({"query": "q", "results": [], "unresponsive_engines": [["google", "CAPTCHA"], ["bing", "timeout"]]}),
        )
    });
    let forbidden = Web::start(|_| Say::Body(403, HTML, "<title>403 Forbidden</title>".to_owned()));
    let garbage = Web::start(|_| Say::Body(200, "application/json", "{\"results\": [".to_owned()));
    for (web, why) in [
        (&outage, "none of its search engines answered (google: CAPTCHA; bing: timeout)"),
        (&forbidden, "add `json` to search.formats in its settings.yml"),
        (&garbage, "broke off"),
    ] {
        let failed = wait(source("searxng", web).search(&written("zinc"))).unwrap_err().to_string();
        assert!(failed.contains(why), "{failed}");
    }
    let nothing = Web::start(|_| searxng(&[]));
    assert_eq!(wait(source("searxng", &nothing).search(&written("zinc"))).unwrap().records.len(), 0);
    let invalid =
        Web::start(|_| Say::Body(401, "application/json", json!({"detail": {"error": "bad key"}}).to_string()));
    let failed = wait(source("tavily", &invalid).search(&written("zinc"))).unwrap_err();
    assert!(matches!(failed, SourceError::Key(_)), "{failed}");
}

#[test]
fn only_pages_from_before_the_limit_count_and_one_without_a_date_does_not() {
    let web = site(
        |asked| {
            let day = |day: &str| article("A page", ZINC).replace("2023-11-02T08:00:00Z", day);
            Say::Body(
                200,
                HTML,
                match asked.path.as_str() {
                    "/old" => day("2019-05-01"),
                    "/new" => day("2024-01-01"),
                    "/year" => day("2020"),
                    _ => day(""),
                },
            )
        },
        &["/old", "/new", "/year", "/undated"],
    );
    let query = Query { until: Some("2020-06-30".into()), ..written("zinc") };
    let found = wait(source("searxng", &web).search(&query)).unwrap();
    assert_eq!(found.records.iter().map(|record| record.rank).collect::<Vec<_>>(), [1]);
    let whys: Vec<_> = found.unread.iter().map(|page| page.why.to_string()).collect();
    assert!(whys[0].contains("it is of 2024-01-01") && whys[1].contains("it is of 2020"), "{whys:?}");
    assert!(whys[2].contains("it has no date"), "{whys:?}");
}

#[test]
fn a_page_is_fetched_once_and_serves_without_the_network() {
    static DOWN: AtomicBool = AtomicBool::new(false);
    let web = site(
        |_| {
            if DOWN.load(Ordering::SeqCst) {
                Say::Hang
            } else {
                Say::Body(200, HTML, article("Zinc shortens colds", ZINC))
            }
        },
        &["/zinc"],
    );
    let folder = tempfile::tempdir().unwrap();
    let first = wait(cached_web(&web, folder.path(), pages_of(10)).search(&written("zinc"))).unwrap();
    let asked = web.asked().len();
    DOWN.store(true, Ordering::SeqCst);
    let again = wait(cached_web(&web, folder.path(), pages_of(10)).search(&written("zinc"))).unwrap();
    assert_eq!((again.records, web.asked().len()), (first.records, asked));
}

fn run(home: &Path, url: &str, args: &[&str]) -> (Output, String) {
    let mut command = gainsay(home);
    command.env("GAINSAY_SOURCES_SEARXNG_URL", url).env("GAINSAY_SOURCES_RETRIES", "0");
    let output = command.args(args).output().unwrap();
    let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    (output, text)
}

#[test]
fn a_claim_is_checked_against_the_web_from_an_empty_library() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("claims.txt"), "Zinc lozenges shorten the common cold in healthy adults.\n").unwrap();
    let web = site(
        |asked| match asked.path.as_str() {
            "/gone" => Say::Body(404, HTML, String::new()),
            _ => Say::Body(200, HTML, article("Zinc shortens colds", ZINC)),
        },
        &["/zinc", "/gone"],
    );
    let check = ["--sources", "searxng", "check", "claims.txt", "--json", "all.json", "--out", "report.md"];
    let (output, text) = run(home, &web.url(), &check);
    assert!(!output.status.success() && text.contains("passes queries on"), "{text}");
    assert!(web.asked().is_empty(), "a search on this machine asks others, so it needs consent as well");
    let consent = [&check[..], &["--consent", "--set", "reviewer=Ada"]].concat();
    let (output, text) = run(home, &web.url(), &consent);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("supports"), "{text}");
    let json = fs::read_to_string(home.join("all.json")).unwrap();
    assert!(json.contains("pages that a web search finds") && json.contains("it is no longer there (status 404)"));
    let report = fs::read_to_string(home.join("report.md")).unwrap();
    assert!(report.contains("shortened the common cold by 2.7 days"), "{report}");
    let (_, shown) = run(home, &web.url(), &["library", "list"]);
    let id = shown.split_whitespace().next().unwrap().to_owned();
    let (_, shown) = run(home, &web.url(), &["library", "show", &id]);
    assert!(
        shown.contains("searxng (http://") && shown.contains("  fetched 2") && shown.contains("rank 1 of 2"),
        "{shown}"
    );
}

#[test]
fn consent_to_the_search_is_not_consent_to_its_pages_and_offline_locks_both() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("claims.txt"), "Zinc lozenges shorten the common cold in healthy adults.\n").unwrap();
    let web = site(|_| Say::Body(200, HTML, article("Zinc shortens colds", ZINC)), &["/zinc"]);
    let (output, text) = run(home, &web.url(), &["--offline", "library", "fetch", "zinc", "--source", "searxng"]);
    assert!(!output.status.success() && text.contains("`offline` is set"), "{text}");
    let (output, text) = run(home, &web.url(), &["--offline", "--sources", "searxng", "check", "claims.txt"]);
    assert!(output.status.code().is_some() && web.asked().is_empty(), "{text}");
    let (_, text) = run(home, &web.url(), &["library", "fetch", "zinc", "--source", "searxng"]);
    assert!(text.contains("searxng: 1 hit, 1 fetched: 1 new"), "{text}");
}

#[test]
fn the_page_that_a_text_under_review_is_from_is_no_evidence_for_it() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = format!(
        "{ZINC} The volunteers took a lozenge every two to three hours while they were awake, and kept a diary of what \
         they felt for up to two weeks. Neither they nor their doctors knew who was given zinc and who was given tablets \
         that only tasted like it. Zinc lozenges shorten the common cold in healthy adults.\n"
    );
    fs::write(home.join("page.txt"), text).unwrap();
    let web = site(|_| Say::Body(200, HTML, article("Zinc shortens colds", ZINC)), &["/zinc"]);
    let check = ["--sources", "searxng", "check", "page.txt", "--format", "text", "--json", "all.json", "--consent"];
    let (output, text) = run(home, &web.url(), &[&check[..], &["--set", "reviewer=Ada"]].concat());
    assert!(output.status.code() == Some(0), "{text}");
    let json: Value = serde_json::from_slice(&fs::read(home.join("all.json")).unwrap()).unwrap();
    let mut own = 0;
    let mut look = vec![&json];
    while let Some(value) = look.pop() {
        match value {
            Value::Object(fields) => {
                own += fields.get("own").and_then(Value::as_array).map_or(0, Vec::len);
                look.extend(fields.values());
            }
            Value::Array(items) => look.extend(items),
            _ => {}
        }
    }
    assert!(own > 0 && !text.contains("supports"), "{text}");
}
