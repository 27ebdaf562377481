//! Forms of fields: texts, one of several, several of several. What a form is
//! for is in a file of its own, which makes it and takes it in.

mod attach;
mod bulk;
mod digits;
mod export;
mod filter;
mod issue;
mod keys;
mod reasons;
mod refusal;
mod rerun;
mod retrieve;
mod score;
mod settings;
mod stage;
mod statement;
mod verdict;
mod weigh;

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use crate::{
    domain::{Code, Digest, DocId, IssueKey, Side, Stage, StatementId},
    text::Clean,
};

use super::{
    action::Effect,
    drafts,
    keys::Pane,
    listing::WordedBasis,
    paths::{complete_path, expand},
    state::{Overlay, State},
};

pub(super) use attach::{open as attach, read as read_attachment};
pub use bulk::Bulk;
pub(super) use bulk::{act as bulk_act, open as bulk};
pub(super) use digits::digits;
pub(super) use export::open as export;
pub(super) use filter::{open as filter, recount};
pub(super) use issue::open as new_issue;
pub(super) use keys::{click, edited, key, pasted, type_into};
pub(super) use reasons::{dropped, follow_newest, give as give_reason, lists as reason_lists, offer as offer_reason};
pub(super) use rerun::{costed, library_changed, open as rerun, probed, stage_of};
pub(super) use retrieve::{ask_consent, edit_query, identify};
pub(super) use score::open as score;
pub(super) use settings::open as settings;
pub(super) use stage::open as edit_stage;
pub use statement::Change;
pub(super) use statement::{
    act as change_act, add as add_statement, amend as amend_statement, merge_or_drop, split as split_statement,
};
pub(super) use verdict::{describe_beyond, open as verdict};
pub(super) use weigh::{stance, stance_of};

use digits::{Digits, describe_choice, describe_move};
use keys::{paste, press};
use refusal::Refusal;

/// What a form is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// The verdict on a statement.
    Verdict(StatementId),
    /// An issue of the reviewer's own.
    Issue(StatementId),
    /// Which statements the list shows, with the kinds of issues and the bases that it offers.
    Filter(Vec<Code>, Vec<WordedBasis>),
    /// An act on many statements.
    Bulk,
    /// How a review is written.
    Export,
    /// The thresholds.
    Settings,
    /// The reason for the newest decision.
    Reason,
    /// The reason for the ruling on an issue and those equal to it.
    Ruling(StatementId, IssueKey),
    /// The reasons that the review offers.
    Reasons,
    /// A re-run, by a reasoner with prompts or without.
    Rerun(StatementId, bool),
    /// The result of a stage.
    Stage(StatementId, Stage),
    /// The relevance of a document.
    Score(StatementId, DocId),
    /// The stance of a citation.
    Stance(StatementId),
    /// The stance of passages that have just been cited by hand.
    Cited(StatementId, Vec<u32>),
    /// A statement worded anew.
    Amend(StatementId),
    /// A new statement after this one, or at the end.
    Add(Option<StatementId>),
    /// A statement made into two.
    Split(StatementId, Digest),
    /// Evidence brought by the reviewer.
    Attach(StatementId),
    /// A work to be fetched by its identifier.
    Identify(StatementId),
    /// A query in the reviewer's words, in place of one of this source and side.
    Query(StatementId, Clean, Side, Clean),
}

/// A form.
#[derive(Clone, Debug)]
pub struct Form {
    /// What is asked.
    pub title: Clean,
    /// What it is for.
    pub purpose: Purpose,
    /// What can be filled in.
    pub fields: Vec<Field>,
    /// The field that the keys go to.
    pub at: usize,
    /// What Enter does, in a word.
    pub submit: &'static str,
    /// Why it was not taken in.
    pub error: Option<Clean>,
    /// What the choices come to.
    pub note: Clean,
    /// Whether anything in it was changed.
    pub touched: bool,
    /// The side of the evidence that the reviewer has scrolled on to, where a screen has room for one above the form.
    pub side: Option<Pane>,
    /// Of a form with a page for each of several things: which of them the fields are of.
    page: usize,
    /// The fields of the pages that were changed and left, by their places.
    left: BTreeMap<usize, Vec<Field>>,
    /// Digits typed over a choice, with what that field was at.
    typed: Digits,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub label: &'static str,
    /// What to write, or what the choice means.
    pub hint: Clean,
    /// What is in it.
    pub input: Input,
    /// Why it cannot be filled in, if it cannot.
    pub off: Option<Clean>,
    /// Whether it is the reviewer's remark, to which the letters go that are typed over a choice of the form.
    is_remark: bool,
    /// Whether it is the path of a file, which Tab completes.
    is_path: bool,
}

/// What is in a field.
#[derive(Clone, Debug)]
pub enum Input {
    /// A text of so many lines; with one line, Enter takes the form in.
    Text(Box<TextArea<'static>>, u16),
    /// One of several; their number where none is chosen.
    Choice(Vec<Clean>, usize),
    /// Any of several, and the one that Space is on.
    Ticks(Vec<(Clean, bool)>, usize),
}

impl Field {
    /// A text of `lines` lines.
    #[must_use]
    pub fn text(label: &'static str, text: &str, lines: u16) -> Self {
        Self::new(label, Input::Text(Box::new(area(text)), lines))
    }

    /// A text of `lines` lines in the reviewer's own words; letters that are typed over a choice of its form go to it.
    #[must_use]
    pub fn remark(label: &'static str, text: &str, lines: u16) -> Self {
        Self { is_remark: true, ..Self::text(label, text, lines) }
    }

    /// The path of a file.
    #[must_use]
    pub fn path(label: &'static str, path: &str) -> Self {
        Self { is_path: true, ..Self::text(label, path, 1) }
    }

    /// One of several.
    #[must_use]
    pub fn choice<T: Into<Clean>>(label: &'static str, options: impl IntoIterator<Item = T>, at: usize) -> Self {
        let options: Vec<Clean> = options.into_iter().map(Into::into).collect();
        let at = at.min(options.len().saturating_sub(1));
        Self::new(label, Input::Choice(options, at))
    }

    /// One of several, of which none may be chosen yet.
    #[must_use]
    pub fn open_choice<T: Into<Clean>>(
        label: &'static str,
        options: impl IntoIterator<Item = T>,
        at: Option<usize>,
    ) -> Self {
        let options: Vec<Clean> = options.into_iter().map(Into::into).collect();
        let at = at.unwrap_or(options.len());
        Self::new(label, Input::Choice(options, at))
    }

    /// Any of several.
    #[must_use]
    pub fn ticks<T: Into<Clean>>(label: &'static str, options: impl IntoIterator<Item = (T, bool)>) -> Self {
        Self::new(label, Input::Ticks(options.into_iter().map(|(text, on)| (text.into(), on)).collect(), 0))
    }

    /// Shown from its first line on, with the cursor there.
    fn opened_at_top(mut self) -> Self {
        if let Input::Text(area, _) = &mut self.input {
            area.move_cursor(CursorMove::Top);
            area.move_cursor(CursorMove::Head);
        }
        self
    }

    fn new(label: &'static str, input: Input) -> Self {
        Self { label, hint: Clean::default(), input, off: None, is_remark: false, is_path: false }
    }

    /// With a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Clean>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Which cannot be filled in, for this reason.
    #[must_use]
    pub fn off(mut self, why: impl Into<Clean>) -> Self {
        self.off = Some(why.into());
        self
    }

    /// Whether it is the reviewer's remark.
    #[must_use]
    pub fn is_remark(&self) -> bool {
        self.is_remark
    }

    /// How many lines it takes on the screen.
    #[must_use]
    pub fn height(&self) -> u16 {
        match &self.input {
            Input::Text(_, lines) if *lines > 1 => lines + 1,
            _ => 1,
        }
    }
}

impl Form {
    /// A form, at its first field that can be filled in.
    #[must_use]
    pub fn new(title: impl Into<Clean>, purpose: Purpose, submit: &'static str, fields: Vec<Field>) -> Self {
        let mut form = Self {
            title: title.into(),
            purpose,
            fields,
            at: 0,
            submit,
            error: None,
            note: Clean::default(),
            touched: false,
            side: None,
            page: 0,
            left: BTreeMap::new(),
            typed: Digits::default(),
        };
        form.go_to_first();
        form
    }

    /// What Escape does, in a few words.
    #[must_use]
    pub fn escape(&self) -> &'static str {
        if matches!(self.purpose, Purpose::Cited(..)) { "the machine decides" } else { "back" }
    }

    /// Goes to the first field that can be filled in.
    pub(super) fn go_to_first(&mut self) {
        self.at = self.fields.iter().position(|field| field.off.is_none()).unwrap_or(0);
    }

    /// Goes to the field that a refusal is about, if it is about one.
    fn go_to(&mut self, field: Option<usize>) {
        self.at = field.filter(|at| self.fields.get(*at).is_some_and(|field| field.off.is_none())).unwrap_or(self.at);
    }

    /// The text of a field, cleaned: the field keeps what it was given.
    #[must_use]
    pub fn text(&self, field: usize) -> Clean {
        match self.fields.get(field).map(|f| &f.input) {
            Some(Input::Text(area, _)) => Clean::from(area.lines().join("\n").trim().to_owned()),
            _ => Clean::default(),
        }
    }

    /// Which of its options a field has.
    #[must_use]
    pub fn chosen(&self, field: usize) -> usize {
        match self.fields.get(field).map(|f| &f.input) {
            Some(Input::Choice(_, at)) => *at,
            _ => 0,
        }
    }

    /// Which of its options are ticked in a field.
    #[must_use]
    pub fn ticked(&self, field: usize) -> Vec<usize> {
        match self.fields.get(field).map(|f| &f.input) {
            Some(Input::Ticks(options, _)) => {
                options.iter().enumerate().filter(|(_, (_, on))| *on).map(|(i, _)| i).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the keys go to a text of several lines, in which Enter begins a new one.
    #[must_use]
    pub fn is_in_long_text(&self) -> bool {
        matches!(self.fields.get(self.at).map(|field| &field.input), Some(Input::Text(_, lines)) if *lines > 1)
    }

    /// Whether it has a text of several lines, and ^S takes the form in from everywhere.
    #[must_use]
    pub fn has_long_text(&self) -> bool {
        self.fields.iter().any(|field| matches!(&field.input, Input::Text(_, lines) if *lines > 1))
    }

    /// Whether letters write, so that its choices show the digits that choose.
    #[must_use]
    pub fn has_remark(&self) -> bool {
        self.remark().is_some()
    }

    /// The reviewer's remark, if the form has one that can be filled in.
    fn remark(&self) -> Option<usize> {
        self.fields.iter().position(|field| field.is_remark && field.off.is_none())
    }

    /// Completes the path in a field as far as its files are alike. `None` where there is nothing to complete, and Tab goes
    /// on; else what to say of it, if anything.
    fn complete(&mut self, field: usize) -> Option<Clean> {
        let field = self.fields.get_mut(field).filter(|field| field.is_path && field.off.is_none())?;
        let Input::Text(area, _) = &mut field.input else { return None };
        let typed = area.lines().concat();
        if typed.is_empty() || expand(&typed).is_file() {
            return None;
        }
        let (longer, matching) = complete_path(&typed);
        if longer == typed && matching.len() < 2 {
            return None;
        }
        if longer != typed {
            **area = self::area(&longer);
            self.touched = true;
            return Some(Clean::default());
        }
        const NAMED: usize = 6;
        let mut names = matching.clone();
        names.truncate(NAMED);
        names.extend((matching.len() > NAMED).then(|| format!("{} more", matching.len() - NAMED)));
        Some(Clean::from(format!("{} names begin like this: {}", matching.len(), names.join(", "))).one_line())
    }

    /// Whether it is at the foot of the screen, below the evidence that it is about.
    #[must_use]
    pub fn is_docked(&self) -> bool {
        matches!(self.purpose, Purpose::Verdict(_) | Purpose::Stance(_) | Purpose::Cited(..))
    }

    /// The digits that choose in the field that the keys go to, the first and the last of them, where `typed` is none of
    /// them.
    fn missed(&self, typed: char) -> Option<(char, char)> {
        let Some(Input::Choice(options, _)) = self.fields.get(self.at).map(|field| &field.input) else { return None };
        let choosing: Vec<char> = digits(options).into_iter().flatten().collect();
        let missed = typed.is_ascii_digit() && !choosing.contains(&typed);
        choosing.first().copied().zip(choosing.last().copied()).filter(|_| missed)
    }

    /// Goes from a choice to the reviewer's remark, if the form has one that can be filled in: what is written belongs
    /// there.
    fn write(&mut self) {
        let is_text = matches!(self.fields.get(self.at).map(|field| &field.input), Some(Input::Text(..)));
        if !is_text && let Some(remark) = self.remark() {
            self.at = remark;
        }
    }

    /// Takes a key that is typed over a choice: a letter writes the remark, and so do the digits before a key that
    /// shows them to be part of it. Returns what the reviewer should know of digits typed before.
    fn route_typed(&mut self, key: KeyEvent) -> Option<String> {
        let is_typed = !key.modifiers.contains(KeyModifiers::CONTROL);
        let remark = self.remark().map(|place| self.fields[place].label);
        let mut said = None;
        if let Some(remark) = remark
            && let Some(Input::Choice(options, chosen)) = self.fields.get(self.at).map(|field| &field.input)
        {
            let (place, chosen) = (self.at, *chosen);
            // A digit that is none of the choice chose nothing.
            let chose = |digit: &char| digits(options).get(chosen) == Some(&Some(*digit));
            let digit = self.typed.before_letter(key).filter(chose);
            said = digit.zip(options.get(chosen)).map(|(digit, option)| describe_choice(digit, option, remark));
            if let Some((digits, before)) = self.typed.take(key, chosen) {
                press(self, place, Some(before));
                self.write();
                paste(self, &Clean::from(digits.as_str()));
                return Some(describe_move(&digits, remark));
            }
        }
        if is_typed && matches!(key.code, KeyCode::Char(c) if c != ' ' && !c.is_ascii_digit()) {
            self.write();
        }
        said
    }

    fn step(&mut self, down: bool) {
        let count = self.fields.len();
        let order = (1..=count).map(|i| if down { (self.at + i) % count } else { (self.at + count - i) % count });
        self.at = order.into_iter().find(|i| self.fields[*i].off.is_none()).unwrap_or(self.at);
    }
}

/// A text to be edited.
pub(super) fn area(text: &str) -> TextArea<'static> {
    let mut area = TextArea::new(text.lines().map(str::to_owned).collect());
    area.set_wrap_mode(WrapMode::WordOrGlyph);
    area.set_cursor_line_style(ratatui::style::Style::default());
    area.move_cursor(CursorMove::Bottom);
    area.move_cursor(CursorMove::End);
    area
}

/// Opens a form.
pub(super) fn open(state: &mut State, form: Form) -> Vec<Effect> {
    drafts::open(state, Overlay::Form(Box::new(form)));
    Vec::new()
}

/// Takes a form in, or says why not.
fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Refusal> {
    let taken = match &form.purpose {
        Purpose::Verdict(statement) => return verdict::submit(state, *statement, form),
        Purpose::Stage(..) | Purpose::Stance(_) | Purpose::Cited(..) => return stage::submit(state, form),
        Purpose::Issue(statement) => issue::submit(state, *statement, form),
        Purpose::Export => export::submit(state, form),
        Purpose::Settings => settings::submit(state, form),
        Purpose::Reason => reasons::submit(state, form),
        Purpose::Ruling(statement, issue) => reasons::rule(state, *statement, *issue, form),
        Purpose::Reasons => reasons::set(state, form),
        Purpose::Filter(..) => filter::submit(state, form),
        Purpose::Bulk => bulk::submit(state, form),
        Purpose::Score(statement, doc) => score::submit(state, *statement, doc, form),
        Purpose::Rerun(statement, _) => rerun::submit(state, *statement, form),
        Purpose::Amend(_) | Purpose::Add(_) | Purpose::Split(..) => statement::submit(state, form),
        Purpose::Attach(statement) => attach::submit(state, *statement, form),
        Purpose::Identify(_) | Purpose::Query(..) => retrieve::submit(state, form),
    };
    Ok(taken?)
}

/// Brings what the form says of its choices up to date with them.
fn changed(state: &mut State, form: &mut Form) {
    rerun::changed(state, form);
    weigh::changed(state, form);
    filter::changed(state, form);
    bulk::changed(state, form);
    verdict::changed(state, form);
    attach::changed(state, form);
    export::changed(state, form);
}
