//! In what a number measures, or what it counts.

use super::{Draft, QuantityKind, Reader, Token, unit};

impl Reader<'_, '_> {
    /// Takes the unit or the noun behind a number.
    pub(super) fn unit(&self, draft: &mut Draft) {
        let mut at = draft.next;
        let joined = self.text(at) == "-" && self.tokens[at].glued && self.is_word(at + 1) && self.tokens[at + 1].glued;
        at += usize::from(joined);
        if !self.is_word(at) {
            return;
        }
        let word = self.text(at);
        let mut prefix = String::new();
        if let Some(power) = match word {
            "square" | "sq" => Some("square"),
            "cubic" | "cu" => Some("cubic"),
            _ => None,
        } {
            prefix = format!("{power} ");
            at += 1;
            at += self.tokens[at..].iter().take_while(|token| matches!(token.text.as_str(), "-" | ".")).count();
        }
        // “20 degrees Celsius”, “metric tons”
        let next = self.text(at + 1);
        let named = unit::measure(next).is_some_and(|name| name.starts_with('°'));
        at += usize::from(matches!(self.text(at), "degrees" | "degree" | "°") && (named || matches!(next, "c" | "f")));
        at += usize::from(self.text(at) == "metric" && matches!(next, "tons" | "tonnes" | "ton"));
        let degree = at > 0 && matches!(self.back(at, 1), "degrees" | "degree" | "°");
        let word = match self.text(at) {
            "c" if degree => "°c",
            "f" if degree => "°f",
            word => word,
        };
        let Some(token) = self.tokens.get(at) else { return };
        let degrees = || unit::measure(word).filter(|_| degree).map(str::to_owned);
        if let Some(name) = degrees().or_else(|| measure(word, token)) {
            draft.unit = Some(format!("{prefix}{name}"));
            draft.next = at + 1;
            let per = self.text(at + 2);
            if matches!(self.text(at + 1), "per" | "/") && self.is_word(at + 2) && !unit::is_no_unit(per) {
                let per = unit::singular(per);
                draft.unit = Some(format!("{prefix}{name}/{}", unit::measure(&per).unwrap_or(&per)));
                draft.next = at + 3;
            }
            return;
        }
        if let Some(noun) = self.noun(at) {
            draft.unit = Some(format!("{prefix}{}", unit::singular(self.text(noun))));
            draft.next = noun + 1;
            if draft.whole || draft.power > 0 {
                draft.kind = Some(QuantityKind::Count);
            }
        }
    }

    /// The noun that is counted: the first plural within three words, else the first word.
    pub(super) fn noun(&self, at: usize) -> Option<usize> {
        let fits = |at: usize| {
            self.text(at).len() > 1
                && self.is_word(at)
                && !unit::is_no_unit(self.text(at))
                && !self.text(at).bytes().any(|b| b.is_ascii_digit())
        };
        let plural = |at: usize| unit::singular(self.text(at)) != self.text(at);
        let run = (at..at + 3).take_while(|at| fits(*at)).count();
        (at..at + run).find(|at| plural(*at)).or((run > 0 && !self.text(at).ends_with("ed")).then_some(at))
    }
}

/// The name of a unit of measure that a token is, `mg/kg` included. A unit's
/// single letter counts only in the case in which it is written.
pub(super) fn measure(word: &str, token: &Token<'_>) -> Option<String> {
    if word.contains('/') {
        let parts: Vec<String> = word.split('/').map(unit::singular).collect();
        return Some(parts.iter().map(|part| unit::measure(part).unwrap_or(part)).collect::<Vec<_>>().join("/"));
    }
    if word == "times" {
        return Some("fold".to_owned());
    }
    if token.raw.len() == 1 && token.raw.starts_with(char::is_uppercase) && token.raw != "L" {
        return None;
    }
    unit::measure(&unit::singular(word)).map(str::to_owned)
}
