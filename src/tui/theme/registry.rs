//! The themes available, and which of them it is to be.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use crate::text::Clean;

use super::{
    super::TuiError,
    Theme,
    file::{self, Wrong},
};

macro_rules! built_in {
    ($($name:literal),+) => { [$(($name, include_str!(concat!("../../../themes/", $name, ".toml")))),+] };
}

const FILES: [(&str, &str); 10] =
    built_in!("dark", "light", "contrast", "contrast-light", "fjord", "lamp", "mist", "paper", "ansi", "mono");

static BUILT_IN: LazyLock<Vec<Arc<Theme>>> = LazyLock::new(|| {
    let read = |(name, text): (&str, &str)| file::parse(Clean::from(name), text, |_| None).ok().map(Arc::new);
    FILES.into_iter().filter_map(read).collect()
});

fn built_in(name: &str) -> Option<&'static Arc<Theme>> {
    BUILT_IN.iter().find(|theme| theme.name() == name)
}

/// The themes that are built in, as a Markdown table.
#[must_use]
pub fn table() -> String {
    let mut table = String::from("| theme | what it is like |\n|---|---|\n");
    for theme in &*BUILT_IN {
        let _ = writeln!(table, "| `{}` | {} |", theme.name(), theme.about());
    }
    table
}

/// A theme of one's own.
#[derive(Debug)]
struct Own {
    name: Clean,
    path: PathBuf,
    theme: Result<Arc<Theme>, Wrong>,
}

/// A theme as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTheme {
    /// Its name.
    pub name: Clean,
    /// What it is like, or what is wrong with it.
    pub about: Clean,
    /// Its file, for one's own.
    pub path: Option<PathBuf>,
    /// Whether it can be used.
    pub usable: bool,
}

/// Which theme the settings name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A theme, or `auto`.
    pub theme: String,
    /// What `auto` is on a dark screen.
    pub dark: String,
    /// What `auto` is on a light screen.
    pub light: String,
}

impl Default for Choice {
    fn default() -> Self {
        Self { theme: "auto".into(), dark: "dark".into(), light: "light".into() }
    }
}

impl From<&str> for Choice {
    fn from(theme: &str) -> Self {
        Self { theme: theme.to_owned(), ..Self::default() }
    }
}

impl Choice {
    /// Whether the screen decides.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        matches!(self.theme.as_str(), "auto" | "")
    }
}

/// Whether a screen is dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Light letters on a dark ground.
    Dark,
    /// Dark letters on a light ground.
    Light,
}

/// What the screen can show, and what its user wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// `NO_COLOR` is set.
    NoColor,
    /// Sixteen colours, on whatever ground.
    Sixteen,
    /// Every colour, on such a ground.
    Full(Ground),
}

/// The themes that are built in and those of the user's own.
#[derive(Debug, Default)]
pub struct Themes {
    own: Vec<Own>,
    config: Option<PathBuf>,
}

impl Themes {
    /// Reads the user's themes: `themes/NAME.toml` beside the configuration file
    /// `config`. What is wrong with one is reported when it is chosen.
    #[must_use]
    pub fn read(config: Option<&Path>) -> Self {
        let folder = config.and_then(Path::parent).map(|folder| folder.join("themes"));
        let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
        paths.sort();
        let own = paths.into_iter().map(|path| {
            let name = Clean::from(path.file_stem().unwrap_or_default().to_string_lossy().into_owned()).one_line();
            let theme = match std::fs::read_to_string(&path) {
                Ok(text) => file::parse(name.clone(), &text, |name| built_in(name).map(AsRef::as_ref)).map(Arc::new),
                Err(e) => Err(Wrong { line: 1, why: e.to_string(), inherits: None }),
            };
            Own { name, path, theme }
        });
        Self { own: own.collect(), config: config.map(Path::to_owned) }
    }

    /// Every theme: those built in, then the user's own.
    #[must_use]
    pub fn list(&self) -> Vec<ListedTheme> {
        let built_in = BUILT_IN.iter().filter(|theme| self.own.iter().all(|own| *own.name != *theme.name()));
        let built_in = built_in.map(|theme| ListedTheme {
            name: theme.name.clone(),
            about: theme.about.clone(),
            path: None,
            usable: true,
        });
        let own = self.own.iter().map(|own| ListedTheme {
            name: own.name.clone(),
            about: match &own.theme {
                Ok(theme) => theme.about.clone(),
                Err(wrong) => Clean::from(format!("line {}: {}", wrong.line, wrong.why)).one_line(),
            },
            path: Some(own.path.clone()),
            usable: own.theme.is_ok(),
        });
        built_in.chain(own).collect()
    }

    /// The theme by a name; the user's own go before those built in.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Theme>> {
        match self.own.iter().find(|own| *own.name == *name) {
            Some(own) => own.theme.as_ref().ok().cloned(),
            None => built_in(name).cloned(),
        }
    }

    /// The theme that `choice` comes to on `screen`. One that is named goes before
    /// `NO_COLOR`, which goes before what the screen is like. The remark says what
    /// is wrong with the file of one's own theme; then the theme holds that it
    /// inherits, else the one that `auto` would have given.
    ///
    /// # Errors
    /// [`TuiError::Theme`] for a name that is not known.
    pub fn choose(&self, choice: &Choice, screen: Screen) -> Result<(Arc<Theme>, Option<Clean>), TuiError> {
        let (automatic, name) = match screen {
            Screen::NoColor => ("mono", "mono"),
            Screen::Sixteen => ("ansi", "ansi"),
            Screen::Full(Ground::Dark) => ("dark", choice.dark.as_str()),
            Screen::Full(Ground::Light) => ("light", choice.light.as_str()),
        };
        let name = if choice.is_auto() { name } else { choice.theme.as_str() };
        if let Some(theme) = self.get(name) {
            return Ok((theme, None));
        }
        let Some(Own { path, theme: Err(wrong), .. }) = self.own.iter().find(|own| *own.name == *name) else {
            let names = self.list().into_iter().map(|theme| theme.name.to_string()).collect();
            return Err(TuiError::Theme { name: name.to_owned(), names });
        };
        let inherited = wrong.inherits.as_deref().and_then(built_in);
        let Some(theme) = inherited.or_else(|| built_in(automatic)) else {
            return Err(TuiError::Theme { name: automatic.to_owned(), names: Vec::new() });
        };
        let remark =
            format!("{}, line {}: {}; the theme {} holds", path.display(), wrong.line, wrong.why, theme.name());
        Ok((Arc::clone(theme), Some(Clean::from(remark).one_line())))
    }

    /// Where a theme is chosen for good: the line, and the file that it goes into.
    #[must_use]
    pub fn setting(&self, name: &str) -> Clean {
        let file = self.config.as_ref().map(|path| format!(" in {}", path.display())).unwrap_or_default();
        Clean::from(format!("theme = \"{name}\"{file}")).one_line()
    }
}
