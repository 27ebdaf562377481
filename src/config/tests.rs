use std::path::Path;

use super::*;
use crate::domain::Stage;

fn nothing(_: &str) -> Option<String> {
    None
}

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    let (_folder, path) = file("theme = \"light\"\nslots = 3\n[settings]\nthreshold = 4\n");
    let environment = |name: &str| match name {
        "GAINSAY_SLOTS" => Some("5".into()),
        "GAINSAY_SETTINGS_ABSTAIN_MIN_SOURCES" => Some("3".into()),
        _ => None,
    };
    let loaded = Loaded::read(Some(&path), &["settings.threshold=2".into()], environment).unwrap();
    assert_eq!(loaded.config.theme, "light");
    assert_eq!(loaded.config.slots, 5);
    assert_eq!(loaded.config.settings.threshold, 2);
    assert_eq!(loaded.config.settings.abstain.min_sources, 3);
    assert_eq!(loaded.origins["theme"], Origin::File(path));
    assert_eq!(loaded.origins["slots"], Origin::Environment("GAINSAY_SLOTS".into()));
    assert_eq!(loaded.origins["settings.threshold"], Origin::Flag);
    assert_eq!(loaded.origins["mouse"], Origin::Default);
    assert_eq!(loaded.rows().len(), loaded.origins.len());
}

#[test]
fn one_stage_is_set_without_the_others_and_the_host_is_the_nearest_one_named() {
    let (_folder, path) = file("[model.stages.weigh]\nmodel = \"judge:7b\"\n");
    let environment = |name: &str| match name {
        "OLLAMA_HOST" => Some("gpu.lab".into()),
        "GAINSAY_MODEL_STAGES_JUDGE_TEMPERATURE" => Some("0.7".into()),
        _ => None,
    };
    let loaded = Loaded::read(Some(&path), &[], environment).unwrap();
    let model = &loaded.config.model;
    assert_eq!((model.model(Stage::Weigh).as_str(), model.stage(Stage::Weigh).temperature), ("judge:7b", 0.0));
    assert_eq!((model.stage(Stage::Judge).temperature, model.stage(Stage::Counter).temperature), (0.7, 0.3));
    assert_eq!(loaded.model_host().unwrap().to_string(), "http://gpu.lab:11434/");
    let loaded = Loaded::read(None, &["ollama.host=:9000".into()], environment).unwrap();
    assert_eq!(loaded.model_host().unwrap().to_string(), "http://127.0.0.1:9000/");
}

#[test]
fn headers_have_any_name_and_their_values_are_not_shown() {
    let (_folder, path) = file("reasoner = \"oracle\"\n[ollama.headers]\nAuthorization = \"Bearer 1\"\nX-Room = 5\n");
    let loaded = Loaded::read(Some(&path), &["ollama.headers.X-Key=two".into()], nothing).unwrap();
    let headers: Vec<_> = loaded.config.ollama.headers.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(headers, [("Authorization", "Bearer 1"), ("X-Key", "two")]);
    assert_eq!(loaded.config.reasoner, "auto");
    let expected = [
        "config.toml:1: `reasoner` is auto, builtin, ollama or the name of a server, not “oracle”; \"auto\" holds",
        "config.toml:4: `ollama.headers.X-Room` must be a text in quotes; “5” is not; \"\" holds",
    ];
    assert_eq!(loaded.remarks, expected);
    assert!(loaded.rows().iter().all(|(_, value, _)| !value.contains("Bearer")));
}

#[test]
fn keys_come_with_their_line_and_never_stop_the_program() {
    let (_folder, path) = file("theme = \"light\"\nkeymap = \"plain\"\n\n[keys]\nzoom = 5\naccept = [\n  \"z\",\n]\n");
    let loaded = Loaded::read(Some(&path), &["keys.quit=Q, ctrl-q".into()], nothing).unwrap();
    let entries: Vec<(String, String)> = loaded.keys().into_iter().map(|e| (e.place, e.name)).collect();
    let expected =
        [("config.toml:2", "keymap"), ("config.toml:5", "zoom"), ("config.toml:6", "accept"), ("--set", "quit")];
    assert_eq!(entries, expected.map(|(place, name)| (place.to_owned(), name.to_owned())));
    assert_eq!(loaded.keys()[3].value.as_array().unwrap().len(), 2);
    assert_eq!(loaded.rows().len(), loaded.origins.len());
    for text in ["keymap = 7\nkeys = 8\n", "keymap = 7\n[keys.keys]\nx = 1"] {
        let (_folder, path) = file(text);
        let places: Vec<String> =
            Loaded::read(Some(&path), &[], nothing).unwrap().keys().into_iter().map(|e| e.place).collect();
        assert_eq!(places, ["config.toml:1", "config.toml:2"]);
    }
}

#[test]
fn what_cannot_be_used_is_said_with_its_place() {
    let (_folder, path) = file(
        "theme = \"light\"\nslots = \"three\"\nmouse = 1\n[settings]\ntreshold = 4\nthreshold = 6\n\
         max_citations = 4\nblock_below = 1\nabstain.cap = -0.5\n[colours]\nred = 1\n",
    );
    let loaded = Loaded::read(Some(&path), &[], nothing).unwrap();
    let expected = [
        "config.toml:2: `slots` must be a whole number; “\"three\"” is not; 0 holds",
        "config.toml:3: `mouse` must be true or false; “1” is not; true holds",
        "config.toml:5: there is no key `settings.treshold`",
        "config.toml:6: `threshold` must be from 1 to 5, it is 6; 3 holds",
        "config.toml:9: `abstain.cap` must be from 0 to 1, it is -0.5; 0.3 holds",
        "config.toml:11: there is no key `colours.red`",
    ];
    assert_eq!(loaded.remarks, expected);
    let (config, settings) = (&loaded.config, &loaded.config.settings);
    assert_eq!((config.theme.as_str(), config.slots, config.mouse), ("light", 0, true));
    assert_eq!((settings.threshold, settings.max_citations, settings.block_below), (3, 4, 1.0));
    assert_eq!(loaded.origins["slots"], Origin::Default);
    let (_folder, path) = file("theme = \"light\"\nslots = = 3\n");
    let loaded = Loaded::read(Some(&path), &[], nothing).unwrap();
    assert_eq!((loaded.config, loaded.remarks.len()), (Config::default(), 1));
    assert!(loaded.remarks[0].starts_with("config.toml:2: "), "{:?}", loaded.remarks);
    let (_folder, path) = file("");
    for (flag, expected) in [
        ("settings.threshold=six", "must be a number"),
        ("settings.threshold=6", "from 1 to 5"),
        ("settings=1", "is a section"),
        ("model.num_ctx=100", "at least 2048"),
        ("reasoner=oracle", "auto, builtin, ollama or the name of a server"),
        ("colour=red", "no key `colour`"),
        ("mouse", "KEY=VALUE"),
    ] {
        let error = Loaded::read(Some(&path), &[flag.into()], nothing).unwrap_err().to_string();
        assert!(error.contains(expected), "{flag}: {error}");
    }
    assert!(matches!(Loaded::read(Some(Path::new("/nowhere/c.toml")), &[], nothing), Err(ConfigError::Io { .. })));
}

/// Somebody who names several models would have one of them asked, or one of them twice.
#[test]
fn models_of_ones_own_are_named_one_or_several() {
    let (_folder, path) = file("[nli]\nmodel = \"a\"\nmodels = [\"b\", \"a\"]\n[embeddings]\nmodel = \"c\"\n");
    let loaded = Loaded::read(Some(&path), &[], nothing).unwrap();
    assert_eq!(loaded.config.nli.paths(), [Path::new("a"), Path::new("b")]);
    assert_eq!(loaded.config.embeddings.model, Path::new("c"));
    let loaded = Loaded::read(Some(&path), &["nli.models=d, e".into(), "nli.model=".into()], nothing).unwrap();
    assert_eq!(loaded.config.nli.paths(), [Path::new("d"), Path::new("e")]);
    let (_folder, path) = file("[nli]\nmodels = \"a\"\n");
    let loaded = Loaded::read(Some(&path), &[], nothing).unwrap();
    assert_eq!(
        loaded.remarks,
        ["config.toml:2: `nli.models` must be a list of texts in quotes; “\"a\"” is not; [] holds"]
    );
}
