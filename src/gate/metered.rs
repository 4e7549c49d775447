//! One meter as the answers tell it: what is left of it, when there is more, and what calls cost.

use super::archive::Archive;
use super::queue::poll_ms;
use crate::wait::Meter;

/// How much later than told a window is taken to begin, in milliseconds: of a reset told in whole seconds up to one was
/// cut off.
const ROUNDED_MS: u64 = 1_000;
const MARGIN_MS: u64 = 100;

/// A reset that is later by this much belongs to a new window, in milliseconds.
const LATER_MS: u64 = 1_000;

/// How many costs the next one is predicted from, and how many answers are kept to tell them.
const REMEMBERED: usize = 8;

/// The most charges of one meter that are kept apart; older ones can no longer be told.
const MOST_CHARGES: usize = 64;

/// A send that is under way, and the tokens that it was thought to cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Send {
    pub(super) call: u64,
    pub(super) order: u64,
    pub(super) tokens: Option<u64>,
    pub(super) sent_ms: u64,
}

/// One meter as the answers have told it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Metered {
    pub(super) name: String,
    pub(super) tokens: bool,
    /// It fills again steadily, and is not emptied and filled by windows.
    bucket: bool,
    pub(super) limit: Option<u64>,
    window_ms: Option<u64>,
    /// What the answers of this window leave.
    pub(super) left: u64,
    /// Sends after the teller that were answered without this meter, and what they cost.
    charges: Vec<(u64, u64)>,
    told: u64,
    told_ms: u64,
    /// The send whose answer told it: a service counts in the order of arrival, so those before it are counted.
    teller: u64,
    /// When the window ends, or the bucket is full.
    pub(super) reset_ms: Option<u64>,
    /// What the answers of this window left, in the order of their sends.
    tells: Vec<Tell>,
    /// What the last calls cost.
    pub(super) drops: Vec<(u64, u64)>,
}

/// What was left after one send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tell {
    pub(super) order: u64,
    pub(super) left: u64,
    pub(super) sent_ms: u64,
}

impl Metered {
    /// As the answer to this send tells it.
    pub(super) fn told(meter: &Meter, left: u64, tokens: bool, bucket: bool, tell: Tell, now_ms: u64) -> Self {
        let reset_ms = meter.resets_ms.map(|ms| {
            let rounded = if ms % 1_000 == 0 { ROUNDED_MS } else { MARGIN_MS };
            now_ms.saturating_add(ms).saturating_add(rounded)
        });
        Self {
            name: meter.name.clone(),
            tokens,
            bucket,
            limit: meter.limit,
            window_ms: meter.window_ms,
            left,
            charges: Vec::new(),
            told: left,
            told_ms: now_ms,
            teller: tell.order,
            reset_ms,
            tells: vec![tell],
            drops: Vec::new(),
        }
    }

    /// Of a send it is written how many were sent since.
    pub(super) fn archive(&mut self, count: u64, archive: &mut Archive<'_>) {
        let send = |name, order: &mut u64, archive: &mut Archive<'_>| {
            let mut since = count.saturating_sub(*order);
            archive.count(name, &mut since);
            *order = count.saturating_sub(since);
        };
        archive.text("name", &mut self.name);
        archive.flag("tokens", &mut self.tokens);
        archive.flag("bucket", &mut self.bucket);
        archive.maybe("limit", &mut self.limit);
        archive.maybe("windowMs", &mut self.window_ms);
        archive.count("remaining", &mut self.left);
        archive.count("told", &mut self.told);
        archive.time("toldAt", &mut self.told_ms);
        send("sentSince", &mut self.teller, archive);
        archive.moment("resetsAt", &mut self.reset_ms);
        archive.list("charges", &mut self.charges, |(order, cost), archive| {
            send("sentSince", order, archive);
            archive.count("cost", cost);
        });
        archive.list("tells", &mut self.tells, |tell, archive| {
            send("sentSince", &mut tell.order, archive);
            archive.count("remaining", &mut tell.left);
            archive.time("sentAt", &mut tell.sent_ms);
        });
        archive.list("costs", &mut self.drops, |(order, cost), archive| {
            send("sentSince", order, archive);
            archive.count("cost", cost);
        });
        self.charges.truncate(MOST_CHARGES);
        self.tells.truncate(REMEMBERED);
        self.drops.truncate(REMEMBERED);
    }

    /// How long a call with so many before it must wait for this meter.
    pub(super) fn wait(&self, sends: &[Send], tokens: Option<u64>, ahead: u64, now_ms: u64) -> Option<u64> {
        let cost = |tokens: Option<u64>| {
            if self.tokens { tokens.or_else(|| self.drops.iter().map(|(_, cost)| *cost).max()) } else { Some(1) }
        };
        let left = self.left_now(now_ms)?;
        // Of tokens nothing is known before the first answers: only an empty meter holds. What costs more than a whole
        // window allows fits none; it goes when all of one is left, and the server decides.
        let fits = self.limit.filter(|limit| *limit > 0).unwrap_or(u64::MAX);
        let need = cost(tokens).unwrap_or(1).max(1).min(fits);
        let later = sends.iter().filter(|send| send.order > self.teller);
        let under_way = later.fold(0_u64, |sum, send| sum.saturating_add(cost(send.tokens).unwrap_or(0)));
        let wanted = need.saturating_mul(ahead.saturating_add(1)).saturating_add(under_way);
        let short = wanted.checked_sub(left).filter(|short| *short > 0)?;
        let full_ms = if self.bucket { self.refill_ms(short) } else { None };
        let ms = match full_ms {
            Some(ms) => ms,
            None => {
                // What does not fit the next window waits for one after it.
                let until = self.reset_ms?.saturating_sub(now_ms);
                let more = need.saturating_mul(ahead).checked_div(fits).unwrap_or(0);
                until.saturating_add(self.window_ms.unwrap_or(0).saturating_mul(more))
            }
        };
        // Those before it may cost less than they are thought to, which their answers will tell.
        let soon = poll_ms(ahead);
        let over = self.reset_ms.is_some_and(|at| now_ms >= at);
        Some(if over && full_ms.is_none() {
            soon
        } else if self.tokens && need <= left {
            ms.min(soon)
        } else {
            ms.max(1)
        })
    }

    /// What is left now; `None` where the window is over and its size unknown, or told as nothing at all.
    fn left_now(&self, now_ms: u64) -> Option<u64> {
        if self.reset_ms.is_some_and(|at| now_ms >= at) {
            return self.limit.filter(|limit| *limit > 0);
        }
        if let (true, Some(limit)) = (self.bucket, self.limit) {
            let gained = self.gained(now_ms.saturating_sub(self.told_ms));
            return Some(self.left.saturating_add(gained).min(limit).saturating_sub(self.charged()));
        }
        Some(self.left.saturating_sub(self.charged()))
    }

    pub(super) fn charged(&self) -> u64 {
        self.charges.iter().fold(0, |sum, (_, cost)| sum.saturating_add(*cost))
    }

    /// How long a bucket takes to fill by so much.
    fn refill_ms(&self, short: u64) -> Option<u64> {
        let limit = self.limit.filter(|limit| *limit > 0)?;
        short.saturating_mul(self.full_ms()).checked_div(limit).map(|ms| ms.saturating_add(1))
    }

    /// How long a bucket takes to fill from empty: a minute where nothing else is told.
    fn full_ms(&self) -> u64 {
        self.window_ms.unwrap_or(60_000).max(1)
    }

    pub(super) fn spacing_ms(&self) -> Option<u64> {
        let limit = self.limit.filter(|limit| *limit > 0)?;
        let window = self.window_ms.or_else(|| Some(self.reset_ms?.saturating_sub(self.told_ms)))?;
        window.checked_div(limit)
    }

    /// Counts a send that was answered without this meter.
    pub(super) fn charge(&mut self, send: &Send) {
        if send.order > self.teller {
            let cost = if self.tokens { send.tokens.unwrap_or(0) } else { 1 };
            if self.charges.len() >= MOST_CHARGES {
                let (_, oldest) = self.charges.remove(0);
                self.left = self.left.saturating_sub(oldest);
            }
            self.charges.push((send.order, cost));
        }
    }

    pub(super) fn update(&mut self, fresh: Self, sent_ms: u64, now_ms: u64) {
        let over = self.reset_ms.is_some_and(|at| now_ms >= at);
        let newer = fresh.teller > self.teller;
        // An answer that was long under way tells too late an end of its window by as much.
        let slack = now_ms.saturating_sub(sent_ms).saturating_add(LATER_MS);
        let ends = fresh.reset_ms.zip(self.reset_ms);
        let later = ends.is_some_and(|(fresh, known)| fresh > known.saturating_add(slack));
        if over && !later && !self.bucket && self.reset_ms.is_some_and(|at| sent_ms < at) {
            return;
        }
        let full = over || (later && fresh.left > self.told && fresh.teller >= self.teller);
        let new = full || (self.bucket && newer);
        if full && !self.bucket {
            self.tells.clear();
        }
        fresh.tells.iter().for_each(|tell| self.learn(*tell));
        self.left = if new { fresh.left } else { self.left.min(fresh.left) };
        self.teller = if new { fresh.teller } else { self.teller.max(fresh.teller) };
        // What was sent before the teller is counted in what it tells.
        self.charges.retain(|(order, _)| *order > self.teller);
        self.limit = fresh.limit.or(self.limit);
        self.window_ms = fresh.window_ms.or(self.window_ms);
        self.told = fresh.told;
        self.told_ms = fresh.told_ms;
        // Within a window no answer tells too early an end of it.
        let same = ends.is_some_and(|(fresh, known)| !later && fresh.saturating_add(slack) >= known);
        if new || self.reset_ms.is_none() {
            self.reset_ms = fresh.reset_ms;
        } else if same {
            self.reset_ms = self.reset_ms.min(fresh.reset_ms);
        }
    }

    /// Learns what calls cost from what was left before and after them.
    fn learn(&mut self, tell: Tell) {
        let at = self.tells.partition_point(|known| known.order < tell.order);
        let before = at.checked_sub(1).and_then(|at| self.tells.get(at)).copied();
        let after = self.tells.get(at).copied();
        for (earlier, later) in [(before, Some(tell)), (Some(tell), after)] {
            let Some((earlier, later)) = earlier.zip(later) else { continue };
            let gained = if self.bucket { self.gained(later.sent_ms.saturating_sub(earlier.sent_ms)) } else { 0 };
            let most = self.limit.unwrap_or(u64::MAX);
            let drop = earlier.left.saturating_add(gained).min(most).saturating_sub(later.left);
            let each = drop.checked_div(later.order.saturating_sub(earlier.order)).unwrap_or(drop);
            // What came between two answers is told apart once its own answer comes.
            self.drops.retain(|(order, _)| *order != later.order);
            if each > 0 {
                if self.drops.len() >= REMEMBERED {
                    self.drops.remove(0);
                }
                self.drops.push((later.order, each));
            }
        }
        if self.tells.len() >= REMEMBERED {
            self.tells.remove(0);
        }
        let at = self.tells.partition_point(|known| known.order < tell.order);
        self.tells.insert(at, tell);
    }

    /// By how much a bucket fills in so long.
    fn gained(&self, ms: u64) -> u64 {
        ms.saturating_mul(self.limit.unwrap_or(0)).checked_div(self.full_ms()).unwrap_or(0)
    }
}
