#!/usr/bin/env bash
# Random programs, partitioned and not, on all cores; what differs is made small and
# printed. Some fifteen programs a second and core.
#
#   scripts/fuzz.sh [FIRST_SEED [COUNT]]      default: 1 20000
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

first=${1:-1}
count=${2:-20000}
cores=$(nproc)
each=$(((count + cores - 1) / cores))
[ -f build/build.ninja ] || cmake --preset release -DTP_ENABLE_ASSERTIONS=ON
cmake --build build --target tp-fuzz
for ((i = 0; i < cores; ++i)); do
  build/bin/tp-fuzz --seed $((first + i * each)) --count "$each" &
  jobs[i]=$!
done
failed=0
for job in "${jobs[@]}"; do
  wait "$job" || failed=1
done
exit $failed
