//! The running text of an XML element: numbers keep their superscripts, and
//! references by number are left out so that sentences stay quotable.

use roxmltree::Node;

use super::xml::{DEEPEST, all_text};

/// Stands for a reference until the text around it is known.
const MARK: char = '\u{e000}';

/// Running text in the making.
#[derive(Default)]
pub(super) struct Inline {
    text: String,
    references: Vec<String>,
}

impl Inline {
    /// The text of `node` and all below it.
    pub fn of(node: Node<'_, '_>) -> String {
        let mut inline = Self::default();
        inline.children(node, 0);
        inline.finish()
    }

    /// Appends all that is in `node`.
    pub fn children(&mut self, node: Node<'_, '_>, depth: usize) {
        for child in node.children() {
            self.node(child, depth);
        }
    }

    /// Appends `node`.
    pub fn node(&mut self, node: Node<'_, '_>, depth: usize) {
        if node.is_text() {
            self.push(node.text().unwrap_or_default());
        }
        if !node.is_element() || depth > DEEPEST {
            return;
        }
        match node.tag_name().name() {
            "xref" => self.reference(node, depth),
            "sup" => {
                let inner = self.apart(|inline| inline.children(node, depth + 1));
                self.superscript(&inner);
            }
            "sub" => {
                let inner = self.apart(|inline| inline.children(node, depth + 1));
                self.subscript(&inner);
            }
            "msup" | "msub" | "mfrac" => self.pair(node, depth),
            "break" => self.text.push(' '),
            "disp-formula" => {
                self.text.push(' ');
                self.children(node, depth + 1);
                self.text.push(' ');
            }
            "tex-math"
            | "annotation"
            | "annotation-xml"
            | "graphic"
            | "inline-graphic"
            | "media"
            | "fn"
            | "object-id"
            | "inline-supplementary-material"
            | "label" => {}
            _ => self.children(node, depth + 1),
        }
    }

    /// The text, with references by number taken out, on one line.
    pub fn finish(self) -> String {
        let text = without_references(&self.text, &self.references);
        let mut out = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            // A reference that went left its blank before the full stop.
            if !out.is_empty() && !matches!(word, "." | "," | ";" | ":") {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|c| *c != MARK));
    }

    /// Puts a mark in place of a citation by number, `[3, 4]`; whether it is one.
    pub fn cite(&mut self, label: &str) -> bool {
        // A year cites by name, “(Wang et al., 2015)”, and stays.
        let is_numeric = !is_year(label.trim())
            && label.chars().any(|c| c.is_ascii_digit())
            && label.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "[](),;*-–—".contains(c));
        if is_numeric {
            self.references.push(label.trim_matches(|c| "[]() ".contains(c)).to_owned());
            self.text.push(MARK);
        }
        is_numeric
    }

    fn apart(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.text);
        write(self);
        std::mem::replace(&mut self.text, before)
    }

    fn reference(&mut self, node: Node<'_, '_>, depth: usize) {
        match node.attribute("ref-type") {
            Some("bibr" | "ref") => {
                if !self.cite(&all_text(node)) {
                    self.children(node, depth + 1);
                }
            }
            Some("fn" | "table-fn" | "corresp" | "aff" | "author-notes") => {}
            _ => self.children(node, depth + 1),
        }
    }

    /// Appends what is set above the line.
    pub fn superscript(&mut self, inner: &str) {
        let bare = inner.trim();
        let separator = |c: char| c == MARK || c.is_whitespace() || ",;-–—*".contains(c);
        if bare.contains(MARK) && bare.chars().all(separator) {
            self.text.push_str(bare);
        } else if bare.is_empty() {
        } else if let Some(raised) = bare.chars().map(raised).collect::<Option<String>>() {
            self.text.push_str(&raised);
        } else if is_word(bare) && (self.text.is_empty() || self.text.ends_with(char::is_whitespace)) {
            // A word apart from the one before is raised by mistake.
            self.text.push_str(bare);
        } else if matches!(bare, "st" | "nd" | "rd" | "th" | "®" | "™" | "©")
            || !bare.chars().any(char::is_alphanumeric)
        {
            self.text.push_str(bare);
        } else if bare.chars().count() == 1 {
            self.text.push('^');
            self.text.push_str(bare);
        } else {
            self.text.push_str(&format!("^({bare})"));
        }
        if inner.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }

    /// Appends what is set below the line.
    pub fn subscript(&mut self, inner: &str) {
        let after_digit = self.text.ends_with(|c: char| c.is_ascii_digit());
        let lowered = inner.trim().chars().map(|c| c.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit)));
        match lowered.collect::<Option<String>>() {
            // "5" below "10" must not read 105.
            Some(lowered) if after_digit => self.text.push_str(&lowered),
            _ => self.text.push_str(inner),
        }
    }

    /// MathML's elements with two parts.
    fn pair(&mut self, node: Node<'_, '_>, depth: usize) {
        let parts: Vec<_> = node.children().filter(Node::is_element).collect();
        let [first, second] = parts.as_slice() else { return self.children(node, depth + 1) };
        self.node(*first, depth + 1);
        let inner = self.apart(|inline| inline.node(*second, depth + 1));
        match node.tag_name().name() {
            "msup" => self.superscript(&inner),
            "msub" => self.subscript(&inner),
            _ => {
                self.text.push('/');
                self.text.push_str(&inner);
            }
        }
    }
}

/// Whether a label is a year, by which a work is cited: “2015”.
fn is_year(label: &str) -> bool {
    let digits = label.len() == 4 && label.bytes().all(|b| b.is_ascii_digit());
    digits && ("1800".."2100").contains(&label)
}

fn is_word(text: &str) -> bool {
    text.chars().count() > 3 && text.chars().all(char::is_lowercase)
}

/// A character as it is set above the line, where Unicode has it.
pub(super) fn raised(c: char) -> Option<char> {
    Some(match c {
        '0' | '4'..='9' => char::from_u32(0x2070 + c.to_digit(10)?)?,
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '+' => '⁺',
        '-' | '−' | '–' => '⁻',
        '=' => '⁼',
        '(' => '⁽',
        ')' => '⁾',
        'n' => 'ⁿ',
        ',' | ' ' => c,
        _ => return None,
    })
}

/// Takes the references by number out of `text`, with the brackets around them
/// and the commas between them. Where one is a noun (“as shown in [3]”) it stays.
fn without_references(text: &str, references: &[String]) -> String {
    if references.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut left = references.iter();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = group(rest);
        if taken == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let marks = rest[..taken].matches(MARK).count();
        let numbers: Vec<_> = left.by_ref().take(marks).map(String::as_str).collect();
        rest = &rest[taken..];
        if wants_noun(&out) {
            out.push_str(&format!("[{}]", numbers.join(", ")));
        } else if rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || ".,;:)]?!".contains(c)) {
            out.truncate(out.trim_end().len());
        }
    }
    out
}

/// The length of the references that `text` begins with: marks with separators
/// between them, in brackets or without.
fn group(text: &str) -> usize {
    let open = text.starts_with(['[', '(']);
    if !open && !text.starts_with(MARK) {
        return 0;
    }
    let close = if text.starts_with('(') { ')' } else { ']' };
    let mut end = 0;
    for (at, c) in text.char_indices().skip(usize::from(open)) {
        match c {
            MARK => end = at + c.len_utf8(),
            c if open && c == close => return if end > 0 { at + 1 } else { 0 },
            ',' | ';' | '-' | '–' | '—' | ' ' | '\n' | '\u{a0}' => {}
            _ => break,
        }
    }
    if open { 0 } else { end }
}

/// Whether what comes next is the object of the last word.
fn wants_noun(before: &str) -> bool {
    const WORDS: [&str; 12] =
        ["in", "by", "from", "of", "see", "with", "to", "and", "ref", "refs", "reference", "references"];
    let word = before.trim_end().rsplit([' ', '(', '\n']).next().unwrap_or_default();
    before.ends_with([' ', '\n']) && WORDS.contains(&word.trim_end_matches('.').to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::xml;

    fn of(inner: &str) -> String {
        let xml = format!("<p>{inner}</p>");
        Inline::of(xml::parse(&xml).unwrap().root_element())
    }

    #[test]
    fn a_million_is_not_a_hundred_and_six() {
        for (inner, text) in [
            ("10<sup>6</sup> CFU", "10⁶ CFU"),
            ("10<sup>−3 </sup>M", "10⁻³ M"),
            ("R<italic><sup>2 </sup></italic>= 0.9", "R² = 0.9"),
            ("<sup>125</sup>I and T<sub>4</sub>", "¹²⁵I and T4"),
            ("d<sup>Q</sup>, d<sup>ab</sup>, the 5<sup>th</sup>", "d^Q, d^(ab), the 5th"),
            ("The ratio <sup>showed</sup> little", "The ratio showed little"),
            ("10<sub>5</sub>", "10₅"),
            ("<math><msup><mi>x</mi><mn>2</mn></msup><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "x²1/2"),
        ] {
            assert_eq!(of(inner), text);
        }
    }

    #[test]
    fn references_by_number_go_and_sentences_stay() {
        let r = |n: &str| format!("<xref ref-type=\"bibr\" rid=\"r\">{n}</xref>");
        for (inner, text) in [
            (format!("Shown before {}, {}.", r("[1]"), r("[2]")), "Shown before."),
            (format!("Shown before <italic>{}</italic> .", r("12")), "Shown before."),
            (format!("Shown [{},{}-{}] twice.", r("1"), r("2"), r("5")), "Shown twice."),
            (format!("Shown.<sup>{},{}</sup> Then", r("1"), r("2")), "Shown. Then"),
            (format!("Shown ({}; {}).", r("Hites 2004"), r("Law et al. 2003")), "Shown (Hites 2004; Law et al. 2003)."),
            (
                format!("Shown (Wang et al., {}; Roy, {}).", r("2015"), r("1999")),
                "Shown (Wang et al., 2015; Roy, 1999).",
            ),
            (format!("As in {} and (see {}).", r("[3]"), r("[4]")), "As in [3] and (see [4])."),
            (format!("10<sup>6</sup>{} cells", r("[7]")), "10⁶ cells"),
            ("Plain (a) and [b], 5 - 3".to_owned(), "Plain (a) and [b], 5 - 3"),
        ] {
            assert_eq!(of(&inner), text);
        }
    }
}
