//! By what a number is known for a year, a date, a p-value, a ratio or part of a name.

use super::{Draft, Number, QuantityKind, Read, Reader, What, measure::measure, unit};

impl Reader<'_, '_> {
    pub(super) fn is_ordinal(&self, draft: &Draft) -> bool {
        self.tokens
            .get(draft.next)
            .is_some_and(|token| token.glued && matches!(token.text.as_str(), "st" | "nd" | "rd" | "th"))
    }

    fn month_at(&self, at: usize) -> Option<String> {
        let token = self.tokens.get(at)?;
        (token.raw.starts_with(char::is_uppercase) && unit::is_month(&token.text)).then(|| token.text.clone())
    }

    /// The month directly before a number: `May 2019`, `Dec. 12`, `March of 1990`.
    pub(super) fn month_before(&self, before: usize) -> Option<String> {
        let skipped = usize::from(matches!(self.back(before, 1), "." | "of"));
        self.month_at(before.checked_sub(1 + skipped)?)
    }

    /// The month beside a day, and how many tokens behind the number it takes.
    pub(super) fn month(&self, draft: &Draft) -> Option<(String, usize)> {
        if !draft.whole || draft.power != 0 || !(1.0..=31.0).contains(&draft.number.value) {
            return None;
        }
        let mut skipped = usize::from(self.is_ordinal(draft));
        let ordinal = skipped;
        skipped += usize::from(self.text(draft.next + skipped) == "of");
        if let Some(month) = self.month_at(draft.next + skipped) {
            return Some((month, skipped + 1));
        }
        self.month_before(draft.first).map(|month| (month, ordinal))
    }

    /// Whether this token is a unit, so that the number before it is a measure and not a name.
    pub(super) fn is_measured(&self, at: usize) -> bool {
        let word = self.text(at);
        let measure = self.tokens.get(at).is_some_and(|token| measure(word, token).is_some());
        measure || matches!(word, "%" | "percent" | "pct" | "per") || unit::currency(word).is_some()
    }

    /// Whether a number of pounds is money: too large for a weight, or paid, by the nearest word that tells.
    pub(super) fn is_paid(&self, draft: &Draft) -> bool {
        const NEAR: usize = 8;
        let before = |by: usize| draft.first.checked_sub(by).and_then(|at| self.tokens.get(at));
        let around = (1..=NEAR).flat_map(|by| [before(by), self.tokens.get(draft.next + by)]).flatten();
        let mut telling =
            around.map(|token| token.text.as_str()).filter(|word| unit::is_paying(word) || unit::is_weighing(word));
        draft.power >= 6 || telling.next().is_some_and(unit::is_paying)
    }

    /// The word that makes a name with the number behind it: `phase 3`, `day 28`, `Fig. 2`, `ISO 9001`.
    pub(super) fn named(&self, before: usize) -> Option<String> {
        #[rustfmt::skip]
        const PLAIN: &[&str] = &[
            "phase", "stage", "grade", "type", "fig", "figs", "figure", "table", "chapter", "chromosome", "version",
            "section", "article", "rule", "amendment", "proposition", "flight", "apollo", "route", "room", "resolution",
            "act", "level", "class", "category", "season", "generation", "group", "model", "page", "title", "number",
        ];
        const TIMES: [&str; 4] = ["day", "week", "month", "year"];
        let back = if self.back(before, 1) == "." { 2 } else { 1 };
        let at = before.checked_sub(back)?;
        let token = self.tokens.get(at)?;
        let word = token.text.as_str();
        if unit::is_series(token.raw) && back == 1 && !self.counts_plural(before) {
            return Some(token.raw.to_owned());
        }
        // “On day 28”, not “each day 28 of them”.
        let dated = TIMES.contains(&word) && matches!(self.back(at, 1), "on" | "at" | "by" | "from" | "to" | "until");
        let named = unit::names_number(word)
            && (PLAIN.contains(&word) || dated || !TIMES.contains(&word) && token.raw.starts_with(char::is_uppercase));
        named.then(|| word.to_owned())
    }

    /// Whether the number at `at` counts what follows it: `UK 500 deaths`.
    fn counts_plural(&self, at: usize) -> bool {
        let word = self.text(at + 1);
        self.is_word(at + 1) && unit::singular(word) != word
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
        let named = |at: usize| {
            let Some(token) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else { return false };
            unit::is_ratio(&token.text)
                && (token.text == "ratio" || token.raw.chars().filter(|c| c.is_uppercase()).count() >= 2)
                || token.text == "risk" && self.back(at, 2) == "relative"
        };
        // “The risk ratio for death from any cause was 1.4.”
        const FAR: usize = 8;
        let linked = matches!(self.back(before, 1), "was" | "is" | "of" | "=" | "were" | "at");
        let for_what = || {
            (at.saturating_sub(FAR)..at)
                .rev()
                .take_while(|&i| self.tokens[i].what == What::Word)
                .find(|&i| named(i))
                .is_some_and(|i| matches!(self.text(i), "for" | "of" | "in" | "with" | "between"))
        };
        named(at) || linked && for_what()
    }

    /// Whether it is a bound of the confidence interval of a ratio.
    pub(super) fn bounds_ratio(&self, before: usize) -> bool {
        let at = self.name_before(before, &["=", ",", ":", "of", "was", "is", ")", "(", "<", ">", "~"]);
        let estimate = self.out.iter().rev().find(|read| read.quantity.kind != QuantityKind::Percent);
        let near = |read: &Read| before - read.tokens.end < 8 && read.quantity.kind == QuantityKind::Ratio;
        let bound = matches!(self.back(at, 1), "ci" | "interval") || self.follows_bound(before);
        bound && estimate.is_some_and(near)
    }

    /// Whether it is a bound of a confidence interval: “95% CI 4.9, 44.0%”, “credible interval 12 to 30”.
    pub(super) fn bounds_interval(&self, before: usize) -> bool {
        let at = self.name_before(before, &["=", ",", ":", "of", "was", "is", ")", "(", "["]);
        let named = match self.back(at, 1) {
            "ci" => matches!(self.back(at, 2), "%" | "percent"),
            "interval" => matches!(self.back(at, 2), "confidence" | "credible"),
            _ => false,
        };
        let is_bound = |read: &Read| read.quantity.unit.as_deref() == Some("ci");
        named || self.follows_bound(before) && self.out.last().is_some_and(is_bound)
    }

    /// Whether the number is the upper bound of an interval.
    pub(super) fn follows_bound(&self, before: usize) -> bool {
        matches!(self.back(before, 1), "-" | "to" | ",")
            && self.out.last().is_some_and(|read| read.tokens.end + 1 == before)
    }

    pub(super) fn is_year(&self, draft: &Draft) -> bool {
        let Number { value, four, .. } = draft.number;
        let before = self.back(draft.first, 1);
        let since = matches!(before, "in" | "since" | "during" | "until" | "by" | "before" | "after" | "year" | "from");
        let early = if since { 1000.0 } else { 1800.0 };
        if !four || draft.power != 0 || !(early..2100.0).contains(&value) {
            return false;
        }
        let joined = usize::from(self.text(draft.next) == "-");
        let Some(next) = self.tokens.get(draft.next + joined) else { return true };
        if next.what != What::Word || next.text == "s" {
            return true;
        }
        if measure(&next.text, next).is_some() || matches!(next.text.as_str(), "square" | "dollars" | "percent") {
            return false;
        }
        let counted = self.noun(draft.next).is_some_and(|at| unit::is_counted(&unit::singular(self.text(at))));
        let dated =
            since || matches!(before, "of" | "early" | "late" | "mid") || self.month_before(draft.first).is_some();
        !counted || dated && value % 100.0 != 0.0
    }
}
