//! A PDF goes through the real program as a child, with all that may be wrong with it.

use std::{fmt::Write as _, fs, os::unix::fs::PermissionsExt, path::Path, sync::Arc};

use gainsay::{
    domain::SourceKind,
    ingest::{IngestError, ReadOptions, pdf, read_source},
    review::Review,
};

use crate::support::program::gainsay;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_gainsay"))
}

/// A PDF with these drawing commands a page.
pub fn pdf_of(pages: &[String]) -> Vec<u8> {
    pdf_with(pages, "/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", "")
}

/// The same in a font of one's own, and with more resources on every page.
fn pdf_with(pages: &[String], font: &str, resources: &str) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{}] >>",
            pages.len(),
            (0..pages.len()).map(|i| format!("{} 0 R ", 4 + 2 * i)).collect::<String>()
        ),
        format!("<< /Type /Font {font} >>"),
    ];
    for (i, commands) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> {resources} >> /Contents {} 0 R >>",
            5 + 2 * i
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{commands}\nendstream", commands.len()));
    }
    let size = "/Width 1000 /Height 1400 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /DCTDecode";
    // A photograph's bytes may read like drawing commands.
    let bytes = "Q 1 cm";
    let length = bytes.len();
    objects.push(format!("<< /Type /XObject /Subtype /Image {size} /Length {length} >>\nstream\n{bytes}\nendstream"));
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(file.len());
        write!(file, "{number} 0 obj\n{object}\nendobj\n").unwrap();
    }
    let xref = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    write!(file, "trailer << /Size {} /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n", objects.len() + 1).unwrap();
    file.into_bytes()
}

/// Lines of text at their heights, in their sizes.
pub fn lines(lines: &[(i32, i32, &str)]) -> String {
    lines.iter().map(|(y, size, text)| format!("BT /F1 {size} Tf 72 {y} Td ({text}) Tj ET\n")).collect()
}

#[test]
fn a_paper_is_read_page_by_page_with_its_title_and_superscripts() {
    let first = lines(&[
        (740, 20, "Counting bacteria in the rivers of the north"),
        (700, 10, "Every sample held many more bacteria than the earlier stud-"),
        (688, 10, "ies had reported, and the counts rose with the temperature of"),
        (676, 10, "the water. doi:10.1000/RIVER.1"),
        (640, 10, "A second paragraph says that the differences were not due to the season."),
        (40, 10, "1"),
    ]) + "BT /F1 10 Tf 72 620 Td (We counted 10) Tj /F1 6 Tf 4 Ts (6) Tj 0 Ts /F1 10 Tf ( cells per ml in each of them.) Tj ET\n";
    let second = lines(&[(740, 10, "The second page holds enough words of its own to count as a page of text.")]);
    let bytes = pdf_of(&[first, second]);
    let options = ReadOptions { format: None, exe: Some(program().to_owned()) };
    let source = read_source("rivers.pdf", &bytes, &options).unwrap();
    assert_eq!((source.kind, source.pages.len(), source.pages[1].number), (SourceKind::Paper, 2, 2));
    assert_eq!(source.meta.title, "Counting bacteria in the rivers of the north");
    assert_eq!(source.meta.doi.as_deref(), Some("10.1000/river.1"));
    let text = &source.pages[0].text;
    assert!(
        text.contains("earlier studies had reported, and the counts rose with the temperature of the water."),
        "{text}"
    );
    assert!(text.contains("\n\nA second paragraph"), "{text}");
    assert!(text.contains("We counted 10⁶ cells per ml"), "{text}");
    assert!(!text.ends_with('1'), "{text}");
}

/// Such a paper had no title, so it could be taken as evidence for itself.
#[test]
fn a_title_is_seen_above_an_abstract_that_is_set_as_large() {
    let page = lines(&[
        (760, 8, "River World, volume 11, open access"),
        (730, 12, "Counting bacteria in the rivers of the north"),
        (700, 8, "A. Walker, Institute of Rivers, Leeds"),
        (690, 8, "Received in October and accepted in December"),
        (660, 12, "Abstract"),
        (640, 12, "Every sample held many more bacteria than the earlier"),
        (625, 12, "studies had reported, and the counts rose with the heat"),
        (610, 12, "of the water. The differences were not due to the season"),
        (595, 12, "or to the depth from which the water had been taken."),
    ]);
    let options = ReadOptions { format: None, exe: Some(program().to_owned()) };
    let source = read_source("rivers.pdf", &pdf_of(&[page]), &options).unwrap();
    assert_eq!(source.meta.title, "Counting bacteria in the rivers of the north");
}

/// An abstract below a journal's logo would be lost, and the paper's findings with it.
#[test]
fn a_page_is_read_on_behind_a_picture() {
    // Enough words for the page not to be given to another reader.
    let above = lines(&[
        (760, 20, "Counting bacteria in the rivers of the north"),
        (730, 10, "Anna Walker and Ben Runner, Institute of Rivers, Leeds, received in October"),
    ]);
    let below = lines(&[
        (700, 10, "Every sample held many more bacteria than the earlier studies had"),
        (688, 10, "reported, and the counts rose with the temperature of the water."),
    ]);
    let bytes = scan(&[format!("{above}q 40 0 0 40 72 720 cm /Im Do Q\n{below}")]);
    let options = ReadOptions { format: None, exe: Some(program().to_owned()) };
    let text = &read_source("rivers.pdf", &bytes, &options).unwrap().pages[0].text;
    assert!(text.ends_with("the counts rose with the temperature of the water."), "{text}");
}

/// Pages that show nothing but a picture.
fn scan(pages: &[String]) -> Vec<u8> {
    let picture = format!("/XObject << /Im {} 0 R >>", 4 + 2 * pages.len());
    pdf_with(pages, "/Subtype /Type1 /BaseFont /Helvetica", &picture)
}

#[test]
fn a_scan_says_so_and_what_to_do() {
    let bytes = scan(&[lines(&[(40, 10, "1")]), String::new()]);
    let error = pdf::read_pdf(Some(program()), &bytes).unwrap_err();
    assert!(matches!(error, IngestError::Scanned { pages: 2, .. }), "{error}");
    assert!(error.to_string().contains("text recognition"));
    // A stamp on every page is no text to review.
    let stamp = lines(&[(40, 10, "Downloaded from a library of the university on request")]);
    let error = pdf::read_pdf(Some(program()), &scan(&vec![stamp; 4])).unwrap_err();
    assert!(matches!(error, IngestError::Scanned { pages: 4, .. }), "{error}");
}

#[test]
fn pages_of_a_few_words_are_read_and_not_taken_for_scans() {
    let slides: Vec<String> = ["Stroke fell by 20%", "in adults on aspirin", "and rose in nobody", "in all trials"]
        .iter()
        .map(|words| lines(&[(400, 30, words)]))
        .collect();
    let pages = pdf::read_pdf(Some(program()), &pdf_of(&slides)).unwrap();
    assert_eq!((pages.len(), pages[1].text.as_str()), (4, "in adults on aspirin"));
    let error = pdf::read_pdf(Some(program()), &pdf_of(&[lines(&[(400, 30, "Stroke fell")])])).unwrap_err();
    assert!(matches!(error, IngestError::NoText { words: 2, pages: 1, .. }), "{error}");
}

#[test]
fn a_font_that_hides_its_letters_is_named_as_the_reason() {
    let hidden = "/Subtype /Type1 /BaseFont /ABCDEF+Own /Encoding /WinAnsiEncoding";
    let words = "x\\001qz\\002bd ttr\\003 kkc\\001d ".repeat(12);
    let bytes = pdf_with(&[lines(&[(400, 10, &words)])], hidden, "");
    let error = pdf::read_pdf(Some(program()), &bytes).unwrap_err();
    assert!(matches!(error, IngestError::Garbled { .. }), "{error}");
    assert!(error.to_string().contains("its fonts do not say"), "{error}");
}

#[test]
fn damaged_files_are_errors_and_never_more() {
    let good = pdf_of(&[lines(&[(740, 10, "Some text")])]);
    let cut = &good[..good.len() / 2];
    let broken: Vec<u8> = good.iter().map(|byte| if *byte == b'R' { b'Q' } else { *byte }).collect();
    for bytes in [cut, &broken, b"%PDF-1.4", b"%PDF-1.4\n%%EOF"] {
        let error = pdf::read_pdf(Some(program()), bytes).unwrap_err();
        assert!(!matches!(error, IngestError::Empty), "{error}");
    }
}

/// A result at the end of a page was lost without a word.
#[test]
fn a_page_that_is_read_in_part_is_named_or_read_by_the_other_reader() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lines(&[
        (700, 10, "Every sample held many more bacteria than the earlier studies had"),
        (688, 10, "reported, and the counts rose with the temperature of the water."),
    ]);
    let torn = format!("{whole}/Missing Do\n{}", lines(&[(600, 10, "Sparrows slept longer in the cold.")]));
    let paper = folder.path().join("rivers.pdf");
    fs::write(&paper, pdf_of(&[whole, torn])).unwrap();
    let check = |review: &str| {
        let mut program = gainsay(folder.path());
        let checked = program.args(["check", "rivers.pdf", "--review", review]).env("PATH", folder.path()).output();
        let checked = checked.unwrap();
        (checked.status.code(), String::from_utf8(checked.stderr).unwrap())
    };
    let (code, said) = check("alone.gainsay");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("rivers.pdf: only part of page 2 could be read; with pdftotext"), "{said}");

    let script = "#!/bin/sh\nprintf 'The first page.\\fSparrows slept longer in the cold.\\f'\n";
    let other = folder.path().join("pdftotext");
    fs::write(&other, script).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let (code, said) = check("mended.gainsay");
    assert_eq!(code, Some(0), "{said}");
    let review = Review::open(&folder.path().join("mended.gainsay"), Arc::new(jiff::Timestamp::now)).unwrap();
    let pages = &review.source().unwrap().pages;
    assert!(pages[0].text.contains("the temperature of the water."), "{pages:?}");
    assert_eq!(pages[1].text, "Sparrows slept longer in the cold.");
}
