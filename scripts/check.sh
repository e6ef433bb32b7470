#!/usr/bin/env bash
# Builds everything and runs every test. Ends with the line `N passed, N failed`
# over lit tests and GoogleTest cases; the exit code is 0 when none failed.
#
#   scripts/check.sh            Release with assertions, in build/
#   scripts/check.sh PRESET     another one of CMakePresets.json: dev, asan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
build=build
[ "$preset" = release ] || build=build-$preset

scripts/setup.sh
cmake --preset "$preset" -DTP_ENABLE_ASSERTIONS=ON
cmake --build "$build"
python3 scripts/run_tests.py "$build"
