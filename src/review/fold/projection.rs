//! The fold as bytes: what is kept beside the journal so that a long review
//! opens fast. The few parts that vary are JSON, as they are in the rows; the
//! engine's results, which are many, are numbers and digests one after the
//! other. Statements are not in it: they are read from their texts.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::domain::{Digest, EngineSpec, Gist, IssueKey, Settings, Stage, StatementId};

use super::{
    super::{Redaction, Who},
    Fold,
    history::{Extras, History, Reach, Stack, Undone},
    import::{Imported, Seen},
    revision::{MachineRevision, Opened},
};

/// Of what is written here. Another one is passed over, so raise it whenever
/// the fold holds something that it did not hold before.
pub(in crate::review) const FORMAT: i64 = 10;

/// What the reviewers of another review saw of a statement.
type SeenOf<'a> = ((usize, StatementId), Cow<'a, [Seen]>);

#[derive(Serialize, Deserialize)]
struct Varied<'a> {
    head: u64,
    opened: Cow<'a, Option<Opened>>,
    configured: Cow<'a, [(u64, Settings)]>,
    rest: Vec<(Option<StatementId>, Cow<'a, Extras>)>,
    numbers: Cow<'a, [IssueKey]>,
    redacted: Cow<'a, BTreeMap<Digest, Redaction>>,
    stacks: Cow<'a, [Stack]>,
    undone: Cow<'a, Undone>,
    reach: Cow<'a, BTreeMap<u64, Reach>>,
    swept: u64,
    origins: Cow<'a, [Imported]>,
    seen: Vec<SeenOf<'a>>,
    blind: bool,
    blind_origins: Cow<'a, BTreeSet<u32>>,
    revealed: Vec<(StatementId, Cow<'a, BTreeSet<Who>>)>,
    raters: Cow<'a, BTreeSet<Who>>,
    specs: Vec<Arc<EngineSpec>>,
    gists: Vec<Arc<Gist>>,
}

/// Gives every thing that is held once a number.
struct Table<T> {
    list: Vec<Arc<T>>,
    places: HashMap<*const T, u64>,
}

impl<T> Table<T> {
    fn new() -> Self {
        Self { list: Vec::new(), places: HashMap::new() }
    }

    fn place(&mut self, one: &Arc<T>) -> u64 {
        *self.places.entry(Arc::as_ptr(one)).or_insert_with(|| {
            self.list.push(Arc::clone(one));
            self.list.len() as u64 - 1
        })
    }
}

impl Fold {
    /// See the module's text.
    pub(in crate::review) fn to_bytes(&self) -> Vec<u8> {
        let mut table = Vec::with_capacity(self.about.len() * 9 * 96);
        let (mut specs, mut gists) = (Table::new(), Table::new());
        put(&mut table, self.about.len() as u64);
        for (whom, about) in &self.about {
            put(&mut table, whom.map_or(0, |id| u64::from(id.0) + 1));
            put(&mut table, about.touched);
            put(&mut table, about.rows.len() as u64);
            let mut last = 0;
            for seq in &about.rows {
                put(&mut table, seq - last);
                last = *seq;
            }
            for revisions in &about.machine {
                put(&mut table, revisions.len() as u64);
                for revision in revisions {
                    put(&mut table, revision.seq);
                    put(&mut table, revision.at.as_millisecond().cast_unsigned());
                    put(&mut table, specs.place(&revision.spec));
                    put(&mut table, gists.place(&revision.gist));
                    put(&mut table, revision.millis);
                    table.extend_from_slice(revision.inputs.as_bytes());
                    table.extend_from_slice(revision.value.as_bytes());
                }
            }
        }
        let rest = self.about.iter().filter_map(|(whom, about)| Some((*whom, Cow::Borrowed(about.rest.as_deref()?))));
        let varied = Varied {
            head: self.head,
            opened: Cow::Borrowed(&self.opened),
            configured: Cow::Borrowed(&self.configured),
            rest: rest.collect(),
            numbers: Cow::Borrowed(&self.numbers),
            redacted: Cow::Borrowed(&self.redacted),
            stacks: Cow::Borrowed(&self.stacks),
            undone: Cow::Borrowed(&self.undone),
            reach: Cow::Borrowed(&self.reach),
            swept: self.swept,
            origins: Cow::Borrowed(&self.origins),
            seen: self.seen.iter().map(|(of, seen)| (*of, Cow::Borrowed(seen.as_slice()))).collect(),
            blind: self.blind,
            blind_origins: Cow::Borrowed(&self.blind_origins),
            revealed: self.revealed.iter().map(|(id, who)| (*id, Cow::Borrowed(who))).collect(),
            raters: Cow::Borrowed(&self.raters),
            specs: specs.list,
            gists: gists.list,
        };
        // What is in it was all read from JSON.
        let varied = serde_json::to_vec(&varied).unwrap_or_default();
        let mut bytes = Vec::with_capacity(varied.len() + table.len() + 10);
        put(&mut bytes, varied.len() as u64);
        bytes.extend_from_slice(&varied);
        bytes.append(&mut table);
        bytes
    }

    /// Reads what [`Fold::to_bytes`] wrote; `None` when it is anything else. It is not settled yet.
    pub(in crate::review) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let length = reader.count()?;
        let varied: Varied<'_> = serde_json::from_slice(reader.take(length)?).ok()?;
        let mut about = BTreeMap::new();
        for _ in 0..reader.count()? {
            let whom = match reader.number()? {
                0 => None,
                id => Some(StatementId(u32::try_from(id - 1).ok()?)),
            };
            about.insert(whom, reader.about(&varied.specs, &varied.gists)?);
        }
        if !reader.0.is_empty() {
            return None;
        }
        for (whom, rest) in varied.rest {
            about.get_mut(&whom)?.rest = Some(Box::new(rest.into_owned()));
        }
        let mut fold = Self {
            head: varied.head,
            opened: varied.opened.into_owned(),
            configured: varied.configured.into_owned(),
            redacted: varied.redacted.into_owned(),
            stacks: varied.stacks.into_owned(),
            undone: varied.undone.into_owned(),
            reach: varied.reach.into_owned(),
            swept: varied.swept,
            origins: varied.origins.into_owned(),
            seen: varied.seen.into_iter().map(|(of, seen)| (of, seen.into_owned())).collect(),
            blind: varied.blind,
            blind_origins: varied.blind_origins.into_owned(),
            revealed: varied.revealed.into_iter().map(|(id, who)| (id, who.into_owned())).collect(),
            raters: varied.raters.into_owned(),
            unsettled: true,
            ..Self::default()
        };
        for (whom, about) in &about {
            fold.meet_all(*whom, about);
        }
        for (number, key) in (1..).zip(varied.numbers.iter()) {
            fold.issues.entry(*key).or_default().number = Some(number);
        }
        fold.numbers = varied.numbers.into_owned();
        fold.recent = about.iter().filter_map(|(whom, about)| Some((about.touched, (*whom)?))).collect();
        fold.about = about;
        varied.specs.into_iter().for_each(|spec| fold.shared.hold_spec(spec));
        varied.gists.into_iter().for_each(|gist| fold.shared.hold_gist(gist));
        Some(fold)
    }

    fn meet_all(&mut self, whom: Option<StatementId>, about: &History) {
        about.machine.iter().flatten().for_each(|revision| self.meet(whom, &revision.gist));
        let (Some(whom), Some(rest)) = (whom, &about.rest) else { return };
        let overrides = rest.stages.values().flat_map(|beside| &beside.overrides);
        overrides.for_each(|made| self.meet(Some(whom), &made.gist));
        rest.raised.iter().for_each(|(.., issue)| self.meet_issue(whom, issue.key));
    }
}

/// Seven bits a byte, the lowest first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.take(1)?.first()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number of things, of which each takes a byte at least.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.0.len())
    }

    fn digest(&mut self) -> Option<Digest> {
        Some(<[u8; 32]>::try_from(self.take(32)?).ok()?.into())
    }

    fn about(&mut self, specs: &[Arc<EngineSpec>], gists: &[Arc<Gist>]) -> Option<History> {
        let mut about = History { touched: self.number()?, ..History::default() };
        let count = self.count()?;
        about.rows.reserve_exact(count);
        let mut last = 0u64;
        for _ in 0..count {
            last = last.checked_add(self.number()?)?;
            about.rows.push(last);
        }
        for stage in Stage::ALL {
            let count = self.count()?;
            let revisions = &mut about.machine[stage.number()];
            revisions.reserve_exact(count.min(self.0.len() / 64));
            for _ in 0..count {
                revisions.push(self.revision(specs, gists)?);
            }
        }
        Some(about)
    }

    fn revision(&mut self, specs: &[Arc<EngineSpec>], gists: &[Arc<Gist>]) -> Option<MachineRevision> {
        Some(MachineRevision {
            seq: self.number()?,
            at: Timestamp::from_millisecond(self.number()?.cast_signed()).ok()?,
            spec: Arc::clone(specs.get(usize::try_from(self.number()?).ok()?)?),
            gist: Arc::clone(gists.get(usize::try_from(self.number()?).ok()?)?),
            millis: self.number()?,
            inputs: self.digest()?,
            value: self.digest()?,
        })
    }
}
