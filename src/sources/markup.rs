//! Abstracts as sources mark them up (HTML, JATS) → paragraphs of text.

/// Elements after which a new paragraph begins.
const BLOCKS: [&str; 9] = ["p", "sec", "br", "div", "li", "ul", "ol", "list", "list-item"];
/// Elements that hold the heading of the paragraph after them.
const HEADINGS: [&str; 8] = ["title", "h1", "h2", "h3", "h4", "h5", "h6", "strong"];

/// The paragraphs of a marked-up text. A heading is put in front of what follows it: `RESULTS: …`. Superscript digits
/// stay apart from what they follow: `10<sup>6</sup>` is not 106.
pub(super) fn paragraphs(marked: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut text, mut heading) = (String::new(), None::<String>);
    let mut raised = false;
    let mut flush = |text: &mut String, heading: &mut Option<String>, is_heading: bool| {
        let words = std::mem::take(text).split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return;
        }
        if is_heading {
            *heading = Some(words.trim_end_matches([':', '.']).to_owned());
            return;
        }
        found.push(match heading.take() {
            Some(heading) => format!("{heading}: {words}"),
            None => words,
        });
    };
    let mut rest = marked;
    while let Some(at) = rest.find('<') {
        push(&mut text, &rest[..at], raised);
        let after = &rest[at + 1..];
        let is_tag = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!' || c == '?');
        let Some(end) = after.find('>').filter(|_| is_tag) else {
            // A sign of comparison: “p < 0.05”.
            text.push('<');
            rest = after;
            continue;
        };
        let tag = after[..end].trim_end_matches('/');
        let (closes, name) = tag.strip_prefix('/').map_or((false, tag), |name| (true, name));
        let name = name.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or_default().to_lowercase();
        if HEADINGS.contains(&name.as_str()) && (name != "strong" || text.trim().is_empty() || closes) {
            flush(&mut text, &mut heading, closes);
        } else if BLOCKS.contains(&name.as_str()) {
            flush(&mut text, &mut heading, false);
        } else if name == "sup" {
            raised = !closes;
        }
        rest = &after[end + 1..];
    }
    push(&mut text, rest, raised);
    flush(&mut text, &mut heading, false);
    if let Some(heading) = heading {
        found.push(heading);
    }
    found
}

/// A title or name on one line.
pub(super) fn line(marked: &str) -> String {
    paragraphs(marked).join(" ")
}

fn push(text: &mut String, raw: &str, raised: bool) {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raw = unescape(raw);
    if !raised {
        text.push_str(&raw);
        return;
    }
    text.extend(raw.chars().map(|c| match c {
        '-' | '−' => '⁻',
        '+' => '⁺',
        _ => c.to_digit(10).map_or(c, |digit| RAISED[digit as usize]),
    }));
}

/// Resolves the entities that appear in abstracts. Some are escaped twice: `&amp;lt;`.
fn unescape(raw: &str) -> String {
    const KNOWN: [(&str, &str); 8] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&#x2009;", " "),
        ("&#xa0;", " "),
    ];
    if !raw.contains('&') {
        return raw.to_owned();
    }
    let once = raw.replace("&amp;", "&");
    KNOWN.iter().fold(once, |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abstracts_keep_their_headings_and_lose_their_marks() {
        let epmc = "<h4>Objective</h4>To test <i>x</i> in 10<sup>6</sup> cells.<h4>Results</h4>It fell (p < 0.05 &amp; n&lt;9).";
        assert_eq!(paragraphs(epmc), ["Objective: To test x in 10⁶ cells.", "Results: It fell (p < 0.05 & n<9)."]);
        let jats = "<jats:title>Abstract</jats:title><jats:sec><jats:title>Background</jats:title><jats:p>Why\n not.</jats:p></jats:sec><jats:p>So.</jats:p>";
        assert_eq!(paragraphs(jats), ["Background: Why not.", "So."]);
        assert_eq!(paragraphs("Plain text."), ["Plain text."]);
        assert_eq!(line(" A <i>title</i>\n of it "), "A title of it");
        assert!(paragraphs(" <p></p> ").is_empty());
    }
}
