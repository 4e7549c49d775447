//! Why a call waits.

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The delay before this call's next attempt.
    Backoff,
    /// A refusal of another call, or of this one, holds everybody.
    Pause,
    /// The meters leave nothing, or the server has asked for a slower pace.
    Pace,
    /// As many calls are under way as may be.
    Slot,
    /// The circuit is open, and this call waits to be sent when it is tried.
    Probe,
}

impl Why {
    /// The stable word for this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backoff => "backoff",
            Self::Pause => "pause",
            Self::Pace => "pace",
            Self::Slot => "slot",
            Self::Probe => "probe",
        }
    }
}
