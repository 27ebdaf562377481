//! JSON that loses nothing and loads again to the same state: the whole journal
//! and every text, and, for other programs, what it all comes to. It is written
//! row by row and text by text, however large the review is.

use std::{
    cell::{Cell, RefCell},
    fmt,
    io::{Read, Write},
    iter::Peekable,
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{IgnoredAny, MapAccess, Visitor},
    ser::{SerializeMap, SerializeSeq},
};
use serde_json::Value as Json;

use crate::{
    desk::Detail,
    domain::{Digest, Flow, StatementId, canonical},
    review::{Act, Entry, NamedTexts, Review, ReviewError, Viewer, Who, Written},
    text::Clean,
};

use super::{
    ExportError, Options,
    names::{numbered, renamed},
    summary::{Derived, WorkOut},
};

/// What the field `format` says.
pub const FORMAT: &str = "gainsay review";
/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// What a copy without names says of itself.
const WITHOUT_NAMES: &str = "The names of reviewers were left out, so the rows are not those of the review itself; \
                             they are chained anew, and this copy loads as a review of its own.";

#[derive(Serialize)]
struct Out<'a, S, J, C, T> {
    format: &'a str,
    version: u32,
    /// What is wrong with the file that it was read from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Clean>,
    generator: String,
    /// What a copy without names is a copy of: the newest row's digest there.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<Digest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    assessment: String,
    /// What is under review, by number; none of a claim set.
    works: Vec<WorkOut>,
    statements: S,
    /// The sum over the statements, which come before it.
    flow: Sum<'a>,
    head: Digest,
    journal: J,
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<C>,
    texts: T,
}

/// A call to a model; what was asked and answered is among the texts.
#[derive(Serialize, Deserialize)]
pub(super) struct CallOut {
    pub(super) at: String,
    pub(super) statement: Option<StatementId>,
    pub(super) request: Digest,
    pub(super) record: Digest,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) seq: u64,
    pub(super) at: String,
    pub(super) who: Who,
    pub(super) act: Act,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<Box<Written>>,
}

/// A stored text: readable when it is canonical JSON, as all are that the
/// program makes itself; else byte for byte.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Text {
    Json(Json),
    Hex(Hex),
}

/// Bytes that are written as hexadecimal digits.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Hex(Vec<u8>);

/// Writes the whole review as JSON: undone acts, reviewers' names (unless the options leave them out) and every text
/// that it keeps are in it. The fields `assessment`, `works` and `statements` say what it comes to and are not read by
/// [`import`](super::import).
///
/// A copy without names numbers the reviewers; names in notes and reasons are left. It loads as a review of its own:
/// with other names its rows are chained anew, and it says so.
pub(super) fn write(review: &Review, options: &Options, out: &mut dyn Write) -> Result<(), ExportError> {
    let (fold, head) = review.state()?;
    let options = &numbered(review, options)?;
    let rename = |who: &Who| renamed(who, options);
    let (fold, copy_of, head, viewer) = if options.reviewer_names {
        (fold, None, head, review.viewer())
    } else {
        let copy = review.renamed(&rename)?;
        let viewer = match review.viewer() {
            Viewer::Reviewer(who) => Viewer::Reviewer(rename(&who)),
            viewer => viewer,
        };
        (copy.fold, Some(head), copy.head, viewer)
    };
    let failed = Failed::default();
    let named = RefCell::new(NamedTexts::default());
    let sum = RefCell::new(Flow::default());
    let statements = Items::new(&failed, |take: &mut dyn FnMut(Derived) -> Result<(), Stop>| {
        fold.statements().iter().try_for_each(|statement| {
            let derived = Derived::of(&Detail::at(review, &fold, statement.id, &viewer)?);
            derived.flow.iter().for_each(|flow| sum.borrow_mut().add(flow));
            take(derived)
        })
    });
    let journal = Items::new(&failed, |take: &mut dyn FnMut(Row) -> Result<(), Stop>| {
        review.each_row(fold.head(), |entry| {
            named.borrow_mut().add(&entry.act);
            take(Row::from(if options.reviewer_names { entry } else { entry.renamed(&rename) }))
        })
    });
    let rows = review.call_rows()?;
    let calls = Items::new(&failed, |take: &mut dyn FnMut(CallOut) -> Result<(), Stop>| {
        rows.iter().try_for_each(|(_, (at, statement, request, record))| {
            take(CallOut { at: format!("{at:.3}"), statement: *statement, request: *request, record: *record })
        })
    });
    let texts = Texts { review, named: &named, failed: &failed };
    let faults = options.faults.iter().map(|fault| Clean::from(fault.to_string()).one_line());
    let written = serde_json::to_writer_pretty(
        &mut *out,
        &Out {
            format: FORMAT,
            version: VERSION,
            faults: faults.collect(),
            generator: format!("gainsay {}", env!("CARGO_PKG_VERSION")),
            remark: copy_of.map(|_| WITHOUT_NAMES),
            copy_of,
            assessment: fold.assessment(),
            works: WorkOut::all(&*review.source()?).collect(),
            statements,
            flow: Sum(&sum),
            head,
            journal,
            calls: (!rows.is_empty()).then_some(calls),
            texts,
        },
    );
    match failed.0.into_inner() {
        Some(failed) => return Err(failed.into()),
        None => written?,
    }
    Ok(out.write_all(b"\n")?)
}

/// A sum that is complete once what comes before it is written.
struct Sum<'a>(&'a RefCell<Flow>);

impl Serialize for Sum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.borrow().serialize(serializer)
    }
}

/// Why the review could not be read on, which a serializer cannot say.
#[derive(Default)]
struct Failed(RefCell<Option<ReviewError>>);

/// Why a list ends early: it cannot be read, or its end cannot be written.
enum Stop {
    Read(ReviewError),
    Written,
}

impl From<ReviewError> for Stop {
    fn from(e: ReviewError) -> Self {
        Self::Read(e)
    }
}

/// A list that is read while it is written, one item at a time.
struct Items<'a, F, T> {
    failed: &'a Failed,
    each: F,
    item: std::marker::PhantomData<fn(T)>,
}

impl<'a, F, T> Items<'a, F, T>
where
    F: Fn(&mut dyn FnMut(T) -> Result<(), Stop>) -> Result<(), Stop>,
{
    fn new(failed: &'a Failed, each: F) -> Self {
        Self { failed, each, item: std::marker::PhantomData }
    }
}

impl<F, T: Serialize> Serialize for Items<'_, F, T>
where
    F: Fn(&mut dyn FnMut(T) -> Result<(), Stop>) -> Result<(), Stop>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut unwritten = None;
        let read = (self.each)(&mut |item| {
            list.serialize_element(&item).map_err(|e| {
                unwritten = Some(e);
                Stop::Written
            })
        });
        match (read, unwritten) {
            (_, Some(e)) => Err(e),
            (Err(Stop::Read(e)), None) => Err(self.failed.note(e)),
            _ => list.end(),
        }
    }
}

impl Failed {
    fn note<E: serde::ser::Error>(&self, error: ReviewError) -> E {
        let shown = E::custom(&error);
        self.0.borrow_mut().get_or_insert(error);
        shown
    }
}

/// Every text by its digest; those that the rows name and the review lacks are null.
struct Texts<'a> {
    review: &'a Review,
    named: &'a RefCell<NamedTexts>,
    failed: &'a Failed,
}

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.named.take().all(|digest| self.review.text(digest)).map_err(|e| self.failed.note(e))?;
        let mut named = named.into_iter().peekable();
        let mut map = serializer.serialize_map(None)?;
        let mut last = None;
        while let Some((digest, bytes)) = self.review.text_after(last).map_err(|e| self.failed.note::<S::Error>(e))? {
            missing_before(&mut named, Some(digest)).try_for_each(|digest| map.serialize_entry(&digest, &()))?;
            map.serialize_entry(&digest, &Text::of(bytes))?;
            last = Some(digest);
        }
        missing_before(&mut named, None).try_for_each(|digest| map.serialize_entry(&digest, &()))?;
        map.end()
    }
}

/// The named texts before `present`, which is passed over itself.
fn missing_before(
    named: &mut Peekable<impl Iterator<Item = Digest>>,
    present: Option<Digest>,
) -> impl Iterator<Item = Digest> {
    let mut missing = Vec::new();
    while let Some(digest) = named.next_if(|digest| present.is_none_or(|present| *digest <= present)) {
        missing.extend(Some(digest).filter(|digest| Some(*digest) != present));
    }
    missing.into_iter()
}

impl Text {
    fn of(bytes: Vec<u8>) -> Self {
        let inert = |json: &Json| {
            let written = json.to_string();
            // What is read back must be the same bytes, and nothing in it may act on a terminal.
            let back: Option<Json> = serde_json::from_str(&written).ok();
            back.is_some_and(|back| canonical(&back) == bytes) && Clean::new(&written) == written.as_str()
        };
        match serde_json::from_slice::<Json>(&bytes) {
            Ok(json) if inert(&json) => Self::Json(json),
            _ => Self::Hex(Hex(bytes)),
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Json(json) => canonical(&json),
            Self::Hex(Hex(bytes)) => bytes,
        }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<String> for Hex {
    type Error = &'static str;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        let bytes = digits.as_bytes().chunks(2).map(pair).collect::<Option<_>>();
        bytes.map(Self).ok_or("a text is not written in pairs of hexadecimal digits")
    }
}

impl From<Entry> for Row {
    fn from(entry: Entry) -> Self {
        Self { seq: entry.seq, at: format!("{:.3}", entry.at), who: entry.who, act: entry.act, written: entry.written }
    }
}

/// Whether a text says of itself that it is such an export, however it is laid out; it may be cut off after that.
#[must_use]
pub fn is_export(input: impl Read) -> bool {
    let found = Cell::new(false);
    let mut read = serde_json::Deserializer::from_reader(input);
    // What comes after the field may be damaged; importing then reports how.
    let _ = read.deserialize_map(FormatField(&found));
    found.get()
}

/// Looks for the field `format`, and no further.
struct FormatField<'a>(&'a Cell<bool>);

impl<'de> Visitor<'de> for FormatField<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "format" {
                self.0.set(map.next_value::<Json>()? == FORMAT);
                return Err(serde::de::Error::custom("the rest is not looked at"));
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}
