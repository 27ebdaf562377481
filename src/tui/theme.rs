//! Themes: a style for each role, from TOML. Roles say what something means,
//! never what it looks like.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::TuiError;

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The screen behind everything.
    Base,
    /// What is read.
    Text,
    /// What stands out.
    Strong,
    /// What is looked up: references, reasons, context.
    Muted,
    /// Lines and what has not happened.
    Faint,
    /// Where the reader is.
    Accent,
    /// The header.
    Header,
    /// A key to press.
    Key,
    /// The selected row.
    Selected,
    /// Contradicts.
    Against,
    /// Supports.
    For,
    /// Undecided, mixed.
    Undecided,
    /// A passage within its context.
    Passage,
    /// A BLOCKER, a failure.
    Blocker,
    /// A MAJOR.
    Major,
    /// A MINOR.
    Minor,
    /// Worked out at the moment.
    Running,
    /// Worked out from something else than is in force.
    Stale,
    /// Set by the reviewer.
    Overridden,
    /// The surface of what lies on top.
    Overlay,
    /// Text found or typed.
    Input,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 21] = [
        Self::Base,
        Self::Text,
        Self::Strong,
        Self::Muted,
        Self::Faint,
        Self::Accent,
        Self::Header,
        Self::Key,
        Self::Selected,
        Self::Against,
        Self::For,
        Self::Undecided,
        Self::Passage,
        Self::Blocker,
        Self::Major,
        Self::Minor,
        Self::Running,
        Self::Stale,
        Self::Overridden,
        Self::Overlay,
        Self::Input,
    ];
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    roles: BTreeMap<Role, Entry>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    #[serde(deserialize_with = "color")]
    fg: Option<Color>,
    #[serde(deserialize_with = "color")]
    bg: Option<Color>,
    add: Vec<Add>,
}

fn color<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(|_| serde::de::Error::custom(format!("“{text}” is no colour: #rrggbb or a name")))
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Add {
    Bold,
    Dim,
    Italic,
    Underlined,
    Reversed,
}

/// A style for each role.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    name: String,
    styles: Vec<Style>,
}

const BUILT_IN: [&str; 4] = [
    include_str!("../../themes/dark.toml"),
    include_str!("../../themes/light.toml"),
    include_str!("../../themes/mono.toml"),
    include_str!("../../themes/ansi.toml"),
];

impl Theme {
    /// Reads a theme; every role must be there.
    ///
    /// # Errors
    /// What is wrong and in which line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|e| e.to_string())?;
        let mut styles = Vec::with_capacity(Role::ALL.len());
        for role in Role::ALL {
            let entry = file.roles.get(&role).ok_or_else(|| format!("the role {role:?} is missing"))?;
            let mut style = Style { fg: entry.fg, bg: entry.bg, ..Style::default() };
            for add in &entry.add {
                style = style.add_modifier(match add {
                    Add::Bold => Modifier::BOLD,
                    Add::Dim => Modifier::DIM,
                    Add::Italic => Modifier::ITALIC,
                    Add::Underlined => Modifier::UNDERLINED,
                    Add::Reversed => Modifier::REVERSED,
                });
            }
            styles.push(style);
        }
        Ok(Self { name: file.name, styles })
    }

    /// A theme that is built in, by its name; `auto` is `mono` under `NO_COLOR`
    /// (`no_color`), else `dark` where the terminal says that it knows 24-bit
    /// colour (`true_color`), else `ansi`.
    ///
    /// # Errors
    /// [`TuiError::Theme`] for a name that is not known.
    pub fn named(name: &str, no_color: bool, true_color: bool) -> Result<Self, TuiError> {
        let name = match name {
            _ if no_color => "mono",
            "auto" | "" if true_color => "dark",
            "auto" | "" => "ansi",
            name => name,
        };
        BUILT_IN
            .iter()
            .filter_map(|text| Self::parse(text).ok())
            .find(|theme| theme.name == name)
            .ok_or_else(|| TuiError::Theme(name.to_owned()))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The style of a role.
    #[must_use]
    pub fn get(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(color: Color) -> Option<f64> {
        let Color::Rgb(r, g, b) = color else { return None };
        let channel = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        Some(0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b))
    }

    #[test]
    fn every_text_can_be_read_on_every_surface_it_stands_on() {
        for name in ["dark", "light"] {
            let theme = Theme::named(name, false, true).unwrap();
            let surfaces = [Role::Base, Role::Selected, Role::Overlay, Role::Header].map(|r| theme.get(r).bg.unwrap());
            for role in Role::ALL {
                // Lines and shapes that carry no words.
                if matches!(role, Role::Base | Role::Faint | Role::Selected | Role::Overlay) {
                    continue;
                }
                let style = theme.get(role);
                let Some(fg) = style.fg.and_then(luminance) else { continue };
                let on: Vec<Color> = style.bg.map_or(surfaces.to_vec(), |bg| vec![bg]);
                for bg in on {
                    let bg = luminance(bg).unwrap();
                    let ratio = (fg.max(bg) + 0.05) / (fg.min(bg) + 0.05);
                    assert!(ratio >= 4.5, "{name}: {role:?} has {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn mono_uses_no_colour_and_still_shows_the_selection() {
        let theme = Theme::named("dark", true, true).unwrap();
        assert_eq!(theme.name(), "mono");
        for role in Role::ALL {
            let style = theme.get(role);
            assert!([style.fg, style.bg].iter().flatten().all(|c| *c == Color::Reset), "{role:?}");
        }
        assert!(theme.get(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn a_theme_that_lacks_a_role_is_refused_by_name() {
        let error = Theme::parse("name = \"x\"\n[roles]\nbase = {}\n").unwrap_err();
        assert!(error.contains("Text"), "{error}");
        assert!(matches!(Theme::named("neon", false, true), Err(TuiError::Theme(_))));
    }
}
