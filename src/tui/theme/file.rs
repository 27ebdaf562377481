//! The file of a theme.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use crate::text::Clean;

use super::{Role, Theme};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    about: String,
    inherits: Option<String>,
    #[serde(default)]
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
    text.parse().map(Some).map_err(|_| serde::de::Error::custom(format!("“{text}” is not a colour: #rrggbb or a name")))
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Add {
    Bold,
    Dim,
    Italic,
    Underlined,
    Reversed,
    CrossedOut,
}

impl From<&Entry> for Style {
    fn from(entry: &Entry) -> Self {
        let style = Self { fg: entry.fg, bg: entry.bg, ..Self::default() };
        entry.add.iter().fold(style, |style, add| {
            style.add_modifier(match add {
                Add::Bold => Modifier::BOLD,
                Add::Dim => Modifier::DIM,
                Add::Italic => Modifier::ITALIC,
                Add::Underlined => Modifier::UNDERLINED,
                Add::Reversed => Modifier::REVERSED,
                Add::CrossedOut => Modifier::CROSSED_OUT,
            })
        })
    }
}

/// What is wrong with a file.
#[derive(Debug, PartialEq)]
pub(super) struct Wrong {
    /// In which line, from 1.
    pub(super) line: usize,
    /// What, in words.
    pub(super) why: String,
    /// The theme that it wanted to go by, as far as that can be read.
    pub(super) inherits: Option<String>,
}

/// Reads a theme. A role that has no entry is that of the theme it inherits,
/// which `parents` looks up; without one every role must be there.
pub(super) fn parse<'a>(name: Clean, text: &str, parents: impl Fn(&str) -> Option<&'a Theme>) -> Result<Theme, Wrong> {
    let inherits = || {
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix("inherits"))?;
        Some(line.split('"').nth(1)?.to_owned())
    };
    let wrong = |at: Option<usize>, why: String| {
        let line = 1 + at.map_or(0, |at| text[..at].matches('\n').count());
        Wrong { line, why, inherits: inherits() }
    };
    let file: File =
        toml::from_str(text).map_err(|e| wrong(e.span().map(|span| span.start), e.message().to_owned()))?;
    let parent = match &file.inherits {
        None => None,
        Some(name) => Some(parents(name).ok_or_else(|| {
            let why = format!("it inherits “{name}”, which is not a built-in theme");
            wrong(text.find("inherits"), why)
        })?),
    };
    let style = |role: Role| match (file.roles.get(&role), parent) {
        (Some(entry), _) => Ok(entry.into()),
        (None, Some(parent)) => Ok(parent.get(role)),
        (None, None) => {
            let why = format!("the role {role:?} is missing; give it, or say which theme it inherits");
            Err(wrong(text.find("[roles]"), why))
        }
    };
    let styles = Role::ALL.into_iter().map(style).collect::<Result<_, _>>()?;
    Ok(Theme { name, about: Clean::from(file.about).one_line(), styles })
}
