//! A program that is fed, heard out, and stopped when it takes too long.

use std::{
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rustix::process::Signal;

use crate::files;

use super::worker::{SECOND, SECONDS};

/// How long an extractor may take by the clock: much longer than the processor time it allows itself, since what a file
/// gives must not depend on what else the machine does.
const LIMIT: Duration = Duration::from_secs(300);
/// The most output that is taken.
const MOST_OUTPUT: u64 = 64_000_000;
/// What a program in Rust says that gets no more memory.
const NO_MEMORY: &str = "memory allocation of ";
/// The most of its complaints that is kept.
const MOST_COMPLAINTS: u64 = 4096;

/// Runs `command` with `input` on its standard input; what it wrote, or why
/// that is of no use.
pub(super) fn run(mut command: Command, input: &[u8]) -> Result<Vec<u8>, String> {
    // The worker becomes the second reader where it is asked to.
    let second = command.get_args().find(|asked| *asked == SECOND);
    let name = second.unwrap_or(command.get_program()).to_string_lossy().into_owned();
    let name = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_owned();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name} could not be started ({})", files::describe_error(&error)))?;
    let deadline = Instant::now() + LIMIT;
    let result = thread::scope(|scope| {
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{name} has no standard streams"));
        };
        // A child that stops reading closes the pipe; what it says then counts, not that.
        scope.spawn(move || drop(stdin.write_all(input)));
        let complaints = scope.spawn(move || read_some(stderr, MOST_COMPLAINTS));
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || drop(sender.send(read_some(stdout, MOST_OUTPUT))));
        let output = receiver.recv_timeout(LIMIT);
        if output.is_err() {
            // Its pipes close with it, and so the threads end.
            drop(child.kill());
        }
        let ended = ended(&mut child, deadline);
        let complaints = complaints.join().unwrap_or_default();
        match (output, ended) {
            (Err(_), _) | (_, None) => Err(format!("{name} took longer than {} s", LIMIT.as_secs())),
            (Ok(output), Some(status)) if status.success() => Ok(output),
            (Ok(_), Some(status)) if status.signal() == Some(Signal::XCPU.as_raw()) => {
                Err(format!("{name} needs more than {SECONDS} s of processor time"))
            }
            (Ok(_), Some(_)) => {
                let complaints = String::from_utf8_lossy(&complaints);
                if complaints.lines().any(|line| line.starts_with(NO_MEMORY)) {
                    return Err(format!("{name} needs more memory than a PDF is given"));
                }
                let last = complaints.lines().last().unwrap_or_default().trim();
                Err(format!("{name} failed{}{last}", if last.is_empty() { "" } else { ": " }))
            }
        }
    });
    if result.is_err() {
        drop(child.kill());
        drop(child.wait());
    }
    result
}

/// Reads up to `most` bytes, then goes on reading for nobody, so that the child
/// does not wait for a full pipe.
fn read_some(mut from: impl Read, most: u64) -> Vec<u8> {
    let mut kept = Vec::new();
    drop(from.by_ref().take(most).read_to_end(&mut kept));
    drop(std::io::copy(&mut from, &mut std::io::sink()));
    kept
}

/// How the child ended; `None` when it had to be stopped.
fn ended(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            _ => {
                drop(child.kill());
                drop(child.wait());
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_comes_back_and_failures_say_why() {
        assert_eq!(run(shell("cat"), &vec![b'x'; 1_000_000]).map(|out| out.len()), Ok(1_000_000));
        assert_eq!(run(shell("echo no luck >&2; exit 3"), b"ignored"), Err("sh failed: no luck".to_owned()));
        assert!(run(Command::new("/no/such/program"), b"").unwrap_err().starts_with("program could not be started"));
    }

    /// On a busy machine a paper was given up that is read on a free one, and its statements were others.
    #[test]
    fn an_extractor_that_computes_too_long_is_stopped_and_the_reason_says_so() {
        let busy = run(shell("ulimit -S -t 1; while :; do :; done"), b"");
        assert_eq!(busy, Err(format!("sh needs more than {SECONDS} s of processor time")));
    }
}
