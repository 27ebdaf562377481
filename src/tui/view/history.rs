//! What was done to a statement, newest first, with what it changed.

use ratatui::style::{Modifier, Style};

use crate::{
    domain::diff::{Change, Edit, What},
    review::Who,
};

use super::{
    super::{
        keys::Pane,
        page::Row,
        state::State,
        theme::Role,
        wrap::{Flow, Piece},
    },
    Content, Ink, empty,
};

/// Its lines.
pub(super) fn content(state: &State, ink: Ink<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let Some(history) = state.pages.history.history.as_ref().filter(|h| Some(h.id) == state.id()) else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    if history.rows.is_empty() {
        empty(&mut content, ink, "Nothing was done to this statement yet.", "R works it out.");
    }
    for (place, row) in history.rows.iter().enumerate() {
        content.starts.push(content.flow.len());
        let here = state.at[Pane::History] == place;
        head(ink, &mut content.flow, row, here);
        if let Some(reason) = &row.reason {
            let margin: [Piece<'_>; 1] = [("    ".into(), Style::default())];
            content.flow.para(&margin, &margin, &[(reason.as_str().into(), ink.get(Role::Muted))]);
        }
        if state.pages.history.open.contains(&row.seq) {
            unfolded(ink, &mut content.flow, row);
        }
        content.flow.blank();
    }
    content
}

fn head(ink: Ink<'_>, flow: &mut Flow, row: &Row, here: bool) {
    let gutter = if here { ink.glyphs.here } else { " " };
    let (who, role) = match &row.who {
        Who::Engine => ("machine".to_owned(), Role::Muted),
        Who::Reviewer(name) => (name.to_string(), Role::Overridden),
    };
    let mut style = if here { ink.get(Role::Strong) } else { ink.get(Role::Text) };
    if row.undone {
        style = ink.get(Role::Muted).add_modifier(Modifier::CROSSED_OUT);
    }
    let mut left: Vec<Piece<'_>> = vec![
        (format!("{gutter} ").into(), ink.get(Role::Accent)),
        (row.what.one_line().to_string().into(), style),
        (format!("  {who}").into(), ink.get(role)),
    ];
    if row.undone {
        left.push(("  undone".into(), ink.get(Role::Major)));
    } else if row.in_force {
        left.push((format!("  {} in force", ink.glyphs.set).into(), ink.get(Role::For)));
    }
    let changed = row.changes.iter().map(|(_, c)| c.len()).sum::<usize>();
    if changed > 0 {
        left.push((format!("  {changed} changed").into(), ink.get(Role::Muted)));
    }
    let at = row.at.strftime("%Y-%m-%d %H:%M UTC").to_string();
    flow.ends(&left, &[(format!(" #{} {at}", row.seq).into(), ink.get(Role::Muted))]);
}

fn unfolded(ink: Ink<'_>, flow: &mut Flow, row: &Row) {
    let mut any = false;
    for (stage, changes) in &row.changes {
        for change in changes {
            any = true;
            line(ink, flow, &format!("{stage} {}", change.place), change);
        }
    }
    if !any {
        let text =
            if row.changes.is_empty() { "It changed no result." } else { "It is the first, or as the one before." };
        let margin: [Piece<'_>; 1] = [("    ".into(), Style::default())];
        flow.para(&margin, &margin, &[(text.into(), ink.get(Role::Muted))]);
    }
}

fn line(ink: Ink<'_>, flow: &mut Flow, place: &str, change: &Change) {
    let muted = ink.get(Role::Muted);
    // Signs beside the styles: nothing is told by colour alone.
    let (added, removed) = (ink.get(Role::For), ink.get(Role::Against).add_modifier(Modifier::CROSSED_OUT));
    let mut pieces: Vec<Piece<'_>> = vec![(format!("{place}  ").into(), muted)];
    match &change.what {
        What::Added(text) => pieces.push((format!("+ {}", text.one_line()).into(), added)),
        What::Removed(text) => pieces.push((format!("- {}", text.one_line()).into(), removed)),
        What::Set(old, new) => {
            pieces.push((old.one_line().to_string().into(), removed));
            pieces.push((format!(" {} ", ink.glyphs.arrow).into(), muted));
            pieces.push((new.one_line().to_string().into(), added));
        }
        What::Words(words) => {
            for (edit, text) in words {
                let (text, style) = match edit {
                    Edit::Same => (text.to_string(), ink.get(Role::Text)),
                    Edit::Removed => (format!("[-{}-]", text.trim()), removed),
                    Edit::Added => (format!("{{+{}+}} ", text.trim()), added),
                };
                pieces.push((text.into(), style));
            }
        }
    }
    let margin: [Piece<'_>; 1] = [("    ".into(), Style::default())];
    flow.para(&margin, &margin, &pieces);
}
