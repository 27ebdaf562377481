//! Finite verbs of scientific English: which form a word is, and its base form.

use std::{collections::HashSet, sync::LazyLock};

/// Which form of a verb a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// “increase”: finite after a plural.
    Base,
    /// “increases”.
    Third,
    /// “increased”: past, or a participle.
    Past,
}

/// A word read as a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verb {
    /// Its form.
    pub form: Form,
    /// Its base form.
    pub base: String,
    /// Whether the word is as often a noun (“causes”, “functions”).
    pub nounlike: bool,
}

/// Words that are verbs far more often than nouns.
const VERBS: &str = "\
abolish absorb abrogate accelerate accept access accumulate achieve acquire act activate adapt add address adhere \
adjust administer adopt affect aggravate aggregate agree aid allow alleviate alter ameliorate amplify \
antagonize antagonise appear apply arise arrest ask assemble assess assist associate assume attenuate attract augment \
avoid become begin belong benefit bias bind block boost bring broaden build bypass calculate carry catalyze catalyse \
characterize characterise circulate classify cleave colonize colonise combine communicate compare compensate compete \
complement complete comprise compromise confer confine confirm conflict connect consist constitute constrain construct \
consume contain continue contract contradict contribute convert coordinate correlate correspond counteract couple \
create cure deactivate decline decline decompose decouple deepen define degrade delay delete deliver demonstrate deny \
depend deplete derepress derive deregulate destabilize destabilise destroy detect deteriorate determine develop \
deviate diagnose dictate die differ differentiate diffuse dilate diminish direct disappear discriminate display \
dissociate disrupt distinguish diverge divide dominate double downregulate down-regulate drive drop effect elevate \
elicit eliminate elongate emerge employ enable encode encompass encourage engage enhance enlarge enrich ensure enter \
entail eradicate escape establish evaluate evade evoke evolve exacerbate exaggerate exceed excite exclude exert \
exhibit exist expand explain exploit expose express extend facilitate fail fall favor favour feed follow fulfil \
fulfill gain generate give govern grow halt hamper harbor harbour have heighten help hinder hold hypomethylate \
identify impair impede imply import improve inactivate include incorporate increase induce infect infiltrate inform \
inherit inhibit initiate innervate insert integrate interact interfere internalize introduce invade involve \
keep kill know lack last lead leave lengthen let limit live localize localise lose lower maintain make manifest \
mediate melt migrate mimic minimize minimise mitigate modify modulate mobilize mobilise mutate necessitate negate neutralize \
neutralise obtain occupy occur offer operate oppose originate outperform outweigh overcome overestimate overexpress \
overlap oxidize participate penetrate perform permit perpetuate persist perturb phosphorylate polarize populate \
possess potentiate precede predict predispose prefer present preserve prevent produce prohibit proliferate prolong promote \
propagate protect prove provide provoke puncture raise reach react reactivate rebuild receive recognize recognise \
recover recruit redirect reduce refine reflect regenerate regulate reinforce reinvigorate reject relate release relieve \
rely remain remodel remove render repair replace replicate represent repress reproduce reprogram require rescue \
reside resist resolve respond restore restrict retain reveal reverse rise run save scavenge secrete seem select \
sensitize sensitise separate serve shape shorten silence skew slow solve stabilize stabilise stem stiffen stimulate \
strengthen substitute succeed suffer suffice support suppress surpass survive suspend sustain switch take \
target tend terminate tolerate traffic transcribe transfer transform translate translocate transmit transport treat \
trigger turn ubiquitinate underestimate undergo underlie upregulate up-regulate use utilize utilise vary weaken widen withstand worsen \
yield show suggest indicate find report conclude believe hypothesize observe deactivate exhaust reprogramme convey aid cooperate damage enforce go metabolize metabolise quit range rearrange sediment specify speed stop struggle \
constitue orchestrate implicate inflict displace accompany outnumber outlast deplete correct co-localize colocalize coexist \
happen drink eat smoke sleep precipitate encounter arrive buy see sell earn pay spend invest adopt own lend borrow mean seek \
want tell speak come get meet send hear think feel stand lie lay wear choose freeze forget throw shut split shed migrate emit teach learn \
attend marry write read publish cite compute converge generalize generalise attain hire employ conquer invade \
depart originate flourish coincide erode deter incentivize incentivise crowd depreciate appreciate default weather \
evaporate accrue bypass prevail account inspire quadruple triple halve shrink sink strive shake bear tear grow know \
become impose abandon ban tighten loosen subsidize subsidise inflate deflate tax \
distract exempt waive grant sign approve launch invent discover solve simulate optimize optimise parallelize crash \
compress decompress encrypt sort prune fine-tune learn memorize memorise hallucinate converge diverge rewrite refactor \
collapse flee rebel revolt surrender unite ratify repeal enact legislate regulate deregulate privatize nationalize \
bankrupt thrive perish starve harvest cultivate domesticate irrigate pollinate graze hunt fish flood dry thaw bleach \
acidify deforest urbanize industrialize modernize legitimize polarise mobilize persuade vote believe trust fear hate \
spawn depress highlight outline propose hypothesize hypothesise speculate postulate argue emphasize emphasise underscore discuss \
describe review explore investigate examine need plan hope like love warrant merit deserve resemble equal equate amount \
metastasize metastasise bleed cough vaccinate immunize immunise screen enrol enroll complain rank rate weigh measure \
plateau dip climb surge plunge soar slump jump hover resign announce claim state say allege accuse admit pass repeal \
authorize authorise charge pay own manage found fire order ship manufacture swim spring stick strike withdraw overtake breed \
deal fight fly swear wake sweep steal spin slide sit contain detoxify methylate acetylate deacetylate cleave dimerize \
oligomerize nucleate excrete ferment synthesize synthesise photosynthesize fluoresce accommodate anchor approximate \
aggregate assume attest carry cease channel circumvent clear cluster concentrate conform consolidate contrast convince \
credit culminate dampen debate decay decipher decouple deem delineate depict detach dislike \
dissolve document elucidate emanate embrace encapsulate endanger endorse enlist entrap envisage \
erupt evidence exacerbate excel exemplify expose fluctuate forecast foster fragment freeze \
garner glycosylate guarantee guide illustrate impinge incur insist instruct intensify intervene invoke isolate justify \
lengthen lessen license linger load lysogenize magnify mask merge multiply navigate necessitate \
object obscure oscillate outcompete outgrow outline overcome overlook overshadow pause peak permeate pose presume \
prime proceed proclaim project prompt propel quench question react reappear reassure recapitulate reckon recycle refer refute \
reiterate relapse relocate renew repopulate rest retreat revive ripen rival rotate rupture saturate scatter sediment segregate settle \
signify simplify situate smooth solidify spare stagnate stain standardize stipulate subside subvert summarize surround synchronize \
ignore uncover complicate exclude caution elude mean attribute aim attempt point summarize accomplish synergize gather locate conserve analyze randomize nominate distribute expect assign collect purify abbreviate portray designate compose organize \
recommend perceive repeat elect implement pronounce stratify inject prescribe refuse attach revise execute truncate commit join \
intend injure retire automate regard descend dedicate narrate certify quantify prepare convict allocate embed pioneer declare \
capture fill edit discontinue cancel deprive appoint inhale hospitalize enclose mention acquit conceive verify retrieve \
remember interpret decide try fuse annotate interrupt manipulate collaborate inoculate reconstitute ingest align anticipate infuse \
dismiss disperse infer educate neglect invite visualize realize irradiate resect revolutionize advertise avert categorize \
devise supervise excise incubate inhabit conjugate submit disturb clarify ascend qualify rename disseminate flank handle denote \
normalize calibrate subdivide ascertain sequester ascribe resume criticize endure secure assassinate dissect formulate compile \
blame ablate perfuse threaten celebrate equip fertilize arrange satisfy elaborate diversify acknowledge recur relax rejoin \
consider understand behave illuminate preclude underpin enjoy wait supersede heal imagine talk confound empower listen \
concede testify advise defy oversee catch pierce volunteer explode wish burn clean touch annex enlighten breathe hesitate \
purchase remember serve focus suspect reason corroborate motivate afford fix collect synthesize co-operate \
tether thicken transduce transfect transition traverse unfold unify unveil urge validate violate profess visit want warn weaken";

/// Words that are verbs and nouns alike.
const NOUNLIKE: &str = "\
access aid amount attempt average balance base benefit block boost cause challenge change code construct contact contract \
control copy cost cover cross decline decrease defect deficit delay display double drop effect estimate experience \
ease exploit express extract fall favor favour form function gain halt harbor help host impact increase influence interface \
interest judge label lack lead level limit link list live local mark map match measure mirror murder need \
number offer order pair pattern regard peak place play position predominate present process produce profile progress project \
promise rank rate reach rescue result reverse review rise risk run sample scale score seed sense shape share shift \
signal silence source span stem stress study support survey switch target taste test trace traffic transfer \
transport treat treatment trend trigger turn use view volume work yield kill feed damage range speed stop \
trade vote export import fund rule train store rent exercise walk sleep set cut hit spread put draw win break tax drink \
account default weather crowd ban triple smoke read tear bear crash flood fish hunt \
need plan hope like love rate rank measure review screen state claim charge ship order fire dip climb surge plunge \
jump slump peak plateau guide mask merit object pause pose prompt question rest retreat transition visit clear cluster \
sediment wait talk wish burn touch catch volunteer purchase focus contrast credit mean point aim debate decay document evidence forecast fragment load license channel aggregate isolate project spring strike \
bleed cough deal fight fly repair slide spin stick approximate \
cost split shed quit shut revolt harvest trust fear collapse launch grant";

/// Past forms that “-ed” does not make, with their base.
const IRREGULAR: &[(&str, &str)] = &[
    ("arose", "arise"),
    ("became", "become"),
    ("began", "begin"),
    ("bound", "bind"),
    ("ate", "eat"),
    ("bore", "bear"),
    ("bought", "buy"),
    ("broke", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("came", "come"),
    ("chose", "choose"),
    ("drank", "drink"),
    ("drew", "draw"),
    ("drove", "drive"),
    ("fed", "feed"),
    ("fell", "fall"),
    ("felt", "feel"),
    ("found", "find"),
    ("froze", "freeze"),
    ("gave", "give"),
    ("got", "get"),
    ("grew", "grow"),
    ("held", "hold"),
    ("kept", "keep"),
    ("knew", "know"),
    ("led", "lead"),
    ("left", "leave"),
    ("lost", "lose"),
    ("made", "make"),
    ("meant", "mean"),
    ("met", "meet"),
    ("overcame", "overcome"),
    ("paid", "pay"),
    ("ran", "run"),
    ("rose", "rise"),
    ("saw", "see"),
    ("sent", "send"),
    ("shook", "shake"),
    ("shrank", "shrink"),
    ("slept", "sleep"),
    ("sold", "sell"),
    ("sought", "seek"),
    ("spent", "spend"),
    ("spoke", "speak"),
    ("stood", "stand"),
    ("taught", "teach"),
    ("thought", "think"),
    ("threw", "throw"),
    ("told", "tell"),
    ("took", "take"),
    ("underlay", "underlie"),
    ("underwent", "undergo"),
    ("won", "win"),
    ("wore", "wear"),
    ("wrote", "write"),
    ("understood", "understand"),
    ("caught", "catch"),
    ("bled", "bleed"),
    ("bred", "breed"),
    ("dealt", "deal"),
    ("fled", "flee"),
    ("forgot", "forget"),
    ("fought", "fight"),
    ("heard", "hear"),
    ("laid", "lay"),
    ("lent", "lend"),
    ("overtook", "overtake"),
    ("said", "say"),
    ("sank", "sink"),
    ("sat", "sit"),
    ("struck", "strike"),
    ("swept", "sweep"),
    ("went", "go"),
    ("withdrew", "withdraw"),
    ("withstood", "withstand"),
];

/// Nouns that are verbs as well, of which only the past form is read as one.
const PAST_ONLY: &str = "\
assay award back border branch call cap check clone close coat commission condition conduct contest count culture deposit design \
detail discharge end engineer face feature film finance finish fit force free grade graft group hand head image implant \
interview issue land lift line lock look market mention miss mix model monitor move name note occasion open plant pool power practice \
praise program push record reform register return sacrifice schedule scan seal search segment sentence sequence splice \
sponsor stage stall start stay strand structure subject supply tag term top track transplant trap travel trouble try \
tune update value venture watch weight wrap";

static PAST_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| PAST_ONLY.split_whitespace().collect());
static VERB_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| VERBS.split_whitespace().collect());
static NOUN_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| NOUNLIKE.split_whitespace().collect());

/// Reads a lower-case word as a verb, if it is one that is known.
pub fn read(word: &str) -> Option<Verb> {
    // “summarise” is known as “summarize”.
    let verb = |form, base: &str| {
        let american = base.strip_suffix("ise").map(|stem| format!("{stem}ize"));
        if !VERB_SET.contains(base) && american.is_some_and(|a| VERB_SET.contains(a.as_str())) {
            return Some(Verb { form, base: base.to_owned(), nounlike: false });
        }
        let nounlike = NOUN_SET.contains(base);
        let past = form == Form::Past && PAST_SET.contains(base);
        (nounlike || past || VERB_SET.contains(base)).then(|| Verb { form, base: base.to_owned(), nounlike })
    };
    if let Some((_, base)) = IRREGULAR.iter().find(|(past, _)| *past == word) {
        return verb(Form::Past, base);
    }
    if let Some(found) = verb(Form::Base, word) {
        return Some(found);
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return verb(Form::Third, &format!("{stem}y"));
    }
    if let Some(stem) = word.strip_suffix('s') {
        let found = verb(Form::Third, stem).or_else(|| verb(Form::Third, stem.strip_suffix('e')?));
        return found.filter(|v| third(&v.base) == word || v.base.len() + 1 == word.len());
    }
    let stem = word.strip_suffix("ed")?;
    if let Some(found) = stem.strip_suffix('i').and_then(|s| verb(Form::Past, &format!("{s}y"))) {
        return Some(found);
    }
    let doubled = || {
        let mut chars = stem.chars().rev();
        let last = chars.next()?;
        (chars.next() == Some(last)).then(|| verb(Form::Past, stem.strip_suffix(last)?)).flatten()
    };
    verb(Form::Past, stem).or_else(|| verb(Form::Past, &format!("{stem}e"))).or_else(doubled)
}

/// Whether the past of this base form is the base form itself.
pub fn is_own_past(base: &str) -> bool {
    ["cost", "cut", "hit", "put", "quit", "set", "shed", "shut", "split", "spread"].contains(&base)
}

/// Reads a lower-case word as a verb in the third person by its ending alone.
pub fn guess(word: &str) -> Option<Verb> {
    if let Some(base) = past_by_ending(word) {
        return Some(Verb { form: Form::Past, base, nounlike: false });
    }
    const NOUNS: &[&str] = &["rates", "substrates", "candidates", "estimates", "aggregates", "isolates", "climates"];
    let base = ["izes", "ises", "ifies", "ates"]
        .iter()
        .any(|end| word.ends_with(end))
        .then(|| match word.strip_suffix("ies") {
            Some(stem) => format!("{stem}y"),
            None => word.strip_suffix('s').unwrap_or(word).to_owned(),
        })
        .filter(|_| word.len() > 7 && !NOUNS.contains(&word) && !word.ends_with("phates"))?;
    Some(Verb { form: Form::Third, base, nounlike: true })
}

/// The base form of an unknown word in “-ed”, as far as its letters show it.
fn past_by_ending(word: &str) -> Option<String> {
    const OTHERS: &[&str] = &["hundred", "sacred", "naked", "indeed", "exceed", "proceed", "unaffected", "biased"];
    let stem = word.strip_suffix("ed")?;
    if word.len() < 6 || word.contains('-') || word.starts_with("un") || OTHERS.contains(&word) || stem.ends_with('e') {
        return None;
    }
    if let Some(stem) = stem.strip_suffix('i') {
        return Some(format!("{stem}y"));
    }
    let mut last = stem.chars().rev();
    let (one, two, three) = (last.next()?, last.next()?, last.next()?);
    let vowel = |c: char| "aeiou".contains(c);
    if one == two && !"lsfz".contains(one) {
        return Some(stem[..stem.len() - one.len_utf8()].to_owned());
    }
    let silent = "cgvsuz".contains(one) && !stem.ends_with("ss")
        || stem.ends_with("at")
        || stem.ends_with("ut")
        || stem.ends_with("ir")
        || stem.ends_with("ur")
        || one == 'l' && !vowel(two)
        || "kmbnd".contains(one)
            && vowel(two)
            && !vowel(three)
            && !["on", "en", "om", "an"].iter().any(|end| stem.ends_with(end));
    Some(if silent { format!("{stem}e") } else { stem.to_owned() })
}

/// The third person singular of a base form.
pub fn third(base: &str) -> String {
    if base == "have" {
        return "has".into();
    }
    if let Some(stem) = base.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end)) {
        return format!("{base}es");
    }
    format!("{base}s")
}

/// The simple past of a base form.
pub fn past(base: &str) -> String {
    if base == "have" {
        return "had".into();
    }
    if let Some((past, _)) = IRREGULAR.iter().find(|(_, b)| *b == base) {
        return (*past).into();
    }
    if base.ends_with('e') {
        return format!("{base}d");
    }
    if let Some(stem) = base.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ied");
    }
    const DOUBLING: &[&str] =
        &["drop", "stop", "occur", "prefer", "confer", "map", "transfer", "stem", "permit", "transmit"];
    match base.chars().next_back() {
        Some(last) if DOUBLING.contains(&base) => format!("{base}{last}ed"),
        _ => format!("{base}ed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_and_made() {
        for (word, form, base) in [
            ("increases", Form::Third, "increase"),
            ("diminishes", Form::Third, "diminish"),
            ("modifies", Form::Third, "modify"),
            ("reduced", Form::Past, "reduce"),
            ("occurred", Form::Past, "occur"),
            ("led", Form::Past, "lead"),
            ("inhibit", Form::Base, "inhibit"),
        ] {
            let verb = read(word).unwrap();
            assert_eq!((verb.form, verb.base.as_str()), (form, base), "{word}");
            let made = match form {
                Form::Base => base.to_owned(),
                Form::Third => third(base),
                Form::Past => past(base),
            };
            assert_eq!(made, word);
        }
        for noun in ["cells", "mice", "diabetes", "analysis", "s", "ed", "", "é"] {
            assert_eq!(read(noun), None, "{noun}");
        }
    }
}
