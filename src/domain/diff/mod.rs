//! What changed between two results of one stage, in words: texts word by word,
//! everything else field by field. Pure; how it looks is for others to say.

mod evidence;
mod weights;
mod words;

use std::collections::BTreeMap;

use crate::text::Clean;

use super::{DocId, Issue, Statement, Value, VerdictValue};

pub use weights::{WeightSet, weights_set};
pub use words::{Edit, words};

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A text, word by word.
    Text {
        /// Which text.
        what: String,
        /// Its stretches in order, those of both sides.
        pieces: Vec<(Edit, Clean)>,
    },
    /// A field that has another value.
    Field {
        /// Which field.
        what: String,
        /// What it was.
        before: String,
        /// What it is.
        after: String,
    },
    /// Something that was not there before.
    Added {
        /// What kind of thing.
        what: String,
        /// The thing.
        text: Clean,
    },
    /// Something that is not there any more.
    Removed {
        /// What kind of thing.
        what: String,
        /// The thing.
        text: Clean,
    },
}

/// Titles of documents, for saying which one is meant.
pub type Titles = BTreeMap<DocId, Clean>;

/// What changed from `before` to `after`, most telling first; empty when nothing
/// that is shown did. A document without a title in `titles` is called by its id.
#[must_use]
pub fn changes(before: &Value, after: &Value, titles: &Titles) -> Vec<Change> {
    let mut list = List { changes: Vec::new(), titles };
    match (before, after) {
        (Value::Statements(a), Value::Statements(b)) => list.statements(&a.statements, &b.statements),
        (Value::Statement(a), Value::Statement(b)) => list.statement("", a, b),
        (Value::Statements(a), Value::Statement(b)) => {
            if let Some(a) = a.statements.iter().find(|s| s.id == b.id) {
                list.statement("", a, b);
            }
        }
        (Value::Counter(a), Value::Counter(b)) => {
            list.text("counter-statement", &a.text, &b.text);
            list.set("keyword", &a.keywords, &b.keywords);
            for i in 0..a.hyde.len().max(b.hyde.len()) {
                let none = Clean::default();
                let (one, two) = (a.hyde.get(i).unwrap_or(&none), b.hyde.get(i).unwrap_or(&none));
                list.text(&format!("hypothetical abstract {}", i + 1), one, two);
            }
        }
        (Value::Search(a), Value::Search(b)) => list.search(a, b),
        (Value::Scores(a), Value::Scores(b)) => list.scores(a, b),
        (Value::Citations(a), Value::Citations(b)) => list.citations(a, b),
        (Value::Inspection(a), Value::Inspection(b)) => {
            list.field("quotation check", &number(a.quality), &number(b.quality));
            list.field("quotation check per citation", &number(a.per_citation), &number(b.per_citation));
            let why =
                |failure: &Option<Clean>| failure.as_ref().map_or("none".to_owned(), |f| f.one_line().to_string());
            list.field("failure", &why(&a.failure), &why(&b.failure));
        }
        (Value::Weighing(a), Value::Weighing(b)) => list.weighing(a, b),
        (Value::Report(a), Value::Report(b)) => {
            list.text("report", &a.summary, &b.summary);
            let how = |computed| if computed { "computed" } else { "written" };
            list.field("report", how(a.computed), how(b.computed));
        }
        (Value::Verdict(a), Value::Verdict(b)) => {
            list.field("verdict", a.verdict.name(), b.verdict.name());
            let given =
                |v: &VerdictValue| if v.unrated { "not given".to_owned() } else { format!("{:.2}", v.confidence) };
            list.field("confidence", &given(a), &given(b));
            list.field("basis", a.basis.describe(a.verdict), b.basis.describe(b.verdict));
            list.text("rationale", &a.rationale, &b.rationale);
        }
        (Value::Judgement(a), Value::Judgement(b)) => {
            list.field("verdict", a.verdict.name(), b.verdict.name());
            list.decimal("confidence", a.confidence, b.confidence);
            list.field("basis", a.basis.describe(a.verdict), b.basis.describe(b.verdict));
            list.opinion("", &a.opinion, &b.opinion);
            let blocked = |b| if b { "yes" } else { "no" };
            list.field("blocked", blocked(a.blocked), blocked(b.blocked));
        }
        _ => {}
    }
    list.issues(before.issues(), after.issues());
    list.changes
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "unknown".to_owned(), |v| format!("{v:.2}"))
}

struct List<'a> {
    changes: Vec<Change>,
    titles: &'a Titles,
}

impl List<'_> {
    fn field(&mut self, what: &str, before: &str, after: &str) {
        if before != after {
            let change = Change::Field { what: what.to_owned(), before: before.to_owned(), after: after.to_owned() };
            self.changes.push(change);
        }
    }

    /// A number 0–1, as it is shown.
    fn decimal(&mut self, what: &str, before: f64, after: f64) {
        self.field(what, &number(Some(before)), &number(Some(after)));
    }

    fn text(&mut self, what: &str, before: &Clean, after: &Clean) {
        if before != after {
            self.changes.push(Change::Text { what: what.to_owned(), pieces: words(before, after) });
        }
    }

    fn added(&mut self, what: &str, text: impl Into<Clean>) {
        self.changes.push(Change::Added { what: what.to_owned(), text: text.into() });
    }

    fn removed(&mut self, what: &str, text: impl Into<Clean>) {
        self.changes.push(Change::Removed { what: what.to_owned(), text: text.into() });
    }

    /// Texts whose order means nothing.
    fn set(&mut self, what: &str, before: &[Clean], after: &[Clean]) {
        before.iter().filter(|t| !after.contains(t)).for_each(|t| self.removed(what, t.one_line()));
        after.iter().filter(|t| !before.contains(t)).for_each(|t| self.added(what, t.one_line()));
    }

    fn statements(&mut self, before: &[Statement], after: &[Statement]) {
        let named = |s: &Statement| format!("{}: {}", s.id, s.text.one_line());
        let missing = |s: &Statement, list: &[Statement]| !list.iter().any(|other| other.id == s.id);
        before.iter().filter(|s| missing(s, after)).for_each(|s| self.removed("statement", named(s)));
        after.iter().filter(|s| missing(s, before)).for_each(|s| self.added("statement", named(s)));
        for two in after {
            if let Some(one) = before.iter().find(|one| one.id == two.id) {
                self.statement(&format!("{}: ", two.id), one, two);
            }
        }
    }

    fn statement(&mut self, of: &str, a: &Statement, b: &Statement) {
        self.text(&format!("{of}statement"), &a.text, &b.text);
        self.field(&format!("{of}kind"), a.kind.name(), b.kind.name());
        self.text(&format!("{of}context"), &a.context, &b.context);
        self.set(&format!("{of}anchor"), &a.anchors, &b.anchors);
        self.field(&format!("{of}place"), &place(a), &place(b));
        self.decimal(&format!("{of}confidence of the extraction"), a.confidence, b.confidence);
    }

    fn issues(&mut self, before: &[Issue], after: &[Issue]) {
        let named = |i: &Issue| {
            let about = i.citation.map(|n| format!("[{n}] ")).unwrap_or_default();
            format!("{} {} {about}{}", i.severity.name(), i.code.name(), i.message.one_line())
        };
        for issue in before.iter().filter(|i| !after.iter().any(|other| other.key == i.key)) {
            self.removed("issue", named(issue));
        }
        for issue in after {
            match before.iter().find(|other| other.key == issue.key) {
                Some(other) => {
                    let what = format!("severity of {}", issue.code.name());
                    self.field(&what, other.severity.name(), issue.severity.name());
                }
                None => self.added("issue", named(issue)),
            }
        }
    }
}

fn place(statement: &Statement) -> String {
    statement
        .place
        .map_or_else(|| "not located".to_owned(), |p| format!("page {}, bytes {}–{}", p.page, p.start, p.end))
}

#[cfg(test)]
mod tests;
