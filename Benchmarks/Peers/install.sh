#!/usr/bin/env bash
# Installs the peers: plain-text accounting and SQLite from Debian, DuckDB and beancount from PyPI at pinned versions.
# Usage: install.sh VIRTUAL-ENVIRONMENT
set -euo pipefail

missing=()
for package in hledger ledger sqlite3 python3-venv; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  root=
  [ "$(id -u)" = 0 ] || root=sudo
  $root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq "${missing[@]}"
fi
[ -x "$1/bin/python" ] || python3 -m venv "$1"
"$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$(dirname "$0")/requirements.txt"
