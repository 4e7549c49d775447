#!/usr/bin/env bash
# make duels: Retriage and its peers on the same inputs under a fake clock. Writes docs/duels.md.
source "$(dirname "$0")/need.sh"
need_node24
need_duel_modules
scripts/pack.sh
"$NODE24" --test bench/duels/*.test.mjs
say 'running the duels (a few minutes)'
"$NODE24" bench/duels/run.mjs
