//! The interface without a terminal: the same state, the same drawing, effects
//! done on the spot. For screens, tests and whoever wants to drive it by keys.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};

use crate::{
    engine::{Command, Event},
    reason::Knobs,
    review::Review,
    text::Clean,
};

use super::{
    Link, TuiError,
    action::{Action, Click, Edit, Effect},
    keys::Pane,
    page,
    shown::{Detail, Shown},
    state::{Millis, State},
    theme::Theme,
    update::{load, update},
    view::{HitMap, ViewCache, view},
};

/// The interface, driven by keys, drawn into a buffer.
pub struct Headless {
    review: Arc<Review>,
    state: State,
    theme: Theme,
    cache: ViewCache,
    hits: HitMap,
    now: Millis,
    runs: Vec<Command>,
    edit: Option<Edit>,
    copied: Option<Clean>,
    link: Link,
    quit: bool,
}

impl Headless {
    /// The interface over a review, in a theme that is built in.
    ///
    /// # Errors
    /// When there is no such theme.
    pub fn new(review: Arc<Review>, title: &str, theme: &str, reviewer: Option<&str>) -> Result<Self, TuiError> {
        let theme = Theme::named(theme, theme == "mono", true)?;
        let shown = Arc::new(Shown::read(&review));
        let reviewer = reviewer.map(Clean::from);
        let mut state = State::new(shown, title.into(), reviewer, review.is_read_only(), false);
        let own = review.fold().opened().map(|o| o.spec.reasoner.clone()).unwrap_or_default();
        state.knobs = vec![Knobs { reasoner: own, ..Knobs::default() }];
        let mut me = Self {
            link: Link::new(Arc::clone(&review), |_| {}),
            review,
            state,
            theme,
            cache: ViewCache::default(),
            hits: HitMap::default(),
            now: 0,
            runs: Vec::new(),
            edit: None,
            copied: None,
            quit: false,
        };
        let effects = load(&mut me.state);
        me.perform(effects);
        Ok(me)
    }

    /// Only ASCII, or not.
    pub fn ascii(&mut self, ascii: bool) {
        self.state.ascii = ascii;
        self.cache = ViewCache::default();
    }

    /// Presses keys: characters, and names in angle brackets (`<Tab>`, `<Enter>`,
    /// `<Esc>`, `<Up>`, `<Down>`, `<PgDn>`, `<C-r>`).
    pub fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|r| r.split_once('>')).and_then(|(n, r)| Some((name(n)?, r)));
            let key = match named {
                Some((key, after)) => {
                    rest = after;
                    key
                }
                None => {
                    rest = &rest[c.len_utf8()..];
                    KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
                }
            };
            self.apply(Action::Key(key));
        }
    }

    /// Clicks with the left button; needs a drawing to click on.
    pub fn click(&mut self, column: u16, row: u16) {
        let target = self.hits.at(column, row);
        self.apply(Action::Mouse(Click::Press, target));
    }

    /// Turns the wheel, down or up.
    pub fn wheel(&mut self, column: u16, row: u16, down: bool) {
        let target = self.hits.at(column, row);
        self.apply(Action::Mouse(if down { Click::Down } else { Click::Up }, target));
    }

    /// Pastes.
    pub fn paste(&mut self, text: &str) {
        self.apply(Action::Paste(text.to_owned()));
    }

    /// Lets the engine say something.
    pub fn event(&mut self, event: Event) {
        self.apply(Action::Engine(event));
    }

    /// Lets time pass.
    pub fn pass(&mut self, millis: u64) {
        self.now += millis;
        self.apply(Action::Wake);
    }

    /// The text that the editor was opened with, while it is open.
    #[must_use]
    pub fn editing(&self) -> Option<&str> {
        self.edit.as_ref().map(|edit| edit.text.as_str())
    }

    /// Leaves the editor with this text in the file.
    pub fn edited(&mut self, text: &str) {
        if let Some(mut edit) = self.edit.take() {
            edit.text = text.to_owned();
            self.apply(Action::Edited(edit, Ok(())));
        }
    }

    /// What was copied last.
    #[must_use]
    pub fn copied(&self) -> Option<&Clean> {
        self.copied.as_ref()
    }

    /// Commands other than acts, in the order sent.
    #[must_use]
    pub fn commands(&self) -> &[Command] {
        &self.runs
    }

    /// Whether it was quit.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// The selected statement's place in the list, and how many are shown.
    #[must_use]
    pub fn selection(&self) -> (usize, usize) {
        (self.state.at[Pane::Statements], self.state.visible.len())
    }

    /// Whether everything that is selected is there.
    ///
    /// # Errors
    /// What is not, in words.
    pub fn check(&self) -> Result<(), String> {
        let state = &self.state;
        for pane in Pane::ALL {
            let (at, count) = (state.at[pane], state.items(pane));
            if at >= count.max(1) {
                return Err(format!("{} has {count} things and the one at {at} is selected", pane.name()));
            }
        }
        let rows = state.shown.rows.len();
        match state.visible.iter().find(|row| **row >= rows) {
            Some(row) => Err(format!("row {row} of {rows} is shown")),
            None => Ok(()),
        }
    }

    /// Draws.
    ///
    /// # Panics
    /// Never: drawing into memory does not fail.
    pub fn draw(&mut self, width: u16, height: u16) -> Buffer {
        let backend = TestBackend::new(width, height);
        let Ok(mut terminal) = Terminal::new(backend);
        let Self { state, theme, cache, hits, now, .. } = self;
        state.now = *now;
        let Ok(_) = terminal.draw(|frame| *hits = view(state, theme, cache, frame));
        state.drawn(hits.extents);
        terminal.backend().buffer().clone()
    }

    fn apply(&mut self, action: Action) {
        let effects = update(&mut self.state, self.now, action);
        self.perform(effects);
    }

    /// Appends as the engine would, and reads at once.
    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send(Command::Append(drafts)) => {
                    let what = drafts.first().map(|d| Clean::from(d.act.describe()));
                    let appended = self.review.append(drafts).map(|_| what);
                    self.appended(appended.map_err(|e| e.to_string()));
                }
                Effect::Send(Command::Undo(who)) => {
                    let undone = self.review.undo(who).map(|e| Some(format!("undone: {}", e.act.describe()).into()));
                    self.appended(undone.map_err(|e| e.to_string()));
                }
                Effect::Send(Command::Redo(who)) => {
                    let redone = self.review.redo(who).map(|e| Some(format!("redone: {}", e.act.describe()).into()));
                    self.appended(redone.map_err(|e| e.to_string()));
                }
                Effect::Send(command) => self.runs.push(command),
                Effect::Refresh => {
                    let shown = Arc::new(self.state.shown.update(&self.review));
                    self.apply(Action::Shown(shown));
                }
                Effect::Load(id) => {
                    let action = match Detail::load(&self.review, id) {
                        Ok(detail) => Action::Loaded(Arc::new(detail)),
                        Err(e) => Action::LoadFailed(id, e.to_string().into()),
                    };
                    self.apply(action);
                }
                Effect::Quit => self.quit = true,
                Effect::Read(want) => {
                    let answer = page::read(&self.link, &want);
                    self.apply(Action::Read(want, answer));
                }
                Effect::Copy(text) => self.copied = Some(text),
                Effect::Edit(edit) => self.edit = Some(edit),
                Effect::Export(_) | Effect::Mouse(_) | Effect::Suspend => {}
            }
        }
    }

    fn appended(&mut self, done: Result<Option<Clean>, String>) {
        let event = match done {
            Ok(what) => Event::Appended { head: self.review.fold().head(), what },
            Err(why) => Event::Refused(why.into()),
        };
        self.event(event);
    }
}

fn name(text: &str) -> Option<KeyEvent> {
    let code = match text {
        "Tab" => KeyCode::Tab,
        "S-Tab" => KeyCode::BackTab,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PgDn" => KeyCode::PageDown,
        "PgUp" => KeyCode::PageUp,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "BS" => KeyCode::Backspace,
        _ => {
            let c = text.strip_prefix("C-")?.chars().next()?;
            return Some(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
        }
    };
    Some(KeyEvent::new(code, KeyModifiers::NONE))
}
