//! One call, step by step: what it does next, how it ends and why, and what its record says.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a call that goes otherwise fails its test")]

use std::sync::Arc;

use retriage::delay::Stop;
use retriage::gate::{Gates, Heed, Lane};
use retriage::operation::{Event, Finish, Now, Operation, Policy, Repeat, Request, Step, Why};
use retriage::record::Record;
use retriage::{Class, Failure, Reason, Sent, Thrown};

type Headers = &'static [(&'static str, &'static str)];

const JSON: Headers = &[("content-type", "application/json"), ("content-length", "20")];
const NO_QUOTA: &str = "{\"error\":{\"code\":\"insufficient_quota\"}}";

/// One call with its gates and its clock.
struct Call {
    operation: Operation,
    gates: Gates,
    now_ms: u64,
    chance: f64,
    last: Option<Step>,
}

impl Call {
    fn new(request: Request, edit: impl FnOnce(&mut Policy)) -> Self {
        let mut policy = Policy::default();
        edit(&mut policy);
        let operation = Operation::new(request, Arc::new(policy));
        Self { operation, gates: Gates::default(), now_ms: 1_000, chance: 0.0, last: None }
    }

    fn get(edit: impl FnOnce(&mut Policy)) -> Self {
        Self::new(alone("GET"), edit)
    }

    fn now(&self) -> Now {
        Now { monotonic_ms: self.now_ms, wall_ms: 1_700_000_000_000 + i64::try_from(self.now_ms).unwrap() }
    }

    fn tell(&mut self, event: Event<'_>) -> Option<Step> {
        let now = self.now();
        let step = self.operation.step(&mut self.gates, event, now, self.chance);
        self.last.clone_from(&step);
        step
    }

    fn after(&mut self, ms: u64, event: Event<'_>) -> Option<Step> {
        self.now_ms += ms;
        self.tell(event)
    }

    fn start(mut self) -> Self {
        assert!(matches!(self.tell(Event::Start), Some(Step::Send { attempt: 1, .. })));
        self
    }

    /// An answer, its body read where that is asked.
    fn answer(&mut self, status: u16, headers: Headers, text: &str) -> Option<Step> {
        match self.tell(Event::Headers { status, headers }) {
            Some(Step::ReadBody { max_bytes: 65_536, timeout_ms: 1_000 }) => {
                self.tell(Event::Body { text, cut: false })
            }
            step => step,
        }
    }

    fn thrown(&mut self, code: &str, message: &str) -> Option<Step> {
        self.tell(Event::Thrown(&Failure::new().thrown(Thrown { name: "TypeError", code, message })))
    }

    /// Sleeps as long as the last step asked.
    fn sleep(&mut self) -> Option<Step> {
        let Some(Step::Wait { ms, .. }) = self.last else { panic!("no wait: {:?}", self.last) };
        self.after(ms, Event::Woke)
    }

    fn ended(&self) -> (Finish, Option<Stop>, u32) {
        let Some(Step::Finish(finish)) = self.last else { panic!("not ended: {:?}", self.last) };
        (finish, self.operation.stop(), self.operation.attempts())
    }

    fn reason(&self) -> Option<Reason> {
        self.operation.verdict().map(|verdict| verdict.reason)
    }

    fn record(&self) -> Record {
        Record::of(&self.operation, self.last.as_ref().unwrap(), self.now()).unwrap()
    }
}

/// A request that shares no gates, so that its own rules alone decide.
fn alone(method: &str) -> Request {
    Request { lane: Lane::default(), ..Request::new(method, "https://api.example.com/v1/things") }
}

fn sent(step: Option<&Step>) -> (u32, Option<u64>) {
    let Some(Step::Send { attempt, timeout_ms, .. }) = step else { panic!("not sent: {step:?}") };
    (*attempt, *timeout_ms)
}

fn backoff(ms: u64) -> Option<Step> {
    Some(Step::Wait { ms, why: Why::Backoff })
}

#[test]
fn an_answer_that_is_no_failure_ends_the_call_with_it() {
    for status in [0, 200, 204, 301, 304, 399] {
        let mut call = Call::get(|_| {}).start();
        assert_eq!(call.answer(status, &[], ""), Some(Step::Finish(Finish::Return)), "{status}");
        assert_eq!((call.ended(), call.reason()), ((Finish::Return, None, 1), None));
    }
}

#[test]
fn a_success_leaves_nothing_of_the_failures_before_it() {
    let mut call = Call::get(|_| {}).start();
    call.answer(429, &[("retry-after", "3")], "");
    assert_eq!(call.reason(), Some(Reason::RateLimit));
    call.sleep();
    call.answer(200, &[], "");
    assert_eq!((call.ended(), call.reason()), ((Finish::Return, None, 2), None));
    let record = call.record();
    assert_eq!((record.status, record.class, record.reason), (Some(200), None, None));
    assert_eq!((record.wait_ms, record.wait_text, record.rule, record.sent), (None, None, None, None));
}

#[test]
fn a_failed_response_in_hand_is_returned_whatever_ends_the_call() {
    for (status, headers, text, stop) in [
        (400, &[][..], "", Stop::Permanent),
        (429, &[], NO_QUOTA, Stop::Exhausted),
        (429, &[("x-should-retry", "false")], "", Stop::NotRetryable),
        (429, &[("retry-after", "99.5")], "", Stop::MalformedWait),
    ] {
        let mut call = Call::get(|_| {}).start();
        call.answer(status, headers, text);
        assert_eq!(call.ended(), (Finish::ReturnFailed, Some(stop), 1), "{stop:?}");
        assert!(call.operation.verdict().is_some());
    }
}

#[test]
fn an_error_in_hand_is_rethrown() {
    let mut call = Call::get(|_| {}).start();
    call.thrown("", "who knows what this is");
    assert_eq!(call.ended(), (Finish::Rethrow, Some(Stop::Unknown), 1));
    let mut call = Call::new(alone("POST"), |_| {}).start();
    call.thrown("ECONNRESET", "read ECONNRESET");
    assert_eq!(call.ended(), (Finish::Rethrow, Some(Stop::Unsafe), 1));
}

#[test]
fn our_own_timeout_with_nothing_in_hand_is_one() {
    let mut call = Call::get(|policy| policy.delay.attempts = 1).start();
    call.after(5_000, Event::AttemptTimedOut);
    assert_eq!((call.ended(), call.reason()), ((Finish::TimedOut, Some(Stop::Attempts), 1), Some(Reason::Timeout)));
}

#[test]
fn the_caller_ends_the_call_in_every_phase() {
    let phases: [fn(&mut Call); 4] = [
        |_| {},
        |call| drop(call.tell(Event::Start)),
        |call| {
            call.tell(Event::Start);
            call.tell(Event::Headers { status: 503, headers: &[] });
        },
        |call| {
            call.tell(Event::Start);
            call.answer(503, &[], "");
        },
    ];
    for reach in phases {
        let mut call = Call::get(|_| {});
        reach(&mut call);
        assert_eq!(call.tell(Event::Aborted), Some(Step::Finish(Finish::Abort)));
        assert_eq!(call.operation.stop(), None);
        assert_eq!(call.tell(Event::Aborted), None);
    }
}

#[test]
fn a_driver_that_gives_up_ends_the_call_with_what_is_in_hand() {
    for why in [Stop::ShouldRetry, Stop::Nested] {
        let mut call = Call::get(|_| {}).start();
        call.answer(503, &[], "");
        call.tell(Event::GivenUp(why));
        assert_eq!((call.ended(), call.reason()), ((Finish::ReturnFailed, Some(why), 1), Some(Reason::Overloaded)));
    }
}

#[test]
fn a_driver_that_gives_up_while_it_reads_ends_with_that_answer_and_no_older_verdict() {
    let mut call = Call::get(|_| {}).start();
    call.answer(503, &[], "");
    call.sleep();
    call.tell(Event::Headers { status: 429, headers: &[] });
    call.tell(Event::GivenUp(Stop::Nested));
    assert_eq!((call.ended(), call.reason()), ((Finish::ReturnFailed, Some(Stop::Nested), 2), None));
    assert_eq!((call.record().status, call.record().class), (Some(429), None));
}

#[test]
fn a_driver_that_gives_up_on_an_inspected_answer_returns_it() {
    let mut call = Call::new(Request { inspect_ok: true, ..alone("GET") }, |_| {}).start();
    assert!(matches!(call.tell(Event::Headers { status: 200, headers: JSON }), Some(Step::ReadBody { .. })));
    call.tell(Event::GivenUp(Stop::Nested));
    assert_eq!((call.ended(), call.reason()), ((Finish::Return, None, 1), None));
}

#[test]
fn a_call_that_was_never_sent_fails_fast() {
    // Another call's refusal holds this one beyond its bounds at once.
    let request = || Request::new("GET", "https://api.example.com/v1/things");
    let mut first = Call::new(request(), |_| {}).start();
    first.answer(429, &[("retry-after", "30")], "");
    let mut held = Call::new(request(), |policy| policy.delay.retry_for_ms = 10_000);
    held.gates = first.gates.clone();
    held.tell(Event::Start);
    assert_eq!(held.ended(), (Finish::FailFast, Some(Stop::QueueTimeout), 0));
    assert_eq!(held.reason(), Some(Reason::RateLimit));

    // Or it wakes too late.
    let mut late = Call::new(request(), |policy| policy.deadline_ms = 40_000);
    late.gates = first.gates.clone();
    assert_eq!(late.tell(Event::Start), Some(Step::Wait { ms: 30_500, why: Why::Pause }));
    late.after(40_000, Event::Woke);
    assert_eq!(late.ended(), (Finish::FailFast, Some(Stop::QueueTimeout), 0));

    // Or the driver gives up.
    let mut left = Call::new(request(), |_| {});
    left.gates = first.gates.clone();
    left.tell(Event::Start);
    left.tell(Event::GivenUp(Stop::ShouldRetry));
    assert_eq!(left.ended(), (Finish::FailFast, Some(Stop::ShouldRetry), 0));

    // An exhausted account.
    let mut capped = Call::new(request(), |_| {}).start();
    capped.answer(429, &[], NO_QUOTA);
    let mut next = Call::new(request(), |_| {});
    next.gates = capped.gates.clone();
    next.tell(Event::Start);
    assert_eq!(next.ended(), (Finish::FailFast, Some(Stop::Exhausted), 0));
    assert_eq!(next.operation.verdict().map(|verdict| verdict.class), Some(Class::Exhausted));
}

#[test]
fn there_are_five_attempts_the_first_included() {
    let mut call = Call::get(|_| {}).start();
    for attempt in 2..=5 {
        assert_eq!(call.answer(503, &[], ""), backoff(0));
        assert_eq!(sent(call.sleep().as_ref()).0, attempt);
    }
    call.answer(503, &[], "");
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Attempts), 5));
}

#[test]
fn no_delay_ends_after_the_time_for_retries() {
    for (elapsed, goes_on) in [(116_500, true), (116_501, false)] {
        let mut call = Call::get(|_| {}).start();
        call.now_ms += elapsed;
        let step = call.answer(429, &[("retry-after", "3")], "");
        if goes_on {
            assert_eq!(step, backoff(3_500));
        } else {
            assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::RetryFor), 1));
        }
    }
}

#[test]
fn a_call_that_wakes_after_the_time_for_retries_sends_no_more() {
    for (late, goes_on) in [(120_000, true), (120_001, false)] {
        let mut call = Call::get(|_| {}).start();
        call.answer(503, &[], "");
        let step = call.after(late, Event::Woke);
        if goes_on {
            assert_eq!(sent(step.as_ref()).0, 2);
        } else {
            assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::RetryFor), 1));
        }
    }
}

#[test]
fn nothing_goes_beyond_the_deadline() {
    let bound = |policy: &mut Policy| policy.deadline_ms = 10_000;
    let mut call = Call::get(bound).start();
    call.now_ms += 6_500;
    call.answer(429, &[("retry-after", "3")], "");
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Deadline), 1));
    let mut call = Call::get(bound).start();
    call.answer(503, &[], "");
    call.after(10_000, Event::Woke);
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Deadline), 1));
    let mut call = Call::get(bound).start();
    call.after(10_000, Event::AttemptTimedOut);
    assert_eq!(call.ended(), (Finish::TimedOut, Some(Stop::Deadline), 1));
}

#[test]
fn an_attempt_has_the_lesser_of_its_own_timeout_and_what_remains() {
    let mut call = Call::get(|policy| {
        policy.deadline_ms = 10_000;
        policy.attempt_timeout_ms = Some(6_000);
    });
    assert_eq!(sent(call.tell(Event::Start).as_ref()), (1, Some(6_000)));
    assert_eq!(call.after(6_000, Event::AttemptTimedOut), backoff(0));
    assert_eq!(sent(call.tell(Event::Woke).as_ref()), (2, Some(4_000)));
    let mut call = Call::get(|policy| policy.deadline_ms = u64::MAX);
    assert_eq!(sent(call.tell(Event::Start).as_ref()), (1, None));
}

/// What a request meets, and whether the server cannot have acted on it.
fn meets(call: &mut Call, status: u16, headers: Headers) -> bool {
    call.answer(status, headers, "");
    repeats(call)
}

fn repeats(call: &Call) -> bool {
    match &call.last {
        Some(Step::Wait { why: Why::Backoff, .. }) => true,
        Some(Step::Finish(_)) => {
            assert_eq!(call.operation.stop(), Some(Stop::Unsafe), "{:?}", call.operation.verdict());
            false
        }
        step => panic!("{step:?}"),
    }
}

const METHODS: [(&str, bool); 10] = [
    ("GET", true),
    ("HEAD", true),
    ("OPTIONS", true),
    ("PUT", true),
    ("DELETE", true),
    ("TRACE", true),
    ("QUERY", true),
    ("get", true),
    ("POST", false),
    ("PATCH", false),
];

#[test]
fn a_method_a_declaration_and_a_body_decide_on_repeats() {
    for (method, idempotent) in METHODS {
        let plain = if idempotent { Repeat::Always } else { Repeat::IfUnsent };
        assert_eq!(Repeat::of(method, false, false), plain, "{method}");
        assert_eq!(Repeat::of(method, true, false), Repeat::Always, "{method}");
        assert_eq!(Repeat::of(method, false, true), Repeat::Never, "{method}");
        assert_eq!(Repeat::of(method, true, true), Repeat::Never, "{method}");
    }
}

#[test]
fn nothing_is_sent_twice_that_might_count_twice() {
    let wait: Headers = &[("retry-after", "1")];
    let answers: [(u16, Headers, bool); 12] = [
        (408, &[], true),
        (425, &[], true),
        (429, &[], true),
        (529, &[], true),
        (521, &[], true),
        (522, &[], true),
        (523, &[], true),
        (503, wait, true),
        (503, &[], false),
        (500, &[], false),
        (502, &[], false),
        (504, &[], false),
    ];
    for repeat in [Repeat::Always, Repeat::IfUnsent, Repeat::Never] {
        let goes_on = |unsent: bool| repeat == Repeat::Always || repeat == Repeat::IfUnsent && unsent;
        let call = || Call::new(Request { repeat, ..alone("POST") }, |_| {}).start();
        for (status, headers, unsent) in answers.into_iter().chain([(520, &[][..], false), (524, &[], false)]) {
            assert_eq!(meets(&mut call(), status, headers), goes_on(unsent), "{repeat:?} {status} {headers:?}");
        }
        for (code, message, unsent) in [
            ("ECONNREFUSED", "connect ECONNREFUSED", true),
            ("ENOTFOUND", "getaddrinfo ENOTFOUND", true),
            ("EAI_AGAIN", "getaddrinfo EAI_AGAIN", true),
            ("UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error", true),
            ("ECONNRESET", "read ECONNRESET", false),
            ("", "Failed to fetch", false),
        ] {
            let mut call = call();
            call.thrown(code, message);
            assert_eq!(repeats(&call), goes_on(unsent), "{repeat:?} {code} {message}");
        }
        let mut call = call();
        call.tell(Event::AttemptTimedOut);
        assert_eq!(repeats(&call), goes_on(false), "{repeat:?} our own timeout");
    }
}

#[test]
fn a_status_says_whether_the_server_may_have_acted() {
    let refused = [401, 402, 403, 404, 405, 408, 413, 415, 421, 422, 425, 429, 498, 529, 521, 522, 523, 525, 526];
    let open = [500, 502, 503, 504, 520, 524];
    for (status, sent) in refused.map(|status| (status, Sent::No)).into_iter().chain(open.map(|s| (s, Sent::Maybe))) {
        let mut call = Call::new(alone("POST"), |_| {}).start();
        call.answer(status, &[], "");
        assert_eq!(call.operation.verdict().map(|verdict| verdict.sent), Some(sent), "{status}");
    }
}

#[test]
fn an_early_late_or_repeated_woke_is_harmless() {
    let mut call = Call::get(|_| {}).start();
    call.answer(429, &[("retry-after", "3")], "");
    assert_eq!(call.after(1_000, Event::Woke), backoff(2_500));
    assert_eq!(call.tell(Event::Woke), backoff(2_500));
    assert_eq!(call.after(2_499, Event::Woke), backoff(1));
    assert_eq!(sent(call.after(40_000, Event::Woke).as_ref()).0, 2);
    assert_eq!(call.tell(Event::Woke), None);
    assert_eq!(call.operation.attempts(), 2);
}

#[test]
fn an_event_that_the_phase_does_not_expect_changes_nothing() {
    let reset = Failure::new().thrown(Thrown { name: "", code: "ECONNRESET", message: "" });
    let stray = || [Event::Body { text: "", cut: false }, Event::Thrown(&reset), Event::AttemptTimedOut];
    let headers = || Event::Headers { status: 503, headers: &[] };
    let mut call = Call::get(|_| {});
    for event in stray().into_iter().chain([headers(), Event::Woke]) {
        assert_eq!(call.tell(event), None);
    }
    call = call.start();
    assert_eq!(call.tell(Event::Start), None);
    assert_eq!(call.tell(Event::Body { text: "", cut: false }), None);
    call.answer(503, &[], "");
    for event in stray().into_iter().chain([headers(), Event::Start]) {
        assert_eq!(call.tell(event), None);
    }
    call.tell(Event::Woke);
    call.answer(200, &[], "");
    assert_eq!(call.operation.attempts(), 2);
    for event in stray().into_iter().chain([headers(), Event::Start, Event::Woke, Event::GivenUp(Stop::Nested)]) {
        assert_eq!(call.tell(event), None);
    }
    assert_eq!((call.operation.stop(), call.reason()), (None, None));
}

#[test]
fn an_answer_below_400_is_judged_if_it_is_asked_and_short_json() {
    let inspected = || Call::new(Request { inspect_ok: true, ..alone("GET") }, |_| {}).start();
    let mut call = inspected();
    call.answer(200, JSON, "{\"ok\":true}");
    assert_eq!((call.ended(), call.reason()), ((Finish::Return, None, 1), None));
    let mut call = inspected();
    call.answer(200, JSON, NO_QUOTA);
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Exhausted), 1));
    for headers in [
        &[("content-type", "application/json")][..],
        &[("content-type", "text/plain"), ("content-length", "20")],
        &[("content-type", "application/json"), ("content-length", "65537")],
    ] {
        assert_eq!(inspected().answer(200, headers, NO_QUOTA), Some(Step::Finish(Finish::Return)), "{headers:?}");
    }
    assert_eq!(Call::get(|_| {}).start().answer(200, JSON, NO_QUOTA), Some(Step::Finish(Finish::Return)));
}

#[test]
fn a_call_whose_last_attempt_timed_out_ends_with_the_answer_before_and_its_verdict() {
    let mut call = Call::get(|policy| policy.delay.attempts = 2).start();
    call.answer(503, &[], "");
    call.sleep();
    call.tell(Event::AttemptTimedOut);
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Attempts), 2));
    assert_eq!(call.reason(), Some(Reason::Overloaded));
    assert_eq!((call.record().status, call.record().reason), (None, Some(Reason::Timeout)));
}

#[test]
fn before_the_end_the_verdict_is_the_newest_failure_s() {
    let mut call = Call::get(|_| {}).start();
    call.answer(503, &[], "");
    call.sleep();
    call.tell(Event::AttemptTimedOut);
    assert_eq!(call.reason(), Some(Reason::Timeout));
    call.tell(Event::GivenUp(Stop::ShouldRetry));
    assert_eq!((call.ended().0, call.reason()), (Finish::ReturnFailed, Some(Reason::Overloaded)));
}

#[test]
fn the_exponent_grows_only_when_guessing() {
    let mut call = Call::get(|_| {});
    call.chance = 1.0;
    call = call.start();
    assert_eq!(call.answer(500, &[], ""), backoff(1_000));
    call.sleep();
    assert_eq!(call.answer(429, &[("retry-after", "3")], ""), backoff(4_100));
    call.sleep();
    assert_eq!(call.answer(500, &[], ""), backoff(2_000));
    call.sleep();
    assert_eq!(call.answer(500, &[], ""), backoff(4_000));
}

#[test]
fn a_limit_an_overload_and_a_slow_down_are_each_waited_for_as_they_ask() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..1_000 {
        let mut call = Call::get(|_| {}).start();
        let mut waits = Vec::new();
        for (status, headers, text) in
            [(429, &[("retry-after", "3")][..], ""), (529, &[], ""), (429, &[], "{\"error\":{\"code\":\"slow_down\"}}")]
        {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            call.chance = f64::from(u32::try_from(seed >> 32).unwrap()) / 4_294_967_296.0;
            let Some(Step::Wait { ms, why: Why::Backoff }) = call.answer(status, headers, text) else {
                panic!("{:?}", call.last)
            };
            waits.push(ms);
            call.sleep();
        }
        assert_eq!(call.answer(200, &[], ""), Some(Step::Finish(Finish::Return)));
        let bounds = [3_500..=4_100, 0..=2_000, 0..=2_000];
        assert!(waits.iter().zip(bounds).all(|(ms, bound)| bound.contains(ms)), "{waits:?}");
    }
}

#[test]
fn a_call_that_does_not_heed_meters_is_not_held_by_any() {
    let spent = [("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-limit-requests", "60")];
    let reset = ("x-ratelimit-reset-requests", "30s");
    for (pace, waits) in [(true, true), (false, false)] {
        let request = || Request::new("GET", "https://api.example.com/v1/things");
        let heed = |policy: &mut Policy| policy.heed = Heed { pace, ..Heed::default() };
        let mut first = Call::new(request(), heed).start();
        let mut failure = Failure::new().thrown(Thrown { name: "Error", code: "ECONNRESET", message: "" });
        failure.headers = spent.into_iter().chain([reset]).collect();
        first.tell(Event::Thrown(&failure));
        // Who heeds them sees what the first has let the gates know.
        let mut next = Call::new(request(), |_| {});
        next.gates = first.gates.clone();
        let step = next.tell(Event::Start);
        assert_eq!(matches!(step, Some(Step::Wait { why: Why::Pace, .. })), waits, "{step:?}");
    }
}

/// A second call through the gates of this one.
fn behind(first: &Call, edit: impl FnOnce(&mut Policy)) -> Call {
    let request = Request::new("GET", "https://api.example.com/v1/things");
    Call { gates: first.gates.clone(), now_ms: first.now_ms, ..Call::new(request, edit) }
}

/// A call that shares its gates and was refused for so many seconds.
fn refused(headers: Headers) -> Call {
    let mut call = Call::new(Request::new("GET", "https://api.example.com/v1/things"), |_| {}).start();
    call.answer(429, headers, "");
    call
}

#[test]
fn a_wait_longer_than_a_call_may_wait_at_one_time_ends_it_at_once() {
    let most = |policy: &mut Policy| policy.longest_wait_ms = Some(5_000);
    let mut call = Call::get(most).start();
    assert_eq!(call.answer(429, &[("retry-after", "4")], ""), backoff(4_500));
    call.sleep();
    call.answer(429, &[("retry-after", "6")], "");
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::RetryFor), 2));
    // A wait for a pause that others share is one too, and the call says when to come back.
    let mut held = behind(&refused(&[("retry-after", "9")]), most);
    held.tell(Event::Start);
    assert_eq!(held.ended(), (Finish::FailFast, Some(Stop::QueueTimeout), 0));
    assert_eq!(held.operation.retry_at(), Some(held.now().wall_ms + 9_000));
}

#[test]
fn a_patient_call_s_time_begins_when_the_gates_let_it_through() {
    let short = |policy: &mut Policy| (policy.delay.retry_for_ms, policy.deadline_ms) = (2_000, 3_000);
    let first = refused(&[("retry-after", "9")]);
    let mut hasty = behind(&first, short);
    hasty.tell(Event::Start);
    assert_eq!(hasty.ended(), (Finish::FailFast, Some(Stop::QueueTimeout), 0));
    let mut patient = behind(&first, |policy| {
        short(policy);
        policy.patient = true;
    });
    let Some(Step::Wait { ms, why: Why::Pause }) = patient.tell(Event::Start) else { panic!("{:?}", patient.last) };
    assert!(ms >= 9_500);
    // The scout goes first.
    while matches!(patient.last, Some(Step::Wait { .. })) {
        patient.sleep();
    }
    assert_eq!(sent(patient.last.as_ref()), (1, Some(3_000)));
    // From here on it has no more time than any other.
    patient.answer(429, &[("retry-after", "2")], "");
    assert_eq!(patient.ended(), (Finish::ReturnFailed, Some(Stop::RetryFor), 1));
}

#[test]
fn a_patient_call_waits_for_an_open_circuit_and_a_hasty_one_learns_until_when() {
    let mut gates = Gates::default();
    for _ in 0..5 {
        let mut call = Call::new(Request::new("POST", "https://api.example.com/v1/things"), |_| {});
        call.gates = gates;
        call = call.start();
        call.answer(500, &[], "");
        gates = call.gates;
    }
    let first = Call { gates, ..Call::get(|_| {}) };
    let mut hasty = behind(&first, |_| {});
    hasty.tell(Event::Start);
    assert_eq!(hasty.ended(), (Finish::FailFast, Some(Stop::CircuitOpen), 0));
    assert_eq!(hasty.operation.retry_at(), Some(hasty.now().wall_ms + 30_000));
    let mut patient = behind(&first, |policy| policy.patient = true);
    assert_eq!(patient.tell(Event::Start), Some(Step::Wait { ms: 30_000, why: Why::Probe }));
    assert_eq!(sent(patient.sleep().as_ref()).0, 1);
}

const EVENTS: Headers = &[("content-type", "Text/Event-Stream; charset=utf-8"), ("x-request-id", "req_1")];
const OVERLOADED: &str = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
const SERVER_ERROR: &str =
    "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Internal server error\"}}";

/// A call whose answer is a stream that has said nothing yet.
fn streaming(request: Request, edit: impl FnOnce(&mut Policy)) -> Call {
    let mut call = Call::new(Request { sse: true, ..request }, edit).start();
    let step = call.after(100, Event::Headers { status: 200, headers: EVENTS });
    assert!(matches!(step, Some(Step::ReadStream { .. })), "{step:?}");
    call
}

fn error(text: &str) -> Event<'_> {
    Event::Body { text, cut: false }
}

#[test]
fn a_stream_is_kept_back_until_it_says_something() {
    let mut call = Call::new(Request { sse: true, ..alone("POST") }, |policy| policy.deadline_ms = 5_000).start();
    let step = call.after(1_000, Event::Headers { status: 200, headers: EVENTS });
    assert_eq!(step, Some(Step::ReadStream { timeout_ms: Some(4_000) }));
    assert_eq!(Record::of(&call.operation, &step.unwrap(), call.now()), None);
    assert_eq!(call.after(3_999, Event::Content), Some(Step::Deliver));
    let record = call.record();
    assert_eq!((record.decision, record.outcome, record.status, record.partial), ("deliver", None, Some(200), false));
    assert_eq!(call.tell(Event::Content), None);
    assert_eq!(call.after(100_000, Event::Ended), Some(Step::Finish(Finish::Return)));
    assert_eq!((call.ended(), call.reason()), ((Finish::Return, None, 1), None));
    assert_eq!((call.record().partial, call.record().elapsed_ms), (false, 104_999));
}

#[test]
fn only_a_stream_of_events_is_watched_and_only_where_that_is_asked() {
    for (sse, status, headers) in [
        (false, 200, EVENTS),
        (true, 200, JSON),
        (true, 200, &[]),
        (true, 304, EVENTS),
        (true, 200, &[("content-type", "text/event-stream-x")]),
    ] {
        let mut call = Call::new(Request { sse, ..alone("GET") }, |_| {}).start();
        assert_eq!(call.tell(Event::Headers { status, headers }), Some(Step::Finish(Finish::Return)), "{status}");
    }
    let mut call = Call::new(Request { sse: true, ..alone("GET") }, |_| {}).start();
    assert!(matches!(call.tell(Event::Headers { status: 429, headers: EVENTS }), Some(Step::ReadBody { .. })));
}

#[test]
fn an_error_before_content_is_a_failed_attempt() {
    // A refusal, so a POST too is sent once more.
    let mut call = streaming(alone("POST"), |_| {});
    assert_eq!(call.tell(error(OVERLOADED)), backoff(0));
    assert_eq!((call.reason(), call.record().sent), (Some(Reason::Overloaded), Some(Sent::No)));
    call.sleep();
    assert_eq!(call.answer(200, &[], ""), Some(Step::Finish(Finish::Return)));

    // The service may have done what was asked.
    let mut call = streaming(alone("POST"), |_| {});
    call.tell(error(SERVER_ERROR));
    assert_eq!(call.ended(), (Finish::ReturnFailed, Some(Stop::Unsafe), 1));
    assert_eq!((call.record().sent, call.record().partial), (Some(Sent::Maybe), false));
    assert!(matches!(streaming(alone("GET"), |_| {}).tell(error(SERVER_ERROR)), Some(Step::Wait { .. })));

    // Waiting is of no use, or nobody knows what it means.
    for (text, stop) in [(NO_QUOTA, Stop::Exhausted), ("oh no", Stop::Unknown)] {
        let mut call = streaming(alone("GET"), |_| {});
        call.tell(error(text));
        assert_eq!(call.ended(), (Finish::ReturnFailed, Some(stop), 1));
    }
}

#[test]
fn a_stream_that_breaks_off_before_content_is_an_attempt_that_threw() {
    let mut call = streaming(alone("GET"), |_| {});
    assert_eq!(call.thrown("ECONNRESET", "terminated"), backoff(0));
    let mut call = streaming(alone("POST"), |_| {});
    call.thrown("ECONNRESET", "terminated");
    assert_eq!(call.ended(), (Finish::Rethrow, Some(Stop::Unsafe), 1));
    assert_eq!((call.record().status, call.record().request_id.as_deref()), (Some(200), Some("req_1")));
}

#[test]
fn a_stream_that_ends_before_content_is_returned() {
    let mut call = streaming(alone("GET"), |_| {});
    assert_eq!(call.tell(Event::Ended), Some(Step::Finish(Finish::Return)));
    assert_eq!((call.ended(), call.record().partial), ((Finish::Return, None, 1), false));
}

#[test]
fn after_content_nothing_is_sent_again() {
    for (text, reason) in [(OVERLOADED, Reason::Overloaded), (NO_QUOTA, Reason::CreditBalance), ("oh", Reason::Unknown)]
    {
        let mut call = streaming(Request { repeat: Repeat::Always, ..alone("POST") }, |_| {});
        call.tell(Event::Content);
        call.tell(error(text));
        assert_eq!(call.ended(), (Finish::StreamError, Some(Stop::HandedOut), 1));
        assert_eq!(call.reason(), Some(reason));
        let record = call.record();
        assert_eq!((record.outcome, record.stop, record.partial), (Some("stream_error"), Some("handed_out"), true));
    }
    let mut call = streaming(alone("GET"), |_| {});
    call.tell(Event::Content);
    call.thrown("ECONNRESET", "terminated");
    assert_eq!((call.ended(), call.record().partial), ((Finish::Rethrow, Some(Stop::HandedOut), 1), true));
    let mut call = streaming(alone("GET"), |_| {});
    call.tell(Event::Content);
    call.tell(Event::Aborted);
    assert_eq!((call.ended(), call.record().partial), ((Finish::Abort, None, 1), false));
}

#[test]
fn a_response_of_somebody_else_is_watched_without_being_sent() {
    let adopted = |headers| {
        let mut call = Call::new(Request { sse: true, ..alone("") }, |_| {});
        call.tell(Event::Headers { status: 200, headers });
        call
    };
    let mut call = adopted(EVENTS);
    assert_eq!(call.last, Some(Step::Deliver));
    call.tell(error(OVERLOADED));
    assert_eq!((call.ended(), call.record().partial), ((Finish::StreamError, Some(Stop::HandedOut), 1), false));
    let mut call = adopted(EVENTS);
    assert_eq!(call.tell(Event::Content), None);
    call.tell(error(OVERLOADED));
    assert_eq!((call.ended().0, call.record().partial), (Finish::StreamError, true));
    assert_eq!(adopted(JSON).ended(), (Finish::Return, None, 1));
}

/// A call of one account that lends one slot, and whether another would be let through by these gates at that time.
fn one_slot() -> Request {
    Request::new("POST", "https://api.example.com/v1/things")
}

fn one_at_a_time(policy: &mut Policy) {
    policy.heed = Heed { concurrency: Some(1), ..Heed::default() };
}

fn lets_through(call: &Call, after_ms: u64) -> bool {
    let mut other = Call::new(one_slot(), one_at_a_time);
    other.gates = call.gates.clone();
    other.now_ms = call.now_ms + after_ms;
    matches!(other.tell(Event::Start), Some(Step::Send { .. }))
}

#[test]
fn a_slot_is_held_to_the_end_of_the_stream_under_a_lease() {
    let mut call = streaming(one_slot(), one_at_a_time);
    assert!(!lets_through(&call, 0), "before content");
    call.after(8_000, Event::Woke);
    assert!(!lets_through(&call, 9_999) && lets_through(&call, 10_000), "the lease was renewed, and ends");
    call.tell(Event::Content);
    assert!(!lets_through(&call, 0), "after content");
    call.after(8_000, Event::Woke);
    assert!(!lets_through(&call, 9_999) && lets_through(&call, 10_000), "the lease was renewed, and ends");
    for end in [Event::Ended, error(NO_QUOTA), Event::Aborted] {
        let mut ending = Call { operation: call.operation.clone(), gates: call.gates.clone(), ..Call::get(|_| {}) };
        ending.now_ms = call.now_ms;
        assert!(matches!(ending.tell(end.clone()), Some(Step::Finish(_))));
        // An account without credit is closed, whoever has its slots.
        assert_eq!(lets_through(&ending, 0), !matches!(end, Event::Body { .. }), "{end:?}");
    }
    let mut failed = streaming(one_slot(), one_at_a_time);
    failed.tell(error(SERVER_ERROR));
    assert!(lets_through(&failed, 0), "a failed attempt gives it back");
}

#[test]
fn a_stream_that_is_adopted_takes_a_slot_even_where_none_is_left() {
    let mut first = streaming(one_slot(), one_at_a_time);
    let mut adopted = Call::new(Request { sse: true, ..one_slot() }, one_at_a_time);
    adopted.gates = first.gates.clone();
    assert_eq!(adopted.tell(Event::Headers { status: 200, headers: EVENTS }), Some(Step::Deliver));
    first.gates = adopted.gates.clone();
    first.tell(Event::Ended);
    assert!(!lets_through(&first, 0));
    adopted.gates = first.gates.clone();
    adopted.tell(Event::Ended);
    assert!(lets_through(&adopted, 0));
}

#[test]
fn an_error_in_a_stream_holds_the_other_calls_as_any_refusal_does() {
    let mut call = streaming(one_slot(), |_| {});
    call.tell(Event::Content);
    call.tell(error("{\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"Please try again in 20s.\"}}"));
    let mut other = Call::new(one_slot(), |_| {});
    other.gates = call.gates.clone();
    other.now_ms = call.now_ms;
    assert_eq!(other.tell(Event::Start), Some(Step::Wait { ms: 20_500, why: Why::Pause }));
}
