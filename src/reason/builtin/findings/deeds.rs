//! What a sentence tells: something that was done, something that came out, or what it may be good for. Read from the
//! words around “we” and around the passive, since the same verbs stand in aims, methods and findings.

use super::features::{Row, is};

/// Words that may stand between “we” or “was” and its verb; so may every word in “-ly”.
const BETWEEN: &str = "then also further first next here therefore thus now again all both each either not finally \
    previously";
const BE: [&str; 7] = ["was", "were", "is", "are", "be", "been", "being"];
/// Participles of what is done in a study, as they begin.
const PROCEDURES: &str = "undert obtained grouped categori classified placed excluded included aggregated projected fed \
    modelled modeled calculated generated employed assigned divided allocated measured assessed \
    evaluated examined studied investigated analysed analyzed collected recruited enrolled performed \
    conducted carried used applied compared tested determined computed quantified estimated extracted \
    selected asked administered treated given harvested sequenced genotyped cultured randomi followed \
    sampled reviewed searched screened introduced developed designed constructed built proposed \
    presented discussed described outlined considered adopted formulated implemented adjusted matched \
    interviewed surveyed monitored subjected supplemented prepared stored planned approved";
/// What authors do, as the verb behind “we” begins.
const DOINGS: &str = "quantif includ exclud calculat consider use perform investigat examin analys analyz measur develop \
    compar sought seek aim test stud evaluat assess propos present introduc describ conduct appl \
    construct combin explor formulat adopt employ collect review discuss outlin focus defin estimat \
    address design buil integrat reconstruct manipulat model simulat search recruit generat extend deriv \
    implement illustrat adapt enrol follow hypothesi ask revisit turn characteri synthesi report";
/// What authors find, as the verb behind “we” begins.
const FINDINGS: &str = "find found show observ demonstrat identif conclud detect discover reveal confirm replicat establish \
    uncover prove validat suggest argue achiev saw infer recover note learn";
/// How verbs of an outcome begin.
const OUTCOMES: &str = "increas decreas reduc improv inhibit enhanc attenuat reveal exhibit display yield produc achiev \
    outperform exceed reach demonstrat indicat confirm predict correlat differ explain mediat promot \
    suppress prevent requir regulat induc contribut influenc affect persist remain declin dropp occur \
    agree emerg manifest depend";
/// Verbs of an outcome of which other words begin alike.
const OUTCOME_WORDS: &str = "shows showed shown found observed detected seen varied associated rose fell led leads enables \
    enabled allows allowed survived";
/// What speaks of use and prospects.
const PROSPECTS: [&str; 70] = [
    "promising",
    "perspective",
    "new insight",
    "novel insight",
    "tantali",
    "beneficial for",
    " opens a",
    " opens new",
    " opens up",
    " opens the",
    " open a",
    " open new",
    " open up",
    " open the",
    "further questions",
    "of general interest",
    "directly applicable",
    "new framework",
    "potential agent",
    "potential target",
    "potential to ",
    "potential for",
    "potential application",
    "potential tool",
    "could help",
    "could provide",
    "could be used",
    "could serve",
    "could inform",
    "could aid",
    "could lead",
    "may help",
    "may provide",
    "may be used",
    "may serve",
    "may inform",
    "may aid",
    "may lead",
    "may be exploited",
    "may be successful",
    "can help",
    "can inform",
    "can guide",
    "can be applied to",
    "can be exploited",
    "likely to provide",
    "will help",
    "will aid",
    "will provide",
    "will be used",
    "will allow",
    "valuable",
    "useful",
    "guidance",
    "guide ",
    "pave",
    "foundation",
    "basis for",
    "important to",
    "importance of",
    " should ",
    "need to ",
    "need for",
    "need more",
    "needed to",
    "needed for",
    "highlight the need",
    "warrant",
    "encourage",
    "merit",
];
/// What results are called.
const RESULTS: &str = "result results finding findings data evidence analysis analyses study experiment experiments \
    simulation simulations observation observations comparison comparisons ablation ablations work \
    conclusion conclusions";
/// What results do, as the verb begins.
const TELLING: &str = "show suggest indicat demonstrat reveal support confirm impl highlight establish provid prove conclud \
    extend";
/// What an infinitive of purpose begins with.
const PURPOSES: &str = "evaluate assess determine investigate examine test explore predict identify compare analy quantify \
    measure study";
/// Words at the head of a step.
const STEPS: &str = "first second third then next finally subsequently using by to based";
const STATISTICS: [&str; 14] = [
    " p =",
    " p=",
    "(p=",
    " p <",
    " p<",
    "(p<",
    "(p =",
    "(p <",
    "95% ci",
    "confidence interval",
    "±",
    "odds ratio",
    "hazard ratio",
    "r² =",
];
const SURVEYS: [&str; 7] =
    ["only a few", "only a handful", "few studies", "many studies", "many countries", "most studies", "to date"];
const INTENTS: &str = "expected designed intended planned proposed aim aims purpose objective";
const WAYS: &str = "approach scheme protocol algorithm framework pipeline procedure benchmark tool library resource \
    software strategy assay assays";
const TAKING_PART: &str = "sample participants patients isolates individuals arms group groups";

/// What is read of one sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Deeds {
    /// Where the passive of a procedure begins, in words.
    done: Option<usize>,
    we_do: bool,
    we_find: bool,
    /// Verbs of an outcome.
    outcomes: usize,
    prospects: usize,
    /// “The results show”.
    results_tell: bool,
}

impl Deeds {
    /// Reads `lower`, in lower case with a blank at either end, and its `words`.
    pub(super) fn read(lower: &str, words: &[&str]) -> Self {
        let verb_behind = |at: usize| {
            let between = |word: &&&str| has_word(BETWEEN, word) || word.ends_with("ly");
            words[at + 1..].iter().take(3).skip_while(between).copied().next()
        };
        let behind = |heads: &[&str], stems: &str| {
            let hit = |at: &usize| heads.contains(&words[*at]) && verb_behind(*at).is_some_and(|v| begins(v, stems));
            (0..words.len()).find(hit)
        };
        let tells = |at: usize| has_word(RESULTS, words[at]) && verb_behind(at).is_some_and(|v| begins(v, TELLING));
        let is_outcome = |word: &&&str| begins(word, OUTCOMES) || has_word(OUTCOME_WORDS, word);
        Self {
            done: behind(&BE, PROCEDURES),
            we_do: behind(&["we"], DOINGS).is_some(),
            we_find: behind(&["we"], FINDINGS).is_some(),
            outcomes: words.iter().filter(is_outcome).count(),
            prospects: PROSPECTS.iter().filter(|cue| lower.contains(*cue)).count().min(2),
            results_tell: (0..words.len()).any(tells),
        }
    }

    /// The features of the sentence itself.
    pub(super) fn row(&self, lower: &str, words: &[&str]) -> Row {
        let any = |list: &str| is(words.iter().any(|word| has_word(list, word)));
        let has = |cues: &[&str]| is(cues.iter().any(|cue| lower.contains(cue)));
        let done = self.done.is_some();
        let purpose = |pair: &[&str]| pair[0] == "to" && begins(pair[1], PURPOSES);
        let to_find_out = self.done.is_some_and(|at| words[at..].windows(2).any(purpose));
        let first = words.first().copied().unwrap_or_default();
        vec![
            ("done_passive", is(done)),
            ("done_early", is(self.done.is_some_and(|at| at < 12))),
            ("done_alone", is(done && self.outcomes == 0 && !self.we_find)),
            ("done_to_find_out", is(to_find_out)),
            ("done_to_people", is(done && any(TAKING_PART) > 0.0)),
            ("we_act", is(self.we_do)),
            ("we_act_alone", is(self.we_do && !self.we_find)),
            ("we_learn", is(self.we_find)),
            ("outcomes", self.outcomes.min(3) as f64 / 3.0),
            ("no_outcome", is(self.outcomes == 0)),
            ("prospects", self.prospects as f64),
            ("results_tell", is(self.results_tell)),
            ("opens_step", is(has_word(STEPS, first))),
            ("statistics", has(&STATISTICS)),
            ("opens_digit", is(first.starts_with(|c: char| c.is_ascii_digit()))),
            (
                "here",
                has(&[
                    " here ",
                    "in this study",
                    "in this paper",
                    "in this work",
                    "in this article",
                    "the present study",
                ]),
            ),
            ("asks_whether", any("whether how")),
            (
                "perfect",
                is(words
                    .windows(2)
                    .any(|pair| matches!(pair[0], "has" | "have") && (pair[1] == "been" || pair[1].ends_with("ed")))),
            ),
            ("surveys", has(&SURVEYS)),
            ("denies", any("not no nor neither without")),
            (
                "concludes",
                is(any("thus therefore hence overall") > 0.0 || has(&["in conclusion", "taken together"]) > 0.0),
            ),
            ("intends", any(INTENTS)),
            ("ways", any(WAYS)),
        ]
    }

    /// Its features for the sentence beside it, under `names`.
    pub(super) fn beside(&self, names: [&'static str; 6]) -> Row {
        let values = [
            is(self.done.is_some()),
            is(self.we_do && !self.we_find),
            is(self.we_find),
            self.outcomes.min(3) as f64 / 3.0,
            self.prospects as f64,
            is(self.results_tell),
        ];
        names.into_iter().zip(values).collect()
    }
}

/// Whether `word` is one of `list`, words with a blank between them.
fn has_word(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Whether `word` begins like one of `stems`, with a blank between them.
fn begins(word: &str, stems: &str) -> bool {
    stems.split(' ').any(|stem| word.starts_with(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(sentence: &str, name: &str) -> f64 {
        let lower = format!(" {} ", sentence.to_lowercase());
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let row = Deeds::read(&lower, &words).row(&lower, &words);
        row.into_iter().find(|(feature, _)| *feature == name).map(|(_, value)| value).unwrap()
    }

    #[test]
    fn a_step_of_the_method_is_told_from_what_came_out() {
        let step = "A meta-analysis was then undertaken of all published studies.";
        let found = "A meta-analysis of 22 studies showed a higher risk.";
        assert_eq!((value(step, "done_alone"), value(found, "done_alone")), (1.0, 0.0));
        let purpose = "Crude odds ratios were obtained to evaluate the strength of the association.";
        assert_eq!((value(purpose, "done_to_find_out"), value(found, "done_to_find_out")), (1.0, 0.0));
    }

    #[test]
    fn we_do_one_thing_and_learn_another() {
        let does = "We further quantified the eligibility of participants at high risk.";
        let learns = "We also discovered that the interaction is essential.";
        assert_eq!((value(does, "we_act_alone"), value(does, "we_learn")), (1.0, 0.0));
        assert_eq!((value(learns, "we_act_alone"), value(learns, "we_learn")), (0.0, 1.0));
    }
}
