//! What the names of rate-limit headers mean.

use crate::cut;
use crate::hash::hash;

/// What one header says of one meter.
pub(super) struct Fact<'a> {
    /// The meter's name, a line break, and its family.
    pub key: String,
    name_length: usize,
    pub role: Role,
    pub value: &'a str,
    pub header: usize,
}

impl Fact<'_> {
    pub fn name(&self) -> &str {
        self.key.get(..self.name_length).unwrap_or_default()
    }

    pub fn is_ip_api(&self) -> bool {
        self.name_length == 0 && self.key.ends_with(IP_API)
    }

    /// The order in which facts are put together.
    pub fn is_before(&self, other: &Self) -> bool {
        (&self.key, self.role as u8, self.value, self.header)
            < (&other.key, other.role as u8, other.value, other.header)
    }
}

/// What a value stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Limit,
    Remaining,
    Used,
    /// Like `Used`, for a quarter of an hour and for a day (Strava).
    Usage,
    /// Percent used.
    Percent,
    /// Fraction used.
    Utilization,
    /// `allowed`, `allowed_warning` or `rejected`.
    Status,
    /// A reset in whatever unit its size and shape tell.
    Reset,
    /// Seconds from now.
    Seconds,
    /// Milliseconds from now.
    Milliseconds,
    WindowMilliseconds,
    WindowSeconds,
    WindowMinutes,
    /// Limits with their windows: `1;w=1, 2000;w=2592000`.
    Policy,
    /// What the meter is called.
    Name,
}

/// Adds what one header says.
#[inline(never)]
pub(super) fn read<'a>(name: &str, value: &'a str, header: usize, facts: &mut Vec<Fact<'a>>) {
    let name = name.trim_ascii();
    if name.len() > LONGEST_NAME || !may_tell(name) {
        return;
    }
    let (name, value) = (&*name.to_ascii_lowercase(), value.trim_ascii());
    let mut add = |vendor: &str, words: &str, role: Role, value: &'a str| {
        facts.push(Fact::new(vendor, words, "", role, value, header));
    };
    let hashed = hash(name.as_bytes());
    if let Some(&(_, vendor, words, role)) = EXACT.iter().find(|(known, ..)| *known == hashed) {
        match cut::at_first(value, b'/') {
            // shopify.dev/docs/api/admin-rest/usage/rate-limits: 40/40
            Some((used, limit)) => {
                add(vendor, words, Role::Used, used);
                add(vendor, words, Role::Limit, limit);
            }
            None => add(vendor, words, role, value),
        }
        return;
    }
    for &(prefix, vendor) in PREFIXES {
        if let Some(rest) = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')) {
            if let Some((role, words)) = role(rest) {
                add(vendor, words, role, value);
            }
            return;
        }
    }
    let Some((vendor, rest)) = split_at_ratelimit(name) else { return };
    let listed = value.bytes().next().is_some_and(|byte| byte.is_ascii_digit() || byte == b'-');
    match role(rest) {
        _ if rest.is_empty() && listed => add(vendor, "", Role::Limit, value),
        _ if rest == "policy" && listed => add(vendor, "", Role::Policy, value),
        _ if rest.is_empty() || rest == "policy" => structured(vendor, "", value, header, facts),
        Some((Role::Remaining, "resource")) => resources(vendor, value, header, facts),
        Some((_, words)) if !listed && value.contains('=') => structured(vendor, words, value, header, facts),
        Some((role, words)) => add(vendor, words, role, value),
        // zendesk-ratelimit-tickets-index: total=100;remaining=99;resets=41
        None if contains(value, "remaining=") => structured(vendor, rest, value, header, facts),
        None => {}
    }
}

/// Tells quickly that most headers are of another kind.
fn may_tell(name: &str) -> bool {
    let bytes = name.as_bytes();
    let limit = |part: &[u8]| matches!(part, [b'l' | b'L', b'i' | b'I', b'm' | b'M', b'i' | b'I', b't' | b'T']);
    let starts = |start: &str| name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start));
    match bytes {
        [b'x' | b'X' | b'a' | b'A', ..] if WITHOUT_LIMIT.iter().any(|start| starts(start)) => true,
        _ => bytes.windows(5).any(limit) && !IGNORED.iter().any(|start| starts(start)),
    }
}

impl<'a> Fact<'a> {
    /// The name has the vendor's words, where they are not among [`NAMELESS`], and others.
    fn new(vendor: &str, words: &str, label: &str, role: Role, value: &'a str, header: usize) -> Self {
        let mut key = String::with_capacity(MOST_OF_A_KEY);
        for word in cut::each(vendor, b'-').filter(|word| !NAMELESS.contains(word)) {
            push(&mut key, word);
        }
        push(&mut key, words);
        push(&mut key, bounded(label));
        let name_length = key.len();
        key.push('\n');
        key.push_str(vendor);
        Self { key, name_length, role, value, header }
    }
}

/// Adds words to a name.
fn push(name: &mut String, words: &str) {
    if !words.is_empty() {
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(words);
    }
}

/// A meter's name as it is shown.
pub(super) fn shown(name: &str, word: &str) -> String {
    let mut shown = String::from(bounded(name));
    push(&mut shown, word);
    if shown.is_empty() { String::from(UNNAMED) } else { shown }
}

/// `x-hubspot-ratelimit-daily-remaining` → `x-hubspot`, `daily-remaining`.
fn split_at_ratelimit(name: &str) -> Option<(&str, &str)> {
    let at = position(name, "limit")?;
    let (before, after) = (name.get(..at)?, name.get(at..)?.strip_prefix("limit")?);
    let vendor = before.strip_suffix("rate").or_else(|| before.strip_suffix("rate-"))?;
    let vendor = if vendor.is_empty() { vendor } else { vendor.strip_suffix('-')? };
    let rest = if after.is_empty() { after } else { after.strip_prefix('-').filter(|rest| !rest.is_empty())? };
    Some((vendor, rest))
}

/// The role of a value and the name of its meter: `remaining-requests`, `requests-remaining`, `remaining`.
fn role(rest: &str) -> Option<(Role, &str)> {
    let named = |list: &[(u32, Role)], words: &str| {
        let hash = hash(words.as_bytes());
        list.iter().find(|(known, _)| *known == hash).map(|&(_, role)| role)
    };
    if let Some(role) = named(ROLES, rest).or_else(|| named(ALONE, rest)) {
        return Some((role, ""));
    }
    // the longest role at the end, or else at the beginning
    let mut at_start = None;
    for (at, _) in rest.bytes().enumerate().filter(|&(_, byte)| byte == b'-') {
        let (first, last) = (rest.get(..at)?, rest.get(at.saturating_add(1)..)?);
        if let Some(role) = named(ROLES, last) {
            return Some((role, first));
        }
        if let Some(role) = named(ROLES, first) {
            at_start = Some((role, last));
        }
    }
    at_start
}

/// `Microsoft.Compute/HighCostGet3Min;159,Microsoft.Compute/HighCostGet30Min;1539` (Azure Compute).
fn resources<'a>(vendor: &str, value: &'a str, header: usize, facts: &mut Vec<Fact<'a>>) {
    for member in cut::each(value, b',') {
        if let Some((name, left)) = cut::at_first(member.trim_ascii(), b';') {
            facts.push(Fact::new(vendor, "", name, Role::Remaining, left, header));
        }
    }
}

/// `"rate";r=0;t=6, "day";r=5;t=900`, `limit=100, remaining=0, reset=31`, `"rate";q=60;w=60`.
fn structured<'a>(vendor: &str, words: &str, value: &'a str, header: usize, facts: &mut Vec<Fact<'a>>) {
    let mut members = value;
    let mut label = "";
    while let Some(member) = next_part(&mut members, b',') {
        let mut parts = member;
        let mut named = false;
        while let Some(part) = next_part(&mut parts, b';') {
            let part = part.trim_ascii();
            if let Some((field, value)) = cut::at_first(part, b'=').filter(|_| !part.starts_with('"')) {
                let field = hash(field.trim_ascii().as_bytes());
                if let Some(&(_, role)) = FIELDS.iter().find(|(known, _)| *known == field) {
                    facts.push(Fact::new(vendor, words, label, role, value.trim_ascii(), header));
                }
            } else if !part.is_empty() && (!named || part.starts_with('"')) {
                // Hugging Face names the algorithm first: "fixed window";"api";q=500;w=300
                label = cut::trim(part, b"\"");
                named = true;
            }
        }
    }
}

/// Takes off what stands before the next separator outside of quoted strings.
pub(super) fn next_part<'a>(text: &mut &'a str, separator: u8) -> Option<&'a str> {
    if text.is_empty() {
        return None;
    }
    let (mut quoted, mut escaped) = (false, false);
    let end = text.bytes().position(|byte| {
        let splits = byte == separator && !quoted;
        quoted ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && quoted && !escaped;
        splits
    });
    let part = text.get(..end.unwrap_or(text.len()))?;
    *text = end.and_then(|end| text.get(end.saturating_add(1)..)).unwrap_or_default();
    Some(part)
}

/// The start of a name, as much of it as anyone needs.
fn bounded(name: &str) -> &str {
    name.char_indices().nth(LONGEST_LABEL).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
}

pub(super) fn contains(text: &str, part: &str) -> bool {
    position(text, part).is_some()
}

fn position(text: &str, part: &str) -> Option<usize> {
    text.as_bytes().windows(part.len()).position(|window| window == part.as_bytes())
}

/// The name of a meter without one.
const UNNAMED: &str = "default";

/// Longer header names are not rate limits.
const LONGEST_NAME: usize = 128;
/// In characters, of what the server chose.
pub(super) const LONGEST_LABEL: usize = 64;
/// In bytes, of most of them.
const MOST_OF_A_KEY: usize = 48;

/// Parts of a vendor that do not stay in a meter's name.
const NAMELESS: &[&str] = &["", "x", "anthropic", "beta"];

/// A vendor of its own, whose meter has no name.
const IP_API: &str = "x-x";

/// Beginnings of header names that tell no meter: whether more can be bought (Anthropic), requests a second (Amazon).
const IGNORED: &[&str] = &["anthropic-ratelimit-unified-overage", "x-amzn-ratelimit"];

/// Beginnings of the header names that tell one without saying "limit".
const WITHOUT_LIMIT: &[&str] = &["anthropic-priority-", "anthropic-fast-", "x-codex-", "x-trial-", "x-rl", "x-ttl"];

/// Whole header names: the vendor, the meter's other words, the role.
const EXACT: &[(u32, &str, &str, Role)] = &[
    // developers.hubspot.com: a limit's name is the limit itself
    (hash(b"x-hubspot-ratelimit-daily"), "x-hubspot", "daily", Role::Limit),
    (hash(b"x-hubspot-ratelimit-secondly"), "x-hubspot", "secondly", Role::Limit),
    // ip-api.com/docs: requests left, and seconds until the window ends
    (hash(b"x-rl"), IP_API, "", Role::Remaining),
    (hash(b"x-ttl"), IP_API, "", Role::Seconds),
    // bybit-exchange.github.io/docs/v5/rate-limit
    (hash(b"x-bapi-limit"), "x-bapi", "", Role::Limit),
    (hash(b"x-bapi-limit-status"), "x-bapi", "", Role::Remaining),
    (hash(b"x-bapi-limit-reset-timestamp"), "x-bapi", "", Role::Reset),
    (hash(b"x-shopify-shop-api-call-limit"), "x-shop-api-call", "", Role::Limit),
];

/// Beginnings of header names that hold no `ratelimit`, and the vendor that gives the meter its name.
const PREFIXES: &[(&str, &str)] = &[
    // docs.anthropic.com/en/api/rate-limits, and the pages of the priority tier and of fast mode
    ("anthropic-priority", "anthropic-priority"),
    ("anthropic-fast", "anthropic-fast"),
    // openai/codex: x-codex-primary-used-percent
    ("x-codex", "x-codex"),
    // docs.x.com/x-api/fundamentals/rate-limits
    ("x-app-limit", "x-app"),
    ("x-user-limit", "x-user"),
    // developer.xero.com/documentation/guides/oauth2/limits
    ("x-daylimit", "x-day"),
    ("x-minlimit", "x-minute"),
    ("x-appminlimit", "x-app-minute"),
    // docs.cohere.com/docs/rate-limits
    ("x-trial-endpoint-call", "x-trial-endpoint-call"),
    // docs.together.ai/docs/rate-limits
    ("x-tokenlimit", "x-tokens"),
    // docs.mistral.ai: ratelimitbysize-limit, x-ratelimitbysize-remaining-minute
    ("ratelimitbysize", "tokens"),
    ("x-ratelimitbysize", "tokens"),
    // developers.strava.com/docs/rate-limits
    ("x-readratelimit", "x-read"),
];

/// Words for a value that are a role only when nothing else stands in the name.
const ALONE: &[(u32, Role)] = &[
    (hash(b"count"), Role::Used),
    (hash(b"name"), Role::Name),
    (hash(b"resource"), Role::Name),
    (hash(b"bucket"), Role::Name),
];

/// Words for a value, before or after the meter's name.
const ROLES: &[(u32, Role)] = &[
    (hash(b"reset-after-seconds"), Role::Seconds),
    (hash(b"retry-after-seconds"), Role::Seconds),
    (hash(b"reset-after-ms"), Role::Milliseconds),
    (hash(b"retry-after-ms"), Role::Milliseconds),
    (hash(b"reset-timestamp"), Role::Reset),
    (hash(b"reset-seconds"), Role::Seconds),
    (hash(b"reset-after"), Role::Seconds),
    (hash(b"retry-after"), Role::Seconds),
    (hash(b"reset-time"), Role::Reset),
    (hash(b"reset-ms"), Role::Milliseconds),
    (hash(b"reset-in"), Role::Seconds),
    (hash(b"reset-at"), Role::Reset),
    (hash(b"resettime"), Role::Reset),
    (hash(b"reset"), Role::Reset),
    (hash(b"interval-milliseconds"), Role::WindowMilliseconds),
    (hash(b"interval-seconds"), Role::WindowSeconds),
    (hash(b"window-minutes"), Role::WindowMinutes),
    (hash(b"window-seconds"), Role::WindowSeconds),
    (hash(b"remaining"), Role::Remaining),
    (hash(b"used-percent"), Role::Percent),
    (hash(b"used"), Role::Used),
    (hash(b"usage"), Role::Usage),
    (hash(b"observed"), Role::Used),
    (hash(b"limit"), Role::Limit),
    (hash(b"max"), Role::Limit),
    (hash(b"status"), Role::Status),
    (hash(b"utilization"), Role::Utilization),
];

/// Parameters and keys of structured values: drafts 7 to 10, and Zendesk's.
const FIELDS: &[(u32, Role)] = &[
    (hash(b"r"), Role::Remaining),
    (hash(b"t"), Role::Seconds),
    (hash(b"q"), Role::Limit),
    (hash(b"w"), Role::WindowSeconds),
    (hash(b"limit"), Role::Limit),
    (hash(b"remaining"), Role::Remaining),
    (hash(b"reset"), Role::Reset),
    (hash(b"total"), Role::Limit),
    (hash(b"resets"), Role::Reset),
];
