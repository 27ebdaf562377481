//! Keys from the settings. Whatever is wrong with an entry is said with its
//! place, and the preset's keys hold for it: a bad line never stops the program.

use crate::text::Clean;

use super::{Chord, Keymap, Op, Preset, TABLE, binding, map::Clash};

/// What the settings say of the keys of one thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in the table.
    pub name: String,
    /// Its keys, alternatives one by one; none to take them away. `Err` says
    /// what was written instead.
    pub keys: Result<Vec<String>, String>,
    /// Where that is: a file and its line, a variable.
    pub place: String,
}

/// What cannot be left without a key: nobody could get out, or find out how.
const NEEDED: [Op; 3] = [Op::Quit, Op::Back, Op::Help];

/// A setting that can be read.
struct Entry<'a> {
    /// Its place in the table.
    row: usize,
    chords: Vec<Chord>,
    setting: &'a Setting,
}

impl Keymap {
    /// The keys of a preset, changed by the settings; and what is wrong with
    /// these, each with its place.
    #[must_use]
    pub fn configured(preset: Preset, settings: &[Setting]) -> (Self, Vec<Clean>) {
        let mut remarks = Vec::new();
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for setting in settings {
            match read(setting) {
                Ok((row, chords)) => entries.push(Entry { row, chords, setting }),
                Err(why) => remarks.push(said(setting, &why)),
            }
        }
        // Each turn drops an entry, and the preset alone has no clash.
        loop {
            let mut map = Self::preset(preset);
            for entry in &entries {
                map.set(entry.row, entry.chords.clone());
            }
            let Some(clash) = map.clash() else { break (map, remarks) };
            let of = |row: usize| entries.iter().rposition(|e| e.row == row);
            let (one, other) = (of(clash.rows[0]), of(clash.rows[1]));
            let Some(last) = one.max(other) else { break (map, remarks) };
            let entry = entries.remove(last);
            let against = clash.rows[usize::from(entry.row == clash.rows[0])];
            let there = entries.iter().find(|e| e.row == against).map(|e| e.setting.place.as_str());
            remarks.push(said(entry.setting, &clashing(&clash, entry.row, against, there)));
        }
    }
}

fn said(setting: &Setting, why: &str) -> Clean {
    let holds = if binding_named(&setting.name).is_some() { "; the preset's keys hold for it" } else { "" };
    Clean::from(format!("{}: {why}{holds}", setting.place)).one_line()
}

fn binding_named(name: &str) -> Option<usize> {
    TABLE.iter().position(|row| row.name == name)
}

fn read(setting: &Setting) -> Result<(usize, Vec<Chord>), String> {
    let name = setting.name.as_str();
    let row = binding_named(name).ok_or_else(|| {
        let near = nearest(name).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        format!("there is no command `{name}`; {near}`gainsay config keys` lists the names")
    })?;
    let written = setting.keys.as_ref().map_err(|what| {
        format!("`{name}` is {what}; write its keys as \"a\", as [\"g g\", \"home\"], or as [] for none")
    })?;
    let chords: Vec<Chord> = written
        .iter()
        .map(|text| Chord::parse(text))
        .collect::<Result<_, _>>()
        .map_err(|e| format!("`{name}`: {e}"))?;
    for (i, one) in chords.iter().enumerate() {
        if let Some(other) = chords[..i].iter().find(|other| one.meets(other)) {
            let (one, other) = (one.name(), other.name());
            return Err(format!("`{name}` has {one} and {other}, of which one begins with the other; leave one out"));
        }
    }
    if chords.is_empty() && NEEDED.contains(&TABLE[row].op) {
        return Err(format!("`{name}` needs a key, else there would be no way out; give it one"));
    }
    Ok((row, chords))
}

fn clashing(clash: &Clash, mine: usize, other: usize, there: Option<&str>) -> String {
    let place = there.map_or_else(|| "preset".to_owned(), str::to_owned);
    let at = usize::from(clash.rows[0] != mine);
    let (one, two) = (&clash.chords[at], &clash.chords[1 - at]);
    let (mine, other) = (TABLE[mine].name, TABLE[other].name);
    if one == two {
        format!("{} would mean `{mine}` and `{other}` ({place}); give one of them other keys", one.name())
    } else {
        format!(
            "`{mine}` and `{other}` ({place}) have {} and {}, of which one begins with the other; give one of them \
             other keys",
            one.name(),
            two.name()
        )
    }
}

/// The name that was most likely meant.
fn nearest(name: &str) -> Option<&'static str> {
    let near = TABLE.iter().map(|row| (distance(name, row.name), row.name)).min()?;
    Some(near.1).filter(|_| near.0 <= 2 + name.len() / 4)
}

/// How many letters must be changed, put in or taken out.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

impl Keymap {
    /// Every name with its keys as they are written in the settings, in the
    /// order of the table.
    #[must_use]
    pub fn rows(&self) -> Vec<(&'static str, Vec<String>)> {
        let written = |op| self.chords(op).iter().map(Chord::written).collect();
        TABLE.iter().map(|row| (row.name, written(row.op))).collect()
    }

    /// A text with the keys in force in the place of `{name}`; other braces stay.
    /// What has no key is reached by its label over the palette.
    #[must_use]
    pub fn text(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let named = after.split_once('}').and_then(|(name, after)| Some((binding_named(name)?, after)));
            match named {
                Some((row, after)) => {
                    out.push_str(&self.way(TABLE[row].op));
                    rest = after;
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out
    }

    /// The first keys of something; without keys, how it is found all the same.
    fn way(&self, op: Op) -> String {
        let name = self.name(op);
        if !name.is_empty() {
            return name;
        }
        let over = Some(self.name(Op::Palette)).filter(|n| !n.is_empty()).unwrap_or_else(|| self.name(Op::Help));
        format!("{over} {}", binding(op).map_or("", |row| row.label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(line: usize, name: &str, keys: &[&str]) -> Setting {
        let keys = Ok(keys.iter().map(|k| (*k).to_owned()).collect());
        Setting { name: name.into(), keys, place: format!("config.toml:{line}") }
    }

    fn read(settings: &[Setting]) -> (Keymap, Vec<Clean>) {
        Keymap::configured(Preset::Vim, settings)
    }

    #[test]
    fn everything_can_have_other_keys() {
        for preset in [Preset::Vim, Preset::Plain] {
            for row in TABLE {
                let (map, remarks) = Keymap::configured(preset, &[setting(1, row.name, &["f12", "alt-ctrl-t x"])]);
                assert!(remarks.is_empty(), "{remarks:?}");
                assert_eq!(map.names(row.op), "F12, Alt-^T x");
            }
        }
    }

    #[test]
    fn keys_can_be_exchanged_and_taken_away() {
        let (map, remarks) = read(&[setting(1, "undo", &["U"]), setting(2, "redo", &["u"]), setting(3, "mouse", &[])]);
        assert!(remarks.is_empty(), "{remarks:?}");
        assert_eq!((map.name(Op::Undo).as_str(), map.name(Op::Redo).as_str()), ("U", "u"));
        assert_eq!(
            map.text("{undo} takes it back, {mouse} is for the mouse"),
            "U takes it back, : mouse is for the mouse"
        );
    }

    #[test]
    fn a_wrong_entry_is_said_with_its_line_and_the_preset_holds_for_it() {
        for (entry, expected) in [
            (setting(4, "acept", &["a"]), "did you mean `accept`"),
            (setting(4, "accept", &["hyper-a"]), "“hyper-a” is not a key"),
            (setting(4, "accept", &["n"]), "n would mean `accept` and `next_to_decide` (preset)"),
            (
                setting(4, "quit", &["home x"]),
                "`quit` and `first` (preset) have Home x and Home, of which one begins with the other",
            ),
            (setting(4, "first", &["z", "z z"]), "one begins with the other"),
            (setting(4, "quit", &[]), "no way out"),
            (Setting { keys: Err("a number".into()), ..setting(4, "accept", &[]) }, "`accept` is a number"),
        ] {
            let (map, remarks) = read(std::slice::from_ref(&entry));
            assert_eq!(remarks.len(), 1, "{entry:?}");
            assert!(remarks[0].starts_with("config.toml:4: ") && remarks[0].contains(expected), "{}", remarks[0]);
            assert_eq!(map.rows(), Keymap::preset(Preset::Vim).rows());
        }
    }

    #[test]
    fn of_two_entries_for_the_same_keys_the_later_falls_and_both_are_named() {
        let (map, remarks) = read(&[setting(2, "accept", &["ä"]), setting(7, "note", &["ä"])]);
        assert_eq!((map.name(Op::Accept).as_str(), map.name(Op::Note).as_str()), ("ä", "m"));
        let [remark] = remarks.as_slice() else { panic!("{remarks:?}") };
        assert!(remark.contains("config.toml:7") && remark.contains("`accept` (config.toml:2)"), "{remark}");
        // Where each has its own pane, the same key may mean two things.
        assert!(read(&[setting(1, "confirm", &["ä"]), setting(2, "stance", &["ä"])]).1.is_empty());
        // An entry that falls may bring another one down, which held its keys.
        let (map, remarks) = read(&[setting(1, "accept", &["n"]), setting(2, "next_to_decide", &["q"])]);
        assert_eq!((remarks.len(), map.name(Op::Accept).as_str()), (2, "a"));
    }

    #[test]
    fn what_is_printed_can_be_written() {
        for preset in [Preset::Vim, Preset::Plain] {
            let map = Keymap::preset(preset);
            let settings: Vec<Setting> = map
                .rows()
                .into_iter()
                .map(|(name, keys)| Setting { name: name.into(), keys: Ok(keys), place: String::new() })
                .collect();
            let (again, remarks) = Keymap::configured(preset, &settings);
            assert!(remarks.is_empty(), "{remarks:?}");
            assert_eq!(again.rows(), map.rows());
        }
    }
}
