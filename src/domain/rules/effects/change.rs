//! Which ways something may go.

/// Which ways an outcome may go by what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub more: bool,
    pub same: bool,
    pub less: bool,
}

impl Change {
    pub const MORE: Self = Self { more: true, same: false, less: false };
    pub const LESS: Self = Self { more: false, same: false, less: true };
    pub const SAME: Self = Self { more: false, same: true, less: false };
    /// One way or the other.
    pub const SOME: Self = Self { more: true, same: false, less: true };

    /// What is true of the opposite outcome.
    pub fn turned(self) -> Self {
        Self { more: self.less, same: self.same, less: self.more }
    }

    /// What its denial allows.
    pub fn denied(self) -> Self {
        Self { more: !self.more, same: !self.same, less: !self.less }
    }

    /// Whether it bears out (true) or excludes (false) what is `claimed`; `None` where it decides nothing.
    pub fn decides(self, claimed: Self) -> Option<bool> {
        if self.is_within(claimed) { Some(true) } else { self.excludes(claimed).then_some(false) }
    }

    fn is_within(self, other: Self) -> bool {
        (!self.more || other.more) && (!self.same || other.same) && (!self.less || other.less)
    }

    fn excludes(self, other: Self) -> bool {
        !(self.more && other.more || self.same && other.same || self.less && other.less)
    }
}
