#!/usr/bin/env bash
# Builds the page and its Worker into target/page, from the packed package.
source "$(dirname "$0")/need.sh"
need_node_modules
need_page_modules
scripts/pack.sh

stamp=target/page/.made-from
made_from=$(cat target/installed/.packed-from $(find www tests/cases -type f -not -path '*/node_modules/*' | sort) | sha256sum)
if [ "$made_from" = "$(cat "$stamp" 2>/dev/null)" ]; then exit; fi

say 'building the page'
node www/build.mjs
printf '%s\n' "$made_from" > "$stamp"
