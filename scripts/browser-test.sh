#!/usr/bin/env bash
# scripts/browser-test.sh [chrome|firefox]: the headless-browser tests, those in tests/*.rs that are made for wasm.
source "$(dirname "$0")/need.sh"
need_wasm_pack
case ${1:-chrome} in
  chrome) need_chromium; driver=(--chromedriver "$(command -v chromedriver)") ;;
  firefox) need_firefox; driver=(--geckodriver "$(command -v geckodriver)") ;;
esac
for test in 'binding browser' 'fetch fetch'; do
  read -r feature name <<< "$test"
  wasm-pack test --headless "--${1:-chrome}" "${driver[@]}" -- --features "$feature" --test "$name"
done
