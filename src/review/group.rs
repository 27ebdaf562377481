//! Equal issues as one: what a reader sees as a row and a reviewer rules on together.

use crate::{
    domain::{Code, Inspection, Issue, Ruling, Severity, Stage, rules::quality},
    text::Clean,
};

use super::IssueHead;

/// Issues of one statement with the same code, severity and ruling; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct IssueGroup {
    /// Each with its text, unless the value that raised it is gone.
    pub issues: Vec<(IssueHead, Option<Issue>)>,
}

impl IssueGroup {
    /// Groups issues, each where its first one was. What reviewers raised is never grouped.
    #[must_use]
    pub fn all(issues: impl IntoIterator<Item = (IssueHead, Option<Issue>)>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (head, issue) in issues {
            let alike = |group: &&mut Self| group.head().code != Code::Reviewer && same(group.head(), &head);
            match groups.iter_mut().find(alike) {
                Some(group) => group.issues.push((head, issue)),
                None => groups.push(Self { issues: vec![(head, issue)] }),
            }
        }
        groups
    }

    /// The first of them: code, severity and ruling are those of all.
    #[must_use]
    pub fn head(&self) -> &IssueHead {
        &self.issues[0].0
    }

    /// The text of the first of them.
    #[must_use]
    pub fn issue(&self) -> Option<&Issue> {
        self.issues[0].1.as_ref()
    }

    /// How many they are, in front of the code: `4 × `; nothing for one.
    #[must_use]
    pub fn times(&self) -> String {
        if self.issues.len() > 1 { format!("{} × ", self.issues.len()) } else { String::new() }
    }

    /// What they say, each message once, with the citations of which it speaks.
    #[must_use]
    pub fn messages(&self) -> Vec<(Vec<u32>, Clean)> {
        let mut said: Vec<(Vec<u32>, Clean)> = Vec::new();
        for issue in self.issues.iter().filter_map(|(_, issue)| issue.as_ref()) {
            match said.iter_mut().find(|(_, message)| *message == issue.message) {
                Some((citations, _)) => citations.extend(issue.citations()),
                None => said.push((issue.citations().collect(), issue.message.clone())),
            }
        }
        said
    }
}

fn same(a: &IssueHead, b: &IssueHead) -> bool {
    let ruling =
        |head: &IssueHead| head.ruling.as_ref().map(|made| (made.ruling, made.who.clone(), made.reason.clone()));
    (a.code, a.severity, ruling(a)) == (b.code, b.severity, ruling(b))
}

/// The score of the quotation check as the rulings leave it: plain and spread over `citations`. A reviewer's
/// own number stays; `None` where it was not inspected.
#[must_use]
pub fn quotation_check(inspection: &Inspection, issues: &[IssueHead], citations: usize) -> Option<(f64, Option<f64>)> {
    let stored = inspection.quality?;
    if inspection.per_citation.is_none() {
        return Some((stored, None));
    }
    // A fault of the paper is not a fault of the evidence.
    let of_evidence = |head: &&IssueHead| head.stage == Stage::Inspect && head.code != Code::UnrepeatedFigure;
    let counting = issues.iter().filter(of_evidence).filter(|head| head.counts());
    let severities: Vec<Severity> = counting.map(|head| head.severity).collect();
    let quality = quality::quality(&severities, citations);
    Some((quality.plain, Some(quality.per_citation)))
}

/// The words for a ruling.
#[must_use]
pub fn describe_ruling(ruling: Ruling) -> String {
    match ruling {
        Ruling::Confirmed => "confirmed".to_owned(),
        Ruling::Dismissed => "dismissed".to_owned(),
        Ruling::Severity(severity) => format!("set to {}", severity.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Citations, StatementId, Subject};

    fn issue(code: Code, subject: &str, citation: u32, message: &str) -> (IssueHead, Option<Issue>) {
        let issue = Issue::new(StatementId(1), Stage::Inspect, code, Subject::Report(subject.into()), message);
        let issue = issue.about(citation);
        let head = IssueHead {
            key: issue.key,
            number: None,
            stage: issue.stage,
            code,
            severity: issue.severity,
            ruling: None,
        };
        (head, Some(issue))
    }

    #[test]
    fn equal_issues_are_one_row_and_a_reviewers_own_are_not() {
        let groups = IssueGroup::all([
            issue(Code::AnchorMissing, "a", 1, "No “LDL”."),
            issue(Code::Reviewer, "b", 1, "Doses differ."),
            issue(Code::AnchorMissing, "c", 3, "No “LDL”."),
            issue(Code::AnchorMissing, "d", 4, "No “HDL”."),
            issue(Code::Reviewer, "e", 1, "Too old."),
        ]);
        let shape: Vec<_> = groups.iter().map(|g| (g.times(), g.head().code)).collect();
        let one = String::new;
        assert_eq!(shape, [("3 × ".to_owned(), Code::AnchorMissing), (one(), Code::Reviewer), (one(), Code::Reviewer)]);
        assert_eq!(groups[0].messages(), [(vec![1, 3], "No “LDL”.".into()), (vec![4], "No “HDL”.".into())]);
    }

    #[test]
    fn quality_follows_the_issues_that_are_left() {
        let mut heads: Vec<_> =
            (0..2).map(|n| issue(Code::AnchorMissing, if n == 0 { "a" } else { "b" }, n + 1, "No “LDL”.").0).collect();
        let inspection = Inspection { quality: Some(0.7), per_citation: Some(0.85), ..Inspection::default() };
        assert_eq!(quotation_check(&inspection, &heads, 2), Some((0.7, Some(0.85))));
        heads.pop();
        assert_eq!(quotation_check(&inspection, &heads, 2), Some((0.85, Some(0.925))));
        let set = Inspection { per_citation: None, ..inspection };
        assert_eq!(quotation_check(&set, &heads, 2), Some((0.7, None)));
        assert_eq!(quotation_check(&Inspection::default(), &heads, Citations::default().citations.len()), None);
    }
}
