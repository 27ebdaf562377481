use super::*;

fn told(text: &str) -> Vec<(Section, String)> {
    read(&[Page { number: 1, text: text.into() }]).into_iter().map(|s| (s.section, s.text)).collect()
}

#[test]
fn labels_open_sections_within_a_paragraph_and_are_no_part_of_a_statement() {
    let read = told("OBJECTIVE To see. RESULTS We found it. It was large. CONCLUSIONS It works.");
    assert_eq!(read[1], (Section::Results, "We found it.".into()));
    assert_eq!(read[2].0, Section::Results);
    assert_eq!(read[3], (Section::Conclusion, "It works.".into()));
    let read = told("Abstract\n\n**x** y.\nResults: We found it.\nConclusions: However, it faded.");
    assert_eq!(read.last(), Some(&(Section::Conclusion, "It faded.".into())));
    assert_eq!(told("Interestingly, though, we found it.")[0].1, "We found it.");
}

#[test]
fn what_a_page_layout_broke_is_one_sentence() {
    let read = told("The package fits models of many\n\nkinds in little memory.\n\nIt is free.");
    assert_eq!(read[0].1, "The package fits models of many kinds in little memory.");
    assert_eq!(read.len(), 2);
    let read = told("It engaged a large proportion (roughly\n\n60%) of smokers.\n\nIt is free.");
    assert_eq!(read[0].1, "It engaged a large proportion (roughly 60%) of smokers.");
}

fn summary(pages: &[&str]) -> Vec<String> {
    let body = "Nobody slept in the laboratory on that day. ".repeat(200);
    let last = format!("Introduction\n\n{body}");
    let texts = pages.iter().copied().chain([last.as_str()]);
    let pages: Vec<Page> = texts.zip(1..).map(|(text, number)| Page { number, text: text.into() }).collect();
    read(&pages).into_iter().filter(|sentence| sentence.summary).map(|sentence| sentence.text).collect()
}

/// A journal sets the heading upright beside its abstract, so that it is read behind it, and all findings were lost.
#[test]
fn an_abstract_may_be_above_its_heading() {
    let found = "We found that walkers slept longer than others did. ".repeat(6);
    assert_eq!(summary(&[&format!("{found}\n\nABSTRACT")]).len(), 6);
}

/// An abstract below a journal's notices was lost, and one that opens so was read as the introduction.
#[test]
fn notices_and_an_introduction_of_its_own_end_no_abstract() {
    let noticed = "Correspondence:\n\nlee@example.org\n\nSleep is asked about in many surveys of adults. We found that \
                   walkers slept longer than others did.";
    assert_eq!(summary(&[noticed]).len(), 2);
    let opened = "Abstract\n\nIntroduction and hypothesis This is a study of the sleep of many adults who walk to work.\n\n\
                  Results Walkers slept longer.";
    assert_eq!(summary(&[opened]).last().map(String::as_str), Some("Walkers slept longer."));
    let behind_licence = "Copyright © 2007 Society of Sleep. A BS T R AC T\n\nBackground\n\nSleep is asked about in many \
                          surveys.\n\nResults\n\nWe found that walkers slept longer than others did.";
    assert_eq!(summary(&[behind_licence]).len(), 2);
}

/// What such an abstract found was read as the introduction, and lost.
#[test]
fn an_abstract_behind_its_label_goes_on_to_its_keywords() {
    let aims = "Sleep is asked about in many surveys of adults in cities. ".repeat(12);
    let first = format!("Abstract—{aims}");
    let found = "We found that walkers slept longer.";
    let with = |next: &str| summary(&[&format!("{first}\n\n{found}\n\n{next}")]).contains(&found.to_owned());
    assert!(with("Index Terms—Sleep, walking"));
    assert!(!with("Nobody slept in the laboratory on that day, whatever was asked of them at first."));
}

/// All five findings of such a paper were lost.
#[test]
fn headings_that_name_the_abstract_before_the_section_are_its_own() {
    let parted = "ABSTRACT.BACKGROUND:\n\nSleep is rare.\n\nABSTRACT.RESULTS:\n\nWalkers slept longer.\n\n\
                  BODY.BACKGROUND:\n\nMany people walk.";
    assert_eq!(summary(&[parted]), ["Sleep is rare.", "Walkers slept longer."]);
}

/// Its results and its conclusion were lost, and the licence was read as what it says.
#[test]
fn an_abstract_goes_on_behind_the_foot_of_its_first_page() {
    let first = "Abstract\n\nMethods: We asked 12 men how they\n\n(Continued on next page)\n\n\
                 © The Author(s). This article is distributed under a licence.\n\nFull list of authors is at the end.";
    let second = "Dodd et al. Page 2 of 19\n\n(Continued from previous page)\n\nslept at home.\n\n\
                  Results: Walkers slept longer.\n\nConclusions: Walking improves sleep.";
    let whole = ["We asked 12 men how they slept at home.", "Walkers slept longer.", "Walking improves sleep."];
    assert_eq!(summary(&[first, second]), whole);
    let alone = first.replace("how they", "how they slept.");
    assert_eq!(summary(&[&alone])[0], "We asked 12 men how they slept.", "nothing goes on");
}

/// The paper's main results, on the second page, would not even be offered.
#[test]
fn an_abstract_without_a_heading_goes_on_behind_its_page() {
    let abstract_text = "We asked 12 men of that age how they slept at home. Those who walked by day slept an hour longer than others. \
                They woke up later in the morning than the others did. Nobody of the two groups was ill in the weeks of \
                the trial. The effect of walking was the same at all ages of the men. ";
    let first =
        format!("Walking and sleep\n\nA. Smith and B. Jones\n\n{abstract_text}We found no sign of harm to those who");
    let body = "Sleep is often poor in men of that age, as many have found before. ".repeat(60);
    let second = format!("walked at night.\n\nKeywords: sleep, walking\n\nINTRODUCTION\n\n{body}");
    let read = summary(&[&first, &second]);
    assert_eq!(read.last().map(String::as_str), Some("We found no sign of harm to those who walked at night."));
}

/// Grants, licences and highlights would be checked as if they were findings.
#[test]
fn what_is_around_an_abstract_is_no_part_of_it() {
    let cover = "Highlights\n\nd Walkers slept longer\n\nAuthors\n\nA. Smith\n\nIn brief\n\n\
                 Smith et al. report that walkers slept longer.";
    let page = "SUMMARY\n\nWalkers slept longer than others did. © 2021 S. Karger AG, Basel\n\n\
                ∗Part of the work was done while the authors were visiting.\n\n\
                Cite this article: Smith A. 2022 Walkers slept longer.";
    assert_eq!(summary(&[cover, page]), ["Walkers slept longer than others did."]);
}

/// Captions would be offered as findings, and highlights as one sentence.
#[test]
fn captions_and_items_of_lists_are_no_running_text() {
    let read = told("Walkers slept longer.\n\nFIGURE 1\n\nSleep of walkers was long.\n\nThey woke late.");
    assert_eq!(
        read.into_iter().map(|(_, text)| text).collect::<Vec<_>>(),
        ["Walkers slept longer.", "They woke late."]
    );
    let read = told("Highlights\n\nwalkers slept longer than others\n\nothers woke up at night");
    assert_eq!(read.len(), 2);
}

/// A box beside the abstract would give statements that are none, and take its conclusion away.
#[test]
fn an_abstract_goes_on_behind_the_box_beside_it() {
    let text = "Walking and sleep\n\nABSTRACT\n\nObjectives: To see whether walking improves sleep in 240 adults of two cities.\n\n\
                Results: Walking increased sleep by 40 minutes a night.\n\nStrengths and limitations of this study\n\n\
                We did not collect data on costs in this study of two cities.\n\n\
                Conclusions: Walking improves the sleep of adults in cities.\n\nINTRODUCTION\n\n";
    let body = "Sleep is short in cities, and few of their people walk as much as they should. ".repeat(120);
    let read = read(&[Page { number: 1, text: format!("{text}{body}").as_str().into() }]);
    let summary: Vec<&str> = read.iter().filter(|one| one.summary).map(|one| one.text.as_str()).collect();
    assert_eq!(summary.len(), 3, "{summary:?}");
    assert_eq!(summary[2], "Walking improves the sleep of adults in cities.");
    assert!(read.iter().all(|one| !one.text.contains("costs")));
}

/// The findings in the second paragraph of a Markdown abstract were read as the introduction's.
#[test]
fn an_abstract_of_several_paragraphs_goes_on_to_the_introduction() {
    let first = "Sleep is important for health in many ways that nobody has counted. ".repeat(12);
    let body = "Nobody slept in the laboratory on that day. ".repeat(200);
    let abstract_end = |heading: &str| {
        let text = format!("# Abstract\n\n{first}\n\nWalking improves sleep.\n\n{heading}\n\n{body}");
        let read = read(&[Page { number: 1, text: text.as_str().into() }]);
        let found = |wanted: &str| read.iter().find(|s| s.text.starts_with(wanted)).map(|s| s.summary);
        (found("Walking"), found("Nobody"))
    };
    assert_eq!(abstract_end("# Introduction"), (Some(true), Some(false)));
    assert_eq!(abstract_end("Many are tired."), (Some(false), Some(false)), "nothing says where it ends");
}

/// Keywords beside an abstract ran into it, and it was taken for more of them.
#[test]
fn an_abstract_goes_on_behind_the_keywords_that_ran_into_it() {
    let text = "article i nfo abstract\n\nArticle history: Received 12 May 2013\n\nKeywords: Sleep Walking Human sleep is \
                widely studied. We studied it in the laboratory with forty walkers of every age. We found that walkers \
                slept longer than others did. They also dreamt less than those who had not walked at all on that day. \
                These patterns are consistent with a need of rest that grows with every step that a person takes. The \
                effect was larger in older walkers, and it did not depend on the weather of the day.";
    let read = summary(&[text]);
    assert_eq!(read.len(), 5, "{read:#?}");
    assert_eq!(read[1], "We found that walkers slept longer than others did.");
}

/// The abstract would be lost, or go on into the paper.
#[test]
fn an_abstract_of_labelled_parts_goes_on_to_its_conclusion() {
    let found = "Insurance increased more for some walkers than for others. ".repeat(16);
    let abstracted = format!(
        "IMPORTANCE Walkers sleep.\n\nOBJECTIVE To see how they sleep.\n\nRESULTS {found}\n\n\
         CONCLUSIONS AND RELEVANCE In walkers of every age, walking was associated with longer sleep at night.\n\nOthers slept in the laboratory."
    );
    let read = summary(&[&abstracted]);
    assert_eq!(
        read.last().unwrap(),
        "In walkers of every age, walking was associated with longer sleep at night.",
        "{read:#?}"
    );
}

#[test]
fn an_abstract_without_a_heading_ends_where_the_paper_begins() {
    let labelled = "Introduction. Sleep is rare. Results. Walkers slept longer. Conclusion. Walking improves sleep.";
    let texts = ["Sleep is rare.", "Walkers slept longer.", "Walking improves sleep."];
    assert_eq!(summary(&[labelled]), texts);
    let plain = "Sleep is a rare good in the cities of today. Walkers slept longer than others did at home.";
    let parts = "1. The Sleep of Men\n\nMen sleep in the cities of today as they did in all times.\n\n2. The Night";
    assert_eq!(summary(&[&format!("{plain}\n\n{parts}")]).len(), 2);
    let again = "Abstract\n\nBackground: Sleep is rare.\n\nConclusions: Walking improves sleep.\n\nBackground\n\n\
                 Men sleep in the cities of today.";
    assert_eq!(summary(&[again]), ["Sleep is rare.", "Walking improves sleep."]);
}

#[test]
fn forms_are_recognised() {
    assert!(has_verb("It works.") && !has_verb("Associations between scores and complaints."));
    for citing in [
        "It fell (Card and Krueger, 1994a; Neumark, 2000).",
        "It fell (Wolfram & Schilling-Estes, 2006:181).",
        "Musicians hear more (1), see more (2, 3), and feel more (4–7).",
        "Some say that musicians (10) hear more.",
        "Many cells die by apoptosis.¹,²",
        "It was studied⁴ in mice [12].",
    ] {
        assert!(cites(citing), "{citing}");
    }
    for own in [
        "It fell (in 1994).",
        "We find that (1) walkers slept longer and (2) dreamt less.",
        "It follows from equation (12) that walkers (34%) slept in 40 (12) beds.",
        "Plots of 10 km² held 3 of the ³H-labelled seeds of Lep⁻/⁻ mice.",
    ] {
        assert!(!cites(own), "{own}");
    }
    assert_eq!(outside_brackets("a (b [c]) d"), "a  d");
}

/// What others had found was offered as a finding of papers whose introduction follows the abstract without a heading.
#[test]
fn an_abstract_ends_where_the_paper_begins_to_cite() {
    let found = "Here we find that all of the walkers slept longer than others did at home. ".repeat(8);
    let paper =
        |first: &str| format!("{found}\n\n{first} Walkers slept better in Rome (12). They dream more in Leeds (13).");
    for first in ["Sleep is rare in all cities (11).", "Sleep is rare in all cities. It was studied often (11)."] {
        assert_eq!(summary(&[&paper(first)]).len(), 8, "{first}");
    }
    let raised =
        "Sleep is rare in all cities.¹ It was studied often.² Walkers slept much better in Rome than in Leeds.";
    assert_eq!(summary(&[&format!("{found}\n\n{raised}")]).len(), 8);
    let labelled = format!(
        "Abstract\n\nResults: {found}\n\nConclusions: Walkers sleep longer. Sleep 6:19–20, 2011 Sleep is rare (11). It is rare \
         in Leeds (12)."
    );
    assert_eq!(summary(&[&labelled]).last().map(String::as_str), Some("Walkers sleep longer."));
    let once = format!("Abstract\n\n{found} So walkers sleep longer, as theory has it (11).");
    assert_eq!(summary(&[&once]).len(), 9);
}

/// All findings of papers were lost whose first column runs into the abstract at the head of the second.
#[test]
fn an_abstract_may_be_behind_the_beginning_of_the_introduction() {
    let found = "We found that walkers slept longer than others did.";
    let page =
        format!("Sleep, which is rare in cities, is a good that in all men develops Abstract Sleep is rare. {found}");
    assert_eq!(summary(&[&page]), ["Sleep is rare.", found]);
}

/// A reviewer would be offered the titles that a paper cites, where its list of references has no heading.
#[test]
fn a_list_of_references_is_known_by_its_places_and_identifiers() {
    for list in [
        "1 Bernstein CN, Blanchard JF. Cancer risk in patients. Cancer 2001;91:854-62. doi:10.1002/1097-0142 2 Jess T. Risk of \
         cancer increases. Gut 2012;61:1140-6.",
        "Limbergen J. Epidemiology of disease. Inflamm Bowel Dis 2011;17:423-39.",
        "Lee S. Walking lowers blood pressure. https://doi.org/10.1000/182",
    ] {
        assert!(is_reference_list(list), "{list}");
    }
    for prose in [
        "Walking lowered blood pressure (Smith 2001; Jones 2004), and 12 of 40 walkers slept longer; 3 did not.",
        "In 2015; 16 people died.",
    ] {
        assert!(!is_reference_list(prose), "{prose}");
    }
}

/// A title in a list of references would count as evidence.
#[test]
fn an_entry_of_a_list_of_references_states_nothing() {
    assert!(is_reference(
        "Finch, M. Gurven, G. S. Thomas, Coronary atherosclerosis in indigenous South Americans: A cohort study."
    ));
    assert!(!is_reference("Walkers of groups A., B., and C. slept longer, dreamt less, and rose later than others."));
}

/// The last findings of an abstract without a heading were read as its introduction where the page breaks it into
/// paragraphs.
#[test]
fn an_abstract_without_a_heading_goes_on_where_its_next_paragraph_does() {
    let found = "We found that walkers slept longer than others did in all of the years. ".repeat(10);
    let ends =
        |next: &str| summary(&[&format!("{found}\n\n{next} the old slept little and the young slept much.")]).len();
    assert_eq!(ends("In contrast, we saw that"), 11);
    assert_eq!(ends("Many have asked whether"), 10);
}

/// The conclusion of an abstract in four paragraphs was read as the introduction, and lost.
#[test]
fn a_conclusion_in_a_paragraph_of_its_own_is_of_the_abstract() {
    let part =
        |text: &str| format!("{text} This is one of the many sentences that a paragraph of an abstract can have.");
    let parts = [part("Walking is common."), part("We asked adults."), part("Walkers slept longer.")].join("\n\n");
    let concluded = "We conclude that those who walk to work sleep longer than those who drive there every day.";
    let pages = [format!("# Abstract\n\n{parts}\n\n{concluded}\n\nWalking has a long history in our cities.")];
    let body = "Nobody slept in the laboratory on that day. ".repeat(200);
    let pages = pages.iter().chain([&body]).zip(1..).map(|(text, number)| Page { number, text: text.as_str().into() });
    let all = read(&pages.collect::<Vec<_>>());
    let last = all.iter().rfind(|sentence| sentence.summary);
    assert_eq!(last.map(|sentence| sentence.text.as_str()), Some(concluded));
}

/// The terms of use on the sheet that an archive puts before a paper were read as its abstract, and its findings lost.
#[test]
fn the_sheet_of_an_archive_is_no_abstract() {
    let sheet = "Citation for published version (APA): Lee, J. Sleep.\n\nGeneral rights\n\nCopyright is retained by the \
                 authors. It is a condition of access that users recognise the rights. You may not distribute it.\n\nTake \
                 down policy\n\nIf you believe that this document breaches copyright please contact us at the library.";
    let found = "Sleep is asked about in many surveys. We found that walkers slept longer than others did.";
    assert_eq!(summary(&[sheet, found]).len(), 2);
}

/// An abstract in a box behind the first lines of the introduction was read as text, and none of its results was a
/// statement.
#[test]
fn a_structured_abstract_behind_the_introductions_first_lines_is_the_abstract() {
    let page = "INTRODUCTION\n\nSurgery can cure many patients. However, some have insufficient Objectives: To ask who \
                walks.\n\nBackground: Walking is common.\n\nMethods: We asked adults. Results: Walkers slept longer (64% \
                vs.\n\n57%) than others. Conclusion: Walking helps.\n\nFrom the Department of Walking.";
    let found = summary(&[page]);
    let slept = "Walkers slept longer (64% vs. 57%) than others.";
    assert!(
        found.iter().any(|text| text == slept) && found.last().is_some_and(|text| text == "Walking helps."),
        "{found:?}"
    );
}

/// A journal sets “Abstract” above title and authors in the order of the page, and none of a trial's results was a statement.
#[test]
fn an_abstract_goes_on_behind_the_authors_below_its_heading() {
    let page = "ABSTRACT\n\nOriginal Article\n\nIntensified Walking in Adults\n\nAnna Walker, M.D., Bao Runner, Ph.D., Nguyen \
                Thi Mai, Ph.D.,\n\nTran Hau, Ph.D., Nguyen Phu, Ph.D., Pham Loc, M.D., Nguyen Chau, Ph.D., Tran Hien, \
                Ph.D., Dang Ha, Ph.D.\n\nMaxine Sleeper, Ph.D., Laura Rest, B.S., and Guy Dreamer, F.R.C.P., and Marcel \
                Wolbers, Ph.D.\n\nBACKGROUND\n\nWalking is common.\n\nMETHODS\n\nWe asked many adults in two hospitals \
                how long they slept.\n\nRESULTS\n\nWalkers slept longer than others did.\n\nCONCLUSIONS\n\nWalking helps.";
    let found = summary(&[page]);
    assert!(found.iter().any(|text| text == "Walkers slept longer than others did."), "{found:?}");
    assert_eq!(found.last().map(String::as_str), Some("Walking helps."));
}

#[test]
fn an_abstract_ends_before_the_reference_to_its_own_paper() {
    let page = "Abstract\n\nWe identified Tsc2 as the gene below the locus. This is due to another affinity of Tsc2 .—Wang, C-H., D. S. Stapleton, and A. D. Attie. Tsc2, a candidate. J. Lipid Res. 2012. 53: 1–10.";
    let found: Vec<String> = read(&[Page { number: 1, text: page.into() }]).into_iter().map(|s| s.text).collect();
    assert_eq!(found, ["We identified Tsc2 as the gene below the locus.", "This is due to another affinity of Tsc2 ."]);
    assert_eq!(super::own_citation("It rose.—Walking, too, helps."), None);
}

/// PNAS has a box above its abstract, which has no heading; its findings were taken from the box alone.
#[test]
fn an_abstract_behind_its_editors_is_read_and_not_the_box_above_it() {
    let text = "Significance\n\nSleep matters to everybody in this world. We find that some people sleep longer.\n\n\
                A title of a paper\n\nEdited by Jo Roe, Yale, New Haven; received June 29, 2022; accepted December 27, 2022\n\n\
                Sleep is rare. In six experiments walkers slept longer than others did.\n\nsleep | walking";
    let found = summary(&[text]);
    assert!(found.contains(&"In six experiments walkers slept longer than others did.".to_owned()), "{found:?}");
    assert!(!found.iter().any(|sentence| sentence.contains("some people")), "{found:?}");
}

/// “Differences in CS and NS transcriptomes Electronic supplementary material The online version” was a statement.
#[test]
fn an_abstract_goes_on_behind_the_note_and_the_addresses_at_the_foot_of_its_page() {
    let first = "Abstract Results Walkers slept longer than others. Differences between men and women Electronic supplementary \
                 material The online version of this article contains supplementary material, which is available to authorized \
                 users.\n\nT. Casey Animal Science, University of Vermont, Burlington, USA\n\nJ. White e-mail: j@uvm.edu";
    let second = "suggested that men slept less. Conclusion Walking helps sleep.\n\nKeywords Sleep";
    let found = summary(&[first, second]);
    assert!(
        found.contains(&"Differences between men and women suggested that men slept less.".to_owned()),
        "{found:?}"
    );
    assert!(found.contains(&"Walking helps sleep.".to_owned()), "{found:?}");
}
