#!/usr/bin/env bash
# make fuzz: each target in fuzz/ for SECONDS_EACH seconds (default 60).
source "$(dirname "$0")/need.sh"
need_rust
[ -d fuzz ] || { echo 'retriage: there is no fuzz target yet' >&2; exit 1; }
has cargo-fuzz || { say 'installing cargo-fuzz into .tools'; cargo install --quiet cargo-fuzz --locked --root "$TOOLS"; }
rustup toolchain list 2>/dev/null | grep -q nightly || give_up 'a nightly Rust' 'rustup toolchain install nightly'
for target in $(cargo +nightly fuzz list); do
  say "fuzzing $target"
  cargo +nightly fuzz run "$target" -- -max_total_time="${SECONDS_EACH:-60}"
done
