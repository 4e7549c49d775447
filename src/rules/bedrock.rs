//! Amazon Bedrock. It states no wait anywhere.

use super::Cond::{Also, Code, Said};
use super::Rank::{Code as Narrow, Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ERRORS: &str = "docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html";
const DAY: &str = "2026-11-30";

pub(crate) const BEDROCK: Provider = Provider {
    name: "bedrock",
    hosts: any!["bedrock-runtime.us-east-1.amazonaws.com", "bedrock-runtime.us-west-2.amazonaws.com"],
    headers: any!["x-amzn-bedrock-"],
    marks: any!["bedrock", "InvokeModel", "Converse operation", "ConverseStream"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("bedrock/model-error", Narrow, R::ServerError, &[Code(any!["ModelErrorException", "ModelStreamErrorException"])])
        .known("the model failed, under a 424", "docs.aws.amazon.com/botocore/latest/reference/services/bedrock-runtime/client/exceptions/ModelErrorException.html", DAY),
    rule("bedrock/on-demand", Phrase, R::BadRequest, &[Said(any!["on demand throughput isn t supported"])])
        .scope(Scope::Model)
        .known("the model needs an inference profile", "anthropics/claude-code#1466", DAY),
    rule("bedrock/model-unknown", Phrase, R::ModelNotFound, &[Said(any!["could not resolve the foundation model"])])
        .known("no such model in that region", ERRORS, DAY),
    rule("bedrock/model-denied", Phrase, R::Forbidden, &[Said(any!["not authorized to perform"]), Also(any!["foundation model", "inference profile"])])
        .scope(Scope::Model)
        .known("a policy denies one model's resource", ERRORS, DAY),
    rule("bedrock/use-case", Phrase, R::Forbidden, &[Said(any!["use case details have not been submitted"])])
        .scope(Scope::Account)
        .known("the account has yet to fill out Anthropic's form", "a public repository, code index file 32082081647", DAY),
    // Sisters: the third, "too many tokens per day", is a day's.
    rule("bedrock/too-many-tokens", Window, R::TokensPerMinute, &[Said(any!["too many tokens please wait"])])
        .scope(Scope::Account)
        .known("the account's tokens per minute", ERRORS, DAY),
    rule("bedrock/too-many-requests", Window, R::RequestsPerMinute, &[Said(any!["too many requests please wait before trying again"])])
        .scope(Scope::Account)
        .known("the account's requests per minute", "aws/fmeval#124", DAY),
];
