//! Words as negation sees them: lists, and a word with the punctuation around it.

use super::super::lexicon;

/// Auxiliaries and copulas, which take “not” themselves.
pub(in super::super) const AUXILIARIES: &[&str] = &[
    "am", "are", "can", "cannot", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "must",
    "should", "was", "were", "will", "would",
];
pub(super) const COPULAS: &[&str] = &["are", "is", "was", "were"];
pub(super) const REPORTING: &[&str] = &[
    "conclude",
    "concluded",
    "concludes",
    "conclusion",
    "confirm",
    "confirmed",
    "confirms",
    "demonstrate",
    "demonstrated",
    "demonstrates",
    "discover",
    "discovered",
    "establish",
    "establishes",
    "estimate",
    "estimated",
    "find",
    "finds",
    "found",
    "indicate",
    "indicated",
    "indicates",
    "observed",
    "proved",
    "proves",
    "report",
    "reported",
    "reveal",
    "revealed",
    "reveals",
    "show",
    "showed",
    "shown",
    "shows",
    "suggest",
    "suggested",
    "suggests",
];
pub(super) const REPORTERS: &[&str] = &[
    "analyses",
    "analysis",
    "authors",
    "data",
    "evidence",
    "experiments",
    "findings",
    "here",
    "it",
    "investigators",
    "observations",
    "our",
    "researchers",
    "results",
    "studies",
    "study",
    "these",
    "this",
    "we",
];
pub(super) const OPENERS: &[&str] = &[
    "accordingly",
    "additionally",
    "also",
    "consequently",
    "conversely",
    "finally",
    "furthermore",
    "hence",
    "here",
    "however",
    "importantly",
    "in addition",
    "in conclusion",
    "in summary",
    "indeed",
    "interestingly",
    "moreover",
    "nevertheless",
    "notably",
    "overall",
    "remarkably",
    "surprisingly",
    "taken together",
    "therefore",
    "thus",
    "to conclude",
    "together",
];
/// Participles of what is taken into a study, which need an object.
pub(super) const TAKEN: &[&str] = &[
    "analysed",
    "analyzed",
    "assessed",
    "evaluated",
    "examined",
    "included",
    "investigated",
    "studied",
    "tested",
    "used",
];
pub(super) const SUBORDINATORS: &[&str] = &[
    "after", "although", "as", "because", "before", "despite", "during", "even", "given", "if", "once", "since",
    "though", "unless", "unlike", "until", "upon", "when", "whenever", "whereas", "while", "whilst",
];
pub(super) const DETERMINERS: &[&str] =
    &["a", "an", "its", "no", "our", "some", "that", "the", "their", "these", "this", "those"];
pub(in super::super) const PREPOSITIONS: &[&str] = &[
    "against", "among", "at", "between", "by", "during", "for", "from", "in", "into", "of", "on", "over", "per",
    "than", "through", "to", "toward", "towards", "under", "upon", "using", "via", "with", "within", "without",
];
pub(super) const PLURALS: &[&str] = &[
    "al",
    "alleles",
    "foci",
    "fungi",
    "larvae",
    "loci",
    "nuclei",
    "spectra",
    "stimuli",
    "taxa",
    "bacteria",
    "carriers",
    "children",
    "criteria",
    "data",
    "individuals",
    "media",
    "men",
    "mice",
    "mitochondria",
    "people",
    "phenomena",
    "they",
    "we",
    "women",
];
/// Negative adjectives after a copula, and what they become.
pub(super) const ADJECTIVES: &[(&str, &str)] = &[
    ("ineffective", "effective"),
    ("unaffected", "affected"),
    ("unable", "able"),
    ("unlikely", "likely"),
    ("unrelated", "related"),
    ("inactive", "active"),
    ("insufficient", "sufficient"),
    ("impossible", "possible"),
    ("unnecessary", "necessary"),
    ("dispensable", "necessary"),
    ("absent", "present"),
];
/// A word with the punctuation around it.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) bare: String,
}

impl Token {
    pub(super) fn new(text: &str) -> Self {
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
        let mut token = Self { text: text.to_owned(), bare: bare.to_owned() };
        if !token.is_name() {
            token.bare = bare.to_lowercase();
        }
        token
    }
    /// “MET”, “AM”, “PS” and “OR” are names, and no verb, plural or conjunction.
    pub(super) fn is_name(&self) -> bool {
        self.bare.len() > 1 && self.bare.bytes().all(|b| b.is_ascii_uppercase()) && !self.is(&["NOT", "AND"])
    }
    /// “ImpACT” and “mRNA” have capitals within.
    pub(super) fn is_coined(&self) -> bool {
        let within = self.text.trim_matches(|c: char| !c.is_alphanumeric()).split('-').next().unwrap_or_default();
        let capitals = within.chars().skip(1).filter(|c| c.is_uppercase()).count();
        capitals > 0 && within.contains(char::is_lowercase)
    }
    /// The word, or the two that a contraction stands for.
    pub(super) fn read(text: &str) -> Vec<Self> {
        let plain = text.replace('\u{2019}', "'");
        let Some((head, tail)) = plain.split_once("n't") else { return vec![Self::new(text)] };
        let head = match head.to_lowercase().as_str() {
            "ca" => "can",
            "wo" => "will",
            "do" | "does" | "did" | "is" | "are" | "was" | "were" | "has" | "have" | "had" | "could" | "would"
            | "should" => head,
            _ => return vec![Self::new(text)],
        };
        vec![Self::new(head), Self::new(&format!("not{tail}"))]
    }
    /// Whether it says “no”; “NO” is nitric oxide.
    pub(super) fn is_no(&self) -> bool {
        self.bare == "no" && !self.text.contains("NO")
    }
    pub(super) fn is(&self, list: &[&str]) -> bool {
        list.contains(&self.bare.as_str())
    }
    pub(super) fn ends_clause(&self) -> bool {
        self.text.ends_with([',', ';', ':'])
    }
    /// Puts another word in its place and keeps the punctuation around it.
    pub(super) fn put(&mut self, word: &str) {
        let core = self.text.trim_matches(|c: char| !c.is_alphanumeric());
        let at = self.text.find(core).unwrap_or(0);
        self.text = format!("{}{word}{}", &self.text[..at], &self.text[at + core.len()..]);
        self.bare = word.to_lowercase();
    }
}

pub(super) fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// “31 558 deaths” with a blank in the number that does not part words.
pub(super) fn with_whole_numbers(text: &str) -> String {
    let digits = |word: &str| word.bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::with_capacity(text.len());
    // Whether the word before may be the beginning of a number, or is a part of one.
    let mut open = false;
    for word in text.split(' ') {
        let is_group =
            digits(word) == 3 && !word[3..].starts_with(|c: char| c.is_alphanumeric() || c == '.' && word.len() > 4);
        if !out.is_empty() {
            out.push(if open && is_group { NO_BREAK } else { ' ' });
        }
        let start = word.trim_start_matches(['(', '[']);
        let is_start = (1..=3).contains(&start.len()) && digits(start) == start.len() && !start.starts_with('0');
        open = is_start || open && word.len() == 3 && is_group;
        out.push_str(word);
    }
    out
}

/// A blank at which no line is broken.
pub(super) const NO_BREAK: char = '\u{a0}';

pub(super) fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

pub(super) fn adverb(token: &Token) -> bool {
    const NOUNS: &[&str] = &["supply", "family", "assembly", "anomaly", "monopoly", "reply", "italy", "july"];
    token.bare.len() > 4 && token.bare.ends_with("ly") && !token.bare.ends_with("fly") && !token.is(NOUNS)
        || token.is(&[
            "also", "thereby", "hence", "often", "further", "later", "never", "now", "still", "then", "thus",
            "thereby", "rather", "always",
        ])
}

/// Makes the first letter small where the word is an everyday one: names stay.
pub(super) fn lower_first(tokens: &mut [Token]) {
    let Some(first) = tokens.first_mut() else { return };
    let everyday = DETERMINERS.contains(&first.bare.as_str())
        || first.is(PREPOSITIONS)
        || first.is(SUBORDINATORS)
        || lexicon::is_common(&first.bare)
        || lexicon::is_verb(&first.bare)
        // “Shorter remission”
        || first.bare.ends_with("er") && lexicon::opposite_direction(&first.bare).is_some()
        || first.is(&[
            "all",
            "hardly",
            "never",
            "nobody",
            "nothing",
            "nowhere",
            "rarely",
            "scarcely",
            "seldom",
            "only",
            "most",
            "approximately",
            "about",
            "roughly",
            "nearly",
            "almost",
            "half",
            "neither",
            "less",
            "more",
            "fewer",
            "over",
            "there",
            "both",
            "not",
            "either",
            "at",
            "we",
            "they",
            "it",
            "also",
            "people",
            "men",
            "women",
        ])
        || [
            "tion", "ions", "ing", "ous", "tive", "able", "ible", "ional", "ical", "eral", "ular", "icle", "ment",
            "ity", "ness", "tors", "ers", "ents", "ices", "ises", "ed", "sis", "ance", "ence",
        ]
        .iter()
        .any(|end| first.bare.ends_with(end));
    let mut chars = first.text.chars();
    if let Some(initial) = chars.next()
        && everyday
        && !chars.as_str().starts_with('-')
        && !chars.as_str().chars().any(|c| c.is_uppercase() || c.is_ascii_digit())
    {
        first.text = initial.to_lowercase().chain(chars).collect();
    }
}

/// Nouns by which a sentence says that something holds.
pub(super) const EVIDENCE: &[&str] = &[
    "evidence",
    "hypothesis",
    "notion",
    "view",
    "idea",
    "conclusion",
    "observations",
    "observation",
    "possibility",
    "concept",
    "theory",
    "support",
    "impression",
    "belief",
    "assumption",
    "expectation",
];
/// Nouns that name a finding.
pub(super) const FINDINGS: &[&str] = &[
    "association",
    "associations",
    "benefit",
    "correlation",
    "decline",
    "decrease",
    "deficit",
    "difference",
    "differences",
    "effect",
    "effects",
    "impact",
    "improvement",
    "increase",
    "influence",
    "interaction",
    "link",
    "loss",
    "reduction",
    "relation",
    "relationship",
    "rise",
    "trend",
];

/// Whether a word is a figure, or a number small enough to be written out.
pub(super) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        || ["half", "one", "two", "three", "four", "five", "ten", "a"].contains(&text.to_lowercase().as_str())
}
