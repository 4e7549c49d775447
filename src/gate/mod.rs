//! What many calls share: whether this one may be sent now.
//!
//! Every call asks inside its own step and sleeps on its own timer, so no call ever wakes another.

use crate::operation::Why;

/// The shared state that a step asks. As yet it holds nothing back.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Gates {}

/// What the gates answer to a call that wants to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Admission {
    /// It may be sent now.
    Go,
    /// It is to ask again after this many milliseconds.
    Hold {
        /// How long to sleep, in milliseconds.
        ms: u64,
        /// What holds it.
        why: Why,
    },
}

impl Gates {
    /// Gates that hold nothing back.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for one call to be sent.
    pub(crate) const fn admit(&mut self) -> Admission {
        Admission::Go
    }
}
