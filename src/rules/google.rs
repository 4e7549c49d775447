//! Google's APIs in general: Drive, Gmail, Calendar, Sheets, YouTube, BigQuery, Ads, Compute, Cloud Run.

use super::Cond::{Also, Code, Not, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DRIVE: &str = "developers.google.com/workspace/drive/api/guides/handle-errors";
const COMPUTE: &str = "cloud.google.com/compute/docs/troubleshooting";
const DAY: &str = "2026-11-30";

pub(crate) const GOOGLE: Provider = Provider {
    name: "google",
    hosts: any!["googleapis.com", "developers.google.com", "script.google.com", "support.google.com"],
    headers: any![],
    marks: any!["Google Apis Requests", "googleapiclient"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "google/rate",
        Phrase,
        R::RateLimit,
        &[
            Code(any!["rateLimitExceeded", "userRateLimitExceeded", "sharingRateLimitExceeded"]),
            Said(any!["usage limits"]),
            Not(any!["per", "daily", "concurrent"]),
        ],
    )
    .known("the domain is named usageLimits whatever the limit; a sentence may name a window", DRIVE, DAY),
    rule(
        "google/per-minute",
        Phrase,
        R::RequestsPerMinute,
        &[Code(any!["rateLimitExceeded", "userRateLimitExceeded"]), Said(any!["per minute"])],
    )
    .known("a minute's limit under the domain usageLimits", DRIVE, DAY),
    rule("google/concurrent", Phrase, R::Concurrency, &[Code(any!["rateLimitExceeded"]), Said(any!["concurrent"])])
        .known(
            "too many calls at one time, under the code of a rate",
            "developers.google.com/workspace/gmail/api/guides/handle-errors",
            DAY,
        ),
    rule("google/not-configured", Narrow, R::Forbidden, &[Code(any!["accessNotConfigured"])]).known(
        "the API is off in that project, under the domain usageLimits",
        "zquestz/omniauth-google-oauth2#111",
        DAY,
    ),
    rule("google/youtube-quota", Narrow, R::DailyQuota, &[Code(any!["youtube.quota"])]).known(
        "the domain of the units of a day",
        "developers.google.com/youtube/v3/docs/errors",
        DAY,
    ),
    rule("google/computer-time", Phrase, R::DailyQuota, &[Said(any!["computer time for one day"])]).known(
        "Apps Script's runtime of a day",
        "webdigi/GmailScheduler#31",
        DAY,
    ),
    rule("google/uploads", Narrow, R::UsageLimit, &[Code(any!["uploadLimitExceeded"])]).known(
        "the videos that a channel may upload, over a rolling window",
        "developers.google.com/youtube/v3/docs/videos/insert",
        DAY,
    ),
    rule("google/full", Narrow, R::PlanLimit, &[Code(any!["storageQuotaExceeded", "activeItemCreationLimitExceeded"])])
        .known("storage and items of the account are used up; time frees none", DRIVE, DAY),
    rule(
        "google/fixed-maximum",
        Narrow,
        R::TooLarge,
        &[Code(any!["numChildrenInNonRootLimitExceeded", "teamDriveFileLimitExceeded", "responseTooLarge"])],
    )
    .known("a fixed maximum of one folder, drive or answer", DRIVE, DAY),
    rule(
        "google/regional-quota",
        Phrase,
        R::PlanLimit,
        &[Said(any!["limit # in region", "limit # globally"]), Also(any!["quota"])],
    )
    .known("a number of things in a region, raised only on request", COMPUTE, DAY),
    rule(
        "google/zone",
        Narrow,
        R::Overloaded,
        &[Code(any!["ZONE_RESOURCE_POOL_EXHAUSTED", "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS"])],
    )
    .known("the zone lacks machines just now", COMPUTE, DAY),
    rule("google/no-instance", Phrase, R::Overloaded, &[Said(any!["no available instance"])]).known(
        "Cloud Run could not scale up in time; nobody aborted anything",
        "cloud.google.com/run/docs/troubleshooting",
        DAY,
    ),
    rule(
        "google/billing-account",
        Phrase,
        R::PaymentRequired,
        &[Said(any!["billing account for the owning project is disabled"])],
    )
    .known(
        "the bucket's project has no open billing account",
        "cloud.google.com/storage/docs/troubleshooting",
        DAY,
    ),
    rule("google/backend", Narrow, R::ServerError, &[Code(any!["backendError"])]).known(
        "the service failed; it may call that a cancellation",
        DRIVE,
        DAY,
    ),
    rule(
        "google/job",
        Broad,
        R::ServerError,
        &[Said(any!["retrying the job may solve", "retrying may solve the problem"])],
    )
    .known("BigQuery failed, under a 400", "googleapis/python-bigquery#23", DAY),
];
