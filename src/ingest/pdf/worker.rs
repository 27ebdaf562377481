//! The child's side: a PDF on standard input, its pages on standard output.

use std::{
    collections::BTreeSet,
    io::{ErrorKind, Read, Write},
    os::unix::process::CommandExt,
    panic::{AssertUnwindSafe, catch_unwind},
    process::{Command, ExitCode},
};

use pdf_extract::{
    Dictionary, Document, MediaBox, Object, ObjectId, OutputDev, OutputError, Transform, output_doc_page,
};
use serde::{Deserialize, Serialize};

/// What is read from a PDF.
#[derive(Serialize, Deserialize)]
pub(super) struct Extract {
    /// What stands out on the first page as a title does.
    pub title: Option<String>,
    /// Lines by page; a page that could not be read is empty.
    pub pages: Vec<String>,
    /// How many pages show a picture of the size of a page; `None` where that is not known.
    pub pictures: Option<usize>,
}

/// In front of the pages on standard output, whatever a library may print before.
const MARKER: &str = "\n\u{1e}gainsay-pages ";

/// What the worker is asked for when it is to become `pdftotext` itself, within the same limits.
pub(super) const SECOND: &str = "pdftotext";

/// What the worker does not need: memory that the allocator sets aside counts as used under the limits.
pub(super) const ALLOCATOR: (&str, &str) = ("MIMALLOC_ARENA_EAGER_COMMIT", "0");

/// Reads a PDF from standard input and writes its pages to standard output,
/// within limits of memory and time that it sets for itself first. A page that
/// cannot be read is empty. With the argument `pdftotext` that program does it, within the same limits.
pub fn worker() -> ExitCode {
    limit();
    if std::env::args_os().nth(2).is_some_and(|asked| asked == SECOND) {
        let error = pdftotext().exec();
        eprintln!("{}", if error.kind() == ErrorKind::NotFound { MISSING.to_owned() } else { error.to_string() });
        return ExitCode::FAILURE;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    match catch_unwind(|| extract(&bytes)).unwrap_or_else(|_| Err("it is damaged".to_owned())) {
        Ok(extract) => {
            let json = serde_json::to_string(&extract).unwrap_or_default();
            let mut out = std::io::stdout().lock();
            let written = out
                .write_all(MARKER.as_bytes())
                .and_then(|()| out.write_all(json.as_bytes()))
                .and_then(|()| out.flush());
            if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// What is said where there is no second reader.
pub(super) const MISSING: &str = "pdftotext is not installed";

/// The second reader, from standard input to standard output.
pub(super) fn pdftotext() -> Command {
    let mut command = Command::new("pdftotext");
    command.args(["-enc", "UTF-8", "-eol", "unix", "-", "-"]);
    command
}

/// What a worker wrote.
pub(super) fn extract_in(output: &[u8]) -> Option<Extract> {
    let at = memchr::memmem::rfind(output, MARKER.as_bytes())?;
    serde_json::from_slice(&output[at + MARKER.len()..]).ok()
}

#[cfg(unix)]
fn limit() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    const MEMORY: u64 = 460 << 20;
    const ADDRESSES: u64 = 3 << 30;
    const SECONDS: u64 = 30;
    let limits = [(Resource::Data, MEMORY), (Resource::As, ADDRESSES), (Resource::Cpu, SECONDS), (Resource::Core, 0)];
    // Where a limit cannot be set, the parent's clock still stops the work.
    for (resource, most) in limits {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
fn limit() {}

fn extract(bytes: &[u8]) -> Result<Extract, String> {
    let mut document = Document::load_mem(bytes).map_err(|error| error.to_string())?;
    if document.is_encrypted() {
        document.decrypt("").map_err(|_| "it is locked with a password; save an unlocked copy".to_owned())?;
    }
    let page = |number: u32| {
        let mut page = PageText::default();
        // What was read before a page went wrong is kept.
        drop(catch_unwind(AssertUnwindSafe(|| output_doc_page(&document, &mut page, number))));
        page
    };
    let numbers = document.get_pages();
    let pictures = numbers.values().filter(|id| is_picture(&document, **id)).count();
    let pages: Vec<PageText> = numbers.into_keys().map(page).collect();
    let title = pages.first().and_then(PageText::title);
    Ok(Extract { title, pages: pages.iter().map(PageText::text).collect(), pictures: Some(pictures) })
}

/// Whether a page shows a picture with as many points as a scan of it has at least.
fn is_picture(document: &Document, page: ObjectId) -> bool {
    let shows = || {
        let (own, inherited) = document.get_page_resources(page).ok()?;
        let inherited = inherited.into_iter().filter_map(|id| document.get_dictionary(id).ok());
        let mut seen = BTreeSet::new();
        Some(own.into_iter().chain(inherited).any(|resources| has_picture(document, resources, &mut seen)))
    };
    catch_unwind(AssertUnwindSafe(shows)).ok().flatten().unwrap_or_default()
}

/// `seen` are the objects that were looked at: forms may be in one another, and in themselves.
fn has_picture(document: &Document, resources: &Dictionary, seen: &mut BTreeSet<ObjectId>) -> bool {
    /// A page of paper at 60 points an inch.
    const LEAST: i64 = 500 * 700;
    /// More than any page draws.
    const MOST: usize = 1_000;
    let Ok(objects) = document.get_dict_in_dict(resources, b"XObject") else { return false };
    objects.iter().any(|(_, object)| {
        let Ok((Some(id), Object::Stream(object))) = document.dereference(object) else { return false };
        if seen.len() >= MOST || !seen.insert(id) {
            return false;
        }
        let number = |name| object.dict.get(name).and_then(Object::as_i64).unwrap_or_default();
        match object.dict.get(b"Subtype").and_then(Object::as_name) {
            Ok(b"Image") => number(b"Width").saturating_mul(number(b"Height")) >= LEAST,
            Ok(b"Form") => document
                .get_dict_in_dict(&object.dict, b"Resources")
                .is_ok_and(|resources| has_picture(document, resources, seen)),
            _ => false,
        }
    })
}

/// A line of a page, in the order in which the file draws it.
#[derive(Default)]
struct Line {
    text: String,
    left: f64,
    /// Downwards from the top.
    y: f64,
    size: f64,
}

/// The text of one page out of its characters. Raised digits become
/// superscripts, so that 10⁶ does not read 106.
#[derive(Default)]
struct PageText {
    lines: Vec<Line>,
    right: f64,
    word_begins: bool,
}

/// The size in which most lines are set.
fn usual_size(lines: &[Line]) -> f64 {
    let mut sizes: Vec<f64> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(1.0).max(f64::MIN_POSITIVE)
}

/// The run of lines that is set largest, if it has the length of a title; a
/// journal's name of a few words comes only after everything longer.
fn largest(lines: &[Line]) -> Option<String> {
    let usual = usual_size(lines);
    let same = |one: &Line, other: &Line| (one.size - other.size).abs() < 0.05 * one.size;
    let runs = lines.chunk_by(same).filter(|run| run[0].size > 1.1 * usual);
    let joined = |run: &[Line]| (run[0].size, run.iter().map(|line| line.text.trim()).collect::<Vec<_>>().join(" "));
    let mut titles: Vec<(f64, String)> = runs.map(joined).collect();
    titles.sort_by(|one, other| other.0.total_cmp(&one.0));
    let find = |least: usize| titles.iter().find(|(_, title)| (least..=40).contains(&title.split_whitespace().count()));
    find(6).or_else(|| find(4)).map(|(_, title)| title.clone())
}

impl PageText {
    /// What stands out on the page as a title does, or above the abstract where the text below is set as large.
    fn title(&self) -> Option<String> {
        let is_abstract =
            |line: &Line| line.text.trim_start().get(..8).is_some_and(|head| head.eq_ignore_ascii_case("abstract"));
        let above = self.lines.iter().position(is_abstract).map(|at| &self.lines[..at]);
        largest(&self.lines).or_else(|| above.and_then(largest))
    }

    /// Lines, with a blank one where the gap is wider than usual, and two spaces
    /// before one that is indented.
    fn text(&self) -> String {
        let gap = |pair: &[Line]| (pair[1].y - pair[0].y, 2.2 * pair[1].size);
        let mut gaps: Vec<f64> =
            self.lines.windows(2).map(gap).filter(|(gap, most)| *gap > 1.0 && gap < most).map(|(gap, _)| gap).collect();
        gaps.sort_by(f64::total_cmp);
        let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(f64::MAX);
        let usual_size = usual_size(&self.lines);
        let mut text = String::new();
        let mut before: Option<&Line> = None;
        for line in self.lines.iter().filter(|line| !line.text.trim().is_empty()) {
            if let Some(before) = before {
                let gap = line.y - before.y;
                let other_size = (line.size - before.size).abs() > 0.15 * before.size.max(line.size);
                text.push_str(if gap > 1.35 * usual * (line.size / usual_size).max(1.0) || (gap > 0.0 && other_size) {
                    "\n\n"
                } else {
                    "\n"
                });
                let shift = line.left - before.left;
                if gap > 0.0 && shift > 0.8 * line.size && shift < 4.0 * line.size {
                    text.push_str("  ");
                }
            }
            text.push_str(line.text.trim());
            before = Some(line);
        }
        text
    }
}

impl OutputDev for PageText {
    fn begin_page(&mut self, _: u32, _: &MediaBox, _: Option<(f64, f64, f64, f64)>) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        c: &str,
    ) -> Result<(), OutputError> {
        let size = (font_size * font_size * (at.m11 + at.m21) * (at.m12 + at.m22)).abs().sqrt();
        let (x, y) = (at.m31, -at.m32);
        let begins = std::mem::take(&mut self.word_begins);
        let mut raised = false;
        let fresh = match self.lines.last_mut() {
            None => true,
            Some(line) => {
                let rise = line.y - y;
                let near = x > self.right - 0.5 * line.size && x < self.right + 0.5 * line.size;
                raised = size < 0.85 * line.size && rise > 0.15 * line.size && rise < 0.8 * line.size && near;
                let moved = rise.abs();
                let fresh = begins
                    && !raised
                    && (moved > 1.5 * size.max(1.0) || (x < self.right && moved > 0.5 * size.max(line.size)));
                if !fresh && begins && x > self.right + 0.1 * size {
                    line.text.push(' ');
                }
                fresh
            }
        };
        if fresh {
            self.lines.push(Line { text: String::new(), left: x, y, size });
        }
        if let Some(line) = self.lines.last_mut() {
            match c.chars().next().filter(|_| raised && c.chars().count() == 1).and_then(superscript) {
                Some(c) => line.text.push(c),
                None => line.text.push_str(c),
            }
            if !raised && size > line.size {
                // A line may begin with something small.
                (line.size, line.y) = (size, y);
            }
        }
        self.right = x + width * size;
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.word_begins = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

fn superscript(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '+' => '⁺',
        '-' | '−' | '–' => '⁻',
        _ => return None,
    })
}
