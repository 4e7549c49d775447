//! Spotify.

use super::{Provider, Rule};

pub(crate) const SPOTIFY: Provider = Provider {
    name: "spotify",
    hosts: &["spotify.com"],
    headers: &[],
    marks: any!["spotipy"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
