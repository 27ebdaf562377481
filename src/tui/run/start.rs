//! The loop of the start page.

use crossterm::event::{Event, KeyEventKind};

use crate::tui::{
    Chosen, StartOptions, StartPage, TuiError,
    input::{Input, Sent},
    terminal::{self, Guard},
    theme::Screen,
    view::{self, HitMap},
};

use super::{Signals, dress, screen};

/// Shows the page until something is chosen.
pub(in crate::tui) async fn start(options: StartOptions) -> Result<Chosen, TuiError> {
    terminal::check()?;
    let screen = screen();
    let mut page = StartPage::new(options, screen)?;
    let mut signals = Signals::listen()?;
    let mut guard = Guard::enter(page.options.mouse)?;
    let mut hits = HitMap::default();
    let mut input = Input::start(&page.options.typed)?;
    let (theme, remark) = dress(&page.options.theme, &page.options.themes, screen, &mut input).await?;
    page.theme = theme;
    page.options.remark = page.options.remark.take().or(remark);
    let chosen = loop {
        guard.draw(|frame| hits = view::start::view(&page, frame))?;
        tokio::select! {
            biased;
            number = signals.ending.next() => {
                drop(guard);
                return Err(TuiError::Signal(number));
            }
            _ = signals.int.recv() => break Chosen::Quit,
            _ = signals.cont.recv() => guard.resume()?,
            _ = signals.resized.recv() => guard.renew()?,
            event = input.next() => {
                let chosen = match event {
                    None => Some(Chosen::Quit),
                    Some(Sent::Event(Event::Key(key))) if key.kind != KeyEventKind::Release => page.key(key),
                    Some(Sent::Event(Event::Paste(text))) => {
                        page.paste(&text);
                        None
                    }
                    Some(Sent::Event(Event::Mouse(mouse))) => page.mouse(mouse.kind, hits.at(mouse.column, mouse.row)),
                    Some(Sent::Ground(ground)) => {
                        page.theme = page.options.themes.choose(&page.options.theme, Screen::Full(ground))?.0;
                        None
                    }
                    Some(Sent::Event(_)) => None,
                };
                if let Some(chosen) = chosen {
                    break chosen;
                }
            }
        }
    };
    // What is typed from here on is for whoever comes next.
    input.end(&page.options.typed);
    Ok(chosen)
}
