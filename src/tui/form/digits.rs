//! Digits typed over a choice: each chooses, unless what follows shows that they
//! begin a remark (“12 of 40 …”).

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::text::Clean;

use super::reasons;

/// The digits typed over a choice since another key, and what was chosen before them.
#[derive(Clone, Debug, Default)]
pub struct Digits {
    typed: String,
    before: Option<usize>,
}

impl Digits {
    /// The digit that chose, if a lower-case letter follows it: “2nd” may be meant as text, “2two trials” as a choice and
    /// text.
    pub fn before_letter(&self, key: KeyEvent) -> Option<char> {
        let follows = typed(key).is_some_and(char::is_lowercase);
        self.typed.chars().next().filter(|_| follows && self.typed.len() == 1)
    }

    /// Takes a key over a choice, before it has any effect on `chosen`. Where it continues the digits before it as
    /// a text, those digits and what was chosen before them.
    ///
    /// One digit and a letter are a choice and the first letter of a remark: that is how a verdict is given. A space or
    /// a sign behind a digit, or anything behind two, is how a figure is written.
    pub fn take(&mut self, key: KeyEvent, chosen: usize) -> Option<(String, usize)> {
        match typed(key) {
            Some(digit) if digit.is_ascii_digit() => {
                self.typed.push(digit);
                self.before.get_or_insert(chosen);
                None
            }
            Some(c) if c != '[' && (self.typed.len() > 1 || !c.is_alphabetic()) => {
                let Self { typed, before } = std::mem::take(self);
                Some((typed, before?))
            }
            _ => {
                *self = Self::default();
                None
            }
        }
    }
}

/// Says what a digit chose, where letters follow it: both may have been meant for the remark, a field of this name.
pub fn describe_choice(digit: char, chosen: &str, remark: &str) -> String {
    format!("{digit} chose {chosen}; the rest goes into {remark}")
}

/// Says that digits were moved to the beginning of the remark, a field of this name.
pub fn describe_move(digits: &str, remark: &str) -> String {
    format!("moved {digits} into {remark}; the choice is unchanged")
}

/// The character that a key types.
fn typed(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(c),
        _ => None,
    }
}

/// The digit that chooses each of the options, the first nine at most: its own number where it is one (“3”, “[3]”), else
/// its place from 1 on, or from 0 on where the first is none of them.
pub fn digits(options: &[Clean]) -> Vec<Option<char>> {
    let own = |option: &Clean| option.trim_matches(['[', ']']).parse::<usize>().ok();
    let first = usize::from(options.first().is_none_or(|first| *first != reasons::NONE));
    let digit = |number: usize| char::from_digit(u32::try_from(number).ok()?, 10);
    options.iter().enumerate().map(|(place, option)| digit(own(option).unwrap_or(place + first))).collect()
}
