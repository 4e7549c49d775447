#!/usr/bin/env bash
# make matrix: the corpus through the packed package in every engine, its fetch against real servers, the shapes of the
# package, and the page in the browsers that `make test` does not take.
# An engine that cannot be had here is named with the command that would bring it; under CI that fails the run.
source "$(dirname "$0")/need.sh"
need_node_modules
need_engine_modules
need_openssl
scripts/pack.sh

folder=target/matrix
rm -rf "$folder"
mkdir -p "$folder"

# seek ENGINE FUNCTION...: notes where an engine is, as the function prints it, or what would bring it.
seek() {
  local engine=$1 at brings=''
  shift
  rm -f "$folder/missed"
  at=$(MISSED="$folder/missed" "$@") || { at=''; brings=$(cat "$folder/missed"); }
  printf '%s\t%s\t%s\n' "$engine" "$at" "$brings" >> "$folder/engines"
}
chromium() { need_chromium >&2; command -v chromedriver; }
firefox() { need_firefox >&2; command -v geckodriver; }
webkit() { need_webkit >&2; command -v WebKitWebDriver; }

seek rust command -v rustc
seek node command -v node
seek node22 need_node_release 22
seek node24 need_node_release 24
seek deno need_engine deno '@deno/*/deno'
seek bun need_engine bun '@oven/*/bin/bun'
seek workerd need_engine workerd '@cloudflare/workerd-*/bin/workerd'
seek edge ls -d "$TOOLS/engines/node_modules/@edge-runtime/vm"
seek chromium chromium
seek firefox firefox
seek webkit webkit

failed=0
say 'the crate natively'
cargo run --release --quiet --example answers -- tests/cases/*.jsonl > "$folder/native.jsonl"
say 'the shapes: types for each runtime, publint, arethetypeswrong'
node --test --test-reporter=spec tests/engines/shapes.test.mjs || failed=1
say 'the driver for Rust programs: in Firefox, and in Node as wasm-pack builds it'
if (MISSED=/dev/null firefox) >/dev/null; then scripts/browser-test.sh firefox || failed=1; fi
need_wasm_pack
wasm-pack --quiet build --no-pack --mode no-install --target web --out-dir target/fetch-pkg . --features fetch
FOLDER=$PWD/target/fetch-pkg node --test --test-reporter=spec tests/engines/wasm-pack.test.mjs || failed=1
say 'the corpus and real servers in every engine'
node tests/engines/run.mjs || failed=1
say 'the page in Firefox and WebKit'
scripts/page.sh
need_workerd >/dev/null
node --test --test-reporter=spec tests/page/engines.mjs || failed=1
exit "$failed"
