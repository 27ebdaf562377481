//! From tokens to quantities.

use super::{
    Comparator, Quantity, QuantityKind,
    lex::{Number, Token, What, tokens},
    unit,
};
use crate::text::stem;

mod kind;
mod measure;

/// All numbers of a text with what belongs to them, in order.
#[must_use]
pub fn quantities(text: &str) -> Vec<Quantity> {
    let tokens = tokens(text);
    let mut reader = Reader { tokens: &tokens, at: 0, out: Vec::new() };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.out.into_iter().map(|read| read.quantity).collect()
}

/// A quantity, and what the next one may lend to it.
struct Read {
    quantity: Quantity,
    /// The tokens it is made of.
    tokens: std::ops::Range<usize>,
    /// Magnitude that was stated with it.
    power: i32,
}

struct Reader<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    out: Vec<Read>,
}

/// A quantity in the making: `next` is the first token not taken.
struct Draft {
    first: usize,
    next: usize,
    number: Number,
    power: i32,
    /// The bytes of number and magnitude.
    figures: std::ops::Range<usize>,
    kind: Option<QuantityKind>,
    unit: Option<String>,
    whole: bool,
}

impl Reader<'_, '_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn back(&self, from: usize, by: usize) -> &str {
        from.checked_sub(by).map_or("", |at| self.text(at))
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.what == What::Word)
    }

    fn step(&mut self) {
        let Some(token) = self.tokens.get(self.at) else { return };
        let draft = match token.what {
            What::Number(_) if self.opens_name() => {
                self.at += 3;
                return;
            }
            What::Number(number) => Some(self.figures(number)),
            What::Word if self.is_identifier() => {
                self.identifier();
                return;
            }
            What::Word => self.words(),
            What::Sign => None,
        };
        let Some(mut draft) = draft else {
            self.at += 1;
            return;
        };
        self.magnitude(&mut draft);
        draft.figures.end = self.tokens[draft.next - 1].range.end;
        self.kind(&mut draft);
        // *one* is a number only where it counts something.
        if self.is_word(self.at)
            && draft.unit.is_none()
            && draft.kind.is_none()
            && draft.number.value <= 1.0
            && draft.power == 0
            && draft.whole
        {
            self.at += 1;
            return;
        }
        self.finish(draft);
    }

    /// A number that opens the name of a substance: `5-FU`, `6-OHDA`, `5-fluorouracil`.
    fn opens_name(&self) -> bool {
        const ENDINGS: &[&str] = &["uracil", "ose", "purine", "ine", "amide", "acid", "ol", "oxide", "one"];
        const LONG: usize = 8;
        let [Some(hyphen), Some(name)] = [1, 2].map(|by| self.tokens.get(self.at + by)) else { return false };
        let letters = name.raw.len() >= 2 && name.raw.bytes().all(|b| b.is_ascii_uppercase());
        let substance = || name.raw.len() >= LONG && ENDINGS.iter().any(|end| name.text.ends_with(end));
        hyphen.text == "-"
            && hyphen.glued
            && name.glued
            && name.what == What::Word
            && unit::measure(&name.text).is_none()
            && (letters || substance())
    }

    /// A word with figures in it that is no unit: `p53`, `IL-6`, `H1N1`.
    fn is_identifier(&self) -> bool {
        let token = &self.tokens[self.at];
        token.text.bytes().any(|b| b.is_ascii_digit())
            && unit::measure(&token.text).is_none()
            && !token.text.contains('/')
    }

    fn identifier(&mut self) {
        let token = &self.tokens[self.at];
        let figures: String =
            token.text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        let quantity = Quantity {
            range: token.range.clone(),
            figures: token.range.clone(),
            magnitude: 1.0,
            value: figures.parse().unwrap_or(0.0),
            unit: Some(stem(token.raw)),
            kind: QuantityKind::Identifier,
            comparator: None,
            approximate: false,
            precise: false,
            digits: u32::try_from(figures.len()).unwrap_or(u32::MAX),
            step: 1.0,
        };
        self.out.push(Read { quantity, tokens: self.at..self.at + 1, power: 0 });
        self.at += 1;
    }

    fn draft(&self, number: Number, tokens: usize) -> Draft {
        let (whole, figures) = (number.step >= 1.0, self.tokens[self.at].range.clone());
        Draft { first: self.at, next: self.at + tokens, number, power: 0, figures, kind: None, unit: None, whole }
    }

    /// A number in figures, with sign, currency, `× 10⁶` and fraction.
    fn figures(&self, number: Number) -> Draft {
        let mut draft = self.draft(number, 1);
        let next = |by: usize| match self.tokens.get(self.at + by).map(|token| token.what) {
            Some(What::Number(number)) => Some(number),
            _ => None,
        };
        match (self.text(self.at + 1), next(2)) {
            ("×" | "x" | "*" | "·", Some(power))
                if self.tokens[self.at + 2].raw.starts_with("10") && power.step >= 10.0 || power_below_one(next(2)) =>
            {
                let power = next(2).map_or(1.0, |power| power.value);
                draft.number.value *= power;
                draft.number.step *= power;
                draft.next += 2;
                draft.whole = draft.number.step >= 1.0;
            }
            ("/", Some(below))
                if self.tokens[self.at + 1].glued
                    && self.tokens[self.at + 2].glued
                    && below.value > number.value
                    && self.text(self.at + 3) != "/" =>
            {
                draft.number.value /= below.value;
                draft.number.step = 1.0 / below.value;
                draft.next += 2;
                draft.whole = false;
            }
            _ => {}
        }
        self.sign_and_currency(&mut draft);
        draft
    }

    fn sign_and_currency(&self, draft: &mut Draft) {
        for _ in 0..2 {
            let Some(before) = draft.first.checked_sub(1) else { return };
            let token = &self.tokens[before];
            if let Some(code) = unit::currency(&token.text)
                .filter(|_| token.what == What::Sign || token.raw.chars().all(char::is_uppercase))
            {
                draft.kind = Some(QuantityKind::Money(code.to_owned()));
                draft.first = before;
                if self.back(before, 1) == "us" && token.glued {
                    draft.first -= 1;
                }
            } else if token.text == "-" && self.tokens[draft.first].glued && self.free_before(before) {
                draft.number.value = -draft.number.value;
                draft.first = before;
            } else {
                return;
            }
        }
    }

    /// Whether a dash at this token is a sign and not a hyphen or a range.
    fn free_before(&self, dash: usize) -> bool {
        let Some(before) = dash.checked_sub(1) else { return true };
        let token = &self.tokens[before];
        if self.tokens[dash].glued {
            token.what == What::Sign && !matches!(token.text.as_str(), ")" | "]" | "%")
        } else {
            true
        }
    }

    /// A number in words: `three`, `twenty-five`, `two-thirds`, `half`, `a third`, `a million`.
    fn words(&self) -> Option<Draft> {
        let word = self.text(self.at);
        let number = |value: f64| Number { value, digits: 1, step: 1.0, four: false };
        let of_fraction = |over: f64, below: f64| Number { value: over / below, digits: 1, step: 0.01, four: false };
        if word == "half" && self.text(self.at + 1) == "a" && unit::magnitude(self.text(self.at + 2)).is_some() {
            return Some(self.draft(number(0.5), 2));
        }
        if word == "half" {
            return Some(self.draft(of_fraction(1.0, 2.0), 1));
        }
        let joined = usize::from(self.text(self.at + 1) == "-" && self.tokens[self.at + 1].glued);
        let next = self.text(self.at + 1 + joined);
        if matches!(word, "a" | "an") {
            if let Some(below) = unit::fraction(next).filter(|_| joined == 0) {
                return Some(self.draft(of_fraction(1.0, below), 2));
            }
            let big = (unit::magnitude(next).is_some() || next == "dozen") && joined == 0;
            return big.then(|| self.draft(number(1.0), 1));
        }
        let value = unit::number_word(word)?;
        if word == "one" && matches!(self.back(self.at, 1), "no" | "the" | "this" | "that" | "any" | "each" | "every") {
            return None;
        }
        if let Some(below) = unit::fraction(next).filter(|below| value < *below) {
            return Some(self.draft(of_fraction(value, below), 2 + joined));
        }
        if let Some(ones) = unit::number_word(next).filter(|ones| value >= 20.0 && (1.0..10.0).contains(ones)) {
            return Some(self.draft(number(value + ones), 2 + joined));
        }
        Some(self.draft(number(value), 1))
    }

    fn magnitude(&self, draft: &mut Draft) {
        let money = matches!(draft.kind, Some(QuantityKind::Money(_)));
        if let Some(token) = self.tokens.get(draft.next)
            && (token.glued || money && token.raw.starts_with(char::is_uppercase))
            && let Some(power) = unit::glued_magnitude(token.raw, money)
        {
            draft.power += power;
            draft.next += 1;
        }
        loop {
            let joined = usize::from(self.text(draft.next) == "-");
            let Some(power) = unit::magnitude(self.text(draft.next + joined)) else { break };
            draft.power += power;
            draft.next += 1 + joined;
        }
        if self.text(draft.next) == "dozen" {
            draft.number.value *= 12.0;
            draft.next += 1;
        }
    }

    fn kind(&self, draft: &mut Draft) {
        let value = draft.number.value;
        let (before, last) = (draft.first, draft.next);
        let bare = draft.whole && draft.power == 0 && value.abs() < 100_000.0 && !self.is_measured(last);
        if draft.kind.is_some() {
            return;
        }
        if let Some((month, tokens)) = self.month(draft) {
            draft.kind = Some(QuantityKind::Date);
            draft.unit = Some(month);
            draft.next += tokens;
        } else if let Some(name) = self.named(before).filter(|_| bare) {
            draft.kind = Some(QuantityKind::Identifier);
            draft.unit = Some(name);
        } else if self.bounds_interval(before) {
            let is_percent = matches!(self.text(last), "%" | "percent");
            draft.next += usize::from(is_percent);
            let measure = if is_percent { QuantityKind::Percent } else { QuantityKind::Plain };
            draft.kind = Some(if self.bounds_ratio(before) { QuantityKind::Ratio } else { measure });
            draft.unit = Some("ci".to_owned());
        } else if matches!(self.text(last), "%" | "percent" | "pct")
            || (self.text(last), self.text(last + 1)) == ("per", "cent")
        {
            draft.kind = Some(QuantityKind::Percent);
            draft.next += if self.text(last) == "per" { 2 } else { 1 };
            if self.text(draft.next) == "ci" {
                draft.unit = Some("ci".to_owned());
            } else if self.text(draft.next).starts_with("point") {
                draft.unit = Some("point".to_owned());
                draft.next += 1;
            }
        } else if let Some(code) = unit::currency(self.text(last)).filter(|code| *code != "GBP" || self.is_paid(draft))
        {
            draft.kind = Some(QuantityKind::Money(code.to_owned()));
            draft.next += 1;
        } else if self.is_p_value(before) {
            draft.kind = Some(QuantityKind::PValue);
        } else if self.is_ratio(before) {
            draft.kind = Some(QuantityKind::Ratio);
        } else if self.bounds_ratio(before) {
            draft.kind = Some(QuantityKind::Ratio);
            draft.unit = Some("ci".to_owned());
        } else if self.is_year(draft) {
            draft.kind = Some(QuantityKind::Year);
            draft.unit = self.month_before(before);
            if self.text(draft.next) == "s" && self.tokens[draft.next].glued {
                draft.unit = Some("decade".to_owned());
                draft.next += 1;
            }
        } else if self.is_ordinal(draft) {
            draft.kind = Some(QuantityKind::Identifier);
            draft.unit = Some(self.text(last).to_owned());
            draft.next += 1;
        } else {
            self.unit(draft);
        }
    }

    fn finish(&mut self, draft: Draft) {
        let mut words: Vec<&str> =
            self.tokens[draft.first.saturating_sub(6)..draft.first].iter().map(|token| token.text.as_str()).collect();
        let (mut approximate, mut precise, mut comparator) = (false, false, None);
        while let Some(last) = words.last().copied() {
            if let Some((found, taken)) = unit::comparing(&words) {
                comparator = comparator.or(Some(found));
                approximate |= found == Comparator::Approx;
                words.truncate(words.len() - taken);
            } else if unit::is_approximate(last) || (last == "to" && words.ends_with(&["close", "to"])) {
                approximate = true;
                words.pop();
            } else if unit::is_precise(last) {
                precise = true;
                words.pop();
            } else {
                break;
            }
        }
        let after = (self.text(draft.next), self.text(draft.next + 1));
        match after {
            ("or", "more" | "older" | "higher" | "greater" | "above") => comparator = Some(Comparator::Ge),
            ("or", "less" | "fewer" | "younger" | "lower" | "below") => comparator = Some(Comparator::Le),
            ("or", "so") => approximate = true,
            _ => {}
        }
        let power = 10_f64.powi(draft.power);
        let quantity = Quantity {
            range: self.tokens[draft.first].range.start..self.tokens[draft.next - 1].range.end,
            figures: draft.figures,
            magnitude: power,
            value: draft.number.value * power,
            unit: draft.unit,
            kind: draft.kind.unwrap_or(QuantityKind::Plain),
            comparator,
            approximate,
            precise,
            digits: draft.number.digits,
            step: draft.number.step * power,
        };
        self.at = draft.next;
        let mut read = Read { quantity, tokens: draft.first..draft.next, power: draft.power };
        self.lend(&mut read);
        self.out.push(read);
    }

    /// In `10–15 mg` and `$1 to 2 million` both ends have unit, kind and magnitude of the one that states it.
    fn lend(&mut self, to: &mut Read) {
        let Some(from) = self.out.last_mut() else { return };
        let between = from.tokens.end..to.tokens.start;
        let Some([link]) = self.tokens.get(between) else { return };
        let range = matches!(link.text.as_str(), "-" | "to")
            || (link.text == "and"
                && self.tokens[..from.tokens.start].last().is_some_and(|token| token.text == "between"));
        let bare =
            matches!(from.quantity.kind, QuantityKind::Plain | QuantityKind::Money(_)) && from.quantity.unit.is_none();
        if !range || !bare || matches!(to.quantity.kind, QuantityKind::Identifier | QuantityKind::Year) {
            return;
        }
        if from.power == 0 && to.power > 0 && from.quantity.value.abs() < 10_f64.powi(to.power) {
            from.power = to.power;
            from.quantity.magnitude = to.quantity.magnitude;
            from.quantity.value *= 10_f64.powi(to.power);
            from.quantity.step *= 10_f64.powi(to.power);
        }
        if matches!(from.quantity.kind, QuantityKind::Money(_)) {
            if to.quantity.kind == QuantityKind::Plain && to.quantity.unit.is_none() {
                to.quantity.kind = from.quantity.kind.clone();
            }
        } else {
            from.quantity.kind = to.quantity.kind.clone();
        }
        from.quantity.unit.clone_from(&to.quantity.unit);
    }
}

fn power_below_one(number: Option<Number>) -> bool {
    number.is_some_and(|number| number.value < 1.0)
}
