//! A driver of the platform's `fetch`, for Rust programs on wasm. Needs the feature `fetch`.
//!
//! [`Client::fetch`] sends a request, judges what fails, sleeps as long as the server says or backs off, and stops where
//! waiting is of no use. Nothing is sent twice that might count twice: after a failure that the server may have acted on,
//! a request is repeated only if its method is idempotent, it carries an `Idempotency-Key`, or the caller says that a
//! repeat is safe.
//!
//! ```no_run
//! use retriage::delay;
//! use retriage::fetch::{Client, FetchError};
//! use retriage::operation::Policy;
//!
//! async fn models() -> Result<String, FetchError> {
//!     let client = Client::builder()
//!         .policy(Policy { delay: delay::Policy { attempts: 3, ..delay::Policy::default() }, ..Policy::default() })
//!         .build();
//!     let (response, failure) = client.fetch_judged("https://api.example/v1/models").await?;
//!     Ok(match failure {
//!         None => response.status_text(),
//!         // A sentence for a person: what happened, until when, what to do.
//!         Some(failure) => failure.verdict.explain,
//!     })
//! }
//! ```
//!
//! # How a call ends
//!
//! - With a response below 400: the platform's own object.
//! - With the last failed response, whatever ended the call, rebuilt with `x-should-retry: false`. Its body is whole,
//!   unless it was kept over a wait after which nothing better came: then up to 64 KiB of it.
//! - With a [`FetchError`].
//!
//! # Bounds
//!
//! Those of [`Policy`](crate::operation::Policy). An attempt is bounded up to its headers; a body that was handed out is
//! the caller's. The caller's signal ends a wait or an attempt at once, and the body of the response too.
//!
//! # Many calls
//!
//! The calls of a [`Client`] and its clones share [gates](crate::gate): of a service, of an account in it, of a model in
//! that. After a refusal all wait that it speaks for, and what is exhausted ends them with [`FetchError::NotSent`] until
//! one call finds it repaired or [`Client::reset`] is called. [`Heed`](crate::gate::Heed) says what of this a call heeds,
//! and [`Input::lane`] which gates it passes. A future that is dropped gives back what was lent to its call.
//!
//! # For JavaScript
//!
//! `wasm-pack build --features fetch` exports `createFetch(options)`, which gives a `fetch` with a client of this kind
//! inside; `retriageFetch(input, init, options)` for one call by itself; and `verdictOf(responseOrError)`. The npm package
//! `retriage` has a client with more to it.

mod answer;
mod client;
mod drive;
mod input;
mod js;
mod outcome;
mod runtime;
mod thrown;

use serde::Serialize;

use crate::record::Record;

pub use client::{Builder, Client};
pub use input::Input;
pub use js::{create_fetch, retriage_fetch, verdict_of};
pub use outcome::{FetchError, Outcome};
pub use runtime::Runtime;

/// A record, with what only a client knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallRecord {
    /// The call's name, the same in all its records.
    pub operation: String,
    /// How many calls of this client are under way, this one included.
    pub in_flight: u32,
    /// What was decided.
    #[serde(flatten)]
    pub record: Record,
}
