//! Which gates a call passes.

use std::sync::Arc;

use crate::cut;

/// What stands between the parts of a gate's name: service, account, model.
const BETWEEN: char = '\u{1f}';

/// The names of the gates of one call: its service, the account in that, the model in that. An empty lane passes none.
/// Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    names: Arc<[String]>,
}

impl Lane {
    /// A lane by the service's origin, a name for the account (a hash, never the credential), and the model if it is
    /// known. Without a service there are no gates.
    #[must_use]
    pub fn new(service: &str, account: &str, model: Option<&str>) -> Self {
        if service.is_empty() {
            return Self::default();
        }
        let model = model.filter(|model| !model.is_empty());
        let parts = [Some(service), Some(account), model];
        Self { names: (1..=3).filter_map(|level| join(parts.get(..level)?)).collect() }
    }

    /// The lane of whoever calls this address with no credential that is known.
    #[must_use]
    pub fn of_url(url: &str) -> Self {
        match origin(url) {
            // A user in an address is a secret, and two users are two accounts: the caller names them.
            Some((service, "")) => Self::new(&service, "", None),
            _ => Self::default(),
        }
    }

    pub(crate) fn service(&self) -> Option<&str> {
        self.names.first().map(String::as_str)
    }

    pub(crate) fn account(&self) -> Option<&str> {
        self.names.get(1).map(String::as_str)
    }

    pub(crate) fn model(&self) -> Option<&str> {
        self.names.get(2).map(String::as_str)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// A gate's name out of its parts; `None` where one of them is missing.
pub(super) fn join(parts: &[Option<&str>]) -> Option<String> {
    let mut name = String::new();
    for (level, part) in parts.iter().enumerate() {
        if level > 0 {
            name.push(BETWEEN);
        }
        name.extend((*part)?.chars().map(|mark| if mark == BETWEEN { ' ' } else { mark }));
    }
    Some(name)
}

/// The parts of a gate's name: service, account, model.
pub(super) fn parts(name: &str) -> [Option<&str>; 3] {
    let mut parts = cut::each(name, BETWEEN as u8);
    let mut next = || parts.next();
    [next(), next(), next()]
}

/// Scheme, host and port of an address in lower case, and the user in it; `None` for what is no address of a host.
pub(crate) fn origin(url: &str) -> Option<(String, &str)> {
    let (scheme, rest) = cut::scheme(url)?;
    let (authority, _) = cut::until(rest, b"/?#");
    let (user, host) = cut::at_last(authority, b'@').unwrap_or(("", authority));
    let is_scheme = !scheme.is_empty()
        && scheme.chars().all(|mark| mark.is_ascii_alphanumeric() || matches!(mark, '+' | '-' | '.'));
    (is_scheme && !host.is_empty()).then(|| (cut::joined(&[scheme, "://", host]).to_ascii_lowercase(), user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_names_service_account_and_model() {
        let lane = Lane::new("https://api.example.com", "9f86d081", Some("gpt-4o"));
        let names: Vec<_> = lane.names().map(parts).collect();
        let (service, account, model) = (Some("https://api.example.com"), Some("9f86d081"), Some("gpt-4o"));
        assert_eq!(names, [[service, None, None], [service, account, None], [service, account, model]]);
        assert_eq!(Lane::new("s", "", None).names().map(parts).last(), Some([Some("s"), Some(""), None]));
    }

    #[test]
    fn no_two_lanes_are_mistaken_for_one_another() {
        let names = |account, model| Lane::new("s", account, Some(model)).names().last().map(str::to_owned);
        assert_ne!(names("a/b", "c"), names("a", "b/c"));
        assert_ne!(names("a#b", "c"), names("a", "b#c"));
        assert_ne!(names("a\u{1f}b", "c"), names("a", "b\u{1f}c"));
    }

    #[test]
    fn an_address_gives_its_origin() {
        for (url, origin) in [
            ("https://api.example.com/v1?key=x", Some("https://api.example.com")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("HTTPS://API.example.com?next=https://other.example", Some("https://api.example.com")),
            ("https://user:secret@host.example/", None),
            ("file:///etc/hosts", None),
            ("/relative?next=https://other.example", None),
            ("/relative", None),
            ("", None),
        ] {
            assert_eq!(Lane::of_url(url).service(), origin, "{url}");
        }
    }
}
