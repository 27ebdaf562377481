//! The one state of the interface.

mod overlays;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use crate::{
    desk::{Detail, Dossier, Row, Unsigned},
    domain::{
        LibraryStamp, Stage, StatementId,
        rules::{pack::RulePack, signal::Criteria},
    },
    engine::{Costs, Tried},
    reason::{Capabilities, Need},
    text::Clean,
};

use super::{
    action::{Action, Edit, Target},
    documents,
    drafts::FormDraft,
    keys::{self, Key, Keymap, Op, Pane, Preset},
    listing::Listing,
    page::Pages,
    prompts::Asked,
    reversal::Reversal,
    theme::{Theme, Themes},
    timing::Timing,
};

pub use overlays::{Overlay, Pending, Picking, Purpose};

/// Milliseconds since the interface was started.
pub type Millis = u64;

/// How long a message that is no error is shown.
pub const TOAST: Millis = 4_000;

/// How long after the first key of a chord it is shown what can follow.
pub const CHORD: Millis = 300;

/// Within what time a second click on the same place opens it.
pub const TWICE: Millis = 400;

/// How often the mark of what runs is turned.
pub const TURN: Millis = 120;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// When.
    pub at: Millis,
    /// What.
    pub text: Clean,
    /// Stays until it is dismissed.
    pub error: bool,
    /// Says what can be done now, and goes with the next key.
    pub is_hint: bool,
}

/// What the last drawing found out about a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The first line shown.
    pub scroll: usize,
    /// The largest first line.
    pub most: usize,
    /// Lines shown.
    pub height: usize,
    /// The first item of those in view and one past the last, where they are many on a line.
    pub items: Option<(usize, usize)>,
}

/// One of something for every pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerPane<T>([T; Pane::COUNT]);

impl<T: Copy> PerPane<T> {
    /// The same for all.
    #[must_use]
    pub fn all(value: T) -> Self {
        Self([value; Pane::COUNT])
    }
}

impl<T> std::ops::Index<Pane> for PerPane<T> {
    type Output = T;

    fn index(&self, pane: Pane) -> &T {
        &self.0[pane.index()]
    }
}

impl<T> std::ops::IndexMut<Pane> for PerPane<T> {
    fn index_mut(&mut self, pane: Pane) -> &mut T {
        &mut self.0[pane.index()]
    }
}

/// What became of the tour of the first start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tour {
    /// It is not wanted.
    #[default]
    Off,
    /// It waits for the first statements, which a new review does not have yet.
    Due,
    /// It was shown.
    Shown,
}

/// The state. Changed by `update` alone, but for what drawing found out.
#[derive(Clone, Debug)]
pub struct State {
    /// The list.
    pub shown: Arc<Dossier>,
    /// The statement that was read last; not always the selected one.
    pub detail: Option<Arc<Detail>>,
    /// Rows of `shown` that the search lets through.
    pub visible: Vec<usize>,
    /// What is selected in each pane, by its place there; the list's is a place
    /// in `visible`.
    pub at: PerPane<usize>,
    /// The pane that the keys go to.
    pub focus: Pane,
    /// Where one came from to the views that lie over each other.
    pub trail: Vec<Pane>,
    /// What drawing found out, and where the panes are scrolled to.
    pub extents: PerPane<Extent>,
    /// Panes in which the selection must come into view.
    pub follow: PerPane<bool>,
    /// Counted up when something in a pane changes that follows neither from the journal nor from
    /// the selection.
    pub version: PerPane<u64>,
    /// What the views show.
    pub pages: Pages,
    /// What can be chosen at each reasoner, the review's own first.
    pub capabilities: Vec<Capabilities>,
    /// Those of which the server did not answer when it was last asked, and why.
    pub unreachable: BTreeMap<Clean, Clean>,
    /// The rules and tables by which what a reviewer sets is weighed.
    pub rules: Arc<RulePack>,
    /// How it looks.
    pub theme: Arc<Theme>,
    /// How else it can look.
    pub themes: Arc<Themes>,
    /// The library as it was when it was last looked at.
    pub library: Option<Result<LibraryStamp, Clean>>,
    /// When that was.
    pub library_read: Millis,
    /// Which keys lead to what.
    pub keymap: Arc<Keymap>,
    /// Keys of a chord that was begun, and since when.
    pub pressed: Vec<Key>,
    /// When the last of them was pressed.
    pub pressed_at: Millis,
    /// What was clicked last, and when.
    pub clicked: Option<(Millis, Target)>,
    /// The selected stage.
    pub stage: Stage,
    /// What lies on top.
    pub overlays: Vec<Overlay>,
    /// The newest message while it is shown.
    pub toast: Option<Toast>,
    /// Every message.
    pub log: Vec<Toast>,
    /// What runs, since when.
    pub running: BTreeMap<(Option<StatementId>, Stage), Millis>,
    /// Statements settled of those in the run.
    pub progress: Option<(usize, usize)>,
    /// Another reviewer's verdict that is adopted, by its row, and the name of that reviewer.
    pub adopted: Option<(u64, Clean)>,
    /// How far a run came that has ended, until what it came to is read.
    pub ended: Option<(usize, usize)>,
    /// Whether nothing more is begun.
    pub paused: bool,
    /// What stages took in this review, once it was read.
    pub costs: Option<Arc<Costs>>,
    /// Asked to run, and not idle yet.
    pub busy: bool,
    /// What a run waits for, and how many statements with it.
    pub halted: Option<(Need, usize)>,
    /// A model that is being got, and how far that is.
    pub fetching: Option<(Clean, Clean)>,
    /// The reviewer.
    pub reviewer: Option<Clean>,
    /// Open for reading only.
    pub read_only: bool,
    /// Whether the file is not what was written.
    pub broken: bool,
    /// The tour of the first start.
    pub tour: Tour,
    /// The review's name.
    pub title: Clean,
    /// Only ASCII.
    pub ascii: bool,
    /// Whether what runs is shown by something that turns.
    pub motion: bool,
    /// What is measured of the time on each statement; `None` where that is off.
    pub timing: Option<Timing>,
    /// Whether the mouse works here.
    pub mouse: bool,
    /// Whether the list is shown where there is room.
    pub list: bool,
    /// Whether the pane in focus has the room of all.
    pub zoomed: bool,
    /// Whether what the machine recorded of each passage, and what it invented to search by, is shown in full.
    pub details: bool,
    /// How the documents of a statement are listed.
    pub documents: documents::DocumentList,
    /// Forms that were left with something written in them.
    pub drafts: Vec<Overlay>,
    /// What forms were left with before the program's start.
    pub form_drafts: Vec<FormDraft>,
    /// The statement that a pasted passage was attached to, and its last citation before that.
    pub attaching: Option<(StatementId, u32)>,
    /// A citation that a reviewer has just changed: the cursor follows it to its place in the panes.
    pub moving: Option<(StatementId, u32)>,
    /// How the list is narrowed and ordered.
    pub listing: Listing,
    /// Statements ticked for acts on many.
    pub ticked: BTreeSet<StatementId>,
    /// A reading of the list is under way; `true` when it must be read again then.
    pub refreshing: Option<bool>,
    /// The row of the reviewer's newest act, until the list shows it.
    pub awaited: Option<u64>,
    /// The statement being read; `true` when it must be read again then.
    pub loading: Option<(StatementId, bool)>,
    /// Keys typed and text pasted ahead of a statement that is still being read or extracted.
    pub ahead: VecDeque<Action>,
    /// When the newest key came of those typed in one go since the question for the reviewer's name opened; `None` after a
    /// pause.
    pub typing_on: Option<Millis>,
    /// When a decision went on to the next statement, or a key came too soon after it to be meant for that one.
    pub moved_on: Option<Millis>,
    /// Edited text that was left unread, to be gone on with.
    pub kept: Option<Edit>,
    /// How prompts are tried.
    pub prompting: Asked,
    /// A trial of a prompt that is neither kept nor dropped.
    pub tried: Option<Box<Tried>>,
    /// The form that was sent off and of which no act was made yet.
    pub submitted: Option<Overlay>,
    /// A form for each act that was sent off and is not known to be on disk, the oldest first.
    pub sent: VecDeque<Option<Overlay>>,
    /// The newest act that was sent off, if it is a decision that a reason can be given for.
    pub newest: Option<Unsigned>,
    /// Decisions that were undone since, the newest undo last: a redo makes its own the newest again.
    pub undone: Vec<Option<Unsigned>>,
    /// What the reviewer should know of the newest act that was sent off, said with it when it is on disk.
    pub caveat: Option<Clean>,
    /// What to say of the act that is being recorded, where that is only a reason for a decision.
    pub reasoned: Option<Clean>,
    /// An undo or redo that is recorded and not yet in the list.
    pub reversal: Option<Reversal>,
    /// The statement that was selected when the newest undo or redo was asked for.
    pub reversed_from: Option<StatementId>,
    /// Whether the cursor goes to the statement that the reviewer is adding, or to the first half of one that is split, once
    /// the list has it.
    pub goes_to_added: bool,
    /// Whether something could not be saved.
    pub unsaved: bool,
    /// Since the interface was started.
    pub now: Millis,
}

impl State {
    /// The state at the start.
    #[must_use]
    pub fn new(
        shown: Arc<Dossier>,
        title: Clean,
        reviewer: Option<Clean>,
        read_only: bool,
        ascii: bool,
        theme: Arc<Theme>,
    ) -> Self {
        let visible = (0..shown.rows.len()).collect();
        Self {
            shown,
            detail: None,
            visible,
            at: PerPane::default(),
            focus: Pane::Statements,
            trail: Vec::new(),
            extents: PerPane::default(),
            follow: PerPane::default(),
            version: PerPane::default(),
            pages: Pages::default(),
            capabilities: Vec::new(),
            unreachable: BTreeMap::new(),
            rules: RulePack::builtin(),
            theme,
            themes: Arc::default(),
            library: None,
            library_read: 0,
            keymap: Arc::new(Keymap::preset(Preset::Vim)),
            pressed: Vec::new(),
            pressed_at: 0,
            clicked: None,
            stage: Stage::Verdict,
            overlays: Vec::new(),
            toast: None,
            log: Vec::new(),
            running: BTreeMap::new(),
            progress: None,
            adopted: None,
            ended: None,
            paused: false,
            costs: None,
            busy: false,
            halted: None,
            fetching: None,
            reviewer,
            read_only,
            broken: false,
            tour: Tour::default(),
            title,
            ascii,
            motion: true,
            timing: None,
            mouse: true,
            list: true,
            zoomed: false,
            details: false,
            documents: documents::DocumentList::default(),
            drafts: Vec::new(),
            form_drafts: Vec::new(),
            attaching: None,
            moving: None,
            listing: Listing::default(),
            ticked: BTreeSet::new(),
            refreshing: None,
            awaited: None,
            loading: None,
            ahead: VecDeque::new(),
            typing_on: None,
            moved_on: None,
            kept: None,
            prompting: Asked::default(),
            tried: None,
            submitted: None,
            sent: VecDeque::new(),
            newest: None,
            undone: Vec::new(),
            caveat: None,
            reasoned: None,
            reversal: None,
            reversed_from: None,
            goes_to_added: false,
            unsaved: false,
            now: 0,
        }
    }

    /// What weights are summed up by.
    #[must_use]
    pub fn criteria(&self) -> Criteria<'_> {
        Criteria { settings: &self.shown.settings, table: self.rules.credibility() }
    }

    /// The selected row.
    #[must_use]
    pub fn row(&self) -> Option<&Row> {
        self.shown.rows.get(*self.visible.get(self.at[Pane::Statements])?)
    }

    /// The selected statement.
    #[must_use]
    pub fn id(&self) -> Option<StatementId> {
        Some(self.row()?.statement.id)
    }

    /// What was read of the selected statement.
    #[must_use]
    pub fn detail(&self) -> Option<&Detail> {
        let id = self.id()?;
        self.detail.as_deref().filter(|d| d.id == id)
    }

    /// Citations shown in a pane.
    #[must_use]
    pub fn cards(&self, pane: Pane) -> usize {
        let side = usize::from(pane == Pane::For);
        self.detail().map_or(0, |d| d.cards[side].len())
    }

    /// Whether a stage of a statement is running.
    #[must_use]
    pub fn is_running(&self, id: StatementId, stage: Stage) -> bool {
        self.running.contains_key(&(Some(id), stage))
    }

    /// When drawing is due though nothing happened.
    #[must_use]
    pub fn next_wake(&self) -> Option<Millis> {
        let turn = (self.motion && !self.running.is_empty()).then_some(self.now + TURN);
        let toast = self.toast.as_ref().filter(|t| !t.error).map(|t| t.at + TOAST);
        let chord = (!self.pressed.is_empty()).then_some(self.pressed_at + CHORD).filter(|at| *at > self.now);
        let watched = super::page::next_look(self);
        turn.into_iter().chain(toast).chain(chord).chain(watched).min()
    }

    /// Takes in what drawing found out.
    pub fn drawn(&mut self, extents: PerPane<Extent>) {
        self.extents = extents;
        self.follow = PerPane::default();
    }

    /// How many things can be selected in a pane.
    #[must_use]
    pub fn items(&self, pane: Pane) -> usize {
        match pane {
            Pane::Statements => self.visible.len(),
            Pane::Against | Pane::For => self.cards(pane),
            Pane::Issues => self.detail().map_or(0, |d| d.issues.len()),
            Pane::Statement | Pane::Verdict => 0,
            view => super::page::items(self, view),
        }
    }

    /// Waits for the rest of a chord. Once what can follow is shown, it stays with each key.
    pub fn wait_for_chord(&mut self) {
        if !self.shows_chords() {
            self.pressed_at = self.now;
        }
    }

    /// Whether the keys that can follow those pressed so far are shown.
    #[must_use]
    pub fn shows_chords(&self) -> bool {
        !self.pressed.is_empty() && self.overlays.is_empty() && self.pressed_at + CHORD <= self.now
    }

    /// Why something cannot be done now, if it cannot; with `{name}` for the keys
    /// of an operation.
    #[must_use]
    pub fn refusal(&self, op: Op) -> Option<&'static str> {
        let writes = keys::binding(op).is_some_and(|b| b.writes);
        if writes && self.read_only {
            return Some("this review is open for reading only; close it elsewhere and open it again to change it");
        }
        match op {
            Op::Cancel
                if !self.busy
                    && self.running.is_empty()
                    && self.fetching.is_none()
                    && self.pages.literature.asking.is_empty() =>
            {
                Some("nothing runs")
            }
            Op::Candidates if self.shown.candidates.is_empty() => Some(
                "no other sentence of the source reads like a finding; {statement_add} adds a statement of your own",
            ),
            Op::Pause if !self.paused && !self.busy && self.running.is_empty() => Some("nothing runs that could pause"),
            Op::Attach | Op::Identify
                if self.detail().is_some_and(|detail| detail.stages.get(Stage::Search).in_force.is_none()) =>
            {
                Some("evidence is added to what the search found; {run_statement} runs the statement first")
            }
            Op::RunOther if self.capabilities.len() < 2 => Some("no other reasoner is available here"),
            Op::Provide if self.focus == Pane::Literature => None,
            Op::Provide
                if !matches!(self.halted, Some((Need::Model(_) | Need::Consent(Some(_)) | Need::Source(_), _))) =>
            {
                Some("the run needs nothing that could be provided here")
            }
            Op::Accept if self.row().is_some_and(|r| r.summary.hidden) => {
                Some("the machine's verdict is hidden until you give your own; {verdict} sets it")
            }
            Op::Accept if self.row().is_some_and(|r| r.summary.machine.is_none()) => Some(
                "the machine has no verdict yet; {run_statement} runs the statement, {verdict} sets a verdict of your own",
            ),
            _ => None,
        }
    }
}
