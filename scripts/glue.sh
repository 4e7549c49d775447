#!/usr/bin/env bash
# scripts/glue.sh CORE FOLDER: wasm-bindgen's glue and the shrunken module, as core_bg.js and core_bg.wasm in FOLDER.
source "$(dirname "$0")/need.sh"
wasm-bindgen --target bundler --no-typescript --out-name core --out-dir "$2" "$1"
# Large functions stay as they are cut in the source, see src/classify/mod.rs; small ones cost more apart than together.
# The features that every runtime we name has had for years, and no others.
node_modules/.bin/wasm-opt -O3 --converge --one-caller-inline-max-function-size=20 --always-inline-max-function-size=6 \
  --strip-debug --strip-producers --strip-target-features \
  --enable-bulk-memory --enable-reference-types --enable-mutable-globals --enable-sign-ext \
  --enable-nontrapping-float-to-int --enable-multivalue \
  "$2/core_bg.wasm" -o "$2/core_bg.wasm"
