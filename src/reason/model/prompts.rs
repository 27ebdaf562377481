//! The prompts: one file a task in `prompts/`, built in, and replaced by files of
//! the same name in a folder of the user's.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Mutex, PoisonError},
};

use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value};

use crate::{
    domain::{Digest, Stage},
    reason::PromptText,
    text::Clean,
};

/// What a model is asked to do. A stage may be several tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Statements from a paper.
    Extract,
    /// The opposite of a statement.
    Counter,
    /// Relevance of documents.
    Score,
    /// Passages of a document.
    Cite,
    /// Quality of the evidence.
    Inspect,
    /// What a passage says.
    Stance,
    /// The judge on a stance.
    Opinion,
    /// The counter-report.
    Report,
    /// The verdict.
    Verdict,
    /// Faults of a verdict's draft.
    Critique,
    /// The judge on the rationale.
    Judge,
}

impl Task {
    /// Every task.
    pub const ALL: [Self; 11] = [
        Self::Extract,
        Self::Counter,
        Self::Score,
        Self::Cite,
        Self::Inspect,
        Self::Stance,
        Self::Opinion,
        Self::Report,
        Self::Verdict,
        Self::Critique,
        Self::Judge,
    ];

    /// The stage that it belongs to.
    #[must_use]
    pub fn stage(self) -> Stage {
        match self {
            Self::Extract => Stage::Extract,
            Self::Counter => Stage::Counter,
            Self::Score => Stage::Score,
            Self::Cite => Stage::Cite,
            Self::Inspect => Stage::Inspect,
            Self::Stance | Self::Opinion => Stage::Weigh,
            Self::Report => Stage::Report,
            Self::Verdict | Self::Critique => Stage::Verdict,
            Self::Judge => Stage::Judge,
        }
    }

    /// The name of its file, without the ending.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Extract => "extract",
            Self::Counter => "counter",
            Self::Score => "score",
            Self::Cite => "cite",
            Self::Inspect => "inspect",
            Self::Stance => "stance",
            Self::Opinion => "opinion",
            Self::Report => "report",
            Self::Verdict => "verdict",
            Self::Critique => "critique",
            Self::Judge => "judge",
        }
    }

    fn builtin(self) -> &'static str {
        match self {
            Self::Extract => include_str!("../../../prompts/extract.md"),
            Self::Counter => include_str!("../../../prompts/counter.md"),
            Self::Score => include_str!("../../../prompts/score.md"),
            Self::Cite => include_str!("../../../prompts/cite.md"),
            Self::Inspect => include_str!("../../../prompts/inspect.md"),
            Self::Stance => include_str!("../../../prompts/stance.md"),
            Self::Opinion => include_str!("../../../prompts/opinion.md"),
            Self::Report => include_str!("../../../prompts/report.md"),
            Self::Verdict => include_str!("../../../prompts/verdict.md"),
            Self::Critique => include_str!("../../../prompts/critique.md"),
            Self::Judge => include_str!("../../../prompts/judge.md"),
        }
    }
}

/// What is between the parts of a prompt's file.
const PARTS: &str = "\n---\n";
/// What the model is.
const SYSTEM: &str = "system";
/// What it is asked.
const PROMPT: &str = "prompt";

/// The rules at the head of every prompt.
const COMMON: &str = include_str!("../../../prompts/common.md");

/// Why prompts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    /// A file cannot be read.
    #[error("cannot read the prompt {path}: {source}")]
    Io {
        /// Which file.
        path: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// There is no prompt of that name.
    #[error("there is no prompt “{0}”; the prompts are {list}", list = Task::ALL.map(Task::name).join(", "))]
    Unknown(String),
    /// A file is no template.
    #[error("the prompt {path} cannot be used: {why}")]
    Template {
        /// Which file.
        path: String,
        /// Where and why.
        why: String,
    },
}

/// A prompt, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) system: String,
    pub(super) prompt: String,
}

/// The prompts in force.
#[derive(Debug)]
pub struct Prompts {
    environment: Environment<'static>,
    common: String,
    texts: Vec<(Task, String)>,
    digests: Vec<(Task, Digest)>,
    /// Tasks whose prompts were rendered.
    rendered: Mutex<BTreeSet<&'static str>>,
}

/// Puts the parts of a prompt into the environment, before and after its line of dashes.
fn add(environment: &mut Environment<'static>, task: Task, text: &str) -> Result<(), PromptError> {
    let bad = |why: String| PromptError::Template { path: format!("{}.md", task.name()), why };
    let (system, prompt) = text
        .split_once(PARTS)
        .ok_or_else(|| bad("it needs a line --- between what the model is and what it is asked".into()))?;
    for (part, text, before) in [(SYSTEM, system, ""), (PROMPT, prompt, system)] {
        let name = format!("{}.{part}", task.name());
        let added = environment.add_template_owned(name, text.to_owned());
        added.map_err(|error| bad(describe(&error, lines_before(before))))?;
    }
    Ok(())
}

/// The lines of a prompt's file before the part that follows `system`.
fn lines_before(system: &str) -> usize {
    if system.is_empty() { 0 } else { system.lines().count() + 1 }
}

/// A template's error with the line of the file in which it is.
fn describe(error: &minijinja::Error, before: usize) -> String {
    let line = error.line().map(|line| format!("line {}: ", line + before)).unwrap_or_default();
    let detail = error.detail().map(|detail| format!(": {detail}")).unwrap_or_default();
    format!("{line}{}{detail}", error.kind())
}

impl Prompts {
    /// The built-in prompts, each replaced by the file of its name in `folder`, if it is there.
    ///
    /// # Errors
    /// When a file there cannot be read, or is no template.
    pub fn read(folder: Option<&Path>) -> Result<Self, PromptError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        let text = |name: &str, builtin: &str| match folder.map(|folder| folder.join(format!("{name}.md"))) {
            Some(path) if path.exists() => std::fs::read_to_string(&path)
                .map_err(|source| PromptError::Io { path: path.display().to_string(), source }),
            _ => Ok(builtin.to_owned()),
        };
        let common = text("common", COMMON)?;
        let (mut digests, mut texts) = (Vec::new(), Vec::new());
        for task in Task::ALL {
            let text = text(task.name(), task.builtin())?;
            digests.push((task, Digest::of_parts([&common, &text])));
            add(&mut environment, task, &text)?;
            texts.push((task, text));
        }
        Ok(Self { environment, common, texts, digests, rendered: Mutex::default() })
    }

    /// The same with these texts in place of those of their names.
    ///
    /// # Errors
    /// When there is no prompt of a name, or a text is no template.
    pub fn replaced(&self, own: &BTreeMap<Clean, Clean>) -> Result<Self, PromptError> {
        let mut environment = self.environment.clone();
        let (mut texts, mut digests) = (self.texts.clone(), self.digests.clone());
        for (name, own) in own {
            let at = texts.iter().position(|(task, _)| task.name() == &**name);
            let at = at.ok_or_else(|| PromptError::Unknown(name.one_line().to_string()))?;
            let task = texts[at].0;
            add(&mut environment, task, own)?;
            texts[at].1 = own.to_string();
            digests[at].1 = Digest::of_parts([&self.common, &texts[at].1]);
        }
        Ok(Self { environment, common: self.common.clone(), texts, digests, rendered: Mutex::default() })
    }

    /// Whether a text can be the prompt of this name: two parts, each a template.
    ///
    /// # Errors
    /// When it cannot, with the line.
    pub fn check(name: &str, text: &str) -> Result<(), PromptError> {
        let task = Task::ALL.into_iter().find(|task| task.name() == name);
        add(&mut Environment::new(), task.ok_or_else(|| PromptError::Unknown(name.to_owned()))?, text)
    }

    /// Every prompt.
    #[must_use]
    pub fn texts(&self) -> Vec<PromptText> {
        let text = |(task, text): &(Task, String)| PromptText {
            stage: task.stage(),
            task: task.name(),
            text: text.as_str().into(),
            digest: self.digest(task.stage()),
        };
        self.texts.iter().map(text).collect()
    }

    /// Whether the prompt of this name was rendered.
    pub(super) fn has_rendered(&self, task: &str) -> bool {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner).contains(task)
    }

    /// The prompt of a task with its data.
    pub(super) fn render(&self, task: Task, data: &Value) -> Result<Rendered, String> {
        let part = |part: &str, data: &Value| {
            let name = format!("{}.{part}", task.name());
            let rendered = self.environment.get_template(&name).and_then(|template| template.render(data));
            let before = if part == PROMPT { self.lines_before(task) } else { 0 };
            rendered.map(|text| text.trim().to_owned()).map_err(|error| {
                let known = data.try_iter().into_iter().flatten().map(|name| name.to_string());
                let known = match error.kind() {
                    ErrorKind::UndefinedError => format!(" (known here: {})", known.collect::<Vec<_>>().join(", ")),
                    _ => String::new(),
                };
                format!("the prompt {}.md: {}{known}", task.name(), describe(&error, before))
            })
        };
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner).insert(task.name());
        let common = minijinja::context! { common => self.common.trim_end() };
        Ok(Rendered { system: part(SYSTEM, &common)?, prompt: part(PROMPT, data)? })
    }

    /// The lines of a prompt's file before what the model is asked.
    fn lines_before(&self, task: Task) -> usize {
        let text = self.texts.iter().find(|(known, _)| *known == task);
        text.and_then(|(_, text)| text.split_once(PARTS)).map_or(0, |(system, _)| lines_before(system))
    }

    /// Digest of the prompts of a stage.
    #[must_use]
    pub fn digest(&self, stage: Stage) -> Digest {
        Digest::of_parts(self.digests.iter().filter(|(task, _)| task.stage() == stage).map(|(_, d)| d.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_of_ones_own_takes_the_place_of_the_built_in_one_and_changes_its_digest() {
        let folder = tempfile::tempdir().unwrap();
        let builtin = Prompts::read(None).unwrap();
        std::fs::write(folder.path().join("cite.md"), "You copy.\n---\nCopy from {{ document }}").unwrap();
        let own = Prompts::read(Some(folder.path())).unwrap();
        let data = minijinja::context! { document => "{{ this }}" };
        assert_eq!(own.render(Task::Cite, &data).unwrap().prompt, "Copy from {{ this }}");
        assert_ne!(own.digest(Stage::Cite), builtin.digest(Stage::Cite));
        assert_eq!(own.digest(Stage::Score), builtin.digest(Stage::Score));
        let missing = own.render(Task::Cite, &minijinja::context! { documnt => "x" }).unwrap_err();
        assert!(missing.contains("cite.md"), "{missing}");
        for bad in ["no line between", "a\n---\n{{ document"] {
            std::fs::write(folder.path().join("cite.md"), bad).unwrap();
            assert!(Prompts::read(Some(folder.path())).unwrap_err().to_string().contains("cite.md"));
        }
    }
}
