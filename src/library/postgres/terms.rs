//! The terms of a passage as the server keeps them: a `tsvector` of our own stems. Instead of positions, which no search
//! asks for, it holds how often each occurs there, a time in the title counting twice, as in SQLite's index.

use std::collections::BTreeMap;

use bytes::{BufMut as _, BytesMut};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};

use crate::library::terms;

type Failure = Box<dyn std::error::Error + Sync + Send>;

/// The largest position that a `tsvector` holds.
const MOST: u16 = (1 << 14) - 1;

/// The terms of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Term → how often, 1–16,383.
    pub(super) terms: BTreeMap<String, u16>,
    /// How many words title and passage have that are no stop words.
    pub(super) length: i64,
}

impl From<terms::Counts> for Counts {
    fn from(counts: terms::Counts) -> Self {
        let terms = counts.iter().map(|(term, often)| (term.to_owned(), often.min(MOST))).collect();
        Self { terms, length: counts.length.into() }
    }
}

/// The column of terms.
#[derive(Debug)]
pub(super) struct Vector(pub(super) BTreeMap<String, u16>);

impl ToSql for Vector {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        out.put_i32(i32::try_from(self.0.len())?);
        for (term, often) in &self.0 {
            out.put_slice(term.as_bytes());
            out.put_u8(0);
            out.put_u16(1);
            out.put_u16(*often);
        }
        Ok(IsNull::No)
    }

    accepts!(TS_VECTOR);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for Vector {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        let Raw(terms) = Raw::from_sql(kind, raw)?;
        Ok(Self(terms.iter().map(|(term, often)| (String::from_utf8_lossy(term).into_owned(), *often)).collect()))
    }

    accepts!(TS_VECTOR);
}

/// The column of terms as it came, for who looks for few of them.
pub(super) struct Raw<'a>(pub(super) Vec<(&'a [u8], u16)>);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        let torn = || Failure::from("a tsvector that ends too early");
        let (_, mut rest) = raw.split_at_checked(4).ok_or_else(torn)?;
        let mut terms = Vec::new();
        while !rest.is_empty() {
            let end = memchr::memchr(0, rest).ok_or_else(torn)?;
            let positions = rest.get(end + 1..).and_then(<[u8]>::split_first_chunk::<2>).ok_or_else(torn)?;
            let count = usize::from(u16::from_be_bytes(*positions.0));
            let (positions, after) = positions.1.split_at_checked(2 * count).ok_or_else(torn)?;
            let often = positions.first_chunk::<2>().map_or(1, |first| u16::from_be_bytes(*first) & MOST);
            terms.push((&rest[..end], often));
            rest = after;
        }
        Ok(Self(terms))
    }

    accepts!(TS_VECTOR);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_counts_twice_and_the_column_holds_it() {
        let counts = Counts::from(terms::Terms::new().count("Zinc and colds", "Zinc was given. Zinc, then café."));
        let often = |term: &str| counts.terms.get(term).copied();
        assert_eq!((often("zinc"), often("cold"), often("cafe"), counts.length), (Some(4), Some(2), Some(1), 6));
        let mut bytes = BytesMut::new();
        Vector(counts.terms.clone()).to_sql(&Type::TS_VECTOR, &mut bytes).unwrap();
        assert_eq!(Vector::from_sql(&Type::TS_VECTOR, &bytes).unwrap().0, counts.terms);
        assert!(Vector::from_sql(&Type::TS_VECTOR, &bytes[..bytes.len() - 1]).is_err());
    }
}
