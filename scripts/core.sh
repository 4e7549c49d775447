#!/usr/bin/env bash
# scripts/core.sh [FOLDER]: builds the crate in FOLDER (default: here) for WebAssembly, and prints where the module is.
source "$(dirname "$0")/need.sh"
need_wasm_target
cd "${1:-.}"
# Panics name source files; those of dependencies lie in this machine's folders, which are nobody's business.
cargo fetch --quiet --target "$TARGET"
flags=${RUSTFLAGS:-}
for sources in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=$sources="; done
RUSTFLAGS="$flags" cargo build --release --quiet --target "$TARGET" --features binding
echo "${CARGO_TARGET_DIR:-$PWD/target}/$TARGET/release/retriage.wasm"
