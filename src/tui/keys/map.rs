//! Which keys lead to what.

use super::{Binding, Chord, Key, Op, Pane, TABLE};

/// A set of keys to start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Letters move: `h j k l`, `g g`, `G`.
    #[default]
    Vim,
    /// Arrows move; control keys as in other programs.
    Plain,
}

impl Preset {
    /// Its name in the settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vim => "vim",
            Self::Plain => "plain",
        }
    }

    /// Reads its name in the settings.
    ///
    /// # Errors
    /// Which names there are.
    pub fn parse(name: &str) -> Result<Self, String> {
        match name {
            "vim" => Ok(Self::Vim),
            "plain" => Ok(Self::Plain),
            other => Err(format!("there is no keymap “{other}”; write \"vim\" or \"plain\"")),
        }
    }
}

/// Keys that would mean two things in one pane.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clash {
    /// Their places in the table.
    pub rows: [usize; 2],
    /// The keys of each.
    pub chords: [Chord; 2],
}

/// What a key leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Match {
    /// Nothing.
    None,
    /// More keys must follow.
    Prefix,
    /// Something to do.
    Op(Op),
}

/// The keys of everything that can be done, in the order of the table.
#[derive(Clone, Debug)]
pub struct Keymap {
    chords: Vec<Vec<Chord>>,
}

impl Keymap {
    /// The keys of a preset.
    #[must_use]
    pub fn preset(preset: Preset) -> Self {
        let chords = TABLE
            .iter()
            .map(|row| {
                let written = match preset {
                    Preset::Vim => row.vim,
                    Preset::Plain => row.plain,
                };
                let parts = written.split(", ").filter(|part| !part.is_empty());
                // A test reads every one of them.
                parts.filter_map(|part| Chord::parse(part).ok()).collect()
            })
            .collect();
        Self { chords }
    }

    /// Gives the row of the table at this place other keys.
    pub(super) fn set(&mut self, row: usize, chords: Vec<Chord>) {
        self.chords[row] = chords;
    }

    /// The first keys that would mean two things in one pane, if there are any.
    pub(super) fn clash(&self) -> Option<Clash> {
        let meet = |one: &Binding, other: &Binding| Pane::ALL.iter().any(|p| one.in_pane(*p) && other.in_pane(*p));
        for (i, one) in TABLE.iter().enumerate() {
            for (j, _) in TABLE.iter().enumerate().skip(i + 1).filter(|(_, other)| meet(one, other)) {
                for chord in &self.chords[i] {
                    if let Some(second) = self.chords[j].iter().find(|second| chord.meets(second)) {
                        return Some(Clash { rows: [i, j], chords: [chord.clone(), second.clone()] });
                    }
                }
            }
        }
        None
    }

    /// The keys of something; none when it has none.
    #[must_use]
    pub fn chords(&self, op: Op) -> &[Chord] {
        TABLE.iter().position(|row| row.op == op).map_or(&[], |at| &self.chords[at])
    }

    /// The first keys of something as they are shown; empty when it has none.
    #[must_use]
    pub fn name(&self, op: Op) -> String {
        self.chords(op).first().map(Chord::name).unwrap_or_default()
    }

    /// All keys of something as they are shown, `g g, Home`.
    #[must_use]
    pub fn names(&self, op: Op) -> String {
        self.chords(op).iter().map(Chord::name).collect::<Vec<_>>().join(", ")
    }

    /// What the keys pressed so far lead to in a pane.
    #[must_use]
    pub fn find(&self, pressed: &[Key], pane: Pane) -> Match {
        let mut found = Match::None;
        for (row, chord) in self.all() {
            if !row.in_pane(pane) || !chord.keys().starts_with(pressed) {
                continue;
            }
            if chord.keys().len() == pressed.len() {
                return Match::Op(row.op);
            }
            found = Match::Prefix;
        }
        found
    }

    /// Where something can be done, in words that name panes by their keys: “panes 1 and 2”, “pane 5”, “Document”.
    #[must_use]
    pub fn place(&self, row: &Binding) -> String {
        if row.panes == Pane::PANES {
            return "the panes".to_owned();
        }
        let (views, panes): (Vec<Pane>, Vec<Pane>) = row.panes.iter().partition(|pane| pane.is_view());
        let keys: Vec<String> = panes.iter().map(|pane| self.name(Op::Go(*pane))).collect();
        let names: Vec<String> = views.iter().map(|view| view.name().to_owned()).collect();
        let panes = match keys.as_slice() {
            [] => None,
            [one] => Some(format!("pane {one}")),
            several => Some(format!("panes {}", listed(several))),
        };
        panes.into_iter().chain((!names.is_empty()).then(|| listed(&names))).collect::<Vec<_>>().join(" and in ")
    }

    /// What a key leads to in another pane.
    #[must_use]
    pub fn elsewhere(&self, pressed: &[Key]) -> Option<&'static Binding> {
        self.all().find(|(_, chord)| chord.keys() == pressed).map(|(row, _)| row)
    }

    /// What can follow the keys pressed so far in a pane: the rest of the keys,
    /// and what they lead to.
    #[must_use]
    pub fn following(&self, pressed: &[Key], pane: Pane) -> Vec<(String, &'static Binding)> {
        self.begun_by(pressed).filter(|(_, row)| row.in_pane(pane)).collect()
    }

    /// What can follow the keys pressed so far in any pane.
    pub fn begun_by(&self, pressed: &[Key]) -> impl Iterator<Item = (String, &'static Binding)> {
        let begun = self.all().filter(|(_, chord)| chord.keys().len() > pressed.len());
        let begun = begun.filter(|(_, chord)| chord.keys().starts_with(pressed));
        let rest = |chord: &Chord| chord.keys()[pressed.len()..].iter().map(|k| k.name()).collect::<Vec<_>>().join(" ");
        begun.map(move |(row, chord)| (rest(chord), row))
    }

    fn all(&self) -> impl Iterator<Item = (&'static Binding, &Chord)> {
        TABLE.iter().zip(&self.chords).flat_map(|(row, chords)| chords.iter().map(move |chord| (row, chord)))
    }
}

/// `1, 2 and 3`
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_keys_mean_two_things_in_one_pane() {
        for preset in [Preset::Vim, Preset::Plain] {
            assert_eq!(Keymap::preset(preset).clash(), None, "{preset:?}");
        }
    }

    #[test]
    fn everything_can_be_reached_in_both_presets() {
        for (preset, written) in [
            (Preset::Vim, TABLE.iter().map(|r| r.vim).collect::<Vec<_>>()),
            (Preset::Plain, TABLE.iter().map(|r| r.plain).collect()),
        ] {
            let map = Keymap::preset(preset);
            for (row, written) in TABLE.iter().zip(written) {
                let count = written.split(", ").filter(|part| !part.is_empty()).count();
                assert_eq!(map.chords(row.op).len(), count, "{preset:?}: {} cannot be read", row.name);
                assert!(count > 0 || row.op == Op::Suspend, "{preset:?}: {} has no key", row.name);
            }
        }
    }
}
