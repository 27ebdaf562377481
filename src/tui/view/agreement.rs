//! How far the reviewers agree with each other, and the machine with them.

use crate::{agree::LineKind, text::counted};

use super::{
    super::{keys::Pane, state::State, theme::Role, wrap::Piece},
    Content, RenderContext, empty,
};

pub(super) fn content(state: &State, ink: RenderContext<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    let Some(found) = &state.pages.agreement.found else {
        empty(&mut content, ink, "…", "");
        return content;
    };
    let mut place = 0;
    for line in &found.lines {
        if line.text.is_empty() {
            content.flow.blank();
            continue;
        }
        let (mut gutter, mut below) = (" ", None);
        let style = match line.kind {
            LineKind::Heading => ink.get(Role::Accent),
            LineKind::Columns => ink.get(Role::Muted),
            LineKind::Figures => ink.get(Role::Text),
            LineKind::About(_) => {
                let here = state.at[Pane::Agreement] == place;
                content.starts.push(content.flow.len());
                if here {
                    gutter = ink.glyphs.here;
                    below = found.differing.get(place);
                }
                place += 1;
                ink.get(if here { Role::Strong } else { Role::Text })
            }
        };
        let margin: [Piece<'_>; 1] = [(" ".into(), style)];
        content.flow.para(&[(gutter.into(), ink.get(Role::Accent))], &margin, &[(line.text.as_str().into(), style)]);
        let Some(picked) = below else { continue };
        let text = match picked.statements.len() {
            0 => format!("{}: none", picked.what),
            count => {
                let open = ink.keymap.text("{open} shows them");
                format!("{}: {}; {open}", picked.what, counted(count, "statement"))
            }
        };
        let margin: [Piece<'_>; 1] = [("   ".into(), ink.get(Role::Muted))];
        content.flow.para(&margin, &margin, &[(text.into(), ink.get(Role::Muted))]);
    }
    content.flow.blank();
    let hint = match found.reviewers {
        0 if found.hidden > 0 => "",
        0 => "No reviewer has decided a statement yet; {verdict} sets a verdict.",
        1 => "`gainsay merge A B` brings the reviews of several reviewers together; then this view compares them.",
        _ => "",
    };
    let margin: [Piece<'_>; 1] = [(" ".into(), ink.get(Role::Muted))];
    content.flow.para(&margin, &margin, &[(ink.keymap.text(hint).into(), ink.get(Role::Muted))]);
    content
}
