//! Retriage tells API failures apart and says when to try again.

#[cfg(test)]
extern crate self as retriage;

mod case;
mod classify;
pub mod delay;
mod failure;
mod hash;
mod rules;
mod verdict;
pub mod wait;
#[cfg(feature = "binding")]
pub mod wasm;

pub use case::Case;
pub use classify::{CallerRule, Options, classify};
pub use failure::{Failure, Thrown};
pub use verdict::{Class, Confidence, Evidence, Place, Reason, Scope, Sent, Verdict, WaitSource};
