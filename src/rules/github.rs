//! GitHub, its REST and GraphQL APIs.

use super::Cond::{Code, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const REST: &str = "docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api";
const GRAPHQL: &str = "docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api";
const DAY: &str = "2026-11-30";

pub(crate) const GITHUB: Provider = Provider {
    name: "github",
    hosts: any!["api.github.com", "docs.github.com"],
    headers: any!["x-github-"],
    marks: any!["Octokit"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "github/no-access",
        Phrase,
        R::Forbidden,
        &[Said(any!["resource not accessible by", "not been granted the required scopes"])],
    )
    .known("the token or the app lacks a permission", REST, DAY),
    rule(
        "github/too-large",
        Narrow,
        R::TooLarge,
        &[Code(any!["MAX_NODE_LIMIT_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED", "too_large"])],
    )
    .known("one query or blob over a fixed maximum", GRAPHQL, DAY),
    rule("github/too-quickly", Phrase, R::RateLimit, &[Said(any!["was submitted too quickly"])]).known(
        "the secondary limit on content creation",
        "docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api",
        DAY,
    ),
    rule(
        "github/query-failed",
        Broad,
        R::ServerError,
        &[Said(any!["something went wrong while executing your query"])],
    )
    .known("a time-out or a bug, under a 200", "octokit/plugin-retry.js, src/wrap-request.ts", DAY),
];
