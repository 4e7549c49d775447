//! Reading the wait that a server stated.
//!
//! All durations are whole milliseconds, rounded up, and saturate at [`ENDLESS`].

#![deny(clippy::arithmetic_side_effects)]

mod durations;
mod east_asian;
mod fields;
mod http_date;
mod instants;
mod lexicon;
mod meter_names;
mod meters;
mod prose;
mod retry_after;
mod zones;

pub(crate) use fields::read as read_field;
pub(crate) use meters::{Kind as MeterKind, Reading as MeterReading, read as read_meter_headers};
pub(crate) use prose::find as find_in_prose;
pub(crate) use retry_after::read as read_retry_after;

pub use http_date::parse_http_date;
pub use meters::{Meter, read_meters};
pub use retry_after::parse_retry_after;

/// The meters of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meters {
    pub(crate) readings: Vec<MeterReading>,
    /// Its provider fills meters steadily, and does not empty and fill them by windows.
    pub(crate) bucket: bool,
}

/// A wait beyond counting: JavaScript's largest safe integer, some 285 000 years.
pub const ENDLESS: u64 = 9_007_199_254_740_991;

/// Reads a header that counts milliseconds.
pub(crate) fn read_milliseconds(value: &str) -> Option<u64> {
    durations::whole(value, Some(durations::Unit::Milliseconds))
}

/// Reads an instant written as RFC 3339 (or as any other date that a wait can name), as milliseconds since the Unix
/// epoch; `None` where it is none.
#[must_use]
pub fn parse_instant(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    instants::leading(text, 0, None).filter(|(_, length)| *length == text.len()).map(|(instant, _)| instant)
}
