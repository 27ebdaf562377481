//! The terminal, taken and given back: in the right order, after a panic of the
//! interface, before the program is suspended, while an editor runs.

use std::{
    io::{self, BufWriter, IsTerminal, Stdout, Write},
    mem::ManuallyDrop,
    sync::{
        Mutex, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute, queue,
    terminal::{
        BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
        disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{Terminal, backend::CrosstermBackend};

use crate::text::Clean;

use super::TuiError;

type Screen = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Whether the screen is ours at the moment.
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// The thread that draws.
static DRAWS: Mutex<Option<ThreadId>> = Mutex::new(None);
static HOOK: Once = Once::new();

/// Whether there is a terminal to draw on.
pub(super) fn check() -> Result<(), TuiError> {
    // Keys are read from the terminal itself when a text is piped in.
    if !io::stdin().is_terminal() && std::fs::File::open("/dev/tty").is_err() {
        return Err(TuiError::NoTerminal("standard input is not a terminal"));
    }
    if !io::stdout().is_terminal() {
        return Err(TuiError::NoTerminal("standard output is not a terminal"));
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(TuiError::NoTerminal("TERM is “dumb”"));
    }
    Ok(())
}

/// The terminal while it is ours; dropping gives it back.
pub(super) struct Guard {
    /// Not dropped: that would complain to standard error, which is gone with a terminal that was closed, and panic.
    terminal: ManuallyDrop<Screen>,
    mouse: bool,
}

impl Guard {
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                if !ACTIVE.load(Ordering::SeqCst) {
                    before(info);
                } else if *DRAWS.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id()) {
                    leave();
                    before(info);
                }
                // Another thread's panic is a failed task, which is shown as
                // one; its message would only be painted over the screen.
            }));
        });
        *DRAWS.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        // From here on whatever goes wrong must undo what was done.
        ACTIVE.store(true, Ordering::SeqCst);
        let entered = enter(mouse).and_then(|()| terminal());
        match entered {
            Ok(terminal) => Ok(Self { terminal: ManuallyDrop::new(terminal), mouse }),
            Err(e) => {
                leave();
                Err(e)
            }
        }
    }

    /// Draws one frame, shown by the terminal as a whole.
    pub(super) fn draw(&mut self, view: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(view)?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        Write::flush(self.terminal.backend_mut())
    }

    /// Listens to the mouse, or leaves it to the terminal.
    pub(super) fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) }
    }

    /// Has the terminal put a text into the clipboard (OSC 52), be it here or at
    /// the other end of a connection. Nothing tells whether it does.
    pub(super) fn copy(&mut self, text: &Clean) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text.as_str()))
    }

    /// Gives the terminal back for a while.
    pub(super) fn pause(&mut self) {
        leave();
    }

    /// Takes it again; everything is drawn anew.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        ACTIVE.store(true, Ordering::SeqCst);
        enter(self.mouse)?;
        self.renew()
    }

    /// Draws everything anew with the next frame: after a change of size the
    /// terminal may have dropped what it showed, though the size be the same again.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask where the cursor is and wait for an answer
        // that the reader of events may have taken.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = ManuallyDrop::new(terminal()?);
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

fn terminal() -> io::Result<Screen> {
    // A frame goes out in one piece.
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))
}

fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste)?;
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

/// Gives the terminal back, once. What cannot be written cannot be helped.
fn leave() {
    if !ACTIVE.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        DisableFocusChange,
        Show,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
}
