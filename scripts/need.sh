# Sourced by the other scripts: finds each tool, installs the ones that can be installed, names the others.
# Tools that the project installs for itself go to .tools, which `make clean` leaves and deleting is safe.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TOOLS="$PWD/.tools"
TARGET=wasm32-unknown-unknown
BINDGEN_VERSION=$(sed -n 's/^wasm-bindgen = .*"=\([0-9.]*\)".*/\1/p' Cargo.toml)
PATH="$TOOLS/bin:$PATH:$HOME/.cargo/bin"
export PATH

say() { if [ -t 2 ] && [ -z "${NO_COLOR:-}" ]; then printf "\033[2m· %s\033[0m\n" "$*" >&2; else echo "· $*" >&2; fi; }

# give_up WHAT COMMAND: what is missing and what would bring it. scripts/matrix.sh goes on without, and keeps the command.
give_up() {
  [ -z "${MISSED:-}" ] || echo "$2" > "$MISSED"
  printf 'retriage: %s is missing and cannot be installed from here. This brings it:\n    %s\n' "$1" "$2" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

need_rust() {
  has cargo || give_up 'Rust (cargo)' 'apt-get install rustup && rustup default stable'
  has cc || give_up 'a C linker (cc)' 'apt-get install build-essential'
}

need_wasm_target() {
  need_rust
  [ -d "$(rustc --print sysroot)/lib/rustlib/$TARGET" ] && return
  has rustup || give_up "Rust's $TARGET target" "rustup target add $TARGET"
  say "installing Rust's $TARGET target"
  rustup target add "$TARGET" || give_up "Rust's $TARGET target" "rustup target add $TARGET"
}

# need_component NAME COMMAND: a part of the toolchain that a minimal rustup leaves out.
need_component() {
  need_rust
  cargo "$2" --version >/dev/null 2>&1 && return
  say "installing $1"
  rustup component add "$1" || give_up "$1" "rustup component add $1"
}

need_bindgen() {
  need_wasm_target
  [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $BINDGEN_VERSION" ] && return
  say "installing wasm-bindgen $BINDGEN_VERSION into .tools (a few minutes, once)"
  cargo install --quiet wasm-bindgen-cli --version "$BINDGEN_VERSION" --root "$TOOLS" \
    || give_up "wasm-bindgen $BINDGEN_VERSION" "cargo install wasm-bindgen-cli --version $BINDGEN_VERSION"
}

need_node() {
  has node && has npm || give_up 'Node.js 20 or newer with npm' 'apt-get install nodejs npm'
  [ "$(node -p 'process.versions.node.split(".")[0] >= 20')" = true ] \
    || give_up "Node.js 20 or newer (this is $(node --version))" 'apt-get install -t trixie nodejs npm'
}

# The packages of package.json: esbuild, binaryen, typescript, publint.
need_node_modules() {
  need_node
  [ node_modules/.package-lock.json -nt package-lock.json ] && return
  say 'installing the build tools from npm'
  npm ci --ignore-scripts --loglevel=error || give_up 'a set of npm packages' 'npm ci --ignore-scripts'
  touch node_modules/.package-lock.json
}

# need_node_release RELEASE: prints where a Node.js of that release is: the machine's own, or one from npm.
need_node_release() {
  need_node
  if [ "$(node -p 'process.versions.node.split(".")[0]')" = "$1" ]; then command -v node; return; fi
  local name="node-linux-$(node -p process.arch)"
  local node="$TOOLS/node$1/node_modules/$name/bin/node"
  if ! "$node" --version >/dev/null 2>&1; then
    say "installing Node.js $1 into .tools ($name from npm)"
    npm install --prefix "$TOOLS/node$1" --no-save --ignore-scripts --loglevel=error "$name@$1" >&2 \
      || give_up "Node.js $1" "npm install --prefix .tools/node$1 $name@$1"
  fi
  echo "$node"
}

# Sets NODE24.
need_node24() { NODE24=$(need_node_release 24); }

need_wasm_pack() {
  need_bindgen
  has wasm-pack && return
  say 'installing wasm-pack into .tools (a few minutes, once)'
  cargo install --quiet wasm-pack --locked --root "$TOOLS" || give_up wasm-pack 'cargo install wasm-pack --locked'
}

# need_debian WHAT PACKAGE...: what only the system's package manager brings.
need_debian() {
  local what=$1 root=''
  shift
  [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null && root=sudo; } \
    || give_up "$what" "sudo apt-get install $*"
  say "installing $what"
  { $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends \
    "$@" >/dev/null; } </dev/null \
    || give_up "$what" "apt-get update && apt-get install $*"
}

# The certificates of tests/servers are made with it.
need_openssl() {
  has openssl || need_debian openssl openssl
}

need_chromium() {
  has chromium && has chromedriver && return
  need_debian 'Chromium with its driver' chromium chromium-driver
}

need_firefox() {
  has firefox-esr || has firefox || need_debian Firefox firefox-esr
  has geckodriver && return
  need_rust
  say "installing Firefox's driver into .tools (a few minutes, once)"
  cargo install --quiet geckodriver --locked --root "$TOOLS" || give_up "Firefox's driver" 'cargo install geckodriver --locked'
}

need_webkit() {
  has WebKitWebDriver && has Xvfb && return
  need_debian 'WebKit with its driver' webkit2gtk-driver xvfb
}

# need_packages NAME FOLDER WHAT: the packages of FOLDER/package.json, in .tools/NAME.
need_packages() {
  need_node
  local there="$TOOLS/$1"
  [ "$there/node_modules/.package-lock.json" -nt "$2/package-lock.json" ] && return
  say "installing $3 into .tools from npm"
  mkdir -p "$there"
  cp "$2/package.json" "$2/package-lock.json" "$there"
  npm ci --prefix "$there" --ignore-scripts --loglevel=error >&2 \
    || give_up 'a set of npm packages' "npm ci --prefix .tools/$1 --ignore-scripts"
  touch "$there/node_modules/.package-lock.json"
}

# Runtimes, their types, arethetypeswrong.
need_engine_modules() { need_packages engines tests/engines runtimes; }

# The peers and the fake clock. They need Node.js 22 or newer to run.
need_duel_modules() { need_packages duels bench/duels 'the peers'; }

# The SDKs that docs/sdk has a page for. They need Node.js 22 or newer to run.
need_sdk_modules() { need_packages sdk tests/sdk 'the SDKs'; }

# zopfli, workerd, playwright-core, axe-core.
need_page_modules() { need_packages page www 'what builds, serves and tests the page'; }

# need_engine PACKAGE FILE: prints where the runtime is.
need_engine() {
  need_engine_modules
  find_engine "$1" "$2" engines
}

need_workerd() {
  need_page_modules
  find_engine workerd '@cloudflare/workerd-*/bin/workerd' page
}

# find_engine PACKAGE FILE FOLDER: npm puts a runtime into a package of its own for this kind of machine.
find_engine() {
  local file
  for file in "$TOOLS/$3"/node_modules/$2; do
    if "$file" --version >/dev/null 2>&1; then echo "$file"; return; fi
  done
  give_up "$1" "npm install --prefix .tools/$3 $1"
}
