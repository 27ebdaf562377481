//! What is under review, as ingested.

use serde::{Deserialize, Serialize};

use crate::text::{Clean, Hidden, counted, short_forms};

use super::{
    Digest, Dropped, GivenEvidence, GivenJudgement, Page, Place, SourceMeta, Statement, rules::keywords::subject_stems,
};

/// A paper or a claim set, as ingested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// What it is.
    pub kind: SourceKind,
    /// File name without its folder, or `standard input`.
    pub name: Clean,
    /// What is known of the paper under review, so that it is never its own evidence.
    pub meta: SourceMeta,
    /// The same of each work, where several abstracts are under review; the text of each is the page of its number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub works: Vec<SourceMeta>,
    /// The text; for a claim set, one page with a paragraph a claim.
    pub pages: Vec<Page>,
    /// The claims of a claim set, each with its place in `pages`; empty for a paper.
    pub claims: Vec<Statement>,
    /// The evidence that came with the claims of a claim set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<GivenEvidence>,
    /// What others have judged of the claims of a claim set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judgements: Vec<GivenJudgement>,
    /// What cleaning took out, with the page it was on.
    pub hidden: Vec<(u32, Hidden)>,
    /// What could not be used, said with its line: one bad record does not stop the others.
    pub dropped: Vec<Dropped>,
    /// The column of a table that its claims are in, where its name does not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<Clean>,
    /// The columns of a table of claims, or the fields of its records, that gainsay does not read; their cells are in
    /// [`Statement::fields`], except in reviews of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<Clean>,
    /// Digest of the file as it was read.
    pub file: Digest,
}

impl Source {
    /// What is known of the works that are no evidence for `statement`: the one that it
    /// is from, or all of them where that is not known.
    pub fn own_of(&self, statement: &Statement) -> impl Iterator<Item = &SourceMeta> {
        let work = statement.work.and_then(|at| self.works.get(usize::try_from(at).ok()?));
        let all = if work.is_none() { self.works.as_slice() } else { &[] };
        std::iter::once(work.unwrap_or(&self.meta)).chain(all)
    }

    /// What is known of the work that `statement` is from; of the whole source where it is one work, or where that is not
    /// known.
    #[must_use]
    pub fn work_of(&self, statement: &Statement) -> &SourceMeta {
        let work = statement.work.and_then(|at| self.works.get(usize::try_from(at).ok()?));
        work.unwrap_or(&self.meta)
    }

    /// The title of the work that a statement is from, where the statement names fewer than two of its subjects: “No
    /// difference in secondary outcomes was found” leaves it to the title what was compared. `None` for claims. Two in five
    /// statements of 90 papers are like that; readers found that three in four of those need their context.
    #[must_use]
    pub fn topic_of(&self, statement: &Statement) -> Option<Clean> {
        const NAMED: usize = 2;
        let title = self.work_of(statement).title.one_line();
        let subjects = subject_stems(&title);
        let named = subject_stems(&statement.spelled_out());
        let leaves_out =
            self.kind == SourceKind::Paper && subjects.len() >= NAMED && subjects.intersection(&named).count() < NAMED;
        leaves_out.then_some(title)
    }

    /// The abbreviations that it explains, with what they stand for; those of one work where several are under review.
    #[must_use]
    pub fn short_forms(&self, work: Option<u32>) -> Vec<(String, String)> {
        let of_work = |page: &&Page| work.is_none_or(|work| page.number == work + 1);
        self.pages.iter().filter(of_work).flat_map(|page| short_forms(&page.text)).collect()
    }

    /// The section and paragraph of `place`, where the source has sections and no pages of its own.
    #[must_use]
    pub fn section_of(&self, place: &Place) -> Option<Clean> {
        let [page] = self.pages.as_slice() else { return None };
        page.section_of(place.start)
    }

    /// How much of it could not be used, in words: `2 records`, or `1 part` where a page is among them.
    #[must_use]
    pub fn count_dropped(&self) -> String {
        let has_pages = self.dropped.iter().any(|dropped| dropped.line == 0);
        counted(self.dropped.len(), if has_pages { "part" } else { "record" })
    }

    /// The column that was taken for the claims and those that are only exported, in words: `claims from “what”; kept for
    /// export: “year”, “outlet”`.
    #[must_use]
    pub fn describe_columns(&self) -> Option<String> {
        const NAMED: usize = 4;
        let mut names: Vec<String> = self.unused.iter().take(NAMED).map(|name| format!("“{name}”")).collect();
        names.extend((self.unused.len() > NAMED).then(|| format!("{} more", self.unused.len() - NAMED)));
        let is_kept = self.claims.iter().any(|claim| !claim.fields.is_empty());
        let use_of = if is_kept { "kept for export" } else { "not used" };
        let unused = (!names.is_empty()).then(|| format!("{use_of}: {}", names.join(", ")));
        let claims = self.column.as_ref().map(|name| format!("claims from “{name}”"));
        let parts: Vec<String> = claims.into_iter().chain(unused).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Whether it is no longer than an abstract.
    #[must_use]
    pub fn is_abstract(&self) -> bool {
        const LONGEST: usize = 5_000;
        self.pages.iter().map(|page| page.text.len()).sum::<usize>() <= LONGEST
    }

    /// The works under review, each as a source of its own, by their position in [`Source::works`];
    /// the source itself where there is only one.
    #[must_use]
    pub fn split_works(&self) -> Vec<(Option<u32>, Self)> {
        if self.works.is_empty() {
            return vec![(None, self.clone())];
        }
        let part = |(at, meta): (u32, &SourceMeta)| {
            let pages = self.pages.iter().filter(|page| page.number == at + 1).cloned().collect();
            let source = Self { meta: meta.clone(), works: Vec::new(), pages, ..self.clone() };
            (Some(at), source)
        };
        (0..).zip(&self.works).map(part).collect()
    }
}

/// Whether statements must be extracted or are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Running text from which statements are extracted.
    Paper,
    /// Statements as given.
    Claims,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixtures::source;

    #[test]
    fn a_statement_without_subject_is_about_what_its_title_names() {
        let mut paper = source("");
        paper.meta.title = "Intensified Antituberculosis Therapy in Adults with Tuberculous Meningitis".into();
        let topic_of = |paper: &Source, text: &str| paper.topic_of(&Statement::claim(1, text));
        assert_eq!(
            topic_of(&paper, "Secondary outcomes did not differ between the groups."),
            Some(paper.meta.title.clone())
        );
        assert_eq!(topic_of(&paper, "Intensified therapy did not raise survival in tuberculous meningitis."), None);
        paper.kind = SourceKind::Claims;
        assert_eq!(topic_of(&paper, "Secondary outcomes did not differ between the groups."), None);
    }
}
