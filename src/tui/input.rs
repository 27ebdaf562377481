//! Keys, mouse and paste, read by a thread of our own, which stops for as long
//! as an editor has the terminal. A stream that is dropped and made anew can
//! miss the wake-up for the first key after that.

use std::{
    collections::VecDeque,
    fmt,
    fs::File,
    io::{self, IsTerminal, PipeReader, PipeWriter, Read, Write},
    os::fd::{AsFd, BorrowedFd},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, poll};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, timeout_at},
};

use super::theme::{Background, Ground, Heard};

/// How a line feed is read.
const LINE_FEED: KeyEvent = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL);
/// How long the rest of a key that came in pieces may take.
const REST: Duration = Duration::from_millis(5);
/// How long the thread may take to stop; it does nothing but wait.
const STOPPING: Duration = Duration::from_secs(1);
/// How long the first frame waits for the terminal to say whether it is dark or
/// light. What answers at all does so in a few milliseconds where it is near.
const ANSWER: Duration = Duration::from_millis(100);

/// Keys and pasted text that were typed on the start page for the review that was chosen there, until it is open.
#[derive(Clone, Default)]
pub struct TypedAhead(Arc<Mutex<VecDeque<Event>>>);

impl TypedAhead {
    /// Forgets them: the review could not be opened.
    pub fn clear(&self) {
        self.take();
    }

    fn take(&self) -> VecDeque<Event> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn keep(&self, events: impl Iterator<Item = Event>) {
        let typed = events.filter(|event| matches!(event, Event::Key(_) | Event::Paste(_)));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(typed);
    }
}

impl fmt::Debug for TypedAhead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedAhead").finish_non_exhaustive()
    }
}

/// What came.
#[derive(Debug)]
pub(super) enum Sent {
    /// A key, the mouse, a paste.
    Event(Event),
    /// The answer of the terminal whether it is dark or light.
    Ground(Ground),
}

/// What the terminal sends.
pub(super) struct Input {
    events: UnboundedReceiver<Event>,
    wake: PipeWriter,
    stopped: mpsc::Receiver<()>,
    go_on: mpsc::Sender<()>,
    /// What was read and not yet handed out.
    kept: VecDeque<Event>,
    /// The question for the background, while it is open.
    background: Option<Background>,
}

impl Input {
    /// Begins to read, after what was typed ahead.
    pub(super) fn start(ahead: &TypedAhead) -> io::Result<Self> {
        let mut kept = ahead.take();
        kept.extend(typed_before());
        let (send, events) = unbounded_channel();
        let (woken, wake) = io::pipe()?;
        let (stopping, stopped) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel();
        // Where a text is piped in, keys come from the terminal itself.
        let terminal = if io::stdin().is_terminal() { None } else { Some(File::open("/dev/tty")?) };
        thread::Builder::new().name("input".into()).spawn(move || {
            let stdin = io::stdin();
            let keys = terminal.as_ref().map_or_else(|| stdin.as_fd(), AsFd::as_fd);
            // When it ends, so does the channel, which ends the program.
            while let Some(stop) = read(keys, &woken, &send) {
                if !stop || stopping.send(()).is_err() || may_go_on.recv().is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { events, wake, stopped, go_on, kept, background: None })
    }

    /// What comes next; `None` when the terminal is gone.
    pub(super) async fn next(&mut self) -> Option<Sent> {
        loop {
            if let Some(event) = self.kept.pop_front() {
                return Some(Sent::Event(event));
            }
            let event = self.events.recv().await?;
            let Some(background) = &mut self.background else { return Some(Sent::Event(event)) };
            match background.hear(event) {
                Heard::Part => {}
                Heard::Events(events) => self.kept.extend(events),
                Heard::Answer(ground) => {
                    self.background = None;
                    return Some(Sent::Ground(ground));
                }
            }
        }
    }

    /// Ends. What was read and not yet handed out is typed ahead for the next screen.
    pub(super) fn end(mut self, ahead: &TypedAhead) {
        self.pause();
        let read = std::iter::from_fn(|| self.events.try_recv().ok());
        ahead.keep(self.kept.drain(..).chain(read));
    }

    /// Whether something was typed before anything was shown.
    pub(super) fn is_typed_ahead(&mut self) -> bool {
        if self.background.is_none() {
            self.kept.extend(std::iter::from_fn(|| self.events.try_recv().ok()));
        }
        self.kept.iter().any(|event| matches!(event, Event::Key(_) | Event::Paste(_)))
    }

    /// Asks the terminal whether it is dark or light, and waits a moment for the
    /// answer; one that comes later is handed out by [`Input::next`]. Keys that
    /// are typed meanwhile are kept.
    pub(super) async fn ground(&mut self) -> Option<Ground> {
        self.background = Background::ask().ok();
        let until = Instant::now() + ANSWER;
        let mut typed = VecDeque::new();
        let answer = loop {
            match timeout_at(until, self.next()).await {
                Ok(Some(Sent::Event(event))) => typed.push_back(event),
                Ok(Some(Sent::Ground(ground))) => break Some(ground),
                Ok(None) | Err(_) => break None,
            }
        };
        self.kept = typed;
        answer
    }

    /// Leaves the terminal to somebody else until [`Input::resume`].
    pub(super) fn pause(&mut self) {
        // A thread that has ended reads nothing either.
        if self.wake.write_all(&[0]).is_ok() {
            let _ = self.stopped.recv_timeout(STOPPING);
        }
    }

    /// Reads again.
    pub(super) fn resume(&mut self) {
        let _ = self.go_on.send(());
    }
}

/// What was typed before the terminal was in raw mode, in which Enter is no line feed.
fn typed_before() -> Vec<Event> {
    let waits = || event::poll(REST).unwrap_or(false);
    let typed = std::iter::from_fn(|| if waits() { event::read().ok() } else { None });
    typed.map(|event| if event == Event::Key(LINE_FEED) { Event::Key(KeyCode::Enter.into()) } else { event }).collect()
}

/// Reads until it is told to stop (`Some(true)`), nobody listens any more
/// (`Some(false)`) or the terminal is gone (`None`).
fn read(keys: BorrowedFd<'_>, woken: &PipeReader, send: &UnboundedSender<Event>) -> Option<bool> {
    loop {
        let mut ready = [PollFd::new(&keys, PollFlags::IN), PollFd::new(woken, PollFlags::IN)];
        match poll(&mut ready, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return None,
        }
        let (terminal, told) = (ready[0].revents(), ready[1].revents());
        if !told.is_empty() {
            let mut reader = woken;
            // The other end is gone when the interface is.
            return Some(reader.read(&mut [0]).is_ok_and(|n| n > 0));
        }
        if terminal.contains(PollFlags::IN) {
            while event::poll(REST).ok()? {
                if send.send(event::read().ok()?).is_err() {
                    return Some(false);
                }
            }
        } else if !terminal.is_empty() {
            return None;
        }
    }
}
