//! The words by which effects are recognised. Stems are those of [`crate::text::stem`].

use super::change::Change;

/// Verbs and participles that say that something goes up.
#[rustfmt::skip]
pub(super) const UP: &[&str] = &[
    "acceler", "amplifi", "augment", "boost", "elev", "enhanc", "enlarg", "expand", "extend",
    "facilit", "grow", "grew", "heighten", "increas", "induc", "intensifi", "lengthen", "magnifi", "potenti", "prolong",
    "promot", "rais", "rise", "rose", "risen", "stimul", "strengthen", "trigger", "upregul", "activ", "hasten",
    "enrich", "doubl", "tripl", "stabil", "encourag", "foster", "speed", "elicit", "provok", "restor", "confer",
];

/// The same for down.
#[rustfmt::skip]
pub(super) const DOWN: &[&str] = &[
    "abolish", "abrog", "allevi", "amelior", "antagon", "attenu", "block", "curb", "cut", "declin", "decreas", "delay",
    "deplet", "diminish", "disrupt", "downregul", "drop", "fall", "fell", "halv", "hamper", "hinder", "impair",
    "imped", "inhibit", "inactiv", "lessen", "limit", "lower", "mitig", "prevent", "protect", "reduc", "relax",
    "reliev", "repress", "restrict", "shorten", "slow", "suppress", "weaken",
    "destabil", "counteract", "degrad", "eas", "elimin", "avert", "curtail", "blunt", "interf", "interfer",
    "compromis", "retard", "revers", "ablat", "lost", "lose", "silenc",
];

/// Nouns of change that no verb has the stem of.
pub(super) const LOSS: &[&str] =
    &["loss", "reduct", "degrad", "destruct", "suppress", "inhibit", "declin", "decreas", "drop"];
pub(super) const RISE: &[&str] = &["gain", "growth", "rise", "increas", "elev", "activ"];

/// What makes a thing better or worse; which way the outcome goes depends on whether it is wanted.
pub(super) const BETTER: &[&str] = &["improv", "benefici"];
pub(super) const WORSE: &[&str] = &["worsen", "deterior", "harm", "exacerb", "aggrav"];

/// Words that relate two things, with which ways the outcome may go where nothing else says it.
#[rustfmt::skip]
pub(super) const RELATE: &[(&str, Change)] = &[
    ("associ", Change::SOME), ("correl", Change::SOME), ("link", Change::SOME), ("relat", Change::SOME),
    ("predict", Change::SOME), ("affect", Change::SOME), ("influenc", Change::SOME), ("alter", Change::SOME),
    ("chang", Change::SOME), ("modul", Change::SOME), ("regul", Change::SOME), ("impact", Change::SOME),
    ("depend", Change::SOME), ("requir", Change::MORE), ("caus", Change::MORE), ("lead", Change::MORE),
    ("led", Change::MORE), ("result", Change::MORE), ("contribut", Change::MORE), ("produc", Change::MORE),
];

/// Verbs whose object must say which way: “had a lower risk”.
pub(super) const LIGHT: &[&str] = &[
    "had",
    "have",
    "has",
    "show",
    "exhibit",
    "experienc",
    "display",
    "demonstr",
    "yielded",
    "achiev",
    "provid",
    "give",
    "gave",
    "carri",
];

/// Adjectives and nouns by which a relation is denied without a word of denial.
#[rustfmt::skip]
pub(super) const NULL: &[&str] = &[
    "unaffected", "unchanged", "unaltered", "unrelated", "ineffective", "independent", "dispensable", "unassociated",
    "uncorrelated",
];

/// What makes a change none that counts.
pub(super) const NOT_SIGNIFICANT: &[&str] =
    &["nonsignificant", "insignificant", "nonsignificantly", "insignificantly", "negligible"];

/// Words that deny an effect, beside those that deny anything ([`lexicon::is_negation`]).
///
/// [`lexicon::is_negation`]: super::super::lexicon::is_negation
pub(super) const DENIALS: &[&str] = &["lack", "lacked", "lacks", "insufficient"];

/// Words that take the thing itself away.
#[rustfmt::skip]
pub(super) const REMOVALS: &[&str] = &[
    "absenc", "absent", "ablat", "defici", "delet", "deplet", "knockdown", "knockout", "lack", "loss", "silenc", "null",
    "withdraw", "low", "lower", "reduc", "decreas", "less", "fewer", "inhibit", "inhibitor", "block", "blockad",
    "antagonist", "disrupt", "suppress", "impair", "inactiv", "shorter", "short", "poor", "without", "haploinsuffici", "erad",
    "reduct", "restrict", "cut", "exclus", "elimin", "scarciti", "shortag", "shorten", "diminish", "insuffici", "quit", "abstin", "depriv", "eradic", "cessat", "discontinu", "clearanc", "remov",
];

/// Words that say that there is little or less of a thing.
#[rustfmt::skip]
pub(super) const LITTLE: &[&str] = &[
    "abstin", "cessat", "cut", "decreas", "defici", "depriv", "diminish", "fewer", "insuffici", "lack", "less", "loss", "low",
    "lower", "quit", "reduc", "reduct", "remov", "restrict", "scarciti", "short", "shortag", "shorten", "shorter",
];
/// Words that say that there is much or more of a thing, or that it is given back.
#[rustfmt::skip]
pub(super) const MUCH: &[&str] = &[
    "addit", "correct", "elev", "excess", "extend", "extra", "frequent", "gain", "greater", "heavi", "high", "higher", "increas",
    "intens", "lengthen", "longer", "more", "rais", "restor", "supplement",
];

/// Words by which an arm lacks what they name.
pub(super) const LACKS: &[&str] = &["no", "without", "never", "not", "non", "lacking", "free"];

/// Comparatives beside [`COMPARATIVES`], with whether they say more.
#[rustfmt::skip]
pub(super) const GRADES: &[(&str, bool)] = &[
    ("commoner", true), ("heavier", true), ("deeper", true), ("warmer", true), ("older", true), ("further", true),
    ("sooner", true), ("earlier", true), ("steeper", true), ("rarer", false), ("lighter", false), ("cooler", false),
    ("later", false), ("younger", false), ("less", false),
];

/// Comparatives of time.
pub(super) const EARLIER: &[&str] = &["sooner", "earlier", "later"];

/// Words of a measure that say nothing of what is measured.
#[rustfmt::skip]
pub(super) const MEASURES: &[&str] = &[
    "risk", "rate", "incid", "preval", "level", "likelihood", "odd", "probabl", "number", "amount", "degre", "frequenc",
    "chanc", "occurr", "concentr", "develop", "proport", "hazard", "ratio", "effect", "associ", "relationship",
    "correl", "chang", "signific", "statist", "compar", "subsequ", "treatment", "therapi", "use", "patient", "peopl",
    "individu", "subject", "particip", "person", "studi", "group", "higher", "lower", "increas", "decreas", "reduc",
    "reduct", "magnitud", "extent", "potenti", "role", "event", "case", "intak", "consumpt", "exposur", "administr",
    "presenc", "express", "mean", "overal", "outcom", "treat", "supplement", "given", "receiv", "exposur", "has", "have",
    "signal", "pathway", "activ", "cell", "human", "adult", "directli", "significantli", "more", "less", "greater",
];

/// How something is taken or done, and how much of it, where it is the same thing without that.
pub(super) const MANNER: &[&str] = &["long", "term", "regular", "daili", "frequent", "chronic", "high", "low"];

/// People and animals, of whom many are spoken of beside what they have.
#[rustfmt::skip]
pub(super) const PEOPLE: &[&str] = &[
    "women", "woman", "men", "man", "children", "child", "infant", "girl", "boy", "peopl", "patient", "adult", "mice", "mous",
    "rat", "pupil", "student", "worker",
];

/// Things that nobody wants more of: what improves them makes them less.
#[rustfmt::skip]
pub(super) const UNWANTED: &[&str] = &[
    "pain", "mortal", "death", "symptom", "diseas", "disabl", "depress", "anxieti", "damag", "injuri", "diabet",
    "cancer", "tumor", "tumour", "infect", "infarct", "stroke", "obes", "hypertens", "fatigu", "stress", "asthma",
    "anemia", "anaemia", "resist", "dysfunct", "failur", "fractur", "bleed", "nausea", "complic", "recurr", "relaps",
    "insomnia", "inflamm", "toxic", "steatosi", "fibrosi",
];

/// Words that begin what qualifies an outcome: the group, the place, the time.
#[rustfmt::skip]
pub(super) const QUALIFY: &[&str] = &[
    "in", "among", "during", "after", "before", "when", "within", "throughout", "at", "for", "across", "by", "via",
    "through", "from", "following", "with", "under", "over", "regardless", "irrespective", "as", "on", "until", "per",
];

/// Words at which a clause ends.
#[rustfmt::skip]
pub(super) const CLAUSE: &[&str] = &[
    "but", "whereas", "while", "although", "though", "however", "because", "which", "despite", "since", "unless", "if",
    "whether", "thereby", "yet",
];

/// Words that bring in the other arm of a comparison, of which the second must follow where it is not empty.
pub(super) const ARMS: &[(&str, &str)] =
    &[("compared", "with"), ("compared", "to"), ("relative", "to"), ("versus", ""), ("vs", ""), ("than", "")];

/// Verbs of saying: what they report begins at “that”.
#[rustfmt::skip]
pub(super) const REPORT: &[&str] = &[
    "suggest", "show", "indic", "demonstr", "find", "found", "conclud", "conclus", "support", "reveal", "evid", "confirm", "provid",
    "report", "establish", "hypothesi", "observ", "impli", "propos", "identifi", "argu", "illustr", "strengthen", "notion", "prove",
];

pub(super) const DETERMINERS: &[&str] = &[
    "a", "an", "the", "of", "with", "in", "to", "for", "its", "their", "this", "these", "those", "no", "any", "by",
    "from", "from", "on", "some", "our", "between", "and", "or", "had", "have", "has", "having", "was", "were", "is",
    "are", "be", "been", "both",
];

pub(super) const BE: &[&str] =
    &["be", "is", "are", "was", "were", "been", "being", "get", "got", "remain", "remained", "became", "become"];

/// Comparatives, with whether they say more; of a noun, or behind a form of “to be”.
#[rustfmt::skip]
pub(super) const COMPARATIVES: &[(&str, bool)] = &[
    ("higher", true), ("greater", true), ("longer", true), ("larger", true), ("more", true), ("stronger", true),
    ("faster", true), ("bigger", true), ("highest", true), ("excess", true), ("better", true), ("superior", true), ("lower", false),
    ("fewer", false), ("less", false), ("shorter", false), ("smaller", false), ("weaker", false), ("slower", false),
    ("lowest", false), ("worse", false), ("poorer", false), ("inferior", false),
];

/// Words for what is alike in two arms or groups.
pub(super) const EQUAL: [&str; 7] =
    ["alike", "comparable", "equal", "identical", "indistinguishable", "same", "similar"];

/// Stems that name one thing.
#[rustfmt::skip]
pub(super) const ALIKE: &[&[&str]] = &[
    &["mortal", "death", "die", "fatal", "dead"], &["cancer", "carcinoma", "tumor", "tumour", "neoplasm", "malign"],
    &["heart", "cardiac", "coronari", "cardiovascular"], &["kidney", "renal"], &["liver", "hepat"], &["lung", "pulmonari"],
    &["brain", "cerebr"], &["beverag", "drink", "soda"], &["exercis", "physic"], &["mice", "mous", "murin"],
    &["children", "child", "paediatr", "pediatr", "infant"], &["women", "woman", "femal"], &["men", "man", "male"],
    &["smoke", "smoker", "tobacco", "cigarett"], &["salt", "sodium"], &["systol", "blood"], &["drug", "medic"], &["bodyweight", "weight", "bmi"], &["bone", "bmd"],
    &["sarcopenia", "muscl"], &["fractur", "deform"], &["programm", "program", "intervent"], &["older", "elder", "elderli"],
    &["heart", "myocardi"], &["infarct", "mi", "attack"], &["physician", "doctor"], &["ischem", "ischaem"], &["adher", "complianc"], &["antiretrovir", "art", "haart"], &["vaccin", "immunis", "immuniz"],
    &["blood", "plasma", "serum", "circul"], &["suicid", "suicid"], &["hospitalis", "hospit", "hospitaliz", "admiss"],
];

/// Words for two groups of which what is found in one says nothing of the other.
#[rustfmt::skip]
pub(super) const GROUPS: &[(&str, &str)] = &[
    ("high", "low"), ("young", "old"), ("younger", "older"), ("men", "women"), ("boy", "girl"), ("male", "femal"),
    ("rural", "urban"), ("acut", "chronic"), ("earli", "late"), ("public", "privat"), ("hardwood", "softwood"),
];

/// Outcomes of which one goes up where the other goes down.
pub(super) const CONVERSE: &[(&str, &str)] =
    &[("surviv", "mortal"), ("surviv", "death"), ("resist", "suscept"), ("resist", "sensit"), ("stabil", "degrad")];
