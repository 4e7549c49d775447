//! What many calls share: whether this one may be sent now.
//!
//! There is a gate for each service, for each account in it, and for each model in that; the scope of a verdict says
//! which of them it closes. Every call asks inside its own step and sleeps on its own timer, so no call ever wakes
//! another. All that is lent (a probe, a place in a queue) is lent for a time, so a call that vanishes takes nothing
//! with it.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

#[cfg(any(feature = "binding", feature = "fetch"))]
pub(crate) mod account;
mod archive;
mod breaker;
mod budget;
mod counters;
mod lane;
mod latch;
mod metered;
mod minute;
mod now;
mod pace;
mod pause;
mod queue;
mod ramp;
mod slots;
mod snapshot;
mod why;

use archive::DAY_MS;
#[cfg(feature = "binding")]
pub(crate) use archive::Value;
use breaker::{Breaker, Circuit};
use budget::Budget;
use counters::Counters;
pub use lane::Lane;
#[cfg(feature = "fetch")]
pub(crate) use lane::origin;
use latch::{Latch, Latched};
pub use now::Now;
use pace::Pace;
use pause::Pause;
pub use queue::Priority;
use ramp::Ramp;
pub use slots::SLOT_LEASE_MS;
use slots::Slots;
pub use snapshot::{Snapshot, SnapshotError};
pub use why::Why;

use crate::delay::Stop;
use crate::verdict::{Class, Reason, Scope, Verdict};
use crate::wait::Meters;

/// What of the gates a call heeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heed {
    /// Whether five calls in a row that met the service's failure hold the others for 30 s. Default true.
    pub breaker: bool,
    /// Whether retries are paid for out of what successes earn. Default true.
    pub retry_budget: bool,
    /// How often one call tries whether a person has repaired what was exhausted, in milliseconds. Default 300 000.
    pub exhausted_probe_ms: u64,
    /// Whether sends are held back by what the meters of the last answers leave. Default true.
    pub pace: bool,
    /// How many calls of one account may be under way at one time. Default no limit.
    pub concurrency: Option<u32>,
    /// Whom the call goes before where calls are held. Default interactive.
    pub priority: Priority,
}

impl Default for Heed {
    fn default() -> Self {
        Self {
            breaker: true,
            retry_budget: true,
            exhausted_probe_ms: 300_000,
            pace: true,
            concurrency: None,
            priority: Priority::Interactive,
        }
    }
}

/// The shared state that a step asks.
#[derive(Clone, Debug)]
pub struct Gates {
    gates: Vec<Gate>,
    most: usize,
    calls: u64,
    origin: Option<Origin>,
}

/// When the first call asked, by the callers' clock and by the gates' own. The own one begins with the calendar's time,
/// so that a snapshot's times from before it began can be told, and whole seconds fall together.
#[derive(Clone, Copy, Debug)]
struct Origin {
    monotonic_ms: u64,
    gate_ms: u64,
}

impl Origin {
    fn at(now: Now) -> Self {
        let gate_ms = u64::try_from(now.wall_ms).unwrap_or(0).max(DAY_MS);
        Self { monotonic_ms: now.monotonic_ms, gate_ms }
    }

    /// The same moment by the gates' own clock.
    fn now(self, now: Now) -> Now {
        let away = now.monotonic_ms.abs_diff(self.monotonic_ms);
        let earlier = now.monotonic_ms < self.monotonic_ms;
        let monotonic_ms = if earlier { self.gate_ms.saturating_sub(away) } else { self.gate_ms.saturating_add(away) };
        Now { monotonic_ms, ..now }
    }
}

impl Default for Gates {
    fn default() -> Self {
        Self::new(1_000)
    }
}

#[derive(Clone, Debug, Default)]
struct Gate {
    name: String,
    used_ms: u64,
    latch: Latch,
    pause: Pause,
    breaker: Breaker,
    budget: Budget,
    pace: Pace,
    ramp: Ramp,
    slots: Slots,
    counters: Counters,
    /// The newest failure that closed something here.
    verdict: Option<Box<Verdict>>,
    /// The status of that failure's answer.
    status: Option<u16>,
}

impl Gate {
    fn new(name: &str, now_ms: u64) -> Self {
        Self { name: name.to_owned(), used_ms: now_ms, budget: Budget::new(now_ms), ..Self::default() }
    }

    /// Whether something else keeps calls from coming all at once.
    fn spaces(&self) -> bool {
        !self.ramp.is_off() || self.pace.is_metered()
    }

    /// Whether it would be missed.
    fn is_idle(&self, now_ms: u64) -> bool {
        self.latch.ask(now_ms) == Latched::No
            && self.breaker.ask(now_ms) == Circuit::Closed
            && self.pause.is_open()
            && self.ramp.is_off()
            && self.pace.is_idle(now_ms)
    }
}

/// What the gates know of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// Its number, once it has asked.
    call: u64,
    refusals: u32,
    /// The breaker has counted it.
    counted: bool,
    /// It is the breaker's probe, or a latch's.
    probes_breaker: bool,
    probes_latch: bool,
    /// How often it has asked for a slot in vain.
    asked: u32,
    /// What it will cost in tokens, if the caller has said so.
    tokens: Option<u64>,
    /// The status of its newest answer.
    pub(crate) status: Option<u16>,
}

/// What the gates answer to a call that wants to be sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Admission {
    /// It may be sent now.
    Go,
    /// It is to ask again after this many milliseconds.
    Hold { ms: u64, why: Why },
    /// It is of no use, for this reason and because of this failure.
    Refuse { why: Stop, verdict: Option<Box<Verdict>>, status: Option<u16> },
}

impl Ticket {
    pub(crate) const fn new(tokens: Option<u64>) -> Self {
        Self {
            call: 0,
            refusals: 0,
            counted: false,
            probes_breaker: false,
            probes_latch: false,
            asked: 0,
            tokens,
            status: None,
        }
    }

    /// Whether this attempt is the only one that a closed gate let through.
    pub(crate) const fn is_probe(self) -> bool {
        self.probes_breaker || self.probes_latch
    }
}

impl Gates {
    /// Gates of which at most so many are kept; idle ones go first.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { gates: Vec::new(), most, calls: 0, origin: None }
    }

    fn at(&mut self, now: Now) -> Now {
        self.origin.get_or_insert_with(|| Origin::at(now)).now(now)
    }

    /// Asks for one call to be sent; `first` where nothing was sent yet.
    pub(crate) fn admit(
        &mut self,
        lane: &Lane,
        ticket: &mut Ticket,
        heed: Heed,
        first: bool,
        now: Now,
        chance: f64,
    ) -> Admission {
        let now_ms = self.at(now).monotonic_ms;
        let newcomer = ticket.call == 0;
        if newcomer {
            self.calls = self.calls.saturating_add(1);
            ticket.call = self.calls;
        }
        let admission = self.ask(lane, ticket, heed, first, now_ms, chance);
        for name in lane.names() {
            let counters = &mut self.gate(name, now_ms).counters;
            if newcomer {
                counters.called();
            }
            match admission {
                Admission::Go => counters.sent(first, now_ms),
                Admission::Refuse { .. } if first => counters.refused(),
                _ => {}
            }
        }
        admission
    }

    fn ask(
        &mut self,
        lane: &Lane,
        ticket: &mut Ticket,
        heed: Heed,
        first: bool,
        now_ms: u64,
        chance: f64,
    ) -> Admission {
        let mut hold: Option<(u64, Why)> = None;
        let (mut probes_breaker, mut probes_latch) = (false, false);
        for (level, name) in lane.names().enumerate() {
            let gate = self.gate(name, now_ms);
            match gate.latch.ask(now_ms) {
                Latched::No => {}
                Latched::Probe => probes_latch = true,
                Latched::Yes => {
                    return Admission::Refuse {
                        why: Stop::Exhausted,
                        verdict: gate.latch.verdict().cloned().map(Box::new),
                        status: gate.status,
                    };
                }
            }
            if level == 0 && heed.breaker {
                match gate.breaker.ask(now_ms) {
                    Circuit::Closed => {}
                    Circuit::Probe => probes_breaker = true,
                    Circuit::Open { .. } if first => {
                        let (verdict, status) = (gate.verdict.clone(), gate.status);
                        return Admission::Refuse { why: Stop::CircuitOpen, verdict, status };
                    }
                    Circuit::Open { ms } => longest(&mut hold, ms, Why::Probe),
                }
            }
            // A call takes its place behind one barrier at a time.
            if let Some(ms) = gate.pause.ask(ticket.call, ticket.refusals, heed.priority, now_ms) {
                longest(&mut hold, ms, Why::Pause);
                continue;
            }
            if let Some(ms) = gate.ramp.ask(ticket.call, heed.priority, now_ms) {
                longest(&mut hold, ms, Why::Pace);
            }
            if heed.pace {
                if let Some(ms) = gate.pace.ask(ticket.call, ticket.tokens, heed.priority, now_ms) {
                    longest(&mut hold, ms, Why::Pace);
                }
            }
        }
        if let Some((ms, why)) = hold {
            return Admission::Hold { ms, why };
        }
        // A slot is lent last, to a call that can use it at once.
        if let Some((most, name)) = heed.concurrency.zip(lane.account()) {
            let slots = &mut self.gate(name, now_ms).slots;
            if let Some(ms) = slots.ask(ticket.call, heed.priority, most, ticket.asked, chance, now_ms) {
                ticket.asked = ticket.asked.saturating_add(1);
                return Admission::Hold { ms, why: Why::Slot };
            }
            slots.take(ticket.call, now_ms);
            ticket.asked = 0;
        }
        ticket.probes_breaker = probes_breaker;
        ticket.probes_latch = probes_latch;
        for (level, name) in lane.names().enumerate() {
            let gate = self.gate(name, now_ms);
            gate.pause.pass(ticket.call, now_ms);
            gate.ramp.sent(ticket.call, now_ms);
            gate.pace.sent(ticket.call, ticket.tokens, now_ms);
            if level == 0 && probes_breaker {
                gate.breaker.probe(now_ms);
            }
            if probes_latch && gate.latch.ask(now_ms) == Latched::Probe {
                gate.latch.probe(now_ms);
            }
        }
        Admission::Go
    }

    /// An answer's headers came, or there is none to come: what was lent to the attempt comes back, and its meters count.
    pub(crate) fn landed(&mut self, lane: &Lane, ticket: Ticket, answer: &Meters, refused: bool, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        if let Some(name) = lane.account() {
            self.gate(name, now_ms).slots.give_back(ticket.call);
        }
        self.told(lane, ticket, answer, refused, now);
    }

    /// The meters of an answer count, and what was reserved for it is free; it keeps its slot.
    pub(crate) fn told(&mut self, lane: &Lane, ticket: Ticket, answer: &Meters, refused: bool, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        // Limits are a model's where the model is known.
        let metered = lane.names().count().saturating_sub(1);
        for (level, name) in lane.names().enumerate() {
            let gate = self.gate(name, now_ms);
            if level == metered {
                gate.pace.answered(ticket.call, &answer.readings, answer.bucket, refused, now_ms);
            } else {
                gate.pace.leave(ticket.call);
            }
        }
    }

    /// A call that nobody asked about is under way: it has a slot, though there may be none left.
    pub(crate) fn adopt(&mut self, lane: &Lane, ticket: &mut Ticket, heed: Heed, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        self.calls = self.calls.saturating_add(1);
        ticket.call = self.calls;
        if let (Some(_), Some(name)) = (heed.concurrency, lane.account()) {
            self.gate(name, now_ms).slots.take(ticket.call, now_ms);
        }
    }

    /// A call that was sent is still under way.
    pub(crate) fn renew(&mut self, lane: &Lane, ticket: Ticket, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        if let Some(name) = lane.account() {
            self.gate(name, now_ms).slots.renew(ticket.call, now_ms);
        }
    }

    /// A call was answered without a failure.
    pub(crate) fn succeeded(&mut self, lane: &Lane, ticket: &mut Ticket, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        for (level, name) in lane.names().enumerate() {
            let gate = self.gate(name, now_ms);
            if level == 0 {
                gate.budget.earn();
                gate.breaker.answered(ticket.probes_breaker);
            }
            if ticket.probes_latch {
                gate.latch.open();
            }
            let spaced = gate.spaces();
            gate.pause.answered(ticket.call, spaced, now_ms);
        }
        *ticket = Ticket { call: ticket.call, ..Ticket::new(ticket.tokens) };
    }

    /// A call failed. True where a latch has closed by it, of which somebody is to be told once.
    pub(crate) fn failed(&mut self, lane: &Lane, ticket: &mut Ticket, verdict: &Verdict, heed: Heed, now: Now) -> bool {
        let now = self.at(now);
        let now_ms = now.monotonic_ms;
        let service = is_of_service(verdict);
        if let Some(name) = lane.service() {
            let gate = self.gate(name, now_ms);
            if service {
                gate.verdict = Some(Box::new(verdict.clone()));
                gate.status = ticket.status;
                gate.breaker.failed(ticket.probes_breaker, !ticket.counted, now_ms);
                ticket.counted = true;
            } else {
                gate.breaker.answered(ticket.probes_breaker);
            }
        }
        let refused = is_refusal(verdict);
        ticket.refusals = ticket.refusals.saturating_add(u32::from(refused));
        for name in lane.names() {
            let gate = self.gate(name, now_ms);
            gate.counters.failed(verdict);
            // A probe that fails otherwise has shown nothing, and the next may go at once.
            if ticket.probes_latch && verdict.class != Class::Exhausted && gate.latch.ask(now_ms) == Latched::Yes {
                gate.latch.abandoned();
            }
            if !refused {
                let spaced = gate.spaces();
                gate.pause.answered(ticket.call, spaced, now_ms);
            }
        }
        let mut latched = false;
        if let Some(name) = gate_of(lane, verdict.scope) {
            let gate = self.gate(name, now_ms);
            let exhausted = verdict.class == Class::Exhausted;
            if refused || exhausted {
                gate.status = ticket.status;
            }
            if verdict.reason == Reason::Ramp {
                gate.ramp.slow_down(now_ms);
            }
            latched = exhausted && gate.latch.close(verdict, heed.exhausted_probe_ms, now);
        }
        ticket.probes_breaker = false;
        ticket.probes_latch = false;
        latched
    }

    /// Holds every call of the gate that a refusal speaks for, for as long as the refused call itself waits.
    pub(crate) fn pause(&mut self, lane: &Lane, verdict: &Verdict, ms: u64, now: Now) -> u64 {
        let stated = verdict.wait_ms.unwrap_or(0);
        if !is_refusal(verdict) {
            return ms;
        }
        let Some(name) = gate_of(lane, verdict.scope) else { return ms };
        let now_ms = self.at(now).monotonic_ms;
        let gate = self.gate(name, now_ms);
        gate.verdict = Some(Box::new(verdict.clone()));
        gate.pause.close(ms, stated, now_ms);
        ms.max(gate.pause.left_ms(now_ms))
    }

    /// Pays for a retry whose time the server has not named.
    pub(crate) fn pay(&mut self, lane: &Lane, now: Now) -> bool {
        let now_ms = self.at(now).monotonic_ms;
        lane.service().is_none_or(|name| self.gate(name, now_ms).budget.spend(now_ms))
    }

    /// A call has ended without an answer, or while it was held.
    pub(crate) fn left(&mut self, lane: &Lane, ticket: Ticket, now: Now) {
        let now_ms = self.at(now).monotonic_ms;
        for (level, name) in lane.names().enumerate() {
            let gate = self.gate(name, now_ms);
            gate.pause.left(ticket.call, now_ms);
            gate.ramp.leave(ticket.call);
            gate.pace.leave(ticket.call);
            gate.slots.give_back(ticket.call);
            if level == 0 && ticket.probes_breaker {
                gate.breaker.abandoned();
            }
            if ticket.probes_latch && gate.latch.ask(now_ms) == Latched::Yes {
                gate.latch.abandoned();
            }
        }
    }

    /// The failure that holds a lane back, if one does, and its status.
    pub(crate) fn holding(&self, lane: &Lane) -> (Option<Box<Verdict>>, Option<u16>) {
        let gates = lane.names().filter_map(|name| self.gates.iter().find(|gate| gate.name == name));
        let held = gates.filter(|gate| !gate.pause.is_open()).find(|gate| gate.verdict.is_some());
        held.map_or((None, None), |gate| (gate.verdict.clone(), gate.status))
    }

    /// How long the circuit of a lane's service stays open, if it is.
    pub(crate) fn circuit_ms(&self, lane: &Lane, now: Now) -> Option<u64> {
        let (service, now_ms) = (lane.service()?, self.origin?.now(now).monotonic_ms);
        match self.gates.iter().find(|gate| gate.name == service)?.breaker.ask(now_ms) {
            Circuit::Open { ms } => Some(ms),
            Circuit::Closed | Circuit::Probe => None,
        }
    }

    /// Opens the gates of this origin, or of this account; all where there is no name.
    pub fn reset(&mut self, name: Option<&str>) {
        let named = |gate: &Gate, name: &str| {
            let [service, account, _] = lane::parts(&gate.name);
            service == Some(name) || account == Some(name)
        };
        self.gates.retain(|gate| name.is_some_and(|name| !named(gate, name)));
    }

    fn gate(&mut self, name: &str, now_ms: u64) -> &mut Gate {
        let at = match self.gates.iter().position(|gate| gate.name == name) {
            Some(at) => at,
            None => {
                self.make_room(now_ms);
                self.gates.push(Gate::new(name, now_ms));
                self.gates.len().saturating_sub(1)
            }
        };
        #[expect(clippy::indexing_slicing, reason = "it was found or made there")]
        let gate = &mut self.gates[at];
        gate.used_ms = gate.used_ms.max(now_ms);
        gate
    }

    /// Drops the gate that was idle longest, or where none is, the one that was not used longest.
    fn make_room(&mut self, now_ms: u64) {
        if self.gates.len() < self.most {
            return;
        }
        let oldest = |idle: bool| {
            let kept = self.gates.iter().enumerate().filter(move |(_, gate)| !idle || gate.is_idle(now_ms));
            kept.min_by_key(|(_, gate)| gate.used_ms).map(|(at, _)| at)
        };
        if let Some(at) = oldest(true).or_else(|| oldest(false)) {
            self.gates.swap_remove(at);
        }
    }
}

fn longest(hold: &mut Option<(u64, Why)>, ms: u64, why: Why) {
    if hold.is_none_or(|(held, _)| held < ms) {
        *hold = Some((ms, why));
    }
}

/// Whether the service itself has failed, whoever calls it.
const fn is_of_service(verdict: &Verdict) -> bool {
    matches!(verdict.class, Class::Transient)
        && matches!(verdict.reason, Reason::Overloaded | Reason::ServerError | Reason::Network | Reason::Timeout)
}

/// Whether the failure asks everybody of its scope to wait: a limit, or any failure with a stated wait.
pub(crate) const fn is_refusal(verdict: &Verdict) -> bool {
    let limit = matches!(
        verdict.reason,
        Reason::RateLimit | Reason::RequestsPerMinute | Reason::TokensPerMinute | Reason::Concurrency | Reason::Ramp
    );
    let stated = matches!(verdict.wait_ms, Some(ms) if ms > 0);
    matches!(verdict.class, Class::Transient) && (limit || stated)
}

/// The gate of a scope; a failure of one call closes none, and one of a model that is not known neither.
fn gate_of(lane: &Lane, scope: Scope) -> Option<&str> {
    match scope {
        Scope::Call => None,
        Scope::Model => lane.model(),
        Scope::Account => lane.account(),
        Scope::Service => lane.service(),
    }
}
