//! What a failure means: the words of the answer.

use serde::{Serialize, Serializer};

use crate::wait::Meter;

/// Declares an enum whose variants are stable words, the same in Rust, JSON and JavaScript.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The stable word for this value.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value that a word stands for.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

words! {
    /// Does this failure predict the next call's failure?
    Class {
        /// The same call can succeed after a wait in this run.
        Transient = "transient",
        /// The call as sent never will succeed; other calls are a matter of [`Scope`].
        Permanent = "permanent",
        /// The account, or one model of it, is finished for this run.
        Exhausted = "exhausted",
        /// Nothing in the failure decides.
        Unknown = "unknown",
    }
}

words! {
    /// Whom a failure speaks for.
    Scope {
        /// This request, or the one object it names.
        Call = "call",
        /// Every call of this model or deployment.
        Model = "model",
        /// The caller however identified: key, user, project, organisation, address, place.
        Account = "account",
        /// Everybody who calls the service.
        Service = "service",
    }
}

words! {
    /// Why a call failed.
    Reason {
        /// A short-window limit whose meter is not said.
        RateLimit = "rate_limit",
        /// Requests in a window of up to an hour.
        RequestsPerMinute = "requests_per_minute",
        /// Tokens in a window of up to an hour.
        TokensPerMinute = "tokens_per_minute",
        /// Too many calls at one time.
        Concurrency = "concurrency",
        /// The caller's traffic grew too quickly.
        Ramp = "ramp",
        /// The service lacks capacity.
        Overloaded = "overloaded",
        /// The service failed.
        ServerError = "server_error",
        /// No answer in time.
        Timeout = "timeout",
        /// The connection failed.
        Network = "network",
        /// The model is being loaded.
        ModelLoading = "model_loading",
        /// Malformed or unsupported.
        BadRequest = "bad_request",
        /// The credential is missing, wrong or expired.
        Auth = "auth",
        /// The credential is known and may not do this.
        Forbidden = "forbidden",
        /// No such thing.
        NotFound = "not_found",
        /// No such model, or no longer.
        ModelNotFound = "model_not_found",
        /// Another change came first.
        Conflict = "conflict",
        /// One request over a fixed maximum of tokens, bytes or cost.
        TooLarge = "too_large",
        /// Refused for what it says.
        ContentPolicy = "content_policy",
        /// The caller gave up.
        Aborted = "aborted",
        /// The day's allowance is used up.
        DailyQuota = "daily_quota",
        /// The month's allowance is used up.
        MonthlyQuota = "monthly_quota",
        /// A limit on money is reached.
        SpendCap = "spend_cap",
        /// Prepaid credit is gone.
        CreditBalance = "credit_balance",
        /// No means of payment, or billing is off.
        PaymentRequired = "payment_required",
        /// An allowance over another window is used up: a session, five hours, a week, a plan.
        UsageLimit = "usage_limit",
        /// A ceiling that time does not lift.
        PlanLimit = "plan_limit",
        /// The account is suspended or deactivated for billing.
        AccountSuspended = "account_suspended",
        /// A limit that would clear, but later than this run can wait.
        LongWait = "long_wait",
        /// Nothing decides.
        Unknown = "unknown",
    }
}

impl Reason {
    /// The class that a reason belongs to.
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Self::RateLimit
            | Self::RequestsPerMinute
            | Self::TokensPerMinute
            | Self::Concurrency
            | Self::Ramp
            | Self::Overloaded
            | Self::ServerError
            | Self::Timeout
            | Self::Network
            | Self::ModelLoading => Class::Transient,
            Self::BadRequest
            | Self::Auth
            | Self::Forbidden
            | Self::NotFound
            | Self::ModelNotFound
            | Self::Conflict
            | Self::TooLarge
            | Self::ContentPolicy
            | Self::Aborted => Class::Permanent,
            Self::DailyQuota
            | Self::MonthlyQuota
            | Self::SpendCap
            | Self::CreditBalance
            | Self::PaymentRequired
            | Self::UsageLimit
            | Self::PlanLimit
            | Self::AccountSuspended
            | Self::LongWait => Class::Exhausted,
            Self::Unknown => Class::Unknown,
        }
    }
}

words! {
    /// What kind of evidence decided, strongest first.
    Confidence {
        /// A machine-readable code or field.
        Code = "code",
        /// A response header.
        Header = "header",
        /// A provider's fixed phrase.
        Phrase = "phrase",
        /// The status alone.
        Status = "status",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// Whether the server may have acted on the request.
    Sent {
        /// It was refused, or no connection was made.
        No = "no",
        /// It may have been acted on.
        Maybe = "maybe",
    }
}

words! {
    /// Where a stated wait was read.
    WaitSource {
        /// `retry-after-ms` or `x-ms-retry-after-ms`.
        RetryAfterMs = "retry-after-ms",
        /// `Retry-After` (RFC 9110, section 10.2.3).
        RetryAfter = "retry-after",
        /// A field of the body whose value is the time.
        Body = "body",
        /// A sentence.
        Message = "message",
        /// The reset of a meter that is used up.
        RateLimitReset = "ratelimit-reset",
    }
}

words! {
    /// Which part of the failure a piece of evidence stands in.
    Place {
        /// The HTTP status.
        Status = "status",
        /// A response header.
        Header = "header",
        /// The response body.
        Body = "body",
        /// The message text.
        Message = "message",
        /// A thrown error.
        Error = "error",
        /// The address of the request.
        Url = "url",
    }
}

/// One piece of what decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// Which part of the failure it stands in.
    #[serde(rename = "where")]
    pub place: Place,
    /// Header name, path of the JSON field, or field of the thrown error (`cause.code`); `None` for plain text.
    pub path: Option<String>,
    /// The words themselves, at most 200 bytes of them.
    pub text: String,
    /// Half-open range in the caller's own text of that place, in bytes. `None` where the text was unescaped from
    /// inside another string.
    pub span: Option<(usize, usize)>,
    /// The rule that these words satisfied, or what they state (`wait`).
    pub rule: String,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// Does this failure predict the next call's failure?
    pub class: Class,
    /// Whom it speaks for.
    pub scope: Scope,
    /// Why the call failed.
    pub reason: Reason,
    /// May this same call succeed after a wait? Transient, and not forbidden by `x-should-retry` or by `strict`.
    /// Policy (attempts, deadlines, send-safety) is not in it.
    pub retryable: bool,
    /// Does this failure predict that the next call fails too?
    pub persists: bool,
    /// Should a batch with this one provider stop?
    pub stops_batch: bool,
    /// Whether the server may have acted on the request.
    pub sent: Sent,
    /// The wait that the server stated, in milliseconds; [`crate::wait::ENDLESS`] for a time beyond counting.
    pub wait_ms: Option<u64>,
    /// Where the wait was read.
    pub wait_source: Option<WaitSource>,
    /// The wait was read from a malformed `Retry-After`: a floor under backoff, never a reason to give up.
    pub malformed: bool,
    /// When to try again, in milliseconds since the Unix epoch by the caller's clock; `None` when not stated, endless, or
    /// the time of judging is unknown.
    pub retry_at: Option<i64>,
    /// Whose failure it is, when that can be told.
    pub provider: Option<&'static str>,
    /// What kind of evidence decided.
    pub confidence: Confidence,
    /// The rule that decided; `None` where none did.
    pub rule: Option<String>,
    /// One sentence for a person: what happened, until when, what to do.
    pub explain: String,
    /// What decided, the deciding words first.
    pub evidence: Vec<Evidence>,
    /// Every rate-limit meter that the failure carries.
    pub meters: Vec<Meter>,
}

/// The verdict on nothing: unknown.
impl Default for Verdict {
    fn default() -> Self {
        Self {
            class: Class::Unknown,
            scope: Scope::Call,
            reason: Reason::Unknown,
            retryable: false,
            persists: false,
            stops_batch: false,
            sent: Sent::Maybe,
            wait_ms: None,
            wait_source: None,
            malformed: false,
            retry_at: None,
            provider: None,
            confidence: Confidence::None,
            rule: None,
            explain: String::new(),
            evidence: Vec::new(),
            meters: Vec::new(),
        }
    }
}
