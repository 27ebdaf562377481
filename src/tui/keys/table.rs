//! What can be done, where, and by which keys.

use super::Pane;

/// What can be done; each is described in [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    Accept,
    Verdict,
    SetContradicts,
    SetSupports,
    SetUndecided,
    Withdraw,
    Edit,
    Note,
    Flag,
    Tick,
    Bulk,
    Reason,
    Reasons,
    Prompts,
    Criteria,
    Undo,
    Redo,
    EditStatement,
    AddStatement,
    Candidates,
    SplitStatement,
    MergeStatement,
    DropStatement,
    Confirm,
    Dismiss,
    Raise,
    Lower,
    NewIssue,
    Documents,
    Include,
    Exclude,
    Stance,
    Uncite,
    Attach,
    Identify,
    Mark,
    Cite,
    Rerun,
    RunStatement,
    RunAll,
    RunOther,
    Provide,
    Pause,
    Cancel,
    Next,
    Previous,
    NextStatement,
    PreviousStatement,
    NextToDecide,
    NextMatch,
    PreviousMatch,
    First,
    Last,
    ScrollDown,
    ScrollUp,
    PageDown,
    PaneNext,
    PanePrevious,
    WholeReview,
    Go(Pane),
    Open,
    Jump,
    Search,
    Filter,
    Settings,
    Sort,
    List,
    Zoom,
    Details,
    Copy,
    Export,
    Palette,
    Help,
    Tour,
    Log,
    Mouse,
    Theme,
    Suspend,
    Back,
    Quit,
}

/// Under which heading the help lists something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Decide,
    Issues,
    Evidence,
    Statements,
    Work,
    Move,
    Views,
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
            Self::Statements => "Statements",
            Self::Work => "Run",
            Self::Move => "Move",
            Self::Views => "Views",
            Self::Program => "Program",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What is done.
    pub op: Op,
    /// Its name in the settings.
    pub name: &'static str,
    /// By which keys in the vim-like preset, alternatives separated by a comma and a blank.
    pub vim: &'static str,
    /// By which keys in the plain preset.
    pub plain: &'static str,
    /// Under which heading.
    pub group: Group,
    /// In the footer.
    pub label: &'static str,
    /// In the help.
    pub help: &'static str,
    /// Where; empty for everywhere.
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

    /// What the footer calls it there.
    #[must_use]
    pub fn label_in(&self, pane: Pane) -> &'static str {
        match (self.op, pane) {
            (Op::Open, Pane::Export) => "write as Markdown, HTML, JSON, CSV, XLSX",
            (Op::Open, Pane::Overview) => "show these",
            (Op::Open, Pane::Agreement) => "show the differing",
            (Op::Open, Pane::History) => "what changed",
            (Op::Mark, Pane::History) => "compare",
            (Op::Open, Pane::Opinions) => "adopt",
            (Op::Open, Pane::Literature) => "on/off, edit query",
            (Op::Provide, Pane::Literature) => "consent",
            (Op::NextMatch, Pane::Opinions) => "next conflict",
            (Op::NextMatch, Pane::Map) => "next dispute",
            (Op::NextMatch, Pane::Source) => "next statement",
            (Op::NextMatch, Pane::Document) => "next citation",
            (Op::PaneNext, Pane::Opinions) => "next reviewer",
            (Op::PaneNext, Pane::Map) => "next column",
            (Op::PaneNext, Pane::Overview) => "next section",
            _ => self.label,
        }
    }

    /// Where it can be done, in words.
    #[must_use]
    pub fn place(&self) -> String {
        match self.panes {
            [] => "everywhere".to_owned(),
            panes if panes == Pane::PANES => "panes".to_owned(),
            panes if panes == ACROSS => {
                let views: Vec<_> = panes.iter().filter(|pane| pane.is_view()).map(|pane| pane.name()).collect();
                format!("panes, {}", views.join(", "))
            }
            panes if panes.len() <= 3 || panes == DETAILED => {
                panes.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ")
            }
            panes if panes.iter().all(|p| p.is_view()) => "views".to_owned(),
            _ => "panes, views".to_owned(),
        }
    }

    /// Whether it is something that this pane has and few others.
    #[must_use]
    pub fn is_of(&self, pane: Pane) -> bool {
        (1..=3).contains(&self.panes.len()) && self.panes.contains(&pane)
    }

    /// Whether it is about the statement in view, which must have been read for it.
    #[must_use]
    pub fn is_about_the_statement(&self) -> bool {
        match self.group {
            Group::Decide => !matches!(self.op, Op::Undo | Op::Redo | Op::Bulk | Op::Tick | Op::Reason),
            Group::Issues | Group::Evidence | Group::Statements => true,
            _ => matches!(self.op, Op::Open | Op::Rerun | Op::Jump | Op::Copy),
        }
    }

    /// Whether it means nothing before there are statements.
    #[must_use]
    pub fn needs_statements(&self) -> bool {
        let is_of_statements =
            matches!(self.group, Group::Decide | Group::Issues | Group::Evidence | Group::Statements | Group::Move);
        is_of_statements || self.is_about_the_statement()
    }

    /// Whether it changes the selected statement or what is known of it.
    #[must_use]
    pub fn decides_on_the_statement(&self) -> bool {
        let group = matches!(self.group, Group::Decide | Group::Issues | Group::Evidence | Group::Statements);
        self.writes && (group && self.is_about_the_statement() || self.op == Op::RunStatement)
    }
}

const fn row(
    op: Op,
    name: &'static str,
    keys: (&'static str, &'static str),
    group: Group,
    label: &'static str,
    help: &'static str,
) -> Binding {
    Binding { op, name, vim: keys.0, plain: keys.1, group, label, help, panes: &[], writes: false }
}

impl Binding {
    const fn within(mut self, panes: &'static [Pane]) -> Self {
        self.panes = panes;
        self
    }

    const fn writes(mut self) -> Self {
        self.writes = true;
        self
    }
}

const fn both(keys: &'static str) -> (&'static str, &'static str) {
    (keys, keys)
}

const PANES: &[Pane] = &Pane::PANES;
/// Where things are side by side.
const ACROSS: &[Pane] = &[
    Pane::Statements,
    Pane::Statement,
    Pane::Against,
    Pane::For,
    Pane::Issues,
    Pane::Verdict,
    Pane::Overview,
    Pane::Map,
    Pane::Opinions,
];
const EVIDENCE: &[Pane] = &[Pane::Against, Pane::For];
const DETAILED: &[Pane] = &[Pane::Statement, Pane::Against, Pane::For, Pane::Issues, Pane::Verdict];
const ISSUES: &[Pane] = &[Pane::Issues];
const LISTS: &[Pane] = &[Pane::Statements, Pane::Statement];
const LETTING: &[Pane] = &[Pane::Against, Pane::For, Pane::Document];
const DOCUMENT: &[Pane] = &[Pane::Document];
const MARKED: &[Pane] = &[Pane::Document, Pane::History];
const HISTORY: &[Pane] = &[Pane::History];
/// Where there is something to search.
const SEARCHED: &[Pane] = &[
    Pane::Statements,
    Pane::Statement,
    Pane::Against,
    Pane::For,
    Pane::Issues,
    Pane::Verdict,
    Pane::Source,
    Pane::Document,
    Pane::Export,
];
const READERS: &[Pane] =
    &[Pane::Source, Pane::Document, Pane::History, Pane::Activity, Pane::Export, Pane::Opinions, Pane::Map];
/// Where Space scrolls.
const SPACE: &[Pane] = &[
    Pane::Document,
    Pane::Statement,
    Pane::Against,
    Pane::For,
    Pane::Issues,
    Pane::Verdict,
    Pane::Overview,
    Pane::Source,
    Pane::History,
    Pane::Activity,
    Pane::Trace,
    Pane::Export,
    Pane::Opinions,
    Pane::Literature,
    Pane::Map,
    Pane::Agreement,
];

use Group::{Decide, Evidence, Issues, Move, Program, Statements, Views, Work};

/// Everything that can be done outside of forms.
#[rustfmt::skip]
pub const TABLE: &[Binding] = &[
    row(Op::Accept, "accept", both("a"), Decide, "accept", "accept the machine's verdict and go on to the most urgent one left").writes(),
    row(Op::SetContradicts, "set_contradicts", both("C"), Decide, "contradicts", "set the verdict to contradicts and go on to the most urgent one left").writes(),
    row(Op::SetSupports, "set_supports", both("S"), Decide, "supports", "set the verdict to supports and go on to the most urgent one left").writes(),
    row(Op::SetUndecided, "set_undecided", both("N"), Decide, "undecided", "set the verdict to undecided and go on to the most urgent one left; in a list that was searched, go to the previous match").within(PANES).writes(),
    row(Op::Verdict, "verdict", both("v"), Decide, "verdict", "set a verdict of your own, with confidence and rationale").writes(),
    row(Op::Withdraw, "withdraw", both("w"), Decide, "withdraw", "withdraw an override; the machine's result is in force again").writes(),
    row(Op::Edit, "edit", both("e"), Decide, "edit", "set the result of a stage by hand").writes(),
    row(Op::Note, "note", both("m"), Decide, "note", "write a note on the statement").writes(),
    row(Op::Flag, "flag", both("f"), Decide, "flag", "flag the statement, or unflag it").writes(),
    row(Op::Tick, "tick", both("t"), Decide, "tick", "tick the statement for an act on several, or untick it").within(LISTS),
    row(Op::Bulk, "bulk", both("B"), Decide, "many", "act on all ticked statements, or on all shown").writes(),
    row(Op::Reason, "reason", both("'"), Decide, "why", "give the reason for your newest decision, or for your ruling on the selected issue, from the review's list or in your own words").writes(),
    row(Op::Undo, "undo", ("u", "ctrl-z, u"), Decide, "undo", "undo (also after a restart)").writes(),
    row(Op::Redo, "redo", ("U, ctrl-y", "ctrl-y, U"), Decide, "redo", "redo what was undone last").writes(),
    row(Op::Confirm, "confirm", both("c"), Issues, "confirm", "confirm the selected issue, or withdraw that").within(ISSUES).writes(),
    row(Op::Dismiss, "dismiss", both("d"), Issues, "dismiss", "dismiss the selected issue, or restore it").within(ISSUES).writes(),
    row(Op::Raise, "raise_severity", both("+"), Issues, "raise", "raise the severity of the selected issue").within(ISSUES).writes(),
    row(Op::Lower, "lower_severity", both("-"), Issues, "lower", "lower the severity of the selected issue").within(ISSUES).writes(),
    row(Op::NewIssue, "new_issue", both("I"), Issues, "new issue", "raise an issue of your own on the statement").writes(),
    row(Op::Documents, "documents", both("D"), Evidence, "documents", "all retrieved documents: score, reason; include or exclude any of them").within(PANES),
    row(Op::Exclude, "exclude", both("o"), Evidence, "exclude", "exclude the selected document").within(LETTING).writes(),
    row(Op::Include, "include", both("i"), Evidence, "include", "include the selected document, whatever its score").within(LETTING).writes(),
    row(Op::Stance, "stance", both("="), Evidence, "stance", "set the stance, credibility and quality of the selected citation; in the list of documents, the relevance of the selected one").within(EVIDENCE).writes(),
    row(Op::Uncite, "uncite", both("del, X"), Evidence, "remove", "remove the selected citation").within(EVIDENCE).writes(),
    row(Op::Attach, "attach", both("A"), Evidence, "attach", "attach a document, or a pasted passage as a citation").writes(),
    row(Op::Identify, "attach_by_identifier", both("@"), Evidence, "add by DOI", "fetch a work by DOI, PMID, PMCID, arXiv id or address, and attach it; in the list of documents, fetch the full text of the selected one").within(EVIDENCE).writes(),
    row(Op::Mark, "mark", both("t"), Evidence, "tick", "tick the sentence to be cited, or untick it; in the history, tick a run, then another to see both side by side").within(MARKED),
    row(Op::Cite, "cite", both("Q"), Evidence, "cite", "cite the ticked sentences").within(DOCUMENT).writes(),
    row(Op::EditStatement, "statement_edit", ("s e", "f4"), Statements, "edit statement", "edit the statement's text, kind and context").within(LISTS).writes(),
    row(Op::AddStatement, "statement_add", ("s a", "ins"), Statements, "add", "add a statement of your own").within(LISTS).writes(),
    row(Op::Candidates, "statement_candidates", ("*, s c", "ctrl-k, *"), Statements, "candidates", "sentences of the paper that could be statements, with their scores; add any").within(LISTS),
    row(Op::SplitStatement, "statement_split", ("s s", "ctrl-d"), Statements, "split", "split the statement into two").within(LISTS).writes(),
    row(Op::MergeStatement, "statement_merge", ("s m", "ctrl-j"), Statements, "merge", "merge the statement with the next one").within(LISTS).writes(),
    row(Op::DropStatement, "statement_drop", ("s d", "del"), Statements, "drop", "drop the statement from the review").within(LISTS).writes(),
    row(Op::Rerun, "rerun", ("r", "r, f9"), Work, "re-run", "re-run a stage, the statement, what is stale, or everything").writes(),
    row(Op::RunStatement, "run_statement", both("R"), Work, "run stale", "run what is missing or stale in this statement").writes(),
    row(Op::RunAll, "run_all", both("ctrl-r"), Work, "run all", "run everything that is missing or stale").writes(),
    row(Op::RunOther, "run_other", both("b"), Work, "run with other", "run everything that is missing or stale with the other reasoner: builtin where there is no model").writes(),
    row(Op::Provide, "provide", both("P"), Work, "provide", "provide what a run needs, then continue: fetch the model, or allow its server to receive text").writes(),
    row(Op::Settings, "settings", ("g c", "f10"), Work, "thresholds", "change the thresholds of this review").writes(),
    row(Op::Reasons, "reasons", ("g w", "ctrl-w"), Work, "reasons", "edit the reasons that this review offers, and its criteria").writes(),
    row(Op::Prompts, "prompts", ("g p", "ctrl-e"), Work, "prompts", "the prompts of a model reasoner: edit one, try it on this statement, keep it for the review").writes(),
    row(Op::Pause, "pause", both("H"), Work, "pause", "pause the run, or continue it; running stages finish, nothing is lost"),
    row(Op::Cancel, "cancel", both("x"), Work, "cancel", "stop the run; results so far are kept"),
    row(Op::Next, "next", ("j, down", "down"), Move, "next", "next in the pane: statement, citation, issue or line"),
    row(Op::Previous, "previous", ("k, up", "up"), Move, "previous", "previous in the pane"),
    row(Op::NextStatement, "next_statement", ("]", "ctrl-down, ]"), Move, "next statement", "next statement, from any pane"),
    row(Op::PreviousStatement, "previous_statement", ("[", "ctrl-up, ["), Move, "previous statement", "previous statement, from any pane"),
    row(Op::NextToDecide, "next_to_decide", ("n", "n, f8"), Move, "next to decide", "next statement not yet reviewed, most severe first").within(PANES),
    row(Op::NextMatch, "next_match", ("n", "n, f8"), Move, "next match", "next match, cited passage, statement in the text, or conflict").within(READERS),
    row(Op::PreviousMatch, "previous_match", both("p, N"), Move, "previous match", "previous match, cited passage, statement in the text, or conflict").within(READERS),
    row(Op::First, "first", ("g g, home", "home"), Move, "first", "first in the pane"),
    row(Op::Last, "last", ("G, end", "end"), Move, "last", "last in the pane"),
    row(Op::ScrollDown, "scroll_down", ("J, pgdn", "pgdn"), Move, "scroll", "scroll the pane down"),
    row(Op::ScrollUp, "scroll_up", ("K, pgup", "pgup"), Move, "scroll up", "scroll the pane up"),
    row(Op::PageDown, "page_down", both("space"), Move, "page", "one page down").within(SPACE),
    row(Op::PaneNext, "pane_next", ("tab, l, right", "tab, right"), Move, "pane", "next pane, reviewer, column of the map or section of the overview").within(ACROSS),
    row(Op::PanePrevious, "pane_previous", ("shift-tab, h, left", "shift-tab, left"), Move, "previous pane", "previous pane, reviewer, column or section").within(ACROSS),
    row(Op::Go(Pane::Statements), "statements", both("1"), Move, "statements", "go to the statements"),
    row(Op::Go(Pane::Statement), "statement", both("2"), Move, "statement", "go to the statement in its context"),
    row(Op::Go(Pane::Against), "against", both("3"), Move, "against", "go to the evidence against"),
    row(Op::Go(Pane::For), "for", both("4"), Move, "for", "go to the evidence for"),
    row(Op::Go(Pane::Issues), "issues", both("5"), Move, "issues", "go to the issues"),
    row(Op::Go(Pane::Verdict), "verdict_pane", both("6"), Move, "verdict", "go to the verdict and the report"),
    row(Op::Open, "open", both("enter"), Move, "open", "open: a statement's evidence, a citation's document, what an issue speaks of"),
    row(Op::Jump, "jump", both("#"), Move, "citation", "go to a citation by its number [n]"),
    row(Op::Search, "search", ("/", "ctrl-f, /"), Move, "search", "search: statements in the list, words in a text").within(SEARCHED),
    row(Op::Filter, "filter", both("F"), Move, "filter", "show only statements of a verdict, a basis, an issue or the like").within(PANES),
    row(Op::Sort, "sort", both("O"), Move, "sort", "sort the statements another way").within(PANES),
    row(Op::List, "list", both("L"), Move, "list", "show or hide the list of statements").within(PANES),
    row(Op::Zoom, "zoom", both("z"), Move, "maximise", "give the pane in focus the whole screen, or restore the panes").within(PANES),
    row(Op::Details, "details", both("."), Evidence, "details", "show or fold what the machine recorded: of each passage, of issues and the verdict with codes and versions, abstracts invented for the search").within(DETAILED),
    row(Op::Go(Pane::Overview), "overview", ("g o", "f2"), Views, "overview", "the review as a whole, in charts"),
    row(Op::Go(Pane::Map), "map", ("g v", "ctrl-b"), Views, "map", "the statements by triage, verdict and disagreement, and the weight of the evidence on one"),
    row(Op::Go(Pane::Source), "source", ("g s", "f3"), Views, "source", "the paper with its statements marked"),
    row(Op::Go(Pane::Document), "document", ("g d", "f5"), Views, "document", "the selected citation's document"),
    row(Op::Go(Pane::History), "history", ("g h", "f6"), Views, "history", "every act on the statement, with what it changed"),
    row(Op::Go(Pane::Opinions), "reviewers", ("g r", "ctrl-o"), Views, "reviewers", "what each reviewer says of the statement, why and on which evidence; decide conflicts"),
    row(Op::Go(Pane::Agreement), "agreement", ("g i", "ctrl-a"), Views, "agreement", "how far the reviewers agree with each other and the machine with them; the statements behind each figure"),
    row(Op::WholeReview, "history_scope", both("W"), Views, "whole review", "the whole review's history, or the statement's").within(HISTORY),
    row(Op::Go(Pane::Literature), "sources", ("g l", "ctrl-l"), Views, "sources", "the sources of evidence: on or off, consent, limits; what each query found; edit a query and send it"),
    row(Op::Go(Pane::Activity), "activity", ("g a", "f7"), Views, "activity", "running, queued and failed stages"),
    row(Op::Go(Pane::Trace), "calls", both("T"), Views, "calls", "the model calls behind the statement: prompts, answers, tokens, times"),
    row(Op::Export, "export", ("E, g e", "E, ctrl-s"), Views, "export", "preview the report and write it"),
    row(Op::Criteria, "criteria", ("g k", "f11"), Views, "criteria", "what verdicts, confidences and stances mean, and this review's own criteria"),
    row(Op::Log, "messages", ("!, g m", "!"), Views, "messages", "all messages so far"),
    row(Op::Copy, "copy", both("y"), Program, "copy", "copy what is selected to the clipboard"),
    row(Op::Palette, "palette", (":, ctrl-p", "ctrl-p, :"), Program, "palette", "run any command by its name"),
    row(Op::Help, "help", ("?, f1", "f1, ?"), Program, "help", "keys, symbols and words"),
    row(Op::Tour, "tour", ("g ?", "ctrl-g"), Program, "tour", "the tour of the first start, in five steps"),
    row(Op::Theme, "theme", ("g t", "ctrl-t"), Program, "theme", "preview the themes and pick one"),
    row(Op::Mouse, "mouse", both("M"), Program, "mouse", "use the mouse here, or leave it to the terminal for selecting text"),
    row(Op::Back, "back", both("esc"), Program, "back", "back one level"),
    row(Op::Suspend, "suspend", ("ctrl-z", ""), Program, "suspend", "suspend to the shell; fg comes back"),
    row(Op::Quit, "quit", ("q, ctrl-c", "ctrl-q, q, ctrl-c"), Program, "quit", "quit; everything is saved already"),
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
            Op::Filter,
            Op::Palette,
        ],
        Pane::Statement => {
            &[Op::Accept, Op::Verdict, Op::Edit, Op::Rerun, Op::Undo, Op::NextStatement, Op::PaneNext, Op::Note]
        }
        Pane::Against | Pane::For => &[
            Op::Open,
            Op::Details,
            Op::Stance,
            Op::Exclude,
            Op::Include,
            Op::Attach,
            Op::Documents,
            Op::Accept,
            Op::Verdict,
            Op::Identify,
            Op::Undo,
            Op::PaneNext,
        ],
        Pane::Issues => {
            &[Op::Confirm, Op::Dismiss, Op::Raise, Op::Lower, Op::Open, Op::Undo, Op::NextStatement, Op::PaneNext]
        }
        Pane::Verdict => {
            &[Op::Accept, Op::Verdict, Op::Withdraw, Op::Jump, Op::Edit, Op::Rerun, Op::Undo, Op::Details, Op::PaneNext]
        }
        Pane::Overview => &[Op::Open, Op::Next, Op::Export, Op::Go(Pane::Activity), Op::Back],
        Pane::Agreement => &[Op::Open, Op::Next, Op::Copy, Op::Go(Pane::Opinions), Op::Back],
        Pane::Map => &[Op::Next, Op::Open, Op::NextMatch, Op::Accept, Op::Verdict, Op::Back],
        Pane::Source => &[Op::NextMatch, Op::Open, Op::Search, Op::Copy, Op::Back],
        Pane::Document => &[Op::Mark, Op::Cite, Op::NextMatch, Op::Search, Op::Copy, Op::Back],
        Pane::History => &[Op::Open, Op::Mark, Op::Undo, Op::Redo, Op::WholeReview, Op::Prompts, Op::Next, Op::Back],
        Pane::Opinions => &[Op::Open, Op::Verdict, Op::NextMatch, Op::PaneNext, Op::Undo, Op::Withdraw, Op::Back],
        Pane::Literature => &[Op::Open, Op::Provide, Op::Rerun, Op::Copy, Op::Undo, Op::Cancel, Op::Back],
        Pane::Activity => &[Op::Next, Op::Open, Op::Pause, Op::Cancel, Op::RunAll, Op::Back],
        Pane::Trace => &[Op::Next, Op::Open, Op::Copy, Op::NextStatement, Op::Cancel, Op::Back],
        Pane::Export => &[Op::Open, Op::Search, Op::ScrollDown, Op::Back],
    }
}

/// What the footer shows while the review has no statements.
#[must_use]
pub fn footer_without_statements(pane: Pane) -> Vec<Op> {
    if pane.is_of_a_statement() {
        return vec![Op::Back];
    }
    if pane.is_view() {
        let is_of_view = |op: &Op| matches!(op, Op::Open | Op::Copy);
        let is_possible = |op: &Op| is_of_view(op) || !binding(*op).is_some_and(Binding::is_about_the_statement);
        return footer(pane).iter().copied().filter(is_possible).collect();
    }
    vec![
        Op::Candidates,
        Op::AddStatement,
        Op::Go(Pane::Source),
        Op::RunAll,
        Op::Cancel,
        Op::Go(Pane::Activity),
        Op::Export,
        Op::Settings,
        Op::Palette,
    ]
}

/// The row of an operation.
#[must_use]
pub fn binding(op: Op) -> Option<&'static Binding> {
    TABLE.iter().find(|b| b.op == op)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_listed_once_and_described() {
        for (i, one) in TABLE.iter().enumerate() {
            for other in &TABLE[i + 1..] {
                assert_ne!(one.op, other.op, "listed twice");
                assert_ne!(one.name, other.name, "named twice");
            }
            assert!(!one.label.is_empty() && one.help.len() > one.label.len() / 2, "{}", one.name);
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
