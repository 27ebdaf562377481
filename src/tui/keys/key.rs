//! A key as it is pressed, written in the settings, and shown.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with what is held down with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    alt: bool,
}

/// Names of keys that are no characters.
const NAMES: &[(&str, KeyCode, &str)] = &[
    ("space", KeyCode::Char(' '), "Space"),
    ("comma", KeyCode::Char(','), ","),
    ("up", KeyCode::Up, "↑"),
    ("down", KeyCode::Down, "↓"),
    ("left", KeyCode::Left, "←"),
    ("right", KeyCode::Right, "→"),
    ("pgdn", KeyCode::PageDown, "PgDn"),
    ("pgup", KeyCode::PageUp, "PgUp"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("tab", KeyCode::Tab, "Tab"),
    ("shift-tab", KeyCode::BackTab, "⇧Tab"),
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("backspace", KeyCode::Backspace, "⌫"),
    ("del", KeyCode::Delete, "Del"),
    ("ins", KeyCode::Insert, "Ins"),
];

impl Key {
    /// The key of an event.
    #[must_use]
    pub fn of(event: &KeyEvent) -> Self {
        let code = match event.code {
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            code => code,
        };
        Self {
            code,
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
            alt: event.modifiers.contains(KeyModifiers::ALT),
        }
    }

    /// The event that it makes.
    #[must_use]
    pub fn event(self) -> KeyEvent {
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::CONTROL, self.ctrl);
        modifiers.set(KeyModifiers::ALT, self.alt);
        KeyEvent::new(self.code, modifiers)
    }

    /// Reads a key as it is written in the settings: `a`, `G`, `ctrl-r`, `alt-x`,
    /// `space`, `f5`, `shift-tab`.
    ///
    /// # Errors
    /// What cannot be read, and what can be written instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut rest, mut ctrl, mut alt) = (text, false, false);
        loop {
            if let Some(after) = rest.strip_prefix("ctrl-").filter(|r| !r.is_empty()) {
                (rest, ctrl) = (after, true);
            } else if let Some(after) = rest.strip_prefix("alt-").filter(|r| !r.is_empty()) {
                (rest, alt) = (after, true);
            } else {
                break;
            }
        }
        let named = NAMES.iter().find(|(name, ..)| *name == rest.to_lowercase()).map(|(_, code, _)| *code);
        let mut chars = rest.chars();
        let code = match (named, chars.next(), chars.as_str()) {
            (Some(code), ..) => Some(code),
            (None, Some(c), "") if !c.is_whitespace() && !c.is_control() => Some(KeyCode::Char(c)),
            (None, Some('f' | 'F'), number) => number.parse().ok().filter(|n| (1..=12).contains(n)).map(KeyCode::F),
            _ => None,
        };
        let code = code.ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, ..)| *name).collect();
            format!(
                "“{text}” is not a key; keys are single characters, f1 to f12, {}, each with ctrl- or alt- before it",
                names.join(", ")
            )
        })?;
        // What a terminal sends for control and a letter does not tell its case.
        let code = match code {
            KeyCode::Char(c) if ctrl => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Ok(Self { code, ctrl, alt })
    }

    /// How it is written in the settings.
    #[must_use]
    pub fn written(self) -> String {
        let named = NAMES.iter().find(|(_, code, _)| *code == self.code).map(|(name, ..)| (*name).to_owned());
        let name = match (named, self.code) {
            (Some(name), _) => name,
            (None, KeyCode::Char(c)) => c.to_string(),
            (None, other) => other.to_string().to_lowercase(),
        };
        format!("{}{}{name}", if self.ctrl { "ctrl-" } else { "" }, if self.alt { "alt-" } else { "" })
    }

    /// How it is shown: `a`, `^R`, `⇧Tab`.
    #[must_use]
    pub fn name(self) -> String {
        let named = NAMES.iter().find(|(_, code, _)| *code == self.code).map(|(.., shown)| (*shown).to_owned());
        let name = match (named, self.code) {
            (Some(name), _) => name,
            (None, KeyCode::Char(c)) if self.ctrl => c.to_uppercase().to_string(),
            (None, KeyCode::Char(c)) => c.to_string(),
            (None, KeyCode::F(n)) => format!("F{n}"),
            (None, other) => format!("{other:?}"),
        };
        let alt = if self.alt { "Alt-" } else { "" };
        let ctrl = if self.ctrl { "^" } else { "" };
        format!("{alt}{ctrl}{name}")
    }
}

/// Keys pressed one after the other; most often one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chord(Vec<Key>);

impl Chord {
    /// Reads `g g` or `ctrl-r`.
    ///
    /// # Errors
    /// As [`Key::parse`]; and when there is no key or more than three.
    pub fn parse(text: &str) -> Result<Self, String> {
        let keys = text.split_whitespace().map(Key::parse).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() || keys.len() > 3 {
            return Err(format!("“{text}” is not a binding; write one to three keys with blanks between them"));
        }
        Ok(Self(keys))
    }

    /// Its keys.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.0
    }

    /// Whether one of them begins with the other, so that both cannot be told apart.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }

    /// How it is written in the settings.
    #[must_use]
    pub fn written(&self) -> String {
        self.0.iter().map(|k| k.written()).collect::<Vec<_>>().join(" ")
    }

    /// How it is shown: `g g`, `^R`, `g Tab`.
    #[must_use]
    pub fn name(&self) -> String {
        self.0.iter().map(|k| k.name()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_is_pressed() {
        let press = |code, modifiers| Key::of(&KeyEvent::new(code, modifiers));
        let none = KeyModifiers::NONE;
        assert_eq!(Key::parse("G").unwrap(), press(KeyCode::Char('G'), KeyModifiers::SHIFT));
        assert_eq!(Key::parse("ctrl-R").unwrap(), press(KeyCode::Char('r'), KeyModifiers::CONTROL));
        assert_eq!(Key::parse("shift-tab").unwrap(), press(KeyCode::BackTab, KeyModifiers::SHIFT));
        assert_eq!(Key::parse("-").unwrap(), press(KeyCode::Char('-'), none));
        assert_eq!(Key::parse("ctrl--").unwrap(), press(KeyCode::Char('-'), KeyModifiers::CONTROL));
        assert_eq!(Key::parse("F5").unwrap(), press(KeyCode::F(5), none));
        assert_eq!(Key::parse("f").unwrap(), press(KeyCode::Char('f'), none));
        for bad in ["", "ctrl-", "hyper-x", "f13", "ab", "\t"] {
            assert!(Key::parse(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Chord::parse("g g").unwrap().name(), "g g");
        assert_eq!(Chord::parse("ctrl-x ctrl-s").unwrap().name(), "^X ^S");
        assert!(Chord::parse(" ").is_err());
    }
}
