//! Stage 6: stances under the rules in code, opinions, and the weighed signal.

mod stance;

use std::{borrow::Cow, collections::BTreeMap};

use crate::{
    domain::{
        Citation, Citations, Code, DocId, Document, EvidenceType, Issue, IssueKey, Opinion, Rulings, Settings,
        Severity, SourceMeta, Stage, Statement, Subject, Weighed, Weighing,
        rules::{
            adjust,
            citation_count::CitationCount,
            credibility, hygiene,
            pack::RulePack,
            signal::{self, Criteria},
        },
    },
    reason::{Failure, OpinionDraft},
    text::Clean,
};

pub use stance::{CheckedStance, CitedFrom, stance, stance_after};

use stance::passage;

/// Checks the judge's opinion of a confidence (0–1). A judge that failed blocks
/// nothing: type unknown, quality 0.7, “Judge error: …” (`docs/rules.md#evidence-judge`).
#[must_use]
pub fn opinion(original: f64, draft: Result<OpinionDraft, Failure>) -> Opinion {
    let original = adjust::clamp(original);
    let draft = match draft {
        Ok(draft) => draft,
        Err(failure) => {
            let quality = EvidenceType::Unknown.quality();
            return Opinion {
                valid: true,
                quality,
                evidence_type: EvidenceType::Unknown,
                issue: Some(format!("Judge error: {}", failure.reason).into()),
                original,
                adjusted: adjust::adjusted_confidence(original, quality),
            };
        }
    };
    let named = draft.evidence_type.as_deref().map(str::trim).filter(|named| !named.is_empty());
    let kind = match named {
        Some(named) => adjust::evidence_type(named),
        None => draft.quality.map(adjust::type_of),
    };
    let quality = adjust::quality(kind, draft.quality);
    let valid = draft.valid.unwrap_or(quality > 0.0);
    let issue = draft.issue.map(|issue| Clean::new(issue.trim())).filter(|issue| !issue.is_empty());
    Opinion {
        valid,
        quality,
        evidence_type: kind.unwrap_or(EvidenceType::Inappropriate),
        issue,
        original,
        adjusted: adjust::adjusted_confidence(original, quality),
    }
}

/// The judge's opinion of a citation after the reviewer's rulings on it: one that has a MAJOR issue by the
/// reviewer's word is weak evidence at most, one that has a BLOCKER is none.
#[must_use]
pub fn opinion_after(rulings: &Rulings, statement: &Statement, citation: &Citation, opinion: Opinion) -> Opinion {
    if rulings.is_empty() {
        return opinion;
    }
    let subjects = [passage(citation), Subject::Document(citation.doc.clone())];
    let keys = Code::ALL.into_iter().flat_map(|code| subjects.each_ref().map(|s| IssueKey::of(statement.id, code, s)));
    let ruled = keys.filter_map(|key| *rulings.issues.get(&key)?);
    let raised = rulings.raised.iter().filter(|(number, _)| *number == citation.number).map(|(_, severity)| *severity);
    let worst = ruled.chain(raised).max().unwrap_or(Severity::Minor);
    by_ruling(worst, opinion)
}

/// An opinion after a reviewer's word that there is an issue of this severity.
pub(super) fn by_ruling(severity: Severity, opinion: Opinion) -> Opinion {
    let kind = match severity {
        Severity::Minor => return opinion,
        Severity::Major => EvidenceType::Weak,
        Severity::Blocker => EvidenceType::Inappropriate,
    };
    if opinion.quality <= kind.quality() {
        return opinion;
    }
    let why = format!("It has a {} issue that was confirmed or raised.", severity.name());
    let issue = opinion.issue.map_or_else(|| why.clone(), |own| format!("{own} {why}"));
    Opinion {
        valid: kind.quality() > 0.0,
        quality: kind.quality(),
        evidence_type: kind,
        issue: Some(issue.into()),
        original: opinion.original,
        adjusted: adjust::adjusted_confidence(opinion.original, kind.quality()),
    }
}

/// What is known of the cited works beside the citations.
#[derive(Clone, Copy)]
pub struct Cited<'a> {
    /// The documents that the review keeps.
    pub documents: &'a [Document],
    /// How often they are cited; empty unless the reviewer lets that count.
    pub counts: &'a BTreeMap<DocId, CitationCount>,
}

/// The result of stage 6 from every citation's checked stance and opinion, in
/// the citations' order. A study's design is read from the beginning of its
/// document, else by what is in view of the citation. `rulings` are the reviewer's on issues of earlier stages.
#[must_use]
pub fn weighing(
    rulings: &Rulings,
    statement: &Statement,
    citations: &Citations,
    cited: Cited<'_>,
    checked: Vec<(CheckedStance, Opinion)>,
    settings: &Settings,
    rules: &RulePack,
) -> Weighing {
    let works = signal::works(&citations.citations);
    let mut result = Weighing::default();
    for ((citation, work), (stance, opinion)) in citations.citations.iter().zip(works).zip(checked) {
        result.issues.extend(stance.issues);
        for issue in source_issues(statement, citation) {
            // A document that is cited twice is retracted once.
            match result.issues.iter_mut().find(|known| known.key == issue.key) {
                Some(known) => known.also.push(citation.number),
                None => result.issues.push(issue),
            }
        }
        result.not_judged += u32::from(!opinion.judged());
        let document = cited.documents.iter().find(|document| document.id == citation.doc);
        let view = document
            .and_then(opening)
            .map_or_else(|| format!("{} {} {}", citation.before, citation.passage, citation.after), str::to_owned);
        result.weighed.push(Weighed {
            number: citation.number,
            stance: stance.stance,
            proposed: stance.proposed,
            scores: stance.scores,
            confidence: stance.confidence,
            reasoning: stance.reasoning,
            notes: stance.notes,
            credibility: rules.credibility().with_citations(
                &meta_after(rulings, statement, citation),
                &view,
                cited.counts.get(&citation.doc),
            ),
            blocked: opinion.quality < settings.block_below,
            opinion,
            work,
            by_reviewer: None,
        });
    }
    result.signal = signal::signal(&result.weighed, settings.signal_floor);
    signal::require_sources(
        &mut result.signal,
        &result.weighed,
        &citations.citations,
        Criteria { settings, table: rules.credibility() },
    );
    result.abstentions = signal::abstentions(&result.weighed, &result.signal, &settings.abstain);
    result
}

/// Where a document says what it is: its abstract, or as much of a full text's first page.
fn opening(document: &Document) -> Option<&str> {
    const ABSTRACT: usize = 3_000;
    let text = document.pages.first()?.text.as_str();
    Some(text.char_indices().nth(ABSTRACT).map_or(text, |(end, _)| &text[..end]))
}

/// What is known of a source after the reviewer's rulings: a retraction that was dismissed is none.
fn meta_after<'a>(rulings: &Rulings, statement: &Statement, citation: &'a Citation) -> Cow<'a, SourceMeta> {
    let key = || IssueKey::of(statement.id, Code::Retracted, &Subject::Document(citation.doc.clone()));
    if rulings.is_empty() || !rulings.dismissed(key()) {
        return Cow::Borrowed(&citation.meta);
    }
    Cow::Owned(credibility::without_retraction(&citation.meta))
}

fn source_issues(statement: &Statement, citation: &Citation) -> Vec<Issue> {
    let raise = |code: Code, message: String| {
        let subject = Subject::Document(citation.doc.clone());
        Issue::new(statement.id, Stage::Weigh, code, subject, message).about(citation.number)
    };
    let mut found = Vec::new();
    if credibility::is_retracted(&citation.meta) {
        found.push(raise(Code::Retracted, "The source was retracted; it counts for nothing.".to_owned()));
    }
    if let Some(concern) = hygiene::concern(&citation.meta) {
        found.push(raise(Code::Concern, format!("Before the source is relied on: {concern}.")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixtures::{citation, document, statement};
    use crate::{domain::Stance, reason::StanceDraft};

    /// A reviewer who confirms that a passage is no evidence would still see the verdict rest on it.
    #[test]
    fn rulings_on_a_citation_change_what_it_weighs() {
        let (statement, cited) = (statement("Metformin lowers HbA1c."), citation(1, "Metformin lowered HbA1c."));
        let sound =
            || OpinionDraft { quality: Some(1.0), evidence_type: Some("explicit".into()), ..Default::default() };
        let after = |rulings: &Rulings| opinion_after(rulings, &statement, &cited, opinion(0.9, Ok(sound())));
        let key = IssueKey::of(statement.id, Code::WeakEvidence, &passage(&cited));
        let ruled = |severity| Rulings { issues: [(key, severity)].into(), ..Rulings::default() };
        assert_eq!(after(&Rulings::default()).quality, 1.0);
        assert_eq!(after(&ruled(None)).quality, 1.0);
        assert_eq!(after(&ruled(Some(Severity::Minor))).quality, 1.0);
        assert_eq!(after(&ruled(Some(Severity::Major))).evidence_type, EvidenceType::Weak);
        assert_eq!(after(&ruled(Some(Severity::Blocker))).adjusted, 0.0);
        let raised = Rulings { raised: vec![(2, Severity::Blocker), (1, Severity::Major)], ..Rulings::default() };
        assert_eq!(after(&raised).quality, 0.4, "only what was raised on this citation counts");
    }

    /// A rule that is wrong about a passage could not be overruled.
    #[test]
    fn a_dismissed_mismatch_leaves_the_reasoners_stance() {
        let (statement, cited) =
            (statement("The company sold 40,000 cars in 2022."), citation(1, "In 2019 the company sold 40,000 cars."));
        let draft = || StanceDraft { entailment: 0.9, contradiction: 0.05, neutral: 0.05, ..StanceDraft::default() };
        let rules = RulePack::builtin();
        let before = stance(&statement, &cited, draft(), &rules);
        assert_eq!((before.stance, before.issues[0].code), (Stance::NotAddressed, Code::TimeMismatch));
        let rulings = Rulings { issues: [(before.issues[0].key, None)].into(), ..Rulings::default() };
        let after = stance_after(&rulings, &statement, CitedFrom::alone(&cited), draft(), &rules);
        assert_eq!((after.stance, after.issues.len()), (Stance::Supports, 1));
    }

    /// A review article that repeats the paper under review would count as independent support of it, and a reviewer who
    /// knows better could not let it count.
    #[test]
    fn a_passage_that_cites_the_paper_supports_nothing_unless_a_reviewer_says_so() {
        let (statement, passage) = (statement("Metformin lowers HbA1c."), citation(1, "Metformin lowered HbA1c.3"));
        let weighed = |entailment: f64, cites_paper, rulings: &Rulings| {
            let draft =
                StanceDraft { entailment, contradiction: 0.95 - entailment, neutral: 0.05, ..StanceDraft::default() };
            let cited = CitedFrom { cites_paper, ..CitedFrom::alone(&passage) };
            stance_after(rulings, &statement, cited, draft, &RulePack::builtin())
        };
        let none = Rulings::default();
        assert_eq!(weighed(0.9, false, &none).stance, Stance::Supports);
        let circular = weighed(0.9, true, &none);
        assert_eq!((circular.stance, circular.proposed), (Stance::NotAddressed, Stance::Supports));
        assert_eq!(circular.issues[0].code, Code::CircularSupport);
        assert!(circular.notes.iter().any(|note| note.note.contains("cites the paper under review")));
        let rulings = Rulings { issues: [(circular.issues[0].key, None)].into(), ..Rulings::default() };
        assert_eq!(weighed(0.9, true, &rulings).stance, Stance::Supports);
        let contradicting = weighed(0.05, true, &none);
        assert_eq!((contradicting.stance, contradicting.issues.len()), (Stance::Contradicts, 0));
    }

    /// A second trial with an estimate of its own would contradict the first.
    #[test]
    fn estimates_of_two_studies_may_differ() {
        let draft = || StanceDraft { entailment: 0.8, contradiction: 0.1, neutral: 0.1, ..StanceDraft::default() };
        let weighed = |claim: &str, passage: &str, came_with_claim| {
            let citation = citation(1, passage);
            let cited = CitedFrom { came_with_claim, ..CitedFrom::alone(&citation) };
            let rules = RulePack::builtin();
            let checked = stance_after(&Rulings::default(), &statement(claim), cited, draft(), &rules);
            (checked.stance, checked.notes.iter().map(|note| note.note.to_string()).collect::<Vec<_>>())
        };
        let stance_of = |claim: &str, passage: &str| weighed(claim, passage, false);
        let passage = "Nurses were less likely to accept the vaccine (odds ratio 0.20, 95% CI 0.11 to 0.33).";
        let estimate = "Nurses were less likely to accept the vaccine (odds ratio 0.45, 95% CI 0.33 to 0.62).";
        let (counts, notes) = stance_of(estimate, passage);
        assert_eq!(counts, Stance::Supports);
        assert!(notes[0].starts_with("another study’s figures: 0.45 / 0.20"), "{notes:?}");
        assert_eq!(weighed(estimate, passage, true).0, Stance::Contradicts, "the source of the claim says otherwise");
        let named = stance_of(&format!("In VACCINE, {estimate}"), &format!("{passage} The VACCINE trial had ended."));
        assert_eq!(named.0, Stance::Contradicts, "the trial that the claim names says otherwise");
        let (counts, _) =
            stance_of("The vaccine was accepted by 80% of nurses.", "The vaccine was accepted by 40% of nurses.");
        assert_eq!(counts, Stance::Contradicts, "a plain figure is what is claimed");
    }

    /// A reviewer would see a trial weighed as if nothing were known of its design.
    #[test]
    fn the_design_of_a_study_is_read_from_its_abstract() {
        let passage = "Aspirin lowered the risk of stroke.";
        let between = "The patients came from ten towns. ".repeat(6);
        let text = format!("We conducted a randomized controlled trial of aspirin. {between}{passage}");
        let document = document("Aspirin and stroke", &[&text]);
        let statement = statement("Aspirin lowers the risk of stroke.");
        let cited = Citation { doc: document.id.clone(), ..citation(1, passage) };
        let citations = Citations { citations: vec![cited.clone()], ..Citations::default() };
        let rules = RulePack::builtin();
        let rule = |documents: &[Document]| {
            let draft = StanceDraft { entailment: 0.9, contradiction: 0.0, neutral: 0.1, reasoning: String::new() };
            let stance = stance(&statement, &cited, draft, &rules);
            let opinion = opinion(stance.confidence, Ok(OpinionDraft::default()));
            let settings = Settings::default();
            let made = weighing(
                &Rulings::default(),
                &statement,
                &citations,
                Cited { documents, counts: &BTreeMap::new() },
                vec![(stance, opinion)],
                &settings,
                &rules,
            );
            made.weighed[0].credibility.rule.to_string()
        };
        assert_eq!(rule(&[document]), "randomised controlled trial");
        assert_eq!(rule(&[]), "unknown design");
    }

    /// A reviewer would read a reasoning that speaks for another stance than the one shown.
    #[test]
    fn where_a_rule_prevails_the_reasoning_says_so_and_what_would_be_without_it() {
        let weighed = |passage: &str, entailment: f64, contradiction: f64| {
            let neutral = 1.0 - entailment - contradiction;
            let draft = StanceDraft { entailment, contradiction, neutral, reasoning: "It says so.".into() };
            let statement = statement("Tesla delivered 1.3 million vehicles in 2022.");
            stance(&statement, &citation(1, passage), draft, &RulePack::builtin())
        };
        let overruled = weighed("Tesla delivered 2 million vehicles in 2022.", 0.71, 0.2);
        assert_eq!(overruled.stance, Stance::Contradicts);
        assert_eq!(
            *overruled.reasoning,
            *"It says so. The rule on numbers overrides this; without it the passage would count as “supports” (71 %)."
        );
        let agreed = weighed("Tesla delivered 1.3 million vehicles in 2022.", 0.71, 0.2);
        assert_eq!((agreed.stance, &*agreed.reasoning), (Stance::Supports, "It says so."));
    }

    /// The rules in code know English: what a model makes of other languages is not theirs to overrule.
    #[test]
    fn no_rule_overrules_a_reasoner_on_a_language_that_the_rules_do_not_know() {
        let pairs = [
            (
                "Tesla lieferte 2022 1,3 Millionen Fahrzeuge aus.",
                "Im Jahr 2022 lieferte Tesla 1.310.000 Fahrzeuge aus.",
            ),
            ("Die Studie umfasste 1.200 Patienten.", "An der Studie nahmen 1200 Patienten teil."),
            ("La vacuna no causa autismo.", "No se halló relación entre la vacuna y el autismo."),
            ("El paro bajó al 12,5 % en 2023.", "En 2023 la tasa de paro se situó en el 12,5 %."),
            (
                "Le vaccin réduit de 40 % les hospitalisations.",
                "Les hospitalisations ont diminué de 40 % chez les vaccinés.",
            ),
            ("L'entreprise emploie 2 500 personnes.", "L'entreprise compte 2500 salariés."),
            ("Il governo ha speso 3,5 miliardi di euro.", "La spesa del governo è stata di 3.500 milioni di euro."),
            (
                "In 2021 stierven 1.250 mensen in het verkeer.",
                "Het aantal verkeersdoden in het verkeer bedroeg in 2021 1250.",
            ),
            ("Der Präsident ist nie in Wien gewesen.", "Er war nie in Wien, sagte sein Sprecher."),
            ("A inflação foi de 10,1 % em 2022.", "Em 2022, a inflação chegou a 10,06 %."),
            ("Unter 18-Jährige dürfen nicht wählen.", "Wer jünger als 18 ist, darf nicht wählen."),
            ("El 5 de mayo de 2020 murieron 1.000 personas.", "Hubo 1000 fallecidos el 5 de mayo de 2020."),
            (
                "Die Inflation sank 2023 auf 5,9 Prozent.",
                "2023 lag die Inflation bei 5,9 Prozent, nach 6,9 Prozent 2022.",
            ),
            ("Le chômage touche 7,4 % des actifs.", "Au quatrième trimestre, 7,4 % des actifs étaient au chômage."),
        ];
        let overruled: Vec<&str> = pairs
            .into_iter()
            .filter(|(claim, passage)| {
                let draft =
                    StanceDraft { entailment: 0.8, contradiction: 0.1, neutral: 0.1, reasoning: "Es steht da.".into() };
                let checked = stance(&statement(claim), &citation(1, passage), draft, &RulePack::builtin());
                checked.stance != Stance::Supports
            })
            .map(|(claim, _)| claim)
            .collect();
        assert!(overruled.is_empty(), "{overruled:?}");
    }
}
