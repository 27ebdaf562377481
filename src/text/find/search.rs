//! The search itself: exact, then approximate, each hit checked token by token.

use std::ops::Range;

use aho_corasick::AhoCorasick;
use memchr::memmem;

use super::{
    Found, Haystack, Missing, Query, SHORTEST, TokenDifference,
    edge::{self, Placed},
    myers, squash,
    token::{Tokens, tokens},
};

/// Length of the pieces of a quote that are looked for to find where it might be.
const SEED: usize = 10;

/// How far apart the pieces start: two for each [`SEED`], so that short quotes with an edit have one unharmed.
const SEED_STEP: usize = 5;

/// Hits that are checked for one quote before it is given up, exact and approximate.
const MOST_HITS: usize = 256;

/// Places that are tried for one quote by the pieces found there.
const MOST_WINDOWS: usize = 24;

/// Texts up to this squashed length are searched whole, without pieces.
const SMALL: usize = 16_384;

/// Squashed bytes that an ellipsis may leave out.
const MOST_ELIDED: usize = 1500;

/// Places kept for each part of a quote with an ellipsis.
const PART_PLACES: usize = 16;

/// A quote, or a part of one, made ready.
struct Part {
    squashed: Vec<u8>,
    tokens: Tokens,
    text: String,
    most: usize,
    /// Index of the claimed page, if there is such a page.
    claimed: Option<usize>,
    /// A page is claimed that the source does not have.
    claimed_missing: bool,
}

impl Part {
    fn new(text: &str, query: &Query<'_>, pages: &[(u32, &str)]) -> Self {
        let squashed = squash::squash(text);
        let tolerance = if query.tolerance.is_finite() { query.tolerance.clamp(0.0, 0.25) } else { 0.0 };
        // Not negative and at most a quarter of a length in memory.
        let most = (squashed.len() as f64 * tolerance) as usize;
        let claimed = query.claimed_page.and_then(|page| pages.iter().position(|(number, _)| *number == page));
        let claimed_missing = claimed.is_none() && query.claimed_page.is_some();
        Self { tokens: tokens(text), text: text.to_owned(), squashed, most, claimed, claimed_missing }
    }
}

/// What has been found for a part so far.
#[derive(Default)]
struct Progress {
    placed: Vec<Placed>,
    difference: Option<TokenDifference>,
    checked: usize,
}

pub(super) fn find_all(haystack: &Haystack<'_>, queries: &[Query<'_>]) -> Vec<Result<Found, Missing>> {
    let wholes: Vec<Part> = queries.iter().map(|query| Part::new(query.quote, query, &haystack.pages)).collect();
    let mut answers: Vec<_> = resolve(haystack, &wholes, 1)
        .into_iter()
        .map(|found| found.and_then(|placed| placed.into_iter().next().ok_or(Missing::NotFound)))
        .collect();
    let elided: Vec<(usize, Vec<&str>)> = queries
        .iter()
        .enumerate()
        .filter(|(at, _)| answers[*at].is_err())
        .map(|(at, query)| (at, elided_parts(query.quote)))
        .filter(|(_, parts)| parts.len() > 1)
        .collect();
    let mut elided_places: Vec<Option<Placed>> = (0..queries.len()).map(|_| None).collect();
    for (at, parts) in &elided {
        let parts: Vec<Part> = parts.iter().map(|part| Part::new(part, &queries[*at], &haystack.pages)).collect();
        match resolve(haystack, &parts, PART_PLACES).into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(places) => elided_places[*at] = chain(&places),
            Err(missing) => {
                if !matches!(answers[*at], Err(Missing::Differs(_))) {
                    answers[*at] = Err(missing);
                }
            }
        }
    }
    answers
        .into_iter()
        .zip(elided_places)
        .zip(&wholes)
        .map(|((whole, joined), part)| match (whole, joined) {
            (Ok(placed), _) => Ok(report(haystack, part, &placed, false)),
            (Err(_), Some(placed)) => Ok(report(haystack, part, &placed, true)),
            (Err(missing), None) => Err(missing),
        })
        .collect()
}

/// The parts of a quote between its ellipses.
fn elided_parts(quote: &str) -> Vec<&str> {
    const ELLIPSES: [&str; 8] = ["[...]", "[…]", "(...)", "(…)", "[. . .]", ". . .", "...", "…"];
    let mut parts = vec![quote];
    for ellipsis in ELLIPSES {
        parts = parts.into_iter().flat_map(|part| part.split(ellipsis)).collect();
    }
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

/// The first places of all parts in their order, close together on one page.
fn chain(parts: &[Vec<Placed>]) -> Option<Placed> {
    let (first, others) = parts.split_first()?;
    first.iter().find_map(|start| {
        let mut whole = start.clone();
        for part in others {
            let next = part.iter().find(|next| {
                next.squashed.start >= whole.squashed.end && next.squashed.start - whole.squashed.end <= MOST_ELIDED
            })?;
            let ([(page, range)], [(next_page, next_range)]) = (whole.places.as_mut_slice(), next.places.as_slice())
            else {
                return None;
            };
            if page != next_page {
                return None;
            }
            range.end = next_range.end;
            whole.squashed.end = next.squashed.end;
            whole.edits += next.edits;
        }
        Some(whole)
    })
}

fn report(haystack: &Haystack<'_>, part: &Part, placed: &Placed, elided: bool) -> Found {
    let mut places: Vec<(u32, Range<usize>)> =
        placed.places.iter().map(|(index, range)| (haystack.pages[*index].0, range.clone())).collect();
    let main = (0..places.len()).rev().max_by_key(|at| places[*at].1.len()).unwrap_or_default();
    let (page, range) = places.remove(main);
    let elsewhere = match part.claimed {
        Some(claimed) => placed.places.iter().all(|(index, _)| *index != claimed),
        None => part.claimed_missing,
    };
    Found { page, range, rest: places, edits: u32::try_from(placed.edits).unwrap_or(u32::MAX), elsewhere, elided }
}

/// Up to `want` places for each part.
fn resolve(haystack: &Haystack<'_>, parts: &[Part], want: usize) -> Vec<Result<Vec<Placed>, Missing>> {
    let mut progress: Vec<Progress> = parts.iter().map(|_| Progress::default()).collect();
    let mut open = Vec::new();
    for (at, (part, progress)) in parts.iter().zip(&mut progress).enumerate() {
        if part.squashed.len() < SHORTEST {
            continue;
        }
        exact(haystack, part, progress, want);
        if progress.placed.is_empty() && part.most > 0 {
            nearby(haystack, part, progress, want);
            if progress.placed.is_empty() && haystack.squashed.bytes.len() > SMALL {
                open.push(at);
            }
        }
    }
    for (at, windows) in seeded(haystack, parts, &open) {
        let (part, progress) = (&parts[at], &mut progress[at]);
        for window in windows {
            approximate(haystack, part, progress, window, want);
            if progress.placed.len() >= want {
                break;
            }
        }
    }
    parts
        .iter()
        .zip(progress)
        .map(|(part, progress)| {
            if part.squashed.len() < SHORTEST {
                Err(Missing::TooShort)
            } else if !progress.placed.is_empty() {
                Ok(progress.placed)
            } else {
                Err(progress.difference.map_or(Missing::NotFound, Missing::Differs))
            }
        })
        .collect()
}

/// Checks a hit and keeps it, or keeps why it is none.
fn check(haystack: &Haystack<'_>, part: &Part, progress: &mut Progress, hit: Range<usize>, edits: usize) {
    progress.checked += 1;
    if progress.placed.iter().any(|placed| placed.squashed.start < hit.end && hit.start < placed.squashed.end) {
        return;
    }
    match edge::place(haystack, &part.text, &part.tokens, hit, edits) {
        Ok(placed) => progress.placed.push(placed),
        Err(Some(difference)) => {
            progress.difference.get_or_insert(difference);
        }
        Err(None) => {}
    }
}

/// The stretch of squashed text that a quote on the claimed page may take.
fn around(haystack: &Haystack<'_>, part: &Part, page: usize) -> Range<usize> {
    let page = haystack.squashed.page(page);
    let reach = part.squashed.len() + part.most;
    page.start.saturating_sub(reach)..(page.end + reach).min(haystack.squashed.bytes.len())
}

fn exact(haystack: &Haystack<'_>, part: &Part, progress: &mut Progress, want: usize) {
    let bytes = &haystack.squashed.bytes;
    let finder = memmem::Finder::new(&part.squashed);
    let claimed = part.claimed.map(|page| (haystack.squashed.page(page), around(haystack, part, page)));
    let touches = |at: usize, page: &Range<usize>| at < page.end && page.start < at + part.squashed.len();
    if let Some((page, around)) = &claimed {
        for at in finder.find_iter(&bytes[around.clone()]).map(|at| at + around.start) {
            if touches(at, page) {
                check(haystack, part, progress, at..at + part.squashed.len(), 0);
            }
            if progress.placed.len() >= want || progress.checked >= MOST_HITS {
                return;
            }
        }
    }
    if !progress.placed.is_empty() {
        return;
    }
    for at in finder.find_iter(bytes) {
        if claimed.as_ref().is_some_and(|(page, _)| touches(at, page)) {
            continue;
        }
        check(haystack, part, progress, at..at + part.squashed.len(), 0);
        if progress.placed.len() >= want || progress.checked >= MOST_HITS {
            return;
        }
    }
}

/// Approximate search where no pieces are needed: on the claimed page, and in
/// texts that are small.
fn nearby(haystack: &Haystack<'_>, part: &Part, progress: &mut Progress, want: usize) {
    if let Some(page) = part.claimed {
        approximate(haystack, part, progress, around(haystack, part, page), want);
    }
    if progress.placed.is_empty() && haystack.squashed.bytes.len() <= SMALL {
        approximate(haystack, part, progress, 0..haystack.squashed.bytes.len(), want);
    }
}

fn approximate(haystack: &Haystack<'_>, part: &Part, progress: &mut Progress, window: Range<usize>, want: usize) {
    let mut hits = myers::matches(&part.squashed, &haystack.squashed.bytes[window.clone()], part.most);
    hits.sort_by_key(|(range, edits)| (*edits, range.start));
    for (range, edits) in hits {
        if progress.placed.len() >= want || progress.checked >= 2 * MOST_HITS {
            return;
        }
        check(haystack, part, progress, window.start + range.start..window.start + range.end, edits);
    }
}

/// Where each open part might be, by its pieces found in the whole text; the likeliest first.
fn seeded(haystack: &Haystack<'_>, parts: &[Part], open: &[usize]) -> Vec<(usize, Vec<Range<usize>>)> {
    let mut seeds = Vec::new();
    let mut origins = Vec::new();
    for (slot, at) in open.iter().enumerate() {
        for (number, piece) in parts[*at].squashed.windows(SEED).step_by(SEED_STEP).enumerate() {
            seeds.push(piece);
            origins.push((slot, number * SEED_STEP));
        }
    }
    let bytes = &haystack.squashed.bytes;
    let mut starts: Vec<Vec<usize>> = vec![Vec::new(); open.len()];
    // Building fails only for automata beyond 2^31 states; then nothing more is found.
    let Ok(automaton) = AhoCorasick::new(&seeds) else { return Vec::new() };
    for hit in automaton.find_overlapping_iter(bytes) {
        let (slot, offset) = origins[hit.pattern().as_usize()];
        starts[slot].push(hit.start().saturating_sub(offset));
    }
    open.iter().zip(starts).map(|(at, starts)| (*at, windows(&parts[*at], starts, bytes.len()))).collect()
}

/// Groups supposed starts that lie within the allowed drift, and makes each a window.
fn windows(part: &Part, mut starts: Vec<usize>, end: usize) -> Vec<Range<usize>> {
    starts.sort_unstable();
    let mut groups: Vec<(usize, Range<usize>)> = Vec::new();
    for start in starts {
        match groups.last_mut() {
            Some((count, range)) if start - range.start <= 2 * part.most => {
                *count += 1;
                range.end = start;
            }
            _ => groups.push((1, start..start)),
        }
    }
    groups.sort_by_key(|(count, range)| (std::cmp::Reverse(*count), range.start));
    groups.truncate(MOST_WINDOWS);
    let reach = part.squashed.len() + 2 * part.most;
    groups
        .into_iter()
        .map(|(_, range)| range.start.saturating_sub(2 * part.most)..(range.end + reach).min(end))
        .collect()
}
