//! Phrases of a sentence about what surrounds the findings: the paper itself, what was known, what the work is good for,
//! guesses and caveats, what is still to do.

use super::Group;

/// The paper itself.
pub(super) const PAPER: Group = (
    "paper",
    &[
        "this paper",
        "this article",
        "this review",
        "in this work",
        "this study",
        "in this study",
        "present study",
        "here we",
        "here,",
        "the paper",
        "this report",
        "our method",
        "our approach",
        "our framework",
        "our model",
        "our algorithm",
        "our study",
        "our work",
        "this work",
    ],
);

/// What is still to do.
pub(super) const FUTURE: Group = (
    "future",
    &[
        "further ",
        "future ",
        "needed",
        "warrant",
        "recommend",
        "should ",
        "need to",
        "needs to",
        "must ",
        "urgent",
        "call for",
        "necessary to",
        "will be ",
        "encourage",
        "warned",
        "opportunit",
    ],
);

/// What the work is good for.
pub(super) const PRAISE: Group = (
    "praise",
    &[
        "implication",
        "insight",
        "framework",
        "basis for",
        "foundation",
        "new possibilities",
        "promising",
        "valuable",
        "resource",
        "useful",
        "understanding",
        "pave",
        "guide",
        "inform ",
        "novel",
        "opens",
        "open ",
        "tool",
        "important",
        "highlight",
        "emphasi",
        "underscore",
        "first ",
        "potential",
        "essential",
        "provides a",
        "provide a",
        "offer",
        "step toward",
        "contribut",
    ],
);

/// What is known or unknown.
pub(super) const BACKGR: Group = (
    "backgr",
    &[
        " have been ",
        " has been ",
        "is one of",
        "increasingly",
        "remain",
        "unclear",
        "unknown",
        "little is known",
        "poorly understood",
        "challenge",
        "widely",
        "commonly",
        "tradition",
        "recent",
        "previous",
        "existing",
        "current",
        "often ",
        "typically",
        "worldwide",
        "however",
        "despite",
        "although",
        "known to",
        "limited",
        "lack",
        "few studies",
        "debate",
        "important",
        "crucial",
        "critical",
        "major",
        "is essential",
        "controvers",
        "usually",
        "growing",
        "not been",
        "major cause",
        "prevalen",
    ],
);

/// A guess.
pub(super) const HEDGE: Group =
    ("hedge", &[" may ", " might ", " could ", "possibl", "perhaps", "likely", "appear", "seem"]);

/// Availability, dates and addresses.
pub(super) const AVAIL: Group = (
    "avail",
    &[
        "available",
        "http",
        "open-source",
        "source code",
        "code and",
        "registration",
        "©",
        "license",
        "licence",
        "supplement",
        "doi",
        "@",
        "university",
        "department",
        "correspond",
        "received",
    ],
);

/// A caveat.
pub(super) const CAVEAT: Group =
    ("caveat", &["limitation", "caution", "interpreted", "not challenge", "however", "nonetheless", "careful"]);
