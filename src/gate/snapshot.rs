//! The state of all gates as plain data, for the next process.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::archive::{Archive, Clock, DAY_MS, Value, archive_verdict, load, save};
use super::now::Now;
use super::{Gate, Gates, Origin, lane};

/// The form of what is written here.
const VERSION: u64 = 1;

/// What holds calls back at one moment, and what was counted.
///
/// Serialised it is a plain object, whose times are milliseconds since the Unix epoch. It holds the names of gates, words and numbers of our
/// own, and names of meters: of a failure's text it holds nothing. Calls under way are not in it.
///
/// ```
/// use retriage::gate::{Gates, Snapshot};
/// use retriage::operation::Now;
///
/// let now = Now { monotonic_ms: 5_000, wall_ms: 1_764_489_600_000 };
/// let text = serde_json::to_string(&Gates::default().snapshot(now)).unwrap();
/// assert_eq!(text, r#"{"version":1,"at":1764489600000,"gates":[]}"#);
///
/// let kept: Snapshot = serde_json::from_str(&text).unwrap();
/// Gates::default().restore(&kept, now).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot(pub(crate) Value);

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self)
    }
}

/// Why a snapshot is not restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// It is of another form than this version of the library writes.
    Version,
    /// It was made more than a day ago, or as far ahead: nothing in it is to be trusted.
    Old,
    /// A member is missing or is not what it should be; this is its path.
    Damaged(String),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => formatter.write_str("the snapshot is of another version"),
            Self::Old => formatter.write_str("the snapshot was not made within the last day"),
            Self::Damaged(path) if path.is_empty() => formatter.write_str("the snapshot is not an object"),
            Self::Damaged(path) => {
                formatter.write_str("the snapshot is damaged at ")?;
                formatter.write_str(path)
            }
        }
    }
}

impl std::error::Error for SnapshotError {}

impl Gates {
    /// The state at this moment.
    #[must_use]
    pub fn snapshot(&self, now: Now) -> Snapshot {
        let mut gates = self.gates.clone();
        let clock = Clock {
            gate_ms: self.origin.unwrap_or_else(|| Origin::at(now)).now(now).monotonic_ms,
            wall_ms: now.wall_ms,
        };
        Snapshot(save(clock, |archive| {
            archive.count("version", &mut { VERSION });
            archive.date("at", &mut Some(now.wall_ms));
            archive.list("gates", &mut gates, |gate, archive| gate.archive(clock.gate_ms, archive));
        }))
    }

    /// Takes over the state of a snapshot in place of its own. What is left of each time then is left of it now; a time
    /// of more than a day ahead is cut down to a day, and calls that were under way are forgotten.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for what is no snapshot of this version, made within a day. The gates are then as they were.
    pub fn restore(&mut self, snapshot: &Snapshot, now: Now) -> Result<(), SnapshotError> {
        let clock = Clock { gate_ms: self.at(now).monotonic_ms, wall_ms: now.wall_ms };
        let (mut version, mut made) = (0, None);
        load(&snapshot.0, clock, |archive| {
            archive.count("version", &mut version);
            archive.date("at", &mut made);
        })
        .map_err(SnapshotError::Damaged)?;
        if version != VERSION {
            return Err(SnapshotError::Version);
        }
        if made.is_none_or(|made| made.abs_diff(now.wall_ms) > DAY_MS) {
            return Err(SnapshotError::Old);
        }
        let mut gates = Vec::new();
        load(&snapshot.0, clock, |archive| {
            archive.list("gates", &mut gates, |gate: &mut Gate, archive| gate.archive(clock.gate_ms, archive));
        })
        .map_err(SnapshotError::Damaged)?;
        if gates.len() > self.most {
            // The newest first.
            let mut used: BinaryHeap<_> = gates.iter().map(|gate| gate.used_ms).zip((0..).map(Reverse)).collect();
            let mut loaded: Vec<Option<Gate>> = gates.into_iter().map(Some).collect();
            let newest = std::iter::from_fn(|| used.pop()).take(self.most);
            gates = newest.filter_map(|(_, Reverse(at))| loaded.get_mut(at)?.take()).collect();
        }
        self.gates = gates;
        Ok(())
    }
}

impl Gate {
    fn archive(&mut self, now_ms: u64, archive: &mut Archive<'_>) {
        let [mut service, mut account, mut model] = lane::parts(&self.name).map(|part| part.map(str::to_owned));
        archive.maybe_text("service", &mut service);
        archive.maybe_text("account", &mut account);
        archive.maybe_text("model", &mut model);
        let parts = [service.as_deref(), account.as_deref(), model.as_deref()];
        let levels = parts.iter().filter(|part| part.is_some()).count();
        match parts.get(..levels).and_then(lane::join).filter(|name| !name.is_empty()) {
            Some(name) => self.name = name,
            None => archive.refuse("service"),
        }
        archive.time("usedAt", &mut self.used_ms);
        self.latch.archive(archive);
        archive.object("pause", &mut |archive| self.pause.archive(now_ms, archive));
        archive.object("breaker", &mut |archive| self.breaker.archive(archive));
        archive.object("retryBudget", &mut |archive| self.budget.archive(archive));
        archive.object("ramp", &mut |archive| self.ramp.archive(now_ms, archive));
        archive.object("pace", &mut |archive| self.pace.archive(archive));
        let sends = self.ramp.sends(now_ms);
        archive.object("counters", &mut |archive| self.counters.archive(sends, now_ms, archive));
        // The failure for which the next calls are told that they are held back.
        archive.part("failure", &mut self.verdict, |verdict, archive| archive_verdict(verdict, archive));
        let mut status = self.status.map(u64::from);
        archive.maybe("status", &mut status);
        self.status = status.and_then(|status| u16::try_from(status).ok());
    }
}
