//! Whether the terminal is dark or light. It is asked, and its answer comes among
//! the keys: so nobody waits for a terminal that does not answer, an answer that
//! comes late does no harm, and no key of the user's is taken away.

use std::io::{self, Write};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::Ground;

/// Asks for the colour of the background (OSC 11).
const QUESTION: &[u8] = b"\x1b]11;?\x1b\\";
/// What its answer begins with, after the key that `ESC ]` looks like.
const BEGINNING: &str = "11;rgb";
/// No answer is longer.
const LONGEST: usize = 40;

/// The answer as far as it was heard.
#[derive(Debug, Default)]
pub(in super::super) struct Background {
    text: String,
    heard: Vec<Event>,
    /// The last event was ESC alone, which may have been the first byte of an
    /// answer that came in pieces. It is not held back: a person may have meant it.
    escaped: bool,
}

/// What an event turned out to be.
#[derive(Debug, PartialEq)]
pub(in super::super) enum Heard {
    /// Perhaps a part of the answer.
    Part,
    /// The answer.
    Answer(Ground),
    /// No part of an answer: what was held back, in its order.
    Events(Vec<Event>),
}

impl Background {
    /// Asks the terminal.
    pub(in super::super) fn ask() -> io::Result<Self> {
        let mut out = io::stdout();
        out.write_all(QUESTION)?;
        out.flush()?;
        Ok(Self::default())
    }

    /// Takes in an event.
    pub(in super::super) fn hear(&mut self, event: Event) -> Heard {
        let key = match &event {
            Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) => Some((*code, *modifiers)),
            _ => None,
        };
        let begun = !self.heard.is_empty();
        let escaped = std::mem::replace(&mut self.escaped, matches!(key, Some((KeyCode::Esc, _))));
        self.heard.push(event);
        match key {
            Some((KeyCode::Char(']'), KeyModifiers::ALT)) if !begun => Heard::Part,
            Some((KeyCode::Char(']'), _)) if !begun && escaped => Heard::Part,
            // ESC \ or BEL ends it, or the first half of ESC \.
            Some(
                (KeyCode::Char('\\'), KeyModifiers::ALT)
                | (KeyCode::Char('g'), KeyModifiers::CONTROL)
                | (KeyCode::Esc, _),
            ) if begun => match ground(&self.text) {
                Some(ground) => {
                    self.heard.clear();
                    self.text.clear();
                    Heard::Answer(ground)
                }
                None => self.give_back(),
            },
            Some((KeyCode::Char(c), _)) if begun => {
                self.text.push(c);
                let beginning = self.text.len().min(BEGINNING.len());
                let fits = self.text.as_bytes()[..beginning] == BEGINNING.as_bytes()[..beginning];
                if fits && self.text.len() < LONGEST { Heard::Part } else { self.give_back() }
            }
            _ => self.give_back(),
        }
    }

    fn give_back(&mut self) -> Heard {
        self.text.clear();
        Heard::Events(std::mem::take(&mut self.heard))
    }
}

/// `11;rgb:ffff/ffff/ffff`, with one to four digits each, perhaps with an opacity.
fn ground(answer: &str) -> Option<Ground> {
    let channels = answer.strip_prefix(BEGINNING)?.trim_start_matches('a').strip_prefix(':')?;
    let share = |digits: &str| {
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(digits, 16).ok()?) / f64::from(most))
    };
    let mut shares = channels.split('/').map(share);
    let mut next = || shares.next().flatten();
    let (red, green, blue) = (next()?, next()?, next()?);
    // How bright it looks (Rec. 709), near enough for one of two.
    let bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Some(if bright > 0.5 { Ground::Light } else { Ground::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(code), modifiers))
    }

    fn answer(text: &str) -> Vec<Event> {
        let mut events = vec![key(']', KeyModifiers::ALT)];
        events.extend(text.chars().map(|c| key(c, KeyModifiers::NONE)));
        events
    }

    #[test]
    fn the_answer_is_understood_and_the_keys_around_it_stay() {
        for (text, end, ground) in [
            ("11;rgb:ffff/ffff/ffff", ('\\', KeyModifiers::ALT), Ground::Light),
            ("11;rgb:0000/0000/0000", ('g', KeyModifiers::CONTROL), Ground::Dark),
            ("11;rgb:12/15/1c", ('\\', KeyModifiers::ALT), Ground::Dark),
            ("11;rgba:fbfb/fafa/f7f7/ffff", ('\\', KeyModifiers::ALT), Ground::Light),
        ] {
            let mut background = Background::default();
            let typed = key('j', KeyModifiers::NONE);
            assert_eq!(background.hear(typed.clone()), Heard::Events(vec![typed.clone()]));
            for event in answer(text) {
                assert_eq!(background.hear(event), Heard::Part);
            }
            assert_eq!(background.hear(key(end.0, end.1)), Heard::Answer(ground), "{text}");
            assert_eq!(background.hear(typed.clone()), Heard::Events(vec![typed]));
        }
    }

    #[test]
    fn an_answer_in_pieces_is_understood_and_escape_is_not_held_back() {
        let mut background = Background::default();
        let escape = Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        assert_eq!(background.hear(escape.clone()), Heard::Events(vec![escape.clone()]));
        for event in "]11;rgb:ffff/ffff/ffff".chars().map(|c| key(c, KeyModifiers::NONE)) {
            assert_eq!(background.hear(event), Heard::Part);
        }
        assert_eq!(background.hear(escape), Heard::Answer(Ground::Light));
    }

    #[test]
    fn what_only_begins_like_an_answer_is_given_back_key_by_key() {
        for text in ["12", "11;rgb:zz/0/0", "11;rgb:", "1a"] {
            let mut background = Background::default();
            let mut events = answer(text);
            events.push(key('\\', KeyModifiers::ALT));
            let mut back = Vec::new();
            for event in events.clone() {
                match background.hear(event) {
                    Heard::Part => {}
                    Heard::Events(some) => back.extend(some),
                    Heard::Answer(_) => panic!("{text} is no answer"),
                }
            }
            assert_eq!(back, events, "{text}");
        }
    }
}
