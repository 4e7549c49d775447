#!/usr/bin/env bash
# scripts/glue.sh CORE FOLDER: wasm-bindgen's glue and the shrunken module, as core_bg.js and core_bg.wasm in FOLDER.
source "$(dirname "$0")/need.sh"
wasm-bindgen --target bundler --no-typescript --out-name core --out-dir "$2" "$1"
# Functions stay as they are cut in the source (`one-caller-inline`), see src/classify/mod.rs.
# The features that every runtime we name has had for years, and no others.
node_modules/.bin/wasm-opt -O3 --converge --one-caller-inline-max-function-size=60 --strip-debug --strip-producers --strip-target-features \
  --enable-bulk-memory --enable-reference-types --enable-mutable-globals --enable-sign-ext \
  --enable-nontrapping-float-to-int --enable-multivalue \
  "$2/core_bg.wasm" -o "$2/core_bg.wasm"
