#!/usr/bin/env python3
"""Runs the tests of a build and sums them: run_tests.py BUILD

lit's and each GoogleTest program's own output goes by; the last line is
`N passed, N failed`. A program that crashes or tests nothing counts as a failure,
so that a broken build never looks like a good one.
"""

import json
import os
import subprocess
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "EXCLUDED", "SKIPPED"}


def read_json(path):
    """What a test program wrote, or an empty report when it died before."""
    try:
        with open(path) as stream:
            return json.load(stream)
    except (OSError, ValueError):
        return {}


def run(command, report):
    """Runs a program that writes a report; returns its exit code and the report."""
    if os.path.exists(report):
        os.remove(report)
    sys.stdout.flush()
    code = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    return code, read_json(report)


def run_lit(build):
    report = os.path.join(build, "test", "lit.json")
    command = [lit_program(build), "-sv", "--no-progress-bar", "--output", report]
    code, result = run(command + [os.path.join(build, "test")], report)
    codes = [test["code"] for test in result.get("tests", [])]
    passed = sum(c in PASSED for c in codes)
    failed = len(codes) - passed - sum(c in SKIPPED for c in codes)
    return passed, failed or int(code != 0 or not codes)


def lit_program(build):
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        for line in cache:
            if line.startswith("TP_LIT:"):
                return line.split("=", 1)[1].strip()
    sys.exit("run_tests.py: error: the build has no lit")


def run_unit(program):
    report = program + ".json"
    command = [program, "--gtest_brief=1", "--gtest_output=json:" + report]
    code, result = run(command, report)
    failed = result.get("failures", 0) + result.get("errors", 0)
    passed = result.get("tests", 0) - result.get("disabled", 0) - failed
    return passed, failed or int(code != 0 or passed == 0)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    unit = os.path.join(build, "unit")
    programs = sorted(
        os.path.join(unit, name)
        for name in (os.listdir(unit) if os.path.isdir(unit) else [])
        if os.access(os.path.join(unit, name), os.X_OK) and not name.endswith(".json")
    )
    results = [run_unit(program) for program in programs] + [run_lit(build)]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(0 if failed == 0 and passed > 0 else 1)


if __name__ == "__main__":
    main()
