//! Spotify.

use super::{Provider, Rule};

pub(crate) const SPOTIFY: Provider = Provider {
    name: "spotify",
    hosts: any!["spotify.com"],
    headers: any![],
    marks: any!["spotipy"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
