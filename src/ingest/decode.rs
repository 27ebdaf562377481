//! Bytes become characters, if they are not too many.

use std::borrow::Cow;

use crate::domain::Dropped;

use super::IngestError;

/// A decoded file.
pub(super) struct Decoded<'a> {
    /// Its text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Said when the bytes were not valid UTF-8 and had to be guessed.
    pub notice: Option<Dropped>,
}

/// Refuses what is larger than the settings allow.
pub(super) fn check_size(bytes: &[u8], limit: u64) -> Result<(), IngestError> {
    let bytes = bytes.len() as u64;
    if bytes > limit { Err(IngestError::TooLarge { bytes, limit }) } else { Ok(()) }
}

/// Decodes UTF-8, UTF-16 with a byte order mark, and, where neither fits,
/// Windows-1252 (or UTF-8 with single broken characters).
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, IngestError> {
    check_text(bytes)?;
    decode_part(bytes)
}

/// Fails if more than a tenth of the bytes, those of a file or of its head, are control characters.
pub(super) fn check_text(bytes: &[u8]) -> Result<(), IngestError> {
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let odd = bytes.iter().filter(|b| matches!(b, 1..=8 | 0x0e..=0x1a | 0x1c..=0x1f)).count();
    if !wide && odd * 10 > bytes.len() { Err(binary()) } else { Ok(()) }
}

fn binary() -> IngestError {
    IngestError::Unreadable {
        what: "a binary file",
        hint: "give a PDF, a Word document, a web page, text, Markdown, JATS or PubMed XML, JSON, JSONL, CSV, RIS or BibTeX",
    }
}

/// As [`decode`] for a part of a file, which a few control characters do not make binary.
pub(super) fn decode_part(bytes: &[u8]) -> Result<Decoded<'_>, IngestError> {
    let plain = |text| Ok(Decoded { text, notice: None });
    match bytes {
        [0xff, 0xfe, rest @ ..] => return plain(utf16(rest, u16::from_le_bytes).into()),
        [0xfe, 0xff, rest @ ..] => return plain(utf16(rest, u16::from_be_bytes).into()),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.contains(&0) {
        return Err(binary());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => plain(text.into()),
        Err(_) => Ok(guess(bytes)),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn guess(bytes: &[u8]) -> Decoded<'_> {
    let (mut broken, mut whole, mut first, mut at) = (0, 0, None, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            broken += 1;
            first.get_or_insert(at);
            at += chunk.invalid().len();
        }
    }
    let line = 1 + memchr::memchr_iter(b'\n', &bytes[..first.unwrap_or(0)]).count();
    // A text cut in the middle of its last character is UTF-8 all the same.
    let cut = broken == 1 && first.is_some_and(|first| bytes.len() - first < 4 && first > 0 && bytes[first] >= 0xc2);
    let (text, read_as) = if whole > broken || (cut && bytes.len() > 4096) {
        (String::from_utf8_lossy(bytes), "UTF-8 with the broken characters shown as \u{fffd}")
    } else {
        (bytes.iter().map(|b| windows_1252(*b)).collect::<String>().into(), "Windows-1252")
    };
    let why = format!("not valid UTF-8 from this line on; the file was read as {read_as}: check letters with accents");
    Decoded { text, notice: Some(Dropped { line, why: why.into() }) }
}

pub(super) fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
        '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_encodings_read() {
        for bytes in [
            "Größe ≤ 5".as_bytes().to_vec(),
            [b"\xef\xbb\xbf".as_slice(), "Größe ≤ 5".as_bytes()].concat(),
            [0xff, 0xfe].into_iter().chain("Größe ≤ 5".encode_utf16().flat_map(u16::to_le_bytes)).collect(),
            [0xfe, 0xff].into_iter().chain("Größe ≤ 5".encode_utf16().flat_map(u16::to_be_bytes)).collect(),
        ] {
            let decoded = decode(&bytes).unwrap();
            assert_eq!((&*decoded.text, decoded.notice), ("Größe ≤ 5", None));
        }
    }

    #[test]
    fn a_guess_is_said_with_its_line() {
        let decoded = decode(b"first\nGr\xf6\xdfe \x96 5").unwrap();
        assert_eq!(decoded.text, "first\nGröße – 5");
        assert_eq!(decoded.notice.unwrap().line, 2);
        let decoded = decode("äöü ".bytes().chain([0xff]).collect::<Vec<_>>().as_slice()).unwrap().text.into_owned();
        assert_eq!(decoded, "äöü \u{fffd}");
    }
}
