#!/usr/bin/env bash
# make fuzz: each target of fuzz/ for SECONDS seconds (default 60), or only those named: scripts/fuzz.sh case delay
# What breaks a target is left in tests/crashes/<target>/, where plain `cargo test` replays it.
# With KEEP=1 fuzz/corpus/<target>.txt, which `cargo test` replays too, becomes what was found and kept before, cut down to
# what reaches code that the seeds do not.
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
seeds=target/fuzz-seeds found=target/fuzz-found
node scripts/seeds.mjs "$seeds"

# The row of docs/fuzzing.md.
row() {
  awk -v target="$1" '
    { for (at = 1; at < NF; at++) if ($at == "cov:") edges = $(at + 1) }
    /^stat::number_of_executed_units/ { runs = $2 }
    /^stat::average_exec_per_sec/ { rate = $2 }
    /^SUMMARY: libFuzzer/ { broken = ", broken by " $3 " " $4 }
    END { printf "%s: %d runs, %d a second, %d edges%s\n", target, runs, rate, edges, broken }' "$2"
}

broken=()
for target in ${@:-$(cargo fuzz list)}; do
  say "fuzzing $target for $each s"
  log="$found/$target.log"
  mkdir -p "$found/$target" "$seeds/$target" "$seeds/kept/$target" "tests/crashes/$target"
  fuzz run "$target" "$found/$target" "$seeds/$target" "$seeds/kept/$target" -- -max_total_time="$each" -max_len=4096 \
    -timeout=2 -rss_limit_mb=1024 -dict="$seeds/words.dict" -artifact_prefix="tests/crashes/$target/" \
    -print_final_stats=1 >"$log" 2>&1 || { broken+=("$target"); grep -a -m 1 -A 4 panicked "$log" | cut -c -500 >&2 || true; }
  row "$target" "$log"
  rmdir "tests/crashes/$target" 2>/dev/null || true
  if [ -n "${KEEP:-}" ]; then
    kept="$found/kept/$target"
    rm -rf "$kept" && mkdir -p "$kept" && cp -R "$seeds/$target/." "$kept"
    fuzz run "$target" "$kept" "$found/$target" "$seeds/kept/$target" -- -set_cover_merge=1 -use_counters=0 \
      -max_len=512 >>"$log" 2>&1
    node -e 'import("./scripts/kept.mjs").then(({keep}) => keep(...process.argv.slice(1)))' "$target" "$kept" "$seeds/$target"
  fi
done
rmdir tests/crashes 2>/dev/null || true
[ ${#broken[@]} = 0 ] || { echo "retriage: broken by what now lies in tests/crashes/: ${broken[*]}" >&2; exit 1; }
