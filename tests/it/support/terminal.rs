//! The real program in a real pseudo-terminal, its screen read as a person would.

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::Path,
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

struct Screen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    closed: bool,
    /// Whether the window is to be closed once more is read.
    hangs_up: bool,
}

/// A program in a pseudo-terminal.
pub struct Terminal {
    screen: Arc<(Mutex<Screen>, Condvar)>,
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Starts `program` with `args`; everything it keeps goes below `home`.
    pub fn start(program: &Path, args: &[&str], home: &Path, size: (u16, u16)) -> Self {
        Self::start_with(program, args, home, size, &[])
    }

    /// Starts it with more variables in its environment.
    pub fn start_with(
        program: &Path,
        args: &[&str],
        home: &Path,
        size: (u16, u16),
        environment: &[(&str, &str)],
    ) -> Self {
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(home);
        command.env_clear();
        for (name, value) in [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("PATH", "/usr/bin:/bin"),
            ("GAINSAY_REASONER", "builtin"),
            ("GAINSAY_TIMING", "false"),
            ("GAINSAY_TOUR", "false"),
        ] {
            command.env(name, value);
        }
        for (name, folder) in [("HOME", ""), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")] {
            command.env(name, home.join(folder));
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        Self::spawn(command, size)
    }

    /// Starts `command`.
    pub fn spawn(command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
        let screen = Arc::new((
            Mutex::new(Screen { parser, bytes: Vec::new(), closed: false, hangs_up: false }),
            Condvar::new(),
        ));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut screen = shared.0.lock().unwrap();
                if read == 0 {
                    screen.closed = true;
                } else {
                    screen.parser.process(&buffer[..read]);
                    screen.bytes.extend_from_slice(&buffer[..read]);
                }
                shared.1.notify_all();
                if read == 0 || screen.hangs_up {
                    screen.closed = true;
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { screen, writer, master: pair.master, child }
    }

    /// Types `keys`.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until the screen's text fulfils `wanted`, and returns it.
    pub fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        self.until_it(what, |screen, _| wanted(&screen.contents()))
    }

    /// Waits until the program has written `bytes`.
    pub fn until_written(&self, bytes: &str) {
        self.until_it(bytes, |_, written| String::from_utf8_lossy(written).contains(bytes));
    }

    /// Waits until the cell at a place stands on a colour.
    pub fn until_on(&self, (column, row): (u16, u16), (r, g, b): (u8, u8, u8)) -> String {
        let colour = vt100::Color::Rgb(r, g, b);
        self.until_it(&format!("{colour:?}"), |screen, _| {
            screen.cell(row, column).is_some_and(|cell| cell.bgcolor() == colour)
        })
    }

    fn until_it(&self, what: &str, wanted: impl Fn(&vt100::Screen, &[u8]) -> bool) -> String {
        let begun = Instant::now();
        let mut screen = self.screen.0.lock().unwrap();
        loop {
            let text = screen.parser.screen().contents();
            if wanted(screen.parser.screen(), &screen.bytes) {
                return text;
            }
            let left = PATIENCE.checked_sub(begun.elapsed());
            let Some(left) = left.filter(|_| !screen.closed) else {
                panic!("never saw {what}; the screen shows:\n{text}");
            };
            screen = self.screen.1.wait_timeout(screen, left).unwrap().0;
        }
    }

    /// Waits until the screen shows `text`.
    pub fn see(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Types `keys`; `false` when the program has ended.
    pub fn type_keys(&mut self, keys: &str) -> bool {
        self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush()).is_ok()
    }

    /// Answers the question for the reviewer's name, as somebody does who has seen it.
    pub fn give_name(&mut self, name: &str) {
        self.see("Your name, for the record");
        std::thread::sleep(Duration::from_millis(300));
        self.keys(&format!("{name}\r"));
    }

    /// Waits until the screen shows `text`; `false` when the program ends before.
    pub fn shows(&self, text: &str) -> bool {
        let begun = Instant::now();
        let mut screen = self.screen.0.lock().unwrap();
        loop {
            let shown = screen.parser.screen().contents();
            if shown.contains(text) {
                return true;
            }
            if screen.closed {
                return false;
            }
            let left = PATIENCE.checked_sub(begun.elapsed()).unwrap_or_else(|| panic!("never saw {text} in:\n{shown}"));
            screen = self.screen.1.wait_timeout(screen, left).unwrap().0;
        }
    }

    /// How many bytes the program has written.
    pub fn written(&self) -> usize {
        self.screen.0.lock().unwrap().bytes.len()
    }

    /// Makes the window another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        let mut screen = self.screen.0.lock().unwrap();
        let (rows_of, columns_of) = (NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap());
        screen.parser.screen_mut().set_size(rows_of, columns_of);
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// The child's process number.
    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Closes the window, as whoever ends its terminal does: nothing can be read or written any more. Returns how the
    /// program ended.
    pub fn hang_up(mut self) -> ExitStatus {
        self.screen.0.lock().unwrap().hangs_up = true;
        // What is drawn anew is read, and the reader goes.
        self.resize(90, 30);
        let mut screen = self.screen.0.lock().unwrap();
        while !screen.closed {
            screen = self.screen.1.wait_timeout(screen, PATIENCE).unwrap().0;
        }
        drop(screen);
        drop((self.writer, self.master));
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if begun.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("the program did not end");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the program has ended. Returns how, and every byte it wrote.
    pub fn end(mut self) -> (ExitStatus, Vec<u8>) {
        let begun = Instant::now();
        let mut screen = self.screen.0.lock().unwrap();
        while !screen.closed {
            let Some(left) = PATIENCE.checked_sub(begun.elapsed()) else {
                self.child.kill().unwrap();
                panic!("the program did not end; the screen shows:\n{}", screen.parser.screen().contents());
            };
            screen = self.screen.1.wait_timeout(screen, left).unwrap().0;
        }
        (self.child.wait().unwrap(), std::mem::take(&mut screen.bytes))
    }
}

/// Whether `bytes` leave the terminal as it was: each mode that was turned on
/// was turned off after that, and the cursor is shown.
pub fn is_restored(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    for mode in ["?1049", "?1000", "?1002", "?1003", "?1006", "?1015", "?2004", "?1004", "?2026"] {
        let (on, off) = (text.rfind(&format!("\x1b[{mode}h")), text.rfind(&format!("\x1b[{mode}l")));
        if on.is_some() && on > off {
            return Err(format!("mode {mode} was left on"));
        }
    }
    if text.rfind("\x1b[?25l") > text.rfind("\x1b[?25h") {
        return Err("the cursor was left hidden".to_owned());
    }
    Ok(())
}
