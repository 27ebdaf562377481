//! Word lists behind the rules: directions, negations, opposites, scope. Stems
//! are those of [`crate::text::stem`].

use crate::text::DENIALS;

/// Words that say “up”, as stems.
#[rustfmt::skip]
pub(super) const UP: &[&str] = &[
    "acceler", "activ", "add", "aggrav", "amplifi", "augment", "benefici", "benefit", "better", "boost", "climb",
    "contribut", "elev", "encourag", "enhanc", "enrich", "exacerb", "exceed", "expand", "extend", "facilit", "faster",
    "favor", "favour", "gain", "greater", "grew", "grow", "heighten", "high", "higher", "highest", "hyperactiv",
    "improv", "increas", "induc", "induct", "intensifi", "larger", "longer", "more", "overexpress", "potenti",
    "prolong", "promot", "rais", "rise", "risen", "rose", "stabil", "stimul", "strengthen", "stronger", "superior",
    "surg", "trigger", "up", "upregul", "worsen", "soar", "jump", "doubl", "tripl", "drive", "hasten",
    "ascend", "ascent", "balloon", "bolster", "broaden", "buoy", "burgeon", "deepen", "enlarg", "escal", "excess",
    "expedit", "flourish", "foster", "hike", "inflat", "invigor", "lengthen", "magnifi", "multipli", "nurtur",
    "outgrow", "quadrupl", "quicken", "rebound", "reinforc", "skyrocket", "speed", "spike", "spur",
    "swell", "swollen", "thrive", "upsurg", "upsw", "uptick", "upturn", "upward", "widen",
];

/// Words that say “down”, as stems.
#[rustfmt::skip]
pub(super) const DOWN: &[&str] = &[
    "abolish", "abrog", "allevi", "amelior", "antagon", "attenu", "block", "curb", "cut", "decay", "declin",
    "decreas", "delay", "depress", "destabil", "deterior", "diminish", "disrupt", "downregul", "drop", "fall",
    "fallen", "fell", "fewer", "halv", "hamper", "hinder", "impair", "imped", "inactiv", "inferior", "inhibit",
    "interf", "interfer", "less", "lessen", "limit", "lose", "low", "lower", "lowest", "mitig", "negat",
    "plung", "poor", "poorer", "prevent", "protect", "reduc", "reduct", "repress", "restrict", "shorten", "shorter",
    "shrank", "shrink", "slow", "slower", "slump", "smaller", "suppress", "weak", "weaken", "weaker", "worse",
    "shrunk", "sank", "sink",
    "abat", "abbrevi", "avert", "avoid", "blunt", "curtail", "dampen", "dearth", "deceler", "deficit",
    "degrad", "demot", "dilut", "dip", "downgrad", "downturn", "downward", "dwindl", "eas", "ebb",
    "elimin", "erad", "erod", "forestal", "lighten", "minim", "minimis", "obstruct", "plummet", "quell", "reced",
    "reliev", "retard", "safeguard", "scarc", "scarciti", "shed", "shield", "shortag", "shortfal", "slacken", "slash",
    "soften", "sooth", "starv", "stifl", "stunt", "subsid", "tame", "taper", "thwart", "trim", "tumbl", "undercut",
    "undermin", "wane", "wither",
];

/// Words that turn what follows into its opposite, beside [`DENIALS`].
#[rustfmt::skip]
pub(super) const NEGATIONS: &[&str] = &[
    "fail", "failed", "fails", "failing", "hardly", "barely", "denied", "denies", "deny", "refuted", "refutes",
    "disproved", "disproves", "ain", "little",
];

/// Whether a folded word turns what follows into its opposite.
pub(super) fn is_negation(word: &str) -> bool {
    DENIALS.contains(&word) || NEGATIONS.contains(&word)
}

/// Words that take the thing itself away, as stems: what follows is said of its absence.
#[rustfmt::skip]
pub(super) const REMOVALS: &[&str] = &[
    "absenc", "absent", "ablat", "defici", "delet", "deplet", "knockdown", "knockout", "lack", "loss", "silenc",
    "null", "withdraw",
];

/// Words that undo a plan, a rule or a deed, as stems.
#[rustfmt::skip]
pub(super) const UNDOING: &[&str] = &[
    "abandon", "annul", "axe", "cancel", "drop", "overturn", "repeal", "rescind", "revok", "scrap", "shelv",
    "withdrew", "withdrawn", "withdraw", "nix", "halt", "ditch", "reject", "overrul", "void", "quash",
    "invalid",
];

/// Words that free from a duty, as stems.
pub(super) const RELEASES: &[&str] =
    &["exempt", "free", "freed", "spare", "excus", "waiv", "waiver", "immun", "exclud"];

/// Words that lay a duty on, as stems: denied, they free from it.
pub(super) const DUTIES: &[&str] = &["appli", "requir", "oblig", "bound", "bind", "subject", "must", "need", "have"];

/// Things that are undone before they are done, as stems.
pub(super) const PLANS: &[&str] = &["plan", "bill", "propos", "idea", "attempt", "effort", "project", "scheme", "bid"];

/// Words that undo what follows where “down” follows them, as stems.
pub(super) const STRIKING: &[&str] = &["strike", "struck", "stricken", "shot", "turn", "vote"];

/// Words for a relation between two things, as stems: negated, they say that there is none.
#[rustfmt::skip]
pub(super) const RELATIONS: &[&str] = &[
    "affect", "alter", "associ", "benefit", "chang", "correl", "depend", "differ", "effect", "evid", "impact",
    "influenc", "involv", "link", "predict", "relat", "relationship", "requir", "role", "contribut", "correspond",
    "improv", "interact", "signific", "advantag",
];

/// Words that say by themselves that there is no relation or change.
#[rustfmt::skip]
pub(super) const NULLS: &[&str] = &[
    "unaffected", "unchanged", "unrelated", "ineffective", "similar", "similarly", "comparable", "dispensable",
    "futile", "unaltered", "equivalent",
];

/// Pairs of opposites, as stems.
#[rustfmt::skip]
pub(super) const OPPOSITES: &[(&str, &str)] = &[
    ("accept", "reject"), ("activ", "inhibit"), ("activ", "suppress"), ("activ", "repress"), ("activ", "inactiv"),
    ("acut", "chronic"), ("agonist", "antagonist"), ("aliv", "dead"), ("allow", "ban"), ("allow", "prohibit"),
    ("allow", "forbid"), ("approv", "reject"), ("approv", "deni"), ("ascend", "descend"), ("benefici", "harm"),
    ("benefit", "harm"), ("benign", "malign"), ("bought", "sold"), ("buy", "sell"), ("cheap", "expens"),
    ("common", "rare"), ("convict", "acquit"), ("death", "surviv"), ("dead", "surviv"), ("mortal", "surviv"),
    ("dorsal", "ventral"), ("earli", "late"), ("earlier", "later"), ("east", "west"), ("eastern", "western"),
    ("effect", "ineffect"), ("enter", "leav"), ("excit", "inhibitori"), ("exempt", "subject"), ("export", "import"),
    ("fast", "slow"), ("femal", "male"), ("first", "last"), ("gain", "loss"), ("guilti", "innoc"),
    ("guilti", "acquit"), ("harm", "safe"), ("healthi", "diseas"), ("heavi", "light"), ("hire", "fire"),
    ("improv", "worsen"), ("increas", "decreas"), ("increas", "reduc"), ("induc", "inhibit"), ("induc", "suppress"),
    ("induc", "prevent"), ("legal", "illeg"), ("join", "left"), ("lose", "win"), ("lost", "won"), ("major", "minor"),
    ("maximum", "minimum"), ("men", "women"), ("multipl", "singl"), ("negat", "posit"), ("north", "south"),
    ("northern", "southern"), ("oncogen", "suppressor"), ("open", "close"), ("open", "shut"), ("over", "under"),
    ("pass", "fail"), ("permit", "forbid"), ("permit", "ban"), ("permit", "prohibit"), ("posit", "invers"),
    ("prevent", "caus"), ("prevent", "promot"), ("promot", "inhibit"), ("promot", "suppress"), ("proximal", "distal"),
    ("public", "privat"), ("resist", "sensit"), ("resist", "suscept"), ("risk", "protect"), ("rural", "urban"),
    ("short", "long"), ("shorter", "longer"), ("stabil", "destabil"), ("stabl", "unstabl"), ("stronger", "weaker"),
    ("strong", "weak"), ("succeed", "fail"), ("success", "failur"), ("superior", "inferior"), ("support", "oppos"),
    ("transient", "perman"), ("true", "fals"), ("upstream", "downstream"), ("upregul", "downregul"), ("young", "old"),
    ("younger", "older"), ("favor", "against"), ("prolifer", "apoptosi"), ("start", "end"), ("began", "end"),
    ("confirm", "refut"), ("confirm", "deni"), ("exceed", "below"), ("victori", "defeat"), ("win", "defeat"),
    ("presenc", "absenc"), ("high", "low"), ("higher", "lower"), ("better", "wors"), ("greater", "less"),
    ("more", "less"), ("more", "fewer"),
];

/// Pairs of small words that are opposites where they follow the same word.
pub(super) const OPPOSITE_PARTICLES: &[(&str, &str)] =
    &[("for", "against"), ("before", "after"), ("above", "below"), ("inside", "outside"), ("up", "down")];

/// Beginnings that turn a word into its opposite.
pub(super) const OPPOSING_PREFIXES: &[&str] = &["un", "in", "im", "ir", "non", "dis", "de", "hypo"];

/// Words that say a thing is so throughout.
#[rustfmt::skip]
pub(super) const UNIVERSAL: &[&str] = &[
    "all", "every", "entire", "entirely", "always", "completely", "fully", "wholly", "totally", "each", "whole",
    "everywhere", "everyone", "invariably", "universally",
];

/// Words that say a thing is so in part.
#[rustfmt::skip]
pub(super) const PARTIAL: &[&str] = &[
    "certain", "some", "several", "partially", "partly", "partial", "limited", "sometimes", "few", "except",
    "occasionally", "selected", "particular", "specific", "part", "half", "portion", "excluding", "rarely",
    "minority", "subset",
];

/// Words that say a thing is so in part where “of” follows them.
pub(super) const FRACTIONS: &[&str] =
    &["third", "thirds", "quarter", "quarters", "fifth", "tenth", "most", "many", "majority", "none", "one", "two"];

/// Words without a name's meaning with which sentences of reports often begin.
#[rustfmt::skip]
pub(super) const OPENERS: &[&str] = &[
    "many", "several", "every", "officials", "police", "critics", "scientists", "researchers", "experts", "posts",
    "plans", "work", "crews", "according", "records", "last", "next", "today", "yesterday", "people", "authorities",
    "claim", "claims", "rating", "verdict", "annual", "total", "half", "workers", "residents", "voters", "women", "men",
];

/// Words so common in reports that matching them says little, as stems.
#[rustfmt::skip]
pub(super) const GENERIC: &[&str] = &[
    "also", "analysi", "base", "case", "compar", "data", "determin", "develop", "effect", "evid", "factor", "find",
    "found", "function", "group", "high", "import", "includ", "increas", "decreas", "indic", "involv", "lead",
    "level", "low", "mani", "measur", "method", "model", "number", "observ", "part", "patient", "perform", "plan",
    "play", "present", "process", "produc", "project", "provid", "rate", "reduc", "relat", "report", "respons",
    "result", "reveal", "risk", "role", "show", "shown", "signific", "specif", "studi", "subject", "suggest",
    "system", "associ", "treat", "treatment", "two", "type", "use", "year", "said", "say", "accord", "new", "one",
    "time", "caus", "higher", "lower", "individu", "peopl", "requir", "differ", "activ", "promot", "induc", "cell",
    "human", "control",
];

/// Words of news and law that say much the same, as stems: one covers the other.
#[rustfmt::skip]
const ALIKE: &[&[&str]] = &[
    &["buy", "bought", "acquir", "purchas", "acquisit", "takeov"], &["build", "built", "construct", "erect"],
    &["kill", "die", "dead", "death", "fatal"], &["begin", "began", "start", "commenc", "launch"],
    &["end", "finish", "conclud"], &["sell", "sold", "sale"], &["reach", "hit", "stood", "total"],
    &["car", "vehicl", "automobil"], &["worker", "employe", "staff", "job"], &["compani", "firm", "corpor"],
    &["law", "act", "legisl", "statut"], &["ban", "prohibit", "outlaw", "forbid", "forbidden", "forbad"],
    &["approv", "adopt", "ratifi", "pass"], &["film", "movi"], &["donat", "gift", "given", "gave", "donor"],
    &["receiv", "rais", "got", "obtain", "collect"], &["cost", "price", "budget", "valu", "worth"],
    &["resign", "quit"], &["fire", "dismiss", "sack", "oust"], &["win", "won", "victori", "beat", "defeat"],
    &["attract", "drew", "draw"], &["hold", "held", "host"], &["move", "reloc", "transfer"], &["agre", "agreement", "deal", "accord"],
    &["larg", "big", "biggest", "largest"], &["child", "children", "kid"], &["popul", "resid", "inhabit", "peopl"],
    &["open", "inaugur"], &["close", "shut"], &["hot", "heat", "hottest", "warm", "warmest"], &["doctor", "physician"],
    &["pictur", "photo", "photograph", "imag"], &["stop", "halt", "ceas"], &["show", "reveal", "demonstr"],
    &["locat", "situat"], &["length", "long"], &["height", "tall", "high"], &["width", "wide"],
    &["name", "call"], &["make", "made", "manufactur", "produc"], &["contain", "includ"], &["need", "requir", "must"],
    &["eu", "european"], &["un", "nation"],
];

/// Nationalities with their countries, as stems, where one does not begin as the other does.
#[rustfmt::skip]
const NATIONS: &[&[&str]] = &[
    &["swiss", "switzerland"], &["french", "franc"], &["british", "britain", "uk"], &["dutch", "netherland"], &["spanish", "spain"],
    &["danish", "denmark"], &["swedish", "sweden"], &["finnish", "finland", "finn"], &["turkish", "turkey"], &["greek", "greec"],
    &["irish", "ireland"], &["polish", "poland"], &["chines", "china"], &["norwegian", "norway"], &["scottish", "scotland"],
    &["welsh", "wale"], &["american", "america", "us", "usa"], &["german", "germani"], &["italian", "itali"], &["english", "england"],
    &["japanes", "japan"], &["portugues", "portug"], &["belgian", "belgium"], &["hungarian", "hungari"], &["canadian", "canada"],
    &["mexican", "mexico"], &["peruvian", "peru"],
];

/// The stems of a nationality and its country, if `stem` is one of them.
pub fn nation(stem: &str) -> &'static [&'static str] {
    NATIONS.iter().find(|class| class.contains(&stem)).copied().unwrap_or_default()
}

/// Other stems that say much the same as `stem`.
pub(super) fn alike(stem: &str) -> impl Iterator<Item = &'static str> {
    ALIKE.iter().chain(NATIONS).filter(move |class| class.contains(&stem)).flat_map(|class| class.iter().copied())
}

/// Words around numbers, which have rules of their own.
#[rustfmt::skip]
pub(super) const AMOUNTS: &[&str] = &[
    "about", "approximately", "around", "billion", "bn", "dollars", "exactly", "million", "nearly", "percent",
    "precisely", "roughly", "thousand", "trillion", "almost",
];

/// Deeds and events that happen once, as stems: their year is part of what is said, not when it was measured.
#[rustfmt::skip]
pub(super) const ONCE: &[&str] = &[
    "abolish", "adopt", "born", "built", "complet", "crash", "die", "discov", "discover", "divorc", "elect", "enact",
    "establish", "found", "inaugur", "independ", "introduc", "invent", "join", "launch", "land", "left", "marri",
    "open", "pass", "premier", "publish", "ratifi", "releas", "resign", "retir", "sign", "sank",
];

/// Things that show or describe something and are not the thing itself, as stems.
#[rustfmt::skip]
pub(super) const ARTEFACTS: &[&str] = &[
    "render", "photo", "photograph", "pictur", "imag", "video", "clip", "footag", "screenshot", "meme", "post",
    "tweet", "quot", "quotat", "illustr", "poster", "audio", "record", "letter", "memo", "headlin", "cartoon",
    "sketch", "graphic", "map", "chart", "leaflet", "flyer", "ad", "advertis", "rumor", "rumour", "document",
    "articl", "websit", "logo", "billboard", "sign", "blueprint", "caption", "invit", "account", "deepfak", "diagram",
    "infograph", "press",
];

/// Kinds of population, each with the words (as stems) that name it; kinds of one number exclude each other.
#[rustfmt::skip]
pub(super) const POPULATIONS: &[(u8, &str, &[&str])] = &[
   
    (0, "humans", &["human", "patient", "peopl", "volunt", "person", "participant", "particip", "adult", "children", "women", "men", "child", "infant", "student"]),
    (0, "animals", &["mice", "mous", "rat", "murin", "zebrafish", "drosophila", "monkey", "rodent", "dog", "pig", "rabbit", "elegan", "yeast"]),
    (1, "children", &["children", "child", "infant", "adolesc", "pediatr", "paediatr", "teenag", "toddler", "newborn", "neonat", "schoolchildren", "kid", "youth"]),
    (1, "adults", &["adult", "elder", "elderly", "senior", "retire", "older"]),
    (2, "women", &["women", "woman", "femal", "girl", "mother"]),
    (2, "men", &["men", "man", "male", "boy", "father"]),
];

/// Stems of an arm that gets, does or has nothing of what is studied.
pub(super) const CONTROLS: &[&str] = &[
    "placebo",
    "sham",
    "control",
    "untreat",
    "unexpos",
    "unvaccin",
    "unsuppl",
    "salin",
    "vehicl",
    "wait",
    "waitlist",
    "usual",
    "sedentari",
    "wild",
    "noncarri",
    "nonsmok",
    "nonus",
];
