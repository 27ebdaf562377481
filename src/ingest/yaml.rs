//! The YAML block at the top of a Markdown file, as far as metadata goes: scalars on one line or several, and lists.

/// The pairs of the block, keys in lower case, and the text behind it; no pairs where there is no block.
pub(super) fn front_matter(text: &str) -> (Vec<(String, String)>, &str) {
    let Some(rest) = text.strip_prefix("---").filter(|rest| rest.starts_with(['\n', '\r'])) else {
        return (Vec::new(), text);
    };
    let (mut lines, mut at) = (Vec::new(), 0);
    for line in rest.split_inclusive('\n') {
        at += line.len();
        let line = line.trim_end();
        if matches!(line, "---" | "...") {
            return (pairs(&lines), &rest[at..]);
        }
        lines.push(line);
    }
    (Vec::new(), text)
}

fn pairs(lines: &[&str]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let is_key = !line.starts_with([' ', '\t', '#', '-']);
        let Some((key, first)) = line.split_once(':').filter(|_| is_key) else { continue };
        // A list may begin at the margin of its key.
        let is_inside = |line: &&&str| line.is_empty() || line.starts_with([' ', '\t']) || line.starts_with("- ");
        let inside = lines[at..].iter().take_while(is_inside).count();
        let (key, first) = (key.trim().to_lowercase(), first.trim());
        pairs.push((key.clone(), value(&key, first, &lines[at..at + inside])));
        at += inside;
    }
    pairs
}

/// A value out of what is on the line of its key and the lines below it.
fn value(key: &str, first: &str, below: &[&str]) -> String {
    let text = below.iter().find(|line| !line.is_empty()).map_or("", |line| line.trim());
    if first.starts_with(['|', '>']) {
        return below.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_owned();
    }
    if first.is_empty() && text.starts_with("- ") {
        return items(below).join("; ");
    }
    // Nested keys say something of what the key names: `running: title: …`.
    if first.is_empty() && is_pair(text) && key != "abstract" {
        return String::new();
    }
    scalars(&folded(first, below)).join("; ")
}

/// The items of a list, each as its name where it has several keys.
fn items(lines: &[&str]) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in lines.iter().map(|line| line.trim()) {
        if let Some(item) = line.strip_prefix("- ") {
            let item = item.trim();
            let item = item.strip_prefix("name:").map_or(item, str::trim);
            is_open = !is_pair(item);
            if is_open {
                items.push(item.to_owned());
            }
        } else if let Some(item) = items.last_mut().filter(|_| is_open) {
            is_open = is_unclosed(item) || !is_pair(line);
            if is_open {
                fold(item, line);
            }
        }
    }
    items.iter().map(|item| scalar(item)).filter(|item| !item.is_empty()).collect()
}

/// Whether text begins with a key of one word: `affiliation: 1`.
fn is_pair(text: &str) -> bool {
    let (key, value) = text.split_once(':').unwrap_or((" ", ""));
    !key.contains(' ') && !key.starts_with(['"', '\'']) && (value.is_empty() || value.starts_with(' '))
}

fn folded(first: &str, below: &[&str]) -> String {
    let mut text = first.to_owned();
    below.iter().for_each(|line| fold(&mut text, line.trim()));
    text
}

/// Appends the next line of a scalar; a stroke at the end of a line joins it to the next without a blank.
fn fold(text: &mut String, line: &str) {
    let strokes = text.chars().rev().take_while(|c| *c == '\\').count();
    if text.starts_with('"') && strokes % 2 == 1 {
        text.pop();
    } else if !text.is_empty() && !line.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}

fn is_unclosed(text: &str) -> bool {
    text.starts_with(['"', '\'']) && (text.len() == 1 || !text.ends_with(&text[..1]))
}

/// The scalars of a value: several of a list in brackets, which may be in quotes as a whole.
fn scalars(text: &str) -> Vec<String> {
    let text = scalar(text);
    let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else { return vec![text] };
    let mut quote = None;
    let split = |c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        c == ',' && quote.is_none()
    };
    list.split(split).map(scalar).collect()
}

/// A scalar without its quotes and escapes.
fn scalar(text: &str) -> String {
    let text = text.trim();
    let inner = |quote| text.strip_prefix(quote).and_then(|text: &str| text.strip_suffix(quote));
    match (inner('"'), inner('\'')) {
        (Some(inner), _) => unescaped(inner),
        (_, Some(inner)) => inner.replace("''", "'"),
        _ => text.to_owned(),
    }
}

/// The text of a scalar in double quotes: `M\xFCller` is Müller.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(kind) = escape.chars().next() else { return out };
        let digits = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = escape.get(1..=digits).filter(|_| digits > 0);
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        rest = &escape[kind.len_utf8() + code.map_or(0, |_| digits)..];
        out.push(code.unwrap_or(match kind {
            'n' | 't' | 'r' | 'N' | 'L' | 'P' | '_' => ' ',
            kind => kind,
        }));
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(front: &str) -> Vec<(String, String)> {
        front_matter(&format!("---\n{front}\n---\nText.\n")).0
    }

    fn one(front: &str) -> String {
        let mut pairs = read(front);
        assert_eq!(pairs.len(), 1, "{front}: {pairs:?}");
        pairs.remove(0).1
    }

    /// References had half a title with a quotation mark before it, and “M\xFCller” for an author.
    #[test]
    fn a_scalar_may_be_quoted_and_go_over_several_lines() {
        for (front, value) in [
            ("title: 'Sleep of sparrows: a trial\n  in the cold'", "Sleep of sparrows: a trial in the cold"),
            ("title: Sleep of sparrows\n  in the cold", "Sleep of sparrows in the cold"),
            ("title:\n  Sleep of sparrows\n  in the cold", "Sleep of sparrows in the cold"),
            ("title: >-\n  Sleep of sparrows\n\n  in the cold", "Sleep of sparrows  in the cold"),
            ("title: 'The sparrow''s sleep'", "The sparrow's sleep"),
            ("title: \"The \\\"long\\\" sleep\"", "The \"long\" sleep"),
            ("title: \"Sleep of spar\\\n  \\rows: 5\\_\\u00b0C\"", "Sleep of spar ows: 5 °C"),
            ("title: \"C:\\q\\\"", "C:q"),
            ("authors:\n- \"Rolf M\\xFCller\"\n- Anna\n  Walker\n- ''", "Rolf Müller; Anna Walker"),
            ("authors:\n- \"Rolf\n  key: Runner\"", "Rolf key: Runner"),
            ("authors: [\"Walker, A\", 'Runner, B']", "Walker, A; Runner, B"),
            ("authors: '[''Anna Walker'', ''Ben Runner'']'", "Anna Walker; Ben Runner"),
            ("authors: [Anna Walker,\n  Ben Runner]", "Anna Walker; Ben Runner"),
        ] {
            assert_eq!(one(front), value, "{front}");
        }
    }

    #[test]
    fn lists_and_nested_keys_end_where_the_next_key_begins() {
        let pairs = read("\n# a note\nkeywords:\n- birds\n- sleep\ntitle: Sleep\nhost:\n  title: Birds\nyear: 2020");
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("keywords", "birds; sleep"), ("title", "Sleep"), ("host", ""), ("year", "2020")]);
    }
}
