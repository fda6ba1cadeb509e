#!/usr/bin/env bash
# run.sh RUNS SECONDS DECODER...: builds the decoders for libFuzzer and hands each of them up to RUNS inputs, for up to SECONDS
# (0: without end). `all` is every decoder. What libFuzzer finds on the way is kept as the next run's beginning. With
# FUZZ_SEES=edges it is told which code runs, but not what is compared with what: twice as many inputs a second.
set -euo pipefail
# Else the runtime takes the trap, and libFuzzer does not write the input down.
export SWIFT_BACKTRACE=enable=no
cd "$(dirname "$0")/../.."
runs=$1 seconds=$2
shift 2
folder=.build/fuzz
sees=${FUZZ_SEES:-comparisons}
build=$folder/build
[ "$sees" = comparisons ] || build=$folder/build-$sees
mkdir -p "$folder/found"

# libFuzzer without a main function; it comes with the compiler.
library=$(find "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/clang" \
  -name "libclang_rt.fuzzer_no_main*$(uname -m).a" -o -name libclang_rt.fuzzer_no_main.a | head -n 1)
[ -n "$library" ] || { echo "the toolchain has no libFuzzer (libclang_rt.fuzzer_no_main)" >&2; exit 1; }
FOLDBOOK_FUZZ=$sees swift build -c release --product foldbook-fuzz --scratch-path "$build" \
  -Xlinker "$library" -Xlinker -lstdc++
program=$(FOLDBOOK_FUZZ=$sees swift build -c release --product foldbook-fuzz --scratch-path "$build" --show-bin-path)/foldbook-fuzz

decoders=("$@")
[ "${decoders[*]}" != all ] || mapfile -t decoders < <("$program" --list)
for decoder in "${decoders[@]}"; do
  mkdir -p "$folder/corpus/$decoder"
  log=$folder/$decoder.log
  if ! "$program" "$decoder" -runs="$runs" -max_total_time="$seconds" -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/found/$decoder-" "$folder/corpus/$decoder" "Tests/Fuzz/Seeds/$decoder" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "$decoder failed; the input is in $folder/found, the whole log in $log" >&2
    exit 1
  fi
  echo "$decoder: $(grep -a '^inputs ' "$log" | tail -n 1)"
done
