//! Claims turned into their opposites, so that what spoke for them speaks
//! against them: one word of direction swapped, or a negation put in or taken out.

/// Words and their opposites, both ways.
#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("increases", "decreases"), ("increase", "decrease"), ("increased", "decreased"), ("increasing", "decreasing"),
    ("higher", "lower"), ("high", "low"), ("more", "less"), ("greater", "smaller"), ("longer", "shorter"),
    ("better", "worse"), ("faster", "slower"), ("superior", "inferior"), ("improves", "worsens"),
    ("improve", "worsen"), ("improved", "worsened"), ("enhances", "reduces"), ("enhance", "reduce"),
    ("enhanced", "reduced"), ("promotes", "inhibits"), ("promote", "inhibit"), ("promoted", "inhibited"),
    ("activates", "suppresses"), ("activate", "suppress"), ("activated", "suppressed"), ("induces", "prevents"),
    ("induce", "prevent"), ("induced", "prevented"), ("stimulates", "blocks"), ("upregulates", "downregulates"),
    ("upregulated", "downregulated"), ("upregulation", "downregulation"), ("accelerates", "delays"),
    ("positive", "negative"), ("positively", "negatively"), ("positively", "inversely"), ("gain", "loss"),
    ("strong", "weak"), ("early", "late"), ("sensitive", "resistant"), ("sensitivity", "resistance"),
    ("presence", "absence"), ("beneficial", "harmful"), ("causes", "prevents"), ("increases", "reduces"),
    ("raises", "lowers"), ("elevated", "decreased"), ("stabilizes", "destabilizes"), ("protects", "harms"),
    ("essential", "dispensable"), ("required", "dispensable"), ("effective", "ineffective"), ("facilitates", "impairs"),
    ("reduction", "increase"), ("rises", "falls"), ("common", "rare"), ("most", "few"),
];
/// Phrases and what denies them, both ways.
#[rustfmt::skip]
const DENIALS: &[(&str, &str)] = &[
    (" is associated ", " is not associated "), (" are associated ", " are not associated "), (" is ", " is not "),
    (" are ", " are not "), (" was ", " was not "), (" were ", " were not "), (" can ", " cannot "),
    (" has a ", " has no "), (" have a ", " have no "), (" has an ", " has no "), (" play a ", " do not play a "),
    (" plays a ", " does not play a "), (" affects ", " does not affect "), (" affect ", " do not affect "),
    (" requires ", " does not require "), (" require ", " do not require "), (" leads to ", " does not lead to "),
    (" lead to ", " do not lead to "), (" results in ", " does not result in "), (" show ", " do not show "),
    (" increases ", " does not increase "), (" increase ", " do not increase "), (" reduces ", " does not reduce "),
    (" decreases ", " does not decrease "), (" reduce ", " do not reduce "), (" inhibits ", " does not inhibit "),
    (" promotes ", " does not promote "), (" induces ", " does not induce "), (" causes ", " does not cause "),
    (" regulates ", " does not regulate "), (" improves ", " does not improve "), (" prevents ", " does not prevent "),
    (" have ", " lack "), (" has ", " lacks "), (" with ", " without "),
];

/// At most two opposites of `claim`: one by a word, one by a negation.
pub fn flips(claim: &str) -> Vec<String> {
    word(claim).into_iter().chain(denial(claim)).collect()
}

fn word(claim: &str) -> Option<String> {
    let mut parts: Vec<String> = claim.split(' ').map(str::to_owned).collect();
    for at in 0..parts.len() {
        let bare = parts[at].trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let lower = bare.to_lowercase();
        let pair = OPPOSITES.iter().find_map(|(one, other)| {
            if *one == lower {
                Some(*other)
            } else if *other == lower {
                Some(*one)
            } else {
                None
            }
        });
        if let Some(opposite) = pair {
            let opposite = if bare.starts_with(char::is_uppercase) {
                opposite[..1].to_uppercase() + &opposite[1..]
            } else {
                opposite.to_owned()
            };
            parts[at] = parts[at].replace(&bare, &opposite);
            return Some(parts.join(" "));
        }
    }
    None
}

fn denial(claim: &str) -> Option<String> {
    let once = |from: &str, to: &str| claim.contains(from).then(|| claim.replacen(from, to, 1));
    DENIALS
        .iter()
        .find_map(|(_, denied)| {
            let plain = DENIALS.iter().find(|(_, other)| other == denied)?.0;
            once(denied, plain)
        })
        .or_else(|| DENIALS.iter().find_map(|(plain, denied)| once(plain, denied)))
}
