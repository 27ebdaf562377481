//! The child's side: a PDF on standard input, its pages on standard output.

use std::{
    collections::BTreeSet,
    io::{ErrorKind, Read, Write},
    os::unix::process::CommandExt,
    panic::{AssertUnwindSafe, catch_unwind},
    process::{Command, ExitCode},
};

use pdf_extract::{Dictionary, Document, Object, ObjectId, output_doc_page};
use serde::{Deserialize, Serialize};

use super::{drawing, fonts, page::PageText};

/// What is read from a PDF.
#[derive(Serialize, Deserialize)]
pub(super) struct Extract {
    /// The lines that stand out on the first page as a title does.
    pub title: Option<String>,
    /// Lines by page; a page that could not be read is empty.
    pub pages: Vec<String>,
    /// Pages, from 1, of which what follows some point could not be read.
    pub torn: Vec<usize>,
    /// How many pages show a picture of the size of a page; `None` where that is not known.
    pub pictures: Option<usize>,
}

/// In front of the pages on standard output, whatever a library may print before.
const MARKER: &str = "\n\u{1e}gainsay-pages ";

/// What the worker is asked for when it is to become `pdftotext` itself, within the same limits.
pub(super) const SECOND: &str = "pdftotext";

/// A paper begins on one of so many pages, behind the sheet that an archive adds.
const FIRST_PAGES: u32 = 2;

/// What the worker does not need: memory that the allocator sets aside counts as used under the limits.
pub(super) const ALLOCATOR: (&str, &str) = ("MIMALLOC_ARENA_EAGER_COMMIT", "0");

/// The most processor time that a worker may take. A limit on wall-clock time would fail on a busy machine for a file that
/// an idle one reads.
pub(super) const SECONDS: u64 = 30;

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

fn limit() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    const MEMORY: u64 = 460 << 20;
    const ADDRESSES: u64 = 3 << 30;
    let limits = [(Resource::Data, MEMORY), (Resource::As, ADDRESSES), (Resource::Cpu, SECONDS), (Resource::Core, 0)];
    // Where a limit cannot be set, the parent's clock still stops the work.
    for (resource, most) in limits {
        // At the lower of two limits of time a signal names the reason; at the upper one the worker is just killed.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most + 1) });
    }
}

fn extract(bytes: &[u8]) -> Result<Extract, String> {
    let mut document = Document::load_mem(bytes).map_err(|error| error.to_string())?;
    if document.is_encrypted() {
        document.decrypt("").map_err(|_| "it is locked with a password; save an unlocked copy".to_owned())?;
    }
    fonts::spell_out_widths(&mut document);
    fonts::name_typed_signs(&mut document);
    fonts::prefer_stated_encodings(&mut document);
    fonts::name_signs(&mut document);
    fonts::name_private_signs(&mut document);
    fonts::name_tex_symbols(&mut document);
    fonts::leave_dingbats_their_encoding(&mut document);
    drawing::empty_pictures_and_profiles(&mut document);
    drawing::leave_out_paths(&mut document);
    drawing::spell_out_lines(&mut document);
    fonts::rename_form_fonts(&mut document);
    let mut torn = Vec::new();
    let page = |(number, at)| {
        let mut page = PageText::default();
        // What was read before a page went wrong is kept.
        if !matches!(catch_unwind(AssertUnwindSafe(|| output_doc_page(&document, &mut page, number))), Ok(Ok(()))) {
            torn.push(at);
        }
        page.order();
        if number <= FIRST_PAGES {
            page.order_blocks();
        }
        page
    };
    let numbers = document.get_pages();
    let pictures = numbers.values().filter(|id| is_picture(&document, **id)).count();
    let pages: Vec<PageText> = numbers.into_keys().zip(1..).map(page).collect();
    let title = pages.first().and_then(PageText::title);
    Ok(Extract { title, pages: pages.iter().map(PageText::text).collect(), torn, pictures: Some(pictures) })
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
