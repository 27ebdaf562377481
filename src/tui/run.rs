//! The loop: signals, input, frames, the engine; in this order. Nothing in it
//! waits for anything else.

mod editor;
mod start;

use std::{io::ErrorKind, sync::Arc, time::Duration};

use crossterm::event::{Event as Typed, KeyEventKind, MouseButton, MouseEventKind};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::{Mutex, Notify, mpsc},
    time::{Instant, sleep_until, timeout},
};

use crate::{
    desk::Dossier,
    engine::{Command, Event},
    files,
    review::Viewer,
    text::Clean,
};

use super::{
    Link, Options, Outcome, TuiError,
    action::{Action, Click, Edit, Effect},
    input::{Input, Sent},
    messages::error,
    page,
    session::Session,
    state::{Millis, State, Tour},
    terminal::{self, Guard},
    theme::{Choice, Ground, Screen, Theme, Themes},
    timing::Timing,
    update::update,
    view::{HitMap, ViewCache, view},
};

pub(super) use start::start;

/// The shortest time between two frames that nobody asked for by a key.
const FRAME: Duration = Duration::from_micros(16_667);
/// How long a key waits for the statement that it goes to, so that it is drawn
/// once and whole.
const PATIENCE: Duration = Duration::from_millis(8);
/// How long the shell may take to stop us.
const STOPPING: Duration = Duration::from_millis(150);

/// The signal that comes when a terminal is closed.
const HANGUP: i32 = 1;

/// Signals that end the program.
struct Ending {
    term: Signal,
    hup: Signal,
}

struct Signals {
    ending: Ending,
    int: Signal,
    cont: Signal,
    resized: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            ending: Ending { term: signal(SignalKind::terminate())?, hup: signal(SignalKind::hangup())? },
            int: signal(SignalKind::interrupt())?,
            cont: signal(SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()))?,
            resized: signal(SignalKind::window_change())?,
        })
    }
}

impl Ending {
    /// The number of the signal that came.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.term.recv() => 15,
            _ = self.hup.recv() => HANGUP,
        }
    }
}

/// What the terminal can show. One that shows every colour is dark until it says
/// otherwise.
fn screen() -> Screen {
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        // Else every change of colour is written as a reset, which takes the
        // selection's reverse video away.
        crossterm::style::force_color_output(true);
        return Screen::NoColor;
    }
    let true_color = std::env::var("COLORTERM").is_ok_and(|v| v == "truecolor" || v == "24bit");
    if true_color { Screen::Full(Ground::Dark) } else { Screen::Sixteen }
}

/// The theme to begin with, and what is wrong with the one that was named. The
/// terminal is asked what it is like where that matters.
async fn dress(
    choice: &Choice,
    themes: &Themes,
    screen: Screen,
    input: &mut Input,
) -> Result<(Arc<Theme>, Option<Clean>), TuiError> {
    let ground = match screen {
        Screen::Full(_) if choice.is_auto() => input.ground().await,
        _ => None,
    };
    themes.choose(choice, ground.map_or(screen, Screen::Full))
}

struct Running {
    link: Link,
    options: Options,
    state: State,
    cache: ViewCache,
    hits: HitMap,
    /// The theme at the start.
    automatic: Arc<Theme>,
    started: Instant,
    results: mpsc::UnboundedSender<Action>,
    /// When the list was brought up to date last, and how long that took.
    refreshed: Arc<Mutex<(Instant, Duration)>>,
    /// Ends the pause before the list is brought up to date, or leaves out the next one.
    hurry: Arc<Notify>,
}

/// What the loop itself must do.
enum Order {
    Edit(Edit),
    Mouse(bool),
    Copy(Clean),
    Renew,
    Suspend,
    Quit,
}

pub(super) async fn run(link: Link, events: mpsc::Receiver<Event>, options: Options) -> Result<Outcome, TuiError> {
    terminal::check()?;
    // Whatever is wrong with the choice is said before the screen is taken.
    let screen = screen();
    options.themes.choose(&options.theme, screen)?;
    let review = Arc::clone(link.review());
    let begun = Instant::now();
    let shown = tokio::task::spawn_blocking(move || Dossier::read(&review))
        .await
        .map_err(|e| TuiError::Io(std::io::Error::other(e.to_string())))?;
    let read_only = link.review().is_read_only();
    let (results, done) = mpsc::unbounded_channel();
    let mut signals = Signals::listen()?;
    let mut guard = Guard::enter(options.mouse)?;
    let mut input = Input::start(&options.typed)?;
    let (theme, remark) = dress(&options.theme, &options.themes, screen, &mut input).await?;
    let (shown, title, reviewer) = (Arc::new(shown), options.title.clone(), options.reviewer.clone());
    let mut state = State::new(shown, title, reviewer, read_only, options.ascii, Arc::clone(&theme));
    state.pages.export.review = link.review().path().map(Into::into);
    state.broken = options.broken;
    state.mouse = options.mouse;
    state.motion = options.motion;
    state.timing = options.timing.then(Timing::default);
    state.keymap = Arc::new(options.keymap.clone());
    state.capabilities = link.capabilities();
    state.rules = Arc::clone(&link.rules);
    state.themes = Arc::clone(&options.themes);
    let mut me = Running {
        refreshed: Arc::new(Mutex::new((Instant::now(), Duration::ZERO))),
        hurry: Arc::default(),
        started: begun,
        results,
        link,
        options,
        state,
        cache: ViewCache::default(),
        hits: HitMap::default(),
        automatic: theme,
    };
    let mut orders = Vec::new();
    if let Some(remark) = remark {
        error(&mut me.state, remark);
    }
    me.begin(input.is_typed_ahead(), &mut orders);
    let ended = me.event_loop(&mut guard, &mut input, &mut signals, (events, done), orders).await;
    drop(guard);
    match ended {
        Ok(signal) => Ok(me.outcome(signal)),
        // What was written in a terminal outlives it.
        Err(TuiError::Io(e)) if is_gone(&e) => Ok(me.outcome(Some(HANGUP))),
        Err(e) => Err(e),
    }
}

/// Whether drawing failed because the terminal is gone: its signal comes at the same time.
fn is_gone(error: &std::io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) || error.kind() == ErrorKind::BrokenPipe
}

impl Running {
    /// Runs until the reviewer quits or a signal ends it. Returns the number of that signal.
    async fn event_loop(
        &mut self,
        guard: &mut Guard,
        input: &mut Input,
        signals: &mut Signals,
        (mut events, mut done): (mpsc::Receiver<Event>, mpsc::UnboundedReceiver<Action>),
        mut orders: Vec<Order>,
    ) -> Result<Option<i32>, TuiError> {
        self.draw(guard)?;
        let mut drawn = Instant::now();
        // When the next frame is due, if something has changed.
        let mut due: Option<Instant> = None;
        let mut batch = Vec::new();
        let mut open = true;
        loop {
            let wake = self.state.next_wake().map(|at| self.started + Duration::from_millis(at));
            let mut urgent = false;
            tokio::select! {
                biased;
                number = signals.ending.next() => return Ok(Some(number)),
                _ = signals.int.recv() => orders.push(Order::Quit),
                _ = signals.cont.recv() => {
                    guard.resume()?;
                    urgent = true;
                }
                event = input.next() => match event {
                    Some(Sent::Event(event)) => urgent = self.input(event, &mut orders),
                    Some(Sent::Ground(ground)) => urgent = self.ground(ground),
                    // The terminal is gone.
                    None => orders.push(Order::Quit),
                },
                _ = signals.resized.recv() => {
                    self.apply(Action::Resize, &mut orders);
                    orders.push(Order::Renew);
                }
                () = sleep_until(due.unwrap_or(drawn)), if due.is_some() => {
                    self.draw(guard)?;
                    drawn = Instant::now();
                    due = None;
                }
                Some(action) = done.recv() => {
                    let awaited = self.state.awaited.is_some();
                    urgent = matches!(action, Action::Loaded(_) | Action::LoadFailed(..));
                    self.apply(action, &mut orders);
                    urgent |= awaited && self.state.awaited.is_none();
                    due = due.or(Some(drawn + FRAME));
                }
                count = events.recv_many(&mut batch, 256), if open => {
                    open = count > 0;
                    for event in batch.drain(..) {
                        self.apply(Action::Engine(event), &mut orders);
                    }
                    due = due.or(Some(drawn + FRAME));
                }
                () = sleep_until(wake.unwrap_or(drawn)), if wake.is_some() => {
                    self.apply(Action::Wake, &mut orders);
                    due = due.or(Some(drawn + FRAME));
                }
            }
            while let Some(order) = orders.pop() {
                urgent = true;
                match order {
                    Order::Quit => {
                        if self.state.tour == Tour::Shown
                            && let Some(remember) = &self.options.tour
                        {
                            remember();
                        }
                        return Ok(None);
                    }
                    Order::Mouse(on) => guard.mouse(on)?,
                    Order::Copy(text) => guard.copy(&text)?,
                    Order::Renew => guard.renew()?,
                    Order::Suspend => {
                        guard.pause();
                        // Only where a shell with jobs can bring us back.
                        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
                        let _ = timeout(STOPPING, signals.cont.recv()).await;
                        guard.resume()?;
                    }
                    Order::Edit(edit) => {
                        input.pause();
                        guard.pause();
                        let edited = self.edit(edit, signals, &mut events, &mut orders).await;
                        let action = match edited {
                            Ok(action) => action,
                            Err(number) => return Ok(Some(number)),
                        };
                        guard.resume()?;
                        input.resume();
                        self.apply(action, &mut orders);
                    }
                }
            }
            if urgent {
                let waits = self.state.loading.is_some() && self.state.detail().is_none();
                if waits {
                    due = Some(due.unwrap_or(drawn + FRAME).min(Instant::now() + PATIENCE));
                } else {
                    self.draw(guard)?;
                    drawn = Instant::now();
                    due = None;
                }
            }
        }
    }

    fn outcome(self, signal: Option<i32>) -> Outcome {
        let counts = (self.state.shown.counts.reviewed, self.state.shown.rows.len());
        Outcome { session: Session::of(&self.state), reviewer: self.state.reviewer, counts, signal }
    }

    fn begin(&mut self, is_typed_ahead: bool, orders: &mut Vec<Order>) {
        if let Some(scope) = self.options.start_run.take().filter(|_| !self.state.read_only) {
            self.state.busy = true;
            self.link.send(Command::Run(scope));
        }
        self.options.session.restore(&mut self.state);
        if let Some(reading) = &self.options.reading {
            super::messages::say(&mut self.state, reading.clone());
        }
        super::messages::remark(&mut self.state, &self.options.remarks);
        // Who types already needs no tour, which would take the keys; the next review begins with it.
        let is_due = self.options.tour.is_some() && !is_typed_ahead;
        self.state.tour = if is_due { Tour::Due } else { Tour::Off };
        super::tour::begin(&mut self.state);
        let mut effects = super::selection::load(&mut self.state);
        // A library on a server may take its time to answer.
        effects.push(Effect::Read(super::page::LoadRequest::Library));
        // Read ahead: a long source would delay the first look at its view.
        if !self.state.shown.rows.is_empty() {
            effects.push(Effect::Read(super::page::LoadRequest::Source));
        }
        self.perform(effects, orders);
    }

    /// The terminal said late what it is like; a theme that was picked meanwhile stays.
    fn ground(&mut self, ground: Ground) -> bool {
        let is_as_it_was = Arc::ptr_eq(&self.automatic, &self.state.theme);
        if let Ok((theme, _)) = self.options.themes.choose(&self.options.theme, Screen::Full(ground))
            && is_as_it_was
        {
            self.state.theme = theme;
        }
        is_as_it_was
    }

    fn now(&self) -> Millis {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn draw(&mut self, guard: &mut Guard) -> std::io::Result<()> {
        let Self { state, cache, hits, started, .. } = self;
        state.now = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        guard.draw(|frame| *hits = view(state, cache, frame))?;
        state.drawn(hits.extents);
        Ok(())
    }

    /// Whether it is to be drawn at once.
    fn input(&mut self, event: Typed, orders: &mut Vec<Order>) -> bool {
        let action = match event {
            Typed::Key(key) if key.kind != KeyEventKind::Release => Action::Key(key),
            Typed::Mouse(mouse) => {
                let click = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => Click::Press,
                    MouseEventKind::ScrollUp => Click::Up,
                    MouseEventKind::ScrollDown => Click::Down,
                    // Every cell that the mouse moves over would come through here.
                    _ => return false,
                };
                Action::Mouse(click, self.hits.at(mouse.column, mouse.row))
            }
            Typed::Paste(text) => Action::Paste(text),
            _ => return false,
        };
        self.apply(action, orders);
        true
    }

    fn apply(&mut self, action: Action, orders: &mut Vec<Order>) {
        let now = self.now();
        let before = matches!(action, Action::Shown(_)).then(|| Arc::clone(&self.state.shown));
        let mut effects = update(&mut self.state, now, action);
        if before.is_some() {
            // Of a long list this takes as long as a frame may take.
            tokio::task::spawn_blocking(move || drop(before));
        }
        if let Some(text) = self.link.review().changed_text().filter(|_| !self.state.broken) {
            effects.extend(update(&mut self.state, now, Action::Damaged(text)));
        }
        self.perform(effects, orders);
    }

    fn perform(&mut self, effects: Vec<Effect>, orders: &mut Vec<Order>) {
        for effect in effects {
            let review = Arc::clone(self.link.review());
            let results = self.results.clone();
            match effect {
                Effect::Send(command) => self.link.send(command),
                Effect::SetViewer(who) => review.set_viewer(Viewer::Reviewer(who)),
                Effect::Refresh => {
                    // Bringing the list up to date takes at most a tenth of the time, unless the reviewer waits for it.
                    let (refreshed, hurry) = (Arc::clone(&self.refreshed), Arc::clone(&self.hurry));
                    let shown = Arc::clone(&self.state.shown);
                    tokio::spawn(async move {
                        let mut refreshed = refreshed.lock().await;
                        tokio::select! {
                            () = hurry.notified() => {}
                            () = sleep_until(refreshed.0 + refreshed.1 * 9) => {}
                        }
                        let begun = Instant::now();
                        if let Ok(shown) = tokio::task::spawn_blocking(move || shown.update(&review)).await {
                            *refreshed = (Instant::now(), begun.elapsed());
                            let _ = results.send(Action::Shown(Arc::new(shown)));
                        }
                    });
                }
                Effect::Hurry => self.hurry.notify_one(),
                Effect::Load(id) => {
                    let link = self.link.clone();
                    tokio::spawn(async move {
                        let loaded = tokio::task::spawn_blocking(move || link.detail(id)).await;
                        let action = match loaded {
                            Ok(Ok(detail)) => Action::Loaded(Arc::new(detail)),
                            Ok(Err(e)) => Action::LoadFailed(id, Clean::from(e.to_string())),
                            Err(e) => Action::LoadFailed(id, Clean::from(e.to_string())),
                        };
                        let _ = results.send(action);
                    });
                }
                Effect::Read(want) => {
                    let link = self.link.clone();
                    tokio::spawn(async move {
                        let asked = want.clone();
                        let read = tokio::task::spawn_blocking(move || page::read(&link, &asked)).await;
                        let answer = read.unwrap_or_else(|e| Err(Clean::from(e.to_string())));
                        let _ = results.send(Action::Read(want, answer));
                    });
                }
                Effect::Copy(text) => orders.push(Order::Copy(text)),
                Effect::Export(asked) => {
                    let export = Arc::clone(&self.options.export);
                    tokio::spawn(async move {
                        let written = tokio::task::spawn_blocking(move || export(&review, &asked)).await;
                        let written = written.unwrap_or_else(|e| Err(e.to_string()));
                        let _ = results.send(Action::Exported(written.map_err(Clean::from)));
                    });
                }
                Effect::SaveAs(path) => {
                    tokio::spawn(async move {
                        let saved = tokio::task::spawn_blocking(move || {
                            review.save_as(&path).map_err(|e| Clean::from(e.to_string()))?;
                            files::protect(&path, "the review");
                            Ok(path)
                        });
                        let saved = saved.await.unwrap_or_else(|e| Err(Clean::from(e.to_string())));
                        let _ = results.send(Action::SavedAs(saved));
                    });
                }
                Effect::Toured => {
                    if let Some(remember) = self.options.tour.clone() {
                        tokio::task::spawn_blocking(move || remember());
                    }
                }
                Effect::Edit(edit) => orders.push(Order::Edit(edit)),
                Effect::Mouse(on) => orders.push(Order::Mouse(on)),
                Effect::Suspend => orders.push(Order::Suspend),
                Effect::Quit => orders.push(Order::Quit),
            }
        }
    }
}
