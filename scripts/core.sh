#!/usr/bin/env bash
# scripts/core.sh [FOLDER]: builds the crate in FOLDER (default: here) for WebAssembly, and prints where the module is.
source "$(dirname "$0")/need.sh"
need_wasm_target
cd "${1:-.}"
# Panics name source files; those of dependencies, and of the standard library where its source is installed, lie in
# this machine's folders, which are nobody's business.
cargo fetch --quiet --target "$TARGET"
flags="${RUSTFLAGS:-} --remap-path-prefix=$(rustc --print sysroot)/lib/rustlib/src/rust/="
for sources in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=$sources="; done
RUSTFLAGS="$flags" cargo build --release --quiet --target "$TARGET" --features binding
echo "${CARGO_TARGET_DIR:-$PWD/target}/$TARGET/release/retriage.wasm"
