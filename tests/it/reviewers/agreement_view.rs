//! The view of agreement, and what it leads to.

use std::sync::Arc;

use gainsay::{review::Review, tui::Headless};

use crate::{
    fixture::face::text,
    support::{
        clock,
        program::succeed,
        reviewers::{reference, reviewed},
    },
};

fn screen(tui: &mut Headless) -> String {
    tui.draw(80, 24);
    tui.pass(10_000);
    text(&tui.draw(80, 60))
}

/// An adjudicator would see other figures on screen than in the report, or be led to the wrong statements.
#[test]
fn the_view_shows_the_figures_of_the_command_and_leads_to_the_statements_behind_them() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let files = ["ada.gainsay", "ben.gainsay", "cleo.gainsay"];
    files.iter().enumerate().for_each(|(column, file)| reviewed(&home.join(file), column).close());
    succeed(home, &["merge", files[0], files[1], files[2], "--out", "all.gainsay"]);
    let table = succeed(home, &["agreement", "all.gainsay"]);
    let review = Review::open_read_only(&home.join("all.gainsay"), clock()).unwrap();
    let mut tui = Headless::new(Arc::new(review), "all", "dark", Some("Dana")).unwrap();
    tui.press("gi");
    let shown = screen(&mut tui);
    for line in table.lines() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains(&line), "“{line}” is missing in:\n{shown}");
    }
    // The first pair: as many statements as the reference has them differ on.
    let opinions = reference()["opinions"].clone();
    let verdict = |row: &serde_json::Value, who: usize| row[who]["verdict"].as_str().map(str::to_owned);
    let rows = opinions.as_array().unwrap();
    let both = rows.iter().filter_map(|row| verdict(row, 0).zip(verdict(row, 1)));
    let differing = both.filter(|(ada, ben)| ada != ben).count();
    let led = format!("Ada and Ben differ: {differing} statements; Enter shows them");
    assert!(shown.contains(&led), "{shown}");
    tui.press("<Enter>");
    let list = screen(&mut tui);
    assert!(list.contains(&format!("{differing} of 60")) && list.contains("Ada and Ben differ"), "{list}");
    tui.press("<Esc>");
    let whole = screen(&mut tui);
    assert!(!whole.contains("Ada and Ben differ"), "{whole}");
    // Of the machine: it says “supports” of each, so nobody can differ from where it says “contradicts”.
    tui.press("giGkkkk");
    let shown = screen(&mut tui);
    assert!(shown.contains("a reviewer differs from the machine’s “contradicts”: none"), "{shown}");
    // Those on the side opposite to it said that the evidence contradicts.
    let opposite = rows.iter().filter(|row| row.as_array().unwrap().iter().any(|o| o["verdict"] == "contradicts"));
    let opposite = opposite.count();
    tui.press("jjj");
    let shown = screen(&mut tui);
    assert!(shown.contains(&format!("on the side opposite to the machine’s: {opposite} statements")), "{shown}");
}
