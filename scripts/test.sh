#!/usr/bin/env bash
# make test: the crate natively, the packed package in Node, alone and inside SDKs, and in workerd, the crate in a headless
# browser, the page in another.
source "$(dirname "$0")/need.sh"
need_node24
need_wasm_pack
need_chromium
need_openssl

scripts/pack.sh

say 'the crate: cargo test'
cargo test --quiet --features binding

for node in "$(command -v node)" "$NODE24"; do
  say "the package in Node $("$node" --version)"
  "$node" --test --test-reporter=spec tests/package/*.test.mjs
  [ "$node" -ef "$NODE24" ] && break
done

say 'the pages of docs/sdk, with the SDKs'
need_sdk_modules
"$NODE24" --test --test-timeout=120000 --test-reporter=spec tests/sdk/*.test.mjs

say 'many requests of one Worker in workerd'
WORKERD=$(need_workerd)
export WORKERD
node --test --test-reporter=spec tests/engines/workerd.test.mjs

say 'the crate in headless Chromium: wasm-pack test'
scripts/browser-test.sh

scripts/page.sh
say 'the page in workerd and Chromium'
node --test --test-reporter=spec tests/page/*.test.mjs
