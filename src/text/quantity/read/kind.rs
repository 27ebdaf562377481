//! By what a number is known for a year, a date, a p-value, a ratio or part of a name.

use super::{Draft, Number, QuantityKind, Read, Reader, What, unit};

impl Reader<'_, '_> {
    pub(super) fn is_ordinal(&self, draft: &Draft) -> bool {
        self.tokens
            .get(draft.next)
            .is_some_and(|token| token.glued && matches!(token.text.as_str(), "st" | "nd" | "rd" | "th"))
    }

    /// The month beside a day, and how many tokens behind the number it takes.
    pub(super) fn month(&self, draft: &Draft) -> Option<(String, usize)> {
        if !draft.whole || draft.power != 0 || !(1.0..=31.0).contains(&draft.number.value) {
            return None;
        }
        let named = |at: usize| {
            let token = self.tokens.get(at)?;
            (token.raw.starts_with(char::is_uppercase) && unit::is_month(&token.text)).then(|| token.text.clone())
        };
        if let Some(month) = named(draft.next) {
            return Some((month, 1));
        }
        draft.first.checked_sub(1).and_then(named).map(|month| (month, 0))
    }

    pub(super) fn names_number(&self, before: usize) -> bool {
        const PLAIN: [&str; 12] = [
            "phase",
            "stage",
            "grade",
            "type",
            "fig",
            "figs",
            "figure",
            "table",
            "chapter",
            "no",
            "chromosome",
            "version",
        ];
        let back = if self.back(before, 1) == "." { 2 } else { 1 };
        let Some(token) = before.checked_sub(back).and_then(|at| self.tokens.get(at)) else { return false };
        unit::names_number(&token.text)
            && (PLAIN.contains(&token.text.as_str()) && token.text != "no" || token.raw.starts_with(char::is_uppercase))
    }

    /// Steps back over comparison signs and `of`, `was`, `,`, `(`.
    pub(super) fn name_before(&self, before: usize, skipped: &[&str]) -> usize {
        let mut at = before;
        while at > 0 && before - at < 5 && skipped.contains(&self.back(at, 1)) {
            at -= 1;
        }
        at
    }

    pub(super) fn is_p_value(&self, before: usize) -> bool {
        let at =
            self.name_before(before, &["<", ">", "=", "≤", "≥", "of", "was", "is", "than", "less", "greater", "~"]);
        let name = self.back(at, 1);
        let value = name == "value" || name == "values";
        (name == "p" && at < before) || (value && (self.back(at, 2) == "p" || self.back(at, 3) == "p"))
    }

    pub(super) fn is_ratio(&self, before: usize) -> bool {
        let at = self.name_before(before, &["=", ",", ":", "of", "was", "is", ")", "(", "<", ">", "~"]);
        let Some(token) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else { return false };
        if unit::is_ratio(&token.text)
            && (token.text == "ratio" || token.raw.chars().filter(|c| c.is_uppercase()).count() >= 2)
        {
            return true;
        }
        let estimate = self.out.iter().rev().find(|read| read.quantity.kind != QuantityKind::Percent);
        let near = |read: &Read| before - read.tokens.end < 8 && read.quantity.kind == QuantityKind::Ratio;
        if token.text == "risk" && self.back(at, 2) == "relative" {
            return true;
        }
        let bound = matches!(token.text.as_str(), "ci" | "interval") || self.follows_bound(before);
        bound && estimate.is_some_and(near)
    }

    /// Whether the number is the upper bound of an interval.
    pub(super) fn follows_bound(&self, before: usize) -> bool {
        matches!(self.back(before, 1), "-" | "to" | ",")
            && self.out.last().is_some_and(|read| read.tokens.end + 1 == before)
    }

    pub(super) fn is_year(&self, draft: &Draft) -> bool {
        let Number { value, four, .. } = draft.number;
        if !four || draft.power != 0 || !(1900.0..2100.0).contains(&value) {
            return false;
        }
        let Some(next) = self.tokens.get(draft.next) else { return true };
        if next.what != What::Word || next.text == "s" {
            return true;
        }
        let (counted, round) = (unit::measure(&unit::singular(&next.text)).is_some(), value % 100.0 == 0.0);
        let noun = counted || (next.text.ends_with('s') && !unit::is_no_unit(&next.text));
        let dated = matches!(
            self.back(draft.first, 1),
            "in" | "since"
                | "during"
                | "until"
                | "by"
                | "from"
                | "of"
                | "before"
                | "after"
                | "early"
                | "late"
                | "mid"
                | "year"
        ) || unit::is_month(self.back(draft.first, 1));
        !noun || (dated && !round && !counted)
    }
}
