# Shared by .ci/run and .ci/full: a scratch folder for each run, timed steps, and the installation of system packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null

begun=$SECONDS
step() { printf '\n== %s (after %d min %02d s)\n' "$*" $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)); }

# Use memory if it has room: creating a database mostly means creating files (vitest.config.ts).
in_memory=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1 || true)
if [ -z "${TMPDIR:-}" ] && [ "${in_memory:-0}" -ge 8000000 ]; then export TMPDIR=/dev/shm; fi
work=$(mktemp -d "${TMPDIR:-/tmp}/backhaul-ci.XXXXXX")
chmod 711 "$work"
remove_work() { rm -rf "$work" || echo "left behind: $work"; }
trap 'stop_postgres15; remove_work' EXIT

have() {
  local program
  for program; do command -v "$program" >/dev/null || return 1; done
}

# install_packages PACKAGE...: installs from the distribution's repository if this user may; otherwise prints why it failed.
install_packages() {
  if [ "$(id -u)" != 0 ] || ! have apt-get; then return 0; fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >"$work/apt.log" 2>&1 || cat "$work/apt.log"
}

postgres15=
stop_postgres15() {
  if [ -z "$postgres15" ]; then return; fi
  kill -INT "$postgres15" 2>/dev/null || true
  wait "$postgres15" 2>/dev/null || true
  postgres15=
  unset DATABASE_URL
}

# PostgreSQL refuses to run as root, so its commands run as nobody in that case.
as_postgres=()
if [ "$(id -u)" = 0 ]; then as_postgres=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups); fi

find_postgres15() {
  local dir
  for dir in /usr/lib/postgresql/15/bin /usr/pgsql-15/bin /opt/homebrew/opt/postgresql@15/bin; do
    if [ -x "$dir/initdb" ]; then echo "$dir"; return; fi
  done
}

# Starts a PostgreSQL 15 server and sets DATABASE_URL. Prints a message and returns 1 if PostgreSQL 15 is missing and cannot be installed.
# Ends the script if the server does not start.
start_postgres15() {
  local data=$work/postgresql15 port password bin
  bin=$(find_postgres15)
  if [ -z "$bin" ]; then
    install_packages postgresql-15
    bin=$(find_postgres15)
  fi
  if [ -z "$bin" ]; then
    echo 'skipped: no PostgreSQL 15 on this machine and none to install'
    return 1
  fi
  port=$(node --input-type=module -e 'import { freePort } from "./packages/trials/dist/lib/run.js"; console.log(await freePort())')
  password=$(node -p 'require("crypto").randomBytes(16).toString("hex")')
  mkdir "$data"
  printf '%s' "$password" >"$data.password"
  if [ "$(id -u)" = 0 ]; then chown nobody "$data" "$data.password"; fi
  (cd / && ${as_postgres[@]+"${as_postgres[@]}"} "$bin/initdb" -D "$data/cluster" -U backhaul --pwfile="$data.password" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync) >"$work/initdb.log"
  (cd / && exec ${as_postgres[@]+"${as_postgres[@]}"} "$bin/postgres" -D "$data/cluster" -p "$port" -k "$data" -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off) >"$work/postgres.log" 2>&1 &
  postgres15=$!
  for _ in $(seq 1 3000); do
    if "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; then break; fi
    kill -0 "$postgres15" 2>/dev/null || { cat "$work/postgres.log"; exit 1; }
    sleep 0.1
  done
  "$bin/pg_isready" -h 127.0.0.1 -p "$port" || { cat "$work/postgres.log"; exit 1; }
  export DATABASE_URL="postgres://backhaul:$password@127.0.0.1:$port/postgres"
}
