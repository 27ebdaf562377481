//! A review out of an export in JSON, row by row and text by text.

use std::{cell::RefCell, collections::BTreeSet, fmt, io::Read, path::Path};

use jiff::Timestamp;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::{
    domain::Digest,
    review::{CallRow, Clock, Entry, NamedTexts, Restoring, Review, ReviewError, check_written},
    text::Clean,
};

use super::json::{CallOut, FORMAT, Row, Text, VERSION};

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

/// Makes a review from what [`write`](super::write) wrote as JSON, at `path` (which must not exist yet) or in memory:
/// the same rows with their numbers, times and names, the same texts, and so the same state, undo and redo included.
///
/// # Errors
/// When the input is no export, was changed, or the file cannot be made.
pub fn import(input: impl Read, path: Option<&Path>, clock: Clock) -> Result<Review, ImportError> {
    Review::restore(path, clock, |restoring| {
        let import = RefCell::new(Import { restoring, header: Header::default(), named: NamedTexts::default() });
        let failed = RefCell::new(None);
        let mut read = serde_json::Deserializer::from_reader(input);
        let parsed = read.deserialize_map(Fields { import: &import, failed: &failed }).and_then(|()| read.end());
        import.into_inner().finish(parsed, failed.into_inner())
    })
}

/// What was read so far.
struct Import<'a, 'b> {
    restoring: &'a mut Restoring<'b>,
    header: Header,
    named: NamedTexts,
}

/// The parts of an export that are not handed on as they are read.
#[derive(Default)]
struct Header {
    format: Option<String>,
    version: Option<u32>,
    head: Option<Digest>,
    has_journal: bool,
    has_texts: bool,
    /// Texts of which the export says that the review lacks them.
    lacked: BTreeSet<Digest>,
}

impl Import<'_, '_> {
    fn finish(self, parsed: serde_json::Result<()>, failed: Option<ImportError>) -> Result<Digest, ImportError> {
        let Self { restoring, header, named } = self;
        match &header.format {
            Some(format) if format == FORMAT => {}
            Some(format) => return Err(ImportError::NotAReview(format!("its format is “{}”", short(format)))),
            None => {
                let why = parsed.err().map_or_else(|| "it has no field `format`".to_owned(), |e| short(&e.to_string()));
                return Err(ImportError::NotAReview(why));
            }
        }
        if let Some(newer) = header.version.filter(|version| *version > VERSION) {
            return Err(ImportError::TooNew(newer));
        }
        if let Some(failed) = failed {
            return Err(failed);
        }
        parsed.map_err(|e| ImportError::Damaged(short(&e.to_string())))?;
        let Header { version: Some(_), head: Some(head), has_journal: true, has_texts: true, lacked, .. } = header
        else {
            return Err(ImportError::Damaged(
                "one of its fields `version`, `head`, `journal` and `texts` is missing".into(),
            ));
        };
        let named = named.all(|digest| restoring.taken(digest))?;
        for digest in named.into_iter().filter(|digest| !lacked.contains(digest)) {
            if !restoring.has(digest)? {
                return Err(ImportError::Missing(digest));
            }
        }
        Ok(head)
    }

    fn row(&mut self, row: Row) -> Result<(), ImportError> {
        let at: Timestamp = row.at.parse().map_err(|e: jiff::Error| {
            ImportError::Damaged(format!("the time of row {}: {}", row.seq, short(&e.to_string())))
        })?;
        self.named.add(&row.act);
        let seq = row.seq;
        let entry = Entry { seq, at, who: row.who, act: row.act, written: row.written };
        let entry = check_written(entry)
            .ok_or_else(|| ImportError::Damaged(format!("row {seq} differs from its serialized text")))?;
        Ok(self.restoring.row(entry)?)
    }

    fn call(&mut self, call: CallOut) -> Result<(), ImportError> {
        let at = call
            .at
            .parse()
            .map_err(|e: jiff::Error| ImportError::Damaged(format!("the time of a call: {}", short(&e.to_string()))))?;
        let call: CallRow = (at, call.statement, call.request, call.record);
        self.restoring.call(call);
        Ok(())
    }

    fn text(&mut self, digest: Digest, text: Option<Text>) -> Result<(), ImportError> {
        let Some(text) = text else {
            self.header.lacked.insert(digest);
            return Ok(());
        };
        let bytes = text.into_bytes();
        if Digest::of(&bytes) != digest {
            return Err(ImportError::Changed(digest));
        }
        Ok(self.restoring.text(bytes)?)
    }
}

/// Reads the fields of an export in any order.
#[derive(Clone, Copy)]
struct Fields<'a, 'b, 'c> {
    import: &'a RefCell<Import<'b, 'c>>,
    /// Why it was not read to its end, which a deserializer cannot say.
    failed: &'a RefCell<Option<ImportError>>,
}

impl Fields<'_, '_, '_> {
    fn keep<E: serde::de::Error>(self, result: Result<(), ImportError>) -> Result<(), E> {
        result.map_err(|error| {
            let shown = E::custom(&error);
            self.failed.replace(Some(error));
            shown
        })
    }
}

impl<'de> Visitor<'de> for Fields<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => {
                    let format: String = map.next_value()?;
                    let is_ours = format == FORMAT;
                    self.import.borrow_mut().header.format = Some(format);
                    if !is_ours {
                        return Err(A::Error::custom("it is something else"));
                    }
                }
                "version" => self.import.borrow_mut().header.version = Some(map.next_value()?),
                "head" => self.import.borrow_mut().header.head = Some(map.next_value()?),
                "journal" => {
                    self.import.borrow_mut().header.has_journal = true;
                    map.next_value_seed(Each(self, |fields: Self, row| fields.import.borrow_mut().row(row)))?;
                }
                "calls" => {
                    map.next_value_seed(Each(self, |fields: Self, call| fields.import.borrow_mut().call(call)))?
                }
                "texts" => {
                    self.import.borrow_mut().header.has_texts = true;
                    map.next_value_seed(TextsOf(self))?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A list whose items are handed on one by one.
struct Each<'a, 'b, 'c, T>(Fields<'a, 'b, 'c>, fn(Fields<'a, 'b, 'c>, T) -> Result<(), ImportError>);

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Each<'_, '_, '_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Each<'_, '_, '_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            self.0.keep((self.1)(self.0, item))?;
        }
        Ok(())
    }
}

/// The texts by their digests.
struct TextsOf<'a, 'b, 'c>(Fields<'a, 'b, 'c>);

impl<'de> DeserializeSeed<'de> for TextsOf<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TextsOf<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("texts by their digests")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((digest, text)) = map.next_entry()? {
            self.0.keep(self.0.import.borrow_mut().text(digest, text))?;
        }
        Ok(())
    }
}

/// The beginning of a text that somebody else wrote, safe to print.
fn short(text: &str) -> String {
    Clean::new(text).one_line().chars().take(200).collect()
}
