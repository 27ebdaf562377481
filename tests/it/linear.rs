//! A hostile file must not hang the program: every reader of text takes time in proportion to its length.

use std::time::Duration;

use gainsay::{
    domain::{
        Document, Page, SourceMeta, Statement, StatementId,
        rules::{factcheck, instruction, numbers, qualifiers, relevance, roles, wording},
    },
    ingest::{Format, ReadOptions, read_documents, read_source, read_web_page},
    llm::answer,
    reason::{CounterInput, ExtractInput, Reasoner, builtin::Builtin},
    text::{Clean, content_stems, find::Haystack, quantities, sentences},
};
use rustix::time::{ClockId, clock_gettime};

/// How often each unit is repeated, as the issue asks.
const TIMES: usize = 200_000;

/// The most processor time that one reader may take for these. The code of a test build is ten times as slow.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// How long the texts are of which everything is tried with everything, in bytes, and what that may take. Half of the
/// length is quick by the square as well.
const SHORTER: usize = 40_000;
const SHORTER_LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 3_000 } else { 300 });

/// What is repeated, with what comes before and after.
struct Attack {
    name: &'static str,
    text: String,
}

fn attack(name: &'static str, before: &str, unit: &str, after: &str) -> Attack {
    let times = if unit.len() > 3 { (TIMES * 3).div_ceil(unit.len()).min(TIMES) } else { TIMES };
    Attack { name, text: format!("{before}{}{after}", unit.repeat(times)) }
}

/// The attacks that the issue names.
fn named() -> Vec<Attack> {
    let attributes: String = (0..TIMES).map(|n| format!(" a{n}=\"\"")).collect();
    let article = |attributes: &str| {
        format!(
            "<article><body><p{attributes}>Aspirin reduced the rate of stroke in adults by far.</p></body></article>"
        )
    };
    let record = |attributes: &str| {
        format!(
            "<PubmedArticleSet><PubmedArticle><MedlineCitation{attributes}><Article><ArticleTitle>T</ArticleTitle>\
             <Abstract><AbstractText>Aspirin reduced stroke.</AbstractText></Abstract></Article></MedlineCitation>\
             </PubmedArticle></PubmedArticleSet>"
        )
    };
    let braces = format!("@article{{a, title={}x{}, abstract={{Text.}}}}", "{".repeat(TIMES), "}".repeat(TIMES));
    vec![
        attack("round brackets", "", "(", ""),
        attack("square brackets", "", "[", ""),
        attack("curly brackets", "", "{", ""),
        attack("closing brackets", "Aspirin. (", ")]}", ""),
        Attack { name: "e.g.", text: "e.g. ".repeat(72_000) },
        Attack { name: "e.g. unspaced", text: "e.g.".repeat(90_000) },
        Attack { name: "attributes of an article", text: article(&attributes) },
        Attack { name: "one attribute many times", text: article(&" a=\"\"".repeat(TIMES)) },
        Attack { name: "attributes of a record", text: record(&attributes) },
        Attack { name: "nested braces", text: braces },
        attack("open braces", "@article{a, title=", "{", ""),
        Attack { name: "a reference to itself", text: crossref() },
    ]
}

/// Entries that refer to themselves and to each other.
fn crossref() -> String {
    let own = "@article{a, crossref={a}, title={T}, abstract={Text.}}\n";
    let ring = "@article{b, crossref={c}, abstract={Text.}}\n@article{c, crossref={b}, abstract={Text.}}\n";
    let data = "@article{d, xdata={d}, abstract={Text.}}\n@string{s = s # s}\n@article{e, title=s, abstract={Text.}}\n";
    [own, ring, data].concat()
}

/// What is repeated in texts and in the formats that are read.
#[rustfmt::skip]
pub fn units() -> Vec<&'static str> {
    vec![
        "\"", "'", "“", "‘", "(a) ", "[1] ", "[1]. ", "A. ", "a.", ". ", ".", "...", "…", "?!", "! ", "¹", "1. ",
        "1 ", "1,", "1.1.", "10% ", "5 mg ", "±", "p < 0.05 ", "IL-6-", "a-", "-", "– ", "not ", "no ", "never ",
        "than ", "more than ", "versus ", "and ", ", ", "; ", ": ", "which ", "if ", "was ", "is not ", "reduced ",
        "the ", "of ", "A ", "a ", "a", "ä", "é ", "\u{301}", "a\u{301}", "👩\u{200d}", "\u{202e}", "\u{1b}[",
        "\u{200b}", "\n", "\n\n", "\r", "\u{c}", "\t", " ", "-\n", "a\n", "a.\n", "- a\n", "# ", "# a\n", "> ", "*",
        "**a", "_", "`", "```\n", "![", "[a](", "<a>", "<", "<!--", "<![CDATA[", "<p>", "</p>", "&", "&a;", "&amp;",
        "<!ENTITY a 'b'>", "\\", "\\\"", "{\"", "{\"a\":", "[\"a\",", "[[", ",", ";", "|", "\"\"", "\"a\n", "@a{",
        "@article{a,\n", "@string{a = \"b\"}\n", "a = {", "#", "TY  - ", "TY  - JOUR\n", "AB  - a\n", "ER  - \n",
        "<PubmedArticle>", "<article>", "10.1000/", "http://", "See Fig. 2 ", "et al. ", "false: ", "claim that ",
        "false claim ", "million ", "two ", "hundred ", "twenty-", "2019 ", "between 1 and ", "95% CI ", "ignore ",
        "you are ", "system: ", "higher ", "compared with ", "Tesla ", "BYD sold more than ",
    ]
}

/// Whatever else may be repeated.
fn others() -> Vec<Attack> {
    units().into_iter().map(|unit| Attack { name: unit, text: unit.repeat(SHORTER / unit.len()) }).collect()
}

/// Something that reads a text.
pub type Read = Box<dyn Fn(&str)>;

/// Everything that reads a text which somebody else wrote, by name.
pub fn readers() -> Vec<(String, Read)> {
    const PLAIN: &str =
        "Aspirin reduced the incidence of stroke by 20% in a cohort of 5,000 people compared with placebo.";
    let mut readers: Vec<(String, Read)> = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Pdf) {
        let options = ReadOptions { format: Some(format), exe: None };
        let same = options.clone();
        readers.push((
            format!("paper as {format}"),
            Box::new(move |text| drop(read_source("x", text.as_bytes(), &options))),
        ));
        let read = move |text: &str| drop(read_documents("x", text.as_bytes(), &same, &mut |_| {}));
        readers.push((format!("evidence as {format}"), Box::new(read)));
    }
    let mut add = |name: &str, read: Read| readers.push((name.to_owned(), read));
    add("cleaning", Box::new(|text| drop(Clean::new(text).one_line())));
    add("sentences", Box::new(|text| drop(sentences(text))));
    add("stems", Box::new(|text| drop(content_stems(text))));
    add("quantities", Box::new(|text| drop(quantities(text))));
    add("quotes in it", Box::new(|text| drop(Haystack::new(&[(1, text)]).find(PLAIN, None, 0.05))));
    add("it as a quote", Box::new(|text| drop(Haystack::new(&[(1, PLAIN)]).find(text, None, 0.05))));
    add(
        "a part as a quote",
        Box::new(|text| {
            let part: String = text.chars().take(2_000).collect();
            drop(Haystack::new(&[(1, text)]).find(&format!("{part} and the end"), None, 0.05));
        }),
    );
    add("web page", Box::new(|text| drop(read_web_page(text.as_bytes(), None))));
    add("answers", Box::new(|text| drop(answer::read(text))));
    add("numbers", Box::new(|text| drop((numbers::compare(PLAIN, text, ""), numbers::count(text)))));
    add("numbers of a claim", Box::new(|text| drop(numbers::compare(text, PLAIN, ""))));
    add("roles", Box::new(|text| drop(vec![roles::compare(PLAIN, text), roles::compare(text, PLAIN)])));
    add("qualifiers", Box::new(|text| drop((qualifiers::added(PLAIN, text), qualifiers::beyond(text, PLAIN)))));
    add("wording", Box::new(|text| drop(wording::Wording::of(text))));
    add("relation", Box::new(|text| drop(vec![factcheck::relation(PLAIN, text), factcheck::relation(text, PLAIN)])));
    add("elsewhere", Box::new(|text| drop(relevance::elsewhere(PLAIN, text, text, &SourceMeta::default()))));
    add("instructions", Box::new(|text| drop(instruction::find_in(&Clean::new(text)))));
    add("rank", Box::new(|text| drop(Builtin::rank(PLAIN, "Title", text))));
    add("anchors", Box::new(|text| drop(Builtin::anchors(text))));
    add(
        "counter",
        Box::new(|text| {
            let statement = statement(text);
            drop(futures(Builtin::default().counter(CounterInput { statement: &statement })));
        }),
    );
    add(
        "extract",
        Box::new(|text| {
            let paper = format!("{PLAIN}\n\n{text}");
            let Ok(source) = read_source("x.txt", paper.as_bytes(), &ReadOptions::default()) else { return };
            drop(futures(Builtin::default().extract(ExtractInput { source: &source, max_statements: 12 })));
        }),
    );
    add(
        "library",
        Box::new(|text| {
            let document = Document::new(SourceMeta::default(), vec![Page { number: 1, text: Clean::new(text) }]);
            let library = gainsay::library::Library::open_in_memory().unwrap();
            drop(library.add([document], |_| {}));
        }),
    );
    readers
}

fn statement(text: &str) -> Statement {
    let options = ReadOptions { format: Some(Format::Lines), exe: None };
    let mut claim = read_source("x", b"A claim that is replaced.", &options).unwrap().claims.remove(0);
    claim.id = StatementId(1);
    claim.text = Clean::new(text);
    claim
}

fn futures<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

/// Processor time of this thread, so that a busy machine fails no test.
fn spent() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn assert_quick(attacks: &[Attack], names: &[&str], limit: Duration) {
    let mut slow = Vec::new();
    for (reader, read) in
        readers().iter().filter(|(name, _)| names.is_empty() || names.iter().any(|n| name.contains(n)))
    {
        for Attack { name, text } in attacks {
            let begun = spent();
            read(text);
            let took = spent().saturating_sub(begun);
            if std::env::var_os("GAINSAY_TORTURE").is_some() && took * 20 > limit {
                eprintln!("{took:>8.2?}  {reader}: {name:?}, {} bytes", text.len());
            }
            if took > limit {
                slow.push(format!("{reader} took {took:.1?} for {} bytes of {name:?}", text.len()));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn no_reader_of_files_is_slow_on_brackets_attributes_or_braces() {
    assert_quick(&named(), &["paper", "evidence"], LIMIT);
}

#[test]
fn no_page_of_a_stranger_is_slow_to_read() {
    let parts = [
        "<div>",
        "<b>",
        "<p>x",
        "</p>",
        "<td>x",
        "<span><div>x",
        "<a href='",
        "<a b",
        "&amp",
        "&#",
        "<script>",
        "</scrip",
        "<!--",
        "<meta name=author content=x>",
        "<div class='has-ad-nav'>x</div>",
        "<sup><a>1",
        "<br><br>x ",
        "<h1>x</h1>",
    ];
    let pages: Vec<Attack> = parts.into_iter().map(|part| attack(part, "<html><body><p>Zinc.", part, "")).collect();
    assert_quick(&pages, &["web page"], LIMIT);
}

#[test]
fn no_rule_is_slow_on_brackets_or_abbreviations() {
    let names = ["sentences", "quantities", "quote", "numbers", "roles", "counter", "extract", "answers", "relation"];
    assert_quick(&named()[..6], &names, LIMIT);
}

/// All of it takes minutes: `GAINSAY_TORTURE=1 cargo test --test it linear -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn nothing_that_is_repeated_is_slow_anywhere() {
    assert_quick(&others(), &[], SHORTER_LIMIT);
}
