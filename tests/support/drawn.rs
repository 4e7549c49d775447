//! How inputs are drawn.

use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// A fixed seed, nothing kept on disk, nothing from the environment.
pub fn drawn(cases: u32) -> Config {
    Config {
        cases,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(0x5eed),
        failure_persistence: None,
        max_shrink_iters: 4_096,
        ..Config::default()
    }
}
