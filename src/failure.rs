//! What the caller saw.

/// A failure as the caller saw it. Every part may be missing.
///
/// Texts are borrowed and never changed; evidence points into them by byte offset.
///
/// ```
/// use retriage::Failure;
///
/// let failure = Failure::new()
///     .status(429)
///     .header("retry-after", "3")
///     .body(r#"{"error":{"code":"rate_limit_exceeded"}}"#);
/// assert_eq!(failure.status, Some(429));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Failure<'a> {
    /// HTTP status of the response, if there was one.
    pub status: Option<u16>,
    /// Response headers in the order received. Names are compared without regard to case.
    pub headers: Vec<(&'a str, &'a str)>,
    /// Response body as text.
    pub body: Option<&'a str>,
    /// Text as a log, a terminal or an SDK shows it.
    pub message: Option<&'a str>,
    /// A thrown error and what caused it, outermost first.
    pub errors: Vec<Thrown<'a>>,
    /// Address of the request. Only its host is read.
    pub url: Option<&'a str>,
    /// Method of the request.
    pub method: Option<&'a str>,
    /// When the failure was seen, in milliseconds since the Unix epoch.
    ///
    /// Without it absolute times ("resets at 18:00 UTC") state no wait, unless the response carries a `Date` header.
    pub now_ms: Option<i64>,
}

/// One link in the chain of a thrown error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thrown<'a> {
    /// The error's `name`, such as `TypeError`.
    pub name: &'a str,
    /// The error's `code`, such as `ECONNRESET`; a number as decimal text.
    pub code: &'a str,
    /// The error's `message`.
    pub message: &'a str,
}

impl<'a> Failure<'a> {
    /// A failure of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A failure of which only a text is known: a log line, an SDK's message, a pasted body.
    #[must_use]
    pub fn text(message: &'a str) -> Self {
        Self::new().message(message)
    }

    /// Sets the HTTP status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Adds a response header.
    #[must_use]
    pub fn header(mut self, name: &'a str, value: &'a str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sets the response body.
    #[must_use]
    pub fn body(mut self, body: &'a str) -> Self {
        self.body = Some(body);
        self
    }

    /// Sets the text that a log or an SDK shows.
    #[must_use]
    pub fn message(mut self, message: &'a str) -> Self {
        self.message = Some(message);
        self
    }

    /// Adds a thrown error; call it again for each cause, outermost first.
    #[must_use]
    pub fn thrown(mut self, error: Thrown<'a>) -> Self {
        self.errors.push(error);
        self
    }

    /// Sets the address of the request.
    #[must_use]
    pub fn url(mut self, url: &'a str) -> Self {
        self.url = Some(url);
        self
    }

    /// Sets the method of the request.
    #[must_use]
    pub fn method(mut self, method: &'a str) -> Self {
        self.method = Some(method);
        self
    }

    /// Sets when the failure was seen, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn now(mut self, now_ms: i64) -> Self {
        self.now_ms = Some(now_ms);
        self
    }

    /// The first header of that name, compared without regard to case.
    #[must_use]
    pub fn header_value(&self, name: &str) -> Option<&'a str> {
        header(&self.headers, name)
    }
}

/// The first of these headers that has this name, compared without regard to case.
pub(crate) fn header<'a>(headers: &[(&'a str, &'a str)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
}
