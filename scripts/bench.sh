#!/usr/bin/env bash
# make bench: size and speed of the packed package beside their bars. Writes docs/size.md.
source "$(dirname "$0")/need.sh"
need_node24
scripts/pack.sh
say 'measuring (the core is built once more, without the rules)'
"$NODE24" bench/run.mjs
