//! Host names, in addresses and in tables.

use crate::cut;

/// The host of an address, without user, port and path.
pub(crate) fn host_of(url: &str) -> &str {
    let rest = cut::scheme(url).map_or(url, |(_, rest)| rest);
    let (authority, _) = cut::until(rest, b"/?#");
    let host = cut::last(authority, b'@');
    cut::at_first(host, b':').map_or(host, |(name, _)| name)
}

/// Whether a host is the one named or below it, without regard to case; `*` stands for any characters.
pub(crate) fn ends_in(host: &str, named: &str) -> bool {
    let host = host.as_bytes();
    match cut::at_first(named, b'*') {
        Some((head, tail)) => {
            host.len() > head.len() + tail.len()
                && host.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head.as_bytes()))
                && ends(host, tail)
        }
        None => {
            let before = host.len().checked_sub(named.len() + 1).and_then(|at| host.get(at));
            ends(host, named) && matches!(before, None | Some(b'.'))
        }
    }
}

fn ends(host: &[u8], end: &str) -> bool {
    let start = host.len().checked_sub(end.len());
    start.and_then(|start| host.get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
}
