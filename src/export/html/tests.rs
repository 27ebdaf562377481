use super::{
    super::{fixture, page::MapDot},
    *,
};

/// Everything between angle brackets.
fn tags(html: &str) -> Vec<String> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let close = rest[open..].find('>').map_or(rest.len(), |length| open + length + 1);
        tags.push(rest[open..close].to_owned());
        rest = &rest[close..];
    }
    tags
}

fn name(tag: &str) -> &str {
    let end = tag.find([' ', '>', '\n']).unwrap_or(tag.len());
    &tag[..end]
}

#[test]
fn what_sources_contain_adds_no_tag_and_no_attribute() {
    let options = Options { appendix: true, ..Options::default() };
    let shape = |words: &str| {
        let written = html(&fixture::review(None, &|_| format!("{words} x")), &options).unwrap();
        tags(&written).iter().map(|tag| name(tag).to_owned()).collect::<Vec<_>>()
    };
    let harmless = shape("harmless");
    for payload in [
        "<script>alert(1)</script>",
        "\" onmouseover=\"alert(1)",
        "' style='x",
        "</title></style></svg><img src=x onerror=alert(1)>",
        "--><!-- <b>",
        "&lt;script&gt; &#60;b&#62;",
        "javascript:alert(1)",
        "]]>",
    ] {
        assert_eq!(shape(payload), harmless, "{payload}");
        let written = html(&fixture::review(None, &|_| payload.to_owned()), &options).unwrap();
        for tag in tags(&written) {
            let unquoted: String = tag.split('"').step_by(2).collect();
            assert!(!unquoted.contains(" on") && !unquoted.contains(" style="), "{tag}");
            assert!(!tag.contains("href=\"javascript"), "{tag}");
        }
    }
}

#[test]
fn nothing_is_loaded_and_every_link_of_the_page_leads_somewhere() {
    let written = html(&fixture::plain(), &Options { appendix: true, ..Options::default() }).unwrap();
    for loads in ["<script", "<img", "<link", "src=", "url(", "@import"] {
        assert!(!written.contains(loads), "{loads}");
    }
    for (at, _) in written.match_indices("href=\"#") {
        let id = written[at + 7..].split('"').next().unwrap();
        assert!(written.contains(&format!("id=\"{id}\"")), "nothing has the id {id}");
    }
}

#[test]
fn headings_come_in_order_and_charts_say_their_figures() {
    let written = html(&fixture::plain(), &Options { appendix: true, ..Options::default() }).unwrap();
    let mut last = 0;
    for tag in tags(&written) {
        let level = tag.strip_prefix("<h").and_then(|rest| rest[..1].parse::<u8>().ok());
        if let Some(level) = level {
            assert!(level <= last + 1, "h{level} after h{last}");
            last = level;
        }
    }
    assert_eq!(written.matches("<h1>").count(), 1);
    let charts = written.matches("<svg").count();
    let labelled = written.matches("role=\"img\" aria-label=\"").count();
    let described = written.matches(" aria-labelledby=\"").count() - written.matches("<section").count();
    assert!(charts >= 3 && labelled + described == charts, "{charts} charts, {labelled} + {described} with words");
    assert_eq!(written.matches("<desc id=").count(), described);
    assert_eq!(written.matches("<details><summary>The ").count(), described, "each has its figures as a table");
    for landmark in
        ["<header>", "<nav aria-label=", "<main id=\"main\"", "class=\"skip\" href=\"#main\"", "lang=\"en\""]
    {
        assert!(written.contains(landmark), "{landmark}");
    }
}

/// Pages of a printed report were half empty: each statement was kept whole, and the table was set larger than the text.
#[test]
fn a_printed_statement_may_run_over_a_page_and_its_head_may_not() {
    let print = STYLE.split("@media print").nth(1).unwrap();
    let rules = |property: &str| print.lines().filter(|line| line.contains(property)).collect::<Vec<_>>();
    let whole =
        |line: &&&str| line.split(['{', ',']).any(|selector| [".statement", "section"].contains(&selector.trim()));
    assert_eq!(rules("break-inside: avoid").iter().find(whole), None);
    let kept = rules("break-after: avoid").join(" ");
    for head in ["h2", "h3", ".statement > blockquote", ".statement > figure", "p:has(+ figure)", "p:has(+ ul)"] {
        assert!(kept.contains(head), "{head} would be alone at the foot of a page");
    }
    assert!(!rules("font-size: 10pt").is_empty(), "sizes in rem would be those of the screen");
}

/// “Statement 17” says nothing to who looks for a statement, and thirty such lines pushed the assessment off a phone's screen.
#[test]
fn the_contents_name_statements_by_their_words_and_fold_many_away() {
    let written = html(&fixture::plain(), &Options::default()).unwrap();
    let entry = "<li><a href=\"#statement-1\">1. Metformin is superior to GLP-1 agonists in lowering …</a></li>";
    let nav = written.split("</nav>").next().unwrap();
    assert!(nav.contains(entry) && !nav.contains("<details>"), "{nav}");
    let part = |id: &str| Section { id: id.into(), heading: id.into(), class: "part", ..Section::default() };
    let statement = |_| Section { class: STATEMENT, ..part("statement") };
    let sections: Vec<Section> =
        [part("results")].into_iter().chain((0..7).map(statement)).chain([part("references")]).collect();
    let written = contents(&sections);
    assert!(written.contains("<details><summary>7 statements</summary>"), "{written}");
    let place = |words: &str| written.find(words).unwrap();
    assert!(place("#results") < place("<details>") && place("</details>") < place("#references"), "{written}");
}

/// On a phone the table of results was cut in the middle of a word, and words in charts were six pixels high.
#[test]
fn on_a_phone_each_cell_of_the_results_has_its_name_and_charts_have_larger_words() {
    let written = html(&fixture::plain(), &Options::default()).unwrap();
    assert!(written.contains("<td data-column=\"Confidence\">medium (0.60)</td>"));
    let up_to = |width: &str| STYLE.split(width).nth(1).unwrap().split("@media").next().unwrap();
    assert!(up_to("(max-width: 48rem)").contains("content: attr(data-column)"));
    assert!(up_to("(max-width: 40rem)").contains("svg text.label { font-size: 20px; }"));
    assert!(STYLE.contains(".wide, details { overflow-x: auto; }"), "what is wide scrolls in its own box");
}

/// Bars of what the machine read stood beside the verdict of a reviewer as if it came from them, and the chart of all
/// verdicts showed those of the machine and of reviewers as one.
#[test]
fn charts_show_the_verdict_in_force_and_what_is_the_machines() {
    let written = html(&fixture::plain(), &Options::default()).unwrap();
    assert!(written.contains("Verdicts: 2 undecided, 1 of them by reviewers; 1 without a verdict"), "{written}");
    assert_eq!(written.matches("<rect class=\"reviewed\"").count(), 1);
    let set = html(&fixture::restanced(), &Options::default()).unwrap();
    let first = set.split("id=\"statement-2\"").next().unwrap();
    assert!(first.contains(" set</text>") && first.contains(", set by a reviewer</td>"), "{first}");
    let dot = |outdated| MapDot { number: 1, row: 1, column: 2, disputed: false, outdated };
    assert!(plots::map(&[dot(true)]).contains("Broken ring: the verdict is out of date."));
    assert!(!plots::map(&[dot(false)]).contains("ring"));
}

/// “supported 9” ran into “undecided 3”, and nobody could say what the bars beside a statement measure.
#[test]
fn columns_of_the_map_keep_apart_and_bars_are_explained() {
    let dots: Vec<MapDot> = (1..=30)
        .map(|number| MapDot { number, row: 1, column: number as usize % 4, disputed: false, outdated: false })
        .collect();
    let map = plots::map(&dots);
    let numbers = |text: &str| text.split('"').next().unwrap().parse::<f64>().unwrap();
    let mut places: Vec<f64> = map.split("cx=\"").skip(1).map(numbers).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let gaps: Vec<f64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps.iter().filter(|gap| **gap > 40.0).count(), 3, "one between two columns: {gaps:?}");
    assert!(!plots::map(&dots[..1]).contains("no verdict"), "a column without a statement");
    for row in ["decide", "skim", "done"] {
        assert!(map.contains(">check<") && !map.contains(&format!(">{row}<")), "a row without a statement: {row}");
    }
    let written = html(&fixture::plain(), &Options::default()).unwrap();
    let caption = "<figcaption>Each bar: credibility of the source times confidence in its stance. Total: 0.72 against, \
                   0.72 for. <strong>The verdict in force, “undecided”, is the reviewer’s and not made from these weights.\
                   </strong></figcaption>";
    assert!(written.contains(caption));
}
