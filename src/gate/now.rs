//! When something happens, by both clocks.

/// The moment of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds of a clock that never goes back.
    pub monotonic_ms: u64,
    /// Milliseconds since the Unix epoch, by the wall clock.
    pub wall_ms: i64,
}
