//! Telegram: the Bot API and MTProto.

use super::Cond::{Code, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const MTPROTO: &str = "core.telegram.org/api/errors";
const BOTS: &str = "core.telegram.org/bots/api#making-requests";
const DAY: &str = "2026-11-30";

pub(crate) const TELEGRAM: Provider = Provider {
    name: "telegram",
    hosts: any!["api.telegram.org", "core.telegram.org"],
    headers: any![],
    marks: any![
        "Telegram says",
        "telegram error",
        "ETELEGRAM",
        "telethon errors",
        "pyrogram errors",
        "aiogram exceptions",
        "telegrambots",
    ],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "telegram/session",
        Narrow,
        R::Auth,
        &[Code(any!["AUTH_KEY_UNREGISTERED", "SESSION_REVOKED", "USER_DEACTIVATED", "USER_DEACTIVATED_BAN"])],
    )
    .known("the session is gone", MTPROTO, DAY),
    rule(
        "telegram/wait",
        Phrase,
        R::RateLimit,
        &[Said(any!["slowmode wait #", "2FA confirm wait #", "takeout init delay #"])],
    )
    .known("a wait under a name of its own", MTPROTO, DAY),
    rule(
        "telegram/closed-chat",
        Phrase,
        R::Forbidden,
        &[Said(any![
            "bot was blocked by the user",
            "bot was kicked",
            "user is deactivated",
            "bot can t initiate conversation",
            "bot is not a member",
        ])],
    )
    .scope(Scope::Call)
    .known("one chat that the bot may not write to", BOTS, DAY),
    rule("telegram/no-chat", Phrase, R::NotFound, &[Said(any!["chat not found"])]).known(
        "there is no such chat",
        BOTS,
        DAY,
    ),
    rule("telegram/two-pollers", Phrase, R::Conflict, &[Said(any!["terminated by other getUpdates"])]).known(
        "another instance of the bot polls",
        BOTS,
        DAY,
    ),
    rule("telegram/internal", Broad, R::ServerError, &[Said(any!["telegram is having internal problems"])]).known(
        "Pyrogram's word for a 500",
        "pyrogram/pyrogram, compiler/errors",
        DAY,
    ),
];
