//! Who is compared with whom, and who did what to whom (`docs/rules.md#roles`). The same two things in the other order
//! say the opposite, though every word is shared.

mod comparison;
mod deed;
mod outcome;
mod rank;
mod sentence;
mod words;

use std::cmp::Ordering;

use crate::text::sentences;

/// How the roles in a passage relate to those in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roles {
    /// The statement compares nothing, or the passage does not compare the same two things.
    None,
    /// The passage compares the same two things and bears the statement out.
    Agree,
    /// The passage compares the same two things, or relates them by the same verb, and excludes what the statement says.
    Clash,
    /// The passage compares one of the two with a third thing.
    Beside,
}

/// Compares who is compared with whom in `statement` and in the sentences of `passage`: as they say it, else by the
/// figures that they give for both arms, else by who did what to whom.
#[must_use]
pub fn compare(statement: &str, passage: &str) -> Roles {
    let own = sentence::read(statement);
    let (compared, deeds) = (comparison::parse(&own), deed::of_statement(&own));
    if compared.is_none() && deeds.is_empty() {
        return by_rank(statement, passage);
    }
    let mut found = Roles::None;
    for range in sentences(passage) {
        let passage = &passage[range];
        let read = sentence::read(passage);
        let other = comparison::parse(&read);
        let said = compared.as_ref().and_then(|own| {
            let said = other.as_ref().and_then(|other| own.relate(other));
            said.or_else(|| outcome::relate(own, passage, &read))
        });
        match said.or_else(|| deed::is_swapped(&deeds, &read).then_some(false)) {
            None => {
                let both = compared.as_ref().zip(other);
                if found == Roles::None && both.is_some_and(|(own, other)| own.is_beside(&other)) {
                    found = Roles::Beside;
                }
            }
            Some(true) => return Roles::Agree,
            Some(false) => found = Roles::Clash,
        }
    }
    found
}

/// Whether what a passage says ranks first is what the statement says does.
fn by_rank(statement: &str, passage: &str) -> Roles {
    let mut found = sentences(passage).into_iter().filter_map(|range| rank::relate(statement, &passage[range]));
    match found.next() {
        Some(first) if found.all(|next| next == first) => {
            if first {
                Roles::Agree
            } else {
                Roles::Clash
            }
        }
        _ => Roles::None,
    }
}

/// Which of two arms, given by their stems, has the larger figure in a sentence; of times where `times`. `None` where it does
/// not give just one for each.
pub(super) fn by_figures(first: &[String], second: &[String], times: bool, sentence: &str) -> Option<Ordering> {
    let dimension = if times { words::LONG } else { words::MORE };
    let read = sentence::read(sentence);
    let in_step = outcome::are_in_step((first, second), dimension, sentence, &read);
    in_step.then(|| outcome::compare((first, second), dimension, sentence, &read)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(statement: &str, passage: &str) -> &'static str {
        match compare(statement, passage) {
            Roles::None => "none",
            Roles::Agree => "agree",
            Roles::Clash => "clash",
            Roles::Beside => "beside",
        }
    }

    /// A reviewer would see evidence for the opposite filed as support.
    #[test]
    fn swapped_roles_clash_and_the_same_roles_agree() {
        for (statement, passage, expected) in [
            (
                "Tesla sold more electric cars than BYD in 2023.",
                "BYD sold more electric cars than Tesla in 2023.",
                "clash",
            ),
            ("Tesla sold more electric cars than BYD in 2023.", "Tesla sold fewer electric cars than BYD.", "clash"),
            ("Tesla sold more electric cars than BYD in 2023.", "BYD sold fewer electric cars than Tesla.", "agree"),
            ("Metformin is superior to GLP-1 agonists.", "GLP-1 agonists were superior to metformin.", "clash"),
            ("Drug A is more effective than drug B.", "Drug B was less effective than drug A.", "agree"),
            ("Drug A is more effective than drug B.", "Drug A was not more effective than drug B.", "clash"),
            ("Surgery is better than physiotherapy.", "Physiotherapy was non-inferior to surgery.", "clash"),
            ("Physiotherapy is as effective as surgery.", "Surgery was more effective than physiotherapy.", "clash"),
            ("Buses are slower than trams.", "Trams are faster than buses.", "agree"),
            ("The blue team outperformed the red team.", "The red team was outperformed by the blue team.", "agree"),
            (
                "Metformin is superior to GLP-1 agonists.",
                "We saw superior control with GLP-1 agonists compared to metformin.",
                "clash",
            ),
            (
                "Metformin is superior to GLP-1 agonists.",
                "GLP-1 agonists showed better control versus metformin.",
                "clash",
            ),
            ("Mortality is higher in men than in women.", "Mortality was higher in women than in men.", "clash"),
            ("Mortality is higher in men than in women.", "Mortality was lower in women than in men.", "agree"),
            (
                "Aspirin lowers mortality compared with placebo.",
                "Mortality was higher with aspirin versus placebo.",
                "clash",
            ),
            ("The blue team outperformed the red team.", "The blue team was outperformed by the red team.", "clash"),
            (
                "Acupuncture reduces depression more than usual care.",
                "Modelling showed reduced PHQ-9 depression in the acupuncture group as compared to usual care.",
                "agree",
            ),
            (
                "Acupuncture does not reduce depression more than usual care.",
                "Modelling showed reduced PHQ-9 depression in the acupuncture group as compared to usual care.",
                "clash",
            ),
            (
                "Acupuncture reduces depression more than usual care.",
                "Depression increased with acupuncture compared with usual care.",
                "clash",
            ),
            (
                "Walking lowers blood pressure more than cycling.",
                "There was a smaller reduction in blood pressure with walking compared with cycling.",
                "clash",
            ),
            (
                "Walking lowers blood pressure more than cycling.",
                "Walking led to a greater reduction in blood pressure than cycling.",
                "agree",
            ),
            (
                "Walking lowers blood pressure less than cycling.",
                "Blood pressure was reduced more with walking compared with cycling.",
                "clash",
            ),
            (
                "Statins are more effective than fibrates in lowering LDL cholesterol.",
                "Fibrates lowered LDL cholesterol less than statins.",
                "agree",
            ),
            (
                "Statins are more effective than fibrates at lowering LDL cholesterol.",
                "Fibrates lowered LDL cholesterol more than statins did.",
                "clash",
            ),
            (
                "Exposure is more effective than relaxation at reducing fear of spiders.",
                "Fear of spiders was reduced to a greater extent by exposure than by relaxation.",
                "agree",
            ),
            (
                "Escitalopram is more effective than venlafaxine at lowering anxiety scores.",
                "Anxiety scores had fallen more in the venlafaxine arm than in the escitalopram arm.",
                "clash",
            ),
            (
                "Warfarin causes more bleeding than apixaban.",
                "Bleeding occurred more often with apixaban than with warfarin.",
                "clash",
            ),
            (
                "Surgery led to fewer recurrences than radiotherapy.",
                "Recurrence was more frequent after radiotherapy than after surgery.",
                "agree",
            ),
            (
                "Online teaching improves test scores more than classroom teaching.",
                "Classroom teaching raised test scores more than online teaching.",
                "clash",
            ),
            (
                "Pupils in phonics classes make more reading errors than pupils in whole-word classes.",
                "Pupils in whole-word classes made more reading errors than pupils in phonics classes.",
                "clash",
            ),
            ("Mortality is higher in men than in women.", "Mortality did not differ between men and women.", "clash"),
            (
                "Bilingual children show better inhibitory control than monolingual children.",
                "Inhibitory control did not differ between bilingual and monolingual children.",
                "clash",
            ),
            (
                "HPV testing prevents more cervical cancers than cytology.",
                "More cervical cancers were found with cytology than with HPV testing.",
                "agree",
            ),
            (
                "Depression is as common in men as in women.",
                "Depression was nearly twice as common in women as in men.",
                "clash",
            ),
            (
                "Depression is as common in men as in women.",
                "Depression was more common among men than among women.",
                "clash",
            ),
            ("Women are less often depressed than men.", "Depression was twice as common in women as in men.", "clash"),
            ("Children recover faster than adults.", "Recovery took longer in adults than in children.", "agree"),
            (
                "Patients given apixaban bleed less than patients given warfarin.",
                "Compared with patients given warfarin, patients given apixaban bled less.",
                "agree",
            ),
            (
                "Children born by caesarean section have less asthma than children born vaginally.",
                "In comparison with children born vaginally, children born by caesarean section had more asthma.",
                "clash",
            ),
            (
                "Ramipril lowers blood pressure more than losartan.",
                "Compared with losartan, ramipril was associated with a greater reduction in blood pressure.",
                "agree",
            ),
            (
                "Women survive longer than men after a diagnosis of heart failure.",
                "Median survival following a diagnosis of heart failure was 4.1 years in women and 4.9 years in men.",
                "clash",
            ),
            (
                "Warfarin is superior to apixaban.",
                "Treatment with apixaban was superior to treatment with warfarin.",
                "clash",
            ),
            (
                "Piglets weaned early grow faster than piglets weaned late.",
                "Growth was slower in piglets weaned early than in piglets weaned late.",
                "clash",
            ),
        ] {
            assert_eq!(relation(statement, passage), expected, "{statement} / {passage}");
        }
    }

    /// A reviewer would see a side taken from a comparison of other things.
    #[test]
    fn other_arms_measures_and_unresolved_roles_say_nothing() {
        for (statement, passage) in [
            ("Tesla sold more electric cars than BYD.", "BYD employs more people than Tesla."),
            ("Drug A is more effective than drug B.", "Drug B caused more nausea than drug A."),
            ("The fire killed more than 300 people.", "The fire killed fewer than 300 people."),
            ("Sales were higher than expected.", "Sales were lower than in 2019."),
            ("Smoking causes cancer.", "Men smoke more than women."),
            ("Trams are faster than buses.", "Trams are cheaper than buses."),
            ("A raises HDL cholesterol more than B.", "B lowered LDL cholesterol more than A."),
            ("Walking reduces weight more than cycling.", "Walking reduced pain compared with cycling."),
            (
                "Milk yield does not differ between Holstein and Jersey cows fed the same ration.",
                "Rumen pH did not differ between Holstein and Jersey cows fed the same ration.",
            ),
            (
                "Statins are more effective than fibrates at lowering LDL cholesterol.",
                "Fibrates lowered triglycerides more than statins did.",
            ),
            (
                "Open articles are cited more often than closed ones.",
                "Open articles were downloaded twice as often as closed ones.",
            ),
        ] {
            assert_eq!(relation(statement, passage), "none", "{statement} / {passage}");
        }
    }

    /// A reviewer would see “smokers have more strokes than women with aura” as support for “women with aura have more than
    /// women without”.
    #[test]
    fn a_comparison_with_a_third_thing_is_beside_the_statement() {
        for (statement, passage, expected) in [
            ("Tesla sold more electric cars than BYD.", "BYD sold more electric cars than Volkswagen.", "beside"),
            (
                "Ibuprofen relieves migraine better than naproxen.",
                "Ibuprofen relieved migraine better than placebo.",
                "beside",
            ),
            ("Trams are faster than buses.", "Trams were faster than cars. Buses were slower than trams.", "agree"),
            ("Therapy relieves pain more than usual care.", "Therapy relieved pain more than placebo.", "none"),
            ("Trams are faster than buses.", "Trams are cheaper than cars.", "none"),
        ] {
            assert_eq!(relation(statement, passage), expected, "{statement} / {passage}");
        }
    }
}
