//! The four cases of `docs/rules.md#cases` and their opposites, and variants of each
//! made from templates: every one from given evidence through stance, rules,
//! judge and signal. If one fails, a reviewer is told the wrong thing.

use std::{collections::BTreeMap, sync::Arc};

use crate::support::{
    pages::{Outcome, complaint, reviewed},
    scripted::{Script, Scripted},
};
use gainsay::{
    domain::{
        Abstaining, Abstention, Basis, Citation, Citations, Code, Digest, Document, Fit, Page, Place, Rulings,
        Settings, Side, Signal, SignalLabel, SourceMeta, Stance, Statement, Verdict, Weighing, rules::pack::RulePack,
    },
    engine::checks::weigh::{self, Cited},
    reason::{Control, OpinionInput, Reasoner, StanceDraft, StanceInput, builtin::Builtin},
};

/// A piece of evidence: source, headline, passage.
type Source<'a> = (&'a str, &'a str, &'a str);

const NEWS: &[&str] = &["PBS", "BBC", "Reuters", "NPR"];

fn statement(text: &str) -> Statement {
    Statement::claim(1, text)
}

fn citations(sources: &[Source<'_>]) -> Citations {
    let citations = (1..).zip(sources).map(|(number, (name, title, passage))| {
        let url = match *name {
            "Snopes" => Some("https://www.snopes.com/fact-check/1"),
            "PolitiFact" => Some("https://www.politifact.com/factchecks/1"),
            _ => None,
        };
        let meta = SourceMeta {
            title: (*title).into(),
            source_name: (!name.is_empty()).then(|| (*name).into()),
            url: url.map(Into::into),
            ..SourceMeta::default()
        };
        let page = Page { number: 1, text: (*passage).into() };
        let document = Document::new(meta.clone(), vec![page]);
        Citation {
            number,
            doc: document.id.clone(),
            document: Digest::of_value(&document),
            meta,
            reference: (*title).into(),
            side: Side::Statement,
            passage: (*passage).into(),
            before: "".into(),
            after: "".into(),
            place: Place { page: 1, paragraph: 1, start: 0, end: passage.len() },
            fit: Fit::Exact,
            score: 4,
            claimed_page: None,
            lead: None,
            section: None,
        }
    });
    Citations { citations: citations.collect(), ..Citations::default() }
}

/// Weighs the evidence; `scripted` gives the stances of a model, else the builtin reasoner's are taken.
fn weighed(text: &str, sources: &[Source<'_>], scripted: Option<&dyn Fn(&Citation) -> StanceDraft>) -> Weighing {
    let statement = statement(text);
    let citations = citations(sources);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let checked = runtime.block_on(async {
        let mut checked = Vec::new();
        for citation in &citations.citations {
            let page = Page { number: 1, text: citation.passage.clone() };
            let document = Document::new(citation.meta.clone(), vec![page]);
            let draft = match scripted {
                Some(script) => script(citation),
                None => {
                    let input = StanceInput { statement: &statement, citation, document: &document };
                    Builtin::default().stance(input).await.unwrap()
                }
            };
            let stance = weigh::stance(&statement, citation, draft, &RulePack::builtin());
            let input = OpinionInput {
                statement: &statement,
                citation,
                document: &document,
                stance: stance.stance,
                confidence: stance.confidence,
                reasoning: &stance.reasoning,
            };
            let opinion = weigh::opinion(stance.confidence, Builtin::default().opinion(input).await);
            checked.push((stance, opinion));
        }
        checked
    });
    let settings = Settings { abstain: Abstaining { min_sources: 1, ..Abstaining::default() }, ..Settings::default() };
    let cited = Cited { documents: &[], counts: &BTreeMap::new() };
    weigh::weighing(&Rulings::default(), &statement, &citations, cited, checked, &settings, &RulePack::builtin())
}

/// The builtin verdict is the signal (`docs/rules.md#verdict`), if a citation of that stance stands behind it.
fn verdict(weighing: &Weighing) -> Verdict {
    let signal: &Signal = &weighing.signal;
    match signal.label {
        SignalLabel::Supported if weighing.of(Stance::Supports).count() > 0 => Verdict::Supports,
        SignalLabel::Contradicted if weighing.of(Stance::Contradicts).count() > 0 => Verdict::Contradicts,
        _ => Verdict::Undecided,
    }
}

/// The claim reviewed against the sources, through every stage.
fn expect(name: &str, text: &str, sources: &[Source<'_>], expected: Verdict, wrong: &mut Vec<String>) -> Outcome {
    let outcome = reviewed(text, sources, Arc::new(Builtin::default()));
    wrong.extend(complaint(text, &outcome, expected, false).map(|told| format!("{name}: {told}")));
    outcome
}

fn report(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

const BALLROOM: &str = "The East Wing demolition project is part of plans to construct a 90,000-square-foot ballroom.";
const EXEMPT: &str = "The National Historic Preservation Act of 1966 exempts the White House from its provisions.";
const EXEMPT_ALL: &str =
    "The National Historic Preservation Act of 1966 exempts the White House from all its provisions.";
const DONATIONS: &str = "The project received roughly $350 million in donations.";
const DELIVERED: &str = "Tesla delivered 1.3 million vehicles in 2022.";

fn exemption() -> [Source<'static>; 3] {
    [
        (
            "Bloomberg",
            "White House ballroom and preservation law",
            "The law doesn't apply to the White House, which is exempt under the 1966 National Historic Preservation Act.",
        ),
        (
            "BBC",
            "Can the White House be rebuilt?",
            "The White House and two other buildings and their grounds are exempt from the Section 106 review process of the National Historic Preservation Act.",
        ),
        (
            "PBS",
            "What the law says about the White House",
            "The White House has an exemption in the Section 106 process of the National Historic Preservation Act of 1966.",
        ),
    ]
}

fn partly_exempt() -> [Source<'static>; 3] {
    [
        (
            "Bloomberg",
            "White House ballroom and preservation law",
            "The National Historic Preservation Act exempts the White House from certain provisions only.",
        ),
        (
            "BBC",
            "Can the White House be rebuilt?",
            "The White House is exempt from some provisions of the National Historic Preservation Act, not from all of them.",
        ),
        (
            "PBS",
            "What the law says about the White House",
            "The White House is exempt only from certain provisions of the 1966 National Historic Preservation Act.",
        ),
    ]
}

fn ballroom() -> [Source<'static>; 3] {
    [
        (
            "Snopes",
            "Rumored rendering of Trump's planned White House ballroom isn't real",
            "Rumored rendering of Trump's planned White House ballroom isn't authentic. Fact-check verdict: Fake.",
        ),
        (
            "PBS",
            "East Wing demolition begins for Trump's ballroom",
            "Trump insists the demolition of the East Wing is needed for adding the massive 90,000-square-foot, glass-walled ballroom.",
        ),
        (
            "BBC",
            "White House East Wing demolished",
            "Critics fear the new 90,000-sq-ft building, a ballroom planned in place of the East Wing, will dwarf the White House.",
        ),
    ]
}

fn ballroom_dropped() -> [Source<'static>; 3] {
    [
        (
            "Snopes",
            "Is the East Wing demolition part of a ballroom plan?",
            "FALSE: Claim that the East Wing demolition project is part of plans to construct a 90,000-square-foot ballroom.",
        ),
        (
            "PBS",
            "Ballroom plans dropped",
            "The plans to construct a 90,000-square-foot ballroom as part of the East Wing demolition project were dropped.",
        ),
        (
            "BBC",
            "White House scraps ballroom",
            "The East Wing project is no longer part of plans for a 90,000-sq-ft ballroom, which has been scrapped.",
        ),
    ]
}

#[test]
fn the_table_of_cases_comes_out_right() {
    let mut wrong = Vec::new();
    expect("1", BALLROOM, &ballroom(), Verdict::Supports, &mut wrong);
    expect("1b", BALLROOM, &ballroom_dropped(), Verdict::Contradicts, &mut wrong);
    expect("2", EXEMPT, &exemption(), Verdict::Supports, &mut wrong);
    let all = expect("2b", EXEMPT_ALL, &partly_exempt(), Verdict::Contradicts, &mut wrong);
    assert!(!all.has(Code::AddedQualifier), "the statement itself says “all”");
    let funded = |sum: &'static str| -> [Source<'static>; 1] { [("PBS", "Donors pay for the project", sum)] };
    expect(
        "3",
        DONATIONS,
        &funded("The project has received $320 million in donations so far."),
        Verdict::Supports,
        &mut wrong,
    );
    expect(
        "3b",
        DONATIONS,
        &funded("The project has received $200 million in donations so far."),
        Verdict::Contradicts,
        &mut wrong,
    );
    let check = (
        "Snopes",
        "Did Tesla deliver 2 million vehicles?",
        "FALSE: Claim that Tesla delivered 2 million vehicles is fake.",
    );
    let primary =
        ("Reuters", "Tesla reports record deliveries", "Tesla said it delivered 1.31 million vehicles in 2022.");
    expect("4", DELIVERED, &[check, primary], Verdict::Supports, &mut wrong);
    let alone = expect("4b", DELIVERED, &[check], Verdict::Undecided, &mut wrong);
    assert_eq!(alone.summary.verdict.map(|(.., basis)| basis), Some(Basis::NothingAddressesIt));
    assert!(alone.has(Code::MetaClaim));
    report(wrong);
}

#[test]
fn the_snippets_of_the_pipeline_analysis_come_out_right() {
    let mut wrong = Vec::new();
    expect(
        "1, snippets",
        BALLROOM,
        &[
            (
                "Snopes",
                "Trump's ballroom rendering",
                "Rumored rendering of Trump's planned White House ballroom isn't ... Fact-check verdict: Fake...",
            ),
            (
                "PBS",
                "Trump's White House ballroom plans",
                "Trump insists... adding the massive 90,000-square-foot, glass-walled space...",
            ),
            ("BBC", "White House ballroom construction", "critics fear the new 90,000-sq-ft building..."),
        ],
        Verdict::Supports,
        &mut wrong,
    );
    expect(
        "2, snippets",
        EXEMPT,
        &[
            (
                "Bloomberg",
                "National Historic Preservation Act and the White House",
                "the law doesn't apply to the White House... exempt under the 1966 act",
            ),
            (
                "BBC",
                "White House and the National Historic Preservation Act",
                "three buildings and their grounds are exempt from the Section 106 review process",
            ),
            (
                "PBS",
                "White House ballroom",
                "exemption in the Section 106 process of the National Historic Preservation Act of 1966",
            ),
        ],
        Verdict::Supports,
        &mut wrong,
    );
    report(wrong);
}

/// Another place, another building: what is rendered is not what is planned.
#[test]
fn a_fake_picture_of_a_thing_says_nothing_about_the_thing() {
    let mut wrong = Vec::new();
    for (subject, thing, picture) in [
        ("The city of Lyon", "a 60,000-seat stadium", "photo"),
        ("Norway", "a 27-kilometre undersea tunnel", "video"),
        ("The port of Gdansk", "a 400-metre container pier", "image"),
        ("The University of Leeds", "a 12-storey library", "rendering"),
    ] {
        let text = format!("{subject} is building {thing}.");
        let fake = format!("A viral {picture} that shows {thing} in {subject} is fake. Verdict: Fake.");
        let real = format!("{subject} has begun building {thing}, officials said.");
        let title = format!("Work on {thing} begins");
        let check = ("Snopes", "A viral post", fake.as_str());
        expect(
            "picture",
            &text,
            &[check, (NEWS[0], &title, &real), (NEWS[1], &title, &real)],
            Verdict::Supports,
            &mut wrong,
        );
        expect("picture alone", &text, &[check], Verdict::Undecided, &mut wrong);
        let dropped = format!("{subject} has abandoned building {thing}.");
        expect("dropped", &text, &[(NEWS[0], &title, &dropped)], Verdict::Contradicts, &mut wrong);
        let no = format!("{subject} is not building {thing}, officials said.");
        expect("denied", &text, &[check, (NEWS[2], &title, &no)], Verdict::Contradicts, &mut wrong);
    }
    report(wrong);
}

#[test]
fn ratings_and_negated_targets_are_resolved() {
    let mut wrong = Vec::new();
    for (claim, negated, other) in [
        (
            "Greta Olsen resigned from the council.",
            "Greta Olsen did not resign from the council.",
            "Greta Olsen bought the council a painting.",
        ),
        (
            "The bank froze the accounts of protesters.",
            "The bank did not freeze the accounts of protesters.",
            "The bank closed its branch in Ottawa.",
        ),
        (
            "Denmark banned the import of plastic bags.",
            "Denmark did not ban the import of plastic bags.",
            "Denmark taxed sugary drinks.",
        ),
        (
            "The vaccine contains mercury.",
            "The vaccine does not contain mercury.",
            "The trial of the vaccine was paid by farmers.",
        ),
    ] {
        for (target, rating, expected) in [
            (claim, "False", Verdict::Contradicts),
            (claim, "True", Verdict::Supports),
            (claim, "Not true", Verdict::Contradicts),
            (claim, "Mixture", Verdict::Undecided),
            (negated, "False", Verdict::Supports),
            (negated, "True", Verdict::Contradicts),
            (other, "False", Verdict::Undecided),
            (other, "True", Verdict::Undecided),
        ] {
            let passage = format!("Claim: {target} Rating: {rating}.");
            expect("rating", claim, &[("Snopes", "What we found", &passage)], expected, &mut wrong);
            let bare = target.trim_end_matches('.');
            let head = format!("{}: Claim that {bare}.", rating.to_uppercase());
            expect("headed", claim, &[("PolitiFact", "What we found", &head)], expected, &mut wrong);
        }
    }
    report(wrong);
}

#[test]
fn numbers_decide_by_the_words_around_them() {
    let mut wrong = Vec::new();
    for (claim, told, expected) in [
        (
            "The museum drew about 2 million visitors in 2019.",
            "The museum drew 1.8 million visitors in 2019.",
            Verdict::Supports,
        ),
        (
            "The museum drew about 2 million visitors in 2019.",
            "The museum drew 1.2 million visitors in 2019.",
            Verdict::Contradicts,
        ),
        (
            "The museum drew about 2 million visitors in 2019.",
            "The museum drew 2 million visitors in 2014.",
            Verdict::Undecided,
        ),
        ("The dam cost exactly $4.5 billion.", "The dam cost $4.5 billion.", Verdict::Supports),
        ("The dam cost exactly $4.5 billion.", "The dam cost $4.4 billion.", Verdict::Contradicts),
        ("The dam cost $4.5 billion.", "The dam cost $4.4bn.", Verdict::Supports),
        ("The dam cost $4.5 billion.", "The dam cost $9 billion.", Verdict::Contradicts),
        ("The dam cost $4.5 billion.", "The dam is 140 metres high.", Verdict::Undecided),
        (
            "Around 40 percent of the reef has died.",
            "The survey found that 38% of the reef has died.",
            Verdict::Supports,
        ),
        (
            "Around 40 percent of the reef has died.",
            "The survey found that 12% of the reef has died.",
            Verdict::Contradicts,
        ),
        ("The fire killed 7 people.", "The fire killed seven people, police said.", Verdict::Supports),
        ("The fire killed 7 people.", "The fire killed 8 people, police said.", Verdict::Contradicts),
        ("The company hired more than 5,000 workers.", "The company hired 5,600 workers.", Verdict::Supports),
        ("The company hired more than 5,000 workers.", "The company hired 3,100 workers.", Verdict::Contradicts),
        // Another phase is another trial, not another quantity (`docs/rules.md#numbers`).
        ("The drug was tested in a phase 3 trial.", "The drug was tested in a phase 2 trial.", Verdict::Undecided),
        ("Rheingas sold 300,000 heat pumps in 2021.", "Rheingas sold 310,000 heat pumps in 2021.", Verdict::Supports),
        ("Rheingas sold 300,000 heat pumps in 2021.", "Nordwerk sold 310,000 heat pumps in 2021.", Verdict::Undecided),
        (
            "Rheingas sold 300,000 heat pumps in 2021.",
            "Rheingas sold 120,000 heat pumps in 2021.",
            Verdict::Contradicts,
        ),
    ] {
        expect("number", claim, &[("Reuters", "In figures", told)], expected, &mut wrong);
    }
    report(wrong);
}

/// Wordings of fact-check sites, of news and of statements that deny something.
#[test]
fn claims_about_claims_come_in_many_wordings() {
    use Verdict::{Contradicts, Supports, Undecided};
    let mut wrong = Vec::new();
    let cars = "Canada banned the sale of gasoline cars.";
    let law = "The new law applies to churches.";
    let clean = "The water in Elmstadt is not contaminated with lead.";
    for (claim, source, title, passage, expected) in [
        (
            cars,
            "Snopes",
            "Fact check: No, Canada did not ban the sale of gasoline cars",
            "The rule takes effect later.",
            Contradicts,
        ),
        (
            cars,
            "AP Fact Check",
            "A post about Canada",
            "CLAIM: Canada banned the sale of gasoline cars. AP'S ASSESSMENT: False.",
            Contradicts,
        ),
        (
            cars,
            "PolitiFact",
            "Did Canada ban the sale of gasoline cars?",
            "We rate this claim Mostly False.",
            Contradicts,
        ),
        (cars, "PolitiFact", "Did Canada ban the sale of gasoline cars?", "We rate this claim True.", Supports),
        (cars, "PolitiFact", "Did Canada ban the sale of gasoline cars?", "We rate this claim Half True.", Undecided),
        (
            cars,
            "Full Fact",
            "Cars in Canada",
            "It is not true that Canada banned the sale of gasoline cars.",
            Contradicts,
        ),
        (
            cars,
            "Full Fact",
            "Cars in Canada",
            "The claim that Canada banned the sale of gasoline cars has been debunked.",
            Contradicts,
        ),
        (
            cars,
            "Full Fact",
            "Cars in Canada",
            "The claim that Canada banned the sale of diesel trucks to Mexico is false.",
            Undecided,
        ),
        (cars, "Some Blog", "Cars", "FALSE: claim that Canada banned the sale of gasoline cars.", Contradicts),
        (
            cars,
            "Reuters",
            "Canada and cars",
            "Canada has not banned the sale of gasoline cars, the ministry said.",
            Contradicts,
        ),
        (
            cars,
            "Reuters",
            "Canada and cars",
            "Canada has banned the sale of gasoline cars, the ministry said.",
            Supports,
        ),
        (law, "Snopes", "Churches", "It is false that the new law does not apply to churches.", Supports),
        (law, "Snopes", "Churches", "It is false that the new law applies to churches.", Contradicts),
        (law, "Snopes", "Churches", "The claim that the new law does not apply to churches is not false.", Contradicts),
        (law, "BBC", "Churches", "The new law doesn't apply to churches.", Contradicts),
        (clean, "Snopes", "Elmstadt", "FALSE: claim that the water in Elmstadt is contaminated with lead.", Supports),
        (clean, "Snopes", "Elmstadt", "TRUE: claim that the water in Elmstadt is contaminated with lead.", Contradicts),
        (
            clean,
            "Snopes",
            "Elmstadt",
            "Claim: The water in Elmstadt is not contaminated with lead. Verdict: fake.",
            Contradicts,
        ),
        (clean, "NPR", "Elmstadt", "Tests found that the water in Elmstadt is contaminated with lead.", Contradicts),
        (clean, "NPR", "Elmstadt", "Tests found no lead contamination in the water of Elmstadt.", Supports),
    ] {
        expect(source, claim, &[(source, title, passage)], expected, &mut wrong);
    }
    report(wrong);
}

#[test]
fn units_years_and_people_are_told_apart() {
    use Verdict::{Contradicts, Supports, Undecided};
    let mut wrong = Vec::new();
    for (claim, told, expected) in [
        ("The tunnel is 12 km long.", "The tunnel is 7.5 miles long.", Supports),
        ("The tunnel is 12 km long.", "The tunnel is 20 km long.", Contradicts),
        ("The tower cost $1.2bn.", "The tower cost 1,200 million dollars.", Supports),
        ("The bridge opened in 1998.", "The bridge opened in 1998.", Supports),
        ("The bridge opened in 1998.", "The bridge opened in 2003.", Contradicts),
        ("Unemployment in Spain fell in 2015.", "Unemployment in Spain fell in 2009.", Undecided),
        ("Unemployment in Spain fell in 2015.", "Unemployment in Spain rose in 2015.", Contradicts),
        ("Unemployment in Spain fell in 2015.", "Unemployment in Spain declined in 2015.", Supports),
        ("The diet lowers blood pressure in children.", "The diet lowers blood pressure in adults.", Undecided),
        ("The diet lowers blood pressure in humans.", "The diet lowers blood pressure in mice.", Undecided),
        (
            "The diet lowers blood pressure in children.",
            "The diet had no effect on blood pressure in children.",
            Contradicts,
        ),
        ("The diet has no effect on blood pressure.", "The diet significantly reduced blood pressure.", Contradicts),
        ("The diet has no effect on blood pressure.", "The diet did not change blood pressure.", Supports),
        ("Mortality fell with the drug (p < 0.05).", "Mortality fell with the drug (p = 0.31).", Contradicts),
        (
            "The drug had a hazard ratio of 0.80 for death.",
            "The drug had a hazard ratio of 1.20 for death.",
            Contradicts,
        ),
        ("The court convicted Marta Silva.", "The court acquitted Marta Silva.", Contradicts),
        ("The senate approved the budget.", "The senate rejected the budget.", Contradicts),
        ("The senate approved the budget.", "The senate approved the budget on Tuesday.", Supports),
        ("Nauru imports phosphate.", "Nauru exports phosphate.", Contradicts),
        ("Elephants sleep standing up.", "The ministry raised taxes on tobacco.", Undecided),
    ] {
        expect("other", claim, &[("Reuters", "Report", told)], expected, &mut wrong);
    }
    report(wrong);
}

#[test]
fn other_topics_follow_the_same_rules() {
    use Verdict::{Contradicts as C, Supports as S, Undecided as U};
    let mut wrong = Vec::new();
    let rows: &[(&str, &[Source<'_>], Verdict)] = &[
        (
            "The harbor renovation is part of plans to build a 1,200-space parking garage.",
            &[
                (
                    "Snopes",
                    "Is this leaked photo of the harbor garage real?",
                    "A leaked photo of the planned harbor garage is not authentic. Rating: Fake.",
                ),
                (
                    "NPR",
                    "Harbor renovation",
                    "The city says the harbor renovation will make room for a 1,200-space garage.",
                ),
                ("Reuters", "Harbor", "Opponents fear the 1,200-space parking garage planned at the harbor."),
            ],
            S,
        ),
        (
            "The harbor renovation is part of plans to build a 1,200-space parking garage.",
            &[
                (
                    "Snopes",
                    "Harbor",
                    "Claim: The harbor renovation is part of plans to build a 1,200-space parking garage. Rating: False",
                ),
                (
                    "NPR",
                    "Harbor renovation",
                    "The 1,200-space parking garage was dropped from the harbor renovation plans.",
                ),
                (
                    "Reuters",
                    "Harbor",
                    "The city has cancelled plans to build a 1,200-space parking garage at the harbor.",
                ),
            ],
            C,
        ),
        (
            "The Clean Water Act exempts farmers from its permit rules.",
            &[("BBC", "Water", "Farmers are exempt from the permit rules of the Clean Water Act.")],
            S,
        ),
        (
            "The Clean Water Act exempts farmers from all its permit rules.",
            &[("BBC", "Water", "Farmers are exempt from certain permit rules of the Clean Water Act only.")],
            C,
        ),
        (
            "The Clean Water Act exempts farmers from its permit rules.",
            &[("BBC", "Water", "The Clean Water Act does not exempt farmers from its permit rules.")],
            C,
        ),
        (
            "The stadium raised about £80 million from sponsors.",
            &[("BBC", "Stadium", "Sponsors have given the stadium £72m.")],
            S,
        ),
        (
            "The stadium raised about £80 million from sponsors.",
            &[("BBC", "Stadium", "The stadium has raised £45 million from sponsors, its accounts show.")],
            C,
        ),
        (
            "Nintendo sold 18 million consoles in 2023.",
            &[
                ("Snopes", "Nintendo", "FALSE: Claim that Nintendo sold 30 million consoles is fake."),
                ("Reuters", "Nintendo", "Nintendo said it sold 17.9 million consoles in 2023."),
            ],
            S,
        ),
        (
            "Nintendo sold 18 million consoles in 2023.",
            &[("Snopes", "Nintendo", "FALSE: Claim that Nintendo sold 30 million consoles is fake.")],
            U,
        ),
        (
            "Nintendo sold 18 million consoles in 2023.",
            &[("PolitiFact", "Nintendo", "FALSE: Claim that Nintendo sold 18 million consoles in 2023.")],
            C,
        ),
        (
            "Nintendo sold 18 million consoles in 2023.",
            &[("PolitiFact", "Nintendo", "FALSE: Claim that Nintendo did not sell 18 million consoles in 2023.")],
            S,
        ),
        (
            "Nintendo sold 18 million consoles in 2023.",
            &[("Reuters", "Nintendo", "In 2021, Nintendo sold 28 million consoles.")],
            U,
        ),
        ("Every school in Oslo offers free lunch.", &[("BBC", "Oslo", "Some schools in Oslo offer free lunch.")], C),
        ("Schools in Oslo offer free lunch.", &[("BBC", "Oslo", "Some schools in Oslo offer free lunch.")], S),
        (
            "The festival attracted exactly 50,000 visitors.",
            &[("BBC", "Festival", "The festival attracted 48,500 visitors.")],
            C,
        ),
        (
            "The festival attracted nearly 50,000 visitors.",
            &[("BBC", "Festival", "The festival attracted 48,500 visitors.")],
            S,
        ),
        (
            "Kenya has banned single-use plastic bags.",
            &[("AFP", "Kenya", "Kenya's ban on single-use plastic bags took effect in August.")],
            S,
        ),
        ("The study enrolled 5 patients.", &[("Reuters", "Study", "The study enrolled 6 patients.")], C),
        (
            "The moon landing took place in 1969.",
            &[("BBC", "Moon", "The moon landing took place on July 20, 1969.")],
            S,
        ),
        (
            "The company fired its chief executive.",
            &[("BBC", "Company", "The company denied that it had fired its chief executive.")],
            C,
        ),
        (
            "The company laid off 10% of its staff.",
            &[("Reuters", "Company", "The company laid off 3% of its staff.")],
            C,
        ),
        ("The senator never voted for the bill.", &[("NPR", "Senate", "The senator voted for the bill in 2019.")], C),
        (
            "The senator voted for the bill.",
            &[("Snopes", "Senate", "Fact check: Did the senator vote for the bill? Our rating: True.")],
            S,
        ),
        (
            "The senator voted for the bill.",
            &[("Snopes", "Senate", "Posts claim that the senator voted against the bill. That is false.")],
            U,
        ),
    ];
    for (claim, sources, expected) in rows {
        expect("topic", claim, sources, *expected, &mut wrong);
    }
    report(wrong);
}

#[test]
fn a_statement_is_judged_with_the_scope_that_it_has() {
    let mut wrong = Vec::new();
    for (who, rule) in [
        ("The treaty binds Iceland", "articles"),
        ("The decree frees bakeries", "duties"),
        ("The merger gives Halden control of the", "subsidiaries"),
    ] {
        let (plain, all) = match rule {
            "articles" => (format!("{who} to its articles."), format!("{who} to all its articles.")),
            "duties" => (format!("{who} from its duties."), format!("{who} from all its duties.")),
            _ => (format!("{who} subsidiaries."), format!("{who} entire group of subsidiaries.")),
        };
        let some = match rule {
            "articles" => format!("{who} to certain articles of it."),
            "duties" => format!("{who} from certain duties."),
            _ => format!("{who} group, but only of some subsidiaries."),
        };
        expect("plain", &plain, &[("BBC", "What it means", &some)], Verdict::Supports, &mut wrong);
        expect("all", &all, &[("BBC", "What it means", &some)], Verdict::Contradicts, &mut wrong);
        expect("all is all", &all, &[("BBC", "What it means", &all)], Verdict::Supports, &mut wrong);
    }
    report(wrong);
}

#[test]
fn the_mistakes_of_the_original_are_caught_whoever_makes_them() {
    let against = |reasoning: &'static str| {
        move |_: &Citation| StanceDraft {
            entailment: 0.05,
            contradiction: 0.85,
            neutral: 0.10,
            reasoning: reasoning.to_owned(),
        }
    };
    // Snopes on a rendering, scored as a contradiction of the project.
    let script = |citation: &Citation| {
        if citation.meta.source_name.as_deref() == Some("Snopes") {
            against("The highest quality evidence from Snopes indicates the claim is fake.")(citation)
        } else {
            StanceDraft {
                entailment: 0.75,
                contradiction: 0.1,
                neutral: 0.15,
                reasoning: "It confirms the ballroom.".into(),
            }
        }
    };
    let rendering = weighed(BALLROOM, &ballroom(), Some(&script));
    assert_eq!(verdict(&rendering), Verdict::Supports);
    assert_eq!(
        (rendering.weighed[0].stance, rendering.weighed[0].proposed),
        (Stance::NotAddressed, Stance::Contradicts)
    );
    assert!(rendering.issues.iter().any(|issue| issue.code == Code::MetaClaim));

    // “All provisions”, which the statement does not say.
    let script = against(
        "The claim states that the act exempts the White House from its provisions. However, sources confirm that it is \
         exempt from certain provisions. This contradicts the claim that it is exempt from all provisions of the act.",
    );
    let qualified = weighed(EXEMPT, &exemption(), Some(&script));
    assert_eq!(verdict(&qualified), Verdict::Supports);
    assert!(qualified.issues.iter().any(|issue| issue.code == Code::AddedQualifier));

    // $320 million taken for a refutation of “roughly $350 million”.
    let script = against("The evidence gives 320, not 350.");
    let sum = [("PBS", "Donors", "The project has received $320 million in donations.")];
    let tolerant = weighed(DONATIONS, &sum, Some(&script));
    assert_eq!(verdict(&tolerant), Verdict::Supports);
    assert_eq!(tolerant.weighed[0].proposed, Stance::Contradicts, "both opinions are kept");

    // A fact-check of another number.
    let check = [("Snopes", "2 million?", "FALSE: Claim that Tesla delivered 2 million vehicles is fake.")];
    let meta = weighed(DELIVERED, &check, Some(&against("Snopes rates it false.")));
    assert_eq!(verdict(&meta), Verdict::Undecided);
    assert!(meta.issues.iter().any(|issue| issue.code == Code::MetaClaim));
}

/// The same mistakes made by a model, through every stage.
#[test]
fn a_model_that_makes_the_mistakes_gets_the_right_verdict_all_the_same() {
    let against = |source: &'static str, reasoning: &'static str| -> Script {
        Arc::new(move |citation| {
            (source.is_empty() || citation.meta.source_name.as_deref() == Some(source)).then(|| StanceDraft {
                entailment: 0.05,
                contradiction: 0.85,
                neutral: 0.10,
                reasoning: reasoning.to_owned(),
            })
        })
    };
    let all = "The claim states that the act exempts the White House from all provisions, which this contradicts.";
    let sum = [("PBS", "Donors pay", "The project has received $320 million in donations so far.")];
    let rendering = (
        "Snopes",
        "Rumored rendering of the planned White House ballroom",
        "A rendering of the 90,000-square-foot ballroom, said to be part of plans for the East Wing project, is fake.",
    );
    let check = ("Snopes", "Did Tesla deliver 2 million?", "FALSE: Claim that Tesla delivered 2 million vehicles.");
    let primary = ("Reuters", "Record deliveries", "Tesla said it delivered 1.31 million vehicles in 2022.");
    let mut wrong = Vec::new();
    for (claim, sources, stance, expected, code) in [
        (
            BALLROOM,
            [&[rendering], &ballroom()[1..]].concat(),
            against("Snopes", "Snopes, the best source, says that the claim is fake."),
            Verdict::Supports,
            Some(Code::MetaClaim),
        ),
        (EXEMPT, exemption().to_vec(), against("", all), Verdict::Supports, Some(Code::AddedQualifier)),
        (DONATIONS, sum.to_vec(), against("", "It gives 320, not 350."), Verdict::Supports, None),
        (
            DELIVERED,
            vec![check, primary],
            against("Snopes", "Snopes rates it false."),
            Verdict::Supports,
            Some(Code::MetaClaim),
        ),
        (
            DELIVERED,
            vec![check],
            against("Snopes", "Snopes rates it false."),
            Verdict::Undecided,
            Some(Code::MetaClaim),
        ),
    ] {
        let outcome =
            reviewed(claim, &sources, Arc::new(Scripted { spec: Builtin::default().spec(), stance, verdict: None }));
        wrong.extend(complaint(claim, &outcome, expected, true));
        assert!(code.is_none_or(|code| outcome.has(code)), "{claim}: {code:?} is missing");
    }
    // A verdict that no citation carries, of a model that takes the fact-check for one.
    let stance = against("Snopes", "Snopes rates it false.");
    let verdict = Some(("contradicts", "The highest quality evidence from Snopes [1] says that it is fake."));
    let outcome =
        reviewed(DELIVERED, &[check], Arc::new(Scripted { spec: Builtin::default().spec(), stance, verdict }));
    wrong.extend(complaint(DELIVERED, &outcome, Verdict::Undecided, true));
    report(wrong);
}

/// A site that only the user knows for one that checks facts.
#[test]
fn the_users_table_tells_which_sites_check_facts() {
    let statement = statement(DONATIONS);
    let cited =
        citations(&[("Harbour Facts", "Donations", "That the project received $350 million in donations is a myth.")]);
    let table = format!(
        "{}\n[[source]]\nrule = \"our own\"\nvalue = 0.8\nfact_check = true\nnames = [\"Harbour Facts\"]\n",
        include_str!("../../prompts/credibility.toml")
    );
    let draft = StanceDraft { entailment: 0.9, contradiction: 0.0, neutral: 0.1, reasoning: String::new() };
    let stance = |table: &RulePack| weigh::stance(&statement, &cited.citations[0], draft.clone(), table).stance;
    assert_eq!(stance(&RulePack::builtin()), Stance::Supports);
    assert_eq!(stance(&RulePack::clone(&RulePack::builtin()).with_credibility(&table).unwrap()), Stance::Contradicts);
}

#[test]
fn scores_that_are_none_count_for_neither_side() {
    for (entailment, contradiction, neutral) in [(f64::NAN, -1.0, 0.0), (0.0, 0.0, 0.0), (f64::INFINITY, 0.0, 0.0)] {
        let script = move |_: &Citation| StanceDraft { entailment, contradiction, neutral, reasoning: String::new() };
        let weighing = weighed("Trees grow.", &[("BBC", "Stones", "Stones do not.")], Some(&script));
        assert_eq!(weighing.weighed[0].proposed, Stance::NotAddressed);
    }
}

#[test]
fn few_sources_cap_and_do_not_hide() {
    let statement = statement(DONATIONS);
    let cited = citations(&[("PBS", "Donors", "The project has received $320 million in donations.")]);
    let draft = StanceDraft { entailment: 0.9, contradiction: 0.0, neutral: 0.1, reasoning: String::new() };
    let stance = weigh::stance(&statement, &cited.citations[0], draft, &RulePack::builtin());
    let opinion = weigh::opinion(
        stance.confidence,
        Err(gainsay::reason::Failure::new(gainsay::domain::Stage::Weigh, "timed out")),
    );
    let settings = Settings::default();
    let weighing = weigh::weighing(
        &Rulings::default(),
        &statement,
        &cited,
        Cited { documents: &[], counts: &BTreeMap::new() },
        vec![(stance, opinion)],
        &settings,
        &RulePack::builtin(),
    );
    assert_eq!(weighing.abstentions, [Abstention::InsufficientEvidence]);
    assert_eq!(verdict(&weighing), Verdict::Supports);
    assert_eq!(weighing.not_judged, 1);
    let row = &weighing.weighed[0];
    assert!(!row.blocked && row.opinion.issue.as_deref() == Some("Judge error: timed out"));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    /// A source can write what it likes: it must not stop the review.
    #[test]
    fn no_text_stops_the_weighing(
        claim in ".{0,60}",
        noise in "(FALSE: |Claim: |verdict |is fake|p < 0|ﬁ|’|“|1,0|\\$3\\.|½|m|%| ){0,12}.{0,30}",
        title in ".{0,30}",
    ) {
        for name in ["Snopes", "BBC", ""] {
            let weighing = weighed(&claim, &[(name, &title, &noise)], None);
            let scores = weighing.weighed[0].scores;
            proptest::prop_assert!((scores.entailment + scores.contradiction + scores.neutral - 1.0).abs() < 1e-9);
        }
    }
}
