//! The review before it is written.

use std::path::PathBuf;

use crate::{export::Kind, text::Clean};

use super::{
    super::{
        ExportAs,
        action::Effect,
        form::{self, Form},
        keys::{Op, Pane},
        messages::{error, say},
        report_path,
        state::{Overlay, State},
    },
    LoadRequest,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// As what it is shown and written.
    pub asked: ExportAs,
    /// The file of the review, if it has one.
    pub review: Option<PathBuf>,
    /// The form of a file that is being written: it comes back where the file is refused.
    pub writing: Option<Box<Form>>,
    /// The text, once made.
    pub text: Option<Clean>,
    /// What is searched for, in small letters; empty when nothing is.
    pub search: String,
    /// Lines that have it.
    hits: usize,
}

/// Around the front matter of Markdown.
const FENCE: &str = "---";

impl Page {
    /// The file that is written where none is named.
    #[must_use]
    pub fn default_file(&self, kind: Kind) -> PathBuf {
        report_path(self.review.as_deref(), kind)
    }

    /// Its name, and that it is beside the review.
    #[must_use]
    pub fn describe_default(&self, kind: Kind) -> String {
        let file = self.default_file(kind);
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let place = if self.review.is_some() { "next to the review" } else { "in the working directory" };
        format!("{name}, {place}")
    }

    /// Whether a line has what is searched for.
    #[must_use]
    pub fn is_hit(&self, line: &str) -> bool {
        !self.search.is_empty() && line.to_lowercase().contains(&self.search)
    }

    /// The first line of the review itself, from 0, below the front matter; `None` without one.
    #[must_use]
    pub fn first_line(&self) -> Option<usize> {
        let mut lines = self.text.as_deref()?.lines().enumerate();
        lines.next().filter(|(_, line)| *line == FENCE)?;
        lines.find(|(_, line)| *line == FENCE)?;
        lines.find(|(_, line)| !line.is_empty()).map(|(place, _)| place)
    }

    fn seek(&mut self) {
        self.hits = self.text.as_ref().map_or(0, |text| text.lines().filter(|line| self.is_hit(line)).count());
    }
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(LoadRequest::Preview(state.pages.export.asked.clone()))]
}

pub(super) fn on_loaded(state: &mut State, text: Clean) -> Vec<Effect> {
    state.pages.export.text = Some(text);
    shown_anew(state);
    // Opens below the front matter, which is for programs, unless the reviewer has scrolled.
    state.follow[Pane::Export] |= state.extents[Pane::Export].scroll == 0;
    Vec::new()
}

fn shown_anew(state: &mut State) {
    state.pages.export.seek();
    state.at[Pane::Export] = state.at[Pane::Export].min(items(state).saturating_sub(1));
    state.version[Pane::Export] += 1;
}

/// It is to be written otherwise; it is shown so.
pub(in super::super) fn asked(state: &mut State, asked: ExportAs) -> Vec<Effect> {
    if state.pages.export.asked == asked {
        return Vec::new();
    }
    state.pages.export.asked = asked;
    open(state)
}

/// The report was written to this file, or not for this reason: then the form comes back with it, unless the reviewer has
/// opened something else.
pub(in super::super) fn written(state: &mut State, written: Result<PathBuf, Clean>) {
    let form = state.pages.export.writing.take();
    match (written, form) {
        (Ok(path), _) => say(state, format!("report written to {}", path.display())),
        (Err(why), Some(form)) if state.overlays.is_empty() => {
            state.overlays.push(Overlay::Form(Box::new(form.refused_file(why))));
        }
        (Err(why), _) => error(state, format!("the report could not be written: {why}")),
    }
}

/// The lines that have what is searched for can be gone to.
pub(super) fn items(state: &State) -> usize {
    state.pages.export.hits
}

pub(super) fn search(state: &mut State, words: &Clean) {
    state.pages.export.search = words.trim().to_lowercase();
    state.at[Pane::Export] = 0;
    shown_anew(state);
    state.follow[Pane::Export] = items(state) > 0;
    if items(state) == 0 && !state.pages.export.search.is_empty() {
        say(state, format!("“{words}” is not in it"));
    }
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    let hits = items(state);
    match op {
        Op::Open => return Some(form::export(state)),
        Op::NextMatch | Op::PreviousMatch if hits > 0 => {
            let step = if op == Op::NextMatch { 1 } else { hits - 1 };
            state.at[Pane::Export] = (state.at[Pane::Export] + step) % hits;
            state.follow[Pane::Export] = true;
        }
        Op::Back if !state.pages.export.search.is_empty() => search(state, &Clean::default()),
        _ => return None,
    }
    Some(Vec::new())
}
