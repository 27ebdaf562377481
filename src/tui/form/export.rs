//! How a review is written.

use std::path::{Path, PathBuf};

use crate::{
    export::{Kind, Options},
    text::Clean,
};

use super::{
    super::{ExportAs, action::Effect, messages::say, page, paths::expand, state::State},
    Field, Form, Input, Purpose, area,
};

/// Places of the format and the file.
const KIND: usize = 0;
const FILE: usize = 3;

/// The field that says whether a file is written.
const THEN: usize = 5;

/// What Enter does where one is.
const WRITE: &str = "write the file";

/// Opens the form, with what is shown.
pub(in super::super) fn open(state: &mut State) -> Vec<Effect> {
    let asked = state.pages.export.asked.clone();
    let kind = Kind::ALL.iter().position(|k| *k == asked.kind).unwrap_or(0);
    let path = asked.path.as_ref().map(|p| p.display().to_string()).unwrap_or_default();
    let fields = vec![
        Field::choice("As", Kind::ALL.map(Kind::name), kind)
            .hint("Markdown or HTML to read and print, JSON to open again, CSV or XLSX for spreadsheets"),
        Field::choice("Reviewers", ["by their names", "without names"], usize::from(!asked.options.reviewer_names))
            .hint(
                "without: “reviewer 1”, “reviewer 2” in the order of their first acts, “a reviewer” where there is one",
            ),
        Field::choice("Appendix", ["without", "with it"], usize::from(asked.options.appendix))
            .hint("all passages, search results, machine detail, audit trail"),
        Field::path("File", &path).hint(default_file(state, asked.kind)),
        Field::choice("If it exists", ["leave it alone", "replace it"], 0),
        Field::choice("Then", ["write it", "only show it here"], 0),
    ];
    super::open(state, Form::new("Write the review", Purpose::Export, WRITE, fields))
}

/// What an empty field for the file means.
fn default_file(state: &State, kind: Kind) -> String {
    format!("empty: {}", state.pages.export.describe_default(kind))
}

impl Form {
    /// The form of a file that could not be written, at the name of the file.
    pub(in super::super) fn refused_file(mut self, why: Clean) -> Self {
        self.error = Some(why);
        self.go_to(Some(FILE));
        self
    }
}

/// Names what Enter does and the file that is written by default, and gives the file the ending of the format that was chosen.
pub(super) fn changed(state: &State, form: &mut Form) {
    if form.purpose != Purpose::Export {
        return;
    }
    form.submit = if form.chosen(THEN) == 0 { WRITE } else { "show it" };
    form.fields[FILE].hint = default_file(state, kind(form)).into();
    let file = PathBuf::from(form.text(FILE).as_str());
    let ends_in_a_format = file.extension().is_some() && Kind::of_file(&file).is_some();
    if form.at == KIND && ends_in_a_format && ends_otherwise(&file, kind(form)) {
        let renamed = file.with_extension(kind(form).ending()).display().to_string();
        if let Some(Field { input: Input::Text(text, _), .. }) = form.fields.get_mut(FILE) {
            **text = area(&renamed);
        }
    }
}

/// The format that is chosen.
fn kind(form: &Form) -> Kind {
    Kind::ALL.get(form.chosen(KIND)).copied().unwrap_or_default()
}

/// Whether a file has an ending that is not one of the format.
fn ends_otherwise(file: &Path, kind: Kind) -> bool {
    file.extension().is_some() && Kind::of_file(file) != Some(kind)
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let (file, kind) = (form.text(FILE), kind(form));
    if ends_otherwise(Path::new(file.trim()), kind) {
        let (name, ending) = (kind.name(), kind.ending());
        return Err(format!("“{file}” does not end as {name} does; end it in .{ending} or change the format").into());
    }
    let asked = ExportAs {
        kind,
        options: Options { reviewer_names: form.chosen(1) == 0, appendix: form.chosen(2) == 1, ..Options::default() },
        path: (!file.trim().is_empty()).then(|| expand(file.trim())),
        replace: form.chosen(4) == 1,
    };
    let mut effects = page::export_asked(state, ExportAs { replace: false, ..asked.clone() });
    if form.chosen(THEN) == 0 {
        say(state, "writing …");
        state.pages.export.writing = Some(Box::new(form.clone()));
        effects.push(Effect::Export(asked));
    }
    Ok(effects)
}
