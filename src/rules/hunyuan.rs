//! Tencent Hunyuan: HTTP 200 with `Response.Error.Code`, the codes that all of Tencent Cloud uses.

use super::Cond::{Code, Field};
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "www.tencentcloud.com/document/api/1284/75543";
const DAY: &str = "2026-11-30";

pub(crate) const HUNYUAN: Provider = Provider {
    name: "hunyuan",
    hosts: any!["tencentcloudapi.com", "cloud.tencent.com", "tencentcloud.com", "hunyuan.tencent.com"],
    headers: any![],
    marks: any!["TencentCloudSDKException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "hunyuan/auth",
            Narrow,
            R::Auth,
            &[Code(any![
                "AuthFailure.InvalidAuthorization",
                "AuthFailure.InvalidSecretId",
                "AuthFailure.MFAFailure",
                "AuthFailure.SecretIdNotFound",
                "AuthFailure.SignatureExpire",
                "AuthFailure.SignatureFailure",
                "AuthFailure.TokenFailure",
            ])],
        )
        .known("the credential is missing, wrong or expired", DOCS, DAY),
        rule(
            "hunyuan/unauthorized",
            Narrow,
            R::Forbidden,
            &[Code(any!["AuthFailure.UnauthorizedOperation", "UnauthorizedOperation"])],
        )
        .scope(Scope::Account)
        .known("the credential may not do this", DOCS, DAY),
        rule("hunyuan/action", Narrow, R::NotFound, &[Code(any!["ActionOffline", "InvalidAction"])]).known(
            "no such action, or no longer",
            DOCS,
            DAY,
        ),
        rule(
            "hunyuan/server",
            Narrow,
            R::ServerError,
            &[Code(any![
                "FailedOperation.ServerError",
                "FailedOperation.InnerError",
                "FailedOperation.RpcFail",
                "FailedOperation.ConsoleServerError",
                "FailedOperation.EngineServerError",
            ])],
        )
        .known("the service failed", DOCS, DAY),
        rule(
            "hunyuan/timeout",
            Narrow,
            R::Timeout,
            &[Code(any!["FailedOperation.RequestTimeout", "FailedOperation.EngineRequestTimeout"])],
        )
        .known("no answer in time", DOCS, DAY),
        rule("hunyuan/engine-limit", Narrow, R::Overloaded, &[Code(any!["FailedOperation.EngineServerLimitExceeded"])])
            .known("the engine is over its limit", DOCS, DAY),
        rule("hunyuan/pack", Narrow, R::CreditBalance, &[Code(any!["FailedOperation.FreeResourcePackExhausted"])])
            .known("the free pack is used up", DOCS, DAY),
        rule("hunyuan/stopped", Narrow, R::AccountSuspended, &[Code(any!["FailedOperation.ServiceStopArrears"])])
            .known("stopped for arrears", DOCS, DAY),
        rule(
            "hunyuan/not-activated",
            Narrow,
            R::PaymentRequired,
            &[Code(any!["FailedOperation.ServiceNotActivated", "FailedOperation.ServiceStop"])],
        )
        .known("the service is not switched on", DOCS, DAY),
        rule(
            "hunyuan/content",
            Narrow,
            R::ContentPolicy,
            &[Code(any![
                "FailedOperation.GenerateImageFailed",
                "FailedOperation.ModerationFailed",
                "OperationDenied.TextIllegalDetected",
            ])],
        )
        .known("refused for what it says or shows", DOCS, DAY),
        rule(
            "hunyuan/too-large",
            Narrow,
            R::TooLarge,
            &[Code(any![
                "FailedOperation.RequestEntityTooLarge",
                "FailedOperation.ImageSizeExceed",
                "FailedOperation.ImageResolutionExceed",
            ])],
        )
        .known("over a maximum", DOCS, DAY),
        rule(
            "hunyuan/request",
            Narrow,
            R::BadRequest,
            &[
                Code(any!["InvalidParameter", "InvalidParameterValue", "MissingParameter", "UnknownParameter"]),
                Field(pair!["Response.Error.Code"; ]),
            ],
        )
        .known("a parameter is missing or wrong", DOCS, DAY),
    ];
