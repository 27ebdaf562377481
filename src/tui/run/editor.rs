//! The reviewer's editor, which has the terminal while it runs.

use std::{io::Write, path::Path, process::ExitStatus};

use tokio::sync::mpsc;

use crate::{
    engine::Event,
    files,
    text::Clean,
    tui::action::{Action, Edit, EditOf},
};

use super::{Order, Running, Signals};

impl Running {
    /// Runs the editor; the engine's events are taken in meanwhile, so that it
    /// never waits for an open editor. `Err` is the number of an ending signal.
    pub(super) async fn edit(
        &mut self,
        mut edit: Edit,
        signals: &mut Signals,
        events: &mut mpsc::Receiver<Event>,
        orders: &mut Vec<Order>,
    ) -> Result<Action, i32> {
        let fail = |edit: Edit, why: String| Ok(Action::Edited(edit, Err(Clean::from(why))));
        let (name, suffix) = match edit.of {
            EditOf::Stage(statement, stage) => (format!("gainsay-{statement}-{stage}-"), ".json"),
            EditOf::Prompt(_, _, task) => (format!("gainsay-prompt-{task}-"), ".md"),
            EditOf::Field(_) => ("gainsay-".to_owned(), ".md"),
        };
        let file = tempfile::Builder::new().prefix(&name).suffix(suffix).tempfile();
        let mut file = match file {
            Ok(file) => file,
            Err(e) => return fail(edit, format!("no file could be made to edit in: {}", files::describe_error(&e))),
        };
        if let Err(e) = file.write_all(edit.text.as_bytes()).and_then(|()| file.flush()) {
            let why = files::describe_error(&e);
            return fail(edit, format!("the text could not be written to {}: {why}", file.path().display()));
        }
        let editor = editor();
        let mut child = match spawn(&editor, file.path()) {
            Ok(child) => child,
            Err(e) => {
                let why = files::describe_error(&e);
                return fail(edit, format!("the editor “{editor}” could not be started: {why}; set $EDITOR"));
            }
        };
        let mut open = true;
        let status = loop {
            tokio::select! {
                biased;
                number = signals.ending.next() => {
                    let _ = child.start_kill();
                    return Err(number);
                }
                status = child.wait() => break status,
                // ^C is the editor's.
                _ = signals.int.recv() => {}
                event = events.recv(), if open => match event {
                    Some(event) => self.apply(Action::Engine(event), orders),
                    None => open = false,
                }
            }
        };
        if !status.as_ref().is_ok_and(ExitStatus::success) {
            return fail(edit, format!("the editor “{editor}” ended with an error; nothing was changed"));
        }
        // Editors may write a new file in place of the old one.
        match std::fs::read_to_string(file.path()) {
            Ok(text) => {
                edit.text = text;
                Ok(Action::Edited(edit, Ok(())))
            }
            Err(e) => fail(edit, format!("the edited text could not be read: {}", files::describe_error(&e))),
        }
    }
}

fn editor() -> String {
    ["VISUAL", "EDITOR"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.trim().is_empty()))
        .unwrap_or_else(|| "vi".to_owned())
}

/// `$EDITOR` may carry options, so a shell reads it.
fn spawn(editor: &str, path: &Path) -> std::io::Result<tokio::process::Child> {
    tokio::process::Command::new("sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(path).spawn()
}
