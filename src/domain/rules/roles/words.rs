//! The words by which comparisons and deeds are recognised.

use super::comparison::Orders;

/// The dimension of a bare “more”, “higher”, “less”: what is counted says the rest.
pub(super) const MORE: &str = "more";
/// The dimension of “better”, “superior”, “outperform”.
pub(super) const GOOD: &str = "good";

/// The dimension of “did not differ”, which matches any other.
pub(super) const ANY: &str = "any";
/// Those of “faster” and of “longer”.
pub(super) const FAST: &str = "fast";
pub(super) const LONG: &str = "long";
/// The dimension of “more often”, “rarer”.
pub(super) const COMMON: &str = "common";

/// Comparatives with their dimension; `false` where the word says less of it.
#[rustfmt::skip]
pub(super) const COMPARATIVES: &[(&str, &str, bool)] = &[
    ("more", MORE, true), ("greater", MORE, true), ("higher", MORE, true), ("less", MORE, false),
    ("fewer", MORE, false), ("lower", MORE, false), ("better", GOOD, true), ("worse", GOOD, false),
    ("larger", "large", true), ("bigger", "large", true), ("smaller", "large", false), ("faster", FAST, true),
    ("quicker", FAST, true), ("slower", FAST, false), ("longer", LONG, true), ("shorter", LONG, false),
    ("taller", "tall", true), ("stronger", "strong", true), ("weaker", "strong", false), ("earlier", "early", true),
    ("sooner", "early", true), ("later", "early", false), ("safer", "safe", true), ("riskier", "safe", false),
    ("cheaper", "cheap", true), ("costlier", "cheap", false), ("dearer", "cheap", false), ("older", "old", true),
    ("younger", "old", false), ("heavier", "heavy", true), ("lighter", "heavy", false), ("hotter", "warm", true),
    ("warmer", "warm", true), ("colder", "warm", false), ("cooler", "warm", false), ("richer", "rich", true),
    ("poorer", "rich", false), ("deeper", "deep", true), ("shallower", "deep", false), ("wider", "wide", true),
    ("broader", "wide", true), ("narrower", "wide", false), ("denser", "dense", true), ("brighter", "bright", true),
    ("dimmer", "bright", false), ("louder", "loud", true), ("quieter", "loud", false), ("closer", "near", true),
    ("nearer", "near", true), ("farther", "near", false), ("further", "near", false), ("easier", "easy", true),
    ("harder", "easy", false), ("steeper", "steep", true), ("milder", "severe", false), ("healthier", "healthy", true),
    ("newer", "old", false), ("thicker", "thick", true), ("thinner", "thick", false), ("busier", "busy", true),
];

/// Adjectives and adverbs behind “more” and “less” that are compared on another word's dimension, as stems.
#[rustfmt::skip]
pub(super) const GRADED: &[(&str, &str, bool)] = &[
    ("effect", GOOD, true), ("effici", "effici", true), ("ineffect", GOOD, false), ("expens", "cheap", false),
    ("costli", "cheap", false), ("slowli", FAST, false), ("slow", FAST, false), ("quick", FAST, true),
    ("rapid", FAST, true), ("rapidli", FAST, true), ("quickli", FAST, true),
    ("rare", COMMON, false), ("difficult", "easy", false), ("danger", "safe", false), ("frequent", COMMON, true),
    ("often", COMMON, true), ("common", COMMON, true), ("unlik", "like", false), ("strong", "strong", true),
    ("weak", "strong", false),
    ("poor", GOOD, false), ("well", GOOD, true),
];

/// Adjectives that compare by themselves, with “to” behind them.
pub(super) const WITH_TO: &[(&str, Orders)] = &[
    ("superior", Orders::MORE),
    ("preferable", Orders::MORE),
    ("inferior", Orders::LESS),
    ("noninferior", Orders::AT_LEAST),
    ("equivalent", Orders::EQUAL),
    ("comparable", Orders::EQUAL),
    ("equal", Orders::EQUAL),
    ("similar", Orders::EQUAL),
];

/// Verbs that compare, as stems: which order of subject against object, and on what.
#[rustfmt::skip]
pub(super) const VERBS: &[(&str, Orders, &str)] = &[
    ("outperform", Orders::MORE, GOOD), ("surpass", Orders::MORE, MORE), ("exceed", Orders::MORE, MORE),
    ("outsel", Orders::MORE, "sell"), ("outsold", Orders::MORE, "sell"), ("outnumb", Orders::MORE, "number"),
    ("outliv", Orders::MORE, "live"), ("outlast", Orders::MORE, "last"), ("outweigh", Orders::MORE, "weigh"),
    ("beat", Orders::MORE, "win"), ("beaten", Orders::MORE, "win"), ("defeat", Orders::MORE, "win"),
    ("outpac", Orders::MORE, FAST), ("overtook", Orders::MORE, "over"), ("overtak", Orders::MORE, "over"),
    ("trail", Orders::LESS, "ahead"),
];

pub(super) const DENIALS: &[&str] = &["not", "no", "never", "neither", "cannot", "hardly", "without"];
/// Words before which what is compared ends.
#[rustfmt::skip]
pub(super) const ENDS: &[&str] = &[
    "in", "at", "for", "during", "when", "while", "whereas", "but", "although", "though", "because", "among", "over",
    "on", "by", "after", "before", "since", "with", "did", "does", "do", "was", "were", "is", "are", "had", "has",
    "under", "if", "as", "between", "across", "within", "throughout", "until", "per", "regarding", "and",
];

/// Auxiliaries, and verbs that often come before a comparison.
#[rustfmt::skip]
pub(super) const CLAUSE_VERBS: &[&str] = &[
    "will", "would", "may", "might", "can", "could", "should", "must", "sold", "sells", "sell", "grew", "won", "make", "made",
    "makes", "has", "have", "had", "gave", "gives", "took", "takes", "led", "leads", "showed", "shows", "rose",
    "fell", "ran", "runs", "lasted", "lasts", "lived", "lives", "scored", "earned", "earns", "performed", "performs",
    "worked", "works", "caused", "causes", "reduced", "reduces", "lowered", "lowers", "improved", "improves",
    "increased", "increases", "produced", "produces", "uses", "used", "contains", "emits", "emitted", "costs", "cost",
    "weighs", "spent", "received", "delivered", "experienced", "survived", "absorbs", "proved", "remained", "became",
    "appeared", "appears", "seems", "seemed", "wear", "wears", "last", "provides", "provided", "yielded", "yields",
    "achieved", "achieves", "induced", "induces", "prevented", "prevents",
];

/// Words behind “than” that name nothing to compare with.
#[rustfmt::skip]
pub(super) const NOTHING: &[&str] = &[
    "expected", "usual", "ever", "before", "average", "half", "one", "twice", "previously", "thought", "a", "an",
    "the", "in", "two", "three", "percent", "it", "they", "we", "that", "those",
];

/// Stems of nouns that say nothing of which arm it is without what is behind their preposition.
#[rustfmt::skip]
pub(super) const UNNAMED: &[&str] = &[
    "administr", "adult", "children", "consumpt", "exposur", "group", "individu", "intak", "men", "particip", "patient",
    "peopl", "person", "pupil", "student", "subject", "therapi", "treatment", "use", "women",
];

/// Irregular forms of verbs that people and organisations do to each other, with the stem of the verb.
#[rustfmt::skip]
pub(super) const IRREGULAR: &[(&str, &str)] = &[
    ("beaten", "beat"), ("bought", "buy"), ("sold", "sell"), ("took", "take"), ("taken", "take"), ("gave", "give"),
    ("given", "give"), ("wrote", "write"), ("written", "write"), ("drove", "drive"), ("driven", "drive"),
    ("overtook", "overtak"), ("overtaken", "overtak"), ("outsold", "outsel"), ("bit", "bite"), ("bitten", "bite"),
    ("stole", "steal"), ("stolen", "steal"), ("shot", "shoot"), ("threw", "throw"), ("thrown", "throw"),
    ("led", "lead"), ("lent", "lend"), ("paid", "pay"), ("caught", "catch"), ("taught", "teach"), ("chose", "choos"),
    ("chosen", "choos"), ("ate", "eat"), ("eaten", "eat"), ("bound", "bind"), ("sued", "sue"), ("suing", "sue"),
    ("sent", "send"), ("struck", "strike"), ("fed", "feed"), ("held", "hold"), ("hid", "hide"), ("hidden", "hide"),
];

/// Verbs, as stems, that say the same with their two things exchanged, or nothing of a deed.
#[rustfmt::skip]
pub(super) const MUTUAL: &[&str] = &[
    "be", "have", "meet", "met", "marri", "fight", "fought", "merg", "correl", "associ", "relat", "resembl", "equal",
    "differ", "interact", "bind", "collabor", "agre", "border", "join", "compar", "combin", "link", "share", "match",
    "coincid", "overlap", "involv", "includ", "exclud", "contain", "use", "need", "ne", "red", "hundr", "bas",
];
