#!/usr/bin/env bash
# make fuzz: each target of fuzz/ for SECONDS seconds (default 60), or only those named: scripts/fuzz.sh case delay
# What breaks a target is left in tests/crashes/<target>/, where plain `cargo test` replays it.
each=$(printenv SECONDS || echo 60)
source "$(dirname "$0")/need.sh"
need_rust
need_node
has c++ || give_up 'a C++ compiler (c++), of which libFuzzer is built,' 'apt-get install g++'
cargo fuzz --version >/dev/null 2>&1 || {
  say 'installing cargo-fuzz into .tools (a few minutes, once)'
  cargo install --quiet cargo-fuzz --locked --root "$TOOLS" || give_up cargo-fuzz 'cargo install cargo-fuzz --locked'
}

# There is no unsafe code to sanitize, and without a sanitizer stable Rust does.
fuzz() { cargo fuzz "$1" --sanitizer none --target-dir target/fuzz "${@:2}"; }

fuzz build
seeds=target/fuzz-seeds
node scripts/seeds.mjs "$seeds"

broken=()
for target in ${@:-$(cargo fuzz list)}; do
  say "fuzzing $target for $each s"
  mkdir -p "$seeds/found/$target" "tests/crashes/$target" "fuzz/corpus/$target"
  fuzz run "$target" "$seeds/found/$target" "$seeds/$target" "fuzz/corpus/$target" -- -max_total_time="$each" \
    -max_len=4096 -timeout=10 -dict="$seeds/words.dict" -artifact_prefix="tests/crashes/$target/" -verbosity=0 \
    -print_final_stats=1 || broken+=("$target")
  rmdir "tests/crashes/$target" "fuzz/corpus/$target" 2>/dev/null || true
done
rmdir tests/crashes 2>/dev/null || true
[ ${#broken[@]} = 0 ] || { echo "retriage: broken by what now lies in tests/crashes/: ${broken[*]}" >&2; exit 1; }
