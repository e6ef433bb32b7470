#!/usr/bin/env python3
"""Runs a command on every proper prefix of a file: prefixes.py FILE CUT COMMAND...

Each time the prefix is written to CUT, and the command has to fail with one line
`tool: error: CUT: ...` on stderr.
"""

import os
import subprocess
import sys

source, cut, command = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(source, "rb") as stream:
    data = stream.read()
for size in sorted({*range(0, len(data), 29), 7, 8, 9, len(data) - 1}):
    with open(cut, "wb") as stream:
        stream.write(data[:size])
    run = subprocess.run(command, capture_output=True, text=True)
    start = f"{os.path.basename(command[0])}: error: {cut}: "
    if run.returncode != 1 or run.stderr.count("\n") != 1 or not run.stderr.startswith(start):
        sys.exit(f"{size} bytes: exit code {run.returncode}, {run.stderr!r}")
