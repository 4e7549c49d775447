#!/usr/bin/env bash
# make bench: size and speed of the packed package beside their bars, and the cost of a call beside other libraries. Writes docs/size.md.
source "$(dirname "$0")/need.sh"
need_node24
need_duel_modules
scripts/pack.sh
say 'measuring (the core is built once more, without the rules)'
"$NODE24" bench/run.mjs
