//! Amazon Web Services, all but Bedrock.

use super::Cond::{Also, Code, Field, Said, Status};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const EC2: &str = "docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html";
const S3: &str = "docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html";
const COMMON: &str = "docs.aws.amazon.com/awsconsolehelpdocs/latest/gsg/common-errors.html";
const DAY: &str = "2026-11-30";

/// What says only that some limit stands in the way: of one change, or of a number of things.
const LIMIT: &str = any!["LimitExceededException", "LimitExceeded"];

pub(crate) const AWS: Provider = Provider {
    name: "aws",
    hosts: any!["amazonaws.com", "docs.aws.amazon.com", "aws.amazon.com"],
    headers: any!["x-amzn-", "x-amz-"],
    marks: any!["botocore"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("aws/slow-down", Narrow, R::Ramp, &[Code(any!["SlowDown"])]).scope(Scope::Service).known(
        "S3 splits the prefix while the caller slows down",
        S3,
        DAY,
    ),
    rule("aws/retry-tokens", Phrase, R::RateLimit, &[Said(any!["retry quota exceeded", "get rate limit token"])])
        .known(
            "an SDK's own tokens for retries are spent on throttling; successes refill them",
            "docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html",
            DAY,
        ),
    rule(
        "aws/capacity",
        Narrow,
        R::Overloaded,
        &[Code(any!["InsufficientInstanceCapacity", "InsufficientHostCapacity"])],
    )
    .known("the zone lacks machines just now", EC2, DAY),
    rule(
        "aws/ceiling",
        Narrow,
        R::PlanLimit,
        &[Code(any![
            "VcpuLimitExceeded",
            "InstanceLimitExceeded",
            "MaxSpotInstanceCountExceeded",
            "TooManyBuckets",
            "CodeStorageExceededException",
            "ServiceQuotaExceededException",
        ])],
    )
    .known("a number of things, raised only on request", EC2, DAY),
    rule("aws/clock", Narrow, R::Auth, &[Code(any!["RequestTimeTooSkewed", "RequestExpired"])]).known(
        "the signature's time is off: every call fails until the clock is right",
        COMMON,
        DAY,
    ),
    rule("aws/subscription", Narrow, R::Forbidden, &[Code(any!["OptInRequired", "SubscriptionRequiredException"])])
        .known("the account has not subscribed to the service", COMMON, DAY),
    rule(
        "aws/other-change",
        Narrow,
        R::Concurrency,
        &[Code(any!["PriorRequestNotComplete", "TransactionConflictException"])],
    )
    .scope(Scope::Call)
    .known(
        "one hosted zone or item is still being changed by another call",
        "docs.aws.amazon.com/general/latest/gr/api-retries.html",
        DAY,
    ),
    rule("aws/blocked", Phrase, R::Forbidden, &[Said(any!["request blocked"]), Also(any!["cloudfront"])]).known(
        "CloudFront's firewall refuses, in the words of an outage",
        "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-403-permission-denied.html",
        DAY,
    ),
    rule(
        "aws/one-change",
        Phrase,
        R::BadRequest,
        &[Code(LIMIT), Said(any!["cannot increase", "to more than", "to less than"])],
    )
    .known("one change asks for too much at once", "jcabi/jcabi-dynamodb-maven-plugin#34", DAY),
    rule(
        "aws/resources",
        Phrase,
        R::PlanLimit,
        &[
            Code(LIMIT),
            Said(any!["maximum number of", "cannot exceed quota", "cannot add more than", "cannot have more than"]),
        ],
    )
    .known(
        "a number of things; without these words the codes are a rate",
        "docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html",
        DAY,
    ),
    rule("aws/usage-plan", Phrase, R::UsageLimit, &[Field(pair!["message"; "Limit Exceeded"]), Status(&[429])]).known(
        "the quota of API Gateway's usage plan; its throttle says Too Many Requests",
        "docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html",
        DAY,
    ),
    rule("aws/throughput", Phrase, R::RateLimit, &[Said(any!["throughput exceeds the current"])]).known(
        "a table or the account is over its throughput; DynamoDB grows on demand",
        "aws/aws-appsync-community#336",
        DAY,
    ),
];
