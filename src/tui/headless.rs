//! The interface without a terminal: the same state, the same drawing, effects
//! done on the spot. For screens, tests and whoever wants to drive it by keys.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    Terminal,
    backend::{Backend, TestBackend},
    buffer::Buffer,
};

use crate::{
    desk::{Detail, Dossier},
    domain::LibraryStamp,
    engine::{Activity, Command, Event, announcement},
    reason::Capabilities,
    review::{Entry, Review, ReviewError, Viewer, Who},
    text::Clean,
};

use super::{
    Chosen, Link, StartPage, TuiError,
    action::{Action, Click, Edit, Effect},
    keys::{Keymap, Pane},
    page,
    selection::load,
    state::{Millis, State},
    theme::{Choice, Ground, Screen, Themes},
    timing::Timing,
    update::update,
    view::{self, HitMap, ViewCache, view},
};

/// The interface, driven by keys, drawn into a buffer.
pub struct Headless {
    review: Arc<Review>,
    state: State,
    cache: ViewCache,
    hits: HitMap,
    now: Millis,
    runs: Vec<Command>,
    edit: Option<Edit>,
    copied: Option<Clean>,
    link: Link,
    aside: Duration,
    held: Option<Vec<Effect>>,
    quit: bool,
}

impl Headless {
    /// The interface over a review, in a theme that is built in.
    ///
    /// # Errors
    /// When there is no such theme.
    pub fn new(review: Arc<Review>, title: &str, theme: &str, reviewer: Option<&str>) -> Result<Self, TuiError> {
        let (theme, _) = Themes::default().choose(&Choice::from(theme), Screen::Full(Ground::Dark))?;
        let reviewer = reviewer.map(Clean::from);
        if let Some(name) = &reviewer {
            review.set_viewer(Viewer::Reviewer(Who::Reviewer(name.clone())));
        }
        let shown = Arc::new(Dossier::read(&review));
        let mut state = State::new(shown, title.into(), reviewer, review.is_read_only(), false, theme);
        state.pages.export.review = review.path().map(Into::into);
        let own = review.fold().opened().map(|o| o.spec.reasoner.clone()).unwrap_or_default();
        state.capabilities = vec![Capabilities { reasoner: own, ..Capabilities::default() }];
        let known = state.capabilities.clone();
        let mut me = Self {
            link: Link { known, ..Link::new(Arc::clone(&review), |_| {}) },
            review,
            state,
            cache: ViewCache::default(),
            hits: HitMap::default(),
            now: 0,
            runs: Vec::new(),
            edit: None,
            copied: None,
            aside: Duration::ZERO,
            held: None,
            quit: false,
        };
        let effects = load(&mut me.state);
        me.perform(effects);
        Ok(me)
    }

    /// With other keys.
    pub fn keymap(&mut self, keymap: Keymap) {
        self.state.keymap = Arc::new(keymap);
        self.cache = ViewCache::default();
    }

    /// Only ASCII, or not.
    pub fn ascii(&mut self, ascii: bool) {
        self.state.ascii = ascii;
        self.cache = ViewCache::default();
    }

    /// What the engine is said to be doing.
    pub fn doing(&mut self, activity: Activity) {
        self.link.idle = activity;
    }

    /// What the library is said to hold now.
    pub fn library(&mut self, stamp: LibraryStamp) {
        self.link.shelf = Some(stamp);
    }

    /// What can be chosen at each reasoner, the review's own first.
    pub fn reasoners(&mut self, capabilities: Vec<Capabilities>) {
        self.state.capabilities.clone_from(&capabilities);
        self.link.known = capabilities;
    }

    /// Nothing turns.
    pub fn still(&mut self) {
        self.state.motion = false;
    }

    /// The time on each statement is recorded.
    pub fn timed(&mut self) {
        self.state.timing = Some(Timing::default());
    }

    /// Presses keys: characters, and names in angle brackets (`<Tab>`, `<Enter>`,
    /// `<Esc>`, `<Up>`, `<Down>`, `<PgDn>`, `<F5>`, `<C-r>`).
    ///
    /// What a decision goes on to is looked at before the next key, unlike with [`Self::press_at_once`].
    pub fn press(&mut self, keys: &str) {
        for key in typed(keys) {
            self.state.moved_on = None;
            self.apply(Action::Key(key));
        }
    }

    /// Presses keys faster than anybody reads.
    pub fn press_at_once(&mut self, keys: &str) {
        for key in typed(keys) {
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

    /// Reads and appends nothing until [`Headless::deliver`], as beside a busy engine.
    pub fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Does what was held back, in the order in which it was asked for.
    pub fn deliver(&mut self) {
        let held = self.held.take().unwrap_or_default();
        self.perform(held);
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

    /// How long was read and written until now: what is done beside the screen
    /// where there is a terminal, so that no key waits for it.
    #[must_use]
    pub fn aside(&self) -> Duration {
        self.aside
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
        let Ok(mut terminal) = Terminal::new(TestBackend::new(width, height));
        let Ok(()) = self.draw_on(&mut terminal);
        terminal.backend().buffer().clone()
    }

    /// Draws on a terminal, of which only what changed is written.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn draw_on<B: Backend>(&mut self, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
        let Self { state, cache, hits, now, .. } = self;
        state.now = *now;
        terminal.draw(|frame| *hits = view(state, cache, frame))?;
        state.drawn(hits.extents);
        Ok(())
    }

    fn apply(&mut self, action: Action) {
        let mut effects = update(&mut self.state, self.now, action);
        if let Some(text) = self.review.changed_text().filter(|_| !self.state.broken) {
            effects.extend(update(&mut self.state, self.now, Action::Damaged(text)));
        }
        self.perform(effects);
    }

    /// Appends as the engine would, and reads at once.
    fn perform(&mut self, effects: Vec<Effect>) {
        if let Some(held) = &mut self.held {
            held.extend(effects);
            return;
        }
        for effect in effects {
            let start = Instant::now();
            let next = match effect {
                Effect::Send(Command::Append(drafts)) => {
                    let what = drafts.first().and_then(|draft| announcement(&self.review, &draft.act));
                    self.appended(self.review.append(drafts).map(|_| what))
                }
                Effect::Send(Command::Replace(draft)) => {
                    let what = announcement(&self.review, &draft.act);
                    self.appended(self.review.replace(*draft).map(|_| what))
                }
                Effect::Send(Command::Undo(who)) => self.reversed(Event::undone, self.review.undo(who)),
                Effect::Send(Command::Redo(who)) => self.reversed(Event::redone, self.review.redo(who)),
                Effect::SetViewer(who) => {
                    self.review.set_viewer(Viewer::Reviewer(who));
                    continue;
                }
                Effect::SaveAs(path) => {
                    let saved = self.review.save_as(&path).map_err(|e| Clean::from(e.to_string()));
                    Action::SavedAs(saved.map(|()| path))
                }
                Effect::Refresh => Action::Shown(Arc::new(self.state.shown.update(&self.review))),
                Effect::Load(id) => match Detail::load(&self.review, id) {
                    Ok(detail) => Action::Loaded(Arc::new(detail)),
                    Err(e) => Action::LoadFailed(id, e.to_string().into()),
                },
                Effect::Read(want) => {
                    let answer = page::read(&self.link, &want);
                    Action::Read(want, answer)
                }
                other => {
                    self.note(other);
                    continue;
                }
            };
            self.aside += start.elapsed();
            self.apply(next);
        }
    }

    /// What has no answer is only remembered.
    fn note(&mut self, effect: Effect) {
        match effect {
            Effect::Send(command) => self.runs.push(command),
            Effect::Quit => self.quit = true,
            Effect::Copy(text) => self.copied = Some(text),
            Effect::Edit(edit) => self.edit = Some(edit),
            _ => {}
        }
    }

    fn appended(&self, done: Result<Option<Clean>, ReviewError>) -> Action {
        Action::Engine(match done {
            Ok(what) => Event::Appended { head: self.review.fold().head(), what },
            Err(why) => Event::not_appended(&why),
        })
    }

    fn reversed(&self, event: fn(&Review, &Entry) -> Event, done: Result<Entry, ReviewError>) -> Action {
        Action::Engine(match done {
            Ok(entry) => event(&self.review, &entry),
            Err(why) => Event::not_appended(&why),
        })
    }
}

impl StartPage {
    /// Presses keys, as [`Headless::press`]; what was chosen, once something is.
    pub fn press(&mut self, keys: &str) -> Option<Chosen> {
        typed(keys).into_iter().find_map(|key| self.key(key))
    }

    /// Draws.
    ///
    /// # Panics
    /// Never: drawing into memory does not fail.
    pub fn draw(&mut self, width: u16, height: u16) -> Buffer {
        let Ok(mut terminal) = Terminal::new(TestBackend::new(width, height));
        let Ok(_) = terminal.draw(|frame| drop(view::start::view(self, frame)));
        terminal.backend().buffer().clone()
    }
}

/// Keys by their characters and their names in angle brackets.
fn typed(keys: &str) -> Vec<KeyEvent> {
    let mut typed = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|r| r.split_once('>')).and_then(|(n, r)| Some((name(n)?, r)));
        typed.push(match named {
            Some((key, after)) => {
                rest = after;
                key
            }
            None => {
                rest = &rest[c.len_utf8()..];
                KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
            }
        });
    }
    typed
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
        "Del" => KeyCode::Delete,
        "Ins" => KeyCode::Insert,
        _ => match text.strip_prefix("C-") {
            Some(rest) => {
                let code = name(rest).map_or_else(|| rest.chars().next().map(KeyCode::Char), |key| Some(key.code))?;
                return Some(KeyEvent::new(code, KeyModifiers::CONTROL));
            }
            None => KeyCode::F(text.strip_prefix('F')?.parse().ok()?),
        },
    };
    Some(KeyEvent::new(code, KeyModifiers::NONE))
}
