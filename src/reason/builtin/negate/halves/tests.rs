//! A table of sentences and their two halves, and of those that have none.

use super::*;

/// A claim of two halves would be judged by one of them, and a split would leave the other without its subject.
#[test]
fn both_halves_are_sentences_of_their_own() {
    for (sentence, first, second) in [
        (
            "Our results indicate that responses to dilemmas are not predictive of behavior, but they are predictive of affective aspects of the decision.",
            "Responses to dilemmas are not predictive of behavior.",
            "Responses to dilemmas are predictive of affective aspects of the decision.",
        ),
        (
            "Hypothetical choices are not predictive of real ones but are of what people feel.",
            "Hypothetical choices are not predictive of real ones.",
            "Hypothetical choices are predictive of what people feel.",
        ),
        (
            "The drug lowered pain but did not improve sleep.",
            "The drug lowered pain.",
            "The drug did not improve sleep.",
        ),
        (
            "Yields rose under irrigation, while protein content fell.",
            "Yields rose under irrigation.",
            "Protein content fell.",
        ),
        (
            "Exercise, but not diet, improved insulin sensitivity.",
            "Exercise improved insulin sensitivity.",
            "Diet did not improve insulin sensitivity.",
        ),
        (
            "The intervention showed an effect at 2 months but not at 6 months.",
            "The intervention showed an effect at 2 months.",
            "The intervention did not show an effect at 6 months.",
        ),
        (
            "Although sodium intake fell, blood pressure did not change.",
            "Sodium intake fell.",
            "Blood pressure did not change.",
        ),
        (
            "The vaccine did not reduce infections in adults but did in children.",
            "The vaccine did not reduce infections in adults.",
            "The vaccine reduced infections in children.",
        ),
        (
            "SGLT2 inhibitors reduced heart failure admissions by 30% but not all-cause mortality.",
            "SGLT2 inhibitors reduced heart failure admissions by 30%.",
            "SGLT2 inhibitors did not reduce all-cause mortality.",
        ),
        (
            "Probiotics neither shortened diarrhoea nor reduced admissions in children.",
            "Probiotics did not shorten diarrhoea.",
            "Probiotics did not reduce admissions in children.",
        ),
        (
            "Neither coffee nor tea causes high blood pressure.",
            "Coffee does not cause high blood pressure.",
            "Tea does not cause high blood pressure.",
        ),
        ("Boys can read, but girls cannot.", "Boys can read.", "Girls cannot read."),
        (
            "Though the drug reduced pain, nausea, and vomiting, it raised mortality.",
            "The drug reduced pain, nausea, and vomiting.",
            "The drug raised mortality.",
        ),
        ("Although most young men improved, women did not.", "Most young men improved.", "Women did not improve."),
        (
            "The risk of stroke, but not of death, was lower.",
            "The risk of stroke was lower.",
            "The risk of death was not lower.",
        ),
        (
            "In men, but not women, smoking raised mortality.",
            "In men smoking raised mortality.",
            "In women smoking did not raise mortality.",
        ),
        (
            "Pain was reduced in boys but was not in girls.",
            "Pain was reduced in boys.",
            "Pain was not reduced in girls.",
        ),
        ("The rate of stroke fell, whereas that of death rose.", "The rate of stroke fell.", "The rate of death rose."),
        (
            "The drug reduced pain, but regardless, mortality rose.",
            "The drug reduced pain.",
            "Regardless, mortality rose.",
        ),
        ("Boys improved, but girls did not.", "Boys improved.", "Girls did not improve."),
        (
            "The fibre raised the strength of the mortar while lowering that of the joint.",
            "The fibre raised the strength of the mortar.",
            "The fibre lowered the strength of the joint.",
        ),
        (
            "Burning reduces shrub cover without affecting the birds.",
            "Burning reduces shrub cover.",
            "Burning does not affect the birds.",
        ),
        ("Warming accelerated growth yet shortened life.", "Warming accelerated growth.", "Warming shortened life."),
        (
            "Prophylaxis lowers the rate of wound infection but not that of endometritis.",
            "Prophylaxis lowers the rate of wound infection.",
            "Prophylaxis does not lower the rate of endometritis.",
        ),
        (
            "The mutation increased kcat but not Km.",
            "The mutation increased kcat.",
            "The mutation did not increase Km.",
        ),
    ] {
        assert_eq!(halves(sentence), Some([first.to_owned(), second.to_owned()]), "{sentence}");
    }
}

/// A claim of one piece would be taken apart.
#[test]
fn a_sentence_of_one_claim_has_no_halves() {
    for sentence in [
        "The drug is not only safe but also effective.",
        "All but one of the patients survived.",
        "Rates rose while the ban was in force.",
        "Patients improved while they were taking the drug.",
        "The effect is not additive but synergistic.",
        "The drug failed to reduce pain, but surgery did.",
        "The drug had no effect on pain, but surgery did.",
        "Few patients improved, but many did not.",
        "A drug lowered pain, but surgery did not. Fever rose in both groups.",
        "While the drug is being taken, blood pressure is lower.",
        "Although it was not approved, the drug was widely used.",
        "The drug reduced pain in adults but not nausea.",
        "Surgery helped but not all participants benefited.",
        "Does tea lower pain but not fever?",
        "Drugs reduced mortality in patients with but not without heart failure.",
        "Reserves increased fish biomass inside but not outside their boundaries.",
        "While benefits lasted, people searched less for jobs.",
        "Grazing helped plants in wet soil but harmed them in dry soil.",
        "Neither is true.",
        "Sleep deprivation impaired attention, but the same was not true of memory.",
        "Patients lost weight while taking the drug.",
        "Blood pressure fell while patients remained on treatment.",
        "but",
        "But. But, but but",
        "Aspirin lowers the risk of stroke.",
        "But for the ban, rates would have risen.",
    ] {
        assert_eq!(halves(sentence), None, "{sentence}");
    }
}
