#!/usr/bin/env bash
# make bench-page: how soon the page is ready and judges, in Chromium, beside the bars.
source "$(dirname "$0")/need.sh"
need_chromium
need_workerd >/dev/null
scripts/page.sh
node bench/page.mjs
