//! What can happen to the interface, and what it can ask for.

use std::{path::PathBuf, sync::Arc};

use crossterm::event::KeyEvent;

use crate::{
    desk::{Detail, Dossier},
    domain::{Digest, Stage, StatementId},
    engine::{Command, Event},
    review::Who,
    text::Clean,
};

use super::{
    ExportAs,
    keys::{Key, Op, Pane},
    page::{LoadRequest, Loaded},
};

/// What lies under the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pane.
    Pane(Pane),
    /// Something in a pane that can be selected, by its place there.
    Item(Pane, usize),
    /// The number of a citation in a text.
    Citation(u32),
    /// A stage on the strip.
    Stage(Stage),
    /// Something to do.
    Op(Op),
    /// A key of what lies on top.
    Key(Key),
    /// A line of what lies on top.
    Line(usize),
    /// An option of a field of what lies on top.
    Choice(usize, usize),
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// The left button went down.
    Press,
    /// The wheel was turned up.
    Up,
    /// The wheel was turned down.
    Down,
}

/// What a text that is edited outside is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditOf {
    /// The result of a stage, as JSON.
    Stage(StatementId, Stage),
    /// A prompt of a stage by the name of its file, to be tried on a statement.
    Prompt(StatementId, Stage, &'static str),
    /// A field of the form that lies on top.
    Field(usize),
}

/// A text that is edited outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it is of.
    pub of: EditOf,
    /// The text.
    pub text: String,
    /// The text as it was in the beginning.
    pub original: String,
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum Action {
    /// A key.
    Key(KeyEvent),
    /// The mouse, and what lies under it.
    Mouse(Click, Option<Target>),
    /// Text pasted.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// The engine said something.
    Engine(Event),
    /// The list was read.
    Shown(Arc<Dossier>),
    /// A statement was read.
    Loaded(Arc<Detail>),
    /// A statement could not be read.
    LoadFailed(StatementId, Clean),
    /// A text was read that was changed in the file.
    Damaged(Digest),
    /// What a page asked for was read, or not.
    Read(LoadRequest, Result<Loaded, Clean>),
    /// The editor was closed; `Err` when it could not be run.
    Edited(Edit, Result<(), Clean>),
    /// The report was written, or not.
    Exported(Result<PathBuf, Clean>),
    /// The review was saved as another file, or not.
    SavedAs(Result<PathBuf, Clean>),
    /// The time that was asked for has come.
    Wake,
}

/// What the interface asks for.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Tell the engine.
    Send(Command),
    /// Show the review as this reviewer may see it, who has just given their name.
    SetViewer(Who),
    /// Read the list again.
    Refresh,
    /// Read the list without the pause between two readings: the reviewer waits for it.
    Hurry,
    /// Read a statement.
    Load(StatementId),
    /// Read what a page shows.
    Read(LoadRequest),
    /// Copy a text to the clipboard.
    Copy(Clean),
    /// Edit a text outside.
    Edit(Edit),
    /// Write the review in some form.
    Export(ExportAs),
    /// Save the review as this file and go on there.
    SaveAs(PathBuf),
    /// Remember that the tour of the first start has ended.
    Toured,
    /// Listen to the mouse, or not.
    Mouse(bool),
    /// Stop until the shell says to go on.
    Suspend,
    /// Leave.
    Quit,
}
