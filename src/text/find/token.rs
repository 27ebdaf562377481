//! The tokens that a quote and its source must share whatever else differs:
//! numbers with all that belongs to them, negations and comparison words.

use std::{fmt, ops::Range};

use super::lexicon;
use super::normal::{Symbol, symbols};

/// What kind of token differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenKind {
    /// A number, with sign, comparison sign, per cent sign, decimals and exponent.
    Number,
    /// *not*, *without*, *lack*, a prefix such as *in-* or *non-*.
    Negation,
    /// *more*, *below*, *increase*, *hyper-* for *hypo-*, a comparison sign between words.
    Comparison,
    /// The same words in another order.
    Order,
}

/// The first difference between a quote and what is in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDifference {
    /// What kind of token differs.
    pub kind: TokenKind,
    /// What the quote has there, folded; empty when it has nothing.
    pub quoted: String,
    /// What the source has there, folded; empty when it has nothing.
    pub found: String,
}

impl fmt::Display for TokenDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, quoted, found } = self;
        match (kind, quoted.as_str(), found.as_str()) {
            (TokenKind::Order, ..) => write!(f, "its words are in another order"),
            (_, "", found) => write!(f, "it has “{found}”, which the quote leaves out"),
            (_, quoted, "") => write!(f, "it lacks the quote's “{quoted}”"),
            (_, quoted, found) => write!(f, "it has “{found}” where the quote has “{quoted}”"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    kind: TokenKind,
    text: String,
    range: Range<usize>,
    /// Where its digits begin, behind its signs.
    body: usize,
}

/// Binding tokens and plain words of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    binding: Vec<Token>,
    words: Vec<(String, Range<usize>)>,
}

impl Tokens {
    /// Those that overlap `range`.
    pub(super) fn within(mut self, range: &Range<usize>) -> Self {
        let overlaps = |of: &Range<usize>| of.start < range.end && range.start < of.end;
        // Of a number cut off by the end of the range only the signs are inside; they bind nothing.
        self.binding.retain(|token| overlaps(&token.range) && token.body < range.end);
        self.words.retain(|(_, at)| overlaps(at));
        self
    }
}

/// Compares tokens; the order of plain words only when `with_order`.
pub(super) fn difference(quoted: &Tokens, found: &Tokens, with_order: bool) -> Option<TokenDifference> {
    let (mut left, mut right) = (quoted.binding.iter().peekable(), found.binding.iter().peekable());
    loop {
        match (left.next(), right.next()) {
            (None, None) => break,
            (Some(a), Some(b)) if a.kind == b.kind && a.text == b.text => {}
            (a, b) => {
                // One more or one less reads better as such than as a replacement.
                let extra = b.is_some() && right.peek().is_some_and(|next| a.is_some_and(|a| a.text == next.text));
                let fewer = a.is_some() && left.peek().is_some_and(|next| b.is_some_and(|b| b.text == next.text));
                let (a, b) = (a.filter(|_| !extra), b.filter(|_| extra || !fewer));
                let kind = b.or(a).map_or(TokenKind::Number, |token| token.kind);
                let text = |token: Option<&Token>| token.map(|token| token.text.clone()).unwrap_or_default();
                return Some(TokenDifference { kind, quoted: text(a), found: text(b) });
            }
        }
    }
    let (left, right) = (words(quoted), words(found));
    if left == right {
        return None;
    }
    let (only_left, only_right) = (without(&left, &right), without(&right, &left));
    for a in &only_left {
        for b in &only_right {
            if let Some(kind) = lexicon::opposed(a, b, &only_left, &only_right) {
                return Some(TokenDifference { kind, quoted: (*a).to_owned(), found: (*b).to_owned() });
            }
        }
    }
    let common = left.len() - only_left.len();
    (with_order && common_in_order(&left, &right) < common).then(|| TokenDifference {
        kind: TokenKind::Order,
        quoted: left.join(" "),
        found: right.join(" "),
    })
}

fn words(tokens: &Tokens) -> Vec<&str> {
    tokens.words.iter().map(|(word, _)| word.as_str()).collect()
}

/// What `a` has more of than `b`.
fn without<'a>(a: &[&'a str], b: &[&str]) -> Vec<&'a str> {
    let mut left = b.to_vec();
    left.sort_unstable();
    let mut used = vec![false; left.len()];
    a.iter()
        .filter(|word| {
            let from = left.partition_point(|other| other < *word);
            let free = (from..left.len()).take_while(|at| left[*at] == **word).find(|at| !used[*at]);
            free.inspect(|at| used[*at] = true).is_none()
        })
        .copied()
        .collect()
}

/// Length of the longest common subsequence; for very long texts, which no
/// quote is, their whole length.
fn common_in_order(a: &[&str], b: &[&str]) -> usize {
    const LONGEST: usize = 2000;
    if a.len().max(b.len()) > LONGEST {
        return a.len();
    }
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (at, y) in b.iter().enumerate() {
            let up = row[at + 1];
            row[at + 1] = if x == y { diagonal + 1 } else { up.max(row[at]) };
            diagonal = up;
        }
    }
    row[b.len()]
}

/// Reads the tokens of a text.
pub(super) fn tokens(text: &str) -> Tokens {
    let mut reader = Reader { symbols: symbols(text), at: 0, out: Tokens::default(), pending: Vec::new() };
    while reader.at < reader.symbols.len() {
        reader.step();
    }
    // Signs at the end belong to a number that was cut off.
    reader.out
}

struct Reader {
    symbols: Vec<Symbol>,
    at: usize,
    out: Tokens,
    /// Signs that belong to the number that may follow.
    pending: Vec<Symbol>,
}

impl Reader {
    fn char(&self, at: usize) -> Option<char> {
        self.symbols.get(at).map(|symbol| symbol.c)
    }

    fn before(&self, back: usize) -> Option<char> {
        self.at.checked_sub(back).and_then(|at| self.char(at))
    }

    fn is_digit(&self, at: usize) -> bool {
        self.char(at).is_some_and(|c| c.is_ascii_digit())
    }

    fn step(&mut self) {
        let Some(c) = self.char(self.at) else { return };
        let mark = self.reference_mark();
        if mark > 0 {
            self.flush();
            self.at += mark;
        } else if c.is_ascii_digit() || (c == '.' && self.is_digit(self.at + 1) && !self.follows_word()) {
            self.number();
        } else if c.is_alphabetic() {
            self.flush();
            self.word();
        } else {
            match c {
                '<' | '>' | '≤' | '≥' | '=' | '≠' | '±' | '$' | '€' | '£' | '¥' => self.hold(),
                '-' | '+' if self.is_sign() => self.hold(),
                '^' => self.hold(),
                ' ' => {}
                _ => self.flush(),
            }
            self.at += 1;
        }
    }

    fn follows_word(&self) -> bool {
        self.before(1).is_some_and(char::is_alphanumeric)
    }

    /// Whether the dash or plus here is a number's sign: right before a digit,
    /// and after nothing that would make it a hyphen or a range.
    fn is_sign(&self) -> bool {
        let next_is_number = self.is_digit(self.at + 1)
            || (self.char(self.at + 1) == Some('.') && self.is_digit(self.at + 2))
            || (self.char(self.at + 1).is_some_and(|c| "$€£¥".contains(c)) && self.is_digit(self.at + 2))
            || (!self.pending.is_empty() && self.char(self.at + 1) == Some(' ') && self.is_digit(self.at + 2));
        next_is_number && !self.before(1).is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '%' | '-'))
    }

    /// Keeps a sign for the number that may follow; `<=` is `≤`.
    fn hold(&mut self) {
        let symbol = self.symbols[self.at];
        if symbol.c == '='
            && let Some(last) = self.pending.last_mut()
            && last.end == symbol.start
            && matches!(last.c, '<' | '>')
        {
            last.c = if last.c == '<' { '≤' } else { '≥' };
            last.end = symbol.end;
            return;
        }
        self.pending.push(symbol);
    }

    /// Comparison signs that no number follows stand for themselves.
    fn flush(&mut self) {
        for symbol in self.pending.drain(..) {
            if matches!(symbol.c, '<' | '>' | '≤' | '≥' | '=' | '≠' | '±') {
                self.out.binding.push(Token {
                    kind: TokenKind::Comparison,
                    text: symbol.c.to_string(),
                    range: symbol.start..symbol.end,
                    body: symbol.start,
                });
            }
        }
    }

    fn number(&mut self) {
        let body = self.symbols[self.at].start;
        let first = self.pending.first().map_or(body, |sign| sign.start);
        let mut text: String = self.pending.drain(..).map(|symbol| symbol.c).collect();
        if self.char(self.at) == Some('.') {
            text.push('0');
        }
        while let Some(c) = self.char(self.at) {
            let digits_after = |from: usize| (from..).take_while(|at| self.is_digit(*at)).count();
            match c {
                '0'..='9' => text.push(c),
                '.' if self.is_digit(self.at + 1) => text.push(c),
                ',' if digits_after(self.at + 1) == 3 => {}
                _ => break,
            }
            self.at += 1;
        }
        self.exponent(&mut text);
        let mut end = self.symbols[self.at - 1].end;
        let mut ahead = self.at;
        while self.char(ahead) == Some(' ') {
            ahead += 1;
        }
        if let Some(c @ ('%' | '‰')) = self.char(ahead) {
            text.push(c);
            end = self.symbols[ahead].end;
            self.at = ahead + 1;
        }
        self.out.binding.push(Token { kind: TokenKind::Number, text, range: first..end, body });
    }

    /// `^6`, `**6` or `e-6` right behind a number.
    fn exponent(&mut self, text: &mut String) {
        let mut at = match (self.char(self.at), self.char(self.at + 1)) {
            (Some('^' | 'e'), _) => self.at + 1,
            (Some('*'), Some('*')) => self.at + 2,
            _ => return,
        };
        let sign = self.char(at).filter(|c| matches!(c, '-' | '+'));
        at += usize::from(sign.is_some());
        if !self.is_digit(at) {
            return;
        }
        let mut digits = String::new();
        while let Some(c) = self.char(at).filter(char::is_ascii_digit) {
            digits.push(c);
            at += 1;
        }
        if self.char(at).is_some_and(char::is_alphabetic) && self.char(self.at) == Some('e') {
            return;
        }
        text.push('^');
        text.extend(sign.filter(|c| *c == '-'));
        text.push_str(&digits);
        self.at = at;
    }

    fn word(&mut self) {
        let start = self.at;
        let mut word = String::new();
        while let Some(c) = self.char(self.at) {
            let inside = c == '\'' && !word.is_empty() && self.char(self.at + 1).is_some_and(char::is_alphabetic);
            if !c.is_alphabetic() && !inside {
                break;
            }
            word.push(c);
            self.at += 1;
        }
        let range = self.symbols[start].start..self.symbols[self.at - 1].end;
        if let Some((kind, text)) = lexicon::binding(&word) {
            self.out.binding.push(Token { kind, text, range: range.clone(), body: range.start });
        }
        self.out.words.push((word, range));
    }

    /// Length of a reference mark that starts here: `[12]`, `[3-5, 7]`, raised
    /// figures behind a long word or a full stop, or `.13` glued to one. Such
    /// numbers say nothing about the finding, and quotes leave them out.
    fn reference_mark(&self) -> usize {
        let run = |from: usize, also: &str| {
            (from..).take_while(|at| self.char(*at).is_some_and(|c| c.is_ascii_digit() || also.contains(c))).count()
        };
        let letters_before = || (1..=4).take_while(|back| self.before(*back).is_some_and(char::is_alphabetic)).count();
        match self.char(self.at) {
            Some('[') => {
                let inside = run(self.at + 1, ",- ;");
                let digits = run(self.at + 1, "");
                let closed = self.char(self.at + 1 + inside) == Some(']');
                if closed && (1..=3).contains(&digits) && !self.follows_interval() { inside + 2 } else { 0 }
            }
            Some('^')
                if letters_before() == 4 || self.before(1).is_some_and(|c| matches!(c, '.' | ',' | ')' | ';')) =>
            {
                let figures = run(self.at + 1, ",-^");
                if figures > 0 { figures + 1 } else { 0 }
            }
            Some('.') if letters_before() >= 3 && self.is_digit(self.at + 1) => {
                let figures = run(self.at + 1, ",-");
                let short = run(self.at + 1, "") <= 3;
                let free = self.char(self.at + 1 + figures).is_none_or(|c| c == ' ');
                if short && free { figures + 1 } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether the text before here announces an interval: `95% CI [1, 3]`.
    fn follows_interval(&self) -> bool {
        let before: String = self.symbols[self.at.saturating_sub(12)..self.at].iter().map(|symbol| symbol.c).collect();
        let before = before.trim_end_matches([' ', ':', '=', ',']);
        let last = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        before.ends_with(|c: char| c.is_ascii_digit() || c == '%')
            || matches!(last, "ci" | "cri" | "iqr" | "range" | "interval" | "median" | "mean" | "sd" | "se")
    }
}
