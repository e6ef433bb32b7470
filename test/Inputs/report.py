#!/usr/bin/env python3
"""Checks the totals of a report of tp-opt --tp-report=json.

    report.py FILE KIND=COUNT:BYTES...    exactly these collectives, no other kind
    report.py FILE --at-most KIND=COUNT:BYTES...
                                          no other kind, and not more of these
"""

import json
import sys

path, *wanted = sys.argv[1:]
at_most = wanted[:1] == ["--at-most"]
wanted = wanted[1:] if at_most else wanted
with open(path) as stream:
    report = json.load(stream)
totals = {kind: (sums["count"], sums["bytes"]) for kind, sums in report["totals"].items()}
expected = {}
for item in wanted:
    kind, figures = item.split("=")
    expected[kind] = tuple(int(figure) for figure in figures.split(":"))

# The totals are sums over the list.
for kind, (count, size) in totals.items():
    entries = [entry for entry in report["collectives"] if entry["kind"] == kind]
    assert count == sum(entry["count"] for entry in entries), kind
    assert size == sum(entry["bytes"] for entry in entries), kind
    assert all(entry["loc"] and entry["because"] for entry in entries), kind

if at_most:
    fits = all(
        kind in expected and count <= expected[kind][0] and size <= expected[kind][1]
        for kind, (count, size) in totals.items()
    )
else:
    fits = totals == expected
if not fits:
    sys.exit(f"{path}: collectives are {totals}, expected {expected}")
