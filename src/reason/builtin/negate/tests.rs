//! A table of sentences and their opposites: what a reader would wince at, and
//! what a search would miss.

use proptest::prelude::*;

use super::*;

const CASES: &[(&str, &str)] = &[
    (
        "Metformin reduced body weight and improved insulin sensitivity.",
        "Metformin did not reduce body weight or did not improve insulin sensitivity.",
    ),
    (
        "Urban trees reduce air temperature and improve mental health of residents.",
        "Urban trees do not reduce air temperature or do not improve mental health of residents.",
    ),
    (
        "LECs support survival of T cells, induce tolerance to antigens and maintain memory of T cells.",
        "LECs do not support survival of T cells, do not induce tolerance to antigens or do not maintain memory of T cells.",
    ),
    (
        "The policy reduced emissions, lowered energy demand, and created jobs.",
        "The policy did not reduce emissions, did not lower energy demand, or did not create jobs.",
    ),
    (
        "Drought reduced yields, weakened roots, and delayed flowering.",
        "It is not the case that Drought reduced yields, weakened roots, and delayed flowering.",
    ),
    (
        "Green tea can lower cholesterol and prevent heart disease.",
        "Green tea cannot lower cholesterol or cannot prevent heart disease.",
    ),
    (
        "Vitamin D reduced fractures but increased falls.",
        "Vitamin D did not reduce fractures or did not increase falls.",
    ),
    (
        "The intervention improved knowledge but did not change behaviour.",
        "The intervention did not improve knowledge, or it changed behaviour.",
    ),
    (
        "Later school start times lengthen sleep and do not shorten study time.",
        "Later school start times do not lengthen sleep, or they shorten study time.",
    ),
    (
        "Immigration did not reduce wages but raised housing costs.",
        "Immigration reduced wages or did not raise housing costs.",
    ),
    (
        "The vaccine was effective in adults but not in children.",
        "The vaccine was not effective in adults, or it was effective in children.",
    ),
    ("Remittances reduce poverty but not inequality.", "Remittances do not reduce poverty, or they reduce inequality."),
    (
        "Exercise, but not diet, improved insulin sensitivity.",
        "Exercise did not improve insulin sensitivity, or diet improved insulin sensitivity.",
    ),
    (
        "Mortality decreased and hospital admissions increased after the reform.",
        "Mortality did not decrease, or hospital admissions did not increase after the reform.",
    ),
    (
        "Treatment lowered blood pressure, and adverse events were rare.",
        "Treatment did not lower blood pressure, or adverse events were not rare.",
    ),
    (
        "Nuclear transcription is not restricted to genes but occurs throughout the genome.",
        "Nuclear transcription is restricted to genes or does not occur throughout the genome.",
    ),
    ("Fish oil reduced neither mortality nor stroke.", "Fish oil reduced mortality or stroke."),
    (
        "The drug did not reduce mortality and did not improve function.",
        "The drug reduced mortality or improved function.",
    ),
    ("Both CT and MRI detected all tumours.", "Not both CT and MRI detected all tumours."),
    (
        "Leptin treatment ameliorated not only obesity but also anxiety in mice.",
        "Leptin treatment did not ameliorate both obesity and anxiety in mice.",
    ),
    (
        "The sensitivity and specificity of the assay were above 90%.",
        "The sensitivity and specificity of the assay were not above 90%.",
    ),
    (
        "Mortality was associated with the dose of vasopressors rather than the type of vasopressor.",
        "Mortality was not associated with the dose of vasopressors but with the type of vasopressor.",
    ),
    (
        "The decline is due to habitat loss rather than hunting.",
        "The decline is not due to habitat loss but to hunting.",
    ),
    (
        "Children and parents may not share similar views about the impact of tics.",
        "Children and parents share similar views about the impact of tics.",
    ),
    ("Screening might not be harmful in young adults.", "Screening is harmful in young adults."),
    (
        "Higher doses can lead to weight gain and may cause sedation.",
        "Higher doses cannot lead to weight gain or cannot cause sedation.",
    ),
    (
        "Of greater interest, we found that group with comorbid ADHD exhibited greater tic severity than the pure group, \
         as reported by previous studies.",
        "The group with comorbid ADHD did not exhibit greater tic severity than the pure group.",
    ),
    (
        "Consistent with previous studies, girls reported more anxiety than boys.",
        "Girls did not report more anxiety than boys.",
    ),
    (
        "As in other cohorts, prematurity was a strong predictor of asthma.",
        "Prematurity was not a strong predictor of asthma.",
    ),
    (
        "Sleep quality improved, as has been shown before, and fatigue decreased.",
        "Sleep quality did not improve, or fatigue did not decrease.",
    ),
    ("Root depth, as expected, increased with soil moisture.", "Root depth did not increase with soil moisture."),
    (
        "Tics were more severe after school, as reported by teachers.",
        "Tics were not more severe after school, as reported by teachers.",
    ),
    (
        "Mindfulness was superior to relaxation in lowering stress, contrary to our hypothesis.",
        "Relaxation was at least as good as mindfulness in lowering stress.",
    ),
    (
        "Insula connectivity with the thalamus varied in proportion to tic severity, while motor area connectivity varied \
         in proportion to premonitory sensations, with insula connectivity to these regions increasing to a greater \
         extent in patients with worse symptoms.",
        "Insula connectivity with the thalamus did not vary in proportion to tic severity, or motor area connectivity did not vary in proportion to premonitory sensations.",
    ),
    (
        "Participants in the condition perceived more anti-White bias than did those in the control condition.",
        "Participants in the condition did not perceive more anti-White bias than did those in the control condition.",
    ),
    (
        "We found that UV sensitivity, repair efficiency, and transcription-coupled repair levels differ between the two primates.",
        "UV sensitivity, repair efficiency, and transcription-coupled repair levels do not differ between the two primates.",
    ),
    (
        "The dairy analysis revealed a pattern analogous to that of sandwiches.",
        "The dairy analysis did not reveal a pattern analogous to that of sandwiches.",
    ),
    (
        "Whites who believed the status hierarchy was legitimate were more likely to report discrimination.",
        "Whites who believed the status hierarchy was legitimate were not more likely to report discrimination.",
    ),
    (
        "Most ecological traits considered, including body size and range, were not strongly associated with status.",
        "Most ecological traits considered, including body size and range, were strongly associated with status.",
    ),
    (
        "The therapy reduces headache, whereas the treatment effects on localization were not significant.",
        "The therapy does not reduce headache, or the treatment effects on localization were significant.",
    ),
    (
        "Carbon taxes cut emissions without reducing economic growth.",
        "Carbon taxes do not cut emissions without reducing economic growth.",
    ),
    ("Cash transfers increased school enrolment.", "Cash transfers did not increase school enrolment."),
    ("Smoking causes increased mortality.", "Smoking does not cause increased mortality."),
    (
        "Individuals prescribed SSRIs seem to have overall slower increase in movement in the morning.",
        "Individuals prescribed SSRIs do not seem to have overall slower increase in movement in the morning.",
    ),
    (
        "Time spent awake led to forgetting of the entire negative scene.",
        "Time spent awake did not lead to forgetting of the entire negative scene.",
    ),
    (
        "An acute dose of CAF between 3 and 6 mg/kg ingested 60 min before resistance exercise increased 1RM strength.",
        "An acute dose of CAF between 3 and 6 mg/kg ingested 60 min before resistance exercise did not increase 1RM strength.",
    ),
    (
        "Based on parent report, 0.19% of US children had Tourette Syndrome.",
        "Based on parent report, a share other than 0.19% of US children had Tourette Syndrome.",
    ),
    (
        "By Jan 2, 2020, 41 admitted hospital patients had been identified as having the infection.",
        "By Jan 2, 2020, a number other than 41 admitted hospital patients had been identified as having the infection.",
    ),
    (
        "There was a 40% greater increase in self reported minutes carrying out physical activity per week.",
        "There was no 40% greater increase in self reported minutes carrying out physical activity per week.",
    ),
    (
        "These mechanisms of recovery included regeneration, high competitive ability of the corals, and an effective marine protected area system.",
        "These mechanisms of recovery did not include regeneration, high competitive ability of the corals, and an effective marine protected area system.",
    ),
    (
        "We showed that fitness was reduced in the elderly, and that, on the contrary, meditators did not show this effect: they were as good as young adults.",
        "Fitness was not reduced in the elderly, or meditators showed this effect.",
    ),
    (
        "The difference between the groups was significant, with the former having a higher score than the latter.",
        "The difference between the groups was not significant.",
    ),
    (
        "Patients treated with the drug lived longer, with a median survival of 14 months.",
        "Patients treated with the drug did not live longer.",
    ),
    (
        "A reduction in volume was seen in treated animals, which was abolished by the inhibitor.",
        "A reduction in volume was not seen in treated animals.",
    ),
    (
        "Experts had better control than novices, while at two years the trained group had caught up.",
        "Experts had no better control than novices.",
    ),
    (
        "Rates of infection fell from 9% to 4% after the checklist was introduced.",
        "Rates of infection did not fall from 9% to 4% after the checklist was introduced.",
    ),
    (
        "Mice injected after birth were smaller than controls.",
        "Mice injected after birth were no smaller than controls.",
    ),
    ("Bees exposed to the pesticide foraged less.", "Bees exposed to the pesticide did not forage less."),
    (
        "We reported a specific decline of attention in the elderly.",
        "There is no specific decline of attention in the elderly.",
    ),
    ("We detected no virus in any of the 40 samples.", "We detected some virus in some of the 40 samples."),
    ("People who smoke are no likelier to get dementia.", "People who smoke are likelier to get dementia."),
    ("The vaccine did nothing to stop the spread.", "The vaccine did something to stop the spread."),
    ("Statins do nothing for people without heart disease.", "Statins do something for people without heart disease."),
    ("Nobody died of the side effects.", "Somebody died of the side effects."),
    ("No one has ever proved that phones cause cancer.", "Somebody has proved that phones cause cancer."),
    ("Nothing suggests that the drug harms the kidneys.", "Something suggests that the drug harms the kidneys."),
    ("There was nothing wrong with the device.", "There was something wrong with the device."),
    ("Without treatment, nothing changes.", "Without treatment, something changes."),
    ("The drug hardly affects sleep.", "The drug affects sleep."),
    ("Vaccinated people hardly ever end up in intensive care.", "Vaccinated people often end up in intensive care."),
    ("Women seldom report chest pain.", "Women often report chest pain."),
    ("Hardly anyone took the pill as told.", "Many people took the pill as told."),
    ("The new method is anything but accurate.", "The new method is accurate."),
    ("The new rule is nothing but a formality.", "The new rule is more than a formality."),
    ("Vitamin C is of no use against colds.", "Vitamin C is of use against colds."),
    ("Little is known about its effects on children.", "Much is known about its effects on children."),
    ("Little owls hunt by day.", "Little owls do not hunt by day."),
    ("The law had little to do with the fall in crime.", "The law had much to do with the fall in crime."),
    ("The company paid next to nothing in taxes.", "The company paid a lot in taxes."),
    ("None of this was true.", "Some of this was true."),
    ("Nowhere did the bird decline as fast.", "It is not the case that nowhere did the bird decline as fast."),
    ("All but two of the children recovered.", "It is not the case that all but two of the children recovered."),
    ("The drug is nowhere near as strong as morphine.", "The drug is nearly as strong as morphine."),
    (
        "1,000 genomes project enables mapping of rare variants of the genome.",
        "1,000 genomes project does not enable mapping of rare variants of the genome.",
    ),
    (
        "31 558 deaths occurred during 1 914 691 person years of follow-up.",
        "The number of deaths that occurred during 1 914 691 person years of follow-up was not 31 558.",
    ),
    (
        "196 (2·3%) patients with the delta variant were admitted to hospital within 14 days.",
        "The number of patients with the delta variant that were admitted to hospital within 14 days was not 196.",
    ),
    (
        "PS plus MET exert significant effects on frailty indices.",
        "PS plus MET do not exert significant effects on frailty indices.",
    ),
    (
        "An additional PS may have effects on body composition.",
        "An additional PS does not have effects on body composition.",
    ),
    (
        "The agonists did not exert such effects and neither did ketamine, cocaine, morphine or yohimbine.",
        "The agonists exerted such effects.",
    ),
    ("Only 1 patient had a false-negative result.", "More than 1 patient had a false-negative result."),
    (
        "Early lysis induced by adding KCN at different time points after induction showed a negative correlation.",
        "Early lysis induced by adding KCN at different time points after induction did not show a negative correlation.",
    ),
    (
        "Most likely, time intervals are mutually independent, i.e., COV(t1, t3) = COV(t1, t2) = 0.",
        "Time intervals are not mutually independent.",
    ),
    (
        "Increasing doses of DOM occasioned increased responding on the drug lever.",
        "Increasing doses of DOM did not occasion increased responding on the drug lever.",
    ),
    ("ASPIRIN REDUCES FEVER.", "Aspirin does not reduce fever."),
    (
        "The repetition priming effects outlined above cannot account for the patterns of results.",
        "The repetition priming effects outlined above can account for the patterns of results.",
    ),
    (
        "Septal defects in the left ventricle were more common in mutants.",
        "Septal defects in the left ventricle were not more common in mutants.",
    ),
    ("Accordingly, walking lowers blood pressure.", "Walking does not lower blood pressure."),
    (
        "At 1 year from enrolment the primary endpoint was met, 42 patients were free of it.",
        "At 1 year from enrolment the primary endpoint was not met.",
    ),
    (
        "49 patients (65%; 95% CI 54–76) had a response, 29 of whom had a complete response.",
        "The number of patients that had a response was not 49.",
    ),
    (
        "At the end of the programme, 46 patients had a response, with a median duration of 26 months.",
        "At the end of the programme, a number of patients other than 46 had a response.",
    ),
    (
        "79 adverse events were recorded in 42 patients; four of those were lethal.",
        "The number of adverse events that were recorded in 42 patients was not 79, or four of those were not lethal.",
    ),
    ("In patients who were treated, mortality fell.", "In patients who were treated, mortality did not fall."),
    (
        "Habitat fragmentation reduced species richness by 13%, and effects were strong.",
        "Habitat fragmentation did not reduce species richness by 13%, or effects were not strong.",
    ),
    (
        "Semaglutide 2.4 mg once weekly led to a mean loss of weight.",
        "Semaglutide 2.4 mg once weekly did not lead to a mean loss of weight.",
    ),
    (
        "Bleeding was more frequent in the aspirin group than in the placebo group (8.6 events vs 6.2; HR 1·38, 95% CI 1·18–1·62).",
        "Bleeding was no more frequent in the aspirin group than in the placebo group.",
    ),
    (
        "Participants responded more slowly than controls (M = 742 ms), t(58) = 3.12, p = .003, d = 0.81.",
        "Participants did not respond more slowly than controls.",
    ),
    (
        "There was an effect of sleep deprivation on accuracy, F(1, 46) = 11.84, p = .001, ηp² = .20.",
        "There was no effect of sleep deprivation on accuracy.",
    ),
    (
        "Survival was longer with pembrolizumab than with chemotherapy.",
        "Survival was not longer with pembrolizumab than with chemotherapy.",
    ),
    (
        "Knockdown of PKM2 decreased lactate production by 37% and increased apoptosis in HeLa cells.",
        "Knockdown of PKM2 did not decrease lactate production by 37% or did not increase apoptosis in HeLa cells.",
    ),
    ("The allele (frequency 0.42) raises the risk of obesity.", "The allele does not raise the risk of obesity."),
    (
        "Total biomass declined by 76% over 27 years in German protected areas.",
        "Total biomass did not decline by 76% over 27 years in German protected areas.",
    ),
    (
        "Reappraisal, but not suppression, led to lower negative affect while participants viewed the pictures.",
        "Reappraisal did not lead to lower negative affect while participants viewed the pictures.",
    ),
    (
        "Memory for faces declined with age, peaked in the early thirties, and was better for own-race faces than for others.",
        "Memory for faces did not decline with age, did not peak in the early thirties, or was no better for own-race faces than for others.",
    ),
    (
        "Firms that were closer grew faster, exported more, and were less likely to exit than those farther away.",
        "Firms that were closer did not grow faster, did not export more, or were no less likely to exit than those farther away.",
    ),
    (
        "Infants prefer faces to objects, which indicates an early sensitivity.",
        "Infants do not prefer faces to objects.",
    ),
    (
        "Cells lacking p53 neither arrested in G1 nor underwent apoptosis.",
        "Cells lacking p53 arrested in G1 or underwent apoptosis.",
    ),
    (
        "Training did not reduce burnout any more than the waiting list did.",
        "Training reduced burnout more than the waiting list did.",
    ),
    ("A pharmacist can prevent up to 40% of the errors.", "A pharmacist cannot prevent up to 40% of the errors."),
    (
        "Higher taxes on sugary drinks lead consumers to substitute.",
        "Higher taxes on sugary drinks do not lead consumers to substitute.",
    ),
    (
        "The signal is consistent with a merger, and hardly any ellipticity is required to explain it.",
        "The signal is not consistent with a merger, or some ellipticity is required to explain it.",
    ),
    (
        "Coral recovered on remote reefs but has yet to do so on others.",
        "Coral did not recover on remote reefs, or it has done so on others.",
    ),
    (
        "Those admitted were still more likely to report fatigue than the others.",
        "Those admitted were no more likely to report fatigue than the others.",
    ),
    (
        "The ensemble achieves an error of 3.57%, outperforming the best result by 0.92 points.",
        "The ensemble does not achieve an error of 3.57%.",
    ),
    (
        "Dropout reduced the error rate from 18.4% to 16.9%, a relative improvement of 8.2%.",
        "Dropout did not reduce the error rate from 18.4% to 16.9%.",
    ),
    ("The virus spread undetected (Lee et al., 2007).", "The virus did not spread undetected."),
    (
        "Adolescents reported feeling lonelier when friends were online without them.",
        "Adolescents did not report feeling lonelier when friends were online without them.",
    ),
    ("Aspirin reduces mortality.", "Aspirin does not reduce mortality."),
    ("Aspirin does not reduce mortality.", "Aspirin reduces mortality."),
    ("MHQ and BCTQ-F scores correlated well with speed.", "MHQ and BCTQ-F scores did not correlate well with speed."),
    (
        "Analyses at the sentence level demonstrated suppression of components.",
        "Analyses at the sentence level did not demonstrate suppression of components.",
    ),
    (
        "Children who benefited no longer showed better skills than their peers.",
        "Children who benefited still showed better skills than their peers.",
    ),
    (
        "Representations are recruited in the period when the cue is no longer present.",
        "Representations are not recruited in the period when the cue is no longer present.",
    ),
    (
        "GLI1, the primary target, showed higher expression in tumors compared to normal samples.",
        "GLI1, the primary target, did not show higher expression in tumors compared to normal samples.",
    ),
    (
        "Across participants K10 and NA improved between baseline and week six despite increased restrictions.",
        "Across participants K10 and NA did not improve between baseline and week six despite increased restrictions.",
    ),
    (
        "Connectivity patterns between regions carry information.",
        "Connectivity patterns between regions do not carry information.",
    ),
    ("Across participants mean scores improved.", "Across participants mean scores did not improve."),
    (
        "A difference was detected for NA but no differences were detected for PA.",
        "A difference was not detected for NA, or some differences were detected for PA.",
    ),
    (
        "There was a reoperation rate of 15.2%, with the most frequent complication being infection.",
        "There was a reoperation rate other than 15.2%, with the most frequent complication being infection.",
    ),
    ("There were approximately 781 000 deaths.", "There were not approximately 781 000 deaths."),
    ("There are both partisan and gender differences.", "There are not both partisan and gender differences."),
    (
        "Peer presence, based on our model, shortened reaction times.",
        "Peer presence, based on our model, did not shorten reaction times.",
    ),
    (
        "Presenting models as companions led participants to more strongly endorse statements.",
        "Presenting models as companions did not lead participants to more strongly endorse statements.",
    ),
    (
        "The bottleneck is not graph quality but adoption of the tool — models use it seldom.",
        "The bottleneck is graph quality rather than adoption of the tool.",
    ),
    // “Not detected in 29 of 240” would be said of the others.
    (
        "Antibodies were found in 29 of 240 sera (12.1%).",
        "Antibodies were found in a number other than 29 of 240 sera.",
    ),
    ("A total of 29 of 240 sera were positive.", "A number other than 29 of 240 sera were positive."),
    ("29/240 animals were positive.", "A number other than 29/240 animals were positive."),
    ("Twenty-nine of the 240 animals were ill.", "A number other than twenty-nine of the 240 animals were ill."),
    ("Only two of the ten lakes had the parasite.", "More than two of the ten lakes had the parasite."),
    ("Nausea was reported by 22% of patients.", "Nausea was reported by a share other than 22% of patients."),
    (
        "We observe that hard sweeps on genic mutations are not the primary force of evolution.",
        "Hard sweeps on genic mutations are the primary force of evolution.",
    ),
    (
        "Incidence rates among women with diabetes were significantly higher.",
        "Incidence rates among women with diabetes were not significantly higher.",
    ),
    (
        "Expansion has since increased the efficiency of selection.",
        "Expansion has not since increased the efficiency of selection.",
    ),
    (
        "Composite scores indicating regard were correlated with resemblance.",
        "Composite scores indicating regard were not correlated with resemblance.",
    ),
    (
        "Among children who used it, we saw significant change in knowledge as well as one relevant construct, the ability to see.",
        "Among children who used it, we did not see significant change in knowledge as well as one relevant construct, the \
         ability to see.",
    ),
    (
        "More seeds were eaten by day, whereas preference differed between the four weeds tested by us.",
        "More seeds were not eaten by day, or preference did not differ between the four weeds tested by us.",
    ),
    (
        "We found higher similarity as shown in plots of the scores and related figures.",
        "We did not find higher similarity as shown in plots of the scores and related figures.",
    ),
    (
        "There were no differences in loss; but fewer women had a fall.",
        "There were differences in loss, or fewer women did not have a fall.",
    ),
    (
        "This study has shown that impacts are low compared to others, but also that there is wide variation.",
        "Impacts are not low compared to others.",
    ),
    ("Programs help children learn and grow.", "Programs do not help children learn and grow."),
    (
        "The conditions allow cells to proliferate and differentiate.",
        "The conditions do not allow cells to proliferate and differentiate.",
    ),
    ("The test can be used to identify and treat patients.", "The test cannot be used to identify and treat patients."),
    ("Sugary drinks help people lose weight.", "Sugary drinks do not help people lose weight."),
    ("Long walks ease depression.", "Long walks do not ease depression."),
    (
        "The primers used in this study revealed 99% polymorphism.",
        "The primers used in this study did not reveal 99% polymorphism.",
    ),
    (
        "Analysis of the extracts revealed alkaloids in all the plants studied.",
        "Analysis of the extracts did not reveal alkaloids in all the plants studied.",
    ),
    (
        "The deficit persisted in all conditions, even when processing was enough to solve the task.",
        "The deficit did not persist in all conditions, even when processing was enough to solve the task.",
    ),
    ("The present work concludes that garlic could enhance immunity.", "Garlic could not enhance immunity."),
    ("Our results demonstrate models can have a capacity.", "Models cannot have a capacity."),
    (
        "Cell death leads to extracellular release of protein HMGB1.",
        "Cell death does not lead to extracellular release of protein HMGB1.",
    ),
    ("Most striking: zero trials used the tool.", "Some trials used the tool."),
    ("The types can only be partially linked with genes.", "The types can be more than partially linked with genes."),
    ("Worse sleep quality was found in nurses.", "Worse sleep quality was not found in nurses."),
    ("1000 Genomes Project data show more variants.", "1000 Genomes Project data do not show more variants."),
    ("Statins increase the risk of diabetes.", "Statins do not increase the risk of diabetes."),
    ("Statins do not increase risk.", "Statins increase risk."),
    ("Treatment reduced the number of attacks.", "Treatment did not reduce the number of attacks."),
    ("Treatment did not reduce pain.", "Treatment reduced pain."),
    ("Obesity is associated with asthma.", "Obesity is not associated with asthma."),
    ("Obesity is not associated with asthma.", "Obesity is associated with asthma."),
    ("Cells can migrate.", "Cells cannot migrate."),
    ("Cells cannot migrate.", "Cells can migrate."),
    ("Environmental factors may influence growth.", "Environmental factors do not influence growth."),
    ("LDL cholesterol has no effect on mortality.", "LDL cholesterol has an effect on mortality."),
    ("LDL cholesterol has an effect on mortality.", "LDL cholesterol has no effect on mortality."),
    ("Medications to treat obesity have side effects.", "Medications to treat obesity do not have side effects."),
    ("All patients recovered.", "Not all patients recovered."),
    ("Not all patients recovered.", "All patients recovered."),
    ("No patients had fever.", "Some patients had fever."),
    ("Many studies are flawed.", "Few studies are flawed."),
    ("There is no relation between A and B.", "There is a relation between A and B."),
    ("There is a relation between A and B.", "There is no relation between A and B."),
    ("There are no differences between groups.", "There are differences between groups."),
    ("0-dimensional biomaterials lack inductive properties.", "0-dimensional biomaterials have inductive properties."),
    ("The mutant fails to divide.", "The mutant divides."),
    ("KLF4 is ineffective in mice.", "KLF4 is effective in mice."),
    ("The outcome is independent of age.", "The outcome is dependent on age."),
    ("A is superior to B.", "B is at least as good as A."),
    ("Metformin is superior to insulin in older adults.", "Insulin is at least as good as Metformin in older adults."),
    (
        "Rotator cuff exercises are more effective than general exercise therapy in reducing pain.",
        "General exercise therapy is at least as effective as Rotator cuff exercises in reducing pain.",
    ),
    ("HbA1c consistently overestimates control.", "HbA1c does not consistently overestimate control."),
    ("T cells greatly enhance the response.", "T cells do not greatly enhance the response."),
    (
        "Addition of BMP4 generates, expands and maintains progenitor cells.",
        "Addition of BMP4 does not generate, expand and maintain progenitor cells.",
    ),
    (
        "53% of perinatal mortality is due to low birth weight.",
        "The share of perinatal mortality that is due to low birth weight is not 53%.",
    ),
    ("Only mice recovered.", "Not only mice recovered."),
    ("We found that walking reduces pain.", "Walking does not reduce pain."),
    ("Our results show that p53 is required.", "p53 is not required."),
    ("However, aspirin prevents stroke.", "Aspirin does not prevent stroke."),
    ("In melanoma, treatment reinvigorates T cells.", "In melanoma, treatment does not reinvigorate T cells."),
    ("Mutations in RIM1 decrease levels of IME1 RNA.", "Mutations in RIM1 do not decrease levels of IME1 RNA."),
    ("Active caspase-11 participates in fusion.", "Active caspase-11 does not participate in fusion."),
    (
        "Citrullinated proteins externalized in neutrophil traps act indirectly.",
        "Citrullinated proteins externalized in neutrophil traps do not act indirectly.",
    ),
    ("Cells that express CD4 are scarce.", "Cells that express CD4 are not scarce."),
    ("Dexamethasone increases risk of bleeding.", "Dexamethasone does not increase risk of bleeding."),
    ("Mortality has increased in women since 1979.", "Mortality has not increased in women since 1979."),
    ("Sudden death results in grief.", "Sudden death does not result in grief."),
    (
        "High cardiopulmonary fitness causes increased mortality rate.",
        "High cardiopulmonary fitness does not cause increased mortality rate.",
    ),
    (
        "Diabetic patients experience decreased risk for bleeding.",
        "Diabetic patients do not experience decreased risk for bleeding.",
    ),
    ("Bone marrow cells don't contribute to macrophages.", "Bone marrow cells contribute to macrophages."),
    ("NAC destabilizes NO to increase the effect.", "NAC does not destabilize NO to increase the effect."),
    ("Granulomas form in the absence of TNF.", "Granulomas do not form in the absence of TNF."),
    ("miRNAs enforce homeostasis.", "miRNAs do not enforce homeostasis."),
    (
        "Mice that lack IL-6 or its receptor exhibit resistance.",
        "Mice that lack IL-6 or its receptor do not exhibit resistance.",
    ),
    (
        "Cancer treated with fluoropyrimidines resulted in better quality of life.",
        "Cancer treated with fluoropyrimidines did not result in better quality of life.",
    ),
    (
        "Stroke patients with prior use of direct anticoagulants have a higher risk.",
        "Stroke patients with prior use of direct anticoagulants do not have a higher risk.",
    ),
    (
        "Incidence rates of cancer have increased due to screening.",
        "Incidence rates of cancer have not increased due to screening.",
    ),
    ("The blockade does not cause any adverse events.", "The blockade causes some adverse events."),
    (
        "Low expression does not repress genes or exert a function.",
        "Low expression represses genes or exerts a function.",
    ),
    ("Therapy is an ineffective treatment for insomnia.", "Therapy is an effective treatment for insomnia."),
    ("Vaccination never causes autism.", "Vaccination sometimes causes autism."),
    (
        "Literacy spread quickly after the invention of printing.",
        "Literacy did not spread quickly after the invention of printing.",
    ),
    ("The Roman grain supply depended on imports.", "The Roman grain supply did not depend on imports."),
    ("Users of the new interface complete tasks quickly.", "Users of the new interface do not complete tasks quickly."),
    ("Minimum wage increases reduce employment.", "Minimum wage increases do not reduce employment."),
    (
        "In patients with heart defects, drugs improve outcomes.",
        "In patients with heart defects, drugs do not improve outcomes.",
    ),
    ("Less than 5% of the variance is explained by genes.", "At least 5% of the variance is explained by genes."),
    ("The results of the study indicate that the virus circulates in goats.", "The virus does not circulate in goats."),
    ("In conclusion: the test can be considered reliable.", "The test cannot be considered reliable."),
    (
        "Our results indicate that PBDE alters signaling and provide evidence that brains are sensitive.",
        "PBDE does not alter signaling.",
    ),
    ("Autophagy declines in aged organisms.", "Autophagy does not decline in aged organisms."),
    (
        "Inhibition studies using proteins, combined with spectrometry, revealed the activity of a compound.",
        "Inhibition studies using proteins, combined with spectrometry, did not reveal the activity of a compound.",
    ),
    (
        "Factors influencing the timing, such as rate, strongly influence the mean.",
        "Factors influencing the timing, such as rate, do not strongly influence the mean.",
    ),
    ("The bill exempts contractors from its provisions.", "The bill does not exempt contractors from its provisions."),
    (
        "Host similarity and geographic range overlap are strong predictors of viral sharing.",
        "It is not the case that host similarity and geographic range overlap are strong predictors of viral sharing.",
    ),
    (
        "The long and short read data collected from leaf tissue largely reflect a set of shared transcripts.",
        "It is not the case that the long and short read data collected from leaf tissue largely reflect a set of shared transcripts.",
    ),
    (
        "No clinical variables were associated with the rate of recovery nor with the magnitude of improvement.",
        "It is not the case that no clinical variables were associated with the rate of recovery nor with the magnitude of improvement.",
    ),
    (
        "We find little evidence that the abilities change consistently across the life span.",
        "We find considerable evidence that the abilities change consistently across the life span.",
    ),
    (
        "Participants withdrew from the beep test significantly earlier in the high load condition.",
        "Participants did not withdraw from the beep test significantly earlier in the high load condition.",
    ),
    (
        "Nearly half of patients with cancer (46%) respond well to it, while only about 18% of patients responded well to OX.",
        "The share of patients with cancer that respond well to it is not nearly half.",
    ),
    (
        "Just as the drug can induce the gene, the signal increases the level of the enzyme.",
        "Just as the drug can induce the gene, the signal does not increase the level of the enzyme.",
    ),
    (
        "Analysis using baseline observation carried forward showed an intervention effect at 2 mo.",
        "Analysis using baseline observation carried forward did not show an intervention effect at 2 mo.",
    ),
    (
        "In exploratory analysis of outcomes, ImpACT participants, compared to controls, reported greater reductions in arousal.",
        "In exploratory analysis of outcomes, ImpACT participants, compared to controls, did not report greater reductions in arousal.",
    ),
    (
        "The mean dose of the drug administered until sinus rhythm restoration was 740 mg.",
        "It is not the case that the mean dose of the drug administered until sinus rhythm restoration was 740 mg.",
    ),
    (
        "Use of the insert following modified criteria demonstrated a reduction in adverse effects.",
        "Use of the insert following modified criteria did not demonstrate a reduction in adverse effects.",
    ),
    (
        "Rapid waning and high heterogeneity permitted complete identification of the duration.",
        "Rapid waning and high heterogeneity did not permit complete identification of the duration.",
    ),
    (
        "A reduction of 10% of the wind speeds at 0.1 AU produced the best match to the observed ones.",
        "A reduction of 10% of the wind speeds at 0.1 AU did not produce the best match to the observed ones.",
    ),
    (
        "Although the threshold was not attained, there is nonetheless a considerable difference between the groups.",
        "Although the threshold was not attained, there is no considerable difference between the groups.",
    ),
    (
        "Given that we observed that posts received attention, the lack of edits was surprising.",
        "Given that we observed that posts received attention, the lack of edits was not surprising.",
    ),
    (
        "Wikipedia provides value to both communities, but we find little evidence that these contribute in return.",
        "Wikipedia does not provide value to both communities, or we find considerable evidence that these contribute in return.",
    ),
    (
        "Specifically, we discovered that, for an active group, a task of 30 min was long enough to impair performance.",
        "For an active group, a task of 30 min was not long enough to impair performance.",
    ),
    (
        "Analyses revealed no significant main intervention effects in reducing alcohol measures.",
        "Analyses revealed significant main intervention effects in reducing alcohol measures.",
    ),
    (
        "People both delayed unveiling the answer and asked for hints, when they were curious as compared to when they were not.",
        "It is not the case that people both delayed unveiling the answer and asked for hints, when they were curious as compared to when they were not.",
    ),
    (
        "Neither lesion type predicted other respiratory diseases.",
        "It is not the case that neither lesion type predicted other respiratory diseases.",
    ),
    (
        "The dynamic patterns of opening Go moves are consistent with an arms race within the game itself.",
        "It is not the case that the dynamic patterns of opening Go moves are consistent with an arms race within the game itself.",
    ),
    ("Each of the scores demonstrated an improvement.", "Not each of the scores demonstrated an improvement."),
    (
        "Post hoc analysis demonstrated improved inhibition compared to placebo.",
        "Post hoc analysis did not demonstrate improved inhibition compared to placebo.",
    ),
    (
        "The use of media is harmful to adolescents and increases suicide.",
        "The use of media is not harmful to adolescents or does not increase suicide.",
    ),
    (
        "The H3K27me3 profiles across the domains in successive segments showed a pattern with sharp boundaries.",
        "It is not the case that the H3K27me3 profiles across the domains in successive segments showed a pattern with sharp boundaries.",
    ),
    (
        "Advanced disease (P=0.001), older age (P=0.007) and acute rejection before relapse (P<0.001) adversely influenced survival.",
        "It is not the case that advanced disease, older age and acute rejection before relapse adversely influenced survival.",
    ),
    (
        "Pairing between relatives means that males are still somewhat related to the offspring of their partners.",
        "It is not the case that pairing between relatives means that males are still somewhat related to the offspring of their partners.",
    ),
    (
        "Incidence rates among women with diabetes or who currently smoked were significantly higher than those with migraine.",
        "It is not the case that incidence rates among women with diabetes or who currently smoked were significantly higher than those with migraine.",
    ),
    (
        "We estimate that, for the most crowded places, the population has decreased by 6.6%.",
        "For the most crowded places, the population has not decreased by 6.6%.",
    ),
    (
        "Delayed germination is more likely in species adapted to cold, and less likely in species adapted to disturbance.",
        "Delayed germination is not more likely in species adapted to cold.",
    ),
    (
        "IF1 provides key anchoring points for IF2 and IF3, thereby enhancing their activities.",
        "IF1 does not provide key anchoring points for IF2 and IF3.",
    ),
    (
        "Genome editing induces a damage response in epithelial cells, leading to a selection against normal cells.",
        "Genome editing does not induce a damage response in epithelial cells.",
    ),
    (
        "Neuronal death consists of two components, mediated by loss of potassium.",
        "Neuronal death does not consist of two components.",
    ),
    (
        "The genome offers a glimpse of its ancestor, while also displaying many adaptations.",
        "The genome does not offer a glimpse of its ancestor.",
    ),
    (
        "EETs are taken up by cells, are incorporated into phospholipids, and bind to cytosolic proteins.",
        "EETs are not taken up by cells, are not incorporated into phospholipids, or do not bind to cytosolic proteins.",
    ),
    (
        "These changes are not only observed during aging but also profoundly affect cellular function.",
        "These changes are not observed during aging or do not profoundly affect cellular function.",
    ),
    (
        "Internalization does not terminate its signaling; instead, the receptor is phosphorylated.",
        "Internalization terminates its signaling.",
    ),
    (
        "Activity peaked at 3 h; in contrast, the activity of dimers was not altered by exposure.",
        "Activity did not peak at 3 h, or the activity of dimers was altered by exposure.",
    ),
    ("None of them is associated with the disease.", "Some of them are associated with the disease."),
];

#[test]
fn the_table_of_opposites() {
    let wrong: Vec<(String, &str)> = CASES
        .iter()
        .map(|(text, expected)| (opposite(text), *expected))
        .filter(|(made, expected)| made != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

proptest! {
    #[test]
    fn any_text_has_an_opposite_that_differs(text in "\\PC{0,120}") {
        let opposed = opposite(&text);
        prop_assert_ne!(opposed.trim(), text.trim());
    }

    #[test]
    fn any_words_have_an_opposite(text in "((has|is|not|no|that|fails|to|lack|and|increases|do|there|are|more|than|cells|,|\\(|a) ){0,12}") {
        let opposed = opposite(&text);
        prop_assert_ne!(opposed.trim(), text.trim());
    }
}
