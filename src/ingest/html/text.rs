//! The main text of a page: its paragraphs and headings without menus, notices about cookies, teasers and comments
//! (`docs/rules.md#pages-of-the-web`).

use std::{borrow::Cow, collections::HashMap};

use crate::{
    ingest::{debris, plain},
    text::fold,
};

use super::token::Tag;

/// Elements that hold nothing to read.
const SKIPPED: [&str; 17] = [
    "noscript", "template", "svg", "math", "object", "audio", "video", "canvas", "button", "select", "nav", "aside",
    "footer", "dialog", "menu", "head", "map",
];
/// Roles of parts that are not the text of a page.
const ROLES: [&str; 10] = [
    "navigation",
    "banner",
    "contentinfo",
    "search",
    "dialog",
    "alertdialog",
    "complementary",
    "menu",
    "menubar",
    "toolbar",
];
/// Words in the name or class of such parts.
const ASIDE: [&str; 33] = [
    "ad",
    "ads",
    "advert",
    "advertisement",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "byline",
    "caption",
    "comment",
    "comments",
    "consent",
    "cookie",
    "cookies",
    "disqus",
    "footer",
    "gdpr",
    "menu",
    "modal",
    "nav",
    "navbar",
    "newsletter",
    "overlay",
    "pagination",
    "popup",
    "promo",
    "recommended",
    "related",
    "share",
    "sharing",
    "sidebar",
    "social",
    "sponsored",
];
/// Words before those that make them say something of the whole.
const BESIDE: [&str; 6] = ["has", "with", "no", "without", "show", "hide"];
/// Elements without an end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements inside a line, cells of a row among them; all others begin a new paragraph.
const INLINE: [&str; 32] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "td", "th", "time", "u", "var",
];
/// The share of the page's text that the smallest element with its main text holds, 0–1.
const SHARE: f64 = 0.7;
/// The share of a paragraph in links from which on it is a list of links, 0–1.
const LINKS: f64 = 0.5;
/// A paragraph or heading.
struct Block {
    text: String,
    /// Letters in links.
    linked: usize,
    /// The level of a heading: 1 of the page, 6 of its smallest part.
    heading: Option<u8>,
    container: usize,
}

/// An element that is open.
struct Element {
    name: String,
    skips: bool,
    /// Whether it is a container, which holds paragraphs.
    contains: bool,
}

/// Gathers the text of a page from its tags and texts.
pub(super) struct Gatherer {
    /// Whether parts are left out by their names and classes too.
    by_name: bool,
    open: Vec<Element>,
    /// The containers among them.
    within: Vec<usize>,
    names: HashMap<String, usize>,
    skipping: usize,
    links: usize,
    raised: usize,
    /// Whether a link is in the raised text that is open.
    noted: bool,
    articles: usize,
    broke: bool,
    /// The parents of the containers; the first is the page.
    parents: Vec<usize>,
    blocks: Vec<Block>,
    text: String,
    linked: usize,
    /// Whether the line so far is an emphasised heading with a number.
    run_in: bool,
    /// All scripts of the page.
    pub(super) scripts: usize,
}

impl Gatherer {
    pub(super) fn new(by_name: bool) -> Self {
        Self {
            by_name,
            open: Vec::new(),
            within: vec![0],
            names: HashMap::new(),
            skipping: 0,
            links: 0,
            raised: 0,
            noted: false,
            articles: 0,
            broke: false,
            parents: vec![0],
            blocks: Vec::new(),
            text: String::new(),
            linked: 0,
            run_in: false,
            scripts: 0,
        }
    }

    pub(super) fn open(&mut self, tag: &Tag<'_>) {
        let name = tag.name.as_str();
        if name == "br" {
            // Two of them part paragraphs.
            if self.broke {
                self.flush(None);
            }
            self.broke = true;
            self.text.push(plain::BREAK);
            return;
        }
        let is_block = !INLINE.contains(&name);
        if is_block {
            self.flush(None);
            // Neither is inside itself, and pages leave their ends out.
            if matches!(name, "p" | "li" | "dt" | "dd" | "tr" | "option") && self.top_is(&["p", name]) {
                self.pop();
            }
        }
        if VOID.contains(&name) {
            return;
        }
        if matches!(name, "td" | "th") {
            if self.top_is(&["td", "th"]) {
                self.pop();
            }
            self.text.push(' ');
        }
        // What is wrong with a page is not put right without end.
        if self.open.len() > 50_000 {
            return;
        }
        let skips = self.is_aside(tag);
        let contains = matches!(name, "article" | "main" | "section" | "div" | "body" | "form" | "blockquote");
        if contains {
            self.parents.push(self.container());
            self.within.push(self.parents.len() - 1);
        }
        let is_references = |class: Cow<'_, str>| {
            class.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.eq_ignore_ascii_case("references"))
        };
        if matches!(name, "table" | "ol" | "ul" | "dl") && tag.get("class").is_some_and(is_references) {
            self.head_references();
        }
        self.skipping += usize::from(skips);
        self.links += usize::from(name == "a");
        self.raised += usize::from(name == "sup");
        self.noted = self.raised > 0 && (self.noted || name == "a");
        self.articles += usize::from(matches!(name, "article" | "main"));
        *self.names.entry(name.to_owned()).or_default() += 1;
        self.open.push(Element { name: name.to_owned(), skips, contains });
    }

    pub(super) fn close(&mut self, name: &str) {
        if self.names.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        if !INLINE.contains(&name) {
            let level = name.strip_prefix('h').and_then(|level| level.parse().ok());
            self.flush(level.filter(|level| (1..=6).contains(level)));
        }
        if matches!(name, "b" | "strong" | "em" | "i") {
            self.run_in = plain::is_run_in(self.text.rsplit(plain::BREAK).next().unwrap_or_default());
        }
        while let Some(closed) = self.pop() {
            if closed == name {
                break;
            }
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        // A raised link is the number of a note, and what is between two such links parts them.
        let is_note = self.raised > 0 && (self.links > 0 || self.noted && letters(text) == 0);
        if self.skipping > 0 || is_note {
            return;
        }
        if !text.trim().is_empty() {
            self.broke = false;
            // “<b>2.1 Participants.</b> We asked …”
            if std::mem::take(&mut self.run_in) && text.trim_start().starts_with(char::is_uppercase) {
                self.text.push(plain::BREAK);
            }
        }
        if self.links > 0 {
            self.linked += text.chars().filter(|c| c.is_alphanumeric()).count();
        }
        if self.raised == 0 {
            self.text.extend(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
        } else {
            self.text.extend(text.chars().map(raised));
        }
    }

    /// The paragraphs of the main text; `title` is left out where it is a heading.
    pub(super) fn finish(mut self, title: &str) -> Vec<String> {
        self.flush(None);
        let main = self.main();
        let inside = self.inside(main);
        let title = fold(title);
        let mut paragraphs: Vec<(Option<u8>, String)> = Vec::new();
        self.blocks.retain(|block| inside[block.container]);
        let texts: Vec<&str> = self.blocks.iter().map(|block| block.text.as_str()).collect();
        let debris = debris::find(&texts);
        for (mut block, is_debris) in self.blocks.into_iter().zip(debris) {
            let letters = letters(&block.text);
            let is_list = block.linked as f64 > LINKS * letters as f64;
            let folded = fold(&block.text);
            let is_heading = block.heading.is_some();
            if letters == 0 || is_debris || is_list && !is_heading || is_heading && folded.trim() == title.trim() {
                continue;
            }
            if let Some(level) = block.heading {
                drop_bare_headings(&mut paragraphs, level);
            }
            block.text.truncate(debris::before_labels(&block.text).len());
            paragraphs.push((block.heading, block.text));
        }
        drop_bare_headings(&mut paragraphs, 0);
        paragraphs.into_iter().map(|(_, text)| text).collect()
    }

    /// The smallest container with most of what reads like paragraphs.
    fn main(&self) -> usize {
        let mut weights = vec![0.0; self.parents.len()];
        for block in self.blocks.iter().filter(|block| block.heading.is_none()) {
            let letters = letters(&block.text);
            if letters >= 25 {
                let own = 1.0 - (block.linked as f64 / letters as f64).min(1.0);
                weights[block.container] += own * own * letters as f64;
            }
        }
        // Containers come after those that they are in.
        for at in (1..weights.len()).rev() {
            weights[self.parents[at]] += weights[at];
        }
        let mut main = 0;
        for at in 1..weights.len() {
            if self.parents[at] == main && weights[at] > 0.0 && weights[at] >= SHARE * weights[0] {
                main = at;
            }
        }
        main
    }

    /// Which containers are in this one, or in that of an abstract, which many journals put beside the body.
    fn inside(&self, main: usize) -> Vec<bool> {
        let own = self.below(vec![main]);
        let is_abstract = |block: &&Block| {
            block.heading.is_some() && matches!(fold(&block.text).trim().trim_end_matches(':'), "abstract" | "summary")
        };
        let before = self.blocks.iter().take_while(|block| !own[block.container]).filter(is_abstract);
        let beside = before.map(|block| block.container).filter(|at| !self.below(vec![*at])[main]);
        self.below(beside.chain([main]).collect())
    }

    /// Which containers are one of these or in one of them.
    fn below(&self, tops: Vec<usize>) -> Vec<bool> {
        let mut below = vec![false; self.parents.len()];
        tops.into_iter().for_each(|at| below[at] = true);
        for at in 1..below.len() {
            below[at] |= below[self.parents[at]];
        }
        below
    }

    fn container(&self) -> usize {
        self.within.last().copied().unwrap_or(0)
    }

    fn top_is(&self, names: &[&str]) -> bool {
        self.open.last().is_some_and(|element| names.contains(&element.name.as_str()))
    }

    fn pop(&mut self) -> Option<String> {
        let Element { name, skips, contains } = self.open.pop()?;
        if contains {
            self.within.pop();
        }
        self.skipping -= usize::from(skips);
        self.links -= usize::from(name == "a");
        self.raised -= usize::from(name == "sup");
        self.noted &= self.raised > 0;
        self.articles -= usize::from(matches!(name.as_str(), "article" | "main"));
        if let Some(count) = self.names.get_mut(&name) {
            *count -= 1;
        }
        Some(name)
    }

    /// Ends a paragraph.
    fn flush(&mut self, heading: Option<u8>) {
        self.broke = false;
        let linked = std::mem::take(&mut self.linked);
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        self.run_in = false;
        let mut parts = plain::headings_apart(&text);
        let last = parts.pop();
        for (part, linked) in parts.into_iter().map(|part| (part, 0)).chain(last.map(|part| (part, linked))) {
            let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
            self.blocks.push(Block { text, linked, heading, container: self.container() });
        }
    }

    /// Gives a list of references the heading that a page has made a picture or a menu of.
    fn head_references(&mut self) {
        const HEADING: &str = "References";
        self.flush(None);
        let is_headed = |block: &Block| block.heading.is_some() && fold(&block.text).trim() == fold(HEADING);
        if self.skipping == 0 && !self.blocks.last().is_some_and(is_headed) {
            let container = self.container();
            self.blocks.push(Block { text: HEADING.into(), linked: 0, heading: Some(2), container });
        }
    }

    /// Whether an element is not part of the page's text.
    fn is_aside(&self, tag: &Tag<'_>) -> bool {
        let name = tag.name.as_str();
        let style = tag.get("style").unwrap_or_default().replace(' ', "").to_lowercase();
        let is_hidden = tag.get("hidden").is_some()
            || tag.is("aria-hidden", &["true"])
            || style.contains("display:none")
            || style.contains("visibility:hidden");
        if SKIPPED.contains(&name) || is_hidden || tag.is("role", &ROLES) {
            return true;
        }
        // The head of a site is a menu, that of an article its first words.
        if name == "header" && self.articles == 0 {
            return true;
        }
        if !self.by_name || matches!(name, "html" | "body" | "article" | "main") {
            return false;
        }
        let named = |attribute: &str| {
            let value = tag.get(attribute).unwrap_or_default().to_lowercase();
            let words: Vec<&str> = value.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            // “has-sidebar” is beside one.
            let is_aside = |at: usize| ASIDE.contains(&words[at]) && (at == 0 || !BESIDE.contains(&words[at - 1]));
            (0..words.len()).any(is_aside)
        };
        named("class") || named("id")
    }
}

/// Takes headings from the end that have nothing below them, down to those that a heading of `level` is part of: their
/// text was left out.
fn drop_bare_headings(paragraphs: &mut Vec<(Option<u8>, String)>, level: u8) {
    while paragraphs.pop_if(|(heading, _)| heading.is_some_and(|above| above >= level)).is_some() {}
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// A raised character: 10⁶ is not 106.
fn raised(c: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match c {
        '-' | '−' => '⁻',
        '+' => '⁺',
        _ => c.to_digit(10).map_or(c, |digit| RAISED[digit as usize]),
    }
}
