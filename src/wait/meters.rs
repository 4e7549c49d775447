//! Rate-limit headers: one meter for each limit that a response tells of.
//!
//! A header's name gives the family, the meter and the role of the value; the size and shape of a value tell its
//! unit, because servers agree on neither. What each header says ([`meter_names`]) is sorted, and put together a meter
//! at a time, so neither the headers' order nor their repetition matters.

use serde::Serialize;

use super::durations::{self, Unit};
use super::meter_names::{self, Fact, Role, contains};
use super::{ENDLESS, instants};
use crate::cut;
use crate::hash::hash;

/// One rate-limit dimension.
///
/// Numbers count what the server counts (requests, tokens, points); a number that was not told is `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meter {
    /// The words of the header's name that are left without `x`, `ratelimit`, the provider's own name where it is
    /// Anthropic, and the word for the value: `requests`, `input-tokens`, `requests-day`, `hubspot-daily`,
    /// `user-24hour`, `codex-primary`; the policy's name in an IETF `RateLimit` list; what `x-ratelimit-resource` or
    /// `x-ratelimit-bucket` says; `default` when there is none. Windows that share one name are numbered:
    /// `default-1`, `default-2`. At most 64 characters of what the server chose.
    pub name: String,
    /// What the window allows in all.
    pub limit: Option<u64>,
    /// What is left of it, never rounded down. Meters told in percent (Codex, Anthropic's unified ones) say 0 when
    /// used up and nothing before, since a percentage counts no calls.
    pub remaining: Option<u64>,
    /// Milliseconds until the meter is full again, more than 0; `None` too for a time that has passed.
    pub resets_ms: Option<u64>,
    /// Length of the window in milliseconds, a month taken as 30 days.
    pub window_ms: Option<u64>,
}

/// Every meter that `headers` tell of, sorted by name.
///
/// `now_ms` is the time of the answer in milliseconds since the Unix epoch; without it a reset that is a point in time
/// is `None`. Names are compared without regard to case; the order of headers does not matter, nor does saying one
/// twice, and of lines that contradict each other the more careful counts. Values that cannot be read are skipped, and
/// a meter with a negative number is a placeholder and is left out.
///
/// - `x-ratelimit-*`, `x-rate-limit-*`, `ratelimit-*` with `limit`, `remaining`, `reset`, `used` before or after the
///   meter's name (OpenAI, Groq, Azure, GitHub, X, Okta, Auth0, Reddit, Discord, GitLab, RapidAPI, Brave, Kong, Docker
///   Hub, HubSpot, Azure Resource Manager, Riot, and what resembles them). A reset is a duration (`6m0s`), a date (ISO
///   8601, HTTP, JavaScript's `Date`), or a number: seconds below 10⁹, epoch seconds below 10¹¹, above that epoch
///   milliseconds; one of more than a month is milliseconds from now. With several windows (`1, 2000`) members of one
///   position belong together.
/// - `x-ratelimit-usage: 601,4201` beside a limit (Strava): a quarter of an hour and a day.
/// - `RateLimit`, `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers 3 to 10).
/// - `anthropic-ratelimit-*`, `anthropic-priority-*`, `anthropic-fast-*` with RFC 3339 resets, and
///   `anthropic-ratelimit-unified-*` with a status or a utilization.
/// - `x-codex-{primary,secondary}-*`, `x-{app,user}-limit-24hour-*` (X), `x-{day,min,appmin}limit-remaining` (Xero),
///   `x-trial-endpoint-call-*` (Cohere), `x-tokenlimit-*` (Together), `x-shopify-shop-api-call-limit`,
///   `X-Rl` with `X-Ttl` (ip-api), `x-bapi-limit*` (Bybit).
///
/// Not supported: limits that are rates (`x-amzn-ratelimit-limit: 0.0167`), usage as JSON (Facebook), numbers with
/// thousands separators, dates without a zone.
///
/// ```
/// use retriage::wait::read_meters;
///
/// let headers = [("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-reset-requests", "6m0s")];
/// let meters = read_meters(&headers, None);
/// assert_eq!(meters[0].name, "requests");
/// assert_eq!(meters[0].remaining, Some(0));
/// assert_eq!(meters[0].resets_ms, Some(360_000));
/// ```
#[must_use]
pub fn read_meters(headers: &[(&str, &str)], now_ms: Option<i64>) -> Vec<Meter> {
    read(headers, now_ms).into_iter().map(|reading| reading.meter).collect()
}

/// A meter and how it was told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reading {
    pub meter: Meter,
    /// Index of the header that told the reset, or else what is left.
    pub header: usize,
    /// Nothing is left.
    pub used_up: bool,
    /// What is left was told, here or by a meter of the same name in another family.
    pub says_remaining: bool,
    /// The reset was a point in time.
    pub absolute: bool,
    pub kind: Kind,
}

/// What a meter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Requests,
    Tokens,
    Concurrency,
    Money,
    Other,
}

/// Every meter that `headers` tell of, sorted by name, and how it was told. See [`read_meters`].
pub(crate) fn read(headers: &[(&str, &str)], now_ms: Option<i64>) -> Vec<Reading> {
    let mut facts = Vec::new();
    for (index, &(name, value)) in headers.iter().enumerate() {
        meter_names::read(name, value, index, &mut facts);
    }
    if facts.is_empty() { Vec::new() } else { put_together(facts, now_ms) }
}

#[inline(never)]
fn put_together(mut facts: Vec<Fact>, now_ms: Option<i64>) -> Vec<Reading> {
    sort(&mut facts);
    let mut readings = Vec::new();
    let mut rest = facts.as_slice();
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|fact| fact.key == first.key).count();
        let Some((meter, after)) = rest.split_at_checked(length) else { break };
        assemble(meter, now_ms, &mut readings);
        rest = after;
    }
    share_remaining(&mut readings);

    let mut told: Vec<Reading> = Vec::with_capacity(readings.len());
    for reading in readings {
        let twice = told.last().is_some_and(|last| last.used_up == reading.used_up && last.meter == reading.meter);
        if !twice {
            told.push(reading);
        }
    }
    told
}

/// Puts facts in order: a shell sort, which is small.
fn sort(facts: &mut [Fact]) {
    for gap in [9_841, 3_280, 1_093, 364, 121, 40, 13, 4, 1] {
        for start in gap..facts.len() {
            let mut at = start;
            while let Some(before) = at.checked_sub(gap) {
                let (Some(fact), Some(other)) = (facts.get(at), facts.get(before)) else { break };
                if !fact.is_before(other) {
                    break;
                }
                facts.swap(at, before);
                at = before;
            }
        }
    }
}

/// Zendesk tells what is left in one family and the reset in another; Kong and express-rate-limit send two families.
fn share_remaining(readings: &mut [Reading]) {
    let mut rest = readings;
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|reading| reading.meter.name == first.meter.name).count();
        let Some((same_name, after)) = rest.split_at_mut_checked(length) else { break };
        let told = same_name.iter().any(|reading| reading.says_remaining);
        let used_up = same_name.iter().any(|reading| reading.says_remaining && reading.used_up);
        for reading in same_name.iter_mut().filter(|reading| told && !reading.says_remaining) {
            (reading.says_remaining, reading.used_up) = (true, used_up);
        }
        rest = after;
    }
}

/// One number of a header.
#[derive(Clone, Copy)]
struct Cell {
    /// Was there one? Without it everything else is 0.
    told: bool,
    /// A number below zero.
    placeholder: bool,
    absolute: bool,
    value: u64,
    /// 0 where none was told.
    window_ms: u64,
    header: usize,
}

static UNTOLD: Cell = Cell { told: false, placeholder: false, absolute: false, value: 0, window_ms: 0, header: 0 };

impl Cell {
    fn new(value: u64) -> Self {
        Self { told: true, value, ..UNTOLD }
    }
}

/// The numbers of one role, a window each; a lone one speaks for all.
#[derive(Clone, Copy)]
struct Column {
    cells: [Cell; MOST_WINDOWS],
    length: usize,
}

impl Column {
    /// Adds the numbers of a line. Of two that contradict each other the more careful counts.
    fn add(&mut self, fact: &Fact, now_ms: Option<i64>) {
        let more = !matches!(fact.role.column(), LIMIT | REMAINING | POLICY);
        // a date may hold a comma and stays whole
        let list = fact.value.bytes().next().is_some_and(|byte| byte.is_ascii_digit() || byte == b'-');
        let separator = if list { b',' } else { 0 };
        let mut rest = fact.value;
        for (index, place) in self.cells.iter_mut().enumerate() {
            let member = meter_names::next_part(&mut rest, separator).unwrap_or_default();
            self.length = self.length.max(index.saturating_add(1));
            if let Some(cell) = number(member.trim_ascii(), fact, now_ms) {
                let better = if more { cell.value > place.value } else { cell.value < place.value };
                let placeholder = place.placeholder || cell.placeholder;
                if better || !place.told {
                    *place = Cell { header: fact.header, ..cell };
                }
                place.placeholder = placeholder;
            }
            if rest.is_empty() {
                break;
            }
        }
    }

    fn get(&self, window: usize) -> &Cell {
        let window = if self.length == 1 { 0 } else { window };
        self.cells.get(window).unwrap_or(&UNTOLD)
    }

    /// The window that belongs to a limit: `RateLimit-Limit: 100, 100;w=60, 1000;w=3600` (draft 3).
    fn window_of(&self, limit: &Cell) -> u64 {
        let same = |cell: &&Cell| limit.told && cell.value == limit.value && cell.window_ms > 0;
        self.cells.iter().find(same).map_or(0, |cell| cell.window_ms)
    }
}

/// The columns of a meter.
const LIMIT: usize = 0;
const REMAINING: usize = 1;
const USED: usize = 2;
/// A point in time, or a length of it.
const RESET: usize = 3;
/// A length of time for certain.
const DELTA: usize = 4;
const POLICY: usize = 5;
const WINDOW: usize = 6;
const COLUMNS: usize = 7;

impl Role {
    fn column(self) -> usize {
        match self {
            Self::Limit => LIMIT,
            Self::Remaining | Self::Percent | Self::Utilization | Self::Status => REMAINING,
            Self::Used | Self::Usage => USED,
            Self::Reset => RESET,
            Self::Seconds | Self::Milliseconds => DELTA,
            Self::Policy => POLICY,
            Self::WindowMilliseconds | Self::WindowSeconds | Self::WindowMinutes => WINDOW,
            Self::Name => COLUMNS,
        }
    }
}

/// Puts together what was said of one meter, or of the windows of one.
fn assemble(facts: &[Fact], now_ms: Option<i64>, readings: &mut Vec<Reading>) {
    let Some(meter) = facts.first() else { return };
    let own_name = meter.name();
    let mut columns = [Column { cells: [UNTOLD; MOST_WINDOWS], length: 0 }; COLUMNS];
    let (mut name, mut is_usage) = (own_name, false);
    for fact in facts {
        is_usage |= fact.role == Role::Usage;
        match columns.get_mut(fact.role.column()) {
            Some(column) => column.add(fact, now_ms),
            None if own_name.is_empty() && is_label(fact.value) => name = fact.value,
            None => {}
        }
    }
    let [limits, remaining, used, resets, deltas, policies, lengths] = &columns;
    // an `X-Ttl` without `X-Rl` is a cache's
    if meter.is_ip_api() && remaining.length == 0 {
        return;
    }

    let count = remaining.length.max(used.length).max(resets.length).max(deltas.length);
    let count = if count == 0 { limits.length } else { count };
    let strava = is_usage && used.length == QUARTER_AND_DAY.len();
    let kind = kind(own_name);
    let named_window = window_in(own_name);
    let first = readings.len();
    for index in 0..count {
        let (limit, remaining, used) = (limits.get(index), remaining.get(index), used.get(index));
        let (reset, delta) = (resets.get(index), deltas.get(index));
        let cells = [delta, reset, remaining, used, limit];
        if cells.iter().any(|cell| cell.placeholder) || !cells.iter().any(|cell| cell.told) {
            continue;
        }
        let left = if remaining.told {
            Some(remaining.value)
        } else {
            (used.told && limit.told).then(|| limit.value.saturating_sub(used.value))
        };
        let future = [delta, reset].into_iter().find(|cell| cell.value > 0);
        let left_cell = if remaining.told { remaining } else { used };
        let told = future.or(left.map(|_| left_cell)).or_else(|| cells.into_iter().find(|cell| cell.told));

        let (window_name, window_ms) = QUARTER_AND_DAY.get(index).filter(|_| strava).copied().unwrap_or_default();
        let by_place = if policies.length <= count { policies.get(index).window_ms } else { 0 };
        let lengths = [
            remaining.window_ms,
            limit.window_ms,
            policies.window_of(limit),
            limits.window_of(limit),
            by_place,
            window_ms,
            lengths.get(index).value,
            named_window,
        ];
        readings.push(Reading {
            meter: Meter {
                name: meter_names::shown(name, window_name),
                limit: limit.told.then_some(limit.value),
                // a share of an unknown whole is only a number when nothing is left
                remaining: left.filter(|&left| left != SOME_LEFT),
                resets_ms: future.map(|cell| cell.value),
                window_ms: lengths.into_iter().find(|&ms| ms > 0),
            },
            header: told.map_or(0, |cell| cell.header),
            used_up: left == Some(0),
            says_remaining: left.is_some(),
            absolute: future.is_some_and(|cell| cell.absolute),
            kind,
        });
    }
    if !strava {
        number_windows(readings, first);
    }
    // most stand in order already
    for start in first..readings.len() {
        let mut at = start;
        while let Some(before) = at.checked_sub(1) {
            let (Some(reading), Some(other)) = (readings.get(at), readings.get(before)) else { break };
            if reading.meter.name >= other.meter.name {
                break;
            }
            readings.swap(at, before);
            at = before;
        }
    }
}

/// Gives windows of one name names of their own, unless they say the same: two proxies may each have told one window.
fn number_windows(readings: &mut Vec<Reading>, first: usize) {
    let Some((head, others)) = readings.get(first..).and_then(<[Reading]>::split_first) else { return };
    if others.iter().all(|other| other.meter == head.meter) {
        readings.truncate(first.saturating_add(1));
        return;
    }
    let mut digit = '1';
    for reading in readings.iter_mut().skip(first) {
        reading.meter.name.push('-');
        reading.meter.name.push(digit);
        digit = char::from_u32(u32::from(digit).wrapping_add(1)).unwrap_or(digit);
    }
}

/// What a member of a value says.
fn number(member: &str, fact: &Fact, now_ms: Option<i64>) -> Option<Cell> {
    let share = |used_up: bool| Some(Cell::new(if used_up { 0 } else { SOME_LEFT }));
    let scale = match fact.role {
        Role::Percent => return share(whole(member, 1_000)? >= 100_000),
        Role::Utilization => return share(whole(member, 1_000)? >= 1_000),
        Role::Status if member == "rejected" => return share(true),
        Role::Status if matches!(member, "allowed" | "allowed_warning") => return share(false),
        Role::Status | Role::Name => return None,
        Role::Reset => return time(member, None, now_ms),
        Role::Seconds => return time(member, Some(Unit::Seconds), now_ms),
        Role::Milliseconds => return time(member, Some(Unit::Milliseconds), now_ms),
        Role::WindowMilliseconds => 1,
        Role::WindowSeconds => 1_000,
        Role::WindowMinutes => 60_000,
        Role::Limit | Role::Remaining | Role::Used | Role::Usage | Role::Policy => return count(member),
    };
    whole(member, scale).map(Cell::new)
}

/// A count, perhaps with its window: `100`, `596.0`, `100;w=21600`, `20:1` (Riot).
fn count(member: &str) -> Option<Cell> {
    let mut window = member;
    let number = meter_names::next_part(&mut window, if cut::at_first(member, b';').is_some() { b';' } else { b':' })?;
    let number = cut::trim(number.trim_ascii(), b"\"");
    let digits = number.strip_prefix('-');
    let value = whole(digits.unwrap_or(number), 1)?;
    let mut window_ms = whole(window.trim_ascii(), 1_000).unwrap_or(0);
    while let Some(part) = meter_names::next_part(&mut window, b';') {
        let part = part.trim_ascii();
        if let Some(seconds) = part.strip_prefix("w=").or_else(|| part.strip_prefix("window=")) {
            window_ms = whole(seconds, 1_000).unwrap_or(0);
        }
    }
    Some(Cell { placeholder: digits.is_some(), window_ms, ..Cell::new(value) })
}

/// A time until a reset; zero when it says none or has passed. `bare` is the unit of a number, if it is known.
fn time(member: &str, bare: Option<Unit>, now_ms: Option<i64>) -> Option<Cell> {
    let text = cut::trim(member, b"\"");
    if let Some(digits) = text.strip_prefix('-') {
        let negative = digits.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        return negative.then(|| Cell { placeholder: true, ..Cell::new(0) });
    }
    let mut rest = text;
    let text = meter_names::next_part(&mut rest, b';')?.trim_ascii();
    let instant = if let Some(number) = whole(text, 1) {
        if bare == Some(Unit::Milliseconds) {
            return Some(Cell::new(number));
        }
        match instants::from_number(text, now_ms.unwrap_or(0)) {
            Some(instant) => instant,
            None if bare.is_none() && number > MOST_SECONDS => return Some(Cell::new(number)),
            None => return whole(text, 1_000).map(Cell::new),
        }
    } else if let Some(ms) = durations::whole(text, None) {
        return Some(Cell::new(ms));
    } else {
        instants::leading(text, now_ms?, None)?.0
    };
    let value = u64::try_from(instant.saturating_sub(now_ms?)).unwrap_or(0).min(ENDLESS);
    Some(Cell { absolute: true, ..Cell::new(value) })
}

/// A text that is one unsigned decimal, times `scale`, rounded up.
fn whole(text: &str, scale: u64) -> Option<u64> {
    durations::decimal(text, scale).filter(|&(_, used)| used == text.len()).map(|(value, _)| value)
}

/// The window that a meter's name tells, or 0: `requests-day`, `24hour`, `unified-5h`, `tokens-minute`.
fn window_in(name: &str) -> u64 {
    for word in name.as_bytes().split(|byte| matches!(byte, b'-' | b'_')) {
        let stem = hash(word.strip_suffix(b"ly").unwrap_or(word));
        let named = WINDOWS.iter().find(|(known, _)| *known == stem).map_or(0, |&(_, ms)| ms);
        let ms = match word {
            [b'0'..=b'9', ..] => str::from_utf8(word).ok().and_then(|word| durations::whole(word, None)).unwrap_or(0),
            _ => named.into(),
        };
        if ms > 0 {
            return ms;
        }
    }
    0
}

/// What a meter of that name counts.
fn kind(name: &str) -> Kind {
    KINDS.iter().find(|(_, part)| contains(name, part)).map_or(Kind::Other, |&(kind, _)| kind)
}

/// Is it a name such as `core`, `throttle_authenticated_web` or a bucket's hash?
fn is_label(value: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    !value.is_empty() && value.len() <= meter_names::LONGEST_LABEL && value.bytes().all(part)
}

/// Stands for an amount that is not zero and not known.
const SOME_LEFT: u64 = u64::MAX;

/// More windows of one meter were not seen; the most is four.
const MOST_WINDOWS: usize = 6;

/// No window is longer than a month; a delta beyond counts milliseconds (Prisjakt).
const MOST_SECONDS: u64 = 2_700_000;

/// Parts of names that tell what a meter counts, narrowest first.
const KINDS: &[(Kind, &str)] = &[
    (Kind::Concurrency, "concurren"),
    (Kind::Tokens, "token"),
    (Kind::Money, "spend"),
    (Kind::Money, "credit"),
    (Kind::Money, "cost"),
    (Kind::Money, "budget"),
    (Kind::Requests, "req"), // request, too
    (Kind::Requests, "call"),
    (Kind::Requests, "quer"),
    (Kind::Requests, "reads"),
    (Kind::Requests, "writes"),
];

/// Words that name a window, without "ly".
const WINDOWS: &[(u32, u32)] = &[
    (hash(b"second"), 1_000),
    (hash(b"sec"), 1_000),
    (hash(b"minute"), 60_000),
    (hash(b"min"), 60_000),
    (hash(b"hour"), 3_600_000),
    (hash(b"day"), 86_400_000),
    (hash(b"dai"), 86_400_000),
    (hash(b"week"), 604_800_000),
    (hash(b"month"), 2_592_000_000),
];

/// Strava's two windows (developers.strava.com/docs/rate-limits).
const QUARTER_AND_DAY: &[(&str, u64)] = &[("15min", 900_000), ("day", 86_400_000)];

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-03-04T10:00:00Z.
    const NOW: i64 = 1_772_618_400_000;

    fn readings(headers: &[(&str, &str)]) -> Vec<Reading> {
        read(headers, Some(NOW))
    }

    /// Name, limit, remaining, resets, window.
    type Told<'a> = (&'a str, Option<u64>, Option<u64>, Option<u64>, Option<u64>);

    #[track_caller]
    fn assert_meters(headers: &[(&str, &str)], want: &[Told]) {
        let readings = readings(headers);
        let got: Vec<Told> = readings
            .iter()
            .map(|r| (r.meter.name.as_str(), r.meter.limit, r.meter.remaining, r.meter.resets_ms, r.meter.window_ms))
            .collect();
        assert_eq!(got, want);
        let rotated = |by: usize| {
            let mut headers = headers.to_vec();
            headers.rotate_left(by);
            // said twice, and in another case
            let loud: Vec<String> = headers.iter().map(|(name, _)| name.to_ascii_uppercase()).collect();
            let twice: Vec<_> = headers
                .iter()
                .copied()
                .chain(loud.iter().map(String::as_str).zip(headers.iter().map(|h| h.1)))
                .collect();
            read(&twice, Some(NOW)).into_iter().map(|reading| reading.meter).collect::<Vec<_>>()
        };
        for by in 0..headers.len() {
            assert_eq!(rotated(by), read_meters(headers, Some(NOW)), "rotated by {by}");
        }
    }

    #[track_caller]
    fn only(headers: &[(&str, &str)]) -> Reading {
        let mut readings = readings(headers);
        assert_eq!(readings.len(), 1, "{readings:?}");
        readings.remove(0)
    }

    fn used_up(headers: &[(&str, &str)]) -> Vec<(String, Option<u64>)> {
        let used_up = readings(headers).into_iter().filter(|reading| reading.used_up);
        used_up.map(|reading| (reading.meter.name, reading.meter.resets_ms)).collect()
    }

    #[test]
    fn openai_tells_two_meters_in_go_durations() {
        let headers = [
            ("x-ratelimit-limit-requests", "60"),
            ("x-ratelimit-limit-tokens", "150000"),
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-remaining-tokens", "17"),
            ("x-ratelimit-reset-requests", "6m0s"),
            ("x-ratelimit-reset-tokens", "1h"),
        ];
        assert_meters(
            &headers,
            &[
                ("requests", Some(60), Some(0), Some(360_000), None),
                ("tokens", Some(150_000), Some(17), Some(3_600_000), None),
            ],
        );
        assert_eq!(used_up(&headers), [("requests".to_owned(), Some(360_000))]);
        let kinds: Vec<Kind> = readings(&headers).iter().map(|reading| reading.kind).collect();
        assert_eq!(kinds, [Kind::Requests, Kind::Tokens]);
    }

    #[test]
    fn every_go_duration_is_read_to_the_millisecond() {
        for (value, ms) in [
            ("2ms", 2),
            ("6s", 6_000),
            ("1m26.4s", 86_400),
            ("19m45.394s", 1_185_394),
            ("1h4m48s", 3_888_000),
            ("7.66s", 7_660),
            ("1.984999999s", 1_985),
            ("33011.382867s", 33_011_383),
        ] {
            assert_eq!(only(&[("x-ratelimit-reset-project-tokens", value)]).meter.resets_ms, Some(ms), "{value}");
        }
    }

    #[test]
    fn azure_writes_the_same_headers_in_bare_seconds_and_with_another_hyphen() {
        assert_meters(
            &[("x-rate-limit-reset-tokens", "26"), ("x-ratelimit-remaining-tokens", "0")],
            &[("tokens", None, Some(0), Some(26_000), None)],
        );
    }

    #[test]
    fn a_negative_number_is_a_placeholder_and_drops_its_meter_alone() {
        let headers = [
            ("x-ratelimit-limit-tokens", "-1"),
            ("x-ratelimit-remaining-tokens", "-1"),
            ("x-ratelimit-reset-tokens", "0"),
            ("x-ratelimit-remaining-requests", "3"),
        ];
        assert_meters(&headers, &[("requests", None, Some(3), None, None)]);
        assert_meters(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "-30")], &[]);
        assert_meters(
            &[("x-ratelimit-remaining", "0, 5"), ("x-ratelimit-reset", "-1, 30")],
            &[("default", None, Some(5), Some(30_000), None)],
        );
        assert_meters(&[("ratelimit", "\"a\";r=-1;t=30")], &[]);
    }

    #[test]
    fn a_reset_of_nothing_states_no_wait() {
        for value in ["0", "0s", "0.0", "0ms", "00:00:00", "", "soon", "null", "1e3", "∞", "30 apples"] {
            let reading = only(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", value)]);
            assert_eq!((reading.meter.resets_ms, reading.used_up), (None, true), "{value}");
        }
    }

    #[test]
    fn a_number_is_told_by_its_size() {
        for (value, ms, absolute) in [
            ("42", 42_000, false),
            ("0.529", 529, false),
            ("2592000", 2_592_000_000, false),
            // Prisjakt: milliseconds, which only a number beyond a month gives away
            ("3600000", 3_600_000, false),
            // GitHub, Okta, Auth0, X
            ("1772618442", 42_000, true),
            // Discord
            ("1772618442.123", 42_123, true),
            // OpenRouter, Linear
            ("1772618442000", 42_000, true),
            // 2039, beyond 32 bits (peers.md D12)
            ("2200000000", 427_381_600_000, true),
        ] {
            let reading = only(&[("X-RateLimit-Reset", value), ("X-RateLimit-Remaining", "0")]);
            assert_eq!((reading.meter.resets_ms, reading.absolute), (Some(ms), absolute), "{value}");
            assert_eq!(reading.header, 0);
        }
    }

    #[test]
    fn a_date_is_read_in_every_form_that_was_seen() {
        for value in [
            "2026-03-04T10:00Z",
            "2026-03-04T10:00:42Z",
            "2026-03-04T10:00:42+00:00",
            "Wed, 04 Mar 2026 10:00:42 GMT",
            "Wed Mar 04 2026 11:00:42 GMT+0100 (Central European Standard Time)",
        ] {
            let now = NOW - 60_000;
            let readings = read(&[("x-ratelimit-reset", value), ("x-ratelimit-remaining", "0")], Some(now));
            let ms = if value.len() == 17 { 60_000 } else { 102_000 };
            assert_eq!(
                readings.iter().map(|r| (r.meter.resets_ms, r.absolute)).collect::<Vec<_>>(),
                [(Some(ms), true)],
                "{value}"
            );
        }
        let gitlab = [
            ("RateLimit-Name", "throttle_authenticated_web"),
            ("RateLimit-Limit", "10"),
            ("RateLimit-Observed", "11"),
            ("RateLimit-Remaining", "0"),
            ("RateLimit-Reset", "1772618430"),
            ("RateLimit-ResetTime", "Wed, 04 Mar 2026 10:00:30 GMT"),
        ];
        assert_meters(&gitlab, &[("throttle_authenticated_web", Some(10), Some(0), Some(30_000), None)]);
    }

    #[test]
    fn a_point_in_time_that_has_passed_states_no_wait() {
        for value in
            ["1772618399", "1772618400", "1772618399000", "2020-01-01T00:00:00Z", "Tue, 03 Mar 2026 10:00:42 GMT"]
        {
            let reading = only(&[("x-ratelimit-reset", value), ("x-ratelimit-remaining", "0")]);
            assert_eq!(reading.meter.resets_ms, None, "{value}");
        }
    }

    #[test]
    fn without_a_clock_only_lengths_of_time_are_read() {
        let headers = [("x-ratelimit-reset", "1772618442"), ("x-ratelimit-remaining", "0")];
        assert_eq!(read_meters(&headers, None).iter().map(|meter| meter.resets_ms).collect::<Vec<_>>(), [None]);
        let headers = [("x-ratelimit-reset", "42"), ("x-ratelimit-remaining", "0")];
        assert_eq!(read_meters(&headers, None).iter().map(|meter| meter.resets_ms).collect::<Vec<_>>(), [Some(42_000)]);
    }

    #[test]
    fn an_exact_delta_goes_before_an_epoch_in_whole_seconds() {
        // Discord
        let headers = [
            ("x-ratelimit-bucket", "abcd1234"),
            ("x-ratelimit-scope", "user"),
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "1772618401.9"),
            ("x-ratelimit-reset-after", "1.234"),
        ];
        assert_meters(&headers, &[("abcd1234", Some(5), Some(0), Some(1_234), None)]);
        // urlscan
        let headers = [("X-Rate-Limit-Reset", "2026-03-04T10:01:00.000Z"), ("X-Rate-Limit-Reset-After", "36")];
        assert_meters(&headers, &[("default", None, None, Some(36_000), None)]);
        assert!(!only(&headers).says_remaining);
    }

    #[test]
    fn github_names_its_meter_in_a_header_of_its_own() {
        let headers = [
            ("x-ratelimit-limit", "5000"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-used", "5003"),
            ("x-ratelimit-reset", "1772621273"),
            ("x-ratelimit-resource", "graphql"),
        ];
        assert_meters(&headers, &[("graphql", Some(5_000), Some(0), Some(2_873_000), None)]);
        let reading = only(&headers);
        assert_eq!((reading.header, reading.used_up, reading.says_remaining, reading.absolute), (3, true, true, true));
        assert_eq!(reading.kind, Kind::Other);

        let forged = [("x-ratelimit-remaining", "1"), ("x-ratelimit-resource", "a b<script>")];
        assert_meters(&forged, &[("default", None, Some(1), None, None)]);
    }

    #[test]
    fn what_is_left_follows_from_what_was_used() {
        assert_meters(
            &[("x-ratelimit-limit", "30"), ("x-ratelimit-used", "18")],
            &[("default", Some(30), Some(12), None, None)],
        );
        assert!(only(&[("x-ratelimit-limit", "30"), ("x-ratelimit-used", "31")]).used_up);
        // Reddit has no limit, and fractions
        assert_meters(
            &[("x-ratelimit-used", "600"), ("x-ratelimit-remaining", "0.0"), ("x-ratelimit-reset", "300")],
            &[("default", None, Some(0), Some(300_000), None)],
        );
        assert_eq!(only(&[("x-ratelimit-remaining", "0.5")]).meter.remaining, Some(1));
        assert_eq!(only(&[("x-shopify-shop-api-call-limit", "40/40")]).meter.remaining, Some(0));
        assert_meters(
            &[("X-Shopify-Shop-Api-Call-Limit", "32/40")],
            &[("shop-api-call", Some(40), Some(8), None, None)],
        );
    }

    #[test]
    fn anthropic_writes_resets_in_rfc_3339() {
        let headers = [
            ("anthropic-ratelimit-input-tokens-limit", "200000"),
            ("anthropic-ratelimit-input-tokens-remaining", "0"),
            ("anthropic-ratelimit-input-tokens-reset", "2026-03-04T10:01:03Z"),
            ("anthropic-ratelimit-requests-limit", "4000"),
            ("anthropic-ratelimit-requests-remaining", "4000"),
            ("anthropic-ratelimit-requests-reset", "2026-03-04T10:00:00Z"),
            ("anthropic-priority-output-tokens-remaining", "0"),
        ];
        assert_meters(
            &headers,
            &[
                ("input-tokens", Some(200_000), Some(0), Some(63_000), None),
                ("priority-output-tokens", None, Some(0), None, None),
                ("requests", Some(4_000), Some(4_000), None, None),
            ],
        );
    }

    #[test]
    fn anthropics_unified_windows_are_used_up_when_rejected_or_full() {
        let headers = [
            ("anthropic-ratelimit-unified-status", "rejected"),
            ("anthropic-ratelimit-unified-5h-status", "rejected"),
            ("anthropic-ratelimit-unified-5h-reset", "1772625600"),
            ("anthropic-ratelimit-unified-5h-utilization", "1.05"),
            ("anthropic-ratelimit-unified-7d-status", "allowed_warning"),
            ("anthropic-ratelimit-unified-7d-reset", "1773000000"),
            ("anthropic-ratelimit-unified-fallback-percentage", "0.5"),
            ("anthropic-ratelimit-unified-overage-status", "rejected"),
            ("anthropic-ratelimit-unified-overage-reset", "1775000000"),
            ("anthropic-ratelimit-unified-overage-disabled-reason", "org_level_disabled"),
        ];
        assert_meters(
            &headers,
            &[
                ("unified", None, Some(0), None, None),
                ("unified-5h", None, Some(0), Some(7_200_000), Some(18_000_000)),
                ("unified-7d", None, None, Some(381_600_000), Some(604_800_000)),
            ],
        );
        assert_eq!(used_up(&headers), [("unified".to_owned(), None), ("unified-5h".to_owned(), Some(7_200_000))]);
        assert!(readings(&headers).iter().all(|reading| reading.says_remaining));

        let full =
            [("anthropic-ratelimit-unified-7d-utilization", "1"), ("anthropic-ratelimit-unified-7d-status", "allowed")];
        assert!(only(&full).used_up);
        assert!(!only(&[("anthropic-ratelimit-unified-7d-utilization", "0.99")]).used_up);
    }

    #[test]
    fn a_codex_window_is_used_up_at_100_percent() {
        let headers = [
            ("x-codex-plan-type", "free"),
            ("x-codex-primary-used-percent", "100"),
            ("x-codex-secondary-used-percent", "41.5"),
            ("x-codex-primary-window-minutes", "10080"),
            ("x-codex-primary-reset-after-seconds", "388410"),
            ("x-codex-primary-reset-at", "1773006810"),
            ("x-codex-secondary-reset-after-seconds", "604800"),
            ("x-codex-credits-has-credits", "False"),
            ("x-codex-primary-over-secondary-limit-percent", "0"),
        ];
        assert_meters(
            &headers,
            &[
                ("codex-primary", None, Some(0), Some(388_410_000), Some(604_800_000)),
                ("codex-secondary", None, None, Some(604_800_000), None),
            ],
        );
        assert_eq!(used_up(&headers), [("codex-primary".to_owned(), Some(388_410_000))]);
        assert!(readings(&headers).iter().all(|reading| reading.says_remaining && !reading.absolute));
    }

    #[test]
    fn windows_in_one_header_are_paired_by_position() {
        // Brave
        let headers = [
            ("x-ratelimit-limit", "1, 2000"),
            ("x-ratelimit-policy", "1;w=1, 2000;w=2592000"),
            ("x-ratelimit-remaining", "0, 1598"),
            ("x-ratelimit-reset", "1, 1287433"),
        ];
        assert_meters(
            &headers,
            &[
                ("default-1", Some(1), Some(0), Some(1_000), Some(1_000)),
                ("default-2", Some(2_000), Some(1_598), Some(1_287_433_000), Some(2_592_000_000)),
            ],
        );
        assert_eq!(used_up(&headers), [("default-1".to_owned(), Some(1_000))]);
        // Riot
        assert_meters(
            &[("X-App-Rate-Limit", "20:1,100:120"), ("X-App-Rate-Limit-Count", "20:1,40:120")],
            &[("app-1", Some(20), Some(0), None, Some(1_000)), ("app-2", Some(100), Some(60), None, Some(120_000))],
        );
    }

    #[test]
    fn values_that_a_proxy_said_twice_are_one_window() {
        assert_meters(
            &[("x-ratelimit-remaining", "0, 0"), ("x-ratelimit-reset", "30, 30")],
            &[("default", None, Some(0), Some(30_000), None)],
        );
        assert_meters(
            &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "30, 30")],
            &[("default", None, Some(0), Some(30_000), None)],
        );
    }

    #[test]
    fn of_lines_that_contradict_each_other_the_more_careful_counts() {
        let headers = [
            ("x-ratelimit-remaining", "7"),
            ("x-ratelimit-reset", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "60"),
            ("x-ratelimit-reset", "junk"),
        ];
        assert_meters(&headers, &[("default", None, Some(0), Some(60_000), None)]);
    }

    #[test]
    fn strava_tells_a_quarter_of_an_hour_and_a_day() {
        assert_meters(
            &[
                ("x-ratelimit-limit", "600,30000"),
                ("x-ratelimit-usage", "601,4201"),
                ("x-readratelimit-limit", "300,10000"),
                ("x-readratelimit-usage", "12,10000"),
            ],
            &[
                ("15min", Some(600), Some(0), None, Some(900_000)),
                ("day", Some(30_000), Some(25_799), None, Some(86_400_000)),
                ("read-15min", Some(300), Some(288), None, Some(900_000)),
                ("read-day", Some(10_000), Some(0), None, Some(86_400_000)),
            ],
        );
    }

    #[test]
    fn a_structured_ratelimit_lists_policies() {
        assert_meters(
            &[("RateLimit", "\"rate\";r=0;t=6"), ("RateLimit-Policy", "\"rate\";q=60;w=60")],
            &[("rate", Some(60), Some(0), Some(6_000), Some(60_000))],
        );
        // Jira
        let headers = [("ratelimit", "\"global-app-quota\";r=0;t=47,\"jira-burst-based\";r=0;t=2")];
        assert_meters(
            &headers,
            &[
                ("global-app-quota", None, Some(0), Some(47_000), None),
                ("jira-burst-based", None, Some(0), Some(2_000), None),
            ],
        );
        // in two lines, and with separators inside of a name
        assert_meters(
            &[("ratelimit", "\"a,b;r=9\";r=0;t=47"), ("ratelimit", "default; r=3 ; t=2 ; pk=:cHJvbw==:")],
            &[("a,b;r=9", None, Some(0), Some(47_000), None), ("default", None, Some(3), Some(2_000), None)],
        );
        // Hugging Face names the algorithm first
        assert_meters(
            &[("RateLimit", "\"api\";r=489;t=189"), ("RateLimit-Policy", "\"fixed window\";\"api\";q=500;w=300")],
            &[("api", Some(500), Some(489), Some(189_000), Some(300_000))],
        );
        assert_meters(
            &[("Beta-RateLimit", "\"q\";r=0;t=5"), ("Beta-RateLimit-Policy", "\"q\";q=9;w=10")],
            &[("q", Some(9), Some(0), Some(5_000), Some(10_000))],
        );
    }

    #[test]
    fn the_older_drafts_are_read_too() {
        // draft 7
        assert_meters(
            &[("RateLimit", "limit=100, remaining=0, reset=31"), ("RateLimit-Policy", "100;w=900")],
            &[("default", Some(100), Some(0), Some(31_000), Some(900_000))],
        );
        // draft 3
        assert_meters(
            &[
                ("RateLimit-Limit", "100, 100;window=60, 1000;window=3600"),
                ("RateLimit-Remaining", "0"),
                ("RateLimit-Reset", "12"),
            ],
            &[("default", Some(100), Some(0), Some(12_000), Some(60_000))],
        );
        // several policies, one meter
        assert_meters(
            &[("RateLimit", "limit=1000, remaining=9, reset=31"), ("RateLimit-Policy", "10;w=1, 1000;w=3600")],
            &[("default", Some(1_000), Some(9), Some(31_000), Some(3_600_000))],
        );
        // Docker Hub
        assert_meters(
            &[
                ("ratelimit-limit", "100;w=21600"),
                ("ratelimit-remaining", "0;w=21600"),
                ("docker-ratelimit-source", "203.0.113.7"),
            ],
            &[("default", Some(100), Some(0), None, Some(21_600_000))],
        );
    }

    #[test]
    fn a_meters_name_stands_before_or_after_the_word_for_the_value() {
        assert_meters(
            &[
                ("x-ratelimit-requests-limit", "500"),
                ("x-ratelimit-requests-remaining", "0"),
                ("x-ratelimit-requests-reset", "2591999"),
                ("x-ratelimit-rapid-free-plans-hard-limit-limit", "500000"),
                ("x-ratelimit-rapid-free-plans-hard-limit-remaining", "499999"),
                ("x-ratelimit-rapid-free-plans-hard-limit-reset", "100"),
            ],
            &[
                ("rapid-free-plans-hard-limit", Some(500_000), Some(499_999), Some(100_000), None),
                ("requests", Some(500), Some(0), Some(2_591_999_000), None),
            ],
        );
    }

    #[test]
    fn a_name_may_tell_the_window() {
        assert_meters(
            &[
                ("x-ratelimit-limit-requests-day", "1000"),
                ("x-ratelimit-remaining-requests-day", "0"),
                ("x-ratelimit-reset-requests-day", "33011.382867"),
                ("x-ratelimit-remaining-tokens-minute", "5"),
                ("x-ratelimit-remaining-month", "9"),
                ("X-RateLimit-Remaining-Hour", "4"),
                ("x-contentful-ratelimit-second-remaining", "0"),
                ("ratelimitbysize-remaining", "2000"),
            ],
            &[
                ("contentful-second", None, Some(0), None, Some(1_000)),
                ("hour", None, Some(4), None, Some(3_600_000)),
                ("month", None, Some(9), None, Some(2_592_000_000)),
                ("requests-day", Some(1_000), Some(0), Some(33_011_383), Some(86_400_000)),
                ("tokens", None, Some(2_000), None, None),
                ("tokens-minute", None, Some(5), None, Some(60_000)),
            ],
        );
        // X: the short window is full, the long one used up
        let headers = [
            ("x-rate-limit-limit", "1080000"),
            ("x-rate-limit-remaining", "1079998"),
            ("x-rate-limit-reset", "1772618427"),
            ("x-user-limit-24hour-limit", "25"),
            ("x-user-limit-24hour-remaining", "0"),
            ("x-user-limit-24hour-reset", "1772659710"),
            ("x-app-limit-24hour-remaining", "3"),
        ];
        assert_meters(
            &headers,
            &[
                ("app-24hour", None, Some(3), None, Some(86_400_000)),
                ("default", Some(1_080_000), Some(1_079_998), Some(27_000), None),
                ("user-24hour", Some(25), Some(0), Some(41_310_000), Some(86_400_000)),
            ],
        );
    }

    #[test]
    fn an_interval_is_a_window_and_no_wait() {
        assert_meters(
            &[
                ("x-hubspot-ratelimit-max", "100"),
                ("x-hubspot-ratelimit-remaining", "0"),
                ("x-hubspot-ratelimit-interval-milliseconds", "10000"),
                ("x-hubspot-ratelimit-daily", "250000"),
                ("x-hubspot-ratelimit-daily-remaining", "249612"),
                ("x-hubspot-ratelimit-secondly", "10"),
                ("x-hubspot-ratelimit-secondly-remaining", "9"),
            ],
            &[
                ("hubspot", Some(100), Some(0), None, Some(10_000)),
                ("hubspot-daily", Some(250_000), Some(249_612), None, Some(86_400_000)),
                ("hubspot-secondly", Some(10), Some(9), None, Some(1_000)),
            ],
        );
        // Jira Data Center
        assert_meters(
            &[
                ("x-ratelimit-limit", "6"),
                ("x-ratelimit-remaining", "1"),
                ("x-ratelimit-fillrate", "6"),
                ("x-ratelimit-interval-seconds", "1"),
            ],
            &[("default", Some(6), Some(1), None, Some(1_000))],
        );
    }

    #[test]
    fn families_with_words_of_their_own_are_read() {
        assert_meters(
            &[
                ("x-rate-limit-problem", "day"),
                ("x-daylimit-remaining", "0"),
                ("x-minlimit-remaining", "60"),
                ("x-appminlimit-remaining", "9998"),
            ],
            &[
                ("app-minute", None, Some(9_998), None, Some(60_000)),
                ("day", None, Some(0), None, Some(86_400_000)),
                ("minute", None, Some(60), None, Some(60_000)),
            ],
        );
        assert_meters(&[("X-Ttl", "42"), ("X-Rl", "0")], &[("default", None, Some(0), Some(42_000), None)]);
        assert_meters(
            &[("x-trial-endpoint-call-limit", "20"), ("x-trial-endpoint-call-remaining", "1")],
            &[("trial-endpoint-call", Some(20), Some(1), None, None)],
        );
        assert_meters(
            &[
                ("x-ms-ratelimit-remaining-subscription-reads", "14987"),
                (
                    "x-ms-ratelimit-remaining-resource",
                    "Microsoft.Compute/HighCostGet3Min;0,Microsoft.Compute/HighCostGet30Min;1539",
                ),
            ],
            &[
                ("ms-Microsoft.Compute/HighCostGet30Min", None, Some(1_539), None, None),
                ("ms-Microsoft.Compute/HighCostGet3Min", None, Some(0), None, None),
                ("ms-subscription-reads", None, Some(14_987), None, None),
            ],
        );
        assert_meters(
            &[("zendesk-ratelimit-tickets-index", "total=100;remaining=0;resets=41")],
            &[("zendesk-tickets-index", Some(100), Some(0), Some(41_000), None)],
        );
        assert_meters(
            &[("x-bapi-limit", "10"), ("x-bapi-limit-status", "0"), ("x-bapi-limit-reset-timestamp", "1772618400500")],
            &[("bapi", Some(10), Some(0), Some(500), None)],
        );
        assert_meters(
            &[("x-rate-limit-remaining", "0"), ("x-rate-limit-retry-after-seconds", "59")],
            &[("default", None, Some(0), Some(59_000), None)],
        );
    }

    #[test]
    fn a_reset_in_one_family_belongs_to_the_remaining_of_another() {
        // Zendesk
        let headers = [("x-rate-limit", "700"), ("x-rate-limit-remaining", "3"), ("ratelimit-reset", "40")];
        let got: Vec<_> = readings(&headers).iter().map(|r| (r.meter.resets_ms, r.says_remaining, r.used_up)).collect();
        assert_eq!(got, [(Some(40_000), true, false), (None, true, false)]);
        let headers = [("x-rate-limit-remaining", "0"), ("ratelimit-reset", "40")];
        let got: Vec<_> = readings(&headers).iter().map(|r| (r.meter.resets_ms, r.says_remaining, r.used_up)).collect();
        assert_eq!(got, [(Some(40_000), true, true), (None, true, true)]);
        // express-rate-limit sends both families with one meaning
        let headers = [
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "1772618431"),
            ("ratelimit-limit", "5"),
            ("ratelimit-remaining", "0"),
            ("ratelimit-reset", "31"),
        ];
        assert_meters(&headers, &[("default", Some(5), Some(0), Some(31_000), None)]);
    }

    #[test]
    fn headers_of_other_kinds_are_no_meters() {
        assert_meters(
            &[
                ("retry-after", "30"),
                ("x-should-retry", "true"),
                ("x-amzn-ratelimit-limit", "0.0167"),
                ("x-ratelimit-scope", "shared"),
                ("x-ratelimit-global", "true"),
                ("x-ratelimit-over-limit", "no"),
                ("x-ratelimit-resource", "core"),
                ("x-ratelimiter-remaining", "0"),
                ("my-ratelimitation", "0"),
                ("content-length", "0"),
                ("x-ttl", "3600"),
                ("x-ratelimit-limit", "unlimited"),
                ("ratelimit", "unlimited"),
                ("", "0"),
                ("-", "0"),
                ("x-ratelimit--", "0"),
                ("ratelimit-", "0"),
            ],
            &[],
        );
    }

    #[test]
    fn huge_numbers_saturate() {
        let nines = "9".repeat(400);
        let headers = [("x-ratelimit-remaining", nines.as_str()), ("x-ratelimit-reset", nines.as_str())];
        let reading = only(&headers);
        assert_eq!(reading.meter.remaining, Some(ENDLESS));
        assert!(reading.meter.resets_ms.is_some_and(|ms| ms <= ENDLESS));
        let list = "0,".repeat(100_000);
        assert_eq!(readings(&[("x-ratelimit-remaining", &list)]).len(), 1);
    }

    #[test]
    fn ten_thousand_headers_take_no_longer_than_they_must() {
        let names: Vec<String> = (0..10_000).map(|n| format!("x-ratelimit-remaining-m{n}")).collect();
        let headers: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "0")).collect();
        assert_eq!(readings(&headers).len(), 10_000);
        let headers = vec![("x-ratelimit-remaining", "0"); 10_000];
        assert_eq!(readings(&headers).len(), 1);
    }
}
