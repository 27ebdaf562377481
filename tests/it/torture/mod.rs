//! Attacks by chance: kills, full disks, power losses, flipped bits, processes that race. Some seconds of each run
//! with every test; `GAINSAY_TORTURE=1000 cargo test --release --test it torture -- --nocapture` runs a thousand
//! rounds of each and prints figures. `GAINSAY_SEED` repeats a run.

mod disk;
mod flips;
mod kill;
mod mutate;
mod power;
mod race;
mod trace;

/// How many rounds to run: `short`, or as many as `GAINSAY_TORTURE` says.
fn rounds(short: usize) -> usize {
    std::env::var("GAINSAY_TORTURE").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(short)
}

/// Numbers that look random and are the same for the same seed (xorshift64*).
struct Chance(u64);

impl Chance {
    /// Seeded by `GAINSAY_SEED`, else by the time in a long run and by `usual` in a short one.
    fn new(usual: u64) -> Self {
        let given = std::env::var("GAINSAY_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| match std::env::var_os("GAINSAY_TORTURE") {
            Some(_) => {
                u64::from(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().subsec_nanos())
            }
            None => usual,
        });
        println!("GAINSAY_SEED={seed}");
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap()
    }

    /// Whether something of this chance (in 100) happens.
    fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
