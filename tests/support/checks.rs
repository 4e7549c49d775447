//! What must hold of any input whatever: the fuzz targets, the replay of kept inputs and the properties share it.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a check that fails ends the run, and no run needs them all"
)]

use retriage::delay::{Delay, Grounds, Policy, Stop, next_delay};
use retriage::stream::{End, MAX_OPENING, Reader};
use retriage::wait::{ENDLESS, Meter, parse_http_date, parse_instant, parse_retry_after, read_meters};
use retriage::{
    Case, Class, Confidence, Evidence, Failure, Options, Place, Reason, Sent, Thrown, Verdict, WaitSource,
    classify as judge,
};
use serde_json::Value;

mod calls;

pub use calls::operation;

/// A check, on any bytes.
pub type Check = fn(&[u8]);

/// Every fuzz target and its check.
pub const TARGETS: &[(&str, Check)] = &[
    ("binding", binding),
    ("case", case),
    ("classify", classify),
    ("delay", delay),
    ("fields", fields),
    ("http_date", http_date),
    ("instant", instant),
    ("long", long),
    ("meters", meters),
    ("operation", operation),
    ("prose", prose),
    ("retry_after", retry_after),
    ("stream", stream),
];

/// 2026-07-29T12:00:00Z.
pub const NOW: i64 = 1_785_326_400_000;

const PART: char = '\u{1C}';
const RECORD: char = '\u{1E}';
const FIELD: char = '\u{1F}';

/// A whole failure, as [`unpack`] reads it.
pub fn classify(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let failure = unpack(&text);
    for options in [Options::default(), Options { max_server_wait_ms: 0, strict: true, rules: Vec::new() }] {
        let verdict = judge(&failure, &options);
        sound(&failure, &options, &verdict);
        sleeps(&(&verdict).into(), &Policy::default(), 1, 0, 0.5);
        assert_eq!(judge(&failure, &options), verdict, "the same twice");
    }
    let verdict = judge(&failure, &Options::default());
    let mut shuffled = failure.clone();
    shuffled.headers.reverse();
    let names: Vec<String> = failure.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    if names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)) {
        alike(&judge(&shuffled, &Options::default()), &verdict);
    }
}

/// A body: JSON, a repr, a page, an event.
pub fn fields(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let failure = Failure::new().status(429).body(&text).now(NOW);
    sound(&failure, &Options::default(), &judge(&failure, &Options::default()));
}

/// A message, at a known time and at none.
pub fn prose(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let failure = Failure::text(&text);
    let timeless = judge(&failure, &Options::default());
    sound(&failure, &Options::default(), &timeless);
    let failure = failure.now(NOW);
    let timed = judge(&failure, &Options::default());
    sound(&failure, &Options::default(), &timed);
    assert!(timed.wait_ms.is_some() || timeless.wait_ms.is_none(), "a clock takes no wait away: {timed:?}");
}

/// A stream of events: a byte that says how long its pieces are, then the stream. However it is cut, it says the same.
pub fn stream(data: &[u8]) {
    let Some((&size, bytes)) = data.split_first() else { return };
    for provider in ["", "openai"] {
        let (at, whole) = told(provider, [bytes]);
        let (cut_at, cut) = told(provider, bytes.chunks(usize::from(size) + 1));
        if bytes.len() <= MAX_OPENING {
            assert_eq!(cut, whole, "cut every {size} bytes and one");
        }
        assert!(
            at.is_none_or(|at| at <= bytes.len() && cut_at.is_some_and(|cut_at| at <= cut_at)),
            "{at:?} {cut_at:?}"
        );
        assert_eq!(whole.1.is_some(), whole.2 == End::Error);
        let judged = Failure::new().status(200).body(whole.1.as_deref().unwrap_or("")).now(NOW);
        sound(&judged, &Options::default(), &judge(&judged, &Options::default()));
    }
}

/// Where the bytes before an error end; whether there was content, what the error says, how it ended.
fn told<'a>(
    provider: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Option<usize>, (bool, Option<String>, End)) {
    let mut reader = Reader::new(provider);
    let mut passed = 0;
    let mut found = None;
    for piece in pieces {
        if let Some(at) = reader.read(piece) {
            found = Some(passed + at);
            break;
        }
        passed += piece.len();
    }
    let end = reader.end();
    (found, (reader.has_content(), reader.error().map(str::to_owned), end))
}

/// A `Retry-After`.
pub fn retry_after(data: &[u8]) {
    let value = String::from_utf8_lossy(data);
    retry_after_agrees(&value, NOW);
}

/// A date as HTTP writes it.
pub fn http_date(data: &[u8]) {
    let value = String::from_utf8_lossy(data);
    for now in [NOW, 0, i64::MAX, i64::MIN] {
        let Some(at) = parse_http_date(&value, now) else { continue };
        let written = imf_fixdate(at);
        // Years of five digits, and those before the year 0, cannot be written.
        if !(-62_167_219_200_000..253_402_300_800_000).contains(&at) {
            continue;
        }
        assert_eq!(parse_http_date(&written, now), Some(at), "{value:?} is {written}");
        let wait = u64::try_from(i128::from(at) - i128::from(now)).unwrap_or(0).min(ENDLESS);
        assert_eq!(parse_retry_after(&value, now), Some(wait), "{value:?}");
    }
}

/// A date as anybody writes it.
pub fn instant(data: &[u8]) {
    let value = String::from_utf8_lossy(data);
    let Some(at) = parse_instant(&value) else { return };
    assert_eq!(parse_instant(&format!(" {value}\t")), Some(at), "{value:?}");
    // Years of four digits can be written and read again.
    if (-62_167_219_200_000..253_402_300_800_000).contains(&at) {
        let (year, month, day) = civil(at.div_euclid(86_400_000));
        let ms = at.rem_euclid(86_400_000);
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
        let written = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000);
        assert_eq!(parse_instant(&written), Some(at), "{value:?} is {written}");
    }
}

/// Headers, a line each.
pub fn meters(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let headers: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(':')).take(64).collect();
    same_meters(&headers, Some(NOW));
    same_meters(&headers, None);
    let failure = Failure { status: Some(429), headers, now_ms: Some(NOW), ..Failure::default() };
    sound(&failure, &Options::default(), &judge(&failure, &Options::default()));
}

/// A failure as a case, with a secret planted in its texts: one that the input picks, for twelve cases of each input are
/// twelve times fewer inputs.
pub fn case(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let failure = unpack(&text);
    let verdict = judge(&failure, &Options::default());
    let made = |failure: &Failure<'_>| serde_json::to_value(Case::new(failure, &verdict)).expect("a case is JSON");
    let plain = made(&failure);
    assert!(plain["expect"].is_null() && plain["id"] == "", "{plain}");
    let picked = data.iter().fold(0, |sum: usize, byte| sum.wrapping_add(usize::from(*byte)));
    let secret = SECRETS[picked % SECRETS.len()];
    // What stands there without us is not ours.
    if [failure.body, failure.message].iter().flatten().any(|text| text.contains(secret)) {
        return;
    }
    let planted = |text: Option<&str>| {
        let text = text.unwrap_or("");
        let mut at = text.len() / 2;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        [&text[..at], " ", secret, " ", &text[at..]].concat()
    };
    let (body, message) = (planted(failure.body), planted(failure.message));
    let errors = vec![Thrown { name: "Error", code: "", message: &body }];
    let kept = made(&Failure { body: Some(&body), message: Some(&message), errors, ..failure.clone() }).to_string();
    assert!(!kept.contains(secret), "{secret} in {kept}");
}

/// Two pieces, parted by U+001C, each repeated. How the work grows with the length is measured while fuzzing.
pub fn long(data: &[u8]) {
    read_everywhere(&repeated(data, 2_048));
}

/// A text of about so many bytes out of what [`long`] takes.
pub fn repeated(data: &[u8], size: usize) -> String {
    let text = String::from_utf8_lossy(data.get(..128).unwrap_or(data));
    let (one, other) = text.split_once(PART).unwrap_or((&text, ""));
    let count = size / text.len().max(1);
    [one.repeat(count), other.repeat(count)].concat()
}

/// Reads a text as a body and as headers, a line each, and makes a case of it.
pub fn read_everywhere(text: &str) {
    let headers = text.lines().filter_map(|line| line.split_once(':')).collect();
    let failure = Failure { status: Some(429), headers, body: Some(text), now_ms: Some(NOW), ..Failure::default() };
    let _ = Case::new(&failure, &judge(&failure, &Options::default()));
}

/// Secrets by their form; all are made up.
pub const SECRETS: &[&str] = &[
    "sk-proj-Zk3Qm9XvT7pLw2Rb8NsYc4HdJf6Ga1Ue",
    "sk-ant-api03-q8W_e7Rt-6Yu5Io4Pa3Sd2Fg1Hj-AA",
    "AKIA2QF7ZXM4TB9KWL3C",
    "AIzaSyB3kT9mQ2xW7vL5nR8pC4dF6gH1jK0sE_u",
    "ghp_x7Kq2Lm9Rt4Vb6Nc1Zs8Wd3Fg5Hj0PaQeUy",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.Qm7xT2vK9pLw3Rb8",
    "ann.smith+test@example.com",
    "3f7c2a91-6d4e-4b0a-9c58-71e2d8a60b35",
    "203.0.113.77",
    "req_011CSHoEeqs5C35K2UUqR7Fy",
    "org-Qx7Kv2Lm9Rt4Vb6Nc1Zs8Wd3",
];

/// A verdict's grounds and a policy, as numbers of eight bytes.
pub fn delay(data: &[u8]) {
    let mut words = data.chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(bytes)
    });
    let mut next = || words.next().unwrap_or(0);
    let mut pick = |length: usize| usize::try_from(next() % length as u64).unwrap_or(0);
    let reason = Reason::ALL[pick(Reason::ALL.len())];
    let grounds = Grounds {
        class: if pick(2) == 0 { Class::Transient } else { Class::ALL[pick(Class::ALL.len())] },
        reason,
        retryable: pick(4) > 0,
        sent: Sent::ALL[pick(Sent::ALL.len())],
        malformed: pick(2) == 0,
        wait_ms: (pick(2) == 0).then(&mut next),
        retry_at: None,
    };
    let chance = f64::from_bits(next());
    let attempt = u32::try_from(next() >> 32).unwrap_or(0);
    let elapsed_ms = next();
    let policy = Policy {
        attempts: u32::try_from(next() >> 32).unwrap_or(0),
        retry_for_ms: next(),
        base_delay_ms: next(),
        max_delay_ms: next(),
        max_server_wait_ms: next(),
    };
    sleeps(&grounds, &policy, attempt, elapsed_ms, chance);
    // Near the defaults more than the first bound is met.
    let near = Policy { attempts: u32::MAX, retry_for_ms: policy.retry_for_ms % 600_000, ..Policy::default() };
    let grounds = Grounds { wait_ms: grounds.wait_ms.map(|wait| wait % 120_000), ..grounds };
    sleeps(&grounds, &near, attempt % 70, elapsed_ms % 120_000, chance);
}

/// What crosses into WebAssembly: the options in front of the packed failure.
#[cfg(feature = "binding")]
pub fn binding(data: &[u8]) {
    use retriage::wasm;

    let text = String::from_utf8_lossy(data);
    let mut parts = text.splitn(3, PART);
    let (status, now, packed) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let status = status.parse().unwrap_or(f64::NAN);
    let now = now.parse().unwrap_or(f64::NAN);
    let answer: Value = serde_json::from_str(&wasm::classify(status, now, packed, 60_000.0, false)).unwrap();
    let failure = unpack(&text);
    for evidence in answer["evidence"].as_array().unwrap() {
        let Some(span) = evidence["span"].as_array() else { continue };
        let place = Place::from_word(evidence["where"].as_str().unwrap()).unwrap();
        let path = evidence["path"].as_str();
        let quote = evidence["text"].as_str().unwrap();
        let [start, end] = [0, 1].map(|at| usize::try_from(span[at].as_u64().unwrap()).unwrap());
        let stands = texts_at(&failure, place, path).any(|text| {
            let units: Vec<u16> = text.encode_utf16().collect();
            units.get(start..end).is_some_and(|units| String::from_utf16_lossy(units).starts_with(quote))
        });
        assert!(stands, "{evidence} is not in {failure:?}");
    }
    // Without rules of the caller it is the core's verdict, but for the spans.
    if packed.split(PART).nth(4).is_none_or(|rules| rules.split(RECORD).all(str::is_empty)) {
        let mut verdict = serde_json::to_value(judge(&failure, &Options::default())).unwrap();
        let mut answer = answer.clone();
        for judged in [&mut answer, &mut verdict] {
            for evidence in judged["evidence"].as_array_mut().unwrap() {
                evidence["span"] = Value::Null;
            }
        }
        assert_eq!(answer, verdict);
    }
    let _: Value = serde_json::from_str(&wasm::to_case(status, now, packed)).unwrap();
    let _: Value = serde_json::from_str(&wasm::read_meters(packed, now)).unwrap();
    let _ = wasm::parse_retry_after(packed, now);
    let reason = answer["reason"].as_str().unwrap();
    let delay = wasm::next_delay(
        answer["class"].as_str().unwrap(),
        reason,
        true,
        status > 500.0,
        answer["waitMs"].as_f64().unwrap_or(f64::NAN),
        false,
        now,
        status,
        f64::NAN,
        now,
        status,
        now,
        now,
        status,
    );
    assert!(delay.iter().all(|number| *number >= 0.0), "{delay:?}");
}

/// The binding is there with its feature only.
#[cfg(not(feature = "binding"))]
pub fn binding(_: &[u8]) {}

/// A failure out of one text: its status, its time, and then what the binding takes (see `src/wasm/mod.rs`), joined by
/// U+001C.
pub fn unpack(text: &str) -> Failure<'_> {
    let mut parts = text.splitn(9, PART);
    let mut next = || parts.next().unwrap_or("");
    let (status, now, url, method, errors, headers, _rules) = (next(), next(), next(), next(), next(), next(), next());
    let (message, body) = (next().strip_prefix('='), next().strip_prefix('='));
    let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    Failure {
        status: u16::try_from(number(status) as u64).ok().filter(|status| *status > 0),
        headers: headers.split(RECORD).filter_map(|header| header.split_once(FIELD)).collect(),
        body,
        message,
        errors: errors.split(RECORD).filter(|link| !link.is_empty()).map(thrown).collect(),
        url: Some(url).filter(|url| !url.is_empty()),
        method: Some(method).filter(|method| !method.is_empty()),
        now_ms: Some(number(now)).filter(|now| now.abs() <= 8.64e15).map(|now| now as i64),
    }
}

fn thrown(link: &str) -> Thrown<'_> {
    let mut parts = link.splitn(3, FIELD);
    let mut next = || parts.next().unwrap_or("");
    Thrown { name: next(), code: next(), message: next() }
}

/// What is true of every verdict without rules of the caller.
#[track_caller]
pub fn sound(failure: &Failure<'_>, options: &Options, verdict: &Verdict) {
    let of = || format!("{verdict:?}\nof {failure:?}");
    assert_eq!(verdict.class, verdict.reason.class(), "class and reason: {}", of());
    assert!(!verdict.retryable || verdict.class == Class::Transient, "retryable: {}", of());
    assert!(verdict.class != Class::Exhausted || verdict.persists, "persists: {}", of());
    assert_eq!(verdict.persists, verdict.stops_batch, "stops the batch: {}", of());
    // Where two readings are equally good a rule answers unknown; where no rule holds nothing else is answered.
    assert!(verdict.rule.is_some() || verdict.class == Class::Unknown, "rule: {}", of());
    assert_eq!(verdict.rule.is_none(), verdict.confidence == Confidence::None, "confidence: {}", of());

    // The wait is finite, is told by somebody, and its words are quoted.
    assert_eq!(verdict.wait_ms.is_some(), verdict.wait_source.is_some(), "source of the wait: {}", of());
    assert!(verdict.wait_ms.is_none_or(|ms| ms <= ENDLESS), "finite wait: {}", of());
    assert!(!verdict.malformed || verdict.wait_source == Some(WaitSource::RetryAfter), "malformed: {}", of());
    let quotes = verdict.evidence.iter().filter(|evidence| evidence.rule == "wait").count();
    assert_eq!(quotes, usize::from(verdict.wait_ms.is_some()), "one quote of the wait: {}", of());
    if verdict.class == Class::Transient && !verdict.malformed {
        let longest = options.max_server_wait_ms.saturating_add(2_000);
        assert!(verdict.wait_ms.is_none_or(|ms| ms <= longest), "transient: {}", of());
    }
    assert!(verdict.retry_at.is_none() || verdict.wait_ms.is_some_and(|ms| ms < ENDLESS), "retry at: {}", of());

    for evidence in &verdict.evidence {
        assert!(quoted(failure, evidence), "{evidence:?} is not in the input: {}", of());
    }
    assert!(verdict.evidence.len() <= 16 && verdict.explain.len() <= 320, "bounded: {}", of());
    assert!(verdict.explain.ends_with('.') && !verdict.explain.contains(char::is_control), "explained: {}", of());
    let told: usize = failure.headers.iter().map(|(_, value)| 8 + value.matches(',').count()).sum();
    assert!(verdict.meters.len() <= told, "meters are bounded: {}", of());
    verdict.meters.iter().for_each(sound_meter);
}

/// Whether the words of a piece of evidence stand where it says.
fn quoted(failure: &Failure<'_>, evidence: &Evidence) -> bool {
    let cut = evidence.text.len() <= 200;
    match evidence.span {
        Some((start, end)) => {
            texts_at(failure, evidence.place, evidence.path.as_deref()).any(|text| {
                text.get(start..end).is_some_and(|words| {
                    let whole = words == evidence.text;
                    whole || (words.len() > 200 && evidence.text.len() > 196 && words.starts_with(&evidence.text))
                })
            }) && cut
        }
        None if evidence.place == Place::Status => {
            failure.status.is_some_and(|status| status.to_string().ends_with(&evidence.text))
        }
        None => cut && texts_at(failure, evidence.place, evidence.path.as_deref()).next().is_some(),
    }
}

/// The caller's own texts that a place and a path name.
pub fn texts_at<'a>(failure: &Failure<'a>, place: Place, path: Option<&str>) -> impl Iterator<Item = &'a str> {
    let mut texts = Vec::new();
    match place {
        Place::Body => texts.extend(failure.body),
        Place::Message => texts.extend(failure.message),
        Place::Header => {
            let name = path.unwrap_or("");
            let named = failure.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
            texts.extend(named.map(|&(_, value)| value));
        }
        Place::Error => {
            let path = path.unwrap_or("");
            let link = path.matches("cause.").count();
            texts.extend(failure.errors.get(link).map(|thrown| match path.rsplit('.').next() {
                Some("name") => thrown.name,
                Some("code") => thrown.code,
                _ => thrown.message,
            }));
        }
        Place::Url => texts.extend(failure.url),
        Place::Status => {}
    }
    texts.into_iter()
}

#[track_caller]
fn sound_meter(meter: &Meter) {
    assert!(!meter.name.is_empty() && meter.name.chars().count() <= 72, "{meter:?}");
    assert!(meter.resets_ms.is_none_or(|ms| ms > 0 && ms <= ENDLESS), "{meter:?}");
    assert!(meter.window_ms.is_none_or(|ms| ms > 0 && ms <= ENDLESS), "{meter:?}");
    assert!(meter.limit.is_none_or(|limit| limit <= ENDLESS), "{meter:?}");
    assert!(meter.remaining.is_none_or(|left| left <= ENDLESS), "{meter:?}");
}

/// Neither the order of headers nor their case nor saying one twice changes the meters.
#[track_caller]
pub fn same_meters(headers: &[(&str, &str)], now_ms: Option<i64>) {
    let read = read_meters(headers, now_ms);
    read.iter().for_each(sound_meter);
    assert!(read.is_sorted_by(|one, other| one.name <= other.name), "{read:?}");
    let reversed: Vec<_> = headers.iter().rev().copied().collect();
    assert_eq!(read_meters(&reversed, now_ms), read, "reversed: {headers:?}");
    let twice: Vec<_> = headers.iter().chain(&reversed).copied().collect();
    assert_eq!(read_meters(&twice, now_ms), read, "twice: {headers:?}");
    let loud: Vec<_> = headers.iter().map(|(name, value)| (name.to_ascii_uppercase(), *value)).collect();
    let loud: Vec<_> = loud.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let low: Vec<_> = headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), *value)).collect();
    let low: Vec<_> = low.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(read_meters(&loud, now_ms), read_meters(&low, now_ms), "case: {headers:?}");
}

/// The same but for what the evidence quotes.
#[track_caller]
pub fn alike(one: &Verdict, other: &Verdict) {
    let of = |verdict: &Verdict| {
        let Verdict { class, scope, reason, retryable, sent, wait_ms, malformed, retry_at, .. } = *verdict;
        (class, scope, reason, retryable, sent, wait_ms, malformed, retry_at, verdict.meters.clone())
    };
    assert_eq!(of(one), of(other), "{one:?}\n{other:?}");
}

/// `parse_retry_after` is the judge's reading wherever it reads at all; what only the judge reads is malformed.
#[track_caller]
pub fn retry_after_agrees(value: &str, now_ms: i64) {
    let failure = Failure::new().status(429).header("Retry-After", value).now(now_ms);
    let verdict = judge(&failure, &Options::default());
    sound(&failure, &Options::default(), &verdict);
    match parse_retry_after(value, now_ms) {
        Some(ms) => assert_eq!((verdict.wait_ms, verdict.malformed), (Some(ms), false), "{value:?}"),
        None => assert_eq!(verdict.malformed, verdict.wait_ms.is_some(), "{value:?}: {verdict:?}"),
    }
    if verdict.malformed {
        assert_eq!(verdict.class, Class::Transient, "a malformed wait promotes nothing: {value:?}");
    }
}

/// The delay keeps its promises: the floor, the end of the time for retries, nothing that overflows.
#[track_caller]
pub fn sleeps(grounds: &Grounds, policy: &Policy, attempt: u32, elapsed_ms: u64, chance: f64) {
    let delay = next_delay(grounds, policy, attempt, elapsed_ms, chance);
    let of = || format!("{delay:?} of {grounds:?}, {policy:?}, {attempt}, {elapsed_ms}, {chance}");
    match delay {
        Delay::Sleep { ms, floor_ms, stated } => {
            assert!(grounds.retryable && attempt < policy.attempts, "{}", of());
            assert!(ms >= floor_ms && ms >= grounds.wait_ms.unwrap_or(0), "floor: {}", of());
            assert_eq!(stated, grounds.wait_ms.is_some_and(|wait| wait > 0), "stated: {}", of());
            assert!(elapsed_ms.checked_add(ms).is_none_or(|end| end <= policy.retry_for_ms), "the end: {}", of());
            let most = if stated { floor_ms.saturating_add(5_500) } else { policy.max_delay_ms };
            assert!(ms <= most, "ceiling: {}", of());
        }
        Delay::Stop { why, retry_at } => {
            assert_eq!(retry_at, grounds.retry_at, "{}", of());
            let final_class = match grounds.class {
                Class::Permanent => Stop::Permanent,
                Class::Exhausted => Stop::Exhausted,
                Class::Unknown => Stop::Unknown,
                Class::Transient => Stop::NotRetryable,
            };
            assert_eq!(why == final_class, !grounds.retryable, "{}", of());
        }
    }
}

/// A failure as a case, as JSON.
pub fn written(failure: &Failure<'_>) -> Value {
    let verdict = judge(failure, &Options::default());
    serde_json::to_value(Case::new(failure, &verdict)).expect("a case is JSON")
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
pub fn imf_fixdate(at_ms: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let days = at_ms.div_euclid(86_400_000);
    let second = at_ms.rem_euclid(86_400_000) / 1_000;
    let (year, month, day) = civil(days);
    let weekday = DAYS[usize::try_from(days.rem_euclid(7)).unwrap()];
    let month = MONTHS[usize::try_from(month - 1).unwrap()];
    format!(
        "{weekday}, {day:02} {month} {year:04} {:02}:{:02}:{:02} GMT",
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

/// Year, month and day of a day since the Unix epoch.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}
