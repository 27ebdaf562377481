//! What the words of a statement and a passage say by themselves, without what was learnt.

use crate::{
    domain::{
        Statement,
        rules::{
            effects::{self, Effect},
            finding, group,
            numbers::{self, Numbers},
            roles::{self, Roles},
            wording::{self, Reading, Wording},
        },
    },
    text::spelled_out,
};

use super::super::trees::{Cues, Opinion};

/// What a parsed effect or comparison adds to the log-odds of its side.
const PARSED: f64 = 2.0;
/// What it adds, beside that, to the log-odds of evidence: nothing was parsed in the 486 abstracts that SciFact's claims
/// cite and that have none.
pub(super) const IS_EVIDENCE: f64 = 0.75;
/// What one from another sentence of the abstract adds.
const BY_ABSTRACT: f64 = 1.2;
/// What a comparison that only mentions what the statement speaks of takes from them.
const BESIDE: f64 = 2.0;
/// Coverage below which a passage does not address the statement (tuned on SciFact train).
pub(super) const ADDRESSES: f64 = 0.45;
/// Coverage from which a page says nearly the same words.
const VERBATIM: f64 = 0.9;
/// Probability of a side from which what was learnt bears out the wording of a page.
const SURE: f64 = 0.6;
/// Polarity below which a passage speaks against the statement (tuned on SciFact train).
pub(super) const AGAINST: f64 = -0.04;

/// What the words of statement and passage say by themselves.
pub(in super::super) struct ByWords {
    pub(super) reading: Reading,
    pub(super) numbers: Numbers,
    pub(super) roles: Roles,
    pub(super) effects: Effect,
    /// The passage only says what is asked or planned, and the statement does not.
    asks: bool,
    /// Both deny something, or one frees from a duty.
    denied: bool,
    /// The passage excepts what the statement is on.
    pub(super) excepts: bool,
    /// One speaks of much of the cause and the other of little.
    pub(super) opposite_amounts: bool,
    /// Effects and roles are those of the abstract, since the passage says nothing of them.
    pub(super) by_abstract: bool,
}

impl ByWords {
    /// Reads `passage` beside `statement`; `around` is its title and the sentences beside it, `published` its date, `forms`
    /// the short forms that its document explains.
    pub(in super::super) fn of(
        statement: &str,
        passage: &str,
        around: &str,
        published: &str,
        forms: &[(String, String)],
    ) -> Self {
        let (own, said) = (spelled_out(statement, forms), spelled_out(passage, forms));
        let (asked, found) = (Wording::of(statement), Wording::of(passage));
        let effects = match effects::compare(&own, &said) {
            Effect::None => effects::compare_unnamed(&own, &said, &spelled_out(around, forms)),
            found => found,
        };
        Self {
            reading: wording::read(&asked, passage, &Wording::of(around)),
            numbers: numbers::compare(statement, passage, published),
            roles: roles::compare(&own, &said),
            effects,
            asks: finding::is_none(passage) && !finding::is_none(statement),
            denied: asked.negated() && found.negated() || asked.speaks_of_release() || found.speaks_of_release(),
            excepts: group::excepts(&own, &said),
            opposite_amounts: effects::amounts_differ(&own, &said),
            by_abstract: false,
        }
    }

    /// Where the passage settles neither effects nor roles, takes what the `text` of the abstract that it is from says of them.
    pub(super) fn take_abstract(&mut self, statement: &Statement, text: &str, forms: &[(String, String)]) {
        if self.side() != 0.0 {
            return;
        }
        let statement = statement.in_words_of(text);
        let (own, said) = (spelled_out(&statement, forms), spelled_out(text, forms));
        let (effects, roles) = (effects::compare(&own, &said), roles::compare(&own, &said));
        if side_of(effects, roles) != 0.0 {
            (self.effects, self.roles, self.by_abstract) = (effects, roles, true);
        }
    }

    /// The side that parsed roles and effects take: 1 for the statement, −1 against it, 0 neither.
    pub(super) fn side(&self) -> f64 {
        side_of(self.effects, self.roles)
    }

    /// What that side adds to the log-odds of what was learnt.
    pub(super) fn parsed(&self) -> f64 {
        self.side() * if self.by_abstract { BY_ABSTRACT } else { PARSED }
    }

    /// What it takes from the log-odds of evidence that the passage compares something else with the statement's subject,
    /// only states a question or a plan, or speaks of another amount of the cause: what was learnt takes that for the
    /// direction of its effect.
    pub(super) fn beside(&self) -> f64 {
        let beside = self.effects == Effect::Beside || self.roles == Roles::Beside;
        if self.side() == 0.0 && (beside || self.asks || self.opposite_amounts) { BESIDE } else { 0.0 }
    }

    /// Whether the wording of a page decides by itself: by a figure, a clash, an agreeing direction, a denial or release on
    /// both sides, or because it is the statement's nearly word for word. That its words are met and nothing clashes is no
    /// support yet, and a denial on one side alone no contradiction: it was right on a quarter of unread pages
    /// (`tests/eval/cases/everyday.jsonl`).
    pub(super) fn decide(&self) -> bool {
        let Reading { coverage, polarity, clashes, .. } = &self.reading;
        let figures = self.numbers.agrees() || !self.numbers.conflict.is_empty();
        let denial_alone = !clashes.is_empty() && clashes.iter().all(|(rule, _)| *rule == "negation");
        self.denied || figures || *polarity != 0.0 && !denial_alone || !(ADDRESSES..VERBATIM).contains(coverage)
    }

    /// Whether what was learnt takes the side of the wording.
    pub(super) fn agree_with(&self, opinion: Opinion) -> bool {
        let against = self.reading.polarity < AGAINST;
        opinion.evidence >= 0.5 && if against { opinion.supports <= 1.0 - SURE } else { opinion.supports >= SURE }
    }

    /// As the features of [`General`].
    pub(in super::super) fn cues(&self) -> Cues {
        let sign = |yes: bool, no: bool| f64::from(u8::from(yes)) - f64::from(u8::from(no));
        Cues {
            coverage: self.reading.coverage,
            polarity: self.reading.polarity.clamp(-1.0, 1.0),
            numbers: sign(self.numbers.agrees(), !self.numbers.conflict.is_empty()),
            roles: sign(self.roles == Roles::Agree, self.roles == Roles::Clash),
        }
    }
}

fn side_of(effects: Effect, roles: Roles) -> f64 {
    match (effects, roles) {
        // Who reads both arms of a comparison knows more than who reads one.
        (_, Roles::Agree) | (Effect::Agree, Roles::None | Roles::Beside) => 1.0,
        (_, Roles::Clash) | (Effect::Clash, Roles::None | Roles::Beside) => -1.0,
        (Effect::None | Effect::Beside, Roles::None | Roles::Beside) => 0.0,
    }
}
