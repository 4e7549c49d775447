//! Discord.

use super::Cond::{Header, Own, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const CODES: &str = "discord.com/developers/docs/topics/opcodes-and-status-codes";
const LIMITS: &str = "discord.com/developers/docs/topics/rate-limits";
const DAY: &str = "2026-11-30";

pub(crate) const DISCORD: Provider = Provider {
    name: "discord",
    hosts: any!["discord.com", "discordapp.com"],
    headers: any!["x-ratelimit-bucket", "x-ratelimit-scope"],
    marks: any!["DiscordAPIError", "discord errors"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule("discord/shared", Narrow, R::RateLimit, &[Header(pair!["x-ratelimit-scope"; "shared"])])
            .scope(Scope::Call)
            .known("one resource is over its limit, whoever calls", LIMITS, DAY),
        rule("discord/busy", Phrase, R::Overloaded, &[Said(any!["service resource is being rate limited"])]).known(
            "error 40062: a service behind the API, not the caller",
            "discordjs/discord-api-types#620",
            DAY,
        ),
        rule("discord/old-edits", Phrase, R::RateLimit, &[Said(any!["edits to messages older than"])]).known(
            "error 30046: clears by itself",
            CODES,
            DAY,
        ),
        rule("discord/sessions", Phrase, R::DailyQuota, &[Said(any!["not enough sessions remaining"])]).known(
            "the identifies of a day",
            "discord.com/developers/docs/events/gateway#session-start-limit-object",
            DAY,
        ),
        rule("discord/no-message", Phrase, R::Forbidden, &[Said(any!["cannot send messages to this user"])])
            .scope(Scope::Call)
            .known("error 50007: that user's own choice", CODES, DAY),
        rule("discord/token", Phrase, R::Auth, &[Said(any!["improper token has been passed"])]).known(
            "discord.py's word for a 401",
            "Rapptz/discord.py, discord/http.py",
            DAY,
        ),
        rule("discord/missing", Broad, R::Forbidden, &[Said(any!["missing permissions", "missing access"]), Own])
            .known("errors 50001 and 50013", CODES, DAY),
    ];
