#!/usr/bin/env bash
# make lint: formatting, clippy for both targets, docs, types and the shape of the tarball.
source "$(dirname "$0")/need.sh"
need_component rustfmt fmt
need_component clippy clippy
need_wasm_target
need_node_modules

say 'cargo fmt'
cargo fmt --check
say 'cargo clippy'
cargo clippy --quiet --all-targets -- -D warnings
cargo clippy --quiet --target "$TARGET" --features binding -- -D warnings
cargo clippy --quiet --target "$TARGET" --features fetch -- -D warnings
say 'cargo doc'
RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps --features fetch
scripts/pack.sh
say 'tsc'
node --test tests/package/types.test.mjs
say 'publint'
node_modules/.bin/publint run "$(ls target/installed/retriage-*.tgz)" --strict
