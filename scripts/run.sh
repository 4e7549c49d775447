#!/usr/bin/env bash
# make run: judges a file of real failures with the installed command.
source "$(dirname "$0")/need.sh"
scripts/pack.sh
command=target/installed/node_modules/.bin/retriage
say "$command examples/failures.jsonl"
echo
"$command" examples/failures.jsonl
cat <<END

Now one of your own, as text, as a pasted curl -i answer, or a file of them:
    $command --status 429 'Rate limit reached on tokens per minute (TPM). Please try again in 3.035s.'
    curl -si https://your.api/ | $command
    $command --help
END
