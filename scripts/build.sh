#!/usr/bin/env bash
# Builds the npm package: Rust core to WebAssembly, glue, entries. Leaves pkg/dist alone where nothing changed.
source "$(dirname "$0")/need.sh"
need_bindgen
need_node_modules

say 'building the core for WebAssembly'
core=$(scripts/core.sh)

stamp=pkg/dist/.made-from
made_from=$(cat "$core" scripts/core.sh scripts/package.mjs scripts/glue.mjs package-lock.json pkg/*.d.ts \
  $(find pkg/src -name '*.js' | sort) | sha256sum)
if [ "$made_from" = "$(cat "$stamp" 2>/dev/null)" ]; then exit; fi

say 'making the npm package'
rm -rf pkg/dist target/glue
scripts/glue.sh "$core" target/glue
node scripts/package.mjs target/glue
# The version is Cargo's.
version=$(sed -n '/^\[package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
[ "$(node -p 'require("./pkg/package.json").version')" = "$version" ] \
  || { echo "retriage: pkg/package.json must have Cargo.toml's version, $version" >&2; exit 1; }
printf '%s\n' "$made_from" > "$stamp"
