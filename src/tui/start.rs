//! The start page: the reviews that were opened before, to go on with one.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use jiff::Timestamp;
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{CaseMatching, Normalization, Pattern},
};

use crate::text::Clean;

use super::{
    Choice, Themes, TuiError, TypedAhead,
    action::Target,
    keys::{Keymap, Preset},
    paths::{complete_path, expand},
    theme::{Screen, Theme},
};

/// A review that was opened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// Where it is.
    pub path: PathBuf,
    /// Its name.
    pub title: Clean,
    /// When it was opened last.
    pub opened: Timestamp,
    /// Statements decided, and all of them, when it was left.
    pub counts: Option<(usize, usize)>,
    /// What sort of review it is, if it is not a plain one: `blind`, `merged, 3 in conflict`.
    pub sort: Option<Clean>,
    /// Whether it is not there any more.
    pub missing: bool,
}

/// What the start page shows.
#[derive(Clone, Debug)]
pub struct StartOptions {
    /// Which theme.
    pub theme: Choice,
    /// The themes available.
    pub themes: Arc<Themes>,
    /// Whether the mouse works here.
    pub mouse: bool,
    /// Only ASCII for borders and symbols.
    pub ascii: bool,
    /// The reviews, the newest first.
    pub recent: Vec<Recent>,
    /// Where the review of the demo is, once it is there.
    pub demo: Option<PathBuf>,
    /// How many documents the library has, where that can be said.
    pub documents: Option<u64>,
    /// When it is.
    pub now: Timestamp,
    /// What went wrong.
    pub remark: Option<Clean>,
    /// What was done.
    pub notice: Option<Clean>,
    /// What was chosen and could not be opened: the path of a file is typed already.
    pub refused: Option<Chosen>,
    /// Keeps what is typed after the choice for the review.
    pub typed: TypedAhead,
}

/// What the keys do, for who asks.
const HELP: &str = "Arrows and Enter open a review that was opened before, letters search among them. ^O reviews a file, ^A adds one to \
    the library, ^C leaves. In a review ? shows every key.";

/// What was chosen on the start page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// This review.
    Open(PathBuf),
    /// The demo.
    Demo,
    /// A review of this paper or claim set.
    File(PathBuf),
    /// This file, as evidence for the library.
    Evidence(PathBuf),
    /// Nothing.
    Quit,
}

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// To be reviewed.
    Review,
    /// To be added to the library.
    Evidence,
}

/// A line to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A review, by its place among the recent ones.
    Review(usize),
    /// The demo.
    Demo,
}

/// The start page.
#[derive(Debug)]
pub struct StartPage {
    pub(super) options: StartOptions,
    pub(super) theme: Arc<Theme>,
    pub(super) keymap: Keymap,
    pub(super) filter: String,
    pub(super) selected: usize,
    /// The path that is being typed, and what for.
    pub(super) asking: Option<(Wanted, String)>,
}

impl StartPage {
    /// The page, in the theme that its options come to on `screen`.
    ///
    /// # Errors
    /// When there is no such theme.
    pub fn new(options: StartOptions, screen: Screen) -> Result<Self, TuiError> {
        let (theme, _) = options.themes.choose(&options.theme, screen)?;
        let typed = |wanted, path: &Path| Some((wanted, path.display().to_string()));
        let asking = match &options.refused {
            Some(Chosen::File(path)) => typed(Wanted::Review, path),
            Some(Chosen::Evidence(path)) => typed(Wanted::Evidence, path),
            _ => None,
        };
        Ok(Self {
            options,
            theme,
            keymap: Keymap::preset(Preset::default()),
            filter: String::new(),
            selected: 0,
            asking,
        })
    }

    /// What matches what was typed, best first.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let recent = &self.options.recent;
        let demo = recent.iter().all(|review| !self.is_demo(review)).then_some(Entry::Demo);
        let all = (0..recent.len()).map(Entry::Review).chain(demo);
        if self.filter.trim().is_empty() {
            return all.collect();
        }
        let pattern = Pattern::parse(&self.filter, CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut buffer = Vec::new();
        let mut found: Vec<(u32, Entry)> = all
            .filter_map(|entry| {
                let text = match entry {
                    Entry::Review(i) => format!("{} {}", recent[i].title, recent[i].path.display()),
                    Entry::Demo => "demo".to_owned(),
                };
                Some((pattern.score(Utf32Str::new(&text, &mut buffer), &mut matcher)?, entry))
            })
            .collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// A key; what was chosen, once something is.
    pub fn key(&mut self, key: KeyEvent) -> Option<Chosen> {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let last = self.entries().len().saturating_sub(1);
        self.options.remark = None;
        self.options.notice = None;
        if let Some((wanted, path)) = self.asking.take() {
            return self.ask(wanted, path, key);
        }
        match key.code {
            KeyCode::Char('o') if ctrl => self.asking = Some((Wanted::Review, String::new())),
            KeyCode::Char('a') if ctrl => self.asking = Some((Wanted::Evidence, String::new())),
            KeyCode::Char('c' | 'q') if ctrl => return Some(Chosen::Quit),
            KeyCode::Esc => self.search(String::new()),
            KeyCode::Char('u') if ctrl => self.search(String::new()),
            KeyCode::F(1) => self.options.notice = Some(HELP.into()),
            KeyCode::Char('?') if self.filter.is_empty() => self.options.notice = Some(HELP.into()),
            KeyCode::Enter => return self.choose(self.selected),
            KeyCode::Down | KeyCode::Tab => self.selected = (self.selected + 1).min(last),
            KeyCode::Up | KeyCode::BackTab => self.selected = self.selected.saturating_sub(1),
            KeyCode::PageDown => self.selected = (self.selected + 10).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(10),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Backspace => {
                let mut filter = std::mem::take(&mut self.filter);
                filter.pop();
                self.search(filter);
            }
            KeyCode::Char(c) if !ctrl => {
                let filter = format!("{}{}", self.filter, Clean::from(c.to_string()));
                self.search(filter);
            }
            _ => {}
        }
        None
    }

    /// A key for the path that is being typed.
    fn ask(&mut self, wanted: Wanted, mut path: String, key: KeyEvent) -> Option<Chosen> {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if ctrl => return Some(Chosen::Quit),
            KeyCode::Esc => return None,
            KeyCode::Char('u') if ctrl => path.clear(),
            KeyCode::Backspace => {
                path.pop();
            }
            KeyCode::Tab => {
                let (longer, matching) = complete_path(&path);
                let said = match matching.as_slice() {
                    [] => Some(format!("no file begins like {path}")),
                    [_, _, ..] if longer == path => {
                        Some(format!("{} begin like this: {}", matching.len(), matching.join(", ")))
                    }
                    _ => None,
                };
                self.options.notice = said.map(|said| Clean::from(said).one_line());
                path = longer;
            }
            KeyCode::Enter => {
                let file = expand(path.trim());
                if file.is_file() {
                    return Some(match wanted {
                        Wanted::Review => Chosen::File(file),
                        Wanted::Evidence => Chosen::Evidence(file),
                    });
                }
                let why = if path.trim().is_empty() {
                    "type the path of a file".to_owned()
                } else if file.is_dir() {
                    format!("{}: it is a folder; name a file in it", file.display())
                } else {
                    format!("{}: there is no such file", file.display())
                };
                self.options.remark = Some(Clean::from(why).one_line());
            }
            KeyCode::Char(c) if !ctrl => path.push_str(&Clean::from(c.to_string())),
            _ => {}
        }
        self.asking = Some((wanted, path));
        None
    }

    /// Whether the path that is typed is of evidence.
    pub(super) fn wants_evidence(&self) -> bool {
        matches!(self.asking, Some((Wanted::Evidence, _)))
    }

    /// Text pasted into the page.
    pub(super) fn paste(&mut self, text: &str) {
        let text = Clean::from(text).one_line();
        match &mut self.asking {
            Some((_, path)) => path.push_str(text.trim()),
            None => self.search(format!("{}{}", self.filter, text.trim())),
        }
    }

    fn is_demo(&self, review: &Recent) -> bool {
        self.options.demo.as_ref() == Some(&review.path)
    }

    fn search(&mut self, filter: String) {
        self.filter = filter;
        self.selected = 0;
    }

    fn choose(&mut self, place: usize) -> Option<Chosen> {
        match *self.entries().get(place)? {
            Entry::Demo => Some(Chosen::Demo),
            Entry::Review(i) if self.is_demo(&self.options.recent[i]) => Some(Chosen::Demo),
            Entry::Review(i) if self.options.recent[i].missing => {
                let path = self.options.recent[i].path.display();
                let why = format!("{path} has been moved or deleted; ^O opens it where it is now");
                self.options.remark = Some(Clean::from(why).one_line());
                None
            }
            Entry::Review(i) => Some(Chosen::Open(self.options.recent[i].path.clone())),
        }
    }

    /// The mouse, and what lies under it: a click selects, a click on what is selected opens it.
    pub(super) fn mouse(&mut self, kind: MouseEventKind, target: Option<Target>) -> Option<Chosen> {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        match (kind, target) {
            (MouseEventKind::ScrollUp, _) => self.key(key(KeyCode::Up)),
            (MouseEventKind::ScrollDown, _) => self.key(key(KeyCode::Down)),
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Key(pressed))) => self.key(pressed.event()),
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Line(place))) if place == self.selected => {
                self.choose(place)
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Line(place))) => {
                self.selected = place;
                None
            }
            _ => None,
        }
    }
}
