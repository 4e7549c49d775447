//! Google Maps. The web services fail under a 200, by their field `status`.

use super::Cond::{Code, Field, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const GEOCODING: &str = "developers.google.com/maps/documentation/geocoding/requests-geocoding#StatusCodes";
const DAY: &str = "2026-11-30";

pub(crate) const GOOGLE_MAPS: Provider = Provider {
    name: "google-maps",
    hosts: any!["maps.googleapis.com", "mapsplatform.google.com"],
    headers: any![],
    marks: any!["Google Maps", "googlemaps", "over query limit", "over daily limit"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "google-maps/too-large",
        Narrow,
        R::TooLarge,
        &[Code(any!["MAX_WAYPOINTS_EXCEEDED", "MAX_ELEMENTS_EXCEEDED", "MAX_ROUTE_LENGTH_EXCEEDED"])],
    )
    .known(
        "one request over a fixed maximum",
        "developers.google.com/maps/documentation/directions/get-directions#StatusCodes",
        DAY,
    ),
    rule("google-maps/no-key", Phrase, R::Auth, &[Code(any!["REQUEST_DENIED"]), Said(any!["must use an api key"])])
        .known("no key was sent", GEOCODING, DAY),
    rule("google-maps/denied", Broad, R::Forbidden, &[Code(any!["REQUEST_DENIED"])]).known(
        "the key may not do this; a sentence may say more",
        GEOCODING,
        DAY,
    ),
    rule("google-maps/unknown", Broad, R::ServerError, &[Field(pair!["status"; "UNKNOWN_ERROR"])]).known(
        "the server failed; another try may succeed",
        GEOCODING,
        DAY,
    ),
];
