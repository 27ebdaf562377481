//! JSON that loses nothing and loads again to the same state: the whole journal
//! and every text, and, for other programs, what it all comes to.

use std::{cell::Cell, collections::BTreeMap, fmt, path::Path};

use jiff::Timestamp;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{IgnoredAny, MapAccess, Visitor},
};
use serde_json::Value as Json;

use crate::{
    domain::{Digest, Stage, StatementId, Value, canonical, rules::assess::assess},
    review::{Act, CallRow, Clock, Entry, Fault, Review, ReviewError, Snapshot, Who},
    text::Clean,
};

use super::{
    ExportError, Options,
    summary::Derived,
    view::{NOBODY, View},
};

/// What the field `format` says.
pub const FORMAT: &str = "gainsay review";
/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// What a copy without names says of itself.
const WITHOUT_NAMES: &str = "The names of reviewers were left out, so the rows are not those of the review itself; \
                             they are chained anew, and this copy loads as a review of its own.";

/// Why a file could not be imported. Nothing is made then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is something else.
    #[error("this is not a review exported by gainsay ({0}); `gainsay export --format json` makes one")]
    NotAReview(String),
    /// It was written by a newer version.
    #[error("this export was written by a newer gainsay (version {0}, this one knows {VERSION}); update gainsay")]
    TooNew(u32),
    /// It is cut off or was changed so that it cannot be read.
    #[error("the export is damaged: {0}; take the file as it was exported")]
    Damaged(String),
    /// A text is not what its digest says.
    #[error("the text {0} was changed since the export; take the file as it was exported")]
    Changed(Digest),
    /// The journal names a text that the file does not list.
    #[error("the text {0} is missing from the export; take the file as it was exported")]
    Missing(Digest),
    /// The rows are not those that were exported, or the review cannot be made.
    #[error(transparent)]
    Review(#[from] ReviewError),
}

#[derive(Serialize)]
struct Out<'a> {
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
    statements: Vec<Derived>,
    head: Digest,
    journal: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Called>,
    texts: BTreeMap<Digest, Option<Text>>,
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
struct In {
    head: Digest,
    journal: Vec<Row>,
    #[serde(default)]
    calls: Vec<Called>,
    texts: BTreeMap<Digest, Option<Text>>,
}

/// A call to a model; what was asked and answered stands among the texts.
#[derive(Serialize, Deserialize)]
struct Called {
    at: String,
    statement: Option<StatementId>,
    request: Digest,
    record: Digest,
}

#[derive(Serialize, Deserialize)]
struct Row {
    seq: u64,
    at: String,
    who: Who,
    act: Act,
}

/// A stored text: readable when it is canonical JSON, as all are that the
/// program makes itself; else byte for byte.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Text {
    Json(Json),
    Hex(String),
}

/// The whole review as JSON: undone acts, reviewers' names and every text that it keeps are in it. The
/// fields `assessment` and `statements` say what it comes to and are not read by [`import`].
///
/// # Errors
/// When the review cannot be read.
pub fn json(review: &Review) -> Result<Vec<u8>, ExportError> {
    written(review, None, &[])
}

/// As [`json`], or [`json_without_names`] where the options leave the names out, with what is wrong with the file.
pub(super) fn with_options(review: &Review, options: &Options) -> Result<Vec<u8>, ExportError> {
    if options.reviewer_names {
        return written(review, None, &options.faults);
    }
    let copy = review.renamed(&Who::Reviewer(NOBODY.into()))?;
    written(&copy, Some(review.snapshot()?.head), &options.faults)
}

/// A copy of the review as JSON in which every reviewer is “a reviewer”; names that stand in notes and
/// reasons are left. It loads as a review of its own: with other names its rows are chained anew, and it
/// says so.
///
/// # Errors
/// When the review cannot be read.
pub fn json_without_names(review: &Review) -> Result<Vec<u8>, ExportError> {
    with_options(review, &Options { reviewer_names: false, ..Options::default() })
}

fn written(review: &Review, copy_of: Option<Digest>, faults: &[Fault]) -> Result<Vec<u8>, ExportError> {
    let Snapshot { fold, entries, head } = review.snapshot()?;
    let blobs = review.blobs()?;
    let mut texts: BTreeMap<_, _> = blobs.iter().map(|(digest, bytes)| (*digest, Some(Text::of(bytes)))).collect();
    for digest in named(&entries, &blobs) {
        texts.entry(digest).or_insert(None);
    }
    let calls = review.calls(0)?.into_iter();
    let calls = calls.map(|call| Called {
        at: format!("{:.3}", call.at),
        statement: call.statement,
        request: call.request,
        record: Digest::of(&call.record),
    });
    let views = View::all(review, &fold)?;
    let assessed: Vec<_> = views.iter().filter_map(View::assessed).collect();
    let out = Out {
        format: FORMAT,
        version: VERSION,
        faults: faults.iter().map(|fault| Clean::from(fault.to_string()).one_line()).collect(),
        generator: format!("gainsay {}", env!("CARGO_PKG_VERSION")),
        remark: copy_of.map(|_| WITHOUT_NAMES),
        copy_of,
        assessment: assess(&assessed),
        statements: views.iter().map(Derived::of).collect(),
        head,
        journal: entries.into_iter().map(Row::from).collect(),
        calls: calls.collect(),
        texts,
    };
    let mut bytes = serde_json::to_vec_pretty(&out)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Whether the bytes say of themselves that they are what [`json`] writes, however they are laid out; they
/// may be cut off after that.
#[must_use]
pub fn is_export(bytes: &[u8]) -> bool {
    let found = Cell::new(false);
    let mut read = serde_json::Deserializer::from_slice(bytes);
    // What comes after the field may be damaged; then importing tells how.
    let _ = read.deserialize_map(FormatField(&found));
    found.get()
}

/// Looks for the field `format`.
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
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Makes a review from what [`json`] wrote, at `path` (which must not exist yet) or in memory: the same
/// rows with their numbers, times and names, the same texts, and so the same state, undo and redo included.
///
/// # Errors
/// When the bytes are no export, were changed, or the file cannot be made.
pub fn import(bytes: &[u8], path: Option<&Path>, clock: Clock) -> Result<Review, ImportError> {
    let header: Header = serde_json::from_slice(bytes).map_err(|e| ImportError::NotAReview(shown(&e)))?;
    if header.format != FORMAT {
        return Err(ImportError::NotAReview(format!("its format is “{}”", short(&header.format))));
    }
    if header.version > VERSION {
        return Err(ImportError::TooNew(header.version));
    }
    let read: In = serde_json::from_slice(bytes).map_err(|e| ImportError::Damaged(shown(&e)))?;
    let mut blobs = BTreeMap::new();
    for (digest, text) in &read.texts {
        let Some(text) = text else { continue };
        let bytes = text.bytes().ok_or(ImportError::Changed(*digest))?;
        if Digest::of(&bytes) != *digest {
            return Err(ImportError::Changed(*digest));
        }
        blobs.insert(*digest, bytes);
    }
    let entries = read.journal.into_iter().map(Row::entry).collect::<Result<Vec<_>, _>>()?;
    if let Some(missing) = named(&entries, &blobs).into_iter().find(|digest| !read.texts.contains_key(digest)) {
        return Err(ImportError::Missing(missing));
    }
    let calls = read.calls.into_iter().filter(|call| blobs.contains_key(&call.record)).map(Called::read);
    let calls = calls.collect::<Result<Vec<_>, _>>()?;
    Ok(Review::restore_with_calls(path, &entries, &blobs, &calls, read.head, clock)?)
}

impl Called {
    fn read(self) -> Result<CallRow, ImportError> {
        let at = self
            .at
            .parse()
            .map_err(|e: jiff::Error| ImportError::Damaged(format!("the time of a call: {}", short(&e.to_string()))))?;
        Ok((at, self.statement, self.request, self.record))
    }
}

/// The texts that the rows name, in their order.
fn named(entries: &[Entry], blobs: &BTreeMap<Digest, Vec<u8>>) -> Vec<Digest> {
    fn of(act: &Act, blobs: &BTreeMap<Digest, Vec<u8>>, out: &mut Vec<Digest>) {
        match act {
            Act::Open { source, .. } => out.push(*source),
            Act::Bulk { acts, .. } => acts.iter().for_each(|act| of(act, blobs, out)),
            Act::Result { stage, value, .. } | Act::Override { stage, value, .. } => {
                out.push(*value);
                if *stage == Stage::Cite {
                    let parsed = blobs.get(value).and_then(|bytes| Value::parse(*stage, true, bytes).ok());
                    out.extend(parsed.map(|value| value.documents()).unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    entries.iter().for_each(|entry| of(&entry.act, blobs, &mut out));
    out
}

impl Text {
    fn of(bytes: &[u8]) -> Self {
        let inert = |json: &Json| {
            let written = json.to_string();
            // What is read back must be the same bytes, and nothing in it may act on a terminal.
            let back: Option<Json> = serde_json::from_str(&written).ok();
            back.is_some_and(|back| canonical(&back) == bytes) && Clean::new(&written) == written.as_str()
        };
        match serde_json::from_slice::<Json>(bytes) {
            Ok(json) if inert(&json) => Self::Json(json),
            _ => Self::Hex(bytes.iter().map(|b| format!("{b:02x}")).collect()),
        }
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Json(json) => Some(canonical(json)),
            Self::Hex(hex) if hex.len() % 2 == 0 => {
                let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
                hex.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
            }
            Self::Hex(_) => None,
        }
    }
}

impl From<Entry> for Row {
    fn from(entry: Entry) -> Self {
        Self { seq: entry.seq, at: format!("{:.3}", entry.at), who: entry.who, act: entry.act }
    }
}

impl Row {
    fn entry(self) -> Result<Entry, ImportError> {
        let at: Timestamp = self.at.parse().map_err(|e: jiff::Error| {
            ImportError::Damaged(format!("the time of row {}: {}", self.seq, short(&e.to_string())))
        })?;
        Ok(Entry { seq: self.seq, at, who: self.who, act: self.act })
    }
}

fn shown(error: &serde_json::Error) -> String {
    short(&error.to_string())
}

/// The beginning of a text that somebody else wrote, safe to print.
fn short(text: &str) -> String {
    Clean::new(text).one_line().chars().take(200).collect()
}
