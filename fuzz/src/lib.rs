//! The fuzz targets' checks are the tests' own: `tests/support/checks.rs`.

#[path = "../../tests/support/checks.rs"]
pub mod checks;
