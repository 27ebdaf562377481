//! The overall assessment over the verdicts in force (`docs/rules.md#assess`).

use crate::domain::{Level, Verdict};

/// One verdict in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessed {
    /// The verdict.
    pub verdict: Verdict,
    /// 0–1.
    pub confidence: f64,
    /// Whether something that was found speaks to the statement.
    pub addressed: bool,
    /// Whether evidence that counts is on both sides.
    pub mixed: bool,
    /// Whether there is no verdict since the reasoner does not know the language.
    pub unread: bool,
    /// Decided by a reviewer.
    pub by_reviewer: bool,
    /// Whether it is a reviewer's and rests on no passage that counts and no written reason.
    pub groundless: bool,
    /// Whether it was decided by a reviewer against the machine's verdict; `None` where a blind review hides the machine's.
    pub differs: Option<bool>,
}

/// The assessment in words: the table of `docs/rules.md#assess`, whether all confidence is
/// high, then how many verdicts are a reviewer's and how many of those differ
/// from the machine's.
#[must_use]
pub fn assess(verdicts: &[Assessed]) -> String {
    let n = verdicts.len();
    if n == 0 {
        return "No statements to assess.".to_owned();
    }
    let count = |wanted| verdicts.iter().filter(|v| v.verdict == wanted).count();
    let supported = count(Verdict::Supports);
    let contradicted = count(Verdict::Contradicts);
    let undecided = count(Verdict::Undecided);
    let all = |rest: &str| match n {
        1 => format!("The one statement was {rest}"),
        2 => format!("Both statements were {rest}"),
        n => format!("All {n} statements were {rest}"),
    };
    // What a reviewer decided otherwise than the machine is not laid to the evidence.
    let by = match verdicts.iter().any(|v| v.by_reviewer && v.differs != Some(false)) {
        true => "",
        false => " by the evidence found",
    };
    let mut text = if supported == n {
        all(&format!("supported{by}."))
    } else if contradicted == n {
        all(&format!("contradicted{by}."))
    } else if verdicts.iter().all(|v| v.unread) {
        match n {
            1 => "The reasoner does not know the language of the statement.".to_owned(),
            2 => "The reasoner does not know the language of either of the two statements.".to_owned(),
            n => format!("The reasoner does not know the language of any of the {n} statements."),
        }
    } else if undecided == n && !verdicts.iter().any(|v| v.addressed) {
        match n {
            1 => "No evidence found addresses the statement.".to_owned(),
            2 => "No evidence found addresses either of the two statements.".to_owned(),
            n => format!("No evidence found addresses any of the {n} statements."),
        }
    } else if undecided == n && by.is_empty() {
        match n {
            1 => "The statement is undecided.".to_owned(),
            2 => "Both statements are undecided.".to_owned(),
            n => format!("All {n} statements are undecided."),
        }
    } else if undecided == n {
        let mixed = verdicts.iter().filter(|v| v.mixed).count();
        let word = if mixed == 0 { "insufficient" } else { "mixed" };
        match (n, mixed) {
            (1, _) => format!("Evidence on the statement was {word}."),
            (2, 1) => "Evidence was mixed on one statement and insufficient on the other.".to_owned(),
            (2, _) => format!("Evidence on both statements was {word}."),
            (n, mixed) if mixed > 0 && mixed < n => {
                format!("Evidence was mixed on {mixed} of {n} statements and insufficient on the rest.")
            }
            (n, _) => format!("Evidence on all {n} statements was {word}."),
        }
    } else if 2 * contradicted > n {
        format!("The majority of statements ({contradicted}/{n}) were contradicted{by}.")
    } else if 2 * supported > n {
        format!("The majority of statements ({supported}/{n}) were supported{by}.")
    } else if supported == 0 || contradicted == 0 {
        let number = |count: usize| if count == 0 { "none".to_owned() } else { count.to_string() };
        format!(
            "Across {n} statements: {} supported, {} contradicted, {undecided} undecided.",
            number(supported),
            number(contradicted)
        )
    } else {
        format!(
            "Mixed results across {n} statements: {supported} supported, {contradicted} contradicted, {undecided} \
             undecided."
        )
    };
    if verdicts.iter().all(|v| Level::of(v.confidence) == Level::High) {
        text.push_str(if n == 1 { " The verdict has high confidence." } else { " All verdicts have high confidence." });
    }
    let reviewed = verdicts.iter().filter(|v| v.by_reviewer).count();
    if reviewed > 0 {
        let differ = verdicts.iter().filter(|v| v.by_reviewer && v.differs == Some(true)).count();
        let hidden = verdicts.iter().filter(|v| v.by_reviewer && v.differs.is_none()).count();
        let decided = if n == 1 { "it".to_owned() } else { format!("{reviewed} of them") };
        let end = match differ {
            0 if hidden == reviewed => "; the machine’s verdict is hidden",
            0 if reviewed == 1 => ", as the machine did",
            0 => ", all as the machine did",
            1 if reviewed == 1 => ", differently from the machine",
            2 if reviewed == 2 => ", both differently from the machine",
            differ if differ == reviewed => ", all differently from the machine",
            differ => &format!(", {differ} differently from the machine"),
        };
        let part = if (1..reviewed).contains(&hidden) { " where that is shown" } else { "" };
        text.push_str(&format!(" A reviewer decided {decided}{end}{part}."));
    }
    text.push_str(&match verdicts.iter().filter(|v| v.groundless).count() {
        0 => String::new(),
        1 if n == 1 => " The verdict rests on no passage that counts and no written reason.".to_owned(),
        1 => " 1 verdict rests on no passage that counts and no written reason.".to_owned(),
        groundless => format!(" {groundless} verdicts rest on no passage that counts and no written reason."),
    });
    text
}

/// The assessment of a review in which so many statements wait for a verdict, and how many do. `hidden` more have one that
/// a blind review hides.
#[must_use]
pub fn assess_so_far(verdicts: &[Assessed], waiting: usize, hidden: usize) -> String {
    match (verdicts.len(), waiting) {
        (_, 0) if hidden == 0 => assess(verdicts),
        (0, 1) => "The one statement has no verdict yet.".to_owned(),
        (0, _) => format!("None of the {waiting} statements has a verdict yet."),
        (_, _) => {
            let mut text = assess(verdicts);
            for (all, decided) in [
                ("The one statement ", "The one statement with a verdict "),
                ("The statement is ", "The one statement with a verdict is "),
                ("Evidence on the statement ", "Evidence on the one statement with a verdict "),
                (
                    "No evidence found addresses the statement",
                    "No evidence found addresses the one statement with a verdict",
                ),
                ("The majority of statements", "The majority of the statements with a verdict"),
                ("Both statements ", "Both statements with a verdict "),
                (&format!("All {} statements ", verdicts.len()), "All statements with a verdict "),
            ] {
                text = text.replacen(all, decided, 1);
            }
            match waiting {
                0 => text,
                1 => format!("{text} 1 more has no verdict yet."),
                _ => format!("{text} {waiting} more have no verdict yet."),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(supports: usize, contradicts: usize, undecided: usize, confidence: f64) -> Vec<Assessed> {
        let some = |verdict, n| {
            std::iter::repeat_n(
                Assessed {
                    verdict,
                    confidence,
                    addressed: true,
                    mixed: false,
                    unread: false,
                    by_reviewer: false,
                    groundless: false,
                    differs: Some(false),
                },
                n,
            )
        };
        some(Verdict::Supports, supports)
            .chain(some(Verdict::Contradicts, contradicts))
            .chain(some(Verdict::Undecided, undecided))
            .collect()
    }

    #[test]
    fn statements_without_a_verdict_are_told_from_no_statements() {
        assert_eq!(assess_so_far(&[], 0, 0), "No statements to assess.");
        assert_eq!(assess_so_far(&[], 1, 0), "The one statement has no verdict yet.");
        assert_eq!(assess_so_far(&[], 3, 0), "None of the 3 statements has a verdict yet.");
        let some = assess_so_far(&many(1, 0, 0, 0.6), 1, 0);
        let wanted = "The one statement with a verdict was supported by the evidence found. 1 more has no verdict yet.";
        assert_eq!(some, wanted);
        let most = assess_so_far(&many(5, 1, 1, 0.6), 5, 0);
        assert!(most.starts_with("The majority of the statements with a verdict (5/7) were supported"), "{most}");
    }

    #[test]
    fn the_table_of_the_rules_is_followed() {
        for (s, c, u, expected) in [
            (0, 0, 0, "No statements to assess."),
            (1, 0, 0, "The one statement was supported by the evidence found."),
            (3, 0, 0, "All 3 statements were supported by the evidence found."),
            (0, 2, 0, "Both statements were contradicted by the evidence found."),
            (0, 0, 2, "Evidence on both statements was insufficient."),
            (0, 0, 3, "Evidence on all 3 statements was insufficient."),
            (1, 2, 0, "The majority of statements (2/3) were contradicted by the evidence found."),
            (2, 0, 1, "The majority of statements (2/3) were supported by the evidence found."),
            (1, 1, 0, "Mixed results across 2 statements: 1 supported, 1 contradicted, 0 undecided."),
            (2, 1, 1, "Mixed results across 4 statements: 2 supported, 1 contradicted, 1 undecided."),
            (1, 0, 4, "Across 5 statements: 1 supported, none contradicted, 4 undecided."),
            (0, 1, 7, "Across 8 statements: none supported, 1 contradicted, 7 undecided."),
        ] {
            assert_eq!(assess(&many(s, c, u, 0.6)), expected);
        }
    }

    /// A reader would take missing evidence for mixed evidence.
    #[test]
    fn without_evidence_the_assessment_says_so() {
        let mut none = many(0, 0, 2, 0.3);
        none.iter_mut().for_each(|verdict| verdict.addressed = false);
        assert_eq!(assess(&none), "No evidence found addresses either of the two statements.");
        none[0].addressed = true;
        assert_eq!(assess(&none), "Evidence on both statements was insufficient.");
    }

    /// An editor who overruled a verdict read that the evidence had been insufficient.
    #[test]
    fn what_a_reviewer_left_open_against_the_machine_is_not_laid_to_the_evidence() {
        let mut verdicts = many(0, 0, 5, 0.3);
        (verdicts[2].by_reviewer, verdicts[2].differs) = (true, Some(true));
        assert_eq!(
            assess(&verdicts),
            "All 5 statements are undecided. A reviewer decided 1 of them, differently from the machine."
        );
        let mut one = many(1, 0, 0, 0.6);
        (one[0].by_reviewer, one[0].differs) = (true, Some(true));
        assert_eq!(
            assess(&one),
            "The one statement was supported. A reviewer decided it, differently from the machine."
        );
        one[0].differs = None;
        assert_eq!(
            assess_so_far(&one, 0, 3),
            "The one statement with a verdict was supported. A reviewer decided it; the machine’s verdict is hidden."
        );
    }

    /// “Mixed or insufficient” let an editor think that sources disagreed where a single one was too weak.
    #[test]
    fn evidence_is_mixed_only_where_it_is_on_both_sides() {
        for (mixed, all, expected) in [
            (1, 1, "Evidence on the statement was mixed."),
            (1, 2, "Evidence was mixed on one statement and insufficient on the other."),
            (2, 2, "Evidence on both statements was mixed."),
            (2, 5, "Evidence was mixed on 2 of 5 statements and insufficient on the rest."),
            (5, 5, "Evidence on all 5 statements was mixed."),
        ] {
            let mut verdicts = many(0, 0, all, 0.3);
            verdicts[..mixed].iter_mut().for_each(|verdict| verdict.mixed = true);
            assert_eq!(assess(&verdicts), expected);
        }
    }

    #[test]
    fn high_confidence_is_said_only_where_all_have_it() {
        assert!(assess(&many(2, 0, 0, 0.9)).ends_with("found. All verdicts have high confidence."));
        let mut verdicts = many(2, 0, 0, 0.9);
        verdicts[1].confidence = 0.74;
        assert!(!assess(&verdicts).contains("high confidence"));
    }

    #[test]
    fn the_reviewers_share_is_said() {
        let mut verdicts = many(2, 0, 1, 0.6);
        verdicts[0].by_reviewer = true;
        assert!(assess(&verdicts).ends_with(" A reviewer decided 1 of them, as the machine did."));
        verdicts[2].by_reviewer = true;
        verdicts[2].differs = Some(true);
        assert!(assess(&verdicts).ends_with(" A reviewer decided 2 of them, 1 differently from the machine."));
        // What a blind review hides is not said to be the same.
        (verdicts[0].differs, verdicts[2].differs) = (None, Some(false));
        let part = assess(&verdicts);
        assert!(part.ends_with(" decided 2 of them, all as the machine did where that is shown."), "{part}");
        verdicts[2].differs = None;
        assert!(assess(&verdicts).ends_with(" A reviewer decided 2 of them; the machine’s verdict is hidden."));
    }

    /// It is computed anew whenever the list is drawn; the best of many runs is what the machine's other work leaves alone.
    #[test]
    fn ten_thousand_statements_take_less_than_a_millisecond() {
        let verdicts = many(4_000, 3_000, 3_000, 0.8);
        let best = (0..50).map(|_| {
            let start = std::time::Instant::now();
            assert!(assess(&verdicts).starts_with("Mixed results across 10000 statements"));
            start.elapsed()
        });
        let best = best.min().unwrap();
        assert!(best.as_micros() < 1_000, "{best:?}");
    }
}
