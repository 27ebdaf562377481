//! One table of what can be done. Keys, footer, help and mouse targets all come
//! from it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A part of the screen that can be gone to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pane {
    /// The list.
    Statements,
    /// The statement in its context, with its opposite.
    Statement,
    /// Evidence against.
    Against,
    /// Evidence for.
    For,
    /// Issues.
    Issues,
    /// Verdict and report.
    Verdict,
}

impl Pane {
    /// Every pane, in the order of Tab.
    pub const ALL: [Self; 6] =
        [Self::Statements, Self::Statement, Self::Against, Self::For, Self::Issues, Self::Verdict];

    /// Its place in [`Pane::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is described in the table below")]
pub enum Op {
    Next,
    Previous,
    First,
    Last,
    ScrollDown,
    ScrollUp,
    PaneNext,
    PanePrevious,
    Go(Pane),
    Open,
    NextStatement,
    PreviousStatement,
    NextToDecide,
    Search,
    List,
    Accept,
    Verdict,
    Withdraw,
    Edit,
    Note,
    Flag,
    Undo,
    Redo,
    Confirm,
    Dismiss,
    Raise,
    Lower,
    NewIssue,
    Documents,
    LetIn,
    ShutOut,
    Rerun,
    RunStatement,
    RunAll,
    Cancel,
    Export,
    Help,
    Log,
    Mouse,
    Suspend,
    Back,
    Quit,
}

/// A key, as it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
}

const fn k(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: false }
}
const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: true }
}
const fn key(code: KeyCode) -> Key {
    Key { code, ctrl: false }
}

impl Key {
    /// Whether this is the key that was pressed.
    #[must_use]
    pub fn is(self, event: &KeyEvent) -> bool {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let alt = event.modifiers.contains(KeyModifiers::ALT);
        self.code == event.code && self.ctrl == ctrl && !alt
    }

    /// How it is written.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(c) if self.ctrl => return format!("^{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Up => "↑".to_owned(),
            KeyCode::Down => "↓".to_owned(),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::BackTab => "⇧Tab".to_owned(),
            KeyCode::Esc => "Esc".to_owned(),
            KeyCode::F(n) => format!("F{n}"),
            other => format!("{other:?}"),
        };
        if self.ctrl { format!("^{name}") } else { name }
    }
}

/// Under which heading the help lists something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the headings")]
pub enum Group {
    Decide,
    Issues,
    Evidence,
    Work,
    Move,
    Program,
}

impl Group {
    /// The heading.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Decide => "Decide",
            Self::Issues => "Issues",
            Self::Evidence => "Evidence",
            Self::Work => "Work out",
            Self::Move => "Move",
            Self::Program => "Program",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What is done.
    pub op: Op,
    /// By which keys.
    pub keys: &'static [Key],
    /// Under which heading.
    pub group: Group,
    /// In the footer.
    pub label: &'static str,
    /// In the help.
    pub help: &'static str,
    /// In which panes; empty for all.
    pub panes: &'static [Pane],
    /// Whether it changes the review, which a review open for reading refuses.
    pub writes: bool,
}

impl Binding {
    /// Whether it can be done there.
    #[must_use]
    pub fn in_pane(&self, pane: Pane) -> bool {
        self.panes.is_empty() || self.panes.contains(&pane)
    }

    /// Whether it is about the statement in view, which must have been read for it.
    #[must_use]
    pub fn is_about_the_statement(&self) -> bool {
        match self.group {
            Group::Decide => !matches!(self.op, Op::Undo | Op::Redo),
            Group::Issues | Group::Evidence => true,
            _ => matches!(self.op, Op::Open | Op::Rerun),
        }
    }

    /// Its keys as they are written, `j ↓`.
    #[must_use]
    pub fn key_names(&self) -> String {
        self.keys.iter().map(|k| k.name()).collect::<Vec<_>>().join(" ")
    }
}

const fn row(op: Op, keys: &'static [Key], group: Group, label: &'static str, help: &'static str) -> Binding {
    Binding { op, keys, group, label, help, panes: &[], writes: false }
}
const fn act(op: Op, keys: &'static [Key], group: Group, label: &'static str, help: &'static str) -> Binding {
    Binding { op, keys, group, label, help, panes: &[], writes: true }
}
const fn within(mut binding: Binding, panes: &'static [Pane]) -> Binding {
    binding.panes = panes;
    binding
}

const EVIDENCE: &[Pane] = &[Pane::Against, Pane::For];
const ISSUES: &[Pane] = &[Pane::Issues];

/// Everything that can be done outside of forms.
pub const TABLE: &[Binding] = &[
    act(Op::Accept, &[k('a')], Group::Decide, "accept", "accept the machine's verdict and go on to the next statement"),
    act(Op::Verdict, &[k('v')], Group::Decide, "verdict", "give a verdict of your own, with confidence and rationale"),
    act(Op::Withdraw, &[k('w')], Group::Decide, "withdraw", "take an override back; the machine's result counts again"),
    act(Op::Edit, &[k('e')], Group::Decide, "edit", "edit the result of a stage in $EDITOR"),
    act(Op::Note, &[k('m')], Group::Decide, "note", "write a note on the statement"),
    act(Op::Flag, &[k('f')], Group::Decide, "flag", "mark the statement, or unmark it"),
    act(Op::Undo, &[k('u')], Group::Decide, "undo", "take your newest act back, across restarts"),
    act(Op::Redo, &[k('U')], Group::Decide, "redo", "do again what was undone last"),
    within(act(Op::Confirm, &[k('c')], Group::Issues, "confirm", "confirm the selected issue"), ISSUES),
    within(
        act(Op::Dismiss, &[k('d')], Group::Issues, "dismiss", "dismiss the selected issue; again takes it back"),
        ISSUES,
    ),
    within(act(Op::Raise, &[k('+')], Group::Issues, "graver", "make the selected issue graver"), ISSUES),
    within(act(Op::Lower, &[k('-')], Group::Issues, "milder", "make the selected issue milder"), ISSUES),
    act(Op::NewIssue, &[k('I')], Group::Issues, "new issue", "raise an issue of your own on the statement"),
    row(Op::Documents, &[k('D')], Group::Evidence, "documents", "every document found: score, reason, in or out"),
    within(act(Op::ShutOut, &[k('o')], Group::Evidence, "shut out", "shut the selected document out"), EVIDENCE),
    within(
        act(Op::LetIn, &[k('i')], Group::Evidence, "let in", "let the selected document in, whatever its score"),
        EVIDENCE,
    ),
    act(Op::Rerun, &[k('r')], Group::Work, "re-run", "work a stage of this statement out once more"),
    act(Op::RunStatement, &[k('R')], Group::Work, "run stale", "work out what is missing or stale of this statement"),
    act(Op::RunAll, &[ctrl('r')], Group::Work, "run all", "work out everything that is missing or stale"),
    row(Op::Cancel, &[k('x')], Group::Work, "cancel", "stop what runs; results so far are kept"),
    row(
        Op::Next,
        &[k('j'), key(KeyCode::Down)],
        Group::Move,
        "next",
        "next in the pane: statement, citation, issue or line",
    ),
    row(Op::Previous, &[k('k'), key(KeyCode::Up)], Group::Move, "previous", "previous in the pane"),
    row(Op::NextStatement, &[k(']'), ctrl('n')], Group::Move, "next statement", "next statement, from any pane"),
    row(
        Op::PreviousStatement,
        &[k('['), ctrl('p')],
        Group::Move,
        "previous statement",
        "previous statement, from any pane",
    ),
    row(Op::NextToDecide, &[k('n')], Group::Move, "next to decide", "next statement that waits for you, gravest first"),
    row(Op::First, &[k('g'), key(KeyCode::Home)], Group::Move, "first", "first in the pane"),
    row(Op::Last, &[k('G'), key(KeyCode::End)], Group::Move, "last", "last in the pane"),
    row(Op::ScrollDown, &[k('J'), key(KeyCode::PageDown), k(' ')], Group::Move, "scroll", "scroll the pane down"),
    row(Op::ScrollUp, &[k('K'), key(KeyCode::PageUp)], Group::Move, "scroll up", "scroll the pane up"),
    row(Op::PaneNext, &[key(KeyCode::Tab), k('l'), key(KeyCode::Right)], Group::Move, "pane", "next pane"),
    row(
        Op::PanePrevious,
        &[key(KeyCode::BackTab), k('h'), key(KeyCode::Left)],
        Group::Move,
        "previous pane",
        "previous pane",
    ),
    row(Op::Go(Pane::Statements), &[k('1')], Group::Move, "statements", "go to the statements"),
    row(Op::Go(Pane::Statement), &[k('2')], Group::Move, "statement", "go to the statement in its context"),
    row(Op::Go(Pane::Against), &[k('3')], Group::Move, "against", "go to the evidence against"),
    row(Op::Go(Pane::For), &[k('4')], Group::Move, "for", "go to the evidence for"),
    row(Op::Go(Pane::Issues), &[k('5')], Group::Move, "issues", "go to the issues"),
    row(Op::Go(Pane::Verdict), &[k('6')], Group::Move, "verdict", "go to the verdict and the report"),
    row(
        Op::Open,
        &[key(KeyCode::Enter)],
        Group::Move,
        "open",
        "open: a statement's evidence, the citation of an issue",
    ),
    row(Op::Search, &[k('/')], Group::Move, "search", "show only the statements that contain some words"),
    row(Op::List, &[k('L')], Group::Move, "list", "show or hide the list of statements"),
    row(Op::Export, &[k('E')], Group::Program, "export", "write the report"),
    row(Op::Log, &[k('!')], Group::Program, "messages", "what was said so far"),
    row(
        Op::Mouse,
        &[k('M')],
        Group::Program,
        "mouse",
        "listen to the mouse, or leave it to the terminal for selecting text",
    ),
    row(Op::Help, &[k('?'), key(KeyCode::F(1))], Group::Program, "help", "this help"),
    row(Op::Back, &[key(KeyCode::Esc)], Group::Program, "back", "back out one level"),
    row(Op::Suspend, &[ctrl('z')], Group::Program, "suspend", "suspend to the shell; fg comes back"),
    row(Op::Quit, &[k('q'), ctrl('c')], Group::Program, "quit", "quit; everything is saved already"),
];

/// What the footer shows in a pane, most telling first.
#[must_use]
pub fn footer(pane: Pane) -> &'static [Op] {
    match pane {
        Pane::Statements => &[
            Op::Accept,
            Op::Verdict,
            Op::NextToDecide,
            Op::Rerun,
            Op::Undo,
            Op::Open,
            Op::PaneNext,
            Op::Note,
            Op::Export,
        ],
        Pane::Statement => {
            &[Op::Accept, Op::Verdict, Op::Edit, Op::Rerun, Op::Undo, Op::NextStatement, Op::PaneNext, Op::Note]
        }
        Pane::Against | Pane::For => {
            &[Op::ShutOut, Op::LetIn, Op::Documents, Op::Accept, Op::Verdict, Op::Undo, Op::NextStatement, Op::PaneNext]
        }
        Pane::Issues => {
            &[Op::Confirm, Op::Dismiss, Op::Raise, Op::Lower, Op::Open, Op::Undo, Op::NextStatement, Op::PaneNext]
        }
        Pane::Verdict => {
            &[Op::Accept, Op::Verdict, Op::Withdraw, Op::Edit, Op::Rerun, Op::Undo, Op::NextStatement, Op::PaneNext]
        }
    }
}

/// The table in Markdown, for the README.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::from("| key | what it does |\n|---|---|\n");
    let mut rows: Vec<_> = TABLE.iter().collect();
    rows.sort_by_key(|b| b.group);
    for row in rows {
        let keys: Vec<String> = row.keys.iter().map(|k| format!("`{}`", k.name())).collect();
        out.push_str(&format!("| {} | {} |\n", keys.join(" "), row.help));
    }
    out
}

/// The row of an operation.
#[must_use]
pub fn binding(op: Op) -> Option<&'static Binding> {
    TABLE.iter().find(|b| b.op == op)
}

/// What a key means in a pane.
#[must_use]
pub fn lookup(event: &KeyEvent, pane: Pane) -> Option<&'static Binding> {
    TABLE.iter().find(|b| b.in_pane(pane) && b.keys.iter().any(|k| k.is(event)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_pane() {
        for (i, one) in TABLE.iter().enumerate() {
            for other in &TABLE[i + 1..] {
                assert_ne!(one.op, other.op, "listed twice");
                let meet = Pane::ALL.iter().any(|p| one.in_pane(*p) && other.in_pane(*p));
                let clash = one.keys.iter().any(|k| other.keys.contains(k));
                assert!(!(meet && clash), "{:?} and {:?}", one.op, other.op);
            }
            assert!(!one.keys.is_empty() && !one.label.is_empty() && one.help.len() > one.label.len() / 2);
        }
    }

    #[test]
    fn the_footer_offers_only_what_can_be_done_there() {
        for pane in Pane::ALL {
            for op in footer(pane) {
                assert!(binding(*op).is_some_and(|b| b.in_pane(pane)), "{op:?} in {pane:?}");
            }
        }
    }
}
