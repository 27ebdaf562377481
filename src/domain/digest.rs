//! Content addresses: SHA-256 over canonical bytes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// The SHA-256 digest of some bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// A digest was not 64 hexadecimal digits.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 hexadecimal digits, this is {0:?}")]
pub struct ParseDigestError(String);

impl Digest {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of the canonical bytes of `value`.
    #[must_use]
    pub fn of_value<T: Serialize>(value: &T) -> Self {
        Self::of(&canonical(value))
    }

    /// The digest of several parts, each with its length, so that no two lists
    /// of parts share one.
    #[must_use]
    pub fn of_parts<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            let part = part.as_ref();
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first 12 hexadecimal digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..12].to_owned()
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
        let digits: String = self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect();
        f.write_str(&digits)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseDigestError(text.chars().take(80).collect());
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err(error());
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| error())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| error())?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Hexadecimal)
    }
}

/// Reads a digest without a copy of its digits.
struct Hexadecimal;

impl serde::de::Visitor<'_> for Hexadecimal {
    type Value = Digest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest of 64 hexadecimal digits")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Digest, E> {
        text.parse().map_err(E::custom)
    }
}

/// The canonical bytes of a value: JSON with sorted keys, without white space,
/// floating-point numbers rounded to six decimals. Equal values have equal bytes.
///
/// # Panics
/// When `value` has a map whose keys are not strings, which no type here has.
#[must_use]
pub fn canonical<T: Serialize>(value: &T) -> Vec<u8> {
    let json = serde_json::to_value(value).expect("our own types serialise");
    let mut out = Vec::new();
    write_canonical(&json, &mut out);
    out
}

fn write_canonical(json: &Json, out: &mut Vec<u8>) {
    match json {
        Json::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            out.push(b'{');
            for (i, (key, value)) in entries.into_iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                write_text(key, out);
                out.push(b':');
                write_canonical(value, out);
            }
            out.push(b'}');
        }
        Json::Array(items) => {
            out.push(b'[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                write_canonical(item, out);
            }
            out.push(b']');
        }
        Json::Number(number) if number.is_f64() => {
            let rounded = (number.as_f64().unwrap_or_default() * 1e6).round() / 1e6;
            // Adding zero turns -0.0 into 0.0.
            let rounded = serde_json::Number::from_f64(rounded + 0.0).unwrap_or_else(|| 0.into());
            out.extend_from_slice(rounded.to_string().as_bytes());
        }
        Json::String(text) => write_text(text, out),
        scalar => out.extend_from_slice(scalar.to_string().as_bytes()),
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("a text is written to memory");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_values_have_equal_bytes() {
        let one = json!({"b": 0.1 + 0.2, "a": [1, -0.0], "ä": null});
        let other = json!({"ä": null, "a": [1, 0.0], "b": 0.3});
        assert_eq!(canonical(&one), canonical(&other));
        assert_eq!(String::from_utf8(canonical(&one)).unwrap(), r#"{"a":[1,0.0],"b":0.3,"ä":null}"#);
    }

    #[test]
    fn a_digest_reads_back_and_refuses_what_is_none() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert!("ba78".parse::<Digest>().is_err());
        assert!("ä".repeat(32).parse::<Digest>().is_err());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(Digest::of_parts(["ab", "c"]), Digest::of_parts(["a", "bc"]));
    }
}
