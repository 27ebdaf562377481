//! Whether a past form is a participle (“patients treated with A”) or can only be the finite verb.

use super::{
    nouns::plural,
    words::{DETERMINERS, PREPOSITIONS, TAKEN, Token},
};

/// Whether the past form at `at` may stand for a relative clause: “cancer treated with …”.
pub(super) fn reduced(tokens: &[Token], at: usize) -> bool {
    // “patients exposed to A have B”, but “we decided to test A”
    const WITH_TO: &[&str] = &[
        "allocated",
        "allowed",
        "applied",
        "assigned",
        "attributed",
        "bound",
        "compared",
        "confined",
        "expected",
        "exposed",
        "given",
        "known",
        "limited",
        "linked",
        "needed",
        "presented",
        "randomised",
        "randomized",
        "referred",
        "related",
        "required",
        "restricted",
        "subjected",
        "thought",
        "used",
    ];
    if tokens.get(at + 1).is_some_and(|t| t.bare == "to") && !tokens[at].is(WITH_TO) {
        return false;
    }
    // “Time spent awake led to …”, “CAF ingested 60 min before exercise raised …”, “patients prescribed opioids had …”
    let next = |ahead: usize| tokens.get(at + ahead);
    let timed = next(1).is_some_and(|t| t.text.starts_with(|c: char| c.is_ascii_digit()))
        && next(3).is_some_and(|t| t.is(&["after", "before"]));
    let obtained = tokens[at].is(&["given", "offered", "prescribed"])
        && next(1).is_some_and(|t| !t.is(DETERMINERS) && !t.is(PREPOSITIONS))
        && at.checked_sub(1).is_some_and(|before| plural(&tokens[before].bare));
    if timed || obtained || tokens[at].bare == "spent" && next(1).is_some_and(|t| t.bare == "awake") {
        return true;
    }
    // “The primers used in this study revealed …”
    let taken = tokens[at].is(TAKEN) && tokens.get(at + 1).is_some_and(|t| t.bare == "in");
    taken
        || !is_active(tokens, at)
            && tokens.get(at + 1).is_some_and(|t| {
                t.is(&[
                    "with", "by", "to", "from", "as", "using", "at", "for", "on", "out", "here", "between", "during",
                    "among", "under", "within", "via", "into", "onto", "across", "through", "against", "upon",
                    "forward", "until",
                ])
            })
}

/// Whether the past form at `at` can only be the finite verb: what happens by itself, or how far something moved.
pub(super) fn is_active(tokens: &[Token], at: usize) -> bool {
    const ACTIVE: &[&str] = &[
        "appeared",
        "arose",
        "began",
        "ceased",
        "continued",
        "declined",
        "died",
        "differed",
        "dropped",
        "emerged",
        "existed",
        "failed",
        "fell",
        "grew",
        "occurred",
        "peaked",
        "persisted",
        "ranged",
        "remained",
        "rose",
        "seemed",
        "survived",
        "tended",
        "varied",
    ];
    // Not the forms that stand behind “have”: “withdrew”, “withdrawn”.
    const PAST_ONLY: &[&str] = &[
        "ate",
        "became",
        "broke",
        "came",
        "chose",
        "drew",
        "drove",
        "flew",
        "forgot",
        "gave",
        "knew",
        "overcame",
        "ran",
        "sank",
        "saw",
        "shrank",
        "spoke",
        "swam",
        "threw",
        "took",
        "undertook",
        "underwent",
        "went",
        "withdrew",
        "wore",
        "wrote",
    ];
    // “reduced richness by 13%”, “fell from 24.1”: how far something moved.
    let moved = tokens.get(at + 1).is_some_and(|t| t.is(&["by", "from", "to"]))
        && tokens.get(at + 2).is_some_and(|t| t.text.starts_with(|c: char| c.is_ascii_digit()));
    tokens[at].is(ACTIVE) || tokens[at].is(PAST_ONLY) || moved
}
