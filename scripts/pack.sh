#!/usr/bin/env bash
# Builds, packs and installs the tarball into target/installed, as a user gets it.
source "$(dirname "$0")/need.sh"
scripts/build.sh

installed=target/installed
stamp="$installed/.packed-from"
packed_from=$(cat pkg/dist/.made-from pkg/package.json pkg/*/package.json pkg/*.d.*ts $(find pkg/bin -name '*.js' | sort) README.md CHANGELOG.md LICENSE-* | sha256sum)
if [ "$packed_from" = "$(cat "$stamp" 2>/dev/null)" ]; then exit; fi

say 'packing it and installing the tarball'
staged=target/package
rm -rf "$installed" "$staged"
mkdir -p "$installed"
cp -R pkg "$staged"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$staged"
npm pack "./$staged" --pack-destination "$installed" --silent --ignore-scripts >/dev/null
echo '{ "name": "installed", "private": true, "type": "module" }' > "$installed/package.json"
echo "export * from 'retriage';" > "$installed/use.js"
echo "export * from 'retriage/testing';" > "$installed/use-testing.js"
(cd "$installed" && npm install --silent --no-save --offline --ignore-scripts ./retriage-*.tgz)
printf '%s\n' "$packed_from" > "$stamp"
