#!/usr/bin/env bash
# Shows the whole line on a household's three bank files: import, dashboard, history, a correction, its undo, replay.
# Usage: demo.sh FOLDBOOK GENERATOR; everything is written into a temporary folder that is removed at the end.
set -euo pipefail

foldbook=$(realpath "$1")
generator=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export FOLDBOOK_FILE=$folder/household.foldbook

# Prints a heading, so that the eye finds its place.
step() { printf '\n=== %s\n' "$1"; }

# Prints a command as one would type it, then runs it on the demo's day.
run() {
  local shown=
  local word
  for word in "$@"; do
    if [[ $word == *[\ \"]* ]]; then word="'$word'"; fi
    shown+=" $word"
  done
  printf '\n$ foldbook%s\n' "$shown"
  "$foldbook" "$@" --now 2026-10-20
}

step 'Three bank files: commas and day first, a German bank in Windows-1252, a card with debit and credit'
"$generator" demo .

step 'A new ledger, and what the accounts held before'
run init --currency EUR
run accounts add Checking --opening 2418.37
run accounts add Savings --opening 13862.50
run accounts add Card --opening -312.45

step 'Import: the format, the dates and the marks are found by evidence'
run import checking.csv --account Checking
run import tagesgeld.csv --account Savings
run import card.csv --account Card
run import card.csv --account Card

step 'Money between own accounts was found while importing; what is open is shown'
run transfers
run recategorise --where 'merchant:"Bakery Lane"' --to 'Eating out' --dry-run
run recategorise --where 'merchant:"Bakery Lane"' --to 'Eating out'

step 'The month on one screen'
run budget set 4200
run dashboard

step 'What a merchant cost each month'
run merchant 'Fresh Market'

step 'Everything can be taken back, and the taking back too'
run recategorise --where 'merchant:"Corner Coffee"' --to Gifts
run undo
run redo
run undo

step 'Every number is a fold over the journal: a replay gives the same'
run replay --check
run verify
run log --limit 5
