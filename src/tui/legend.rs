//! What the symbols, the words and the figures of the screen mean; the help lists them.

/// A symbol or a word of the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    /// Under which heading.
    pub heading: &'static str,
    /// The symbol in Unicode and in ASCII; empty for a word alone.
    symbols: (&'static str, &'static str),
    /// The word beside it.
    word: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Sign {
    /// The symbol and the word as they are shown.
    #[must_use]
    pub fn name(&self, ascii: bool) -> String {
        let symbol = if ascii { self.symbols.1 } else { self.symbols.0 };
        format!("{symbol} {}", self.word).trim().to_owned()
    }

    /// Whether this is its whole name.
    #[must_use]
    pub fn is_called(&self, words: &str) -> bool {
        !words.is_empty() && without_figures(self.word) == without_figures(words)
    }

    /// Whether `words`, in small letters, are in it. One figure is as good as another: the screen has others than the
    /// example.
    #[must_use]
    pub fn matches(&self, words: &str) -> bool {
        let text = format!("{} {} {} symbols words", self.heading, self.name(false), self.meaning).to_lowercase();
        text.contains(words) || without_figures(&text).contains(&without_figures(words))
    }
}

/// A text with 0 in the place of each number.
fn without_figures(text: &str) -> String {
    let mut folded = String::new();
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if folded.ends_with('0') => {}
            true => folded.push('0'),
            false => folded.push(c),
        }
    }
    folded
}

const fn sign(
    heading: &'static str,
    symbols: (&'static str, &'static str),
    word: &'static str,
    meaning: &'static str,
) -> Sign {
    Sign { heading, symbols, word, meaning }
}

const VERDICTS: &str = "Verdicts and stances";
const REVIEW: &str = "What has been reviewed";
const TRIAGE: &str = "Triage: what to look at first; the verdict pane says why";
const STAGES: &str = "States of a stage";
const FIGURES: &str = "Figures below the stages";
const COUNTS: &str = "Counts of evidence and issues";
const MARKS: &str = "Marks";
const BASES: &str = "Why a verdict is what it is";
const NONE: (&str, &str) = ("", "");

/// Every symbol, triage word and stage figure.
pub(super) const LEGEND: &[Sign] = &[
    sign(VERDICTS, ("✗", "x"), "contradicts", "the evidence speaks against the statement"),
    sign(VERDICTS, ("✓", "+"), "supports", "the evidence speaks for the statement"),
    sign(
        VERDICTS,
        ("?", "?"),
        "undecided",
        "a verdict: the evidence does not decide. By the machine (it abstains) or by a reviewer",
    ),
    sign(VERDICTS, ("?", "?"), "mixed", "a passage that speaks for and against"),
    sign(VERDICTS, ("·", "."), "not addressed", "a passage that says nothing about the statement; it is not counted"),
    sign(VERDICTS, ("·", "."), "no verdict yet", "the stages of this statement have not run to the end"),
    sign(VERDICTS, NONE, "0.81 high", "confidence from 0 to 1: low below 0.45, medium below 0.75, high from there"),
    sign(REVIEW, NONE, "not yet reviewed", "no reviewer has accepted or set a verdict, whatever the machine says"),
    sign(REVIEW, ("◆", "#"), "accepted", "a reviewer accepted the machine's verdict"),
    sign(REVIEW, ("◆", "#"), "set", "a reviewer set the verdict, and it is the machine's too"),
    sign(REVIEW, ("◆", "#"), "differs", "a reviewer set a verdict that differs from the machine's"),
    sign(REVIEW, ("◆", "#"), "proposal", "the machine has a newer result since the review; accept or keep yours"),
    sign(
        TRIAGE,
        ("▲", "!"),
        "decide",
        "needs your decision: a blocker, conflicting evidence, a block by the judge, a failed stage or three major issues",
    ),
    sign(TRIAGE, ("■", "*"), "check", "needs a check: a major issue, another abstention or confidence below 0.97"),
    sign(TRIAGE, ("▪", "-"), "skim", "a glance is enough: of verdicts with confidence 0.97 or more, 95% were right"),
    sign(STAGES, ("●", "*"), "done", "the result is up to date"),
    sign(STAGES, ("◐", "~"), "stale", "something before it has changed since; a run brings it up to date"),
    sign(STAGES, ("○", "o"), "missing", "has not run yet"),
    sign(STAGES, ("✖", "!"), "failed", "ended with an error; Enter on it or the messages say why"),
    sign(STAGES, ("◆", "#"), "overridden", "set by a reviewer; the machine's result is kept beside it"),
    sign(STAGES, ("◴", "|"), "running", "runs now"),
    sign(FIGURES, NONE, "search  38 found", "documents found, the best of which are scored; ! when a search failed"),
    sign(
        FIGURES,
        NONE,
        "score  9 of 38 pass, 9/38",
        "documents relevant enough to be read for passages, of those scored",
    ),
    sign(FIGURES, NONE, "cite  6 cited", "passages quoted word for word from them"),
    sign(FIGURES, NONE, "inspect  quotes 0.82, 0.82", "quotation check from 0 to 1, lowered by each issue"),
    sign(FIGURES, NONE, "weigh  3 sources", "independent sources that speak for or against; or what they say together"),
    sign(
        FIGURES,
        NONE,
        "judge  0.90",
        "how well the type of evidence fits the claim, from 0 to 1; or in a word: explicit (says it directly), \
         contextual (a strong inference), weak (indirect) or inappropriate (the wrong type)",
    ),
    sign(FIGURES, NONE, "old", "the result is stale, where there is no room for the word; a run brings it up to date"),
    sign(FIGURES, NONE, "set, old", "set by a reviewer, and something before it has changed since"),
    sign(COUNTS, NONE, "Against 6, For 2", "passages that count for this side"),
    sign(
        COUNTS,
        NONE,
        "2 weak",
        "this side is alone and too weak to settle it: no passage has the confidence that a verdict needs",
    ),
    sign(
        COUNTS,
        NONE,
        "2 not counted",
        "passages that count for neither side: blocked by the judge, mixed, or silent about the statement",
    ),
    sign(COUNTS, NONE, "2 excluded", "passages of documents that a reviewer has excluded since they were cited"),
    sign(COUNTS, NONE, "2 not cited", "documents retrieved for this side that no passage was cited from"),
    sign(COUNTS, NONE, "2 dismissed", "issues that a reviewer dismissed; they no longer count"),
    sign(
        BASES,
        NONE,
        "signal",
        "what the sources for and against say together, each weighed by credibility and confidence",
    ),
    sign(
        BASES,
        NONE,
        "abstains",
        "the machine does not rely on the evidence, for the reason given, and caps its confidence at low",
    ),
    sign(BASES, NONE, "evidence for it", "the evidence for the statement outweighs that against it"),
    sign(BASES, NONE, "evidence against it", "the evidence against the statement outweighs that for it"),
    sign(BASES, NONE, "evidence on both sides", "passages speak for the statement and against it"),
    sign(BASES, NONE, "one side, too weak", "undecided: the evidence on one side is too weak"),
    sign(
        BASES,
        NONE,
        "nothing addresses it",
        "documents were found, but no passage speaks for or against the statement",
    ),
    sign(BASES, NONE, "nothing found", "the searches succeeded and found no document"),
    sign(MARKS, ("≠", "!="), "opposite", "the counter-statement: what would contradict the statement, just as precise"),
    sign(MARKS, ("≠", "#"), "differs", "on the map: a reviewer's verdict differs from the machine's"),
    sign(MARKS, NONE, "anchors", "what the statement hangs on: names, numbers and terms that its evidence must have"),
    sign(MARKS, ("☑", "x"), "ticked", "part of the next act on several statements"),
    sign(MARKS, ("⚑", "F"), "flagged", "flagged by a reviewer"),
    sign(MARKS, ("✎", "N"), "note", "has a note"),
    sign(MARKS, NONE, "finding?", "may not be a finding of the paper: its extraction score is below 0.90"),
    sign(MARKS, ("▲ ■ ▪", "! * -"), "", "severity of an issue: blocker, major, minor"),
    sign(MARKS, NONE, "source 0.80", "credibility of the source from 0 to 1, by study design or publisher"),
    sign(MARKS, NONE, "relevance 4/5", "relevance of the document to the statement, 1 to 5"),
    sign(
        MARKS,
        NONE,
        "by meaning (no. 3)",
        "how a search found the document, with its place among the hits: by words, by meaning, or by its likeness to \
         an abstract imagined as if the opposite were true",
    ),
];
