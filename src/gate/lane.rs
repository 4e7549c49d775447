//! Which gates a call passes.

use std::sync::Arc;

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
        let account = [service, "#", account].concat();
        let model = model.filter(|model| !model.is_empty()).map(|model| [&account, "/", model].concat());
        Self { names: [Some(service.to_owned()), Some(account), model].into_iter().flatten().collect() }
    }

    /// The lane of whoever calls this address with no credential that is known.
    #[must_use]
    pub fn of_url(url: &str) -> Self {
        Self::new(origin(url), "", None)
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

/// Scheme, host and port of an address, without user; empty for what is no absolute address.
fn origin(url: &str) -> &str {
    let Some(start) = url.find("://").map(|at| at.saturating_add(3)) else { return "" };
    let rest = url.get(start..).unwrap_or("");
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // A user in an address is a secret, and two users are two accounts: the caller names them.
    if rest.get(..end).is_some_and(|authority| authority.contains('@')) {
        return "";
    }
    url.get(..start.saturating_add(end)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_names_service_account_and_model() {
        let lane = Lane::new("https://api.example.com", "9f86d081", Some("gpt-4o"));
        assert_eq!(lane.service(), Some("https://api.example.com"));
        assert_eq!(lane.account(), Some("https://api.example.com#9f86d081"));
        assert_eq!(lane.model(), Some("https://api.example.com#9f86d081/gpt-4o"));
    }

    #[test]
    fn an_address_gives_its_origin() {
        for (url, origin) in [
            ("https://api.example.com/v1?key=x", Some("https://api.example.com")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("https://user:secret@host.example/", None),
            ("/relative", None),
            ("", None),
        ] {
            assert_eq!(Lane::of_url(url).service(), origin, "{url}");
        }
    }
}
