//! A citation's stance under the rules in code.

use crate::{
    domain::{
        Citation, Code, Document, Issue, IssueKey, RuleNote, Rulings, Scores3, Stage, Stance, Statement, Subject,
        rules::{
            circular,
            credibility::is_paper,
            factcheck::{self, View},
            instruction,
            numbers::{self, Numbers},
            pack::RulePack,
            qualifiers,
            relevance::{self, Elsewhere},
            roles::{self, Roles},
            study,
            wording::{self, Reading, Wording},
        },
    },
    reason::StanceDraft,
    text::Clean,
};

/// A stance after the rules in code, which prevail; the reasoner's own is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedStance {
    /// The stance that counts.
    pub stance: Stance,
    /// The stance that the reasoner's scores give.
    pub proposed: Stance,
    /// The reasoner's scores, brought to sum to 1.
    pub scores: Scores3,
    /// The confidence in `stance`, 0–1.
    pub confidence: f64,
    /// Why, in the reasoner's words.
    pub reasoning: Clean,
    /// What the rules in code saw.
    pub notes: Vec<RuleNote>,
    /// What is wrong or doubtful, on this citation.
    pub issues: Vec<Issue>,
    /// What the reviewer said is not.
    dismissed: Vec<Code>,
}

/// The kinds of issue that the reviewer dismissed on a passage.
fn dismissed(rulings: &Rulings, statement: &Statement, citation: &Citation) -> Vec<Code> {
    let key = |code| IssueKey::of(statement.id, code, &passage(citation));
    Code::ALL.into_iter().filter(|code| !rulings.is_empty() && rulings.dismissed(key(*code))).collect()
}

pub(super) fn passage(citation: &Citation) -> Subject {
    Subject::Passage(citation.doc.clone(), citation.place)
}

/// Checks the draft of one citation's stance: scores brought to sum to 1, then
/// the rules of `docs/rules.md#weigh` in their order. Rules prevail; what the reasoner gave
/// stays in `proposed` and `scores`. `rules` lists the fact-check sites.
#[must_use]
pub fn stance(statement: &Statement, citation: &Citation, draft: StanceDraft, rules: &RulePack) -> CheckedStance {
    stance_after(&Rulings::default(), statement, CitedFrom::alone(citation), draft, rules)
}

/// A citation with what is known of its document.
#[derive(Clone, Copy, Debug)]
pub struct CitedFrom<'a> {
    /// The citation.
    pub citation: &'a Citation,
    /// Its document, where the rules may see the whole of it.
    pub document: Option<&'a Document>,
    /// It is evidence that came with the claim, and so of what the claim is about.
    pub came_with_claim: bool,
    /// Its passage cites the paper under review.
    pub cites_paper: bool,
}

impl<'a> CitedFrom<'a> {
    /// A citation of which nothing else is known.
    #[must_use]
    pub fn alone(citation: &'a Citation) -> Self {
        Self { citation, document: None, came_with_claim: false, cites_paper: false }
    }
}

/// As [`stance`] after the reviewer's rulings: where an issue was dismissed, the rule that raised it
/// changes no stance. On a statement or a passage in
/// a language that `rules` do not know only what is addressed to a model is looked for.
#[must_use]
pub fn stance_after(
    rulings: &Rulings,
    statement: &Statement,
    cited: CitedFrom<'_>,
    draft: StanceDraft,
    rules: &RulePack,
) -> CheckedStance {
    let CitedFrom { citation, document, .. } = cited;
    let scores = normalised(&draft);
    let proposed = stance_of(scores);
    let reasoning = Clean::new(draft.reasoning.trim());
    let mut checked = CheckedStance {
        stance: proposed,
        proposed,
        scores,
        confidence: scores.entailment.max(scores.contradiction).max(scores.neutral),
        reasoning,
        notes: Vec::new(),
        issues: Vec::new(),
        dismissed: dismissed(rulings, statement, citation),
    };
    if instructs(citation, &mut checked) {
        return checked;
    }
    let site = rules.credibility().is_fact_check_site(&citation.meta);
    let is_known = rules.knows(&statement.text) && rules.knows(&citation.passage);
    if is_known && !fact_check(statement, (citation, article(document)), site, &mut checked) {
        let evidence = Evidence::new(statement, cited);
        relevance(&evidence, &mut checked);
        qualifiers(&evidence, &mut checked);
        numbers(&evidence, &mut checked);
        roles(&evidence, &mut checked);
    }
    if cited.cites_paper {
        circular_support(statement, citation, &mut checked);
    }
    if let Some(document) = document {
        instructed(&mut checked, document);
    }
    checked
}

/// The text of a document that is as short as an article; empty for others.
fn article(document: Option<&Document>) -> &str {
    const LONGEST: usize = 6_000;
    match document.map(|document| &document.pages[..]) {
        Some([page]) if page.text.len() <= LONGEST => page.text.as_str(),
        _ => "",
    }
}

/// A statement and a citation, read once for all rules.
struct Evidence<'a> {
    statement: &'a Statement,
    citation: &'a Citation,
    is_another_study: bool,
    reading: Reading,
    numbers: Numbers,
    relevance: Option<Elsewhere>,
    roles: Roles,
}

impl<'a> Evidence<'a> {
    fn new(statement: &'a Statement, cited: CitedFrom<'a>) -> Self {
        let citation = cited.citation;
        let around = format!("{}. {} {}", citation.meta.title, citation.before, citation.after);
        let published = citation.meta.published.as_deref().unwrap_or_default();
        let text = statement.in_words_of(&format!("{around} {}", citation.passage));
        let (own, near) = (Wording::of(&text), Wording::of(&around));
        Self {
            statement,
            citation,
            is_another_study: is_another_study(&statement.text, cited),
            reading: wording::read(&own, &citation.passage, &near),
            numbers: numbers::compare(&text, &citation.passage, published),
            relevance: relevance::elsewhere(&text, &citation.passage, &around, &citation.meta),
            roles: roles::compare(&text, &citation.passage),
        }
    }

    /// What the wording says once the numbers agree or do not matter.
    fn by_wording(&self) -> Option<Stance> {
        let stance = if self.reading.polarity < 0.0 { Stance::Contradicts } else { Stance::Supports };
        (self.reading.coverage >= SPEAKS_OF).then_some(stance)
    }
}

/// Whether a statement gives estimates of a study, and the citation those of another: that they differ speaks against neither.
fn is_another_study(statement: &str, cited: CitedFrom<'_>) -> bool {
    let CitedFrom { citation, document, came_with_claim, .. } = cited;
    let near = || format!("{}. {} {} {}", citation.meta.title, citation.before, citation.passage, citation.after);
    let opening = document.and_then(|document| document.pages.first()).map_or("", |page| page.text.as_str());
    !came_with_claim
        && is_paper(&citation.meta)
        && study::reports_estimate(statement)
        && !study::is_named_in(statement, &format!("{} {opening}", near()))
}

/// Coverage from which a passage is taken to speak of the statement when a rule
/// must say what it says.
const SPEAKS_OF: f64 = 0.45;
/// Coverage from which it does though the statement's first thing is not named.
const ON_IT: f64 = 0.7;
/// The confidence of a stance that a rule gives, 0–1.
const BY_RULE: f64 = 0.8;

impl CheckedStance {
    /// A rule prevails: both opinions are kept, and it is said which and why.
    fn overrule(&mut self, stance: Stance, rule: &str, note: String) {
        if stance != self.stance {
            let own = self.stance.name();
            let remark = format!(
                "The rule on {rule} overrides this; without it the passage would count as “{own}” ({:.0} %).",
                100.0 * self.confidence
            );
            self.reasoning = Clean::new(format!("{} {remark}", self.reasoning).trim());
            self.stance = stance;
            self.confidence = BY_RULE;
        }
        self.notes.push(RuleNote { rule: rule.into(), note: note.into() });
    }

    /// Raises an issue on the passage; whether the reviewer lets it count.
    fn raise(&mut self, statement: &Statement, citation: &Citation, code: Code, message: String) -> bool {
        let issue = Issue::new(statement.id, Stage::Weigh, code, passage(citation), message);
        self.issues.push(issue.about(citation.number));
        !self.dismissed.contains(&code)
    }
}

/// The rule by which a source that speaks to a model counts for nothing.
const INSTRUCTION: &str = "instruction";

impl CheckedStance {
    fn silence(&mut self, found: &Clean) {
        let note = format!("its source speaks to a model, not to a reader: “{found}”");
        self.overrule(Stance::NotAddressed, INSTRUCTION, note);
    }
}

/// `docs/rules.md#fences`: a passage beside which somebody speaks to the reader's model
/// is no evidence, whatever the model makes of it.
fn instructs(citation: &Citation, checked: &mut CheckedStance) -> bool {
    let near = [&citation.passage, &citation.before, &citation.after, &citation.meta.title];
    let found = near.into_iter().find_map(instruction::find_in);
    found.iter().for_each(|found| checked.silence(found));
    found.is_some()
}

/// `docs/rules.md#circular-support`: what repeats the paper under review is no support of it. A passage that cites the
/// paper to contradict it counts.
fn circular_support(statement: &Statement, citation: &Citation, checked: &mut CheckedStance) {
    const WHY: &str = "cites the paper under review, so it is no independent support";
    if checked.stance == Stance::Supports
        && checked.raise(statement, citation, Code::CircularSupport, format!("The passage {WHY}."))
    {
        checked.overrule(Stance::NotAddressed, circular::RULE, format!("the passage {WHY}"));
    }
}

/// The same where somebody does so elsewhere in the document: the model may have
/// read it there when it chose the passage, and obeyed since.
fn instructed(checked: &mut CheckedStance, document: &Document) {
    if checked.notes.iter().all(|note| *note.rule != *INSTRUCTION)
        && let Some(found) = instruction::find(document)
    {
        checked.silence(&found);
    }
}

/// `docs/rules.md#fact-checks`. Returns whether the source is a fact-check, for which no other rule matters.
fn fact_check(
    statement: &Statement,
    (citation, article): (&Citation, &str),
    site: bool,
    checked: &mut CheckedStance,
) -> bool {
    let Citation { meta, before, passage, after, .. } = citation;
    let view = View { meta, before, passage, after, article };
    let Some(check) = factcheck::recognise(view, site) else { return false };
    if factcheck::speaks_for_itself(&statement.text, &check, &citation.passage) {
        return false;
    }
    let (stance, note) = factcheck::resolve(&statement.text, &check);
    if stance == Stance::NotAddressed
        && !checked.raise(statement, citation, Code::MetaClaim, format!("The source is a {note}."))
    {
        return false;
    }
    checked.overrule(stance, "fact-check", note);
    true
}

/// `docs/rules.md#relevance`: evidence about something else counts for neither side.
fn relevance(evidence: &Evidence<'_>, checked: &mut CheckedStance) {
    let time = evidence.numbers.other_time.as_ref().map(|years| Elsewhere::Time(years.clone()));
    let Some(elsewhere) = evidence.relevance.clone().or(time) else { return };
    let (code, note) = match elsewhere {
        Elsewhere::Time(years) => (Some(Code::TimeMismatch), format!("another year: {years}")),
        Elsewhere::Population(which) => (Some(Code::PopulationMismatch), format!("another population: {which}")),
        Elsewhere::Artefact(what) => (None, format!("about a {what}, not the thing itself")),
        Elsewhere::Subject(who) => (None, format!("about another subject: {who}")),
    };
    if let Some(code) = code
        && !checked.raise(evidence.statement, evidence.citation, code, format!("The passage is about {note}."))
    {
        return;
    }
    checked.overrule(Stance::NotAddressed, "relevance", note);
}

/// `docs/rules.md#qualifiers`: a contradiction that rests on a word that the statement does not have is dropped.
fn qualifiers(evidence: &Evidence<'_>, checked: &mut CheckedStance) {
    let added = qualifiers::added(&evidence.statement.text, &checked.reasoning);
    if added.is_empty() {
        return;
    }
    let words = added.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ");
    let message = format!("The reasoning reads {words} into the statement, which does not say so.");
    let counts = checked.raise(evidence.statement, evidence.citation, Code::AddedQualifier, message);
    if counts && (checked.stance == Stance::Contradicts || checked.stance == Stance::Mixed) {
        let stance = evidence.by_wording().filter(|_| !evidence.numbers.differs()).unwrap_or(Stance::NotAddressed);
        checked.overrule(stance, "qualifiers", format!("judged as worded, without {words}"));
    }
}

/// `docs/rules.md#numbers`: numbers that differ contradict or lower, numbers that agree confirm, but for spans of time. They
/// never turn “not addressed” into a side: a number that two texts share does not say what it counts.
fn numbers(evidence: &Evidence<'_>, checked: &mut CheckedStance) {
    let numbers = &evidence.numbers;
    if numbers.other_time.is_some() {
        return;
    }
    let speaks = evidence.reading.coverage >= SPEAKS_OF;
    let on_it = speaks && (evidence.reading.subject || evidence.reading.coverage >= ON_IT);
    if !numbers.conflict.is_empty() && evidence.is_another_study {
        let note = format!("another study’s figures: {}", numbers.conflict.join(", "));
        checked.notes.push(RuleNote { rule: "numbers".into(), note: note.into() });
    } else if !numbers.conflict.is_empty() {
        let note = format!("numbers differ: {}", numbers.conflict.join(", "));
        // Where the statement is denied as well, the number is not what it turns on.
        let denied = evidence.reading.polarity < -0.2;
        match checked.stance {
            Stance::Supports | Stance::Mixed if on_it && !denied => {
                checked.overrule(Stance::Contradicts, "numbers", note);
            }
            // It may count something else, but what gives another number supports nothing.
            Stance::Supports => checked.overrule(Stance::NotAddressed, "numbers", note),
            _ => checked.notes.push(RuleNote { rule: "numbers".into(), note: note.into() }),
        }
    } else if numbers.agrees() {
        let note = format!("numbers agree: {}", numbers.agree.join(", "));
        if speaks && numbers.measured && checked.stance == Stance::Contradicts && evidence.reading.polarity >= 0.0 {
            checked.overrule(Stance::Supports, "numbers", note);
        } else {
            checked.notes.push(RuleNote { rule: "numbers".into(), note: note.into() });
        }
    } else if let Some(pair) = &numbers.other_measure
        && checked.stance == Stance::Supports
    {
        let note = format!("another measure: {pair}");
        let message = format!("The passage gives another quantity or unit ({pair}).");
        if checked.raise(evidence.statement, evidence.citation, Code::NumberMismatch, message) {
            checked.overrule(Stance::NotAddressed, "numbers", note);
        }
    } else if let Some(pair) = numbers.not_comparable.first()
        && checked.stance == Stance::Contradicts
        && speaks
        && evidence.reading.clashes.is_empty()
    {
        let message = format!("The passage gives another quantity or unit ({pair}).");
        checked.raise(evidence.statement, evidence.citation, Code::NumberMismatch, message);
    }
    for (rule, note) in evidence.reading.distinct_clashes() {
        checked.notes.push(RuleNote { rule: (*rule).into(), note: note.as_str().into() });
    }
}

/// `docs/rules.md#roles`: the same two things compared the other way round say the opposite.
fn roles(evidence: &Evidence<'_>, checked: &mut CheckedStance) {
    let (stance, opposite, note) = match &evidence.roles {
        // A third thing is no reason to overrule who has read the passage.
        Roles::None | Roles::Beside => return,
        Roles::Agree => {
            (Stance::Supports, Stance::Contradicts, "the passage compares the same two things the same way")
        }
        Roles::Clash => {
            (Stance::Contradicts, Stance::Supports, "the passage compares the same two things the other way round")
        }
    };
    if checked.stance == opposite || checked.stance == Stance::Mixed {
        checked.overrule(stance, "roles", note.to_owned());
    } else {
        if checked.stance == stance {
            checked.confidence = checked.confidence.max(BY_RULE);
        }
        checked.notes.push(RuleNote { rule: "roles".into(), note: note.into() });
    }
}

/// Scores within 0 and without NaN, summing to 1; nothing at all is neutral.
fn normalised(draft: &StanceDraft) -> Scores3 {
    let usable = |score: f64| if score.is_finite() { score.max(0.0) } else { 0.0 };
    let (entailment, contradiction, neutral) =
        (usable(draft.entailment), usable(draft.contradiction), usable(draft.neutral));
    let sum = entailment + contradiction + neutral;
    if !sum.is_finite() || sum <= 0.0 {
        return Scores3 { entailment: 0.0, contradiction: 0.0, neutral: 1.0 };
    }
    Scores3 { entailment: entailment / sum, contradiction: contradiction / sum, neutral: neutral / sum }
}

/// `docs/rules.md#weigh`: the largest score; mixed when support and contradiction are both at least 0.3.
fn stance_of(scores: Scores3) -> Stance {
    let Scores3 { entailment, contradiction, neutral } = scores;
    if entailment >= 0.3 && contradiction >= 0.3 {
        Stance::Mixed
    } else if entailment > contradiction && entailment > neutral {
        Stance::Supports
    } else if contradiction > entailment && contradiction > neutral {
        Stance::Contradicts
    } else {
        Stance::NotAddressed
    }
}
