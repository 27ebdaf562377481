//! The program with a server of the configuration.

use std::{path::Path, process::Output};

use crate::support::{
    CORPUS,
    ollama::model,
    openai::{OpenAi, Say},
    program::gainsay,
};

const PAPER: &str = "Sleep, fitness and the heart\n\nResults. Insomnia can be effectively treated with cognitive \
    behavioral therapy in adults of every age.\n";

fn home(servers: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("paper.txt"), PAPER).unwrap();
    std::fs::write(home.path().join("corpus.jsonl"), CORPUS).unwrap();
    std::fs::write(home.path().join("config.toml"), servers).unwrap();
    assert!(run(home.path(), &["library", "add", "corpus.jsonl"]).status.success());
    home
}

fn run(home: &Path, args: &[&str]) -> Output {
    let mut command = gainsay(home);
    command.args(["--config", "config.toml"]).args(args).env("BOX_KEY", "sk-secret").env("GAINSAY_OLLAMA_BACKOFF", "1");
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn scripted() -> OpenAi {
    OpenAi::start(|got| Say::Text(model::plain(&got.as_asked())))
}

fn config(url: &str, key: &str) -> String {
    format!("[servers.box]\nkind = \"openai\"\nurl = \"{url}\"\nmodel = \"scripted:7b\"\nslots = 2\n{key}\n")
}

#[test]
fn a_review_goes_through_a_server_of_the_configuration_and_its_key_is_kept_nowhere() {
    for key in ["key_env = \"BOX_KEY\"", "key_command = \"printf sk-; printf secret\""] {
        let server = scripted();
        let home = home(&config(&server.url(), key));
        let output = run(home.path(), &["check", "paper.txt", "--reasoner", "box", "--json", "all.json"]);
        assert!(output.status.success(), "{}", said(&output));
        let asked = server.asked();
        assert!(asked.iter().all(|got| got.head.to_lowercase().contains("authorization: bearer sk-secret")));
        let stages: std::collections::BTreeSet<_> = asked.iter().map(|got| got.as_asked().stage).collect();
        assert_eq!(stages.len(), model::TASKS.len(), "{stages:?}");
        // The review keeps its reasoner, and nothing is asked twice.
        assert!(run(home.path(), &["check", "paper.gainsay"]).status.success());
        assert_eq!(server.asked().len(), asked.len());
        let trace = said(&run(home.path(), &["export", "paper.gainsay", "--trace"]));
        assert_eq!(trace.lines().count(), asked.len());
        let listed = said(&run(home.path(), &["config"]));
        assert!(listed.contains("servers.box.url") && !listed.contains("sk-secret"), "{listed}");
        for kept in ["paper.gainsay", "all.json"] {
            let bytes = std::fs::read(home.path().join(kept)).unwrap();
            assert!(!bytes.windows(9).any(|part| part == b"sk-secret"), "the key is in {kept}");
        }
        assert!(!trace.contains("sk-secret"));
    }
}

#[test]
fn a_key_that_is_missing_and_a_server_that_is_not_described_say_what_to_do() {
    let server = scripted();
    let home = home(&config(&server.url(), "key_env = \"NO_SUCH_KEY\""));
    let output = run(home.path(), &["check", "paper.txt", "--reasoner", "box"]);
    assert!(said(&output).contains("$NO_SUCH_KEY is not set; export it"), "{}", said(&output));
    assert!(server.asked().is_empty());
    let output = run(home.path(), &["check", "paper.txt", "--reasoner", "nowhere", "--review", "b.gainsay"]);
    let words = said(&output);
    assert!(words.contains("there is no reasoner nowhere") && words.contains("builtin, ollama, box"), "{words}");
    assert!(words.contains("[servers.nowhere]"), "{words}");
}

#[test]
fn a_server_on_another_machine_needs_consent_and_offline_forbids_it() {
    let home = home(&config("https://models.invalid/api/v1", ""));
    let check = |more: &[&str]| said(&run(home.path(), &[&["check", "paper.txt", "--reasoner", "box"], more].concat()));
    let words = check(&[]);
    assert!(
        words.contains("models.invalid") && words.contains("another machine") && words.contains("--consent"),
        "{words}"
    );
    assert!(check(&["--offline", "--review", "b.gainsay"]).contains("`offline` is set"));
    let words = check(&["--consent", "--set", "reviewer=Ada", "--set", "ollama.retries=0", "--review", "c.gainsay"]);
    assert!(words.contains("no answer from the model server at https://models.invalid"), "{words}");
    assert!(said(&run(home.path(), &["models", "--server", "box", "--offline"])).contains("`offline` is set"));
}

#[test]
fn mistakes_in_a_server_are_said_with_their_line_and_cost_that_server_alone() {
    let home = home(
        "[servers.a]\nkind = \"grpc\"\nurl = \"x\"\n[servers.b]\nkind = \"openai\"\nurl = \"localhost:1\"\n[servers.c]\nkind = \"openai\"\n[servers.d]\nkind = \"openai\"\nurl = \"x\"\nkye_env = \"K\"\n",
    );
    let output = run(home.path(), &["config"]);
    let words = said(&output);
    assert!(words.contains("config.toml:1: `servers.a.kind` is ollama or openai, not “grpc”"), "{words}");
    assert!(words.contains("config.toml:7: `servers.c.url` is missing"), "{words}");
    assert!(words.contains("config.toml:9") && words.contains("kye_env"), "{words}");
    assert!(words.contains("servers.b.url") && !words.contains("servers.a.url"), "{words}");
}

#[test]
fn its_models_are_listed_and_tried() {
    let server = OpenAi::start(|got| Say::Text(model::any_shape(&got.as_asked())));
    let home = home(&config(&server.url(), ""));
    let words = said(&run(home.path(), &["models", "--server", "box"]));
    assert!(words.contains("# vllm server at") && words.contains("scripted:7b") && words.contains("16384"), "{words}");
    let output = run(home.path(), &["models", "--server", "box", "--check"]);
    let words = said(&output);
    assert!(
        output.status.success() && words.contains("tokens a second") && words.contains("num_ctx = 16384"),
        "{words}"
    );
    // An empty verdict is no success.
    let empty = OpenAi::start(|got| {
        let asked = got.as_asked();
        let verdict = r#"{"a_rationale": "", "b_confidence": "high", "c_verdict": "supports"}"#;
        Say::Text(if asked.stage == "verdict" { verdict.to_owned() } else { model::any_shape(&asked) })
    });
    let output = run(
        home.path(),
        &["models", "--server", "box", "--check", "--set", &format!("servers.box.url={}", empty.url())],
    );
    let words = said(&output);
    assert!(output.status.code() == Some(1) && words.contains("at least 20"), "{words}");
}

#[test]
fn calls_are_spread_over_several_addresses_and_a_stage_can_have_a_server_of_its_own() {
    let (one, other, big) = (scripted(), scripted(), scripted());
    let pool = format!(
        "[servers.pool]\nkind = \"openai\"\nurl = [\"{}\", \"{}\"]\nmodel = \"scripted:7b\"\nslots = 1\n",
        one.url(),
        other.url()
    );
    let pinned = format!("{}\n[model.stages.weigh]\nserver = \"box\"\n", config(&big.url(), ""));
    let home = home(&format!("{pool}\n{pinned}"));
    let output = run(home.path(), &["check", "paper.txt", "--reasoner", "pool"]);
    assert!(output.status.success(), "{}", said(&output));
    let stages = |server: &OpenAi| -> std::collections::BTreeSet<String> {
        server.asked().iter().map(|got| got.as_asked().stage).collect()
    };
    assert!(!one.asked().is_empty() && !other.asked().is_empty(), "both have work");
    assert_eq!(stages(&big), ["opinions", "stances"].map(str::to_owned).into());
    assert!(stages(&one).union(&stages(&other)).all(|stage| !["opinions", "stances"].contains(&stage.as_str())));
    let trace = said(&run(home.path(), &["export", "paper.gainsay", "--trace"]));
    for server in [&one, &other] {
        let named = trace.matches(&format!("\"server\":\"{}/v1/\"", server.url())).count();
        assert_eq!(named, server.asked().len(), "the trace says which server answered");
    }
    let listed = said(&run(home.path(), &["models", "--server", "pool"]));
    assert!(listed.contains(&one.url()) && listed.contains(&other.url()), "{listed}");
}

#[test]
fn every_other_machine_of_a_pool_and_of_a_stage_needs_consent() {
    let near = scripted();
    let pool = format!(
        "[servers.pool]\nkind = \"openai\"\nurl = [\"{}\", \"https://far.invalid/v1\"]\nmodel = \"scripted:7b\"\n",
        near.url()
    );
    let stage = "[model.stages.judge]\nserver = \"box\"\n";
    for (servers, far) in [
        (pool, "far.invalid"),
        (
            format!(
                "{}\n[servers.pool]\nkind = \"openai\"\nurl = \"{}\"\n{stage}",
                config("https://models.invalid/api/v1", ""),
                near.url()
            ),
            "models.invalid",
        ),
    ] {
        let home = home(&servers);
        let words = said(&run(home.path(), &["check", "paper.txt", "--reasoner", "pool"]));
        assert!(words.contains(far) && words.contains("--consent"), "{words}");
        let words = said(&run(
            home.path(),
            &["check", "paper.txt", "--reasoner", "pool", "--offline", "--review", "b.gainsay"],
        ));
        assert!(words.contains(far) && words.contains("`offline` is set"), "{words}");
    }
    assert!(near.asked().is_empty(), "nothing was sent before there was leave for all of it");
}

#[test]
fn a_stage_whose_server_is_not_described_and_an_address_twice_are_refused() {
    for (servers, why) in [
        ("[model.stages.weigh]\nserver = \"big\"\n".to_owned(), "[servers.big] does not describe"),
        (
            "[servers.pool]\nkind = \"openai\"\nurl = [\"http://a:1\", \"http://a:1/\"]\n".to_owned(),
            "names http://a:1/ twice",
        ),
        ("[servers.pool]\nkind = \"openai\"\nurl = []\n".to_owned(), "`servers.pool.url` is missing"),
        ("[servers.pool]\nkind = \"openai\"\nurl = 7\n".to_owned(), "an address or a list of addresses"),
    ] {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("config.toml"), servers).unwrap();
        let words = said(&run(home.path(), &["config"]));
        assert!(words.contains(why), "{words}");
    }
}
