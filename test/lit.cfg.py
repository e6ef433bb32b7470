# -*- Python -*-
#
# How the `.mlir` and `.test` files below this directory are run: as shell lines
# in lit's own shell, with the build's tools and LLVM's (FileCheck, not, count,
# split-file) first in PATH.
#
#   %{models}   the models of test/models with their tensors, see its README.md
#   %{inputs}   test/Inputs: helpers that several tests call
#   %{python}   a Python 3 with its standard library only

import os

import lit.formats

config.name = "TP"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "Unit", "models", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tp_obj_root, "test")

path = [config.tp_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
# Leaks are looked for in our libraries' unit tests; libMLIR keeps things until exit.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
for name in ("HOME", "TMPDIR", "UBSAN_OPTIONS", "LLVM_SYMBOLIZER_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%{models}", os.path.join(config.test_exec_root, "models")),
    ("%{inputs}", os.path.join(config.test_source_root, "Inputs")),
    ("%{python}", config.python),
]

if config.enable_assertions:
    config.available_features.add("asserts")
