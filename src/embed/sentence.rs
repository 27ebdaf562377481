//! A sentence encoder that the user names: a folder in the layout of
//! sentence-transformers, whose own files say how its outputs become one vector
//! and what is written before queries and documents.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;

use crate::{
    onnx::{About, Folder, Json, ModelError, Network, Output, Tokens, Words},
    text::Clean,
};

use super::Embedder;

/// Outputs that are one vector a text already, and those that are one a token.
const WHOLE: [&str; 1] = ["sentence_embedding"];
const BY_TOKEN: [&str; 2] = ["last_hidden_state", "token_embeddings"];

/// Places among the prompts.
const QUERY: usize = 0;
const DOCUMENT: usize = 1;

/// How the vectors of tokens become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pooling {
    /// The network has done it.
    Done,
    Mean,
    First,
    Last,
    Largest,
}

/// A model that makes vectors of texts on this machine.
#[derive(Clone)]
pub struct SentenceEncoder(Arc<Encoder>);

struct Encoder {
    about: About,
    words: Words,
    network: Network,
    pooling: Pooling,
    normalised: bool,
    /// Written before queries and before documents.
    prompts: [String; 2],
    width: usize,
}

impl SentenceEncoder {
    /// Loads the model at `path` and tries it once.
    ///
    /// # Errors
    /// When a file is missing or damaged, says what is not supported, or the network does not run.
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        let mut folder = Folder::open(path)?;
        let modules = folder.json("modules.json")?;
        let limits = folder.json("sentence_bert_config.json")?;
        let prompts = prompts(&folder.json("config_sentence_transformers.json")?);
        let normalised = normalises(&folder, &modules)?;
        let pooling = folder.json("1_Pooling/config.json")?;
        let said = limits.number("max_seq_length").filter(|n| *n >= 1.0).map_or(usize::MAX, |n| n as usize);
        let longest = folder.longest().min(said);
        let about = folder.about();
        let (network, output) = Network::load(&mut folder, &[&WHOLE[..], &BY_TOKEN[..]].concat())?;
        let pooling = if WHOLE.contains(&output.as_str()) {
            Pooling::Done
        } else {
            Pooling::of(&pooling).map_err(|problem| {
                let remedy = "copy `1_Pooling/config.json` of the model; mean, cls, max and lasttoken are supported";
                folder.error(problem, remedy)
            })?
        };
        let words = Words::read(folder.tokenizer(), longest).map_err(|why| {
            folder.error(format!("`tokenizer.json` cannot be read ({why})"), "copy the one of the same model")
        })?;
        let mut encoder = Encoder { about, words, network, pooling, normalised, prompts, width: 0 };
        let tried = encoder.run("The sky is blue.").map_err(|why| {
            let remedy = "check that ONNX file, `tokenizer.json` and `config.json` are of the same model";
            folder.error(format!("it does not run ({why})"), remedy)
        })?;
        encoder.width = tried.len();
        Ok(Self(Arc::new(encoder)))
    }

    /// What is known of it.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.0.about
    }

    /// How its vectors are made, in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let pooling = match self.0.pooling {
            Pooling::Done => "pooled by the network",
            Pooling::Mean => "mean of the tokens",
            Pooling::First => "first token",
            Pooling::Last => "last token",
            Pooling::Largest => "largest of the tokens",
        };
        let [query, document] = &self.0.prompts;
        let prompts = match (query.as_str(), document.as_str()) {
            ("", "") => String::new(),
            (query, document) => format!(", “{query}” before queries and “{document}” before documents"),
        };
        format!("{} numbers, {pooling}{prompts}", self.0.width)
    }

    /// Off the threads that others wait for.
    async fn vectors(&self, texts: Vec<String>, prompt: usize) -> Result<Vec<Vec<f32>>, Clean> {
        let own = Arc::clone(&self.0);
        let made = tokio::task::spawn_blocking(move || own.vectors(&texts, &own.prompts[prompt])).await;
        made.unwrap_or_else(|_| Err("the runtime broke down".to_owned()))
            .map_err(|why| format!("the model {} failed: {why}", self.0.about.known_as()).into())
    }
}

impl Encoder {
    fn tokens(&self, text: &str) -> Result<Tokens, String> {
        self.words.single(text)
    }

    fn run(&self, text: &str) -> Result<Vec<f32>, String> {
        let tokens = self.tokens(text)?;
        let output = self.network.run(&tokens)?;
        let mut vector = self.pooling.apply(output, tokens.ids.len())?;
        if self.normalised {
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
            vector.iter_mut().for_each(|x| *x /= length.max(1e-12));
        }
        Ok(vector)
    }

    /// Each text by itself, so that nothing is padded.
    fn vectors(&self, texts: &[String], prompt: &str) -> Result<Vec<Vec<f32>>, String> {
        texts.iter().map(|text| self.run(&format!("{prompt}{text}"))).collect()
    }
}

#[async_trait]
impl Embedder for SentenceEncoder {
    fn model(&self) -> Clean {
        self.0.about.known_as()
    }

    async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean> {
        self.vectors(texts, DOCUMENT).await
    }

    async fn embed_queries(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Clean> {
        self.vectors(texts, QUERY).await
    }
}

impl Pooling {
    fn of(config: &Json) -> Result<Self, String> {
        let flag = |key: &str| config.get(key).and_then(serde_json::Value::as_bool) == Some(true);
        let named = config.get("pooling_mode").and_then(|mode| mode.as_str());
        let asked = [
            ("mean", "pooling_mode_mean_tokens", Some(Self::Mean)),
            ("cls", "pooling_mode_cls_token", Some(Self::First)),
            ("lasttoken", "pooling_mode_lasttoken", Some(Self::Last)),
            ("max", "pooling_mode_max_tokens", Some(Self::Largest)),
            ("mean_sqrt_len_tokens", "pooling_mode_mean_sqrt_len_tokens", None),
            ("weightedmean", "pooling_mode_weightedmean_tokens", None),
        ];
        let found: Vec<_> = asked.iter().filter(|(name, key, _)| named == Some(*name) || flag(key)).collect();
        match found[..] {
            [(_, _, Some(pooling))] => Ok(*pooling),
            [(name, ..)] => Err(format!("it pools its tokens by `{name}`, which is not supported")),
            [] => Err("nothing in the folder says how its tokens are pooled".to_owned()),
            _ => Err("it joins several poolings, which is not supported".to_owned()),
        }
    }

    fn apply(self, output: Output, tokens: usize) -> Result<Vec<f32>, String> {
        let Output { shape, values } = output;
        if self == Self::Done {
            return match shape[..] {
                [1, width] if width > 0 => Ok(values),
                _ => Err(format!("its vector has the shape {shape:?} in place of [1, n]")),
            };
        }
        let width = match shape[..] {
            [1, rows, width] if rows == tokens && width > 0 => width,
            _ => return Err(format!("its output has the shape {shape:?} in place of [1, {tokens}, n]")),
        };
        let mut rows = values.chunks_exact(width);
        let whole = |row: Option<&[f32]>| row.unwrap_or_default().to_vec();
        Ok(match self {
            Self::First => whole(rows.next()),
            Self::Last => whole(rows.next_back()),
            Self::Largest => {
                rows.fold(vec![f32::MIN; width], |a, row| a.iter().zip(row).map(|(a, b)| a.max(*b)).collect())
            }
            Self::Mean | Self::Done => {
                let mut sum = vec![0.0; width];
                rows.for_each(|row| sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value));
                sum.iter().map(|sum| sum / tokens as f32).collect()
            }
        })
    }
}

/// Whether vectors are brought to length 1; parts that change them otherwise are refused.
fn normalises(folder: &Folder, modules: &Json) -> Result<bool, ModelError> {
    let mut normalised = false;
    for module in modules.list().into_iter().flatten() {
        let kind = module.get("type").and_then(|kind| kind.as_str()).unwrap_or_default();
        match kind.rsplit('.').next().unwrap_or_default() {
            "Transformer" | "Pooling" => {}
            "Normalize" => normalised = true,
            other => {
                let problem = format!("`modules.json` has a part `{other}`, which is not supported");
                return Err(folder.error(problem, "choose an encoder of Transformer, Pooling and Normalize"));
            }
        }
    }
    Ok(normalised)
}

/// What is written before queries and documents.
fn prompts(config: &Json) -> [String; 2] {
    let prompts = config.get("prompts");
    let prompt = |names: &[&str]| {
        let found = names.iter().find_map(|name| prompts?.get(name)?.as_str());
        found.unwrap_or_default().to_owned()
    };
    [prompt(&["query", "search_query"]), prompt(&["document", "passage", "search_document"])]
}

#[cfg(all(test, feature = "encoder"))]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Reference {
        text: String,
        kind: String,
        ids: Vec<i32>,
        vector: Vec<f32>,
    }

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/sentences")
    }

    /// A search would compare other vectors than those that the model's figures were measured with.
    #[test]
    fn tokens_and_vectors_are_those_of_the_original() {
        let encoder = SentenceEncoder::open(&folder()).unwrap().0;
        assert!((encoder.width, encoder.pooling, encoder.normalised) == (32, Pooling::Mean, true));
        let lines = std::fs::read_to_string(folder().join("reference.jsonl")).unwrap();
        let mut seen = 0;
        for Reference { text, kind, ids, vector } in lines.lines().map(|line| serde_json::from_str(line).unwrap()) {
            let prompt = &encoder.prompts[usize::from(kind == "document")];
            let asked = format!("{prompt}{text}");
            assert_eq!(encoder.tokens(&asked).unwrap().ids, ids, "{asked}");
            let made = encoder.run(&asked).unwrap();
            let near = made.iter().zip(&vector).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(near && made.len() == vector.len(), "{asked}: {made:?}, and {vector:?} there");
            seen += 1;
        }
        assert_eq!(seen, 44);
    }

    #[test]
    fn poolings_are_read_as_their_authors_wrote_them() {
        let of = |json: &str| Pooling::of(&Json::parse(json.as_bytes()).unwrap());
        assert_eq!(of(r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#), Ok(Pooling::First));
        assert_eq!(of(r#"{"pooling_mode": "lasttoken"}"#), Ok(Pooling::Last));
        assert!(of(r#"{"pooling_mode_weightedmean_tokens": true}"#).unwrap_err().contains("weightedmean"));
        assert!(
            of(r#"{"pooling_mode_cls_token": true, "pooling_mode_max_tokens": true}"#).unwrap_err().contains("several")
        );
        assert!(of("{}").unwrap_err().contains("nothing in the folder says"));
        let apply = |pooling: Pooling| {
            let output = Output { shape: vec![1, 2, 2], values: vec![1.0, 5.0, 3.0, -1.0] };
            pooling.apply(output, 2).unwrap()
        };
        assert_eq!(apply(Pooling::Mean), [2.0, 2.0]);
        assert_eq!(apply(Pooling::First), [1.0, 5.0]);
        assert_eq!(apply(Pooling::Last), [3.0, -1.0]);
        assert_eq!(apply(Pooling::Largest), [3.0, 5.0]);
    }
}
