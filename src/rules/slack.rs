//! Slack. Most failures come under a 200, by the field `error`.

use super::Cond::{Code, Field};
use super::Rank::{Broad, Code as Narrow};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ERRORS: &str = "docs.slack.dev/reference/methods/chat.postMessage#errors";
const DAY: &str = "2026-11-30";

pub(crate) const SLACK: Provider = Provider {
    name: "slack",
    hosts: any!["slack.com"],
    headers: any!["x-slack-"],
    marks: any!["Slack API", "slack sdk"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "slack/account",
        Narrow,
        R::Auth,
        &[Code(any!["account_inactive", "two_factor_setup_required"]), Field(pair!["ok"; "false"])],
    )
    .known("the token's user or workspace is deleted", ERRORS, DAY),
    rule(
        "slack/refused",
        Narrow,
        R::Forbidden,
        &[Code(any![
            "accesslimited",
            "team_access_not_granted",
            "restricted_action",
            "enterprise_is_restricted",
            "file_uploads_disabled",
        ])],
    )
    .known("the workspace lets this token do less", ERRORS, DAY),
    rule(
        "slack/not-in-channel",
        Narrow,
        R::Forbidden,
        &[Code(any!["not_in_channel", "cant_update_message", "cant_delete_message"])],
    )
    .scope(Scope::Call)
    .known("one channel that the bot has not joined, or one message of another", ERRORS, DAY),
    rule(
        "slack/unknown-thing",
        Narrow,
        R::NotFound,
        &[Code(any!["channel_not_found", "message_not_found", "thread_not_found", "file_not_found"])],
    )
    .known("there is no such thing, or none that the token may see", ERRORS, DAY),
    rule(
        "slack/unknown-user",
        Narrow,
        R::NotFound,
        &[Code(any!["user_not_found", "users_not_found"]), Field(pair!["ok"; "false"])],
    )
    .known("no such user; elsewhere the words are said of a key", ERRORS, DAY),
    rule(
        "slack/ceiling",
        Narrow,
        R::PlanLimit,
        &[
            Code(any!["message_limit_exceeded", "team_quota_exceeded", "storage_limit_reached"]),
            Field(pair!["ok"; "false"]),
        ],
    )
    .known("the free workspace's usage is used up", ERRORS, DAY),
    rule("slack/too-long", Narrow, R::TooLarge, &[Code(any!["msg_too_long"])]).known(
        "one message over a fixed maximum",
        ERRORS,
        DAY,
    ),
    rule(
        "slack/request",
        Narrow,
        R::BadRequest,
        &[Code(any![
            "is_archived",
            "invalid_arguments",
            "invalid_arg_name",
            "invalid_array_arg",
            "invalid_blocks",
            "no_text",
            "deprecated_endpoint",
            "method_deprecated",
        ])],
    )
    .known("malformed, or about a thing that takes none", ERRORS, DAY),
    rule("slack/failed", Broad, R::ServerError, &[Code(any!["fatal_error"])]).known("the server failed", ERRORS, DAY),
    rule("slack/migration", Broad, R::Overloaded, &[Code(any!["team_added_to_org"])]).known(
        "the workspace is being moved",
        ERRORS,
        DAY,
    ),
];
