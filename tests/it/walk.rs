//! Whatever is pressed, pasted, clicked and reported in whatever order: nothing
//! panics, nothing is selected that is not there.

use std::sync::Arc;

use crate::fixture::{empty, paper};
use gainsay::{
    domain::{Stage, StatementId},
    engine::Event,
    reason::Need,
    review::Review,
    tui::Headless,
};

/// A generator of its own, so that a seed means the same walk for ever.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (sides.max(1) as u64)).unwrap_or(0)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

const KEYS: &[&str] = &[
    "j", "k", "h", "l", "g", "G", "J", "K", " ", "<Tab>", "<S-Tab>", "<Enter>", "<Enter>", "<Esc>", "<Esc>", "<Up>",
    "<Down>", "<Left>", "<Right>", "<PgDn>", "<PgUp>", "<Home>", "<End>", "<BS>", "1", "2", "3", "4", "5", "6", "7",
    "9", "0", "a", "v", "w", "e", "m", "f", "t", "B", "u", "U", "c", "d", "+", "-", "I", "D", "o", "i", "=", "A", "s",
    "r", "R", "x", "[", "]", "n", "N", "/", "F", "O", "L", "y", "E", ":", "?", "!", "M", "#", "C", "S", "<C-r>",
    "<C-s>", "<C-e>", "<C-p>", "<C-u>", "<C-y>", "go", "gs", "gd", "gh", "ga", "ge", "gm", "gg", "gt", "se", "sa",
    "ss", "sm", "sd", "|", ".", "é", "日",
];

const PASTES: &[&str] = &[
    "Metformin did not reduce mortality in adults.",
    "\u{1b}[2J\u{1b}]0;x\u{7}evil\u{202e}text",
    "a\tb\r\nc\u{2028}d",
    "",
    "👩‍🔬 e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "[1] | 0.5, supports",
];

fn event(dice: &mut Dice, head: u64) -> Event {
    let id = match dice.roll(4) {
        0 => None,
        _ => Some(StatementId(u32::try_from(dice.roll(12)).unwrap_or(0))),
    };
    let stage = *dice.pick(&Stage::ALL);
    match dice.roll(10) {
        0 => Event::Started(id, stage),
        1 => Event::Finished(id, stage),
        2 => Event::Failed(id, stage),
        3 => Event::Appended { head, what: (dice.roll(2) == 0).then(|| "something was done".into()) },
        4 if dice.roll(2) == 0 => Event::NotSaved("the disk is full; make room and try again".into()),
        4 => Event::Refused("the disk is full; make room and try again".into()),
        5 => Event::Progress { done: dice.roll(9), total: dice.roll(9) },
        6 => {
            let need = match dice.roll(3) {
                0 => Need::Server,
                1 => Need::Model("gpt-oss:20b".into()),
                _ => Need::Consent(Some("http://gpu.example.org:11434/".into())),
            };
            Event::Halted { need, why: "no answer; start it with `ollama serve`".into(), waiting: dice.roll(9) }
        }
        7 => Event::Fetching("gpt-oss:20b".into(), "pulling: 40% of 13.0 GB".into()),
        8 => Event::Fetched("gpt-oss:20b".into(), if dice.roll(2) == 0 { Ok(()) } else { Err("it broke off".into()) }),
        _ => Event::Idle,
    }
}

/// One step; told back for when something goes wrong.
fn step(tui: &mut Headless, dice: &mut Dice, review: &Review, size: &mut (u16, u16)) -> String {
    match dice.roll(100) {
        0..=69 => {
            let key = *dice.pick(KEYS);
            tui.press(key);
            key.to_owned()
        }
        70..=74 => {
            let text = *dice.pick(PASTES);
            tui.paste(text);
            format!("paste {text:?}")
        }
        75..=80 => {
            let (x, y) = (dice.roll(usize::from(size.0)), dice.roll(usize::from(size.1)));
            let (x, y) = (u16::try_from(x).unwrap_or(0), u16::try_from(y).unwrap_or(0));
            tui.click(x, y);
            format!("click {x} {y}")
        }
        81..=84 => {
            let (x, y) = (dice.roll(usize::from(size.0)), dice.roll(usize::from(size.1)));
            let down = dice.roll(2) == 0;
            tui.wheel(u16::try_from(x).unwrap_or(0), u16::try_from(y).unwrap_or(0), down);
            format!("wheel {x} {y} {down}")
        }
        85..=92 => {
            let event = event(dice, review.fold().head());
            tui.event(event.clone());
            format!("{event:?}")
        }
        93..=95 => {
            let ms = *dice.pick(&[1, 100, 400, 5_000]);
            tui.pass(ms);
            format!("pass {ms}")
        }
        96 => {
            let text = tui.editing().unwrap_or_default().replacen("0.", "0.1", 1);
            let text = if dice.roll(2) == 0 { text } else { "{ broken".to_owned() };
            tui.edited(&text);
            "edited".to_owned()
        }
        _ => {
            *size =
                *dice.pick(&[(80, 24), (120, 36), (200, 60), (60, 18), (59, 17), (20, 5), (1, 1), (97, 31), (220, 70)]);
            format!("resize {size:?}")
        }
    }
}

fn walk(review: &Arc<Review>, seed: u64, steps: usize, ascii: bool) {
    let mut dice = Dice(seed);
    let mut tui = Headless::new(Arc::clone(review), "walk", "dark", Some("A. Okafor")).unwrap();
    tui.ascii(ascii);
    let mut size = (120, 36);
    let mut told: std::collections::VecDeque<String> = std::collections::VecDeque::new();
    for at in 0..steps {
        let draws = dice.roll(6) == 0;
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let what = step(&mut tui, &mut dice, review, &mut size);
            if draws {
                tui.draw(size.0, size.1);
            }
            what
        }));
        let what = done.unwrap_or_else(|_| panic!("seed {seed}, step {at}, after {told:#?}"));
        told.push_back(what);
        if told.len() > 40 {
            told.pop_front();
        }
        if let Err(wrong) = tui.check() {
            panic!("seed {seed}, step {at}: {wrong}, after {told:#?}");
        }
    }
}

#[test]
fn a_hundred_thousand_steps_leave_everything_in_range() {
    // New reviews now and then, since a journal of many acts is slow to fold.
    let walks: Vec<(u64, usize, bool)> = (1..=40).map(|seed| (seed * 7_919, 2_500, seed % 8 == 0)).collect();
    let threads: Vec<_> = walks
        .chunks(20)
        .map(|some| {
            let some = some.to_vec();
            std::thread::spawn(move || {
                for (seed, steps, ascii) in some {
                    let review = if seed % 10 == 0 { empty() } else { paper() };
                    walk(&review, seed, steps, ascii);
                }
            })
        })
        .collect();
    for thread in threads {
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}
