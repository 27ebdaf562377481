//! Reviews of one source by several reviewers as one (`docs/rules.md#merging`).

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::{
    domain::{Digest, StatementId, Statements, Value},
    text::Clean,
};

use super::{
    Act, Clock, Entry, Matched, Origin, Restoring, Review, ReviewError, Who, Wordings,
    chain::{genesis, link},
    is_same_source, match_statements,
};

/// Why reviews cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("merging takes two reviews or more")]
    TooFew,
    /// They are of different sources.
    #[error(
        "{0} is a review of another source than {1}; merge reviews of the same paper or claim set (`gainsay agreement` \
         takes any)"
    )]
    OtherSource(Clean, Clean),
    /// Only the first review can be a merged one.
    #[error("{0} is itself merged; name it first, or merge the reviews that it was made from")]
    Merged(Clean),
    /// A review cannot be read, or the new one cannot be made.
    #[error(transparent)]
    Review(#[from] ReviewError),
}

/// What is known of a review before it is imported.
struct Guest<'a> {
    review: &'a Review,
    origin: Origin,
}

impl Review {
    /// Makes a new review at `path` of `reviews`, each with its name: the rows of the first as they are, then those of
    /// the others, each as an act that names its origin, under their times and names. What any of them took out is
    /// left out. `who` is who merges.
    ///
    /// # Errors
    /// When the reviews are not of one source, one cannot be read, or the file exists or cannot be made; then nothing
    /// is left behind.
    pub fn merge(path: Option<&Path>, reviews: &[(&Self, Clean)], who: Who, clock: Clock) -> Result<Self, MergeError> {
        let [(base, name), others @ ..] = reviews else { return Err(MergeError::TooFew) };
        if others.is_empty() {
            return Err(MergeError::TooFew);
        }
        let source = base.source()?;
        let mut wordings = Wordings::all(base)?;
        let mut list: Vec<_> = base.fold().statements().iter().map(|s| (**s).clone()).collect();
        let known = list.len();
        let mut next = others.iter().map(|(other, _)| other.fold().next_statement().0).fold(0, u32::max);
        next = next.max(base.fold().next_statement().0);
        let mut guests = Vec::new();
        // What the rows of each review lead to, so that a common beginning is found.
        let mut chains = vec![chain_of(base)?];
        for (other, file) in others {
            if !other.fold().origins().is_empty() {
                return Err(MergeError::Merged(file.clone()));
            }
            let theirs = other.source()?;
            if !is_same_source(&source, &theirs) {
                return Err(MergeError::OtherSource(file.clone(), name.clone()));
            }
            let own = Wordings::all(other)?;
            let matched = match_statements(&wordings, &own, source.pages == theirs.pages);
            let mut statements = Vec::new();
            for (wording, to) in own.into_iter().zip(matched) {
                let fold = other.fold();
                let Some(statement) = fold.statement(wording.id) else { continue };
                let theirs = wording.id;
                if let Some(at) = to {
                    let ours = &list[at];
                    let wording = (ours.text != statement.text).then(|| statement.text.clone());
                    statements.push(Matched { theirs, ours: ours.id, wording, added: false });
                    continue;
                }
                let ours = StatementId(next);
                next += 1;
                let order = u32::try_from(list.len() + 1).unwrap_or(u32::MAX);
                list.push(crate::domain::Statement { id: ours, order, ..statement.clone() });
                wordings.push(wording);
                statements.push(Matched { theirs, ours, wording: None, added: true });
            }
            let (fold, head) = other.state()?;
            let mut chain = genesis();
            let mut links = Vec::new();
            other.each_row(fold.head(), |entry| {
                // As it will be imported: in this version's words.
                chain = link(chain, &Entry { written: None, ..entry }).hash;
                links.push(chain);
                Ok::<_, ReviewError>(())
            })?;
            let (head, chain) = (Some(head), Some(chain));
            let common = |known: &Vec<Digest>| known.iter().zip(&links).take_while(|(a, b)| a == b).count() as u64;
            let shared = chains.iter().map(common).max().unwrap_or(0);
            chains.push(links);
            let origin = Origin { file: file.clone(), head, chain, rows: fold.head(), shared, statements };
            guests.push(Guest { review: other, origin });
        }
        let candidates = base.fold().statement_candidates().to_vec();
        let added = list.len() > known;
        let list = Value::Statements(Statements { statements: list, dropped: Vec::new(), candidates });
        let statements = added.then(|| (list.bytes(), list.gist()));
        Self::restore(path, clock.clone(), |restoring| {
            fill(restoring, (base, name), &guests, statements, (who, &clock))
        })
        .map_err(|e: ReviewError| e.into())
    }
}

/// What each row of a review leads to, in this version's words.
fn chain_of(review: &Review) -> Result<Vec<Digest>, ReviewError> {
    let (mut chain, mut links) = (genesis(), Vec::new());
    review.each_row(review.fold().head(), |entry| {
        chain = link(chain, &Entry { written: None, ..entry }).hash;
        links.push(chain);
        Ok::<_, ReviewError>(())
    })?;
    Ok(links)
}

/// Hands all rows, texts and calls over; returns the digest of the newest row.
fn fill(
    restoring: &mut Restoring<'_>,
    (base, name): (&Review, &Clean),
    guests: &[Guest<'_>],
    statements: Option<(Vec<u8>, crate::domain::Gist)>,
    (who, clock): (Who, &Clock),
) -> Result<Digest, ReviewError> {
    let mut removed: BTreeSet<Digest> = base.fold().redactions().keys().copied().collect();
    removed
        .extend(guests.iter().flat_map(|guest| guest.review.fold().redactions().keys().copied().collect::<Vec<_>>()));
    let mut head = genesis();
    let mut seq = 0;
    let (fold, expected) = base.state()?;
    let mut take = |restoring: &mut Restoring<'_>, at, who, act, written| {
        seq += 1;
        let entry = Entry { seq, at, who, act, written };
        head = link(head, &entry).hash;
        restoring.row(entry).map(|()| head)
    };
    let mut newest = genesis();
    base.each_row(fold.head(), |entry| {
        newest = take(restoring, entry.at, entry.who, entry.act, entry.written)?;
        Ok::<_, ReviewError>(())
    })?;
    let (value, gist) = statements.map_or_else(Default::default, |(bytes, gist)| (Some(bytes), gist));
    let at = clock();
    let at = jiff::Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at);
    let merge = Act::Merge {
        base: name.clone(),
        head: Some(expected),
        origins: guests.iter().map(|guest| guest.origin.clone()).collect(),
        statements: value.as_ref().map(|bytes| Digest::of(bytes)),
        gist,
    };
    newest = take(restoring, at, who.clone(), merge, None)?;
    value.map_or(Ok(()), |bytes| restoring.text(bytes))?;
    let first = u32::try_from(fold.origins().len().max(1)).unwrap_or(u32::MAX);
    for (guest, origin) in guests.iter().zip(first..) {
        guest.review.each_row(guest.origin.rows, |entry| {
            let act = Act::Imported { origin, row: entry.seq, of: Box::new(entry.act) };
            newest = take(restoring, entry.at, entry.who, act, None)?;
            Ok::<_, ReviewError>(())
        })?;
    }
    let lists = base.fold().reasons();
    let joined = guests.iter().fold(lists.clone(), |lists, guest| lists.with(&guest.review.fold().reasons()));
    if joined != lists {
        newest = take(restoring, at, who, Act::Reasons { lists: Box::new(joined) }, None)?;
    }
    for review in std::iter::once(base).chain(guests.iter().map(|guest| guest.review)) {
        let mut after = None;
        while let Some((digest, bytes)) = review.text_after(after)? {
            if !removed.contains(&digest) {
                restoring.text(bytes)?;
            }
            after = Some(digest);
        }
    }
    base.call_rows()?.into_iter().for_each(|(_, call)| restoring.call(call));
    for guest in guests {
        let ours: BTreeMap<_, _> = guest.origin.statements.iter().map(|m| (m.theirs, m.ours)).collect();
        for (_, (at, statement, request, record)) in guest.review.call_rows()? {
            // Calls on statements that were dropped there are not shown anywhere.
            let statement = statement.map(|theirs| ours.get(&theirs).copied());
            if statement != Some(None) {
                restoring.call((at, statement.flatten(), request, record));
            }
        }
    }
    Ok(newest)
}
