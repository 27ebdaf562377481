//! Lines out of chunks that may end anywhere, in the middle of a character too.

/// Bytes of which whole lines are taken.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    finished: bool,
}

impl Lines {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    /// What is left is a line too.
    pub(super) fn finish(&mut self) {
        self.finished = true;
    }

    /// The next line that is not blank.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let line: Vec<u8> = match memchr::memchr(b'\n', &self.bytes) {
                Some(end) => self.bytes.drain(..=end).collect(),
                None if self.finished && !self.bytes.is_empty() => std::mem::take(&mut self.bytes),
                None => return None,
            };
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some(line.to_vec());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_wherever_the_chunks_end() {
        let text = "{\"a\":\"αβγ\"}\n\n{\"b\":1}\r\n{\"c\":2}";
        for size in 1..=text.len() {
            let mut lines = Lines::default();
            let mut out = Vec::new();
            for chunk in text.as_bytes().chunks(size) {
                lines.push(chunk);
                out.extend(std::iter::from_fn(|| lines.next()));
            }
            assert_eq!(out.len(), 2, "the last one may go on");
            lines.finish();
            out.extend(std::iter::from_fn(|| lines.next()));
            let read: Vec<_> = out.iter().map(|l| String::from_utf8_lossy(l).into_owned()).collect();
            assert_eq!(read, ["{\"a\":\"αβγ\"}", "{\"b\":1}", "{\"c\":2}"]);
        }
    }
}
