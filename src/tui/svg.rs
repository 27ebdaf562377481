//! A drawn buffer as SVG: the same bytes for the same buffer, sharp at any size.

use std::fmt::Write;

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier},
};
use unicode_width::UnicodeWidthStr;

/// Size of a cell.
const W: f64 = 8.43;
const H: f64 = 18.0;
/// Where a line under words and one through them lie in a row.
const UNDER: f64 = 15.5;
const THROUGH: f64 = 9.0;
/// Blocks from an eighth of a cell to the whole of it.
const EIGHTHS: &str = "▁▂▃▄▅▆▇█";
/// Room around the screen.
const PAD: f64 = 14.0;

/// The buffer as a picture.
#[must_use]
pub fn render(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (f64::from(columns) * W + 2.0 * PAD, f64::from(rows) * H + 2.0 * PAD);
    let base = buffer.cell((0, rows.saturating_sub(1))).map_or("#101010".to_owned(), |c| colors(c).1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.1} \
         {height:.1}\" font-family=\"'DejaVu Sans Mono','JetBrains Mono',Menlo,Consolas,monospace\" font-size=\"14\" \
         xml:space=\"preserve\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{base}\"/>\n"
    );
    for y in 0..rows {
        backgrounds(buffer, y, &base, &mut out);
    }
    for y in 0..rows {
        texts(buffer, y, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn left(x: u16) -> f64 {
    PAD + f64::from(x) * W
}

fn top(y: u16) -> f64 {
    PAD + f64::from(y) * H
}

fn backgrounds(buffer: &Buffer, y: u16, base: &str, out: &mut String) {
    let mut x = 0;
    while x < buffer.area.width {
        let Some(cell) = buffer.cell((x, y)) else { break };
        let bg = colors(cell).1;
        let start = x;
        while x < buffer.area.width && buffer.cell((x, y)).is_some_and(|c| colors(c).1 == bg) {
            x += 1;
        }
        if bg != base {
            // A little taller than the row, so that no hairline shows between rows.
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{bg}\"/>",
                left(start),
                top(y),
                f64::from(x - start) * W,
                H + 0.3
            );
        }
    }
}

fn texts(buffer: &Buffer, y: u16, out: &mut String) {
    let mut x = 0;
    while x < buffer.area.width {
        let Some(cell) = buffer.cell((x, y)) else { break };
        let symbol = cell.symbol();
        let width = u16::try_from(symbol.width().max(1)).unwrap_or(1);
        if symbol.trim().is_empty() {
            if cell.modifier.contains(Modifier::UNDERLINED) {
                line(x, y, 1, UNDER, &colors(cell).0, out);
            }
            x += 1;
            continue;
        }
        let fg = colors(cell).0;
        if let Some(path) = drawn(symbol, x, y) {
            let _ = writeln!(
                out,
                "<path d=\"{}\" stroke=\"{fg}\" stroke-width=\"{}\" fill=\"{}\"/>",
                path.0,
                path.1,
                if path.2 { fg.as_str() } else { "none" }
            );
            x += 1;
            continue;
        }
        // A word in one style, its width pinned, so that no font shifts the row.
        let mut word = symbol.to_owned();
        let mut end = x + width;
        if symbol.is_ascii() {
            while let Some(next) = buffer.cell((end, y)).filter(|_| end < buffer.area.width) {
                let same = next.fg == cell.fg && next.bg == cell.bg && next.modifier == cell.modifier;
                if !same || !next.symbol().is_ascii() || next.symbol().trim().is_empty() {
                    break;
                }
                word.push_str(next.symbol());
                end += 1;
            }
        }
        let mut style = String::new();
        if cell.modifier.contains(Modifier::BOLD) {
            style.push_str(" font-weight=\"bold\"");
        }
        if cell.modifier.contains(Modifier::ITALIC) {
            style.push_str(" font-style=\"italic\"");
        }
        if cell.modifier.contains(Modifier::DIM) {
            style.push_str(" opacity=\"0.55\"");
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{fg}\"{style}>{}</text>",
            left(x),
            top(y) + 13.2,
            f64::from(end - x) * W,
            word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
        );
        if cell.modifier.contains(Modifier::UNDERLINED) {
            line(x, y, end - x, UNDER, &fg, out);
        }
        if cell.modifier.contains(Modifier::CROSSED_OUT) {
            line(x, y, end - x, THROUGH, &fg, out);
        }
        x = end;
    }
}

fn line(x: u16, y: u16, cells: u16, below: f64, fg: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"1\" fill=\"{fg}\"/>",
        left(x),
        top(y) + below,
        f64::from(cells) * W
    );
}

/// Lines and blocks as paths, so that they meet from cell to cell: path, stroke
/// width, filled.
fn drawn(symbol: &str, x: u16, y: u16) -> Option<(String, f64, bool)> {
    let (l, t) = (left(x), top(y));
    let (r, b) = (l + W, t + H);
    let (cx, cy) = (l + W / 2.0, t + H / 2.0);
    let d = W / 2.0;
    let (thin, thick) = (1.1, 2.2);
    if let Some(eighths) = EIGHTHS.chars().zip(1_u8..).find_map(|(c, n)| symbol.starts_with(c).then_some(n)) {
        // A little larger than they are, so that no hairline shows between them.
        let from = b - H * f64::from(eighths) / 8.0;
        return Some((format!("M{l:.1} {from:.1}H{:.1}V{:.1}H{l:.1}Z", r + 0.3, b + 0.3), 0.0, true));
    }
    Some(match symbol {
        "─" => (format!("M{l:.1} {cy:.1}H{r:.1}"), thin, false),
        "━" => (format!("M{l:.1} {cy:.1}H{r:.1}"), thick, false),
        "│" => (format!("M{cx:.1} {t:.1}V{b:.1}"), thin, false),
        "┃" => (format!("M{cx:.1} {t:.1}V{b:.1}"), thick, false),
        "╭" => (format!("M{cx:.1} {b:.1}V{:.1}Q{cx:.1} {cy:.1} {r:.1} {cy:.1}", cy + d), thin, false),
        "╮" => (format!("M{cx:.1} {b:.1}V{:.1}Q{cx:.1} {cy:.1} {l:.1} {cy:.1}", cy + d), thin, false),
        "╰" => (format!("M{cx:.1} {t:.1}V{:.1}Q{cx:.1} {cy:.1} {r:.1} {cy:.1}", cy - d), thin, false),
        "╯" => (format!("M{cx:.1} {t:.1}V{:.1}Q{cx:.1} {cy:.1} {l:.1} {cy:.1}", cy - d), thin, false),
        "┏" => (format!("M{cx:.1} {b:.1}V{cy:.1}H{r:.1}"), thick, false),
        "┓" => (format!("M{cx:.1} {b:.1}V{cy:.1}H{l:.1}"), thick, false),
        "┗" => (format!("M{cx:.1} {t:.1}V{cy:.1}H{r:.1}"), thick, false),
        "┛" => (format!("M{cx:.1} {t:.1}V{cy:.1}H{l:.1}"), thick, false),
        "▎" => (format!("M{l:.1} {t:.1}h{:.1}V{b:.1}h-{:.1}Z", W / 4.0, W / 4.0), 0.0, true),
        "▌" => (format!("M{l:.1} {t:.1}h{:.1}V{b:.1}h-{:.1}Z", W / 2.0 - 1.0, W / 2.0 - 1.0), 0.0, true),
        "▐" => (format!("M{r:.1} {t:.1}h-{:.1}V{b:.1}h{:.1}Z", W / 2.0, W / 2.0), 0.0, true),
        "▏" => (format!("M{l:.1} {t:.1}h1.4V{b:.1}h-1.4Z"), 0.0, true),
        _ => return None,
    })
}

/// Foreground and background as they are seen.
fn colors(cell: &ratatui::buffer::Cell) -> (String, String) {
    let fg = hex(cell.fg).unwrap_or_else(|| "#c8ccd4".to_owned());
    let bg = hex(cell.bg).unwrap_or_else(|| "#16181d".to_owned());
    if cell.modifier.contains(Modifier::REVERSED) { (bg, fg) } else { (fg, bg) }
}

fn hex(color: Color) -> Option<String> {
    Some(
        match color {
            Color::Rgb(r, g, b) => return Some(format!("#{r:02x}{g:02x}{b:02x}")),
            Color::Black => "#16181d",
            Color::Red => "#e06c75",
            Color::Green => "#8cc265",
            Color::Yellow => "#d9a94f",
            Color::Blue => "#61a8ef",
            Color::Magenta => "#c678dd",
            Color::Cyan => "#4fb8c6",
            Color::Gray => "#a9afba",
            Color::DarkGray => "#5c6370",
            Color::LightRed => "#f0828b",
            Color::LightGreen => "#a4d87f",
            Color::LightYellow => "#ecc070",
            Color::LightBlue => "#82bdf5",
            Color::LightMagenta => "#d899e8",
            Color::LightCyan => "#76ced9",
            Color::White => "#ffffff",
            Color::Reset | Color::Indexed(_) => return None,
        }
        .to_owned(),
    )
}
