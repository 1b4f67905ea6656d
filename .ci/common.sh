# What .ci/run and .ci/full share: a folder of their own for what they make, steps with the time, and packages of the machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null

begun=$SECONDS
step() { printf '\n== %s (after %d min %02d s)\n' "$*" $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)); }

# In memory where that has room: making a database is mostly making files (vitest.config.ts).
in_memory=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1 || true)
if [ -z "${TMPDIR:-}" ] && [ "${in_memory:-0}" -ge 8000000 ]; then export TMPDIR=/dev/shm; fi
work=$(mktemp -d "${TMPDIR:-/tmp}/backhaul-ci.XXXXXX")
chmod 711 "$work"
remove_work() { rm -rf "$work" || echo "left behind: $work"; }
trap remove_work EXIT

have() {
  local program
  for program; do command -v "$program" >/dev/null || return 1; done
}

# install_packages PACKAGE...: from the machine's distribution, where this may install; prints why where that fails.
install_packages() {
  if [ "$(id -u)" != 0 ] || ! have apt-get; then return 0; fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >"$work/apt.log" 2>&1 || cat "$work/apt.log"
}
