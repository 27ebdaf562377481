//! One table of what can be done. Keys, footer, help, palette, mouse targets and
//! the README's list all come from it; which keys lead to what is a preset that
//! the settings can change.

mod key;
mod map;
mod settings;
mod table;

pub use key::{Chord, Key};
pub use map::{Keymap, Match, Preset};
pub use settings::Setting;
pub use table::{Binding, Op, Pane, TABLE, binding, footer};

/// The table in Markdown, for the README.
#[must_use]
pub fn markdown() -> String {
    let (vim, plain) = (Keymap::preset(Preset::Vim), Keymap::preset(Preset::Plain));
    let mut out = String::from("| vim-like | plain | name | what it does | where |\n|---|---|---|---|---|\n");
    let mut rows: Vec<_> = TABLE.iter().collect();
    rows.sort_by_key(|b| b.group);
    let names = |map: &Keymap, op| {
        let names: Vec<String> = map.chords(op).iter().map(|c| format!("`{}`", c.name().replace('|', "\\|"))).collect();
        names.join(" ")
    };
    for row in rows {
        let (vim, plain) = (names(&vim, row.op), names(&plain, row.op));
        out.push_str(&format!("| {vim} | {plain} | `{}` | {} | {} |\n", row.name, row.help, row.place()));
    }
    out
}
