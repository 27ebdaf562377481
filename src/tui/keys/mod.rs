//! One table of what can be done. Keys, footer, help, palette, mouse targets and
//! the README's list all come from it; which keys lead to what is a preset that
//! the settings can change.

mod key;
mod map;
mod pane;
mod settings;
mod table;

pub use key::{Chord, Key};
pub use map::{Keymap, Match, Preset};
pub use pane::Pane;
pub use settings::Setting;
pub use table::{Binding, Op, TABLE, binding, footer, footer_without_statements};

/// The table in Markdown, for the README.
#[must_use]
pub fn markdown() -> String {
    let (vim, plain) = (Keymap::preset(Preset::Vim), Keymap::preset(Preset::Plain));
    let mut out = String::from("| vim-like | plain | name | what it does | where |\n|---|---|---|---|---|\n");
    for row in sorted() {
        let names = |map: &Keymap| {
            let names = names(map, row.op).map(|name| format!("`{}`", name.replace('|', "\\|")));
            names.collect::<Vec<_>>().join(" ")
        };
        let (vim, plain) = (names(&vim), names(&plain));
        out.push_str(&format!("| {vim} | {plain} | `{}` | {} | {} |\n", row.name, row.help, row.place()));
    }
    out
}

/// The keys of the default keymap with what they do, for the manual page.
pub fn list() -> impl Iterator<Item = (String, &'static str)> {
    let vim = Keymap::preset(Preset::Vim);
    sorted().into_iter().map(move |row| (vim.names(row.op), row.help))
}

fn sorted() -> Vec<&'static Binding> {
    let mut rows: Vec<_> = TABLE.iter().collect();
    rows.sort_by_key(|row| row.group);
    rows
}

fn names(map: &Keymap, op: Op) -> impl Iterator<Item = String> {
    map.chords(op).iter().map(|chord| chord.name()).collect::<Vec<_>>().into_iter()
}
