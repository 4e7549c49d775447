#!/usr/bin/env bash
# make run: judges a file of real failures with the installed command, then serves the page until Ctrl-C.
# ONCE=1 only judges. PORT=… serves there; else it is the first free one from 8787.
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
[ -z "$(printenv ONCE)" ] || exit 0

scripts/page.sh
workerd=$(need_workerd)
is_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
port=$(printenv PORT || echo 8787)
if [ -z "$(printenv PORT)" ]; then while is_taken "$port"; do port=$((port + 1)); done; fi
if is_taken "$port"; then echo "retriage: something else listens on port $port" >&2; exit 1; fi

trap 'exit 0' INT TERM
trap 'kill "$server" 2>/dev/null || true' EXIT
(cd target/page && exec "$workerd" serve workerd.capnp --socket-addr "http=127.0.0.1:$port") </dev/null &
server=$!
until is_taken "$port"; do
  kill -0 "$server" 2>/dev/null || { echo "retriage: the page cannot be served on port $port" >&2; exit 1; }
  sleep 0.1
done
cat <<END

The page, in workerd (Ctrl-C ends it):
    http://127.0.0.1:$port/
END
wait "$server"
