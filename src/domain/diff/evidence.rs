//! Candidates, scores, citations and weights.

use crate::{
    domain::{Citation, Citations, DocId, Opinion, Scores, SearchResult, StrategyOutcome, Weighing},
    text::Clean,
};

use super::List;

/// How much of a passage is shown to say which one is meant, in characters.
const TOLD: usize = 90;

impl List<'_> {
    fn title(&self, doc: &DocId) -> String {
        let title = self.titles.get(doc).map(Clean::one_line).filter(|title| !title.is_empty());
        title.map_or_else(|| doc.to_string(), |title| format!("“{}”", shortened(&title)))
    }

    pub(super) fn search(&mut self, a: &SearchResult, b: &SearchResult) {
        let has = |list: &SearchResult, doc: &DocId| list.candidates.iter().any(|c| c.doc == *doc);
        for gone in a.candidates.iter().filter(|c| !has(b, &c.doc)) {
            self.removed("candidate", gone.meta.title.one_line());
        }
        for new in b.candidates.iter().filter(|c| !has(a, &c.doc)) {
            self.added("candidate", new.meta.title.one_line());
        }
        let describe = |outcome: &StrategyOutcome| match outcome {
            StrategyOutcome::Found(n) => format!("{n} found"),
            StrategyOutcome::Failed(why) => format!("failed: {}", why.one_line()),
            StrategyOutcome::NotAvailable(why) => format!("not available: {}", why.one_line()),
        };
        for two in &b.strategies {
            let one = a.strategies.iter().find(|one| (one.side, one.strategy) == (two.side, two.strategy));
            let what = format!("{} search, {} side", two.strategy.name(), two.side.name());
            let before = one.map_or_else(|| "not run".to_owned(), |one| describe(&one.outcome));
            self.field(&what, &before, &describe(&two.outcome));
        }
        for two in &b.sources {
            let one = a.sources.iter().find(|one| (one.side, &one.source) == (two.side, &two.source));
            let before = one.map_or_else(|| "not asked".to_owned(), |one| describe(&one.outcome));
            self.field(&format!("{}, {} side", two.source, two.side.name()), &before, &describe(&two.outcome));
        }
        self.field("vectors made by", &a.meaning, &b.meaning);
        self.field("documents in the library", &a.library.documents.to_string(), &b.library.documents.to_string());
    }

    pub(super) fn scores(&mut self, a: &Scores, b: &Scores) {
        let score = |scores: &Scores, doc: &DocId| scores.scored.iter().find(|s| s.doc == *doc).cloned();
        let mut docs: Vec<&DocId> = b.scored.iter().map(|s| &s.doc).collect();
        docs.extend(a.scored.iter().map(|s| &s.doc).filter(|doc| score(b, doc).is_none()));
        for doc in docs {
            let (one, two) = (score(a, doc), score(b, doc));
            let describe =
                |s: &Option<crate::domain::Scored>| s.as_ref().map_or("none".to_owned(), |s| s.score.to_string());
            let title = self.title(doc);
            self.field(&format!("score of {title}"), &describe(&one), &describe(&two));
            if let (Some(one), Some(two)) = (one, two) {
                self.text(&format!("reason for the score of {title}"), &one.reason, &two.reason);
            }
        }
        self.field("threshold", &a.threshold.to_string(), &b.threshold.to_string());
        for (what, one, two) in [("included", &a.included, &b.included), ("excluded", &a.excluded, &b.excluded)] {
            one.difference(two).for_each(|doc| self.removed(what, self.title(doc)));
            two.difference(one).for_each(|doc| self.added(what, self.title(doc)));
        }
    }

    pub(super) fn citations(&mut self, a: &Citations, b: &Citations) {
        let same = |one: &Citation, two: &Citation| one.doc == two.doc && one.place == two.place;
        let named = |c: &Citation| format!("[{}] “{}”", c.number, shortened(&c.passage.one_line()));
        for gone in a.citations.iter().filter(|c| !b.citations.iter().any(|other| same(c, other))) {
            self.removed("citation", named(gone));
        }
        for two in &b.citations {
            match a.citations.iter().find(|one| same(one, two)) {
                Some(one) => {
                    let what = format!("number of “{}”", shortened(&two.passage.one_line()));
                    self.field(&what, &format!("[{}]", one.number), &format!("[{}]", two.number));
                }
                None => self.added("citation", named(two)),
            }
        }
        let claims = |list: &Citations| list.dropped.iter().map(|d| d.claimed.one_line()).collect::<Vec<_>>();
        self.set("dropped quote", &claims(a), &claims(b));
    }

    pub(super) fn weighing(&mut self, a: &Weighing, b: &Weighing) {
        for two in &b.weighed {
            let n = two.number;
            let Some(one) = a.get(n) else {
                self.added("weight", format!("[{n}] {}, {:.2}", two.stance.name(), two.opinion.adjusted));
                continue;
            };
            self.field(&format!("stance of [{n}]"), one.stance.name(), two.stance.name());
            self.opinion(&format!(" of [{n}]"), &one.opinion, &two.opinion);
            let blocked = |b| if b { "yes" } else { "no" };
            self.field(&format!("[{n}] blocked"), blocked(one.blocked), blocked(two.blocked));
            self.decimal(&format!("credibility of [{n}]"), one.credibility.value, two.credibility.value);
            self.text(&format!("reasoning on [{n}]"), &one.reasoning, &two.reasoning);
        }
        for gone in a.weighed.iter().filter(|one| b.get(one.number).is_none()) {
            self.removed("weight", format!("[{}] {}", gone.number, gone.stance.name()));
        }
        self.field("signal", a.signal.label.name(), b.signal.label.name());
        self.decimal("weight for", a.signal.supporting, b.signal.supporting);
        self.decimal("weight against", a.signal.contradicting, b.signal.contradicting);
        let names = |w: &Weighing| w.abstentions.iter().map(|a| Clean::from(a.name())).collect::<Vec<_>>();
        self.set("abstention", &names(a), &names(b));
    }

    pub(super) fn opinion(&mut self, of: &str, a: &Opinion, b: &Opinion) {
        self.field(&format!("type of evidence{of}"), a.evidence_type.name(), b.evidence_type.name());
        self.decimal(&format!("quality{of}"), a.quality, b.quality);
        if !of.is_empty() {
            self.decimal(&format!("confidence{of}"), a.adjusted, b.adjusted);
        }
        let none = Clean::default();
        let issue = |o: &Opinion| o.issue.clone().unwrap_or(none.clone());
        self.text(&format!("the judge{of}"), &issue(a), &issue(b));
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TOLD) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}
