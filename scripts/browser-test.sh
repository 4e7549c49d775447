#!/usr/bin/env bash
# Runs the headless-browser tests, those named in tests/*.rs that are made for wasm.
source "$(dirname "$0")/need.sh"
need_wasm_pack
need_chromium
wasm-pack test --headless --chrome --chromedriver "$(command -v chromedriver)" -- --features binding --test browser "$@"
