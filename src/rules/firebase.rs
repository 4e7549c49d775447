//! Firebase: Authentication, Cloud Messaging, Storage.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const AUTH: &str = "firebase.google.com/docs/auth/admin/errors";
const DAY: &str = "2026-11-30";

pub(crate) const FIREBASE: Provider = Provider {
    name: "firebase",
    hosts: any![
        "firebase.google.com",
        "firebaseapp.com",
        "firebaseio.com",
        "identitytoolkit.googleapis.com",
        "fcm.googleapis.com",
    ],
    headers: any![],
    marks: any!["FirebaseError", "firebase auth"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("firebase/attempts", Narrow, R::RateLimit, &[Code(any!["TOO_MANY_ATTEMPTS_TRY_LATER"])]).known(
        "too many attempts from here, under a 400",
        AUTH,
        DAY,
    ),
    rule("firebase/device-gone", Narrow, R::NotFound, &[Code(any!["NotRegistered", "InvalidRegistration"])]).known(
        "one device's token is gone or wrong, under a 200",
        "nandarustam/fcm-push#7",
        DAY,
    ),
];
